#!/bin/sh
# The modes of the generated C, alone and together: --sincos, --fma, --matrix=packed, float, levels, searches, long
# functions in pieces. Each builds without a warning, holds what it promises, costs what it says, and computes the same
# bits by every executor and compiler; and what one mode computes is what the others do. RIGIDC_LEVEL=long takes more examples.
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/chain.sh
. tests/c/standing.sh

root=$(pwd)

cases=$SCRATCH/cases
mkdir "$cases" "$SCRATCH/pair"
chain >"$SCRATCH/chain.rig"

# --- the modes ---

# Of every model, of small ones, and of the long one; the options of each.
modes='inline:
libm: --sincos=libm
given: --sincos=given
fma_inline: --fma
finline: --real=float
fgiven: --real=float --sincos=given'
small_modes='sparse: --matrix=sparse
sparse_packed: --matrix=packed-sparse
fma: --fma --sincos=libm
packed: --matrix=packed
packed_given: --matrix=packed --sincos=given
packed_fma: --matrix=packed --fma --sincos=libm
textbook: -O0
first: -O1
second: -O2 --no-pass=pairwise-cse --no-pass=unrotated
allow: --fma=compiler
searched: --search=quick
flibm: --real=float --sincos=libm
ffma: --real=float --fma --sincos=libm'
chain_modes='inline:
libm: --sincos=libm
given: --sincos=given
finline: --real=float'

# What modes compute beside others: the tolerance, 0 for identical numbers, and two modes. Of all models, of those with all modes
# but small ones, and of small ones.
pairs_of_all='0 libm given
1e-12 libm inline'
pairs_of_modes='1e-12 libm fma_inline
1e-3 libm finline
1e-3 libm fgiven'
standing_modes="$modes
sparse: --matrix=sparse
sparse_packed: --matrix=packed-sparse
packed: --matrix=packed
textbook: -O0
apart: --lanes=off
pushed: --wrench=all
inertial: --parametrize=inertial"
pairs_of_standing='0 inline sparse
0 inline sparse_packed
0 inline packed
1e-9 libm textbook
1e-10 inline apart
1e-10 inline inertial'
# a search over so many functions takes as long as all else
if long; then
	standing_modes="$standing_modes
searched: --search=quick"
	pairs_of_standing="$pairs_of_standing
1e-10 inline searched"
fi
# functions of closed loops, with one of the open tree
looped_functions=step=fd+lambda,impact:loops,jac:loops,drift:loops,closure,rnea
looped_modes='inline:
libm: --sincos=libm
given: --sincos=given
fma_inline: --fma
finline: --real=float
textbook: -O0
inertial: --parametrize=inertial'
pairs_of_looped='1e-9 libm textbook
1e-9 inline fma_inline
1e-9 inline inertial
1e-2 inline finline'
pairs_of_small='0 inline packed
0 libm packed_given
0 inline sparse
0 packed sparse_packed
0 inline allow
1e-12 libm fma
1e-11 packed packed_fma
1e-11 libm textbook
1e-11 libm first
1e-11 libm second
1e-11 libm searched
1e-3 libm flibm
1e-3 libm ffma'

# model NAME FILE FUNCTION MODES PAIRS: its rows for tests/c/executors.pl
model() {
	echo "$4" | while IFS=: read -r mode options; do
		echo "case $1_$mode $2 $3 $options"
	done
	echo "$5" | while read -r tolerance one other; do
		echo "pair $tolerance $1_$one $1_$other"
	done
}

