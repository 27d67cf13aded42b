#!/bin/sh
# Like limbs side by side: by every compiler, with as many lanes as the machine has, with the fewest and with none, the bits
# are those of the evaluator; and what is computed is what it is for one limb after the other. On robots, and on random
# machines:
#   RIGIDC_SEED   of the first (2; 1, which is the largest, with long)
#   RIGIDC_LEVEL  how many: 1, 2 or 30; with long all compilers for both robots, and derivatives in all forms
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/evaluated.sh

seed=${RIGIDC_SEED:-$(by_level 2 2 1)} count=$(by_level 1 2 30)
echo "# $count machines from RIGIDC_SEED=$seed"

# near FILE FILE: numbers within 1e-10 of the largest of their line
near() {
	paste -d '\n' "$1" "$2" | perl -ne '
		my @now = map { 0 + $_ } split;
		if (!@before) { @before = @now; next }
		my ($most) = sort { $b <=> $a } map { abs } @now, 1e-3;
		for (0 .. $#now) { $bad++, print "$before[$_] $now[$_]\n" if !(abs($before[$_] - $now[$_]) <= 1e-10 * $most) }
		@before = ();
		END { exit($bad || @before ? 1 : 0) }'
}

# make NAME MODEL FUNCTIONS OPTION...: header, program and states; what the evaluator finds, with lanes and without
generate() {
	name=$1 model=$2 functions=$3
	shift 3
	"$RIGIDC" compile "$model" -f "$functions" --prefix=m --search=none "$@" -o "$SCRATCH/$name.h" 2>"$SCRATCH/err" &&
	"$RIGIDC" info "$model" -f "$functions" --search=none "$@" --json >"$SCRATCH/$name.json" 2>"$SCRATCH/err" ||
	    { cat "$SCRATCH/err"; return 1; }
	real=double
	case $* in *float*) real=float ;; esac
	perl tests/c/call_functions.pl $real "m=$name.h=$SCRATCH/$name.json" >"$SCRATCH/$name.c"
	cp "$SCRATCH/$name.c" "$SCRATCH/$name.cc"
	perl tests/c/states.pl "$SCRATCH/$name.json" all 64 5 "$SCRATCH/$name"
	for f in $(echo "$functions" | tr , ' '); do
		"$RIGIDC" eval "$model" -f "$f" --search=none --jit=none "$@" <"$SCRATCH/$name.$f.in" >"$SCRATCH/$name.$f" 2>"$SCRATCH/err" || return 1
	done
}

# apart NAME MODEL FUNCTIONS OPTION...: what they compute is what it is without lanes
apart() {
	name=$1 model=$2 functions=$3
	shift 3
	for f in $(echo "$functions" | tr , ' '); do
		"$RIGIDC" eval "$model" -f "$f" --search=none --jit=none "$@" --lanes=off <"$SCRATCH/$name.$f.in" >"$SCRATCH/$f.apart" 2>"$SCRATCH/err" &&
		near "$SCRATCH/$f.apart" "$SCRATCH/$name.$f" || { echo "$f"; return 1; }
	done
}

all=rnea,crba,bias,gravity,coriolis,fd,reaction,energy,com,momentum,jcom,cmm
for robot in solo12 anymal_b; do
	ok "$robot: generate" generate $robot examples/$robot.rig $all
	ok "$robot: as one limb after the other" apart $robot examples/$robot.rig $all
done
compare solo12 $all gcc $c_flags -O2 -march=native
compare solo12 $all clang $c_flags -O1
compare solo12 $all tcc -Wall -Werror
compare solo12 $all gcc $c_flags -O1 -U__SSE2__
compare anymal_b $all gcc $c_flags -O1
compare anymal_b $all clang $c_flags -O1 -march=native
if long; then
	for robot in solo12 anymal_b; do
		compare $robot $all gcc $c_flags -O2
		compare $robot $all gcc $c_flags -O3 -march=native
		compare $robot $all clang $c_flags -O2 -march=native
	done
	compare solo12 $all g++ $cxx_flags -O1
	compare solo12 $all clang++ $cxx_flags -O0 -march=native
	compare solo12 $all gcc $c_flags -O2 -U__SSE2__
	compare anymal_b $all clang $c_flags -O1
