// node doors.mjs MODULE.mjs STATES N: a row of the table of doors.sh: ns a call of fd of an ES module. A line of STATES has q, qd, tau and
// what the C gives, N numbers each.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [path, file, size] = process.argv.slice(2), n = Number(size);
const { m_fd } = await import(resolve(path));
const states = readFileSync(file, 'utf8').trim().split('\n').map(line => {
	const numbers = line.split(' ').map(Number);
	return [0, 1, 2, 3].map(part => Float64Array.from(numbers.slice(part * n, (part + 1) * n)));
});
const qdd = new Float64Array(n), took = [];
let same = true;
for (const [q, qd, tau, wanted] of states) {
	m_fd(q, qd, tau, qdd);
	same &&= wanted.every((number, i) => Object.is(number, qdd[i]));
}
for (let round = 0; round < 2000; round++) {
	const begin = performance.now();
	for (const [q, qd, tau] of states)
		m_fd(q, qd, tau, qdd);
	took.push((performance.now() - begin) * 1e6 / states.length);
}
took.sort((a, b) => a - b);
console.log(`| JavaScript, Node.js | ${took[took.length >> 2].toFixed(1)} | ${same ? 'yes' : 'no'} |`);
