#!/bin/sh
# .trc and .c3d of laboratories. The .c3d files are written by recorded/c3d.pl from forces and markers that it knows; ezc3d 1.7.2 reads
# the same numbers from them (Intel and DEC).
. tests/tap.sh

files=tests/cli/recorded
cat >"$SCRATCH/arm.rig" <<'END'
model arm
body a on world { joint j : revolute(z); mass 1 kg; com (1, 0, 0) m }
END
# kept: all columns of the input, as CSV
kept() { "$RIGIDC" eval "$SCRATCH/arm.rig" -f com --map 'q.j = 0' --keep=columns 2>"$SCRATCH/err"; }
# refuses NAME WORDS: the input in $SCRATCH/in
refuses() {
	kept <"$SCRATCH/in" >"$SCRATCH/out"
	is "$1: exit" 1 $?
	ok "$1: says so" grep -q -e "$2" "$SCRATCH/err"
}

# --- .trc ---

trc() { printf 'PathFileType\t4\t(X/Y/Z)\tx.trc\r\nDataRate\tNumMarkers\tUnits\r\n50\t%s\t%s\r\n' "$1" "$2"; cat; }
trc 2 mm >"$SCRATCH/in" <<'END'
Frame#	Time	left heel			knee		
		X1	Y1	Z1	X2	Y2	Z2

1	0.5	1000	2000	-3000	4	5	6
2	0.52				4	NaN	6	
3	0.54	1	2	3
END
is 'markers in m, missing ones empty' \
    'frame,t,left heel.x,left heel.y,left heel.z,knee.x,knee.y,knee.z 1,0.5,1,2,-3,0.004,0.005,0.006 2,0.52,,,,0.004,,0.006 3,0.54,0.001,0.002,0.003,,,' \
    "$(kept <"$SCRATCH/in" | sed 's/\(,[^,]*\)\{4\}$//' | paste -s -d ' ')"
is 'in m' 7 "$(printf 'Frame#\tTime\ta\n\t\tX1\tY1\tZ1\n1\t0\t7\t8\t9\n' | trc 1 m | kept | sed -n 2p | cut -d , -f 3)"
is 'an input by --map, and where it is missing' 'number nan number' "$("$RIGIDC" eval "$SCRATCH/arm.rig" -f fk:a --map 'q.j = "left heel.x" * 1 rad' <"$SCRATCH/in" 2>/dev/null | awk '{ print $1 == "nan" ? "nan" : "number" }' | paste -s -d ' ')"
"$RIGIDC" plot "$SCRATCH/in" --columns='knee.x' >"$SCRATCH/out" 2>"$SCRATCH/err"
ok 'plot draws a marker' grep -q 'knee.x' "$SCRATCH/out"
names() { printf 'Frame#\tTime\ta\t\t\tb\n\t\tX1\n%s\n' "$1"; }
names '1	0	1	2	3	4	5	6' | trc 3 mm >"$SCRATCH/in"
refuses 'another count of markers' 'stdin:4: error: the header says 3 markers, and 2 have names'
names '1	0	1	2	3	4	5	6	7' | trc 2 mm >"$SCRATCH/in"
refuses 'too many fields' 'stdin:6: error: more than the 8 fields'
names '1	0	1	2	x	4	5	6' | trc 2 mm >"$SCRATCH/in"
refuses 'a word' "stdin:6: error: 'x' is not a number"
names '1' | trc 2 mm >"$SCRATCH/in"
refuses 'a row that is cut' 'stdin:6: error: there is no time'
names '1	0	1	2	3	4	5	6' | trc 2 in >"$SCRATCH/in"
refuses 'another unit' "stdin:3: error: Units are m, cm or mm, not 'in'"
printf 'Frame#\tTime\ta\t\tb\n\n1\t0\n' | trc 2 mm >"$SCRATCH/in"
refuses 'a name in another field' "stdin:4: error: the name 'b' is in no third field"
printf 'PathFileType\t4\n' >"$SCRATCH/in"
refuses 'a first line alone' 'begins with five lines'
names '' | trc 2 mm >"$SCRATCH/in"
refuses 'no rows' 'there are no rows'

# --- .c3d ---

