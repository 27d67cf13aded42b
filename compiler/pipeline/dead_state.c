#include "dead_state.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/linear.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"

/* --- can M be singular? --- */

/* Has a link mass, and a moment of inertia about each axis through its centre of mass? */
static bool is_solid(struct Dag *dag, const struct Link *link)
{
	const double least = 1e-9;
	struct Inertia I = moments_inertia(dag, &link->mass);
	double m = dag_default_value(dag, I.m), h[3], J[9], trace = 0;
	for (int k = 0; k < 3; k++)
		h[k] = dag_default_value(dag, I.h.e[k]);
	for (int k = 0; k < 9; k++)
		J[k] = dag_default_value(dag, I.J.e[k / 3][k % 3]);
	for (int r = 0; r < 3 && m > 0; r++)
		for (int c = 0; c < 3; c++)
			J[3 * r + c] += (h[r] * h[c] - (r == c ? h[0] * h[0] + h[1] * h[1] + h[2] * h[2] : 0)) / m;
	for (int k = 0; k < 3; k++)
		trace += J[4 * k];
	double minor = J[0] * J[4] - J[1] * J[3];
	double det = J[2] * (J[3] * J[7] - J[4] * J[6]) - J[5] * (J[0] * J[7] - J[1] * J[6]) + J[8] * minor;
	return m > 0 && J[0] > least * trace && minor > least * trace * trace && det > least * trace * trace * trace;
}

/* Has each velocity a column of its own, with a constant gain? */
static bool maps_are_constant(const struct Tree *tree)
{
	bool good = true, *own = ARENA_ARRAY(tree->dag->arena, bool, tree->nv);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < link_columns(&tree->link[i]); k++) {
			const struct JointMap map = link_map(&tree->link[i], k);
			if (map.entries == 1 && dag_is_const(tree->dag, map.entry[0].gain))
				own[map.entry[0].v] = true;
		}
	for (int v = 0; v < tree->nv; v++)
		good &= own[v];
	return good;
}

/* No energy means no velocity of a solid link. A link without inertia between two solid ones has two axes, whose angle is the same at every
 * state; of more axes the angle may vanish. */
static bool may_be_singular(const struct Tree *tree)
{
	bool *solid = ARENA_ARRAY(tree->dag->arena, bool, tree->links),
	     *ends = ARENA_ARRAY(tree->dag->arena, bool, tree->links);
	bool may = tree->np > 0 || !maps_are_constant(tree);
	for (int i = 0; i < tree->links && !may; i++) {
		solid[i] = is_solid(tree->dag, &tree->link[i]);
		ends[i] = true;
	}
	for (int i = tree->links - 1; i >= 0 && !may; i--) {
		int parent = tree->link[i].parent;
		may |= !solid[i] && (ends[i] || link_columns(&tree->link[i]) > 1 || (parent >= 0 && !solid[parent]));
		if (parent >= 0)
			ends[parent] = false;
	}
	return may;
}

/* --- begin --- */

struct Assembly dead_state_open_tree(struct Arena *arena, const struct Model *model)
{
	const struct Model *own = model_fork(model, arena);
	struct Tree *tree = tree_build(own);
	tree->rows = tree_add_rows(tree, own, NULL, 0);
	struct Assembly a = assembly_of(tree, 0, model->tolerance);
	struct Sample sample = sample_new(tree, 0, 1);
	sample.drawn = ARENA_ARRAY(arena, bool, tree->np);
	a.at = closure_numbers(tree, 0, &sample);
	return a;
}

