#include "postures.h"

#include <math.h>

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

struct Postures postures_make(const struct Dag *dag, const struct Tree *tree, int random)
{
	struct Postures postures = { .dag = dag, .count = GRID + tree->poses + random };
	postures.item = ARENA_ARRAY(dag->arena, struct Sample, postures.count);
	for (int i = 0; i < postures.count; i++)
		postures.item[i] = (i < GRID + tree->poses ? posture_make : random_posture)(tree, i);
	return postures;
}

/* Largest size of the entries at a posture, 0 within the noise. */
static double largest(const struct Levers *levers, const double *number)
{
	double most = 0;
	for (int i = 0; i < levers->count; i++)
		most = fmax(most, fabs(number[i]));
	return most > levers->noise ? most : 0;
}

/* Takes a posture into the shares. Returns the largest share that is left. */
static double narrow(const struct Levers *levers, const double *number, double *sign, double *share)
{
	double whole = largest(levers, number), most = 0;
	for (int i = 0; i < levers->asked; i++) {
		sign[i] = sign[i] != 0 ? sign[i] : copysign(1, number[i]);
		bool stays = whole > 0 && sign[i] * number[i] > 0;
		share[i] = fmin(share[i], stays ? fabs(number[i]) / whole : 0);
		most = fmax(most, share[i]);
	}
	return most;
}

/* Its memory is used again: a function with hundreds of rows looks at thousands of levers. */
void postures_shares(const struct Postures *postures, const struct Levers *levers, double *share)
{
	struct Arena *trial = arena_trial(postures->dag->arena);
	struct Below below = sample_below(trial, postures->dag, levers->value, (size_t)levers->count);
	double *number = ARENA_ARRAY(trial, double, levers->count), *sign = ARENA_ARRAY(trial, double, levers->asked);
	double most = 1;
	for (int i = 0; i < levers->asked; i++)
		share[i] = 1;
	for (int state = 0; state < postures->count && most > levers->least; state++) {
		sample_few(&below, &postures->item[state], number);
		most = narrow(levers, number, sign, share);
	}
	arena_empty(trial);
}
