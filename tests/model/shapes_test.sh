#!/bin/sh
# Shapes of bodies: no function depends on them; they come in from all formats, go out to all, and come back the same; parts
# and mirrors copy them.
. tests/tap.sh
LC_ALL=C
export LC_ALL

# --- no function depends on them ---

cat >"$SCRATCH/seen.rig" <<'RIG'
model seen
const r = 5 cm
param wide = 10 cm
function twice(x: m) = 2 * x
part leg() {
  body thigh on root at (0, 10 cm, 0) {
    joint   hip : revolute(y)
    mass    1 kg
    com     (0, 1 cm, -10 cm)
    inertia tensor(xx = 0.01, yy = 0.011, zz = 0.012, xy = 0.002) kg m^2
    visual  mesh "package://robot/thigh.stl" scale (0.001, 0.001, 0.002) at (1 cm, 2 cm, 3 cm), rx(30 deg), rz(10 deg) { colour (0.8, 0.2, 0.1); name "the thigh" }
    collision capsule(2 cm, twice(r), y) at (0, 2 cm, -10 cm)
  }
  body ball on thigh at (0, 0, -20 cm) { joint knee : spherical; mass 20 kg/m * wide; inertia diag(0.01, 0.01, 0.01) kg m^2; visual box(1 cm, 2 cm, wide) at (0, 0.3 m, 0), rz(20 deg) }
}
body trunk on world { joint : fixed; visual box(40 cm, 2 * r, 0.31 m); visual mesh "trunk.obj"; collision ellipsoid(1 cm, 0.02 m, 3 cm) }
use leg() as L on trunk
use leg() as R on trunk mirror y
RIG
sed '/^    \(visual\|collision\)/d; s/; \(visual\|collision\)[^;}]*//g' "$SCRATCH/seen.rig" >"$SCRATCH/bare.rig"
is 'all are taken out' 0 "$(grep -c 'visual\|collision' "$SCRATCH/bare.rig")"
sed -i '/^const r\|^function/d' "$SCRATCH/bare.rig"
for functions in rnea,crba fd_derivatives,energy; do
    for model in seen bare; do
        "$RIGIDC" compile "$SCRATCH/$model.rig" --prefix seen -f $functions -o "$SCRATCH/$model.h" 2>"$SCRATCH/err"
        sed -i "s/$model\.rig/NAME.rig/g; s/$model\.h/NAME.h/g; s/model $model/model NAME/; s/${model}_h/NAME_h/; /SOURCE/d" "$SCRATCH/$model.h"
    done
    ok "the same C with and without: $functions" cmp "$SCRATCH/seen.h" "$SCRATCH/bare.h"
done
is 'the same hash' "$("$RIGIDC" compile "$SCRATCH/bare.rig" -f rnea | grep _HASH)" "$("$RIGIDC" compile "$SCRATCH/seen.rig" -f rnea | grep _HASH)"
is 'absent from the dump' 0 "$("$RIGIDC" compile "$SCRATCH/seen.rig" -f rnea --dump=check | grep -c 'thigh.stl\|visual')"

# --- words ---

is 'shapes' 'box cylinder sphere capsule ellipsoid mesh' "$("$RIGIDC" --list=shapes | sed 's/[( ].*//' | tr '\n' ' ' | sed 's/ $//')"
"$RIGIDC" fmt "$SCRATCH/seen.rig" -o "$SCRATCH/laid.rig"
ok 'the layout keeps the blank before the factors' grep -q 'thigh.stl" scale (0.001' "$SCRATCH/laid.rig"
is 'a layout is stable' '' "$("$RIGIDC" fmt "$SCRATCH/laid.rig" | diff "$SCRATCH/laid.rig" -)"

# --- out and in again ---

