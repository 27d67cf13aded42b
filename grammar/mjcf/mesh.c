/* A closed surface has each edge twice, once in each direction. Its moments are sums over the tetrahedra between the
 * origin and its triangles. */
#include "shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stages.h"

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

/* The edges of all triangles in order, from their first corner to the second or back. */
static uint64_t *sorted_edges(struct Arena *arena, const struct Surface *surface, const uint32_t *number, bool back)
{
	uint64_t *edge = ARENA_ARRAY(arena, uint64_t, surface->count);
	for (size_t i = 0; i < surface->count; i++) {
		size_t next = i % 3 == 2 ? i - 2 : i + 1, from = back ? next : i, to = back ? i : next;
		edge[i] = (uint64_t)number[from] << 32 | number[to];
	}
	qsort(edge, surface->count, sizeof *edge, by_number);
	return edge;
}

/* Are the edges the same in both directions? */
static bool is_closed(struct Arena *arena, const struct Surface *surface)
{
	const uint32_t *number = number_corners(arena, surface);
	const uint64_t *there = sorted_edges(arena, surface, number, false);
	const uint64_t *back = sorted_edges(arena, surface, number, true);
	return memcmp(there, back, surface->count * sizeof *there) == 0;
}

/* Does no edge belong to two triangles in one direction? */
static bool is_oriented(struct Arena *arena, const struct Surface *surface)
{
	const uint64_t *edge = sorted_edges(arena, surface, number_corners(arena, surface), false);
	size_t i = 1;
	while (i < surface->count && edge[i] != edge[i - 1])
		i++;
	return i >= surface->count;
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

const struct XmlElement *mj_asset(struct Mjcf *m, const struct XmlElement *user, const char *kind, const char *wanted)
{
	const struct XmlElement *root = mj_document(m, user->span)->root;
	for (const struct XmlElement *asset = xml_first_in(root, "asset"); asset; asset = xml_next_in(asset))
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
	if (hidden < 1e-6 * volume || strcmp(inertia_of(mesh), "legacy") != 0)
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

/* Does MuJoCo leave vertices of the hull out? Which ones depends on its program for hulls. */
static bool is_hull_cut(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh, const struct Surface *hull)
{
	struct Figure most;
	uint32_t last = 0;
	if (!mj_exactly(m, mesh, "maxhullvert", 1, &most) || most.value < 0)
		return false;
	const uint32_t *number = number_corners(arena, hull);
	for (size_t i = 0; i < hull->count; i++)
		last = number[i] > last ? number[i] : last;
	return last + 1 > most.value;
}

/* The triangles of a mesh: of its hull, if it has none or asks for it. Returns what is wrong, or NULL. */
static const char *read_surface(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh,
                                struct Surface *surface, struct SurfaceDoubt *doubt)
{
	const char *problem = mj_surface_read(m, arena, mesh, surface, doubt);
	for (size_t i = 0; i < 3 * surface->count && !problem; i++)
		if (!isfinite(surface->item[i / 3].x[i % 3]))
			problem = "it has numbers beyond double";
	if (!problem && !surface->count)
		problem = "it has no points";
	if (problem || !doubt->points)
		return problem;
	const struct Surface points = *surface;
	doubt->bent = 0;
	if (!mj_hull(arena, &points, surface))
		return "its points are in a plane";
	return is_hull_cut(m, arena, mesh, surface)
	               ? "its hull has more points than `maxhullvert`, and MuJoCo leaves some of them out"
	               : NULL;
}

/* The volume inside of a closed surface. Without inertia="exact" its faces may look inward, as in MuJoCo. */
static const char *add_closed(struct Surface *surface, bool exact, struct MjVolume *volume)
{
	for (size_t i = 0; i < surface->count; i += 3)
		mj_tetrahedron_add(&surface->item[i], volume);
	if (volume->volume >= 0)
		return NULL;
	if (exact)
		return "its faces look inward";
	turn_faces(surface);
	*volume = (struct MjVolume){ 0 };
	for (size_t i = 0; i < surface->count; i += 3)
		mj_tetrahedron_add(&surface->item[i], volume);
	return NULL;
}

/* Adds up a volume: exact inside of a closed surface, else as MuJoCo does. Returns what is wrong, or NULL. */
static const char *add_up(struct Mjcf *m, struct Arena *arena, const struct MjElement *mesh, const char *name,
                          struct Surface *surface, struct MjVolume *volume)
{
	const char *how = inertia_of(mesh), *problem = NULL;
	bool shell = strcmp(how, "shell") == 0, exact = strcmp(how, "exact") == 0;
	bool closed = !shell && is_closed(arena, surface);
	if (closed)
		problem = add_closed(surface, exact, volume);
	else if (exact && !is_oriented(arena, surface))
		problem = "faces that share an edge look to different sides";
	else if (!mj_volume_count(surface, shell ? VOLUME_SHELL : exact ? VOLUME_SIGN : VOLUME_SIZE, volume))
		problem = "it has no volume";
	if (!problem && !(volume->volume > 0 && isfinite(volume->volume)))
		problem = "it has no volume";
	if (!problem && !shell && !closed)
		losses_add(&m->losses, LOSS_OPEN_MESH, mesh->element->span, name);
	if (!problem && closed)
		warn_of_hollow(m, mesh, name, mj_volume_hidden(surface), volume->volume);
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
	struct MjElement e = mj_section_element(m, mesh->element);
	struct SurfaceDoubt doubt = { .points = strcmp(inertia_of(&e), "convex") == 0 };
	mesh->problem = read_surface(m, arena, &e, &surface, &doubt);
	const double factor = mesh->problem ? 0 : place_corners(m, &e, &surface);
	if (!mesh->problem)
		mesh->problem = add_up(m, arena, &e, name, &surface, &mesh->volume);
	if (!mesh->problem)
		warn_of_doubt(m, &e, name, &doubt, factor * doubt.bent, mesh->volume.volume);
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
	const struct XmlElement *element = name.text ? mj_asset(m, geom->e.element, "mesh", name.text) : NULL;
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
