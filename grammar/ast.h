/* The abstract syntax tree: the content of a source before names are looked up.
 * The parser makes it through the constructors below; only the checker reads it.
 * All memory is the arena's. */
#ifndef RIGIDC_AST_H
#define RIGIDC_AST_H

#include "base/dim.h"
#include "base/source.h"

/* A name and its span; text is NULL where an optional name was left out. */
struct Ident {
	const char *text;
	struct Span span;
	bool quoted;             /* "world" in quotes may be a body; without quotes it is the fixed base */
	const struct Expr *path; /* of `FL.hip`, `link[i]`: all names and indices, text is the first; else NULL */
};

enum ExprKind {
	EXPR_ERROR, /* already reported */
	EXPR_NUMBER,
	EXPR_NAME,
	EXPR_NEGATE,
	EXPR_ADD,
	EXPR_SUB,
	EXPR_MUL,
	EXPR_DIV,
	EXPR_POWER,
	EXPR_VECTOR,
	EXPR_MATRIX,
	EXPR_CALL,
	EXPR_COMPONENT,
	EXPR_ELEMENT,
	EXPR_UNIT,
	EXPR_CHOICE,
	EXPR_COMPOSE, /* a placement, then another: a, b */
	EXPR_FUSED,   /* GENERATE: the parts of a fused function */
	EXPR_POINT,   /* TENDON: a place with clauses: `at`, `while` and its bounds */
	EXPR_AROUND   /* TENDON: a wrap, maybe with `side` or `by` */
};

enum { EXPR_MOST_POWER = 100 }; /* the largest exponent of a power; -100 is the least */

/* Comparisons of two numbers: < <= > >= */
enum Compare { COMPARE_LESS, COMPARE_LESS_EQUAL, COMPARE_GREATER, COMPARE_GREATER_EQUAL };

struct Argument {
	struct Ident name; /* of a named argument */
	struct Expr *value;
	struct Expr *default_value; /* of a part's parameter: its default value, or NULL */
	bool held;                  /* POSE: `hold` is before it */
};

struct Arguments {
	struct Argument *item;
	size_t count, capacity;
};

/* Rows of a matrix, one after the other. */
struct MatrixRows {
	struct Arguments list;
	uint32_t columns; /* the numbers of each row; 0 if the rows differ */
};

/* An expression has memory up to the last field of its kind: a large file has many numbers. Fields before `unit` are
 * those of every kind. */
struct Expr {
	enum ExprKind kind;
	int depth;
	struct Span span;
	union {
		uint32_t length;      /* NUMBER: of its digits */
		uint32_t columns;     /* MATRIX: of its rows */
		enum Compare compare; /* CHOICE */
	};
	union {
		const char *digits; /* NUMBER: the literal */
		const char *symbol; /* UNIT: as written, "kg m^2" */
	};
	struct Expr *a, *b; /* operands; ELEMENT: b is the index; NAME in GENERATE: a is what follows after a colon */
	union {
		struct Unit unit; /* UNIT, applied to a */
		struct {
			struct Arguments list; /* VECTOR, MATRIX (by rows), CALL; CHOICE: both sides, both alternatives;
			                        * FUSED: functions; POINT, AROUND: its clauses by their words */
			struct Ident name;     /* NAME, CALL, COMPONENT, POINT, AROUND */
		};
	};
};

enum StmtKind {
	STMT_MODEL,
	STMT_CONST,
	STMT_BODY,
	STMT_FRAME,
	STMT_JOINT,
	STMT_KIND,
	STMT_PROPERTY,
	STMT_GENERATE,
	STMT_WRENCH,
	STMT_FUNCTION,
	STMT_TABLE,
	STMT_PARAM,
	STMT_INPUT,
	STMT_POSE,
	STMT_PART,
	STMT_USE,
	STMT_FOR,
	STMT_INCLUDE,
	STMT_STRUT,
	STMT_TENDON,
	STMT_WRAP,
	STMT_ORDER,
	STMT_ASSERT,
	STMT_ACCEPT,
	STMT_CONTACT,
	STMT_PHASE,
	STMT_GROUP,
	STMT_IDLE,
	STMT_LOOP,
	STMT_CONSTRAINT,
	STMT_SOLVE,
	STMT_VISUAL,
	STMT_COLLISION
};

