// The picture of the robot, and what turns it. Each page has a startScene() that gives { pose, mass, c, update() }; a hold() that fills
// `held` in a posture; and visited(), the poses by which the picture is sized.

const scene = startScene();
const size = robotSize(bodies, frames, struts, scene.pose);
// shaded shapes: null without shapes or without WebGL
const shapes = (data.shapes || []).map(shape => ({ ...shape, surfaces: shapeSurfaces(shape, data.meshes) }));
shapes.forEach(shape => { shape.box = shapeCorners(shape.surfaces).map(x => inWorld(shape.at, x)); });
const shading = shapes.length ? makeShading(shapes.flatMap(({ surfaces }) => surfaces)) : null;
const shells = bodies.map(body => body.mass > 0 ? ellipsoid(body, size) : { rings: [], capped: false });
const upright = uprightOf(info.gravity);
// shapes hide what is inside of them, so it is drawn on request
if (shading)
	['sticks', 'axes', 'ellipsoids'].forEach(id => { at(id).checked = false; });
const eye = { yaw: -0.9, pitch: 0.45, zoom: 1, centre: [0, 0, 0], radius: 1 };
const redrawing = [];
// the frame whose axes are long
const chosen = { pose: () => worldPose };

// forces that are drawn, `scale` m/N long, and which contacts hold; `report`: what holds the robot, -1 are the joints alone, and torques
const held = { index: -1, tau: scene.g, actions: [], contacts: [], scale: 0 };
const grounds = makeGrounds(), ground = grounds[0];

// The grounds of contacts, or the level of the lowest point. Lines are in upright axes.
function makeGrounds() {
	const poses = visited(), points = poses.flatMap(pose => [...robotPoints(bodies, frames, struts, pose),
		...shading ? shapePoints(pose) : endPoints(bodies, frames, shells, pose)]);
	const way = boxOf(poses.map(pose => boxMiddle(bodies.map((_, i) => Array.from(pose[i].p))))), reach = Math.hypot(...minus(way[1], way[0])) / 2;
	const all = groundsOf(contacts);
	if (!all.length)
		return [groundOf(points.map(upright), size / 2 + reach)];
	return all.map(({ pose, contacts: own }) => {
		const seen = all.length > 1 ? poses.flatMap(each => contactFrames(own, each).map(({ B }) => B.p)) : points;
		const { side, lines } = groundOf(seen.map(x => timesTransposed(pose.R, minus(x, pose.p))), (all.length > 1 ? size / 4 : size / 2) + reach, 0);
		return { side, level: upright(pose.p)[2], lines: lines.map(line => line.map(x => upright(inWorld(pose, x)))) };
	});
}

// Corners of the boxes around the shapes.
function shapePoints(pose) {
	return shapes.flatMap(({ body, box }) => box.map(x => inWorld(pose[body], x)));
}

// So that all of it is seen, and a little more.
function aim() {
	const points = [...held.actions.map(action => arrowOf(action, held.scale)[1]), ...visited().flatMap(pose => [
		...robotPoints(bodies, frames, struts, pose), ...shading ? shapePoints(pose) : [],
		...at('ellipsoids').checked ? shells.flatMap(({ rings }, i) => rings.flat().map(x => inWorld(pose[i], x))) : []])];
	const [low, high] = boxOf(points.map(upright));
	eye.centre = low.map((x, k) => (x + high[k]) / 2);
	eye.radius = Math.max(0.2 * size, 1.15 * points.reduce((far, x) => Math.max(far, Math.hypot(...minus(upright(x), eye.centre))), 0));
	eye.zoom = 1;
}

// Dots of the picture are those of the screen.
function fit(canvas) {
	const dense = window.devicePixelRatio || 1, width = canvas.clientWidth || 580, height = canvas.clientHeight || 435;
	const [across, down] = [Math.round(width * dense), Math.round(height * dense)];
	if (canvas.width !== across || canvas.height !== down)
		[canvas.width, canvas.height] = [across, down];
	canvas.getContext('2d').setTransform(across / width, 0, 0, down / height, 0, 0);
	return { width, height };
}

