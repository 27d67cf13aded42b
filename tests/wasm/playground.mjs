// node playground.mjs MODULES CHROMIUM RIGIDC FOLDER SHOTS: TAP. The playground in Chromium, from its folder without a server: it loads and
// fetches nothing, a mistake stands under its line, a slider moves the robot, code is that of `compile`, files may be dropped, an
// address brings a model, axe-core finds no fault. Pictures are left in SHOTS: light and dark, 1280 and 400 pixels wide.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, ok } from '../tap.mjs';

const [modules, chromium, rigidc, folder, shots] = process.argv.slice(2);
const require = createRequire(resolve(modules, 'package.json'));
const puppeteer = require('puppeteer-core');
const axe = require.resolve('axe-core/axe.min.js'), address = pathToFileURL(resolve(folder, 'index.html')).href;

const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage(), requests = [], faults = [];
page.on('request', request => requests.push(request.url()));
page.on('pageerror', error => faults.push(error.message));
page.on('console', message => message.type() === 'error' && faults.push(message.text()));
const until = (work, ...given) => page.waitForFunction(work, { timeout: 60000 }, ...given);
const text = selector => page.$eval(selector, element => element.textContent);
// The robot's page, once it shows a model of this name.
const robot = name => until(wanted => {
	const frame = document.querySelector('#robot iframe:not(.coming)');
	return frame?.contentWindow.rigidc && frame.contentDocument.title === `${wanted}: report`;
}, name);
const inRobot = work => page.evaluate(`(${work})(document.querySelector('#robot iframe:not(.coming)').contentWindow)`);
const openExample = async (name, model) => {
	await page.select('#example', name);
	await robot(model);
};

async function checkStart() {
	await page.goto(address);
	await robot('ur5');
	await openExample('puma560.rig', 'puma560');
	const outside = requests.filter(url => !/^(blob|data|about):/.test(url) && !url.startsWith(pathToFileURL(resolve(folder)).href));
	ok(outside.length === 0, 'nothing is fetched but the folder', outside.join('\n'));
	ok(await text('#summary') === '1 warning' && (await text('.message.warning')).includes('[inertia-triangle]'), 'the warning of the PUMA is under its line',
		await text('#messages'));
	await until(() => document.querySelector('#known-functions option'));
	ok(await page.evaluate(() => /inverse dynamics/.test(document.querySelector('#known-functions option[value=rnea]')?.label)), 'functions are suggested, with their meaning');
	ok(await page.$('.cm-line .is-keyword') && await page.$('.cm-line .is-number'), 'the text is highlighted');
	ok(await inRobot(robot => robot.document.querySelectorAll('#tree circle').length) > 3, 'the tree is there');
	ok(await inRobot(robot => robot.document.querySelector('#functions').textContent.includes('rnea')), 'operations by function too');
	await until(() => !document.querySelector('#robot iframe:not(.coming)').contentDocument.getElementById('line-part').hidden);
	ok(await inRobot(robot => robot.document.querySelectorAll('#lines tr').length) > 10, 'and later, on the same page, what lines cost');
}

async function checkSlider() {
	const picture = () => inRobot(robot => robot.document.getElementById('view').toDataURL());
	const before = await picture(), frame = await (await page.$('#robot iframe:not(.coming)')).contentFrame();
	await (await frame.$('#sliders input[type=range]')).focus();
	for (let i = 0; i < 12; i++)
		await page.keyboard.press('ArrowRight');
	await new Promise(done => setTimeout(done, 300));
	ok(before !== await picture(), 'a slider moves the robot');
}

