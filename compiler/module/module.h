/* The targets that are no C: modules of JavaScript and of Python, which name, number and explain things as the C does.
 * Called by the table of targets. All memory is the arena's. */
#ifndef RIGIDC_MODULE_H
#define RIGIDC_MODULE_H

#include "c/printer.h"

extern const struct Dialect dialect_javascript, dialect_numpy;

void print_javascript(struct Printer *p);
void print_numpy(struct Printer *p);

/* An option that says how C is to be, "--batch"; NULL: there is none. */
const char *module_refused(const struct Request *request);

/* How a language writes what stands outside of functions. */
struct Language {
	const char *constant[3]; /* before a name, between it and the value, and behind */
	const char *list[2];     /* around numbers that stay as they are */
	const char *remark[2];   /* around a comment at the end of a line */
	struct NoNumber words;
};

/* Sizes, where coordinates and wrenches stand, limits, poses, the hash of the model. */
void module_put_constants(struct Printer *p, const struct Language *language);

/* Lines that one of the printers of comments writes, in the words of which each loses the star before it and gets `lead`
 * instead. Without the marks around the comment. */
void module_put_lines(struct Printer *p, void (*put)(struct Printer *p), const char *lead);

#endif
