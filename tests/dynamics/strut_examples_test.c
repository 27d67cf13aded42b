/* The models in examples/struts against Lagrange's equations in complex numbers. In the plane of x and z a point that
 * turns with bodies of the absolute angles phi_j is p = c + sum A_j e^(i phi_j), so that
 *   dp/dphi_j = i A_j e^(i phi_j)    p'' = sum dp/dphi_j phi_j'' - A_j e^(i phi_j) phi_j'^2.
 * With coordinates u, angles first, masses m, inertias J and lines of length l under the tension F, the forces are
 *   Q_k = sum m Re(conj(dp/du_k) (p'' + i g)) + J_k phi_k'' + sum F dl/du_k. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

typedef long double real;
typedef long double complex point;

enum { MOST = 4, STATES = 20 };
static const real g = 9.81L;

struct state {
	real u[MOST], ud[MOST], udd[MOST];
};

/* A point that moves with the angles by A and with the slides along B; `by` has A, then B, like u. */
struct arm {
	point at, by[MOST];
};

struct machine {
	int angles, coordinates;
	real Q[MOST], potential;
	struct state state;
};

static point turn(const struct machine *m, int k)
{
	return k < m->angles ? cexpl(1.0iL * m->state.u[k]) : 1;
}

static point place(const struct machine *m, const struct arm *arm)
{
	point p = arm->at;
	for (int k = 0; k < m->coordinates; k++)
		p += arm->by[k] * (k < m->angles ? turn(m, k) : m->state.u[k]);
	return p;
}

static point slope(const struct machine *m, const struct arm *arm, int k)
{
	return arm->by[k] * (k < m->angles ? 1.0iL * turn(m, k) : 1);
}

static void add_mass(struct machine *m, real mass, struct arm centre)
{
	point lifted = 1.0iL * g;
	for (int k = 0; k < m->coordinates; k++) {
		lifted += slope(m, &centre, k) * m->state.udd[k];
		if (k < m->angles)
			lifted -= centre.by[k] * turn(m, k) * m->state.ud[k] * m->state.ud[k];
	}
	for (int k = 0; k < m->coordinates; k++)
		m->Q[k] += mass * creall(conjl(slope(m, &centre, k)) * lifted);
	m->potential += mass * g * cimagl(place(m, &centre));
}

/* The length of a line, and its slopes. */
static real line(const struct machine *m, const struct arm *a, const struct arm *b, real *by)
{
	point d = place(m, b) - place(m, a);
	for (int k = 0; k < m->coordinates; k++)
		by[k] = creall(conjl(d) * (slope(m, b, k) - slope(m, a, k))) / cabsl(d);
	return cabsl(d);
}

static real rate_of(const struct machine *m, const real *by)
{
	real rate = 0;
	for (int k = 0; k < m->coordinates; k++)
		rate += by[k] * m->state.ud[k];
	return rate;
}

static void add_tension(struct machine *m, real tension, const real *by)
{
	for (int k = 0; k < m->coordinates; k++)
		m->Q[k] += tension * by[k];
}

static void add_spring(struct machine *m, real stiffness, real rest, real damping, const struct arm *a,
                       const struct arm *b)
{
	real by[MOST], length = line(m, a, b, by);
	add_tension(m, stiffness * (length - rest) + damping * rate_of(m, by), by);
	m->potential += stiffness * (length - rest) * (length - rest) / 2;
}

/* --- boom, stick and bucket --- */

static void excavator(struct machine *m)
{
	const point foot = 0.3L + 1.6iL;
	static const real J[] = { 5200, 1100, 300 };
	add_mass(m, 1900, (struct arm){ foot, { 2.6L + 0.5iL } });
	add_mass(m, 900, (struct arm){ foot, { 5.7L, 1.1L + 0.1iL } });
	add_mass(m, 1250, (struct arm){ foot, { 5.7L, 2.9L, 0.6L + 0.3iL } });
	for (int k = 0; k < 3; k++)
		m->Q[k] += J[k] * m->state.udd[k];
	struct arm boom_foot = { 0.9L + 1.2iL, { 0 } }, boom_eye = { foot, { 2.4L + 0.9iL } };
	struct arm stick_foot = { foot, { 2.9L + 1.3iL } }, stick_eye = { foot, { 5.7L, -0.8L + 0.4iL } };
	struct arm bucket_foot = { foot, { 5.7L, 0.5L + 0.7iL } }, bucket_eye = { foot, { 5.7L, 2.9L, -0.3L + 0.4iL } };
	add_spring(m, 12e6L, 2.545L, 400e3L, &boom_foot, &boom_eye);
	add_spring(m, 12e6L, 3.085L, 400e3L, &stick_foot, &stick_eye);
	add_spring(m, 8e6L, 2.43L, 400e3L, &bucket_foot, &bucket_eye);
}

/* --- nose, leg, arm and wheel, with reversed angles --- */

