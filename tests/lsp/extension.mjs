// The extension of VS Code with stand-ins of the modules `vscode` and `vscode-languageclient`: it starts the server, shows the page, and
// the page follows the text. node extension.mjs NODE_FOLDER RIGIDC
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, program] = process.argv.slice(2);
const require = createRequire(pathToFileURL(join(resolve(folder), 'x.js')));
const lsp = require('vscode-languageserver-protocol/node');
const Module = require('node:module');

let tests = 0, failed = 0;
function ok(good, name) {
	console.log(`${good ? 'ok' : 'not ok'} ${++tests} - ${name}`);
	failed += !good;
}

// --- stand-ins ---

let connection, server, changed, status;
class LanguageClient {
	constructor(id, name, options) { this.options = options; }
	async start() {
		if (!existsSync(this.options.command)) throw new Error(`Launching server using command ${this.options.command} failed.`);
		server = spawn(this.options.command, this.options.args);
		server.on('exit', code => { status = code; });
		connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(server.stdout), new lsp.StreamMessageWriter(server.stdin));
		connection.listen();
		await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
		connection.sendNotification('initialized', {});
	}
	isRunning() { return !!connection && status === undefined; }
	sendRequest(method, params) { return connection.sendRequest(method, params); }
	async stop() {
		await connection.sendRequest('shutdown');
		await connection.sendNotification('exit');
		await new Promise(done => status !== undefined ? done() : server.on('exit', done));
	}
}
const commands = {}, panels = [], complaints = [];
let path = resolve(program);
const uri = { path: '/arm.rig', toString: () => 'file:///arm.rig' };
const vscode = {
	workspace: {
		getConfiguration: () => ({ get: (name, usual) => name === 'path' ? path : usual }),
		createFileSystemWatcher: () => ({ dispose() {} }),
		onDidChangeTextDocument: listener => { changed = listener; return { dispose() {} }; },
	},
	commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
	window: {
		showErrorMessage: text => { complaints.push(text); },
		activeTextEditor: { document: { languageId: 'rig', uri } },
		createWebviewPanel: () => { const panel = { webview: { html: '' }, onDidDispose() {} }; panels.push(panel); return panel; },
	},
	ViewColumn: { Beside: -2 },
};
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? vscode : name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest);

// --- the extension ---

const home = resolve('grammar/editors/vscode');
const about = require(join(home, 'package.json')), extension = require(join(home, 'extension.js'));
const model = 'model arm\nbody rod on world { joint : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n';
path = resolve('no/such/rigidc');
await extension.activate({ subscriptions: [] });
ok(complaints.length === 1 && complaints[0].includes('rigidc.path'), 'without rigidc a message names the setting');
await extension.deactivate();
path = resolve(program);
await extension.activate({ subscriptions: [] });
ok(complaints.length === 1, 'with it there is none');
ok(about.contributes.commands.every(c => commands[c.command]), 'all commands of package.json are there');
connection.sendNotification('textDocument/didOpen', { textDocument: { uri: `${uri}`, languageId: 'rig', version: 1, text: model } });
const shown = commands['rigidc.show']();
ok(panels.length === 1 && panels[0].webview.html.includes('as soon as'), 'until there is a page, the panel says when it comes');
await shown;
ok(panels.length === 1 && panels[0].webview.html.includes('<title>arm'), 'rigidc: show opens the page');
ok(panels[0].title === 'rigidc: arm.rig', 'with the name of the file');

async function change(version, text, seen) {
	connection.sendNotification('textDocument/didChange', { textDocument: { uri: `${uri}`, version }, contentChanges: [{ text }] });
	changed({ document: { languageId: 'rig', uri } });
	for (let i = 0; i < 100 && !seen(panels[0].webview.html); i++) await new Promise(done => setTimeout(done, 100));
	return seen(panels[0].webview.html);
}
ok(await change(2, model.replace('arm', 'leg'), html => html.includes('<title>leg')), 'the page follows the text');
await change(3, model.replace('mass', 'mas'), () => true);
await new Promise(done => setTimeout(done, 1500));
ok(panels[0].webview.html.includes('<title>leg'), 'while the model has errors, the last page stays');
await commands['rigidc.show']();
ok(panels.length === 1, 'a second show uses the same page');
await extension.deactivate();
ok(status === 0, 'the server ends');
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
