/* Dynamics with the rows of a phase (textbook/rows.c has their equations).
 *
 * A contact's frame A is at rest in the world: its rows are taken from the Jacobian and the acceleration of frame B in
 * world axes, along R_A t, or R_B t for a vector fixed in B. Frame B of a loop is seen from A by the functions of two
 * frames.
 *
 * Range space by M = L^T D L. With Y = L^-T J^T and y = L^-T (tau - h),
 *   J M^-1 J^T = Y^T D^-1 Y    J qdd_0 = Y^T D^-1 y
 * and M qdd = tau - h + J^T lambda is solved from y + Y lambda on, so L^-1 is applied once. Y has the zeros of J^T:
 * limbs apart from a row stay out of its column. */
#include "customized.h"

#include <string.h>

#include "dynamics/tree/ltdl.h"
#include "dynamics/tree/row_math.h"
#include "aba.h"

typedef void Algorithm(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out);

static bool is_seen_from_world(const struct Tree *tree, const struct RowBlock *block)
{
	return tree->site[block->a].link < 0;
}

/* Motion of a block's frame B in the world, or seen from a frame A that moves. */
static void of_block(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options,
                     Algorithm *in_world, Algorithm *relative, Ref *out)
{
	struct Tree *own = tree_copy(tree, tree->dag);
	bool from_world = is_seen_from_world(tree, block) && !block->kind;
	own->asked[0] = block->b;
	own->asked[1] = from_world ? -1 : block->a;
	(from_world ? in_world : relative)(dag, own, options, out);
}

#define OF_BLOCK(name, in_world, relative) \
	static void name(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, const void *options, \
	                 Ref *out) \
	{ \
		of_block(dag, tree, block, options, in_world, relative, out); \
	}

OF_BLOCK(pose_of, customized_pose, customized_relative_pose)
OF_BLOCK(jacobian_of, customized_jacobian, customized_relative_jacobian)
OF_BLOCK(velocity_of, customized_velocity, customized_relative_velocity)
OF_BLOCK(acceleration_of, customized_acceleration, customized_relative_acceleration)

static struct Mat axes_of(const struct Tree *tree, const struct RowBlock *block)
{
	bool from_world = is_seen_from_world(tree, block) && !block->kind;
	return from_world ? tree->site[block->a].at.R : mat_identity(tree->dag);
}

static struct RowMotion motion_by(const struct BuildOptions *options)
{
	return (struct RowMotion){ options, axes_of, pose_of, jacobian_of, velocity_of, acceleration_of };
}

void customized_rows_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	struct RowMotion motion = motion_by(options);
	rows_put_jacobian(dag, tree, &motion, J);
}

void customized_rows_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *drift)
{
	struct RowMotion motion = motion_by(options);
	rows_put_drift(dag, tree, &motion, drift);
}

void customized_rows_closure(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *closure)
{
	struct RowMotion motion = motion_by(options);
	rows_put_closure(dag, tree, &motion, closure);
}

/* Forces of contacts are wrenches on links; those of loops and constraints act by J^T. */
void customized_rows_rnea(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau)
{
	if (row_set_is_of_contacts(tree->rows)) {
		customized_rnea(dag, tree_with_row_forces(tree), options, tau);
		return;
	}
	Ref *J = ARENA_ARRAY(dag->arena, Ref, (size_t)tree->rows->rows * (size_t)tree->nv);
	customized_rnea(dag, tree, options, tau);
	customized_rows_jacobian(dag, tree, options, J);
	for (int r = 0; r < tree->rows->rows; r++)
		for (int v = 0; v < tree->nv; v++) {
			Ref force = dag_mul(dag, J[r * tree->nv + v], dag_input(dag, INPUT_LAMBDA, (uint32_t)r));
			tau[v] = dag_sub(dag, tau[v], force);
		}
}

/* --- the range space --- */

struct RangeSpace {
	struct Dag *dag;
	int nv, rows;
	const int *place;            /* of the kept rows, in lambda */
	struct LtdlFactor M, inside; /* of M; of J M^-1 J^T */
	Ref *Y;                      /* columns L^-T J_r^T, rows x nv */
};

/* a^T D^-1 b */
static Ref weighed(const struct RangeSpace *s, const Ref *a, const Ref *b)
{
	Ref sum = dag_const(s->dag, 0);
	for (int v = 0; v < s->nv; v++) {
		Ref scaled = dag_mul(s->dag, a[v], s->M.over[v]);
		sum = dag_add(s->dag, sum, dag_mul(s->dag, scaled, b[v]));
	}
	return sum;
}

