#!/bin/sh
# Contacts that come and go in a motion: times of touch-down and lift-off against closed forms, gaits against equations of their own, bodies
# that rest, what is said and refused.
. tests/tap.sh
. tests/cli/rows.sh

# sim MODEL ARGUMENTS...: its rows, and what it says in $SCRATCH/err
sim() { "$RIGIDC" sim "$@" -W no-loop-redundant >"$SCRATCH/rows" 2>"$SCRATCH/err"; }

# below NAME LIMIT: the number behind NAME in what it says
below() {
	sed -n "s/.*$1 \(-*[0-9.e+-]*\).*/\1/p" "$SCRATCH/err" | awk -v limit="$2" '{ print; if ($1 < 0) $1 = -$1 } END { exit !(NR == 1 && $1 <= limit) }'
}
# event NUMBER COLUMN: of the events, from 1
event() { sed -n "$(($1 + 1))p" "$SCRATCH/events" | cut -d , -f "$2"; }
# found NAME: value of the last row in the column of that name
found() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } END { print $at }' "$SCRATCH/rows"; }
# wide NAME: largest less smallest value of a column
wide() {
	awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		NR > 1 { if (NR == 2 || $at > most) most = $at; if (NR == 2 || $at < least) least = $at } END { printf "%.17g", most - least }' "$SCRATCH/rows"
}

cat >"$SCRATCH/ball.rig" <<'END'
model ball
body ball on world { joint z : prismatic(z); mass 2 kg; frame bottom at (0, 0, -0.1) m }
contact bottom_of_ball : slide on bottom { restitution 0.5 }
END
cat >"$SCRATCH/box.rig" <<'END'
model box
body box on world { joint root : free; mass 2 kg; com (30, 20, 0) mm; inertia diag(0.1, 0.2, 0.25) kg m^2 }
contact a on box at (0.2, 0.3, -0.1) m
contact b on box at (-0.2, 0.3, -0.1) m
contact c on box at (-0.2, -0.3, -0.1) m
contact d on box at (0.2, -0.3, -0.1) m
END

eval "$(perl tests/cli/compass_gait.pl | sed 's/ /=/')"
twice=$(perl -e 'printf "%.17g", 2 * $ARGV[0]' "$period")
z=$(perl -e '$s = atan2(0, -1) / 60; printf "%.17g", cos($ARGV[0]) + sin($ARGV[0]) * sin($s) / cos($s)' -- "$left")

