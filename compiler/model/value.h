/* Values of expressions: numbers with dimensions, vectors, matrices, placements. Each number is a DAG
 * handle, constant or not.
 * Made by the evaluation of expressions; a place in the model asks them for what belongs there.
 * Memory is the arena's. */
#ifndef RIGIDC_VALUE_H
#define RIGIDC_VALUE_H

#include "base/diag.h"
#include "base/dim.h"
#include "dag/spatial.h"

enum ValueKind { VALUE_ERROR, VALUE_SCALAR, VALUE_VECTOR, VALUE_MATRIX, VALUE_PLACEMENT, VALUE_SOLID };

/* "a number", "a vector", ... */
extern const char *const value_kind_name[];

struct Scalar {
	Ref ref;
	struct Dim dim;
	bool bare;           /* made of literals without a unit only: takes the dimension of its place */
	const char *digits;  /* a literal (with its sign beside), so that a unit can scale it exactly */
	size_t length;
	bool negative;
	bool in_rad;         /* a number of radians, or its negative: not what was computed with it */
	struct Span span;    /* of an element of a vector or matrix */
	struct Span divisor; /* of "12 kg m^2" if that is what it was last divided by */
	struct Dim divided;  /* by this, then */
};

struct Value {
	enum ValueKind kind; /* VALUE_ERROR: reported already, accepted everywhere */
	struct Span span;
	struct Scalar *item; /* 1 number, the vector's, 9 by rows; VALUE_SOLID: mass, then moments of inertia by rows */
	size_t count;
	struct Placement placement;
	const struct Value *partly; /* VALUE_ERROR: a vector or matrix with a plain 0 for each element that has no value; or NULL */
};

struct Value value_error(struct Span span);
/* A VALUE_ERROR for a vector or matrix in which some elements have no value. */
struct Value value_partly(struct Arena *arena, struct Value value);
/* What is known of it: `partly` if it has that, or the value itself. */
struct Value value_known(struct Value value);
struct Value value_number(struct Dag *dag, struct Span span, Ref ref, struct Dim dim, bool bare);
struct Value value_items(enum ValueKind kind, struct Span span, struct Scalar *item, size_t count);
struct Value value_literal(struct Dag *dag, struct Diags *diags, struct Span span, const char *digits,
                           size_t length);
/* All numbers times a unit, which may have none. */
struct Value value_with_unit(struct Dag *dag, struct Diags *diags, struct Span span, struct Value value,
                             const struct Unit *unit);
/* The value; an error after a diagnostic if a constant in it is infinite or no number. */
struct Value value_finite(const struct Dag *dag, struct Diags *diags, struct Value value);

/* What a place asks for: the value in SI units, or false after a diagnostic (at once silent for
 * VALUE_ERROR). */
bool value_scalar(struct Diags *diags, struct Value value, struct Dim dim, Ref *out);
bool value_vector(struct Diags *diags, struct Value value, struct Dim dim, struct Vec *out);
bool value_matrix(struct Diags *diags, struct Value value, struct Dim dim, struct Mat *out);
/* `count` numbers of the dimensions given: a scalar for one, else a vector. */
bool value_numbers(struct Diags *diags, struct Value value, size_t count, const struct Dim *dim, Ref *out);
/* A direction: any 3-vector of one dimension but zero; normalised, with a note if it was not. */
bool value_axis(struct Dag *dag, struct Diags *diags, struct Value value, struct Vec *out);
/* A word about an angle beyond a full turn without a unit. */
void value_doubt_angle(const struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar angle);
/* An angle of a placement: exact at quarter turns. */
bool value_angle(struct Dag *dag, struct Diags *diags, struct Value value, Ref *s, Ref *c);
/* A placement; a vector is a translation. */
bool value_placement(struct Dag *dag, struct Diags *diags, struct Value value, struct Placement *out);

/* What these are made of. */
bool value_is(struct Diags *diags, struct Value value, enum ValueKind kind);
/* Is it a vector of `count`? */
bool value_is_vector(struct Diags *diags, struct Value value, size_t count);
/* Do two numbers have one dimension? A plain 0 has any. */
bool value_same_dim(const struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar a,
                    struct Scalar b);
/* Has every number that dimension? */
bool value_fits(struct Diags *diags, struct Value value, struct Dim dim);
/* What is given for a parameter with a unit: numbers of that dimension. An error after a diagnostic if they are none, or
 * of another. */
struct Value value_in_dimension(struct Diags *diags, struct Value value, struct Dim dim);
/* Are all numbers constants? Else a diagnostic: `what` cannot depend on coordinates or parameters. */
bool value_constant(const struct Dag *dag, struct Diags *diags, struct Value value, const char *what);
/* Divides constants by their Euclidean length, without overflow; a note if it was not 1. False if it is 0. */
bool value_normalise(struct Dag *dag, struct Diags *diags, struct Span span, const char *what, Ref *ref,
                     int count);

/* 0 to 2 for the names x, y and z; else -1. */
int value_axis_named(const char *name);

#endif
