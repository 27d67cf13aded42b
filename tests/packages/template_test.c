/* Templates of packages: values, lists and conditions; and that a mistake in a template is reported with its line. */
#include <string.h>

#include "cli/package/template.h"
#include "arena_fixture.h"
#include "suite.h"

static struct ValueNode *values;

static const struct Template included[] = { { "call", "@F@(@each ARGUMENTS, @@A@@end@);\n" }, { "wrong", "a\n@B@\n" } };
static const struct Templates all = { included, sizeof included / sizeof *included };

static void add_function(const char *name, const char *const *argument)
{
	struct ValueNode *function = values_add(values, "FUNCTIONS");
	values_text(function, "F", name);
	values_list(function, "ARGUMENTS");
	for (int i = 0; argument[i]; i++)
		values_text(values_add(function, "ARGUMENTS"), "A", argument[i]);
}

static void setup(void)
{
	static const char *const two[] = { "q", "qd", NULL }, *const none[] = { NULL };
	arena_begin();
	values = values_new(&arena);
	values_text(values, "NAME", "arm");
	values_text(values, "A", "outside");
	values_text(values, "LINES", "one\ntwo\n");
	values_text(values, "NONE", NULL);
	values_format(values, "ZERO", "%d", 0);
	values_flag(values, "YES", true);
	values_list(values, "EMPTY");
	add_function("rnea", two);
	add_function("mass", none);
}

/* The text of a template, or the mistake in it. */
static const char *filled(const char *text)
{
	const struct Template template = { "package/t.in", text };
	if (setjmp(guard.jump)) {
		ck_assert_int_eq(guard.fault, FAULT_INTERNAL);
		return guard.text;
	}
	return template_fill(&all, &template, values);
}

struct Row {
	const char *text, *wanted;
};

static void check(const struct Row *row, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		ck_assert_str_eq(filled(row[i].text), row[i].wanted);
}
#define CHECK(rows) check(rows, sizeof(rows) / sizeof *(rows))

TEST(values_are_filled_in)
{
	static const struct Row rows[] = {
		{ "", "" },
		{ "@NAME@", "arm" },
		{ "a @NAME@@NAME@\n", "a armarm\n" },
		{ "$@ me@here @Name@ @ NAME@ 2@", "$@ me@here @Name@ @ NAME@ 2@" },
		{ "@each of us@", "t.in:1: a directive without the name of a value" },
		{ "<@LINES@>", "<one\ntwo\n>" },
		{ "a\n@LINES@\nb\n", "a\none\ntwo\nb\n" },
		{ "a\n@NONE@\nb\n", "a\nb\n" },
		{ "a\n @NONE@\nb\n", "a\n \nb\n" },
		{ "a\n@NAME@\nb\n", "a\narm\nb\n" },
	};
	values_text(values, "NAME", "leg");
	values_text(values, "NAME", "arm");
	CHECK(rows);
}

TEST(lists_are_repeated)
{
	static const struct Row rows[] = {
		{ "@each FUNCTIONS@@F@.@end@", "rnea.mass." },
		{ "@each FUNCTIONS, @@F@@end@", "rnea, mass" },
		{ "@each FUNCTIONS;\n@@F@@end@", "rnea;\nmass" },
		{ "@each EMPTY, @@UNKNOWN@@end@.", "." },
		{ "(@each FUNCTIONS@@F@(@each ARGUMENTS, @@A@@end@)@end@)", "(rnea(q, qd)mass())" },
		{ "@A@ @each FUNCTIONS@@A@ @each ARGUMENTS@@A@ @F@ @end@@end@",
		  "outside outside q rnea qd rnea outside " },
		{ "x\n@each FUNCTIONS@\n\t@F@\n@end@\ny\n", "x\n\trnea\n\tmass\ny\n" },
		{ "@each FUNCTIONS@\n@each ARGUMENTS@\n@A@\n@end@\n@end@\n", "q\nqd\n" },
		{ "[@each FUNCTIONS,@\n\t@F@@end@]", "[\n\trnea,\n\tmass]" },
	};
	CHECK(rows);
}

