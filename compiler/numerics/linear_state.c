#include "linear_state.h"

#include <math.h>

#include "base/linear.h"
#include "model/body.h"
#include "model/joint.h"

static struct Matrix matrix_of(struct Arena *arena, const double *item, int rows, int columns)
{
	struct Matrix a = matrix_new(arena, rows, columns);
	for (size_t i = 0; i < (size_t)rows * (size_t)columns; i++)
		a.item[i] = item[i];
	return a;
}

/* --- velocities --- */

static bool is_free_root(const struct Body *body)
{
	return body->joint->kind->form == JOINT_FREE && body->parent < 0;
}

bool *linear_idle(struct Arena *arena, const struct Model *model)
{
	bool *idle = ARENA_ARRAY(arena, bool, model->nv);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint_nv(joint); k++)
			idle[joint->v + k] = joint->idle || is_free_root(&model->body[i]);
	}
	return idle;
}

/* How gladly each velocity depends on others. */
static double *preferences(struct Arena *arena, const struct Model *model)
{
	const double driven = 1e-4, root = 1e-8;
	double *preference = ARENA_ARRAY(arena, double, model->nv);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint_nv(joint); k++)
			preference[joint->v + k] = is_free_root(&model->body[i]) ? root : joint->idle ? 1 : driven;
	}
	return preference;
}

/* --- the basis --- */

/* J, whose columns have the unit of a velocity, 1 / sqrt(M_vv), and whose rows have the length 1. */
static struct Matrix scaled_rows(struct Arena *arena, const struct LinearState *state, const long double *unit)
{
	struct Matrix J = matrix_of(arena, state->J, state->rows, state->model->nv);
	for (int r = 0; r < J.rows; r++) {
		long double square = 0;
		for (int v = 0; v < J.columns; v++) {
			*matrix_at(J, r, v) *= unit[v];
			square += *matrix_at(J, r, v) * *matrix_at(J, r, v);
		}
		for (int v = 0; v < J.columns && square > 0; v++)
			*matrix_at(J, r, v) /= sqrtl(square);
	}
	return J;
}

static long double *units_of(struct Arena *arena, const struct LinearState *state)
{
	int nv = state->model->nv;
	long double *unit = ARENA_ARRAY(arena, long double, nv);
	for (int v = 0; v < nv; v++) {
		double own = state->M[v * nv + v];
		unit[v] = own > 0 ? 1 / sqrtl(own) : 1;
	}
	return unit;
}

/* The basis whose independent coordinates are those of the independent velocities. */
static struct LinearBasis placed(struct Arena *arena, struct LinearBasis basis)
{
	basis.places = basis.count;
	basis.place = basis.velocity;
	basis.P = basis.N;
	basis.E = matrix_new(arena, basis.N.rows, basis.count);
	return basis;
}

struct LinearBasis linear_independent(struct Arena *arena, const struct LinearState *state)
{
	int nv = state->model->nv;
	struct LinearBasis basis = { .velocity = ARENA_ARRAY(arena, int, nv) };
	const long double *unit = units_of(arena, state);
	struct Matrix J = scaled_rows(arena, state, unit);
	struct LinearPivots p = linear_pivots(arena, J.item, (size_t)J.rows, (size_t)nv,
	                                      preferences(arena, state->model), LINEAR_DEPENDENT);
	for (int v = 0; v < nv; v++)
		if (!p.taken[v])
			basis.velocity[basis.count++] = v;
	basis.N = matrix_new(arena, nv, basis.count);
	for (int k = 0; k < basis.count; k++) {
		int from = basis.velocity[k];
		*matrix_at(basis.N, from, k) = 1;
		for (size_t i = 0; i < p.rank; i++)
			*matrix_at(basis.N, (int)p.column[i], k) =
				-*matrix_at(J, (int)p.row[i], from) * unit[p.column[i]] / unit[from];
	}
	return placed(arena, basis);
}

void linear_roll(struct Arena *arena, const struct LinearState *state, const double *J, struct LinearBasis *basis)
{
	struct LinearState still = *state;
	still.J = J;
	const struct LinearBasis places = linear_independent(arena, &still);
	basis->places = places.count;
	basis->place = places.velocity;
	basis->P = places.N;
	basis->E = matrix_new(arena, state->model->nv, places.count);
}

