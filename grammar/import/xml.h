/* XML: sources by expat, trees of elements with their places, copies and included files, numbers in values.
 * Called by the readers of XML formats.
 * Texts of values are the arena's. Elements, attributes and their names are its scratch's, and live until the file is
 * read. */
#ifndef RIGIDC_XML_H
#define RIGIDC_XML_H

#include "base/arena.h"
#include "base/diag.h"
#include "grammar/include.h"

/* --- XML by expat: elements with their places. Faults of the XML become diagnostics --- */

/* Limit of nested elements. */
enum { XML_DEEPEST = 1000 };

/* A text of the source: the value of an attribute, or the content of an element. */
struct XmlValue {
	const char *text; /* NULL: not given */
	struct Span span; /* without quotes, or blanks around */
};

struct XML_ParserStruct;

struct XmlParse {
	struct Diags *diags;
	const char *text; /* clean UTF-8 */
	size_t length;
	uint32_t source;
	const char *called; /* a file of the format in a sentence: "a URDF" */
	void *context;
	/* `given`: names and values of attributes in turn, then NULL; `span`: `<name`. `depth` counts the element. */
	void (*begin)(void *context, const char *name, const char **given, struct Span span);
	void (*end)(void *context); /* `depth` still counts the element */
	void (*characters)(void *context, const char *text, size_t length);
	/* state */
	struct XML_ParserStruct *parser;
	uint32_t open[XML_DEEPEST]; /* begin of each open element */
	int depth;
	bool stopped;
	size_t moved; /* bytes by which the declaration is nearer to the front for expat */
};

/* Calls begin, end and characters for the elements of the text, up to its end or to a fault. False after a fault. */
bool xml_parse(struct XmlParse *xml);
/* Ends the parse, after a diagnostic of the caller. */
void xml_stop(struct XmlParse *xml);
/* Place of the current event, `length` bytes. */
struct Span xml_span(const struct XmlParse *xml, size_t length);
/* Span of the next attribute value from byte *at on, without its quotes; moves *at after the value. */
struct Span xml_value_span(const struct XmlParse *xml, size_t *at);

/* --- XML that programs of robotics read and expat refuses: blanks before `<?xml`, and `--` in comments --- */

/* The text as expat takes it: the source itself if nothing is to change. *moved: bytes by which `<?xml` was moved to
 * the front. */
const char *xml_relax(struct Arena *arena, const char *text, size_t length, size_t *moved);

/* --- bytes that are not UTF-8 in parts that no reader uses, and bytes of 0 behind the text --- */

/* Adds a source as reader_open does. Each byte that is not UTF-8 is `?` in comments, and in the text of elements of
 * these names, which have blanks between them (NULL: none): a note counts them. Elsewhere it is an error. False after an error. */
bool xml_open(struct Diags *diags, const char *name, const char *text, size_t length, const char *unread,
              uint32_t *source);

/* --- an XML source as a tree of elements. No name is looked up and no number is read --- */

struct XmlAttribute {
	const char *name;
	struct Span span; /* of the name */
	struct XmlValue value;
};

struct XmlElement {
	const char *name;
	struct Span span; /* `<name` */
	uint32_t attributes : 31;
	uint32_t closed : 1; /* its tag ends it: `<name/>` */
	struct XmlAttribute *attribute;
	struct XmlValue content; /* text before the first inner element, without blanks around; NULL: none */
	struct XmlElement *parent, *first, *last, *next; /* children: first to last; next: of the parent's */
	struct XmlElement *copy;                         /* the last one that xml_copy made, or NULL */
};

/* Reads a source of clean UTF-8. `called`: "a URDF", for messages; `roots`: names of the root element, with blanks
 * between them, or NULL for any. NULL after a diagnostic. */
struct XmlElement *xml_tree_read(struct Diags *diags, uint32_t source, const char *called, const char *roots);
/* The same; after a fault of the XML, the elements before it. */
struct XmlElement *xml_tree_begun(struct Diags *diags, uint32_t source, const char *called, const char *roots);

