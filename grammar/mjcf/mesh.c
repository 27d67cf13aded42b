/* A closed surface has each edge twice, once in each direction. Its moments are sums over the tetrahedra between the
 * origin and its triangles. */
#include "mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "classes.h"
#include "surface.h"
#include "value.h"

/* --- closed surfaces --- */

static int by_place(const void *a, const void *b)
{
	const struct Corner *p = a, *q = b;
	for (int i = 0; i < 3; i++)
		if (p->x[i] != q->x[i])
			return p->x[i] < q->x[i] ? -1 : 1;
	return p->at < q->at ? -1 : p->at > q->at;
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

/* A number for each corner, equal for corners at one place. */
static uint32_t *number_corners(struct Arena *arena, const struct Surface *surface)
{
	struct Corner *sorted = ARENA_ARRAY(arena, struct Corner, surface->count);
	uint32_t *number = ARENA_ARRAY(arena, uint32_t, surface->count), last = 0;
	memcpy(sorted, surface->item, surface->count * sizeof *sorted);
	qsort(sorted, surface->count, sizeof *sorted, by_place);
	for (size_t i = 0; i < surface->count; i++) {
		last += i > 0 && memcmp(sorted[i].x, sorted[i - 1].x, sizeof sorted[i].x) != 0;
		number[sorted[i].at] = last;
	}
	return number;
}

/* Are the edges the same in both directions? */
static bool is_closed(struct Arena *arena, const struct Surface *surface)
{
	const uint32_t *number = number_corners(arena, surface);
	uint64_t *there = ARENA_ARRAY(arena, uint64_t, surface->count);
	uint64_t *back = ARENA_ARRAY(arena, uint64_t, surface->count);
	for (size_t i = 0; i < surface->count; i++) {
		size_t next = i % 3 == 2 ? i - 2 : i + 1;
		there[i] = (uint64_t)number[i] << 32 | number[next];
		back[i] = (uint64_t)number[next] << 32 | number[i];
	}
	qsort(there, surface->count, sizeof *there, by_number);
	qsort(back, surface->count, sizeof *back, by_number);
	return memcmp(there, back, surface->count * sizeof *there) == 0;
}

/* Adds the tetrahedron between the origin and a triangle. */
static void add_tetrahedron(const struct Corner corner[3], struct MjVolume *v)
{
	static const double origin[3] = { 0, 0, 0 };
	const double *a = corner[0].x, *b = corner[1].x, *c = corner[2].x;
	double six = mj_six_volumes(origin, a, b, c), sum[3];
	for (int i = 0; i < 3; i++)
		sum[i] = a[i] + b[i] + c[i];
	v->volume += six / 6;
	for (int i = 0; i < 3; i++) {
		v->first[i] += six / 24 * sum[i];
		for (int k = 0; k < 3; k++)
			v->second[i][k] += six / 120 * (a[i] * a[k] + b[i] * b[k] + c[i] * c[k] + sum[i] * sum[k]);
	}
}

/* Twice the area of a triangle. */
static double two_areas(const struct Corner corner[3])
{
	double sum = 0;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		const double *a = corner[0].x, *b = corner[1].x, *c = corner[2].x;
		double n = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
		sum += n * n;
	}
	return sqrt(sum);
}

/* Centre of the faces. */
static void surface_centre(const struct Surface *surface, double centre[3])
{
	double area = 0, sum[3] = { 0 };
	for (size_t k = 0; k < surface->count; k += 3) {
		const struct Corner *corner = &surface->item[k];
		double two = two_areas(corner);
		area += two;
		for (int i = 0; i < 3; i++)
			sum[i] += two / 3 * (corner[0].x[i] + corner[1].x[i] + corner[2].x[i]);
	}
	for (int i = 0; i < 3; i++)
		centre[i] = sum[i] / area;
}

static double six_from(const double point[3], const struct Corner *corner)
{
	return mj_six_volumes(point, corner[0].x, corner[1].x, corner[2].x);
}

/* Moves a point to the centre of the tetrahedra between it and the faces, all of them taken as above 0. */
static void move_to_centre(const struct Surface *surface, double point[3])
{
	double volume = 0, sum[3] = { 0 };
	for (size_t k = 0; k < surface->count; k += 3) {
		const struct Corner *corner = &surface->item[k];
		double six = fabs(six_from(point, corner));
		volume += six;
		for (int i = 0; i < 3; i++)
			sum[i] += six / 4 * (point[i] + corner[0].x[i] + corner[1].x[i] + corner[2].x[i]);
	}
	for (int i = 0; i < 3; i++)
		point[i] = sum[i] / volume;
}

