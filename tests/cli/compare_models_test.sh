#!/bin/sh
# compare: models that agree in other formats, orders, frames and bases; single mistakes, each found by name and line; what only
# one model has; joints that turn the other way; constraints, struts and states.
. tests/tap.sh

# a model with all that a URDF can say, and the same as URDF
cat >"$SCRATCH/arm.rig" <<'RIG'
model arm
body upper on world at (0, 0, 1 m) {
  joint   shoulder : revolute(y) { limits (-90, 90) deg }
  mass    2 kg
  com     (0, 0, -200 mm)
  inertia diag(20, 20, 4) g m^2
}
body lower on upper at (0, 0, -400 mm), rz(30 deg) {
  joint   elbow : revolute(x)
  mass    1 kg
  com     (0, 0, -100 mm)
  inertia tensor(10, 10, 2, xy = 1) * 1 g m^2
}
body grip on lower at (0, 0, -300 mm) {
  joint   slide : prismatic(z) { limits (0, 50) mm }
  mass    0.2 kg
  inertia diag(1, 2, 3) * 1e-4 kg m^2
}
frame tool on grip at (0, 0, -50 mm)
RIG
cat >"$SCRATCH/arm.urdf" <<'URDF'
<robot name="arm">
  <link name="pedestal"/>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/>
    <origin xyz="0 0 -0.4" rpy="0 0 0.5235987755982988"/><axis xyz="1 0 0"/></joint>
  <joint name="shoulder" type="revolute"><parent link="pedestal"/><child link="upper"/>
    <origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-1.5" upper="1.5" effort="1" velocity="1"/></joint>
  <link name="lower"><inertial><origin xyz="0 0 -0.1"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.002" ixy="0.001" ixz="0" iyz="0"/></inertial></link>
  <link name="upper"><inertial><origin xyz="0 0 -0.2"/><mass value="2"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.004" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="grip"><inertial><mass value="0.2"/>
    <inertia ixx="1e-4" iyy="2e-4" izz="3e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="lower"/><child link="grip"/>
    <origin xyz="0 0 -0.3"/><axis xyz="0 0 1"/><limit lower="0" upper="0.05" effort="1" velocity="1"/></joint>
  <link name="tool"/>
  <joint name="hold" type="fixed"><parent link="grip"/><child link="tool"/><origin xyz="0 0 -0.05"/></joint>
</robot>
URDF
# told NAME FROM TO PATTERN...: the model with one text replaced differs, and each pattern is in what compare says
told() {
    sed "s|$2|$3|" "$SCRATCH/arm.rig" >"$SCRATCH/other.rig"
    told_name=$1
    shift 3
    if cmp -s "$SCRATCH/arm.rig" "$SCRATCH/other.rig"; then is "$told_name: replaced" yes no; fi
    exits "$told_name" 1 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/other.rig"
    for told_pattern; do ok "$told_name: $told_pattern" grep -qE -- "$told_pattern" "$SCRATCH/out"; done
}
verdict() { tail -n 1 "$SCRATCH/out"; }

# --- models that agree ---

exits 'a model and itself' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/arm.rig"
is 'exactly' 'the models agree exactly' "$(verdict)"
exits 'a model and its URDF, in another order, whose root has a link' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/arm.urdf"
is 'its head' "$SCRATCH/arm.rig and $SCRATCH/arm.urdf: 3 joints, 3 bodies and 1 frame of the same name; 8 random states, seed 1" \
    "$(head -n 1 "$SCRATCH/out")"
is 'names of one alone' "only in $SCRATCH/arm.urdf: body 'pedestal'" "$(grep '^only' "$SCRATCH/out")"
"$RIGIDC" import "$SCRATCH/arm.urdf" >"$SCRATCH/imported.rig"
exits 'a URDF and its import' 0 "$RIGIDC" compare "$SCRATCH/arm.urdf" "$SCRATCH/imported.rig"
for model in anymal_b hand gripper cart_pole loops/delta struts/crane knee; do
    exits "examples/$model.rig and itself" 0 "$RIGIDC" compare "examples/$model.rig" "examples/$model.rig"
    is 'exactly' 'the models agree exactly' "$(verdict)"
