/* Base parameters in the output of `rigidc info`: each is a sum of inertial parameters of bodies. */
#include "info_parts.h"

#include <math.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/text_json.h"
#include "dag/default_values.h"
#include "dynamics/customized/base_parameters.h"

enum { WIDTH = 100 };

/* Coefficients of inertial parameters in each base parameter, for default values of the model's parameters. */
struct Sums {
	const struct Job *job;
	struct Columns names;
	int count, numbers;
	double *share; /* (count x numbers) */
};

static struct Sums sums_of(const struct Job *job)
{
	const struct Tree *tree = job->tree;
	struct Arena *arena = job->model->arena;
	struct Sums sums = { .job = job, .names = columns_of_bodies(job->model), .count = tree->base->count };
	sums.numbers = (int)sums.names.count;
	int entries = sums.count * sums.numbers;
	Ref *slope = ARENA_ARRAY(arena, Ref, entries);
	sums.share = ARENA_ARRAY(arena, double, entries);
	base_parameters_slopes(tree->dag, tree, slope);
	dag_default_values(tree->dag, slope, entries, sums.share);
	return sums;
}

/* A term " + 0.25 lower.m". A coefficient 1 and a leading plus are left out. */
static const char *term(const struct Sums *sums, int number, double share, bool first)
{
	struct Arena *arena = sums->job->model->arena;
	const char *sign = share < 0 ? first ? "-" : " - "
	                   : first   ? ""
	                             : " + ",
		   *name = text_shown(arena, sums->names.item[number]);
	if (fabs(share) == 1)
		return text_print(arena, "%s%s", sign, name);
	return text_print(arena, "%s%.10g %s", sign, fabs(share), name);
}

static void put_sum(struct Text *out, const struct Sums *sums, int i)
{
	size_t line = out->count, begin;
	text_format(out, "beta[%d]%s = ", i, i < 10 ? " " : "");
	begin = out->count;
	for (int k = 0; k < sums->numbers; k++) {
		double share = sums->share[i * sums->numbers + k];
		if (share == 0)
			continue;
		const char *next = term(sums, k, share, out->count == begin);
		if (out->count > begin && out->count - line + strlen(next) > WIDTH) {
			text_put(out, "\n         ");
			line = out->count;
		}
		text_put(out, next);
	}
	text_char(out, '\n');
}

/* Is base_parameters one of the functions? */
static bool is_asked(const struct Job *job)
{
	bool found = false;
	for (int i = 0; i < job->functions; i++)
		found |= strcmp(job->function[i].request.name, "base_parameters") == 0;
	return found;
}

void info_base(struct Text *out, const struct Job *job)
{
	if (!is_asked(job))
		return;
	const struct Sums sums = sums_of(job);
	text_format(out, "\n%d base parameters of %d, in kg, m%s\n", sums.count, sums.numbers,
	            job_prepares(job) ? ", as it is with defaults" : "");
	for (int i = 0; i < sums.count; i++)
		put_sum(out, &sums, i);
}

json_t *info_base_json(const struct Job *job)
{
	if (!is_asked(job))
		return NULL;
	const struct Sums sums = sums_of(job);
	json_t *all = json_array();
	for (int i = 0; i < sums.count; i++) {
		json_t *one = json_object();
		for (int k = 0; k < sums.numbers; k++)
			if (sums.share[i * sums.numbers + k] != 0)
				json_object_set_new(one, text_json_visible(sums.names.item[k]),
				                    text_json_number(sums.share[i * sums.numbers + k]));
		json_array_append_new(all, one);
	}
	return all;
}
