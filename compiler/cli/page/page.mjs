// The page: tables and pictures of what stands in #data.

const data = JSON.parse(document.getElementById('data').textContent);
const { info, bodies, frames } = data;
const at = id => document.getElementById(id);
const numberOf = (value, digits = 4) => Object.is(value, -0) ? '0' : String(Number(value.toPrecision(digits)));
const units = ['rad', 'm'];

// An element with attributes, and what is in it: texts and elements.
function make(name, attributes = {}, ...inside) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	element.append(...inside.map(each => each instanceof Node ? each : String(each)));
	return element;
}

// A table of columns { head, number } and rows of texts and elements.
function fill(id, columns, rows) {
	const cell = (column, inside, name) => make(name, column.number ? { class: 'number' } : column.source ? { class: 'source' } : {}, inside);
	const head = make('tr', {}, ...columns.map(column => {
		const th = cell(column, column.head, 'th');
		th.setAttribute('scope', 'col');
		return th;
	}));
	at(id).append(make('thead', {}, head), make('tbody', {}, ...rows.map(row =>
		make('tr', {}, ...row.map((inside, i) => cell(columns[i], inside, 'td'))))));
}

// --- what it is ---

const kindOf = joint => joint.name + ' : ' + joint.kind + (joint.coupled ? ', coupled' : '');
const nameOf = body => body < 0 ? 'world' : bodies[body].name;
const massOf = body => body.mass ? numberOf(body.mass) + ' kg' : '';

function tell() {
	const moving = bodies.filter(body => body.moves).length;
	at('summary').textContent = `${moving} moving ${moving === 1 ? 'body' : 'bodies'}, ${bodies.length} in all, ${frames.length} frames; ` +
		`nq ${info.nq}, nv ${info.nv}; gravity (${info.gravity.map(x => numberOf(x)).join(', ')}) m/s^2; ` +
		`${numberOf(bodies.reduce((sum, body) => sum + body.mass, 0))} kg`;
	if (data.doc) {
		at('doc').textContent = data.doc;
		at('doc').hidden = false;
	}
	at('made').textContent = `Made by rigidc ${data.version} of the model ${data.hash}.`;
}

function depths() {
	const depth = [];
	bodies.forEach((body, i) => { depth[i] = body.parent < 0 ? 1 : depth[body.parent] + 1; });
	return depth;
}

// A body a row, further right than its parent.
function drawTree() {
	const svg = at('tree'), row = 34, step = 26, depth = depths();
	const put = (name, attributes, text) => {
		const element = document.createElementNS(svg.namespaceURI, name);
		for (const [key, value] of Object.entries(attributes))
			element.setAttribute(key, value);
		if (text !== undefined)
			element.textContent = text;
		svg.append(element);
	};
	const heaviest = Math.max(...bodies.map(body => body.mass), 1e-9);
	put('text', { x: 8, y: 20 }, 'world');
	bodies.forEach((body, i) => {
		const x = 16 + step * depth[i], y = 20 + row * (i + 1), from = body.parent < 0 ? 20 : 20 + row * (body.parent + 1);
		put('path', { d: `M${x - step} ${from + 6}V${y - 5}H${x - 2}` });
		put('circle', { cx: x + 4, cy: y - 5, r: body.mass ? 3 + 6 * Math.cbrt(body.mass / heaviest) : 3, class: body.mass ? 'mass' : 'none' });
		put('text', { x: x + 18, y }, body.name);
		const own = frames.filter(frame => frame.body === i).map(frame => frame.name);
		const more = [kindOf(body.joint), massOf(body), own.length ? 'frames ' + own.join(', ') : ''].filter(Boolean);
		put('text', { x: x + 18, y: y + 14, class: 'weak' }, more.join('; '));
	});
	const height = row * (bodies.length + 1) + 12;
	const width = Math.max(300, ...[...svg.querySelectorAll('text')].map(text => text.getBBox().x + text.getBBox().width + 8));
	for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
		svg.setAttribute(key, value);
	fill('bodies', [{ head: 'body' }, { head: 'on' }, { head: 'joint' }, { head: 'mass', number: true }, { head: 'centre of mass, m' }, { head: 'frames' }],
		bodies.map((body, i) => [body.name, nameOf(body.parent), kindOf(body.joint), massOf(body), body.com.map(x => numberOf(x)).join(', '),
			frames.filter(frame => frame.body === i).map(frame => frame.name).join(', ')]));
}

// --- the picture ---

const scene = makeScene(bodies, info.nq, info.nv);
const shells = bodies.map(body => body.mass > 0 ? ellipsoid(body) : []);
const eye = { yaw: -0.9, pitch: 0.45, zoom: 1, centre: [0, 0, 0], radius: 1 };
const redrawing = [];

