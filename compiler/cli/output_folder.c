/* A folder written whole or not at all: first as a temporary folder beside the target. */
#define _DEFAULT_SOURCE /* realpath */

#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "temporary.h"
#include "base/signals.h"

int output_folder_is_free(const char *path)
{
	DIR *folder = opendir(path);
	bool empty = true;
	if (!*path)
		return complain("-o takes a folder, and its name is empty");
	if (!folder)
		return errno == ENOENT ? EXIT_FINE : complain_unwritten(path);
	for (const struct dirent *entry; empty && (entry = readdir(folder));)
		empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
	closedir(folder);
	return empty ? EXIT_FINE
	             : complain("cannot write %s: Directory not empty; name a new folder or an empty one", path);
}

/* An unfinished folder. */
struct Draft {
	const struct OutputFile *file; /* paths are relative to the folder */
	int files;
	char *target, *temporary;
	int lock;        /* descriptor of the temporary folder; -1: none */
	bool exists;     /* the target exists and is empty */
	char *from, *to; /* buffers for paths in the temporary folder and in the target */
	size_t size;
};

static bool draft_begin(struct Draft *draft, const char *path)
{
	char *real = realpath(path, NULL);
	draft->exists = real != NULL;
	draft->target = real ? real : strdup(path);
	if (!draft->target)
		return false;
	size_t length = strlen(draft->target), longest = 0;
	while (length > 1 && draft->target[length - 1] == '/')
		draft->target[--length] = '\0';
	for (int i = 0; i < draft->files; i++)
		longest = strlen(draft->file[i].path) > longest ? strlen(draft->file[i].path) : longest;
	draft->size = length + longest + 64;
	draft->from = malloc(draft->size);
	draft->to = malloc(draft->size);
	if (!draft->from || !draft->to)
		return false;
	temporary_clean(draft->target);
	draft->lock = temporary_folder(draft->target, &draft->temporary);
	return draft->lock >= 0;
}

static void draft_free(struct Draft *draft)
{
	free(draft->target);
	free(draft->temporary);
	free(draft->from);
	free(draft->to);
	if (draft->lock >= 0)
		close(draft->lock);
}

/* Writes a file into the temporary folder, and makes its subfolders. */
static int draft_write(struct Draft *draft, const struct OutputFile *file)
{
	size_t folder = strlen(draft->temporary);
	snprintf(draft->from, draft->size, "%s/%s", draft->temporary, file->path);
	for (char *slash = draft->from + folder; (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		if (mkdir(draft->from, 0777) != 0 && errno != EEXIST)
			return complain_unwritten(draft->from);
		*slash = '/';
	}
	return output_write_bytes(draft->from, file->text, file->size);
}

/* Removes the files and subfolders from the temporary folder or the target, and with `itself` also this folder. */
static void draft_remove(const struct Draft *draft, const char *place, bool itself)
{
	size_t least = strlen(place) + !itself;
	for (int i = 0; i < draft->files; i++) {
		snprintf(draft->to, draft->size, "%s/%s", place, draft->file[i].path);
		unlink(draft->to);
		for (char *slash; (slash = strrchr(draft->to, '/')) && (size_t)(slash - draft->to) >= least;) {
			*slash = '\0';
			rmdir(draft->to); /* fails if the folder is not empty */
		}
	}
}

/* Moves the content into the existing target. The target itself stays: it may be the working directory of a shell. */
static bool draft_move(const struct Draft *draft)
{
	for (int i = 0; i < draft->files; i++) {
		int first = (int)strcspn(draft->file[i].path, "/");
		snprintf(draft->from, draft->size, "%s/%.*s", draft->temporary, first, draft->file[i].path);
		snprintf(draft->to, draft->size, "%s/%.*s", draft->target, first, draft->file[i].path);
		if (rename(draft->from, draft->to) != 0 && errno != ENOENT) /* ENOENT: subfolder moved already */
			return false;
	}
	return rmdir(draft->temporary) == 0;
}

int output_folder(const char *path, const struct OutputFile *file, int files)
{
	struct Draft draft = { .file = file, .files = files, .lock = -1 };
	sigset_t before;
	signals_hold(&before);
	int code = draft_begin(&draft, path) ? EXIT_FINE : complain_unwritten(path);
	bool begun = code == EXIT_FINE;
	for (int i = 0; i < files && code == EXIT_FINE; i++)
		code = draft_write(&draft, &file[i]);
	if (code == EXIT_FINE && !(draft.exists ? draft_move(&draft) : rename(draft.temporary, draft.target) == 0)) {
		code = complain_unwritten(path);
		if (draft.exists)
			draft_remove(&draft, draft.target, false);
	}
	if (code != EXIT_FINE && begun)
		draft_remove(&draft, draft.temporary, true);
	draft_free(&draft);
	signals_release(&before);
	return code;
}