done
# loops are closed, in both models at the same independent coordinates
bars=examples/loops/fourbar.rig
exits 'a four-bar and itself' 0 "$RIGIDC" compare $bars $bars --tolerance=1e-14
ok 'at closed states' grep -q '; 8 random closed states, seed 1$' "$SCRATCH/out"
sed 's/hinge at (400, 0, 0) mm/hinge at (402, 0, 0) mm/' $bars >"$SCRATCH/longer.rig"
exits 'a longer bar' 1 "$RIGIDC" compare $bars "$SCRATCH/longer.rig"
ok 'turns the rocker otherwise' grep -q "orientation of 'rocker'" "$SCRATCH/out"
sed '/^loop/d; s/ *{ idle }//; /^generate/d' $bars >"$SCRATCH/cut.rig"
exits 'a linkage that is cut open' 1 "$RIGIDC" compare "$SCRATCH/cut.rig" $bars
is 'differs by its loop alone' "only in $bars: loop 'pin' ($bars:24) the models differ" "$(sed 1d "$SCRATCH/out" | xargs -d '\n' | sed 's/ *$//')"
sed 's/top at (200, 0, 0) mm/top at (20, 0, 0) mm/; /^pose/d' $bars >"$SCRATCH/short.rig"
exits 'a rocker that is too short' 1 "$RIGIDC" compare $bars "$SCRATCH/short.rig"
ok 'leaves the loop open' grep -q "closure of 'pin'" "$SCRATCH/out"
# the frame of a link may be declared elsewhere: all that is physical agrees
sed 's|joint   elbow : revolute(x)|joint   elbow : revolute(x) then (0, 0, -100 mm)|; s|com     (0, 0, -100 mm)|com     (0, 0, 0)|; s|on lower at (0, 0, -300 mm)|on lower at (0, 0, -200 mm)|' \
    "$SCRATCH/arm.rig" >"$SCRATCH/moved.rig"
exits 'the frame of a link elsewhere' 1 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/moved.rig"
is 'is one difference, of its position' "position of 'lower'" "$(grep -oE "[A-Za-z ]* of '.*'" "$SCRATCH/out" | sed 's/^ *//')"
# the base free in one and fixed in the other
sed 's/<link name="pedestal"\/>/<link name="pedestal"><inertial><mass value="3"\/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"\/><\/inertial><\/link>/' \
    "$SCRATCH/arm.urdf" >"$SCRATCH/fixed.urdf"
"$RIGIDC" import --base=free "$SCRATCH/fixed.urdf" >"$SCRATCH/free.rig"
exits 'a free base and a fixed one' 0 "$RIGIDC" compare "$SCRATCH/free.rig" "$SCRATCH/fixed.urdf"
ok 'is told' grep -q "^only in $SCRATCH/free.rig: free joint of the base 'pedestal'" "$SCRATCH/out"

# a joint of several coordinates, and a chain of joints of one each
cat >"$SCRATCH/cart.rig" <<'RIG'
model cart
body cart on world { joint drive : planar; mass 1 kg; com (1, 2, 3) cm; inertia diag(1, 1, 1) kg m^2 }
body nut on cart at (0, 0, 1 m) { joint screw : helical(z, 2 mm/rad); mass 1 kg; com (1 cm, 0, 0); inertia diag(1, 1, 1) kg m^2 }
RIG
"$RIGIDC" export "$SCRATCH/cart.rig" --to=urdf -o "$SCRATCH/cart.urdf" 2>/dev/null
exits 'planar and a chain of three joints' 0 "$RIGIDC" compare "$SCRATCH/cart.rig" "$SCRATCH/cart.urdf"
ok 'of the joints drive_x ...' grep -q ': 2 joints, 2 bodies' "$SCRATCH/out"
exits 'the other way round' 0 "$RIGIDC" compare "$SCRATCH/cart.urdf" "$SCRATCH/cart.rig"
sed 's/<mass value="1"/<mass value="2"/' "$SCRATCH/cart.urdf" >"$SCRATCH/heavy.urdf"
exits 'a chain of other mass' 1 "$RIGIDC" compare "$SCRATCH/cart.rig" "$SCRATCH/heavy.urdf"
ok 'differs in M, too' grep -q "^[0-9.]* *M of 'drive'" "$SCRATCH/out"

# --- one mistake each ---

