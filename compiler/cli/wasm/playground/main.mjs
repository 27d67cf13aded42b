// The playground: text on the left, the robot or its code on the right.
import examples from 'examples';
import workerText from 'worker-text';
import wasm from 'wasm';
import { makeCodeView, makeEditor } from './editor.mjs';
import { showCosts, showPage } from './robot.mjs';
import { Service } from './service.mjs';
import { fromFragment, toFragment } from './share.mjs';

const at = id => document.getElementById(id);
const first = 'ur5.rig', pause = 250; // ms without a key before the robot and the code follow
const patience = 1000; // ms before a page that takes long is preceded by another
const state = { name: first, files: {}, diagnostics: [], ok: false, timer: 0, quick: 0, shown: null };
const editor = makeEditor(at('editor'), () => changed());
const code = makeCodeView(at('code'), line => editor.goTo(line));
let checking, making;

const plural = (count, word) => count ? [`${count} ${word}${count === 1 ? '' : 's'}`] : [];
const countOf = severity => state.diagnostics.filter(each => each.severity === severity).length;
const question = () => ({ text: editor.text(), given: { name: state.name, files: { ...examples, ...state.files } } });

// --- diagnostics ---

function listDiagnostics() {
	const items = state.diagnostics.map(({ severity, file, line, column, message, name, help }) => {
		const item = document.createElement('li'), button = document.createElement('button'), own = file === state.name;
		button.type = 'button';
		button.className = severity;
		button.textContent = `${own ? '' : file + ':'}${line}:${column}: ${severity}: ${message} [${name}]${help ? ` (${help})` : ''}`;
		button.addEventListener('click', () => own && editor.goTo(line, column));
		item.append(button);
		return item;
	});
	at('messages').replaceChildren(...items);
	at('summary').textContent = [...plural(countOf('error'), 'error'), ...plural(countOf('warning'), 'warning'), ...plural(countOf('note'), 'note')]
		.join(', ') || 'no mistakes';
	document.body.dataset.ok = state.ok;
}

async function check() {
	const begun = performance.now(), answer = await checking.ask('check', question());
	if (!answer)
		return;
	state.diagnostics = answer.diagnostics ?? [{ severity: 'error', file: state.name, line: 1, column: 1, length: 0, message: answer.error, name: 'rigidc' }];
	state.ok = !!answer.ok;
	editor.show(state.diagnostics.filter(each => each.file === state.name));
	listDiagnostics();
	window.playground.latency.push(performance.now() - begun);
}

// --- robot and code ---

function explain(error) {
	at('problem').textContent = error ?? '';
	at('problem').hidden = !error;
}

// Functions asked for, if any; the model's otherwise.
const functions = () => at('functions').value.trim() || undefined;

function working(text) {
	at('working').textContent = text;
	document.body.dataset.working = !!text;
}

// A page whose functions take long is preceded by one of a small function, by the other worker.
function quickPage(asked) {
	return setTimeout(async () => {
		working('Operations and code are being computed.');
		const quick = state.shown !== asked && await checking.ask('report', { ...asked, functions: 'gravity' });
		if (quick?.page && state.shown !== asked && asked.text === editor.text())
			showPage(at('robot'), quick.page);
	}, patience);
}

async function follow() {
	const asked = question();
	if (!state.ok)
		return;
	clearTimeout(state.quick);
	state.quick = quickPage(asked);
	const robot = await making.ask('report', { ...asked, functions: functions() });
	if (robot?.page) {
		state.shown = asked;
		showPage(at('robot'), robot.page);
	}
	const made = robot && await making.ask('code', { ...asked, functions: functions(), target: at('target').value });
	if (!made)
		return;
	clearTimeout(state.quick);
	working('');
	explain(robot.error ?? made.error);
	if (made.code)
		code.show(made.code, made.lines);
	await addCosts(asked);
}

// They take the longest, and are asked for again if a download has ended them.
async function addCosts(asked) {
	const costs = await making.ask('costs', { ...asked, functions: functions() });
	if (costs?.cost && asked.text === editor.text())
		showCosts(at('robot'), costs.cost);
}

function changed() {
	clearTimeout(state.timer);
	check().then(() => {
		clearTimeout(state.timer);
		state.timer = setTimeout(follow, pause);
	});
}

