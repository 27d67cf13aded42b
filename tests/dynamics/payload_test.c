/* Payloads of --parametrize=payload:FRAME, on random trees: every function of a model with payloads at bodies and
 * frames, merged ones too, has the results of the model that has them welded on as bodies. param_jacobian is also
 * compared with differences.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 8 or 400
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { LOADS = 3, NAME = 128, NUMBERS = 10 /* of a payload: mass, com, inertia */ };

static int random_trees;
static uint64_t first_seed = 1;

/* Payloads of a subject, in the order of the parameters. */
struct loads {
	int count;
	char kind[LOADS][NAME]; /* "payload:NAME" */
	const char *option[LOADS + 1];
	double number[LOADS * NUMBERS];
};

static struct subject s;

/* --- payloads --- */

/* Is a body carried by a joint that moves? */
static bool is_carried(const rigidc_model *model, int body)
{
	bool carried = false;
	while (body >= 0) {
		rigidc_joint_info joint = { 0 };
		rigidc_body_info info = { 0 };
		ck_assert_int_eq(rigidc_get_joint(model, body, &joint), RIGIDC_OK);
		ck_assert_int_eq(rigidc_get_body(model, body, &info), RIGIDC_OK);
		carried |= joint.moves != 0;
		body = info.parent;
	}
	return carried;
}

/* A payload that a solid body may be: an inertia of full rank, which is not diagonal. */
static void draw_numbers(uint64_t *random, double *number)
{
	double a[3];
	number[0] = random_between(random, 0.2, 3);
	for (int i = 0; i < 3; i++) {
		number[1 + i] = random_between(random, -0.5, 0.5);
		a[i] = random_between(random, -0.3, 0.3);
	}
	double all = a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + 0.1;
	const double inertia[6] = { all - a[0] * a[0], -a[0] * a[1], all - a[1] * a[1],
		                    -a[0] * a[2],      -a[1] * a[2], all - a[2] * a[2] };
	memcpy(number + 4, inertia, sizeof inertia);
}

static void weld(FILE *file, const char *name, int number, const double *x)
{
	fprintf(file,
	        "body \"load %d\" on \"%s\" { joint \"bolt %d\" : fixed\nmass %.17g kg\ncom (%.17g, %.17g, %.17g)\n"
	        "inertia tensor(xx = %.17g, xy = %.17g, yy = %.17g, xz = %.17g, yz = %.17g, zz = %.17g)\n}\n",
	        number, name, number, x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9]);
}

static void add_load(uint64_t *random, const char *name, struct loads *loads, FILE *file)
{
	double *number = loads->number + loads->count * NUMBERS;
	snprintf(loads->kind[loads->count], NAME, "payload:%s", name);
	loads->option[loads->count] = loads->kind[loads->count];
	draw_numbers(random, number);
	weld(file, name, loads->count, number);
	loads->count++;
}

/* Draws payloads at bodies and frames that can move, and writes them as bodies. */
static void draw_loads(uint64_t *random, const rigidc_model *model, struct loads *loads, FILE *file)
{
	rigidc_model_info all = { 0 };
	ck_assert_int_eq(rigidc_get_model(model, &all), RIGIDC_OK);
	*loads = (struct loads){ .count = 0 };
	for (int i = 0; i < all.bodies && loads->count < LOADS - 1; i++) {
		rigidc_body_info body = { 0 };
		ck_assert_int_eq(rigidc_get_body(model, i, &body), RIGIDC_OK);
		if (is_carried(model, i) && subject_plain(body.name) && random_chance(random, 50))
			add_load(random, body.name, loads, file);
	}
	for (int i = all.frames - 1; i >= 0 && loads->count < LOADS; i--) {
		rigidc_frame_info frame = { 0 };
		ck_assert_int_eq(rigidc_get_frame(model, i, &frame), RIGIDC_OK);
		if (is_carried(model, frame.body) && subject_plain(frame.name)) {
			add_load(random, frame.name, loads, file);
			return;
		}
	}
}

/* --- comparison --- */

/* Does a function invert M, so that its result may be as far off as M is close to singular? */
static bool inverts(const char *name)
{
	return strncmp(name, "fd", 2) == 0 || strcmp(name, "minv") == 0 || strncmp(name, "step", 4) == 0;
}

static void compare(const char *name, const struct outcome *found, const struct outcome *wanted)
{
	double tolerance = inverts(name) ? 1e-8 : 1e-11;
	ck_assert_int_eq(found->outputs, wanted->outputs);
	for (int i = 0; i < wanted->outputs; i++) {
		double scale = 1;
		ck_assert_int_eq(found->size[i], wanted->size[i]);
		for (int k = 0; k < wanted->size[i]; k++)
			scale = fmax(scale, fabs(wanted->value[i][k]));
		for (int k = 0; k < wanted->size[i]; k++)
			ck_assert_msg(fabs(found->value[i][k] - wanted->value[i][k]) <= tolerance * scale,
			              "%s of %s: number %d of output %d is %.17g, not %.17g", name, s.name, k, i,
			              found->value[i][k], wanted->value[i][k]);
	}
}

