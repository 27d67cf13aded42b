#include "closure_numbers.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/pose.h"
#include "dag/default_values.h"
#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/tangent.h"

enum { POSE_NUMBERS = 12 };

/* --- values --- */

/* Number of values of a block: of a loop the pose of B as A sees it and the length, the value of a constraint, none without a
 * closure. */
static size_t block_values(const struct RowBlock *block)
{
	return !row_block_closes(block) ? 0 : block->kind ? POSE_NUMBERS + 1 : 1;
}

static void put_block(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, Ref *value)
{
	if (!row_block_closes(block))
		return;
	if (!block->kind) {
		*value = block->value;
		return;
	}
	textbook_relative_pose(dag, tree_of_rows(tree, block), value);
	value[POSE_NUMBERS] = block->length;
}

/* Rates of coordinates by velocity: a row of nq entries for each, most of them 0. */
static void put_rates(struct Dag *dag, const struct Tree *tree, Ref *rate)
{
	const struct Tangent *tangent = tangents_make(dag, tree, INPUT_Q);
	dag_zeros(dag, rate, tree->nv * tree->nq);
	for (int v = 0; v < tree->nv; v++)
		for (int i = 0; i < tangent[v].count; i++) {
			uint32_t element = dag->item[ref_node(tangent[v].input[i])].operand[1];
			rate[(size_t)v * (size_t)tree->nq + element] = tangent[v].rate[i];
		}
}

/* The first blocks, with so many rows. All rows count: at open states none depends on others. */
static const struct Tree *with_all_rows(const struct Tree *tree, int rows)
{
	struct Tree *own = tree_copy(tree, tree->dag);
	struct RowSet *set = ARENA_NEW(tree->dag->arena, struct RowSet);
	set->block = ARENA_ARRAY(tree->dag->arena, struct RowBlock, tree->rows->blocks);
	while (set->rows < rows) {
		struct RowBlock *block = &set->block[set->blocks];
		*block = tree->rows->block[set->blocks++];
		for (int r = 0; r < block->rows; r++)
			block->row[r].holds = false;
		set->rows += block->rows;
	}
	own->rows = set;
	return own;
}

static size_t pose_values(const struct RowSet *set)
{
	size_t values = 0;
	for (int i = 0; i < set->blocks; i++)
		values += block_values(&set->block[i]);
	return values;
}

static void put_values(struct ClosureNumbers *n)
{
	struct Dag *dag = n->tree->dag;
	size_t rows = (size_t)n->rows, nv = (size_t)n->tree->nv, nq = (size_t)n->tree->nq;
	size_t poses = pose_values(n->tree->rows), moving = rows * dag->moving.count, done = 0;
	n->values = poses + rows * nv + moving + nv * nq;
	n->value = ARENA_ARRAY(dag->arena, Ref, n->values);
	for (int i = 0; i < n->tree->rows->blocks; i++) {
		put_block(dag, n->tree, &n->tree->rows->block[i], n->value + done);
		done += block_values(&n->tree->rows->block[i]);
	}
	n->first_of_J = poses;
	textbook_rows_jacobian(dag, n->tree, n->value + poses);
	textbook_rows_by_inputs(dag, n->tree, n->value + poses + rows * nv);
	put_rates(dag, n->tree, n->value + poses + rows * nv + moving);
}

/* Nodes below the values, operands before users. */
static void find_nodes(struct ClosureNumbers *n)
{
	const struct Dag *dag = n->tree->dag;
	const bool *wanted = dag_live(dag->arena, dag, n->value, n->values);
	n->node = ARENA_ARRAY(dag->arena, uint32_t, dag->count);
	for (uint32_t i = 0; i < dag->count; i++)
		if (wanted[i])
			n->node[n->nodes++] = i;
	n->number = ARENA_ARRAY(dag->arena, double, dag->count);
}

/* Largest offset of a joint or of an end of a loop, or length of a `distance`; 1 m if all are 0. */
static double characteristic_length(const struct Tree *tree)
{
	double largest = 0;
	for (int i = 0; i < tree->links; i++)
		largest = fmax(largest, dag_default_length(tree->dag, tree->link[i].at.p.e));
	for (int i = 0; i < tree->rows->blocks; i++) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b < 0)
			continue;
		largest = fmax(largest, dag_default_length(tree->dag, tree->site[block->a].at.p.e));
		largest = fmax(largest, dag_default_length(tree->dag, tree->site[block->b].at.p.e));
		if (block->kind && block->kind->length)
			largest = fmax(largest, dag_default_value(tree->dag, block->length));
	}
	return largest > 0 && isfinite(largest) ? largest : 1;
}

