/* Elimination of K = [M J^T; J 0] on (x, -lambda), by symmetric pivots: velocities from the tips to the root, each alone or
 * with a row. The rows that are left follow, each as soon as all its velocities are eliminated: D of these rows is positive
 * definite wherever K has an inverse.
 *
 * A pivot P, alone or a pair, with the columns C of K that it takes to the unknowns left:
 *   K -= C P^-1 C^T    right -= C P^-1 right_P    and outward    z_P = P^-1 (right_P - C^T z).
 * Alone P = d, and of a row P = -D. A velocity v with a row r has P = [a b; b -D]. With D = 0, k = C_r / b and
 * w = C_v - a k,
 *   K -= C_v k^T + k w^T    x_v = right_r / b - k^T z    z_r = (right_v - a x_v - C_v^T z) / b.
 *
 * Which pairs. A row joins a velocity only where nothing has been left between the row and other rows, D = 0, and where b
 * cannot vanish: b is looked at in the entries of J alone, at the postures of postures.c. Other velocities are eliminated
 * alone: M is positive definite at all postures.
 *
 * Why D > 0 in a row alone. E are the velocities eliminated so far, Q the rows eliminated alone, and `lever` has each row less
 * multiples of the paired rows, so that it is 0 at all paired velocities but its own. A row r is taken when its lever is 0 at all
 * velocities left. Then D = r W r^T, with r at E, where W = Z (Z^T M_EE Z)^-1 Z^T and the columns of Z span the motions of E that
 * paired rows and Q leave. So D is 0 only if r at E is a combination of these rows at E. At paired velocities r and Q are 0, and
 * paired rows are not: only rows of Q are in the combination. Beyond E, r and Q are 0. So all of r would be a combination of other
 * rows, and K would have no inverse. This holds for every choice of pairs with b != 0, also where a paired row reaches further
 * to the root than another row at its velocity. That row reaches as far as the paired row then, and waits.
 */
#include "kkt.h"

#include <math.h>
#include <string.h>

#include "absolute.h"
#include "kkt_triple.h"
#include "postures.h"

struct KktPivot {
	int v, r;                       /* unknowns: a velocity, a row; -1: none */
	Ref a, over;                    /* K_vv (or K_rr of a row alone); 1 / a, with a row 1 / b */
	Ref *to_v, *k;                  /* by unknown: C_v (of a row alone C_r); C / a, with a row C_r / b */
	bool *left;                     /* by unknown: is it eliminated later? */
	const struct KktTriple *triple; /* with v, r and a second velocity; NULL: none */
};

struct Eliminating {
	struct Dag *dag;
	struct Kkt *kkt;
	Ref *K;
	Ref *lever;        /* rows x nv: J, where velocities eliminated with rows have been taken from it */
	bool *left;        /* by unknown */
	bool block_pivots; /* pairs come first, and two velocities with a row may be a pivot */
	struct Postures postures;
};

static Ref *entry(const struct Eliminating *e, int i, int j)
{
	return &e->K[i * e->kkt->size + j];
}

static void set(const struct Eliminating *e, int i, int j, Ref value)
{
	*entry(e, i, j) = *entry(e, j, i) = value;
}

static struct KktPivot *pivot_new(struct Eliminating *e, int v, int r)
{
	int size = e->kkt->size, first = v >= 0 ? v : r;
	struct KktPivot *p = &e->kkt->pivot[e->kkt->pivots++];
	*p = (struct KktPivot){ .v = v, .r = r, .a = *entry(e, first, first) };
	p->to_v = ARENA_ARRAY(e->dag->arena, Ref, size);
	p->k = ARENA_ARRAY(e->dag->arena, Ref, size);
	p->left = ARENA_ARRAY(e->dag->arena, bool, size);
	e->left[first] = false;
	if (r >= 0)
		e->left[r] = false;
	memcpy(p->left, e->left, (size_t)size * sizeof *p->left);
	memcpy(p->to_v, entry(e, first, 0), (size_t)size * sizeof *p->to_v);
	return p;
}

static void take_product(const struct Eliminating *e, int i, int j, Ref product)
{
	set(e, i, j, dag_sub(e->dag, *entry(e, i, j), product));
}