# shapes FILE: the sorted shapes of the file as SDFormat has them, whatever they are called; numbers to 12 digits
shapes() {
    "$RIGIDC" export "$1" --to=sdf --lossy -o "$SCRATCH/shapes.sdf" 2>/dev/null
    perl -0777 -ne '
        while (m{<(visual|collision) name[^>]*>\s*<pose>(.*?)</pose>\s*<geometry>(.*?)</geometry>(.*?)</\1>}gs) {
            my ($kind, $pose, $form, $rest) = ($1, $2, $3, $4);
            my $colour = $rest =~ m{<diffuse>(.*?)</diffuse>} ? $1 : "";
            print join(" ", $kind, map { s/(?<![\w.])-?\d[\d.]*(?:e[+-]?\d+)?/ sprintf "%.10g", abs($&) < 1e-12 ? 0 : $& /ger } $pose, $form, $colour), "\n";
        }' "$SCRATCH/shapes.sdf" | sort
}
is 'a model has nine' 9 "$(shapes "$SCRATCH/seen.rig" | wc -l)"
for to in sdf mjcf; do
    case $to in mjcf) again=$SCRATCH/again.xml ;; *) again=$SCRATCH/again.$to ;; esac
    "$RIGIDC" export "$SCRATCH/seen.rig" --to=$to --lossy -o "$again" 2>"$SCRATCH/err"
    is "$to: all are written" '9 of 9 shapes' "$(grep -o '[0-9]* of [0-9]* shapes' "$SCRATCH/err")"
    is "$to: and are read again" "$(shapes "$SCRATCH/seen.rig")" "$(shapes "$again")"
    is "$to: a mirrored mesh is told" 1 "$(grep -c 'a shape is mirrored: the scale of the mesh is negative' "$SCRATCH/err")"
done
"$RIGIDC" import "$SCRATCH/again.sdf" -o "$SCRATCH/imported.rig" 2>/dev/null
is 'import has them' "$(shapes "$SCRATCH/seen.rig")" "$(shapes "$SCRATCH/imported.rig")"
is 'in the common layout' '' "$("$RIGIDC" fmt "$SCRATCH/imported.rig" | diff "$SCRATCH/imported.rig" -)"
sed '/^body ball\|^  body ball/d; s/capsule(2 cm, twice(r), y)/cylinder(2 cm, twice(r), y)/; s/ellipsoid(/box(/' "$SCRATCH/seen.rig" >"$SCRATCH/hinges.rig"
"$RIGIDC" export "$SCRATCH/hinges.rig" -o "$SCRATCH/again.urdf" 2>"$SCRATCH/err"
is 'urdf: all are written' '7 of 7 shapes' "$(grep -o '[0-9]* of [0-9]* shapes' "$SCRATCH/err")"
is 'urdf: and are read again' "$(shapes "$SCRATCH/hinges.rig")" "$(shapes "$SCRATCH/again.urdf")"
is 'urdf: names are kept' 2 "$(grep -c '<visual name="the thigh">' "$SCRATCH/again.urdf")"
"$RIGIDC" export "$SCRATCH/seen.rig" --to=urdf --lossy -o "$SCRATCH/again.urdf" 2>"$SCRATCH/err"
is 'urdf: capsules and ellipsoids are told' 1 "$(grep -c '3 shapes are in another form: URDF has no capsules and ellipsoids' "$SCRATCH/err")"

# --- mirrors: the triangles of a mesh in the world are those of the other side, y with the other sign ---

cat >"$SCRATCH/points.py" <<'PY'
import re, sys, math
def turn(r, p, y):
    cr, sr, cp, sp, cy, sy = math.cos(r), math.sin(r), math.cos(p), math.sin(p), math.cos(y), math.sin(y)
    return [[cy*cp, cy*sp*sr - sy*cr, cy*sp*cr + sy*sr], [sy*cp, sy*sp*sr + cy*cr, sy*sp*cr - cy*sr], [-sp, cp*sr, cp*cr]]
def place(pose, x):
    R = turn(*pose[3:])
    return [sum(R[i][k] * x[k] for k in range(3)) + pose[i] for i in range(3)]
text, found = open(sys.argv[1]).read(), {}
for name, body in re.findall(r'<link name="(.*?)">(.*?)</link>', text, re.S):
    link = [float(x) for x in re.search(r'<pose>(.*?)</pose>', body).group(1).split()]
    for pose, form in re.findall(r'<(?:visual|collision) name[^>]*>\s*<pose>(.*?)</pose>\s*<geometry>(.*?)</geometry>', body, re.S):
        pose = [float(x) for x in pose.split()]
        scale = re.search(r'<scale>(.*?)</scale>', form)
        factor = [float(x) for x in scale.group(1).split()] if scale else [1, 1, 1]
        for x in ([0, 0, 0], [10, 20, 40], [-30, 7, 1]) if scale else ([0, 0, 0], [0, 0, 0.1], [0, 0, -0.1]):
            point = place(link, place(pose, [factor[i] * x[i] for i in range(3)]))
            found.setdefault(name[0], []).append(point)
