/* What names mean inside expressions: the constants and functions that the model declares, the functions of
 * the language, and names that hide them.
 * Filled by the checker, read by the evaluation of expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_SCOPE_H
#define RIGIDC_MODEL_EXPRESSION_SCOPE_H

#include "kink.h"
#include "memo.h"
#include "model/parameter.h"
#include "table.h"

/* How far a constant or a table is evaluated. */
enum ConstState { CONST_NEW, CONST_BUSY, CONST_DONE };

struct Const {
	struct Ident name;
	struct Expr *value;
	const struct Env *env;    /* what names mean in that; NULL: what the model declares alone */
	const struct Expr *unit;  /* of a part's parameter, or NULL */
	enum ConstState state;
	struct Value result;
	struct Expr *replacement; /* of -D, or NULL */
	struct Value declared;    /* the result without it */
	struct Const *user;       /* while busy: whose value asked for this one */
	struct Parameter *parameter; /* a parameter, of which `value` is the default; or NULL */
};

/* What names mean in one use of a part, or in one turn of a loop, before they mean what the model declares. Of the
 * arena, and as long as the model: expressions of joints are evaluated last. */
struct Env {
	const struct Env *outer;        /* of a loop: what it stands in. A part sees nothing of its users */
	const struct Instance *in;      /* the use (model/part/naming.h); NULL: of none */
	const struct Within *within;    /* for messages */
	struct Const *item;             /* parameters, variables, constants */
	size_t count, capacity;
	struct NameTable names;         /* to item, where they are many */
	int turn;                       /* the last loop around whose turns nobody knows (model/part/unsure.h), counted; else 0 */
	int values;                     /* a number that is the same where all values are */
};

enum { FUNCTION_PARAMETERS = 6 };

/* A function of the model: its value is that of its expression with the parameters bound, or a table's. */
struct Function {
	struct Ident name;
	const struct Arguments *parameter; /* each a name, with a unit if it has a dimension */
	const struct Expr *value;
	bool busy;
	struct Table *table;               /* or NULL */
	enum ConstState state;             /* of the table */
	bool sound;                        /* the table, once it is evaluated */
};

/* A place where a table is looked up in a value that depends on the state. */
struct TableUse {
	const struct Table *table;
	struct Span span;
	Ref at;
};

struct Functions {
	struct NameTable names; /* to item */
	struct Function *item;
	size_t count, capacity;
	struct Memo known; /* of their calls */
};

/* What a name is: nothing, a value, or one that is there when it is looked up again, after the work that it needs
 * has been done. */
enum Found { FOUND_NOTHING, FOUND_VALUE, FOUND_LATER };

struct Scope;

struct Locals {
	const struct Local *item; /* inside a definition */
	int count;
	/* other names that have a value, or NULL: the joints, where coordinates are coupled */
	enum Found (*lookup)(struct Scope *scope, void *context, const char *name, struct Span span,
	                     struct Value *value);
	/* the distance of two points, or NULL: where coordinates are known */
	enum Found (*distance)(struct Scope *scope, void *context, const struct Expr *const name[2], struct Span span,
	                       struct Value *value);
	void *context;
	const struct Env *env;    /* behind them, or NULL */
	const char *hint;         /* what is said of names without a value; or NULL */
};

/* Levels of expressions, through constants and functions that need each other. */
enum { SCOPE_DEEPEST = 1500 };

struct Scope {
	struct Arena *arena;
	struct Diags *diags;
	struct Dag *dag;
	struct NameTable names; /* to indices of item */
	struct Const *item;
	size_t count, capacity;
	struct Functions functions;
	struct ParameterList parameters; /* those that are evaluated */
	struct Kinks kinks;
	struct { struct TableUse *item; size_t count, capacity; } table_uses;
	struct Locals locals;
	struct Const *busy;
	struct Task *task, *spare;   /* what is being evaluated, and room for more: task.h */
	int depth;
	bool was_too_deep;      /* said once */
	int idle;               /* expressions that are evaluated for their form alone (choice.c) */
	size_t failed;          /* constants and tables that came to nothing */
	uint64_t work, most;    /* steps taken, numbers made, nodes asked for (twice); how many may be */
	bool exhausted;         /* said: from then on nothing has a value */
};

void scope_init(struct Scope *scope, struct Arena *arena, struct Diags *diags, struct Dag *dag);

/* From here on names mean these. */
void scope_see(struct Scope *scope, struct Locals locals);

/* An empty one, and one more name in it, `value` of which is evaluated in `of`; reports one that is taken. Room for
 * `most` names is made at once, so that they stay where they are. */
struct Env *env_new(struct Scope *scope, const struct Env *outer, size_t most);
struct Const *env_add(struct Scope *scope, struct Env *env, struct Ident name, struct Expr *value, const struct Env *of);
/* All its values, and those around it, as text: once they are known, and have their number around it. */
void env_put_values(const struct Env *env, struct Text *text);
/* A constant of its own, unless its name has a meaning in the language. */
void env_declare_const(struct Scope *scope, struct Env *env, const struct Stmt *stmt);

/* From their statements, a parameter as a constant that is given later; reports names that are taken or have a meaning of
 * their own. */
void scope_declare_const(struct Scope *scope, const struct Stmt *stmt);
void scope_declare_function(struct Scope *scope, const struct Stmt *stmt);

/* What a name means here: a constant of the places around, or of the model. The constant or function of the model of a
 * name. NULL if there is none. */
struct Const *scope_seen(struct Scope *scope, const char *name);
struct Const *scope_const(struct Scope *scope, const char *name);
struct Function *scope_function(struct Scope *scope, const char *name);

/* Report a name that means nothing here, with what was perhaps meant. */
void scope_unknown_name(struct Scope *scope, struct Span span, const char *name);
void scope_unknown_function(struct Scope *scope, struct Span span, const char *name);

#endif
