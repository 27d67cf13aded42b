#!/bin/sh
# Code for AVX2 that functions choose at run time: where it is, results beside the evaluator by both codes, builds of all kinds, threads
# that call first at once. Where qemu-user is, a processor without AVX2 and one with it. RIGIDC_LEVEL=long takes all functions of all
# examples with limbs in lanes.
. tests/tap.sh
. tests/c/compilers.sh

if [ "$(uname -m)" != x86_64 ]; then
	skip 'dispatch' 'the machine is not x86-64'
	finish
fi

# --- results: the evaluator's by either code ---

rows() {
	some=rnea,crba$(! long || echo ,bias,gravity,coriolis,fd,minv,com,jcom,cmm,regressor,energy,rnea_derivatives)
	robots=$(by_level solo12 solo12 'solo12 anymal_b hand gripper')
	for robot in $robots; do
		for dispatch in auto off; do
			echo "case ${robot}_$dispatch examples/$robot.rig $some --dispatch=$dispatch"
		done
	done
	# lanes of limbs differ in the signs of zeros
	echo "build $quick_cc + -DZEROS_ALIKE -O1 : *_auto *_off"
	echo 'build gcc + -DZEROS_ALIKE -O1 : solo12_auto'
	long || return
	for form in --real=float --matrix=packed-sparse --wrench=all --zeros=once; do
		echo "case form$(echo "$form" | tr -c 'a-z0-9\n' _) examples/solo12.rig rnea,crba,fd $form"
	done
	echo 'case pieces examples/solo12.rig fd_derivatives'
	for compiler in 'gcc + -O2' 'gcc + -O3' 'g++ + -O2' 'clang + -O2' 'clang++ + -O1' 'gcc + -O2 -flto'; do
		echo "build $compiler -DZEROS_ALIKE : *_auto form* pieces"
	done
}
mkdir "$SCRATCH/cases"
rows >"$SCRATCH/rows"
results perl tests/c/executors.pl "$SCRATCH/cases" 64 3 <"$SCRATCH/rows"

# --- the text ---

# text OPTION...: C of Solo 12's rnea
text() {
	"$RIGIDC" compile examples/solo12.rig -f rnea --search=none --prefix=m "$@" 2>"$SCRATCH/said"
}
# chooses OPTION...: 1 where the text has a choice
chooses() {
	text "$@" -o - | grep -c '__builtin_cpu_supports'
}
is "four legs, in four lanes of AVX or two of SSE2" 1 "$(chooses)"
for options in --dispatch=off --misra --size=on --preset=microcontroller --preset=native --fma --fma=compiler --lanes=off --lanes=4 --real=float; do
	is "none: $options" 0 "$(chooses $options)"
done
for ending in cu cl mjs py; do
	text -o "$SCRATCH/m.$ending"
	is "none: .$ending" 0 "$(grep -c __builtin_cpu_supports "$SCRATCH/m.$ending")"
done
"$RIGIDC" compile examples/ur5.rig -f rnea -o "$SCRATCH/ur5.h" 2>"$SCRATCH/said"
is "an arm has no limbs in lanes" 0 "$(grep -c DISPATCH "$SCRATCH/ur5.h")"
exits "no such choice" 2 "$RIGIDC" compile examples/solo12.rig --dispatch=on

# plain TEXT: without the choice and the names of the request
plain() { grep -v '^ \* Made with\|_CODE' "$1"; }
text -o "$SCRATCH/auto.h"
text --dispatch=off -o "$SCRATCH/off.h"
perl -Itests/c -MLimbs -0777 -ne 'print Limbs::without_dispatch($_)' "$SCRATCH/auto.h" >"$SCRATCH/without.h"
plain "$SCRATCH/without.h" >"$SCRATCH/1"
plain "$SCRATCH/off.h" >"$SCRATCH/2"
ok "no statement is written twice: without the choice the text is that of --dispatch=off" cmp "$SCRATCH/1" "$SCRATCH/2"

