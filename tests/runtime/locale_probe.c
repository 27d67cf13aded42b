/* locale_probe LOCALE: a program in the given locale that uses the library. It prints the header of
 * examples/puma560.rig and rnea at a fixed state through each executor, and that of a model with a mesh. The last line is 1.5 in the
 * locale, before and after. It exits with 77 if the locale cannot be set. For reproducible_test.sh. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "rigidc.h"

static void print_rnea(rigidc_model *model, rigidc_tier tier, const char *name)
{
	const double q[6] = { 0.1, -0.2, 0.3, -0.4, 0.5, -0.6 };
	const double qd[6] = { 1.5, 0.25, -0.75, 2.5, -1.25, 0.5 };
	const double qdd[6] = { -0.5, 1.5, 2.25, -3.5, 0.125, 1.75 };
	const double *const in[] = { q, qd, qdd };
	double tau[6], *const out[] = { tau };
	rigidc_function *rnea;
	rigidc_status status = rigidc_function_new(model, "rnea", tier, &rnea);
	if (status == RIGIDC_UNAVAILABLE)
		status = rigidc_function_new(model, "rnea", RIGIDC_EVALUATOR, &rnea);
	if (status != RIGIDC_OK) {
		fprintf(stderr, "%s: %s", name, rigidc_messages(model));
		exit(1);
	}
	rigidc_call(rnea, in, out);
	for (int i = 0; i < 6; i++) {
		/* bytes, since %a prints the locale's decimal point */
		const unsigned char *byte = (const unsigned char *)&tau[i];
		for (size_t k = 0; k < sizeof tau[i]; k++)
			printf("%02x", byte[k]);
		printf(" %s tau[%d]\n", name, i);
	}
	rigidc_function_free(rnea);
}

/* Loads a model and prints its header. */
static rigidc_model *print_header(const char *path)
{
	rigidc_model *model;
	const char *header;
	if (rigidc_load(path, NULL, &model) != RIGIDC_OK ||
	    rigidc_emit(model, NULL, NULL, &header, NULL) != RIGIDC_OK) {
		fputs(rigidc_messages(model), stderr);
		exit(1);
	}
	fputs(header, stdout);
	return model;
}

int main(int argc, char **argv)
{
	if (argc != 2 || !setlocale(LC_ALL, argv[1]))
		return 77;
	char before[16], after[16];
	snprintf(before, sizeof before, "%.1f", 1.5);

	rigidc_model *model = print_header("examples/puma560.rig");
	print_rnea(model, RIGIDC_EVALUATOR, "evaluator");
	print_rnea(model, RIGIDC_TCC, "tcc");
	print_rnea(model, RIGIDC_CC, "cc");
	rigidc_model_free(model);
	rigidc_model_free(print_header("tests/peers/mjcf/meshes.xml"));

	snprintf(after, sizeof after, "%.1f", 1.5);
	printf("%s %s %s\n", before, after, setlocale(LC_ALL, NULL));
	return 0;
}
