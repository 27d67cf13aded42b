// The extension of VS Code: it starts `rigidc lsp`, and shows the page of a report beside a model. The page follows the text.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

const QUIET = 500; // ms without a key before the page is made again
const EMPTY = '<!DOCTYPE html><title>rigidc</title><p>The robot appears here as soon as the model has no errors.</p>';
let client, panel, shown, timer;

function settings() {
	const given = vscode.workspace.getConfiguration('rigidc');
	return { command: given.get('path', 'rigidc'), folders: given.get('include', []) };
}

// Puts the page of the shown document into the panel. While the model has errors, the last page stays.
async function refresh() {
	if (!panel || !shown) return;
	try {
		const page = await client.sendRequest('rigidc/report', { textDocument: { uri: shown.toString() } });
		if (panel) panel.webview.html = page.html;
	} catch {
		// the text has changed meanwhile, or has errors, which the editor shows
	}
}

function refreshLater() {
	clearTimeout(timer);
	timer = setTimeout(refresh, QUIET);
}

async function show() {
	const editor = vscode.window.activeTextEditor;
	if (!editor || editor.document.languageId !== 'rig') return;
	shown = editor.document.uri;
	if (!panel) {
		panel = vscode.window.createWebviewPanel('rigidc', 'rigidc', vscode.ViewColumn.Beside, { enableScripts: true });
		panel.webview.html = EMPTY;
		panel.onDidDispose(() => { panel = undefined; });
	}
	panel.title = `rigidc: ${shown.path.replace(/.*\//, '')}`;
	await refresh();
}

async function activate(context) {
	const { command, folders } = settings();
	const server = { command, args: ['lsp', ...folders.map(folder => `-I${folder}`)] };
	const files = vscode.workspace.createFileSystemWatcher('**/*.{rig,urdf,xml,sdf,osim}');
	client = new LanguageClient('rigidc', 'rigidc', server, { documentSelector: [{ language: 'rig' }], synchronize: { fileEvents: files } });
	context.subscriptions.push(files, vscode.commands.registerCommand('rigidc.show', show),
		vscode.workspace.onDidChangeTextDocument(event => { if (event.document.languageId === 'rig') refreshLater(); }));
	try {
		await client.start();
	} catch {
		vscode.window.showErrorMessage(`'${command} lsp' cannot be started. Install rigidc, or set "rigidc.path" to where it is, and reload the window.`);
	}
}

function deactivate() {
	clearTimeout(timer);
	return client?.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
