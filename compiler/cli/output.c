/* Writing results so that nothing is lost: a regular file is replaced by rename after the new one is
 * complete, a device is written directly, and every error is noticed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

int finish_stdout(void)
{
	/* fclose alone can succeed after a failed flush */
	bool failed = ferror(stdout) || fflush(stdout) != 0;
	int error = errno;
	failed |= close(STDOUT_FILENO) != 0;
	return failed ? complain("cannot write to standard output: %s", strerror(error)) : EXIT_FINE;
}

bool output_is_special(const char *path)
{
	struct stat state;
	return stat(path, &state) == 0 && !S_ISREG(state.st_mode) && !S_ISDIR(state.st_mode);
}

static bool write_all(int file, const char *text)
{
	size_t left = strlen(text);
	while (left > 0) {
		ssize_t wrote = write(file, text, left);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return false;
		text += wrote;
		left -= (size_t)wrote;
	}
	return true;
}

int output_direct(const char *path, const char *text)
{
	int file = open(path, O_WRONLY);
	bool good = file >= 0 && write_all(file, text);
	int error = errno;
	if (file >= 0 && close(file) != 0 && good) {
		good = false;
		error = errno;
	}
	return good ? EXIT_FINE : complain("cannot write %s: %s", path, strerror(error));
}

/* A file in the making: a temporary beside the real target of a path. */
struct Draft {
	char *target, *temporary;
};

static char *beside(const char *target)
{
	size_t size = strlen(target) + 32;
	char *path = malloc(size);
	if (path)
		snprintf(path, size, "%s.%ld.tmp", target, (long)getpid());
	return path;
}

/* What a path leads to through symbolic links, there or not. NULL with errno set. */
static char *follow(const char *path)
{
	enum { LINKS = 40, LONGEST = 4096 };
	char *here = strdup(path);
	for (int i = 0; here && i < LINKS; i++) {
		char link[LONGEST];
		ssize_t length = readlink(here, link, sizeof link - 1);
		if (length < 0)
			return here;
		link[length] = '\0';
		const char *slash = link[0] == '/' ? NULL : strrchr(here, '/');
		size_t folder = slash ? (size_t)(slash - here) + 1 : 0;
		char *next = malloc(folder + (size_t)length + 1);
		if (next)
			sprintf(next, "%.*s%s", (int)folder, here, link);
		free(here);
		here = next;
	}
	if (here)
		errno = ELOOP; /* else there was no memory */
	free(here);
	return NULL;
}

/* Writes the whole text to the temporary, with the permissions of what it will replace. */
static bool draft_write(struct Draft *draft, const struct OutputFile *output)
{
	struct stat state;
	/* a symbolic link stays one: what it points to is replaced */
	draft->target = follow(output->path);
	draft->temporary = draft->target ? beside(draft->target) : NULL;
	if (!draft->temporary)
		return false;
	bool exists = stat(draft->target, &state) == 0;
	if (exists && access(draft->target, W_OK) != 0)
		goto no_temporary; /* a file made read-only is meant to stay */
	int file = open(draft->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
	if (file < 0)
		goto no_temporary;
	bool good = write_all(file, output->text);
	if (good && exists)
		good = fchmod(file, state.st_mode & 07777) == 0;
	good = good && fsync(file) == 0;
	int error = errno;
	if (close(file) != 0 && good) {
		good = false;
		error = errno;
	}
	errno = error;
	return good;

no_temporary:
	error = errno;
	free(draft->temporary);
	draft->temporary = NULL;
	errno = error;
	return false;
}

static void draft_drop(struct Draft *draft)
{
	if (draft->temporary)
		unlink(draft->temporary);
	free(draft->target);
	free(draft->temporary);
}

int output_replace(const struct OutputFile *file, int files)
{
	struct Draft draft[2] = { { NULL, NULL }, { NULL, NULL } };
	int code = EXIT_FINE;
	for (int i = 0; i < files && code == EXIT_FINE; i++) {
		struct stat state;
		if (stat(file[i].path, &state) == 0 && !S_ISREG(state.st_mode))
			code = complain("cannot write %s: it is %s", file[i].path,
			                S_ISDIR(state.st_mode) ? "a directory" : "no regular file");
		else if (!draft_write(&draft[i], &file[i]))
			code = complain("cannot write %s: %s", file[i].path, strerror(errno));
	}
	for (int i = 0; i < files && code == EXIT_FINE; i++) {
		if (rename(draft[i].temporary, draft[i].target) != 0) {
			code = complain("cannot write %s: %s", file[i].path, strerror(errno));
		} else {
			free(draft[i].temporary);
			draft[i].temporary = NULL;
		}
	}
	for (int i = 0; i < files; i++)
		draft_drop(&draft[i]);
	return code;
}