TEST(elements_of_two_lists_are_the_same)
{
	values_share(values, "FIRST", values_element(values, "FUNCTIONS", 0));
	values_text(values_element(values, "FIRST", 0), "F", "id");
	ck_assert_str_eq(filled("@each FUNCTIONS, @@F@@end@"), "id, mass");
}

TEST(conditions_choose)
{
	static const struct Row rows[] = {
		{ "@if NAME@a@else@b@end@", "a" },
		{ "@if NONE@a@else@b@end@", "b" },
		{ "@if ZERO@a@else@b@end@", "b" },
		{ "@if YES@a@end@", "a" },
		{ "@if EMPTY@a@end@", "" },
		{ "@if FUNCTIONS@a@end@", "a" },
		{ "@if NONE@@if YES@a@else@b@end@@else@c@end@", "c" },
		{ "@if YES@@if NONE@a@else@b@end@@else@c@end@", "b" },
		{ "@if NONE@@each UNKNOWN@@UNKNOWN@@end@@end@.", "." },
		{ "x\n@if YES@\ny\n@else@\nz\n@end@\n", "x\ny\n" },
		{ "x\n@if NONE@\ny\n@else@\nz\n@end@\n", "x\nz\n" },
		{ "@each FUNCTIONS@@if ARGUMENTS@@F@@end@@end@", "rnea" },
	};
	CHECK(rows);
}

TEST(templates_are_included)
{
	static const struct Row rows[] = {
		{ "@each FUNCTIONS@\n@include call@\n@end@\n", "rnea(q, qd);\nmass();\n" },
		{ "\n\n@include wrong@\n", "wrong:2: an unknown name, B" },
		{ "\n@include other@\n", "t.in:2: an unknown template, other" },
	};
	CHECK(rows);
}

TEST(mistakes_have_their_line)
{
	static const struct Row rows[] = {
		{ "a\n@NAMES@\n", "t.in:2: an unknown name, NAMES" },
		{ "a\n\n@each F@x@end@", "t.in:3: an unknown name, F" },
		{ "@if F@x@end@", "t.in:1: an unknown name, F" },
		{ "@FUNCTIONS@", "t.in:1: a list as a text, FUNCTIONS" },
		{ "@each NAME@x@end@", "t.in:1: a text as a list, NAME" },
		{ "\n@each FUNCTIONS@\nx\n", "t.in:2: a block without its @end@" },
		{ "\n@if YES@\n@each FUNCTIONS@\n@end@\n", "t.in:2: a block without its @end@" },
		{ "@if NONE@\n@each FUNCTIONS@\n@end@\n", "t.in:1: a block without its @end@" },
		{ "@each FUNCTIONS@x@else@y@end@", "t.in:1: a block without its @end@" },
		{ "@each EMPTY@x@else@y@end@", "t.in:1: a block without its @end@" },
		{ "@if YES@x@else@y@else@z@end@", "t.in:1: a block without its @end@" },
		{ "\n@end@\n", "t.in:2: an @else@ or @end@ without a block" },
		{ "@if YES@@end@@else@", "t.in:1: an @else@ or @end@ without a block" },
		{ "@if@x@end@", "t.in:1: an unknown directive, or one without its name" },
		{ "@fi@", "t.in:1: an unknown directive, or one without its name" },
		{ "@end YES@", "t.in:1: an unknown directive, or one without its name" },
		{ "@if YES NAME@x@end@", "t.in:1: a directive without the name of a value" },
		{ "@each @x@end@", "t.in:1: a directive without the name of a value" },
		{ "@if YES", "t.in:1: a directive without the @ at its end" },
	};
	CHECK(rows);
}

SUITE_BETWEEN("template", setup, arena_end)
