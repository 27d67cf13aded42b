#!/bin/sh
# rigidc package: what each kind writes is built by the commands of its README, from an empty folder, as far as this machine has
# what that takes; for build systems that it has not, something stands in hosts/, and manifests are held against the rules of
# their registries. `make check-packages` does more.
. tests/tap.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/cli/fail.sh
. tests/c/standing.sh

kinds=$("$RIGIDC" --list=packages | sed 's/ .*//')
model=examples/ur5.rig
quick='--search=none'

# --- all kinds ---

# optimised are the units that fmi_test.sh builds
unoptimised_cc "$SCRATCH/tools"

for kind in $kinds; do
	asked=rnea,gravity,fk:tool0 test=--self-test
	case $kind in acados) asked=fd ;; npm) test= ;; esac
	case $kind in fmi*) long || export CC="$SCRATCH/tools/cc" ;; *) unset CC ;; esac
	package $kind $model $quick -f $asked $test
	is "$kind: no mark is left" '' "$(grep -rlE '@[A-Z_]+@' "$SCRATCH/$kind")"
	is "$kind: no place of this machine" '' "$(grep -rl -e "$SCRATCH" -e "$PWD" "$SCRATCH/$kind")"
	case $kind in fmi*) inside=documentation/ ;; *) inside= ;; esac
	ok "$kind: the model is a copy" cmp $model "$SCRATCH/$kind/${inside}model/ur5.rig"
	"$RIGIDC" package $model --for=$kind $quick -f $asked $test -o "$SCRATCH/twice"
	ok "$kind: the same once more" diff -r "$SCRATCH/$kind" "$SCRATCH/twice"
	rm -rf "$SCRATCH/twice"
	# a unit has no README: fmi_test.sh follows its documentation
	[ "$inside" ] || ok "$kind: its README makes the C again" again "$SCRATCH/$kind"
	case $kind in
	platformio | arduino | esp-idf | zephyr | ros2) ok "$kind: its manifest" $python tests/packages/manifest.py $kind "$SCRATCH/$kind" ;;
	esac
done

unset CC

# --- CMake ---

