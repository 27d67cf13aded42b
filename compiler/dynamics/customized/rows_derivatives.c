/* Derivatives of forward dynamics and of lambda (textbook/rows.c has their equations): K (dqdd, -dlambda) = (-dR, -dA), with one
 * elimination of K = [M J^T; J 0] for all columns.
 *
 * dR is that of inverse dynamics, with the forces of contacts as wrenches in world axes (world_load.c), less d(J^T) lambda of loops and
 * constraints, by the chain rule. lambda is constant in the axes of the frames A there.
 *
 * dA = d(J qdd + drift) follows by the chain rule too. Free rows are taken in the axes of the plan, J' = T J and A' = T A with a rotation T
 * that moves. Since A = 0, dA' = T dA. J'^T acts on T dlambda, which is turned back to the axes of A. In axes of the link that is held,
 * the row of a foot does not depend on the position and attitude of the base. */
#include "customized.h"

#include <string.h>

#include "rnea_derivatives.h"
#include "row_system.h"

struct Changes {
	struct Dag *dag;
	const struct Tree *tree;
	const struct BuildOptions *options;
	struct RowMotion fixed;  /* in the axes of frames A */
	struct RowSystem system; /* in those of the plan */
	Ref *qdd, *lambda;       /* of forward dynamics; lambda of all rows */
	Ref *R[2];               /* dR by q and by qd: nv x nv each */
	Ref *A[2];               /* dA: rows x nv each */
};

static void eliminate(struct Changes *c)
{
	Ref *M = ARENA_TABLE(c->dag->arena, Ref, c->tree->nv, c->tree->nv);
	rnea_derivatives_inertia(c->dag, c->tree, c->options, M);
	c->system = row_system(c->dag, c->tree, c->options, row_motion_measured(c->dag, c->options), M);
}

static void find_motion(struct Changes *c)
{
	struct Dag *dag = c->dag;
	int nv = c->tree->nv, rows = c->tree->rows->rows;
	const struct Tree *still = tree_zero_inputs(c->tree, INPUT_BIT(INPUT_QDD));
	Ref *drift = ARENA_ARRAY(dag->arena, Ref, rows);
	c->qdd = ARENA_ARRAY(dag->arena, Ref, c->system.kkt.size);
	c->lambda = ARENA_ARRAY(dag->arena, Ref, rows);
	rows_put_drift(dag, still, &c->system.motion, drift);
	customized_rnea(dag, still, c->options, c->qdd);
	tree_less_tau(dag, c->tree, c->qdd);
	for (int r = 0; r < c->system.kkt.rows; r++)
		c->qdd[nv + r] = dag_neg(drift[c->system.place[r]]);
	row_system_solve(&c->system, c->qdd, c->lambda);
}

/* The tree with the forces of contacts, as inputs. */
static const struct Tree *tree_in_contact(const struct Changes *c)
{
	struct Tree *pressed = tree_copy(c->tree, c->dag);
	const Ref *lambda = rows_given_forces(c->dag, c->tree);
	for (int i = 0; i < c->tree->rows->blocks; lambda += c->tree->rows->block[i++].rows)
		if (row_block_is_of_contact(&c->tree->rows->block[i]))
			tree_press_contact(pressed, &c->tree->rows->block[i], lambda);
	return pressed;
}

/* Or of a constraint. */
static bool is_of_loop(const struct RowBlock *block)
{
	return !row_block_is_of_contact(block);
}

