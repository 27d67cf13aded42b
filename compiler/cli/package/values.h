/* Values that templates are filled in with: a tree of nodes, in which names have texts, and lists of further nodes.
 * Called by `rigidc package` and by its templates. Memory is the arena's; names and texts are not copied. */
#ifndef RIGIDC_VALUES_H
#define RIGIDC_VALUES_H

#include "base/text.h"

/* A text, or a list if `text` is NULL. */
struct NamedValue {
	const char *name, *text;
	struct ValueNodes ARENA_LIST(struct ValueNode *) list;
};

struct ValueNode {
	struct Arena *arena;
	struct NamedValue *item;
	size_t count, capacity;
};

/* An empty node. */
struct ValueNode *values_new(struct Arena *arena);
/* Sets the text of a name; NULL: no text. */
void values_text(struct ValueNode *values, const char *name, const char *text);
void values_format(struct ValueNode *values, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Sets a name to "1" or to no text. */
void values_flag(struct ValueNode *values, const char *name, bool flag);
/* Makes a list, empty at first. */
void values_list(struct ValueNode *values, const char *name);
/* Appends a new element to a list, new if the name is missing. */
struct ValueNode *values_add(struct ValueNode *values, const char *name);
/* Appends the element of another list. */
void values_share(struct ValueNode *values, const char *name, struct ValueNode *element);
/* Element of a list. */
struct ValueNode *values_element(const struct ValueNode *values, const char *name, size_t i);
/* Value of the name with `length` characters; NULL: there is none. */
struct NamedValue *values_find(const struct ValueNode *values, const char *name, size_t length);

#endif
