#include "stages.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/pose.h"

enum { POINT_A, POINT_B, POINT_C, ORIGIN };

/* --- numbers --- */

/* Pose of a place in the frame of its body. */
static struct Pose pose_of(const struct OsimPlace *place)
{
	struct Pose pose = pose_identity;
	for (size_t i = 0; i < place->count; i++) {
		struct Pose offset = pose_identity;
		for (int k = 0; k < 3; k++) {
			double axis[3] = { k == 0, k == 1, k == 2 };
			struct Pose turn = pose_identity;
			rotation_about(axis, place->item[i].turn[k].value, turn.R);
			offset = pose_compose(&offset, &turn);
			offset.p[k] = place->item[i].shift[k].value;
		}
		pose = pose_compose(&pose, &offset);
	}
	return pose;
}

/* Makes a direction a unit vector. Returns its length. */
static double normalize(double v[3])
{
	double length = vector_length(v);
	for (int i = 0; i < 3 && length > 0; i++)
		v[i] /= length;
	return length;
}

/* Angles about x, the new y and the new z: R = Rx(a) Ry(b) Rz(c). */
static void angles_of(double R[3][3], double angle[3])
{
	static const double rounding = 1e-14; /* rad */
	angle[0] = elementary_atan2(-R[1][2], R[2][2]);
	double s = elementary_sin(angle[0]), c = elementary_cos(angle[0]);
	angle[1] = elementary_atan2(R[0][2], c * R[2][2] - s * R[1][2]);
	angle[2] = elementary_atan2(c * R[1][0] + s * R[2][0], c * R[1][1] + s * R[2][1]);
	for (int i = 0; i < 3; i++)
		angle[i] = fabs(angle[i]) < rounding ? 0 : angle[i];
}

/* --- parts of the element --- */

/* The axis "+x" or "-z" that a child names, as 0 to 2; `made` without the child. -1 after a diagnostic. */
static int read_axis(struct Osim *o, const struct XmlElement *frame, const char *name, int made, double *sign)
{
	const struct XmlValue *value = osim_content(frame, name);
	*sign = 1;
	if (!value)
		return made;
	const char *letter = value->text + (*value->text == '+' || *value->text == '-');
	const char *axis = *letter && !letter[1] ? strchr("xyzXYZ", *letter) : NULL;
	*sign = *value->text == '-' ? -1 : 1;
	if (axis)
		return (int)(axis - "xyzXYZ") % 3;
	diag(o->diags, CHECK_OSIM_UNSUPPORTED, value->span,
	     "an axis of a <StationDefinedFrame> is +x, -x, +y, -y, +z or -z");
	return -1;
}

static bool on_one_body(struct Osim *o, const struct XmlElement *frame, const struct OsimPlace *point)
{
	for (int i = 1; i < OSIM_STATIONS; i++)
		if (point[i].body != point[0].body) {
			diag(o->diags, CHECK_OSIM_UNSUPPORTED, frame->span,
			     "the points of a <StationDefinedFrame> are on several bodies");
			return false;
		}
	return true;
}

/* Axes of the frame in the axes of the body: one is along ab, another along ab x ac. False after a diagnostic. */
static bool read_axes(struct Osim *o, const struct XmlElement *frame, const struct OsimPlace *point, double R[3][3])
{
	static const double least = 1e-9; /* sine of the angle of ab and ac */
	double axis[3][3], sign[2], a[3], ac[3];
	int first = read_axis(o, frame, "ab_axis", 0, &sign[0]);
	int second = read_axis(o, frame, "ab_x_ac_axis", 1, &sign[1]);
	if (first == second && first >= 0)
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, frame->span,
		     "the axes <ab_axis> and <ab_x_ac_axis> of a <StationDefinedFrame> are along one line");
	if (first == second || first < 0 || second < 0)
		return false;
	memcpy(a, pose_of(&point[POINT_A]).p, sizeof a);
	struct Pose b = pose_of(&point[POINT_B]), c = pose_of(&point[POINT_C]);
	for (int i = 0; i < 3; i++) {
		axis[first][i] = sign[0] * (b.p[i] - a[i]);
		ac[i] = sign[0] * sign[1] * (c.p[i] - a[i]);
	}
	double ab_length = normalize(axis[first]), ac_length = normalize(ac);
	vector_cross(axis[first], ac, axis[second]);
	double sine = normalize(axis[second]);
	if (!(ab_length > 0 && ac_length > 0 && sine > least)) {
		diag(o->diags, CHECK_OSIM_UNSUPPORTED, frame->span,
		     "points a, b and c of a <StationDefinedFrame> are on one line");
		return false;
	}
	int third = 3 - first - second, before = (third + 1) % 3;
	vector_cross(axis[before], axis[(third + 2) % 3], axis[third]);
	for (int i = 0; i < 9; i++)
		R[i / 3][i % 3] = axis[i % 3][i / 3];
	return true;
}

struct OsimPlace osim_station_frame(struct Osim *o, const struct XmlElement *frame, const struct OsimPlace *point)
{
	struct OsimPlace place = { .body = OSIM_NOWHERE };
	struct OsimOffset offset;
	double R[3][3], angle[3];
	if (!on_one_body(o, frame, point) || !read_axes(o, frame, point, R))
		return place;
	struct Pose origin = pose_of(&point[ORIGIN]);
	angles_of(R, angle);
	for (int i = 0; i < 3; i++) {
		bool as_written = point[ORIGIN].count == 1;
		offset.shift[i] =
			as_written ? point[ORIGIN].item[0].shift[i] : figure_of(o->arena, frame->span, origin.p[i]);
		offset.turn[i] = figure_of(o->arena, frame->span, angle[i]);
	}
	place.body = point[ORIGIN].body;
	osim_push(o, &place, &offset);
	return place;
}
