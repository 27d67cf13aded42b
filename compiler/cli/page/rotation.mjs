// Rotations and poses as numbers. A pose is { R, p }: R by rows, the axes of the frame in its columns; p the origin. A
// quaternion is (x, y, z, w). Roll, pitch and yaw turn about x, then the fixed y, then the fixed z: R = Rz(yaw) Ry(pitch) Rx(roll),
// as URDF has them.

const times = (R, x) => [0, 1, 2].map(i => R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2]);
const timesTransposed = (R, x) => [0, 1, 2].map(i => R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2]);
const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const worldPose = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], p: [0, 0, 0] };

// A point of a frame, in the world.
export function inWorld(pose, x) {
	return plus(times(pose.R, x), pose.p);
}

const columnOf = (R, k) => [R[k], R[3 + k], R[6 + k]];
const ofColumns = columns => [0, 1, 2].flatMap(i => columns.map(column => column[i]));

// The pose in the world of a frame that `pose` carries; `seen` is the frame's pose in its carrier.
export function compose(pose, seen) {
	return { R: ofColumns([0, 1, 2].map(k => times(pose.R, columnOf(seen.R, k)))), p: inWorld(pose, seen.p) };
}

// The pose of one frame seen from another, both given in the world.
export function poseFrom(pose, other) {
	return { R: ofColumns([0, 1, 2].map(k => timesTransposed(other.R, columnOf(pose.R, k)))), p: timesTransposed(other.R, minus(pose.p, other.p)) };
}

export function quaternionOf([roll, pitch, yaw]) {
	const [a, b, c] = [roll, pitch, yaw].map(angle => Math.cos(angle / 2)), [d, e, f] = [roll, pitch, yaw].map(angle => Math.sin(angle / 2));
	return [d * b * c - a * e * f, a * e * c + d * b * f, a * b * f - d * e * c, a * b * c + d * e * f];
}

// The rotation of a quaternion of any length but 0.
export function matrixOf([x, y, z, w]) {
	const s = 2 / (x * x + y * y + z * z + w * w);
	return [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x),
		s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)];
}

// Of the two unit quaternions of a rotation the one with w >= 0. The largest component is found first (Shepperd, 1978).
export function quaternionOfMatrix(R) {
	const trace = R[0] + R[4] + R[8], squares = [R[0], R[4], R[8]].map(r => 1 + 2 * r - trace).concat(1 + trace);
	const rows = [[squares[0], R[1] + R[3], R[2] + R[6], R[7] - R[5]], [R[1] + R[3], squares[1], R[5] + R[7], R[2] - R[6]],
		[R[2] + R[6], R[5] + R[7], squares[2], R[3] - R[1]], [R[7] - R[5], R[2] - R[6], R[3] - R[1], squares[3]]];
	const row = rows[squares.indexOf(Math.max(...squares))], length = Math.hypot(...row) * (row[3] < 0 ? -1 : 1);
	return row.map(x => x / length);
}

// Roll, pitch, yaw. Where the pitch is a quarter turn, roll and yaw turn about the same axis: roll is 0 there.
export function rollPitchYaw(R) {
	const level = Math.hypot(R[0], R[3]), pitch = Math.atan2(-R[6], level);
	return level < 1e-9 ? [0, pitch, Math.atan2(-R[1], R[4])] : [Math.atan2(R[7], R[8]), pitch, Math.atan2(R[3], R[0])];
}
