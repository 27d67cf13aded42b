/* A row that is 0 at every state holds by itself: a planar robot cannot leave its plane. */
#include "check_rows.h"

#include <math.h>

#include "row_numbers.h"

/* --- rows that hold by themselves --- */

/* Largest entry of a velocity in the rows of a contact of one sort, linear or angular. */
static double largest_entry(const struct RowNumbers *n, const struct Contact *contact, int state, int first,
                            bool angular, int v)
{
	double largest = 0;
	for (int r = 0; r < contact->rows; r++)
		if (contact->row[r].angular == angular)
			largest = fmax(largest, fabs(row_numbers_at(n, state, first + r)[v]));
	return largest;
}

/* Are all entries of row r of a contact 0, but for roundings? */
static bool is_zero_at(const struct RowNumbers *n, const struct Contact *contact, int state, int first, int r)
{
	const double rounding = 1e-12;
	const double *J = row_numbers_at(n, state, first + r), *size = n->size + (J - n->J);
	for (int v = 0; v < n->nv; v++) {
		double largest = largest_entry(n, contact, state, first, contact->row[r].angular, v);
		if (fabs(J[v]) > rounding * fmax(largest, size[v]))
			return false;
	}
	return true;
}

/* Marks rows of a contact in `model`; reports them. */
static void mark_holding(struct Diags *diags, const struct RowNumbers *n, struct Model *model, int number)
{
	struct Contact *contact = &model->contacts.item[number];
	struct Text names;
	int holding = 0;
	text_init(&names, diags->arena);
	for (int r = 0; r < contact->rows; r++) {
		bool zero = true;
		for (int state = 0; state < ROW_NUMBERS_RANDOM && zero; state++)
			zero = is_zero_at(n, contact, state, n->first[number], r);
		contact->row[r].holds = zero;
		if (zero)
			text_format(&names, "%s%s", holding++ ? " " : "", contact->row[r].name);
	}
	if (holding)
		diag(diags, CHECK_LOOP_REDUNDANT, contact->name.span,
		     "%d of the %d rows of '%s' hold by themselves, %s: their forces are 0 here", holding,
		     contact->rows, contact->name.text, text_string(&names));
}

/* --- rank --- */

/* Contacts of a phase; `left` may leave out some. */
struct Chosen {
	const int *contact;
	int contacts;
	bool *left;
};

/* Rank of the chosen rows at a state; *rows is their number. */
static int rank_at(const struct RowNumbers *n, const struct Model *model, const struct Chosen *chosen, int state,
                   double threshold, int *rows)
{
	double *work = ARENA_ARRAY(n->arena, double, (size_t)n->rows *(size_t)n->nv);
	*rows = 0;
	for (int i = 0; i < chosen->contacts; i++) {
		const struct Contact *contact = &model->contacts.item[chosen->contact[i]];
		for (int r = 0; r < contact->rows && !chosen->left[i]; r++) {
			const double *from = row_numbers_at(n, state, n->first[chosen->contact[i]] + r);
			double *to = work + *rows * n->nv;
			for (int v = 0; v < n->nv; v++)
				to[v] = from[v] * (n->weight ? n->weight[state * n->nv + v] : 1);
			*rows += !contact->row[r].holds;
		}
	}
	return row_rank(work, *rows, n->nv, threshold, NULL);
}

/* Largest rank over the random states. */
static int rank_of(const struct RowNumbers *n, const struct Model *model, const struct Chosen *chosen, int *rows)
{
	const double rounding = 1e-9;
	int rank = 0;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		int own = rank_at(n, model, chosen, state, rounding, rows);
		rank = own > rank ? own : rank;
	}
	return rank;
}

/* --- messages --- */

/* Leaves out every contact without which rows stay dependent. */
static void find_overlap(const struct RowNumbers *n, const struct Model *model, struct Chosen *chosen)
{
	int rows;
	for (int i = 0; i < chosen->contacts; i++) {
		chosen->left[i] = true;
		chosen->left[i] = rank_of(n, model, chosen, &rows) < rows;
	}
}

