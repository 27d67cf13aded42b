/* Bodies, frames, payloads and wrenches of a model, and uses of parts.
 * Made by the checker; read by most files after it. All memory is the arena's. */
#ifndef RIGIDC_BODY_H
#define RIGIDC_BODY_H

#include "base/diag.h"
#include "dag/spatial.h"
#include "grammar/ast.h"
#include "shape.h"

/* The shape of a solid: sizes as those of struct Shape, of a thin bar the radius 0. Round ones lie along the axis. */
struct SolidForm {
	enum ShapeKind kind;
	Ref size[SHAPE_SIZES];
	struct Vec axis;
};

/* Solid of a body. */
struct SolidPart {
	struct Span span;
	const struct SolidForm *form; /* in its own axes; NULL: known by its moments alone */
	struct Mat R;                 /* its own axes in the body's frame */
	struct Vec axis;              /* that of a form, in its own axes */
	Ref mass;
	struct Mat inertia; /* about its centre, in the axes of the body */
	struct Vec centre;  /* in the body's frame */
};

struct SolidList {
	struct SolidPart *item;
	size_t count, capacity;
	bool failed; /* a solid, or the mass beside the solids, has no value */
};

struct Body {
	struct Ident name;
	int parent;            /* index of a body; -1: the world */
	struct Placement at;   /* the joint frame in the parent's body frame */
	struct Placement then; /* the body frame in the joint's moving frame */
	struct Joint *joint;
	Ref mass;
	struct Vec com;           /* in the body frame */
	struct Mat inertia;       /* about com, axes of the body frame */
	struct AddedMass *added;  /* of the fluid around it, or NULL */
	struct BodyShape *shapes; /* the first of its shapes, in a list; NULL: none */
	struct SolidList solids;  /* until the block ends: then added to mass, com and inertia */
	struct Ident about;       /* frame of an inertia given about it, until frames are known; or none */
	Ref about_mass;           /* mass of this inertia, without solids */
	struct Vec about_com;     /* and its centre */
	struct Span mass_span, com_span, inertia_span; /* spans of the figures, or of the body's name */
	bool mass_in_unit;                             /* the mass was written with a unit */
	int carrier;                 /* the moving body it is merged into: itself, another, -1: the world */
	struct Placement seen;       /* its frame in the carrier's body frame (-1: the world's) */
	const struct Within *within; /* for messages, or NULL */
	int use;                     /* number of the use of a part that made the body; -1: none */
	int like; /* first body of the source made by the same statement with the same numbers, except for
	                         * the part's placement and reflection; the body itself if it is the first */
};

/* Use of a part. */
struct Use {
	struct Ident name; /* `FL`, `leg[3]`, `left.thumb` */
	const char *part;
	struct Ident on; /* the body or frame that carries it */
	unsigned mirror; /* axes of its reflection, a bit each, relative to the part as written */
	int outer;       /* the use that contains it; -1: none */
	int like;        /* the first use of the same part with the same bodies, or itself */
	int bodies;      /* number, uses within it included */
};

struct Frame {
	struct Ident name;
	int body;            /* -1: the world */
	struct Placement at; /* in the body frame */
};

/* Mass at a body or frame, by --parametrize=payload:FRAME: its figures are parameters, zero by default. */
struct Payload {
	struct Ident name;   /* of the body or frame */
	int body;            /* a moving body, or a body fixed to a moving one */
	struct Placement at; /* the frame in the body's frame */
	Ref mass;
	struct Vec com;     /* in the frame */
	struct Mat inertia; /* about com, axes of the frame */
};

/* External wrench, declared by the model as an input. */
struct Wrench {
	struct Ident name;
	int body;            /* the body under the wrench */
	int frame;           /* index of its frame; -1: the body's own frame */
	struct Placement at; /* the wrench's frame in the body's frame */
	bool in_world;       /* f, n (and p) in world axes, else in axes of the frame */
	bool at_point;       /* the point is an input too: p in the world, or relative to the frame */
};

#endif
