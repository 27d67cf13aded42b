#include "hop.h"

#include <math.h>

struct Vec hop_turn_in(struct Dag *dag, const struct Hop *hop, int from, int to, struct Vec v)
{
	for (int t = from; t < to; t++)
		v = mat_tvec(dag, hop->turn[t], v);
	return v;
}

struct Vec hop_turn_out(struct Dag *dag, const struct Hop *hop, int from, int to, struct Vec v)
{
	for (int t = to; t-- > from;)
		v = mat_vec(dag, hop->turn[t], v);
	return v;
}

struct Vec hop_in(struct Dag *dag, const struct Hop *hop, struct Vec v)
{
	return hop_turn_in(dag, hop, 0, hop->turns, v);
}

struct Vec hop_out(struct Dag *dag, const struct Hop *hop, struct Vec v)
{
	return hop_turn_out(dag, hop, 0, hop->turns, v);
}

int hop_leading(const struct Dag *dag, const struct Hop *hop, const struct Link *link)
{
	if (!link_has_axis(link) || !hop->turns)
		return hop->turns;
	const struct Mat *last = &hop->turn[hop->turns - 1];
	for (int i = 0; i < 3; i++)
		if (!dag_is(dag, last->e[i][link->axis], i == link->axis))
			return hop->turns;
	return hop->turns - 1;
}

struct Vec hop_of_body(struct Dag *dag, const struct Hop *hop, struct Vec v)
{
	return hop->still ? mat_vec(dag, hop->body, v) : v;
}

struct Vec hop_point(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Vec r)
{
	if (link_has_axis(link))
		r = vec_add(dag, vec_along(dag, link->axis, hop->d), r);
	return vec_add(dag, hop->p, hop_out(dag, hop, r));
}

/* A wrench seen from where the origin was before the offset along the axis. */
static struct Spatial force_along(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Spatial f)
{
	if (link_has_axis(link))
		f = force_shift(dag, vec_along(dag, link->axis, hop->d), f);
	return f;
}

/* A wrench turned back, from the axes behind turn `to` to those before turn `from`, then seen from an origin that is farther
 * in by p. */
static struct Spatial force_turned(struct Dag *dag, const struct Hop *hop, int from, int to, struct Vec p, struct Spatial f)
{
	f.lin = hop_turn_out(dag, hop, from, to, f.lin);
	struct Vec arm = vec_cross(dag, p, f.lin);
	f.ang = vec_add(dag, hop_turn_out(dag, hop, from, to, f.ang), arm);
	return f;
}

struct Spatial hop_force_ahead(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Spatial f)
{
	struct Vec none = vec_const(dag, 0, 0, 0);
	return force_turned(dag, hop, hop_leading(dag, hop, link), hop->turns, none, force_along(dag, hop, link, f));
}

struct Spatial hop_force_on(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Spatial f)
{
	return force_turned(dag, hop, 0, hop_leading(dag, hop, link), hop->p, f);
}

struct Spatial hop_force(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Spatial f)
{
	return force_turned(dag, hop, 0, hop->turns, hop->p, force_along(dag, hop, link, f));
}

struct Spatial hop_motion(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Spatial v)
{
	v.lin = hop_in(dag, hop, vec_add(dag, v.lin, vec_cross(dag, v.ang, hop->p)));
	v.ang = hop_in(dag, hop, v.ang);
	if (link_has_axis(link))
		v.lin = vec_add(dag, v.lin, vec_cross(dag, v.ang, vec_along(dag, link->axis, hop->d)));
	return v;
}

void hop_step(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Mat before, struct Mat *W,
              struct Vec *s)
{
	*W = before;
	for (int t = 0; t < hop->turns; t++)
		*W = mat_mul(dag, *W, hop->turn[t]);
	*s = mat_vec(dag, before, hop->p);
	if (link_has_axis(link)) {
		struct Vec along = mat_vec(dag, *W, vec_along(dag, link->axis, hop->d));
		*s = vec_add(dag, *s, along);
	}
}

struct Moments hop_moments(struct Dag *dag, const struct Hop *hop, const struct Link *link, struct Moments mass)
{
	if (link_has_axis(link))
		mass = moments_shift(dag, vec_along(dag, link->axis, hop->d), mass);
	for (int t = hop->turns; t-- > 0;)
		mass = moments_turn(dag, hop->turn[t], mass);
	return moments_shift(dag, hop->p, mass);
}

