// node parts.mjs MODEL.h MODEL.mjs MODEL.py: TAP. The JavaScript of the package and of the playground that needs no WebAssembly: files in memory
// by the calls of WASI, a model in an address, lines of a model for lines of its code.
import { readFileSync } from 'node:fs';
import { Host, plainPath } from '../../compiler/cli/wasm/package/host.mjs';
import { linesOfCode } from '../../compiler/cli/wasm/playground/lines.mjs';
import { fromFragment, toFragment } from '../../compiler/cli/wasm/playground/share.mjs';
import { finish, is } from '../tap.mjs';

// --- files ---

is(['a/b', '/a//b/./c/../d', '../x', '.', ''].map(plainPath), ['a/b', 'a/b/d', 'x', '', ''], 'paths');

// A process with a memory of a page: paths at 0, results at 512, vectors at 1024, bytes from 2048.
const host = new Host(), missing = 44, exists = 20, isFolder = 31, badFile = 8;
host.memory = new WebAssembly.Memory({ initial: 1 });
host.begin({ files: { 'robots/arm.rig': 'model arm é', '/part.rig': 'x' }, stdin: 'input' });
const view = new DataView(host.memory.buffer), bytes = (at, length) => new Uint8Array(host.memory.buffer, at, length);
const put = text => {
	const own = new TextEncoder().encode(text);
	bytes(0, own.length).set(own);
	return own.length;
};
const openFile = (path, how = 0) => {
	const fault = host.path_open(3, 0, 0, put(path), how, 0n, 0n, 0, 512);
	return fault ? -fault : view.getUint32(512, true);
};
const vector = length => {
	view.setUint32(1024, 2048, true);
	view.setUint32(1028, length, true);
};
const read = (file, length) => {
	vector(length);
	const fault = host.fd_read(file, 1024, 1, 512);
	return fault ? -fault : new TextDecoder().decode(bytes(2048, view.getUint32(512, true)));
};
const write = (file, text) => {
	const own = new TextEncoder().encode(text);
	bytes(2048, own.length).set(own);
	vector(own.length);
	return host.fd_write(file, 1024, 1, 512);
};
const sizeOf = path => {
	const fault = host.path_filestat_get(3, 0, 0, put(path), 512);
	return fault ? -fault : [view.getUint8(512 + 16), Number(view.getBigUint64(512 + 32, true))];
};
const arm = openFile('./robots/../robots/arm.rig');
is([read(arm, 5), read(arm, 100), read(arm, 100)], ['model', ' arm é', ''], 'a file is read to its end');
host.fd_seek(arm, 6n, 0, 512);
is(read(arm, 3), 'arm', 'and from a place in it');
is([openFile('robots/leg.rig'), openFile('robots', 1), openFile('part.rig', 1 | 4), read(99, 1), read(openFile('robots'), 1)],
	[-missing, -isFolder, -exists, -badFile, -isFolder], 'faults of files');
is([sizeOf('part.rig'), sizeOf('robots'), sizeOf('rob'), sizeOf('.')], [[4, 1], [3, 0], -missing, [3, 0]], 'kinds and sizes');
is(read(0, 3), 'inp', 'standard input');
const out = openFile('out/arm.h', 1 | 8);
is([write(out, 'one '), write(out, 'two'), write(1, 'caf'), write(1, 'é'), write(2, 'said'), host.fd_close(out), host.fd_close(out)], [0, 0, 0, 0, 0, 0, badFile],
	'files and streams are written');
is(host.end(), { stdout: 'café', stderr: 'said', files: { 'out/arm.h': 'one two' } }, 'what a call leaves');
host.begin();
is([openFile('part.rig'), host.end()], [-missing, { stdout: '', stderr: '', files: {} }], 'a new call begins with nothing');

// --- addresses ---

const model = { name: 'ä.rig', text: 'body link on world { mass 1 kg }\n'.repeat(200) + '🤖', files: { 'a.rig': '' } }, fragment = await toFragment(model);
is(await fromFragment('#' + fragment), { model }, `a model of ${model.text.length} characters in an address of ${fragment.length}`);
is([/^z=[\w-]+$/.test(fragment), fragment.length < 400], [true, true], 'in letters that addresses keep');
is([await fromFragment(''), await fromFragment('#section')], [{}, {}], 'an address without a model');
const damaged = ['#z=%%', '#z=abc', '#' + fragment.slice(0, -9)];
is((await Promise.all(damaged.map(fromFragment))).map(({ problem }) => /damaged/.test(problem)), [true, true, true], 'a damaged model is reported');

// Browsers without a format, or without compression.
const { CompressionStream: compression, DecompressionStream: decompression } = globalThis;
globalThis.DecompressionStream = class {
	constructor(format) {
		if (format === 'deflate-raw')
			throw new TypeError(format);
		return new decompression(format);
	}
};
is([(await fromFragment('#' + fragment)).model, /cannot decompress/.test((await fromFragment('#m=abc')).problem)], [model, true],
	'a browser without the format of old addresses');
delete globalThis.CompressionStream;
is(await toFragment(model), null, 'a browser without compression writes no address');
Object.assign(globalThis, { CompressionStream: compression, DecompressionStream: decompression });
try {
	new DecompressionStream('deflate-raw');
	is(await fromFragment('#m=q1bKS8xNVbJSSizK1SvKTFfSUSpJrShRslLKzU9JzVFILMpV0lFKy8xJLVayqq6tBQA'), { model: { name: 'arm.rig', text: 'model arm', files: {} } }, 'an old address');
} catch (error) {
	if (!(error instanceof TypeError))
		throw error;
}

// --- lines of code ---

// Of the UR5 with the line 10 i for its i-th body.
const bodies = ['shoulder_link', 'upper_arm_link', 'forearm_link', 'wrist_1_link', 'wrist_2_link', 'wrist_3_link'];
const bodyLines = Object.fromEntries(bodies.map((name, i) => [name, 10 * (i + 1)]));
for (const path of process.argv.slice(2)) {
	const text = readFileSync(path, 'utf8'), code = text.split('\n'), lines = linesOfCode(text, bodyLines), ending = path.match(/\w+$/)[0];
	const begin = code.findLastIndex(each => /^\S.*ur5_rnea\(/.test(each));
	const wrong = code.filter((each, i) => {
		const [, letters, link] = each.match(/^\s+(?:const (?:double )?)?([swcnfaUDh]|wd)(\d)\w* = /) ?? [];
		return i > begin && letters && lines[i] !== 10 * link;
	});
	is(wrong, [], `${ending}: a temporary with the number of a link shows the line of its body`);
	is(code.filter((each, i) => /tau(\[|\[\.\.\.,)\d\] = /.test(each) && !lines[i]), [], `${ending}: so do results`);
	is(code.filter((each, i) => lines[i] && /^\S/.test(each)), [], `${ending}: what is in no function shows none`);
}
finish();
