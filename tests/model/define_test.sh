#!/bin/sh
# -D of a parameter: the model is the same as one where the parameter is a constant, with all its messages and all its code.
# Its values have other elements than before, and some models have no parameter left.
. tests/tap.sh

# compiled FILE [OPTION...]: C and messages, without the lines that name the options or the text
compiled() {
	(cd "$SCRATCH" && "$RIGIDC" compile "$@" -f fd,rnea --search=none 2>&1) | grep -v '^ \* Made with\|_HASH\|_CODE'
}

# same TITLE NAME VALUE: the model on standard input with -D NAME=VALUE, and with a constant in place of the parameter.
same() {
	cat >"$SCRATCH/model.rig"
	compiled model.rig -D "$2=$3" >"$SCRATCH/defined"
	exits "$1: check" 0 "$RIGIDC" check "$SCRATCH/model.rig" -D "$2=$3"
	sed -i "s/^param $2\b[^=]*=.*/const $2 = $3/" "$SCRATCH/model.rig"
	compiled model.rig >"$SCRATCH/constant"
	ok "$1: there is code" grep -q _fd "$SCRATCH/constant"
	ok "$1: the code is that of a constant" cmp "$SCRATCH/constant" "$SCRATCH/defined"
}

engine='body crank on world { joint shaft : revolute(y); mass 3; inertia diag(2, 3, 3) g m^2; frame pin0 at (r, 0, 0) }
body rod on pin0 { joint big_end : revolute(y); mass 0.6; inertia diag(0.2, 2, 2) g m^2; frame small_end at (0.16, 0, 0) }
body piston on world { joint bore : prismatic(x); mass 0.4 }
pose top { shaft = 0; big_end = 0; bore = 0.21 }
loop pin : revolute(y) from small_end to piston { solve big_end, bore at top }'

same 'the only parameter, with a closed form' r '0.05 m' <<END
model engine
param r: m = 0.05
$engine
END
same 'the first of two, with a closed form' r '0.04 m' <<END
model engine
param r: m = 0.05
param drag: N m s = 0.1
$engine
body load on crank at (0, drag / (1 N s), 0) { joint : fixed; mass 1; inertia diag(1, 1, 1) g m^2 }
END
same 'the first of two' p '2 kg' <<'END'
model m
param p = 0 kg
param c = 1 m
const twice = 2 * c
function arm(x) = x * twice
body a on world { joint j : revolute(y); mass p; com (arm(1), 0, 0); inertia diag(1, 1, 1) }
END
same 'a matrix before a number' inner 'diag(1, 2, 3) kg m^2' <<'END'
model m
param inner = diag(1, 1, 1) kg m^2
param c = 1 m
function lift(x) = c * x^2 / (1 rad)^2
body a on world { joint j : revolute(y); mass 1; com (c, 0, 0); inertia inner }
body b on a { joint k : prismatic(z) = lift(j); mass 1; inertia inner }
END
exits 'an example: check' 0 "$RIGIDC" check examples/scara.rig -D 'payload=1 kg'
exits 'an example: fd' 0 "$RIGIDC" compile examples/scara.rig -D 'payload=1 kg' -f fd --search=none

finish
