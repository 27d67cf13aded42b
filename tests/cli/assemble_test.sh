#!/bin/sh
# assemble: the published start of Andrews' squeezer, a four-bar whose angles have closed forms, branches, limits, half a turn, and
# what is refused.
. tests/tap.sh

squeezer='examples/loops/squeezer.rig -W no-loop-redundant'

# assemble MODEL ARGUMENTS...: q; what it says in $SCRATCH/err
assemble() { "$RIGIDC" assemble "$@" 2>"$SCRATCH/err"; }
# said TEXT: is this a line that it said?
said() { grep -qxF "$1" "$SCRATCH/err"; }
# near FIELD VALUE: of q in $SCRATCH/q
near() { awk -v field="$1" -v value="$2" '{ d = $field - value; print d, $field } END { exit !(d < 2e-15 && -d < 2e-15) }' "$SCRATCH/q"; }
# closed MODEL: are all closures of $SCRATCH/q below 1e-15?
closed() { "$RIGIDC" eval "$@" -f closure <"$SCRATCH/q" 2>"$SCRATCH/said" | awk '{ for (i = 1; i <= NF; i++) if ($i > 1e-15 || $i < -1e-15) exit 1 }'; }

# --- the squeezer (Test Set for IVP Solvers) ---

assemble $squeezer --fix beta --q 'beta = -0.0617138900142764496, gamma = 0.4, phi = 0.2, delta = 0.5, epsilon = 1.2' >"$SCRATCH/q"
ok 'theta of the published start' near 2 0
ok 'gamma' near 3 0.455279819163070380
ok 'delta' near 4 0.487364979543842550
ok 'phi' near 5 0.222668390165885885
ok 'epsilon' near 6 1.23054744454982119
ok 'its independent coordinate' said 'mobility 1; independent: beta'
assemble $squeezer >"$SCRATCH/q"
ok 'all loops are closed' closed examples/loops/squeezer.rig
is 'a closed state stays, as numbers of --q' "$(cat "$SCRATCH/q")" "$(assemble $squeezer --q "$(cat "$SCRATCH/q")")"
is 'names' 'q.beta,q.theta,q.gamma,q.delta,q.phi,q.epsilon,q.omega' "$(assemble $squeezer --header | head -n 1)"

# --- a four-bar with a parallelogram's lengths but for the rod ---

cat >"$SCRATCH/bars.rig" <<'END'
model bars
body crank on world { joint motor : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body rod on crank at (0, 0, 100 mm) { joint top : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame end at (300 mm, 0, 0) }
body rocker on world at (300 mm, 0, 0) { joint foot : revolute(y) { idle; limits (-110, 200) deg }; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame tip at (0, 0, 200 mm) }
loop pin : revolute(y) from end to tip
pose home { motor = 10 deg; top = -20 deg; foot = 10 deg }
pose across { motor = 10 deg; top = 80 deg; foot = 170 deg }
END
bars="$SCRATCH/bars.rig -W no-loop-redundant,no-pose-assembled,no-pose-moved"

# the tip is 300 mm from the crank's end and 200 mm from (300 mm, 0), so with the crank upright the foot is at
# -(atan2(100, 300) - (acos((100000 + 40000 - 90000) / (2 sqrt(100000) 200)) - pi/2))
assemble $bars --fix motor >"$SCRATCH/q"
ok 'the foot by the law of cosines' near 3 "$(awk 'BEGIN { c = 50000 / (2 * sqrt(100000) * 200); a = atan2(sqrt(1 - c * c), c);
    pi = atan2(0, -1); printf "%.17g", pi / 2 - (pi - atan2(100, 300) - a) }')"
ok 'the bars are closed' closed "$SCRATCH/bars.rig"
assemble $bars --pose home >"$SCRATCH/q"
ok 'from a pose in its own branch nothing is said' said 'mobility 1; independent: motor'
is 'but that' 1 "$(wc -l <"$SCRATCH/err")"
assemble $bars --pose home --q 'top = 80 deg, foot = 170 deg' >"$SCRATCH/q"
ok 'another branch than that of the pose is told' \
    grep -q 'warning: this is perhaps another branch than that of pose home: no motion .* was found \[loop-branch\]' "$SCRATCH/err"
