/* A step is looked at in parts. In each part the states are interpolated by a cubic polynomial of both ends and their
 * rates, the watched functions are computed at five nodes, and a polynomial of degree 4 connects them. A part is
 * shortened where this polynomial does not describe a function, or where a minimum of it is not clearly above 0. What
 * is below 0 is confirmed by the states of the method. */
#include "course.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Irregular, so that no frequency has the same phase at all nodes. */
static const double node[CROSSING_NODES] = { 0, 0.2, 0.45, 0.75, 1 };
enum { POINTS = 8 }; /* of the polynomial, for its minima */

/* Length of the first part, a tenth of the time in which a contact moves by the size of the model:
 * size / (v + sqrt(size a)) */
static double first_length(const struct Course *course)
{
	const struct SimulationContacts *all = &course->simulation->contacts;
	return all->count ? 0.1 * all->size / (all->speed + sqrt(all->size * all->pull)) : INFINITY;
}

struct Crossing *crossing_new(const struct Course *course)
{
	const struct Simulation *s = course->simulation;
	struct Arena *arena = &s->model->arena;
	struct Crossing *c = ARENA_NEW(arena, struct Crossing);
	c->count = conditions_roots(course);
	c->longest = first_length(course);
	c->noise = 1e3 * contacts_rounding(s);
	for (int end = 0; end < 2; end++) {
		c->y[end] = ARENA_ARRAY(arena, double, s->size);
		c->rate[end] = ARENA_ARRAY(arena, double, s->size);
	}
	for (int i = 0; i < CROSSING_NODES; i++)
		c->value[i] = ARENA_ARRAY(arena, double, c->count);
	c->before = ARENA_ARRAY(arena, double, c->count);
	c->inside = ARENA_ARRAY(arena, double, c->count);
	c->spare = ARENA_ARRAY(arena, double, c->count);
	c->happened = ARENA_ARRAY(arena, bool, c->count);
	c->state = ARENA_ARRAY(arena, double, s->size);
	return c;
}

/* --- states --- */

/* y = y0 + t h f0 + (3 t^2 - 2 t^3) (y1 - y0 - h f0) + (t^3 - t^2) h (f1 - f0), t from 0 to 1 */
static void interpolate(const struct Course *course, const struct Crossing *c, double after)
{
	double t = after / c->step, h = c->step;
	for (size_t i = 0; i < course->simulation->size; i++) {
		double straight = h * c->rate[0][i];
		c->state[i] = c->y[0][i] + t * straight + (3 - 2 * t) * t * t * (c->y[1][i] - c->y[0][i] - straight) +
		              (t - 1) * t * t * h * (c->rate[1][i] - c->rate[0][i]);
	}
}

/* Lowest function by the states of the method, of those that were not below 0 at the begin of the search. Sets
 * `happened`. */
static double lowest(struct Course *course, struct Crossing *c, double after, StateWithin *state)
{
	double low = INFINITY;
	state(course, after, c->state);
	conditions_inside(course, c->from + after, c->state, c->spare);
	for (size_t i = 0; i < c->count; i++) {
		c->happened[i] = c->before[i] >= 0 && c->spare[i] < 0;
		low = c->before[i] >= 0 ? fmin(low, c->spare[i]) : low;
	}
	return low;
}

/* Times and lowest functions, before an event and after it. */
struct Bracket {
	double inside, outside, high, low;
};

/* A time within: where a line through both values is 0, moved towards the middle. `most` is its largest distance from
 * the middle, so that few more values are needed than by bisection. The method ITP of I. F. D. Oliveira and R. H. C.
 * Takahashi, ACM TOMS 47(1), 2020. */
static double between(const struct Bracket *b, double most, double gain)
{
	double middle = b->inside + (b->outside - b->inside) / 2, width = b->outside - b->inside;
	double line = b->inside + width * b->high / (b->high - b->low), side = line < middle ? 1 : -1;
	double away = fabs(middle - line) - gain * width * width;
	return isfinite(line) ? middle - side * fmax(0, fmin(away, most)) : middle;
}

