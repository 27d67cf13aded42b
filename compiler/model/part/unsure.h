/* Trial model of parts without a use, discarded after the check. It finds mistakes that such a part has for all
 * arguments. The part's parameters have their default values, or no value: VALUE_ERROR, which causes no further
 * messages. A loop with an unknown number of turns makes one turn, where its variable has no value either. Then some
 * full names are unknown, `link[i]`, and some names may not be declared at all: references to such names cause no
 * messages. Used by declarations and look-ups of names. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_UNSURE_H
#define RIGIDC_MODEL_PART_UNSURE_H

#include "model/model.h"

struct Unsure {
	struct Arena *arena;
	const struct PartList *parts; /* the parts in the trial */
	struct NameTable declared;    /* names to the turns (model/expression/scope.h, struct Env) that declare them */
	struct NameTable doubtful;    /* ambiguous names, or beginnings of such names */
	int turns, names;
};

void unsure_init(struct Unsure *unsure, struct Arena *arena, const struct PartList *parts);

/* Name of a declaration in a turn of a loop that may make no turn (0: outside of such loops). If another such loop has
 * declared the name, this declaration gets another name: there may be only one of the two, so it is no mistake. */
const char *unsure_declared(struct Unsure *unsure, const char *name, int turn);
/* Name of a declaration with unknown element numbers. */
const char *unsure_element(struct Unsure *unsure, const char *name);
/* Name as in the source, without the suffixes of the two functions above. */
const char *unsure_written(const struct Unsure *unsure, const char *name);

/* May a reference mean something unknown? Never in a model that is no trial. */
bool is_unsure(const struct Model *model, const char *name);

#endif