if present cmake; then
	ok 'cmake: as its README says' follow "$SCRATCH/cmake" Build
	ok 'cmake: the C was made from the model' cmp "$SCRATCH/cmake/src/ur5.c" "$SCRATCH/cmake/build/ur5_rigidc/src/ur5.c"
	ok 'cmake: optimized, where nothing is said' grep -q -e '-O[23]' "$SCRATCH/cmake/build/CMakeFiles/ur5.dir/flags.make"
	cmake -S "$SCRATCH/cmake" -B "$SCRATCH/cmake/debug" -DCMAKE_BUILD_TYPE=Debug >"$SCRATCH/out"
	is 'cmake: or as it is said' 0 "$(grep -c -e '-O[23]' "$SCRATCH/cmake/debug/CMakeFiles/ur5.dir/flags.make")"
	ok 'cmake: and is all that is needed' cmake --build "$SCRATCH/cmake/build"
	is 'cmake: nothing is made twice' '' "$(grep 'rigidc: ur5' "$SCRATCH/.out")"
	sed -i 's/8\.393 kg/8.5 kg/' "$SCRATCH/cmake/model/ur5.rig"
	is 'cmake: the model changed' 1 "$(diff $model "$SCRATCH/cmake/model/ur5.rig" | grep -c '^>')"
	ok 'cmake: it is built again' cmake --build "$SCRATCH/cmake/build"
	exits 'cmake: and is not what it was' 1 "$SCRATCH/cmake/build/ur5_example"
	mkdir "$SCRATCH/user"
	cat >"$SCRATCH/user/CMakeLists.txt" <<-'END'
		cmake_minimum_required(VERSION 3.21)
		project(user LANGUAGES C)
		if(FOLDER)
		  add_subdirectory(${FOLDER} ur5)
		else()
		  find_package(ur5 0.1 REQUIRED)
		endif()
		add_executable(user user.c)
		target_link_libraries(user PRIVATE ur5::ur5)
	END
	cat >"$SCRATCH/user/user.c" <<-'END'
		#include <ur5.h>
		int main(void)
		{
			const double q[UR5_NQ] = { 0 };
			double g[UR5_NV];
			ur5_gravity(q, g);
			return !(g[UR5_V_shoulder_lift_joint] < -1);
		}
	END
	user() {
		rm -rf "$SCRATCH/user/build"
		cmake -S "$SCRATCH/user" -B "$SCRATCH/user/build" "$@" && cmake --build "$SCRATCH/user/build" && "$SCRATCH/user/build/user"
	}
	"$RIGIDC" compile $model $quick -f rnea,gravity,fk:tool0 -o "$SCRATCH/ur5.hpp"
	ok 'cmake: the header for Eigen is that of compile' cmp "$SCRATCH/ur5.hpp" "$SCRATCH/cmake/src/ur5.hpp"
	cat >"$SCRATCH/eigen.cpp" <<-'END'
		#include <ur5.hpp>
		int main()
		{
			const Eigen::Matrix<double, UR5_NQ, 1> q = Eigen::Matrix<double, UR5_NQ, 1>::Zero();
			return !(ur5_gravity(q)[UR5_V_shoulder_lift_joint] < -1);
		}
	END
	eigen() { g++ -std=c++17 -isystem /usr/include/eigen3 -I"$1" "$SCRATCH/eigen.cpp" -o "$SCRATCH/eigen" && "$SCRATCH/eigen"; }
	if [ -d /usr/include/eigen3 ]; then
		ok 'cmake: a user of Eigen' eigen "$SCRATCH/cmake/build/installed/include"
		ok 'cmake: with the header that came along' eigen "$SCRATCH/cmake/src"
	else
		skip 'cmake: a user of Eigen' 'Eigen is not here: libeigen3-dev'
	fi
	ok 'cmake: a user finds it installed' user -DCMAKE_PREFIX_PATH="$SCRATCH/cmake/build/installed"
	ok 'cmake: or has the folder, without rigidc' user -DFOLDER="$SCRATCH/cmake" -DUR5_REGENERATE=OFF
	ok 'cmake: then it is the C that came along' test ! -e "$SCRATCH/user/build/ur5/ur5_rigidc"

	built() { # FOLDER BUILD OPTION...
		cmake -S "$1" -B "$2" "$3" && cmake --build "$2" && right "$2/app"
	}
	ok 'zephyr: the sample on the host' built "$SCRATCH/zephyr/samples/ur5" "$SCRATCH/zephyr/build" -DZephyr_DIR="$HOSTS/zephyr"
	IDF_PATH=$HOSTS/esp-idf
	export IDF_PATH
	ok 'esp-idf: the example on the host' built "$SCRATCH/esp-idf/examples/ur5" "$SCRATCH/esp-idf/build" -DUR5_REGENERATE=OFF
else
	skip 'cmake, zephyr, esp-idf: built' 'cmake is not here'
fi

# --- the others ---

ok 'platformio: as its README says' follow "$SCRATCH/platformio" Build
sketch() {
	gcc $c_flags -c "$SCRATCH/arduino/src/ur5.c" -o "$SCRATCH/sketch.o" &&
	    g++ $cxx_flags -I"$HOSTS/arduino" -I"$SCRATCH/arduino/src" -I"$SCRATCH/arduino/examples/ur5" -DSKETCH='"ur5.ino"' \
	        "$HOSTS/arduino/start.cpp" "$SCRATCH/sketch.o" -lm -o "$SCRATCH/sketch" && right "$SCRATCH/sketch"
}
ok 'arduino: the sketch on the host' sketch
ok 'simulink: its C' cc $c_flags -fsyntax-only "$SCRATCH/simulink/src/ur5.c"
is 'simulink: a block of each function, its arguments in order' "    'ur5_rnea', {'q', 'Input', 6; 'qd', 'Input', 6; 'qdd', 'Input', 6; 'tau', 'Output', 6}
    'ur5_gravity', {'q', 'Input', 6; 'g', 'Output', 6}
    'ur5_fk_tool0', {'q', 'Input', 6; 'R', 'Output', 9; 'p', 'Output', 3}" "$(grep "^    'ur5_" "$SCRATCH/simulink/ur5_simulink.m")"

