/* Derivatives of inverse dynamics by composites (joint_vectors.c).
 *
 * Virtual coordinates y of links: with the entries Q = dT/dy, H = dT/dyd, M = dT/dydd of their forces T, and tau = G^T
 * T, y = gamma(q), yd = G qd, ydd = G qdd + dG/dt qd,
 *   dtau/dq  = G^T (Q G + H d(yd)/dq + M d(ydd)/dq) + dG^T/dq T
 *   dtau/dqd = G^T (H G + M (dG/dt + d(yd)/dq)),
 * where d(yd)/dq is dG/dt, but for the velocities of quaternion joints.
 * Wrenches not fixed to their links are treated in world_load.c, joint-space terms by the chain rule. */
#include "rnea_derivatives.h"

#include "customized.h"
#include "composite_pass.h"

static void add(struct Dag *dag, Ref *sum, Ref term)
{
	*sum = dag_add(dag, *sum, term);
}

static Ref *entry_of(const struct Derivatives *s, Ref *matrix, int row, int column)
{
	return &matrix[(size_t)row * (size_t)s->tree->nv + (size_t)column];
}

/* --- turns that only change gains --- */

static bool drives(struct JointMap map, int v)
{
	bool any = false;
	for (int d = 0; d < map.entries; d++)
		any |= map.entry[d].v == v;
	return any;
}

static bool changes_gains(const struct Derivatives *s, struct JointMap map, int v)
{
	bool any = false;
	for (int d = 0; d < map.entries; d++)
		any |= !dag_is_zero(s->dag, tangent_slope(s->dag, &s->tangent[v], map.entry[d].gain));
	return any;
}

/* The velocities of a free or spherical joint are no rates of coordinates: G_w = 0 does not mean that dG/dq along w is 0. A leg whose ball is
 * at the origin of a free platform has r' = R v, and w turns R. Such velocities get an entry with gain 0. */
static struct JointMap with_turns(const struct Derivatives *s, const struct Link *link, const struct Link *turned)
{
	struct Dag *dag = s->dag;
	struct JointMap map = { ARENA_ARRAY(dag->arena, struct JointMapEntry, s->tree->nv), link->map.entries };
	for (int d = 0; d < map.entries; d++)
		map.entry[d] = link->map.entry[d];
	for (int k = 0; k < link_columns(turned); k++) {
		int v = turned->map.entry[k].v;
		if (drives(map, v) || !changes_gains(s, link->map, v))
			continue;
		Ref zero = dag_const(dag, 0), along = tangent_slope(dag, &s->tangent[v], link->yd[0]);
		map.entry[map.entries++] = (struct JointMapEntry){ v, zero, zero, along };
	}
	return map;
}

static const struct Tree *tree_with_turns(const struct Derivatives *s)
{
	struct Tree *wide = tree_copy(s->tree, s->dag);
	for (int i = 0; i < wide->links; i++)
		for (int l = 0; l < wide->links && link_has_axis(&wide->link[i]); l++)
			if (!link_has_axis(&wide->link[l]))
				wide->link[i].map = with_turns(s, &wide->link[i], &wide->link[l]);
	return wide;
}

/* --- maps --- */

/* Computes d(ydd)/dq for the map entries of every link with one axis. */
static void find_bends(struct Derivatives *s, const Ref *qdd)
{
	struct Dag *dag = s->dag;
	size_t count = 0;
	s->first_bend = ARENA_ARRAY(dag->arena, size_t, s->tree->links);
	for (int i = 0; i < s->tree->links; i++) {
		s->first_bend[i] = count;
		count += (size_t)s->tree->link[i].map.entries;
	}
	s->bend = ARENA_ARRAY(dag->arena, Ref, count);
	for (int i = 0; i < s->tree->links; i++) {
		const struct Link *link = &s->tree->link[i];
		for (int d = 0; d < link->map.entries; d++) {
			Ref *bend = &s->bend[s->first_bend[i] + (size_t)d];
			*bend = link_has_axis(link)
			                ? tangent_slope(dag, &s->tangent[link->map.entry[d].v], link->ydd[0])
			                : dag_const(dag, 0);
		}
	}
	if (qdd)
		values_substitute(dag, s->bend, count, INPUT_QDD, qdd);
}

static void add_entry(void *context, int a, int k, int b, int l, struct CompositePassEntry entry)
{
	struct Derivatives *s = context;
	struct Dag *dag = s->dag;
	struct JointMap row = link_map(&s->tree->link[a], k), column = link_map(&s->tree->link[b], l);
	for (int j = 0; j < column.entries; j++) {
		const struct JointMapEntry *by = &column.entry[j];
		Ref twice = dag_add(dag, by->rate, by->along);
		Ref bend = s->bend[s->first_bend[b] + (size_t)(by - s->tree->link[b].map.entry)];
		Ref by_qd = dag_add_products(dag, entry.by_velocity, by->gain, entry.M, twice);
		Ref by_q = dag_add_products(dag, entry.by_coordinate, by->gain, entry.by_velocity, by->along);
		by_q = dag_add(dag, by_q, dag_mul(dag, entry.M, bend));
		for (int i = 0; i < row.entries; i++) {
			add(dag, entry_of(s, s->by_qd, row.entry[i].v, by->v), dag_mul(dag, row.entry[i].gain, by_qd));
			add(dag, entry_of(s, s->by_q, row.entry[i].v, by->v), dag_mul(dag, row.entry[i].gain, by_q));
		}
	}
}

