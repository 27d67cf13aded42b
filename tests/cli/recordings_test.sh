#!/bin/sh
# Files of motion laboratories, as they are: `eval` of .mot and .sto with external loads and the filter of OpenSim. Moments of
# leg_patella are those of OpenSim 4.6 (leg_patella_id.sto, and leg_patella_id_uneven.sto without the motion's row 33), those of leg_swing are of splines
# by hand (leg_moments.csv).
. tests/tap.sh

files=tests/cli/recorded leg=examples/leg.osim
eval_of() { "$RIGIDC" eval "$@" 2>"$SCRATCH/err"; }
# numbers below a header of CSV or of a storage
numbers() { sed '1,/endheader/d' "$1" | sed 1d; }
near() { ok "$1" perl tests/near.pl "$2" "$3" "$4"; }

# --- the whole command: OpenSim's moments ---

perl -0777 -pe 's/<ConstraintSet.*?<\/ConstraintSet>//s' $files/leg_patella.osim >"$SCRATCH/leg.osim"
whole() { "$RIGIDC" eval "$SCRATCH/leg.osim" -f rnea --loads=$files/leg_patella_loads.xml --filter=opensim:6 -o "$SCRATCH/id.sto" 2>"$SCRATCH/err"; }
# OpenSim lists its coordinates in another order
in_order() { numbers "$1" | awk '{ print $1, $2, $3, $4, $5, $7, $6 }'; }
compare() {
	numbers "$SCRATCH/id.sto" >"$SCRATCH/ours"
	in_order $files/$2 >"$SCRATCH/theirs"
	ok "$1: rows" test "$(wc -l <"$SCRATCH/ours")" = "$(wc -l <"$SCRATCH/theirs")"
	ok "$1: as OpenSim has them, to its last digit" perl -e 'my @far;
		open my $a, "<", $ARGV[0]; open my $b, "<", $ARGV[1];
		while (my $x = <$a>) { my $y = <$b>; my @x = split " ", $x; my @y = split " ", $y;
			push @far, "$x$y" if @x != @y || grep { abs($x[$_] - $y[$_]) > 6e-9 } 0 .. $#x }
		print @far; exit !!@far' "$SCRATCH/ours" "$SCRATCH/theirs"
}
exits 'a motion with loads, filtered' 0 sh -c "'$RIGIDC' eval '$SCRATCH/leg.osim' -f rnea --loads=$files/leg_patella_loads.xml --filter=opensim:6 -o '$SCRATCH/id.sto' <$files/leg_patella.mot"
is 'the header of the file' 'Inverse Dynamics Generalized Forces|version=1|nRows=101|nColumns=7|inDegrees=no|endheader|time	hip_flexion_moment	hip_adduction_moment	hip_rotation_moment	knee_angle_moment	ankle_angle_moment	beta_force|' \
    "$(sed -n 1,7p "$SCRATCH/id.sto" | tr '\n' '|')"
compare 'a motion with loads, filtered' leg_patella_id.sto
sed '40d; s/nRows=101/nRows=100/' $files/leg_patella.mot | whole
compare 'uneven steps' leg_patella_id_uneven.sto

# --- splines alone, and the two forms of a motion ---

swing="$leg -f rnea --loads=$files/leg_loads.xml --filter=opensim --header"
eval_of $swing <$files/leg_swing_states.sto | sed 1d >"$SCRATCH/moments"
sed 1d $files/leg_moments.csv >"$SCRATCH/wanted"
near 'states, by splines alone' 1e-11 "$SCRATCH/wanted" "$SCRATCH/moments"
eval_of $swing <$files/leg_swing.mot | sed 1d >"$SCRATCH/degrees"
near 'the same in degrees, of ten digits' 1e-7 "$SCRATCH/wanted" "$SCRATCH/degrees"
is 'its columns' "$(head -n 1 $files/leg_moments.csv)" "$(eval_of $swing <$files/leg_swing.mot | head -n 1)"

# --- what a header says ---

# rows of --differentiate from a motion in rad, with the header
printf 'q.j,q.k\n' >"$SCRATCH/names"
cat >"$SCRATCH/arm.rig" <<'END'
model arm
joint bent(a, b: m) { rotate z by 2 * a; translate x by b }
body a on world { joint j : revolute(-z); mass 1 kg; com (1, 0, 0) m }
body b on a at (1, 0, 0) m { joint k : prismatic(x); mass 2 kg }
body c on b { joint l : bent; mass 3 kg; com (0, 0.2, 0) m }
END
# coordinates FILE: j, k, a, b of the rows
coordinates() { eval_of "$SCRATCH/arm.rig" -f fk:c --map 'q.l.b = b' "$@" | head -n 1; }
motion() { printf '%b\nendheader\n%s\n%s\n' "$1" "$2" "$3"; }
at() { echo "$@" | eval_of "$SCRATCH/arm.rig" -f fk:c; }
rad=$(perl -e 'printf "%.17g", 30 * 3.14159265358979323846 / 180')
is 'in degrees: only what turns by the coordinate itself' "$(at "$rad" 30 30 0.5)" "$(motion 'x\nversion=1\ninDegrees=yes' 'time j k a b' '0 30 30 30 0.5' | coordinates)"
is 'without a version: in degrees' "$(at "$rad" 30 30 0.5)" "$(motion 'name x\ndatacolumns 5' 'time j k a b' '0 30 30 30 0.5' | coordinates)"
is 'with one: in rad' "$(at 30 30 30 0.5)" "$(motion 'x\nversion=3' 'time j k a b' '0 30 30 30 0.5' | coordinates)"
is 'inDegrees=no without a version' "$(at 30 30 30 0.5)" "$(motion 'x\ninDegrees=no' 'time j k a b' '0 30 30 30 0.5' | coordinates)"
is 'blank lines, blanks and line ends of DOS' "$(at "$rad" 30 30 0.5)" \
    "$(printf 'x\r\nversion=1\r\nInDegrees = Yes\r\n\r\nendheader\r\n\r\n time  j\tk a   b\r\n 0 30 30\t30 0.5 \r\n\r\n' | coordinates)"
is 'names of the command' "$(at "$rad" 30 30 0.5)" "$(motion 'x\ninDegrees=yes' 'time q.j q.k q.l.a b' '0 30 30 30 0.5' | coordinates)"
is 'paths of states' "$(at 1 2 3 4)" "$(motion 'x\nversion=1' 'time /jointset/hip/j/value k/value /jointset/knee/a/value b' '0 1 2 3 4' | coordinates)"
is '--map comes first' "$(at 7 2 3 4)" "$(motion 'x\nversion=1' 'time j k a b' '0 1 2 3 4' | coordinates --map 'q.j = 7 * t + 7')"
is 'speeds of states' "$(echo 1 2 3 4 5 6 7 8 | eval_of "$SCRATCH/arm.rig" -f energy)" \
    "$(motion 'x\nversion=1' 'time j/value k a l/b/value /x/j/speed k_u a_u b_u' '0 1 2 3 4 5 6 7 8' | eval_of "$SCRATCH/arm.rig" -f energy)"
is 'a note has the columns that nothing takes' "'hand', 'foot'" \
    "$(motion 'x\nversion=1' 'time j k a b hand foot' '0 1 2 3 4 5 6' | coordinates >"$SCRATCH/out"; sed -n "s/.*takes the columns \(.*\) \[extra-column\]/\1/p" "$SCRATCH/err")"
is 'columns are kept' 't,hand,g.j,g.k,g.l.a,g.l.b 0,5' "$(motion 'x\nversion=1' 'time j k a b hand' '0 1 2 3 4 5' | eval_of "$SCRATCH/arm.rig" -f gravity --keep=columns | cut -d , -f 1-6 | sed '2s/\(,5\),.*/\1/' | paste -s -d ' ')"
# moments of a storage drive a simulation, degrees or not
motion 'x\nversion=1\ninDegrees=yes' 'time j_moment k_force' '0 1 2' >"$SCRATCH/tau.sto"
printf 't,tau.j,tau.k\n0,1,2\n' >"$SCRATCH/tau.csv"
of_motion() { "$RIGIDC" sim "$SCRATCH/arm.rig" --time 0.2 --dt 0.1 --method=rk4 --input "$1" 2>"$SCRATCH/err"; }
is 'moments drive sim' "$(of_motion "$SCRATCH/tau.csv")" "$(of_motion "$SCRATCH/tau.sto")"
ok 'plot draws a motion' sh -c "'$RIGIDC' plot $files/leg_swing.mot --columns='hip*' | grep -q hip_rotation"

# --- -o ---

printf '1 2 3 4\n' | "$RIGIDC" eval "$SCRATCH/arm.rig" -f gravity -o "$SCRATCH/rows.csv"
is '-o NAME.csv has names' "$(printf '1 2 3 4\n' | "$RIGIDC" eval "$SCRATCH/arm.rig" -f gravity --header)" "$(cat "$SCRATCH/rows.csv")"
printf 't,q.j,q.k,q.l.a,q.l.b\n5,1,2,3,4\n6,x,2,3,4\n' | "$RIGIDC" eval "$SCRATCH/arm.rig" -f gravity -o "$SCRATCH/none.csv" 2>"$SCRATCH/err"
ok 'after a bad row there is no file' test ! -e "$SCRATCH/none.csv"
printf 't,q.j,q.k,q.l.a,q.l.b\n5,1,2,3,4\n' | "$RIGIDC" eval "$SCRATCH/arm.rig" -f com -o "$SCRATCH/com.sto"
is '-o NAME.sto of another function' 'com version=1 nRows=1 nColumns=5 inDegrees=no endheader time mass c.x c.y c.z' \
    "$(sed 7q "$SCRATCH/com.sto" | tr '\t' ' ' | paste -s -d ' ')"
is 'its time' 5 "$(sed -n 8p "$SCRATCH/com.sto" | cut -f 1)"

# --- wrenches of any format ---

wrench() { eval_of "$SCRATCH/arm.rig" -f rnea --header "$@"; }
row='1,2,3,4,0.1,0.2,0.3,0.4,0,0,0,0'
names=q.j,q.k,q.l.a,q.l.b,qd.j,qd.k,qd.l.a,qd.l.b,qdd.j,qdd.k,qdd.l.a,qdd.l.b
{ sed 's/model arm/model arm\n/' "$SCRATCH/arm.rig"; echo 'wrench plate on c in world at point'; } >"$SCRATCH/plate.rig"
loaded() { printf '%s,f_ext.plate.fx,f_ext.plate.fy,f_ext.plate.px,f_ext.plate.py,f_ext.plate.nz\n%s,5,6,7,8,9\n' $names $row | eval_of "$@" -f rnea; }
is '--wrench=NAME=BODY:world:point is the statement' "$(loaded "$SCRATCH/plate.rig")" "$(loaded "$SCRATCH/arm.rig" --wrench=plate=c:world:point)"
is 'the words in another order, names in quotation marks' "$(loaded "$SCRATCH/plate.rig")" "$(loaded "$SCRATCH/arm.rig" '--wrench="plate" = "c":point:world')"
is 'without words: in axes of the body, at its origin' 6 "$(eval_of "$SCRATCH/arm.rig" -f rnea --wrench=p=c --help=columns | grep -c '^f_ext.p.*body c;')"
exits 'a name twice' 1 "$RIGIDC" info "$SCRATCH/arm.rig" -f rnea --wrench=p=c:world,p=b
ok 'a name twice: says so' grep -q "wrench 'p' is there twice" "$SCRATCH/err"
exits 'a name of the model' 1 "$RIGIDC" info "$SCRATCH/plate.rig" -f rnea --wrench=plate=b
exits 'another word' 1 "$RIGIDC" info "$SCRATCH/arm.rig" -f rnea --wrench=p=c:wrld
ok 'another word: says so' grep -q "no body or frame 'c:wrld'" "$SCRATCH/err"

# --- residuals of a free root ---

cat >"$SCRATCH/hop.rig" <<'END'
model hop
joint six(px: m, py: m, pz: m, tilt, list, turn) { translate (px, py, pz); rotate z by tilt; rotate x by list; rotate y by turn }
gravity (0, -10, 0) m/s^2
body trunk on world { joint root : six; mass 60 kg; com (0, 0.2, 0) m; inertia diag(1, 1, 1) kg m^2 }
body leg on trunk { joint hip : revolute(z); mass 10 kg; com (0, -0.3, 0) m }
END
sed 's/calcaneus/leg/; s/leg_loads.mot/hop.mot/' $files/leg_loads.xml >"$SCRATCH/hop.xml"
motion 'x\nversion=1' 'time 1_plate_vx 1_plate_vy 1_plate_vz 1_plate_px 1_plate_py 1_plate_pz 1_plate_tx 1_plate_ty 1_plate_tz' \
    "$(printf '0 0 600 0 0 0 0 0 0 0\n2 0 800 0 0 0 0 0 0 0')" >"$SCRATCH/hop.mot"
# stands still under 70 kg: 700 N are needed, the plate has 600 to 800; its centre of mass is (60 * 1.2 + 10 * 0.7)/70 high
motion 'x\nversion=1' 'time px py pz tilt list turn hip' "$(for t in 0 0.5 1 1.5 2; do echo "$t 0 1 0 0 0 0 0"; done)" |
    eval_of "$SCRATCH/hop.rig" -f rnea --loads="$SCRATCH/hop.xml" >"$SCRATCH/out"
is 'residuals: the worst' '100 N' "$(awk '$1 == "root.py" { print $3, $4 }' "$SCRATCH/err")"
is 'residuals: rms' 70.7 "$(awk '$1 == "root.py" { print $2 }' "$SCRATCH/err")"
ok 'residuals: limits' grep -q 'usual limits: 40 N, .*; 9.03 N m, .* of the centre of mass, 1.13 m' "$SCRATCH/err"
ok 'without a free root: none' sh -c "! '$RIGIDC' eval $swing <$files/leg_swing.mot 2>&1 >/dev/null | grep residuals"

# --- free and ball joints of OpenSim: their angles are a chain of the language ---

cat >"$SCRATCH/round.osim" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<OpenSimDocument Version="40000">
 <Model name="hop"><gravity>0 -9.80665 0</gravity>
  <BodySet><objects>
   <Body name="pelvis"><mass>10</mass><mass_center>-0.07 0.02 0.01</mass_center><inertia>0.1 0.09 0.06 0.002 0 0.001</inertia></Body>
   <Body name="thigh"><mass>8</mass><mass_center>0 -0.17 0.01</mass_center><inertia>0.13 0.035 0.14 0.001 -0.002 0.003</inertia></Body>
  </objects></BodySet>
  <JointSet><objects>
   <FreeJoint name="root"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/pelvis</socket_child_frame>
    <coordinates><Coordinate name="rx"/><Coordinate name="ry"/><Coordinate name="rz"/><Coordinate name="tx"/><Coordinate name="ty"/><Coordinate name="tz"/></coordinates></FreeJoint>
   <BallJoint name="hip"><socket_parent_frame>off</socket_parent_frame><socket_child_frame>/bodyset/thigh</socket_child_frame>
    <coordinates><Coordinate name="hx"/><Coordinate name="hy"/><Coordinate name="hz"/></coordinates>
    <frames><PhysicalOffsetFrame name="off"><socket_parent>/bodyset/pelvis</socket_parent><translation>-0.07 -0.06 0.08</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame></frames></BallJoint>
  </objects></JointSet>
 </Model>
</OpenSimDocument>
END
cat >"$SCRATCH/chain.rig" <<'END'
model chain
gravity (0, -9.80665, 0) m/s^2
joint six(tx: m, ty: m, tz: m, rx, ry, rz) { translate (tx, ty, tz); rotate x by rx; rotate y by ry; rotate z by rz }
joint three(hx, hy, hz) { rotate x by hx; rotate y by hy; rotate z by hz }
body pelvis on world { joint root : six; mass 10 kg; com (-0.07, 0.02, 0.01) m; inertia [0.1, 0.002, 0; 0.002, 0.09, 0.001; 0, 0.001, 0.06] }
body thigh on pelvis at (-0.07, -0.06, 0.08) m { joint hip : three; mass 8 kg; com (0, -0.17, 0.01) m; inertia [0.13, 0.001, -0.002; 0.001, 0.035, 0.003; -0.002, 0.003, 0.14] }
END
awk 'BEGIN {
	print "m\nversion=1\ninDegrees=yes\nendheader\ntime\trx\try\trz\ttx\tty\ttz\thx\thy\thz"
	for (i = 0; i <= 40; i++) {
		t = i / 40
		printf "%.3f\t%.9f\t%.9f\t%.9f\t%.9f\t%.9f\t%.9f\t%.9f\t%.9f\t%.9f\n", t, 20 * sin(3 * t), 15 * cos(2 * t), 10 * t,
			t, 0.9 + 0.1 * sin(5 * t), 0.2 * t * t, 30 * sin(4 * t), -20 * cos(3 * t), 25 * sin(2 * t)
	} }' >"$SCRATCH/round.mot"
