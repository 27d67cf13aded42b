#include "test_vectors.h"

#include <math.h>
#include <string.h>

#include "model/body.h"
#include "model/joint.h"

/* clang-format off */
#define BELOW_4 { { 0x1p-21, 1 }, { 0x1p-21, 1 } }
/* clang-format on */
const struct TestScale test_scale[TEST_VECTORS] = {
	[TEST_REST] = { { 0, 1 }, { 0, 1 } },
	[TEST_ORDINARY] = BELOW_4,
	BELOW_4,
	BELOW_4,
	BELOW_4,
	[TEST_SUBNORMAL] = { { 0x1p-537, 0x1p-537 }, { 0x1p-75, 0x1p-74 } },
	[TEST_LARGE] = { { 0x1p-3, 1 }, { 0x1p-3, 1 } },
	[TEST_WIDE] = BELOW_4,
};
const double test_spread[4] = { 0x1p-60, 0x1p-20, 1, 0x1p15 };
const signed char test_quaternion[4][5] = {
	{ 1, 1, 1, 1, 2 }, { 2, 4, 5, 6, 9 }, { 1, 1, 3, 5, 6 }, { 2, 2, 4, 5, 7 }
};

struct Testing {
	bool narrow;
	uint32_t state, hash;
};

/* G. Marsaglia, Xorshift RNGs, 2003 */
static uint32_t next(struct Testing *t)
{
	t->state ^= t->state << 13;
	t->state ^= t->state >> 17;
	t->state ^= t->state << 5;
	return t->state;
}

static void mix_word(struct Testing *t, uint32_t word)
{
	t->hash = (t->hash ^ word) * TEST_PRIME;
	t->hash ^= t->hash >> 15;
}

/* Mixes in the bits of a number. All NaN count as equal, and both zeros, since machines may differ in them. */
static void mix(struct Testing *t, double number)
{
	double x = number + 0;
	float narrow = (float)x;
	uint32_t word;
	uint64_t bits;
	if (t->narrow) {
		memcpy(&word, &narrow, sizeof word);
		mix_word(t, isnan(x) ? 0x7fc00000u : word);
		return;
	}
	memcpy(&bits, &x, sizeof bits);
	bits = isnan(x) ? 0x7ff8000000000000u : bits;
	mix_word(t, (uint32_t)bits);
	mix_word(t, (uint32_t)(bits >> 32));
}

static double draw(struct Testing *t, int kind)
{
	const double *scale = t->narrow ? test_scale[kind].narrow : test_scale[kind].wide;
	uint32_t random = next(t);
	double whole = kind == TEST_SUBNORMAL ? (double)(random >> 20) - 2048 : (double)(random >> 8) - 8388608;
	return whole * scale[0] * (kind == TEST_WIDE ? test_spread[random & 3] : scale[1]);
}

static void draw_quaternion(struct Testing *t, int kind, double *x)
{
	uint32_t random = next(t);
	const signed char *row = test_quaternion[random & 3];
	for (uint32_t k = 0; k < 4; k++) {
		int part = random >> (4 + k) & 1 ? -row[k] : row[k];
		double quotient = t->narrow ? (double)((float)part / (float)row[4]) : (double)part / row[4];
		x[(k + (random >> 2)) & 3] = quotient;
	}
	for (int k = 0; kind == TEST_REST && k < 4; k++)
		x[k] = k == 3;
}

bool test_has_quaternion(const struct Body *body)
{
	return joint_nq(body->joint) && kind_has_quaternion(body->joint->kind);
}

int test_quaternion_at(const struct Body *body)
{
	return body->joint->q + body->joint->kind->nq - 4;
}

static void mix_inputs(struct Testing *t, const double *input, size_t size)
{
	for (size_t k = 0; k < size; k++) {
		mix(t, input[k]);
		mix(t, input[k] + input[k]);
	}
}

