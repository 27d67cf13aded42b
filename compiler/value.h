/* Values of expressions: numbers with dimensions, vectors, matrices, placements. Each number is a DAG
 * handle, constant or not.
 * Called by the checker, for constants and for every place that asks for a value.
 * Memory is the arena's. */
#ifndef RIGIDC_VALUE_H
#define RIGIDC_VALUE_H

#include "ast.h"
#include "diag.h"
#include "spatial.h"
#include "spline.h"

enum ValueKind { VALUE_ERROR, VALUE_SCALAR, VALUE_VECTOR, VALUE_MATRIX, VALUE_PLACEMENT };

struct Scalar {
	Ref ref;
	struct Dim dim;
	bool bare;           /* made of literals without a unit only: takes the dimension of its place */
	const char *digits;  /* a literal (with its sign beside), so that a unit can scale it exactly */
	size_t length;
	bool negative;
	struct Span span;    /* of an element of a vector or matrix */
};

struct Value {
	enum ValueKind kind; /* VALUE_ERROR: reported already, accepted everywhere */
	struct Span span;
	struct Scalar *item; /* 1 number, the vector's, or 9 by rows */
	size_t count;
	struct Placement placement;
};

enum ConstState { CONST_NEW, CONST_BUSY, CONST_DONE };

struct Const {
	struct Ident name;
	struct Expr *value;
	enum ConstState state;
	struct Value result;
	struct Expr *replacement; /* of -D, or NULL */
	struct Value declared;    /* the result without it */
	struct Const *user; /* while busy: whose value asked for this one */
};

/* A name that hides the constants: a coordinate or parameter inside the definition of a joint. */
struct Local {
	const char *name;
	struct Value value;
};

/* A function of the model: its value is that of its expression with the parameters bound, or a table's. */
struct Function {
	struct Ident name;
	const struct Arguments *parameter; /* each a name, with a unit if it has a dimension */
	const struct Expr *value;
	bool busy;
	bool is_table;
	const struct Expr *unit;           /* of a table's values, or NULL */
	enum ConstState state;             /* of a table's points */
	bool sound;
	struct Spline spline;
};

enum { FUNCTION_PARAMETERS = 6 };

/* Levels of expressions, through constants and functions that need each other: within half a megabyte of
 * stack. */
enum { SCOPE_DEEPEST = 1500 };

struct Functions {
	struct NameTable names; /* to item */
	struct Function *item;
	size_t count, capacity;
};

/* What names mean inside expressions. */
struct Scope {
	struct Arena *arena;
	struct Diags *diags;
	struct Dag *dag;
	struct NameTable names; /* to indices of item */
	struct Const *item;
	size_t count, capacity;
	struct Functions functions;
	const struct Local *local; /* inside a definition */
	int locals;
	/* other names that have a value, or NULL: the joints, where coordinates are coupled */
	bool (*lookup)(void *context, const char *name, struct Span span, struct Value *value);
	void *context;
	struct Const *busy;
	int depth;
	bool was_too_deep;      /* said once */
};

void scope_init(struct Scope *scope, struct Arena *arena, struct Diags *diags, struct Dag *dag);
/* Is it a name that no constant may take: pi, x, y, z or a function? */
bool scope_reserved(const char *name);

struct Value value_of(struct Scope *scope, const struct Expr *expr);
/* Evaluates a constant, for its diagnostics too. */
struct Value scope_const(struct Scope *scope, struct Const *constant);

/* What a place asks for: the value in SI units, or false after a diagnostic (at once silent for
 * VALUE_ERROR). */
bool value_scalar(struct Scope *scope, struct Value value, struct Dim dim, Ref *out);
bool value_vector(struct Scope *scope, struct Value value, struct Dim dim, struct Vec *out);
bool value_matrix(struct Scope *scope, struct Value value, struct Dim dim, struct Mat *out);
/* `count` numbers of the dimensions given: a scalar for one, else a vector. */
bool value_numbers(struct Scope *scope, struct Value value, size_t count, const struct Dim *dim, Ref *out);
/* A direction: any 3-vector of one dimension but zero; normalised, with a note if it was not. */
bool value_axis(struct Scope *scope, struct Value value, struct Vec *out);
/* Are all numbers constants? Else a diagnostic: `what` cannot depend on coordinates. */
bool value_constant(struct Scope *scope, struct Value value, const char *what);
/* Divides constants by their Euclidean length, without overflow; a note if it was not 1. False if it is 0. */
bool value_normalise(struct Scope *scope, struct Span span, const char *what, Ref *ref, int count);
/* An angle of a placement: exact at quarter turns. */
bool value_angle(struct Scope *scope, struct Value value, Ref *s, Ref *c);
/* Placements from left to right; a vector is a translation. */
bool value_placement(struct Scope *scope, const struct Arguments *list, struct Placement *out);

/* Results for builtin.c and defined.c. */
struct Value value_error(struct Span span);
struct Value value_number(struct Scope *scope, struct Span span, Ref ref, struct Dim dim, bool bare);
struct Value value_items(enum ValueKind kind, struct Span span, struct Scalar *item, size_t count);
struct Value value_with_unit(struct Scope *scope, struct Span span, struct Value value, const struct Unit *unit);
struct Value value_finite(struct Scope *scope, struct Value value);
/* True if the value is of the kind; else a diagnostic. */
bool value_is(struct Scope *scope, struct Value value, enum ValueKind kind);
bool value_same_dim(struct Scope *scope, struct Value a, struct Value b);

/* The functions of the model (defined.c): by name, NULL if there is none; a call. */
struct Function *scope_function(struct Scope *scope, const char *name);
/* Evaluates the points of a table, for its diagnostics too. */
void table_check(struct Scope *scope, struct Function *table);
struct Value function_call(struct Scope *scope, struct Function *function, const struct Expr *call);

/* A call of a function of the language or the model (builtin.c). */
struct Value builtin_call(struct Scope *scope, const struct Expr *call);
bool builtin_exists(const char *name);
/* Puts arguments in the places of parameters: places[i] is NULL where none was given. */
bool bind_arguments(struct Scope *scope, const char *what, struct Span span, const struct Arguments *list,
                    const char *const *parameter, size_t parameters, size_t required,
                    const struct Expr **places);

#endif
