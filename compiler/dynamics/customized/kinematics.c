/* Poses, Jacobians and velocities of a frame, in world axes.
 *
 * W is the rotation of a link's working frame (transform.h) to the world, s the vector from its parent's origin to its
 * own. Along the path from the root,
 *   W_i = W_p T_1 T_2 ...   s_i = W_p p + W_i d k
 * with the turns T of the transform. A turn about one axis changes two columns only, and parallel axes turn once by
 * the sum of their angles. The columns of the Jacobian need the vector r_i from each link's origin to the frame; from
 * the world's origin it is the frame's position. It is in world axes,
 *   r_n = W_n B a,  r_p = s_i + r_i                with z_i = W_i k,   turning:  column i = (z x r_i, z)
 * or, for as many links from the frame as the plan's near_links, in the axes of the link, where few offsets give few
 * numbers,
 *   r_n = B a,      r_p = p + T_1 T_2 ... (d k + r_i)                  turning:  column i = (W_i (k x r_i), z)
 * and W_i r_i continues the second form with the first. The frame's origin is at a in the last link, and B turns the
 * body in a working frame that is un-rotated. For a sliding joint, column i = (z, 0).
 *
 * The velocity is J qd; or, with w of the links outward, sum w_p x s_i + w_n x r_n, which needs no columns; or, near
 * the frame, it is gathered inward like r. */
#include "customized.h"

#include "dynamics/tree/pose_step.h"
#include "transform.h"
#include "rnea.h"

/* Link on the path. */
struct Step {
	int link;
	const struct LinkTransform *transform;
	struct Mat W;
	struct Vec s, r;
};

struct Way {
	struct Dag *dag;
	const struct Tree *tree;
	struct Step *step;
	int steps, first; /* the first step with r in the axes of its own link */
	struct Mat R;     /* of the frame */
	struct Vec r;     /* from the world's origin */
};

static void take_step(struct Way *way, int n)
{
	struct Dag *dag = way->dag;
	struct Step *step = &way->step[n];
	const struct Link *link = &way->tree->link[step->link];
	struct Mat before = n ? way->step[n - 1].W : mat_identity(dag);
	transform_to_world(dag, step->transform, link, before, &step->W, &step->s);
	mat_label(dag, &step->W, "R", step->link);
}

/* Vectors r from the frame, at `a` in the last link, back to the root. */
static void reach_back(struct Way *way, const struct Vec *a, const struct Mat *last)
{
	struct Dag *dag = way->dag;
	int n = way->steps, first = way->first;
	way->r = n > first ? to_working_axes(dag, way->step[n - 1].transform, *a) : mat_vec(dag, *last, *a);
	while (n-- > 0) {
		struct Step *step = &way->step[n];
		step->r = way->r;
		if (n < first)
			way->r = vec_add(dag, step->s, way->r);
		else if (n == 0 || n > first)
			way->r = to_parent_point(dag, step->transform, &way->tree->link[step->link], way->r);
		else
			way->r = vec_add(dag, step->s, mat_vec(dag, step->W, way->r));
	}
}

/* First of `steps` steps with r in its link's axes. */
static int first_near(const struct Tree *tree, const struct BuildOptions *options, int steps)
{
	int near = steps ? options->plan->link[tree->site[tree->asked[0]].link].near_links : 0;
	return near < steps ? steps - near : 0;
}

/* Links on the path, with their transforms. */
static struct Way begin_way(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct Way way = { .dag = dag, .tree = tree };
	const int *path = tree_path(tree, tree->site[tree->asked[0]].link, &way.steps);
	const struct LinkTransform *transform = transforms_on_path(dag, tree, path, way.steps, options, 1);
	way.step = ARENA_ARRAY(dag->arena, struct Step, way.steps);
	for (int n = 0; n < way.steps; n++)
		way.step[n] = (struct Step){ .link = path[n], .transform = &transform[path[n]] };
	way.first = first_near(tree, options, way.steps);
	return way;
}

