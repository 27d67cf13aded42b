/* Costs of the numbers of a model: compile the model as it is, then without each number, always without search. */
#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/waiting.h"

/* A compilation of the model, possibly changed, in a separate arena. */
struct Trial {
	rigidc_model *of;
	struct Arena *arena;
	struct Request request;
	struct Sources sources;
	struct Diags diags;
	struct Job job;
};

/* The caller's request without search. Sines and cosines are computed in the code, never inputs. */
static struct Trial trial_of(rigidc_model *model, struct Arena *arena)
{
	struct Trial trial = { .of = model, .arena = arena, .request = model->request };
	trial.request.search_given = true;
	trial.request.search = SEARCH_NONE;
	if (trial.request.sincos == SINCOS_GIVEN)
		trial.request.sincos = SINCOS_INLINE;
	return trial;
}

static const struct Model *trial_read(struct Trial *trial)
{
	trial->sources = trial->of->sources;
	trial->sources.arena = trial->arena;
	trial->sources.capacity = trial->sources.count; /* full, so that growing makes a copy */
	diags_init(&trial->diags, trial->arena, &trial->sources);
	const struct Model *model = check_model(&trial->diags, &trial->of->ast, &trial->request);
	return trial->diags.errors ? NULL : model;
}

static bool trial_compile(struct Trial *trial, const struct Model *model, const char *functions, bool counted)
{
	const struct Model *fork = model_fork(model, trial->arena);
	struct Target target = target_table[TARGET_HEADER];
	target.counted = counted;
	trial->job = compile_functions(&trial->diags, fork, &trial->request, functions, &target, NULL, NULL);
	return !trial->diags.errors;
}

static long operations(const struct Generated *function)
{
	return (long)function->program.cost[COST_MUL] + (long)function->program.cost[COST_ADD];
}

/* Is the change of the model at most a hundredth? */
static bool is_small(const struct CostEntry *entry)
{
	const double hundredth = 0.01;
	return entry->removable && entry->change > 0 && entry->change <= hundredth;
}

struct Costing {
	rigidc_model *model;
	struct CostReport *report;
	const char *functions;
	struct Arena *arena; /* emptied after each trial */
	const struct Model *plain;
};

/* The changed model, checked as far as the functions can be generated; NULL if it has errors. */
static const struct Model *trial_check(struct Trial *trial, const struct Costing *costing)
{
	const struct Model *model = trial_read(trial);
	if (!model)
		return NULL;
	trial->job = compile_job(&trial->diags, model_fork(model, trial->arena), &trial->request, costing->functions,
	                         target_table[TARGET_HEADER].dialect);
	return !trial->diags.errors && trial->job.functions == costing->report->job->functions ? model : NULL;
}

/* Operations saved by the changed model, by function; NULL if this model has errors. */
static long *saved_now(const struct Costing *costing)
{
	const struct Job *plain = costing->report->job;
	struct Trial trial = trial_of(costing->model, costing->arena);
	const struct Model *model = trial_read(&trial);
	long *saved = NULL;
	if (model && trial_compile(&trial, model, costing->functions, true) &&
	    trial.job.functions == plain->functions) {
		saved = ARENA_ARRAY(&costing->model->call, long, plain->functions + 1);
		for (int i = 0; i < plain->functions; i++)
			saved[i] = operations(&plain->function[i]) - operations(&trial.job.function[i]);
	}
	arena_empty(costing->arena);
	return saved;
}

/* Checks the model without the number. */
static void check_entry(const struct Costing *costing, struct CostEntry *entry)
{
	struct Trial trial = trial_of(costing->model, costing->arena);
	expr_swap(entry->expr, &entry->without);
	const struct Model *model = trial_check(&trial, costing);
	entry->removable = model != NULL;
	entry->change = model ? cost_change(costing->plain, model) : HUGE_VAL;
	expr_swap(entry->expr, &entry->without);
	arena_empty(costing->arena);
}

/* Counts the operations of the model without the number, once. */
static void count_entry(const struct Costing *costing, struct CostEntry *entry)
{
	if (!entry->removable || entry->saved)
		return;
	expr_swap(entry->expr, &entry->without);
	entry->saved = saved_now(costing);
	expr_swap(entry->expr, &entry->without);
	entry->removable = entry->saved != NULL;
	for (int i = 0; i < costing->report->job->functions && entry->saved; i++)
		entry->total += entry->saved[i];
}

static void add_lines(const struct Costing *costing)
{
	struct CostReport *report = costing->report;
	for (size_t i = 0; i < report->entries.count; i++) {
		struct CostLine *last = report->lines.count ? &report->lines.item[report->lines.count - 1] : NULL;
		if (!last || last->place.line != report->entries.item[i].place.line) {
			last = ARENA_PUSH(&costing->model->call, &report->lines);
			*last = (struct CostLine){ .place = report->entries.item[i].place, .first = i };
		}
		last->count++;
	}
}

