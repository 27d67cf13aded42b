/* Frame A seen from frame B: poses, Jacobians, velocities and accelerations, in the axes of B.
 *
 * The path goes from B inward to the last link c that carries both frames, then outward to A. Links from c to the root
 * move A and B alike, so c is the world here (tree_between). W is the rotation of a link's working frame (transform.h)
 * to B's axes, o the vector from B's origin to the link's own. With the turns T of the transform and the step
 * s_n = W_p p + W_n d k from the parent's origin to the link's,
 *   outward  W_n = W_p T_1 T_2 ...      o_n = o_p + s_n
 *   inward   W_p = W_n (T_1 T_2 ...)^T  o_p = o_n - s_n.
 *
 * A joint on the way outward moves A by its own motion, a joint on the way inward by the opposite one. With z = W_n k
 * and p the vector from B's origin to A's,
 *   turning: column (z x (p - o_n), z)  sliding: column (z, 0)  inward: the negative.
 *
 * The velocity of A follows from the motion of each link, as B sees it: the velocity u of its origin, its angular
 * velocity w, and their derivatives a and b. A joint with the motion (L, O) and its derivative (L', O'), in B's axes,
 * gives outward
 *   w_n = w_p + O   u_n = u_p + w_p x s + L   b_n = b_p + O' + w_p x O
 *   a_n = a_p + b_p x s + w_p x (w_p x s) + 2 w_p x L + L' + O x L
 * and inward the same equations solved for the parent. B itself is at rest. */
#include "customized.h"

#include "transform.h"

struct Step {
	const struct Link *link;
	bool inward;
	struct Mat W;
	struct Vec o, s;
};

struct Path {
	struct Dag *dag;
	struct Step *step;
	int steps;
	struct Mat R; /* of A */
	struct Vec p;
};

/* Axes and origin of the link reached so far. */
struct Reached {
	struct Mat W;
	struct Vec o;
};

static void step_inward(struct Path *path, const struct Link *link, const struct LinkTransform *transform,
                        struct Reached *at)
{
	struct Dag *dag = path->dag;
	struct Step *step = &path->step[path->steps++];
	*step = (struct Step){ .link = link, .inward = true, .W = at->W, .o = at->o };
	for (int t = transform->turns; t-- > 0;)
		at->W = mat_mul(dag, at->W, mat_transpose(transform->turn[t]));
	step->s = mat_vec(dag, at->W, transform->p);
	if (link_has_axis(link))
		step->s = vec_add(dag, step->s, mat_vec(dag, step->W, vec_along(dag, link->axis, transform->d)));
	at->o = vec_sub(dag, at->o, step->s);
}

static void step_outward(struct Path *path, const struct Link *link, const struct LinkTransform *transform,
                         struct Reached *at)
{
	struct Dag *dag = path->dag;
	struct Step *step = &path->step[path->steps++];
	*step = (struct Step){ .link = link };
	transform_to_world(dag, transform, link, at->W, &step->W, &step->s);
	at->W = step->W;
	step->o = at->o = vec_add(dag, at->o, step->s);
}

/* Rotation from a link's own axes to its working axes. */
static struct Mat working_axes(struct Dag *dag, const struct LinkTransform *transform)
{
	return transform && transform->unrotated ? transform->body : mat_identity(dag);
}

static struct Path find_path(struct Dag *dag, const struct Tree *whole, const struct BuildOptions *options)
{
	const struct Tree *tree = tree_between(whole);
	const struct Site *A = &tree->site[tree->asked[0]], *B = &tree->site[tree->asked[1]];
	int outward, inward;
	const int *out = tree_path(tree, A->link, &outward), *in = tree_path(tree, B->link, &inward);
	const struct LinkTransform *to_A = transforms_on_path(dag, tree, out, outward, options),
				   *to_B = transforms_on_path(dag, tree, in, inward, options);
	struct Path path = { .dag = dag };
	path.step = ARENA_ARRAY(dag->arena, struct Step, outward + inward);
	struct Mat back = mat_transpose(B->at.R);
	struct Reached at = { .o = vec_neg(mat_vec(dag, back, B->at.p)) };
	at.W = mat_mul(dag, back, mat_transpose(working_axes(dag, inward ? &to_B[B->link] : NULL)));
	for (int n = inward; n-- > 0;)
		step_inward(&path, &tree->link[in[n]], &to_B[in[n]], &at);
	for (int n = 0; n < outward; n++)
		step_outward(&path, &tree->link[out[n]], &to_A[out[n]], &at);
	struct Mat last = mat_mul(dag, at.W, working_axes(dag, outward ? &to_A[A->link] : NULL));
	path.R = mat_mul(dag, last, A->at.R);
	path.p = vec_add(dag, at.o, mat_vec(dag, last, A->at.p));
	return path;
}

void customized_relative_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct Path path = find_path(dag, tree, options);
	struct Placement pose = { path.R, path.p };
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
		moved.lin = axis;
		return moved;
	}
	moved.ang = axis;
	moved.lin = vec_cross(dag, axis, vec_sub(dag, path->p, step->o));
	return moved;
}

void customized_relative_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	struct Path path = find_path(dag, tree, options);
	dag_zeros(dag, J, 6 * tree->nv);
	for (int n = 0; n < path.steps; n++)
		for (int k = 0; k < link_columns(path.step[n].link); k++) {
			struct Spatial S = column(&path, &path.step[n], k);
			tree_assemble_column(dag, tree, path.step[n].link, k, &S, 6, J);
		}
}

/* Motion of a link as B sees it. */
struct Moved {
	struct Vec u, w, a, b;
};

/* Motion of a joint in the axes of B: v = (L, O) from rates, in the link's axes. */
static struct Spatial joint_motion(const struct Path *path, const struct Step *step, const Ref *rates)
{
	return spatial_turn(path->dag, step->W, link_motion(path->dag, step->link, rates));
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

/* Motion of the last link before A, and the vector r from its origin to A. */
static struct Moved last_motion(const struct Path *path, struct Vec *r)
{
	struct Vec none = vec_const(path->dag, 0, 0, 0);
	struct Moved moved = { none, none, none, none };
	struct Vec origin = none; /* of the link reached; B itself before the first step */
	for (int n = 0; n < path->steps; n++) {
		const struct Step *step = &path->step[n];
		moved = move(path, step, moved);
		origin = step->inward ? vec_sub(path->dag, step->o, step->s) : step->o;
	}
	*r = vec_sub(path->dag, path->p, origin);
	return moved;
}

void customized_relative_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                  Ref *out)
{
	struct Path path = find_path(dag, tree, options);
	struct Vec r;
	struct Moved last = last_motion(&path, &r);
	struct Spatial v = { vec_add(dag, last.u, vec_cross(dag, last.w, r)), last.w };
	spatial_put(&v, out);
}

void customized_relative_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                      Ref *out)
{
	struct Path path = find_path(dag, tree, options);
	struct Vec r;
	struct Moved last = last_motion(&path, &r);
	struct Vec swept = vec_cross(dag, last.w, r), turned = vec_cross(dag, last.w, swept);
	struct Spatial a = { vec_add(dag, last.a, vec_add(dag, vec_cross(dag, last.b, r), turned)), last.b };
	spatial_put(&a, out);
}
