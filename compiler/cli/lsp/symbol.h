/* The names of a model: what is declared, and every place that declares or refers to it. They are found in the AST, so
 * a model with mistakes has them too.
 * Called by all answers about names. Memory is the reading's. */
#ifndef RIGIDC_LSP_SYMBOL_H
#define RIGIDC_LSP_SYMBOL_H

#include "grammar/reader.h"
#include "model/expression/builtin.h"
#include "model/value.h"
#include "reading.h"

/* The name spaces of the language. */
enum Space {
	SPACE_MODEL,
	SPACE_VALUE, /* constants, parameters, formals, variables of loops, coordinates of kinds */
	SPACE_FUNCTION,
	SPACE_SITE, /* bodies, frames, loops, constraints, contacts, phases */
	SPACE_JOINT,
	SPACE_WRENCH,
	SPACE_INPUT,
	SPACE_STRUT,
	SPACE_GROUP, /* of struts and tendons */
	SPACE_WRAP,
	SPACE_POSE,
	SPACE_PART,
	SPACE_USE,
	SPACE_KIND,
	SPACE_OUTPUT, /* fused functions of `generate` */
	SPACE_COUNT
};

/* What a place declares: the model, or the use of a part in it, has names of its own. */
struct Area {
	const struct Area *model;            /* the area of the model; NULL: this is it */
	const struct Stmt *part;             /* NULL: the model */
	struct NameTable names[SPACE_COUNT]; /* to symbols */
};

/* Values that are known at a place. */
struct Values {
	const struct Values *outer;
	struct NameTable names; /* to symbols */
};

struct Symbol {
	enum Space space;
	const char *name;
	const char *what; /* "body", "constant" */
	struct Span span; /* of its name where it is declared first */
	const struct Stmt *stmt;
	const struct Argument *formal; /* of a formal: its argument in the statement */
	const struct Area *area;       /* that it is declared in */
	const struct Area *inside;     /* of a part: its area */
	const struct Values *values;   /* of a value: all values of its scope */
	const struct Values *formals;  /* of a function, kind or part: its formals */
};

struct Occurrence {
	struct Span span;
	int symbol;
	bool declares;
	bool joined; /* a piece of a longer word, such as FL in "FL.hip" or elbow in elbowd: it cannot have quotes */
};

struct Symbols {
	struct Arena *arena;
	struct SymbolList ARENA_LIST(struct Symbol) symbols;
	struct {
		struct Occurrence *item; /* by source, then by place */
		size_t count, capacity;
	} occurrences;
	struct ARENA_LIST(const struct Area *) areas; /* by part, in the order of declaration; the first is the model */
	struct ARENA_LIST(const struct Values *) scopes; /* of statements with names of their own, as in the AST */
	const struct Values *values;                     /* of the model */
};

/* The occurrence at a place: it contains the offset or ends there. NULL: none. */
const struct Occurrence *symbols_at(const struct Symbols *symbols, uint32_t source, uint32_t offset);

/* --- for the two walks that find them --- */

/* The first walk: declarations. */
void symbols_declare(struct Symbols *symbols, const struct Ast *ast);
/* The second walk: references. */
void symbols_refer(struct Symbols *symbols, const struct Ast *ast, const struct JointKinds *kinds);

/* Number of a symbol; -1: none. */
int symbols_find(const struct Area *area, enum Space space, const char *name);
int symbols_find_value(const struct Values *values, const char *name);
void symbols_occur(struct Symbols *symbols, struct Ident name, int symbol, bool declares);

/* --- the names of a reading, found when they are asked for --- */

/* NULL: the reading has no AST. */
const struct Symbols *symbols_of(struct Reading *reading);

/* --- what an editor asks about: a place in a document, in the model that it belongs to; until the next change --- */

struct Asked {
	struct Document *document;
	struct Reading *reading; /* the reading of the document, or of a model with an include of the document */
	const struct Symbols *symbols;
	uint32_t source; /* the document among the sources of the reading */
	uint32_t offset; /* of the place */
};

/* The document that a call names. False after an error. */
bool asked_document(struct MethodCall *call, struct Asked *asked);
/* The document and the position in it. False after an error. */
bool asked_place(struct MethodCall *call, struct Asked *asked);
/* The document, as the reading of another document includes it. False: not included. */
bool asked_in(struct Server *server, struct Document *document, struct Document *model, struct Asked *asked);

