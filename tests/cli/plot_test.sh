#!/bin/sh
# Pictures of rows: what is drawn in which panel, on what, odd names, and what cannot be drawn.
. tests/tap.sh

root=$(pwd)
cd "$SCRATCH" || exit
plot() { "$RIGIDC" plot "$@" >out 2>err; }
# has NAME TEXT [FILE]: a text of the picture
has() { ok "$1" grep -qF -e "$2" "${3-picture.svg}"; }

# --- what needs no gnuplot ---

# wrong NAME CODE MESSAGE ARGUMENTS...
wrong() {
	wrong_name=$1 wrong_said=$3 wrong_code=$2
	shift 3
	exits "$wrong_name" "$wrong_code" "$RIGIDC" plot "$@"
	ok "$wrong_name: says so" grep -q -e "$wrong_said" err
	is "$wrong_name: nothing else" '' "$(cat out)"
}
printf 't,q.elbow,qd.elbow\n# a note\n0,0,1\n0.5,0.4,0.9\n1,0.7,0\n' >one.csv
printf '0,1\n1,2\n' >bare.csv
printf 't,a\n0,1\n1,one\n' >word.csv
printf 't,a\n0,1\n1\n' >short.csv
printf 't,a,a\n0,1,1\n' >twice.csv
printf 't,a\n' >empty.csv
printf 't\n1\n' >time.csv
printf 'a b\n1 2\n2 3\n' >legs.txt
printf 't,a\n0,1\n1,2\n1,3\n' >still.csv
wrong 'no file' 2 'plot needs a file' -o picture.svg
wrong 'a file that is not there' 2 'cannot read none.csv' none.csv
wrong 'no names' 1 '^bare.csv:1:1: error: names of columns belong here' bare.csv
wrong 'a word' 1 "word.csv:3: 'one' in column 'a' is not a number" word.csv
wrong 'a short row' 1 'short.csv:3: 1 fields, the header has 2' short.csv
wrong 'a name twice' 1 "column 'a' is there twice" twice.csv
wrong 'no rows' 1 'empty.csv: there are no rows' empty.csv
wrong 'nothing but time' 1 "no column is 'anything but t'" time.csv
wrong 'a picture of another kind' 2 'takes NAME.svg, NAME.png or NAME.pdf' one.csv -o picture.gif
wrong 'no such column' 1 "no column is 'tau.*'" one.csv --columns 'tau.*'
wrong 'no such joint' 1 "there are no columns 'q.knee' and 'qd.knee'" one.csv --columns q.knee:qd.knee
wrong 'an option of others' 2 'takes no --time' one.csv --time 1

# --- skeletons that move, which need none either ---

cp "$root/examples/double_pendulum.rig" .
# animate OPTION...
animate() { "$RIGIDC" sim double_pendulum.rig --time 6 --dt 0.04 --q '(2, 1)' --step '1 ms' "$@" >rows 2>err; }
animate --animate film.svg
is 'a film: exit' 0 $?
is 'the rows are there too' 152 "$(wc -l <rows)"
ok 'it is that of the README: make pictures' cmp film.svg "$root/examples/double_pendulum.svg"
is 'one of 151 postures' 151 "$(grep -o 'keyTimes="[^"]*"' film.svg | head -n 1 | tr ';' '\n' | wc -l)"
# both bars hang down at first: shoulder, elbow and tip are a bar apart below each other, in as many pixels
"$RIGIDC" sim double_pendulum.rig --time 1 --dt 1 --animate still.svg >out 2>err
ok 'where its points are' grep -q 'd="M80.0 20.0L80.0 240.0M80.0 240.0L80.0 460.0"' still.svg
animate --animate film.html
ok 'a page, with what stops it' grep -q 'pauseAnimations' film.html
is 'a page: nothing from elsewhere' '' "$(grep -o 'src=.*\|href=.*' film.html)"
animate --animate same.svg,xz
ok 'the view in which it moves' cmp film.svg same.svg
animate --animate other.svg,yz
ok 'and another one' grep -q 'width="160"' other.svg
for name in film.svg film.html; do
	sed '/^<!DOC/d; s/<html lang="en">/<html>/; s/<meta[^>]*>//; s/\(<input[^>]*\)>/\1\/>/; /^<script>/,/^<.script>/d; s/<body\(.*\)>/<body\1>/' "$name" >"$name.xml"
	case $name in *.html) echo '</body></html>' >>"$name.xml" ;; esac
	if python3 -c 1 2>/dev/null; then
		ok "$name is well formed" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$name.xml"
	fi
