#include "builtin.h"

#include <string.h>

#include "placing.h"
#include "solid.h"

/* --- numbers --- */

/* Functions of one plain number, such as exp; angles are plain numbers. */
static struct Value number_function(const struct Call *call)
{
	Ref a;
	if (!value_scalar(call->diags, call->arg[0], dim_none, &a))
		return value_error(call->span);
	return value_number(call->dag, call->span, dag_op(call->dag, call->builtin->op, &a), dim_none,
	                    call->arg[0].item[0].bare);
}

/* Sine, exact at quarter turns. */
static struct Value sine(const struct Call *call)
{
	Ref a, s, c;
	if (!value_scalar(call->diags, call->arg[0], dim_none, &a))
		return value_error(call->span);
	value_doubt_angle(call->dag, call->diags, call->arg[0].span, call->arg[0].item[0]);
	angle_sincos(call->dag, a, &s, &c);
	return value_number(call->dag, call->span, call->builtin->op == OP_SIN ? s : c, dim_none,
	                    call->arg[0].item[0].bare);
}

static struct Value square_root(const struct Call *call)
{
	if (!value_is(call->diags, call->arg[0], VALUE_SCALAR))
		return value_error(call->span);
	struct Scalar a = call->arg[0].item[0];
	if (a.dim.kg % 2 || a.dim.m % 2 || a.dim.s % 2) {
		diag(call->diags, CHECK_DIMENSION, call->span, "%s has no square root",
		     dim_describe(call->diags->arena, a.dim));
		return value_error(call->span);
	}
	struct Dim half = { a.dim.kg / 2, a.dim.m / 2, a.dim.s / 2 };
	return value_number(call->dag, call->span, dag_sqrt(call->dag, a.ref), half, a.bare);
}

static struct Value absolute(const struct Call *call)
{
	if (!value_is(call->diags, call->arg[0], VALUE_SCALAR))
		return value_error(call->span);
	struct Scalar a = call->arg[0].item[0];
	return value_number(call->dag, call->span, dag_op(call->dag, call->builtin->op, &a.ref), a.dim, a.bare);
}

/* Sign -1, 0 or 1 of a quantity of any dimension. */
static struct Value signum(const struct Call *call)
{
	if (!value_is(call->diags, call->arg[0], VALUE_SCALAR))
		return value_error(call->span);
	struct Scalar a = call->arg[0].item[0];
	Ref zero = dag_const(call->dag, 0), one = dag_const(call->dag, 1);
	Ref not_below = dag_select(call->dag, dag_neg(a.ref), one, zero);
	return value_number(call->dag, call->span, dag_select(call->dag, a.ref, dag_neg(one), not_below), dim_none,
	                    a.bare);
}

static bool two_alike(const struct Call *call)
{
	struct Value a = call->arg[0], b = call->arg[1];
	return value_is(call->diags, a, VALUE_SCALAR) && value_is(call->diags, b, VALUE_SCALAR) &&
	       value_same_dim(call->dag, call->diags, b.span, a.item[0], b.item[0]);
}

static struct Value arc_tangent(const struct Call *call)
{
	if (!two_alike(call))
		return value_error(call->span);
	const Ref sides[] = { call->arg[0].item[0].ref, call->arg[1].item[0].ref };
	Ref angle = dag_op(call->dag, call->builtin->op, sides);
	return value_number(call->dag, call->span, angle, dim_none, false);
}

/* Minimum, if a < b then a else b, or maximum, if a > b then a else b. */
static struct Value chosen(const struct Call *call, bool larger)
{
	if (!two_alike(call))
		return value_error(call->span);
	struct Scalar a = call->arg[0].item[0], b = call->arg[1].item[0];
	Ref below = larger ? dag_sub(call->dag, b.ref, a.ref) : dag_sub(call->dag, a.ref, b.ref);
	struct Dim dim = a.bare ? b.dim : a.dim;
	return value_number(call->dag, call->span, dag_select(call->dag, below, a.ref, b.ref), dim, a.bare && b.bare);
}

static struct Value minimum(const struct Call *call)
{
	return chosen(call, false);
}
static struct Value maximum(const struct Call *call)
{
	return chosen(call, true);
}

/* --- vectors and matrices --- */