static bool is_identity(const struct Dag *dag, const struct Mat *R)
{
	for (int i = 0; i < 9; i++)
		if (!dag_is(dag, R->e[i / 3][i % 3], i / 3 == i % 3))
			return false;
	return true;
}

static void add_turn(struct Hop *hop, const struct Dag *dag, struct Mat R)
{
	if (!is_identity(dag, &R))
		hop->turn[hop->turns++] = R;
}

/* Rz(gamma) Rx(alpha) is cheaper turn by turn than as a matrix with eight entries. */
static void add_constant_turn(struct Hop *hop, struct Dag *dag, struct Mat R)
{
	int zeros = 0;
	for (int i = 0; i < 9; i++)
		zeros += dag_is_zero(dag, R.e[i / 3][i % 3]);
	if (zeros == 1 && dag_is_zero(dag, R.e[2][0])) {
		add_turn(hop, dag, mat_turn(dag, 2, R.e[1][0], R.e[0][0]));
		add_turn(hop, dag, mat_turn(dag, 0, R.e[2][1], R.e[2][2]));
	} else {
		add_turn(hop, dag, R);
	}
}

/* An offset as p + d u with the fewest numbers in both. */
static void split_offset(struct Dag *dag, struct Vec u, struct Vec *p, Ref *d)
{
	double best = 0, number[3], direction[3];
	int most = -1;
	*d = dag_const(dag, 0);
	for (int i = 0; i < 3; i++) {
		if (!dag_is_const(dag, p->e[i]) || !dag_is_const(dag, u.e[i]))
			return;
		number[i] = dag_value(dag, p->e[i]);
		direction[i] = dag_value(dag, u.e[i]);
	}
	double size = fabs(number[0]) + fabs(number[1]) + fabs(number[2]);
	for (int k = 3; k >= 0; k--) {
		const double flat = 0.02, rounding = 1e-14;
		double way = k < 3 && fabs(direction[k]) > flat ? number[k] / direction[k] : 0;
		int zeros = way == 0;
		for (int i = 0; i < 3; i++)
			zeros += fabs(number[i] - way * direction[i]) <= rounding * size;
		if (zeros > most) {
			most = zeros;
			best = way;
		}
	}
	for (int i = 0; i < 3 && best != 0; i++) {
		double rest = number[i] - best * direction[i];
		p->e[i] = dag_const(dag, fabs(rest) <= 1e-14 * size ? 0 : rest);
	}
	*d = dag_const(dag, best);
}

/* Is the axis parallel to that of the parent, in frames that are so too? */
static bool parallel(const struct Dag *dag, const struct Tree *tree, int i)
{
	const struct Link *link = &tree->link[i], *parent = &tree->link[link->parent];
	return link_has_axis(link) && link_has_axis(parent) && link->axis == parent->axis &&
	       is_identity(dag, &link->at.R);
}

/* By rule: links at the end of a branch, and those before a parallel axis. */
static bool *choose_still(const struct Dag *dag, const struct Tree *tree, const struct Plan *plan)
{
	bool *still = ARENA_ARRAY(dag->arena, bool, tree->links), *leads = ARENA_ARRAY(dag->arena, bool, tree->links);
	bool *leaf = ARENA_ARRAY(dag->arena, bool, tree->links);
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		enum Still wanted = (enum Still)plan->link[i].still;
		bool rule = link->parent >= 0 && (!leads[i] || leaf[i]);
		still[i] = link_has_axis(link) && (wanted == STILL_BY_RULE ? rule : wanted == STILL_YES);
		if (link->parent >= 0) {
			leads[link->parent] = true;
			leaf[link->parent] |= parallel(dag, tree, i);
		}
	}
	return still;
}

static struct Mat turn_by(struct Dag *dag, int axis, Ref angle, int quarters)
{
	struct Link link = { .quarters = quarters, .y = { angle } };
	Ref s, c;
	link_sincos(dag, &link, &s, &c);
	return mat_turn(dag, axis, s, c);
}

