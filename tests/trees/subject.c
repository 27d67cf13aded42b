#include "subject.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "given_text.h"
#include "random_bits.h"
#include "dag/default_values.h"
#include "library.h"

void subject_settings(int trees, uint64_t *seed)
{
	const char *first = getenv("RIGIDC_SEED");
	*seed = first ? strtoull(first, NULL, 10) : *seed;
	printf("# %d random trees from seed %llu\n", trees, (unsigned long long)*seed);
	fflush(stdout);
}

bool subject_plain(const char *name)
{
	return *name &&
	       name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ")] == '\0';
}

/* Declares a frame on some body, or on the world. */
static void declare_frame(uint64_t *rng, const struct subject *s, const char *name, struct dense_site *site, FILE *file)
{
	double at[5];
	int body = random_below(rng, s->tree.dense.n + 1) - 1;
	while (body >= 0 && !subject_plain(s->tree.text[body].name))
		body--;
	for (int i = 0; i < 5; i++)
		at[i] = random_chance(rng, 30) ? 0 : random_between(rng, -1, 1);
	*site = (struct dense_site){ .body = body, .at = { .R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } } };
	dense_shift(&site->at, at[0], at[1], at[2]);
	dense_turn(&site->at, 1, 0, 0, at[3]);
	dense_turn(&site->at, 0, 0, 1, at[4]);
	fprintf(file, "\nframe \"%s\" on \"%s\" at (%.17g m, %.17g m, %.17g m), rx(%.17g), rz(%.17g)\n", name,
	        body < 0 ? "world" : s->tree.text[body].name, at[0], at[1], at[2], at[3], at[4]);
}

/* Another state, whose velocities are the displacement. */
static void draw_other(uint64_t seed, struct subject *s)
{
	static dense_real q[RANDOM_NQ], qd[RANDOM_NV], qdd[RANDOM_NV];
	double unused[RANDOM_NV];
	random_state(seed + 1, &s->tree.dense, s->q1, s->v, unused);
	random_couple(&s->tree, s->q1, s->v, unused, q, qd, qdd);
}

static void draw_pose(uint64_t seed, struct subject *s)
{
	uint64_t random = seed ^ 0x5555;
	double q[4], square = 0;
	for (int i = 0; i < 4; i++) {
		q[i] = random_between(&random, -1, 1);
		square += q[i] * q[i];
	}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		s->p[i] = random_between(&random, -1, 1);
		s->R[4 * i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]) / square;
		s->R[3 * i + j] = 2 * (q[i] * q[j] - q[k] * q[3]) / square;
		s->R[3 * j + i] = 2 * (q[i] * q[j] + q[k] * q[3]) / square;
	}
	s->damping = random_between(&random, 0.3, 1);
}

static void draw_subject(enum random_scope scope, uint64_t seed, bool wrenches, bool named, struct subject *s)
{
	uint64_t random = seed, apart = ~seed;
	memset(s, 0, sizeof *s);
	random_tree_in(scope, seed, &s->tree);
	if (named)
		random_name_joints(&s->tree);
	random_state(seed, &s->tree.dense, s->q, s->qd, s->qdd);
	random_couple(&s->tree, s->q, s->qd, s->qdd, s->dense_q, s->dense_qd, s->dense_qdd);
	draw_other(seed, s);
	s->dt = 0.01;
	draw_pose(seed, s);
	s->nq = random_nq(&s->tree);
	s->nv = random_nv(&s->tree);
	for (int i = 0; i < s->nv; i++)
		s->dense_tau[i] = s->tau[i] = random_between(&random, -5, 5);
	for (int i = 0; i < 10 * RANDOM_BODIES; i++)
		s->pi[i] = 1 / (1.0 + i);
	FILE *file = open_memstream(&s->text, &s->length);
	random_tree_write(&s->tree, file);
	declare_frame(&random, s, "the probe", &s->site, file);
	declare_frame(&apart, s, "the other", &s->other, file);
	if (wrenches)
		random_wrenches_declare(&random, &s->tree, s->dense_q, file, s->f_ext, s->wrench, s->hold);
	ck_assert_int_eq(fclose(file), 0);
	s->needle = random_needle(&s->tree);
	snprintf(s->name, sizeof s->name, "%s seed %llu",
	         scope == RANDOM_HARD    ? s->tree.theme
	         : scope == RANDOM_PLANE ? "planar"
	                                 : "random",
	         (unsigned long long)seed);
}

void subject_draw(enum random_scope scope, uint64_t seed, bool wrenches, struct subject *s)
{
	draw_subject(scope, seed, wrenches, false, s);
}

