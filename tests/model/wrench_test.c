/* Wrenches declared by a model, in body or world axes, at the origin or at a point. The dense reference
 * takes each as a wrench in body axes at the body's origin. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_wrench.h"

enum { TREES = 60, NV = 6 * RANDOM_BODIES, NQ = 7 * RANDOM_BODIES };

LOOP_TEST(declared_wrenches, TREES)
{
	static struct random_tree tree;
	static double q[NQ], qd[NV], qdd[NV], f_ext[RANDOM_WRENCH_NUMBERS], tau[NV], *out = tau;
	static dense_real wq[NQ], wqd[NV], wqdd[NV], body_wrench[6 * RANDOM_BODIES], reference[NV], scale;
	uint64_t seed = (uint64_t)_i + 1, random = seed;
	char *text, name[40];
	size_t length;
	random_tree(seed, &tree);
	random_state(seed, &tree.dense, q, qd, qdd);
	int nq = dense_nq(&tree.dense), nv = dense_nv(&tree.dense);
	dense_widen(q, nq, wq);
	dense_widen(qd, nv, wqd);
	dense_widen(qdd, nv, wqdd);
	FILE *file = open_memstream(&text, &length);
	random_tree_write(&tree, file);
	size_t numbers = random_wrenches_declare(&random, &tree, wq, file, f_ext, body_wrench, NULL);
	fclose(file);
	snprintf(name, sizeof name, "seed %d", _i + 1);
	rigidc_model *model = run_read(name, text, length, NULL);
	rigidc_function *function = run_function(model, "rnea", RIGIDC_TCC);
	if (numbers)
		ck_assert_uint_eq(rigidc_input_size(function, 3), numbers);
	rigidc_call(function, (const double *[]){ q, qd, qdd, f_ext }, &out);
	dense_rnea(&tree.dense, wq, wqd, wqdd, body_wrench, reference, &scale);
	for (int i = 0; i < nv; i++)
		ck_assert_msg(fabsl(tau[i] - reference[i]) <= 1e-12L * fmaxl(scale, fabsl(reference[i])),
		              "%s, tau[%d]: %.17g, not %.17Lg", name, i, tau[i], reference[i]);
	rigidc_function_free(function);
	rigidc_model_free(model);
	free(text);
}

/* Wrench on a frame: the axes and the origin are the frame's. */
TEST(wrench_on_a_frame)
{
	static const char text[] = "model t\n"
				   "body a on world { joint j : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }\n"
				   "frame tip on a at (2, 0, 0), rz(90 deg)\n"
				   "wrench w on tip\n";
	const double zero[1] = { 0 }, push[6] = { 3, 0, 0, 0, 0, 0 }; /* along x of the frame: y of the body */
	double tau;
	rigidc_model *model = run_read("frame.rig", text, sizeof text - 1, NULL);
	run_once(model, "rnea", RIGIDC_EVALUATOR, (const double *[]){ zero, zero, zero, push }, &tau);
	ck_assert_double_eq_tol(tau, -6, 1e-15);
	rigidc_model_free(model);
}

SUITE("wrenches")
