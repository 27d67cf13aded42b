/* Words `if` and `else` of `if a < b then c else d` came late to the language, and older sources may use them as names.
 * They are words only where no older source could have such a name. */
#include <string.h>

#include "state.h"
#include "tokens.h"

/* Length in bytes of the comment or quoted name that begins here; 0: none begins. */
static size_t passed_over(const char *at, const char *end)
{
	size_t length = (size_t)(end - at);
	bool comment = at[0] == '/' && length > 1, block = comment && at[1] == '*', name = at[0] == '"';
	if (!block && !name && !(comment && at[1] == '/'))
		return 0;
	for (size_t i = name ? 1 : 2; i < length; i++) {
		if (block ? i > 2 && at[i - 1] == '*' && at[i] == '/' : name && at[i] == '"')
			return i + 1;
		if (!block && (at[i] == '\n' || at[i] == '\r'))
			return i;
		i += name && at[i] == '\\';
	}
	return length;
}

/* Does a comparison follow in the statement? Then `if` is a word, since older sources have no such signs. An == counts
 * too, so that the message is about the ==. The search runs once in a statement. */
static bool comparison_follows(struct Reader *reader)
{
	int depth = reader->depth;
	const char *at = reader->text + reader->at, *end = reader->text + reader->length;
	if (reader->at < reader->looked)
		return reader->compares;
	reader->compares = false;
	while (at < end && !memchr("{};\r\n", *at, depth > 0 ? 2 : 5) && !reader->compares) {
		reader->compares = memchr("<>!", *at, 3) || (at[0] == '=' && at + 1 < end && at[1] == '=');
		depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
		size_t over = passed_over(at, end);
		at += over ? over : 1;
	}
	reader->looked = (uint32_t)(at - reader->text);
	return reader->compares;
}

bool token_of_choice(struct Reader *reader, const char *name, int *token)
{
	bool begins = strcmp(name, "if") == 0 && comparison_follows(reader);
	bool ends = reader->choices > 0 && strcmp(name, "else") == 0;
	reader->choices += begins - ends;
	*token = begins ? RIG_IF : RIG_ELSE;
	return begins || ends;
}
