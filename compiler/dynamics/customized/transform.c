#include "transform.h"

#include <math.h>

#include "dynamics/plan/frames.h"

struct Vec turns_to_child(struct Dag *dag, const struct LinkTransform *transform, int from, int to, struct Vec v)
{
	for (int t = from; t < to; t++)
		v = mat_tvec(dag, transform->turn[t], v);
	return v;
}

struct Vec turns_to_parent(struct Dag *dag, const struct LinkTransform *transform, int from, int to, struct Vec v)
{
	for (int t = to; t-- > from;)
		v = mat_vec(dag, transform->turn[t], v);
	return v;
}

struct Vec to_child_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v)
{
	return turns_to_child(dag, transform, 0, transform->turns, v);
}

struct Vec to_parent_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v)
{
	return turns_to_parent(dag, transform, 0, transform->turns, v);
}

int transform_leading_turns(const struct Dag *dag, const struct LinkTransform *transform, const struct Link *link)
{
	if (!link_has_axis(link) || !transform->turns)
		return transform->turns;
	const struct Mat *last = &transform->turn[transform->turns - 1];
	for (int i = 0; i < 3; i++)
		if (!dag_is(dag, last->e[i][link->axis], i == link->axis))
			return transform->turns;
	return transform->turns - 1;
}

struct Vec to_working_axes(struct Dag *dag, const struct LinkTransform *transform, struct Vec v)
{
	return transform->unrotated ? mat_vec(dag, transform->body, v) : v;
}

struct Vec to_parent_point(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                           struct Vec r)
{
	if (link_has_axis(link))
		r = vec_add(dag, vec_along(dag, link->axis, transform->d), r);
	return vec_add(dag, transform->p, to_parent_axes(dag, transform, r));
}

/* Wrench moved to the origin before the offset along the axis. */
static struct Spatial force_along(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                                  struct Spatial f)
{
	if (link_has_axis(link))
		f = force_shift(dag, vec_along(dag, link->axis, transform->d), f);
	return f;
}

/* Wrench through the turns `to` - 1 down to `from`, then moved to an origin that is nearer to the root by p. */
static struct Spatial force_turned(struct Dag *dag, const struct LinkTransform *transform, int from, int to,
                                   struct Vec p, struct Spatial f)
{
	f.lin = turns_to_parent(dag, transform, from, to, f.lin);
	struct Vec arm = vec_cross(dag, p, f.lin);
	f.ang = vec_add(dag, turns_to_parent(dag, transform, from, to, f.ang), arm);
	return f;
}

struct Spatial to_joint_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                              struct Spatial f)
{
	struct Vec none = vec_const(dag, 0, 0, 0);
	return force_turned(dag, transform, transform_leading_turns(dag, transform, link), transform->turns, none,
	                    force_along(dag, transform, link, f));
}

struct Spatial joint_to_parent_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                                     struct Spatial f)
{
	return force_turned(dag, transform, 0, transform_leading_turns(dag, transform, link), transform->p, f);
}

struct Spatial to_parent_force(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                               struct Spatial f)
{
	return force_turned(dag, transform, 0, transform->turns, transform->p, force_along(dag, transform, link, f));
}

struct Spatial to_child_motion(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                               struct Spatial v)
{
	v.lin = to_child_axes(dag, transform, vec_add(dag, v.lin, vec_cross(dag, v.ang, transform->p)));
	v.ang = to_child_axes(dag, transform, v.ang);
	if (link_has_axis(link))
		v.lin = vec_add(dag, v.lin, vec_cross(dag, v.ang, vec_along(dag, link->axis, transform->d)));
	return v;
}

void transform_to_world(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                        struct Mat before, struct Mat *W, struct Vec *s)
{
	*W = before;
	for (int t = 0; t < transform->turns; t++)
		*W = mat_mul(dag, *W, transform->turn[t]);
	*s = mat_vec(dag, before, transform->p);
	if (link_has_axis(link)) {
		struct Vec along = mat_vec(dag, *W, vec_along(dag, link->axis, transform->d));
		*s = vec_add(dag, *s, along);
	}
}

struct Moments to_parent_moments(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                                 struct Moments mass)
{
	if (link_has_axis(link))
		mass = moments_shift(dag, vec_along(dag, link->axis, transform->d), mass);
	for (int t = transform->turns; t-- > 0;)
		mass = moments_turn(dag, transform->turn[t], mass);
	return moments_shift(dag, transform->p, mass);
}

static void add_turn(struct LinkTransform *transform, const struct Dag *dag, struct Mat R)
{
	if (!mat_is_identity(dag, &R))
		transform->turn[transform->turns++] = R;
}

