#include "reserved.h"

#include <string.h>

/* Functions of OpenCL C that a function of a model called get_global or get_local could have as its name. */
#define OPENCL_FUNCTIONS \
	"get_global_id get_global_size get_group_id get_local_id get_local_size get_num_groups get_work_dim "

static const struct {
	const char *words;
	bool with_c; /* C's words are the language's too, and so are names of vectors */
} languages[RESERVED_BY_COUNT] = {
	[RESERVED_BY_C] = { " ", true },
	[RESERVED_BY_JAVASCRIPT] = { RESERVED_JAVASCRIPT, false },
	[RESERVED_BY_PYTHON] = { RESERVED_PYTHON, false },
	[RESERVED_BY_RUST] = { RESERVED_RUST "Self _ ", false },
	[RESERVED_BY_OPENCL] = { RESERVED_OPENCL OPENCL_FUNCTIONS, true },
	[RESERVED_BY_CUDA] = { RESERVED_CUDA, true },
};

/* float4: a type, with the number of its lanes. */
static bool is_vector(const char *name)
{
	static const char *const types[] = { "char",  "uchar", "short", "ushort", "int",      "uint",     "long",
		                             "ulong", "half",  "float", "double", "longlong", "ulonglong" };
	size_t letters = strcspn(name, "0123456789");
	const char *lanes = name + letters;
	bool any = false;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		any |= strlen(types[i]) == letters && strncmp(types[i], name, letters) == 0;
	return any && (strcmp(lanes, "16") == 0 || (strlen(lanes) == 1 && strchr("12348", *lanes)));
}

bool reserved_by(enum ReservedBy language, const char *name)
{
	size_t length = strlen(name);
	if (languages[language].with_c && (c_is_taken(name) || (language != RESERVED_BY_C && is_vector(name))))
		return true;
	for (const char *at = languages[language].words; (at = strstr(at, name)) != NULL; at++)
		if (at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

const char *reserved_apart(struct Arena *arena, enum ReservedBy language, const char *name)
{
	return reserved_by(language, name) ? text_print(arena, "%s_", name) : name;
}