/* The vectors of arguments 0 to count - 1; *dim is the product of their dimensions. */
static bool vectors(const struct Call *call, int count, struct Vec *v, struct Dim *dim, bool *bare)
{
	*dim = dim_none;
	*bare = true;
	for (int i = 0; i < count; i++) {
		struct Value value = call->arg[i];
		struct Dim own = dim_none;
		for (size_t k = 0; value.kind == VALUE_VECTOR && k < value.count; k++) {
			if (!dim_equal(value.item[k].dim, dim_none))
				own = value.item[k].dim;
			*bare &= value.item[k].bare;
		}
		if (!value_vector(call->diags, value, own, &v[i]))
			return false;
		*dim = dim_times(*dim, own, 1);
	}
	return true;
}

static struct Value dot(const struct Call *call)
{
	struct Vec v[2];
	struct Dim dim;
	bool bare;
	if (!vectors(call, 2, v, &dim, &bare))
		return value_error(call->span);
	return value_number(call->dag, call->span, vec_dot(call->dag, v[0], v[1]), dim, bare);
}

static struct Value cross(const struct Call *call)
{
	struct Vec v[2];
	struct Dim dim;
	bool bare;
	if (!vectors(call, 2, v, &dim, &bare))
		return value_error(call->span);
	struct Vec c = vec_cross(call->dag, v[0], v[1]);
	struct Scalar *item = value_array(call->diags->arena, 3);
	for (int i = 0; i < 3; i++)
		item[i] = (struct Scalar){ .ref = c.e[i], .dim = dim, .bare = bare };
	return value_items(VALUE_VECTOR, call->span, item, 3);
}

static struct Value length(const struct Call *call)
{
	struct Vec v;
	struct Dim dim;
	bool bare;
	if (!vectors(call, 1, &v, &dim, &bare))
		return value_error(call->span);
	Ref norm = dag_sqrt(call->dag, vec_dot(call->dag, v, v));
	return value_number(call->dag, call->span, norm, dim, bare);
}

/* Symmetric matrix from the first `count` of the elements xx yy zz xy xz yz; missing elements are 0. A literal stays a
 * literal, for the unit after the call. */
static struct Value symmetric(const struct Call *call, int count)
{
	static const int place[9] = { 0, 3, 4, 3, 1, 5, 4, 5, 2 };
	struct Scalar *item = value_array(call->diags->arena, 9);
	for (int i = 0; i < 9; i++) {
		int k = place[i];
		item[i] = (struct Scalar){ .ref = dag_const(call->dag, 0), .bare = true };
		if (k >= count || call->arg[k].kind == VALUE_ERROR)
			continue;
		if (!value_is(call->diags, call->arg[k], VALUE_SCALAR))
			return value_error(call->span);
		item[i] = call->arg[k].item[0];
	}
	return value_items(VALUE_MATRIX, call->span, item, 9);
}

static struct Value diagonal(const struct Call *call)
{
	return symmetric(call, 3);
}

/* Tensor with named products: xy xz yz, xy yz xz, xx xy xz yy yz zz are all in use as orders. */
static struct Value tensor(const struct Call *call)
{
	enum { MOMENTS = 3 };
	if (call->placed > MOMENTS)
		diag(call->diags, CHECK_BY_PLACE, call->arg[MOMENTS].span,
		     "'xy' of tensor is given by place: write xy = ...");
	return symmetric(call, 6);
}

/* --- the table --- */