/* The last time at which nothing has happened, to a rounding of the time. */
static double last_before(struct Course *course, struct Crossing *c, struct Bracket b, StateWithin *state)
{
	const double close = DBL_EPSILON / 2 * fmax(c->from + c->step, c->step), first = b.outside - b.inside;
	double most = 2 * close * exp2(ceil(fmax(0, log2(first / (2 * close)))));
	for (; b.outside - b.inside > 2 * close; most /= 2) {
		double time = between(&b, most - (b.outside - b.inside) / 2, 0.2 / first);
		if (!(time > b.inside && time < b.outside))
			break;
		double value = lowest(course, c, time, state);
		if (value < 0)
			b.outside = time, b.low = value;
		else
			b.inside = time, b.high = value;
	}
	lowest(course, c, b.outside, state);
	return b.inside;
}

/* --- a part of a step --- */

struct Part {
	double begin, length; /* s, after the begin of the step */
	double suspect;       /* s: where a function may be below 0; NAN: nowhere */
	bool last;            /* it ends with the step */
	bool enough;          /* it is not shortened any more */
	bool coarse, fine; /* a polynomial does not describe a function; it describes all much better than required */
};

static void look_at_nodes(struct Course *course, struct Crossing *c, const struct Part *part)
{
	for (int k = 1; k < CROSSING_NODES; k++) {
		double after = part->begin + node[k] * part->length;
		if (k == CROSSING_NODES - 1 && part->last)
			memcpy(c->state, c->y[1], course->simulation->size * sizeof *c->state);
		else
			interpolate(course, c, after);
		conditions_inside(course, c->from + after, c->state, c->value[k]);
	}
}

/* Coefficients of the polynomial through the nodes: f0 + (t - t0) (f01 + (t - t1) (f012 + ...)) */
static void divide_differences(double *f)
{
	for (int order = 1; order < CROSSING_NODES; order++)
		for (int k = CROSSING_NODES - 1; k >= order; k--)
			f[k] = (f[k] - f[k - 1]) / (node[k] - node[k - order]);
}

static double polynomial(const double *f, double t, double *slope)
{
	double sum = f[CROSSING_NODES - 1];
	*slope = 0;
	for (int k = CROSSING_NODES - 2; k >= 0; k--) {
		*slope = sum + (t - node[k]) * *slope;
		sum = f[k] + (t - node[k]) * sum;
	}
	return sum;
}

/* Size of the terms of degree 4, and of a quarter of those of degree 3: one of the two vanishes at some phases of
 * a sine. Of sines of 2.4 to 11 rad the sum is above 0.12 of their range, and of sines below 0.3 rad it is below
 * 0.001. */
static double higher_terms(const double *f)
{
	const double fourth = 0.11, third = 0.44; /* largest |t (t - t1) (t - t2) (t - t3)|, |t (t - t1) (t - t2)| */
	return fourth * fabs(f[4]) + third / 4 * fabs(f[3]);
}

/* Minimum between two places, where the slope is below 0 and above. */
static double minimum_between(const double *f, double falls, double rises)
{
	enum { HALVINGS = 30 };
	for (int i = 0; i < HALVINGS; i++) {
		double middle = (falls + rises) / 2, slope;
		polynomial(f, middle, &slope);
		*(slope < 0 ? &falls : &rises) = middle;
	}
	return rises;
}

/* First minimum between the ends that is not above a bound; NAN: none. */
static double low_minimum(const double *f, double bound)
{
	double before, slope;
	polynomial(f, 0, &before);
	for (int i = 1; i <= POINTS; i++, before = slope) {
		polynomial(f, (double)i / POINTS, &slope);
		if (!(before < 0 && slope >= 0))
			continue;
		double at = minimum_between(f, (i - 1.0) / POINTS, (double)i / POINTS), unused;
		if (polynomial(f, at, &unused) <= bound)
			return at;
	}
	return NAN;
}

