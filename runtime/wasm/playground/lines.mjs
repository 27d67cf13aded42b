// The model's line of each line of generated code. Code is grouped by bodies: a comment is the name of the body whose statements follow.
export function linesOfCode(text, bodyLines) {
	let line;
	return text.split('\n').map(each => {
		const heading = each.match(/^\s+(?:\/\*|\/\/|#) (.*?)(?: \*\/)?$/), known = heading && Object.hasOwn(bodyLines, heading[1]);
		if (known)
			line = bodyLines[heading[1]];
		else if (/^\S/.test(each))
			line = undefined;
		return known || /^\s+[^\s#/*]/.test(each) ? line : undefined;
	});
}
