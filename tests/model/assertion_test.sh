#!/bin/sh
# Assertions: what is said of one that is not so, the same every time; what constants and held joints make of it; and that
# the code is the same without.
. tests/tap.sh

grep -v '^assert' examples/bucket.rig >"$SCRATCH/bucket.rig"
for model in examples/bucket.rig "$SCRATCH/bucket.rig"; do
	"$RIGIDC" compile -f rnea,crba,fk:teeth "$model" >"$SCRATCH/code" 2>"$SCRATCH/err"
	ok "there is code" test -s "$SCRATCH/code"
	[ -e "$SCRATCH/with" ] || mv "$SCRATCH/code" "$SCRATCH/with"
done
ok 'the same' cmp "$SCRATCH/with" "$SCRATCH/code"

sed 's/= rocker(crank)/= rocker(crank) + 0.01 * crank/' examples/bucket.rig >"$SCRATCH/open.rig"
exits 'a linkage that does not close' 1 "$RIGIDC" check "$SCRATCH/open.rig"
cp "$SCRATCH/err" "$SCRATCH/first"
ok 'is told with its distance and the state' \
    grep -q "error: 'rod_end' and 'bucket_pin' are 4\.[0-9]* mm apart at boom = .* rad, stick = .* rad, crank = 2\.[0-9]* rad \[assertion\]" "$SCRATCH/err"
exits 'once more' 1 "$RIGIDC" check "$SCRATCH/open.rig"
ok 'with the same words' cmp "$SCRATCH/first" "$SCRATCH/err"
exits 'it is not compiled' 1 "$RIGIDC" compile "$SCRATCH/open.rig" -o "$SCRATCH/open.h"
ok 'nor written' test ! -e "$SCRATCH/open.h"
exits 'nor where the crank is held' 1 "$RIGIDC" check --lock crank=90deg "$SCRATCH/open.rig"
exits 'other bars close' 0 "$RIGIDC" check -D rod_length=265mm -D c=17cm examples/bucket.rig
exits 'bars that cannot meet' 1 "$RIGIDC" check -D rod_length=60mm examples/bucket.rig
ok 'have no place' grep -q "has no place at .*: a result is not a number \[assertion\]" "$SCRATCH/err"

finish
