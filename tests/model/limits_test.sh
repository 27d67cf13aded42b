#!/bin/sh
# Limits, efforts and speeds, where they are read: in C of both types, in JavaScript and Python, in info, from a URDF.
. tests/tap.sh
LC_ALL=C
export LC_ALL

cat >"$SCRATCH/arm.rig" <<'END'
model arm
body base on world { joint root : free; mass 3 kg; inertia diag(1, 1, 1) kg m^2 }
body upper on base { joint shoulder : revolute(z) { limits (-90, 120) deg; effort 87 N m; speed 150 deg/s }; mass 2 kg }
body lower on upper { joint slide : prismatic(x) { limits (0, 0.25) m }; mass 2 kg }
body wrist on lower { joint wrist : universal { effort (3, 0) N m }; mass 2 kg; inertia diag(1, 1, 1) kg m^2 }
body copy on wrist { joint copy : revolute(z) = shoulder { limits (-1, 1); effort 5 }; mass 2 kg }
body stiff on copy { joint stiff : revolute(z) { limits (-1, 1); effort 6 }; mass 2 kg }
END
sed 's/{ [^{}]*limits[^{}]*}//g; s/{ effort[^}]*}//' "$SCRATCH/arm.rig" >"$SCRATCH/none.rig"
rigidc() { "$RIGIDC" "$@" 2>"$SCRATCH/err"; }

# --- C: no header is needed before a macro is used; a program that fits any model compiles with none ---

cat >"$SCRATCH/use.c" <<'END'
#include "arm.h"
#include <math.h>
static const ARM_REAL lower[ARM_NQ] = ARM_LIMIT_LOWER, upper[ARM_NQ] = ARM_LIMIT_UPPER;
static const ARM_REAL effort[ARM_NV] = ARM_LIMIT_EFFORT, speed[ARM_NV] = ARM_LIMIT_SPEED;
static int near(ARM_REAL a, double b)
{
	return fabs((double)a - b) < 1e-6;
}
int main(void)
{
#ifdef NONE
	for (int i = 0; i < ARM_NV; i++)
		if (isfinite(effort[i]) || isfinite(speed[i]) || isfinite(lower[i + 1]) || isfinite(upper[i + 1]))
			return 1;
	return !near(1, 1);
#else
	const int q = ARM_Q_shoulder, v = ARM_V_shoulder;
	return !(near(lower[q], -1.57079632679) && near(upper[q], 2.09439510239) && effort[v] == 87 &&
	         near(speed[v], 2.61799387799) && lower[ARM_Q_slide] == 0 && upper[ARM_Q_slide] == (ARM_REAL)0.25 &&
	         isinf(effort[ARM_V_slide]) && effort[ARM_V_wrist_a] == 3 && effort[ARM_V_wrist_b] == 0 &&
	         isinf(lower[0]) && lower[0] < 0 && isinf(upper[ARM_Q_root_qw]) && isinf(speed[ARM_V_root_vx]));
#endif
}
END
cp "$SCRATCH/use.c" "$SCRATCH/use.cpp"
strict='-Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wno-unused-function -Werror'
for real in double float; do
	for model in arm none; do
		rigidc compile "$SCRATCH/$model.rig" --lock stiff -f gravity --real=$real -o "$SCRATCH/arm.h"
		[ $model = none ] && none=-DNONE || none=
		ok "C, $real, $model" sh -c '${CC:-cc} -std=c11 $2 $3 "$1/use.c" -lm -o "$1/use" && "$1/use"' \
			- "$SCRATCH" "$strict" "$none"
		ok "C++, $real, $model" sh -c '${CXX:-c++} -Wall -Wextra -Werror $2 "$1/use.cpp" -lm -o "$1/use" && "$1/use"' - "$SCRATCH" "$none"
	done
