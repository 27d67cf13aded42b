/* The passes of the compiler: a table, and the dump that any of them can leave behind.
 * Called by the pipeline, which names each pass as it ends, and by --list=passes.
 * Static data; the text is the caller's. */
#ifndef RIGIDC_PASS_H
#define RIGIDC_PASS_H

#include "request.h"
#include "text.h"

enum Pass {
#define PASS(id, name, from, summary) PASS_##id,
#include "passes.def"
#undef PASS
	PASS_COUNT
};

enum { ALWAYS = -1, LEVEL_DEFAULT = 3, LEVEL_MOST = 3 };

struct PassInfo {
	const char *name;
	int from; /* the level from which on it runs, or ALWAYS */
	const char *summary;
};
extern const struct PassInfo pass_table[PASS_COUNT];

/* What is wanted: the state after one pass, as text. Pipelines take NULL for none. */
struct Dump {
	enum Pass pass;
	struct Text text;
};

/* Does it run at what the request asks for? */
bool pass_runs(const struct Request *request, enum Pass pass);

/* The pass of a name; PASS_COUNT if there is none. */
enum Pass pass_find(const char *name);

/* Where to put the state after `pass`; NULL if nobody wants it. */
struct Text *dump_after(struct Dump *dump, enum Pass pass);

#endif
