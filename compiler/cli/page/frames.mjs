// The pose of a frame in numbers.

async function copy(text, what) {
	let done = false;
	try {
		await navigator.clipboard.writeText(text);
		done = true;
	} catch {
		// a browser without that, or that does not allow it
		const field = make('textarea', { readonly: '', 'aria-label': what });
		field.value = text;
		at('copied').after(field);
		const focused = document.activeElement;
		field.select();
		done = document.execCommand('copy');
		field.remove();
		focused.focus();
	}
	at('copied').textContent = done ? `Copied: ${what}.` : 'The browser does not allow copying. Select the text instead.';
}

const linesOf = (R, write) => [0, 1, 2].map(i => R.slice(3 * i, 3 * i + 3).map(write).join(', ')).join('\n');
const allDigits = x => String(x + 0);
const inList = numbers => numbers.map(allDigits).join(', ');
const toSix = x => fixed(x, 6).padStart(9);

// Rows: a name, what is shown, what is copied.
const poseRows = [
	{ name: 'position', unit: 'x, y, z in m', show: ({ p }) => Array.from(p, toSix).join(', '), copied: ({ p }) => inList(Array.from(p)) },
	{ name: 'rotation matrix', unit: 'columns are the axes of the frame', show: ({ R }) => linesOf(Array.from(R), toSix),
		copied: ({ R }) => linesOf(Array.from(R), allDigits) },
	{ name: 'quaternion', unit: 'x, y, z, w', show: ({ R }) => quaternionOfMatrix(R).map(toSix).join(', '),
		copied: ({ R }) => inList(quaternionOfMatrix(R)) },
	{ name: 'roll, pitch, yaw', unit: 'in rad, below in degrees',
		show: ({ R }) => rollPitchYaw(R).map(toSix).join(', ') + '\n' + rollPitchYaw(R).map(x => (fixed(x / degree, 3) + '°').padStart(9)).join(', '),
		copied: ({ R }) => inList(rollPitchYaw(R)) },
];

// Frames and bodies, and what has their poses: the world is the last.
function addFramePoses() {
	const places = [...frames.map((frame, i) => ({ name: frame.name, group: 'Frames', pose: () => framePoses([frames[i]], scene.pose)[0] })),
		...bodies.map((body, i) => ({ name: body.name, group: 'Bodies', pose: () => scene.pose[i] })), { name: 'world', group: '',
			pose: () => worldPose }];
	const world = places.length - 1, shown = at('frame'), from = at('frame-from');
	const options = own => ['Frames', 'Bodies'].flatMap(group => {
		const inside = own.flatMap((place, i) => place.group === group ? [make('option', { value: i }, place.name)] : []);
		return inside.length ? [make('optgroup', { label: group }, ...inside)] : [];
	});
	shown.append(...options(places), make('option', { value: world }, 'world'));
	from.append(make('option', { value: world }, 'world'), ...options(places));
	// the end of the last limb, as a rule
	const last = frames.reduce((best, frame, i) => frame.body >= (frames[best]?.body ?? 0) ? i : best, -1);
	shown.value = last >= 0 ? last : Math.max(0, world - 1);
	const now = () => poseFrom(places[shown.value].pose(), places[from.value].pose());
	const rows = poseRows.map(row => {
		const button = make('button', { type: 'button', 'aria-label': `Copy ${row.name}` }, 'Copy'), numbers = make('code');
		button.addEventListener('click', () => copy(row.copied(now()), `${row.name} of ${places[shown.value].name}`));
		redrawing.push(() => { numbers.textContent = row.show(now()); });
		return make('div', { class: 'row' }, make('span', {}, make('b', {}, row.name), ' ' + row.unit), button, numbers);
	});
	at('frame-pose').append(...rows);
	chosen.pose = () => places[shown.value].pose();
	shown.addEventListener('change', redraw);
	from.addEventListener('change', redraw);
}