static void landing_gear(struct machine *m)
{
	enum { DROP = 3 };
	const point hinge = 1.4iL;
	static const real J[] = { 2.2L, 0.6L, 0.7L };
	add_mass(m, 640, (struct arm){ hinge, { [DROP] = 1.0iL } });
	add_mass(m, 31, (struct arm){ hinge, { 0.02L - 0.4iL, [DROP] = 1.0iL } });
	add_mass(m, 14, (struct arm){ hinge, { -0.78iL, 0.2L - 0.03iL, [DROP] = 1.0iL } });
	add_mass(m, 19, (struct arm){ hinge, { -0.78iL, 0.42L - 0.06iL, [DROP] = 1.0iL } });
	for (int k = 0; k < 3; k++)
		m->Q[k] += J[k] * m->state.udd[k];
	struct arm foot = { hinge, { 0.07L - 0.28iL, [DROP] = 1.0iL } },
		   eye = { hinge, { -0.78iL, 0.27L + 0.07iL, [DROP] = 1.0iL } };
	real by[MOST], length = line(m, &foot, &eye, by), rate = rate_of(m, by);
	real gas = 21e5L * 28e-4L * powl(0.33L / (0.33L - (0.64L - length)), 1.3L);
	add_tension(m, 5.5e3L * rate * sqrtl(rate * rate + 1e-6L) - gas, by);
	struct arm upper = { hinge + 0.36L + 0.05iL, { [DROP] = 1.0iL } },
		   lower = { hinge, { 0.09L - 0.3iL, [DROP] = 1.0iL } };
	line(m, &upper, &lower, by);
	add_tension(m, 6e3L * rate_of(m, by) - 14e6L * 12e-4L, by);
}

/* --- boom and cargo; the counterweight is D - 4 m high, with D = |d| from the mast to the boom's head, and h from the
 * boom's foot to its head: D' = Re(conj(d) i h) / D, D'' = (|h|^2 - Re(conj(d) h) - D'^2) / D --- */

static void crane(struct machine *m)
{
	const point foot = 0.4L + 0.8iL, reach = 7 + 0.1iL;
	const real k = 210e3L, wound = 15.46L, leak = 800;
	add_mass(m, 420, (struct arm){ foot, { 3.4L } });
	add_mass(m, 900, (struct arm){ 0, { [1] = 1, [2] = 1.0iL } });
	m->Q[0] += 1900 * m->state.udd[0] + 900 * m->state.ud[0];
	struct arm winch = { -1 + 0.5iL, { 0 } }, mast = { 6.0iL, { 0 } }, head = { foot, { reach } },
		   cargo = { 0, { [1] = 1, [2] = 1.0iL } };
	real one[MOST], two[MOST], D = line(m, &mast, &head, one), length = D + line(m, &head, &cargo, two), by[MOST];
	point d = place(m, &head) - place(m, &mast), h = reach * turn(m, 0);
	real bend = (creall(h * conjl(h)) - creall(conjl(d) * h) - one[0] * one[0]) / D;
	real lifted = one[0] * m->state.udd[0] + bend * m->state.ud[0] * m->state.ud[0] + g;
	m->Q[0] += 247 * lifted * one[0];
	m->potential += 247 * g * (D - 4);
	for (int i = 0; i < m->coordinates; i++)
		by[i] = one[i] + two[i];
	length += cabsl(mast.at - winch.at);
	add_tension(m, k * (length - wound) + leak * rate_of(m, by), by);
	m->potential += k * (length - wound) * (length - wound) / 2;
}

/* --- the examples --- */

