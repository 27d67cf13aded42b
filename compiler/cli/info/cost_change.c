/* Effect of leaving a number out: on the model, and on the joint forces. */
#include "cost.h"

#include <math.h>

#include "base/random.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"

/* --- change of the model --- */

struct Pair {
	const struct Model *a, *b;
};

static double norm_of(const struct Model *model, struct Vec v)
{
	return hypot(hypot(dag_default_value(model->dag, v.e[0]), dag_default_value(model->dag, v.e[1])),
	             dag_default_value(model->dag, v.e[2]));
}

/* Difference of two values. Infinite if one of them is constant and the other depends on parameters: default values may
 * hide it. */
static double difference(const struct Pair *pair, Ref a, Ref b)
{
	if (dag_is_const(pair->a->dag, a) != dag_is_const(pair->b->dag, b))
		return HUGE_VAL;
	return fabs(dag_default_value(pair->a->dag, a) - dag_default_value(pair->b->dag, b));
}

static double vec_difference(const struct Pair *pair, struct Vec a, struct Vec b)
{
	double most = 0;
	for (int i = 0; i < 3; i++)
		most = fmax(most, difference(pair, a.e[i], b.e[i]));
	return most;
}

static double mat_difference(const struct Pair *pair, struct Mat a, struct Mat b)
{
	double most = 0;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			most = fmax(most, difference(pair, a.e[i][k], b.e[i][k]));
	return most;
}

/* Size of a body: the largest length of its centre of mass, its placement on the parent and the placements of its
 * children. */
static double size_of(const struct Model *model, int body)
{
	double size = fmax(norm_of(model, model->body[body].com), norm_of(model, model->body[body].at.p));
	for (int i = 0; i < model->bodies; i++)
		if (model->body[i].parent == body)
			size = fmax(size, norm_of(model, model->body[i].at.p));
	return size;
}

static double share(double part, double whole)
{
	return part == 0 ? 0 : part / whole;
}

static double moment_of(const struct Model *model, const struct Body *body)
{
	double most = 0;
	for (int i = 0; i < 3; i++)
		most = fmax(most, fabs(dag_default_value(model->dag, body->inertia.e[i][i])));
	return most;
}

/* Difference of two joints, apart from their placements. */
static double joint_difference(const struct Pair *pair, const struct Joint *a, const struct Joint *b)
{
	double sum = 0;
	for (int k = 0; k < joint_nv(a); k++)
		sum += difference(pair, a->exerted[k], b->exerted[k]);
	for (enum JointNumber n = 0; n < JOINT_NUMBERS; n++)
		for (int k = 0; k < joint_nv(a); k++)
			sum += difference(pair, joint_number(a, n)[k], joint_number(b, n)[k]);
	return sum;
}

static double body_change(const struct Pair *pair, int i)
{
	const struct Body *a = &pair->a->body[i], *b = &pair->b->body[i];
	if (!(difference(pair, a->mass, b->mass) == 0) || joint_difference(pair, a->joint, b->joint) > 0)
		return HUGE_VAL;
	double lengths = vec_difference(pair, a->com, b->com) + vec_difference(pair, a->at.p, b->at.p) +
	                 vec_difference(pair, a->then.p, b->then.p);
	double turns = mat_difference(pair, a->at.R, b->at.R) + mat_difference(pair, a->then.R, b->then.R);
	double moments = mat_difference(pair, a->inertia, b->inertia);
	return fmax(fmax(share(lengths, size_of(pair->a, i)), turns), share(moments, moment_of(pair->a, a)));
}

static double placement_difference(const struct Pair *pair, const struct Placement *a, const struct Placement *b)
{
	return fmax(vec_difference(pair, a->p, b->p), mat_difference(pair, a->R, b->R));
}

double cost_change(const struct Model *a, const struct Model *b)
{
	const struct Pair pair = { a, b };
	double most = 0;
	if (a->bodies != b->bodies || a->nv != b->nv || vec_difference(&pair, a->gravity, b->gravity) > 0)
		return HUGE_VAL;
	for (int i = 0; i < a->frames; i++) /* no joint force depends on frames */
		if (placement_difference(&pair, &a->frame[i].at, &b->frame[i].at) > 0)
			return HUGE_VAL;
	for (int i = 0; i < a->bodies; i++)
		most = fmax(most, body_change(&pair, i));
	return most;
}

