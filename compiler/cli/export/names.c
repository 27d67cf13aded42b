#include "export.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"

struct Renaming {
	struct Robot *robot;
	const struct ExportLoss *loss;
	ExportName *name_of;
	struct NameTable names; /* all that are in use */
};

const char *export_name_of_urdf(struct Arena *arena, const char *name, enum ExportNamed of)
{
	char *made = arena_copy(arena, name, strlen(name));
	if (of != EXPORT_NAME_OF_OTHERS && strcmp(name, "world") == 0)
		return "world_";
	for (char *at = made; *at; at++)
		if (*at == '$' && (at[1] == '{' || at[1] == '('))
			*at = '_';
	return made;
}

const char *export_name_of_mjcf(struct Arena *arena, const char *name, enum ExportNamed of)
{
	(void)arena;
	return of == EXPORT_NAME_OF_BODY && strcmp(name, "world") == 0 ? "world_" : name;
}

/* The name without characters of a set at its ends. */
static char *trimmed(struct Arena *arena, const char *name, const char *set)
{
	name += strspn(name, set);
	size_t length = strlen(name);
	while (length && strchr(set, name[length - 1]))
		length--;
	return arena_copy(arena, name, length);
}

const char *export_name_of_sdf(struct Arena *arena, const char *name, enum ExportNamed of)
{
	char *made = trimmed(arena, name, " \t\r\n");
	if (of != EXPORT_NAME_OF_OTHERS && strcmp(made, "world") == 0)
		return "world_";
	for (char *at = made; (at = strstr(at, "::"));)
		at[0] = at[1] = '_';
	size_t length = strlen(made);
	if (length >= 4 && strncmp(made, "__", 2) == 0 && strcmp(made + length - 2, "__") == 0)
		made = trimmed(arena, made, "_");
	return *made ? made : "unnamed";
}

void export_note_name(const struct ExportLoss *loss, struct Span span, const char *name, const char *made)
{
	if (strcmp(name, made) != 0)
		export_dropped(loss, span, "'%s' has the name '%s' in the file, since %s has no name like it", name,
		               made, loss->format);
}

static const char *renamed(struct Renaming *r, const char *name, enum ExportNamed of, struct Span span)
{
	struct Arena *arena = r->robot->model->arena;
	const char *wanted = r->name_of(arena, name, of), *made = wanted;
	if (strcmp(made, name) == 0)
		return name;
	for (int i = 2; names_find(&r->names, made) >= 0; i++)
		made = text_print(arena, "%s_%d", wanted, i);
	names_add(&r->names, made, 0);
	export_note_name(r->loss, span, name, made);
	return made;
}

static void take_all(struct Renaming *r)
{
	const struct Robot *robot = r->robot;
	r->names = names_new(robot->model->arena);
	for (int i = 0; i < robot->bodies; i++) {
		names_add(&r->names, robot->body[i].name, 0);
		names_add(&r->names, robot->body[i].fixed, 0);
	}
	for (int i = 0; i < robot->joints; i++)
		names_add(&r->names, robot->joint[i].name, 0);
	for (int i = 0; i < robot->frames; i++)
		names_add(&r->names, robot->frame[i].name, 0);
}

void export_rename(struct Robot *robot, const struct ExportLoss *loss, ExportName *name_of)
{
	struct Renaming r = { .robot = robot, .loss = loss, .name_of = name_of };
	const struct Model *model = robot->model;
	take_all(&r);
	robot->name = name_of(model->arena, robot->name, EXPORT_NAME_OF_OTHERS);
	export_note_name(loss, model->name.span, model->name.text, robot->name);
	for (int i = 0; i < robot->bodies; i++) {
		struct RobotBody *body = &robot->body[i];
		body->name = renamed(&r, body->name, EXPORT_NAME_OF_BODY, body->body->name.span);
		if (!body->joints)
			body->fixed = renamed(&r, body->fixed, EXPORT_NAME_OF_OTHERS, body->body->joint->name.span);
	}
	for (int i = 0; i < robot->joints; i++) {
		struct RobotJoint *joint = &robot->joint[i];
		if (joint->kind != MOTION_FREE || loss->id != EXPORT_SDF) /* a free body of SDFormat has no joint */
			joint->name = renamed(&r, joint->name, EXPORT_NAME_OF_OTHERS, joint->joint->name.span);
	}
	for (int i = 0; i < robot->frames; i++)
		robot->frame[i].name =
			renamed(&r, robot->frame[i].name, EXPORT_NAME_OF_FRAME, model->frame[i].name.span);
}
