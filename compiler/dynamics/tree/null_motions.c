/* Kinetic energy is a sum of squares, 2 T = qd^T M qd = sum_i v_i^T I_i v_i = |B qd|^2, for I_i = W_i^T W_i and the
 * rows W_i v_i of all links. So M and B have the same null space. The rank of B is tested at the square root of the
 * rounding that hides a null motion in M.
 *
 * B = Q R is made by Householder reflections from the tips to the root. A subtree leaves rows over the velocity of its
 * root link. Inserting v_i = X_i v_lambda(i) + S_i qd_i gives a column of qd_i, which a reflection eliminates together
 * with one row. So the time for a chain is proportional to its links. A velocity that drives several links is
 * eliminated at the nearest common ancestor of these links. R_kk^2 is the pivot D_k of M = L^T D L (Featherstone,
 * RBDA, section 6.5): the inertia that joint k feels while all joints beyond it are free.
 *
 * D_k counts as zero if it is less than the rounding of M_kk, so the decision does not depend on the scale of M. Then
 * qd_k = 1, with all joints before k at rest and the others from R, is a null motion.
 *
 * Inertias that are not positive definite (no body has one) count by their absolute values. */
#include "null_motions.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "sample.h"

/* --- the tree at a state --- */

struct LinkState {
	double X[6][6]; /* v_i = X v_lambda(i) + S qd, linear part first */
	double m, h[3], J[3][3];
	const double *gain; /* of its joint map */
};

/* Joint-space term in numbers. */
struct TermState {
	double inertia;
	const double *gain; /* of its joint map */
};

struct TreeState {
	struct LinkState *link;
	struct TermState *term;
	bool finite;
};

enum { LINK_NUMBERS = 25 };

static void put_link(struct Dag *dag, const struct Link *link, Ref *out)
{
	struct Placement at = placement_compose(dag, link->at, link_joint(dag, link));
	struct Inertia I = moments_inertia(dag, &link->mass);
	memcpy(out, at.R.e, sizeof at.R);
	memcpy(out + 9, at.p.e, sizeof at.p);
	out[12] = I.m;
	memcpy(out + 13, I.h.e, sizeof I.h);
	memcpy(out + 16, I.J.e, sizeof I.J);
}

/* X = [R^T, -R^T [p x]; 0, R^T]: RBDA (2.24), for the linear part first. */
static void take_link(struct LinkState *link, const double *number)
{
	const double *R = number, *p = number + 9;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			int a = (k + 1) % 3, b = (k + 2) % 3;
			link->X[i][k] = link->X[3 + i][3 + k] = R[3 * k + i];
			link->X[i][3 + k] = p[a] * R[3 * b + i] - p[b] * R[3 * a + i];
		}
	link->m = number[12];
	memcpy(link->h, number + 13, sizeof link->h);
	memcpy(link->J, number + 16, sizeof link->J);
}

/* Lists all values that the energy depends on, one after the other; returns their number. NULL: only counts. */
static size_t put_tree(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	size_t count = 0;
	for (int i = 0; i < tree->links; i++) {
		if (out)
			put_link(dag, &tree->link[i], out + count);
		count += LINK_NUMBERS;
		for (int d = 0; d < tree->link[i].map.entries; d++, count++)
			if (out)
				out[count] = tree->link[i].map.entry[d].gain;
	}
	for (int i = 0; i < tree->terms; i++) {
		if (out)
			out[count] = tree->term[i].inertia;
		count++;
		for (int d = 0; d < tree->term[i].map.entries; d++, count++)
			if (out)
				out[count] = tree->term[i].map.entry[d].gain;
	}
	return count;
}

static struct TreeState take_tree(const struct Tree *tree, const double *number, size_t count)
{
	struct Arena *arena = tree->dag->arena;
	struct TreeState state = { ARENA_ARRAY(arena, struct LinkState, tree->links),
		                   ARENA_ARRAY(arena, struct TermState, tree->terms), true };
	for (size_t i = 0; i < count; i++)
		state.finite &= isfinite(number[i]) != 0;
	for (int i = 0; i < tree->links; i++) {
		take_link(&state.link[i], number);
		state.link[i].gain = number + LINK_NUMBERS;
		number += LINK_NUMBERS + tree->link[i].map.entries;
	}
	for (int i = 0; i < tree->terms; i++) {
		state.term[i] = (struct TermState){ *number, number + 1 };
		number += 1 + tree->term[i].map.entries;
	}
	return state;
}