left, right = found['L'], found['R']
worst = 0
for p in left:
    mirror = [p[0], -p[1], p[2]]
    worst = max(worst, min(math.dist(mirror, q) for q in right))
print(len(left), len(right), 'same' if worst < 1e-12 else worst)
PY
"$RIGIDC" export "$SCRATCH/seen.rig" --to=sdf --lossy -o "$SCRATCH/mirror.sdf" 2>/dev/null
if python3 -c '' 2>/dev/null; then
    is 'a mirrored part has mirrored shapes' '9 9 same' "$(python3 "$SCRATCH/points.py" "$SCRATCH/mirror.sdf")"
else
    skip 'a mirrored part has mirrored shapes' 'no python3'
fi

# --- OpenSim: files with scales, boxes of half edges, frames; and the form of version 3 ---

cat >"$SCRATCH/leg.osim" <<'OSIM'
<OpenSimDocument Version="40000"><Model name="t">
<BodySet><objects><Body name="arm">
<attached_geometry><Mesh name="bone"><scale_factors>1 2 1</scale_factors><Appearance><opacity>0.5</opacity><color>1 0.5 0</color></Appearance><mesh_file>arm.vtp</mesh_file></Mesh>
<Brick name="block"><half_lengths>0.1 0.2 0.3</half_lengths></Brick><Cylinder name="rod"><radius>0.1</radius><half_height>0.4</half_height></Cylinder></attached_geometry>
<components><PhysicalOffsetFrame name="off"><attached_geometry><Sphere name="tip"><radius>0.1</radius></Sphere></attached_geometry><socket_parent>..</socket_parent><translation>1 2 3</translation><orientation>0 0 0</orientation></PhysicalOffsetFrame></components>
<mass>2</mass><inertia>0.3 0.4 0.5 0 0 0</inertia></Body></objects></BodySet>
<JointSet><objects><PinJoint name="elbow"><socket_parent_frame>ground</socket_parent_frame><socket_child_frame>arm</socket_child_frame><coordinates><Coordinate name="q"/></coordinates></PinJoint></objects></JointSet>
</Model></OpenSimDocument>
OSIM
is 'OpenSim' 'mesh "arm.vtp" scale (1, 2, 1) { colour (1, 0.5, 0, 0.5); name bone }
box(0.2 m, 0.4 m, 0.6 m) { name block }
cylinder(0.1 m, 0.8 m, y) { name rod }
sphere(0.1 m) at (1, 2, 3) m { name tip }' "$("$RIGIDC" import "$SCRATCH/leg.osim" 2>/dev/null | sed -n 's/^ *visual *//p')"

# --- solids: each is what it is, of a mirrored part on the other side ---

cat >"$SCRATCH/solids.rig" <<'RIG'
model solids
const lid = ellipsoid(1 kg, 1 cm, 2 cm, 3 cm)
part limb {
  body upper on root { joint a : revolute(y); solid capsule(1 kg, 3 cm, 40 cm, (0.6, 0.8, 0)) at (10 cm, 20 cm, 5 cm), rz(20 deg); solid lid at (0, 30 cm, 0) }
  body lower on upper at (40 cm, 0, 0) { joint b : spherical; solid shell(1 kg, 5 cm) at (0, 1 cm, 0); solid rod(1 kg, 30 cm, x); solid -sphere(0.1 kg, 1 cm) }
}
body base on world { joint : fixed }
use limb as L on base
use limb as R on base mirror y
RIG
# geoms FILE: each geom of an MJCF with both ends of its axis z, its half sizes along it
geoms() {
    python3 - "$1" <<'PY'
import sys, xml.etree.ElementTree as E
for geom in E.parse(sys.argv[1]).iter('geom'):
    w, x, y, z = (float(n) for n in geom.get('quat', '1 0 0 0').split())
    p = [float(n) for n in geom.get('pos', '0 0 0').split()]
    axis = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    ends = sorted([round(a + s * b, 4) + 0 for a, b in zip(p, axis)] for s in (1, -1))
    print(geom.get('type'), geom.get('size'), *ends[0 if geom.get('type') in ('capsule', 'cylinder') else slice(0)], *map(lambda n: round(n, 4) + 0, p))
PY
}
if python3 -c '' 2>/dev/null; then
    "$RIGIDC" export "$SCRATCH/solids.rig" --to=mjcf -o "$SCRATCH/solids.xml" 2>"$SCRATCH/err"
    is 'solids keep their forms, mirrored too' 'capsule 0.03 0.2 -0.1902 -0.757 0.05 0.1 0.2 0.05
