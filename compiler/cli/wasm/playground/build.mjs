// node build.mjs TOOLS WASM OUT MODEL...: bundles the playground into a folder. TOOLS has esbuild and the editor.
import { createRequire } from 'node:module';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tools, wasm, out, ...models] = process.argv.slice(2), here = dirname(fileURLToPath(import.meta.url));
const { build } = createRequire(resolve(tools, 'package.json'))('esbuild');
const examples = Object.fromEntries(models.map(path => [path.replace(/^examples\//, ''), readFileSync(path, 'utf8')]));
const common = { bundle: true, minify: true, format: 'iife', target: 'es2022', logLevel: 'error', legalComments: 'none', nodePaths: [resolve(tools, 'node_modules')] };

const worker = await build({ ...common, entryPoints: [join(here, 'worker.mjs')], write: false, external: ['node:*'],
	define: { 'import.meta.url': '"blob:"' } });

// What is made here, by the names that main.mjs imports.
const contents = { 'examples': { contents: JSON.stringify(examples), loader: 'json' }, 'wasm': { contents: readFileSync(wasm), loader: 'binary' },
	'worker-text': { contents: worker.outputFiles[0].text, loader: 'text' } };
const made = { name: 'made', setup: ({ onResolve, onLoad }) => {
	onResolve({ filter: /^(examples|wasm|worker-text)$/ }, ({ path }) => ({ path, namespace: 'made' }));
	onLoad({ filter: /.*/, namespace: 'made' }, ({ path }) => contents[path]);
} };

mkdirSync(out, { recursive: true });
await build({ ...common, entryPoints: [join(here, 'main.mjs')], outfile: join(out, 'playground.js'), plugins: [made] });
await build({ ...common, entryPoints: [join(here, 'playground.css')], outfile: join(out, 'playground.css') });
copyFileSync(join(here, 'index.html'), join(out, 'index.html'));