# Times within the tolerances of a method: a projected multistep method has larger ones.
for method in arkode cvode rk4; do
	case $method in cvode) close=2e-10 ;; *) close=1e-11 ;; esac
	case $method in rk4) exact='--step 0.05ms' ;; cvode) exact='--tolerance 1e-13,1e-14' ;; *) exact= ;; esac

	# sqrt(2 h / g) to the ground, then e^n times twice as long
	sim "$SCRATCH/ball.rig" --contacts=all --q 1.1 --time 4 --dt 0.5 --events="$SCRATCH/events" --method=$method
	is "$method: a ball bounces" 0 "$?"
	near "$method: it comes down" "$(perl -e 'printf "%.17g", sqrt(2 / 9.81)')" "$(event 1 1)" $close
	near "$method: and again" "$(perl -e 'printf "%.17g", 2.5 * sqrt(2 / 9.81)')" "$(event 3 1)" $close
	near "$method: its impulse" "$(perl -e 'printf "%.17g", 3 * sqrt(2 * 9.81)')" "$(event 1 4)" 1e-8
	near "$method: it comes to rest after infinitely many bounces" 0.1 "$(found q.z)" 1e-11
	near "$method: at rest" 1 "$(found contact.bottom_of_ball)" 0
	near "$method: and has its weight" 19.62 "$(found lambda.bottom_of_ball.fz)" 1e-9

	# a hopper whose motion is known between events
	# shellcheck disable=SC2086
	sim examples/contacts/hopping_leg.rig --contacts=all --q 'height = 1.2' --time 3 --dt 0.5 --events="$SCRATCH/events" --method=$method $exact
	perl tests/cli/hopping_times.pl 1.2 11 >"$SCRATCH/times"
	case $method in rk4) hop=1e-9 ;; *) hop=1e-10 ;; esac
	for n in 1 2 3 7 8 9 11; do
		near "$method: event $n of the hopping leg" "$(sed -n "${n}p" "$SCRATCH/times")" "$(event $n 1)" $hop
	done
	ok "$method: its energy" below 'the rest,' 2e-6

	# a rimless wheel: omega+ / omega- = (m l^2 cos 2 alpha + I) / (m l^2 + I), by energy from the rows in each of two stances
	sim examples/contacts/rimless_wheel.rig --contacts=all --pose begin --qd 'turn = 2' --time 0.5 --dt 0.5 --events="$SCRATCH/events" --method=$method
	awk -F, 'NR > 1 { print $4, $7 }' "$SCRATCH/rows" >"$SCRATCH/states"
	near "$method: an impact of the rimless wheel" 0 "$(perl -e '
		my ($m, $l, $I, $g, $a, $s) = (10, 1, 0.1, 9.81, atan2(0, -1) / 8, atan2(0, -1) / 45);
		open my $in, "<", $ARGV[0] or die; my @x = map { [split] } <$in>;
		my $gain = 2 * $m * $g * $l / ($m * $l**2 + $I);
		my $before = $x[0][1]**2 + $gain * (cos($x[0][0]) - cos($s + $a));
		my $after = $x[1][1]**2 + $gain * (cos($x[1][0] - 2 * $a) - cos($s - $a));
		printf "%.17g", sqrt($after / $before) - ($m * $l**2 * cos(2 * $a) + $I) / ($m * $l**2 + $I)' "$SCRATCH/states")" 1e-9
	is "$method: one foot for the other" 'lift-off touch-down' "$(event 1 3) $(event 2 3)"

	# the gait of the compass walker, from a third of a step on, two steps later
	sim examples/contacts/compass_walker.rig --contacts=all --q "left = $left, right = $right, z = $z" --qd "left = $leftd, right = $rightd" \
	    --retract 'lf = left' --retract 'rf = right' --time "$twice" --dt "$twice" --events="$SCRATCH/events" --method=$method
	near "$method: the walker is back: left" "$left" "$(found q.left)" 1e-8
	near "$method: right" "$right" "$(found q.right)" 1e-8
	near "$method: speed of left" "$leftd" "$(found qd.left)" 1e-8
	near "$method: speed of right" "$rightd" "$(found qd.right)" 1e-8
	near "$method: time between heel strikes" "$period" "$(perl -e 'printf "%.17g", $ARGV[0] - $ARGV[1]' "$(event 3 1)" "$(event 1 1)")" 1e-9
	ok "$method: energy of the walker" below 'the rest,' 2e-8

	# a box on four corners: forces of its normal directions depend on each other, so one corner is unloaded
	sim "$SCRATCH/box.rig" --contacts=all --q 'root.z = 0.2' --time 10 --dt 1 --method=$method
	near "$method: weight of a box" 19.62 "$(perl -e 'print $ARGV[0] + $ARGV[1] + $ARGV[2] + $ARGV[3]' \
	    "$(found lambda.a.fz)" "$(found lambda.b.fz)" "$(found lambda.c.fz)" "$(found lambda.d.fz)")" 1e-9
	near "$method: moment of its weight about y" 0 "$(perl -e 'printf "%.17g", 0.2 * ($ARGV[0] + $ARGV[3] - $ARGV[1] - $ARGV[2]) - 0.03 * 19.62' \
	    "$(found lambda.a.fz)" "$(found lambda.b.fz)" "$(found lambda.c.fz)" "$(found lambda.d.fz)")" 1e-9
	near "$method: its height after 10 s" 0.1 "$(found q.root.z)" 1e-11
done

# --- the limit cycle of the rimless wheel ---

# omega+^2 = eta^2 / (1 - eta^2) 4 m g l sin(alpha) sin(slope) / (m l^2 + I), from the last row by its energy
sim examples/contacts/rimless_wheel.rig --contacts=all --pose begin --qd 'turn = 2' --time 40 --dt 40
near 'the rimless wheel finds its speed' 0 "$(tail -n 1 "$SCRATCH/rows" | perl -F, -ane '
	my ($m, $l, $I, $g, $a, $s) = (10, 1, 0.1, 9.81, atan2(0, -1) / 8, atan2(0, -1) / 45);
	my $eta = ($m * $l**2 * cos(2 * $a) + $I) / ($m * $l**2 + $I);
	my $begin = sqrt($eta**2 / (1 - $eta**2) * 4 * $m * $g * $l * sin($a) * sin($s) / ($m * $l**2 + $I));
	my $turn = $F[3]; $turn -= 2 * $a while $turn > $s + $a;
	printf "%.17g", sqrt($F[6]**2 + 2 * $m * $g * $l * (cos($turn) - cos($s - $a)) / ($m * $l**2 + $I)) - $begin')" 1e-8

