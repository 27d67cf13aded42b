// Errors of minv, fd_derivatives and fd in REAL, beside two forms of forward dynamics differentiated by dual numbers: the
// generated fd, and articulated bodies as in the textbook. Made by accuracy.sh. The exact results are those of the textbook's
// algorithms in long double.
#include <cmath>
#include <cstdio>

#include "rounds.h"

// A number and its derivative.
struct Dual {
	REAL value, slope;
	Dual() : value(0), slope(0) {}
	Dual(double number, REAL by = 0) : value((REAL)number), slope(by) {}
};

static inline Dual operator+(Dual a, Dual b)
{
	return Dual(a.value + b.value, a.slope + b.slope);
}

static inline Dual operator-(Dual a, Dual b)
{
	return Dual(a.value - b.value, a.slope - b.slope);
}

static inline Dual operator-(Dual a)
{
	return Dual(-a.value, -a.slope);
}

static inline Dual operator*(Dual a, Dual b)
{
	return Dual(a.value * b.value, a.slope * b.value + a.value * b.slope);
}

static inline Dual operator/(Dual a, Dual b)
{
	REAL ratio = a.value / b.value;
	return Dual(ratio, (a.slope - ratio * b.slope) / b.value);
}

static inline Dual sin(Dual a)
{
	return Dual(std::sin(a.value), a.slope * std::cos(a.value));
}

static inline Dual cos(Dual a)
{
	return Dual(std::cos(a.value), -a.slope * std::sin(a.value));
}

#include "articulated.h"
#include "dual.h"
#include "exact.h"
#include "factored.h"
#include "own.h"

enum { STATES = 1000, NQ = OWN_NQ, NV = OWN_NV, SQUARE = NV * NV, COLUMNS = 11 };

struct State {
	REAL q[NQ], qd[NV], tau[NV];
	long double wide_q[NQ], wide_qd[NV], wide_tau[NV];
};

// A state; a floating base has a position, then a quaternion.
static void draw_state(State *s)
{
	static uint64_t x = 1;
	double size = 0;
	for (int i = 0; i < NQ; i++)
		s->q[i] = (REAL)(3 * bench_draw(&x));
	for (int i = 3; NQ > NV && i < 7; i++)
		size += (double)s->q[i] * s->q[i];
	for (int i = 3; NQ > NV && i < 7; i++)
		s->q[i] = (REAL)(s->q[i] / std::sqrt(size));
	for (int i = 0; i < NV; i++) {
		s->wide_qd[i] = s->qd[i] = (REAL)(2 * bench_draw(&x));
		s->wide_tau[i] = s->tau[i] = (REAL)(10 * bench_draw(&x));
	}
	for (int i = 0; i < NQ; i++)
		s->wide_q[i] = s->q[i];
}

// Moves q along velocity v. A displacement of a floating base changes nothing.
static void seed(const State *s, int v, Dual *q)
{
	const REAL *u = s->q + 3, half = (REAL)0.5;
	if (NQ == NV)
		q[v].slope = 1;
	else if (v >= 6)
		q[v + 1].slope = 1;
	else if (v >= 3) {
		int i = v - 3, j = (i + 1) % 3, k = (i + 2) % 3;
		q[3 + i].slope = half * u[3];
		q[3 + j].slope = half * u[k];
		q[3 + k].slope = -half * u[j];
		q[6].slope = -half * u[i];
	}
}

typedef void Forward(const Dual *q, const Dual *qd, const Dual *tau, Dual *qdd);

// Column v of the derivatives of forward dynamics by q or tau.
static void find_column(Forward *forward, const State *s, int v, bool by_q, REAL *matrix)
{
	Dual q[NQ], qd[NV], tau[NV], qdd[NV];
	for (int i = 0; i < NQ; i++)
		q[i] = Dual(s->q[i]);
	for (int i = 0; i < NV; i++) {
		qd[i] = Dual(s->qd[i]);
		tau[i] = Dual(s->tau[i]);
	}
	if (by_q)
		seed(s, v, q);
	else
		tau[v].slope = 1;
	forward(q, qd, tau, qdd);
	for (int i = 0; i < NV; i++)
		matrix[i * NV + v] = qdd[i].slope;
}

// The largest difference, relative to the largest number.
static double distance(const REAL *found, const long double *exact, int count)
{
	long double worst = 0, largest = 0;
	for (int i = 0; i < count; i++) {
		worst = std::fmax(worst, std::fabs(found[i] - exact[i]));
		largest = std::fmax(largest, std::fabs(exact[i]));
	}
	return (double)(worst / largest);
}

static double error[COLUMNS][STATES];

// Error of a matrix of derivatives, by q or tau.
static double derivative_error(Forward *forward, const State *s, bool by_q, const long double *exact)
{
	static REAL matrix[SQUARE];
	for (int v = 0; v < NV; v++)
		find_column(forward, s, v, by_q, matrix);
	return distance(matrix, exact, SQUARE);
}

static void find_errors(const State *s, int n)
{
	static long double Minv[SQUARE], by_q[SQUARE], by_qd[SQUARE], by_tau[SQUARE], qdd[NV];
	static REAL own[SQUARE], own_qd[SQUARE], own_tau[SQUARE];
	Dual q[NQ], qd[NV], tau[NV], dual_qdd[NV];
	for (int i = 0; i < NQ; i++)
		q[i] = Dual(s->q[i]);
	for (int i = 0; i < NV; i++) {
		qd[i] = Dual(s->qd[i]);
		tau[i] = Dual(s->tau[i]);
	}
	exact_minv(s->wide_q, Minv);
	exact_fd(s->wide_q, s->wide_qd, s->wide_tau, qdd);
	exact_fd_derivatives(s->wide_q, s->wide_qd, s->wide_tau, by_q, by_qd, by_tau);
	own_minv(s->q, own);
	error[0][n] = distance(own, Minv, SQUARE);
	error[1][n] = derivative_error(dual_fd, s, false, Minv);
	error[2][n] = derivative_error(articulated_fd<Dual, false>, s, false, Minv);
	error[3][n] = derivative_error(articulated_fd<Dual, true>, s, false, Minv);
	own_fd_derivatives(s->q, s->qd, s->tau, own, own_qd, own_tau);
	error[4][n] = distance(own, by_q, SQUARE);
	error[5][n] = derivative_error(dual_fd, s, true, by_q);
	error[6][n] = derivative_error(articulated_fd<Dual, false>, s, true, by_q);
	error[7][n] = derivative_error(articulated_fd<Dual, true>, s, true, by_q);
	own_fd(s->q, s->qd, s->tau, own);
	error[8][n] = distance(own, qdd, NV);
	factored_fd(s->q, s->qd, s->tau, own);
	error[9][n] = distance(own, qdd, NV);
	articulated_fd<Dual, false>(q, qd, tau, dual_qdd);
	for (int i = 0; i < NV; i++)
		own[i] = dual_qdd[i].value;
	error[10][n] = distance(own, qdd, NV);
}

int main()
{
	for (int n = 0; n < STATES; n++) {
		State s;
		draw_state(&s);
		find_errors(&s, n);
	}
	for (int c = 0; c < COLUMNS; c++) {
		qsort(error[c], STATES, sizeof error[c][0], bench_by_size);
		printf(" %.1e %.1e |", error[c][STATES / 2], error[c][STATES - 1]);
	}
	return 0;
}
