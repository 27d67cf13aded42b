#include "motion_tree.h"

#include <string.h>

/* Copy with its own joint-space terms and points. */
static struct Tree *copy_of(const struct Tree *tree)
{
	struct Tree *copy = tree_copy(tree, tree->dag);
	copy->term = ARENA_ARRAY(tree->dag->arena, struct JointSpaceTerm, tree->terms + 1);
	copy->point = ARENA_ARRAY(tree->dag->arena, struct TreePoint, tree->points + 1);
	if (tree->terms)
		memcpy(copy->term, tree->term, (size_t)tree->terms * sizeof *copy->term);
	if (tree->points)
		memcpy(copy->point, tree->point, (size_t)tree->points * sizeof *copy->point);
	return copy;
}

static void remove_gravity(struct Tree *tree)
{
	tree->gravity = vec_const(tree->dag, 0, 0, 0);
}

/* Laws of added mass alone, which are inertial forces, or all others. */
static void keep_laws(struct Tree *tree, bool fluid)
{
	int kept = 0;
	for (int i = 0; i < tree->laws; i++)
		if (tree->law[i].fluid == fluid)
			tree->law[kept++] = tree->law[i];
	tree->laws = kept;
}

struct Tree *motion_tree_inertial(const struct Tree *tree)
{
	struct Tree *copy = copy_of(tree);
	remove_gravity(copy);
	copy->wrenches = 0;
	keep_laws(copy, true);
	for (int i = 0; i < copy->terms; i++)
		copy->term[i].stiffness = copy->term[i].resistance = dag_const(tree->dag, 0);
	return copy;
}

struct Tree *motion_tree_heavy(const struct Tree *tree)
{
	struct Tree *copy = copy_of(tree);
	copy->wrenches = copy->laws = copy->terms = 0;
	return copy;
}

struct Tree *motion_tree_massless(const struct Tree *tree)
{
	struct Tree *copy = copy_of(tree);
	struct Dag *dag = tree->dag;
	Ref pi[BODY_PARAMETERS];
	dag_zeros(dag, pi, BODY_PARAMETERS);
	remove_gravity(copy);
	keep_laws(copy, false);
	for (int i = 0; i < copy->links; i++)
		copy->link[i].mass = body_moments(dag, pi);
	for (int i = 0; i < copy->points; i++)
		copy->point[i].mass = NULL;
	for (int i = 0; i < copy->terms; i++)
		copy->term[i].inertia = dag_const(dag, 0);
	return copy;
}
