/* Coupled coordinates against the same tree uncoupled and projected by hand: with q = gamma(u), G = d gamma / du,
 *   tau_u = G^T tau(q, G ud, G udd + Gdot ud),  M_u = G^T M G. */
#include <math.h>
#include <stdio.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { N = 5, FREE = 2, STATES = 60 };

/* u = (shoulder, slide); elbow, finger and wheel are coupled: a nonlinear rod, a mirrored finger, and a gear on
 * the elbow, whose coordinate is coupled too. */
static const char text[] =
	"model coupled\n"
	"const ratio = -3\n"
	"body upper on world { joint shoulder : revolute(y) { damping 0.2 N m s; armature 0.1 kg m^2 }\n"
	"  mass 2 kg; com (0.1, 0.2, 0.3); inertia diag(0.2, 0.3, 0.4) }\n"
	"body fore on upper at (0.3, 0, 0) { joint elbow : revolute(x) %s { armature 0.05 kg m^2; damping 0.3 N m s }\n"
	"  mass 1 kg; com (0, 0.1, 0); inertia diag(0.1, 0.1, 0.1) }\n"
	"body left on fore at (0, 0.1, 0) { joint slide : prismatic(z)\n"
	"  mass 0.2 kg; com (0.01, 0, 0.02); inertia diag(1, 2, 1) g m^2 }\n"
	"body right on fore at (0, 0.2, 0) { joint finger : prismatic((0, 1, 1)) %s { spring 50 N/m at 10 mm }\n"
	"  mass 0.2 kg; com (0.01, 0, 0.02); inertia diag(1, 2, 1) g m^2 }\n"
	"body hub on fore at (0.1, 0, 0) { joint wheel : revolute(z) %s { armature 2 g m^2 }\n"
	"  mass 0.5 kg; com (0.02, 0, 0); inertia diag(3, 2, 4) g m^2 }\n";

static rigidc_model *model_of(const rigidc_options *options, const char *elbow, const char *finger, const char *wheel)
{
	char full[4096];
	int length = snprintf(full, sizeof full, text, elbow, finger, wheel);
	return run_read("coupled.rig", full, (size_t)length, options);
}

/* Order of the tree: shoulder, elbow, slide, finger, wheel.
 * elbow = 0.4 sin(shoulder) + 0.3 shoulder^2, finger = -slide, wheel = -3 elbow. */
static void project(const double *u, const double *ud, double q[N], double G[N][FREE], double Gdot[N][FREE])
{
	double slope = 0.4 * cos(u[0]) + 0.6 * u[0], curve = -0.4 * sin(u[0]) + 0.6;
	double elbow = 0.4 * sin(u[0]) + 0.3 * u[0] * u[0];
	const double values[N] = { u[0], elbow, u[1], -u[1], -3 * elbow };
	const double slopes[N][FREE] = { { 1, 0 }, { slope, 0 }, { 0, 1 }, { 0, -1 }, { -3 * slope, 0 } };
	for (int i = 0; i < N; i++) {
		q[i] = values[i];
		for (int k = 0; k < FREE; k++) {
			G[i][k] = slopes[i][k];
			Gdot[i][k] = 0;
		}
	}
	Gdot[1][0] = curve * ud[0];
	Gdot[4][0] = -3 * curve * ud[0];
}

LOOP_TEST(coupled_is_projected, STATES)
{
	rigidc_model *whole = model_of(NULL, "", "", "");
	rigidc_model *coupled =
		model_of(NULL, "= 0.4 * sin(shoulder) + 0.3 * shoulder^2", "= -slide", "= ratio * elbow");
	ck_assert_int_eq(rigidc_nq(whole), N);
	ck_assert_int_eq(rigidc_nq(coupled), FREE);
	ck_assert_int_eq(rigidc_nv(coupled), FREE);
	uint64_t random = (uint64_t)_i + 1;
	double u[FREE], ud[FREE], udd[FREE], q[N], qd[N] = { 0 }, qdd[N] = { 0 }, G[N][FREE], Gdot[N][FREE];
	for (int i = 0; i < FREE; i++) {
		u[i] = random_between(&random, -1, 1);
		ud[i] = random_between(&random, -2, 2);
		udd[i] = random_between(&random, -2, 2);
	}
	project(u, ud, q, G, Gdot);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < FREE; k++) {
			qd[i] += G[i][k] * ud[k];
			qdd[i] += G[i][k] * udd[k] + Gdot[i][k] * ud[k];
		}
	double tau[N], M[N * N], tau_u[FREE], M_u[FREE * FREE];
	run_once(whole, "rnea", RIGIDC_EVALUATOR, (const double *[]){ q, qd, qdd }, tau);
	run_once(whole, "crba", RIGIDC_EVALUATOR, (const double *[]){ q }, M);
	for (rigidc_tier tier = RIGIDC_EVALUATOR; tier <= RIGIDC_TCC; tier++) {
		run_once(coupled, "rnea", tier, (const double *[]){ u, ud, udd }, tau_u);
		run_once(coupled, "crba", tier, (const double *[]){ u }, M_u);
		for (int k = 0; k < FREE; k++) {
			double wanted = 0;
			for (int i = 0; i < N; i++)
				wanted += G[i][k] * tau[i];
			ck_assert_double_eq_tol(tau_u[k], wanted, 1e-12 * (10 + fabs(wanted)));
			for (int l = 0; l < FREE; l++) {
				wanted = 0;
				for (int i = 0; i < N; i++)
					for (int j = 0; j < N; j++)
						wanted += G[i][k] * M[i * N + j] * G[j][l];
				ck_assert_double_eq_tol(M_u[k * FREE + l], wanted, 1e-13 * (1 + fabs(wanted)));
			}
		}
	}
	rigidc_model_free(whole);
	rigidc_model_free(coupled);
}

TEST(locking_ends_a_coupling)
{
	const char *lock = "elbow=0.5";
	rigidc_options options = { .lock = &lock, .locks = 1 };
	rigidc_model *model = model_of(&options, "= 2 * shoulder", "= -slide", "= ratio * elbow");
	ck_assert_int_eq(rigidc_nq(model), FREE);
	rigidc_model_free(model);
}

SUITE("coupling")
