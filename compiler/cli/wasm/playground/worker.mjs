// The compiler in a worker. The first message is the module; each later one is a task, and its answer has the same number.
import { createCompiler } from '../package/rigidc.mjs';
import { linesOfCode } from './lines.mjs';

let compiler;

function check({ text, given }) {
	const model = compiler.load(text, given), { diagnostics, ok } = model;
	model.free();
	return { diagnostics, ok };
}

function report({ text, given, functions }) {
	const model = compiler.load(text, given);
	try {
		return { page: model.ok ? model.report({ functions, costs: false }) : null };
	} finally {
		model.free();
	}
}

// What the lines of the model cost, which takes longer than the page.
function costs({ text, given, functions }) {
	const model = compiler.load(text, given);
	try {
		return { cost: JSON.parse(model.run('info', '--cost', '--json', ...functions ? ['-f', functions] : []).stdout).cost };
	} finally {
		model.free();
	}
}

function code({ text, given, functions, target }) {
	const model = compiler.load(text, given);
	try {
		const own = model.compile({ functions, target });
		return { code: own, lines: linesOfCode(own, model.bodyLines()), name: model.info({ functions: 'gravity' }).model };
	} finally {
		model.free();
	}
}

// Names and meanings, as `rigidc --list=functions` has them.
function known() {
	const lines = compiler.run(['--list=functions']).stdout.trimEnd().split('\n');
	return { functions: lines.map(line => line.match(/^(\S+) .*?-> .*?\s{2,}(.*)$/)).filter(Boolean).map(([, name, meaning]) => ({ name, meaning })) };
}

const tasks = { check, report, code, costs, known };

self.addEventListener('message', async ({ data }) => {
	if (data.module) {
		compiler = createCompiler({ wasm: data.module });
		return;
	}
	compiler = await compiler;
	try {
		self.postMessage({ number: data.number, ...tasks[data.task](data) });
	} catch (error) {
		self.postMessage({ number: data.number, error: error.message });
	}
});
