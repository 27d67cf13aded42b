#include "copies.h"

#include <string.h>

void copies_init(struct Copies *alike, struct Arena *arena)
{
	names_init(&alike->bodies, arena);
	text_init(&alike->text, arena);
}

/* Prints nodes; equal numbers are the same node. */
static void put_refs(struct Text *text, const Ref *ref, size_t count)
{
	for (size_t i = 0; i < count; i++)
		text_format(text, "%x ", ref[i]);
}

static void put_placement(struct Text *text, const struct Placement *at)
{
	put_refs(text, &at->R.e[0][0], 9);
	put_refs(text, at->p.e, 3);
}

static void put_joint(struct Text *text, const struct Joint *joint)
{
	text_put(text, joint->kind->name);
	for (int i = 0; i < joint->kind->parameters; i++)
		put_refs(text, joint->kind->parameter[i].axis ? joint->argument[i].axis.e : &joint->argument[i].number,
		         joint->kind->parameter[i].axis ? 3 : 1);
	const Ref *const by_velocity[] = { joint->armature,  joint->damping,   joint->friction,
		                           joint->smoothing, joint->stiffness, joint->rest };
	for (size_t i = 0; i < sizeof by_velocity / sizeof *by_velocity; i++)
		put_refs(text, by_velocity[i], (size_t)joint->kind->nv);
	if (joint->limited)
		put_refs(text, (const Ref[]){ joint->lower, joint->upper }, 2);
}

int copies_find(struct Copies *alike, const struct Body *body, const struct Item *item, bool mounted, int site)
{
	struct Text *text = &alike->text;
	text->count = 0;
	text_format(text, "%u %u ", item->stmt->span.source, item->stmt->span.begin);
	if (!mounted)
		put_placement(text, &body->at);
	put_placement(text, &body->then);
	put_refs(text, &body->mass, 1);
	put_refs(text, body->com.e, 3);
	put_refs(text, &body->inertia.e[0][0], 9);
	put_joint(text, &body->joint);
	/* expressions evaluated later, in their environment */
	if (mounted || body->about.text || body->joint.coupling || body->joint.passive)
		text_format(text, "with %d", item->env->values);
	int first = names_find(&alike->bodies, text_string(text));
	if (first >= 0)
		return first;
	return names_add(&alike->bodies, arena_copy(text->arena, text->item, text->count), site);
}

/* Lists the bodies of each use, in the order of the source. */
static struct Text *list_bodies(struct Model *model, const struct Resolver *resolver)
{
	struct Text *list = ARENA_ARRAY(model->arena, struct Text, model->uses.count);
	for (size_t i = 0; i < model->uses.count; i++) {
		text_init(&list[i], model->arena);
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
	struct NameTable uses;
	names_init(&uses, model->arena);
	for (size_t i = 0; i < model->uses.count; i++)
		model->uses.item[i].like = names_add(&uses, text_string(&list[i]), (int)i);
	for (int i = 0; i < model->bodies; i++)
		model->body[i].like = resolver->item[model->body[i].like].index;
}
