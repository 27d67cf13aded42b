#include "stages.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "grammar/import/made.h"

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
		length = elementary_hypot(length, f[i].value);
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
	made_rotation(q, R);
	if (made_quarter_angles(R, turns))
		made_push_turn(m->diags, f[0].span, R, at);
	else
		made_push(m->diags, at, made_call(m->diags, f[0].span, "quaternion", list));
}

static void read_axis_angle(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	struct Figure f[4];
	if (!mj_exactly(m, e, "axisangle", 4, f))
		return;
	double axis[3] = { f[0].value, f[1].value, f[2].value };
	if (!(made_unit_vector(axis) > 0)) {
		no_length(m, f[0].span, "axis");
		return;
	}
	rotation_about(axis, mj_radians(m, &f[3]), R);
	if (!f[3].zero)
		made_push_about(m->diags, f[0].span, f, mj_angle(m, &f[3]), at);
}

/* Turns about x, y, z in the order of `eulerseq`: small letters about the turned axes, capitals about the fixed
 * ones. */
static void read_euler(struct Mjcf *m, const struct MjElement *e, double R[3][3], struct Arguments *at)
{
	static const char letters[] = "xyz", capitals[] = "XYZ";
	struct Figure f[3];
	struct Expr *order[6]; /* from begin to end */
	int begin = 3, end = 3;
	if (!mj_exactly(m, e, "euler", 3, f))
		return;
	for (int i = 0; i < 3; i++) {
		char letter = mj_compiler(m, f[i].span)->euler[i];
		bool fixed = strchr(capitals, letter) != NULL;
		int axis = (int)(strchr(fixed ? capitals : letters, letter) - (fixed ? capitals : letters));
		double about[3] = { axis == 0, axis == 1, axis == 2 }, turn[3][3];
		rotation_about(about, mj_radians(m, &f[i]), turn);
		rotation_compose(fixed ? turn : R, fixed ? R : turn, R);
		if (f[i].zero)
			continue;
		order[fixed ? --begin : end++] = made_turn_about(m->diags, f[i].span, axis, mj_angle(m, &f[i]));
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
	bool good = made_unit_vector(x) > 0;
	double part = vector_dot(x, y);
	for (int i = 0; i < 3; i++)
		y[i] -= part * x[i];
	if (!good || !(made_unit_vector(y) > 0)) {
		no_length(m, f[0].span, "axis");
		return;
	}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		R[i][0] = x[i];
		R[i][1] = y[i];
		R[i][2] = x[j] * y[k] - x[k] * y[j];
	}
	made_push_turn(m->diags, f[0].span, R, at);
}

/* From z to -z it is about x. */
void mj_turn_z(struct Mjcf *m, struct Span span, const double z[3], double R[3][3], struct Arguments *at)
{
	static const double up[3] = { 0, 0, 1 };
	double axis[3] = { -z[1], z[0], 0 };
	if (!(made_unit_vector(axis) > 0))
		axis[0] = 1;
	rotation_about(axis, elementary_atan2(elementary_hypot(z[0], z[1]), z[2]), R);
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
	if (made_unit_vector(z) > 0)
		mj_turn_z(m, f[0].span, z, R, at);
	else
		no_length(m, f[0].span, "axis");
}

/* The ways to give an orientation, the first that an element has counts. */
static const struct MjTurnForm {
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
	memcpy(R, pose_identity.R, sizeof pose_identity.R);
	for (size_t i = 0; i < sizeof ways / sizeof *ways && level; i++)
		if (xml_attribute(level, ways[i].name).text) {
			ways[i].read(m, &only, R, at);
			return;
		}
}

bool mj_between(struct Mjcf *m, const struct MjElement *e, struct MadePlace *middle, double way[3])
{
	struct Figure end[6], shift[3];
	if (!mj_exactly(m, e, "fromto", 6, end))
		return false;
	middle->pose = pose_identity;
	for (int i = 0; i < 3; i++) {
		way[i] = end[i + 3].value - end[i].value;
		middle->pose.p[i] = (end[i].value + end[i + 3].value) / 2;
		shift[i] = figure_of(m->arena, end[i].span, middle->pose.p[i]);
	}
	made_push_shift(m->diags, end[0].span, shift, false, &middle->at);
	return true;
}

struct MadePlace mj_place(struct Mjcf *m, const struct MjElement *e)
{
	struct MadePlace place = { .pose = pose_identity };
	struct Figure shift[3];
	if (mj_exactly(m, e, "pos", 3, shift)) {
		made_push_shift(m->diags, shift[0].span, shift, false, &place.at);
		for (int i = 0; i < 3; i++)
			place.pose.p[i] = shift[i].value;
	}
	mj_turn(m, e, place.pose.R, &place.at);
	return place;
}

/* --- frames --- */

static void in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3],
                    void (*move)(const struct Pose *, const double[3], double[3]))
{
	const double x[3] = { v[0].value, v[1].value, v[2].value };
	double y[3];
	if (memcmp(frame, &pose_identity, sizeof pose_identity) == 0)
		return;
	move(frame, x, y);
	for (int i = 0; i < 3; i++)
		v[i] = figure_of(m->arena, v[i].span, made_tidy(m->arena, y[i]));
}

void mj_direction_in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3])
{
	in_body(m, frame, v, pose_turn);
}

void mj_point_in_body(struct Mjcf *m, const struct Pose *frame, struct Figure v[3])
{
	in_body(m, frame, v, pose_point);
}
