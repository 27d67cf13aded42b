#include "step_parts.h"

#include <string.h>

#include "substitute.h"
#include "tangent.h"

struct StepMotion step_motion_new(struct Dag *dag, const struct Tree *tree, bool derivatives)
{
	size_t nv = (size_t)tree->nv, nu = (size_t)tree->nu, ns = (size_t)tree->ns, count = nv + ns;
	count += derivatives ? 3 * nv * nv + nv * (nu + ns) + ns * (2 * nv + nu + ns) : 0;
	return (struct StepMotion){ ARENA_ARRAY(dag->arena, Ref, count), count };
}

void step_motion_rates(struct Dag *dag, const struct Tree *tree, struct StepMotion *motion)
{
	const size_t nv = (size_t)tree->nv, nu = (size_t)tree->nu, ns = (size_t)tree->ns;
	Ref *rate = motion->value + nv, *by = motion->value + motion->count - ns * (2 * nv + nu + ns);
	memcpy(rate, tree->rate, ns * sizeof *rate);
	if (!ns || motion->count == nv + ns)
		return;
	const struct StateSlopes to = { by, by + ns * nv, tree->nv };
	state_slopes(dag, tree, tangents_make(dag, tree, INPUT_Q), rate, tree->ns, &to);
	by += 2 * ns * nv;
	dag_jacobian(dag, rate, ns, INPUT_U, nu, by);
	dag_jacobian(dag, rate, ns, INPUT_S, ns, by + ns * nu);
}

Ref step_time(struct Dag *dag)
{
	return dag_input(dag, INPUT_DT, 0);
}

static Ref part_of_square(struct Dag *dag, double part)
{
	Ref h = step_time(dag), square = dag_mul(dag, h, h);
	return dag_mul(dag, dag_const(dag, part), square);
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
		struct Spatial own = link_twist(dag, link, b);
		own = spatial_cross_motion(dag, link_twist(dag, link, a), own);
		own = spatial_scale(dag, factor, own);
		own = spatial_add(dag, link_twist(dag, link, out), own);
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

/* Displacements in the axes of the first state: those of the second and third stage are half steps. */
struct StepStage step_stage(struct Dag *dag, const struct Tree *tree, const struct StepStage *before, int number)
{
	int nv = tree->nv;
	const Ref *qd = tree_input(dag, INPUT_QD, nv), *s = tree_input(dag, INPUT_S, tree->ns);
	if (!number)
		return (struct StepStage){ .qd = qd, .s = s };
	Ref h = step_time(dag), part = number < RK4_STAGES - 1 ? dag_mul(dag, dag_const(dag, 0.5), h) : h;
	const struct StepStage *last = &before[number - 1];
	Ref *u = step_scaled(dag, part, last->qd, nv);
	if (number == 2)
		step_add_bracket(dag, tree, step_eighth(dag), qd, last->qd, u);
	const Ref *s_at = step_sum(dag, s, part, last->motion.value + nv, tree->ns);
	return (struct StepStage){ .u = u, .qd = step_sum(dag, qd, part, last->motion.value, nv), .s = s_at };
}

/* Inputs s of the stage, from number ns on. */
static Ref *states_of_stage(struct Dag *dag, const struct Tree *tree)
{
	Ref *state = ARENA_ARRAY(dag->arena, Ref, tree->ns);
	for (int i = 0; i < tree->ns; i++)
		state[i] = dag_input(dag, INPUT_S, (uint32_t)(tree->ns + i));
	return state;
}

/* Their values in their place. */
static void put_states(struct Dag *dag, const struct Tree *tree, struct StepStage *stage)
{
	Ref *state = ARENA_ARRAY(dag->arena, Ref, 2 * tree->ns);
	memcpy(state, tree_input(dag, INPUT_S, tree->ns), (size_t)tree->ns * sizeof *state);
	memcpy(state + tree->ns, stage->s, (size_t)tree->ns * sizeof *state);
	values_substitute(dag, stage->motion.value, stage->motion.count, INPUT_S, state);
}

/* Moves the motion to the state of the stage. */
static void move_to(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion, struct StepStage *stage)
{
	Ref *q = ARENA_ARRAY(dag->arena, Ref, tree->nq);
	stage->motion.count = motion->count;
	stage->motion.value = ARENA_ARRAY(dag->arena, Ref, motion->count);
	memcpy(stage->motion.value, motion->value, motion->count * sizeof *q);
	tree_move(dag, tree, tree_input(dag, INPUT_Q, tree->nq), stage->u, q);
	/* q and qd of the stage read s too, so its states have numbers behind ns meanwhile */
	if (tree->ns)
		values_substitute(dag, stage->motion.value, motion->count, INPUT_S, states_of_stage(dag, tree));
	values_at_state(dag, stage->motion.value, motion->count, q, stage->qd);
	if (tree->ns)
		put_states(dag, tree, stage);
	stage->q = q;
}

void step_stages(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion,
                 struct StepStage stage[RK4_STAGES])
{
	for (int k = 0; k < RK4_STAGES; k++) {
		stage[k] = step_stage(dag, tree, stage, k);
		if (k)
			move_to(dag, tree, motion, &stage[k]);
		else
			stage[k].motion = *motion;
	}
}

Ref *step_mean(struct Dag *dag, const Ref *const x[RK4_STAGES], int n)
{
	Ref *mean = ARENA_ARRAY(dag->arena, Ref, n), h = step_time(dag);
	Ref sixth = dag_mul(dag, dag_const(dag, 1.0 / 6), h);
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

/* --- displacements --- */

struct MoveSlopes *move_slopes(struct Dag *dag, const struct Tree *tree, const Ref *u)
{
	struct MoveSlopes *slopes = ARENA_ARRAY(dag->arena, struct MoveSlopes, tree->links);
	for (int i = 0; i < tree->links; i++) {
		if (link_has_axis(&tree->link[i]))
			continue;
		struct Spatial twist = link_twist(dag, &tree->link[i], u);
		struct Exponential turn = exponential_of(dag, twist.ang);
		slopes[i].shift = exponential_shift(dag, &turn, twist.lin);
		slopes[i].R = exponential_matrix(dag, &turn);
		slopes[i].by = exponential_slopes(dag, &turn, twist.lin);
	}
	return slopes;
}

/* The twist (p, o) of q becomes (R^T (p + o x shift), R^T o). */
Ref *moved_change(struct Dag *dag, const struct Tree *tree, const struct MoveSlopes *slopes, const Ref *q, const Ref *u)
{
	Ref *change = step_sum(dag, q, dag_const(dag, 1), u, tree->nv);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		const struct MoveSlopes *s = &slopes[i];
		if (link_has_axis(link))
			continue;
		struct Spatial own = link_twist(dag, link, q), by = link_twist(dag, link, u);
		own.lin = vec_add(dag, own.lin, vec_cross(dag, own.ang, s->shift));
		own = spatial_turn(dag, mat_transpose(s->R), own);
		struct Vec bend = mat_vec(dag, s->by.bend, by.ang);
		own = spatial_add(dag, own, spatial_turn(dag, s->by.turn, by));
		own.lin = vec_add(dag, own.lin, bend);
		link_put_twist(link, &own, change);
	}
	return change;
}
