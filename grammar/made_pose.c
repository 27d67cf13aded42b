#include "made_pose.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/number.h"
#include "made.h"

static const double pi = 3.14159265358979323846;

enum { NOWHERE = -1 }; /* along no axis */

const struct MadePose made_here = { .R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

/* --- poses --- */

void made_times(const double a[3][3], const double b[3][3], double out[3][3])
{
	double c[3][3];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			c[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
	memcpy(out, c, sizeof c);
}

void made_pose_point(const struct MadePose *pose, const double x[3], double out[3])
{
	double y[3];
	for (int i = 0; i < 3; i++)
		y[i] = pose->R[i][0] * x[0] + pose->R[i][1] * x[1] + pose->R[i][2] * x[2] + pose->p[i];
	memcpy(out, y, sizeof y);
}

struct MadePose made_pose_times(const struct MadePose *a, const struct MadePose *b)
{
	struct MadePose out;
	made_times(a->R, b->R, out.R);
	made_pose_point(a, b->p, out.p);
	return out;
}

struct MadePose made_pose_from(const struct MadePose *a, const struct MadePose *b)
{
	struct MadePose inverse = made_here;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			inverse.R[i][k] = a->R[k][i];
	double back[3] = { -a->p[0], -a->p[1], -a->p[2] };
	made_pose_point(&inverse, back, inverse.p);
	return made_pose_times(&inverse, b);
}

void made_turn_about(const double axis[3], double angle, double R[3][3])
{
	double s = elementary_sin(angle), c = elementary_cos(angle);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][i] = c + (1 - c) * axis[i] * axis[i];
		R[i][j] = (1 - c) * axis[i] * axis[j] - s * axis[k];
		R[i][k] = (1 - c) * axis[i] * axis[k] + s * axis[j];
	}
}

void made_quaternion_turn(double q[4], double R[3][3])
{
	double length = elementary_hypot(elementary_hypot(q[0], q[1]), elementary_hypot(q[2], q[3]));
	for (int i = 0; i < 4 && length > 0; i++)
		q[i] /= length;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]);
		R[i][j] = 2 * (q[i] * q[j] - q[k] * q[3]);
		R[i][k] = 2 * (q[i] * q[k] + q[j] * q[3]);
	}
}

