/* The targets: a table of the forms in which a compilation ends, and their text for a job.
 * Called by compile.c, by the library and by --list=targets.
 * Texts are the caller's arena's. */
#ifndef RIGIDC_TARGET_H
#define RIGIDC_TARGET_H

#include "c/dialect.h"
#include "c/printed.h"
#include "pipeline/job.h"

enum TargetId {
#define TARGET(id, name, summary, how, ending, search, nesting, dialect, storage, refused, print) TARGET_##id,
#include "targets.def"
#undef TARGET
	TARGET_COUNT
};

struct Printer;

struct Target {
	const char *name, *summary, *how, *ending;
	enum SearchEffort search;
	int nesting;
	const struct Dialect *dialect;
	const char *storage;
	const char *(*refused)(const struct Request *request);
	void (*print)(struct Printer *p);
	bool counted; /* programs are counted and not made (program/lower.h) */
};

extern const struct Target target_table[TARGET_COUNT];

/* The target for a file name; TARGET_COUNT: none. */
enum TargetId target_of_file(const char *path);

/* A requested option that the target cannot print, "--batch"; NULL: none. */
static inline const char *target_refused(const struct Target *target, const struct Request *request)
{
	return target->refused ? target->refused(request) : NULL;
}

/* target_untestable, target_untested: why there is no self-test of the request, or of the job with programs; NULL:
 * possible. target_print_test: the self-test, which includes the header of the given name. */
const char *target_untestable(const struct Request *request);
const char *target_untested(const struct Job *job);
struct Text target_print_test(const struct Target *target, const struct Job *job, const char *include);

/* Requires a target with a text, and a job whose names and constants were checked. */
void target_print(const struct Target *target, const struct Job *job, struct Printed *printed);

/* Operations in the code of a function of the job for any x86-64: of each loop, those of one turn. */
uint32_t target_code_length(const struct Target *target, const struct Job *job, const struct Generated *function);

#endif
