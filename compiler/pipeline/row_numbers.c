#include "row_numbers.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/sample.h"
#include "assemble.h"
#include "model/loop.h"

struct Sample row_numbers_state(const struct RowNumbers *n, int state)
{
	struct Sample sample = sample_new(n->tree, (uint64_t)state, 1);
	for (int i = 0; i < n->tree->nq; i++)
		sample.q[i] = n->q[state][i];
	sample.drawn = n->drawn;
	return sample;
}

static void add_item(struct RowNumbers *n, const struct Ident *name, const struct ConstraintRow *row, int rows)
{
	n->item[n->items++] = (struct RowItem){ name, row, rows, n->rows };
	n->rows += rows;
}

static void list_items(struct RowNumbers *n)
{
	const struct Model *model = n->model;
	size_t most = model->loops.count + model->constraints.count + model->contacts.count;
	n->item = ARENA_ARRAY(n->arena, struct RowItem, most);
	for (size_t i = 0; i < model->loops.count; i++)
		add_item(n, &model->loops.item[i].name, model->loops.item[i].row, model->loops.item[i].rows);
	for (size_t i = 0; i < model->constraints.count; i++)
		add_item(n, &model->constraints.item[i].name, &model->constraints.item[i].row, 1);
	n->closing = n->items;
	for (size_t i = 0; i < model->contacts.count; i++)
		add_item(n, &model->contacts.item[i].name, model->contacts.item[i].row, model->contacts.item[i].rows);
}

/* The neutral state, if the loops are closed there: a pose of a model without poses. Else NULL. No state has been looked at then. */
static const double *closed_neutral(const struct RowNumbers *n, struct Assembly *assembly)
{
	const double drawn = 1e-9; /* as exact as the numbers of a file */
	double *q = ARENA_ARRAY(n->arena, double, n->tree->nq);
	assembly_normalize(n->tree, q);
	bool closed = assembly_begin(assembly, q) || assembly->largest <= drawn;
	assembly->open = INFINITY;
	return closed ? q : NULL;
}

/* Closes a state: near a pose, which says in which of its ways the loops are closed, or from anywhere. */
static bool close_state(const struct RowNumbers *n, struct Assembly *assembly, int state, const double *neutral,
                        bool anywhere)
{
	uint64_t seed = (uint64_t)state;
	int poses = n->states - ROW_NUMBERS_RANDOM;
	const double *pose = poses ? n->q[ROW_NUMBERS_RANDOM + state % poses] : neutral;
	return (pose && assembly_close_near(assembly, seed, pose, n->q[state])) ||
	       (anywhere && assembly_close_any(assembly, seed, n->q[state]));
}

/* Closes the random states. Some loops close from few postures: a state that stays open is replaced by a closed one. */
static void close_states(struct RowNumbers *n, int rows)
{
	enum { VAIN = 2 /* so many states are tried from anywhere in vain */ };
	struct Assembly *assembly = ARENA_ARRAY(n->arena, struct Assembly, 1);
	const double *closed = NULL;
	bool open[ROW_NUMBERS_RANDOM];
	*assembly = assembly_of(n->tree, rows, n->model->tolerance);
	const double *neutral = closed_neutral(n, assembly);
	for (int state = 0, vain = 0; state < ROW_NUMBERS_RANDOM; state++) {
		open[state] = !close_state(n, assembly, state, neutral, vain < VAIN);
		closed = open[state] ? closed : n->q[state];
		vain += open[state];
	}
	for (int state = 0; state < ROW_NUMBERS_RANDOM && closed; state++)
		if (open[state])
			memcpy(n->q[state], closed, (size_t)n->tree->nq * sizeof *closed);
	n->closed = closed != NULL;
	n->drawn = ARENA_ARRAY(n->arena, bool, n->tree->np + 1);
	n->open_row = assembly->open_row;
	n->remains = n->closed ? NULL : assembly_remains(assembly);
	n->assembly = assembly;
}

/* Random states, closed if they can be, then the poses. */
static void choose_states(struct RowNumbers *n)
{
	int rows = assemble_rows(n->model);
	n->q = ARENA_ARRAY(n->arena, double *, n->states);
	for (int state = 0; state < n->states; state++)
		n->q[state] = state < ROW_NUMBERS_RANDOM ? sample_new(n->tree, (uint64_t)state, 1).q
		                                         : n->tree->pose[state - ROW_NUMBERS_RANDOM];
	n->closed = true;
	if (rows)
		close_states(n, rows);
}

