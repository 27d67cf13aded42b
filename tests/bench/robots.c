/* Compilation of whole robots: a row for each file of the command line, with sizes, operations, times
 * and lints. `make robots ROBOTS=FOLDER` prints it. Linked with the library's objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/library.h"
#include "rounds.h"

static void print_lints(const rigidc_model *model)
{
	int count[CHECK_COUNT] = { 0 }, all = 0;
	for (size_t i = 0; i < model->diags.count; i++)
		count[model->diags.item[i].check]++;
	for (int i = 0; i < CHECK_COUNT; i++)
		if (count[i])
			printf("%s%d %s", all++ ? ", " : "", count[i], check_table[i].name);
	puts("");
}

static void generate(rigidc_model *model, void *context)
{
	*(struct Job *)context = library_generate(model, "rnea,crba", TARGET_HEADER, NULL);
}

static bool print_row(const char *path)
{
	rigidc_model *model;
	rigidc_function *function[2] = { NULL, NULL };
	struct Job job;
	const char *header, *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	double start = 1e-6 * bench_now();
	if (rigidc_load(path, NULL, &model) != RIGIDC_OK ||
	    rigidc_emit(model, "rnea,crba", NULL, &header, NULL) != RIGIDC_OK) {
		printf("%-24s %s", name, rigidc_messages(model));
		rigidc_model_free(model);
		return false;
	}
	double generated = 1e-6 * bench_now();
	bool ready = rigidc_function_new(model, "rnea", RIGIDC_TCC, &function[0]) == RIGIDC_OK &&
	             rigidc_function_new(model, "crba", RIGIDC_TCC, &function[1]) == RIGIDC_OK;
	double compiled = 1e-6 * bench_now();
	library_protect(model, generate, &job);
	printf("%-24s %3d", name, rigidc_nv(model));
	for (int i = 0; i < 2; i++) {
		const uint32_t *cost = job.function[i].program.cost;
		printf(" %6u %6u", cost[COST_MUL], cost[COST_ADD]);
	}
	printf(" %8.1f ", generated - start);
	printf(ready ? "%8.1f  " : "       -  ", compiled - generated);
	print_lints(model);
	for (int i = 0; i < 2; i++)
		rigidc_function_free(function[i]);
	rigidc_model_free(model);
	return true;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;
	printf("%-24s %3s %13s %13s %8s %8s\n", "", "", "rnea", "crba", "C text", "tcc");
	printf("%-24s %3s %6s %6s %6s %6s %8s %8s  %s\n", "robot", "nv", "mul", "add", "mul", "add", "ms", "ms",
	       "lints");
	for (int i = 1; i < argc; i++)
		good &= print_row(argv[i]);
	return !good;
}
