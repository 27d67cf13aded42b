/* The JavaScript of the page. Names of the model are replaced: the script does not need them, and they may contain
 * anything. */
#include "page.h"

#include "pipeline/assemble.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/parameter.h"
#include "model/row.h"
#include "model/strut.h"

/* Struts and their points get neutral names, which occur in comments of the code. */
static void name_struts(struct Model *copy, struct Arena *arena)
{
	struct Strut *strut = ARENA_ARRAY(arena, struct Strut, copy->struts.count);
	for (size_t i = 0; i < copy->struts.count; i++) {
		strut[i] = copy->struts.item[i];
		strut[i].name.text = text_print(arena, "s%zu", i);
		strut[i].at = ARENA_ARRAY(arena, struct Ident, strut[i].points);
		for (int k = 0; k < strut[i].points; k++)
			strut[i].at[k].text = text_print(arena, "p%d", k);
	}
	copy->struts.item = strut;
}

/* Inputs and states occur in comments of the code, too. */
static void name_given(struct ParameterList *all, const char *letter, struct Arena *arena)
{
	struct Parameter **given = ARENA_ARRAY(arena, struct Parameter *, all->count);
	for (size_t i = 0; i < all->count; i++) {
		given[i] = ARENA_NEW(arena, struct Parameter);
		*given[i] = *all->item[i];
		given[i]->name.text = text_print(arena, "%s%zu", letter, i);
		given[i]->plain = given[i]->doc = NULL;
	}
	all->item = given;
}

/* Defines a function that copies a list with neutral names: a letter and a number. */
#define NAMER(function, Type, list, letter) \
	static void function(struct Model *copy, struct Arena *arena) \
	{ \
		struct Type *item = ARENA_ARRAY(arena, struct Type, copy->list.count); \
		for (size_t i = 0; i < copy->list.count; i++) { \
			item[i] = copy->list.item[i]; \
			item[i].name.text = text_print(arena, letter "%zu", i); \
		} \
		copy->list.item = item; \
	}

NAMER(name_loops, Loop, loops, "l")
NAMER(name_constraints, Constraint, constraints, "c")
NAMER(name_contacts, Contact, contacts, "t")
NAMER(name_phases, Phase, phases, "h")

static const struct Model *nameless(const struct Model *model, struct Arena *arena)
{
	struct Model *copy = ARENA_NEW(arena, struct Model);
	*copy = *model_fork(model, arena);
	copy->name.text = "robot";
	copy->doc = NULL;
	copy->frames = copy->wrenches = 0;
	copy->poses.count = 0;
	struct Joint *joint = ARENA_ARRAY(arena, struct Joint, model->bodies);
	copy->body = ARENA_ARRAY(arena, struct Body, model->bodies);
	for (int i = 0; i < model->bodies; i++) {
		joint[i] = *model->body[i].joint;
		copy->body[i] = model->body[i];
		copy->body[i].joint = &joint[i];
		copy->body[i].name.text = text_print(arena, "b%d", i);
		copy->body[i].joint->name.text = text_print(arena, "j%d", i);
	}
	name_struts(copy, arena);
	name_given(&copy->inputs, "u", arena);
	name_given(&copy->states, "x", arena);
	name_loops(copy, arena);
	name_constraints(copy, arena);
	name_contacts(copy, arena);
	name_phases(copy, arena);
	return copy;
}

/* The neutral name of a hold's phase. Its function is hold0, hold1 ... */
static void put_hold(struct Text *text, const struct Model *model, const struct PageHold *hold, size_t index)
{
	text_format(text, ",hold%zu=id:", index);
	for (size_t i = 0; i < model->phases.count && hold->contacts; i++)
		if (model->phases.item[i].contact == hold->contact) {
			text_put(text, model->phases.item[i].name.text);
			return;
		}
	text_put(text, hold->contacts ? model->contacts.item[hold->contact[0]].name.text : "loops");
}

/* A single fused function, in which common operations are shared; others for closing loops and for what holds. */
static const char *functions_of(const struct Model *model, const struct PageHolds *holds)
{
	struct Text text = text_new(model->arena);
	text_put(&text, "scene=");
	for (int i = 0; i < model->bodies; i++)
		if (body_moves(&model->body[i]))
			text_format(&text, "fk:%s+", model->body[i].name.text);
	text_put(&text, "gravity+com");
	if (assemble_rows(model))
		text_put(&text, ",closing=closure+jac:loops");
	for (size_t i = 0; i < holds->count; i++)
		if (!holds->item[i].why)
			put_hold(&text, model, &holds->item[i], i);
	return text_string(&text);
}

/* The table of the functions of all holds. */
static void put_table(struct Text *text, const struct PageHolds *holds)
{
	text_put(text, "export const robot_holds = [");
	for (size_t i = 0; i < holds->count; i++)
		text_format(text, holds->item[i].why ? "%snull" : "%srobot_hold%zu", i ? ", " : "", i);
	text_put(text, "];\n");
}

const char *page_scene(rigidc_model *model, const struct PageHolds *holds)
{
	const struct Model *bare = nameless(model->model, &model->call);
	const size_t said = model->diags.count;
	const struct Request request = { .search_given = true, .search = SEARCH_NONE };
	const struct Target *target = &target_table[TARGET_JAVASCRIPT];
	struct Printed printed = { .include = NULL };
	struct Job job =
		compile_functions(&model->diags, bare, &request, functions_of(bare, holds), target, NULL, NULL);
	if (model->diags.errors)
		return NULL;
	model->diags.count = said; /* notes on functions that nobody asked for, with neutral names */
	target_print(target, &job, &printed);
	put_table(&printed.text, holds);
	return text_string(&printed.text);
}
