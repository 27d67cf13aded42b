/* A controller that goes on while its model is edited: it looks at the file now and then, and takes a new one that can be
 * compiled; with one that cannot, it keeps what it has and says why. Here an editor saves three versions while it runs: a heavier
 * load, a slip of the pen, and the slip mended.
 *
 *   cc -O2 -Iruntime examples/reload.c build/librigidc.a -lexpat -ldl -lpthread -lm -o reload
 *   ./reload */
#define _POSIX_C_SOURCE 200809L /* nanosleep, st_mtim */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "rigidc.h"

static const char path[] = "live.rig";

struct controller {
	rigidc_model *model;
	rigidc_function *gravity;
	struct timespec saved; /* when the file was, of which this is */
};

/* The model of the file and its function, unless it is wrong. */
static int reload(struct controller *now)
{
	struct controller next = { .saved = now->saved };
	rigidc_diagnostic problem = { 0 };
	int good = rigidc_load(path, NULL, &next.model) == RIGIDC_OK &&
	           rigidc_function_new(next.model, "gravity", RIGIDC_AUTO, &next.gravity) == RIGIDC_OK;
	if (!good) {
		if (rigidc_get_diagnostic(next.model, 0, &problem) == RIGIDC_OK)
			printf("line %d: %s; the old model stays\n", problem.line, problem.text);
		rigidc_model_free(next.model);
		return 0;
	}
	rigidc_function_free(now->gravity);
	rigidc_model_free(now->model);
	*now = next;
	return 1;
}

static int was_saved(struct controller *now)
{
	struct stat file;
	if (stat(path, &file) != 0 ||
	    (file.st_mtim.tv_sec == now->saved.tv_sec && file.st_mtim.tv_nsec == now->saved.tv_nsec))
		return 0;
	now->saved = file.st_mtim;
	return 1;
}

/* The editor. */
static void save(const char *mass)
{
	FILE *file = fopen(path, "w");
	if (!file)
		return;
	fprintf(file,
	        "model live\nbody arm on world {\n  joint hinge : revolute(y)\n  mass %s\n  com (0.5 m, 0, 0)\n"
	        "  inertia diag(0, 0.1, 0.1) kg m^2\n}\n",
	        mass);
	fclose(file);
}

int main(void)
{
	static const char *const version[] = { "1 kg", "2 kg", "3 kgg", "3 kg" };
	const struct timespec millisecond = { 0, 1000000 };
	struct controller controller = { .model = NULL };
	const double q = 0;
	double tau = 0, last = -1;
	for (int n = 0; n < 400; n++) {
		if (n % 100 == 0)
			save(version[n / 100]);
		if (was_saved(&controller))
			reload(&controller);
		if (controller.gravity) {
			const double *in[] = { &q };
			double *out[] = { &tau };
			rigidc_call(controller.gravity, in, out);
		}
		if (tau != last)
			printf("the motor holds %.3f N m\n", tau);
		last = tau;
		nanosleep(&millisecond, NULL);
	}
	rigidc_function_free(controller.gravity);
	rigidc_model_free(controller.model);
	remove(path);
	return !(tau < -14.7 && tau > -14.8);
}