static int count_left_in(const struct Chosen *chosen)
{
	int count = 0;
	for (int i = 0; i < chosen->contacts; i++)
		count += !chosen->left[i];
	return count;
}

/* "'sole' and 'heel'" */
static const char *names_of(const struct RowNumbers *n, const struct Model *model, const struct Chosen *chosen)
{
	struct Text text;
	size_t count = (size_t)count_left_in(chosen), named = 0;
	text_init(&text, n->arena);
	for (int i = 0; i < chosen->contacts; i++)
		if (!chosen->left[i]) {
			text_format(&text, "%s'%s'", text_between(named, count, " and "),
			            model->contacts.item[chosen->contact[i]].name.text);
			named++;
		}
	return text_string(&text);
}

/* Reports dependent rows of a phase or contact; returns whether there are any. */
static bool tell_dependent(struct Diags *diags, struct RowNumbers *n, const struct Model *model,
                           const struct Ident *name, struct Chosen *chosen)
{
	int rows, rank = rank_of(n, model, chosen, &rows);
	if (rank < rows && !n->weight) {
		row_numbers_weigh(n);
		rank = rank_of(n, model, chosen, &rows);
	}
	if (rank == rows)
		return false;
	find_overlap(n, model, chosen);
	rank = rank_of(n, model, chosen, &rows);
	bool one = count_left_in(chosen) == 1;
	struct Diag *d = diag(diags, CHECK_PHASE_REDUNDANT, name->span,
	                      one ? "contact %s has %d rows of rank %d: its body cannot move in so many ways"
	                          : "contacts %s overlap: %d rows, rank %d",
	                      names_of(n, model, chosen), rows, rank);
	diag_help(diags, d,
	          one ? "a kind with fewer rows holds it: a point, `line` or `slide`"
	              : "leave out one, or give one a kind with fewer rows");
	return true;
}

/* Warns of poses at which rows of a phase are dependent. */
static void tell_poses(struct Diags *diags, const struct RowNumbers *n, const struct Model *model,
                       const struct Ident *name, const struct Chosen *chosen)
{
	const double near_singular = 1e-6;
	for (size_t i = 0; i < model->poses.count; i++) {
		int rows, rank = rank_at(n, model, chosen, ROW_NUMBERS_RANDOM + (int)i, near_singular, &rows);
		if (rank < rows)
			diag(diags, CHECK_PHASE_SINGULAR, name->span,
			     "at pose %s the %d rows of '%s' have rank %d: forces and accelerations are not unique",
			     model->poses.item[i].name.text, rows, name->text, rank);
	}
}

void check_rows(struct Diags *diags, struct Model *model)
{
	int contacts = (int)model->contacts.count;
	if (!contacts)
		return;
	struct Arena *arena = arena_trial(model->arena);
	struct RowNumbers n = row_numbers(arena, model_fork(model, arena));
	bool any = false;
	for (int i = 0; i < contacts; i++)
		mark_holding(diags, &n, model, i);
	for (int i = 0; i < contacts; i++) {
		struct Chosen one = { &i, 1, ARENA_ARRAY(arena, bool, 1) };
		bool told = tell_dependent(diags, &n, model, &model->contacts.item[i].name, &one);
		if (!told)
			tell_poses(diags, &n, model, &model->contacts.item[i].name, &one);
		any |= told;
	}
	for (size_t i = 0; i < model->phases.count && !any; i++) {
		const struct Phase *phase = &model->phases.item[i];
		struct Chosen chosen = { phase->contact, phase->contacts, ARENA_ARRAY(arena, bool, phase->contacts) };
		if (!tell_dependent(diags, &n, model, &phase->name, &chosen) && phase->contacts > 1)
			tell_poses(diags, &n, model, &phase->name, &chosen);
	}
	arena_empty(arena);
}
