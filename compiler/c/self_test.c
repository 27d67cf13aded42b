#include "self_test.h"

#include <math.h>
#include <string.h>

#include "base/version.h"

/* Every number of an input is a whole number that fits into 24 bits, times two powers of two, so that it is exact in float and
 * double, computed here or there. A vector of inputs is one of these kinds: */
enum {
	REST,                                   /* zeros, of both signs */
	ORDINARY, ORDINARY_2, ORDINARY_3, ORDINARY_4, /* below 4 */
	SUBNORMAL,                              /* below the least normal number, which is what may be flushed to zero */
	LARGE,                                  /* below 2^20, where angles are still turned back */
	WIDE,                                   /* of magnitudes from 2^-60 to 2^15, beside each other */
	VECTORS
};

struct Kind {
	double wide[2], narrow[2];
};
static const struct Kind kinds[VECTORS] = {
	[REST] = { { 0, 1 }, { 0, 1 } },
	[ORDINARY] = { { 0x1p-21, 1 }, { 0x1p-21, 1 } },
	[ORDINARY_2] = { { 0x1p-21, 1 }, { 0x1p-21, 1 } },
	[ORDINARY_3] = { { 0x1p-21, 1 }, { 0x1p-21, 1 } },
	[ORDINARY_4] = { { 0x1p-21, 1 }, { 0x1p-21, 1 } },
	[SUBNORMAL] = { { 0x1p-537, 0x1p-537 }, { 0x1p-75, 0x1p-74 } },
	[LARGE] = { { 0x1p-3, 1 }, { 0x1p-3, 1 } },
	[WIDE] = { { 0x1p-21, 1 }, { 0x1p-21, 1 } },
};
/* besides, of WIDE */
static const double spread[] = { 0x1p-60, 0x1p-20, 1, 0x1p15 };

/* Quaternions of length 1: four whole numbers whose squares add up to that of the fifth. */
static const int quaternions[4][5] = { { 1, 1, 1, 1, 2 }, { 2, 4, 5, 6, 9 }, { 1, 1, 3, 5, 6 }, { 2, 2, 4, 5, 7 } };

#define SEED 2463534242u
#define STRIDE 747796405u
#define HASH_BEGIN 2166136261u
#define HASH_PRIME 16777619u

/* --- as the generated test computes it --- */

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
	t->hash = (t->hash ^ word) * HASH_PRIME;
	t->hash ^= t->hash >> 15;
}

/* The bits of a number, all NaN and both zeros alike: which of them comes out is not promised. */
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
	const double *scale = t->narrow ? kinds[kind].narrow : kinds[kind].wide;
	uint32_t random = next(t);
	double whole = kind == SUBNORMAL ? (double)(random >> 20) - 2048 : (double)(random >> 8) - 8388608;
	return whole * scale[0] * (kind == WIDE ? spread[random & 3] : scale[1]);
}

static void draw_quaternion(struct Testing *t, int kind, double *x)
{
	uint32_t random = next(t);
	const int *row = quaternions[random & 3];
	for (uint32_t k = 0; k < 4; k++) {
		int part = random >> (4 + k) & 1 ? -row[k] : row[k];
		double quotient = t->narrow ? (double)((float)part / (float)row[4]) : (double)part / row[4];
		x[(k + (random >> 2)) & 3] = quotient;
	}
	for (int k = 0; kind == REST && k < 4; k++)
		x[k] = k == 3;
}

static bool ends_in_quaternion(const struct Body *body)
{
	return joint_nq(&body->joint) && kind_has_quaternion(body->joint.kind);
}

/* Where the quaternion of a body's joint stands in q. */
static int quaternion_of(const struct Body *body)
{
	return body->joint.q + body->joint.kind->nq - 4;
}

/* One function's inputs of one vector. */
static void draw_inputs(struct Testing *t, const struct Package *package, const struct Generated *f, int kind,
                        double *input[INPUT_COUNT])
{
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		if (!generated_takes(f, i))
			continue;
		for (size_t k = 0; k < f->input_size[i]; k++)
			input[i][k] = draw(t, kind);
		for (int b = 0; b < package->model->bodies && i == INPUT_Q; b++)
			if (ends_in_quaternion(&package->model->body[b]))
				draw_quaternion(t, kind, input[i] + quaternion_of(&package->model->body[b]));
	}
	for (int i = 0; i < INPUT_ARRAYS; i++)
		for (size_t k = 0; generated_takes(f, i) && k < f->input_size[i]; k++) {
			mix(t, input[i][k]);
			mix(t, input[i][k] + input[i][k]);
		}
}