for function in fk:thigh energy momentum acc:thigh; do
	for filter in '' --filter=opensim --filter=opensim:6; do
		for model in round.osim chain.rig; do
			eval_of "$SCRATCH/$model" -f $function $filter <"$SCRATCH/round.mot" >"$SCRATCH/$model.out"
		done
		near "angles of free and ball joints: $function $filter" 1e-11 "$SCRATCH/chain.rig.out" "$SCRATCH/round.osim.out"
	done
done
sed 's/\ttx\t/\tother\t/' "$SCRATCH/round.mot" | eval_of "$SCRATCH/round.osim" -f rnea >"$SCRATCH/out"
ok 'one of the angles is missing' sh -c "grep -q '1 column is missing' '$SCRATCH/err' && grep -qx ' *tx' '$SCRATCH/err'"
is 'the same as CSV, in rad' "$(sed 's/inDegrees=yes/inDegrees=no/' "$SCRATCH/round.mot" | eval_of "$SCRATCH/round.osim" -f rnea)" \
    "$(sed '1,/endheader/d; s/time/t/' "$SCRATCH/round.mot" | tr '\t' , | eval_of "$SCRATCH/round.osim" -f rnea --differentiate)"
is '--help=columns has the angles' 'rx ry rz tx ty tz hx hy hz' "$(eval_of "$SCRATCH/round.osim" -f rnea --help=columns | awk '/in OpenSim/ { print $1 }' | paste -s -d ' ')"