/* --- where columns are eliminated --- */

/* Nearest common ancestor of two links; -1: the world. Ancestors have smaller numbers. */
static int common_link(const struct Tree *tree, int a, int b)
{
	while (a != b) {
		if (a > b)
			a = tree->link[a].parent;
		else
			b = tree->link[b].parent;
	}
	return a;
}

enum { NOWHERE = -2, WORLD = -1 };

struct Homes {
	int *velocity; /* nearest common ancestor of all links that the velocity drives */
	int *term;     /* the link where the term's row is added */
};

static void meet_at(const struct Tree *tree, int *home, int link)
{
	*home = *home == NOWHERE ? link : common_link(tree, *home, link);
}

static struct Homes find_homes(const struct Tree *tree)
{
	struct Arena *arena = tree->dag->arena;
	struct Homes homes = { ARENA_ARRAY(arena, int, tree->nv), ARENA_ARRAY(arena, int, tree->terms) };
	for (int v = 0; v < tree->nv; v++)
		homes.velocity[v] = NOWHERE;
	for (int i = 0; i < tree->links; i++)
		for (int d = 0; d < tree->link[i].map.entries; d++)
			meet_at(tree, &homes.velocity[tree->link[i].map.entry[d].v], i);
	for (int v = 0; v < tree->nv; v++)
		homes.velocity[v] = homes.velocity[v] == NOWHERE ? WORLD : homes.velocity[v];
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		homes.term[i] = NOWHERE;
		if (term->line)
			continue;
		for (int d = 0; d < term->map.entries; d++)
			meet_at(tree, &homes.term[i], homes.velocity[term->map.entry[d].v]);
		for (int d = 0; d < term->map.entries; d++)
			homes.velocity[term->map.entry[d].v] = homes.term[i];
	}
	return homes;
}

/* --- rows --- */

/* Rows over the six components of a link's velocity and some velocities of the model, the others. */
struct Front {
	int rows, others;
	int *v;
	double *row;
};

/* Eliminated column: pivot qd_v + row . (v of the parent, qd of the others) = 0. */
struct Pivot {
	int v, others;
	const int *other;
	const double *row;
	double pivot; /* 0: qd_v is free */
};

struct QrFactor {
	const struct Tree *tree;
	struct Arena *arena;
	struct TreeState state;
	struct Homes homes;
	double (*gram)[6][6]; /* by link: sum of X^T W^T W X over its subtree, its composite inertia */
	double *own;          /* by link: traces of J, summed over its subtree; each J about its own link's origin */
	double *square, *rounding; /* by velocity: a bound of M_vv, and the rounding in M_vv */
	struct Front *front;       /* by link + 1: the rows that it leaves */
	int *child, *next;         /* children of the world and of every link, as linked lists; -1 ends them */
	int *term, *next_term;     /* joint-space terms there, as linked lists */
	int *slot;           /* by velocity: its index among the others of the current front; -1: it is not there */
	double *sum;         /* by column: a sum of the current reflection */
	struct Pivot *pivot; /* in the order of elimination */
	int *first;          /* by link + 1: its first pivot */
	int pivots, zeros;
};

/* Rows W with J = W^T W by Cholesky's method, the largest pivot first, until only rounding is left. A matrix that is
 * not positive definite keeps its rank. */
static int root_of(double J[3][3], double rounding, double W[3][3])
{
	int rank = 0;
	while (rank < 3) {
		int k = 0;
		for (int i = 1; i < 3; i++)
			k = fabs(J[i][i]) > fabs(J[k][k]) ? i : k;
		double pivot = J[k][k], column[3];
		if (fabs(pivot) <= rounding)
			break;
		for (int i = 0; i < 3; i++) {
			column[i] = J[i][k];
			W[rank][i] = column[i] / sqrt(fabs(pivot));
		}
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				J[i][j] = i == k || j == k ? 0 : J[i][j] - column[i] * column[j] / pivot;
		rank++;
	}
	return rank;
}

