/* Composites are turned by the joint's angle on their way to the parent. The vectors of a joint avoid this turn: they
 * are computed from the turned composite, moved along the axis. Units are those of crba.c.
 *
 * Velocities count twice for derivatives, so the pass gives 2 C instead of C. The velocity u between origins counts
 * twice too. */
#include "composite_pass.h"

#include "joint_vectors.h"

struct CompositePass {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	const struct Loads *loads; /* NULL: for C */
	const struct CompositePassTo *to;
	bool column;         /* of struct BuildOptions */
	double length;       /* unit of offsets; first moments and forces are in its inverse */
	struct Vec *w;       /* angular velocities of links, in their working frames */
	struct Vec *ahead;   /* w in axes before the joint's own turn */
	struct Carrying *by; /* of the axes of links, in their working frames; for derivatives */
	struct Flow *flow;   /* of composites */
};

/* --- joints --- */

/* Velocity as often as velocities count: twice for derivatives. */
static struct Vec counted(struct CompositePass *s, struct Vec v)
{
	return s->loads ? vec_add(s->dag, v, v) : v;
}

/* Product w x p, as often as velocities count: p is doubled and not w, since p may be a constant. */
static struct Vec swept_by(struct CompositePass *s, struct Vec w, struct Vec p)
{
	return vec_cross(s->dag, w, s->loads ? vec_scale(s->dag, dag_const(s->dag, 2), p) : p);
}

/* Angular and linear velocity of a link relative to its parent, in its own axes. */
static struct Vec turning(struct Dag *dag, const struct Link *link)
{
	return link_motion(dag, link, link->yd).ang;
}

static struct Vec moving(struct CompositePass *s, const struct Link *link)
{
	Ref per_length = dag_const(s->dag, 1 / s->length);
	return vec_scale(s->dag, per_length, link_motion(s->dag, link, link->yd).lin);
}

/* w = w_lambda + w_J */
static void move(struct CompositePass *s, int i)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct LinkTransform *transform = &s->transform[i];
	int lead = transform_leading_turns(dag, transform, link);
	struct Vec w = link->parent < 0 ? vec_const(dag, 0, 0, 0) : s->w[link->parent];
	w = turns_to_child(dag, transform, 0, lead, w);
	s->ahead[i] = w = vec_add(dag, w, turning(dag, link));
	s->w[i] = turns_to_child(dag, transform, lead, transform->turns, w);
	vec_label(dag, s->w[i], "w", i);
}

/* --- motion of axes --- */

static struct Motion3 motion_before(struct CompositePass *s, int i)
{
	int parent = s->tree->link[i].parent;
	return parent < 0 ? rnea_rest(s->dag, s->tree, s->length) : s->loads->motion[parent];
}

/* Acceleration V of the parent's point at the joint, after the first turns. */
static struct Vec acceleration_ahead(struct CompositePass *s, int i, const struct Motion3 *before, int turns)
{
	struct Vec V = vec_add(s->dag, before->V, mat_vec(s->dag, before->U, s->transform[i].p));
	return turns_to_child(s->dag, &s->transform[i], 0, turns, V);
}

/* Vector U e for axis `axis` of the link, with U of the parent, in axes after the first turns. */
static struct Vec swing_of(struct CompositePass *s, int i, const struct Motion3 *before, int axis, int turns)
{
	struct Vec e = to_parent_axes(s->dag, &s->transform[i], vec_unit(s->dag, axis));
	return turns_to_child(s->dag, &s->transform[i], 0, turns, mat_vec(s->dag, before->U, e));
}