/* Writes the unknowns left in which a column of the pivot is not 0. Returns their number. */
static int changed_by(const struct Eliminating *e, const struct KktPivot *p, int *changed)
{
	int count = 0;
	for (int i = 0; i < e->kkt->size; i++)
		if (e->left[i] && !(dag_is_zero(e->dag, p->to_v[i]) && dag_is_zero(e->dag, p->k[i])))
			changed[count++] = i;
	return count;
}

static void take_alone(struct Eliminating *e, int v, int r)
{
	struct Dag *dag = e->dag;
	int size = e->kkt->size;
	struct KktPivot *p = pivot_new(e, v, r);
	p->over = dag_over(dag, 1, p->a);
	for (int i = 0; i < size; i++)
		if (e->left[i])
			p->k[i] = dag_mul(dag, p->to_v[i], p->over);
	int *at = ARENA_ARRAY(dag->arena, int, size), count = changed_by(e, p, at);
	for (int i = 0; i < count; i++)
		for (int j = 0; j <= i; j++)
			take_product(e, at[i], at[j], dag_mul(dag, p->k[at[i]], p->to_v[at[j]]));
}

static void take_lever(struct Eliminating *e, int v, int row)
{
	struct Dag *dag = e->dag;
	int nv = e->kkt->nv;
	Ref *own = &e->lever[row * nv], over = dag_over(dag, 1, own[v]);
	for (int r = 0; r < e->kkt->rows; r++) {
		Ref *other = &e->lever[r * nv];
		if (r == row || dag_is_zero(dag, other[v]))
			continue;
		Ref factor = dag_mul(dag, other[v], over);
		for (int i = 0; i < nv; i++)
			other[i] = dag_sub(dag, other[i], dag_mul(dag, factor, own[i]));
		other[v] = dag_const(dag, 0);
	}
}

/* Entry of C_v k^T + k w^T, which is symmetric: of its two forms the one with a product that is zero. */
static Ref pair_product(struct Dag *dag, const struct KktPivot *p, const Ref *w, int i, int j)
{
	int first = dag_is_zero(dag, p->to_v[j]) ? j : i, other = first == i ? j : i;
	if (i == j)
		return dag_mul(dag, p->k[i], dag_add(dag, p->to_v[i], w[i]));
	Ref own = dag_mul(dag, p->to_v[first], p->k[other]);
	return dag_add(dag, own, dag_mul(dag, p->k[first], w[other]));
}

static void take_pair(struct Eliminating *e, int v, int r)
{
	struct Dag *dag = e->dag;
	int size = e->kkt->size;
	Ref *w = ARENA_ARRAY(dag->arena, Ref, size);
	take_lever(e, v, r - e->kkt->nv);
	struct KktPivot *p = pivot_new(e, v, r);
	p->over = dag_over(dag, 1, p->to_v[r]);
	for (int i = 0; i < size; i++)
		if (e->left[i]) {
			p->k[i] = dag_mul(dag, *entry(e, i, r), p->over);
			w[i] = dag_sub(dag, p->to_v[i], dag_mul(dag, p->a, p->k[i]));
		}
	int *at = ARENA_ARRAY(dag->arena, int, size), count = changed_by(e, p, at);
	for (int i = 0; i < count; i++)
		for (int j = 0; j <= i; j++)
			take_product(e, at[i], at[j], pair_product(dag, p, w, at[i], at[j]));
}

static void take_triple(struct Eliminating *e, int v, int second, int r)
{
	int size = e->kkt->size;
	struct KktPivot *p = &e->kkt->pivot[e->kkt->pivots++];
	struct KktTriple *triple = arena_alloc(e->dag->arena, sizeof *triple);
	*p = (struct KktPivot){ .v = v, .r = r, .triple = triple };
	e->left[v] = e->left[second] = e->left[r] = false;
	p->left = ARENA_ARRAY(e->dag->arena, bool, size);
	memcpy(p->left, e->left, (size_t)size * sizeof *p->left);
	*triple = kkt_triple_take(e->dag, size, e->K, p->left, second, v, r);
}

static bool is_clear(const struct Eliminating *e, int r)
{
	for (int s = e->kkt->nv; s < e->kkt->size; s++)
		if (e->left[s] && !dag_is_zero(e->dag, *entry(e, r, s)))
			return false;
	return true;
}

