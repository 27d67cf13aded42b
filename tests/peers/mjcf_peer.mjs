// MJCF by MuJoCo itself, for mjcf_peer_test.pl: M, bias, tau, forces of springs and dampers, and the poses of bodies at random states, a
// line of JSON for each state, in the conventions of rigidc. Arguments: module of MuJoCo, seed, folder for random models, how many of
// them, files.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { randomModel, generator } from './mjcf_random.mjs';

const [modules, seed, folder, count, ...files] = process.argv.slice(2);
const { default: load } = await import(pathToFileURL(path.resolve(modules)).href);
const mujoco = await load();
const CONSTRAINT = 1, EQUALITY = 2, CONTACT = 16; // mjDSBL_CONSTRAINT, mjDSBL_EQUALITY, mjDSBL_CONTACT
const FREE = 0, BALL = 1, SLIDE = 2;
const STATES = 2;
const CONNECT = 0, WELD = 1, JOINT_EQUALITY = 2, EQUALITY_DATA = 11, TORQUE_SCALE = 10; // mjEQ_*, mjNEQDATA, a place in it
const SITE = 6; // mjOBJ_SITE
const NEWER = 3014000; // mj_version()

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
	const name = '/models/' + path.basename(file);
	return mujoco.MjModel.loadFromXML ? mujoco.MjModel.loadFromXML(name) : mujoco.MjModel.from_xml_path(name);
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

// --- coupled joints: those that an equality of joints determines ---

// The equality's flag. MuJoCo 3.14 for node cannot hand it over: there it counts as set.
function isActive(model, i)
{
	try {
		return model.eq_active0[i];
	} catch {
		return true;
	}
}

// By the number of the joint: the joint it follows (below 0: none), and the coefficients. Leaders come before followers.
function couplingsOf(model)
{
	const found = new Map(), order = new Map();
	for (let i = 0; i < model.neq; i++)
		if (model.eq_type[i] === JOINT_EQUALITY && isActive(model, i))
			found.set(model.eq_obj1id[i], { joint: model.eq_obj1id[i], leader: model.eq_obj2id[i],
				polynomial: Array.from(model.eq_data).slice(EQUALITY_DATA * i, EQUALITY_DATA * i + 5) });
	const add = j => {
		if (!found.has(j) || order.has(j))
			return;
		add(found.get(j).leader);
		order.set(j, found.get(j));
	};
	[...found.keys()].forEach(add);
	return order;
}

// A coupled position: its value, and its first and second derivative by that of the leader.
function followed(model, { joint, leader, polynomial: c }, qpos)
{
	const rest = model.qpos0[model.jnt_qposadr[joint]];
	if (leader < 0)
		return { value: rest + c[0], first: 0, second: 0 };
	const x = qpos[model.jnt_qposadr[leader]] - model.qpos0[model.jnt_qposadr[leader]];
	return { value: rest + c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4]))),
		first: c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4])), second: 2 * c[2] + x * (6 * c[3] + x * 12 * c[4]) };
}

// Velocities and accelerations of all joints, from those of the joints that are not coupled.
function expand(model, couplings, qpos, qd, qdd)
{
	const v = Array(model.nv).fill(0), a = Array(model.nv).fill(0);
	independent(model, couplings).forEach((dof, k) => {
		v[dof] = qd[k];
		a[dof] = qdd[k];
	});
	for (const [j, coupling] of couplings) {
		const { first, second } = followed(model, coupling, qpos), dof = model.jnt_dofadr[j];
		const lead = coupling.leader < 0 ? 0 : model.jnt_dofadr[coupling.leader];
		v[dof] = first * v[lead];
		a[dof] = first * a[lead] + second * v[lead] * v[lead];
	}
	return { v, a };
}

// Velocities of joints that are not coupled.
function independent(model, couplings)
{
	const of = Array.from({ length: model.nv }, (_, dof) => model.dof_jntid[dof]);
	return of.flatMap((joint, dof) => couplings.has(joint) ? [] : [dof]);
}

// Forces on the coordinates of rigidc, from those on all joints: G^T f.
function project(model, couplings, qpos, f)
{
	const zero = independent(model, couplings).map(() => 0);
	return zero.map((_, i) => {
		const { v } = expand(model, couplings, qpos, zero.map((_, k) => i === k ? 1 : 0), zero);
		return v.reduce((sum, x, k) => sum + x * f[k], 0);
	});
}

