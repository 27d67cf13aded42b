#include "builtin.h"

#include <math.h>
#include <string.h>

#include "solid.h"

static struct Value fail(const struct Call *call)
{
	return value_error(call->span);
}

static struct Value placed(const struct Call *call, struct Mat R, struct Vec p)
{
	return (struct Value){ .kind = VALUE_PLACEMENT, .span = call->span, .placement = { R, p } };
}

static struct Value turned(const struct Call *call, struct Mat R)
{
	return placed(call, R, vec_const(call->dag, 0, 0, 0));
}

/* --- numbers --- */

/* Functions of one plain number, such as exp; angles are plain numbers. */
static struct Value number_function(const struct Call *call)
{
	Ref a;
	if (!value_scalar(call->diags, call->arg[0], dim_none, &a))
		return fail(call);
	return value_number(call->dag, call->span, dag_op(call->dag, call->builtin->op, &a), dim_none,
	                    call->arg[0].item[0].bare);
}

/* Exact at quarter turns. */
static struct Value sine(const struct Call *call)
{
	Ref a, s, c;
	if (!value_scalar(call->diags, call->arg[0], dim_none, &a))
		return fail(call);
	angle_sincos(call->dag, a, &s, &c);
	return value_number(call->dag, call->span, call->builtin->op == OP_SIN ? s : c, dim_none,
	                    call->arg[0].item[0].bare);
}

static struct Value square_root(const struct Call *call)
{
	if (!value_is(call->diags, call->arg[0], VALUE_SCALAR))
		return fail(call);
	struct Scalar a = call->arg[0].item[0];
	if (a.dim.kg % 2 || a.dim.m % 2 || a.dim.s % 2) {
		diag(call->diags, CHECK_DIMENSION, call->span, "%s has no square root",
		     dim_describe(call->diags->arena, a.dim));
		return fail(call);
	}
	struct Dim half = { a.dim.kg / 2, a.dim.m / 2, a.dim.s / 2 };
	return value_number(call->dag, call->span, dag_sqrt(call->dag, a.ref), half, a.bare);
}

static struct Value absolute(const struct Call *call)
{
	if (!value_is(call->diags, call->arg[0], VALUE_SCALAR))
		return fail(call);
	struct Scalar a = call->arg[0].item[0];
	return value_number(call->dag, call->span, dag_op(call->dag, call->builtin->op, &a.ref), a.dim, a.bare);
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
		return fail(call);
	const Ref sides[] = { call->arg[0].item[0].ref, call->arg[1].item[0].ref };
	Ref angle = dag_op(call->dag, call->builtin->op, sides);
	return value_number(call->dag, call->span, angle, dim_none, false);
}

/* if a < b then a else b, and if a > b then a else b */
static struct Value chosen(const struct Call *call, bool larger)
{
	if (!two_alike(call))
		return fail(call);
	struct Scalar a = call->arg[0].item[0], b = call->arg[1].item[0];
	Ref below = larger ? dag_sub(call->dag, b.ref, a.ref) : dag_sub(call->dag, a.ref, b.ref);
	struct Dim dim = a.bare ? b.dim : a.dim;
	return value_number(call->dag, call->span, dag_select(call->dag, below, a.ref, b.ref), dim, a.bare && b.bare);
}

static struct Value minimum(const struct Call *call) { return chosen(call, false); }
static struct Value maximum(const struct Call *call) { return chosen(call, true); }

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
		return fail(call);
	return value_number(call->dag, call->span, vec_dot(call->dag, v[0], v[1]), dim, bare);
}

static struct Value cross(const struct Call *call)
{
	struct Vec v[2];
	struct Dim dim;
	bool bare;
	if (!vectors(call, 2, v, &dim, &bare))
		return fail(call);
	struct Vec c = vec_cross(call->dag, v[0], v[1]);
	struct Scalar *item = ARENA_ARRAY(call->diags->arena, struct Scalar, 3);
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
		return fail(call);
	Ref norm = dag_sqrt(call->dag, vec_dot(call->dag, v, v));
	return value_number(call->dag, call->span, norm, dim, bare);
}

