/* The table of options, for the reader of options, the help and the lists only.
 * Read by option_reading.c and option_help.c. options_free frees all allocated memory. */
#ifndef RIGIDC_OPTION_ROWS_H
#define RIGIDC_OPTION_ROWS_H

#include "option_values.h"

/* Sets of commands, a bit each. */
enum {
#define COMMAND(id, name, operand, summary) BY_##id = 1u << COMMAND_##id,
#include "cli/commands.def"
	CODE = BY_COMPILE | BY_PACKAGE,                            /* they write code */
	COUNTED = CODE | BY_INFO | BY_REPORT,                      /* and count its operations */
	RUN = BY_EVAL | BY_SIM,                                    /* they run it */
	USES = COUNTED | RUN | BY_CHECK,                           /* they need a complete model */
	SHAPES = USES | BY_ASSEMBLE | BY_LINEARIZE | BY_EQUATIONS, /* they change how it moves */
	READS = SHAPES | BY_IMPORT | BY_EXPORT,
	EACH = READS | BY_COMPARE,                /* they read it from a file */
	MOVES = BY_SIM | BY_LINEARIZE,            /* they take velocities and torques */
	STARTS = MOVES | BY_ASSEMBLE,             /* they start in a state */
	FUNCTIONS = COUNTED | BY_EVAL | BY_CHECK, /* -f */
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
	GROUP_ROWS,
	GROUP_MOTION,
	GROUP_PICTURES,
	GROUP_REPORTS,
	GROUP_AUTHORS,
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
	size_t field; /* offset in struct Options, if apply only sets a field */
};

extern const struct OptionRow option_rows[];
extern const int option_count;
/* --help=columns of eval. The other values of --help need no options. */
extern const struct OptionRow option_help_row;

/* The argument as the help of a command shows it (COMMAND_COUNT: of all commands); NULL: none, or the choices. */
const char *option_form(const struct OptionRow *row, enum CommandId command);

static inline bool option_is_taken(const struct OptionRow *row, enum CommandId command)
{
	return row->takers >> command & 1;
}

static inline bool option_takes_value(const struct OptionRow *row)
{
	return row->argument.form || row->argument.choices;
}

#endif