/* Keeps the larger of `largest` and the distance of a place in the world from the first such place. */
static void spread(const struct Dag *dag, const struct Vec p, double first[3], bool *any, double *largest)
{
	double square = 0;
	for (int i = 0; i < 3; i++) {
		double at = dag_default_value(dag, p.e[i]);
		first[i] = *any ? first[i] : at;
		square += (at - first[i]) * (at - first[i]);
	}
	*any = true;
	*largest = fmax(*largest, sqrt(square));
}

/* The model's own size: as characteristic_length, but places in the world count by their distance from each other. */
static double own_length(const struct Tree *tree)
{
	double largest = 0, first[3];
	bool any = false;
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent < 0)
			spread(tree->dag, tree->link[i].at.p, first, &any, &largest);
		else
			largest = fmax(largest, dag_default_length(tree->dag, tree->link[i].at.p.e));
	for (int i = 0; i < tree->rows->blocks; i++) {
		const struct RowBlock *block = &tree->rows->block[i];
		for (int end = 0; end < 2 && block->b >= 0; end++) {
			const struct Site *site = &tree->site[end ? block->b : block->a];
			if (site->link < 0)
				spread(tree->dag, site->at.p, first, &any, &largest);
			else
				largest = fmax(largest, dag_default_length(tree->dag, site->at.p.e));
		}
		if (block->b >= 0 && block->kind && block->kind->length)
			largest = fmax(largest, dag_default_value(tree->dag, block->length));
	}
	return largest;
}

struct ClosureNumbers closure_numbers(const struct Tree *tree, int rows, const struct Sample *sample)
{
	struct Arena *arena = tree->dag->arena;
	struct ClosureNumbers n = { .tree = with_all_rows(tree, rows), .sample = *sample, .rows = rows };
	size_t nv = (size_t)tree->nv, nq = (size_t)tree->nq;
	n.length = characteristic_length(n.tree);
	double own = own_length(n.tree);
	n.own = own > 0 && own < n.length ? own / n.length : 1;
	n.c = ARENA_ARRAY(arena, double, rows);
	n.J = ARENA_ARRAY(arena, double, (size_t)rows *nv);
	n.H = ARENA_TABLE(arena, double, (size_t)rows, tree->dag->moving.count);
	n.rate = ARENA_TABLE(arena, double, nv, nq);
	put_values(&n);
	find_nodes(&n);
	return n;
}

void closure_numbers_add_inertia(struct ClosureNumbers *n)
{
	struct Dag *dag = n->tree->dag;
	size_t nv = (size_t)n->tree->nv;
	Ref *value = ARENA_ARRAY(dag->arena, Ref, n->values + nv * nv);
	memcpy(value, n->value, n->values * sizeof *value);
	textbook_crba(dag, n->tree, value + n->values);
	n->value = value;
	n->values += nv * nv;
	n->M = ARENA_TABLE(dag->arena, double, nv, nv);
	n->nodes = 0;
	find_nodes(n);
}

/* --- numbers --- */

static double number_of(const struct ClosureNumbers *n, Ref a)
{
	return ref_negative(a) ? -n->number[ref_node(a)] : n->number[ref_node(a)];
}

static double input_of(const struct ClosureNumbers *n, const struct Node *node, const double *q)
{
	if (node->operand[0] == INPUT_Q)
		return q[node->operand[1]];
	if (node->operand[0] == INPUT_PARAMS && n->params)
		return n->params[node->operand[1]];
	if (node->operand[0] == INPUT_U && n->u)
		return n->u[node->operand[1]];
	return sample_input(n->tree->dag, &n->sample, node);
}

static double node_number(const struct ClosureNumbers *n, const struct Node *node, const double *q)
{
	double operand[OPERANDS] = { 0 };
	if (node->op == OP_INPUT)
		return input_of(n, node, q);
	if (node->op == OP_CONST)
		return operands_number(node->operand);
	for (int k = 0; k < node_arity(node); k++)
		operand[k] = number_of(n, node->operand[k]);
	return op_value((enum Op)node->op, operand);
}

/* Rotation vector of R: with s = sin(angle) axis and c = cos(angle), s atan2(|s|, c) / |s|. At half a turn s is 0 and the axis
 * is the longest column of R + 1. */
static void rotation_vector(const double *R, double *out)
{
	const double c = (R[0] + R[4] + R[8] - 1) / 2, least = 1e-12;
	const double s[3] = { (R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2 };
	double size = vector_length(s), angle = elementary_atan2(size, c);
	const double *axis = s;
	double column[3];
	int k = R[4] > R[0] ? 1 : 0;
	k = R[8] > R[4 * k] ? 2 : k;
	if (size < least && c < 0) {
		for (int i = 0; i < 3; i++)
			column[i] = R[3 * i + k] + (i == k);
		axis = column;
		size = vector_length(column);
	}
	for (int i = 0; i < 3; i++)
		out[i] = size > 0 ? axis[i] * (angle / size) : 0;
}

/* Shortest turn that takes n to R n; at half a turn about `square`, a vector square to n. */
static void shortest_turn(const double *R, const double *n, const double *square, double *out)
{
	const double least = 1e-12, m[3] = { vector_dot(R, n), vector_dot(R + 3, n), vector_dot(R + 6, n) };
	const double s[3] = { n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0] };
	double size = vector_length(s), angle = elementary_atan2(size, vector_dot(n, m));
	bool half = size < least && vector_dot(n, m) < 0;
	for (int i = 0; i < 3; i++)
		out[i] = half ? square[i] * angle : size > 0 ? s[i] * (angle / size) : 0;
}

