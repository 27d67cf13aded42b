#!/bin/sh
# The command line: exit codes, files, messages, JSON, eval.
. tests/tap.sh

root=$(pwd)
case $RIGIDC in */*) RIGIDC=$(cd "$(dirname "$RIGIDC")" && pwd)/$(basename "$RIGIDC") ;; esac
work=$SCRATCH/work
mkdir "$work"
cd "$work" || exit 1

# An empty source has no line to quote.
printf '' >empty.rig
exits 'an empty model: exit' 1 "$RIGIDC" check empty.rig
is 'an empty model: the message without a line' 'empty.rig:1:1: error: the first statement is `model NAME` [missing-model]|1 error|' \
	"$(tr '\n' '|' <"$SCRATCH/err")"

# --- models ---

cat >arm.rig <<'END'
/// Two links and a tool that is welded to the second.
model arm
const reach = 0.5 m
const load  = 2 kg
body upper on world { joint shoulder : revolute(z)
  mass 3 kg
  com (0.2, 0, 0)
  inertia diag(0.02, 0.03, 0.04)
}
body lower on upper at (reach, 0, 0) { joint elbow : revolute(y)
  mass load
  com (0.1, 0.02, 0)
  inertia diag(0.01, 0.02, 0.03)
}
body tool on lower at (0.3, 0, 0) { joint weld : fixed
  mass 0.1 kg
}
body stand on world { joint bolts : fixed
  mass 40 kg
}
frame tip on tool at (0.05, 0, 0)
END
cat >slider.rig <<'END'
model slider
body cart on world { joint rail : prismatic(x)
  mass 2 kg
}
body pole on cart { joint pin : revolute(y)
  mass 1 kg
  com (0, 0, 0.5)
  inertia diag(0.1, 0.1, 0.01)
}
END
cat >floating.rig <<'END'
model floating
body hull on world { joint root : free
  mass 2 kg
  inertia diag(0.1, 0.2, 0.3)
}
END
cat >broken.rig <<'END'
model broken
body b on world { joint j : revolute(z)
  mass -1 kg
}
body c on bb { joint k : revolute(z)
}
END
# a warning: no mass distribution has these moments
cat >doubtful.rig <<'END'
model doubtful
body b on world { joint j : revolute(z)
  mass 1 kg
  inertia diag(1, 1, 5)
}
END

# --- helpers ---

# has FILE PATTERN: the file matches; shown if not
has() {
	grep -q -e "$2" "$1" || { echo "no line like: $2"; cat "$1"; return 1; }
}

# lacks FILE PATTERN
lacks() {
	! grep -e "$2" "$1"
}

says() { ok "$1" has "$SCRATCH/err" "$2"; }
prints() { ok "$1" has "$SCRATCH/out" "$2"; }
# prints_joined NAME PATTERN: as prints, with statements that span lines put on one
prints_joined() {
	tr -s '\n\t ' ' ' <"$SCRATCH/out" >"$SCRATCH/joined"
	ok "$1" has "$SCRATCH/joined" "$2"
}
quiet() { ok "$1" test ! -s "$SCRATCH/err"; }
prints_nothing() { ok "$1" test ! -s "$SCRATCH/out"; }

# usage NAME PATTERN COMMAND...: exit 2, a message that matches, nothing on standard output
usage() {
	usage_name=$1 usage_pattern=$2
	shift 2
	exits "$usage_name: exit 2" 2 "$@"
	says "$usage_name: message" "$usage_pattern"
	prints_nothing "$usage_name: nothing on stdout"
}

# refuses NAME PATTERN COMMAND...: exit 1, a message that matches, nothing on standard output
refuses() {
	refuses_name=$1 refuses_pattern=$2
	shift 2
	exits "$refuses_name: exit 1" 1 "$@"
	says "$refuses_name: message" "$refuses_pattern"
	prints_nothing "$refuses_name: nothing on stdout"
}

# works NAME COMMAND...: exit 0 without a word on standard error
works() {
	works_name=$1
	shift
	exits "$works_name: exit 0" 0 "$@"
	quiet "$works_name: quiet"
}

# full NAME COMMAND...: standard output cannot be written: exit 2 and a message
full() {
	full_name=$1
	shift
	"$@" >/dev/full 2>"$SCRATCH/err" </dev/null
	is "$full_name to /dev/full: exit" "exit 2" "exit $?"
	says "$full_name to /dev/full: message" 'cannot write to standard output: No space left'
}

# json NAME FILE PERL...: the file is JSON, and the perl expression over it, $j, is true
json() {
	ok "$1" perl -MJSON::PP -e '
		local $/;
		open my $in, "<", $ARGV[0] or die;
		my $j = JSON::PP->new->utf8->decode(<$in>);
		# a number stands bare in the text, a string in quotes
		sub number { JSON::PP->new->allow_nonref->encode($_[0]) =~ /^-?\d/ }
		sub keys_are { my ($h, $k) = @_; join(" ", sort keys %$h) eq join(" ", sort split " ", $k)
		               or die "keys: @{[sort keys %$h]}, wanted: $k\n" }
		sub same { my ($a, $b) = @_; my $c = JSON::PP->new->canonical->allow_nonref;
		           $c->encode($a) eq $c->encode($b) or die $c->encode($a), " is not ", $c->encode($b), "\n" }
		eval($ARGV[1]) or die $@ || "false: $ARGV[1]\n"' "$2" "$3"
}

is_link() { test -L "$1"; }
no_temporaries() { ok "$1" sh -c 'left=$(ls -A | grep -e tmp -e "\.h\..*" -e "\.c\..*"); [ -z "$left" ] || { echo "$left"; exit 1; }'; }

# --- without a model ---

without_a_model() {
	usage "no command" '^Try: ' "$RIGIDC"
	works "--help" "$RIGIDC" --help
	prints "--help names the commands" 'rigidc compile'
	ok "--help: up to 80 characters a line" test -z "$(awk 'length > 80' "$SCRATCH/out")"
	works "-h" "$RIGIDC" -h
	works "--version" "$RIGIDC" --version
	prints "--version says which" '^rigidc [0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*, commit [^ ]'
	works "version" "$RIGIDC" version
	prints "version says which too" '^rigidc [0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*, commit [^ ]'
	works "help eval" "$RIGIDC" help eval
	prints "help eval is that of eval" '^rigidc eval MODEL'
	usage "help of no command" "there is no command 'evl'; did you mean 'eval'" "$RIGIDC" help evl
	usage "rows that are no input" "'both.csv' is too many; eval reads its rows from standard input: <both.csv" \
	    "$RIGIDC" eval arm.rig both.csv
	usage "an unknown command" "there is no command 'frobnicate'" "$RIGIDC" frobnicate
	usage "a model without a command" 'a command comes before the model: rigidc info arm.rig' "$RIGIDC" arm.rig
	usage "the beginning of a word of an option" "did you mean 'microcontroller'" "$RIGIDC" compile arm.rig --preset=micro
	usage "a misspelt command" "did you mean 'compile'" "$RIGIDC" complie
	usage "an unknown option without command" "'--frobnicate'" "$RIGIDC" --frobnicate
	for command in compile eval check info; do
		works "$command --help" "$RIGIDC" "$command" --help
		prints "$command --help shows -D" '^ *-D '
		prints "$command --help shows --lock" '^ *--lock='
		usage "$command without a model" "$command needs a model" "$RIGIDC" "$command"
		usage "$command with two models" "one model" "$RIGIDC" "$command" arm.rig slider.rig
		usage "$command with an unknown option" "no option '--frobnicate'" \
		    "$RIGIDC" "$command" --frobnicate arm.rig
		usage "$command with a misspelt option" "did you mean '--lock'" "$RIGIDC" "$command" --lok=x arm.rig
		usage "$command with an unknown letter" "no option '-x'" "$RIGIDC" "$command" -x arm.rig
		usage "$command with an unknown cluster" "no option '-Z'" "$RIGIDC" "$command" -Z9 arm.rig
		usage "$command -D without its value" "'-D' needs a value" "$RIGIDC" "$command" arm.rig -D
		usage "$command --lock without its value" "'--lock' needs a value" "$RIGIDC" "$command" arm.rig --lock
		usage "$command --lock that takes the model" "needs a model: rigidc $command MODEL; 'arm.rig' is the value of --lock" \
		    "$RIGIDC" "$command" --lock arm.rig
		usage "$command with an option of another command" "$command takes no --events, which is for sim" \
		    "$RIGIDC" "$command" arm.rig --events
		usage "$command of no name" "the name of a file is empty" "$RIGIDC" "$command" ''
	done
	full "--version" "$RIGIDC" --version
	full "--help" "$RIGIDC" --help
	full "compile --help" "$RIGIDC" compile --help
}

tables() {
	for table in joints functions checks operations passes targets packages units words builtins properties formats contacts loops; do
		works "--list=$table" "$RIGIDC" "--list=$table"
		ok "--list=$table: a name begins each line" awk '!/^[A-Za-z]/ { bad = 1; print } END { exit bad || NR < 2 }' \
		    "$SCRATCH/out"
		full "--list=$table" "$RIGIDC" "--list=$table"
	done
	works "--list with a blank" "$RIGIDC" --list joints
	prints "--list=joints has revolute" '^revolute'
	"$RIGIDC" --list=functions >"$SCRATCH/out"
	prints "--list=functions has crba" '^crba '
	usage "--list of an unknown table" 'joints, functions, checks, operations, passes' "$RIGIDC" --list=foo
	usage "--list without a table" 'joints, functions, checks, operations, passes' "$RIGIDC" --list

	# every check in the table can be explained, and explaining says more than the list
	"$RIGIDC" --list=checks >checks
	ok "--explain knows every check" sh -c '
		while read -r name severity summary; do
			"$0" --explain "$name" >text || { echo "$name"; exit 1; }
			grep -q "^$name ($severity)" text && [ "$(wc -l <text)" -ge 3 ] || { cat text; exit 1; }
		done <checks' "$RIGIDC"
	works "--explain=NAME" "$RIGIDC" --explain=zero-axis
	usage "--explain of an unknown check" "no check 'foo'" "$RIGIDC" --explain foo
	usage "--explain of a misspelt check" "did you mean 'zero-axis'" "$RIGIDC" --explain zero-axes
	usage "--explain without a name" 'check' "$RIGIDC" --explain
	full "--explain" "$RIGIDC" --explain zero-axis
	rm -f checks text
}

# --- exit codes over models ---

models() {
	for command in compile "eval -f rnea" check info; do
		# $command may be two words
		works "$command: a good model" "$RIGIDC" $command arm.rig
		usage "$command: no such file" 'nowhere.rig: No such file' "$RIGIDC" $command nowhere.rig
		usage "$command: a directory" 'directory' "$RIGIDC" $command .
		refuses "$command: a broken model" '^broken.rig:3:8: error: .*\[negative-mass\]$' \
		    "$RIGIDC" $command broken.rig
		says "$command: the other error too" '^broken.rig:5:11: error: .*\[unknown-parent\]$'
		says "$command: the source line" '^ *body c on bb { joint k'
		says "$command: a caret" '^ *^~$'
		says "$command: did you mean" "did you mean 'b'"
		exits "$command: a warning is no failure" 0 "$RIGIDC" $command doubtful.rig
		says "$command: a warning is told" '^doubtful.rig:4:.*: warning: .*\[inertia-triangle\]$'
		is "$command: a warning is told once" 1 "$(grep -c ': warning: ' "$SCRATCH/err")"
		works "$command -W no-NAME" "$RIGIDC" $command -W no-inertia-triangle doubtful.rig
		refuses "$command -Werror" 'error: .*\[inertia-triangle\]' "$RIGIDC" $command -Werror doubtful.rig
		refuses "$command -Werror=NAME" 'error: .*\[inertia-triangle\]' \
		    "$RIGIDC" $command -Werror=inertia-triangle doubtful.rig
		exits "$command -Werror=OTHER" 0 "$RIGIDC" $command -Werror=massless-tip doubtful.rig
		exits "$command -W NAME" 0 "$RIGIDC" $command -W no-inertia-triangle -W inertia-triangle doubtful.rig
		says "$command -W NAME switches it on again" 'warning: .*\[inertia-triangle\]'
		usage "$command -W of an unknown check" "no check 'foo'" "$RIGIDC" $command -W foo arm.rig
		usage "$command -W of a misspelt check" "did you mean 'massless-tip'" \
		    "$RIGIDC" $command -Wno-masless-tip arm.rig
		usage "$command -W no- of an error" "cannot be switched off" "$RIGIDC" $command -Wno-negative-mass arm.rig
		works "$command --from=rig" "$RIGIDC" $command --from=rig arm.rig
		usage "$command --from=UNKNOWN" 'from' "$RIGIDC" $command --from=step arm.rig
		# one set of flags serves every command
		for option in $(taken "${command%% *}" --prefix=p --real=float --wrench=lower -Dreach=1 --lock=elbow); do
			works "$command $option" "$RIGIDC" $command "$option" arm.rig
		done
	done
	full "compile" "$RIGIDC" compile arm.rig
	full "compile -o -" "$RIGIDC" compile -o - arm.rig
	full "compile --dump" "$RIGIDC" compile --dump=lower arm.rig
	full "info" "$RIGIDC" info arm.rig
	full "info --json" "$RIGIDC" info --json arm.rig
	full "check --json" "$RIGIDC" check --json arm.rig
	"$RIGIDC" compile arm.rig >&- 2>"$SCRATCH/err"
	is "compile to a closed stdout" "exit 2" "exit $?"
	skip "exit 70" "a fault of our own cannot be provoked from outside"

	# the model from standard input
	"$RIGIDC" compile arm.rig >direct
	for command in compile check info; do
		"$RIGIDC" $command - <arm.rig >"$SCRATCH/out" 2>"$SCRATCH/err"
		is "$command -: exit" "exit 0" "exit $?"
		"$RIGIDC" $command - <broken.rig >"$SCRATCH/out" 2>"$SCRATCH/err"
		is "$command - of a broken model: exit" "exit 1" "exit $?"
		says "$command -: the place" '^<stdin>:3:8: error: '
	done
	"$RIGIDC" compile - <arm.rig >piped
	ok "a model from stdin gives the same C" cmp direct piped
	usage "eval takes no model from stdin" 'standard input' "$RIGIDC" eval -f rnea -
	rm -f direct piped
}

# --- where the C goes ---

output_files() {
	"$RIGIDC" compile arm.rig >wanted
	works "-o -" "$RIGIDC" compile arm.rig -o -
	ok "-o - is stdout" cmp wanted "$SCRATCH/out"

	works "-o a new file" "$RIGIDC" compile arm.rig -o new.h
	ok "a new file holds the header" cmp wanted new.h
	prints_nothing "-o: nothing on stdout"
	(umask 027 && "$RIGIDC" compile arm.rig -o masked.h)
	is "a new file obeys umask" "-rw-r-----" "$(ls -l masked.h | cut -c1-10)"

	echo old >old.h
	chmod 640 old.h
	works "-o an existing file" "$RIGIDC" compile arm.rig -o old.h
	ok "an existing file is replaced" cmp wanted old.h
	is "its mode is kept" "-rw-r-----" "$(ls -l old.h | cut -c1-10)"
	chmod 755 old.h
	"$RIGIDC" compile arm.rig -o old.h
	is "an odd mode is kept too" "-rwxr-xr-x" "$(ls -l old.h | cut -c1-10)"

	# replaced by rename, so that a reader never sees half a file
	echo old >shared.h
	exec 3<shared.h
	"$RIGIDC" compile arm.rig -o shared.h
	is "who has the old file open keeps it" old "$(cat <&3)"
	exec 3<&-

	mkdir sub
	echo old >sub/target.h
	ln -s sub/target.h link.h
	works "-o a symbolic link" "$RIGIDC" compile arm.rig -o link.h
	ok "it stays a link" is_link link.h
	ok "its target is replaced" cmp wanted sub/target.h
	ln -s sub/later.h dangling.h
	works "-o a dangling link" "$RIGIDC" compile arm.rig -o dangling.h
	ok "a dangling link stays a link" is_link dangling.h
	ok "its target is made" cmp wanted sub/later.h
	ln -s loop.h loop.h
	usage "-o a link to itself" 'loop.h: ' "$RIGIDC" compile arm.rig -o loop.h
	ln -s link.h link2.h
	works "-o a link to a link" "$RIGIDC" compile arm.rig -o link2.h
	ok "a link to a link: both stay" sh -c 'test -L link2.h && test -L link.h && cmp wanted sub/target.h'

	works "-o /dev/null" "$RIGIDC" compile arm.rig -o /dev/null
	ok "/dev/null is still a device" test -c /dev/null
	usage "-o /dev/full" 'cannot write /dev/full: No space left' "$RIGIDC" compile arm.rig -o /dev/full
	ok "/dev/full is still a device" test -c /dev/full

	# a FIFO of any name gets the header; a reader that waits for ever is ended
	for fifo in pipe.h pipe; do
		mkfifo $fifo
		cat $fifo >read &
		reader=$!
		works "-o a FIFO, $fifo" "$RIGIDC" compile arm.rig -o $fifo
		ok "$fifo is still a FIFO" test -p $fifo
		[ -p $fifo ] || kill $reader
		wait $reader 2>/dev/null
		ok "the header came through $fifo" cmp wanted read
		rm -f $fifo read
	done

	# half of a pair may be special too: a link to /dev/null must not cost the system its device
	mkfifo special.h
	cat special.h >read &
	reader=$!
	"$RIGIDC" compile arm.rig -o special.c 2>"$SCRATCH/err"
	ok "a pair does not replace a FIFO" test -p special.h
	[ -s read ] || kill $reader 2>/dev/null
	wait $reader 2>/dev/null
	rm -f special.* read

	"$RIGIDC" compile doubtful.rig -o silent.h 2>&-
	is "-o with stderr closed: exit" "exit 0" "exit $?"
	"$RIGIDC" compile doubtful.rig 2>/dev/null >silent
	ok "-o with stderr closed: no message in the file" cmp silent silent.h
	(exec "$RIGIDC" compile arm.rig -o silent.h >&-) 2>"$SCRATCH/err"
	is "-o with stdout closed: exit" "exit 0" "exit $?"
	ok "-o with stdout closed: the file is whole" cmp wanted silent.h

	works "-o NAME.c" "$RIGIDC" compile arm.rig -o pair.c
	ok "NAME.c is written" test -s pair.c
	ok "NAME.h is written" test -s pair.h
	ok "NAME.c includes NAME.h" has pair.c '#include "pair.h"'
	ok "NAME.c has the functions" has pair.c '^void arm_rnea('
	ok "NAME.h has prototypes" has pair.h '^void arm_rnea(.*);$'
	works "-o DIR/NAME.c" "$RIGIDC" compile arm.rig -o sub/pair.c
	ok "the pair does not depend on the folder" sh -c 'cmp pair.c sub/pair.c && cmp pair.h sub/pair.h'

	mkdir folder folder.h
	usage "-o a directory" 'folder' "$RIGIDC" compile arm.rig -o folder
	usage "-o a directory with a good name" 'folder.h.* directory' "$RIGIDC" compile arm.rig -o folder.h
	usage "-o into a missing directory" 'missing/x.h: No such file' "$RIGIDC" compile arm.rig -o missing/x.h
	for name in arm.txt arm.hxx arm .h .c '' arm.h/; do
		usage "-o '$name'" 'NAME.h' "$RIGIDC" compile arm.rig -o "$name"
	done
	usage "-o of another ending comes before the model" 'NAME.h' "$RIGIDC" compile nowhere.rig -o arm.txt
	no_temporaries "no temporary files are left"
}

# A failure leaves what was there.
old_files_stay() {
	echo old >keep.h
	echo old >keep.c
	refuses "a broken model with -o" 'negative-mass' "$RIGIDC" compile broken.rig -o keep.h
	is "the old header is untouched" old "$(cat keep.h)"
	refuses "a broken model with -o NAME.c" 'negative-mass' "$RIGIDC" compile broken.rig -o keep.c
	is "the old pair is untouched" "old old" "$(cat keep.c) $(cat keep.h)"
	refuses "an unknown function with -o" "no function 'foo'" "$RIGIDC" compile arm.rig -f foo -o keep.h
	is "the old header is untouched again" old "$(cat keep.h)"
	refuses "a broken model with a new file" 'negative-mass' "$RIGIDC" compile broken.rig -o fresh.h
	ok "no new file is made" test ! -e fresh.h

	echo old >half.c
	mkdir half.h
	usage "a pair whose header is a directory" 'half.h.* directory' "$RIGIDC" compile arm.rig -o half.c
	is "its source is untouched" old "$(cat half.c)"
	mkdir other.c
	echo old >other.h
	usage "a pair whose source is a directory" 'other.c.* directory' "$RIGIDC" compile arm.rig -o other.c
	is "its header is untouched" old "$(cat other.h)"

	# a file size limit makes the write itself fail; the signal is ignored, so that write says EFBIG
	echo old >limited.h
	(trap '' XFSZ && ulimit -f 1 && exec "$RIGIDC" compile "$root/examples/solo12.rig" -o limited.h) 2>"$SCRATCH/err"
	is "a disk that fills up: exit" "exit 2" "exit $?"
	says "a disk that fills up: message" 'cannot write limited.h'
	is "a disk that fills up: the old file stays" old "$(cat limited.h)"
	no_temporaries "no temporary files are left by failures"
}

# As root nothing is read-only, so these run as somebody else.
read_only() {
	as=
	if [ "$(id -u)" = 0 ]; then
		as="setpriv --reuid=65534 --regid=65534 --clear-groups"
		chmod 755 "$SCRATCH" "$work"
		if ! $as "$RIGIDC" check arm.rig 2>/dev/null; then
			skip "read-only file and directory" "root may write anything, and setpriv cannot leave root here"
			return
		fi
	fi
	mkdir locked open
	echo old >locked/old.h
	echo old >open/old.h
	[ -n "$as" ] && chown 65534 locked open locked/old.h open/old.h
	chmod 555 locked
	chmod 444 open/old.h
	usage "-o a new file in a read-only directory" 'locked/new.h: Permission denied' \
	    $as "$RIGIDC" compile arm.rig -o locked/new.h
	usage "-o a file in a read-only directory" 'locked/old.h: Permission denied' \
	    $as "$RIGIDC" compile arm.rig -o locked/old.h
	is "it is untouched" old "$(cat locked/old.h)"
	usage "-o a read-only file" 'open/old.h: Permission denied' $as "$RIGIDC" compile arm.rig -o open/old.h
	is "a read-only file is untouched" old "$(cat open/old.h)"
	usage "-o a pair with a read-only header" 'open/old.h: Permission denied' \
	    $as "$RIGIDC" compile arm.rig -o open/old.c
	ok "the source of that pair is not made" test ! -e open/old.c
	is "nothing else is left there" old.h "$(ls -A open)"
	cp arm.rig secret.rig
	chmod 000 secret.rig
	usage "a model that may not be read" 'secret.rig: Permission denied' $as "$RIGIDC" check secret.rig
	chmod 755 locked
	rm -f secret.rig
}

# --- options of the model ---

# nq MODEL OPTIONS...: the number of coordinates
nq() {
	"$RIGIDC" info --json "$@" | perl -ne 'print $1 if /"nq": (\d+)/'
}

# unrequested: C without the line that repeats the options
unrequested() {
	grep -v '^ \* Made with'
}

options() {
	is "--lock takes a joint out" 1 "$(nq arm.rig --lock=elbow)"
	is "--lock twice" 0 "$(nq arm.rig --lock=elbow --lock shoulder)"
	is "--lock with a value" 1 "$(nq arm.rig --lock=elbow=0.5)"
	is "--lock with a unit" 1 "$(nq arm.rig --lock=elbow=30deg)"
	is "--lock with a unit and a blank" 1 "$(nq arm.rig '--lock=elbow=30 deg')"
	"$RIGIDC" compile arm.rig --lock=elbow=90deg | unrequested >degrees
	"$RIGIDC" compile arm.rig --lock=elbow=pi/2 | unrequested >radians
	ok "--lock=90deg is --lock=pi/2" cmp degrees radians
	"$RIGIDC" compile arm.rig --lock=elbow | unrequested >plain
	"$RIGIDC" compile arm.rig --lock=elbow=0 | unrequested >zero
	ok "--lock without a value is 0" cmp plain zero
	ok "--lock at another value is another model" sh -c '! cmp -s plain radians'
	is "--lock of a slider with a length" 1 "$(nq slider.rig --lock=rail=20mm)"
	refuses "--lock of an unknown joint" "no joint 'elbo'" "$RIGIDC" info arm.rig --lock=elbo
	says "--lock: did you mean" "did you mean 'elbow'"
	refuses "--lock with the wrong dimension" '\[dimension\]' "$RIGIDC" info arm.rig --lock=elbow=1m
	is "--lock of a free joint" 0 "$(nq floating.rig --lock=root)"
	is "--lock of a free joint at a pose" 0 "$(nq floating.rig '--lock=root=(1, 2, 3, 0, 0.6, 0, 0.8)')"
	refuses "--lock of a free joint at a number" 'vector' "$RIGIDC" info floating.rig --lock=root=1
	says "--lock of a free joint: which numbers it takes" '7 numbers: (x, y, z, qx, qy, qz, qw)'
	refuses "--lock of a joint of three coordinates at a number" '3 numbers: (x, y, theta)' \
	    "$RIGIDC" info "$root/examples/running_leg.rig" --lock=hip=1
	refuses "--lock of a free joint at no rotation" '\[bad-lock\]' \
	    "$RIGIDC" info floating.rig '--lock=root=(1, 2, 3, 0, 0, 0, 2)'
	refuses "--lock of a joint that is fixed" '\[bad-lock\]' "$RIGIDC" info arm.rig --lock=weld
	refuses "--lock with half a value" 'error: ' "$RIGIDC" info arm.rig --lock=elbow=

	sed 's/^const reach = .*/const reach = 700 mm/' arm.rig >longer.rig
	"$RIGIDC" compile longer.rig | unrequested >longer
	"$RIGIDC" compile arm.rig -D reach=0.7 | unrequested >defined
	"$RIGIDC" compile arm.rig -Dreach=700mm | unrequested >defined_mm
	"$RIGIDC" compile arm.rig '-Dreach=1.4 m/2' | unrequested >defined_expression
	ok "-D is an edit of the model" cmp longer defined
	ok "-D with a unit" cmp defined defined_mm
	ok "-D with an expression" cmp defined defined_expression
	refuses "-D of an unknown constant" "no constant 'reech'" "$RIGIDC" compile arm.rig -Dreech=1
	says "-D: did you mean" "did you mean 'reach'"
	refuses "-D with the wrong dimension" '\[dimension\]' "$RIGIDC" compile arm.rig '-Dreach=1 kg'
	refuses "-D with rubbish" 'error: ' "$RIGIDC" compile arm.rig '-Dreach=1;2'

	works "--prefix" "$RIGIDC" compile arm.rig --prefix=left_arm
	prints "--prefix: functions" 'void left_arm_rnea('
	prints "--prefix: macros" '^#define LEFT_ARM_NQ 2$'
	prints "--prefix: guard" '^#ifndef RIGIDC_LEFT_ARM_H$'
	prints "--prefix: indices" 'LEFT_ARM_Q_elbow = 1'
	ok "--prefix: the old one is gone" lacks "$SCRATCH/out" '[^_]arm_rnea\|[^_]ARM_'
	works "--prefix of odd characters" "$RIGIDC" compile arm.rig '--prefix=.2 arm'
	prints "--prefix of odd characters is mangled" 'void _x2E2_x20arm_rnea('
	usage "an empty --prefix" 'prefix' "$RIGIDC" compile arm.rig --prefix=

	works "--real=float" "$RIGIDC" compile arm.rig --real=float
	prints_joined "--real=float: arguments" 'void arm_rnea(const float q\[2\]'
	ok "--real=float: no double in the code" lacks "$SCRATCH/out" 'const double'
	usage "--real=half" "double or float" "$RIGIDC" compile arm.rig --real=half

	works "compile -f crba" "$RIGIDC" compile arm.rig -f crba
	ok "-f: only what was asked for" lacks "$SCRATCH/out" 'arm_rnea('
	works "compile -f of a fused function" "$RIGIDC" compile arm.rig -f rnea,dyn=crba+rnea
	prints_joined "a fused function: inputs united, outputs in the order written" \
	    'void arm_dyn(const double q\[2\], const double qd\[2\], const double qdd\[2\], double M\[4\], double tau\[2\])'
	"$RIGIDC" compile arm.rig -f rnea,dyn=crba+rnea | grep -v 'HASH\|CODE' >dense.h
	"$RIGIDC" compile arm.rig -f ' rnea , dyn = crba + rnea ' | grep -v 'HASH\|CODE' >blanks.h
	"$RIGIDC" compile arm.rig -f rnea -f dyn=crba+rnea | grep -v 'HASH\|CODE' >twice.h
	ok "-f: blanks around signs" cmp dense.h blanks.h
	ok "-f twice: both" cmp dense.h twice.h
	for functions in 'rnea crba' 'dyn=crba+rnea crba' 'rnea // x' 'crba+rnea'; do
		refuses "-f '$functions'" 'follows a function' "$RIGIDC" compile arm.rig -f "$functions"
	done
	refuses "-f of an unknown function" "no function 'rneaa'" "$RIGIDC" compile arm.rig -f rneaa
	says "-f: did you mean" "did you mean 'rnea'"
	refuses "-f with one function twice" 'error: ' "$RIGIDC" compile arm.rig -f rnea,rnea
	{ cat arm.rig; echo 'generate dyn = crba + rnea, "m, e" = energy + crba'; } >fusing.rig
	"$RIGIDC" compile arm.rig -f dyn=crba+rnea | grep -v '^// model\|HASH\|CODE' >by_option.h
	"$RIGIDC" compile fusing.rig -f dyn | grep -v '^// model\|HASH\|CODE' >by_model.h
	ok "generate dyn = crba + rnea is the function of -f dyn=crba+rnea" cmp by_option.h by_model.h
	is "generate: its functions are written" "arm_dyn arm_m_x2C_x20e" "$("$RIGIDC" compile fusing.rig | sed -n 's/^static inline void \(arm_[a-z]*[^(]*\)(const double.*q.*/\1/p' | xargs)"
	is "-f of a quoted fused function" 'm, e' "$("$RIGIDC" info fusing.rig --json -f '"m, e"' | perl -MJSON::PP -0ne 'print keys %{decode_json($_)->{functions}}')"
	is "info shows fused functions" "dyn m," "$("$RIGIDC" info fusing.rig | sed -n '/^function/,$p' | sed 1d | awk '{ print $1 }' | xargs)"
	refuses "-f of a fused function as a part" 'write its parts: crba+rnea' "$RIGIDC" compile fusing.rig -f x=dyn+com
	refuses "-f of a fused function of a frame" 'dyn takes no body or frame: write .dyn.' "$RIGIDC" compile fusing.rig -f dyn:upper
	refuses "-f near a fused function" "did you mean 'dyn'" "$RIGIDC" compile fusing.rig -f dyn1
	works "-f defines the name of a fused function anew" "$RIGIDC" compile fusing.rig -f dyn=energy
	refuses "a function fused with itself" 'error: ' "$RIGIDC" compile arm.rig -f dyn=rnea+rnea
	refuses "-f with an empty name" 'error: ' "$RIGIDC" compile arm.rig -f rnea,
	usage "--dump of an unknown pass" "no pass 'foo'" "$RIGIDC" compile arm.rig --dump=foo
	for pass in $("$RIGIDC" --list=passes | cut -d' ' -f1); do
		works "--dump=$pass" "$RIGIDC" compile arm.rig --dump="$pass"
		ok "--dump=$pass prints" test -s "$SCRATCH/out"
	done
	rm -f degrees radians plain zero longer longer.rig defined defined_mm defined_expression
}

