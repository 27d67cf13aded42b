#!/bin/sh
# A ball that bounces, beside its closed form: v_n = e^n v_0, impacts at t_1 (1 + 2 (e + e^2 + ... + e^n)), rest at t_1 (1 + e) / (1 - e). A
# contact below its ground. Events that are over at the end of a step.
. tests/tap.sh
. tests/cli/rows.sh

# ball RESTITUTION: a ball at the height z
ball() {
	cat >"$SCRATCH/ball.rig" <<-END
		model ball
		body ball on world { joint z : prismatic(z); mass 2 kg }
		contact bottom : slide on ball { restitution $1 }
	END
}
# sim ARGUMENTS...: a motion of the ball, its rows and events, and what it says in $SCRATCH/err
sim() { "$RIGIDC" sim "$SCRATCH/ball.rig" --contacts=all --events="$SCRATCH/events" "$@" >"$SCRATCH/rows" 2>"$SCRATCH/err"; }

# bounces RESTITUTION ERROR BOUNCES: `good` if times of events have this error relative to the time of rest, and impulses relative to the
# first; if so many bounces are missing or too many; if no row is below the ground; if the ball is at rest in the last row
bounces() {
	perl -e '
		my ($e, $close, $few) = splice @ARGV, 0, 3;
		my ($t, $v, $m) = (sqrt(2 / 9.81), sqrt(2 * 9.81), 2);
		my $slow = sqrt(2 * 9.81 * 1e-12); # it would rise by a rounding
		my $last = $e < 1 ? $t * (1 + $e) / (1 - $e) : 100;
		open my $events, "<", $ARGV[0] or die;
		<$events>;
		my ($now, $n, $late, $wrong) = ($t, 0, 0, 0);
		while (<$events>) {
			my @event = split /,/;
			my @error = (abs($event[0] - $now) / $last, abs($event[3] / ($m * (1 + $e) * $v) - $e**$n));
			$late = $error[0] if $error[0] > $late;
			$wrong = $error[1] if $error[1] > $wrong;
			$now += 2 * $t * $e**++$n;
		}
		my $expected = $e == 1 ? int((100 / $t + 1) / 2) : $e > 0 ? int(log($slow / $v) / log($e)) + 1 : 1;
		open my $rows, "<", $ARGV[1] or die;
		<$rows>;
		my ($low, @row) = 0;
		while (<$rows>) {
			@row = split /,/;
			$low = $row[1] if $row[1] < $low;
		}
		my $rests = $row[1] == 0 && $row[2] == 0 && $row[5] == 1;
		my $good = $late < $close && $wrong < $close && abs($n - $expected) <= $few && $low > -1e-11 && $rests == ($e < 1);
		print $good ? "good" : "times $late, impulses $wrong, $n events of $expected, lowest $low, last row @row"
	' "$@" "$SCRATCH/events" "$SCRATCH/rows"
}

for method in arkode cvode rk4; do
	case $method in cvode) close=1e-5 ;; *) close=1e-10 ;; esac
	for e in 0 0.3 $(by_level '' '0.6 0.7' '0.5 0.6 0.65 0.7 0.707') 0.71 0.75 $(by_level '' 0.8 '0.72 0.8 0.85 0.95') 0.9 0.99 1; do
		# cvode has larger errors, and its ball comes to rest a little earlier
		case $method,$e in cvode,1 | arkode* | rk4*) few=0 ;; cvode*) few=$(echo "$e" | awk '{ print 2.5 / (1 - $1) }') ;; esac
		ball "$e"
		sim --q 1 --time 100 --dt 0.25 --method=$method
		is "$method: a ball with a restitution of $e" 0 "$?"
		is "$method: restitution $e: by closed form" good "$(bounces "$e" $close "$few")"
	done

	# The ball begins in its ground and moves up. If it turns before it has come up, that is said.
	ball 0.5
	sim --q -0.2 --qd 3 --time 5 --dt 1 --method=$method
	is "$method: a contact that comes up from below" 0 "$?"
	near "$method: rests on its ground" 0 "$(last 2)" 1e-11
	sim --q -0.5 --qd 3 --time 5 --dt 0.1 --method=$method
	is "$method: a contact that sinks" 1 "$?"
	ok "$method: is said" grep -q "stopped at 0[.][34][0-9]* s: contact 'bottom' is 0[.]0[0-9]* m below its ground and moves down" "$SCRATCH/err"
