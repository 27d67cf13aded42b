// MJCF by MuJoCo itself, for mjcf_peer_test.pl: M, bias, tau and the poses of bodies at random states, a line of JSON for each
// state, in the conventions of rigidc. Arguments: folder of node_modules, seed, folder for random models, how many of
// them, files.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomModel, generator } from './mjcf_random.mjs';

const [modules, seed, folder, count, ...files] = process.argv.slice(2);
const package_ = path.resolve(modules, 'mujoco-js/dist/mujoco_wasm.js');
const { default: load } = await import(pathToFileURL(package_).href);
const mujoco = await load();
const CONSTRAINT = 1; // mjDSBL_CONSTRAINT
const FREE = 0, BALL = 1, SLIDE = 2;
const STATES = 2;

// Copies a folder of this machine to one of MuJoCo's.
function copy(from, to)
{
	if (!mujoco.FS.analyzePath(to).exists)
		mujoco.FS.mkdir(to);
	for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
		const source = path.join(from, entry.name), target = to + '/' + entry.name;
		if (entry.isDirectory())
			copy(source, target);
		else
			mujoco.FS.writeFile(target, fs.readFileSync(source));
	}
}

// The model, with the files beside it, which it may include.
function read(file)
{
	copy(path.dirname(file), '/models');
	return mujoco.MjModel.loadFromXML('/models/' + path.basename(file));
}

const rotate = (R, v) => [0, 1, 2].map(i => R[3 * i] * v[0] + R[3 * i + 1] * v[1] + R[3 * i + 2] * v[2]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// R of w x y z
function matrix([w, x, y, z])
{
	return [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
		2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
		2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
}

function randomQuaternion(random)
{
	const q = [0, 0, 0, 0].map(() => 2 * random() - 1), length = Math.hypot(...q);
	return q.map(x => x / length);
}

// qpos of MuJoCo and q of rigidc.
function randomPosition(model, random)
{
	const qpos = [], q = [];
	for (let j = 0; j < model.njnt; j++) {
		const type = model.jnt_type[j];
		const shift = type === FREE ? [0, 0, 0].map(() => 2 * random() - 1) : [];
		const scalar = 2 * random() - 1, turn = type <= BALL ? randomQuaternion(random) : [];
		qpos.push(...shift, ...(type <= BALL ? turn : [scalar]));
		q.push(...shift, ...(type <= BALL ? [...turn.slice(1), turn[0]] : [scalar]));
	}
	return { qpos, q };
}

// Motion of MuJoCo's coordinates for a motion of rigidc's: a free joint has (v, w) in body axes here, v in world axes there.
// The acceleration of v in world axes is R (vdot + w x v).
function motions(model, qpos, qd, qdd)
{
	const qvel = [...qd], qacc = [...qdd];
	const turns = []; // of free joints: the first velocity, and R
	for (let j = 0; j < model.njnt; j++) {
		if (model.jnt_type[j] !== FREE)
			continue;
		const v = model.jnt_dofadr[j], p = model.jnt_qposadr[j], R = matrix(qpos.slice(p + 3, p + 7));
		const linear = qd.slice(v, v + 3), turn = cross(qd.slice(v + 3, v + 6), linear);
		rotate(R, linear).forEach((x, i) => qvel[v + i] = x);
		rotate(R, qdd.slice(v, v + 3).map((x, i) => x + turn[i])).forEach((x, i) => qacc[v + i] = x);
		turns.push([v, R]);
	}
	return { qvel, qacc, turns };
}

// Forces of MuJoCo's coordinates in rigidc's.
function forces(f, turns)
{
	const out = [...f];
	for (const [v, R] of turns)
		for (let i = 0; i < 3; i++)
			out[v + i] = R[i] * f[v] + R[3 + i] * f[v + 1] + R[6 + i] * f[v + 2];
	return out;
}

// tau without passive forces.
function inverse(model, data, qpos, qd, qdd)
{
	const { qvel, qacc, turns } = motions(model, qpos, qd, qdd);
	qpos.forEach((x, i) => data.qpos[i] = x);
	qvel.forEach((x, i) => data.qvel[i] = x);
	qacc.forEach((x, i) => data.qacc[i] = x);
	mujoco.mj_inverse(model, data);
	return forces(Array.from(data.qfrc_inverse).map((x, i) => x + data.qfrc_passive[i]), turns);
}

function state(model, data, file, random)
{
	const nv = model.nv, zero = Array(nv).fill(0);
	const { qpos, q } = randomPosition(model, random);
	const qd = zero.map(() => 4 * random() - 2), qdd = zero.map(() => 4 * random() - 2);
	const tau = inverse(model, data, qpos, qd, qdd), bias = inverse(model, data, qpos, qd, zero);
	const turns = motions(model, qpos, qd, qdd).turns;
	const spring = forces(Array.from(data.qfrc_spring), turns);
	const still = inverse(model, data, qpos, zero, zero);
	const M = [], poses = {};
	for (let i = 0; i < nv; i++) {
		const column = inverse(model, data, qpos, zero, zero.map((_, k) => i === k ? 1 : 0));
		for (let k = 0; k <= i; k++)
			M.push(column[k] - still[k]);
	}
	for (let b = 1; b < model.nbody; b++)
		poses[mujoco.mj_id2name(model, 1, b)] =
			[...Array.from(data.xmat).slice(9 * b, 9 * b + 9), ...Array.from(data.xpos).slice(3 * b, 3 * b + 3)];
	return { file, q, qd, qdd, M, bias, tau, spring, poses };
}

function compute(file, random)
{
	const model = read(file);
	if (!model)
		throw new Error(file);
	const data = new mujoco.MjData(model);
	model.opt.disableflags |= CONSTRAINT;
	for (let k = 0; k < STATES; k++)
		console.log(JSON.stringify(state(model, data, file, random)));
	data.delete();
	model.delete();
}

const random = generator(Number(seed));
for (let i = 0; i < Number(count); i++) {
	const file = path.join(folder, `random${i}.xml`);
	fs.writeFileSync(file, randomModel(random));
	files.push(file);
}
for (const file of files)
	compute(file, random);
