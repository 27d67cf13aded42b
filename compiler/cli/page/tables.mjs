// What is told in tables, and the start of all.

function addTorques() {
	let most = 1e-9;
	const unit = [];
	bodies.forEach(({ joint }) => joint.forces.forEach((each, k) => { unit[joint.v + k] = each; }));
	const rows = velocityNames(bodies).map((name, index) => {
		const value = make('span'), bar = make('div');
		return { cells: [name, value, unit[index], make('div', { 'aria-hidden': 'true' }, bar)], value, bar, index };
	});
	fill('torques', [{ head: 'joint' }, { head: 'force or torque', number: true }, { head: 'unit' }, { head: 'relative to the largest so far' }],
		rows.map(row => row.cells));
	at('torques').querySelectorAll('tbody td:last-child').forEach(cell => cell.classList.add('bar'));
	redrawing.push(() => {
		const { tau } = held;
		most = Math.max(most, ...Array.from(tau, Math.abs).filter(Number.isFinite));
		for (const { value, bar, index } of rows) {
			const part = (tau[index] || 0) / most;
			value.textContent = fixed(tau[index], 3);
			[bar.style.left, bar.style.width, bar.style.top, bar.style.bottom] =
				[`${50 + 50 * Math.min(0, part)}%`, `${50 * Math.abs(part)}%`, '0', '0'];
		}
		at('centre').textContent = scene.mass[0] > 0 ? `Centre of mass of the moving bodies (${numberOf(scene.mass[0])} kg): ` +
			Array.from(scene.c, x => fixed(x, 4)).join(', ') + ' m' : '';
	});
}

const holdName = hold => hold.phase === null ? 'closed loops' : `${hold.phase}: ${hold.contacts.map(i => contacts[i].name).join(', ')}`;

// What may hold the robot, the choice of it, and a table of its forces, the entries of lambda.
function addHolds() {
	const choice = at('hold');
	choice.append(make('option', { value: -1 }, data.closing ? 'joints alone, loops open' : 'joints alone'),
		...holds.map((hold, i) => make('option', { value: i }, holdName(hold))));
	held.index = holds.findLastIndex(hold => !hold.why);
	const firstPhase = holds.findIndex(hold => !hold.why && hold.phase !== null);
	held.index = firstPhase >= 0 ? firstPhase : held.index;
	choice.value = held.index;
	choice.addEventListener('change', () => {
		held.index = Number(choice.value);
		redraw();
	});
	fill('forces', [{ head: 'contact or loop' }, { head: 'force or moment', number: true }, { head: 'unit' }, { head: 'direction' },
		{ head: 'friction' }], []);
	redrawing.push(showForces);
}

function frictionWords(action) {
	const { along, ratio } = action.normal ? frictionOf(action) : { along: 0, ratio: 0 };
	if (!action.normal || Math.hypot(...action.force) < 1e-9)
		return '';
	if (!(along > 0))
		return 'pulls at the ground';
	return `needs ${fixed(ratio, 2)}${action.friction > 0 ? ` of ${numberOf(action.friction)}` : ''}`;
}

function showForces() {
	const hold = holds[held.index], works = held.actions.length > 0;
	at('hold-said').textContent = !hold ? '' : hold.why ? `Nothing holds it so: ${hold.why}.`
		: held.tau.every(Number.isFinite) ? `Held by ${holdName(hold)}.` : 'No finite forces hold this posture.';
	at('torque-note').hidden = !data.closing || !!robot_holds[held.index];
	at('forces-part').hidden = !works;
	const lines = held.actions.flatMap(action => action.entries.map(({ name, value, unit, direction }, r) =>
		[name, fixed(value, 3), unit, direction, r === 0 ? frictionWords(action) : '']));
	at('forces').querySelector('tbody').replaceChildren(...lines.map(line => make('tr', {}, ...line.map((text, i) =>
		make('td', i === 1 ? { class: 'number' } : {}, text)))));
}

