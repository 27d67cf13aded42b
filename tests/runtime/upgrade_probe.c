/* upgrade_probe MODEL: a program whose function has options.upgrade. Prints the executor that answers at first, and the
 * one after the upgrade. For builds_test.sh. */
#include <stdio.h>

#include "rigidc.h"

int main(int argc, char **argv)
{
	const rigidc_options options = { .size = sizeof options, .upgrade = 1 };
	rigidc_model *model;
	rigidc_function *function;
	if (argc != 2 || rigidc_load(argv[1], &options, &model) != RIGIDC_OK ||
	    rigidc_function_new(model, "rnea", RIGIDC_AUTO, &function) != RIGIDC_OK)
		return 1;
	printf("%d", (int)rigidc_function_tier(function));
	rigidc_upgraded(function, 1);
	printf(" %d\n", (int)rigidc_function_tier(function));
	rigidc_function_free(function);
	rigidc_model_free(model);
	return 0;
}
