// The picture of the robot, and what turns it.

const scene = makeScene(bodies, info.nq, info.nv);
const shells = bodies.map(body => body.mass > 0 ? ellipsoid(body) : []);
const eye = { yaw: -0.9, pitch: 0.45, zoom: 1, centre: [0, 0, 0], radius: 1 };
const redrawing = [];

// So that all of it is seen in the first posture, and a little more.
function aim() {
	const points = [[0, 0, 0], ...skeleton(bodies, scene.pose).flat(), ...bodies.map((body, i) => inWorld(scene.pose[i], body.com)),
		...strutLines(struts, scene.pose).flatMap(({ rod }) => rod)];
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
	drawStruts(paper, line, colour);
	paper.lineWidth = 2;
	for (const triad of at('axes').checked ? axes(bodies, frames, scene.pose, 0.12 * eye.radius) : [])
		triad.forEach((points, k) => {
			paper.strokeStyle = colour('axis-' + 'xyz'[k]);
			line(points);
		});
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

function drawStruts(paper, line, colour) {
	const lines = strutLines(struts, scene.pose);
	paper.lineWidth = 2.5;
	lines.forEach(({ lugs }) => lugs.forEach(points => line(points)));
	paper.strokeStyle = colour('strut');
	for (const { rod, cylinder } of lines) {
		paper.lineWidth = 2.5;
		line(rod);
		paper.lineWidth = 8;
		line(cylinder);
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
	strutLines(at('names').checked ? struts : [], scene.pose).forEach(({ rod: [a, b] }, i) => {
		const [x, y] = project(plus(a, b).map(x => x / 2));
		paper.fillText(struts[i].name, x + 8, y - 6);
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
	at('strut-hint').hidden = !struts.length;
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
	at('axes').addEventListener('change', redraw);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
	matchMedia('print').addEventListener('change', () => draw());
}
