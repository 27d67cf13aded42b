/* VTK's XML of polygons, in which OpenSim's bones are. A piece has points, and polygons as lists: the points of all
 * polygons one behind the other, and where each polygon ends. */
#include <string.h>

#include "base/diag.h"
#include "grammar/import/xml.h"
#include "mesh.h"

/* The first <DataArray>, or that of a name. */
static const struct XmlElement *array_of(const struct XmlElement *of, const char *name)
{
	const struct XmlElement *array = xml_child(of, "DataArray");
	for (; name && array; array = xml_next(array)) {
		const char *own = xml_attribute(array, "Name").text;
		if (own && strcmp(own, name) == 0)
			break;
	}
	return array;
}

/* Is an array there, and not as text? */
static bool is_binary(const struct XmlElement *array)
{
	const char *format = array ? xml_attribute(array, "format").text : NULL;
	return format && strcmp(format, "ascii") != 0;
}

static const char *add_polygons(struct Arena *arena, const struct MeshNumbers *point, const struct MeshNumbers *ends,
                                int64_t first, struct Mesh *mesh)
{
	size_t begin = 0;
	for (size_t k = 0; k < ends->count; k++) {
		const double end = ends->item[k];
		if (!(end >= (double)begin && end <= (double)point->count))
			return "a polygon ends where there is no point";
		for (size_t i = begin + 2; i < (size_t)end; i++) {
			const size_t which[3] = { begin, i - 1, i };
			int64_t corner[3];
			for (int n = 0; n < 3; n++)
				corner[n] = first + (int64_t)point->item[which[n]];
			if (!mesh_add_triangle(arena, mesh, corner, -1))
				return "a triangle names a point that is not there";
		}
		begin = (size_t)end;
		if (mesh->triangle.count > MESH_MOST)
			return "it has too many triangles";
	}
	return NULL;
}

static const char *add_piece(struct Arena *arena, const struct XmlElement *piece, struct Mesh *mesh)
{
	const struct XmlElement *polygons = xml_child(piece, "Polys"),
				*places = array_of(xml_child(piece, "Points"), NULL);
	const struct XmlElement *list = array_of(polygons, "connectivity"), *last = array_of(polygons, "offsets");
	if (is_binary(places) || is_binary(list) || is_binary(last))
		return "its numbers are not written as text";
	const struct MeshNumbers x = mesh_numbers(arena, places ? places->content.text : NULL);
	const struct MeshNumbers point = mesh_numbers(arena, list ? list->content.text : NULL);
	const struct MeshNumbers ends = mesh_numbers(arena, last ? last->content.text : NULL);
	const int64_t first = (int64_t)mesh->point.count;
	for (size_t i = 0; i + 3 <= x.count; i += 3)
		mesh_add_point(arena, mesh, &x.item[i]);
	return mesh->point.count > MESH_MOST ? "it has too many points"
	                                     : add_polygons(arena, &point, &ends, first, mesh);
}

const char *mesh_read_vtp(struct Arena *arena, const char *name, const char *text, size_t length, struct Mesh *mesh)
{
	struct Sources sources;
	struct Diags diags;
	uint32_t source;
	const struct XmlElement *root = NULL;
	const char *problem = NULL;
	sources_init(&sources, arena);
	diags_init(&diags, arena, &sources);
	if (xml_open(&diags, name, text, length, NULL, &source))
		root = xml_tree_read(&diags, source, "a file of VTK", "VTKFile");
	if (!root)
		return "it is no XML file of VTK";
	const struct XmlElement *piece = xml_child(xml_child(root, "PolyData"), "Piece");
	for (; piece && !problem; piece = xml_next(piece))
		problem = add_piece(arena, piece, mesh);
	return problem;
}
