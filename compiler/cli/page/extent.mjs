// How large the robot is, which way is up, where the ground is.

// The largest of 1, 2, 5, 10, 20 ... that is not larger, and the smallest that is not smaller.
const roundSizes = size => [1, 2, 5, 10].map(x => x * 10 ** Math.floor(Math.log10(size)));
export const roundDown = size => roundSizes(size).findLast(x => x <= size * (1 + 1e-9));
export const roundUp = size => roundSizes(size).find(x => x >= size * (1 - 1e-9));

// Corners of the box around points: [low, high].
export function boxOf(points) {
	return [Math.min, Math.max].map(choose => [0, 1, 2].map(k => points.reduce((value, x) => choose(value, x[k]), points.length ? points[0][k] : 0)));
}

export function boxMiddle(points) {
	const [low, high] = boxOf(points);
	return low.map((x, k) => (x + high[k]) / 2);
}

const diagonalOf = points => {
	const [low, high] = boxOf(points);
	return Math.hypot(...minus(high, low));
};

// Points of the robot in a posture: joints, origins of bodies and of their frames, centres of mass, points of struts. The origin of
// the world is one if the robot is connected to it, and not far away for its size.
export function robotPoints(bodies, frames, struts, pose) {
	const lines = skeleton(bodies, frames, pose).flat(), points = lines.filter(x => x.some(Boolean)), connected = points.length < lines.length;
	bodies.forEach((body, i) => points.push(pose[i].p, ...body.mass > 0 ? [inWorld(pose[i], body.com)] : []));
	points.push(...frames.filter(frame => frame.body >= 0).map(frame => inWorld(pose[frame.body], frame.at.p)));
	points.push(...strutLines(struts, pose).flatMap(({ rod }) => rod));
	const all = [...points, [0, 0, 0]];
	return (connected && diagonalOf(all) <= 2 * diagonalOf(points) ? all : points).map(x => Array.from(x));
}

// Bodies with children or frames.
const carriersOf = (bodies, frames) => new Set([...bodies.map(body => body.parent), ...frames.map(frame => frame.body)]);

// Points of ellipsoids where nothing else tells how far a body reaches: of bodies without children and frames.
export function endPoints(bodies, frames, shells, pose) {
	const goesOn = carriersOf(bodies, frames);
	return shells.flatMap(({ rings, capped }, i) => goesOn.has(i) || capped ? [] : rings.flat().map(x => inWorld(pose[i], x)));
}

// The size of the robot: 1.3 times the diagonal of the box around its points, since the ellipsoid of a rod is 1.29 times as long
// as the rod. The last bodies without frames reach as far beyond their centres of mass as these are from their origins. The points of
// a robot of few bodies may be close together: the size is at least the length of the median ellipsoid.
export function robotSize(bodies, frames, struts, pose) {
	const goesOn = carriersOf(bodies, frames), points = robotPoints(bodies, frames, struts, pose);
	bodies.forEach((body, i) => points.push(...goesOn.has(i) ? [] : [inWorld(pose[i], body.com.map(x => 2 * x))]));
	const lengths = bodies.filter(body => body.mass > 0).map(body => 2 * Math.max(...ellipsoidAxes(body).half));
	lengths.sort((a, b) => a - b);
	return Math.max(1.3 * diagonalOf(points), lengths[(lengths.length - 1) >> 1] || 0) || 1;
}

// A map from the world to axes whose third points up: the axis of the world that is nearest to the opposite of gravity.
export function uprightOf(gravity) {
	const up = gravity.map(x => -x), k = up.reduce((best, x, i) => Math.abs(x) >= Math.abs(up[best]) ? i : best, 2), sign = up[k] < 0 ? -1 : 1;
	return x => [x[(k + 1) % 3], sign * x[(k + 2) % 3], sign * x[k]];
}

// The ground: a level, at the lowest of the points unless given, and lines a round distance apart, in axes whose third is its normal.
export function groundOf(points, radius, level = boxOf(points)[0][2]) {
	const [low, high] = boxOf(points), side = roundDown(radius / 2), count = Math.ceil(1.2 * radius / side);
	const middle = [0, 1].map(k => side * Math.round((low[k] + high[k]) / 2 / side)), far = count * side, lines = [];
	for (let i = -count; i <= count; i++) {
		const [x, y] = middle.map(m => m + i * side);
		lines.push([[x, middle[1] - far, level], [x, middle[1] + far, level]], [[middle[0] - far, y, level], [middle[0] + far, y, level]]);
	}
	return { level, side, lines };
}
