/* Values of templates: nodes with a list of named texts and lists each. */
#include "values.h"

#include <string.h>

struct ValueNode *values_new(struct Arena *arena)
{
	struct ValueNode *values = ARENA_NEW(arena, struct ValueNode);
	values->arena = arena;
	return values;
}

struct NamedValue *values_find(const struct ValueNode *values, const char *name, size_t length)
{
	for (size_t i = 0; i < values->count; i++)
		if (strncmp(values->item[i].name, name, length) == 0 && !values->item[i].name[length])
			return &values->item[i];
	return NULL;
}

/* The value of a name, new if the name is missing. */
static struct NamedValue *value_of(struct ValueNode *values, const char *name)
{
	struct NamedValue *value = values_find(values, name, strlen(name));
	if (!value) {
		value = ARENA_PUSH(values->arena, values);
		value->name = name;
	}
	return value;
}

void values_text(struct ValueNode *values, const char *name, const char *text)
{
	value_of(values, name)->text = text ? text : "";
}

void values_format(struct ValueNode *values, const char *name, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	values_text(values, name, text_vprint(values->arena, format, arguments));
	va_end(arguments);
}

void values_flag(struct ValueNode *values, const char *name, bool flag)
{
	values_text(values, name, flag ? "1" : "");
}

void values_list(struct ValueNode *values, const char *name)
{
	value_of(values, name);
}

void values_share(struct ValueNode *values, const char *name, struct ValueNode *element)
{
	*ARENA_PUSH(values->arena, &value_of(values, name)->list) = element;
}

struct ValueNode *values_add(struct ValueNode *values, const char *name)
{
	struct ValueNode *element = values_new(values->arena);
	values_share(values, name, element);
	return element;
}

struct ValueNode *values_element(const struct ValueNode *values, const char *name, size_t i)
{
	const struct NamedValue *value = values_find(values, name, strlen(name));
	MUST(values->arena, value && i < value->list.count);
	return value->list.item[i];
}
