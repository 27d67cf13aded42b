#!/bin/sh
# The modules for JavaScript and NumPy: every function of examples for 32 states against the C; JavaScript to the
# bit, NumPy to 1e-12. What they say besides: names, limits, poses, parameters, odd names, and options that are of C.
# With RIGIDC_LEVEL=long 256 states and all examples.
#   RIGIDC_SEED=1 sh tests/module/module_test.sh
. tests/tap.sh
. tests/functions.sh
. tests/c/compilers.sh
. tests/c/chain.sh
. tests/c/standing.sh

seed=${RIGIDC_SEED:-1} states=$(by_level 8 32 256)
echo "# RIGIDC_SEED=$seed"
python=/usr/bin/python3
present node && has_node=yes || has_node=
$python -c 'import numpy' 2>/dev/null && has_numpy=yes || has_numpy=

# all_of MODEL: all functions but those of phases, of frames those of the last body
listed=$(listed_functions | paste -s -d ,)
long || listed=$(echo "$listed" | sed 's/,step_derivatives:rk4//') # the longest text by far
all_of() {
	last=$(last_body "$1" '^\w+$')
	echo "$listed" | sed "s/:FRAME/:$last/g"
}

# rows: for tests/c/executors.pl
rows() {
	for model in examples/*.rig; do
		robot=$(basename "$model" .rig)
		left_out "$robot" || echo "case $robot $model $(all_of "$model")"
	done
	ur5="examples/ur5.rig $(all_of examples/ur5.rig)"
	echo "case searched examples/double_pendulum.rig $(all_of examples/double_pendulum.rig) --search=quick"
	echo "case textbook $ur5 -O0"
	echo "case packed $ur5 --matrix=packed"
	echo "case given $ur5 --sincos=given"
	echo "case libm $ur5 --sincos=libm"
	echo "case pushed examples/puma560.rig $(all_of examples/puma560.rig) --wrench=all"
	echo "case inertial $ur5 --parametrize=inertial,geometry,gravity"
	echo "case floating examples/solo12.rig $(all_of examples/solo12.rig) --lock=FL_HAA=0.3 --parametrize=body:base_link"
	echo "case standing $standing_model $standing_functions"
	echo "case standing_given $standing_model $standing_functions --sincos=given --parametrize=inertial --lanes=off"
	echo "case chain $SCRATCH/chain.rig rnea,reaction"
	echo "program $(present tcc && echo tcc || echo cc -O0) : *"
	echo 'results *'
}
chain >"$SCRATCH/chain.rig"
mkdir "$SCRATCH/cases"
rows >"$SCRATCH/rows"
results perl tests/c/executors.pl "$SCRATCH/cases" $states $seed <"$SCRATCH/rows"

# module ENDING NAME FILE FUNCTIONS OPTION...
module() {
	ending=$1 name=$2 from=$3 all=$4
	shift 4
	"$RIGIDC" compile "$from" -f "$all" --prefix="$name" --search=none "$@" -o "$SCRATCH/cases/$name.$ending"
}

names=$(sed -n 's/^case \([^ ]*\) .*/\1/p' "$SCRATCH/rows")
grep '^case' "$SCRATCH/rows" >"$SCRATCH/case_rows"
while read -r word row; do
	for ending in mjs py; do
		ok "${row%% *}.$ending" module $ending $row
	done
done <"$SCRATCH/case_rows"
if [ "$has_node" ]; then
	results node tests/module/compare.mjs "$SCRATCH/cases" $names
	for name in $names; do
		ok "$name: the declarations for TypeScript are those of the module" node tests/module/declarations.mjs "$SCRATCH/cases/$name.mjs"
	done
else
	skip 'JavaScript is C to the bit' 'no node'
fi
if [ "$has_numpy" ]; then
	results $python tests/module/compare.py "$SCRATCH/cases" $names
else
	skip 'NumPy is C to 1e-12' 'no numpy'
fi
ok 'chain: in pieces' grep -q '^function chain_rnea_piece2(' "$SCRATCH/cases/chain.mjs"

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
[ "$has_node" ] && ok 'odd names: the declarations' node tests/module/declarations.mjs "$SCRATCH/odd.mjs"
[ "$has_numpy" ] && ok 'odd names: Python takes it' $python -W error -c "import sys; sys.path.insert(0, '$SCRATCH'); import odd
assert not hasattr(odd, 'broken'), dir(odd)
assert odd.robot_1_x20two_x2A_x2F_x223_params_default() == {'lambda': 1.0}
help(odd.robot_1_x20two_x2A_x2F_x223_rnea)"

# --- the declarations beside a module ---

mkdir -p "$SCRATCH/set/m.d.mts"
exits 'a folder in place of the declarations' 2 "$RIGIDC" compile examples/ur5.rig -f fd -o "$SCRATCH/set/m.mjs"
is 'a folder in place of the declarations: nothing is written' 'm.d.mts' "$(ls "$SCRATCH/set")"
rmdir "$SCRATCH/set/m.d.mts"
"$RIGIDC" compile examples/ur5.rig -f gravity -o "$SCRATCH/set/m.mjs" -MD
is 'a module with its declarations' 'm.d.mts m.mjs m.mjs.d' "$(ls "$SCRATCH/set" | xargs)"
is 'a rule for both' "$SCRATCH/set/m.mjs $SCRATCH/set/m.d.mts: examples/ur5.rig" "$(cat "$SCRATCH/set/m.mjs.d")"
echo >>"$SCRATCH/set/m.d.mts"
exits '--check of the declarations' 1 "$RIGIDC" compile examples/ur5.rig -f gravity -o "$SCRATCH/set/m.mjs" --check
ok '--check of the declarations: says which' said which err 'm.d.mts is not what would be written'
"$RIGIDC" compile examples/ur5.rig -f gravity -o "$SCRATCH/set/m.py"
is 'Python has none' 'm.d.mts m.mjs m.mjs.d m.py' "$(ls "$SCRATCH/set" | xargs)"

for file in m.mjs m.py; do
	for option in --real=float --batch=auto --fma --fma=auto --matrix=sparse --zeros=once --size=on --misra --fma=compiler; do
		exits "$file, $option" 2 "$RIGIDC" compile examples/ur5.rig $option -o "$SCRATCH/$file"
		ok "$file, $option: by its name" said "$option" err "${option%=auto}"
	done
done
exits 'another ending' 2 "$RIGIDC" compile examples/ur5.rig -o "$SCRATCH/m.js"
ok 'another ending: those that there are' said ending err 'NAME.mjs, NAME.py'
finish
