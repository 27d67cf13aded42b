#!/bin/sh
# export: a robot in another format is the same robot when it is read again; what the format cannot say is an error, or a warning
# with --lossy. RIGIDC_ROBOTS names a folder of more robots.
. tests/tap.sh
LC_ALL=C
export LC_ALL

# agrees NAME MODEL [OPTIONS]: is $SCRATCH/out.urdf, exported from the model, the same robot to 1e-12?
agrees() {
    agrees_name=$1 agrees_model=$2
    shift 2
    exits "$agrees_name: written" 0 "$RIGIDC" export "$agrees_model" --to=urdf -o "$SCRATCH/out.urdf" "$@"
    exits "$agrees_name: the same robot" 0 "$RIGIDC" compare "$agrees_model" "$SCRATCH/out.urdf" --tolerance=1e-12 --keep=damping
    ok "$agrees_name: nothing is missing" test "$(grep -c '^only in' "$SCRATCH/out")" -le "${missing:-0}"
    if [ -n "$check_urdf" ]; then ok "$agrees_name: check_urdf" check_urdf "$SCRATCH/out.urdf"; fi
}
check_urdf=$(command -v check_urdf)

# --- examples that a URDF can say ---

for model in general6r rx90 double_pendulum iiwa14 panda puma560_akb solo12 ur5 stanford parts/snake parts/hexapod anymal_b; do
    left_out "${model##*/}" && continue
    # contacts are no part of a URDF
    missing=$(grep -c '^contact' "examples/$model.rig")
    [ "$model" = parts/hexapod ] && missing=6
    agrees "$model" "examples/$model.rig"
done
missing=0
for robot in "${RIGIDC_ROBOTS:-/nowhere}"/*.urdf; do
    [ -f "$robot" ] && agrees "${robot##*/}" "$robot" --keep=damping
done

# --- one feature each ---

cat >"$SCRATCH/all.rig" <<'RIG'
model "all & <sundry>"
body base on world at (0, 0, 1 m), rz(30 deg) { joint : free; mass 10 kg; com (1, 2, 3) mm; inertia diag(1, 1.2, 1.4) kg m^2 }
body "a \"b\"" on base at (100 mm, 0, 0), rpy(0.1, 0.2, 0.3) {
  joint "j<1>" : revolute((1, 2, 3)) { limits (-1, 2) rad; effort 5 N m; speed 3 rad/s; damping 0.5 N m s/rad; friction 0.2 N m at 0.01 rad/s }
  mass 1 kg; com (0, 0.1, 0) m; inertia tensor(0.1, 0.11, 0.12, xy = 0.01, yz = 0.02) * 1 kg m^2 in ry(20 deg)
}
body off on "a \"b\"" at rx(90 deg) { joint hinge : revolute(y) then (50 mm, 0, 20 mm), rz(40 deg); mass 1 kg; inertia diag(1, 1, 1) g m^2 }
body on_axis on off { joint axial : revolute(z) then (0, 0, 50 mm), rx(40 deg); mass 1 kg; inertia diag(1, 1, 1) g m^2 }
body slider on on_axis { joint slide : prismatic((0, 1, 1)) then (1, 2, 3) mm, rpy(1, 0, 0); mass 1 kg; inertia diag(1, 1, 1) g m^2 }
body held on slider at (0, 0, 1 cm) { joint : fixed; mass 0.1 kg; com (0, 0, 1 cm) }
body follower on held { joint follow : revolute(x) = -2 * hinge + 0.25 rad; mass 0.1 kg; inertia diag(1, 1, 1) g m^2 }
body bare on follower { joint bare_joint : revolute(-x) }
body tip on bare { joint tip_joint : revolute(y); mass 1 g; inertia diag(1, 1, 1) g mm^2 }
frame tool on tip at (0, 0, 1 mm), ry(90 deg)
frame "door" on world at (1, 1, 0) m
RIG
# the link that the hinge moves, and the frame that is declared off its axis
missing=1
agrees 'all features' "$SCRATCH/all.rig"
ok 'a free joint is floating, on the world' grep -q '<joint name="base" type="floating">' "$SCRATCH/out.urdf"
ok 'names have escapes' grep -q '<robot name="all &amp; &lt;sundry&gt;">' "$SCRATCH/out.urdf"
ok 'limits' grep -q '<limit lower="-1" upper="2" effort="5" velocity="3"/>' "$SCRATCH/out.urdf"
ok 'a coupling is a mimic' grep -q '<mimic joint="hinge" multiplier="-2" offset="0.25"/>' "$SCRATCH/out.urdf"
ok 'a body is seen' grep -q '<sphere radius=' "$SCRATCH/out.urdf"
is 'the same text again' "$(cat "$SCRATCH/out.urdf")" "$("$RIGIDC" export "$SCRATCH/all.rig" --to=urdf 2>/dev/null)"
exits 'a joint at a position' 0 "$RIGIDC" export "$SCRATCH/all.rig" --to=urdf --lock 'slide=5 mm' -o "$SCRATCH/locked.urdf"
is 'is fixed' 1 "$(grep -c '<joint name="slide" type="fixed">' "$SCRATCH/locked.urdf")"