/* The text, to be continued. */
static FILE *continue_text(struct subject *s)
{
	char *before = s->text;
	size_t length = s->length;
	FILE *file = open_memstream(&s->text, &s->length);
	fwrite(before, 1, length, file);
	free(before);
	return file;
}

bool subject_draw_closed(enum random_scope scope, uint64_t seed, bool wrenches, struct subject *s)
{
	uint64_t random = seed ^ 0x6c6f6f70u;
	draw_subject(scope, seed, wrenches, true, s);
	s->loops = calloc(1, sizeof *s->loops);
	ck_assert_ptr_nonnull(s->loops);
	FILE *file = continue_text(s);
	random_loops_declare(&random, &s->tree, s->dense_q, file, s->loops);
	ck_assert_int_eq(fclose(file), 0);
	if (s->loops->loops)
		return true;
	subject_free(s);
	return false;
}

void subject_open(uint64_t seed, struct subject *s)
{
	random_state(seed, &s->tree.dense, s->q, s->qd, s->qdd);
	random_couple(&s->tree, s->q, s->qd, s->qdd, s->dense_q, s->dense_qd, s->dense_qdd);
}

void subject_square(uint64_t seed, struct subject *s)
{
	double quarter = 1.5707963267948966;
	int q_of[RANDOM_BODIES];
	uint64_t random = seed;
	random_state(seed, &s->tree.dense, s->q, s->qd, s->qdd);
	dense_index(&s->tree.dense, NULL, q_of, NULL);
	for (int i = 0; i < dense_nq(&s->tree.dense); i++)
		s->q[i] = random_chance(&random, 50) ? 0 : quarter * (random_below(&random, 4) - 1);
	for (int b = 0; b < s->tree.dense.n; b++) {
		enum dense_joint joint = s->tree.body[b].joint;
		double *quaternion = s->q + q_of[b] + (joint == DENSE_FREE ? 3 : 0);
		for (int i = 0, k = random_below(&random, 4);
		     i < 4 && (joint == DENSE_FREE || joint == DENSE_SPHERICAL); i++)
			quaternion[i] = i == k;
	}
	random_couple(&s->tree, s->q, s->qd, s->qdd, s->dense_q, s->dense_qd, s->dense_qdd);
}

void subject_stand(struct subject *s)
{
	uint64_t random = s->tree.seed ^ 0x67726f756e64u;
	s->contacts = calloc(1, sizeof *s->contacts);
	ck_assert_ptr_nonnull(s->contacts);
	FILE *file = continue_text(s);
	random_contacts_declare(&random, &s->tree, s->loops ? &s->loops->rows : NULL, s->dense_q, file, s->contacts);
	ck_assert_int_eq(fclose(file), 0);
	for (int i = 0; i < RANDOM_PHASE_ROWS; i++)
		s->lambda[i] = random_between(&random, -5, 5);
}

void subject_give(uint64_t *rng, const rigidc_options *options, struct subject *s)
{
	struct given_text given;
	given_text_draw(rng, s->text, 60, &given);
	rigidc_model *sound = run_read(s->name, given.sound, given.sound_length, options);
	size_t count = sound->model->dag->default_value->count;
	s->params = calloc(count + 1, sizeof *s->params);
	ck_assert_ptr_nonnull(s->params);
	if (count)
		memcpy(s->params, sound->model->dag->default_value->item, count * sizeof *s->params);
	rigidc_model_free(sound);
	free(s->text);
	s->text = given.distorted;
	s->length = given.distorted_length;
	given.distorted = NULL;
	given_text_free(&given);
}

void subject_give_some(uint64_t *rng, rigidc_options *options, struct subject *s)
{
	static const char *const groups[] = { "gravity", "geometry", "inertial" };
	int first = random_below(rng, 8);
	options->parametrize = first < 3 ? groups + first : NULL;
	options->parametrizes = first < 3 ? (size_t)random_below(rng, 3 - first) + 1 : 0;
	subject_give(rng, options, s);
	snprintf(s->name + strlen(s->name), sizeof s->name - strlen(s->name), " given%s",
	         options->parametrizes ? " too" : "");
}

void subject_link(struct subject *s, struct random_linkage *loops)
{
	uint64_t random = s->tree.seed ^ 0x6c6f6f70u;
	char *before = s->text;
	size_t length = s->length;
	s->contacts = calloc(1, sizeof *s->contacts);
	ck_assert_ptr_nonnull(s->contacts);
	FILE *file = open_memstream(&s->text, &s->length);
	fwrite(before, 1, length, file);
	random_linkage_declare(&random, &s->tree, s->dense_q, file, s->contacts, loops);
	ck_assert_int_eq(fclose(file), 0);
	free(before);
	for (int i = 0; i < RANDOM_PHASE_ROWS; i++)
		s->lambda[i] = random_between(&random, -5, 5);
}

