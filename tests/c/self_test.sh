#!/bin/sh
# --self-test: 0 by all compilers in all forms that promise bits; another number where the compiler's options, the FPU or the
# text are not as they should be. RIGIDC_LEVEL=long takes more compilers for each model, and every fifth constant instead of
# every tenth.
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/standing.sh

cat >"$SCRATCH/main.c" <<'END'
#include "arm_test.h"

int main(void)
{
	return arm_self_test();
}
END

# generate MODEL OPTIONS...: without a search, unless the options ask for it
generate() {
	model=$1
	shift
	long || set -- --search=none "$@"
	"$RIGIDC" compile "examples/$model.rig" --prefix=arm --self-test -o "$SCRATCH/arm.h" "$@"
}

# tested COMMAND...: what the test returns, compiled so
tested() {
	"$@" -o "$SCRATCH/main" "$SCRATCH/main.c" -lm && "$SCRATCH/main"
}

# fails COMMAND...: it compiles, and the test finds something
fails() {
	"$@" -o "$SCRATCH/main" "$SCRATCH/main.c" -lm || return 1
	"$SCRATCH/main"
	[ $? -gt 0 ]
}

# by_all NAME: the last that was generated, by all compilers that are there
by_all() {
	ok "$1, gcc" tested gcc $c_flags -O2
	present clang && ok "$1, clang native" tested clang $c_flags -O3 -march=native
	present tcc && ok "$1, tcc" tested tcc -std=c99
	! long && [ "$1" != 'an arm' ] && return
	present g++ && ok "$1, g++" tested g++ $cxx_flags -Os -x c++
}

# --- right ---

generate ur5 -f rnea,crba,fd,rnea_derivatives,reaction,fk:tool0 --search=quick
by_all 'an arm'
ok 'without optimization' tested gcc $c_flags -O0
generate solo12 -f rnea,crba,$(by_level '' '' minv,)com
by_all 'limbs in lanes, quaternions'
generate anymal_b -f crba,fd --zeros=once --real=float
by_all 'float, zeros apart'
generate anymal_b -f $(by_level crba crba crba,rnea_derivatives) --matrix=packed-sparse --lanes=off
ok 'sparse' tested gcc $c_flags -O2
generate ur5 -f rnea,crba --parametrize=inertial,gravity
by_all 'parameters as the model says'
generate ur5 -f rnea --sincos=given --wrench=tool0 --fma=on
ok 'sines given, a wrench, fma' tested gcc $c_flags -O2
"$RIGIDC" compile $standing_model -f $standing_functions --prefix=arm --self-test --search=none -o "$SCRATCH/arm.h"
if long; then by_all 'functions of phases'; else ok "functions of phases, $quick_cc native" tested $quick_cc $c_flags -O1 -march=native; fi
"$RIGIDC" compile $standing_model -f $standing_functions --prefix=arm --self-test --search=none --real=float -o "$SCRATCH/arm.h"
ok 'functions of phases in float' tested "$(long && echo gcc || echo $quick_cc)" $c_flags -O1
"$RIGIDC" compile examples/ur5.rig -f rnea --prefix=arm --self-test -o "$SCRATCH/arm.c"
ok 'a pair' tested gcc $c_flags -O2 "$SCRATCH/arm.c"

# --- wrong ---

generate solo12 -f rnea,crba
ok '-ffast-math is found' fails gcc -O2 -ffast-math
present clang && ok 'by clang too' fails clang -O2 -ffast-math

# --- and yet usual states are right with it: sines are left as they stand ---

cat >"$SCRATCH/usual.c" <<'END'
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include "arm.h"

int main(void)
{
	uint32_t random = 1;
	for (int n = 0; n < 100; n++) {
		ARM_REAL q[ARM_NQ], qd[ARM_NV], qdd[ARM_NV], tau[ARM_NV], M[ARM_NV*ARM_NV], *input[] = { q, qd, qdd };
		for (int i = 0; i < ARM_NQ + 2*ARM_NV; i++) {
			random = random*1664525u + 1013904223u;
			const double x = ((int)(random >> 12) - (1 << 19)) / 1048576.0 * 12;
			input[i < ARM_NQ ? 0 : i < ARM_NQ + ARM_NV ? 1 : 2][i < ARM_NQ ? i : (i - ARM_NQ) % ARM_NV] = (ARM_REAL)x;
		}
		arm_rnea(q, qd, qdd, tau);
		arm_crba(q, M);
		for (int i = 0; i < ARM_NV; i++)
			printf("%.17g ", (double)tau[i]);
		for (int i = 0; i < ARM_NV*ARM_NV; i++)
			printf("%.17g ", (double)M[i]);
		printf("\n");
	}
	return 0;
}
END
usual() { "$@" -std=gnu99 -Wall -Wextra -Werror $avx10 -o "$SCRATCH/usual" "$SCRATCH/usual.c" -lm && "$SCRATCH/usual"; }
# what makes plain code at once
plainly=$(present tcc && echo tcc || echo gcc -O1)
# near TOLERANCE COMMAND...: each of 100 lines as plain code has it, to a part of its largest number
near() {
	allowed=$1
	shift
	usual "$@" >"$SCRATCH/fast" && [ "$(wc -l <"$SCRATCH/fast")" -eq 100 ] && perl tests/near.pl "$allowed" "$SCRATCH/plain" "$SCRATCH/fast"
}
# fastest COMPILER: its word for -Ofast, which newer clang tells to leave
fastest() {
	case $1 in clang) echo -O3 -ffast-math ;; *) echo -Ofast ;; esac
}
# fast TOLERANCE MODEL OPTIONS...
fast() {
	tolerance=$1 model=$2
	shift 2
	[ "$model $*" = 'ur5 ' ] || long || set -- "$@" --search=none
	"$RIGIDC" compile "examples/$model.rig" -f rnea,crba --prefix=arm -o "$SCRATCH/arm.h" "$@"
	usual $plainly >"$SCRATCH/plain"
	for compiler in gcc clang; do
		present $compiler || continue
		if ! long && [ "$model $*" != 'ur5 ' ]; then
			ok "$model $*: $compiler $(fastest $compiler)" near "$tolerance" $compiler $(fastest $compiler)
			continue
		fi
		for option in "$(fastest $compiler)" '-O2 -ffast-math' '-O2 -funsafe-math-optimizations' '-O3 -march=native -ffast-math' \
		    '-O1 -fassociative-math -fno-signed-zeros -fno-trapping-math'; do
			ok "$model $*: $compiler $option" near "$tolerance" $compiler $option
		done
	done
}
fast 1e-12 ur5
fast 1e-12 ur5 --fma=compiler
fast 1e-12 ur5 --fma=auto
fast 1e-12 solo12 --size=on
fast 1e-12 solo12 --lanes=4 --misra
fast 1e-5 anymal_b --real=float --batch=8
"$RIGIDC" compile examples/ur5.rig -f rnea,crba --prefix=arm -o "$SCRATCH/arm.h"
usual $plainly >"$SCRATCH/plain"
ok 'gcc computes the same bits' near 0 gcc -O3 -march=native -ffast-math

