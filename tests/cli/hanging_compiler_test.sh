#!/bin/sh
# A C compiler that hangs ends with the command, whichever signal ends that, and with all that it has started.
. tests/tap.sh

cat >"$SCRATCH/cc" <<END
#!/bin/sh
sleep 1000 &
echo \$! >$SCRATCH/started.new
mv $SCRATCH/started.new $SCRATCH/started
wait
END
chmod +x "$SCRATCH/cc"

# runs: does what the compiler has started still run? It may be dead and waited for by nobody.
runs() {
	case $(ps -o stat= -p "$(cat "$SCRATCH/started")") in '' | Z*) return 1 ;; esac
}

# ends SIGNAL CODE
ends() {
	rm -f "$SCRATCH/started"
	# whoever runs the tests may ignore the signal, and what is started inherits that
	CC=$SCRATCH/cc TMPDIR=$SCRATCH perl -e '$SIG{+shift} = "DEFAULT"; exec @ARGV' "$1" \
	    "$RIGIDC" eval examples/ur5.rig -f gravity --jit=cc </dev/null >/dev/null 2>&1 &
	command=$!
	while [ ! -e "$SCRATCH/started" ]; do sleep 0.05; done
	kill -s "$1" $command
	wait $command 2>/dev/null
	is "$1 ends the command" "$2" $?
	for tries in 1 2 3 4 5 6 7 8 9 10; do
		runs || break
		sleep 0.1
	done
	is "$1 ends what the compiler has started" no "$(runs && echo yes || echo no)"
	is "$1 leaves no folder" '' "$(find "$SCRATCH" -mindepth 1 -name 'rigidc-*')"
}

# So does a gnuplot that hangs, after a motion whose rows are written.
mkdir "$SCRATCH/bin"
cp "$SCRATCH/cc" "$SCRATCH/bin/gnuplot"
rm -f "$SCRATCH/started"
PATH=$SCRATCH/bin:$PATH perl -e '$SIG{TERM} = "DEFAULT"; exec @ARGV' \
    "$RIGIDC" sim examples/double_pendulum.rig --time 1 --dt 0.5 --plot "$SCRATCH/motion.svg" >"$SCRATCH/rows" 2>"$SCRATCH/err" &
command=$!
while [ ! -e "$SCRATCH/started" ]; do sleep 0.05; done
kill -s TERM $command
wait $command 2>/dev/null
is 'TERM while gnuplot draws ends the command' 143 $?
is 'the rows are there' 4 "$(wc -l <"$SCRATCH/rows")"
is 'nothing is said of a limit of time' 0 "$(grep -c 'took longer' "$SCRATCH/err")"

# Under nohup a hangup ends neither.
rm -f "$SCRATCH/started"
CC=$SCRATCH/cc TMPDIR=$SCRATCH perl -e '$SIG{HUP} = "IGNORE"; exec @ARGV' \
    "$RIGIDC" eval examples/ur5.rig -f gravity --jit=cc </dev/null >/dev/null 2>&1 &
command=$!
while [ ! -e "$SCRATCH/started" ]; do sleep 0.05; done
kill -s HUP $command
sleep 0.3
is 'HUP that is ignored: the compiler goes on' yes "$(runs && echo yes || echo no)"
kill -s TERM $command
wait $command 2>/dev/null

ends TERM 143
ends HUP 129

# A killed command leaves a folder, which a later one removes: an hour later, as it may be that of another command until then.
rm -f "$SCRATCH/started"
CC=$SCRATCH/cc TMPDIR=$SCRATCH "$RIGIDC" eval examples/ur5.rig -f gravity --jit=cc </dev/null >/dev/null 2>&1 &
command=$!
while [ ! -e "$SCRATCH/started" ]; do sleep 0.05; done
kill -s KILL $command
wait $command 2>/dev/null
kill "$(cat "$SCRATCH/started")"
later() { TMPDIR=$SCRATCH "$RIGIDC" eval examples/ur5.rig -f gravity --jit=cc </dev/null; }
folder=$(find "$SCRATCH" -name 'rigidc-cc-*')
later
ok 'a folder of a killed command stays for an hour' test -d "$folder"
mkdir "$SCRATCH/rigidc-cc-public" "$SCRATCH/kept"
touch "$SCRATCH/kept/file"
chmod 755 "$SCRATCH/rigidc-cc-public"
chmod 700 "$SCRATCH/kept"
ln -s kept "$SCRATCH/rigidc-cc-linked"
touch -d '2 hours ago' "$folder" "$SCRATCH/rigidc-cc-public" "$SCRATCH/kept"
touch -h -d '2 hours ago' "$SCRATCH/rigidc-cc-linked"
later
is 'then a later command removes it' '' "$(find "$folder" 2>/dev/null)"
is 'and no folder that others may read, and none behind a link' yes "$(test -d "$SCRATCH/rigidc-cc-public" -a -e "$SCRATCH/kept/file" && echo yes)"
finish
