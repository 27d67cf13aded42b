#!/bin/sh
# What make installs for which goal, in which order it goes about it, and how much it says.
. tests/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS V
B=$SCRATCH/b

# packages GOAL...: what deps would look for
packages() {
	make -n BUILD="$B" "$@" 2>/dev/null | sed -n 's/^missing=; for p in \(.*\); do.*/ \1 /p'
}
for goals in 'deps demo' 'deps all' 'deps running-leg demo'; do
	is "$goals: no tools of the tests" 0 "$(packages $goals | grep -c ' \(check\|clang\|tcc\|libmpfr-dev\) ')"
	is "$goals: those of the build" 1 "$(packages $goals | grep -c ' flex .*libexpat1-dev .*libjansson-dev ')"
done
for goals in 'deps' 'deps check' 'deps demo check'; do
	is "$goals: all" 1 "$(packages $goals | grep -c ' flex .*libexpat1-dev .*clang .*check .*libmpfr-dev ')"
done

for jobs in '' -j -j4; do
	make -n $jobs BUILD="$B" deps demo >"$SCRATCH/plan" 2>&1
	ok "deps $jobs: before anything is built" awk '/^missing=/ { deps = NR; next } /bison|flex|-c -o|ld -r/ && !first { first = NR }
		END { exit !(deps && first && deps < first) }' "$SCRATCH/plan"
done

make BUILD="$B" "$B/obj/compiler/base/text.o" >"$SCRATCH/out" 2>&1
ok 'a file is built' test -f "$B/obj/compiler/base/text.o"
is 'of each file one short line is said' '' "$(grep -v '^  [A-Z]\{2,5\}  *[^ ]*$' "$SCRATCH/out")"
rm "$B/obj/compiler/base/text.o"
make V=1 BUILD="$B" "$B/obj/compiler/base/text.o" >"$SCRATCH/out" 2>&1
ok 'V=1 shows its command' grep -q -- '-std=c11 .* -c -o .*text.o' "$SCRATCH/out"

exits 'check where something is missing' 2 make BUILD="$B" CC=false check
ok 'says what' grep -q 'the tests need check.h mpfr.h expat.h jansson.h: `make deps check`' "$SCRATCH/err"
finish
