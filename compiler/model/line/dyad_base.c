/* Bases of a dyad as they see each other: positions, and motions by the coordinates that move them against each other (dyad->on). In
 * the plane with the axes e[0], e[1] of a base, and with the rate s of a step of the ways, in the sense of base 1 against base 0,
 *   a turn about o moves the point p by s i (p - o),  a slide along a by s a,  and base 1 turns by the sum of s over all turns. */
#include "dyad.h"
#include "line.h"

static struct Vec pass(const struct Dyad *dyad, const struct WayStep *step, struct Vec p, bool back, bool direction)
{
	return direction ? step_turn(dyad->dag, step, p, back) : step_pass(dyad->dag, step, p, back);
}

struct Vec dyad_see_from(const struct Dyad *dyad, int from, int step, struct Vec p, int to, bool direction)
{
	const struct Way *way = &dyad->way[to];
	for (int i = step - 1; i >= 0 && from != to; i--)
		p = pass(dyad, &dyad->way[from].step[i], p, false, direction);
	for (int i = from == to ? step : 0; i < way->steps; i++)
		p = pass(dyad, &way->step[i], p, true, direction);
	return p;
}

struct Vec dyad_see_vector(const struct Dyad *dyad, int from, struct Vec p, int to, bool direction)
{
	return dyad_see_from(dyad, from, dyad->way[from].steps, p, to, direction);
}

static const struct DyadLink *base_of(const struct Dyad *dyad, int base)
{
	return &dyad->link[base ? DYAD_LINKS - 1 : 0];
}

struct Planar dyad_project(struct Dag *dag, const struct DyadLink *link, struct Vec p)
{
	Ref x = vec_dot(dag, link->e[0], p);
	return (struct Planar){ x, vec_dot(dag, link->e[1], p) };
}

struct Planar dyad_see(const struct Dyad *dyad, int from, struct Vec p, int to, bool direction)
{
	return dyad_project(dyad->dag, base_of(dyad, to), dyad_see_vector(dyad, from, p, to, direction));
}

struct Vec dyad_lift(const struct Dyad *dyad, int base, struct Planar p)
{
	const struct DyadLink *link = base_of(dyad, base);
	struct Vec x = vec_scale(dyad->dag, p.x, link->e[0]);
	return vec_add(dyad->dag, x, vec_scale(dyad->dag, p.y, link->e[1]));
}

/* --- motion of the bases --- */

/* Rate of a step by coordinate i of `on`, in its sense; 0 for a placement. */
static Ref step_rate(const struct Dyad *dyad, int i, int base, int step)
{
	struct Dag *dag = dyad->dag;
	const struct Motion *motion = dyad->way[base].step[step].motion;
	if (!motion)
		return dag_const(dag, 0);
	Ref rate = coordinate_slope(dag, dyad->on[i], motion->y);
	return dyad->sense[base][step] < 0 ? dag_neg(rate) : rate;
}

static bool turns(const struct Dyad *dyad, int base, int step)
{
	const struct Motion *motion = dyad->way[base].step[step].motion;
	return motion && motion->kind == MOTION_ROTATE;
}

Ref dyad_turning(const struct Dyad *dyad, int i)
{
	Ref sum = dag_const(dyad->dag, 0);
	for (int base = 0; base < 2; base++)
		for (int step = 0; step < dyad->way[base].steps; step++)
			if (turns(dyad, base, step))
				sum = dag_add(dyad->dag, sum, step_rate(dyad, i, base, step));
	return sum;
}

/* A turn about a point o moves p by i (p - o), a slide moves all points by its axis. */
struct Planar dyad_velocity(const struct Dyad *dyad, int i, struct Planar point, int in)
{
	struct Dag *dag = dyad->dag;
	const struct DyadLink *link = base_of(dyad, in);
	Ref zero = dag_const(dag, 0);
	struct Planar sum = { zero, zero };
	struct Vec origin = vec_const(dag, 0, 0, 0);
	for (int base = 0; base < 2; base++)
		for (int step = 0; step < dyad->way[base].steps; step++) {
			Ref rate = step_rate(dyad, i, base, step);
			if (dag_is_zero(dag, rate))
				continue;
			bool turn = turns(dyad, base, step);
			struct Vec p = turn ? origin : dyad->way[base].step[step].motion->axis;
			struct Planar seen = dyad_project(dag, link, dyad_see_from(dyad, base, step, p, in, !turn));
			seen = turn ? planar_ahead(planar_sub(dag, point, seen)) : seen;
			sum = planar_add(dag, sum, planar_scale(dag, rate, seen));
		}
	return sum;
}

Ref dyad_square(const struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	struct Vec C = dyad_lift(dyad, 1, dyad->value.end[1]), seen = dyad_see_vector(dyad, 1, C, 0, false);
	const struct Point end[2] = { { .body = dyad->link[0].body, .p = dyad_lift(dyad, 0, dyad->value.end[0]) },
		                      { .body = dyad->link[3].body, .p = C } };
	bool level = dag_is_zero(dag, vec_dot(dag, dyad_vector(dag, dyad->link[0].normal), seen));
	return level ? line_square(dyad->model, end) : planar_dot(dag, dyad->value.r[0], dyad->value.r[0]);
}
