#include "place.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "grammar/made.h"
#include "value.h"

static const double pi = 3.14159265358979323846;

const struct MjPose mj_here = { .R = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };

/* --- poses --- */

static void times(const double a[3][3], const double b[3][3], double out[3][3])
{
	double c[3][3];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			c[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
	memcpy(out, c, sizeof c);
}

void mj_pose_point(const struct MjPose *pose, const double x[3], double out[3])
{
	double y[3];
	for (int i = 0; i < 3; i++)
		y[i] = pose->R[i][0] * x[0] + pose->R[i][1] * x[1] + pose->R[i][2] * x[2] + pose->p[i];
	memcpy(out, y, sizeof y);
}

struct MjPose mj_pose_times(const struct MjPose *a, const struct MjPose *b)
{
	struct MjPose out;
	times(a->R, b->R, out.R);
	mj_pose_point(a, b->p, out.p);
	return out;
}

struct MjPose mj_pose_from(const struct MjPose *a, const struct MjPose *b)
{
	struct MjPose inverse = mj_here;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			inverse.R[i][k] = a->R[k][i];
	double back[3] = { -a->p[0], -a->p[1], -a->p[2] };
	mj_pose_point(&inverse, back, inverse.p);
	return mj_pose_times(&inverse, b);
}

void mj_turn_about(const double axis[3], double angle, double R[3][3])
{
	double s = sin(angle), c = cos(angle);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][i] = c + (1 - c) * axis[i] * axis[i];
		R[i][j] = (1 - c) * axis[i] * axis[j] - s * axis[k];
		R[i][k] = (1 - c) * axis[i] * axis[k] + s * axis[j];
	}
}

void mj_quaternion_turn(double q[4], double R[3][3])
{
	double length = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));
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
void mj_quaternion(const double R[3][3], double q[4])
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

double mj_unit_vector(double v[3])
{
	double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
	double length = largest > 0 ? largest * hypot(hypot(v[0] / largest, v[1] / largest), v[2] / largest) : 0;
	for (int i = 0; i < 3 && length > 0; i++)
		v[i] /= length;
	return length;
}

/* --- items of placements --- */

void mj_push_shift(struct Mjcf *m, struct Span span, const struct Figure shift[3], bool back, struct Arguments *at)
{
	struct Figure figure[3];
	bool zero = true;
	for (int i = 0; i < 3; i++) {
		figure[i] = shift[i];
		zero &= shift[i].zero;
		figure[i].negative = shift[i].negative != (back && !shift[i].zero);
	}
	if (!zero)
		made_push(m->diags, at, made_vector(m->diags, span, figure, 3, "m"));
}

static struct Expr *call_with(struct Mjcf *m, struct Span span, const char *form, struct Expr *argument)
{
	struct Arguments list = { 0 };
	made_push(m->diags, &list, argument);
	return made_call(m->diags, span, form, list);
}

/* Coordinate axis along which the vector is, or NONE; *back: against it. */
static int along(const struct Figure axis[3], bool *back)
{
	int found = NONE, others = 0;
	for (int i = 0; i < 3; i++) {
		found = axis[i].zero ? found : i;
		others += !axis[i].zero;
	}
	*back = found != NONE && axis[found].negative;
	return others == 1 ? found : NONE;
}

static struct Expr *negated(struct Mjcf *m, struct Expr *expr)
{
	return expr->kind == EXPR_NEGATE ? expr->a : expr_negate(m->diags, expr->span, expr);
}

void mj_push_about(struct Mjcf *m, struct Span span, const struct Figure axis[3], struct Expr *angle,
                   struct Arguments *at)
{
	static const char *const form[] = { "rx", "ry", "rz" };
	bool back;
	int which = along(axis, &back);
	if (which != NONE) {
		made_push(m->diags, at, call_with(m, span, form[which], back ? negated(m, angle) : angle));
		return;
	}
	struct Arguments list = { 0 };
	made_push(m->diags, &list, made_vector(m->diags, span, axis, 3, NULL));
	made_push(m->diags, &list, angle);
	made_push(m->diags, at, made_call(m->diags, span, "axis_angle", list));
}

struct Expr *mj_axis(struct Mjcf *m, const struct Figure axis[3])
{
	static const char *const names[] = { "x", "y", "z" };
	bool back;
	int which = along(axis, &back);
	if (which == NONE)
		return made_vector(m->diags, axis[0].span, axis, 3, NULL);
	struct Expr *name = made_name(m->diags, axis[0].span, names[which]);
	return back ? negated(m, name) : name;
}

/* Quarter turns in an angle, or false. */
static bool quarters(double angle, int *turns)
{
	double count = round(angle / (pi / 2));
	*turns = (int)count;
	return fabs(angle - count * (pi / 2)) < 1e-10;
}

