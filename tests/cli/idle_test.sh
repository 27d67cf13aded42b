#!/bin/sh
# Which joints of a linkage are driven: torques of a four-bar and of a press whose joints are marked by --idle, and the warning where none is
# marked, from every command that takes torques of inverse dynamics.
. tests/tap.sh

cat >"$SCRATCH/bars.rig" <<'END'
model bars
body crank on world { joint motor : revolute(y); mass 1 kg; com (50, 0, 0) mm }
body coupler on crank at (100 mm, 0, 0) { joint a : revolute(y); mass 2 kg; com (150, 0, 0) mm; frame e at (300 mm, 0, 0) }
body rocker on world at (300 mm, 0, 0) { joint pivot : revolute(y); mass 1 kg; com (100, 0, 0) mm; frame r at (200 mm, 0, 0) }
loop pin : revolute(y) from e to r
pose up { motor = -60 deg; a = 40 deg; pivot = -90 deg }
END
bars="$SCRATCH/bars.rig -W no-loop-redundant,no-pose-moved"
rest='@up 0 0 0 0 0 0'
warning='3 drives share the load at mobility 1, as no joint of loops is marked idle: '"'motor', 'a' and 'pivot' [id-overdriven]"

# torque OPTIONS...: of the motor at rest
torque() { echo "$rest" | "$RIGIDC" eval $bars -f id "$@" 2>"$SCRATCH/err" | cut -d ' ' -f 1; }
driven=$(torque --idle=a,pivot)
is 'idle joints are no matter of a warning' '' "$(cat "$SCRATCH/err")"
ok 'the motor alone bears the load' awk -v t="$driven" 'BEGIN { exit !(t < -0.8859 && t > -0.8860) }'
is 'without idle joints the sum of squares is least' -0.344 "$(torque | cut -c 1-6)"
ok 'and a warning tells it' grep -qF -e "-f:1:1: warning: id: $warning" "$SCRATCH/err"
ok 'with advice' grep -qF 'help: say which of them nothing drives: `idle` in the model, or --idle=JOINT,...' "$SCRATCH/err"
torque --idle=pivot >"$SCRATCH/two"
is 'one mark is enough' '' "$(cat "$SCRATCH/err")"

# warns COMMAND...: how many times?
warns() { "$RIGIDC" "$@" 2>&1 >"$SCRATCH/out" | grep -cF "$warning"; }
is 'several functions have one warning' 1 "$(warns compile $bars --search=none -f id,vjp:id,both=id+fd -o -)"
is 'operators too' 1 "$(warns compile $bars --search=none -f jvp:id -o -)"
is 'check' 1 "$(warns check $bars -f id)"
is 'the torque of linearize' 1 "$(warns linearize $bars --pose up)"
is 'not a given one' 0 "$(warns linearize $bars --pose up --tau 'motor = -1 N m')"
is 'forward dynamics has no drives' 0 "$(warns compile $bars --search=none -f fd,lambda -o -)"
# pulled OPTIONS...: torques of the first row of a motion with --pd
pulled() { "$RIGIDC" sim $bars --pose up --qd 'motor = 1 rad/s' --pd=up,100,10 --time 1e-3 --dt 1e-3 "$@" 2>"$SCRATCH/err" | awk -F , 'NR == 2 { print ($8 * $8 > 99), ($9 * $9 > 99), ($10 * $10 > 1) }'; }
is '--pd drives all joints' '1 1 1' "$(pulled)"
ok 'and a warning tells it' grep -qF "torques of --pd: $warning" "$SCRATCH/err"
is 'but no idle ones' '1 0 0' "$(pulled --idle=a,pivot)"
is 'without a warning' 0 "$(grep -c overdriven "$SCRATCH/err")"
"$RIGIDC" report $bars -o "$SCRATCH/page.html" 2>"$SCRATCH/err"
ok 'torques of the page' grep -qF "torques of this page: $warning" "$SCRATCH/err"
"$RIGIDC" report $bars --idle=a,pivot -o "$SCRATCH/page.html" 2>"$SCRATCH/err"
is 'with idle joints' '' "$(grep overdriven "$SCRATCH/err")"

