// Random MJCF models: bodies with all kinds of joints, anchors, references, orientations, classes, frames, geoms and inertials, as
// <compiler> takes them; joints that follow others, or loops; tendons over sites; flags; open meshes and
// hulls; replicas, and parts of attached models.

// Numbers in [0, 1) from a seed (mulberry32).
export function generator(seed)
{
	let s = seed >>> 0;
	return () => {
		s = (s + 0x6d2b79f5) >>> 0;
		let t = Math.imul(s ^ (s >>> 15), 1 | s);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

// `parts`: models that may be attached, { name, bodies }, in files NAME.xml. `still`: without free joints.
// `loops`: equalities are loops, not couplings. `bodies` of the result are those that may be attached.
export function randomModel(random, { parts = [], still = false, loops = false } = {})
{
	const pick = list => list[Math.floor(random() * list.length)];
	const number = (low, high) => (low + (high - low) * random()).toFixed(3);
	const numbers = (n, low = -1, high = 1) => Array.from({ length: n }, () => number(low, high)).join(' ');
	const maybe = (share, text) => random() < share ? text() : '';
	const several = (most, make) => Array.from({ length: Math.floor(most * random()) }, make).join('\n');
	const degrees = random() < 0.5;
	const angle = () => degrees ? number(-170, 170) : number(-3, 3);
	const classes = ['plain', 'thin', 'heavy'];
	const fromGeom = random() < 0.3;
	const relieved = still || parts.length ? '' : maybe(0.2, () => ' actuatorgravcomp="true"'); // all joints or none
	const scalars = [], bodies = [], sites = []; // names of hinges and slides, bodies, sites, with their replica
	let replica = 0; // at hand; 0: none. An element that names several has them from one replica
	const whole = [], done = []; // names of bodies that are not replicated; of those that are complete, without a free joint
	let count = 0, replicas = 0;

	const turn = () => pick([
		() => '', () => ` quat="${numbers(4)}"`, () => ` axisangle="${numbers(3)} ${angle()}"`,
		() => ` euler="${angle()} ${angle()} ${angle()}"`, () => ` xyaxes="${numbers(6)}"`, () => ` zaxis="${numbers(3)}"`,
		() => ` quat="${pick(['1 0 0 1', '0.7071 0 -0.7071 0', '0 1 0 0', '0.5 0.5 0.5 0.5'])}"`,
	])();
	const place = () => maybe(0.8, () => ` pos="${numbers(3, -0.5, 0.5)}"`) + turn();
	const axis = () => pick([`axis="1 0 0"`, `axis="0 -1 0"`, `axis="0 0 2"`, `axis="${numbers(3)}"`, '']);
	const of_class = () => maybe(0.3, () => ` class="${pick(classes)}"`);
	const framed = (share, text) => random() < share ? `<frame${place()}>${text}</frame>` : text;
	const curved = (low, high) => random() < 0.2 ? numbers(3, low, high) : number(low, high);

	// A ball is the last joint: MuJoCo has no turns after it.
	function joint(_, i, { length })
	{
		const type = pick(['hinge', 'hinge', 'slide', i === length - 1 ? 'ball' : 'slide']), ball = type === 'ball';
		const position = () => type === 'hinge' ? angle() : number(-0.3, 0.3);
		const ref = ball ? '' : maybe(0.4, () => ` ref="${position()}"`);
		const spring = ball ? '' : maybe(0.4, () => ` stiffness="${curved(1, 20)}"`) + maybe(0.4, () => ` springref="${position()}"`);
		const name = `j${++count}j`;
		if (!ball)
			scalars.push({ name, replica });
		return framed(0.1, `<joint name="${name}" type="${type}" ${axis()}${maybe(0.5, () => ` pos="${numbers(3, -0.3, 0.3)}"`)}${ref}${spring}` +
			`${maybe(0.3, () => ` armature="${number(0.01, 0.2)}"`)}${maybe(0.3, () => ` damping="${curved(0.1, 2)}"`)}${relieved}${of_class()}/>`);
	}

	const freeJoint = () => pick([...relieved ? [] : ['<freejoint/>', '<freejoint align="true"/>', '<freejoint align="false"/>'],
		`<joint type="free"${relieved}${of_class()}/>`, `<joint type="free" armature="${number(0.01, 0.5)}" damping="${number(0.1, 2)}"${relieved}/>`]);

	function geom(mass)
	{
		const type = pick(['box', 'sphere', 'capsule', 'cylinder', 'ellipsoid']);
		const ends = type !== 'sphere' && random() < 0.4;
		return framed(0.1, `<geom type="${type}" size="${numbers(3, 0.05, 0.2)}"${of_class()}` +
			(ends ? ` fromto="${numbers(6, -0.4, 0.4)}"` : place()) + `${mass}/>`);
	}

	const field = () => `<geom type="hfield" hfield="hills"${place()} density="${number(100, 500)}"/>`;
	const mesh = () => `<geom type="mesh" mesh="${pick(['open', 'hull', 'shell'])}"${place()} density="${number(100, 500)}"/>`;
	const heavy = () => random() < 0.05 ? field() : random() < 0.05 ? mesh()
		: geom(maybe(0.4, () => pick([` mass="${number(0.1, 3)}"`, ` density="${number(300, 3000)}"`])) + maybe(0.3, () => ` group="${pick([0, 1, 2])}"`));
	const idle = () => geom(pick([' mass="0"', ' mass="1e-15"', ' group="4"', ' density="0" mass="0"']));
	const moments = () => random() < 0.5 ? `${turn()} diaginertia="${numbers(3, 0.05, 0.09)}"`
		: ` fullinertia="${numbers(3, 0.05, 0.09)} ${numbers(3, -0.01, 0.01)}"`;
	const inertial = () => framed(0.3, `<inertial pos="${numbers(3, -0.2, 0.2)}" mass="${number(0.2, 4)}"${moments()}/>`);

	// Geoms, an <inertial>, or both. MuJoCo refuses a body that moves without a mass.
	const masses = () => pick([
		() => [heavy(), several(2, heavy), maybe(0.2, idle)],
		() => [inertial(), several(2, idle)],
		() => [inertial(), several(3, heavy), maybe(0.2, idle)],
	])();

	function site()
	{
		const name = `s${++count}s`;
		sites.push({ name, replica });
		return framed(0.3, `<site name="${name}"${of_class()}${random() < 0.2 ? ` type="capsule" size="0.01" fromto="${numbers(6, -0.4, 0.4)}"` : place()}/>`);
	}

	function body(depth)
	{
		const name = `b${++count}b`;
		const free = depth === 0 && !still && random() < 0.4;
		bodies.push({ name, replica });
		if (!replica)
			whole.push(name);
		const joints = free ? [freeJoint()] : Array(Math.floor(4 * random())).fill(0).map(joint);
		const parts = [...joints, ...masses(), several(2, site)];
		const inner = depth < 3 && random() < 0.8 ? Array.from({ length: Math.floor(2.5 * random()) }, () => around(depth + 1)) : [];
		const children = maybe(0.2, () => 'x') ? [...inner, ...parts] : [...parts, ...inner];
		if (!replica && !free)
			done.push(name);
		return `<body name="${name}"${place()}${maybe(0.15, () => ` gravcomp="${number(-0.5, 1.5)}"`)}${maybe(0.3, () => ` childclass="${pick(classes)}"`)}>${children.join('\n')}</body>`;
	}

	const around = depth => framed(0.25, random() < 0.12 ? replicated(depth) : parts.length && random() < 0.3 ? attached() : body(depth));

	function replicated(depth)
	{
		const turned = maybe(0.5, () => ` euler="${pick([`${angle()} 0 0`, `0 0 ${angle()}`, `${angle()} ${angle()} ${angle()}`])}"`);
		const outer = replica;
		replica = ++replicas;
		const inner = around(depth) + (depth > 0 ? maybe(0.3, heavy) : '');
		replica = outer;
		return `<replicate count="${1 + Math.floor(3 * random())}" offset="${numbers(3, -0.5, 0.5)}"${turned}${maybe(0.3, () => ' sep="-"')}>${inner}</replicate>`;
	}

	function attached()
	{
		const prefix = `prefix="a${++count}_"`;
		if (done.length && random() < 0.3)
			return `<attach body="${pick(done)}" ${prefix}/>`;
		const part = pick(parts);
		return `<attach model="${part.name}" ${random() < 0.2 ? '' : `body="${pick(part.bodies)}" `}${prefix}/>`;
	}

	// Each joint follows at most one other, which comes before it.
	function couplings()
	{
		const followers = scalars.map((_, i) => i).filter(() => random() < 0.2);
		const leader = i => pick([...scalars.slice(0, i).filter(other => other.replica === scalars[i].replica), undefined]);
		return followers.map(i => [scalars[i], leader(i)]).map(([follower, leader]) => `<joint joint1="${follower.name}"` +
			(leader ? ` joint2="${leader.name}"` : '') +
			`${maybe(0.8, () => ` polycoef="${numbers(5, -0.5, 0.5)}"`)}/>`).join('');
	}

	// Loops that are closed as the file shows them, of different bodies.
	function closures()
	{
		const among = pick(bodies.length ? bodies : [{ replica: 0 }]).replica;
		const free = bodies.filter(body => body.replica === among).map(body => body.name);
		const take = () => free.splice(Math.floor(random() * free.length), 1)[0];
		return several(3, () => {
			const second = random() < 0.3 ? '' : take();
			const ends = `body1="${take() ?? ''}"${second ? ` body2="${second}"` : ''} anchor="${numbers(3)}"`;
			return ends.startsWith('body1=""') ? '' : random() < 0.5 ? `<connect ${ends}/>` : `<weld ${ends}${maybe(0.7, () => ` torquescale="${pick(['0', '1', '0.5'])}"`)}/>`;
		});
	}

	const lengths = () => pick(['', ' springlength="-1"', ` springlength="${number(0, 1)}"`, ` springlength="${number(0, 0.5)} ${number(0.5, 1)}"`]);

	function tendon()
	{
		const among = pick(sites).replica, there = sites.filter(site => site.replica === among).map(site => site.name);
		const over = Array.from({ length: 2 + Math.floor(3 * random()) }, () => pick(there));
		const path = over.filter((name, i) => i === 0 || name !== over[i - 1]).map(name => `<site site="${name}"/>`);
		return path.length < 2 ? '' : `<spatial${maybe(0.8, () => ` stiffness="${number(1, 30)}"`)}${lengths()}` +
			`${maybe(0.3, () => ` damping="${number(0.1, 2)}"`)}>${path.join('')}</spatial>`;
	}

	const motors = () => scalars.filter(() => random() < 0.2).map(({ name }) =>
		`<motor joint="${name}" gear="${number(-3, 3)}"${maybe(0.5, () => ` armature="${number(0.01, 0.1)}"`)}${maybe(0.5, () => ` damping="${number(0.1, 1)}"`)}/>`).join('');

	const order = Array.from({ length: 3 }, () => pick([...'xyzXYZ'])).join('');
	const groups = fromGeom ? '0 2' : pick(['0 2', '0 3']);
	// Attached tendons have other sites where MuJoCo fuses bodies.
	const total = random() < 0.2, fused = !total && !parts.length && random() < 0.2;
	const compilers = [`angle="${degrees ? 'degree' : 'radian'}" eulerseq="${order}" inertiagrouprange="${groups}"`,
		fromGeom ? 'inertiafromgeom="true"' : '', maybe(0.3, () => 'alignfree="true"'), maybe(0.2, () => `boundmass="${number(0.1, 1)}"`),
		maybe(0.2, () => `boundinertia="${number(0.001, 0.05)}"`), total ? `settotalmass="${number(1, 20)}"` : '', fused ? 'fusestatic="true"' : '',
		'balanceinertia="true"'];
	const flag = () => `<flag ${pick(['constraint', 'equality', 'spring', 'damper', 'gravity', 'limit'])}="${pick(['disable', 'enable'])}"/>`;
	const world = [around(0), around(0), site(), site()].join('\n');
	const text = `<mujoco model="random">
${compilers.map(words => `<compiler ${words}/>`).join('')}
<option gravity="${numbers(3, -10, 10)}">${several(2, flag)}</option>
<default><geom density="700"/><tendon stiffness="5"/><default class="plain"><joint axis="0 1 0"/>
<default class="thin"><joint armature="0.05"/><geom density="300"/></default></default>
<default class="heavy"><geom mass="2"/><joint axis="1 1 0" pos="0.1 0 0" damping="0.2"/></default></default>
<asset>${parts.map(part => `<model name="${part.name}" file="${part.name}.xml"/>`).join('')}<hfield name="hills" nrow="2" ncol="2" size="0.3 0.2 0.2 0.1" elevation="0 1 1 0"/>
<mesh name="open" vertex="${numbers(18)}" face="0 1 2 2 3 4 4 5 0 1 3 5"/><mesh name="hull" vertex="${numbers(30, -0.3, 0.3)}"/>
<mesh name="shell" inertia="shell" vertex="${numbers(12)}" face="0 1 2 1 3 2"/></asset>
<worldbody>${world}</worldbody>
<equality>${loops ? closures() : couplings()}</equality>
<tendon>${fused ? '' : several(3, tendon)}</tendon>
<actuator>${motors()}</actuator>
</mujoco>
`;
	return { text, bodies: whole };
}
