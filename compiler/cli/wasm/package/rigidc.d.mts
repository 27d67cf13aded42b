/** A message about a model. Lines and columns begin with 1; columns and lengths are in characters. */
export interface Diagnostic {
	severity: 'error' | 'warning' | 'note';
	/** Short name, as in `unknown-parent`. */
	name: string;
	file: string;
	line: number;
	column: number;
	length: number;
	message: string;
	help?: string;
	note?: { message: string; file: string; line: number; column: number };
}

/** A problem with arguments or options, or with a model. */
export declare class RigidcError extends Error {
	readonly diagnostics: Diagnostic[];
}

/** An array of a function. */
export interface ArrayInfo {
	name: string;
	size: number;
}

/** A function of a model. It takes its inputs in the order of `inputs`; wrenches (`f_ext`) and inputs of the model (`u`, for their defaults) may be left out. */
export interface ModelFunction {
	(...inputs: ArrayLike<number>[]): Float64Array | Record<string, Float64Array>;
	readonly inputs: ArrayInfo[];
	readonly outputs: ArrayInfo[];
	/** Frees the memory of the function. */
	free(): void;
}

export interface RunResult {
	stdout: string;
	stderr: string;
	/** Files that were written, by path. */
	files: Record<string, string>;
}

export interface Model {
	readonly diagnostics: Diagnostic[];
	/** Is the model without errors? */
	readonly ok: boolean;
	/** All diagnostics as text, with the lines of the source. */
	readonly messages: string;
	/** The object of `rigidc info --json`. */
	info(options?: { functions?: string }): any;
	/** The text of `rigidc compile`. */
	compile(options?: { functions?: string; target?: 'h' | 'mjs' | 'py'; options?: string[] }): string;
	/** Both files of C, by name. */
	compile(options: { functions?: string; target: 'c'; options?: string[] }): Record<string, string>;
	/** The page of `rigidc report`, as HTML. Without `costs` it lacks the costs of lines, and takes less time. */
	report(options?: { functions?: string; costs?: boolean }): string;
	/** A function to call, as in `fn('rnea')(q, qd, qdd)`. */
	fn(name: string): ModelFunction;
	/** Runs a command with this model, as in `run('export', '--to=urdf')`. */
	run(command: string, ...words: string[]): RunResult;
	/** The line of each body in the model's own text, by name. */
	bodyLines(): Record<string, number>;
	/** Frees the memory of the model and its functions. */
	free(): void;
}

export interface LoadOptions {
	/** Name of the source in messages; its ending does not matter. */
	name?: string;
	/** Texts of the files that the model includes, by path. */
	files?: Record<string, string>;
	/** Options of the command line that any model takes, as in `['--prefix=arm', '-D', 'length=2 m']`. */
	options?: string[];
}

export interface Compiler {
	readonly version: string;
	load(text: string, options?: LoadOptions): Model;
	/** Runs a command line, as in `run(['import', 'arm.urdf'], { files })`. */
	run(words: string[], given?: { files?: Record<string, string | Uint8Array>; stdin?: string }): RunResult & { code: number };
}

/** Makes a compiler. `wasm` is the content of rigidc.wasm or a module of it; without it the file beside the package's script is read. */
export declare function createCompiler(options?: { wasm?: BufferSource | WebAssembly.Module }): Promise<Compiler>;

/** `load` of a compiler that is made once. */
export declare function load(text: string, options?: LoadOptions): Promise<Model>;
