/* Messages about mistakes in the arguments of the command, and exit codes.
 * Called by the options, the lists, the output and the commands. Nothing is kept. */
#ifndef RIGIDC_COMPLAIN_H
#define RIGIDC_COMPLAIN_H

#include "base/text.h"

enum { EXIT_FINE = 0, EXIT_MODEL = 1, EXIT_USAGE = 2, EXIT_OUR_BUG = 70 };

/* Prints text on standard error. Bytes that could control a terminal are printed as \xHH. */
void complain_put(const char *text);

/* The functions below write a line "rigidc: ..." to standard error and return EXIT_USAGE. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "cannot write PATH: ...", for the reason given by errno. */
int complain_unwritten(const char *path);
/* "there is no WHAT 'NAME'; did you mean 'NEAREST'?" for what was asked for, or "...; see rigidc LIST". */
int complain_unknown(const char *what, const struct Nearest *nearest, const char *list);
/* Says that no check has this name, and suggests the nearest name. */
int complain_check(const char *name);
/* "--list takes a, b or c, not 'value'; did you mean 'b'?" for the option `list` with the verb `takes`. */
int complain_choice(const char *option, const char *verb, const char *const *choice, int choices, const char *value);
/* "OPTION takes NAME.a, NAME.b or NAME.c, not 'path'". Endings may be NULL, or be there twice. */
int complain_ending(const char *option, const char *const *ending, int endings, const char *path);

#endif
