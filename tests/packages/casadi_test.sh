#!/bin/sh
# rigidc package --for=casadi: external functions, called as CasADi calls them (external.py), on examples with loops, contacts,
# wrenches and parameters, and on random trees. CasADi itself is in tests/clients.
#   RIGIDC_SEED=1 sh tests/packages/casadi_test.sh
. tests/tap.sh
. tests/functions.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/packages/external.sh
. tests/c/standing.sh
. tests/trees/random.sh

seed=${RIGIDC_SEED:-1} states=$(by_level 1 2 5) trees=$(by_level 1 1 40)
unoptimised_cc "$SCRATCH/unoptimised"
echo "# RIGIDC_SEED=$seed"

# --- examples ---

external casadi examples/ur5.rig 3 'rnea fd crba gravity fk:tool0 jac:tool0 energy dyn=crba+bias' -f rnea,fd,crba,gravity,fk:tool0,jac:tool0,energy,dyn=crba+bias
ok 'its C, as strictly as generated C' gcc $c_flags -fsyntax-only -I"$SCRATCH/casadi/src" "$SCRATCH/casadi/src/ur5.c"
ok 'its C as C++' g++ $cxx_flags -x c++ -fsyntax-only -I"$SCRATCH/casadi/src" "$SCRATCH/casadi/src/ur5.c"
is 'results of f are no arguments of jac_f' '[6, 1, 0, 0]' "$("$python" - "$SCRATCH/casadi/ur5.so" <<'END'
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
of = library.jac_ur5_rnea_sparsity_in
of.restype = ctypes.POINTER(ctypes.c_longlong)
print([of(3)[k] for k in range(4)])
END
)"
optimised_external casadi examples/cart_pole.rig 2 'fd rnea' -f fd,rnea
is 'its README is a page' yes "$([ "$(wc -l <"$SCRATCH/casadi/README.md")" -le 40 ] && echo yes)"
external casadi examples/puma560.rig 2 'rnea fd' -f rnea,fd --wrench=link6
external casadi examples/loops/fourbar.rig 2 'fd lambda id drift:loops' -f fd,lambda,id,drift:loops

# Inputs of the model: derivatives by them stand behind those by qdd.
cat >"$SCRATCH/tug.rig" <<'END'
model tug
input pull = 0.5
input wind: m/s = (1, 0.5, 0)
body upper on world { joint shoulder : revolute(y); mass 1 kg; com (0, 0, -0.2); inertia diag(20, 21, 2) g m^2 }
body lower on upper at (0, 0, -0.4) { joint elbow : revolute(x) { passive -pull * elbow * 1 N m }; mass 0.5 kg; com (0, 0, -0.1); inertia diag(9, 9, 1) g m^2 }
wrench rope on lower { force (pull * 3 N, 0, 0) at (0, 0, -0.3 m); force -0.2 N s/m * (v - wind) }
END
external casadi "$SCRATCH/tug.rig" 3 'rnea fd bias wrench_rope=wrench:rope' -f rnea,fd,bias,wrench_rope=wrench:rope
! long || external casadi examples/contacts/hopping_leg.rig 2 'fd:toe lambda:toe impact:toe rnea:toe' -f fd:toe,lambda:toe,impact:toe,rnea:toe
! long || external casadi examples/rx90.rig 1 'step=fd+energy vjp:fd' -f step=fd+energy,vjp:fd
external casadi examples/solo12.rig 1 'fd fk:FL_FOOT com crba' -f fd,fk:FL_FOOT,com,crba
is 'zeros by structure of M are not stored' "$(sed -n 's/^#define solo12_c_crba_M_NNZ //p' "$SCRATCH/casadi/src/solo12.h")" \
    "$("$python" - "$SCRATCH/casadi/solo12.so" <<'END'
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
of = library.solo12_crba_sparsity_out
of.restype = ctypes.POINTER(ctypes.c_longlong)
print(of(0)[2 + of(0)[1]])
END
)"
external casadi $standing_model 0 'fd:stand step=fd:stand+lambda:stand' -f fd:stand,step=fd:stand+lambda:stand
external casadi examples/ur5.rig 0 'regressor minv' -f regressor,minv --prefix=Arm

# --- quaternions: derivatives by their numbers, of functions of q/|q| ---