static struct Carrying carrying_of(struct CompositePass *s, int i)
{
	const struct Link *link = &s->tree->link[i];
	const struct Motion3 *own = &s->loads->motion[i];
	if (link_has_axis(link))
		return (struct Carrying){ own->w, own->V, own->U };
	struct Motion3 before = motion_before(s, i);
	struct Carrying by = { .w = to_child_axes(s->dag, &s->transform[i], before.w) };
	by.V = acceleration_ahead(s, i, &before, s->transform[i].turns);
	for (int k = 0; k < 3; k++)
		mat_set_column(&by.U, k, swing_of(s, i, &before, k, s->transform[i].turns));
	return by;
}

/* Motion of a joint's axes before the joint's own turn, where the vectors are computed. */
static struct Carrying carrying_ahead(struct CompositePass *s, int i)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct LinkTransform *transform = &s->transform[i];
	if (!link_has_axis(link))
		return s->by[i];
	int lead = transform_leading_turns(dag, transform, link), k = link->axis;
	struct Motion3 before = motion_before(s, i);
	struct Carrying by = { .w = s->ahead[i], .U = mat_zero(dag) };
	by.V = acceleration_ahead(s, i, &before, lead);
	struct Vec swing = mat_column(&s->by[i].U, k);
	bool term = link->motion == LINK_ROTATE && lead < transform->turns && s->column &&
	            rnea_carries(dag, transform, link);
	if (term)
		swing = swing_of(s, i, &before, k, lead);
	else
		swing = turns_to_parent(dag, transform, lead, transform->turns, swing);
	mat_set_column(&by.U, k, swing);
	return by;
}

static struct QuaternionJoint quaternion_joint_of(struct CompositePass *s, int i)
{
	struct QuaternionJoint t = { .w = turning(s->dag, &s->tree->link[i]) };
	t.v = moving(s, &s->tree->link[i]);
	t.sum = vec_add(s->dag, s->w[i], s->by[i].w);
	return t;
}

/* --- vectors --- */

static struct JointVectors vectors_turn(struct CompositePass *s, int i, int from, int to, struct JointVectors v)
{
	struct Vec *each[] = { &v.row.lin, &v.row.ang, &v.b, &v.column.lin, &v.column.ang, &v.moved.lin, &v.moved.ang };
	for (size_t n = 0; n < sizeof each / sizeof *each; n++)
		*each[n] = turns_to_parent(s->dag, &s->transform[i], from, to, *each[n]);
	return v;
}

/* Part `swept` of the vectors, for a quaternion joint they have reached. */
static struct Spatial swept_at(struct CompositePass *s, int i, const struct JointVectors *v)
{
	struct Dag *dag = s->dag;
	struct QuaternionJoint t = quaternion_joint_of(s, i);
	struct Spatial swept = { .lin = vec_cross(dag, v->row.lin, t.sum) };
	struct Vec drawn = vec_cross(dag, t.v, v->row.lin);
	swept.ang = vec_add(dag, v->b, drawn);
	swept.ang = vec_add(dag, swept.ang, vec_cross(dag, v->row.ang, t.sum));
	return swept;
}

/* Vectors from the joint of a link to the working frame of its parent. */
static struct JointVectors vectors_out(struct CompositePass *s, int i, struct JointVectors v)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	v = vectors_turn(s, i, 0, transform_leading_turns(dag, &s->transform[i], link), v);
	struct Vec p = s->transform[i].p, w = s->w[link->parent], u = vec_const(dag, 0, 0, 0);
	if (!link_has_axis(link))
		u = to_parent_axes(dag, &s->transform[i], counted(s, moving(s, link)));
	v.b = vec_add(dag, v.b, vec_cross(dag, u, v.row.lin));
	if (!s->loads) {
		v.swept.lin = vec_cross(dag, v.row.lin, w);
		v.swept.ang = vec_add(dag, v.b, vec_cross(dag, v.row.ang, w));
		v.swept = force_shift(dag, p, v.swept);
	}
	v = joint_vectors_shift(dag, p, swept_by(s, w, p), v);
	if (s->loads && !link_has_axis(&s->tree->link[link->parent]))
		v.swept = swept_at(s, link->parent, &v);
	return v;
}

