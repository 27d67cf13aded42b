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

/* "-f FN[,FN...]", "--real=double|float", "-MD" */
static void put_left(char *left, size_t size, const struct OptionRow *row, enum CommandId command)
{
	const struct OptionArgument *argument = &row->argument;
	const char *form = option_form(row, command);
	const char *joint = argument->optional ? "[=" : option_takes_value(row) ? "=" : "";
	int used = row->letter ? snprintf(left, size, "-%c%s", row->letter, argument->choices == 1 ? "" : " ")
	                       : snprintf(left, size, "--%s%s", row->name, joint);
	used += snprintf(left + used, size - (size_t)used, "%s", form ? form : "");
	for (int i = 0; i < argument->choices && !form; i++)
		used += snprintf(left + used, size - (size_t)used, "%s%s", i ? "|" : "", argument->choice[i]);
	if (argument->optional)
		snprintf(left + used, size - (size_t)used, "]");
}

/* The help of an option. If not every format of models takes the option, those that do come first: "URDF: ". Formats of
 * its values come last: "; rotors for URDF". */
static void put_help(char *out, size_t size, const struct OptionRow *row)
{
	char takers[80], values[160] = "";
	const char *all = "";
	for (size_t i = 0, used = 0; format_option(i); i++) {
		const char *option = format_option(i), *value = strchr(option, '=');
		const size_t length = strcspn(option, "=");
		if (strlen(row->name) != length || strncmp(option, row->name, length) != 0)
			continue;
		format_names(takers, sizeof takers, FORMAT_TITLES,
		             (struct FormatChoice){ .own = true, .taking = 1u << i });
		if (value)
			used += (size_t)snprintf(values + used, sizeof values - used, "%s%s for %s", used ? ", " : "; ",
			                         value + 1, takers);
		else
			all = takers;
	}
	snprintf(out, size, "%s%s%s%s", all, *all ? ": " : "", row->help, values);
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

static bool is_command(const char *name, size_t length)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (strlen(command_name[i]) == length && strncmp(command_name[i], name, length) == 0)
			return true;
	return false;
}

/* Length of "import, fmt: ", names of commands before a clause; 0: there are none. *own: `command` is among them. */
static size_t label(const char *clause, const char *command, bool *own)
{
	const char *name = clause;
	*own = false;
	for (;;) {
		size_t length = strcspn(name, " ,:;.");
		if (!is_command(name, length))
			return 0;
		*own |= strncmp(name, command, length) == 0 && !command[length];
		name += length;
		if (strncmp(name, ": ", 2) == 0)
			return (size_t)(name + 2 - clause);
		if (strncmp(name, ", ", 2) != 0)
			return 0;
		name += 2;
	}
}

/* A part of a help between ". " or "; ". */
struct Clause {
	char *text, *end;
	size_t label; /* length of the names of commands before it */
	bool begins;  /* a sentence */
	bool own;     /* the command is one of them */
};

static struct Clause clause_at(char *at, bool first, const char *command)
{
	struct Clause clause = { .text = first ? at : at + 2, .begins = first || *at == '.' };
	clause.label = label(clause.text, command, &clause.own);
	clause.end = clause.text + clause.label;
	do
		clause.end += 1 + strcspn(clause.end + 1, ";.");
	while (*clause.end && clause.end[1] != ' ');
	return clause;
}

static char *move(char *to, const char *from, const char *end)
{
	memmove(to, from, (size_t)(end - from));
	return to + (end - from);
}

/* ": " after a text that is not empty. */
static char *put_colon(char *to, const char *text)
{
	for (const char *colon = ": "; to != text && *colon; colon++)
		*to++ = *colon;
	return to;
}

/* Leaves out clauses of other commands, in place: "the file. compile: NAME.h; fmt: NAME.rig" is "the file: NAME.rig" for fmt. */
static void keep_own(char *text, const char *command)
{
	char *to = text, *at = text;
	bool sentence = false; /* it begins with the name of a command: names are dropped */
	while (*at) {
		const struct Clause clause = clause_at(at, at == text, command);
		sentence = clause.label && (clause.begins || sentence);
		if (sentence && clause.own)
			to = move(put_colon(to, text), clause.text + clause.label, clause.end);
		else if (!clause.label || clause.own)
			to = move(to, at, clause.end);
		else if (clause.end[-1] == ')' && !memchr(clause.text, '(', (size_t)(clause.end - clause.text)))
			*to++ = ')';
		at = clause.end;
	}
	*to = '\0';
}

static void put_option(const struct OptionRow *row, enum CommandId command)
{
	char left[100], text[600];
	put_left(left, sizeof left, row, command);
	put_help(text, sizeof text, row);
	keep_own(text, command_name[command]);
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
			put_option(row, command);
		}
	}
	int more = count_shown(command, true) - count_shown(command, all);
	if (command == COMMAND_EVAL)
		puts("\nrigidc eval MODEL -f FN --help=columns lists the columns of input and output.");
	if (more)
		printf("\nrigidc %s --help=all shows %d more options.\n", command_name[command], more);
}

void options_list(void)
{
	char left[100], text[600], takers[128];
	for (int group = 0; group < GROUP_COUNT; group++)
		for (int i = 0; i < option_count; i++) {
			const struct OptionRow *row = &option_rows[i];
			if ((int)row->group != group)
				continue;
			put_left(left, sizeof left, row, COMMAND_COUNT);
			put_help(text, sizeof text, row);
			option_put_takers(takers, sizeof takers, row, ",");
			printf("%-40s  %-26s  %-55s  %s\n", left, option_group[group], takers, text);
		}
}
