#!/bin/sh
# The modes of the generated C, alone and together: --sincos, --fma, --matrix=packed, --fp-contract, float, levels, searches, long
# functions in pieces. Each builds without a warning, holds what it promises, costs what it says, and computes the same
# bits by every executor and compiler; and what one mode computes is what the others do. RIGIDC_LEVEL=long takes more examples.
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/chain.sh

root=$(pwd)

mkdir "$SCRATCH/double" "$SCRATCH/float" "$SCRATCH/pair"
chain >"$SCRATCH/chain.rig"

# --- the modes ---

# Of every model, of small ones, and of the long one.
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
allow: --fp-contract=allow
searched: --search=quick
flibm: --real=float --sincos=libm
ffma: --real=float --fma --sincos=libm'
chain_modes='inline:
libm: --sincos=libm
given: --sincos=given
finline: --real=float'

# same FILE FILE [TOLERANCE]: the same numbers to the bit, or as near as that, relative to the largest in the line
same() {
	perl -e '
		my ($tolerance, @file) = ($ARGV[2] // 0, map { open my $in, "<", $_ or die "$_: $!\n"; [<$in>] } @ARGV[0, 1]);
		die "no lines, or not as many\n" if !@{$file[0]} || @{$file[0]} != @{$file[1]};
		for my $line (0 .. $#{$file[0]}) {
			my ($a, $b) = map { [split " ", $_->[$line]] } @file;
			die "line $line: not as many numbers, or none\n" if @$a != @$b || !@$a;
			my $most = 0;
			for (@$a) { $most = abs if abs > $most }
			for my $i (0 .. $#$a) {
				my $good = $tolerance ? abs($a->[$i] - $b->[$i]) <= $tolerance * $most : pack("d", $a->[$i]) eq pack("d", $b->[$i]);
				$good or die "line $line, number $i: $a->[$i], $b->[$i]\n";
			}
		}' "$@"
}

# triangle NV FILE: the matrix that a line begins with as its lower triangle
triangle() {
	perl -ane 'BEGIN { $nv = shift } my @m = splice @F, 0, $nv * $nv;
		print join(" ", map({ my $i = $_; @m[$i * $nv .. $i * $nv + $i] } 0 .. $nv - 1), @F), "\n"' "$@"
}

# whole JSON PACKED: lines of a sparse M and the rest with its zeros
whole() {
	perl -MJSON::PP -e 'my ($file, $packed) = splice @ARGV, 0, 2;
		open my $in, "<", $file or die; local $/; my $info = decode_json(<$in>); $/ = "\n";
		my ($function) = values %{$info->{functions}};
		my ($pattern) = map { $_->{pattern} } grep { $_->{name} eq "M" } @{$function->{outputs}};
		my ($row, $column) = @{$pattern}{qw(row column)};
		my @place = map { my $i = $_; map { [$i, $column->[$_]] } $row->[$i] .. $row->[$i + 1] - 1 } 0 .. $#$row - 1;
		while (<STDIN>) {
			my @word = split; my @entry = splice @word, 0, scalar @place; my @m;
			for my $i (0 .. $#$row - 1) { push @m, ("0") x ($packed ? $i + 1 : $#$row) }
			for (@place) { my ($i, $j) = @$_; $m[$packed ? $i*($i + 1)/2 + $j : $i*$#$row + $j] = shift @entry }
			print join(" ", @m, @word), "\n";
		}' "$@"
}

# --- one of them ---

# generate MODEL FILE FUNCTIONS MODE OPTIONS...
generate() {
	name=$1_$4 from=$2 functions=$3
	case " $* " in *--real=float*) real=float ;; *) real=double ;; esac
	shift 4
	"$RIGIDC" compile "$from" -f "$functions" --search=none "$@" --prefix="$name" -o "$SCRATCH/$real/$name.h" &&
	"$RIGIDC" info "$from" -f "$functions" --search=none "$@" --json >"$SCRATCH/$real/$name.json"
}

# mode MODEL FILE FUNCTION MODE OPTIONS...: its text, and what the evaluator and libtcc compute
mode() {
	model=$1 mode=$4
	ok "$model, $mode: generate" generate "$@"
	size=8
	[ $real = float ] && size=4
	ok "$name.h: arithmetic and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" "$SCRATCH/$real/$name.h"
	ok "$name.h: operations as counted" perl tests/c/count_ops.pl "$SCRATCH/$real/$name.h" "$SCRATCH/$real/$name.json" $size
	made="$made $real:$name"
}

# --- a model in all its modes ---

# program REAL COMPILER FLAGS...: a program of all headers of the model and that type
program() {
	program_real=$1
	shift
	set -- "$@" -I"$SCRATCH/$program_real" -o "$SCRATCH/$program_real/program" "$SCRATCH/$program_real/program.c" -lm
	"$@"
}

programs() {
	for real in double float; do
		headers=
		for item in $made; do
			name=${item#*:}
			[ "${item%%:*}" = $real ] && headers="$headers $name=$name.h=$SCRATCH/$real/$name.json"
		done
		perl tests/c/call_functions.pl $real $headers >"$SCRATCH/$real/program.c"
	done
}

# computed COMPILER: every mode's program against the evaluator
computed() {
	for item in $made; do
		real=${item%%:*} name=${item#*:}
		"$SCRATCH/$real/program" "${name}_$call" <"$SCRATCH/states" >"$SCRATCH/found"
		ok "$name: the evaluator and $1 agree to the bit" same "$SCRATCH/$name.none" "$SCRATCH/found"
	done
}

# evaluate NAME JIT OPTIONS...
evaluate() {
	evaluated=$1 jit=$2
	shift 2
	"$RIGIDC" eval "$from" -f "$functions" --search=none --jit=$jit "$@" <"$SCRATCH/$evaluated.in" >"$SCRATCH/$evaluated.$jit"
}

# each MODES COMMAND...: the command with MODE OPTIONS of each
each() {
	for_each=$1
	shift
	while IFS=: read -r mode options; do
		[ -z "$mode" ] || "$@" "$mode" $options </dev/null
	done <<END
$for_each
END
}

executors() {
	mode=$1 name=${model}_$1
	shift
	case " $* " in *--real=float*) real=float ;; *) real=double ;; esac
	"$SCRATCH/$real/program" "${name}_$call" inputs <"$SCRATCH/states" >"$SCRATCH/$name.in"
	ok "$name: eval --jit=none" evaluate "$name" none "$@"
	ok "$name: eval --jit=tcc" evaluate "$name" tcc "$@"
	ok "$name: evaluator and libtcc agree to the byte" cmp "$SCRATCH/$name.none" "$SCRATCH/$name.tcc"
	case $name in knee_inline | knee_given | ur5_fma | ur5_searched | chain_inline)
		ok "$name: eval --jit=cc" evaluate "$name" cc "$@"
		ok "$name: evaluator and the C compiler agree to the byte" cmp "$SCRATCH/$name.none" "$SCRATCH/$name.cc" ;;
	esac
}

# against WHAT MODE MODE [TOLERANCE]
against() {
	ok "$model: $1" same "$SCRATCH/${model}_$2.none" "$SCRATCH/${model}_$3.none" ${4-}
}

# all MODEL FILE FUNCTION MODES: long functions are optimised less, for it takes longer than all else
all() {
	model=$1 from=$2 functions=$3 call=${3%%=*} list=$4 made=
	case $model in
	panda | solo12 | chain) gcc="gcc -O1" clang="clang -O1" ;;
	ur5) gcc="gcc -O3 -march=native" clang="clang -O2" ;;
	*) gcc="gcc -O2" clang="clang -O1" ;;
	esac
	each "$list" mode "$model" "$from" "$functions"
	everything="$everything$made"
	perl tests/c/states.pl "$SCRATCH/double/${model}_libm.json" $call 40 5 >"$SCRATCH/states"
	programs
	ok "$model: all modes build, $gcc" program double $gcc $c_flags
	ok "$model: all modes in float build, $gcc" program float $gcc $c_flags $float_flags
	each "$list" executors
	computed "$gcc"
	if present clang; then
		ok "$model: all modes build, $clang" program double $clang $c_flags
		ok "$model: all modes in float build, $clang" program float $clang $c_flags
		computed "$clang"
	fi
	against "sines of libm are the sines of libm" libm given
	against "sines in the code itself are libm's" libm inline 1e-12
	case $list in *fma_inline*)
		against "fused products with sines in the code" libm fma_inline 1e-12
		against "float with sines in the code" libm finline 1e-3
		against "float with sines of libm" libm fgiven 1e-3 ;;
	esac
	case $list in *packed*)
		nv=$(sed -n 's/^  "nv": \([0-9]*\),/\1/p' "$SCRATCH/double/${model}_libm.json")
		for packed in inline:packed libm:packed_given; do
			triangle "$nv" "$SCRATCH/${model}_${packed%:*}.none" >"$SCRATCH/triangle"
			ok "$model: ${packed#*:} is the lower triangle of the whole" \
			    same "$SCRATCH/triangle" "$SCRATCH/${model}_${packed#*:}.none"
		done
		whole "$SCRATCH/double/${model}_sparse.json" "" <"$SCRATCH/${model}_sparse.none" >"$SCRATCH/whole"
		ok "$model: sparse is the whole without zeros" same "$SCRATCH/${model}_inline.none" "$SCRATCH/whole"
		whole "$SCRATCH/double/${model}_sparse_packed.json" 1 <"$SCRATCH/${model}_sparse_packed.none" >"$SCRATCH/whole"
		ok "$model: sparse and packed is the triangle without zeros" same "$SCRATCH/${model}_packed.none" "$SCRATCH/whole"
		against "fused products" libm fma 1e-12
		against "fused products and a triangle" packed packed_fma 1e-11
		against "the textbook's form" libm textbook 1e-11
		against "the first level" libm first 1e-11
		against "the second level" libm second 1e-11
		against "a search" libm searched 1e-11
		against "contraction is no matter of the evaluator" inline allow
		against "float" libm flibm 1e-3
		against "float and fused products" libm ffma 1e-3 ;;
	esac
}