/* Share of b in the entries of the row at the postures; 0: b vanishes at one. */
static double share_of(const struct Eliminating *e, int row, int v, double least)
{
	int nv = e->kkt->nv, count = 0;
	const Ref *lever = &e->lever[row * nv];
	Ref *value = ARENA_ARRAY(e->dag->arena, Ref, nv);
	double share[1];
	if (dag_is_zero(e->dag, lever[v]))
		return 0;
	value[count++] = lever[v];
	for (int i = 0; i < nv; i++)
		if (e->left[i] && i != v)
			value[count++] = lever[i];
	postures_shares(&e->postures, &(struct Levers){ value, count, 1, 0, least, 0 }, share);
	return share[0];
}

/* Row to eliminate with velocity v; -1: none. */
static int choose_row(const struct Eliminating *e, int v)
{
	double most = 0.05;
	int best = -1;
	for (int r = e->kkt->nv; r < e->kkt->size; r++) {
		if (!e->left[r] || dag_is_zero(e->dag, *entry(e, v, r)) || !is_clear(e, r))
			continue;
		double share = share_of(e, r - e->kkt->nv, v, most);
		best = share > most ? r : best;
		most = fmax(most, share);
	}
	return best;
}

static void fill(struct Eliminating *e, const Ref *M, const Ref *J)
{
	int nv = e->kkt->nv;
	for (int i = 0; i < e->kkt->size; i++)
		for (int j = 0; j < e->kkt->size; j++)
			*entry(e, i, j) = i < nv && j < nv ? M[i * nv + j]
			                  : i < nv         ? J[(j - nv) * nv + i]
			                  : j < nv         ? J[(i - nv) * nv + j]
			                                   : dag_const(e->dag, 0);
}

/* --- the sequence --- */

/* Is every velocity of row r eliminated? */
static bool is_ready(const struct Eliminating *e, int r)
{
	const Ref *lever = &e->lever[(r - e->kkt->nv) * e->kkt->nv];
	for (int v = 0; v < e->kkt->nv; v++)
		if (e->left[v] && !dag_is_zero(e->dag, lever[v]))
			return false;
	return true;
}

/* Row for a pivot with two velocities: it is ready after both, and D = 0; -1: none. */
static int row_of_both(struct Eliminating *e, int v, int second)
{
	int row = -1;
	if (second < 0 || !e->block_pivots || choose_row(e, second) >= 0)
		return -1;
	e->left[v] = e->left[second] = false;
	for (int r = e->kkt->nv; r < e->kkt->size && row < 0; r++)
		if (e->left[r] && is_ready(e, r) && dag_is_zero(e->dag, *entry(e, r, r)))
			row = r;
	e->left[v] = e->left[second] = true;
	return row;
}

/* The velocity that is left before v; -1: none. */
static int left_before(const struct Eliminating *e, int v)
{
	while (v-- > 0 && !e->left[v])
		;
	return v;
}

/* Eliminates velocity v, alone or with the remaining velocity before it. */
static void take_velocity(struct Eliminating *e, int v)
{
	int second = left_before(e, v), row = choose_row(e, v), of_both = row < 0 ? row_of_both(e, v, second) : -1;
	if (of_both >= 0)
		take_triple(e, v, second, of_both);
	else if (row >= 0)
		take_pair(e, v, row);
	else
		take_alone(e, v, -1);
}

static void take_first(struct Eliminating *e)
{
	for (int v = e->kkt->nv - 1; e->block_pivots && v >= 0; v--) {
		int row = choose_row(e, v);
		if (row >= 0)
			take_pair(e, v, row);
	}
}

static void take_ready_rows(struct Eliminating *e)
{
	for (int r = e->kkt->size - 1; r >= e->kkt->nv; r--)
		if (e->left[r] && is_ready(e, r))
			take_alone(e, -1, r);
}

static void take_all(struct Eliminating *e)
{
	take_first(e);
	for (int v = e->kkt->nv - 1; v >= 0; v--)
		if (e->left[v]) {
			take_velocity(e, v);
			take_ready_rows(e);
		}
}

/* K and the levers in absolute rates, with nothing eliminated. */
static void begin(struct Eliminating *e, const Ref *M, const Ref *J)
{
	int nv = e->kkt->nv, size = e->kkt->size;
	e->kkt->pivots = 0;
	for (int i = 0; i < size; i++)
		e->left[i] = true;
	fill(e, M, J);
	for (int i = 0; i < size; i++)
		absolute_take(e->dag, e->kkt->base, nv, entry(e, i, 0), 1);
	for (int i = 0; i < size; i++)
		absolute_take(e->dag, e->kkt->base, nv, entry(e, 0, i), size);
	for (int r = nv; r < size; r++)
		memcpy(&e->lever[(r - nv) * nv], entry(e, r, 0), (size_t)nv * sizeof *e->lever);
}

