// What the page draws, as numbers: nothing here knows of a document. robot_scene is generated; it stands before this.

// The robot in a posture: q, u and s are for whoever changes them, the rest is there after update(). u has the model's inputs, s its
// states; functions of forces take them, if there are any. Inputs that move are at rest, and functions of places take u too.
export function makeScene(bodies, nq, nv, closing, start, { inputs = [], states = [] } = {}) {
	const moving = bodies.flatMap((body, i) => body.moves ? [i] : []);
	const poses = moving.map(() => ({ R: new Float64Array(9), p: new Float64Array(3) }));
	const q = new Float64Array(nq), g = new Float64Array(nv), mass = new Float64Array(1), c = new Float64Array(3);
	// numbers that are given at run time, as the model says them; null: there are none
	const params = typeof robot_prepare === 'function' ? robot_params_default() : null;
	const derived = params ? [new Float64Array(ROBOT_DERIVED)] : [];
	const output = [...poses.flatMap(pose => [pose.R, pose.p]), g, mass, c];
	const u = Float64Array.from(inputs.flatMap(input => input.default)), s = Float64Array.from(states.flatMap(state => state.default));
	const still = inputs.flatMap(input => input.moving ? input.default.map(() => 0) : []), some = array => array.length ? [array] : [];
	const given = [...some(u), ...some(s), ...derived], motion = [...some(u), ...some(still), ...some(still), ...some(s), ...derived];
	const scene = { q, u, s, g, mass, c, params, given, motion, pose: [], closed: true };
	const carrier = new Map(moving.map((body, i) => [body, poses[i]]));
	// the rest of q follows from its independent coordinates; a loop in closed form has no value out of its reach
	const last = new Float64Array(nq), follow = closing && makeClosing(bodies, closing, (at, ...rows) => robot_closing(at, ...still.length ? [u] : [], ...derived, ...rows));
	scene.update = () => {
		if (params)
			robot_prepare(params, derived[0]);
		scene.closed = !follow || follow(last, q);
		robot_scene(q, ...given, ...output);
		if (start && !output.every(numbers => numbers.every(Number.isFinite))) {
			scene.closed = false;
			q.set(last);
			robot_scene(q, ...given, ...output);
		}
		last.set(q);
		scene.pose = posesOf(bodies, carrier);
	};
	// at rest, nothing turned
	bodies.forEach(({ joint }) => {
		if (joint.quaternion)
			q[joint.q + joint.coordinates.length - 1] = 1;
		else if (joint.limits && joint.coordinates.length)
			q[joint.q] = Math.min(Math.max(0, joint.limits[0] ?? -Infinity), joint.limits[1] ?? Infinity);
	});
	if (start)
		q.set(start);
	if (closing)
		q.set(closing.start);
	last.set(q);
	scene.update();
	return scene;
}

// Poses of all bodies, of those of carriers: a map from a moving body.
function posesOf(bodies, carrier) {
	return bodies.map(body => body.carrier < 0 ? body.seen : compose(carrier.get(body.carrier), body.seen));
}

// Principal moments of a symmetric matrix and their axes, the columns of R: Jacobi's turns.
export function principal(matrix) {
	const A = Array.from(matrix), R = [1, 0, 0, 0, 1, 0, 0, 0, 1];
	for (let sweep = 0; sweep < 30; sweep++) {
		for (const [i, j] of [[0, 1], [0, 2], [1, 2]]) {
			if (Math.abs(A[3 * i + j]) <= 1e-15 * (Math.abs(A[4 * i]) + Math.abs(A[4 * j])))
				continue;
			const angle = Math.atan2(2 * A[3 * i + j], A[4 * j] - A[4 * i]) / 2, c = Math.cos(angle), s = Math.sin(angle);
			for (let k = 0; k < 3; k++)
				[A[3 * k + i], A[3 * k + j]] = [c * A[3 * k + i] - s * A[3 * k + j], s * A[3 * k + i] + c * A[3 * k + j]];
			for (let k = 0; k < 3; k++) {
				[A[3 * i + k], A[3 * j + k]] = [c * A[3 * i + k] - s * A[3 * j + k], s * A[3 * i + k] + c * A[3 * j + k]];
				[R[3 * k + i], R[3 * k + j]] = [c * R[3 * k + i] - s * R[3 * k + j], s * R[3 * k + i] + c * R[3 * k + j]];
			}
		}
	}
	return { moments: [A[0], A[4], A[8]], R };
}

