/* A row that is 0 at every state holds by itself: a planar robot cannot leave its plane. So does a row of a loop that is a
 * combination of others at every closed state: the second bar of a parallelogram. Contacts must not depend on each other, or
 * on loops. */
#include "compile_checks.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "assemble.h"
#include "row_numbers.h"
#include "model/loop.h"
#include "model/model_pose.h"

/* Rows of item `number`, to be marked. */
static struct ConstraintRow *rows_of_item(struct Model *model, int number)
{
	int loops = (int)model->loops.count, constraints = (int)model->constraints.count;
	return number < loops                 ? model->loops.item[number].row
	       : number < loops + constraints ? &model->constraints.item[number - loops].row
	                                      : model->contacts.item[number - loops - constraints].row;
}

/* --- rows that hold by themselves --- */

/* Reports the rows of an item that hold by themselves; check_rounding has told of those that do within the tolerance. */
static void tell_holding(struct Diags *diags, const struct RowItem *item)
{
	int holding = 0;
	struct Text names = text_new(diags->arena);
	for (int r = 0; r < item->rows; r++)
		if (item->row[r].holds && !item->row[r].rounded)
			text_format(&names, "%s%s", holding++ ? " " : "", item->row[r].name);
	if (holding)
		diag(diags, CHECK_LOOP_REDUNDANT, item->name->span,
		     "%d of the %d rows of '%s' hold by themselves, %s: their forces are 0 here", holding, item->rows,
		     item->name->text, text_string(&names));
}

/* Reports items with rows that would hold by themselves, if inputs did not move them. Returns whether there are any. */
static bool tell_moved(struct Diags *diags, const struct RowNumbers *n, struct Model *model)
{
	bool *moved = ARENA_ARRAY(n->arena, bool, n->rows), any = false;
	if (n->tree->dag->moving.count)
		row_numbers_mark_moved(n, moved);
	for (int i = 0; i < n->items; i++) {
		const struct RowItem *item = &n->item[i];
		struct Text names = text_new(n->arena);
		for (int r = 0; r < item->rows; r++)
			if (moved[item->first + r])
				text_format(&names, "%s%s", names.count ? " " : "", item->row[r].name);
		if (!names.count)
			continue;
		struct Diag *d = diag(diags, i < n->closing ? CHECK_LOOP_OPEN : CHECK_PHASE_REDUNDANT, item->name->span,
		                      "inputs that move open '%s', and no joint can close it: %s", item->name->text,
		                      text_string(&names));
		diag_help(diags, d, "it needs a joint that gives way, or a kind with fewer rows");
		if (i < n->closing)
			assemble_soften_open(diags, model, d);
		any = true;
	}
	return any;
}

static void mark_holding(const struct RowNumbers *n, struct Model *model, int number)
{
	const struct RowItem *item = &n->item[number];
	struct ConstraintRow *row = rows_of_item(model, number);
	for (int r = 0; r < item->rows; r++) {
		bool zero = row_numbers_vanishes(n, item, n->states, r);
		for (int state = 0; state < ROW_NUMBERS_RANDOM && zero; state++)
			zero = row_numbers_vanishes(n, item, state, r);
		row[r].holds = zero || row[r].rounded;
	}
}

static const struct RowItem *item_of_row(const struct RowNumbers *n, int row)
{
	int i = 0;
	while (row >= n->item[i].first + n->item[i].rows)
		i++;
	return &n->item[i];
}

/* --- rows without numbers --- */

/* Have the rows of an item numbers at a state, and have their squares? */
static bool has_numbers(const struct RowNumbers *n, const struct RowItem *item, int state)
{
	for (int r = 0; r < item->rows; r++)
		for (int v = 0; v < n->nv; v++)
			if (!isfinite(elementary_square(row_numbers_at(n, state, item->first + r)[v])))
				return false;
	return true;
}

/* Reports items whose rows have no numbers at any state; returns whether there are any. An item that cannot be closed is reported
 * as such. */
static bool tell_infinite(struct Diags *diags, const struct RowNumbers *n)
{
	const struct RowItem *open = n->closed ? NULL : item_of_row(n, n->open_row);
	bool any = false;
	for (int i = 0; i < n->items; i++) {
		bool has = &n->item[i] == open;
		for (int state = 0; state < n->states && !has; state++)
			has = has_numbers(n, &n->item[i], state);
		if (!has)
			diag(diags, CHECK_UNDEFINED, n->item[i].name->span,
			     "at every state tried, a number in the rows of '%s' has no finite square",
			     n->item[i].name->text);
		any |= !has;
	}
	return any;
}

