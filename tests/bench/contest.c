/* One robot: every contestant is compared with the dense reference and then timed.
 *
 *   contest [--rounds=N | --count] [--functions=NAME,...] MODEL SCRATCH CONTESTANT...
 *
 * A contestant is NAME=OBJECT for generated code in a shared object, batch:NAME=OBJECT for its batches by elements,
 * loop:NAME=OBJECT for loop.c in a shared object, libtcc:FORM, MuJoCo or KDL. For each contestant and each of its
 * functions a line is printed, separated by tabs:
 *
 *   rnea  NAME  median  lower quartile  upper quartile    (ns per call, or per state of a batch)
 *
 * Without contestants the program checks that the model is a suitable robot, and prints the timed functions: NAME TAB
 * SPEC for each, where SPEC is for -f. With --count nothing is timed; all states of each function are run for
 * callgrind, which dumps under the same names. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "contestant.h"
#include "functions.h"
#include "rounds.h"

enum { CONTESTANTS = 96 };

struct contest {
	const char *model, *scratch;
	bool without[ROBOT_FUNCTIONS]; /* functions excluded for all contestants */
	int rounds;
	bool counting;
};

/* --- the contestants --- */

/* contestants in a shared object, by the prefix of their argument */
static const struct {
	const char *prefix;
	bool (*enter)(struct contestant *c, const struct robot *robot, const char *object);
} in_object[] = { { "loop:", contest_loop }, { "batch:", contest_batch }, { "", contest_generated } };

/* False if there is no such contestant, which is not an error. */
static bool enter(struct contestant *c, const struct robot *robot, const struct contest *contest, const char *word)
{
	const char *object = strchr(word, '=');
	memcpy(c->lacks, contest->without, sizeof c->lacks);
	if (strcmp(word, "MuJoCo") == 0)
		return contest_mujoco(c, robot, contest->scratch);
	if (strcmp(word, "KDL") == 0)
		return contest_kdl(c, robot);
	if (strncmp(word, "libtcc:", 7) == 0) {
		snprintf(c->name, sizeof c->name, "%s libtcc", word + 7);
		return contest_libtcc(c, robot, contest->model, word + 7);
	}
	int kind = 0;
	while (strncmp(word, in_object[kind].prefix, strlen(in_object[kind].prefix)) != 0)
		kind++;
	const char *name = word + strlen(in_object[kind].prefix);
	if (!object)
		return false;
	snprintf(c->name, sizeof c->name, "%.*s", (int)(object - name), name);
	return in_object[kind].enter(c, robot, object + 1);
}

/* --- correctness --- */

/* The largest error in any state. */
static double error_of(struct contestant *c, enum robot_function f)
{
	enum { EVERY = 8 };
	static double found[BENCH_NUMBERS];
	double worst = 0;
	for (int i = 0; i < ROBOT_STATES; i += EVERY) {
		memset(found, 0, sizeof found);
		c->result(c, f, i, found);
		double error = bench_error(c->robot, f, i, found);
		worst = error <= worst ? worst : error; /* NaN stays */
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

/* --- speed --- */

/* Number of states in a batch: all, but a batch takes no longer than a fraction of a scheduler's time slice. Otherwise
 * most batches of large robots would be interrupted on a shared machine. */
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

/* ns per call. The first run brings code and data back into the caches, the second is timed. */
static double sample(struct contestant *c, enum robot_function f, int first, int states)
{
	c->run(c, f, first, states);
	double start = bench_now();
	c->run(c, f, first, states);
	return (bench_now() - start) / states;
}

/* Measures in rounds in which contestants take turns, so that other load affects all alike; the first contestant
 * changes. */
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
			printf("%s\t%s\t%.2f\t%.2f\t%.2f\n", bench_function[f].name, c[i].name, t[rounds / 2],
			       t[rounds / 4], t[rounds - 1 - rounds / 4]);
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

static void print_functions(const struct robot *robot, const struct contest *contest)
{
	for (enum robot_function f = 0; f < ROBOT_FUNCTIONS; f++) {
		char spec[BENCH_SPEC];
		bench_spec(f, robot, spec);
		if (!contest->without[f])
			printf("%s\t%s\n", bench_function[f].name, spec);
	}
}

/* --- the command line --- */

/* False if one of the comma-separated names is not a function's. */
static bool choose(const char *names, bool without[ROBOT_FUNCTIONS])
{
	for (int f = 0; f < ROBOT_FUNCTIONS; f++)
		without[f] = true;
	for (const char *name = names; *name;) {
		int length = (int)strcspn(name, ","), f = 0;
		while (f < ROBOT_FUNCTIONS &&
		       (strncmp(bench_function[f].name, name, (size_t)length) != 0 || bench_function[f].name[length]))
			f++;
		if (f == ROBOT_FUNCTIONS)
			return false;
		without[f] = false;
		name += length + (name[length] == ',');
	}
	return true;
}

static bool read_options(struct contest *contest, int argc, char **argv)
{
	static const struct option option[] = { { "rounds", required_argument, NULL, 'r' },
		                                { "count", no_argument, NULL, 'c' },
		                                { "functions", required_argument, NULL, 'f' },
		                                { 0 } };
	bool good = true;
	contest->rounds = 200;
	for (int o; (o = getopt_long(argc, argv, "", option, NULL)) != -1;)
		switch (o) {
		case 'r': contest->rounds = atoi(optarg); break;
		case 'c': contest->counting = true; break;
		case 'f': good = choose(optarg, contest->without); break;
		default: return false;
		}
	return good && contest->rounds > 0 && argc >= optind + 2;
}

int main(int argc, char **argv)
{
	static struct robot robot;
	static struct contestant contestant[CONTESTANTS];
	static struct contest contest;
	int count = 0;
	if (!read_options(&contest, argc, argv)) {
		fputs("contest [--rounds=N | --count] [--functions=NAME,...] MODEL SCRATCH CONTESTANT...\n", stderr);
		return 2;
	}
	contest.model = argv[optind];
	contest.scratch = argv[optind + 1];
	if (!robot_read(&robot, contest.model))
		return 3;
	if (argc - optind - 2 > CONTESTANTS) {
		fprintf(stderr, "more than %d contestants\n", CONTESTANTS);
		return 2;
	}
	for (int i = optind + 2; i < argc; i++)
		count += enter(&contestant[count], &robot, &contest, argv[i]);
	if (!check(contestant, count))
		return 1;
	if (!count)
		print_functions(&robot, &contest);
	else if (contest.counting)
		count_instructions(contestant, count);
	else
		measure(contestant, count, contest.rounds);
	return 0;
}
