#!/bin/sh
# Ctrl-C during a thorough search takes the best so far, during costs by line the lines so far; a second one ends the command.
. tests/tap.sh

# A shell has what it starts beside it ignore interrupts; a terminal does not.
start() {
	perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$RIGIDC" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" &
}

# Waits until it takes the next interrupt itself, or does not; or is gone. It does from the first step of the search or of the costs
# until one has come.
takes_interrupts() {
	perl -e 'my ($pid, $wanted) = @ARGV;
		while (open my $in, "<", "/proc/$pid/status") {
			my ($state) = map { /^State:\s+(\S)/ } my @lines = <$in>;
			my ($caught) = map { /^SigCgt:.*([0-9a-f])$/ } @lines;
			last if !defined $caught || $state eq "Z" || ($wanted eq "yes") == !!(hex($caught) & 2);
			select undef, undef, undef, 0.001;
		}' "$!" "$1"
}

echo old >"$SCRATCH/solo.h"
start compile examples/solo12.rig --search=thorough -o "$SCRATCH/solo.h"
takes_interrupts yes
kill -INT $!
wait $!
is 'Ctrl-C: exit' 0 $?
ok 'it is said' grep -q 'warning: .*\[search-interrupted\]$' "$SCRATCH/err"
ok 'in the header too' grep -q -- '--search thorough (interrupted)\.$' "$SCRATCH/solo.h"
ok 'which is C' ${CC:-cc} -std=c99 -Wall -Werror -fsyntax-only -x c "$SCRATCH/solo.h"
is 'both functions are there' 2 "$(grep -o 'void solo12_\(rnea\|crba\)(' "$SCRATCH/solo.h" | sort -u | wc -l)"
ok 'nobody looks, so nothing is drawn' sh -c "! grep -q % '$SCRATCH/err'"

start info examples/solo12.rig --cost -f rnea,crba,coriolis,minv,fd,rnea_derivatives,fd_derivatives --search=none
takes_interrupts yes
kill -INT $!
wait $!
is 'Ctrl-C during costs: exit' 0 $?
ok 'the lines until then' grep -q 'interrupted there: the lines below are not tried' "$SCRATCH/out"

start compile examples/solo12.rig --search=thorough -Werror=search-interrupted
takes_interrupts yes
kill -INT $!
wait $!
is 'Ctrl-C, and not to be taken: exit' 1 $?

echo old >"$SCRATCH/solo.h"
start compile examples/solo12.rig --search=thorough -o "$SCRATCH/solo.h"
takes_interrupts yes
kill -INT $!
takes_interrupts no
kill -INT $!
wait $! 2>/dev/null
is 'a second one: exit' INT "$(kill -l $?)"
is 'the old file is there' old "$(cat "$SCRATCH/solo.h")"
is 'and nothing beside' solo.h "$(cd "$SCRATCH" && ls solo*)"
finish
