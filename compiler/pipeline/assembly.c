#include "assembly.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/linear.h"
#include "base/random.h"

/* --- units of velocities --- */

/* Marks velocities that move links along their axes, and turn none. */
static void find_slides(const struct Tree *tree, bool *slides)
{
	bool *turns = ARENA_ARRAY(tree->dag->arena, bool, tree->nv);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < link_columns(&tree->link[i]); k++) {
			const struct JointMap map = link_map(&tree->link[i], k);
			bool *mark = link_row(&tree->link[i], k) < 3 ? slides : turns;
			for (int e = 0; e < map.entries; e++)
				mark[map.entry[e].v] = true;
		}
	for (int v = 0; v < tree->nv; v++)
		slides[v] &= !turns[v];
}

/* Share of a turn, or of the characteristic length, that the limits of a velocity's coordinate leave. */
static double share_of(const struct Assembly *a, int v)
{
	const double least = 1e-3;
	int i = a->tree->coordinate[v];
	double whole = a->slides[v] ? a->at.length : 2 * M_PI;
	double range = i < 0 ? INFINITY : a->tree->upper[i] - a->tree->lower[i];
	return fmax(least, fmin(1, range / whole));
}

static struct Sample default_state(const struct Tree *tree)
{
	struct Sample sample = sample_new(tree, 0, 1);
	sample.drawn = ARENA_ARRAY(tree->dag->arena, bool, tree->np);
	return sample;
}

/* Marks rows that hold within the tolerance alone. */
static void find_rounded(struct Assembly *a)
{
	const struct RowSet *set = a->tree->rows;
	for (int i = 0, row = 0; row < a->rows; row += set->block[i++].rows)
		for (int r = 0; r < set->block[i].rows; r++)
			a->rounded[row + r] = set->block[i].row[r].rounded;
}

struct Assembly assembly_of(const struct Tree *tree, int rows, struct ClosureTolerance tolerance)
{
	struct Arena *arena = tree->dag->arena;
	size_t m = (size_t)rows, nv = (size_t)tree->nv;
	struct Assembly a = { .tree = tree,
		              .rows = rows,
		              .within = 1e-12,
		              .tolerance = tolerance,
		              .longest = 0.3,
		              .restarts = ASSEMBLY_RESTARTS,
		              .open = INFINITY,
		              .beyond = -1 };
	struct Sample sample = default_state(tree);
	if (!rows)
		return a;
	a.at = closure_numbers(tree, rows, &sample);
	a.tolerance.length *= a.at.own;
	a.rounded = ARENA_ARRAY(arena, bool, m);
	a.held = ARENA_ARRAY(arena, bool, nv);
	a.slides = ARENA_ARRAY(arena, bool, nv);
	a.unit = ARENA_ARRAY(arena, double, nv);
	a.share = ARENA_ARRAY(arena, double, nv);
	a.least = ARENA_ARRAY(arena, double, m);
	a.step = ARENA_ARRAY(arena, double, nv);
	a.B = ARENA_TABLE(arena, double, m, nv);
	a.factor = ARENA_TABLE(arena, double, m, m);
	a.row = ARENA_ARRAY(arena, struct AssemblyRow, m);
	a.first = ARENA_ARRAY(arena, size_t, m);
	a.right = ARENA_ARRAY(arena, double, m);
	a.trial = ARENA_ARRAY(arena, double, tree->nq);
	find_slides(tree, a.slides);
	find_rounded(&a);
	for (int v = 0; v < tree->nv; v++) {
		a.unit[v] = a.slides[v] ? a.at.length : 1;
		a.share[v] = share_of(&a, v);
	}
	return a;
}

/* --- a step --- */

/* B = J W at the last state; columns of held velocities are 0. */
static void scale_jacobian(struct Assembly *a)
{
	int nv = a->tree->nv;
	for (int r = 0; r < a->rows; r++)
		for (int v = 0; v < nv; v++)
			a->B[r * nv + v] = a->held[v] ? 0 : a->at.J[r * nv + v] * a->unit[v] * a->share[v];
}

