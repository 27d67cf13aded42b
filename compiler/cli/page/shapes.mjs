// Shapes of bodies as triangles: nothing here knows of a document.

// Triangles of a surface: points of three numbers, a normal for each, and corners.
const surface = () => ({ points: [], normals: [], corners: [] });

// A grid of points x(i, j) with normals n(i, j), rows by columns; each cell is two triangles.
function addGrid(to, rows, columns, at) {
	const first = to.points.length / 3;
	for (let i = 0; i <= rows; i++)
		for (let j = 0; j <= columns; j++) {
			const { x, n } = at(i / rows, j / columns), long = Math.hypot(...n) || 1;
			to.points.push(...x);
			to.normals.push(...n.map(c => c / long));
		}
	for (let i = 0; i < rows; i++)
		for (let j = 0; j < columns; j++) {
			const a = first + i * (columns + 1) + j, b = a + 1, c = a + columns + 1, d = c + 1;
			to.corners.push(a, d, b, a, c, d);
		}
}

function box([a, b, c]) {
	const to = surface(), half = [a / 2, b / 2, c / 2];
	for (let k = 0; k < 3; k++)
		for (const sign of [1, -1]) {
			const n = [0, 0, 0], u = (k + 1) % 3, v = (k + 2) % 3;
			n[k] = sign;
			addGrid(to, 1, 1, (s, t) => {
				const x = [0, 0, 0];
				[x[k], x[u], x[v]] = [sign * half[k], (2 * s - 1) * half[u], (2 * t - 1) * half[v] * sign];
				return { x, n };
			});
		}
	return to;
}

const aroundSteps = 32;

// A ball of these half axes; its halves are `apart` along z.
function ball([a, b, c], apart = 0) {
	const to = surface();
	for (const side of apart ? [1, -1] : [0])
		addGrid(to, side ? aroundSteps / 4 : aroundSteps / 2, aroundSteps, (s, t) => {
			const polar = Math.PI * (side ? (side > 0 ? s : 1 + s) / 2 : s), turn = 2 * Math.PI * t;
			const [x, y, z] = [Math.sin(polar) * Math.cos(turn), Math.sin(polar) * Math.sin(turn), Math.cos(polar)];
			return { x: [a * x, b * y, c * z + side * apart / 2], n: [x / (a || 1), y / (b || 1), z / (c || 1)] };
		});
	return to;
}

function addTube(to, radius, length) {
	addGrid(to, 1, aroundSteps, (s, t) => {
		const turn = 2 * Math.PI * t, [x, y] = [Math.cos(turn), Math.sin(turn)];
		return { x: [radius * x, radius * y, (0.5 - s) * length], n: [x, y, 0] };
	});
}

function cylinder([radius, length]) {
	const to = surface();
	addTube(to, radius, length);
	for (const side of [1, -1])
		addGrid(to, 1, aroundSteps, (s, t) => {
			const turn = 2 * Math.PI * t * side;
			return { x: [radius * s * Math.cos(turn), radius * s * Math.sin(turn), side * length / 2], n: [0, 0, side] };
		});
	return to;
}

function capsule([radius, length]) {
	const to = ball([radius, radius, radius], length);
	addTube(to, radius, length);
	return to;
}

const builders = { box, cylinder, capsule, ellipsoid: ball, sphere: ([radius]) => ball([radius, radius, radius]) };

const bytesOf = text => Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
const sharesOf = text => {
	const bytes = bytesOf(text);
	return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => bytes[2 * i] | bytes[2 * i + 1] << 8);
};

// The triangles of a mesh, each with corners of its own, in runs of one colour: a corner has the mean normal of the triangles around it
// that look nearly the same way, so edges stay sharp. A mirrored mesh has its corners the other way round.
export function meshSurfaces({ low, high, points, corners, runs }, scale) {
	const share = sharesOf(points), corner = sharesOf(corners), sharp = 0.7, mirrored = scale[0] * scale[1] * scale[2] < 0;
	const x = Float64Array.from(share, (s, i) => scale[i % 3] * (low[i % 3] + s / 65535 * (high[i % 3] - low[i % 3])));
	const place = i => [x[3 * i], x[3 * i + 1], x[3 * i + 2]], faces = [], around = Array.from({ length: x.length / 3 }, () => []);
	for (let i = 0; i < corner.length; i += 3) {
		const own = [corner[i], corner[i + (mirrored ? 2 : 1)], corner[i + (mirrored ? 1 : 2)]], [a, b, c] = own.map(place);
		const u = minus(b, a), v = minus(c, a), n = [0, 1, 2].map(k => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
		const area = Math.hypot(...n);
		own.forEach(k => around[k].push(faces.length));
		faces.push({ own, n, unit: n.map(y => y / (area || 1)) });
	}
	let next = 0;
	return runs.map(({ triangles, colour }) => {
		const to = surface();
		for (const { own, unit } of faces.slice(next, next += triangles))
			for (const k of own) {
				const n = [0, 0, 0];
				for (const other of around[k]) {
					const face = faces[other];
					if (face.unit[0] * unit[0] + face.unit[1] * unit[1] + face.unit[2] * unit[2] >= sharp)
						face.n.forEach((y, m) => { n[m] += y; });
				}
				const long = Math.hypot(...n) || 1;
				to.corners.push(to.points.length / 3);
				to.points.push(...place(k));
				to.normals.push(...n.map(y => y / long));
			}
		return { ...to, colour };
	});
}

// Surfaces of a shape in its own axes, each with a colour or null. Colours of the file of a mesh go first, as in RViz.
export function shapeSurfaces({ kind, size, mesh, colour }, meshes) {
	if (kind !== 'mesh')
		return [{ ...builders[kind](size), colour }];
	return meshSurfaces(meshes[mesh], size).map(each => ({ ...each, colour: each.colour || colour }));
}

// Corners of the box around a shape, in its own axes.
export function shapeCorners(surfaces) {
	const [low, high] = [Math.min, Math.max].map(choose => [0, 1, 2].map(k => {
		let best = choose === Math.min ? Infinity : -Infinity;
		for (const { points } of surfaces)
			for (let i = k; i < points.length; i += 3)
				best = choose(best, points[i]);
		return Number.isFinite(best) ? best : 0;
	}));
	return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map(k => i >> k & 1 ? high[k] : low[k]));
}