told 'a mass' 'mass    1 kg' 'mass    1.5 kg' "^0\.333 +mass of 'lower'" ' 1 kg  .*/arm\.rig:10' ' 1\.5 kg  .*/other\.rig:10' '^the models differ$'
ok 'a mass: M differs too' grep -q "^[0-9.]* *M of '" "$SCRATCH/out"
is 'a mass: centres and poses agree' '' "$(grep -E '(centre of mass|inertia|position|orientation) of' "$SCRATCH/out")"
told 'a centre' 'com     (0, 0, -200 mm)' 'com     (0, 0, 200 mm)' "centre of mass of 'upper'" '\(0, 0, -0\.2\) m  .*/arm\.rig:5'
told 'an inertia' '(10, 10, 2' '(10, 10, 3' "inertia of 'lower'" '\(0\.01, 0\.001, 0\.01, 0, 0, 0\.002\) kg m\^2'
told 'an offset' '-400 mm' '-410 mm' "position of 'lower'" '\(0, 0, -0\.41\) m  .*/other\.rig:8'
is 'an offset: only of the body itself' "position of 'lower'" "$(grep -o "position of '.*'" "$SCRATCH/out")"
told 'a turn' '30 deg' '40 deg' "orientation of 'lower'" 'turned by 10 deg'
told 'a frame' '-50 mm' '-60 mm' "position of 'tool'"
told 'a kind' 'slide : prismatic(z) { limits (0, 50) mm }' 'slide : revolute(z)' "^1 +kind of 'slide'" ' prismatic  ' ' revolute  '
told 'a fixed joint' 'slide : prismatic(z) { limits (0, 50) mm }' 'slide : fixed' "^1 +kind of 'slide'|joint 'slide'"
told 'gravity' 'model arm' 'model arm\ngravity (0, -9.81, 0)' '^1\.41 +gravity' ' default$'
told 'a spring' 'revolute(x)' 'revolute(x) { spring 2 N m/rad at 0 }' "bias of 'elbow'"
told 'an armature' 'revolute(x)' 'revolute(x) { armature 1 g m^2 }' "M of '" "armature of 'elbow'" '^ +none  .*arm\.rig:9$' '^ +0\.001 kg m\^2  .*other\.rig:9$'
is 'an armature: nothing else' 'M armature' "$(sed -n "s/^[0-9.e-]* *\([A-Za-z ]*\) of '.*/\1/p" "$SCRATCH/out" | sort | xargs)"
exits 'an armature: --without=armature' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/other.rig" --without=armature
told 'damping and friction of a slide' 'prismatic(z) {' 'prismatic(z) { damping 3 N s/m; friction 2 N at 0.1 m/s;' "bias of 'slide'" \
    "damping of 'slide'" "friction of 'slide'" '^ +3 N s/m  .*other\.rig:15$' '^ +2 N  .*other\.rig:15$'
is 'damping and friction: nothing else' 'bias damping friction' "$(sed -n "s/^[0-9.e-]* *\([A-Za-z ]*\) of '.*/\1/p" "$SCRATCH/out" | sort | xargs)"
exits 'damping and friction: --without=damping' 1 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/other.rig" --without=damping
is 'damping and friction: one is left' 'bias friction' "$(sed -n "s/^[0-9.e-]* *\([A-Za-z ]*\) of '.*/\1/p" "$SCRATCH/out" | sort | xargs)"
exits 'damping and friction: without both' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/other.rig" --without=damping,friction
sed 's|0.1 m/s|0.2 m/s|' "$SCRATCH/other.rig" >"$SCRATCH/smooth.rig"
exits 'another velocity of friction' 1 "$RIGIDC" compare "$SCRATCH/smooth.rig" "$SCRATCH/other.rig"
ok 'is told' grep -q "velocity that smooths the friction of 'slide'" "$SCRATCH/out"
told 'a joint that is missing' 'joint   elbow : revolute(x)' 'joint   knee : revolute(x)' "^only in .*/arm\.rig: joint 'elbow' \(.*/arm\.rig:9\)" \
    "^only in .*/other\.rig: joint 'knee' "
exits 'its other name is given by --same' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/other.rig" --same elbow=knee
sed 's/"elbow"/"el bow"/; s/"lower"/"lo=wer"/' "$SCRATCH/arm.urdf" >"$SCRATCH/odd.urdf"
exits 'names in quotation marks' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/odd.urdf" --same 'elbow="el bow"' --same 'lower = "lo=wer"'
sed 's/"lo=wer"/"low"/' "$SCRATCH/odd.urdf" >"$SCRATCH/low.urdf"
exits 'a body without a pair is found by its joint' 1 "$RIGIDC" compare "$SCRATCH/fixed.urdf" "$SCRATCH/low.urdf"

# --- coordinates that count from other places ---

