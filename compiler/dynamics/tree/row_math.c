#include "row_math.h"

#include "dag/coordinate.h"
#include "exponential.h"
#include "tangent.h"
#include "tree_wrench.h"

static bool row_reads_pose(const struct ConstraintRow *row)
{
	return row->vector != ROW_OF_A;
}

static bool row_reads_velocity(const struct ConstraintRow *row)
{
	return row->vector == ROW_ACROSS || row->vector == ROW_ALONG;
}

static struct Vec across(struct Dag *dag, const struct RowPose *pose, struct Vec y)
{
	return vec_cross(dag, mat_column(&pose->A, 0), y);
}

static Ref length_of(struct Dag *dag, struct Vec p)
{
	return dag_sqrt(dag, vec_dot(dag, p, p));
}

static Ref per_length(struct Dag *dag, const struct RowPose *pose)
{
	return dag_const(dag, pose->length > 0 ? 1 / pose->length : 1);
}

static struct Vec row_vector(struct Dag *dag, const struct ConstraintRow *row, const struct RowPose *pose, bool whole)
{
	switch (row->vector) {
	case ROW_OF_A: break;
	case ROW_OF_B: return mat_vec(dag, pose->B, row->t);
	case ROW_ACROSS: return across(dag, pose, mat_column(&pose->B, 1));
	case ROW_ALONG: {
		if (whole)
			return pose->p;
		Ref length = length_of(dag, pose->p);
		return vec_scale(dag, dag_over(dag, 1, length), pose->p);
	}
	}
	return mat_vec(dag, pose->A, row->t);
}

static Ref row_velocity(struct Dag *dag, const struct ConstraintRow *row, struct Vec t, const struct Spatial *v)
{
	return vec_dot(dag, t, row->angular ? v->ang : v->lin);
}

/* `whole`: of a row along p, p . a + v . v - (p . v)^2 / (p . p). */
static Ref row_drift(struct Dag *dag, const struct ConstraintRow *row, struct Vec t, const struct RowPose *pose,
                     bool whole, const struct Spatial *v, const struct Spatial *a)
{
	Ref drift = row_velocity(dag, row, t, a);
	if (row->vector == ROW_ACROSS) {
		struct Vec moved = vec_cross(dag, v->ang, mat_column(&pose->B, 1));
		return dag_add(dag, drift, vec_dot(dag, across(dag, pose, moved), v->ang));
	}
	if (row->vector == ROW_ALONG && whole) {
		Ref along = vec_dot(dag, t, v->lin), square = vec_dot(dag, t, t);
		Ref own = dag_div(dag, dag_mul(dag, along, along), square);
		Ref side = dag_sub(dag, vec_dot(dag, v->lin, v->lin), own);
		return dag_add(dag, drift, side);
	}
	if (row->vector == ROW_ALONG) {
		Ref along = vec_dot(dag, t, v->lin);
		struct Vec side = vec_sub(dag, v->lin, vec_scale(dag, along, t));
		Ref length = length_of(dag, pose->p);
		return dag_add(dag, drift, dag_div(dag, vec_dot(dag, side, side), length));
	}
	return drift;
}

/* The coordinate axis about which R turns in every posture, or -1. */
static int only_axis(struct Dag *dag, const struct Mat *R)
{
	for (int i = 0; i < 3; i++)
		if (dag_is(dag, R->e[i][i], 1))
			return i;
	return -1;
}

/* Rotation vector of R, smooth through rotations of 0. About a coordinate axis its length is atan2(sin, cos). */
static struct Vec rotation_vector(struct Dag *dag, const struct Mat *R)
{
	Ref turn[4], zero = dag_const(dag, 0);
	int i = only_axis(dag, R);
	if (i >= 0) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		struct Vec w = { { zero, zero, zero } };
		w.e[i] = dag_op(dag, OP_ATAN2, (const Ref[OPERANDS]){ R->e[k][j], R->e[j][j] });
		return w;
	}
	quaternion_of_matrix(dag, R, turn);
	return logarithm_of(dag, turn).w;
}