/* From the largest of the four squares, so that no digits are lost. */
void made_quaternion(const double R[3][3], double q[4])
{
	double trace = R[0][0] + R[1][1] + R[2][2];
	int i = R[1][1] > R[0][0] ? 1 : 0;
	i = R[2][2] > R[i][i] ? 2 : i;
	int j = (i + 1) % 3, k = (i + 2) % 3;
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

double made_unit_vector(double v[3])
{
	double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
	double length = largest > 0 ? largest * elementary_hypot(elementary_hypot(v[0] / largest, v[1] / largest),
	                                                         v[2] / largest)
	                            : 0;
	for (int i = 0; i < 3 && length > 0; i++)
		v[i] /= length;
	return length;
}

/* --- items of placements --- */

void made_push_shift(struct Diags *diags, struct Span span, const struct Figure shift[3], bool back,
                     struct Arguments *at)
{
	struct Figure figure[3];
	bool zero = true;
	for (int i = 0; i < 3; i++) {
		figure[i] = shift[i];
		zero &= shift[i].zero;
		figure[i].negative = shift[i].negative != (back && !shift[i].zero);
	}
	if (!zero)
		made_push(diags, at, made_vector(diags, span, figure, 3, "m"));
}

struct Expr *made_call_with(struct Diags *diags, struct Span span, const char *form, struct Expr *argument)
{
	struct Arguments list = { 0 };
	made_push(diags, &list, argument);
	return made_call(diags, span, form, list);
}

/* Coordinate axis along which the vector is, or NOWHERE; *back: against it. */
static int along(const struct Figure axis[3], bool *back)
{
	int found = NOWHERE, others = 0;
	for (int i = 0; i < 3; i++) {
		found = axis[i].zero ? found : i;
		others += !axis[i].zero;
	}
	*back = found != NOWHERE && axis[found].negative;
	return others == 1 ? found : NOWHERE;
}

static struct Expr *negated(struct Diags *diags, struct Expr *expr)
{
	return expr->kind == EXPR_NEGATE ? expr->a : expr_negate(diags, expr->span, expr);
}

void made_push_about(struct Diags *diags, struct Span span, const struct Figure axis[3], struct Expr *angle,
                     struct Arguments *at)
{
	static const char *const form[] = { "rx", "ry", "rz" };
	bool back;
	int which = along(axis, &back);
	if (which != NOWHERE) {
		made_push(diags, at, made_call_with(diags, span, form[which], back ? negated(diags, angle) : angle));
		return;
	}
	struct Arguments list = { 0 };
	made_push(diags, &list, made_vector(diags, span, axis, 3, NULL));
	made_push(diags, &list, angle);
	made_push(diags, at, made_call(diags, span, "axis_angle", list));
}

struct Expr *made_axis(struct Diags *diags, const struct Figure axis[3])
{
	static const char *const names[] = { "x", "y", "z" };
	bool back;
	int which = along(axis, &back);
	if (which == NOWHERE)
		return made_vector(diags, axis[0].span, axis, 3, NULL);
	struct Expr *name = made_name(diags, axis[0].span, names[which]);
	return back ? negated(diags, name) : name;
}

/* Quarter turns in an angle, or false. */
static bool quarters(double angle, int *turns)
{
	double count = round(angle / (pi / 2));
	*turns = (int)count;
	return fabs(angle - count * (pi / 2)) < 1e-10;
}

/* Angles of R = Rz(yaw) Ry(pitch) Rx(roll) in whole quarter turns, if they are. */
bool made_quarter_angles(const double R[3][3], int turns[3])
{
	double pitch = elementary_atan2(-R[2][0], elementary_hypot(R[0][0], R[1][0]));
	bool upright = elementary_hypot(R[0][0], R[1][0]) < 1e-10;
	double roll = upright ? 0 : elementary_atan2(R[2][1], R[2][2]);
	double yaw = upright ? elementary_atan2(-R[0][1], R[1][1]) : elementary_atan2(R[1][0], R[0][0]);
	return quarters(roll, &turns[0]) && quarters(pitch, &turns[1]) && quarters(yaw, &turns[2]);
}

static struct Expr *degrees(struct Diags *diags, struct Span span, int turns)
{
	return made_number(diags, span, 90 * turns, "deg");
}

void made_push_turn(struct Diags *diags, struct Span span, const double R[3][3], struct Arguments *at)
{
	static const char *const form[] = { "rx", "ry", "rz" };
	struct Arguments list = { 0 }, four = { 0 };
	int turns[3], count = 0, last = 0;
	bool plain = made_quarter_angles(R, turns);
	double q[4];
	for (int i = 0; i < 3 && plain; i++) {
		count += turns[i] != 0;
		last = turns[i] ? i : last;
		made_push(diags, &list, degrees(diags, span, turns[i]));
	}
	if (plain && count == 1)
		made_push(diags, at, made_call_with(diags, span, form[last], degrees(diags, span, turns[last])));
	if (plain && count > 1)
		made_push(diags, at, made_call(diags, span, "rpy", list));
	if (plain)
		return;
	made_quaternion(R, q);
	for (int i = 0; i < 4; i++)
		made_push(diags, &four, made_number(diags, span, fabs(q[i]) < 1e-15 ? 0 : q[i], NULL));
	made_push(diags, at, made_call(diags, span, "quaternion", four));
}

double made_tidy(struct Arena *arena, double x)
{
	if (fabs(x) < 1e-15)
		return 0;
	const char *digits = text_print(arena, "%.15g", fabs(x));
	double y = copysign(number_read(arena, digits, strlen(digits), 0), x);
	return fabs(y - x) <= 4 * DBL_EPSILON * fabs(x) ? y : x;
}

struct Arguments made_pose_items(struct Diags *diags, struct Span span, const struct MadePose *pose)
{
	struct Arguments at = { 0 };
	struct Figure shift[3];
	for (int i = 0; i < 3; i++)
		shift[i] = figure_of(diags->arena, span, made_tidy(diags->arena, pose->p[i]));
	made_push_shift(diags, span, shift, false, &at);
	made_push_turn(diags, span, pose->R, &at);
	return at;
}

struct MadePlace made_place_times(struct Diags *diags, const struct MadePlace *a, const struct MadePlace *b)
{
	struct MadePlace out = { .pose = made_pose_times(&a->pose, &b->pose) };
	for (size_t i = 0; i < a->at.count; i++)
		made_push(diags, &out.at, a->at.item[i].value);
	for (size_t i = 0; i < b->at.count; i++)
		made_push(diags, &out.at, b->at.item[i].value);
	return out;
}

struct Expr *made_free_position(struct Diags *diags, struct Span span, const struct MadePose *pose)
{
	struct Figure f[7];
	double q[4];
	bool here = true;
	made_quaternion(pose->R, q);
	for (int i = 0; i < 7; i++) {
		const double x = i < 3 ? pose->p[i] : q[i - 3];
		f[i] = figure_of(diags->arena, span, x);
		here &= i == 6 || x == 0;
	}
	return here ? NULL : made_vector(diags, span, f, 7, NULL);
}
