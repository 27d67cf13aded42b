/* What waits while an expression is evaluated. It lies in the arena and not on the stack, so that neither deep
 * expressions nor constants, functions and couplings that need each other take more of that.
 * Called by the parts of the evaluation. Memory is the arena's and is used again. */
#ifndef RIGIDC_MODEL_EXPRESSION_TASK_H
#define RIGIDC_MODEL_EXPRESSION_TASK_H

#include "scope.h"

struct Task;

/* Goes on with the value of the part that was asked for last. True: *value is that of the whole now. False: a
 * part is asked for (task_ask), or other work has to be done before (task_push). */
typedef bool Step(struct Scope *scope, struct Task *task, struct Value *value);

struct Task {
	Step *step;
	struct Task *below;       /* which waits for this one */
	const struct Expr *expr;
	const struct Expr *part;   /* asked for */
	size_t done;               /* how many parts were asked for */
	bool good;                 /* no part had a fault */

	/* what the parts came to, as far as it is kept */
	struct Value left;         /* the first operand */
	struct Scalar *item;       /* elements */
	struct Value *argument;    /* of a function of the language */
	struct Local *local;       /* of a function of the model */
	const struct Expr **place; /* what was given for each parameter */

	const struct Builtin *builtin; /* which is called */
	long *number;              /* of the elements of a path */
	size_t numbers;
	const char *path;          /* with those */
	/* of a constant, function, table or coupling */
	void *of;
	struct Locals outside;     /* what names mean outside of it */
	int levels;                /* it adds so many to the depth */
	size_t said, failed;       /* messages before; constants and tables */
};

/* New work, to be done before what waits now. */
struct Task *task_push(struct Scope *scope, Step *step, const struct Expr *expr);
void task_pop(struct Scope *scope);

static inline bool task_ask(struct Task *task, const struct Expr *part)
{
	task->part = part;
	task->done++;
	return false;
}

/* Inside, names mean `locals` before they mean constants. */
void task_enter(struct Scope *scope, struct Task *task, struct Locals locals, int levels);
void task_leave(struct Scope *scope, const struct Task *task);

#endif
