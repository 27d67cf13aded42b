// node numbers.mjs MODULE SQUEEZER BARS INPUTS ROLLING: TAP. The scripts of the page of `report` that compute numbers, without a page: MODULE is
// rotation.mjs, closing.mjs, view.mjs, forces.mjs, extent.mjs, reading.mjs, shapes.mjs and motion.mjs in one file. SQUEEZER.html and SQUEEZER.mjs are the report of a
// model with loops, and its function closing=closure+jac:loops. INPUTS.html and INPUTS.mjs are the report of a model with inputs, and its scene with MODULE.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { finish, ok } from '../tap.mjs';

const page = await import(pathToFileURL(process.argv[2]).href);
const apart = (a, b) => a.length === b.length ? Math.max(0, ...a.map((x, i) => Math.abs(x - b[i]))) : Infinity;
let seed = 7;
const chance = () => { seed = seed * 16807 % 2147483647; return 2 * seed / 2147483647 - 1; };

// --- rotations ---

const turn = (axis, angle) => {
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	return { x: [1, 0, 0, 0, c, -s, 0, s, c], y: [c, 0, s, 0, 1, 0, -s, 0, c], z: [c, -s, 0, s, c, 0, 0, 0, 1] }[axis];
};
const product = (A, B) => Array.from({ length: 9 }, (_, n) => [0, 1, 2].reduce((sum, k) => sum + A[n - n % 3 + k] * B[3 * k + n % 3], 0));
const ofAngles = ([roll, pitch, yaw]) => product(turn('z', yaw), product(turn('y', pitch), turn('x', roll)));
const angles = [[0, 0, 0], [Math.PI, 0, 0], [0, 0, Math.PI], [0, Math.PI, 0], [2, 1, -3], [0, Math.PI / 2, 0.7], [0, -Math.PI / 2, -2],
	[0.4, Math.PI / 2, 0.7],
	...Array.from({ length: 200 }, () => [4 * chance(), 4 * chance(), 4 * chance()])];
const far = { matrix: 0, length: 0, back: 0, forth: 0, again: 0 };
let positive = true;
for (const each of angles) {
	const R = ofAngles(each), q = page.quaternionOfMatrix(R), again = page.rollPitchYaw(R);
	far.matrix = Math.max(far.matrix, apart(page.matrixOf(page.quaternionOf(each)), R));
	far.length = Math.max(far.length, Math.abs(Math.hypot(...q) - 1));
	far.back = Math.max(far.back, apart(page.matrixOf(q), R));
	far.forth = Math.max(far.forth, apart(page.matrixOf(q.map(x => 3 * x)), R));
	far.again = Math.max(far.again, apart(ofAngles(again), R));
	positive &&= q[3] >= 0 && Math.abs(again[1]) <= Math.PI / 2 + 1e-12;
}
ok(far.matrix < 1e-14, 'the quaternion of roll, pitch, yaw: Rz Ry Rx', far.matrix);
ok(far.length < 1e-14 && far.back < 1e-14 && positive, 'the quaternion of a matrix: unit length, w >= 0', JSON.stringify(far));
ok(far.forth < 1e-14, 'the matrix of a quaternion of another length', far.forth);
ok(far.again < 1e-8, 'roll, pitch, yaw of a matrix, quarter turns included', far.again);
ok(page.rollPitchYaw(ofAngles([0.4, Math.PI / 2, 0.7]))[0] === 0, 'roll is 0 where the pitch is a quarter turn');
const [A, B] = [{ R: ofAngles([1, 2, 3]), p: [1, 2, 3] }, { R: ofAngles([-1, 0.5, 2]), p: [0, -4, 1] }];
const seen = page.poseFrom(A, B), back = page.compose(B, seen);
ok(apart([...back.R, ...back.p], [...A.R, ...A.p]) < 1e-14, 'a pose seen from a frame, and back in the world');

// --- numbers as they are typed ---

