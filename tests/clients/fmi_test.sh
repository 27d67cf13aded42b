#!/bin/sh
# Units of `rigidc package --for=fmi` and `--for=fmi:2` in FMPy: fmi_client.py checks descriptions, simulates by CVODE and by co-simulation, takes
# directional derivatives, and compiles the sources anew, as `fmpy` does for other machines.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client fmi
PATH=$clients/fmi/bin:$PATH # CMake

cat >"$SCRATCH/kinds.rig" <<'END'
model kinds
param load = 2 kg
body base on world { joint float : free; mass 3 kg; com (10, 20, 30) mm; inertia diag(10, 20, 30) g m^2 }
body arm on base at (100, 0, 50) mm { joint swing : revolute(y) { damping 0.1 N m s/rad }; mass load; com (0, 20, 0) mm; inertia diag(5, 6, 7) g m^2 }
body rod on arm at (0, 0, 100) mm { joint slide : prismatic(x); mass 1 kg; com (0, 0, 50) mm; inertia diag(3, 4, 5) g m^2 }
body ball on rod at (50, 0, 0) mm { joint ball : spherical; mass 1 kg; com (0, 30, 50) mm; inertia diag(3, 4, 5) g m^2 }
frame tip on ball at (0, 0, 100) mm
END

# unit KIND MODEL FUNCTIONS OPTION...: POSE is that of the first state, STOP the end of the motion
unit() {
	unit_kind=$1 unit_model=$2 unit_functions=$3
	shift 3
	ok "$unit_kind: $(basename "$unit_model") $unit_functions $*" "$RIGIDC" package "$unit_model" --search=none -f "$unit_functions" ${POSE:+--pose="$POSE"} \
	    "$@" --for="$unit_kind" -o "$SCRATCH/unit.fmu"
	results "$python" tests/clients/fmi_client.py "$SCRATCH/unit.fmu" "$unit_model" "$@"
}
for kind in fmi fmi:2; do
	unit $kind examples/cart_pole.rig fd,fk:rod,energy
	unit $kind examples/ur5.rig fd,fk:tool0,vel:tool0
	unit $kind "$SCRATCH/kinds.rig" fd,energy,acc:tip --wrench=rod
	# before the dead point
	STOP=0.1 POSE=up unit $kind examples/loops/fourbar.rig fd,lambda:loops
done
finish
