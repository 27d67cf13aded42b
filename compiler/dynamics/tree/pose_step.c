#include "pose_step.h"

#include "exponential.h"
#include "ltdl.h"
#include "state_space.h"

enum { ROWS = 6 };

/* --- the error --- */

static struct Mat wanted_rotation(struct Dag *dag)
{
	struct Mat R;
	for (uint32_t k = 0; k < 9; k++)
		R.e[k / 3][k % 3] = dag_input(dag, INPUT_R, k);
	return R;
}

static struct Spatial error_of(struct Dag *dag, const struct Placement *pose)
{
	struct Spatial e;
	Ref q[4];
	struct Mat back = mat_transpose(pose->R), turn = mat_mul(dag, wanted_rotation(dag), back);
	for (uint32_t k = 0; k < 3; k++)
		e.lin.e[k] = dag_sub(dag, dag_input(dag, INPUT_P, k), pose->p.e[k]);
	quaternion_of_matrix(dag, &turn, q);
	e.ang = logarithm_of(dag, q).w;
	return e;
}

/* --- the step --- */

/* Velocities that move the frame; returns their number. */
static int moving_columns(const struct Dag *dag, const Ref *J, int nv, int *column)
{
	int count = 0;
	for (int v = 0; v < nv; v++) {
		bool moves = false;
		for (int r = 0; r < ROWS; r++)
			moves |= !dag_is_zero(dag, J[r * nv + v]);
		if (moves)
			column[count++] = v;
	}
	return count;
}

/* Element (i, k) of A A^T, or with `across` of A^T A, for A of 6 x count. */
static Ref product(struct Dag *dag, const Ref *A, int count, bool across, int i, int k)
{
	Ref sum = dag_const(dag, 0);
	for (int n = 0; n < (across ? ROWS : count); n++) {
		Ref a = across ? A[n * count + i] : A[i * count + n], b = across ? A[n * count + k] : A[k * count + n];
		sum = dag_add(dag, sum, dag_mul(dag, a, b));
	}
	return sum;
}

/* A A^T + damping^2 1, or with `across` A^T A + damping^2 1. */
static struct LtdlFactor damped(struct Dag *dag, const Ref *A, int count, bool across)
{
	int size = across ? count : ROWS;
	Ref *M = ARENA_TABLE(dag->arena, Ref, size, size);
	Ref damping = dag_input(dag, INPUT_DAMPING, 0), square = dag_mul(dag, damping, damping);
	for (int i = 0; i < size; i++)
		for (int k = 0; k <= i; k++) {
			Ref sum = product(dag, A, count, across, i, k);
			M[i * size + k] = M[k * size + i] = i == k ? dag_add(dag, sum, square) : sum;
		}
	return ltdl_make(dag, M, size);
}

/* A^T x (count) */
static void multiply(struct Dag *dag, const Ref *A, int count, const Ref *x, Ref *y)
{
	for (int k = 0; k < count; k++) {
		y[k] = dag_const(dag, 0);
		for (int r = 0; r < ROWS; r++)
			y[k] = dag_add(dag, y[k], dag_mul(dag, A[r * count + k], x[r]));
	}
}

/* dq (count) for the columns A of the velocities that move the frame: by the smaller of both systems. */
static void solve(struct Dag *dag, const Ref *A, int count, const Ref e[ROWS], Ref *dq)
{
	bool across = count < ROWS;
	struct LtdlFactor factor = damped(dag, A, count, across);
	Ref y[ROWS];
	if (across) {
		multiply(dag, A, count, e, dq);
		ltdl_solve(&factor, dq);
		return;
	}
	for (int r = 0; r < ROWS; r++)
		y[r] = e[r];
	ltdl_solve(&factor, y);
	multiply(dag, A, count, y, dq);
}

void pose_step(struct Dag *dag, const struct Tree *tree, const struct Placement *pose, const Ref *J, Ref *out)
{
	int nv = tree->nv, *column = ARENA_ARRAY(dag->arena, int, nv), count = moving_columns(dag, J, nv, column);
	Ref *A = ARENA_ARRAY(dag->arena, Ref, ROWS * count), *x = ARENA_ARRAY(dag->arena, Ref, nv + count);
	Ref *dq = x + nv;
	struct Spatial error = error_of(dag, pose);
	spatial_put(&error, out + tree->nq);
	for (int r = 0; r < ROWS; r++)
		for (int k = 0; k < count; k++)
			A[r * count + k] = J[r * nv + column[k]];
	solve(dag, A, count, out + tree->nq, dq);
	dag_zeros(dag, x, nv);
	for (int k = 0; k < count; k++)
		x[column[k]] = dq[k];
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), x, out);
}
