#include "made.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/number.h"

static const double pi = 3.14159265358979323846;

enum { NOWHERE = -1 }; /* along no axis */

/* --- poses --- */

void made_rotation(double q[4], double R[3][3])
{
	double length = elementary_hypot(elementary_hypot(q[0], q[1]), elementary_hypot(q[2], q[3]));
	for (int i = 0; i < 4 && length > 0; i++)
		q[i] /= length;
	rotation_of_quaternion(q, R);
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
	for (int i = 0; i < 3; i++)
		figure[i] = back ? figure_negated(shift[i]) : shift[i];
	if (!figures_zero(shift, 3))
		made_push(diags, at, made_vector(diags, span, figure, 3, "m"));
}

struct Expr *made_call_with(struct Diags *diags, struct Span span, const char *form, struct Expr *argument)
{
	struct Arguments list = { 0 };
	made_push(diags, &list, argument);
	return made_call(diags, span, form, list);
}

struct Expr *made_turn_about(struct Diags *diags, struct Span span, int axis, struct Expr *angle)
{
	static const char *const form[] = { "rx", "ry", "rz" };
	return made_call_with(diags, span, form[axis], angle);
}

/* Coordinate axis along the vector, or NOWHERE; *back: the vector points against the axis. */
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

struct Expr *made_negated(struct Diags *diags, struct Expr *expr)
{
	return expr->kind == EXPR_NEGATE ? expr->a : expr_negate(diags, expr->span, expr);
}

void made_push_about(struct Diags *diags, struct Span span, const struct Figure axis[3], struct Expr *angle,
                     struct Arguments *at)
{
	bool back;
	int which = along(axis, &back);
	if (which != NOWHERE) {
		made_push(diags, at, made_turn_about(diags, span, which, back ? made_negated(diags, angle) : angle));
		return;
	}
	struct Arguments list = { 0 };
	made_push(diags, &list, made_vector(diags, axis[0].span, axis, 3, NULL));
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
	return back ? made_negated(diags, name) : name;
}

/* Quarter turns in an angle, or false. */
static bool quarters(double angle, int *turns)
{
	const double most = 1e6;
	double count = round(angle / (pi / 2));
	bool whole = fabs(count) < most && fabs(angle - count * (pi / 2)) < 1e-10;
	*turns = whole ? (int)count : 0;
	return whole;
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
		made_push(diags, at, made_turn_about(diags, span, last, degrees(diags, span, turns[last])));
	if (plain && count > 1)
		made_push(diags, at, made_call(diags, span, "rpy", list));
	if (plain)
		return;
	rotation_quaternion(R, q);
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

struct Arguments made_pose_items(struct Diags *diags, struct Span span, const struct Pose *pose)
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
	struct MadePlace out = { .pose = pose_compose(&a->pose, &b->pose) };
	for (size_t i = 0; i < a->at.count; i++)
		made_push(diags, &out.at, a->at.item[i].value);
	for (size_t i = 0; i < b->at.count; i++)
		made_push(diags, &out.at, b->at.item[i].value);
	return out;
}

struct Expr *made_free_position(struct Diags *diags, struct Span span, const struct Pose *pose)
{
	struct Figure f[7];
	double q[4];
	bool here = true;
	rotation_quaternion(pose->R, q);
	for (int i = 0; i < 7; i++) {
		const double x = i < 3 ? pose->p[i] : q[i - 3];
		f[i] = figure_of(diags->arena, span, x);
		here &= i == 6 || x == 0;
	}
	return here ? NULL : made_vector(diags, span, f, 7, NULL);
}
