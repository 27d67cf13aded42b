/* Derivatives of tau for laws: wrenches that are functions of the state. joint_vectors.c has the derivatives for wrenches
 * that move with their links, so these are the changes of the wrenches as seen from their links,
 *   dtau_a/dx += -S_a^T df/dx,
 * carried to the root like wrenches, for each coordinate and each velocity x that a law reads. */
#include "rnea_derivatives.h"

#include "dag/bottleneck.h"
#include "dynamics/tree/joint_map.h"
#include "dynamics/tree/substitute.h"

/* Derivative of a value by velocity v, or along its coordinate. */
static Ref slope_of(const struct Derivatives *s, Ref value, int v, bool by_qd)
{
	return by_qd ? dag_derivative(s->dag, value, dag_input(s->dag, INPUT_QD, (uint32_t)v))
	             : tangent_slope(s->dag, &s->tangent[v], value);
}

static struct Spatial change_along(const struct Derivatives *s, const struct Spatial *wrench, int v, bool by_qd)
{
	struct Spatial change = spatial_zero(s->dag);
	for (int r = 0; r < 6; r++)
		*spatial_entry(&change, r) = slope_of(s, spatial_at(wrench, r), v, by_qd);
	return change;
}

/* Change of the law on a link; in the working frame, with forces in 1 / length. */
static struct Spatial change_of(const struct Derivatives *s, double length, int link, int v, bool by_qd)
{
	struct Dag *dag = s->dag;
	const struct LinkTransform *transform = &s->loads.transform[link];
	struct Spatial change = change_along(s, &s->tree->link[link].law, v, by_qd);
	if (transform->unrotated)
		change = spatial_turn(dag, transform->body, change);
	change.lin = vec_scale(dag, dag_const(dag, length), change.lin);
	return change;
}

static bool is_none(const struct Dag *dag, const struct Spatial *f)
{
	return vec_is_zero(dag, f->lin) && vec_is_zero(dag, f->ang);
}

/* Adds the entries of column v for a change of the wrench through the joint of a link. */
static void add_entries(const struct Derivatives *s, double length, int link, const struct Spatial *change, int v,
                        Ref *matrix)
{
	struct Dag *dag = s->dag;
	const struct Link *on = &s->tree->link[link];
	for (int k = 0; k < link_columns(on); k++) {
		struct JointMap map = link_map(on, k);
		Ref factor = dag_const(dag, -link_scale(on, k, length));
		Ref force = dag_mul(dag, factor, link_force(on, k, change));
		for (int d = 0; d < map.entries; d++) {
			Ref *entry = &matrix[map.entry[d].v * s->tree->nv + v];
			*entry = dag_add(dag, *entry, dag_mul(dag, map.entry[d].gain, force));
		}
	}
}

/* Adds column v. */
static void add_column(const struct Derivatives *s, double length, int v, bool by_qd, Ref *matrix, bool *changes)
{
	struct Dag *dag = s->dag;
	const struct Tree *tree = s->tree;
	struct Spatial *change = ARENA_ARRAY(dag->arena, struct Spatial, tree->links);
	for (int i = 0; i < tree->links; i++)
		change[i] = tree->link[i].lawful ? change_of(s, length, i, v, by_qd) : spatial_zero(dag);
	for (int i = tree->links - 1; i >= 0; i--) {
		int parent = tree->link[i].parent;
		if (is_none(dag, &change[i]))
			continue;
		*changes = true;
		add_entries(s, length, i, &change[i], v, matrix);
		if (parent >= 0)
			change[parent] =
				spatial_add(dag, change[parent],
			                    to_parent_force(dag, &s->loads.transform[i], &tree->link[i], change[i]));
	}
}

/* --- laws seen from the world --- */

/* Link on the path to a law. */
struct OnPath {
	int link;
	struct Vec arm,
		point; /* from its origin to that of the law's frame and to its point, in working axes, in lengths */
	struct Vec turn
		[JOINT_V]; /* by column: the axis of a turn in the axes of the first change; zero: it turns nothing */
};

/* A law with the path to its link. Its wrench `f` is about the origin of its frame, in the working axes of the link at
 * `from` - 1 of the path, or in those of the world. The first link is passed if it is a quaternion joint: the wrench in its axes
 * changes little with its turn. */