assemble $bars --pose across >"$SCRATCH/q"
is 'from the other pose it is the branch itself' 1 "$(wc -l <"$SCRATCH/err")"
# with a frame of 450 mm neither crank turns round: both branches meet at a dead point of the motor
sed 's/on world at (300 mm/on world at (450 mm/; s/100 mm) { joint top/200 mm) { joint top/' "$SCRATCH/bars.rig" >"$SCRATCH/long.rig"
assemble "$SCRATCH/long.rig" -W no-loop-redundant,no-pose-assembled,no-pose-moved --pose home --q 'motor = 0.3, top = 1.8, foot = -1.9' >"$SCRATCH/q"
ok 'a dead point between branches is told' \
    grep -q 'warning: this is another branch than that of pose home: a dead point is between them \[loop-branch\]' "$SCRATCH/err"
assemble "$SCRATCH/long.rig" -W no-loop-redundant,no-pose-assembled,no-pose-moved --pose home --q 'motor = 0.3' --fix motor >"$SCRATCH/q"
is 'in the own branch nothing is said' 1 "$(wc -l <"$SCRATCH/err")"
cp "$SCRATCH/q" "$SCRATCH/own"
assemble "$SCRATCH/long.rig" -W no-loop-redundant,no-pose-assembled,no-pose-moved --pose home --q 'motor = 0.3, top = 1.8, foot = -1.9' --fix motor >"$SCRATCH/q"
is 'a held motor is reached in the branch of the pose' "$(cut -c 1-16 "$SCRATCH/own")" "$(cut -c 1-16 "$SCRATCH/q")"
exits 'a crank that cannot turn so far' 1 "$RIGIDC" assemble $bars --fix foot --q 'foot = 90 deg'
ok 'says what remains' grep -qE "error: 'pin' cannot be closed from --q, 'foot' held: [0-9.]+ mm remain \[loop-open\]" "$SCRATCH/err"

# --- poses that leave loops open ---

"$RIGIDC" info "$SCRATCH/bars.rig" --json 2>"$SCRATCH/err" >"$SCRATCH/info"
pose() { perl -MJSON::PP -0777 -ne "print join ' ', @{(grep { \$_->{name} eq '$1' } @{decode_json(\$_)->{poses}})[0]{q}}" "$SCRATCH/info"; }
pose home >"$SCRATCH/q"
ok 'the pose home is closed' closed "$SCRATCH/bars.rig"
ok 'its motor stays where it is named' near 1 "$(awk 'BEGIN { printf "%.17g", atan2(0, -1) / 18 }')"
ok 'what moves far is a warning, the farthest first' \
    grep -q "warning: pose home leaves the loops open by 51.3 mm: 'foot' moves by -10.1 deg, 'top' by -9.78 deg \[pose-moved\]" "$SCRATCH/err"
echo @home >"$SCRATCH/q"
ok 'eval takes the closed pose' closed $bars

# --- positions that are held ---

assemble $bars --pose home --fix foot >"$SCRATCH/q"
ok '--fix holds what the pose says, not what it was moved to' near 3 "$(awk 'BEGIN { printf "%.17g", atan2(0, -1) / 18 }')"
ok 'others close the loops' closed "$SCRATCH/bars.rig"
assemble $bars --pose home --fix foot --q 'foot = 12 deg' >"$SCRATCH/q"
ok '--q comes first' near 3 "$(awk 'BEGIN { printf "%.17g", atan2(0, -1) / 15 }')"
assemble $bars -W pose-assembled --pose home --fix foot >"$SCRATCH/q"
ok 'what moves from there is a note, the driven joint first' \
    grep -q "note: from pose home, 'foot' held: 'motor' moves by [-0-9.]* deg, 'top' by [-0-9.]* deg \[pose-assembled\]" "$SCRATCH/err"
assemble $bars -W pose-assembled,pose-moved --pose home --fix foot >"$SCRATCH/q"
is 'how the pose moves without --fix is no matter' 0 "$(grep -c 'pose home leaves' "$SCRATCH/err")"
assemble $bars -W pose-assembled,pose-moved --pose home >"$SCRATCH/q"
is 'without --fix it is' 1 "$(grep -c 'pose home leaves' "$SCRATCH/err")"
assemble $bars -W pose-moved --q 'motor = 10 deg; top = -20 deg' >"$SCRATCH/q"
ok 'a position of --q that nothing holds is a warning' \
    grep -q "warning: from --q: 'motor' moves by [-0-9.]* deg, .* \[pose-moved\]" "$SCRATCH/err"