/* Value of an attribute; its text is NULL if the element lacks it. No element (NULL) has attributes or children. */
struct XmlValue xml_attribute(const struct XmlElement *element, const char *name);
/* First child of a name, or the next one after `after`; NULL: none. */
struct XmlElement *xml_child(const struct XmlElement *element, const char *name);
struct XmlElement *xml_next(const struct XmlElement *after);
/* First element inside the children of a name, all of them in turn, and the next one after `after`; NULL: none. */
struct XmlElement *xml_first_in(const struct XmlElement *element, const char *name);
struct XmlElement *xml_next_in(const struct XmlElement *after);
/* The child of the root around an element, or the root itself. */
const struct XmlElement *xml_section(const struct XmlElement *element);
/* The element after this one in the order of the source, of those inside `within`; NULL: none. */
struct XmlElement *xml_walk(const struct XmlElement *element, const struct XmlElement *within);
/* The same, after all inside of the element. */
struct XmlElement *xml_after(const struct XmlElement *element, const struct XmlElement *within);
/* Is this the element's name? */
bool xml_is(const struct XmlElement *element, const char *name);

/* --- copies of elements with other names. They share names, texts and places with their originals --- */

struct XmlNaming {
	const char *prefix, *suffix;
	const char *attributes; /* those that become PREFIX value SUFFIX, with blanks between them */
	const char *kept;       /* a value that stays */
	size_t left;            /* elements that may still be copied */
};

/* A copy of an element with all inside, without a parent. NULL: it has more elements than may be copied. */
struct XmlElement *xml_copy(struct Arena *arena, struct XmlNaming *naming, struct XmlElement *element);
/* Forgets the copies of an element and of all inside. */
void xml_forget_copies(struct XmlElement *element);
/* A new element at a place of the source, without attributes. */
struct XmlElement *xml_new(struct Arena *arena, const char *name, struct Span span);
/* Adds an attribute. */
void xml_set(struct Arena *arena, struct XmlElement *element, const char *name, const char *text);
/* Adds a child at the end. */
void xml_append(struct XmlElement *parent, struct XmlElement *child);

/* --- XML files that an XML model includes --- */

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
 * `from`, NULL: of the model, and of `otherwise`, if that is not NULL; `open`: files that would lead back to
 * themselves; *file: the file that is found. */
struct XmlElement *xml_include_read(struct XmlIncluder *x, struct Span statement, struct XmlValue name,
                                    const char *path, const struct Included *from, const struct Included *otherwise,
                                    const struct XmlOpen *open, const struct Included **found);
/* The included file of a source; NULL: another source. */
const struct Included *xml_included(const struct XmlIncluder *x, uint32_t source);

/* --- decimal numbers in values. A figure keeps its digits, so that an import shows it as written --- */

/* A number, its digits without the sign. */
struct Figure {
	const char *digits;
	size_t length;
	bool negative, zero;
	double value;
	struct Span span;
};

enum { FIGURES_BAD = -1 };

/* Reads up to `most` numbers with blanks between them. Returns how many there are, which may be more than `most`;
 * FIGURES_BAD after a diagnostic. */
int figures_read(struct Diags *diags, const struct XmlValue *value, int most, struct Figure *number);
/* Reads exactly `count` numbers; without them *number stays. False after a diagnostic, which calls the value `what`. */
bool figures_exactly(struct Diags *diags, const struct XmlValue *value, const char *what, int count,
                     struct Figure *number);
/* Reports the value `what` with `found` numbers instead of `count`. */
void figures_wrong_count(struct Diags *diags, const struct XmlValue *value, const char *what, int count, int found);
/* Reads a number without diagnostics: false if the value is not one number. */
bool figure_alone(struct Arena *arena, const struct XmlValue *value, struct Figure *number);
/* Figure of a computed number, with the shortest digits that read back to the same double. */
struct Figure figure_of(struct Arena *arena, struct Span span, double value);
/* The number with the other sign; 0 has none. */
struct Figure figure_negated(struct Figure number);
/* Are all of the numbers 0? */
bool figures_zero(const struct Figure *number, int count);

#endif
