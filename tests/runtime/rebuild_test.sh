#!/bin/sh
# An edit of the Makefile compiles objects again if it changes their flags, and no others.
. tests/tap.sh

build=$SCRATCH/build object=$SCRATCH/build/obj/compiler/base/arena.o
cp Makefile "$SCRATCH/rules"

# makes: make the object by the copy of the Makefile; prints the commands that compile it
makes() {
	env -u MAKEFLAGS make -f "$SCRATCH/rules" V=1 "BUILD=$build" "$object" 2>&1 | grep -c -- "-c -o $object"
}
# later FILE: its time is after that of every object
later() {
	touch -d 'now + 1 hour' "$1"
}
is 'the first time it is compiled' 1 "$(makes)"
is 'then it is there' 0 "$(makes)"
echo '# another comment' >>"$SCRATCH/rules"
later "$SCRATCH/rules"
is 'after an edit without an effect on it too' 0 "$(makes)"
sed 's/^CFLAGS .*/CFLAGS = -O1/' Makefile >"$SCRATCH/rules"
later "$SCRATCH/rules"
is 'with other flags it is compiled' 1 "$(makes)"
ok 'by these' grep -F 'CFLAGS = -O1' "$build/flags"
finish
