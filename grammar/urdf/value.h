/* Values of a URDF: attribute texts to numbers and expressions of the AST.
 * Called by urdf.c only, which owns the reader. Memory is the arena's. */
#ifndef RIGIDC_URDF_VALUE_H
#define RIGIDC_URDF_VALUE_H

#include "base/request.h"
#include "grammar/import/made.h"
#include "document.h"
#include "grammar/import/losses.h"

/* Angles to report: how many, and the first. */
struct UrdfAngles {
	size_t count;
	struct Span span;
	const char *text;
	double farthest; /* largest distance from a quarter turn, rad */
};

struct UrdfReader {
	struct Arena *arena;
	struct Diags *diags;
	const struct Request *request;
	struct Losses losses;            /* losses, and words foreign to URDF */
	struct UrdfAngles near, rounded; /* near quarter turns; taken as such, not the nearest double */
	size_t snapped;                  /* angles changed by --snap-angles */
	bool xacro;                      /* already reported */
};

/* Reads exactly `count` numbers. False where the attribute is missing (NULL or without text), or after a diagnostic. */
bool urdf_numbers(struct UrdfReader *r, const struct XmlValue *attribute, int count, struct Figure *number);
/* Is the value `inf` or `infinity`, in any case, with a + or without a sign? */
bool urdf_is_infinite(const struct XmlValue *attribute);
/* Reports ${...} and $(...) in an attribute, once in a file. */
bool urdf_has_macro(struct UrdfReader *r, const struct XmlValue *attribute);

/* Rotation from rpy, left out if it is the identity; `what` and `of` name the joint or link. */
void urdf_turn(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
               struct Arguments *at);
/* Placement of an <origin>, which may be NULL: shift, then turn. */
void urdf_place(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
                struct Arguments *at);

/* Reports all angles together. */
void urdf_angles_report(struct UrdfReader *r);

#endif
