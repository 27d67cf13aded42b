#include "limb.h"

/* Marks of links, reused for every limb. */
struct Marks {
	bool *branch;  /* in the limb */
	bool *carries; /* ancestor of the limb */
	int *number;   /* in the limb's tree */
};

/* Marks the branch of `root` and its ancestors; returns the number of marked links. Parents come before children. */
static int mark(struct Marks *m, const struct Tree *tree, int root)
{
	int count = 0;
	for (int i = 0; i < tree->links; i++) {
		int parent = tree->link[i].parent;
		m->branch[i] = i == root || (parent >= 0 && m->branch[parent]);
		m->carries[i] = false;
		count += m->branch[i];
	}
	for (int i = tree->link[root].parent; i >= 0; i = tree->link[i].parent) {
		m->carries[i] = true;
		count++;
	}
	return count;
}

static struct Limb limb_of(struct Dag *dag, const struct Tree *tree, struct Marks *m, int root)
{
	int links = mark(m, tree, root);
	struct Limb limb = { .tree = ARENA_NEW(dag->arena, struct Tree), .whole = ARENA_ARRAY(dag->arena, int, links),
	                     .own = ARENA_ARRAY(dag->arena, bool, links) };
	*limb.tree = *tree;
	limb.tree->dag = dag;
	limb.tree->link = ARENA_ARRAY(dag->arena, struct Link, links);
	limb.tree->wrench = ARENA_ARRAY(dag->arena, struct TreeWrench, tree->wrenches);
	limb.tree->links = limb.tree->wrenches = 0;
	for (int i = 0; i < tree->links; i++) {
		if (!m->branch[i] && !m->carries[i])
			continue;
		int n = m->number[i] = limb.tree->links++;
		limb.whole[n] = i;
		limb.own[n] = m->branch[i];
		limb.tree->link[n] = tree->link[i];
		if (tree->link[i].parent >= 0)
			limb.tree->link[n].parent = m->number[tree->link[i].parent];
	}
	for (int i = 0; i < tree->wrenches; i++) {
		struct TreeWrench wrench = tree->wrench[i];
		if (!m->branch[wrench.link] && !m->carries[wrench.link])
			continue;
		wrench.link = m->number[wrench.link];
		limb.tree->wrench[limb.tree->wrenches++] = wrench;
	}
	limb.tree->site = ARENA_ARRAY(dag->arena, struct Site, tree->sites);
	for (int i = 0; i < tree->sites; i++) {
		struct Site site = tree->site[i];
		bool in = site.link >= 0 && (m->branch[site.link] || m->carries[site.link]);
		site.link = in ? m->number[site.link] : -1; /* a site outside the limb costs nothing */
		limb.tree->site[i] = site;
	}
	limb.tree->reaction = ARENA_ARRAY(dag->arena, struct Reaction, tree->reactions);
	for (int i = 0; i < tree->reactions; i++) {
		struct Reaction *reaction = &limb.tree->reaction[i];
		*reaction = tree->reaction[i];
		bool in = reaction->link >= 0 && (m->branch[reaction->link] || m->carries[reaction->link]);
		if (in)
			reaction->link = m->number[reaction->link];
		else
			*reaction = reaction_none(dag);
	}
	return limb;
}

struct Limbs limbs_find(struct Dag *dag, const struct Tree *tree)
{
	struct Limbs limbs = { 0 };
	struct Marks marks = { ARENA_ARRAY(dag->arena, bool, tree->links), ARENA_ARRAY(dag->arena, bool, tree->links),
	                       ARENA_ARRAY(dag->arena, int, tree->links) };
	int *children = ARENA_ARRAY(dag->arena, int, tree->links + 1); /* by parent + 1 */
	for (int i = 0; i < tree->links; i++)
		children[tree->link[i].parent + 1]++;
	for (int i = tree->links - 1; i >= 0; i--)
		if (children[tree->link[i].parent + 1] > 1)
			*ARENA_PUSH(dag->arena, &limbs) = limb_of(dag, tree, &marks, i);
	return limbs;
}

static bool zeros_alike(const struct Dag *dag, const Ref *a, const Ref *b, int count)
{
	for (int i = 0; i < count; i++)
		if (dag_is_zero(dag, a[i]) != dag_is_zero(dag, b[i]))
			return false;
	return true;
}

bool limbs_same_structure(const struct Limb *a, const struct Limb *b)
{
	const struct Dag *dag = a->tree->dag;
	if (a->tree->links != b->tree->links)
		return false;
	for (int i = 0; i < a->tree->links; i++) {
		const struct Link *x = &a->tree->link[i], *y = &b->tree->link[i];
		if (x->parent != y->parent || x->motion != y->motion || x->axis != y->axis || a->own[i] != b->own[i])
			return false;
		if (!zeros_alike(dag, &x->at.R.e[0][0], &y->at.R.e[0][0], 9) ||
		    !zeros_alike(dag, x->at.p.e, y->at.p.e, 3) || !zeros_alike(dag, &x->mass.m, &y->mass.m, 1) ||
		    !zeros_alike(dag, x->mass.h.e, y->mass.h.e, 3) ||
		    !zeros_alike(dag, &x->mass.D.e[0][0], &y->mass.D.e[0][0], 9))
			return false;
	}
	return true;
}
