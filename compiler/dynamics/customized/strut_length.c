/* Length and moment arms of a strut or tendon, from the levers of its lines: l = sum l_i and dl/dq = sum r_i / l_i
 * (model/line/line.h). A line whose ends are one point has no length. */
#include "customized.h"
#include "model/strut.h"

void customized_length(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	const struct Strut *strut = tree->strut;
	(void)options;
	out[0] = strut->length;
	dag_zeros(dag, out + 1, tree->nv);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		if (dag_is_zero(dag, line->square))
			continue;
		Ref over = dag_over(dag, 1, dag_sqrt(dag, line->square));
		for (int k = 0; k < line->levers; k++) {
			Ref *arm = &out[1 + line->lever[k].v];
			*arm = dag_add(dag, *arm, dag_mul(dag, line->lever[k].arm, over));
		}
	}
}