/* Turns Rz(gamma) Rx(alpha) cost less in sequence than as a matrix with eight entries. */
static void add_constant_turn(struct LinkTransform *transform, struct Dag *dag, struct Mat R)
{
	int zeros = 0;
	for (int i = 0; i < 9; i++)
		zeros += dag_is_zero(dag, R.e[i / 3][i % 3]);
	if (zeros == 1 && dag_is_zero(dag, R.e[2][0])) {
		add_turn(transform, dag, mat_turn(dag, 2, R.e[1][0], R.e[0][0]));
		add_turn(transform, dag, mat_turn(dag, 0, R.e[2][1], R.e[2][2]));
	} else {
		add_turn(transform, dag, R);
	}
}

/* Offset split into p + d u, with the fewest numbers in both. */
static void split_offset(struct Dag *dag, struct Vec u, struct Vec *p, Ref *d)
{
	double number[3], direction[3];
	*d = dag_const(dag, 0);
	for (int i = 0; i < 3; i++) {
		if (!dag_is_const(dag, p->e[i]) || !dag_is_const(dag, u.e[i]))
			return;
		number[i] = dag_value(dag, p->e[i]);
		direction[i] = dag_value(dag, u.e[i]);
	}
	double size = fabs(number[0]) + fabs(number[1]) + fabs(number[2]);
	double best = offset_multiple(number, direction, 0, INFINITY, true);
	for (int i = 0; i < 3 && best != 0; i++) {
		double rest = number[i] - best * direction[i];
		p->e[i] = dag_const(dag, fabs(rest) <= 1e-14 * size ? 0 : rest);
	}
	*d = dag_const(dag, best);
}

/* Parallel axes: is the link's axis the parent's axis, without a constant rotation between their frames? */
static bool parallel(const struct Dag *dag, const struct Tree *tree, int i)
{
	const struct Link *link = &tree->link[i], *parent = &tree->link[link->parent];
	return link_has_axis(link) && link_has_axis(parent) && link->axis == parent->axis &&
	       mat_is_identity(dag, &link->at.R);
}

/* Default rule: links at the end of a branch, and links with a child of parallel axis. */
static bool *choose_unrotated(const struct Dag *dag, const struct Tree *tree, const struct Plan *plan)
{
	bool *unrotated = ARENA_ARRAY(dag->arena, bool, tree->links),
	     *leads = ARENA_ARRAY(dag->arena, bool, tree->links);
	bool *leaf = ARENA_ARRAY(dag->arena, bool, tree->links);
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		enum Unrotated wanted = (enum Unrotated)plan->link[i].unrotated;
		bool rule = link->parent >= 0 && (!leads[i] || leaf[i]);
		unrotated[i] = link_has_axis(link) && (wanted == UNROTATED_BY_RULE ? rule : wanted == UNROTATED_YES);
		if (link->parent >= 0) {
			leads[link->parent] = true;
			leaf[link->parent] |= parallel(dag, tree, i);
		}
	}
	return unrotated;
}

struct Mat turn_by(struct Dag *dag, int axis, Ref angle, int quarters)
{
	struct Link link = { .quarters = quarters, .y = { angle } };
	Ref s, c;
	link_sincos(dag, &link, &s, &c);
	return mat_turn(dag, axis, s, c);
}

/* Turns and offset from an un-rotated parent. For a parallel axis, the angle is the sum. */
static void from_unrotated(struct Dag *dag, struct LinkTransform *transform, const struct LinkTransform *before,
                           const struct Tree *tree, int i)
{
	const struct Link *link = &tree->link[i];
	transform->p = mat_vec(dag, before->body, transform->p);
	if (parallel(dag, tree, i)) { /* one turn by the sum of the angles */
		transform->angle = dag_add(dag, before->angle, transform->angle);
		transform->quarters = (before->quarters + transform->quarters) & 3;
		return;
	}
	add_turn(transform, dag, before->body);
	add_constant_turn(transform, dag, link->at.R);
}

/* Motion of the joint itself; `number` names the link in labels. */
static void add_motion(struct Dag *dag, struct LinkTransform *transform, const struct Link *link, int number,
                       double length)
{
	if (!link_has_axis(link)) {
		add_turn(transform, dag, link_joint(dag, link).R);
		return;
	}
	if (link->motion == LINK_TRANSLATE)
		transform->d = dag_add(dag, transform->d, dag_mul(dag, dag_const(dag, 1 / length), link->y[0]));
	struct Mat turn = turn_by(dag, link->axis, transform->angle, transform->quarters);
	int j = (link->axis + 1) % 3, k = (link->axis + 2) % 3;
	bool odd = transform->quarters & 1; /* then sine and cosine are exchanged */
	dag_label(dag, turn.e[j][j] & ~(Ref)1, odd ? "s" : "c", (uint32_t)number, "");
	dag_label(dag, turn.e[k][j] & ~(Ref)1, odd ? "c" : "s", (uint32_t)number, "");
	if (transform->unrotated) {
		transform->body = turn;
		return;
	}
	add_turn(transform, dag, turn);
	transform->own_turn = mat_is_identity(dag, &turn) ? -1 : transform->turns - 1;
}

