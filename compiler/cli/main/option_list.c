#include "option_list.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complain.h"
#include "base/text.h"

struct OptionMemory {
	struct OptionMemory *next;
	max_align_t block[];
};

void *option_memory(struct Options *options, size_t size)
{
	struct OptionMemory *memory = malloc(sizeof *memory + size);
	if (!memory) {
		complain("out of memory");
		return NULL;
	}
	memory->next = options->memory;
	options->memory = memory;
	return memory->block;
}

void options_free(struct Options *options)
{
	for (struct OptionMemory *memory = options->memory, *next; memory; memory = next) {
		next = memory->next;
		free(memory);
	}
}

/* The array grows at 1, 2, 4, ... strings. */
bool option_append(struct Options *options, const char *const **list, size_t *count, const char *string)
{
	const char **wider = (const char **)*list;
	if ((*count & (*count - 1)) == 0) {
		wider = option_memory(options, (*count ? 2 * *count : 1) * sizeof *wider);
		if (!wider)
			return false;
		if (*count)
			memcpy(wider, *list, *count * sizeof *wider);
	}
	wider[(*count)++] = string;
	*list = wider;
	return true;
}

/* Drops the quotation marks of a whole element, in place. Returns false for an unknown escape. */
static bool drop_marks(char *element)
{
	char *to = element;
	for (const char *at = element; *at;) {
		const char *end = *at == '"' ? text_quoted_end(at) : NULL;
		if (!end) {
			*to++ = *at++;
			continue;
		}
		to = text_unquote(to, at + 1, (size_t)(end - at) - 2);
		if (!to)
			return false;
		at = end;
	}
	*to = '\0';
	return true;
}

/* End of an element; NULL: a quotation mark is not closed. */
static char *element_end(char *at)
{
	for (int depth = 0; *at && (depth > 0 || *at != ',');) {
		depth += (*at == '(') - (*at == ')');
		const char *end = *at == '"' ? text_quoted_end(at) : at + 1;
		if (!end)
			return NULL;
		at += end - at;
	}
	return at;
}

/* An element that ends at `end`, without blanks around the name. */
static char *trimmed(char *begin, char *end)
{
	while (begin < end && *begin == ' ')
		begin++;
	while (end > begin && end[-1] == ' ')
		end--;
	*end = '\0';
	return begin;
}

bool option_append_list(struct Options *options, const char *option, char *list, bool unquote,
                        const char *const **items, size_t *count)
{
	for (bool more = true; more;) {
		char *end = element_end(list);
		if (!end) {
			complain("%s: a quotation mark is not closed: %s", option, list);
			return false;
		}
		more = *end == ',';
		char *element = trimmed(list, end);
		if (!*element) {
			complain("%s has nothing where a name belongs", option);
			return false;
		}
		if (unquote && !drop_marks(element)) {
			complain("%s: in quotation marks \\\", \\\\ and \\xHH are known, not another \\: %s", option,
			         element);
			return false;
		}
		if (!option_append(options, items, count, element))
			return false;
		list = end + more;
	}
	return true;
}