cat >"$SCRATCH/tumbler.rig" <<'END'
model tumbler
body hull on world { joint base : free; mass 2 kg; com (10, 20, -30) mm; inertia diag(10, 20, 25) g m^2 }
body arm on hull at (0, 0.1 m, 0) { joint shoulder : spherical; mass 0.7 kg; com (0, 0, -100 mm); inertia diag(4, 3, 1) g m^2 }
body hand on arm at (0, 0, -200 mm) { joint wrist : revolute(x) { damping 0.1 }; mass 0.2 kg; com (0, 0, -50 mm); inertia diag(1, 1, 1) g m^2 }
END
external casadi "$SCRATCH/tumbler.rig" 2 'fd rnea integrate difference normalize step:euler' -f fd,rnea,integrate,difference,normalize,step:euler
external casadi "$SCRATCH/tumbler.rig" 3 'energy rnea' -f energy,rnea --wrench=hand
! long || external casadi "$SCRATCH/tumbler.rig" 2 'step:rk4 crba' -f step:rk4,crba
! long || external casadi $standing_model 2 'fd:stand lambda:stand rnea:stand' -f fd:stand,lambda:stand,rnea:stand

# --- parameters: arguments, or their default values ---

cat >"$SCRATCH/crane.rig" <<'END'
model crane
param load = 2 kg
param rope: m = 0.7
param centre: mm = (0, 20, 0)
body trolley on world { joint drive : prismatic(x); mass 3 kg }
body hook on trolley { joint swing : revolute(y); mass load; com centre + (0, 0, -rope); inertia diag(1, 2, 3) g m^2 }
body tip on hook at (0, 0, -rope) { joint bend : revolute(x); mass 1 kg; com (0, 0, -100 mm); inertia diag(1, 1, 1) g m^2 }
END
functions='rnea fd fk:tip crba'
export PARAMS='2 0.7 0 0.02 0'
external casadi "$SCRATCH/crane.rig" 3 "$functions" -f rnea,fd,fk:tip,crba
PARAMS='3.5 0.9 0 0.02 0' EVAL_OPTIONS='--param load=3.5 --param rope=0.9'
export PARAMS EVAL_OPTIONS
! long || external casadi "$SCRATCH/crane.rig" 1 "$functions" -f rnea,fd,fk:tip,crba --derivatives=1
unset PARAMS
EVAL_OPTIONS=--parametrize=none
export EVAL_OPTIONS
external casadi "$SCRATCH/crane.rig" 2 "$functions" -f rnea,fd,fk:tip,crba --parametrize=none
unset EVAL_OPTIONS
is 'default values are no argument' 0 "$(grep -c '"params"' "$SCRATCH/casadi/src/crane.c")"

# --- coordinates in another order ---

sed '$a order bend, swing, drive' "$SCRATCH/crane.rig" >"$SCRATCH/ordered.rig"
external casadi "$SCRATCH/ordered.rig" 2 'rnea crba fk:tip vjp:crba' -f rnea,crba,fk:tip,vjp:crba -D load=2 -D 'rope=0.7 m' -D 'centre=(0, 20, 0) mm'

# --- random trees ---

mkdir "$SCRATCH/trees"
if [ -x "$BUILD/tests/trees/draw" ]; then
	"$BUILD/tests/trees/draw" "$SCRATCH/trees" "$seed" "$trees"
	for tree in "$SCRATCH"/trees/*.rig; do
		last=$(last_body "$tree" '^\S+$')
		cp "$tree" "$SCRATCH/tree.rig"
		# a frame may change how other functions of the same request are computed
		external casadi "$SCRATCH/tree.rig" 2 'rnea crba' -f rnea,crba --prefix=tree
		external casadi "$SCRATCH/tree.rig" 2 "pose=fk:\"$last\"+rnea" -f "pose=fk:\"$last\"+rnea" --prefix=tree
	done
fi

# external_held NAME MODEL FUNCTIONS OPTION...: those with loops and contacts, whose functions have no blanks in their names. `eval`
# computes one function, which the others of a request may give other axes.
external_held() {
	case $1$3 in
	tree* | *\ *) ;;
	*) external casadi "$2" 0 "$(echo "$3" | tr ',' ' ')" -f "$3" --prefix="$1" ;;
	esac
}
export ROUNDS=yes
! [ -x "$BUILD/tests/trees/draw" ] || random_models "$trees" external_held
unset ROUNDS

# --- what is refused ---

refused 'numbers of CasADi are double' examples/ur5.rig --real=float --for=casadi
refused 'no --matrix' examples/ur5.rig --matrix=packed --for=casadi
refused 'no --sincos=given' examples/ur5.rig --sincos=given --for=casadi
refused "'my__arm_rnea' is no name in CasADi" examples/ur5.rig --prefix=my__arm --for=casadi
finish