static void numbers_of(const struct Dag *dag, struct Vec v, double *out)
{
	for (int i = 0; i < 3; i++)
		out[i] = dag_value(dag, v.e[i]);
}

/* Angle by which B has to turn back: a vector in the axes of A. `flat`: angular rows hold at all states, so that n of B along
 * -n of A is the same hinge. */
static void turned(const struct Dag *dag, const struct RowBlock *block, bool flat, const double *R, double *out)
{
	double n[3], square[3] = { 0 };
	if (block->kind->angular == SPAN_ALL) {
		rotation_vector(R, out);
		return;
	}
	numbers_of(dag, block->axis, n);
	for (int r = 0; r < block->rows; r++)
		if (block->row[r].angular)
			numbers_of(dag, block->row[r].t, square);
	shortest_turn(R, n, square, out);
	if (flat && vector_dot(out, out) > 9) /* rad^2; half a turn is pi */
		memset(out, 0, 3 * sizeof *out);
}

/* Closure of a row of a loop; `pose`: R, p and the length. Lengths are in m. */
static double row_closure(const struct Dag *dag, const struct RowBlock *block, int r, bool flat, const double *pose)
{
	const struct ConstraintRow *row = &block->row[r];
	const double *p = pose + 9;
	double t[3], turn[3];
	if (row->vector == ROW_ACROSS)
		return -pose[1];
	if (row->vector == ROW_ALONG)
		return vector_length(p) - pose[POSE_NUMBERS];
	numbers_of(dag, row->t, t);
	if (!row->angular)
		return vector_dot(t, p);
	turned(dag, block, flat, pose, turn);
	return vector_dot(t, turn);
}

/* Do the angular rows of a block, whose first row is `row`, hold by themselves? */
static bool is_flat(const struct ClosureNumbers *n, const struct RowBlock *block, int row)
{
	const double rounding = 1e-15;
	int nv = n->tree->nv;
	for (int r = 0; r < block->rows; r++)
		for (int v = 0; v < nv && block->row[r].angular; v++)
			if (fabs(n->J[(row + r) * nv + v]) > rounding)
				return false;
	return true;
}

static void take_closure(struct ClosureNumbers *n)
{
	const struct RowSet *set = n->tree->rows;
	const Ref *value = n->value;
	double pose[POSE_NUMBERS + 1];
	for (int i = 0, row = 0; i < set->blocks; value += block_values(&set->block[i++])) {
		const struct RowBlock *block = &set->block[i];
		for (size_t k = 0; k < block_values(block); k++)
			pose[k] = number_of(n, value[k]);
		bool flat = is_flat(n, block, row);
		for (int r = 0; r < block->rows; r++, row++) {
			double open = !row_block_closes(block) ? 0
			              : block->kind            ? row_closure(n->tree->dag, block, r, flat, pose)
			                                       : pose[0];
			n->c[row] = open / (block->row[r].angular ? 1 : n->length);
		}
	}
}

void closure_numbers_at(struct ClosureNumbers *n, const double *q)
{
	const struct Dag *dag = n->tree->dag;
	size_t nv = (size_t)n->tree->nv, nq = (size_t)n->tree->nq, rows = (size_t)n->rows, moving = dag->moving.count;
	const Ref *J = n->value + n->first_of_J, *H = J + rows * nv, *rate = H + rows * moving, *M = rate + nv * nq;
	for (size_t i = 0; i < n->nodes; i++)
		n->number[n->node[i]] = node_number(n, &dag->item[n->node[i]], q);
	for (size_t r = 0; r < rows; r++) {
		int own;
		bool angular = row_set_block(n->tree->rows, (int)r, &own)->row[own].angular;
		for (size_t v = 0; v < nv; v++)
			n->J[r * nv + v] = number_of(n, J[r * nv + v]) / (angular ? 1 : n->length);
		for (size_t m = 0; m < moving; m++)
			n->H[r * moving + m] = number_of(n, H[r * moving + m]) / (angular ? 1 : n->length);
	}
	for (size_t i = 0; i < nv * nq; i++)
		n->rate[i] = number_of(n, rate[i]);
	for (size_t i = 0; i < nv * nv && n->M; i++)
		n->M[i] = number_of(n, M[i]);
	take_closure(n);
}
