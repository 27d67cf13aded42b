/* Geoms as shapes. Groups 0 to 2 are seen, as in MuJoCo's viewer; a geom touches others if its contacts have a type. A
 * body whose geoms are all solids that are seen and touch, without colours, has no other shapes than its solids. */
#include "shape.h"

#include <string.h>

#include "stages.h"

enum { GROUPS_SEEN = 3 };

static bool touches(struct Mjcf *m, const struct MjGeom *geom)
{
	return mj_number(m, &geom->e, "contype", 1) != 0 || mj_number(m, &geom->e, "conaffinity", 1) != 0;
}

static bool is_seen(struct Mjcf *m, const struct MjGeom *geom)
{
	return mj_number(m, &geom->e, "group", 0) < GROUPS_SEEN;
}

/* The material of a geom, or NULL. */
static const struct XmlElement *material_of(struct Mjcf *m, const struct MjGeom *geom)
{
	const struct XmlValue name = mj_value(&geom->e, "material");
	return name.text ? mj_asset(m, geom->e.element, "material", name.text) : NULL;
}

static bool is_plain(struct Mjcf *m, const struct MjGeom *geom)
{
	return geom->solid && touches(m, geom) && is_seen(m, geom) && !mj_value(&geom->e, "rgba").text &&
	       !mj_value(&geom->e, "material").text;
}

static void read_colour(struct Mjcf *m, const struct MjGeom *geom, struct MadeShape *shape)
{
	const struct XmlElement *material = material_of(m, geom);
	const struct MjElement e = material ? mj_section_element(m, material) : (struct MjElement){ .element = NULL };
	if (mj_exactly(m, &geom->e, "rgba", 4, shape->colour) ||
	    (material && mj_exactly(m, &e, "rgba", 4, shape->colour)))
		shape->colours = 4;
	if (material && mj_value(&e, "texture").text)
		losses_add(&m->losses, LOSS_TEXTURE, geom->e.element->span, NULL);
}

/* MuJoCo moves the points x of a mesh to S R (x - p), with `scale`, `refquat` and `refpos`. For equal factors s that is
 * s R x - s R p: a place of the mesh. */
static bool read_mesh(struct Mjcf *m, const struct MjGeom *geom, struct MjSolid *solid, struct MadeShape *shape)
{
	const struct XmlValue name = mj_value(&geom->e, "mesh");
	const struct XmlElement *asset = name.text ? mj_asset(m, geom->e.element, "mesh", name.text) : NULL;
	if (!asset)
		return false;
	const struct MjElement mesh = mj_section_element(m, asset);
	const struct XmlValue file = mj_value(&mesh, "file");
	struct Figure f[4];
	double q[4] = { 0, 0, 0, 1 };
	struct Pose turn = pose_identity;
	shape->file = file.text ? mj_mesh_path(m, file) : NULL;
	shape->scaled = mj_exactly(m, &mesh, "scale", 3, shape->scale);
	const double *s[3];
	static const double one = 1;
	for (int i = 0; i < 3; i++)
		s[i] = shape->scaled ? &shape->scale[i].value : &one;
	bool moved = mj_exactly(m, &mesh, "refquat", 4, f);
	for (int i = 0; i < 4 && moved; i++)
		q[i] = i < 3 ? -f[i + 1].value : f[0].value;
	made_rotation(q, turn.R);
	if (mj_exactly(m, &mesh, "refpos", 3, f)) {
		const double p[3] = { -*s[0] * f[0].value, -*s[0] * f[1].value, -*s[0] * f[2].value };
		pose_turn(&turn, p, turn.p);
		moved = true;
	}
	const struct MadePlace on = { turn, made_pose_items(m->diags, geom->e.element->span, &turn) };
	if (moved)
		solid->place = made_place_times(m->diags, &solid->place, &on);
	return shape->file && (!moved || (*s[0] == *s[1] && *s[1] == *s[2]));
}

static struct Stmt *shape_statement(struct Mjcf *m, const struct MjGeom *geom, bool collision)
{
	struct MadeShape shape = { .span = geom->e.element->span, .touches = collision };
	struct MjSolid solid;
	const size_t errors = m->diags->errors;
	shape.name = xml_attribute(geom->e.element, "name").text;
	if (!mj_form_read(m, geom, &solid))
		return NULL;
	if (solid.is_mesh && !read_mesh(m, geom, &solid, &shape))
		return NULL;
	if (!solid.is_mesh) {
		shape.kind = mj_form_name(&solid);
		shape.size = mj_form_sizes(m, &solid);
	}
	if (!solid.is_mesh && !(solid.size[0].value >= 0))
		return NULL;
	shape.at = solid.place.at;
	if (!collision)
		read_colour(m, geom, &shape);
	return m->diags->errors == errors ? made_shape(m->diags, &shape) : NULL;
}

static void add_shape(struct Mjcf *m, const struct MjGeom *geom, bool collision)
{
	struct Stmt *body = m->body.item[geom->body].stmt, *shape = shape_statement(m, geom, collision);
	if (shape)
		body->block = statements_add(body->block, shape);
	else
		losses_add(&m->losses, collision ? LOSS_TOUCHING : LOSS_SEEN, geom->e.element->span, NULL);
}

static void add_shapes(struct Mjcf *m, const struct MjBody *body)
{
	bool plain = true;
	for (int i = body->first_geom; i != NONE; i = m->geom.item[i].next)
		plain &= is_plain(m, &m->geom.item[i]);
	for (int i = body->first_geom; i != NONE && !plain; i = m->geom.item[i].next) {
		const struct MjGeom *geom = &m->geom.item[i];
		if (is_seen(m, geom))
			add_shape(m, geom, false);
		if (touches(m, geom))
			add_shape(m, geom, true);
		else if (!is_seen(m, geom))
			losses_add(&m->losses, LOSS_HIDDEN, geom->e.element->span, NULL);
	}
}

void mj_shapes_add(struct Mjcf *m)
{
	struct Diags *said = m->diags, own;
	diags_init(&own, m->arena, said->sources);
	m->diags = &own;
	for (size_t i = 0; i < m->body.count; i++)
		add_shapes(m, &m->body.item[i]);
	for (size_t i = 0; i < m->geom.count; i++)
		if (m->geom.item[i].body == WORLD)
			losses_add(&m->losses, LOSS_WORLD_SHAPE, m->geom.item[i].e.element->span, NULL);
	m->diags = said;
}
