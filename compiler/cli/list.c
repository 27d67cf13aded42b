/* rigidc --list and --explain: the tables the compiler is made of, a line each. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

static void list_joints(void)
{
	/* the kinds are part of every model, for most are defined in the language */
	static const char nothing[] = "model nothing\n";
	rigidc_model *model;
	if (rigidc_read(nothing, sizeof nothing - 1, "nothing", NULL, &model) != RIGIDC_OK) {
		fputs(rigidc_messages(model), stderr);
		rigidc_model_free(model);
		return;
	}
	for (size_t i = 0; i < model->model->kinds.count; i++) {
		const struct JointKind *kind = &model->model->kinds.item[i];
		char head[64];
		int used = snprintf(head, sizeof head, "%s%s", kind->name, kind->parameters ? "(" : "");
		for (int k = 0; k < kind->parameters; k++)
			used += snprintf(head + used, sizeof head - (size_t)used, "%s%s", kind->parameter[k].name,
			                 k + 1 < kind->parameters ? ", " : ")");
		printf("%-22s nq %d, nv %d  %s\n", head, kind->nq, kind->nv, kind->summary);
	}
	rigidc_model_free(model);
}

static void list_functions(void)
{
	for (size_t i = 0; i < function_count; i++) {
		const struct FunctionInfo *info = &function_table[i];
		char inputs[64] = "";
		for (int k = 0; k < INPUT_COUNT; k++)
			if (info->inputs >> k & 1)
				snprintf(inputs + strlen(inputs), sizeof inputs - strlen(inputs), "%s%s",
				         *inputs ? " " : "", input_name[k]);
		printf("%-8s %-18s -> %-4s %s\n", info->name, inputs, info->output[0].name, info->summary);
	}
}

static void list_checks(void)
{
	for (int i = 0; i < CHECK_COUNT; i++)
		printf("%-24s %-8s %s\n", check_table[i].name, severity_name(check_table[i].severity),
		       check_table[i].summary);
}

static void list_operations(void)
{
	static const char *const cost[COST_COUNT] = { "mul", "add", "div", "sqrt", "sincos", "other" };
	for (int op = OP_INPUT + 1; op < OP_COUNT; op++)
		printf("%-6s %d operand%s  counts as %-6s  C: %s, %s\n", op_table[op].name, op_table[op].arity,
		       op_table[op].arity == 1 ? " " : "s", cost[op_table[op].cost], op_table[op].c,
		       op_table[op].c_float);
}

static void list_passes(void)
{
	for (int i = 0; i < PASS_COUNT; i++)
		if (pass_table[i].from == ALWAYS)
			printf("%-8s      %s\n", pass_table[i].name, pass_table[i].summary);
		else
			printf("%-8s -O%d  %s\n", pass_table[i].name, pass_table[i].from, pass_table[i].summary);
}

static void list_targets(void)
{
	puts("header   C99 that is also C++, one self-contained header   compile -o NAME.h");
	puts("pair     the same as a source and a header                 compile -o NAME.c");
	puts("tcc      libtcc, in memory                                 eval --jit=tcc");
	puts("cc       the C compiler and a shared object                eval --jit=cc");
	puts("none     the evaluator over the straight-line program      eval --jit=none");
	puts("ir       the straight-line program as text                 compile --dump=lower");
}

int list_table(const char *table)
{
	static const struct { const char *name; void (*print)(void); } tables[] = {
		{ "joints", list_joints }, { "functions", list_functions }, { "checks", list_checks },
		{ "operations", list_operations }, { "passes", list_passes }, { "targets", list_targets },
	};
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (strcmp(table, tables[i].name) == 0) {
			tables[i].print();
			return finish_stdout();
		}
	return complain("--list takes joints, functions, checks, operations, passes or targets, not '%s'", table);
}

int explain_check(const char *name)
{
	enum { WIDTH = 80 };
	int check = check_find(name);
	if (!*name)
		return complain("--explain takes the name of a check; see rigidc --list=checks");
	if (check < 0) {
		struct Nearest nearest;
		nearest_init(&nearest, name);
		for (int i = 0; i < CHECK_COUNT; i++)
			nearest_try(&nearest, check_table[i].name);
		return complain(nearest.found ? "there is no check '%s'; did you mean '%s'?"
		                              : "there is no check '%s'; see rigidc --list=checks", name, nearest.found);
	}
	const struct CheckInfo *info = &check_table[check];
	printf("%s (%s): %s\n\n", info->name, severity_name(info->severity), info->summary);
	size_t column = 0;
	for (const char *word = info->explanation; *word;) {
		size_t length = strcspn(word, " ");
		if (column + length > WIDTH) {
			putchar('\n');
			column = 0;
		}
		printf("%s%.*s", column ? " " : "", (int)length, word);
		column += length + 1;
		word += length + (word[length] == ' ');
	}
	putchar('\n');
	return finish_stdout();
}
