#include "pivots.h"

#include "dynamics/factor.h"
#include "dynamics/frames.h"
#include "dynamics/lean.h"
#include "dynamics/regroup.h"

/* The first function that needs the inverse of M; NULL: none. */
static const char *inverting(const struct Package *package)
{
	for (int f = 0; f < package->functions; f++)
		for (int p = 0; p < package->function[f].spec.parts; p++)
			if (package->function[f].spec.part[p].info->inverts)
				return package->function[f].spec.part[p].name;
	return NULL;
}

static const struct Joint *joint_of(const struct Model *model, int v)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		if (v >= joint->tree.v && v < joint->tree.v + joint_nv(joint))
			return joint;
	}
	NEVER(model->arena, "a velocity without a joint");
}

/* M = L^T D L with canonical frames and base parameters, so that zeros are exact whatever the level of the functions
 * themselves. */
static struct Factor factor_of(const struct Package *package, struct Arena *arena)
{
	struct Tree *tree = tree_copy(package->tree, dag_fork(package->tree->dag, arena));
	struct Plan plan = { .link = ARENA_ARRAY(arena, struct Choice, tree->links) };
	const struct Approach approach = { .plan = &plan, .still = true, .column = true };
	frames_choose(tree, &plan);
	regroup_moments(tree, &plan);
	Ref *M = ARENA_ARRAY(arena, Ref, tree->nv * tree->nv);
	composite_build(tree->dag, tree, &approach, M);
	return factor_make(tree->dag, M, tree->nv);
}

/* Pairs of velocities of which M is made before anybody asks for it. */
enum { LARGE = 20000 };

void check_pivots(struct Diags *diags, const struct Package *package)
{
	const char *name = inverting(package);
	const struct Joint *last = NULL;
	if (!name || tree_pairs(package->tree) > LARGE) /* there it is a division by zero that c_check_constants finds */
		return;
	struct Arena *arena = arena_trial(package->model->arena);
	const struct Factor factor = factor_of(package, arena);
	for (int v = 0; v < factor.size; v++) {
		const struct Joint *joint = joint_of(package->model, v);
		if (!dag_is_zero(factor.dag, factor.D[v]) || joint == last)
			continue;
		diag(diags, CHECK_MASSLESS_JOINT, joint->name.span, "joint '%s' moves no inertia: %s has no value",
		     joint->name.text, name);
		last = joint;
	}
	arena_empty(arena);
}
