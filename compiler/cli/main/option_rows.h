/* The table of options, for the reader of options, the help and the lists only.
 * Read by option_reading.c and option_help.c. options_free frees all allocated memory. */
#ifndef RIGIDC_OPTION_ROWS_H
#define RIGIDC_OPTION_ROWS_H

#include "cli/options.h"

struct OptionReading {
	struct Options *options;
	const char *name; /* of the command */
	enum CommandId command;
	const char *taking;          /* the option whose value is the last argument; NULL: none */
	const struct OptionRow *row; /* the current option */
	int choice;                  /* index of its argument among its choices */
};

struct OptionArgument {
	const char *form; /* argument as shown in the help; NULL: none, or the choices */
	const char *const *choice;
	int choices;
	bool optional; /* default value: the first choice */
};

/* Headings of the help and of the manual page, in their order. */
enum OptionGroup {
	GROUP_FILES,
	GROUP_FUNCTIONS,
	GROUP_MODEL,
	GROUP_CODE,
	GROUP_OPTIMISATION,
	GROUP_ROWS,
	GROUP_MOTION,
	GROUP_PICTURES,
	GROUP_REPORTS,
	GROUP_COUNT
};
extern const char *const option_group[GROUP_COUNT];

struct OptionRow {
	const char *name;
	char letter;
	struct OptionArgument argument;
	unsigned takers; /* the commands with this option, a bit each */
	unsigned often;  /* the commands whose short help shows it */
	enum OptionGroup group;
	const char *help;
	bool (*apply)(struct OptionReading *reading, char *value); /* false after a message */
	size_t field;       /* offset in struct Options, if apply only sets a field */
	double least, most; /* of a number */
};

enum { OPTIONS_MOST = 128 };
extern const struct OptionRow option_rows[];
extern const int option_count;

static inline bool option_is_taken(const struct OptionRow *row, enum CommandId command)
{
	return row->takers >> command & 1;
}

static inline bool option_takes_value(const struct OptionRow *row)
{
	return row->argument.form || row->argument.choices;
}

#endif
