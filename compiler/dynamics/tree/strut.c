/* Struts as joint-space terms; the equations are in model/line/strut.h. A line with levers r and pull p = F / l takes
 * tau = r p, as a joint-space term takes tau = G^T force. Its spring adds energy. A line crosses few joints, so this
 * takes less work than wrenches on both ends, carried through all joints between them. The joint wrenches of
 * `reaction` contain the force of the strut: there the ends are pulled (strut_end.c). */
#include "tree.h"
#include "model/strut.h"

static struct JointSpaceTerm *add_row(struct Tree *tree)
{
	struct JointSpaceTerm *row = &tree->term[tree->terms++];
	Ref zero = dag_const(tree->dag, 0);
	*row = (struct JointSpaceTerm){ .position = zero,
		                        .rate = zero,
		                        .acceleration = zero,
		                        .inertia = zero,
		                        .stiffness = zero,
		                        .rest = zero,
		                        .resistance = zero,
		                        .line = true };
	return row;
}

static void add_line(struct Tree *tree, const struct Line *line, Ref pull)
{
	if (dag_is_zero(tree->dag, pull) || !line->levers)
		return;
	struct JointSpaceTerm *row = add_row(tree);
	row->map.entry = ARENA_ARRAY(tree->dag->arena, struct JointMapEntry, line->levers);
	row->map.entries = line->levers;
	row->resistance = pull;
	for (int i = 0; i < line->levers; i++) /* Gdot is read for inertia only, which is zero here */
		row->map.entry[i] =
			(struct JointMapEntry){ line->lever[i].v, line->lever[i].arm, row->rate, row->rate };
}

void tree_add_struts(struct Tree *tree, const struct Model *model)
{
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		for (int k = 0; k < strut->lines; k++)
			add_line(tree, &strut->line[k], strut->pull[k]);
		if (dag_is_zero(tree->dag, strut->stiffness))
			continue;
		struct JointSpaceTerm *row = add_row(tree);
		row->stiffness = strut->stiffness;
		row->rest = strut->rest;
		row->position = strut->length;
	}
}