const limits = [-1, 2], none = [null, null];
const typed = [
	// text, unit, limits: value or undefined, what is said
	['0.5', 'rad', limits, 0.5, /^$/], [' -0.5 ', 'rad', limits, -0.5, /^$/], ['+.5', 'rad', limits, 0.5, /^$/], ['5e-1', 'rad', limits, 0.5, /^$/],
	['1.', 'rad', limits, 1, /^$/], ['\u22120.5', 'rad', limits, -0.5, /^$/], ['30 deg', 'rad', limits, Math.PI / 6, /^$/], ['30°', 'rad',
		limits, Math.PI / 6, /^$/],
	['0.5 rad', 'rad', limits, 0.5, /^$/], ['-0', 'm', limits, 0, /^$/], ['20 mm', 'm', limits, 0.02, /^$/], ['20cm', 'm', limits, 0.2,
		/^$/], ['3 kg', 'kg', none, 3, /^$/],
	['3', 'rad', limits, 2, /^3 is above the upper limit\. The limit 2\.000 rad, 114\.6° is used\.$/],
	['-90 deg', 'rad', limits, -1, /^-90 deg is below the lower limit\. The limit -1\.000 rad, -57\.3° is used\.$/],
	['2.000009', 'rad', limits, 2, /^$/], ['-1.000009', 'rad', limits, -1, /^$/], ['7', 'rad', none, 7, /^$/], ['-7', 'm', [null, 2], -7,
		/^$/], ['7', 'm', [0, null], 7, /^$/],
	['abc', 'rad', limits, undefined, /^“abc” is not a number\.$/], ['', 'rad', limits, undefined, /^Type a number\.$/], ['  ', 'm', limits,
		undefined, /^Type a number\.$/],
	['0,5', 'rad', limits, undefined, /^“0,5” is not a number\. Write a point, not a comma\.$/], ['1.2.3', 'm', limits, undefined, /is not a number/],
	['1 2', 'm', limits, undefined, /is not a number/], ['--1', 'm', limits, undefined, /is not a number/], ['NaN', 'm', limits, undefined,
		/is not a number/],
	['Infinity', 'm', none, undefined, /is not a number/], ['0x10', 'm', limits, undefined, /“x10” is not a unit/], ['1e', 'm', limits,
		undefined, /“e” is not a unit/],
	['30 deg', 'm', limits, undefined, /^“deg” is not a unit of this number\. Its unit is m or cm or mm\.$/], ['3 toString', 'm', limits,
		undefined, /is not a unit/],
	['3 kg', '', none, undefined, /It has no unit/], ['1e999', 'm', none, undefined, /too large/], ['-1e13', 'm', none, undefined, /too large/],
];
for (const [text, unit, range, wanted, words] of typed) {
	const { value, said } = page.readNumber(text, unit, range);
	ok((wanted === undefined ? value === undefined : Math.abs(value - wanted) < 1e-15 && !Object.is(value, -0)) && words.test(said),
		`“${text}” in ${unit || 'no unit'}`, `${value}, ${said}`);
}

const shown = [[0, '0'], [-0, '0'], [0.5, '0.5'], [-0.5235987755982988, '-0.5236'], [123.456789, '123.45679'], [0.0001234567, '0.00012346'],
	[1.5e-7, '1.5e-7'], [6e-17, '0'], [12e6, '12000000'], [-1, '-1'], [0.999999, '1']];
for (const [value, text] of shown)
	ok(page.shortly(value) === text, `${value} is shown as ${text}`, page.shortly(value));

// --- names ---

const joints = [{ joint: { name: 'elbow', velocities: ['theta'], v: 3 } }, { joint: { name: 'ball', velocities: ['wx', 'wy', 'wz'],
	v: 0 } }, { joint: { name: 'weld', velocities: [], v: 0 } }];
ok(page.velocityNames(joints).join() === 'ball.wx,ball.wy,ball.wz,elbow', 'names of velocities, in their order');

// --- sizes ---

ok([0.012, 0.1, 0.2, 3, 9.9, 1000].map(page.roundDown).join() === '0.01,0.1,0.2,2,5,1000',
	'round sizes, down', [0.012, 0.1, 0.2, 3, 9.9, 1000].map(page.roundDown));
ok([0.012, 0.1, 0.2, 3, 9.9, 1000].map(page.roundUp).join() === '0.02,0.1,0.2,5,10,1000',
	'round sizes, up', [0.012, 0.1, 0.2, 3, 9.9, 1000].map(page.roundUp));
const body = (parent, mass, moment, at, kind = 'revolute') => ({ parent, mass, com: [0, 0, 0], inertia: [moment, 0, 0, 0, moment, 0, 0, 0,
	moment], at: { p: at }, joint: { kind } });