done
# --- struts and tendons in them ---

# a cart at rest, 3 m from a wall, which is a body with a quote in its name; a cable over a pulley, whose height is a parameter
cat >stay.rig <<'END'
model stay
param high: m = 1
body "a \" wall" on world at (-3, 0, 0) m { joint : fixed }
frame pulley on world at (-1.5 m, 0 m, high)
body cart on world { joint slide : prismatic(x); mass 1 kg }
strut bumper between "a \" wall" and cart { spring 1 N/m at 3 m }
tendon rope over "a \" wall", pulley, cart { damping 1 N s/m }
END
# stay NAME FILE OPTION...
stay() {
	stay_name=$1
	stay_file=$2
	shift 2
	exits "$stay_name" 0 "$RIGIDC" sim stay.rig --time 1 --dt 1 --animate "$stay_file,xz" "$@"
}
stay 'a strut and a tendon' stay.svg
ok 'are lines over their points' grep -q '"#83b" .* d="M20.0 166.7L460.0 166.7M20.0 166.7L240.0 20.0L460.0 166.7"' stay.svg
ok 'half of the strut is thick' grep -q '"#83b" .* d="M20.0 166.7L240.0 166.7"' stay.svg
ok 'the cart alone has a joint' grep -q '"#123" .* d="M460.0 166.7h0M460.0 166.7h0"' stay.svg
stay 'a parameter' higher.svg --param high=2
ok 'moves a point' grep -q 'M20.0 313.3L240.0 20.0L460.0 313.3"' higher.svg
grep -v '^strut' stay.rig >tendon.rig
exits 'tendons alone' 0 "$RIGIDC" sim tendon.rig --time 1 --dt 1 --animate tendon.svg,xz
is 'have nothing thick' 1 "$(grep -c '#83b' tendon.svg)"
is 'without them there are none' 0 "$(grep -c '#83b' film.svg)"
"$RIGIDC" sim "$root/examples/struts/crane.rig" --time 5 --dt 0.1 --pose lifting --step '1 ms' --animate crane.svg >out 2>err
ok 'a cable that moves is that of examples/struts: make pictures' cmp crane.svg "$root/examples/struts/crane.svg"
is 'it is elsewhere in every posture' 51 "$(sed -n '/#83b/,/path>/p' crane.svg | grep -o 'M[^";]*' | sort -u | wc -l)"

# wrong_sim NAME MESSAGE OPTION...: before anything is computed
wrong_sim() {
	wrong_name=$1 wrong_said=$2
	shift 2
	exits "$wrong_name" 2 "$RIGIDC" sim double_pendulum.rig --time 1 --dt 1 "$@"
	ok "$wrong_name: says so" grep -q -e "$wrong_said" err
	is "$wrong_name: nothing else" '' "$(cat out)"
}
wrong_sim 'a film of another kind' 'takes NAME.svg, NAME.html or NAME.gif' --animate film.mp4
wrong_sim 'a view that is none' "takes NAME.svg, NAME.html or NAME.gif, not 'film.svg,zz'" --animate film.svg,zz
wrong_sim 'a picture among the rows' 'takes NAME.svg, NAME.png or NAME.pdf' --plot -
printf 'model still\nbody a on world { joint : fixed; mass 1 kg }\n' >still.rig
exits 'a film of nothing' 1 "$RIGIDC" sim still.rig --time 1 --dt 1 --animate film.svg
ok 'a film of nothing: says so' grep -q "nothing moves in 'still'" err
cat >pendulum.rig <<'END'
model odd
body bob on world { joint swing : revolute(y) { limits (-0.5, 0.5) }
  mass 1 kg
  com (0, 0, -1 m) }
END
exits 'a motion that ends at a limit' 1 "$RIGIDC" sim pendulum.rig --time 9 --dt 0.1 --qd 9 --animate film.svg
ok 'is shown as far as it goes' grep -q '<animate' film.svg
PATH='' "$RIGIDC" plot one.csv -o picture.svg >out 2>err
is 'without gnuplot: exit' 2 $?
ok 'without gnuplot: says which package' grep -q 'apt-get install gnuplot-nox' err
ok 'without gnuplot: no file' test ! -e picture.svg

