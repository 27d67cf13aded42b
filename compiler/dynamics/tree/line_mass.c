/* A leg is a line from its centre, where its turns cross, to its ball at r = l u. The carrier is at rest. An element dm of the lower
 * body is at x u, one of the upper body at r - x u. With v = r', P = 1 - u u^T and u' = P v / l, the sums over both bodies
 *     F dr = sum dm (x u'' - g) d(x u) + sum dm (r'' - x u'' - g) d(r - x u),  du = P dr / l,
 * give, with the first moments h0 and h1, the sum d of the second moments and the mass m of the upper body,
 *     F = m (r'' - g) + P (k r'' + (h1 - h0) / l g + c v) + h1 s u,  N = m 1 + k P,
 *     k = (d / l - 2 h1) / l,  c = -2 l' (d / l - h1) / l^2,  l' = u . v,  s = u' . u' = (v . v - l'^2) / l^2.
 * The mass m is a point of the body that moves the ball.
 *
 * Bodies that are round about the line have a moment J about it too. The first turn, about a, gives the angular velocity y along u:
 *     n = a x u,  t = a . u,  e = 1 / (l n . n),  p' = e n . v,  y = t p',
 *     p'' = e (n . r'' - 2 (l' - t a . v) p'),  t' = (a . v - t l') / l.
 * Its moment J (y u)' does the work of
 *     F = J (y' t e a + y / l^2 v) x u,  N = J (t e)^2 n n^T. */
#include "line_mass.h"

#include <math.h>

#include "dag/default_values.h"
#include "model/followed.h"
#include "model/strut.h"

/* What a body has on a line. */
struct OnLine {
	Ref first, second; /* moments along it */
	Ref about;         /* moment of inertia about it */
};

/* Are the constants no more than rounding errors of values of this size? */
static bool are_nothing(const struct Dag *dag, const Ref *ref, int count, double size)
{
	const double rounding = 1e-14;
	for (int i = 0; i < count; i++)
		if (!dag_is_const(dag, ref[i]) || fabs(dag_value(dag, ref[i])) > rounding * size)
			return false;
	return true;
}

static double size_of(const struct Dag *dag, const Ref *ref, int count)
{
	double most = 0;
	for (int i = 0; i < count; i++)
		most = fmax(most, fabs(dag_default_value(dag, ref[i])));
	return most;
}

/* N + k u u^T, for a symmetric N. */
static struct Mat add_square(struct Dag *dag, struct Mat N, Ref k, struct Vec u)
{
	struct Vec ku = vec_scale(dag, k, u);
	for (int i = 0; i < 3; i++)
		for (int j = i; j < 3; j++)
			N.e[i][j] = N.e[j][i] = dag_add(dag, N.e[i][j], dag_mul(dag, ku.e[i], u.e[j]));
	return N;
}

static struct Mat add_diagonal(struct Dag *dag, struct Mat N, Ref k)
{
	for (int i = 0; i < 3; i++)
		N.e[i][i] = dag_add(dag, N.e[i][i], k);
	return N;
}

/* Is the mass round about the line along u through the origin? Its second moments are then the same in all directions across the line:
 * half of what is not along it. */
static bool is_round(struct Dag *dag, const struct Moments *mass, struct Vec u, struct OnLine *to)
{
	const struct Mat *D = &mass->D;
	Ref along = vec_dot(dag, u, mat_vec(dag, *D, u));
	Ref trace = dag_add(dag, D->e[0][0], dag_add(dag, D->e[1][1], D->e[2][2]));
	double size = size_of(dag, &D->e[0][0], 9);
	to->first = vec_dot(dag, u, mass->h);
	to->about = dag_sub(dag, trace, along);
	if (are_nothing(dag, &to->about, 1, size))
		to->about = dag_const(dag, 0);
	Ref across = dag_mul(dag, dag_const(dag, 0.5), to->about);
	to->second = dag_add(dag, along, across);
	struct Vec h = vec_sub(dag, mass->h, vec_scale(dag, to->first, u));
	struct Mat rest = add_square(dag, *D, dag_sub(dag, across, along), u);
	rest = add_diagonal(dag, rest, dag_neg(across));
	return are_nothing(dag, h.e, 3, size_of(dag, mass->h.e, 3)) && are_nothing(dag, &rest.e[0][0], 9, size);
}

/* Slide of the leg, whose two turns start from the world; NULL: it has another form. */
static struct Link *slide_of(struct Tree *tree, int point)
{
	for (int i = 0; i < tree->links; i++) {
		struct Link *slide = &tree->link[i];
		if (slide->point != point || slide->motion != LINK_TRANSLATE || slide->parent < 0)
			continue;
		const struct Link *lower = &tree->link[slide->parent];
		bool turns = lower->motion == LINK_ROTATE && lower->point == point && lower->parent >= 0;
		const struct Link *first = turns ? &tree->link[lower->parent] : lower;
		turns &= first->motion == LINK_ROTATE && first->point == point && first->parent < 0;
		return turns ? slide : NULL;
	}
	return NULL;
}

