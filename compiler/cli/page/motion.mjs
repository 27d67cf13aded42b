// A motion as postures over time: nothing here knows of a document.

// Numbers of single precision in base64, least byte first.
const singlesOf = text => {
	const view = new DataView(bytesOf(text).buffer);
	return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
};

// The last of the times that is not later.
function placeOfTime(times, t) {
	let [low, high] = [0, times.length - 1];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		[low, high] = times[middle] <= t ? [middle, high] : [low, middle - 1];
	}
	return low;
}

// The robot in motion. `film`: times; of each posture p and a unit quaternion of each moving body, and the centre of mass; of each contact
// the force on the robot, and a bit, does it hold? `t` is for whoever changes it; the rest is there after update(). Between
// two postures all numbers are in between; a contact holds as long as the posture before it lasts.
export function makeMotion(bodies, { times, poses, centres, mass, forces, closed, contacts }) {
	const moving = bodies.flatMap((body, i) => body.moves ? [i] : []), place = singlesOf(poses), middle = singlesOf(centres), force = singlesOf(forces);
	const between = (numbers, wide, k, share, from, count) => Array.from({ length: count }, (_, i) => {
		const a = numbers[wide * k + from + i];
		return share ? a + share * (numbers[wide * (k + 1) + from + i] - a) : a;
	});
	const turn = (k, share, from) => {
		const wide = 7 * moving.length, a = between(place, wide, k, 0, from, 4);
		if (!share)
			return a;
		// q and -q are one turn: the nearer one
		const b = between(place, wide, k + 1, 0, from, 4), sign = a.reduce((sum, x, i) => sum + x * b[i], 0) < 0 ? -1 : 1;
		return a.map((x, i) => x + share * (sign * b[i] - x));
	};
	const posesAt = (k, share) => posesOf(bodies, new Map(moving.map((body, i) => [body, { p: between(place, 7 * moving.length, k, share, 7 * i, 3),
		R: matrixOf(turn(k, share, 7 * i + 3)) }])));
	const motion = { t: times[0], end: times[times.length - 1], pose: [], c: [0, 0, 0], mass: [mass], forces: [], closed: [] };
	motion.update = () => {
		const k = placeOfTime(times, motion.t), share = k + 1 < times.length ? (motion.t - times[k]) / (times[k + 1] - times[k]) : 0;
		motion.pose = posesAt(k, share);
		motion.c = between(middle, 3, k, share, 0, 3);
		motion.forces = Array.from({ length: contacts }, (_, i) => between(force, 3 * contacts, k, share, 3 * i, 3));
		motion.closed = Array.from({ length: contacts }, (_, i) => closed[k * contacts + i] === '1');
	};
	// poses at so many postures, the first and the last among them
	motion.sample = count => {
		const most = Math.min(count, times.length);
		return Array.from({ length: most }, (_, i) => posesAt(most > 1 ? Math.round(i * (times.length - 1) / (most - 1)) : 0, 0));
	};
	motion.update();
	return motion;
}

// Yaw and pitch of a camera that has two axes of the world, 0 to 2, to the right and up.
export function viewOf([right, up], upright) {
	const unit = k => [0, 1, 2].map(i => i === k ? 1 : 0), near = upright(cross(unit(right), unit(up))), across = upright(unit(right));
	return Math.abs(near[2]) > 0.5 ? { yaw: Math.atan2(-across[0], across[1]), pitch: near[2] * Math.PI / 2 }
		: { yaw: Math.atan2(near[1], near[0]), pitch: 0 };
}
