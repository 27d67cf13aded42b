#define _DEFAULT_SOURCE /* flock */

#include "temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char ending[] = ".tmp";
enum { DIGITS = 8, TRIES = 100 };

/* The name contains the time besides the process number: in containers every run may be process 1. Runs with equal
 * names are told apart by the lock. */
char *temporary_name(const char *target)
{
	static uint32_t count;
	struct timespec now;
	size_t size = strlen(target) + DIGITS + sizeof ending + 1;
	char *path = malloc(size);
	clock_gettime(CLOCK_REALTIME, &now);
	uint32_t mark = ((uint32_t)now.tv_sec * 1000003u) ^ (uint32_t)now.tv_nsec ^ ((uint32_t)getpid() << 16) ^
	                (++count * 2654435761u);
	if (path)
		snprintf(path, size, "%s.%0*x%s", target, DIGITS, mark, ending);
	return path;
}

/* True if the path still leads to the locked file. Another run may have removed the file before it was locked. */
static bool is_there(int file, const char *path)
{
	struct stat held, named;
	return fstat(file, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
	       held.st_dev == named.st_dev;
}

static int make(const char *path, bool folder)
{
	if (!folder)
		return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	return mkdir(path, 0777) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

static int make_locked(const char *target, bool folder, char **path)
{
	for (int i = 0; i < TRIES; i++) {
		*path = temporary_name(target);
		int file = *path ? make(*path, folder) : -1;
		/* a file system without locks: no other run can remove the file */
		if (file >= 0 && (flock(file, LOCK_EX) != 0 || is_there(file, *path)))
			return file;
		int error = file < 0 ? errno : EEXIST;
		if (file >= 0)
			close(file);
		free(*path);
		*path = NULL;
		errno = error;
		if (error != EEXIST)
			break;
	}
	return -1;
}

int temporary_file(const char *target, char **path)
{
	return make_locked(target, false, path);
}

int temporary_folder(const char *target, char **path)
{
	return make_locked(target, true, path);
}

/* --- leftovers of killed runs --- */

static bool is_temporary(const char *name, const char *target)
{
	size_t length = strlen(target);
	if (strncmp(name, target, length) != 0 || name[length] != '.')
		return false;
	name += length + 1;
	return strspn(name, "0123456789abcdef") == DIGITS && strcmp(name + DIGITS, ending) == 0;
}

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *at)
{
	(void)state;
	(void)kind;
	(void)at;
	remove(path);
	return 0;
}

static void remove_if_left(const char *path)
{
	enum { OPEN_MOST = 8 };
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
		nftw(path, remove_one, OPEN_MOST, FTW_DEPTH | FTW_PHYS);
	if (file >= 0)
		close(file);
}

void temporary_clean(const char *target)
{
	const char *slash = strrchr(target, '/'), *name = slash ? slash + 1 : target;
	char *folder = slash ? strndup(target, (size_t)(slash - target) + 1) : strdup("./"), *path;
	DIR *list = folder ? opendir(folder) : NULL;
	for (struct dirent *found; list && (found = readdir(list));) {
		size_t size = strlen(folder) + strlen(found->d_name) + 1;
		if (!is_temporary(found->d_name, name) || !(path = malloc(size)))
			continue;
		snprintf(path, size, "%s%s", folder, found->d_name);
		remove_if_left(path);
		free(path);
	}
	if (list)
		closedir(list);
	free(folder);
}
