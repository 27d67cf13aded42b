/* A composite has to be turned by its joint's angle on its way to the parent. The vectors of the joint need not be: they are
 * made where the composite was turned already, and moved along the axis. Units are those of composite.c.
 *
 * For derivatives velocities count twice, so that what is C otherwise is 2 C. The velocity u between origins counts twice too. */
#include "sweep.h"

#include "vectors.h"

struct Sweep {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Hop *hop;
	const struct Loads *loads; /* NULL: C is asked for */
	const struct SweepTo *to;
	bool column;       /* as struct Approach says */
	double length;     /* offsets are measured in it, and first moments and forces in its inverse */
	struct Vec *w;     /* of links, in their working frames */
	struct Vec *ahead; /* the same before the joint's own turn */
	struct Carrying *by; /* of the axes of links, in their working frames; for derivatives */
	struct Flow *flow; /* of what links carry */
};

/* --- joints --- */

/* A velocity as often as velocities count: twice for derivatives. */
static struct Vec counted(struct Sweep *s, struct Vec v)
{
	return s->loads ? vec_add(s->dag, v, v) : v;
}

/* w x p as often: p is doubled and not w, for p may be a constant. */
static struct Vec swept_by(struct Sweep *s, struct Vec w, struct Vec p)
{
	return vec_cross(s->dag, w, s->loads ? vec_scale(s->dag, dag_const(s->dag, 2), p) : p);
}

/* How a link turns against its parent, and how it moves, in its own axes. */
static struct Vec turning(struct Dag *dag, const struct Link *link)
{
	return link_motion(dag, link, link->yd).ang;
}

static struct Vec moving(struct Sweep *s, const struct Link *link)
{
	Ref per_length = dag_const(s->dag, 1 / s->length);
	return vec_scale(s->dag, per_length, link_motion(s->dag, link, link->yd).lin);
}

/* w = w_lambda + w_J */
static void move(struct Sweep *s, int i)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct Hop *hop = &s->hop[i];
	int lead = hop_leading(dag, hop, link);
	struct Vec w = link->parent < 0 ? vec_const(dag, 0, 0, 0) : s->w[link->parent];
	w = hop_turn_in(dag, hop, 0, lead, w);
	s->ahead[i] = w = vec_add(dag, w, turning(dag, link));
	s->w[i] = hop_turn_in(dag, hop, lead, hop->turns, w);
	vec_label(dag, s->w[i], "w", i);
}

/* --- what carries axes --- */

static struct Motion3 motion_before(struct Sweep *s, int i)
{
	int parent = s->tree->link[i].parent;
	return parent < 0 ? newton_rest(s->dag, s->tree, s->length) : s->loads->motion[parent];
}

/* V of the point of the parent where the joint is, after the first turns. */
static struct Vec acceleration_ahead(struct Sweep *s, int i, const struct Motion3 *before, int turns)
{
	struct Vec V = vec_add(s->dag, before->V, mat_vec(s->dag, before->U, s->hop[i].p));
	return hop_turn_in(s->dag, &s->hop[i], 0, turns, V);
}

/* U e of an axis of the parent, seen after the first turns. */
static struct Vec swing_of(struct Sweep *s, int i, const struct Motion3 *before, int axis, int turns)
{
	struct Vec e = hop_out(s->dag, &s->hop[i], vec_unit(s->dag, axis));
	return hop_turn_in(s->dag, &s->hop[i], 0, turns, mat_vec(s->dag, before->U, e));
}

static struct Carrying carrying_of(struct Sweep *s, int i)
{
	const struct Link *link = &s->tree->link[i];
	const struct Motion3 *own = &s->loads->motion[i];
	if (link_has_axis(link))
		return (struct Carrying){ own->w, own->V, own->U };
	struct Motion3 before = motion_before(s, i);
	struct Carrying by = { .w = hop_in(s->dag, &s->hop[i], before.w) };
	by.V = acceleration_ahead(s, i, &before, s->hop[i].turns);
	for (int k = 0; k < 3; k++)
		mat_set_column(&by.U, k, swing_of(s, i, &before, k, s->hop[i].turns));
	return by;
}

