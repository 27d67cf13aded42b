/* same_reading: the criterion for layouts. Each row has two sources of the language. */
#include <string.h>

#include "base/arena.h"
#include "grammar/same_reading.h"
#include "suite.h"

static bool same(const char *a, const char *b)
{
	struct Guard guard = { .fault = FAULT_NONE };
	struct Arena arena;
	arena_init(&arena, &guard);
	bool found = same_reading(&arena, a, strlen(a), b, strlen(b));
	arena_free(&arena);
	return found;
}

static const struct Row {
	const char *a, *b;
	bool same;
} rows[] = {
	/* separators */
	{ "mass 1 kg; com (1, 0, 0) m", "mass 1 kg\n\ncom (1, 0, 0) m\n", true },
	{ "mass 1 kg; /* c */ com 2", "mass 1 kg  /* c */ com 2", false },
	{ "mass 1 kg; com 2", "mass 1 kg com 2", false },
	{ "body b { ; mass 1;; }; ;", ";body b {\nmass 1}", true },
	{ "body b { mass 1 }; com 2", "body b { mass 1 } com 2", false },
	{ "body b { mass 1 }", "body b; { mass 1 }", false },
	{ "body b\n{ mass 1 }", "body b { mass 1 }", true },
	{ "inertia [1, 2; 3, 4]", "inertia [1, 2, 3, 4]", false },
	/* comments */
	{ "a 1 // c \t\nb 2", "a 1    // c\nb 2", true },
	{ "a 1 // c\nb 2", "a 1 // d\nb 2", false },
	{ "a 1 // c\nb 2", "a 1\nb 2", false },
	{ "a 1 // c\nb 2", "a 1\n// c\nb 2", true },
	{ "a /* c */ 1", "a 1 /* c */", false },
	{ "a 1 /* c\r\nd\re */", "a 1 /* c\nd\ne */", true },
	{ "a 1; b 2; /* c */ d 3", "a 1; b 2 /* c */; d 3", true },
	{ "a 1 // c", "a 1 /* c */", false },
	{ "a 1 // b c", "a 1 // bc", false },
	/* tokens */
	{ "a 2 N m / s", "a 2 N m/s", true },
	{ "a 2 N m / s", "a 2 N m * s", false },
	{ "a 1 + 2", "a 1+2", true },
	{ "a 12", "a 1 2", false },
	{ "a 1.50", "a 1.5", false },
	{ "a \"b c\"", "a \"b  c\"", false },
	{ "\xef\xbb\xbfmodel t", "model t", true },
	/* unreadable sources are not the same */
	{ "a 1 $", "a 1 $", false },
	{ "a 1", "a (1", false },
	{ "a 1", "a 1 /*", false },
};

LOOP_TEST(each_row, (int)(sizeof rows / sizeof *rows))
{
	const struct Row *row = &rows[_i];
	ck_assert_msg(same(row->a, row->b) == row->same, "\"%s\" and \"%s\"", row->a, row->b);
	ck_assert_msg(same(row->b, row->a) == row->same, "\"%s\" and \"%s\"", row->b, row->a);
}

SUITE("same_reading")
