# TAP for shell tests: `. tests/tap.sh`, then ok, is, exits, skip, and `finish` at the end.
# They run from the project's root with the command in $RIGIDC and a scratch folder of their own in $SCRATCH.

set -u
RIGIDC=${RIGIDC:-build/rigidc}
case $RIGIDC in */*) RIGIDC=$(cd "$(dirname "$RIGIDC")" && pwd)/$(basename "$RIGIDC") ;; esac
export RIGIDC
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/rigidc-test-XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
# How much a test does: quick, usual or long.
RIGIDC_LEVEL=${RIGIDC_LEVEL:-usual}
case $RIGIDC_LEVEL in quick | usual | long) ;; *) echo 'RIGIDC_LEVEL is quick, usual or long' >&2; exit 2 ;; esac
tap_count=0
tap_failed=0

# ok NAME COMMAND...: passes if the command succeeds; its output is shown if it does not.
ok() {
	tap_name=$1
	shift
	tap_count=$((tap_count + 1))
	if "$@" >"$SCRATCH/.out" 2>&1; then
		echo "ok $tap_count - $tap_name"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_count - $tap_name"
		sed 's/^/# /' "$SCRATCH/.out"
	fi
}

# is NAME WANTED FOUND: passes if two texts are equal.
is() {
	tap_count=$((tap_count + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $tap_count - $1"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_count - $1"
		printf '%s\n' "wanted: $2" "found:  $3" | sed 's/^/# /'
	fi
}

# exits NAME CODE COMMAND...: passes if the command ends with that exit code. Its standard output and
# error stay in $SCRATCH/out and $SCRATCH/err.
exits() {
	tap_name=$1
	tap_wanted=$2
	shift 2
	"$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
	is "$tap_name" "exit $tap_wanted" "exit $?"
}

# results COMMAND...: each line `ok - NAME` or `not ok - NAME` that the command prints is a result, and other lines are remarks. It is
# a failure if the command fails or prints no result.
results() {
	tap_before=$tap_count
	"$@" >"$SCRATCH/.results"
	tap_code=$?
	while IFS= read -r tap_line; do
		case $tap_line in
		'ok - '*) ;;
		'not ok - '*) tap_failed=$((tap_failed + 1)) ;;
		*) echo "$tap_line"; continue ;;
		esac
		tap_count=$((tap_count + 1))
		echo "${tap_line%% - *} $tap_count - ${tap_line#* - }"
	done <"$SCRATCH/.results"
	is "$1 $2 ends well, with results" '0 yes' "$tap_code $([ $tap_count -gt $tap_before ] && echo yes)"
}

# bounded COMMAND...: ended after a minute of processor time, which is for what would not end by itself. RIGIDC_TIMEOUT
# gives another number of seconds, RIGIDC_STACK a size of the stack in KiB.
bounded() {
	sh -c "ulimit -S -t ${RIGIDC_TIMEOUT:-60} ${RIGIDC_STACK:+; ulimit -S -s $RIGIDC_STACK}; exec \"\$@\"" sh "$@"
}

# by_level QUICK USUAL LONG: the word for the level
by_level() {
	case $RIGIDC_LEVEL in quick) echo "$1" ;; usual) echo "$2" ;; long) echo "$3" ;; esac
}

# only what `make check-long` does is done where this succeeds
long() { [ "$RIGIDC_LEVEL" = long ]; }

# left_out ROBOT: of an example only `make check-long` does this, for another has the same structure: the UR5 and the PUMA are
# arms too, and Solo 12 and the hand have limbs of one structure.
left_out() {
	long && return 1
	case $1 in anymal_b | general6r | hand | iiwa14 | panda | puma560_akb | rx90 | stanford) ;; *) return 1 ;; esac
}

# taken COMMAND OPTION...: those of the options that the command takes; other commands refuse them
taken() {
	taken_command=$1
	shift
	"$RIGIDC" --list=options | awk -F '   *' -v command="$taken_command" -v given="$*" '
		{ name = $1; sub(/[ =[].*/, "", name); if (!index("," $3 ",", "," command ",")) refused[name] = 1 }
		END {
			count = split(given, word, " ")
			for (i = 1; i <= count; i++) {
				name = word[i] ~ /^--/ ? word[i] : substr(word[i], 1, 2)
				sub(/=.*/, "", name)
				if (!(name in refused)) print word[i]
			}
		}'
}

# skip NAME REASON
skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

finish() {
	echo "1..$tap_count"
	exit $((tap_failed > 0))
}
