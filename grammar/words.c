#include "words.h"

#include <string.h>

static const char *const kept[] = {
#define KEPT(word) word,
#include "kept.def"
#undef KEPT
};

const char *word_kept(size_t i)
{
	return i < sizeof kept / sizeof *kept ? kept[i] : NULL;
}

bool word_is_kept(const char *name)
{
	for (size_t i = 0; word_kept(i); i++)
		if (strcmp(word_kept(i), name) == 0)
			return true;
	return false;
}
