# Rows of `rigidc sim` in $SCRATCH/rows against closed forms, `. tests/cli/rows.sh` behind tap.sh.

# near WHAT WANTED FOUND TOLERANCE
near() { ok "$1: $2, found $3" perl -e 'exit !(abs($ARGV[0] - $ARGV[1]) <= $ARGV[2])' -- "$2" "$3" "$4"; }
# last COLUMN: in the last row
last() { tail -n 1 "$SCRATCH/rows" | cut -d , -f "$1"; }

# of a pendulum of 1 m that swings from 1 rad: T = 2 pi sqrt(l/g) / agm(1, cos(a/2))
period=$(perl -e '($a, $b) = (1, cos(0.5)); ($a, $b) = (($a + $b) / 2, sqrt($a * $b)) for 1 .. 8;
	printf "%.17g", 2 * 3.14159265358979323846 * sqrt(1 / 9.81) / $a')
