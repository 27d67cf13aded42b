/* Parts that nothing uses, put into a model that is thrown away, to see what is wrong with them whatever they are given: their
 * parameters are their defaults or have no value, which is VALUE_ERROR, of which nothing more is said. A loop that may make any
 * number of turns makes one, in which its variable has no value either. So there are names of which nobody knows in full what
 * they are, `link[i]`, or whether they are there: nothing is said of what such a name may mean.
 * Asked by what declares and looks up names. Memory is the arena's. */
#ifndef RIGIDC_UNSURE_H
#define RIGIDC_UNSURE_H

#include "model.h"

struct Unsure {
	struct Arena *arena;
	const struct PartList *parts; /* those that are tried */
	struct NameTable declared;    /* names to the turns (scope.h, struct Env) that declare them */
	struct NameTable doubtful;    /* names that stand for several things, or the beginnings of such */
	int turns, names;
};

void unsure_init(struct Unsure *unsure, struct Arena *arena, const struct PartList *parts);

/* A name that is declared, in a turn of a loop that may be none, 0 outside of those. It is another name where the same is
 * declared in another of them: perhaps there is only one of the two. */
const char *unsure_declared(struct Unsure *unsure, const char *name, int turn);
/* The same for a name with numbers behind it that are not known. */
const char *unsure_element(struct Unsure *unsure, const char *name);
/* What the text says, without what the two above put behind it. */
const char *unsure_written(const struct Unsure *unsure, const char *name);

/* May a name that is looked up in the model mean what nobody knows? Never in a model that is one. */
bool is_unsure(const struct Model *model, const char *name);

#endif