async function download(target) {
	const { code: text, name, error } = await making.ask('code', { ...question(), functions: functions(), target }) ?? {};
	explain(error);
	addCosts(question());
	if (!text)
		return;
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([text]));
	link.download = `${name}.${target}`;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// --- models ---

function open(name, text, files = {}) {
	state.name = name;
	state.files = files;
	at('name').textContent = name;
	editor.setText(text);
}

const isModel = name => /\.(rig|urdf|osim|xml|mjcf|sdf|world)$/i.test(name);

// Files that were dropped or chosen: the first model is shown, the others are there to be included.
async function take(list) {
	const files = Object.fromEntries(await Promise.all(Array.from(list, async file => [file.name, await file.text()])));
	const names = Object.keys(files), name = names.find(isModel) ?? names.find(each => /\.csv$/i.test(each)); // a table of Denavit and Hartenberg
	if (name)
		open(name, files[name], files);
	else
		explain('None of these files is a model: .rig, .urdf, .osim, .xml, .sdf, .world or .csv.');
}

async function share() {
	const { text } = question();
	const fragment = await toFragment({ name: state.name, text, files: state.files });
	if (!fragment) {
		explain('This browser cannot compress a model into an address.');
		return;
	}
	location.hash = fragment;
	await navigator.clipboard?.writeText(location.href).catch(() => {});
	at('said').textContent = `The address has the model now, in ${location.href.length} characters.`;
}

// Suggestions for the field of functions.
async function suggest() {
	const { functions: all = [] } = await checking.ask('known', {}) ?? {};
	at('known-functions').append(...all.map(({ name, meaning }) => new Option(`${name}: ${meaning}`, name)));
}

async function begin() {
	const { model, problem } = await fromFragment(location.hash);
	if (model)
		open(model.name, model.text, model.files);
	else
		open(first, examples[first]);
	at('said').textContent = problem ?? '';
}

// --- controls ---

// Tabs: arrow keys go from one to the next.
function choose(tab) {
	for (const each of document.querySelectorAll('[role=tab]')) {
		const chosen = each === tab;
		each.setAttribute('aria-selected', chosen);
		each.tabIndex = chosen ? 0 : -1;
		at(each.getAttribute('aria-controls')).hidden = !chosen;
	}
	code.view.requestMeasure();
}

// Examples by their folders: those of none come first. Parts that others include are no models.
function exampleGroups() {
	const models = Object.keys(examples).filter(name => !name.endsWith('.rig') || /^\s*model\b/m.test(examples[name]));
	const folderOf = name => name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
	const optionsOf = folder => models.filter(name => folderOf(name) === folder).map(name => new Option(name, name, false, name === first));
	return Array.from(new Set(models.map(folderOf))).sort().flatMap(folder => {
		if (!folder)
			return optionsOf(folder);
		const group = document.createElement('optgroup');
		group.label = folder;
		group.append(...optionsOf(folder));
		return [group];
	});
}

function addControls() {
	const tabs = Array.from(document.querySelectorAll('[role=tab]'));
	tabs.forEach((tab, i) => {
		tab.addEventListener('click', () => choose(tab));
		tab.addEventListener('keydown', ({ key }) => {
			const next = { ArrowRight: tabs[i + 1] ?? tabs[0], ArrowLeft: tabs[i - 1] ?? tabs.at(-1) }[key];
			if (next) {
				choose(next);
				next.focus();
			}
		});
	});
	at('example').append(...exampleGroups());
	at('example').addEventListener('change', ({ target }) => open(target.value, examples[target.value]));
	at('open').addEventListener('click', () => at('file').click());
	at('file').addEventListener('change', async ({ target }) => {
		await take(target.files);
		target.value = ''; // the same file again is a change
	});
	at('share').addEventListener('click', share);
	for (const control of ['functions', 'target'])
		at(control).addEventListener('change', follow);
	document.querySelectorAll('[data-download]').forEach(button => button.addEventListener('click', () => download(button.dataset.download)));
	document.body.addEventListener('dragover', event => event.preventDefault());
	document.body.addEventListener('drop', event => {
		event.preventDefault();
		take(event.dataTransfer.files);
	});
	addEventListener('hashchange', begin);
}

window.playground = { editor, code, state, latency: [], open };
const script = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
WebAssembly.compile(wasm).then(module => {
	checking = new Service(script, module, 200, ['check', 'report']);
	making = new Service(script, module, 400, ['report', 'code', 'costs']);
	addControls();
	suggest();
	return begin();
});