/* Angles of R = Rz(yaw) Ry(pitch) Rx(roll) in whole quarter turns, if they are. */
static bool quarter_angles(const double R[3][3], int turns[3])
{
	double pitch = atan2(-R[2][0], hypot(R[0][0], R[1][0]));
	bool upright = hypot(R[0][0], R[1][0]) < 1e-10;
	double roll = upright ? 0 : atan2(R[2][1], R[2][2]);
	double yaw = upright ? atan2(-R[0][1], R[1][1]) : atan2(R[1][0], R[0][0]);
	return quarters(roll, &turns[0]) && quarters(pitch, &turns[1]) && quarters(yaw, &turns[2]);
}

static struct Expr *degrees(struct Mjcf *m, struct Span span, int turns)
{
	return made_number(m->diags, span, 90 * turns, "deg");
}

void mj_push_turn(struct Mjcf *m, struct Span span, const double R[3][3], struct Arguments *at)
{
	static const char *const form[] = { "rx", "ry", "rz" };
	struct Arguments list = { 0 }, four = { 0 };
	int turns[3], count = 0, last = 0;
	bool plain = quarter_angles(R, turns);
	double q[4];
	for (int i = 0; i < 3 && plain; i++) {
		count += turns[i] != 0;
		last = turns[i] ? i : last;
		made_push(m->diags, &list, degrees(m, span, turns[i]));
	}
	if (plain && count == 1)
		made_push(m->diags, at, call_with(m, span, form[last], degrees(m, span, turns[last])));
	if (plain && count > 1)
		made_push(m->diags, at, made_call(m->diags, span, "rpy", list));
	if (plain)
		return;
	mj_quaternion(R, q);
	for (int i = 0; i < 4; i++)
		made_push(m->diags, &four, made_number(m->diags, span, q[i], NULL));
	made_push(m->diags, at, made_call(m->diags, span, "quaternion", four));
}

/* The number with 15 digits, if that is it but for rounding. */
static double tidy(struct Arena *arena, double x)
{
	const char *digits = text_print(arena, "%.15g", fabs(x));
	double y = copysign(number_read(arena, digits, strlen(digits), 0), x);
	return fabs(y - x) <= 4 * DBL_EPSILON * fabs(x) ? y : x;
}

struct Arguments mj_pose_items(struct Mjcf *m, struct Span span, const struct MjPose *pose)
{
	struct Arguments at = { 0 };
	struct Figure shift[3];
	for (int i = 0; i < 3; i++)
		shift[i] = figure_of(m->arena, span, fabs(pose->p[i]) < 1e-15 ? 0 : tidy(m->arena, pose->p[i]));
	mj_push_shift(m, span, shift, false, &at);
	mj_push_turn(m, span, pose->R, &at);
	return at;
}

/* --- orientations --- */

static void no_length(struct Mjcf *m, struct Span span, const char *what)
{
	diag(m->diags, CHECK_ZERO_AXIS, span, "this %s has no length", what);
}

/* w x y z, of any length. */
static void read_quaternion(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	static const double within = 1e-6; /* of a length of 1, which the language normalises */
	struct Figure f[4];
	struct Arguments list = { 0 };
	double q[4], length = 0;
	int turns[3];
	if (!mj_exactly(m, e, "quat", 4, f))
		return;
	for (int i = 0; i < 4; i++)
		length = hypot(length, f[i].value);
	if (!(length > 0 && isfinite(length))) {
		no_length(m, f[0].span, "quaternion");
		return;
	}
	for (int i = 0; i < 4; i++) {
		q[i] = f[(i + 1) % 4].value / length;
		bool kept = fabs(length - 1) < within;
		made_push(m->diags, &list,
		          kept ? made_scalar(m->diags, &f[(i + 1) % 4], NULL)
		               : made_number(m->diags, f[(i + 1) % 4].span, q[i], NULL));
	}
	mj_quaternion_turn(q, R);
	if (quarter_angles(R, turns))
		mj_push_turn(m, f[0].span, R, at);
	else
		made_push(m->diags, at, made_call(m->diags, f[0].span, "quaternion", list));
}

static void read_axis_angle(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	struct Figure f[4];
	if (!mj_exactly(m, e, "axisangle", 4, f))
		return;
	double axis[3] = { f[0].value, f[1].value, f[2].value };
	if (!(mj_unit_vector(axis) > 0)) {
		no_length(m, f[0].span, "axis");
		return;
	}
	mj_turn_about(axis, mj_radians(m, f[3].value), R);
	if (!f[3].zero)
		mj_push_about(m, f[0].span, f, mj_angle(m, &f[3]), at);
}