// A word is spoilt by typing at its end; undone, the posture is what it was.
async function checkMistake() {
	const posture = await inRobot(robot => Array.from(robot.rigidc.scene.q).join());
	const line = await page.evaluate(() => {
		const { editor } = playground, { view } = editor, { doc } = view.state, at = doc.toString().search(/(?<=^\s*)mass\b/m);
		view.dispatch({ selection: { anchor: at + 4 } });
		view.focus();
		return doc.lineAt(at).number;
	});
	await page.keyboard.type('x');
	await until(() => document.querySelector('.message.error'));
	const seen = await page.evaluate(() => {
		const message = document.querySelector('.message.error'), { view } = playground.editor;
		return { under: view.state.doc.lineAt(view.posAtDOM(message.previousElementSibling)).number, text: message.textContent,
			marked: document.querySelector('.marked.error')?.textContent };
	});
	ok(seen.under === line && seen.text.includes("did you mean 'mass'") && seen.marked === 'massx', 'a mistake is shown under its line, with help', JSON.stringify(seen));
	ok(/error/.test(await text('#summary')), 'and counted', await text('#summary'));
	await page.keyboard.press('Backspace');
	await until(() => !document.querySelector('.message.error'));
	await new Promise(done => setTimeout(done, 1500));
	await robot('puma560');
	ok(posture === await inRobot(robot => Array.from(robot.rigidc.scene.q).join()), 'without it the robot is back in its posture');
}

async function checkCode() {
	await openExample('ur5.rig', 'ur5');
	await page.click('#code-tab');
	const own = () => page.evaluate(() => playground.code.view.state.doc.toString());
	const compiled = (words, output) => execFileSync(rigidc, ['compile', 'examples/ur5.rig', ...words], { encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }) || output;
	await until(() => playground.code.view.state.doc.toString().includes('ur5_rnea'));
	ok(await own() === compiled([]), 'the C is that of `rigidc compile`');
	await page.type('#functions', 'gravity');
	await page.keyboard.press('Enter');
	await until(() => playground.code.view.state.doc.toString().includes('ur5_gravity(') && !playground.code.view.state.doc.toString().includes('ur5_rnea('));
	ok(await own() === compiled(['-f', 'gravity']), 'for other functions too');
	await page.select('#target', 'mjs');
	await until(() => playground.code.view.state.doc.toString().includes('export function ur5_gravity'));
	execFileSync(rigidc, ['compile', 'examples/ur5.rig', '-f', 'gravity', '-o', join(shots, 'ur5.mjs')], { stdio: 'ignore' });
	ok(await own() === readFileSync(join(shots, 'ur5.mjs'), 'utf8'), 'and the JavaScript');
	await page.select('#target', 'h');
	await until(() => playground.code.view.state.doc.toString().includes('static inline'));
	const went = await page.evaluate(() => {
		const { code, editor } = playground, { view } = code, at = view.state.doc.toString().indexOf('const double n3z');
		view.dispatch({ selection: { anchor: at } });
		view.focus();
		return new Promise(done => setTimeout(() => done(at), 100)).then(() => at > 0);
	});
	await page.keyboard.press('Enter');
	const line = await page.evaluate(() => {
		const { state } = playground.editor.view;
		return state.doc.lineAt(state.selection.main.head).text;
	});
	ok(went && /body\s+forearm_link/.test(line), 'Enter in the code goes to the line of the model', line);
	await page.$eval('#functions', field => { field.value = ''; });
	await page.click('#robot-tab');
}

// What is downloaded is what `compile` writes.
async function checkDownloads() {
	const folder = resolve(shots), session = await page.createCDPSession();
	await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
	for (const ending of ['h', 'mjs', 'py']) {
		const own = join(folder, `ur5.${ending}`), other = join(folder, `native.${ending}`);
		rmSync(own, { force: true });
		await page.click(`[data-download=${ending}]`);
		for (let i = 0; i < 100 && !existsSync(own); i++)
			await new Promise(done => setTimeout(done, 100));
		await new Promise(done => setTimeout(done, 200));
		execFileSync(rigidc, ['compile', 'examples/ur5.rig', '-o', other], { stdio: 'ignore' });
		ok(existsSync(own) && readFileSync(own, 'utf8') === readFileSync(other, 'utf8'), `ur5.${ending} is downloaded`);
	}
}