/* The same at a pose: forces and accelerations have no value there. */
static bool tell_infinite_at(struct Diags *diags, const struct RowNumbers *n, int pose)
{
	bool any = false;
	for (int i = 0; i < n->closing; i++) {
		bool has = has_numbers(n, &n->item[i], ROW_NUMBERS_RANDOM + pose);
		if (!has)
			diag(diags, CHECK_LOOP_SINGULAR, n->item[i].name->span,
			     "at pose %s the rows of '%s' have no finite value: forces and accelerations have none",
			     n->model->poses.item[pose].name.text, n->item[i].name->text);
		any |= !has;
	}
	return any;
}

/* --- rank --- */

/* Rank of the chosen rows at a state; *rows is their number. */
static struct LinearRank rank_at(const struct RowNumbers *n, const struct ChosenRows *chosen, int state,
                                 double rounding, size_t *rows)
{
	struct GatheredRows g = row_numbers_gather(n, chosen, state);
	*rows = g.rows;
	return linear_rank_of_unit(g.row, g.rows, (size_t)n->nv, rounding, NULL);
}

/* Largest rank over the random states, and its state. The search ends at a state with full rank. */
static size_t rank_of(const struct RowNumbers *n, const struct ChosenRows *chosen, size_t *rows, int *at)
{
	size_t rank = 0;
	*at = 0;
	for (int state = 0; state < ROW_NUMBERS_RANDOM && (!state || rank < *rows); state++) {
		size_t own = rank_at(n, chosen, state, LINEAR_DEPENDENT, rows).rank;
		*at = own > rank ? state : *at;
		rank = own > rank ? own : rank;
	}
	return rank;
}

/* The same, with weights where rows without them seem dependent. */
static size_t weighed_rank(struct RowNumbers *n, const struct ChosenRows *chosen, size_t *rows, int *at)
{
	size_t rank = rank_of(n, chosen, rows, at);
	if (rank == *rows || n->weight)
		return rank;
	row_numbers_weigh(n);
	return rank_of(n, chosen, rows, at);
}

/* --- loops and constraints --- */

static void tell_open(struct Diags *diags, const struct RowNumbers *n, struct Model *model)
{
	const struct RowItem *item = item_of_row(n, n->open_row);
	if (model->open.count)
		return;
	struct Diag *d =
		diag(diags, CHECK_LOOP_OPEN, item->name->span,
	             "'%s' cannot be closed: from all postures tried, %s remain", item->name->text, n->remains);
	assemble_help_open(diags, d, n->assembly->largest);
	assemble_soften_open(diags, model, d);
}

/* Takes the mark from rows that open where the others close: a taut chain has rows of rank 0 wherever it is closed, and is held by
 * them. `left`: the marked rows. */
static void keep_opening(const struct RowNumbers *n, struct Model *model, const bool *left)
{
	bool *opens = ARENA_ARRAY(n->arena, bool, n->rows);
	row_numbers_mark_opening(n, left, opens);
	for (int i = 0; i < n->closing; i++)
		for (int r = 0; r < n->item[i].rows; r++)
			if (opens[n->item[i].first + r])
				rows_of_item(model, i)[r].holds = rows_of_item(model, i)[r].depends = false;
}

/* Rank at a state of the gathered rows but those that are left. */
static size_t rank_without(const struct RowNumbers *n, int state, const bool *left)
{
	const struct ChosenRows none = { .contacts = 0 };
	struct GatheredRows g = row_numbers_gather(n, &none, state);
	const size_t nv = (size_t)n->nv;
	size_t rows = 0;
	for (size_t r = 0; r < g.rows; r++)
		if (!left[r])
			memmove(g.row + rows++ * nv, g.row + r * nv, nv * sizeof *g.row);
	struct LinearRank found = linear_rank_of_unit(g.row, rows, nv, LINEAR_DEPENDENT, NULL);
	return found.finite ? found.rank : 0;
}

/* Have the rows that are not left the rank of all, wherever that is the largest one? Closed states and poses may be of several
 * branches, on which other rows depend on others. */
static bool keeps_rank(const struct RowNumbers *n, const size_t *rank_at_state, size_t rank, const bool *left)
{
	for (int state = 0; state < n->states; state++)
		if (rank_at_state[state] == rank && rank_without(n, state, left) < rank)
			return false;
	return true;
}

