#include "report.h"

#include <string.h>

struct ForceType {
	const char *name;
	size_t count;
};

struct ForceTypes {
	struct ForceType *item;
	size_t count, capacity;
};

const char *osim_forces(struct Osim *o, struct Span *first)
{
	struct ForceTypes types = { 0 };
	struct NameTable names;
	struct Text text;
	const struct XmlElement *force = osim_first(o->model, "ForceSet");
	names_init(&names, o->arena);
	text_init(&text, o->arena);
	if (!force)
		return NULL;
	*first = force->span;
	for (; force; force = force->next) {
		int number = names_add(&names, force->name, (int)types.count);
		if (number == (int)types.count)
			*ARENA_PUSH(o->arena, &types) = (struct ForceType){ force->name, 0 };
		types.item[number].count++;
	}
	for (size_t i = 0; i < types.count; i++)
		text_format(&text, "%s%zu %s", i ? ", " : "", types.item[i].count, types.item[i].name);
	return text_string(&text);
}

/* A message about all things of a kind: "2 coordinates are locked and held at their default value: 'a', 'b'". */
static void report(struct Osim *o, enum Check check, struct OsimTally *tally, const char *const noun[2],
                   const char *what)
{
	if (tally->count)
		diag(o->diags, check, tally->span, "%zu %s %s: %s", tally->count, noun[tally->count > 1], what,
		     text_string(&tally->names));
}

void osim_report(struct Osim *o)
{
	static const char *const coordinates[] = { "coordinate is", "coordinates are" };
	static const char *const joints[] = { "joint is", "joints are" };
	static const char *const bodies[] = { "body is", "bodies are" };
	static const char *const constraints[] = { "constraint is", "constraints are" };
	struct Span first;
	const char *forces = osim_forces(o, &first);
	report(o, CHECK_LOCKED, &o->locked, coordinates, "locked, and held at the default value");
	report(o, CHECK_PRESCRIBED, &o->prescribed, coordinates, "prescribed in OpenSim, and free here");
	report(o, CHECK_QUATERNION, &o->angles, joints, "without OpenSim's angles, by a quaternion");
	report(o, CHECK_ORPHAN, &o->orphans, bodies, "without a joint, and free");
	report(o, CHECK_CONSTRAINT_OFF, &o->disabled, constraints, "switched off, and left out");
	report(o, CHECK_RANGE_LEFT_OUT, &o->unlimited, coordinates, "without limits, beside others of one joint");
	if (forces)
		diag(o->diags, CHECK_FORCES_LEFT_OUT, first, "forces are left out: %s", forces);
}
