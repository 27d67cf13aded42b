#!/bin/sh
# make.sh FOLDER: writes the trial: a step of examples/leg.osim, as a laboratory's files have it. Springs drive the joints towards a motion
# while the ground pushes on the foot; `rigidc sim` computes what happens.
#   grf.mot       the force of the ground, 200/s: force, point, free moment in N, m and N m
#   ik.mot        angles in degrees, 100/s, as measured: with two decimals
#   moments.csv   the joint moments that made the motion, in N m
set -e
folder=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# s goes from 0 to 1 while the foot is on the plate
awk 'BEGIN {
	pi = atan2(0, -1)
	print "t,f_ext.plate.fx,f_ext.plate.fy,f_ext.plate.fz,f_ext.plate.px,f_ext.plate.py,f_ext.plate.pz,f_ext.plate.nx,f_ext.plate.ny,f_ext.plate.nz"
	for (i = 0; i <= 200; i++) {
		t = i / 200; s = (t - 0.1) / 0.6; on = s > 0 && s < 1
		fy = on ? 350 * sin(pi * s)^2 * (1 + 0.4 * cos(2 * pi * s)^2) : 0
		printf "%.3f,%.4f,%.4f,%.4f,%.4f,0,%.4f,0,%.4f,0\n", t, -0.15 * fy * cos(pi * s), fy, 0.05 * fy,
			on ? -0.05 + 0.2 * s : 0, on ? 0.09 + 0.01 * s : 0, on ? 3 * sin(2 * pi * s) * sin(pi * s)^2 : 0
	} }' >"$scratch/force.csv"

rigidc sim examples/leg.osim --wrench=plate=calcaneus:world:point --time 1 --dt 0.01 \
    --input "$scratch/force.csv" --q 'hip_flexion = 0.4, knee_angle = -0.1, ankle_angle = 0' \
    --qd 'hip_adduction = 0.35, hip_rotation = 0.46, ankle_angle = 1.57' \
    --tau 'hip_flexion = 900 N m * (0.1 + 0.3 * cos(2 * pi * time / (1.2 s)) - hip_flexion) - 60 N m s * hip_flexiond' \
    --tau 'hip_adduction = 600 N m * (0.05 * sin(2 * pi * time / (0.9 s)) - hip_adduction) - 40 N m s * hip_adductiond' \
    --tau 'hip_rotation = 200 N m * (0.08 * sin(2 * pi * time / (1.1 s)) - hip_rotation) - 8 N m s * hip_rotationd' \
    --tau 'knee_angle = 600 N m * (-0.5 + 0.4 * cos(4 * pi * time / (1.2 s)) - knee_angle) - 25 N m s * knee_angled' \
    --tau 'ankle_angle = 400 N m * (0.2 * sin(2 * pi * time / (0.8 s)) - ankle_angle) - 6 N m s * ankle_angled' \
    2>"$scratch/notes" >"$scratch/motion.csv" || { cat "$scratch/notes" >&2; exit 1; }

# storage NAME IN_DEGREES NAMES: a storage of OpenSim with the rows of standard input
storage() {
	cat >"$scratch/rows"
	printf '%s\nversion=1\nnRows=%d\nnColumns=%d\ninDegrees=%s\nendheader\n%s\n' "$1" "$(wc -l <"$scratch/rows")" \
	    "$(echo "$3" | wc -w)" "$2" "$(echo "$3" | tr ' ' '\t')"
	cat "$scratch/rows"
}
sed 1d "$scratch/force.csv" | tr , '\t' |
    storage plate no 'time 1_force_vx 1_force_vy 1_force_vz 1_force_px 1_force_py 1_force_pz 1_torque_x 1_torque_y 1_torque_z' >"$folder/grf.mot"
awk -F , 'NR > 1 { printf "%.2f", $1; for (i = 2; i <= 6; i++) printf "\t%.2f", $i * 180 / atan2(0, -1); print "" }' "$scratch/motion.csv" |
    storage angles yes 'time hip_flexion hip_adduction hip_rotation knee_angle ankle_angle' >"$folder/ik.mot"
awk -F , 'NR == 1 { print "t,tau.hip_flexion,tau.hip_adduction,tau.hip_rotation,tau.knee_angle,tau.ankle_angle" }
	NR > 1 { printf "%.2f", $1; for (i = 12; i <= 16; i++) printf ",%.3f", $i; print "" }' "$scratch/motion.csv" >"$folder/moments.csv"