sed 's/home { motor = 10 deg; top = -20 deg; foot/home { motor = 10 deg; top = -20 deg; hold foot/' "$SCRATCH/bars.rig" >"$SCRATCH/held.rig"
echo @home | "$RIGIDC" eval "$SCRATCH/held.rig" -f normalize 2>"$SCRATCH/err" >"$SCRATCH/q"
ok 'a pose holds a joint' near 3 "$(awk 'BEGIN { printf "%.17g", atan2(0, -1) / 18 }')"
ok 'and is closed' closed "$SCRATCH/held.rig"
is 'its other positions may be far away' 0 "$(grep -c 'home.*pose-moved' "$SCRATCH/err")"
assemble "$SCRATCH/held.rig" -W no-loop-redundant,no-pose-assembled,no-pose-moved --pose home >"$SCRATCH/held"
is 'assemble holds it too' "$(cut -d ' ' -f 3 "$SCRATCH/q")" "$(cut -d ' ' -f 3 "$SCRATCH/held")"
assemble "$SCRATCH/held.rig" -W no-loop-redundant,no-pose-assembled,no-pose-moved --pose home --fix motor >"$SCRATCH/q"
ok 'but --fix chooses anew' near 1 "$(awk 'BEGIN { printf "%.17g", atan2(0, -1) / 18 }')"

# starts ARGUMENTS...: what linearize says of the first state
starts() { "$RIGIDC" linearize "$SCRATCH/bars.rig" -W no-loop-redundant,pose-moved --pose home "$@" 2>&1 >/dev/null | sed -n 's/.*warning: coordinates of the first state do not close the loops: //p'; }
is 'a coordinate of --q that a first state keeps' '' "$(starts --q 'motor = 12 deg')"
ok 'those that it cannot keep' grep -q "^'motor' moves by [-0-9.]* deg, .*'foot' by .* \[pose-moved\]" <<END
$(starts --q 'motor = 50 deg; top = -20 deg; foot = 10 deg')
END

stewart=examples/loops/stewart.rig
is 'the platform of the example stays' 0.9 "$(echo @middle | "$RIGIDC" eval $stewart -f fk:platform 2>"$SCRATCH/err" | cut -d ' ' -f 12)"
ok 'its legs move, and are told first' grep -q "leaves the loops open by 553 mm: 'leg\[0\]' moves by 51.8 mm, 'leg\[1\]' by" "$SCRATCH/err"
is 'none is left out' 18 "$(grep -o "' \\(moves \\)*by -*[0-9.]* \(mm\|deg\)" "$SCRATCH/err" | wc -l)"
sed 's/hold platform/platform/' $stewart >"$SCRATCH/sinking.rig"
ok 'a free joint that sinks is a warning, before joints that move farther' \
    grep -q "warning: pose middle leaves the loops open by 553 mm: 'platform' moves by 61.1 mm, 'base" <<END
$("$RIGIDC" check "$SCRATCH/sinking.rig" 2>&1)
END
is '--fix holds it' 0.9 "$("$RIGIDC" assemble "$SCRATCH/sinking.rig" --pose middle --fix platform 2>"$SCRATCH/err" | cut -d ' ' -f 21)"

# --- eval of open states ---

# evaluate FUNCTION LINE...: what eval says of these lines
evaluate() {
	tap_function=$1
	shift
	printf '%s\n' "$@" | "$RIGIDC" eval $bars -f "$tap_function" 2>&1 >"$SCRATCH/out" | grep -v '^rigidc:'
}
is 'closed states are no matter' '' "$(evaluate fk:tip "$(cat "$SCRATCH/q")" @home)"
is 'the worst of the open ones' "stdin:2: warning: q leaves 'pin' open by 449 mm, the worst of 2 lines" "$(evaluate fk:tip @home '1 0.2 0.3' '1e-3 0 0')"
is 'closure says it itself' '' "$(evaluate closure '1 0.2 0.3')"
is 'velocities that open the loops' 'stdin:1: warning: qd opens the loops: J qd is 1 of its terms' "$(evaluate fd '@home 1 0 0 0 0 0' '@home 0 0 0 0 0 0')"
cat >"$SCRATCH/wall.rig" <<'END'
model wall
body lift on world { joint up : prismatic(z); mass 1 kg }
body plate on lift { joint out : prismatic(x) { idle }; mass 1 kg }
loop rail : slot(z) from world to plate
END
# of_wall QD: what eval says of these velocities
of_wall() { echo "0 0 $1 0 0" | "$RIGIDC" eval "$SCRATCH/wall.rig" -f fd 2>&1 >"$SCRATCH/out" | grep stdin; }
is 'rounding of a velocity that rows hold at 0' '' "$(of_wall '1 -1e-17')"
is 'a velocity that is more than rounding' 'stdin:1: warning: qd opens the loops: J qd is 1e-07 of its terms' "$(of_wall '1 1e-10')"