/* --- what the evaluator says --- */

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

/* Runs a program in float, on numbers that are floats. */
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

static void run(struct Arena *arena, const struct Package *package, const struct Generated *f, double *const *input,
                double *const *output)
{
	if (package->request->real_float)
		run_narrow(arena, f, input, output);
	else
		program_run(&f->program, (const double *const *)input, output, numbers(arena, f->program.steps));
}

static void run_vectors(struct Arena *arena, const struct Package *package, const struct Generated *f, double *derived,
                        uint32_t first, uint32_t hash[VECTORS])
{
	double *input[INPUT_COUNT] = { [INPUT_DERIVED] = derived };
	double **output = ARENA_ARRAY(arena, double *, f->outputs + 1);
	for (int i = 0; i < INPUT_ARRAYS; i++)
		input[i] = generated_takes(f, i) ? numbers(arena, f->input_size[i]) : NULL;
	for (int i = 0; i < f->outputs; i++)
		output[i] = numbers(arena, f->output[i].size);
	for (int kind = 0; kind < VECTORS; kind++) {
		struct Testing t = { .narrow = package->request->real_float, .hash = HASH_BEGIN };
		t.state = (SEED + STRIDE * (first + (uint32_t)kind)) | 1;
		draw_inputs(&t, package, f, kind, input);
		run(arena, package, f, input, output);
		for (int i = 0; i < f->outputs; i++)
			for (size_t k = 0; k < f->output[i].size; k++)
				mix(&t, output[i][k]);
		hash[kind] = t.hash;
	}
}

/* By vector: those of the first function, of the second, ... */
static uint32_t *expected_hashes(const struct Package *package)
{
	struct Arena *arena = package->model->arena;
	const struct Generated *prepare = &package->prepare;
	uint32_t *hash = ARENA_ARRAY(arena, uint32_t, VECTORS * package->functions + 1);
	double *derived = NULL;
	if (package_prepares(package)) {
		double *params[INPUT_COUNT] = { [INPUT_PARAMS] = package->model->dag->usual->item };
		derived = numbers(arena, prepare->output->size);
		run(arena, package, prepare, params, &derived);
	}
	for (int i = 0; i < package->functions; i++)
		run_vectors(arena, package, &package->function[i], derived, (uint32_t)(VECTORS * i), hash + VECTORS * i);
	return hash;
}

/* --- what has no bits of its own --- */

static bool everywhere_alike(const struct Step *step)
{
	return op_table[step->op].infix || step->group || step->op == OP_SQRT || step->op == OP_ABS || step->op == OP_SELECT ||
	       step->op == OP_FMA;
}

const char *c_self_test_refused(const struct Package *package)
{
	const struct Request *request = package->request;
	struct Arena *arena = package->model->arena;
	if (request->sincos == SINCOS_LIBM)
		return "--sincos=libm, whose bits are those of a C library";
	if (request->fma == FMA_AUTO)
		return "--fma=auto, whose bits are those of the machine";
	if (request->contract)
		return "--fp-contract=allow, whose bits are those of the compiler";
	if (request->batch != BATCH_NONE)
		return "--batch: it calls functions of one state, which have the same bits";
	for (int f = -1; f < package->functions; f++) {
		const struct Generated *function = f < 0 ? &package->prepare : &package->function[f];
		for (uint32_t i = 0; i < function->program.steps; i++)
			if (!everywhere_alike(&function->program.step[i]))
				return text_print(arena, "%s of this model, which calls %s of a C library", f < 0 ? "parameters" : function->spec.name,
				                  op_table[function->program.step[i].op].name);
		if (f >= 0 && (strncmp(function->spec.name, "test_", 5) == 0 || strcmp(function->spec.name, "self_test") == 0))
			return text_print(arena, "a function called %s, a name that it needs", function->spec.name);
	}
	return NULL;
}

