#!/bin/sh
# The modules for JavaScript and NumPy: every function of examples for 32 states against the C; JavaScript to the
# bit, NumPy to 1e-12. What they say besides: names, limits, poses, parameters, odd names, and options that are of C.
# With RIGIDC_LEVEL=long 256 states and all examples.
#   RIGIDC_SEED=1 sh tests/module/module_test.sh
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/chain.sh

seed=${RIGIDC_SEED:-1} states=$(by_level 8 32 256)
echo "# RIGIDC_SEED=$seed"
python=/usr/bin/python3
present node && has_node=yes || has_node=
$python -c 'import numpy' 2>/dev/null && has_numpy=yes || has_numpy=

# functions MODEL OPTIONS...: all that there are, of frames those of the last body
functions() {
	last=$("$RIGIDC" info "$@" -f rnea --json 2>/dev/null | perl -MJSON::PP -0777 -ne 'print decode_json($_)->{joints}[-1]{child}')
	"$RIGIDC" --list=functions | sed "s/ .*//; s/:FRAME/:$last/" | tr '\n' , | sed 's/,$//'
}

# generate NAME MODEL OPTIONS...: C, both modules, and what they hold
generate() {
	name=$1
	shift
	mkdir -p "$SCRATCH/$name"
	all=${only:-$(functions "$@")}
	for file in $name.h $name.mjs $name.py; do
		"$RIGIDC" compile "$@" -f "$all" --prefix=$name -o "$SCRATCH/$name/$file" || return 1
	done
	"$RIGIDC" info "$@" -f "$all" --json >"$SCRATCH/$name/info.json"
}