function addMatrix() {
	const { nv } = info, most = Math.max(1, ...data.matrix), cells = data.matrix;
	const label = velocityNames(bodies);
	const zeros = cells.filter(cost => cost < 0).length;
	at('matrix-words').textContent = nv ? `The matrix is ${nv} by ${nv}. ${zeros} of ${nv * nv} entries are zero in every posture (·). A number counts the ` +
		'multiplications and additions for the entry alone. Entries share most of them.' : 'Nothing moves.';
	if (!nv)
		return;
	const head = make('tr', {}, make('td'), ...label.map((name, i) => make('th', { scope: 'col', title: name }, i + 1)));
	const rows = label.map((name, i) => make('tr', {}, make('th', { scope: 'row' }, `${i + 1} ${name}`), ...label.map((other, j) => {
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
		rows.push(['before the first body', ...rest]);
	fill('work', [{ head: 'body' }, ...names.map(head => ({ head, number: true }))], rows);
}

// Without costs there is no such section: a page beside a text has them later, or not at all.
function addLines(cost) {
	for (const each of [at('line-part'), document.querySelector('[href="#line-part"]')])
		each.hidden = !cost;
	if (!cost)
		return;
	const names = Object.keys(info.functions), { lines, simplifications, states, seed, interrupted } = cost;
	const operations = each => names.map(name => each.operations[name]);
	const costly = lines.filter(line => line.operations && operations(line).some(Boolean));
	fill('lines', [{ head: 'line', number: true }, ...names.map(head => ({ head, number: true })), { head: 'text', source: true }],
		costly.map(line => [line.line, ...operations(line), line.text.trim()]));
	if (interrupted)
		at('lines').parentNode.before(make('p', {}, 'The computation was interrupted after these lines. Later lines are not included.'));
	at('simple-words').textContent = simplifications.length ? `These numbers cost operations and matter little: numbers smaller than a ` +
		`hundredth of their body’s size, and angles within 0.01 rad of a quarter turn. The error is the largest at ${states} random states, seed ${seed}.` :
		'No number smaller than a hundredth of its body’s size costs operations, and no angle next to a quarter turn.';
	if (simplifications.length)
		fill('simple', [{ head: 'place' }, { head: 'from' }, { head: 'to' }, ...names.map(head => ({ head, number: true })),
			{ head: 'error of tau' }],
			simplifications.map(each => [`${each.line}:${each.column}`, each.was, each.becomes, ...operations(each),
				each.unit ? `${numberOf(each.error, 2)} ${each.unit} of ${numberOf(each.of, 3)}` : '']));
}

function addLimits() {
	const unitOfSpeed = { N: 'm/s', 'N m': 'rad/s' };
	const most = (numbers, units) => (numbers || []).map((number, k) => `${numberOf(number, 6)} ${units[k] || ''}`.trim()).join(', ');
	const rows = bodies.filter(({ joint }) => joint.limits || joint.effort || joint.speed).map(({ joint }) =>
		[joint.name, ...(joint.limits || [null, null]).map(limit => limit === null ? '' :
			inWords(limit, joint.coordinates.length ? joint.coordinates[0].unit : '')),
			most(joint.effort, joint.forces), most(joint.speed, joint.forces.map(unit => unitOfSpeed[unit]))]);
	if (rows.length)
		fill('limits', [{ head: 'joint' }, { head: 'lower' }, { head: 'upper' }, { head: 'effort' }, { head: 'speed' }], rows);
	else
		at('limits').parentNode.replaceWith(make('p', {}, 'No joint has limits.'));
	const messages = data.diagnostics.map(each => make('li', {}, `${each.line}:${each.column}: ${each.severity}: ${each.message} [${each.check}]`));
	if (messages.length)
		at('messages').append(...messages);
	else
		at('messages').replaceWith(make('p', {}, 'There are no messages.'));
}

tell();
drawTree();
addSliders();
addInputs();
addParams();
addFramePoses();
addTorques();
addHolds();
addMatrix();
addWork();
addLines(info.cost);
addLimits();
hold();
aim();
explain();
explainPosture();
listen();
redraw();
// for tests and for the console: the posture and what follows from it
window.rigidc = { scene, redraw, eye, onCanvas, shading: shading !== null, addLines, bodies, loops, contacts, holds, held, shells, upright, ground, size, placeOf,
	arrows: () => held.actions.map(action => arrowOf(action, held.scale)) };
