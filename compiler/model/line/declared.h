/* Names of loops, constraints, contacts and phases. Functions take bodies, frames and phases by name, `jac:NAME`, so
 * all share one name space. A contact of an option may have the name of its frame. Filled by the declarations of these
 * statements. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_DECLARED_H
#define RIGIDC_MODEL_LINE_DECLARED_H

#include "model/part/resolve.h"

enum DeclaredKind { DECLARED_LOOP, DECLARED_CONSTRAINT, DECLARED_CONTACT, DECLARED_PHASE };

enum { DECLARED_BAD = -1 };

struct Declared {
	struct Ident name;
	enum DeclaredKind kind;
	bool shared; /* of an option, with the name of its frame */
	int index;   /* of a contact in the model; DECLARED_BAD: another kind, or a contact with a mistake */
};

struct DeclaredNames {
	struct Arena *arena;
	const struct Resolver *resolver; /* of bodies and frames */
	struct NameTable names;          /* to item */
	struct Declared *item;
	size_t count, capacity;
};

void declared_init(struct DeclaredNames *names, struct Arena *arena, const struct Resolver *resolver);
/* Adds a name. False after a diagnostic: the name is reserved, or declared already. */
bool declared_add(struct DeclaredNames *names, struct Diags *diags, const struct Declared *declared);
/* NULL: no such name. */
const struct Declared *declared_find(const struct DeclaredNames *names, const char *name);

#endif
