#include "pose.h"

#include <math.h>
#include <string.h>

#include "elementary.h"

const struct Pose pose_identity = { .R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

/* --- poses --- */

struct Pose pose_compose(const struct Pose *ab, const struct Pose *bc)
{
	struct Pose ac;
	rotation_compose(ab->R, bc->R, ac.R);
	pose_point(ab, bc->p, ac.p);
	return ac;
}

struct Pose pose_inverse(const struct Pose *ab)
{
	struct Pose ba;
	pose_turn_back(ab, ab->p, ba.p);
	for (int i = 0; i < 3; i++) {
		ba.p[i] = 0 - ba.p[i]; /* never -0 */
		for (int k = 0; k < 3; k++)
			ba.R[i][k] = ab->R[k][i];
	}
	return ba;
}

struct Pose pose_relative(const struct Pose *a, const struct Pose *b)
{
	struct Pose from = pose_inverse(a);
	return pose_compose(&from, b);
}

void pose_point(const struct Pose *a, const double x[3], double out[3])
{
	pose_turn(a, x, out);
	for (int i = 0; i < 3; i++)
		out[i] += a->p[i];
}

void pose_turn(const struct Pose *a, const double x[3], double out[3])
{
	double y[3];
	for (int i = 0; i < 3; i++)
		y[i] = a->R[i][0] * x[0] + a->R[i][1] * x[1] + a->R[i][2] * x[2];
	memcpy(out, y, sizeof y);
}

void pose_turn_back(const struct Pose *a, const double x[3], double out[3])
{
	double y[3];
	for (int i = 0; i < 3; i++)
		y[i] = a->R[0][i] * x[0] + a->R[1][i] * x[1] + a->R[2][i] * x[2];
	memcpy(out, y, sizeof y);
}

/* --- vectors --- */

double vector_dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double vector_length(const double a[3])
{
	return sqrt(vector_dot(a, a));
}

void vector_cross(const double a[3], const double b[3], double out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* --- rotations --- */

void rotation_compose(const double a[3][3], const double b[3][3], double out[3][3])
{
	double c[3][3];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			c[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
	memcpy(out, c, sizeof c);
}

void rotation_congruence(const double R[3][3], const double J[3][3], double out[3][3])
{
	double back[3][3];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			back[i][k] = R[k][i];
	rotation_compose(R, J, out);
	rotation_compose(out, back, out);
}

/* R = 1 + sin(angle) [axis x] + (1 - cos(angle)) [axis x]^2 (Rodrigues) */
void rotation_about(const double axis[3], double angle, double R[3][3])
{
	const double s = elementary_sin(angle), c = elementary_cos(angle);
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][i] = c + (1 - c) * axis[i] * axis[i];
		R[i][j] = (1 - c) * axis[i] * axis[j] - s * axis[k];
		R[i][k] = (1 - c) * axis[i] * axis[k] + s * axis[j];
	}
}

void rotation_of_quaternion(const double q[4], double R[3][3])
{
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]);
		R[i][j] = 2 * (q[i] * q[j] - q[k] * q[3]);
		R[i][k] = 2 * (q[i] * q[k] + q[j] * q[3]);
	}
}

/* From the largest of the four squares, so that no digits are lost. */
void rotation_quaternion(const double R[3][3], double q[4])
{
	const double trace = R[0][0] + R[1][1] + R[2][2];
	int i = R[1][1] > R[0][0] ? 1 : 0;
	i = R[2][2] > R[i][i] ? 2 : i;
	const int j = (i + 1) % 3, k = (i + 2) % 3;
	if (trace > R[i][i]) {
		q[3] = sqrt(fmax(0, 1 + trace)) / 2;
		for (int n = 0; n < 3; n++)
			q[n] = (R[(n + 2) % 3][(n + 1) % 3] - R[(n + 1) % 3][(n + 2) % 3]) / (4 * q[3]);
	} else {
		q[i] = sqrt(fmax(0, 1 + 2 * R[i][i] - trace)) / 2;
		q[j] = (R[j][i] + R[i][j]) / (4 * q[i]);
		q[k] = (R[k][i] + R[i][k]) / (4 * q[i]);
		q[3] = (R[k][j] - R[j][k]) / (4 * q[i]);
	}
	for (int n = 0; n < 4 && q[3] < 0; n++)
		q[n] = n < 3 ? -q[n] : q[n];
	q[3] = fabs(q[3]);
}

/* |R - R^T| is 2 sqrt(2) |sin| and trace R is 1 + 2 cos. */
double rotation_angle(const double R[3][3])
{
	const double x = R[2][1] - R[1][2], y = R[0][2] - R[2][0], z = R[1][0] - R[0][1];
	return elementary_atan2(sqrt(x * x + y * y + z * z), R[0][0] + R[1][1] + R[2][2] - 1);
}

/* With v = z x a, R = 1 + [v] + [v]^2 / (1 + a_z). */
void rotation_from_z(const double a[3], double R[3][3])
{
	const double v[3] = { -a[1], a[0], 0 }, factor = a[2] > -1 ? 1 / (1 + a[2]) : 0;
	const double skew[3][3] = { { 0, 0, v[1] }, { 0, 0, -v[0] }, { -v[1], v[0], 0 } };
	double square[3][3];
	rotation_compose(skew, skew, square);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			R[i][k] = a[2] > -1 ? (i == k) + skew[i][k] + factor * square[i][k] : i != k ? 0 : i ? -1 : 1;
}
