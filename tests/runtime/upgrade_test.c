/* RIGIDC_AUTO: a function answers at once, and later by faster code with identical results. Meanwhile threads call it
 * and other models come and go. The cache makes the next start immediate, and only the user's own files are loaded. */
#define _DEFAULT_SOURCE /* setenv, mkdtemp */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"
#include "suite.h"

enum { THREADS = 8, NV = 18 };

static const double q[NV + 1] = { 0.1, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5, 0.1, 0.2, 0.3,
	                          0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2 };

static rigidc_model *model_with(const rigidc_options *options)
{
	rigidc_model *model;
	ck_assert_int_eq(rigidc_load("examples/solo12.rig", options, &model), RIGIDC_OK);
	return model;
}

static void call(rigidc_function *function, double *tau)
{
	const double *in[] = { q, q, q };
	rigidc_call(function, in, &tau);
}

/* --- while threads call --- */

struct caller {
	rigidc_function *function;
	const double *wanted;
	int wrong, after; /* calls with different results; calls after the change */
};

static void *call_until(void *context)
{
	struct caller *c = context;
	double tau[NV];
	while (c->after < 1000) {
		call(c->function, tau);
		c->wrong += memcmp(tau, c->wanted, sizeof tau) != 0;
		c->after += rigidc_upgraded(c->function, 0) != 0;
	}
	return NULL;
}

struct beside {
	rigidc_function *function;
	int models, faults;
};

/* Other models and functions come and go until the code has changed. */
static void *load_and_free(void *context)
{
	struct beside *b = context;
	do {
		rigidc_model *model;
		rigidc_function *gravity;
		b->faults += rigidc_load("examples/ur5.rig", NULL, &model) != RIGIDC_OK;
		b->faults += rigidc_function_new(model, "gravity", RIGIDC_AUTO, &gravity) != RIGIDC_OK;
		rigidc_function_free(gravity);
		rigidc_model_free(model);
		b->models++;
	} while (rigidc_upgraded(b->function, 0) == 0);
	return NULL;
}

/* A process that ends waits for no compiler, and leaves no folder of one. It is the first test: ThreadSanitizer ends a
 * child that starts threads where its parent has had some. */
TEST(no_folder_is_left)
{
	static rigidc_model *model;
	static rigidc_function *function;
	char temporary[] = "/tmp/rigidc-test-XXXXXX", there[100], begun;
	int ends[2];
	rigidc_options options = { .upgrade = 1 };
	ck_assert_ptr_nonnull(mkdtemp(temporary));
	snprintf(there, sizeof there, "ls -d %s/rigidc-* >/dev/null 2>&1", temporary);
	ck_assert_int_eq(pipe(ends), 0);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		setenv("TMPDIR", temporary, 1);
		model = model_with(&options);
		function = run_function(model, "fd_derivatives", RIGIDC_AUTO);
		while (rigidc_upgraded(function, 0) == 0 && system(there) != 0)
			usleep(1000);
		begun = rigidc_upgraded(function, 0) == 0;
		exit(write(ends[1], &begun, 1) != 1); /* valgrind gives another code for the thread that runs */
	}
	close(ends[1]);
	ck_assert_int_eq(read(ends[0], &begun, 1), 1);
	ck_assert(begun);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	close(ends[0]);
	ck_assert_int_ne(system(there), 0);
	snprintf(there, sizeof there, "rm -rf %s", temporary);
	ck_assert_int_eq(system(there), 0);
}

LOOP_TEST(code_changes_under_way, 2)
{
	rigidc_options options = { .upgrade = 1, .real_float = _i };
	rigidc_model *model = model_with(&options);
	rigidc_function *plain = run_function(model, "rnea", RIGIDC_EVALUATOR),
			*function = run_function(model, "rnea", RIGIDC_AUTO);
	double wanted[NV], found[NV];
	pthread_t thread[THREADS], other;
	struct caller caller[THREADS];
	struct beside beside = { .function = function };
	call(plain, wanted);
	call(function, found);
	ck_assert_int_eq(memcmp(found, wanted, sizeof wanted), 0);
	for (int i = 0; i < THREADS; i++) {
		caller[i] = (struct caller){ .function = function, .wanted = wanted };
		ck_assert_int_eq(pthread_create(&thread[i], NULL, call_until, &caller[i]), 0);
	}
	ck_assert_int_eq(pthread_create(&other, NULL, load_and_free, &beside), 0);
	ck_assert_int_eq(rigidc_upgraded(function, 1), 1);
	ck_assert_int_eq(rigidc_function_tier(function), RIGIDC_CC);
	pthread_join(other, NULL);
	ck_assert_int_gt(beside.models, 0);
	ck_assert_int_eq(beside.faults, 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], NULL);
		ck_assert_int_eq(caller[i].wrong, 0);
	}
	ck_assert_ptr_nonnull(rigidc_function_code(function));
	rigidc_function_free(function);
	rigidc_function_free(plain);
	rigidc_model_free(model);
}