// The half axes of an even ellipsoid of such a mass and such principal moments: m (b^2 + c^2) / 5 is that about a.
export function halfAxes(mass, [a, b, c]) {
	return [b + c - a, a + c - b, a + b - c].map(sum => Math.sqrt(Math.max(0, 2.5 * sum / mass)));
}

// The even ellipsoid of a body: its half axes, and their directions in the columns of R.
export function ellipsoidAxes({ mass, inertia }) {
	const { moments, R } = principal(inertia);
	return { half: halfAxes(mass, moments), R };
}

// Three closed lines around an ellipsoid, in the axes of its body. If it is longer than `longest`, it keeps its shape and becomes
// as long: `capped` is true.
export function ellipsoid(body, longest = Infinity) {
	const { half, R } = ellipsoidAxes(body), steps = 32, part = Math.min(1, longest / (2 * Math.max(...half)) || 1);
	const rings = [[0, 1], [0, 2], [1, 2]].map(([i, j]) => Array.from({ length: steps + 1 }, (_, k) => {
		const x = [0, 0, 0], angle = 2 * Math.PI * k / steps;
		x[i] = part * half[i] * Math.cos(angle);
		x[j] = part * half[j] * Math.sin(angle);
		return plus(times(R, x), body.com);
	}));
	return { rings, capped: part < 1 };
}

// Lines from each body's parent to its joint, and on to its own origin. A body that floats is connected to nothing. From the last
// bodies lines go on to their frames, or, if they have none, to their centres of mass.
export function skeleton(bodies, frames, pose) {
	const parents = new Set(bodies.map(body => body.parent));
	return bodies.flatMap((body, i) => {
		const parent = body.parent < 0 ? worldPose : pose[body.parent], own = frames.filter(frame => frame.body === i).map(frame => frame.at.p);
		const joint = ['free', 'planar'].includes(body.joint.kind) ? [] : [[parent.p, inWorld(parent, body.at.p), pose[i].p]];
		const ends = parents.has(i) ? [] : own.length ? own : body.mass > 0 ? [body.com] : [];
		return [...joint, ...ends.map(x => [pose[i].p, inWorld(pose[i], x)])].map(line => line.map(x => Array.from(x)));
	});
}

// Of each strut and tendon the lines along its points; what a rod goes into, of a strut the half at its first point, of a tendon
// nothing; and those from the bodies to their points.
export function strutLines(struts, pose) {
	return struts.map(({ tendon, points }) => {
		const rod = points.map(({ body, p }) => body < 0 ? p : inWorld(pose[body], p));
		const lugs = points.flatMap(({ body }, i) => body < 0 ? [] : [[Array.from(pose[body].p), rod[i]]]);
		return { rod, cylinder: tendon ? [] : [rod[0], plus(rod[0], rod[1]).map(x => x / 2)], lugs };
	});
}

// Poses of all frames in the world.
export function framePoses(frames, pose) {
	return frames.map(frame => compose(frame.body < 0 ? worldPose : pose[frame.body], frame.at));
}

// The axes of a pose: lines from its origin, so long.
export function triad(pose, length) {
	return [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(axis => [Array.from(pose.p), inWorld(pose, axis.map(x => length * x))]);
}

// A camera that looks at a point from a direction; of a point in the world it makes one of the picture, y down.
export function camera({ yaw, pitch, zoom, centre, radius, width, height }) {
	const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
	const scale = zoom * 0.45 * Math.min(width, height) / radius;
	return ([x, y, z]) => {
		const [a, b, c] = [x - centre[0], y - centre[1], z - centre[2]];
		const right = -sy * a + cy * b, away = cy * a + sy * b, up = cp * c - sp * away, near = cp * away + sp * c;
		const size = scale / (1 - 0.15 * Math.max(-4, Math.min(4, near / radius)) / zoom);
		return [width / 2 + size * right, height / 2 - size * up];
	};
}
