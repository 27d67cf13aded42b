/* Frame A seen from frame B: poses, Jacobians, velocities and accelerations.
 *
 * The path goes from B inward to the last link c that carries both frames, then outward to A. Links from c to the root
 * move A and B alike, so c is the world here (tree_between). W is the rotation of a link's working frame (transform.h)
 * to the axes of the results, r the vector from the link's origin to A's. With the turns T of the transform and the step
 * s_n = W_p p + W_n d k from the parent's origin to the link's,
 *   W_n = W_p T_1 T_2 ...    r_p = r_n + s_n.
 * r is found from A inward, then outward to B: what B's link has before its joint moves no lever of A. Of the last links,
 * as many as the plan's near_links, r is in the link's working axes, where few offsets give few products.
 *
 * A joint on the way outward moves A by its own motion, a joint on the way inward by the opposite one. With z = W_n k,
 *   turning: column (z x r_n, z)  sliding: column (z, 0)  inward: the negative.
 *
 * The velocity of A follows from the motion of each link, as B sees it: the velocity u of its origin, its angular
 * velocity w, and their derivatives a and b. A joint with the motion (L, O) and its derivative (L', O'), in these axes,
 * gives outward
 *   w_n = w_p + O   u_n = u_p + w_p x s + L   b_n = b_p + O' + w_p x O
 *   a_n = a_p + b_p x s + w_p x (w_p x s) + 2 w_p x L + L' + O x L
 * and inward the same equations solved for the parent. B itself is at rest. */
#include "relative.h"

#include "customized.h"
#include "turned.h"

/* In the axes of B, with the plan's near_links of the link of A. */
static struct RelativeView view_from_B(const struct Tree *tree, const struct BuildOptions *options)
{
	int link = tree->site[tree->asked[0]].link;
	return (struct RelativeView){ .axes = RELATIVE_TO_B,
		                      .length = 1,
		                      .near_links = link < 0 ? 0 : options->plan->link[link].near_links };
}

struct Step {
	const struct Link *link;
	bool inward, near; /* near: r is in working axes of the link */
	struct Mat W;
	struct Vec r, s;
};

struct Path {
	struct Dag *dag;
	struct Step *step;
	int steps;
	Ref per_length;   /* 1 / unit of the lengths */
	struct Mat RB, R; /* of B and of A */
	struct Vec p, r;  /* from the origin of B, and from that of the last link before A, to A */
};

/* Rotation from a link's working axes to its own. */
static struct Mat own_axes(struct Dag *dag, const struct LinkTransform *transform)
{
	return transform->unrotated ? mat_transpose(transform->body) : mat_identity(dag);
}

/* A chain of links outward from the common link. */
struct Chain {
	const struct Tree *tree;
	const int *link;
	int links;
	const struct LinkTransform *transform; /* by link of the tree */
	struct Turned *W;                      /* of the common link, then of the chain's links */
	bool sums;
};

static struct Chain chain_to(struct Dag *dag, const struct Tree *tree, int link, const struct BuildOptions *options,
                             struct RelativeView view)
{
	struct Chain chain = { .tree = tree, .sums = view.sums };
	chain.link = tree_path(tree, link, &chain.links);
	chain.transform = transforms_on_path(dag, tree, chain.link, chain.links, options, view.length);
	chain.W = ARENA_ARRAY(dag->arena, struct Turned, chain.links + 1);
	return chain;
}

static const struct LinkTransform *on_chain(const struct Chain *chain, int n)
{
	return &chain->transform[chain->link[n]];
}

/* W, then turn t of link n of the chain; `back`: then its inverse. */
static struct Turned turn_on(struct Dag *dag, const struct Chain *chain, struct Turned W, int n, int t, bool back)
{
	const struct Link *link = &chain->tree->link[chain->link[n]];
	if (!chain->sums)
		W.axis = -1;
	return turned_again(dag, W, on_chain(chain, n), link, t, back);
}

/* W of all links from that of the last link on, or from that of the common link on. */
static void turn_inward(struct Dag *dag, struct Chain *chain)
{
	for (int n = chain->links; n-- > 0;) {
		chain->W[n] = chain->W[n + 1];
		for (int t = on_chain(chain, n)->turns; t-- > 0;)
			chain->W[n] = turn_on(dag, chain, chain->W[n], n, t, true);
	}
}