/* Volume of the tetrahedra below 0 from MuJoCo's centre of a mesh. Its `legacy` takes them as above 0. */
static double hidden_volume(const struct Surface *surface)
{
	double centre[3], hidden = 0;
	surface_centre(surface, centre);
	move_to_centre(surface, centre);
	for (size_t k = 0; k < surface->count; k += 3)
		hidden += fmax(0, -six_from(centre, &surface->item[k]) / 6);
	return hidden;
}

/* --- the asset --- */

static bool has_name(const struct XmlElement *asset, const char *wanted)
{
	const char *name = xml_attribute(asset, "name").text, *file = xml_attribute(asset, "file").text;
	if (name || !file)
		return name && strcmp(name, wanted) == 0;
	const char *slash = strrchr(file, '/');
	file = slash ? slash + 1 : file;
	const char *point = strrchr(file, '.');
	size_t length = point ? (size_t)(point - file) : strlen(file);
	return strlen(wanted) == length && memcmp(file, wanted, length) == 0;
}

const struct XmlElement *mj_asset(struct Mjcf *m, const char *kind, const char *wanted)
{
	for (const struct XmlElement *asset = xml_first_in(m->root, "asset"); asset; asset = xml_next_in(asset))
		if (xml_is(asset, kind) && has_name(asset, wanted))
			return asset;
	return NULL;
}

/* A mirror image has its faces turned round: they look outward again. */
static void turn_faces(struct Surface *surface)
{
	for (size_t k = 0; k < surface->count; k += 3) {
		struct Corner first = surface->item[k];
		surface->item[k] = surface->item[k + 1];
		surface->item[k + 1] = first;
	}
}

/* Moves, turns and scales the corners: `refpos`, `refquat`, `scale`. Returns the factor of volumes. */
static double place_corners(struct Mjcf *m, const struct MjElement *mesh, struct Surface *surface)
{
	struct Figure f[4];
	double scale[3] = { 1, 1, 1 }, shift[3] = { 0 }, q[4] = { 0, 0, 0, 1 };
	struct Pose turn = pose_identity;
	for (int i = 0; mj_exactly(m, mesh, "scale", 3, f) && i < 3; i++)
		scale[i] = f[i].value;
	for (int i = 0; mj_exactly(m, mesh, "refpos", 3, f) && i < 3; i++)
		shift[i] = f[i].value;
	for (int i = 0; mj_exactly(m, mesh, "refquat", 4, f) && i < 4; i++)
		q[i] = i < 3 ? -f[i + 1].value : f[0].value;
	made_rotation(q, turn.R);
	for (size_t k = 0; k < surface->count; k++) {
		double *x = surface->item[k].x;
		for (int i = 0; i < 3; i++)
			x[i] -= shift[i];
		pose_turn(&turn, x, x);
		for (int i = 0; i < 3; i++)
			x[i] *= scale[i];
	}
	const double factor = scale[0] * scale[1] * scale[2];
	if (factor < 0)
		turn_faces(surface);
	return fabs(factor);
}

static void refuse(struct Mjcf *m, const struct MjGeom *geom, const char *name, const char *problem)
{
	struct Diag *d =
		diag(m->diags, CHECK_MESH_MASS, geom->e.element->span, "the mass of '%s' comes from the mesh '%s': %s",
	             m->body.item[geom->body].name.text, name, problem);
	diag_help(m->diags, d, "give the body an <inertial>, or the geom mass=\"0\"");
}

/* How a mass follows from a mesh. */
static const char *inertia_of(const struct MjElement *mesh)
{
	const char *word = mj_value(mesh, "inertia").text;
	return word ? word : "legacy";
}

/* Of a hollow mesh MuJoCo has another mass, unless the asset says inertia="exact". */
static void warn_of_hollow(struct Mjcf *m, const struct MjElement *mesh, const char *name, double hidden, double volume)
{
	enum { PERCENT = 100 };
	if (hidden < 1e-6 * volume || strcmp(inertia_of(mesh), "exact") == 0)
		return;
	struct Diag *d = diag(m->diags, CHECK_HOLLOW_MESH, mesh->element->span,
	                      "MuJoCo counts parts of the mesh '%s' more than once: its volume is %.3g %% larger there",
	                      name, PERCENT * 2 * hidden / volume);
	diag_help(m->diags, d, "inertia=\"exact\" gives the mass that is taken here");
}

