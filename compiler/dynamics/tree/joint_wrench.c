/* Joints of `reaction`: joints that move, and fixed joints with a sensor. */
#include "joint_wrench.h"

#include "strut_end.h"
#include "model/body.h"
#include "model/joint.h"

/* Bodies fixed to a body, itself included. Children come after their parents. */
static const bool *fixed_beyond(const struct Model *model, int body)
{
	bool *beyond = ARENA_ARRAY(model->arena, bool, model->bodies);
	beyond[body] = true;
	for (int i = body + 1; i < model->bodies; i++)
		beyond[i] = !body_moves(&model->body[i]) && model->body[i].parent >= 0 && beyond[model->body[i].parent];
	return beyond;
}

static struct Moments mass_beyond(const struct Tree *tree, const struct Model *model, const bool *beyond)
{
	struct Dag *dag = tree->dag;
	struct Moments sum = moments_zero(dag);
	for (int i = 0; i < model->bodies; i++)
		if (beyond[i])
			sum = moments_add(dag, sum, body_mass(dag, model, i, &tree->place[i].at));
	return sum;
}

/* Reaction without mass or wrench, on the world. */
static struct Reaction no_reaction(struct Dag *dag)
{
	struct Reaction none = { .link = -1, .fixed = true };
	none.at = placement_identity(dag);
	none.mass = moments_zero(dag);
	none.f_ext = spatial_zero(dag);
	return none;
}

void tree_add_reactions(struct Tree *tree, const struct Model *model)
{
	tree->reaction = ARENA_ARRAY(model->arena, struct Reaction, model->bodies);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		bool fixed = !body_moves(body);
		if (fixed && !body->joint->sensor)
			continue;
		struct Reaction reaction = no_reaction(tree->dag);
		reaction.link = tree->place[i].link;
		reaction.at = (struct Placement){ tree->place[i].at.R, tree->hinge[i] };
		reaction.fixed = fixed;
		if (fixed) {
			reaction.beyond = fixed_beyond(model, i);
			reaction.mass = mass_beyond(tree, model, reaction.beyond);
		}
		tree->reaction[tree->reactions++] = reaction;
	}
	tree_add_ends(tree, model);
}

bool reaction_carries(const struct Tree *tree, const struct Reaction *reaction, int link)
{
	const struct Link *other = &tree->link[link];
	return other->parent == reaction->link && other->on >= 0 && reaction_holds(reaction, other->on);
}
