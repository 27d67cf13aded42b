/* One robot: every contestant is compared with the dense reference and then timed.
 *
 *   contest [--rounds=N | --count] MODEL SCRATCH CONTESTANT...
 *
 * A contestant is NAME=OBJECT for generated code in a shared object, loop:NAME=OBJECT for loop.c in one,
 * libtcc:FORM, MuJoCo or KDL. Prints a line each and function, separated by tabs:
 *
 *   rnea  NAME  median  lower quartile  upper quartile    (ns a call)
 *
 * for each function that the contestant has. Without contestants, tells whether the model is a robot, and what of it is
 * timed: NAME TAB SPEC for each function, where SPEC is for -f. With --count nothing is timed, but one batch of each is run for callgrind, which dumps
 * under the same names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "contestant.h"
#include "functions.h"
#include "rounds.h"

enum { CONTESTANTS = 48 };

/* ---- who takes part ---- */

/* False if there is no such contestant, which is no fault. */
static bool enter(struct contestant *c, const struct robot *robot, const char *path, const char *scratch,
                  const char *word)
{
	const char *object = strchr(word, '=');
	if (strcmp(word, "MuJoCo") == 0)
		return contest_mujoco(c, robot, scratch);
	if (strcmp(word, "KDL") == 0)
		return contest_kdl(c, robot);
	if (strncmp(word, "libtcc:", 7) == 0) {
		snprintf(c->name, sizeof c->name, "%s libtcc", word + 7);
		return contest_libtcc(c, robot, path, word + 7);
	}
	bool loop = strncmp(word, "loop:", 5) == 0;
	const char *name = loop ? word + 5 : word;
	if (!object)
		return false;
	snprintf(c->name, sizeof c->name, "%.*s", (int)(object - name), name);
	return (loop ? contest_loop : contest_generated)(c, robot, object + 1);
}

/* ---- are they right? ---- */

/* Largest error in any state. */
static double error_of(struct contestant *c, enum robot_function f)
{
	enum { EVERY = 8 };
	static double found[BENCH_NUMBERS];
	double worst = 0;
	for (int i = 0; i < ROBOT_STATES; i += EVERY) {
		memset(found, 0, sizeof found);
		c->result(c, f, i, found);
		double error = bench_error(c->robot, f, i, found);
		worst = error <= worst ? worst : error;                 /* NaN stays */
	}
	return worst;
}

static bool check(struct contestant *c, int count)
{
	bool good = true;
	for (int i = 0; i < count; i++)
		for (enum robot_function f = 0; f < ROBOT_FUNCTIONS; f++) {
			const double tolerance = c[i].differences[f] ? 1e-4 : 1e-9;
			double error = c[i].lacks[f] ? 0 : error_of(&c[i], f);
			if (error <= tolerance)
				continue;
			fprintf(stderr, "%s: %s is wrong by %.3g\n", c[i].name, bench_function[f].name, error);
			good = false;
		}
	return good;
}

/* ---- how fast are they? ---- */

/* How many states make a batch: all, but no longer than a fraction of what the scheduler grants at once. Else most
 * batches of large robots would be interrupted where the machine is shared. */
static int batch_size(struct contestant *c, enum robot_function f)
{
	const double longest = 2e5; /* ns */
	int states = ROBOT_STATES;
	for (int tries = 0; tries < 20 && states > 1; tries++) {
		double start = bench_now();
		c->run(c, f, 0, states);
		if (bench_now() - start > longest)
			states /= 2;
	}
	return states;
}

/* ns a call. The first time gets its code and data back into the caches, the second counts. */
static double sample(struct contestant *c, enum robot_function f, int first, int states)
{
	c->run(c, f, first, states);
	double start = bench_now();
	c->run(c, f, first, states);
	return (bench_now() - start) / states;
}

/* In every round each has its turn, so that a noisy neighbour hits all alike; who begins changes. */
static void measure(struct contestant *c, int count, int rounds)
{
	int batch[CONTESTANTS];
	double *times = calloc((size_t)(count * rounds), sizeof *times);
	if (!times)
		abort();
	for (enum robot_function f = 0; f < ROBOT_FUNCTIONS; f++) {
		for (int i = 0; i < count; i++)
			batch[i] = c[i].lacks[f] ? 0 : batch_size(&c[i], f);
		for (int round = 0; round < rounds; round++)
			for (int k = 0; k < count; k++) {
				int i = (k + round) % count;
				if (batch[i] == 0)
					continue;
				times[i * rounds + round] = sample(&c[i], f, round * batch[i] % ROBOT_STATES, batch[i]);
			}
		for (int i = 0; i < count; i++) {
			double *t = times + i * rounds;
			if (batch[i] == 0)
				continue;
			qsort(t, (size_t)rounds, sizeof *t, bench_by_size);
			printf("%s\t%s\t%.2f\t%.2f\t%.2f\n", bench_function[f].name, c[i].name, t[rounds / 2], t[rounds / 4],
			       t[rounds - 1 - rounds / 4]);
		}
	}
	free(times);
}

static void count_instructions(struct contestant *c, int count)
{
	for (int i = 0; i < count; i++)
		for (enum robot_function f = 0; f < ROBOT_FUNCTIONS; f++) {
			char name[128];
			if (c[i].lacks[f])
				continue;
			snprintf(name, sizeof name, "%s %.63s", bench_function[f].name, c[i].name);
			c[i].run(&c[i], f, 0, ROBOT_STATES);
			CALLGRIND_ZERO_STATS;
			c[i].run(&c[i], f, 0, ROBOT_STATES);
			CALLGRIND_DUMP_STATS_AT(name);
		}
}

static void print_functions(const struct robot *robot)
{
	for (enum robot_function f = 0; f < ROBOT_FUNCTIONS; f++) {
		char spec[BENCH_SPEC];
		bench_spec(f, robot, spec);
		printf("%s\t%s\n", bench_function[f].name, spec);
	}
}

int main(int argc, char **argv)
{
	static struct robot robot;
	static struct contestant contestant[CONTESTANTS];
	bool counting = argc > 1 && strcmp(argv[1], "--count") == 0;
	int rounds = argc > 1 && strncmp(argv[1], "--rounds=", 9) == 0 ? atoi(argv[1] + 9) : 200, count = 0;
	int first = counting || (argc > 1 && strncmp(argv[1], "--", 2) == 0) ? 2 : 1;
	if (argc < first + 2 || rounds < 1) {
		fputs("contest [--rounds=N | --count] MODEL SCRATCH CONTESTANT...\n", stderr);
		return 2;
	}
	if (!robot_read(&robot, argv[first]))
		return 3;
	for (int i = first + 2; i < argc && count < CONTESTANTS; i++)
		count += enter(&contestant[count], &robot, argv[first], argv[first + 1], argv[i]);
	if (!check(contestant, count))
		return 1;
	if (!count)
		print_functions(&robot);
	else if (counting)
		count_instructions(contestant, count);
	else
		measure(contestant, count, rounds);
	return 0;
}
