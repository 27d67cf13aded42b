// The model's line of each line of generated code.

// The bodies of the links in the code, by number, from its legend: "     3  forearm_link, on 2, by joint elbow_joint".
const linksOf = text => new Map(Array.from(text.matchAll(/^[ *#/]*\s(\d+) {2}(.+?), (?:on \d+, )?by joint /gm), ([, number, body]) => [number, body]));

// A temporary has the number of its link, as in D3xy; t3 and tables of sines have none. Else it belongs to the body whose name is the last
// comment of that kind. Sines are computed by a function for no body.
export function linesOfCode(text, bodyLines) {
	const links = linksOf(text), lineOf = body => Object.hasOwn(bodyLines, body) ? bodyLines[body] : undefined;
	let line, helper = false;
	return text.split('\n').map(each => {
		if (/^[^\s#]/.test(each))
			[line, helper] = [undefined, each.includes('(') ? /sincos/.test(each) : helper];
		const [, heading] = each.match(/^\s+(?:\/\*|\/\/|#) (.*?)(?: \*\/)?$/) ?? [];
		if (heading && lineOf(heading))
			return line = lineOf(heading);
		const [, letters, number] = each.match(/^\s+(?:const (?:double |float )?)?([A-Za-z]{1,2})(\d+)[a-z]* = /) ?? [];
		if (number && letters !== 't' && !helper)
			return lineOf(links.get(number)) ?? line;
		return /^\s+[^\s#/*]/.test(each) ? line : undefined;
	});
}
