/* The options: a table, read by getopt_long, by the help and by the check of what a command takes. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "search.h"

enum { COMPILE = 1, EVAL = 2, CHECKING = 4, INFO = 8, ALL = 15, IMPORT = 16, IMPORT_TOO = 31 };

/* Strings collected from repeated options. */
struct Strings {
	const char **item;
	size_t count, capacity;
};

struct Reading {
	struct Options *options;
	struct Strings define, lock, wrench, warning, no_pass;
};

static bool append(struct Strings *strings, const char *string)
{
	if (strings->count == strings->capacity) {
		strings->capacity = strings->capacity ? 2 * strings->capacity : 8;
		const char **wider = realloc(strings->item, strings->capacity * sizeof *wider);
		if (!wider)
			return false;
		strings->item = wider;
	}
	strings->item[strings->count++] = string;
	return true;
}

/* --- one function per option; false after a message --- */

static bool set_functions(struct Reading *r, char *value) { r->options->functions = value; return true; }
static bool set_output(struct Reading *r, char *value) { r->options->output = value; return true; }
static bool add_define(struct Reading *r, char *value) { return append(&r->define, value); }
static bool add_lock(struct Reading *r, char *value) { return append(&r->lock, value); }

static bool set_prefix(struct Reading *r, char *value)
{
	r->options->library.prefix = value;
	if (!*value)
		complain("--prefix needs a name");
	return *value != '\0';
}

/* What a switch sets to 1. */
#define SWITCH(function, field) \
	static bool function(struct Reading *r, char *value) \
	{ \
		(void)value; \
		r->options->field = 1; \
		return true; \
	}

SWITCH(set_fma, library.fma)
SWITCH(set_packed, library.packed)
SWITCH(set_floating, library.floating_base)
SWITCH(set_damping, library.keep_damping)
SWITCH(set_json, json)

/* The number of the name that a value is; -1 after a message. */
static int one_of(const char *option, const char *value, const char *const *name, int count)
{
	char names[80] = "";
	for (int i = 0; i < count; i++) {
		if (strcmp(value, name[i]) == 0)
			return i;
		snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
		         i == 0 ? "" : i + 1 < count ? ", " : " or ", name[i]);
	}
	complain("%s is %s, not '%s'", option, names, value);
	return -1;
}

static bool set_dump(struct Reading *r, char *value)
{
	r->options->dump = value;
	if (pass_find(value) == PASS_COUNT)
		complain("there is no pass '%s'; see rigidc --list=passes", value);
	return pass_find(value) != PASS_COUNT;
}

static bool set_level(struct Reading *r, char *value)
{
	bool good = value[0] >= '0' && value[0] <= '0' + LEVEL_MOST && !value[1];
	if (good)
		r->options->library.level = 1 + value[0] - '0';
	else
		complain("-O takes a level from 0 to %d, not '%s'", LEVEL_MOST, value);
	return good;
}

static bool set_sincos(struct Reading *r, char *value)
{
	int which = one_of("--sincos", value, sincos_name, SINCOS_COUNT);
	if (which >= 0)
		r->options->library.sincos = sincos_name[which];
	return which >= 0;
}

/* One line that is written over and gone in the end. */
static void show_progress(void *context, const char *function, double part, unsigned long operations)
{
	(void)context;
	if (part < 1)
		fprintf(stderr, "\r%s: %3.0f %%, %lu operations ", function, 100 * part, operations);
	else
		fprintf(stderr, "\r%60s\r", "");
}

static bool set_search(struct Reading *r, char *value)
{
	int which = one_of("--search", value, search_name, SEARCH_COUNT);
	if (which >= 0)
		r->options->library.search = search_name[which];
	if (which == SEARCH_THOROUGH && isatty(STDERR_FILENO))
		r->options->library.progress = show_progress;
	return which >= 0;
}

static bool set_contract(struct Reading *r, char *value)
{
	static const char *const names[] = { "off", "allow" };
	return (r->options->library.contract = one_of("--fp-contract", value, names, 2)) >= 0;
}

static bool add_no_pass(struct Reading *r, char *value)
{
	enum Pass pass = pass_find(value);
	if (pass == PASS_COUNT)
		complain("there is no pass '%s'; see rigidc --list=passes", value);
	else if (pass_table[pass].from == ALWAYS)
		complain("pass '%s' cannot be left out: the next one needs it", value);
	else
		return append(&r->no_pass, value);
	return false;
}

static bool set_real(struct Reading *r, char *value)
{
	static const char *const names[] = { "double", "float" };
	return (r->options->library.real_float = one_of("--real", value, names, 2)) >= 0;
}

static bool set_from(struct Reading *r, char *value)
{
	static const char *const names[] = { "rig", "urdf" };
	int which = one_of("--from", value, names, 2);
	r->options->library.from = which == 1 ? RIGIDC_URDF : RIGIDC_RIG;
	return which >= 0;
}