/* Rotation vector of A^T B, in the axes of A and B. */
static struct Vec turned(struct Dag *dag, const struct RowPose *pose)
{
	struct Mat R = mat_mul(dag, mat_transpose(pose->A), pose->B);
	return mat_vec(dag, pose->A, rotation_vector(dag, &R));
}

static Ref row_closure(struct Dag *dag, const struct RowBlock *block, int number, struct Vec t,
                       const struct RowPose *pose, bool whole)
{
	const struct ConstraintRow *row = &block->row[number];
	if (row->vector == ROW_ACROSS)
		return dag_neg(vec_dot(dag, mat_column(&pose->A, 0), mat_column(&pose->B, 1)));
	if (row->vector == ROW_ALONG) {
		Ref length = length_of(dag, pose->p), wanted = dag_mul(dag, per_length(dag, pose), block->length);
		Ref open = dag_sub(dag, length, wanted);
		return whole ? dag_mul(dag, length, open) : open;
	}
	if (!row->angular)
		return vec_dot(dag, t, pose->p);
	if (block->kind->angular == SPAN_ALL)
		return vec_dot(dag, t, turned(dag, pose));
	struct Vec n = mat_vec(dag, pose->A, block->axis), seen = mat_vec(dag, pose->B, block->axis);
	return vec_dot(dag, t, vec_cross(dag, n, seen));
}

/* --- constraints --- */

static void constraint_jacobian(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, Ref *J)
{
	const struct Tangent *tangent = tangents_make(dag, tree, INPUT_Q);
	for (int v = 0; v < tree->nv; v++)
		J[v] = block->on_velocities ? dag_derivative(dag, block->value, dag_input(dag, INPUT_QD, (uint32_t)v))
		                            : tangent_slope(dag, &tangent[v], block->value);
}

/* Sum of the slopes of a value of the posture and velocities, or accelerations. With velocities also its change by moving
 * inputs, of which the value may have rates. */
static Ref rate_of(struct Dag *dag, const struct Tree *tree, Ref value, enum Input rates)
{
	const struct Tangent *tangent = tangents_make(dag, tree, INPUT_Q);
	Ref sum = dag_const(dag, 0);
	for (int v = 0; v < tree->nv; v++) {
		Ref slope = tangent_slope(dag, &tangent[v], value);
		sum = dag_add(dag, sum, dag_mul(dag, slope, dag_input(dag, rates, (uint32_t)v)));
	}
	return rates == INPUT_QD ? dag_add(dag, sum, coordinate_moving_change(dag, value)) : sum;
}

/* J qd */
static Ref velocity_of_constraint(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block)
{
	return block->on_velocities ? block->value : rate_of(dag, tree, block->value, INPUT_QD);
}

/* --- all rows --- */

/* Block with its frames, and the vectors of its rows. */
struct BlockPose {
	struct RowPose pose;
	struct Vec t[ROWS_MOST];
	bool whole; /* rows along p have t = p */
};

static struct Spatial spatial_from(const Ref *number)
{
	return (struct Spatial){ { { number[0], number[1], number[2] } }, { { number[3], number[4], number[5] } } };
}

/* Vectors of free rows, in place of those of A. */
static void free_rows(struct Dag *dag, const struct RowMotion *motion, const struct RowBlock *block,
                      struct BlockPose *own)
{
	for (int angular = 0; motion->free && angular < 2; angular++) {
		struct Vec t[3];
		int number = 0;
		if (!motion->free(dag, block, angular, &own->pose, t))
			continue;
		for (int r = 0; r < block->rows; r++)
			if (block->row[r].angular == angular)
				own->t[r] = t[number++];
	}
}

static struct BlockPose block_pose(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion,
                                   const struct RowBlock *block)
{
	struct BlockPose own = { .pose.A = mat_identity(dag), .whole = motion->whole };
	bool reads = block->settles || !motion->axes;
	for (int r = 0; r < block->rows; r++)
		reads |= row_reads_pose(&block->row[r]);
	if (reads)
		own.pose = motion->pose(dag, tree, block, motion->options);
	if (motion->axes)
		own.pose.A = motion->axes(tree, block);
	for (int r = 0; r < block->rows; r++)
		own.t[r] = row_vector(dag, &block->row[r], &own.pose, own.whole);
	free_rows(dag, motion, block, &own);
	return own;
}