const straight = bodies => bodies.map((_, i) => ({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: bodies.slice(0, i + 1).reduce((p, each) => p.map((x,
	k) => x + each.at.p[k]), [0, 0, 0]) }));
const lengthOf = rings => Math.max(...rings.flat().map(x => 2 * Math.hypot(...x)));
const arm = [body(-1, 1, 0.004, [0, 0, 1]), body(0, 1e-3, 10, [1, 0, 0]), body(1, 1, 0.004, [0, 0, -3])];
const points = page.robotPoints(arm, [], [], straight(arm)), sizeOf = bodies => page.robotSize(bodies, [], [], straight(bodies)), size = sizeOf(arm);
ok(Math.abs(size - 1.3 * Math.hypot(1, 3)) < 1e-12, 'the size of a robot: 1.3 times the diagonal of the box around its points', size);
const shells = arm.map(each => page.ellipsoid(each, size));
ok(shells.map(({ capped }) => capped).join() === 'false,true,false', 'an ellipsoid larger than the robot is capped, no other');
ok(Math.abs(lengthOf(shells[1].rings) - size) < 1e-9 && Math.abs(lengthOf(shells[0].rings) - 0.2) < 1e-9,
	'and has the size of the robot', lengthOf(shells[1].rings));
const flat = { ...body(-1, 1e-3, 0, [0, 0, 0]), inertia: [20, 0, 0, 0, 13, 0, 0, 0, 9] }, [whole, part] = [page.ellipsoid(flat),
	page.ellipsoid(flat, 1)];
ok(apart(part.rings.flat(2), whole.rings.flat(2).map(x => x / lengthOf(whole.rings))) < 1e-9 && !whole.capped,
	'a capped ellipsoid keeps its shape');
const ball = [body(-1, 2, 0.2, [0, 0, 0], 'free')];
ok(!page.ellipsoid(ball[0], sizeOf(ball)).capped, 'the only body of a robot is not capped');
const point = [body(-1, 2, 0, [0, 0, 0])];
ok(sizeOf(point) === 1 && !page.ellipsoid(point[0], 1).capped, 'a point has a size too');
ok(sizeOf([]) === 1, 'so does an empty model');
const rod = [{ ...body(-1, 0.1, 0, [0, 0, 1]), com: [0, 0, 0.5], inertia: [0.1 / 12, 0, 0, 0, 0.1 / 12, 0, 0, 0, 0] }];
ok(!page.ellipsoid(rod[0], sizeOf(rod.map(each => ({ ...each, at: { p: [0, 0, 0] } })))).capped, 'nor is a single rod');
const connected = (bodies, frames = []) => JSON.stringify(page.skeleton(bodies, frames, straight(bodies)));
ok(connected(ball) === '[[[0,0,0],[0,0,0]]]', 'a body that floats is not connected to the world', connected(ball));
ok(connected(rod) === '[[[0,0,0],[0,0,1],[0,0,1]],[[0,0,1],[0,0,1.5]]]', 'the last body goes on to its centre of mass', connected(rod));
const at = height => [{ ...rod[0], at: { p: [0, 0, height] } }], lowest = height => Math.min(...page.robotPoints(at(height), [], [],
	straight(at(height))).map(x => x[2]));
ok(lowest(0.4) === 0 && lowest(3) === 3, 'the origin of the world is a point of a robot next to it', `${lowest(0.4)}, ${lowest(3)}`);
ok(connected(rod, [{ body: 0, at: { p: [0, 0, 2] } }]) === '[[[0,0,0],[0,0,1],[0,0,1]],[[0,0,1],[0,0,3]]]', 'or to its frame');

// --- up, and the ground ---

const ups = [[[0, 0, -9.81], 2, 1], [[0, -9.81, 0], 1, 1], [[-9.81, 0, 0], 0, 1], [[0, 0, 9.81], 2, -1], [[0, 9.81, 0], 1, -1], [[0, 0, 0],
	2, 1], [[1, -2, -9], 2, 1], [[0, -9, 1], 1, 1]];
for (const [gravity, axis, sign] of ups) {
	const map = page.uprightOf(gravity), rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(map), [a, b, c] = rows;
	const volume = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
	ok(rows[axis][2] === sign && volume === 1, `gravity (${gravity}): up, right-handed`, JSON.stringify(rows));
}
const ground = page.groundOf(points, 2);
ok(ground.level === -2 && ground.lines.flat().every(x => x[2] === -2), 'the ground is at the lowest point', ground.level);
ok(ground.side === 1 && ground.lines.every(([from, to]) => Number.isInteger(from[0]) && Number.isInteger(to[1])),
	'its lines are a round distance apart', ground.side);
