// The page of `report`: its tables, and the tree as a picture.

// An element with attributes, and what is in it: texts and elements.
function make(name, attributes = {}, ...inside) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	element.append(...inside.map(each => each instanceof Node ? each : String(each)));
	return element;
}

// A table of columns { head, number } and rows of texts and elements.
function fill(id, columns, rows) {
	const cell = (column, inside, name) => make(name, column.number ? { class: 'number' } : column.source ? { class: 'source' } : {}, inside);
	const head = make('tr', {}, ...columns.map(column => {
		const th = cell(column, column.head, 'th');
		th.setAttribute('scope', 'col');
		return th;
	}));
	at(id).append(make('thead', {}, head), make('tbody', {}, ...rows.map(row =>
		make('tr', {}, ...row.map((inside, i) => cell(columns[i], inside, 'td'))))));
}

// --- what it is ---

const kindOf = joint => joint.name + ' : ' + joint.kind + (joint.coupled ? ', coupled' : '');
const nameOf = body => body < 0 ? 'world' : bodies[body].name;
const massOf = body => body.mass ? numberOf(body.mass) + ' kg' : '';

function tell() {
	const moving = bodies.filter(body => body.moves).length;
	at('summary').textContent = `${moving} moving ${moving === 1 ? 'body' : 'bodies'}, ${bodies.length} in all, ${frames.length} ${
		frames.length === 1 ? 'frame' : 'frames'}; ` +
		`nq ${info.nq}, nv ${info.nv}; gravity (${info.gravity.map(x => numberOf(x)).join(', ')}) m/s²; mass ` +
		`${numberOf(bodies.reduce((sum, body) => sum + body.mass, 0))} kg`;
	if (data.doc) {
		at('doc').textContent = data.doc;
		at('about').hidden = false;
	}
	at('made').textContent = `Made by rigidc ${data.version} of the model ${data.hash}.`;
}

function depths() {
	const depth = [];
	bodies.forEach((body, i) => { depth[i] = body.parent < 0 ? 1 : depth[body.parent] + 1; });
	return depth;
}

// A body a row, further right than its parent.
function drawTree() {
	const svg = at('tree'), row = 34, step = 26, depth = depths();
	const put = (name, attributes, text) => {
		const element = document.createElementNS(svg.namespaceURI, name);
		for (const [key, value] of Object.entries(attributes))
			element.setAttribute(key, value);
		if (text !== undefined)
			element.textContent = text;
		svg.append(element);
	};
	const heaviest = Math.max(...bodies.map(body => body.mass), 1e-9);
	put('text', { x: 8, y: 20 }, 'world');
	bodies.forEach((body, i) => {
		const x = 16 + step * depth[i], y = 20 + row * (i + 1), from = body.parent < 0 ? 20 : 20 + row * (body.parent + 1);
		put('path', { d: `M${x - step} ${from + 6}V${y - 5}H${x - 2}` });
		put('circle', { cx: x + 4, cy: y - 5, r: body.mass ? 3 + 6 * Math.cbrt(body.mass / heaviest) : 3, class: body.mass ? 'mass' : 'none' });
		put('text', { x: x + 18, y }, body.name);
		const own = frames.filter(frame => frame.body === i).map(frame => frame.name);
		const more = [kindOf(body.joint), massOf(body), own.length ? 'frames ' + own.join(', ') : ''].filter(Boolean);
		put('text', { x: x + 18, y: y + 14, class: 'weak' }, more.join('; '));
	});
	const height = row * (bodies.length + 1) + 12;
	const width = Math.max(300, ...[...svg.querySelectorAll('text')].map(text => text.getBBox().x + text.getBBox().width + 8));
	for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
		svg.setAttribute(key, value);
	fill('bodies', [{ head: 'body' }, { head: 'on' }, { head: 'joint' }, { head: 'mass', number: true }, { head: 'centre of mass, m' },
		{ head: 'frames' }],
		bodies.map((body, i) => [body.name, nameOf(body.parent), kindOf(body.joint), massOf(body), body.com.map(x => numberOf(x)).join(', '),
			frames.filter(frame => frame.body === i).map(frame => frame.name).join(', ')]));
}