void rows_put_jacobian(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *J)
{
	int nv = tree->nv;
	Ref *column = ARENA_ARRAY(dag->arena, Ref, 6 * nv);
	dag_zeros(dag, J, tree->rows->rows * nv);
	for (int i = 0; i < tree->rows->blocks; i++) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b < 0) {
			if (!block->row[0].holds)
				constraint_jacobian(dag, tree, block, J);
			J += nv;
			continue;
		}
		motion->jacobian(dag, tree, block, motion->options, column);
		struct BlockPose own = block_pose(dag, tree, motion, block);
		for (int r = 0; r < block->rows; r++, J += nv)
			for (int v = 0; v < nv && !block->row[r].holds; v++) {
				Ref number[6];
				for (int k = 0; k < 6; k++)
					number[k] = column[k * nv + v];
				struct Spatial moved = spatial_from(number);
				J[v] = row_velocity(dag, &block->row[r], own.t[r], &moved);
			}
	}
}

static struct Spatial motion_by(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block,
                                const struct RowMotion *motion, bool acceleration)
{
	Ref number[6];
	(acceleration ? motion->acceleration : motion->velocity)(dag, tree, block, motion->options, number);
	return spatial_from(number);
}

void rows_put_velocity(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *velocity)
{
	dag_zeros(dag, velocity, tree->rows->rows);
	for (int i = 0; i < tree->rows->blocks; velocity += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b < 0) {
			if (!block->row[0].holds)
				velocity[0] = velocity_of_constraint(dag, tree, block);
			continue;
		}
		struct Spatial v = motion_by(dag, tree, block, motion, false);
		struct BlockPose own = block_pose(dag, tree, motion, block);
		for (int r = 0; r < block->rows; r++)
			if (!block->row[r].holds)
				velocity[r] = row_velocity(dag, &block->row[r], own.t[r], &v);
	}
}

/* drift + 2 (J qd) / T + c / T^2 */
static Ref settled(struct Dag *dag, const struct RowBlock *block, Ref drift, Ref velocity, Ref closure)
{
	Ref rate = dag_over(dag, 1, block->settle), twice = dag_add(dag, velocity, velocity);
	drift = dag_add(dag, drift, dag_mul(dag, rate, twice));
	return dag_add(dag, drift, dag_mul(dag, dag_mul(dag, rate, rate), closure));
}

static Ref drift_of_constraint(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block)
{
	Ref velocity = velocity_of_constraint(dag, tree, block);
	Ref drift = rate_of(dag, tree, velocity, INPUT_QD);
	if (!block->settles)
		return drift;
	if (!block->on_velocities)
		return settled(dag, block, drift, velocity, block->value);
	return dag_add(dag, drift, dag_div(dag, velocity, block->settle));
}

/* J qdd */
static Ref pull_of_constraint(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block)
{
	if (!block->on_velocities)
		return rate_of(dag, tree, block->value, INPUT_QDD);
	Ref *J = ARENA_ARRAY(dag->arena, Ref, tree->nv), sum = dag_const(dag, 0);
	constraint_jacobian(dag, tree, block, J);
	for (int v = 0; v < tree->nv; v++)
		sum = dag_add(dag, sum, dag_mul(dag, J[v], dag_input(dag, INPUT_QDD, (uint32_t)v)));
	return sum;
}

static void put_drift(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion,
                      const struct RowBlock *block, Ref *drift)
{
	struct Spatial a = motion_by(dag, tree, block, motion, true), v = spatial_zero(dag);
	struct BlockPose own = block_pose(dag, tree, motion, block);
	bool reads = block->settles;
	for (int r = 0; r < block->rows; r++)
		reads |= row_reads_velocity(&block->row[r]);
	if (reads)
		v = motion_by(dag, tree, block, motion, false);
	for (int r = 0; r < block->rows; r++) {
		const struct ConstraintRow *row = &block->row[r];
		if (row->holds)
			continue;
		drift[r] = row_drift(dag, row, own.t[r], &own.pose, own.whole, &v, &a);
		if (!block->settles)
			continue;
		Ref velocity = row_velocity(dag, row, own.t[r], &v);
		drift[r] = settled(dag, block, drift[r], velocity,
		                   row_closure(dag, block, r, own.t[r], &own.pose, own.whole));
	}
}

