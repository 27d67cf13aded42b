/* The program `rigidc`: options without a command, and the command that the first argument names. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "inherited.h"
#include "list.h"
#include "option_help.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/options.h"
#include "cli/output.h"
#include "base/text.h"
#include "base/version.h"
#include "grammar/formats/format.h"

static const struct Command {
	const char *name, *operand, *summary;
	int (*run)(const struct Options *options);
} commands[COMMAND_COUNT] = {
#define COMMAND(id, name, operand, summary) [COMMAND_##id] = { #name, operand, summary, command_##name },
#include "cli/commands.def"
};

/* Titles of formats: "URDF". */
static const char *formats(char *out, size_t size, bool own)
{
	return format_names(out, size, FORMAT_TITLES, (struct FormatChoice){ .own = own });
}

static void put_summary(FILE *out, const struct Command *command)
{
	char titles[128];
	fprintf(out, "%s%s\n", command->run == command_import ? formats(titles, sizeof titles, false) : "",
	        command->summary);
}

static void help(FILE *out)
{
	char titles[128];
	fputs("rigidc turns the description of a robot into C that computes its dynamics.\n\n", out);
	for (int i = 0; i < COMMAND_COUNT; i++) {
		fprintf(out, "  rigidc %-9s %-8s ", commands[i].name, commands[i].operand);
		put_summary(out, &commands[i]);
	}
	fprintf(out, "\nMODEL is a file, or - for standard input:\n%s.\n\n", formats(titles, sizeof titles, true));
	fputs("  rigidc COMMAND --help[=all] the most useful options of a command, or all\n"
	      "  rigidc --list=TABLE         a table of the compiler:\n",
	      out);
	list_put_names(out, 30, 80);
	fputs("  rigidc --explain CHECK      what a diagnostic means\n"
	      "  rigidc --version\n\n"
	      "Try:  rigidc info examples/puma560.rig\n"
	      "      rigidc compile examples/puma560.rig -o puma560.h\n",
	      out);
}

static bool is_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	bool found = file;
	if (file)
		fclose(file);
	return found;
}

static int unknown_command(const char *name)
{
	struct Nearest nearest;
	nearest_init(&nearest, name);
	NEAREST_EACH(&nearest, commands, COMMAND_COUNT, name);
	if (!nearest.found && is_file(name))
		return complain("a command comes before the model: rigidc info %s", name);
	return complain_unknown("command", &nearest, "--help");
}

static int version(void)
{
	printf("rigidc %s\n", version_described());
	return output_finish();
}

/* Options without a command: --help, --version, --list, --explain. */
static int general(int argc, char **argv)
{
	const char *first = argv[1], *value = strchr(first, '=');
	size_t length = value ? (size_t)(value - first) : strlen(first);
	value = value ? value + 1 : argc > 2 ? argv[2] : NULL;
	if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
		help(stdout);
		return output_finish();
	}
	if (strcmp(first, "--version") == 0)
		return version();
	if (length == 6 && strncmp(first, "--list", length) == 0)
		return list_table(value ? value : "");
	if (length == 9 && strncmp(first, "--explain", length) == 0)
		return list_explain(value ? value : "");
	if (length == 6 && strncmp(first, "--help", length) == 0)
		return complain("options belong to a command: rigidc COMMAND --help=all");
	return complain("'%s' needs a command before it; see rigidc --help", first);
}

/* The command with this name, or NULL. */
static const struct Command *find_command(const char *name)
{
	for (int i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(name, commands[i].name) == 0)
			return &commands[i];
	return NULL;
}

static int help_of(const struct Command *command, bool all)
{
	printf("rigidc %s %s%s[options]\n  ", command->name, command->operand, *command->operand ? " " : "");
	put_summary(stdout, command);
	options_help((enum CommandId)(command - commands), all);
	return output_finish();
}

static int run(const struct Command *command, int argc, char **argv)
{
	const bool lists = command->run == command_eval; /* columns of a model's functions */
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return help_of(command, false);
		if (strcmp(argv[i], "--help=all") == 0)
			return help_of(command, true);
		if (strncmp(argv[i], "--help=", 7) == 0 && !(lists && strcmp(argv[i], "--help=columns") == 0))
			return complain("--help takes nothing%s or all, not '%s'", lists ? ", columns" : "",
			                argv[i] + 7);
	}
	struct Options options = { 0 };
	int code = options_read(&options, (enum CommandId)(command - commands), argc, argv);
	if (code == EXIT_FINE)
		code = command->run(&options);
	options_free(&options);
	return code;
}

int main(int argc, char **argv)
{
	signals_inherit();
	signal(SIGXFSZ, SIG_IGN); /* exceeding the size limit of files is then an error of write */
	if (argc < 2) {
		help(stderr);
		return EXIT_USAGE;
	}
	bool helps = strcmp(argv[1], "help") == 0;
	if (helps && argc == 2) {
		help(stdout);
		return output_finish();
	}
	if (strcmp(argv[1], "version") == 0)
		return version();
	if (argv[1][0] == '-')
		return general(argc, argv);
	const char *name = argv[helps ? 2 : 1];
	const struct Command *command = find_command(name);
	if (!command)
		return unknown_command(name);
	return helps ? help_of(command, false) : run(command, argc - 1, argv + 1);
}