/* Leaves out one row more, the last in the order that may be. False: there is none. */
static bool leave_one(const struct RowNumbers *n, const size_t *rank_at_state, size_t rank, size_t rows,
                      const size_t *order, bool *left)
{
	for (size_t k = rows; k-- > 0;) {
		if (left[order[k]])
			continue;
		left[order[k]] = true;
		if (keeps_rank(n, rank_at_state, rank, left))
			return true;
		left[order[k]] = false;
	}
	return false;
}

/* Leaves out the rows after the first `rank` in the order, or others that keep the rank on all branches, if there are such. */
static void leave_out(const struct RowNumbers *n, size_t rows, size_t rank, const size_t *order, bool *left)
{
	enum { MOST = 100 }; /* rows, for the time that this takes */
	size_t *rank_at_state = ARENA_ARRAY(n->arena, size_t, n->states), kept = rows;
	bool *other = ARENA_ARRAY(n->arena, bool, rows);
	for (int state = 0; state < n->states; state++)
		rank_at_state[state] = rank_without(n, state, other);
	for (size_t k = rank; k < rows; k++)
		left[order[k]] = true;
	if (rows > MOST || keeps_rank(n, rank_at_state, rank, left))
		return;
	while (kept > rank && leave_one(n, rank_at_state, rank, rows, order, other))
		kept--;
	if (kept == rank)
		memcpy(left, other, rows * sizeof *left);
}

/* Marks rows of loops and constraints that are combinations of others at all closed states, and close with these. */
static void mark_dependent(struct RowNumbers *n, struct Model *model)
{
	const struct ChosenRows none = { .contacts = 0 };
	int state;
	size_t rows, rank = weighed_rank(n, &none, &rows, &state);
	if (rank == rows)
		return;
	struct GatheredRows g = row_numbers_gather(n, &none, state);
	size_t *order = ARENA_ARRAY(n->arena, size_t, g.rows);
	rank = linear_rank_of_unit(g.row, g.rows, (size_t)n->nv, LINEAR_DEPENDENT, order).rank;
	bool *left = ARENA_ARRAY(n->arena, bool, n->rows), *out = ARENA_ARRAY(n->arena, bool, g.rows);
	leave_out(n, g.rows, rank, order, out);
	for (size_t r = 0; r < g.rows; r++) {
		if (!out[r])
			continue;
		struct ConstraintRow *row = &rows_of_item(model, g.item[r])[g.number[r]];
		row->holds = row->depends = true;
		left[n->item[g.item[r]].first + g.number[r]] = true;
	}
	keep_opening(n, model, left);
}

/* Least rank over the random states at which rows are finite. */
static size_t least_rank(const struct RowNumbers *n, const struct ChosenRows *chosen)
{
	size_t rows, least = (size_t)n->nv;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		struct LinearRank own = rank_at(n, chosen, state, LINEAR_DEPENDENT, &rows);
		least = own.finite && own.rank < least ? own.rank : least;
	}
	return least;
}

/* Do loops leave no motion? How many rows of which rank? */
static bool are_rigid(const struct RowNumbers *n, size_t *rows, size_t *rank)
{
	const struct ChosenRows none = { .contacts = 0 };
	int state;
	*rank = rank_of(n, &none, rows, &state);
	return *rank > 0 && *rank >= (size_t)n->nv;
}

/* Do loops leave no motion at some states, and some motion at others? */
static bool are_rigid_in_places(const struct RowNumbers *n)
{
	const struct ChosenRows none = { .contacts = 0 };
	size_t rows, rank;
	return are_rigid(n, &rows, &rank) && least_rank(n, &none) < rank;
}

static void tell_rigid(struct Diags *diags, struct RowNumbers *n)
{
	size_t rows, rank;
	if (!are_rigid(n, &rows, &rank))
		return;
	struct Diag *d = diag(diags, CHECK_LOOP_RIGID, n->item[0].name->span,
	                      "loops leave no motion: %zu rows of rank %zu, %d velocities", rows, rank, n->nv);
	if (are_rigid_in_places(n))
		diag_help(diags, d, "they close in other ways too, and move in some: a pose says which one is meant");
}

/* Largest length of a row of an item over the random states. */
static double largest_length(const struct RowNumbers *n, int item, int number)
{
	double largest = 0;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		const double *row = row_numbers_at(n, state, n->item[item].first + number);
		double square = 0;
		for (int v = 0; v < n->nv; v++)
			square += elementary_square(row[v] * (n->weight ? n->weight[state * n->nv + v] : 1));
		largest = fmax(largest, sqrt(square));
	}
	return largest;
}

static const double dead_point = 1e-5;