ok(page.groundOf([], 1).level === 0, 'without points it is at 0');
const ends = page.endPoints(arm, [], shells, straight(arm));
ok(ends.length > 0 && Math.abs(Math.min(...ends.map(x => x[2])) + 2.1) < 1e-9,
	'the last body reaches as far as its ellipsoid', ends.length);
ok(page.endPoints(arm, [{ body: 2 }], shells, straight(arm)).length === 0 && page.endPoints(arm.slice(0, 2), [], shells.slice(0, 2),
	straight(arm)).length === 0,
	'not if it has a frame, or the ellipsoid is capped');

// --- what holds ---

const turned90 = { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], p: [1, 2, 3] }, level = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [1, 2, 7] };
const linear = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((t, k) => ({ name: 'f' + 'xyz'[k], angular: false, vector: 'A', t })), about = { angular: true, vector: 'B', t: [1, 0, 0] };
const acted = page.actionOf([...linear, about], [2, 3, 5, 7], turned90, level);
ok(JSON.stringify(acted) === '{"force":[-3,2,5],"moment":[7,0,0]}', 'rows are along the axes of A or B', JSON.stringify(acted));
const pushed = page.actionOf([{ angular: false, vector: 'along', t: [0, 0, 0] }], [6], turned90, level);
ok(JSON.stringify(pushed.force) === '[0,0,6]', 'or along the line from A to B', JSON.stringify(pushed));
const hooke = page.actionOf([{ angular: true, vector: 'across', t: [0, 0, 0] }], [2], turned90, { ...level, R: [0, -1, 0, 1, 0, 0, 0, 0, 1] });
ok(JSON.stringify(hooke.moment) === '[0,0,2]', 'or square to x of A and y of B', JSON.stringify(hooke));
const slope = { R: [1, 0, 0, 0, 0.8, -0.6, 0, 0.6, 0.8], p: [0, 0, 1] }, foot = (body, p, ground) => ({ name: `foot${body}`, body, friction: 0.5, ground,
	rows: linear, at: { R: level.R, p } });
const feet = [foot(0, [0, 0, 0], level), foot(1, [0, 0, -1], slope), foot(1, [0, 0, 0], { ...slope })], stood = [level, { ...level, p: [0, 0, 0] }];
ok(page.groundsOf(feet).map(({ contacts }) => contacts.length).join() === '1,2', 'contacts share grounds');
ok(apart(page.dropTo(feet, stood), [0, -0.6 * 1.6, 0.8 * 1.6]) < 1e-12 && page.dropTo([], stood).join() === '0,0,0',
	'a robot is put so that its lowest contact touches its ground', page.dropTo(feet, stood));
const actions = page.actionsOf({ loops: [], constraints: 2, contacts: feet }, { contacts: [1] }, [9, 9, 1, 2, 3], stood);
ok(actions.length === 1 && actions[0].name === 'foot1' && actions[0].at.join() === '0,0,-1' && apart(actions[0].force, [1, 1.6 - 1.8, 1.2 + 2.4]) < 1e-12,
	'forces of contacts come after the rows of loops and constraints', JSON.stringify(actions));
ok(actions[0].entries.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join() === 'foot1.fx 1 N,foot1.fy 2 N,foot1.fz 3 N',
	'entries are those of lambda, in the axes of the ground', JSON.stringify(actions[0].entries));
const { along, ratio } = page.frictionOf(actions[0]);
ok(Math.abs(along - 3) < 1e-12 && Math.abs(ratio - Math.sqrt(5) / 3) < 1e-12, 'friction has to bear what is not normal', ratio);
ok(page.frictionOf({ force: [0, 0, -1], normal: [0, 0, 1] }).ratio === Infinity, 'a contact that pulls needs more than friction');
ok(page.arrowScale(20, 2, []) === 0.05 && page.arrowScale(0, 2, [{ force: [0, 3, 4] }]) === 0.2 && page.arrowScale(0, 2, []) === 0 &&
	JSON.stringify(page.arrowOf({ at: [1, 1, 1], force: [0, 0, 20] }, 0.05)) === '[[1,1,1],[1,1,2]]', 'the weight is half as long as the robot');