// So that all of it is seen in the first posture, and a little more.
function aim() {
	const points = [[0, 0, 0], ...skeleton(bodies, scene.pose).flat(), ...bodies.map((body, i) => inWorld(scene.pose[i], body.com))];
	const low = [0, 1, 2].map(k => Math.min(...points.map(x => x[k]))), high = [0, 1, 2].map(k => Math.max(...points.map(x => x[k])));
	eye.centre = low.map((x, k) => (x + high[k]) / 2);
	eye.radius = Math.max(0.05, 0.65 * Math.hypot(...high.map((x, k) => x - low[k])));
}

function draw() {
	const canvas = at('view'), paper = canvas.getContext('2d'), style = getComputedStyle(document.documentElement);
	const colour = name => style.getPropertyValue('--' + name).trim();
	const project = camera({ ...eye, width: canvas.width, height: canvas.height });
	const line = (points, close) => {
		paper.beginPath();
		points.forEach((x, i) => paper[i ? 'lineTo' : 'moveTo'](...project(x)));
		if (close)
			paper.closePath();
		paper.stroke();
	};
	paper.clearRect(0, 0, canvas.width, canvas.height);
	drawGround(paper, line, colour);
	if (at('ellipsoids').checked) {
		[paper.strokeStyle, paper.lineWidth] = [colour('shell'), 1];
		shells.forEach((rings, i) => rings.forEach(ring => line(ring.map(x => inWorld(scene.pose[i], x)))));
	}
	[paper.strokeStyle, paper.lineWidth, paper.lineJoin] = [colour('bone'), 5, 'round'];
	skeleton(bodies, scene.pose).forEach(points => line(points));
	drawPoints(paper, project, colour);
}

function drawGround(paper, line, colour) {
	const side = eye.radius / 2;
	[paper.strokeStyle, paper.lineWidth] = [colour('line'), 1];
	for (let i = -2; i <= 2; i++) {
		line([[i * side, -2 * side, 0], [i * side, 2 * side, 0]]);
		line([[-2 * side, i * side, 0], [2 * side, i * side, 0]]);
	}
}

function drawPoints(paper, project, colour) {
	[paper.strokeStyle, paper.fillStyle, paper.lineWidth, paper.font] = [colour('mass'), colour('text'), 2, '14px system-ui, sans-serif'];
	bodies.forEach((body, i) => {
		if (body.mass > 0) {
			const [x, y] = project(inWorld(scene.pose[i], body.com));
			paper.beginPath();
			for (const [dx, dy] of [[5, 5], [5, -5]]) {
				paper.moveTo(x - dx, y - dy);
				paper.lineTo(x + dx, y + dy);
			}
			paper.stroke();
		}
		if (at('names').checked) {
			const [x, y] = project(scene.pose[i].p);
			paper.fillText(body.name, x + 8, y - 6);
		}
	});
	if (scene.mass[0] > 0) {
		paper.fillStyle = colour('mass');
		paper.beginPath();
		paper.arc(...project(scene.c), 7, 0, 2 * Math.PI);
		paper.fill();
	}
}

// All that follows a posture, once for many changes.
let waits = false;
function redraw() {
	if (waits)
		return;
	waits = true;
	requestAnimationFrame(() => {
		waits = false;
		scene.update();
		draw();
		redrawing.forEach(each => each());
	});
}

const turns = {
	left: () => { eye.yaw -= 0.1; }, right: () => { eye.yaw += 0.1; },
	up: () => { eye.pitch = Math.min(1.57, eye.pitch + 0.1); }, down: () => { eye.pitch = Math.max(-1.57, eye.pitch - 0.1); },
	closer: () => { eye.zoom *= 1.1; }, farther: () => { eye.zoom /= 1.1; },
};
const keys = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', '+': 'closer', '=': 'closer', '-': 'farther' };

function listen() {
	const canvas = at('view');
	let held = null;
	canvas.addEventListener('keydown', event => {
		if (!keys[event.key])
			return;
		turns[keys[event.key]]();
		event.preventDefault();
		redraw();
	});
	canvas.addEventListener('pointerdown', event => {
		held = [event.clientX, event.clientY];
		canvas.setPointerCapture(event.pointerId);
	});
	canvas.addEventListener('pointerup', () => { held = null; });
	canvas.addEventListener('pointermove', event => {
		if (!held)
			return;
		eye.yaw -= 0.008 * (event.clientX - held[0]);
		eye.pitch = Math.max(-1.57, Math.min(1.57, eye.pitch + 0.008 * (event.clientY - held[1])));
		held = [event.clientX, event.clientY];
		redraw();
	});
	canvas.addEventListener('wheel', event => {
		eye.zoom *= Math.exp(-0.001 * event.deltaY);
		event.preventDefault();
		redraw();
	}, { passive: false });
	at('buttons').addEventListener('click', event => {
		if (turns[event.target.dataset.turn]) {
			turns[event.target.dataset.turn]();
			redraw();
		}
	});
	at('ellipsoids').addEventListener('change', redraw);
	at('names').addEventListener('change', redraw);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
	matchMedia('print').addEventListener('change', () => draw());
}

