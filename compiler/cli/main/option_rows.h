/* Inside of the options: their table, and what it fills in.
 * Read by option_reading.c. What it allocates options_free frees. */
#ifndef RIGIDC_OPTION_ROWS_H
#define RIGIDC_OPTION_ROWS_H

#include "cli/options.h"

struct Reading {
	struct Options *options;
	const char *command;
	unsigned kinds; /* of options that it takes */
	int choice;     /* of the option being read, if its argument is one of several */
};

struct OptionArgument {
	const char *form;          /* as the help writes it; NULL: there is none, or one of the choices */
	const char *const *choice;
	int choices;
	bool optional;             /* left out it is the first choice */
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

/* One more in a list of strings; false after a message. */
bool option_append(const char *const **list, size_t *count, const char *string);

#endif