const sloping = page.groundOf(points, 2, 0.5);
ok(sloping.level === 0.5 && sloping.lines.flat().every(x => x[2] === 0.5), 'a ground may be at a given level');

// --- closed loops ---

async function linkage(path) {
	const data = JSON.parse(readFileSync(path + '.html', 'utf8').match(/id="data">(.*?)<\/script>/s)[1]);
	const { robot_closing: evaluate } = await import(pathToFileURL(path + '.mjs').href), rows = data.closing.angular.length + data.closing.rates;
	const joint = name => data.bodies.map(body => body.joint).find(each => each.name === name);
	const open = q => {
		const c = new Float64Array(rows);
		evaluate(q, c, new Float64Array(rows * data.info.nv));
		return Math.max(...c.map(Math.abs));
	};
	return { joint, open, start: Float64Array.from(data.closing.start), follow: page.makeClosing(data.bodies, data.closing, evaluate),
		closing: data.closing, loops: data.loops, bodies: data.bodies };
}

const squeezer = await linkage(process.argv[3]);
ok(squeezer.open(squeezer.start) < 1e-15 && squeezer.closing.independent.join() === 'true,false,false,false,false,false,false',
	'a linkage starts closed, and its crank is independent', JSON.stringify(squeezer.closing));
let turned = squeezer.start, widest = 0, arrived = true;
for (let n = 1; n <= 16; n++) {
	const next = Float64Array.from(turned);
	next[0] = squeezer.start[0] + 2 * Math.PI * n / 16;
	arrived &&= squeezer.follow(turned, next) && next[0] === squeezer.start[0] + 2 * Math.PI * n / 16;
	widest = Math.max(widest, squeezer.open(next));
	turned = next;
}
ok(arrived && widest < 1e-11, 'the crank turns round, and the loops stay closed', widest);
ok(apart(Array.from(turned.slice(2)), Array.from(squeezer.start.slice(2))) < 1e-9 && Math.abs(turned[1] + 2 * Math.PI - squeezer.start[1]) < 1e-9,
	'after a turn all are back', Array.from(turned));

const bars = await linkage(process.argv[4]), motor = bars.joint('motor');
ok(bars.open(bars.start) < 1e-14 && Math.abs(bars.start[motor.q] - Math.PI / 9) < 1e-15, 'the first pose is the start', bars.open(bars.start));
let stopped = Float64Array.from(bars.start), closes;
stopped[motor.q] = -1.5;
closes = bars.follow(bars.start, stopped);
// the rod and the rocker are in line there: cos = (200^2 + 450^2 - 500^2) / (2 200 450)
const dead = Math.PI / 2 - Math.acos((0.2 ** 2 + 0.45 ** 2 - 0.5 ** 2) / (2 * 0.2 * 0.45));
ok(!closes && bars.open(stopped) < 1e-11 && stopped[motor.q] > dead - 1e-9 && stopped[motor.q] < dead + 0.002,
	'a motor stops before its dead point, where the loops are closed', `${stopped[motor.q]}, dead point ${dead}`);
const moved = Float64Array.from(bars.start), wrist = bars.joint('wrist'), base = bars.joint('base');
const own = [wrist, bars.joint('ball')].flatMap(({ q, v, velocities, quaternion }) => quaternion ? [] : velocities.map((_, k) => [q + k, v + k]));
const [place] = own.find(([, v]) => bars.closing.independent[v]) || [motor.q];
moved[place] += 0.3;
closes = bars.follow(bars.start, moved);
ok(closes && bars.open(moved) < 1e-11 && Math.abs(moved[place] - bars.start[place] - 0.3) < 1e-15 &&
	Math.abs(Math.hypot(...moved.slice(base.q + 3, base.q + 7)) - 1) < 1e-15, 'free joints follow, with unit quaternions', bars.open(moved));

const rolling = await linkage(process.argv[6]), hinge = rolling.joint('hinge'), lid = rolling.joint('lid'), bent = Float64Array.from(rolling.start);
bent[hinge.q] = 0.4;
bent[rolling.joint('base').q] = 2;
closes = rolling.follow(rolling.start, bent);
ok(closes && rolling.closing.rates === 2 && Math.abs(bent[lid.q] - 0.2) < 1e-11 && bent[hinge.q] === 0.4 && bent[rolling.joint('base').q] === 2 &&
	bent[rolling.joint('axle').q] === 0, 'a part follows by a constraint, and wheels that roll may be put anywhere', Array.from(bent));