/* The symbol at the place; NULL: none. *occurrence may be NULL. */
const struct Symbol *asked_symbol(const struct Asked *asked, const struct Occurrence **occurrence);
/* The area that contains the place: of a part, or of the model. */
const struct Area *asked_area(const struct Asked *asked);
/* { uri, range } of a span; NULL: it is in no file. */
json_t *asked_location(const struct Server *server, const struct Reading *reading, struct Span span);

/* --- what a name or a word means, as text that is appended to `out` --- */

/* A name of the model: its declaration, its values, its place in the robot. */
void describe_symbol(struct Text *out, const struct Reading *reading, const struct Symbol *symbol);
/* Where a word stands. */
struct WordPlace {
	const char *kind_of; /* the first word of its statement, if it stands behind a colon; or NULL */
	bool output;         /* in a statement `generate` */
	bool check;          /* the name of a check, after `accept` */
	bool unit;
};
/* A word or a unit of the language. */
void describe_word(struct Text *out, const struct Reading *reading, const char *word, struct WordPlace place);
/* The meaning of a joint kind: its size and motions. */
void describe_motion(struct Text *out, const struct JointKind *kind);
/* "revolute(axis)" and the meaning of a joint kind. */
void describe_kind(struct Text *out, const struct JointKind *kind);

/* --- values of expressions as text, in SI units: "0.3 m", "(0, 0, 1)" --- */

/* Appends a value with its dimension; parameters have their default values. */
void figure_put(struct Text *out, const struct Dag *dag, const struct Value *value);
/* Appends a number in a dimension. */
void figure_put_number(struct Text *out, const struct Dag *dag, Ref number, const char *symbol);

/* --- what a completion offers: items, in the order in which an editor shows them --- */

/* What may be written. */
enum {
	NAMES_SITE = 1 << SPACE_SITE,
	NAMES_JOINT = 1 << SPACE_JOINT,
	NAMES_VALUE = 1 << SPACE_VALUE,
	NAMES_FUNCTION = 1 << SPACE_FUNCTION,
	NAMES_PART = 1 << SPACE_PART,
	NAMES_USE = 1 << SPACE_USE,
	NAMES_KIND = 1 << SPACE_KIND,
	NAMES_OUTPUT = 1 << SPACE_OUTPUT,
	NAMES_POSE = 1 << SPACE_POSE,
	NAMES_INPUT = 1 << SPACE_INPUT,
	NAMES_STRUT = 1 << SPACE_STRUT,
	NAMES_GROUP = 1 << SPACE_GROUP,
	NAMES_WRAP = 1 << SPACE_WRAP,
	NAMES_WRENCH = 1 << SPACE_WRENCH,
	KINDS = 1 << SPACE_COUNT,
	CONTACTS = KINDS << 1,
	LOOPS = KINDS << 2,
	UNITS = KINDS << 3,
	BUILTINS = KINDS << 4,
	OUTPUTS = KINDS << 5,
	AXES = KINDS << 6,
	WORLD = KINDS << 7,
	STATEMENTS = KINDS << 8,
	PROPERTIES = KINDS << 9,
	FORCES = KINDS << 10,
	HOLDS = KINDS << 11,
	CHECKS = KINDS << 12,
	SHAPES = KINDS << 13,
	WRAPS = KINDS << 14,
	PLACES = NAMES_SITE | NAMES_USE | WORLD,
	VALUES = NAMES_VALUE | NAMES_FUNCTION | BUILTINS | AXES,
	JOINTS = NAMES_JOINT | NAMES_USE
};

struct Completing {
	struct Asked asked;
	struct TextNow now;
	size_t at;          /* the lexeme at the place, or the next lexeme */
	const char *first;  /* the first word of the statement; "" at its beginning */
	const char *before; /* the word before */
	const char *block;  /* the first word of the statement whose block it is; "" at the top level */
	unsigned wanted;
	struct Expected expected; /* by the grammar, if it is asked */
	enum ValueKind likely;    /* functions with results of this kind are offered first */
	const struct Area *area;
	enum Encoding encoding;
	json_t *items;
	struct Arena *arena;
};

/* Adds the wanted items, the likely ones first. */
void complete_add(struct Completing *completing);
/* Offers a file or folder, whose name takes the place of the text from `begin` to the cursor. */
void complete_file(struct Completing *completing, const char *name, uint32_t begin);
/* Between the quotes of an `include`: offers the files there (complete_files.c). False: it is another place. */
bool complete_files(struct Completing *completing);
/* Does the block of a statement that begins with the word take properties? */
bool complete_has_properties(const char *word);

#endif