/* Rows W of a body: with v_c = v + w x c and J about the centre of mass, 2 T = m |v_c|^2 + w^T J w. */
static int body_rows(const struct LinkState *link, double W[6][6])
{
	double c[3] = { 0 }, J[3][3], root[3][3], size = 0, square = 0;
	int rows = 0;
	for (int i = 0; i < 3 && link->m != 0; i++)
		c[i] = link->h[i] / link->m;
	for (int i = 0; i < 3; i++)
		square += c[i] * c[i];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			J[i][k] = link->J[i][k] + link->m * (c[i] * c[k] - (i == k ? square : 0));
			size = fmax(size, fabs(link->J[i][k]));
		}
	memset(W, 0, 6 * sizeof *W);
	for (int i = 0; i < 3 && link->m != 0; i++, rows++) {
		int a = (i + 1) % 3, b = (i + 2) % 3;
		double root_m = sqrt(fabs(link->m));
		W[rows][i] = root_m;
		W[rows][3 + a] = root_m * c[b];
		W[rows][3 + b] = -root_m * c[a];
	}
	int rank = root_of(J, 16 * DBL_EPSILON * (size + fabs(link->m) * square), root);
	for (int k = 0; k < rank; k++, rows++)
		memcpy(W[rows] + 3, root[k], sizeof root[k]);
	return rows;
}

/* Row of S for an entry of a link's joint map. */
static int map_row(const struct Link *link, int map)
{
	return link_row(link, link_columns(link) > 1 ? map : 0);
}

/* Composite inertia of a link, which is complete, added to its parent. */
static void hand_on(struct QrFactor *f, int i)
{
	double(*G)[6] = f->gram[i], (*X)[6] = f->state.link[i].X, GX[6][6];
	int parent = f->tree->link[i].parent;
	for (int a = 0; a < 6 && parent >= 0; a++)
		for (int b = 0; b < 6; b++) {
			GX[a][b] = 0;
			for (int k = 0; k < 6; k++)
				GX[a][b] += G[a][k] * X[k][b];
		}
	for (int a = 0; a < 6 && parent >= 0; a++)
		for (int b = 0; b < 6; b++)
			for (int k = 0; k < 6; k++)
				f->gram[parent][a][b] += X[k][a] * GX[k][b];
	if (parent >= 0)
		f->own[parent] += f->own[i];
}

/* Adds body i to its composite inertia, which is complete then, and its J to the bound of moments about any axis. */
static void add_body(struct QrFactor *f, int i)
{
	double W[6][6];
	int rows = body_rows(&f->state.link[i], W);
	for (int r = 0; r < rows; r++)
		for (int a = 0; a < 6; a++)
			for (int b = 0; b < 6; b++)
				f->gram[i][a][b] += W[r][a] * W[r][b];
	for (int k = 0; k < 3; k++)
		f->own[i] += fabs(f->state.link[i].J[k][k]);
}

/* Adds a link to M_vv, where it turns or slides along `row`, and to the rounding in M_vv. Rounding comes from the sum
 * and from moments about an axis through the mass (moments_clean). It also comes from the position of the axis, whose
 * error is relative to distances. */
static void add_map_entry(struct QrFactor *f, int i, int row, int v, double gain)
{
	const double of_sum = DBL_EPSILON, of_moments = 4e-15, of_distance = 1e-13;
	double(*G)[6] = f->gram[i], trace = 0;
	int from = row < 3 ? 0 : 3;
	for (int k = from; k < from + 3; k++)
		trace += G[k][k];
	f->square[v] += gain * gain * G[row][row];
	f->rounding[v] += gain * gain * (of_sum * G[row][row] + of_distance * of_distance * trace);
	if (row >= 3)
		f->rounding[v] += gain * gain * of_moments * f->own[i];
}

