/* Dynamics with the rows of a phase (textbook/rows.c has their equations). Motion under rows is solved in the articulated
 * elimination of aba.c, or by K = [M J^T; J 0] (kkt.c). */
#include "customized.h"

#include <string.h>

#include "aba.h"
#include "dynamics/tree/state_space.h"
#include "row_system.h"

void customized_rows_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	struct RowMotion motion = row_motion(options);
	rows_put_jacobian(dag, tree, &motion, J);
}

void customized_rows_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *drift)
{
	struct RowMotion motion = row_motion(options);
	rows_put_drift(dag, tree, &motion, drift);
}

void customized_rows_closure(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *closure)
{
	struct RowMotion motion = row_motion(options);
	rows_put_closure(dag, tree, &motion, closure);
}

/* The rows in the axes of the plan, each along its own vector. */
static struct RowMotion motion_of_given(const struct BuildOptions *options)
{
	struct RowMotion motion = row_motion_planned(options);
	motion.free = NULL;
	motion.whole = false;
	return motion;
}

/* A `constraint` looks at coordinates, not at two frames. */
static bool is_of_constraint(const struct RowBlock *block)
{
	return block->b < 0;
}

/* Forces of contacts and loops are wrenches on links; those of constraints act by J^T. */
void customized_rows_rnea(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau)
{
	struct RowMotion motion = motion_of_given(options);
	customized_rnea(dag, rows_press(dag, tree, &motion, rows_given_forces(dag, tree)), options, tau);
	rows_less_forces(dag, tree, &motion, is_of_constraint, tau);
}

void customized_rows_reaction(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct RowMotion motion = motion_of_given(options);
	struct Tree *pressed = rows_press(dag, tree, &motion, rows_given_forces(dag, tree));
	rows_press_seen(dag, pressed, tree->rows, rows_given_forces(dag, tree));
	customized_reaction(dag, pressed, options, out);
}

/* --- motion --- */

static struct RowSystem system_of(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                  struct RowMotion motion)
{
	Ref *M = ARENA_TABLE(dag->arena, Ref, tree->nv, tree->nv);
	customized_crba(dag, tree, options, M);
	return row_system(dag, tree, options, motion, M);
}

static bool has_constraint(const struct RowSet *set)
{
	for (int i = 0; i < set->blocks; i++)
		if (is_of_constraint(&set->block[i]))
			return true;
	return false;
}

static bool is_articulated(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	return aba_asked(tree, options->plan) && aba_possible(dag, tree) && !has_constraint(tree->rows) &&
	       !(tree->rows->found->stiffness > 0);
}

/* Motion of the rows in the units in which forward dynamics solves for their forces. */
static struct RowMotion motion_of_solved(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	return is_articulated(dag, tree, options) ? row_motion_planned(options) : row_motion_measured(dag, options);
}

void customized_rows_motion(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct RowMotion motion = motion_of_solved(dag, tree, options);
	customized_rnea(dag, rows_press(dag, tree, &motion, rows_given_forces(dag, tree)), options, out);
	rows_less_forces(dag, tree, &motion, is_of_constraint, out);
	rows_put_acceleration(dag, tree, &motion, out + tree->nv);
}

static void constrained_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd,
                           Ref *lambda)
{
	if (is_articulated(dag, tree, options)) {
		aba_build(dag, tree, options, qdd, lambda);
		return;
	}
	struct RowSystem c = system_of(dag, tree, options, motion_of_solved(dag, tree, options));
	Ref *right = ARENA_ARRAY(dag->arena, Ref, c.kkt.size);
	Ref *drift = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	rows_put_drift(dag, tree, &c.motion, drift);
	customized_rnea(dag, tree, options, right);
	tree_less_tau(dag, tree, right);
	for (int r = 0; r < c.kkt.rows; r++)
		right[tree->nv + r] = dag_neg(drift[c.place[r]]);
	row_system_solve(&c, right, lambda);
	memcpy(qdd, right, (size_t)tree->nv * sizeof *qdd);
}

void customized_rows_fd(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd)
{
	constrained_fd(dag, tree, options, qdd, ARENA_ARRAY(dag->arena, Ref, tree->rows->rows));
}

void customized_rows_lambda(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *lambda)
{
	constrained_fd(dag, tree, options, ARENA_ARRAY(dag->arena, Ref, tree->nv), lambda);
}

/* Solves with the right side (0, -jump), for the jump of each row: x (nv) and lambda. */
static void solve_jump(const struct RowSystem *c, const Ref *jump, Ref *x, Ref *lambda)
{
	struct Dag *dag = c->kkt.dag;
	Ref *right = ARENA_ARRAY(dag->arena, Ref, c->kkt.size);
	dag_zeros(dag, right, c->kkt.nv);
	for (int r = 0; r < c->kkt.rows; r++)
		right[c->kkt.nv + r] = dag_neg(jump[c->place[r]]);
	row_system_solve(c, right, lambda);
	memcpy(x, right, (size_t)c->kkt.nv * sizeof *x);
}

static bool rebounds(struct Dag *dag, const struct RowSet *set)
{
	for (int i = 0; i < set->blocks; i++)
		if (!dag_is_zero(dag, set->block[i].restitution))
			return true;
	return false;
}

/* Change of the velocities: the right side is (0, -(1 + e) J qd). With e > 0 along a normal, rows stay along it. */
static void change_by_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *change,
                             Ref *impulse)
{
	struct RowMotion motion = rebounds(dag, tree->rows) ? row_motion(options) : row_motion_measured(dag, options);
	struct RowSystem c = system_of(dag, tree, options, motion);
	Ref *velocity = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	rows_put_velocity(dag, tree, &c.motion, velocity);
	for (int r = 0; r < tree->rows->rows; r++) {
		Ref factor = row_set_restitution(dag, tree->rows, r);
		factor = dag_add(dag, dag_const(dag, 1), factor);
		velocity[r] = dag_mul(dag, factor, velocity[r]);
	}
	solve_jump(&c, velocity, change, impulse);
}

void customized_rows_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	Ref *qd = ARENA_ARRAY(dag->arena, Ref, tree->nv), *qd_plus = out, *impulse = out + tree->nv;
	if (is_articulated(dag, tree, options))
		aba_build_impact(dag, tree, options, qd_plus, impulse);
	else
		change_by_impact(dag, tree, options, qd_plus, impulse);
	tree_velocities(dag, tree, qd);
	for (int v = 0; v < tree->nv; v++)
		qd_plus[v] = dag_add(dag, qd[v], qd_plus[v]);
}

/* Two right sides of one K: (0, -c) for the coordinates and (0, -J qd) for the velocities. */
void customized_rows_project(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct RowSystem c = system_of(dag, tree, options, row_motion_measured(dag, options));
	int rows = tree->rows->rows, nv = tree->nv;
	Ref *jump = ARENA_ARRAY(dag->arena, Ref, rows), *unused = ARENA_ARRAY(dag->arena, Ref, rows);
	Ref *x = ARENA_ARRAY(dag->arena, Ref, nv), *qd = out + tree->nq;
	rows_put_closure(dag, tree, &c.motion, jump);
	solve_jump(&c, jump, x, unused);
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), x, out);
	rows_put_velocity(dag, tree, &c.motion, jump);
	solve_jump(&c, jump, x, unused);
	tree_velocities(dag, tree, qd);
	for (int v = 0; v < nv; v++)
		qd[v] = dag_add(dag, qd[v], x[v]);
}