# batches OPTION...: machines for which a batch of the UR5's rnea has code of its own
batches() {
	"$RIGIDC" compile examples/ur5.rig -f rnea --search=none --prefix=m "$@" -o - 2>"$SCRATCH/said" | sed -n 's/^static void m_rnea_lanes_\(.*\)($/\1/p' | paste -s -d ' '
}
is "a batch" "avx512 avx2" "$(batches --batch=auto)"
is "in float" "avx2" "$(batches --batch=auto --real=float)"
for options in --dispatch=off --batch=8 --fma=auto --preset=throughput; do
	is "none: --batch=auto $options" "" "$(batches --batch=auto $options)"
done

# --- objects ---

text -o "$SCRATCH/m.c"
# asks COMPILER FLAG...: 1 where the object asks for the processor
asks() {
	"$@" -c -o "$SCRATCH/m.o" "$SCRATCH/m.c" && nm "$SCRATCH/m.o" | grep -c '__cpu_model'
}
is "gcc -O2 has both codes" 1 "$(asks gcc -O2)"
is "-mno-avx too, which no macro tells" 1 "$(asks gcc -O2 -mno-avx)"
for flags in -O0 -Os '-O2 -mavx' '-O2 -march=haswell' '-O2 -ffreestanding' '-O2 -D_WIN32' '-O2 -D__CUDACC__'; do
	# shellcheck disable=SC2086
	is "gcc $flags has one" 0 "$(asks gcc $flags)"
done
# same FLAG...: are the objects of both texts the same, but for their names?
same() {
	for name in auto off; do
		echo "#include \"$name.h\"
void f(const double *q, const double *qd, const double *qdd, double *tau) { m_rnea(q, qd, qdd, tau); }" >"$SCRATCH/f.c"
		gcc "$@" -I"$SCRATCH" -c -o "$SCRATCH/$name.o" "$SCRATCH/f.c" || return
	done
	cmp "$SCRATCH/auto.o" "$SCRATCH/off.o"
}
for flags in '-O2 -march=haswell' -Os; do
	# shellcheck disable=SC2086
	ok "gcc $flags: the object of --dispatch=off" same $flags
done

# of_avx2 FLAG...: instructions that fuse, and whether each function for AVX2 cleans the registers before it returns
of_avx2() {
	gcc "$@" -S -o "$SCRATCH/m.s" "$SCRATCH/m.c" || return
	awk '/^m_rnea_avx2:/ { within = 1 } within && /[ \t]vfn?m/ { fused++ } within && /[ \t]vzeroupper/ { clean = 1 }
		within && /[ \t]ret/ { print clean + 0, fused + 0; exit }' "$SCRATCH/m.s"
}
for level in -O1 -O2 -O3 -Ofast; do
	is "gcc $level: vzeroupper, no fused instruction" '1 0' "$(of_avx2 $level)"
done

# --- programs ---