/* Adds dG^T/dq T, which is non-zero only for coordinates that drive the same link. */
static void add_gains(struct Derivatives *s, double length)
{
	struct Dag *dag = s->dag;
	for (int i = 0; i < s->tree->links; i++) {
		const struct Link *link = &s->tree->link[i];
		int map_entries = link_has_axis(link) ? link->map.entries : 0;
		Ref scale = dag_const(dag, link->motion == LINK_TRANSLATE ? 1 / length : 1);
		Ref T = dag_mul(dag, scale, link_force(link, 0, &s->loads.f[i]));
		for (int a = 0; a < map_entries; a++)
			for (int b = 0; b < map_entries; b++) {
				int row = link->map.entry[a].v, column = link->map.entry[b].v;
				Ref slope = tangent_slope(dag, &s->tangent[column], link->map.entry[a].gain);
				add(dag, entry_of(s, s->by_q, row, column), dag_mul(dag, slope, T));
			}
	}
}

/* Adds joint-space terms by the chain rule, with qdd as an input. */
static void add_term(struct Derivatives *s, const Ref *qdd)
{
	struct Dag *dag = s->dag;
	size_t nv = (size_t)s->tree->nv, square = nv * nv;
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, nv), *by = ARENA_ARRAY(dag->arena, Ref, 2 * square),
	    *by_qd = by + square;
	dag_zeros(dag, tau, s->tree->nv);
	tree_add_terms(dag, s->tree, tau);
	const struct StateSlopes to = { by, by_qd, s->tree->nv };
	state_slopes(dag, s->tree, s->tangent, tau, s->tree->nv, &to);
	if (qdd)
		values_substitute(dag, by, 2 * square, INPUT_QDD, qdd);
	for (size_t i = 0; i < square; i++) {
		s->forced[i % nv] |= !dag_is_zero(dag, by[i]);
		s->resisted[i % nv] |= !dag_is_zero(dag, by_qd[i]);
		add(dag, &s->by_q[i], by[i]);
		add(dag, &s->by_qd[i], by_qd[i]);
	}
}

/* Plan with one unit for lengths and forces, so that vectors and wrenches have the same units. */
static struct Plan plan_of_slopes(const struct BuildOptions *options)
{
	struct Plan plan = *options->plan;
	plan.unit_force = plan.unit_length;
	return plan;
}

struct Derivatives rnea_derivatives_make(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                         const Ref *qdd, Ref *out)
{
	size_t nv = (size_t)tree->nv;
	struct Derivatives s = { .dag = dag,
		                 .tree = tree,
		                 .tangent = tangents_make(dag, tree, INPUT_Q),
		                 .by_q = out,
		                 .by_qd = out + nv * nv,
		                 .forced = ARENA_ARRAY(dag->arena, bool, nv),
		                 .resisted = ARENA_ARRAY(dag->arena, bool, nv) };
	s.tree = tree = tree_with_turns(&s);
	struct Plan plan = plan_of_slopes(options);
	struct BuildOptions own = *options;
	own.plan = &plan;
	double length = plan_length(&plan);
	dag_zeros(dag, out, 2 * tree->nv * tree->nv);
	find_bends(&s, qdd);
	const struct Tree *moved = qdd ? tree_substitute(tree, INPUT_QDD, qdd) : tree;
	const struct CompositePassTo to = { &s, add_entry };
	s.loads = rnea_wrenches(dag, moved, &own, ARENA_ARRAY(dag->arena, Ref, nv));
	composite_pass_derivatives(dag, moved, &own, &s.loads, &to);
	add_gains(&s, length);
	world_loads_add(&s, length);
	laws_add(&s, length);
	if (qdd && tree->addeds) /* laws of added mass read accelerations */
		values_substitute(dag, out, 2 * nv * nv, INPUT_QDD, qdd);
	add_term(&s, qdd);
	return s;
}

void customized_rnea_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	rnea_derivatives_make(dag, tree, options, NULL, out);
}

/* --- M --- */

struct Rows {
	struct Dag *dag;
	const struct Tree *tree;
	Ref *M;
};

static void add_inertia(void *context, int a, int k, int b, int l, struct CompositePassEntry entry)
{
	struct Rows *s = context;
	tree_assemble_coriolis(s->dag, s->tree, a, k, b, l, entry.M, dag_const(s->dag, 0), s->M);
}

/* Vectors for M are computed at rest, since velocities do not change them. */
void rnea_derivatives_inertia(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *M)
{
	struct Plan plan = plan_of_slopes(options);
	struct BuildOptions own = *options;
	own.plan = &plan;
	struct Rows s = { dag, tree, M };
	const struct CompositePassTo to = { &s, add_inertia };
	dag_zeros(dag, M, tree->nv * tree->nv);
	composite_pass_coriolis(dag, tree_zero_inputs(tree, INPUT_BIT(INPUT_QD)), &own, &to);
	tree_add_terms_inertia(dag, tree, M);
}
