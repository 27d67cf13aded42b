#!/bin/sh
# More of what package_test.sh does, for `make check-packages`: every example in every kind, what functions and options there are in
# C, for an ARM microcontroller where its compiler is here, and in Rust.
. tests/tap.sh
. tests/c/compilers.sh
. tests/packages/packages.sh

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
	crate examples/ur5.rig $quick -f "$("$RIGIDC" --list=functions | sed 's/ .*//; s/:FRAME/:tool0/; /param_jacobian/d' | paste -s -d , -)"
	crate examples/solo12.rig $quick --real=float --params=gravity --batch=4 -f rnea,param_jacobian
	crate examples/solo12.rig $quick --sincos=given --batch=2 -f dyn=crba+bias,rnea
	crate examples/solo12.rig $quick --sincos=libm --sparse --packed -f crba,base_regressor
	crate examples/solo12.rig $quick --zeros=once --wrench=all -f fd,rnea,crba,jac:FL_FOOT
	crate examples/ur5.rig $quick --prefix Self -f self=crba+rnea,match=fk:tool0,q=rnea
else
	skip 'crates' 'Debian has cargo and the crate cc: make deps-packages'
fi
finish