fi
some=rnea,crba,fd
long && some=$some,rnea_derivatives
for form in "--lanes=2" "--lanes=8" "--real=float" "--sparse --packed" "--wrench=all" --fma "--fma --real=float"; do
	case $form in --lanes=8 | --wrench=all) long || continue ;; esac
	name=solo12$(echo "$form" | tr -c 'a-z0-9\n' _)
	ok "$form: generate" generate "$name" examples/solo12.rig $some $form
	ok "$form: in lanes" sh -c '[ "$1" = --lanes=8 ] || grep -q "M_LIMBS >" "$0"' "$SCRATCH/$name.h" "$form"
	case $form in *float*) continue ;; esac
	ok "$form: as one limb after the other" apart "$name" examples/solo12.rig $some $form
	compare "$name" $some gcc $c_flags $(by_level -O1 -O1 -O2) -march=native
done
compare solo12__real_float rnea,crba gcc $c_flags -O1
compare solo12__real_float rnea,crba clang $c_flags -O1 -march=native
compare solo12__fma rnea,crba clang $c_flags -O1 -march=native
compare solo12__fma rnea,crba gcc $c_flags -O1
compare solo12__fma___real_float rnea,crba clang $c_flags -O1 -march=native
compare solo12__fma___real_float rnea,crba gcc $c_flags -O1 -mavx
if long; then
	compare solo12__real_float rnea,crba gcc $c_flags -O2
	compare solo12__real_float rnea,crba clang $c_flags -O2 -march=native
	compare solo12__fma rnea,crba clang $c_flags -O2 -march=native
	compare solo12__fma rnea,crba gcc $c_flags -O2
	compare solo12__fma___real_float rnea,crba clang $c_flags -O2 -march=native
	compare solo12__fma___real_float rnea,crba gcc $c_flags -O2 -mavx
fi

# --- where they are, and where not ---

# bodies MODEL FUNCTION OPTION...: how many lanes there are bodies for
bodies() {
	model=$1 function=$2
	shift 2
	"$RIGIDC" compile "$model" -f "$function" "$@" 2>/dev/null | sed -n 's/^#\(el\)\{0,1\}if .*_LIMBS > \([0-9]*\)$/\2/p' | tail -n +2 | paste -s -d ' '
}
is "four legs: for machines of four lanes and of two" "3 1" "$(bodies examples/solo12.rig rnea)"
is "crba gains by four lanes, not by two" "3" "$(bodies examples/solo12.rig crba)"
is "as asked for, on every machine with lanes" "1" "$(bodies examples/solo12.rig crba --lanes=2)"
is "--lanes=off" "" "$(bodies examples/solo12.rig rnea --lanes=off)"
is "--no-pass=fold-limbs" "" "$(bodies examples/solo12.rig rnea --no-pass=fold-limbs)"
is "an arm has no like limbs" "" "$(bodies examples/ur5.rig rnea)"
is "base parameters are of the links' own frames" "" "$(bodies examples/solo12.rig base_regressor)"
is "libm's sines have no lanes" "" "$(bodies examples/solo12.rig rnea --sincos=libm)"
is "numbers at run time" "" "$(bodies examples/solo12.rig rnea --params=payload:FL_LOWER_LEG)"
exits "no number of lanes" 2 "$RIGIDC" compile examples/solo12.rig --lanes=3

# --- random machines ---

random=rnea,crba,fd,cmm,coriolis,rnea_derivatives

for n in $(seq "$seed" $((seed + count - 1))); do
	perl tests/c/twin_machine.pl "$n" >"$SCRATCH/machine.rig"
	for lanes in auto $(long && echo 2 4 || echo $((n % 2 * 2 + 2))); do
		name=machine${n}_$lanes
		ok "machine $n, --lanes=$lanes: generate" generate "$name" "$SCRATCH/machine.rig" $random --lanes=$lanes
		ok "machine $n, --lanes=$lanes: as one limb after the other" apart "$name" "$SCRATCH/machine.rig" $random --lanes=$lanes
		compare "$name" $random gcc $c_flags $([ $lanes = auto ] || long && echo -O2 || echo -O1) -march=native
	done
	compare "machine${n}_auto" $random clang $c_flags -O1
done

finish