struct WorldLaw {
	const struct TreeLaw *law;
	struct Spatial f;
	struct OnPath *path;
	int links, from;
	/* A contact reads few numbers: the depth, and the velocity of a point. Its change is the sum of their changes times `by`, in the
	 * axes of `f`. */
	struct Bottleneck reads;
	struct Spatial by[BOTTLENECK_MOST];
	bool at_point[BOTTLENECK_MOST]; /* the change is a force at the point of the law alone */
};

/* Finds the numbers that a law reads, and its derivatives by them. That of a single force F at the point `arm` has the moment
 * arm x F' + arm' x F. */
static void find_reads(const struct Derivatives *s, struct WorldLaw *w)
{
	struct Dag *dag = s->dag;
	const struct TreeLaw *law = w->law;
	struct Spatial read = law->world;
	Ref value[6], slope[6 * BOTTLENECK_MOST];
	read.ang = law->single ? law->arm : read.ang;
	spatial_put(&read, value);
	w->reads = bottleneck_of(dag, value, 6);
	bottleneck_slopes(dag, &w->reads, value, 6, slope);
	values_substitute(dag, slope, 6 * (size_t)w->reads.nodes, INPUT_SEED, w->reads.node);
	for (int i = 0; i < w->reads.nodes; i++) {
		struct Spatial by;
		for (int r = 0; r < 6; r++)
			*spatial_entry(&by, r) = slope[r * w->reads.nodes + i];
		w->at_point[i] = law->single && vec_is_zero(dag, by.ang);
		if (law->single) {
			struct Vec moved = vec_cross(dag, by.ang, law->world.lin);
			by.ang = vec_cross(dag, law->arm, by.lin);
			by.ang = vec_add(dag, by.ang, moved);
		}
		for (int n = 0; n < w->from; n++) {
			const struct LinkTransform *transform = &s->loads.transform[w->path[n].link];
			by.lin = to_child_axes(dag, transform, by.lin);
			by.ang = to_child_axes(dag, transform, by.ang);
		}
		w->by[i] = by;
	}
}

/* Change of the law by velocity v, or along its coordinate, in the axes of `f` but without their turn. */
static struct Spatial change_by_reads(const struct Derivatives *s, const struct WorldLaw *w, int v, bool by_qd)
{
	struct Dag *dag = s->dag;
	struct Spatial change = spatial_zero(dag);
	for (int i = 0; i < w->reads.nodes; i++) {
		Ref rate = slope_of(s, w->reads.node[i], v, by_qd);
		change = spatial_add(dag, change, spatial_scale(dag, rate, w->by[i]));
	}
	return change;
}

/* The way from each link to the point of the law. */
static void find_points(const struct Derivatives *s, double length, struct WorldLaw *w)
{
	struct Dag *dag = s->dag;
	struct Vec arm = vec_scale(dag, dag_const(dag, 1 / length), w->law->arm);
	for (int n = 0; n < w->links; n++) {
		arm = to_child_axes(dag, &s->loads.transform[w->path[n].link], arm);
		w->path[n].point = vec_add(dag, w->path[n].arm, arm);
	}
}

static struct WorldLaw world_law(const struct Derivatives *s, double length, const struct TreeLaw *law)
{
	struct Dag *dag = s->dag;
	const struct LinkTransform *transform = s->loads.transform;
	struct WorldLaw w = { .law = law };
	const int *path = tree_path(s->tree, law->at.link, &w.links);
	w.path = ARENA_ARRAY(dag->arena, struct OnPath, w.links);
	w.from = !link_has_axis(&s->tree->link[path[0]]);
	w.f = transform_law(dag, s->tree, transform, law, w.from);
	for (int n = 0; n < w.links; n++)
		w.path[n].link = path[n];
	find_reads(s, &w);
	struct Vec arm = to_working_axes(dag, &transform[law->at.link], law->at.at.p);
	arm = vec_scale(dag, dag_const(dag, 1 / length), arm);
	for (int n = w.links; n-- > 0;) {
		const struct Link *link = &s->tree->link[path[n]];
		w.path[n].arm = arm;
		arm = to_parent_point(dag, &transform[path[n]], link, arm);
		for (int k = 0; k < link_columns(link); k++) {
			bool turns = (n >= w.from || w.reads.nodes) && link_row(link, k) >= 3;
			struct Vec axis = turns ? vec_unit(dag, link_row(link, k) - 3) : vec_const(dag, 0, 0, 0);
			for (int m = n; m >= w.from; m--)
				axis = to_parent_axes(dag, &transform[path[m]], axis);
			w.path[n].turn[k] = axis;
		}
	}
	find_points(s, length, &w);
	return w;
}

