// node check.mjs MODULES CHROMIUM RIGIDC SCRATCH MODEL...: TAP. The report of each model in a browser: nothing is fetched and
// nothing goes wrong, poses are those of the C, sliders and typed numbers change the picture, scripts and styles of others do
// not run, nothing is too wide for a phone, and axe-core finds no fault, in light and dark.
// With RIGIDC_SCREENSHOT=FILE a picture of the first model's posture is left there, for a page half as wide.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, ok } from '../tap.mjs';

const [modules, chromium, rigidc, scratch, ...models] = process.argv.slice(2);
const require = createRequire(resolve(modules, 'package.json'));
const puppeteer = require('puppeteer-core');
const axe = require.resolve('axe-core/axe.min.js');

// What the C computes for q.
function numbersOfC(model, functions, q, more = []) {
	const options = { input: q.join(' ') + '\n', stdio: ['pipe', 'pipe', 'ignore'] };
	return execFileSync(rigidc, ['eval', model, '-f', functions, '--search=none', ...more], options).toString().trim().split(/\s+/).map(Number);
}

// Default values of the inputs of the model, and those with its states, which functions of forces take; those that functions of places take.
const inputsOf = info => (info.inputs || []).flatMap(input => input.default);
const givenOf = info => [...inputsOf(info), ...(info.states || []).flatMap(state => state.default)];
const placedOf = info => (info.inputs || []).some(input => input.moving) ? inputsOf(info) : [];
// The same with inputs that move at rest, for functions of motions.
const movedOf = info => [...inputsOf(info), ...(info.inputs || []).flatMap(input => input.moving ? [...input.default, ...input.default].map(() => 0) : []),
	...(info.states || []).flatMap(state => state.default)];