"$RIGIDC" compile examples/ur5.rig -f rnea,crba --prefix=arm -o "$SCRATCH/arm.h" --self-test
cat >"$SCRATCH/settings.c" <<'END'
#include <fenv.h>
#include <stdlib.h>
#include <xmmintrin.h>
#include "arm_test.h"

int main(int argc, char **argv)
{
	const unsigned bits = (unsigned)strtoul(argv[argc - 1], NULL, 0);
	_mm_setcsr(_mm_getcsr() | bits);
	return arm_self_test();
}
END
if echo '#include <xmmintrin.h>' | gcc -fsyntax-only -x c - 2>/dev/null; then
	ok 'a program that changes settings' gcc -O2 -o "$SCRATCH/settings" "$SCRATCH/settings.c" -lm
	is 'settings as they are' 0 "$("$SCRATCH/settings" 0; echo $?)"
	is 'results flushed to zero are found: in the vector of subnormals' 6 "$("$SCRATCH/settings" 0x8000; echo $?)"
	is 'operands flushed to zero are found' 6 "$("$SCRATCH/settings" 0x0040; echo $?)"
	is 'rounding upward is found' 1 "$("$SCRATCH/settings" 0x4000; echo $?)"
else
	skip 'settings of the FPU' 'no SSE'
fi

# constants of the functions, the sixth digit of each another
generate ur5 -f rnea,crba
cp "$SCRATCH/arm.h" "$SCRATCH/right.h"
wrong_constants() {
	perl -e '
		my ($right, $wrong, $main, $program, $every) = @ARGV;
		open my $in, "<", $right or die;
		my $text = do { local $/; <$in> };
		my ($begin, $count, @at) = (index $text, "void arm_rnea(");
		while ($text =~ /\b(?=\d+\.\d{6})(?:0\.0*)?(?:\d\.?){5}(?=\d)/g) {
			push @at, $+[0] if $-[0] > $begin && $count++ % $every == 0;
		}
		for my $at (@at) {
			my $edited = $text;
			substr($edited, $at, 1) = 9 - substr($text, $at, 1);
			open my $out, ">", $wrong or die;
			print $out $edited;
			close $out;
			system("gcc -O1 -o $program $main -lm") == 0 or die;
			system($program) or print "missed: ", substr($text, $at - 20, 30), "\n";
		}
		print @at > 4 ? "all\n" : "only " . @at . " constants\n";
	' "$SCRATCH/right.h" "$SCRATCH/arm.h" "$SCRATCH/main.c" "$SCRATCH/main" $(by_level 10 10 5)
}
is 'a digit of a constant is found, whichever' all "$(wrong_constants)"

generate ur5 -f rnea
"$RIGIDC" compile examples/ur5.rig -f rnea -O1 --prefix=arm -o "$SCRATCH/arm.h"
exits 'a header of other options does not compile' 1 gcc -fsyntax-only "$SCRATCH/main.c"
ok 'and says why' grep -q 'generated apart' "$SCRATCH/err"
"$RIGIDC" compile examples/ur5.rig -f rnea $(long || echo --search=none) --prefix=arm -o "$SCRATCH/arm.h"
ok 'the same header without --self-test does' tested gcc $c_flags -O2

# --- what has no bits of its own, and where there is no place for it ---

for option in --sincos=libm --fma=auto --fma=compiler --batch=4; do
	exits "$option is refused" 2 generate ur5 -f rnea $option
	ok 'by its name' grep -q -- "$option\|${option%=*}[:,]" "$SCRATCH/err"
done
exits 'functions of a C library are refused' 2 generate gripper -f rnea
ok 'by their name' grep -q 'rnea of this model, which calls atan2 of a C library' "$SCRATCH/err"
exits 'a function of its name is refused' 2 generate ur5 -f self_test=rnea
for place in -- '-o -' '-o arm.mjs' '-o arm.py' '--dump=lower -o arm.h'; do
	[ "$place" = -- ] && place=
	exits "${place:-standard output} is no place for it" 2 "$RIGIDC" compile examples/ur5.rig --self-test $place
done

generate ur5 -f rnea
cp "$SCRATCH/arm_test.h" "$SCRATCH/before"
generate ur5 -f rnea
ok 'the same input gives the same bytes' cmp "$SCRATCH/before" "$SCRATCH/arm_test.h"
finish
