/* Dynamics with the rows of a phase, whose equations are in tree/row_math.h.
 *
 * Forward dynamics solves
 *   M qdd + h = tau + J^T lambda    J qdd + drift = 0
 * in the range space of J^T: with qdd_0 = M^-1 (tau - h),
 *   J M^-1 J^T lambda = -(drift + J qdd_0)    qdd = qdd_0 + M^-1 J^T lambda.
 * Rows that hold by themselves are left out of J; their lambda is 0. */
#include "textbook.h"
#include "kinematics.h"

#include <string.h>

#include "dynamics/tree/ltdl.h"
#include "dynamics/tree/row_balance.h"
#include "dynamics/tree/row_math.h"
#include "dynamics/tree/state_space.h"

#define OF_BLOCK(name, function) \
	static void name(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options, \
	                 Ref *out) \
	{ \
		(void)options; \
		function(dag, tree_of_rows(tree, block), out); \
	}

OF_BLOCK(jacobian_of, textbook_relative_jacobian)
OF_BLOCK(velocity_of, textbook_relative_velocity)
OF_BLOCK(acceleration_of, textbook_relative_acceleration)

/* In the axes of A. */
static struct RowPose pose_of(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                              const void *options)
{
	Ref number[12];
	(void)options;
	textbook_relative_pose(dag, tree_of_rows(tree, block), number);
	struct Placement pose = placement_get(number);
	return (struct RowPose){ mat_identity(dag), pose.R, pose.p, 1 };
}

static struct Mat axes_of(const struct Tree *tree, const struct RowBlock *block)
{
	(void)block;
	return mat_identity(tree->dag);
}

static const struct RowMotion by_two_frames = { .pose = pose_of,
	                                        .axes = axes_of,
	                                        .jacobian = jacobian_of,
	                                        .velocity = velocity_of,
	                                        .acceleration = acceleration_of };

void textbook_rows_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J)
{
	rows_put_jacobian(dag, tree, &by_two_frames, J);
}

void textbook_rows_by_inputs(struct Dag *dag, const struct Tree *tree, Ref *H)
{
	if (!dag->moving.count)
		return;
	Ref *velocity = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	rows_put_velocity(dag, tree, &by_two_frames, velocity);
	dag_jacobian(dag, velocity, (size_t)tree->rows->rows, INPUT_UD, dag->moving.count, H);
}

void textbook_rows_drift(struct Dag *dag, const struct Tree *tree, Ref *drift)
{
	rows_put_drift(dag, tree, &by_two_frames, drift);
}

void textbook_rows_closure(struct Dag *dag, const struct Tree *tree, Ref *closure)
{
	rows_put_closure(dag, tree, &by_two_frames, closure);
}

void textbook_rows_rnea(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	textbook_rnea(dag, tree, tau);
	rows_less_forces(dag, tree, &by_two_frames, NULL, tau);
}

void textbook_rows_reaction(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Tree *pressed = rows_press(dag, tree, &by_two_frames, rows_given_forces(dag, tree));
	rows_press_seen(dag, pressed, tree->rows, rows_given_forces(dag, tree));
	textbook_reaction(dag, pressed, out);
}

/* C = A B for A (rows x inner) and B (inner x columns). */
static Ref *multiply(struct Dag *dag, const Ref *A, int rows, int inner, const Ref *B, int columns)
{
	Ref *C = ARENA_TABLE(dag->arena, Ref, rows, columns);
	dag_zeros(dag, C, rows * columns);
	for (int i = 0; i < rows * columns; i++)
		for (int k = 0; k < inner; k++)
			C[i] = dag_add(dag, C[i],
			               dag_mul(dag, A[i / columns * inner + k], B[k * columns + i % columns]));
	return C;
}