# --- the trial of the guide is what its script makes, and its moments are found again ---

mkdir "$SCRATCH/trial"
ok 'the script of the trial' sh -c "PATH='$(dirname "$RIGIDC")':\$PATH examples/trial/make.sh '$SCRATCH/trial'"
for name in grf.mot ik.mot; do
	numbers examples/trial/$name >"$SCRATCH/shipped"
	numbers "$SCRATCH/trial/$name" >"$SCRATCH/made"
	near "the trial: $name" 1e-3 "$SCRATCH/shipped" "$SCRATCH/made"
done
sed 1d examples/trial/moments.csv | tr , ' ' >"$SCRATCH/shipped"
sed 1d "$SCRATCH/trial/moments.csv" | tr , ' ' >"$SCRATCH/made"
near 'the trial: moments' 1e-3 "$SCRATCH/shipped" "$SCRATCH/made"

# --- bad inputs, each with its line ---

# refuses CODE NAME WORDS COMMAND...: from the input in $SCRATCH/in
refuses() {
	refused_code=$1 refused_name=$2 refused_words=$3
	shift 3
	"$RIGIDC" eval "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" <"$SCRATCH/in"
	is "$refused_name: exit" "$refused_code" $?
	ok "$refused_name: says so" grep -q -e "$refused_words" "$SCRATCH/err"
}
arm="$SCRATCH/arm.rig"
motion 'x\nversion=1' 'time j k a b' '0 1 2 3' >"$SCRATCH/in"
refuses 1 'a short row' 'stdin:5: error: 4 fields, and there are 5 names' "$arm" -f gravity
motion 'x\nversion=1' 'time j k a b' '0 1 2 x 3' >"$SCRATCH/in"
refuses 1 'a word' "stdin:5: error: 'x' is not a number" "$arm" -f gravity
motion 'x\nversion=1\nnRows=3' 'time j k a b' '0 1 2 3 4' >"$SCRATCH/in"
refuses 1 'fewer rows than the header says' 'says 3 rows, and there are 1: the file is cut' "$arm" -f gravity
motion 'x\nversion=1' 'time j k a b' '' >"$SCRATCH/in"
refuses 1 'no rows' 'there are no rows' "$arm" -f gravity
printf 'x\nversion=1\nendheader\n' >"$SCRATCH/in"
refuses 1 'no names' 'names of columns belong behind the line endheader' "$arm" -f gravity
motion 'x\nversion=1' 'time j k a' '0 1 2 3' >"$SCRATCH/in"
refuses 1 'a coordinate is missing' 'missing: *$' "$arm" -f gravity
ok 'a coordinate is missing: which' grep -q 'q.l.b' "$SCRATCH/err"
motion 'x\nversion=1' 'time j j k a b' '0 1 1 2 3 4' >"$SCRATCH/in"
refuses 1 'a name twice' "column 'j' is there twice" "$arm" -f gravity
motion 'x\nversion=1' 'j k a b' '1 2 3 4' >"$SCRATCH/in"
refuses 1 'no time' 'need a column t' "$arm" -f rnea
printf 'version 1\nx y\n' >"$SCRATCH/in"
refuses 1 'text that is no recording' 'stdin:2:\|missing' "$arm" -f gravity