/* The first `count` of the elements xx yy zz xy xz yz, those that are given; a literal stays one, for the
 * unit behind. */
static struct Value symmetric(const struct Call *call, int count)
{
	static const int place[9] = { 0, 3, 4, 3, 1, 5, 4, 5, 2 };
	struct Scalar *item = ARENA_ARRAY(call->diags->arena, struct Scalar, 9);
	for (int i = 0; i < 9; i++) {
		int k = place[i];
		item[i] = (struct Scalar){ .ref = dag_const(call->dag, 0), .bare = true };
		if (k >= count || call->arg[k].kind == VALUE_ERROR)
			continue;
		if (!value_is(call->diags, call->arg[k], VALUE_SCALAR))
			return fail(call);
		item[i] = call->arg[k].item[0];
	}
	return value_items(VALUE_MATRIX, call->span, item, 9);
}

static struct Value diagonal(const struct Call *call) { return symmetric(call, 3); }

/* xy xz yz, xy yz xz, xx xy xz yy yz zz: everyone has another order. */
static struct Value tensor(const struct Call *call)
{
	enum { MOMENTS = 3 };
	if (call->placed > MOMENTS)
		diag(call->diags, CHECK_BY_PLACE, call->arg[MOMENTS].span, "'xy' of tensor is given by place: write xy = ...");
	return symmetric(call, 6);
}

/* --- placements --- */

static struct Value turn(const struct Call *call, int axis)
{
	Ref s, c;
	if (!value_angle(call->dag, call->diags, call->arg[0], &s, &c))
		return fail(call);
	return turned(call, mat_turn(call->dag, axis, s, c));
}

static struct Value turn_x(const struct Call *call) { return turn(call, 0); }
static struct Value turn_y(const struct Call *call) { return turn(call, 1); }
static struct Value turn_z(const struct Call *call) { return turn(call, 2); }

/* R = Rz(yaw) Ry(pitch) Rx(roll) */
static struct Value roll_pitch_yaw(const struct Call *call)
{
	struct Dag *dag = call->dag;
	struct Placement all = placement_identity(dag);
	bool good = true;
	for (int axis = 0; axis < 3; axis++) {
		Ref s, c;
		if (!value_angle(call->dag, call->diags, call->arg[axis], &s, &c)) {
			good = false;
			continue;
		}
		struct Placement one = placement_identity(dag);
		one.R = mat_turn(dag, axis, s, c);
		all = placement_compose(dag, one, all);
	}
	return good ? turned(call, all.R) : fail(call);
}

static struct Value axis_angle(const struct Call *call)
{
	struct Vec axis;
	Ref s, c;
	if (!value_axis(call->dag, call->diags, call->arg[0], &axis) ||
	    !value_angle(call->dag, call->diags, call->arg[1], &s, &c))
		return fail(call);
	return turned(call, mat_axis_angle(call->dag, axis, s, c));
}

static struct Value quaternion(const struct Call *call)
{
	Ref q[4];
	for (int i = 0; i < 4; i++)
		if (!value_scalar(call->diags, call->arg[i], dim_none, &q[i]) ||
		    !value_constant(call->dag, call->diags, call->arg[i], "a quaternion"))
			return fail(call);
	if (!value_normalise(call->dag, call->diags, call->span, "quaternion", q, 4))
		return fail(call);
	struct Placement clean = placement_identity(call->dag);
	clean.R = mat_quaternion(call->dag, q);
	return turned(call, placement_clean(call->dag, clean).R);
}

/* How far R^T R is from 1. */
static double orthogonality(double R[3][3])
{
	double worst = 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			double sum = -(i == j);
			for (int k = 0; k < 3; k++)
				sum += R[k][i] * R[k][j];
			worst = fmax(worst, fabs(sum));
		}
	return worst;
}

