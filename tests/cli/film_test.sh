#!/bin/sh
# Films of contacts, forces, grounds and loops: `sim --animate`. Films without them are in plot_test.sh.
. tests/tap.sh

root=$(pwd)
cd "$SCRATCH" || exit
has() { ok "$1" grep -qF -e "$2" "${3-film.svg}"; }
python=/usr/bin/python3
$python -c 1 2>/dev/null || { skip 'films' 'no python'; finish; }

# film NAME MODEL OPTION...: rows and film.svg
film() {
	film_name=$1
	shift
	exits "$film_name" 0 "$RIGIDC" sim --animate film.svg "$@" --time 0.1 --dt 0.02
	cp out rows.csv
	ok "$film_name: XML" $python -c 'import xml.dom.minidom as m; m.parse("film.svg")'
}

# --- a block that stands: where all is, in pixels ---

# The block is 0.5 m above its foot, so 0.5 m are 440 pixels, and the weight of 98.1 N is 220 pixels long.
cat >block.rig <<'END'
model block
frame low on world at (0, 0, 100 mm)
body block on world { joint base : free; mass 10 kg; inertia diag(1, 1, 1) kg m^2 }
contact foot on block at (0, 0, -500) mm { ground low }
contact sole : fixed on block at (0, 0, -500) mm
phase standing = foot
END
film 'a block on its foot' block.rig --phase standing --animate film.svg,xz --q 'base.z = 0.6'
has 'the arrow is from the foot up' 'stroke="#b05" stroke-width="2.5" stroke-linecap="butt" d="M80.0 460.0L80.0 240.0M80.0 240.0L84.5 249.0M80.0 240.0L75.5 249.0"'
has 'the ground is a line at the height of its frame' 'stroke="#ccc" stroke-width="1.5" d="M342.5 460.0L-182.5 460.0"'
has 'a bar is where the contact is closed' 'stroke="#b05" stroke-width="5" stroke-linecap="butt" d="M72.0 460.0L88.0 460.0"'
has 'the scale is a round force: 20 N of 98.1 N' 'stroke="#b05" stroke-width="2.5" d="M10.0 490.0L54.9 490.0'
has 'with a number' '>20 N</text>'
is 'no contact beyond the phase' 1 "$(grep -c 'stroke-width="5" stroke-linecap="butt"' film.svg)"
film 'from above' block.rig --phase standing --animate film.svg,xy --q 'base.z = 0.6'
ok 'the ground is a grid' [ "$(grep '#ccc' film.svg | grep -o M | wc -l)" -gt 8 ]
film 'a sole' block.rig --phase sole --animate film.svg,yz --q 'base.z = 0.6'
has 'has its ground at the world' 'stroke="#ccc"'
film 'no phase' block.rig
is 'has neither ground nor forces' 0 "$(grep -c '#ccc\|#b05' film.svg)"
film 'no gravity' block.rig --phase standing --gravity '(0, 0, 0)' --animate film.svg,xz --q 'base.z = 0.6'
is 'has no force, so no scale' 0 "$(grep -c 'N</text>\|#b05" stroke-width="2.5"' film.svg)"
is 'and no closed contact' 1 "$(grep -c 'd="M80.0 460.0L80.0 460.0"' film.svg)"

# it falls by 50 mm in 0.101 s
exits 'a block that falls' 0 "$RIGIDC" sim block.rig --contacts=foot --time 0.2 --dt 0.04 --q 'base.z = 0.65' --animate film.svg,xz
cp out rows.csv
cat >falls.py <<'END'
import csv
import xml.dom.minidom

paths = xml.dom.minidom.parse("film.svg").getElementsByTagName("path")
animated = lambda width: [path.getElementsByTagName("animate")[0].getAttribute("values").split(";") for path in paths
                          if path.getAttribute("stroke") == "#b05" and path.getAttribute("stroke-width") == width and
                          path.getElementsByTagName("animate")][0]
rows = list(csv.DictReader(open("rows.csv")))
closed = [row["contact.foot"] == "1" for row in rows]
length = lambda d: len(set(d.strip()[1:].replace("M", "L").split("L")))
assert closed == [False, False, False, True, True, True], closed
assert [length(bar) == 2 for bar in animated("5")] == closed, animated("5")
assert [length(arrow) > 1 for arrow in animated("2.5")] == closed, animated("2.5")
END
ok 'its contact and its force are there from the touch-down on' $python falls.py
exits 'a block that lies without gravity' 0 "$RIGIDC" sim block.rig --contacts=foot --gravity '(0, 0, 0)' --time 0.2 --dt 0.1 --q 'base.z = 0.6' --animate film.svg,xz
has 'is closed without a force' 'stroke-linecap="butt" d="M72.0 460.0L88.0 460.0"'

# --- a robot: arrows in all postures, by the scale of the corner, against the rows ---

cat >arrows.py <<'END'
import csv
import re
import xml.dom.minidom