/* Rows of B that are not 0, and where their entries begin and end. */
static size_t find_ranges(struct Assembly *a)
{
	size_t nv = (size_t)a->tree->nv, used = 0;
	for (size_t r = 0; r < (size_t)a->rows; r++) {
		struct AssemblyRow *row = &a->row[used];
		row->row = r;
		linear_range(a->B + r * nv, nv, &row->begin, &row->end);
		used += row->begin < nv;
	}
	return used;
}

/* Product of two rows of B. */
static double product(const struct Assembly *a, const struct AssemblyRow *x, const struct AssemblyRow *y)
{
	size_t nv = (size_t)a->tree->nv, begin = x->begin > y->begin ? x->begin : y->begin;
	size_t end = x->end < y->end ? x->end : y->end;
	const double *B = a->B + begin;
	return end > begin ? linear_dot(B + x->row * nv, B + y->row * nv, end - begin) : 0;
}

/* L with L L^T = B B^T + damping, of the `used` rows that are not 0. False: B is not finite. */
static bool factorize(struct Assembly *a, size_t used, double damping)
{
	const double rounding = 1e-15;
	size_t m = (size_t)a->rows;
	double largest = 0;
	for (size_t r = 0; r < used; r++)
		for (size_t s = 0; s <= r; s++)
			a->factor[r * m + s] = product(a, &a->row[r], &a->row[s]);
	for (size_t r = 0; r < used; r++)
		largest = fmax(largest, a->factor[r * (m + 1)]);
	for (size_t r = 0; r < used; r++)
		a->factor[r * (m + 1)] += damping + rounding * largest;
	return linear_cholesky(a->factor, used, m, rounding / 10 * largest, a->first);
}

bool assembly_pull(struct Assembly *a, double damping, const double *b, double *x)
{
	size_t m = (size_t)a->rows, nv = (size_t)a->tree->nv, used = find_ranges(a);
	if (!factorize(a, used, damping))
		return false;
	for (size_t r = 0; r < used; r++)
		a->right[r] = b[a->row[r].row];
	linear_forward(a->factor, used, m, a->first, a->right);
	linear_backward(a->factor, used, m, a->first, a->right);
	memset(x, 0, nv * sizeof *x);
	for (size_t r = 0; r < used; r++)
		for (size_t v = a->row[r].begin; v < a->row[r].end; v++)
			x[v] += a->B[a->row[r].row * nv + v] * a->right[r];
	return true;
}

/* Divides a quaternion by its length, unless the length is 1 already; a quaternion of length 0 becomes (0 0 0 1). */
static void normalize_one(const struct Tree *tree, const Ref *y, double *q)
{
	const double rounding = 1e-15;
	double square = 0, *number[4];
	for (int k = 0; k < 4; k++) {
		number[k] = &q[tree->dag->item[ref_node(y[k])].operand[1]];
		square += *number[k] * *number[k];
	}
	if (square == 0)
		*number[3] = 1;
	for (int k = 0; k < 4 && square > 0 && fabs(square - 1) > rounding; k++)
		*number[k] /= sqrt(square);
}

void assembly_normalize(const struct Tree *tree, double *q)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		if (link->motion == LINK_FREE || link->motion == LINK_SPHERICAL)
			normalize_one(tree, link->y + (link->motion == LINK_FREE ? 3 : 0), q);
	}
}

void assembly_move(const struct Assembly *a, const double *step, double longest, double *q)
{
	const struct Tree *tree = a->tree;
	double largest = 0;
	for (int v = 0; v < tree->nv; v++)
		largest = fmax(largest, fabs(step[v]) / a->unit[v]);
	double share = largest > longest ? longest / largest : 1;
	for (int i = 0; i < tree->nq; i++) {
		double sum = q[i];
		for (int v = 0; v < tree->nv; v++)
			sum += share * step[v] * a->at.rate[v * tree->nq + i];
		q[i] = sum;
	}
	assembly_normalize(tree, q);
}

/* --- closing --- */

int assembly_most_open(const double *c, int rows)
{
	int row = 0;
	for (int r = 0; r < rows && !isnan(c[row]); r++)
		row = fabs(c[r]) <= fabs(c[row]) ? row : r;
	return row;
}

