/* The second tier: the system's C compiler makes a shared object, which is loaded. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "executor.h"
#include "base/signals.h"

extern char **environ;

static bool write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	if (!file)
		return false;
	bool good = fputs(text, file) >= 0;
	return fclose(file) == 0 && good;
}

/* What the host does with its signals is not what a compiler expects: it waits for children of its own. */
static int plain_signals(posix_spawnattr_t *attributes)
{
	sigset_t all, none;
	sigfillset(&all);
	sigemptyset(&none);
	int error = posix_spawnattr_setsigdefault(attributes, &all);
	error = error ? error : posix_spawnattr_setsigmask(attributes, &none);
	return error ? error : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

/* Starts a program whose words are none of our caller's terminal's business. */
static bool spawn_quietly(char *const *arguments, pid_t *child)
{
	posix_spawn_file_actions_t quiet;
	posix_spawnattr_t attributes;
	if (posix_spawn_file_actions_init(&quiet) != 0)
		return false;
	bool started = false;
	if (posix_spawnattr_init(&attributes) == 0) {
		started = posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
		          posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
		          plain_signals(&attributes) == 0 &&
		          posix_spawnp(child, arguments[0], &quiet, &attributes, arguments, environ) == 0;
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&quiet);
	return started;
}

/* Did it end well? Where the host ignores SIGCHLD the answer is lost: then the object tells. */
static bool wait_for(pid_t child)
{
	int state;
	while (waitpid(child, &state, 0) < 0)
		if (errno != EINTR)
			return errno == ECHILD;
	return WIFEXITED(state) && WEXITSTATUS(state) == 0;
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
	pid_t child;
	if (given && *given)
		snprintf(cc, sizeof cc, "%s", given);
	for (char *word = strtok_r(cc, " ", &rest); word && count < WORDS; word = strtok_r(NULL, " ", &rest))
		arguments[count++] = word;
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		arguments[count++] = (char *)options[i];
	arguments[count] = NULL;
	return spawn_quietly(arguments, &child) && wait_for(child);
}

static rigidc_status fail(rigidc_model *model, const char *what, const char *path, const char *why)
{
	library_fail(model, RIGIDC_UNAVAILABLE, "%s%s%s%s%s", what, *path ? " " : "", path, *why ? ": " : "", why);
	return RIGIDC_UNAVAILABLE;
}

static rigidc_status build(rigidc_model *model, const char *text, const char *directory, struct Code *code)
{
	const char *source = text_print(&model->call, "%s/model.c", directory);
	const char *object = text_print(&model->call, "%s/model.so", directory);
	rigidc_status status = RIGIDC_OK;
	if (!write_text(source, text)) {
		status = fail(model, "cannot write", source, strerror(errno));
	} else if (!run_cc(source, object)) {
		status = fail(model, "the C compiler (CC, else cc) could not be run or refused its input", "", "");
	} else {
		code->handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
		void *address = code->handle ? dlsym(code->handle, "call0") : NULL;
		void *raw = code->handle ? dlsym(code->handle, "raw0") : NULL;
		if (address)
			memcpy(&code->call, &address, sizeof code->call);
		if (raw)
			memcpy(&code->raw, &raw, sizeof code->raw);
		if (!address)
			status = fail(model, "the compiled object could not be loaded", "", "");
	}
	unlink(source);
	unlink(object); /* what is loaded stays */
	return status;
}

/* Where temporary files go; not to be taken for an option. */
static const char *temporary_folder(struct Arena *arena)
{
	const char *parent = getenv("TMPDIR");
	if (!parent || !*parent)
		parent = "/tmp";
	return text_print(arena, "%s%s/rigidc-XXXXXX", *parent == '-' ? "./" : "", parent);
}

rigidc_status cc_compile(rigidc_model *model, const char *text, struct Code *code)
{
	struct Guard *outside = model->call.guard;
	struct Guard guard = { .fault = FAULT_NONE };
	char *directory = (char *)temporary_folder(&model->call);
	sigset_t before;
	volatile rigidc_status status = RIGIDC_NO_MEMORY; /* across a jump */
	signals_hold(&before); /* until the files are gone; a compiler that a terminal interrupts ends at once */
	if (!mkdtemp(directory)) {
		status = fail(model, "cannot make a folder", directory, strerror(errno));
	} else {
		model->call.guard = &guard; /* the folder must go even if memory runs out */
		if (setjmp(guard.jump) == 0)
			status = build(model, text, directory, code);
		model->call.guard = outside;
		rmdir(directory);
	}
	signals_release(&before);
	return status;
}

void cc_release(void *handle)
{
	dlclose(handle);
}