/* clang-format off */
static const struct Builtin builtins[] = {
	{ "sin", { "angle" }, { TAKES_ANGLE }, 1, sine, OP_SIN,
	  VALUE_SCALAR, "sine of an angle, exact at quarter turns" },
	{ "cos", { "angle" }, { TAKES_ANGLE }, 1, sine, OP_COS,
	  VALUE_SCALAR, "cosine of an angle, exact at quarter turns" },
	{ "tan", { "angle" }, { TAKES_ANGLE }, 1, number_function, OP_TAN,
	  VALUE_SCALAR, "tangent of an angle" },
	{ "asin", { "value" }, { TAKES_NUMBER }, 1, number_function, OP_ASIN,
	  VALUE_SCALAR, "the angle whose sine is a plain number" },
	{ "acos", { "value" }, { TAKES_NUMBER }, 1, number_function, OP_ACOS,
	  VALUE_SCALAR, "the angle whose cosine is a plain number" },
	{ "atan", { "value" }, { TAKES_NUMBER }, 1, number_function, OP_ATAN,
	  VALUE_SCALAR, "the angle whose tangent is a plain number" },
	{ "atan2", { "y", "x" }, { TAKES_ANY }, 2, arc_tangent, OP_ATAN2,
	  VALUE_SCALAR, "the angle from x towards y, two of one dimension" },
	{ "exp", { "value" }, { TAKES_NUMBER }, 1, number_function, OP_EXP,
	  VALUE_SCALAR, "exponential of a plain number" },
	{ "log", { "value" }, { TAKES_NUMBER }, 1, number_function, OP_LOG,
	  VALUE_SCALAR, "natural logarithm of a plain number" },
	{ "sqrt", { "value" }, { TAKES_ANY }, 1, square_root, OP_CONST,
	  VALUE_SCALAR, "square root of a quantity whose dimension has even powers" },
	{ "abs", { "value" }, { TAKES_ANY }, 1, absolute, OP_ABS,
	  VALUE_SCALAR, "absolute value, in the same dimension" },
	{ "min", { "a", "b" }, { TAKES_ANY }, 2, minimum, OP_CONST,
	  VALUE_SCALAR, "the smaller of two of one dimension" },
	{ "max", { "a", "b" }, { TAKES_ANY }, 2, maximum, OP_CONST,
	  VALUE_SCALAR, "the larger of two of one dimension" },
	{ "dot", { "u", "v" }, { TAKES_VECTOR, TAKES_VECTOR }, 2, dot, OP_CONST,
	  VALUE_SCALAR, "inner product of two vectors" },
	{ "cross", { "u", "v" }, { TAKES_VECTOR, TAKES_VECTOR }, 2, cross, OP_CONST,
	  VALUE_VECTOR, "vector product of two vectors" },
	{ "norm", { "v" }, { TAKES_VECTOR }, 1, length, OP_CONST,
	  VALUE_SCALAR, "length of a vector" },
	{ "diag", { "xx", "yy", "zz" }, { TAKES_ANY }, 3, diagonal, OP_CONST,
	  VALUE_MATRIX, "the diagonal matrix" },
	{ "tensor", { "xx", "yy", "zz", "xy", "xz", "yz" }, { TAKES_ANY }, 0, tensor, OP_CONST,
	  VALUE_MATRIX, "the symmetric matrix; its elements are given by name, others are 0" },
	{ "rx", { "angle" }, { TAKES_ANGLE }, 1, placing_rx, OP_CONST,
	  VALUE_PLACEMENT, "turns about x" },
	{ "ry", { "angle" }, { TAKES_ANGLE }, 1, placing_ry, OP_CONST,
	  VALUE_PLACEMENT, "turns about y" },
	{ "rz", { "angle" }, { TAKES_ANGLE }, 1, placing_rz, OP_CONST,
	  VALUE_PLACEMENT, "turns about z" },
	{ "rpy", { "roll", "pitch", "yaw" }, { TAKES_ANGLE, TAKES_ANGLE, TAKES_ANGLE }, 3, placing_rpy, OP_CONST,
	  VALUE_PLACEMENT, "turns about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll)" },
	{ "axis_angle", { "axis", "angle" }, { TAKES_AXIS, TAKES_ANGLE }, 2, placing_axis_angle, OP_CONST,
	  VALUE_PLACEMENT, "turns about any axis, which is normalised" },
	{ "quaternion", { "qx", "qy", "qz", "qw" }, { TAKES_NUMBER, TAKES_NUMBER, TAKES_NUMBER, TAKES_NUMBER },
	  4, placing_quaternion, OP_CONST,
	  VALUE_PLACEMENT, "turns by a quaternion, scalar part last, which is normalised" },
	{ "rotation", { "matrix" }, { TAKES_MATRIX }, 1, placing_rotation, OP_CONST,
	  VALUE_PLACEMENT, "turns by a matrix whose columns are the new axes in the old frame; a matrix within 1 % of a rotation is "
	  "replaced by the nearest rotation" },
	{ "mdh", { "alpha", "a", "d" }, { TAKES_ANGLE, TAKES_LENGTH, TAKES_LENGTH }, 3, placing_mdh, OP_CONST,
	  VALUE_PLACEMENT, "Craig's modified Denavit-Hartenberg: Rx(alpha) Tx(a) Tz(d), before a joint about or along z" },
	{ "dh", { "theta", "d", "a", "alpha" }, { TAKES_ANGLE, TAKES_LENGTH, TAKES_LENGTH, TAKES_ANGLE },
	  4, placing_dh, OP_CONST,
	  VALUE_PLACEMENT, "standard Denavit-Hartenberg: Rz(theta) Tz(d) Tx(a) Rx(alpha)" },
};
/* clang-format on */
enum { BUILTINS = sizeof builtins / sizeof *builtins };