static struct Vec point_on_link(struct Dag *dag, const struct Tree *tree, const struct Point *point)
{
	const struct Placement *at = &tree->place[point->body].at;
	return vec_add(dag, mat_vec(dag, at->R, point->p), at->p);
}

/* Mass of a link about a point of it. */
static struct Moments about(struct Dag *dag, const struct Link *link, struct Vec point)
{
	return moments_shift(dag, vec_neg(point), link->mass);
}

/* Moments of both bodies along the line; `ball` and u are in the axes of the slide. */
static bool find_moments(const struct Tree *tree, const struct FollowedLine *line, const struct Link *slide,
                         struct Vec ball, struct OnLine *lower, struct OnLine *upper)
{
	struct Dag *dag = tree->dag;
	struct Vec u = vec_unit(dag, slide->axis);
	if (slide->y[0] != line->slide)
		u = vec_neg(u);
	struct Vec along = mat_vec(dag, slide->at.R, u);
	struct Vec centre = vec_add(dag, slide->at.p, mat_vec(dag, slide->at.R, ball));
	centre = vec_sub(dag, centre, vec_scale(dag, line->offset, along));
	struct Moments below = about(dag, &tree->link[slide->parent], centre), above = about(dag, slide, ball);
	return is_round(dag, &below, along, lower) && is_round(dag, &above, u, upper);
}

static bool is_massless(const struct Dag *dag, const struct Moments *mass)
{
	return are_nothing(dag, &mass->m, 1, 0) && are_nothing(dag, mass->h.e, 3, 0) &&
	       are_nothing(dag, &mass->D.e[0][0], 9, 0);
}

/* Does the force at the ball take fewer operations than the links? A moment about the line does not if the body between both turns has
 * mass, since its link needs the first angle too. */
static bool takes_less(const struct Tree *tree, const struct Link *slide, const struct OnLine *lower,
                       const struct OnLine *upper)
{
	const struct Link *first = &tree->link[tree->link[slide->parent].parent];
	return (dag_is_zero(tree->dag, lower->about) && dag_is_zero(tree->dag, upper->about)) ||
	       is_massless(tree->dag, &first->mass);
}

/* Gives the mass to the point, from two links. */
static void hand_over(const struct Tree *tree, struct TreePoint *point, struct Link *slide, const struct OnLine *lower,
                      const struct OnLine *upper)
{
	struct Dag *dag = tree->dag;
	const struct FollowedLine *line = point->of->line;
	struct LineMass *mass = ARENA_NEW(dag->arena, struct LineMass);
	struct Link *second = &tree->link[slide->parent];
	const struct Link *first = &tree->link[second->parent];
	*mass = (struct LineMass){ lower->first, dag_neg(upper->first), .axes = line->axes };
	mass->second = dag_add(dag, lower->second, upper->second);
	mass->about = dag_add(dag, lower->about, upper->about);
	if (line->carrier >= 0)
		mass->axes = mat_mul(dag, tree->place[line->carrier].at.R, mass->axes);
	mass->axis = mat_tvec(dag, mass->axes, mat_vec(dag, first->at.R, vec_unit(dag, first->axis)));
	second->mass = slide->mass = moments_zero(dag);
	point->mass = mass;
	point->motion = line->motion;
}

static void take(struct Tree *tree, struct TreePoint *point, int number)
{
	struct Dag *dag = tree->dag;
	const struct FollowedLine *line = point->of->line;
	struct Link *slide = slide_of(tree, number);
	int target = line->target.body < 0 ? -1 : tree->place[line->target.body].link;
	if (!slide || target < 0 || (line->carrier >= 0 && tree->place[line->carrier].link >= 0))
		return;
	struct OnLine lower, upper;
	if (!find_moments(tree, line, slide, point_on_link(dag, tree, &line->ball), &lower, &upper))
		return;
	if (!takes_less(tree, slide, &lower, &upper))
		return;
	struct Moments held = moments_zero(dag);
	held.m = slide->mass.m;
	held = moments_shift(dag, point_on_link(dag, tree, &line->target), held);
	tree->link[target].mass = moments_add(dag, tree->link[target].mass, held);
	hand_over(tree, point, slide, &lower, &upper);
}

void line_masses_take(struct Tree *tree, const struct Plan *plan)
{
	struct TreePoint *point = ARENA_ARRAY(tree->dag->arena, struct TreePoint, tree->points);
	for (int p = 0; p < tree->points; p++)
		point[p] = tree->point[p];
	tree->point = point;
	for (int p = 0; p < tree->points; p++)
		if (point[p].of->line)
			take(tree, &point[p], p + 1);
	(void)plan;
}

/* --- forces --- */

struct Ball {
	struct Vec u, v, a; /* v = r', a = r'' */
	Ref over_l, rate;   /* rate = l' */
};

