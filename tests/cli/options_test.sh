#!/bin/sh
# The table of options: --list=options says which commands take an option, other commands refuse it, and the help of a
# command shows its options in groups within 80 columns. Lists have commas, and names with commas quotation marks.
. tests/tap.sh

cat >"$SCRATCH/arm.rig" <<'END'
model arm
body a on world { joint "hip, left" : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }
body "b, c" on a at (1 m, 0, 0) { joint knee : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }
body d on "b, c" at (1 m, 0, 0) { joint toe : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }
frame "tip, \"top\"" on d at (0, 0, 1 m)
pose bent { "hip, left" = 1, knee = 0.5; toe = 0.25 }
END
arm=$SCRATCH/arm.rig

# "OPTION GROUP COMMANDS" of each, in tabs
"$RIGIDC" --list=options | sed 's/   */	/g' | cut -f 1-3 >"$SCRATCH/options"
commands=$("$RIGIDC" --help | sed -n 's/^  rigidc \([a-z][a-z]*\) .*/\1/p')

# --- the help ---

ok 'the table has four columns' awk 'NF != 4 { exit 1 }' FS='   *' <<END
$("$RIGIDC" --list=options)
END
# an option is a cost: what needs more than these replaces some
number=$(wc -l <"$SCRATCH/options")
ok "there are no more than 80 options: $number" test "$number" -le 80
is 'as many as the page of changes says' "The command has $number options" "$(grep -o '^The command has [0-9]* options' compiler/CHANGELOG.md)"
# pages with the options of their commands in use: all but the page of changes, and the tables of options themselves
find README.md compiler runtime grammar examples tests -name '*.md' ! -name CHANGELOG.md -exec sed '/<!-- options -->/,/<!-- end -->/d' {} + >"$SCRATCH/pages"
is 'a page needs each' '' "$(sed 's/[ =[].*//' "$SCRATCH/options" | cut -f 1 | while read -r option; do grep -qwF -e "$option" "$SCRATCH/pages" || echo "$option"; done)"
# The values of --method and --to depend on the command.
for command in $commands; do
	awk -F '\t' -v c="$command" 'index("," $3 ",", "," c ",") { print $1 }' "$SCRATCH/options" | sed 's/^\(--method\|--to\)=.*/\1/' >"$SCRATCH/all"
	for help in --help --help=all; do
		"$RIGIDC" $command $help >"$SCRATCH/help" 2>"$SCRATCH/err"
		is "$command $help: status" 0 $?
		is "$command $help: 80 columns, no blank at the end of a line" '' "$(grep -n -E '.{81}| $' "$SCRATCH/help")"
		sed -n 's/^  \(-[^ ].*\)/\1/p' "$SCRATCH/help" | sed 's/   *.*//; s/^\(--method\|--to\)=.*/\1/' >"$SCRATCH/shown"
		is "$command $help: options of the table only" '' "$(grep -vxF -f "$SCRATCH/all" "$SCRATCH/shown")"
	done
	is "$command --help=all: every option" '' "$(grep -vxF -f "$SCRATCH/shown" "$SCRATCH/all")"
	"$RIGIDC" $command --help >"$SCRATCH/help"
	ok "$command --help: no more than 15 options" test "$(grep -c '^  -' "$SCRATCH/help")" -le 15
	is "$command -h" "$(cat "$SCRATCH/help")" "$("$RIGIDC" $command -h)"
done
is '--help: 80 columns' '' "$("$RIGIDC" --help | grep -v -e --list= | grep -n -E '.{81}| $')"
# its_words COMMAND OPTION: what the help of a command has beside an option, in one line
its_words() {
	"$RIGIDC" $1 --help=all | awk -v option="  $2" '/^  -/ || /^$/ { shown = index($0, option) == 1 } shown' | xargs
}
is 'fmt has its own -o' '-o FILE the file to write: NAME.rig. - is standard output' "$(its_words fmt -o)"
is 'sim has its own --dt' '--dt=S the time between rows' "$(its_words sim --dt)"
is 'linearize has its own --dt' '--dt=S the time between rows; linearize: the step of discrete time (continuous)' "$(its_words linearize --dt)"
is 'sim has its own methods' '--method=cvode|arkode|rk4' "$(its_words sim --method | cut -d ' ' -f 1)"
is 'linearize has its own' '--method=zoh|euler|rk4' "$(its_words linearize --method | cut -d ' ' -f 1)"
is 'export has its own formats' '--to=urdf|mjcf|sdf' "$(its_words export --to | cut -d ' ' -f 1)"
is 'equations has its own' '--to=text|latex|sympy|maxima|mathml' "$(its_words equations --to | cut -d ' ' -f 1)"
is 'compile has its own --search' '--search=none|quick|thorough how long to search for the form with the fewest operations (quick)' \
    "$(its_words compile --search)"
is 'help COMMAND' "$("$RIGIDC" sim --help)" "$("$RIGIDC" help sim)"
ok '--help says how to see the rest' sh -c '"$0" compile --help | grep -q "^rigidc compile --help=all shows [0-9]* more options\.$"' "$RIGIDC"
is 'groups have titles' 'Files: Functions and their inputs: Model: Form of the code: Chosen by --preset, or for authors:' \
    "$("$RIGIDC" compile --help=all | grep '^[A-Z].*:$' | xargs)"