# --- dead points ---

# dead FUNCTION LINE...: what eval says of lines of a parallelogram, whose bars are in line at q = 0 and upright at 90 degrees
dead() {
	tap_function=$1
	shift
	printf '%s\n' "$@" | "$RIGIDC" eval examples/loops/fourbar.rig -f "$tap_function" 2>&1 >"$SCRATCH/out" | grep stdin
}
upright='1.5707963267948966 -1.5707963267948966 1.5707963267948966'
at_rest='0 0 0 0 0 0'
depends="a dead point: row fx of 'pin' depends on other rows of loops, so forces and accelerations are not unique"
is 'a regular state' '' "$(dead fd "$upright $at_rest")"
is 'finite results at a dead point' "stdin:2: warning: $depends, the first of 2 lines" "$(dead fd "$upright $at_rest" "0 0 0 $at_rest" "0 0 0 $at_rest")"
ok 'which are finite, and written' awk 'NR == 2 && NF == 3 && $1 * 0 == 0 { found = 1 } END { exit !found }' "$SCRATCH/out"
is 'near it' "stdin:1: warning: $depends" "$(dead lambda "1e-8 -1e-8 1e-8 $at_rest")"
is 'farther away' '' "$(dead lambda "1e-3 -1e-3 1e-3 $at_rest")"
is 'derivatives have it too' "stdin:1: warning: $depends" "$(dead 'both=fd+fd_derivatives' "0 0 0 $at_rest")"
is 'steps' "stdin:1: warning: $depends" "$(dead step:euler:loops "1e-8 -1e-8 1e-8 $at_rest 0.01")"
is 'a step of an open state' "stdin:1: warning: q leaves 'pin' open by 54.7 mm" "$(dead step:rk4:loops "1 -0.9 0.9 $at_rest 0.01")"
is 'a projection' "stdin:1: warning: $depends" "$(dead project "1e-8 -1e-8 1e-8 0 0 0")"
is 'of an open state nothing else is said' '' "$(dead project "1 -0.9 0.9 0 0 0")"
is 'forces that nothing balances' 'stdin:1: warning: a dead point: no forces of loops balance every load of the idle joints' \
    "$(dead id "1e-8 -1e-8 1e-8 $at_rest")"
is 'functions that solve for nothing have none' '' "$(dead jac:loops '0 0 0')"
cat >"$SCRATCH/taut.rig" <<'END'
model taut
body one on world { joint a : universal; mass 1 kg; inertia diag(1, 1, 1); frame next at (1, 0, 0) }
body two on next { joint b : universal; mass 1 kg; inertia diag(1, 1, 1); frame end at (1, 0, 0) }
loop rope : distance(1.5 m) from world to end
END
is 'a row that is 0' "stdin:1: warning: a dead point: row f of 'rope' depends on other rows of loops, so forces and accelerations are not unique" \
    "$(echo 0 0 0 0 $at_rest 0 0 | "$RIGIDC" eval "$SCRATCH/taut.rig" -f fd 2>&1 >/dev/null | grep dead)"

# --- gimbal lock ---

