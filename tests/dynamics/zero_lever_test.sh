#!/bin/sh
# The contact's offset from the joint's axis is a parameter with the default 0. Then the point of the contact is on the axis.
. tests/tap.sh

cat >"$SCRATCH/offset.rig" <<'RIG'
model offset
param off = 0 m
body trunk on world { joint base : free; mass 9 kg; inertia diag(60, 110, 150) g m^2 }
body leg on trunk { joint hip : revolute(y); mass 1 kg; com (0, 0, -100) mm; inertia diag(4, 4, 1) g m^2 }
contact toe on leg at (off, 0, 0)
RIG
state='0 0 0.5 0 0 0 1 0.3  0.1 0.2 0.3 -0.4 0.5 0.6 -0.7'

# offset.rig OPTION...: fd and lambda in 9 digits
step() {
	echo "$state  1 -2 3 -1 2 -3 1" |
		"$RIGIDC" eval "$SCRATCH/offset.rig" -f step=fd:toe+lambda:toe "$@" |
		awk '{ for (i = 1; i <= NF; i++) printf "%.9e\n", $i + 0 }'
}

step -D off=0 >"$SCRATCH/fixed.txt"
step >"$SCRATCH/default.txt"
ok 'an offset of 0 as a parameter gives the same as one in the model' cmp "$SCRATCH/fixed.txt" "$SCRATCH/default.txt"
step --param=off=0.1 >"$SCRATCH/given.txt"
step -D off=0.1 >"$SCRATCH/fixed.txt"
ok 'and so does one given at run time' cmp "$SCRATCH/fixed.txt" "$SCRATCH/given.txt"
ok 'accelerations are numbers' sh -c '! grep -q nan "$1"' sh "$SCRATCH/given.txt"

# A leg stretched level: its foot lies on the plane of the hip's roll axis, so no force of the foot turns the hip there. The
# roll joint is eliminated alone if the model has such a pose.
cat >"$SCRATCH/level.rig" <<'RIG'
model level
body trunk on world { joint base : free; mass 10 kg; inertia diag(0.1, 0.2, 0.3) kg m^2 }
body hip on trunk at (0.2, 0.1, 0) m { joint roll : revolute(x); mass 1 kg; inertia diag(1, 1, 1) g m^2 }
body thigh on hip at (0, 0.05, 0) m { joint pitch : revolute(y); mass 1 kg; com (0, 0, -100) mm; inertia diag(4, 4, 1) g m^2 }
body shank on thigh at (0, 0, -250) mm { joint knee : revolute(y); mass 500 g; com (0, 0, -100) mm; inertia diag(4, 4, 1) g m^2; frame toe at (0, 0, -250) mm }
contact foot on toe
pose stretched { pitch = 90 deg }
RIG
state='0 0 0.5 0 0 0 1 0.1 1.5707963267948966 0   0.1 0.2 0.3 -0.4 0.5 0.6 -0.7 0.2 0.1   1 -2 3 -1 2 -3 1 2 3'
for how in '' -O0; do
	echo "$state" | "$RIGIDC" eval "$SCRATCH/level.rig" -f step=fd:foot+lambda:foot $how |
		awk '{ for (i = 1; i <= NF; i++) printf "%.9e\n", $i + 0 }' >"$SCRATCH/level$how.txt"
done
ok 'a pose at which a lever is 0 is computed without it' cmp "$SCRATCH/level.txt" "$SCRATCH/level-O0.txt"

# The same leg with limits: its foot reaches the height of the hip with a bent knee only, between the postures of a grid.
sed -e '/^pose/d' -e 's/(0, 0, -250) mm {/(0, 0, -320) mm {/' -e 's/toe at (0, 0, -250)/toe at (0, 0, -200)/' \
    -e 's/: revolute(y);/: revolute(y) { limits LIMITS };/' -e '/pitch/s/LIMITS/(-0.9, 0.9) rad/' -e '/knee/s/LIMITS/(0, 2.5) rad/' "$SCRATCH/level.rig" >"$SCRATCH/crouch.rig"
state='0 0 0.5 0 0 0 1 0.1 0.9 2.1373912979418033   0.1 0.2 0.3 -0.4 0.5 0.6 -0.7 0.2 0.1   1 -2 3 -1 2 -3 1 2 3'
for how in '' -O0; do
	echo "$state" | "$RIGIDC" eval "$SCRATCH/crouch.rig" -f step=fd:foot+lambda:foot $how |
		awk '{ for (i = 1; i <= NF; i++) printf "%.9e\n", $i + 0 }' >"$SCRATCH/crouch$how.txt"
done
ok 'and so is one within the limits' cmp "$SCRATCH/crouch.txt" "$SCRATCH/crouch-O0.txt"

# A foot with an ankle whose axis passes the point of the contact at a distance of a micrometre, as files of CAD programs have it.
cat >"$SCRATCH/ankle.rig" <<'RIG'
model ankle
body trunk on world { joint base : free; mass 4 kg; inertia diag(0.2, 0.25, 0.3) kg m^2 }
body thigh on trunk at (0.03, 0.1, 0) m { joint hip : revolute(x); mass 1 kg; com (0.04, -0.04, -0.03) m; inertia diag(10, 12, 9) g m^2 }
body shank on thigh at (0.3, -0.1, 0) m { joint knee : revolute(x); mass 0.5 kg; com (0, -0.04, 0.03) m; inertia diag(10, 12, 9) g m^2 }
body shoe on shank at (-0.15, 0, 0) m { joint ankle : revolute(z); mass 0.25 kg; com (-0.03, -0.02, 0.03) m; inertia diag(10, 12, 9) g m^2 }
contact foot on shoe at (1e-6, 0, 0) m
RIG
state='0 0 0.5 0 0 0 1 0.4 -0.9 0.3   0.1 0.2 0.3 -0.4 0.5 0.6 -0.7 0.2 0.1   1 -2 3 -1 2 -3 1 2 3'
for how in '' -O0; do
	echo "$state" | "$RIGIDC" eval "$SCRATCH/ankle.rig" -f step=fd:foot+lambda:foot $how |
		awk '{ for (i = 1; i <= NF; i++) printf "%.9e\n", $i + 0 }' >"$SCRATCH/ankle$how.txt"
done
ok 'a lever of a micrometre is none' cmp "$SCRATCH/ankle.txt" "$SCRATCH/ankle-O0.txt"

# A cart slides along a plane that is turned, so the row across the plane is 0. In the textbook's J it is a constant of 6e-17, the
# rounding of terms that are lost.
cat >"$SCRATCH/skid.rig" <<'RIG'
model skid
body cart on world { joint rail : prismatic(x); mass 1 kg }
frame slope on world at rx(-1.959878908024715), rz(0.023104491785709058)
contact skid : slide on cart at rx(2.214362912884436), rz(-2.2733120930634194) { ground slope }
RIG
ok 'a row that is a rounding error holds by itself' sh -c '"$RIGIDC" check "$1" 2>&1 | grep "loop-redundant"' sh "$SCRATCH/skid.rig"
is 'and its force is 0' '2 0' "$(echo '0.1 0.3 2' | "$RIGIDC" eval "$SCRATCH/skid.rig" -f step=fd:skid+lambda:skid -O0 2>/dev/null)"
finish
