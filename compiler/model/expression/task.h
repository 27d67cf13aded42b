/* Tasks: expressions that wait for others. They are in the arena and not on the stack, so deep expressions, constants,
 * functions and couplings that need each other take no stack. Called by the parts of the evaluation. Memory is the
 * arena's and is reused. */
#ifndef RIGIDC_MODEL_EXPRESSION_TASK_H
#define RIGIDC_MODEL_EXPRESSION_TASK_H

#include "scope.h"

struct Task;

/* Step of a task: continues with the value of the part requested last. True: *value is the whole value. False: the
 * task requests a part (task_ask), or other work must be done first (task_push). */
typedef bool Step(struct Scope *scope, struct Task *task, struct Value *value);

struct Task {
	Step *step;
	struct Task *below; /* waits for this task */
	const struct Expr *expr;
	const struct Expr *part; /* requested part */
	size_t done;             /* number of parts requested */
	bool good;               /* no part had a mistake */

	/* results of the parts */
	struct Value left;         /* the first operand */
	struct Scalar *item;       /* elements */
	struct Value *argument;    /* arguments of a function of the language */
	struct Local *local;       /* parameters of a function of the model */
	const struct Expr **place; /* argument expression of each parameter */

	const struct Builtin *builtin; /* the called function */
	long *number;                  /* element numbers of a path */
	size_t numbers;
	const char *path; /* the path with these numbers */
	/* the constant, function, table or coupling */
	void *of;
	struct Locals outside; /* local names outside of it */
	int levels;            /* its contribution to the depth */
	size_t said, failed;   /* counts before it: messages; constants and tables without a value */
};

/* Adds work to be done before the waiting tasks. */
struct Task *task_push(struct Scope *scope, Step *step, const struct Expr *expr);
void task_pop(struct Scope *scope);

static inline bool task_ask(struct Task *task, const struct Expr *part)
{
	task->part = part;
	task->done++;
	return false;
}

/* Enters the scope of `locals`, which hide the constants. */
void task_enter(struct Scope *scope, struct Task *task, struct Locals locals, int levels);
void task_leave(struct Scope *scope, const struct Task *task);

/* Steps of an EXPR_CALL: of the functions of the language, of the model, and of its tables. call_table_step reads the
 * points of the table task->of, not read yet; its value has no meaning. */
Step call_step, call_table_step;
/* Step of a choice of two values by a comparison: `if a < b then c else d`. */
Step choice_step;

#endif