perl $files/c3d.pl truth >"$SCRATCH/truth"
head -n 20 "$SCRATCH/truth" >"$SCRATCH/plate"
tail -n 5 "$SCRATCH/truth" | tr ' ' , >"$SCRATCH/markers"
cat >"$SCRATCH/loads.xml" <<'END'
<OpenSimDocument Version="40000"><ExternalLoads><objects><ExternalForce name="p"><applied_to_body>a</applied_to_body>
<force_identifier>plate1_force_</force_identifier><torque_identifier>plate1_moment_</torque_identifier><point_identifier>plate1_point_</point_identifier>
</ExternalForce></objects><datafile>trial.c3d</datafile></ExternalLoads></OpenSimDocument>
END
# far COLUMN ALLOWED...: fails if a column of $SCRATCH/ours is further from that of $SCRATCH/theirs than allowed
far() {
	paste -d , "$SCRATCH/ours" "$SCRATCH/theirs" | perl -F, -ane 'BEGIN { @allowed = split " ", shift } chomp @F; $n = @F / 2;
		for (0 .. $n - 1) { ($x, $y) = @F[$_, $_ + $n];
			$bad = 1, print "row $.: $x, not $y\n" if ($x eq "") != ($y eq "") || abs($x - $y) > $allowed[$_ < @allowed ? $_ : -1] }
		END { exit $bad || !$n || $. < 5 }' "$1"
}
for processor in intel dec sgi; do
	for form in integer unsigned float; do
		for type in 1 2 3 4; do
			perl $files/c3d.pl $processor $form $type >"$SCRATCH/trial.c3d"
			kept <"$SCRATCH/trial.c3d" >"$SCRATCH/rows"
			cut -d , -f 3-8 "$SCRATCH/rows" | sed 1d >"$SCRATCH/ours"
			cp "$SCRATCH/markers" "$SCRATCH/theirs"
			near='1e-7' load='1e-3 1e-3 1e-3 1e-5 1e-5 1e-5 1e-6 1e-6 1e-6'
			# a tenth of a mm; a gain of 0.05 N, 4 N mm
			[ $form = float ] || { near='5.1e-5' load='0.5 0.5 0.5 0.02 0.02 0.02 4e-4 4e-4 4e-4'; }
			ok "$processor, $form, type $type: markers" far "$near"
			awk 'NR % 4 == 1' "$SCRATCH/plate" | tr ' ' , | cut -d , -f 2- >"$SCRATCH/theirs"
			head -n 1 "$SCRATCH/rows" | tr , '\n' | grep -n '^plate1_force_x' | cut -d : -f 1 >"$SCRATCH/first"
			first=$(cat "$SCRATCH/first")
			cut -d , -f "$first-$((first + 8))" "$SCRATCH/rows" | sed 1d >"$SCRATCH/ours"
			ok "$processor, $form, type $type: the plate at the frames" far "$load"
		done
	done
done
is 'columns' 'frame,t,knee.x,knee.y,knee.z,left heel.x,left heel.y,left heel.z,EMG,ch1,ch2,ch3,ch4,ch5,ch6,plate1_force_x' "$(head -n 1 "$SCRATCH/rows" | cut -d , -f 1-16)"
is 'times and numbers of frames' '11,0 12,0.01 13,0.02 14,0.03 15,0.04' "$(sed 1d "$SCRATCH/rows" | cut -d , -f 1,2 | paste -s -d ' ')"
is 'a channel, scaled' '0 1.2 2.4 3.6' "$(sed 1d "$SCRATCH/rows" | cut -d , -f 9 | head -n 4 | xargs printf '%.4g ' | sed 's/ $//')"
# loads take every sample: a wrench on a body at rest is its generalized force, n_z + (p x f)_z
perl $files/c3d.pl intel float 2 >"$SCRATCH/trial.c3d"
awk '{ print $1 ",0,0,0" }' "$SCRATCH/plate" | sed '1i t,q.j,qd.j,qdd.j' | "$RIGIDC" eval "$SCRATCH/arm.rig" -f rnea --loads="$SCRATCH/loads.xml" --gravity='(0,0,-9.81)' 2>"$SCRATCH/err" >"$SCRATCH/ours"
awk '{ printf "%.9g\n", -($7 + $8 * $3 - $9 * $2) }' "$SCRATCH/plate" >"$SCRATCH/theirs"
ok 'loads of every sample' far 1e-3
ok 'plot draws a .c3d' sh -c "'$RIGIDC' plot '$SCRATCH/trial.c3d' --columns='plate1_force_z' | grep -q plate1_force_z"

# lies, each found: bytes of the file are replaced
lie() { perl -e 'local $/; binmode STDIN; my $c = <STDIN>; substr($c, $ARGV[0], length $ARGV[1]) = $ARGV[1]; print $c' "$@" <"$SCRATCH/trial.c3d" >"$SCRATCH/in"; }
head -c 3000 "$SCRATCH/trial.c3d" >"$SCRATCH/in"
refuses 'a file that is cut' 'stdin: error: the header says 5 frames, and there are [0-4]: the file is cut'
head -c 400 "$SCRATCH/trial.c3d" >"$SCRATCH/in"
refuses 'half of a header' 'a header of 512 bytes'
head -c 600 "$SCRATCH/trial.c3d" >"$SCRATCH/in"
refuses 'half of the parameters' 'beyond the end of the file'
lie 515 "$(printf '\127')"
refuses 'another processor' 'the processor is 87, not 84, 85 or 86'
lie 8 "$(printf '\377\376')"
refuses 'more frames than there are' 'says 65269 frames, and there are 5'
lie 2 "$(printf '\377\377')"
refuses 'more markers than there are' 'the file is cut'
lie 4 "$(printf '\035')"
refuses 'another count of samples' 'counts of analog channels contradict each other'
lie 16 "$(printf '\377')"
refuses 'frames beyond the end' 'there are no frames'
lie 0 "$(printf '\037')"
refuses 'parameters beyond the end' 'the parameters are beyond the end of the file'
perl $files/c3d.pl intel float 5 2>/dev/null >"$SCRATCH/in"
refuses 'a plate of another type' 'force plate 1 is of type 5: types 1 to 4 are read'
perl -pe 'BEGIN { binmode STDIN; binmode STDOUT } s/UNITS(..\xff\x01\x02)mm/UNITS$1in/s' <"$SCRATCH/trial.c3d" >"$SCRATCH/in"
refuses 'another unit' "units of markers are m, cm or mm, not 'in'"
finish
