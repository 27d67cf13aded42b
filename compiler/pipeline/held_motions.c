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
	int nv;
	int *row, *place, rows; /* in J of the numbers; in lambda */
	int *group, groups;     /* rows of one sort of a block, linear or angular */
	double *M;              /* by state */
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
	size_t count = (size_t)h->nv * (size_t)h->nv;
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
	struct Holding h = { .numbers = n, .arena = n->arena, .nv = n->nv };
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

static double largest_diagonal(const double *A, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, A[i * n + i]);
	return most;
}

/* s: J^T J gets the size of M; a power of two. 1 where a size is 0 or has no finite value. */
static double stiffness_of(const struct Holding *h)
{
	double square = 0, inertia = largest_diagonal(h->M, h->nv);
	for (int r = 0; r < h->rows; r++)
		for (int v = 0; v < h->nv; v++)
			square = fmax(square, elementary_square(row_numbers_at(h->numbers, 0, h->row[r])[v]));
	double power = round((elementary_log(inertia) - elementary_log(square)) / M_LN2);
	return isfinite(power) ? ldexp(1, (int)power) : 1;
}

/* --- rank --- */

/* A = M + s J^T J at a state, with the rows of groups that are not left out. False: not all of it is finite. */
static bool put_braced(const struct Holding *h, int state, const bool *left_out, double *A)
{
	int nv = h->nv;
	size_t count = (size_t)nv * (size_t)nv;
	double s = stiffness_of(h);
	bool finite = true;
	memcpy(A, h->M + (size_t)state * count, count * sizeof *A);
	for (int r = 0; r < h->rows; r++) {
		const double *J = row_numbers_at(h->numbers, state, h->row[r]);
		for (int k = 0; k < nv * nv && !left_out[h->group[r]]; k++)
			A[k] += s * J[k / nv] * J[k % nv];
	}
	for (size_t k = 0; k < count; k++)
		finite &= isfinite(A[k]) != 0;
	return finite;
}

/* A_ij -= A_ki A_kj / D for i, j < k; row k becomes that of L. */
static void eliminate(double *A, int nv, int k, double D)
{
	for (int i = 0; i < k; i++)
		for (int j = 0; j <= i; j++) {
			A[i * nv + j] -= A[k * nv + i] * A[k * nv + j] / D;
			A[j * nv + i] = A[i * nv + j];
		}
	for (int i = 0; i < k; i++)
		A[k * nv + i] /= D;
}

/* M + s J^T J = L^T D L at a state, with the rows of groups that are not left out. Where D is 0 but for roundings, zero[k] is true and
 * row k of L is 0. Returns the number of such k; -1: the sum is not finite. */
static int factor(const struct Holding *h, int state, const bool *left_out, double *A, bool *zero)
{
	const double rounding = 1e-11, nothing = 1e-24; /* of the entry before the elimination; of the largest entry */
	int nv = h->nv, zeros = 0;
	double *size = ARENA_ARRAY(h->arena, double, nv);
	if (!put_braced(h, state, left_out, A))
		return -1;
	double least = nothing * largest_diagonal(A, nv);
	for (int k = 0; k < nv; k++)
		size[k] = A[k * nv + k];
	for (int k = nv - 1; k >= 0; k--) {
		double D = A[k * nv + k];
		zero[k] = !(D > fmax(rounding * size[k], least));
		zeros += zero[k];
		if (!zero[k])
			eliminate(A, nv, k, D);
		for (int i = 0; i < k && zero[k]; i++)
			A[k * nv + i] = 0;
	}
	return zeros;
}

/* Fewest zeros over the states, or most of them, and the state that has them; -1: the sum is finite at none. */
static int zeros_of(const struct Holding *h, const bool *left_out, bool most, int *at)
{
	double *A = ARENA_ARRAY(h->arena, double, (size_t)h->nv *(size_t)h->nv);
	bool *zero = ARENA_ARRAY(h->arena, bool, h->nv);
	int best = -1;
	for (int state = 0; state < ROW_NUMBERS_RANDOM; state++) {
		int zeros = factor(h, state, left_out, A, zero);
		if (zeros >= 0 && (best < 0 || (most ? zeros > best : zeros < best))) {
			best = zeros;
			*at = state;
		}
	}
	return best;
}

/* Motion x (nv) with x_k = 1, x_j = 0 for j < k, and (L x)_j = 0 for j > k. */
static void put_motion(const double *L, const bool *zero, int nv, int k, double *x, bool *moves)
{
	const double least = 1e-9;
	for (int j = 0; j < nv; j++) {
		x[j] = j == k;
		for (int i = k; i < j && !zero[j]; i++)
			x[j] -= L[j * nv + i] * x[i];
		moves[j] = fabs(x[j]) > least;
	}
}

struct NullMotions held_null_motions(const struct HeldBy *held, int most)
{
	struct Holding h = holding_of(held);
	size_t nv = (size_t)h.nv;
	int at = 0;
	bool *none = ARENA_ARRAY(h.arena, bool, h.groups), *zero = ARENA_ARRAY(h.arena, bool, nv);
	double *L = ARENA_TABLE(h.arena, double, nv, nv), *x = ARENA_ARRAY(h.arena, double, nv);
	struct NullMotions motions = { .nv = h.nv };
	int zeros = zeros_of(&h, none, false, &at);
	if (zeros <= 0)
		return motions;
	motions.dimension = zeros;
	bool *moves = ARENA_ARRAY(h.arena, bool, (size_t)zeros *nv);
	motions.first = ARENA_ARRAY(h.arena, int, motions.dimension);
	motions.moves = moves;
	factor(&h, at, none, L, zero);
	for (int k = 0; k < h.nv && motions.count < most; k++)
		if (zero[k]) {
			put_motion(L, zero, h.nv, k, x, moves + (size_t)motions.count * nv);
			motions.first[motions.count++] = k;
		}
	return motions;
}

void held_choose_braces(const struct HeldBy *held, const struct RowSet *set)
{
	struct Holding h = holding_of(held);
	bool *left_out = ARENA_ARRAY(h.arena, bool, h.groups);
	int at, least = zeros_of(&h, left_out, true, &at);
	for (int g = h.groups - 1; g >= 0; g--) {
		left_out[g] = true;
		left_out[g] = zeros_of(&h, left_out, true, &at) == least;
	}
	for (int r = 0; r < h.rows; r++)
		set->found->brace[h.place[r]] = !left_out[h.group[r]];
	set->found->stiffness = stiffness_of(&h);
}