static struct Way find_way(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	const struct Site *site = &tree->site[tree->asked[0]];
	struct Way way = begin_way(dag, tree, options);
	for (int n = 0; n < way.steps; n++)
		take_step(&way, n);
	const struct Step *last = way.steps ? &way.step[way.steps - 1] : NULL;
	struct Mat link = last ? last->W : mat_identity(dag);
	if (last && last->transform->unrotated)
		link = mat_mul(dag, link, last->transform->body);
	way.R = mat_mul(dag, link, site->at.R);
	reach_back(&way, &site->at.p, &link);
	return way;
}

void customized_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct Way way = find_way(dag, tree, options);
	struct Placement pose = { way.R, way.r };
	placement_put(&pose, out);
}

/* Column k of S of a link, at the frame, in world axes. */
static struct Spatial column(const struct Way *way, const struct Step *step, int k)
{
	struct Dag *dag = way->dag;
	bool near = step - way->step >= way->first;
	int row = link_row(&way->tree->link[step->link], k);
	struct Spatial moved = spatial_zero(dag);
	struct Vec unit = vec_unit(dag, row % 3), axis = mat_vec(dag, step->W, unit);
	if (row < 3) {
		moved.lin = axis;
		return moved;
	}
	moved.ang = axis;
	moved.lin = near ? mat_vec(dag, step->W, vec_cross(dag, unit, step->r)) : vec_cross(dag, axis, step->r);
	return moved;
}

static void add_column(const struct Way *way, int n, int k, Ref *J)
{
	struct Spatial S = column(way, &way->step[n], k);
	tree_assemble_column(way->dag, way->tree, &way->tree->link[way->step[n].link], k, &S, 6, J);
}

static void fill_jacobian(const struct Way *way, Ref *J)
{
	dag_zeros(way->dag, J, 6 * way->tree->nv);
	for (int n = 0; n < way->steps; n++)
		for (int k = 0; k < link_columns(&way->tree->link[way->step[n].link]); k++)
			add_column(way, n, k, J);
}

void customized_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	struct Way way = find_way(dag, tree, options);
	fill_jacobian(&way, J);
}

void customized_pose_step(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct Way way = find_way(dag, tree, options);
	struct Placement pose = { way.R, way.r };
	Ref *J = ARENA_ARRAY(dag->arena, Ref, 6 * tree->nv);
	fill_jacobian(&way, J);
	pose_step(dag, tree, &pose, J, out);
}

/* Path as seen from the frame, whose axes and origin are at rest: A turns a link's working frame to the frame's,
 *   A_n = (B S)^T   A_p = A_i (T_1 T_2 ...)^T.
 * Neither the turn of the first joint nor the world enters. Beyond the plan's near_links, r is in the frame's axes. */
static struct Way find_way_back(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	const struct Site *site = &tree->site[tree->asked[0]];
	struct Way way = begin_way(dag, tree, options);
	const struct LinkTransform *last = way.steps ? way.step[way.steps - 1].transform : NULL;
	struct Mat A = mat_transpose(site->at.R), back = A;
	if (last && last->unrotated)
		A = mat_mul(dag, A, mat_transpose(last->body));
	way.r = way.first < way.steps ? to_working_axes(dag, last, site->at.p) : mat_vec(dag, back, site->at.p);
	for (int n = way.steps; n-- > 0;) {
		struct Step *step = &way.step[n];
		const struct LinkTransform *to = step->transform;
		const struct Link *link = &tree->link[step->link];
		step->W = A;
		step->r = way.r;
		if (n == way.first)
			way.r = mat_vec(dag, A, way.r);
		if (n > way.first)
			way.r = to_parent_point(dag, to, link, way.r);
		else if (link_has_axis(link))
			way.r = vec_add(dag, mat_vec(dag, A, vec_along(dag, link->axis, to->d)), way.r);
		for (int t = to->turns; t-- > 0;)
			A = mat_mul(dag, A, mat_transpose(to->turn[t]));
		if (n <= way.first)
			way.r = vec_add(dag, mat_vec(dag, A, to->p), way.r);
	}
	return way;
}

