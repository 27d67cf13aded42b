// Random MJCF models: bodies with all kinds of joints, anchors, orientations, classes, frames and geoms; joints that follow others.

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

export function randomModel(random)
{
	const pick = list => list[Math.floor(random() * list.length)];
	const number = (low, high) => (low + (high - low) * random()).toFixed(3);
	const numbers = (n, low = -1, high = 1) => Array.from({ length: n }, () => number(low, high)).join(' ');
	const maybe = (share, text) => random() < share ? text() : '';
	const degrees = random() < 0.5;
	const angle = () => degrees ? number(-170, 170) : number(-3, 3);
	const classes = ['plain', 'thin', 'heavy'];
	const scalars = []; // names of hinges and slides
	let count = 0;

	const turn = () => pick([
		() => '', () => ` quat="${numbers(4)}"`, () => ` axisangle="${numbers(3)} ${angle()}"`,
		() => ` euler="${angle()} ${angle()} ${angle()}"`, () => ` xyaxes="${numbers(6)}"`, () => ` zaxis="${numbers(3)}"`,
		() => ` quat="${pick(['1 0 0 1', '0.7071 0 -0.7071 0', '0 1 0 0', '0.5 0.5 0.5 0.5'])}"`,
	])();
	const place = () => maybe(0.8, () => ` pos="${numbers(3, -0.5, 0.5)}"`) + turn();
	const axis = () => pick([`axis="1 0 0"`, `axis="0 -1 0"`, `axis="0 0 2"`, `axis="${numbers(3)}"`, '']);
	const of_class = () => maybe(0.3, () => ` class="${pick(classes)}"`);

	// A ball is the last joint: MuJoCo has no turns after it.
	function joint(_, i, { length })
	{
		const type = pick(['hinge', 'hinge', 'slide', i === length - 1 ? 'ball' : 'slide']);
		const ref = type === 'ball' ? '' : maybe(0.4, () => ` ref="${type === 'hinge' ? angle() : number(-0.3, 0.3)}"`);
		const spring = type === 'ball' ? ''
			: maybe(0.4, () => ` stiffness="${number(1, 20)}" springref="${type === 'hinge' ? angle() : number(-0.3, 0.3)}"`);
		const name = `j${++count}`;
		if (type !== 'ball')
			scalars.push(name);
		return `<joint name="${name}" type="${type}" ${axis()}${maybe(0.5, () => ` pos="${numbers(3, -0.3, 0.3)}"`)}${ref}${spring}` +
			`${maybe(0.3, () => ` armature="${number(0.01, 0.2)}"`)}${of_class()}/>`;
	}

	function geom()
	{
		const type = pick(['box', 'sphere', 'capsule', 'cylinder', 'ellipsoid']);
		const ends = type !== 'sphere' && random() < 0.4;
		return `<geom type="${type}" size="${numbers(3, 0.05, 0.2)}"${of_class()}` +
			(ends ? ` fromto="${numbers(6, -0.4, 0.4)}"` : place()) +
			`${maybe(0.4, () => pick([` mass="${number(0.1, 3)}"`, ` density="${number(300, 3000)}"`]))}/>`;
	}

	const inertial = () => `<inertial pos="${numbers(3, -0.2, 0.2)}"${turn()} mass="${number(0.2, 4)}"` +
		` diaginertia="${numbers(3, 0.05, 0.09)}"/>`;

	function body(depth)
	{
		const name = `b${++count}`;
		const free = depth === 0 && random() < 0.3;
		const joints = free ? ['<freejoint/>'] : Array(Math.floor(4 * random())).fill(0).map(joint);
		const parts = [...joints, ...Array.from({ length: 1 + Math.floor(2 * random()) }, geom), maybe(0.3, inertial)];
		const inner = depth < 3 ? Array.from({ length: Math.floor(2.5 * random()) }, () => around(depth + 1)) : [];
		const children = maybe(0.2, () => 'x') ? [...inner, ...parts] : [...parts, ...inner];
		return `<body name="${name}"${place()}${maybe(0.3, () => ` childclass="${pick(classes)}"`)}>${children.join('\n')}</body>`;
	}

	function around(depth)
	{
		return random() < 0.25 ? `<frame${place()}>${body(depth)}</frame>` : body(depth);
	}

	// Each joint follows at most one other, which comes before it.
	function couplings()
	{
		const followers = scalars.map((_, i) => i).filter(() => random() < 0.2);
		return followers.map(i => `<joint joint1="${scalars[i]}"` +
			(i ? ` joint2="${scalars[Math.floor(random() * i)]}"` : '') +
			`${maybe(0.8, () => ` polycoef="${numbers(5, -0.5, 0.5)}"`)}/>`).join('');
	}

	const order = Array.from({ length: 3 }, () => pick([...'xyzXYZ'])).join('');
	return `<mujoco model="random">
<compiler angle="${degrees ? 'degree' : 'radian'}" eulerseq="${order}" ${maybe(0.2, () => 'inertiafromgeom="true"')}/>
<option gravity="${numbers(3, -10, 10)}"/>
<default><geom density="700"/><default class="plain"><joint axis="0 1 0"/>
<default class="thin"><joint armature="0.05"/><geom density="300"/></default></default>
<default class="heavy"><geom mass="2"/><joint axis="1 1 0" pos="0.1 0 0"/></default></default>
<worldbody>${around(0)}\n${around(0)}</worldbody>
<equality>${couplings()}</equality>
</mujoco>
`;
}
