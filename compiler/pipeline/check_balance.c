/* With B = J at the idle velocities, B^T lambda = r has a solution for every r if the columns of B are independent at some
 * random state. A column that is not means loads that no force of the rows balances. */
#include "compile_checks.h"

#include <string.h>

#include "row_numbers.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"

/* B of a phase. */
struct Balanced {
	int *velocity; /* idle velocities */
	size_t idle;
	int *row;             /* rows of J that do not hold by themselves */
	size_t rows, closing; /* closing: the first, of loops and constraints */
	size_t *order, rank;  /* idle velocities, the independent ones first */
};

static void add_rows_of(const struct RowNumbers *n, int number, struct Balanced *b)
{
	const struct RowItem *item = &n->item[number];
	for (int r = 0; r < item->rows; r++)
		if (!item->row[r].holds)
			b->row[b->rows++] = item->first + r;
}

static struct Balanced balanced_new(const struct RowNumbers *n, const struct FunctionPart *part)
{
	struct Balanced b = { .velocity = ARENA_ARRAY(n->arena, int, n->nv),
		              .row = ARENA_ARRAY(n->arena, int, n->rows) };
	for (int v = 0; v < n->nv; v++)
		if (n->tree->idle[v])
			b.velocity[b.idle++] = v;
	for (int i = 0; i < n->closing; i++)
		add_rows_of(n, i, &b);
	b.closing = b.rows;
	for (int i = 0; i < part->contacts; i++)
		add_rows_of(n, n->closing + part->contact[i], &b);
	b.order = ARENA_ARRAY(n->arena, size_t, b.idle);
	return b;
}

/* Rank of B^T at a state, of the first `rows` rows of J; order: of the idle velocities. */
static size_t rank_of_velocities(const struct RowNumbers *n, const struct Balanced *b, size_t rows, int state,
                                 size_t *order)
{
	for (size_t v = 0; v < b->idle; v++)
		for (size_t r = 0; r < rows; r++)
			n->work[v * rows + r] = row_numbers_at(n, state, b->row[r])[b->velocity[v]];
	return linear_rank_of_unit(n->work, b->idle, rows, LINEAR_DEPENDENT, order).rank;
}

/* Largest rank of B^T over the random states, and its state. */
static size_t largest_rank(const struct RowNumbers *n, const struct Balanced *b, size_t rows, size_t *order, int *at)
{
	size_t rank = 0, *own = ARENA_ARRAY(n->arena, size_t, b->idle);
	for (int state = 0; state < ROW_NUMBERS_RANDOM && (!state || rank < b->idle); state++) {
		size_t found = rank_of_velocities(n, b, rows, state, own);
		if (state && found <= rank)
			continue;
		memcpy(order, own, b->idle * sizeof *order);
		*at = state;
		rank = found;
	}
	return rank;
}

/* B of the rows of loops at a state, each row over the length of its row of J. */
static long double *scaled_rows(const struct RowNumbers *n, const struct Balanced *b, int state)
{
	long double *B = ARENA_ARRAY(n->arena, long double, b->closing * b->idle);
	for (size_t r = 0; r < b->closing; r++) {
		const double *J = row_numbers_at(n, state, b->row[r]);
		double length = linear_length(J, (size_t)n->nv);
		for (size_t k = 0; k < b->idle; k++)
			B[r * b->idle + k] = J[b->velocity[k]] / (length > 0 ? length : 1);
	}
	return B;
}

/* Chooses as many rows of loops as are independent at the idle velocities, and as many of these velocities: the largest pivots. */
static void choose_pairs(const struct RowNumbers *n, const struct Balanced *b, const struct RowFindings *pairs)
{
	int at;
	size_t *order = ARENA_ARRAY(n->arena, size_t, b->idle), rank = largest_rank(n, b, b->closing, order, &at);
	struct LinearPivots p = linear_pivots(n->arena, scaled_rows(n, b, at), b->closing, b->idle, NULL, 0);
	for (size_t k = 0; k < rank && k < p.rank; k++) {
		pairs->row[b->row[p.row[k]]] = true;
		pairs->velocity[b->velocity[p.column[k]]] = true;
	}
}