wrenches() {
	works "--wrench of a body" "$RIGIDC" compile arm.rig --wrench=lower
	prints_joined "--wrench: 6 numbers" 'const double f_ext\[6\], double tau'
	prints "--wrench: the comment names the body" 'f_ext\[0..5\].* on lower'
	prints_joined "--wrench: crba does not depend on it" 'void arm_crba(const double q\[2\], double M\[4\])'
	works "--wrench of two bodies" "$RIGIDC" compile arm.rig --wrench=tool,upper
	prints "--wrench: in the order named" 'f_ext\[0..5\].* on tool'
	prints "--wrench: in the order named, second" 'f_ext\[6..11\].* on upper'
	works "--wrench twice" "$RIGIDC" compile arm.rig --wrench=tool --wrench=upper
	prints_joined "--wrench twice adds" 'const double f_ext\[12\]'
	for twice in tool,tool "tool --wrench=tool"; do
		works "--wrench=$twice" "$RIGIDC" compile arm.rig --wrench=$twice
		prints_joined "--wrench=$twice: six numbers once" 'const double f_ext\[6\], double tau'
	done
	works "--wrench=all" "$RIGIDC" compile arm.rig --wrench=all
	prints_joined "--wrench=all: the moving bodies" 'const double f_ext\[12\]'
	prints "--wrench=all: in the order of info" 'f_ext\[6..11\].* on lower'
	refuses "--wrench of an unknown body" "no body or frame 'lowr'" "$RIGIDC" compile arm.rig --wrench=lowr
	says "--wrench: did you mean" "did you mean 'lower'"
	refuses "--wrench on what cannot move" '\[wrench-on-world\]' "$RIGIDC" compile arm.rig --wrench=stand
	usage "--wrench with an empty name" "has nothing where a name belongs" "$RIGIDC" compile arm.rig --wrench=lower,

	# a wrench on a merged link is in that link's frame: a force along the tool's y, 0.3 m out, turns the
	# shoulder by minus (0.5 + 0.3) N m and the elbow, about y, not at all
	printf '0 0 0 0 0 0  0 0 0 0 0 0\n0 0 0 0 0 0  0 1 0 0 0 0\n' |
	    "$RIGIDC" eval arm.rig -f rnea --wrench=tool >torques 2>&1
	ok "a wrench on a merged link" awk 'NR == 1 { a = $1; b = $2 }
		NR == 2 { d = $1 - a + 0.8; e = $2 - b; exit !(d * d < 1e-24 && e * e < 1e-24) }
		END { exit NR != 2 }' torques
	rm -f torques
}

