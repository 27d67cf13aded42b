/* Frames and axes that are almost special, and welded joints: tilts from 1e-12 rad up, axes in a coordinate plane, and
 * --lock, against the dense reference. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/random_tree.h"

enum { NV = 6 * RANDOM_BODIES, NQ = 7 * RANDOM_BODIES };

static double q[NQ], qd[NV], qdd[NV], tau[NV], M[NV * NV];
static dense_real reference[NV * NV];

static void assert_close(const char *name, const double *x, int size, dense_real scale)
{
	dense_real error = 0;
	for (int i = 0; i < size; i++) {
		error = fmaxl(error, fabsl(x[i] - reference[i]));
		scale = fmaxl(scale, fabsl(reference[i]));
	}
	ck_assert_msg(error <= 1e-12L * scale, "%s: error %.3Lg of %.3Lg", name, error, scale);
}

/* Compares rnea and crba of a source with a dense tree, at the state in q, qd, qdd. */
static void compare(const char *what, int number, const char *text, const rigidc_options *options,
                    const struct dense_tree *tree)
{
	static dense_real wq[NQ], wqd[NV], wqdd[NV];
	const double *in[] = { q, qd, qdd };
	dense_real scale;
	char name[40];
	snprintf(name, sizeof name, "%s %d", what, number);
	rigidc_model *model = run_read(name, text, strlen(text), options);
	int nq = dense_nq(tree), nv = dense_nv(tree);
	ck_assert_int_eq(rigidc_nq(model), nq);
	ck_assert_int_eq(rigidc_nv(model), nv);
	dense_widen(q, nq, wq);
	dense_widen(qd, nv, wqd);
	dense_widen(qdd, nv, wqdd);
	run_once(model, "rnea", RIGIDC_EVALUATOR, in, tau);
	dense_rnea(tree, wq, wqd, wqdd, NULL, reference, &scale);
	assert_close(name, tau, nv, scale);
	run_once(model, "crba", RIGIDC_EVALUATOR, in, M);
	dense_crba(tree, wq, reference, &scale);
	assert_close(name, M, nv * nv, scale);
	rigidc_model_free(model);
}

static struct dense_body body_at(int parent, const dense_real *axis, struct dense_frame at)
{
	struct dense_body body = { .parent = parent, .joint = DENSE_REVOLUTE, .at = at, .mass = 2 };
	const dense_real com[3] = { 0.1L, 5, 3 }, inertia[3] = { 2, 3, 4 };
	for (int i = 0; i < 3; i++) {
		body.axis[i] = axis[i];
		body.com[i] = com[i];
		body.inertia[i][i] = inertia[i];
		body.then.R[i][i] = 1;
	}
	return body;
}

static struct dense_frame turned(dense_real z, dense_real x)
{
	/* rz(z), rx(x), at an offset */
	struct dense_frame at = {
		{ { cosl(z), -sinl(z) * cosl(x), sinl(z) * sinl(x) },
		  { sinl(z), cosl(z) * cosl(x), -cosl(z) * sinl(x) },
		  { 0, sinl(x), cosl(x) } },
		{ 0.3L, -0.2L, 0.1L },
	};
	return at;
}

static const double tilts[] = { 1e-2, 1e-3, 1e-5, 1e-7, 2e-8, 1e-8, 5e-9, 1e-9, 2e-10, -1e-8, -3e-9 };
enum { TILTS = sizeof tilts / sizeof *tilts };

LOOP_TEST(small_tilts, TILTS)
{
	static const dense_real axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	char text[1024];
	double tilt = tilts[_i];
	uint64_t random = (uint64_t)_i + 1;
	for (int axis = 0; axis < 3; axis++) {
		const char *figures = "mass 2 kg; com (0.1, 5, 3); inertia diag(2, 3, 4)";
		snprintf(text, sizeof text,
		         "model t\nbody a on world at rz(0.7), rx(0.2), (0, 0, 0) { joint j : revolute(y); %s }\n"
		         "body b on a at (0.3, -0.2, 0.1), rz(0.3), rx(%.17g) { joint k : revolute(%c); %s }\n",
		         figures, tilt, "xyz"[axis], figures);
		struct dense_frame base = turned(0.7, 0.2);
		memset(base.p, 0, sizeof base.p);
		struct dense_body bodies[2] = { body_at(-1, axes[1], base), body_at(0, axes[axis], turned(0.3, tilt)) };
		struct dense_tree tree = { .n = 2, .body = bodies, .gravity = { 0, 0, -9.81 } };
		for (int i = 0; i < 2; i++) {
			q[i] = random_between(&random, -2, 2);
			qd[i] = random_between(&random, -2, 2);
			qdd[i] = random_between(&random, -2, 2);
		}
		compare("tilt", _i, text, NULL, &tree);
	}
}