void dead_state_begin(struct DeadState *state, struct Assembly *assembly, bool rows, bool balance, bool inertia)
{
	struct Arena *arena = assembly->tree->dag->arena;
	size_t m = (size_t)assembly->rows, nv = (size_t)assembly->tree->nv;
	*state = (struct DeadState){ .assembly = assembly,
		                     .rows = rows && m,
		                     .balance = balance && m,
		                     .inertia = inertia && may_be_singular(assembly->tree) };
	state->J = ARENA_TABLE(arena, double, m, nv);
	state->B = ARENA_TABLE(arena, double, m, nv);
	state->place = ARENA_ARRAY(arena, int, m);
	state->order = ARENA_ARRAY(arena, size_t, m + nv);
	if (state->inertia && !assembly->at.M)
		closure_numbers_add_inertia(&assembly->at);
	if (state->inertia) {
		state->M = ARENA_TABLE(arena, double, nv, nv);
		state->x = ARENA_ARRAY(arena, double, nv);
		state->square = ARENA_ARRAY(arena, double, nv);
		state->moving = ARENA_ARRAY(arena, bool, nv);
	}
}

/* --- rows --- */

/* Length of a row of J in units of the linkage. */
static double length_of(const struct Assembly *a, int place)
{
	int nv = a->tree->nv;
	double square = 0;
	for (int v = 0; v < nv; v++)
		square += elementary_square(a->at.J[place * nv + v] * a->unit[v]);
	return sqrt(square);
}

/* Length of the longest row of its sort, linear or angular, in the block of a row; 1 if there is no other. */
static double longest_beside(const struct Assembly *a, int place)
{
	int own, others = 0;
	const struct RowBlock *block = row_set_block(a->at.tree->rows, place, &own);
	double longest = 0;
	for (int r = 0; r < block->rows; r++)
		if (block->row[r].angular == block->row[own].angular) {
			longest = fmax(longest, length_of(a, place - own + r));
			others += r != own;
		}
	return others && longest > 0 ? longest : 1;
}

/* Does the row at a place in lambda hold by itself? */
static bool holds(const struct Assembly *a, int place)
{
	int own;
	return row_set_block(a->tree->rows, place, &own)->row[own].holds;
}

/* Rows that do not hold by themselves, of about length 1 where none is near 0. Returns their number. */
static size_t gather(const struct DeadState *state)
{
	const struct Assembly *a = state->assembly;
	size_t nv = (size_t)a->tree->nv, count = 0;
	for (int place = 0; place < a->rows; place++) {
		if (holds(a, place))
			continue;
		double longest = longest_beside(a, place);
		const double *J = a->at.J + (size_t)place * nv;
		for (size_t v = 0; v < nv; v++)
			state->J[count * nv + v] = J[v] * a->unit[v] / longest;
		state->place[count++] = place;
	}
	return count;
}

/* Columns of idle velocities, one below the other. Returns their number. */
static size_t gather_idle(const struct DeadState *state, size_t rows)
{
	const struct Assembly *a = state->assembly;
	size_t nv = (size_t)a->tree->nv, idle = 0;
	for (size_t v = 0; v < nv; v++) {
		if (!a->tree->idle[v])
			continue;
		for (size_t r = 0; r < rows; r++)
			state->B[idle * rows + r] = state->J[r * nv + v];
		idle++;
	}
	return idle;
}

/* --- M along the rows --- */

/* M + J^T J, with 1 in the diagonal of M, or 0 where a velocity moves no inertia: singular if a motion has neither energy nor a rate of
 * the rows. */
static void put_braced_inertia(struct DeadState *state)
{
	const struct Assembly *a = state->assembly;
	int nv = a->tree->nv;
	double *weight = state->x;
	for (int v = 0; v < nv; v++)
		weight[v] = a->at.M[v * nv + v] > 0 ? 1 / sqrt(a->at.M[v * nv + v]) : 1;
	for (int i = 0; i < nv * nv; i++)
		state->M[i] = weight[i / nv] * weight[i % nv] * a->at.M[i];
	for (int r = 0; r < a->rows; r++) {
		const double *J = a->at.J + r * nv;
		double square = 0;
		for (int v = 0; v < nv; v++)
			square += elementary_square(J[v] * weight[v]);
		for (int i = 0; i < nv * nv && square > 0; i++)
			state->M[i] += J[i / nv] * weight[i / nv] * J[i % nv] * weight[i % nv] / square;
	}
}

