/* tiers [MODEL...]: time from the source of a model to the first result, and of a call, for each executor of the
 * library. Minimum and
 * quartile of some dozen times. */
#include <stdio.h>
#include <string.h>

#include "rigidc.h"
#include "rounds.h"

enum { TIMES = 24, CALLS = 256, NUMBERS = 2000 };

static void draw_states(const rigidc_model *model, double states[CALLS][NUMBERS])
{
	uint64_t x = 1;
	rigidc_coordinate_info coordinate = { 0 };
	for (int s = 0; s < CALLS; s++)
		for (int i = 0; i < NUMBERS; i++)
			states[s][i] = bench_draw(&x);
	/* any quaternion of length 1 will do */
	for (int i = 0; rigidc_get_coordinate(model, i, &coordinate) == RIGIDC_OK; i++)
		if (strstr(coordinate.name, ".q"))
			for (int s = 0; s < CALLS; s++)
				states[s][i] = coordinate.name[strlen(coordinate.name) - 1] == 'w' ? 1 : 0;
}

static double a_call(rigidc_function *function, double states[CALLS][NUMBERS])
{
	static double out[NUMBERS];
	double time[TIMES], *output[] = { out };
	for (int t = -1; t < TIMES; t++) {
		double begin = bench_now();
		for (int s = 0; s < CALLS; s++) {
			const double *input[] = { states[s], states[(s + 1) % CALLS], states[(s + 2) % CALLS] };
			rigidc_call(function, input, output);
		}
		if (t >= 0)
			time[t] = (bench_now() - begin) / CALLS;
	}
	return bench_lower_quartile(time, TIMES);
}

/* One row; false if this executor is unavailable. */
static int measure(const char *path, const char *name, rigidc_tier tier, int upgrade, int times)
{
	static double states[CALLS][NUMBERS], out[NUMBERS];
	double load[TIMES], first[TIMES], call = 0, ready = 0, *output[] = { out };
	rigidc_options options = { .upgrade = upgrade, .base = strstr(path, ".urdf") ? "free" : NULL };
	for (int t = 0; t < times; t++) {
		rigidc_model *model;
		rigidc_function *rnea;
		double begin = bench_now();
		if (rigidc_load(path, &options, &model) != RIGIDC_OK) {
			fputs(rigidc_messages(model), stderr);
			return 0;
		}
		load[t] = bench_now() - begin;
		if (t == 0)
			draw_states(model, states);
		double made = bench_now();
		if (rigidc_function_new(model, "rnea", tier, &rnea) != RIGIDC_OK)
			return 0;
		const double *input[] = { states[0], states[1], states[2] };
		rigidc_call(rnea, input, output);
		first[t] = load[t] + bench_now() - made;
		if (upgrade && rigidc_upgraded(rnea, 1) == 1)
			ready = bench_now() - begin;
		if (t == times - 1)
			call = a_call(rnea, states);
		rigidc_function_free(rnea);
		rigidc_model_free(model);
	}
	printf("| %-10s | %8.2f | %8.2f | ", name, 1e-6 * bench_lower_quartile(load, times),
	       1e-6 * bench_lower_quartile(first, times));
	if (ready > 0)
		printf("%9.0f", 1e-6 * ready);
	else
		printf("%9s", "");
	printf(" | %9.0f |\n", call);
	fflush(stdout);
	return 1;
}

int main(int argc, char **argv)
{
	static const char *const usual[] = { "examples/ur5.rig", "examples/iiwa14.rig", "examples/solo12.rig", NULL };
	for (int i = argc > 1 ? 1 : 0; argc > 1 ? i < argc : usual[i] != NULL; i++) {
		const char *path = argc > 1 ? argv[i] : usual[i];
		printf("\n%s, rnea\n\n| %-10s | %8s | %8s | %9s | %9s |\n|---|---|---|---|---|\n", path, "executor",
		       "load ms", "first ms", "faster ms", "a call ns");
		measure(path, "evaluator", RIGIDC_EVALUATOR, 0, TIMES);
		measure(path, "libtcc", RIGIDC_TCC, 0, TIMES);
		measure(path, "cc -O1", RIGIDC_CC, 0, 4);
		measure(path, "auto", RIGIDC_AUTO, 1, 4);
	}
	return 0;
}