static const struct Body *body_of(const struct Model *model, int velocity)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint_nv(joint) && velocity >= joint->tree.v && velocity < joint->tree.v + joint_nv(joint))
			return &model->body[i];
	}
	return NULL;
}

/* "'lf' and 'rh'", "loops and 'lf'" */
static const char *rows_named(const struct Model *model, const struct FunctionPart *part, const struct Balanced *b)
{
	size_t named = 0, count = (size_t)part->contacts + (b->closing > 0);
	struct Text text = text_new(model->arena);
	if (b->closing) {
		text_format(&text, "loops");
		named++;
	}
	for (int i = 0; i < part->contacts; i++, named++)
		text_format(&text, "%s'%s'", text_between(named, count, " and "),
		            model->contacts.item[part->contact[i]].name.text);
	return text_string(&text);
}

/* Loads that a free root alone has no answer to: of points, a moment about them. */
static const char *loads_of(const struct Model *model, const struct FunctionPart *part, const struct Balanced *b)
{
	if (b->closing)
		return "every load";
	for (int i = 0; i < part->contacts; i++)
		if (*model->contacts.item[part->contact[i]].kind->name)
			return "every load";
	return part->contacts == 1   ? "a moment about it"
	       : part->contacts == 2 ? "a moment about the line between them"
	                             : "every load";
}

/* An idle joint that no forces drive. */
static void tell_idle(struct Diags *diags, const struct RowNumbers *n, const struct FunctionPart *part,
                      const struct Balanced *b, const struct Body *body)
{
	int drives = n->nv - (int)b->idle, moving = n->nv - (int)b->rows;
	const char *name = body->joint->name.text;
	struct Diag *d =
		b->closing && !part->contacts && drives < moving
			? diag(diags, CHECK_ID_UNDERDRIVEN, part->span,
	                       "%s: %d drive%s cannot give %d independent acceleration%s: joint '%s' is idle",
	                       part->name, drives, drives == 1 ? "" : "s", moving, moving == 1 ? "" : "s", name)
			: diag(diags, CHECK_ID_UNDERDRIVEN, part->span,
	                       "%s: joint '%s' is idle, and no forces of %s drive it", part->name, name,
	                       rows_named(n->model, part, b));
	diag_note(diags, d, body->joint->name.span, "joint '%s' is here", name);
}

static void tell(struct Diags *diags, const struct RowNumbers *n, const struct FunctionPart *part,
                 const struct Balanced *b)
{
	const struct Model *model = n->model;
	for (size_t k = b->rank; k < b->idle; k++) {
		const struct Body *body = body_of(model, b->velocity[b->order[k]]);
		if (body->joint->idle) {
			tell_idle(diags, n, part, b, body);
			return;
		}
	}
	struct Diag *d = diag(diags, CHECK_ID_UNDETERMINED, part->span, "%s: with %s alone no forces balance %s",
	                      part->name, rows_named(model, part, b), loads_of(model, part, b));
	diag_help(diags, d,
	          "%zu of the %zu motions that nothing drives are held; add a contact, or %s, which lets them go",
	          b->rank, b->idle,
	          part->contacts ? text_print(model->arena, "fd:%s", text_shown(model->arena, part->phase)) : "fd");
}

/* --- joints that share a load --- */

/* Does a velocity move the rows of loops and constraints at some random state? */
static bool moves_loops(const struct RowNumbers *n, const struct Balanced *b, int velocity)
{
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++)
		for (size_t r = 0; r < b->closing; r++)
			if (row_numbers_at(n, state, b->row[r])[velocity] != 0)
				return true;
	return false;
}

