/* Wrenches through the joints, with true masses, in the axes and at the origin of the body that each joint moves. */
#include "lean.h"

#include "newton.h"

/* A wrench at a link's origin, in its working frame, as one at a site of the link: turned back if the working frame is
 * un-rotated, R^T f and R^T (n - p x f) then. */
static struct Spatial at_site(const struct Newton *n, const struct Site *site)
{
	struct Dag *dag = n->dag;
	const struct Hop *hop = &n->hop[site->link];
	struct Spatial w = n->f[site->link];
	w.lin = vec_scale(dag, dag_const(dag, 1 / n->force), w.lin);
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
	struct Newton n = newton_passes(dag, tree, approach, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	for (int i = 0; i < tree->joints; i++, out += 6) {
		struct Spatial w = at_site(&n, &tree->site[tree->asked + i]);
		for (int k = 0; k < 3; k++) {
			out[k] = w.lin.e[k];
			out[3 + k] = w.ang.e[k];
		}
	}
}
