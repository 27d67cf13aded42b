#include "postures.h"

#include <math.h>
#include <string.h>

enum { VALUES = 6, DIGITS = 3, GRID = VALUES * VALUES * VALUES };

/* Coordinate of a link at a posture: 0, 0.7, a quarter turn in both directions or a half turn, by its depth and the digits of
 * the number. It stays within limits. */
static double coordinate_at(int number, int depth)
{
	static const double at[VALUES] = { 0, 0.7, 1.5707963267948966, 3.141592653589793, -0.7, -1.5707963267948966 };
	for (int k = depth % DIGITS; k > 0; k--)
		number /= VALUES;
	return at[number % VALUES];
}

/* Sets quaternions to that of no rotation. */
static void set_upright(const struct Tree *tree, double *q)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		const Ref *y = link->y + (link->motion == LINK_FREE ? 3 : 0);
		for (int k = 0; k < 4 && (link->motion == LINK_FREE || link->motion == LINK_SPHERICAL); k++)
			q[tree->dag->item[ref_node(y[k])].operand[1]] = k == 3;
	}
}

/* Quaternions are random but for the first posture, where they rotate nothing. Limbs of the same structure get the same
 * postures. Parameters are at their defaults: a length that is 0 there is no lever. */
static struct Sample posture_make(const struct Tree *tree, int number)
{
	struct Sample sample = sample_new(tree, (uint64_t)number, 1);
	const struct DefaultValues *parameters = tree->dag->default_value;
	if (parameters)
		sample.drawn = ARENA_ARRAY(tree->dag->arena, bool, parameters->count + 1);
	if (number == 0)
		set_upright(tree, sample.q);
	for (int i = 0; i < tree->nq && number >= GRID; i++)
		sample.q[i] = tree->pose[number - GRID][i];
	for (int i = 0; i < tree->links && number < GRID; i++) {
		const struct Link *link = &tree->link[i];
		int coordinate = link_has_axis(link) && link->map.entries ? tree->coordinate[link->map.entry->v] : -1;
		if (coordinate >= 0)
			sample.q[coordinate] =
				fmin(fmax(coordinate_at(number, tree_depth(tree, i)), tree->lower[coordinate]),
			             tree->upper[coordinate]);
	}
	return sample;
}

/* A random coordinate within its limits, or within a half turn, from a number between -1 and 1. */
static double random_coordinate(const struct Tree *tree, int coordinate, double number)
{
	double low = tree->lower[coordinate], high = tree->upper[coordinate], half_turn = 3.141592653589793;
	if (isfinite(low) && isfinite(high))
		return (low + high) / 2 + (high - low) / 2 * number;
	return fmin(fmax(half_turn * number, low), high);
}

static struct Sample random_posture(const struct Tree *tree, int number)
{
	struct Sample sample = posture_make(tree, 0);
	struct Sample drawn = sample_new(tree, (uint64_t)number, 1);
	sample.q = drawn.q;
	sample.seed = drawn.seed;
	for (int v = 0; v < tree->nv; v++)
		if (tree->coordinate[v] >= 0)
			sample.q[tree->coordinate[v]] =
				random_coordinate(tree, tree->coordinate[v], drawn.q[tree->coordinate[v]]);
	return sample;
}

/* Key of the postures, of what a descent from them reads, and of the default values of parameters. */
static struct LeverKey key_of(const struct Postures *postures)
{
	const struct Tree *tree = postures->tree;
	const struct DefaultValues *parameters = tree->dag->default_value;
	struct LeverKey key = { { 1, 1 } };
	lever_key_add(&key, postures->descends);
	for (int i = 0; i < postures->count; i++) {
		lever_key_add(&key, postures->item[i].seed);
		lever_key_add_numbers(&key, postures->item[i].q, (size_t)tree->nq);
	}
	for (int v = 0; v < tree->nv; v++)
		lever_key_add(&key, (uint64_t)(1 + tree->coordinate[v]));
	lever_key_add_numbers(&key, tree->lower, (size_t)tree->nq);
	lever_key_add_numbers(&key, tree->upper, (size_t)tree->nq);
	if (parameters)
		lever_key_add_numbers(&key, parameters->item, parameters->count);
	return key;
}

struct Postures postures_make(const struct Dag *dag, const struct Tree *tree, int random)
{
	struct Postures postures = {
		.dag = dag, .tree = tree, .descends = random > 0, .count = GRID + tree->poses + random
	};
	postures.item = ARENA_ARRAY(dag->arena, struct Sample, postures.count);
	for (int i = 0; i < postures.count; i++)
		postures.item[i] = (i < GRID + tree->poses ? posture_make : random_posture)(tree, i);
	postures.keys = ARENA_NEW(dag->arena, struct NodeKeys);
	if (tree->shares)
		postures.key = key_of(&postures);
	return postures;
}

/* Largest size of the entries at a posture, or the whole; 0 within the noise. */
static double largest(const struct Levers *levers, const double *number)
{
	double most = levers->whole;
	for (int i = 0; i < levers->count; i++)
		most = fmax(most, fabs(number[i]));
	return most > levers->noise ? most : 0;
}

/* Share of an entry in numbers of the levers; 0 if it vanishes or has the other sign. */
static double share_in(const struct Levers *levers, const double *number, int entry, double sign)
{
	double whole = largest(levers, number);
	return whole > 0 && sign * number[entry] > 0 ? fabs(number[entry]) / whole : 0;
}