# Threads make the first calls at once. Their results are those of the first thread; zeros have no sign. The program prints them.
cat >"$SCRATCH/try.c" <<'END'
#include "m.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
enum { THREADS = 8 };
static double q[M_NQ], qd[M_NV], qdd[M_NV], tau[THREADS][M_NV];
static pthread_barrier_t start;
static void *call(void *to)
{
	double *own = (double *)to;
	pthread_barrier_wait(&start);
	m_rnea(q, qd, qdd, own);
	for (int i = 0; i < M_NV; i++)
		own[i] += 0.0;
	return NULL;
}
int main(void)
{
	pthread_t thread[THREADS];
	int differ = 0;
	for (int i = 0; i < M_NQ; i++)
		q[i] = i/16.0 - 0.75;
	for (int i = 0; i < M_NV; i++)
		qd[i] = i/4.0 - 2, qdd[i] = 1 - i/8.0;
	pthread_barrier_init(&start, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, call, tau[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (int i = 1; i < THREADS; i++)
		differ |= memcmp(tau[i], tau[0], sizeof tau[0]);
	for (int i = 0; i < M_NV; i++)
		printf("%a\n", tau[0][i]);
	return differ != 0;
}
END
# run COMMAND...: a sum of what it prints
run() {
	"$@" >"$SCRATCH/printed" 2>"$SCRATCH/said" && cksum <"$SCRATCH/printed"
}
# built COMPILER FLAG...: what the program prints
built() {
	"$@" -o "$SCRATCH/try" "$SCRATCH/try.c" "$SCRATCH/m.c" -pthread && run "$SCRATCH/try"
}
wanted=$(built gcc -O2 -mno-avx2 -O0)
is "threads call first at once" "$wanted" "$(built gcc -O2)"
if command -v qemu-x86_64 >/dev/null; then
	for processor in Nehalem Haswell; do
		is "on a processor of the kind $processor" "$wanted" "$(run qemu-x86_64 -cpu $processor "$SCRATCH/try")"
	done
else
	skip 'processors with AVX2 and without' 'qemu-x86_64 is not there'
fi
for flags in -O1 -O3 '-O2 -flto' '-O2 -save-temps=obj' '-O2 -no-integrated-cpp' '-O2 -fPIE -pie' '-O2 -static'; do
	# shellcheck disable=SC2086
	is "gcc $flags" "$wanted" "$(built gcc $flags)"
done
for compiler in clang 'clang -flto' 'g++ -x c++' 'clang++ -x c++'; do
	if present "${compiler%% *}"; then
		# shellcheck disable=SC2086
		is "$compiler" "$wanted" "$(built $compiler -O2)"
	else
		skip "$compiler" 'it is not there'
	fi
done
if present musl-gcc; then
	is "a static program of musl" "$wanted" "$(built musl-gcc -O2 -static)"
else
	skip "a static program of musl" 'musl-gcc is not there'
fi
# a shared object: the linker leaves nothing about the processor to the time of loading
shared() {
	gcc -O2 -fPIC -shared -Wl,-z,defs,-z,text -o "$SCRATCH/libm.so" "$SCRATCH/m.c" &&
		gcc -O2 -o "$SCRATCH/try" "$SCRATCH/try.c" "$SCRATCH/libm.so" -pthread && run "$SCRATCH/try"
}
is "a shared object" "$wanted" "$(shared)"
is "it asks no other for __cpu_model" 0 "$(nm -D --undefined-only "$SCRATCH/libm.so" | grep -c __cpu_model)"
# source that was preprocessed before, as ccache and distcc hand it on
preprocessed() {
	gcc -O2 -E -o "$SCRATCH/m.i" "$SCRATCH/m.c" && gcc -O2 -c -o "$SCRATCH/m.o" "$SCRATCH/m.i" && nm "$SCRATCH/m.o" | grep -c __cpu_model
}
is "preprocessed source" 1 "$(preprocessed)"

# --- batches: each number of states beside single calls, by the lanes of each machine ---

# batch NAME OPTION...: the program that compares
batch() {
	name=$1
	shift
	"$RIGIDC" compile examples/ur5.rig -f rnea,crba,fd --search=none --prefix=m --batch=auto "$@" -o "$SCRATCH/$name.h" &&
		"$RIGIDC" info examples/ur5.rig -f rnea,crba,fd --search=none $(taken info "$@") --json >"$SCRATCH/$name.json" &&
		perl tests/c/batch_driver.pl $name.h m "$SCRATCH/$name.json" >"$SCRATCH/$name.c" &&
		gcc $c_flags -O2 -Dreal="${real-double}" -I"$SCRATCH" -o "$SCRATCH/$name" "$SCRATCH/$name.c" -lm
}
ok "a batch builds" batch doubles
real=float && ok "a batch in float builds" batch floats --real=float
for name in doubles floats; do
	ok "$name: batches on this machine" "$SCRATCH/$name"
	for processor in Nehalem Haswell; do
		if command -v qemu-x86_64 >/dev/null; then
			ok "$name: batches on a processor of the kind $processor" qemu-x86_64 -cpu $processor "$SCRATCH/$name"
		else
			skip "$name: batches on a processor of the kind $processor" 'qemu-x86_64 is not there'
		fi
	done
done
grep -qs avx512f /proc/cpuinfo || skip "batches by AVX-512" 'the machine has none, nor has qemu'
# gcc's vectorizer may not fuse in code for AVX-512
is "no fused instruction in code for AVX-512" "0" "$(gcc -O3 -S -Dreal=double -I"$SCRATCH" -o - "$SCRATCH/doubles.c" | grep -cE '[[:blank:]]vfn?m(add|sub)')"
for compiler in gcc clang; do
	! present $compiler || ok "$compiler: no warning" $compiler $c_flags -O2 -c -o "$SCRATCH/m.o" "$SCRATCH/m.c"
done
finish
