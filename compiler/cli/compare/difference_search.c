#include "difference_search.h"

#include <math.h>
#include <string.h>

const char *const compared_name[COMPARED_COUNT] = {
#define COMPARED(id, name) [COMPARED_##id] = name,
#include "quantities.def"
};

/* --- numbers and texts --- */

double difference_share(double difference, double scale)
{
	if (isnan(difference))
		return HUGE_VAL;
	return difference == 0 ? 0 : scale > 0 ? difference / scale : HUGE_VAL;
}

/* Number i of a vector, or 0 if it is a rounding error beside the largest one. */
static double shown(const double *x, int count, int i)
{
	const double rounding = 1e-13;
	double most = 0;
	for (int k = 0; k < count; k++)
		most = fmax(most, fabs(x[k]));
	return fabs(x[i]) <= rounding * most ? 0 : x[i];
}

static const char *texts_of(struct Arena *arena, const double *x, int count, int digits, const char *unit)
{
	struct Text text = text_new(arena);
	text_put(&text, count > 1 ? "(" : "");
	for (int i = 0; i < count; i++)
		text_format(&text, "%s%.*g", i ? ", " : "", digits, shown(x, count, i) + 0.0);
	text_format(&text, "%s%s%s", count > 1 ? ")" : "", *unit ? " " : "", unit);
	return text_string(&text);
}

void difference_put_values(struct Arena *arena, struct Difference *d, const double *a, const double *b, int count,
                           const char *unit)
{
	for (int digits = 6; digits <= 17; digits += digits == 6 ? 3 : 8) {
		d->value[0] = texts_of(arena, a, count, digits, unit);
		d->value[1] = texts_of(arena, b, count, digits, unit);
		if (strcmp(d->value[0], d->value[1]) != 0)
			break;
	}
}

struct Difference *difference_add(struct DifferenceSearch *f, enum Compared of, const char *name, double relative,
                                  struct FilePlace a, struct FilePlace b)
{
	struct Difference *d = ARENA_PUSH(f->arena, &f->found->list);
	*d = (struct Difference){ of, name, relative, { "", "" }, { a, b } };
	return d;
}

void difference_add_incomparable(struct DifferenceSearch *f, enum Compared of, const char *name, bool open)
{
	*ARENA_PUSH(f->arena, &f->found->incomparable) = (struct Incomparable){ of, name, open };
}

bool difference_comparable(struct DifferenceSearch *f, int state, bool finite, bool other_finite)
{
	f->found->partial[state] |= !finite && !other_finite;
	return finite || other_finite;
}

/* --- velocities --- */

int paired_velocities(const struct Pairs *pairs, struct PairedVelocity *velocity)
{
	const struct Side *a = pairs->a, *b = pairs->b;
	int count = 0;
	for (int i = 0; i < a->bodies; i++) {
		const int other = pairs->joint[i], *part = pairs->part[0][i];
		for (int k = 0; other >= 0 && k < a->joint[i].nv; k++)
			velocity[count++] = (struct PairedVelocity){ i, other, a->joint[i].v + k, b->joint[other].v + k,
				                                     pairs->turned[i] ? -1 : 1 };
		for (int k = 0; part[0] >= 0 && k < a->joint[i].nv; k++)
			velocity[count++] =
				(struct PairedVelocity){ i, part[k], a->joint[i].v + k, b->joint[part[k]].v, 1 };
	}
	for (int i = 0; i < b->bodies; i++) {
		const int *part = pairs->part[1][i];
		for (int k = 0; part[0] >= 0 && k < b->joint[i].nv; k++)
			velocity[count++] =
				(struct PairedVelocity){ part[k], i, a->joint[part[k]].v, b->joint[i].v + k, 1 };
	}
	return count;
}