/* The same behind the joint's own turn, where its vectors are taken. */
static struct Carrying carrying_ahead(struct Sweep *s, int i)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct Hop *hop = &s->hop[i];
	if (!link_has_axis(link))
		return s->by[i];
	int lead = hop_leading(dag, hop, link), k = link->axis;
	struct Motion3 before = motion_before(s, i);
	struct Carrying by = { .w = s->ahead[i], .U = mat_zero(dag) };
	by.V = acceleration_ahead(s, i, &before, lead);
	struct Vec swing = mat_column(&s->by[i].U, k);
	bool carried = link->motion == LINK_ROTATE && lead < hop->turns && s->column && newton_carries(dag, hop, link);
	if (carried)
		swing = swing_of(s, i, &before, k, lead);
	else
		swing = hop_turn_out(dag, hop, lead, hop->turns, swing);
	mat_set_column(&by.U, k, swing);
	return by;
}

static struct Tumbling tumbling_of(struct Sweep *s, int i)
{
	struct Tumbling t = { .w = turning(s->dag, &s->tree->link[i]) };
	t.v = moving(s, &s->tree->link[i]);
	t.sum = vec_add(s->dag, s->w[i], s->by[i].w);
	return t;
}

/* --- vectors --- */

static struct Vectors vectors_turn(struct Sweep *s, int i, int from, int to, struct Vectors v)
{
	struct Vec *each[] = { &v.row.lin, &v.row.ang, &v.b, &v.column.lin, &v.column.ang, &v.moved.lin, &v.moved.ang };
	for (size_t n = 0; n < sizeof each / sizeof *each; n++)
		*each[n] = hop_turn_out(s->dag, &s->hop[i], from, to, *each[n]);
	return v;
}

/* The part of the vectors for a link that turns every way, once they have come to it. */
static struct Spatial swept_at(struct Sweep *s, int i, const struct Vectors *v)
{
	struct Dag *dag = s->dag;
	struct Tumbling t = tumbling_of(s, i);
	struct Spatial swept = { .lin = vec_cross(dag, v->row.lin, t.sum) };
	struct Vec drawn = vec_cross(dag, t.v, v->row.lin);
	swept.ang = vec_add(dag, v->b, drawn);
	swept.ang = vec_add(dag, swept.ang, vec_cross(dag, v->row.ang, t.sum));
	return swept;
}

/* From behind the joint of a link into the working frame of its parent. */
static struct Vectors vectors_out(struct Sweep *s, int i, struct Vectors v)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	v = vectors_turn(s, i, 0, hop_leading(dag, &s->hop[i], link), v);
	struct Vec p = s->hop[i].p, w = s->w[link->parent], u = vec_const(dag, 0, 0, 0);
	if (!link_has_axis(link))
		u = hop_out(dag, &s->hop[i], counted(s, moving(s, link)));
	v.b = vec_add(dag, v.b, vec_cross(dag, u, v.row.lin));
	if (!s->loads) {
		v.swept.lin = vec_cross(dag, v.row.lin, w);
		v.swept.ang = vec_add(dag, v.b, vec_cross(dag, v.row.ang, w));
		v.swept = force_shift(dag, p, v.swept);
	}
	v = vectors_shift(dag, p, swept_by(s, w, p), v);
	if (s->loads && !link_has_axis(&s->tree->link[link->parent]))
		v.swept = swept_at(s, link->parent, &v);
	return v;
}

/* From the working frame of a link to behind its joint. */
static struct Vectors vectors_through(struct Sweep *s, int i, struct Vectors v)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct Hop *hop = &s->hop[i];
	if (!link_has_axis(link))
		return v;
	struct Vec along = vec_along(dag, link->axis, hop->d), u = swept_by(s, s->w[i], along);
	u = vec_add(dag, u, counted(s, moving(s, link)));
	v = vectors_shift(dag, along, u, v);
	return vectors_turn(s, i, hop_leading(dag, hop, link), hop->turns, v);
}

/* --- entries --- */

