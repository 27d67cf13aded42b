#!/bin/sh
# Ctrl-C during a thorough search takes the best so far, during costs by line the lines so far; a second one ends the command.
. tests/tap.sh

# A shell has what it starts beside it ignore interrupts; a terminal does not.
start() {
	perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$RIGIDC" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" &
}

# Waits until it has worked for half a second: by then it has long read its model.
working() {
	until [ "$(awk '{ print $14 }' "/proc/$!/stat" 2>/dev/null || echo 1000)" -gt $(($(getconf CLK_TCK) / 2)) ]; do
		sleep 0.05
	done
}

echo old >"$SCRATCH/solo.h"
start compile examples/solo12.rig --search=thorough -o "$SCRATCH/solo.h"
working
kill -INT $!
wait $!
is 'Ctrl-C: exit' 0 $?
ok 'it is said' grep -q 'warning: .*\[search-interrupted\]$' "$SCRATCH/err"
ok 'in the header too' grep -q -- '--search thorough (interrupted)\.$' "$SCRATCH/solo.h"
ok 'which is C' ${CC:-cc} -std=c99 -Wall -Werror -fsyntax-only -x c "$SCRATCH/solo.h"
is 'both functions are there' 2 "$(grep -c 'void solo12_\(rnea\|crba\)(' "$SCRATCH/solo.h")"
ok 'nobody looks, so nothing is drawn' sh -c "! grep -q % '$SCRATCH/err'"

start info examples/solo12.rig --cost -f rnea,crba,coriolis,minv,fd --search=none
working
kill -INT $!
wait $!
is 'Ctrl-C during costs: exit' 0 $?
ok 'the lines until then' grep -q 'interrupted there: the lines below are not tried' "$SCRATCH/out"

start compile examples/solo12.rig --search=thorough -Werror=search-interrupted
working
kill -INT $!
wait $!
is 'Ctrl-C, and not to be taken: exit' 1 $?

echo old >"$SCRATCH/solo.h"
start compile examples/solo12.rig --search=thorough -o "$SCRATCH/solo.h"
working
kill -INT $!
sleep 0.1
kill -INT $!
wait $! 2>/dev/null
is 'a second one: exit' INT "$(kill -l $?)"
is 'the old file is there' old "$(cat "$SCRATCH/solo.h")"
is 'and nothing beside' solo.h "$(cd "$SCRATCH" && ls solo*)"
finish