/* Newton's iteration for the nearest orthogonal matrix: R <- (R + R^-T) / 2, where for a determinant
 * d the inverse transpose is the matrix of cofactors over d. */
static void orthogonalise(double R[3][3])
{
	for (int step = 0; step < 8 && orthogonality(R) > 1e-16; step++) {
		double C[3][3], d = 0;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
				C[i][j] = R[i1][j1] * R[i2][j2] - R[i1][j2] * R[i2][j1];
			}
		for (int j = 0; j < 3; j++)
			d += R[0][j] * C[0][j];
		for (int i = 0; i < 9; i++)
			R[i / 3][i % 3] = (R[i / 3][i % 3] + C[i / 3][i % 3] / d) / 2;
	}
}

static struct Value rotation(const struct Call *call)
{
	struct Mat M;
	double R[3][3];
	if (!value_matrix(call->diags, call->arg[0], dim_none, &M) ||
	    !value_constant(call->dag, call->diags, call->arg[0], "a rotation matrix"))
		return fail(call);
	for (int i = 0; i < 9; i++)
		R[i / 3][i % 3] = dag_value(call->dag, M.e[i / 3][i % 3]);
	double off = orthogonality(R);
	double determinant = R[0][0] * (R[1][1] * R[2][2] - R[1][2] * R[2][1]) -
	                     R[0][1] * (R[1][0] * R[2][2] - R[1][2] * R[2][0]) +
	                     R[0][2] * (R[1][0] * R[2][1] - R[1][1] * R[2][0]);
	if (!(off <= 0.01) || determinant < 0) {
		diag(call->diags, CHECK_NOT_ROTATION, call->span,
		     determinant < 0 ? "this matrix is a reflection (determinant %.3g), no rotation"
		                     : "this matrix is no rotation: R^T R - 1 has an entry of %.3g",
		     determinant < 0 ? determinant : off);
		return fail(call);
	}
	if (off > 1e-12) {
		diag(call->diags, CHECK_ROTATION_ROUNDED, call->span,
		     "orthogonal only to %.1g: the nearest rotation is used", off);
		orthogonalise(R);
	}
	for (int i = 0; i < 9; i++)
		M.e[i / 3][i % 3] = dag_const(call->dag, R[i / 3][i % 3]);
	return turned(call, M);
}

/* Tx(a) Tz(d) */
static struct Vec along_x_and_z(struct Dag *dag, Ref a, Ref d)
{
	struct Vec z = vec_along(dag, 2, d);
	return vec_add(dag, vec_along(dag, 0, a), z);
}

/* Craig: Rx(alpha) Tx(a) Tz(d) */
static struct Value mdh(const struct Call *call)
{
	Ref s, c, a, d;
	bool good = value_angle(call->dag, call->diags, call->arg[0], &s, &c);
	good &= value_scalar(call->diags, call->arg[1], dim_length, &a);
	good &= value_scalar(call->diags, call->arg[2], dim_length, &d);
	if (!good)
		return fail(call);
	struct Mat R = mat_turn(call->dag, 0, s, c);
	return placed(call, R, mat_vec(call->dag, R, along_x_and_z(call->dag, a, d)));
}

/* Denavit and Hartenberg: Rz(theta) Tz(d) Tx(a) Rx(alpha) */
static struct Value dh(const struct Call *call)
{
	Ref st, ct, sa, ca, d, a;
	bool good = value_angle(call->dag, call->diags, call->arg[0], &st, &ct);
	good &= value_scalar(call->diags, call->arg[1], dim_length, &d);
	good &= value_scalar(call->diags, call->arg[2], dim_length, &a);
	good &= value_angle(call->dag, call->diags, call->arg[3], &sa, &ca);
	if (!good)
		return fail(call);
	struct Dag *dag = call->dag;
	struct Mat Rz = mat_turn(dag, 2, st, ct), Rx = mat_turn(dag, 0, sa, ca);
	struct Vec p = mat_vec(dag, Rz, along_x_and_z(dag, a, d));
	return placed(call, mat_mul(dag, Rz, Rx), p);
}

