/* Values of a URDF: the texts of attributes to numbers and expressions of the AST.
 * Called by urdf.c only, which owns the reader. Memory is the arena's. */
#ifndef RIGIDC_URDF_VALUE_H
#define RIGIDC_URDF_VALUE_H

#include "ast.h"
#include "base/request.h"
#include "urdf_xml.h"

/* Angles of one sort: how many, and the first. */
struct UrdfAngles {
	size_t count;
	struct Span span;
	const char *text;
	double farthest; /* from a quarter turn, rad */
};

struct UrdfReader {
	struct Arena *arena;
	struct Diags *diags;
	const struct Request *request;
	struct UrdfAngles near, rounded; /* next to quarter turns; taken as such without being the nearest double */
	size_t snapped;                  /* angles that --snap-angles has changed */
	bool xacro;                      /* said once */
};

/* A decimal number where it stands, the sign apart. */
struct UrdfNumber {
	const char *digits;
	size_t length;
	bool negative, zero;
	double value;
	struct Span span;
};

/* Reads exactly `count` numbers. False where the attribute is missing (NULL or without text), or after a
 * diagnostic. */
bool urdf_numbers(struct UrdfReader *r, const struct UrdfAttribute *attribute, int count, struct UrdfNumber *number);
/* Reads one number without a word: false if it is none. */
bool urdf_figure(struct UrdfReader *r, const struct UrdfAttribute *attribute, struct UrdfNumber *number);
/* Is it `inf` or `infinity`, in small letters or not, behind + or without a sign? */
bool urdf_is_infinite(const struct UrdfAttribute *attribute);
/* Reports ${...} and $(...) in an attribute, once a file. */
bool urdf_has_macro(struct UrdfReader *r, const struct UrdfAttribute *attribute);

/* The number as it stands, behind it a unit such as "N m s" or NULL. */
struct Expr *urdf_scalar(struct UrdfReader *r, const struct UrdfNumber *number, const char *unit);
/* The same from digits that are made here. */
struct Expr *urdf_made(struct UrdfReader *r, struct Span span, const char *digits, bool negative, const char *unit);
struct Expr *urdf_unit(struct UrdfReader *r, struct Expr *of, const char *unit);
struct Expr *urdf_vector(struct UrdfReader *r, struct Span span, const struct UrdfNumber *number, int count,
                         const char *unit);
struct Expr *urdf_name(struct UrdfReader *r, struct Span span, const char *name);
/* Appends an argument, or an item of a placement, without a name. */
void urdf_push(struct UrdfReader *r, struct Arguments *list, struct Expr *value);

/* rpy to a rotation that is left out where it is none; `what` and `of` name the joint or link it belongs to. */
void urdf_turn(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
               struct Arguments *at);
/* The whole of an <origin>, which may be NULL: shift, then turn. */
void urdf_place(struct UrdfReader *r, const struct UrdfElement *origin, const char *what, const char *of,
                struct Arguments *at);

/* What there is to say of all angles together. */
void urdf_angles_report(struct UrdfReader *r);

#endif