command -v gnuplot >/dev/null 2>&1 || {
	skip 'pictures' 'there is no gnuplot'
	finish
}

# --- pictures ---

exits 'a file as SVG' 0 "$RIGIDC" plot one.csv -o picture.svg
is 'nothing is said' '' "$(cat out err)"
for text in q.elbow qd.elbow 'q, rad or m' 'qd, rad/s or m/s' 't, s'; do
	has "it has '$text'" "$text"
done
is 'two panels' 2 "$(grep -c 't, s' picture.svg)"
exits 'some columns' 0 "$RIGIDC" plot one.csv -o picture.svg --columns 'x.*,qd.*'
is 'the others are not there' '' "$(grep -F q.elbow picture.svg | grep -vF qd.elbow)"
exits 'a pattern that no column matches' 0 "$RIGIDC" plot one.csv -o picture.svg --columns 'qd.*,z.*'
is 'is told' "rigidc: no column is 'z.*'" "$(cat err)"
printf 't,q.leg.lift,qd.leg.lift,tau.lift,tau.base.wx,tau.base.vx\n0,1,2,3,4,5\n1,2,3,4,5,6\n' >lift.csv
exits 'joints that may slide' 0 "$RIGIDC" plot lift.csv -o picture.svg
for text in 'q, rad or m' 'qd, rad/s or m/s' 'tau, N m or N' 'tau, N m' 'tau, N'; do
	has "it has '$text'" ">$text<"
done
printf 't,q.leg[1].hip,q.leg[2].hip\n0,1,2\n1,2,3\n' >legs.csv
exits 'names with brackets' 0 "$RIGIDC" plot legs.csv -o picture.svg --columns 'q.leg[2].*'
is 'are found as they are' 'q.leg[2].hip' "$(grep -o 'q\.leg[^<]*' picture.svg | sort -u)"
exits 'a phase portrait' 0 "$RIGIDC" plot one.csv -o picture.svg --columns q.elbow:qd.elbow
has 'has q' '>q.elbow<' && has 'over qd' '>qd.elbow<'
exits 'columns over columns beside columns over time' 0 "$RIGIDC" plot one.csv -o picture.svg --columns 'qd.*,q.elbow:qd.elbow'
has 'over a column' '>q.elbow<' && has 'over time' '>t, s<'
printf 't,q.a:b,qd.a:b\n0,1,2\n1,2,3\n' >colons.csv
exits 'names with colons' 0 "$RIGIDC" plot colons.csv -o picture.svg --columns 'q.a:b:qd.a:b'
has 'are found' '>q.a:b<'
exits 'one of them alone' 0 "$RIGIDC" plot colons.csv -o picture.svg --columns 'q.a:b'
has 'is drawn over time' '>t, s<'
cp one.csv measured.csv
exits 'two files' 0 "$RIGIDC" plot one.csv measured.csv -o picture.svg
has 'their names are the key' 'q.elbow one.csv'
has 'both of them' 'q.elbow measured.csv'
exits 'PNG' 0 "$RIGIDC" plot one.csv -o picture.png
is 'it is one' 89504e470d0a1a0a "$(od -An -tx1 -N8 picture.png | tr -d ' ')"
exits 'PDF' 0 "$RIGIDC" plot one.csv -o picture.pdf
is 'it is one' %PDF- "$(head -c 5 picture.pdf)"
plot one.csv
is 'as text: lines as wide as a page' '' "$(awk 'length($0) > 80' out)"
ok 'as text: names' grep -q 'q.elbow' out
ok 'as text: units' grep -q 'qd, rad/s or m/s' out
is 'as text: plain' '' "$(tr -d '\n -~' <out)"
"$RIGIDC" plot - -o picture.svg <one.csv
has 'from standard input' q.elbow
printf 'a b\n1 2\n2 nan\n3 4\n' >plain.csv
exits 'blanks, no time, what is no number' 0 "$RIGIDC" plot plain.csv -o picture.svg
has 'over rows' '>row<'

# keys are beside the curves, whatever these fill: boxed.py FILE NAMES
cat >boxed.py <<'END'
import re
import sys
import xml.dom.minidom

