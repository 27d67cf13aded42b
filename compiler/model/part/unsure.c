#include "unsure.h"

#include <string.h>

void unsure_init(struct Unsure *unsure, struct Arena *arena, const struct PartList *parts)
{
	*unsure = (struct Unsure){ .arena = arena, .parts = parts };
	unsure->declared = names_new(arena);
	unsure->doubtful = names_new(arena);
}

/* suffix of such names: no element has a question mark as its number */
static const char behind[] = "[?";

const char *unsure_element(struct Unsure *unsure, const char *name)
{
	names_add(&unsure->doubtful, name, 0);
	return text_print(unsure->arena, "%s%s%d]", name, behind, unsure->names++);
}

const char *unsure_declared(struct Unsure *unsure, const char *name, int turn)
{
	return names_add(&unsure->declared, name, turn) == turn ? name : unsure_element(unsure, name);
}

const char *unsure_written(const struct Unsure *unsure, const char *name)
{
	const char *end = NULL;
	for (const char *at = name; (at = strstr(at, behind)); at++)
		end = at;
	return end ? arena_copy(unsure->arena, name, (size_t)(end - name)) : name;
}

bool is_unsure(const struct Model *model, const char *name)
{
	const struct Unsure *unsure = model->unsure;
	if (!unsure || !unsure->doubtful.count)
		return false;
	size_t length = strlen(name);
	for (size_t i = 1; i <= length; i++)
		if ((i == length || name[i] == '.' || name[i] == '[') &&
		    names_find(&unsure->doubtful, arena_copy(unsure->arena, name, i)) >= 0)
			return true;
	return false;
}