cp $files/leg_swing.mot "$SCRATCH/in"
cp $files/leg_loads.mot "$SCRATCH/leg_loads.mot"
# loads EDIT: external loads with an edit of the file
loads() { sed "$1" $files/leg_loads.xml >"$SCRATCH/loads.xml"; }
loads 's/<point_expressed_in_body>ground/<point_expressed_in_body>calcaneus/'
refuses 1 'a point in axes of a body' "loads.xml:8:.*<point_expressed_in_body> is 'ground', not 'calcaneus'" $leg -f rnea --loads="$SCRATCH/loads.xml"
loads 's/1_plate_t/2_plate_t/'
refuses 1 'an identifier without columns' "loads.xml:11:.*leg_loads.mot has no column '2_plate_tx'" $leg -f rnea --loads="$SCRATCH/loads.xml"
loads 's/calcaneus/calcaneum/'
refuses 1 'a body that is none' "no body or frame 'calcaneum'" $leg -f rnea --loads="$SCRATCH/loads.xml"
loads 's/leg_loads.mot/none.mot/'
refuses 2 'no file' 'cannot read .*none.mot' $leg -f rnea --loads="$SCRATCH/loads.xml"
loads 's/ExternalForce/ExternalFarce/'
refuses 1 'no force' 'there is no force' $leg -f rnea --loads="$SCRATCH/loads.xml"
loads 's/<force_identifier>.*<\/force_identifier>//'
refuses 1 'a point without a force' 'an ExternalForce with a point has a force: <force_identifier>' $leg -f rnea --loads="$SCRATCH/loads.xml"
loads 's/<datafile>.*//'
refuses 1 'no rows' '<datafile>' $leg -f rnea --loads="$SCRATCH/loads.xml"
loads ''
sed '71,$d; s/nRows=101/nRows=60/' $files/leg_loads.mot >"$SCRATCH/leg_loads.mot"
refuses 1 'a plate that ends before the motion' 'stdin:17: error: t = 0.3 s, and .*leg_loads.mot has the times 0 to 0.295 s' $leg -f rnea --loads="$SCRATCH/loads.xml"
sed 's/^0.050	[^	]*/0.050	nan/' $files/leg_loads.mot >"$SCRATCH/leg_loads.mot"
refuses 1 'a plate with a gap' "leg_loads.mot:21: column '1_plate_vx' is no finite number" $leg -f rnea --loads="$SCRATCH/loads.xml"
sed 's/^0.050	/0.040	/' $files/leg_loads.mot >"$SCRATCH/leg_loads.mot"
refuses 1 'times of a plate that do not rise' "leg_loads.mot:21: the time does not rise" $leg -f rnea --loads="$SCRATCH/loads.xml"
refuses 2 'loads from standard input' 'so --loads needs a file' $leg -f rnea --loads=-
refuses 2 'an ending of -o' 'NAME.csv or NAME.sto' $leg -f rnea -o "$SCRATCH/moments.txt"
refuses 2 'a filter of another program' 'opensim' $leg -f rnea --filter=matlab:6
sed '14d; s/nRows=11/nRows=10/' $files/leg_swing.mot >"$SCRATCH/in"
refuses 2 'columns of resampled rows' '-o NAME.sto has the times' $leg -f rnea --filter=opensim:6 --keep=columns

