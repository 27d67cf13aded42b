/* The names of a model: what is declared, and every place that declares or refers to it. They are found in the AST, so a
 * model with mistakes has them too.
 * Called by all answers about names.
 * Memory is the reading's. */
#ifndef RIGIDC_LSP_SYMBOL_H
#define RIGIDC_LSP_SYMBOL_H

#include "reading.h"

/* The name spaces of the language. */
enum Space {
	SPACE_MODEL,
	SPACE_VALUE, /* constants, parameters, formals, variables of loops, coordinates of kinds */
	SPACE_FUNCTION,
	SPACE_SITE, /* bodies, frames, loops, constraints, contacts, phases */
	SPACE_JOINT,
	SPACE_WRENCH,
	SPACE_STRUT,
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

#endif