# The ground has a place: a plane that is raised and tilted by 30 degrees. The ball comes down on it after 1 m.
cat >"$SCRATCH/raised.rig" <<'END'
model raised
frame ramp on world at (0, 0, 300) mm, rpy(0, 30 deg, 0)
body ball on world { joint z : prismatic(z); mass 2 kg }
contact low : slide on ball { ground ramp }
END
sim "$SCRATCH/raised.rig" --contacts=all --q 1.3 --time 1 --dt 0.5 --events="$SCRATCH/events"
near 'a plane that is raised' "$(perl -e 'printf "%.17g", sqrt(2 / 9.81)')" "$(event 1 1)" 1e-11
near 'and tilted: the impulse is along its normal' "$(perl -e 'printf "%.17g", 2 * sqrt(2 * 9.81) / cos(atan2(0, -1) / 6)')" "$(event 1 4)" 1e-9

# --- rest ---

# A spring presses the foot down while it bounces, ever less: it comes to rest although its acceleration is that of the spring.
sed 's/toe : slide on foot/& { restitution 0.3 }/' examples/contacts/hopping_leg.rig >"$SCRATCH/lively_leg.rig"
sim "$SCRATCH/lively_leg.rig" --contacts=all --q 'height = 1.2' --time 3 --dt 1
is 'a foot that bounces under a spring' 0 "$?"
ok 'its energy' below 'the rest,' 1e-9

# A wheel that does not get over its foot rocks between two, infinitely often.
sim examples/contacts/rimless_wheel.rig --contacts=all --pose begin --qd 'turn = 0.5' --time 5 --dt 5
near 'a wheel that rocks to rest: on one spoke' 1 "$(found 'contact.spoke[0]')" 0
near 'and its neighbour' 1 "$(found 'contact.spoke[7]')" 0
near 'with no speed' 0 "$(found qd.turn)" 1e-12

# Boxes that are thrown tumble over their corners, and come to rest on four of them. Energy gets lost in impacts alone.
tumble() {
	perl -e '
		my ($seed, $path) = @ARGV;
		srand($seed);
		my @angle = map { rand() - 0.5 } 1 .. 4;
		my $length = sqrt($angle[0]**2 + $angle[1]**2 + $angle[2]**2 + $angle[3]**2);
		my $bounce = (0.4, 0, 0.72)[$seed % 3];
		open my $out, ">", $path or die;
		print $out "model box\nbody box on world {\n\tjoint root : free\n\tmass 2 kg\n\tcom (20, -10, 15) mm\n\tinertia diag(0.05, 0.08, 0.1) kg m^2\n}\n";
		for my $n (0 .. 7) {
			my @at = (($n & 1 ? 0.3 : -0.3), ($n & 2 ? 0.2 : -0.2), ($n & 4 ? 0.15 : -0.15));
			print $out "contact c$n on box at ($at[0], $at[1], $at[2]) m { restitution $bounce }\n";
		}
		printf "(0, 0, 0.8, %.17g, %.17g, %.17g, %.17g)\n", map { $_ / $length } @angle;
		print "(", join(", ", map { 4 * (rand() - 0.5) } 1 .. 6), ")\n"' "$1" "$SCRATCH/thrown.rig" >"$SCRATCH/thrown"
}
first=${RIGIDC_SEED:-1}
echo "# seed $first"
for seed in $(seq "$first" $((first + $(by_level 1 3 40)))); do
	tumble "$seed"
	for method in arkode $(by_level '' rk4 'rk4 cvode'); do
		sim "$SCRATCH/thrown.rig" --contacts=all --q "$(sed -n 1p "$SCRATCH/thrown")" --qd "$(sed -n 2p "$SCRATCH/thrown")" --time 6 --dt 0.5 --method=$method
		is "box $seed by $method" 0 "$?"
		near "box $seed by $method: rests on four corners" 4 "$(tail -n 1 "$SCRATCH/rows" | cut -d, -f 45-52 | tr , '\n' | awk '{ n += $1 } END { print n }')" 0
		# a projected multistep method has an error at each of many bounces
		case $method$((seed % 3)) in cvode2) error=1e-6 ;; *) error=1e-7 ;; esac
		ok "box $seed by $method: its energy" below 'the rest,' $error
	done
done
sim "$SCRATCH/thrown.rig" --contacts=all --q "$(sed -n 1p "$SCRATCH/thrown")" --qd "$(sed -n 2p "$SCRATCH/thrown")" --time 6 --dt 0.5 --real=float
is 'a box in float' 0 "$?"

# --- forces that let go ---

