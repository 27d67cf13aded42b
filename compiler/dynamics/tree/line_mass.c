/* A leg is a line from its centre, where its turns cross, to its ball at r = l u. The carrier is at rest. An element dm of the lower
 * body is at x u, one of the upper body at r - x u. With v = r', A = r'' - g, P = 1 - u u^T and u' = P v / l, the sums over both bodies
 *     F dr = sum dm (x u'' - g) d(x u) + sum dm (r'' - x u'' - g) d(r - x u),  du = P dr / l,
 * give, with the first moments h0 and h1, the sum d of the second moments and the mass m of the upper body,
 *     F = m A + P (k A + kg g + c v) + h1 s u,   N = m 1 + k P,
 *     k = (d / l - 2 h1) / l,  kg = (d / l - h1 - h0) / l,  c = -2 l' (d / l - h1) / l^2,
 *     l' = u . v,  s = u' . u' = (v . v - l'^2) / l^2.
 * The mass m is a point of the body that moves the ball. */
#include "line_mass.h"

#include <math.h>

#include "dag/default_values.h"

/* What a body has on a line. */
struct OnLine {
	Ref first, second; /* moments */
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

/* Are all mass elements on the line along u through the origin? Then finds their moments along it. */
static bool is_on_line(struct Dag *dag, const struct Moments *mass, struct Vec u, struct OnLine *to)
{
	to->first = vec_dot(dag, u, mass->h);
	to->second = vec_dot(dag, u, mat_vec(dag, mass->D, u));
	struct Vec h = vec_sub(dag, mass->h, vec_scale(dag, to->first, u));
	struct Mat D = mat_add_outer(dag, mass->D, vec_scale(dag, dag_neg(to->second), u), u);
	return are_nothing(dag, h.e, 3, size_of(dag, mass->h.e, 3)) &&
	       are_nothing(dag, &D.e[0][0], 9, size_of(dag, &mass->D.e[0][0], 9));
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

static void take(struct Tree *tree, struct TreePoint *point, int number)
{
	struct Dag *dag = tree->dag;
	const struct FollowedLine *line = point->of->line;
	struct Link *slide = slide_of(tree, number);
	const struct Site *carrier = line->carrier < 0 ? NULL : &tree->place[line->carrier];
	int target = line->target.body < 0 ? -1 : tree->place[line->target.body].link;
	if (!slide || (carrier && carrier->link >= 0) || target < 0)
		return;
	struct Link *lower = &tree->link[slide->parent];
	struct Vec ball = point_on_link(dag, tree, &line->ball), u = vec_unit(dag, slide->axis);
	if (slide->y[0] != line->slide)
		u = vec_neg(u);
	struct Vec along = mat_vec(dag, slide->at.R, u), centre = mat_vec(dag, slide->at.R, ball);
	centre = vec_add(dag, slide->at.p, centre);
	centre = vec_sub(dag, centre, vec_scale(dag, line->offset, along));
	struct Moments below = moments_shift(dag, vec_neg(centre), lower->mass);
	struct Moments above = moments_shift(dag, vec_neg(ball), slide->mass), held = moments_zero(dag);
	struct OnLine first, second;
	if (!is_on_line(dag, &below, along, &first) || !is_on_line(dag, &above, u, &second))
		return;
	held.m = slide->mass.m;
	held = moments_shift(dag, point_on_link(dag, tree, &line->target), held);
	tree->link[target].mass = moments_add(dag, tree->link[target].mass, held);
	lower->mass = slide->mass = moments_zero(dag);
	struct LineMass *mass = ARENA_NEW(dag->arena, struct LineMass);
	*mass = (struct LineMass){ first.first, dag_neg(second.first), .axes = line->axes };
	mass->second = dag_add(dag, first.second, second.second);
	if (carrier)
		mass->axes = mat_mul(dag, carrier->at.R, mass->axes);
	point->mass = mass;
	point->motion = line->motion;
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

struct Vec line_mass_force(struct Dag *dag, const struct Tree *tree, const struct TreePoint *point)
{
	const struct LineMass *mass = point->mass;
	const struct PointMotion *motion = &point->motion;
	struct Vec u = point->of->line->u, g = mat_tvec(dag, mass->axes, tree->gravity), v = motion->rate;
	struct Vec A = vec_add(dag, vec_neg(g), motion->V);
	A = vec_add(dag, A, mat_vec(dag, motion->U, point->of->at));
	Ref over_l = point->of->line->over_length, rate = vec_dot(dag, u, v);
	Ref across = dag_sub(dag, dag_mul(dag, mass->second, over_l), mass->upper); /* d / l - h1 */
	Ref k = dag_mul(dag, dag_sub(dag, across, mass->upper), over_l);
	Ref kg = dag_mul(dag, dag_sub(dag, across, mass->lower), over_l), per = dag_mul(dag, rate, over_l);
	Ref c = dag_mul(dag, per, dag_mul(dag, across, over_l));
	c = dag_mul(dag, dag_const(dag, -2), c);
	struct Vec F = vec_scale(dag, k, A);
	F = vec_add(dag, F, vec_scale(dag, kg, g));
	F = vec_add(dag, F, vec_scale(dag, c, v));
	Ref square = vec_dot(dag, v, v);
	square = dag_sub(dag, square, dag_mul(dag, rate, rate));
	square = dag_mul(dag, square, dag_mul(dag, over_l, over_l));
	Ref along = vec_dot(dag, u, F);
	along = dag_sub(dag, along, dag_mul(dag, mass->upper, square));
	return vec_sub(dag, F, vec_scale(dag, along, u));
}

struct Mat line_mass_inertia(struct Dag *dag, const struct TreePoint *point)
{
	const struct LineMass *mass = point->mass;
	Ref over_l = point->of->line->over_length, k = dag_mul(dag, mass->second, over_l);
	k = dag_mul(dag, dag_sub(dag, dag_sub(dag, k, mass->upper), mass->upper), over_l);
	struct Vec u = point->of->line->u;
	struct Mat N = mat_zero(dag);
	N = mat_add_outer(dag, N, vec_scale(dag, dag_neg(k), u), u);
	for (int i = 0; i < 3; i++)
		N.e[i][i] = dag_add(dag, N.e[i][i], k);
	return N;
}
