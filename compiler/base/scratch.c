#include "scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char begin[] = "rigidc-cc-";
static const long long lasts = 60 * 60; /* s: a compilation ends after 120 s */

const char *scratch_parent(void)
{
	const char *parent = getenv("TMPDIR");
	return parent && *parent ? parent : "/tmp";
}

/* Was this entry left by a killed process? */
static bool is_left(const struct stat *state)
{
	return S_ISDIR(state->st_mode) && state->st_uid == geteuid() && (state->st_mode & 077) == 0 &&
	       time(NULL) - state->st_mtime > lasts;
}

void scratch_remove(int parent, const char *name)
{
	int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *list = folder >= 0 ? fdopendir(folder) : NULL;
	for (struct dirent *found; list && (found = readdir(list));)
		unlinkat(folder, found->d_name, 0);
	if (list)
		closedir(list);
	else if (folder >= 0)
		close(folder);
	unlinkat(parent, name, AT_REMOVEDIR);
}

static void clean(const char *parent)
{
	DIR *list = opendir(parent);
	struct stat state;
	for (struct dirent *found; list && (found = readdir(list));)
		if (strncmp(found->d_name, begin, sizeof begin - 1) == 0 &&
		    fstatat(dirfd(list), found->d_name, &state, AT_SYMLINK_NOFOLLOW) == 0 && is_left(&state))
			scratch_remove(dirfd(list), found->d_name);
	if (list)
		closedir(list);
}

/* A leading - of the parent is not taken for an option by a compiler. */
bool scratch_make(const char *parent, char *path, size_t room)
{
	int length = snprintf(path, room, "%s%s/%sXXXXXX", *parent == '-' ? "./" : "", parent, begin);
	errno = ENAMETOOLONG;
	if (length < 0 || (size_t)length >= room)
		return false;
	clean(parent);
	return mkdtemp(path) != NULL;
}
