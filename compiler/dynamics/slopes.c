/* Derivatives of inverse dynamics by composites (vectors.c).
 *
 * Those of the virtual coordinates y of links, with the entries Q = dT/dy, H = dT/dyd, M = dT/dydd of their forces T, and
 * tau = G^T T, y = gamma(q), yd = G qd, ydd = G qdd + dG/dt qd:
 *   dtau/dq  = G^T (Q G + H dG/dt + M d(ydd)/dq) + dG^T/dq T
 *   dtau/dqd = G^T (H G + 2 M dG/dt).
 * What coordinates themselves carry and how wrenches change that do not keep to their links is found by the chain rule. */
#include "slopes.h"

#include "lean.h"
#include "sweep.h"

static void add(struct Dag *dag, Ref *sum, Ref term)
{
	*sum = dag_add(dag, *sum, term);
}

static Ref *entry_of(const struct Derivatives *s, Ref *matrix, int row, int column)
{
	return &matrix[(size_t)row * (size_t)s->tree->nv + (size_t)column];
}

/* d(ydd)/dq of one coordinate that drives a link */
static Ref bend(const struct Derivatives *s, const struct Link *link, const struct Drive *drive)
{
	if (!link_has_axis(link))
		return dag_const(s->dag, 0);
	return tangent_slope(s->dag, &s->tangent[drive->v], link->ydd[0]);
}

static void add_entry(void *context, int a, int k, int b, int l, struct SweepEntry entry)
{
	struct Derivatives *s = context;
	struct Dag *dag = s->dag;
	int rows, columns;
	const struct Drive *row = link_drives(&s->tree->link[a], k, &rows);
	const struct Drive *column = link_drives(&s->tree->link[b], l, &columns);
	for (int j = 0; j < columns; j++) {
		const struct Drive *by = &column[j];
		Ref M = dag_mul(dag, entry.M, by->gain), twice = dag_add(dag, by->rate, by->rate), bent = bend(s, &s->tree->link[b], by);
		Ref by_qd = dag_add_products(dag, entry.by_velocity, by->gain, entry.M, twice);
		Ref by_q = dag_add_products(dag, entry.by_coordinate, by->gain, entry.by_velocity, by->rate);
		by_q = dag_add(dag, by_q, dag_mul(dag, entry.M, bent));
		for (int i = 0; i < rows; i++) {
			add(dag, entry_of(s, s->M, row[i].v, by->v), dag_mul(dag, row[i].gain, M));
			add(dag, entry_of(s, s->by_qd, row[i].v, by->v), dag_mul(dag, row[i].gain, by_qd));
			add(dag, entry_of(s, s->by_q, row[i].v, by->v), dag_mul(dag, row[i].gain, by_q));
		}
	}
}

/* dG^T/dq T: only coordinates that drive the same link have to do with each other. */
static void add_gains(struct Derivatives *s, double length)
{
	struct Dag *dag = s->dag;
	for (int i = 0; i < s->tree->links; i++) {
		const struct Link *link = &s->tree->link[i];
		int drives = link_has_axis(link) ? link->drives : 0;
		Ref scale = dag_const(dag, link->motion == LINK_TRANSLATE ? 1 / length : 1);
		Ref T = dag_mul(dag, scale, link_force(link, 0, &s->loads.f[i]));
		for (int a = 0; a < drives; a++)
			for (int b = 0; b < drives; b++) {
				int row = link->drive[a].v, column = link->drive[b].v;
				Ref slope = tangent_slope(dag, &s->tangent[column], link->drive[a].gain);
				add(dag, entry_of(s, s->by_q, row, column), dag_mul(dag, slope, T));
			}
	}
}

static void add_carried(struct Derivatives *s)
{
	struct Dag *dag = s->dag;
	int nv = s->tree->nv;
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, nv);
	for (int i = 0; i < nv; i++)
		tau[i] = dag_const(dag, 0);
	tree_carry(dag, s->tree, tau);
	for (int i = 0; i < nv; i++)
		for (int v = 0; v < nv && !dag_is_known(dag, tau[i]); v++) {
			Ref by_q = tangent_slope(dag, &s->tangent[v], tau[i]), by_qd = velocity_slope(dag, v, tau[i]);
			s->forced[v] |= !dag_is_zero(dag, by_q);
			s->resisted[v] |= !dag_is_zero(dag, by_qd);
			add(dag, entry_of(s, s->by_q, i, v), by_q);
			add(dag, entry_of(s, s->by_qd, i, v), by_qd);
		}
}