# shifted NAME SCRIPT EXIT LINES: the model after a script of sed, compared in both directions
shifted() {
    sed "$2" "$SCRATCH/arm.rig" >"$SCRATCH/other.rig"
    for shifted_pair in "arm.rig other.rig" "other.rig arm.rig"; do
        set -- "$1" "$2" "$3" "$4" $shifted_pair
        exits "$1: $shifted_pair" "$3" "$RIGIDC" compare "$SCRATCH/$5" "$SCRATCH/$6"
        is "$1: $shifted_pair: coordinates" "$4" "$(sed -n "s/^shifted coordinate[a-z]*: '\([^']*\)' in .* is \(minus \)\{0,1\}that in .* \([a-z]* [0-9.]* [a-z]*\) (.*/\1 \3/p" "$SCRATCH/out" | sed "s/ plus\| minus/ by/" | paste -sd:)"
    done
}
shifted 'a hinge from another place' 's/rz(30 deg)/rz(30 deg), rx(20 deg)/' 0 'elbow by 0.349066 rad'
is 'a hinge: the sign' plus "$(sed -n 's/.* is that in .* \(plus\|minus\) .*/\1/p' "$SCRATCH/out")"
shifted 'a slide with its limits' 's/(0, 0, -300 mm) {/(0, 0, -290 mm) {/; s/(0, 50) mm/(-10, 40) mm/' 0 'slide by 0.01 m'
shifted 'a slide with the same limits is elsewhere' 's/(0, 0, -300 mm) {/(0, 0, -290 mm) {/' 1 ''
shifted 'a hinge from another place, and another mass' 's/rz(30 deg)/rz(30 deg), rx(-20 deg)/; s/0.2 kg/0.3 kg/' 1 'elbow by 0.349066 rad'
ok 'the mass alone and what follows from it differ' sh -c '! grep -qE "(position|orientation|centre of mass) of" "$1"' - "$SCRATCH/out"
shifted 'a turned axis from another place' 's/rz(30 deg)/rz(30 deg), rx(20 deg)/; s/elbow : revolute(x)/elbow : revolute(-x)/' 0 'elbow by 0.349066 rad'
ok 'both are told' grep -q "^axis turned round: joint 'elbow'" "$SCRATCH/out"
ok 'the shift with both signs' grep -qE "^shifted coordinate: 'elbow' in .* is minus that in .* plus 0\.349066 rad " "$SCRATCH/out"
"$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/other.rig" --json >"$SCRATCH/shifted.json"
is 'shifts as JSON' 'elbow 0.349' "$(python3 -c 'import json, sys; print(*["%s %.3f" % (s["coordinate"], s["by"]) for s in json.load(sys.stdin)["shifted"]])' <"$SCRATCH/shifted.json")"
# a linkage in SDFormat counts from the state that the file shows
"$RIGIDC" export examples/loops/fivebar.rig --to=sdf -o "$SCRATCH/bars.sdf" 2>/dev/null
exits 'a linkage in SDFormat' 0 "$RIGIDC" compare examples/loops/fivebar.rig "$SCRATCH/bars.sdf"
is 'four coordinates are shifted' 4 "$(grep -c '^shifted coordinate: ' "$SCRATCH/out")"
sed '/name="right_rod"/,/<.link>/s/<mass>/<mass>1/' "$SCRATCH/bars.sdf" >"$SCRATCH/heavy_bars.sdf"
exits 'another mass in it' 1 "$RIGIDC" compare examples/loops/fivebar.rig "$SCRATCH/heavy_bars.sdf"
is 'is all that differs' 'M bias mass' "$(sed -n "s/^[0-9.e-]* *\([A-Za-z ]*\) of '.*/\1/p" "$SCRATCH/out" | sort | xargs)"
"$RIGIDC" export examples/loops/slider_crank.rig --to=sdf -o "$SCRATCH/crank.sdf" 2>/dev/null
exits 'a dependent coordinate' 0 "$RIGIDC" compare examples/loops/slider_crank.rig "$SCRATCH/crank.sdf"
ok 'is told' grep -q "^shifted coordinate: 'piston' in .*/crank.sdf is that in .*slider_crank.rig minus 0.17 m " "$SCRATCH/out"
"$RIGIDC" export examples/loops/stewart.rig --to=sdf -o "$SCRATCH/stewart.sdf" 2>/dev/null
exits 'universal joints as chains' 0 "$RIGIDC" compare examples/loops/stewart.rig "$SCRATCH/stewart.sdf"
exits 'the other way round' 0 "$RIGIDC" compare "$SCRATCH/stewart.sdf" examples/loops/stewart.rig
cat >"$SCRATCH/boat.rig" <<'RIG'
model boat
body hull on world at (1, 0, 0) m, rz(90 deg) { joint float : free; mass 1 kg; com (0, 0, 10 mm); inertia diag(1, 2, 2) kg m^2 }
body mast on hull at (1, 0, 0) m { joint turn : revolute(x); mass 1 kg; com (0, 0, 1 m); inertia diag(1, 1, 1) kg m^2 }
RIG
sed 's/ at (1, 0, 0) m, rz(90 deg)//' "$SCRATCH/boat.rig" >"$SCRATCH/origin.rig"
exits 'a free joint that counts from another frame' 0 "$RIGIDC" compare "$SCRATCH/boat.rig" "$SCRATCH/origin.rig"
ok 'is told' grep -q "^shifted coordinates: free joint 'float' counts from other frames of the world" "$SCRATCH/out"
exits 'the other way round' 0 "$RIGIDC" compare "$SCRATCH/origin.rig" "$SCRATCH/boat.rig"

# --- joints that turn the other way ---

sed 's/elbow : revolute(x)/elbow : revolute(-x)/; s/prismatic(z) { limits (0, 50) mm }/prismatic(-z) { limits (-50, 0) mm }/' \
    "$SCRATCH/arm.rig" >"$SCRATCH/turned.rig"
