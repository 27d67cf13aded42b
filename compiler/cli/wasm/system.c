/* What an operating system does for the library, and WebAssembly does not: other programs, other threads, symbolic links.
 * Here nothing else runs: the C compiler is unavailable, and nobody has to wait. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/signals.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/main/inherited.h"
#include "cli/package/folder_fmu.h"
#include "runtime/alone.h"
#include "runtime/executor.h"
#include "runtime/upgrade.h"

/* --- programs and threads --- */

enum Child child_run(char *const *arguments, const int standard[3], int seconds)
{
	(void)arguments;
	(void)standard;
	(void)seconds;
	return CHILD_MISSING;
}

int folder_fmu_library(const struct Folder *folder, const struct OutputFile *file, int files,
                       struct OutputFile *library)
{
	(void)folder, (void)file, (void)files, (void)library;
	complain("the unit has sources alone: there is no C compiler here");
	return EXIT_FINE;
}

void signals_inherit(void) {}

void signals_hold(sigset_t *before)
{
	*before = 0;
}

void signals_release(const sigset_t *before)
{
	(void)before;
}

bool signals_wait(void)
{
	return false;
}

void alone_begin(void) {}

void alone_end(void) {}

/* --- the C compiler --- */

rigidc_status cc_compile(rigidc_model *model, const char *text, struct Code *code)
{
	(void)text;
	(void)code;
	library_fail(model, RIGIDC_UNAVAILABLE, "there is no C compiler in WebAssembly");
	return RIGIDC_UNAVAILABLE;
}

void cc_release(void *handle)
{
	(void)handle;
}

bool upgrade_cached(const char *text, const char *cache, struct Code *code)
{
	(void)text;
	(void)cache;
	(void)code;
	return false;
}

struct Upgrade *upgrade_start(const char *text, const char *cache)
{
	(void)text;
	(void)cache;
	return NULL;
}

const struct Code *upgrade_code(const struct Upgrade *upgrade)
{
	(void)upgrade;
	return NULL;
}

int upgrade_state(struct Upgrade *upgrade, bool wait)
{
	(void)upgrade;
	(void)wait;
	return -1;
}

void upgrade_release(struct Upgrade *upgrade)
{
	(void)upgrade;
}

/* --- editors --- */

int command_lsp(const struct Options *options)
{
	(void)options;
	return complain("there is no language server in WebAssembly");
}

/* --- paths --- */

/* Only drawings by gnuplot have one. */
FILE *tmpfile(void)
{
	errno = ENOSYS;
	return NULL;
}

/* Removes the last name of a path and the slash before it. */
static char *without_last(char *begin, char *end)
{
	while (end > begin && *--end != '/')
		;
	*end = '\0';
	return end;
}

/* The names of the path without `.` and `..`, from the root; the current folder is the root. */
static void put_absolute(char *out, const char *path)
{
	char *end = out;
	*end = '\0';
	while (*path) {
		size_t length = strcspn(path, "/");
		if (length == 2 && memcmp(path, "..", 2) == 0) {
			end = without_last(out, end);
		} else if (length && !(length == 1 && *path == '.')) {
			*end++ = '/';
			memcpy(end, path, length);
			end += length;
			*end = '\0';
		}
		path += length + (path[length] == '/');
	}
	if (end == out)
		strcpy(out, "/");
}

/* There are no links, so the path alone decides. */
char *realpath(const char *path, char *room)
{
	struct stat state;
	char *out = room ? room : malloc(strlen(path) + 2);
	if (!out) {
		errno = ENOMEM;
		return NULL;
	}
	put_absolute(out, path);
	if (stat(out, &state) == 0)
		return out;
	if (!room)
		free(out);
	return NULL;
}
