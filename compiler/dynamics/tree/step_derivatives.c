/* Derivatives of steps: forward mode along each of nv directions of q, of qd and of tau, nu of u and ns of s. With changes written as x',
 * the accelerations a(q, v, tau, u, s) and the rates r(q, v, u, s) of states change by
 *   a' = (da/dq) q' + (da/dv) v' + (da/dtau) tau' + (da/du) u' + (da/ds) s',   r' = (dr/dq) q' + (dr/dv) v' + (dr/du) u' + (dr/ds) s',
 * whose matrices are given. Directions of q, and changes of q_next, are twists in the axes of their body. For other coordinates
 *   euler   v*' = v' + h a',   q*' = q' + h v*',   s*' = s' + h r'
 *   rk4     u' is the sum of u (step.h) over the changes of its stages, and that of a bracket is [a', b] + [a, b'];
 *           stage k takes a' at the change of integrate(q, u_k). */
#include "step.h"

/* Changes along one direction: of q, qd, tau, u and s. */
struct StepChange {
	Ref *q, *qd, *tau, *u, *s;
};

static Ref *zeros(struct Dag *dag, int n)
{
	Ref *zero = ARENA_ARRAY(dag->arena, Ref, n);
	dag_zeros(dag, zero, n);
	return zero;
}

/* Number of directions. */
static int directions(const struct Tree *tree)
{
	return 3 * tree->nv + tree->nu + tree->ns;
}

/* Direction k of 3 nv + nu + ns. */
static struct StepChange unit_change(struct Dag *dag, const struct Tree *tree, int k)
{
	int nv = tree->nv;
	Ref *q = zeros(dag, nv), *qd = zeros(dag, nv), *tau = zeros(dag, nv), *const part[] = { q, qd, tau };
	struct StepChange d = { .q = q, .qd = qd, .tau = tau, .u = zeros(dag, tree->nu) };
	Ref one = dag_const(dag, 1);
	d.s = zeros(dag, tree->ns);
	if (k < 3 * nv)
		part[k / nv][k % nv] = one;
	else if (k < 3 * nv + tree->nu)
		d.u[k - 3 * nv] = one;
	else
		d.s[k - 3 * nv - tree->nu] = one;
	return d;
}

/* y += A x, for A (n x columns) */
static void add_product(struct Dag *dag, const Ref *A, const Ref *x, int n, int columns, Ref *y)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < columns; k++)
			y[i] = dag_add(dag, y[i], dag_mul(dag, A[i * columns + k], x[k]));
}

/* a' (nv), then r' (ns) */
static Ref *motion_change(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion,
                          const struct StepChange *d)
{
	const int nv = tree->nv, nu = tree->nu, ns = tree->ns;
	const Ref *by = motion->value + nv + ns;
	Ref *change = zeros(dag, nv + ns);
	const struct {
		const Ref *x;
		int columns;
	} part[] = { { d->q, nv }, { d->qd, nv }, { d->tau, nv }, { d->u, nu }, { d->s, ns } };
	for (int i = 0; i < 5; by += nv * part[i++].columns)
		add_product(dag, by, part[i].x, nv, part[i].columns, change);
	for (int i = 0; i < 5; i++) {
		if (part[i].x == d->tau)
			continue;
		add_product(dag, by, part[i].x, ns, part[i].columns, change + nv);
		by += ns * part[i].columns;
	}
	return change;
}

/* Puts the changes along direction k into a column of A, B or B_u, which are one array. */
static void put_column(const struct StepChange *next, const struct Tree *tree, int k, Ref *A)
{
	const int nv = tree->nv, nu = tree->nu, state = 2 * nv + tree->ns;
	Ref *B = A + state * state, *B_u = B + state * nv;
	for (int row = 0; row < state; row++) {
		Ref change = row < nv ? next->q[row] : row < 2 * nv ? next->qd[row - nv] : next->s[row - 2 * nv];
		if (k < 2 * nv)
			A[row * state + k] = change;
		else if (k < 3 * nv)
			B[row * nv + k - 2 * nv] = change;
		else if (k < 3 * nv + nu)
			B_u[row * nu + k - 3 * nv] = change;
		else
			A[row * state + k - nv - nu] = change;
	}
}

