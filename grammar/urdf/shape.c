/* <visual> and <collision> to statements. Sizes and files stay as written; a material is its colour. */
#include "stages.h"

#include <string.h>

/* Elements of <geometry>: attributes with the sizes, in the order of the language. Drake's have a prefix. */
static const struct UrdfForm {
	const char *name, *kind;
	const char *size[3]; /* NULL after the last */
} forms[] = {
	{ "box", "box", { NULL } }, /* one attribute has all three */
	{ "cylinder", "cylinder", { "radius", "length" } },
	{ "sphere", "sphere", { "radius" } },
	{ "capsule", "capsule", { "radius", "length" } },
	{ "drake:capsule", "capsule", { "radius", "length" } },
	{ "drake:ellipsoid", "ellipsoid", { "a", "b", "c" } },
};
enum { FORMS = sizeof forms / sizeof *forms };

/* Reads the sizes of a primitive. */
static bool read_sizes(struct UrdfReader *r, const struct XmlElement *element, const struct UrdfForm *form,
                       struct MadeShape *shape)
{
	struct Figure size[3];
	int count = 0;
	bool good = true;
	if (!form->size[0]) {
		count = 3;
		good = urdf_numbers(r, xml_attribute(element, "size"), 3, size);
	}
	for (; count < 3 && form->size[count] && good; count++)
		good = urdf_numbers(r, xml_attribute(element, form->size[count]), 1, &size[count]);
	return good && made_form(r->diags, shape, form->kind, size, count);
}

static bool read_mesh(struct UrdfReader *r, const struct XmlElement *mesh, struct MadeShape *shape)
{
	const struct XmlValue file = xml_attribute(mesh, "filename"), scale = xml_attribute(mesh, "scale");
	if (!file.text || !*file.text || urdf_has_macro(r, file))
		return false;
	shape->file = file.text;
	shape->scaled = scale.text != NULL;
	if (!shape->scaled)
		return true;
	const int found = figures_read(r->diags, &scale, 3, shape->scale);
	for (int i = 1; i < 3 && found == 1; i++)
		shape->scale[i] = shape->scale[0];
	return found == 1 || found == 3;
}

static bool read_geometry(struct UrdfReader *r, const struct XmlElement *geometry, struct MadeShape *shape)
{
	const struct XmlElement *e = geometry ? geometry->first : NULL;
	if (e && xml_is(e, "mesh"))
		return read_mesh(r, e, shape);
	for (int i = 0; e && i < FORMS; i++)
		if (xml_is(e, forms[i].name))
			return read_sizes(r, e, &forms[i], shape);
	return false;
}

/* Angles of shapes are not among those that the reader doubts and counts. */
static void read_place(struct UrdfReader *r, struct UrdfOrigin origin, struct Arguments *at)
{
	struct Figure number[3];
	struct Expr *angle[3];
	if (urdf_numbers(r, origin.xyz, 3, number))
		made_push_shift(r->diags, origin.xyz.span, number, false, at);
	if (!urdf_numbers(r, origin.rpy, 3, number))
		return;
	for (int i = 0; i < 3; i++)
		angle[i] = made_angle(r->diags, r->request, &number[i], false);
	urdf_push_turn(r, origin.rpy.span, angle, at);
}

/* --- materials: those of the robot, and of any shape, have names for all --- */

static void add_material(struct UrdfReader *r, const struct XmlElement *material)
{
	const char *name = xml_attribute(material, "name").text;
	const struct XmlElement *colour = xml_child(material, "color");
	if (!name || !colour)
		return;
	if (names_add(&r->material_names, name, (int)r->material.count) == (int)r->material.count)
		*ARENA_PUSH(r->arena, &r->material) = colour;
}

void urdf_materials_read(struct UrdfReader *r, const struct XmlElement *robot)
{
	r->material_names = names_new(r->arena);
	for (const struct XmlElement *e = robot->first; e; e = e->next) {
		if (xml_is(e, "material"))
			add_material(r, e);
		for (const struct XmlElement *v = xml_is(e, "link") ? xml_child(e, "visual") : NULL; v; v = xml_next(v))
			add_material(r, xml_child(v, "material"));
	}
}

static void read_colour(struct UrdfReader *r, const struct XmlElement *material, struct MadeShape *shape)
{
	const struct XmlElement *colour = xml_child(material, "color");
	const char *name = xml_attribute(material, "name").text;
	const int known = colour || !name ? -1 : names_find(&r->material_names, name);
	if (known >= 0)
		colour = r->material.item[known];
	struct XmlValue rgba = xml_attribute(colour, "rgba");
	if (rgba.text && figures_read(r->diags, &rgba, 4, shape->colour) == 4)
		shape->colours = 4;
	if (xml_child(material, "texture"))
		losses_add(&r->losses, LOSS_TEXTURE, material->span, NULL);
}

/* --- shapes --- */

static struct Stmt *shape_statement(struct UrdfReader *r, const struct XmlElement *element)
{
	struct MadeShape shape = { .span = element->span, .touches = xml_is(element, "collision") };
	const size_t errors = r->diags->errors;
	shape.name = xml_attribute(element, "name").text;
	bool known = read_geometry(r, xml_child(element, "geometry"), &shape);
	read_place(r, urdf_origin(xml_child(element, "origin")), &shape.at);
	if (!shape.touches)
		read_colour(r, xml_child(element, "material"), &shape);
	return known && r->diags->errors == errors ? made_shape(r->diags, &shape) : NULL;
}

void urdf_shapes_add(struct UrdfReader *r, const struct XmlElement *link, struct Stmt *body)
{
	struct Diags *said = r->diags, own;
	const bool xacro = r->xacro;
	if (!xml_child(link, "visual") && !xml_child(link, "collision"))
		return;
	diags_init(&own, r->arena, said->sources);
	r->diags = &own;
	for (const struct XmlElement *e = link->first; e; e = e->next) {
		const bool touches = xml_is(e, "collision");
		if (!touches && !xml_is(e, "visual"))
			continue;
		r->xacro = false; /* each macro costs its shape */
		struct Stmt *shape = shape_statement(r, e);
		if (shape)
			body->block = statements_add(body->block, shape);
		else
			losses_add(&r->losses, touches ? LOSS_COLLISION : LOSS_VISUAL, e->span, NULL);
	}
	r->diags = said;
	r->xacro = xacro;
}
