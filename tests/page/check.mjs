// node check.mjs MODULES CHROMIUM RIGIDC SCRATCH MODEL...: TAP. The report of each model in a browser: nothing is fetched and
// nothing goes wrong, poses are those of the C, sliders change the picture, and axe-core finds no fault, in light and dark.
// With RIGIDC_SCREENSHOT=FILE the page of the first model is left there as a picture.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, chromium, rigidc, scratch, ...models] = process.argv.slice(2);
const require = createRequire(resolve(modules, 'package.json'));
const puppeteer = require('puppeteer-core');
const axe = require.resolve('axe-core/axe.min.js');
let count = 0, failed = 0;
const ok = (good, name, more = '') => {
	count++;
	failed += !good;
	console.log(`${good ? 'ok' : 'not ok'} ${count} - ${name}`);
	if (!good && more)
		console.log(String(more).replace(/^/gm, '# '));
};

// What the C computes for q.
function numbersOfC(model, functions, q) {
	const options = { input: q.join(' ') + '\n', stdio: ['pipe', 'pipe', 'ignore'] };
	return execFileSync(rigidc, ['eval', model, '-f', functions, '--search=none'], options).toString().trim().split(/\s+/).map(Number);
}

const distance = (a, b) => a.length === b.length ? Math.max(0, ...a.map((x, i) => Math.abs(x - b[i]))) : Infinity;

async function checkPage(browser, model, first) {
	const name = basename(model), file = resolve(scratch, name + '.html');
	execFileSync(rigidc, ['report', model, '-o', file], { stdio: 'ignore' });
	const info = JSON.parse(execFileSync(rigidc, ['info', model, '-f', 'com', '-O0', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] }));
	const page = await browser.newPage(), wrong = [], fetched = [];
	page.on('console', message => { if (['error', 'warn'].includes(message.type())) wrong.push(message.text()); });
	page.on('pageerror', error => wrong.push(error.message));
	page.on('request', request => { if (request.url() !== pathToFileURL(file).href) fetched.push(request.url()); });
	const settled = () => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
	await page.setViewport({ width: 1200, height: 900 });
	await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
	await settled();
	ok(!wrong.length, `${name}: no error`, wrong.join('\n'));
	ok(!fetched.length, `${name}: nothing is fetched`, fetched.join('\n'));
	const title = await page.title();
	ok(title === `${info.model}: report`, `${name}: no name of the model runs as a script`, title);

	const picture = () => page.evaluate(() => document.getElementById('view').toDataURL());
	const { said, dots } = await page.evaluate(() => {
		const canvas = document.getElementById('view'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
		let dots = 0;
		for (let i = 0; i < data.length; i += 4)
			dots += data[i] === 0x88 && data[i + 1] === 0x33 && data[i + 2] === 0xbb;
		return { said: document.getElementById('strut-hint').checkVisibility(), dots };
	});
	ok(said === !!info.struts && dots > 20 === said, `${name}: struts are drawn and said to be, if there are any`, `${said}, ${dots} dots`);
	if (info.nv) {
		const before = await picture();
		for (const slider of (await page.$$('#sliders input'))) {
			await slider.focus();
			for (let i = 0; i < 12; i++)
				await page.keyboard.press('ArrowRight');
		}
		await settled();
		ok(before !== await picture(), `${name}: sliders change the picture`);
		const { q, g, shown, poses } = await page.evaluate(() => ({ q: Array.from(rigidc.scene.q), g: Array.from(rigidc.scene.g),
			shown: Array.from(document.querySelectorAll('#torques tbody td:nth-child(2)'), cell => Number(cell.textContent)),
			poses: rigidc.bodies.flatMap((body, i) => body.moves ? [{ R: Array.from(rigidc.scene.pose[i].R), p: Array.from(rigidc.scene.pose[i].p) }] : []) }));
		const worst = Math.max(...info.bodies.map((body, i) => distance([...poses[i].R, ...poses[i].p], numbersOfC(model, `fk:"${body.name}"`, q))));
		ok(poses.length === info.bodies.length && worst < 1e-12, `${name}: poses are those of the C`, `${poses.length} poses, off by ${worst}`);
		const torques = numbersOfC(model, 'gravity', q);
		ok(distance(g, torques) < 1e-10 && distance(shown, torques) < 6e-4, `${name}: torques too, as they are shown`, `${shown}, in C ${torques}`);
	}
	if (info.params) {
		const g = () => page.evaluate(() => Array.from(rigidc.scene.g).join());
		const torques = await g();
		for (const field of await page.$$('#params input'))
			await field.type('3');
		await settled();
		ok(torques !== await g(), `${name}: parameters change the torques`);
	}
	for (const box of ['#axes', '#names', '#ellipsoids']) {
		const before = await picture();
		await page.click(box);
		await settled();
		ok(before !== await picture(), `${name}: ${box}`);
		await page.click(box);
	}
	await settled();
	const before = await picture();
	await page.focus('#view');
	await page.keyboard.press('ArrowLeft');
	await settled();
	ok(before !== await picture(), `${name}: the arrow keys turn it`);
	for (const scheme of ['light', 'dark']) {
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
		await settled();
		if (!await page.evaluate(() => 'axe' in window))
			await page.evaluate(require('node:fs').readFileSync(axe, 'utf8'));
		const { violations } = await page.evaluate(() => window.axe.run());
		ok(!violations.length, `${name}: axe finds nothing, ${scheme}`,
			violations.map(each => `${each.id}: ${each.help}: ${each.nodes.map(node => node.target).slice(0, 3).join(' ')}`).join('\n'));
	}
	ok(!wrong.length && !fetched.length, `${name}: still no error`, wrong.concat(fetched).join('\n'));
	if (first && process.env.RIGIDC_SCREENSHOT) {
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
		await page.evaluate(() => document.activeElement.blur());
		await settled();
		await (await page.$('#posture-part')).screenshot({ path: process.env.RIGIDC_SCREENSHOT });
	}
	await page.close();
}

const browser = await puppeteer.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
for (const [i, model] of models.entries())
	await checkPage(browser, model, i === 0);
await browser.close();
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
