#define _XOPEN_SOURCE 700 /* realpath */

#include "cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
		return refuse(job, "is open to others: chmod 700");
	return true;
}

/* --- what an object depends on --- */

struct Key {
	char *text;
	size_t room;
	bool good;
};

/* One more line, in which nothing can end the comment. */
static void add(struct Key *key, const char *what, const char *value)
{
	size_t used = strlen(key->text), length = strlen(what) + strlen(value) + 2;
	if (used + length + 8 > key->room || strstr(value, "*/")) {
		key->good = false;
		return;
	}
	snprintf(key->text + used, key->room - used, "%s %s\n", what, value);
	if (key->text[strlen(key->text) - 2] == '\n') /* the value had one */
		key->text[strlen(key->text) - 1] = '\0';
}

/* The file that a command is, along PATH. */
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

/* What -march=native sees, as far as it stays from one moment to the next. */
static void add_machine(struct Key *key)
{
	static const char *const lasting[] = { "vendor_id", "cpu family", "model\t", "model name", "stepping", "flags", "Features",
	                                       "CPU implementer", "CPU part", "isa" };
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

static bool name_file(const struct CcJob *job, const char *ending, char *path, size_t room)
{
	unsigned long long hash = text_hash(job->key, strlen(job->key)) * 31 + text_hash(job->text, strlen(job->text));
	int length = snprintf(path, room, "%s/%016llx.%s", job->cache, hash, ending);
	return length > 0 && (size_t)length < room;
}

/* Does a file hold the key and the text, and nothing else? */
static bool is_source(const struct CcJob *job, const char *path)
{
	FILE *file = fopen(path, "r");
	bool same = file != NULL;
	for (const char *at = job->key; same && *at; at++)
		same = getc(file) == (unsigned char)*at;
	for (const char *at = job->text; same && *at; at++)
		same = getc(file) == (unsigned char)*at;
	same = same && getc(file) == EOF;
	if (file)
		fclose(file);
	return same;
}

bool cache_find(const struct CcJob *job, char *object, size_t room)
{
	char source[PATH_MAX];
	return name_file(job, "c", source, sizeof source) && name_file(job, "so", object, room) && is_source(job, source) &&
	       access(object, R_OK) == 0;
}

/* The source comes last: where it stands, the object does. */
void cache_keep(const struct CcJob *job, const char *object, const char *source)
{
	char path[PATH_MAX];
	if (name_file(job, "so", path, sizeof path) && rename(object, path) == 0 && name_file(job, "c", path, sizeof path))
		(void)!rename(source, path);
}
