/* Identities between functions, on random trees of all joint kinds, with couplings and without, and on a linkage with
 * springs, damping, friction and passive forces. Nothing here is compared with a reference.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 40 or 400
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "suite.h"
#include "trees/linkage.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, NUMBERS = SUBJECT_NUMBERS, BODIES = RANDOM_BODIES };

static int random_trees;
static uint64_t first_seed = 1;

static struct subject s;
static rigidc_model *model;
static struct outcome outcome;

/* Placement of the frame "beyond", in the axes of the probe: rotated about z, and shifted. */
static const double beyond_at[3] = { 0.3, -0.2, 0.5 }, beyond_angle = 0.7;

static void begin(int number)
{
	rigidc_options options = { .search = "none", .level = 1 + number % 4 };
	char text[40000];
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)number, false, &s);
	int length = snprintf(text, sizeof text, "%s\nframe beyond on \"the probe\" at (%g m, %g m, %g m), rz(%g)\n",
	                      s.text, beyond_at[0], beyond_at[1], beyond_at[2], beyond_angle);
	ck_assert_int_lt(length, (int)sizeof text);
	model = run_read(s.name, text, (size_t)length, &options);
}

static void end(void)
{
	rigidc_model_free(model);
	subject_free(&s);
}

/* The outputs of a function at the state, in sequence; returns the number of entries. */
static int ask(const char *name, double *x)
{
	int count = 0;
	subject_run(&s, model, name, RIGIDC_EVALUATOR, &outcome);
	for (int i = 0; i < outcome.outputs; i++, count += outcome.size[i - 1])
		memcpy(x + count, outcome.value[i], (size_t)outcome.size[i] * sizeof *x);
	return count;
}