static struct Ball ball_of(struct Dag *dag, const struct TreePoint *point)
{
	const struct PointMotion *motion = &point->motion;
	struct Ball ball = { .u = point->of->line->u, .v = motion->rate, .over_l = point->of->line->over_length };
	ball.a = vec_add(dag, motion->V, mat_vec(dag, motion->U, point->of->at));
	ball.rate = vec_dot(dag, ball.u, ball.v);
	return ball;
}

/* P x + h1 s u with x = k r'' + (h1 - h0) / l g + c v. */
static struct Vec swing(struct Dag *dag, const struct LineMass *mass, const struct Ball *ball, struct Vec g)
{
	Ref over_l = ball->over_l, across = dag_sub(dag, dag_mul(dag, mass->second, over_l), mass->upper);
	Ref k = dag_mul(dag, dag_sub(dag, across, mass->upper), over_l);
	Ref per = dag_mul(dag, ball->rate, over_l), c = dag_mul(dag, per, dag_mul(dag, across, over_l));
	struct Vec x = vec_scale(dag, k, ball->a);
	x = vec_add(dag, x, vec_scale(dag, dag_mul(dag, dag_sub(dag, mass->upper, mass->lower), over_l), g));
	x = vec_add(dag, x, vec_scale(dag, dag_mul(dag, dag_const(dag, -2), c), ball->v));
	Ref s = vec_dot(dag, ball->v, ball->v);
	s = dag_sub(dag, s, dag_mul(dag, ball->rate, ball->rate));
	s = dag_mul(dag, s, dag_mul(dag, over_l, over_l));
	Ref along = vec_dot(dag, ball->u, x);
	along = dag_sub(dag, along, dag_mul(dag, mass->upper, s));
	return vec_sub(dag, x, vec_scale(dag, along, ball->u));
}

/* How the leg turns about its line. */
struct Spin {
	struct Vec n;
	Ref t, e;
};

static struct Spin spin_of(struct Dag *dag, const struct LineMass *mass, struct Vec u, Ref over_l)
{
	struct Spin spin = { .n = vec_cross(dag, mass->axis, u) };
	spin.t = vec_dot(dag, mass->axis, u);
	spin.e = dag_mul(dag, over_l, dag_over(dag, 1, vec_dot(dag, spin.n, spin.n)));
	return spin;
}

/* J (y' t e a + y / l^2 v) x u */
static struct Vec spin_force(struct Dag *dag, const struct LineMass *mass, const struct Ball *ball)
{
	struct Spin spin = spin_of(dag, mass, ball->u, ball->over_l);
	Ref av = vec_dot(dag, mass->axis, ball->v), over_l = ball->over_l;
	Ref p = dag_mul(dag, spin.e, vec_dot(dag, spin.n, ball->v)), two = dag_const(dag, 2);
	Ref gained = dag_mul(dag, dag_mul(dag, two, dag_sub(dag, ball->rate, dag_mul(dag, spin.t, av))), p);
	Ref again = dag_mul(dag, spin.e, dag_sub(dag, vec_dot(dag, spin.n, ball->a), gained));
	Ref slope = dag_mul(dag, dag_sub(dag, av, dag_mul(dag, spin.t, ball->rate)), over_l);
	Ref rate = dag_mul(dag, mass->about, dag_mul(dag, spin.t, p));
	Ref faster = dag_mul(dag, mass->about, dag_add_products(dag, slope, p, spin.t, again));
	struct Vec sum = vec_scale(dag, dag_mul(dag, faster, dag_mul(dag, spin.t, spin.e)), mass->axis);
	sum = vec_add(dag, sum, vec_scale(dag, dag_mul(dag, rate, dag_mul(dag, over_l, over_l)), ball->v));
	return vec_cross(dag, sum, ball->u);
}

struct Vec line_mass_force(struct Dag *dag, const struct Tree *tree, const struct TreePoint *point)
{
	const struct LineMass *mass = point->mass;
	struct Ball ball = ball_of(dag, point);
	struct Vec F = swing(dag, mass, &ball, mat_tvec(dag, mass->axes, tree->gravity));
	return dag_is_zero(dag, mass->about) ? F : vec_add(dag, F, spin_force(dag, mass, &ball));
}

struct Mat line_mass_inertia(struct Dag *dag, const struct TreePoint *point)
{
	const struct LineMass *mass = point->mass;
	Ref over_l = point->of->line->over_length, k = dag_mul(dag, mass->second, over_l);
	struct Vec u = point->of->line->u;
	k = dag_mul(dag, dag_sub(dag, dag_sub(dag, k, mass->upper), mass->upper), over_l);
	struct Mat N = add_diagonal(dag, add_square(dag, mat_zero(dag), dag_neg(k), u), k);
	if (dag_is_zero(dag, mass->about))
		return N;
	struct Spin spin = spin_of(dag, mass, u, over_l);
	Ref lever = dag_mul(dag, spin.t, spin.e);
	return add_square(dag, N, dag_mul(dag, mass->about, dag_mul(dag, lever, lever)), spin.n);
}