/* Vectors from the working frame of a link to its joint, before the joint's own turn. */
static struct JointVectors vectors_through(struct CompositePass *s, int i, struct JointVectors v)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct LinkTransform *transform = &s->transform[i];
	if (!link_has_axis(link))
		return v;
	struct Vec along = vec_along(dag, link->axis, transform->d), u = swept_by(s, s->w[i], along);
	u = vec_add(dag, u, counted(s, moving(s, link)));
	v = joint_vectors_shift(dag, along, u, v);
	return vectors_turn(s, i, transform_leading_turns(dag, transform, link), transform->turns, v);
}

/* --- entries --- */

static Ref scale_of(const struct CompositePass *s, int i, int k, int j, int l)
{
	double first = link_scale(&s->tree->link[i], k, s->length),
	       second = link_scale(&s->tree->link[j], l, s->length);
	return dag_const(s->dag, first * second);
}

static void add_entry(struct CompositePass *s, int a, int k, int b, int l, struct CompositePassEntry entry)
{
	Ref scale = scale_of(s, a, k, b, l);
	entry.M = dag_mul(s->dag, scale, entry.M);
	entry.by_velocity = dag_mul(s->dag, scale, entry.by_velocity);
	entry.by_coordinate = dag_mul(s->dag, scale, entry.by_coordinate);
	s->to->add(s->to->context, a, k, b, l, entry);
}

/* Entry of dtau/dq in the row of the vectors' velocity and the column of velocity k of link j, an ancestor. `by` is
 * the motion of the ancestor's axes. */
static Ref slope_at(struct CompositePass *s, int j, int k, const struct JointVectors *v, const struct Carrying *by)
{
	const struct Link *link = &s->tree->link[j];
	struct JointVectors seen = *v;
	if (!link_has_axis(link)) { /* from a point of its parent */
		struct Vec drawn = counted(s, moving(s, link));
		seen.b = vec_add(s->dag, seen.b, vec_cross(s->dag, drawn, seen.row.lin));
	}
	return joint_vectors_slope(s->dag, &seen, by, link_row(link, k));
}

/* Entry of C, or of dtau/dqd, in the same row and column. */
static Ref row_by_velocity(struct CompositePass *s, int j, int k, const struct JointVectors *v)
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

/* Adds the entries of velocity l of link i and velocity k of its ancestor j. */
static void add_pair(struct CompositePass *s, int i, int l, int j, int k, const struct JointVectors *v)
{
	const struct Link *link = &s->tree->link[j];
	Ref M = link_force(link, k, &v->row), zero = dag_const(s->dag, 0);
	struct CompositePassEntry column = { M, link_force(link, k, &v->column), link_force(link, k, &v->moved) };
	struct CompositePassEntry row = { M, zero, zero };
	add_entry(s, j, k, i, l, column);
	row.by_velocity = row_by_velocity(s, j, k, v);
	if (s->loads)
		row.by_coordinate = slope_at(s, j, k, v, &s->by[j]);
	add_entry(s, i, l, j, k, row);
}

/* Vectors of velocity l of a link, before the joint's own turn; `by` is the motion of the link's axes there. */
static struct JointVectors vectors_of(struct CompositePass *s, int i, int l, const struct Flow *flow,
                                      const struct Carrying *by)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	int row = link_row(link, l);
	struct Vec w = counted(s, s->ahead[i]);
	struct JointVectors v =
		row < 3 ? joint_vectors_translate(dag, flow, w, row) : joint_vectors_rotate(dag, flow, w, row - 3);
	if (!s->loads)
		return v;
	if (!link_has_axis(link)) {
		struct QuaternionJoint t = quaternion_joint_of(s, i);
		v.column = quaternion_joint_column(dag, flow, &t, row);
	}
	if (link->parent < 0)
		return v;
	struct Spatial through = to_joint_force(dag, &s->transform[i], link, s->loads->f[i]); /* the joint */
	if (link_has_axis(link))
		v.moved = joint_vectors_moved(dag, flow, by, w, &through, row);
	else
		v.moved = quaternion_joint_moved(dag, flow, by, w, counted(s, moving(s, link)), &through, row);
	return v;
}