/* --- Euler's method --- */

/* The joint in the step, and the derivatives of its turn. */
struct EulerSlopes {
	struct EulerTurn of;
	struct Mat turn;
};

/* A free or spherical joint in Euler's method. Before the turn its velocities are v* = v + h (a + w x v) and w* = w + h al, so
 *   v*' = v' + h (a' + w' x v + w x v'),   w*' = w' + h al'.
 * With the twist (p, o) of q, the turn R by h w*, and T h w*' for the change of the turn in the new axes, the new twist is
 *   o* = R^T o + T h w*',   p* = R^T (p + o x h v* + h v*'),
 * and the velocity R^T v* changes by R^T v*' + R^T v* x T h w*'. */
static void euler_link_change(struct Dag *dag, const struct Link *link, const struct EulerSlopes *s,
                              const struct StepChange *d, const Ref *a, struct StepChange *next)
{
	Ref h = step_time(dag);
	struct Spatial q = link_twist(dag, link, d->q), qd = link_twist(dag, link, d->qd),
		       rate = link_twist(dag, link, a);
	struct Vec gain = vec_cross(dag, qd.ang, s->of.before.lin);
	gain = vec_add(dag, gain, vec_cross(dag, s->of.before.ang, qd.lin));
	rate.lin = vec_add(dag, rate.lin, gain);
	struct Spatial star = spatial_add(dag, qd, spatial_scale(dag, h, rate));
	struct Vec turn = mat_vec(dag, s->turn, vec_scale(dag, h, star.ang)), lin = mat_tvec(dag, s->of.R, star.lin);
	struct Vec place = vec_cross(dag, q.ang, vec_scale(dag, h, s->of.star.lin));
	place = mat_tvec(dag, s->of.R, vec_add(dag, q.lin, place));
	place = vec_add(dag, place, vec_scale(dag, h, lin));
	struct Spatial moved = { place, mat_tvec(dag, s->of.R, q.ang) };
	moved.ang = vec_add(dag, moved.ang, turn);
	star.lin = vec_add(dag, lin, vec_cross(dag, s->of.after.lin, turn));
	link_put_twist(link, &moved, next->q);
	link_put_twist(link, &star, next->qd);
}

static struct EulerSlopes *euler_slopes(struct Dag *dag, const struct Tree *tree, const Ref *qdd)
{
	struct EulerSlopes *slopes = ARENA_ARRAY(dag->arena, struct EulerSlopes, tree->links);
	const Ref *qd = tree_input(dag, INPUT_QD, tree->nv);
	for (int i = 0; i < tree->links; i++) {
		if (link_has_axis(&tree->link[i]))
			continue;
		slopes[i].of = euler_turn(dag, &tree->link[i], qd, qdd);
		slopes[i].turn = exponential_slopes(dag, &slopes[i].of.turn, vec_const(dag, 0, 0, 0)).turn;
	}
	return slopes;
}

void step_slopes_by_euler(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion, Ref *out)
{
	int nv = tree->nv;
	Ref h = step_time(dag);
	const struct EulerSlopes *slopes = euler_slopes(dag, tree, motion->value);
	for (int k = 0; k < directions(tree); k++) {
		struct StepChange d = unit_change(dag, tree, k), next = d;
		const Ref *a = motion_change(dag, tree, motion, &d);
		next.qd = step_sum(dag, d.qd, h, a, nv);
		next.q = step_sum(dag, d.q, h, next.qd, nv);
		next.s = step_sum(dag, d.s, h, a + nv, tree->ns);
		for (int i = 0; i < tree->links; i++)
			if (!link_has_axis(&tree->link[i]))
				euler_link_change(dag, &tree->link[i], &slopes[i], &d, a, &next);
		put_column(&next, tree, k, out);
	}
}

/* --- the method of Runge and Kutta --- */

