// What the compiled library asks of its host (WASI, preview 1): files in memory, standard streams, a clock. No file of the machine is
// ever read or written.

const encoder = new TextEncoder(), decoder = new TextDecoder();
const bytesOf = content => typeof content === 'string' ? encoder.encode(content) : content;

// Numbers of WASI.
const error = { none: 0, badFile: 8, exists: 20, isFolder: 31, missing: 44, noSystem: 52, notFolder: 54, noSeek: 70 };
const kind = { device: 2, folder: 3, file: 4 };
const open = { create: 1, folder: 2, exclusive: 4, truncate: 8 };
const root = 3;

// The text of bytes in parts; a character may begin in one and end in the next.
function textOf(parts) {
	const reader = new TextDecoder();
	return parts.map(part => reader.decode(part, { stream: true })).join('') + reader.decode();
}

// A path from the root, without `.`, `..` and double slashes.
export function plainPath(path) {
	const names = [];
	for (const name of path.split('/'))
		if (name === '..')
			names.pop();
		else if (name && name !== '.')
			names.push(name);
	return names.join('/');
}

// A process: the imports that an instance needs, `begin({ files, stdin })` for a new call, `end()` with what the call wrote.
export class Host {
	memory = null;
	#files = new Map();
	#written = new Set();
	#open = [];
	#output = [[], []];

	begin({ files = {}, stdin = '' } = {}) {
		this.#files = new Map(Object.entries(files).map(([path, content]) => [plainPath(path), bytesOf(content)]));
		this.#written = new Set();
		this.#open = [{ bytes: bytesOf(stdin), at: 0 }, { stream: 0 }, { stream: 1 }, { folder: '' }];
		this.#output = [[], []];
	}

	// Texts of the standard streams, and the files that were written, by their paths.
	end() {
		const [stdout, stderr] = this.#output.map(parts => textOf(parts));
		return { stdout, stderr, files: Object.fromEntries(Array.from(this.#written, path => [path, decoder.decode(this.#files.get(path))])) };
	}

	imports() {
		const calls = ['environ_get', 'environ_sizes_get', 'clock_time_get', 'fd_close', 'fd_fdstat_get', 'fd_fdstat_set_flags', 'fd_filestat_get',
			'fd_prestat_get', 'fd_prestat_dir_name', 'fd_read', 'fd_seek', 'fd_write', 'path_filestat_get', 'path_open', 'proc_exit'];
		return { wasi_snapshot_preview1: Object.fromEntries(calls.map(name => [name, (...given) => this[name](...given)])) };
	}

	get #view() {
		return new DataView(this.memory.buffer);
	}

	#bytes(at, length) {
		return new Uint8Array(this.memory.buffer, at, length);
	}

	#path(at, length) {
		return plainPath(decoder.decode(this.#bytes(at, length)));
	}

	#isFolder(path) {
		return path === '' || Array.from(this.#files.keys()).some(name => name.startsWith(path + '/'));
	}

	// The vectors of a read or write, as bytes of the memory.
	#vectors(at, count) {
		return Array.from({ length: count }, (_, i) => this.#bytes(this.#view.getUint32(at + 8 * i, true), this.#view.getUint32(at + 8 * i + 4, true)));
	}

	environ_sizes_get(count, size) {
		this.#view.setUint32(count, 0, true);
		this.#view.setUint32(size, 0, true);
		return error.none;
	}

	environ_get() {
		return error.none;
	}

	clock_time_get(_clock, _precision, out) {
		this.#view.setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
		return error.none;
	}

	proc_exit(code) {
		throw new Error(`the compiler ended with ${code}`);
	}

	fd_close(number) {
		if (!this.#open[number])
			return error.badFile;
		if (number > root)
			this.#open[number] = null;
		return error.none;
	}

	#kindOf(file) {
		return file.folder !== undefined ? kind.folder : file.path === undefined ? kind.device : kind.file;
	}

	fd_fdstat_get(number, out) {
		const file = this.#open[number];
		if (!file)
			return error.badFile;
		this.#bytes(out, 24).fill(0);
		this.#view.setUint8(out, this.#kindOf(file));
		this.#bytes(out + 8, 16).fill(0xff);
		return error.none;
	}

	fd_fdstat_set_flags() {
		return error.none;
	}

	#putState(out, what, size) {
		this.#bytes(out, 64).fill(0);
		this.#view.setUint8(out + 16, what);
		this.#view.setBigUint64(out + 32, BigInt(size), true);
		return error.none;
	}

	fd_filestat_get(number, out) {
		const file = this.#open[number];
		return file ? this.#putState(out, this.#kindOf(file), this.#contentOf(file).length) : error.badFile;
	}

	path_filestat_get(_folder, _flags, at, length, out) {
		const path = this.#path(at, length), bytes = this.#files.get(path);
		if (bytes)
			return this.#putState(out, kind.file, bytes.length);
		return this.#isFolder(path) ? this.#putState(out, kind.folder, 0) : error.missing;
	}

	fd_prestat_get(number, out) {
		if (number !== root)
			return error.badFile;
		this.#view.setUint8(out, 0);
		this.#view.setUint32(out + 4, 1, true);
		return error.none;
	}

	fd_prestat_dir_name(number, at) {
		this.#bytes(at, 1)[0] = '/'.charCodeAt(0);
		return number === root ? error.none : error.badFile;
	}

	#contentOf(file) {
		return file.path !== undefined ? this.#files.get(file.path) : file.bytes ?? new Uint8Array();
	}