struct LinearBasis linear_all(struct Arena *arena, const struct Model *model)
{
	struct LinearBasis basis = { .count = model->nv, .velocity = ARENA_ARRAY(arena, int, model->nv) };
	for (int v = 0; v < model->nv; v++)
		basis.velocity[v] = v;
	basis.N = matrix_unit(arena, model->nv);
	return placed(arena, basis);
}

/* --- dynamics --- */

/* The matrix of the cross product x x ... at (row, column). */
static void put_cross(struct Matrix a, int row, int column, const double *x)
{
	for (int i = 0; i < 3; i++) {
		int next = (i + 1) % 3, last = (i + 2) % 3;
		*matrix_at(a, row + next, column + i) = x[last];
		*matrix_at(a, row + last, column + i) = -x[next];
	}
}

/* ad of qd, nv x nv. */
static struct Matrix bracket(struct Arena *arena, const struct Model *model, const double *qd)
{
	struct Matrix ad = matrix_new(arena, model->nv, model->nv);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		int v = joint->v, w = joint->kind->form == JOINT_FREE ? v + 3 : v;
		if (!joint_nv(joint) || !kind_has_quaternion(joint->kind))
			continue;
		put_cross(ad, v, v, qd + w);
		if (w == v)
			continue;
		put_cross(ad, w, w, qd + w);
		put_cross(ad, v, w, qd + v);
	}
	return ad;
}

/* X - N S X: what remains without a motion that rows allow. */
static struct Matrix dependent_part(struct Arena *arena, const struct LinearBasis *basis, struct Matrix X)
{
	struct Matrix independent = matrix_new(arena, basis->count, X.columns),
		      out = matrix_new(arena, X.rows, X.columns);
	for (int r = 0; r < basis->count; r++)
		for (int c = 0; c < X.columns; c++)
			*matrix_at(independent, r, c) = *matrix_at(X, basis->velocity[r], c);
	matrix_add(out, 1, X);
	matrix_add(out, -1, matrix_product(arena, basis->N, independent));
	return out;
}

/* (Fv + ad) a */
static struct Matrix bent(struct Arena *arena, const struct LinearState *state, struct Matrix a)
{
	int nv = state->model->nv;
	struct Matrix half = bracket(arena, state->model, state->qd);
	matrix_add(half, 1, matrix_of(arena, state->by_qd, nv, nv));
	return matrix_product(arena, half, a);
}

void linear_bend(struct Arena *arena, const struct LinearState *state, struct LinearBasis *basis)
{
	basis->E = matrix_new(arena, state->model->nv, basis->count);
	matrix_add(basis->E, 0.5L, dependent_part(arena, basis, bent(arena, state, basis->N)));
}

void linear_follow(struct Arena *arena, const struct LinearState *state, const struct LinearMoving *moving,
                   struct LinearBasis *basis)
{
	const int nv = state->model->nv, count = moving->count;
	const struct Matrix Q = dependent_part(arena, basis, matrix_of(arena, moving->velocity, nv, count));
	struct Matrix X = bent(arena, state, Q);
	for (int v = 0; v < nv; v++)
		for (int m = 0; m < count; m++)
			*matrix_at(X, v, m) += state->by_u[v * state->nu + moving->rate + m];
	const struct Matrix R = dependent_part(arena, basis, X);
	basis->Q = matrix_new(arena, nv, state->nu);
	basis->R = matrix_new(arena, nv, state->nu);
	for (int v = 0; v < nv; v++)
		for (int m = 0; m < count; m++) {
			const int position = (int)moving->number[m], rate = moving->rate + m;
			*matrix_at(basis->Q, v, position) = *matrix_at(Q, v, m);
			*matrix_at(basis->R, v, position) = *matrix_at(R, v, m) / 2;
			*matrix_at(basis->R, v, rate) = *matrix_at(Q, v, m);
		}
}

