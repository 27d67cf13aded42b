/* Templates: texts with marks, filled in from a tree of values (values.h).
 * Called by `rigidc package`. Memory is the arena's. A mistake in a template is an internal fault with its file and
 * line.
 *
 *     @NAME@                          the text of a value
 *     @if NAME@ ... @else@ ... @end@  the first part if the value has a text other than 0, or the list has elements;
 *                                     else the second part, which may be left out
 *     @each NAME@ ... @end@           the part for each element of a list; values of the element hide values outside
 *     @each NAME, @ ... @end@         the same, with ", " between the elements
 *     @include PATH@                  another template
 *
 * All other text stays. A directive that is alone on its line takes up the whole line. So does a value that is alone on
 * its line, if its text is empty or has whole lines. */
#ifndef RIGIDC_TEMPLATE_H
#define RIGIDC_TEMPLATE_H

#include "values.h"

struct Template {
	const char *path, *text;
};

struct Templates {
	const struct Template *item;
	size_t count;
};

/* The text of a template, filled in. `all`: the templates for @include@. */
const char *template_fill(const struct Templates *all, const struct Template *template, const struct ValueNode *values);

#endif
