#!/bin/sh
# rigidc report: one page that is well formed, needs nothing else, and whose JavaScript computes what the C does. How it looks
# and behaves in a browser is for `make check-page`.
. tests/tap.sh
. tests/c/compilers.sh
python=/usr/bin/python3

# whole FILE: elements close in turn, ids are there once, labels and links lead to one, nothing is fetched
whole() {
	$python - "$1" <<'END'
import base64
import hashlib
import html.parser
import json
import re
import sys

text = open(sys.argv[1], encoding="utf-8", newline="").read()
# what a model says is its own affair
own = re.sub(r'(<script type="application/json" id="data">).*?(</script>)', r"\1\2", text, flags=re.S)
assert not re.search(r"https?://|@[A-Z]+@", own), re.search(r".{40}(https?://|@[A-Z]+@).{40}", own)
VOID = {"meta", "input", "link", "br"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.wanted, self.scripts, self.styles, self.policy = [], [], [], [], [], ""

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in VOID:
            self.open.append((tag, given))
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        for key in ("src", "srcset", "data", "action", "onload", "onerror", "onclick", "style"):
            assert key not in given, (tag, key)
        self.ids += [given["id"]] if "id" in given else []
        self.wanted += [given[key] for key in ("for", "aria-labelledby") if key in given]
        if "href" in given:
            assert given["href"].startswith("#"), given
            self.wanted.append(given["href"][1:])

    def handle_endtag(self, tag):
        assert self.open and self.open[-1][0] == tag, (tag, self.open[-2:])
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1][0] == "script":
            self.scripts.append((self.open[-1][1].get("type"), data))
        if self.open and self.open[-1][0] == "style":
            self.styles.append(data)


page = Page()
page.feed(text)
page.close()
assert not page.open, page.open
assert not any("document.title" in text for kind, text in page.scripts if kind == "module"), "a name in the script"
assert len(set(page.ids)) == len(page.ids), page.ids
assert set(page.wanted) <= set(page.ids), set(page.wanted) - set(page.ids)
assert [kind for kind, data in page.scripts] == ["application/json", "module"], [kind for kind, data in page.scripts]
# the policy allows nothing but this script and this style
digest = lambda text: "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
rules = {words[0]: words[1:] for words in map(str.split, page.policy.split(";"))}
assert len(page.styles) == 1, len(page.styles)
assert rules == {"default-src": ["'none'"], "style-src": [digest(page.styles[0])], "script-src": [digest(page.scripts[1][1])],
                 "base-uri": ["'none'"], "form-action": ["'none'"]}, rules
assert page.ids.index("posture-part") < page.ids.index("tree-part") < page.ids.index("matrix-part"), "posture is not first"
data = json.loads(page.scripts[0][1])
open(sys.argv[1] + ".json", "w").write(page.scripts[0][1])
open(sys.argv[1] + ".mjs", "w").write(page.scripts[1][1])
beginning, middle = page.scripts[1][1].split("// What stands in #data", 1)
open(sys.argv[1] + ".view.mjs", "w").write(beginning)
assert len(data["matrix"]) == data["info"]["nv"] ** 2
for name, work in data["work"].items():
    counts = data["info"]["functions"][name]
    assert sum(work) == counts["mul"] + counts["add"], (name, sum(work), counts)
END
}

# computes FILE MODEL: poses and torques of the page, without the page, against eval
cat >"$SCRATCH/compare.mjs" <<'END'
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const [file, model, rigidc] = process.argv.slice(2);
const { makeScene, quaternionOf, principal, halfAxes, ellipsoid, strutLines, coordinateNames, velocityNames, framePoses, robot_holds } =
	await import(file + '.view.mjs');
const { bodies, frames, info, struts = [], holds = [] } = JSON.parse(readFileSync(file + '.json', 'utf8'));
const scene = makeScene(bodies, info.nq, info.nv, undefined, undefined, info);
const numbers = (functions, more = []) => execFileSync(rigidc, ['eval', model, '-f', functions, '--search=none'],
	{ input: [...scene.q, ...more].join(' ') + '\n', stdio: ['pipe', 'pipe', 'ignore'] }).toString().trim().split(/\s+/).map(Number);
