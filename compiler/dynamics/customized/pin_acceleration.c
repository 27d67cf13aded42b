/* The field of a link gives V + U r at a site r of it, less gravity, in the link's working axes (rnea.h). The vector is turned to frame A: by
 * the link of A alone if the site is A, else through the links between B and A (relative.h). */
#include "pin_acceleration.h"

#include "relative.h"
#include "rnea.h"

/* In the link's own axes; of the world in its axes. */
static struct Vec of_site(struct Dag *dag, const struct Tree *tree, const struct Site *site,
                          const struct BuildOptions *options)
{
	struct Plan metric = *options->plan;
	struct BuildOptions own = *options;
	metric.unit_length = 0;
	own.plan = &metric;
	if (site->link < 0)
		return vec_neg(tree->gravity);
	const struct Motion3 *m = &rnea_motions(dag, tree, &own)[site->link];
	const struct LinkTransform *transform = &transforms_make(dag, tree, &own, 1)[site->link];
	struct Vec r = to_working_axes(dag, transform, site->at.p);
	struct Vec a = vec_add(dag, m->V, mat_vec(dag, m->U, r));
	return transform->unrotated ? mat_tvec(dag, transform->body, a) : a;
}

struct Vec pin_acceleration(struct Dag *dag, const struct Tree *tree, const struct RowBlock *block, int site,
                            const void *options)
{
	struct Vec a = of_site(dag, tree, &tree->site[site], options);
	const struct RelativeView view = { .axes = RELATIVE_TO_LINK, .length = 1 };
	if (site == block->a)
		return mat_tvec(dag, tree->site[site].at.R, a);
	return relative_turn(dag, tree_of_rows(tree, block), options, view, a);
}
