// node compare.mjs FOLDER NAME...: calls every function of each module NAME.mjs for the states in NAME.FUNCTION.in (with sines
// that are given, .all) and compares with NAME.FUNCTION.out, which the C wrote, bit by bit. Where a model itself takes an arc sine
// or the like, which is the engine's, 1e-12 of the largest number of the state is enough. It prints a line for each module, for
// `results` of tap.sh.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [folder, ...names] = process.argv.slice(2);
const size = array => array.shape.reduce((a, b) => a * b, 1);
const rows = file => readFileSync(file, 'utf8').split('\n').slice(0, -1).map(line => line.trim().split(/\s+/).filter(Boolean));
// %.17g writes what is no number in its own way
const number = word => /nan/.test(word) ? NaN : /inf/.test(word) ? (word[0] === '-' ? -Infinity : Infinity) : Number(word);

// Compares one module: how many numbers, and how.
const compare = async prefix => {
	const path = `${folder}/${prefix}.mjs`;
	const robot = await import(resolve(path));
	const exact = !/\bMath\.(?!sqrt|abs)/.test(readFileSync(path, 'utf8'));
	const info = JSON.parse(readFileSync(`${folder}/${prefix}.json`, 'utf8'));
	const found = name => {
		const item = robot[name];
		if (typeof item !== 'function')
			throw new Error(`there is no function ${name}`);
		return item;
	};

	let derived = [];
	if (info.params) {
		derived = [new Float64Array(robot[prefix.toUpperCase() + '_DERIVED'])];
		found(prefix + '_prepare')(found(prefix + '_params_default')(), derived[0]);
	}
	let numbers = 0;
	for (const [name, { inputs, outputs }] of Object.entries(info.functions)) {
		if (name.endsWith('_angles'))
			continue; // what the C program takes sc from
		const call = found(`${prefix}_${name.replaceAll(':', '_')}`);
		const file = `${folder}/${prefix}.${name}`;
		const within = name.startsWith('ik:') ? 1e-11 : 1e-12; // J is nearly singular in some states
		const states = rows(existsSync(`${file}.all`) ? `${file}.all` : `${file}.in`), wanted = rows(`${file}.out`);
		if (states.length !== wanted.length || !states.length)
			throw new Error(`${name}: ${states.length} states, ${wanted.length} results`);
		const input = inputs.map(array => new Float64Array(size(array)));
		const output = outputs.map(array => new Float64Array(size(array)));
		states.forEach((state, line) => {
			let at = 0;
			for (const array of input)
				for (let i = 0; i < array.length; i++)
					array[i] = number(state[at++]);
			call(...input, ...derived, ...output);
			at = 0;
			const largest = wanted[line].reduce((most, word) => Math.max(most, Math.abs(number(word)) || 0), 1e-3);
			output.forEach((array, k) => array.forEach((value, i) => {
				const c = number(wanted[line][at++]);
				numbers++;
				if (!Object.is(value, c) && (exact || !(Math.abs(value - c) <= within * largest)))
					throw new Error(`${name}, state ${line}: ${outputs[k].name}[${i}] is ${value}, in C ${c}`);
			}));
			if (at !== wanted[line].length)
				throw new Error(`${name}: ${at} results, in C ${wanted[line].length}`);
		});
	}
	if (!numbers)
		throw new Error('nothing was compared');
	return `${numbers} numbers, ${exact ? 'to the bit' : 'some of Math'}`;
};

for (const name of names) {
	try {
		const said = await compare(name);
		console.log(`ok - ${name}: JavaScript is C to the bit\n# ${said}`);
	} catch (error) {
		console.log(`not ok - ${name}: JavaScript is C to the bit\n# ${error.message}`);
	}
}