/* Is the closure of a row within the tolerance? */
static bool is_tolerable(const struct Assembly *a, int row)
{
	int own;
	bool angular = row_set_block(a->at.tree->rows, row, &own)->row[own].angular;
	return fabs(a->at.c[row]) <= (angular ? a->tolerance.angle : a->tolerance.length);
}

bool assembly_is_tolerable(const struct Assembly *a)
{
	for (int r = 0; r < a->rows; r++)
		if (!is_tolerable(a, r))
			return false;
	return true;
}

/* Closure and J at q. Rows left out are 0. */
static void find_numbers(struct Assembly *a, const double *q)
{
	size_t nv = (size_t)a->tree->nv;
	closure_numbers_at(&a->at, q);
	for (int r = 0; r < a->rows; r++)
		if ((a->left && a->left[r]) || (a->rounded[r] && is_tolerable(a, r))) {
			a->at.c[r] = 0;
			memset(a->at.J + (size_t)r * nv, 0, nv * sizeof *a->at.J);
		}
}

/* Closure at q: |c|. Keeps the least. The first state that is not finite is kept until there is a finite one. */
static double look(struct Assembly *a, const double *q)
{
	find_numbers(a, q);
	double size = sqrt(linear_dot(a->at.c, a->at.c, (size_t)a->rows));
	if (size < a->open || isinf(a->open)) { /* the first, whatever it is */
		a->open = isfinite(size) ? size : DBL_MAX;
		a->open_row = assembly_most_open(a->at.c, a->rows);
		a->largest = fabs(a->at.c[a->open_row]);
		memcpy(a->least, a->at.c, (size_t)a->rows * sizeof *a->least);
	}
	return size;
}

static bool is_closed(const struct Assembly *a)
{
	return fabs(a->at.c[assembly_most_open(a->at.c, a->rows)]) <= a->within;
}

bool assembly_begin(struct Assembly *a, const double *q)
{
	if (!a->rows) {
		a->open = a->largest = 0;
		return true;
	}
	a->open = INFINITY;
	a->largest = NAN;
	a->beyond = -1;
	look(a, q);
	return is_closed(a);
}

/* Tries a step from q, whose |c| is *size. True: it was taken; false: |c| would not fall, or no step is finite. */
static bool try_step(struct Assembly *a, double damping, double *size, double *q)
{
	size_t bytes = (size_t)a->tree->nq * sizeof *q;
	scale_jacobian(a);
	if (!assembly_pull(a, damping * *size * *size + a->floor, a->at.c, a->step))
		return false;
	for (int v = 0; v < a->tree->nv; v++)
		a->step[v] *= -a->unit[v] * a->share[v];
	memcpy(a->trial, q, bytes);
	assembly_move(a, a->step, a->longest, a->trial);
	double after = look(a, a->trial);
	bool better = after < *size;
	if (better) {
		*size = after;
		memcpy(q, a->trial, bytes);
	} else {
		find_numbers(a, q);
	}
	return better;
}

bool assembly_close(struct Assembly *a, double *q)
{
	enum { STEPS = 100, REFINEMENTS = 3 };
	const double least = 1e-9, most = 1e9;
	double size = look(a, q), damping = 1e-2;
	if (!isfinite(size) || is_closed(a))
		return isfinite(size);
	for (int n = 0; n < STEPS && damping < most; n++) {
		bool better = try_step(a, damping, &size, q);
		damping = better ? fmax(damping / 10, least) : damping * 10;
		if (is_closed(a)) {
			for (int k = 0; k < REFINEMENTS && try_step(a, 0, &size, q); k++) /* to rounding */
				;
			return true;
		}
	}
	return false;
}

/* Steps along rows of the size s of the tolerance have the share s^2 / (s^2 + floor) of those without the floor. */
enum Settled assembly_settle(struct Assembly *a, double *q)
{
	enum { STEPS = 60, FALLING = 3 };
	const double falls = 0.5, floor = 1e-6, most = 1e9;
	double size = look(a, q), damping = 1e-2;
	a->floor = floor;
	for (int n = 0, slow = 0; n < STEPS && slow < FALLING && damping < most && isfinite(size) && !is_closed(a);
	     n++) {
		double before = size;
		bool better = try_step(a, damping, &size, q);
		damping = better ? fmax(damping / 10, 1e-9) : damping * 10;
		slow = size < falls * before ? 0 : slow + better;
	}
	a->floor = 0;
	return !isfinite(size)            ? SETTLED_OPEN
	       : is_closed(a)             ? SETTLED_CLOSED
	       : assembly_is_tolerable(a) ? SETTLED_WITHIN
	                                  : SETTLED_OPEN;
}

