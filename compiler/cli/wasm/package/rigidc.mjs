// rigidc in JavaScript: models from text, their diagnostics, C text, and functions to call. The compiler is rigidc.wasm; see README.md.
import { Host, plainPath } from './host.mjs';

const word = 4, number = 8, bodySize = 256; // more than a rigidc_body_info
const severities = [, 'note', 'warning', 'error'];

// The bytes of rigidc.wasm beside this file, in a browser and in node.
async function wasmBeside() {
	const place = new URL('./rigidc.wasm', import.meta.url);
	if (place.protocol !== 'file:')
		return (await fetch(place)).arrayBuffer();
	return (await import('node:fs/promises')).readFile(place);
}

// A problem with arguments or options, or with a model: `diagnostics` are those of the model.
export class RigidcError extends Error {
	constructor(message, diagnostics = []) {
		super(message);
		this.name = 'RigidcError';
		this.diagnostics = diagnostics;
	}
}

// An instance of the module, and ways to give it texts and numbers.
class Instance {
	host = new Host();

	static async make(module) {
		const made = new Instance(), { exports } = await WebAssembly.instantiate(module, made.host.imports());
		made.exports = exports;
		made.host.memory = exports.memory;
		made.host.begin();
		exports._initialize();
		return made;
	}

	get view() {
		return new DataView(this.exports.memory.buffer);
	}

	text(at) {
		if (!at)
			return undefined;
		const bytes = new Uint8Array(this.exports.memory.buffer), end = bytes.indexOf(0, at);
		return new TextDecoder().decode(bytes.subarray(at, end));
	}

	take(size) {
		const at = this.exports.malloc(Math.max(size, 1));
		if (!at)
			throw new RigidcError('out of memory');
		return at;
	}

	// Calls `work` with the address of a text, or of texts as argc and argv.
	withText(text, work) {
		return this.withTexts([text], (_, array) => work(this.view.getUint32(array, true)));
	}

	withTexts(texts, work) {
		const bytes = texts.map(text => new TextEncoder().encode(text + '\0'));
		const table = word * (texts.length + 1), block = this.take(table + bytes.reduce((sum, each) => sum + each.length, 0));
		let at = block + table;
		bytes.forEach((each, i) => {
			new Uint8Array(this.exports.memory.buffer).set(each, at);
			this.view.setUint32(block + word * i, at, true);
			at += each.length;
		});
		this.view.setUint32(block + table - word, 0, true);
		try {
			return work(texts.length, block);
		} finally {
			this.exports.free(block);
		}
	}
}

// Of rigidc.h: { size, severity, check, file, line, column, length, text, help, note, note_file, note_line, note_column }
function diagnosticAt(instance, model, index) {
	const { exports } = instance, fields = 13, block = instance.take(fields * word);
	new Uint8Array(exports.memory.buffer, block, fields * word).fill(0);
	exports.rigidc_get_diagnostic(model, index, block);
	const field = Array.from({ length: fields }, (_, i) => instance.view.getInt32(block + word * i, true));
	exports.free(block);
	const [, severity, check, file, line, column, length, text, help, note, noteFile, noteLine, noteColumn] = field;
	const all = { severity: severities[severity], name: instance.text(check), file: instance.text(file), line, column, length,
		message: instance.text(text) };
	if (help)
		all.help = instance.text(help);
	if (note)
		all.note = { message: instance.text(note), file: instance.text(noteFile), line: noteLine, column: noteColumn };
	return all;
}

// Arrays of a function: name and size of each.
function arraysOf({ exports, text }, made, which) {
	const names = { input: 'rigidc_inputs', output: 'rigidc_outputs' };
	return Array.from({ length: exports[names[which]](made) }, (_, i) => ({ name: text(exports[`rigidc_${which}_name`](made, i)),
		size: exports[`rigidc_${which}_size`](made, i) }));
}

