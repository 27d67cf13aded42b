/* rigidc --list and --explain: the tables the compiler is made of, on standard output.
 * Called by main. What is asked for returns an exit code; nothing is kept. */
#ifndef RIGIDC_LIST_H
#define RIGIDC_LIST_H

#include <stdio.h>

int list_table(const char *name);
/* What list_table takes, as the help writes it: "joints|functions|..." */
void list_put_names(FILE *out);
/* What the check of that name means. */
int list_explain(const char *name);

#endif
