// The language's colours in the editor, by the patterns that VS Code uses too.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import grammar from '../../../../grammar/editors/vscode/syntaxes/rig.tmLanguage.json';

// Names of the grammar, and what the editor calls them.
const kinds = { 'comment': 'comment', 'string': 'string', 'constant.numeric': 'number', 'keyword.other.unit': 'unit', 'keyword.control': 'keyword',
	'support.type.property-name': 'propertyName', 'support.type': 'typeName', 'constant.language': 'atom', 'support.function': 'macroName' };
const kindOf = name => kinds[Object.keys(kinds).filter(begin => name?.startsWith(begin)).sort((a, b) => b.length - a.length)[0]] ?? null;

const sticky = text => new RegExp(text, 'yu');
const rules = grammar.patterns.map(({ name, match, begin, end, captures }) => ({ kind: kindOf(name), begin: sticky(match ?? begin),
	end: end && new RegExp(end, 'gu'), parts: captures && Object.values(captures).map(each => kindOf(each.name)) }));

// Where a match of an expression begins or ends at a place of a line; -1: nowhere.
function endOf(expression, line, from) {
	expression.lastIndex = from;
	return expression.exec(line) ? expression.lastIndex : -1;
}

// Goes on to the end of a comment or string that may have begun on an earlier line.
function passOpen(stream, state) {
	const { kind, end } = state.open, at = endOf(end, stream.string, stream.pos);
	stream.pos = at < 0 ? stream.string.length : at;
	if (at >= 0 || kind === 'string')
		state.open = null;
	return kind;
}

function token(stream, state) {
	if (state.open)
		return passOpen(stream, state);
	if (state.rest.length) {
		const { kind, length } = state.rest.shift();
		stream.pos += length;
		return kind;
	}
	if (stream.eatSpace())
		return null;
	for (const { kind, begin, end, parts } of rules) {
		begin.lastIndex = stream.pos;
		const found = begin.exec(stream.string);
		if (!found || !found[0])
			continue;
		if (end) {
			stream.pos += found[0].length;
			state.open = { kind, end };
			return kind;
		}
		if (parts && found[2]) {
			stream.pos += found[0].length - found[2].length;
			state.rest.push({ kind: parts[1], length: found[2].length });
			return parts[0];
		}
		stream.pos += found[0].length;
		return kind ?? parts?.[0] ?? null;
	}
	// a name, or a sign
	stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u) || stream.next();
	return null;
}

const rig = StreamLanguage.define({ name: 'rig', startState: () => ({ open: null, rest: [] }),
	copyState: state => ({ open: state.open, rest: [...state.rest] }), token, languageData: { commentTokens: { line: '//' } } });

const colours = HighlightStyle.define([
	{ tag: tags.comment, class: 'is-comment' }, { tag: tags.string, class: 'is-string' }, { tag: [tags.number, tags.unit], class: 'is-number' },
	{ tag: tags.keyword, class: 'is-keyword' }, { tag: [tags.propertyName, tags.typeName], class: 'is-property' },
	{ tag: [tags.atom, tags.macroName], class: 'is-function' },
]);

export const highlighting = [rig, syntaxHighlighting(colours)];

// Generated code, in each of its languages: comments, strings, numbers, and the words that begin a declaration.
const words = /^(?:async|class|const|def|double|else|export|extern|float|for|from|function|if|import|in|inline|int|let|new|return|size_t|static|struct|typedef|void)\b/;
const numbers = /^(?:0x[\da-f]+|\d+\.?\d*(?:e[+-]?\d+)?)\w*/i;

function codeToken(stream, state) {
	if (state.open) {
		while (!stream.eol())
			if (stream.match(state.open)) {
				state.open = null;
				return 'comment';
			} else {
				stream.next();
			}
		return 'comment';
	}
	if (stream.eatSpace())
		return null;
	const [begin] = stream.match(/^(?:\/\*|""")/) || [];
	if (begin) {
		state.open = begin === '/*' ? '*/' : '"""';
		return 'comment';
	}
	if (stream.match(/^\/\/.*/) || stream.match(/^# .*/))
		return 'comment';
	if (stream.match(/^#\w+/) || stream.match(words))
		return 'keyword';
	if (stream.match(/^"[^"]*"|^'[^']*'/))
		return 'string';
	return stream.match(numbers) ? 'number' : (stream.match(/^\w+/) || stream.next(), null);
}

const code = StreamLanguage.define({ name: 'code', startState: () => ({ open: null }), copyState: state => ({ ...state }), token: codeToken });

export const codeHighlighting = [code, syntaxHighlighting(colours)];