/* Turn of the law's body against the axes of `f`, by velocity v along its coordinate. */
static struct Vec turn_of(const struct Derivatives *s, const struct WorldLaw *w, int v)
{
	struct Dag *dag = s->dag;
	struct Vec turn = vec_const(dag, 0, 0, 0);
	for (int n = 0; n < w->links; n++) {
		const struct Link *link = &s->tree->link[w->path[n].link];
		for (int k = 0; k < link_columns(link); k++) {
			struct JointMap map = link_map(link, k);
			for (int d = 0; d < map.entries; d++)
				if (map.entry[d].v == v)
					turn = vec_add(dag, turn,
					               vec_scale(dag, map.entry[d].gain, w->path[n].turn[k]));
		}
	}
	return turn;
}

/* Does the law change with velocity v by forces at its point alone? */
static bool changes_at_point(const struct Derivatives *s, const struct WorldLaw *w, int v)
{
	bool all = w->reads.nodes > 0;
	for (int i = 0; i < w->reads.nodes; i++)
		all &= w->at_point[i] || dag_is_zero(s->dag, slope_of(s, w->reads.node[i], v, true));
	return all;
}

/* Adds column v of a law seen from the world: its change less that of a wrench that moves with its link, from the root outward.
 * Each joint takes the component along its axis. */
static void add_world_column(const struct Derivatives *s, double length, const struct WorldLaw *w, int v, bool by_qd,
                             Ref *matrix, bool *changes)
{
	struct Dag *dag = s->dag;
	struct Spatial c = w->reads.nodes ? change_by_reads(s, w, v, by_qd) : change_along(s, &w->f, v, by_qd);
	struct Vec turn = by_qd ? vec_const(dag, 0, 0, 0) : turn_of(s, w, v);
	c.lin = vec_sub(dag, c.lin, vec_cross(dag, turn, w->f.lin));
	c.ang = vec_sub(dag, c.ang, vec_cross(dag, turn, w->f.ang));
	c.lin = vec_scale(dag, dag_const(dag, length), c.lin);
	if (is_none(dag, &c))
		return;
	*changes = true;
	bool at_point = by_qd && changes_at_point(s, w, v);
	if (at_point)
		c.ang = vec_const(dag, 0, 0, 0);
	for (int n = 0; n < w->links; n++) {
		const struct LinkTransform *transform = &s->loads.transform[w->path[n].link];
		c.lin = n < w->from ? c.lin : to_child_axes(dag, transform, c.lin);
		c.ang = n < w->from ? c.ang : to_child_axes(dag, transform, c.ang);
		struct Spatial here = force_shift(dag, at_point ? w->path[n].point : w->path[n].arm, c);
		add_entries(s, length, w->path[n].link, &here, v, matrix);
	}
}

static void add_world_law(struct Derivatives *s, double length, const struct TreeLaw *law)
{
	struct WorldLaw w = world_law(s, length, law);
	for (int v = 0; v < s->tree->nv; v++) {
		add_world_column(s, length, &w, v, false, s->by_q, &s->forced[v]);
		add_world_column(s, length, &w, v, true, s->by_qd, &s->resisted[v]);
	}
}

void laws_add(struct Derivatives *s, double length)
{
	bool any = false;
	for (int i = 0; i < s->tree->laws; i++) {
		any |= !s->tree->law[i].from_world;
		if (s->tree->law[i].from_world)
			add_world_law(s, length, &s->tree->law[i]);
	}
	for (int v = 0; v < s->tree->nv && any; v++) {
		add_column(s, length, v, false, s->by_q, &s->forced[v]);
		add_column(s, length, v, true, s->by_qd, &s->resisted[v]);
	}
}
