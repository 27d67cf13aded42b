// The extension of a .vsix with a stand-in for the module `vscode`, which only VS Code has: its own client starts the server and ends it.
// node vscode_client.cjs EXTENSION.js RIGIDC
const Module = require('node:module');
const { resolve } = require('node:path');

const [bundle, program] = process.argv.slice(2);

// Anything: it can be called, constructed and asked for anything.
function anything() {
	const own = function () {};
	const get = (of, name) => name === 'then' ? undefined : name === Symbol.toPrimitive ? () => 0 : name in of ? of[name] : (of[name] = anything());
	return new Proxy(own, { get, apply: anything, construct: anything });
}

const commands = [], complaints = [], vscode = anything();
vscode.workspace.getConfiguration = () => ({ get: (name, usual) => name === 'path' ? resolve(program) : name === 'include' ? ['parts'] : usual });
vscode.workspace.textDocuments = vscode.workspace.notebookDocuments = [];
vscode.workspace.workspaceFolders = undefined;
vscode.commands.registerCommand = name => { commands.push(name); return { dispose() {} }; };
vscode.window.showErrorMessage = text => { complaints.push(text); };
vscode.version = '1.82.0';
vscode.env.language = 'en';
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest);

(async () => {
	const extension = require(resolve(bundle));
	await extension.activate({ subscriptions: [] });
	await extension.deactivate();
	const helps = complaints.filter(text => text.includes('rigidc.path')).length;
	console.log(`commands ${commands.join(' ')}; messages ${complaints.length - helps}, about rigidc.path ${helps}`);
})();
