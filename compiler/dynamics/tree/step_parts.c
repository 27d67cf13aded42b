#include "step_parts.h"

#include <string.h>

#include "substitute.h"

struct StepMotion step_motion_new(struct Dag *dag, const struct Tree *tree, bool derivatives)
{
	size_t nv = (size_t)tree->nv, count = nv + (derivatives ? 3 * nv * nv : 0);
	return (struct StepMotion){ ARENA_ARRAY(dag->arena, Ref, count), count };
}

Ref step_time(struct Dag *dag)
{
	return dag_input(dag, INPUT_DT, 0);
}

static Ref part_of_square(struct Dag *dag, double part)
{
	Ref h = step_time(dag);
	return dag_mul(dag, dag_const(dag, part), dag_mul(dag, h, h));
}

Ref step_eighth(struct Dag *dag)
{
	return part_of_square(dag, 1.0 / 8);
}

Ref step_twelfth(struct Dag *dag)
{
	return part_of_square(dag, 1.0 / 12);
}

/* --- sums --- */

Ref *step_sum(struct Dag *dag, const Ref *x, Ref factor, const Ref *y, int n)
{
	Ref *sum = ARENA_ARRAY(dag->arena, Ref, n);
	for (int i = 0; i < n; i++)
		sum[i] = dag_add(dag, x[i], dag_mul(dag, factor, y[i]));
	return sum;
}

Ref *step_scaled(struct Dag *dag, Ref factor, const Ref *x, int n)
{
	Ref *scaled = ARENA_ARRAY(dag->arena, Ref, n);
	for (int i = 0; i < n; i++)
		scaled[i] = dag_mul(dag, factor, x[i]);
	return scaled;
}

void step_add_bracket(struct Dag *dag, const struct Tree *tree, Ref factor, const Ref *a, const Ref *b, Ref *out)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		if (link_has_axis(link))
			continue;
		struct Spatial own = spatial_cross_motion(dag, link_twist(dag, link, a), link_twist(dag, link, b));
		own = spatial_add(dag, link_twist(dag, link, out), spatial_scale(dag, factor, own));
		link_put_twist(link, &own, out);
	}
}

/* --- Euler's method --- */

struct EulerTurn euler_turn(struct Dag *dag, const struct Link *link, const Ref *qd, const Ref *qdd)
{
	Ref h = step_time(dag);
	struct EulerTurn e = { .before = link_twist(dag, link, qd) };
	struct Spatial rate = link_twist(dag, link, qdd);
	rate.lin = vec_add(dag, rate.lin, vec_cross(dag, e.before.ang, e.before.lin));
	e.star = spatial_add(dag, e.before, spatial_scale(dag, h, rate));
	e.turn = exponential_of(dag, vec_scale(dag, h, e.star.ang));
	e.R = exponential_matrix(dag, &e.turn);
	e.after = (struct Spatial){ mat_tvec(dag, e.R, e.star.lin), e.star.ang };
	return e;
}

/* --- the method of Runge and Kutta --- */

static struct StepStage stage_at(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion,
                                 const Ref *u, const Ref *qd)
{
	struct StepStage stage = { .u = u, .qd = qd };
	Ref *q = ARENA_ARRAY(dag->arena, Ref, tree->nq);
	stage.motion.count = motion->count;
	stage.motion.value = ARENA_ARRAY(dag->arena, Ref, motion->count);
	memcpy(stage.motion.value, motion->value, motion->count * sizeof *q);
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), u, q);
	values_at_state(dag, stage.motion.value, motion->count, q, qd);
	return stage;
}

/* Displacements in the axes of the first state: those of the second and third stage are half steps. */
void step_stages(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion,
                 struct StepStage stage[RK4_STAGES])
{
	int nv = tree->nv;
	const Ref *qd = tree_input(dag, INPUT_QD, nv);
	Ref h = step_time(dag), half = dag_mul(dag, dag_const(dag, 0.5), h);
	stage[0] = (struct StepStage){ .qd = qd, .motion = *motion };
	stage[1] = stage_at(dag, tree, motion, step_scaled(dag, half, qd, nv),
	                    step_sum(dag, qd, half, stage[0].motion.value, nv));
	Ref *u = step_scaled(dag, half, stage[1].qd, nv);
	step_add_bracket(dag, tree, step_eighth(dag), qd, stage[1].qd, u);
	stage[2] = stage_at(dag, tree, motion, u, step_sum(dag, qd, half, stage[1].motion.value, nv));
	stage[3] = stage_at(dag, tree, motion, step_scaled(dag, h, stage[2].qd, nv),
	                    step_sum(dag, qd, h, stage[2].motion.value, nv));
}

Ref *step_mean(struct Dag *dag, const Ref *const x[RK4_STAGES], int n)
{
	Ref *mean = ARENA_ARRAY(dag->arena, Ref, n), sixth = dag_mul(dag, dag_const(dag, 1.0 / 6), step_time(dag));
	for (int i = 0; i < n; i++) {
		Ref inner = dag_add(dag, x[1][i], x[2][i]), outer = dag_add(dag, x[0][i], x[3][i]);
		mean[i] = dag_mul(dag, sixth, dag_add(dag, outer, dag_add(dag, inner, inner)));
	}
	return mean;
}

Ref *step_displacement(struct Dag *dag, const struct Tree *tree, const struct StepStage stage[RK4_STAGES])
{
	const Ref *const rate[] = { stage[0].qd, stage[1].qd, stage[2].qd, stage[3].qd };
	Ref *u = step_mean(dag, rate, tree->nv);
	step_add_bracket(dag, tree, step_twelfth(dag), stage[0].qd, stage[3].qd, u);
	return u;
}
