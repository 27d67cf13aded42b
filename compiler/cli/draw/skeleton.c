#include "skeleton.h"

#include "dag/usual.h"

static bool shown(const struct Body *body)
{
	return body->carrier >= 0; /* what stands still says nothing */
}

static void put_pose(struct Text *out, const char *name)
{
	text_format(out, "%sfk:\"%s\"", out->count ? "+" : "skeleton=", name);
}

const char *skeleton_function(rigidc_model *model)
{
	const struct Model *m = model->model;
	struct Text out;
	text_init(&out, &model->arena);
	for (int i = 0; i < m->bodies; i++)
		if (shown(&m->body[i]))
			put_pose(&out, m->body[i].name.text);
	for (int i = 0; i < m->frames; i++)
		if (m->frame[i].body >= 0 && shown(&m->body[m->frame[i].body]))
			put_pose(&out, m->frame[i].name.text);
	return text_string(&out);
}

static int add_point(rigidc_model *model, struct Skeleton *skeleton, int joined, int frame)
{
	*ARENA_PUSH(&model->arena, skeleton) = (struct SkeletonPoint){ .joined = joined, .frame = frame };
	return (int)skeleton->count - 1;
}

/* Nothing hangs on it: its centre of mass shows where it is. */
static void add_tip(rigidc_model *model, struct Skeleton *skeleton, const struct Body *body, int point)
{
	double *at = skeleton->item[add_point(model, skeleton, point, skeleton->item[point].frame)].at;
	for (int k = 0; k < 3; k++)
		at[k] = dag_usual(model->model->dag, body->com.e[k]);
}

struct Skeleton skeleton_points(rigidc_model *model)
{
	const struct Model *m = model->model;
	struct Skeleton skeleton = { 0 };
	int *point = ARENA_ARRAY(&model->arena, int, m->bodies + 1);
	bool *carries = ARENA_ARRAY(&model->arena, bool, m->bodies + 1);
	for (int i = 0; i < m->bodies; i++) {
		int parent = m->body[i].parent;
		point[i] = -1;
		if (!shown(&m->body[i]))
			continue;
		point[i] = add_point(model, &skeleton, parent < 0 ? -1 : point[parent], skeleton.frames++);
		if (parent >= 0)
			carries[parent] = true;
	}
	for (int i = 0; i < m->frames; i++) {
		int body = m->frame[i].body;
		if (body < 0 || point[body] < 0)
			continue;
		add_point(model, &skeleton, point[body], skeleton.frames++);
		carries[body] = true;
	}
	for (int i = 0; i < m->bodies; i++)
		if (point[i] >= 0 && !carries[i])
			add_tip(model, &skeleton, &m->body[i], point[i]);
	return skeleton;
}

/* p + R at, for every point. */
static void place(const struct Skeleton *skeleton, double *const *pose, double *position)
{
	for (size_t i = 0; i < skeleton->count; i++) {
		const struct SkeletonPoint *point = &skeleton->item[i];
		const double *R = pose[2 * point->frame], *p = pose[2 * point->frame + 1];
		for (int k = 0; k < 3; k++)
			position[3 * i + (size_t)k] = p[k] + R[3 * k] * point->at[0] + R[3 * k + 1] * point->at[1] + R[3 * k + 2] * point->at[2];
	}
}

struct Postures skeleton_move(rigidc_model *model, const struct Skeleton *skeleton, rigidc_function *poses, const struct Sheet *rows)
{
	const double apart = 1. / 60; /* s: no eye sees more */
	struct Arena *arena = &model->arena;
	struct Postures postures = { .points = skeleton->count };
	double **pose = ARENA_ARRAY(arena, double *, 2 * skeleton->frames);
	for (int i = 0; i < 2 * skeleton->frames; i++)
		pose[i] = ARENA_ARRAY(arena, double, i % 2 ? 3 : 9);
	postures.time = ARENA_ARRAY(arena, double, rows->count);
	postures.position = ARENA_ARRAY(arena, double, rows->count * 3 * skeleton->count);
	for (size_t row = 0; row < rows->count; row++) {
		double time = rows->item[row][0];
		bool last = row + 1 == rows->count;
		if (postures.count && !last && time - postures.time[postures.count - 1] < apart - 1e-9)
			continue;
		rigidc_call(poses, (const double *[]){ rows->item[row] + 1 }, pose);
		place(skeleton, pose, &postures.position[3 * skeleton->count * postures.count]);
		postures.time[postures.count++] = time;
	}
	return postures;
}
