/* What turns the text of a function into code that can be called.
 * Called by function.c. The handle is the function's, which releases it. */
#ifndef RIGIDC_EXECUTOR_H
#define RIGIDC_EXECUTOR_H

#include "library.h"

struct Code {
	void (*call)(const void *const *input, void *const *output);
	rigidc_code raw; /* the function itself */
	void *handle;
};

/* One or the other: code, or a status and what library_fail said. */
rigidc_status tcc_compile(rigidc_model *model, const char *text, struct Code *code);
void tcc_release(void *handle);
rigidc_status cc_compile(rigidc_model *model, const char *text, struct Code *code);
void cc_release(void *handle);

#endif