static double largest(const double *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

static double dot(const double *x, const double *y, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

/* y = A x, A (rows x n) */
static void times(const double *A, const double *x, int rows, int n, double *y)
{
	for (int i = 0; i < rows; i++)
		y[i] = dot(A + i * n, x, n);
}

/* max |x - y| <= tolerance (scale + max |y|) */
static void same(const char *what, const double *x, const double *y, int n, double scale, double tolerance)
{
	double size = scale + largest(y, n);
	for (int i = 0; i < n; i++)
		ck_assert_msg(fabs(x[i] - y[i]) <= tolerance * size, "%s, %s: number %d is %.17g, not %.17g of %.3g",
		              what, s.name, i, x[i], y[i], size);
}

/* --- equivalent functions --- */

LOOP_TEST(forward_dynamics_inverts_inverse_dynamics, random_trees)
{
	static double M[NUMBERS], Minv[NUMBERS];
	double tau[NV], qdd[NV], product[NV], unit[NV], column[NV];
	begin(_i);
	int nv = s.nv;
	if (s.tree.definite && nv) {
		ask("crba", M);
		ask("minv", Minv);
		double condition = nv * largest(M, nv * nv) * largest(Minv, nv * nv);
		ask("rnea", tau);
		memcpy(s.tau, tau, sizeof tau);
		ask("fd", qdd);
		same("fd(rnea) = 1", qdd, s.qdd, nv, largest(tau, nv) * largest(Minv, nv * nv), 1e-14 * condition);
		for (int i = 0; i < nv; i++) {
			for (int k = 0; k < nv; k++) {
				unit[k] = k == i;
				column[k] = Minv[k * nv + i];
			}
			times(M, column, nv, nv, product);
			same("M minv = 1", product, unit, nv, 1, 1e-14 * condition);
		}
	}
	end();
}

LOOP_TEST(bias_is_inverse_dynamics_without_acceleration, random_trees)
{
	double h[NV], g[NV], tau[NV];
	begin(_i);
	double scale = ask("rnea", tau) ? largest(tau, s.nv) : 0;
	memset(s.qdd, 0, sizeof s.qdd);
	ask("bias", h);
	ask("rnea", tau);
	same("bias = rnea(q, qd, 0)", h, tau, s.nv, scale, 1e-12);
	memset(s.qd, 0, sizeof s.qd);
	ask("gravity", g);
	ask("rnea", tau);
	same("gravity = rnea(q, 0, 0)", g, tau, s.nv, scale, 1e-12);
	end();
}

LOOP_TEST(jacobians_are_slopes, random_trees)
{
	static double J[6 * NV], own[6 * NV], A[6 * NV], Jc[3 * NV];
	double v[6], a[6], drift[6], product[6], pose[12], turned[6], h[6], com[4];
	begin(_i);
	int nv = s.nv;
	ask("jac:\"the probe\"", J);
	ask("vel:\"the probe\"", v);
	times(J, s.qd, 6, nv, product);
	same("J qd = vel", product, v, 6, largest(J, 6 * nv), 1e-12);
	ask("acc:\"the probe\"", a);
	ask("drift:\"the probe\"", drift);
	times(J, s.qdd, 6, nv, product);
	for (int i = 0; i < 6; i++)
		a[i] -= drift[i];
	same("acc - drift = J qdd", a, product, 6, largest(drift, 6) + largest(J, 6 * nv), 1e-12);
	ask("jac_local:\"the probe\"", own);
	ask("fk:\"the probe\"", pose);
	times(own, s.qd, 6, nv, product);
	times(pose, product, 3, 3, turned);
	times(pose, product + 3, 3, 3, turned + 3);
	same("R J_local qd = vel", turned, v, 6, largest(J, 6 * nv), 1e-12);
	ask("momentum", h);
	ask("cmm", A);
	times(A, s.qd, 6, nv, product);
	same("A qd = momentum", product, h, 6, largest(A, 6 * nv), 1e-12);
	ask("com", com);
	if (com[0] > 0) {
		ask("jcom", Jc);
		times(Jc, s.qd, 3, nv, product);
		for (int i = 0; i < 3; i++)
			product[i] *= com[0];
		same("m Jc qd = linear momentum", product, h, 3, largest(A, 6 * nv), 1e-12);
	}
	end();
}

static void cross(const double *a, const double *b, double *c)
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Motion of another frame of the same body: p + R t, R Rz; with the arm r = R t, v + w x r and a + wd x r + w x (w x
 * r). */
LOOP_TEST(a_frame_beyond_is_moved_along, random_trees)
{
	double pose[12], there[12], arm[3], moved[12], v[6], a[6], now[6], swept[3], twice[3];
	const double c = cos(beyond_angle), sn = sin(beyond_angle);
	begin(_i);
	ask("fk:\"the probe\"", pose);
	ask("fk:beyond", there);
	times(pose, beyond_at, 3, 3, arm);
	for (int i = 0; i < 3; i++) {
		moved[3 * i] = pose[3 * i] * c + pose[3 * i + 1] * sn;
		moved[3 * i + 1] = pose[3 * i + 1] * c - pose[3 * i] * sn;
		moved[3 * i + 2] = pose[3 * i + 2];
		moved[9 + i] = pose[9 + i] + arm[i];
	}
	same("fk beyond", there, moved, 12, 1, 1e-13);
	ask("vel:\"the probe\"", v);
	ask("acc:\"the probe\"", a);
	cross(v + 3, arm, swept);
	cross(v + 3, swept, twice);
	ask("vel:beyond", now);
	for (int i = 0; i < 3; i++)
		v[i] += swept[i];
	same("vel beyond", now, v, 6, 1, 1e-12);
	cross(a + 3, arm, swept);
	ask("acc:beyond", now);
	for (int i = 0; i < 3; i++)
		a[i] += swept[i] + twice[i];
	same("acc beyond", now, a, 6, largest(v, 6), 1e-12);
	end();
}

LOOP_TEST(kinetic_energy_is_that_of_the_inertia_matrix, random_trees)
{
	static double M[NUMBERS];
	double energy[2], Mv[NV];
	begin(_i);
	ask("crba", M);
	ask("energy", energy);
	times(M, s.qd, s.nv, s.nv, Mv);
	double half = 0.5 * dot(s.qd, Mv, s.nv);
	same("1/2 qd M qd", energy, &half, 1, largest(M, s.nv * s.nv), 1e-12);
	end();
}

/* Coriolis terms and gravity are the whole bias of random trees, which have neither damping nor friction nor passive
 * forces. */
LOOP_TEST(coriolis_times_velocity_is_bias_less_gravity, random_trees)
{
	static double C[NUMBERS];
	double h[NV], g[NV], Cv[NV];
	begin(_i);
	ask("coriolis", C);
	ask("bias", h);
	ask("gravity", g);
	times(C, s.qd, s.nv, s.nv, Cv);
	for (int i = 0; i < s.nv; i++)
		h[i] -= g[i];
	same("C qd = h - g", Cv, h, s.nv, largest(g, s.nv) + largest(C, s.nv * s.nv), 1e-11);
	end();
}

/* --- parameters of the bodies --- */

/* Armatures by velocity, in the order of the model; true without couplings. */
static bool find_armature(double *armature)
{
	int v_of[BODIES];
	bool coupled = false;
	dense_index(&s.tree.dense, NULL, NULL, v_of);
	for (int b = 0; b < s.tree.dense.n; b++) {
		coupled |= s.tree.text[b].coupled;
		for (int k = 0; k < s.tree.text[b].kind->velocities; k++)
			armature[v_of[b] + k] = (double)s.tree.dense.body[b].armature[k];
	}
	return !coupled;
}

/* Both regressors give equal torques for any parameters. For the bodies' parameters these are the torques of inverse
 * dynamics, except for armatures. */
LOOP_TEST(regressors_times_parameters, random_trees)
{
	static double Y[NUMBERS], base[NUMBERS], beta[10 * BODIES];
	double tau[NV], product[NV], by_base[NV], armature[NV] = { 0 };
	dense_real pi[10 * BODIES];
	begin(_i);
	int nv = s.nv, numbers = 10 * dense_moving(&s.tree.dense);
	ask("regressor", Y);
	ask("base_regressor", base);
	int count = ask("base_parameters", beta);
	times(Y, s.pi, nv, numbers, product);
	times(base, beta, nv, count, by_base);
	same("base_regressor beta = regressor pi", by_base, product, nv, largest(Y, nv * numbers), 1e-12);
	dense_parameters(&s.tree.dense, s.dense_q, pi);
	for (int i = 0; i < numbers; i++)
		s.pi[i] = (double)pi[i];
	if (find_armature(armature)) {
		ask("rnea", tau);
		times(Y, s.pi, nv, numbers, product);
		for (int i = 0; i < nv; i++)
			tau[i] -= armature[i] * s.qdd[i];
		same("regressor pi = tau - armature qdd", product, tau, nv, largest(Y, nv * numbers), 1e-11);
	}
	end();
}

/* --- time derivatives --- */

/* The state after a time h, accurate enough for first derivatives. Coupled coordinates follow by themselves. */
static void move(const struct subject *at, double h)
{
	dense_real q[RANDOM_NQ], v[NV], moved[RANDOM_NQ];
	const struct dense_tree *tree = &at->tree.dense;
	double unused[3][RANDOM_NQ] = { { 0 } };
	memcpy(q, at->dense_q, sizeof q);
	memcpy(v, at->dense_qd, sizeof v);
	dense_move(tree, q, v, h, moved);
	for (int i = 0; i < dense_nq(tree); i++)
		unused[0][i] = (double)moved[i];
	dense_real follow[3][RANDOM_NQ];
	random_couple(&at->tree, unused[0], unused[1], unused[2], follow[0], follow[1], follow[2]);
	memcpy(s.q, unused[0], sizeof s.q);
	for (int i = 0; i < at->nv; i++)
		s.qd[i] = at->qd[i] + h * at->qdd[i];
}

/* The time derivative of a function, by differences of order 4. */
static void slope(const char *name, int n, double *x)
{
	static struct subject at;
	static double value[4][NUMBERS];
	const double h = 1e-3, step[4] = { -2 * h, -h, h, 2 * h };
	memcpy(&at, &s, sizeof at);
	for (int i = 0; i < 4; i++) {
		move(&at, step[i]);
		ask(name, value[i]);
	}
	memcpy(s.q, at.q, sizeof s.q);
	memcpy(s.qd, at.qd, sizeof s.qd);
	for (int i = 0; i < n; i++)
		x[i] = (8 * (value[2][i] - value[1][i]) - (value[3][i] - value[0][i])) / (12 * h);
}

LOOP_TEST(inertia_changes_as_coriolis_says, random_trees)
{
	static double M[NUMBERS], change[NUMBERS], C[NUMBERS], both[NUMBERS];
	begin(_i);
	int nv = s.nv;
	ask("crba", M);
	ask("coriolis", C);
	slope("crba", nv * nv, change);
	for (int i = 0; i < nv * nv; i++)
		both[i] = C[i] + C[i % nv * nv + i / nv];
	same("dM/dt = C + C^T", change, both, nv * nv, largest(M, nv * nv), 1e-8);
	end();
}

LOOP_TEST(energy_changes_by_the_power_of_the_joints, random_trees)
{
	double energy[2], change[2], tau[NV];
	begin(_i);
	ask("energy", energy);
	ask("rnea", tau);
	slope("energy", 2, change);
	double power = dot(s.qd, tau, s.nv), sum = change[0] + change[1];
	same("d(kinetic + potential)/dt = qd . tau", &sum, &power, 1,
	     largest(tau, s.nv) + fabs(energy[0]) + fabs(energy[1]), 1e-8);
	end();
}

/* --- powers of joints --- */

/* Jacobian of a body at its origin, in world axes, and the body's placement. */
struct seen {
	double J[6 * NV], R[9], p[3];
};

static void see(int body, struct seen *seen)
{
	char name[100];
	double pose[12];
	memset(seen, 0, sizeof *seen);
	seen->R[0] = seen->R[4] = seen->R[8] = 1;
	if (body < 0)
		return;
	snprintf(name, sizeof name, "fk:\"%s\"", s.tree.text[body].name);
	ask(name, pose);
	memcpy(seen->R, pose, sizeof seen->R);
	memcpy(seen->p, pose + 9, sizeof seen->p);
	snprintf(name, sizeof name, "jac:\"%s\"", s.tree.text[body].name);
	ask(name, seen->J);
}

/* A point of a body, in its axes, takes the place of its origin. */
static void see_at(const double point[3], struct seen *seen)
{
	double arm[3];
	times(seen->R, point, 3, 3, arm);
	for (int i = 0; i < 3; i++)
		seen->p[i] += arm[i];
	for (int v = 0; v < s.nv; v++)
		for (int i = 0; i < 3; i++) {
			int k = (i + 1) % 3, l = (i + 2) % 3;
			const double *w = seen->J + 3 * s.nv + v;
			seen->J[i * s.nv + v] += w[k * s.nv] * arm[l] - w[l * s.nv] * arm[k];
		}
}

/* A vector of the moving frame of a body's joint, in the axes of the body: then.R^T x */
static void in_body(const struct dense_frame *then, const dense_real x[3], double y[3])
{
	for (int i = 0; i < 3; i++)
		y[i] = (double)(then->R[0][i] * x[0] + then->R[1][i] * x[1] + then->R[2][i] * x[2]);
}

/* A body at the origin of its joint's moving frame, where the wrench of the joint is. */
static void see_joint(int body, struct seen *seen)
{
	const struct dense_frame *then = &s.tree.dense.body[body].then;
	double back[3];
	in_body(then, then->p, back);
	for (int i = 0; i < 3; i++)
		back[i] = -back[i];
	see(body, seen);
	see_at(back, seen);
}

/* The power of a wrench through a joint, in the child's axes, at velocity v alone: child and parent move by the columns
 * of their Jacobians, both about the origin of the joint's moving frame. */
static double power_at(const struct seen *child, const struct seen *parent, const double *wrench, int v)
{
	double power = 0, arm[3], swept[3], w[3];
	for (int i = 0; i < 3; i++) {
		arm[i] = child->p[i] - parent->p[i];
		w[i] = parent->J[(3 + i) * s.nv + v];
	}
	for (int i = 0; i < 3; i++)
		swept[i] = w[(i + 1) % 3] * arm[(i + 2) % 3] - w[(i + 2) % 3] * arm[(i + 1) % 3];
	for (int i = 0; i < 3; i++) {
		double f = dot(child->R + 3 * i, wrench, 3), n = dot(child->R + 3 * i, wrench + 3, 3);
		power += f * (child->J[i * s.nv + v] - parent->J[i * s.nv + v] - swept[i]) +
		         n * (child->J[(3 + i) * s.nv + v] - w[i]);
	}
	return power;
}

/* Bodies whose joints are in the output of reaction, in its order. */
static int reacting(int *body)
{
	int order[BODIES], count = 0;
	dense_index(&s.tree.dense, order, NULL, NULL);
	for (int i = 0; i < s.tree.dense.n; i++)
		if (s.tree.dense.body[order[i]].joint != DENSE_FIXED || random_sensor(&s.tree, order[i]))
			body[count++] = order[i];
	return count;
}

static bool nameable(void)
{
	bool all = true;
	for (int i = 0; i < s.tree.dense.n; i++)
		all &= subject_plain(s.tree.text[i].name);
	return all;
}

LOOP_TEST(wrenches_through_joints_do_the_work_of_the_torques, random_trees)
{
	static double w[6 * BODIES];
	static struct seen child, parent;
	double tau[NV], armature[NV] = { 0 }, power[NV] = { 0 };
	int body[BODIES];
	begin(_i);
	if (nameable() && find_armature(armature)) {
		int joints = reacting(body);
		ask("rnea", tau);
		ask("reaction", w);
		for (int j = 0; j < joints; j++) {
			if (s.tree.dense.body[body[j]].joint == DENSE_FIXED)
				continue;
			see_joint(body[j], &child);
			see(s.tree.dense.body[body[j]].parent, &parent);
			for (int v = 0; v < s.nv; v++)
				power[v] += power_at(&child, &parent, w + 6 * j, v);
		}
		for (int v = 0; v < s.nv; v++)
			tau[v] -= armature[v] * s.qdd[v];
		same("S^T reaction = tau - armature qdd", power, tau, s.nv, largest(w, 6 * joints), 1e-11);
	}
	end();
}

/* Axis of the turn next to the body, in the joint's moving frame: its velocity is the joint's velocity number *v. */
static bool last_turn(const struct dense_body *body, dense_real axis[3], int *v)
{
	*v = body->pose == dense_planar ? 2 : body->pose == dense_universal ? 1 : 0;
	for (int i = 0; i < 3; i++)
		axis[i] = body->pose == dense_planar ? i == 2 : body->pose == dense_universal ? i == 1 : body->axis[i];
	return body->joint == DENSE_REVOLUTE || body->pose == dense_planar || body->pose == dense_universal ||
	       body->pose == dense_cylindrical;
}

/* The moment along the axis of a hinge is its torque, wherever `then` places the body. */
LOOP_TEST(moments_along_hinges_are_torques, random_trees)
{
	static double w[6 * BODIES];
	double tau[NV], armature[NV] = { 0 }, along[NV], torque[NV];
	int body[BODIES], v_of[BODIES], hinges = 0;
	begin(_i);
	if (find_armature(armature)) {
		int joints = reacting(body);
		dense_index(&s.tree.dense, NULL, NULL, v_of);
		ask("rnea", tau);
		ask("reaction", w);
		for (int j = 0, v; j < joints; j++) {
			const struct dense_body *b = &s.tree.dense.body[body[j]];
			dense_real axis[3];
			double in_axes[3];
			if (!last_turn(b, axis, &v))
				continue;
			in_body(&b->then, axis, in_axes);
			v += v_of[body[j]];
			along[hinges] = dot(in_axes, w + 6 * j + 3, 3) / sqrt(dot(in_axes, in_axes, 3));
			torque[hinges++] = tau[v] - armature[v] * s.qdd[v];
		}
		same("n . axis = tau - armature qdd", along, torque, hinges, largest(w, 6 * joints), 1e-11);
	}
	end();
}

static bool on_world(int body)
{
	while (body >= 0 && s.tree.dense.body[body].joint == DENSE_FIXED)
		body = s.tree.dense.body[body].parent;
	return body < 0;
}

LOOP_TEST(what_rests_on_the_world_weighs_on_it, random_trees)
{
	static double w[6 * BODIES];
	static struct seen child;
	double sum[6] = { 0 }, com[4], weight[6], size = 0;
	int body[BODIES];
	begin(_i);
	memset(s.qd, 0, sizeof s.qd);
	memset(s.qdd, 0, sizeof s.qdd);
	ask("com", com);
	if (nameable() && com[0] > 0) {
		int joints = reacting(body);
		ask("reaction", w);
		for (int j = 0; j < joints; j++) {
			const struct dense_body *b = &s.tree.dense.body[body[j]];
			double f[3], n[3];
			if (b->joint == DENSE_FIXED || !on_world(b->parent))
				continue;
			see_joint(body[j], &child);
			times(child.R, w + 6 * j, 3, 3, f);
			times(child.R, w + 6 * j + 3, 3, 3, n);
			for (int i = 0; i < 3; i++) {
				int k = (i + 1) % 3, l = (i + 2) % 3;
				double moment = n[i] + child.p[k] * f[l] - child.p[l] * f[k];
				sum[i] += f[i];
				sum[3 + i] += moment;
				size = fmax(size, fabs(moment) + fabs(f[i]));
			}
		}
		for (int i = 0; i < 3; i++) {
			int k = (i + 1) % 3, l = (i + 2) % 3;
			const dense_real *g = s.tree.dense.gravity;
			weight[i] = -com[0] * (double)g[i];
			weight[3 + i] = -com[0] * (com[1 + k] * (double)g[l] - com[1 + l] * (double)g[k]);
		}
		same("reactions on the world = weight", sum, weight, 6, size, 1e-11);
	}
	end();
}

/* --- joint-space terms --- */

/* Joint-space terms of the linkage in tau, and their part without a potential. */
static void term(double all[3], double lost[3])
{
	const double damping[3] = { 0.3, 5, 0 }, friction[3] = { 0.4, 0, 0 }, armature[3] = { 0.02, 0, 0.01 };
	const double spring[3] = { 2, 40, 0 }, rest[3] = { 0.1, 0.02, 0 };
	for (int i = 0; i < 3; i++) {
		lost[i] = damping[i] * s.qd[i] + friction[i] * s.qd[i] / sqrt(s.qd[i] * s.qd[i] + 0.04);
		all[i] = lost[i] + armature[i] * s.qdd[i] + spring[i] * (s.q[i] - rest[i]);
	}
	double passive = -0.5 * sin(s.q[2]);
	lost[2] -= passive;
	all[2] -= passive;
}

TEST(loaded_joints)
{
	static double w[18];
	double tau[3], qdd[3], h[3], energy[2], change[2], all[3], lost[3], work[3];
	const double q[3] = { 0.7, -0.1, 1.2 }, qd[3] = { -0.6, 0.4, 1.1 }, wanted[3] = { 0.9, -1.3, 0.5 };
	memset(&s, 0, sizeof s);
	s.nq = s.nv = 3;
	snprintf(s.name, sizeof s.name, "loaded");
	model = run_read("loaded", loaded, strlen(loaded), NULL);
	memcpy(s.q, q, sizeof q);
	memcpy(s.qd, qd, sizeof qd);
	memcpy(s.qdd, wanted, sizeof wanted);
	term(all, lost);
	ask("rnea", tau);
	ask("reaction", w);
	/* S of each joint is an axis of the child: y, x, z */
	work[0] = w[3 + 1];
	work[1] = w[6 + 0];
	work[2] = w[12 + 5];
	for (int i = 0; i < 3; i++)
		work[i] += all[i];
	same("S^T reaction = tau less what the joint carries", work, tau, 3, 1, 1e-13);
	memcpy(s.tau, tau, sizeof tau);
	ask("fd", qdd);
	same("fd(rnea) = 1", qdd, wanted, 3, 1, 1e-12);
	const double h_step = 1e-3, step[4] = { -2 * h_step, -h_step, h_step, 2 * h_step };
	double total[4];
	for (int k = 0; k < 4; k++) {
		for (int i = 0; i < 3; i++) {
			s.q[i] = q[i] + step[k] * (qd[i] + step[k] * wanted[i] / 2);
			s.qd[i] = qd[i] + step[k] * wanted[i];
		}
		ask("energy", energy);
		total[k] = energy[0] + energy[1];
	}
	change[0] = (8 * (total[2] - total[1]) - (total[3] - total[0])) / (12 * h_step);
	change[1] = dot(qd, tau, 3) - dot(qd, lost, 3);
	same("what is not stored is lost", &change[0], &change[1], 1, 1, 1e-9);
	memcpy(s.q, q, sizeof q);
	memcpy(s.qd, qd, sizeof qd);
	ask("bias", h);
	memset(s.qdd, 0, sizeof s.qdd);
	ask("rnea", tau);
	same("bias = rnea(q, qd, 0)", h, tau, 3, 1, 1e-13);
	rigidc_model_free(model);
}

int main(void)
{
	random_trees = by_level(4, 20, 400);
	subject_settings(random_trees, &first_seed);
	return suite_run("identities", NULL, NULL);
}