/* --- limits --- */

/* How far a coordinate is beyond its limits. */
static double beyond(const struct Tree *tree, const double *q, int i)
{
	return fmax(0, fmax(q[i] - tree->upper[i], tree->lower[i] - q[i]));
}

static int most_beyond(const struct Tree *tree, const double *q)
{
	const double rounding = 1e-12;
	int most = -1;
	for (int i = 0; i < tree->nq; i++)
		if (beyond(tree, q, i) > (most < 0 ? rounding : beyond(tree, q, most)))
			most = i;
	return most;
}

bool assembly_within_limits(const struct Assembly *a, const double *q)
{
	return most_beyond(a->tree, q) < 0;
}

/* Turns angles by whole turns into their limits, where the state stays closed. */
static void turn_back(struct Assembly *a, double *q)
{
	for (int v = 0; v < a->tree->nv; v++) {
		int i = a->tree->coordinate[v];
		if (i < 0 || a->slides[v] || !(beyond(a->tree, q, i) > 0) || a->held[v])
			continue;
		double was = q[i], middle = (a->tree->lower[i] + a->tree->upper[i]) / 2;
		q[i] -= 2 * M_PI * nearbyint((was - middle) / (2 * M_PI));
		look(a, q);
		if (!is_closed(a) || beyond(a->tree, q, i) > 0)
			q[i] = was;
	}
}

/* Puts a coordinate to its limit and holds it. False: it is held already, or has no velocity of its own. */
static bool hold_at_limit(struct Assembly *a, double *q, int i)
{
	int v = 0;
	while (v < a->tree->nv && a->tree->coordinate[v] != i)
		v++;
	if (v == a->tree->nv || a->held[v])
		return false;
	a->held[v] = true;
	q[i] = fmin(fmax(q[i], a->tree->lower[i]), a->tree->upper[i]);
	return true;
}

/* Moves a closed state into the limits: coordinates beyond them stay at them, one after the other, while others close. */
static bool go_into_limits(struct Assembly *a, double *q)
{
	int nv = a->tree->nv, i;
	bool *held = ARENA_ARRAY(a->tree->dag->arena, bool, nv), good = true;
	memcpy(held, a->held, (size_t)nv * sizeof *held);
	turn_back(a, q);
	while (good && (i = most_beyond(a->tree, q)) >= 0) {
		a->beyond = i;
		a->beyond_at = q[i];
		good = hold_at_limit(a, q, i) && assembly_close(a, q);
	}
	memcpy(a->held, held, (size_t)nv * sizeof *held);
	return good;
}

/* --- several starts --- */

/* Puts coordinates that may move into their limits. */
static void clamp(const struct Assembly *a, double *q)
{
	for (int v = 0; v < a->tree->nv; v++) {
		int i = a->tree->coordinate[v];
		if (i >= 0 && !a->held[v])
			q[i] = fmin(fmax(q[i], a->tree->lower[i]), a->tree->upper[i]);
	}
}

/* Moves q by random velocities: up to `reach` turns, or characteristic lengths. */
static void scatter(struct Assembly *a, uint64_t seed, double reach, double *q)
{
	closure_numbers_at(&a->at, q);
	for (int v = 0; v < a->tree->nv; v++) {
		double turn = a->slides[v] ? 1 : 2 * M_PI;
		double most = a->held[v] ? 0 : reach * turn * a->unit[v] * a->share[v];
		a->step[v] = most * random_signed(seed, INPUT_Q, (uint32_t)v);
	}
	assembly_move(a, a->step, INFINITY, q);
	clamp(a, q);
}

void assembly_scatter(struct Assembly *a, uint64_t seed, double reach, const double *near, double *q)
{
	memcpy(q, near, (size_t)a->tree->nq * sizeof *q);
	if (reach > 0)
		scatter(a, seed, reach, q);
}

