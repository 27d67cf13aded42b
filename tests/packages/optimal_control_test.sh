#!/bin/sh
# examples/optimal_control, with a stand-in for CasADi: shapes of all expressions, derivatives by jac_f, and where SciPy is, solutions
# beside those of its page.
. tests/tap.sh
. tests/packages/packages.sh

page=examples/optimal_control/README.md
is 'its page is short' yes "$([ "$(wc -l <$page)" -le 50 ] && echo yes)"
export PYTHONPATH="$PWD/tests/packages/standin" PYTHONDONTWRITEBYTECODE=1
if ! "$python" -c 'import numpy' 2>/dev/null; then
	skip 'the programs' 'there is no numpy'
	finish
	exit
fi
sed -n '/^```sh/,/^```/p' $page | grep -v '```' >"$SCRATCH/commands"
grep -E '^([012]\.|mean |tool at)' $page >"$SCRATCH/wanted"
is 'its page runs all programs' 3 "$(grep -c '^python3' "$SCRATCH/commands")"
# the stand-in does not know what jump.py needs
sed -i '/jump/d' "$SCRATCH/commands"
sed -i '/  base /d; /^mean square torque /d' "$SCRATCH/wanted"
if ! long; then # the cart with a pole alone
	sed -i '/reach/d; /tool/d' "$SCRATCH/commands"
	sed -i '/^tool at/,$d' "$SCRATCH/wanted"
fi
root=$PWD
run() {
	ln -s "$root/examples" "$SCRATCH/examples"
	sed -i "s,^python3,$python," "$SCRATCH/commands"
	(cd "$SCRATCH" && PATH=$(dirname "$RIGIDC"):$PATH sh -e commands >said 2>err) || { cat "$SCRATCH/err"; false; }
}
ok 'they run' run
grep -E '^([012]\.|mean |tool at)' "$SCRATCH/said" >"$SCRATCH/found"
# near: lines of the same words, numbers within 2 % of 1
near() {
	perl -e 'sub lines { open my $f, "<", shift or die; <$f> } my @w = lines("$ARGV[0]"); my @f = lines("$ARGV[1]");
		exit 1 if @w != @f || !@w;
		for (0 .. $#w) { my @a = split " ", $w[$_]; my @b = split " ", $f[$_]; exit 1 if @a != @b;
			for (0 .. $#a) { exit 1 if $a[$_] =~ /\d/ ? abs($a[$_] - $b[$_]) > 0.02 * (1 + abs $a[$_]) : $a[$_] ne $b[$_] } }' "$SCRATCH/wanted" "$SCRATCH/found"
}
if "$python" -c 'import scipy.optimize' 2>/dev/null; then
	ok 'the solutions of the page' near
else
	skip 'the solutions of the page' 'there is no SciPy'
fi
finish
