/* What `rigidc package` writes, as a table.
 * Called by the command, its option and the lists. Static data. */
#ifndef RIGIDC_PACKAGE_KIND_H
#define RIGIDC_PACKAGE_KIND_H

#include <stdbool.h>

struct Folder;

enum PackageId {
#define PACKAGE(id, name, summary, code, lower, taken, refused) PACKAGE_##id,
#include "packages.def"
	PACKAGE_COUNT
};

struct PackageKind {
	const char *name, *summary;
	const char *code;  /* what -o of `compile` is there, to be filled in */
	bool lower;        /* its name has lower-case letters, digits and single underscores */
	const char *taken; /* what its name cannot be */
	/* What there is no form for, as a whole message; NULL: there is one. */
	const char *(*refused)(struct Folder *folder);
};
extern const struct PackageKind package_table[PACKAGE_COUNT];

#endif
