/* The second tier: the system's C compiler makes a shared object, which is loaded. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library.h"

extern char **environ;

static bool write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	if (!file)
		return false;
	bool good = fputs(text, file) >= 0;
	return fclose(file) == 0 && good;
}

/* Runs the C compiler and waits: the words of CC, else cc. */
static bool run_cc(const char *source, const char *object)
{
	enum { WORDS = 8 };
	const char *const options[] = { "-std=c99", "-O1", "-ffp-contract=off", "-fPIC", "-shared", "-o", object,
	                                source, "-lm" };
	const char *given = getenv("CC");
	char cc[256] = "cc", *arguments[WORDS + sizeof options / sizeof *options + 1], *rest = NULL;
	size_t count = 0;
	if (given && *given)
		snprintf(cc, sizeof cc, "%s", given);
	for (char *word = strtok_r(cc, " ", &rest); word && count < WORDS; word = strtok_r(NULL, " ", &rest))
		arguments[count++] = word;
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		arguments[count++] = (char *)options[i];
	arguments[count] = NULL;
	/* what it has to say is no business of our caller's terminal */
	posix_spawn_file_actions_t quiet;
	pid_t child;
	int state;
	if (posix_spawn_file_actions_init(&quiet) != 0)
		return false;
	posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	int failed = posix_spawnp(&child, arguments[0], &quiet, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&quiet);
	if (failed)
		return false;
	while (waitpid(child, &state, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

static rigidc_status build(rigidc_function *function, const char *text, const char *directory)
{
	rigidc_model *model = function->model;
	const char *source = text_print(&model->arena, "%s/model.c", directory);
	const char *object = text_print(&model->arena, "%s/model.so", directory);
	rigidc_status status = RIGIDC_UNAVAILABLE;
	if (!write_text(source, text)) {
		model->failure = text_print(&model->arena, "cannot write %s: %s", source, strerror(errno));
	} else if (!run_cc(source, object)) {
		model->failure = "the C compiler (CC, else cc) could not be run or refused its input";
	} else {
		function->handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
		void *address = function->handle ? dlsym(function->handle, "call0") : NULL;
		if (address) {
			memcpy(&function->call, &address, sizeof function->call);
			status = RIGIDC_OK;
		} else {
			model->failure = "the compiled object could not be loaded";
		}
	}
	unlink(source);
	unlink(object); /* what is loaded stays */
	return status;
}

rigidc_status cc_compile(rigidc_function *function, const char *text)
{
	rigidc_model *model = function->model;
	const char *parent = getenv("TMPDIR");
	char *directory = (char *)text_print(&model->arena, "%s/rigidc-XXXXXX", parent && *parent ? parent : "/tmp");
	if (!mkdtemp(directory)) {
		model->failure = text_print(&model->arena, "cannot make a folder %s: %s", directory, strerror(errno));
		return RIGIDC_UNAVAILABLE;
	}
	rigidc_status status = build(function, text, directory);
	rmdir(directory);
	return status;
}

void cc_release(void *handle)
{
	dlclose(handle);
}