// A function of a model as one of JavaScript: takes arrays, returns a Float64Array, or an object of them by name.
function makeFunction(instance, made, name, inputDefaults) {
	const { exports } = instance, reader = { exports, text: at => instance.text(at) };
	const inputs = arraysOf(reader, made, 'input'), outputs = arraysOf(reader, made, 'output'), all = [...inputs, ...outputs];
	const block = instance.take(number * all.reduce((sum, { size }) => sum + size, 0) + word * all.length + number);
	let at = (block + number - 1) & -number;
	const place = all.map(({ size }) => (at += number * size) - number * size);
	place.forEach((where, i) => instance.view.setUint32(at + word * i, where, true));
	const numbers = i => new Float64Array(exports.memory.buffer, place[i], all[i].size);
	const call = (...given) => {
		inputs.forEach(({ name: input, size }, i) => {
			// wrenches may be left out, and inputs of the model for their defaults
			const values = given[i] ?? (['f_ext', 'ud', 'udd'].includes(input) ? new Float64Array(size) : input === 'u' || input === 's' ? inputDefaults(input) : undefined);
			if (values?.length !== size)
				throw new RigidcError(`${name}: ${input} has ${size} numbers, not ${values?.length ?? 'none'}`);
			numbers(i).set(values);
		});
		exports.rigidc_call(made, at, at + word * inputs.length);
		const results = outputs.map((_, i) => Float64Array.from(numbers(inputs.length + i)));
		return results.length === 1 ? results[0] : Object.fromEntries(outputs.map((output, i) => [output.name, results[i]]));
	};
	return Object.assign(call, { inputs, outputs, free: () => {
		exports.rigidc_function_free(made);
		exports.free(block);
	} });
}

class Model {
	#compiler;
	#instance;
	#model;
	#given;
	#functions = [];

	constructor(compiler, instance, model, given) {
		this.#compiler = compiler;
		this.#instance = instance;
		this.#model = model;
		this.#given = given;
		const count = instance.exports.rigidc_diagnostics(model);
		this.diagnostics = Array.from({ length: count }, (_, i) => diagnosticAt(instance, model, i));
		this.ok = !this.diagnostics.some(each => each.severity === 'error') && instance.exports.rigidc_nq(model) >= 0;
	}

