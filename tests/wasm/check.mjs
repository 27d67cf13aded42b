// node check.mjs PACKAGE SCRATCH TOOLS: TAP. The compiler in WebAssembly against the command RIGIDC, on all examples: diagnostics and layout are
// equal to the byte, code and numbers too. Then the package is packed, installed in a project of its own, its README is run there, and its types are checked by
// TypeScript, which TOOLS has.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, ok } from '../tap.mjs';

const [folder, scratch, tools] = process.argv.slice(2).map(path => resolve(path)), { RIGIDC = 'build/rigidc' } = process.env;
const { createCompiler, RigidcError } = await import(pathToFileURL(join(folder, 'rigidc.mjs')));
const compiler = await createCompiler();

const filesOf = path => readdirSync(path, { withFileTypes: true }).flatMap(entry => entry.isDirectory() ? filesOf(join(path, entry.name))
	: [join(path, entry.name)]);
const models = filesOf('examples').filter(path => /\.(rig|urdf|osim|xml)$/.test(path)).sort();
const files = Object.fromEntries(models.map(path => [path, readFileSync(path, 'utf8')]));
const native = words => {
	const { status, stdout, stderr } = spawnSync(RIGIDC, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
	return { code: status, stdout, stderr };
};
const shortName = path => path.replace(/^examples\/|\.\w+$/g, '');

// The first line that differs.
function difference(own, other) {
	const [a, b] = [own, other].map(text => text.split('\n')), line = a.findIndex((each, i) => each !== b[i]);
	return `${line + 1}: ${a[line]}\n${line + 1}: ${b[line]}`;
}

function checkCommands(path) {
	const name = shortName(path);
	for (const words of [['check', path], ['check', '--json', path], ['fmt', path], ['info', '--json', path], ['compile', path]]) {
		const { code, stdout, stderr } = compiler.run(words, { files }), other = native(words);
		ok(code === other.code && stderr === other.stderr && stdout === other.stdout, `${name}: ${words.filter(word => word !== path).join(' ')}`,
			stderr !== other.stderr ? difference(stderr, other.stderr) : difference(stdout, other.stdout));
	}
}

// The objects of `load` against the JSON of `check`.
function checkDiagnostics(path, model) {
	const own = model.diagnostics.map(({ severity, name, file, line, column, message, help }) => ({ file, line, column, message, severity, check: name,
		...help ? { help } : {} }));
	const other = JSON.parse(native(['check', '--json', path]).stdout).map(({ note, within, ...rest }) => rest);
	ok(JSON.stringify(own) === JSON.stringify(other) && model.diagnostics.every(each => each.length >= 0), `${shortName(path)}: diagnostics as objects`,
		`${JSON.stringify(own)}\n${JSON.stringify(other)}`);
}

// Numbers of a function, for states that are no special ones.
function checkNumbers(path, model, info, name) {
	const call = model.fn(name);
	const start = info.poses?.[0]?.q ?? Array.from({ length: info.nq }, (_, i) => i / (i + 3));
	const given = call.inputs.map(({ name: input, size }) => Array.from({ length: size }, (_, i) => input === 'q' ? start[i] : Math.fround(0.1 + i % 5 / 7)));
	const results = call(...given), own = call.outputs.flatMap(output => Array.from(call.outputs.length > 1 ? results[output.name] : results));
	const other = execFileSync(RIGIDC, ['eval', path, '-f', name, '--jit=none'], { input: given.flat().join(' ') + '\n', stdio: ['pipe', 'pipe', 'ignore'] })
		.toString().trim().split(/\s+/).map(Number);
	ok(own.length === other.length && own.every((each, i) => each === other[i] || Number.isNaN(each) && Number.isNaN(other[i])),
		`${shortName(path)}: numbers of ${name}`, `${own}\n${other}`);
}

for (const path of models) {
	checkCommands(path);
	const model = compiler.load(files[path], { name: path, files });
	checkDiagnostics(path, model);
	const info = model.ok && model.info({ functions: 'gravity' });
	for (const name of info?.nq ? ['rnea', 'crba', 'energy'] : [])
		checkNumbers(path, model, info, name);
	model.free();
}

// --- mistakes ---

const there = ['model/wrong', ...['urdf', 'mjcf', 'sdf', 'osim', 'dh'].map(format => `grammar/${format}`)].flatMap(path => filesOf(`tests/${path}`)).sort();
const faulty = there.filter(path => /\.(rig|urdf|xml|sdf|world|osim|csv)$/.test(path));
const texts = Object.fromEntries(there.map(path => [path, readFileSync(path)])); // meshes too
texts['dev/zero'] = texts['etc/passwd'] = texts['tests/model/right/brackets-100-deep.rig'] = ''; // files that some include
texts['examples/leg.osim'] = readFileSync('examples/leg.osim');
const others = faulty.filter(path => {
	const own = compiler.run(['check', path], { files: texts }), other = native(['check', path]);
	return own.code !== other.code || own.stderr !== other.stderr;
});
ok(others.length === 0, `diagnostics of ${faulty.length} models, most of them faulty, are equal in all formats`, others.join('\n'));

const throws = (work, pattern) => {
	try {
		work();
		return false;
	} catch (error) {
		return error instanceof RigidcError && pattern.test(error.message);
	}
};
const pendulum = compiler.load('model p\nbody a on world { joint j : revolute(y); mass 1 kg; com (0, 0, -1 m) }');
ok(throws(() => pendulum.fn('gravty'), /did you mean 'gravity'/), 'an unknown function is an error with a help', pendulum.messages);
ok(throws(() => pendulum.fn('gravity')([1, 2]), /q has 1 numbers, not 2/), 'so is an array of a wrong size');
ok(throws(() => compiler.load('model p', { options: ['--frob'] }), /no option '--frob'/), 'so is an unknown option');
ok(throws(() => pendulum.compile({ functions: 'fk:b' }), /unknown-frame|no body or frame/), 'so is code for an unknown frame');
const included = compiler.load('model p\ninclude "parts/a.rig"', { name: 'robots/p.rig', files: { 'robots/parts/a.rig': 'const x = 1 mm kg\n body' } });
ok(included.diagnostics.some(each => each.file === 'robots/parts/a.rig'), 'a mistake in an included file is told with its file',
	JSON.stringify(included.diagnostics));
ok(/"cost":/.test(pendulum.report()) && !/"cost":/.test(pendulum.report({ costs: false })), 'a page has costs of lines, or not');
ok(throws(() => pendulum.report({ costs: false, functions: 'gravty' }), /did you mean 'gravity'/), 'a page of an unknown function is an error');
const pair = pendulum.compile({ functions: 'gravity', target: 'c' });
ok(Object.keys(pair).sort().join() === 'model.c,model.h', 'C as a pair of files', Object.keys(pair));
ok(compiler.run(['eval', 'p.rig', '-f', 'gravity'], { files: { 'p.rig': 'model p\nbody a on world { joint j : revolute(y); mass 1 kg; com (0, 0, -1 m) }' },
	stdin: '0.5\n' }).stdout.startsWith('4.703'), 'eval reads numbers');

// --- the package ---

const size = execFileSync('gzip', ['-9c', join(folder, 'rigidc.wasm')], { maxBuffer: 1 << 28 }).length;
ok(size < 1.5e6, `compressed it has ${size} bytes`);
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const tarball = execFileSync('npm', ['pack', '--silent', folder], { cwd: scratch, encoding: 'utf8' }).trim();
ok(statSync(join(scratch, tarball)).size < 1.5e6, `npm packs it, in ${statSync(join(scratch, tarball)).size} bytes`);
writeFileSync(join(scratch, 'package.json'), '{ "name": "scratch", "private": true, "type": "module" }');
execFileSync('npm', ['install', '--silent', '--offline', '--no-fund', '--no-audit', join(scratch, tarball)], { cwd: scratch });
const [, program, printed] = readFileSync(join(folder, 'README.md'), 'utf8').match(/```js\n([^]*?)```\n\n```\n([^]*?)```/);
writeFileSync(join(scratch, 'readme.mjs'), program);
const output = execFileSync('node', ['readme.mjs'], { cwd: scratch, encoding: 'utf8' }).replace(/(rigidc [0-9.]+)\+\S+\.$/m, '$1.');
ok(output === printed, 'what its README shows is so', output);

writeFileSync(join(scratch, 'types.mts'), readFileSync('tests/wasm/types.mts'));
const typed = spawnSync('node', [join(tools, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node',
	'--typeRoots', join(tools, 'node_modules/@types'), 'types.mts'], { cwd: scratch, encoding: 'utf8' });
ok(typed.status === 0, 'TypeScript finds its types, and no fault in a use of them', typed.stdout);

finish();
