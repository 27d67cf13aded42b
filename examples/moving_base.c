/* An arm on the deck of a ship: what an IMU at its base feels is gravity to the arm. Gravity is a parameter of its model and is
 * given a thousand times a second; that the torques are right is seen from the same arm on a free body, whose motion is known.
 *
 *   rigidc compile examples/ur5.rig -f rnea --parametrize=gravity -o ur5.h
 *   sed 's/world_joint : fixed/world_joint : free/' examples/ur5.rig | rigidc compile - -f rnea --prefix=afloat -o afloat.h
 *   cc -O2 -I. examples/moving_base.c -lm -o moving_base
 *   ./moving_base
 *
 * With p the place of the base, R its attitude and r a point of the arm in the axes of the base, the point's acceleration is,
 * in those axes and less gravity g,
 *
 *   R^T (pdd - g) + rdd + 2 w x rd + wd x r + w x (w x r)
 *
 * The first term is what the IMU gives, the specific force. While w = wd = 0 the arm is exactly one on a base at rest with
 * -R^T (pdd - g) for gravity, however the deck is heeled and accelerates. What w and wd do is left out; if that is too much, the
 * model is the arm on the free body. */
#include <math.h>
#include <stdio.h>

#include "afloat.h"
#include "ur5.h"

enum { N = UR5_NV, BASE = AFLOAT_NV - UR5_NV };

/* A deck: heel and amplitude of its roll, in rad, and of sway and heave, in m. */
struct Deck {
	const char *name;
	double heel, roll, sway, heave;
};

/* How the base moves, for the model that has it as a free joint, and what its IMU feels. */
struct Motion {
	double q[BASE + 1], qd[BASE], qdd[BASE], felt[3];
};

/* size sin(w t) and its derivatives */
static void swing(double size, double w, double t, double *x, double *xd, double *xdd)
{
	*x = size * sin(w * t);
	*xd = w * size * cos(w * t);
	*xdd = -w * w * *x;
}

/* The arm moves as it works: each joint to and fro. */
static void move_arm(double t, double *q, double *qd, double *qdd)
{
	static const double middle[N] = { 0.2, -1.2, 1.4, -0.5, 0.3, 0 };
	for (int i = 0; i < N; i++) {
		swing(0.5, 1 + 0.3 * i, t, &q[i], &qd[i], &qdd[i]);
		q[i] += middle[i];
	}
}

/* x of the world in the axes of a deck that is turned about x by an angle. */
static void into_deck(double angle, const double *x, double *y)
{
	y[0] = x[0];
	y[1] = cos(angle) * x[1] + sin(angle) * x[2];
	y[2] = cos(angle) * x[2] - sin(angle) * x[1];
}

/* Velocities of a free joint are in its body's axes, and its accelerations their derivatives: d(R^T pd)/dt = R^T pdd - w x v. */
static struct Motion move_deck(const struct Deck *deck, double t)
{
	struct Motion m = { .q = { 0 } };
	double pd[3] = { 0 }, pdd[3] = { 0 }, roll, *v = m.qd, *vd = m.qdd, *w = m.qd + 3;
	swing(deck->sway, 0.9, t, &m.q[1], &pd[1], &pdd[1]);
	swing(deck->heave, 1.4, t, &m.q[2], &pd[2], &pdd[2]);
	swing(deck->roll, 0.7, t, &roll, &w[0], &m.qdd[3]);
	roll += deck->heel;
	m.q[3] = sin(roll / 2);
	m.q[6] = cos(roll / 2);
	into_deck(roll, pd, v);
	into_deck(roll, pdd, vd);
	vd[1] += w[0] * v[2];
	vd[2] -= w[0] * v[1];
	pdd[2] += 9.81;
	into_deck(roll, pdd, m.felt);
	return m;
}

/* The torques of the arm on the base that is free and moves so. */
static void truth(const struct Motion *deck, const double *q, const double *qd, const double *qdd, double *tau)
{
	double all_q[AFLOAT_NQ], all_qd[AFLOAT_NV], all_qdd[AFLOAT_NV], all_tau[AFLOAT_NV];
	all_q[BASE] = deck->q[BASE];
	for (int i = 0; i < AFLOAT_NV; i++) {
		all_q[i < BASE ? i : i + 1] = i < BASE ? deck->q[i] : q[i - BASE];
		all_qd[i] = i < BASE ? deck->qd[i] : qd[i - BASE];
		all_qdd[i] = i < BASE ? deck->qdd[i] : qdd[i - BASE];
	}
	afloat_rnea(all_q, all_qd, all_qdd, all_tau);
	for (int i = 0; i < N; i++)
		tau[i] = all_tau[BASE + i];
}

/* The torques of a model whose base is at rest, with this gravity. */
static void torques(const double *gravity, const double *q, const double *qd, const double *qdd, double *tau)
{
	ur5_params params;
	ur5_derived model;
	for (int i = 0; i < 3; i++)
		params.gravity[i] = gravity[i];
	ur5_prepare(&params, &model);
	ur5_rnea(q, qd, qdd, &model, tau);
}

/* How far off the torques are at most in ten seconds, in N m: with gravity of the harbour, and with what the IMU feels. */
static void compare(const struct Deck *deck, double off[2])
{
	off[0] = off[1] = 0;
	for (int n = 0; n < 10000; n++) {
		double q[N], qd[N], qdd[N], wanted[N], tau[N], t = 1e-3 * n;
		struct Motion m = move_deck(deck, t);
		const double gravity[2][3] = { { 0, 0, -9.81 }, { -m.felt[0], -m.felt[1], -m.felt[2] } };
		move_arm(t, q, qd, qdd);
		truth(&m, q, qd, qdd, wanted);
		for (int k = 0; k < 2; k++) {
			torques(gravity[k], q, qd, qdd, tau);
			for (int i = 0; i < N; i++)
				off[k] = fmax(off[k], fabs(tau[i] - wanted[i]));
		}
	}
}

int main(void)
{
	static const struct Deck deck[] = {
		{ "level and at rest", 0, 0, 0, 0 },
		{ "heeled", 0.25, 0, 0, 0 },
		{ "heeled, sways, heaves", 0.25, 0, 1.5, 1 },
		{ "rolls too", 0.25, 0.2, 1.5, 1 },
	};
	int wrong = 0;
	printf("deck                   torques off with g of the harbour   with the IMU\n");
	for (int i = 0; i < (int)(sizeof deck / sizeof deck[0]); i++) {
		double off[2];
		compare(&deck[i], off);
		printf("%-21s  %29.3f N m %10.3f N m\n", deck[i].name, off[0], off[1]);
		wrong |= !(off[1] < (deck[i].roll == 0 ? 1e-9 : off[0] / 4));
	}
	return wrong;
}