cat >"$SCRATCH/block.rig" <<'END'
model block
body along on world { joint x : prismatic(x) }
body block on along { joint z : prismatic(z); mass 2 kg }
contact under on block { friction 0.5 }
END
# lift-off where the pull is the weight, and a slip where it is 0.5 of the force of the ground: 5 t = 0.5 (19.62 - 10 t)
sim "$SCRATCH/block.rig" --contacts=all --tau 'z = 10 N/s * time' --tau 'x = 5 N/s * time' --time 3 --dt 1 --events="$SCRATCH/events"
is 'a block that is lifted' 'under lift-off' "$(event 1 2) $(event 1 3)"
near 'the time' 1.962 "$(event 1 1)" 1e-10
ok 'it would slip before: a warning' grep -q "warning: contact 'under' slips at 0.981 s: |f_t| / f_n comes to .*, above its friction, 0.5 \[sim-slip\]" "$SCRATCH/err"
is 'once' 1 "$(grep -c sim-slip "$SCRATCH/err")"
sim "$SCRATCH/block.rig" --contacts=all --tau 'z = 10 N/s * time' --tau 'x = 5 N/s * time' --time 3 --dt 1 -W no-sim-slip
is 'the warning can be switched off' 0 "$(grep -c sim-slip "$SCRATCH/err")"
exits 'and made an error' 1 "$RIGIDC" sim "$SCRATCH/block.rig" --contacts=all --tau 'x = 5 N/s * time' --time 3 --dt 1 -Werror=sim-slip
sim "$SCRATCH/block.rig" --contacts=all --tau 'z = 10 N/s * time' --tau 'x = 5 N/s * time' --time 3 --dt 1
near 'forces are 0 in the air' 0 "$(found lambda.under.fz)" 0
near 'and it is open there' 0 "$(found contact.under)" 0

# --- kinds ---

# A board stands on its edge, about which it falls: the same as a joint there.
cat >"$SCRATCH/board.rig" <<'END'
model board
body board on world { joint root : free; mass 3 kg; inertia diag(0.2, 0.3, 0.1) kg m^2 }
contact edge : line(y) on board at (0.1, 0, -0.4) m
END
cat >"$SCRATCH/hinged.rig" <<'END'
model hinged
body board on world { joint turn : revolute(y); mass 3 kg; com (-0.1, 0, 0.4) m; inertia diag(0.2, 0.3, 0.1) kg m^2 }
END
tip=$(perl -e 'printf "%.17g", sin(0.25)'); rest=$(perl -e 'printf "%.17g", cos(0.25)')
sim "$SCRATCH/hinged.rig" --q 0.5 --time 0.3 --dt 0.3
turned=$(last 2)
# its edge is at the origin: the body at - R (0.1, 0, -0.4)
at=$(perl -e '$c = cos(0.5); $s = sin(0.5); printf "root.x = %.17g, root.z = %.17g", -0.1 * $c + 0.4 * $s, 0.1 * $s + 0.4 * $c')
sim "$SCRATCH/board.rig" --contacts=edge --q "$at, root.qy = $tip, root.qw = $rest" --time 0.3 --dt 0.3
near 'a board falls about its edge' "$turned" "$(perl -e 'printf "%.17g", 2 * atan2($ARGV[0], $ARGV[1])' "$(found q.root.qy)" "$(found q.root.qw)")" 1e-10

# A sole carries moments.
cat >"$SCRATCH/post.rig" <<'END'
model post
body post on world { joint root : free; mass 3 kg; com (0.2, -0.1, 1) m; inertia diag(0.2, 0.3, 0.1) kg m^2 }
contact sole : fixed on post
END
sim "$SCRATCH/post.rig" --contacts=sole --q 'root.z = 0.01' --time 10 --dt 1
near 'moment in a sole about x' -2.943 "$(found lambda.sole.nx)" 1e-9
near 'and about y' -5.886 "$(found lambda.sole.ny)" 1e-9
near 'it stands' 0 "$(found q.root.z)" 1e-11
near 'upright' 0 "$(found q.root.qy)" 1e-11

# A quadruped is dropped on springs in its knees: four feet close, and stay where they are for ten seconds.
set --
for joint in FL FR HL HR; do
	knee=-1.6 hip=0.8
	case $joint in H*) knee=1.6 hip=-0.8 ;; esac
	set -- "$@" --tau "${joint}_KFE = 20 N m * ($knee - ${joint}_KFE) - ${joint}_KFEd * 0.3 N m s" \
	    --tau "${joint}_HFE = 20 N m * ($hip - ${joint}_HFE) - ${joint}_HFEd * 0.3 N m s" \
	    --tau "${joint}_HAA = -20 N m * ${joint}_HAA - ${joint}_HAAd * 0.3 N m s"