/* Functions freed before the compiler is done, which continues alone. */
TEST(nobody_waits)
{
	rigidc_options options = { .upgrade = 1 };
	for (int i = 0; i < 3; i++) {
		rigidc_model *model = model_with(&options);
		rigidc_function *function = run_function(model, "rnea", RIGIDC_AUTO);
		rigidc_function_free(function);
		rigidc_model_free(model);
	}
}

TEST(without_a_compiler)
{
	rigidc_options options = { .upgrade = 1 }, unasked = { .upgrade = 0 };
	rigidc_model *model = model_with(&options), *other = model_with(&unasked);
	double tau[NV];
	setenv("CC", "/no/such/compiler", 1);
	rigidc_function *function = run_function(model, "rnea", RIGIDC_AUTO),
			*plain = run_function(other, "rnea", RIGIDC_AUTO);
	ck_assert_int_eq(rigidc_upgraded(function, 1), -1);
	ck_assert_int_eq(rigidc_upgraded(plain, 1), -1);
	ck_assert_int_ne(rigidc_function_tier(function), RIGIDC_CC);
	call(function, tau);
	unsetenv("CC");
	rigidc_function_free(function);
	rigidc_function_free(plain);
	rigidc_model_free(model);
	rigidc_model_free(other);
}

/* --- many states --- */

static rigidc_function *upgraded(rigidc_model *model)
{
	rigidc_function *function = run_function(model, "rnea", RIGIDC_AUTO);
	ck_assert_int_eq(rigidc_upgraded(function, 1), 1);
	if (rigidc_param_count(model))
		ck_assert_int_eq(rigidc_set_param(function, "payload = 2.5 kg"), RIGIDC_OK);
	return function;
}

enum { NUMBERS = 140 * (NV + 1) };

/* Compares calls for many states, with any strides: several states at once, or one by one without the option. */
static void compare(rigidc_function *together, rigidc_function *apart, size_t count, const ptrdiff_t *in,
                    const ptrdiff_t *out)
{
	static double number[3][NUMBERS], found[2][NUMBERS];
	const double *const input[] = { number[0], number[1], number[2] };
	rigidc_function *const function[] = { together, apart };
	for (int i = 0; i < 3 * NUMBERS; i++)
		number[i / NUMBERS][i % NUMBERS] = sin(i + 1.0);
	for (int k = 0; k < 2; k++) {
		double *output[] = { found[k] };
		memset(found[k], 0, sizeof found[k]);
		ck_assert_int_eq(rigidc_call_many(function[k], count, input, in, output, out), RIGIDC_OK);
	}
	ck_assert_int_eq(memcmp(found[0], found[1], sizeof found[0]), 0);
}

/* The same with floats, beside the results for doubles. Functions in float have results that are floats. */
static void compare_floats(rigidc_function *together, rigidc_function *apart, size_t count, const ptrdiff_t *in,
                           const ptrdiff_t *out, bool exact)
{
	static double number[3][NUMBERS], wanted[NUMBERS];
	static float narrow[3][NUMBERS], found[NUMBERS];
	for (int i = 0; i < 3 * NUMBERS; i++) {
		narrow[i / NUMBERS][i % NUMBERS] = (float)sin(i + 1.0);
		number[i / NUMBERS][i % NUMBERS] = (double)narrow[i / NUMBERS][i % NUMBERS];
	}
	memset(wanted, 0, sizeof wanted);
	memset(found, 0, sizeof found);
	ck_assert_int_eq(rigidc_call_many(apart, count, (const double *const[]){ number[0], number[1], number[2] }, in,
	                                  (double *[]){ wanted }, out),
	                 RIGIDC_OK);
	ck_assert_int_eq(rigidc_call_many_float(together, count,
	                                        (const float *const[]){ narrow[0], narrow[1], narrow[2] }, in,
	                                        (float *[]){ found }, out),
	                 RIGIDC_OK);
	for (int i = 0; i < NUMBERS; i++)
		ck_assert(exact ? (double)found[i] == wanted[i] : found[i] == (float)wanted[i]);
}