static size_t count_removable(const struct CostEntry *entry, size_t count)
{
	size_t removable = 0;
	for (size_t i = 0; i < count; i++)
		removable += entry[i].removable;
	return removable;
}

/* Operations saved without all removable numbers of a line; NULL: there is none, or the model without them has errors. */
static long *saved_together(const struct Costing *costing, struct CostEntry *entry, size_t count)
{
	long *saved = NULL;
	size_t removable = count_removable(entry, count);
	if (removable == 1) { /* the number itself */
		while (!entry->removable)
			entry++;
		count_entry(costing, entry);
		return entry->saved;
	}
	for (size_t i = 0; i < count; i++)
		if (entry[i].removable)
			expr_swap(entry[i].expr, &entry[i].without);
	if (removable)
		saved = saved_now(costing);
	for (size_t i = count; i-- > 0;)
		if (entry[i].removable)
			expr_swap(entry[i].expr, &entry[i].without);
	return saved;
}

/* Tries a line. A number is counted alone only where that is read: if it is small, or the only removable number. Errors that are
 * found by counting alone make the other numbers worth another try. */
static void try_line(const struct Costing *costing, struct CostLine *line)
{
	struct CostEntry *entry = &costing->report->entries.item[line->first];
	for (size_t i = 0; i < line->count; i++) {
		check_entry(costing, &entry[i]);
		if (is_small(&entry[i]))
			count_entry(costing, &entry[i]);
	}
	line->saved = saved_together(costing, entry, line->count);
	if (line->saved)
		return;
	size_t removable = count_removable(entry, line->count);
	for (size_t i = 0; i < line->count; i++)
		count_entry(costing, &entry[i]);
	if (count_removable(entry, line->count) < removable)
		line->saved = saved_together(costing, entry, line->count);
}

/* Tries the lines in order. After an interruption all lines up to there are complete. */
static void try_lines(const struct Costing *costing)
{
	struct CostReport *report = costing->report;
	struct CostLines *lines = &report->lines;
	for (size_t i = 0; i < lines->count; i++) {
		try_line(costing, &lines->item[i]);
		bool last = i + 1 == lines->count;
		if (!waiting_progress(NULL, "costs by line", last ? 1 : (double)(i + 1) / (double)lines->count, 0) ||
		    last)
			continue;
		waiting_progress(NULL, "costs by line", 1, 0);
		report->interrupted = true;
		lines->count = i + 1;
		report->entries.count = lines->item[i].first + lines->item[i].count;
	}
}

static int by_saving(const void *a, const void *b)
{
	const struct CostEntry *one = *(struct CostEntry *const *)a, *other = *(struct CostEntry *const *)b;
	if (one->total != other->total)
		return one->total > other->total ? -1 : 1;
	return one < other ? -1 : one > other;
}

static void find_simple(const struct Costing *costing)
{
	struct CostReport *report = costing->report;
	report->simple = ARENA_ARRAY(&costing->model->call, struct CostEntry *, report->entries.count + 1);
	for (size_t i = 0; i < report->entries.count; i++) {
		struct CostEntry *entry = &report->entries.item[i];
		if (is_small(entry) && entry->total > 0)
			report->simple[report->simples++] = entry;
	}
	qsort(report->simple, report->simples, sizeof *report->simple, by_saving);
	report->simples = report->simples < COST_SIMPLEST ? report->simples : COST_SIMPLEST;
}

static void find_errors(const struct Costing *costing)
{
	struct CostReport *report = costing->report;
	struct Trial plain = trial_of(costing->model, &costing->model->call);
	if (!report->simples || !trial_read(&plain) || !trial_compile(&plain, costing->plain, "rnea", false))
		return;
	for (size_t i = 0; i < report->simples; i++) {
		struct Trial trial = trial_of(costing->model, costing->arena);
		expr_swap(report->simple[i]->expr, &report->simple[i]->without);
		const struct Model *model = trial_read(&trial);
		if (model && trial_compile(&trial, model, "rnea", false))
			cost_error(&plain.job, &trial.job, report->seed, report->simple[i]);
		expr_swap(report->simple[i]->expr, &report->simple[i]->without);
		arena_empty(costing->arena);
	}
}

struct CostReport cost_report(rigidc_model *model, const char *functions, unsigned long seed)
{
	struct CostReport report = { .seed = seed };
	struct Costing costing = {
		.model = model, .report = &report, .functions = functions, .arena = arena_trial(&model->call)
	};
	struct Trial *plain = ARENA_NEW(&model->call, struct Trial);
	*plain = trial_of(model, &model->call);
	costing.plain = trial_read(plain);
	MUST(&model->call, costing.plain);
	report.job = &plain->job;
	if (!trial_compile(plain, costing.plain, functions, true))
		return report; /* the caller's own compilation reports the errors */
	cost_find(model, &report);
	add_lines(&costing);
	try_lines(&costing);
	find_simple(&costing);
	find_errors(&costing);
	return report;
}