done
rigidc compile "$SCRATCH/arm.rig" -f gravity --real=float -o "$SCRATCH/arm.h"
is 'float has no double among them' '' "$(grep 'LIMIT_.*[0-9][ ,]' "$SCRATCH/arm.h")"
is 'a fixed robot has none' '' "$(printf 'model t\nbody b on world { joint j : fixed; mass 1 }\n' | rigidc compile - | grep LIMIT)"

# --- other languages, info ---

rigidc compile "$SCRATCH/arm.rig" -f gravity -o "$SCRATCH/arm.py"
rigidc compile "$SCRATCH/arm.rig" -f gravity -o "$SCRATCH/arm.mjs"
inf='float("inf")'
is 'Python' "ARM_LIMIT_EFFORT = ($inf, $inf, $inf, $inf, $inf, $inf, 87, $inf, 3, 0, 6)" "$(grep '^ARM_LIMIT_EFFORT' "$SCRATCH/arm.py")"
is 'JavaScript' 4 "$(grep -c '^export const ARM_LIMIT_.*Infinity' "$SCRATCH/arm.mjs")"
is 'info' 'shoulder -1.5708 2.0944 87 2.61799 rad; N m; rad/s
slide 0 0.25 - - m; N; m/s
wrist.a - - 3 - rad; N m; rad/s
wrist.b - - 0 - rad; N m; rad/s
copy -1 1 5 - rad; N m; rad/s
stiff -1 1 6 - rad; N m; rad/s' "$(rigidc info "$SCRATCH/arm.rig" | sed -n '/^limits/,/^$/ { /^limits/d; /^$/d; s/  */ /g; p }')"
is 'info --json' 'root none; shoulder -1.5708 2.0944, 87, 2.61799; slide 0 0.25; wrist 3 0; copy -1 1, 5; stiff -1 1, 6' \
	"$(rigidc info "$SCRATCH/arm.rig" --json | perl -MJSON::PP -0e 'print join "; ", map { my $j = $_;
		$j->{name} . " " . (join(", ", map { join " ", map { sprintf "%.6g", $_ } @{$j->{$_}} } grep { $j->{$_} } qw(limits effort speed)) || "none")
	} @{decode_json(<>)->{joints}}')"
is 'a model without limits says nothing of them' '' "$(rigidc info "$SCRATCH/none.rig" | grep limit; rigidc info "$SCRATCH/none.rig" --json | grep 'limit\|effort\|speed')"
is 'they are part of the model: another hash' 2 "$(for effort in 5 6; do
	sed "s/copy : .*effort 5/&$effort/" "$SCRATCH/arm.rig" | rigidc compile - -f gravity | grep _HASH
done | sort -u | grep -c .)"
is 'and cost nothing' '' "$(rigidc info "$SCRATCH/arm.rig" -f gravity --cost | grep '^ .*limits')"

# --- URDF ---

cat >"$SCRATCH/t.urdf" <<'END'
<robot name="t">
  <link name="a"/>
  <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="c"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="d"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="a"/><child link="b"/><limit effort="30.50" velocity="inf"/></joint>
  <joint name="rail" type="prismatic"><parent link="b"/><child link="c"/><limit lower="0" upper="1" effort="1e3" velocity="0.25"/></joint>
  <joint name="copy" type="revolute"><parent link="c"/><child link="d"/><mimic joint="turn"/>
    <limit lower="0" upper="1" effort="0" velocity="-1"/></joint>
</robot>
END
is 'import' 'turn : revolute(x) { effort 30.50 N m }
rail : prismatic(x) { limits (0, 1) m; effort 1e3 N; speed 0.25 m/s }
copy : revolute(x) = turn { limits (0, 1) rad }' "$(rigidc import "$SCRATCH/t.urdf" | sed -n 's/^  joint  *\([a-z].*\)/\1/p')"
is 'what is left out is said once' "$SCRATCH/t.urdf:9:40: note: 2 limits of effort or velocity not above 0: none is taken [element-ignored]" \
	"$(grep note: "$SCRATCH/err")"
finish