void linear_bend_by(struct Arena *arena, const struct LinearState *state, const double *change,
                    struct LinearBasis *basis)
{
	const long double rounding = 1e-15L;
	int nv = state->model->nv, rows = state->rows, rank = nv - basis->count,
	    *dependent = ARENA_ARRAY(arena, int, nv);
	bool *free = ARENA_ARRAY(arena, bool, nv);
	for (int k = 0; k < basis->count; k++)
		free[basis->velocity[k]] = true;
	for (int v = 0, k = 0; v < nv; v++)
		if (!free[v])
			dependent[k++] = v;
	struct Matrix square = matrix_new(arena, rank, rank);
	for (int a = 0; a < rank; a++)
		for (int b = 0; b < rank; b++)
			for (int r = 0; r < rows; r++)
				*matrix_at(square, a, b) +=
					(long double)state->J[r * nv + dependent[a]] * state->J[r * nv + dependent[b]];
	long double *right = ARENA_ARRAY(arena, long double, rank), *x = ARENA_ARRAY(arena, long double, rank);
	for (int y = 0; y < basis->places; y++) {
		for (int a = 0; a < rank; a++) {
			right[a] = x[a] = 0;
			for (int r = 0; r < rows; r++)
				right[a] -=
					(long double)state->J[r * nv + dependent[a]] * change[r * basis->places + y];
		}
		matrix_shortest(arena, square, right, rounding, x);
		for (int a = 0; a < rank; a++)
			*matrix_at(basis->E, dependent[a], y) = x[a];
	}
}

/* These rows of a, from (row, column) of `out` on. */
static void put_block(const int *velocity, int count, struct Matrix a, struct Matrix out, int row, int column)
{
	for (int r = 0; r < count; r++)
		for (int c = 0; c < a.columns; c++)
			*matrix_at(out, row + r, column + c) = *matrix_at(a, velocity[r], c);
}

struct LinearDynamics linear_dynamics(struct Arena *arena, const struct LinearState *state,
                                      const struct LinearBasis *basis, const int *drive, int drives)
{
	int nv = state->model->nv, n = basis->count, m = basis->places;
	int inputs = drives + state->nu;
	struct LinearDynamics out = { matrix_new(arena, m + n, m + n), matrix_new(arena, m + n, inputs) };
	struct Matrix Fq = matrix_of(arena, state->by_q, nv, nv), Fv = matrix_of(arena, state->by_qd, nv, nv);
	const struct Matrix ad = bracket(arena, state->model, state->qd);
	struct Matrix turning = matrix_new(arena, nv, m), columns = matrix_new(arena, nv, inputs);
	struct Matrix by_y = matrix_product(arena, Fq, basis->P);
	matrix_add(by_y, 1, matrix_product(arena, Fv, basis->E));
	matrix_add(turning, -1, matrix_product(arena, ad, basis->P));
	matrix_add(turning, 1, basis->E);
	for (int v = 0; v < nv; v++)
		for (int k = 0; k < inputs; k++)
			*matrix_at(columns, v, k) =
				k < drives ? state->by_tau[v * nv + drive[k]] : state->by_u[v * state->nu + k - drives];
	if (basis->Q.columns) {
		struct Matrix moved = matrix_product(arena, Fq, basis->Q), turned = matrix_new(arena, nv, state->nu);
		matrix_add(moved, 1, matrix_product(arena, Fv, basis->R));
		matrix_add(turned, 1, basis->R);
		matrix_add(turned, -1, matrix_product(arena, ad, basis->Q));
		for (int v = 0; v < nv; v++)
			for (int k = 0; k < state->nu; k++)
				*matrix_at(columns, v, drives + k) += *matrix_at(moved, v, k);
		put_block(basis->place, m, turned, out.B, 0, drives);
	}
	put_block(basis->place, m, turning, out.A, 0, 0);
	put_block(basis->place, m, basis->N, out.A, 0, m);
	put_block(basis->velocity, n, by_y, out.A, m, 0);
	put_block(basis->velocity, n, matrix_product(arena, Fv, basis->N), out.A, m, m);
	put_block(basis->velocity, n, columns, out.B, m, 0);
	return out;
}