function draw() {
	const canvas = at('view'), { width, height } = fit(canvas), paper = canvas.getContext('2d'), style = getComputedStyle(document.documentElement);
	const colour = name => style.getPropertyValue('--' + name).trim();
	const lens = camera({ ...eye, width, height }), project = x => lens(upright(x));
	const path = places => {
		paper.beginPath();
		places.forEach((place, i) => paper[i ? 'lineTo' : 'moveTo'](...place));
		paper.stroke();
	};
	const line = points => path(points.map(project));
	paper.clearRect(0, 0, width, height);
	[paper.strokeStyle, paper.lineWidth, paper.lineJoin] = [colour('line'), 1, 'round'];
	grounds.forEach(({ lines }) => lines.forEach(points => path(points.map(lens))));
	if (shading)
		drawShapes(paper, width, height, colour);
	if (at('ellipsoids').checked)
		drawShells(paper, line, colour);
	[paper.strokeStyle, paper.lineWidth] = [colour('bone'), 4];
	if (at('sticks').checked)
		skeleton(bodies, frames, scene.pose).forEach(points => line(points));
	drawStruts(paper, line, colour);
	drawLoops(paper, line, project, colour);
	if (at('axes').checked)
		drawAxes(paper, line, colour);
	if (at('sticks').checked)
		drawPoints(paper, project, colour);
	drawContacts(paper, project, colour);
	if (at('forces-shown').checked)
		drawForces(paper, project, colour, height);
	drawNames(paper, project, colour);
}

const partsOf = text => [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16) / 255);

// Bodies without a colour take turns in the colours of the page; those that are fixed to the world are grey, and let see through.
function drawShapes(paper, width, height, colour) {
	const own = [1, 2, 3, 4].map(i => partsOf(colour('shape-' + i))), grey = [...partsOf(colour('shape-world')), 0.45], parts = [];
	const moving = bodies.map((body, i) => bodies.slice(0, i).filter(each => each.moves).length);
	let item = 0;
	for (const { body, at: place, surfaces } of shapes) {
		const still = bodies[body].carrier < 0, pose = compose(scene.pose[body], place), { R } = pose;
		const turn = [0, 1, 2].flatMap(k => upright([R[k], R[3 + k], R[6 + k]])), shift = upright(pose.p);
		for (const { colour: given } of surfaces)
			parts.push({ item: item++, R: turn, p: shift,
				colour: still ? grey : given || [...own[moving[bodies[body].carrier] % own.length], 1] });
	}
	const dense = window.devicePixelRatio || 1;
	shading.draw(eye, width, height, dense, parts);
	paper.drawImage(shading.canvas, 0, 0, width, height);
}

function drawShells(paper, line, colour) {
	[paper.strokeStyle, paper.lineWidth] = [colour('shell'), 1];
	shells.forEach(({ rings, capped }, i) => {
		paper.setLineDash(capped ? [5, 4] : []);
		rings.forEach(ring => line(ring.map(x => inWorld(scene.pose[i], x))));
	});
	paper.setLineDash([]);
}

// Of the world, each body that moves, each frame; those of the chosen one are longer and thicker.
function drawAxes(paper, line, colour) {
	const poses = [worldPose, ...scene.pose.filter((_, i) => bodies[i].moves), ...framePoses(frames, scene.pose)];
	const put = (pose, length, width) => {
		paper.lineWidth = width;
		triad(pose, length).forEach((points, k) => {
			paper.strokeStyle = colour('axis-' + 'xyz'[k]);
			line(points);
		});
	};
	poses.forEach(pose => put(pose, 0.06 * eye.radius, 1.5));
	put(chosen.pose(), 0.15 * eye.radius, 3);
}

function drawStruts(paper, line, colour) {
	const lines = strutLines(struts, scene.pose);
	paper.lineWidth = 2;
	if (at('sticks').checked)
		lines.forEach(({ lugs }) => lugs.forEach(points => line(points)));
	paper.strokeStyle = colour('strut');
	for (const { rod, cylinder } of lines) {
		paper.lineWidth = 2;
		line(rod);
		paper.lineWidth = 6;
		line(cylinder);
	}
}

// Ends that meet are a ring. Ends apart are joined by a line, which is thick if a rod is there.
function drawLoops(paper, line, project, colour) {
	const lines = loopLines(pins, scene.pose);
	[paper.strokeStyle, paper.lineWidth] = [colour('bone'), 2];
	if (at('sticks').checked)
		lines.forEach(({ lugs }) => lugs.forEach(points => line(points)));
	paper.strokeStyle = colour('loop');
	for (const [i, { ends }] of lines.entries()) {
		paper.lineWidth = pins[i].rod ? 4 : 2;
		line(ends);
		paper.lineWidth = 2;
		for (const end of ends) {
			paper.beginPath();
			paper.arc(...project(end), 5, 0, 2 * Math.PI);
			paper.stroke();
		}
	}
}

function drawPoints(paper, project, colour) {
	[paper.strokeStyle, paper.fillStyle, paper.lineWidth] = [colour('mass'), colour('mass'), 1.5];
	bodies.forEach((body, i) => {
		if (!(body.mass > 0))
			return;
		const [x, y] = project(inWorld(scene.pose[i], body.com));
		paper.beginPath();
		for (const [dx, dy] of [[4, 4], [4, -4]]) {
			paper.moveTo(x - dx, y - dy);
			paper.lineTo(x + dx, y + dy);
		}
		paper.stroke();
	});
	if (scene.mass[0] > 0) {
		paper.beginPath();
		paper.arc(...project(scene.c), 5, 0, 2 * Math.PI);
		paper.fill();
	}
}

