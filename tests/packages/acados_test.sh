#!/bin/sh
# rigidc package --for=acados: the four functions of explicit dynamics, called as acados calls them (acados.py), on examples with
# idle joints, loops, contacts, wrenches and parameters. acados itself is not here.
#   RIGIDC_SEED=1 sh tests/packages/acados_test.sh
. tests/tap.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/packages/external.sh

seed=${RIGIDC_SEED:-1} states=$(by_level 1 2 5)
echo "# RIGIDC_SEED=$seed"

# four MODEL FUNCTION DRIVEN OPTION...: the package, its library, and each check of acados.py
four() {
	four_model=$1 four_function=$2 four_driven=$3
	shift 3
	package acados "$four_model" --search=none "$@"
	ok 'is built as its README says' follow "$SCRATCH/acados" Build
	four_library=$(echo "$SCRATCH"/acados/*.so)
	four_lines() { "$python" tests/packages/acados.py "$four_library" "$four_model" "$states" "$seed" "$four_function" ${four_driven:+--driven=$four_driven} \
	    -- ${four_eval:-}; }
	checked four_lines
	ok 'its C, as strictly as generated C' gcc $c_flags -fsyntax-only "$SCRATCH"/acados/*_model/*_expl_*.c
}

four examples/cart_pole.rig fd 0 --idle=pole
is 'its README is a page' yes "$([ "$(wc -l <"$SCRATCH/acados/README.md")" -le 40 ] && echo yes)"
is 'symbols are those of acados' 'cart_pole_expl_ode_fun cart_pole_expl_ode_hess cart_pole_expl_vde_adj cart_pole_expl_vde_forw' \
    "$(nm -D --defined-only "$SCRATCH/acados/cart_pole.so" | sed -n 's/.* T \(cart_pole_expl_[a-z]*_[a-z]*\)$/\1/p' | xargs)"
four examples/ur5.rig fd '' -f fd
four_eval=--wrench=link6
four examples/puma560.rig fd '' --wrench=link6
four_eval=
four examples/contacts/hopping_leg.rig fd:toe 0 -f fd:toe
cat >"$SCRATCH/crane.rig" <<'END'
model crane
param load = 2 kg
param rope: m = 0.7
body trolley on world { joint drive : prismatic(x); mass 3 kg }
body hook on trolley { joint swing : revolute(y) { idle }; mass load; com (0, 20 mm, -rope); inertia diag(1, 2, 3) g m^2 }
END
export PARAMS='2 0.7'
four "$SCRATCH/crane.rig" fd 0
unset PARAMS
four "$SCRATCH/crane.rig" fd 0 --parametrize=none
sed '$a order swing, drive' "$SCRATCH/crane.rig" >"$SCRATCH/ordered.rig"
four "$SCRATCH/ordered.rig" fd 1 --parametrize=none

# --- what is refused ---

refused 'whose rate is not a velocity' examples/solo12.rig --for=acados -f fd
refused 'follows from fd' examples/ur5.rig --for=acados -f rnea
refused 'follows from fd' examples/ur5.rig --for=acados -f fd,rnea
refused 'derivatives is for --for=casadi' examples/ur5.rig --for=acados --derivatives=1
finish