// --- coordinates ---

const inWords = (value, unit) => unit === 'rad' ? `${value.toFixed(3)} rad, ${(value * 180 / Math.PI).toFixed(1)}°` : `${value.toFixed(4)} ${unit}`;

// A slider with a label and what it says; `set` takes the value, `get` gives it after others changed it.
function addSlider(name, unit, [low, high], get, set) {
	const id = 'slider' + at('sliders').children.length;
	const input = make('input', { type: 'range', id, min: low, max: high, step: 'any', value: get() });
	const output = make('output', { for: id });
	const show = () => {
		output.textContent = inWords(get(), unit);
		input.setAttribute('aria-valuetext', output.textContent);
	};
	input.addEventListener('input', () => {
		set(Number(input.value));
		redraw();
	});
	// the arrow keys of a slider without steps move it by what the browser likes
	input.addEventListener('keydown', event => {
		const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
		if (!step)
			return;
		event.preventDefault();
		input.value = Number(input.value) + step * (high - low) / 100;
		input.dispatchEvent(new Event('input'));
	});
	redrawing.push(() => {
		if (Number(input.value) !== get())
			input.value = get();
		show();
	});
	at('sliders').append(make('div', { class: 'slider' }, make('label', { for: id }, name), input, output));
	show();
}

// Of a quaternion three turns, which it is made of.
function addTurns(joint) {
	const first = joint.q + joint.coordinates.length - 4, angle = [0, 0, 0];
	joint.angle = angle;
	['x', 'y', 'z'].forEach((axis, k) => addSlider(`${joint.name}, about ${axis}`, 'rad', [-Math.PI, Math.PI], () => angle[k], value => {
		angle[k] = value;
		scene.q.set(quaternionOf(angle), first);
	}));
}

function addSliders() {
	for (const { joint } of bodies) {
		const own = joint.quaternion ? joint.coordinates.slice(0, -4) : joint.coordinates;
		own.forEach(({ name, unit }, k) => {
			const reach = unit === units[0] ? Math.PI : 1, place = joint.q + k;
			addSlider(joint.coordinates.length > 1 ? `${joint.name}.${name}` : joint.name, unit, joint.limits || [-reach, reach],
				() => scene.q[place], value => { scene.q[place] = value; });
		});
		if (joint.quaternion)
			addTurns(joint);
	}
	addPose('Start', Array.from(scene.q));
	for (const pose of info.poses || [])
		addPose(pose.name, pose.q);
}

function addPose(name, q) {
	const button = make('button', { type: 'button' }, name);
	button.addEventListener('click', () => {
		scene.q.set(q);
		bodies.forEach(({ joint }) => joint.angle && joint.angle.splice(0, 3, ...anglesOf(q.slice(joint.q + joint.coordinates.length - 4))));
		redraw();
	});
	at('poses').append(button);
}

// The turns that a quaternion is made of.
function anglesOf([x, y, z, w]) {
	return [Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
		Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))];
}

// --- what it takes ---

function addTorques() {
	let most = 1e-9;
	const rows = bodies.flatMap(({ joint }) => joint.forces.map((unit, k) => {
		const value = make('span'), bar = make('div'), name = joint.forces.length > 1 ? `${joint.name}, ${k + 1}` : joint.name;
		return { cells: [name, value, unit, make('div', { 'aria-hidden': 'true' }, bar)], value, bar, index: joint.v + k };
	}));
	fill('torques', [{ head: 'joint' }, { head: 'force or torque', number: true }, { head: 'unit' }, { head: 'against the largest so far' }],
		rows.map(row => row.cells));
	at('torques').querySelectorAll('tbody td:last-child').forEach(cell => cell.classList.add('bar'));
	redrawing.push(() => {
		most = Math.max(most, ...Array.from(scene.g, Math.abs));
		for (const { value, bar, index } of rows) {
			const part = scene.g[index] / most;
			value.textContent = scene.g[index].toFixed(3).replace(/^-(0\.0*)$/, '$1');
			[bar.style.left, bar.style.width, bar.style.top, bar.style.bottom] =
				[`${50 + 50 * Math.min(0, part)}%`, `${50 * Math.abs(part)}%`, '0', '0'];
		}
		at('centre').textContent = scene.mass[0] > 0 ? `Centre of mass of what moves, ${numberOf(scene.mass[0])} kg: ` +
			Array.from(scene.c, x => x.toFixed(4)).join(', ') + ' m' : '';
	});
}