/* Bound M_vv <= n sum_i G_iv^2 S_i^T I_i S_i over the n columns of links that v drives. */
static void measure(struct QrFactor *f)
{
	const struct Tree *tree = f->tree;
	int *driven = ARENA_ARRAY(f->arena, int, tree->nv);
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		add_body(f, i);
		for (int d = 0; d < link->map.entries; d++) {
			add_map_entry(f, i, map_row(link, d), link->map.entry[d].v, f->state.link[i].gain[d]);
			driven[link->map.entry[d].v]++;
		}
		hand_on(f, i);
	}
	for (int v = 0; v < tree->nv; v++) {
		f->square[v] *= driven[v];
		f->rounding[v] *= driven[v];
	}
	for (int i = 0; i < tree->terms; i++)
		for (int d = 0; d < tree->term[i].map.entries; d++) {
			int v = tree->term[i].map.entry[d].v;
			double gain = f->state.term[i].gain[d], inertia = gain * gain * fabs(f->state.term[i].inertia);
			f->square[v] += inertia;
			f->rounding[v] += DBL_EPSILON * inertia;
		}
}

/* Adds velocity v to the others of a front. */
static void take_other(struct QrFactor *f, struct Front *front, int v)
{
	if (f->slot[v] < 0) {
		front->v[front->others] = v;
		f->slot[v] = front->others++;
	}
}

/* Front with room for the rows and others of link i, of its children and of its terms. */
static struct Front front_of(struct QrFactor *f, int i)
{
	const struct Tree *tree = f->tree;
	struct Front front = { .rows = i < 0 ? 0 : 6 };
	int others = i < 0 ? tree->nv : tree->link[i].map.entries;
	for (int c = f->child[i + 1]; c >= 0; c = f->next[c]) {
		front.rows += f->front[c + 1].rows;
		others += f->front[c + 1].others;
	}
	for (int c = f->term[i + 1]; c >= 0; c = f->next_term[c]) {
		front.rows++;
		others += tree->term[c].map.entries;
	}
	front.v = ARENA_ARRAY(f->arena, int, others);
	for (int c = f->child[i + 1]; c >= 0; c = f->next[c])
		for (int o = 0; o < f->front[c + 1].others; o++)
			take_other(f, &front, f->front[c + 1].v[o]);
	for (int c = f->term[i + 1]; c >= 0; c = f->next_term[c])
		for (int d = 0; d < tree->term[c].map.entries; d++)
			take_other(f, &front, tree->term[c].map.entry[d].v);
	for (int d = 0; i >= 0 && d < tree->link[i].map.entries; d++)
		take_other(f, &front, tree->link[i].map.entry[d].v);
	for (int v = 0; i < 0 && v < tree->nv; v++)
		if (f->homes.velocity[v] == WORLD)
			take_other(f, &front, v);
	front.row = ARENA_ARRAY(f->arena, double, front.rows *(6 + front.others));
	front.rows = 0;
	return front;
}

static double *add_row(struct Front *front)
{
	return front->row + front->rows++ * (6 + front->others);
}

/* Rows of the subtree of link i over the velocity of link i. */
static struct Front gather(struct QrFactor *f, int i)
{
	struct Front front = front_of(f, i);
	double W[6][6];
	int rows = i < 0 ? 0 : body_rows(&f->state.link[i], W);
	for (int r = 0; r < rows; r++)
		memcpy(add_row(&front), W[r], sizeof W[r]);
	for (int c = f->term[i + 1]; c >= 0; c = f->next_term[c]) {
		double *row = add_row(&front), root = sqrt(fabs(f->state.term[c].inertia));
		for (int d = 0; d < f->tree->term[c].map.entries; d++)
			row[6 + f->slot[f->tree->term[c].map.entry[d].v]] += root * f->state.term[c].gain[d];
	}
	for (int c = f->child[i + 1]; c >= 0; c = f->next[c]) {
		const struct Front *of = &f->front[c + 1];
		for (int r = 0; r < of->rows; r++) {
			const double *from = of->row + r * (6 + of->others);
			double *row = add_row(&front);
			memcpy(row, from, 6 * sizeof *row);
			for (int o = 0; o < of->others; o++)
				row[6 + f->slot[of->v[o]]] = from[6 + o];
		}
	}
	return front;
}