void customized_local_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	struct Way way = find_way_back(dag, tree, options);
	fill_jacobian(&way, J);
}

/* Does the plan take the frame's velocity as J qd, and its acceleration from the acceleration field? */
static bool goes_outward(const struct Tree *tree, const struct BuildOptions *options)
{
	int link = tree->site[tree->asked[0]].link;
	return link >= 0 && options->plan->from_acceleration_field;
}

/* Velocity from the joints near the frame (with r in link axes), gathered inward like r: joint i moves its link by
 * (v_i, w_i), so the frame moves by v_i + w_i x r_i and turns by w_i. */
static struct Spatial velocity_near(const struct Way *way)
{
	struct Dag *dag = way->dag;
	struct Spatial v = spatial_zero(dag);
	for (int n = way->steps - 1; n >= way->first; n--) {
		const struct Step *step = &way->step[n];
		const struct Link *link = &way->tree->link[step->link];
		struct Spatial joint = link_motion(dag, link, link->yd);
		joint.lin = vec_add(dag, joint.lin, vec_cross(dag, joint.ang, step->r));
		v = spatial_add(dag, joint, v);
		bool on = n == 0 || n > way->first;
		v.lin = on ? to_parent_axes(dag, step->transform, v.lin) : mat_vec(dag, step->W, v.lin);
		v.ang = on ? to_parent_axes(dag, step->transform, v.ang) : mat_vec(dag, step->W, v.ang);
	}
	return v;
}

/* Velocity J qd, by columns that are computed anyway. */
static struct Spatial velocity_by_columns(const struct Way *way)
{
	struct Dag *dag = way->dag;
	struct Spatial v = spatial_zero(dag);
	for (int n = 0; n < way->steps; n++) {
		const struct Link *link = &way->tree->link[way->step[n].link];
		for (int k = 0; k < link_columns(link); k++) {
			struct Spatial S = column(way, &way->step[n], k);
			v = spatial_add(dag, v, spatial_scale(dag, link->yd[k], S));
		}
	}
	return v;
}

/* Velocity from the other joints, nearer to the root: outward, link by link, in world axes. */
static struct Spatial velocity_by_steps(const struct Way *way)
{
	struct Dag *dag = way->dag;
	struct Spatial v = spatial_zero(dag);
	for (int n = 0; n < way->first; n++) {
		const struct Step *step = &way->step[n];
		const struct Link *link = &way->tree->link[step->link];
		struct Spatial joint = link_motion(dag, link, link->yd);
		joint = spatial_turn(dag, step->W, joint);
		v.lin = vec_add(dag, v.lin, vec_cross(dag, v.ang, step->s));
		v = spatial_add(dag, v, joint);
	}
	if (way->first)
		v.lin = vec_add(dag, v.lin, vec_cross(dag, v.ang, way->step[way->first - 1].r));
	return v;
}

void customized_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct Way way = find_way(dag, tree, options);
	struct Spatial v;
	if (options->columns && (goes_outward(tree, options) || way.first == way.steps)) {
		v = velocity_by_columns(&way);
	} else {
		struct Spatial near = velocity_near(&way);
		v = spatial_add(dag, velocity_by_steps(&way), near);
	}
	spatial_put(&v, out);
}

/* Motion of the frame relative to a link: r from the link's origin to the frame, the derivatives v and a of r, the
 * angular velocity w and its derivative wd. All but r are zero where the frame is fixed in the link. */
struct Swing {
	struct Vec r, v, a, w, wd;
};

