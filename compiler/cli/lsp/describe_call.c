/* What may be called with arguments: looked up in the tables of the language and in the model. */
#include "describe_call.h"

#include <string.h>

#include "cli/markup.h"
#include "model/expression/builtin.h"
#include "model/wrap.h"

/* --- parameters --- */

static void begin(struct Signature *s, const char *name)
{
	text_put(&s->label, text_shown(s->label.arena, name));
	text_char(&s->label, '(');
}

/* Appends a parameter to the label: "radius: m", "axis: axis = z". */
static void add(struct Signature *s, const char *name, const char *written, const char *doc)
{
	text_put(&s->label, s->parameters.count ? ", " : "");
	struct SignatureParameter parameter = { .name = name, .begin = s->label.count, .doc = doc };
	text_put(&s->label, text_shown(s->label.arena, written));
	parameter.end = s->label.count;
	*ARENA_PUSH(s->label.arena, &s->parameters) = parameter;
}

static void add_axis(struct Signature *s, const char *name)
{
	const struct Taken *axis = &takes_table[TAKES_AXIS];
	add(s, name, text_print(s->label.arena, "%s: %s", name, axis->unit), axis->text);
}

/* --- the model --- */

/* "a length [m]", for a parameter with a unit; NULL without one. */
static const char *doc_of_formal(struct Signature *s, const struct Argument *formal)
{
	const struct Expr *unit = formal->value;
	if (!unit || unit->kind != EXPR_UNIT)
		return NULL;
	bool angle = dim_equal(unit->unit.dim, dim_none) && (unit->unit.turns || strcmp(unit->symbol, "rad") == 0);
	return angle ? takes_table[TAKES_ANGLE].text : dim_describe(s->label.arena, unit->unit.dim);
}

/* The parameter as the model has it: "size: m = 20 mm". */
static void add_formal(struct Signature *s, const struct Reading *reading, const struct Argument *formal)
{
	struct Span span = formal->name.span;
	const struct Source *source = &reading->model->sources.item[span.source];
	uint32_t end = formal->default_value ? formal->default_value->span.end
	               : formal->value       ? formal->value->span.end
	                                     : span.end;
	const char *written =
		arena_copy(s->label.arena, source->text + span.begin, end > span.begin ? end - span.begin : 0);
	add(s, formal->name.text, written, doc_of_formal(s, formal));
}

void describe_call(struct Signature *s, const struct Reading *reading, const struct Symbol *symbol)
{
	const struct Stmt *stmt = symbol->stmt;
	begin(s, symbol->name);
	for (size_t i = 0; i < stmt->list.count; i++)
		if (stmt->list.item[i].name.text)
			add_formal(s, reading, &stmt->list.item[i]);
	text_char(&s->label, ')');
	if (stmt->kind == STMT_TABLE && stmt->by && stmt->by->kind == EXPR_UNIT)
		text_format(&s->label, ": %s", stmt->by->symbol);
	text_format(&s->doc, "%s ", symbol->what);
	markup_put_code(&s->doc, symbol->name);
	if (stmt->doc) {
		text_put(&s->doc, "\n\n");
		markup_put_comment(&s->doc, stmt->doc);
	}
}

/* --- the language --- */

/* Kinds with parameters are defined in the language, where each number has its unit. */
static void describe_joint(struct Signature *s, const struct JointKind *kind)
{
	begin(s, kind->name);
	for (int i = 0; i < kind->parameters; i++) {
		const struct JointParameter *parameter = &kind->parameter[i];
		const struct Expr *unit = kind->definition->list.item[i].value;
		if (parameter->axis)
			add_axis(s, parameter->name);
		else
			add(s, parameter->name,
			    unit ? text_print(s->label.arena, "%s: %s", parameter->name, unit->symbol)
			         : parameter->name,
			    dim_describe(s->label.arena, parameter->dim));
	}
	describe_motion(&s->doc, kind);
}

static void describe_loop(struct Signature *s, const struct LoopKind *kind)
{
	begin(s, kind->name);
	if (kind->axis)
		add_axis(s, "axis");
	if (kind->length)
		add(s, "length", "length: m", takes_table[TAKES_LENGTH].text);
	text_put(&s->doc, kind->summary);
}

static void describe_contact(struct Signature *s, const struct ContactKind *kind)
{
	begin(s, kind->name);
	if (kind->axis)
		add_axis(s, "axis");
	text_put(&s->doc, kind->summary);
}

static void describe_wrap(struct Signature *s, const char *name)
{
	for (int i = 0; i < wrap_kind_count; i++) {
		if (strcmp(wrap_kinds[i].name, name) != 0)
			continue;
		begin(s, name);
		for (size_t k = 0; k < wrap_kinds[i].sizes; k++)
			add(s, wrap_kinds[i].size[k], text_print(s->doc.arena, "%s: m", wrap_kinds[i].size[k]),
			    takes_table[TAKES_LENGTH].text);
		text_put(&s->doc, wrap_kinds[i].summary);
	}
}

void describe_call_kind(struct Signature *s, const struct Reading *reading, const char *statement, const char *name)
{
	const struct JointKind *joint = kinds_find(&reading->model->model->kinds, name);
	const struct LoopKind *loop = loop_kind_find(name);
	const struct ContactKind *contact = contact_kind_find(name);
	if (joint && strcmp(statement, "joint") == 0)
		describe_joint(s, joint);
	else if (loop && strcmp(statement, "loop") == 0)
		describe_loop(s, loop);
	else if (contact && strcmp(statement, "contact") == 0)
		describe_contact(s, contact);
	else if (strcmp(statement, "wrap") == 0)
		describe_wrap(s, name);
	if (s->label.count)
		text_char(&s->label, ')');
}

void describe_call_builtin(struct Signature *s, const char *name)
{
	const struct Builtin *row = builtin_find(name);
	if (!row)
		return;
	begin(s, row->name);
	for (size_t i = 0; i < BUILTIN_PARAMETERS && row->parameter[i]; i++) {
		const struct Taken *taken = &takes_table[row->takes[i]];
		const char *value = builtin_default(row, i);
		add(s, row->parameter[i],
		    text_print(s->label.arena, "%s%s%s%s%s", row->parameter[i], taken->unit ? ": " : "",
		               taken->unit ? taken->unit : "", value ? " = " : "", value ? value : ""),
		    taken->text);
	}
	text_char(&s->label, ')');
	text_format(&s->doc, "%s: %s", value_kind_name[row->gives], row->summary);
}
