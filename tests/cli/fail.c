/* Preloaded library: the command's allocation or write number FAIL_AT fails, as chosen by FAIL ("allocation" or
 * "write"), counted from its main on. At the end it writes the number of such calls to the file FAIL_COUNT. SLOW: ms
 * to sync a file, and to rename it. NO_LINKS: hard links fail. Only writes of results count, not writes to standard error, nor writes by stdio
 * itself. Used by fail.sh. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long wanted = -1, seen;
static bool writes, begun;

/* Libraries that begin before the command, such as those of MPI, are not tried: constructors of this library run last. */
__attribute__((constructor)) static void begin(void)
{
	begun = true;
}

static bool fails(bool write, int error)
{
	if (wanted < 0) {
		const char *kind = getenv("FAIL"), *at = getenv("FAIL_AT");
		wanted = at ? atol(at) : 0;
		writes = kind && strcmp(kind, "write") == 0;
	}
	seen += begun && write == writes;
	if (!begun || !wanted || write != writes || seen != wanted)
		return false;
	errno = error;
	return true;
}

__attribute__((destructor)) static void tell(void)
{
	long count = seen;
	const char *path = getenv("FAIL_COUNT");
	FILE *file = path ? fopen(path, "w") : NULL;
	if (!file)
		return;
	fprintf(file, "%ld\n", count);
	fclose(file);
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	return fails(false, ENOMEM) ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
	return fails(false, ENOMEM) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *old, size_t size)
{
	return fails(false, ENOMEM) ? NULL : __libc_realloc(old, size);
}

ssize_t write(int file, const void *bytes, size_t count)
{
	static ssize_t (*next)(int file, const void *bytes, size_t count);
	if (file != STDERR_FILENO && fails(true, ENOSPC))
		return -1;
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "write");
	return next(file, bytes, count);
}

static void pause_if_slow(void)
{
	const char *slow = getenv("SLOW");
	if (slow)
		usleep((useconds_t)atol(slow) * 1000);
}

int fsync(int file)
{
	pause_if_slow();
	(void)file; /* files of a test need not survive */
	return fails(true, EIO) ? -1 : 0;
}

int rename(const char *from, const char *to)
{
	static int (*next)(const char *from, const char *to);
	pause_if_slow();
	if (fails(true, EIO))
		return -1;
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "rename");
	return next(from, to);
}

int link(const char *from, const char *to)
{
	static int (*next)(const char *from, const char *to);
	if (getenv("NO_LINKS")) {
		errno = EPERM;
		return -1;
	}
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "link");
	return next(from, to);
}