place = lambda element: tuple(map(float, re.findall(r"translate\((.*?),(.*?)\)", element.getAttribute("transform"))[0]))
picture = xml.dom.minidom.parse(sys.argv[1])
size = [float(picture.documentElement.getAttribute(name)) for name in ("width", "height")]
names = [text.parentNode for text in picture.getElementsByTagName("text") if text.firstChild.data.startswith("tau.")]
points = [tuple(map(float, point)) for path in picture.getElementsByTagName("path") for point in
          re.findall(r"[ML ](-?[0-9.]+),(-?[0-9.]+)", path.getAttribute("d")) if path.getAttribute("d").startswith("M")]
# the frame of the curves is 88 to 624; samples of the key are beyond
right = max(x for x, y in points if x <= 625)
samples = [x for x, y in points if x > 625]
assert len(names) == int(sys.argv[2]) and abs(right - 624) < 1, (len(names), right)
assert samples and max(samples) < size[0], samples
for name in names:
    x, y = place(name)
    length = 6 * len(name.getElementsByTagName("text")[0].firstChild.data)  # letters are narrower
    assert name.getAttribute("text-anchor") == "end" and x - length > right and x < min(samples), (x, length, right, samples)
    assert 0 < y < size[1], (y, size)
assert len({round(place(name)[0]) for name in names}) == 1, "columns"
END
# curves NAME COUNT: columns tau.NAME[i].hip, up in one half of the time and down in the other
curves() {
	awk -v name="$1" -v count="$2" 'BEGIN {
		printf "t"; for (i = 0; i < count; i++) printf ",tau.%s[%d].hip", name, i
		for (k = 0; k <= 40; k++) { printf "\n%g", k / 40; for (i = 0; i < count; i++) printf ",%g", ((int(k / 5) + i) % 2 ? 1 : -1) * (1 - 0.02 * i) }
		print "" }'
}
for case in leg/1 leg/9 leg/40 the_left_shoulder_of_a_large_humanoid/4; do
	curves "${case%/*}" "${case#*/}" >filled.csv
	exits "$case curves" 0 "$RIGIDC" plot filled.csv -o picture.svg
	ok "$case curves: the key is beside them" python3 boxed.py picture.svg "${case#*/}"
done
cp filled.csv second.csv
exits 'two files with long names' 0 "$RIGIDC" plot filled.csv second.csv -o picture.svg
ok 'two files with long names: the key is beside them' python3 boxed.py picture.svg 8

# --- cycles ---

# 2.5 cycles of a sine and a ramp, which grows by 10 in each; `gap` has no number in the second cycle
awk 'BEGIN { print "t,force,q.knee,q.ramp,gap"; for (k = -12; k <= 250; k++) { s = 2 * 3.14159265358979 * (k - 0.5) / 100
	printf "%.2f,%.15g,%.15g,%.15g,%s\n", k / 100, 500 * sin(s), (1 + int((k + 100) / 100)) * cos(s), 10 * int((k + 100) / 100) + k % 100 / 100,
		(k > 150 && k < 160 ? "nan" : "3") } }' >cycles.csv
mkdir -p bin
printf '#!/bin/sh\ntee "%s/script" | exec %s "$@"\n' "$SCRATCH" "$(command -v gnuplot)" >bin/gnuplot
chmod +x bin/gnuplot
cycles() { PATH="$SCRATCH/bin:$PATH" "$RIGIDC" plot "$@" >out 2>err; }
# means.py FILE CYCLES...: the sheet in the script against cycles of the file, cut and interpolated here
cat >means.py <<'END'
import csv
import math
import sys

rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(open(sys.argv[1]))]
script = open("script").read()
sheet = [[float(number) for number in line.split()] for line in script.split("$sheet0 << END\n")[1].split("END\n")[0].splitlines()]
names = list(rows[0])
assert len(sheet) == 101 and all(len(row) == 3 * len(names) for row in sheet), (len(sheet), len(sheet[0]))


def at(name, time):
    for a, b in zip(rows, rows[1:]):
        if a["t"] <= time <= b["t"] + 1e-12:
            return a[name] + (b[name] - a[name]) * (time - a["t"]) / (b["t"] - a["t"])


