/* Options that may be repeated, and lists in them: --wrench=hand,"left, foot".
 * Called by the table and the reader of options. Strings stay the caller's; options_free frees the arrays. */
#ifndef RIGIDC_OPTION_LIST_H
#define RIGIDC_OPTION_LIST_H

#include "cli/options.h"

/* Memory that options_free frees; NULL after a message. */
void *option_memory(struct Options *options, size_t size);

/* Appends a string to a list. Returns false after a message. */
bool option_append(struct Options *options, const char *const **list, size_t *count, const char *string);

/* Appends the elements of a list with commas. A comma in brackets or in a quoted name does not separate. Blanks around
 * elements are dropped; with `unquote` so are quotation marks. Writes into `list`. Returns false after a message. */
bool option_append_list(struct Options *options, const char *option, char *list, bool unquote,
                        const char *const **items, size_t *count);

#endif