/* Turns about x, y, z in the order of `eulerseq`: small letters about the turned axes, capitals about the fixed ones. */
static void read_euler(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	static const char letters[] = "xyz", capitals[] = "XYZ";
	static const char *const form[] = { "rx", "ry", "rz" };
	struct Figure f[3];
	struct Expr *order[6]; /* from begin to end */
	int begin = 3, end = 3;
	if (!mj_exactly(m, e, "euler", 3, f))
		return;
	for (int i = 0; i < 3; i++) {
		char letter = m->settings.euler[i];
		bool fixed = strchr(capitals, letter) != NULL;
		int axis = (int)(strchr(fixed ? capitals : letters, letter) - (fixed ? capitals : letters));
		double about[3] = { axis == 0, axis == 1, axis == 2 }, turn[3][3];
		mj_turn_about(about, mj_radians(m, f[i].value), turn);
		times(fixed ? turn : R, fixed ? R : turn, R);
		if (f[i].zero)
			continue;
		order[fixed ? --begin : end++] = call_with(m, f[i].span, form[axis], mj_angle(m, &f[i]));
	}
	while (begin < end)
		made_push(m->diags, at, order[begin++]);
}

/* x, and y made perpendicular to it */
static void read_axes(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	struct Figure f[6];
	if (!mj_exactly(m, e, "xyaxes", 6, f))
		return;
	double x[3] = { f[0].value, f[1].value, f[2].value }, y[3] = { f[3].value, f[4].value, f[5].value };
	bool good = mj_unit_vector(x) > 0;
	double part = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
	for (int i = 0; i < 3; i++)
		y[i] -= part * x[i];
	if (!good || !(mj_unit_vector(y) > 0)) {
		no_length(m, f[0].span, "axis");
		return;
	}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][0] = x[i];
		R[i][1] = y[i];
		R[i][2] = x[j] * y[k] - x[k] * y[j];
	}
	mj_push_turn(m, f[0].span, R, at);
}

/* From z to -z it is about x. */
void mj_turn_z(struct Mjcf *m, struct Span span, const double z[3], double R[3][3], struct Arguments *at)
{
	static const double up[3] = { 0, 0, 1 };
	double axis[3] = { -z[1], z[0], 0 };
	if (!(mj_unit_vector(axis) > 0))
		axis[0] = 1;
	mj_turn_about(axis, atan2(hypot(z[0], z[1]), z[2]), R);
	struct Expr *turn = made_turn(m->diags, span, up, z, false);
	if (turn)
		made_push(m->diags, at, turn);
}

static void read_z_axis(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	struct Figure f[3];
	if (!mj_exactly(m, e, "zaxis", 3, f))
		return;
	double z[3] = { f[0].value, f[1].value, f[2].value };
	if (mj_unit_vector(z) > 0)
		mj_turn_z(m, f[0].span, z, R, at);
	else
		no_length(m, f[0].span, "axis");
}

/* The ways to give an orientation, the first that an element has counts. */
static const struct Way {
	const char *name;
	void (*read)(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at);
} ways[] = {
	{ "axisangle", read_axis_angle }, { "xyaxes", read_axes },     { "zaxis", read_z_axis },
	{ "euler", read_euler },          { "quat", read_quaternion },
};

void mj_turn(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	static const char *const names[] = { "axisangle", "xyaxes", "zaxis", "euler", "quat", NULL };
	const struct XmlElement *level = mj_level(e, names);
	struct MjElement only = { .element = level };
	memcpy(R, mj_here.R, sizeof mj_here.R);
	for (size_t i = 0; i < sizeof ways / sizeof *ways && level; i++)
		if (xml_attribute(level, ways[i].name).text) {
			ways[i].read(m, &only, R, at);
			return;
		}
}

bool mj_between(struct Mjcf *m, const struct MjElement *e, struct MjPlace *middle, double way[3])
{
	struct Figure end[6], shift[3];
	if (!mj_exactly(m, e, "fromto", 6, end))
		return false;
	middle->pose = mj_here;
	for (int i = 0; i < 3; i++) {
		way[i] = end[i + 3].value - end[i].value;
		middle->pose.p[i] = (end[i].value + end[i + 3].value) / 2;
		shift[i] = figure_of(m->arena, end[i].span, middle->pose.p[i]);
	}
	mj_push_shift(m, end[0].span, shift, false, &middle->at);
	return true;
}

struct MjPlace mj_place(struct Mjcf *m, const struct MjElement *e)
{
	struct MjPlace place = { .pose = mj_here };
	struct Figure shift[3];
	if (mj_exactly(m, e, "pos", 3, shift)) {
		mj_push_shift(m, shift[0].span, shift, false, &place.at);
		for (int i = 0; i < 3; i++)
			place.pose.p[i] = shift[i].value;
	}
	mj_turn(m, e, place.pose.R, &place.at);
	return place;
}

struct MjPlace mj_place_times(struct Mjcf *m, const struct MjPlace *a, const struct MjPlace *b)
{
	struct MjPlace out = { .pose = mj_pose_times(&a->pose, &b->pose) };
	for (size_t i = 0; i < a->at.count; i++)
		made_push(m->diags, &out.at, a->at.item[i].value);
	for (size_t i = 0; i < b->at.count; i++)
		made_push(m->diags, &out.at, b->at.item[i].value);
	return out;
}
