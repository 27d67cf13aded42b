#!/bin/sh
# Options of compilers for x86 whose machines multiply and add in one instruction: the assembly of generated code has no such
# instruction, whose results differ in the last bit. gcc's vectorizer uses it in spite of fp-contract=off. No code runs, so no
# such machine is needed. At the level long each -m and -march= that gcc knows.
. tests/tap.sh
. tests/c/compilers.sh

if ! echo 'int x;' | gcc -mfma4 -mavx512vl -S -x c -o "$SCRATCH/x.s" - 2>"$SCRATCH/said"; then
	skip 'fused instructions' 'gcc is not for x86'
	finish
fi

# compile FILE MODEL FUNCTIONS OPTION...
compile() {
	name=$1 model=$2 functions=$3
	shift 3
	ok "$name" "$RIGIDC" compile "$model" -f "$functions" --search=none --prefix=m "$@" -o "$SCRATCH/$name"
}
compile pose.c examples/ur5.rig fk:tool0
compile turns.c examples/gait/gait.rig rnea,integrate,difference
compile lanes.c examples/ur5.rig fk:tool0 --batch=auto
compile float.c examples/ur5.rig fk:tool0,rnea --real=float
compile loops.c tests/c/quadruped.rig rnea,crba,bias --size=on
compile kernels.cu examples/gait/gait.rig rnea,integrate,difference
sed 's/^RIGIDC_BOTH static inline //' "$SCRATCH/kernels.cu" >"$SCRATCH/host.cc" # else the compiler drops them
cat >"$SCRATCH/probe.c" <<'END'
void probe(const double *a, const double *b, const double *c, double *restrict x)
{
	for (int i = 0; i < 1024; i += 2) {
		x[i] = a[i]*b[i] - c[i];
		x[i + 1] = a[i + 1]*b[i + 1] + c[i + 1];
	}
}
END

# fused COMPILER FLAG...: fused instructions in the assembly of the files of FLAG...
fused() {
	"$@" -S -o "$SCRATCH/x.s" 2>"$SCRATCH/said" || { cat "$SCRATCH/said"; return; }
	grep -cE '[[:blank:]]vfn?m(add|sub)' "$SCRATCH/x.s"
}

# unfused NAME COMPILER FLAG...: no file has any
unfused() {
	name=$1 found=
	shift
	for file in pose.c turns.c lanes.c float.c loops.c host.cc; do
		found=$found$(fused "$@" "$SCRATCH/$file")' '
	done
	is "$name" '' "$(echo "$found" | tr -d '0 ')"
}

# known: options that gcc knows for its machine
known() {
	gcc --help=target | sed -n 's/^  \(-m[a-z0-9.-]*\) .*/\1/p' | sort -u
	gcc --help=target | sed -n '/valid arguments for -march=/ { n; s/ \([^ ]\)/\n-march=\1/g; p; }' | sed -n 's/^ *\(-march=.*\)/\1/p'
}

# fusing: those among them with which gcc fuses
fusing() {
	known | while read -r option; do
		case $(fused gcc -O3 -ffp-contract=off "$option" "$SCRATCH/probe.c" | tail -n 1) in
		'' | 0 | *[!0-9]*) ;;
		*) echo "$option" ;;
		esac
	done
}
options=$(if long; then fusing; else printf '%s\n' -mfma -mfma4 -mxop -mavx512f -mavx512vl; fi)
for option in $options; do
	unfused "gcc -O2 $option" gcc -O2 "$option"
	! long || unfused "gcc -O3 $option" gcc -O3 "$option"
done
unfused 'gcc -O3 -march=x86-64-v4, vectors wherever possible' gcc -O3 -march=x86-64-v4 -fno-vect-cost-model -mprefer-vector-width=512
! present clang || unfused 'clang -O3 -march=x86-64-v4' clang -O3 -march=x86-64-v4
! present clang || unfused 'clang -O3 -mfma4' clang -O3 -mfma4

# The compiler itself: its choices among forms follow from numbers.
object=$SCRATCH/build/obj/compiler/dynamics/plan/frames.o
ok 'rigidc for machines with fma' make -s "BUILD=$SCRATCH/build" CC=gcc CFLAGS='-O3 -march=x86-64-v4' "$object"
is 'has no such instruction either, where it chooses axes' 0 "$(objdump -d "$object" | grep -cE '[[:blank:]]vfn?m(add|sub)')"
finish
