#!/bin/sh
# More of what package_test.sh does, for `make check-packages`: every example in every kind; examples in C, for an ARM
# microcontroller where its compiler is here, on an emulated Arduino; crates; the package of ROS with ament; MEX functions and
# the script of Simulink in Octave.
. tests/tap.sh
. tests/functions.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/c/standing.sh

quick=--search=none
cargo=/usr/bin/cargo # Debian's: its crates are on the disk

# --- every example in every kind, but where there is no such package ---

kinds=$("$RIGIDC" --list=packages | sed 's/ .*//')
every() { # MODEL
	for every_kind in $kinds; do
		rm -rf "$SCRATCH/every"
		"$RIGIDC" package "$1" $quick --for="$every_kind" -o "$SCRATCH/every" 2>"$SCRATCH/err" ||
		    grep -q "^rigidc: --for=$every_kind: " "$SCRATCH/err" || { cat "$SCRATCH/err"; return 1; }
	done
}
for model in examples/*.rig; do
	ok "$(basename "$model"): all kinds" every "$model"
done

# --- C ---

host_build() {
	gcc -O1 $c_flags -I"$1/src" -I"$2" "$2/main.c" "$1"/src/*.c -lm -o "$SCRATCH/example" && right "$SCRATCH/example"
}
board_build() {
	arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -O2 $c_flags -I"$1/src" -I"$2" "$2/main.c" \
	    "$1"/src/*.c --specs=rdimon.specs -lm -o "$SCRATCH/board"
}
for model in examples/*.rig; do
	for real in double float; do
		package platformio "$model" $quick --real=$real
		folder=$SCRATCH/platformio
		ok "$model, $real: on this machine" host_build "$folder" "$(echo "$folder"/examples/*/src)"
		if present arm-none-eabi-gcc; then
			ok "$model, $real: links for a Cortex-M4" board_build "$folder" "$(echo "$folder"/examples/*/src)"
		else
			skip "$model, $real: links for a Cortex-M4" 'arm-none-eabi-gcc is not here'
		fi
	done
done

# --- Rust ---

mkdir "$SCRATCH/home"
cat >"$SCRATCH/home/config.toml" <<'END'
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
END
crate_build() {
	# names of its own for tools that are here twice
	PATH=/usr/bin:$PATH CARGO_HOME=$SCRATCH/home CARGO_NET_OFFLINE=true CARGO_TARGET_DIR=$SCRATCH/target \
	    RUSTFLAGS='-D warnings' RUSTDOCFLAGS='-D warnings' follow "$SCRATCH/cargo" Build
}
crate() { # MODEL OPTION...
	package cargo "$@"
	ok 'as its README says' crate_build
}
if [ -x $cargo ] && [ -d /usr/share/cargo/registry ]; then
	for model in ur5 solo12 scara running_leg knee cart_pole; do
		crate examples/$model.rig $quick
	done
	crate examples/ur5.rig $quick -f "$(listed_functions | sed 's/:FRAME:FRAME/:tool0:upper_arm_link/; s/:FRAME/:tool0/; /param_jacobian/d' | paste -s -d , -)"
	crate $standing_model $quick -f $standing_functions --self-test
	crate $standing_model $quick -f $standing_functions --real=float --batch=4
	crate examples/solo12.rig $quick --real=float --parametrize=gravity --batch=4 -f rnea,param_jacobian
	crate examples/solo12.rig $quick --sincos=given --batch=2 -f dyn=crba+bias,rnea
	crate examples/solo12.rig $quick --sincos=libm --matrix=packed-sparse -f crba,base_regressor
	crate examples/solo12.rig $quick --zeros=once --batch=2 --wrench=all -f fd,rnea,crba,jac:FL_FOOT
	crate examples/anymal_b.rig $quick --real=float --self-test
	crate examples/scara.rig $quick --parametrize=inertial --self-test
	crate examples/ur5.rig $quick --prefix Self -f self=crba+rnea,match=fk:tool0,q=rnea
else
	skip 'crates' 'Debian has cargo and the crate cc: make deps-packages'
fi

