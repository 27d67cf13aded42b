/* Meaning of names in expressions: constants and functions of the model, functions of the language, and local names,
 * which hide these. Filled by the checker, read by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_SCOPE_H
#define RIGIDC_MODEL_EXPRESSION_SCOPE_H

#include "kink.h"
#include "memo.h"
#include "model/parameter.h"
#include "table.h"

/* Progress of the evaluation of a constant or a table. */
enum ConstState { CONST_NEW, CONST_BUSY, CONST_DONE };

struct Const {
	struct Ident name;
	struct Expr *value;
	const struct Env *env;   /* environment of `value`; NULL: the model's declarations alone */
	const struct Expr *unit; /* of a part's parameter, or NULL */
	bool late;               /* of a part's parameter that reads inputs: forces evaluate it anew, others may not */
	enum ConstState state;
	struct Value result;
	struct Expr *replacement;    /* of -D, or NULL */
	struct Value declared;       /* the result without -D */
	struct Const *user;          /* while busy: the constant whose value needs this one */
	struct Parameter *parameter; /* if it is a parameter with default value `value`; or NULL */
};

/* Environment: meaning of names in one use of a part, or in one turn of a loop; it hides the model's declarations. It
 * is the arena's and lives as long as the model, since expressions of joints are evaluated last. */
struct Env {
	const struct Env *outer;     /* for a loop: its surroundings. A part sees no names of its users */
	const struct Instance *in;   /* the use (model/part/naming.h); NULL: none */
	const struct Within *within; /* for messages */
	struct Const *item;          /* parameters, variables, constants */
	size_t count, capacity;
	struct NameTable names; /* to item, if there are many */
	int turn;               /* number of a loop around with unknown turns (part/unsure.h); else 0 */
	int values;             /* environments with the same values have the same number */
};

enum { FUNCTION_PARAMETERS = 6 };

/* Function of the model: its value is its expression with the parameters bound, or a table's value. */
struct Function {
	struct Ident name;
	const struct Arguments *parameter; /* names, each with a unit if it has a dimension */
	const struct Expr *value;
	bool busy;
	struct Table *table;   /* or NULL */
	enum ConstState state; /* of the table */
	bool sound;            /* is the evaluated table valid? */
};

/* Look-up of a table with an argument that depends on the state. */
struct TableUse {
	const struct Table *table;
	struct Span span;
	Ref at;
};

struct Functions {
	struct NameTable names; /* to item */
	struct Function *item;
	size_t count, capacity;
	struct Memo known; /* results of calls */
};

/* Result of a look-up: nothing, a value, or a value after other work, when the name is looked up again. */
enum Found { FOUND_NOTHING, FOUND_VALUE, FOUND_LATER };

struct Scope;

struct Locals {
	const struct Local *item; /* parameters inside a definition */
	int count;
	/* other names with a value, or NULL: joints, in couplings */
	enum Found (*lookup)(struct Scope *scope, void *context, const char *name, struct Span span,
	                     struct Value *value);
	/* the distance of two points, or NULL; where coordinates are known */
	enum Found (*distance)(struct Scope *scope, void *context, const struct Expr *const name[2], struct Span span,
	                       struct Value *value);
	void *context;
	const struct Env *env; /* environment around these names, or NULL */
	/* the value of an input by its name here, or NULL: none; of forces. A NULL function: inputs are not known */
	const struct Value *(*input)(struct Scope *scope, const char *name);
	const char *hint; /* help for names without a value; or NULL */
};

/* Inputs by full name, with their values. Those with a rate are states. */
struct ScopeInputs {
	struct ParameterList given, states;
	struct ARENA_LIST(struct Parameter *) all;
	struct NameTable names; /* to items of `all` and to `value` */
	struct ARENA_LIST(struct Value) values;
};

/* Bound of nested levels of expressions, constants and functions. */
enum { SCOPE_DEEPEST = 1500 };

struct Scope {
	struct Arena *arena;
	struct Diags *diags;
	struct Dag *dag;
	struct NameTable names;    /* to indices of item */
	struct NameTable reserved; /* names of the language that were declared: reported, and without a value */
	struct Const *item;
	size_t count, capacity;
	struct Functions functions;
	struct ParameterList parameters; /* evaluated parameters */
	struct ScopeInputs inputs;
	struct Kinks kinks;
	struct ARENA_LIST(struct TableUse) table_uses;
	struct ARENA_LIST(const struct Env *) blocks; /* environments of uses and turns, in the order of expansion */
	struct Locals locals;
	struct Const *busy;
	struct Task *task, *spare; /* task: the current work; spare: free tasks (task.h) */
	int depth;
	bool was_too_deep;   /* reported once */
	int idle;            /* count of expressions evaluated for their form alone (choice.c) */
	size_t failed;       /* constants and tables without a value */
	uint64_t work, most; /* work: steps, numbers made, nodes asked for (twice); most: bound */
	bool exhausted;      /* reported: no expression has a value any more */
};

void scope_init(struct Scope *scope, struct Arena *arena, struct Diags *diags, struct Dag *dag);

/* Is the first step of a name, or of a path, a local name? */
bool locals_hide(const struct Locals *locals, const char *name);

/* Sets the local names for the following expressions. */
void scope_see(struct Scope *scope, struct Locals locals);

/* Between statements: gives back what the evaluation of the last one took. Values that are not kept end. Does nothing
 * while a task waits. */
void scope_forget(struct Scope *scope);

/* Makes an environment with room for `most` names, so that they keep their addresses. The second function adds a name,
 * with `value` to be evaluated in `of`; it reports a duplicate. */
struct Env *env_new(struct Scope *scope, const struct Env *outer, size_t most);
struct Const *env_add(struct Scope *scope, struct Env *env, struct Ident name, struct Expr *value,
                      const struct Env *of);
/* Prints all values of an environment as text. Requires that the values are known and the environment around is
 * numbered. */
void env_put_values(const struct Env *env, struct Text *text);
/* Declares a constant of the environment, unless its name is reserved by the language. */
void env_declare_const(struct Scope *scope, struct Env *env, const struct Stmt *stmt);

/* Declares a constant (or a parameter, as a constant with a value at run time) and a function, from their statements.
 * Duplicates and reserved names are reported. */
void scope_declare_const(struct Scope *scope, const struct Stmt *stmt);
void scope_declare_function(struct Scope *scope, const struct Stmt *stmt);

/* Look-ups by name: a constant of the environments or the model; a constant of the model; a function of the model.
 * NULL: not found. */
struct Const *scope_seen(struct Scope *scope, const char *name);
/* The same in an environment alone; NULL: it has no such name. */
struct Const *env_seen(const struct Env *env, const char *name);
struct Const *scope_const(struct Scope *scope, const char *name);
struct Function *scope_function(struct Scope *scope, const char *name);

/* Is the name reserved by the language? Reports it. */
bool scope_reserved(struct Scope *scope, struct Ident name);

/* Reports the name of an input where inputs are not known. */
void scope_input_not_read(struct Scope *scope, struct Span span, const char *name);
/* Reports an unknown name, with a suggestion. */
void scope_unknown_name(struct Scope *scope, struct Span span, const char *name);
void scope_unknown_function(struct Scope *scope, struct Span span, const char *name);

#endif
