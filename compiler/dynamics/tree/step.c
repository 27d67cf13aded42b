#include "step.h"

#include <string.h>

/* q (3 - |q|^2)/2 keeps the length of a quaternion that is nearly 1. */
static void keep_length(struct Dag *dag, const struct Tree *tree, Ref *q)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		if (link_has_axis(link))
			continue;
		Ref *own = q + link_turned(dag, link).q, left = dag_const(dag, 3);
		for (int k = 0; k < 4; k++)
			left = dag_sub(dag, left, dag_mul(dag, own[k], own[k]));
		left = dag_mul(dag, dag_const(dag, 0.5), left);
		for (int k = 0; k < 4; k++)
			own[k] = dag_mul(dag, left, own[k]);
	}
}

/* --- Euler's method --- */

static void euler_link(struct Dag *dag, const struct Link *link, const Ref *q, const Ref *qd, const Ref *qdd,
                       Ref *q_next, Ref *qd_next)
{
	struct TurnedPlace place = link_turned(dag, link);
	struct EulerTurn e = euler_turn(dag, link, qd, qdd);
	const Ref by[4] = { e.turn.u.e[0], e.turn.u.e[1], e.turn.u.e[2], e.turn.s };
	quaternion_product(dag, q + place.q, by, q_next + place.q);
	link_put_twist(link, &e.after, qd_next);
	if (place.p < 0)
		return;
	struct Vec shift = vec_scale(dag, step_time(dag), e.star.lin);
	shift = mat_vec(dag, mat_quaternion(dag, q + place.q), shift);
	for (int i = 0; i < 3; i++)
		q_next[place.p + i] = dag_add(dag, q[place.p + i], shift.e[i]);
}

void step_by_euler(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion, Ref *out)
{
	const Ref *q = tree_input(dag, INPUT_Q, tree->nq), *qd = tree_input(dag, INPUT_QD, tree->nv),
		  *qdd = motion->value;
	Ref h = step_time(dag), *q_next = out, *qd_next = out + tree->nq;
	memcpy(qd_next, step_sum(dag, qd, h, qdd, tree->nv), (size_t)tree->nv * sizeof *out);
	for (int v = 0; v < tree->nv; v++) {
		int at = tree->coordinate[v];
		if (at >= 0)
			q_next[at] = dag_add(dag, q[at], dag_mul(dag, h, qd_next[v]));
	}
	for (int i = 0; i < tree->links; i++)
		if (!link_has_axis(&tree->link[i]))
			euler_link(dag, &tree->link[i], q, qd, qdd, q_next, qd_next);
	keep_length(dag, tree, q_next);
	const Ref *s = tree_input(dag, INPUT_S, tree->ns);
	memcpy(qd_next + tree->nv, step_sum(dag, s, h, qdd + tree->nv, tree->ns), (size_t)tree->ns * sizeof *out);
}

/* --- the method of Runge and Kutta --- */

void step_after_stages(struct Dag *dag, const struct Tree *tree, const struct StepStage stage[RK4_STAGES], Ref *out)
{
	const Ref *const rate[] = { stage[0].motion.value, stage[1].motion.value, stage[2].motion.value,
		                    stage[3].motion.value };
	const Ref *change = step_mean(dag, rate, tree->nv), *u = step_displacement(dag, tree, stage);
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), u, out);
	keep_length(dag, tree, out);
	for (int v = 0; v < tree->nv; v++)
		out[tree->nq + v] = dag_add(dag, stage[0].qd[v], change[v]);
	if (!tree->ns)
		return;
	const Ref *const rates[] = { rate[0] + tree->nv, rate[1] + tree->nv, rate[2] + tree->nv, rate[3] + tree->nv };
	change = step_mean(dag, rates, tree->ns);
	for (int i = 0; i < tree->ns; i++)
		out[tree->nq + tree->nv + i] = dag_add(dag, stage[0].s[i], change[i]);
}

void step_by_rk4(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion, Ref *out)
{
	struct StepStage stage[RK4_STAGES];
	step_stages(dag, tree, motion, stage);
	step_after_stages(dag, tree, stage, out);
}
