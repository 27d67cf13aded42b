// A model in the address: compressed, in base64 without signs that addresses change.

// First letter of an address, and the format of its bytes. Addresses are written in the first one; browsers before 2023 lack the second.
const formats = { z: 'deflate', m: 'deflate-raw' };
const written = 'z';

const throughStream = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

// null: this browser cannot compress.
export async function toFragment(model) {
	if (!globalThis.CompressionStream)
		return null;
	const bytes = await throughStream(new TextEncoder().encode(JSON.stringify(model)), new CompressionStream(formats[written]));
	const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
	return written + '=' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// { model }, or { problem } in words; neither where the address has no model.
export async function fromFragment(fragment) {
	const [, letter, text] = fragment.match(/^#?([a-z])=(.*)$/) ?? [];
	if (!formats[letter])
		return {};
	let stream;
	try {
		stream = new DecompressionStream(formats[letter]);
	} catch {
		return { problem: 'This browser cannot decompress the model in the address.' };
	}
	try {
		const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
		return { model: JSON.parse(new TextDecoder().decode(await throughStream(bytes, stream))) };
	} catch {
		return { problem: 'The model in the address is damaged or incomplete.' };
	}
}
