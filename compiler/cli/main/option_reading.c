/* Arguments of a command: read by getopt_long and checked against the table of options. */
#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "option_help.h"
#include "option_list.h"
#include "option_rows.h"
#include "cli/complain.h"
#include "base/diag.h"
#include "base/text.h"
#include "cli/package/package_kind.h"
#include "runtime/exclusion.h"
#include "runtime/preset.h"

/* Options that other versions and programs have, by the names that they have here. */
static const char *const other_names[][2] = { { "at", "pose" } };

/* Tries the option of another name. False: the command has none. */
static bool suggest_renamed(const struct OptionReading *reading, const char *name, struct Nearest *nearest)
{
	for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
		for (int k = 0; k < option_count && strcmp(other_names[i][0], name) == 0; k++)
			if (strcmp(option_rows[k].name, other_names[i][1]) == 0 &&
			    option_is_taken(&option_rows[k], reading->command)) {
				nearest->found = option_rows[k].name;
				return true;
			}
	return false;
}

static int unknown_long(const struct OptionReading *reading, const char *given)
{
	char name[64];
	struct Nearest nearest;
	const char *command = reading->name;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
	nearest_init(&nearest, name + 2);
	const bool renamed = suggest_renamed(reading, name + 2, &nearest);
	for (int i = 0; i < option_count && !renamed; i++)
		if (option_is_taken(&option_rows[i], reading->command))
			nearest_try(&nearest, option_rows[i].name);
	if (nearest.found)
		return complain("%s has no option '%s'; did you mean '--%s'?", command, name, nearest.found);
	return complain("%s has no option '%s'; see rigidc %s --help=all", command, name, command);
}

/* Abbreviations are errors here. getopt_long accepts them, and their meaning would change with every new option. */
static const char *find_unknown_long(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		size_t length = strcspn(argv[i], "=");
		bool known = strncmp(argv[i], "--", 2) != 0;
		for (int row = 0; row < option_count && !known; row++)
			known = strlen(option_rows[row].name) == length - 2 &&
			        strncmp(argv[i] + 2, option_rows[row].name, length - 2) == 0;
		if (!known)
			return argv[i];
	}
	return NULL;
}

/* Does the option change the code that `compile` writes? */
static bool shapes_code(const struct OptionRow *row)
{
	return option_is_taken(row, COMMAND_COMPILE) && row->letter != 'o' && row->letter != 'M';
}

/* A copy of the option for options->given. Setters may write into the value. */
static bool keep_given(struct OptionReading *reading, const struct OptionRow *row, const char *value)
{
	if (!shapes_code(row))
		return true;
	size_t size = strlen(row->name) + (value ? strlen(value) : 0) + sizeof "--=";
	char *text = option_memory(reading->options, size);
	if (!text)
		return false;
	snprintf(text, size, "--%s%s%s", row->name, value ? "=" : "", value ? value : "");
	return option_append(reading->options, &reading->options->given, &reading->options->givens, text);
}

static bool read_option(struct OptionReading *reading, const struct OptionRow *row, char *value)
{
	const struct OptionArgument *argument = &row->argument;
	reading->row = row;
	reading->choice = 0;
	while (value && reading->choice < argument->choices && strcmp(value, argument->choice[reading->choice]) != 0)
		reading->choice++;
	if (argument->choices && reading->choice == argument->choices) {
		complain_choice(row->name, "is", argument->choice, argument->choices, value);
		return false;
	}
	return keep_given(reading, row, value) && row->apply(reading, value);
}

/* The command lacks an operand: "a model". An option whose value is the last argument may have taken it. */
static int lacks(const struct OptionReading *reading, const char *what, int argc, char **argv)
{
	static const char *const operand[] = {
#define COMMAND(id, name, operand, summary) operand,
#include "cli/commands.def"
	};
	const char *command = reading->name;
	if (reading->taking)
		return complain("%s needs %s: rigidc %s %s; '%s' is the value of %s", command, what, command,
		                operand[reading->command], argv[argc - 1], reading->taking);
	return complain("%s needs %s: rigidc %s %s", command, what, command, operand[reading->command]);
}

static int read_files(struct OptionReading *reading, int argc, char **argv)
{
	reading->options->file = argv + optind;
	reading->options->files = (size_t)(argc - optind);
	if (reading->command == COMMAND_COMPARE && argc - optind > 2)
		return complain("%s takes two models: '%s' is too many", reading->name, argv[optind + 2]);
	if (reading->command == COMMAND_COMPARE && argc - optind < 2)
		return lacks(reading, "two models", argc, argv);
	if (reading->command == COMMAND_COMPARE && strcmp(argv[optind], "-") == 0 && strcmp(argv[optind + 1], "-") == 0)
		return complain("%s: one of the two models comes from a file", reading->name);
	return optind < argc ? EXIT_FINE : lacks(reading, "a file", argc, argv);
}

/* The operands after the options: a model, or files. */
static int read_operands(struct OptionReading *reading, int argc, char **argv)
{
	const char *command = reading->name;
	for (int i = optind; i < argc; i++)
		if (!*argv[i])
			return complain("%s: the name of a file is empty", command);
	if (reading->command == COMMAND_PLOT || reading->command == COMMAND_COMPARE)
		return read_files(reading, argc, argv);
	if (reading->command == COMMAND_LSP)
		return optind >= argc ? EXIT_FINE : complain("%s takes no file: an editor sends it the texts", command);
	if (optind >= argc)
		return lacks(reading, "a model", argc, argv);
	if (optind + 1 < argc && reading->command == COMMAND_EVAL)
		return complain("one model at a time: '%s' is too many; %s reads its rows from standard input: <%s",
		                argv[optind + 1], command, argv[optind + 1]);
	if (optind + 1 < argc)
		return complain("one model at a time: '%s' is too many", argv[optind + 1]);
	reading->options->model = argv[optind];
	return EXIT_FINE;
}

