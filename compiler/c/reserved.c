#include "reserved.h"

#include <string.h>

static const char *const words[RESERVED_BY_COUNT] = {
	[RESERVED_BY_JAVASCRIPT] = RESERVED_JAVASCRIPT,
	[RESERVED_BY_PYTHON] = RESERVED_PYTHON,
	[RESERVED_BY_RUST] = RESERVED_RUST "Self _ ",
};

bool reserved_by(enum ReservedBy language, const char *name)
{
	size_t length = strlen(name);
	if (!words[language])
		return c_is_taken(name);
	for (const char *at = words[language]; (at = strstr(at, name)) != NULL; at++)
		if (at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

const char *reserved_apart(struct Arena *arena, enum ReservedBy language, const char *name)
{
	return reserved_by(language, name) ? text_print(arena, "%s_", name) : name;
}