ellipsoid 0.01 0.02 0.03 0.0 0.3 0.0
sphere 0.05 0.0 0.01 0.0
cylinder 0.15 -1.0 0.0 0.0 0.0 0.0 0.0
capsule 0.03 0.2 -0.1902 0.757 0.05 0.1 -0.2 0.05
ellipsoid 0.01 0.02 0.03 0.0 -0.3 0.0
sphere 0.05 0.0 -0.01 0.0
cylinder 0.15 -1.0 0.0 0.0 0.0 0.0 0.0' "$(geoms "$SCRATCH/solids.xml" | sed 's/^cylinder [^ ]* /cylinder /')"
    "$RIGIDC" export "$SCRATCH/solids.rig" --to=urdf -o "$SCRATCH/solids.urdf" 2>"$SCRATCH/err"
    ok 'URDF has others for four of them' grep -q ' note: 4 shapes are in another form: URDF has no capsules' "$SCRATCH/err"
else
    skip 'forms of solids' 'no python3'
fi

# --- MJCF: groups, classes, colours of materials, folders of meshes, solids ---

cat >"$SCRATCH/arm.xml" <<'MJCF'
<mujoco><compiler meshdir="assets"/>
<default><default class="visual"><geom group="2" contype="0" conaffinity="0" mass="0"/></default><default class="collision"><geom group="3" mass="0"/></default></default>
<asset><material name="red" rgba="1 0 0 1"/><mesh name="arm" file="arm.stl" scale="0.001 0.001 0.001"/><mesh file="hand.obj"/></asset>
<worldbody><geom type="plane" size="1 1 1"/>
<body name="arm"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
<geom class="visual" type="mesh" mesh="arm" material="red"/><geom class="visual" type="mesh" mesh="hand" pos="0 0 1"/>
<geom class="collision" type="box" size="1 2 3"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.1"/></body>
<body name="stone"><freejoint/><geom size="0.1"/><geom type="box" size="1 1 1"/></body>
</worldbody></mujoco>
MJCF
is 'MJCF' 'visual  mesh "assets/arm.stl" scale (0.001, 0.001, 0.001) { colour (1, 0, 0) }
visual  mesh "assets/hand.obj" at (0, 0, 1) m
collision box(2 m, 4 m, 6 m)
visual  capsule(0.1 m, 1 m, x) at (0.5, 0, 0) m
collision capsule(0.1 m, 1 m, x) at (0.5, 0, 0) m' "$("$RIGIDC" import "$SCRATCH/arm.xml" 2>/dev/null | sed -n 's/^ *\(\(visual\|collision\) .*\)/\1/p')"

# --- SDFormat: poses relative to frames ---

cat >"$SCRATCH/arm.sdf" <<'SDF'
<sdf version="1.9"><model name="t"><link name="arm"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
<visual name="v"><pose relative_to="f">0 0 1 0 0 0</pose><geometry><capsule><radius>0.1</radius><length>0.2</length></capsule></geometry><material><diffuse>0 1 0 1</diffuse></material><transparency>0.25</transparency></visual>
</link><frame name="f"><pose>3 0 0 0 0 0</pose></frame></model></sdf>
SDF
is 'SDFormat' 'capsule(0.1 m, 0.2 m) at (2, 0, 1) m { colour (0, 1, 0, 0.75); name v }' "$("$RIGIDC" import "$SCRATCH/arm.sdf" 2>/dev/null | sed -n 's/^ *visual *//p')"
finish