// Discs are contacts that hold, rings the others.
function drawContacts(paper, project, colour) {
	const holding = new Set(held.contacts);
	[paper.strokeStyle, paper.fillStyle, paper.lineWidth] = [colour('force'), colour('force'), 2];
	contactFrames(contacts, scene.pose).forEach(({ B }, i) => {
		paper.beginPath();
		paper.arc(...project(B.p), 6, 0, 2 * Math.PI);
		paper.stroke();
		if (holding.has(i))
			paper.fill();
	});
}

function drawArrow(paper, from, to) {
	const long = Math.hypot(to[0] - from[0], to[1] - from[1]), [x, y] = [0, 1].map(k => (to[k] - from[k]) / long), head = Math.min(10, long);
	if (!(long > 1))
		return;
	paper.beginPath();
	paper.moveTo(...from);
	paper.lineTo(to[0] - head * x, to[1] - head * y);
	paper.stroke();
	paper.beginPath();
	paper.moveTo(...to);
	paper.lineTo(to[0] - head * x + 0.4 * head * y, to[1] - head * y - 0.4 * head * x);
	paper.lineTo(to[0] - head * x - 0.4 * head * y, to[1] - head * y + 0.4 * head * x);
	paper.fill();
}

// Forces on bodies, and in the corner an arrow of a round force, as long as it is at the middle of the picture.
function drawForces(paper, project, colour, height) {
	if (!(held.scale > 0))
		return;
	[paper.strokeStyle, paper.fillStyle, paper.lineWidth, paper.font] = [colour('force'), colour('force'), 3, '13px system-ui, sans-serif'];
	held.actions.forEach(action => drawArrow(paper, ...arrowOf(action, held.scale).map(project)));
	const perMetre = 0.45 * Math.min(paper.canvas.clientWidth, height) * eye.zoom / eye.radius, newton = roundDown(80 / perMetre / held.scale);
	drawArrow(paper, [12, height - 14], [12 + newton * held.scale * perMetre, height - 14]);
	paper.fillStyle = colour('text');
	paper.fillText(`${numberOf(newton)} N`, 12, height - 24);
}

// Names and where they stand: of bodies at their origins, of struts at the middle of their first two points, of loops between their
// ends, of contacts.
function placedNames() {
	return [...bodies.map((body, i) => [body.name, scene.pose[i].p]),
		...strutLines(struts, scene.pose).map(({ rod: [a, b] }, i) => [struts[i].name, plus(a, b).map(x => x / 2)]),
		...loopLines(pins, scene.pose).map(({ ends: [a, b] }, i) => [pins[i].name, plus(a, b).map(x => x / 2)]),
		...contactFrames(contacts, scene.pose).map(({ name, B }) => [name, B.p])];
}

// Where a point of the world is on the canvas.
function onCanvas(x) {
	const { clientWidth: width, clientHeight: height } = at('view');
	return camera({ ...eye, width, height })(upright(x));
}

// Where a name is.
const placeOf = i => onCanvas(placedNames()[i][1]);

// The name next to the pointer: its number, or -1. A loop may be pointed at anywhere between its ends.
let pointed = -1;
function pointAt(x, y) {
	const near = 12, far = place => Math.hypot(...minus([...onCanvas(place), 0], [x, y, 0]));
	const all = placedNames(), first = bodies.length + struts.length;
	const distances = all.map(([, place]) => far(place));
	loopLines(pins, scene.pose).forEach(({ ends: [a, b] }, i) => {
		for (let k = 0; k <= 40; k++)
			distances[first + i] = Math.min(distances[first + i], far(plus(a.map(c => c * (1 - k / 40)), b.map(c => c * k / 40))));
	});
	const best = distances.reduce((least, each, i) => each <= distances[least] ? i : least, 0), found = distances[best] <= near ? best : -1;
	if (found !== pointed)
		redraw();
	pointed = found;
}

// All names, or the one that is pointed at. A name that would cover another is left out.
function drawNames(paper, project, colour) {
	const taken = [];
	const put = (name, x) => {
		const [left, base] = project(x).map((place, k) => place + [6, -5][k]), right = left + paper.measureText(name).width;
		if (taken.some(box => left < box.right && right > box.left && Math.abs(base - box.base) < 13))
			return;
		taken.push({ left, right, base });
		paper.strokeText(name, left, base);
		paper.fillText(name, left, base);
	};
	[paper.strokeStyle, paper.fillStyle, paper.lineWidth, paper.font] = [colour('shade'), colour('text'), 3, '13px system-ui, sans-serif'];
	const all = placedNames();
	[...all.slice(pointed, pointed < 0 ? 0 : pointed + 1), ...at('names').checked ? all : []].forEach(([name, x]) => put(name, x));
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
		hold();
		draw();
		redrawing.forEach(each => each());
	});
}