	// The line of each body in the model's own text, by name. Bodies of other files have none.
	bodyLines() {
		const { exports } = this.#instance, lines = {}, block = this.#instance.take(bodySize);
		new Uint8Array(exports.memory.buffer, block, bodySize).fill(0);
		for (let i = 0; this.ok && exports.rigidc_get_body(this.#model, i, block) === 0; i++) {
			const line = this.#instance.withText(this.#given.name, name => exports.wasm_body_line(this.#model, i, name));
			if (line)
				lines[this.#instance.text(this.#instance.view.getUint32(block + word, true))] = line;
		}
		exports.free(block);
		return lines;
	}

	// The numbers of u or s: defaults of the inputs or states that the model declares.
	#inputDefaults(array) {
		const instance = this.#instance, { exports } = instance, numbers = [], size = 8 * word, block = instance.take(size);
		new Uint8Array(exports.memory.buffer, block, size).fill(0);
		for (let i = 0; (array === 'u' ? exports.rigidc_get_declared_input : exports.rigidc_get_state)(this.#model, i, block) === 0; i++) {
			const count = instance.view.getUint32(block + 5 * word, true), at = instance.view.getUint32(block + 6 * word, true);
			numbers.push(...new Float64Array(exports.memory.buffer, at, count));
		}
		exports.free(block);
		return numbers;
	}

	get messages() {
		return this.#instance.text(this.#instance.exports.rigidc_messages(this.#model));
	}

	#run(command, words) {
		const { name, files, options } = this.#given;
		const result = this.#compiler.run([command, name, ...words, ...options], { files });
		if (result.code)
			throw new RigidcError(result.stderr.trimEnd(), this.diagnostics);
		return result;
	}

	// Every command of rigidc with this model: { stdout, stderr, files }.
	run(command, ...words) {
		return this.#run(command, words);
	}

	info({ functions } = {}) {
		return JSON.parse(this.#run('info', ['--json', ...functions ? ['-f', functions] : []]).stdout);
	}

	// The text of a file of this ending: .h, .mjs, .py; of .c all files by name.
	compile({ functions, target = 'h', options = [] } = {}) {
		const name = 'model.' + target, { files } = this.#run('compile', ['-o', name, ...functions ? ['-f', functions] : [], ...options]);
		return Object.keys(files).length > 1 && target === 'c' ? files : files[name];
	}

	// A page that draws and moves the robot, as HTML; without costs of lines it takes less time.
	report({ functions, costs = true } = {}) {
		if (!costs)
			return this.#page(functions ?? '');
		return this.#run('report', ['-o', 'model.html', ...functions ? ['-f', functions] : []]).files['model.html'];
	}

	#page(functions) {
		const { exports } = this.#instance, page = this.#instance.withText(functions, text => this.#instance.text(exports.wasm_page(this.#model, text)));
		if (page === undefined)
			throw new RigidcError(this.messages.trimEnd(), this.diagnostics);
		return page;
	}

	// A function by its name, to call: fn('rnea')(q, qd, qdd).
	fn(name) {
		const instance = this.#instance, { exports } = instance, out = instance.take(word);
		const status = instance.withText(name, text => exports.rigidc_function_new(this.#model, text, 0, out));
		const made = instance.view.getUint32(out, true);
		exports.free(out);
		if (status)
			throw new RigidcError(this.messages.trimEnd(), this.diagnostics);
		const own = makeFunction(instance, made, name, array => this.#inputDefaults(array));
		this.#functions.push(own);
		return own;
	}

	free() {
		this.#functions.forEach(own => own.free());
		this.#instance.exports.rigidc_model_free(this.#model);
	}
}

class Compiler {
	#module;
	#instance;

	constructor(module, instance) {
		this.#module = module;
		this.#instance = instance;
	}

	get version() {
		return this.#instance.text(this.#instance.exports.rigidc_version());
	}

	// A call that ends the instance, for lack of memory or by a fault of ours: models made so far are lost, the next call has a new one.
	#protect(work) {
		try {
			return work(this.#instance);
		} catch (problem) {
			if (!(problem instanceof WebAssembly.RuntimeError || problem instanceof RangeError))
				throw problem;
			const lost = new Host(), instance = Object.assign(new Instance(), { host: lost });
			instance.exports = new WebAssembly.Instance(this.#module, lost.imports()).exports;
			lost.memory = instance.exports.memory;
			lost.begin();
			instance.exports._initialize();
			this.#instance = instance;
			throw new RigidcError(`rigidc failed: ${problem.message}`);
		}
	}

	// A command line: ['info', 'arm.rig', '--json']. `files` are texts by path. { code, stdout, stderr, files }
	run(words, { files = {}, stdin = '' } = {}) {
		return this.#protect(instance => {
			instance.host.begin({ files, stdin });
			const code = instance.withTexts(['rigidc', ...words], (count, array) => instance.exports.wasm_run(count, array));
			return { code, ...instance.host.end() };
		});
	}

	// A model from its text. `files` are the texts of files that it includes, by path; `options` those of the command line.
	load(text, { name = 'model.rig', files = {}, options = [] } = {}) {
		const all = { ...files, [plainPath(name)]: text };
		return this.#protect(instance => {
			instance.host.begin({ files: all });
			const model = instance.withTexts(['check', name, ...options], (count, array) => instance.exports.wasm_load(count, array));
			if (!model)
				throw new RigidcError(instance.host.end().stderr.trimEnd());
			return new Model(this, instance, model, { name, files: all, options });
		});
	}
}

// The compiler. `wasm` is the content of rigidc.wasm, or a WebAssembly.Module of it; without it the file beside this one is read.
export async function createCompiler({ wasm } = {}) {
	const given = wasm ?? await wasmBeside();
	const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
	return new Compiler(module, await Instance.make(module));
}

let usual;

// `load` of a compiler that is made once.
export async function load(text, options) {
	usual ??= createCompiler();
	return (await usual).load(text, options);
}
