/* Functions for options whose value has parts, or sets several fields.
 * Called by the table of options. They return false after a message, and may write into the value. */
#ifndef RIGIDC_OPTION_VALUES_H
#define RIGIDC_OPTION_VALUES_H

#include "cli/options.h"

/* The reading of the options of a command. */
struct OptionReading {
	struct Options *options;
	const char *name; /* of the command */
	enum CommandId command;
	const char *taking;          /* the option whose value is the last argument; NULL: none */
	const struct OptionRow *row; /* the current option */
	int choice;                  /* index of its argument among its choices */
};

enum { FMA_NAMES = 4 };
extern const char *const fma_name[FMA_NAMES];

bool option_to(struct OptionReading *reading, char *value);
bool option_for(struct OptionReading *reading, char *value);
bool option_from(struct OptionReading *reading, char *value);
bool option_keep(struct OptionReading *reading, char *value);
bool option_dh(struct OptionReading *reading, char *value);
bool option_fma(struct OptionReading *reading, char *value);
bool option_method(struct OptionReading *reading, char *value);
bool option_tolerance(struct OptionReading *reading, char *value);
bool option_animate(struct OptionReading *reading, char *value);

#endif
