// The language server, driven by the client of npm: sessions of random edits of examples. It never ends before its time, its diagnostics
// are those of `check` for the same text, and renaming and formatting leave the generated C as it was.
// node check.mjs NODE_FOLDER RIGIDC EDITS SEED MODEL...
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, program, edits, seed, ...models] = process.argv.slice(2);
const rigidc = resolve(program);
const require = createRequire(pathToFileURL(join(resolve(folder), 'x.js')));
const lsp = require('vscode-languageserver-protocol/node');

// --- TAP, and numbers that a seed determines ---

let tests = 0, failed = 0;
function ok(good, name, detail) {
	console.log(`${good ? 'ok' : 'not ok'} ${++tests} - ${name}`);
	failed += !good;
	if (!good && detail) console.log(String(detail).replace(/^/gm, '# '));
}

let state = Number(seed) || 1;
function random(count) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor(state / 2 ** 32 * count);
}
const one = list => list[random(list.length)];

// --- texts ---

function offsetOf(text, { line, character }) {
	const lines = text.split('\n');
	let offset = 0;
	for (let i = 0; i < line && i < lines.length; i++) offset += lines[i].length + 1;
	return Math.min(offset + character, text.length);
}
function positionOf(text, offset) {
	const before = text.slice(0, offset), line = before.split('\n').length - 1;
	return { line, character: offset - (before.lastIndexOf('\n') + 1) };
}
function applied(text, list) {
	return list.map(e => [offsetOf(text, e.range.start), offsetOf(text, e.range.end), e.newText])
		.sort((a, b) => b[0] - a[0])
		.reduce((t, [begin, end, by]) => t.slice(0, begin) + by + t.slice(end), text);
}

const pieces = ['', '', ' ', '\n', '{', '}', '(', ')', ';', ',', '"', '0', '1 kg', 'mm', 'body', 'joint', 'x', ' : revolute(y)', ' on world', '//',
	'/*', '*/', 'const a = 1\n', '"Körper 🤖"', 'é', '🦾', 'if', '= 2 * ', '.', '[i]', '-', 'model b\n'];

// A random change: bytes of one place by a piece, a line less, a line twice.
function change(text) {
	const begin = random(text.length + 1), sort = random(6);
	if (sort < 4) return { begin, end: Math.min(text.length, begin + (random(2) ? 0 : random(9))), by: one(pieces) };
	const first = text.lastIndexOf('\n', begin - 1) + 1, last = text.indexOf('\n', begin) + 1 || text.length;
	return sort === 4 ? { begin: first, end: last, by: '' } : { begin: first, end: first, by: text.slice(first, last) };
}
// Halves of a pair are not what editors send.
function whole(text, { begin, end, by }) {
	const half = at => at > 0 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
	return { begin: half(begin) ? begin - 1 : begin, end: half(end) ? end + 1 : end, by };
}

// --- what the command says ---