# called NAME: the states of each function and what C makes of them
called() {
	perl tests/c/call_functions.pl double "$1=$1.h=$SCRATCH/$1/info.json" >"$SCRATCH/$1/call.c" &&
	cc -O0 -I"$SCRATCH/$1" -o "$SCRATCH/$1/call" "$SCRATCH/$1/call.c" -lm || return 1
	perl tests/c/states.pl "$SCRATCH/$1/info.json" all $states $seed "$SCRATCH/$1/of" || return 1
	for file in "$SCRATCH/$1"/of.*.in; do
		function=${file#"$SCRATCH/$1/of."}
		function=${function%.in}
		entry=$1_$(echo "$function" | tr : _)
		"$SCRATCH/$1/call" $entry full <"$file" >"$SCRATCH/$1/$function.in" &&
		"$SCRATCH/$1/call" $entry <"$file" >"$SCRATCH/$1/$function.out" || return 1
	done
}

# same NAME MODEL OPTIONS...
same() {
	ok "$1: generate" generate "$@"
	ok "$1: the C is called" called "$1"
	if [ "$has_node" ]; then
		ok "$1: JavaScript is C to the bit" node tests/module/compare.mjs "$SCRATCH/$1/$1.mjs" "$SCRATCH/$1/info.json" $1 "$SCRATCH/$1"
	else
		skip "$1: JavaScript is C to the bit" "no node"
	fi
	if [ "$has_numpy" ]; then
		ok "$1: NumPy is C to 1e-12" $python tests/module/compare.py "$SCRATCH/$1/$1.py" "$SCRATCH/$1/info.json" $1 "$SCRATCH/$1"
		[ "${RIGIDC_SHOW:-}" ] && sed 's/^/# /' "$SCRATCH/.out"
	else
		skip "$1: NumPy is C to 1e-12" "no numpy"
	fi
}

for model in examples/*.rig; do
	! left_out "$(basename "$model" .rig)" || continue
	same "$(basename "$model" .rig)" "$model" --search=none
done
same searched examples/double_pendulum.rig
same textbook examples/ur5.rig -O0
same packed examples/ur5.rig --search=none --packed
same given examples/ur5.rig --search=none --sincos=given
same libm examples/ur5.rig --search=none --sincos=libm
same pushed examples/puma560.rig --search=none --wrench=all
same inertial examples/ur5.rig --search=none --params=inertial,geometry,gravity
same floating examples/solo12.rig --search=none --lock FL_HAA=0.3 --params=payload:base_link
chain >"$SCRATCH/chain.rig"
only=rnea,reaction
same chain "$SCRATCH/chain.rig" --search=none
only=
ok 'chain: in pieces' grep -q '^function chain_rnea_piece2(' "$SCRATCH/chain/chain.mjs"

# --- what they refuse ---

# refused CODE: the module of a SCARA, np being numpy, raises TypeError there
refused() {
	$python -c "import sys; sys.path.insert(0, '$SCRATCH'); import numpy as np, scara
params = scara.scara_params_default()
try:
	$1
except TypeError as error:
	sys.exit(0)
sys.exit(1)"
}
if [ "$has_numpy" ]; then
	"$RIGIDC" compile examples/scara.rig -f gravity -o "$SCRATCH/scara.py" 2>/dev/null
	ok 'complex numbers' refused 'scara.scara_gravity(np.zeros(4) * 1j, scara.scara_prepare(params))'
	ok 'a masked array' refused 'scara.scara_gravity(np.ma.masked_array(np.zeros(4), [0, 1, 0, 0]), scara.scara_prepare(params))'
	ok 'a parameter that is complex' refused 'scara.scara_prepare({**params, "payload": 1j})'
fi

# --- what they say ---

# said NAME FILE PATTERN
said() { grep -q -e "$3" "$SCRATCH/$2" || { cat "$SCRATCH/$2"; return 1; }; }

cat >"$SCRATCH/odd.rig" <<'END'
/// Ends a comment? */ export const broken = 1; /* """ \
model "1 two*/\"3"
/// of "class" \
param lambda = 1 kg
body "left-arm.2" on world { joint "a*/ let x; /*" : revolute(x) { limits (-1, 2) rad }
  mass 1 kg + lambda
  com (0.1, 0.2, 0.3)
}
body "\"\"\"" on "left-arm.2" at (0, 0, 1) { joint "\\" : prismatic(z)
  mass 1 kg
}
pose "home*/" { "a*/ let x; /*" = 1 rad; "\\" = 0.5 m }
END
odd() {
	"$RIGIDC" compile "$SCRATCH/odd.rig" -f 'rnea,fk:"left-arm.2",com' -o "$SCRATCH/odd.$1" 2>/dev/null
}
ok 'odd names: JavaScript' odd mjs
ok 'odd names: Python' odd py
[ "$has_node" ] && ok 'odd names: node takes it' node --input-type=module -e "const m = await import('$SCRATCH/odd.mjs');
	const keys = Object.keys(m).join(' ');
	if (keys.includes('broken') || !keys.includes('robot_1_x20two_x2A_x2F_x223_rnea') || m.ROBOT_1_X20TWO_X2A_X2F_X223_NQ !== 2)
		throw new Error(keys);"
[ "$has_numpy" ] && ok 'odd names: Python takes it' $python -W error -c "import sys; sys.path.insert(0, '$SCRATCH'); import odd
assert not hasattr(odd, 'broken'), dir(odd)
assert odd.robot_1_x20two_x2A_x2F_x223_params_default() == {'lambda': 1.0}
help(odd.robot_1_x20two_x2A_x2F_x223_rnea)"

for file in m.mjs m.py; do
	for option in --real=float --batch=auto --fma --fma=auto --sparse --zeros=once --size --misra --fp-contract=allow; do
		exits "$file, $option" 2 "$RIGIDC" compile examples/ur5.rig $option -o "$SCRATCH/$file"
		ok "$file, $option: by its name" said "$option" err "${option%=auto}"
	done
done
exits 'another ending' 2 "$RIGIDC" compile examples/ur5.rig -o "$SCRATCH/m.js"
ok 'another ending: those that there are' said ending err 'NAME.mjs or NAME.py'
finish
