/* Swings up a pole on a cart, by a force on the cart, and a double pendulum, by a torque at its shoulder, by the iterative
 * linear quadratic regulator (W. Li and E. Todorov, "Iterative linear quadratic regulator design for nonlinear biological
 * movement systems", ICINCO 2004). Then it lets them go where the plan does not begin, in shorter steps of a better method.
 *
 *   rigidc compile examples/cart_pole.rig -f step:euler,step_derivatives:euler,step:rk4 -o cart_pole.h
 *   rigidc compile examples/double_pendulum.rig -f step:euler,step_derivatives:euler,step:rk4 -o double_pendulum.h
 *   cc -O2 -I. examples/swing_up.c -lm -o swing_up
 *   ./swing_up
 *
 * With x = (q, qd) a step is x' = F(x, u), which is step:euler:
 *
 *   qd' = qd + h qdd(q, qd, u)        q' = q + h qd'
 *
 * step_derivatives:euler gives A = dF/dx and B = dF/du exactly. The cost is the sum of h r u^2 / 2, and w |x - goal|^2 / 2 at
 * the end. Along a motion, V(x) = V_x dx + dx V_xx dx / 2 being the least that may still come, backward from the end:
 *
 *   Q_x  = A^T V_x          Q_u  = h r u + B^T V_x         du  = -(Q_u + Q_ux dx) / Q_uu
 *   Q_xx = A^T V_xx A       Q_ux = B^T V_xx A              V_x  <- Q_x  - Q_ux^T Q_u  / Q_uu
 *                           Q_uu = h r + B^T V_xx B        V_xx <- Q_xx - Q_ux^T Q_ux / Q_uu
 *
 * Then forward, with so much of -Q_u / Q_uu that the cost goes down. The regulator that keeps to the plan at last comes from the
 * same way back, with a price on being off the way: h |dx|^2 / 2. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cart_pole.h"
#include "double_pendulum.h"

enum { N = 2, X = 2 * N, STEPS = 800 };

static const double h = 0.005, pi = 3.14159265358979323846;
static const double w = 1000, r = 0.1; /* how dear it is to be off the goal, and to push */

typedef void Step(const double *q, const double *qd, const double *tau, const double *dt, double *q_next,
                  double *qd_next);

struct System {
	const char *name, *unit; /* of u */
	Step *euler, *rk4;
	void (*slopes)(const double *q, const double *qd, const double *tau, const double *dt, double *A, double *B);
	int driven; /* the joint that u is for */
	double goal[X];
};

/* A motion, what drives it, and the regulator around it. */
struct Plan {
	double x[STEPS + 1][X], u[STEPS], gain[STEPS][X], push[STEPS];
};

/* x' = F(x, u) */
static void advance(const struct System *s, const double *x, double u, double *next)
{
	double tau[N] = { 0 };
	tau[s->driven] = u;
	s->euler(x, x + N, tau, &h, next, next + N);
}

/* Its derivatives; B has a column for each joint. */
static void differentiate(const struct System *s, const double *x, double u, double A[X][X], double B[X])
{
	double tau[N] = { 0 }, by_tau[X][N];
	tau[s->driven] = u;
	s->slopes(x, x + N, tau, &h, &A[0][0], &by_tau[0][0]);
	for (int i = 0; i < X; i++)
		B[i] = by_tau[i][s->driven];
}

static double distance(const struct System *s, const double *x)
{
	double sum = 0;
	for (int i = 0; i < X; i++)
		sum += (x[i] - s->goal[i]) * (x[i] - s->goal[i]);
	return sqrt(sum);
}

static double cost(const struct System *s, const struct Plan *plan)
{
	double off = distance(s, plan->x[STEPS]), sum = w * off * off / 2;
	for (int k = 0; k < STEPS; k++)
		sum += h * r * plan->u[k] * plan->u[k] / 2;
	return sum;
}

/* One step back: of V after it, V before it, and what is to be done. */
static void look_back(const struct System *s, struct Plan *plan, int k, double price, double Vx[X], double Vxx[X][X])
{
	double A[X][X], B[X], VA[X][X] = { { 0 } }, Qx[X] = { 0 }, Qux[X] = { 0 }, Quu = h * r, Qu = h * r * plan->u[k];
	differentiate(s, plan->x[k], plan->u[k], A, B);
	for (int i = 0; i < X; i++)
		for (int j = 0; j < X; j++)
			for (int l = 0; l < X; l++)
				VA[i][j] += Vxx[i][l] * A[l][j];
	for (int i = 0; i < X; i++) {
		Qu += B[i] * Vx[i];
		for (int j = 0; j < X; j++) {
			Qx[j] += A[i][j] * Vx[i];
			Qux[j] += B[i] * VA[i][j];
			Quu += B[i] * Vxx[i][j] * B[j];
		}
	}
	plan->push[k] = -Qu / Quu;
	for (int i = 0; i < X; i++) {
		plan->gain[k][i] = -Qux[i] / Quu;
		Vx[i] = Qx[i] - Qux[i] * Qu / Quu;
		for (int j = 0; j < X; j++) {
			Vxx[i][j] = (i == j) * h * price - Qux[i] * Qux[j] / Quu;
			for (int l = 0; l < X; l++)
				Vxx[i][j] += A[l][i] * VA[l][j];
		}
	}
}