function addMatrix() {
	const { nv } = info, most = Math.max(1, ...data.matrix), cells = data.matrix;
	const label = bodies.flatMap(({ joint }) => joint.forces.map((unit, k) => joint.forces.length > 1 ? `${joint.name}, ${k + 1}` : joint.name));
	const zeros = cells.filter(cost => cost < 0).length;
	at('matrix-words').textContent = nv ? `${nv} by ${nv}; ${zeros} of ${nv * nv} entries are zero by structure (·). A number is the multiplications ` +
		'and additions that the entry would take alone; entries share most of them.' : 'Nothing moves.';
	if (!nv)
		return;
	const head = make('tr', {}, make('td'), ...label.map((name, i) => make('th', { scope: 'col', title: name }, i + 1)));
	const rows = label.map((name, i) => make('tr', {}, make('th', { scope: 'row' }, `${name} ${i + 1}`), ...label.map((other, j) => {
		const cost = cells[i * nv + j], cell = make('td', cost < 0 ? { class: 'zero' } : {}, cost < 0 ? '·' : cost);
		if (cost > 0)
			cell.style.boxShadow = `inset 0 -${Math.max(1, Math.round(5 * cost / most))}px 0 var(--bar)`;
		return cell;
	})));
	at('matrix').append(make('thead', {}, head), make('tbody', {}, ...rows));
}

function addWork() {
	const names = Object.keys(info.functions), counts = ['mul', 'add', 'div', 'sqrt', 'sincos', 'neg', 'other', 'temporaries', 'live_bytes'];
	fill('functions', [{ head: 'function' }, ...counts.map(head => ({ head: head.replace('_', ' '), number: true }))],
		names.map(name => [name, ...counts.map(count => info.functions[name][count])]));
	const ofBody = i => names.map(name => data.work[name][i]);
	const rows = bodies.map((body, i) => [body.name, ...ofBody(i)]).filter((row, i) => bodies[i].moves || row.slice(1).some(Boolean));
	const rest = ofBody(bodies.length);
	if (rest.some(Boolean))
		rows.push(['before any', ...rest]);
	fill('work', [{ head: 'body' }, ...names.map(head => ({ head, number: true }))], rows);
}

function addLines() {
	const names = Object.keys(info.functions), { lines, simplifications, states, seed } = info.cost;
	const operations = each => names.map(name => each.operations[name]);
	const costly = lines.filter(line => line.operations && operations(line).some(Boolean));
	fill('lines', [{ head: 'line', number: true }, ...names.map(head => ({ head, number: true })), { head: 'text', source: true }],
		costly.map(line => [line.line, ...operations(line), line.text.trim()]));
	at('simple-words').textContent = simplifications.length ? 'Figures under a hundredth of their body’s size and angles within 0.01 rad of a ' +
		`quarter turn that cost operations, and the largest error without them at ${states} random states, seed ${seed}.` :
		'No figure under a hundredth of its body’s size, and no angle next to a quarter turn, costs operations.';
	if (simplifications.length)
		fill('simple', [{ head: 'place' }, { head: 'from' }, { head: 'to' }, ...names.map(head => ({ head, number: true })), { head: 'error of tau' }],
			simplifications.map(each => [`${each.line}:${each.column}`, each.was, each.becomes, ...operations(each),
				each.unit ? `${numberOf(each.error, 2)} ${each.unit} of ${numberOf(each.of, 3)}` : '']));
}

function addLimits() {
	const rows = bodies.filter(({ joint }) => joint.limits).map(({ joint }) =>
		[joint.name, ...joint.limits.map(limit => inWords(limit, joint.coordinates.length ? joint.coordinates[0].unit : ''))]);
	if (rows.length)
		fill('limits', [{ head: 'joint' }, { head: 'lower' }, { head: 'upper' }], rows);
	else
		at('limits').parentNode.replaceWith(make('p', {}, 'No joint has any.'));
	const messages = data.diagnostics.map(each => make('li', {}, `${each.line}:${each.column}: ${each.severity}: ${each.message} [${each.check}]`));
	if (messages.length)
		at('messages').append(...messages);
	else
		at('messages').replaceWith(make('p', {}, 'There are none.'));
}

tell();
drawTree();
addSliders();
addTorques();
addMatrix();
addWork();
addLines();
addLimits();
aim();
listen();
redraw();
// for whoever looks from outside: the posture and what follows of it
window.rigidc = { scene, redraw, bodies };
