/* The targets: a table of what a compilation can end in, and the text that each makes of a package.
 * Called by the column of compile.c, by the library and by --list=targets.
 * Texts are the arena's of who asks. */
#ifndef RIGIDC_TARGET_H
#define RIGIDC_TARGET_H

#include "dialect.h"
#include "pipeline/package.h"
#include "printed.h"

enum TargetId {
#define TARGET(id, name, summary, how, search, nesting, dialect, storage, print) TARGET_##id,
#include "targets.def"
#undef TARGET
	TARGET_COUNT
};

struct Printer;

struct Target {
	const char *name, *summary, *how;
	enum SearchEffort search;
	int nesting;
	const struct Dialect *dialect;
	const char *storage;
	void (*print)(struct Printer *p);
};

extern const struct Target target_table[TARGET_COUNT];

/* Does a C compiler, which knows its machine, read what is made? */
static inline bool target_is_text(const struct Target *target) { return target->dialect && target->dialect->width; }

/* Requires a target with a text, and a package whose names and constants were checked. */
void target_print(const struct Target *target, const struct Package *package, struct Printed *printed);

/* Reports names that would clash in C. */
void c_check_names(struct Diags *diags, const struct Package *package);
/* Reports constants that are not finite, or that a float cannot hold. Requires programs. */
void c_check_constants(struct Diags *diags, const struct Package *package);

#endif