static bool set_snap(struct Reading *r, char *value)
{
	const double most = 0.1; /* rad; beyond that no angle is meant to be a quarter turn */
	char *end;
	double within = strtod(value, &end);
	r->options->library.snap_angles = within;
	if (end != value && !*end && within >= 0 && within <= most)
		return true;
	complain("--snap-angles is an angle in rad from 0 to %g, not '%s'", most, value);
	return false;
}

static bool set_jit(struct Reading *r, char *value)
{
	static const char *const names[] = { "tcc", "cc", "none" };
	static const rigidc_tier tiers[] = { RIGIDC_TCC, RIGIDC_CC, RIGIDC_EVALUATOR };
	int which = one_of("--jit", value, names, 3);
	r->options->jit_given = true;
	if (which >= 0)
		r->options->jit = tiers[which];
	return which >= 0;
}

static bool add_wrench(struct Reading *r, char *value)
{
	for (;;) {
		size_t length = strcspn(value, ",");
		bool more = value[length] == ',';
		value[length] = '\0';
		if (!append(&r->wrench, value))
			return false;
		if (!more)
			return true;
		value += length + 1;
	}
}

static bool add_warning(struct Reading *r, char *value)
{
	/* -Werror and -Werror=name arrive as "error" and "error=name" */
	const char *name = value + (strncmp(value, "no-", 3) == 0 ? 3 : strncmp(value, "error=", 6) == 0 ? 6 : 0);
	if (strcmp(value, "error") == 0)
		return append(&r->warning, value);
	int check = check_find(name);
	if (check < 0) {
		struct Nearest nearest;
		nearest_init(&nearest, name);
		for (int i = 0; i < CHECK_COUNT; i++)
			nearest_try(&nearest, check_table[i].name);
		complain(nearest.found ? "there is no check '%s'; did you mean '%s'?"
		                       : "there is no check '%s'; see rigidc --list=checks", name, nearest.found);
		return false;
	}
	if (check_table[check].severity == SEVERITY_ERROR && name == value + 3) {
		complain("'%s' is an error and cannot be switched off", name);
		return false;
	}
	return append(&r->warning, value);
}

/* --- the table --- */

static const struct OptionRow {
	const char *name;
	char letter;
	const char *argument; /* NULL: takes none */
	unsigned commands;
	const char *help;
	bool (*apply)(struct Reading *reading, char *value);
} rows[] = {
	{ "functions", 'f', "FN[,FN...]", ALL, "functions; name=FN+FN fuses several into one", set_functions },
	{ "output", 'o', "FILE", COMPILE | IMPORT, "NAME.h: one header; NAME.c: NAME.c and NAME.h; NAME.rig (import); - : here",
	  set_output },
	{ "prefix", 0, "NAME", ALL, "prefix of the C names (the model's name)", set_prefix },
	{ "real", 0, "double|float", ALL, "type of the numbers in C", set_real },
	{ "wrench", 0, "BODY[,...]|all", ALL, "external wrenches as an input f_ext", add_wrench },
	{ "lock", 0, "JOINT[=value]", ALL, "fix a joint at a position (0)", add_lock },
	{ "define", 'D', "NAME=value", ALL, "replace a const of the model", add_define },
	{ "level", 'O', "0|1|2|3", ALL, "how much work to save: 0 is the textbook's form (3)", set_level },
	{ "no-pass", 0, "PASS", ALL, "leave a pass out (rigidc --list=passes)", add_no_pass },
	{ "search", 0, "none|quick|thorough", ALL, "how long to look for the cheapest form (quick; eval: none)", set_search },
	{ "sincos", 0, "libm|inline|given", ALL, "sines and cosines: libm's, in the code itself, or inputs", set_sincos },
	{ "fma", 0, NULL, ALL, "fma(a, b, c) for a*b + c where only the sum reads a*b", set_fma },
	{ "packed", 0, NULL, ALL, "symmetric matrices as their lower triangle, by rows", set_packed },
	{ "fp-contract", 0, "off|allow", ALL, "may the C compiler fuse a*b + c? (off)", set_contract },
	{ "jit", 0, "tcc|cc|none", EVAL, "how to run: libtcc (default), the C compiler, an evaluator", set_jit },
	{ "dump", 0, "PASS", COMPILE, "the state after a pass instead of C", set_dump },
	{ "json", 0, NULL, CHECKING | INFO, "as JSON", set_json },
	{ "from", 0, "rig|urdf", IMPORT_TOO, "format of the model, whatever its name ends in", set_from },
	{ "floating-base", 0, NULL, IMPORT_TOO, "URDF: the body that is fixed on the world is free", set_floating },
	{ "snap-angles", 0, "EPS", IMPORT_TOO, "URDF: angles within EPS rad of a quarter turn are that", set_snap },
	{ "keep-damping", 0, NULL, IMPORT_TOO, "URDF: take damping and friction of joints", set_damping },
	{ "warn", 'W', "[no-|error=]CHECK", IMPORT_TOO, "switch a check on, off, or to an error; -Werror: all", add_warning },
};
enum { ROWS = sizeof rows / sizeof *rows };

