#define _XOPEN_SOURCE 700 /* realpath */

#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/scratch.h"
#include "base/text.h"
#include "base/version.h"

/* --- the folder --- */

static bool refuse(struct CcJob *job, const char *why)
{
	snprintf(job->problem, sizeof job->problem, "the cache folder %.200s %s", job->cache, why);
	return false;
}

bool cache_open(struct CcJob *job)
{
	struct stat folder;
	if (mkdir(job->cache, 0700) != 0 && errno != EEXIST)
		return refuse(job, strerror(errno));
	if (lstat(job->cache, &folder) != 0)
		return refuse(job, strerror(errno));
	if (!S_ISDIR(folder.st_mode))
		return refuse(job, "is no folder");
	if (folder.st_uid != geteuid())
		return refuse(job, "is not ours");
	if (folder.st_mode & (S_IRWXG | S_IRWXO))
		return refuse(job,
		              "is open to others, who may have left code in it: name a folder that is not there yet");
	return true;
}

/* --- dependencies of an object --- */

struct Key {
	char *text;
	size_t room;
	bool good;
};

/* Adds a line, in which nothing can end the comment. */
static void add(struct Key *key, const char *what, const char *value)
{
	size_t used = strlen(key->text), length = strlen(what) + strlen(value) + 2;
	if (used + length + 8 > key->room || strstr(value, "*/")) {
		key->good = false;
		return;
	}
	snprintf(key->text + used, key->room - used, "%s %s\n", what, value);
	if (key->text[strlen(key->text) - 2] == '\n') /* the value ended with a line end */
		key->text[strlen(key->text) - 1] = '\0';
}

/* The real path of a command, found along PATH. */
static bool find_program(const char *name, char *path)
{
	const char *list = getenv("PATH");
	char candidate[PATH_MAX];
	if (strchr(name, '/'))
		return realpath(name, path) != NULL;
	while (list && *list) {
		size_t length = strcspn(list, ":");
		int written = snprintf(candidate, sizeof candidate, "%.*s/%s", (int)length, list, name);
		if (written > 0 && (size_t)written < sizeof candidate && access(candidate, X_OK) == 0)
			return realpath(candidate, path) != NULL;
		list += length + (list[length] == ':');
	}
	return false;
}

static void add_compiler(struct Key *key, const char *name)
{
	char path[PATH_MAX], figures[64];
	struct stat file;
	if (!find_program(name, path) || stat(path, &file) != 0) {
		key->good = false;
		return;
	}
	snprintf(figures, sizeof figures, "%lld %lld", (long long)file.st_size, (long long)file.st_mtime);
	add(key, "compiler", path);
	add(key, "of", figures);
}

/* Properties of the processor for -march=native, without values that change over time. */
static void add_machine(struct Key *key)
{
	static const char *const lasting[] = { "vendor_id", "cpu family", "model\t",         "model name", "stepping",
		                               "flags",     "Features",   "CPU implementer", "CPU part",   "isa" };
	FILE *file = fopen("/proc/cpuinfo", "r");
	char line[8192];
	bool any = false;
	while (file && fgets(line, sizeof line, file) && *line != '\n')
		for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++)
			if (strncmp(line, lasting[i], strlen(lasting[i])) == 0) {
				add(key, "machine", line);
				any = true;
			}
	if (file)
		fclose(file);
	key->good &= any;
}

bool cache_key(struct CcJob *job, const char *const *word, size_t words, const char *const *option, size_t options)
{
	struct Key key = { job->key, sizeof job->key, words > 0 };
	snprintf(job->key, sizeof job->key, "/* rigidc " RIGIDC_VERSION "\n");
	if (key.good)
		add_compiler(&key, word[0]);
	for (size_t i = 1; i < words; i++)
		add(&key, "word", word[i]);
	for (size_t i = 0; i < options; i++)
		add(&key, "option", option[i]);
	if (job->fast)
		add_machine(&key);
	if (key.good)
		strcat(job->key, " */\n"); /* `add` leaves room */
	else
		job->key[0] = '\0';
	return key.good;
}

/* --- files --- */

enum { HASH_DIGITS = 16, TRAILER = 80 };
static const long long limit = 256LL * 1024 * 1024; /* bytes of all files in the folder */
static const long long abandoned = 24 * 60 * 60;    /* s: older temporary folders belong to killed processes */

static bool name_file(const struct CcJob *job, const char *ending, char *path, size_t room)
{
	unsigned long long hash = text_hash(job->key, strlen(job->key)) * 31 + text_hash(job->text, strlen(job->text));
	int length = snprintf(path, room, "%s/%0*llx.%s", job->cache, HASH_DIGITS, hash, ending);
	return length > 0 && (size_t)length < room;
}

