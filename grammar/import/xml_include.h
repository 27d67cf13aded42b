/* XML files that an XML model includes.
 * Called by the readers of formats with such elements. Memory is the arena's; sources are borrowed. */
#ifndef RIGIDC_XML_INCLUDE_H
#define RIGIDC_XML_INCLUDE_H

#include "grammar/include.h"
#include "xml_tree.h"

/* Files that are being read, the innermost first. */
struct XmlOpen {
	const struct Included *file;
	const struct XmlOpen *around;
};

/* An included file, and its source. */
struct XmlRead {
	uint32_t source;
	const struct Included *file;
};

struct XmlIncluder {
	struct Diags *diags;
	struct Includes *includes; /* NULL: no file can be included */
	const char *called;        /* a file of the format: "an MJCF file" */
	const char *once;          /* why a file cannot be read twice, or NULL */
	struct NameTable seen;     /* identities of files */
	struct ARENA_LIST(struct XmlRead) read;
	size_t bytes;
};

void xml_include_init(struct XmlIncluder *x, struct Diags *diags, struct Includes *includes, const char *called);
/* The root element of a file; NULL after a diagnostic at `name`. `path`: the name to look for, from the folder of
 * `from`, NULL: of the model, and of `otherwise`, if that is not NULL; `open`: files that would lead back to themselves; *file: the file
 * that is found. */
struct XmlElement *xml_include_read(struct XmlIncluder *x, struct Span statement, struct XmlValue name,
                                    const char *path, const struct Included *from, const struct Included *otherwise,
                                    const struct XmlOpen *open, const struct Included **found);
/* The included file of a source; NULL: another source. */
const struct Included *xml_included(const struct XmlIncluder *x, uint32_t source);

#endif