struct StmtList {
	struct Stmt *first, *last;
	size_t count;
};

/* Fields of one place belong to different kinds. A statement has memory up to `joint`, or up to `to`, or all (stmt_new): a large
 * file has many properties. */
struct Stmt {
	enum StmtKind kind;
	uint32_t end;     /* the end of the statement with its block; 0: it was not read from the language */
	struct Span span; /* the head of the statement */
	bool of_file; /* PROPERTY: gravity of an included file of another format, which the model's own statement replaces; FUNCTION, PART: of laws.rig, which a print of the model includes */
	bool law; /* WRENCH, INPUT: it has a block, even an empty one; PROPERTY: further values in `list`, no `in` */
	struct Stmt *next;
	const char *comment; /* of an import: lines of a comment before the statement, or NULL */
	const char *doc;     /* MODEL, KIND, PARAM, INPUT, POSE, PART: the /// lines before, or NULL */
	struct StmtList
		block; /* BODY, JOINT, KIND, PART, FOR, WRENCH, STRUT, TENDON, CONTACT, LOOP, CONSTRAINT, VISUAL, COLLISION */
	struct Ident
		name; /* declared name; PROPERTY: its name; FOR: its variable; INCLUDE, and VISUAL, COLLISION of a mesh: the file; ACCEPT: the check */
	struct Expr *
		value; /* CONST, PARAM, INPUT (its default, or NULL), FUNCTION, TABLE, PROPERTY, CONSTRAINT; JOINT: of a coupling, or NULL; FOR: first; VISUAL, COLLISION: the scale of a mesh, or NULL */
	struct Expr
		*by; /* PROPERTY: of a motion; TABLE, PARAM, INPUT: the unit of its values, or NULL; FOR: the last */
	union {
		struct Ident
			on; /* BODY, FRAME, WRENCH, USE, CONTACT, WRAP; CONSTRAINT: the frame of `on`, or none; LOOP: its first end; SOLVE: a pose, or none; INCLUDE: the other word, or none */
		struct Ident about; /* PROPERTY */
	};
	union {
		struct Arguments
			at; /* BODY, FRAME, USE, CONTACT, WRAP, VISUAL, COLLISION: placements, left to right; WRENCH: `point`; PROPERTY: value; ASSERT: tolerances */
		struct Arguments then;        /* JOINT */
		struct Arguments coordinates; /* KIND: as its list */
	};
	union {
		struct Arguments
			list; /* JOINT, CONTACT, LOOP, WRAP, VISUAL, COLLISION: arguments of the kind; USE: of the part; KIND, FUNCTION, TABLE, PART: parameters, each with a
	                         * unit or name; GENERATE: functions as names, each with its frame or parts; POSE: joints,
	                         * each with its position;
	                         * STRUT, TENDON: points as names, or wraps; PHASE: contacts as names; GROUP: struts and tendons as names;
	                         * ORDER, IDLE: joints; SOLVE: joints as names; ASSERT: two frames */
		struct Arguments in; /* PROPERTY */
	};
	union {
		struct Ident
			joint; /* JOINT, CONTACT, LOOP, WRAP, VISUAL, COLLISION: its kind; CONTACT: none is a point; INCLUDE: `free` or `muscles`, or none */
		struct Ident part;  /* USE: name of the part */
		struct Ident curve; /* TABLE: `periodic` and the like, or none; INPUT: `moving`, or none */
	};
	const char *joint_of; /* FRAME of an import: name of the joint that the file has for it, or NULL */
	union {
		struct Ident to;     /* LOOP: its second end; WRENCH, CONSTRAINT: the frame of `in`, or none */
		struct Ident mirror; /* USE: the axis, or none */
	};
};

struct Ast {
	struct StmtList statements;
	struct Expr *value;          /* of a text that is one expression */
	const struct Format *format; /* format of the source (format.h): messages use its words */
};