// What holds the posture at rest: `id` of a phase, null for the loops.
function heldByC(model, info, phase, q) {
	const text = `"${(phase ?? 'loops').replace(/[\\"]/g, '\\$&')}"`;
	const wrenches = readFileSync(model, 'utf8').match(/^wrench [^{\n]*$/gm)?.length || 0;
	const numbers = numbersOfC(model, phase === null ? 'id' : `id:${text}`, [...q, ...Array(2 * info.nv).fill(0), ...movedOf(info), ...Array(6 * wrenches).fill(0)]);
	return { tau: numbers.slice(0, info.nv), lambda: numbers.slice(info.nv) };
}

const distance = (a, b) => a.length === b.length ? Math.max(0, ...a.map((x, i) => Math.abs(x - b[i]))) : Infinity;
const settle = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
const picture = page => page.evaluate(() => document.getElementById('view').toDataURL());
const textOf = (page, selector) => page.$eval(selector, element => element.textContent);

// Is a posture shown first, and with axes? What is said of struts, of capped ellipsoids, of the ground?
async function checkStart(page, name, model, info) {
	const title = await page.title();
	ok(title === `${info.model}: report`, `${name}: no name of the model runs as a script`, title);
	const seen = await page.evaluate(() => {
		const canvas = document.getElementById('view'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		const count = (r, g, b) => data.reduce((sum, _, i) => sum + (i % 4 === 0 && data[i] === r && data[i + 1] === g && data[i + 2] === b), 0);
		const { bodies, scene, ground, size } = rigidc, up = x => rigidc.upright(x)[2];
		const visible = id => document.getElementById(id).checkVisibility();
		document.querySelector('details.hint').open = true;
		return { struts: visible('strut-hint'), violet: count(0x88, 0x33, 0xbb), red: count(0xc0, 0x20, 0x20),
			axes: document.getElementById('axes').checked,
			capped: visible('capped') && document.getElementById('capped').textContent, longest: Math.max(0,
				...rigidc.shells.flatMap(({ rings }) => rings.flat().map((x, i, all) =>
				Math.hypot(...x.map((y, k) => y - all[(i + 16) % all.length][k]))))), size,
			above: Math.min(Infinity, ...bodies.map((_, i) => up(scene.pose[i].p) - ground.level)),
				hint: document.getElementById('ground-hint').textContent, contacts: rigidc.contacts.length,
			order: [...document.querySelectorAll('main > section')].map(section => section.id).slice(0, 2) };
	});
	ok(seen.order.join() === 'posture-part,tree-part', `${name}: the posture is first, the tree after it`, seen.order);
	ok(seen.struts === !!info.struts && seen.violet > 15 === seen.struts,
		`${name}: struts are drawn and said to be, if there are any`, JSON.stringify(seen));
	ok(seen.axes && seen.red > 3, `${name}: axes are drawn`, `${seen.red} red dots`);
	ok((seen.above > -1e-9 || name === 'hostile.rig') && (seen.contacts ? /ground of the contacts.*squares are [0-9.]+ m wide/
		: /lowest point .*squares are [0-9.]+ m wide/).test(seen.hint),
		`${name}: no body is below the ground`, `${seen.above}, ${seen.hint}`);
	ok(seen.longest < seen.size * 1.01, `${name}: no ellipsoid is larger than the robot`, `${seen.longest}, ${seen.size}`);
	ok((name === 'capped.rig') === /^Dashed ellipsoids .* m\. Bodies: rotor\.$/.test(seen.capped) || seen.capped && name === 'hostile.rig',
		`${name}: capped ellipsoids are said to be`, seen.capped);
	// names of velocities: what eval calls the columns of gravity
	const columns = execFileSync(rigidc, ['eval', model, '-f', 'gravity', '--search=none', '--header'],
		{ input: '', stdio: ['pipe', 'pipe', 'ignore'] }).toString().trim().split(',').map(column => column.replace(/^[^.]*\./, ''));
	const rows = await page.$$eval('#torques tbody td:first-child', cells => cells.map(cell => cell.textContent));
	ok(name === 'hostile.rig' || !info.nv || rows.join() === columns.join(),
		`${name}: forces have the names of columns`, `${rows}, columns ${columns}`);
}

// Sliders by the keyboard, and what follows of the posture, against the C.
async function checkSliders(page, name, model, info) {
	const before = await picture(page);
	for (const slider of (await page.$$('#sliders input[type=range]'))) {
		await slider.focus();
		for (let i = 0; i < 12; i++)
			await page.keyboard.press('ArrowRight');
	}
	await settle(page);
	ok(before !== await picture(page), `${name}: sliders change the picture`);
	const { q, g, shown, poses, fields } = await page.evaluate(() => ({ q: Array.from(rigidc.scene.q), g: Array.from(rigidc.scene.g),
		shown: Array.from(document.querySelectorAll('#torques tbody td:nth-child(2)'), cell => Number(cell.textContent)),
		poses: rigidc.bodies.flatMap((body, i) => body.moves ? [{ R: Array.from(rigidc.scene.pose[i].R),
			p: Array.from(rigidc.scene.pose[i].p) }] : []),
		fields: Array.from(document.querySelectorAll('#sliders .slider'), row => [Number(row.querySelector('[type=range]').value),
			Number(row.querySelector('[type=text]').value)]) }));
	const worst = Math.max(...info.bodies.map((body, i) => distance([...poses[i].R, ...poses[i].p], numbersOfC(model, `fk:"${body.name}"`, [...q, ...placedOf(info)]))));
	ok(poses.length === info.bodies.length && worst < 1e-12, `${name}: poses are those of the C`, `${poses.length} poses, off by ${worst}`);
	const torques = numbersOfC(model, 'gravity', [...q, ...givenOf(info)]), holding = await page.evaluate(() => rigidc.holds[rigidc.held.index]?.phase);
	const own = holding === undefined ? torques : heldByC(model, info, holding, q).tau, most = Math.max(1, ...own.map(Math.abs));
	ok(distance(g, torques) < 1e-9 * Math.max(1, ...torques.map(Math.abs)) && distance(shown, own) < 6e-4 + 1e-9 * most,
		`${name}: torques too, as they are shown`, `${shown}, in C ${own}`);
	ok(fields.length > 0 && fields.every(([slider, field]) => Math.abs(slider - field) < 6e-6),
		`${name}: fields show the values of sliders`, fields.join(' '));
	const line = (await textOf(page, '#q')).split(' ').map(Number);
	ok(distance(line, q) < 6e-6, `${name}: q is shown`, line);
}

// Numbers that are typed into the first field that may be changed. Loops may not close far away, so a model with loops moves a little.
async function checkTyping(page, name, loops) {
	const field = await page.$('#sliders input[type=text]:enabled');
	const state = () => page.evaluate(() => {
		const row = document.querySelector('#sliders input[type=text]:enabled').closest('.slider'), [slider, input] = row.querySelectorAll('input'), [low, high] = [slider.min,
			slider.max].map(Number);
		return { slider: Number(slider.value), field: input.value, wrong: input.getAttribute('aria-invalid'),
			said: row.querySelector('.said').textContent,
			described: document.getElementById(input.getAttribute('aria-describedby')) === row.querySelector('.said'), low, high,
				words: row.querySelector('.unit').textContent,
			unit: row.querySelector('.unit').textContent.split(',')[0], label: row.querySelector('label').textContent,
				own: input.getAttribute('aria-label') };
	});
	const type = async text => {
		await field.click({ count: 3 });
		await page.keyboard.type(text);
		await page.keyboard.press('Enter');
		await settle(page);
		return state();
	};
	if (loops)
		await page.click('#poses button');
	await settle(page);
	const { slider, low, high, unit, own, label, described } = await state();
	const middle = Number((loops ? slider + (slider < (low + high) / 2 ? 0.02 : -0.02) : (2 * low + high) / 3).toFixed(4));
	ok(own === (unit ? `${label}, number in ${unit}` : `${label}, number`) && described, `${name}: the field has a name with a unit`, own);
	const before = await picture(page), good = await type(String(middle));
	ok(Math.abs(good.slider - middle) < 1e-9 && good.said === '' && good.wrong === 'false' && before !== await picture(page),
		`${name}: a typed number moves the robot`, JSON.stringify(good));
	const bad = await type('abc');
	ok(Math.abs(bad.slider - middle) < 1e-9 && bad.wrong === 'true' && bad.field === 'abc' &&
		/^“abc” is not a number\. The value stays /.test(bad.said),
		`${name}: a word is no number`, JSON.stringify(bad));
	await page.keyboard.press('Escape');
	const again = await state();
	ok(again.said === '' && again.wrong === 'false' && Number(again.field) === middle,
		`${name}: Escape brings the number back`, JSON.stringify(again));
	await page.keyboard.press('ArrowDown');
	await settle(page);
	const lower = await state();
	ok(middle - lower.slider > 1e-9 && middle - lower.slider < 0.01 + 1e-9, `${name}: arrow keys change the number`, JSON.stringify(lower));
	const limited = await page.evaluate(() => rigidc.bodies.map(body => body.joint).find(joint => joint.coordinates.length &&
		joint.q === 0).limits), far = loops ? null : await type(String(high + 1));
	ok(loops || (limited ? Math.abs(far.slider - high) < 1e-9 && /above the upper limit\. The limit .* is used\.$/.test(far.said) &&
		Math.abs(Number(far.field) - high) < 1e-5
		: Math.abs(far.slider - high - 1) < 1e-9 && far.said === '' && far.high >= high + 1),
			`${name}: a number ${limited ? 'beyond the limit becomes the limit' : 'may be beyond the slider'}`, JSON.stringify(far));
	if (unit === 'rad') {
		const turned = await type(`${(middle * 180 / Math.PI).toFixed(3)} deg`);
		ok(Math.abs(turned.slider - middle) < 2e-5 && turned.words === `rad, ${(middle * 180 / Math.PI).toFixed(1).replace(/^-0\.0$/, '0.0')}°`,
			`${name}: degrees may be typed`, JSON.stringify(turned));
	}
}

// Every coordinate as far as its slider goes: a loop in closed form has a value there, or the posture stays and the page says so.
async function checkReach(page, name) {
	await page.click('#poses button');
	for (const slider of await page.$$('#sliders input[type=range]:enabled')) {
		await slider.focus();
		await page.keyboard.press('End');
		await settle(page);
		const { numbers, shown, said } = await page.evaluate(() => ({ said: document.getElementById('open').textContent,
			numbers: [...rigidc.scene.q, ...rigidc.scene.g, ...rigidc.scene.pose.flatMap(({ R, p }) => [...R, ...p])],
			shown: Number(document.activeElement.value) - Number(document.activeElement.max) }));
		ok(numbers.every(Number.isFinite) && (Math.abs(shown) < 1e-9) === (said === ''),
			`${name}: a posture within reach, or it is said`, `${shown} from the end: ${said}`);
	}
	await page.click('#poses button');
	await settle(page);
}

// Each choice of what holds the robot: torques and forces of the C, arrows from the contacts, and a reason where nothing does.
async function checkForces(page, name, model, info) {
	await page.click('#poses button');
	await settle(page);
	const places = [...readFileSync(model, 'utf8').matchAll(/^contact \w+ on (\w+)/gm)].map(([, place]) => place);
	const choices = await page.$$eval('#hold option', options => options.map(option => option.value)), seen = [];
	for (const choice of choices) {
		await page.select('#hold', choice);
		await settle(page);
		seen.push(await page.evaluate(() => ({ index: rigidc.held.index, hold: rigidc.holds[rigidc.held.index], tau: Array.from(rigidc.held.tau),
			actions: rigidc.held.actions, arrows: rigidc.arrows(), mass: rigidc.scene.mass[0], size: rigidc.size, q: Array.from(rigidc.scene.q),
			said: document.getElementById('hold-said').textContent, rows: [...document.querySelectorAll('#forces tbody tr')].map(row =>
				[...row.children].map(cell => cell.textContent)) })));
	}
	ok(seen.length === (info.phases?.length || info.contacts?.length || 0) + (info.loops || info.constraints ? 1 : 0) + 1,
		`${name}: phases and loops may be chosen`, choices);
	for (const { hold, tau, actions, arrows, mass, size, q, said, rows } of seen.filter(each => each.hold)) {
		if (hold.why) {
			ok(/^Nothing holds it so: id:/.test(said) && !arrows.length && !rows.length, `${name}: why ${hold.phase} does not hold`, said);
			continue;
		}
		const C = heldByC(model, info, hold.phase, q), most = Math.max(1, ...C.tau.map(Math.abs), ...C.lambda.map(Math.abs));
		ok(distance(tau, C.tau) < 1e-9 * most, `${name}: torques held by ${hold.phase}`, `${tau}, in C ${C.tau}`);
		if (hold.phase === null)
			continue;
		const gravity = Math.hypot(...info.gravity), points = hold.contacts.length * 3, forces = C.lambda.slice(C.lambda.length - points);
		if (places.length !== info.contacts.length || info.contacts.some(contact => contact.kind !== 'point'))
			continue;
		const feet = hold.contacts.flatMap(i => numbersOfC(model, `fk:${places[i]}`, [...q, ...placedOf(info)]).slice(9));
		const own = arrows.slice(arrows.length - hold.contacts.length);
		ok(distance(own.flatMap(([from]) => from), feet) < 1e-9 && distance(own.flatMap(([from, to]) => to.map((x, k) => x - from[k])),
			forces.map(force => force * size / 2 / mass / gravity)) < 1e-9, `${name}: arrows of ${hold.phase}, from the feet`, JSON.stringify(own));
		ok(distance(rows.map(row => Number(row[1])).slice(-points), forces) < 6e-4 &&
			rows.length === actions.reduce((sum, { entries }) => sum + entries.length, 0),
			`${name}: forces of ${hold.phase} in numbers`, rows.join('\n'));
	}
	const works = seen.find(({ arrows }) => arrows.length);
	await page.select('#hold', String(works ? works.index : -1));
	await settle(page);
	const before = await picture(page);
	await page.click('#forces-shown');
	await settle(page);
	ok(!works || before !== await picture(page), `${name}: arrows are drawn`);
	await page.click('#forces-shown');
}

// A name appears next to the pointer.
async function checkPointing(page, name) {
	await page.click('[data-turn=fit]');
	await settle(page);
	const place = await page.evaluate(() => {
		document.getElementById('view').scrollIntoView();
		const { left, top } = document.getElementById('view').getBoundingClientRect(), [x, y] = rigidc.placeOf(0);
		return [left + x, top + y];
	});
	await page.mouse.move(2, 2);
	await settle(page);
	const before = await picture(page);
	await page.mouse.move(...place);
	await settle(page);
	ok(before !== await picture(page), `${name}: the pointer shows a name`);
	await page.mouse.move(2, 2);
}

// Poses in numbers: each body and frame in the world, against the C; one of them seen from another; copied.
async function checkFrame(page, name, model, info) {
	const choices = await page.$$eval('#frame option', options => options.map(option => ({ value: option.value, name: option.textContent,
		group: option.parentElement.label })));
	const shown = () => page.$$eval('#frame-pose code', cells => cells.map(cell => cell.textContent.split(/[,\n]/).map(text => parseFloat(text))));
	const q = await page.evaluate(() => Array.from(rigidc.scene.q));
	const wanted = [...info.bodies, ...info.frames || []].map(each => each.name);
	ok(wanted.every(each => choices.some(choice => choice.name === each)),
		`${name}: each body and frame may be chosen`, choices.map(choice => choice.name));
	let worst = 0;
	const poses = new Map();
	for (const choice of choices.filter(each => info.nv && wanted.includes(each.name)).slice(0, 8)) {
		await page.select('#frame', choice.value);
		await settle(page);
		const [p, R, quaternion, angles] = await shown(), C = numbersOfC(model, `fk:"${choice.name}"`, [...q, ...placedOf(info)]), [x, y, z, w] = quaternion, [roll,
			pitch, yaw] = angles;
		poses.set(choice.value, { p, R });
		worst = Math.max(worst, distance([...R, ...p], C), distance([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
			[C[0], C[3], C[6]]),
			distance([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], [C[1], C[4], C[7]]),
			distance([Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(pitch) * Math.sin(roll),
				Math.cos(pitch) * Math.cos(roll)], [C[0], C[3], C[6], C[7], C[8]]));
		if (Math.abs(angles[0] * 180 / Math.PI - angles[3]) > 1e-3)
			worst = Infinity;
	}
	ok(worst < 5e-6, `${name}: poses in numbers are those of the C`, worst);
	if (poses.size > 1) {
		const [[first, of], [second, from]] = [...poses];
		await page.select('#frame', first);
		await page.select('#frame-from', second);
		await settle(page);
		const [p] = await shown(), d = of.p.map((x, i) => x - from.p[i]);
		ok(distance(p, [0, 1, 2].map(k => d[0] * from.R[k] + d[1] * from.R[3 + k] + d[2] * from.R[6 + k])) < 1e-5,
			`${name}: a pose seen from another frame`, p);
	}
	const buttons = await page.$$('#frame-pose button, #copy-q'), copied = [];
	for (const button of buttons)
		if (await button.evaluate(element => element.checkVisibility())) {
			await button.click();
			await page.waitForFunction(() => document.getElementById('copied').textContent !== '');
			copied.push([await textOf(page, '#copied'), await page.evaluate(() => navigator.clipboard.readText())]);
			await page.evaluate(() => { document.getElementById('copied').textContent = ''; });
		}
	const wide = await page.evaluate(() => Array.from(rigidc.scene.q).join(' '));
	const [p, R, quaternion, angles] = await shown();
	ok(copied.length >= 4 && copied.every(([said]) => /^Copied: /.test(said)) && (!info.nq || copied.some(([, text]) => text === wide)) &&
		[p, R, quaternion, angles.slice(0, 3)].every(numbers => copied.some(([, text]) => distance(text.split(/[,\n]/).map(Number),
			numbers) < 6e-7)), `${name}: numbers are copied`, JSON.stringify(copied));
}

// On a phone: nothing wider than the screen, the field that has the focus in sight, the picture too.
async function checkPhone(page, name) {
	for (const width of [320, 390]) {
		await page.setViewport({ width, height: 844 });
		await settle(page);
		const far = await page.evaluate(() => document.documentElement.scrollWidth);
		ok(far <= width, `${name}: nothing is wider than ${width} dots`, far);
	}
	const hidden = await page.evaluate(async () => {
		const hidden = [], canvas = document.getElementById('view');
		for (const field of [...document.querySelectorAll('#sliders input:enabled')].reverse()) {
			field.focus();
			await new Promise(requestAnimationFrame);
			const box = field.getBoundingClientRect(), { bottom, top } = canvas.getBoundingClientRect();
			if (box.top < bottom || box.bottom > innerHeight || bottom < 100 || top < -1)
				hidden.push(field.id);
		}
		return hidden;
	});
	ok(!hidden.length, `${name}: the picture and the slider with the focus are in sight`, hidden.slice(0, 5));
}

async function checkAxe(page, name, scheme) {
	await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
	await settle(page);
	if (!await page.evaluate(() => 'axe' in window))
		await page.evaluate(readFileSync(axe, 'utf8'));
	const { violations } = await page.evaluate(() => window.axe.run());
	ok(!violations.length, `${name}: axe finds nothing, ${scheme}`,
		violations.map(each => `${each.id}: ${each.help}: ${each.nodes.map(node => node.target).slice(0, 3).join(' ')}`).join('\n'));
}

// All that can be used is reached by Tab, and shows that it is.
async function checkTab(page, name) {
	await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
	await page.mouse.click(2, 2);
	const count = await page.evaluate(() => {
		window.reached = new Set();
		return [...document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]')].filter(element => element.checkVisibility() &&
			!element.disabled).length;
	});
	for (let i = 0; i < count + 2; i++) {
		await page.keyboard.press('Tab');
		await page.evaluate(() => {
			const at = document.activeElement;
			if (at !== document.body && getComputedStyle(at).outlineStyle !== 'none')
				window.reached.add(at);
		});
	}
	const reached = await page.evaluate(() => window.reached.size);
	ok(reached === count, `${name}: Tab reaches all, and shows where it is`, `${reached} of ${count}`);
}

// A page into which others have written: their scripts and styles do nothing.
async function checkForeign(browser, name, file) {
	const foreign = file.replace(/\.html$/, '.foreign.html'), page = await browser.newPage(), refused = [];
	const text = readFileSync(file, 'utf8').replace('<main>', '<style>body { opacity: 0.25 }</style><p id="foreign" style="color: red" onclick="document.title = 1">foreign</p>' +
		'<script>document.title = "script"</script><script type="module">document.title = "module"</script><img src="data:," onerror="document.title = \'image\'"><main>');
	writeFileSync(foreign, text);
	page.on('console', message => { if (message.type() === 'error') refused.push(message.text()); });
	await page.goto(pathToFileURL(foreign).href, { waitUntil: 'load' });
	await settle(page);
	const seen = await page.evaluate(() => {
		const element = document.createElement('style');
		element.textContent = 'body { opacity: 0.5 }';
		document.head.append(element);
		document.getElementById('foreign').setAttribute('style', 'color: blue');
		document.getElementById('foreign').click();
		const { color } = getComputedStyle(document.getElementById('foreign'));
		return { opacity: getComputedStyle(document.body).opacity, colour: color === getComputedStyle(document.body).color, title: document.title,
			works: document.querySelectorAll('#bodies tr').length > 0 && getComputedStyle(document.querySelector('canvas')).cursor === 'grab' };
	});
	ok(seen.opacity === '1' && seen.colour && /: report$/.test(seen.title) && seen.works && refused.length >= 5,
		`${name}: scripts and styles of others do nothing`, `${JSON.stringify(seen)}\n${refused.join('\n')}`);
	await page.close();
}

// Fields of inputs and states change the torques as in C, and go back to the defaults.
async function checkInputs(page, name, model, info) {
	const type = async numbers => {
		for (const [i, field] of (await page.$$('#inputs input')).entries()) {
			await field.click({ count: 3 });
			await page.keyboard.type(String(numbers[i]));
		}
		await page.keyboard.press('Enter');
		await settle(page);
		return page.evaluate(() => ({ q: Array.from(rigidc.scene.q), g: Array.from(rigidc.scene.g), u: [...rigidc.scene.u, ...rigidc.scene.s] }));
	};
	const before = await type(givenOf(info)), wanted = before.u.map((_, i) => 2 + i), { q, g, u } = await type(wanted);
	const own = numbersOfC(model, 'gravity', [...q, ...wanted]), most = Math.max(1, ...own.map(Math.abs));
	ok(u.length > 0 && u.join() === wanted.join() && distance(g, own) < 1e-9 * most && (distance(g, before.g) > 1e-3 || name === 'hostile.rig'),
		`${name}: torques follow inputs as in C`, `${g}, in C ${own}; ${u}`);
	await type(givenOf(info));
}

async function checkPage(browser, model, first) {
	const name = basename(model), file = resolve(scratch, name + '.html');
	execFileSync(rigidc, ['report', model, '-o', file], { stdio: 'ignore' });
	const info = JSON.parse(execFileSync(rigidc, ['info', model, '-f', 'com', '-O0', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] }));
	const page = await browser.newPage(), wrong = [], fetched = [];
	page.on('console', message => { if (['error', 'warn'].includes(message.type())) wrong.push(message.text()); });
	page.on('pageerror', error => wrong.push(error.message));
	page.on('request', request => { if (request.url() !== pathToFileURL(file).href) fetched.push(request.url()); });
	await page.setViewport({ width: 1200, height: 900 });
	await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
	await settle(page);
	ok(!wrong.length, `${name}: no error`, wrong.join('\n'));
	ok(!fetched.length, `${name}: nothing is fetched`, fetched.join('\n'));
	await checkStart(page, name, model, info);
	const loops = await page.evaluate(() => !!rigidc.loops.length) || !!info.closed_forms;
	if (info.nq)
		await checkSliders(page, name, model, info);
	if (first && process.env.RIGIDC_SCREENSHOT)
		await takePicture(page);
	if (info.nq)
		await checkTyping(page, name, loops);
	await checkFrame(page, name, model, info);
	if (info.closed_forms)
		await checkReach(page, name);
	if (info.contacts || info.loops)
		await checkForces(page, name, model, info);
	if (info.nv)
		await checkPointing(page, name);
	if (info.inputs)
		await checkInputs(page, name, model, info);
	if (info.params) {
		for (const [i, field] of (await page.$$('#params input')).entries()) {
			await field.click({ count: 3 });
			await page.keyboard.type(String(3 + i));
		}
		await page.keyboard.press('Enter');
		await settle(page);
		const { q, g, values } = await page.evaluate(() => ({ q: Array.from(rigidc.scene.q), g: Array.from(rigidc.scene.g),
			values: Object.values(rigidc.scene.params).map(value => typeof value === 'number' ? [value] : Array.from(value)) }));
		const tensor = ['xx', 'xy', 'yy', 'xz', 'yz', 'zz'];
		const written = value => value.length === 6 ? `tensor(${value.map((x, k) => `${tensor[k]} = ${x}`).join(', ')})`
			: value.length > 1 ? `(${value.join(', ')})` : value[0];
		const given = info.params.map(({ name: own, unit }, i) => `--param="${own.replace(/[\\"]/g, '\\$&')}"=${written(values[i])}${unit === '1' ? '' : ` ${unit}`}`);
		const own = numbersOfC(model, 'gravity', [...q, ...givenOf(info)], given), most = Math.max(1, ...own.map(Math.abs));
		ok(values.flat().every((value, i) => value === 3 + i) && distance(g, own) < 1e-9 * most, `${name}: torques follow parameters as in C`,
			`${g}, in C ${own}; ${given}`);
	}
	// typed numbers may have moved it out of the picture
	await page.click('[data-turn=fit]');
	for (const box of ['#axes', '#names', '#ellipsoids']) {
		await settle(page);
		const before = await picture(page);
		await page.click(box);
		await settle(page);
		ok(before !== await picture(page), `${name}: ${box}`);
		await page.click(box);
	}
	await settle(page);
	const before = await picture(page);
	await page.focus('#view');
	await page.keyboard.press('ArrowLeft');
	await settle(page);
	ok(before !== await picture(page), `${name}: the arrow keys turn it`);
	if (first)
		await checkTab(page, name);
	await checkAxe(page, name, 'light');
	await checkPhone(page, name);
	await checkAxe(page, name, 'dark');
	ok(!wrong.length && !fetched.length, `${name}: still no error`, wrong.concat(fetched).join('\n'));
	await page.close();
	if (first)
		await checkForeign(browser, name, file);
}

// The picture and the sliders, so narrow that they can be read in a picture half as wide as a page. What is between them is left out.
async function takePicture(page) {
	await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
	await page.setViewport({ width: 490, height: 900, deviceScaleFactor: 1.6 });
	const clip = await page.evaluate(async () => {
		const parts = [0.1, 0.3, -0.1, -0.6, 0.1, 0.5, -0.2], between = document.querySelectorAll('.look details, .look p, #poses, #posture-hint');
		document.activeElement.blur();
		scrollTo(0, 0);
		rigidc.bodies.filter(({ joint }) => joint.limits).forEach(({ joint: { limits: [low, high], q } }, i) => {
			rigidc.scene.q[q] = Number(((low + high + parts[i % parts.length] * (high - low)) / 2).toFixed(2));
		});
		for (const element of between)
			element.hidden = true;
		rigidc.redraw();
		await new Promise(requestAnimationFrame);
		document.querySelector('[data-turn=fit]').click();
		await new Promise(requestAnimationFrame);
		const { top } = document.getElementById('view').getBoundingClientRect(),
			{ bottom } = document.getElementById('sliders').getBoundingClientRect();
		return { x: 8, y: top + scrollY - 4, width: innerWidth - 16, height: bottom - top + 12 };
	});
	await settle(page);
	await page.screenshot({ path: process.env.RIGIDC_SCREENSHOT, clip, captureBeyondViewport: true });
	await page.reload({ waitUntil: 'load' });
	await page.setViewport({ width: 1200, height: 900 });
	await settle(page);
}

// Shapes, by WebGL in software: each has its colour where the camera says, overlays are off, and a body that hides another does. Without
// WebGL there are the lines of models without shapes.
async function checkShapes() {
	const model = resolve(scratch, 'shapes.rig'), html = resolve(scratch, 'shapes.html');
	writeFileSync(model, `model shapes
body base on world { joint : fixed; visual box(0.4 m, 0.4 m, 0.1 m) { colour (1, 1, 0) } }
body arm on base at (0, 0, 0.5 m) { joint j : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; visual sphere(3 cm) at (0.3 m, 0, 0) { colour (1, 0, 0) } }
body hand on arm at (0.6 m, 0, 0) { joint k : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2; visual capsule(3 cm, 5 cm, x) { colour (0, 0, 1) }
  visual sphere(5 cm) at (0, 0.5 m, 0) { colour (0, 1, 0) }; visual sphere(4 cm) at (0, 0.5 m, 0) { colour (1, 0, 1) } }
`);
	execFileSync(rigidc, ['report', model, '--search=none', '-f', 'rnea', '-o', html], { stdio: 'ignore' });
	const launch = args => puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', ...args] });
	const open = async browser => {
		const page = await browser.newPage();
		await page.setViewport({ width: 1100, height: 900 });
		await page.goto(pathToFileURL(html).href, { waitUntil: 'load' });
		await settle(page);
		return page;
	};
	const withGl = await launch(['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']), page = await open(withGl);
	if (!await page.evaluate(() => rigidc.shading)) {
		console.log('ok - shapes # SKIP no WebGL in this Chromium');
		await withGl.close();
		return;
	}
	const overlays = await page.evaluate(() => ['sticks', 'axes', 'ellipsoids'].filter(id => document.getElementById(id).checked).join());
	ok(overlays === '', 'shapes: sticks, axes and ellipsoids are off', overlays);
	for (const [q, yaw] of [[[0, 0], -0.9], [[0.5, 1], 0.4], [[-1, 2], 2.5]]) {
		const found = await page.evaluate(async (q, yaw) => {
			rigidc.scene.q.set(q);
			rigidc.eye.yaw = yaw;
			rigidc.redraw();
			await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
			const canvas = document.getElementById('view'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
			const dense = canvas.width / canvas.clientWidth, centre = test => {
				let [n, x, y] = [0, 0, 0];
				for (let i = 0; i < data.length; i += 4)
					if (test(data[i], data[i + 1], data[i + 2], data[i + 3]))
						[n, x, y] = [n + 1, x + i / 4 % canvas.width, y + Math.floor(i / 4 / canvas.width)];
				return { n, at: [(x / n + 0.5) / dense, (y / n + 0.5) / dense] };
			};
			const { R, p } = rigidc.scene.pose[1], hand = rigidc.scene.pose[2];
			const place = (pose, x) => rigidc.onCanvas([0, 1, 2].map(k => pose.p[k] + [0, 1, 2].reduce((sum, m) => sum + pose.R[3 * k + m] * x[m], 0)));
			const far = ({ at }, wanted) => Math.hypot(at[0] - wanted[0], at[1] - wanted[1]);
			const red = centre((r, g, b, a) => a === 255 && r > 40 && g < 5 && b < 5), green = centre((r, g, b, a) => a === 255 && g > 40 && r < 5 && b < 5);
			return { red: [red.n, far(red, place({ R, p }, [0.3, 0, 0]))], green: [green.n, far(green, place(hand, [0, 0.5, 0]))],
				blue: centre((r, g, b, a) => a === 255 && b > 40 && r < 5 && g < 5).n, hidden: centre((r, g, b, a) => a === 255 && r > 40 && b > 40 && g < 5).n,
				yellow: centre((r, g, b) => r > 60 && g > 60 && b < 20).n };
		}, q, yaw);
		ok(found.red[0] > 50 && found.red[1] < 1 && found.green[0] > 150 && found.green[1] < 1, 'shapes are where the camera has them', JSON.stringify(found));
		ok(found.hidden === 0 && found.yellow === 0 && found.blue > 50, 'a ball hides what is inside, and what is fixed to the world is grey', JSON.stringify(found));
	}
	await page.click('#sticks');
	await settle(page);
	const bone = await page.evaluate(() => {
		const canvas = document.getElementById('view'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		return data.reduce((sum, _, i) => sum + (i % 4 === 0 && data[i] === 0x33 && data[i + 1] === 0x33 && data[i + 2] === 0x33 && data[i + 3] === 255), 0);
	});
	ok(bone > 100, 'sticks are drawn over shapes', bone);
	await checkFilm(withGl, model);
	await withGl.close();
	const without = await launch(['--disable-gpu', '--disable-3d-apis']), plain = await open(without);
	const said = await plain.evaluate(() => [document.getElementById('shape-note').textContent, ['sticks', 'axes', 'ellipsoids'].every(id =>
		document.getElementById(id).checked)]);
	ok(said[0] === 'This browser has no WebGL, so no shapes are drawn.' && said[1], 'without WebGL there are lines', JSON.stringify(said));
	await without.close();
}

// A film of the same model: it plays, stops where the slider is, and has the ball of the arm where the C has it.
async function checkFilm(browser, model) {
	const html = resolve(scratch, 'film.html'), rows = execFileSync(rigidc, ['sim', model, '--q=j = 0.5', '--qd=j = 1, k = 2', '--time=2', '--dt=0.1',
		`--animate=${html},xz`], { stdio: ['pipe', 'pipe', 'ignore'] }).toString().trim().split('\n').slice(1).map(line => line.split(',').map(Number));
	const page = await browser.newPage(), fetched = [], wrong = [];
	page.on('request', request => request.url().startsWith('file:') || request.url().startsWith('data:') || fetched.push(request.url()));
	page.on('pageerror', error => wrong.push(error.message));
	page.on('console', message => message.type() === 'error' && wrong.push(message.text()));
	await page.setViewport({ width: 1100, height: 900 });
	await page.goto(pathToFileURL(html).href, { waitUntil: 'load' });
	await settle(page);
	const first = await page.evaluate(() => rigidc.scene.t);
	await new Promise(done => setTimeout(done, 300));
	const second = await page.evaluate(() => rigidc.scene.t);
	ok(second > first, 'a film plays', `${first} ${second}`);
	await page.click('#play');
	await settle(page);
	const stopped = await page.evaluate(() => rigidc.scene.t);
	await page.focus('#time');
	await page.keyboard.press('End');
	await settle(page);
	const end = await page.evaluate(() => [rigidc.scene.t, document.getElementById('play').textContent, document.getElementById('now').textContent]);
	ok(stopped < 2 && end.join() === '2,Play,2.00 s', 'a film stops, and its slider moves it', `${stopped} ${end}`);
	for (const k of [0, 7, 20]) {
		const { red, pose, at } = await page.evaluate(async t => {
			rigidc.scene.t = t;
			rigidc.redraw();
			await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
			const canvas = document.getElementById('view'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
			let [n, x, y] = [0, 0, 0];
			for (let i = 0; i < data.length; i += 4)
				if (data[i + 3] === 255 && data[i] > 40 && data[i + 1] < 5 && data[i + 2] < 5)
					[n, x, y] = [n + 1, x + i / 4 % canvas.width + 0.5, y + Math.floor(i / 4 / canvas.width) + 0.5];
			const { R, p } = rigidc.scene.pose[1];
			return { red: [n, x / n, y / n], pose: [...R, ...p], at: rigidc.onCanvas([0, 1, 2].map(m => p[m] + 0.3 * R[3 * m])) };
		}, k / 10);
		const own = numbersOfC(model, 'fk:arm', rows[k].slice(1, 3));
		ok(distance(pose, own) < 1e-6 && red[0] > 50 && Math.hypot(red[1] - at[0], red[2] - at[1]) < 1, 'the ball is where the C has it', `${red}; ${at}; ${pose}; ${own}`);
	}
	for (const width of [1100, 400])
		for (const scheme of ['light', 'dark']) {
			await page.setViewport({ width, height: 800 });
			await checkAxe(page, `a film ${width} wide`, scheme);
			const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
			ok(wide <= 0, `a film ${width} wide, ${scheme}: nothing is too wide`, wide);
		}
	ok(!fetched.length && !wrong.length, 'a film fetches nothing, and nothing goes wrong', [...fetched, ...wrong].join('\n'));
	await page.close();
}

const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--disable-3d-apis'] });
await browser.defaultBrowserContext().overridePermissions('file:///', ['clipboard-read', 'clipboard-write',
	'clipboard-sanitized-write']).catch(error => console.log(`# ${error.message}`));
for (const [i, model] of models.entries())
	await checkPage(browser, model, i === 0);
await browser.close();
await checkShapes();
finish();