# Long functions are optimised less, for it takes longer than all else.
rows() {
	small="ur5 gripper $(! long || echo knee screw_axis running_leg)" large="$(long && echo panda solo12 || echo knee)"
	for robot in $small; do
		model $robot examples/$robot.rig dyn=crba+rnea "$modes
$small_modes" "$pairs_of_all
$pairs_of_modes
$pairs_of_small"
	done
	for robot in $large; do
		model $robot examples/$robot.rig dyn=crba+rnea "$modes" "$pairs_of_all
$pairs_of_modes"
	done
	model standing $standing_model "$standing_functions" "$standing_modes" "$pairs_of_all
$pairs_of_modes
$pairs_of_standing"
	model looped examples/loops/delta.rig "$looped_functions" "$looped_modes" "$pairs_of_all
$pairs_of_looped"
	model chain "$SCRATCH/chain.rig" rnea "$chain_modes" "$pairs_of_all"
	# of the chain, pieces with sines of libm are those with sines that are given
	few="$(for robot in $large; do echo "${robot}_*"; done) chain_inline chain_given chain_finline"
	usual=$(for robot in ${small#ur5}; do echo "${robot}_*"; done)
	optimised="standing_finline looped_inline looped_finline $(! long || echo standing_inline standing_fma_inline standing_searched standing_sparse)"
	plain='standing_libm standing_given standing_fgiven standing_sparse_packed standing_packed standing_textbook standing_apart
	    standing_pushed standing_inertial looped_libm looped_given looped_fma_inline looped_textbook looped_inertial'
	echo build gcc + -O3 -march=native : 'ur5_*'
	echo build gcc + -O2 : $usual
	echo build gcc + -O1 : $optimised
	echo build $quick_cc + -O0 : $plain
	echo build gcc + -O1 : $few
	echo build clang + -O2 : 'ur5_*'
	echo build clang + -O1 : $usual $few
	# standing_inline is a case of limb_lanes_test.sh too
	echo build clang + -O1 -march=native : looped_inline standing_fma_inline standing_finline $(! long || echo looped_fma_inline standing_inline standing_sparse)
	echo build tcc -Wall -Werror : '*'
	echo program g++ + -fsyntax-only : '*'
	echo program clang++ + -fsyntax-only : '*'
	if long; then echo jit tcc '*'; else echo jit tcc 'ur5_* gripper_* knee_* looped_* chain_* standing_*given standing_inline standing_sparse standing_pushed standing_inertial'; fi
	echo jit cc standing_given $(! long || echo standing_searched) knee_inline knee_given ur5_fma ur5_searched
}

together() {
	rows >"$SCRATCH/rows"
	results perl tests/c/executors.pl "$cases" 40 5 <"$SCRATCH/rows"
	ok "arithmetic and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" "$cases"/*.h
	counted=
	for header in "$cases"/*.h; do
		counted="$counted $header ${header%.h}.json"
	done
	ok "operations as counted" perl tests/c/count_ops.pl $counted
}

# --- pairs and what is in the object ---

# pair MODEL FILE FUNCTIONS MODE CALLS OPTIONS...: the pair, and rows for tests/c/objects.pl
pair() {
	name=$1_$4 from=$2 functions=$3 calls=$5
	shift 5
	ok "pair $name: generate" "$RIGIDC" compile "$from" -f "$functions" --search=none "$@" -o "$SCRATCH/pair/$name.c"
	for compiler in gcc clang; do
		! present $compiler || echo "$SCRATCH/pair/$compiler/$name.o $calls" >>"$SCRATCH/objects"
	done
}

# all_pairs COMPILER FLAGS...: in a folder of the compiler's own
all_pairs() {
	mkdir "$SCRATCH/pair/$1" && cd "$SCRATCH/pair/$1" && "$@" -c ../*.c
	built=$?
	cd "$root" && return $built
}

pairs() {
	both=rnea,dyn=crba+rnea
	pair ur5 examples/ur5.rig $both inline nothing --sincos=inline
	pair ur5 examples/ur5.rig $both given nothing --sincos=given
	pair ur5 examples/ur5.rig $both fma 'sin|cos|sincos|fma' --fma
	pair knee examples/knee.rig $both inline_fma fma --fma --sincos=inline --matrix=packed
	pair knee examples/knee.rig $both finline nothing --sincos=inline --real=float
	pair knee examples/knee.rig $both ffma 'sinf|cosf|sincosf|fmaf' --fma --real=float
	pair gripper examples/gripper.rig $both finline 'atanf|atan2f|sqrtf|asinf|acosf' --sincos=inline --real=float
	pair chain "$SCRATCH/chain.rig" rnea finline nothing --sincos=inline --real=float
	ok "pairs: arithmetic and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" "$SCRATCH"/pair/*.h "$SCRATCH"/pair/*.c
	ok "pairs, gcc" all_pairs gcc $c_flags -Wmissing-prototypes -O1
	! present clang || ok "pairs, clang" all_pairs clang $c_flags -Wmissing-prototypes -O1
	ok "pairs as C++" g++ $cxx_flags -x c++ -fsyntax-only "$SCRATCH"/pair/*.c
	results perl tests/c/objects.pl <"$SCRATCH/objects"
}

# --- names ---

# clash NAME TEXT OPTIONS...
clash() {
	clash_name=$1 text=$2
	shift 2
	exits "$clash_name: exit" 1 "$RIGIDC" compile examples/ur5.rig "$@"
	ok "$clash_name: says so" grep -q "$text.*\\[c-name\\]" "$SCRATCH/err"
	exits "$clash_name: check says it too" 1 "$RIGIDC" check examples/ur5.rig $(taken check "$@")
}

names() {
	clash "angles and a function" "the angles of function rnea and function rnea_angles would both be 'ur5_rnea_angles'" \
	    --sincos=given -f rnea,rnea_angles=crba
	clash "a helper and a function" "function sincos4 and .* would both be 'ur5_sincos4'" -f sincos4=rnea
	for helper in limbs2 limbs8_sincos3 angles2 angles4; do
		clash "what machines have and a function, $helper" "function $helper and .* would both be 'ur5_$helper'" -f $helper=rnea
	done
	for helper in limbs4_fma fma2 fma4 angles8 fma8; do
		clash "what machines have and a function, $helper" "function $helper and .* would both be 'ur5_$helper'" --fma -f $helper=rnea
	done
	for helper in lanes lanes_in_array lanes_sincos lanes_fma; do
		clash "what batches have and a function, $helper" "function $helper and .* would both be 'ur5_$helper'" \
		    --fma --batch=4 -f $helper=rnea
	done
	clash "what machines have and a function, twos" "function twos and .* would both be 'ur5_twos'" -f twos=rnea
	clash "a macro of batches and a function" "function LANES_IN and .* would both be 'UR_LANES_IN'" --batch=4 --prefix UR -f LANES_IN=rnea
	clash "a type of C's headers" "function t would be 'size_t'" --prefix size -f t=rnea
	clash "a fused function and one of rigidc's" "fd is a function of rigidc itself" -f fd=crba
	clash "a piece and a function" "function rnea_piece12 and a piece of function rnea.*'ur5_rnea_piece12'" \
	    -f rnea_piece12=crba,rnea
	clash "a batch and a function" "function rnea_batch and the batch of function rnea .*'ur5_rnea_batch'\|the batch of function rnea.*'ur5_rnea_batch'" \
	    --batch=4 -f rnea,rnea_batch=crba
	clash "a pattern and a function" "the pattern of function crba.*'ur5_crba_M_row'" --matrix=sparse -f crba_M_row=rnea,crba
	for free in "--sincos=libm -f sincos4=rnea" "-f rnea_angles=crba,rnea" "-f rnea_piece1=crba" "-f rnea,rnea_piece=crba" \
	    "-f rnea,rnea_piece01=crba" "-f rnea,crba_piece1=crba" "-f sincos7=rnea" "-f lanes=rnea" "-f fma4=rnea" \
	    "--real=float -f angles4=rnea" "--sincos=libm -f angles4=rnea" "--lanes=off -f limbs2=rnea" "--size=on -f limbs2=rnea"; do
		exits "no clash: $free" 0 "$RIGIDC" compile examples/ur5.rig --search=none $free
	done
}

named_angles() {
	"$RIGIDC" compile examples/parts/hexapod.rig -f 'fk:leg[1].foot' --sincos=given --search=none -o "$SCRATCH/leg.h"
	is "the angles of a function are called as it is" hexapod_fk_leg_1_foot_angles \
	    "$(grep -o 'hexapod_[a-zA-Z0-9_]*_angles' "$SCRATCH/leg.h" | sort -u)"
}

# --- one text for machines with fma and without ---

cat >"$SCRATCH/choosing.c" <<'END'
#include <stdio.h>
#include HEADER
int main(void)
{
	double q[M_NV], M[M_NV*M_NV], tau[M_NV];
	for (int n = 0; n < 100; n++) {
		for (int i = 0; i < M_NV; i++)
			q[i] = 0.01*n*(i + 1) - 0.7*i;
		m_crba(q, M);
		m_rnea(q, q, q, tau);
		for (int i = 0; i < M_NV; i++)
			printf("%.17g %.17g\n", tau[i], M[i*M_NV]);
	}
	return 0;
}
END

# chosen FORM FLAGS...: what the text of a form computes
chosen() {
	form=$1
	shift
	"$@" -std=c99 -DHEADER="\"$form.h\"" -I"$SCRATCH" -o "$SCRATCH/choosing" "$SCRATCH/choosing.c" -lm && "$SCRATCH/choosing"
}

fma_by_choice() {
	for form in off on auto; do
		option=--fma=$form
		[ $form = off ] && option=
		"$RIGIDC" compile examples/ur5.rig $option --search=none --prefix=m -o "$SCRATCH/$form.h"
	done
	for with in gcc clang; do
		if ! present $with || ! grep -q ' fma ' /proc/cpuinfo; then
			skip "--fma=auto: $with" "no $with, or no fma here"
			continue
		fi
		chosen off $with -O2 >"$SCRATCH/off"
		chosen on $with -O2 -mfma >"$SCRATCH/on"
		ok "fma makes a difference, $with" sh -c '! cmp -s "$0/off" "$0/on"' "$SCRATCH"
		chosen auto $with -O2 -mfma >"$SCRATCH/auto"
		ok "--fma=auto with fma is the text with it, $with" cmp "$SCRATCH/on" "$SCRATCH/auto"
		ok "fma in vectors of four sines, $with" sh -c 'objdump -d "$0/choosing" | grep -q "vfn*m.*pd.*ymm"' "$SCRATCH"
		for level in -O0 -O3; do
			chosen auto $with $level >"$SCRATCH/auto$level"
			ok "--fma=auto without fma is near the text without, $with $level" perl tests/near.pl 1e-12 "$SCRATCH/off" "$SCRATCH/auto$level"
			chosen auto $with $level -mfma >"$SCRATCH/auto"
			ok "--fma=auto with fma is the text with it, $with $level" cmp "$SCRATCH/on" "$SCRATCH/auto"
			[ -f "$SCRATCH/without" ] || cp "$SCRATCH/auto$level" "$SCRATCH/without"
			ok "--fma=auto without fma has one kind of bits, $with $level" cmp "$SCRATCH/without" "$SCRATCH/auto$level"
		done
		"$RIGIDC" compile examples/ur5.rig --fma=compiler --search=none --prefix=m -o "$SCRATCH/allow.h"
		chosen allow $with -O2 -mfma -ffp-contract=$([ $with = gcc ] && echo fast || echo on) >"$SCRATCH/allowed"
		ok "--fma=compiler contracts the sines too, $with" sh -c 'objdump -d "$0/choosing" | grep -q "vfn*m.*pd.*ymm"' "$SCRATCH"
	done
	ok "--fma=auto: arithmetic and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" "$SCRATCH/auto.h"
	for jit in none tcc cc; do
		echo "1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6" |
		    "$RIGIDC" eval examples/ur5.rig -f rnea --fma=auto --jit=$jit >"$SCRATCH/auto.$jit"
	done
	ok "--fma=auto: the evaluator and libtcc agree" cmp "$SCRATCH/auto.none" "$SCRATCH/auto.tcc"
	ok "--fma=auto: the evaluator and the C compiler agree" cmp "$SCRATCH/auto.none" "$SCRATCH/auto.cc"
}

# --- zeros that are written once ---

cat >"$SCRATCH/zeros.c" <<'END'
#include "whole.h"
#include "apart.h"
#include <math.h>
#include <string.h>
int main(void)
{
	double q[WHOLE_NQ] = { 0.1, 0.2, 0.3, 0.1, 0.1, 0.1, 0.98 }, whole[2][WHOLE_NV*WHOLE_NV], apart[2][WHOLE_NV*WHOLE_NV];
	int kept = 0, bad = 0;
	for (int i = 7; i < WHOLE_NQ; i++)
		q[i] = 0.3*i;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < WHOLE_NV*WHOLE_NV; i++)
			apart[k][i] = -7;
	whole_dyn(q, whole[0], whole[1]);
	apart_dyn(q, apart[0], apart[1]);
	for (int i = 0; i < WHOLE_NV*WHOLE_NV; i++) {
		kept += apart[0][i] == -7;
		bad += apart[0][i] == -7 && whole[0][i] != 0;
	}
	apart_dyn_init(apart[0], apart[1]);
	return bad || !kept || memcmp(whole, apart, sizeof whole) != 0;
}
END

zeros() {
	"$RIGIDC" compile examples/solo12.rig -f dyn=crba+minv --search=none --prefix=whole -o "$SCRATCH/whole.h"
	for output in apart.h apart.c; do
		"$RIGIDC" compile examples/solo12.rig -f dyn=crba+minv,gravity --search=none --zeros=once --prefix=apart -o "$SCRATCH/$output"
		source=
		[ $output = apart.c ] && source=$SCRATCH/apart.c
		ok "--zeros=once, $output: builds" gcc $c_flags -I"$SCRATCH" -o "$SCRATCH/zeros" "$SCRATCH/zeros.c" $source -lm
		ok "--zeros=once, $output: the function writes the rest, and _init the zeros" "$SCRATCH/zeros"
		is "--zeros=once, $output: where there are no zeros there is nothing to begin with" 0 "$(grep -c gravity_init "$SCRATCH/apart.h")"
		ok "--zeros=once, $output: arithmetic and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" "$SCRATCH/apart.h"
	done
	printf 'model slide\nbody sledge on world { joint x : prismatic(x); mass 1 kg }\n' >"$SCRATCH/slide.rig"
	for form in '' --size=on; do
		"$RIGIDC" compile "$SCRATCH/slide.rig" -f rnea_derivatives,dyn=crba+coriolis --zeros=once $form -o "$SCRATCH/slide.c"
		ok "--zeros=once, a matrix of zeros alone: builds $form" gcc $c_flags -c "$SCRATCH/slide.c" -o "$SCRATCH/slide.o"
	done
}

# --- the pieces, the banner, the counter ---

# again HEADER MODEL: the banner's options make the same text
again() {
	options=$(sed -n 's/^ \* Made with \(.*\)\.$/\1/p' "$1")
	"$RIGIDC" compile "$2" $options -o "$SCRATCH/again.h" && cmp "$1" "$SCRATCH/again.h"
}

texts() {
	ok "the chain is in pieces" grep -q '^static void chain_libm_rnea_piece9(' "$cases/chain_libm.h"
	# its output is called w, as some temporaries begin
	ok "reaction in pieces" sh -c '"$0" compile "$1/chain.rig" -f reaction --search=none -o "$1/reaction.c" &&
	    grep -q _reaction_piece2 "$1/reaction.c" && cc -Wall -Werror -fsyntax-only "$1/reaction.c"' "$RIGIDC" "$SCRATCH"
	ok "the banner makes the chain again" again "$cases/chain_given.h" "$SCRATCH/chain.rig"
	for name in packed_fma first second allow searched packed_given; do
		ok "the banner makes ur5 again: $name" again "$cases/ur5_$name.h" examples/ur5.rig
	done
	ok "the banner makes ur5 again: float" again "$cases/ur5_ffma.h" examples/ur5.rig
	"$RIGIDC" compile examples/ur5.rig -f cost=fd+energy,grad=vjp:cost,jvp:cost,hvp:fk:tool0 --search=none -o "$SCRATCH/operators.h"
	ok "the banner makes operators again" again "$SCRATCH/operators.h" examples/ur5.rig
	ok "what sc holds is said" grep -q 'sine and cosine of angle\[k\] of ur5_given_dyn_angles' "$cases/ur5_given.h"
	ok "what the kernel costs is said" grep -q 'Each sincos takes 27 mul and 34 add more.*precise up to 400000 rad' "$cases/ur5_inline.h"
	ok "and in float" grep -q 'Each sincos takes 21 mul and 28 add more.*precise up to 700 rad' "$cases/ur5_finline.h"
	cp "$cases/chain_inline.json" "$SCRATCH/tampered.json"
	for change in 's/^\(\tconst double t[0-9]* = .*\) + /\1 - -/' 's/kept\[3\]\*/kept[1000]*/' 's/sines1\[2\]/sines1[1]/g' \
	    's/mul and 34/mul and 35/' '/^\tchain_inline_rnea_piece4(/d' 's/ + z0\*sin1/ - z0 - sin1/' 's/^\tkept\[1\] = .*//'; do
		sed "$change" "$cases/chain_inline.h" >"$SCRATCH/tampered.h"
		ok "tampered header: $change" sh -c '! perl tests/c/count_ops.pl "$0.h" "$0.json"' "$SCRATCH/tampered"
	done
	cp "$cases/ur5_fma.json" "$SCRATCH/tampered.json"
	sed 's/fma(\([^(,]*\), /fma(\1 + \1, /' "$cases/ur5_fma.h" >"$SCRATCH/tampered.h"
	ok "tampered header: fma" sh -c '! perl tests/c/count_ops.pl "$0.h" "$0.json"' "$SCRATCH/tampered"
}

together
pairs
names
named_angles
fma_by_choice
zeros
texts
finish