/* The content of a regular file that is ours and that nobody else may write; NULL: not such a file. */
static char *read_own(const char *path, size_t *length)
{
	struct stat state;
	int number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	bool own = number >= 0 && fstat(number, &state) == 0 && S_ISREG(state.st_mode) && state.st_uid == geteuid() &&
	           !(state.st_mode & (S_IWGRP | S_IWOTH)) && state.st_size <= limit;
	char *text = own ? malloc((size_t)state.st_size + 1) : NULL;
	*length = 0;
	while (text && *length < (size_t)state.st_size) {
		ssize_t got = read(number, text + *length, (size_t)state.st_size - *length);
		if (got <= 0 && !(got < 0 && errno == EINTR))
			break;
		*length += got > 0 ? (size_t)got : 0;
	}
	if (number >= 0)
		close(number);
	return text;
}

/* The trailer of a source: length and hash of its object, so that a truncated or changed object is not loaded. False:
 * no object. */
static bool describe_object(const char *path, char trailer[TRAILER])
{
	size_t length;
	char *object = read_own(path, &length);
	if (object)
		snprintf(trailer, TRAILER, "/* object %zu %016llx */\n", length,
		         (unsigned long long)text_hash(object, length));
	free(object);
	return object != NULL;
}

/* Does the file consist of the key, the text and the object's trailer, and nothing else? */
static bool is_source(const struct CcJob *job, const char *path, const char *trailer)
{
	const char *const part[] = { job->key, job->text, trailer };
	size_t length;
	char *text = read_own(path, &length);
	const char *at = text;
	bool same = text != NULL;
	for (int i = 0; i < 3 && same; i++) {
		size_t own = strlen(part[i]);
		same = (size_t)(text + length - at) >= own && memcmp(at, part[i], own) == 0;
		at += own;
	}
	same = same && at == text + length;
	free(text);
	return same;
}

bool cache_find(const struct CcJob *job, char *object, size_t room)
{
	char source[PATH_MAX], trailer[TRAILER];
	return name_file(job, "c", source, sizeof source) && name_file(job, "so", object, room) &&
	       describe_object(object, trailer) && is_source(job, source, trailer);
}

/* --- keeping --- */

/* Appends `more` and flushes the file to disk, so that after a loss of power it is complete or absent. */
static bool settle(const char *path, const char *more)
{
	int number = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	size_t length = strlen(more);
	bool good = number >= 0 && fchmod(number, S_IRUSR | S_IWUSR) == 0 &&
	            write(number, more, length) == (ssize_t)length && fsync(number) == 0;
	return number >= 0 && close(number) == 0 && good;
}

struct Entry {
	char name[NAME_MAX + 1];
	long long size, age;
};

struct Entries {
	struct Entry *item;
	size_t count;
	long long size;
};

static bool is_entry(const char *name)
{
	size_t digits = strspn(name, "0123456789abcdef");
	return digits == HASH_DIGITS && (strcmp(name + digits, ".c") == 0 || strcmp(name + digits, ".so") == 0);
}

static void add_entry(struct Entries *all, const char *name, const struct stat *state)
{
	struct Entry *wider = realloc(all->item, (all->count + 1) * sizeof *wider);
	if (!wider)
		return;
	all->item = wider;
	struct Entry *entry = &all->item[all->count++];
	snprintf(entry->name, sizeof entry->name, "%s", name);
	entry->size = (long long)state->st_size;
	entry->age = (long long)(time(NULL) - state->st_mtime);
	all->size += entry->size;
}

static struct Entries find_entries(DIR *folder)
{
	struct Entries all = { NULL, 0, 0 };
	struct stat state;
	for (struct dirent *found; (found = readdir(folder));) {
		if (fstatat(dirfd(folder), found->d_name, &state, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		if (is_entry(found->d_name))
			add_entry(&all, found->d_name, &state);
		else if (strncmp(found->d_name, "rigidc-", 7) == 0 && S_ISDIR(state.st_mode) &&
		         time(NULL) - state.st_mtime > abandoned)
			scratch_remove(dirfd(folder), found->d_name);
	}
	return all;
}

/* Order: older entries first. */
static int by_age(const void *a, const void *b)
{
	long long x = ((const struct Entry *)a)->age, y = ((const struct Entry *)b)->age;
	return (x < y) - (x > y);
}

static void make_room(const struct CcJob *job)
{
	DIR *folder = opendir(job->cache);
	if (!folder)
		return;
	struct Entries all = find_entries(folder);
	if (all.count)
		qsort(all.item, all.count, sizeof *all.item, by_age);
	for (size_t i = 0; i < all.count && all.size > limit; i++) {
		unlinkat(dirfd(folder), all.item[i].name, 0);
		all.size -= all.item[i].size;
	}
	free(all.item);
	closedir(folder);
}

/* Keeps an object and its source. The source is moved last: if it exists, the object exists. */
void cache_keep(const struct CcJob *job, const char *object, const char *source)
{
	char path[PATH_MAX], trailer[TRAILER];
	if (settle(object, "") && describe_object(object, trailer) && settle(source, trailer) &&
	    name_file(job, "so", path, sizeof path) && rename(object, path) == 0 &&
	    name_file(job, "c", path, sizeof path) && rename(source, path) == 0)
		make_room(job);
}