void rows_put_drift(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *drift)
{
	dag_zeros(dag, drift, tree->rows->rows);
	for (int i = 0; i < tree->rows->blocks; drift += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b >= 0)
			put_drift(dag, tree, motion, block, drift);
		else if (!block->row[0].holds)
			drift[0] = drift_of_constraint(dag, tree, block);
	}
}

void rows_put_acceleration(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *acceleration)
{
	rows_put_drift(dag, tree, motion, acceleration);
	for (int i = 0; i < tree->rows->blocks; acceleration += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b < 0 && !block->row[0].holds)
			acceleration[0] = dag_add(dag, acceleration[0], pull_of_constraint(dag, tree, block));
	}
}

void rows_less_forces(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion,
                      bool (*acts)(const struct RowBlock *block), Ref *tau)
{
	int nv = tree->nv, first = 0;
	bool any = false;
	for (int i = 0; i < tree->rows->blocks; i++)
		any |= !acts || acts(&tree->rows->block[i]);
	if (!any)
		return;
	Ref *J = ARENA_TABLE(dag->arena, Ref, tree->rows->rows, nv);
	rows_put_jacobian(dag, tree, motion, J);
	for (int i = 0; i < tree->rows->blocks; first += tree->rows->block[i++].rows) {
		if (acts && !acts(&tree->rows->block[i]))
			continue;
		for (int r = first; r < first + tree->rows->block[i].rows; r++)
			for (int v = 0; v < nv; v++) {
				Ref force = dag_mul(dag, J[r * nv + v], dag_input(dag, INPUT_LAMBDA, (uint32_t)r));
				tau[v] = dag_sub(dag, tau[v], force);
			}
	}
}

void rows_put_closure(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *closure)
{
	dag_zeros(dag, closure, tree->rows->rows);
	for (int i = 0; i < tree->rows->blocks; closure += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (row_block_closes(block) && block->b < 0)
			closure[0] = block->value;
		if (!block->kind)
			continue;
		struct BlockPose own = block_pose(dag, tree, motion, block);
		own.pose = motion->pose(dag, tree, block, motion->options);
		for (int r = 0; r < block->rows; r++)
			closure[r] = row_closure(dag, block, r, own.t[r], &own.pose, own.whole);
	}
}

/* sum lambda_r t_r of the free rows, along each row's own vector. */
static void turn_forces(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion,
                        const struct RowBlock *block, bool angular, const struct BlockPose *own, Ref *lambda)
{
	struct Vec force = vec_const(dag, 0, 0, 0);
	for (int r = 0; r < block->rows; r++)
		if (block->row[r].angular == angular && !block->row[r].holds)
			force = vec_add(dag, force, vec_scale(dag, lambda[r], own->t[r]));
	force = motion->to_A(dag, tree, block, motion->options, force);
	for (int r = 0; r < block->rows; r++)
		if (block->row[r].angular == angular && !block->row[r].holds)
			lambda[r] = vec_dot(dag, block->row[r].t, force);
}

void rows_turn_forces(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, Ref *lambda)
{
	for (int i = 0; i < tree->rows->blocks; lambda += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b < 0 || !motion->free || motion->keeps)
			continue;
		struct BlockPose own = block_pose(dag, tree, motion, block);
		struct Vec t[3];
		for (int r = 0; r < block->rows && own.whole; r++)
			if (block->row[r].vector == ROW_ALONG)
				lambda[r] = dag_mul(dag, lambda[r], length_of(dag, own.pose.p));
		for (int r = 0; r < block->rows; r++)
			if (!block->row[r].angular)
				lambda[r] = dag_mul(dag, lambda[r], per_length(dag, &own.pose));
		for (int angular = 0; angular < 2; angular++)
			if (motion->free(dag, block, angular, &own.pose, t))
				turn_forces(dag, tree, motion, block, angular, &own, lambda);
	}
}

/* --- forces on bodies --- */

