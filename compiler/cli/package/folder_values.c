/* Results of functions at an example state, by the evaluator, for examples and tests. The state is random, with a fixed
 * seed, in short numbers: velocities etc. with a single decimal, coordinates within their limits. */
#include "folder.h"

#include <math.h>

#include "base/random.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"

/* A random number -0.9, -0.8, ... 0.9. */
static double draw_number(uint64_t *seed)
{
	return (random_below(seed, 19) - 9) / 10.0;
}

/* Random coordinate between its limits, rounded to a millimetre or milliradian. */
static double draw_between(uint64_t *seed, double lower, double upper)
{
	double drawn = lower + (upper - lower) * (random_below(seed, 9) + 1) / 10;
	double rounded = round(drawn * 1000) / 1000;
	return rounded > lower && rounded < upper ? rounded : drawn;
}

static void draw_joint(const struct Model *model, const struct Joint *joint, uint64_t *seed, double *q)
{
	static const double quaternion[] = { 0.1, 0.5, -0.5, 0.7 }; /* length 1 */
	int nq = joint_nq(joint), turned = kind_has_quaternion(joint->kind) ? nq - 4 : nq;
	for (int k = 0; k < nq; k++)
		q[k] = k < turned ? draw_number(seed) : quaternion[k - turned];
	double lower = joint->limited ? dag_default_value(model->dag, joint->lower) : -HUGE_VAL;
	double upper = joint->limited ? dag_default_value(model->dag, joint->upper) : HUGE_VAL;
	if (nq == 1 && isfinite(lower) && isfinite(upper))
		q[0] = draw_between(seed, lower, upper);
}

/* Runs a program, in float if this is the type of numbers in C. */
static void run(const struct Folder *folder, const struct Program *program, const double *const *input,
                const size_t *sizes, double *const *output, const size_t *results, int outputs)
{
	struct Arena *arena = folder->arena;
	if (!folder->printer.real->narrow) {
		program_run(program, input, output, ARENA_ARRAY(arena, double, program->steps + 1));
		return;
	}
	const float *in[INPUT_COUNT] = { NULL };
	float **out = ARENA_ARRAY(arena, float *, outputs);
	for (int i = 0; i < INPUT_COUNT; i++) {
		float *narrow = ARENA_ARRAY(arena, float, sizes[i] + 1);
		for (size_t k = 0; k < sizes[i] && input[i]; k++)
			narrow[k] = (float)input[i][k];
		in[i] = narrow;
	}
	for (int i = 0; i < outputs; i++)
		out[i] = ARENA_ARRAY(arena, float, results[i] + 1);
	program_run_float(program, in, out, ARENA_ARRAY(arena, float, program->steps + 1));
	for (int i = 0; i < outputs; i++)
		for (size_t k = 0; k < results[i]; k++)
			output[i][k] = (double)out[i][k];
}

/* Computes call->output from call->input. */
static void evaluate(const struct Folder *folder, const struct Generated *function, struct FolderCall *call)
{
	struct Arena *arena = folder->arena;
	size_t *results = ARENA_ARRAY(arena, size_t, function->outputs);
	call->output = ARENA_ARRAY(arena, double *, function->outputs);
	for (int i = 0; i < function->outputs; i++) {
		results[i] = function->output[i].size;
		call->output[i] = ARENA_ARRAY(arena, double, results[i] + 1);
	}
	run(folder, &function->program, call->input, function->input_size, call->output, results, function->outputs);
}

const double *folder_prepared(const struct Folder *folder)
{
	const struct Generated *prepare = &folder->job.prepare;
	struct FolderCall call = { .output = NULL };
	call.input[INPUT_PARAMS] = folder->job.model->dag->default_value->item;
	evaluate(folder, prepare, &call);
	return call.output[0];
}

/* Sines and cosines of the angles given by the function's angle function. */
static const double *sines(const struct Folder *folder, const struct Generated *function,
                           const struct FolderCall *given)
{
	const struct Generated *angles = function->angles;
	struct FolderCall call = *given;
	double *sc = ARENA_ARRAY(folder->arena, double, function->input_size[INPUT_SC] + 1);
	evaluate(folder, angles, &call);
	for (size_t k = 0; k < angles->output[0].size; k++) {
		sc[2 * k] = sin(call.output[0][k]);
		sc[2 * k + 1] = cos(call.output[0][k]);
	}
	return sc;
}

struct FolderCall folder_call(const struct Folder *folder, const struct Generated *function)
{
	const struct Model *model = folder->job.model;
	struct FolderCall call = { .output = NULL };
	uint64_t seed = 1;
	double *q = ARENA_ARRAY(folder->arena, double, model->nq + 1);
	for (int i = 0; i < model->bodies; i++)
		if (joint_nq(model->body[i].joint) > 0)
			draw_joint(model, model->body[i].joint, &seed, q + model->body[i].joint->q);
	call.input[INPUT_Q] = call.input[INPUT_Q0] = call.input[INPUT_Q1] = q;
	/* all inputs are drawn, so that all functions have equal inputs */
	for (int i = INPUT_QD; i < INPUT_ARRAYS; i++) {
		if (input_is_coordinates(i))
			continue;
		size_t size = i <= INPUT_TAU ? (size_t)model->nv : function->input_size[i];
		double *number = ARENA_ARRAY(folder->arena, double, size + 1);
		for (size_t k = 0; k < size; k++)
			number[k] = draw_number(&seed);
		call.input[i] = number;
	}
	if (job_prepares(&folder->job))
		call.input[INPUT_DERIVED] = folder_prepared(folder);
	if (generated_takes(function, INPUT_SC))
		call.input[INPUT_SC] = sines(folder, function, &call);
	evaluate(folder, function, &call);
	return call;
}

struct FolderCall folder_call_at(const struct Folder *folder, const struct Generated *function, const double *q)
{
	struct FolderCall call = { .output = NULL };
	for (int i = 0; i < INPUT_COUNT; i++)
		call.input[i] = ARENA_ARRAY(folder->arena, double, function->input_size[i] + 1);
	call.input[INPUT_Q] = q;
	if (job_prepares(&folder->job))
		call.input[INPUT_DERIVED] = folder_prepared(folder);
	evaluate(folder, function, &call);
	return call;
}