ok 'mex: its C' gcc $c_flags -fsyntax-only -I"$HOSTS/mex" "$SCRATCH/mex/ur5.c"

# The controller at rest holds the arm; with stiffness and damping it is inverse dynamics of what they ask for.
controller() {
	g++ -std=c++17 -Wall -Wextra -Werror -I"$HOSTS/ros2" -I"$SCRATCH/ros2/include" "$SCRATCH/ros2/src/controller.cpp" \
	    "$HOSTS/ros2/start.cpp" -o "$SCRATCH/controller"
}
ok 'ros2: the controller on the host' controller
joints='shoulder_pan_joint shoulder_lift_joint elbow_joint wrist_1_joint wrist_2_joint wrist_3_joint'
# alike WANTED FOUND: numbers, to 1e-9
alike() {
	perl -e 'my ($a, $b) = map { [split] } @ARGV;
		exit 1 if @$a != @$b || !@$a || grep { abs($a->[$_] - $b->[$_]) > 1e-9 } 0 .. $#$a' -- "$1" "$2"
}
# efforts PARAMETER... <STATES
efforts() { "$SCRATCH/controller" "$@" | tee "$SCRATCH/names" | sed -n 's,.*/effort ,,p'; }
start='0.1 0  -1.2 0  1.4 0  -0.5 0  0.3 0  0.2 0'
held=$(printf '%s\n' "$start" "$start" | efforts)
is 'ros2: position and velocity of each joint' "$(for j in $joints; do printf '%s\n' $j/position $j/velocity; done)" \
    "$(head -n 12 "$SCRATCH/names")"
ok 'ros2: it holds the arm against gravity' alike "$(echo '0.1 -1.2 1.4 -0.5 0.3 0.2' | "$RIGIDC" eval $model -f gravity)" "$held"
moved=$(printf '%s\n' "$start" '0.2 0.1  -1 0.2  1.4 0  -0.5 -0.1  0.3 0  0.2 0' | efforts stiffness 25 damping 4)
ok 'ros2: stiffness and damping' alike "$(echo '0.2 -1 1.4 -0.5 0.3 0.2  0.1 0.2 0 -0.1 0 0  -2.9 -5.8 0 0.4 0 0' |
    "$RIGIDC" eval $model -f rnea)" "$moved"

# Parameters of the model are parameters of the node.
package ros2 examples/ur5.rig $quick -f rnea --parametrize=payload:tool0,gravity
ok 'ros2: the controller with parameters' controller
ok 'ros2: usual values' alike "$held" "$(printf '%s\n' "$start" "$start" | efforts)"
loaded=$(printf '%s\n' "$start" "$start" | efforts param.tool0_payload_mass 3 param.tool0_payload_com.z 0.1 param.gravity.z -1.62)
ok 'ros2: values of the node' alike "$(echo '0.1 -1.2 1.4 -0.5 0.3 0.2' | "$RIGIDC" eval examples/ur5.rig -f gravity --parametrize=payload:tool0,gravity \
    --param tool0_payload_mass=3 --param 'tool0_payload_com=(0, 0, 0.1)' --param 'gravity=(0, 0, -1.62)')" "$loaded"
is 'ros2: its file has them as double' '    param.tool0_payload_mass: 0.0' "$(grep payload_mass "$SCRATCH"/ros2/config/*.yaml)"

# --- options and names ---

