#!/bin/sh
# Options of former releases: some are read as the words that they have now, without a message, others are errors that name the new
# word. Each row of compiler/cli/main/former_words.def has a line here.
. tests/tap.sh

arm=examples/scara.rig pole=examples/cart_pole.rig
urdf=tests/grammar/urdf/damping-kept.urdf rotor=tests/grammar/urdf/rotor-of-drake.urdf
printf '# standard\na,alpha,d,theta\n0,1,2,0\n' >"$SCRATCH/table.csv"
printf 'q.shoulder = a\n' >"$SCRATCH/one.maps"
printf 'a,q.elbow,q.lift,q.roll,what\n1,2,0.1,0,7\n' >"$SCRATCH/rows"
"$RIGIDC" sim "$pole" --time 0.1 --dt 0.1 >"$SCRATCH/motion.csv" 2>/dev/null

# run FILE COMMAND...: output, messages and status
run() {
	run_input=$1
	shift
	"$RIGIDC" "$@" <"$run_input" 2>&1 | sed 's/in [0-9.]* s, [0-9.]* times/in time, times/; s/[0-9.e+-]* s of processor time//'
}

# --- accepted without a message ---

# accepted INPUT COMMAND MODEL OLD... -- NEW...: both do the same
tested=
accepted() {
	input=$1 command=$2 model=$3
	shift 3
	old= new=
	while [ "$1" != -- ]; do old="$old $1"; shift; done
	shift
	new=$*
	tested="$tested $command$old"
	# shellcheck disable=SC2086
	is "$command$old is $new" "$(run "$input" $command "$model" $new)" "$(run "$input" $command "$model" $old)"
}
none=/dev/null
for command in check compile info import; do
	accepted $none $command $urdf --keep-damping -- --keep=damping
	accepted $none $command $rotor --keep-rotors -- --keep=rotors
done
accepted "$SCRATCH/rows" eval $arm -f gravity --map q.shoulder=a --keep-columns -- -f gravity --map q.shoulder=a --keep=columns
accepted $none eval $arm -f gravity --columns -- -f gravity --help=columns
accepted "$SCRATCH/rows" eval $arm -f gravity "--maps=$SCRATCH/one.maps" -- -f gravity "--map=@$SCRATCH/one.maps"
accepted "$SCRATCH/rows" eval $arm -f gravity --maps "$SCRATCH/one.maps" -- -f gravity "--map=@$SCRATCH/one.maps"
rows() { "$RIGIDC" sim $pole --time 0.2 --dt 0.1 --q 'pole = 0.3' "$@" 2>"$SCRATCH/err"; }
# moves OLD... -- NEW...
moves() {
	old= new=
	while [ "$1" != -- ]; do old="$old $1"; shift; done
	shift
	new=$*
	tested="$tested sim$old"
	# shellcheck disable=SC2086
	is "sim$old is $new" "$(rows $new)" "$(rows $old)"
	is '  without a message' '' "$(grep '^rigidc: ' "$SCRATCH/err")"
}
moves --integrator=fixed -- --method=rk4
moves --integrator=cvode -- --method=cvode
moves --integrator arkode -- --method=arkode
moves --rtol=1e-6 -- --tolerance=1e-6
moves --atol=1e-6 -- --tolerance=,1e-6
moves --rtol 1e-6 --atol 1e-6 -- --tolerance=1e-6,1e-6
moves --at-limit=ignore -- --without=limits
moves --at-limit=stop --
accepted $none equations $pole --format=latex -- --to=latex
accepted $none check tests/grammar/sdf/model-by-name.sdf --model=u -- --from=sdf:u
for option in --array=torch --for=torch; do
	"$RIGIDC" compile $arm -f gravity $option -o "$SCRATCH/module$option.py" >"$SCRATCH/out" 2>&1
	is "compile $option: exit, messages" 0 "$?$(cat "$SCRATCH/out")"
done
tested="$tested --array=torch"
ok 'compile --array is --for' cmp "$SCRATCH/module--array=torch.py" "$SCRATCH/module--for=torch.py"
for option in --parameters=defaults --parametrize=none --parameters=inputs nothing; do
	"$RIGIDC" package $arm -f gravity --search=none --for=casadi $([ $option = nothing ] || echo $option) -o "$SCRATCH/folder$option" >"$SCRATCH/out" 2>&1
	is "package $option: exit, messages" 0 "$?$(cat "$SCRATCH/out")"