exits 'two joints that turn the other way' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/turned.rig"
is 'are told' 'elbow slide' "$(sed -n "s/^axis turned round: joint '\([a-z]*\)' has q in .*arm.rig and -q in .*/\1/p" "$SCRATCH/out" | xargs)"

# --- tolerance, seed, JSON, usage ---

sed 's/mass    1 kg/mass    1.000001 kg/' "$SCRATCH/arm.rig" >"$SCRATCH/near.rig"
exits 'a millionth' 1 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/near.rig"
exits 'within --tolerance' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/near.rig" --tolerance 1e-5
ok 'the largest is told' grep -q '^the models agree within 1e-05; largest difference 1e-06, mass of ' "$SCRATCH/out"
"$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/near.rig" --seed=7 >"$SCRATCH/seven"
ok 'another seed' grep -q 'seed 7$' "$SCRATCH/seven"
is 'the same seed gives the same' "$(cat "$SCRATCH/seven")" "$("$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/near.rig" --seed=7)"
exits 'JSON' 1 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/near.rig" --json
ok 'JSON has the numbers' python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
assert not a["agree"] and a["joints"] == 3 and a["states"] == 8 and a["tolerance"] == 1e-9
mass = [d for d in a["differences"] if d["quantity"] == "mass"]
assert len(mass) == 1 and mass[0]["name"] == "lower" and abs(mass[0]["relative"] - 1e-6) < 1e-11, mass
assert mass[0]["places"][1]["line"] == 10 and mass[0]["values"] == ["1 kg", "1.000001 kg"], mass
' "$SCRATCH/out"
exits 'one model' 2 "$RIGIDC" compare "$SCRATCH/arm.rig"
is 'says so' 'rigidc: compare needs two models: rigidc compare A B' "$(cat "$SCRATCH/err")"
exits 'both from standard input' 2 "$RIGIDC" compare - -
is 'one is a file' 'rigidc: compare: one of the two models comes from a file' "$(cat "$SCRATCH/err")"
exits 'three models' 2 "$RIGIDC" compare a b c
is 'the third is too many' "rigidc: compare takes two models: 'c' is too many" "$(cat "$SCRATCH/err")"
exits 'a name that no model has' 2 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/arm.rig" --same elbow=hip
is 'says so' "rigidc: --same: $SCRATCH/arm.rig has no body, frame or joint 'hip'" "$(cat "$SCRATCH/err")"
exits 'no pair of names' 2 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/arm.rig" --same elbow
exits 'a model with an error' 1 "$RIGIDC" compare "$SCRATCH/arm.rig" tests/model/wrong/parent-misspelt.rig
exits 'a file that is missing' 2 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/none.rig"
printf 'model t\nbody other on world { joint : fixed; mass 1 kg }\n' >"$SCRATCH/still.rig"
printf 'model t\nbody one on world { joint : fixed; mass 1 kg }\n' >"$SCRATCH/one.rig"
exits 'bodies without a name in common' 1 "$RIGIDC" compare "$SCRATCH/still.rig" "$SCRATCH/one.rig"
exits 'no name in common' 1 "$RIGIDC" compare examples/puma560.rig "$SCRATCH/arm.rig"
ok 'says how to pair names' grep -q '^no joint has the same name in both models: --same ' "$SCRATCH/out"

# --- numbers that are finite in neither model ---

cat >"$SCRATCH/root.rig" <<'RIG'
model m
body a on world { joint j : revolute(y); mass 1; com (0.1, 0, 0); inertia diag(1, 1, 1) }
body b on a at (1, 0, 0) { joint k : revolute(y) = sqrt(j / (1 rad) - 10) * 1 rad; mass 1; com (0.1, 0, 0); inertia diag(1, 1, 1) }
RIG
sed 's/sqrt(j/3 * sqrt(j/; s/- 10/- 12/' "$SCRATCH/root.rig" >"$SCRATCH/other_root.rig"
sed 's/sqrt(j/exp(1000 * j/; s/ - 10)/)/' "$SCRATCH/root.rig" >"$SCRATCH/steep.rig"
sed 's/com (0.1, 0, 0); inertia diag(1, 1, 1) }$/com (0.2, 0, 0); inertia diag(1, 1, 1) }/' "$SCRATCH/root.rig" >"$SCRATCH/other_centre.rig"
for other in root other_root; do
    exits "$other: not a number at any state" 1 "$RIGIDC" compare "$SCRATCH/root.rig" "$SCRATCH/$other.rig"
    ok "$other: is told" grep -q "^not compared, finite in neither model at any state: position of 'b', M of 'j', bias of 'j'$" "$SCRATCH/out"
    is "$other: the rest agrees" 'what was compared agrees exactly' "$(verdict)"
