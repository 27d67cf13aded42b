/* Which lengths should an arm have? Thousands of arms with three joints are written, compiled and moved: what each reaches, and
 * the largest torque that it takes, a millisecond an arm. Of those that none beats in both, a few are shown.
 *
 *   cc -O2 -Iruntime examples/design_sweep.c build/librigidc.a -lexpat -ldl -lpthread -lm -o design_sweep
 *   ./design_sweep 500
 *
 * Without a number it is 10,000 arms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rigidc.h"

/* Tubes of aluminium, which weigh what their lengths do, with a motor in each joint and 2 kg to be held. */
static const char arm[] =
	"model arm\n"
	"const upper = 0.4 m\n"
	"const lower = 0.4 m\n"
	"const hand = 0.2 m\n"
	"const tube = 3.5 kg/m\n"
	"const motor = 1.2 kg\n"
	"body a on world { joint shoulder : revolute(y)\n"
	"  mass tube * upper + motor; com (upper * (tube * upper / 2 + motor) / (tube * upper + motor), 0, 0)\n"
	"  inertia diag(0.002 kg m^2, tube * upper^3 / 12, tube * upper^3 / 12) }\n"
	"body b on a at (upper, 0, 0) { joint elbow : revolute(y)\n"
	"  mass tube * lower + motor; com (lower * (tube * lower / 2 + motor) / (tube * lower + motor), 0, 0)\n"
	"  inertia diag(0.002 kg m^2, tube * lower^3 / 12, tube * lower^3 / 12) }\n"
	"body c on b at (lower, 0, 0) { joint wrist : revolute(y)\n"
	"  mass tube * hand + 2 kg; com (hand, 0, 0)\n"
	"  inertia diag(0.002 kg m^2, 0.004 kg m^2, 0.004 kg m^2) }\n";

struct design {
	double length[3], reach, torque;
};

static double between(unsigned *seed, double low, double high)
{
	*seed = *seed * 1664525u + 1013904223u;
	return low + (high - low) * (*seed >> 8) / 16777216.0;
}

/* The largest torque of a swing from hanging to level, in a second. */
static double largest_torque(rigidc_function *rnea)
{
	double most = 0;
	for (int i = 0; i <= 50; i++) {
		double s = i / 50.0, pi = 3.14159265358979;
		double way = (1 - cos(pi * s)) / 2, speed = pi / 2 * sin(pi * s), rise = pi * pi / 2 * cos(pi * s);
		const double from = 1.4, to = 0;
		double q[3], qd[3], qdd[3], tau[3];
		for (int k = 0; k < 3; k++) {
			double angle = (to - from) * (k ? 0.3 : 1);
			q[k] = (k ? 0 : from) + angle * way;
			qd[k] = angle * speed;
			qdd[k] = angle * rise;
		}
		const double *in[] = { q, qd, qdd };
		double *out[] = { tau };
		rigidc_call(rnea, in, out);
		for (int k = 0; k < 3; k++)
			most = fmax(most, fabs(tau[k]));
	}
	return most;
}

/* From text to its figures. */
static int measure(struct design *design)
{
	static const char *const name[] = { "upper", "lower", "hand" };
	char definition[3][40];
	const char *define[3];
	rigidc_model *model;
	rigidc_function *rnea = NULL;
	for (int k = 0; k < 3; k++) {
		snprintf(definition[k], sizeof definition[k], "%s=%.6f m", name[k], design->length[k]);
		define[k] = definition[k];
	}
	const rigidc_options options = { .define = define, .defines = 3 };
	int good = rigidc_read(arm, strlen(arm), "arm", &options, &model) == RIGIDC_OK &&
	           rigidc_function_new(model, "rnea", RIGIDC_AUTO, &rnea) == RIGIDC_OK;
	if (good)
		design->torque = largest_torque(rnea);
	else
		fputs(rigidc_messages(model), stderr);
	design->reach = design->length[0] + design->length[1] + design->length[2];
	rigidc_function_free(rnea);
	rigidc_model_free(model);
	return good;
}

static int by_reach(const void *a, const void *b)
{
	const struct design *x = a, *y = b;
	return x->reach < y->reach ? 1 : x->reach > y->reach ? -1 : 0;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 10000, shown = 0;
	struct design *design = calloc((size_t)count + 1, sizeof *design);
	unsigned seed = 1;
	struct timespec begin, end;
	timespec_get(&begin, TIME_UTC);
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < 3; k++)
			design[i].length[k] = between(&seed, 0.1, 0.6);
		if (!measure(&design[i]))
			return 1;
	}
	timespec_get(&end, TIME_UTC);
	double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
	fprintf(stderr, "%d arms in %.1f s: %.2f ms each\n", count, seconds, 1000 * seconds / count);

	/* from the longest on, those that take less than all longer ones; one for each 15 cm */
	qsort(design, (size_t)count, sizeof *design, by_reach);
	double least = INFINITY, last = INFINITY;
	printf("reach    torque    lengths\n");
	for (int i = 0; i < count; i++) {
		const struct design *d = &design[i];
		if (d->torque >= least)
			continue;
		least = d->torque;
		if (last - d->reach < 0.15)
			continue;
		last = d->reach;
		shown++;
		printf("%.2f m  %5.1f N m  %.2f %.2f %.2f m\n", d->reach, d->torque, d->length[0], d->length[1],
		       d->length[2]);
	}
	free(design);
	return shown < 3;
}