/* Substitution v_i = X v_lambda(i) + S G qd; the world is at rest. */
static void substitute(const struct QrFactor *f, int i, struct Front *front)
{
	const struct Link *link = &f->tree->link[i];
	const struct LinkState *state = &f->state.link[i];
	for (int r = 0; r < front->rows; r++) {
		double *row = front->row + r * (6 + front->others), own[6];
		memcpy(own, row, sizeof own);
		for (int d = 0; d < link->map.entries; d++)
			row[6 + f->slot[link->map.entry[d].v]] += own[map_row(link, d)] * state->gain[d];
		for (int k = 0; k < 6; k++) {
			row[k] = 0;
			for (int a = 0; a < 6 && link->parent >= 0; a++)
				row[k] += own[a] * state->X[a][k];
		}
	}
}

/* --- reflections --- */

static double column_square(const struct Front *front, int first, int column)
{
	int width = 6 + front->others;
	double square = 0;
	for (int r = first; r < front->rows; r++)
		square += front->row[r * width + column] * front->row[r * width + column];
	return square;
}

static void swap_rows(struct Front *front, int a, int b)
{
	int width = 6 + front->others;
	for (int k = 0; k < width && a != b; k++) {
		double entry = front->row[a * width + k];
		front->row[a * width + k] = front->row[b * width + k];
		front->row[b * width + k] = entry;
	}
}

/* Reflection 1 - u u^T / h: column x becomes zero but for row `first`, which gets the largest entry. u = x -+ |x| e, h
 * = |x| (|x| + |x_first|). Rows where x is zero stay as they are. */
static void reflect(const struct QrFactor *f, struct Front *front, int first, int column, double square)
{
	int width = 6 + front->others, largest = first;
	double *sum = f->sum, norm = sqrt(square);
	for (int r = first; r < front->rows; r++)
		if (fabs(front->row[r * width + column]) > fabs(front->row[largest * width + column]))
			largest = r;
	swap_rows(front, first, largest);
	double *top = front->row + first * width, x = top[column], h = norm * (norm + fabs(x));
	top[column] += x < 0 ? -norm : norm;
	memset(sum, 0, (size_t)width * sizeof *sum);
	for (int r = first; r < front->rows; r++) {
		const double *row = front->row + r * width;
		for (int k = 0; k < width && row[column] != 0; k++)
			sum[k] += k == column ? 0 : row[column] * row[k];
	}
	for (int r = first; r < front->rows; r++) {
		double *row = front->row + r * width, u = row[column];
		for (int k = 0; k < width && u != 0; k++)
			row[k] -= k == column ? 0 : u * (sum[k] / h);
		row[column] = 0;
	}
	top[column] = x < 0 ? norm : -norm;
}

/* Eliminates column o of the others. */
static void take_away(struct QrFactor *f, struct Front *front, int o)
{
	int width = 6 + front->others, column = 6 + o;
	double square = column_square(front, 0, column);
	struct Pivot *pivot = &f->pivot[f->pivots++];
	*pivot = (struct Pivot){ .v = front->v[o], .others = front->others, .other = front->v };
	if (square <= f->rounding[front->v[o]]) {
		f->zeros++;
		for (int r = 0; r < front->rows; r++)
			front->row[r * width + column] = 0;
		return;
	}
	reflect(f, front, 0, column, square);
	double *row = ARENA_ARRAY(f->arena, double, width);
	memcpy(row, front->row, (size_t)width * sizeof *row);
	pivot->pivot = row[column];
	row[column] = 0;
	pivot->row = row;
	swap_rows(front, 0, --front->rows);
}

