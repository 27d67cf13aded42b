/* Joint forces and moments of a chain of n segments: the notebook's equations of all of them as one system of 6 n, and rigidc's
 * `reaction`, in random states. Fails where they differ. Built and run by run.sh.
 *
 *   ./segments FIGURES SEED states | rigidc eval chain.rig -f reaction | ./segments FIGURES SEED
 *
 * Model and figures are what chain.awk makes. The first writes the states, the second reads what `reaction` makes of them.
 *
 * Segments are numbered from the free end, joint i at the upper end of segment i. Force and moment that segment i exerts on
 * i - 1 at joint i - 1 are F_{i-1} and M_{i-1}, so that the environment does -F_0 and -M_0 to the free end; M_0 is in world axes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "turns.h"

enum { MOST = 200, STATES = 5 };

struct Segment {
	double mass;
	struct Matrix I;
	struct Vector com, hang; /* where the next one hangs; segment axes, from the upper joint */
};

/* What the notebook takes as known of a segment in a state; R turns from world to segment axes. */
struct Motion {
	struct Matrix R;
	struct Vector acceleration, omega, omega_dot; /* world, segment, segment axes */
	struct Vector centre, upper, lower;           /* world */
};

/* In the order of the model, from the world down: segment n first. */
struct Chain {
	int n;
	struct Segment segment[MOST];
	struct Motion motion[MOST];
	double q[4 * MOST], qd[3 * MOST], qdd[3 * MOST], f_ext[6], w[6 * MOST];
};

static int read_figures(const char *path, struct Chain *chain)
{
	FILE *file = fopen(path, "r");
	struct Segment *s = chain->segment;
	double I[6];
	if (!file) {
		perror(path);
		return 0;
	}
	while (s < chain->segment + MOST &&
	       fscanf(file, "%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &s->mass, &s->com.x[0], &s->com.x[1],
	              &s->com.x[2], &I[0], &I[1], &I[2], &I[3], &I[4], &I[5], &s->hang.x[0], &s->hang.x[1],
	              &s->hang.x[2]) == 13) {
		s->I = (struct Matrix){ { { I[0], I[3], I[4] }, { I[3], I[1], I[5] }, { I[4], I[5], I[2] } } };
		s++;
	}
	fclose(file);
	chain->n = (int)(s - chain->segment);
	return chain->n > 0;
}

static double between(double low, double high)
{
	return low + (high - low) * drand48();
}

static struct Turn random_turn(void)
{
	struct Turn turn = no_turn();
	for (int axis = 0; axis < 3; axis++) {
		double angle = between(-3, 3), rate = between(-2, 2), change = between(-10, 10);
		turn = then(turn, turn_about(axis, (struct Rate){ angle, rate, change }));
	}
	return turn;
}

/* A random state: what rigidc takes of each joint, what the notebook takes of each segment. */
static void move(struct Chain *chain)
{
	const struct Vector none = vector(0, 0, 0);
	struct Turn turn = no_turn();
	struct Way joint = { none, none, none };
	for (int k = 0; k < chain->n; k++) {
		const struct Segment *s = &chain->segment[k];
		const struct Turn own = random_turn();
		const struct Vector w = angular_velocity(own), w_dot = angular_acceleration(own);
		memcpy(chain->q + 4 * k, own.quaternion, sizeof own.quaternion);
		memcpy(chain->qd + 3 * k, w.x, sizeof w.x);
		memcpy(chain->qdd + 3 * k, w_dot.x, sizeof w_dot.x);
		turn = then(turn, own);
		const struct Way centre = point(joint, turn, s->com), lower = point(joint, turn, s->hang);
		chain->motion[k] = (struct Motion){
			.R = transposed(turn.R),
			.acceleration = centre.dd,
			.omega = angular_velocity(turn),
			.omega_dot = angular_acceleration(turn),
			.centre = centre.p,
			.upper = joint.p,
			.lower = lower.p,
		};
		joint = lower;
	}
	for (int i = 0; i < 6; i++)
		chain->f_ext[i] = between(-100, 100);
}

/* The two rows of blocks of segment i, with the joint below in columns 2 i - 4 and 2 i - 3 and its own in the two behind:
 *   F_i - F_{i-1}                                                           = -m g + m a
 *   M_i - R_i R_{i-1}^-1 M_{i-1} + R_i S(r_i) F_i - R_i S(r_{i-1}) F_{i-1}  = I w' + w x (I w)
 * F_0 and M_0 are known and go to the right. */