static void turn_outward(struct Dag *dag, struct Chain *chain)
{
	for (int n = 0; n < chain->links; n++) {
		chain->W[n + 1] = chain->W[n];
		for (int t = 0; t < on_chain(chain, n)->turns; t++)
			chain->W[n + 1] = turn_on(dag, chain, chain->W[n + 1], n, t, false);
	}
}

/* W, then the rotation of the last link in its working axes; `back`: then its inverse. */
static struct Turned turn_with_last(struct Dag *dag, const struct Chain *chain, struct Turned W, bool back)
{
	if (!chain->links)
		return W;
	const struct Link *link = &chain->tree->link[chain->link[chain->links - 1]];
	W.axis = chain->sums ? W.axis : -1;
	return turned_with_body(dag, W, on_chain(chain, chain->links - 1), link, back);
}

/* Rotation of a frame on the last link. */
static struct Mat last_axes(struct Dag *dag, const struct Chain *chain)
{
	return turn_with_last(dag, chain, chain->W[chain->links], false).R;
}

static void turn_all(struct Dag *dag, struct Chain *out, struct Chain *in, const struct Site *B, enum RelativeAxes axes)
{
	struct Chain *first = axes == RELATIVE_TO_LINK ? out : in, *then = axes == RELATIVE_TO_LINK ? in : out;
	if (axes == RELATIVE_TO_COMMON) {
		in->W[0] = turned_by(dag, mat_identity(dag));
		turn_outward(dag, in);
	} else {
		struct Mat last = axes == RELATIVE_TO_B ? mat_transpose(B->at.R) : mat_identity(dag);
		first->W[first->links] = turn_with_last(dag, first, turned_by(dag, last), true);
		turn_inward(dag, first);
	}
	then->W[0] = axes == RELATIVE_TO_COMMON ? in->W[0] : first->W[0];
	turn_outward(dag, then);
}

/* Vector from the origin of the parent to that of link n of a chain. */
static struct Vec step_of(struct Dag *dag, const struct Chain *chain, int n)
{
	const struct Link *link = &chain->tree->link[chain->link[n]];
	struct Vec s = mat_vec(dag, chain->W[n].R, on_chain(chain, n)->p);
	if (!link_has_axis(link))
		return s;
	struct Vec along = vec_along(dag, link->axis, on_chain(chain, n)->d);
	return vec_add(dag, s, mat_vec(dag, chain->W[n + 1].R, along));
}

/* Steps inward from B. *r: vector from the origin of the link reached to A. */
static void add_steps_inward(struct Path *path, const struct Chain *chain, struct Vec *r)
{
	for (int n = 0; n < chain->links; n++) {
		struct Step *step = &path->step[chain->links - 1 - n];
		*step = (struct Step){ .link = &chain->tree->link[chain->link[n]],
			               .inward = true,
			               .W = chain->W[n + 1].R };
		step->s = step_of(path->dag, chain, n);
		*r = step->r = vec_sub(path->dag, *r, step->s);
	}
}

/* Steps outward to A, from the last one on, which come after the steps inward. *r: as there; of the `near` last links in working
 * axes of the link reached. */
static void add_steps_outward(struct Path *path, const struct Chain *chain, int near, struct Vec *r)
{
	struct Dag *dag = path->dag;
	for (int n = chain->links; n-- > 0;) {
		struct Step *step = &path->step[path->steps + n];
		*step = (struct Step){ .link = &chain->tree->link[chain->link[n]],
			               .near = chain->links - n <= near,
			               .W = chain->W[n + 1].R };
		step->s = step_of(dag, chain, n);
		step->r = *r;
		*r = step->near ? to_parent_point(dag, on_chain(chain, n), step->link, *r) : vec_add(dag, *r, step->s);
		if (step->near && (n == 0 || chain->links - n == near))
			*r = mat_vec(dag, chain->W[n].R, *r);
	}
}

