/* The targets: a table of what a compilation can end in, and the text that each makes of a package.
 * Called by the column of compile.c, by the library and by --list=targets.
 * Texts are the arena's of who asks. */
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
};

extern const struct Target target_table[TARGET_COUNT];

/* The target for files of such a name; TARGET_COUNT: there is none. */
enum TargetId target_of_file(const char *path);

/* An option of the request that it has no form for, "--batch"; NULL: it has one for all. */
static inline const char *target_refused(const struct Target *target, const struct Request *request)
{
	return target->refused ? target->refused(request) : NULL;
}

/* Why there is no self-test of what is asked for, or of a package with programs; NULL: there is one. And its text, which
 * includes the header of that name. */
const char *target_untestable(const struct Request *request);
const char *target_untested(const struct Job *job);
struct Text target_print_test(const struct Target *target, const struct Job *job, const char *include);

/* Requires a target with a text, and a package whose names and constants were checked. */
void target_print(const struct Target *target, const struct Job *job, struct Printed *printed);

#endif