/* Front without the eliminated columns, with at most as many rows as columns. */
static struct Front shrink(struct QrFactor *f, const struct Front *front, int home)
{
	struct Front left = { .v = ARENA_ARRAY(f->arena, int, front->others) };
	for (int o = 0; o < front->others; o++)
		if (f->homes.velocity[front->v[o]] != home)
			left.v[left.others++] = front->v[o];
	left.row = ARENA_ARRAY(f->arena, double, front->rows *(6 + left.others));
	while (left.rows < front->rows) {
		const double *from = front->row + left.rows * (6 + front->others);
		double *row = add_row(&left);
		memcpy(row, from, 6 * sizeof *row);
		for (int o = 0; o < left.others; o++)
			row[6 + o] = from[6 + f->slot[left.v[o]]];
	}
	int first = 0;
	for (int column = 0; column < 6 + left.others && left.rows > 6 + left.others; column++) {
		double square = column_square(&left, first, column);
		if (square > 0)
			reflect(f, &left, first++, column, square);
	}
	if (left.rows > 6 + left.others)
		left.rows = first;
	return left;
}

/* Next column to eliminate here: that of the last velocity, as in M = L^T D L. */
static int next_column(const struct QrFactor *f, const struct Front *front, int home, int before)
{
	int next = -1;
	for (int o = 0; o < front->others; o++)
		if (f->homes.velocity[front->v[o]] == home && front->v[o] < before &&
		    (next < 0 || front->v[o] > front->v[next]))
			next = o;
	return next;
}

static void eliminate(struct QrFactor *f, int i)
{
	struct Front front = gather(f, i);
	if (i >= 0)
		substitute(f, i, &front);
	f->first[i + 1] = f->pivots;
	for (int o, before = f->tree->nv; (o = next_column(f, &front, i, before)) >= 0; before = front.v[o])
		take_away(f, &front, o);
	f->front[i + 1] = shrink(f, &front, i);
	for (int o = 0; o < front.others; o++)
		f->slot[front.v[o]] = -1;
}

/* --- motions --- */

/* Null motion qd with qd_k = 1 for the zero pivot k. */
static void move(const struct QrFactor *f, const struct Pivot *zero, double *qd)
{
	const struct Tree *tree = f->tree;
	static const double at_rest[6] = { 0 };
	double(*v)[6] = (double(*)[6])arena_array(f->arena, (size_t)tree->links + 1, sizeof *v);
	for (int i = WORLD, end = f->pivots; i < tree->links; end = f->first[i + 1], i++) {
		const double *parent = i < 0 || tree->link[i].parent < 0 ? at_rest : v[tree->link[i].parent];
		for (int n = end; n-- > f->first[i + 1];) {
			const struct Pivot *pivot = &f->pivot[n];
			double sum = 0;
			for (int k = 0; k < 6 && pivot->row; k++)
				sum += pivot->row[k] * parent[k];
			for (int o = 0; o < pivot->others && pivot->row; o++)
				sum += pivot->row[6 + o] * qd[pivot->other[o]];
			qd[pivot->v] = pivot == zero ? 1 : pivot->row ? -sum / pivot->pivot : 0;
		}
		for (int a = 0; a < 6 && i >= 0; a++)
			for (int k = 0; k < 6; k++)
				v[i][a] += f->state.link[i].X[a][k] * parent[k];
		for (int d = 0; i >= 0 && d < tree->link[i].map.entries; d++)
			v[i][map_row(&tree->link[i], d)] += f->state.link[i].gain[d] * qd[tree->link[i].map.entry[d].v];
	}
}

/* Velocities that take part in a null motion: each is measured by the energy it would have alone. */
static void mark(const struct QrFactor *f, const struct Pivot *zero, bool *moves)
{
	const double nothing = 1e-6;
	double *qd = ARENA_ARRAY(f->arena, double, f->tree->nv), largest = 0;
	move(f, zero, qd);
	for (int v = 0; v < f->tree->nv; v++)
		largest = fmax(largest, fabs(qd[v]) * sqrt(f->square[v]));
	for (int v = 0; v < f->tree->nv; v++)
		moves[v] = v == zero->v || fabs(qd[v]) * sqrt(f->square[v]) > nothing * largest;
}

/* --- the factor at a state --- */