/* Motion of the frame relative to the other side of a joint, which moves the link by (l, o) with derivatives (l', o')
 * in the link's axes:
 *   r~' = l + r' + o x r,  r~'' = l' + r'' + o' x r + o x (r' + r~'),  w~ = w + o,  w~' = w' + o' + o x w. */
static struct Swing join_swing(struct Dag *dag, const struct Link *link, struct Swing frame)
{
	struct Spatial rate = link_motion(dag, link, link->yd), change = link_motion(dag, link, link->ydd);
	struct Vec o = rate.ang;
	struct Swing seen = { .r = frame.r };
	struct Vec swept = vec_cross(dag, o, frame.r);
	seen.v = vec_add(dag, rate.lin, vec_add(dag, frame.v, swept));
	struct Vec both = vec_add(dag, frame.v, seen.v);
	struct Vec turned = vec_cross(dag, o, both), pushed = vec_cross(dag, change.ang, frame.r);
	seen.a = vec_add(dag, change.lin, vec_add(dag, frame.a, pushed));
	seen.a = vec_add(dag, seen.a, turned);
	seen.w = vec_add(dag, frame.w, o);
	struct Vec term = vec_cross(dag, o, frame.w);
	seen.wd = vec_add(dag, vec_add(dag, frame.wd, change.ang), term);
	return seen;
}

/* Motion of the frame relative to the parent of the first near link, in its axes; or relative to the world. */
static struct Swing swing_near(const struct Way *way, const struct Vec *origin)
{
	struct Dag *dag = way->dag;
	struct Swing s = { .v = vec_const(dag, 0, 0, 0) };
	s.a = s.w = s.wd = s.v;
	s.r = way->steps ? to_working_axes(dag, way->step[way->steps - 1].transform, *origin) : *origin;
	for (int n = way->steps - 1; n >= way->first; n--) {
		const struct LinkTransform *transform = way->step[n].transform;
		const struct Link *link = &way->tree->link[way->step[n].link];
		s = join_swing(dag, link, s);
		s.r = to_parent_point(dag, transform, link, s.r);
		s.v = to_parent_axes(dag, transform, s.v);
		s.a = to_parent_axes(dag, transform, s.a);
		s.w = to_parent_axes(dag, transform, s.w);
		s.wd = to_parent_axes(dag, transform, s.wd);
	}
	return s;
}

/* Acceleration in the world, from the motion relative to the last link that is not near: V + U r is this link's
 * acceleration field, here without gravity and in SI units. */
static struct Spatial swing_on(const struct Way *way, const struct BuildOptions *options, const struct Swing *s)
{
	struct Dag *dag = way->dag;
	const struct Step *last = &way->step[way->first - 1];
	struct Tree weightless = *way->tree;
	struct Plan metric = *options->plan;
	struct BuildOptions own = *options;
	weightless.gravity = vec_const(dag, 0, 0, 0);
	metric.unit_length = 0;
	own.plan = &metric;
	const struct Motion3 *m = &rnea_motions(dag, &weightless, &own)[last->link];
	struct Vec field = vec_add(dag, m->V, mat_vec(dag, m->U, s->r));
	struct Vec twice = vec_add(dag, s->v, s->v);
	struct Vec deflected = vec_add(dag, s->a, vec_cross(dag, m->w, twice));
	struct Vec turned = vec_add(dag, s->wd, vec_cross(dag, m->w, s->w));
	struct Spatial a = { .lin = mat_vec(dag, last->W, vec_add(dag, field, deflected)) };
	a.ang = mat_vec(dag, last->W, vec_add(dag, m->wd, turned));
	return a;
}

void customized_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct Way way = find_way(dag, tree, options);
	if (goes_outward(tree, options))
		way.first = way.steps;
	struct Swing s = swing_near(&way, &tree->site[tree->asked[0]].at.p);
	struct Spatial a = { s.a, s.wd };
	if (way.first)
		a = swing_on(&way, options, &s);
	spatial_put(&a, out);
}
