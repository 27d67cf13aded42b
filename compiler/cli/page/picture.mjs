// The picture of the robot, and what turns it.

const scene = makeScene(bodies, info.nq, info.nv, data.closing);
const size = robotSize(bodies, frames, struts, scene.pose);
const shells = bodies.map(body => body.mass > 0 ? ellipsoid(body, size) : { rings: [], capped: false });
const upright = uprightOf(info.gravity);
const eye = { yaw: -0.9, pitch: 0.45, zoom: 1, centre: [0, 0, 0], radius: 1 };
// of the start posture
const ground = groundOf([...robotPoints(bodies, frames, struts, scene.pose), ...endPoints(bodies, frames, shells, scene.pose)].map(upright),
	size / 2);
const redrawing = [];
// the frame whose pose is shown in numbers
const chosen = { pose: () => worldPose };

// So that all of it is seen, and a little more.
function aim() {
	const points = robotPoints(bodies, frames, struts, scene.pose);
	shells.forEach(({ rings }, i) => points.push(...rings.flat().map(x => inWorld(scene.pose[i], x))));
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
	ground.lines.forEach(points => path(points.map(lens)));
	if (at('ellipsoids').checked)
		drawShells(paper, line, colour);
	[paper.strokeStyle, paper.lineWidth] = [colour('bone'), 4];
	skeleton(bodies, frames, scene.pose).forEach(points => line(points));
	drawStruts(paper, line, colour);
	drawLoops(paper, line, project, colour);
	if (at('axes').checked)
		drawAxes(paper, line, colour);
	drawPoints(paper, project, colour);
	if (at('names').checked)
		drawNames(paper, project, colour);
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
	const lines = loopLines(loops, scene.pose);
	[paper.strokeStyle, paper.lineWidth] = [colour('bone'), 2];
	lines.forEach(({ lugs }) => lugs.forEach(points => line(points)));
	paper.strokeStyle = colour('loop');
	for (const [i, { ends }] of lines.entries()) {
		paper.lineWidth = loops[i].rod ? 4 : 2;
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

// Names of bodies at their origins, of struts at the middle of their first two points, of loops between their ends. A name that would cover another is left out.
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
	bodies.forEach((body, i) => put(body.name, scene.pose[i].p));
	strutLines(struts, scene.pose).forEach(({ rod: [a, b] }, i) => put(struts[i].name, plus(a, b).map(x => x / 2)));
	loopLines(loops, scene.pose).forEach(({ ends: [a, b] }, i) => put(loops[i].name, plus(a, b).map(x => x / 2)));
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
		at('open').textContent = scene.closed ? '' : 'The loops do not close there. The posture stops where they do.';
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
	const held = new Map();
	const apart = () => {
		const [a, b] = held.values();
		return Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
	};
	canvas.addEventListener('pointerdown', event => {
		held.set(event.pointerId, [event.clientX, event.clientY]);
		canvas.setPointerCapture(event.pointerId);
	});
	for (const end of ['pointerup', 'pointercancel'])
		canvas.addEventListener(end, event => held.delete(event.pointerId));
	canvas.addEventListener('pointermove', event => {
		if (!held.has(event.pointerId))
			return;
		const [x, y] = held.get(event.pointerId), before = held.size === 2 ? apart() : 0;
		held.set(event.pointerId, [event.clientX, event.clientY]);
		if (held.size === 1)
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
	for (const box of ['ellipsoids', 'names', 'axes'])
		at(box).addEventListener('change', redraw);
	new ResizeObserver(redraw).observe(canvas);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
	matchMedia('print').addEventListener('change', () => draw());
}

// What the signs of the picture mean for this robot.
function explain() {
	const capped = bodies.filter((_, i) => shells[i].capped).map(body => body.name);
	at('strut-hint').hidden = !struts.length;
	at('loop-hint').hidden = !loops.length;
	at('follow-hint').hidden = at('open').hidden = !data.closing;
	at('torque-note').hidden = !data.closing;
	at('ground-hint').textContent = `The grid lies at the lowest point of the robot in its start posture. Its squares are ${inWords(ground.side, 'm')
		.replace(/\.?0+ /, ' ')} wide.`;
	at('capped').textContent = capped.length ? `Dashed ellipsoids are drawn smaller than they are, as long as the robot: ${
		numberOf(size, 3)} m. Bodies: ${capped.join(', ')}.` : '';
	at('capped').hidden = !capped.length;
}
