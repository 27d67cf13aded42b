#!/bin/sh
# Poses, where they are read: in the header, by eval, info and sim; and gravity from the command line.
. tests/tap.sh

cat >"$SCRATCH/arm.rig" <<'END'
model arm
/// hanging
/// like a bat
pose down { shoulder = 90 deg; elbow = -0.5 rad }
pose away {
  elbow = 1/2 rad
  root = (0, 0, 1 m, 0, 0, 0, 1)
}
body base on world { joint root : free; mass 3 kg; inertia diag(1, 1, 1) kg m^2 }
body upper on base { joint shoulder : revolute(z); mass 2 kg; com (1 m, 0, 0) }
body lower on upper at (1 m, 0, 0) { joint elbow : revolute(z); mass 2 kg; com (1 m, 0, 0) }
END
rigidc() { "$RIGIDC" "$@" 2>"$SCRATCH/err"; }

is 'info' 'down         0 0 0 0 0 0 1 1.5708 -0.5; hanging
away         0 0 1 0 0 0 1 0 0.5' "$(rigidc info "$SCRATCH/arm.rig" | sed -n '/^pose/,/^$/ { /^pose/d; /^$/d; p }')"
is 'info --json' '[{"name":"down","q":[0,0,0,0,0,0,1,1.5707963267948966,-0.5],"doc":"hanging\nlike a bat\n"},{"name":"away","q":[0,0,1,0,0,0,1,0,0.5]}]' \
    "$(rigidc info "$SCRATCH/arm.rig" --json | perl -MJSON::PP -0e '$p = decode_json(<>)->{poses};
	print "[", join(",", map { sprintf "{\"name\":\"%s\",\"q\":[%s]%s}", $_->{name}, join(",", map { sprintf "%.17g", $_ } @{$_->{q}}),
		$_->{doc} ? ",\"doc\":" . JSON::PP->new->allow_nonref->encode($_->{doc}) : "" } @$p), "]"')"
is 'a model without poses says nothing of them' '' "$(rigidc info examples/ur5.rig | grep pose; rigidc info examples/ur5.rig --json | grep pose)"

cat >"$SCRATCH/use.c" <<'END'
#include "arm.h"
#include <stdio.h>
int main(void)
{
	const ARM_REAL down[ARM_NQ] = ARM_POSE_down, away[ARM_NQ] = ARM_POSE_away;
	ARM_REAL g[ARM_NV];
	arm_gravity(down, g);
	return down[ARM_Q_elbow] == (ARM_REAL)-0.5 && away[ARM_Q_root_z] == 1 && away[ARM_Q_root_qw] == 1 &&
	       away[ARM_Q_elbow] == (ARM_REAL)0.5 && g[2] > 0 ? 0 : 1;
}
END
cp "$SCRATCH/use.c" "$SCRATCH/use.cpp"
for real in double float; do
	rigidc compile "$SCRATCH/arm.rig" -f gravity --real=$real -o "$SCRATCH/arm.h"
	ok "C, $real" sh -c '${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror "$1/use.c" -lm -o "$1/use" && "$1/use"' - "$SCRATCH"
	ok "C++, $real" sh -c '${CXX:-c++} -Wall -Wextra -Werror "$1/use.cpp" -lm -o "$1/use" && "$1/use"' - "$SCRATCH"
done
ok 'its words stand beside it' grep -q 'ARM_POSE_down {.*} /\* hanging \*/$' "$SCRATCH/arm.h"

# eval LINE [FUNCTION]: its answer
eval_line() { echo "$1" | rigidc eval "$SCRATCH/arm.rig" -f "${2:-gravity}"; }
is '@ in a line' "$(eval_line '0 0 1 0 0 0 1 0 0.5')" "$(eval_line @away)"
is 'and numbers behind it' "$(eval_line '0,0,1,0,0,0,1,0,0.5,1,2,3,4,5,6,7,8' energy)" "$(eval_line '@away, 1 2 3 4 5 6 7 8' energy)"
# wrong LINE MESSAGE
wrong() {
	is "eval $1: nothing" '' "$(eval_line "$1")"
	is "eval $1" "stdin:1: error: $2" "$(cat "$SCRATCH/err")"
}
wrong @awa "the model has no pose 'awa' (number 1)"
wrong @ "the model has no pose '' (number 1)"
wrong '1 @away' 'a pose stands where q does (number 2)'
wrong '@away 1' '10 numbers, expected 9: q[9]'

is 'sim begins there' '0,0,0,1,0,0,0,1,0,0.5' "$(rigidc sim "$SCRATCH/arm.rig" --time 1 --dt 1 --pose away | sed -n 2p | cut -d , -f 1-10)"
is 'but for what --q says' '0,0,0,1,0,0,0,1,0,2' \
    "$(rigidc sim "$SCRATCH/arm.rig" --time 1 --dt 1 --pose away --q 'elbow = 2 rad' | sed -n 2p | cut -d , -f 1-10)"
is 'of no such pose: nothing' '' "$(rigidc sim "$SCRATCH/arm.rig" --time 1 --dt 1 --pose dwon)"
ok 'it says which it may be' grep -q "did you mean 'down'?" "$SCRATCH/err"

is 'without the coordinates of a joint that is locked' 'down         0 0 0 0 0 0 1 1.5708; hanging' \
    "$(rigidc info "$SCRATCH/arm.rig" --lock elbow | grep ^down)"
is 'limits of one that is not named' 1 "$(printf 'model t\npose p { }\nbody b on world { joint j : revolute(z) { limits (1, 2) } }\n' |
    "$RIGIDC" check - 2>&1 | grep -c "joint 'j' is not named in pose 'p': it is at 0, beyond its limits 1 and 2 \[pose-limits\]")"
is 'the same name in C' 1 "$(printf 'model t\npose p { }\npose "p" { }\n' | "$RIGIDC" check - 2>&1 | grep -c 'duplicate')"

# --- gravity ---

is '--gravity on the moon' "$(sed 's/^model arm/&\ngravity (0, 0, -1.62)/' "$SCRATCH/arm.rig" >"$SCRATCH/moon.rig"
	echo @down | "$RIGIDC" eval "$SCRATCH/moon.rig" -f gravity)" \
    "$(echo @down | rigidc eval "$SCRATCH/arm.rig" -f gravity --gravity '(0, 0, -1.62 m/s^2)')"
cat >"$SCRATCH/weight.urdf" <<'END'
<robot name="weight"><link name="floor"/><link name="weight"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"
ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="lift" type="prismatic"><parent link="floor"/><child link="weight"/>
<axis xyz="0 0 1"/><limit effort="1" velocity="1" lower="-1" upper="1"/></joint></robot>
END
is '--gravity of a URDF' 4 "$(echo 0 | rigidc eval "$SCRATCH/weight.urdf" -f gravity --gravity '(0, 1, -2)')"
is 'it is said in the header' 1 "$(rigidc compile "$SCRATCH/weight.urdf" -f gravity --gravity '(0, 1, -2)' | grep -c -e '--gravity (0, 1, -2)')"
is 'of another dimension: nothing' '' "$(rigidc compile "$SCRATCH/weight.urdf" --gravity '(0, 0, 1 m)')"
ok 'it says why' grep -q '^--gravity:1:8: error: an acceleration' "$SCRATCH/err"
finish