/* Adds the entries of velocity l within the block of its own link. */
static void add_own(struct CompositePass *s, int i, int l, struct JointVectors *v, const struct Carrying *by)
{
	const struct Link *link = &s->tree->link[i];
	Ref zero = dag_const(s->dag, 0);
	for (int k = 0; k < link_columns(link); k++) {
		struct CompositePassEntry column = { link_force(link, k, &v->row), link_force(link, k, &v->column),
			                             zero };
		struct CompositePassEntry row = { zero, zero, zero };
		add_entry(s, i, k, i, l, column);
		if (!s->loads)
			continue;
		row.by_coordinate = slope_at(s, i, k, v, by);
		add_entry(s, i, l, i, k, row);
		if (link->motion == LINK_ROTATE)
			v->moved.ang.e[link->axis] = row.by_coordinate;
	}
}

static void add_velocity(struct CompositePass *s, int i, int l, const struct Flow *flow)
{
	const struct Tree *tree = s->tree;
	struct Carrying by = { .w = s->ahead[i] };
	if (s->loads)
		by = carrying_ahead(s, i);
	struct JointVectors v = vectors_of(s, i, l, flow, &by);
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

static void begin(struct CompositePass *s, int i)
{
	s->flow[i] = flow_of(s->dag, transform_mass(s->dag, &s->transform[i], s->length));
	if (s->loads)
		s->by[i] = carrying_of(s, i);
}

/* Finishes a link: the vectors of its velocities, from its composite at the joint; then adds the composite to the
 * parent. */
static void finish(struct CompositePass *s, int i)
{
	struct Dag *dag = s->dag;
	const struct Link *link = &s->tree->link[i];
	const struct LinkTransform *transform = &s->transform[i];
	struct Flow flow = s->flow[i];
	int lead = transform_leading_turns(dag, transform, link);
	vec_label(dag, flow.mass.h, "h", i);
	mat_label(dag, &flow.mass.D, "D", i);
	struct Vec v = counted(s, moving(s, link)), none = vec_const(dag, 0, 0, 0);
	struct Vec d = vec_along(dag, link->axis, transform->d);
	if (link_has_axis(link))
		flow = flow_shift(dag, d, v, flow);
	for (int t = transform->turns; t-- > lead;)
		flow = flow_turn(dag, transform->turn[t], flow);
	for (int l = 0; l < link_columns(link); l++)
		add_velocity(s, i, l, &flow);
	if (link->parent < 0)
		return;
	flow = flow_spin(dag, counted(s, turning(dag, link)), flow);
	for (int t = lead; t-- > 0;)
		flow = flow_turn(dag, transform->turn[t], flow);
	v = link_has_axis(link) ? none : to_parent_axes(dag, transform, v);
	flow = flow_shift(dag, transform->p, v, flow);
	s->flow[link->parent] = flow_add(dag, s->flow[link->parent], flow);
}

static void sweep(struct CompositePass *s)
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

void composite_pass_coriolis(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             const struct CompositePassTo *to)
{
	struct CompositePass s = { .dag = dag, .tree = tree, .to = to, .length = plan_length(options->plan) };
	s.transform = transforms_make(dag, tree, options, s.length);
	sweep(&s);
}

void composite_pass_derivatives(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                const struct Loads *loads, const struct CompositePassTo *to)
{
	struct CompositePass s = { .dag = dag,
		                   .tree = tree,
		                   .to = to,
		                   .transform = loads->transform,
		                   .loads = loads,
		                   .column = options->column,
		                   .length = plan_length(options->plan) };
	sweep(&s);
}