cat >"$SCRATCH/gimbal.rig" <<'END'
model gimbal
body a on world { joint yaw : revolute(z) }
body b on a { joint pitch : revolute(y) }
body c on b { joint roll : revolute(x); mass 1 kg; com (0, 0, 0.1) m; inertia diag(1, 2, 3) }
body d on c at (0, 0, 1 m) { joint tip : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
frame end on d at (0, 0, 1 m)
contact hand on end
END
# gimbal FUNCTION PITCH...: what eval says of lines at rest
gimbal() {
	tap_function=$1
	shift
	for pitch; do echo "0.1 $pitch 0.3 0.2 0 0 0 0 0 0 0 0"; done | "$RIGIDC" eval "$SCRATCH/gimbal.rig" -f "$tap_function" 2>&1 >"$SCRATCH/out" | grep stdin
}
lock="M is singular: 'yaw' and 'roll' can move without any inertia, so accelerations are not unique"
quarter=1.5707963267948966
is 'a turned gimbal' '' "$(gimbal fd 0.3)"
is 'two axes in line' "stdin:2: warning: $lock, the first of 2 lines" "$(gimbal fd 0.3 $quarter -$quarter)"
ok 'results are finite' awk '{ for (i = 1; i <= NF; i++) if ($i * 0 != 0) exit 1 }' "$SCRATCH/out"
is 'near it' "stdin:1: warning: $lock" "$(gimbal fd 1.5707963)"
is 'farther away' '' "$(gimbal fd 1.57)"
is 'steps have it too' "stdin:1: warning: $lock" \
    "$(echo 0.1 1.5707963 0.3 0.2 0 0 0 0 0 0 0 0 0.01 | "$RIGIDC" eval "$SCRATCH/gimbal.rig" -f step:euler 2>&1 >/dev/null)"
is 'derivatives have it too' "stdin:1: warning: $lock" "$(gimbal both=fd+fd_derivatives $quarter)"
is 'the inverse of M' "stdin:1: warning: $lock" "$(echo 0.1 $quarter 0.3 0.2 | "$RIGIDC" eval "$SCRATCH/gimbal.rig" -f minv 2>&1 >/dev/null)"
is 'a contact does not hold the turn about the axis' "stdin:1: warning: M is singular beside the rows of 'hand': 'yaw' and 'roll' can move without any inertia, so accelerations are not unique" \
    "$(gimbal fd:hand $quarter)"
is 'functions that divide by nothing' '' "$(gimbal rnea $quarter)"
is 'an armature' '' "$(sed 's/revolute(z) }/revolute(z) { armature 1 g m^2 } }/' "$SCRATCH/gimbal.rig" >"$SCRATCH/geared.rig"
    echo "0.1 $quarter 0.3 0.2 0 0 0 0 0 0 0 0" | "$RIGIDC" eval "$SCRATCH/geared.rig" -f fd 2>&1 >/dev/null)"

# --- rows of a phase ---

cat >"$SCRATCH/leg.rig" <<'END'
model leg
body thigh on world { joint hip : revolute(y); mass 2 kg; com (10, 0, -150) mm; inertia diag(20, 20, 2) g m^2 }
body shank on thigh at (0, 0, -300 mm) { joint knee : revolute(y); mass 1 kg; com (5, 0, -140) mm; inertia diag(10, 10, 1) g m^2; frame toe at (0, 0, -300 mm) }
contact foot on toe
END
# of_leg HIP KNEE [FUNCTION]: what eval says of a leg on the ground, with its base fixed
of_leg() { echo "$1 $2 0 0 0 0" | "$RIGIDC" eval "$SCRATCH/leg.rig" -W no-loop-redundant -f "${3:-fd:foot}" 2>&1 >/dev/null | grep stdin; }
straight="depends on other rows of 'foot', so forces and accelerations are not unique"
is 'a bent knee' '' "$(of_leg 0.3 0.5)"
ok 'a straight knee' grep -q "^stdin:1: warning: row f[xz] of 'foot' $straight\$" <<END
$(of_leg 0.3 0)
END
is 'an upright leg, whose row is 0' "stdin:1: warning: row fz of 'foot' $straight" "$(of_leg 0 0)"
is 'nearly so' "stdin:1: warning: row fz of 'foot' $straight" "$(of_leg 0 1e-8)"
is 'its forces' "stdin:1: warning: row fz of 'foot' $straight" "$(of_leg 0 0 lambda:foot)"
is 'both at once' "stdin:1: warning: row fz of 'foot' $straight" "$(of_leg 0 0 both=fd:foot+lambda:foot)"
is 'farther away' '' "$(of_leg 0 1e-3)"
is 'a function that solves for nothing' '' "$(echo 0 0 | "$RIGIDC" eval "$SCRATCH/leg.rig" -f jac:foot 2>&1 >/dev/null | grep stdin)"

