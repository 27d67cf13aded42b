#!/bin/sh
# Functions in the form that `compile` writes by default, each alone and with the default search: gcc -Wall -Werror accepts them,
# they run once, and their numbers are near those of the evaluator without a search. At the level long all functions of all
# examples, and operators of most; else a fixed share of these. RIGIDC_TIMES=1 prints the time of each.
. tests/tap.sh

# share: rows of tests/c/every_function.pl
share() {
	cat <<'END'
tests/c/quadruped.rig step_derivatives:rk4
tests/c/tail.rig rnea_derivatives
examples/gait/gait.rig step_derivatives:rk4
examples/adaptive.rig derivatives:step:rk4
examples/anymal_b.rig vjp:acc:"imu_link"
examples/bucket.rig vjp:energy
examples/cart_pole.rig vjp:step:rk4
examples/contacts/compass_walker.rig jvp:fd
examples/contacts/hopping_leg.rig jvp:step:rk4
examples/contacts/rimless_wheel.rig bias
examples/double_pendulum.rig hvp:rnea
examples/elbow.rig hvp:energy
examples/forces/crane.rig fd_derivatives
examples/forces/drive.rig rates step:rk4
examples/gait/both_legs.rig hessian:fk:"left.foot"
examples/gait/gait.rig hvp:fd
examples/gait/plates.rig fd
examples/general6r.rig jvp:acc:"link6"
examples/gripper.rig hessian:energy
examples/hand.rig crba
examples/iiwa14.rig fd_derivatives
examples/knee.rig jvp:rnea
examples/loops/boom.rig acc:"tip":"boom"
examples/loops/bucket.rig derivatives:fd
examples/loops/cassie.rig derivatives:fk:"R.sole"
examples/loops/crank_rocker.rig hvp:com
examples/loops/delta.rig impact:loops
examples/loops/delta_closed.rig base_parameters
examples/loops/engine.rig vjp:bias
examples/loops/fivebar.rig vjp:step:euler
examples/loops/fourbar.rig jvp:fd
examples/loops/slider_crank.rig lambda_derivatives:loops
examples/loops/squeezer.rig jvp:fd
examples/loops/stewart.rig jvp:ik:"ball[5]"
examples/loops/stewart_closed.rig base_regressor
examples/loops/two_arms.rig vjp:fd
examples/panda.rig hvp:fk:"flange":"link1"
examples/parts/hand.rig vjp:vel:"left.finger[4].tip"
examples/parts/hexapod.rig energy
examples/parts/quadrotor.rig jvp:bias
examples/parts/rotor.rig hessian:com
examples/parts/snake.rig cmm
examples/parts/solo12.rig jvp:crba
examples/puma560.rig jvp:momentum
examples/puma560_akb.rig jvp:com_drift
examples/running_leg.rig vjp:momentum
examples/rx90.rig vjp:drift:"link6"
examples/scara.rig step_derivatives:rk4
examples/screw_axis.rig jcom
examples/solo12.rig jvp:drift:"HR_FOOT"
examples/stanford.rig jvp:energy
examples/struts/crane.rig vjp:fd
examples/struts/excavator.rig vjp:gravity
examples/struts/landing_gear.rig derivatives:fd
examples/ur5.rig vjp:jac:"tool0"
END
}

# whole: a row for each example that is a model
whole() {
	grep -l '^model ' examples/*.rig examples/*/*.rig
	printf '%s\n' tests/c/quadruped.rig tests/c/tail.rig
}
mkdir "$SCRATCH/one"
{ share; ! long || whole; } >"$SCRATCH/rows"
results perl tests/c/every_function.pl "$SCRATCH/one" <"$SCRATCH/rows"
finish