/* --- the text --- */

/* Numbers that a function takes, or returns. */
static size_t given(const struct Generated *f)
{
	size_t count = 0;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		count += generated_takes(f, i) ? f->input_size[i] : 0;
	return count;
}

static size_t returned(const struct Generated *f)
{
	size_t count = 0;
	for (int i = 0; i < f->outputs; i++)
		count += f->output[i].size;
	return count;
}

/* The largest of any function, at least 1. */
static size_t largest(const struct Package *package, size_t (*count)(const struct Generated *))
{
	size_t most = 1;
	for (int i = 0; i < package->functions; i++)
		most = count(&package->function[i]) > most ? count(&package->function[i]) : most;
	return most;
}

static void put_about(struct Printer *p, const char *include)
{
	const char *prefix = c_prefix(p->arena, p->package);
	text_put(p->out, "/* Self-test of ");
	c_put_comment(p->out, include);
	text_format(p->out, ", generated by rigidc " RIGIDC_VERSION ": do this compiler, its options and this FPU compute the bits that rigidc does?\n"
	            " * %s_self_test() calls every function with %d vectors of inputs, made from whole numbers, and compares hashes of\n"
	            " * what they take and return: 0, or the number of the first vector that is wrong.\n *\n", prefix, (int)VECTORS);
	for (int i = 0; i < p->package->functions; i++)
		text_format(p->out, " *   %4d to %d: %s\n", VECTORS * i + 1, VECTORS * (i + 1), c_function_name(p->arena, p->package, &p->package->function[i]));
	text_format(p->out, " *\n * Of each function the first has zeros; the 6th numbers that are less than normal, which are not to be flushed to zero; the\n"
	            " * 7th large ones; the 8th ones far apart. Parameters are as the model says. It takes %zu bytes of stack for its arrays. */\n",
	            (largest(p->package, given) + largest(p->package, returned)) * (p->real->narrow ? sizeof(float) : sizeof(double)));
}

static void put_pairs(struct Printer *p)
{
	text_format(p->out, "\tstatic const %s scale[%d][2] = {", p->real->name, (int)VECTORS);
	for (int i = 0; i < VECTORS; i++) {
		const double *scale = p->real->narrow ? kinds[i].narrow : kinds[i].wide;
		text_put(p->out, i % 2 ? " { " : "\n\t\t{ ");
		real_put(p->real, p->out, scale[0]);
		text_put(p->out, ", ");
		real_put(p->real, p->out, scale[1]);
		text_put(p->out, i + 1 < VECTORS ? " }," : " }\n\t};\n");
	}
	text_format(p->out, "\tstatic const %s spread[4] = { ", p->real->name);
	for (int i = 0; i < 4; i++) {
		real_put(p->real, p->out, spread[i]);
		text_put(p->out, i < 3 ? ", " : " };\n");
	}
}

/* A function of the test; what is written as @ is the prefix, as $ the type. */
static void put_helper(struct Printer *p, const char *text)
{
	const char *prefix = c_prefix(p->arena, p->package);
	for (const char *c = text; *c; c++)
		if (*c == '@')
			text_put(p->out, prefix);
		else if (*c == '$')
			text_put(p->out, p->real->name);
		else
			text_char(p->out, *c);
}

static const char next_text[] =
	"static inline uint32_t @_test_next(uint32_t *state)\n{\n"
	"\tuint32_t x = *state;\n"
	"\tx ^= (uint32_t)(x << 13);\n\tx ^= x >> 17;\n\tx ^= (uint32_t)(x << 5);\n"
	"\treturn *state = x;\n}\n\n"
	"static inline uint32_t @_test_word(uint32_t hash, uint32_t word)\n{\n"
	"\thash = (uint32_t)((hash ^ word) * 16777619u);\n\treturn hash ^ (hash >> 15);\n}\n\n";

static const char mix_text[] =
	"/* The bits of a number; all NaN and both zeros are alike. */\n"
	"static inline uint32_t @_test_mix(uint32_t hash, double x)\n{\n"
	"\tunion { double number; uint64_t bits; } u;\n"
	"\tu.number = x + 0;\n"
	"\tif (x != x)\n\t\tu.bits = (uint64_t)0x7ff80000u << 32;\n"
	"\treturn @_test_word(@_test_word(hash, (uint32_t)u.bits), (uint32_t)(u.bits >> 32));\n}\n\n";