/* What MuJoCo does not read of a file, and where its mass depends on how polygons are cut. `bent`: that volume. */
static void warn_of_doubt(struct Mjcf *m, const struct MjElement *mesh, const char *name,
                          const struct SurfaceDoubt *doubt, double bent, double volume)
{
	enum { PERCENT = 100 };
	if (doubt->left_out)
		diag(m->diags, CHECK_MUJOCO_MASS, mesh->element->span,
		     "MuJoCo reads the first group of the mesh '%s' alone: %zu face%s of others %s left out", name,
		     doubt->left_out, doubt->left_out == 1 ? "" : "s", doubt->left_out == 1 ? "is" : "are");
	if (bent > 1e-6 * volume)
		diag(m->diags, CHECK_MUJOCO_MASS, mesh->element->span,
		     "polygons of the mesh '%s' are not plane: how they are cut changes its volume by up to %.3g %%, and versions of MuJoCo "
		     "differ",
		     name, PERCENT * bent / volume);
}

static const char *read_surface(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh,
                                struct Surface *surface, struct SurfaceDoubt *doubt)
{
	if (strcmp(inertia_of(mesh), "shell") == 0)
		return "shells are not read";
	if (strcmp(inertia_of(mesh), "convex") == 0)
		return "convex hulls are not computed";
	const char *problem = mj_surface_read(m, arena, mesh, surface, doubt);
	for (size_t i = 0; i < 3 * surface->count && !problem; i++)
		if (!isfinite(surface->item[i / 3].x[i % 3]))
			problem = "it has numbers beyond double";
	if (!problem && (!surface->count || !is_closed(arena, surface)))
		problem = "its faces do not close";
	return problem;
}

/* A mesh that was read: its volume, or what is wrong. */
struct MjMesh {
	const struct XmlElement *element;
	struct MjVolume volume;
	const char *problem;
};

/* Reads a mesh. Its triangles are freed again. */
static void read_mesh(struct Mjcf *m, const char *name, struct MjMesh *mesh)
{
	struct Arena *arena = arena_part(m->arena);
	struct Surface surface = { NULL, 0, 0 };
	struct MjElement e = mj_element(m, mesh->element, m->outermost);
	struct SurfaceDoubt doubt = { 0, 0 };
	struct MjVolume *volume = &mesh->volume;
	mesh->problem = read_surface(m, arena, &e, &surface, &doubt);
	const double factor = mesh->problem ? 0 : place_corners(m, &e, &surface);
	for (size_t i = 0; i < surface.count && !mesh->problem; i += 3)
		add_tetrahedron(&surface.item[i], volume);
	if (!mesh->problem && !(volume->volume > 0 && isfinite(volume->volume)))
		mesh->problem = "its faces look inward";
	if (!mesh->problem) {
		warn_of_hollow(m, &e, name, hidden_volume(&surface), volume->volume);
		warn_of_doubt(m, &e, name, &doubt, factor * doubt.bent, volume->volume);
	}
	arena_free(arena);
}

/* The mesh of an element, which is read once. */
static const struct MjMesh *mesh_of(struct Mjcf *m, const struct XmlElement *element, const char *name)
{
	for (size_t i = 0; i < m->mesh.count; i++)
		if (m->mesh.item[i].element == element)
			return &m->mesh.item[i];
	struct MjMesh *mesh = ARENA_PUSH(m->arena, &m->mesh);
	mesh->element = element;
	read_mesh(m, name, mesh);
	return mesh;
}

bool mj_mesh_read(struct Mjcf *m, const struct MjGeom *geom, struct MjVolume *volume)
{
	struct XmlValue name = mj_value(&geom->e, "mesh");
	const struct XmlElement *element = name.text ? mj_asset(m, "mesh", name.text) : NULL;
	*volume = (struct MjVolume){ 0 };
	if (!element) {
		diag(m->diags, CHECK_UNKNOWN_REFERENCE, name.text ? name.span : geom->e.element->span,
		     "there is no mesh '%s'", name.text ? name.text : "");
		return false;
	}
	const struct MjMesh *mesh = mesh_of(m, element, name.text);
	*volume = mesh->volume;
	if (mesh->problem)
		refuse(m, geom, name.text, mesh->problem);
	return !mesh->problem;
}
