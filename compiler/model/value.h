/* Values of expressions: numbers with dimensions, vectors, matrices, placements. Each number is a DAG handle, constant
 * or not. Made by the evaluation of expressions. The functions here convert values to the types that the model needs.
 * Memory is that of the arena's scratch: a value lives as long as the evaluation of one statement (scope_forget in
 * expression/scope.h), unless it is kept. */
#ifndef RIGIDC_VALUE_H
#define RIGIDC_VALUE_H

#include "base/diag.h"
#include "base/dim.h"
#include "dag/spatial.h"

struct SolidForm;

enum ValueKind { VALUE_ERROR, VALUE_SCALAR, VALUE_VECTOR, VALUE_MATRIX, VALUE_PLACEMENT, VALUE_SOLID };

/* "a number", "a vector", ... */
extern const char *const value_kind_name[];

struct Scalar {
	Ref ref;
	struct Dim dim;
	const char *digits; /* of a literal, without its sign: a unit scales them exactly */
	size_t length;
	bool negative;
	bool bare;           /* made of literals without a unit: takes the dimension of its place */
	bool in_rad;         /* a literal number of radians, or its negative; false for computed angles */
	struct Span span;    /* of an element of a vector or matrix */
	struct Span divisor; /* the last divisor, if it has a unit: "12 kg m^2" */
	struct Dim divided;  /* its dimension */
};

struct Value {
	enum ValueKind kind; /* VALUE_ERROR: reported already, accepted everywhere */
	struct Span span;
	struct Scalar *item; /* 1 number, the vector's, 9 by rows; VALUE_SOLID: mass, then moments of inertia by rows */
	size_t count;
	struct Placement placement;
	const struct SolidForm *form; /* of a solid that a function made; or NULL */
	const struct Value *partly; /* VALUE_ERROR: vector or matrix with a plain 0 for each missing element; or NULL */
};

struct Value value_error(struct Span span);
/* Numbers of a value: zeros. */
struct Scalar *value_array(struct Arena *arena, size_t count);
/* A copy that lives as long as the arena. */
struct Value value_kept(struct Arena *arena, struct Value value);
/* VALUE_ERROR for a vector or matrix with missing elements. */
struct Value value_partly(struct Arena *arena, struct Value value);
/* The known part of a value: `partly` if set, else the value itself. */
struct Value value_known(struct Value value);
struct Value value_number(struct Dag *dag, struct Span span, Ref ref, struct Dim dim, bool bare);
struct Value value_items(enum ValueKind kind, struct Span span, struct Scalar *item, size_t count);
struct Value value_literal(struct Dag *dag, struct Diags *diags, struct Span span, const char *digits, size_t length);
/* Product of all numbers and a unit; they must have no unit yet. */
struct Value value_with_unit(struct Dag *dag, struct Diags *diags, struct Span span, struct Value value,
                             const struct Unit *unit);
/* The value; an error after a diagnostic if a constant in it is infinite or no number. */
struct Value value_finite(const struct Dag *dag, struct Diags *diags, struct Value value);

/* Conversions to the type of a place: the value in SI units, or false after a diagnostic. VALUE_ERROR gives false
 * without another diagnostic. */
bool value_scalar(struct Diags *diags, struct Value value, struct Dim dim, Ref *out);
bool value_vector(struct Diags *diags, struct Value value, struct Dim dim, struct Vec *out);
bool value_matrix(struct Diags *diags, struct Value value, struct Dim dim, struct Mat *out);
/* Conversion to `count` numbers of given dimensions: from a scalar if count is 1, else from a vector. */
bool value_numbers(struct Diags *diags, struct Value value, size_t count, const struct Dim *dim, Ref *out);
/* Conversion to a direction: any non-zero 3-vector of one dimension, normalised. A note reports if its length was not
 * 1. */
bool value_axis(struct Dag *dag, struct Diags *diags, struct Value value, struct Vec *out);
/* Reports an angle without a unit beyond a full turn. */
void value_doubt_angle(const struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar angle);
/* Sine and cosine of an angle in a placement: exact at quarter turns. */
bool value_angle(struct Dag *dag, struct Diags *diags, struct Value value, Ref *s, Ref *c);
/* Conversion to a placement; a vector is a translation. */
bool value_placement(struct Dag *dag, struct Diags *diags, struct Value value, struct Placement *out);

/* Checks of the functions above: is the value of this kind? */
bool value_is(struct Diags *diags, struct Value value, enum ValueKind kind);
/* Is the value a vector of `count` numbers? */
bool value_is_vector(struct Diags *diags, struct Value value, size_t count);
/* Do two numbers have the same dimension? A plain 0 has any. */
bool value_same_dim(const struct Dag *dag, struct Diags *diags, struct Span span, struct Scalar a, struct Scalar b);
/* Has every number this dimension? */
bool value_fits(struct Diags *diags, struct Value value, struct Dim dim);
/* Argument for a parameter with a unit: numbers of the unit's dimension. An error after a diagnostic if it has no
 * numbers, or another dimension. */
struct Value value_in_dimension(struct Diags *diags, struct Value value, struct Dim dim);
/* Are all numbers constants? Else a diagnostic: `what` cannot depend on coordinates or parameters. */
bool value_constant(const struct Dag *dag, struct Diags *diags, struct Value value, const char *what);
/* Divides constants by their Euclidean length, without overflow; a note if it was not 1. False if it is 0. */
bool value_normalise(struct Dag *dag, struct Diags *diags, struct Span span, const char *what, Ref *ref, int count);

/* Index 0 to 2 of the names x, y and z; else -1. */
int value_axis_named(const char *name);

#endif
