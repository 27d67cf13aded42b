/* Rows of J(q) qd = 0 by their numbers, at random states and at the model's poses.
 *
 * A row that is 0 at every state holds by itself: a planar robot cannot leave its plane. Rows are dependent if at every
 * state one of them is a combination of others. The modified Gram-Schmidt method takes the longest remainder first, of
 * rows of length 1. The rank is the number of remainders above a threshold. The largest rank of all states counts.
 * Rows that seem dependent are looked at again with J_rv / sqrt(M_vv): heavy bodies beyond light ones, or long ones
 * beyond short ones, make entries of very different size. */
#include "check_rows.h"

#include <math.h>

#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/sample.h"

enum { STATES = 8 };

/* J of all contacts, one below the other, at all states. */
struct RowNumbers {
	struct Arena *arena;
	const struct Model *model;
	int nv, rows, states;
	int *first;   /* by contact: its first row */
	double *J;    /* states x rows x nv */
	double *size; /* likewise: the sum of absolute terms in the entry */
	struct Tree *tree;
	double *weight; /* states x nv: 1 / sqrt(M_vv), or 1 if this is 0; NULL: all are 1 */
	double *work;
};

static const double *row_at(const struct RowNumbers *n, int state, int row)
{
	return n->J + ((size_t)state * (size_t)n->rows + (size_t)row) * (size_t)n->nv;
}

/* Coordinates of a pose, in the order of bodies. */
static void take_pose(const struct Model *model, const struct ModelPose *pose, double *q)
{
	for (int i = 0; i < model->nq; i++)
		q[i] = pose->q[model->ordered ? model->q_place[i] : i];
}

/* A random state, then the poses. */
static struct Sample state_of(const struct RowNumbers *n, int state)
{
	struct Sample sample = sample_new(n->tree, (uint64_t)state, 1);
	if (state >= STATES)
		take_pose(n->model, &n->model->poses.item[state - STATES], sample.q);
	return sample;
}

static void evaluate(struct RowNumbers *n, const struct Tree *tree, const Ref *J)
{
	size_t count = (size_t)n->rows * (size_t)n->nv;
	for (int state = 0; state < n->states; state++) {
		struct Sample sample = state_of(n, state);
		sample_values(tree->dag, &sample, J, count, n->J + (size_t)state * count,
		              n->size + (size_t)state * count);
	}
}

static struct RowNumbers rows_of(struct Arena *arena, const struct Model *model)
{
	struct Tree *tree = tree_build(model);
	int contacts = (int)model->contacts.count, *all = ARENA_ARRAY(arena, int, contacts);
	struct RowNumbers n = { .arena = arena, .model = model, .nv = model->nv, .tree = tree };
	n.first = ARENA_ARRAY(arena, int, contacts);
	for (int i = 0; i < contacts; i++) {
		all[i] = i;
		n.first[i] = n.rows;
		n.rows += model->contacts.item[i].rows;
	}
	n.states = STATES + (int)model->poses.count;
	size_t count = (size_t)n.rows * (size_t)n.nv;
	Ref *J = ARENA_ARRAY(arena, Ref, count);
	tree->rows = tree_add_rows(tree, model, all, contacts);
	textbook_rows_jacobian(tree->dag, tree, J);
	n.J = ARENA_ARRAY(arena, double, (size_t)n.states *count);
	n.size = ARENA_ARRAY(arena, double, (size_t)n.states *count);
	n.work = ARENA_ARRAY(arena, double, count);
	evaluate(&n, tree, J);
	return n;
}

static void weigh(struct RowNumbers *n)
{
	size_t nv = (size_t)n->nv;
	Ref *M = ARENA_ARRAY(n->arena, Ref, nv * nv);
	textbook_crba(n->tree->dag, n->tree, M);
	for (size_t v = 0; v < nv; v++)
		M[v] = M[v * (nv + 1)];
	n->weight = ARENA_ARRAY(n->arena, double, (size_t)n->states *nv);
	double *size = ARENA_ARRAY(n->arena, double, nv);
	for (int state = 0; state < n->states; state++) {
		struct Sample sample = state_of(n, state);
		double *weight = n->weight + (size_t)state * nv;
		sample_values(n->tree->dag, &sample, M, nv, weight, size);
		for (size_t v = 0; v < nv; v++)
			weight[v] = weight[v] > 0 ? 1 / sqrt(weight[v]) : 1;
	}
}