/* J at all states, and at one with other values of parameters. */
static void evaluate(struct RowNumbers *n, const Ref *J)
{
	size_t count = (size_t)n->rows * (size_t)n->nv;
	for (int state = 0; state <= n->states; state++) {
		struct Sample sample = state < n->states ? row_numbers_state(n, state) : sample_new(n->tree, 0, 1);
		size_t first = (size_t)state * count;
		sample_values(n->tree->dag, &sample, J, count, n->J + first, n->size + first);
		sample_errors(n->tree->dag, &sample, J, count, n->J + first, n->error + first);
	}
}

static void evaluate_inputs(struct RowNumbers *n, const Ref *H)
{
	const size_t count = (size_t)n->rows * n->tree->dag->moving.count;
	double *size = ARENA_ARRAY(n->arena, double, count);
	n->H = ARENA_ARRAY(n->arena, double, (size_t)n->states *count);
	for (int state = 0; state < n->states; state++) {
		struct Sample sample = row_numbers_state(n, state);
		sample_values(n->tree->dag, &sample, H, count, n->H + (size_t)state * count, size);
	}
}

struct RowNumbers row_numbers(struct Arena *arena, const struct Model *model)
{
	const struct Model *own = model_fork(model, arena);
	int contacts = (int)model->contacts.count, *all = ARENA_ARRAY(arena, int, contacts);
	struct RowNumbers n = { .arena = arena, .model = model, .nv = model->nv, .tree = tree_build(own) };
	for (int i = 0; i < contacts; i++)
		all[i] = i;
	list_items(&n);
	n.states = ROW_NUMBERS_RANDOM + (int)model->poses.count;
	size_t count = (size_t)n.rows * (size_t)n.nv;
	Ref *J = ARENA_ARRAY(arena, Ref, count);
	n.tree->rows = tree_add_rows(n.tree, own, all, contacts);
	textbook_rows_jacobian(n.tree->dag, n.tree, J);
	Ref *H = ARENA_TABLE(arena, Ref, (size_t)n.rows, n.tree->dag->moving.count);
	textbook_rows_by_inputs(n.tree->dag, n.tree, H);
	choose_states(&n);
	n.J = ARENA_ARRAY(arena, double, (size_t)(n.states + 1) * count);
	n.size = ARENA_ARRAY(arena, double, (size_t)(n.states + 1) * count);
	n.error = ARENA_ARRAY(arena, double, (size_t)(n.states + 1) * count);
	n.work = ARENA_ARRAY(arena, double, count);
	evaluate(&n, J);
	evaluate_inputs(&n, H);
	return n;
}

void row_numbers_weigh(struct RowNumbers *n)
{
	size_t nv = (size_t)n->nv;
	Ref *M = ARENA_TABLE(n->arena, Ref, nv, nv);
	textbook_crba(n->tree->dag, n->tree, M);
	for (size_t v = 0; v < nv; v++)
		M[v] = M[v * (nv + 1)];
	n->weight = ARENA_ARRAY(n->arena, double, (size_t)n->states *nv);
	double *size = ARENA_ARRAY(n->arena, double, nv);
	for (int state = 0; state < n->states; state++) {
		struct Sample sample = row_numbers_state(n, state);
		double *weight = n->weight + (size_t)state * nv;
		sample_values(n->tree->dag, &sample, M, nv, weight, size);
		for (size_t v = 0; v < nv; v++)
			weight[v] = weight[v] > 0 ? 1 / sqrt(weight[v]) : 1;
	}
}

/* --- chosen rows --- */

/* Largest entry of a velocity in the rows of an item of one sort, linear or angular. */
static double largest_entry(const struct RowNumbers *n, const struct RowItem *item, int state, bool angular, int v)
{
	double largest = 0;
	for (int r = 0; r < item->rows; r++)
		if (item->row[r].angular == angular)
			largest = fmax(largest, fabs(row_numbers_at(n, state, item->first + r)[v]));
	return largest;
}

/* A constant has lost the roundings of its terms, so entries below 1e-15 (of m/m, m/rad or rad/rad) are 0 too. */
bool row_numbers_vanishes(const struct RowNumbers *n, const struct RowItem *item, int state, int r)
{
	const double rounding = 1e-12, least = 1e-3, errors = 4096;
	const double *J = row_numbers_at(n, state, item->first + r), *error = n->error + (J - n->J);
	for (int v = 0; v < n->nv; v++) {
		double largest = largest_entry(n, item, state, item->row[r].angular, v);
		if (!isfinite(J[v]) || fabs(J[v]) > fmax(rounding * fmax(largest, least), errors * error[v]))
			return false;
	}
	return true;
}

