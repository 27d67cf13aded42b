/* Arguments of a command: read by getopt_long and checked against the table of options. */
#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "former_words.h"
#include "option_help.h"
#include "option_list.h"
#include "option_rows.h"
#include "cli/complain.h"
#include "base/diag.h"
#include "base/text.h"
#include "cli/package/package_kind.h"
#include "runtime/exclusion.h"
#include "runtime/preset.h"

static int unknown_long(const struct OptionReading *reading, const char *given)
{
	char name[64];
	struct Nearest nearest;
	const char *command = reading->name;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
	nearest_init(&nearest, name + 2);
	for (int i = 0; i < option_count; i++)
		if (option_is_taken(&option_rows[i], reading->command))
			nearest_try(&nearest, option_rows[i].name);
	if (nearest.found)
		return complain("%s has no option '%s'; did you mean '--%s'?", command, name, nearest.found);
	return complain("%s has no option '%s'; see rigidc %s --help=all", command, name, command);
}

static bool is_name(const char *of, const char *name, size_t length)
{
	return strlen(of) == length && strncmp(of, name, length) == 0;
}

/* Is it an option of any command, or a former one of this command? */
static bool is_known(enum CommandId command, const char *name, size_t length)
{
	bool known = is_name(option_help_row.name, name, length) && option_is_taken(&option_help_row, command);
	for (int i = 0; i < option_count && !known; i++)
		known = is_name(option_rows[i].name, name, length);
	for (int i = 0; i < former_count && !known; i++)
		known = former_is_taken(&former_words[i], command) && is_name(former_words[i].name, name, length);
	return known;
}

/* Abbreviations are errors here. getopt_long accepts them, and their meaning would change with every new option. */
static const char *find_unknown_long(enum CommandId command, int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "--", 2) == 0 && !is_known(command, argv[i] + 2, strcspn(argv[i] + 2, "=")))
			return argv[i];
	return NULL;
}

