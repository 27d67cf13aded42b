// What changes the posture: sliders, poses, parameters.

const inWords = (value, unit) => unit === 'rad' ? `${value.toFixed(3)} rad, ${(value * 180 / Math.PI).toFixed(1)}°` : `${value.toFixed(4)} ${unit}`;

// A slider with a label and what it says; `set` takes the value, `get` gives it after others changed it.
function addSlider(name, unit, [low, high], get, set) {
	const id = 'slider' + at('sliders').children.length;
	const input = make('input', { type: 'range', id, min: low, max: high, step: 'any', value: get() });
	const output = make('output', { for: id });
	const show = () => {
		output.textContent = inWords(get(), unit);
		input.setAttribute('aria-valuetext', output.textContent);
	};
	input.addEventListener('input', () => {
		set(Number(input.value));
		redraw();
	});
	// the arrow keys of a slider without steps move it by what the browser likes
	input.addEventListener('keydown', event => {
		const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
		if (!step)
			return;
		event.preventDefault();
		input.value = Number(input.value) + step * (high - low) / 100;
		input.dispatchEvent(new Event('input'));
	});
	redrawing.push(() => {
		if (Number(input.value) !== get())
			input.value = get();
		show();
	});
	at('sliders').append(make('div', { class: 'slider' }, make('label', { for: id }, name), input, output));
	show();
}

// Of a quaternion three turns, which it is made of.
function addTurns(joint) {
	const first = joint.q + joint.coordinates.length - 4, angle = [0, 0, 0];
	joint.angle = angle;
	['x', 'y', 'z'].forEach((axis, k) => addSlider(`${joint.name}, about ${axis}`, 'rad', [-Math.PI, Math.PI], () => angle[k], value => {
		angle[k] = value;
		scene.q.set(quaternionOf(angle), first);
	}));
}

function addSliders() {
	for (const { joint } of bodies) {
		const own = joint.quaternion ? joint.coordinates.slice(0, -4) : joint.coordinates;
		own.forEach(({ name, unit }, k) => {
			const reach = unit === units[0] ? Math.PI : 1, place = joint.q + k;
			addSlider(joint.coordinates.length > 1 ? `${joint.name}.${name}` : joint.name, unit, joint.limits || [-reach, reach],
				() => scene.q[place], value => { scene.q[place] = value; });
		});
		if (joint.quaternion)
			addTurns(joint);
	}
	addPose('Start', Array.from(scene.q));
	for (const pose of info.poses || [])
		addPose(pose.name, pose.q);
}

// Numbers that are given at run time, a field each.
function addParams() {
	for (const [i, [key, value]] of Object.entries(scene.params || {}).entries()) {
		const { name, unit } = info.params[i], single = typeof value === 'number';
		for (let k = 0; k < (single ? 1 : value.length); k++) {
			const id = `param-${i}-${k}`, input = make('input', { type: 'number', id, step: 'any', value: single ? value : value[k] });
			input.addEventListener('input', () => {
				if (!Number.isFinite(input.valueAsNumber))
					return;
				if (single)
					scene.params[key] = input.valueAsNumber;
				else
					value[k] = input.valueAsNumber;
				redraw();
			});
			at('params').append(make('div', { class: 'slider' }, make('label', { for: id }, single ? name : `${name}[${k}]`), input, make('span', {}, unit)));
		}
	}
	at('params').hidden = !scene.params;
}

function addPose(name, q) {
	const button = make('button', { type: 'button' }, name);
	button.addEventListener('click', () => {
		scene.q.set(q);
		bodies.forEach(({ joint }) => joint.angle && joint.angle.splice(0, 3, ...anglesOf(q.slice(joint.q + joint.coordinates.length - 4))));
		redraw();
	});
	at('poses').append(button);
}

// The turns that a quaternion is made of.
function anglesOf([x, y, z, w]) {
	return [Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
		Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))];
}