# three legs, whose feet are in a line where they are not moved
{
	echo 'model three'
	echo 'body plate on world { joint base : free; mass 5 kg; inertia diag(0.2, 0.3, 0.4) kg m^2 }'
	for leg in a b c; do
		echo "body ${leg}_y on plate at (LEG_$leg, 0, 0) mm { joint ${leg}_y : prismatic(y); mass 1 kg }"
		echo "body ${leg}_x on ${leg}_y { joint ${leg}_x : prismatic(x); mass 1 kg }"
		echo "body ${leg}_z on ${leg}_x { joint ${leg}_z : prismatic(z); mass 1 kg }"
		echo "body ${leg}_t on ${leg}_y { joint ${leg}_t : prismatic(x); mass 1 kg }"
		echo "contact $leg on ${leg}_z"
		echo "contact ${leg}_s : slide on ${leg}_t"
	done
	echo 'phase stand = a, b, c'
	echo 'phase glide = a_s, b_s, c_s'
} | sed 's/LEG_a/-200/; s/LEG_b/100/; s/LEG_c/300/' >"$SCRATCH/three.rig"
# of_three FUNCTION Y: what eval says of feet of which one is moved sideways
of_three() {
	echo "0 0 0 0 0 0 1 0 0 0 0 $2 0 0 0 0 0 0 0 $(printf ' 0%.0s' $(seq 36))" |
		"$RIGIDC" eval "$SCRATCH/three.rig" -f "$1" 2>&1 >/dev/null | grep "stdin.*forces"
}
is 'feet that span a plane' '' "$(of_three id:stand 0.2)"
is 'feet in a line do not balance' "stdin:1: warning: no forces of 'stand' balance every load of idle joints and a free root" "$(of_three id:stand 0)"
is 'legs that move apart are free all the same' '' "$(of_three fd:stand 0)"
ok 'feet in a line that slide' grep -q "^stdin:1: warning: row fz of '[abc]_s' depends on other rows of 'glide', so forces" <<END
$(of_three fd:glide 0)
END
is 'feet beside it' '' "$(of_three fd:glide 0.2)"

# --- limits ---

cat >"$SCRATCH/tight.rig" <<'END'
model tight
body crank on world { joint motor : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body rod on crank at (0, 0, 100 mm) { joint top : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame end at (300 mm, 0, 0) }
body rocker on world at (300 mm, 0, 0) { joint foot : revolute(y) { limits (10, 20) deg }; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame tip at (0, 0, 200 mm) }
loop pin : revolute(y) from end to tip
END
tight="$SCRATCH/tight.rig -W no-loop-redundant"
assemble $tight --q 'motor = -0.5' >"$SCRATCH/q"
ok 'within limits' awk '{ exit !($3 >= 0.1745 && $3 <= 0.3491) }' "$SCRATCH/q"
ok 'and closed' closed "$SCRATCH/tight.rig"
assemble $tight --q "motor = 0.5 + 6.283185307179586, foot = 0.2" >"$SCRATCH/q"
ok 'a coordinate without limits may have turned round' awk '{ exit !($1 > 6) }' "$SCRATCH/q"
exits 'closed beyond limits alone' 1 "$RIGIDC" assemble $tight --fix motor --q 'motor = -1'
ok 'names the joint' grep -qE "error: from --q, 'motor' held, the loops close only beyond the limits of 'foot', at -0\.[0-9]+ \[loop-open\]" "$SCRATCH/err"

# --- quaternions, half a turn ---

cat >"$SCRATCH/hold.rig" <<'END'
model hold
body bar on world { joint base : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame left at (-1 m, 0, 0); frame right at (1 m, 0, 0), rz(90 deg) }
body arm on world { joint ball : spherical; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame hand at (0, 0, 1 m) }
body fore on hand { joint wrist : universal; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame tip at (0, 0, 500 mm) }
loop grip : fixed from tip to left
loop tie : distance(3 m) from world to right
END
assemble "$SCRATCH/hold.rig" >"$SCRATCH/q"
ok 'a bar in a hand, exactly half a turn off at first' closed "$SCRATCH/hold.rig"
ok 'its mobility' grep -q '^mobility 4;' "$SCRATCH/err"
assemble "$SCRATCH/hold.rig" --q 'base.qx = 1, base.qw = 0' >"$SCRATCH/q"
# the trace of R of the tip as the bar sees it: 3 if they have the same axes
"$RIGIDC" eval "$SCRATCH/hold.rig" -f fk:tip:left <"$SCRATCH/q" 2>"$SCRATCH/said" >"$SCRATCH/seen"
ok 'the axes agree' awk '{ d = $1 + $5 + $9 - 3; exit !(d < 1e-14 && -d < 1e-14) }' "$SCRATCH/seen"

# --- arguments ---

exits 'a model without loops' 1 "$RIGIDC" assemble examples/ur5.rig
ok 'says so' said "rigidc: 'ur5' has no loops and no constraints of coordinates to close"
exits 'an unknown joint of --fix' 1 "$RIGIDC" assemble $squeezer --fix bet
ok 'suggests one' said "    help: did you mean 'beta'?"
exits 'an unknown pose' 1 "$RIGIDC" assemble $bars --pose hom
exits 'a closure below what doubles have' 2 "$RIGIDC" assemble $squeezer --closure=1e-17
assemble $squeezer --closure=1e-3 >"$SCRATCH/q"
ok 'a loose closure' [ -s "$SCRATCH/q" ]
finish