# starts of cycles: times, or COLUMN=ABOVE
starts = [float(start) for start in sys.argv[2:] if "=" not in start]
for name, above in [start.split("=") for start in sys.argv[2:] if "=" in start]:
    for a, b in zip(rows, rows[1:]):
        if a[name] <= float(above) < b[name]:
            starts.append(a["t"] + (b["t"] - a["t"]) * (float(above) - a[name]) / (b[name] - a[name]))
for percent, row in enumerate(sheet):
    assert row[0] == percent
    for i, name in enumerate(names[1:], 1):
        values = [at(name, a + (b - a) * percent / 100) for a, b in zip(starts, starts[1:])]
        values = [value for value in values if not math.isnan(value)]
        mean = sum(values) / len(values)
        assert abs(row[i] - mean) < 1e-9, (name, percent, row[i], mean)
        if len(values) < 2:
            assert math.isnan(row[len(names) + i]), (name, percent)
            continue
        deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
        assert abs(row[len(names) + i] - mean + deviation) < 1e-9 and abs(row[2 * len(names) + i] - mean - deviation) < 1e-9, (name, percent)
END
cycles cycles.csv --cycle=force --columns='q.*' -o picture.svg
is 'cycles where a column rises' 0 $?
is 'nothing is said of them' '' "$(cat out err)"
ok 'mean and deviation' python3 means.py cycles.csv force=0
has 'the number of cycles is in the key' 'q.knee, n = 2'
has 'over per cent' 'cycle, %'
is 'a band for each of two columns' 2 "$(grep -o filledcurves script | wc -l)"
is 'which the picture has' 2 "$(grep -c 'fill-opacity' picture.svg)"
cycles cycles.csv --cycle='force > 250' --columns='q.*' -o picture.svg
ok 'above a number, between rows' python3 means.py cycles.csv force=250
cycles cycles.csv --cycle=0.503,1.253,1.753,2.497 --columns='q.knee' -o picture.svg
ok 'at times' python3 means.py cycles.csv 0.503 1.253 1.753 2.497
has 'are three cycles' 'q.knee, n = 3'
cycles cycles.csv --cycle=0,1 -o picture.svg
is 'one cycle has no band' 0 "$(grep -c filledcurves script)"
sed 's/^t,/t,/' cycles.csv >later.csv
cycles cycles.csv later.csv --cycle=force --columns=q.knee -o picture.svg
has 'two files, each with its cycles' 'q.knee later.csv, n = 2'
cycles cycles.csv --cycle=force --columns=q.knee
ok 'as text' grep -q 'q.knee, n = 2' out
cycles cycles.csv --cycle='0,0.1,1,2' -o picture.svg
is 'a cycle much shorter than the others' 0 $?
ok 'is a warning' grep -q "lasts 0.1 s, from 0 s on, and the median 0.9 s" err
wrong 'no such column to cut at' 1 "has no column 'knee'" cycles.csv --cycle 'knee > 3'
wrong 'a column that never rises' 1 "'force' of 'cycles.csv' rises above 600 nowhere: a cycle needs two" cycles.csv --cycle 'force > 600'
wrong 'a column that rises once' 1 "rises above 15 once" cycles.csv --cycle 'q.ramp > 15'
wrong 'one time' 2 'two at least' cycles.csv --cycle 1
wrong 'times that do not grow' 1 '0.5 s is not after the time before it' cycles.csv --cycle 1,0.5
wrong 'times beyond the rows' 1 'within -0.12 s to 2.5 s' cycles.csv --cycle 1,3
wrong 'rows without a time' 1 "'legs.txt' has no column 't'" legs.txt --cycle 1,3
wrong 'a time that stands still' 1 'does not grow from row 2 to row 3' still.csv --cycle 0,1
wrong 'cycles of a phase portrait' 2 'not over a --cycle' cycles.csv --cycle=force --columns q.knee:qd.knee
printf 't,a > 2 <b>,c\n0,0,1\n1,3,2\n2,0,1\n3,3,2\n4,0,4\n5,3,2\n' >odd.csv
cycles odd.csv --cycle='a > 2 <b>' -o picture.svg
has 'a name with a sign in it' '>a > 2 &lt;b>, n = 2<'
cycles odd.csv --cycle='a > 2 <b> > 1' -o picture.svg
has 'and with a number' '>a > 2 &lt;b>, n = 2<'

