// Writes random MJCF models, some with another one attached, and prints their names. Arguments: seed, folder, how many.
import fs from 'node:fs';
import path from 'node:path';
import { randomModel, generator } from './mjcf_random.mjs';

const [seed, folder, count] = process.argv.slice(2), random = generator(Number(seed));
for (let i = 0; i < Number(count); i++) {
	const name = `part${i}`, loops = random() < 0.3;
	const write = (name, { text }) => fs.writeFileSync(path.join(folder, `${name}.xml`), text);
	const part = randomModel(random, { still: true, loops }), parts = part.bodies.length && random() < 0.4 ? [{ name, bodies: part.bodies }] : [];
	write(name, part);
	write(`random${i}`, randomModel(random, { parts, loops }));
	console.log(path.join(folder, `random${i}.xml`));
}
