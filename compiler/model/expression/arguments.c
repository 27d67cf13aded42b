#include "arguments.h"

#include <string.h>

/* Signature: "f(a, b)". */
static const char *signature(struct Arena *arena, const struct Parameters *parameters)
{
	struct Text text = text_new(arena);
	text_format(&text, "%s(", parameters->of);
	for (size_t i = 0; i < parameters->count; i++)
		text_format(&text, "%s%s", i ? ", " : "", parameters->name[i]);
	text_put(&text, ")");
	return text_string(&text);
}

/* Index of a parameter; parameters->count if there is no such parameter. */
static size_t place_of(const struct Parameters *parameters, const char *name)
{
	size_t place = 0;
	while (place < parameters->count && strcmp(parameters->name[place], name) != 0)
		place++;
	return place;
}

/* Assigns the arguments; returns the mistake in words, or NULL. */
static const char *bind(struct Arena *arena, const struct Parameters *parameters, const struct Arguments *list,
                        const struct Expr **places)
{
	bool named = false;
	for (size_t i = 0; i < list->count; i++) {
		const struct Argument *argument = &list->item[i];
		size_t place = argument->name.text ? place_of(parameters, argument->name.text) : i;
		if (argument->name.text && place == parameters->count)
			return text_print(arena, "no parameter '%s'", argument->name.text);
		if (!argument->name.text && named)
			return "an argument without a name after one with";
		if (place >= parameters->count)
			return text_print(arena, "%zu arguments are too many", list->count);
		if (places[place])
			return text_print(arena, "'%s' is given twice", parameters->name[place]);
		places[place] = argument->value;
		named |= argument->name.text != NULL;
	}
	for (size_t i = 0; i < parameters->required; i++)
		if (!places[i])
			return text_print(arena, "'%s' is missing", parameters->name[i]);
	return NULL;
}

bool arguments_bind(struct Diags *diags, const struct Parameters *parameters, struct Span span,
                    const struct Arguments *list, const struct Expr **places)
{
	const char *problem = bind(diags->arena, parameters, list, places);
	if (problem && parameters->count == 0) {
		diag(diags, CHECK_ARGUMENTS, span, "%s takes no arguments", parameters->of);
	} else if (problem) {
		struct Diag *d = diag(diags, CHECK_ARGUMENTS, span, "%s; it is %s", problem,
		                      signature(diags->arena, parameters));
		if (list->count == parameters->count + 2 && !list->item->name.text)
			diag_help(diags, d, "a vector stands in parentheses of its own: %s((x, y, z)%s)",
			          parameters->of, parameters->count > 1 ? ", ..." : "");
	}
	return !problem;
}