/* --- the table --- */

static const struct Builtin builtins[] = {
	{ "sin", { "angle" }, 1, sine, OP_SIN },
	{ "cos", { "angle" }, 1, sine, OP_COS },
	{ "tan", { "angle" }, 1, number_function, OP_TAN },
	{ "asin", { "value" }, 1, number_function, OP_ASIN },
	{ "acos", { "value" }, 1, number_function, OP_ACOS },
	{ "atan", { "value" }, 1, number_function, OP_ATAN },
	{ "atan2", { "y", "x" }, 2, arc_tangent, OP_ATAN2 },
	{ "exp", { "value" }, 1, number_function, OP_EXP },
	{ "log", { "value" }, 1, number_function, OP_LOG },
	{ "sqrt", { "value" }, 1, square_root, OP_CONST },
	{ "abs", { "value" }, 1, absolute, OP_ABS },
	{ "min", { "a", "b" }, 2, minimum, OP_CONST },
	{ "max", { "a", "b" }, 2, maximum, OP_CONST },
	{ "dot", { "u", "v" }, 2, dot, OP_CONST },
	{ "cross", { "u", "v" }, 2, cross, OP_CONST },
	{ "norm", { "v" }, 1, length, OP_CONST },
	{ "diag", { "xx", "yy", "zz" }, 3, diagonal, OP_CONST },
	{ "tensor", { "xx", "yy", "zz", "xy", "xz", "yz" }, 0, tensor, OP_CONST },
	{ "rx", { "angle" }, 1, turn_x, OP_CONST },
	{ "ry", { "angle" }, 1, turn_y, OP_CONST },
	{ "rz", { "angle" }, 1, turn_z, OP_CONST },
	{ "rpy", { "roll", "pitch", "yaw" }, 3, roll_pitch_yaw, OP_CONST },
	{ "axis_angle", { "axis", "angle" }, 2, axis_angle, OP_CONST },
	{ "quaternion", { "qx", "qy", "qz", "qw" }, 4, quaternion, OP_CONST },
	{ "rotation", { "matrix" }, 1, rotation, OP_CONST },
	{ "mdh", { "alpha", "a", "d" }, 3, mdh, OP_CONST },
	{ "dh", { "theta", "d", "a", "alpha" }, 4, dh, OP_CONST },
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

/* They came when models existed that might use their names: such a model's own come first. */
static const struct Builtin late[] = {
	{ "box", { "mass", "x", "y", "z" }, 4, solid_box, OP_CONST },
	{ "cylinder", { "mass", "radius", "length", "axis" }, 3, solid_cylinder, OP_CONST },
	{ "capsule", { "mass", "radius", "length", "axis" }, 3, solid_capsule, OP_CONST },
	{ "rod", { "mass", "length", "axis" }, 2, solid_rod, OP_CONST },
	{ "sphere", { "mass", "radius" }, 2, solid_sphere, OP_CONST },
	{ "shell", { "mass", "radius" }, 2, solid_shell, OP_CONST },
	{ "ellipsoid", { "mass", "a", "b", "c" }, 4, solid_ellipsoid, OP_CONST },
};
enum { LATE = sizeof late / sizeof *late };

static const struct Builtin *find(const struct Builtin *row, int rows, const char *name)
{
	for (int i = 0; i < rows; i++)
		if (strcmp(row[i].name, name) == 0)
			return &row[i];
	return NULL;
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
	return builtin->apply == absolute || builtin->apply == minimum || builtin->apply == maximum;
}

void builtins_nearest(struct Nearest *nearest)
{
	for (int i = 0; i < BUILTINS; i++)
		nearest_try(nearest, builtins[i].name);
	for (int i = 0; i < LATE; i++)
		nearest_try(nearest, late[i].name);
}

struct Value builtin_apply(const struct Call *call)
{
	return value_finite(call->dag, call->diags, call->builtin->apply(call));
}