const placed = (info.inputs ?? []).some(input => input.moving) ? scene.u : []; // that functions of places take
const near = (a, b, what) => a.forEach((x, i) => { if (!(Math.abs(x - b[i]) < 1e-11)) throw new Error(`${what}, ${i}: ${x}, in C ${b[i]}`); });
let seed = 5;
const chance = () => { seed = seed * 16807 % 2147483647; return 2 * seed / 2147483647 - 1; };
for (let round = 0; round < 3; round++) {
	bodies.forEach(({ joint }) => {
		joint.coordinates.forEach((_, k) => { scene.q[joint.q + k] = chance(); });
		if (joint.quaternion)
			scene.q.set(quaternionOf([chance(), chance(), chance()]), joint.q + joint.coordinates.length - 4);
	});
	scene.update();
	bodies.forEach(({ name, joint }, i) => {
		if (!/"/.test(name))
			near([...scene.pose[i].R, ...scene.pose[i].p], numbers(`fk:"${name}"`, placed), name);
	});
	if (info.nv)
		near(scene.g, numbers('gravity', [...scene.u, ...scene.s]), 'gravity');
	// what holds the robot at rest
	holds.forEach(({ phase, why }, i) => {
		if (!!why !== (robot_holds[i] === null))
			throw new Error(`${phase}: ${why}`);
		if (why || !/^\w*$/.test(phase ?? "") || typeof robot_prepare === 'function')
			return;
		const rest = new Float64Array(info.nv), C = numbers(`id:${phase ?? 'loops'}`, [...rest, ...rest, ...scene.motion.slice(0, scene.params ? -1 : undefined).flatMap(array => [...array])]);
		const tau = new Float64Array(info.nv), lambda = new Float64Array(C.length - info.nv), most = Math.max(1, ...C.map(Math.abs));
		robot_holds[i](scene.q, rest, rest, ...scene.motion, tau, lambda);
		near([...tau, ...lambda].map(x => x / most), C.map(x => x / most), `held by ${phase}`);
	});
	framePoses(frames, scene.pose).forEach((pose, i) => {
		if (!/"/.test(frames[i].name))
			near([...pose.R, ...pose.p], numbers(`fk:"${frames[i].name}"`, placed), frames[i].name);
	});
	strutLines(struts, scene.pose).forEach(({ rod }, i) => info.struts.find(({ name }) => name === struts[i].name).points.forEach((point, k) =>
		near(rod[k], point === 'world' ? [0, 0, 0] : numbers(`fk:"${point}"`, placed).slice(9), `${struts[i].name}, ${point}`)));
}
// coordinates and velocities have the names of columns
const columns = which => execFileSync(rigidc, ['eval', model, '-f', which, '--search=none', '--header'],
	{ input: '', stdio: ['pipe', 'pipe', 'ignore'] }).toString().trim().split(',').map(name => name.replace(/^[^.]*\./, ''));
const wanted = info.nv ? columns('gravity') : [], q = [];
for (const { joint } of bodies)
	coordinateNames(joint, joint.coordinates.map(each => each.name)).forEach((name, k) => { q[joint.q + k] = name; });
if (!bodies.some(body => /[",]/.test(body.joint.name)) && (velocityNames(bodies).join() !== wanted.join() || q.length !== info.nq))
	throw new Error(`velocities ${velocityNames(bodies)}, columns ${wanted}`);
// an even ellipsoid has the half axes of its own inertia
const half = [1, 2, 3], of = ([a, b, c]) => [b * b + c * c, a * a + c * c, a * a + b * b].map(x => 7 * x / 5);
near(halfAxes(7, of(half)), half, 'half axes');
for (const body of bodies.filter(body => body.mass)) {
	const { moments, R } = principal(body.inertia), I = body.inertia, size = Math.max(1e-9, ...moments);
	for (let i = 0; i < 3; i++)
		for (let j = 0; j < 3; j++) {
			const sum = [0, 1, 2].reduce((s, k) => s + R[3 * i + k] * moments[k] * R[3 * j + k], 0);
			near([sum / size], [I[3 * i + j] / size], `${body.name}: principal moments`);
		}
	ellipsoid(body);
}
END
computes() { node "$SCRATCH/compare.mjs" "$SCRATCH/$1.html" "$2" "$RIGIDC"; }

# page NAME MODEL OPTIONS...: below the level long, the UR5 alone is searched
page() {
	name=$1
	shift
	exits "$name: a page" 0 "$RIGIDC" report "$@" $(long || [ $name = ur5 ] || echo --search=none) -o "$SCRATCH/$name.html"
	ok "$name: well formed, and nothing from elsewhere" whole "$SCRATCH/$name.html"
	if present node; then
		ok "$name: scripts that node takes" node --check "$SCRATCH/$name.html.mjs"
		ok "$name: poses and torques of the C" computes "$name" "$1"
	else
		skip "$name: scripts" "no node"
	fi
}

cat >"$SCRATCH/odd.rig" <<'END'
/// </script><script>alert(1)</script> <!-- @DATA@ -->
model "</title><b>two"
body "</script>" on world { joint "<!--" : revolute(x) { limits (-1, 2) rad }
  mass 1 kg
  com (0.1, 0.0001, 0.3)
}
body "\"" on "</script>" at (0, 0, 1) { joint "@STYLE@" : free
  mass 1 kg
  inertia diag(0.1, 0.1, 0.2)
}
body "<img src=x>" on "\"" at (0, 0, 0.2) { joint "]]>" : fixed }
END
echo 'model empty' >"$SCRATCH/empty.rig"
for model in ur5 scara gripper solo12 knee; do
	page $model examples/$model.rig
done
for model in excavator landing_gear crane; do
	page $model examples/struts/$model.rig
done
ok 'struts are on the page' grep -q '"struts":\[{"name":"boom_cylinder","tendon":false,' "$SCRATCH/excavator.html.json"
ok 'tendons too' grep -q '"struts":\[{"name":"hoist","tendon":true,' "$SCRATCH/crane.html.json"
page inputs tests/page/inputs.rig
ok 'a tendon with one point at one place is told' grep -q '"strutNote":"[^"]* Not drawn, with fewer than two of them: glide\."' "$SCRATCH/inputs.html.json"
page rolling tests/page/rolling.rig
page fourbar examples/loops/fourbar.rig
page plates examples/gait/plates.rig
has() { grep -q -F "$2" "$SCRATCH/$1.html.json"; }
ok 'phases are on the page' has solo12 '{"phase":"stand","contacts":[0,1,2,3],"why":null}'
ok 'a phase that cannot hold has a reason' has solo12 'id:left_diagonal: with '
ok 'contacts are on the page, with grounds and friction' has solo12 '"contacts":[{"name":"FL","kind":"point","body":'
page engine examples/loops/engine.rig
ok 'rows of contacts have their axes' has solo12 '{"name":"fz","direction":"of the ground on FL_FOOT, along z of world",'
ok 'rows of loops too' has fourbar '{"name":"nx","direction":"of platform on rocker, about x of hinge",'
ok 'loops in closed form are on the page' has engine '"solved":[{"name":'
ok 'loops without contacts hold too' has fourbar '"holds":[{"phase":null,"contacts":[],"why":null}]'
page odd "$SCRATCH/odd.rig"
page empty "$SCRATCH/empty.rig"
page capped tests/page/capped.rig
page hostile tests/page/hostile.rig -f rnea,crba
page given examples/scara.rig -f rnea,fd --sincos=given --matrix=packed --wrench=all
page inertial examples/double_pendulum.rig --parametrize=inertial,gravity --real=float
same() { "$RIGIDC" report examples/ur5.rig -o - 2>/dev/null | cmp - "$SCRATCH/ur5.html"; }
page puma560 examples/puma560.rig
ok 'diagnostics are on the page' grep -q '"check":"inertia-' "$SCRATCH/puma560.html.json"
ok 'the same model, the same bytes; - is here' same

exits 'another ending' 2 "$RIGIDC" report examples/ur5.rig -o "$SCRATCH/ur5.pdf"
exits 'a model with errors' 1 "$RIGIDC" report "$SCRATCH/compare.mjs" -o "$SCRATCH/none.html"
ok 'leaves nothing there' [ ! -e "$SCRATCH/none.html" ]
exits 'an unknown function' 1 "$RIGIDC" report examples/ur5.rig -f nothing -o "$SCRATCH/none.html"
finish