static struct RangeSpace range_space(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct RangeSpace s = { .dag = dag, .nv = tree->nv };
	size_t nv = (size_t)s.nv;
	Ref *M = ARENA_ARRAY(dag->arena, Ref, nv * nv);
	Ref *J = ARENA_ARRAY(dag->arena, Ref, (size_t)tree->rows->rows * nv);
	customized_crba(dag, tree, options, M);
	customized_rows_jacobian(dag, tree, options, J);
	s.M = ltdl_make(dag, M, s.nv);
	s.place = row_set_kept(dag->arena, tree->rows, &s.rows);
	s.Y = ARENA_ARRAY(dag->arena, Ref, (size_t)s.rows * nv);
	Ref *inside = ARENA_ARRAY(dag->arena, Ref, s.rows * s.rows);
	for (int r = 0; r < s.rows; r++) {
		Ref *y = &s.Y[r * s.nv];
		memcpy(y, &J[s.place[r] * s.nv], nv * sizeof *y);
		ltdl_solve_transposed(&s.M, y);
		for (int k = 0; k <= r; k++)
			inside[r * s.rows + k] = inside[k * s.rows + r] = weighed(&s, y, &s.Y[k * s.nv]);
	}
	s.inside = ltdl_make(dag, inside, s.rows);
	return s;
}

/* Solves J M^-1 J^T lambda = -right, then M x = L^T y + J^T lambda, x in place of y. Returns lambda. */
static Ref *solve_rows(const struct RangeSpace *s, const Ref *right, Ref *y)
{
	Ref *lambda = ARENA_ARRAY(s->dag->arena, Ref, s->rows);
	for (int r = 0; r < s->rows; r++)
		lambda[r] = dag_neg(right[r]);
	ltdl_solve(&s->inside, lambda);
	for (int r = 0; r < s->rows; r++)
		for (int v = 0; v < s->nv; v++)
			y[v] = dag_add(s->dag, y[v], dag_mul(s->dag, s->Y[r * s->nv + v], lambda[r]));
	ltdl_solve_outward(&s->M, y);
	return lambda;
}

static void spread(const struct RangeSpace *s, const struct Tree *tree, const Ref *lambda, Ref *out)
{
	dag_zeros(s->dag, out, tree->rows->rows);
	for (int r = 0; r < s->rows; r++)
		out[s->place[r]] = lambda[r];
}

static void constrained_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd,
                           Ref *lambda)
{
	if (aba_asked(tree, options->plan) && aba_possible(dag, tree) && row_set_is_of_contacts(tree->rows)) {
		aba_build(dag, tree, options, qdd, lambda);
		return;
	}
	struct RangeSpace s = range_space(dag, tree, options);
	Ref *drift = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	Ref *right = ARENA_ARRAY(dag->arena, Ref, s.rows);
	customized_rows_drift(dag, tree, options, drift);
	customized_rnea(dag, tree, options, qdd);
	tree_less_tau(dag, tree, qdd);
	ltdl_solve_transposed(&s.M, qdd);
	for (int r = 0; r < s.rows; r++) {
		Ref along = weighed(&s, &s.Y[r * s.nv], qdd);
		right[r] = dag_add(dag, along, drift[s.place[r]]);
	}
	spread(&s, tree, solve_rows(&s, right, qdd), lambda);
}

void customized_rows_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd)
{
	constrained_fd(dag, tree, options, qdd, ARENA_ARRAY(dag->arena, Ref, tree->rows->rows));
}

void customized_rows_lambda(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *lambda)
{
	constrained_fd(dag, tree, options, ARENA_ARRAY(dag->arena, Ref, tree->nv), lambda);
}

/* Change of the velocities, in the range space: the right side is -(1 + e) J qd. */
static void change_by_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *change,
                             Ref *impulse)
{
	struct RangeSpace s = range_space(dag, tree, options);
	Ref *velocity = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows), *right = ARENA_ARRAY(dag->arena, Ref, s.rows);
	struct RowMotion motion = motion_by(options);
	rows_put_velocity(dag, tree, &motion, velocity);
	for (int r = 0; r < s.rows; r++) {
		Ref factor = dag_add(dag, dag_const(dag, 1), row_set_restitution(dag, tree->rows, s.place[r]));
		right[r] = dag_mul(dag, factor, velocity[s.place[r]]);
	}
	dag_zeros(dag, change, s.nv);
	spread(&s, tree, solve_rows(&s, right, change), impulse);
}

void customized_rows_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	Ref *qd = ARENA_ARRAY(dag->arena, Ref, tree->nv), *qd_plus = out, *impulse = out + tree->nv;
	if (aba_asked(tree, options->plan) && aba_possible(dag, tree) && row_set_is_of_contacts(tree->rows))
		aba_build_impact(dag, tree, options, qd_plus, impulse);
	else
		change_by_impact(dag, tree, options, qd_plus, impulse);
	tree_velocities(dag, tree, qd);
	for (int v = 0; v < tree->nv; v++)
		qd_plus[v] = dag_add(dag, qd[v], qd_plus[v]);
}
