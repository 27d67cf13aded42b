#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const struct { const char *name, *summary; int (*run)(const struct Options *options); } commands[] = {
	{ "compile", "MODEL -> C", command_compile },
	{ "eval", "evaluate a function: lines of numbers in, lines of numbers out", command_eval },
	{ "check", "diagnostics only", command_check },
	{ "info", "the tree, the order of coordinates, operation counts", command_info },
	{ "import", "URDF -> .rig", command_import },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

int complain(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fputs("rigidc: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	return EXIT_USAGE;
}

static void help(FILE *out)
{
	fputs("rigidc turns the description of a robot into C that computes its dynamics.\n\n", out);
	for (int i = 0; i < COMMANDS; i++)
		fprintf(out, "  rigidc %-8s MODEL   %s\n", commands[i].name, commands[i].summary);
	fputs("\nMODEL is a .rig or .urdf file, or - for standard input.\n\n"
	      "  rigidc COMMAND --help       the options of a command\n"
	      "  rigidc --list=joints|functions|checks|operations|passes|targets\n"
	      "  rigidc --explain CHECK      what a diagnostic means\n"
	      "  rigidc --version\n\n"
	      "Try:  rigidc info examples/puma560.rig\n"
	      "      rigidc compile examples/puma560.rig -o puma560.h\n", out);
}

static int unknown_command(const char *name)
{
	struct Nearest nearest;
	nearest_init(&nearest, name);
	for (int i = 0; i < COMMANDS; i++)
		nearest_try(&nearest, commands[i].name);
	if (nearest.found)
		return complain("there is no command '%s'; did you mean '%s'?", name, nearest.found);
	return complain("there is no command '%s'; see rigidc --help", name);
}

/* What comes without a command: --help and the like. */
static int general(int argc, char **argv)
{
	const char *first = argv[1], *value = strchr(first, '=');
	size_t length = value ? (size_t)(value - first) : strlen(first);
	value = value ? value + 1 : argc > 2 ? argv[2] : NULL;
	if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
		help(stdout);
		return finish_stdout();
	}
	if (strcmp(first, "--version") == 0) {
		printf("rigidc %s\n", rigidc_version());
		return finish_stdout();
	}
	if (length == 6 && strncmp(first, "--list", length) == 0)
		return list_table(value ? value : "");
	if (length == 9 && strncmp(first, "--explain", length) == 0)
		return explain_check(value ? value : "");
	return complain("'%s' needs a command before it; see rigidc --help", first);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "help") == 0) {
		help(stdout);
		return finish_stdout();
	}
	if (argv[1][0] == '-')
		return general(argc, argv);
	for (int i = 0; i < COMMANDS; i++) {
		if (strcmp(argv[1], commands[i].name) != 0)
			continue;
		struct Options options = { .command = commands[i].name };
		for (int k = 2; k < argc; k++)
			if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0) {
				printf("rigidc %s MODEL [options]: %s\n", commands[i].name, commands[i].summary);
				options_help(commands[i].name);
				return finish_stdout();
			}
		int code = options_read(&options, argc - 1, argv + 1);
		if (code == EXIT_FINE)
			code = commands[i].run(&options);
		options_free(&options);
		return code;
	}
	return unknown_command(argv[1]);
}
