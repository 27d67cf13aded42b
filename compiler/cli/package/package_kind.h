/* The table of kinds of packages.
 * Called by the command, its option and the lists. Static data. */
#ifndef RIGIDC_PACKAGE_KIND_H
#define RIGIDC_PACKAGE_KIND_H

#include <stdbool.h>

struct Folder;
struct Job;

enum PackageId {
#define PACKAGE(id, ...) PACKAGE_##id,
#include "packages.def"
	PACKAGE_COUNT
};

struct PackageKind {
	const char *name, *summary;
	const char *code;   /* path of the generated code, with marks to be filled in */
	const char *beside; /* folder that the folder of the model's copy is in: "documentation/", or "" */
	bool lower;         /* the name has lower-case letters, digits and single underscores only */
	const char *taken;  /* impossible names */
	const char *preset; /* of options that are not given; NULL: none */
	/* Text for -f, of the functions asked for; NULL after a message. Itself NULL: those asked for. */
	const char *(*request)(struct Folder *folder, const struct Job *asked);
	/* Adds values for the templates of the kind; NULL: those of every kind are enough. */
	void (*values)(struct Folder *folder);
	/* Reason why this kind of package is impossible for the functions, as a whole message; NULL: possible. */
	const char *(*refused)(struct Folder *folder);
};
extern const struct PackageKind package_table[PACKAGE_COUNT];

#endif
