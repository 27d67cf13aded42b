// Closed loops: a part of the coordinates moves, the rest follows. Nothing here knows of a document.

// What each velocity does: the joint, its number in it, and whether its coordinate is a length.
function velocitiesOf(bodies) {
	const all = [];
	for (const { joint } of bodies)
		joint.velocities.forEach((_, k) => { all[joint.v + k] = { joint, k, slides: joint.forces[k] === 'N' }; });
	return all;
}

// Moves q along velocities; quaternions keep length 1.
export function moveBy(bodies, q, v) {
	for (const { joint } of bodies) {
		if (!joint.quaternion) {
			joint.coordinates.forEach((_, k) => { q[joint.q + k] += v[joint.v + k]; });
			continue;
		}
		const first = joint.q + joint.coordinates.length - 4, w = Array.from(v.slice(joint.v, joint.v + joint.velocities.length));
		const [x, y, z, s] = q.slice(first, first + 4);
		if (w.length === 6)
			times(matrixOf([x, y, z, s]), w.splice(0, 3)).forEach((step, k) => { q[joint.q + k] += step; });
		const [a, b, c] = w.map(each => each / 2);
		const turned = [x + s * a + y * c - z * b, y + s * b + z * a - x * c, z + s * c + x * b - y * a, s - x * a - y * b - z * c];
		q.set(turned.map(each => each / Math.hypot(...turned)), first);
	}
}

// x with (B B^T + damping) y = c, x = -B^T y: Cholesky's method.
function pull(B, c, damping) {
	const m = c.length, L = B.map((row, r) => B.slice(0, r + 1).map((other, s) =>
		row.reduce((sum, each, v) => sum + each * other[v], r === s ? damping : 0)));
	for (let r = 0; r < m; r++)
		for (let s = 0; s <= r; s++) {
			let entry = L[r][s];
			for (let k = 0; k < s; k++)
				entry -= L[r][k] * L[s][k];
			L[r][s] = r > s ? entry / L[s][s] : entry > 0 ? Math.sqrt(entry) : 1;
		}
	const y = Array.from(c);
	for (let r = 0; r < m; r++) {
		for (let s = 0; s < r; s++)
			y[r] -= L[r][s] * y[s];
		y[r] /= L[r][r];
	}
	for (let r = m; r-- > 0;) {
		for (let s = r + 1; s < m; s++)
			y[r] -= L[s][r] * y[s];
		y[r] /= L[r][r];
	}
	return (B[0] || []).map((_, v) => -B.reduce((sum, row, r) => sum + row[v] * y[r], 0));
}

// Of a model with loops. `closing` has the unit of lengths, whether each row is in rad, which velocities are independent, and how many rows
// of velocities come after those of positions.
// evaluate(q, c, J) computes the closure and J. The result is a function follow(from, q): q has new independent coordinates, and
// the rest follows from the closed state `from`, by damped Gauss-Newton steps. False: q is as far on the way as the loops close.
export function makeClosing(bodies, { unit, angular, independent, rates = 0 }, evaluate) {
	const velocities = velocitiesOf(bodies), nv = velocities.length, rows = angular.length;
	const all = new Float64Array(rows + rates), c = all.subarray(0, rows), J = new Float64Array((rows + rates) * nv), closed = 1e-11, longest = 0.1;
	const scale = velocities.map(({ slides }) => slides ? unit : 1);
	// joints that only change by what the user does
	const driven = joint => joint.velocities.length > 0 && joint.velocities.every((_, k) => independent[joint.v + k]);
	const held = velocities.map(({ joint }) => driven(joint));
	const look = q => {
		evaluate(q, all, J);
		for (let r = 0; r < rows; r++)
			c[r] /= angular[r] ? 1 : unit;
		return Math.hypot(...c);
	};
	const isClosed = () => c.every(each => Math.abs(each) <= closed);
	const close = q => {
		let size = look(q), damping = 1e-2;
		for (let n = 0; n < 60 && !isClosed(); n++) {
			const B = Array.from(angular, (turns, r) => velocities.map((_, v) => held[v] ? 0 : J[r * nv + v] * scale[v] / (turns ? 1 : unit)));
			const x = pull(B, c, damping * size * size + 1e-15 * Math.max(...B.flat().map(each => each * each)));
			const most = Math.max(...x.map(Math.abs)), share = most > 0.3 ? 0.3 / most : 1, before = Array.from(q);
			moveBy(bodies, q, x.map((each, v) => share * each * scale[v]));
			const after = look(q);
			if (after < size)
				[size, damping] = [after, Math.max(1e-9, damping / 10)];
			else {
				q.set(before);
				look(q);
				damping *= 10;
			}
			if (damping > 1e9)
				return false;
		}
		return isClosed();
	};
	const partOf = (from, to, share) => {
		const q = Float64Array.from(from);
		for (const { joint } of bodies.filter(body => driven(body.joint))) {
			for (let i = joint.q; i < joint.q + joint.coordinates.length; i++)
				q[i] += share * (to[i] - from[i]);
			if (joint.quaternion) {
				const first = joint.q + joint.coordinates.length - 4, part = q.subarray(first, first + 4), length = Math.hypot(...part);
				part.forEach((each, k) => { part[k] = each / length; });
			}
		}
		return q;
	};
	const far = (from, to) => Math.max(0, ...bodies.filter(body => driven(body.joint)).flatMap(({ joint }) => joint.coordinates.map((each,
		k) => Math.abs(to[joint.q + k] - from[joint.q + k]) / (each.unit === 'm' ? unit : 1))));
	return (from, q) => {
		look(q);
		if (isClosed())
			return true;
		const whole = far(from, q), least = 1e-3;
		let at = Float64Array.from(from), done = 0, step = Math.min(1, longest / whole);
		while (done < 1) {
			const share = Math.min(1, done + step), next = partOf(from, q, share);
			// the rest begins where it was after the last step
			for (const { joint } of bodies.filter(body => !driven(body.joint)))
				next.set(at.slice(joint.q, joint.q + joint.coordinates.length), joint.q);
			if (close(next))
				[at, done] = [next, share];
			else if ((step /= 2) * whole < least) {
				q.set(at);
				return false;
			}
		}
		q.set(at);
		return true;
	};
}

// Of each loop the line between its ends, and lines from the bodies to their ends.
export function loopLines(loops, pose) {
	return loops.map(({ points }) => {
		const ends = points.map(({ body, p }) => body < 0 ? Array.from(p) : inWorld(pose[body], p));
		return { ends, lugs: points.flatMap(({ body }, i) => body < 0 ? [] : [[Array.from(pose[body].p), ends[i]]]) };
	});
}