/* How the wrenches on links change in their own axes, by one velocity's direction. Returns whether any does. */
static bool wrench_changes(const struct Derivatives *s, const struct Hop *hop, int v, double length, struct Spatial *f)
{
	struct Dag *dag = s->dag;
	bool any = false;
	for (int i = 0; i < s->tree->links; i++) {
		const struct Spatial *given = &s->tree->link[i].f_ext;
		Ref force = dag_const(dag, length);
		for (int r = 0; r < 3; r++) {
			f[i].lin.e[r] = dag_mul(dag, force, tangent_slope(dag, &s->tangent[v], given->lin.e[r]));
			f[i].ang.e[r] = tangent_slope(dag, &s->tangent[v], given->ang.e[r]);
		}
		any |= !vec_is_zero(dag, f[i].lin) || !vec_is_zero(dag, f[i].ang);
		f[i].lin = hop_of_body(dag, &hop[i], f[i].lin);
		f[i].ang = hop_of_body(dag, &hop[i], f[i].ang);
	}
	return any;
}

/* Less what those changes do through the joints. */
static void add_wrenches(struct Derivatives *s, double length)
{
	struct Dag *dag = s->dag;
	const struct Tree *tree = s->tree;
	const struct Hop *hop = s->loads.hop;
	struct Spatial *f = ARENA_ARRAY(dag->arena, struct Spatial, tree->links);
	for (int v = 0; v < tree->nv && tree->wrenches; v++) {
		if (!wrench_changes(s, hop, v, length, f))
			continue;
		s->forced[v] = true;
		for (int i = tree->links - 1; i >= 0; i--) {
			const struct Link *link = &tree->link[i];
			for (int k = 0; k < link_columns(link); k++) {
				int drives;
				const struct Drive *drive = link_drives(link, k, &drives);
				Ref scale = dag_const(dag, link_row(link, k) < 3 ? -1 / length : -1);
				Ref along = dag_mul(dag, scale, link_force(link, k, &f[i]));
				for (int d = 0; d < drives; d++)
					add(dag, entry_of(s, s->by_q, drive[d].v, v), dag_mul(dag, drive[d].gain, along));
			}
			if (link->parent >= 0)
				f[link->parent] = spatial_add(dag, f[link->parent], hop_force(dag, &hop[i], link, f[i]));
		}
	}
}

/* By one unit for lengths and forces, which vectors and wrenches have in common then. */
static void build(struct Derivatives *s, const struct Approach *approach)
{
	struct Dag *dag = s->dag;
	size_t nv = (size_t)s->tree->nv;
	struct Plan plan = *approach->plan;
	plan.unit_force = plan.unit_length;
	struct Approach own = *approach;
	own.plan = &plan;
	double length = plan_length(&plan);
	for (size_t i = 0; i < nv * nv; i++)
		s->by_q[i] = s->by_qd[i] = s->M[i] = dag_const(dag, 0);
	s->loads = newton_wrenches(dag, s->tree, &own, ARENA_ARRAY(dag->arena, Ref, nv));
	const struct SweepTo to = { s, add_entry };
	sweep_twice(dag, s->tree, &own, &s->loads, &to);
	add_gains(s, length);
	add_wrenches(s, length);
	add_carried(s);
	tree_carry_inertia(dag, s->tree, s->M);
}

struct Derivatives slopes_make(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	size_t nv = (size_t)tree->nv;
	struct Derivatives s = { .dag = dag, .tree = tree, .tangent = tangents_make(dag, tree), .by_q = out, .by_qd = out + nv * nv,
	                         .M = ARENA_ARRAY(dag->arena, Ref, nv * nv), .forced = ARENA_ARRAY(dag->arena, bool, nv),
	                         .resisted = ARENA_ARRAY(dag->arena, bool, nv) };
	build(&s, approach);
	return s;
}

void slopes_inverse_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	slopes_make(dag, tree, approach, out);
}

void slopes_inertia(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *M)
{
	size_t square = (size_t)tree->nv * (size_t)tree->nv;
	struct Derivatives s = slopes_make(dag, tree, approach, ARENA_ARRAY(dag->arena, Ref, 2 * square));
	for (size_t i = 0; i < square; i++)
		M[i] = s.M[i];
}
