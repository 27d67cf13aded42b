#include "mesh.h"

#include <string.h>
#include <strings.h>

const char *mesh_read(struct Arena *arena, const char *name, const char *text, size_t length, struct Mesh *mesh)
{
	const char *ending = strrchr(name, '.'), *problem;
	*mesh = (struct Mesh){ .point = { NULL } };
	if (ending && strcasecmp(ending, ".stl") == 0)
		problem = mesh_read_stl(arena, text, length, mesh);
	else if (ending && strcasecmp(ending, ".obj") == 0)
		problem = mesh_read_obj(arena, text, length, mesh);
	else if (ending && strcasecmp(ending, ".dae") == 0)
		problem = mesh_read_collada(arena, name, text, length, mesh);
	else if (ending && strcasecmp(ending, ".vtp") == 0)
		problem = mesh_read_vtp(arena, name, text, length, mesh);
	else
		problem = "only .stl, .obj, .dae and .vtp are drawn";
	return problem || mesh->triangle.count ? problem : "it has no triangles";
}