done
exits 'a model with numbers beside one without' 1 "$RIGIDC" compare "$SCRATCH/root.rig" "$SCRATCH/steep.rig"
is 'differ' 'the models differ' "$(verdict)"
exits 'a centre of mass of a body without a place' 1 "$RIGIDC" compare "$SCRATCH/root.rig" "$SCRATCH/other_centre.rig"
ok 'differs' grep -q "centre of mass of 'b'" "$SCRATCH/out"
exits 'infinite at some states' 0 "$RIGIDC" compare "$SCRATCH/steep.rig" "$SCRATCH/steep.rig"
ok 'is told' grep -q '^at 6 of 8 states some numbers are finite in neither model; they were not compared$' "$SCRATCH/out"
is 'the rest agrees, too' 'what was compared agrees exactly' "$(verdict)"
exits 'JSON of what was not compared' 1 "$RIGIDC" compare "$SCRATCH/root.rig" "$SCRATCH/root.rig" --json
ok 'has it' python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
assert not a["agree"] and not a["differences"] and a["partial_states"] == 8
assert [n["quantity"] for n in a["not_compared"]] == ["position", "M", "bias"] and a["not_compared"][0]["name"] == "b"
' "$SCRATCH/out"

# A constant that overflows: the place is that of the figures.
sed 's/^model m/&\ngravity (0, 0, -1e200)/; s/mass 1;/mass 1e150 kg;/; s/sqrt(j/(j/' "$SCRATCH/root.rig" >"$SCRATCH/heavy.rig"
exits 'a constant that overflows' 1 "$RIGIDC" compare "$SCRATCH/heavy.rig" "$SCRATCH/heavy.rig"
ok 'has the place of the figures' grep -q 'heavy.rig:2:[0-9]*: error: a constant of M and bias has no finite value: a figure of gravity is 1e+200' "$SCRATCH/err"

# Muscles: the option is for the OpenSim model alone.
"$RIGIDC" import examples/leg.osim --muscles >"$SCRATCH/leg.rig" 2>/dev/null
exits 'a model with muscles and its import' 0 "$RIGIDC" compare examples/leg.osim "$SCRATCH/leg.rig" --muscles
exits 'in the other order' 0 "$RIGIDC" compare "$SCRATCH/leg.rig" examples/leg.osim --muscles
exits 'without its muscles' 1 "$RIGIDC" compare examples/leg.osim "$SCRATCH/leg.rig"

# Inputs of the model: forces that read them are compared, with wrenches as inputs beside them.
cat >"$SCRATCH/tug.rig" <<'RIG'
model tug
input pull
input spare = 2
body bar on world { joint swing : revolute(y); mass 1 kg; com (0, 0, -0.5); inertia diag(1, 1, 1) kg m^2 }
wrench rope on bar { force (pull * 3 N + spare * 1 N, 0, 0) at (0, 0, -1) }
wrench hand on bar
RIG
exits 'a model with inputs and itself' 0 "$RIGIDC" compare "$SCRATCH/tug.rig" "$SCRATCH/tug.rig"
is 'exactly' 'the models agree exactly' "$(verdict)"
sed 's/pull \* 3 N/pull * 4 N/' "$SCRATCH/tug.rig" >"$SCRATCH/other.rig"
exits 'another force of an input whose default is 0' 1 "$RIGIDC" compare "$SCRATCH/tug.rig" "$SCRATCH/other.rig"
ok 'is in the bias' grep -q "bias of 'swing'" "$SCRATCH/out"
sed '/^input spare/d; s/spare \* 1 N/2 N/' "$SCRATCH/tug.rig" >"$SCRATCH/other.rig"
exits 'an input of one model alone has its default' 0 "$RIGIDC" compare "$SCRATCH/tug.rig" "$SCRATCH/other.rig"
sed 's/spare/rest/g' "$SCRATCH/tug.rig" >"$SCRATCH/other.rig"
exits 'inputs of two names have their defaults' 0 "$RIGIDC" compare "$SCRATCH/tug.rig" "$SCRATCH/other.rig"

# --- constraints on velocities, and J of loops ---

# differs NAME FILE SCRIPT PATTERN...: the model after a script of sed differs in both directions; the patterns are those of the first
differs() {
    differs_name=$1
    sed "$3" "$SCRATCH/$2.rig" >"$SCRATCH/other.rig"
    exits "$1: the other way round" 1 "$RIGIDC" compare "$SCRATCH/other.rig" "$SCRATCH/$2.rig"
    exits "$1" 1 "$RIGIDC" compare "$SCRATCH/$2.rig" "$SCRATCH/other.rig"
    is "$1: the verdict" 'the models differ' "$(verdict)"
    shift 3
    for differs_pattern; do ok "$differs_name: $differs_pattern" grep -qE -- "$differs_pattern" "$SCRATCH/out"; done
}
# quantities: all that differs
quantities() { sed -n "s/^[0-9.e-]* *\([A-Za-z ]* of '.*'\)$/\1/p" "$SCRATCH/out" | sort | paste -sd,; }