// By the keyboard alone: arrows go from tab to tab, Escape and Tab leave the text, a diagnostic of the list leads to its line.
async function checkKeyboard() {
	await page.focus('#robot-tab');
	await page.keyboard.press('ArrowRight');
	ok(await page.evaluate(() => document.activeElement.id === 'code-tab' && !document.getElementById('code-part').hidden && document.getElementById('robot').hidden),
		'arrow keys choose a tab');
	await page.keyboard.press('ArrowRight');
	await page.evaluate(() => playground.editor.view.focus());
	await page.keyboard.press('Escape');
	await page.keyboard.press('Tab');
	ok(await page.evaluate(() => !document.activeElement.closest('.cm-editor')), 'Escape and Tab leave the text');
	await openExample('puma560.rig', 'puma560');
	await page.focus('#messages button');
	await page.keyboard.press('Enter');
	ok(await page.evaluate(() => {
		const { state, hasFocus } = playground.editor.view;
		return hasFocus && state.doc.lineAt(state.selection.main.head).number === 73;
	}), 'a diagnostic of the list leads to its line');
	await openExample('ur5.rig', 'ur5');
}

async function checkFiles() {
	const before = page.url();
	await page.click('#share');
	await until(before => location.href !== before, {}, before).catch(() => {});
	await until(() => location.hash.startsWith('#z='));
	const shared = page.url();
	await page.goto('about:blank');
	await page.goto(shared);
	await robot('ur5');
	ok(await text('#name') === 'ur5.rig', `an address of ${shared.length} characters brings the model`);
	await page.evaluate(() => {
		const transfer = new DataTransfer();
		transfer.items.add(new File(['<robot name="bar"><link name="base"/><link name="arm"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" ' +
			'iyz="0"/></inertial></link><joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>'], 'bar.urdf'));
		document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
	});
	await robot('bar');
	ok(await text('#name') === 'bar.urdf', 'a URDF may be dropped');
}