/* Rows that do not hold by themselves. */
struct RangeSpace {
	struct Dag *dag;
	int nv, rows;
	const int *place;            /* in lambda */
	Ref *J;                      /* rows x nv */
	Ref *X;                      /* M^-1 J^T, nv x rows */
	struct LtdlFactor M, inside; /* of M, of J X */
};

static void find_kept(struct RangeSpace *s, const struct Tree *tree)
{
	s->place = row_set_kept(s->dag->arena, tree->rows, &s->rows);
	s->J = ARENA_TABLE(s->dag->arena, Ref, tree->rows->rows, s->nv);
	textbook_rows_jacobian(s->dag, tree, s->J);
	for (int k = 0; k < s->rows; k++)
		memmove(&s->J[k * s->nv], &s->J[s->place[k] * s->nv], (size_t)s->nv * sizeof *s->J);
}

static struct RangeSpace range_space(struct Dag *dag, const struct Tree *tree)
{
	struct RangeSpace s = { .dag = dag, .nv = tree->nv };
	Ref *M = ARENA_TABLE(dag->arena, Ref, s.nv, s.nv), *x = ARENA_ARRAY(dag->arena, Ref, s.nv);
	textbook_crba(dag, tree, M);
	find_kept(&s, tree);
	rows_brace_inertia(dag, tree->rows, s.J, s.place, s.rows, s.nv, M);
	s.M = ltdl_make(dag, M, s.nv);
	s.X = ARENA_TABLE(dag->arena, Ref, s.nv, s.rows);
	for (int r = 0; r < s.rows; r++) {
		memcpy(x, &s.J[r * s.nv], (size_t)s.nv * sizeof *x);
		ltdl_solve(&s.M, x);
		for (int v = 0; v < s.nv; v++)
			s.X[v * s.rows + r] = x[v];
	}
	s.inside = ltdl_make(dag, multiply(dag, s.J, s.rows, s.nv, s.X, s.rows), s.rows);
	return s;
}

/* Solution of J M^-1 J^T lambda = -right, and x + M^-1 J^T lambda in place of x. Returns lambda. */
static Ref *solve_rows(const struct RangeSpace *s, const Ref *right, Ref *x)
{
	Ref *lambda = ARENA_ARRAY(s->dag->arena, Ref, s->rows);
	for (int r = 0; r < s->rows; r++)
		lambda[r] = dag_neg(right[r]);
	ltdl_solve(&s->inside, lambda);
	const Ref *gain = multiply(s->dag, s->X, s->nv, s->rows, lambda, 1);
	for (int v = 0; v < s->nv; v++)
		x[v] = dag_add(s->dag, x[v], gain[v]);
	return lambda;
}

/* lambda of the kept rows, spread over all rows: the others have 0. */
static void spread(const struct RangeSpace *s, const struct Tree *tree, const Ref *lambda, Ref *out)
{
	dag_zeros(s->dag, out, tree->rows->rows);
	for (int r = 0; r < s->rows; r++)
		out[s->place[r]] = lambda[r];
}

/* qdd and lambda. */
static void constrained_fd(struct Dag *dag, const struct Tree *tree, Ref *qdd, Ref *lambda)
{
	struct RangeSpace s = range_space(dag, tree);
	Ref *drift = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	textbook_rows_drift(dag, tree, drift);
	textbook_rnea(dag, tree, qdd);
	tree_less_tau(dag, tree, qdd);
	for (int r = 0; r < s.rows; r++)
		drift[r] = drift[s.place[r]];
	rows_brace_force(dag, tree->rows, s.J, s.place, s.rows, s.nv, drift, qdd);
	ltdl_solve(&s.M, qdd);
	Ref *right = multiply(dag, s.J, s.rows, s.nv, qdd, 1);
	for (int r = 0; r < s.rows; r++)
		right[r] = dag_add(dag, right[r], drift[r]);
	spread(&s, tree, solve_rows(&s, right, qdd), lambda);
}