/* --- error of the joint forces --- */

/* A random number from -1 to 1. */
static double by_chance(uint64_t *state)
{
	enum { STEPS = 1 << 30 };
	return 2.0 * random_below(state, STEPS) / STEPS - 1;
}

/* Random positions within the limits of joints, else within half a turn or a metre on both sides. Quaternions have unit
 * length. */
static void draw_q(const struct Model *model, uint64_t *state, double *q)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint_nq(joint); k++) {
			double *number = &q[joint->q + k], reach = joint->kind->q[k].unit[0] == 'm' ? 1 : acos(-1);
			*number = reach * by_chance(state);
			if (joint->limited) {
				double lower = dag_value(model->dag, joint->lower),
				       upper = dag_value(model->dag, joint->upper);
				*number = (lower + upper) / 2 + (upper - lower) / 2 * *number / reach;
			}
		}
		double *turn = &q[joint->q + joint_nq(joint) - 4];
		if (joint_nq(joint) && kind_has_quaternion(joint->kind)) {
			double length = hypot(hypot(turn[0], turn[1]), hypot(turn[2], turn[3]));
			for (int k = 0; k < 4; k++)
				turn[k] = length > 0 ? turn[k] / length : k == 3;
		}
	}
}

/* A program with memory for its work, and the values of setup time from the default values of parameters. */
struct Runner {
	const struct Program *program;
	double *work, *derived;
};

static struct Runner runner_of(const struct Job *job, struct Arena *arena)
{
	const struct Program *program = &job->function[0].program, *prepare = &job->prepare.program;
	struct Runner runner = { .program = program,
		                 .work = ARENA_ARRAY(arena, double, program->steps + prepare->steps + 1) };
	if (job_prepares(job)) {
		const double *input[INPUT_COUNT] = { [INPUT_PARAMS] = job->model->dag->default_value->item };
		runner.derived = ARENA_ARRAY(arena, double, job->prepare.output->size + 1);
		program_run(prepare, input, (double *const[]){ runner.derived }, runner.work);
	}
	return runner;
}

static void run(const struct Runner *runner, const double **input, double *tau)
{
	input[INPUT_DERIVED] = runner->derived;
	program_run(runner->program, input, (double *const[]){ tau }, runner->work);
}

void cost_error(const struct Job *as_it_is, const struct Job *without, unsigned long seed, struct CostEntry *entry)
{
	const struct Model *model = as_it_is->model;
	struct Arena *arena = without->model->arena;
	const struct Generated *f = &as_it_is->function[0];
	struct Runner a = runner_of(as_it_is, arena), b = runner_of(without, arena);
	double *value[INPUT_COUNT] = { NULL }, *tau[2];
	uint64_t state = seed;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		value[i] = ARENA_ARRAY(arena, double, f->input_size[i] + 1);
	for (int i = 0; i < 2; i++)
		tau[i] = ARENA_ARRAY(arena, double, model->nv + 1);
	double *largest = ARENA_ARRAY(arena, double, model->nv + 1);
	entry->error = 0;
	for (int round = 0; round < COST_STATES; round++) {
		for (int i = 0; i < INPUT_ARRAYS; i++)
			for (size_t k = 0; k < f->input_size[i]; k++)
				value[i][k] = by_chance(&state);
		draw_q(model, &state, value[INPUT_Q]);
		run(&a, (const double **)value, tau[0]);
		run(&b, (const double **)value, tau[1]);
		for (int v = 0; v < model->nv; v++) {
			largest[v] = fmax(largest[v], fabs(tau[0][v]));
			if (fabs(tau[0][v] - tau[1][v]) > entry->error) {
				entry->error = fabs(tau[0][v] - tau[1][v]);
				entry->velocity = v;
			}
		}
	}
	entry->largest = largest[entry->velocity];
}
