/* Differences of constraints, struts, tendons, inputs and states with one name in both models. */
#include "difference_search.h"

#include <math.h>
#include <string.h>

#include "base/dim.h"

/* A pair, and numbers of it at all states. */
struct ExtraNumbers {
	const struct SideExtra *extra[2];
	const double *value[2]; /* of the models, at the first state */
	int width[2];           /* numbers of a state */
	enum Compared of;
	const char *unit;
	double scale; /* 0: the largest number of both models */
};

static double number_at(const struct ExtraNumbers *n, int which, int state, int k)
{
	return n->value[which][state * n->width[which] + n->extra[which]->first + k];
}

static double scale_of(const struct ExtraNumbers *n, int k)
{
	double most = n->scale;
	for (int state = 0; state < COMPARE_STATES && n->scale == 0; state++)
		for (int which = 0; which < 2; which++) {
			const double size = fabs(number_at(n, which, state, k));
			most = isfinite(size) ? fmax(most, size) : most;
		}
	return most;
}

/* Adds the largest difference of a pair. */
static void compare_numbers(struct DifferenceSearch *f, const struct ExtraNumbers *n)
{
	double most = -1, furthest[2] = { 0, 0 };
	for (int k = 0; k < n->extra[0]->count; k++) {
		const double scale = scale_of(n, k);
		for (int state = 0; state < COMPARE_STATES; state++) {
			const double a = number_at(n, 0, state, k), b = number_at(n, 1, state, k);
			if (!difference_comparable(f, state, isfinite(a), isfinite(b)))
				continue;
			const double by = difference_share(fabs(a - b), scale);
			if (by <= most)
				continue;
			most = by;
			furthest[0] = a;
			furthest[1] = b;
		}
	}
	if (most < 0) {
		difference_add_incomparable(f, n->of, n->extra[0]->name, false);
		return;
	}
	struct Difference *d =
		difference_add(f, n->of, n->extra[0]->name, most, n->extra[0]->where, n->extra[1]->where);
	difference_put_values(f->arena, d, &furthest[0], &furthest[1], 1, n->unit);
}

static void compare_kind(struct DifferenceSearch *f, const struct SideExtra *a, const struct SideExtra *b)
{
	struct Difference *d = difference_add(f, COMPARED_KIND, a->name, 1, a->where, b->where);
	d->value[0] = a->kind;
	d->value[1] = b->kind;
}

static void compare_length(struct DifferenceSearch *f, const struct SideExtra *a, const struct SideExtra *b)
{
	const struct Side *one = f->pairs->a, *two = f->pairs->b;
	const struct ExtraNumbers n = { { a, b },
		                        { one->length, two->length },
		                        { (int)one->m->struts.count, (int)two->m->struts.count },
		                        COMPARED_LENGTH,
		                        "m",
		                        f->size };
	if (one->nv && two->nv)
		compare_numbers(f, &n);
}

static void compare_rate(struct DifferenceSearch *f, const struct SideExtra *a, const struct SideExtra *b)
{
	const struct Side *one = f->pairs->a, *two = f->pairs->b;
	const struct Dim dim = parameter_at(&one->m->states, a->first)->dim;
	const struct ExtraNumbers n = { { a, b },
		                        { one->rate, two->rate },
		                        { one->m->states.numbers, two->m->states.numbers },
		                        COMPARED_RATE,
		                        text_print(f->arena, "%s/s", dim_symbol(f->arena, dim)),
		                        0 };
	if (one->nv && two->nv)
		compare_numbers(f, &n);
}

void extra_differences(struct DifferenceSearch *f)
{
	for (int i = 0; i < f->pairs->a->extras; i++) {
		const struct SideExtra *a = &f->pairs->a->extra[i];
		const struct SideExtra *b = f->pairs->extra[i] < 0 ? NULL : &f->pairs->b->extra[f->pairs->extra[i]];
		if (b && a->kind && strcmp(a->kind, b->kind) != 0)
			compare_kind(f, a, b);
		else if (b && (a->sort == EXTRA_STRUT || a->sort == EXTRA_TENDON))
			compare_length(f, a, b);
		else if (b && a->sort == EXTRA_STATE)
			compare_rate(f, a, b);
	}
}
