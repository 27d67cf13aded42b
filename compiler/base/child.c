#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>

extern char **environ;

/* What the host does with its signals is not what a program expects: it waits for children of its own. */
static int plain_signals(posix_spawnattr_t *attributes)
{
	sigset_t all, none;
	sigfillset(&all);
	sigemptyset(&none);
	int error = posix_spawnattr_setsigdefault(attributes, &all);
	error = error ? error : posix_spawnattr_setsigmask(attributes, &none);
	return error ? error : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

static int redirect(posix_spawn_file_actions_t *actions, const int standard[3])
{
	int error = 0;
	for (int i = 0; i < 3 && !error; i++)
		error = standard[i] < 0 ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0)
		                        : posix_spawn_file_actions_adddup2(actions, standard[i], i);
	return error;
}

/* An error number, or 0. */
static int start(char *const *arguments, const int standard[3], pid_t *child)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&actions);
	if (error)
		return error;
	error = posix_spawnattr_init(&attributes);
	if (!error) {
		error = redirect(&actions, standard);
		error = error ? error : plain_signals(&attributes);
		error = error ? error : posix_spawnp(child, arguments[0], &actions, &attributes, arguments, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Did it end well? Where the host ignores SIGCHLD there is no answer, and it counts as well: the caller sees what it has made. */
static bool wait_for(pid_t child)
{
	int state;
	while (waitpid(child, &state, 0) < 0)
		if (errno != EINTR)
			return errno == ECHILD;
	return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

enum Child child_run(char *const *arguments, const int standard[3])
{
	pid_t child;
	int error = start(arguments, standard, &child);
	if (error)
		return error == ENOENT ? CHILD_MISSING : CHILD_BADLY;
	return wait_for(child) ? CHILD_WELL : CHILD_BADLY;
}