# --- Arduino ---

mega='arduino:avr:mega:cpu=atmega2560'
ctags='"/usr/bin/arduino-ctags" -u --language-force=c++ -f - --c++-kinds=svpf --fields=KSTtzns --line-directives "{source_file}"'
# sketch NAME: of the library in $SCRATCH/libraries, for as long as it takes to say how it went
sketch() {
	rm -rf "$SCRATCH/sketch" "$SCRATCH/said"
	mkdir "$SCRATCH/sketch"
	# Debian's compiler is older than its core, which wants a macro of C99
	arduino-builder -hardware /usr/share/arduino/hardware -tools /usr/bin -fqbn $mega -prefs "tools.ctags.pattern=$ctags" \
	    -prefs runtime.tools.avr-gcc.path=/usr -prefs compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__ \
	    -libraries "$SCRATCH/libraries" -build-path "$SCRATCH/sketch" "$SCRATCH/libraries/$1/examples/$1/$1.ino" || return 1
	simavr -m atmega2560 -f 16000000 "$SCRATCH/sketch/$1.ino.elf" >"$SCRATCH/said" 2>&1 &
	sketch_tries=100
	until grep -qs 'all as it should be\|results are wrong' "$SCRATCH/said" || [ $((sketch_tries -= 1)) = 0 ]; do sleep 0.2; done
	kill $!
	wait $! 2>/dev/null
	cat "$SCRATCH/said"
	grep -q 'all as it should be' "$SCRATCH/said"
}
mkdir "$SCRATCH/libraries"
for model in double_pendulum ur5 scara cart_pole; do
	"$RIGIDC" package examples/$model.rig $quick --real=float --for=arduino -o "$SCRATCH/libraries/$model" 2>"$SCRATCH/err"
	if present arduino-builder && present simavr; then
		ok "arduino: $model on an emulated Mega" sketch $model
	else
		skip "arduino: $model" 'no arduino-builder or simavr: make deps-packages'
	fi
done
package arduino examples/ur5.rig $quick --real=double
if present avr-gcc; then
	avr-gcc -std=c99 -fsyntax-only -I"$SCRATCH/arduino/src" -x c "$SCRATCH/arduino/examples/ur5/ur5_example.h" 2>"$SCRATCH/err"
	ok 'arduino: a double that is a float is refused' grep -q 'error: .*needs_real_float' "$SCRATCH/err"
fi

# --- ROS 2 ---

package ros2 examples/ur5.rig $quick
ament() {
	PATH=/usr/bin:$PATH CMAKE_PREFIX_PATH=$HOSTS/ros2 follow "$SCRATCH/ros2" Build
}
mkdir "$SCRATCH/user"
cat >"$SCRATCH/user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
project(user LANGUAGES CXX)
find_package(ur5 REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE ur5::ur5)
END
cat >"$SCRATCH/user/user.cpp" <<'END'
#include "ur5/ur5.h"
int main()
{
	const double q[UR5_NQ] = {};
	double M[UR5_NV*UR5_NV];
	ur5_crba(q, M);
	return M[0] <= 0;
}
END
user() {
	CMAKE_PREFIX_PATH=$SCRATCH/ros2/build/installed:$HOSTS/ros2 cmake -S "$SCRATCH/user" -B "$SCRATCH/user/build" \
	    -DPython3_EXECUTABLE=/usr/bin/python3 && cmake --build "$SCRATCH/user/build" && "$SCRATCH/user/build/user"
}
if [ -d /usr/share/ament_cmake ]; then
	ok 'ros2: as its README says' ament
	ok 'ros2: a user finds it installed' user
else
	skip 'ros2: built' 'ament-cmake is not here: make deps-packages'
fi

# --- MATLAB and Octave ---