static Ref scale_of(const struct Sweep *s, int i, int k, int j, int l)
{
	double first = link_scale(&s->tree->link[i], k, s->length), second = link_scale(&s->tree->link[j], l, s->length);
	return dag_const(s->dag, first * second);
}

static void add_entry(struct Sweep *s, int a, int k, int b, int l, struct SweepEntry entry)
{
	Ref scale = scale_of(s, a, k, b, l);
	entry.M = dag_mul(s->dag, scale, entry.M);
	entry.by_velocity = dag_mul(s->dag, scale, entry.by_velocity);
	entry.by_coordinate = dag_mul(s->dag, scale, entry.by_coordinate);
	s->to->add(s->to->context, a, k, b, l, entry);
}

/* An entry of dtau/dq: in the row of the velocity whose vectors these are, in the column of velocity k of link j, which they
 * pass; `by` carries that link's axes. */
static Ref slope_at(struct Sweep *s, int j, int k, const struct Vectors *v, const struct Carrying *by)
{
	const struct Link *link = &s->tree->link[j];
	struct Vectors seen = *v;
	if (!link_has_axis(link)) { /* from a point of its parent */
		struct Vec drawn = counted(s, moving(s, link));
		seen.b = vec_add(s->dag, seen.b, vec_cross(s->dag, drawn, seen.row.lin));
	}
	return vectors_slope(s->dag, &seen, by, link_row(link, k));
}

/* Of C, or of dtau/dqd, the entry in the same row and column. */
static Ref row_by_velocity(struct Sweep *s, int j, int k, const struct Vectors *v)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[j];
	if (!link_has_axis(link))
		return link_force(link, k, &v->swept);
	int axis = link->axis;
	bool slides = link_row(link, k) < 3;
	struct Vec e = vec_unit(dag, axis), psi = vec_cross(dag, counted(s, s->w[j]), e);
	Ref row = vec_dot(dag, psi, slides ? v->row.lin : v->row.ang);
	return slides ? row : dag_add(dag, row, v->b.e[axis]);
}

/* What the vectors of velocity l of link i give for velocity k of link j before it. */
static void add_pair(struct Sweep *s, int i, int l, int j, int k, const struct Vectors *v)
{
	const struct Link *link = &s->tree->link[j];
	Ref M = link_force(link, k, &v->row), zero = dag_const(s->dag, 0);
	struct SweepEntry column = { M, link_force(link, k, &v->column), link_force(link, k, &v->moved) };
	struct SweepEntry row = { M, zero, zero };
	add_entry(s, j, k, i, l, column);
	row.by_velocity = row_by_velocity(s, j, k, v);
	if (s->loads)
		row.by_coordinate = slope_at(s, j, k, v, &s->by[j]);
	add_entry(s, i, l, j, k, row);
}

/* The vectors of velocity l of a link, behind its joint; `by` carries its axes there. */
static struct Vectors vectors_of(struct Sweep *s, int i, int l, const struct Flow *flow, const struct Carrying *by)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	int row = link_row(link, l);
	struct Vec w = counted(s, s->ahead[i]);
	struct Vectors v = row < 3 ? vectors_sliding(dag, flow, w, row) : vectors_turning(dag, flow, w, row - 3);
	if (!s->loads)
		return v;
	if (!link_has_axis(link)) {
		struct Tumbling t = tumbling_of(s, i);
		v.column = vectors_tumbling_column(dag, flow, &t, row);
	}
	if (link->parent < 0)
		return v;
	struct Spatial through = hop_force_ahead(dag, &s->hop[i], link, s->loads->f[i]); /* the joint */
	if (link_has_axis(link))
		v.moved = vectors_moved(dag, flow, by, w, &through, row);
	else
		v.moved = vectors_tumbling_moved(dag, flow, by, w, counted(s, moving(s, link)), &through, row);
	return v;
}