/* Rank of the gathered rows, each divided by its length. */
static size_t rank_of_lengths(const struct RowNumbers *n, const struct GatheredRows *g, const double *length)
{
	size_t nv = (size_t)n->nv;
	for (size_t i = 0; i < g->rows * nv; i++)
		g->row[i] /= length[i / nv] > 0 ? length[i / nv] : 1;
	return linear_rank(g->row, g->rows, nv, dead_point, NULL).rank;
}

/* Rank at a random state of rows of the length that they have at an open state. */
static size_t rank_at_random(const struct RowNumbers *n, int state, size_t *rows)
{
	const struct ChosenRows none = { .contacts = 0 };
	struct GatheredRows g = row_numbers_gather(n, &none, state);
	double *length = ARENA_ARRAY(n->arena, double, g.rows);
	for (size_t r = 0; r < g.rows; r++)
		length[r] = row_numbers_length(n, &n->item[g.item[r]], state, g.number[r]);
	*rows = g.rows;
	return rank_of_lengths(n, &g, length);
}

/* Rank of the rows at a pose, in proportion to their length at random states. At a pose with a lower rank closures are of second
 * order: a closure of 1e-12 leaves coordinates 1e-6 off. */
static size_t rank_at_pose(const struct RowNumbers *n, int pose, size_t *rows)
{
	const struct ChosenRows none = { .contacts = 0 };
	struct GatheredRows g = row_numbers_gather(n, &none, ROW_NUMBERS_RANDOM + pose);
	double *length = ARENA_ARRAY(n->arena, double, g.rows);
	for (size_t r = 0; r < g.rows; r++)
		length[r] = largest_length(n, g.item[r], g.number[r]);
	*rows = g.rows;
	return rank_of_lengths(n, &g, length);
}

/* Warns of loops and constraints that are closed at singular states alone. Returns whether they are. */
static bool tell_always_singular(struct Diags *diags, const struct RowNumbers *n)
{
	size_t rows = 0, rank = 0;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		size_t own = rank_at_random(n, state, &rows);
		rank = own > rank ? own : rank;
	}
	if (rank == rows)
		return false;
	struct Diag *d = diag(
		diags, CHECK_LOOP_SINGULAR, n->item[0].name->span,
		"wherever loops are closed their rank is %zu, with %zu row%s: forces and accelerations are not unique",
		rank, rows, rows == 1 ? "" : "s");
	diag_help(diags, d,
	          "they are closed at dead points alone, as a taut chain is: are the lengths of the bodies right?");
	return true;
}

/* Warns of poses at which loops and constraints have a lower rank than elsewhere. */
static void tell_singular(struct Diags *diags, const struct RowNumbers *n)
{
	for (size_t i = 0; i < n->model->poses.count; i++) {
		if (tell_infinite_at(diags, n, (int)i))
			continue;
		size_t rows, rank = rank_at_pose(n, (int)i, &rows);
		if (rank < rows)
			diag(diags, CHECK_LOOP_SINGULAR, n->item[0].name->span,
			     "at pose %s the rank of the loops is %zu, with %zu row%s: forces and accelerations are not unique",
			     n->model->poses.item[i].name.text, rank, rows, rows == 1 ? "" : "s");
	}
}

/* --- contacts --- */

/* Shortest beginning of the list with dependent rows. */
static int find_beginning(const struct RowNumbers *n, const struct ChosenRows *chosen)
{
	int independent = 0, dependent = chosen->contacts;
	while (dependent - independent > 1) {
		size_t rows;
		int state, middle = (independent + dependent) / 2;
		struct ChosenRows part = { chosen->contact, middle, chosen->left };
		*(rank_of(n, &part, &rows, &state) < rows ? &dependent : &independent) = middle;
	}
	return dependent;
}

/* Leaves out every contact without which rows stay dependent. */
static void find_overlap(const struct RowNumbers *n, struct ChosenRows *chosen)
{
	size_t rows;
	int state;
	chosen->contacts = find_beginning(n, chosen);
	for (int i = 0; i < chosen->contacts; i++) {
		chosen->left[i] = true;
		chosen->left[i] = rank_of(n, chosen, &rows, &state) < rows;
	}
}

static int count_left_in(const struct ChosenRows *chosen)
{
	int count = 0;
	for (int i = 0; i < chosen->contacts; i++)
		count += !chosen->left[i];
	return count;
}

/* "'sole' and 'heel'" */
static const char *names_of(const struct RowNumbers *n, const struct ChosenRows *chosen)
{
	size_t count = (size_t)count_left_in(chosen), named = 0;
	struct Text text = text_new(n->arena);
	for (int i = 0; i < chosen->contacts; i++)
		if (!chosen->left[i]) {
			text_format(&text, "%s'%s'", text_between(named, count, " and "),
			            n->item[n->closing + chosen->contact[i]].name->text);
			named++;
		}
	return text_string(&text);
}

