/* Losses: contents of a file that a model cannot have, a message for each kind with a count and the first place. Also
 * elements and attributes unknown to the format of the file.
 * Called by the readers of XML formats, each with its own tables. Memory is the arena's. */
#ifndef RIGIDC_LOSSES_H
#define RIGIDC_LOSSES_H

#include "base/diag.h"
#include "xml.h"

/* A kind of loss. */
struct LossRow {
	enum Check check;
	const char *noun; /* after the count, with %s for its plural */
	const char *what; /* what follows from it */
	const char *help; /* or NULL */
};

enum KnownKind { KNOWN_ELEMENTS, KNOWN_EXPANDED, KNOWN_ATTRIBUTES };

/* Names by the element around them, with blanks between them. Expanded elements are those that the format's own program
 * writes out as others. */
struct KnownRow {
	enum KnownKind kind;
	const char *inside; /* NULL: the end of the table */
	const char *names;
};

/* A word of other programs. */
struct WordRow {
	const char *inside; /* the element around an element, or with the attribute; "": any */
	const char *name;   /* of an attribute with `@` before it; NULL: the end of the table */
	const char *right;  /* the name that the format has for the same value; NULL: another form */
	const char *help;   /* NULL: `right` says it */
	bool counts;        /* it changes numbers */
};

struct LossTables {
	const struct LossRow *row;
	size_t rows;
	const struct KnownRow *known; /* to its end */
	const struct WordRow *word;   /* to its end */
	const char *
		counting; /* names of elements and attributes that change numbers, with blanks between them; NULL: none */
	const char *foreign; /* what the names of elements and attributes of other programs contain; NULL: nothing */
};

struct Loss {
	size_t count;
	struct Span span; /* of the first */
	struct Text names;
	size_t named;
};

/* Unknown elements or attributes of one name. */
struct Stranger {
	const char *name, *inside;
	bool attribute;
	bool renamable;   /* one name alone is to change */
	struct Span span; /* of its name, with `<` of an element */
	size_t count;
};

struct Losses {
	struct Diags *diags;
	struct LossTables tables;
	struct Loss *loss; /* by row */
	struct ARENA_LIST(struct Stranger) stranger;
	struct NameTable strangers;
};

/* The tables are borrowed. */
void losses_init(struct Losses *losses, struct Diags *diags, struct LossTables tables);
/* Counts a loss of a row; `name` of the body, joint or tendon, or NULL. */
void losses_add(struct Losses *losses, size_t row, struct Span span, const char *name);
/* Counts the elements of these names inside another, at any depth. */
void losses_add_within(struct Losses *losses, size_t row, const struct XmlElement *root, const char *names);
/* Is the element known inside its parent? If not, it is counted. */
bool losses_know(struct Losses *losses, const struct XmlElement *element);
/* Counts an attribute that the format does not have. */
void losses_attribute(struct Losses *losses, const struct XmlElement *element, const struct XmlAttribute *attribute);
/* Counts the element's attributes that the format does not have. */
void losses_check_attributes(struct Losses *losses, const struct XmlElement *element);
/* Reports all that was counted. */
void losses_report(struct Losses *losses);

/* Names of a row, or NULL. */
const char *known_names(const struct KnownRow *row, enum KnownKind kind, const char *inside);
/* Is the name among these? */
bool known_among(const char *names, const char *name);

#endif