/* --- rows that hold by themselves --- */

/* Largest entry of a velocity in the rows of a contact of one sort, linear or angular. */
static double largest_entry(const struct RowNumbers *n, const struct Contact *contact, int state, int first,
                            bool angular, int v)
{
	double largest = 0;
	for (int r = 0; r < contact->rows; r++)
		if (contact->row[r].angular == angular)
			largest = fmax(largest, fabs(row_at(n, state, first + r)[v]));
	return largest;
}

/* Are all entries of row r of a contact 0, but for roundings? */
static bool is_zero_at(const struct RowNumbers *n, const struct Contact *contact, int state, int first, int r)
{
	const double rounding = 1e-12;
	const double *J = row_at(n, state, first + r), *size = n->size + (J - n->J);
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
		for (int state = 0; state < STATES && zero; state++)
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

/* Rows of the chosen contacts at a state, each of length 1, into n->work. Returns their number. */
static int gather(const struct RowNumbers *n, const struct Model *model, const struct Chosen *chosen, int state)
{
	int rows = 0;
	for (int i = 0; i < chosen->contacts; i++) {
		const struct Contact *contact = &model->contacts.item[chosen->contact[i]];
		for (int r = 0; r < contact->rows && !chosen->left[i]; r++) {
			if (contact->row[r].holds)
				continue;
			const double *from = row_at(n, state, n->first[chosen->contact[i]] + r);
			double *to = n->work + (size_t)rows++ * (size_t)n->nv, square = 0;
			for (int v = 0; v < n->nv; v++) {
				to[v] = from[v] * (n->weight ? n->weight[state * n->nv + v] : 1);
				square += to[v] * to[v];
			}
			for (int v = 0; v < n->nv; v++)
				to[v] = square > 0 ? to[v] / sqrt(square) : 0;
		}
	}
	return rows;
}

static double dot(const struct RowNumbers *n, const double *a, const double *b)
{
	double sum = 0;
	for (int v = 0; v < n->nv; v++)
		sum += a[v] * b[v];
	return sum;
}

static void swap_rows(const struct RowNumbers *n, int a, int b)
{
	for (int v = 0; v < n->nv && a != b; v++) {
		double entry = n->work[a * n->nv + v];
		n->work[a * n->nv + v] = n->work[b * n->nv + v];
		n->work[b * n->nv + v] = entry;
	}
}

/* Rank of the chosen rows at a state; *rows is their number. */
static int rank_at(const struct RowNumbers *n, const struct Model *model, const struct Chosen *chosen, int state,
                   double threshold, int *rows)
{
	*rows = gather(n, model, chosen, state);
	for (int rank = 0; rank < *rows; rank++) {
		int longest = rank;
		double most = 0;
		for (int r = rank; r < *rows; r++) {
			double square = dot(n, n->work + r * n->nv, n->work + r * n->nv);
			longest = square > most ? r : longest;
			most = fmax(most, square);
		}
		if (!(most > threshold * threshold))
			return rank;
		swap_rows(n, rank, longest);
		double *pivot = n->work + rank * n->nv;
		for (int r = rank + 1; r < *rows; r++) {
			double *row = n->work + r * n->nv, along = dot(n, pivot, row) / most;
			for (int v = 0; v < n->nv; v++)
				row[v] -= along * pivot[v];
		}
	}
	return *rows;
}

/* Largest rank over the random states. */
static int rank_of(const struct RowNumbers *n, const struct Model *model, const struct Chosen *chosen, int *rows)
{
	const double rounding = 1e-9;
	int rank = 0;
	for (int state = 0; state < STATES; state++) {
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
		weigh(n);
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
		int rows, rank = rank_at(n, model, chosen, STATES + (int)i, near_singular, &rows);
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
	struct RowNumbers n = rows_of(arena, model_fork(model, arena));
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