/* The turns and the offset from an un-rotated parent; the angle that remains for the joint. */
static void from_still(struct Dag *dag, struct Hop *hop, const struct Hop *before, const struct Tree *tree, int i)
{
	const struct Link *link = &tree->link[i];
	hop->p = mat_vec(dag, before->body, hop->p);
	if (parallel(dag, tree, i)) { /* one turn by the sum of the angles */
		hop->angle = dag_add(dag, before->angle, hop->angle);
		hop->quarters = (before->quarters + hop->quarters) & 3;
		return;
	}
	add_turn(hop, dag, before->body);
	add_constant_turn(hop, dag, link->at.R);
}

/* The motion of the joint itself; `number` is how temporaries name the link. */
static void add_motion(struct Dag *dag, struct Hop *hop, const struct Link *link, int number, double length)
{
	if (!link_has_axis(link)) {
		add_turn(hop, dag, link_joint(dag, link).R);
		return;
	}
	if (link->motion == LINK_TRANSLATE)
		hop->d = dag_add(dag, hop->d, dag_mul(dag, dag_const(dag, 1 / length), link->y[0]));
	struct Mat turn = turn_by(dag, link->axis, hop->angle, hop->quarters);
	int j = (link->axis + 1) % 3, k = (link->axis + 2) % 3;
	bool odd = hop->quarters & 1; /* then sine and cosine have changed places */
	dag_label(dag, turn.e[j][j] & ~(Ref)1, odd ? "s" : "c", (uint32_t)number, "");
	dag_label(dag, turn.e[k][j] & ~(Ref)1, odd ? "c" : "s", (uint32_t)number, "");
	if (hop->still)
		hop->body = turn;
	else
		add_turn(hop, dag, turn);
}

static void make_hop(struct Dag *dag, struct Hop *hop, const struct Tree *tree, int i, double length)
{
	const struct Link *link = &tree->link[i];
	const struct Hop *before = link->parent < 0 ? NULL : &hop[link->parent];
	hop += i;
	hop->p = link->at.p;
	if (link->motion == LINK_FREE)
		hop->p = vec_add(dag, hop->p, mat_vec(dag, link->at.R, link_joint(dag, link).p));
	hop->p = vec_scale(dag, dag_const(dag, 1 / length), hop->p);
	hop->d = dag_const(dag, 0);
	hop->angle = link->motion == LINK_ROTATE ? link->y[0] : dag_const(dag, 0);
	hop->quarters = link->quarters;
	/* what slides has nothing to turn but what its parent owes */
	hop->still &= link->motion == LINK_ROTATE || (before && before->still && parallel(dag, tree, i));
	if (link_has_axis(link))
		split_offset(dag, mat_vec(dag, link->at.R, vec_unit(dag, link->axis)), &hop->p, &hop->d);
	if (before && before->still)
		from_still(dag, hop, before, tree, i);
	else
		add_constant_turn(hop, dag, link->at.R);
	add_motion(dag, hop, link, i + 1, length);
	hop->mass = link->mass;
	hop->f_ext = link->f_ext;
	if (hop->still)
		hop->mass = moments_turn(dag, hop->body, hop->mass);
	hop->f_ext.lin = hop_of_body(dag, hop, hop->f_ext.lin);
	hop->f_ext.ang = hop_of_body(dag, hop, hop->f_ext.ang);
}

struct Hop *hops_make(struct Dag *dag, const struct Tree *tree, const struct Plan *plan, double length)
{
	struct Hop *hop = ARENA_ARRAY(dag->arena, struct Hop, tree->links);
	const bool *still = plan ? choose_still(dag, tree, plan) : NULL;
	for (int i = 0; i < tree->links; i++) {
		hop[i].still = still && still[i];
		make_hop(dag, hop, tree, i, length);
	}
	return hop;
}

struct Hop *hops_on(struct Dag *dag, const struct Tree *tree, const int *path, int links, const struct Plan *plan)
{
	struct Hop *hop = ARENA_ARRAY(dag->arena, struct Hop, tree->links);
	const bool *still = plan ? choose_still(dag, tree, plan) : NULL;
	for (int n = 0; n < links; n++) {
		hop[path[n]].still = still && still[path[n]];
		make_hop(dag, hop, tree, path[n], 1);
	}
	return hop;
}
