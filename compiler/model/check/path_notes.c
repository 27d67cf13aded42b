/* Paths of tendons, looked at where the model starts. A point that counts in a range alone: the length should be the same with and
 * without it at the ends of its range, with the coordinate there; tendons with wraps are passed over. A wrap: the points before and
 * after it should be outside. Wraps in a row: the sweeps over them should settle at random poses. */
#include "checks.h"

#include <math.h>
#include <string.h>

#include "dag/default_values.h"
#include "dag/posture.h"
#include "model/body.h"
#include "model/body/pose.h"
#include "model/joint.h"
#include "model/model_pose.h"
#include "model/strut.h"

/* State at which lengths are looked at. */
struct Looking {
	const struct Model *model;
	struct Arena *arena;
	double *q, *moved;
	struct Posture posture;
};

/* The pose `start`, or zeros with unit quaternions. */
static double *start_of(const struct Model *model, struct Arena *arena)
{
	double *q = ARENA_ARRAY(arena, double, model->nq + 1);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (body_moves(&model->body[i]) && kind_has_quaternion(joint->kind))
			q[joint->tree.q + joint->kind->nq - 1] = 1;
	}
	const struct ModelPose *start = pose_find(model, "start");
	for (int i = 0; i < model->nq && start; i++)
		q[i] = start->q[model->ordered ? model->q_place[i] : i];
	return q;
}

/* Length of the path with one of its points forced to count, or not to count. */
static double length_with(struct Looking *l, const struct Strut *strut, int forced, bool counts)
{
	double length = 0;
	int last = -1;
	for (int i = 0; i < strut->points; i++) {
		const struct PointRange *range = &strut->range[i];
		if (i == forced ? !counts : range->given && !(posture_value(&l->posture, range->inside) >= 0))
			continue;
		if (last >= 0)
			length += sqrt(posture_value(&l->posture, strut->line[strut_line(strut, last, i)].square));
		last = i;
	}
	return length;
}

/* Looks at one end of a range. True after a note. */
static bool check_end(struct Looking *l, struct Diags *diags, const struct Strut *strut, int point, Ref end)
{
	const double most = 1e-3, millimetres = 1e3, digits = 1e-4; /* digits: of ends and limits */
	const struct Model *model = l->model;
	struct Affine line;
	const struct Body *body;
	if (!affine_of(model->dag, strut->range[point].value, &line))
		return false;
	double at = (dag_default_value(model->dag, end) - line.offset) / line.scale;
	body = body_limited_by(model, line.q);
	if (!isfinite(at) || (body && (at <= dag_value(model->dag, body->joint->lower) + digits ||
	                               at >= dag_value(model->dag, body->joint->upper) - digits)))
		return false;
	memcpy(l->moved, l->q, (size_t)model->nq * sizeof *l->q);
	l->moved[line.q] = at;
	posture_move(&l->posture, l->moved);
	double jump = length_with(l, strut, point, true) - length_with(l, strut, point, false);
	if (!(fabs(jump) > most))
		return false;
	struct Diag *d =
		diag(diags, CHECK_PATH_JUMP, strut->at[point].span,
	             "the length of tendon '%s' jumps by %.3g mm at %.4g, where this point begins or ends to count",
	             strut->name.text, millimetres * fabs(jump), dag_default_value(model->dag, end));
	diag_help(diags, d, "its moment arms jump there too");
	return true;
}

static void check_jumps(struct Looking *l, struct Diags *diags, const struct Strut *strut)
{
	for (int k = 0; k < strut->points && !strut->wraps; k++) {
		const struct PointRange *range = &strut->range[k];
		if (range->given && !check_end(l, diags, strut, k, range->lower))
			check_end(l, diags, strut, k, range->upper);
	}
}

static void check_wraps(struct Looking *l, struct Diags *diags, const struct Strut *strut)
{
	posture_move(&l->posture, l->q);
	for (int k = 0; k < strut->points; k++)
		if (strut->around[k].wrap && !(posture_value(&l->posture, strut->around[k].apart) < 0))
			diag(diags, CHECK_WRAP_INSIDE, strut->at[k].span,
			     "a point of tendon '%s' beside wrap '%s' is inside of it at the start, where it bends nothing",
			     strut->name.text, strut->at[k].text);
}

/* The first of several wraps in a row; -1: none are. */
static int first_in_row(const struct Looking *l, const struct Strut *strut)
{
	for (int k = 0; k < strut->points; k++)
		if (strut->around[k].wrap && !dag_is_zero(l->model->dag, strut->around[k].unsettled))
			return k;
	return -1;
}

/* Would another sweep leave the path as it is? */
static bool is_settled(struct Looking *l, const struct Strut *strut)
{
	const double most = 1e-6; /* m */
	bool settled = true;
	for (int k = 0; k < strut->points; k++)
		settled &=
			!strut->around[k].wrap || posture_value(&l->posture, strut->around[k].unsettled) <= most * most;
	return settled;
}

/* Wraps in a row: the sweeps over them should end with a path that one more sweep would not change. */
static void check_rows_of_wraps(struct Looking *l, struct Diags *diags)
{
	enum { POSES = 100 };
	const struct Model *model = l->model;
	const size_t struts = model->struts.count;
	int *first = ARENA_ARRAY(l->arena, int, struts), *poses = ARENA_ARRAY(l->arena, int, struts);
	bool any = false;
	for (size_t i = 0; i < struts; i++) {
		first[i] = first_in_row(l, &model->struts.item[i]);
		any |= first[i] >= 0;
	}
	for (uint64_t pose = 0; pose < POSES && any; pose++) {
		check_draw_state(model, pose, l->moved);
		posture_move(&l->posture, l->moved);
		for (size_t i = 0; i < struts; i++)
			poses[i] += first[i] >= 0 && !is_settled(l, &model->struts.item[i]);
	}
	for (size_t i = 0; i < struts; i++) {
		const struct Strut *strut = &model->struts.item[i];
		if (!poses[i])
			continue;
		struct Diag *d = diag(
			diags, CHECK_WRAP_ROW, strut->at[first[i]].span,
			"the path of tendon '%s' around its wraps does not settle in %d of %d poses: length and arms are wrong there",
			strut->name.text, poses[i], POSES);
		diag_help(diags, d, "limits of joints, a side of each wrap, and wraps further apart help");
	}
}

void paths_note(const struct Model *model, struct Diags *diags)
{
	struct Looking l = { .model = model, .arena = arena_trial(model->arena) };
	bool any = false;
	for (size_t i = 0; i < model->struts.count; i++)
		any |= model->struts.item[i].varies;
	if (!any)
		return;
	l.q = start_of(model, l.arena);
	l.moved = ARENA_ARRAY(l.arena, double, model->nq + 1);
	l.posture = posture_begin(l.arena, model->dag);
	for (size_t i = 0; i < model->struts.count; i++) {
		check_jumps(&l, diags, &model->struts.item[i]);
		check_wraps(&l, diags, &model->struts.item[i]);
	}
	check_rows_of_wraps(&l, diags);
	arena_empty(l.arena);
}
