// What changes the posture and the forces: sliders, typed numbers, poses, inputs, parameters.

const stepsOf = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

// A field for a number and the sentence about a mistake in it: { field, said, show }. `set` takes the value, `get` gives it, `step`
// gives what an arrow key adds.
function makeField(id, { name, unit, limits, get, set, step }) {
	const field = make('input', { type: 'text', id, autocomplete: 'off', spellcheck: 'false',
		'aria-label': unit ? `${name}, number in ${unit}` : `${name}, number`,
		'aria-describedby': id + '-said' });
	const said = make('span', { class: 'said', id: id + '-said', role: 'status' });
	let shown;
	const write = (text, mistake) => {
		shown = get();
		field.value = mistake ? field.value : shortly(shown);
		field.setAttribute('aria-invalid', mistake);
		said.textContent = text;
	};
	const enter = text => {
		const answer = readNumber(text, unit, limits), mistake = answer.value === undefined;
		if (!mistake) {
			set(answer.value);
			redraw();
		}
		write(mistake ? `${answer.said} The value stays ${inWords(get(), unit)}.` : answer.said, mistake);
	};
	field.addEventListener('change', () => enter(field.value));
	field.addEventListener('keydown', event => {
		if (event.key === 'Escape')
			write('', false);
		if (!Object.hasOwn(stepsOf, event.key))
			return;
		event.preventDefault();
		enter(String(Number((get() + step() * stepsOf[event.key]).toPrecision(12))));
	});
	write('', false);
	// what was typed stays until the value changes by something else
	return { field, said, show: () => Object.is(shown, get()) || write('', false) };
}

// The range of a slider: the limits, or `reach` both ways where there is none.
function rangeOf(limits, reach) {
	const [low, high] = limits;
	return [low ?? Math.min(-reach, (high ?? reach) - 2 * reach), high ?? Math.max(reach, (low ?? -reach) + 2 * reach)];
}

// A slider with a label and a field. `reach` is its range both ways without limits. One that follows cannot be moved.
function addSlider({ name, unit, limits, reach, get, set, follows = false }) {
	const id = 'slider' + at('sliders').children.length, [low, high] = rangeOf(limits, reach), part = (high - low) / 100 || 0.01;
	const digits = Math.min(20, Math.max(4, 1 - Math.floor(Math.log10(part))));
	const input = make('input', { type: 'range', id, min: low, max: high, step: 'any', value: get() });
	const { field, said, show } = makeField(id + '-number', { name, unit, limits, get, set, step: () => Math.min(0.01, roundDown(part)) });
	const words = make('span', { class: 'unit' });
	input.disabled = field.disabled = follows;
	const move = value => {
		set(Math.min(Number(input.max), Math.max(Number(input.min), Number(value.toFixed(digits)))));
		redraw();
	};
	input.addEventListener('input', () => move(Number(input.value)));
	// the arrow keys of a slider without steps move it by what the browser likes
	input.addEventListener('keydown', event => {
		const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
		if (!step)
			return;
		event.preventDefault();
		move(get() + step * part);
	});
	const write = () => {
		// without a limit a typed number may be out of the slider's range
		if (limits[0] === null && get() < Number(input.min))
			input.min = get();
		if (limits[1] === null && get() > Number(input.max))
			input.max = get();
		if (Number(input.value) !== get())
			input.value = get();
		input.setAttribute('aria-valuetext', inWords(get(), unit));
		words.textContent = unit === 'rad' ? `rad, ${fixed(get() / degree, 1)}°` : unit;
		show();
	};
	redrawing.push(write);
	write();
	at('sliders').append(make('div', { class: 'slider' }, make('label', { for: id }, name), input, field, words, said));
}

// Do its coordinates follow from closed loops? All of a quaternion's joint do if one does.
function followsLoops(joint, k) {
	const own = (data.closing?.independent || []).slice(joint.v, joint.v + joint.velocities.length);
	return joint.quaternion ? own.includes(false) : own[k] === false;
}