static unsigned command_bit(const char *command)
{
	static const char *const names[] = { "compile", "eval", "check", "info", "import" };
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(command, names[i]) == 0)
			return 1u << i;
	return 0;
}

/* "-f FN[,FN...]", "--real=double|float" */
static void put_left(char *left, size_t size, const struct OptionRow *row)
{
	if (row->letter)
		snprintf(left, size, "-%c %s", row->letter, row->argument);
	else
		snprintf(left, size, "--%s%s%s", row->name, row->argument ? "=" : "", row->argument ? row->argument : "");
}

void options_help(const char *command)
{
	char left[80];
	int width = 0;
	for (int pass = 0; pass < 2; pass++) /* to measure, and to print */
		for (int i = 0; i < ROWS; i++) {
			if (!(rows[i].commands & command_bit(command)))
				continue;
			put_left(left, sizeof left, &rows[i]);
			if (pass)
				printf("  %-*s  %s\n", width, left, rows[i].help);
			else
				width = (int)strlen(left) > width ? (int)strlen(left) : width;
		}
}

static int unknown_long(const char *given, const char *command)
{
	char name[64];
	struct Nearest nearest;
	snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
	nearest_init(&nearest, name + 2);
	for (int i = 0; i < ROWS; i++)
		if (rows[i].commands & command_bit(command))
			nearest_try(&nearest, rows[i].name);
	if (nearest.found)
		return complain("%s has no option '%s'; did you mean '--%s'?", command, name, nearest.found);
	return complain("%s has no option '%s'; see rigidc %s --help", command, name, command);
}

/* getopt_long takes abbreviations, which would change their meaning as options are added. */
static const char *find_unknown_long(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		size_t length = strcspn(argv[i], "=");
		bool known = strncmp(argv[i], "--", 2) != 0;
		for (int row = 0; row < ROWS && !known; row++)
			known = strlen(rows[row].name) == length - 2 &&
			        strncmp(argv[i] + 2, rows[row].name, length - 2) == 0;
		if (!known)
			return argv[i];
	}
	return NULL;
}

static int missing_argument(char **argv)
{
	return complain("option '%s' needs a value", argv[optind - 1]);
}

static int read_options(struct Reading *reading, int argc, char **argv)
{
	struct option longs[ROWS + 1] = { 0 };
	char shorts[3 * ROWS + 4] = ":";
	for (int i = 0; i < ROWS; i++) {
		longs[i] = (struct option){ rows[i].name, rows[i].argument ? required_argument : no_argument, NULL, 256 + i };
		if (rows[i].letter)
			snprintf(shorts + strlen(shorts), 3, "%c:", rows[i].letter);
	}
	const char *command = reading->options->command, *unknown = find_unknown_long(argc, argv);
	if (unknown)
		return unknown_long(unknown, command);
	opterr = 0;
	for (int found; (found = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
		int row = found - 256;
		for (int i = 0; i < ROWS && row < 0; i++)
			if (rows[i].letter && rows[i].letter == found)
				row = i;
		if (found == ':')
			return missing_argument(argv);
		if (row < 0)
			return complain("%s has no option '-%c'; see rigidc %s --help", command, optopt, command);
		if (!(rows[row].commands & command_bit(command)))
			return complain("%s takes no --%s; see rigidc %s --help", command, rows[row].name, command);
		if (!rows[row].apply(reading, optarg))
			return EXIT_USAGE;
	}
	if (optind >= argc)
		return complain("%s needs a model: rigidc %s MODEL", command, command);
	if (optind + 1 < argc)
		return complain("one model at a time: '%s' is too many", argv[optind + 1]);
	reading->options->model = argv[optind];
	return EXIT_FINE;
}

void options_free(struct Options *options)
{
	free((void *)options->library.define);
	free((void *)options->library.lock);
	free((void *)options->library.wrench);
	free((void *)options->library.warning);
	free((void *)options->library.no_pass);
}

int options_read(struct Options *options, int argc, char **argv)
{
	struct Reading reading = { .options = options };
	options->jit = RIGIDC_TCC;
	int code = read_options(&reading, argc, argv);
	rigidc_options *library = &options->library;
	library->define = reading.define.item;
	library->defines = reading.define.count;
	library->lock = reading.lock.item;
	library->locks = reading.lock.count;
	library->wrench = reading.wrench.item;
	library->wrenches = reading.wrench.count;
	library->warning = reading.warning.item;
	library->warnings = reading.warning.count;
	library->no_pass = reading.no_pass.item;
	library->no_passes = reading.no_pass.count;
	return code;
}
