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

enum { LONGEST = 16, NONE = LONGEST + 1 };

/* The fewest units that a word of at most LONGEST bytes is made of, by the byte where a unit begins. */
struct UnitSplit {
	int pieces[LONGEST + 1]; /* least count of units for the rest of the word */
	size_t letters[LONGEST]; /* bytes of the first unit of the rest */
	size_t head[LONGEST];    /* the same with its power */
};

/* Dynamic programming from the end of the word. False: the word is not made of units. */
static bool split_units(const char *word, size_t length, struct UnitSplit *split)
{
	split->pieces[length] = 0;
	for (size_t at = length; at-- > 0;) {
		split->pieces[at] = NONE;
		for (size_t n = 1; at + n <= length; n++) {
			size_t power = n + strspn(word + at + n, "23");
			int pieces = 1 + split->pieces[at + power];
			if (unit_find(word + at, n) && power - n <= 1 && pieces < split->pieces[at]) {
				split->pieces[at] = pieces;
				split->head[at] = power;
				split->letters[at] = n;
			}
		}
	}
	return split->pieces[0] < NONE;
}

const char *hint_units(struct Arena *arena, const char *word)
{
	size_t length = strlen(word);
	struct UnitSplit split;
	if (length > LONGEST || !split_units(word, length, &split))
		return NULL;
	struct Text text = text_new(arena);
	struct Dim dim[LONGEST];
	int count = 0;
	for (size_t at = 0; at < length; at += split.head[at]) {
		size_t letters = split.letters[at], power = split.head[at] - letters;
		dim[count++] = unit_find(word + at, letters)->dim;
		if (again(dim, count))
			return NULL;
		text_format(&text, "%s%.*s%s%.*s", at ? " " : "", (int)letters, word + at, power ? "^" : "", (int)power,
		            word + at + letters);
	}
	return text_string(&text);
}