const zooms = { least: 0.05, most: 50 };
const turn = (yaw, pitch) => {
	eye.yaw += yaw;
	eye.pitch = Math.max(-1.57, Math.min(1.57, eye.pitch + pitch));
};
const zoom = factor => { eye.zoom = Math.max(zooms.least, Math.min(zooms.most, eye.zoom * factor)); };
const turns = {
	left: () => turn(-0.1, 0), right: () => turn(0.1, 0), up: () => turn(0, 0.1), down: () => turn(0, -0.1), closer: () => zoom(1.1),
	farther: () => zoom(1 / 1.1), fit: aim,
};
const keys = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', '+': 'closer', '=': 'closer', '-': 'farther' };

// One pointer turns the picture; two of them come closer as they move apart.
function listenToPointers(canvas) {
	const down = new Map();
	const apart = () => {
		const [a, b] = down.values();
		return Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
	};
	canvas.addEventListener('pointerdown', event => {
		down.set(event.pointerId, [event.clientX, event.clientY]);
		canvas.setPointerCapture(event.pointerId);
	});
	for (const end of ['pointerup', 'pointercancel'])
		canvas.addEventListener(end, event => down.delete(event.pointerId));
	canvas.addEventListener('pointermove', event => {
		if (!down.size)
			pointAt(event.offsetX, event.offsetY);
		if (!down.has(event.pointerId))
			return;
		const [x, y] = down.get(event.pointerId), before = down.size === 2 ? apart() : 0;
		down.set(event.pointerId, [event.clientX, event.clientY]);
		if (down.size === 1)
			turn(-0.008 * (event.clientX - x), 0.008 * (event.clientY - y));
		if (before)
			zoom(apart() / before);
		redraw();
	});
}

function listen() {
	const canvas = at('view');
	listenToPointers(canvas);
	canvas.addEventListener('keydown', event => {
		if (!keys[event.key] || event.ctrlKey || event.metaKey)
			return;
		turns[keys[event.key]]();
		event.preventDefault();
		redraw();
	});
	// else the wheel moves the page
	canvas.addEventListener('wheel', event => {
		if (document.activeElement !== canvas && !event.ctrlKey)
			return;
		zoom(Math.exp(-0.001 * event.deltaY));
		event.preventDefault();
		redraw();
	}, { passive: false });
	at('buttons').addEventListener('click', event => {
		const { turn: own } = event.target.closest('button')?.dataset || {};
		if (own) {
			turns[own]();
			redraw();
		}
	});
	canvas.addEventListener('pointerleave', () => pointAt(-Infinity, -Infinity));
	for (const box of ['sticks', 'ellipsoids', 'names', 'axes', 'forces-shown'])
		at(box).addEventListener('change', redraw);
	at('ellipsoids').addEventListener('change', explain);
	new ResizeObserver(redraw).observe(canvas);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
	matchMedia('print').addEventListener('change', () => draw());
}

// What the signs of the picture mean for this robot.
function explain() {
	const capped = bodies.filter((_, i) => shells[i].capped).map(body => body.name);
	at('strut-hint').hidden = !struts.length && !data.strutNote;
	at('strut-note').textContent = data.strutNote || '';
	at('loop-hint').hidden = !pins.length;
	at('contact-hint').hidden = !contacts.length;
	at('hold-choice').hidden = !holds.length;
	at('force-hint').hidden = at('force-show').hidden = data.film ? !contacts.length : !holds.length;
	at('ground-hint').textContent = `The grid ${contacts.length ? 'is the ground of the contacts'
		: `lies at the lowest point of the robot in its ${data.film ? 'motion' : 'start posture'}`}. Its squares are ${inWords(ground.side, 'm')
		.replace(/\.?0+ /, ' ')} wide.`;
	at('capped').textContent = capped.length ? `Dashed ellipsoids are drawn smaller than they are, as long as the robot: ${
		numberOf(size, 3)} m. Bodies: ${capped.join(', ')}.` : '';
	at('capped').hidden = !capped.length || !at('ellipsoids').checked;
	const said = [...shapes.length && !shading ? ['This browser has no WebGL, so no shapes are drawn.'] : [], ...shapeNotes];
	at('shape-note').textContent = said.join(' ');
	at('shape-note').hidden = !said.length;
	at('shape-hint').hidden = !shading;
}
