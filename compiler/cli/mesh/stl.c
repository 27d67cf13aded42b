#include <string.h>

#include "mesh.h"
#include "base/little_endian.h"

enum { HEAD = 80, COUNT = 4, FACET = 50, NORMAL = 12, POINT = 12 };

/* Three new points and their triangle. */
static void add_facet(struct Arena *arena, struct Mesh *mesh, const double x[3][3])
{
	const int64_t first = (int64_t)mesh->point.count, corner[3] = { first, first + 1, first + 2 };
	for (int i = 0; i < 3; i++)
		mesh_add_point(arena, mesh, x[i]);
	mesh_add_triangle(arena, mesh, corner, -1);
}

static const char *read_binary(struct Arena *arena, const char *text, size_t facets, struct Mesh *mesh)
{
	for (size_t k = 0; k < facets; k++) {
		const char *at = text + HEAD + COUNT + FACET * k + NORMAL;
		double x[3][3];
		for (int i = 0; i < 3; i++)
			little_endian_point(at + (size_t)(POINT * i), x[i]);
		add_facet(arena, mesh, x);
	}
	return NULL;
}

/* `vertex X Y Z`, three times each facet. */
static const char *read_text(struct Arena *arena, const char *text, size_t length, struct Mesh *mesh)
{
	static const char word[] = "vertex";
	const char *end = text + length;
	double x[3][3];
	int corner = 0;
	for (const char *at = text; (at = memchr(at, 'v', (size_t)(end - at))) != NULL;) {
		if ((size_t)(end - at) <= strlen(word) || memcmp(at, word, strlen(word)) != 0) {
			at++;
			continue;
		}
		at += strlen(word);
		for (int i = 0; i < 3; i++)
			if (!mesh_number(&at, end, &x[corner][i]))
				return "a vertex has no three numbers";
		corner = (corner + 1) % 3;
		if (corner == 0)
			add_facet(arena, mesh, x);
		if (mesh->triangle.count > MESH_MOST)
			return "it has too many triangles";
	}
	return NULL;
}

const char *mesh_read_stl(struct Arena *arena, const char *text, size_t length, struct Mesh *mesh)
{
	const bool head = length >= HEAD + COUNT;
	const size_t facets = head ? little_endian_word(text + HEAD) : 0;
	if (head && facets <= MESH_MOST && length >= HEAD + COUNT + FACET * facets && facets)
		return read_binary(arena, text, facets, mesh);
	if (length >= strlen("solid") && memcmp(text, "solid", strlen("solid")) == 0)
		return read_text(arena, text, length, mesh);
	return "it is shorter than its number of triangles says";
}
