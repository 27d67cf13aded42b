#include "declared.h"

#include <string.h>

void declared_init(struct DeclaredNames *names, struct Arena *arena, const struct Resolver *resolver)
{
	*names = (struct DeclaredNames){ .arena = arena, .resolver = resolver };
	names->names = names_new(arena);
}

static bool is_reserved(struct Diags *diags, struct Ident name)
{
	if (ident_is_world(name)) {
		struct Diag *said =
			diag(diags, CHECK_RESERVED, name.span, "'world' is the world, which carries all bodies");
		diag_help(diags, said, "in quotes it is a name like others: \"world\"");
		return true;
	}
	if (strcmp(name.text, "loops") != 0)
		return false;
	diag(diags, CHECK_RESERVED, name.span, "'loops' is the phase without contacts");
	return true;
}

bool declared_add(struct DeclaredNames *names, struct Diags *diags, const struct Declared *declared)
{
	const struct Resolver *resolver = names->resolver;
	const struct Ident name = declared->name;
	const struct Span *other = NULL;
	if (is_reserved(diags, name))
		return false;
	int site = names_find(&resolver->names, name.text), number = (int)names->count;
	int first = names_add(&names->names, name.text, number);
	if (site >= 0 && !declared->shared)
		other = &resolver->item[site].name.span;
	else if (first != number)
		other = &names->item[first].name.span;
	if (first == number)
		*ARENA_PUSH(names->arena, names) = (struct Declared){ name, declared->kind, declared->shared,
			                                              other ? DECLARED_BAD : declared->index };
	if (other)
		diag_duplicate(diags, name.span, *other, "'%s'", name.text);
	return !other;
}

const struct Declared *declared_find(const struct DeclaredNames *names, const char *name)
{
	int found = names_find(&names->names, name);
	return found < 0 ? NULL : &names->item[found];
}