/* First place where function i may be below 0. */
static double suspect_of(const struct Crossing *c, size_t i, struct Part *part)
{
	const double well = 0.12, very_well = 1e-3, margin = 0.02, far = 4;
	double f[CROSSING_NODES], low = INFINITY, high = -INFINITY, at = NAN;
	for (int k = 0; k < CROSSING_NODES; k++) {
		f[k] = c->value[k][i];
		low = fmin(low, f[k]);
		high = fmax(high, f[k]);
		at = k && f[k] < 0 && isnan(at) ? node[k] : at;
	}
	double range = high - low;
	if (!(c->before[i] >= 0) || low > far * range)
		return NAN;
	if (range <= c->noise)
		return at;
	divide_differences(f);
	double rest = higher_terms(f);
	part->coarse |= rest > well * range;
	part->fine &= rest <= very_well * range;
	double minimum = low_minimum(f, rest + margin * range);
	return isnan(minimum) || at < minimum ? at : minimum;
}

static void look_at_part(struct Course *course, struct Crossing *c, struct Part *part)
{
	double first = NAN;
	part->coarse = false;
	part->fine = true;
	c->looks++;
	look_at_nodes(course, c, part);
	for (size_t i = 0; i < c->count; i++)
		first = fmin(first, suspect_of(c, i, part));
	part->suspect = isnan(first) ? NAN : part->begin + first * part->length;
}

/* --- a step --- */

/* Is a part so short that it is taken as it is? A function may jump, and no polynomial describes it then. */
static bool is_short(const struct Crossing *c, const struct Part *part)
{
	const double shortest = 1.0 / (1 << 14); /* of the step */
	enum { LOOKS = 400 };
	return part->length <= shortest * c->step || c->looks > LOOKS;
}

/* Shortens a part until polynomials describe all functions, and nothing is suspected. False: a function has fallen
 * below 0 at part->suspect. */
static bool clear_part(struct Course *course, struct Crossing *c, struct Part *part, StateWithin *state)
{
	for (;; part->length /= 2) {
		part->last = part->begin + part->length >= c->step;
		look_at_part(course, c, part);
		part->enough = is_short(c, part);
		if (part->coarse && !part->enough)
			continue;
		if (isnan(part->suspect))
			return true;
		if (lowest(course, c, part->suspect, state) < 0)
			return false;
		if (part->enough)
			return true;
	}
}

/* Parts after one that polynomials describe very well may be longer by as much as the methods let steps grow. A part
 * that ends with its step tells nothing of longer ones, and a jump does not bound the steps after it. */
static void bound_next(struct Crossing *c, const struct Part *part, double asked)
{
	const double fast = 20, slow = 4;
	double next = (part->fine ? fast : slow) * part->length;
	if (!part->enough)
		c->longest = part->length < asked ? next : fmax(next, c->longest);
}

/* The last time before the first event of a part. The begin of the part is interpolated: it may be later than the
 * event. */
static double event_in(struct Course *course, struct Crossing *c, double begin, const struct Part *part,
                       StateWithin *state)
{
	struct Bracket b = { .inside = part->begin, .outside = part->suspect };
	b.low = lowest(course, c, b.outside, state);
	b.high = lowest(course, c, b.inside, state);
	if (b.high < 0)
		b = (struct Bracket){ begin, part->begin, lowest(course, c, begin, state), b.high };
	return last_before(course, c, b, state);
}

double crossing_find(struct Course *course, struct Crossing *c, double begin, StateWithin *state)
{
	struct Part part = { .begin = begin };
	c->looks = 0;
	memcpy(c->value[0], c->before, c->count * sizeof *c->before);
	while (c->count && part.begin < c->step) {
		double asked = part.length = fmin(c->longest, c->step - part.begin);
		bool clear = clear_part(course, c, &part, state);
		bound_next(c, &part, asked);
		if (!clear)
			return event_in(course, c, begin, &part, state);
		memcpy(c->value[0], c->value[CROSSING_NODES - 1], c->count * sizeof *c->before);
		part.begin = part.last ? c->step : part.begin + part.length;
	}
	memcpy(c->inside, c->value[0], c->count * sizeof *c->inside);
	return NAN;
}