/* Names of the joints with a drive that move loops: "'motor', 'a' and 'pivot'". */
static const char *joints_of_loops(const struct RowNumbers *n, const struct Balanced *b)
{
	const char **name = ARENA_ARRAY(n->model->arena, const char *, n->nv);
	const struct Body *before = NULL;
	size_t count = 0;
	for (int v = 0; v < n->nv; v++) {
		const struct Body *body = body_of(n->model, v);
		if (!body || body == before || n->tree->idle[v] || !moves_loops(n, b, v))
			continue;
		name[count++] = body->joint->name.text;
		before = body;
	}
	struct Text text = text_new(n->model->arena);
	for (size_t i = 0; i < count; i++)
		text_format(&text, "%s'%s'", text_between(i, count, " and "), name[i]);
	return text_string(&text);
}

/* Is a joint that moves loops marked idle? A mark of the free root changes nothing. */
static bool joint_of_loops_is_idle(const struct RowNumbers *n, const struct Balanced *b)
{
	for (int v = 0; v < n->nv; v++) {
		const struct Body *body = body_of(n->model, v);
		bool root = body && body->joint->kind->form == JOINT_FREE && body->parent < 0;
		if (body && body->joint->idle && !root && moves_loops(n, b, v))
			return true;
	}
	return false;
}

/* With more drives than motions tau is not unique, and the least sum of tau^2 loads every joint. A model that marks idle joints of
 * its loops has chosen its drives. Rows that balance the free root leave the drives nothing to share. */
static bool tell_overdriven(struct Diags *diags, const struct RowNumbers *n, struct Span span, const char *name)
{
	const struct FunctionPart loops = { .contacts = 0 };
	struct Balanced b = balanced_new(n, &loops);
	if (!b.closing || joint_of_loops_is_idle(n, &b))
		return false;
	int at, drives = n->nv - (int)b.idle;
	b.rank = largest_rank(n, &b, b.closing, b.order, &at);
	if (b.closing == b.rank)
		return false;
	struct Diag *d = diag(diags, CHECK_ID_OVERDRIVEN, span,
	                      "%s: %d drives share the load at mobility %d%s, as no joint of loops is marked idle: %s",
	                      name, drives, drives - (int)(b.closing - b.rank),
	                      b.idle > b.rank ? " beside the free root" : "", joints_of_loops(n, &b));
	diag_help(diags, d, "say which of them nothing drives: `idle` in the model, or --idle=JOINT,...");
	return true;
}

void check_overdriven(struct Diags *diags, const struct Model *model, const char *name)
{
	if (!model_has_loops(model))
		return;
	struct RowNumbers n = row_numbers(arena_trial(model->arena), model);
	tell_overdriven(diags, &n, model->name.span, name);
	arena_empty(n.arena);
}

/* --- all parts --- */

/* Has every load an answer? False after an error. */
static bool check_part(struct Diags *diags, const struct RowNumbers *n, const struct FunctionPart *part)
{
	int state;
	struct Balanced b = balanced_new(n, part);
	b.rank = largest_rank(n, &b, b.rows, b.order, &state);
	if (b.rank < b.idle)
		tell(diags, n, part, &b);
	else
		choose_pairs(n, &b, part->rows->found);
	return b.rank == b.idle;
}

void check_balance(struct Diags *diags, const struct Job *job)
{
	bool told = false;
	struct RowNumbers n = { .arena = NULL };
	for (int f = 0; f < job->functions; f++)
		for (int p = 0; p < job->function[f].request.parts; p++) {
			const struct FunctionPart *part = &job->function[f].request.part[p];
			if (!part->info->balances)
				continue;
			if (!n.arena)
				n = row_numbers(arena_trial(job->model->arena), job->model);
			if (check_part(diags, &n, part) && !told)
				told = tell_overdriven(diags, &n, part->span, part->name);
		}
	if (n.arena)
		arena_empty(n.arena);
}