// Of a quaternion three turns, which it is made of, and its components.
function addTurns(joint) {
	const first = joint.q + joint.coordinates.length - 4, angle = [0, 0, 0], output = make('p', { class: 'numbers' });
	const names = coordinateNames(joint, joint.coordinates.map(each => each.name)).slice(-4);
	const turns = () => angle.splice(0, 3, ...rollPitchYaw(matrixOf(Array.from(scene.q.slice(first, first + 4)))));
	joint.angle = angle;
	if (data.closing) {
		turns();
		redrawing.push(() => (followsLoops(joint) || !scene.closed) && turns());
	}
	['roll', 'pitch', 'yaw'].forEach((turn, k) => addSlider({ name: `${joint.name} ${turn}`, unit: 'rad', limits: [null, null],
		reach: Math.PI, follows: followsLoops(joint), get: () => angle[k], set: value => {
			angle[k] = value;
			scene.q.set(quaternionOf(angle), first);
		} }));
	const write = () => { output.textContent = names.map((name, k) => `${name} ${fixed(scene.q[first + k], 4)}`).join(', '); };
	redrawing.push(write);
	write();
	at('sliders').append(output);
}

function addSliders() {
	const joints = bodies.map(body => body.joint).filter(joint => joint.coordinates.length).sort((a, b) => a.q - b.q);
	for (const joint of joints) {
		const names = coordinateNames(joint, joint.coordinates.map(each => each.name)), own = joint.quaternion ? names.slice(0, -4) : names;
		own.forEach((name, k) => {
			const { unit } = joint.coordinates[k], place = joint.q + k;
			addSlider({ name, unit, limits: joint.limits || [null, null], reach: unit === 'rad' ? Math.PI : unit === 'm' ? roundUp(size) : 1,
				follows: followsLoops(joint, k), get: () => scene.q[place], set: value => { scene.q[place] = value; } });
		});
		if (joint.quaternion)
			addTurns(joint);
	}
	const longest = Math.max(0, ...Array.from(at('sliders').querySelectorAll('label'), label => label.textContent.length));
	at('sliders').style.setProperty('--label', `${Math.min(22, Math.max(8, longest))}ch`);
	at('turn-hint').hidden = !joints.some(joint => joint.quaternion);
	at('posture-hint').hidden = at('q-line').hidden = !info.nq;
	if (!info.nq)
		return;
	addPose('Start', Array.from(scene.q));
	for (const pose of info.poses || [])
		addPose(pose.name, pose.q);
	redrawing.push(() => { at('q').textContent = Array.from(scene.q, shortly).join(' '); });
	at('copy-q').addEventListener('click', () => copy(Array.from(scene.q).join(' '), 'q'));
}

// The number k of a parameter has the name that columns of `eval` have.
function paramName(name, count, k) {
	const parts = { 1: [''], 3: ['.x', '.y', '.z'], 6: ['.xx', '.xy', '.yy', '.xz', '.yz', '.zz'] };
	return name + (parts[count] ? parts[count][k] : `.${k + 1}`);
}

// A field of a group of numbers, params or inputs.
function addNumber(group, id, name, unit, get, set) {
	const { field, said } = makeField(id, { name, unit, limits: [null, null], get, set, step: () => get() ? roundDown(Math.abs(get()) / 50) : 0.01 });
	at(group).append(make('div', { class: 'slider' }, make('label', { for: id }, name), field, make('span', { class: 'unit' }, unit), said));
}

// Numbers that are given at run time, a field each.
function addParams() {
	for (const [i, [key, value]] of Object.entries(scene.params || {}).entries()) {
		const { name, unit } = info.params[i], single = typeof value === 'number', count = single ? 1 : value.length;
		for (let k = 0; k < count; k++)
			addNumber('params', `param-${i}-${k}`, paramName(name, count, k), unit, () => single ? scene.params[key] : value[k], number => {
				if (single)
					scene.params[key] = number;
				else
					value[k] = number;
			});
	}
	at('params').hidden = !scene.params;
}

// Inputs and states of the model, which forces read, a field each.
function addInputs() {
	const names = list => (list || []).flatMap(({ name, unit, default: value }) => value.map((_, k) => [paramName(name, value.length, k), unit]));
	for (const [id, list, array] of [['input', names(info.inputs), scene.u], ['state', names(info.states), scene.s]])
		list.forEach(([name, unit], k) => addNumber('inputs', `${id}-${k}`, name, unit, () => array[k], number => { array[k] = number; }));
	at('inputs').hidden = !scene.u.length && !scene.s.length;
}

function addPose(name, q) {
	const button = make('button', { type: 'button' }, name);
	button.addEventListener('click', () => {
		scene.q.set(q);
		bodies.forEach(({ joint }) => joint.angle && joint.angle.splice(0, 3,
			...rollPitchYaw(matrixOf(q.slice(joint.q + joint.coordinates.length - 4)))));
		redraw();
	});
	at('poses').append(button);
}