/* The table of options in the form of getopt_long. */
struct Taken {
	struct option longs[OPTIONS_MOST + 1];
	char shorts[3 * OPTIONS_MOST + 4];
};

enum { FIRST_LONG = 256 }; /* above the code of every letter */

/* True if the command takes another option with the same name. */
static bool is_replaced(const struct OptionRow *row, enum CommandId command)
{
	bool replaced = false;
	for (int i = 0; i < option_count && !option_is_taken(row, command); i++)
		replaced |= option_is_taken(&option_rows[i], command) && strcmp(option_rows[i].name, row->name) == 0;
	return replaced;
}

static void fill_taken(struct Taken *taken, enum CommandId command)
{
	struct option *next = taken->longs;
	*taken = (struct Taken){ .shorts = ":" };
	for (int i = 0; i < option_count; i++) {
		const struct OptionRow *row = &option_rows[i];
		if (is_replaced(row, command))
			continue;
		int has = row->argument.optional    ? optional_argument
		          : option_takes_value(row) ? required_argument
		                                    : no_argument;
		*next++ = (struct option){ row->name, has, NULL, FIRST_LONG + i };
		if (row->letter)
			snprintf(taken->shorts + strlen(taken->shorts), 3, "%c:", row->letter);
	}
}

/* The row for a result of getopt_long, or NULL. */
static const struct OptionRow *found_row(int found)
{
	if (found >= FIRST_LONG)
		return &option_rows[found - FIRST_LONG];
	for (int i = 0; i < option_count; i++)
		if (option_rows[i].letter && option_rows[i].letter == found)
			return &option_rows[i];
	return NULL;
}

/* Reports an unknown letter, or an option with an unexpected value. */
static int not_taken(const char *command, int given)
{
	const struct OptionRow *row = found_row(given);
	if (row)
		return complain("option '--%s' takes no value", row->name);
	return complain("%s has no option '-%c'; see rigidc %s --help=all", command, given, command);
}

/* An option that has no effect on this command. */
static int not_of_command(const struct OptionReading *reading, const struct OptionRow *row)
{
	char takers[160], letter[] = { '-', row->letter, '\0' };
	option_put_takers(takers, sizeof takers, row, ", ");
	return complain("%s takes no %s%s, which is for %s; see rigidc %s --help=all", reading->name,
	                row->letter ? letter : "--", row->letter ? "" : row->name, takers, reading->name);
}

static int missing_argument(const struct OptionReading *reading, char **argv)
{
	const struct OptionRow *row = found_row(optopt);
	if (row && !option_is_taken(row, reading->command))
		return not_of_command(reading, row);
	return complain("option '%s' needs a value", argv[optind - 1]);
}

static const struct OptionRow *find_row(const char *name)
{
	int i = 0;
	while (strcmp(option_rows[i].name, name) != 0)
		i++;
	return &option_rows[i];
}

/* Gives options the values of the preset, which a kind of package may have by default. */
static bool apply_preset(struct OptionReading *reading)
{
	struct Options *options = reading->options;
	const char *usual = options->package >= 0 ? package_table[options->package].preset : NULL;
	if (usual && !options->library.preset) {
		options->library.preset = usual;
		if (!keep_given(reading, find_row("preset"), usual))
			return false;
	}
	preset_apply(&options->library);
	return true;
}

static int read_options(struct OptionReading *reading, int argc, char **argv)
{
	struct Taken taken;
	const char *command = reading->name, *unknown = find_unknown_long(argc, argv);
	if (unknown)
		return unknown_long(reading, unknown);
	fill_taken(&taken, reading->command);
	opterr = 0;
	optind = 0; /* begins anew: one process may run several commands */
	for (int found; (found = getopt_long(argc, argv, taken.shorts, taken.longs, NULL)) != -1;) {
		const struct OptionRow *row = found_row(found);
		if (found == ':')
			return missing_argument(reading, argv);
		if (!row)
			return not_taken(command, optopt);
		if (!option_is_taken(row, reading->command))
			return not_of_command(reading, row);
		if (!read_option(reading, row, optarg))
			return EXIT_USAGE;
		if (optind == argc && optarg == argv[argc - 1])
			reading->taking = argv[argc - 2];
	}
	const struct Exclusion *excluded = exclusion_find(&reading->options->library);
	if (excluded)
		return complain("%s and %s exclude each other%s", excluded->flag[0], excluded->flag[1], excluded->why);
	if (!apply_preset(reading))
		return EXIT_USAGE;
	return read_operands(reading, argc, argv);
}

/* Commands that write a file of the same kind as they read report its shapes, too. -W says otherwise. */
static bool writes_models(enum CommandId command)
{
	return command == COMMAND_IMPORT || command == COMMAND_EXPORT;
}

int options_read(struct Options *options, enum CommandId command, int argc, char **argv)
{
	struct OptionReading reading = { .options = options, .name = argv[0], .command = command };
	options->jit = RIGIDC_TCC;
	options->seed = 1;
	options->integrator = options->view = options->package = options->to = options->format = options->notation =
		options->signs = -1;
	options->derivatives = -1;
	options->library.outside = command != COMMAND_LSP;
	if (writes_models(command) && !option_append(options, &options->library.warning, &options->library.warnings,
	                                             check_table[CHECK_SHAPES_LEFT_OUT].name))
		return EXIT_USAGE;
	return read_options(&reading, argc, argv);
}