/* p, in axes of the last link of a chain, in its working axes. The lever of A turns joint by joint, without W of this link. */
static struct Vec near_lever(struct Path *path, const struct Chain *chain, struct Vec p)
{
	const struct LinkTransform *last = on_chain(chain, chain->links - 1);
	struct Vec r = to_working_axes(path->dag, last, p), before = to_parent_axes(path->dag, last, r);
	path->r = mat_vec(path->dag, chain->W[chain->links - 1].R, before);
	return r;
}

static struct Path find_path(struct Dag *dag, const struct Tree *whole, const struct BuildOptions *options,
                             struct RelativeView view)
{
	const struct Tree *tree = tree_between(whole);
	const struct Site *A = &tree->site[tree->asked[0]], *B = &tree->site[tree->asked[1]];
	struct Chain out = chain_to(dag, tree, A->link, options, view),
		     in = chain_to(dag, tree, B->link, options, view);
	struct Path path = { .dag = dag, .per_length = dag_const(dag, 1 / view.length) };
	path.step = ARENA_ARRAY(dag->arena, struct Step, out.links + in.links);
	turn_all(dag, &out, &in, B, view.axes);
	bool seen = view.axes == RELATIVE_TO_B;
	struct Mat from = seen ? mat_transpose(B->at.R) : last_axes(dag, &in),
		   to = view.axes == RELATIVE_TO_LINK ? mat_identity(dag) : last_axes(dag, &out);
	path.RB = seen ? mat_identity(dag) : mat_mul(dag, from, B->at.R);
	path.R = mat_mul(dag, to, A->at.R);
	struct Vec p = vec_scale(dag, path.per_length, A->at.p), r = path.r = mat_vec(dag, to, p);
	path.steps = in.links;
	if (view.near_links && out.links)
		r = near_lever(&path, &out, p);
	add_steps_outward(&path, &out, view.near_links, &r);
	add_steps_inward(&path, &in, &r);
	path.steps += out.links;
	path.p = vec_sub(dag, r, mat_vec(dag, from, vec_scale(dag, path.per_length, B->at.p)));
	return path;
}

struct RowPose relative_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             struct RelativeView view)
{
	struct Path path = find_path(dag, tree, options, view);
	return (struct RowPose){ path.RB, path.R, path.p, view.length };
}

/* A single vector is turned joint by joint. The rotation of the whole path takes more, unless the path is a single turn. */
struct Vec relative_turn(struct Dag *dag, const struct Tree *whole, const struct BuildOptions *options,
                         struct RelativeView view, struct Vec v)
{
	const struct Tree *tree = tree_between(whole);
	const struct Site *A = &tree->site[tree->asked[0]], *B = &tree->site[tree->asked[1]];
	const struct RelativeView seen = view_from_B(tree, options);
	struct Chain out = chain_to(dag, tree, A->link, options, seen),
		     in = chain_to(dag, tree, B->link, options, seen);
	enum RelativeAxes axes = view.axes;
	if (axes == RELATIVE_TO_B)
		return v;
	if (view.sums)
		return mat_tvec(dag, find_path(dag, whole, options, view).RB, v);
	if (axes == RELATIVE_TO_LINK && out.links)
		v = to_working_axes(dag, on_chain(&out, out.links - 1), v);
	for (int n = out.links; axes == RELATIVE_TO_LINK && n-- > 0;)
		v = to_parent_axes(dag, on_chain(&out, n), v);
	for (int n = 0; n < in.links; n++)
		v = to_child_axes(dag, on_chain(&in, n), v);
	if (in.links)
		v = mat_vec(dag, own_axes(dag, on_chain(&in, in.links - 1)), v);
	return mat_tvec(dag, B->at.R, v);
}

void customized_relative_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct RowPose seen = relative_pose(dag, tree, options, view_from_B(tree, options));
	struct Placement pose = { seen.B, seen.p };
	placement_put(&pose, out);
}

/* Column k of S of a step's link, at A. */
static struct Spatial column(const struct Path *path, const struct Step *step, int k)
{
	struct Dag *dag = path->dag;
	int row = link_row(step->link, k);
	struct Spatial moved = spatial_zero(dag);
	struct Vec axis = mat_vec(dag, step->W, vec_unit(dag, row % 3));
	if (step->inward)
		axis = vec_neg(axis);
	if (row < 3) {
		moved.lin = vec_scale(dag, path->per_length, axis);
		return moved;
	}
	moved.ang = axis;
	moved.lin = step->near ? mat_vec(dag, step->W, vec_cross(dag, vec_unit(dag, row % 3), step->r))
	                       : vec_cross(dag, axis, step->r);
	return moved;
}