// qpos of MuJoCo and q of rigidc, which has no coupled joints.
function randomPosition(model, couplings, random)
{
	const qpos = [], q = [];
	for (let j = 0; j < model.njnt; j++) {
		const type = model.jnt_type[j];
		const shift = type === FREE ? [0, 0, 0].map(() => 2 * random() - 1) : [];
		const scalar = 2 * random() - 1, turn = type <= BALL ? randomQuaternion(random) : [];
		qpos.push(...shift, ...(type <= BALL ? turn : [scalar]));
		if (!couplings.has(j))
			q.push(...shift, ...(type <= BALL ? [...turn.slice(1), turn[0]] : [scalar]));
	}
	for (const [j, coupling] of couplings)
		qpos[model.jnt_qposadr[j]] = followed(model, coupling, qpos).value;
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

// tau without passive forces, for a motion of the joints that are not coupled.
function inverse(model, data, couplings, qpos, qd, qdd)
{
	const { v, a } = expand(model, couplings, qpos, qd, qdd);
	const { qvel, qacc, turns } = motions(model, qpos, v, a);
	qpos.forEach((x, i) => data.qpos[i] = x);
	qvel.forEach((x, i) => data.qvel[i] = x);
	qacc.forEach((x, i) => data.qacc[i] = x);
	mujoco.mj_inverse(model, data);
	const f = Array.from(data.qfrc_inverse).map((x, i) => x + data.qfrc_passive[i]);
	return project(model, couplings, qpos, forces(f, turns));
}

// --- loops ---

// Does each <connect> and <weld> hold bodies of its own? Two <connect> of the same bodies are another kind of loop.
function hasPlainLoops(model)
{
	const types = Array.from(model.eq_type);
	const pairs = types.map((_, i) => [model.eq_obj1id[i], model.eq_obj2id[i]].sort().join());
	return types.some(type => type <= WELD) && types.every(type => type <= JOINT_EQUALITY) && new Set(pairs).size === pairs.length &&
		!model.nmocap && Array.from(model.eq_objtype).every(type => type !== SITE);
}

// How far loops are open: the root of the sum of squares of distances and angles.
function openness(model, data, qpos)
{
	const flags = model.opt.disableflags;
	qpos.forEach((x, i) => data.qpos[i] = x);
	model.opt.disableflags = (flags & ~CONSTRAINT) | CONTACT;
	mujoco.mj_forward(model, data);
	model.opt.disableflags = flags;
	const rows = Array.from({ length: model.neq }, () => []);
	Array.from(data.efc_pos).forEach((x, i) => data.efc_type[i] === 0 && rows[data.efc_id[i]].push(x));
	return Math.hypot(...rows.flatMap((row, i) => {
		if (model.eq_type[i] > WELD)
			return [];
		const scale = model.eq_type[i] === WELD ? model.eq_data[EQUALITY_DATA * i + TORQUE_SCALE] : 0;
		const angle = scale ? 2 * Math.asin(Math.min(1, Math.hypot(...row.slice(3)) / scale)) : 0;
		return [...row.slice(0, 3), angle];
	}));
}

// Friction is a constraint there, and a smooth force with --keep-damping.
function hasFriction(model)
{
	return [...model.dof_frictionloss, ...model.tendon_frictionloss].some(x => x !== 0);
}

function state(model, data, { couplings, loops }, file, random)
{
	const { qpos, q } = randomPosition(model, couplings, random);
	const zero = independent(model, couplings).map(() => 0), still = Array(model.nv).fill(0);
	const qd = zero.map(() => 4 * random() - 2), qdd = zero.map(() => 4 * random() - 2);
	const tau = inverse(model, data, couplings, qpos, qd, qdd), bias = inverse(model, data, couplings, qpos, qd, zero);
	const { turns } = motions(model, qpos, still, still);
	const projected = f => project(model, couplings, qpos, forces(Array.from(f), turns));
	const spring = projected(data.qfrc_spring), damper = projected(data.qfrc_damper);
	const rest = inverse(model, data, couplings, qpos, zero, zero);
	const M = [], poses = {};
	for (let i = 0; i < zero.length; i++) {
		const column = inverse(model, data, couplings, qpos, zero, zero.map((_, k) => i === k ? 1 : 0));
		for (let k = 0; k <= i; k++)
			M.push(column[k] - rest[k]);
	}
	for (let b = 1; b < model.nbody; b++)
		poses[mujoco.mj_id2name(model, 1, b)] =
			[...Array.from(data.xmat).slice(9 * b, 9 * b + 9), ...Array.from(data.xpos).slice(3 * b, 3 * b + 3)];
	return { file, q, qd, qdd, M, bias, tau, spring, ...hasFriction(model) ? {} : { damper },
		...loops ? { closure: openness(model, data, qpos) } : {}, poses };
}

function compute(file, random)
{
	const model = read(file);
	if (!model)
		throw new Error(file);
	const data = new mujoco.MjData(model);
	const held = !(model.opt.disableflags & (CONSTRAINT | EQUALITY));
	const constraints = { couplings: held ? couplingsOf(model) : new Map(), loops: held && hasPlainLoops(model) };
	model.opt.disableflags |= CONSTRAINT;
	for (let k = 0; k < STATES; k++)
		console.log(JSON.stringify(state(model, data, constraints, file, random)));
	data.delete();
	model.delete();
}

const random = generator(Number(seed));
for (let i = 0; i < Number(count); i++) {
	const newer = mujoco.mj_version() >= NEWER, name = `part${i}`, loops = random() < 0.3;
	const write = (name, { text }) => fs.writeFileSync(path.join(folder, `${name}.xml`), text);
	const part = randomModel(random, newer, { still: true, loops }), parts = newer && part.bodies.length && random() < 0.4 ? [{ name, bodies: part.bodies }] : [];
	write(name, part);
	write(`random${i}`, randomModel(random, newer, { parts, loops }));
	files.push(path.join(folder, `random${i}.xml`));
}
for (const file of files)
	compute(file, random);