static bool is_taken(struct Assembly *a, double *q)
{
	return assembly_close(a, q) && (!a->limits || go_into_limits(a, q));
}

/* The first try takes short steps. They follow the path on which all closures fall in proportion, and this path passes no dead point. */
int assembly_search(struct Assembly *a, double *q)
{
	const double short_step = 0.1, usual = a->longest;
	struct Arena *arena = a->tree->dag->arena;
	size_t bytes = (size_t)a->tree->nq * sizeof *q;
	double *start = ARENA_ARRAY(arena, double, a->tree->nq);
	assembly_normalize(a->tree, q);
	memcpy(start, q, bytes);
	a->longest = short_step;
	bool closed = is_taken(a, q);
	a->longest = usual;
	int n = 0;
	while (!closed && n < a->restarts) {
		memcpy(q, start, bytes);
		n++;
		scatter(a, (uint64_t)n, 0.5 * n / ASSEMBLY_RESTARTS, q);
		closed = is_taken(a, q);
	}
	return closed ? n : -1;
}

bool assembly_close_beside(struct Assembly *a, uint64_t seed, double reach, const double *near, double *q)
{
	assembly_scatter(a, seed, reach, near, q);
	return assembly_close(a, q);
}

bool assembly_close_near(struct Assembly *a, uint64_t seed, const double *near, double *q)
{
	enum { TRIES = 6 };
	double reach = 0.016; /* of a turn: 0.1 rad */
	for (uint64_t n = 0; n < TRIES; n++, reach /= 3)
		if (assembly_close_beside(a, seed + n, n + 1 < TRIES ? reach : 0, near, q))
			return true;
	return false;
}

bool assembly_close_any(struct Assembly *a, uint64_t seed, double *q)
{
	enum { TRIES = 20, APART = 1000 };
	for (uint64_t n = 0; n < TRIES; n++) {
		struct Sample sample = sample_new(a->tree, seed + APART * n, n % 2 ? 0.5 : 1);
		memcpy(q, sample.q, (size_t)a->tree->nq * sizeof *q);
		if (assembly_close(a, q))
			return true;
	}
	return false;
}

/* --- what remains open --- */

const char *assembly_most_open_name(const struct Assembly *a)
{
	int own;
	return row_set_block(a->at.tree->rows, a->open_row, &own)->name.text;
}

const char *assembly_size(const struct Assembly *a, double length, double angle)
{
	double mm = 1e3 * a->at.length * length, deg = angle * 180 / M_PI;
	bool both = fmin(length, angle) > 1e-3 * fmax(length, angle);
	struct Text text = text_new(a->tree->dag->arena);
	if (both || length > angle)
		text_format(&text, "%.3g mm", mm);
	text_put(&text, both ? " and " : "");
	if (both || !(length > angle))
		text_format(&text, "%.3g deg", deg);
	return text_string(&text);
}

/* Closure of a block, whose first row is `first`. */
static const char *closure_of(const struct Assembly *a, const struct RowBlock *block, int first)
{
	double square[2] = { 0 };
	for (int r = 0; r < block->rows; r++)
		square[block->row[r].angular] += elementary_square(a->least[first + r]);
	return assembly_size(a, sqrt(square[0]), sqrt(square[1]));
}

/* Largest closure of the blocks whose closures are numbers, with their names. */
static const char *finite_remains(const struct Assembly *a)
{
	const struct RowSet *set = a->at.tree->rows;
	struct Text text = text_new(a->tree->dag->arena);
	for (int i = 0, row = 0; row < a->rows; row += set->block[i++].rows) {
		const struct RowBlock *block = &set->block[i];
		double open = fabs(a->least[row + assembly_most_open(a->least + row, block->rows)]);
		if (isfinite(open) && open > a->within)
			text_format(&text, ", and %s of '%s'", closure_of(a, block, row), block->name.text);
	}
	return text_string(&text);
}

const char *assembly_remains(const struct Assembly *a)
{
	int own;
	const struct RowBlock *block = row_set_block(a->at.tree->rows, a->open_row, &own);
	if (isfinite(a->least[a->open_row]))
		return closure_of(a, block, a->open_row - own);
	return text_print(a->tree->dag->arena, "values that are not numbers%s", finite_remains(a));
}