# --- JSON ---

function_fields='mul add div sqrt sincos neg other temporaries live_bytes inputs outputs'

info_json() {
	works "info --json" "$RIGIDC" info --json arm.rig
	cp "$SCRATCH/out" arm.json
	json "info --json: fields" arm.json 'keys_are($j, "model nq nv gravity bodies frames joints functions")'
	json "info --json: model, nq, nv" arm.json \
	    '$j->{model} eq "arm" && $j->{nq} == 2 && $j->{nv} == 2 && number($j->{nq}) && number($j->{nv})'
	json "info --json: gravity" arm.json '@{$j->{gravity}} == 3 && number($j->{gravity}[2]) &&
		$j->{gravity}[0] == 0 && $j->{gravity}[2] == -9.81'
	json "info --json: bodies are those that move" arm.json 'same($j->{bodies}, [
		{ name => "upper", parent => "world" }, { name => "lower", parent => "upper" }])'
	json "info --json: frames, merged links among them" arm.json 'same([sort { $a->{name} cmp $b->{name} } @{$j->{frames}}], [
		{ name => "stand", body => "world" }, { name => "tip", body => "lower" },
		{ name => "tool", body => "lower" }])'
	json "info --json: joints" arm.json 'same($j->{joints}, [
		{ name => "shoulder", type => "revolute", parent => "world", child => "upper", q => [0, 1], v => [0, 1] },
		{ name => "elbow", type => "revolute", parent => "upper", child => "lower", q => [1, 1], v => [1, 1] },
		{ name => "weld", type => "fixed", parent => "lower", child => "tool", q => [0, 0], v => [0, 0] },
		{ name => "bolts", type => "fixed", parent => "world", child => "stand", q => [0, 0], v => [0, 0] }])' 
	json "info --json: the functions by default" arm.json 'keys_are($j->{functions}, "rnea crba")'
	json "info --json: fields of a function" arm.json '
		for my $f (values %{$j->{functions}}) {
			keys_are($f, "'"$function_fields"'");
			number($f->{$_}) or die $_ for qw(mul add div sqrt sincos neg other temporaries live_bytes);
			keys_are($_, "name shape unit") for @{$f->{inputs}}, @{$f->{outputs}};
		} 1'
	json "info --json: inputs of rnea" arm.json 'same($j->{functions}{rnea}{inputs}, [
		{ name => "q", shape => [2], unit => "rad" }, { name => "qd", shape => [2], unit => "rad/s" },
		{ name => "qdd", shape => [2], unit => "rad/s^2" }])'
	json "info --json: output of rnea" arm.json \
	    'same($j->{functions}{rnea}{outputs}, [{ name => "tau", shape => [2], unit => "N m" }])'
	json "info --json: output of crba" arm.json \
	    'same($j->{functions}{crba}{outputs}, [{ name => "M", shape => [2, 2], unit => "kg m^2" }])'

	"$RIGIDC" info --json arm.rig --lock=elbow=1 >locked.json
	json "info --json: a locked joint is fixed" locked.json '
		my ($k) = grep { $_->{name} eq "elbow" } @{$j->{joints}};
		same($k, { name => "elbow", type => "fixed", parent => "upper", child => "lower", q => [0, 0], v => [0, 0] })'
	json "info --json: its body is a frame" locked.json \
	    'grep { $_->{name} eq "lower" && $_->{body} eq "upper" } @{$j->{frames}}'

	"$RIGIDC" info --json floating.rig >floating.json
	json "info --json: a free joint" floating.json 'same($j->{joints}, [
		{ name => "root", type => "free", parent => "world", child => "hull", q => [0, 7], v => [0, 6] }])'
	json "info --json: units that differ" floating.json '
		same($j->{functions}{rnea}{inputs}[0]{unit}, ["m", "m", "m", "1", "1", "1", "1"]) &&
		same($j->{functions}{rnea}{outputs}[0]{unit}, ["N", "N", "N", "N m", "N m", "N m"])'
	cat >infinite.rig <<-'END'
		model infinite
		param k = 1e200
		body a on world { joint ja : prismatic(y); mass 1 kg }
		body b on a { joint jb : prismatic(y); mass 1 kg }
		body c on b { joint jc : prismatic(y) = k * k * ja + 3 * jb; mass 1 kg }
		frame w on world at (2, 1, 1) m
		frame e on a at (1, 1, 0) m
		strut leg between w and e { spring 3 N/m * k * k at 1 m }
	END
	"$RIGIDC" info --json infinite.rig >infinite.json
	json "info --json: null where parameters make a number infinite" infinite.json '
		my ($coupling) = grep { $_ } map { $_->{coupling} } @{$j->{joints}};
		same([@$coupling{qw(on multipliers offsets)}], [["ja", "jb"], [undef], [undef]]) &&
		same($j->{struts}, [{ name => "leg", type => "strut", points => ["w", "e"], spring => undef, at => 1.0, damping => 0.0,
			force => JSON::PP::false }])'
	"$RIGIDC" info --json slider.rig -f dyn=crba+rnea >fused.json
	json "info --json: a fused function" fused.json 'keys_are($j->{functions}, "dyn") &&
		same([map { $_->{name} } @{$j->{functions}{dyn}{inputs}}], [qw(q qd qdd)]) &&
		same([map { $_->{name} } @{$j->{functions}{dyn}{outputs}}], [qw(M tau)])'
	"$RIGIDC" info --json arm.rig --wrench=all >wrench.json
	json "info --json: f_ext" wrench.json '
		same([map { $_->{name} } @{$j->{functions}{rnea}{inputs}}], [qw(q qd qdd f_ext)])'
	"$RIGIDC" info --json arm.rig --real=float >float.json
	ok "info --json: floats alive take half the bytes" perl -MJSON::PP -e '
		local $/; my @s;
		for (@ARGV) { open my $in, "<", $_; push @s, decode_json(<$in>)->{functions}{rnea}{live_bytes} }
		exit !($s[0] > 0 && $s[0] == 2 * $s[1])' arm.json float.json

	# names are arbitrary bytes in quotes
	printf 'model "a\\"b"\nbody "x\\xFFy" on world { joint "\\\\/\\x0A\303\251" : revolute(z)\nmass 1 kg\ninertia diag(1,1,1)\n}\n' >odd.rig
	works "info --json of odd names" "$RIGIDC" info --json odd.rig
	json "info --json: odd names are escaped" "$SCRATCH/out" \
	    '$j->{model} eq "a\"b" && $j->{joints}[0]{name} eq "\\/\n\x{e9}"'
	works "info of odd names" "$RIGIDC" info odd.rig
	for model in "$root"/examples/*.rig; do
		"$RIGIDC" info --json --search=none "$model" >"$SCRATCH/out" 2>/dev/null
		json "info --json $(basename "$model")" "$SCRATCH/out" '
			my ($nq, $nv) = (0, 0);
			for (@{$j->{joints}}) { $nq += $_->{q}[1]; $nv += $_->{v}[1] }
			$nq == $j->{nq} && $nv == $j->{nv}'
	done
	refuses "info --json of a broken model" 'negative-mass' "$RIGIDC" info --json broken.rig
	rm -f ./*.json odd.rig
}

info_text() {
	works "info" "$RIGIDC" info arm.rig
	prints "info: sizes" '^arm: 2 moving bodies, nq 2, nv 2'
	prints "info: a joint and its coordinate" 'elbow : revolute(y).*q\[1\].*v\[1\]'
	prints "info: frames" 'tip on tool'
	prints "info: what numbers go in" '^q  *2  coordinates; rad: shoulder elbow$'
	works "info of a free joint" "$RIGIDC" info floating.rig --wrench=all
	prints "info: its coordinates" '^q  *7  coordinates; m, 1: root.x root.y root.z root.qx root.qy root.qz root.qw$'
	prints "info: wrenches" '^  *(f, n) of hull, in its axes$'
	works "info" "$RIGIDC" info arm.rig
	prints "info: the cost of rnea" '^rnea  *[0-9]'
}

check_json() {
	works "check --json of a good model" "$RIGIDC" check --json arm.rig
	json "check --json of a good model is []" "$SCRATCH/out" 'ref $j eq "ARRAY" && !@$j'
	exits "check --json of a broken model: exit" 1 "$RIGIDC" check --json broken.rig
	json "check --json: each with file, line, column, severity, check, message" "$SCRATCH/out" '
		@$j == 2 or die scalar @$j;
		for (@$j) { for my $k (qw(file line column severity check message)) { exists $_->{$k} or die $k } }
		$j->[0]{file} eq "broken.rig" && $j->[0]{line} == 3 && $j->[0]{column} == 8 && number($j->[0]{line}) &&
		$j->[0]{severity} eq "error" && $j->[0]{check} eq "negative-mass" && $j->[1]{check} eq "unknown-parent"'
	exits "check --json with a warning: exit" 0 "$RIGIDC" check --json doubtful.rig
	json "check --json: a warning" "$SCRATCH/out" \
	    '@$j == 1 && $j->[0]{severity} eq "warning" && $j->[0]{check} eq "inertia-triangle"'
	exits "check --json -Werror: exit" 1 "$RIGIDC" check --json -Werror doubtful.rig
	json "check --json -Werror: an error" "$SCRATCH/out" '$j->[0]{severity} eq "error"'
	usage "check --json of a missing file" 'nowhere.rig' "$RIGIDC" check --json nowhere.rig
	printf 'model twice\nconst a = 1\nconst a = 2\n' >twice.rig
	exits "check --json of a duplicate: exit" 1 "$RIGIDC" check --json twice.rig
	json "check --json: a note has a place" "$SCRATCH/out" \
	    '$j->[0]{check} eq "duplicate" && $j->[0]{note}{line} == 2 && $j->[0]{note}{message}'
	rm -f twice.rig
}

# Two things that get one name in C are an error that names both.
colliding_names() {
	printf 'model clash\nbody a on world { joint "a.b" : revolute(z)\nmass 1\ninertia diag(1,1,1)\n}\n' >clash.rig
	printf 'body b on a { joint a_x2Eb : revolute(y)\nmass 1\ninertia diag(1,1,1)\n}\n' >>clash.rig
	refuses "two joints of one C name" "a\.b.*a_x2Eb\|a_x2Eb.*a\.b" "$RIGIDC" compile clash.rig
	says "both places are shown" '^clash.rig:2:'
	rm -f clash.rig
}

# --- eval ---

# eval_lines INPUT [OPTIONS...]: into $SCRATCH/out and err; the exit code in $code
eval_lines() {
	eval_input=$1
	shift
	printf "$eval_input" | "$RIGIDC" eval arm.rig "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
	code=$?
}

# same_line NAME INPUT: the input gives the line of the six numbers 1 to 6, and nothing else
same_line() {
	eval_lines "$2" -f rnea
	is "eval: $1" "exit 0: $reference" "exit $code: $(cat "$SCRATCH/out")"
	quiet "eval: $1: quiet"
}

# bad_line NAME INPUT LINE PATTERN: fails there, with as many lines written as were good
bad_line() {
	eval_lines "$2" -f rnea
	is "eval: $1: exit" "exit 1" "exit $code"
	says "eval: $1: message" "^stdin:$3: .*$4"
	is "eval: $1: the lines before are written" "$5" "$(wc -l <"$SCRATCH/out" | tr -d ' ')"
	is "eval: $1: one message" 1 "$(wc -l <"$SCRATCH/err" | tr -d ' ')"
}

eval_input() {
	eval_lines '1 2 3 4 5 6\n' -f rnea
	reference=$(cat "$SCRATCH/out")
	is "eval: two numbers" 2 "$(wc -w <"$SCRATCH/out" | tr -d ' ')"
	same_line "tabs" '1\t2\t3\t4\t5\t6\n'
	same_line "commas" '1,2,3,4,5,6\n'
	same_line "commas and blanks" '1, 2, 3, 4, 5, 6\n'
	same_line "all mixed" '  1 2,3\t4 , 5\t 6  \n'
	same_line "CRLF" '1 2 3 4 5 6\r\n'
	same_line "no final newline" '1 2 3 4 5 6'
	same_line "comments and empty lines" '# one\n\n \t\n1 2 3 4 5 6\n#1 2 3\n\n'
	same_line "an empty line with CR" '\r\n# c\r\n1 2 3 4 5 6\r\n\r\n'
	same_line "forms of numbers" '1.0 +2 3e0 .4e1 5. 0.06E+2\n'
	eval_lines '' -f rnea
	is "eval: no input at all" "exit 0: " "exit $code: $(cat "$SCRATCH/out")"
	eval_lines '1 2 3 4 5 6\n6 5 4 3 2 1\n1 2 3 4 5 6\n' -f rnea
	is "eval: a line for a line" 3 "$(wc -l <"$SCRATCH/out" | tr -d ' ')"
	is "eval: lines do not depend on those before" "$reference" "$(tail -n 1 "$SCRATCH/out")"

	bad_line "too few" '1 2 3 4 5 6\n\n1 2 3 4 5\n1 2 3 4 5 6\n' 3 '5 numbers, expected 6' 1
	bad_line "too many" '1 2 3 4 5 6 7\n' 1 '7 numbers, expected 6' 0
	bad_line "not a number" '1 2 3 4 5 6\n1 2 x 4 5 6\n' 2 'not a number' 1
	bad_line "two points" '1 2 3 4 5 6.7.8\n' 1 'not a number' 0
	bad_line "a semicolon" '1;2;3;4;5;6\n' 1 'not a number' 0
	bad_line "a decimal comma" '1,5 2 3 4 5 6\n' 1 '7 numbers, expected 6' 0
	bad_line "too large" '1 2 3 4 5 1e999\n' 1 'too large' 0
	bad_line "a NUL byte" '1 2 3 4 5 6\0\n' 1 'NUL' 0
	bad_line "no final newline and too few" '1 2 3' 1 '3 numbers, expected 6' 0

	usage "eval without a function" '-f' "$RIGIDC" eval arm.rig
	usage "eval of two functions" 'one function' "$RIGIDC" eval arm.rig -f dyn=rnea+crba,com
	usage "eval with an unknown jit" 'tcc, cc or none' "$RIGIDC" eval arm.rig -f rnea --jit=llvm
	refuses "eval of an unknown function" "no function 'foo'" "$RIGIDC" eval arm.rig -f foo
	refuses "eval of a broken model" 'negative-mass' "$RIGIDC" eval broken.rig -f rnea

	printf '1 2 3 4 5 6\n' | "$RIGIDC" eval arm.rig -f rnea >/dev/full 2>"$SCRATCH/err"
	is "eval to /dev/full: exit" "exit 2" "exit $?"
	says "eval to /dev/full: message" 'cannot write to standard output'
	"$RIGIDC" eval arm.rig -f rnea <&- >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "eval with stdin closed: exit" "exit 2" "exit $?"
	says "eval with stdin closed: message" 'cannot read standard input'
	"$RIGIDC" eval arm.rig -f rnea <. >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "eval from a directory: exit" "exit 2" "exit $?"

	# the C compiler leaves nothing behind, and where there is none the evaluator serves
	mkdir temporary
	printf '1 2 3 4 5 6\n' | TMPDIR=$work/temporary "$RIGIDC" eval arm.rig -f rnea --jit=cc >"$SCRATCH/out"
	is "eval --jit=cc" "$reference" "$(cat "$SCRATCH/out")"
	is "eval --jit=cc cleans up" "" "$(ls -A temporary)"
	printf '1 2 3 4 5 6\n' | CC=/nonexistent/cc "$RIGIDC" eval arm.rig -f rnea --jit=cc >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "eval --jit=cc without a compiler" "exit 0: $reference" "exit $?: $(cat "$SCRATCH/out")"
	says "eval --jit=cc without a compiler says so" 'evaluator'
	# a stream of any length ends when its output can no longer be written
	if command -v timeout >/dev/null; then
		yes '1 2 3 4 5 6' | timeout 10 "$RIGIDC" eval arm.rig -f rnea >/dev/full 2>"$SCRATCH/err"
		is "eval of an endless stream to /dev/full ends" "exit 2" "exit $?"
	else
		skip "eval of an endless stream to /dev/full ends" "no timeout command"
	fi
}

eval_functions() {
	state='0.3 -0.7 1.1 0.2 -0.4 0.9'
	rnea=$(echo "$state" | "$RIGIDC" eval arm.rig -f rnea)
	crba=$(echo '0.3 -0.7' | "$RIGIDC" eval arm.rig -f crba)
	ok "eval -f crba: a symmetric matrix" sh -c 'set -- $0; [ $# = 4 ] && [ "$2" = "$3" ]' "$crba"
	is "eval -f dyn=crba+rnea" "$crba $rnea" "$(echo "$state" | "$RIGIDC" eval arm.rig -f dyn=crba+rnea)"
	is "eval -f dyn=rnea+crba" "$rnea $crba" "$(echo "$state" | "$RIGIDC" eval arm.rig -f dyn=rnea+crba)"
	is "eval --lock" "$(echo '0.3 0.5 1.1 0 -0.4 0' | "$RIGIDC" eval arm.rig -f rnea | cut -c1-12 | cut -d' ' -f1)" \
	    "$(echo '0.3 1.1 -0.4' | "$RIGIDC" eval arm.rig -f rnea --lock=elbow=0.5 | cut -c1-12)"
	ok "eval -D changes the result" sh -c '[ "$1" != "$(echo "$2" | "$0" eval arm.rig -f rnea -D load=3kg)" ]' \
	    "$RIGIDC" "$rnea" "$state"

	# the three executors, double and float, over the same states
	perl -e 'srand(7); for (1 .. 50) { print join(" ", map { sprintf "%.17g", 6 * rand() - 3 } 1 .. 6), "\n" }' >states
	for real in double float; do
		for jit in tcc cc none; do
			exits "eval --jit=$jit --real=$real: exit" 0 sh -c \
			    '"$0" eval arm.rig -f dyn=crba+rnea --jit="$1" --real="$2" <states >"$1.$2"' "$RIGIDC" $jit $real
		done
		ok "evaluator and libtcc agree to the byte in $real" cmp none.$real tcc.$real
		ok "evaluator and the C compiler agree to the byte in $real" cmp none.$real cc.$real
	done
	ok "float is close to double, and not double" perl -e '
		open my $d, "<", "none.double"; open my $f, "<", "none.float"; my $same = 1;
		while (my $x = <$d>) {
			my @d = split " ", $x; my @f = split " ", scalar <$f>;
			for (0 .. $#d) { abs($d[$_] - $f[$_]) < 1e-4 or die "$d[$_] $f[$_]\n"; $same &= $d[$_] == $f[$_] }
		}
		exit $same'

	# what is printed reads back to the very doubles that the generated C computes
	"$RIGIDC" compile arm.rig -f dyn=crba+rnea --search=none -o printed.h
	cat >printed.c <<'END'
#include <stdio.h>
#include "printed.h"
int main(void)
{
	double q[2], qd[2], qdd[2], r[6];
	while (scanf("%lf %lf %lf %lf %lf %lf", q, q + 1, qd, qd + 1, qdd, qdd + 1) == 6) {
		arm_dyn(q, qd, qdd, r, r + 4);
		printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", r[0], r[1], r[2], r[3], r[4], r[5]);
	}
	return 0;
}
END
	ok "a program with the header builds" cc -O1 -o printed printed.c -lm
	./printed <states >from_c
	ok "eval prints digits that read back" perl -e '
		open my $e, "<", "none.double"; open my $c, "<", "from_c"; my $n = 0;
		while (my $x = <$e>) {
			my @e = split " ", $x; my @c = split " ", scalar <$c>;
			@e == 6 && @c == 6 or die "numbers";
			for (0 .. 5) { sprintf("%.17g", $e[$_]) eq $c[$_] or die "$e[$_] $c[$_]\n" }
			$n++;
		}
		exit($n != 50)'
	rm -f states printed printed.* from_c none.* tcc.* cc.*
}

quaternions() {
	zeros='0 0 0 0 0 0  0 0 0 0 0 0'
	for case in "0 0 0 1:0" "0.6 0 0 0.8:0" "0 0 0 1.0000000001:0" "0 0 0 1.00000001:1" "0 0 0 2:1" "0 0 0 0:1" "0 0 0 -1:0"; do
		echo "1 2 3 ${case%:*} $zeros" | "$RIGIDC" eval floating.rig -f rnea >"$SCRATCH/out" 2>"$SCRATCH/err"
		is "eval with the quaternion ${case%:*}: exit" "exit 0" "exit $?"
		is "eval with the quaternion ${case%:*}: warnings" "${case#*:}" \
		    "$(grep -c "^stdin:1: warning: .*quaternion.*'root'" "$SCRATCH/err")"
		is "eval with the quaternion ${case%:*}: a line" 1 "$(wc -l <"$SCRATCH/out" | tr -d ' ')"
	done
}

# What of the work is done, and what the C is like; that it is right is for modes_test.sh.
modes() {
	for bad in -O4 -O-1 -O22 -Ofast -Os; do
		usage "$bad" "level from 0 to 3, not '${bad#-O}'" "$RIGIDC" compile arm.rig $bad
	done
	usage "a value for what takes none" "option '--misra' takes no value" "$RIGIDC" compile arm.rig --misra=3
	usage "an empty one" "option '--cost' takes no value" "$RIGIDC" info arm.rig --cost=
	usage "-O without a level" "from 0 to 3\|needs a value" "$RIGIDC" compile arm.rig -O
	usage "--sincos=fast" "inline, libm or given, not 'fast'" "$RIGIDC" compile arm.rig --sincos=fast
	usage "--sincos without a value" "needs a value" "$RIGIDC" compile arm.rig --sincos
	usage "--search=long" "none, quick or thorough, not 'long'" "$RIGIDC" compile arm.rig --search=long
	usage "--fma=fast" "on, auto, off or compiler, not 'fast'" "$RIGIDC" compile arm.rig --fma=fast
	usage "--no-pass of an unknown pass" "no pass 'foo'" "$RIGIDC" compile arm.rig --no-pass=foo
	for pass in check tree build lower; do
		usage "--no-pass=$pass" "'$pass' cannot be left out" "$RIGIDC" compile arm.rig --no-pass=$pass
	done
	usage "--matrix=yes" "full, packed, sparse or packed-sparse, not 'yes'" "$RIGIDC" compile arm.rig --matrix=yes
	usage "--matrix without a value" "needs a value" "$RIGIDC" compile arm.rig --matrix
	usage "--size=small" "auto, on or off, not 'small'" "$RIGIDC" compile arm.rig --size=small
	usage "--base=wheels" "fixed or free, not 'wheels'" "$RIGIDC" compile arm.rig --base=wheels
	usage "--parametrize without a value" "needs a value" "$RIGIDC" compile arm.rig --parametrize
	usage "--fma=yes" "on, auto, off or compiler, not 'yes'" "$RIGIDC" compile arm.rig --fma=yes
	for pass in $("$RIGIDC" --list=passes | awk '$2 ~ /^-O/ { print $1 }'); do
		works "--no-pass=$pass" "$RIGIDC" compile arm.rig --no-pass=$pass
		prints "--no-pass=$pass is said" "^ \* Made with .*--no-pass $pass"
		works "--dump=$pass of a fused product" "$RIGIDC" compile arm.rig --dump=$pass --fma --sincos=given
		ok "--dump=$pass prints" test -s "$SCRATCH/out"
	done
	for command in compile eval info package; do
		works "$command --help=all" "$RIGIDC" $command --help=all
		for option in '-O 0|1|2|3' --no-pass=PASS '--search=none|quick|thorough' '--sincos=inline|libm|given' '--fma[=on|auto|off|compiler]'; do
			ok "$command --help=all: $option" grep -qE -e "^  $(echo "$option" | sed 's,[][|],\\&,g')( |$)" "$SCRATCH/out"
		done
	done
	works "no mode" "$RIGIDC" compile arm.rig
	prints "no mode: what the banner says" '^ \* Made with -f rnea,crba\.$'
	for default in -O3 --matrix=full --size=auto --search=quick --sincos=inline --fma=off --real=double; do
		ok "$default is the default" sh -c '"$0" compile arm.rig $1 2>/dev/null | cmp - "$2"' "$RIGIDC" "$default" "$SCRATCH/out"
	done

	# sc: one sine and cosine of each angle, behind the other inputs
	works "info --json --sincos=given" "$RIGIDC" info arm.rig --json --sincos=given
	cp "$SCRATCH/out" given.json
	json "info --json: sc is an input" given.json '
		same($j->{functions}{rnea}{inputs}[3], { name => "sc", shape => [2], unit => "1" }) &&
		same($j->{functions}{crba}{inputs}, [{ name => "q", shape => [2], unit => "rad" }, { name => "sc", shape => [2], unit => "1" }])'
	json "info --json: functions that give the angles" given.json '
		keys_are($j->{functions}, "rnea crba rnea_angles crba_angles") &&
		same($j->{functions}{rnea_angles}{inputs}, [{ name => "q", shape => [2], unit => "rad" }]) &&
		same($j->{functions}{rnea_angles}{outputs}, [{ name => "angle", shape => [1], unit => "rad" }])'
	json "info --json: no sine is left" given.json '!grep { $_->{sincos} } values %{$j->{functions}}'
	works "info --json --matrix=packed" "$RIGIDC" info arm.rig --json --matrix=packed
	json "info --json: a triangle" "$SCRATCH/out" 'same($j->{functions}{crba}{outputs}[0]{shape}, [3])'
	for jit in none tcc; do
		is "eval --sincos=given reads sc: $jit" "$(echo '0 0 1 2 3 4' | "$RIGIDC" eval arm.rig -f rnea --jit=$jit)" \
		    "$(echo '0.5 0.7 1 2 3 4  0 1' | "$RIGIDC" eval arm.rig -f rnea --jit=$jit --sincos=given)"
	done
	echo '0.5 0.7 1 2 3 4' >short
	exits "eval --sincos=given without sc" 1 sh -c '"$0" eval arm.rig -f rnea --sincos=given <short' "$RIGIDC"
	says "eval --sincos=given without sc: message" "6 numbers, expected 8"
	rm -f given.json short
}

without_a_model
tables
models
output_files
old_files_stay
read_only
options
modes
wrenches
info_json
info_text
check_json
colliding_names
eval_input
eval_functions
quaternions
finish