/* Functions added after models existed that may use their names: a model's own function comes first. */
/* clang-format off */
static const struct Builtin late[] = {
	{ "box", { "mass", "x", "y", "z" }, { TAKES_MASS, TAKES_LENGTH, TAKES_LENGTH, TAKES_LENGTH },
	  4, solid_box, OP_CONST,
	  VALUE_SOLID, "a block with edges x, y, z" },
	{ "cylinder", { "mass", "radius", "length", "axis" }, { TAKES_MASS, TAKES_LENGTH, TAKES_LENGTH, TAKES_AXIS },
	  3, solid_cylinder, OP_CONST,
	  VALUE_SOLID, "a round bar" },
	{ "capsule", { "mass", "radius", "length", "axis" }, { TAKES_MASS, TAKES_LENGTH, TAKES_LENGTH, TAKES_AXIS },
	  3, solid_capsule, OP_CONST,
	  VALUE_SOLID, "a round bar with half a ball at each end; its length is that between their centres" },
	{ "rod", { "mass", "length", "axis" }, { TAKES_MASS, TAKES_LENGTH, TAKES_AXIS }, 2, solid_rod, OP_CONST,
	  VALUE_SOLID, "a thin bar" },
	{ "sphere", { "mass", "radius" }, { TAKES_MASS, TAKES_LENGTH }, 2, solid_sphere, OP_CONST,
	  VALUE_SOLID, "a full ball" },
	{ "shell", { "mass", "radius" }, { TAKES_MASS, TAKES_LENGTH }, 2, solid_shell, OP_CONST,
	  VALUE_SOLID, "a thin hollow ball" },
	{ "ellipsoid", { "mass", "a", "b", "c" }, { TAKES_MASS, TAKES_LENGTH, TAKES_LENGTH, TAKES_LENGTH },
	  4, solid_ellipsoid, OP_CONST,
	  VALUE_SOLID, "a full ellipsoid with semi-axes a, b, c" },
	{ "tanh", { "value" }, { TAKES_NUMBER }, 1, number_function, OP_TANH,
	  VALUE_SCALAR, "hyperbolic tangent of a plain number" },
	{ "sign", { "value" }, { TAKES_ANY }, 1, signum, OP_CONST,
	  VALUE_SCALAR, "-1, 0 or 1 for a quantity below, at or above 0; its derivative is 0" },
	{ "distance", { "a", "b" }, { TAKES_POINT, TAKES_POINT }, 2, NULL, OP_CONST,
	  VALUE_SCALAR, "length between two points, by their names" },
};
/* clang-format on */
enum { LATE = sizeof late / sizeof *late };

static const struct Builtin *find(const struct Builtin *row, int rows, const char *name)
{
	for (int i = 0; i < rows; i++)
		if (strcmp(row[i].name, name) == 0)
			return &row[i];
	return NULL;
}

const struct Taken takes_table[] = {
	[TAKES_ANY] = { NULL, "a number of any dimension" },
	[TAKES_NUMBER] = { NULL, "a plain number" },
	[TAKES_ANGLE] = { "rad", "an angle [rad]" },
	[TAKES_LENGTH] = { "m", "a length [m]" },
	[TAKES_MASS] = { "kg", "a mass [kg], or a density" },
	[TAKES_AXIS] = { "axis", "a direction: x, y, z or a vector" },
	[TAKES_VECTOR] = { NULL, "a vector" },
	[TAKES_MATRIX] = { NULL, "a 3 x 3 matrix" },
	[TAKES_POINT] = { NULL, "the name of a body or frame" },
};

const char *builtin_default(const struct Builtin *builtin, size_t parameter)
{
	return parameter < builtin->required ? NULL : builtin->takes[parameter] == TAKES_AXIS ? "z" : "0";
}

const struct Builtin *builtin_row(size_t i)
{
	return i < BUILTINS ? &builtins[i] : i < BUILTINS + LATE ? &late[i - BUILTINS] : NULL;
}

const struct Builtin *builtin_find(const char *name)
{
	const struct Builtin *builtin = find(builtins, BUILTINS, name);
	return builtin ? builtin : find(late, LATE, name);
}

bool builtin_is_reserved(const char *name)
{
	return find(builtins, BUILTINS, name) != NULL;
}

bool builtin_has_kink(const struct Builtin *builtin)
{
	return builtin->apply == absolute || builtin->apply == minimum || builtin->apply == maximum ||
	       builtin->apply == signum;
}

void builtins_nearest(struct Nearest *nearest)
{
	NEAREST_EACH(nearest, builtins, BUILTINS, name);
	NEAREST_EACH(nearest, late, LATE, name);
}

struct Value builtin_apply(const struct Call *call)
{
	return value_finite(call->dag, call->diags, call->builtin->apply(call));
}
