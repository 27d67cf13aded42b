// What holds the robot at rest: contacts and their grounds, and the forces of contacts and loops. Nothing here knows of a document.

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const scaled = (a, x) => x.map(each => a * each);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const poseOn = (pose, body, at) => body < 0 ? { R: Array.from(at.R), p: Array.from(at.p) } : compose(pose[body], at);

// The direction of a row in the world, between the frames A and B.
const directions = {
	A: (A, B, t) => times(A.R, t), B: (A, B, t) => times(B.R, t), across: (A, B) => cross(columnOf(A.R, 0), columnOf(B.R, 1)),
	along: (A, B) => scaled(1 / Math.hypot(...minus(B.p, A.p)), minus(B.p, A.p)),
};

// What A's body does to B's at B's origin, in the world: { force, moment }.
export function actionOf(rows, lambda, A, B) {
	const action = { force: [0, 0, 0], moment: [0, 0, 0] };
	rows.forEach(({ angular, vector, t }, r) => {
		const part = angular ? 'moment' : 'force';
		action[part] = plus(action[part], scaled(lambda[r], directions[vector](A, B, t)));
	});
	return action;
}

// Both frames of each loop and contact, A and B, with its name and rows.
const loopFrames = (loops, pose) => loops.map(loop => ({ ...loop, A: poseOn(pose, loop.points[0].body, loop.points[0]),
	B: poseOn(pose, loop.points[1].body, loop.points[1]) }));
export const contactFrames = (contacts, pose) => contacts.map(contact => ({ ...contact, A: contact.ground, B: poseOn(pose, contact.body,
	contact.at) }));

// The actions of a hold: of all loops, then, after the rows of constraints, of its contacts. lambda in the order of the function. Entries are
// those of lambda, with the names of their columns.
export function actionsOf({ loops, constraints, contacts }, hold, lambda, pose) {
	let first = 0;
	const take = part => {
		const own = lambda.slice(first, first += part.rows.length);
		const entries = part.rows.map(({ name, direction, angular }, r) => ({ name: `${part.name}.${name}`, value: own[r],
			unit: angular ? 'N m' : 'N', direction }));
		return { name: part.name, friction: part.friction, normal: part.ground && columnOf(part.ground.R, 2), at: part.B.p, entries,
			...actionOf(part.rows, own, part.A, part.B) };
	};
	const ofLoops = loopFrames(loops, pose).map(take);
	first += constraints;
	const touching = contactFrames(contacts, pose);
	return [...ofLoops, ...hold.contacts.map(i => take(touching[i]))];
}

// Of a contact's force the part along the normal, and the ratio of the rest to it, which friction must bear.
export function frictionOf({ force, normal }) {
	const along = dot(force, normal), across = Math.hypot(...minus(force, scaled(along, normal)));
	return { along, ratio: along > 0 ? across / along : Infinity };
}

// How far a free base starts from where its lowest contact touches the ground; [0, 0, 0] without contacts.
export function dropTo(contacts, pose) {
	const heights = contactFrames(contacts, pose).map(({ A, B }) => ({ normal: columnOf(A.R, 2), height: dot(columnOf(A.R, 2), minus(B.p, A.p)) }));
	const lowest = heights.reduce((best, each) => each.height < best.height ? each : best, { normal: [0, 0, 0], height: Infinity });
	return heights.length ? scaled(-lowest.height, lowest.normal) : [0, 0, 0];
}

// The different grounds of contacts, each with its contacts.
export function groundsOf(contacts) {
	const grounds = [];
	for (const contact of contacts) {
		const same = grounds.find(({ pose }) => ['R', 'p'].every(key => pose[key].every((x, i) => Math.abs(x - contact.ground[key][i]) < 1e-9)));
		if (same)
			same.contacts.push(contact);
		else
			grounds.push({ pose: contact.ground, contacts: [contact] });
	}
	return grounds;
}

// An arrow from a point along a force, `length` long for a force of 1 N: [from, to].
export const arrowOf = ({ at, force }, length) => [Array.from(at), plus(at, scaled(length, force))];

// Length of arrows in m/N: the weight is half as long as the robot; of a robot without weight the largest force.
export function arrowScale(weight, size, actions) {
	const most = weight > 0 ? weight : Math.max(0, ...actions.map(({ force }) => Math.hypot(...force)));
	return most > 0 ? size / 2 / most : 0;
}