static void put_segment(const struct Chain *chain, int i, double *matrix, double *right)
{
	const struct Segment *s = &chain->segment[chain->n - i];
	const struct Motion *at = &chain->motion[chain->n - i];
	const struct Matrix one = diagonal(1, 1, 1);
	const struct Matrix upper = product(at->R, skew(plus(at->upper, -1, at->centre)));
	const struct Matrix lower = product(at->R, skew(plus(at->lower, -1, at->centre)));
	const struct Vector g = vector(0, -9.81, 0), none = vector(0, 0, 0);
	const int n = 6 * chain->n, row = 2 * i - 2, own = row, below = row - 2;
	struct Vector force = plus(none, s->mass, plus(at->acceleration, -1, g));
	struct Vector moment = plus(times(s->I, at->omega_dot), 1, cross(at->omega, times(s->I, at->omega)));
	put_block(matrix, n, row, own, 1, one);
	put_block(matrix, n, row + 1, own, 1, upper);
	put_block(matrix, n, row + 1, own + 1, 1, one);
	if (i > 1) {
		put_block(matrix, n, row, below, -1, one);
		put_block(matrix, n, row + 1, below, -1, lower);
		put_block(matrix, n, row + 1, below + 1, -1, product(at->R, transposed(at[1].R)));
	} else {
		const double *end = chain->f_ext;
		const struct Vector F0 = vector(-end[0], -end[1], -end[2]), M0 = vector(-end[3], -end[4], -end[5]);
		force = plus(force, 1, F0);
		moment = plus(plus(moment, 1, times(at->R, M0)), 1, times(lower, F0));
	}
	memcpy(right + 3 * row, force.x, sizeof force.x);
	memcpy(right + 3 * row + 3, moment.x, sizeof moment.x);
}

/* F_1, M_1, F_2, ... by elimination. */
static void by_the_notebook(const struct Chain *chain, double *loads)
{
	const size_t n = 6 * (size_t)chain->n;
	double *matrix = calloc(n * n, sizeof *matrix);
	if (!matrix) {
		perror("segments");
		exit(2);
	}
	for (int i = 1; i <= chain->n; i++)
		put_segment(chain, i, matrix, loads);
	solve((int)n, matrix, loads);
	free(matrix);
}

/* The largest difference as a part of the largest load; forces of `reaction` are turned into world axes. */
static double difference(const struct Chain *chain, const double *loads)
{
	double worst = 0, scale = 0;
	for (int k = 0; k < chain->n; k++) {
		const double *w = chain->w + 6 * k, *notebook = loads + 6 * (chain->n - 1 - k);
		const struct Vector force = times(transposed(chain->motion[k].R), vector(w[0], w[1], w[2]));
		for (int i = 0; i < 6; i++) {
			double apart = fabs((i < 3 ? force.x[i] : w[i]) - notebook[i]);
			worst = apart > worst || isnan(apart) ? apart : worst;
			scale = fmax(scale, fabs(notebook[i]));
		}
	}
	return worst / scale;
}

static void print_state(const struct Chain *chain)
{
	const struct {
		const double *x;
		int count;
	} part[] = {
		{ chain->q, 4 * chain->n },
		{ chain->qd, 3 * chain->n },
		{ chain->qdd, 3 * chain->n },
		{ chain->f_ext, 6 },
	};
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		for (int k = 0; k < part[i].count; k++)
			printf("%.17g ", part[i].x[k]);
	printf("\n");
}

static int read_reaction(struct Chain *chain)
{
	for (int i = 0; i < 6 * chain->n; i++)
		if (scanf("%lf", &chain->w[i]) != 1)
			return 0;
	return 1;
}

/* What is read, over all states. */
static int compare(struct Chain *chain)
{
	static double loads[6 * MOST];
	const double tolerance = 1e-10;
	double worst = 0;
	for (int n = 0; n < STATES; n++) {
		move(chain);
		if (!read_reaction(chain)) {
			printf("%d states are missing\n", STATES - n);
			return 1;
		}
		by_the_notebook(chain, loads);
		double apart = difference(chain, loads);
		worst = apart > worst || isnan(apart) ? apart : worst;
	}
	if (worst < tolerance)
		printf("equal to %g\n", tolerance);
	else
		printf("off by %g\n", worst);
	return !(worst < tolerance);
}

int main(int argc, char **argv)
{
	static struct Chain chain;
	if (argc < 3) {
		fputs("usage: segments FIGURES SEED [states]\n", stderr);
		return 2;
	}
	if (!read_figures(argv[1], &chain)) {
		fprintf(stderr, "%s: no figures\n", argv[1]);
		return 2;
	}
	srand48(atol(argv[2]));
	if (argc == 3)
		return compare(&chain);
	for (int n = 0; n < STATES; n++) {
		move(&chain);
		print_state(&chain);
	}
	return 0;
}