done

# --- events within a step ---

# A spoke turns with a constant speed w. Its tip is below the ground for an angle of 2 a of each turn, cos a = height, and strikes back there.
# spoke HEIGHT GEAR: the tip turns GEAR times as fast as the coordinate
spoke() {
	cat >"$SCRATCH/spoke.rig" <<-END
		model spoke
		frame ground on world at (0, 0, -$1)
		body crank on world { joint r : revolute(y); inertia diag(1, 1, 1) kg m^2 }
		body wheel on crank { joint geared : revolute(y) = $(($2 - 1)) * r; inertia diag(1, 1, 1) kg m^2 }
		contact tip : slide on wheel at (0, 0, -1) { ground ground; restitution 1 }
	END
}
# turns HEIGHT GEAR SPEED TIME ROWS ARGUMENTS...: `good` if number of impacts and last angle are those of the closed form
turns() {
	height=$1 gear=$2 speed=$3 time=$4 rows=$5
	shift 5
	"$RIGIDC" sim "$SCRATCH/spoke.rig" --contacts=all --q "r = 2 / $gear rad" --qd "r = $speed / $gear" --time "$time" --dt "$rows" "$@" \
	    >"$SCRATCH/rows" 2>"$SCRATCH/err" || return
	perl -e '
		my ($height, $gear, $w, $time, $angle, $bounces) = @ARGV;
		my $a = atan2(sqrt(1 - $height**2), $height);
		my $way = 8 * atan2(1, 1) - 2 * $a; # from one impact to the next
		my $gone = 2 - $a + $w * $time;
		my $n = int($gone / $way);
		my $at = $a + ($n % 2 ? $way - ($gone - $n * $way) : $gone - $n * $way);
		print $bounces == $n && abs($angle * $gear - $at) < 1e-8 * $w ? "good" : "$bounces impacts of $n, angle " . $angle * $gear . " of $at"
	' "$height" "$gear" "$speed" "$time" "$(last 2)" "$(sed -n 's/^contacts: .* \([0-9]*\) bounces*$/\1/p' "$SCRATCH/err")"
}
turn=628.31853071795865
for method in arkode cvode rk4; do
	for height in 0.999 0.99999; do
		spoke $height 1
		is "$method: a spoke, height $height, rows of 10 ms" good "$(turns $height 1 100 2 0.01 --method=$method)"
		is "$method: a spoke, height $height, one row" good "$(turns $height 1 100 2 2 --method=$method)"
		is "$method: a spoke, height $height, steps of a turn" good "$(turns $height 1 $turn 0.5 0.01 --method=$method --step 0.01)"
	done
	spoke 0.9999 30
	is "$method: a spoke that is geared" good "$(turns 0.9999 30 300 2 0.1 --method=$method)"
	if long; then
		for w in 3 7.7 31 53 310 777 3100 9999; do
			for height in 0.9 0.99 0.9999 0.999999; do
				spoke $height 1
				is "$method: a spoke, height $height, speed $w" good "$(turns $height 1 $w $(echo $w | awk '{ print 900 / $1 }') $(echo $w | awk '{ print 9 / $1 }') --method=$method)"
			done
		done
	fi
done

# x = sin 2t is beyond its limit for 2 ms, and steps are longer.
cat >"$SCRATCH/swing.rig" <<'END'
model swing
gravity (0, 0, 0)
body bob on world { joint x : prismatic(x) { spring 4 N/m; limits (-2, 0.999999) m }; mass 1 kg }
END
for method in arkode cvode; do
	exits "$method: a limit that is passed within a step" 1 "$RIGIDC" sim "$SCRATCH/swing.rig" --qd 2 --time 2 --dt 1 --tolerance 1e-8 --method=$method
	ok "$method: is found" grep -q "stopped at 0[.]78[0-9]* s: 'x' is at 0.999999, its limit" "$SCRATCH/err"
done
exits 'a limit that is passed within a step of equal length' 1 "$RIGIDC" sim "$SCRATCH/swing.rig" --qd 2.000001 --time 2 --dt 1 --step 0.01
finish
