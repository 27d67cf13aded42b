/* Targets other than C: modules of JavaScript and of Python. Names, numbers and comments are as in C.
 * Called by the table of targets. All memory is the arena's. */
#ifndef RIGIDC_MODULE_H
#define RIGIDC_MODULE_H

#include "c/printer.h"

extern const struct Dialect dialect_javascript, dialect_numpy, dialect_torch, dialect_jax;

void print_javascript(struct Printer *p);
/* The module, and its declarations for TypeScript as p->printed->header. */
void print_typed_javascript(struct Printer *p);
void print_python(struct Printer *p);

/* Requested option that applies only to C, "--batch"; NULL: none. */
const char *module_refused(const struct Request *request);

/* Syntax of a language outside of functions. */
struct Language {
	const char *constant[3]; /* before a name, between name and value, after the value */
	const char *list[2];     /* around the numbers of a constant list */
	const char *list_type;   /* in place of a list: its type; NULL: the list itself */
	const char *remark[2];   /* around a comment at the end of a line */
	struct NoNumber words;
};

/* The comment before a function of JavaScript: p->function. */
void javascript_put_doc(struct Printer *p);
/* Drops the empty line after the last function. */
void module_end_file(struct Text *out);

/* Constants: sizes, indices of coordinates and wrenches, limits, poses, the hash of the model. */
void module_put_constants(struct Printer *p, const struct Language *language);

/* Default values of the parameters, a line each; `quote` is around the names, `list` around the numbers of a vector or
 * matrix, `remark` before the comment. */
void module_put_defaults(struct Printer *p, const char *quote, const char *const list[2], const char *remark);

/* Lines written by a comment printer of C, with `lead` in place of the leading star and without the comment marks. */
void module_put_lines(struct Printer *p, void (*put)(struct Printer *p), const char *lead);

#endif