# --- loads are in no one's way: force that is not applied, moments about the origin of the body ---

cp $files/leg_swing.mot "$SCRATCH/in"
cp $files/leg_loads.mot "$SCRATCH/leg_loads.mot"
loads 's/<applied_to/<appliesForce>false<\/appliesForce><applied_to/'
refuses 1 'a force that is off' 'there is no force' $leg -f rnea --loads="$SCRATCH/loads.xml"
loads '/point_identifier/d'
eval_of $leg -f rnea --loads="$SCRATCH/loads.xml" --help=columns | grep -c '^f_ext.plate.p' >"$SCRATCH/points"
is 'a force without a point acts at the origin of its body' 0 "$(cat "$SCRATCH/points")"
# CSV and a file in degrees are the same plate
sed '1,/endheader/d' $files/leg_loads.mot | tr '\t' , >"$SCRATCH/leg_loads.csv"
loads 's/leg_loads.mot/leg_loads.csv/'
is 'a plate as CSV' "$(eval_of $leg -f rnea --loads=$files/leg_loads.xml <"$SCRATCH/in")" "$(eval_of $leg -f rnea --loads="$SCRATCH/loads.xml" <"$SCRATCH/in")"

# --- rows one after the other still have their answers at once ---

mkfifo "$SCRATCH/to" "$SCRATCH/from"
"$RIGIDC" eval "$SCRATCH/arm.rig" -f gravity --map 'q.j = one' --map 'q.k = one' --map 'q.l.a = two' --map 'q.l.b = two' --header \
    <"$SCRATCH/to" >"$SCRATCH/from" 2>"$SCRATCH/err" &
exec 8>"$SCRATCH/to" 9<"$SCRATCH/from"
printf 'one two\n0 0\n' >&8
read -r head <&9
read -r answer <&9
is 'blanks between names: the header' g.j,g.k,g.l.a,g.l.b "$head"
ok 'blanks between names: an answer before the end' test -n "$answer"
exec 8>&- 9<&-
wait
finish