# --- all of them in one file, by every compiler ---

# compile REAL FILE COMPILER FLAGS...
compile() {
	compile_real=$1 file=$2
	shift 2
	if present "$1"; then
		ok "$compile_real, all modes in one file: $*" "$@" "$SCRATCH/$compile_real/$file"
	else
		skip "$compile_real, all modes in one file: $*" "no $1"
	fi
}

together() {
	for real in double float; do
		for item in $everything; do
			[ "${item%%:*}" != $real ] || printf '#include "%s.h"\n' "${item#*:}"
		done >"$SCRATCH/$real/together.c"
		echo 'typedef int nothing_else;' >>"$SCRATCH/$real/together.c"
		cp "$SCRATCH/$real/together.c" "$SCRATCH/$real/together.cc"
		more=
		[ $real = float ] && more=$float_flags
		compile $real together.c gcc $c_flags $more -fsyntax-only
		compile $real together.c clang $c_flags -fsyntax-only
		compile $real together.cc g++ $cxx_flags -fsyntax-only
		compile $real together.cc clang++ $cxx_flags -fsyntax-only
		compile $real together.c tcc -Wall -Werror -c -o "$SCRATCH/together.o"
	done
}

# --- pairs and what is in the object ---

# object NAME CALLS COMPILER...: no data, and no calls but these (a pattern)
object() {
	pair=$1 calls=$2
	shift 2
	"$@" $c_flags -Wmissing-prototypes -O1 -c -o "$SCRATCH/object.o" "$SCRATCH/pair/$pair.c" || return 1
	if nm -u "$SCRATCH/object.o" | grep -vE "^ +U ($calls|_GLOBAL_OFFSET_TABLE_)\$"; then
		echo "is called by $*"
		return 1
	fi
	size "$SCRATCH/object.o" | awk 'NR == 2 && ($2 || $3) { print; bad = 1 } END { exit bad }' || return 1
	! nm "$SCRATCH/object.o" | grep -E ' [bBdDCgGsS] '
}