const straightUp = bars.bodies.map(() => ({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [1, 2, 3] })), [pin, , tie] = page.loopLines(bars.loops, straightUp);
ok(JSON.stringify(pin.ends) === '[[1.3,2,3],[1,2,3.2]]' && pin.lugs.length === 2 && JSON.stringify(tie.ends) === '[[0,0,0],[2,2,3]]' &&
	tie.lugs.length === 1, 'a loop is a line between its ends, with lines from its bodies', JSON.stringify([pin, tie]));

// --- shapes: their triangles close, look outward, and have the volume of the shape ---

// Volume inside, largest distance of a normal from the one of its triangle, and edges that do not close.
function measure(surfaces) {
	let volume = 0, worst = 0;
	const edges = new Map(), key = x => x.map(c => (c + 0).toFixed(9).replace(/^-0\.0*$/, '0.000000000')).join();
	for (const { points, normals, corners } of surfaces) {
		const at = i => points.slice(3 * i, 3 * i + 3);
		for (let i = 0; i < corners.length; i += 3) {
			const [a, b, c] = corners.slice(i, i + 3).map(at);
			const n = [0, 1, 2].map(k => (b[(k + 1) % 3] - a[(k + 1) % 3]) * (c[(k + 2) % 3] - a[(k + 2) % 3]) -
				(b[(k + 2) % 3] - a[(k + 2) % 3]) * (c[(k + 1) % 3] - a[(k + 1) % 3])), area = Math.hypot(...n);
			volume += a.reduce((sum, x, k) => sum + x * n[k], 0) / 6;
			for (const [from, to] of [[a, b], [b, c], [c, a]].map(pair => pair.map(key)))
				if (from !== to)
					edges.set(from + to, (edges.get(from + to) || 0) + 1), edges.set(to + from, (edges.get(to + from) || 0) - 1);
			if (area > 1e-12)
				corners.slice(i, i + 3).forEach(k => {
					worst = Math.max(worst, 1 - normals.slice(3 * k, 3 * k + 3).reduce((sum, x, m) => sum + x * n[m] / area, 0));
				});
		}
	}
	return { volume, worst, open: [...edges.values()].filter(Boolean).length };
}
for (const [kind, size, volume, within] of [['box', [1, 2, 3], 6, 1e-12], ['sphere', [2], 32 / 3 * Math.PI, 0.02], ['ellipsoid', [1, 2, 3], 8 * Math.PI, 0.02],
	['cylinder', [0.5, 2], 0.5 * Math.PI, 0.01], ['capsule', [0.5, 2], 0.5 * Math.PI + Math.PI / 6, 0.02]]) {
	const found = measure(page.shapeSurfaces({ kind, size, mesh: -1, colour: null }, []));
	ok(found.open === 0 && Math.abs(found.volume / volume - 1) < within && found.volume < volume * (1 + 1e-12) && found.worst < 0.1,
		`the triangles of a ${kind}`, JSON.stringify(found));
}
const words = numbers => Buffer.from(Uint16Array.from(numbers).buffer).toString('base64'), end = 65535;
const tetrahedron = { low: [0, 0, 0], high: [1, 2, 3], points: words([0, 0, 0, end, 0, 0, 0, end, 0, 0, 0, end]),
	corners: words([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]), runs: [{ triangles: 1, colour: [1, 0, 0, 1] }, { triangles: 3, colour: null }] };
for (const scale of [[1, 1, 1], [2, 1, 1], [1, -1, 1], [-1, -1, -2]]) {
	const surfaces = page.shapeSurfaces({ kind: 'mesh', size: scale, mesh: 0, colour: [0, 1, 0, 1] }, [tetrahedron]), found = measure(surfaces);
	ok(found.open === 0 && Math.abs(found.volume - Math.abs(scale[0] * scale[1] * scale[2])) < 1e-9 && found.worst < 1e-9,
		`the triangles of a mesh of the scale ${scale}: outward, sharp edges`, JSON.stringify(found));
	ok(surfaces[0].colour[0] === 1 && surfaces[1].colour[1] === 1, 'a mesh keeps its colours', JSON.stringify(surfaces.map(each => each.colour)));
}
ok(apart(page.shapeCorners(page.shapeSurfaces({ kind: 'capsule', size: [1, 4], mesh: -1 }, []))[7], [1, 1, 3]) < 1e-12, 'the box around a capsule');

