#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>

#include "signals.h"

extern char **environ;

/* Default signals for the child. The host's settings must not be inherited: programs wait for children of their own.
 * The child leads a process group, so that all of it can be ended. */
static int plain_signals(posix_spawnattr_t *attributes)
{
	sigset_t all, none;
	sigfillset(&all);
	sigemptyset(&none);
	int error = posix_spawnattr_setsigdefault(attributes, &all);
	error = error ? error : posix_spawnattr_setsigmask(attributes, &none);
	error = error ? error : posix_spawnattr_setpgroup(attributes, 0);
	return error ? error
	             : posix_spawnattr_setflags(attributes,
	                                        POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

static int redirect(posix_spawn_file_actions_t *actions, const int standard[3])
{
	int error = 0;
	for (int i = 0; i < 3 && !error; i++)
		error = standard[i] < 0
		                ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0)
		                : posix_spawn_file_actions_adddup2(actions, standard[i], i);
	return error;
}

/* Starts the child. Returns an error number, or 0. */
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

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Checks whether the child has ended; false: still running. If the host ignores SIGCHLD its status is unknown and
 * counts as success: the caller sees the output. */
static bool has_ended(pid_t child, enum Child *how)
{
	int state;
	pid_t ended = waitpid(child, &state, WNOHANG);
	if (ended == 0 || (ended < 0 && errno == EINTR))
		return false;
	bool well = ended < 0 ? errno == ECHILD : WIFEXITED(state) && WEXITSTATUS(state) == 0;
	*how = well ? CHILD_WELL : CHILD_BADLY;
	return true;
}

/* Polls the child, after 1 ms at first, every 16 ms at last. True if the child ends before the time `until` (s; 0:
 * no limit) and before a signal (`watch`). */
static bool wait_for(pid_t child, double until, bool watch, enum Child *how)
{
	long pause = 1000000;
	while (!has_ended(child, how)) {
		if ((watch && signals_wait()) || (until > 0 && now() > until))
			return false;
		nanosleep(&(struct timespec){ 0, pause }, NULL);
		pause = pause < 16000000 ? 2 * pause : pause;
	}
	return true;
}

/* Ends the child's group, with a second to clean up. */
static void end_group(pid_t child)
{
	enum Child how;
	kill(-child, SIGTERM);
	if (wait_for(child, now() + 1, false, &how))
		return;
	kill(-child, SIGKILL);
	wait_for(child, 0, false, &how);
}

enum Child child_run(char *const *arguments, const int standard[3], int seconds)
{
	pid_t child;
	enum Child how;
	sigset_t before;
	int error = start(arguments, standard, &child);
	if (error)
		return error == ENOENT ? CHILD_MISSING : CHILD_BADLY;
	/* signals that end this process end the child first: the terminal does not signal the child's group */
	signals_hold(&before);
	if (!wait_for(child, seconds ? now() + seconds : 0, true, &how)) {
		how = signals_wait() ? CHILD_STOPPED : CHILD_LATE;
		end_group(child);
	}
	signals_release(&before);
	return how;
}