LOOP_TEST(states_go_together, 4)
{
	static const char *const files[] = { "examples/solo12.rig", "examples/scara.rig" };
	static const size_t counts[] = { 0, 1, 7, 8, 9, 63, 64, 65, 100, 129 };
	int in_float = _i / 2;
	rigidc_options options = { .upgrade = 1, .real_float = in_float };
	rigidc_options batch = { .upgrade = 1, .batch = "auto", .real_float = in_float };
	rigidc_model *model[2];
	ck_assert_int_eq(rigidc_load(files[_i % 2], &batch, &model[0]), RIGIDC_OK);
	ck_assert_int_eq(rigidc_load(files[_i % 2], &options, &model[1]), RIGIDC_OK);
	rigidc_function *together = upgraded(model[0]), *apart = upgraded(model[1]);
	ptrdiff_t nq = (ptrdiff_t)rigidc_input_size(apart, 0), nv = (ptrdiff_t)rigidc_input_size(apart, 1);
	const ptrdiff_t near[] = { nq, nv, nv }, alike[] = { nq, 0, nv }, wide[] = { nv + 1 };
	const ptrdiff_t apart_in[] = { nq, nv + 1, nv };
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		compare(together, apart, counts[i], NULL, NULL);
		compare(together, apart, counts[i], near, near + 1);
		compare(together, apart, counts[i], alike, NULL);
		compare(together, apart, counts[i], apart_in, wide);
		compare_floats(together, apart, counts[i], NULL, NULL, in_float);
		compare_floats(together, apart, counts[i], alike, wide, in_float);
		compare_floats(apart, apart, counts[i], apart_in, wide, in_float);
	}
	rigidc_function_free(together);
	rigidc_function_free(apart);
	rigidc_model_free(model[0]);
	rigidc_model_free(model[1]);
}

/* --- the cache --- */

static char folder[] = "/tmp/rigidc-cache-XXXXXX";

static int files_in_folder(void)
{
	char command[200], line[20] = "";
	snprintf(command, sizeof command, "ls %s | wc -l", folder);
	FILE *pipe = popen(command, "r");
	ck_assert(pipe && fgets(line, sizeof line, pipe));
	pclose(pipe);
	return atoi(line);
}

static rigidc_tier tier_now(const rigidc_options *options, rigidc_tier asked, double *tau)
{
	rigidc_model *model = model_with(options);
	rigidc_function *function = run_function(model, "rnea", asked);
	rigidc_tier tier = rigidc_function_tier(function);
	call(function, tau);
	rigidc_upgraded(function, 1);
	rigidc_function_free(function);
	rigidc_model_free(model);
	return tier;
}

TEST(the_next_start_is_immediate)
{
	rigidc_options options = { .upgrade = 1, .cache = folder }, other = { .upgrade = 1, .cache = folder, .fma = 1 };
	double first[NV], second[NV];
	char command[200];
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_ne(tier_now(&options, RIGIDC_AUTO, first), RIGIDC_CC);
	ck_assert_int_eq(files_in_folder(), 2);
	ck_assert_int_eq(tier_now(&options, RIGIDC_AUTO, second), RIGIDC_CC);
	ck_assert_int_eq(memcmp(first, second, sizeof first), 0);
	ck_assert_int_eq(files_in_folder(), 2);
	ck_assert_int_ne(tier_now(&other, RIGIDC_AUTO, second), RIGIDC_CC);
	ck_assert_int_eq(files_in_folder(), 4);
	tier_now(&options, RIGIDC_CC, second);
	ck_assert_int_eq(files_in_folder(), 6);
	other = (rigidc_options){ .upgrade = 1, .cache = folder, .batch = "auto" };
	tier_now(&other, RIGIDC_AUTO, second);
	ck_assert_int_eq(files_in_folder(), 8);
	snprintf(command, sizeof command, "grep -q 'many0(size_t' %s/*.c", folder);
	ck_assert_int_eq(system(command), 0); /* called by rigidc_call_many */
	ck_assert_int_eq(memcmp(first, second, sizeof first), 0);
}

