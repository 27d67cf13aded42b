/* Parts that nothing uses, put into a model that is thrown away: so errors are found that such a part has whatever it is given.
 * Its parameters have their defaults, or no value: that is VALUE_ERROR, of which nothing more is said. A loop whose number of
 * turns is not known makes one turn, in which its variable has no value either. Then some names are not known in full, `link[i]`,
 * and of others it is not known whether they are declared at all: nothing is said of what such a name may mean.
 * Asked by what declares and looks up names. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_UNSURE_H
#define RIGIDC_MODEL_PART_UNSURE_H

#include "model/model.h"

struct Unsure {
	struct Arena *arena;
	const struct PartList *parts; /* those that are tried */
	struct NameTable declared;    /* names to the turns (model/expression/scope.h, struct Env) that declare them */
	struct NameTable doubtful;    /* names that stand for several things, or the beginnings of such */
	int turns, names;
};

void unsure_init(struct Unsure *unsure, struct Arena *arena, const struct PartList *parts);

/* The name of what is declared in a turn of a loop that perhaps makes none (0: outside of such loops). If another such loop has
 * declared the name, this one gets another name: perhaps only one of the two is there, and that is no error. */
const char *unsure_declared(struct Unsure *unsure, const char *name, int turn);
/* The same for a name with numbers behind it that are not known. */
const char *unsure_element(struct Unsure *unsure, const char *name);
/* What the text says, without what the two above put behind it. */
const char *unsure_written(const struct Unsure *unsure, const char *name);

/* May a name that is looked up in the model mean something that is not known? Never in a model that is no attempt. */
bool is_unsure(const struct Model *model, const char *name);

#endif
