/* Words that languages reserve: the tables have all words that the languages themselves refuse, and the names of arrays
 * are none of these, or get an underscore. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c/reserved.h"
#include "dynamics/function.h"
#include "suite.h"

/* Words that a command prints must be reserved. Without the command nothing is compared. */
static int compare_printed(enum ReservedBy language, const char *command)
{
	char word[64];
	int count = 0;
	FILE *printed = popen(command, "r");
	ck_assert_ptr_nonnull(printed);
	for (; fscanf(printed, "%63s", word) == 1; count++)
		ck_assert_msg(reserved_by(language, word), "%s is not reserved", word);
	pclose(printed);
	return count;
}

/* Words of the table must be refused as names. */
static void compare_refused(const char *words, const char *command)
{
	char line[4000];
	snprintf(line, sizeof line, command, words);
	ck_assert_msg(system(line) == 0, "%s", line);
}

static bool there_is(const char *program)
{
	char line[100];
	snprintf(line, sizeof line, "command -v %s >/dev/null 2>&1", program);
	return system(line) == 0;
}

TEST(python)
{
	if (!there_is("python3"))
		return;
	ck_assert_int_gt(compare_printed(RESERVED_BY_PYTHON, "python3 -c 'import keyword; print(*keyword.kwlist)'"),
	                 30);
	compare_refused(RESERVED_PYTHON,
	                "python3 -c 'import keyword, sys; sys.exit(not all(map(keyword.iskeyword, sys.argv[1:])))' %s");
}

/* No list of the words can be asked for: those of the table are tried, and words that are none. */
TEST(javascript)
{
	if (!there_is("node"))
		return;
	compare_refused(
		RESERVED_JAVASCRIPT,
		"echo 'for (const word of process.argv.slice(2)) { let fits = true;"
		" try { new Function(\"async () => { \\\"use strict\\\"; const f = async (\" + word + \") => {}; }\"); }"
		" catch { fits = false; } if (fits) process.exit(1); }' | node - %s");
	ck_assert(!reserved_by(RESERVED_BY_JAVASCRIPT, "lambda"));
	ck_assert(!reserved_by(RESERVED_BY_JAVASCRIPT, "let const"));
}

TEST(rust)
{
	ck_assert(reserved_by(RESERVED_BY_RUST, "Self"));
	ck_assert(reserved_by(RESERVED_BY_RUST, "yield"));
	ck_assert(!reserved_by(RESERVED_BY_RUST, "lambda"));
}

/* Languages with kernels have the words of C, their own, and vectors. */
TEST(kernels)
{
	const enum ReservedBy both[] = { RESERVED_BY_OPENCL, RESERVED_BY_CUDA };
	for (int i = 0; i < 2; i++) {
		ck_assert(reserved_by(both[i], "operator"));
		ck_assert(reserved_by(both[i], "float4"));
		ck_assert(reserved_by(both[i], "uchar16"));
		ck_assert(!reserved_by(both[i], "float5"));
		ck_assert(!reserved_by(both[i], "float42"));
		ck_assert(!reserved_by(both[i], "lambda"));
	}
	ck_assert(reserved_by(RESERVED_BY_OPENCL, "half"));
	ck_assert(reserved_by(RESERVED_BY_OPENCL, "get_global_id"));
	ck_assert(reserved_by(RESERVED_BY_CUDA, "threadIdx"));
	ck_assert(!reserved_by(RESERVED_BY_CUDA, "half"));
	ck_assert(!reserved_by(RESERVED_BY_C, "float4"));
}

/* Arrays whose names get an underscore, in every language. */
static const struct {
	enum ReservedBy language;
	const char *name;
} apart[] = { { RESERVED_BY_PYTHON, "lambda" } };

static void check_array(enum ReservedBy language, const char *name)
{
	bool known = false;
	for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
		known |= apart[i].language == language && strcmp(apart[i].name, name) == 0;
	ck_assert_msg(reserved_by(language, name) == known, "%s in language %d", name, (int)language);
}

LOOP_TEST(names_of_arrays, RESERVED_BY_COUNT)
{
	enum ReservedBy language = (enum ReservedBy)_i;
	for (int i = 0; i < INPUT_ARRAYS; i++)
		check_array(language, input_name[i]);
	for (size_t i = 0; i < function_count; i++)
		for (int k = 0; k < FUNCTION_OUTPUTS && function_table[i].output[k].name; k++)
			check_array(language, function_table[i].output[k].name);
	check_array(language, angle_output.name);
	check_array(language, derived_output.name);
}

TEST(underscores)
{
	struct Guard guard = { .fault = FAULT_NONE };
	struct Arena arena;
	arena_init(&arena, &guard);
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_PYTHON, "lambda"), "lambda_");
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_PYTHON, "lamb"), "lamb");
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_PYTHON, "lambda_"), "lambda_");
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_C, "lambda"), "lambda");
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_C, "operator"), "operator_");
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_JAVASCRIPT, "arguments"), "arguments_");
	ck_assert_str_eq(reserved_apart(&arena, RESERVED_BY_RUST, "_"), "__");
	arena_free(&arena);
}

SUITE("reserved")