void textbook_rows_fd(struct Dag *dag, const struct Tree *tree, Ref *qdd)
{
	constrained_fd(dag, tree, qdd, ARENA_ARRAY(dag->arena, Ref, tree->rows->rows));
}

void textbook_rows_lambda(struct Dag *dag, const struct Tree *tree, Ref *lambda)
{
	constrained_fd(dag, tree, ARENA_ARRAY(dag->arena, Ref, tree->nv), lambda);
}

/* Velocities of the kept rows: J qd, and the motion that moving inputs give them. */
static Ref *row_velocities(const struct RangeSpace *s, const struct Tree *tree, const Ref *qd)
{
	if (!s->dag->moving.count)
		return multiply(s->dag, s->J, s->rows, s->nv, qd, 1);
	Ref *velocity = ARENA_ARRAY(s->dag->arena, Ref, tree->rows->rows);
	rows_put_velocity(s->dag, tree, &by_two_frames, velocity);
	for (int r = 0; r < s->rows; r++)
		velocity[r] = velocity[s->place[r]];
	return velocity;
}

/* --- inverse dynamics --- */

void textbook_rows_id(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	Ref *J = ARENA_TABLE(dag->arena, Ref, tree->rows->rows, tree->nv);
	textbook_rnea(dag, tree, out);
	textbook_rows_jacobian(dag, tree, J);
	row_balance(dag, tree, J, square_solve_orthogonal, out, out + tree->nv);
}

/* --- impact --- */

/* Newton's law of impact, J qd_plus = -e J qd: the impulse solves J M^-1 J^T impulse = -(1 + e) J qd. */
void textbook_rows_impact(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct RangeSpace s = range_space(dag, tree);
	Ref *qd_plus = out, *impulse = out + s.nv;
	tree_velocities(dag, tree, qd_plus);
	Ref *right = row_velocities(&s, tree, qd_plus);
	for (int r = 0; r < s.rows; r++) {
		Ref factor = row_set_restitution(dag, tree->rows, s.place[r]);
		factor = dag_add(dag, dag_const(dag, 1), factor);
		right[r] = dag_mul(dag, factor, right[r]);
	}
	spread(&s, tree, solve_rows(&s, right, qd_plus), impulse);
	Ref stiffness = dag_const(dag, tree->rows->found->stiffness);
	for (int r = 0; r < s.rows; r++) /* M (qd_plus - qd) lacks the part of the braces */
		if (tree->rows->found->brace[s.place[r]])
			impulse[s.place[r]] = dag_add(dag, impulse[s.place[r]], dag_mul(dag, stiffness, right[r]));
}

/* --- derivatives --- */

/* With R(q, qd, qdd, lambda) = rnea - J^T lambda and A(q, qd, qdd) = J qdd + drift, forward dynamics keeps R = tau and A = 0. So for
 * a change of q or qd
 *   M dqdd - J^T dlambda = -dR    J dqdd = -dA
 * with dR and dA at the qdd and lambda of forward dynamics, held constant. For a change of tau the right sides are dtau and 0. */
struct Changes {
	struct RangeSpace space;
	Ref *R, *A; /* nv x 2 nv, rows x 2 nv: by q, then by qd */
};

/* Slopes of `values` along all q, then by all qd. */
static Ref *slopes_of(struct Dag *dag, const struct Tree *tree, const Ref *value, int values)
{
	int nv = tree->nv;
	const struct Tangent *tangent = tangents_make(dag, tree, INPUT_Q);
	Ref *slope = ARENA_TABLE(dag->arena, Ref, values * 2, nv);
	const struct StateSlopes to = { slope, slope + nv, 2 * nv };
	state_slopes(dag, tree, tangent, value, values, &to);
	return slope;
}

