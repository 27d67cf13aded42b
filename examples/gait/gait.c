/* Forces and moments at ankle and knee of a man who walks, by the equations of the notebook and by rigidc's `reaction`. Prints
 * both over a step, then how far they are apart in a hundred random motions; fails where that is too much. Built and run by
 * run.sh.
 *
 *   ./gait [SEED]
 *   ./gait --rows        the walk as columns that `rigidc eval gait.rig` reads, a hundred rows a second
 *   ./gait --strides N   likewise N strides that differ a little
 *
 * The notebook knows nothing of joints: it takes accelerations of the centres of mass, angular velocities and their derivatives of
 * foot and shank. These come from the second derivatives of rotation matrices and points (../segments/turns.h). */
#include <stdio.h>
#include <string.h>

#include "figures.h" /* masses, centres, inertias and lengths, as the model has them */
#include "gait.h"
#include "walk.h"

/* What the notebook takes as known of a segment; R is its rotation matrix, from global to segment axes. */
struct Segment {
	double mass;
	struct Matrix I, R;
	struct Vector acceleration, omega, omega_dot; /* global, segment, segment axes */
	struct Vector centre, proximal;               /* global */
};

/* The unknowns, in their order: F_A^G, M_A^F, F_K^G, M_K^S. */
enum { FORCE_ANKLE, MOMENT_ANKLE, FORCE_KNEE, MOMENT_KNEE, UNKNOWNS };
struct Loads {
	struct Vector of[UNKNOWNS];
};

/* What a moment of the walk gives to rigidc, and to the notebook. */
struct Instant {
	double q[GAIT_NQ], qd[GAIT_NV], qdd[GAIT_NV], f_ext[9];
	struct Segment foot, shank;
	struct Vector ground, pressure;
};

/* --- the notebook --- */

/* I w' + w x (I w) */
static struct Vector momentum_rate(const struct Segment *s)
{
	return plus(times(s->I, s->omega_dot), 1, cross(s->omega, times(s->I, s->omega)));
}

/* Its equation in matrices, solved as a system of 12: K (F_A, M_A, F_K, M_K) = M a - C - E - G. */
static struct Loads by_the_notebook(const struct Instant *at)
{
	const struct Segment *F = &at->foot, *S = &at->shank;
	const struct Vector g = vector(0, -9.81, 0), ankle = F->proximal, knee = S->proximal;
	const struct Matrix one = diagonal(1, 1, 1);
	double K[144] = { 0 }, right[12];
	put_block(K, 12, 0, FORCE_ANKLE, 1, one);
	put_block(K, 12, 1, FORCE_ANKLE, 1, product(F->R, skew(plus(ankle, -1, F->centre))));
	put_block(K, 12, 1, MOMENT_ANKLE, 1, one);
	put_block(K, 12, 2, FORCE_ANKLE, -1, one);
	put_block(K, 12, 2, FORCE_KNEE, 1, one);
	put_block(K, 12, 3, FORCE_ANKLE, -1, product(S->R, skew(plus(ankle, -1, S->centre))));
	put_block(K, 12, 3, MOMENT_ANKLE, -1, product(S->R, transposed(F->R)));
	put_block(K, 12, 3, FORCE_KNEE, 1, product(S->R, skew(plus(knee, -1, S->centre))));
	put_block(K, 12, 3, MOMENT_KNEE, 1, one);
	const struct Vector none = vector(0, 0, 0), arm = plus(at->pressure, -1, F->centre);
	const struct Vector rows[UNKNOWNS] = {
		plus(plus(none, F->mass, plus(F->acceleration, -1, g)), -1, at->ground),
		plus(momentum_rate(F), -1, times(F->R, cross(arm, at->ground))),
		plus(none, S->mass, plus(S->acceleration, -1, g)),
		momentum_rate(S),
	};
	memcpy(right, rows, sizeof right);
	solve(12, K, right);
	struct Loads loads;
	memcpy(&loads, right, sizeof loads);
	return loads;
}

/* --- rigidc --- */

/* `reaction` has the wrench of the parent on the child in the child's axes, about the joint: moments are in the
 * notebook's axes already, forces are turned into global ones, R^T of the notebook's R. */
