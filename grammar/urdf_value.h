/* Values of a URDF: attribute texts to numbers and expressions of the AST.
 * Called by urdf.c only, which owns the reader. Memory is the arena's. */
#ifndef RIGIDC_URDF_VALUE_H
#define RIGIDC_URDF_VALUE_H

#include "ast.h"
#include "base/request.h"
#include "urdf_xml.h"

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
	struct UrdfAngles near, rounded; /* near quarter turns; taken as such, not the nearest double */
	size_t snapped;                  /* angles changed by --snap-angles */
	bool xacro;                      /* already reported */
};

/* A decimal number and its span, without the sign. */
struct UrdfNumber {
	const char *digits;
	size_t length;
	bool negative, zero;
	double value;
	struct Span span;
};

/* Reads exactly `count` numbers. False where the attribute is missing (NULL or without text), or after a diagnostic. */
bool urdf_numbers(struct UrdfReader *r, const struct UrdfAttribute *attribute, int count, struct UrdfNumber *number);
/* Reads a number without diagnostics: false if there is no number. */
bool urdf_figure(struct UrdfReader *r, const struct UrdfAttribute *attribute, struct UrdfNumber *number);
/* Is the value `inf` or `infinity`, in any case, with a + or without a sign? */
bool urdf_is_infinite(const struct UrdfAttribute *attribute);
/* Reports ${...} and $(...) in an attribute, once in a file. */
bool urdf_has_macro(struct UrdfReader *r, const struct UrdfAttribute *attribute);

/* The number as written, with a unit such as "N m s", or NULL for none. */
struct Expr *urdf_scalar(struct UrdfReader *r, const struct UrdfNumber *number, const char *unit);
/* A number of the given digits, which are not in the source. */
struct Expr *urdf_made(struct UrdfReader *r, struct Span span, const char *digits, bool negative, const char *unit);
struct Expr *urdf_unit(struct UrdfReader *r, struct Expr *of, const char *unit);
struct Expr *urdf_vector(struct UrdfReader *r, struct Span span, const struct UrdfNumber *number, int count,
                         const char *unit);
struct Expr *urdf_name(struct UrdfReader *r, struct Span span, const char *name);
/* Appends an argument, or an item of a placement, without a name. */
void urdf_push(struct UrdfReader *r, struct Arguments *list, struct Expr *value);

/* Rotation from rpy, left out if it is the identity; `what` and `of` name the joint or link. */
void urdf_turn(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
               struct Arguments *at);
/* Placement of an <origin>, which may be NULL: shift, then turn. */
void urdf_place(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
                struct Arguments *at);

/* Reports all angles together. */
void urdf_angles_report(struct UrdfReader *r);

#endif