done
tested="$tested --parameters=defaults --parameters=inputs"
ok 'package --parameters=defaults is --parametrize=none' diff -r "$SCRATCH/folder--parameters=defaults" "$SCRATCH/folder--parametrize=none"
ok 'package --parameters=inputs is nothing' diff -r "$SCRATCH/folder--parameters=inputs" "$SCRATCH/foldernothing"
accepted $none compile $arm --fp-contract=allow -- --fma=compiler
accepted $none compile $arm --fp-contract=off -- --fma=off
accepted $none compile $arm --fma=auto --fp-contract=off -- --fma=auto
both() { "$RIGIDC" compile $arm "$@" | sed -n 's/^ \* Made with.* \(--fma=auto.*\)\.$/\1/p'; }
is 'compile --fma=auto --fp-contract=allow has both' '--fma=auto --fma=compiler' "$(both --fma=auto --fp-contract=allow)"
is 'in any order' '--fma=auto --fma=compiler' "$(both --fp-contract=allow --fma=auto)"
tested="$tested lsp --stdio"
is 'lsp --stdio serves' "$(run $none lsp)" "$(run $none lsp --stdio)"

# --- refused with the word that is now ---

# refused OLD NEW COMMAND MODEL...
refused() {
	old=$1 now=$2
	shift 2
	tested="$tested $1 $old"
	"$RIGIDC" "$@" "$old" >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "$1 $old" "2 rigidc: $old is $now now" "$? $(cat "$SCRATCH/err")"
	is '  nothing else' '' "$(cat "$SCRATCH/out")"
}
refused --markers --keep=markers import examples/leg.osim
refused --mm --dh=mm import "$SCRATCH/table.csv"
refused --deg --dh=deg check "$SCRATCH/table.csv"
refused --view=xz --animate=FILE,xz sim $pole --time 1 --dt 1
refused --phase=pole --columns=q.pole:qd.pole plot "$SCRATCH/motion.csv"
refused --at=up --pose=up linearize $pole
refused --format=csv '-o NAME.csv' linearize $pole
refused --base-parameters '-f base_parameters' info $arm
refused --for=fmi2 --for=fmi:2 package $pole -o "$SCRATCH/unit"
refused --at-limit=go --without=limits sim $pole --time 1 --dt 1
refused --parameters=all --parametrize=none package $arm --for=casadi -o "$SCRATCH/unit"
refused --fp-contract=fast --fma=compiler compile $arm

# --- as options are ---

"$RIGIDC" import $urdf --keep-damping=1 >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'a value that none takes' "2 rigidc: option '--keep-damping' takes no value" "$? $(cat "$SCRATCH/err")"
"$RIGIDC" sim $pole --rtol >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'a value that is missing' "2 rigidc: option '--rtol' needs a value" "$? $(cat "$SCRATCH/err")"
"$RIGIDC" report $pole --rtol=1 >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'of a command that never took it' 2 $?
ok '  is no option' grep -q "^rigidc: report has no option '--rtol'" "$SCRATCH/err"
ok 'a phase of the model is an option still' "$RIGIDC" check examples/solo12.rig --phase=two=FL,HR
"$RIGIDC" package $urdf --search=none --for=cmake --keep-damping -o "$SCRATCH/folder" >"$SCRATCH/out" 2>&1
ok 'a folder is made again by the new words' grep -q -e '--keep=damping' "$SCRATCH/folder/README.md"

# --- all rows, and nowhere else ---

sed -n 's/^FORMER([^"]*"\([a-z-]*\)", "\{0,1\}\([a-z0-9]*\).*/\1 \2/p' compiler/cli/main/former_words.def >"$SCRATCH/former"
ok 'there are rows' [ "$(wc -l <"$SCRATCH/former")" -gt 20 ]
while read -r name value; do
	case $value in NULL) value= ;; esac
	case " $tested " in *" --$name${value:+=$value}"*) ;; *) echo "--$name $value" ;; esac
done <"$SCRATCH/former" >"$SCRATCH/untested"
is 'each is tested' '' "$(cat "$SCRATCH/untested")"
for name in $(sed 's/ .*//' "$SCRATCH/former" | grep -vx 'phase\|columns\|for' | sort -u); do
	for command in compile eval sim plot linearize info lsp; do "$RIGIDC" $command --help=all; done
	"$RIGIDC" --list=options
done 2>&1 | grep -o -w -F -e "--$name" >"$SCRATCH/listed"
is 'no help and no list has one' '' "$(sort -u "$SCRATCH/listed")"
sed 's/ .*//' "$SCRATCH/former" | grep -vx 'phase\|columns\|for\|format' | sort -u | sed 's/^/--/' >"$SCRATCH/gone"
grep -rhoE '"([^"\\]|\\.)*"' compiler grammar runtime --include='*.c' --include='*.def' |
	grep -oE -e '--[a-z][a-z0-9-]*' | grep -xF -f "$SCRATCH/gone" >"$SCRATCH/said"
is 'no message has one' '' "$(sort -u "$SCRATCH/said")"
finish
