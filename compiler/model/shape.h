/* Shapes of bodies: what is seen of them, and what touches others. No function depends on them.
 * Made by the checker; read by the commands that draw and export. All memory is the model's. */
#ifndef RIGIDC_MODEL_SHAPE_H
#define RIGIDC_MODEL_SHAPE_H

#include <stdbool.h>

#include "base/pose.h"
#include "base/source.h"

struct Env;
struct Stmt;

enum ShapeKind { SHAPE_BOX, SHAPE_CYLINDER, SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_ELLIPSOID, SHAPE_MESH, SHAPE_KINDS };

enum { SHAPE_SIZES = 3 };

/* A kind of shape: its word and the names of its sizes. */
struct ShapeKindInfo {
	const char *name, *size[SHAPE_SIZES];
	int sizes;
	bool round; /* it has an axis, z by default */
	const char *summary;
};

/* By enum ShapeKind. A mesh has a file and a scale. */
extern const struct ShapeKindInfo shape_kind_table[SHAPE_KINDS];

/* A shape in numbers. Round ones lie along z. */
struct Shape {
	enum ShapeKind kind;
	bool seen, touches;       /* `visual`; `collision`. A solid is both, a mark of export is seen only */
	bool coloured;            /* else it has the colour of the program that draws it */
	double size[SHAPE_SIZES]; /* m: edges; radius and length; radius; radius and length between the centres of
	                            * both half balls; semi-axes. Mesh: factors of its coordinates */
	struct Pose at;           /* in the body's frame */
	double colour[4];         /* red, green, blue, opacity, from 0 to 1 */
	const char *name, *file;  /* or NULL; the file as the source has it */
};

/* A shape of a body, in the list of the body. */
struct BodyShape {
	struct Shape shape;
	struct BodyShape *next;
	const struct Stmt *stmt;
	const struct Env *env; /* of its expressions */
};

struct Model;

/* Reads the shapes of imported files too. Called before shapes are used. */
void model_read_shapes(const struct Model *model);

#endif
