#include "former_words.h"

#include <string.h>

enum { REFUSED, ACCEPTED };

const struct FormerWord former_words[] = {
#define FORMER(takers, name, value, use, now) { takers, name, value, use, now },
#include "former_words.def"
};
const int former_count = sizeof former_words / sizeof *former_words;

/* Is the row for this value? */
static bool fits(const struct FormerWord *word, const char *value)
{
	return !word->value || !value ? !word->value && !value : !*word->value || strcmp(word->value, value) == 0;
}

const struct FormerWord *former_find(enum CommandId command, const char *name, const char *value)
{
	for (int i = 0; i < former_count; i++) {
		const struct FormerWord *word = &former_words[i];
		if (former_is_taken(word, command) && strcmp(word->name, name) == 0 && fits(word, value))
			return word;
	}
	return NULL;
}

void former_put_now(char *out, size_t size, const struct FormerWord *word, const char *value)
{
	size_t used = 0;
	for (const char *at = word->now; *at && used + 1 < size; at++) {
		const char *from = *at == '*' ? value : at;
		size_t length = *at == '*' ? strlen(value) : 1;
		length = length < size - 1 - used ? length : size - 1 - used;
		memcpy(out + used, from, length);
		used += length;
	}
	out[used] = '\0';
}
