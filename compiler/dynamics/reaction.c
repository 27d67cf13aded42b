/* Wrenches through the joints, with true masses, in the axes and at the origin of the body that each joint moves. */
#include "lean.h"

#include "newton.h"

/* A wrench at a link's origin, in its working frame, as one at a site of the link: turned back if the working frame is
 * un-rotated, R^T f and R^T (n - p x f) then. */
static struct Spatial at_site(struct Dag *dag, const struct Loads *loads, double unit, const struct Site *site)
{
	const struct Hop *hop = &loads->hop[site->link];
	struct Spatial w = loads->f[site->link];
	w.lin = vec_scale(dag, dag_const(dag, 1 / unit), w.lin);
	if (hop->still) {
		w.lin = mat_tvec(dag, hop->body, w.lin);
		w.ang = mat_tvec(dag, hop->body, w.ang);
	}
	struct Vec moment = vec_cross(dag, site->at.p, w.lin);
	w.ang = mat_tvec(dag, site->at.R, vec_sub(dag, w.ang, moment));
	w.lin = mat_tvec(dag, site->at.R, w.lin);
	return w;
}

void reaction_wrenches(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	struct Loads loads = newton_wrenches(dag, tree, approach, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	for (int i = 0; i < tree->joints; i++, out += 6) {
		struct Spatial w = at_site(dag, &loads, plan_force(approach->plan), &tree->site[tree->asked + i]);
		for (int k = 0; k < 3; k++) {
			out[k] = w.lin.e[k];
			out[3 + k] = w.ang.e[k];
		}
	}
}
