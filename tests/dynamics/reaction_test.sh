#!/bin/sh
# `reaction` is about the origin of the joint's moving frame, in the child's axes: the moment along the axis of a hinge is its
# torque, wherever `then` and the formats of robots place the body.
. tests/tap.sh

# along MODEL NUMBERS JOINT=TAU,x,y,z...: is n . axis of each joint the column TAU, with the axis (x, y, z) in the child's axes?
along() {
	model=$1
	numbers=$2
	shift 2
	printf '%s\n' "$numbers" | "$RIGIDC" eval "$model" -f w=rnea+reaction --header 2>"$SCRATCH/said" |
		awk -F , -v hinges="$*" '
			NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			NR == 2 {
				for (n = split(hinges, hinge, " "); n > 0; n--) {
					split(hinge[n], part, "=")
					split(part[2], axis, ",")
					w = "w." part[1] ".n"
					moment = axis[2]*$at[w "x"] + axis[3]*$at[w "y"] + axis[4]*$at[w "z"]
					tau = $at["tau." axis[1]]
					checked += tau*tau > 1e-12 && (moment - tau)^2 < 1e-20*tau*tau
					print part[1], moment, tau >"/dev/stderr"
				}
			}
			END { exit !(checked == split(hinges, hinge, " ")) }'
}

cat >"$SCRATCH/crank.rig" <<-END
	model crank
	param reach = 0.3 m
	param rise = 0.05 m
	body crank on world at (0, 0, 1 m) {
	  joint turn : revolute(y) then (reach, 0, rise), rz(0.4)
	  mass 2 kg
	  com (0.1, 0.02, 0)
	  inertia diag(0.02, 0.03, 0.04)
	}
	body cell on crank at (0.1, 0, 0) {
	  joint gauge : fixed then (0, reach, 0), rx(0.3) { sensor }
	  mass 0.5 kg
	  inertia diag(2, 2, 1) g m^2
	}
	body fork on cell at (0, 0.2, 0) {
	  joint cross : universal then (0.1, rise, -0.2)
	  mass 1 kg
	  com (0, 0, -0.1)
	  inertia diag(4, 4, 1) g m^2
	}
	wrench push on fork
END
names=q.turn,q.cross.a,q.cross.b,qd.turn,qd.cross.a,qd.cross.b,qdd.turn,qdd.cross.a,qdd.cross.b
names=$names,f_ext.push.fx,f_ext.push.fy,f_ext.push.nz,param.reach,param.rise
state=0.1,0.2,0.3,1,2,3,4,5,6,1,2,3
# axes: y of the moving frame after rz(0.4), and y of the universal joint
hinges='turn=turn,0.3894183423086505,0.9210609940028851,0 cross=cross.b,0,1,0'
for numbers in 0.3,0.05 -0.7,1.3; do
	ok "moments along hinges are torques, lengths $numbers" along "$SCRATCH/crank.rig" "$names
$state,$numbers" $hinges
done

# the moving frame of the sensor as a body of its own, without `then`
sed -e 's/^body cell on.*/body hold on crank at (0.1, 0, 0), rx(0.3) { joint gauge : fixed { sensor } }\
body cell on hold at (0, reach*cos(0.3), -reach*sin(0.3)) {/' -e 's/joint gauge : fixed then.*/joint : fixed/' \
	"$SCRATCH/crank.rig" >"$SCRATCH/held.rig"
gauge() {
	printf '%s\n' "$names" "$state,-0.7,1.3" | "$RIGIDC" eval "$1" -f reaction --header 2>"$SCRATCH/said" | cut -d , -f 7-12 |
		numfmt -d , --header --field=- --format=%.9f
}
is 'a sensor measures about the place before its body is shifted' "$(gauge "$SCRATCH/held.rig")" "$(gauge "$SCRATCH/crank.rig")"

# z of a standard table in the axes of its body: (0, sin alpha, cos alpha); armature has no part without acceleration
ok 'a standard Denavit-Hartenberg table' along examples/puma560.csv "$(awk 'BEGIN { for (i = 1; i <= 18; i++) printf "%g ", (i > 12 ? 0 : sin(i)) }')" \
	q1=q1,0,1,0 q2=q2,0,0,1 q3=q3,0,-1,0 q4=q4,0,1,0 q5=q5,0,-1,0 q6=q6,0,0,1

# the talus is away from the ankle
sed -e 's|/bodyset/talus</socket_child_frame>|talus_offset</socket_child_frame>|' -e '/name="shin"/s|</frames>|<PhysicalOffsetFrame name="talus_offset"><socket_parent>/bodyset/talus</socket_parent><translation>0.02 0.05 -0.01</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame></frames>|' \
	examples/leg.osim >"$SCRATCH/leg.osim"
length=$(awk 'BEGIN { x = -0.10501355; y = -0.17402245; z = 0.97912632; l = sqrt(x*x + y*y + z*z); printf "%.17g,%.17g,%.17g", x/l, y/l, z/l }')
ok 'OpenSim' along "$SCRATCH/leg.osim" "$(awk 'BEGIN { for (i = 1; i <= 15; i++) printf "%g ", sin(i)/2 }')" "ankle_angle=ankle_angle,$length"

cat >"$SCRATCH/door.xml" <<-END
	<mujoco model="door"><worldbody><body name="door"><joint name="hinge" axis="0 0 1" pos="0.4 0.1 0"/>
	<inertial pos="-0.1 0.2 0.3" mass="3" diaginertia="0.1 0.1 0.1"/></body></worldbody></mujoco>
END
ok MJCF along "$SCRATCH/door.xml" '0.3 2 5' hinge=hinge,0,0,1
finish
