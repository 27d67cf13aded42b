/* Executors: from the text of a function to callable code.
 * Called by function.c and upgrade.c; cc_words also by `package --for=fmi`. The handle belongs to the function, which releases it. */
#ifndef RIGIDC_EXECUTOR_H
#define RIGIDC_EXECUTOR_H

#include <stdatomic.h>

#include "library.h"

struct Code {
	void (*call)(const void *const *input, void *const *output);
	rigidc_code raw;                                                           /* the function itself */
	void (*many)(size_t count, const void *const *input, void *const *output); /* contiguous states; or NULL */
	void *handle;
};

/* Gives code, or a status and the problem reported by library_fail. */
rigidc_status tcc_compile(rigidc_model *model, const char *text, struct Code *code);
void tcc_release(void *handle);
/* The files of one compilation. */
struct CcFolder {
	char path[1024], source[1100], object[1100];
	atomic_bool exists; /* then the names do not change */
};
/* Job of the C compiler. It has no model, so another thread may run it. */
struct CcJob {
	const char *text;
	bool fast;         /* for this machine only, with all its instructions */
	const char *cache; /* a folder; NULL: no cache */
	char key[12000];   /* other dependencies of the object, as a comment; "" without a cache */
	struct Code code;
	char problem[600]; /* why there is no code */
	struct CcFolder folder;
};
rigidc_status cc_run(struct CcJob *job);
/* Removes the files of a job that another thread runs, and that will not be finished because the process ends. */
void cc_abandon(struct CcJob *job);
/* Words of the command of the C compiler, CC or else cc, at most `most` of them. `room` is for their text. Returns their number. */
size_t cc_words(char *room, size_t size, char **word, size_t most);
/* Loads the job's object from the cache only. */
bool cc_cached(struct CcJob *job);
rigidc_status cc_compile(rigidc_model *model, const char *text, struct Code *code);
void cc_release(void *handle);

#endif
