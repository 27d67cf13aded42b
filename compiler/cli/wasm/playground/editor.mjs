// The text of the model, with each diagnostic under its line.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, WidgetType, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { codeHighlighting, highlighting } from './highlight.mjs';

const setDiagnostics = StateEffect.define();

class Message extends WidgetType {
	constructor(diagnostic) {
		super();
		this.diagnostic = diagnostic;
	}

	eq(other) {
		return JSON.stringify(other.diagnostic) === JSON.stringify(this.diagnostic);
	}

	toDOM() {
		const { severity, message, name, help } = this.diagnostic, element = document.createElement('div');
		element.className = `message ${severity}`;
		element.textContent = `${severity}: ${message} [${name}]${help ? `\nhelp: ${help}` : ''}`;
		return element;
	}
}

// Places of a diagnostic in the text. Columns count characters, and places of the editor units of UTF-16.
function placeOf(doc, { line, column, length }) {
	const { from, to, text } = doc.line(Math.min(Math.max(line, 1), doc.lines)), characters = Array.from(text);
	const units = count => characters.slice(0, count).join('').length;
	const begin = from + units(column - 1), end = Math.min(to, from + units(column - 1 + length));
	return { begin: Math.min(begin, to), end: Math.max(end, Math.min(begin, to)), to };
}

function decorate(doc, diagnostics) {
	const ranges = diagnostics.flatMap(diagnostic => {
		const { begin, end, to } = placeOf(doc, diagnostic);
		const under = Decoration.widget({ widget: new Message(diagnostic), block: true, side: 1 }).range(to);
		return end > begin ? [Decoration.mark({ class: `marked ${diagnostic.severity}` }).range(begin, end), under] : [under];
	});
	return Decoration.set(ranges, true);
}

const shown = StateField.define({
	create: () => Decoration.none,
	update: (decorations, transaction) => transaction.effects.filter(effect => effect.is(setDiagnostics)).reduce((_, { value }) =>
		decorate(transaction.state.doc, value), decorations.map(transaction.changes)),
	provide: field => EditorView.decorations.from(field),
});

// A line that is too long goes on below its own indentation, and two characters further.
function indentLines({ state, visibleRanges }) {
	const lines = visibleRanges.flatMap(({ from, to }) => {
		const first = state.doc.lineAt(from).number, last = state.doc.lineAt(to).number;
		return Array.from({ length: last - first + 1 }, (_, i) => state.doc.line(first + i));
	});
	return Decoration.set(lines.map(({ from, text }) => {
		const columns = 2 + Math.min(20, text.match(/^[ \t]*/)[0].replaceAll('\t', '  ').length);
		return Decoration.line({ attributes: { style: `text-indent: -${columns}ch; padding-left: calc(${columns}ch + 6px)` } }).range(from);
	}), true);
}

const indented = ViewPlugin.fromClass(class {
	constructor(view) {
		this.decorations = indentLines(view);
	}

	update({ view, docChanged, viewportChanged }) {
		if (docChanged || viewportChanged)
			this.decorations = indentLines(view);
	}
}, { decorations: own => own.decorations });

// An editor in an element: { text, setText, show, goTo, focus }. `changed` is called after each change of the text.
export function makeEditor(parent, changed) {
	const view = new EditorView({ parent, extensions: [
		lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlighting, shown, indented,
		// Tab leaves the editor after Escape, as CodeMirror has it
		keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]), EditorState.tabSize.of(2), EditorView.lineWrapping,
		EditorView.contentAttributes.of({ 'aria-label': 'Text of the model', 'aria-describedby': 'editor-hint', spellcheck: 'false', tabindex: '0' }),
		EditorView.updateListener.of(update => update.docChanged && changed()),
	] });
	return {
		view,
		text: () => view.state.doc.toString(),
		setText: text => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } }),
		show: diagnostics => view.dispatch({ effects: setDiagnostics.of(diagnostics) }),
		goTo: (line, column = 1) => {
			const { begin } = placeOf(view.state.doc, { line, column, length: 0 });
			view.dispatch({ selection: { anchor: begin }, effects: EditorView.scrollIntoView(begin, { y: 'center' }) });
			view.focus();
		},
	};
}

// A view of generated code. `lineOf` has the model's line of each line of the code, or nothing; `goTo` goes to one.
export function makeCodeView(parent, goTo) {
	let lines = [];
	const view = new EditorView({ parent, extensions: [
		EditorState.readOnly.of(true), drawSelection(), highlightActiveLine(), codeHighlighting,
		// the longest number of lines reserves the room
		lineNumbers({ formatNumber: (number, { doc }) => number > doc.lines ? '0000' : String(lines[number - 1] ?? '') }),
		keymap.of([{ key: 'Enter', run: ({ state }) => follow(state.doc.lineAt(state.selection.main.head).number) }, ...defaultKeymap]),
		EditorView.domEventHandlers({ dblclick: (_, { state }) => follow(state.doc.lineAt(state.selection.main.head).number) }),
		EditorView.contentAttributes.of({ 'aria-label': 'Generated code', 'aria-describedby': 'code-hint', 'aria-readonly': 'true', tabindex: '0' }),
	] });
	const follow = number => {
		if (lines[number - 1])
			goTo(lines[number - 1]);
		return true;
	};
	return {
		view,
		show: (text, lineOf) => {
			lines = lineOf;
			view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
			// the first statement, below what is said about the code
			const first = view.state.doc.line(1 + Math.max(0, lines.findIndex(Boolean))).from;
			view.dispatch({ selection: { anchor: first }, effects: EditorView.scrollIntoView(first, { y: 'center' }) });
		},
	};
}