void subject_free(struct subject *s)
{
	free(s->text);
	free(s->params);
	free(s->contacts);
	free(s->loops);
}

/* Inputs of a function, by their names. */
static void give(const struct subject *s, const rigidc_function *function, const double *in[8])
{
	const struct {
		const char *name;
		const double *array;
	} given[] = {
		{ "q", s->q },
		{ "qd", s->qd },
		{ "qdd", s->qdd },
		{ "tau", s->tau },
		{ "f_ext", s->f_ext },
		{ "pi", s->pi },
		{ "lambda", s->lambda },
		{ "q0", s->q },
		{ "q1", s->q1 },
		{ "v", s->v },
		{ "R", s->R },
		{ "p", s->p },
		{ "damping", &s->damping },
		{ "dt", &s->dt },
	};
	for (int i = 0; i < rigidc_inputs(function); i++)
		for (size_t k = 0; k < sizeof given / sizeof *given; k++)
			if (strcmp(rigidc_input_name(function, i), given[k].name) == 0)
				in[i] = given[k].array;
}

static void call(const struct subject *s, rigidc_function *function, struct outcome *o)
{
	const double *in[8] = { NULL };
	double *out[SUBJECT_OUTPUTS];
	give(s, function, in);
	if (s->params)
		ck_assert_int_eq(rigidc_set_params(function, s->params), RIGIDC_OK);
	o->outputs = rigidc_outputs(function);
	ck_assert_int_le(o->outputs, SUBJECT_OUTPUTS);
	for (int i = 0; i < o->outputs; i++) {
		o->size[i] = (int)rigidc_output_size(function, i);
		out[i] = o->value[i];
	}
	rigidc_call(function, in, out);
}

void subject_run(const struct subject *s, rigidc_model *model, const char *name, rigidc_tier tier, struct outcome *o)
{
	rigidc_function *function = run_function(model, name, tier);
	call(s, function, o);
	rigidc_function_free(function);
}

void subject_ask(const struct subject *s, struct asked *asked, const char *name, struct outcome *o)
{
	int i = 0, most = sizeof asked->item / sizeof *asked->item;
	while (i < asked->count && strcmp(asked->item[i].name, name) != 0)
		i++;
	ck_assert_int_lt(i, most);
	if (i == asked->count) {
		asked->count++;
		snprintf(asked->item[i].name, sizeof asked->item[i].name, "%s", name);
		asked->item[i].function = run_function(asked->model, name, RIGIDC_EVALUATOR);
	}
	call(s, asked->item[i].function, o);
}

void asked_free(struct asked *asked)
{
	for (int i = 0; i < asked->count; i++)
		rigidc_function_free(asked->item[i].function);
	asked->count = 0;
}

/* --- comparing --- */

static dense_real worst;
static char worst_name[400];

void subject_judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int output,
                   struct answer answer)
{
	const dense_real tolerance = 1e-12L;
	dense_real largest = answer.scale, error = 0;
	ck_assert_int_lt(output, o->outputs);
	ck_assert_int_eq(o->size[output], answer.size);
	for (int k = 0; k < answer.size; k++) {
		double value = o->value[output][k];
		largest = fmaxl(largest, fabsl(answer.value[k]));
		error = fmaxl(error, isfinite(value) ? fabsl(value - answer.value[k]) : INFINITY);
	}
	error = error == 0 ? 0 : error / largest / fmaxl(1, answer.condition);
	if (error > worst) {
		worst = error;
		snprintf(worst_name, sizeof worst_name, "%s, %s, %s", name, s->name, how);
	}
	ck_assert_msg(error <= tolerance, "%s, output %d: error %.3Lg (%s, %s)", name, output, error, s->name, how);
}

void subject_tell(void)
{
	printf("# worst error %.2Lg: %s\n", worst, worst_name);
}

void subject_same_bits(const struct subject *s, rigidc_model *model, const char *name, rigidc_tier tier,
                       const struct outcome *wanted)
{
	static struct outcome found;
	subject_run(s, model, name, tier, &found);
	for (int i = 0; i < wanted->outputs; i++)
		ck_assert_msg(memcmp(found.value[i], wanted->value[i], (size_t)wanted->size[i] * sizeof(double)) == 0,
		              "%s of %s: output %d has other bits", name, s->name, i);
}