	path_open(_folder, _links, at, length, how, _rights, _inherited, _flags, out) {
		const path = this.#path(at, length), there = this.#files.has(path), folder = !there && this.#isFolder(path);
		if (there && how & open.exclusive)
			return error.exists;
		if (there && how & open.folder)
			return error.notFolder;
		if (folder && how & open.create)
			return error.isFolder;
		if (!there && !folder && !(how & open.create))
			return error.missing;
		if (how & (open.create | open.truncate)) {
			this.#files.set(path, there && !(how & open.truncate) ? this.#files.get(path) : new Uint8Array());
			this.#written.add(path);
		}
		this.#open.push(folder ? { folder: path } : { path, at: 0 });
		this.#view.setUint32(out, this.#open.length - 1, true);
		return error.none;
	}

	fd_read(number, vectors, count, out) {
		const file = this.#open[number];
		if (!file || file.folder !== undefined)
			return file ? error.isFolder : error.badFile;
		const bytes = this.#contentOf(file), begin = file.at;
		for (const target of this.#vectors(vectors, count)) {
			const part = bytes.subarray(file.at, file.at + target.length);
			target.set(part);
			file.at += part.length;
		}
		this.#view.setUint32(out, file.at - begin, true);
		return error.none;
	}

	fd_seek(number, offset, whence, out) {
		const file = this.#open[number];
		if (!file || file.at === undefined)
			return file ? error.noSeek : error.badFile;
		file.at = Number(offset) + [0, file.at, this.#contentOf(file).length][whence];
		this.#view.setBigUint64(out, BigInt(file.at), true);
		return error.none;
	}

	fd_write(number, vectors, count, out) {
		const file = this.#open[number];
		if (!file || file.folder !== undefined)
			return error.badFile;
		let size = 0;
		for (const part of this.#vectors(vectors, count)) {
			size += part.length;
			if (file.stream !== undefined)
				this.#output[file.stream].push(Uint8Array.from(part));
			else
				this.#insert(file, part);
		}
		this.#view.setUint32(out, size, true);
		return error.none;
	}

	#insert(file, part) {
		const bytes = this.#contentOf(file), whole = new Uint8Array(Math.max(bytes.length, file.at + part.length));
		whole.set(bytes);
		whole.set(part, file.at);
		file.at += part.length;
		this.#files.set(file.path, whole);
	}
}
