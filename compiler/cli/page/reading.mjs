// Numbers as they are typed and shown, and names of coordinates.

const degree = Math.PI / 180;
const typedUnits = { rad: { rad: 1, deg: degree, '°': degree }, m: { m: 1, cm: 0.01, mm: 0.001 } };
// Numbers are shown with five decimals: a limit may be typed as it is shown.
const farthest = 1e12, near = 1e-5;

const withoutMinusZero = text => text.replace(/^-(0(?:\.0*)?)$/, '$1');
const fixed = (value, digits) => withoutMinusZero(value.toFixed(digits));
// A number for a field: five decimals, of small numbers five digits, without zeros at its end.
export const shortly = value => Math.abs(value) < 1e-15 ? '0' : String(Number(Math.abs(value) < 1 ? value.toPrecision(5) : value.toFixed(5)));
const inWords = (value, unit) => unit === 'rad' ? `${fixed(value, 3)} rad, ${fixed(value / degree, 1)}°` : `${fixed(value, 4)} ${unit}`.trim();

// A typed number, with or without a unit, in `unit`. `limits`: [low, high], null for none. Gives { value, said } or, if it is no
// number, { said }; `said` is a sentence for the user or ''. A number outside of the limits becomes the limit.
export function readNumber(text, unit, limits = [null, null]) {
	const typed = text.trim().replace(/^\u2212/, '-'), known = typedUnits[unit] || { [unit]: 1 };
	const [, number, behind] = typed.match(/^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i) || [];
	if (!typed)
		return { said: 'Type a number.' };
	if (number === undefined || /^[\d.,]/.test(behind))
		return { said: `“${typed}” is not a number.${/\d,\d/.test(typed) ? ' Write a point, not a comma.' : ''}` };
	if (behind && !Object.hasOwn(known, behind))
		return { said: `“${behind}” is not a unit of this number.${unit ? ` Its unit is ${Object.keys(known).join(' or ')}.` : ' It has no unit.'}` };
	const value = Number(number) * (behind ? known[behind] : 1), [low, high] = limits;
	if (low !== null && value < low)
		return { value: low, said: low - value < near ? '' : `${typed} is below the lower limit. The limit ${inWords(low, unit)} is used.` };
	if (high !== null && value > high)
		return { value: high, said: value - high < near ? '' : `${typed} is above the upper limit. The limit ${inWords(high, unit)} is used.` };
	return Math.abs(value) <= farthest ? { value: value + 0, said: '' } : { said: `${typed} is too large. The largest number is ${farthest}.` };
}

// Names of the coordinates of a joint, or of its velocities, as `info` and the columns of `eval` have them.
export const coordinateNames = (joint, names) => names.map(name => names.length > 1 ? `${joint.name}.${name}` : joint.name);

// Names of all velocities, in the order of velocities.
export function velocityNames(bodies) {
	const names = [];
	for (const { joint } of bodies)
		coordinateNames(joint, joint.velocities).forEach((name, k) => { names[joint.v + k] = name; });
	return names;
}
