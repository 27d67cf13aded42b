/* COLLADA: the nodes of the scene place geometries, and bind materials to names in them. */
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/text.h"
#include "grammar/import/xml.h"
#include "mesh.h"

static const double pi = 3.14159265358979323846;

enum { DEEPEST = 60, MOST_NODES = 100000 };

/* An affine map: x_A = M x_B + p. */
struct Affine {
	double M[3][3], p[3];
};

static const struct Affine affine_identity = { .M = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

struct Collada {
	struct Arena *arena;
	struct Mesh *mesh;
	const struct XmlElement *root;
	struct NameTable ids; /* of all elements with one, to the list */
	struct ARENA_LIST(const struct XmlElement *) element;
	struct NameTable colours; /* ids of materials, to colours of the mesh */
	size_t nodes;
	const char *problem;
};

/* --- parts of elements --- */

static const struct XmlElement *with_id(const struct Collada *c, const char *url)
{
	const int found = url ? names_find(&c->ids, url + (*url == '#')) : -1;
	return found < 0 ? NULL : c->element.item[found];
}

static const char *attribute(const struct XmlElement *element, const char *name)
{
	return xml_attribute(element, name).text;
}

static long whole(const struct XmlElement *element, const char *name, long otherwise)
{
	const char *text = attribute(element, name), *end = text ? text + strlen(text) : NULL;
	double number;
	return text && mesh_number(&text, end, &number) && number >= 0 && number < 1e6 ? (long)number : otherwise;
}

/* Numbers of an element's text. */
static struct MeshNumbers numbers_of(struct Collada *c, const struct XmlElement *element)
{
	return mesh_numbers(c->arena, element ? element->content.text : NULL);
}

/* --- placements --- */

static struct Affine compose(const struct Affine *a, const struct Affine *b)
{
	struct Affine out;
	rotation_compose(a->M, b->M, out.M);
	for (int i = 0; i < 3; i++) {
		out.p[i] = a->p[i];
		for (int k = 0; k < 3; k++)
			out.p[i] += a->M[i][k] * b->p[k];
	}
	return out;
}

/* The map of <matrix>, <translate>, <rotate> or <scale>; others do not place. */
static struct Affine step_of(struct Collada *c, const struct XmlElement *e)
{
	struct Affine step = affine_identity;
	const struct MeshNumbers n = numbers_of(c, e);
	if (xml_is(e, "matrix") && n.count == 16)
		for (int i = 0; i < 3; i++) {
			for (int k = 0; k < 3; k++)
				step.M[i][k] = n.item[4 * i + k];
			step.p[i] = n.item[4 * i + 3];
		}
	else if (xml_is(e, "translate") && n.count == 3)
		memcpy(step.p, n.item, sizeof step.p);
	else if (xml_is(e, "scale") && n.count == 3)
		for (int i = 0; i < 3; i++)
			step.M[i][i] = n.item[i];
	else if (xml_is(e, "rotate") && n.count == 4 && vector_length(n.item) > 0) {
		double axis[3];
		for (int i = 0; i < 3; i++)
			axis[i] = n.item[i] / vector_length(n.item);
		rotation_about(axis, n.item[3] * pi / 180, step.M);
	}
	return step;
}

static bool places(const struct XmlElement *e)
{
	return xml_is(e, "matrix") || xml_is(e, "translate") || xml_is(e, "rotate") || xml_is(e, "scale");
}

/* From the axes of the file to z up, in m. */
static struct Affine upright(struct Collada *c)
{
	const struct XmlElement *asset = xml_child(c->root, "asset"), *up = xml_child(asset, "up_axis");
	const char *axis = up && up->content.text ? up->content.text : "Y_UP", *text;
	text = attribute(xml_child(asset, "unit"), "meter");
	struct Affine all = { .M = { { 0 } } };
	double unit = 1;
	if (text && (!mesh_number(&text, text + strlen(text), &unit) || !(unit > 0)))
		unit = 1;
	/* each row: the axis of the file that becomes x, y, z, and its sign */
	static const int y_up[3] = { 1, -3, 2 }, x_up[3] = { -2, 3, 1 }, z_up[3] = { 1, 2, 3 };
	const int *row = strncmp(axis, "Z_UP", 4) == 0 ? z_up : strncmp(axis, "X_UP", 4) == 0 ? x_up : y_up;
	for (int i = 0; i < 3; i++)
		all.M[i][(row[i] < 0 ? -row[i] : row[i]) - 1] = row[i] < 0 ? -unit : unit;
	return all;
}

/* --- colours --- */

/* The diffuse colour of a material as a colour of the mesh; -1: none, or a texture. */
static int colour_of(struct Collada *c, const char *material)
{
	const int known = material ? names_find(&c->colours, material) : -1;
	if (known >= 0 || !material)
		return known - (known >= 0); /* the table has them from 1, 0 for none */
	const struct XmlElement *effect =
		with_id(c, attribute(xml_child(with_id(c, material), "instance_effect"), "url"));
	int number = 0;
	for (const struct XmlElement *e = effect; e && !number; e = xml_walk(e, effect)) {
		const struct XmlElement *diffuse = xml_is(e, "diffuse") ? xml_child(e, "color") : NULL;
		const struct MeshNumbers n = numbers_of(c, diffuse);
		if (n.count != 3 && n.count != 4)
			continue;
		struct MeshColour *colour = ARENA_PUSH(c->arena, &c->mesh->colour);
		number = (int)c->mesh->colour.count;
		for (int i = 0; i < 3; i++)
			colour->part[i] = fmin(fmax(n.item[i], 0), 1);
		colour->part[3] = 1; /* exporters disagree on the meaning of opacities */
	}
	names_add(&c->colours, material, number);
	return number - 1;
}

/* The material that an <instance_geometry> binds to a name. */
static const char *bound_material(const struct XmlElement *instance, const char *symbol)
{
	for (const struct XmlElement *e = instance; e; e = xml_walk(e, instance)) {
		const char *own = xml_is(e, "instance_material") ? attribute(e, "symbol") : NULL;
		const char *target = own ? attribute(e, "target") : NULL;
		if (target && symbol && strcmp(own, symbol) == 0)
			return target + (*target == '#');
	}
	return symbol;
}

/* --- geometries --- */

/* Points of a <source>, three numbers each, placed. Returns the number of the first one. */
static int64_t add_points(struct Collada *c, const struct XmlElement *source, const struct Affine *at)
{
	const int64_t first = (int64_t)c->mesh->point.count;
	const struct XmlElement *accessor = xml_child(xml_child(source, "technique_common"), "accessor");
	const long stride = whole(accessor, "stride", 3), offset = whole(accessor, "offset", 0);
	const struct MeshNumbers n = numbers_of(c, xml_child(source, "float_array"));
	for (size_t k = (size_t)offset; stride >= 3 && k + 3 <= n.count; k += (size_t)stride) {
		double x[3];
		for (int i = 0; i < 3; i++) {
			x[i] = at->p[i];
			for (int m = 0; m < 3; m++)
				x[i] += at->M[i][m] * n.item[k + (size_t)m];
		}
		mesh_add_point(c->arena, c->mesh, x);
	}
	return first;
}

static const struct XmlElement *input_of(const struct XmlElement *of, const char *semantic)
{
	const struct XmlElement *input = xml_child(of, "input");
	while (input && (!attribute(input, "semantic") || strcmp(attribute(input, "semantic"), semantic) != 0))
		input = xml_next(input);
	return input;
}

/* How many indices each corner has: one more than the largest offset of an input. */
static size_t indices_of(const struct XmlElement *primitive)
{
	long most = 0;
	for (const struct XmlElement *input = xml_child(primitive, "input"); input; input = xml_next(input))
		most = whole(input, "offset", 0) > most ? whole(input, "offset", 0) : most;
	return (size_t)most + 1;
}

/* Triangles as fans of polygons: <triangles>, <polylist> with <vcount>, <polygons> with a <p> each. */
static void add_primitive(struct Collada *c, const struct XmlElement *primitive, int64_t first, int colour)
{
	const size_t step = indices_of(primitive), own = (size_t)whole(input_of(primitive, "VERTEX"), "offset", 0);
	const struct MeshNumbers counts = numbers_of(c, xml_child(primitive, "vcount"));
	const bool whole_polygons = xml_is(primitive, "polygons");
	for (const struct XmlElement *p = xml_child(primitive, "p"); p; p = xml_next(p)) {
		const struct MeshNumbers n = numbers_of(c, p);
		size_t at = 0;
		for (size_t polygon = 0; at + 3 * step <= n.count; polygon++) {
			size_t corners = 3;
			if (whole_polygons)
				corners = n.count / step;
			else if (xml_is(primitive, "polylist"))
				corners = polygon < counts.count && counts.item[polygon] < 1e6
				                  ? (size_t)counts.item[polygon]
				                  : 0;
			if (corners * step > n.count - at || (!corners && polygon >= counts.count))
				break;
			for (size_t k = 2; k < corners; k++) {
				const size_t which[3] = { 0, k - 1, k };
				int64_t corner[3];
				for (int i = 0; i < 3; i++)
					corner[i] = first + (int64_t)n.item[at + which[i] * step + own];
				if (!mesh_add_triangle(c->arena, c->mesh, corner, colour))
					c->problem = "a triangle names a point that is not there";
			}
			at += corners * step;
			if (c->mesh->triangle.count > MESH_MOST || c->problem)
				return;
		}
	}
}

static void add_geometry(struct Collada *c, const struct XmlElement *instance, const struct Affine *at)
{
	const struct XmlElement *mesh = xml_child(with_id(c, attribute(instance, "url")), "mesh");
	const struct XmlElement *vertices = xml_child(mesh, "vertices");
	const struct XmlElement *source = with_id(c, attribute(input_of(vertices, "POSITION"), "source"));
	if (!source)
		return;
	const int64_t first = add_points(c, source, at);
	for (const struct XmlElement *e = mesh->first; e && !c->problem; e = e->next)
		if (xml_is(e, "triangles") || xml_is(e, "polylist") || xml_is(e, "polygons"))
			add_primitive(c, e, first, colour_of(c, bound_material(instance, attribute(e, "material"))));
	if (c->mesh->point.count > MESH_MOST)
		c->problem = "it has too many points";
}

/* --- nodes --- */

/* A node with all inside, whose placements come in order before its geometries. */
static void add_node(struct Collada *c, const struct XmlElement *node, const struct Affine *on, int depth)
{
	struct Affine at = *on;
	if (depth == DEEPEST || ++c->nodes > MOST_NODES) {
		c->problem = "its nodes are nested too deeply";
		return;
	}
	for (const struct XmlElement *e = node->first; e && !c->problem; e = e->next) {
		const struct XmlElement *other = xml_is(e, "instance_node") ? with_id(c, attribute(e, "url")) : NULL;
		if (places(e)) {
			const struct Affine step = step_of(c, e);
			at = compose(&at, &step);
		} else if (xml_is(e, "instance_geometry")) {
			add_geometry(c, e, &at);
		} else if (xml_is(e, "node") || other) {
			add_node(c, other ? other : e, &at, depth + 1);
		}
	}
}

static void index_ids(struct Collada *c)
{
	c->ids = names_new(c->arena);
	for (const struct XmlElement *e = c->root; e; e = xml_walk(e, c->root)) {
		const char *id = attribute(e, "id");
		if (id && names_add(&c->ids, id, (int)c->element.count) == (int)c->element.count)
			*ARENA_PUSH(c->arena, &c->element) = e;
	}
}

const char *mesh_read_collada(struct Arena *arena, const char *name, const char *text, size_t length, struct Mesh *mesh)
{
	struct Collada c = { .arena = arena, .mesh = mesh };
	struct Sources sources;
	struct Diags diags;
	uint32_t source;
	sources_init(&sources, arena);
	diags_init(&diags, arena, &sources);
	if (xml_open(&diags, name, text, length, NULL, &source))
		c.root = xml_tree_read(&diags, source, "a COLLADA file", "COLLADA");
	if (!c.root)
		return "it is no COLLADA file";
	index_ids(&c);
	c.colours = names_new(arena);
	const struct XmlElement *scene = xml_child(xml_child(c.root, "scene"), "instance_visual_scene");
	const struct XmlElement *visual = with_id(&c, attribute(scene, "url"));
	const struct Affine up = upright(&c);
	visual = visual ? visual : xml_child(xml_child(c.root, "library_visual_scenes"), "visual_scene");
	if (visual)
		add_node(&c, visual, &up, 0);
	return c.problem;
}
