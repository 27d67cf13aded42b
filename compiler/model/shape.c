#include "shape.h"

#include <stddef.h>

const struct ShapeKindInfo shape_kind_table[SHAPE_KINDS] = {
	[SHAPE_BOX] = { "box", { "x", "y", "z" }, 3, false, "a block with edges x, y, z" },
	[SHAPE_CYLINDER] = { "cylinder", { "radius", "length" }, 2, true, "a round bar" },
	[SHAPE_SPHERE] = { "sphere", { "radius" }, 1, false, "a ball" },
	[SHAPE_CAPSULE] = { "capsule",
	                    { "radius", "length" },
	                    2,
	                    true,
	                    "a round bar with half a ball at each end; its length is that between their centres" },
	[SHAPE_ELLIPSOID] = { "ellipsoid", { "a", "b", "c" }, 3, false, "an ellipsoid with semi-axes a, b, c" },
	[SHAPE_MESH] = { "mesh", { NULL }, 0, false, "triangles of a file" },
};
