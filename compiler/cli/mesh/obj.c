#include "mesh.h"

#include <string.h>

/* A corner `17`, `17/3`, `17//3`: the number of its point, from 1, or from the last one if below 0. */
static bool next_corner(const char **at, const char *end, size_t points, int64_t *corner)
{
	double number;
	const char *p = *at;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p >= end || *p == '\n' || *p == '\r' || *p == '#' || !mesh_number(&p, end, &number))
		return false;
	while (p < end && !strchr(" \t\r\n", *p))
		p++;
	*corner = number < 0 ? (int64_t)points + (int64_t)number : (int64_t)number - 1;
	*at = p;
	return true;
}

static bool read_face(struct Arena *arena, const char *at, const char *end, struct Mesh *mesh)
{
	int64_t corner[3];
	int count = 0;
	bool good = true;
	while (good && next_corner(&at, end, mesh->point.count, &corner[count < 2 ? count : 2])) {
		if (++count < 3)
			continue;
		good = mesh_add_triangle(arena, mesh, corner, -1);
		corner[1] = corner[2];
	}
	return good;
}

const char *mesh_read_obj(struct Arena *arena, const char *text, size_t length, struct Mesh *mesh)
{
	const char *end = text + length;
	for (const char *at = text, *line; at < end; at = line + 1) {
		line = memchr(at, '\n', (size_t)(end - at));
		line = line ? line : end;
		while (at < line && (*at == ' ' || *at == '\t'))
			at++;
		const bool word = line - at > 2 && (at[1] == ' ' || at[1] == '\t');
		if (word && *at == 'v') {
			const char *number = at + 1;
			double x[3];
			for (int i = 0; i < 3; i++)
				if (!mesh_number(&number, line, &x[i]))
					return "a point has no three numbers";
			mesh_add_point(arena, mesh, x);
		} else if (word && *at == 'f' && !read_face(arena, at + 1, line, mesh)) {
			return "a face names a point that is not there";
		}
		if (mesh->point.count > MESH_MOST || mesh->triangle.count > MESH_MOST)
			return "it has too many points";
	}
	return NULL;
}
