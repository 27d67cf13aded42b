/* Costs as tables, and as JSON. */
#include "cost.h"

#include <string.h>

#include "cli/text_json.h"
#include "dynamics/measures.h"

static const char *function_name(const struct CostReport *report, int function)
{
	return text_shown(report->job->model->arena, report->job->function[function].request.name);
}

static const char *unit_of_error(const struct CostReport *report, const struct CostEntry *entry)
{
	return measure_element_unit(report->job->model, MEASURE_FORCE, entry->velocity);
}

/* --- tables --- */

/* Column heads "  rnea  crba": each as wide as its name, at least six. */
static void put_heads(const struct CostReport *report, struct Text *out)
{
	for (int i = 0; i < report->job->functions; i++)
		text_format(out, " %6s", function_name(report, i));
}

static void put_saved(const struct CostReport *report, struct Text *out, const long *saved)
{
	for (int i = 0; i < report->job->functions; i++) {
		int width = (int)strlen(function_name(report, i));
		text_format(out, " %*ld", width > 6 ? width : 6, saved[i]);
	}
}

static bool is_nothing(const struct CostReport *report, const long *saved)
{
	for (int i = 0; i < report->job->functions; i++)
		if (saved[i])
			return false;
	return true;
}

/* The source line without its indentation, cut to the width of a screen. */
static void put_source(struct Text *out, const struct Place *place)
{
	enum { WIDTH = 72 };
	size_t first = 0;
	while (first < place->length && strchr(" \t", place->text[first]))
		first++;
	const char *text = arena_copy(out->arena, place->text + first, place->length - first);
	const char *shown = text_shown(out->arena, text);
	size_t length = strlen(shown);
	if (length > WIDTH)
		for (length = WIDTH; length && (shown[length] & 0xc0) == 0x80;)
			length--;
	text_bytes(out, shown, length);
	text_put(out, shown[length] ? "...\n" : "\n");
}

static void put_lines(const struct CostReport *report, struct Text *out)
{
	size_t free_of_cost = 0, needed = 0;
	text_format(out, "\n%6s", "line");
	put_heads(report, out);
	text_put(out, "  operations (mul and add) that its figures cost, without search\n");
	for (size_t i = 0; i < report->lines.count; i++) {
		const struct CostLine *line = &report->lines.item[i];
		if (!line->saved || is_nothing(report, line->saved)) {
			needed += !line->saved;
			free_of_cost += line->saved != NULL;
			continue;
		}
		text_format(out, "%6u", (unsigned)line->place.line);
		put_saved(report, out, line->saved);
		text_put(out, "  ");
		put_source(out, &line->place);
	}
	text_format(out, "%zu other line%s cost%s nothing", free_of_cost, free_of_cost == 1 ? "" : "s",
	            free_of_cost == 1 ? "s" : "");
	if (needed)
		text_format(out, "; of %zu there would be no model without", needed);
	text_put(out, report->interrupted ? "; interrupted there: the lines below are not tried\n" : "\n");
}

static void put_simple(const struct CostReport *report, struct Text *out)
{
	const struct Model *model = report->job->model;
	if (!report->simples) {
		text_put(
			out,
			"\nno figure below a hundredth of its body's size, and no angle next to a quarter turn, costs operations\n");
		return;
	}
	text_format(out, "\n%-9s", "place");
	put_heads(report, out);
	text_format(out, "  simplifications, and the largest error of tau at %d random states, seed %lu\n", COST_STATES,
	            report->seed);
	for (size_t i = 0; i < report->simples; i++) {
		const struct CostEntry *entry = report->simple[i];
		text_format(out, "%-9s",
		            text_print(out->arena, "%u:%u", (unsigned)entry->place.line,
		                       (unsigned)entry->place.column));
		put_saved(report, out, entry->saved);
		text_format(out, "  %s -> %s: ", text_shown(out->arena, entry->was), entry->becomes);
		if (model->nv)
			text_format(out, "%.2g %s of %.3g\n", entry->error, unit_of_error(report, entry),
			            entry->largest);
		else
			text_put(out, "nothing moves\n");
	}
}

void cost_put(const struct CostReport *report, struct Text *out)
{
	put_lines(report, out);
	put_simple(report, out);
}

/* --- JSON --- */

static json_t *saved_json(const struct CostReport *report, const long *saved)
{
	json_t *all = json_object();
	for (int i = 0; i < report->job->functions; i++)
		json_object_set_new(all, text_json_visible(report->job->function[i].request.name),
		                    json_integer(saved[i]));
	return all;
}

static json_t *lines_json(const struct CostReport *report)
{
	json_t *lines = json_array();
	for (size_t i = 0; i < report->lines.count; i++) {
		const struct CostLine *line = &report->lines.item[i];
		const char *text = arena_copy(report->job->model->arena, line->place.text, line->place.length);
		json_array_append_new(lines, json_pack("{s:i, s:o, s:o}", "line", (int)line->place.line, "text",
		                                       text_json(text), "operations",
		                                       line->saved ? saved_json(report, line->saved) : json_null()));
	}
	return lines;
}

static json_t *simple_json(const struct CostReport *report)
{
	json_t *all = json_array();
	for (size_t i = 0; i < report->simples; i++) {
		const struct CostEntry *entry = report->simple[i];
		json_t *one = json_pack("{s:i, s:i, s:o, s:s, s:o}", "line", (int)entry->place.line, "column",
		                        (int)entry->place.column, "was", text_json(entry->was), "becomes",
		                        entry->becomes, "operations", saved_json(report, entry->saved));
		if (report->job->model->nv) {
			json_object_set_new(one, "error", text_json_number(entry->error));
			json_object_set_new(one, "of", text_json_number(entry->largest));
			json_object_set_new(one, "unit", json_string(unit_of_error(report, entry)));
		}
		json_array_append_new(all, one);
	}
	return all;
}

json_t *cost_report_json(const struct CostReport *report)
{
	return json_pack("{s:o, s:o, s:i, s:I, s:b}", "lines", lines_json(report), "simplifications",
	                 simple_json(report), "states", COST_STATES, "seed", (json_int_t)report->seed, "interrupted",
	                 report->interrupted);
}