# pair MODEL FILE FUNCTIONS MODE CALLS OPTIONS...
pair() {
	name=$1_$4 from=$2 functions=$3 calls=$5
	shift 5
	ok "pair $name: generate" "$RIGIDC" compile "$from" -f "$functions" --search=none "$@" -o "$SCRATCH/pair/$name.c"
	ok "pair $name: arithmetic and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" "$SCRATCH/pair/$name.c" "$SCRATCH/pair/$name.h"
	ok "pair $name: calls and data, gcc" object "$name" "$calls" gcc
	! present clang || ok "pair $name: calls and data, clang" object "$name" "$calls" clang
	ok "pair $name: as C++" g++ $cxx_flags -x c++ -fsyntax-only "$SCRATCH/pair/$name.c"
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
}

# --- names ---

# clash NAME TEXT OPTIONS...
clash() {
	clash_name=$1 text=$2
	shift 2
	exits "$clash_name: exit" 1 "$RIGIDC" compile examples/ur5.rig "$@"
	ok "$clash_name: says so" grep -q "$text.*\\[c-name\\]" "$SCRATCH/err"
	exits "$clash_name: check says it too" 1 "$RIGIDC" check examples/ur5.rig "$@"
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
			ok "--fma=auto without fma is near the text without, $with $level" same "$SCRATCH/off" "$SCRATCH/auto$level" 1e-12
			chosen auto $with $level -mfma >"$SCRATCH/auto"
			ok "--fma=auto with fma is the text with it, $with $level" cmp "$SCRATCH/on" "$SCRATCH/auto"
			[ -f "$SCRATCH/without" ] || cp "$SCRATCH/auto$level" "$SCRATCH/without"
			ok "--fma=auto without fma has one kind of bits, $with $level" cmp "$SCRATCH/without" "$SCRATCH/auto$level"
		done
		"$RIGIDC" compile examples/ur5.rig --fp-contract=allow --search=none --prefix=m -o "$SCRATCH/allow.h"
		chosen allow $with -O2 -mfma -ffp-contract=$([ $with = gcc ] && echo fast || echo on) >"$SCRATCH/allowed"
		ok "--fp-contract=allow contracts the sines too, $with" sh -c 'objdump -d "$0/choosing" | grep -q "vfn*m.*pd.*ymm"' "$SCRATCH"
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
	for jit in none tcc cc; do
		echo "0 0 0 0 0 0 1 1 2 3 4 5 6 7 8 9 10 11 12" |
		    "$RIGIDC" eval examples/solo12.rig -f crba --zeros=once --jit=$jit >"$SCRATCH/zeros.$jit"
	done
	ok "--zeros=once: eval writes them too" cmp "$SCRATCH/zeros.none" "$SCRATCH/zeros.tcc"
	ok "--zeros=once: so does the C compiler's code" cmp "$SCRATCH/zeros.none" "$SCRATCH/zeros.cc"
	printf 'model slide\nbody sledge on world { joint x : prismatic(x); mass 1 kg }\n' >"$SCRATCH/slide.rig"
	for form in '' --size=on; do
		"$RIGIDC" compile "$SCRATCH/slide.rig" -f rnea_derivatives,dyn=crba+coriolis --zeros=once $form -o "$SCRATCH/slide.c"
		ok "--zeros=once, a matrix of zeros alone: builds $form" gcc $c_flags -c "$SCRATCH/slide.c" -o "$SCRATCH/slide.o"
	done
	exits "--zeros=once and --batch" 2 "$RIGIDC" compile examples/ur5.rig --zeros=once --batch=4
	ok "--zeros=once and --batch: by their names" grep -q -e '--zeros=once and --batch exclude each other' "$SCRATCH/err"
}

