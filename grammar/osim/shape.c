/* Geometry of bodies and frames to `visual` statements: of versions 4, and of 2 and 3, where it is the
 * <VisibleObject> of a body. */
#include "stages.h"

#include <string.h>

/* Geometry of version 4, beside Mesh. */
static const struct OsimForm {
	const char *name, *kind;
	const char *size; /* element with all numbers, or the first one */
	const char *half; /* element with half the length, or NULL */
	int count;
	bool doubled; /* the language has whole edges */
} forms[] = {
	{ "Brick", "box", "half_lengths", NULL, 3, true },
	{ "Sphere", "sphere", "radius", NULL, 1, false },
	{ "Ellipsoid", "ellipsoid", "radii", NULL, 3, false },
	{ "Cylinder", "cylinder", "radius", "half_height", 1, false },
};
enum { FORMS = sizeof forms / sizeof *forms };

/* What a shape is read for. */
struct OsimShapes {
	struct Osim *o;
	struct Arguments at;
	struct Stmt *body;
};

static struct Figure twice(struct Osim *o, const struct Figure *number)
{
	return figure_of(o->arena, number->span, 2 * number->value);
}

/* OpenSim's cylinders lie along y. */
static bool read_sizes(struct OsimShapes *r, const struct XmlElement *e, const struct OsimForm *form,
                       struct MadeShape *shape)
{
	struct Osim *o = r->o;
	struct Figure size[3];
	int count = form->count;
	bool good = osim_numbers(o, e, form->size, count, size);
	for (int i = 0; i < count && good && form->doubled; i++)
		size[i] = twice(o, &size[i]);
	if (good && form->half) {
		good = osim_numbers(o, e, form->half, 1, &size[count]);
		if (good)
			size[count] = twice(o, &size[count]);
		count++;
	}
	if (!good || !made_form(o->diags, shape, form->kind, size, count))
		return false;
	if (form->half)
		made_push(o->diags, &shape->size, made_name(o->diags, e->span, "y"));
	return true;
}

/* Factors of an element on those of the object around it. */
static void read_scale(struct Osim *o, const struct XmlElement *e, struct MadeShape *shape)
{
	struct Figure factor[3];
	if (!osim_numbers(o, e, "scale_factors", 3, factor) || factor[0].zero || factor[1].zero || factor[2].zero)
		return;
	for (int i = 0; i < 3; i++)
		shape->scale[i] = shape->scaled
		                          ? figure_of(o->arena, factor[i].span, shape->scale[i].value * factor[i].value)
		                          : factor[i];
	shape->scaled = true;
}

static void read_colour(struct Osim *o, const struct XmlElement *e, struct MadeShape *shape)
{
	if (osim_numbers(o, e, "color", 3, shape->colour))
		shape->colours = 3;
	if (shape->colours && osim_numbers(o, e, "opacity", 1, &shape->colour[3]))
		shape->colours = 4;
}

/* Three turns, then a shift. */
static void push_transform(struct Osim *o, const struct XmlElement *e, struct Arguments *at)
{
	struct Figure number[6];
	if (!osim_numbers(o, e, "transform", 6, number))
		return;
	osim_push_shift(o, &number[3], false, at);
	for (int i = 0; i < 3; i++)
		osim_push_turn(o, i, &number[i], at);
}

static struct Arguments copy_of(struct Osim *o, const struct Arguments *at)
{
	struct Arguments copy = { 0 };
	for (size_t i = 0; i < at->count; i++)
		made_push(o->diags, &copy, at->item[i].value);
	return copy;
}

static void add(struct OsimShapes *r, const struct MadeShape *shape, size_t errors)
{
	struct Osim *o = r->o;
	struct Stmt *stmt = o->diags->errors == errors ? made_shape(o->diags, shape) : NULL;
	if (stmt)
		r->body->block = statements_add(r->body->block, stmt);
	else
		losses_add(&o->losses, LOSS_SEEN, shape->span, NULL);
}

/* An element of <attached_geometry>. */
static void add_attached(struct OsimShapes *r, const struct XmlElement *e)
{
	struct Osim *o = r->o;
	struct MadeShape shape = { .span = e->span, .at = copy_of(o, &r->at) };
	const size_t errors = o->diags->errors;
	const struct XmlValue *file = osim_content(e, "mesh_file");
	const struct XmlElement *look = xml_child(e, "Appearance");
	shape.name = xml_attribute(e, "name").text;
	if (xml_is(e, "Mesh") && file) {
		shape.file = file->text;
		read_scale(o, e, &shape);
	}
	for (int i = 0; i < FORMS; i++)
		if (xml_is(e, forms[i].name))
			read_sizes(r, e, &forms[i], &shape);
	if (look)
		read_colour(o, look, &shape);
	add(r, &shape, errors);
}

/* The <VisibleObject> of a body: files, each with its place. */
static void add_visible(struct OsimShapes *r, const struct XmlElement *object)
{
	struct Osim *o = r->o;
	const struct XmlElement *e = osim_first(xml_child(object, "GeometrySet"), "objects");
	const struct XmlValue *files = osim_content(object, "geometry_files");
	e = e ? e : osim_first(object, "GeometrySet");
	for (; e; e = e->next) {
		const struct XmlValue *file = osim_content(e, "geometry_file");
		struct MadeShape shape = { .span = e->span, .file = file ? file->text : NULL };
		const size_t errors = o->diags->errors;
		if (!xml_is(e, "DisplayGeometry"))
			continue;
		push_transform(o, object, &shape.at);
		push_transform(o, e, &shape.at);
		read_scale(o, object, &shape);
		read_scale(o, e, &shape);
		read_colour(o, e, &shape);
		add(r, &shape, errors);
	}
	const char *at = files ? files->text : NULL, *word;
	while (at && (word = osim_word(o->arena, &at))) {
		struct MadeShape shape = { .span = files->span, .file = word };
		const size_t errors = o->diags->errors;
		push_transform(o, object, &shape.at);
		read_scale(o, object, &shape);
		add(r, &shape, errors);
	}
}

static void add_of(struct Osim *o, const struct XmlElement *owner, const struct OsimPlace *place, struct Stmt *body)
{
	struct OsimShapes r = { .o = o, .body = body };
	if (place)
		osim_push_place(o, place, false, &r.at);
	for (const struct XmlElement *e = osim_first(owner, "attached_geometry"); e; e = e->next)
		if (!xml_is(e, "FrameGeometry")) /* axes of the frame */
			add_attached(&r, e);
	const struct XmlElement *object = xml_child(owner, "VisibleObject");
	if (object && !place)
		add_visible(&r, object);
}

void osim_shapes_add(struct Osim *o)
{
	struct Diags *said = o->diags, own;
	diags_init(&own, o->arena, said->sources);
	o->diags = &own;
	for (size_t i = 0; i < o->body.count; i++)
		if (o->body.item[i].element && o->body.item[i].statement)
			add_of(o, o->body.item[i].element, NULL, o->body.item[i].statement);
	for (size_t i = 0; i < o->frame.count; i++) {
		const struct XmlElement *frame = o->frame.item[i].element;
		if (!osim_first(frame, "attached_geometry") || !xml_is(frame, "PhysicalOffsetFrame"))
			continue;
		struct OsimPlace place = osim_socket(o, frame, "parent");
		const struct OsimOffset offset = osim_offset(o, frame, "translation", "orientation");
		osim_push(o, &place, &offset);
		if (place.body >= 0 && o->body.item[place.body].statement)
			add_of(o, frame, &place, o->body.item[place.body].statement);
	}
	o->diags = said;
}