static struct Loads by_rigidc(const struct Instant *at)
{
	double w[6 * GAIT_NW];
	struct Loads loads;
	gait_reaction(at->q, at->qd, at->qdd, at->f_ext, w);
	const double *ankle = w + 6 * GAIT_W_ankle, *knee = w + 6 * GAIT_W_knee;
	loads.of[FORCE_ANKLE] = times(transposed(at->foot.R), vector(ankle[0], ankle[1], ankle[2]));
	loads.of[MOMENT_ANKLE] = vector(ankle[3], ankle[4], ankle[5]);
	loads.of[FORCE_KNEE] = times(transposed(at->shank.R), vector(knee[0], knee[1], knee[2]));
	loads.of[MOMENT_KNEE] = vector(knee[3], knee[4], knee[5]);
	return loads;
}

/* --- the motion --- */

static struct Vector vector_of(const double *x)
{
	return vector(x[0], x[1], x[2]);
}

static struct Segment segment_at(double mass, const double *com, const double *inertia, struct Way joint,
                                 struct Turn turn)
{
	struct Way centre = point(joint, turn, vector_of(com));
	return (struct Segment){
		.mass = mass,
		.I = diagonal(inertia[0], inertia[2], inertia[5]),
		.R = transposed(turn.R),
		.acceleration = centre.dd,
		.omega = angular_velocity(turn),
		.omega_dot = angular_acceleration(turn),
		.centre = centre.p,
		.proximal = joint.p,
	};
}

/* The velocity of a free joint is R^T p', in its own axes; the derivative of that is R^T p'' + R'^T p'. */
static void put_root(struct Instant *at, struct Way way, struct Turn turn)
{
	const struct Vector v = times(transposed(turn.R), way.d);
	const struct Vector a = plus(times(transposed(turn.R), way.dd), 1, times(transposed(turn.d), way.d));
	memcpy(at->q + GAIT_Q_root_x, way.p.x, sizeof way.p.x);
	memcpy(at->qd + GAIT_V_root_vx, v.x, sizeof v.x);
	memcpy(at->qdd + GAIT_V_root_vx, a.x, sizeof a.x);
}

static void put_turn(struct Instant *at, int q, int v, struct Turn turn)
{
	const struct Vector w = angular_velocity(turn), w_dot = angular_acceleration(turn);
	memcpy(at->q + q, turn.quaternion, sizeof turn.quaternion);
	memcpy(at->qd + v, w.x, sizeof w.x);
	memcpy(at->qdd + v, w_dot.x, sizeof w_dot.x);
}

static struct Instant instant(const struct Walk *of, double t)
{
	static const int first_q[JOINTS] = { GAIT_Q_root_qx, GAIT_Q_hip_qx, GAIT_Q_knee_qx, GAIT_Q_ankle_qx };
	static const int first_v[JOINTS] = { GAIT_V_root_wx, GAIT_V_hip_wx, GAIT_V_knee_wx, GAIT_V_ankle_wx };
	struct Instant at;
	struct Way way = walk_way(of, t);
	struct Turn turn = no_turn(), joint;
	figures_params f;
	figures_params_default(&f);
	const double *offset[JOINTS] = { f.root_offset, f.hip_offset, f.knee_offset, f.ankle_offset };
	for (int i = PELVIS; i < JOINTS; i++) {
		joint = walk_turn(of, i, t);
		if (i == PELVIS)
			put_root(&at, way, joint);
		else
			way = point(way, turn, vector_of(offset[i]));
		turn = then(turn, joint);
		put_turn(&at, first_q[i], first_v[i], joint);
		if (i == KNEE)
			at.shank = segment_at(f.shank_mass, f.shank_com, f.shank_inertia, way, turn);
		if (i == ANKLE)
			at.foot = segment_at(f.foot_mass, f.foot_com, f.foot_inertia, way, turn);
	}
	struct Vector sole;
	at.ground = walk_force(of, t, &sole);
	at.pressure = point(way, turn, sole).p;
	for (int i = 0; i < 3; i++) {
		at.f_ext[i] = at.ground.x[i];
		at.f_ext[3 + i] = 0; /* the notebook has no free moment */
		at.f_ext[6 + i] = at.pressure.x[i];
	}
	return at;
}

/* --- what is printed --- */

/* The largest difference, as a part of the largest load; NaN is worse than any number. */
static double difference(const struct Loads *a, const struct Loads *b)
{
	double worst = 0, scale = 0;
	for (int i = 0; i < UNKNOWNS; i++)
		for (int k = 0; k < 3; k++) {
			double apart = fabs(a->of[i].x[k] - b->of[i].x[k]);
			worst = apart > worst || isnan(apart) ? apart : worst;
			scale = fmax(scale, fabs(b->of[i].x[k]));
		}
	return worst / scale;
}

