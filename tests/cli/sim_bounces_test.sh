#!/bin/sh
# A ball that bounces, beside its closed form: v_n = e^n v_0, impacts at t_1 (1 + 2 (e + e^2 + ... + e^n)), rest at t_1 (1 + e) / (1 - e). A
# contact below its ground.
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

for method in arkode cvode fixed; do
	case $method in cvode) close=1e-5 ;; *) close=1e-10 ;; esac
	for e in 0 0.3 $(by_level '' '0.6 0.7' '0.5 0.6 0.65 0.7 0.707') 0.71 0.75 $(by_level '' 0.8 '0.72 0.8 0.85 0.95') 0.9 0.99 1; do
		# cvode has larger errors, and its ball comes to rest a little earlier
		case $method,$e in cvode,1 | arkode* | fixed*) few=0 ;; cvode*) few=$(echo "$e" | awk '{ print 2.5 / (1 - $1) }') ;; esac
		ball "$e"
		sim --q 1 --time 100 --dt 0.25 --integrator=$method
		is "$method: a ball with a restitution of $e" 0 "$?"
		is "$method: restitution $e: by closed form" good "$(bounces "$e" $close "$few")"
	done

	# The ball begins in its ground and moves up. If it turns before it has come up, that is said.
	ball 0.5
	sim --q -0.2 --qd 3 --time 5 --dt 1 --integrator=$method
	is "$method: a contact that comes up from below" 0 "$?"
	near "$method: rests on its ground" 0 "$(last 2)" 1e-11
	sim --q -0.5 --qd 3 --time 5 --dt 0.1 --integrator=$method
	is "$method: a contact that sinks" 1 "$?"
	ok "$method: is said" grep -q "stopped at 0[.][34][0-9]* s: contact 'bottom' is 0[.]0[0-9]* m below its ground and moves down" "$SCRATCH/err"
done
finish
