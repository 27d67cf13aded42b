#include "copies.h"

#include <string.h>

#include "model/added.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"

void copies_init(struct Copies *copies, struct Arena *arena)
{
	copies->bodies = names_new(arena);
	copies->text = text_new(arena);
}

static void put_placement(struct Text *text, const struct Placement *at)
{
	dag_put_refs(&at->R.e[0][0], 9, text);
	dag_put_refs(at->p.e, 3, text);
}

static void put_joint(struct Text *text, const struct Joint *joint)
{
	text_put(text, joint->kind->name);
	for (int i = 0; i < joint->kind->parameters; i++)
		if (joint->kind->parameter[i].axis)
			dag_put_refs(joint->argument[i].axis.e, 3, text);
		else
			dag_put_refs(&joint->argument[i].number, 1, text);
	joint_put_numbers(text, joint);
}

int copies_find(struct Copies *copies, const struct Body *body, const struct Item *item, bool mounted, int site)
{
	struct Text *text = &copies->text;
	text->count = 0;
	text_format(text, "%u %u ", item->stmt->span.source, item->stmt->span.begin);
	if (!mounted)
		put_placement(text, &body->at);
	put_placement(text, &body->then);
	dag_put_refs(&body->mass, 1, text);
	dag_put_refs(body->com.e, 3, text);
	dag_put_refs(&body->inertia.e[0][0], 9, text);
	if (body->added) {
		dag_put_refs(&body->added->A.e[0][0], 9, text);
		dag_put_refs(&body->added->B.e[0][0], 9, text);
		dag_put_refs(&body->added->C.e[0][0], 9, text);
	}
	put_joint(text, body->joint);
	/* expressions evaluated later, in their environment */
	if (mounted || body->about.text || body->joint->coupling || body->joint->passive)
		text_format(text, "with %d", item->env->values);
	int first = names_find(&copies->bodies, text_string(text));
	if (first >= 0)
		return first;
	return names_add(&copies->bodies, arena_copy(text->arena, text->item, text->count), site);
}

/* Lists the bodies of each use, in the order of the source. */
static struct Text *list_bodies(struct Model *model, const struct Resolver *resolver)
{
	struct Text *list = ARENA_ARRAY(model->arena, struct Text, model->uses.count);
	for (size_t i = 0; i < model->uses.count; i++) {
		list[i] = text_new(model->arena);
		text_format(&list[i], "%s ", model->uses.item[i].part);
	}
	for (size_t i = 0; i < resolver->count; i++) {
		const struct Body *body = resolver->item[i].body;
		for (int use = body ? body->use : -1; use >= 0; use = model->uses.item[use].outer) {
			text_format(&list[use], "%d ", body->like);
			model->uses.item[use].bodies++;
		}
	}
	return list;
}

void copies_finish(struct Model *model, const struct Resolver *resolver)
{
	struct Text *list = list_bodies(model, resolver);
	struct NameTable uses = names_new(model->arena);
	for (size_t i = 0; i < model->uses.count; i++)
		model->uses.item[i].like = names_add(&uses, text_string(&list[i]), (int)i);
	for (int i = 0; i < model->bodies; i++)
		model->body[i].like = resolver->item[model->body[i].like].index;
}
