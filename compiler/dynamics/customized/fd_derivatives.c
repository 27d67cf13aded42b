/* Derivatives of forward dynamics, -M^-1 times those of inverse dynamics at the qdd that it gives (dynamics/textbook/derivatives.c), as
 * M = L^T D L and column by column.
 *
 * A robot that nothing holds moves the same wherever it is and however it stands, but for gravity g, and under whatever
 * linear velocity v of its base, but that its rates are seen from axes that turn by w: the base accelerates by
 *   vd = R^T g - w x v + what depends on neither R nor v,
 * so that by its turning about e it changes by R^T g x e, by its velocity along e by -w x e, by its place not at all; and
 * nothing else changes. Where something depends on those, an input in other axes or what a coordinate carries, their
 * columns are solved for like others. */
#include "customized.h"

#include "dynamics/tree/ltdl.h"
#include "rnea_derivatives.h"

/* Is it the base of a robot that nothing holds, as far as armatures go? */
static bool is_loose(const struct Tree *tree, const struct Link *link)
{
	bool loose = link->parent < 0 && link->motion == LINK_FREE;
	for (int i = 0; i < tree->terms; i++)
		for (int d = 0; d < tree->term[i].map_entries; d++)
			for (int k = 0; k < link->map_entries && loose; k++)
				loose = tree->term[i].map[d].v != link->map[k].v;
	return loose;
}

/* Column by column: the base of which it is known, or NULL, and how that one's acceleration changes. */
struct Known { const struct Link *base; struct Vec change; };

static void find_known(const struct Derivatives *s, const struct BuildOptions *options, struct Known *by_q, struct Known *by_qd)
{
	struct Dag *dag = s->dag;
	for (int i = 0; i < s->tree->links; i++) {
		const struct Link *link = &s->tree->link[i];
		if (!is_loose(s->tree, link))
			continue;
		struct Vec g = to_child_axes(dag, &s->loads.transform[i], rnea_rest(dag, s->tree, plan_length(options->plan)).V);
		g = vec_scale(dag, dag_const(dag, -plan_length(options->plan)), g);
		for (int k = 0; k < link_columns(link); k++) {
			int v = link->map[k].v;
			struct Vec e = vec_unit(dag, k % 3), none = vec_const(dag, 0, 0, 0);
			if (!s->forced[v])
				by_q[v] = (struct Known){ link, k < 3 ? none : vec_cross(dag, g, e) };
			if (!s->resisted[v] && k < 3)
				by_qd[v] = (struct Known){ link, vec_cross(dag, e, s->loads.motion[i].w) };
		}
	}
}

/* matrix := -M^-1 matrix but for columns that are known. */
static void respond(const struct Derivatives *s, const struct LtdlFactor *factor, const struct Known *known, Ref *matrix)
{
	size_t nv = (size_t)s->tree->nv;
	for (size_t i = 0; i < nv * nv; i++)
		matrix[i] = known[i % nv].base ? dag_const(s->dag, 0) : dag_neg(matrix[i]);
	ltdl_solve_branched(factor, matrix, s->tree->nv);
	for (size_t v = 0; v < nv; v++)
		for (size_t k = 0; k < 3 && known[v].base; k++)
			matrix[(size_t)known[v].base->map[k].v * nv + v] = known[v].change.e[k];
}

void customized_fd_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	size_t nv = (size_t)tree->nv, square = nv * nv;
	struct Known *by_q = ARENA_ARRAY(dag->arena, struct Known, nv), *by_qd = ARENA_ARRAY(dag->arena, struct Known, nv);
	Ref *qdd = ARENA_ARRAY(dag->arena, Ref, nv), *M = ARENA_ARRAY(dag->arena, Ref, square);
	rnea_derivatives_inertia(dag, tree, options, M);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	customized_rnea(dag, tree_zero_inputs(tree, 1u << INPUT_QDD), options, qdd);
	for (size_t v = 0; v < nv; v++) {
		Ref tau = dag_input(dag, INPUT_TAU, (uint32_t)v);
		qdd[v] = dag_sub(dag, tau, qdd[v]);
	}
	ltdl_solve(&factor, qdd);
	struct Derivatives s = rnea_derivatives_make(dag, tree, options, qdd, out);
	find_known(&s, options, by_q, by_qd);
	respond(&s, &factor, by_q, out);
	respond(&s, &factor, by_qd, out + square);
	ltdl_inverse_branched(&factor, out + 2 * square);
}