/* Draws the inputs of a function for a test vector. */
static void draw_inputs(struct Testing *t, const struct Job *job, const struct Generated *f, int kind,
                        double *input[INPUT_COUNT])
{
	for (struct FunctionArgument a = { 0 }; generated_next(f, &a);) {
		if (a.input >= INPUT_ARRAYS)
			continue;
		for (size_t k = 0; k < a.size; k++)
			input[a.input][k] = draw(t, kind);
		for (int b = 0; b < job->model->bodies && input_is_coordinates(a.input); b++)
			if (test_has_quaternion(&job->model->body[b]))
				draw_quaternion(t, kind, input[a.input] + test_quaternion_at(&job->model->body[b]));
	}
	for (struct FunctionArgument a = { 0 }; generated_next(f, &a);)
		if (a.input < INPUT_ARRAYS)
			mix_inputs(t, input[a.input], a.size);
}

/* --- results of the evaluator --- */

static double *numbers(struct Arena *arena, size_t count)
{
	return ARENA_ARRAY(arena, double, count ? count : 1);
}

static float *narrowed(struct Arena *arena, const double *x, size_t count)
{
	float *copy = ARENA_ARRAY(arena, float, count ? count : 1);
	for (size_t i = 0; x && i < count; i++)
		copy[i] = (float)x[i];
	return copy;
}

/* Runs a program in float, on numbers representable in float. */
static void run_narrow(struct Arena *arena, const struct Generated *f, double *const *input, double *const *output)
{
	const float *in[INPUT_COUNT] = { NULL };
	float **out = ARENA_ARRAY(arena, float *, f->outputs + 1);
	for (int i = 0; i < INPUT_COUNT; i++)
		in[i] = input[i] ? narrowed(arena, input[i], f->program.input[i]) : NULL;
	for (int i = 0; i < f->outputs; i++)
		out[i] = narrowed(arena, NULL, f->output[i].size);
	program_run_float(&f->program, in, out, ARENA_ARRAY(arena, float, f->program.steps + 1));
	for (int i = 0; i < f->outputs; i++)
		for (size_t k = 0; k < f->output[i].size; k++)
			output[i][k] = (double)out[i][k];
}

static void run(struct Arena *arena, const struct Job *job, const struct Generated *f, double *const *input,
                double *const *output)
{
	if (job->request->real_float)
		run_narrow(arena, f, input, output);
	else
		program_run(&f->program, (const double *const *)input, output, numbers(arena, f->program.steps));
}

static void run_vectors(struct Arena *arena, const struct Job *job, const struct Generated *f, double *derived,
                        uint32_t first, uint32_t hash[TEST_VECTORS])
{
	double *input[INPUT_COUNT] = { [INPUT_DERIVED] = derived };
	double **output = ARENA_ARRAY(arena, double *, f->outputs + 1);
	for (struct FunctionArgument a = { 0 }; generated_next(f, &a);)
		if (a.input != INPUT_DERIVED)
			*(a.output < 0 ? &input[a.input] : &output[a.output]) = numbers(arena, a.size);
	for (int kind = 0; kind < TEST_VECTORS; kind++) {
		struct Testing t = { .narrow = job->request->real_float, .hash = TEST_HASH };
		t.state = (TEST_SEED + TEST_STRIDE * (first + (uint32_t)kind)) | 1;
		draw_inputs(&t, job, f, kind, input);
		run(arena, job, f, input, output);
		for (int i = 0; i < f->outputs; i++)
			for (size_t k = 0; k < f->output[i].size; k++)
				mix(&t, output[i][k]);
		hash[kind] = t.hash;
	}
}

uint32_t *test_hashes(const struct Job *job)
{
	struct Arena *arena = job->model->arena;
	const struct Generated *prepare = &job->prepare;
	uint32_t *hash = ARENA_ARRAY(arena, uint32_t, TEST_VECTORS * job->functions + 1);
	double *derived = NULL;
	if (job_prepares(job)) {
		double *params[INPUT_COUNT] = { [INPUT_PARAMS] = job->model->dag->default_value->item };
		derived = numbers(arena, prepare->output->size);
		run(arena, job, prepare, params, &derived);
	}
	for (int i = 0; i < job->functions; i++)
		run_vectors(arena, job, &job->function[i], derived, (uint32_t)(TEST_VECTORS * i),
		            hash + TEST_VECTORS * i);
	return hash;
}
