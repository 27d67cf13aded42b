#include "validate.h"

#include <float.h>
#include <math.h>

#include "dynamics/tree/sample.h"

enum { STATES = 3 };
static const double tolerance = 1e-8; /* for ill-conditioned models too: it finds mistakes, not lost digits */
static const double quiet = 1e-10;    /* largest effect of a rounding of q: an algorithm rounds many times */

static double largest_of(const double *value, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++)
		largest = isfinite(value[i]) ? fmax(largest, fabs(value[i])) : largest;
	return largest;
}

/* Drops noise: where M is singular, or nearly so, values of its inverse change with a rounding of q, and are not
 * compared. */
static void forget_noise(struct Sample *state, const Ref *value, double *expected, size_t count)
{
	const struct Dag *dag = state->tree->dag;
	double *again = ARENA_ARRAY(dag->arena, double, count), largest = largest_of(expected, count);
	bool noise = false;
	for (int i = 0; i < state->tree->nq; i++)
		state->q[i] *= 1 + 4 * DBL_EPSILON;
	sample_values(dag, state, value, count, again, ARENA_ARRAY(dag->arena, double, count));
	for (size_t i = 0; i < count; i++)
		noise |= isfinite(expected[i]) && !(fabs(again[i] - expected[i]) <= quiet * largest);
	for (size_t i = 0; i < count && noise; i++)
		expected[i] = NAN;
}

struct Validation validate_begin(const struct Tree *tree, const Ref *value, size_t count)
{
	struct Validation validation = { .tree = tree, .count = count };
	validation.expected = ARENA_ARRAY(tree->dag->arena, double, (STATES * count));
	validation.size = ARENA_ARRAY(tree->dag->arena, double, (STATES * count));
	for (uint64_t seed = 0; seed < STATES; seed++) {
		struct Sample state = sample_new(tree, seed, 1);
		sample_values(tree->dag, &state, value, count, validation.expected + seed * count,
		              validation.size + seed * count);
		forget_noise(&state, value, validation.expected + seed * count, count);
	}
	return validation;
}

/* Is the state singular? Values share divisions, so a single infinite value may spread to others. */
static bool is_singular(const double *expected, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isfinite(expected[i]))
			return true;
	return false;
}

/* The allowed difference is relative to the largest value, or to the largest size of a value if its terms cancel: the
 * rounding of a sum is proportional to the sum of its absolute terms. Sizes grow with the depth of the tree, and so does
 * this rounding: the velocity of the last link is a sum of a term for each joint, in either form. */
void validate_check(const struct Validation *validation, const struct Dag *dag, const Ref *value, const char *pass)
{
	const double rounding = 1e-12; /* for complete cancellation */
	double *found = validation->expected ? ARENA_ARRAY(dag->arena, double, validation->count) : NULL;
	double *size = ARENA_ARRAY(dag->arena, double, validation->count);
	for (uint64_t seed = 0; found && seed < STATES; seed++) {
		struct Sample state = sample_new(validation->tree, seed, 1);
		const double *expected = validation->expected + seed * validation->count;
		sample_values(dag, &state, value, validation->count, found, size);
		double terms = fmax(largest_of(size, validation->count),
		                    largest_of(validation->size + seed * validation->count, validation->count));
		double allowed = fmax(tolerance * largest_of(expected, validation->count), rounding * terms);
		bool singular = is_singular(expected, validation->count);
		for (size_t i = 0; i < validation->count; i++)
			if (isfinite(expected[i]) && !(fabs(found[i] - expected[i]) <= allowed) &&
			    !(singular && !isfinite(found[i])))
				NEVER(dag->arena, text_print(dag->arena, "value %zu is %g, not %g, after %s", i,
				                             found[i], expected[i], pass));
	}
}
