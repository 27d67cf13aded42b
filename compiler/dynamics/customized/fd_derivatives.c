/* Derivatives of forward dynamics: -M^-1 times the derivatives of inverse dynamics at the qdd of forward dynamics
 * (dynamics/textbook/derivatives.c), by M = L^T D L and column by column.
 *
 * Floating base. The accelerations of a floating robot do not depend on its position, its attitude or the linear
 * velocity v of its base, with two exceptions: gravity g, and rates in axes that turn by w. The base accelerates by
 *   vd = R^T g - w x v + terms without R and v.
 * So a turn of the base about e changes vd by R^T g x e, a velocity along e changes it by -w x e, and a displacement
 * does not change it; no other acceleration changes. If inputs in other axes or joint-space terms depend on R, v or
 * the position, their columns are solved like all others. */
#include "customized.h"

#include "dynamics/tree/ltdl.h"
#include "rnea_derivatives.h"

/* Do velocities of the link drive the map too? */
static bool shares(const struct Link *link, struct JointMap map)
{
	for (int d = 0; d < map.entries; d++)
		for (int k = 0; k < link->map.entries; k++)
			if (map.entry[d].v == link->map.entry[k].v)
				return true;
	return false;
}

/* Is the link a floating base without joint-space terms and added mass, which no closed form follows? */
static bool is_loose(const struct Tree *tree, const struct Link *link)
{
	bool loose = link->parent < 0 && link->motion == LINK_FREE && !tree->addeds;
	for (int i = 0; i < tree->terms && loose; i++)
		loose = !shares(link, tree->term[i].map);
	for (int i = 0; i < tree->links && loose; i++)
		loose = &tree->link[i] == link || !shares(link, tree->link[i].map);
	return loose;
}

/* Known column: the floating base, or NULL, and the change of the base's acceleration. */
struct Known {
	const struct Link *base;
	struct Vec change;
};

static void find_known(const struct Derivatives *s, const struct BuildOptions *options, struct Known *by_q,
                       struct Known *by_qd)
{
	struct Dag *dag = s->dag;
	for (int i = 0; i < s->tree->links; i++) {
		const struct Link *link = &s->tree->link[i];
		if (!is_loose(s->tree, link))
			continue;
		struct Vec g = to_child_axes(dag, &s->loads.transform[i],
		                             rnea_rest(dag, s->tree, plan_length(options->plan)).V);
		g = vec_scale(dag, dag_const(dag, -plan_length(options->plan)), g);
		for (int k = 0; k < link_columns(link); k++) {
			int v = link->map.entry[k].v;
			struct Vec e = vec_unit(dag, k % 3), none = vec_const(dag, 0, 0, 0);
			if (!s->forced[v])
				by_q[v] = (struct Known){ link, k < 3 ? none : vec_cross(dag, g, e) };
			if (!s->resisted[v] && k < 3)
				by_qd[v] = (struct Known){ link, vec_cross(dag, e, s->loads.motion[i].w) };
		}
	}
}

/* Computes matrix := -M^-1 matrix for both matrices, except for known columns. */
static void respond(const struct Derivatives *s, const struct LtdlFactor *factor, const struct Known *known,
                    struct Stages *stages, Ref *matrix)
{
	size_t nv = (size_t)s->tree->nv, square = nv * nv;
	Ref *B = ARENA_ARRAY(s->dag->arena, Ref, 2 * square); /* side by side */
	for (size_t i = 0; i < 2 * square; i++) {
		size_t v = i % (2 * nv);
		Ref entry = matrix[v / nv * square + i / (2 * nv) * nv + v % nv];
		B[i] = known[v].base ? dag_const(s->dag, 0) : dag_neg(entry);
	}
	ltdl_solve_branched(factor, B, 2 * s->tree->nv, stages);
	for (size_t v = 0; v < 2 * nv; v++) {
		Ref *column = &matrix[v / nv * square + v % nv];
		for (size_t i = 0; i < nv; i++)
			column[i * nv] = B[i * 2 * nv + v];
		for (size_t k = 0; k < 3 && known[v].base; k++)
			column[(size_t)known[v].base->map.entry[k].v * nv] = known[v].change.e[k];
	}
}

static void derive(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, struct Stages *stages,
                   Ref *qdd, Ref *out)
{
	size_t nv = (size_t)tree->nv, square = nv * nv;
	struct Known *known = ARENA_ARRAY(dag->arena, struct Known, 2 * nv);
	Ref *M = ARENA_ARRAY(dag->arena, Ref, square);
	rnea_derivatives_inertia(dag, tree, options, M);
	struct LtdlFactor factor = ltdl_make(dag, M, tree->nv);
	customized_rnea(dag, tree_zero_inputs(tree, INPUT_BIT(INPUT_QDD)), options, qdd);
	tree_less_tau(dag, tree, qdd);
	ltdl_solve(&factor, qdd);
	struct Derivatives s = rnea_derivatives_make(dag, tree, options, qdd, out);
	find_known(&s, options, known, known + nv);
	respond(&s, &factor, known, stages, out);
	ltdl_inverse_branched(&factor, out + 2 * square, stages);
}

void customized_fd_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	derive(dag, tree, options, options->stages, ARENA_ARRAY(dag->arena, Ref, tree->nv), out);
}

void customized_fd_motion(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	derive(dag, tree, options, NULL, out, out + tree->nv + tree->ns); /* steps read the results */
}
