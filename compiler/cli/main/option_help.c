#include "option_help.h"

#include <stdio.h>
#include <string.h>

#include "grammar/formats/format.h"

enum { WIDTH = 80, LEFT = 25 /* of an option beside its help */ };

static const char *const command_name[COMMAND_COUNT] = {
#define COMMAND(id, name, operand, summary) [COMMAND_##id] = #name,
#include "cli/commands.def"
};

void option_put_takers(char *out, size_t size, const struct OptionRow *row, const char *separator)
{
	size_t used = 0;
	*out = '\0';
	for (int i = 0; i < COMMAND_COUNT && used < size; i++)
		if (option_is_taken(row, (enum CommandId)i))
			used += (size_t)snprintf(out + used, size - used, "%s%s", used ? separator : "",
			                         command_name[i]);
}

/* "-f FN[,FN...]", "--real=double|float" */
static void put_left(char *left, size_t size, const struct OptionRow *row)
{
	const struct OptionArgument *argument = &row->argument;
	const char *joint = argument->optional ? "[=" : option_takes_value(row) ? "=" : "";
	int used = row->letter ? snprintf(left, size, "-%c ", row->letter)
	                       : snprintf(left, size, "--%s%s", row->name, joint);
	used += snprintf(left + used, size - (size_t)used, "%s", argument->form ? argument->form : "");
	for (int i = 0; i < argument->choices && !argument->form; i++)
		used += snprintf(left + used, size - (size_t)used, "%s%s", i ? "|" : "", argument->choice[i]);
	if (argument->optional)
		snprintf(left + used, size - (size_t)used, "]");
}

/* The help of an option. If not every format of models takes the option, those that do come first: "URDF: ". */
static void put_help(char *out, size_t size, const struct OptionRow *row)
{
	char takers[80];
	for (size_t i = 0; format_option(i); i++)
		if (strcmp(format_option(i), row->name) == 0) {
			format_names(takers, sizeof takers, FORMAT_TITLES,
			             (struct FormatChoice){ .own = true, .taking = 1u << i });
			snprintf(out, size, "%s: %s", takers, row->help);
			return;
		}
	snprintf(out, size, "%s", row->help);
}

/* Prints words from a column on, within the width of the page. */
static void put_words(const char *text, size_t indent)
{
	size_t column = indent;
	for (const char *word = text; *word;) {
		size_t length = strcspn(word, " ");
		bool begins = word == text;
		if (!begins && column + 1 + length > WIDTH) {
			printf("\n%*s", (int)indent, "");
			column = indent;
			begins = true;
		}
		printf("%s%.*s", begins ? "" : " ", (int)length, word);
		column += length + !begins;
		word += length + (word[length] == ' ');
	}
	putchar('\n');
}

static void put_option(const struct OptionRow *row)
{
	char left[100], text[400];
	put_left(left, sizeof left, row);
	put_help(text, sizeof text, row);
	if (strlen(left) >= LEFT)
		printf("  %s\n%*s", left, 2 + LEFT + 1, "");
	else
		printf("  %-*s ", LEFT, left);
	put_words(text, 2 + LEFT + 1);
}

static bool is_shown(const struct OptionRow *row, enum CommandId command, bool all)
{
	return option_is_taken(row, command) && (all || row->often >> command & 1);
}

static int count_shown(enum CommandId command, bool all)
{
	int count = 0;
	for (int i = 0; i < option_count; i++)
		count += is_shown(&option_rows[i], command, all);
	return count;
}

void options_help(enum CommandId command, bool all)
{
	for (int group = 0; group < GROUP_COUNT; group++) {
		bool titled = false;
		for (int i = 0; i < option_count; i++) {
			const struct OptionRow *row = &option_rows[i];
			if ((int)row->group != group || !is_shown(row, command, all))
				continue;
			if (!titled)
				printf("\n%s:\n", option_group[group]);
			titled = true;
			put_option(row);
		}
	}
	int more = count_shown(command, true) - count_shown(command, all);
	if (more)
		printf("\nrigidc %s --help=all shows %d more options.\n", command_name[command], more);
}

void options_list(void)
{
	char left[100], text[400], takers[100];
	for (int group = 0; group < GROUP_COUNT; group++)
		for (int i = 0; i < option_count; i++) {
			const struct OptionRow *row = &option_rows[i];
			if ((int)row->group != group)
				continue;
			put_left(left, sizeof left, row);
			put_help(text, sizeof text, row);
			option_put_takers(takers, sizeof takers, row, ",");
			printf("%-40s  %-26s  %-55s  %s\n", left, option_group[group], takers, text);
		}
}
