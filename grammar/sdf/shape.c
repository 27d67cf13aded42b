/* <visual> and <collision> to statements. Sizes and files stay as written; a material is its diffuse colour. */
#include "stages.h"

#include <string.h>

/* Elements of <geometry>: inner elements with the sizes, in the order of the language. */
static const struct SdfForm {
	const char *name;
	const char *size; /* the one that has all three numbers, or NULL */
	const char *one, *two;
} forms[] = {
	{ "box", "size", NULL, NULL },
	{ "ellipsoid", "radii", NULL, NULL },
	{ "cylinder", NULL, "radius", "length" },
	{ "capsule", NULL, "radius", "length" },
	{ "sphere", NULL, "radius", NULL },
};
enum { FORMS = sizeof forms / sizeof *forms };

static bool read_sizes(struct Sdf *s, const struct XmlElement *element, const struct SdfForm *form,
                       struct MadeShape *shape)
{
	struct Figure size[3];
	const int count = form->size ? 3 : form->two ? 2 : 1;
	bool good = form->size ? sdf_numbers(s, element, form->size, 3, size)
	                       : sdf_numbers(s, element, form->one, 1, &size[0]);
	if (good && form->two)
		good = sdf_numbers(s, element, form->two, 1, &size[1]);
	return good && made_form(s->diags, shape, form->name, size, count);
}

static bool read_mesh(struct Sdf *s, const struct XmlElement *mesh, struct MadeShape *shape)
{
	const struct XmlValue uri = sdf_content(mesh, "uri");
	shape->file = uri.text;
	shape->scaled = xml_child(mesh, "scale") && sdf_numbers(s, mesh, "scale", 3, shape->scale);
	if (xml_child(mesh, "submesh"))
		losses_add(&s->losses, LOSS_SUBMESH, mesh->span, NULL);
	return uri.text && *uri.text;
}

static bool read_geometry(struct Sdf *s, const struct XmlElement *geometry, struct MadeShape *shape)
{
	const struct XmlElement *mesh = xml_child(geometry, "mesh");
	if (mesh)
		return read_mesh(s, mesh, shape);
	for (int i = 0; i < FORMS; i++) {
		const struct XmlElement *e = xml_child(geometry, forms[i].name);
		if (e)
			return read_sizes(s, e, &forms[i], shape);
	}
	return false;
}

static void read_colour(struct Sdf *s, const struct XmlElement *element, struct MadeShape *shape)
{
	const struct XmlElement *material = xml_child(element, "material");
	const struct XmlValue diffuse = sdf_content(material, "diffuse");
	struct Figure hidden;
	int count = diffuse.text ? figures_read(s->diags, &diffuse, 4, shape->colour) : 0;
	shape->colours = count == 3 || count == 4 ? count : 0;
	if (shape->colours && xml_child(element, "transparency") &&
	    sdf_numbers(s, element, "transparency", 1, &hidden) && !hidden.zero) {
		shape->colour[3] = figure_of(s->arena, hidden.span, 1 - hidden.value);
		shape->colours = 4;
	}
	if (xml_child(material, "script") || xml_child(material, "pbr"))
		losses_add(&s->losses, LOSS_TEXTURE, material->span, NULL);
}

/* The place of a shape in its link, whatever its pose is relative to. */
static void read_place(struct Sdf *s, const struct SdfEntity *link, int number, const struct XmlElement *element,
                       struct Arguments *at)
{
	const struct SdfRaw raw = sdf_raw(s, element);
	const struct XmlElement *pose = xml_child(element, "pose");
	struct XmlValue name = xml_attribute(pose, "relative_to");
	name = name.text ? name : xml_attribute(pose, "frame");
	const int base = name.text && *name.text ? sdf_find(s, link->scope, link->root, name) : number;
	if (base == number) {
		sdf_push_raw(s, &raw, at);
		return;
	}
	struct Pose on = base == NONE ? pose_identity : sdf_relative(s, number, base);
	on = pose_compose(&on, &raw.pose);
	*at = made_pose_items(s->diags, element->span, &on);
}

static struct Stmt *shape_statement(struct Sdf *s, const struct SdfEntity *link, int number,
                                    const struct XmlElement *element)
{
	struct MadeShape shape = { .span = element->span, .touches = xml_is(element, "collision") };
	const size_t errors = s->diags->errors;
	shape.name = xml_attribute(element, "name").text;
	bool known = read_geometry(s, xml_child(element, "geometry"), &shape);
	read_place(s, link, number, element, &shape.at);
	if (!shape.touches)
		read_colour(s, element, &shape);
	return known && s->diags->errors == errors ? made_shape(s->diags, &shape) : NULL;
}

void sdf_shapes_add(struct Sdf *s, int number, struct Stmt *body)
{
	const struct SdfEntity *link = &s->entity.item[number];
	struct Diags *said = s->diags, own;
	if (!xml_child(link->element, "visual") && !xml_child(link->element, "collision"))
		return;
	diags_init(&own, s->arena, said->sources);
	s->diags = &own;
	for (const struct XmlElement *e = link->element->first; e; e = e->next) {
		const bool touches = xml_is(e, "collision");
		if (!touches && !xml_is(e, "visual"))
			continue;
		struct Stmt *shape = shape_statement(s, link, number, e);
		if (shape)
			body->block = statements_add(body->block, shape);
		else
			losses_add(&s->losses, touches ? LOSS_COLLISION : LOSS_VISUAL, e->span, NULL);
	}
	s->diags = said;
}