/* Marks the velocities of the motion without inertia that has a 1 at the first dependent velocity. */
static void mark_motion(struct DeadState *state, size_t rank)
{
	const double rounding = 1e-3;
	size_t nv = (size_t)state->assembly->tree->nv;
	linear_ldl_null(state->M, nv, state->order, rank, state->x);
	for (size_t v = 0; v < nv; v++)
		state->moving[v] = fabs(state->x[v]) > rounding;
	state->moves = state->moving;
}

/* Numbers that are not finite hide whether M is singular. They make NaN of the results, too. */
static void look_at_inertia(struct DeadState *state)
{
	size_t nv = (size_t)state->assembly->tree->nv;
	put_braced_inertia(state);
	for (size_t v = 0; v < nv; v++) {
		state->order[v] = v;
		state->square[v] = elementary_square(LINEAR_SINGULAR);
	}
	struct LinearRank rank = linear_ldl(state->M, nv, state->square, true, state->order);
	if (rank.finite && rank.rank < nv)
		mark_motion(state, rank.rank);
}

/* --- all --- */

/* Rows that are not finite hide whether they depend on each other. */
static void look_at_rows(struct DeadState *state, size_t rows)
{
	struct LinearRank rank =
		linear_rank(state->J, rows, (size_t)state->assembly->tree->nv, LINEAR_SINGULAR, state->order);
	if (rank.finite && rank.rank < rows)
		state->depends = state->place[state->order[rank.rank]];
}

static void look_at_balance(struct DeadState *state, size_t rows)
{
	size_t idle = gather_idle(state, rows);
	struct LinearRank rank = linear_rank_of_unit(state->B, idle, rows, LINEAR_SINGULAR, state->order);
	state->unbalanced = rank.finite && rank.rank < idle;
}

bool dead_state_look(struct DeadState *state, const double *q, bool known)
{
	struct Assembly *a = state->assembly;
	if (!known && (a->rows || state->inertia))
		closure_numbers_at(&a->at, q);
	size_t rows = gather(state);
	state->depends = -1;
	state->unbalanced = false;
	state->moves = NULL;
	if (state->balance)
		look_at_balance(state, rows);
	if (state->rows)
		look_at_rows(state, rows);
	if (state->inertia)
		look_at_inertia(state);
	return state->depends >= 0 || state->unbalanced || state->moves;
}

/* Joints that take part in the motion without inertia: "'roll' and 'yaw'". */
static const char *moving_joints(struct Arena *arena, const struct Model *model, const struct DeadState *state)
{
	const char **name = ARENA_ARRAY(arena, const char *, model->bodies);
	size_t count = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		bool moves = false;
		for (int k = 0; k < joint_nv(joint); k++)
			moves |= state->moves[joint->tree.v + k];
		if (moves)
			name[count++] = joint->name.text;
	}
	struct Text text = text_new(arena);
	for (size_t i = 0; i < count; i++)
		text_format(&text, "%s'%s'", text_between(i, count, " and "), text_shown(arena, name[i]));
	return text_string(&text);
}

const char *dead_state_why(struct Arena *arena, const struct Model *model, const struct DeadState *state,
                           const char *phase)
{
	const char *rows = phase ? text_print(arena, "'%s'", text_shown(arena, phase)) : "loops";
	int own;
	if (state->depends >= 0) {
		const struct RowBlock *block = row_set_block(state->assembly->tree->rows, state->depends, &own);
		return text_print(
			arena, "row %s of '%s' depends on other rows of %s, so forces and accelerations are not unique",
			block->row[own].name, text_shown(arena, block->name.text), rows);
	}
	if (state->unbalanced)
		return text_print(arena, "no forces of %s balance every load of %s", rows,
		                  phase ? "idle joints and a free root" : "the idle joints");
	return text_print(arena, "M is singular%s: %s can move without any inertia, so accelerations are not unique",
	                  state->assembly->rows ? text_print(arena, " beside the rows of %s", rows) : "",
	                  moving_joints(arena, model, state));
}