/* Has an expression of this kind a list? */
bool expr_has_list(enum ExprKind kind);
/* Exchanges the fields of every kind: a number takes the place of any expression, and gives it back. */
void expr_swap(struct Expr *expr, struct Expr *number);

/* Is the name the world, regardless of declarations? */
bool ident_is_world(struct Ident name);

/* Constructors take memory from the arena of `diags`, and report there what nests too deeply. */
struct Diags;

struct Expr *expr_number(struct Diags *diags, struct Span span, const char *digits, size_t length);
struct Expr *expr_name(struct Diags *diags, struct Ident name);
/* GENERATE: what follows the name of a function after a colon; `from`: the rest after the next one, or NULL. */
struct Expr *expr_frames(struct Diags *diags, struct Ident frame, struct Expr *from);
struct Expr *expr_binary(struct Diags *diags, enum ExprKind kind, struct Expr *a, struct Expr *b);
struct Expr *expr_negate(struct Diags *diags, struct Span span, struct Expr *a);
struct Expr *expr_component(struct Diags *diags, struct Expr *a, struct Ident name);
/* `a[b]` up to the closing bracket, which is at `span`. */
struct Expr *expr_element(struct Diags *diags, struct Span span, struct Expr *a, struct Expr *b);
struct Expr *expr_unit(struct Diags *diags, struct Span span, struct Expr *a, struct Unit unit, const char *symbol);
/* A unit alone, after a formal parameter. */
struct Expr *expr_formal(struct Diags *diags, struct Span span, struct Unit unit, const char *symbol);
/* A list of one element, in parentheses, becomes the element itself. */
struct Expr *expr_vector(struct Diags *diags, struct Span span, struct Arguments list);
struct Expr *expr_matrix(struct Diags *diags, struct Span span, struct MatrixRows rows);
struct Expr *expr_call(struct Diags *diags, struct Span span, struct Ident name, struct Arguments list);
/* `if a COMPARE b then c else d` */
struct Expr *expr_choice(struct Diags *diags, struct Span span, enum Compare compare, struct Expr *const operand[4]);

/* The parts of a fused function: `crba + fk:tip`. */
struct Expr *expr_fused(struct Diags *diags, struct Span span, struct Arguments parts);

/* Point of a tendon: the place, `at` a vector, `while` a value is between two others. Clauses are NULL where they are left out. */
struct Expr *expr_point(struct Diags *diags, struct Span span, struct Ident place, struct Expr *at,
                        struct Expr *const during[3]);
/* Way of a tendon around a wrap; `word`: `side` or `by` with its direction, or NULL. */
struct Expr *expr_around(struct Diags *diags, struct Span span, struct Ident wrap, const char *word,
                         struct Expr *direction);
/* Clause of such a point or way by its word; NULL: it has none, or is a name alone. */
struct Expr *point_clause(const struct Expr *point, const char *word);

/* The first row of a matrix, and a further row. */
struct MatrixRows rows_begin(struct Arguments row);
struct MatrixRows rows_add(struct Diags *diags, struct MatrixRows rows, struct Arguments row);

/* An empty list with room for so many. */
struct Arguments arguments_room(struct Diags *diags, size_t count);
struct Arguments arguments_add(struct Diags *diags, struct Arguments list, struct Ident name, struct Expr *value);
/* Adds a position of a pose. Without a name it is empty, and is left out. */
struct Arguments positions_add(struct Diags *diags, struct Arguments list, struct Argument position);
struct Arguments formals_add(struct Diags *diags, struct Arguments list, struct Argument formal,
                             struct Expr *default_value);

/* The path, extended by `.name`, or by `[which]` up to the closing bracket, which is at `span`. */
struct Ident ident_component(struct Diags *diags, struct Ident path, struct Ident name);
struct Ident ident_element(struct Diags *diags, struct Ident path, struct Span span, struct Expr *which);

struct Stmt *stmt_new(struct Diags *diags, enum StmtKind kind, struct Span span);
struct StmtList statements_add(struct StmtList list, struct Stmt *stmt);

#endif