# --- the pieces, the banner, the counter ---

# again HEADER MODEL: the banner's options make the same text
again() {
	options=$(sed -n 's/^ \* Made with \(.*\)\.$/\1/p' "$1")
	"$RIGIDC" compile "$2" $options -o "$SCRATCH/again.h" && cmp "$1" "$SCRATCH/again.h"
}

texts() {
	ok "the chain is in pieces" grep -q '^static void chain_libm_rnea_piece9(' "$SCRATCH/double/chain_libm.h"
	# its output is called w, as some temporaries begin
	ok "reaction in pieces" sh -c '"$0" compile "$1/chain.rig" -f reaction --search=none -o "$1/reaction.c" &&
	    grep -q _reaction_piece2 "$1/reaction.c" && cc -Wall -Werror -c "$1/reaction.c" -o "$1/reaction.o"' "$RIGIDC" "$SCRATCH"
	ok "the banner makes the chain again" again "$SCRATCH/double/chain_given.h" "$SCRATCH/chain.rig"
	for name in packed_fma first second allow searched packed_given; do
		ok "the banner makes ur5 again: $name" again "$SCRATCH/double/ur5_$name.h" examples/ur5.rig
	done
	ok "the banner makes ur5 again: float" again "$SCRATCH/float/ur5_ffma.h" examples/ur5.rig
	ok "what sc holds is said" grep -q 'sine and cosine of angle\[k\], which ur5_given_dyn_angles gives' "$SCRATCH/double/ur5_given.h"
	ok "what the kernel costs is said" grep -q 'A sincos is 27 mul and 34 add more.*precise up to 400000 rad' "$SCRATCH/double/ur5_inline.h"
	ok "and in float" grep -q 'A sincos is 21 mul and 28 add more.*precise up to 700 rad' "$SCRATCH/float/ur5_finline.h"
	cp "$SCRATCH/double/chain_inline.json" "$SCRATCH/tampered.json"
	for change in 's/^\(\tconst double t[0-9]* = .*\) + /\1 - -/' 's/kept\[3\]\*/kept[1000]*/' 's/sines1\[2\]/sines1[1]/g' \
	    's/mul and 34/mul and 35/' '/^\tchain_inline_rnea_piece4(/d' 's/ + z0\*sin1/ - z0 - sin1/' 's/^\tkept\[1\] = .*//'; do
		sed "$change" "$SCRATCH/double/chain_inline.h" >"$SCRATCH/tampered.h"
		ok "tampered header: $change" sh -c '! perl tests/c/count_ops.pl "$0.h" "$0.json" 8' "$SCRATCH/tampered"
	done
	cp "$SCRATCH/double/ur5_fma.json" "$SCRATCH/tampered.json"
	sed 's/fma(\([^(,]*\), /fma(\1 + \1, /' "$SCRATCH/double/ur5_fma.h" >"$SCRATCH/tampered.h"
	ok "tampered header: fma" sh -c '! perl tests/c/count_ops.pl "$0.h" "$0.json" 8' "$SCRATCH/tampered"
}

everything=
dyn=dyn=crba+rnea
for example in ur5 knee gripper $(! long || echo screw_axis running_leg); do
	all $example examples/$example.rig $dyn "$modes
$small_modes"
done
for example in $(! long || echo panda solo12); do
	all $example examples/$example.rig $dyn "$modes"
done
all chain "$SCRATCH/chain.rig" rnea "$chain_modes"
together
pairs
names
named_angles
fma_by_choice
zeros
texts
finish
