/* Shapes that the page draws: of each body the visual ones, else those that touch, else its solids. A mesh that cannot be
 * read is drawn by the collision shapes of its body, else by the box of its inertia. */
#include "page.h"

#include <math.h>
#include <string.h>

#include "base/digest.h"
#include "cli/export/export.h"
#include "cli/mesh/mesh.h"
#include "cli/text_json.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"

/* Triangles of all meshes together, and the least that a mesh may have. 40000 triangles are half a megabyte of page. */
enum { MOST_TRIANGLES = 40000, LEAST_TRIANGLES = 500, NAMED = 4 };

/* A file of meshes. */
struct PageMesh {
	const char *problem; /* or NULL */
	int number;          /* on the page */
	struct Mesh mesh;    /* with at most MOST_TRIANGLES */
};

struct PageShapes {
	struct Arena *arena;
	const struct Model *model;
	struct Includes *includes; /* what reads files */
	struct MeshFolders folders;
	struct NameTable names;
	struct ARENA_LIST(struct PageMesh) mesh;
	int meshes; /* without a problem */
	json_t *shapes;
	size_t had, kept;       /* triangles of files, and of the page */
	struct NameTable lost;  /* files without a mesh */
	struct Text lost_names; /* some of them, with what is wrong */
	bool packages;          /* one of them is in a package */
};

/* --- meshes --- */

static uint16_t coarse(double x, double low, double high)
{
	return (uint16_t)(high > low ? lround((x - low) / (high - low) * 65535) : 0);
}

/* Coordinates as shares of the box, in 65535ths; little-endian on each machine. */
static const char *points_text(struct Arena *arena, const struct Mesh *mesh, double box[2][3])
{
	unsigned char *bytes = ARENA_ARRAY(arena, unsigned char, 6 * mesh->point.count + 1);
	for (size_t i = 0; i < 3 * mesh->point.count; i++) {
		const uint16_t share = coarse(mesh->point.item[i / 3].x[i % 3], box[0][i % 3], box[1][i % 3]);
		bytes[2 * i] = (unsigned char)(share & 255);
		bytes[2 * i + 1] = (unsigned char)(share >> 8);
	}
	return digest_base64(arena, bytes, 6 * mesh->point.count);
}

/* Corners of the triangles of one colour after another, two bytes each. */
static const char *corners_text(struct Arena *arena, const struct Mesh *mesh, json_t *runs)
{
	unsigned char *bytes = ARENA_ARRAY(arena, unsigned char, 6 * mesh->triangle.count + 1), *at = bytes;
	for (int colour = -1; colour < (int)mesh->colour.count; colour++) {
		size_t count = 0;
		for (size_t i = 0; i < mesh->triangle.count; i++) {
			const struct MeshTriangle *t = &mesh->triangle.item[i];
			if (t->colour != colour)
				continue;
			count++;
			for (int k = 0; k < 3; k++) {
				*at++ = (unsigned char)(t->corner[k] & 255);
				*at++ = (unsigned char)(t->corner[k] >> 8 & 255);
			}
		}
		if (count)
			json_array_append_new(runs,
			                      json_pack("{s:i, s:o}", "triangles", (int)count, "colour",
			                                colour < 0 ? json_null()
			                                           : text_json_numbers(mesh->colour.item[colour].part,
			                                                               4)));
	}
	return digest_base64(arena, bytes, (size_t)(at - bytes));
}

static json_t *mesh_json(struct Arena *arena, const struct Mesh *mesh)
{
	double box[2][3];
	json_t *runs = json_array();
	mesh_box(mesh, box);
	const char *corners = corners_text(arena, mesh, runs);
	return json_pack("{s:o, s:o, s:s, s:s, s:o}", "low", text_json_numbers(box[0], 3), "high",
	                 text_json_numbers(box[1], 3), "points", points_text(arena, mesh, box), "corners", corners,
	                 "runs", runs);
}

/* Triangles of all meshes if none has more than so many. */
static size_t count_triangles(const struct PageShapes *p, size_t most)
{
	size_t count = 0;
	for (size_t i = 0; i < p->mesh.count; i++)
		count += p->mesh.item[i].mesh.triangle.count < most ? p->mesh.item[i].mesh.triangle.count : most;
	return count;
}