# --- joints that do not move loops, a free root, constraints, trees ---

{
	sed 's/on world/on base/' "$SCRATCH/bars.rig"
	echo 'body base on world { joint root : free; mass 9 kg; inertia diag(1, 1, 1) }'
	echo 'body arm on rocker { joint shoulder : revolute(y); mass 1 kg }'
	echo 'body leg on base { joint x : prismatic(x); mass 1 kg }'
	echo 'body shank on leg { joint y : prismatic(y); mass 1 kg }'
	echo 'body foot on shank { joint z : prismatic(z); mass 1 kg }'
	echo 'contact sole : fixed on foot'
} >"$SCRATCH/walker.rig"
ok 'a free root is no drive, and joints outside loops are not listed' \
    grep -qF "id:sole: 7 drives share the load at mobility 5 beside the free root, as no joint of loops is marked idle: 'motor', 'a' and 'pivot' [id-overdriven]" <<END
$("$RIGIDC" check "$SCRATCH/walker.rig" -f id:sole 2>&1)
END
# A free root that loops hold is balanced by their rows. Its mark chooses no drive.
cat >"$SCRATCH/glide.rig" <<'END'
model glide
body plate on world { joint plate : free; mass 5 kg; inertia diag(1, 1, 1) kg m^2 }
for i in 0..2 { for j in 0..1 {
  frame ball[2*i+j] on plate at rz(i*120 deg + (2*j - 1)*50 deg), (0.2, 0, 0) m
  body car[2*i+j] on world at rz(i*120 deg + (2*j - 1)*10 deg), (0.6, 0, 0) m { joint slide[2*i+j] : prismatic(z); mass 1 kg }
  loop rod[2*i+j] : distance(0.8 m) from car[2*i+j] to ball[2*i+j]
} }
pose mid { plate = (0, 0, 0.6 m, 0, 0, 0, 1) }
END
is 'drives of all motions of a platform share nothing' 0 "$("$RIGIDC" check "$SCRATCH/glide.rig" -f id 2>&1 | grep -c overdriven)"
{
	sed 's/: free/: free { idle }/' "$SCRATCH/glide.rig"
	echo 'body lift on car[0] { joint lift : prismatic(z); mass 1 kg; frame eye at (0, 0, 0.1) m }'
	echo 'loop more : distance(0.5 m) from eye to plate'
} >"$SCRATCH/more.rig"
ok 'a platform with more drives, whose mark is that of the free root' \
    grep -qF "id: 7 drives share the load at mobility 6, as no joint of loops is marked idle: 'slide[0]', 'lift', 'slide[1]'" <<END
$("$RIGIDC" check "$SCRATCH/more.rig" -f id 2>&1)
END
cat >"$SCRATCH/gear.rig" <<'END'
model gear
body one on world { joint p : revolute(y); mass 1 kg; com (1, 0, 0) m }
body two on world { joint r : revolute(y); mass 1 kg; com (1, 0, 0) m }
constraint mesh = p + 2 * r
END
ok 'constraints share loads too' grep -qF "id: 2 drives share the load at mobility 1, as no joint of loops is marked idle: 'p' and 'r'" <<END
$("$RIGIDC" check "$SCRATCH/gear.rig" -f id 2>&1)
END
is 'idle by no effort' 0 "$(sed 's/joint r : revolute(y)/joint r : revolute(y) { effort 0 }/' "$SCRATCH/gear.rig" | "$RIGIDC" check - -f id 2>&1 | grep -c overdriven)"
is 'a legged robot on its feet' 0 "$("$RIGIDC" check examples/solo12.rig -f id:stand 2>&1 | grep -c overdriven)"
finish