/* Stages with the derivatives of their displacements, and of the whole step's. */
struct Rk4Slopes {
	struct Dag *dag;
	const struct Tree *tree;
	struct StepStage stage[RK4_STAGES];
	struct MoveSlopes *by[RK4_STAGES], *whole;
};

/* Change of the accelerations and rates of a stage along changes of its displacement, velocities and states. */
static Ref *stage_change(const struct Rk4Slopes *s, int k, const struct StepChange *from, const Ref *u, Ref *qd,
                         Ref *states)
{
	const struct StepChange d = { moved_change(s->dag, s->tree, s->by[k], from->q, u), qd, from->tau, from->u,
		                      states };
	return motion_change(s->dag, s->tree, &s->stage[k].motion, &d);
}

/* u += factor [a, b] along changes of a and b. */
static void add_bracket_change(const struct Rk4Slopes *s, Ref factor, const Ref *a, const Ref *da, const Ref *b,
                               const Ref *db, Ref *u)
{
	step_add_bracket(s->dag, s->tree, factor, da, b, u);
	step_add_bracket(s->dag, s->tree, factor, a, db, u);
}

static struct StepChange rk4_change(const struct Rk4Slopes *s, const struct StepChange *d)
{
	struct Dag *dag = s->dag;
	int nv = s->tree->nv, ns = s->tree->ns;
	Ref h = step_time(dag), half = dag_mul(dag, dag_const(dag, 0.5), h);
	const struct StepStage *of = s->stage;
	Ref *a[RK4_STAGES], *qd[RK4_STAGES] = { d->qd }, *rate[RK4_STAGES], *u, *states;
	a[0] = motion_change(dag, s->tree, &of[0].motion, d);
	qd[1] = step_sum(dag, d->qd, half, a[0], nv);
	states = step_sum(dag, d->s, half, a[0] + nv, ns);
	u = step_scaled(dag, half, d->qd, nv);
	a[1] = stage_change(s, 1, d, u, qd[1], states);
	qd[2] = step_sum(dag, d->qd, half, a[1], nv);
	states = step_sum(dag, d->s, half, a[1] + nv, ns);
	u = step_scaled(dag, half, qd[1], nv);
	add_bracket_change(s, step_eighth(dag), of[0].qd, qd[0], of[1].qd, qd[1], u);
	a[2] = stage_change(s, 2, d, u, qd[2], states);
	qd[3] = step_sum(dag, d->qd, h, a[2], nv);
	states = step_sum(dag, d->s, h, a[2] + nv, ns);
	u = step_scaled(dag, h, qd[2], nv);
	a[3] = stage_change(s, 3, d, u, qd[3], states);
	u = step_mean(dag, (const Ref *const *)qd, nv);
	add_bracket_change(s, step_twelfth(dag), of[0].qd, qd[0], of[3].qd, qd[3], u);
	struct StepChange next = { .q = moved_change(dag, s->tree, s->whole, d->q, u) };
	const Ref *mean = step_mean(dag, (const Ref *const *)a, nv);
	const Ref one = dag_const(dag, 1);
	next.qd = step_sum(dag, d->qd, one, mean, nv);
	for (int k = 0; k < RK4_STAGES; k++)
		rate[k] = a[k] + nv;
	mean = step_mean(dag, (const Ref *const *)rate, ns);
	next.s = step_sum(dag, d->s, one, mean, ns);
	return next;
}

void step_slopes_by_rk4(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion, Ref *out)
{
	struct Rk4Slopes s = { .dag = dag, .tree = tree };
	step_stages(dag, tree, motion, s.stage);
	for (int i = 1; i < RK4_STAGES; i++)
		s.by[i] = move_slopes(dag, tree, s.stage[i].u);
	s.whole = move_slopes(dag, tree, step_displacement(dag, tree, s.stage));
	for (int k = 0; k < directions(tree); k++) {
		struct StepChange d = unit_change(dag, tree, k), next = rk4_change(&s, &d);
		put_column(&next, tree, k, out);
	}
}
