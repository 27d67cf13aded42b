// The declarations of a module for TypeScript are those of what it exports: names, arguments, constants, members of the
// parameters.
//   node declarations.mjs NAME.mjs
// Called by module_test.sh.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const path = resolve(process.argv[2]);
const module = await import(path);
const text = readFileSync(path.replace(/\.mjs$/, '.d.mts'), 'utf8').replace(/\/\*[^]*?\*\//g, '').replace(/\/\/.*/g, '');
let faults = 0;

function expect(what, wanted, found) {
	if (wanted === found)
		return;
	console.log(`${what}: wanted ${wanted}, found ${found}`);
	faults++;
}

const declared = new Map();
for (const [, name, type] of text.matchAll(/^export declare const (\w+): (.*);/gm))
	declared.set(name, { type });
for (const [, name, parameters, result] of text.matchAll(/^export declare function (\w+)\((.*)\): (\w+);/gm))
	declared.set(name, { parameters: parameters ? parameters.split(', ').map(p => p.split(': ')) : [], result });

expect('exports', Object.keys(module).sort().join(' '), [...declared.keys()].sort().join(' '));
for (const [name, { type, parameters, result }] of declared) {
	const value = module[name];
	if (typeof value === 'function') {
		const own = /\((.*?)\)/.exec(value.toString())[1];
		expect(`arguments of ${name}`, own, parameters.map(([argument]) => argument).join(', '));
		for (const [argument, of] of parameters)
			if (!/^(ArrayLike<number>|Float64Array \| number\[\]|\w+_params)$/.test(of))
				expect(`type of ${argument} of ${name}`, 'one that is known', of);
		expect(`result of ${name}`, value.length ? 'void' : name.replace(/_default$/, ''), result);
	} else {
		expect(`type of ${name}`, Array.isArray(value) ? 'readonly number[]' : JSON.stringify(value), type);
	}
}

const body = /^export interface (\w+) \{\n([^}]*)\}/m.exec(text);
const defaults = Object.keys(module).find(name => name.endsWith('_params_default'));
expect('interface of the parameters', !!defaults, !!body);
if (body && defaults) {
	const members = Object.entries(module[defaults]());
	const wanted = members.map(([name, value]) => `${name}: ${typeof value === 'number' ? 'number' : 'Float64Array | number[]'};`);
	expect('members of the parameters', wanted.join(' '), body[2].split('\n').map(line => line.trim()).filter(Boolean).join(' '));
}
process.exit(faults ? 1 : 0);