/* Reports dependent rows of a phase or contact; returns whether there are any. */
static bool tell_dependent(struct Diags *diags, struct RowNumbers *n, const struct Ident *name,
                           struct ChosenRows *chosen)
{
	int state;
	size_t rows, rank = weighed_rank(n, chosen, &rows, &state);
	if (rank == rows)
		return false;
	find_overlap(n, chosen);
	rank = rank_of(n, chosen, &rows, &state);
	bool one = count_left_in(chosen) == 1;
	const char *format = n->closing ? "contacts %s and the loops overlap: %zu rows, rank %zu"
	                     : one      ? "contact %s has %zu rows of rank %zu: its body cannot move in so many ways"
	                                : "contacts %s overlap: %zu rows, rank %zu";
	struct Diag *d = diag(diags, CHECK_PHASE_REDUNDANT, name->span, format, names_of(n, chosen), rows, rank);
	diag_help(diags, d,
	          one ? "a kind with fewer rows holds it: a point, `line` or `slide`"
	              : "leave out one, give one a kind with fewer rows, or a leg another joint");
	return true;
}

/* Warns of poses at which rows of a phase are dependent, or have no finite value. */
static void tell_poses(struct Diags *diags, const struct RowNumbers *n, const struct Ident *name,
                       const struct ChosenRows *chosen)
{
	for (size_t i = 0; i < n->model->poses.count; i++) {
		size_t rows;
		const char *pose = n->model->poses.item[i].name.text;
		struct LinearRank rank = rank_at(n, chosen, ROW_NUMBERS_RANDOM + (int)i, LINEAR_SINGULAR, &rows);
		if (!rank.finite)
			diag(diags, CHECK_PHASE_SINGULAR, name->span,
			     "at pose %s the rows of '%s' have no finite value: forces and accelerations have none",
			     pose, name->text);
		else if (rank.rank < rows)
			diag(diags, CHECK_PHASE_SINGULAR, name->span,
			     "at pose %s the rank of '%s' is %zu, with %zu row%s: forces and accelerations are not unique",
			     pose, name->text, rank.rank, rows, rows == 1 ? "" : "s");
	}
}

/* Each contact alone, then the phases. */
static void check_contacts(struct Diags *diags, struct RowNumbers *n)
{
	const struct Model *model = n->model;
	bool any = false;
	for (int i = 0; i < (int)model->contacts.count; i++) {
		struct ChosenRows one = { &i, 1, ARENA_ARRAY(n->arena, bool, 1) };
		bool told = tell_dependent(diags, n, &model->contacts.item[i].name, &one);
		if (!told)
			tell_poses(diags, n, &model->contacts.item[i].name, &one);
		any |= told;
	}
	for (size_t i = 0; i < model->phases.count && !any; i++) {
		const struct Phase *phase = &model->phases.item[i];
		struct ChosenRows chosen = { phase->contact, phase->contacts,
			                     ARENA_ARRAY(n->arena, bool, phase->contacts) };
		if (!tell_dependent(diags, n, &phase->name, &chosen) && phase->contacts > 1)
			tell_poses(diags, n, &phase->name, &chosen);
	}
}

/* Marks rows that hold by themselves or depend on others, and reports them. */
static void check_ranks(struct Diags *diags, struct RowNumbers *n, struct Model *model)
{
	for (int i = 0; i < n->items; i++)
		mark_holding(n, model, i);
	if (n->closed && n->closing)
		mark_dependent(n, model);
	if (n->closed && tell_moved(diags, n, model))
		return;
	for (int i = 0; i < n->items; i++)
		tell_holding(diags, &n->item[i]);
	if (!n->closed) {
		tell_open(diags, n, model);
		return;
	}
	if (n->closing && (are_rigid_in_places(n) || !tell_always_singular(diags, n))) {
		tell_rigid(diags, n);
		tell_singular(diags, n);
	}
	check_contacts(diags, n);
}

void check_rows(struct Diags *diags, struct Model *model)
{
	if (!model->contacts.count && !model_has_loops(model))
		return;
	struct Arena *arena = arena_trial(model->arena);
	struct RowNumbers n = row_numbers(arena, model);
	bool infinite = tell_infinite(diags, &n);
	if (!infinite || !n.closed)
		check_ranks(diags, &n, model);
	arena_empty(arena);
}