# names with what means something to gnuplot, to a shell, to SVG
evil=$(printf "q.'; system('touch broken') #")
printf 't,%s,"$(touch broken)",a\\nb,`touch broken`,@x,{/Bold x}_y,<b>&,$sheet0,END\n0,1,2,3,4,5,6,7,8,9\n1,2,3,4,5,6,7,8,9,10\n' "$evil" >'it''s "a" $(touch broken).csv'
for kind in svg png; do
	exits "odd names: $kind" 0 "$RIGIDC" plot ./*broken*.csv one.csv -o picture.$kind
	is "odd names: $kind: quiet" '' "$(cat err)"
done
exits 'odd names as text' 0 "$RIGIDC" plot ./*broken*.csv
ok 'nothing of them is run' test ! -e broken
if python3 -c 1 2>/dev/null; then
	ok 'the SVG is well formed' python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse("picture.svg")'
fi
plot ./*broken*.csv -o picture.svg
has 'they are shown as they are' '{/Bold x}_y'
printf 't,a\377\n0,1\n1,2\n' >bytes.csv
exits 'bytes that are no text' 0 "$RIGIDC" plot bytes.csv -o picture.svg
has 'are made visible' 'a\xFF'

printf 't,w.knee.fx,w.knee.nz,lambda.pin.fx,lambda.toe.nz,impulse.toe.fz\n0,1,2,3,4,5\n1,2,3,4,5,6\n' >forces.csv
plot forces.csv -o picture.svg
for label in 'w, axes of the child, N' 'w, axes of the child, N m' 'lambda, axes of ground or loop, N' \
    'lambda, axes of ground or loop, N m' 'impulse, axes of ground or loop, N s'; do
	has "axes of forces: $label" ">$label<"
done

animate --plot picture.svg
has 'of a motion: the model knows what an angle is' '>q, rad<'
has 'and what drives it' '>tau, N m<'
animate --animate film.gif
is 'a film as GIF' GIF89a "$(head -c 6 film.gif)"
ok 'of many pictures' test "$(wc -c <film.gif)" -gt 20000
# delay FILE: how long a GIF shows a picture, low byte first, in hundredths of a second
delay() { od -An -v -tu1 "$1" | tr -s ' \n' ' ' | sed 's/.* 33 249 4 [0-9]* \([0-9]*\) \([0-9]*\) [0-9]* 0 44 .*/\1 \2/'; }
is 'which lasts as long as the motion' '4 0' "$(delay film.gif)"
"$RIGIDC" sim double_pendulum.rig --time 1 --dt 0.1 --step '1 ms' --animate slow.gif >rows 2>err
is 'and so do fewer pictures' '10 0' "$(delay slow.gif)"
"$RIGIDC" sim double_pendulum.rig --time 1 --dt 0.01 --step '1 ms' --animate fine.gif >rows 2>err
is 'or more than it can show' '4 0' "$(delay fine.gif)"
# coloured FILE: does the palette of a GIF have what struts are drawn in?
coloured() { od -An -v -tx1 "$1" | tr -d ' \n' | grep -q 8833bb; }
coloured film.gif
is 'of no struts' 1 $?
for name in stay tendon; do
	exits "$name as GIF" 0 "$RIGIDC" sim $name.rig --time 1 --dt 0.5 --animate $name.gif
	ok "$name as GIF: has its lines" coloured $name.gif
done

printf 't,a,b\n0,nan,1\n1,inf,2\n2,-1e308,3\n3,1e308,nan\n' >gaps.csv
exits 'a column without a number' 0 "$RIGIDC" plot gaps.csv -o picture.svg
is 'is left out, which is said' "rigidc: 'a' of gaps.csv is left out: no row has a number to draw" "$(cat err)"
has 'and others are drawn' '>b<'
wrong 'no column with a number' 1 'no row has a number to draw' gaps.csv --columns a
printf 'q.a,qd.a\nnan,1\n1,nan\n' >gaps.csv
wrong 'no state of a phase portrait' 1 'no row has a number to draw' gaps.csv --columns q.a:qd.a

echo old >picture.svg
wrong 'what cannot be drawn' 1 'is not a number' word.csv -o picture.svg
is 'leaves what was there' old "$(cat picture.svg)"
wrong 'a folder that is not there' 2 'cannot write none/picture.svg' one.csv -o none/picture.svg
finish
