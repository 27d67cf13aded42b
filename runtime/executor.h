/* What turns the text of a function into code that can be called.
 * Called by function.c. The handle is the function's, which releases it. */
#ifndef RIGIDC_EXECUTOR_H
#define RIGIDC_EXECUTOR_H

#include "library.h"

struct Code {
	void (*call)(const void *const *input, void *const *output);
	rigidc_code raw; /* the function itself */
	void (*many)(size_t count, const void *const *input, void *const *output); /* states one behind the other; NULL: there is none */
	void *handle;
};

/* One or the other: code, or a status and what library_fail said. */
rigidc_status tcc_compile(rigidc_model *model, const char *text, struct Code *code);
void tcc_release(void *handle);
/* The C compiler's work, without a model: another thread may have it done. */
struct CcJob {
	const char *text;
	bool fast;          /* for this machine alone, with all it has */
	const char *cache;  /* a folder; NULL: nothing is kept */
	char key[12000];    /* what else the object depends on, as a comment; "" without a cache */
	struct Code code;
	char problem[600];  /* why there is none */
};
rigidc_status cc_run(struct CcJob *job);
/* The same from the cache alone. */
bool cc_cached(struct CcJob *job);
rigidc_status cc_compile(rigidc_model *model, const char *text, struct Code *code);
void cc_release(void *handle);

#endif
