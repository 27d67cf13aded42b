#include "stages.h"

#include <string.h>

struct ForceType {
	const char *name;
	size_t count;
};

struct ForceTypes ARENA_LIST(struct ForceType);

static bool is_read(const struct Osim *o, const struct XmlElement *force)
{
	return (o->request->muscles && osim_is_muscle(force)) ||
	       (o->request->keep_forces && (osim_is_coordinate_force(o, force) || osim_is_linker(force)));
}

/* This force or the next that is left out. */
static const struct XmlElement *left_out(const struct Osim *o, const struct XmlElement *force)
{
	while (force && is_read(o, force))
		force = force->next;
	return force;
}

const char *osim_forces(struct Osim *o, struct Span *first)
{
	struct ForceTypes types = { 0 };
	const struct XmlElement *force = left_out(o, osim_first(o->model, "ForceSet"));
	struct NameTable names = names_new(o->arena);
	struct Text text = text_new(o->arena);
	if (!force)
		return NULL;
	*first = force->span;
	for (; force; force = left_out(o, force->next)) {
		int number = names_add(&names, force->name, (int)types.count);
		if (number == (int)types.count)
			*ARENA_PUSH(o->arena, &types) = (struct ForceType){ force->name, 0 };
		types.item[number].count++;
	}
	for (size_t i = 0; i < types.count; i++)
		text_format(&text, "%s%zu %s", i ? ", " : "", types.item[i].count, types.item[i].name);
	return text_string(&text);
}

static void count_shapes(struct Osim *o)
{
	if (!o->model)
		return;
	const struct XmlElement *ground = xml_child(o->model, "Ground");
	ground = ground ? ground : xml_child(o->model, "ground");
	if (ground)
		losses_add_within(&o->losses, LOSS_GROUND, ground,
		                  "Mesh DisplayGeometry Brick Ellipsoid Sphere Cylinder Cone Torus LineGeometry Arrow");
	for (const struct XmlElement *e = osim_first(o->model, "ContactGeometrySet"); e; e = e->next) {
		bool touches = false;
		for (size_t i = 0; i < o->touching.count; i++)
			touches |= o->touching.item[i] == e;
		if (!touches)
			osim_lose(o, LOSS_TOUCHING, osim_name(o, e, "shape"));
	}
}

/* Counts forces that OpenSim does not take. */
static void count_refused(struct Osim *o)
{
	for (const struct XmlElement *force = osim_first(o->model, "ForceSet"); force; force = force->next) {
		if (osim_is_aimless(o, force))
			osim_lose(o, LOSS_AIMLESS, osim_name(o, force, "force"));
		if (osim_is_muscle(force) && !osim_has_path(force) && !o->request->muscles)
			osim_lose(o, LOSS_NO_PATH, osim_name(o, force, "muscle"));
	}
}

void osim_report(struct Osim *o)
{
	struct Span first;
	const char *forces = osim_forces(o, &first);
	count_shapes(o);
	count_refused(o);
	losses_report(&o->losses);
	if (!forces)
		return;
	struct Diag *d = diag(o->diags, CHECK_FORCES_LEFT_OUT, first, "forces are left out: %s", forces);
	bool any = false;
	for (const struct XmlElement *force = osim_first(o->model, "ForceSet"); force; force = force->next)
		any |= osim_is_coordinate_force(o, force) || osim_is_linker(force);
	if (any && !o->request->keep_forces)
		diag_help(o->diags, d,
		          "--keep=forces takes forces of coordinates, springs, bushings and smooth contacts");
}