static struct Changes changes_of(struct Dag *dag, const struct Tree *tree)
{
	int rows = tree->rows->rows, nv = tree->nv;
	const struct Tree *still = tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD));
	struct Changes c = { .space = range_space(dag, tree) };
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, nv), *acceleration = ARENA_ARRAY(dag->arena, Ref, rows);
	Ref *qdd = ARENA_ARRAY(dag->arena, Ref, nv), *lambda = ARENA_ARRAY(dag->arena, Ref, rows);
	constrained_fd(dag, still, qdd, lambda);
	textbook_rows_rnea(dag, tree, tau);
	rows_put_acceleration(dag, tree, &by_two_frames, acceleration);
	c.R = slopes_of(dag, tree, tau, nv);
	c.A = slopes_of(dag, tree, acceleration, rows);
	values_substitute(dag, c.R, (size_t)(nv * 2 * nv), INPUT_QDD, qdd);
	values_substitute(dag, c.R, (size_t)(nv * 2 * nv), INPUT_LAMBDA, lambda);
	values_substitute(dag, c.A, (size_t)(rows * 2 * nv), INPUT_QDD, qdd);
	return c;
}

/* Changes of qdd and lambda for column v of the 3 nv by q, qd and tau. */
static void change(const struct Changes *c, const struct Tree *tree, int v, Ref *qdd, Ref *lambda)
{
	const struct RangeSpace *s = &c->space;
	int nv = s->nv;
	for (int i = 0; i < nv; i++)
		qdd[i] = v < 2 * nv ? dag_neg(c->R[i * 2 * nv + v]) : dag_const(s->dag, i == v - 2 * nv);
	Ref *jump = ARENA_ARRAY(s->dag->arena, Ref, s->rows);
	for (int r = 0; r < s->rows; r++)
		jump[r] = v < 2 * nv ? c->A[s->place[r] * 2 * nv + v] : dag_const(s->dag, 0);
	rows_brace_force(s->dag, tree->rows, s->J, s->place, s->rows, nv, jump, qdd);
	ltdl_solve(&s->M, qdd);
	Ref *right = multiply(s->dag, s->J, s->rows, nv, qdd, 1);
	for (int r = 0; r < s->rows; r++)
		right[r] = dag_add(s->dag, right[r], jump[r]);
	spread(s, tree, solve_rows(s, right, qdd), lambda);
}

/* The three matrices of qdd (nv rows), or of lambda. */
static void put_changes(struct Dag *dag, const struct Tree *tree, bool of_lambda, Ref *out)
{
	int nv = tree->nv, size = of_lambda ? tree->rows->rows : nv;
	struct Changes c = changes_of(dag, tree);
	Ref *qdd = ARENA_ARRAY(dag->arena, Ref, nv), *lambda = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	for (int v = 0; v < 3 * nv; v++) {
		change(&c, tree, v, qdd, lambda);
		for (int i = 0; i < size; i++)
			out[(v / nv * size + i) * nv + v % nv] = of_lambda ? lambda[i] : qdd[i];
	}
}

void textbook_rows_fd_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	put_changes(dag, tree, false, out);
}

void textbook_rows_fd_motion(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	textbook_rows_fd(dag, tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD)), out);
	textbook_rows_fd_derivatives(dag, tree, out + tree->nv + tree->ns);
}

void textbook_rows_lambda_derivatives(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	put_changes(dag, tree, true, out);
}

/* --- projection --- */

/* Both steps have the least x^T M x: J x = -c for coordinates, J x = -J qd for velocities. */
void textbook_rows_project(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct RangeSpace s = range_space(dag, tree);
	Ref *step = ARENA_ARRAY(dag->arena, Ref, s.nv), *closure = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	Ref *qd = out + tree->nq;
	textbook_rows_closure(dag, tree, closure);
	for (int r = 0; r < s.rows; r++)
		closure[r] = closure[s.place[r]];
	dag_zeros(dag, step, s.nv);
	solve_rows(&s, closure, step);
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), step, out);
	tree_velocities(dag, tree, qd);
	solve_rows(&s, row_velocities(&s, tree, qd), qd);
}