static void print_loads(const char *name, const struct Loads *loads)
{
	printf("%-8s", name);
	for (int i = 0; i < UNKNOWNS; i++)
		printf("  %7.2f %7.2f %7.2f", loads->of[i].x[0], loads->of[i].x[1], loads->of[i].x[2]);
	printf("\n");
}

static void print_step(void)
{
	printf("          F_A^G [N]                M_A^F [N m]              F_K^G [N]                M_K^S [N m]\n");
	for (int percent = 0; percent <= 80; percent += 20) {
		const struct Instant at = instant(&walk, walk.period * percent / 100);
		const struct Loads notebook = by_the_notebook(&at), rigidc = by_rigidc(&at);
		printf("%d %% of the cycle\n", percent);
		print_loads("notebook", &notebook);
		print_loads("rigidc", &rigidc);
	}
}

/* The names that `rigidc eval` has for them. */
static void print_names(void)
{
	static const char *const joint[JOINTS] = { "root", "hip", "knee", "ankle" };
	static const char *const rate[] = { "qd", "qdd" };
	printf("t,q.root.x,q.root.y,q.root.z");
	for (int i = 0; i < JOINTS; i++)
		printf(",q.%s.qx,q.%s.qy,q.%s.qz,q.%s.qw", joint[i], joint[i], joint[i], joint[i]);
	for (int k = 0; k < 2; k++) {
		printf(",%s.root.vx,%s.root.vy,%s.root.vz", rate[k], rate[k], rate[k]);
		for (int i = 0; i < JOINTS; i++)
			printf(",%s.%s.wx,%s.%s.wy,%s.%s.wz", rate[k], joint[i], rate[k], joint[i], rate[k], joint[i]);
	}
	for (int i = 0; i < 9; i++)
		printf(",f_ext.ground.%c%c", "fnp"[i / 3], "xyz"[i % 3]);
	printf("\n");
}

static void print_numbers(const double *x, int count)
{
	while (count-- > 0)
		printf(",%.17g", *x++);
}

/* A row of a walk, `within` its cycle. */
static void print_row(const struct Walk *of, double within, double time)
{
	const struct Instant at = instant(of, within);
	printf("%.10g", time);
	print_numbers(at.q, GAIT_NQ);
	print_numbers(at.qd, GAIT_NV);
	print_numbers(at.qdd, GAIT_NV);
	print_numbers(at.f_ext, 9);
	printf("\n");
}

static void print_rows(void)
{
	print_names();
	for (int row = 0; row <= 110; row++)
		print_row(&walk, row / 100.0, row / 100.0);
}

/* Strides after each other, each a little different. */
static void print_strides(int strides)
{
	int row = 0;
	double start = 0;
	print_names();
	for (int n = 0; n < strides; n++) {
		const struct Walk stride = vary_walk(&walk);
		for (; row / 100.0 < start + stride.period; row++)
			print_row(&stride, row / 100.0 - start, row / 100.0);
		start += stride.period;
	}
}

/* Over a period of a motion. */
static int compare(const struct Walk *of, double *worst)
{
	const int rows = 110;
	for (int row = 0; row <= rows; row++) {
		const struct Instant at = instant(of, of->period * row / rows);
		const struct Loads notebook = by_the_notebook(&at), rigidc = by_rigidc(&at);
		double apart = difference(&rigidc, &notebook);
		*worst = apart > *worst || isnan(apart) ? apart : *worst;
	}
	return rows + 1;
}

int main(int argc, char **argv)
{
	const double tolerance = 1e-10;
	const long seed = argc > 1 ? atol(argv[1]) : 1;
	double of_walk = 0, of_random = 0;
	int states = 0;
	if (argc > 1 && strcmp(argv[1], "--rows") == 0) {
		print_rows();
		return 0;
	}
	if (argc > 2 && strcmp(argv[1], "--strides") == 0) {
		srand48(1);
		print_strides(atoi(argv[2]));
		return 0;
	}
	print_step();
	compare(&walk, &of_walk);
	srand48(seed);
	for (int n = 0; n < 100; n++) {
		const struct Walk random = random_walk();
		states += compare(&random, &of_random);
	}
	int good = of_walk < tolerance && of_random < tolerance;
	printf("over the cycle and in %d states of 100 random motions, seed %ld: ", states, seed);
	if (good)
		printf("equal to %g\n", tolerance);
	else
		printf("off by %g and %g\n", of_walk, of_random);
	return !good;
}
