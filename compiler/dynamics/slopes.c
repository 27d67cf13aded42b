/* Derivatives of inverse dynamics by composites (vectors.c).
 *
 * Those of the virtual coordinates y of links, with the entries Q = dT/dy, H = dT/dyd, M = dT/dydd of their forces T, and
 * tau = G^T T, y = gamma(q), yd = G qd, ydd = G qdd + dG/dt qd:
 *   dtau/dq  = G^T (Q G + H dG/dt + M d(ydd)/dq) + dG^T/dq T
 *   dtau/dqd = G^T (H G + 2 M dG/dt).
 * How wrenches count that do not keep to their links is in world_load.c; what coordinates themselves carry is found by
 * the chain rule. */
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

/* d(ydd)/dq of every coordinate that drives a link of one axis. */
static void find_bends(struct Derivatives *s, const Ref *qdd)
{
	struct Dag *dag = s->dag;
	size_t count = 0;
	s->first_bend = ARENA_ARRAY(dag->arena, size_t, s->tree->links);
	for (int i = 0; i < s->tree->links; i++) {
		s->first_bend[i] = count;
		count += (size_t)s->tree->link[i].drives;
	}
	s->bend = ARENA_ARRAY(dag->arena, Ref, count);
	for (int i = 0; i < s->tree->links; i++) {
		const struct Link *link = &s->tree->link[i];
		for (int d = 0; d < link->drives; d++) {
			Ref *bend = &s->bend[s->first_bend[i] + (size_t)d];
			*bend = link_has_axis(link) ? tangent_slope(dag, &s->tangent[link->drive[d].v], link->ydd[0]) : dag_const(dag, 0);
		}
	}
	if (qdd)
		values_with(dag, s->bend, count, INPUT_QDD, qdd);
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
		Ref twice = dag_add(dag, by->rate, by->rate);
		Ref bend = s->bend[s->first_bend[b] + (size_t)(by - s->tree->link[b].drive)];
		Ref by_qd = dag_add_products(dag, entry.by_velocity, by->gain, entry.M, twice);
		Ref by_q = dag_add_products(dag, entry.by_coordinate, by->gain, entry.by_velocity, by->rate);
		by_q = dag_add(dag, by_q, dag_mul(dag, entry.M, bend));
		for (int i = 0; i < rows; i++) {
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

/* By the chain rule, of qdd as an input. */
static void add_carried(struct Derivatives *s, const Ref *qdd)
{
	struct Dag *dag = s->dag;
	size_t nv = (size_t)s->tree->nv, square = nv * nv;
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, nv), *by = ARENA_ARRAY(dag->arena, Ref, 2 * square), *by_qd = by + square;
	for (size_t i = 0; i < nv; i++)
		tau[i] = dag_const(dag, 0);
	tree_carry(dag, s->tree, tau);
	for (size_t i = 0; i < square; i++) {
		by[i] = tangent_slope(dag, &s->tangent[i % nv], tau[i / nv]);
		by_qd[i] = velocity_slope(dag, (int)(i % nv), tau[i / nv]);
	}
	if (qdd)
		values_with(dag, by, 2 * square, INPUT_QDD, qdd);
	for (size_t i = 0; i < square; i++) {
		s->forced[i % nv] |= !dag_is_zero(dag, by[i]);
		s->resisted[i % nv] |= !dag_is_zero(dag, by_qd[i]);
		add(dag, &s->by_q[i], by[i]);
		add(dag, &s->by_qd[i], by_qd[i]);
	}
}

/* By one unit for lengths and forces, which vectors and wrenches have in common then. */
static struct Plan plan_of_slopes(const struct Approach *approach)
{
	struct Plan plan = *approach->plan;
	plan.unit_force = plan.unit_length;
	return plan;
}

struct Derivatives slopes_make(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, const Ref *qdd,
                               Ref *out)
{
	size_t nv = (size_t)tree->nv;
	struct Derivatives s = { .dag = dag, .tree = tree, .tangent = tangents_make(dag, tree), .by_q = out, .by_qd = out + nv * nv,
	                         .forced = ARENA_ARRAY(dag->arena, bool, nv), .resisted = ARENA_ARRAY(dag->arena, bool, nv) };
	struct Plan plan = plan_of_slopes(approach);
	struct Approach own = *approach;
	own.plan = &plan;
	double length = plan_length(&plan);
	for (size_t i = 0; i < 2 * nv * nv; i++)
		out[i] = dag_const(dag, 0);
	find_bends(&s, qdd);
	const struct Tree *moved = qdd ? tree_with(tree, INPUT_QDD, qdd) : tree;
	const struct SweepTo to = { &s, add_entry };
	s.loads = newton_wrenches(dag, moved, &own, ARENA_ARRAY(dag->arena, Ref, nv));
	sweep_twice(dag, moved, &own, &s.loads, &to);
	add_gains(&s, length);
	world_loads_add(&s, length);
	add_carried(&s, qdd);
	return s;
}

void slopes_inverse_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *out)
{
	slopes_make(dag, tree, approach, NULL, out);
}

/* --- M --- */

struct Rows { struct Dag *dag; const struct Tree *tree; Ref *M; };

static void add_inertia(void *context, int a, int k, int b, int l, struct SweepEntry entry)
{
	struct Rows *s = context;
	tree_spread_moving(s->dag, s->tree, a, k, b, l, entry.M, dag_const(s->dag, 0), s->M);
}

/* The vectors of rows at rest: velocities would make no difference. */
void slopes_inertia(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *M)
{
	struct Plan plan = plan_of_slopes(approach);
	struct Approach own = *approach;
	own.plan = &plan;
	struct Rows s = { dag, tree, M };
	const struct SweepTo to = { &s, add_inertia };
	for (int i = 0; i < tree->nv * tree->nv; i++)
		M[i] = dag_const(dag, 0);
	sweep_once(dag, tree_hold(tree, 1u << INPUT_QD), &own, &to);
	tree_carry_inertia(dag, tree, M);
}
