// The posture of the page of `report`: where it starts, and what holds it.

const constraints = data.constraints || 0; // a row each

function startScene() {
	const scene = makeScene(bodies, info.nq, info.nv, data.closing, data.start, info);
	standUp(scene);
	return scene;
}

function visited() {
	return [scene.pose];
}

// A robot with a free base starts where its lowest contact touches the ground.
function standUp(scene) {
	const bases = bodies.filter(body => body.parent < 0 && body.joint.kind === 'free');
	if (bases.length !== 1 || bases.some(({ joint }) => joint.velocities.some((_, k) => data.closing?.independent[joint.v + k] === false)))
		return;
	const [{ joint, at: place }] = bases;
	timesTransposed(place.R, dropTo(contacts, scene.pose)).forEach((x, k) => { scene.q[joint.q + k] += x; });
	scene.update();
}

// Torques and forces with which the choice holds the posture at rest.
function hold() {
	const call = robot_holds[held.index], rest = new Float64Array(info.nv);
	[held.tau, held.actions, held.contacts] = [scene.g, [], holds[held.index]?.contacts || []];
	if (!call)
		return;
	const own = holds[held.index], rows = [...loops, ...own.contacts.map(i => contacts[i])].reduce((sum, each) => sum + each.rows.length, constraints);
	const tau = new Float64Array(info.nv), lambda = new Float64Array(rows);
	call(scene.q, rest, rest, ...scene.motion, tau, lambda);
	held.tau = tau;
	if (lambda.every(Number.isFinite))
		held.actions = actionsOf({ loops, constraints, contacts }, own, Array.from(lambda), scene.pose);
	held.scale = arrowScale(scene.mass[0] * Math.hypot(...info.gravity), size, held.actions);
}

function sayClosed() {
	at('open').textContent = scene.closed ? '' : 'The loops do not close there. The posture is the last one where they do.';
}

// What the page says beside the picture.
function explainPosture() {
	at('follow-hint').hidden = at('open').hidden = !data.closing;
	redrawing.push(sayClosed);
}