/* Axes with a component that is zero or nearly zero, and axes near a coordinate axis. */
LOOP_TEST(axes_in_and_near_a_plane, 60)
{
	char text[1024];
	uint64_t random = (uint64_t)_i + 77;
	const double small[] = { 0, 1e-17, 1e-12, 1e-8, 1e-3 };
	double axis[3], other[3];
	for (int i = 0; i < 3; i++) {
		axis[i] = random_between(&random, -1, 1);
		other[i] = random_between(&random, -1, 1);
	}
	axis[_i % 3] = small[_i / 3 % 5];
	other[(_i + 1) % 3] = small[(_i + 2) % 5];
	other[(_i + 2) % 3] = small[_i % 5];
	if (fabs(other[_i % 3]) < 0.1)
		other[_i % 3] = -1;
	const char *figures = "mass 2 kg; com (0.1, 5, 3); inertia diag(2, 3, 4)";
	snprintf(
		text, sizeof text,
		"model t\nbody a on world at (0.3, -0.2, 0.1), rz(0.7), rx(0.2) { joint j : revolute((%.17g, %.17g, %.17g)); %s }\n"
		"body b on a at (0.3, -0.2, 0.1), rz(0.3), rx(0.4) { joint k : revolute((%.17g, %.17g, %.17g)); %s }\n",
		axis[0], axis[1], axis[2], figures, other[0], other[1], other[2], figures);
	dense_real wide[2][3];
	for (int i = 0; i < 3; i++) {
		wide[0][i] = axis[i];
		wide[1][i] = other[i];
	}
	struct dense_body bodies[2] = { body_at(-1, wide[0], turned(0.7, 0.2)), body_at(0, wide[1], turned(0.3, 0.4)) };
	struct dense_tree tree = { .n = 2, .body = bodies, .gravity = { 0, 0, -9.81 } };
	for (int i = 0; i < 2; i++) {
		q[i] = random_between(&random, -2, 2);
		qd[i] = random_between(&random, -2, 2);
		qdd[i] = random_between(&random, -2, 2);
	}
	compare("axis", _i, text, NULL, &tree);
}

/* The first axis up and down, by the joint's axis and by the body's placement. */
LOOP_TEST(first_axis_upright, 8)
{
	const double halves = _i / 2 % 2;
	const dense_real z[3] = { 0, 0, _i % 2 ? -1 : 1 }, y[3] = { 0, 1, 0 };
	const char *figures = "mass 2 kg; com (0.1, 5, 3); inertia diag(2, 3, 4)";
	char text[1024];
	snprintf(text, sizeof text,
	         "model t\nbody a on world at (0.3, -0.2, 0.1), rz(0.7), rx(%g deg) { joint j : revolute(%sz); %s }\n"
	         "body b on a at (0.3, -0.2, 0.1), rz(0.3), rx(0.4) { joint k : %s(y); %s }\n",
	         180 * halves, _i % 2 ? "-" : "", figures, _i < 4 ? "revolute" : "prismatic", figures);
	struct dense_body bodies[2] = { body_at(-1, z, turned(0.7L, acosl(-1) * halves)),
		                        body_at(0, y, turned(0.3L, 0.4L)) };
	bodies[1].joint = _i < 4 ? DENSE_REVOLUTE : DENSE_PRISMATIC;
	struct dense_tree tree = { .n = 2, .body = bodies, .gravity = { 0, 0, -9.81L } };
	for (int i = 0; i < 2; i++) {
		q[i] = 0.4 - i;
		qd[i] = 0.7 + i;
		qdd[i] = -0.3 * i;
	}
	compare("upright", _i, text, NULL, &tree);
}

/* Welds the joint of a body at `value`: its frame is the pose of this body alone. */
static void weld(struct dense_body *body, const dense_real *value)
{
	struct dense_body alone = *body;
	struct dense_tree one = { .n = 1, .body = &alone };
	struct dense_frame moved;
	alone.parent = -1;
	memset(&alone.then, 0, sizeof alone.then);
	for (int i = 0; i < 3; i++)
		alone.then.R[i][i] = 1;
	dense_pose(&one, value, &moved);
	body->at = moved;
	body->joint = DENSE_FIXED;
	memset(body->armature, 0, sizeof body->armature);
}

LOOP_TEST(locked_joints_are_welded, 100)
{
	static struct random_tree tree;
	uint64_t seed = (uint64_t)_i + 1, random = seed;
	char lock[512];
	size_t length, used;
	random_tree(seed, &tree);
	char *text = random_tree_text(&tree, &length);
	int body = random_below(&random, tree.dense.n);
	while (tree.dense.body[body].joint == DENSE_FIXED)
		body = (body + 1) % tree.dense.n;
	int nq = tree.dense.body[body].joint == DENSE_FREE        ? 7
	         : tree.dense.body[body].joint == DENSE_SPHERICAL ? 4
	         : tree.dense.body[body].joint == DENSE_MOTION    ? tree.dense.body[body].coordinates
	                                                          : 1;
	double value[7], square = 0;
	dense_real wide[7];
	for (int i = 0; i < nq; i++)
		value[i] = random_between(&random, -1, 1);
	for (int i = nq - 4; i < nq && nq >= 4; i++)
		square += value[i] * value[i];
	for (int i = nq - 4; i < nq && nq >= 4; i++)
		value[i] /= sqrt(square);
	const char *joint = tree.text[body].joint_name[0] ? tree.text[body].joint_name : tree.text[body].name;
	bool given = !random_chance(&random, 25); /* else the default value: 0, or no rotation */
	used = (size_t)snprintf(lock, sizeof lock, "%s%s", joint, given ? nq > 1 ? "=(" : "=" : "");
	for (int i = 0; i < nq; i++) {
		if (!given)
			value[i] = nq >= 4 && i == nq - 1;
		else
			used += (size_t)snprintf(lock + used, sizeof lock - used, "%s%.17g", i ? ", " : "", value[i]);
		wide[i] = value[i];
	}
	if (given && nq > 1)
		snprintf(lock + used, sizeof lock - used, ")");
	weld(&tree.dense.body[body], wide);
	random_state(seed, &tree.dense, q, qd, qdd);
	const char *locks[1] = { lock };
	rigidc_options options = { .lock = locks, .locks = 1 };
	if (!strchr(joint, '=')) /* the first `=` ends the name */
		compare("lock, seed", _i + 1, text, &options, &tree.dense);
	free(text);
}

SUITE("frames")