static void list_children(struct QrFactor *f)
{
	const struct Tree *tree = f->tree;
	for (int i = 0; i <= tree->links; i++)
		f->child[i] = f->term[i] = -1;
	for (int i = tree->links - 1; i >= 0; i--) {
		f->next[i] = f->child[tree->link[i].parent + 1];
		f->child[tree->link[i].parent + 1] = i;
	}
	for (int c = tree->terms - 1; c >= 0; c--) {
		int home = f->homes.term[c];
		if (home == NOWHERE || f->state.term[c].inertia == 0)
			continue;
		f->next_term[c] = f->term[home + 1];
		f->term[home + 1] = c;
	}
}

static struct QrFactor factor_new(const struct Tree *tree, const struct Homes *homes)
{
	struct Arena *arena = tree->dag->arena;
	size_t links = (size_t)tree->links, nv = (size_t)tree->nv, terms = (size_t)tree->terms;
	struct QrFactor f = {
		.tree = tree,
		.arena = arena,
		.homes = *homes,
		.gram = (double(*)[6][6])arena_array(arena, links, sizeof *f.gram),
		.own = ARENA_ARRAY(arena, double, links),
		.square = ARENA_ARRAY(arena, double, nv),
		.rounding = ARENA_ARRAY(arena, double, nv),
		.front = ARENA_ARRAY(arena, struct Front, links + 1),
		.sum = ARENA_ARRAY(arena, double, 6 + nv),
		.child = ARENA_ARRAY(arena, int, links + 1),
		.next = ARENA_ARRAY(arena, int, links),
		.term = ARENA_ARRAY(arena, int, links + 1),
		.next_term = ARENA_ARRAY(arena, int, terms),
		.slot = ARENA_ARRAY(arena, int, nv),
		.pivot = ARENA_ARRAY(arena, struct Pivot, nv),
		.first = ARENA_ARRAY(arena, int, links + 1),
	};
	for (size_t v = 0; v < nv; v++)
		f.slot[v] = -1;
	return f;
}

/* B = Q R at a random state; no pivots if a value there is not finite. `value`: the `count` numbers of the tree (put_tree). */
static struct QrFactor factor_at(const struct Tree *tree, const struct Homes *homes, const Ref *value, size_t count,
                                 uint64_t seed, const bool *drawn)
{
	static const double reach[] = { 1, 3, 1, 10 }; /* near zero, tables and comparisons may hide motions */
	struct Arena *arena = tree->dag->arena;
	struct Sample sample = sample_new(tree, seed, reach[seed % (sizeof reach / sizeof *reach)]);
	double *number = ARENA_ARRAY(arena, double, count), *size = ARENA_ARRAY(arena, double, count);
	struct QrFactor f = factor_new(tree, homes);
	sample.drawn = drawn;
	sample_values(tree->dag, &sample, value, count, number, size);
	f.state = take_tree(tree, number, count);
	if (!f.state.finite)
		return f;
	list_children(&f);
	measure(&f);
	for (int i = tree->links - 1; i >= WORLD; i--)
		eliminate(&f, i);
	return f;
}

struct NullMotions null_motions(const struct Tree *tree, const bool *drawn, int most)
{
	enum { STATES = 4 };
	struct NullMotions motions = { .nv = tree->nv, .first = ARENA_ARRAY(tree->dag->arena, int, most) };
	size_t count = put_tree(tree->dag, tree, NULL);
	Ref *value = ARENA_ARRAY(tree->dag->arena, Ref, count);
	put_tree(tree->dag, tree, value);
	struct Homes homes = find_homes(tree);
	struct QrFactor best = factor_at(tree, &homes, value, count, 0, drawn);
	for (uint64_t seed = 1; best.zeros && seed < STATES; seed++) {
		struct QrFactor other = factor_at(tree, &homes, value, count, seed, drawn);
		best = other.zeros < best.zeros ? other : best;
	}
	bool *moves = ARENA_ARRAY(tree->dag->arena, bool, (best.zeros < most ? best.zeros : most) * tree->nv);
	motions.dimension = best.zeros;
	for (int n = best.pivots; n-- > 0 && motions.count < most;)
		if (!best.pivot[n].row) {
			motions.first[motions.count] = best.pivot[n].v;
			mark(&best, &best.pivot[n], moves + motions.count++ * tree->nv);
		}
	motions.moves = moves;
	return motions;
}
