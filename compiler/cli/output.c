#define _DEFAULT_SOURCE /* flock */

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "complain.h"
#include "temporary.h"
#include "base/signals.h"

int output_finish(void)
{
	/* fclose alone can succeed after a failed flush */
	bool failed = ferror(stdout) || fflush(stdout) != 0;
	int error = errno;
	failed |= close(STDOUT_FILENO) != 0;
	return failed ? complain("cannot write to standard output: %s", strerror(error)) : EXIT_FINE;
}

bool output_is_stdout(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

bool output_is_file(const char *path)
{
	struct stat state;
	if (output_is_stdout(path))
		return false;
	return stat(path, &state) != 0 || S_ISREG(state.st_mode) || S_ISDIR(state.st_mode);
}

static bool write_all(int file, const char *text, size_t left)
{
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

static int write_direct(const char *path, const char *text, size_t size)
{
	int file = open(path, O_WRONLY);
	bool good = file >= 0 && write_all(file, text, size);
	int error = errno;
	if (file >= 0 && close(file) != 0 && good) {
		good = false;
		error = errno;
	}
	errno = error;
	return good ? EXIT_FINE : complain_unwritten(path);
}

/* An unfinished file: a temporary file beside the real target of a path. After it is renamed to the target,
 * the old file has the name `saved` as long as it may have to be restored. */
struct Draft {
	char *target, *temporary, *saved;
	int file, saved_file; /* descriptors; they hold the locks of `temporary` and `saved`; -1: none */
	bool exists, placed;
};

/* Target of a path through symbolic links; the target need not exist. NULL with errno set. */
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
		errno = ELOOP; /* else errno is ENOMEM */
	free(here);
	return NULL;
}

/* Writes the whole text to the temporary file, with the permissions of the file to be replaced. */
static bool draft_write(struct Draft *draft, const struct OutputFile *output)
{
	struct stat state;
	/* symbolic links are kept: the file at their end is replaced */
	draft->target = follow(output->path);
	if (!draft->target)
		return false;
	draft->exists = stat(draft->target, &state) == 0;
	if (draft->exists && access(draft->target, W_OK) != 0)
		return false; /* read-only files are never replaced */
	temporary_clean(draft->target);
	draft->file = temporary_file(draft->target, &draft->temporary);
	bool good = draft->file >= 0 && write_all(draft->file, output->text, output->size);
	if (good && draft->exists)
		good = fchmod(draft->file, state.st_mode & 07777) == 0;
	return good && fsync(draft->file) == 0;
}

static bool copy_all(int from, int to)
{
	char block[16384];
	ssize_t got;
	while ((got = read(from, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
		if (got > 0 && !write_all(to, block, (size_t)got))
			return false;
	return got == 0;
}

/* Saves the old file by a hard link. File systems without hard links (some networks, USB sticks) get a copy. */
static bool draft_save(struct Draft *draft)
{
	struct stat state;
	draft->saved = temporary_name(draft->target);
	if (!draft->saved)
		return false;
	if (link(draft->target, draft->saved) == 0) {
		draft->saved_file = open(draft->target, O_RDONLY | O_CLOEXEC); /* both names have one lock */
		if (draft->saved_file >= 0)
			(void)!flock(draft->saved_file, LOCK_EX | LOCK_NB);
		return true;
	}
	free(draft->saved);
	draft->saved_file = temporary_file(draft->target, &draft->saved);
	int old = draft->saved_file >= 0 ? open(draft->target, O_RDONLY | O_CLOEXEC) : -1;
	bool good = old >= 0 && copy_all(old, draft->saved_file) && fstat(old, &state) == 0 &&
	            fchmod(draft->saved_file, state.st_mode & 07777) == 0 && fsync(draft->saved_file) == 0;
	int error = errno;
	if (old >= 0)
		close(old);
	errno = error;
	return good;
}

static bool draft_place(struct Draft *draft, bool may_come_back)
{
	if (draft->exists && may_come_back && !draft_save(draft))
		return false;
	draft->placed = rename(draft->temporary, draft->target) == 0;
	return draft->placed;
}

static void draft_undo(const struct Draft *draft)
{
	if (!draft->placed)
		return;
	if (draft->exists)
		rename(draft->saved, draft->target);
	else
		unlink(draft->target);
}

static void draft_drop(struct Draft *draft)
{
	if (draft->temporary && !draft->placed)
		unlink(draft->temporary);
	if (draft->saved)
		unlink(draft->saved);
	if (draft->file >= 0)
		close(draft->file);
	if (draft->saved_file >= 0)
		close(draft->saved_file);
	free(draft->target);
	free(draft->temporary);
	free(draft->saved);
}

/* Locks the folder, so that two runs that write the same pair of files place their files one after the other. A lock
 * held longer than TRIES pauses has another purpose and is ignored. Returns a descriptor to be closed, or -1. */
static int lock_folder(const char *path)
{
	enum { TRIES = 200, PAUSE = 10000000 /* ns */ };
	const char *slash = strrchr(path, '/');
	char *name = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	int folder = name ? open(name, O_RDONLY | O_DIRECTORY) : -1;
	free(name);
	for (int i = 0; folder >= 0 && i < TRIES && flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; i++)
		nanosleep(&(struct timespec){ .tv_nsec = PAUSE }, NULL);
	return folder;
}

static int place_all(struct Draft *draft, const struct OutputFile *file, int files)
{
	int folder = files > 1 ? lock_folder(file[0].path) : -1, code = EXIT_FINE;
	for (int i = 0; i < files && code == EXIT_FINE; i++)
		if (!draft_place(&draft[i], i + 1 < files))
			code = complain_unwritten(file[i].path);
	for (int i = 0; i < files && code != EXIT_FINE; i++)
		draft_undo(&draft[i]);
	if (folder >= 0)
		close(folder);
	return code;
}

int output_replace(const struct OutputFile *file, int files)
{
	struct Draft draft[OUTPUT_MOST];
	int code = EXIT_FINE;
	sigset_t before;
	signals_hold(&before);
	for (int i = 0; i < files; i++)
		draft[i] = (struct Draft){ .file = -1, .saved_file = -1 };
	for (int i = 0; i < files && code == EXIT_FINE; i++) {
		struct stat state;
		if (stat(file[i].path, &state) == 0 && !S_ISREG(state.st_mode))
			code = complain("cannot write %s: it is %s", file[i].path,
			                S_ISDIR(state.st_mode) ? "a directory" : "no regular file");
		else if (!draft_write(&draft[i], &file[i]))
			code = complain_unwritten(file[i].path);
	}
	if (code == EXIT_FINE)
		code = place_all(draft, file, files);
	for (int i = 0; i < files; i++)
		draft_drop(&draft[i]);
	signals_release(&before);
	return code;
}

int output_write(const char *path, const char *text)
{
	return output_write_bytes(path, text, strlen(text));
}

int output_write_bytes(const char *path, const char *bytes, size_t size)
{
	if (output_is_stdout(path))
		return write_all(STDOUT_FILENO, bytes, size) ? output_finish()
		                                             : complain_unwritten("to standard output");
	if (output_is_file(path))
		return output_replace(&(struct OutputFile){ path, bytes, size }, 1);
	return write_direct(path, bytes, size);
}