cat >"$SCRATCH/unicycle.rig" <<'RIG'
model unicycle
const r = 0.1 m
body hull on world at (0, 0, 0.1) { joint base : planar; mass 5 kg; inertia diag(0.1, 0.1, 0.2) kg m^2 }
body wheel on hull { joint axle : revolute(y); mass 1 kg; inertia diag(2, 4, 2) g m^2 }
constraint roll on hull in world = dot(v, ex) - r * axled
constraint side on hull in world = dot(v, ey)
RIG
exits 'a wheel that rolls and itself' 0 "$RIGIDC" compare "$SCRATCH/unicycle.rig" "$SCRATCH/unicycle.rig"
is 'exactly' 'the models agree exactly' "$(verdict)"
differs 'a wheel of another radius' unicycle 's/r = 0.1 m/r = 0.2 m/' "^0\.0976 +J of 'roll'" "-0\.1 by the rate of 'axle'  .*unicycle\.rig:5$" "-0\.2 by the rate of 'axle'"
is 'a wheel of another radius: nothing else' "J of 'roll'" "$(quantities)"
sed 's/= dot(v, ex) - r \* axled/= 3 * (r * axled - dot(v, ex)) + dot(v, ey) \/ 2/' "$SCRATCH/unicycle.rig" >"$SCRATCH/other.rig"
exits 'a combination of the same rows' 0 "$RIGIDC" compare "$SCRATCH/unicycle.rig" "$SCRATCH/other.rig"
cat >"$SCRATCH/geared.rig" <<'RIG'
model geared
body a on world { joint ja : revolute(x); mass 1 kg; inertia diag(1, 1, 1) }
body b on a at (0, 0, 1) { joint jb : revolute(x); mass 1 kg; inertia diag(1, 1, 1) }
constraint gear = jad - 2 * jbd
RIG
differs 'a gear of rates' geared 's/- 2 /- 3 /' "J of 'gear'" "-2 by the rate of 'jb'" "-3 by the rate of 'jb'"
differs 'a gear, and its rate' geared 's/jad - 2 \* jbd/ja - 2 * jb/' "^1 +kind of 'gear'" ' of velocities  .*geared\.rig:4$' ' of coordinates  .*other\.rig:4$'
is 'a gear, and its rate: nothing else' "kind of 'gear'" "$(quantities)"
sed 's/2 \* jbd/& { settle 50 ms }/' "$SCRATCH/geared.rig" >"$SCRATCH/other.rig"
exits 'settle is no difference' 0 "$RIGIDC" compare "$SCRATCH/geared.rig" "$SCRATCH/other.rig"
is 'settle is told' "only in $SCRATCH/other.rig: settle 'gear'" "$(grep '^only' "$SCRATCH/out")"
# the first model is closed where the second is, and the second moves in more ways
cat >"$SCRATCH/closed.rig" <<'RIG'
model closed
body a on world { joint ja : revolute(x); mass 1 kg; com (0, 0, 0.5); inertia diag(1, 1, 1) }
body b on a at (0, 0, 1) { joint jb : universal; mass 1 kg; com (0, 0, 0.5); inertia diag(1, 1, 1) }
body c on world at (0, 2, 0) { joint jc : revolute(x); mass 1 kg; com (0, 0, 0.5); inertia diag(1, 1, 1) }
body d on c at (0, 0, 1) { joint jd : universal; mass 1 kg; com (0, 0, 0.5); inertia diag(1, 1, 1) }
frame e on b at (0, 0, 1)
frame f on d at (0, 0, 1)
loop pin : revolute(x) from e to f
RIG
differs 'a loop with more freedom' closed 's/revolute(x) from/spherical from/' "J of 'pin'" '^ +a row  .*closed\.rig:8$' '^ +no such row  .*other\.rig:8$'
sed 's/from e to f/from f to e/' "$SCRATCH/closed.rig" >"$SCRATCH/other.rig"
exits 'the ends of a loop exchanged' 0 "$RIGIDC" compare "$SCRATCH/closed.rig" "$SCRATCH/other.rig"
sed 's/(0, 2, 0)/(0, 9, 0)/' "$SCRATCH/closed.rig" >"$SCRATCH/open.rig"
exits 'a loop that cannot be closed' 1 "$RIGIDC" compare "$SCRATCH/open.rig" "$SCRATCH/open.rig"
ok 'J is not compared' grep -q "^not compared, as loops were closed at no state: J of 'pin'$" "$SCRATCH/out"
# a body that an input moves: J qd + H ud
cat >"$SCRATCH/shaken.rig" <<'RIG'
model shaken
input shake: m moving
body plate on world { joint slide : prismatic(x) = shake; mass 1 kg; inertia diag(1, 1, 1) }
body a on plate { joint ja : revolute(x); mass 1 kg; inertia diag(1, 1, 1) }
body b on a at (0, 0, 1) { joint jb : prismatic(x); mass 1 kg; inertia diag(1, 1, 1) }
frame e on b at (1, 2, 3)
constraint roll on e in world = dot(v, ex) - 0.1 m * jad
RIG
differs 'an input that moves a row otherwise' shaken 's/= shake;/= 2 * shake;/' "J of 'roll'" " 1 by the rate of 'shake'" " 2 by the rate of 'shake'"