/* The entries of velocity l in the block of its own link. */
static void add_own(struct Sweep *s, int i, int l, struct Vectors *v, const struct Carrying *by)
{
	const struct Link *link = &s->tree->link[i];
	Ref zero = dag_const(s->dag, 0);
	for (int k = 0; k < link_columns(link); k++) {
		struct SweepEntry column = { link_force(link, k, &v->row), link_force(link, k, &v->column), zero };
		struct SweepEntry row = { zero, zero, zero };
		add_entry(s, i, k, i, l, column);
		if (!s->loads)
			continue;
		row.by_coordinate = slope_at(s, i, k, v, by);
		add_entry(s, i, l, i, k, row);
		if (link->motion == LINK_ROTATE)
			v->moved.ang.e[link->axis] = row.by_coordinate;
	}
}

static void add_velocity(struct Sweep *s, int i, int l, const struct Flow *flow)
{
	const struct Tree *tree = s->tree;
	struct Carrying by = { .w = s->ahead[i] };
	if (s->loads)
		by = carrying_ahead(s, i);
	struct Vectors v = vectors_of(s, i, l, flow, &by);
	add_own(s, i, l, &v, &by);
	for (int j = i; tree->link[j].parent >= 0;) {
		v = vectors_out(s, j, v);
		j = tree->link[j].parent;
		for (int k = 0; k < link_columns(&tree->link[j]); k++)
			add_pair(s, i, l, j, k, &v);
		v = vectors_through(s, j, v);
	}
}

/* --- links --- */

static void begin(struct Sweep *s, int i)
{
	struct Dag *dag = s->dag;
	struct Moments mass = s->hop[i].mass;
	mass.h = vec_scale(dag, dag_const(dag, s->length), mass.h);
	mass.m = dag_mul(dag, dag_const(dag, s->length * s->length), mass.m);
	s->flow[i] = flow_of(dag, mass);
	if (s->loads)
		s->by[i] = carrying_of(s, i);
}

/* The composite of a link behind its joint: its vectors; then it goes to the parent. */
static void finish(struct Sweep *s, int i)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct Hop *hop = &s->hop[i];
	struct Flow flow = s->flow[i];
	int lead = hop_leading(dag, hop, link);
	vec_label(dag, flow.mass.h, "h", i);
	mat_label(dag, &flow.mass.D, "D", i);
	struct Vec v = counted(s, moving(s, link)), none = vec_const(dag, 0, 0, 0);
	struct Vec d = vec_along(dag, link->axis, hop->d);
	if (link_has_axis(link))
		flow = flow_shift(dag, d, v, flow);
	for (int t = hop->turns; t-- > lead;)
		flow = flow_turn(dag, hop->turn[t], flow);
	for (int l = 0; l < link_columns(link); l++)
		add_velocity(s, i, l, &flow);
	if (link->parent < 0)
		return;
	flow = flow_spin(dag, counted(s, turning(dag, link)), flow);
	for (int t = lead; t-- > 0;)
		flow = flow_turn(dag, hop->turn[t], flow);
	v = link_has_axis(link) ? none : hop_out(dag, hop, v);
	flow = flow_shift(dag, hop->p, v, flow);
	s->flow[link->parent] = flow_add(dag, s->flow[link->parent], flow);
}

static void sweep(struct Sweep *s)
{
	const struct Tree *tree = s->tree;
	struct Arena *arena = s->dag->arena;
	s->w = ARENA_ARRAY(arena, struct Vec, tree->links);
	s->ahead = ARENA_ARRAY(arena, struct Vec, tree->links);
	s->by = ARENA_ARRAY(arena, struct Carrying, tree->links);
	s->flow = ARENA_ARRAY(arena, struct Flow, tree->links);
	for (int i = 0; i < tree->links; i++) {
		move(s, i);
		begin(s, i);
	}
	for (int i = tree->links - 1; i >= 0; i--)
		finish(s, i);
}

void sweep_once(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, const struct SweepTo *to)
{
	struct Sweep s = { .dag = dag, .tree = tree, .to = to, .length = plan_length(approach->plan) };
	s.hop = hops_make(dag, tree, approach->still ? approach->plan : NULL, s.length);
	sweep(&s);
}

void sweep_twice(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, const struct Loads *loads,
                 const struct SweepTo *to)
{
	struct Sweep s = { .dag = dag, .tree = tree, .to = to, .hop = loads->hop, .loads = loads, .column = approach->column,
	                   .length = plan_length(approach->plan) };
	sweep(&s);
}
