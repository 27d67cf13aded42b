#include "snapping.h"

#include <stdio.h>

#include "complain.h"
#include "runtime/library.h"

struct Costs {
	const char *functions;
	struct Job job;
};

static void build(rigidc_model *model, void *context)
{
	struct Costs *costs = context;
	costs->job = library_generate(model, costs->functions, TARGET_HEADER, NULL);
}

static unsigned long operations(const struct Generated *function)
{
	return (unsigned long)function->program.cost[COST_MUL] + function->program.cost[COST_ADD];
}

static void say(const rigidc_model *model, const struct Job *with, const struct Job *without)
{
	const char *plural = model->snapped == 1 ? "" : "s";
	fprintf(stderr, "rigidc: snapping %zu angle%s saves", model->snapped, plural);
	for (int i = 0; i < with->functions; i++) {
		unsigned long before = operations(&without->function[i]), now = operations(&with->function[i]);
		fprintf(stderr, "%s %lu of %lu operations in ", i ? "," : "", before > now ? before - now : 0, before);
		complain_put(with->function[i].request.name);
	}
	fputc('\n', stderr);
}

rigidc_status snapping_report(rigidc_model *model, const struct Options *options)
{
	rigidc_model *plain;
	rigidc_options as_it_was = options->library;
	struct Costs with = { .functions = options->functions }, without = with;
	if (!model->snapped)
		return RIGIDC_OK;
	const struct Source *source = &model->sources.item[0];
	as_it_was.snap_angles = 0;
	as_it_was.from = (rigidc_format)(1 + (model->format - format_table));
	rigidc_status status = model->files.path
	                               ? rigidc_load(model->files.path, &as_it_was, &plain)
	                               : rigidc_read(source->text, source->length, source->name, &as_it_was, &plain);
	if (status == RIGIDC_OK)
		status = library_call(plain, build, &without);
	if (status == RIGIDC_OK)
		status = library_call(model, build, &with);
	if (status == RIGIDC_OK)
		say(model, &with.job, &without.job);
	rigidc_model_free(plain);
	return status == RIGIDC_NO_MEMORY ? status : RIGIDC_OK;
}
