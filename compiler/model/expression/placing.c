/* Functions that give placements. */
#include "placing.h"

#include <math.h>

static struct Value placed(const struct Call *call, struct Mat R, struct Vec p)
{
	return (struct Value){ .kind = VALUE_PLACEMENT, .span = call->span, .placement = { R, p } };
}

static struct Value turned(const struct Call *call, struct Mat R)
{
	return placed(call, R, vec_const(call->dag, 0, 0, 0));
}

static struct Value turn(const struct Call *call, int axis)
{
	Ref s, c;
	if (!value_angle(call->dag, call->diags, call->arg[0], &s, &c))
		return value_error(call->span);
	return turned(call, mat_turn(call->dag, axis, s, c));
}

struct Value placing_rx(const struct Call *call)
{
	return turn(call, 0);
}
struct Value placing_ry(const struct Call *call)
{
	return turn(call, 1);
}
struct Value placing_rz(const struct Call *call)
{
	return turn(call, 2);
}

/* R = Rz(yaw) Ry(pitch) Rx(roll) */
struct Value placing_rpy(const struct Call *call)
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
	return good ? turned(call, all.R) : value_error(call->span);
}

struct Value placing_axis_angle(const struct Call *call)
{
	struct Vec axis;
	Ref s, c;
	if (!value_axis(call->dag, call->diags, call->arg[0], &axis) ||
	    !value_angle(call->dag, call->diags, call->arg[1], &s, &c))
		return value_error(call->span);
	return turned(call, mat_axis_angle(call->dag, axis, s, c));
}

struct Value placing_quaternion(const struct Call *call)
{
	Ref q[4];
	for (int i = 0; i < 4; i++)
		if (!value_scalar(call->diags, call->arg[i], dim_none, &q[i]) ||
		    !value_constant(call->dag, call->diags, call->arg[i], "a quaternion"))
			return value_error(call->span);
	if (!value_normalise(call->dag, call->diags, call->span, "quaternion", q, 4))
		return value_error(call->span);
	struct Placement clean = placement_identity(call->dag);
	clean.R = mat_quaternion(call->dag, q);
	return turned(call, placement_clean(call->dag, clean).R);
}

/* Distance of R^T R from 1. */
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

struct Value placing_rotation(const struct Call *call)
{
	struct Mat M;
	double R[3][3];
	if (!value_matrix(call->diags, call->arg[0], dim_none, &M) ||
	    !value_constant(call->dag, call->diags, call->arg[0], "a rotation matrix"))
		return value_error(call->span);
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
		return value_error(call->span);
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
struct Value placing_mdh(const struct Call *call)
{
	Ref s, c, a, d;
	bool good = value_angle(call->dag, call->diags, call->arg[0], &s, &c);
	good &= value_scalar(call->diags, call->arg[1], dim_length, &a);
	good &= value_scalar(call->diags, call->arg[2], dim_length, &d);
	if (!good)
		return value_error(call->span);
	struct Mat R = mat_turn(call->dag, 0, s, c);
	return placed(call, R, mat_vec(call->dag, R, along_x_and_z(call->dag, a, d)));
}

/* Denavit and Hartenberg: Rz(theta) Tz(d) Tx(a) Rx(alpha) */
struct Value placing_dh(const struct Call *call)
{
	Ref st, ct, sa, ca, d, a;
	bool good = value_angle(call->dag, call->diags, call->arg[0], &st, &ct);
	good &= value_scalar(call->diags, call->arg[1], dim_length, &d);
	good &= value_scalar(call->diags, call->arg[2], dim_length, &a);
	good &= value_angle(call->dag, call->diags, call->arg[3], &sa, &ca);
	if (!good)
		return value_error(call->span);
	struct Dag *dag = call->dag;
	struct Mat Rz = mat_turn(dag, 2, st, ct), Rx = mat_turn(dag, 0, sa, ca);
	struct Vec p = mat_vec(dag, Rz, along_x_and_z(dag, a, d));
	return placed(call, mat_mul(dag, Rz, Rx), p);
}