# example MODEL OPTION...: the C and the example as strictly as generated C, in C and C++, and run
example() {
	package platformio "$@"
	example_folder=$(echo "$SCRATCH"/platformio/examples/*/src)
	case "$*" in *--real=float*) example_more=$float_flags ;; *) example_more= ;; esac
	example_build() {
		gcc -O1 $c_flags $example_more -I"$SCRATCH/platformio/src" -I"$example_folder" "$example_folder/main.c" \
		    "$SCRATCH"/platformio/src/*.c -lm -o "$SCRATCH/example" && right "$SCRATCH/example" &&
		    g++ -x c++ $cxx_flags -fsyntax-only -I"$SCRATCH/platformio/src" "$example_folder/main.c"
	}
	ok "its example" example_build
}
example examples/solo12.rig $quick --real=float -f rnea,crba
example examples/solo12.rig $quick --wrench=all -f fd,rnea,energy
example examples/solo12.rig $quick --sincos=given -f 'dyn=crba+bias'
example examples/solo12.rig $quick --zeros=once -f crba,jac:FL_FOOT --self-test
example examples/solo12.rig $quick --real=float --size=on --fma -f rnea,crba --self-test
ok 'the example runs the self-test' grep -q '^self_test  *0$' "$SCRATCH/said"
example examples/solo12.rig $quick --matrix=packed-sparse -f crba,base_regressor
example examples/solo12.rig $quick --parametrize=gravity,body:base_link --real=float -f rnea
cat >"$SCRATCH/nowhere.rig" <<-'END'
	model nowhere
	body a on world { joint ja : prismatic(z) { passive 1 N * log(-(1.5 + ja / (1 m))) }; mass 1 kg }
	body b on a { joint jb : prismatic(z) { passive -1 N * exp(1e4 * (2 + jb / (1 m))) }; mass 1 kg }
	body c on b { joint jc : prismatic(z); mass 1 kg }
END
for option in '' --real=float; do
	example "$SCRATCH/nowhere.rig" $quick $option -f rnea
	ok 'NaN and infinity are wanted' sh -c 'cat "$1"/platformio/examples/*/src/*.h | grep "wanted_tau\[3\] = { .*NAN, -*HUGE_VAL"' sh "$SCRATCH"
done
example examples/scara.rig $quick --lock 'lift=-10 mm' --prefix 'odd "name' -W no-digit-prefix
package cargo examples/knee.rig $quick --real=float --parametrize=inertial --batch=2
ok 'cargo: its C' cc $c_flags -Wno-psabi -fsyntax-only "$SCRATCH/cargo/c/knee.c"
is 'cargo: its README calls a function as the first test does' \
    "$(awk '/gives_what_it_gave/ { inside = 1; next } inside { sub(/^ */, ""); print } / = knee::rnea/ { exit }' "$SCRATCH/cargo/tests/values.rs")" \
    "$(sed -n '/^```rust/,/^```$/p' "$SCRATCH/cargo/README.md" | sed '/```/d')"
package cargo examples/iiwa14.rig $quick -f gravity
is 'cargo: the limits of the C' "$(sed -n 's/HUGE_VAL/f64::INFINITY/g; s/^#define IIWA14_\(LIMIT_[A-Z]*\) { \(.*\) }$/\1 \2/p' "$SCRATCH/cargo/c/iiwa14.h")" \
    "$(sed -n 's/^pub const \(LIMIT_[A-Z]*\): .* = \[\(.*\)\];$/\1 \2/p' "$SCRATCH/cargo/src/lib.rs")"

# named KIND PREFIX NAME: the package has that name, which is said where it is another
named() {
	rm -rf "$SCRATCH/named"
	"$RIGIDC" package $model $quick -f rnea --for=$1 --prefix="$2" -o "$SCRATCH/named" 2>"$SCRATCH/err"
	is "$1 of '$2'" "# $3 for" "$(sed -n '1s/\(# .* for\) .*/\1/p' "$SCRATCH/named/README.md")"
	test "$2" = "$3" || ok 'that is said' grep -q "^rigidc: the package is called '$3'" "$SCRATCH/err"
}
named cmake Arm_2 Arm_2
named cmake test robot_test
named cargo Arm__2_ arm_2
named cargo match robot_match
named ros2 _x robot_x
named esp-idf main robot_main
named platformio "$(printf '%060d' 7)" "robot_$(printf '%044d' 0)"

cat >"$SCRATCH/my arm's.urdf" <<'END'
<robot name="my arm"><link name="a"/><link name="b"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/><limit effort="1" velocity="1"/>
<dynamics damping="0.5"/></joint></robot>
END
package cmake "$SCRATCH/my arm's.urdf" --keep=damping --gravity '(0, 0, -1.62)' -W no-massless-tip
ok 'a URDF with a name that is none of a file in CMake' cmp "$SCRATCH/my arm's.urdf" "$SCRATCH/cmake/model/my_x20arm.urdf"
ok 'options with blanks: made again' again "$SCRATCH/cmake"
exits 'a folder with files' 2 "$RIGIDC" package $model --for=cmake $quick -o examples
ok 'and what to do' grep -q 'Directory not empty; name a new folder' "$SCRATCH/err"
package arduino $model $quick -f gravity -f crba
ok '-f twice: made again' again "$SCRATCH/arduino"
if present cmake; then
	ok 'options with blanks: built' follow "$SCRATCH/cmake" Build
	ok 'options with blanks: the same C' cmp "$SCRATCH/cmake/src/my_x20arm.c" "$SCRATCH/cmake/build/my_x20arm_rigidc/src/my_x20arm.c"
fi
# functions of phases, whose forces are arguments, and contacts of options
package cmake $standing_model $quick -f $(long && echo $standing_functions || echo step=fd:stand+lambda:stand,jac:stand),lambda:added --contact 'added=hand:line(x)' --self-test
ok 'phases: made again' again "$SCRATCH/cmake"
if present cmake; then
	ok 'phases: built' follow "$SCRATCH/cmake" Build
	ok 'phases: the same C' cmp "$SCRATCH/cmake/src/standing.c" "$SCRATCH/cmake/build/standing_rigidc/src/standing.c"
fi
package arduino $standing_model $quick -f $standing_functions --real=float
ok 'phases: the C of a sketch' cc $c_flags -c "$SCRATCH/arduino/src/standing.c" -o "$SCRATCH/sketch.o"
package simulink $standing_model $quick -f rnea:lean,lambda:stand
is 'phases: blocks' "    'standing_rnea_lean', {'q', 'Input', 17; 'qd', 'Input', 15; 'qdd', 'Input', 15; 'lambda', 'Input', 4; 'tau', 'Output', 15}
    'standing_lambda_stand', {'q', 'Input', 17; 'qd', 'Input', 15; 'tau', 'Input', 15; 'lambda', 'Output', 6}" \
    "$(grep "^    'standing_" "$SCRATCH/simulink/standing_simulink.m")"
if present rustc; then
	package cargo $standing_model $quick -f $standing_functions
	ok 'phases: the Rust' rustc --edition 2021 --crate-type lib -D warnings -o "$SCRATCH/standing.rlib" "$SCRATCH/cargo/src/lib.rs"
	package cargo examples/ur5.rig $quick -f rnea,jac:tool0 --batch=2 --zeros=once
	ok 'zeros of many states: the Rust' rustc --edition 2021 --crate-type lib -D warnings -o "$SCRATCH/ur5.rlib" "$SCRATCH/cargo/src/lib.rs"
	is 'zeros of many states: where there are zeros' 'jac_tool0_batch_init' \
	    "$(sed -n 's/^pub fn \(.*_init\)(.*/\1/p' "$SCRATCH/cargo/src/lib.rs")"
fi
# a model of several files: some beside it, some in a folder of -I
mkdir -p "$SCRATCH/robot/hands" "$SCRATCH/shared feet"
cat >"$SCRATCH/robot/robot.rig" <<'END'
model robot
include "legs.rig"
include "hands/hand.rig"
include "hands/../legs.rig"
use leg() as left on world at (0, 100 mm, 0)
use hand() as hand on left.hip
END
cat >"$SCRATCH/robot/legs.rig" <<'END'
include "foot.rig"
part leg() {
  body hip on root { joint : revolute(y); mass 2 kg; com (0, 0, -0.1); inertia diag(1, 1, 1) g m^2 }
  use foot() as foot on hip at (0, 0, -0.2)
}
END
echo 'include "finger.rig"
part hand() { use finger() as thumb on root }' >"$SCRATCH/robot/hands/hand.rig"
echo 'part finger() { body link on root { joint : revolute(x); mass 0.1; com (0, 0, 0.02); inertia diag(1, 1, 1) g mm^2 } }' \
    >"$SCRATCH/robot/hands/finger.rig"
echo 'part foot() { body sole on root { joint : fixed; mass 0.3 kg } }' >"$SCRATCH/shared feet/foot.rig"
several() { # MODEL -I
	package cmake "$1" -I "$2" $quick
	is 'files that are included are there' 'hands/finger.rig hands/hand.rig include1/foot.rig legs.rig robot.rig' \
	    "$(cd "$SCRATCH/cmake/model" && find . -type f | sed 's,./,,' | sort | xargs)"
	mv "$SCRATCH/robot" "$SCRATCH/shared feet" "$SCRATCH/full"
	ok 'nothing else is read: made again' again "$SCRATCH/cmake"
	if present cmake; then
		ok 'nothing else is read: built' follow "$SCRATCH/cmake" Build
		sed -i 's/0.3 kg/0.4 kg/' "$SCRATCH/cmake/model/include1/foot.rig"
		ok 'a file that is included changes' cmake --build "$SCRATCH/cmake/build"
		is 'and the C is made again' 1 "$(grep -c 'rigidc: robot' "$SCRATCH/.out")"
	fi
	mv "$SCRATCH/full/robot" "$SCRATCH/full/shared feet" "$SCRATCH"
}
mkdir "$SCRATCH/full"
several "$SCRATCH/robot/robot.rig" "$SCRATCH/shared feet"
root=$PWD
cd "$SCRATCH/robot" || exit 1
several robot.rig '../shared feet'
cd "$root" || exit 1
package arduino "$SCRATCH/robot/robot.rig" -I "$SCRATCH" -I "$SCRATCH/robot/hands" -I "$SCRATCH/shared feet" $quick
ok 'folders in the folder of the model' again "$SCRATCH/arduino"
is 'have their places there' ' --include=model/include1 --include=model/hands --include=model/include3' \
    "$(sed -n '/^rigidc compile/s/.*robot.rig\(.*include3\).*/\1/p' "$SCRATCH/arduino/README.md")"
rm -rf "$SCRATCH/piped"
ok 'a model from standard input' sh -c '"$1" package - --for=arduino --search=none -o "$2" <"$3"' sh "$RIGIDC" "$SCRATCH/piped" $model
ok 'and its copy' cmp $model "$SCRATCH/piped/model/ur5.rig"

# --- what is refused, with nothing written ---

# refuses NAME CODE TEXT OPTION...
refuses() {
	refused_name=$1 refused_text=$3
	exits "$1" "$2" "$RIGIDC" package $model $quick -o "$SCRATCH/none" "$4" ${5+"$5"} ${6+"$6"} ${7+"$7"}
	ok "$refused_name: it says so" grep -q -e "$refused_text" "$SCRATCH/err"
	ok "$refused_name: there is nothing" test ! -e "$SCRATCH/none"
}
refuses 'no kind' 2 'needs --for=KIND' -fgravity
refuses 'an unknown kind' 2 "not 'cargoo'; did you mean 'cargo'?" --for=cargoo
refuses 'an unknown function' 1 'unknown-output' --for=cmake -f nothing
refuses 'no folder to be in' 2 'No such file' --for=cmake -fgravity -o "$SCRATCH/no/where"
refuses 'standard output' 2 'writes a folder' --for=cmake -o -
refuses 'a controller without rnea' 2 'calls rnea' --for=ros2 -fgravity
refuses 'a controller of wrenches' 2 'has no values' --for=ros2 --wrench=wrist_3_link
refuses 'a self-test of bits that nobody promises' 2 'no --self-test of --sincos=libm' --for=cmake --self-test --sincos=libm
refuses 'floats in MATLAB' 2 'numbers of MATLAB are double' --for=mex --real=float
refuses 'packed matrices in MATLAB' 2 'no --matrix' --for=mex --matrix=packed
refuses 'given sines in MATLAB' 2 'no --sincos=given' --for=mex --sincos=given
refuses 'blocks with parameters' 2 'C Caller' --for=simulink --parametrize=gravity
printf 'model broken\nbody a on world { joint j : revolute(w) mass 1 kg }\n' >"$SCRATCH/broken.rig"
exits 'a model with errors' 1 "$RIGIDC" package "$SCRATCH/broken.rig" --for=cmake -o "$SCRATCH/none"
ok 'a model with errors: nothing' test ! -e "$SCRATCH/none"
exits 'a controller of a body that is free' 2 "$RIGIDC" package examples/solo12.rig $quick --for=ros2 -o "$SCRATCH/none"
mkdir "$SCRATCH/empty"
touch "$SCRATCH/full/.kept"
exits 'a folder that has a file' 2 "$RIGIDC" package $model --for=cmake -o "$SCRATCH/full"
is 'a folder that has a file: it is as it was' .kept "$(ls -A "$SCRATCH/full")"
exits 'a file' 2 "$RIGIDC" package $model --for=cmake -o "$SCRATCH/broken.rig"
ok 'an empty folder that one is in' sh -c 'cd "$1" && "$2" package "$3" --search=none --for=cmake -o . && test -e README.md' sh \
    "$SCRATCH/empty" "$RIGIDC" "$PWD/$model"
chmod 500 "$SCRATCH/full"
test -w "$SCRATCH/full" || exits 'a folder that cannot be written' 2 "$RIGIDC" package $model --for=cmake -o "$SCRATCH/full/x"
chmod 700 "$SCRATCH/full"
is 'nothing is left beside' '' "$(find "$SCRATCH" -name '*.tmp')"

# faults KIND: each allocation or write fails in turn, of very many some; prints where then there is half of a folder, or no word
faults() {
	LD_PRELOAD=$SCRATCH/fail.so FAIL=$1 FAIL_COUNT=$SCRATCH/count "$RIGIDC" package $model -O0 $quick -f gravity --for=cmake \
	    -o "$SCRATCH/faulty"
	rm -rf "$SCRATCH/faulty"
	faults_n=1 faults_count=$(cat "$SCRATCH/count")
	while [ $faults_n -le "$faults_count" ]; do
		LD_PRELOAD=$SCRATCH/fail.so FAIL=$1 FAIL_AT=$faults_n "$RIGIDC" package $model -O0 $quick -f gravity --for=cmake \
		    -o "$SCRATCH/faulty" 2>"$SCRATCH/err"
		case $? in
		0) diff -r "$SCRATCH/faultless" "$SCRATCH/faulty" >/dev/null || echo "$faults_n: another folder" ;;
		2)
			test ! -e "$SCRATCH/faulty" || echo "$faults_n: there is a folder"
			grep -q '^rigidc: \(out of memory\|cannot write\)' "$SCRATCH/err" || echo "$faults_n: $(cat "$SCRATCH/err")" ;;
		*) echo "$faults_n: $(cat "$SCRATCH/err")" ;;
		esac
		rm -rf "$SCRATCH/faulty"
		faults_n=$((faults_n + 1 + faults_count / 50))
	done
}
if fail_builds; then
	"$RIGIDC" package $model -O0 $quick -f gravity --for=cmake -o "$SCRATCH/faultless"
	is 'no memory' '' "$(faults allocation)"
	is 'no room' '' "$(faults write)"
	is 'nothing is left beside then' '' "$(find "$SCRATCH" -name '*.tmp')"
else
	skip 'memory and writes that fail' 'malloc cannot be replaced here'
fi

# --- compile -MD ---

mkdir "$SCRATCH/a b"
ok '-MD' "$RIGIDC" compile $model $quick -f gravity -MD -o "$SCRATCH/a b/ur5.c"
is '-MD: what make reads' "made $SCRATCH/a b/ur5.c of $model" "$(printf 'include %s\n.DEFAULT_GOAL := all\nall: %s\n%s:\n\t@echo "made $@ of $<"\n' \
    "$(echo "$SCRATCH/a b/ur5.c.d" | sed 's/ /\\ /')" "$(echo "$SCRATCH/a b/ur5.c" | sed 's/ /\\ /')" \
    "$(echo "$SCRATCH/a b/ur5.c" | sed 's/ /\\ /')" | make -s -B -f - 2>&1)"
exits '-MD without a file' 2 "$RIGIDC" compile $model -MD
exits '-MF' 2 "$RIGIDC" compile $model -MF -o "$SCRATCH/x.h"
finish
