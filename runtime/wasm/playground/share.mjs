// A model in the address: deflated, in base64 without signs that addresses change.
const throughStream = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function toFragment(model) {
	const bytes = await throughStream(new TextEncoder().encode(JSON.stringify(model)), new CompressionStream('deflate-raw'));
	const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
	return 'm=' + btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

// null: the address has no model.
export async function fromFragment(fragment) {
	const [, text] = fragment.match(/^#?m=([\w-]+)$/) ?? [];
	if (!text)
		return null;
	try {
		const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
		return JSON.parse(new TextDecoder().decode(await throughStream(bytes, new DecompressionStream('deflate-raw'))));
	} catch {
		return null;
	}
}