static struct Spatial turned_back(struct Dag *dag, const struct Mat *R, struct Spatial f)
{
	f.lin = mat_tvec(dag, *R, f.lin);
	f.ang = mat_tvec(dag, *R, f.ang);
	return f;
}

/* The force of A's body on B's at the origin of B, and the opposite one on A's. With the unit L of lengths a linear row is t . v / L,
 * so its force is lambda t / L, and its moment about A is L p x lambda t / L. */
static void press_block(struct Dag *dag, struct Tree *pressed, const struct Tree *tree, const struct RowMotion *motion,
                        const struct RowBlock *block, const Ref *lambda)
{
	struct BlockPose own = block_pose(dag, tree, motion, block);
	struct RowPose pose = motion->pose(dag, tree, block, motion->options);
	struct Spatial f = spatial_zero(dag);
	for (int r = 0; r < block->rows; r++) {
		struct Vec *sum = block->row[r].angular ? &f.ang : &f.lin;
		if (!block->row[r].holds)
			*sum = vec_add(dag, *sum, vec_scale(dag, lambda[r], own.t[r]));
	}
	struct Vec moment = vec_cross(dag, pose.p, f.lin);
	f.lin = vec_scale(dag, per_length(dag, &pose), f.lin);
	tree_press(pressed, block->b, block->body[1], turned_back(dag, &pose.B, f));
	struct Spatial back = { vec_neg(f.lin), vec_neg(vec_add(dag, f.ang, moment)) };
	tree_press(pressed, block->a, block->body[0], turned_back(dag, &pose.A, back));
}

struct Tree *rows_press(struct Dag *dag, const struct Tree *tree, const struct RowMotion *motion, const Ref *lambda)
{
	struct Tree *pressed = tree_copy(tree, tree->dag);
	for (int i = 0; i < tree->rows->blocks; lambda += tree->rows->block[i++].rows) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->kind || (block->b >= 0 && motion->free))
			press_block(dag, pressed, tree, motion, block, lambda);
		else if (block->b >= 0)
			tree_press_contact(pressed, block, lambda);
	}
	return pressed;
}

void rows_press_seen(struct Dag *dag, struct Tree *pressed, const struct RowSet *set, const Ref *lambda)
{
	for (int i = 0; i < set->blocks; lambda += set->block[i++].rows) {
		const struct RowBlock *block = &set->block[i];
		for (int k = 0; k < 2 && block->seen && !block->row[0].holds; k++) {
			struct Spatial f = block->end[k].f;
			f.lin = vec_scale(dag, lambda[0], f.lin);
			f.ang = vec_scale(dag, lambda[0], f.ang);
			tree_press(pressed, block->end[k].site, block->end[k].body, f);
		}
	}
}

const Ref *rows_given_forces(struct Dag *dag, const struct Tree *tree)
{
	Ref *lambda = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows);
	for (int r = 0; r < tree->rows->rows; r++)
		lambda[r] = dag_input(dag, INPUT_LAMBDA, (uint32_t)r);
	return lambda;
}

/* --- rows that brace M --- */

void rows_brace_inertia(struct Dag *dag, const struct RowSet *set, const Ref *J, const int *place, int rows, int nv,
                        Ref *M)
{
	Ref s = dag_const(dag, set->found->stiffness);
	for (int r = 0; r < rows; r++)
		for (int k = 0; k < nv * nv && set->found->brace[place[r]]; k++) {
			Ref product = dag_mul(dag, J[r * nv + k / nv], J[r * nv + k % nv]);
			M[k] = dag_add(dag, M[k], dag_mul(dag, s, product));
		}
}

void rows_brace_force(struct Dag *dag, const struct RowSet *set, const Ref *J, const int *place, int rows, int nv,
                      const Ref *jump, Ref *b)
{
	Ref s = dag_const(dag, set->found->stiffness);
	for (int r = 0; r < rows; r++)
		for (int v = 0; v < nv && set->found->brace[place[r]]; v++) {
			Ref product = dag_mul(dag, J[r * nv + v], jump[r]);
			b[v] = dag_sub(dag, b[v], dag_mul(dag, s, product));
		}
}
