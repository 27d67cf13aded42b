/* Help texts of options.
 * Called by main and by the lists. Nothing is kept. */
#ifndef RIGIDC_OPTION_HELP_H
#define RIGIDC_OPTION_HELP_H

#include "option_rows.h"

/* Prints the options of a command on standard output, in groups: the most useful ones, or all. */
void options_help(enum CommandId command, bool all);
/* Prints a line for each option: form, group, commands, help. */
void options_list(void);

/* Commands that take an option, with a separator between them: "compile,eval". */
void option_put_takers(char *out, size_t size, const struct OptionRow *row, const char *separator);

#endif