static void plan_back(const struct System *s, struct Plan *plan, double price)
{
	double Vx[X], Vxx[X][X] = { { 0 } };
	for (int i = 0; i < X; i++) {
		Vx[i] = w * (plan->x[STEPS][i] - s->goal[i]);
		Vxx[i][i] = w;
	}
	for (int k = STEPS; k-- > 0;)
		look_back(s, plan, k, price, Vx, Vxx);
}

/* What the regulator of step k makes of x. */
static double regulate(const struct Plan *plan, int k, const double *x)
{
	double u = plan->u[k];
	for (int i = 0; i < X; i++)
		u += plan->gain[k][i] * (x[i] - plan->x[k][i]);
	return u;
}

/* The motion with so much of the push. */
static void follow(const struct System *s, const struct Plan *plan, double part, struct Plan *next)
{
	memcpy(next->x[0], plan->x[0], sizeof next->x[0]);
	for (int k = 0; k < STEPS; k++) {
		next->u[k] = regulate(plan, k, next->x[k]) + part * plan->push[k];
		advance(s, next->x[k], next->u[k], next->x[k + 1]);
	}
}

/* From hanging at rest until no step makes it better any more. */
static void make_plan(const struct System *s, struct Plan *plan)
{
	static struct Plan next;
	double least, was;
	memset(plan, 0, sizeof *plan);
	follow(s, plan, 0, &next);
	*plan = next;
	least = cost(s, plan);
	do {
		was = least;
		plan_back(s, plan, 0);
		for (double part = 1; part > 1e-4; part /= 2) {
			follow(s, plan, part, &next);
			if (!(cost(s, &next) < least))
				continue;
			memcpy(plan->x, next.x, sizeof plan->x);
			memcpy(plan->u, next.u, sizeof plan->u);
			least = cost(s, plan);
			break;
		}
	} while (least < was * (1 - 1e-10));
}

/* A fifth of a step by the classical method of Runge and Kutta. */
static void move(const struct System *s, double u, double *x)
{
	double dt = h / 5, tau[N] = { 0 }, next[X];
	tau[s->driven] = u;
	s->rk4(x, x + N, tau, &dt, next, next + N);
	memcpy(x, next, sizeof next);
}

/* How far off the goal it ends that hangs 0.02 rad, or m, off where the plan begins; with the regulator, or without. */
static double let_go(const struct System *s, const struct Plan *plan, int regulated)
{
	double x[X] = { 0.02, 0.02 };
	for (int n = 0; n < 5 * STEPS; n++)
		move(s, regulated ? regulate(plan, n / 5, x) : plan->u[n / 5], x);
	return distance(s, x);
}

int main(void)
{
	static struct Plan plan;
	const struct System systems[] = {
		{ "cart and pole",
		  "N",
		  cart_pole_step_euler,
		  cart_pole_step_rk4,
		  cart_pole_step_derivatives_euler,
		  CART_POLE_V_cart,
		  { 0, pi } },
		{ "double pendulum",
		  "N m",
		  double_pendulum_step_euler,
		  double_pendulum_step_rk4,
		  double_pendulum_step_derivatives_euler,
		  DOUBLE_PENDULUM_V_q1,
		  { pi, 0 } },
	};
	int failed = 0;
	printf("in 4 seconds      largest push   off the goal: planned   let go   without regulator\n");
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
		const struct System *s = &systems[i];
		double largest = 0, planned, regulated;
		make_plan(s, &plan);
		for (int k = 0; k < STEPS; k++)
			largest = fmax(largest, fabs(plan.u[k]));
		planned = distance(s, plan.x[STEPS]);
		plan_back(s, &plan, 1);
		regulated = let_go(s, &plan, 1);
		printf("%-16s  %8.2f %-3s  %22.3f  %7.3f  %18.1f\n", s->name, largest, s->unit, planned, regulated,
		       let_go(s, &plan, 0));
		failed |= !(planned < 0.02 && regulated < 0.05);
	}
	return failed;
}