static void find_force_slopes(struct Changes *c)
{
	struct Dag *dag = c->dag;
	int nv = c->tree->nv;
	Ref *by = ARENA_TABLE(dag->arena, Ref, 2 * nv, nv), *loops = ARENA_ARRAY(dag->arena, Ref, nv);
	struct Derivatives s = rnea_derivatives_make(dag, tree_in_contact(c), c->options, c->qdd, by);
	dag_zeros(dag, loops, nv);
	rows_less_forces(dag, c->tree, &c->fixed, is_of_loop, loops);
	for (int i = 0; i < nv; i++)
		for (int v = 0; v < nv; v++)
			by[i * nv + v] = dag_add(dag, by[i * nv + v], tangent_slope(dag, &s.tangent[v], loops[i]));
	values_substitute(dag, by, (size_t)(2 * nv * nv), INPUT_LAMBDA, c->lambda);
	c->R[0] = by;
	c->R[1] = by + nv * nv;
}

static void find_row_slopes(struct Changes *c)
{
	struct Dag *dag = c->dag;
	int nv = c->tree->nv, rows = c->tree->rows->rows;
	Ref *by = ARENA_TABLE(dag->arena, Ref, 2 * rows, nv), *value = ARENA_ARRAY(dag->arena, Ref, rows);
	const struct Tangent *tangent = tangents_make(dag, c->tree, INPUT_Q);
	rows_put_acceleration(dag, c->tree, &c->system.motion, value);
	const struct StateSlopes to = { by, by + rows * nv, nv };
	state_slopes(dag, c->tree, tangent, value, rows, &to);
	values_substitute(dag, by, (size_t)(2 * rows * nv), INPUT_QDD, c->qdd);
	c->A[0] = by;
	c->A[1] = by + rows * nv;
}

static struct Changes changes_of(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct Changes c = { .dag = dag, .tree = tree, .options = options, .fixed = row_motion(options) };
	eliminate(&c);
	find_motion(&c);
	find_force_slopes(&c);
	find_row_slopes(&c);
	return c;
}

/* Right side of column v by q (0), qd (1) or tau (2). */
static void put_right(const struct Changes *c, int by, int v, Ref *right)
{
	int nv = c->tree->nv;
	dag_zeros(c->dag, right, c->system.kkt.size);
	if (by == 2) {
		right[v] = dag_const(c->dag, 1);
		return;
	}
	for (int i = 0; i < nv; i++)
		right[i] = dag_neg(c->R[by][i * nv + v]);
	for (int r = 0; r < c->system.kkt.rows; r++)
		right[nv + r] = dag_neg(c->A[by][c->system.place[r] * nv + v]);
}

/* Velocities are eliminated from the last one on, so of column v the entries up to v take less. */
static void mirror(Ref *matrix, int nv)
{
	for (int i = 0; i < nv; i++)
		for (int v = 0; v < i; v++)
			matrix[i * nv + v] = matrix[v * nv + i];
}

/* The three matrices of qdd (nv rows), or of lambda. */
static void put_changes(const struct Changes *c, bool of_lambda, Ref *out)
{
	int nv = c->tree->nv, rows = c->tree->rows->rows, size = of_lambda ? rows : nv;
	Ref *right = ARENA_ARRAY(c->dag->arena, Ref, c->system.kkt.size),
	    *lambda = ARENA_ARRAY(c->dag->arena, Ref, rows);
	for (int by = 0; by < 3; by++)
		for (int v = 0; v < nv; v++) {
			put_right(c, by, v, right);
			row_system_solve(&c->system, right, lambda);
			for (int i = 0; i < size; i++)
				out[(by * size + i) * nv + v] = of_lambda ? lambda[i] : right[i];
		}
	if (!of_lambda)
		mirror(&out[2 * nv * nv], nv);
}

void customized_rows_fd_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                    Ref *out)
{
	struct Changes c = changes_of(dag, tree, options);
	put_changes(&c, false, out);
}

void customized_rows_fd_motion(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct Changes c = changes_of(dag, tree, options);
	memcpy(out, c.qdd, (size_t)tree->nv * sizeof *out);
	put_changes(&c, false, out + tree->nv + tree->ns);
}

void customized_rows_lambda_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                        Ref *out)
{
	struct Changes c = changes_of(dag, tree, options);
	put_changes(&c, true, out);
}
