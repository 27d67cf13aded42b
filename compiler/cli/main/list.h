/* rigidc --list and --explain: the tables of the compiler, on standard output.
 * Called by main. Nothing is kept. */
#ifndef RIGIDC_LIST_H
#define RIGIDC_LIST_H

#include <stdio.h>

/* Prints the table with this name. Returns an exit code. */
int list_table(const char *name);
/* Prints the names of the tables as in the help: lines of up to `width` characters, indented. */
void list_put_names(FILE *out, int indent, int width);
/* Prints the explanation of a check. Returns an exit code. */
int list_explain(const char *name);

#endif
