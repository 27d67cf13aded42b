/* Linear dynamics about a state, in directions of velocities that rows leave free. Called by linearize. Memory is the
 * arena's.
 *
 * Tangent. The state is x = (dq, dqd), dq along the velocities. Where qd = (v, w) are body axes, a displacement dq =
 * (r, phi) is the body twist g^-1 dg, and d/dt (g^-1 dg) = dqd - [qd, dq] (Murray, Li, Sastry, A Mathematical
 * Introduction to Robotic Manipulation, ch. 2; Featherstone's qd x dq):
 *   dq' = dqd - ad dq,     ad = [w x, v x; 0, w x] for a free joint, w x for a spherical one, 0 for the others.
 *
 * Rows. Of the velocities with J qd = 0 some are independent; N gives all of them, J N = 0, with S N = 1 where S picks
 * the independent ones. The changes of a state that stays closed, with J qd = 0, are
 *   dq = N y,   dqd = N z + E y,   J E y = -(dJ/dq N y) qd,   S E = 0,
 * so y = S dq and z = S dqd: the changes of the independent coordinates and velocities. N and E change along the
 * motion, but S does not: S dN/dt = S dE/dt = 0, so the dynamics of (y, z) are exact at every state, at rest or not:
 *   y' = -S ad N y + z,   z' = S (Fq N + Fv E) y + S Fv N z + S Ftau u,   F = derivatives of qdd.
 * E follows from Fv where all rows are of coordinates. J qdd + drift = 0 at all qd gives d(drift)/dqd = -J Fv. The drift is D(qd, qd) with D(y, z) =
 * (dJ/dq y) z. Motions that rows allow are integrable (Frobenius), so D(y, z) - D(z, y) = J [y, z] for y, z with J y =
 * J z = 0. Hence D(N y, qd) = -J (Fv + ad) N y / 2, and E is what remains of (Fv + ad) N / 2 when a motion that rows
 * allow is taken off: X - N S X.
 *
 * Rows on velocities, as of wheels that roll, leave more coordinates independent than velocities: dq = P y, where P is N of the other rows and
 * S_P picks the independent coordinates. Then E has its defining equation, J E = -G P with G = d(J qd)/dq, and
 *   y' = S_P (E - ad P) y + S_P N z,   z' = S (Fq P + Fv E) y + S Fv N z + S Ftau u.
 *
 * Rows beside inputs that move, c(q, u) = 0, J qd + H ud = 0, at a state with ud = 0. The changes of a state that stays closed are
 *   dq = N y + Q du,   dqd = N z + E y + R du + Q dud,   J Q = -H,   S Q = 0,   S R = 0,
 * and dB of y' is -S ad Q by u, that of z' is S (Fq Q + Fv R) by u and S Fv Q by ud. As for E, with the inputs as further coordinates along
 * whose velocities nothing turns, J R = -D(Q, qd) = J ((Fv + ad) Q + Fud) / 2, and R is what remains of that without a motion that rows allow. */
#ifndef RIGIDC_NUMERICS_LINEAR_STATE_H
#define RIGIDC_NUMERICS_LINEAR_STATE_H

#include "dense_matrix.h"
#include "model/model.h"

/* Arrays over velocities, matrices by rows. */
struct LinearState {
	const struct Model *model;
	const double *qd;
	const double *by_q, *by_qd, *by_tau; /* derivatives of qdd, nv x nv */
	const double *by_u;                  /* nv x nu, for inputs of the model */
	int nu;
	const double *J; /* rows x nv */
	int rows;
	const double *M; /* nv x nv, joint-space inertia */
};

/* Independent velocities and, by their velocities, independent coordinates, in order. Changes of the state by (y, z): q by P y, qd by
 * E y + N z. */
struct LinearBasis {
	int count, *velocity;
	int places, *place;
	struct Matrix N;    /* nv x count */
	struct Matrix P, E; /* nv x places */
	struct Matrix Q, R; /* nv x nu: changes of q and of qd by the columns of by_u; without columns: none */
};

/* A on (y, z), places + count of them, and B with a column for each velocity that is driven, then for each number of u.
 * With states of the model A is on (y, z, s). */
struct LinearDynamics {
	struct Matrix A, B;
};

/* By velocity: nothing drives it, as an idle joint or a free root. */
bool *linear_idle(struct Arena *arena, const struct Model *model);
/* Chooses by pivots of J in the metric of the diagonal of M. Idle velocities are the first to depend on others, those
 * of a free root the last. E is 0. */
struct LinearBasis linear_independent(struct Arena *arena, const struct LinearState *state);
/* Makes those coordinates independent that rows of coordinates leave so: J without the rows on velocities, which are 0 in it. */
void linear_roll(struct Arena *arena, const struct LinearState *state, const double *J, struct LinearBasis *basis);
/* All velocities, whatever the rows. */
struct LinearBasis linear_all(struct Arena *arena, const struct Model *model);
/* Sets E, where all rows are of coordinates. */
void linear_bend(struct Arena *arena, const struct LinearState *state, struct LinearBasis *basis);
/* Sets E by the changes of J qd along the columns of P: rows x places. */
void linear_bend_by(struct Arena *arena, const struct LinearState *state, const double *change,
                    struct LinearBasis *basis);
/* Inputs of the model that move: the number of each among the columns of by_u, of the first of their rates, and velocities with which rows
 * hold at q while one of them has the rate 1: nv x count. */
struct LinearMoving {
	const uint32_t *number;
	int count, rate;
	const double *velocity;
};
/* Sets Q and R, where all rows are of coordinates. */
void linear_follow(struct Arena *arena, const struct LinearState *state, const struct LinearMoving *moving,
                   struct LinearBasis *basis);
struct LinearDynamics linear_dynamics(struct Arena *arena, const struct LinearState *state,
                                      const struct LinearBasis *basis, const int *drive, int drives);

/* Derivatives of the rates of ns states: by q and qd (ns x nv), by the inputs of by_u (ns x given), by s (ns x ns). */
struct LinearRates {
	int ns, given;
	const double *by_q, *by_qd, *by_given, *by_s;
};
/* Adds the states to x. The last ns columns of B are those by s. */
struct LinearDynamics linear_with_states(struct Arena *arena, const struct LinearDynamics *dynamics,
                                         const struct LinearBasis *basis, int nv, const struct LinearRates *rates);

/* The derivatives of a step of time on all velocities, by rows, of the tangent of the state with ns states of the model: A (2 nv + ns in
 * square), B (nv columns) and B_u (nu). */
struct LinearSteps {
	int nv, nu, ns;
	const double *A, *B, *B_u;
};
struct LinearDynamics linear_step(struct Arena *arena, const struct LinearSteps *step, const struct LinearBasis *basis,
                                  const int *drive, int drives);

#endif