cat >"$SCRATCH/chain.rig" <<'RIG'
model chain
body cart on world { joint drive : planar; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body cross on cart at (0, 0, 1 m) { joint u : universal then (1 cm, 0, 0); mass 1 kg; com (0, 0, 1 cm); inertia diag(1, 1, 1) kg m^2 }
body nut on cross { joint screw : helical(z, 2 mm/rad); mass 1 kg; com (1 cm, 0, 0); inertia diag(1, 1, 1) kg m^2 }
RIG
exits 'joints of several coordinates' 0 "$RIGIDC" export "$SCRATCH/chain.rig" --to=urdf -o "$SCRATCH/chain.urdf"
is 'are told' 3 "$(grep -c 'becomes [23] joints .*\[export-dropped\]' "$SCRATCH/err")"
is 'become chains' 'drive_x drive_y drive_theta u_a u_b u_frame screw screw_2' "$(sed -n 's/.*<joint name="\([^"]*\)".*/\1/p' "$SCRATCH/chain.urdf" | xargs)"
if [ -n "$check_urdf" ]; then ok 'that check_urdf takes' check_urdf "$SCRATCH/chain.urdf"; fi
# the same tau: order and meaning of coordinates are the same
echo '0.1 0.2 0.3 0.4 0.5 0.6  1 2 3 4 5 6  0.6 0.5 0.4 0.3 0.2 0.1' >"$SCRATCH/state"
ok 'with the same torques' perl -e 'my @a = split " ", $ARGV[0]; my @b = split " ", $ARGV[1]; die "@a / @b" if @a != 6 || grep { abs($a[$_] - $b[$_]) > 1e-12 } 0 .. 5' \
    "$("$RIGIDC" eval "$SCRATCH/chain.rig" -f rnea <"$SCRATCH/state" 2>/dev/null)" "$("$RIGIDC" eval "$SCRATCH/chain.urdf" -f rnea <"$SCRATCH/state" 2>/dev/null)"

# --- MJCF: tests/peers/export_test compares it with MuJoCo ---

cat >"$SCRATCH/mj.rig" <<'RIG'
model "mj & co"
gravity (0, 0, -1.62)
body cart on world at (0, 0, 1 m), rx(180 deg) { joint drive : planar; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body arm on cart { joint hinge : revolute(y) then (0.2, 0, 0) m { spring 3 N m/rad at 0.5; armature 0.1 kg m^2; limits (-1, 2) rad; effort 7 N m }; mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 1, 1) kg m^2 }
body leaf on arm { joint bend : revolute(x) = 0.5 rad - hinge * hinge / 1 rad; mass 1 kg; inertia tensor(2, 2, 3, xy = 1) * 1 kg m^2 }
body ball on leaf { joint socket : spherical; inertia diag(1, 1, 0) kg m^2; mass 1 kg }
frame tip on ball at (1, 0, 0) m
frame rope_2 on arm
tendon rope over cart, arm, tip { spring 2 N/m at 0.5 m; damping 1 N s/m }
pose bent { hinge = 1 rad }
RIG
exits 'MJCF' 0 "$RIGIDC" export "$SCRATCH/mj.rig" --to=mjcf -o "$SCRATCH/mj.xml"
has() { ok "MJCF: $1" grep -qE -- "$2" "$SCRATCH/mj.xml"; }
has 'gravity' '<option gravity="0 0 -1.62"/>'
has 'half a turn' '<body name="cart" pos="0 0 1" quat="0 1 0 0">'
has 'three joints of one body' '<joint name="drive_theta" type="hinge" axis="0 0 1"/>'
has 'a hinge off the origin' '<joint name="hinge" type="hinge" axis="0 1 0" pos="-0.2 0 0" limited="true" range="-1 2" armature="0.1" stiffness="3" springref="0.5"/>'
has 'a ball' '<joint name="socket" type="ball"/>'
has 'a frame' '<site name="tip" pos="1 0 0" size='
has 'a power' '<joint joint1="bend" joint2="hinge" polycoef="0.5 0 -1 0 0"/>'
has 'a tendon' '<spatial name="rope" stiffness="2" damping="1" springlength="0.5">'
has 'a point whose name a frame has' '<site site="rope_2_"/>'
has 'its points' '<site site="rope_3"/>'
has 'a pose' '<key name="bent" qpos="0 0 0 1 -0.5 1 0 0 0"/>'
has 'a motor' '<motor name="hinge" joint="hinge" ctrllimited="true" ctrlrange="-7 7"/>'
has 'a mark to be seen' '<geom type="sphere" size="[0-9.]*" pos="0.1 0 0" mass="0" contype="0" conaffinity="0"/>'
ok 'MJCF: moments in principal axes' perl -0777 -ne '/name="bend".*?/; /<inertial pos="0 0 0" mass="1" quat="([^"]*)" diaginertia="([^"]*)"/ or die;
    my @m = sort { $a <=> $b } split " ", $2; die "@m" if abs($m[0] - 1) > 1e-15 || abs($m[1] - 3) > 1e-15 || abs($m[2] - 3) > 1e-15' "$SCRATCH/mj.xml"
ok 'MJCF: elements nest' python3 -c 'import sys, xml.etree.ElementTree as E; r = E.parse(sys.argv[1]).getroot()
assert [b.get("name") for b in r.iter("body")] == ["cart", "arm", "leaf", "ball"] and r.find("worldbody/body/body/body/body") is not None and r.get("model") == "mj & co"' "$SCRATCH/mj.xml"
is 'MJCF: a moment of 0 is told' 1 "$(grep -c "inertia of 'ball' are raised to .*\[export-dropped\]" "$SCRATCH/err")"
exits 'MJCF: a linkage' 0 "$RIGIDC" export examples/loops/fourbar.rig --to=mjcf -o "$SCRATCH/bars.xml"
is 'MJCF: a pin is two points of its axis' 'pin_1 platform rocker: pin_2 platform rocker' \
    "$(sed -n 's/.*<connect name="\([^"]*\)" body1="\([^"]*\)" body2="\([^"]*\)" anchor="0.4 .*/\1 \2 \3/p' "$SCRATCH/bars.xml" | paste -sd: | sed 's/:/: /')"
ok 'MJCF: the file shows the first pose' grep -q '<joint name="motor" type="hinge" axis="0 -1 0" .*ref="0.523598775598' "$SCRATCH/bars.xml"
exits 'MJCF: rods' 0 "$RIGIDC" export examples/loops/delta.rig --to=mjcf -o "$SCRATCH/delta.xml"
is 'MJCF: are tendons that keep their length' '3 3' "$(grep -c '<spatial name="rod' "$SCRATCH/delta.xml") $(grep -c '<tendon name="rod.*tendon1="rod' "$SCRATCH/delta.xml")"
cat >"$SCRATCH/odd.rig" <<'RIG'
model odd
body world_2 on world { joint : free; mass 1 kg; inertia diag(1, 1, 3) kg m^2 }
body rider on world_2 { joint loose : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body leg on rider { joint knee : revolute(x) { passive -sin(knee) * 1 N m }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
RIG
exits 'MJCF: what it cannot say' 1 "$RIGIDC" export "$SCRATCH/odd.rig" --to=mjcf
is 'MJCF: an inertia of no solid body, a passive force' '2 4' "$(sed -n 's/^.*odd\.rig:\([0-9]*\):.*error: MJCF has no .*\[export-lost\]/\1/p' "$SCRATCH/err" | xargs)"
exits 'MJCF: with --lossy' 0 "$RIGIDC" export "$SCRATCH/odd.rig" --to=mjcf --lossy -o "$SCRATCH/odd.xml"
ok 'MJCF: MuJoCo repairs the inertia' grep -q 'balanceinertia="true"' "$SCRATCH/odd.xml"
is 'MJCF: a free joint on a body is three sliders and a ball' 'slide slide slide ball' "$(sed -n 's/.*name="loose[_xyz]*" type="\([a-z]*\)".*/\1/p' "$SCRATCH/odd.xml" | xargs)"
cat >"$SCRATCH/rotor.rig" <<'RIG'
model rotor
body a on world { joint base : free { armature (2, 2, 2, 2, 2, 2); friction (1, 1, 1, 1, 1, 1) at (1, 1, 1, 1, 1, 1) * 0.01 }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
RIG
exits 'MJCF: an armature along body axes' 1 "$RIGIDC" export "$SCRATCH/rotor.rig" --to=mjcf
ok 'MJCF: is told' grep -q "rotor.rig:2:.* error: MJCF has no armature along body axes: that of joint 'base' \[export-lost\]" "$SCRATCH/err"
ok 'MJCF: friction too' grep -q "rotor.rig:2:.* error: MJCF has no friction along body axes: that of joint 'base' \[export-lost\]" "$SCRATCH/err"
cat >"$SCRATCH/uneven.rig" <<'RIG'
model uneven
body a on world { joint c : spherical { damping (5, 2, 3); armature (0.4, 0.01, 0.02); friction (1, 2, 3) at (1, 1, 1) * 0.01 }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
RIG
exits 'MJCF: numbers of a ball that differ' 0 "$RIGIDC" export "$SCRATCH/uneven.rig" --to=mjcf --lossy -o "$SCRATCH/uneven.xml"
is 'MJCF: are left out' '<joint name="c" type="ball"/>' "$(grep -o '<joint.*' "$SCRATCH/uneven.xml")"
ok 'MJCF: and counted so' grep -q ' 0 of 4 numbers of joints' "$SCRATCH/err"
exits 'MJCF: an armature along the axes of the world' 0 "$RIGIDC" export tests/grammar/mjcf/values/mj_free_armature.xml --keep=damping --to=mjcf -o "$SCRATCH/rotor.xml"
exits 'MJCF: is the same robot' 0 "$RIGIDC" compare tests/grammar/mjcf/values/mj_free_armature.xml "$SCRATCH/rotor.xml" --keep=damping --tolerance=1e-12
exits 'MJCF: ending' 2 "$RIGIDC" export "$SCRATCH/mj.rig" --to=mjcf -o "$SCRATCH/mj.mjcf"

# An inertia that no solid body has, of a body that is fixed: with its carrier it is one.
cat >"$SCRATCH/motor.rig" <<'RIG'
model motor
body arm on world { joint elbow : revolute(y); mass 2 kg; com (0.1, 0, 0) m; inertia diag(1, 2, 2) g m^2 }
body motor on arm at (0.2, 0, 0.1) m, rpy(0.1, 0.2, 0.3) { joint : fixed; mass 0.5 kg; com (0.01, 0, 0) m; inertia diag(1, 2, 4) * 0.1 g m^2 }
body hand on motor at (0.1, 0, 0) m { joint wrist : revolute(x); mass 0.5 kg; com (0, 0.1, 0) m; inertia diag(1, 1, 1) g m^2 }
RIG
for to in mjcf sdf; do
    [ $to = mjcf ] && ending=xml || ending=$to
    exits "$to: an impossible inertia of a fixed body" 0 "$RIGIDC" export "$SCRATCH/motor.rig" --to=$to -o "$SCRATCH/motor.$ending"
    is "$to: is told" 1 "$(grep -c "motor.rig:3:.* note: the mass of 'motor' is that of 'arm', since no solid body has the inertia of each alone \[export-dropped\]" "$SCRATCH/err")"
    exits "$to: is the same robot" 0 "$RIGIDC" compare "$SCRATCH/motor.rig" "$SCRATCH/motor.$ending" --tolerance=1e-12
done
sed 's/joint : fixed/joint turn : revolute(z)/' "$SCRATCH/motor.rig" >"$SCRATCH/turning.rig"
# the same of the body that moves, with a solid one fixed on it
cat >"$SCRATCH/dummy.rig" <<'RIG'
model dummy
body base on world { joint : free; mass 1e-6 kg; inertia tensor(xx = 1, yy = 1, zz = 1, xy = 1, xz = 1, yz = 1) * 1e-6 kg m^2 }
body adapter on base at (0, 0, 0.1 m) { joint : fixed }
body trunk on adapter at (0, 0, 0.1 m), rx(30 deg) { joint : fixed; mass 20 kg; com (0.1, 0, 0) m; inertia diag(1, 2, 2) kg m^2 }
body leg on trunk at (0, 0, 0.1 m) { joint hip : revolute(x); mass 1 kg; com (0, 0.1, 0) m; inertia diag(1, 1, 1) g m^2 }
RIG
for to in mjcf sdf; do
    [ $to = mjcf ] && ending=xml || ending=$to
    exits "$to: a dummy root" 0 "$RIGIDC" export "$SCRATCH/dummy.rig" --to=$to -o "$SCRATCH/dummy.$ending"
    exits "$to: is the same robot" 0 "$RIGIDC" compare "$SCRATCH/dummy.rig" "$SCRATCH/dummy.$ending" --tolerance=1e-12
done
exits 'MJCF: of a body that moves it is an error' 1 "$RIGIDC" export "$SCRATCH/turning.rig" --to=mjcf

# --- what drives the joints, and the order of coordinates ---

cat >"$SCRATCH/driven.rig" <<'RIG'
model driven
body a on world { joint ja : revolute(z) { effort 3 N m }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body b on a { joint jb : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body c on b { joint jc : spherical { effort (1, 2, 3) N m }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body d on c { joint jd : prismatic(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body e on d { joint je : spherical { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
order jd, ja
RIG
exits 'MJCF: driven and idle joints' 0 "$RIGIDC" export "$SCRATCH/driven.rig" --to=mjcf -o "$SCRATCH/driven.xml"
is 'MJCF: motors of driven joints alone' 'ja ja -3 3:jc_x jc -1 1:jc_y jc -2 2:jc_z jc -3 3:jd jd' \
    "$(sed -n 's/.*<motor name="\([^"]*\)" joint="\([^"]*\)".*ctrlrange="\([^"]*\)".*/\1 \2 \3/p; s/.*<motor name="\([^"]*\)" joint="\([^"]*\)"\/>/\1 \2/p' "$SCRATCH/driven.xml" | paste -sd:)"
is 'MJCF: another order of coordinates is told' 1 "$(grep -c "driven.rig:5:.* note: the order of coordinates, 'jd' first, is left out" "$SCRATCH/err")"
is 'MJCF: idle joints are not told' 0 "$(grep -c 'idle \[export-dropped\]' "$SCRATCH/err")"
is 'MJCF: joints without a motor are idle when it is read' 'jb je' \
    "$("$RIGIDC" info "$SCRATCH/driven.xml" --json -f crba --search=none 2>/dev/null | python3 -c 'import json, sys; print(*[j["name"] for j in json.load(sys.stdin)["joints"] if j.get("idle")])')"
sed 's/spherical/revolute(x)/; s/(1, 2, 3)/1/' "$SCRATCH/driven.rig" >"$SCRATCH/hinges.rig"
for to in urdf sdf; do
    exits "$to: driven and idle joints" 0 "$RIGIDC" export "$SCRATCH/hinges.rig" --to=$to
    is "$to: idle joints and the order are told" '2 1' \
        "$(grep -c "hinges.rig:3:.*: 'jb' and 1 more are idle\|hinges.rig:5:.*order of coordinates, 'jd' first" "$SCRATCH/err") $(grep -c 'are idle \[export-dropped\]' "$SCRATCH/err")"
done
printf '<mujoco><worldbody><body><joint name="a"/><geom size="1"/><body><joint name="b"/><geom size="1"/></body></body></worldbody>
<tendon><fixed name="t"><joint joint="b" coef="1"/></fixed></tendon><actuator><motor joint="a"/><motor tendon="t"/></actuator></mujoco>\n' >"$SCRATCH/pulled.xml"
is 'MJCF: a motor of a tendon may drive any joint' 0 "$("$RIGIDC" import "$SCRATCH/pulled.xml" 2>/dev/null | grep -c idle)"

# --- SDFormat: its mass matrix straight from the file ---

# sdf_agrees NAME MODEL [OPTIONS]: M of the SDFormat file and of the model, where joint number i is at 0.1 i + 0.2
sdf_agrees() {
    sdf_name=$1 sdf_model=$2
    shift 2
    exits "$sdf_name: written" 0 "$RIGIDC" export "$sdf_model" --to=sdf -o "$SCRATCH/out.sdf" "$@"
    "$RIGIDC" info "$sdf_model" --json -f crba --search=none 2>/dev/null >"$SCRATCH/info"
    ok "$sdf_name: the same M" python3 - "$SCRATCH/out.sdf" "$SCRATCH/info" "$sdf_model" "$RIGIDC" <<'PYTHON'
import json, subprocess, sys
sdf, info, model, rigidc = sys.argv[1:]
joints = [(j["v"][0], j["name"]) for j in json.load(open(info))["joints"] if j["v"][1]]
text = open(sdf).read()
names = [name + "_joint" if 'joint name="%s"' % name not in text else name for _, name in sorted(joints)]
q = [0.1 * i + 0.2 for i in range(len(names))]
given = ["%s=%r" % pair for pair in zip(names, q)]
theirs = subprocess.run([sys.executable, "tests/cli/sdf_mass_matrix.py", sdf] + given, capture_output=True, text=True, check=True).stdout
ours = subprocess.run([rigidc, "eval", model, "-f", "crba"], input=" ".join(map(repr, q)), capture_output=True, text=True, check=True).stdout
a, b = [list(map(float, x.split())) for x in (theirs, ours)]
size = max(map(abs, b))
assert len(a) == len(b) == len(q) ** 2 and size > 0, (len(a), len(b))
worst = max(abs(x - y) for x, y in zip(a, b)) / size
assert worst < 1e-12, worst
PYTHON
}
for model in general6r ur5 stanford iiwa14 hand parts/snake; do sdf_agrees "SDFormat: $model" "examples/$model.rig"; done
cat >"$SCRATCH/sd.rig" <<'RIG'
model "sd & co"
gravity (0, 0, -1.62)
body a on world at (0, 0, 1 m), rx(170 deg) { joint ja : revolute((1, 2, 3) / sqrt(14)) then (0.2, 0.1, 0) m, ry(20 deg) { spring 3 N m/rad at 0.5; limits (-1, 2) rad; effort 7 N m; damping 0.1 N m s/rad }; mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 1, 1) kg m^2 }
body b on a at (1, 0, 0) m { joint b : prismatic(y) then rz(90 deg); mass 1 kg; inertia tensor(2, 2, 3, xy = 1) * 1 kg m^2 }
body c on b { joint jc : helical(x, 3 cm/rad) then (1, 2, 3) cm; mass 2 kg; com (1, 2, 3) cm; inertia diag(1, 1, 1) kg m^2 }
body d on c at (0, 1, 0) m { joint jd : revolute(z) = 0.5 rad - 2 * ja; mass 1 kg; com (0.3, 0, 0) m; inertia diag(1, 1, 1) kg m^2 }
body e on d { joint je : fixed; mass 0.5 kg; com (0, 0.3, 0) m; inertia diag(1, 1, 1) kg m^2 }
frame tip on e at (1, 0, 0) m
RIG
sdf_agrees 'SDFormat: turned frames, a screw, a coupling' "$SCRATCH/sd.rig"
has() { ok "SDFormat: $1" grep -qE -- "$2" "$SCRATCH/out.sdf"; }
has 'version of mimic' '<sdf version="1.11">'
has 'gravity in a world' '<gravity>0 0 -1.62</gravity>'
has 'a name that a link has' '<joint name="b_joint" type="prismatic">'
has 'limits' '<limit><lower>-1</lower><upper>2</upper><effort>7</effort></limit>'
has 'a spring' '<dynamics><damping>0.1</damping><friction>0</friction><spring_reference>0.5</spring_reference><spring_stiffness>3</spring_stiffness></dynamics>'
has 'a screw' '<joint name="jc" type="screw">'
has 'a frame' '<frame name="tip" attached_to="e">'
exits 'SDFormat: is the same robot' 0 "$RIGIDC" compare "$SCRATCH/sd.rig" "$SCRATCH/out.sdf" --tolerance=1e-12 --keep=damping --same b=b_joint
# all examples that SDFormat can say; a free joint has the name of its link there
for model in cart_pole double_pendulum general6r hand iiwa14 panda running_leg rx90 solo12 stanford ur5 anymal_b contacts/compass_walker \
    contacts/rimless_wheel parts/hexapod parts/rotor parts/snake gait/plates; do
    left_out "${model##*/}" && continue
    case $model in
    solo12) same=base=base_link ;;
    parts/hexapod) same=base=trunk ;;
    gait/plates) same=root=upper ;;
    *) same= ;;
    esac
    exits "SDFormat: $model" 0 "$RIGIDC" export "examples/$model.rig" --to=sdf -o "$SCRATCH/again.sdf"
    exits "SDFormat: $model is the same robot" 0 "$RIGIDC" compare "examples/$model.rig" "$SCRATCH/again.sdf" --tolerance=1e-12 --keep=damping \
        ${same:+--same "$same"}
done
exits 'SDFormat: a free base' 0 "$RIGIDC" export examples/anymal_b.rig --to=sdf -o "$SCRATCH/free.sdf"
is 'has no joint' 0 "$(grep -c 'type="free"\|<child>base<' "$SCRATCH/free.sdf")"
is 'at the origin of the world' '' "$(grep 'count from' "$SCRATCH/err")"
cat >"$SCRATCH/boat.rig" <<'END'
model boat
body hull on world at (1, 0, 0) m, rz(90 deg) { joint float : free; mass 1 kg; inertia diag(1, 1, 1) }
END
for format in mjcf sdf; do
    exits "$format: a free joint elsewhere" 0 "$RIGIDC" export "$SCRATCH/boat.rig" --to=$format
    is "$format: another origin is a note" 1 "$(grep -c "boat.rig:2:.* note: coordinates of joint 'float' count from the origin of the world \[export-dropped\]" "$SCRATCH/err")"
done
# Loops: SDFormat counts coordinates from the closed state that the file shows, which is that of `assemble`.
# sdf_loops_agree NAME MODEL FN COUNT [OPTIONS]: FN of the file and of the model at random states; COUNT coordinates are not 0 there
sdf_loops_agree() {
    loops_name=$1 loops_model=$2 loops_function=$3 loops_moved=$4
    shift 4
    exits "$loops_name: written" 0 "$RIGIDC" export "$loops_model" --to=sdf -o "$SCRATCH/loops.sdf"
    is "$loops_name: coordinates that are not 0 are told" "$loops_moved" "$(grep -c 'in the model where it is 0 in the file' "$SCRATCH/err")"
    "$RIGIDC" assemble "$loops_model" "$@" >"$SCRATCH/closed" 2>/dev/null
    ok "$loops_name: the same $loops_function" python3 - "$RIGIDC" "$loops_model" "$SCRATCH" "$loops_function" <<'PYTHON'
import json, math, random, subprocess, sys
rigidc, model, scratch, function = sys.argv[1:]
closed = list(map(float, open(scratch + "/closed").read().split()))
random.seed(1)
def numbers(file, rows, function):
    text = "".join(" ".join(map(repr, row)) + "\n" for row in rows)
    done = subprocess.run([rigidc, "eval", file, "-f", function], input=text, capture_output=True, text=True, check=True)
    return [list(map(float, line.split())) for line in done.stdout.splitlines()]
info = json.loads(subprocess.run([rigidc, "info", model, "--json", "-f", "fd", "--search=none"], capture_output=True, check=True).stdout)
nq, nv = info["nq"], info["nv"]
def normal(q):
    for joint in info["joints"]:
        if joint["type"] in ("free", "spherical"):
            end = sum(joint["q"])
            size = math.hypot(*q[end - 4:end])
            q = q[:end - 4] + [x / size for x in q[end - 4:end]] + q[end:]
    return q
def drawn(base, size):
    return [x + random.uniform(-size, size) for x in base]
zero = [0 if x == 1 else x for x in closed]
states = [drawn(closed, 0.1) + drawn([0] * nv, 1) for _ in range(5)]
for _ in range(30): # where loops are closed and stay so
    states = numbers(model, [normal(s[:nq]) + s[nq:] for s in states], "project")
states = [normal(s[:nq]) + s[nq:] + drawn([0] * nv, 1) for s in states]
ours = numbers(model, states, "f=" + function)
theirs = numbers(scratch + "/loops.sdf", [[x - y for x, y in zip(s, zero)] + s[nq:] for s in states], "f=" + function)
assert len(ours) == len(theirs) == 5
for a, b in zip(ours, theirs):
    size = max(map(abs, a))
    assert len(a) == len(b) and size > 0 and max(abs(x - y) for x, y in zip(a, b)) < 1e-12 * size, (a, b)
PYTHON
}
sdf_loops_agree 'SDFormat: a four-bar' examples/loops/fourbar.rig fd+lambda 0
sdf_loops_agree 'SDFormat: a welded loop' examples/loops/two_arms.rig fd+lambda 0
sdf_loops_agree 'SDFormat: a slider-crank' examples/loops/slider_crank.rig fd+lambda 1
sdf_loops_agree 'SDFormat: a five-bar' examples/loops/fivebar.rig fd+lambda 4 --pose=middle
cat >"$SCRATCH/ends.rig" <<'RIG'
model ends
body a on world { joint ja : revolute(y) { spring 2 N m/rad at 0.1; limits (-1, 2) rad }; mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 1, 1) kg m^2 }
body b on a at (0.3, 0, 0) m { joint jb : spherical; mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 1, 1) kg m^2; frame tip at (0.2, 0, 0) m, rz(20 deg) }
body c on world { joint c : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame eye at (0.5, 0, 0) m, ry(10 deg) }
body d on world { joint jd : prismatic(z); mass 1 kg; com (0, 0.1, 0) m; inertia diag(1, 1, 1) kg m^2 }
body e on d { joint je : revolute(x) = 0.5 rad - 0.5 * ja; mass 1 kg; com (0, 0.1, 0.2) m; inertia diag(1, 1, 1) kg m^2 }
frame wall on world at (0.1, 0, 0) m, rx(0.5 rad)
frame slot on e at (0.1, 0, 0.3) m
loop ball : spherical from tip to eye
loop slide : prismatic(z) from wall to slot
RIG
sdf_loops_agree 'SDFormat: a ball of a free body, a slide on the world' "$SCRATCH/ends.rig" fd 0
is 'SDFormat: the free body is the parent of its loop' c "$(sed -n '/<joint name="ball"/,/<child>/s/ *<parent>\(.*\)<.parent>/\1/p' "$SCRATCH/loops.sdf")"
sed 's/^loop ball .*/loop ball : spherical from wall to eye/; s/^loop slide .*/loop tie : distance(30 cm) from wall to slot/' "$SCRATCH/ends.rig" >"$SCRATCH/odd_ends.rig"
sed -i 's/^body c on world/body c on world at (-0.4, 0, 0) m/' "$SCRATCH/odd_ends.rig"
exits 'SDFormat: loops that it cannot say' 1 "$RIGIDC" export "$SCRATCH/odd_ends.rig" --to=sdf
is 'SDFormat: are errors with their lines' '9 10' "$(sed -n 's/^.*odd_ends\.rig:\([0-9]*\):.*error: SDFormat has no loop.*\[export-lost\]/\1/p' "$SCRATCH/err" | xargs)"
exits 'SDFormat: what it cannot say' 1 "$RIGIDC" export "$SCRATCH/mj.rig" --to=sdf
is 'is an error with its line' '4 5 9' "$(sed -n 's/^.*mj\.rig:\([0-9]*\):.*error: SDFormat has no .*\[export-lost\]/\1/p' "$SCRATCH/err" | xargs)"

# --- shapes ---

cat >"$SCRATCH/solids.rig" <<'RIG'
model solids
body base on world { joint hinge : revolute(z)
  solid box(1 kg, 10 cm, 20 cm, 30 cm) at (1 m, 0, 0)
  solid cylinder(2 kg, 5 cm, 40 cm, x) at (0, 1 m, 0)
  solid sphere(3 kg, 7 cm)
  solid -cylinder(0.1 kg, 1 cm, 10 cm)
}
RIG
for to in urdf mjcf sdf; do
    [ $to = mjcf ] && ending=xml || ending=$to
    exits "shapes: $to" 0 "$RIGIDC" export "$SCRATCH/solids.rig" --to=$to -o "$SCRATCH/solids.$ending"
done
is 'shapes: a hole is told' 1 "$(grep -c 'solids.rig:6:.* note: 1 solid is not seen; the mass and inertia of the body have it' "$SCRATCH/err")"
# rounded FILE: numbers to 12 digits
rounded() { perl -pe 's/-?\d+\.\d+(e-?\d+)?/sprintf "%.12g", $&/ge' "$1"; }
is 'shapes: URDF' '<box size="0.1 0.2 0.3"/> <cylinder radius="0.05" length="0.4"/> <sphere radius="0.07"/>' \
    "$(rounded "$SCRATCH/solids.urdf" | sed -n '/<visual>/,/visual>/s/.*<geometry>\(.*\)<\/geometry>/\1/p' | xargs -d '\n')"
is 'shapes: URDF has them as collisions, too' 3 "$(grep -c '<collision>' "$SCRATCH/solids.urdf")"
is 'shapes: MJCF' 'box 0.05 0.1 0.15:cylinder 0.05 0.2:sphere 0.07' \
    "$(rounded "$SCRATCH/solids.xml" | sed -n 's/.*<geom type="\([a-z]*\)" size="\([^"]*\)".*/\1 \2/p' | paste -sd:)"
ok 'shapes: a cylinder along x' grep -qE 'type="cylinder".* quat="0?\.?[0-9]+ 0 0?\.?[0-9]+ 0"|type="cylinder".* quat="0\.5[0-9]* 0\.5[0-9]* 0\.5' "$SCRATCH/solids.xml"
is 'shapes: SDFormat' 3 "$(grep -c '<collision name=' "$SCRATCH/solids.sdf")"

# --- what a URDF cannot say ---

cat >"$SCRATCH/rich.rig" <<'RIG'
model rich
gravity (0, -9.81, 0)
param load = 1 kg
body a on world { joint ja : revolute(x) { armature 1 g m^2; spring 2 N m/rad at 0 }; mass load; inertia diag(1, 1, 1) kg m^2 }
body b on a { joint jb : spherical; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body c on a { joint jc : revolute(x) = ja * ja / 1 rad; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body d on a { joint jd : revolute(x) = sin(ja) * 1 rad; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
frame f on b at (1, 0, 0) m
strut cord between a and f { spring 1 N/m at 1 m }
pose bent { ja = 1 rad }
RIG
exits 'what is lost' 1 "$RIGIDC" export "$SCRATCH/rich.rig" --to=urdf -o "$SCRATCH/rich.urdf"
is 'is an error with its line' '2 4 4 5 6 7 9' "$(sed -n 's/^.*rich\.rig:\([0-9]*\):.*error: URDF has no .*\[export-lost\]/\1/p' "$SCRATCH/err" | xargs)"
ok 'and nothing is written' test ! -e "$SCRATCH/rich.urdf"
exits 'with --lossy' 0 "$RIGIDC" export "$SCRATCH/rich.rig" --to=urdf --lossy -o "$SCRATCH/rich.urdf"
is 'it is a warning' 7 "$(grep -c 'warning: URDF has no .*\[export-left-out\]' "$SCRATCH/err")"
is 'notes of what is no part of it' 2 "$(grep -c 'note: .*\[export-dropped\]' "$SCRATCH/err")"
exits 'and a URDF' 0 "$RIGIDC" check "$SCRATCH/rich.urdf"
is 'a ball is three hinges' 'jb_x jb_y jb_z' "$(sed -n 's/.*<joint name="\(jb[^"]*\)" type="continuous">/\1/p' "$SCRATCH/rich.urdf" | xargs)"
if [ -n "$check_urdf" ]; then ok 'that check_urdf takes' check_urdf "$SCRATCH/rich.urdf"; fi
printf 'model t\nbody "a\\x01" on world { joint : revolute(x); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n' >"$SCRATCH/control.rig"
exits 'a name that XML cannot have' 1 "$RIGIDC" export "$SCRATCH/control.rig" --to=urdf
xml() { /usr/bin/python3 -c 'import sys, xml.dom.minidom; [xml.dom.minidom.parse(file) for file in sys.argv[1:]]' "$@"; }
for name in 'a\x01' '\xff' '\xe2\x80\xae'; do
	cat >"$SCRATCH/control.rig" <<RIG
model t
body a on world { joint j : revolute(x); mass 1 kg; com (0, 0, 1 m); inertia diag(1, 1, 1) kg m^2 }
body b on a at (0, 0, 1 m) { joint k : revolute(x); mass 1 kg; com (0, 0, 1 m); inertia diag(1, 1, 1) kg m^2 }
frame f on world at (0, 1 m, 0)
loop "$name" : distance(2 m) from f to b
strut "s$name" between f and b { spring 1 N/m }
pose "p$name" { j = 0.1 }
RIG
	exits "loops, struts and poses named like $name" 1 "$RIGIDC" export "$SCRATCH/control.rig" --to=mjcf -o "$SCRATCH/control.xml"
	is 'are told' 3 "$(grep -c 'name with such bytes' "$SCRATCH/err")"
	exits 'with --lossy their bytes are written' 0 "$RIGIDC" export "$SCRATCH/control.rig" --to=mjcf --lossy -o "$SCRATCH/control.xml"
	ok 'in XML' xml "$SCRATCH/control.xml"
	exits 'that can be read' 0 "$RIGIDC" check "$SCRATCH/control.xml"
done

# --- names that readers refuse ---

# A root that is fixed is on the link world, and no fixed joint has the name of a link.
cat >"$SCRATCH/arm.rig" <<'RIG'
model arm
body base on world { joint : fixed; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body upper on base { joint shoulder : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body flange on upper at (0, 0, 1 m) { joint : fixed }
body tip on flange { joint tip_joint : revolute(x); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body disc on tip at (0, 0, 1 cm) { joint : fixed; inertia diag(1, 1, 2) g m^2 } // without a mass
frame tool0 on tip at (0, 0, 1 m)
frame tool0_joint on tip at (0, 0, 2 m)
RIG
exits 'a fixed root' 0 "$RIGIDC" export "$SCRATCH/arm.rig" --to=urdf -o "$SCRATCH/arm.urdf"
is 'is on the link world' '<parent link="world"/> <child link="base"/>' "$(grep -A 2 'name="base_joint" type="fixed"' "$SCRATCH/arm.urdf" | sed 1d | xargs -d '\n' | tr -s ' ' | sed 's/^ //')"
is 'no fixed joint has the name of a link' '' \
    "$(sed -n 's/.*<joint name="\([^"]*\)" type="fixed".*/\1/p' "$SCRATCH/arm.urdf" | while read -r name; do grep "<link name=\"$name\"" "$SCRATCH/arm.urdf"; done)"
exits 'is the same robot' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/arm.urdf" --tolerance=1e-12
# Drake demands <inertial> of every body of an MJCF file with inertiafromgeom="false".
exits 'MJCF of bodies without mass' 0 "$RIGIDC" export "$SCRATCH/arm.rig" --to=mjcf -o "$SCRATCH/arm.xml"
is 'has settings only where they are needed' '<compiler angle="radian"/>' "$(sed -n 's/^ *\(<compiler.*\)/\1/p' "$SCRATCH/arm.xml")"
exits 'is the same robot' 0 "$RIGIDC" compare "$SCRATCH/arm.rig" "$SCRATCH/arm.xml" --tolerance=1e-12

printf 'model bare\nframe f on world at (1, 2, 3) m\n' >"$SCRATCH/bare.rig"
exits 'SDFormat has no model without a link' 1 "$RIGIDC" export "$SCRATCH/bare.rig" --to=sdf -o "$SCRATCH/bare.sdf"
ok 'says so' grep -q "error: .*model without a body: that of 'bare' \[export-lost\]" "$SCRATCH/err"

# renamed FORMAT NAME NAME_IN_FILE: bodies, joints and frames of this name get another one, with notes, and the file can be read
renamed() {
    cat >"$SCRATCH/names.rig" <<RIG
model "$2"
body "$2" on world { joint "$2" : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body "$3" on "$2" at (0, 0, 1 m) { joint "$3" : revolute(x) = 2 * "$2"; mass 1 kg; com (0, 0, 1 m); inertia diag(1, 1, 1) kg m^2 }
frame "$2 tip$2" on "$3" at (0, 0, 1 m)
RIG
    exits "$1: a name like $2" 0 "$RIGIDC" export "$SCRATCH/names.rig" --to="$1" -o "$SCRATCH/names.$1"
    is "$1: a name like $2: notes" 4 "$(grep -c "has the name '.*' in the file, since .* has no name like it \[export-dropped\]" "$SCRATCH/err")"
    exits "$1: a name like $2: is read" 0 "$RIGIDC" check "$SCRATCH/names.$1"
    is "$1: a name like $2: M" "$(echo 0.3 | "$RIGIDC" eval "$SCRATCH/names.rig" -f crba)" "$(echo 0.3 | "$RIGIDC" eval "$SCRATCH/names.$1" -f crba 2>/dev/null)"
}
renamed urdf 'a${b}' 'a_{b}'
renamed urdf '$(a)' '_(a)'
renamed sdf ' a' a
renamed sdf 'a ' a
renamed sdf '  ' unnamed
renamed sdf 'a::b' a__b
printf 'model t\nbody "__a__" on world { joint j : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }\n' >"$SCRATCH/names.rig"
exits 'SDFormat: a name between underscores' 0 "$RIGIDC" export "$SCRATCH/names.rig" --to=sdf -o "$SCRATCH/names.sdf"
exits 'has none' 0 "$RIGIDC" compare "$SCRATCH/names.rig" "$SCRATCH/names.sdf" --same __a__=a
printf 'model t\nbody b on world { joint world : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }\n' >"$SCRATCH/names.rig"
exits 'SDFormat: a joint called world' 0 "$RIGIDC" export "$SCRATCH/names.rig" --to=sdf -o "$SCRATCH/names.sdf"
exits 'has another name' 0 "$RIGIDC" compare "$SCRATCH/names.rig" "$SCRATCH/names.sdf"
printf 'model t\nbody "world" on world { joint j : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }\n' >"$SCRATCH/names.rig"
exits 'URDF: a body called world' 0 "$RIGIDC" export "$SCRATCH/names.rig" --to=urdf -o "$SCRATCH/names.urdf"
is 'leaves its name to the root' 'world world_' "$(sed -n 's/.*<link name="\([^"]*\)".*/\1/p' "$SCRATCH/names.urdf" | xargs)"
for to in mjcf sdf; do
    [ $to = mjcf ] && ending=xml || ending=$to
    exits "$to: a body called world" 0 "$RIGIDC" export "$SCRATCH/names.rig" --to=$to -o "$SCRATCH/names.$ending"
    exits "$to: has another name" 0 "$RIGIDC" compare "$SCRATCH/names.rig" "$SCRATCH/names.$ending" --same world=world_
done
printf 'model t\nbody b on world { joint "a::b" : free; mass 1 kg; inertia diag(1, 1, 1) }\n' >"$SCRATCH/names.rig"
exits 'a free joint is no element of SDFormat' 0 "$RIGIDC" export "$SCRATCH/names.rig" --to=sdf
is 'and has no name there' 0 "$(grep -c 'has the name' "$SCRATCH/err")"

# --- the counts ---

counts() { "$RIGIDC" export "$@" 2>&1 >/dev/null | tail -n 1; }
is 'counts of a robot with all kinds' 'MJCF: 5 of 5 bodies, 3 of 3 moving joints, 1 of 2 numbers of joints, 0 of 1 input of a wrench, 1 of 1 pose; 5 balls mark bodies without shapes' "$(
    cat >"$SCRATCH/kinds.rig" <<'RIG'
model kinds
body a on world { joint ja : revolute(y) { damping 1 N m s/rad; speed 2 rad/s }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body b on a { joint jb : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body c on b { joint jc : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body d on c { joint : fixed; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body e on c { joint : fixed; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
wrench push on c
pose bent { ja = 1 rad }
RIG
    counts "$SCRATCH/kinds.rig" --to=mjcf
)"
cat >"$SCRATCH/seen.urdf" <<'URDF'
<robot name="t"><link name="base"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><sphere radius="1"/></geometry></visual><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>
URDF
is 'shapes are counted' 'URDF: 2 of 2 bodies, 1 of 1 moving joint, 3 of 3 shapes' "$(counts "$SCRATCH/seen.urdf" --to=urdf)"
sed 's/sphere radius/cone radius/g' "$SCRATCH/seen.urdf" >"$SCRATCH/cone.urdf" && mv "$SCRATCH/cone.urdf" "$SCRATCH/seen.urdf"
is 'those that a model does not have are not' 'URDF: 2 of 2 bodies, 1 of 1 moving joint, 1 of 1 shape; 1 ball marks a body without shapes' "$(counts "$SCRATCH/seen.urdf" --to=urdf)"
exits 'import tells them' 0 "$RIGIDC" import "$SCRATCH/seen.urdf"
is 'a note for each kind' 2 "$(grep -c '\[shapes-left-out\]' "$SCRATCH/err")"
exits 'unless they are switched off' 0 "$RIGIDC" import "$SCRATCH/seen.urdf" -W no-shapes-left-out
is 'which they are' 0 "$(grep -c 'shapes-left-out' "$SCRATCH/err")"
exits 'other commands do not' 0 "$RIGIDC" check "$SCRATCH/seen.urdf"
is 'tell them' '' "$(cat "$SCRATCH/err")"

# sizes of 0, which MuJoCo does not take
printf 'model flat\nbody a on world { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; visual sphere(0 m); visual cylinder(1 mm, 0 m); collision box(1 m, 0 m, 1 m); visual sphere(1 m) }\n' >"$SCRATCH/flat.rig"
exits 'sizes of 0' 0 "$RIGIDC" export "$SCRATCH/flat.rig" --to=mjcf -o "$SCRATCH/flat.xml"
is 'have a thickness in MJCF' 'sphere 2e-15:cylinder 0.001 1e-15:box 0.5 1e-15 0.5:sphere 1' \
    "$(sed -n 's/.*<geom type="\([a-z]*\)" size="\([^"]*\)".*/\1 \2/p' "$SCRATCH/flat.xml" | paste -sd:)"
is 'which is told' 1 "$(grep -c '3 shapes are of a size of 0, which is 2e-15 there' "$SCRATCH/err")"
exits 'in URDF' 0 "$RIGIDC" export "$SCRATCH/flat.rig" --to=urdf -o "$SCRATCH/flat.urdf"
is 'they stay' 1 "$(grep -c '<sphere radius="0"/>' "$SCRATCH/flat.urdf")"

# --- usage ---

exits 'no format' 2 "$RIGIDC" export "$SCRATCH/all.rig"
exits 'another ending' 2 "$RIGIDC" export "$SCRATCH/all.rig" --to=urdf -o "$SCRATCH/x.rig"
exits 'a model with an error' 1 "$RIGIDC" export tests/model/wrong/parent-misspelt.rig --to=urdf
# The ending of the file says the format.
exits 'a format by its file' 0 "$RIGIDC" export examples/ur5.rig -o "$SCRATCH/by_name.xml"
is 'is that of the file' "$("$RIGIDC" export examples/ur5.rig --to=mjcf 2>&1)" "$(cat "$SCRATCH/by_name.xml"; "$RIGIDC" export examples/ur5.rig -o "$SCRATCH/by_name.xml" 2>&1)"
exits 'an ending of no format' 2 "$RIGIDC" export examples/ur5.rig -o "$SCRATCH/by_name.txt"

# wraps: geoms without mass, and sites of their sides
cat >"$SCRATCH/wraps.rig" <<'RIG'
model wraps
body thigh on world { joint hip : revolute(z); mass 8 kg; com (0, -0.2, 0) m; inertia diag(0.1, 0.02, 0.1) kg m^2 }
body shank on thigh at (0, -0.4, 0) m { joint knee : revolute(z); mass 3 kg; com (0, -0.2, 0) m; inertia diag(0.05, 0.01, 0.05) kg m^2 }
wrap condyles : cylinder(25 mm) on thigh at (0, -0.4, 0) m, rx(0.05), ry(0.1)
wrap ball : sphere(30 mm) on world at (0, -0.4, 0) m
tendon flexor over thigh at (-20, -200, 20) mm, around condyles, shank at (-26, -90, -10) mm { spring 100 N/m at 0.1 m }
tendon extensor over thigh at (20, -150, 0) mm, around ball by (0.6, 0, 0.8), shank at (35, -70, 10) mm { spring 50 N/m at 0.1 m }
RIG
exits 'MJCF of wraps' 0 "$RIGIDC" export "$SCRATCH/wraps.rig" --to=mjcf -o "$SCRATCH/wraps.xml"
printf '0.3 -1 0 0 0 0\n0.3 -2 0 0 0 0\n-0.2 0.1 0 0 0 0\n' >"$SCRATCH/wraps.in"
"$RIGIDC" eval "$SCRATCH/wraps.rig" -f rnea <"$SCRATCH/wraps.in" 2>/dev/null >"$SCRATCH/wraps.one"
"$RIGIDC" eval "$SCRATCH/wraps.xml" -f rnea <"$SCRATCH/wraps.in" 2>/dev/null >"$SCRATCH/wraps.other"
ok 'MJCF of wraps: the same torques' perl -Itests -MNumbers -e 'print my @far = far_apart(1e-14, numbers_in(shift), numbers_in(shift)); exit @far' "$SCRATCH/wraps.one" "$SCRATCH/wraps.other"
sed 's/ by (/ side (/' "$SCRATCH/wraps.rig" >"$SCRATCH/side.rig"
exits 'MJCF of a wrap with a side' 1 "$RIGIDC" export "$SCRATCH/side.rig" --to=mjcf -o "$SCRATCH/side.xml"
ok 'the message' grep -q 'MJCF has no tendon around a wrap' "$SCRATCH/err"

finish
