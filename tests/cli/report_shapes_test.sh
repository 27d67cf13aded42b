#!/bin/sh
# Shapes on the page of report: which are drawn, meshes of all formats, where they are found, what is told. A cube of 1 x 2 x 3 in
# each format is judged by its box and its volume, from the numbers on the page.
. tests/tap.sh
LC_ALL=C
export LC_ALL
python3 -c '' 2>/dev/null || { skip 'shapes of the page' 'no python3'; finish; }

mkdir -p "$SCRATCH/house_description/meshes" "$SCRATCH/house_description/urdf" "$SCRATCH/elsewhere"
meshes=$SCRATCH/house_description/meshes
python3 - "$meshes" <<'PY'
import struct, sys, itertools
folder = sys.argv[1]
points = [(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
triangles = [t for q in quads for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]
with open(folder + '/binary.stl', 'wb') as f:
    f.write(b'solid but binary'.ljust(80) + struct.pack('<I', 12))
    for t in triangles:
        f.write(struct.pack('<3f', 0, 0, 0) + b''.join(struct.pack('<3f', *points[k]) for k in t) + b'\0\0')
with open(folder + '/TEXT.STL', 'w') as f:
    f.write('solid cube\n')
    for t in triangles:
        f.write(' facet normal 0 0 0\n  outer loop\n' + ''.join('   vertex %e %g %.3f\n' % points[k] for k in t) + '  endloop\n endfacet\n')
    f.write('endsolid\n')
with open(folder + '/cube.obj', 'w') as f:
    f.write('# a cube\nmtllib none.mtl\no cube\n' + ''.join('v %g %g %g\n' % p for p in points) + 'vn 0 0 1\n')
    for i, q in enumerate(quads):
        f.write('f ' + ' '.join('%d//1' % (k + 1) if i % 2 else '%d/1/1' % (k - 8) for k in q) + '\n')
# in cm, y up, each point as (x, z, -y), halved and moved by nodes: (2 M x + shift)
def collada(name, primitive):
    flat = ' '.join('%g %g %g' % (50 * x, 50 * z, -50 * y) for x, y, z in points)
    open(folder + '/' + name, 'w').write(f'''<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01" name="cm"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0.5 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="s"><float_array id="a" count="24">{flat}</float_array><technique_common><accessor source="#a" count="8" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>{primitive}
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene"><node><translate>0 10 0</translate><node><translate>0 -10 0</translate><scale>2 2 2</scale>
<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="skin" target="#m"/></technique_common></bind_material></instance_geometry>
</node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene></COLLADA>
''')
inputs = '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#v" offset="1"/>'
pairs = lambda faces: ' '.join('%d 0' % k for f in faces for k in f)
collada('triangles.dae', f'<triangles material="skin" count="12">{inputs}<p>{pairs(triangles)}</p></triangles>')
collada('polylist.dae', f'<polylist material="skin" count="6">{inputs}<vcount>4 4 4 4 4 4</vcount><p>{pairs(quads)}</p></polylist>')
collada('polygons.dae', f'<polygons count="6">{inputs}' + ''.join(f'<p>{pairs([q])}</p>' for q in quads) + '</polygons>')
# two pieces; other arrays come before and between
def vtp(name, form, pieces, count=8):
    text = ''
    for faces in pieces:
        ends = [sum(len(f) for f in faces[:i + 1]) for i in range(len(faces))]
        text += (f'<Piece NumberOfPoints="8"><PointData><DataArray Name="Normals" format="ascii">0 0 1</DataArray></PointData>'
                 f'<Points><DataArray type="Float32" NumberOfComponents="3" format="{form}">' + '\n'.join('%g %g %g' % p for p in points[:count]) + '</DataArray></Points>'
                 '<Lines><DataArray Name="connectivity" format="ascii">0 1</DataArray></Lines><Polys>'
                 f'<DataArray Name="connectivity" format="ascii">{" ".join(str(k) for f in faces for k in f)}</DataArray>'
                 f'<DataArray Name="offsets" format="ascii">{" ".join(map(str, ends))}</DataArray></Polys></Piece>')
    open(folder + '/' + name, 'w').write(f'<?xml version="1.0"?><VTKFile type="PolyData"><PolyData>{text}</PolyData></VTKFile>')
vtp('cube.vtp', 'ascii', [quads[:3], quads[3:5] + triangles[10:]])
vtp('packed.vtp', 'binary', [quads])
vtp('short.vtp', 'ascii', [quads], 7)
open(folder + '/ends.vtp', 'w').write('<VTKFile><PolyData><Piece><Points><DataArray>0 0 0</DataArray></Points><Polys><DataArray Name="connectivity">0 0 0</DataArray>'
    '<DataArray Name="offsets">3 2</DataArray></Polys></Piece></PolyData></VTKFile>')
open(folder + '/bad.vtp', 'w').write('<PolyData/>')
# a ball of many triangles
import math
n = 300
with open(folder + '/ball.obj', 'w') as f:
    for i in range(n + 1):
        for j in range(n):
            a, b = math.pi * i / n, 2 * math.pi * j / n
            f.write('v %.9g %.9g %.9g\n' % (math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)))
    for i in range(n):
        for j in range(n):
            a, b = i * n + j + 1, i * n + (j + 1) % n + 1
            f.write('f %d %d %d %d\n' % (a, a + n, b + n, b))
open(folder + '/bad.stl', 'w').write('not a mesh')
open(folder + '/bad.dae', 'w').write('<COLLADA><library_geometries/></COLLADA>')
open(folder + '/bad.obj', 'w').write('v 0 0 0\nf 1 2 3\n')
PY

# page MODEL [OPTION...]: a line for each shape on the page: body, kind, sizes, colour, of meshes the box, the volume, the
# triangles; then the notes
page() {
    "$RIGIDC" report "$@" -f rnea --search=none -o "$SCRATCH/page.html" 2>/dev/null
    python3 - "$SCRATCH/page.html" <<'PY'
import base64, json, re, struct, sys
text = open(sys.argv[1], encoding='utf-8').read()
data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))
short = lambda x: ' '.join('%.4g' % (round(y, 4) + 0) for y in x)
for shape in data.get('shapes', []):
    row = [data['bodies'][shape['body']]['name'], shape['kind'], short(shape['size']), 'at ' + short(shape['at']['p'])]
    if shape['colour']:
        row.append('colour ' + short(shape['colour']))
    if shape['mesh'] >= 0:
        mesh = data['meshes'][shape['mesh']]
        words = lambda t: [x for (x,) in struct.iter_unpack('<H', base64.b64decode(t))]
        low, high, share, corner = mesh['low'], mesh['high'], words(mesh['points']), words(mesh['corners'])
        x = [[low[k] + share[3 * i + k] / 65535 * (high[k] - low[k]) for k in range(3)] for i in range(len(share) // 3)]
        volume = 0
        for i in range(0, len(corner), 3):
            a, b, c = (x[k] for k in corner[i:i + 3])
            volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        assert sum(run['triangles'] for run in mesh['runs']) == len(corner) // 3
        colours = [short(run['colour']) for run in mesh['runs'] if run['colour']]
        row.append('box %s to %s, volume %.3g, %s triangles%s' % (short(low), short(high), volume,
            len(corner) // 3 if len(corner) < 100 else 'many', ', ' + colours[0] if colours else ''))
    print(', '.join(row))
for note in data.get('shapeNotes', []):
    print(note)
PY
}

# --- formats of meshes ---

for file in binary.stl TEXT.STL cube.obj cube.vtp triangles.dae polylist.dae polygons.dae; do
    case $file in triangles.dae | polylist.dae) colour=', 1 0.5 0 1' ;; *) colour= ;; esac
    cat >"$SCRATCH/house_description/urdf/cube.rig" <<RIG
model cube
body b on world { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; visual mesh "../meshes/$file" scale (1, -1, 2) }
RIG
    is "$file" "b, mesh, 1 -1 2, at 0 0 0, box 0 0 0 to 1 2 3, volume 6, 12 triangles$colour" "$(page "$SCRATCH/house_description/urdf/cube.rig")"
done
sed 's/polygons.dae/ball.obj/' "$SCRATCH/house_description/urdf/cube.rig" >"$SCRATCH/house_description/urdf/ball.rig"
page "$SCRATCH/house_description/urdf/ball.rig" >"$SCRATCH/out"
ok 'many triangles are told' grep -q '^Meshes are drawn with 3[0-9]* of their 180000 triangles\.$' "$SCRATCH/out"
ok 'and the ball is as large as it was' grep -q 'box -1 -1 -1 to 1 1 1, volume 4.19, many triangles' "$SCRATCH/out"

# --- where they are found ---

cat >"$SCRATCH/house_description/urdf/house.urdf" <<'URDF'
<robot name="house"><link name="base"/>
<joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<link name="arm"><inertial><mass value="12"/><inertia ixx="13" iyy="10" izz="5" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><geometry><mesh filename="package://house_description/meshes/cube.obj"/></geometry><material name="x"><color rgba="1 0 0 1"/></material></visual>
<collision><geometry><sphere radius="2"/></geometry></collision></link></robot>
URDF
wanted='arm, mesh, 1 1 1, at 0 0 0, colour 1 0 0 1, box 0 0 0 to 1 2 3, volume 6, 12 triangles'
house=$SCRATCH/house_description/urdf/house.urdf
is 'a package around the model' "$wanted" "$(page "$house")"
cp "$house" "$SCRATCH/elsewhere/house.urdf"
lost='arm, sphere, 2 0 0, at 0 0 0
Not drawn, but by collision shapes or boxes of the same inertia: package://house_description/meshes/cube.obj (there is no such file). The option --package=NAME=DIR says where package://NAME is.'
mv "$SCRATCH/elsewhere/house.urdf" "$SCRATCH/elsewhere.urdf" && mkdir -p "$SCRATCH/far/away" && mv "$SCRATCH/house_description" "$SCRATCH/far/away/"
is 'a package that is nowhere: its collision shape' "$lost" "$(page "$SCRATCH/elsewhere.urdf")"
is 'a package in a folder of -I' "$wanted" "$(page "$SCRATCH/elsewhere.urdf" -I "$SCRATCH/far/away/")"
is 'a package that is a folder of -I' "$wanted" "$(page "$SCRATCH/elsewhere.urdf" -I "$SCRATCH/far/away/house_description")"
is 'the folder of --package' "$wanted" "$(page "$SCRATCH/elsewhere.urdf" --package=house_description="$SCRATCH/far/away/house_description")"
is 'a package of another name' "$lost" "$(page "$SCRATCH/elsewhere.urdf" --package=house="$SCRATCH/far/away/house_description")"
sed "s|package://house_description|file://$SCRATCH/far/away/house_description|" "$SCRATCH/elsewhere.urdf" >"$SCRATCH/plain.urdf"
is 'file://' "$wanted" "$(page "$SCRATCH/plain.urdf")"
command=$(cd "$(dirname "$RIGIDC")" && pwd)/rigidc
(cd "$SCRATCH/far/away/house_description/meshes" && cp ../urdf/house.urdf . && sed -i 's|package://house_description/meshes/||' house.urdf && "$command" report house.urdf -f rnea --search=none -o "$SCRATCH/here.html" 2>/dev/null)
ok 'a model without a folder in its name is drawn, too' grep -q '"kind": *"mesh"' "$SCRATCH/here.html"
sed '/<collision>/d' "$SCRATCH/elsewhere.urdf" | sed 's|</material></visual>|&</link></robot>|' >"$SCRATCH/box.urdf"
is 'without collision shapes a box of the inertia' 'arm, box, 1 2 3, at 0 0 0' "$(page "$SCRATCH/box.urdf" | sed -n 1p)"
for file in bad.stl:'it is shorter than its number of triangles says' bad.dae:'it has no triangles' bad.obj:'a face names a point that is not there' bad.step:'there is no such file' \
    bad.vtp:'it is no XML file of VTK' packed.vtp:'its numbers are not written as text' short.vtp:'a triangle names a point that is not there' ends.vtp:'a polygon ends where there is no point'; do
    sed "s|cube.obj|${file%%:*}|" "$SCRATCH/far/away/house_description/urdf/house.urdf" >"$SCRATCH/far/away/house_description/urdf/bad.urdf"
    is "${file%%:*}" "(${file#*:})." "$(page "$SCRATCH/far/away/house_description/urdf/bad.urdf" | sed -n 's/.*\((.*)\.\) The option.*/\1/p')"
done
exits() {
    exits_name=$1 exits_wanted=$2
    shift 2
    "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
    is "$exits_name" "$exits_wanted" $?
}
exits 'a package without a folder' 2 "$RIGIDC" report "$SCRATCH/box.urdf" --package=house -o "$SCRATCH/no.html"
is 'is told' "rigidc: --package takes NAME=DIR, not 'house'" "$(cat "$SCRATCH/err")"

# as OpenSim has them
mkdir -p "$SCRATCH/lab/Geometry"
cp "$SCRATCH/far/away/house_description/meshes/cube.vtp" "$SCRATCH/lab/Geometry/bone.vtp"
printf 'model leg\nbody b on world { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; visual mesh "bone.vtp" }\n' >"$SCRATCH/lab/leg.rig"
bone='b, mesh, 1 1 1, at 0 0 0, box 0 0 0 to 1 2 3, volume 6, 12 triangles'
is 'the folder Geometry beside the model' "$bone" "$(page "$SCRATCH/lab/leg.rig")"
cp "$SCRATCH/lab/leg.rig" "$SCRATCH/leg.rig"
is 'and in folders of -I' "$bone" "$(page "$SCRATCH/leg.rig" -I "$SCRATCH/lab")"

# --- which shapes are drawn ---

cat >"$SCRATCH/which.rig" <<'RIG'
model which
body a on world { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; visual sphere(1 m); collision box(1 m, 1 m, 1 m) }
body b on a { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; collision capsule(1 m, 2 m, x) at (0, 0, 1 m) { colour (0, 0, 1) } }
body c on b { joint : revolute(z); solid box(1 kg, 1 m, 2 m, 3 m) at (1 m, 0, 0) }
body d on c { joint : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
RIG
is 'what is seen, else what touches, else solids' 'a, sphere, 1 0 0, at 0 0 0
b, capsule, 1 2 0, at 0 0 1, colour 0 0 1 1
c, box, 1 2 3, at 1 0 0' "$(page "$SCRATCH/which.rig")"
is 'nothing without shapes' '' "$(page examples/double_pendulum.rig)"

# --- films ---

# Poses in the page of a film beside fk of the same states; what is drawn is that of report.
film() { "$RIGIDC" sim "$@" --time 0.4 --dt 0.1 --method rk4 --animate "$SCRATCH/film.html" >"$SCRATCH/film.csv" 2>"$SCRATCH/said"; }
film "$SCRATCH/which.rig" --q 'a = 1' --tau 'b = 0.3'
is 'a film' 0 $?
page_of_film=$(python3 - "$SCRATCH/film.html" "$SCRATCH/page.html" "$SCRATCH/film.csv" "$RIGIDC" "$SCRATCH/which.rig" <<'PY'
import base64, csv, json, re, struct, subprocess, sys
film_text, report_text = (open(name, encoding='utf-8').read() for name in sys.argv[1:3])
data = json.loads(re.search(r'id="data">(.*?)</script>', film_text, re.S).group(1))
film, rows = data['film'], list(csv.reader(open(sys.argv[3])))
names, rows = rows[0], [[float(x) for x in row] for row in rows[1:]]
pose = [x for (x,) in struct.iter_unpack('<f', base64.b64decode(film['poses']))]
assert film['times'] == [row[0] for row in rows]
moving = [body['name'] for body in data['bodies'] if body['moves']]
assert len(pose) == 7 * len(moving) * len(rows), len(pose)
worst = 0
for m, name in enumerate(moving):
    given = '\n'.join(' '.join('%.17g' % x for x in row[1:5]) for row in rows) + '\n'
    out = subprocess.run([sys.argv[4], 'eval', sys.argv[5], '-f', 'fk:' + name], input=given, capture_output=True, text=True).stdout
    for k, line in enumerate(out.splitlines()):
        own = [float(x) for x in line.split()]
        p, (x, y, z, w) = pose[7 * (len(moving) * k + m):][:3], pose[7 * (len(moving) * k + m) + 3:][:4]
        R = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
             2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]
        worst = max([worst] + [abs(a - b) for a, b in zip(R + p, own)])
print('poses' if worst < 1e-6 else worst, ' '.join(shape['kind'] for shape in data['shapes']))
print(re.search(r'<meta http-equiv[^>]*>', film_text).group(0).count("sha256-"), len(re.findall(r'(?:src|href)=', film_text)))
PY
)
is 'has the poses of the C, the shapes of report, and nothing from elsewhere' 'poses sphere capsule box
2 0' "$page_of_film"
film examples/double_pendulum.rig --q 'q2 = 1'
ok 'without shapes a film has lines' grep -q '<svg' "$SCRATCH/film.html"
film "$SCRATCH/elsewhere.urdf" --package=house_description="$SCRATCH/far/away/house_description"
ok 'a film has meshes of packages' grep -q '"kind": *"mesh"' "$SCRATCH/film.html"
finish