/* Signs and smallest shares of the wanted entries, over the postures so far. */
struct Known {
	double *sign, *share;
	int *worst; /* posture of the smallest share */
	double *q;  /* of the posture that is looked at between the others */
};

/* Takes a posture into the shares. Returns the largest share that is left. */
static double narrow(const struct Levers *levers, const double *number, int posture, struct Known *known)
{
	double most = 0;
	for (int i = 0; i < levers->asked; i++) {
		known->sign[i] = known->sign[i] != 0 ? known->sign[i] : copysign(1, number[i]);
		double share = share_in(levers, number, i, known->sign[i]);
		if (share < known->share[i]) {
			known->share[i] = share;
			known->worst[i] = posture;
		}
		most = fmax(most, known->share[i]);
	}
	return most;
}

/* Descent of the share of one entry over the coordinates. */
struct Descent {
	const struct Tree *tree;
	const struct NeededNodes *needed;
	const struct Levers *levers;
	int entry;
	double sign;
	struct Sample at;
	double *number; /* by lever */
	double share;
};

/* Moves a coordinate by a step within its limits, if the share is smaller there. */
static bool move(struct Descent *d, int coordinate, double step)
{
	double *q = &d->at.q[coordinate], was = *q;
	*q = fmin(fmax(was + step, d->tree->lower[coordinate]), d->tree->upper[coordinate]);
	if (*q == was)
		return false;
	sample_few(d->needed, &d->at, d->number);
	double share = share_in(d->levers, d->number, d->entry, d->sign);
	if (share >= d->share) {
		*q = was;
		return false;
	}
	d->share = share;
	return true;
}

/* Smallest share that coordinate descent from its posture finds; ends below the least. */
static double descend(struct Descent *d)
{
	const double first = 0.8, last = 0.01;
	const struct Tree *tree = d->tree;
	for (double step = first; step > last; step /= 2)
		for (int v = 0; v < tree->nv && d->share > d->levers->least; v++) {
			int coordinate = tree->coordinate[v];
			for (int side = -1; side <= 1 && coordinate >= 0; side += 2)
				while (d->share > d->levers->least && move(d, coordinate, side * step))
					;
		}
	return d->share;
}

/* Descends from the worst posture of each entry. A constant vanishes nowhere. */
static void narrow_between(const struct Postures *postures, const struct NeededNodes *needed,
                           const struct Levers *levers, double *number, struct Known *known)
{
	const struct Tree *tree = postures->tree;
	for (int i = 0; i < levers->asked; i++) {
		if (known->share[i] <= levers->least || dag_is_const(postures->dag, levers->value[i]))
			continue;
		struct Descent d = { .tree = tree,
			             .needed = needed,
			             .levers = levers,
			             .entry = i,
			             .sign = known->sign[i],
			             .at = postures->item[known->worst[i]],
			             .number = number,
			             .share = known->share[i] };
		memcpy(known->q, d.at.q, (size_t)tree->nq * sizeof *known->q);
		d.at.q = known->q;
		known->share[i] = descend(&d);
	}
}

/* Its memory is used again: a function with hundreds of rows looks at thousands of levers. */
static void find_shares(const struct Postures *postures, const struct Levers *levers, double *share)
{
	struct Arena *trial = arena_trial(postures->dag->arena);
	struct NeededNodes needed = sample_needed(trial, postures->dag, levers->value, (size_t)levers->count);
	double *number = ARENA_ARRAY(trial, double, levers->count);
	struct Known known = { ARENA_ARRAY(trial, double, levers->asked), share, ARENA_ARRAY(trial, int, levers->asked),
		               ARENA_ARRAY(trial, double, postures->tree->nq + 1) };
	double most = 1;
	for (int i = 0; i < levers->asked; i++)
		share[i] = 1;
	for (int state = 0; state < postures->count && most > levers->least; state++) {
		sample_few(&needed, &postures->item[state], number);
		most = narrow(levers, number, state, &known);
	}
	if (postures->descends && most > levers->least)
		narrow_between(postures, &needed, levers, number, &known);
	arena_empty(trial);
}

static struct LeverKey key_of_levers(const struct Postures *postures, const struct Levers *levers)
{
	struct LeverKey key = postures->key;
	const double bound[] = { levers->noise, levers->least, levers->whole };
	lever_key_add(&key, (uint64_t)levers->asked);
	lever_key_add_numbers(&key, bound, sizeof bound / sizeof *bound);
	for (int i = 0; i < levers->count; i++)
		lever_key_add_value(&key, postures->dag, postures->keys, levers->value[i]);
	return key;
}

void postures_shares(const struct Postures *postures, const struct Levers *levers, double *share)
{
	struct KnownShares *known = postures->tree->shares;
	struct LeverKey key = { { 0, 0 } };
	struct KnownShare *place = NULL;
	if (known) {
		key = key_of_levers(postures, levers);
		place = known_shares_find(known, &key);
	}
	if (place && place->share) {
		memcpy(share, place->share, (size_t)levers->asked * sizeof *share);
		return;
	}
	find_shares(postures, levers, share);
	if (place)
		known_shares_add(known, place, &key, share, levers->asked);
}
