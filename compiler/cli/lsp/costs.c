/* Inlay hints: operations of functions where they are named, and operations that the numbers of a line cost. They are
 * computed while nobody types; then the client is asked to ask again. */
#include <stdlib.h>
#include <string.h>

#include "symbol.h"
#include "server.h"
#include "reading.h"
#include "cli/text_json.h"
#include "cli/info/cost.h"

/* --- in the child: a line "LINE TEXT", lines of the source from 0 --- */

/* "rnea 141 mul, 125 add" */
static void put_function(struct Text *out, const struct Generated *function)
{
	text_format(out, "%s %lu mul, %lu add", text_shown(out->arena, function->request.name),
	            (unsigned long)function->program.cost[COST_MUL], (unsigned long)function->program.cost[COST_ADD]);
}

static const struct Stmt *statement_of(const rigidc_model *model, enum StmtKind kind)
{
	const struct Stmt *stmt = model->ast.statements.first;
	while (stmt && stmt->kind != kind)
		stmt = stmt->next;
	return stmt;
}

/* The functions beside the statement `generate`, or `model` if there is none. */
static void put_functions(rigidc_model *model, const struct Job *job, struct Text *out)
{
	const struct Stmt *stmt = statement_of(model, STMT_GENERATE);
	stmt = stmt ? stmt : statement_of(model, STMT_MODEL);
	if (!stmt || stmt->span.source != 0)
		return;
	uint32_t end = stmt->end ? stmt->end : stmt->span.end;
	struct Place place = sources_place(&model->sources, (struct Span){ end, end, 0 });
	text_format(out, "%u ", place.line - 1);
	const char *comma = "";
	for (int i = 0; i < job->functions; i++) {
		if (job->function[i].angles_of)
			continue;
		text_put(out, comma);
		put_function(out, &job->function[i]);
		comma = "; ";
	}
	text_char(out, '\n');
}

static void count_functions(rigidc_model *model, struct Text *out)
{
	struct Job job = library_generate(model, NULL, TARGET_HEADER, NULL);
	if (!model->diags.errors)
		put_functions(model, &job, out);
}

/* Costs of the lines of the document itself. */
static void count_lines(rigidc_model *model, struct Text *out)
{
	struct CostReport report = cost_report(model, NULL, 1);
	for (size_t i = 0; i < report.lines.count; i++) {
		const struct CostLine *line = &report.lines.item[i];
		long sum = 0;
		for (int k = 0; line->saved && k < report.job->functions; k++)
			sum += line->saved[k];
		if (sum > 0 && line->place.name == model->sources.item[0].name)
			text_format(out, "%u %ld operations\n", line->place.line - 1, sum);
	}
}

/* --- in the server --- */

/* Texts for lines, from both kinds of work. */
static void take_hints(struct Server *server, struct Work *work, bool whole, int which)
{
	struct Hints *hints = &work->document->hints[which];
	hints->made = work->made;
	free(hints->text);
	hints->text = whole && work->text.count ? strdup(text_string(&work->text)) : NULL;
	if (server->refreshes && hints->text)
		server_send(server, "workspace/inlayHint/refresh", json_null(), ++server->asked);
}

static void functions_done(struct Server *server, struct Work *work, bool whole)
{
	take_hints(server, work, whole, HINTS_OF_FUNCTIONS);
}

static void lines_done(struct Server *server, struct Work *work, bool whole)
{
	take_hints(server, work, whole, HINTS_OF_LINES);
}

/* The kinds of work, in their order. */
static const struct {
	void (*run)(rigidc_model *model, struct Text *text);
	void (*done)(struct Server *server, struct Work *work, bool whole);
} sorts[HINTS_COUNT] = {
	[HINTS_OF_FUNCTIONS] = { count_functions, functions_done }, [HINTS_OF_LINES] = { count_lines, lines_done }
};

/* Starts the next work for a document. False: there is none, or some is in progress. */
static bool start_for(struct Server *server, struct Document *document)
{
	struct Reading *reading = document->reading;
	if (!document->wants_hints || !reading || !reading->model || reading->status != RIGIDC_OK ||
	    !format_is_own(reading->model->format))
		return false;
	for (int i = 0; i < HINTS_COUNT; i++) {
		if (work_runs(server, document, sorts[i].done))
			return false;
		if (document->hints[i].made != reading->made)
			return work_start(server, document, reading, sorts[i].run, sorts[i].done);
	}
	return false;
}

bool costs_wait(const struct Server *server)
{
	for (const struct Document *d = server->documents; d; d = d->next)
		if (d->wants_hints && d->reading && d->reading->status == RIGIDC_OK && !server->work)
			for (int i = 0; i < HINTS_COUNT; i++)
				if (d->hints[i].made != d->reading->made)
					return true;
	return false;
}

void costs_start(struct Server *server)
{
	for (struct Document *d = server->documents; d && !server->work; d = d->next)
		start_for(server, d);
}

/* Adds the hints of a text, each at the end of its line. */
static void add_hints(struct MethodCall *call, struct Document *document, const char *text, struct Span range,
                      json_t *all)
{
	const struct Source *source = document_source(document);
	while (text && *text) {
		char *behind;
		unsigned long line = strtoul(text, &behind, 10);
		size_t length = strcspn(behind + 1, "\n");
		uint32_t at = position_offset(&document->sources, 0, (struct Position){ (uint32_t)line, UINT32_MAX },
		                              call->server->encoding);
		const char *label = arena_copy(call_arena(call), behind + 1, length);
		if (line < source->lines && at >= range.begin && at <= range.end)
			json_array_append_new(all, json_pack("{s:o, s:o, s:b}", "position",
			                                     position_json(position_at(&document->sources, 0, at,
			                                                               call->server->encoding)),
			                                     "label", text_json(label), "paddingLeft", 1));
		text = behind + 1 + length;
		text += *text == '\n';
	}
}

json_t *costs_inlay_hint(struct MethodCall *call)
{
	struct Span range;
	struct Document *document = call_document(call);
	if (!document || !call_range(call, document, &range))
		return NULL;
	struct Reading *reading = reading_of(call->server, document);
	json_t *all = json_array();
	document->wants_hints = true;
	for (int i = 0; reading && i < HINTS_COUNT; i++)
		if (document->hints[i].made == reading->made)
			add_hints(call, document, document->hints[i].text, range, all);
	return all;
}
