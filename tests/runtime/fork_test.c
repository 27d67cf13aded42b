/* Upgrades wait their turn, and a fork leaves no thread waiting: the child of a process that compiles can use its
 * functions and make more. */
#define _DEFAULT_SOURCE /* setenv, mkdtemp, usleep */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"
#include "suite.h"

static char folder[40];

/* Installs a compiler that logs its start and waits for the file `go`. */
static void use_slow_compiler(void)
{
	char path[100];
	strcpy(folder, "/tmp/rigidc-fork-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/cc", folder);
	FILE *script = fopen(path, "w");
	ck_assert_ptr_nonnull(script);
	fprintf(script, "#!/bin/sh\necho started >>%s/log\nuntil [ -e %s/go ]; do sleep 0.02; done\nexec cc \"$@\"\n",
	        folder, folder);
	fclose(script);
	ck_assert_int_eq(chmod(path, 0700), 0);
	setenv("CC", path, 1);
}

static void let_it_go(void)
{
	char path[100];
	snprintf(path, sizeof path, "%s/go", folder);
	FILE *go = fopen(path, "w");
	ck_assert_ptr_nonnull(go);
	fclose(go);
}

static void remove_compiler(void)
{
	char command[100];
	snprintf(command, sizeof command, "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

static int started(void)
{
	char path[100];
	int lines = 0;
	snprintf(path, sizeof path, "%s/log", folder);
	FILE *log = fopen(path, "r");
	for (int c; log && (c = getc(log)) != EOF;)
		lines += c == '\n';
	if (log)
		fclose(log);
	return lines;
}

static void wait_for_compiler(void)
{
	while (started() == 0)
		usleep(10000);
}

static rigidc_model *model_with(const rigidc_options *options)
{
	rigidc_model *model;
	ck_assert_int_eq(rigidc_load("examples/double_pendulum.rig", options, &model), RIGIDC_OK);
	return model;
}

static double gravity_of(rigidc_function *function)
{
	const double q[] = { 0.3, 0.4 }, *in[] = { q };
	double g[2] = { 0, 0 }, *out[] = { g };
	rigidc_call(function, in, out);
	return g[0];
}

/* Runs `work` in a child process, killed if it hangs. Did it return true? */
static bool in_child(bool (*work)(void *context), void *context)
{
	int status = -1;
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		signal(SIGALRM, SIG_DFL);
		alarm(20);
		_exit(work(context) ? 0 : 1);
	}
	while (waitpid(child, &status, 0) < 0)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool makes_and_calls(rigidc_tier tier)
{
	rigidc_model *model = model_with(NULL);
	rigidc_function *function = run_function(model, "gravity", tier);
	bool good = gravity_of(function) != 0;
	rigidc_function_free(function);
	rigidc_model_free(model);
	return good;
}

/* --- the queue --- */

TEST(as_many_compilers_as_cores)
{
	enum { MOST = 300 };
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int count = 2 * cores + 4 < MOST ? (int)(2 * cores + 4) : MOST;
	static rigidc_function *function[MOST];
	rigidc_options options = { .upgrade = 1 };
	use_slow_compiler();
	rigidc_model *model = model_with(&options);
	for (int i = 0; i < count; i++)
		function[i] = run_function(model, "gravity", RIGIDC_AUTO);
	wait_for_compiler();
	usleep(300000);
	ck_assert_int_le(started(), cores);
	ck_assert_int_eq(rigidc_upgraded(function[count - 1], 0), 0);
	for (int i = 0; i < count - 1; i++)
		rigidc_function_free(function[i]);
	let_it_go();
	ck_assert_int_eq(rigidc_upgraded(function[count - 1], 1), 1);
	ck_assert_int_le(started(), cores + 1); /* freed functions are not compiled */
	rigidc_function_free(function[count - 1]);
	rigidc_model_free(model);
	remove_compiler();
}

/* --- fork --- */

struct Upgrades {
	rigidc_function *running, *waiting;
	double wanted;
};

/* In the child: upgrades begun by the parent have failed, existing functions work, and new ones can be made. */
static bool goes_on(void *context)
{
	struct Upgrades *u = context;
	bool good = rigidc_upgraded(u->running, 1) == -1 && rigidc_upgraded(u->waiting, 1) == -1 &&
	            gravity_of(u->running) == u->wanted && gravity_of(u->waiting) == u->wanted;
	rigidc_function_free(u->running);
	rigidc_function_free(u->waiting);
	setenv("CC", "cc", 1);
	rigidc_options options = { .upgrade = 1 };
	rigidc_model *model = model_with(&options);
	rigidc_function *function = run_function(model, "gravity", RIGIDC_AUTO);
	good &= rigidc_upgraded(function, 1) == 1 && gravity_of(function) == u->wanted;
	rigidc_function_free(function);
	rigidc_model_free(model);
	return good && makes_and_calls(RIGIDC_TCC);
}

TEST(upgrades_of_a_parent)
{
	enum { MOST = 300 };
	static rigidc_function *function[MOST];
	rigidc_options options = { .upgrade = 1 };
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int count = cores + 1 < MOST ? (int)cores + 1 : MOST;
	use_slow_compiler();
	rigidc_model *model = model_with(&options);
	for (int i = 0; i < count; i++)
		function[i] = run_function(model, "gravity", RIGIDC_AUTO);
	wait_for_compiler();
	struct Upgrades upgrades = { function[0], function[count - 1], gravity_of(function[0]) };
	ck_assert(in_child(goes_on, &upgrades));
	let_it_go();
	for (int i = 0; i < count; i++) {
		ck_assert_int_eq(rigidc_upgraded(function[i], 1), 1);
		rigidc_function_free(function[i]);
	}
	rigidc_model_free(model);
	remove_compiler();
}

static atomic_bool enough;

static void *compile_on(void *context)
{
	rigidc_model *model;
	(void)context;
	ck_assert_int_eq(rigidc_load("examples/solo12.rig", NULL, &model), RIGIDC_OK);
	while (!enough) {
		rigidc_function *function;
		if (rigidc_function_new(model, "gravity", RIGIDC_TCC, &function) == RIGIDC_OK)
			rigidc_function_free(function);
	}
	rigidc_model_free(model);
	return NULL;
}

static bool compiles(void *context)
{
	return makes_and_calls(*(rigidc_tier *)context);
}

/* The allocator of the address sanitizer is not safe for a fork beside a thread that allocates. */
#ifdef __SANITIZE_ADDRESS__
enum { FORKS_BESIDE_THREADS = 0 };
#else
enum { FORKS_BESIDE_THREADS = 1 };
#endif

/* Forks at any moment of another thread's compilation by libtcc. */
LOOP_TEST(while_a_thread_compiles, FORKS_BESIDE_THREADS)
{
	enum { FORKS = 30 };
	rigidc_tier tier = RIGIDC_TCC;
	pthread_t thread;
	enough = false;
	if (!makes_and_calls(RIGIDC_AUTO))
		ck_abort_msg("no function");
	ck_assert_int_eq(pthread_create(&thread, NULL, compile_on, NULL), 0);
	for (int i = 0; i < FORKS; i++)
		ck_assert_msg(in_child(compiles, &tier), "fork %d", i);
	enough = true;
	pthread_join(thread, NULL);
}

SUITE("fork")