double row_numbers_length(const struct RowNumbers *n, const struct RowItem *item, int state, int r)
{
	const double *open = row_numbers_at(n, n->states, item->first + r);
	double square = 0;
	for (int v = 0; v < n->nv; v++) {
		double weight = n->weight ? n->weight[state * n->nv + v] : 1;
		double entry = fmax(fabs(open[v]), largest_entry(n, item, state, item->row[r].angular, v));
		square += elementary_square(weight * entry);
	}
	return sqrt(square);
}

static void gather(const struct RowNumbers *n, int number, int state, struct GatheredRows *g)
{
	const struct RowItem *item = &n->item[number];
	for (int r = 0; r < item->rows; r++) {
		if (item->row[r].holds)
			continue;
		const double *from = row_numbers_at(n, state, item->first + r);
		double *to = g->row + g->rows * (size_t)n->nv;
		bool zero = row_numbers_vanishes(n, item, state, r);
		for (int v = 0; v < n->nv; v++)
			to[v] = zero ? 0 : from[v] * (n->weight ? n->weight[state * n->nv + v] : 1);
		g->item[g->rows] = number;
		g->number[g->rows++] = r;
	}
}

struct GatheredRows row_numbers_gather(const struct RowNumbers *n, const struct ChosenRows *chosen, int state)
{
	struct GatheredRows g = { .row = n->work,
		                  .item = ARENA_ARRAY(n->arena, int, n->rows),
		                  .number = ARENA_ARRAY(n->arena, int, n->rows) };
	for (int i = 0; i < n->closing; i++)
		gather(n, i, state, &g);
	for (int i = 0; i < chosen->contacts; i++)
		if (!chosen->left || !chosen->left[i])
			gather(n, n->closing + chosen->contact[i], state, &g);
	return g;
}

/* --- rows that inputs move --- */

/* Row of (J, H) at a state. */
static void put_whole(const struct RowNumbers *n, int state, int row, double *x)
{
	const size_t moving = n->tree->dag->moving.count, nv = (size_t)n->nv;
	memcpy(x, row_numbers_at(n, state, row), nv * sizeof *x);
	memcpy(x + nv, n->H + ((size_t)state * (size_t)n->rows + (size_t)row) * moving, moving * sizeof *x);
}

void row_numbers_mark_moved(const struct RowNumbers *n, bool *moved)
{
	const int state = 0;
	const size_t columns = (size_t)n->nv + n->tree->dag->moving.count;
	struct LinearQr basis = linear_qr(n->arena, (size_t)n->rows, columns);
	double *x = ARENA_ARRAY(n->arena, double, columns);
	for (int holding = 0; holding < 2; holding++)
		for (int i = 0; i < n->items; i++)
			for (int r = 0; r < n->item[i].rows; r++) {
				if (n->item[i].row[r].holds != holding)
					continue;
				put_whole(n, state, n->item[i].first + r, x);
				const double least = LINEAR_DEPENDENT * fmax(1, 1 / linear_length(x, columns));
				const double part = linear_qr_add(&basis, x, holding ? INFINITY : least);
				if (holding)
					moved[n->item[i].first + r] = part > least;
			}
}

/* --- rank --- */

double row_numbers_least(const struct RowNumbers *n, const struct ChosenRows *chosen, int state)
{
	struct GatheredRows g = row_numbers_gather(n, chosen, state);
	struct LinearRank rank = linear_rank_of_unit(g.row, g.rows, (size_t)n->nv, 0, NULL);
	return rank.rank < g.rows ? 0 : rank.least;
}

/* --- rows that open --- */

/* The random state at which rows are farthest from a combination of others. At a dead point the others may take another branch. */
static int farthest_state(const struct RowNumbers *n, const bool *taken)
{
	const struct ChosenRows none = { .contacts = 0 };
	int farthest = -1;
	double most = -1;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		double least = taken[state] ? -1 : row_numbers_least(n, &none, state);
		farthest = least > most ? state : farthest;
		most = fmax(most, least);
	}
	return farthest;
}

void row_numbers_mark_opening(const struct RowNumbers *n, const bool *left, bool *opens)
{
	enum { STATES = 2 };
	const double reach = 1e-3 /* of a turn */, closed = 1e-9;
	struct Assembly *a = n->assembly;
	bool taken[ROW_NUMBERS_RANDOM] = { false };
	double *q = ARENA_ARRAY(n->arena, double, n->tree->nq);
	for (int k = 0; k < STATES; k++) {
		int state = farthest_state(n, taken);
		taken[state] = true;
		a->left = left;
		bool beside = assembly_close_beside(a, (uint64_t)k, reach, n->q[state], q);
		a->left = NULL;
		assembly_begin(a, q);
		for (int r = 0; r < a->rows && beside; r++)
			opens[r] |= left[r] && fabs(a->at.c[r]) > closed;
	}
}
