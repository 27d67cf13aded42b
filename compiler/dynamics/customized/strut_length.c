/* Lengths and moment arms of struts and tendons, from the levers of their lines: l = sum l_i, dl/dq = sum r_i / l_i and
 * dl/dt = dl/dq qd (model/line/line.h). A line whose ends are one point has no length. */
#include "customized.h"
#include "model/line/path.h"

/* Arms of a strut whose path changes: sums over the path by velocity. */
static void fill_varying(struct Dag *dag, const struct Strut *strut, int nv, Ref *arms)
{
	Ref *value = ARENA_ARRAY(dag->arena, Ref, nv * strut->lines);
	dag_zeros(dag, value, nv * strut->lines);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		if (dag_is_zero(dag, line->square))
			continue;
		Ref over = dag_over(dag, 1, dag_sqrt(dag, line->square));
		for (int k = 0; k < line->levers; k++)
			value[line->lever[k].v * strut->lines + i] = dag_mul(dag, line->lever[k].arm, over);
	}
	for (int v = 0; v < nv; v++)
		arms[v] = path_sum(dag, strut, value + v * strut->lines);
}

static void fill_arms(struct Dag *dag, const struct Strut *strut, int nv, Ref *arms)
{
	if (strut->varies) {
		fill_varying(dag, strut, nv, arms);
		return;
	}
	dag_zeros(dag, arms, nv);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		if (dag_is_zero(dag, line->square))
			continue;
		Ref over = dag_over(dag, 1, dag_sqrt(dag, line->square));
		for (int k = 0; k < line->levers; k++) {
			Ref *arm = &arms[line->lever[k].v];
			*arm = dag_add(dag, *arm, dag_mul(dag, line->lever[k].arm, over));
		}
	}
}

void customized_length(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	(void)options;
	out[0] = tree->strut->length;
	fill_arms(dag, tree->strut, tree->nv, out + 1);
}

void customized_lengths(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	(void)dag;
	(void)options;
	for (int i = 0; i < tree->struts->count; i++)
		out[i] = tree->struts->item[i]->length;
}

void customized_arms(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	(void)options;
	for (int i = 0; i < tree->struts->count; i++)
		fill_arms(dag, tree->struts->item[i], tree->nv, out + i * tree->nv);
}

/* Rate of the length that moving inputs give: sum (l_i dl_i/dt) / l_i. */
static Ref moved_rate(struct Dag *dag, const struct Strut *strut)
{
	Ref *value = ARENA_ARRAY(dag->arena, Ref, strut->lines), sum = dag_const(dag, 0);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		value[i] = dag_const(dag, 0);
		if (!dag_is_zero(dag, line->moved))
			value[i] = dag_mul(dag, line->moved, dag_over(dag, 1, dag_sqrt(dag, line->square)));
		sum = dag_add(dag, sum, value[i]);
	}
	return strut->varies ? path_sum(dag, strut, value) : sum;
}

/* Each arm is multiplied once, which is less than the rates of all lines take. */
void customized_length_rates(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	int nv = tree->nv;
	Ref *arms = ARENA_ARRAY(dag->arena, Ref, tree->struts->count * nv);
	customized_arms(dag, tree, options, arms);
	for (int i = 0; i < tree->struts->count; i++) {
		out[i] = moved_rate(dag, tree->struts->item[i]);
		for (int v = 0; v < nv; v++) {
			Ref qd = dag_input(dag, INPUT_QD, (uint32_t)v);
			out[i] = dag_add(dag, out[i], dag_mul(dag, arms[i * nv + v], qd));
		}
	}
}
