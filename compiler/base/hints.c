#include "hints.h"

#include <string.h>

#include "dim.h"

static const struct {
	enum HintPlace place;
	const char *word, *help;
} rows[] = {
#define HINT(place, word, help) { HINT_##place, word, help },
#include "hints.def"
#undef HINT
};

const char *hint_word(enum HintPlace place, const char *word)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].place == place && strcmp(rows[i].word, word) == 0)
			return rows[i].help;
	return NULL;
}

void hint_or_nearest(struct Diags *diags, struct Diag *of, enum HintPlace place, const struct Nearest *nearest)
{
	const char *help = hint_word(place, nearest->wanted);
	if (help)
		diag_help(diags, of, "%s", help);
	else
		diag_nearest(diags, of, nearest);
}

/* True if the last dimension occurs among those before. Nobody writes kg g. */
static bool again(const struct Dim *dim, int count)
{
	for (int i = 0; i + 1 < count; i++)
		if (dim_equal(dim[i], dim[count - 1]))
			return true;
	return false;
}

/* Splits the word into the fewest units. Dynamic programming from the end: `pieces` is the least count for each
 * rest, `head` the bytes of its first unit with its power. */
const char *hint_units(struct Arena *arena, const char *word)
{
	enum { LONGEST = 16, NONE = LONGEST + 1 };
	size_t length = strlen(word), head[LONGEST], letters[LONGEST];
	int pieces[LONGEST + 1];
	if (length > LONGEST)
		return NULL;
	pieces[length] = 0;
	for (size_t at = length; at-- > 0;) {
		pieces[at] = NONE;
		for (size_t n = 1; at + n <= length; n++) {
			size_t power = n + strspn(word + at + n, "23");
			if (unit_find(word + at, n) && power - n <= 1 && 1 + pieces[at + power] < pieces[at]) {
				pieces[at] = 1 + pieces[at + power];
				head[at] = power;
				letters[at] = n;
			}
		}
	}
	if (pieces[0] >= NONE)
		return NULL;
	struct Text text;
	text_init(&text, arena);
	struct Dim dim[LONGEST];
	int count = 0;
	for (size_t at = 0; at < length; at += head[at]) {
		dim[count++] = unit_find(word + at, letters[at])->dim;
		if (again(dim, count))
			return NULL;
		text_format(&text, "%s%.*s%s%.*s", at ? " " : "", (int)letters[at], word + at,
		            head[at] > letters[at] ? "^" : "", (int)(head[at] - letters[at]), word + at + letters[at]);
	}
	return text_string(&text);
}