/* The request for a function of the table; NULL: it has other arrays for each model, or is of phases, struts or laws. */
static const char *request_of(const char *name, char *full)
{
	const char *const of_frames[] = { "fk", "jac", "vel", "acc", "drift", "jac_local", "ik" };
	const char *const of_others[] = { "closure", "lambda",  "id",   "impact",       "project", "lambda_derivatives",
		                          "length",  "lengths", "arms", "length_rates", "rates",   "wrench" };
	if (strcmp(name, "param_jacobian") == 0)
		return NULL;
	for (size_t i = 0; i < sizeof of_others / sizeof *of_others; i++)
		if (strcmp(name, of_others[i]) == 0)
			return NULL;
	for (size_t i = 0; i < sizeof of_frames / sizeof *of_frames; i++)
		if (strcmp(name, of_frames[i]) == 0) {
			snprintf(full, NAME, "%s:\"the probe\"", name);
			return full;
		}
	return name;
}

/* Steps of four stages are long: their stages are fd, which is compared. */
static bool is_left_out(const char *name)
{
	return strstr(name, "rk4") && !by_level(0, 0, 1);
}

static void compare_all(rigidc_model *loaded, rigidc_model *welded, double *params)
{
	static struct outcome found, wanted;
	char full[NAME];
	const char *name;
	for (size_t i = 0; (name = rigidc_function_name(i)); i++) {
		const char *request = request_of(name, full);
		if (!request || is_left_out(name) || (inverts(name) && !s.tree.definite))
			continue;
		s.params = NULL;
		subject_run(&s, welded, request, RIGIDC_EVALUATOR, &wanted);
		s.params = params;
		subject_run(&s, loaded, request, RIGIDC_EVALUATOR, &found);
		compare(name, &found, &wanted);
		s.params = NULL;
	}
}

/* tau is of degree two in each number of a payload, so the central difference is the slope. */
static void compare_slopes(rigidc_model *model, double *params, int columns)
{
	static struct outcome slopes, ahead, behind, wanted;
	struct asked asked = { .model = model };
	s.params = params;
	subject_run(&s, model, "param_jacobian", RIGIDC_EVALUATOR, &slopes);
	wanted = slopes;
	for (int k = 0; k < columns; k++) {
		double was = params[k];
		params[k] = was + 1;
		subject_ask(&s, &asked, "rnea", &ahead);
		params[k] = was - 1;
		subject_ask(&s, &asked, "rnea", &behind);
		params[k] = was;
		for (int i = 0; i < s.nv; i++)
			wanted.value[0][i * columns + k] = (ahead.value[0][i] - behind.value[0][i]) / 2;
	}
	s.params = NULL;
	asked_free(&asked);
	compare("param_jacobian", &slopes, &wanted);
}

/* The model of the subject, and the one with its payloads as bodies; NULL: nothing moves. */
static rigidc_model *read_welded(uint64_t *random, struct loads *loads)
{
	char *text;
	size_t length;
	rigidc_model *plain = run_read(s.name, s.text, s.length, NULL), *welded = NULL;
	FILE *file = open_memstream(&text, &length);
	ck_assert_ptr_nonnull(file);
	fwrite(s.text, 1, s.length, file);
	draw_loads(random, plain, loads, file);
	ck_assert_int_eq(fclose(file), 0);
	if (loads->count)
		welded = run_read(s.name, text, length, &(rigidc_options){ .search = "none" });
	free(text);
	rigidc_model_free(plain);
	return welded;
}

LOOP_TEST(payloads_are_welded_bodies, random_trees)
{
	struct loads loads;
	uint64_t random = first_seed + (uint64_t)_i;
	subject_draw(_i % 2 ? RANDOM_COMMON : RANDOM_ANY, random, _i % 3 == 0, &s);
	rigidc_model *welded = read_welded(&random, &loads);
	if (welded) {
		const rigidc_options options = { .search = _i % 8 ? "none" : "quick",
			                         .level = 1 + _i % 4,
			                         .parametrize = loads.option,
			                         .parametrizes = (size_t)loads.count };
		rigidc_model *loaded = run_read(s.name, s.text, s.length, &options);
		ck_assert_uint_eq(rigidc_param_count(loaded), 3 * (size_t)loads.count);
		compare_all(loaded, welded, loads.number);
		compare_slopes(loaded, loads.number, loads.count * NUMBERS);
		rigidc_model_free(loaded);
	}
	rigidc_model_free(welded);
	subject_free(&s);
}

/* Without numbers of its own a payload changes nothing. */
LOOP_TEST(payloads_are_zero_by_default, random_trees / 4)
{
	struct loads loads;
	uint64_t random = first_seed + (uint64_t)_i;
	subject_draw(RANDOM_COMMON, random, false, &s);
	rigidc_model *welded = read_welded(&random, &loads);
	if (welded) {
		const rigidc_options options = { .search = "none",
			                         .parametrize = loads.option,
			                         .parametrizes = (size_t)loads.count };
		rigidc_model *plain = run_read(s.name, s.text, s.length, &(rigidc_options){ .search = "none" });
		rigidc_model *loaded = run_read(s.name, s.text, s.length, &options);
		compare_all(loaded, plain, NULL);
		rigidc_model_free(loaded);
		rigidc_model_free(plain);
	}
	rigidc_model_free(welded);
	subject_free(&s);
}

int main(void)
{
	random_trees = by_level(4, 8, 400);
	subject_settings(random_trees, &first_seed);
	return suite_run("payload", NULL, NULL);
}