/* Examples: u = R q by rows; u has angles first. */
static const struct example {
	const char *path;
	int angles, coordinates;
	real R[MOST][MOST], lower[MOST], upper[MOST]; /* of q */
	void (*equations)(struct machine *m);
} examples[] = {
	{ "examples/struts/excavator.rig",
	  3,
	  3,
	  { { 1 }, { 1, 1 }, { 1, 1, 1 } },
	  { -0.5L, -2.5L, -2.5L },
	  { 1.1L, -0.6L, 0.6L },
	  excavator },
	{ "examples/struts/landing_gear.rig",
	  3,
	  4,
	  { { 0, -1 }, { 0, -1, -1 }, { 0, -1, -1, -1 }, { 1 } },
	  { -1, 0, -0.3L, -3 },
	  { 1, 1.6L, 0.6L, 3 },
	  landing_gear },
	{ "examples/struts/crane.rig", 1, 3, { { 1 }, { 0, 1 }, { 0, 0, 1 } }, { 0.3L, 3, 0 }, { 1.2L, 6, 2 }, crane },
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

/* Torques and the potential, by Lagrange's equations. */
static real solve(const struct example *e, const struct state *q, real *tau)
{
	struct machine m = { .angles = e->angles, .coordinates = e->coordinates };
	for (int i = 0; i < e->coordinates; i++)
		for (int j = 0; j < e->coordinates; j++) {
			m.state.u[i] += e->R[i][j] * q->u[j];
			m.state.ud[i] += e->R[i][j] * q->ud[j];
			m.state.udd[i] += e->R[i][j] * q->udd[j];
		}
	e->equations(&m);
	for (int j = 0; j < e->coordinates; j++) {
		tau[j] = 0;
		for (int i = 0; i < e->coordinates; i++)
			tau[j] += e->R[i][j] * m.Q[i];
	}
	return m.potential;
}

struct numbers {
	double q[MOST], qd[MOST], qdd[MOST];
};

static struct numbers draw(const struct example *e, uint64_t seed, struct state *state)
{
	struct numbers n = { { 0 }, { 0 }, { 0 } };
	memset(state, 0, sizeof *state);
	for (int k = 0; k < e->coordinates; k++) {
		state->u[k] = n.q[k] = random_between(&seed, (double)e->lower[k], (double)e->upper[k]);
		state->ud[k] = n.qd[k] = random_between(&seed, -1, 1);
		state->udd[k] = n.qdd[k] = random_between(&seed, -2, 2);
	}
	return n;
}

static void assert_near(const double *found, const real *wanted, int count, double tolerance, const char *what)
{
	real scale = 1;
	for (int i = 0; i < count; i++)
		scale = fmaxl(scale, fabsl(wanted[i]));
	for (int i = 0; i < count; i++)
		ck_assert_msg(fabsl(found[i] - wanted[i]) <= tolerance * scale, "%s, entry %d: %.17g, wanted %.17Lg",
		              what, i, found[i], wanted[i]);
}

LOOP_TEST(motion_is_that_of_lagrange, EXAMPLES *STATES)
{
	const struct example *e = &examples[_i / STATES];
	struct state state;
	struct numbers n = draw(e, (uint64_t)_i + 1, &state);
	real wanted[MOST], acceleration[MOST], potential = solve(e, &state, wanted);
	double found[MOST], tau[MOST], energy[2];
	rigidc_model *model = run_load(e->path);
	run_once(model, "rnea", RIGIDC_TCC, (const double *[]){ n.q, n.qd, n.qdd }, found);
	assert_near(found, wanted, e->coordinates, 1e-12, "rnea");
	rigidc_function *function = run_function(model, "energy", RIGIDC_TCC);
	rigidc_call(function, (const double *[]){ n.q, n.qd }, (double *[]){ &energy[0], &energy[1] });
	rigidc_function_free(function);
	assert_near(&energy[1], &potential, 1, 1e-12, "potential energy");
	for (int k = 0; k < e->coordinates; k++) {
		tau[k] = (double)wanted[k];
		acceleration[k] = state.udd[k];
	}
	run_once(model, "fd", RIGIDC_TCC, (const double *[]){ n.q, n.qd, tau }, found);
	/* tau is rounded to 1e-16 of the springs' forces, which are far larger than the forces that accelerate light
	 * parts */
	assert_near(found, acceleration, e->coordinates, 1e-11, "fd");
	rigidc_model_free(model);
}

/* Derivative by five points of the closed form: exact to the fourth power of the step, for which long double has enough
 * digits. */
static void difference(const struct example *e, struct state *state, real *at, real *slope_of)
{
	static const real weight[] = { 1, -8, 0, 8, -1 };
	const real step = 2e-5L, here = *at;
	real tau[MOST];
	memset(slope_of, 0, MOST * sizeof *slope_of);
	for (int i = 0; i < 5; i++) {
		*at = here + (i - 2) * step;
		solve(e, state, tau);
		for (int k = 0; k < e->coordinates; k++)
			slope_of[k] += weight[i] * tau[k] / (12 * step);
	}
	*at = here;
}

LOOP_TEST(derivatives_are_those_of_lagrange, EXAMPLES *STATES)
{
	const struct example *e = &examples[_i / STATES];
	int nv = e->coordinates;
	struct state state;
	struct numbers n = draw(e, (uint64_t)_i + 100, &state);
	real wanted[2][MOST * MOST], column[MOST];
	double by_q[MOST * MOST], by_qd[MOST * MOST];
	for (int k = 0; k < nv; k++)
		for (int rates = 0; rates < 2; rates++) {
			difference(e, &state, rates ? &state.ud[k] : &state.u[k], column);
			for (int i = 0; i < nv; i++)
				wanted[rates][i * nv + k] = column[i];
		}
	rigidc_model *model = run_load(e->path);
	rigidc_function *function = run_function(model, "rnea_derivatives", RIGIDC_TCC);
	rigidc_call(function, (const double *[]){ n.q, n.qd, n.qdd }, (double *[]){ by_q, by_qd });
	rigidc_function_free(function);
	assert_near(by_q, wanted[0], nv * nv, 1e-11, "dtau_dq");
	assert_near(by_qd, wanted[1], nv * nv, 1e-11, "dtau_dqd");
	rigidc_model_free(model);
}

SUITE("strut examples")
