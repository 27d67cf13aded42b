/* The second tier: the system's C compiler makes a shared object, which is loaded. */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alone.h"
#include "cache.h"
#include "base/child.h"
#include "base/scratch.h"
#include "base/signals.h"

static bool write_text(const char *path, const struct CcJob *job)
{
	FILE *file = fopen(path, "w");
	if (!file)
		return false;
	bool good = fprintf(file, "%s%s", job->key, job->text) >= 0;
	return fclose(file) == 0 && good;
}

/* --- the command --- */

enum { WORDS = 8, OPTIONS = 12, SECONDS = 120 };

size_t cc_words(char *room, size_t size, char **word, size_t most)
{
	const char *given = getenv("CC");
	size_t count = 0;
	char *rest = NULL;
	snprintf(room, size, "%s", given && *given ? given : "cc");
	for (char *next = strtok_r(room, " ", &rest); next && count < most; next = strtok_r(NULL, " ", &rest))
		word[count++] = next;
	return count;
}

static size_t compiler_options(bool fast, const char **option)
{
	static const char *const always[] = { "-std=c99", "-ffp-contract=off", "-fPIC", "-shared" };
	size_t count = 0;
	for (; count < sizeof always / sizeof *always; count++)
		option[count] = always[count];
	option[count++] = fast ? "-O3" : "-O1";
	if (fast)
		option[count++] = "-march=native";
	return count;
}

/* Runs the C compiler and waits; NULL, or why there is no object. */
static const char *run_cc(const struct CcJob *job, const struct CcFolder *folder)
{
	char room[256], *arguments[WORDS + OPTIONS];
	const char *option[OPTIONS];
	size_t count = cc_words(room, sizeof room, arguments, WORDS), options = compiler_options(job->fast, option);
	static const int quiet[] = { -1, -1, -1 }; /* no output on the caller's terminal */
	for (size_t i = 0; i < options; i++)
		arguments[count++] = (char *)option[i];
	const char *const files[] = { "-o", folder->object, folder->source, "-lm" };
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		arguments[count++] = (char *)files[i];
	arguments[count] = NULL;
	switch (child_run(arguments, quiet, SECONDS)) {
	case CHILD_WELL: return NULL;
	case CHILD_LATE: return "the C compiler (CC, else cc) took longer than 120 s and was ended";
	case CHILD_STOPPED: return "the C compiler was ended by a signal";
	case CHILD_BADLY:
	case CHILD_MISSING: break;
	}
	return "the C compiler (CC, else cc) could not be run or refused its input";
}

/* --- one compilation --- */

static rigidc_status fail(struct CcJob *job, const char *what, const char *path, const char *why)
{
	snprintf(job->problem, sizeof job->problem, "%s%s%.400s%s%.100s", what, *path ? " " : "", path,
	         *why ? ": " : "", why);
	return RIGIDC_UNAVAILABLE;
}

/* Finds a symbol. ISO C has no cast from the pointer of dlsym to a function. */
static void find(void *handle, const char *name, void *function, size_t size)
{
	void *found = handle ? dlsym(handle, name) : NULL;
	if (found)
		memcpy(function, &found, size);
}

static bool load(struct CcJob *job, const char *object)
{
	alone_begin();
	job->code.handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
	find(job->code.handle, "call0", &job->code.call, sizeof job->code.call);
	find(job->code.handle, "raw0", &job->code.raw, sizeof job->code.raw);
	find(job->code.handle, "many0", &job->code.many, sizeof job->code.many);
	alone_end();
	return job->code.call != NULL;
}

static rigidc_status build(struct CcJob *job, const struct CcFolder *folder)
{
	rigidc_status status = RIGIDC_OK;
	const char *problem;
	if (!write_text(folder->source, job))
		status = fail(job, "cannot write", folder->source, strerror(errno));
	else if ((problem = run_cc(job, folder)))
		status = fail(job, problem, "", "");
	else if (!load(job, folder->object))
		status = fail(job, "the compiled object could not be loaded", "", "");
	else if (job->cache)
		cache_keep(job, folder->object, folder->source);
	return status;
}

static void remove_files(const struct CcFolder *folder)
{
	unlink(folder->source);
	unlink(folder->object); /* a loaded object stays in memory */
	rmdir(folder->path);
}

static rigidc_status compile_anew(struct CcJob *job)
{
	struct CcFolder *folder = &job->folder;
	sigset_t before;
	rigidc_status status;
	signals_hold(&before); /* until the files are gone; a compiler interrupted at a terminal ends at once */
	if (!scratch_make(job->cache ? job->cache : scratch_parent(), folder->path, sizeof folder->path)) {
		status = fail(job, "cannot make a folder", folder->path, strerror(errno));
	} else {
		snprintf(folder->source, sizeof folder->source, "%s/model.c", folder->path);
		snprintf(folder->object, sizeof folder->object, "%s/model.so", folder->path);
		atomic_store(&folder->exists, true);
		status = build(job, folder);
		remove_files(folder);
		atomic_store(&folder->exists, false);
	}
	signals_release(&before);
	return status;
}

/* Removes the folder of a job whose compiler may still run. Without the folder the compiler cannot write. */
void cc_abandon(struct CcJob *job)
{
	if (atomic_load(&job->folder.exists))
		remove_files(&job->folder);
}

/* Writes the dependencies of an object; false if unknown. */
static bool make_key(struct CcJob *job)
{
	char room[256], *word[WORDS];
	const char *option[OPTIONS];
	size_t words = cc_words(room, sizeof room, word, WORDS), options = compiler_options(job->fast, option);
	return cache_key(job, (const char *const *)word, words, option, options);
}

bool cc_cached(struct CcJob *job)
{
	char object[PATH_MAX];
	return job->cache && cache_open(job) && make_key(job) && cache_find(job, object, sizeof object) &&
	       load(job, object);
}

rigidc_status cc_run(struct CcJob *job)
{
	job->key[0] = '\0';
	if (job->cache && !cache_open(job))
		return RIGIDC_UNAVAILABLE;
	if (cc_cached(job))
		return RIGIDC_OK;
	if (job->cache && !job->key[0])
		job->cache = NULL;
	return compile_anew(job);
}

rigidc_status cc_compile(rigidc_model *model, const char *text, struct Code *code)
{
	struct CcJob job = { .text = text, .cache = model->request.cache };
	rigidc_status status = cc_run(&job);
	if (status != RIGIDC_OK)
		library_fail(model, status, "%s", job.problem);
	*code = job.code;
	return status;
}

void cc_release(void *handle)
{
	alone_begin();
	dlclose(handle);
	alone_end();
}
