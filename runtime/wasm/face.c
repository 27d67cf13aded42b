/* Entry points of the WebAssembly module, beside those of rigidc.h: commands, and models by the options of a command line.
 * Called by package/rigidc.mjs. */
#include <stdio.h>

#include "cli/complain.h"
#include "cli/load.h"

int main(int argc, char **argv);
int wasm_run(int argc, char **argv);
rigidc_model *wasm_load(int argc, char **argv);

/* Runs a command. Returns its exit code. */
__attribute__((export_name("wasm_run"))) int wasm_run(int argc, char **argv)
{
	int code = main(argc, argv);
	fflush(NULL);
	return code;
}

/* Loads a model as `check` does; argv[0] is "check". NULL after a message about the options. The caller frees it. */
__attribute__((export_name("wasm_load"))) rigidc_model *wasm_load(int argc, char **argv)
{
	struct Options options = { 0 };
	rigidc_model *model = NULL;
	if (options_read(&options, COMMAND_CHECK, argc, argv) == EXIT_FINE)
		load_checked(&options, &model);
	options_free(&options);
	return model;
}
