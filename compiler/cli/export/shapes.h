/* Primitives by which bodies are seen: a box, cylinder or ball for each solid, of its mass, centre and moments. A body without
 * solids is a small ball at its centre of mass.
 * Called by writers of formats. Memory is the model's. */
#ifndef RIGIDC_EXPORT_SHAPES_H
#define RIGIDC_EXPORT_SHAPES_H

#include "robot.h"

enum ShapeKind { SHAPE_BOX, SHAPE_CYLINDER, SHAPE_SPHERE };

struct Shape {
	enum ShapeKind kind;
	double size[3]; /* edges; radius and length along z; radius */
	struct Pose at; /* in the body's frame */
	bool solid;     /* else only a mark, which touches nothing */
};

struct Shapes {
	struct Shape *item;
	int count;
};

/* Shapes of a body with mass, which are counted as written; of a body without mass none. */
struct Shapes shapes_of(const struct Robot *robot, const struct ExportLoss *loss, const struct RobotBody *body);

#endif
