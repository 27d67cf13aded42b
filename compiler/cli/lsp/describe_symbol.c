/* What a name of a model means. */
#include <string.h>

#include "symbol.h"
#include "cli/markup.h"
#include "model/body.h"
#include "model/expression/scope.h"
#include "model/joint.h"
#include "model/part/naming.h"

/* The head of a statement, on one line. */
static void put_head(struct Text *out, const struct Reading *reading, const struct Symbol *symbol)
{
	const struct Stmt *stmt = symbol->stmt;
	const struct Source *source = &reading->model->sources.item[stmt->span.source];
	uint32_t end = stmt->end > stmt->span.end ? stmt->end : stmt->span.end;
	const char *text = source->text + stmt->span.begin;
	size_t length = end - stmt->span.begin, line = 0;
	while (line < length && !strchr("\r\n{", text[line]))
		line++;
	while (line > 0 && strchr(" \t", text[line - 1]))
		line--;
	text_put(out, "```rig\n");
	text_bytes(out, text, line);
	text_put(out, "\n```\n");
}

static void put_doc(struct Text *out, const char *doc)
{
	if (doc) {
		text_char(out, '\n');
		markup_put_comment(out, doc);
	}
}

/* --- values --- */

/* "in FL, with i = 3" */
static void put_place(struct Text *out, const struct Env *env)
{
	const char *comma = "";
	if (env->in) {
		text_put(out, "in ");
		markup_put_plain(out, arena_copy(out->arena, env->in->prefix, strlen(env->in->prefix) - 1));
		comma = ", ";
	}
	for (const struct Within *within = env->within; within; within = within->outer)
		if (strncmp(within->text, "with ", 5) == 0) {
			text_put(out, comma);
			markup_put_plain(out, within->text);
			comma = ", ";
		}
}

/* Values in the uses of a part and the turns of a loop, as many as a reader wants. */
static void put_values_inside(struct Text *out, const struct Model *model, struct Span declared)
{
	enum { SHOWN = 6 };
	int shown = 0;
	for (size_t i = 0; i < model->scope->blocks.count && shown <= SHOWN; i++) {
		const struct Env *env = model->scope->blocks.item[i];
		for (size_t k = 0; k < env->count && shown <= SHOWN; k++) {
			const struct Const *item = &env->item[k];
			if (item->name.span.begin != declared.begin || item->name.span.source != declared.source ||
			    item->state != CONST_DONE)
				continue;
			if (shown++ == SHOWN) {
				text_put(out, "\n...\n");
				break;
			}
			text_put(out, "\n");
			figure_put(out, model->dag, &item->result);
			text_put(out, " ");
			put_place(out, env);
			text_put(out, "  \n");
		}
	}
}

static void describe_value(struct Text *out, const struct Reading *reading, const struct Symbol *symbol)
{
	const struct Model *model = reading->model->model;
	for (size_t i = 0; model->scope && i < model->scope->count; i++) {
		const struct Const *item = &model->scope->item[i];
		if (item->name.span.begin != symbol->span.begin || item->name.span.source != symbol->span.source ||
		    item->state != CONST_DONE)
			continue;
		text_char(out, '\n');
		markup_put_plain(out, symbol->name);
		text_put(out, " = ");
		figure_put(out, model->dag, &item->result);
		if (item->result.kind == VALUE_SCALAR)
			text_format(out, ", %s", dim_describe(out->arena, item->result.item[0].dim));
		text_put(out, item->parameter ? " by default\n" : "\n");
	}
	if (model->scope)
		put_values_inside(out, model, symbol->span);
}

/* --- the robot --- */

static bool is_at(struct Ident name, struct Span span)
{
	return name.span.source == span.source && name.span.begin <= span.begin && span.end <= name.span.end;
}

static void put_coordinates(struct Text *out, const struct Joint *joint)
{
	if (joint->locked || joint->coupling || !joint->kind->nq)
		return;
	text_format(out, ", q[%d", joint->q);
	if (joint->kind->nq > 1)
		text_format(out, "..%d", joint->q + joint->kind->nq - 1);
	text_format(out, "], v[%d", joint->v);
	if (joint->kind->nv > 1)
		text_format(out, "..%d", joint->v + joint->kind->nv - 1);
	text_char(out, ']');
}

static void put_joint(struct Text *out, const struct Joint *joint, bool sound)
{
	text_put(out, "\njoint ");
	markup_put_plain(out, joint->name.text);
	text_put(out, " : ");
	markup_put_plain(out, joint->kind->name);
	if (sound)
		put_coordinates(out, joint);
	text_put(out, joint->coupling ? ", coupled\n" : "\n");
}

static void put_body(struct Text *out, const struct Model *model, const struct Body *body, bool sound)
{
	text_put(out, "\nbody ");
	markup_put_plain(out, body->name.text);
	if (sound) {
		text_put(out, " on ");
		markup_put_plain(out, model_body_name(model, body->parent));
	}
	text_put(out, ": ");
	figure_put_number(out, model->dag, body->mass, "kg");
	text_put(out, ", centre of mass (");
	for (int i = 0; i < 3; i++)
		figure_put_number((text_put(out, i ? ", " : ""), out), model->dag, body->com.e[i], "");
	text_put(out, ") m\n");
}

/* Describes the bodies and joints of a name. A name in a part has a body in each use. */
static void describe_robot(struct Text *out, const struct Reading *reading, const struct Symbol *symbol)
{
	enum { SHOWN = 4 };
	const struct Model *model = reading->model->model;
	bool sound = reading->status == RIGIDC_OK;
	int shown = 0;
	for (int i = 0; i < model->bodies && shown < SHOWN; i++) {
		const struct Body *body = &model->body[i];
		bool joint = symbol->space == SPACE_JOINT;
		if (!is_at(joint ? body->joint->name : body->name, symbol->span))
			continue;
		shown++;
		if (!joint)
			put_body(out, model, body, sound);
		put_joint(out, body->joint, sound);
	}
}

static void describe_kind_symbol(struct Text *out, const struct Reading *reading, const struct Symbol *symbol)
{
	const struct JointKind *kind = kinds_find(&reading->model->model->kinds, symbol->name);
	if (kind)
		describe_kind(out, kind);
}

static void describe_uses(struct Text *out, const struct Reading *reading, const struct Symbol *symbol)
{
	const struct Model *model = reading->model->model;
	size_t uses = 0;
	for (size_t i = 0; i < model->uses.count; i++)
		uses += strcmp(model->uses.item[i].part, symbol->name) == 0;
	text_format(out, "\nused %zu times\n", uses);
}

/* What there is to say beside the statement itself. */
static void (*const rest[SPACE_COUNT])(struct Text *out, const struct Reading *reading,
                                       const struct Symbol *symbol) = { [SPACE_VALUE] = describe_value,
	                                                                [SPACE_SITE] = describe_robot,
	                                                                [SPACE_JOINT] = describe_robot,
	                                                                [SPACE_KIND] = describe_kind_symbol,
	                                                                [SPACE_PART] = describe_uses };

void describe_symbol(struct Text *out, const struct Reading *reading, const struct Symbol *symbol)
{
	if (reading->uri[symbol->stmt->span.source] && symbol->stmt->end)
		put_head(out, reading, symbol);
	text_format(out, "%s ", symbol->what);
	markup_put_code(out, symbol->name);
	text_char(out, '\n');
	put_doc(out, symbol->formal ? NULL : symbol->stmt->doc);
	if (rest[symbol->space])
		rest[symbol->space](out, reading, symbol);
}