/* Does the option change the code that `compile` writes? */
static bool shapes_code(const struct OptionRow *row)
{
	return option_is_taken(row, COMMAND_COMPILE) && row->letter != 'o' && row->letter != 'M' &&
	       row->apply != option_for;
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

static bool refuse_former(const struct FormerWord *word, const char *value)
{
	char now[256];
	former_put_now(now, sizeof now, word, value ? value : "");
	complain("--%s%s%s is %s now", word->name, value ? "=" : "", value ? value : "", now);
	return false;
}

static bool read_option(struct OptionReading *reading, const struct OptionRow *row, char *value)
{
	const struct OptionArgument *argument = &row->argument;
	reading->row = row;
	reading->choice = 0;
	while (value && reading->choice < argument->choices && strcmp(value, argument->choice[reading->choice]) != 0)
		reading->choice++;
	const struct FormerWord *former = former_find(reading->command, row->name, value);
	if (former && reading->choice == argument->choices)
		return refuse_former(former, value);
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

/* The options of a command in the form of getopt_long. */
struct Taken {
	struct option *longs;
	char *shorts;
};

/* Codes of long options: above those of letters, the index of the row; then former words. */
enum { FIRST_LONG = 256, FIRST_FORMER = 1024, HELP_COLUMNS = 2048 };

/* The place of a new option; NULL: there is one of the same name. */
static struct option *place_of(struct option *longs, const char *name)
{
	while (longs->name && strcmp(longs->name, name) != 0)
		longs++;
	return longs->name ? NULL : longs;
}

static void add_long(struct option *longs, const char *name, int has, int code)
{
	struct option *place = place_of(longs, name);
	if (place)
		*place = (struct option){ name, has, NULL, code };
}

static void add_rows(struct option *longs, enum CommandId command, bool taken)
{
	for (int i = 0; i < option_count; i++) {
		const struct OptionRow *row = &option_rows[i];
		int has = row->argument.optional    ? optional_argument
		          : option_takes_value(row) ? required_argument
		                                    : no_argument;
		if (option_is_taken(row, command) == taken)
			add_long(longs, row->name, has, FIRST_LONG + i);
	}
}

/* Options of the command come first, then its former ones, then those of other commands, which are refused. */
static bool fill_taken(struct OptionReading *reading, struct Taken *taken)
{
	const size_t most = (size_t)(option_count + former_count) + 2; /* help, and the end */
	const enum CommandId command = reading->command;
	taken->longs = option_memory(reading->options, most * sizeof *taken->longs);
	taken->shorts = option_memory(reading->options, 2 * (size_t)option_count + 2);
	if (!taken->longs || !taken->shorts)
		return false;
	memset(taken->longs, 0, most * sizeof *taken->longs);
	add_rows(taken->longs, command, true);
	if (option_is_taken(&option_help_row, command))
		add_long(taken->longs, option_help_row.name, required_argument, HELP_COLUMNS);
	for (int i = 0; i < former_count; i++)
		if (former_is_taken(&former_words[i], command))
			add_long(taken->longs, former_words[i].name,
			         former_words[i].value ? required_argument : no_argument, FIRST_FORMER + i);
	add_rows(taken->longs, command, false);
	char *letter = taken->shorts;
	*letter++ = ':';
	for (int i = 0; i < option_count; i++)
		if (option_rows[i].letter) {
			*letter++ = option_rows[i].letter;
			*letter++ = ':';
		}
	*letter = '\0';
	return true;
}

/* The row for a result of getopt_long, or NULL. */
static const struct OptionRow *found_row(int found)
{
	if (found == HELP_COLUMNS)
		return &option_help_row;
	if (found >= FIRST_LONG)
		return found < FIRST_FORMER ? &option_rows[found - FIRST_LONG] : NULL;
	for (int i = 0; i < option_count; i++)
		if (option_rows[i].letter && option_rows[i].letter == found)
			return &option_rows[i];
	return NULL;
}

/* Reports an unknown letter, or an option with an unexpected value. */
static int not_taken(const char *command, int given)
{
	const struct OptionRow *row = found_row(given);
	if (row || given >= FIRST_FORMER)
		return complain("option '--%s' takes no value",
		                row ? row->name : former_words[given - FIRST_FORMER].name);
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

/* The row of an option that there is. */
static const struct OptionRow *find_row(const char *name)
{
	int i = 0;
	if (strcmp(name, option_help_row.name) == 0)
		return &option_help_row;
	while (strcmp(option_rows[i].name, name) != 0)
		i++;
	return &option_rows[i];
}

/* Reads a former option as the new words for it. */
static bool read_former(struct OptionReading *reading, const char *name, const char *value)
{
	const struct FormerWord *word = former_find(reading->command, name, value);
	if (!word->accepted)
		return refuse_former(word, value);
	if (!*word->now)
		return true;
	size_t size = strlen(word->now) + (value ? strlen(value) : 0) + 1;
	char *now = option_memory(reading->options, size);
	if (!now)
		return false;
	former_put_now(now, size, word, value);
	char *end = strchr(now, '=');
	*end = '\0';
	return read_option(reading, find_row(now + strlen("--")), end + 1);
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

/* Reads the option that getopt_long found, with the value optarg. Returns an exit code. */
static int read_found(struct OptionReading *reading, int found, char **argv)
{
	const struct OptionRow *row = found_row(found);
	if (found == ':')
		return missing_argument(reading, argv);
	if (found >= FIRST_FORMER && found < HELP_COLUMNS)
		return read_former(reading, former_words[found - FIRST_FORMER].name, optarg) ? EXIT_FINE : EXIT_USAGE;
	if (!row)
		return not_taken(reading->name, optopt);
	if (!option_is_taken(row, reading->command))
		return not_of_command(reading, row);
	return read_option(reading, row, optarg) ? EXIT_FINE : EXIT_USAGE;
}

static int read_options(struct OptionReading *reading, int argc, char **argv)
{
	struct Taken taken;
	const char *unknown = find_unknown_long(reading->command, argc, argv);
	if (unknown)
		return unknown_long(reading, unknown);
	if (!fill_taken(reading, &taken))
		return EXIT_USAGE;
	opterr = 0;
	optind = 0; /* begins anew: one process may run several commands */
	for (int found; (found = getopt_long(argc, argv, taken.shorts, taken.longs, NULL)) != -1;) {
		int code = read_found(reading, found, argv);
		if (code != EXIT_FINE)
			return code;
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
	options->integrator = options->view = options->package = options->to = options->signs = -1;
	options->derivatives = -1;
	options->library.outside = options->library.xacro = command != COMMAND_LSP; /* it reads while others write */
	if (writes_models(command) && !option_append(options, &options->library.warning, &options->library.warnings,
	                                             check_table[CHECK_SHAPES_LEFT_OUT].name))
		return EXIT_USAGE;
	return read_options(&reading, argc, argv);
}