static const char mix_narrow_text[] =
	"/* The bits of a number; all NaN and both zeros are alike. */\n"
	"static inline uint32_t @_test_mix(uint32_t hash, float x)\n{\n"
	"\tunion { float number; uint32_t bits; } u;\n"
	"\tu.number = x + 0;\n"
	"\tif (x != x)\n\t\tu.bits = 0x7fc00000u;\n"
	"\treturn @_test_word(hash, u.bits);\n}\n\n";

/* What of draw stands around the two tables. */
static const char draw_text[] =
	"/* Whole numbers times powers of two, in one of eight magnitudes. */\n"
	"static inline void @_test_draw(uint32_t *state, int kind, $ *x, int count)\n{\n";
static const char draw_body[] =
	"\tfor (int i = 0; i < count; i++) {\n"
	"\t\tuint32_t random = @_test_next(state);\n"
	"\t\tint32_t whole = kind == %d ? (int32_t)(random >> 20) - 2048 : (int32_t)(random >> 8) - 8388608;\n"
	"\t\tx[i] = ($)whole * scale[kind][0] * (kind == %d ? spread[random & 3] : scale[kind][1]);\n"
	"\t}\n}\n\n";

static const char turn_text[] =
	"/* A quaternion of length 1. */\n"
	"static inline void @_test_turn(uint32_t *state, int kind, $ *x)\n{\n"
	"\tstatic const signed char parts[4][5] = { { 1, 1, 1, 1, 2 }, { 2, 4, 5, 6, 9 }, { 1, 1, 3, 5, 6 }, { 2, 2, 4, 5, 7 } };\n"
	"\tuint32_t random = @_test_next(state);\n"
	"\tconst signed char *part = parts[random & 3];\n"
	"\tfor (unsigned k = 0; k < 4; k++) {\n"
	"\t\t$ quotient = ($)part[k] / ($)part[4];\n"
	"\t\tx[(k + (random >> 2)) & 3] = (random >> (4 + k)) & 1 ? -quotient : quotient;\n"
	"\t}\n"
	"\tif (kind == 0) {\n\t\tx[0] = x[1] = x[2] = 0;\n\t\tx[3] = 1;\n\t}\n}\n\n";

static bool any_quaternion(const struct Package *package)
{
	bool any = false;
	for (int b = 0; b < package->model->bodies; b++)
		any |= ends_in_quaternion(&package->model->body[b]);
	return any;
}

static void put_helpers(struct Printer *p)
{
	put_helper(p, next_text);
	put_helper(p, p->real->narrow ? mix_narrow_text : mix_text);
	put_helper(p, draw_text);
	put_pairs(p);
	put_helper(p, text_print(p->arena, draw_body, (int)SUBNORMAL, (int)WIDE));
	if (any_quaternion(p->package))
		put_helper(p, turn_text);
}

static void put_drawn(struct Printer *p, const struct Generated *f)
{
	const char *prefix = c_prefix(p->arena, p->package);
	size_t at = 0;
	for (int i = 0; i < INPUT_ARRAYS; i++) {
		if (!generated_takes(f, i))
			continue;
		text_format(p->out, "\t\t\t%s_test_draw(&state, n & 7, in + %zu, %zu);\n", prefix, at, f->input_size[i]);
		for (int b = 0; b < p->package->model->bodies && i == INPUT_Q; b++)
			if (ends_in_quaternion(&p->package->model->body[b]))
				text_format(p->out, "\t\t\t%s_test_turn(&state, n & 7, in + %zu);\n", prefix,
				            at + (size_t)quaternion_of(&p->package->model->body[b]));
		at += f->input_size[i];
	}
}