# --- struts and tendons without force, states, and what one model alone has without a difference ---

cat >"$SCRATCH/leg.rig" <<'RIG'
model leg
input command: N m
input torque: N m = 0 { rate (command - torque) / 50 ms }
input drift: m
param pull = 0 N
body thigh on world { joint hip : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body shank on thigh at (0, 0, -400 mm) { joint knee : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
tendon vastus over thigh at (30, 20, -200) mm, shank at (40, 21, 1) mm { force -pull }
strut rod between top and low { force pull }
wrench drive on shank { moment (0, torque, 0) }
wrench wind on shank { force (drift * 1 N/m, 0, 0) }
frame top on thigh at (-30, 0, -100) mm
frame low on shank at (-20, 0, -30) mm
frame high on shank at (-20, 0, 30) mm
RIG
exits 'a leg with a tendon, a strut and a state and itself' 0 "$RIGIDC" compare "$SCRATCH/leg.rig" "$SCRATCH/leg.rig"
is 'exactly' 'the models agree exactly' "$(verdict)"
differs 'a tendon elsewhere' leg 's/(40, 21, 1)/(80, 21, 1)/' "length of 'vastus'" ' m  .*leg\.rig:8$' ' m  .*other\.rig:8$'
is 'a tendon elsewhere: nothing else' "length of 'vastus'" "$(quantities)"
differs 'a strut elsewhere' leg 's/top and low/top and high/' "length of 'rod'"
differs 'another rate' leg 's/50 ms/500 ms/' "^0\.9 +rate of 'torque'" ' N m/s  .*leg\.rig:3$'
is 'another rate: nothing else' "rate of 'torque'" "$(quantities)"
differs 'no rate' leg 's/ { rate .*}//' "^1 +kind of 'torque'" ' state  .*leg\.rig:3$' ' input  .*other\.rig:3$'
is 'no rate: nothing else' "kind of 'torque'" "$(quantities)"
differs 'an input that moves' leg 's/drift: m/& moving/' "^1 +kind of 'drift'" ' input  ' ' moving input  '
differs 'a law of a state whose default is 0' leg 's/(0, torque, 0)/(0, 2 * torque, 0)/' "bias of '"
sed '/^input/d; /^wrench/d' "$SCRATCH/leg.rig" >"$SCRATCH/other.rig"
exits 'inputs, states and laws of one model alone are no difference' 0 "$RIGIDC" compare "$SCRATCH/leg.rig" "$SCRATCH/other.rig"
is 'are told' "only in $SCRATCH/leg.rig: input 'command', input 'drift', state 'torque', law 'drive', law 'wind'" "$(grep '^only' "$SCRATCH/out")"
exits 'as JSON' 0 "$RIGIDC" compare "$SCRATCH/leg.rig" "$SCRATCH/other.rig" --json
ok 'with their places' python3 -c '
import json, sys
a = json.load(open(sys.argv[1]))
assert a["agree"] and a["only"][1] == [], a
assert [(o["what"], o["name"], o["place"]["line"], o["differs"]) for o in a["only"][0]] == [
    ("input", "command", 2, False), ("input", "drift", 4, False), ("state", "torque", 3, False),
    ("law", "drive", 10, False), ("law", "wind", 11, False)], a["only"]
' "$SCRATCH/out"

# A free joint on another body is a ball and three sliders in MJCF, and is not paired with them.
printf 'model m\nbody a on world { joint j : revolute(x); mass 1 kg; inertia diag(1, 1, 1) }\nbody b on a { joint c : free; mass 1 kg; inertia diag(1, 1, 1) }\n' >"$SCRATCH/afloat.rig"
"$RIGIDC" export "$SCRATCH/afloat.rig" --to=mjcf -o "$SCRATCH/afloat.xml" 2>/dev/null
exits 'a free joint on another body, and its MJCF' 1 "$RIGIDC" compare "$SCRATCH/afloat.rig" "$SCRATCH/afloat.xml"
ok 'are of two kinds' grep -qE "^1 +kind of 'c'" "$SCRATCH/out"
finish
