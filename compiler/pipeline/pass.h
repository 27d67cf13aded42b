/* The passes of the compiler: their table, and the dump after any of them.
 * Called by the pipeline after each pass, and by --list=passes.
 * Static data; the text is the caller's. */
#ifndef RIGIDC_PASS_H
#define RIGIDC_PASS_H

#include "base/request.h"
#include "dynamics/function.h"
#include "rewrite/rewrite.h"

enum Pass {
#define STAGE(id, name, summary) PASS_##id,
#define TREE_PASS(id, name, from, run, takes, summary) PASS_##id,
#define VARIANT(id, name, from, summary) PASS_##id,
#define DAG_PASS(id, name, from, run, tells, summary) PASS_##id,
#include "passes.def"
	PASS_COUNT
};

enum { ALWAYS = -1, LEVEL_DEFAULT = 3, LEVEL_MOST = 3 };

struct PassInfo {
	const char *name;
	int from; /* lowest level of -O at which the pass runs, or ALWAYS */
	const char *summary;
	/* a pass has at most one: over a function's tree, or over its DAG */
	void (*on_tree)(struct Tree *tree, const struct Plan *plan);
	unsigned takes; /* bits of enum Truth that on_tree gives up */
	void (*on_form)(struct Form *form);
	bool tells; /* do the savings of on_form depend on the plan? */
};
extern const struct PassInfo pass_table[PASS_COUNT];

/* Does the pass run under the request? */
bool pass_runs(const struct Request *request, enum Pass pass);

/* The pass of a name; PASS_COUNT if unknown. */
enum Pass pass_find(const char *name);

/* A requested dump: the state after one pass, as text. Pipelines take NULL for none. */
struct Dump {
	enum Pass pass;
	struct Text text;
};

/* Destination of the state after `pass`; NULL if not requested. */
struct Text *dump_after(struct Dump *dump, enum Pass pass);

#endif
