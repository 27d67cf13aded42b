// The extension with the client of the protocol as one file, dist/extension.js, and the licences of what is in it. `vsce package` runs it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import esbuild from 'esbuild';

const { inputs } = esbuild.buildSync({
	entryPoints: ['extension.js'], outfile: 'dist/extension.js', bundle: true, minify: true, metafile: true, platform: 'node',
	target: 'node18', external: ['vscode'], logLevel: 'warning',
}).metafile;

// The folder of the package that a file belongs to: the path up to the name after the last node_modules.
const folderOf = file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
const folders = [...new Set(Object.keys(inputs).map(folderOf).filter(Boolean))].sort();
const notices = folders.map(folder => {
	const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const licence = readdirSync(folder).find(file => /^licen[cs]e/i.test(file));
	if (!licence) throw new Error(`${resolve(folder)} has no licence`);
	return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
});
writeFileSync('dist/LICENSES.txt', notices.join('\n---\n\n'));
