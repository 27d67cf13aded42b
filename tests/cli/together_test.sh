#!/bin/sh
# Files that belong together are written together: what make depends on with the file it belongs to, pairs where a file has but one name;
# what a killed run has left is in nobody's way; a file that may not grow is an error of the write.
. tests/tap.sh
. tests/cli/fail.sh
MODEL=$PWD/examples/double_pendulum.rig
cc -shared -fPIC -o "$SCRATCH/fail.so" tests/cli/fail.c -ldl 2>/dev/null
mkdir "$SCRATCH/made"

# here COMMAND...: with the files of made/ in its folder
here() { (cd "$SCRATCH/made" && "$@"); }
files() { ls -A "$SCRATCH/made" | tr '\n' ' '; }

# --- FILE and FILE.d ---

echo old >"$SCRATCH/made/a.h"
mkdir "$SCRATCH/made/a.h.d"
exits 'FILE.d that cannot be written' 2 here "$RIGIDC" compile "$MODEL" -o a.h -MD
is 'leaves FILE as it was' old "$(cat "$SCRATCH/made/a.h")"
is 'and nothing beside it' 'a.h a.h.d ' "$(files)"
rmdir "$SCRATCH/made/a.h.d"
exits 'both' 0 here "$RIGIDC" compile "$MODEL" -o a.h -MD
ok 'FILE.d is a rule' here grep -q '^a\.h: .*double_pendulum\.rig$' a.h.d
exits 'a pair, its test and FILE.d' 0 here "$RIGIDC" compile "$MODEL" -o a.c -MD --self-test
is 'are four files' 'a.c a.c.d a.h a.h.d a_test.h ' "$(files)"
rm "$SCRATCH/made"/*

odd='b
c.rig'
cp "$MODEL" "$SCRATCH/made/$odd"
exits 'a path with a line end' 2 here "$RIGIDC" compile "$odd" -o a.h -MD
ok 'is told' grep -q 'make reads no name with a line end' "$SCRATCH/err"
is 'and nothing is written' '' "$(here ls | grep a.h)"
rm "$SCRATCH/made"/*

# --- names ---

# Where each run is the same process, what the last one left is in the way of none, and goes.
touch "$SCRATCH/made/a.h.0123abcd.tmp" "$SCRATCH/made/a.h.mine.tmp" "$SCRATCH/made/b.h.0123abcd.tmp"
exits 'beside what killed runs left' 0 here "$RIGIDC" compile "$MODEL" -o a.h
is 'which goes, and nothing else' 'a.h a.h.mine.tmp b.h.0123abcd.tmp ' "$(files)"
rm "$SCRATCH/made"/*
mkdir -p "$SCRATCH/made/p.0123abcd.tmp/src"
touch "$SCRATCH/made/p.0123abcd.tmp/src/file"
exits 'a folder likewise' 0 here "$RIGIDC" package "$MODEL" --for=cmake -o p
is 'which goes too' 'p ' "$(files)"
rm -r "$SCRATCH/made"/*

if [ -e "$SCRATCH/fail.so" ] && ! grep -q __asan_init "$RIGIDC"; then
	LD_PRELOAD=$SCRATCH/fail.so SLOW=400 "$RIGIDC" compile "$MODEL" -o "$SCRATCH/made/a.c" 2>/dev/null &
	until [ -n "$(ls "$SCRATCH/made" | grep tmp)" ]; do sleep 0.02; done
	kill -9 $!
	wait $! 2>/dev/null
	exits 'after kill -9' 0 here "$RIGIDC" compile "$MODEL" -o a.c
	is 'no file is left' 'a.c a.h ' "$(files)"
	LD_PRELOAD=$SCRATCH/fail.so SLOW=200 "$RIGIDC" compile "$MODEL" --prefix slow -o "$SCRATCH/made/a.c" 2>/dev/null &
	until [ -n "$(ls "$SCRATCH/made" | grep tmp)" ]; do sleep 0.02; done
	exits 'while another run writes the same' 0 here "$RIGIDC" compile "$MODEL" --prefix fast -o a.c
	wait $!
	is 'which goes on' 'exit 0' "exit $?"

	# --- where a file has one name ---

	echo old | tee "$SCRATCH/made/a.c" >"$SCRATCH/made/a.h"
	exits 'a pair is replaced' 0 here env LD_PRELOAD="$SCRATCH/fail.so" NO_LINKS=1 "$RIGIDC" compile "$MODEL" -o a.c
	is 'and nothing is left beside it' 'a.c a.h ' "$(files)"
	echo old | tee "$SCRATCH/made/a.c" >"$SCRATCH/made/a.h"
	chmod 640 "$SCRATCH/made/a.c"
	failed=
	for n in 1 2 3 4 5 6 7 8 9; do
		here env LD_PRELOAD="$SCRATCH/fail.so" NO_LINKS=1 FAIL=write FAIL_AT=$n "$RIGIDC" compile "$MODEL" -o a.c >/dev/null 2>&1 && break
		[ "$(cat "$SCRATCH/made/a.c" "$SCRATCH/made/a.h") $(stat -c %a "$SCRATCH/made/a.c") $(files)" = 'old
old 640 a.c a.h ' ] || failed="$failed $n"
	done
	is 'or, whichever write fails, stays as it was' '' "$failed"
	ok 'with more writes than one can fail' [ "$n" -gt 5 ]
fi
rm -f "$SCRATCH/made"/*

# --- files that may not grow ---

echo old >"$SCRATCH/made/a.h"
exits 'a limit of files' 2 here sh -c 'ulimit -f 4; exec "$@"' sh "$RIGIDC" compile "$MODEL" -o a.h
ok 'is told' grep -q 'cannot write a.h: File too large' "$SCRATCH/err"
is 'the old file stays' old "$(cat "$SCRATCH/made/a.h")"
exits 'on standard output too' 2 here sh -c 'ulimit -f 4; exec "$@" >out' sh "$RIGIDC" compile "$MODEL"

finish