// Each example has no errors, and its robot is shown; one with a loop is closed as it appears.
async function checkExamples() {
	const names = await page.$$eval('#example option', options => options.map(option => option.value)), bad = [];
	for (const name of names) {
		const old = await page.evaluate(() => document.querySelector('#robot iframe:not(.coming)')?.contentDocument?.title);
		const [, model] = /\.rig$/.test(name) ? readFileSync(`examples/${name}`, 'utf8').match(/^\s*model\s+"?(\w+)/m) : [null, null];
		await page.select('#example', name);
		await until(wanted => playground.state.name === wanted && document.getElementById('name').textContent === wanted, name);
		await (model ? robot(model) : until(before => document.querySelector('#robot iframe:not(.coming)')?.contentDocument?.title !== before, old)).catch(() => bad.push(`${name}: no robot`));
		if (await page.evaluate(() => !playground.state.ok || !document.getElementById('problem').hidden))
			bad.push(`${name}: ${await text('#summary')} ${await text('#problem')}`);
	}
	ok(names.length > 40 && !bad.length, `all ${names.length} examples are shown`, bad.join('\n'));
	await openExample('loops/fourbar.rig', 'fourbar');
	// a better page may take the place of this one meanwhile
	let frame = null;
	for (let i = 0; i < 20 && !frame; i++)
		frame = await (await page.$('#robot iframe:not(.coming)'))?.contentFrame();
	const posture = () => inRobot(robot => Array.from(robot.rigidc.scene.q));
	const [before] = await posture();
	await (await frame.$('#sliders input[type=range]:not(:disabled)')).focus();
	for (let i = 0; i < 5; i++)
		await page.keyboard.press('ArrowRight');
	await new Promise(done => setTimeout(done, 500));
	const [motor, front, rear] = await posture();
	ok(motor !== before && Math.abs(motor + front) < 1e-6 && Math.abs(motor - rear) < 1e-6, 'a linkage stays closed while a slider moves it', [before, motor, front, rear]);
}

const strangers = [['arm.xml', 'tests/grammar/mjcf/arm.xml'], ['arm.sdf', 'tests/grammar/sdf/arm.sdf'], ['ball.osim', 'tests/grammar/osim/ball.osim'],
	['table.csv', 'tests/grammar/dh/angles-in-degrees-by-option.csv']];

// Names that are code of a page stay text; other formats are opened.
async function checkStrangers() {
	const opened = async (name, path) => {
		await page.evaluate((name, content) => playground.open(name, content), name, readFileSync(path, 'utf8'));
		await until(wanted => playground.state.name === wanted && !document.querySelector('#robot iframe.coming'), name);
		await new Promise(done => setTimeout(done, 1500));
	};
	await opened('hostile.rig', 'tests/page/hostile.rig');
	ok(await page.title() === 'rigidc: playground' && await inRobot(robot => /: report$/.test(robot.document.title) && !robot.document.querySelector('img, svg[onload]')),
		'hostile names are text');
	for (const [name, path] of strangers) {
		await opened(name, path);
		ok(await page.evaluate(() => playground.state.ok), `${name} is read`, await text('#messages'));
	}
}

async function checkLooks() {
	mkdirSync(shots, { recursive: true });
	for (const scheme of ['light', 'dark'])
		for (const width of [1280, 400]) {
			await page.setViewport({ width, height: 900 });
			await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
			await page.goto('about:blank');
			await page.goto(address);
			await robot('ur5');
			await openExample('puma560.rig', 'puma560');
			await page.evaluate(() => playground.editor.goTo(73));
			for (const tab of ['robot', 'code']) {
				await page.click(`#${tab}-tab`);
				await new Promise(done => setTimeout(done, 800));
				await page.screenshot({ path: join(shots, `${scheme}-${width}-${tab}.png`), fullPage: width === 400 });
				await page.addScriptTag({ path: axe }).catch(() => {});
				const { violations } = await page.evaluate(() => window.axe.run(document, { iframes: false, preload: false }));
				ok(violations.length === 0, `axe: ${scheme}, ${width} pixels, ${tab}`,
					violations.map(each => `${each.id}: ${each.nodes.map(node => node.target + ' ' + (node.any[0]?.message ?? '')).join('\n  ')}`).join('\n'));
			}
			const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
			ok(!wide, `nothing is too wide: ${scheme}, ${width} pixels`);
		}
}

// From a key to its diagnostics: every second key makes a mistake, the next takes it back.
async function measure(name) {
	await page.evaluate(() => { playground.latency.length = 0; });
	for (let i = 0; i < 40; i++) {
		await page.keyboard.press(i % 2 ? 'Backspace' : 'x');
		await until(wanted => playground.latency.length > wanted, i);
	}
	const times = (await page.evaluate(() => playground.latency)).sort((a, b) => a - b);
	console.log(`# ${name}: from key to diagnostic ${times[times.length >> 1].toFixed(1)} ms (median), ${times[Math.floor(0.99 * times.length)].toFixed(1)} ms (99 %)`);
}

async function checkTimes() {
	await openExample('ur5.rig', 'ur5');
	for (const [name, path] of [['UR5', null], ...process.env.RIGIDC_TALOS ? [['TALOS', process.env.RIGIDC_TALOS]] : []]) {
		if (path)
			await page.evaluate(content => playground.open('talos.urdf', content), readFileSync(path, 'utf8'));
		await new Promise(done => setTimeout(done, 3000));
		await page.evaluate(() => {
			const { view } = playground.editor, text = view.state.doc.toString(), found = text.search(/(?<=^\s*)mass\b|inertial\b/m);
			view.dispatch({ selection: { anchor: found } });
			view.focus();
		});
		await measure(name);
	}
	ok((await page.evaluate(() => playground.latency)).length >= 40, 'each key has its diagnostics');
}

mkdirSync(shots, { recursive: true });
try {
	for (const part of [checkStart, checkSlider, checkMistake, checkCode, checkDownloads, checkKeyboard, checkFiles, checkExamples, checkStrangers, checkLooks, checkTimes])
		await part().catch(error => ok(false, part.name, error.stack));
	ok(faults.length === 0, 'the page reports no faults', faults.join('\n'));
} finally {
	await browser.close();
}
finish();
