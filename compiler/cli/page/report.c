/* rigidc report: a page about a model, for a browser without network access. */
#include <string.h>

#include "page.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/output.h"

struct Report {
	const struct Options *options;
	const char *text;
};

static void describe(rigidc_model *model, void *context)
{
	struct Report *report = context;
	const struct PackageFolders packages = { report->options->package_folder, report->options->package_folders };
	report->text = page_make(model, report->options->functions, report->options->seed, true, &packages);
}

int command_report(const struct Options *options)
{
	const char *path = options->output;
	if (output_takes(path, ".html") != EXIT_FINE)
		return EXIT_USAGE;
	struct Report report = { .options = options };
	rigidc_model *model;
	rigidc_status status = rigidc_load(options->model, &options->library, &model);
	/* diagnostics of the model are not printed: the page contains them */
	return load_write(model, status, describe, &report, &report.text, path);
}