/* A call: the arrays stand one after the other. `init`: that of the zeros, which takes outputs alone. */
static void put_call(struct Printer *p, const struct Generated *f, bool init)
{
	size_t at = 0;
	int count = 0;
	text_format(p->out, "\t\t\t%s%s(", c_function_name(p->arena, p->package, f), init ? "_init" : "");
	for (int i = 0; i < INPUT_COUNT && !init; i++) {
		if (!generated_takes(f, i))
			continue;
		text_put(p->out, count++ ? ", " : "");
		if (i == INPUT_DERIVED)
			text_put(p->out, "&derived");
		else
			text_format(p->out, "in + %zu", at);
		at += i == INPUT_DERIVED ? 0 : f->input_size[i];
	}
	at = 0;
	for (int i = 0; i < f->outputs; i++) {
		text_format(p->out, "%sout + %zu", count++ ? ", " : "", at);
		at += f->output[i].size;
	}
	text_put(p->out, ");\n");
}

static void put_expected(struct Printer *p)
{
	enum { A_LINE = 8 };
	const uint32_t *hash = expected_hashes(p->package);
	int count = VECTORS * p->package->functions;
	text_format(p->out, "\tstatic const uint32_t expected[%d] = {", count);
	for (int i = 0; i < count; i++)
		text_format(p->out, "%s0x%08xu%s", i % A_LINE ? " " : "\n\t\t", (unsigned)hash[i], i + 1 < count ? "," : "\n\t};\n");
}

static void put_test(struct Printer *p)
{
	const struct Package *package = p->package;
	const char *prefix = c_prefix(p->arena, package);
	text_format(p->out, "static inline int %s_self_test(void)\n{\n", prefix);
	put_expected(p);
	text_format(p->out, "\tvolatile uint32_t seed = %uu; /* so that nothing is computed when it is compiled */\n", SEED);
	text_format(p->out, "\t%s in[%zu], out[%zu];\n", p->real->name, largest(package, given), largest(package, returned));
	if (package_prepares(package))
		text_format(p->out, "\t%s_params params;\n\t%s_derived derived;\n\t%s_params_default(&params);\n\t%s_prepare(&params, &derived);\n",
		            prefix, prefix, prefix, prefix);
	text_format(p->out, "\tfor (int n = 0; n < %d; n++) {\n"
	            "\t\tuint32_t state = (seed + %uu * (uint32_t)n) | 1u, hash = %uu;\n"
	            "\t\tint taken = 0, returned = 0;\n"
	            "\t\tswitch (n / %d) {\n", VECTORS * package->functions, STRIDE, HASH_BEGIN, (int)VECTORS);
	for (int i = 0; i < package->functions; i++) {
		const struct Generated *f = &package->function[i];
		bool init = p->zeros_apart && generated_has_zeros(f);
		text_format(p->out, "\t\tcase %d:\n", i);
		put_drawn(p, f);
		if (init)
			put_call(p, f, true);
		put_call(p, f, false);
		text_format(p->out, "\t\t\ttaken = %zu;\n\t\t\treturned = %zu;\n\t\t\tbreak;\n", given(f), returned(f));
	}
	text_format(p->out, "\t\t}\n"
	            "\t\tfor (int i = 0; i < taken; i++)\n"
	            "\t\t\thash = %s_test_mix(%s_test_mix(hash, in[i]), in[i] + in[i]);\n"
	            "\t\tfor (int i = 0; i < returned; i++)\n"
	            "\t\t\thash = %s_test_mix(hash, out[i]);\n"
	            "\t\tif (hash != expected[n])\n\t\t\treturn n + 1;\n"
	            "\t}\n\treturn 0;\n}\n\n", prefix, prefix, prefix);
}

void c_put_self_test(struct Printer *p, const char *include)
{
	const char *upper = c_upper_prefix(p->arena, p->package);
	p->zeros_apart = p->package->request->zeros_once;
	put_about(p, include);
	text_format(p->out, "#ifndef RIGIDC_%s_TEST_H\n#define RIGIDC_%s_TEST_H\n\n#include <stdint.h>\n\n#include \"%s\"\n\n", upper, upper, include);
	text_format(p->out, "#if !defined(%s_CODE) || %s_CODE != 0x%016llxULL\n#error \"this header and what it tests were generated apart\"\n#endif\n\n",
	            upper, upper, (unsigned long long)c_code_hash(p));
	put_helpers(p);
	put_test(p);
	text_put(p->out, "#endif\n");
}
