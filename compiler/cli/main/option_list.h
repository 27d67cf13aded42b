/* Options that may be repeated, and lists in them: --wrench=hand,"left, foot".
 * Called by the table and the reader of options. Strings stay the caller's; the array is the caller's to free. */
#ifndef RIGIDC_OPTION_LIST_H
#define RIGIDC_OPTION_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* Appends a string to a list. Returns false after a message. */
bool option_append(const char *const **list, size_t *count, const char *string);

/* Appends the elements of a list with commas. A comma in brackets or in a quoted name does not separate. Blanks around
 * elements are dropped; with `unquote` so are quotation marks. Writes into `list`. Returns false after a message. */
bool option_append_list(const char *option, char *list, bool unquote, const char *const **items, size_t *count);

#endif
