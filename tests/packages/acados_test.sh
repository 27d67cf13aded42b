#!/bin/sh
# rigidc package --for=acados: the functions of explicit dynamics and of steps, called as acados calls them (acados.py), on examples with
# idle joints, loops, contacts, wrenches and parameters; with ACADOS, a folder where acados is installed, the programs of both by acados.
#   RIGIDC_SEED=1 ACADOS=/opt/acados sh tests/packages/acados_test.sh
. tests/tap.sh
. tests/c/compilers.sh
. tests/packages/packages.sh
. tests/packages/external.sh

seed=${RIGIDC_SEED:-1} states=$(by_level 1 2 5)
echo "# RIGIDC_SEED=$seed"

# called MODEL FUNCTION DRIVEN OPTION...: the package, its library, and each check of acados.py
called() {
	called_model=$1 called_function=$2 called_driven=$3
	shift 3
	package acados "$called_model" --search=none "$@"
	ok 'is built as its README says' follow "$SCRATCH/acados" Build
	called_library=$(echo "$SCRATCH"/acados/*.so)
	called_lines() { "$python" tests/packages/acados.py "$called_library" "$called_model" "$states" "$seed" "$called_function" ${called_driven:+--driven=$called_driven} \
	    -- ${called_eval:-}; }
	checked called_lines
	ok 'its C, as strictly as generated C' gcc $c_flags -fsyntax-only "$SCRATCH"/acados/*_model/*.c
}

called examples/cart_pole.rig fd 0 --idle=pole
is 'its README is a page' yes "$([ "$(wc -l <"$SCRATCH/acados/README.md")" -le 40 ] && echo yes)"
is 'symbols are those of acados' 'cart_pole_expl_ode_fun cart_pole_expl_ode_hess cart_pole_expl_vde_adj cart_pole_expl_vde_forw' \
    "$(nm -D --defined-only "$SCRATCH/acados/cart_pole.so" | sed -n 's/.* T \(cart_pole_expl_[a-z]*_[a-z]*\)$/\1/p' | xargs)"
called examples/ur5.rig fd '' -f fd
called_eval=--wrench=link6
called examples/puma560.rig fd '' --wrench=link6
called_eval=
called examples/contacts/hopping_leg.rig fd:toe 0 -f fd:toe
cat >"$SCRATCH/crane.rig" <<'END'
model crane
param load = 2 kg
param rope: m = 0.7
body trolley on world { joint drive : prismatic(x); mass 3 kg }
body hook on trolley { joint swing : revolute(y) { idle }; mass load; com (0, 20 mm, -rope); inertia diag(1, 2, 3) g m^2 }
END
export PARAMS='2 0.7'
called "$SCRATCH/crane.rig" fd 0
unset PARAMS
called "$SCRATCH/crane.rig" fd 0 --parametrize=none
sed '$a order swing, drive' "$SCRATCH/crane.rig" >"$SCRATCH/ordered.rig"
called "$SCRATCH/ordered.rig" fd 1 --parametrize=none

# inputs of the model: in laws, struts and passive forces, beside a wrench and a parameter
cat >"$SCRATCH/fan.rig" <<'END'
model fan
param load = 2 kg
input pitch
input wind: m/s = (0.3, -0.2, 0.1)
body trolley on world { joint drive : prismatic(x); mass 3 kg }
body hook on trolley { joint swing : revolute(y) { idle; passive -0.3 N m * pitch * cos(swing) }; mass load; com (0, 20 mm, -0.7); inertia diag(1, 2, 3) g m^2 }
wrench blades on hook { force (3 N * pitch * pitch, 0, 0) }
wrench air on hook in world { force 0.3 kg/s * (wind - v) }
END
called_eval=--wrench=hook PARAMS=2
export PARAMS
called "$SCRATCH/fan.rig" fd 0 --wrench=hook
called "$SCRATCH/fan.rig" step:rk4 0 -f step:rk4 --wrench=hook
unset PARAMS
called_eval=
called "$SCRATCH/fan.rig" fd 0 --parametrize=none
sed 's/revolute(y) { idle;/revolute(y) {/' "$SCRATCH/fan.rig" >"$SCRATCH/driven.rig"
sed 's/^input pitch$/input pitch = 0.2 { rate (sin(swing) - pitch * pitch) \/ 1 s }/' "$SCRATCH/fan.rig" >"$SCRATCH/lag.rig"
called_eval=--wrench=hook PARAMS=2
export PARAMS
called "$SCRATCH/lag.rig" step:rk4 0 -f step:rk4 --wrench=hook
is 'its header says what x is' yes "$(grep -q 'x = (q, qd, s)' "$SCRATCH"/acados/*_model/*_model.h && echo yes)"
unset PARAMS
called_eval=
called "$SCRATCH/lag.rig" step:euler 0 -f step:euler --parametrize=none
refused 'fd has no rates of the states' "$SCRATCH/lag.rig" --for=acados
called "$SCRATCH/driven.rig" step:euler '' -f step:euler --parametrize=none
is 'its header says what u is' yes "$(grep -q 'u = tau of the joints that are driven, then the inputs of the model' "$SCRATCH"/acados/*_model/*_model.h && echo yes)"

# --- steps of time ---

called examples/cart_pole.rig step:rk4 0 -f step:rk4 --idle=pole
called examples/ur5.rig step:euler '' -f step:euler
called_eval=--wrench=hook PARAMS='2 0.7'
export PARAMS
called "$SCRATCH/crane.rig" step:rk4 0 -f step:rk4 --wrench=hook
called_eval=
unset PARAMS
called examples/contacts/hopping_leg.rig step:rk4:toe 0 -f step:rk4:toe

# --- by acados ---

# ERK takes a step of the same method from one time to the next: the sums of both are one number.
if [ "${ACADOS:-}" ]; then
	sed 's/pitch \* pitch/pitch/' "$SCRATCH/driven.rig" >"$SCRATCH/linear.rig"
	for model in "examples/cart_pole.rig --idle=pole" examples/ur5.rig "$SCRATCH/crane.rig" "$SCRATCH/linear.rig"; do
		for function in fd step:rk4; do
			# shellcheck disable=SC2086 # a model with its option
			package acados $model -f $function
			ok 'its program is built with acados' make -s -C "$SCRATCH/acados" CFLAGS='-O2 -Wall -Wextra -Werror' main ACADOS="$ACADOS"
			"$SCRATCH/acados/main" >"$SCRATCH/$function"
			is 'acados comes to the end' 0 $?
		done
		is "$model: the same motion by fd and by step:rk4" '' \
		    "$(paste -d, "$SCRATCH/fd" "$SCRATCH/step:rk4" | perl -F, -lane 'for my $i (0 .. @F / 2 - 1) { print "$F[$i] $F[$i + @F / 2]" if $. > 1 && abs($F[$i] - $F[$i + @F / 2]) > 1e-6 }')"
	done
else
	skip 'programs by acados' 'ACADOS names no folder'
fi

# --- what is refused ---

refused 'whose rate is not a velocity' examples/solo12.rig --for=acados -f fd
refused 'follows from fd or a step' examples/ur5.rig --for=acados -f rnea
refused 'follows from fd or a step' examples/ur5.rig --for=acados -f fd,step:rk4
refused 'derivatives is for --for=casadi' examples/ur5.rig --for=acados --derivatives=1
finish