// --- motions ---

const singles = numbers => Buffer.from(Float32Array.from(numbers).buffer).toString('base64'), half = Math.SQRT1_2;
// a body that turns about z by 90 degrees, its quaternion with another sign at the end, and one on it; a contact that opens
const film = page.makeMotion([{ moves: true, carrier: 0, seen: { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0] } },
	{ moves: false, carrier: 0, seen: { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [2, 0, 0] } }],
	{ times: [0, 2, 3], poses: singles([0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, -half, -half, 1, 0, 0, 0, 0, -half, -half]), mass: 3,
		centres: singles([0, 0, 0, 0, 0, 4, 0, 0, 4]), forces: singles([0, 0, 8, 0, 0, 4, 0, 0, 0]), closed: '100', contacts: 1 });
const stateAt = t => { film.t = t; film.update(); return [...film.pose[0].p, ...film.pose[1].p, film.c[2], film.forces[0][2], Number(film.closed[0])]; };
ok(apart(stateAt(0), [0, 0, 0, 2, 0, 0, 0, 8, 1]) < 1e-7, 'a motion at its start', stateAt(0));
ok(apart(stateAt(1), [0.5, 0, 0, 0.5 + Math.SQRT2, Math.SQRT2, 0, 2, 6, 1]) < 1e-6, 'between two postures: half of the turn, the nearer way', stateAt(1));
ok(apart(stateAt(2), [1, 0, 0, 1, 2, 0, 4, 4, 0]) < 1e-6 && apart(stateAt(3), [1, 0, 0, 1, 2, 0, 4, 0, 0]) < 1e-6, 'and at its end', stateAt(3));
ok(film.end === 3 && film.mass[0] === 3 && film.sample(2).length === 2 && apart(film.sample(2)[1][1].p, [1, 2, 0]) < 1e-6, 'samples have both ends');
for (const gravity of [[0, 0, -9.81], [0, -9.81, 0]])
	for (const [name, plane] of Object.entries(gravity[2] ? { xz: [0, 2], yz: [1, 2], xy: [0, 1] } : { xy: [0, 1], zy: [2, 1] })) {
		const up = page.uprightOf(gravity), eye = { ...page.viewOf(plane, up), zoom: 1, centre: [0, 0, 0], radius: 1e9, width: 200, height: 200 };
		const lens = page.camera(eye), [right, high] = plane.map(k => lens(up([0, 1, 2].map(i => i === k ? 1e8 : 0))));
		ok(right[0] > 101 && Math.abs(right[1] - 100) < 1e-6 && Math.abs(high[0] - 100) < 1e-6 && high[1] < 99,
			`the view ${name} with gravity ${gravity}`, JSON.stringify([right, high]));
	}

// --- inputs ---

{
	const [, , , , , inputs] = process.argv, { makeScene } = await import(pathToFileURL(inputs + '.mjs').href);
	const { bodies, info } = JSON.parse(readFileSync(inputs + '.html', 'utf8').match(/id="data">(.*?)<\/script>/s)[1]);
	const scene = makeScene(bodies, info.nq, info.nv, null, null, info);
	ok(scene.u.join() === '0.5,0.5,0,1,0,3,0.25' && scene.s.join() === '2', 'inputs and states have their default values', `${scene.u}; ${scene.s}`);
	const lift = scene.g[2];
	scene.u.set([1, 1]);
	scene.update();
	const buoy = bodies.findIndex(body => body.name === 'buoy'), push = scene.g[0];
	ok(scene.pose[buoy].p[2] === 0.75, 'a body stands where an input moves it', scene.pose[buoy].p);
	scene.u[6] = -0.5;
	scene.s[0] = 5;
	scene.update();
	ok(scene.pose[buoy].p[2] === 0, 'and follows it', scene.pose[buoy].p);
	ok(Math.abs(push - scene.g[0] - 3) < 1e-12, 'a state pushes', `${push}, ${scene.g[0]}`);
	ok(Math.abs(lift - scene.g[2] - 12) < 1e-12, 'more thrust leaves less to hold', `${lift}, ${scene.g[2]}`);
}

finish();