film = xml.dom.minidom.parse("film.svg")
paths = film.getElementsByTagName("path")
look = lambda path: tuple(path.getAttribute(name) for name in ("stroke", "stroke-width", "stroke-linecap"))
one = lambda *wanted: [path for path in paths if look(path) == wanted]
places = lambda d: [tuple(map(float, place)) for place in re.findall(r"[ML](\S+?) (\S+?)(?=[MLh]|$)", d)]
key, = one("#b05", "2.5", "")
forces, = one("#b05", "2.5", "butt")
closed, = one("#b05", "5", "butt")
joints, = one("#123", "9", "")
newton = float(film.getElementsByTagName("text")[0].firstChild.data.removesuffix(" N"))
(left, _), (right, _) = places(key.getAttribute("d"))[:2]
scale = (right - left) / newton
rows = list(csv.DictReader(open("rows.csv")))
feet = sorted({column.split(".")[1] for column in rows[0] if column.startswith("lambda.")})
values = lambda path: [places(d) for d in path.getElementsByTagName("animate")[0].getAttribute("values").split(";")]
assert len(values(forces)) == len(rows) and len(feet) == 4, (len(rows), feet)
moving = 0
for row, arrows, bars, dots in zip(rows, values(forces), values(closed), values(joints)):
    assert len(arrows) == 6 * len(feet) and len(bars) == 2 * len(feet)
    for i, foot in enumerate(feet):
        (x, y), (far, up) = arrows[6 * i:6 * i + 2]
        fx, fz = (float(row[f"lambda.{foot}.{axis}"]) for axis in ("fx", "fz"))
        assert abs(far - x - scale * fx) < 0.5 and abs(y - up - scale * fz) < 0.5, (foot, far - x, scale * fx, y - up, scale * fz)
        assert (x, y) in dots, (foot, x, y)
        assert (bars[2 * i] != bars[2 * i + 1]) == (fx != 0 or fz != 0), bars
        moving += abs(y - up) > 5
assert moving > 4, moving
END
bent=$(for leg in FL FR HL HR; do printf ', %s_HFE = 0.7, %s_KFE = -1.4' $leg $leg; done)
film 'a quadruped' "$root/examples/solo12.rig" --phase stand --animate film.svg,xz --q "base.z = 0.25$bent" --tau 'FL_KFE = -1' --tau 'FR_KFE = -1' --tau 'HL_KFE = -1.5' --tau 'HR_KFE = -1.5'
ok 'arrows are lambda, to the scale in the corner, from the feet' $python arrows.py

# --- the figure of legged.md, by its own commands ---

guide=$root/examples/legged.md
awk '/^<robot name="hopper">/, /^<\/robot>/' "$guide" >hopper.urdf
awk '/^model springy/, /^strut/' "$guide" >springy.rig
sed -n 's/^\$ rigidc \(sim springy.rig .*springy.svg[,xz]*\) .*/\1/p' "$guide" >command
eval "\"\$RIGIDC\" $(cat command)" >out 2>err
ok 'the figure of legged.md is what its command draws' cmp springy.svg "$root/examples/springy.svg"

# --- loops ---

film 'a linkage' "$root/examples/loops/fourbar.rig" --pose up
has 'has a diamond where its ends meet' 'stroke="#a80" stroke-width="1.5"'
is 'no rod' 0 "$(grep -c 'stroke="#a80" stroke-width="4"' film.svg)"
is 'a line and four sides' 10 "$(grep 'stroke="#a80" stroke-width="1.5"' film.svg | sed 's/>.*//' | grep -o '[ML]' | wc -l)"
film 'a linkage in closed form' "$root/examples/loops/engine.rig"
has 'has a diamond too' 'stroke="#a80" stroke-width="1.5"'
film 'a delta robot' "$root/examples/loops/delta.rig"
is 'has three rods' 6 "$(grep 'stroke="#a80" stroke-width="4"' film.svg | sed 's/>.*//' | grep -o '[ML]' | wc -l)"

# --- GIF, by gnuplot ---

command -v gnuplot >/dev/null 2>&1 || { skip 'GIF' 'there is no gnuplot'; finish; }
# what gnuplot gets is kept
mkdir bin
printf '#!/bin/sh\ntee "%s/script" | exec %s "$@"\n' "$SCRATCH" "$(command -v gnuplot)" >bin/gnuplot
chmod +x bin/gnuplot
PATH="$SCRATCH/bin:$PATH" "$RIGIDC" sim block.rig --phase standing --q 'base.z = 0.6' --time 0.2 --dt 0.1 --animate film.gif,xz >out 2>err
is 'a GIF' 0 $?
is 'with three pictures' 3 "$($python -c 'print(open("film.gif", "rb").read().count(b"\x21\xf9\x04"))')"
# block LAYER: its first line
block() { sed -n "/^\\\$$1 <</,/^END/p" script | sed -n 2,3p | tr '\n' ';'; }
is 'the arrow is from the foot up' '0 0.1;0 0.35;' "$(block forces)"
is 'the bar is at the foot' '-0.00909091 0.1;0.00909091 0.1;' "$(block contacts)"
ok 'with the scale' grep -q "^set label '20 N' at " script
ok 'the ground is below all' grep -q 'plot \$ground index i' script
finish