static void make_transform(struct Dag *dag, struct LinkTransform *transform, const struct Tree *tree, int i,
                           double length)
{
	const struct Link *link = &tree->link[i];
	const struct LinkTransform *before = link->parent < 0 ? NULL : &transform[link->parent];
	transform += i;
	transform->own_turn = -1;
	transform->p = link->at.p;
	if (link->motion == LINK_FREE)
		transform->p = vec_add(dag, transform->p, mat_vec(dag, link->at.R, link_joint(dag, link).p));
	transform->p = vec_scale(dag, dag_const(dag, 1 / length), transform->p);
	transform->d = dag_const(dag, 0);
	transform->angle = link->motion == LINK_ROTATE ? link->y[0] : dag_const(dag, 0);
	transform->quarters = link->quarters;
	/* a sliding link turns nothing but an un-rotated parent's angle */
	transform->unrotated &= link->motion == LINK_ROTATE || (before && before->unrotated && parallel(dag, tree, i));
	if (link_has_axis(link))
		split_offset(dag, mat_vec(dag, link->at.R, vec_unit(dag, link->axis)), &transform->p, &transform->d);
	if (before && before->unrotated)
		from_unrotated(dag, transform, before, tree, i);
	else
		add_constant_turn(transform, dag, link->at.R);
	add_motion(dag, transform, link, i + 1, length);
	transform->mass = link->mass;
	transform->f_ext = link->lawful ? link->known : link->f_ext;
	if (transform->unrotated) {
		transform->mass = moments_turn(dag, transform->body, transform->mass);
		transform->f_ext = spatial_turn(dag, transform->body, transform->f_ext);
	}
}

struct Spatial transform_law(struct Dag *dag, const struct Tree *tree, const struct LinkTransform *transform,
                             const struct TreeLaw *law, int depth)
{
	struct Spatial f = law->world;
	int links;
	const int *path = tree_path(tree, law->at.link, &links);
	for (int n = 0; n < links && n < depth; n++) {
		f.lin = to_child_axes(dag, &transform[path[n]], f.lin);
		f.ang = to_child_axes(dag, &transform[path[n]], f.ang);
	}
	return f;
}

/* Laws seen from the world take the way of all vectors to working axes: those of an un-rotated link are not turned with its body
 * and back. */
static void add_laws(struct Dag *dag, const struct Tree *tree, struct LinkTransform *transform, int i)
{
	for (int k = 0; k < tree->laws; k++) {
		const struct TreeLaw *law = &tree->law[k];
		if (!law->from_world || law->at.link != i)
			continue;
		struct Spatial f = transform_law(dag, tree, transform, law, tree->links);
		struct Vec arm = to_working_axes(dag, &transform[i], law->at.at.p);
		transform[i].f_ext = spatial_add(dag, transform[i].f_ext, force_shift(dag, arm, f));
	}
}

/* `path`: the links, from the root on; NULL: all. */
static struct LinkTransform *make_transforms(struct Dag *dag, const struct Tree *tree, const int *path, int links,
                                             const struct BuildOptions *options, double length)
{
	struct LinkTransform *transform = ARENA_ARRAY(dag->arena, struct LinkTransform, tree->links);
	const bool *unrotated = options && options->unrotated ? choose_unrotated(dag, tree, options->plan) : NULL;
	for (int n = 0; n < links; n++) {
		int i = path ? path[n] : n;
		transform[i].unrotated = unrotated && unrotated[i];
		make_transform(dag, transform, tree, i, length);
		if (tree->link[i].lawful)
			add_laws(dag, tree, transform, i);
	}
	return transform;
}

struct LinkTransform *transforms_make(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                      double length)
{
	return make_transforms(dag, tree, NULL, tree->links, options, length);
}

struct LinkTransform *transforms_on_path(struct Dag *dag, const struct Tree *tree, const int *path, int links,
                                         const struct BuildOptions *options, double length)
{
	return make_transforms(dag, tree, path, links, options, length);
}

struct Moments transform_mass(struct Dag *dag, const struct LinkTransform *transform, double length)
{
	struct Moments mass = transform->mass;
	mass.h = vec_scale(dag, dag_const(dag, length), mass.h);
	mass.m = dag_mul(dag, dag_const(dag, length * length), mass.m);
	return mass;
}