if present mkoctfile; then
	package mex examples/ur5.rig $quick -f rnea,crba,fk:tool0 --self-test
	ok 'mex: as its README says' follow "$SCRATCH/mex" Build
	octave_in() { (cd "$SCRATCH/mex" && octave-cli --no-init-file --eval "$1" 2>"$SCRATCH/err"); }
	example() { octave_in ur5_example >"$SCRATCH/said" && grep -q '^all as it should be' "$SCRATCH/said"; }
	ok 'mex: its example' example
	state='0.1 -1.2 1.4 -0.5 0.3 0.2'
	# R comes by columns, that of eval by rows
	digits() { perl -lane 'print join " ", map { sprintf "%.17g", $_ } @F'; }
	is 'mex: results are those of eval' "$(echo "$state" | "$RIGIDC" eval examples/ur5.rig -f fk:tool0 $quick | digits)" \
	    "$(octave_in "[R, p] = ur5('fk_tool0', [$state]); printf('%.17g ', [R'(:); p])" | digits)"
	said() { octave_in "q = reshape(1:18, 6, 3) / 10; try, $1, catch e, disp(e.message), end"; }
	is 'mex: states are columns' '6 3' "$(said "disp(num2str(size(ur5('rnea', q, q, zeros(6, 1)))))" | tr -s ' ')"
	is 'mex: each as alone' 0 "$(said "a = ur5('crba', q); disp(any(any(a(:, :, 2) != ur5('crba', q(:, 2)))))")"
	refuses_call() {
		ok "mex: $1" sh -c 'echo "$1" | grep -q "$2"' sh "$(said "$2")" "$3"
	}
	refuses_call 'an unknown function' "ur5('nope')" "there is no function 'nope'"
	refuses_call 'no name' "ur5(3)" 'the name of a function'
	refuses_call 'too few arguments' "ur5('rnea', q)" "'rnea' takes 3 arguments"
	refuses_call 'a wrong size' "ur5('rnea', 1, 2, 3)" "'q' has 6 numbers"
	refuses_call 'other numbers of states' "ur5('rnea', q, q(:, 1:2), q)" "'qd' has 2 states, arguments before it 3"
	refuses_call 'single numbers' "ur5('crba', single(q))" "'q' takes real numbers"
	refuses_call 'too many results' "[a, b] = ur5('crba', q)" "'crba' has 1 result"
	package mex examples/ur5.rig $quick -f gravity --parametrize=gravity
	ok 'mex: with parameters' follow "$SCRATCH/mex" Build
	ok 'mex: its example' example
	is 'mex: values of parameters' 0 "$(said "disp(any(ur5('gravity', q(:, 1), [0 0 0])))")"
	is 'mex: or their default ones' 0 "$(said "disp(any(ur5('gravity', q(:, 1), [0 0 -9.81]) != ur5('gravity', q(:, 1))))")"
	refuses_call 'other parameters' "ur5('gravity', q(:, 1), 1)" "'params' has 3 numbers"
else
	skip 'mex: in Octave' 'mkoctfile is not here: make deps-packages'
fi

# --- Simulink ---

package simulink examples/ur5.rig $quick -f rnea,fk:tool0
if present octave-cli; then
	octave-cli --no-init-file --eval "addpath $HOSTS/simulink; addpath $SCRATCH/simulink; ur5_simulink; ur5_simulink('mine'); show_blocks" \
	    >"$SCRATCH/out" 2>"$SCRATCH/err"
	is 'simulink: what the script makes' "model ur5_blocks
ur5_blocks: SimParseCustomCode SimCustomHeaderCode SimUserIncludeDirs SimUserSources RTWUseSimCustomCode
mine: SimParseCustomCode SimCustomHeaderCode SimUserIncludeDirs SimUserSources RTWUseSimCustomCode
ur5_blocks/ur5_rnea (ur5_rnea): Input q[6] Input qd[6] Input qdd[6] Output tau[6]
ur5_blocks/ur5_fk_tool0 (ur5_fk_tool0): Input q[6] Output R[9] Output p[3]
mine/ur5_rnea (ur5_rnea): Input q[6] Input qd[6] Input qdd[6] Output tau[6]
mine/ur5_fk_tool0 (ur5_fk_tool0): Input q[6] Output R[9] Output p[3]" "$(cat "$SCRATCH/out")"
else
	skip 'simulink: what the script makes' 'octave is not here: make deps-packages'
fi
finish
