/* By orthogonalisation: from each vector its parts along those already taken are subtracted, v_c = Q^T R_c + rest (modified
 * Gram-Schmidt, twice: after one pass a short rest is not orthogonal to them within rounding). If nothing but rounding is left,
 * v_c = sum k_i v_i with R k = R_c by back substitution. The k that are zero or simple but for rounding are made so. A
 * combination that does not give v_c within rounding then is none, and v_c is independent: a vector too many costs operations, one
 * too few costs digits. */
#include "basis.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Of the length of the terms that a vector was summed from: what is less is rounding. Of models of all kinds the rests that are
 * rounding are below 1e-15, the others above 1e-6. */
static const double rounding = 1e-12;
/* Of a coefficient, likewise: it has the rounding of a vector, over the shortest rest of those that it is found from. */
static const double coefficient_rounding = 1e-9;

/* The entries that may not be zero: vectors of different branches of a tree have none in common. */
struct Range { int begin, end; };

struct Finding {
	struct Basis *basis;
	double *Q;           /* of those that are taken, orthonormal (count x length) */
	struct Range *range; /* of those */
	double *R;           /* (count x vectors) */
};

static double dot(const double *x, const double *y, struct Range range)
{
	double sum = 0;
	for (int i = range.begin; i < range.end; i++)
		sum += x[i] * y[i];
	return sum;
}

static double length_of(const double *x, int n)
{
	return sqrt(dot(x, x, (struct Range){ 0, n }));
}

static struct Range range_of(const double *x, int n)
{
	struct Range range = { 0, n };
	while (range.begin < n && x[range.begin] == 0)
		range.begin++;
	while (range.end > range.begin && x[range.end - 1] == 0)
		range.end--;
	return range;
}

/* What is left of vector c. */
static double take_off(struct Finding *f, int c, double *left)
{
	const struct Basis *basis = f->basis;
	memcpy(left, basis->vector + c * basis->length, (size_t)basis->length * sizeof *left);
	for (int twice = 0; twice < 2; twice++) {
		struct Range own = range_of(left, basis->length);
		for (int j = 0; j < basis->count; j++) {
			const double *q = f->Q + j * basis->length;
			struct Range range = f->range[j];
			if (range.begin >= own.end || range.end <= own.begin)
				continue;
			double part = dot(left, q, range);
			f->R[j * basis->vectors + c] += part;
			for (int i = range.begin; i < range.end; i++)
				left[i] -= part * q[i];
			own.begin = range.begin < own.begin ? range.begin : own.begin;
			own.end = range.end > own.end ? range.end : own.end;
		}
	}
	return length_of(left, basis->length);
}

/* Vector c is one of those that make up others. */
static void take(struct Finding *f, int c, const double *left, double rest)
{
	struct Basis *basis = f->basis;
	double *q = f->Q + basis->count * basis->length;
	for (int i = 0; i < basis->length; i++)
		q[i] = left[i] / rest;
	f->range[basis->count] = range_of(q, basis->length);
	f->R[basis->count * basis->vectors + c] = rest;
	basis->share[basis->count * basis->vectors + c] = 1;
	basis->own[basis->count++] = c;
}

/* Whole numbers and halves are meant to be that, and what adds so little to a vector of this length is meant to be nothing. */
static double simple(const struct Basis *basis, int i, double k, double length)
{
	double part = fabs(k) * length_of(basis->vector + basis->own[i] * basis->length, basis->length), near = round(2 * k) / 2;
	if (part <= coefficient_rounding * length)
		return 0;
	return fabs(k - near) <= coefficient_rounding ? near : k;
}

/* R k = R_c, the k made simple or as they come. */
static void find_shares(struct Finding *f, int c, double length, bool simply)
{
	struct Basis *basis = f->basis;
	for (int i = basis->count; i-- > 0;) {
		const double *row = f->R + i * basis->vectors;
		double k = row[c];
		for (int j = i + 1; j < basis->count; j++)
			k -= row[basis->own[j]] * basis->share[j * basis->vectors + c];
		k /= row[basis->own[i]];
		basis->share[i * basis->vectors + c] = simply ? simple(basis, i, k, length) : k;
	}
}

/* |v_c - sum k_i v_i| */
static double residual_of(const struct Finding *f, int c, double *left)
{
	const struct Basis *basis = f->basis;
	memcpy(left, basis->vector + c * basis->length, (size_t)basis->length * sizeof *left);
	for (int i = 0; i < basis->count; i++) {
		const double *own = basis->vector + basis->own[i] * basis->length;
		double k = basis->share[i * basis->vectors + c];
		for (int at = 0; at < basis->length && k != 0; at++)
			left[at] -= k * own[at];
	}
	return length_of(left, basis->length);
}

/* Those before make up vector c, within rounding of its terms; or else they do not. */
static bool make_up(struct Finding *f, int c, double *left, double length, double terms)
{
	for (int simply = 1; simply >= 0; simply--) {
		find_shares(f, c, length, simply);
		if (residual_of(f, c, left) <= rounding * terms)
			return true;
	}
	for (int i = 0; i < f->basis->count; i++)
		f->basis->share[i * f->basis->vectors + c] = 0;
	return false;
}

void basis_find(struct Arena *arena, struct Basis *basis)
{
	int most = basis->vectors < basis->length ? basis->vectors : basis->length;
	struct Finding f = { .basis = basis, .range = ARENA_ARRAY(arena, struct Range, most) };
	double *left = ARENA_ARRAY(arena, double, basis->length), *other = ARENA_ARRAY(arena, double, basis->length);
	f.Q = ARENA_ARRAY(arena, double, most * basis->length);
	f.R = ARENA_ARRAY(arena, double, most * basis->vectors);
	basis->own = ARENA_ARRAY(arena, int, most);
	basis->share = ARENA_ARRAY(arena, double, most * basis->vectors);
	for (int c = 0; c < basis->vectors; c++) {
		double length = length_of(basis->vector + c * basis->length, basis->length);
		double terms = basis->size ? length_of(basis->size + c * basis->length, basis->length) : length;
		if (length <= rounding * terms)
			continue;
		double rest = take_off(&f, c, left);
		bool made = (rest <= rounding * terms || basis->count == most) && make_up(&f, c, other, length, terms);
		if (!made && basis->count < most)
			take(&f, c, left, rest);
	}
}
