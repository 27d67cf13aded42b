#include "held_motions.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/sample.h"

/* Rows that do not hold by themselves, and M at the closed states. */
struct Holding {
	const struct RowNumbers *numbers;
	struct Arena *arena;
	size_t nv;
	int *row, *place, rows; /* in J of the numbers; in lambda */
	int *group, groups;     /* rows of one sort of a block, linear or angular */
	double *M;              /* by state */
	double nothing;         /* share of the largest entry below which a D is 0 */
};

/* --- numbers --- */

static void add_item(struct Holding *h, int item, int *place)
{
	const struct RowItem *from = &h->numbers->item[item];
	for (int angular = 0; angular < 2; angular++) {
		int before = h->rows;
		for (int r = 0; r < from->rows; r++) {
			if (from->row[r].holds || from->row[r].angular != angular)
				continue;
			h->row[h->rows] = from->first + r;
			h->place[h->rows] = *place + r;
			h->group[h->rows++] = h->groups;
		}
		h->groups += h->rows > before;
	}
	*place += from->rows;
}

static void put_inertia(struct Holding *h)
{
	size_t count = h->nv * h->nv;
	const struct RowNumbers *n = h->numbers;
	Ref *M = ARENA_ARRAY(h->arena, Ref, count);
	double *size = ARENA_ARRAY(h->arena, double, count);
	textbook_crba(n->tree->dag, n->tree, M);
	h->M = ARENA_ARRAY(h->arena, double, count *ROW_NUMBERS_RANDOM);
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		struct Sample sample = row_numbers_state(n, state);
		sample_values(n->tree->dag, &sample, M, count, h->M + (size_t)state * count, size);
	}
}

static struct Holding holding_of(const struct HeldBy *held)
{
	const struct RowNumbers *n = held->numbers;
	struct Holding h = { .numbers = n, .arena = n->arena, .nv = (size_t)n->nv, .nothing = 1e-24 };
	int place = 0;
	h.row = ARENA_ARRAY(h.arena, int, n->rows);
	h.place = ARENA_ARRAY(h.arena, int, n->rows);
	h.group = ARENA_ARRAY(h.arena, int, n->rows);
	for (int i = 0; i < n->closing; i++)
		add_item(&h, i, &place);
	for (int i = 0; i < held->contacts; i++)
		add_item(&h, n->closing + held->contact[i], &place);
	put_inertia(&h);
	return h;
}

static double largest_diagonal(const double *A, size_t n)
{
	double most = 0;
	for (size_t i = 0; i < n; i++)
		most = fmax(most, A[i * n + i]);
	return most;
}

/* s: J^T J gets the size of M; a power of two. 1 where a size is 0 or has no finite value. */
static double stiffness_of(const struct Holding *h)
{
	double square = 0, inertia = largest_diagonal(h->M, h->nv);
	for (int r = 0; r < h->rows; r++)
		for (size_t v = 0; v < h->nv; v++)
			square = fmax(square, elementary_square(row_numbers_at(h->numbers, 0, h->row[r])[v]));
	double power = round((elementary_log(inertia) - elementary_log(square)) / M_LN2);
	return isfinite(power) ? ldexp(1, (int)power) : 1;
}

/* --- rank --- */

/* A = M + s J^T J at a state, with the rows of groups that are not left out. */
static void put_braced(const struct Holding *h, int state, const bool *left_out, double *A)
{
	size_t nv = h->nv, count = nv * nv;
	double s = stiffness_of(h);
	memcpy(A, h->M + (size_t)state * count, count * sizeof *A);
	for (int r = 0; r < h->rows; r++) {
		const double *J = row_numbers_at(h->numbers, state, h->row[r]);
		for (size_t k = 0; k < count && !left_out[h->group[r]]; k++)
			A[k] += s * J[k / nv] * J[k % nv];
	}
}

/* M + s J^T J = L D L^T at a state, the last velocity first, with the rows of groups that are not left out. The
 * rounding of the entries hides a D below it. */
static struct LinearRank factor(const struct Holding *h, int state, const bool *left_out, double *A, size_t *order)
{
	const double rounding = 1e-11; /* of the entry before the elimination */
	size_t nv = h->nv;
	double *square = ARENA_ARRAY(h->arena, double, nv);
	put_braced(h, state, left_out, A);
	double least = h->nothing * largest_diagonal(A, nv);
	for (size_t k = 0; k < nv; k++) {
		order[k] = nv - 1 - k;
		square[k] = fmax(rounding * A[k * (nv + 1)], least);
	}
	return linear_ldl(A, nv, square, false, order);
}

/* Fewest zeros over the states, or most of them, and the state that has them. False: the sum is finite at none. */
static bool find_zeros(const struct Holding *h, const bool *left_out, bool most, size_t *zeros, int *at)
{
	double *A = ARENA_ARRAY(h->arena, double, h->nv * h->nv);
	size_t *order = ARENA_ARRAY(h->arena, size_t, h->nv);
	bool any = false;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		struct LinearRank rank = factor(h, state, left_out, A, order);
		size_t own = h->nv - rank.rank;
		if (!rank.finite || (any && (most ? own <= *zeros : own >= *zeros)))
			continue;
		any = true;
		*zeros = own;
		*at = state;
	}
	return any;
}

/* Marks the velocities of the motion x with x_k = 1 and x_j = 0 for j < k, for the k-th velocity of the order. */
static void put_motion(const struct Holding *h, const double *L, const size_t *order, size_t k, bool *moves)
{
	const double least = 1e-9;
	double *x = ARENA_ARRAY(h->arena, double, h->nv);
	linear_ldl_null(L, h->nv, order, k, x);
	for (size_t j = 0; j < h->nv; j++)
		moves[j] = fabs(x[j]) > least;
}

struct NullMotions held_null_motions(const struct HeldBy *held, int most)
{
	struct Holding h = holding_of(held);
	size_t nv = h.nv, zeros;
	int at;
	bool *none = ARENA_ARRAY(h.arena, bool, h.groups);
	struct NullMotions motions = { .nv = held->numbers->nv };
	if (!find_zeros(&h, none, false, &zeros, &at) || !zeros)
		return motions;
	double *L = ARENA_ARRAY(h.arena, double, nv *nv);
	size_t *order = ARENA_ARRAY(h.arena, size_t, nv);
	bool *moves = ARENA_ARRAY(h.arena, bool, zeros *nv);
	factor(&h, at, none, L, order);
	motions.dimension = (int)zeros;
	motions.first = ARENA_ARRAY(h.arena, int, zeros);
	motions.moves = moves;
	for (size_t k = nv; k-- > 0 && motions.count < most;)
		if (L[order[k] * (nv + 1)] == 0) {
			put_motion(&h, L, order, k, moves + (size_t)motions.count * nv);
			motions.first[motions.count++] = (int)order[k];
		}
	return motions;
}

void held_choose_braces(const struct HeldBy *held, const struct RowSet *set)
{
	struct Holding h = holding_of(held);
	h.nothing = HELD_LIGHT;
	bool *left_out = ARENA_ARRAY(h.arena, bool, h.groups);
	size_t least = 0, zeros;
	int at;
	bool known = find_zeros(&h, left_out, true, &least, &at);
	for (int g = h.groups - 1; g >= 0; g--) {
		left_out[g] = true;
		left_out[g] = find_zeros(&h, left_out, true, &zeros, &at) == known && (!known || zeros == least);
	}
	for (int r = 0; r < h.rows; r++)
		set->found->brace[h.place[r]] = !left_out[h.group[r]];
	set->found->stiffness = stiffness_of(&h);
}