done
stand='base.z=0.3, FL_HFE=0.8, FL_KFE=-1.6, FR_HFE=0.8, FR_KFE=-1.6, HL_HFE=-0.8, HL_KFE=1.6, HR_HFE=-0.8, HR_KFE=1.6'
sim examples/solo12.rig --contacts=FL,FR,HL,HR --q "$stand" --time 10 --dt 5 -W no-sim-slip "$@"
is 'a quadruped is dropped' 0 "$?"
near 'it stands on four feet' 4 "$(perl -e 'print $ARGV[0] + $ARGV[1] + $ARGV[2] + $ARGV[3]' "$(found contact.FL)" "$(found contact.FR)" "$(found contact.HL)" "$(found contact.HR)")" 0
ok 'its energy' below 'the rest,' 1e-8
ok 'its feet rest' below 'largest |J qd|' 1e-12
for foot in FL FR HL HR; do # R, then p
	near "$foot stays on the ground" 0 "$(tail -n 1 "$SCRATCH/rows" | cut -d , -f 2-20 | "$RIGIDC" eval examples/solo12.rig -f "fk:${foot}_FOOT" | cut -d ' ' -f 12)" 1e-12
	near "$foot stays where it is" 0 "$(for row in 3 4; do
		sed -n "${row}p" "$SCRATCH/rows" | cut -d , -f 2-20 | "$RIGIDC" eval examples/solo12.rig -f "fk:${foot}_FOOT" | cut -d ' ' -f 10
	done | awk '{ x[NR] = $1 } END { printf "%.17g", x[2] - x[1] }')" 1e-12
done

# Loops and contacts: a robot with rods in its legs.
sim examples/loops/cassie.rig --contact 'left=L.sole' --contact 'right=R.sole' --contacts=all --q 'base.z = 1.1' --time 0.5 --dt 0.1 --method=cvode
is 'a robot with loops falls on its feet' 0 "$?"
ok 'its loops stay closed' below 'largest closure' 1e-12
ok 'its energy' below 'the rest,' 1e-5

# --- what is said ---

sim "$SCRATCH/ball.rig" --contacts=all --q 0.05 --time 0.1 --dt 0.1
ok 'a contact deep in the ground at first' grep -q "contact 'bottom_of_ball' begins 0.05 m below its ground" "$SCRATCH/err"
sim "$SCRATCH/ball.rig" --contacts=all --q 1.1 --time 1 --dt 0.5
ok 'changes are counted' grep -q '^contacts: 0 touch-downs, 0 lift-offs, 2 bounces$' "$SCRATCH/err"
sed 's/0.5 }/0.9999 }/' "$SCRATCH/ball.rig" >"$SCRATCH/lively.rig"
sim "$SCRATCH/lively.rig" --contacts=all --q '100.001 mm' --time 5 --dt 0.5
is 'too many changes' 1 "$?"
ok 'are said' grep -q "stopped at 0[.][0-9]* s: contacts change more than 1000 times within a second, 'bottom_of_ball' the last" "$SCRATCH/err"
ok 'the rows before stay' test "$(wc -l <"$SCRATCH/rows")" -ge 2

exits 'a phase and contacts that come and go' 2 "$RIGIDC" sim examples/solo12.rig --phase stand --contacts=all --time 1 --dt 1
ok 'why' grep -q -- '--phase holds its contacts all the time, and --contacts opens and closes them' "$SCRATCH/err"
exits 'no such contact' 1 "$RIGIDC" sim examples/solo12.rig --contacts=FK --time 1 --dt 1
ok 'is named, with the nearest' grep -q -- "--contacts:1:1: error: the model has no contact 'FK' \[unknown-contact\]" "$SCRATCH/err"
exits 'a contact twice' 1 "$RIGIDC" sim examples/solo12.rig --contacts=FL,FR,FL --time 1 --dt 1
ok 'is named' grep -q "contact 'FL' is given twice" "$SCRATCH/err"
exits 'contacts of a model without' 1 "$RIGIDC" sim examples/ur5.rig --contacts=all --time 1 --dt 1
ok 'how to declare one' grep -q 'the model has no contacts' "$SCRATCH/err"
exits 'events of no contacts' 2 "$RIGIDC" sim examples/solo12.rig --events="$SCRATCH/events" --time 1 --dt 1
exits 'a contact that is retracted and not watched' 1 "$RIGIDC" sim examples/solo12.rig --contacts=FL --retract 'FR = FR_KFE' --time 1 --dt 1
ok 'is named' grep -q -- "--contacts names no contact 'FR'" "$SCRATCH/err"
finish