/* Most triangles of a mesh: what small meshes do not need is for the large ones. */
static size_t share_of_mesh(const struct PageShapes *p)
{
	size_t low = LEAST_TRIANGLES, high = MOST_TRIANGLES;
	while (low < high) {
		const size_t middle = (low + high + 1) / 2;
		if (count_triangles(p, middle) <= MOST_TRIANGLES)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

static json_t *meshes_json(struct PageShapes *p)
{
	const size_t most = share_of_mesh(p);
	json_t *all = json_array();
	for (size_t i = 0; i < p->mesh.count; i++) {
		struct Mesh *mesh = &p->mesh.item[i].mesh;
		if (p->mesh.item[i].problem)
			continue;
		mesh_reduce(p->arena, mesh, most);
		if (mesh->point.count > UINT16_MAX) /* triangles that share no corners */
			mesh_reduce(p->arena, mesh, UINT16_MAX / 3);
		p->kept += mesh->triangle.count;
		json_array_append_new(all, mesh_json(p->arena, mesh));
	}
	return all;
}

/* A copy with the memory that it needs. */
static struct Mesh mesh_copy(struct Arena *arena, const struct Mesh *mesh)
{
	struct Mesh copy = { .point = { NULL } };
	for (size_t i = 0; i < mesh->point.count; i++)
		*ARENA_PUSH(arena, &copy.point) = mesh->point.item[i];
	for (size_t i = 0; i < mesh->triangle.count; i++)
		*ARENA_PUSH(arena, &copy.triangle) = mesh->triangle.item[i];
	for (size_t i = 0; i < mesh->colour.count; i++)
		*ARENA_PUSH(arena, &copy.colour) = mesh->colour.item[i];
	return copy;
}

static const char *read_mesh(struct PageShapes *p, const char *file, struct Mesh *kept)
{
	struct Included found = { .problem = NULL };
	struct Mesh mesh;
	found.name = found.identity = mesh_find(p->arena, &p->folders, file);
	if (!found.name)
		return "there is no such file";
	p->includes->read(p->includes->context, &found);
	if (found.problem)
		return found.problem;
	struct Arena *own = arena_part(p->arena);
	const char *problem = mesh_read(own, found.name, found.text, found.length, &mesh);
	if (!problem) {
		p->had += mesh_reduce(own, &mesh, MOST_TRIANGLES);
		*kept = mesh_copy(p->arena, &mesh);
	}
	arena_free(own);
	return problem;
}

/* The mesh of a file, which is read once. */
static const struct PageMesh *mesh_of(struct PageShapes *p, const char *file)
{
	const int known = names_add(&p->names, file, (int)p->mesh.count);
	if (known < (int)p->mesh.count)
		return &p->mesh.item[known];
	struct PageMesh *mesh = ARENA_PUSH(p->arena, &p->mesh);
	mesh->number = p->meshes;
	mesh->problem = read_mesh(p, file, &mesh->mesh);
	p->meshes += !mesh->problem;
	return mesh;
}

/* --- shapes --- */

static json_t *pose_json(const struct Pose *pose)
{
	return json_pack("{s:o, s:o}", "R", text_json_numbers(pose->R[0], 9), "p", text_json_numbers(pose->p, 3));
}

static void add_shape(struct PageShapes *p, int body, const struct Shape *shape, int mesh)
{
	json_array_append_new(p->shapes,
	                      json_pack("{s:i, s:s, s:o, s:o, s:i, s:o}", "body", body, "kind",
	                                shape_kind_table[shape->kind].name, "size", text_json_numbers(shape->size, 3),
	                                "at", pose_json(&shape->at), "mesh", mesh, "colour",
	                                shape->coloured ? text_json_numbers(shape->colour, 4) : json_null()));
}

static void lose(struct PageShapes *p, const char *file, const char *problem)
{
	const int count = (int)p->lost.count;
	if (names_add(&p->lost, file, count) < count)
		return;
	p->packages |= strncmp(file, "package://", strlen("package://")) == 0;
	if (count < NAMED)
		text_format(&p->lost_names, "%s%s (%s)", count ? ", " : "", text_json_visible(file), problem);
}

/* Adds a shape. False: its mesh cannot be read. */
static bool take(struct PageShapes *p, int body, const struct Shape *shape)
{
	const struct PageMesh *mesh = shape->file ? mesh_of(p, shape->file) : NULL;
	if (mesh && mesh->problem)
		lose(p, shape->file, mesh->problem);
	else
		add_shape(p, body, shape, mesh ? mesh->number : -1);
	return !mesh || !mesh->problem;
}

/* Gives thin bars and plates some thickness, a fiftieth of their length. */
static void thicken(struct Shape *shape)
{
	double longest = 0;
	for (int i = 0; i < shape_kind_table[shape->kind].sizes; i++)
		longest = fmax(longest, shape->size[i]);
	for (int i = 0; i < shape_kind_table[shape->kind].sizes; i++)
		shape->size[i] = fmax(shape->size[i], longest / 50);
}

/* The solid as a box, cylinder or ball of its mass and moments. */
static void add_solid(struct PageShapes *p, int body, const struct SolidPart *part)
{
	struct Shape shape;
	if (!shape_of_solid(p->model->dag, part, 0, &shape))
		return;
	thicken(&shape);
	add_shape(p, body, &shape, -1);
}

/* The box that has the mass and the inertia of a body. */
static void add_box(struct PageShapes *p, int body)
{
	const struct Body *of = &p->model->body[body];
	const struct SolidPart part = { .mass = of->mass, .inertia = of->inertia, .centre = of->com };
	add_solid(p, body, &part);
}

/* In place of meshes that cannot be read. */
static void replace(struct PageShapes *p, int body)
{
	bool some = false;
	for (const struct BodyShape *one = p->model->body[body].shapes; one; one = one->next)
		if (one->shape.touches)
			some |= take(p, body, &one->shape);
	if (!some)
		add_box(p, body);
}

static bool is_drawn(const struct Body *body, const struct Shape *shape)
{
	bool seen = false;
	for (const struct BodyShape *one = body->shapes; one; one = one->next)
		seen |= one->shape.seen;
	return seen ? shape->seen : shape->touches;
}

static void add_body(struct PageShapes *p, int number)
{
	const struct Body *body = &p->model->body[number];
	bool whole = true, seen = false;
	for (const struct BodyShape *one = body->shapes; one; one = one->next)
		if (is_drawn(body, &one->shape)) {
			whole &= take(p, number, &one->shape);
			seen |= one->shape.seen;
		}
	if (!whole && seen)
		replace(p, number);
	else if (!whole)
		add_box(p, number);
	for (size_t i = 0; i < body->solids.count && !body->shapes; i++)
		add_solid(p, number, &body->solids.item[i]);
}

static json_t *notes(struct PageShapes *p)
{
	json_t *all = json_array();
	if (p->kept < p->had)
		json_array_append_new(all, json_string(text_print(p->arena,
		                                                  "Meshes are drawn with %zu of their %zu triangles.",
		                                                  p->kept, p->had)));
	if (p->lost.count)
		json_array_append_new(
			all,
			json_string(text_print(
				p->arena, "Not drawn, but by collision shapes or boxes of the same inertia: %s%s.%s",
				text_string(&p->lost_names), p->lost.count > NAMED ? " and others" : "",
				p->packages ? " The option --package=NAME=DIR says where package://NAME is." : "")));
	return all;
}

void page_shapes(rigidc_model *model, const struct Model *of, const struct PackageFolders *packages, json_t *all)
{
	struct PageShapes p = { .arena = &model->call, .model = of, .includes = &model->files.includes };
	p.folders = (struct MeshFolders){ model->files.path, model->request.include, packages->item,
		                          model->request.includes, packages->count };
	model_read_shapes(of);
	p.names = names_new(p.arena);
	p.lost = names_new(p.arena);
	p.lost_names = text_new(p.arena);
	p.shapes = json_array();
	for (int i = 0; i < of->bodies; i++)
		add_body(&p, i);
	if (!json_array_size(p.shapes))
		return;
	json_object_set_new(all, "shapes", p.shapes);
	json_object_set_new(all, "meshes", meshes_json(&p));
	json_object_set_new(all, "shapeNotes", notes(&p));
}