"$RIGIDC" compile --help=some >"$SCRATCH/out" 2>"$SCRATCH/err"
is '--help=some' "2 rigidc: --help takes nothing or all, not 'some'" "$? $(cat "$SCRATCH/err")"

# --- an option without effect on a command is refused ---

while IFS='	' read -r option _ takers; do
	case $option in
	-?\ *) given="${option%% *}1" ;;
	*\[=*) given=${option%%\[*} ;;
	*=*)   given=${option%%=*}=1 ;;
	*)     given=$option ;;
	esac
	for command in $commands; do
		case ,$takers, in *,$command,*) continue ;; esac
		case $command$given in plot--phase=1 | eval--columns=1 | linearize--format=1) continue ;; esac # former words, former_words_test.sh
		"$RIGIDC" $command "$arm" "$given" >"$SCRATCH/out" 2>"$SCRATCH/err"
		echo "$? $command $given: $(grep -c "^rigidc: $command takes no -[-a-zA-Z]*, which is for " "$SCRATCH/err")"
	done
done <"$SCRATCH/options" >"$SCRATCH/refused"
ok 'there are refusals' test "$(wc -l <"$SCRATCH/refused")" -gt 200
is 'every other command refuses an option' '' "$(grep -v '^2 .*: 1$' "$SCRATCH/refused")"
is 'and says which commands take it' \
    'rigidc: sim takes no --matrix, which is for compile, eval, check, info, report, package; see rigidc sim --help=all' \
    "$("$RIGIDC" sim "$arm" --matrix=sparse 2>&1)"
is 'sim computes its own sines' "rigidc: sim computes sines and cosines itself: --sincos=given is for functions that others call" \
    "$("$RIGIDC" sim "$arm" --time 1 --dt 0.1 --sincos=given 2>&1)"

# --- lists ---

coordinates() { "$RIGIDC" eval "$arm" -f gravity --header "$@" </dev/null 2>&1; }
is '--lock of two joints' 'g.hip, left' "$(coordinates --lock 'knee=30 deg,toe' | tr -d '"')"
is '--lock of a name with a comma' 'g.knee' "$(coordinates --lock '"hip, left" = 0.5, toe')"
is '--lock as often as wanted' "$(coordinates --lock 'knee=30 deg,toe')" "$(coordinates --lock 'knee=30 deg' --lock toe)"
wrenches() { "$RIGIDC" info "$arm" -f rnea --json "$@" 2>&1 | grep -A1 '"name": "f_ext"' | tr -d ' \n,'; }
is '--wrench of names with commas and quotation marks' '"name":"f_ext""shape":[12]' \
    "$("$RIGIDC" info "$arm" -f rnea --json --wrench '"b, c","tip, \"top\""' | perl -0777 -ne 'print /("name": "f_ext",\s*"shape": \[\s*12\s*\])/' | tr -d ' \n,')"
is '--parametrize of names with commas' 'b, c_mass b, c_com b, c_inertia tip, "top"_payload_mass tip, "top"_payload_com tip, "top"_payload_inertia' \
    "$("$RIGIDC" info "$arm" -f rnea --parametrize='body:"b, c", payload:"tip, \"top\""' --json |
	perl -MJSON::PP -0777 -ne 'print join " ", map { $_->{name} } @{decode_json($_)->{params}}')"
is '-W of two checks' '' "$(printf 'model robot\nbody a on world at rx(1.5707963) { joint j : revolute(z) }\n' | "$RIGIDC" check - -W no-massless-tip,no-near-quarter-turn 2>&1)"
for case in '--wrench|a,,d|has nothing where a name belongs' '--lock||has nothing where a name belongs' \
    '--parametrize|body:"a|a quotation mark is not closed: body:"a' '--wrench|"a\q"|are known, not another' \
    '-W|no-massless-tip,nothing|' '--lock|knee,nothing|' '--keep|damping,masses|--keep takes damping, rotors, actuators, forces, markers or columns, not' '--keep|columns|--keep=columns is for eval' \
    '--keep|damping,|has nothing where a name belongs' '--dh|craig|--dh takes standard, modified, mm or deg, not'; do
	option=${case%%|*} rest=${case#*|}
	"$RIGIDC" check "$arm" "$option" "${rest%%|*}" >"$SCRATCH/out" 2>"$SCRATCH/err"
	status=$?
	ok "$option ${rest%%|*} is refused" test $status -ne 0 -a $status -ne 70
	ok '  and why' grep -qF -e "${rest#*|}" "$SCRATCH/err"
done

# --- , and ; in --q and in a pose ---

begin() { "$RIGIDC" sim "$arm" --time 0.1 --dt 0.1 --method=rk4 "$@" 2>/dev/null | sed -n 2p | cut -d , -f 2-4; }
is '--q with commas' 1,0.5,0.25 "$(begin --q '"hip, left" = 1, knee = 0.5, toe = 0.25')"
is '--q with semicolons' 1,0.5,0.25 "$(begin --q '"hip, left" = 1; knee = 0.5; toe = 0.25')"
is '--q with both' 1,0.5,0.25 "$(begin --q '"hip, left" = 1; knee = 0.5, toe = 0.25')"
is 'a pose with both' 1,0.5,0.25 "$(begin --pose bent)"
is 'fmt leaves them' 'pose bent { "hip, left" = 1, knee = 0.5; toe = 0.25 }' "$("$RIGIDC" fmt "$arm" | grep '^pose')"
finish
