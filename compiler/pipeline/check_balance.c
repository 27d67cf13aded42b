/* With B = J at the idle velocities, B^T lambda = r has a solution for every r if the columns of B are independent at some
 * random state. A column that is not means loads that no force of the contacts balances. */
#include "check_balance.h"

#include "row_numbers.h"

/* A phase's B^T: a row for each idle velocity. */
struct Balanced {
	int *velocity, idle; /* idle velocities */
	int *order, rank;    /* the independent ones first */
};

static int gather(const struct RowNumbers *n, const struct FunctionPart *part, const struct Balanced *b, int state,
                  double *work)
{
	int width = 0;
	for (int i = 0; i < part->contacts; i++) {
		const struct RowItem *item = &n->item[n->closing + part->contact[i]];
		for (int r = 0; r < item->rows; r++)
			width += !item->row[r].holds;
	}
	for (int v = 0; v < b->idle; v++) {
		double *to = work + v * width;
		for (int i = 0; i < part->contacts; i++) {
			const struct RowItem *item = &n->item[n->closing + part->contact[i]];
			for (int r = 0; r < item->rows; r++)
				if (!item->row[r].holds)
					*to++ = row_numbers_at(n, state, item->first + r)[b->velocity[v]];
		}
	}
	return width;
}

static struct Balanced balanced_by(const struct RowNumbers *n, const struct FunctionPart *part)
{
	const double rounding = 1e-9;
	struct Balanced b = { .velocity = ARENA_ARRAY(n->arena, int, n->nv), .rank = -1 };
	for (int v = 0; v < n->nv; v++)
		if (n->tree->idle[v])
			b.velocity[b.idle++] = v;
	b.order = ARENA_ARRAY(n->arena, int, b.idle);
	int *order = ARENA_ARRAY(n->arena, int, b.idle);
	for (int state = 0; state < ROW_NUMBERS_RANDOM && b.rank < b.idle; state++) {
		int rank = row_rank(n->work, b.idle, gather(n, part, &b, state, n->work), rounding, order);
		for (int v = 0; v < b.idle && rank > b.rank; v++)
			b.order[v] = order[v];
		b.rank = rank > b.rank ? rank : b.rank;
	}
	return b;
}

static const struct Body *body_of(const struct Model *model, int velocity)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		if (joint_nv(joint) && velocity >= joint->tree.v && velocity < joint->tree.v + joint_nv(joint))
			return &model->body[i];
	}
	return NULL;
}

/* "'lf' and 'rh'" */
static const char *contacts_named(const struct Model *model, const struct FunctionPart *part)
{
	struct Text text;
	text_init(&text, model->arena);
	for (int i = 0; i < part->contacts; i++)
		text_format(&text, "%s'%s'", text_between((size_t)i, (size_t)part->contacts, " and "),
		            model->contacts.item[part->contact[i]].name.text);
	return text_string(&text);
}

/* Loads that a free root alone has no answer to: of points, a moment about them. */
static const char *loads_of(const struct Model *model, const struct FunctionPart *part)
{
	for (int i = 0; i < part->contacts; i++)
		if (*model->contacts.item[part->contact[i]].kind->name)
			return "every load";
	return part->contacts == 1   ? "a moment about it"
	       : part->contacts == 2 ? "a moment about the line between them"
	                             : "every load";
}

static void tell(struct Diags *diags, const struct Model *model, const struct FunctionPart *part,
                 const struct Balanced *b)
{
	for (int k = b->rank; k < b->idle; k++) {
		const struct Body *body = body_of(model, b->velocity[b->order[k]]);
		if (body->joint.idle) {
			struct Diag *d = diag(diags, CHECK_ID_UNDERDRIVEN, part->span,
			                      "%s: joint '%s' is idle, and no forces of %s drive it", part->name,
			                      body->joint.name.text, contacts_named(model, part));
			diag_note(diags, d, body->joint.name.span, "joint '%s' is here", body->joint.name.text);
			return;
		}
	}
	struct Diag *d = diag(diags, CHECK_ID_UNDETERMINED, part->span, "%s: with %s alone no forces balance %s",
	                      part->name, contacts_named(model, part), loads_of(model, part));
	diag_help(diags, d,
	          "%d of the %d motions that nothing drives are held; add a contact, or fd:%s, which lets them go",
	          b->rank, b->idle, text_shown(model->arena, part->phase));
}

void check_balance(struct Diags *diags, const struct Job *job)
{
	struct RowNumbers n = { .arena = NULL };
	struct Arena *arena = NULL;
	for (int f = 0; f < job->functions; f++)
		for (int p = 0; p < job->function[f].spec.parts; p++) {
			const struct FunctionPart *part = &job->function[f].spec.part[p];
			if (!part->info->balances)
				continue;
			if (!arena) {
				arena = arena_trial(job->model->arena);
				n = row_numbers(arena, job->model);
			}
			struct Balanced b = balanced_by(&n, part);
			if (b.rank < b.idle)
				tell(diags, job->model, part, &b);
		}
	if (arena)
		arena_empty(arena);
}
