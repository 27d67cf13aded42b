// node wasm.mjs PROGRAM: its export `main`, with `put` to write by.
import { readFileSync } from "node:fs";

let memory;
const put = (from) => {
	const bytes = new Uint8Array(memory.buffer);
	process.stdout.write(Buffer.from(bytes.subarray(from, bytes.indexOf(0, from))));
};
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), { host: { put } });
memory = instance.exports.memory;
instance.exports.main();