function checked(file) {
	const result = spawnSync(rigidc, ['check', '--json', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
	if (result.status > 1) return [`status ${result.status} ${result.stderr}`];
	const lines = {};
	return JSON.parse(result.stdout).filter(d => resolve(d.file) === file).map(d => {
		lines[d.file] ??= readFileSync(d.file, 'utf8').split(/\r\n|\n|\r/);
		const before = [...(lines[d.file][d.line - 1] ?? '')].slice(0, d.column - 1).join('');
		return `${d.line}:${before.length} ${d.severity} ${d.check} ${d.message}${d.help ? `\nhelp: ${d.help}` : ''}`;
	}).sort();
}
const severity = [undefined, 'error', 'warning', 'note'];
function said(list) {
	return list.map(d => `${d.range.start.line + 1}:${d.range.start.character} ${severity[d.severity]} ${d.code} ${d.message}`).sort();
}
function code(file, out) {
	const result = spawnSync(rigidc, ['compile', file, '-O0', '--search=none', '-o', out], { encoding: 'utf8' });
	if (result.status) return undefined;
	return readFileSync(out, 'utf8').split('\n').filter(l => !/_HASH|0x[0-9a-f]{16}|_CODE/.test(l)).join(' ').replace(/\s+/g, '');
}

// --- one session ---

const scratch = mkdtempSync(join(tmpdir(), 'rigidc-lsp-'));

async function session(model) {
	const copy = join(scratch, model);
	cpSync(dirname(model), dirname(copy), { recursive: true });
	const server = spawn(rigidc, ['lsp', '--stdio']);
	let stopped = '';
	server.on('exit', (status, signal) => { stopped = signal ?? `status ${status}`; });
	const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
	const uri = pathToFileURL(copy).href, published = new Map(), waiting = [];
	connection.onNotification(lsp.PublishDiagnosticsNotification.type, p => {
		published.set(p.uri, p);
		while (waiting.length && p.uri === uri && p.version >= waiting[0].version) waiting.shift().done(p.diagnostics);
	});
	connection.listen();
	await connection.sendRequest(lsp.InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
	connection.sendNotification(lsp.InitializedNotification.type, {});
	const original = readFileSync(model, 'utf8');
	let text = original, version = 1, compared = 0, renamed = 0, formatted = 0;
	const wrong = [];
	const diagnostics = () => new Promise(done => {
		const now = published.get(uri);
		if (now?.version >= version) done(now.diagnostics);
		else waiting.push({ version, done });
	});
	const asked = { textDocument: { uri } };
	const ask = async (type, params) => {
		try { return await connection.sendRequest(type, params); } catch (error) {
			if (error.code === -32603 || stopped) wrong.push(`${type.method ?? type}: ${error.message} ${stopped}`);
			return undefined;
		}
	};
	connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'rig', version, text } });

	async function compare() {
		writeFileSync(copy, text);
		const here = said(await diagnostics()).join('\n'), there = checked(copy).join('\n');
		compared++;
		if (here !== there) wrong.push(`version ${version}: the server says\n${here}\nand check\n${there}\nof\n${text.length < 3000 ? text : ''}`);
		return !there.includes(' error ');
	}
	async function rename() {
		const names = [...text.matchAll(/\/\/.*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*/g)].filter(m => !m[0].startsWith('//'));
		const position = positionOf(text, one(names).index);
		const old = await ask(lsp.PrepareRenameRequest.type, { ...asked, position });
		const edit = old && await ask(lsp.RenameRequest.type, { ...asked, position, newName: 'zz9_new' });
		if (!edit?.changes?.[uri] || Object.keys(edit.changes).length > 1) return;
		const before = code(copy, join(scratch, 'a.h'));
		writeFileSync(copy, applied(text, edit.changes[uri]));
		const after = code(copy, join(scratch, 'a.h')), name = old.placeholder.replace(/[^\w]/g, '');
		const bare = c => c?.replaceAll('zz9_new', name).replaceAll('ZZ9_NEW', name.toUpperCase());
		renamed++;
		if (/^\w+$/.test(old.placeholder) && bare(before) !== bare(after)) wrong.push(`${old.placeholder} renamed: other code`);
	}
	async function format() {
		const list = await ask(lsp.DocumentFormattingRequest.type, { ...asked, options: { tabSize: 2, insertSpaces: true } });
		if (!list) return;
		writeFileSync(copy, text);
		const before = code(copy, join(scratch, 'a.h'));
		writeFileSync(copy, applied(text, list));
		formatted++;
		if (before !== code(copy, join(scratch, 'a.h'))) wrong.push(`version ${version} formatted: other code`);
	}
	const requests = [lsp.HoverRequest.type, lsp.CompletionRequest.type, lsp.DefinitionRequest.type, lsp.ReferencesRequest.type,
		lsp.DocumentHighlightRequest.type, lsp.DocumentSymbolRequest.type, lsp.CodeActionRequest.type, lsp.SemanticTokensRequest.type,
		lsp.PrepareRenameRequest.type, lsp.InlayHintRequest.type, lsp.SignatureHelpRequest.type, lsp.FoldingRangeRequest.type];

	for (let i = 0; i < Number(edits) && !stopped && wrong.length < 3; i++) {
		const changes = [];
		if (i % 50 === 49) {
			changes.push({ text: original });
			text = original;
		}
		for (let k = random(3); k >= 0 && i % 50 !== 49; k--) {
			const { begin, end, by } = whole(text, change(text));
			changes.push({ range: { start: positionOf(text, begin), end: positionOf(text, end) }, text: by });
			text = text.slice(0, begin) + by + text.slice(end);
		}
		connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: ++version }, contentChanges: changes });
		if (random(3) === 0) {
			const position = positionOf(text, random(text.length + 1));
			await ask(one(requests), { ...asked, position, range: { start: position, end: position }, context: { includeDeclaration: true, diagnostics: [] } });
		}
		if (i % 25 === 24 || i % 50 === 0) {
			const sound = await compare();
			if (sound && i % 50 === 49) { await rename(); await format(); }
		}
	}
	await connection.sendRequest(lsp.ShutdownRequest.type).catch(() => {});
	await connection.sendNotification(lsp.ExitNotification.type).catch(() => {});
	await new Promise(done => stopped ? done() : server.on('exit', done));
	ok(!wrong.length && stopped === 'status 0', `${model}: ${version - 1} edits, ${compared} comparisons, ${renamed} renames, ${formatted} layouts`,
		[stopped, ...wrong].join('\n'));
	connection.dispose();
}

for (const model of models) await session(model);
rmSync(scratch, { recursive: true });
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