void relative_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                       struct RelativeView view, Ref *J)
{
	struct Path path = find_path(dag, tree, options, view);
	dag_zeros(dag, J, 6 * tree->nv);
	for (int n = 0; n < path.steps; n++)
		for (int k = 0; k < link_columns(path.step[n].link); k++) {
			struct Spatial S = column(&path, &path.step[n], k);
			tree_assemble_column(dag, tree, path.step[n].link, k, &S, 6, J);
		}
}

void customized_relative_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	relative_jacobian(dag, tree, options, view_from_B(tree, options), J);
}

/* Motion of a link as B sees it. */
struct Moved {
	struct Vec u, w, a, b;
};

/* Motion of a joint in the axes of the path: v = (L, O) from rates, in the link's axes. */
static struct Spatial joint_motion(const struct Path *path, const struct Step *step, const Ref *rates)
{
	struct Spatial motion = link_motion(path->dag, step->link, rates);
	motion.lin = vec_scale(path->dag, path->per_length, motion.lin);
	return spatial_turn(path->dag, step->W, motion);
}

/* Motion of the next link on the path. */
static struct Moved move(const struct Path *path, const struct Step *step, struct Moved from)
{
	struct Dag *dag = path->dag;
	struct Vec (*add)(struct Dag *, struct Vec, struct Vec) = step->inward ? vec_sub : vec_add;
	struct Spatial v = joint_motion(path, step, step->link->yd), a = joint_motion(path, step, step->link->ydd);
	struct Vec w_p = step->inward ? vec_sub(dag, from.w, v.ang) : from.w;
	struct Vec swept = vec_cross(dag, w_p, step->s), turned = vec_cross(dag, w_p, v.ang);
	struct Vec moved = vec_add(dag, swept, v.lin);
	struct Moved to = { .u = add(dag, from.u, moved) };
	to.w = step->inward ? w_p : vec_add(dag, from.w, v.ang);
	struct Vec w_n = step->inward ? from.w : to.w;
	to.b = add(dag, from.b, vec_add(dag, a.ang, turned));
	/* w_p x (w_p x s + L) + w_n x L = w_p x (w_p x s) + 2 w_p x L + O x L */
	struct Vec inner = vec_cross(dag, w_p, moved), outer = vec_cross(dag, w_n, v.lin);
	struct Vec b_p = step->inward ? to.b : from.b;
	to.a = add(dag, from.a, vec_cross(dag, b_p, step->s));
	to.a = add(dag, to.a, vec_add(dag, a.lin, vec_add(dag, inner, outer)));
	return to;
}

/* Motion of the last link before A. */
static struct Moved last_motion(const struct Path *path)
{
	struct Vec none = vec_const(path->dag, 0, 0, 0);
	struct Moved moved = { none, none, none, none };
	for (int n = 0; n < path->steps; n++)
		moved = move(path, &path->step[n], moved);
	return moved;
}

struct Spatial relative_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                 struct RelativeView view)
{
	struct Path path = find_path(dag, tree, options, view);
	struct Moved last = last_motion(&path);
	return (struct Spatial){ vec_add(dag, last.u, vec_cross(dag, last.w, path.r)), last.w };
}

void customized_relative_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                  Ref *out)
{
	struct Spatial v = relative_velocity(dag, tree, options, view_from_B(tree, options));
	spatial_put(&v, out);
}

struct Spatial relative_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                     struct RelativeView view)
{
	struct Path path = find_path(dag, tree, options, view);
	struct Moved last = last_motion(&path);
	struct Vec swept = vec_cross(dag, last.w, path.r), turned = vec_cross(dag, last.w, swept);
	return (struct Spatial){ vec_add(dag, last.a, vec_add(dag, vec_cross(dag, last.b, path.r), turned)), last.b };
}

void customized_relative_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                      Ref *out)
{
	struct Spatial a = relative_acceleration(dag, tree, options, view_from_B(tree, options));
	spatial_put(&a, out);
}
