/* The table of options, for the reader of options only.
 * Read by option_reading.c. options_free frees all allocated memory. */
#ifndef RIGIDC_OPTION_ROWS_H
#define RIGIDC_OPTION_ROWS_H

#include "cli/options.h"

struct Reading {
	struct Options *options;
	const char *command;
	unsigned kinds; /* kinds of options of the command */
	int choice;     /* index of the argument among the choices of the current option */
};

struct OptionArgument {
	const char *form; /* argument as shown in the help; NULL: none, or a choice */
	const char *const *choice;
	int choices;
	bool optional; /* default value: the first choice */
};

struct OptionRow {
	const char *name;
	char letter;
	struct OptionArgument argument;
	enum OptionKind kind;
	const char *help;
	bool (*apply)(struct Reading *reading, char *value); /* false after a message */
};

enum { OPTIONS_MOST = 128 };
extern const struct OptionRow option_rows[];
extern const int option_count;

/* Appends a string to a list. Returns false after a message. */
bool option_append(const char *const **list, size_t *count, const char *string);

#endif