/* A cached source that differs in any byte is ignored. */
TEST(files_are_compared)
{
	rigidc_options options = { .upgrade = 1, .cache = folder };
	char command[200];
	double tau[NV];
	snprintf(command, sizeof command, "for f in %s/*.c; do printf ' ' >>$f; done", folder);
	ck_assert_int_eq(system(command), 0);
	ck_assert_int_ne(tier_now(&options, RIGIDC_AUTO, tau), RIGIDC_CC);
	ck_assert_int_eq(tier_now(&options, RIGIDC_AUTO, tau), RIGIDC_CC);
}

/* Does `change` (each %s is the folder) lead to a new compilation, whose object is loaded after that? */
static void assert_refused(const char *change)
{
	rigidc_options options = { .upgrade = 1, .cache = folder };
	char command[400];
	double tau[NV];
	tier_now(&options, RIGIDC_AUTO, tau);
	ck_assert_int_eq(tier_now(&options, RIGIDC_AUTO, tau), RIGIDC_CC);
	snprintf(command, sizeof command, change, folder, folder);
	ck_assert_int_eq(system(command), 0);
	ck_assert_msg(tier_now(&options, RIGIDC_AUTO, tau) != RIGIDC_CC, "%s", command);
	ck_assert_msg(tier_now(&options, RIGIDC_AUTO, tau) == RIGIDC_CC, "%s", command);
}

/* Damaged objects are not loaded, since the loader would end the process; nor are files that others may have
 * written. */
LOOP_TEST(objects_are_whole, 7)
{
	static const char *const changes[] = {
		"for f in %s/*.so; do truncate -s 4096 $f; done",
		"for f in %s/*.so; do truncate -s 0 $f; done",
		"for f in %s/*.so; do printf x | dd of=$f bs=1 seek=200 conv=notrunc 2>/dev/null; done",
		"chmod 666 %s/*.so",
		"chmod 666 %s/*.c",
		"for f in %s/*.so; do cp $f $f.old && rm $f && ln -s $f.old $f; done",
		"rm %s/*.so && mkfifo %s/0123456789abcdef.so",
	};
	assert_refused(changes[_i]);
}

/* The oldest files are removed when the cache is too large, and so are folders of killed processes. */
TEST(the_cache_has_a_limit)
{
	rigidc_options options = { .upgrade = 1, .cache = folder, .fma = 1 };
	char command[400];
	double tau[NV];
	snprintf(
		command, sizeof command,
		"cd %s && rm -rf * && truncate -s 200M 0000000000000001.so && touch -d 2001-01-01 0000000000000001.so && "
		"truncate -s 200M 0000000000000002.so && touch -d 2002-01-01 0000000000000002.so && mkdir rigidc-abcdef && "
		"touch rigidc-abcdef/model.c && touch -d 2001-01-01 rigidc-abcdef",
		folder);
	ck_assert_int_eq(system(command), 0);
	tier_now(&options, RIGIDC_AUTO, tau);
	snprintf(command, sizeof command,
	         "cd %s && [ ! -e 0000000000000001.so ] && [ -e 0000000000000002.so ] && [ ! -e rigidc-abcdef ]",
	         folder);
	ck_assert_int_eq(system(command), 0);
	ck_assert_int_eq(tier_now(&options, RIGIDC_AUTO, tau), RIGIDC_CC);
}

TEST(folders_of_others_are_refused)
{
	rigidc_options options = { .upgrade = 1, .cache = folder };
	double tau[NV];
	rigidc_function *function;
	rigidc_model *model = model_with(&options);
	ck_assert_int_eq(chmod(folder, 0770), 0);
	ck_assert_int_ne(tier_now(&options, RIGIDC_AUTO, tau), RIGIDC_CC);
	ck_assert_int_eq(rigidc_function_new(model, "rnea", RIGIDC_CC, &function), RIGIDC_UNAVAILABLE);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "open to others"));
	ck_assert_ptr_null(strstr(rigidc_messages(model), "chmod"));
	rigidc_model_free(model);
	ck_assert_int_eq(chmod(folder, 0700), 0);
	options.cache = "/dev/null";
	model = model_with(&options);
	ck_assert_int_eq(rigidc_function_new(model, "rnea", RIGIDC_CC, &function), RIGIDC_UNAVAILABLE);
	ck_assert_ptr_nonnull(strstr(rigidc_messages(model), "/dev/null"));
	rigidc_model_free(model);
}

int main(void)
{
	char command[200];
	/* first: ThreadSanitizer ends a child that starts threads where its parent has had some */
	int code = suite_run("upgrade", NULL, NULL);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command) ? 1 : code;
}