/* Changes of (q, qd) for those of (y, z): [P 0; E N]. */
static struct Matrix spread_of(struct Arena *arena, int nv, const struct LinearBasis *basis)
{
	int n = basis->count, m = basis->places;
	struct Matrix spread = matrix_new(arena, 2 * nv, m + n);
	for (int v = 0; v < nv; v++) {
		for (int c = 0; c < m; c++) {
			*matrix_at(spread, v, c) = *matrix_at(basis->P, v, c);
			*matrix_at(spread, nv + v, c) = *matrix_at(basis->E, v, c);
		}
		for (int c = 0; c < n; c++)
			*matrix_at(spread, nv + v, m + c) = *matrix_at(basis->N, v, c);
	}
	return spread;
}

struct LinearDynamics linear_with_states(struct Arena *arena, const struct LinearDynamics *dynamics,
                                         const struct LinearBasis *basis, int nv, const struct LinearRates *rates)
{
	const int x = dynamics->A.rows, ns = rates->ns, inputs = dynamics->B.columns - ns;
	struct LinearDynamics out = { matrix_new(arena, x + ns, x + ns), matrix_new(arena, x + ns, inputs) };
	struct Matrix by_state = matrix_new(arena, ns, 2 * nv);
	for (int r = 0; r < x; r++) {
		for (int c = 0; c < x; c++)
			*matrix_at(out.A, r, c) = *matrix_at(dynamics->A, r, c);
		for (int c = 0; c < ns; c++)
			*matrix_at(out.A, r, x + c) = *matrix_at(dynamics->B, r, inputs + c);
		for (int c = 0; c < inputs; c++)
			*matrix_at(out.B, r, c) = *matrix_at(dynamics->B, r, c);
	}
	for (int r = 0; r < ns; r++)
		for (int v = 0; v < nv; v++) {
			*matrix_at(by_state, r, v) = rates->by_q[r * nv + v];
			*matrix_at(by_state, r, nv + v) = rates->by_qd[r * nv + v];
		}
	struct Matrix by_x = matrix_product(arena, by_state, spread_of(arena, nv, basis));
	for (int r = 0; r < ns; r++) {
		for (int c = 0; c < x; c++)
			*matrix_at(out.A, x + r, c) = *matrix_at(by_x, r, c);
		for (int c = 0; c < ns; c++)
			*matrix_at(out.A, x + r, x + c) = rates->by_s[r * ns + c];
		for (int c = 0; c < rates->given; c++)
			*matrix_at(out.B, x + r, inputs - rates->given + c) = rates->by_given[r * rates->given + c];
		for (int c = 0; c < rates->given && basis->Q.columns; c++)
			for (int v = 0; v < nv; v++)
				*matrix_at(out.B, x + r, inputs - rates->given + c) +=
					rates->by_q[r * nv + v] * *matrix_at(basis->Q, v, c) +
					rates->by_qd[r * nv + v] * *matrix_at(basis->R, v, c);
	}
	return out;
}

struct LinearDynamics linear_step(struct Arena *arena, const struct LinearSteps *step, const struct LinearBasis *basis,
                                  const int *drive, int drives)
{
	const int n = basis->count, m = basis->places, x = m + n, ns = step->ns, nv = step->nv,
		  inputs = drives + step->nu;
	const int state = 2 * nv + ns;
	struct LinearDynamics out = { matrix_new(arena, x + ns, x + ns), matrix_new(arena, x + ns, inputs) };
	struct Matrix A = matrix_of(arena, step->A, state, state), moved = matrix_new(arena, state, 2 * nv);
	for (int r = 0; r < state; r++)
		for (int c = 0; c < 2 * nv; c++)
			*matrix_at(moved, r, c) = *matrix_at(A, r, c);
	struct Matrix all = matrix_product(arena, moved, spread_of(arena, nv, basis));
	for (int r = 0; r < x + ns; r++) {
		int row = r < m ? basis->place[r] : r < x ? nv + basis->velocity[r - m] : 2 * nv + r - x;
		for (int c = 0; c < x + ns; c++)
			*matrix_at(out.A, r, c) = c < x ? *matrix_at(all, row, c) : *matrix_at(A, row, 2 * nv + c - x);
		for (int k = 0; k < inputs; k++)
			*matrix_at(out.B, r, k) =
				k < drives ? step->B[row * nv + drive[k]] : step->B_u[row * step->nu + k - drives];
	}
	return out;
}
