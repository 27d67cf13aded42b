/* Ends of struts, as wrenches on links: -p d on a point, with the pull p and the vector d from the other point
 * (model/line/strut.h). Only `reaction` uses them, since joint forces take fewer operations from strut.c. Each end is
 * a site, which follows its link when frames are chosen. The site of a point that moves in its body is the body's frame. */
#include "strut_end.h"

#include "tree_wrench.h"
#include "model/strut.h"

static void add_end(struct Tree *tree, const struct Line *line, int side, Ref pull)
{
	struct Dag *dag = tree->dag;
	const struct Point *end = &line->end[side];
	struct Placement at = placement_identity(dag);
	if (end->body < 0)
		return;
	const bool moves = end->moves || line->bent;
	if (!moves)
		at.p = end->p;
	struct StrutEnd *added = &tree->end[tree->ends++];
	added->body = end->body;
	added->site = tree_add_site(tree, end->body, at);
	added->f.lin = vec_scale(dag, dag_neg(pull), line->out[side]);
	added->f.ang = moves ? vec_cross(dag, end->p, added->f.lin) : vec_const(dag, 0, 0, 0);
}

void tree_add_ends(struct Tree *tree, const struct Model *model)
{
	size_t most = 0;
	for (size_t i = 0; i < model->struts.count; i++)
		most += 2 * (size_t)model->struts.item[i].lines;
	tree->end = ARENA_ARRAY(model->arena, struct StrutEnd, most);
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		for (int k = 0; k < 2 * strut->lines; k++)
			add_end(tree, &strut->line[k / 2], k % 2, strut->pull[k / 2]);
	}
}

const struct Tree *tree_with_strut_wrenches(const struct Tree *tree)
{
	struct Dag *dag = tree->dag;
	if (!tree->ends)
		return tree;
	struct Tree *pulled = tree_copy(tree, dag);
	for (int i = 0; i < tree->ends; i++) {
		const struct StrutEnd *end = &tree->end[i];
		tree_press(pulled, end->site, end->body, end->f);
	}
	return pulled;
}