struct Kkt kkt_make(struct Dag *dag, const struct Tree *tree, const struct Plan *plan, const Ref *M, const Ref *J,
                    int rows)
{
	struct Arena *arena = dag->arena;
	int nv = tree->nv, size = nv + rows;
	struct Kkt kkt = { .dag = dag, .nv = nv, .rows = rows, .size = size };
	struct Eliminating e = { .dag = dag, .kkt = &kkt };
	kkt.pivot = ARENA_ARRAY(arena, struct KktPivot, size);
	kkt.base = absolute_bases(dag, tree, plan);
	e.K = ARENA_TABLE(arena, Ref, size, size);
	e.left = ARENA_ARRAY(arena, bool, size);
	e.lever = ARENA_TABLE(arena, Ref, rows, nv);
	e.block_pivots = plan->block_pivots;
	if (rows)
		e.postures = postures_make(dag, tree, RANDOM_POSTURES);
	begin(&e, M, J);
	take_all(&e);
	return kkt;
}

void kkt_log(const struct Kkt *kkt, const int *place, struct PivotLog *log)
{
	if (log)
		log->count = 0;
	for (int n = 0; n < kkt->pivots; n++) {
		const struct KktPivot *p = &kkt->pivot[n];
		pivot_log_add(log, p->v, p->r < 0 ? -1 : place[p->r - kkt->nv]);
		if (log && p->triple)
			log->item[log->count - 1].second = p->triple->at[0];
	}
}

/* --- solving --- */

static void inward(const struct Kkt *kkt, const struct KktPivot *p, Ref *right)
{
	struct Dag *dag = kkt->dag;
	int first = p->v >= 0 ? p->v : p->r;
	bool pair = p->v >= 0 && p->r >= 0;
	if (p->triple) {
		kkt_triple_inward(dag, kkt->size, p->triple, p->left, right);
		return;
	}
	Ref x = pair ? dag_mul(dag, right[p->r], p->over) : right[first];
	Ref rest = pair ? dag_sub(dag, right[p->v], dag_mul(dag, p->a, x)) : x;
	for (int i = 0; i < kkt->size; i++) {
		if (!p->left[i])
			continue;
		right[i] = dag_sub(dag, right[i], dag_mul(dag, p->k[i], rest));
		if (pair)
			right[i] = dag_sub(dag, right[i], dag_mul(dag, p->to_v[i], x));
	}
	if (pair)
		right[p->r] = x;
}

static Ref less_products(const struct Kkt *kkt, const struct KktPivot *p, const Ref *coefficient, Ref from,
                         const Ref *z)
{
	struct Dag *dag = kkt->dag;
	for (int i = 0; i < kkt->size; i++)
		if (p->left[i])
			from = dag_sub(dag, from, dag_mul(dag, coefficient[i], z[i]));
	return from;
}

static void outward(const struct Kkt *kkt, const struct KktPivot *p, Ref *right)
{
	struct Dag *dag = kkt->dag;
	int first = p->v >= 0 ? p->v : p->r;
	bool pair = p->v >= 0 && p->r >= 0;
	if (p->triple) {
		kkt_triple_outward(dag, kkt->size, p->triple, p->left, right);
		return;
	}
	if (!pair) {
		right[first] = less_products(kkt, p, p->k, dag_mul(dag, right[first], p->over), right);
		return;
	}
	Ref x = less_products(kkt, p, p->k, right[p->r], right);
	Ref force = dag_sub(dag, right[p->v], dag_mul(dag, p->a, x));
	right[p->r] = dag_mul(dag, less_products(kkt, p, p->to_v, force, right), p->over);
	right[p->v] = x;
}

void kkt_solve(const struct Kkt *kkt, Ref *right)
{
	absolute_take(kkt->dag, kkt->base, kkt->nv, right, 1);
	for (int n = 0; n < kkt->pivots; n++)
		inward(kkt, &kkt->pivot[n], right);
	for (int n = kkt->pivots; n-- > 0;)
		outward(kkt, &kkt->pivot[n], right);
	absolute_return(kkt->dag, kkt->base, kkt->nv, right);
}
