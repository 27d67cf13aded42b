#include "draw.h"

#include <string.h>

#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/strut.h"

/* Is the body no part of the robot, but the first coordinate of the place of the body that it carries? */
static bool is_place(const struct Model *m, int i)
{
	const struct Body *body = &m->body[i];
	bool slides = joint_nv(body->joint) == 1 && kind_slides(body->joint->kind, 0), carries = false;
	for (int k = i + 1; k < m->bodies; k++)
		carries |= m->body[k].parent == i;
	return slides && carries && dag_is_zero(m->dag, body->mass) && (body->parent < 0 || is_place(m, body->parent));
}

/* Bodies that are fixed to the world are not drawn. */
static bool shown(const struct Model *m, int i)
{
	return m->body[i].carrier >= 0 && !is_place(m, i);
}

static void put_pose(struct Text *out, const char *name)
{
	text_format(out, "%sfk:%s", out->count ? "+" : "skeleton=", text_quoted(out->arena, name));
}

/* Site of a strut's point, the body or frame whose pose it follows. If the point is the origin of a frame, the frame:
 * parameters may move it. Else the body of the point; -1: the world. */
static int site_of(const struct Model *m, const struct Point *point)
{
	const int body = point->body;
	for (int i = 0; i < m->frames; i++) {
		const struct Frame *frame = &m->frame[i];
		if (frame->body == body && memcmp(frame->at.p.e, point->p.e, sizeof point->p.e) == 0)
			return m->bodies + i;
	}
	return body;
}

/* The origin of a placement on a body. */
static struct Point origin_of(int body, const struct Placement *at)
{
	return (struct Point){ .body = body, .p = at->p };
}

/* Loops, then loops in closed form. */
static size_t count_loops(const struct Model *m)
{
	return m->loops.count + m->closed_forms.count;
}

static const struct Loop *listed_loop(const struct Model *m, size_t i)
{
	return i < m->loops.count ? &m->loops.item[i] : &m->closed_forms.item[i - m->loops.count]->loop;
}

static struct Point loop_point(const struct Loop *loop, int end)
{
	return origin_of(loop->end[end].body, &loop->end[end].at);
}

static struct Point contact_point(const struct Contact *contact)
{
	return origin_of(contact->body, &contact->at);
}

static void pose_site(const struct Model *m, bool *posed, const struct Point *point)
{
	int site = site_of(m, point);
	if (site >= 0)
		posed[site] = true;
}

/* Sites with a pose in the function, by body, then by frame. */
static bool *posed_sites(struct Arena *arena, const struct Model *m)
{
	bool *posed = ARENA_ARRAY(arena, bool, m->bodies + m->frames + 1);
	for (int i = 0; i < m->bodies; i++)
		posed[i] = shown(m, i);
	for (int i = 0; i < m->frames; i++)
		posed[m->bodies + i] = m->frame[i].body >= 0 && shown(m, m->frame[i].body);
	for (size_t i = 0; i < m->struts.count; i++)
		for (int k = 0; k < m->struts.item[i].points; k++)
			pose_site(m, posed, &m->struts.item[i].point[k]);
	for (size_t i = 0; i < 2 * count_loops(m); i++) {
		const struct Point point = loop_point(listed_loop(m, i / 2), (int)(i % 2));
		pose_site(m, posed, &point);
	}
	for (size_t i = 0; i < m->contacts.count; i++) {
		const struct Point point = contact_point(&m->contacts.item[i]);
		pose_site(m, posed, &point);
	}
	return posed;
}

const char *skeleton_function(rigidc_model *model)
{
	const struct Model *m = model->model;
	const bool *posed = posed_sites(&model->arena, m);
	struct Text out = text_new(&model->arena);
	for (int i = 0; i < m->bodies + m->frames; i++)
		if (posed[i])
			put_pose(&out, i < m->bodies ? m->body[i].name.text : m->frame[i - m->bodies].name.text);
	return text_string(&out);
}

static int add_point(rigidc_model *model, struct Skeleton *skeleton, int joined, int frame)
{
	*ARENA_PUSH(&model->arena, skeleton) = (struct SkeletonPoint){ .joined = joined, .frame = frame };
	return (int)skeleton->count - 1;
}

/* Tip of a terminal body: a line to its centre of mass. */
static void add_tip(rigidc_model *model, struct Skeleton *skeleton, const struct Body *body, int point)
{
	double *at = skeleton->item[add_point(model, skeleton, point, skeleton->item[point].frame)].at;
	dag_default_values(model->model->dag, body->com.e, 3, at);
}

/* Poses and points by site, found while points are added. */
struct Found {
	int *pose;     /* index among the poses of skeleton_function; -1: none */
	int *point;    /* point at the origin; -1: none yet */
	bool *carries; /* by body: has a child or a frame */
};

static struct Found find_sites(rigidc_model *model, struct Skeleton *skeleton)
{
	const struct Model *m = model->model;
	const bool *posed = posed_sites(&model->arena, m);
	const int sites = m->bodies + m->frames;
	struct Found found = { .carries = ARENA_ARRAY(&model->arena, bool, m->bodies + 1) };
	found.pose = ARENA_ARRAY(&model->arena, int, sites + 1);
	found.point = ARENA_ARRAY(&model->arena, int, sites + 1);
	for (int i = 0; i < sites; i++) {
		found.pose[i] = posed[i] ? skeleton->frames++ : -1;
		found.point[i] = -1;
	}
	return found;
}

static void add_links(rigidc_model *model, struct Skeleton *skeleton, struct Found *sites)
{
	const struct Model *m = model->model;
	for (int i = 0; i < m->bodies; i++) {
		int parent = m->body[i].parent;
		if (!shown(m, i))
			continue;
		sites->point[i] = add_point(model, skeleton, parent < 0 ? -1 : sites->point[parent], sites->pose[i]);
		if (parent >= 0)
			sites->carries[parent] = true;
	}
	for (int i = 0; i < m->frames; i++) {
		int body = m->frame[i].body, site = m->bodies + i;
		if (body < 0 || sites->point[body] < 0)
			continue;
		sites->point[site] = add_point(model, skeleton, sites->point[body], sites->pose[site]);
		sites->carries[body] = true;
	}
	for (int i = 0; i < m->bodies; i++)
		if (sites->point[i] >= 0 && !sites->carries[i])
			add_tip(model, skeleton, &m->body[i], sites->point[i]);
}

/* Position of a point on its body, or in the world with `in_world`. */
static void locate(const struct Model *m, const struct Point *end, bool in_world, double at[3])
{
	const struct Placement *seen = in_world && end->body >= 0 ? &m->body[end->body].seen : NULL;
	double p[3];
	for (int k = 0; k < 3; k++)
		at[k] = p[k] = dag_default_value(m->dag, end->p.e[k]);
	for (int k = 0; k < 3 && seen; k++) {
		at[k] = dag_default_value(m->dag, seen->p.e[k]);
		for (int j = 0; j < 3; j++)
			at[k] += dag_default_value(m->dag, seen->R.e[k][j]) * p[j];
	}
}

/* The point of a strut, a loop or a contact: an existing point at the same origin, or a new point. */
static int end_of(rigidc_model *model, struct Skeleton *skeleton, struct Found *sites, const struct Point *end)
{
	const struct Model *m = model->model;
	int site = site_of(m, end);
	bool origin = site >= m->bodies || (site >= 0 && vec_is_zero(m->dag, end->p));
	if (origin && sites->point[site] >= 0)
		return sites->point[site];
	int joined = end->body < 0 ? -1 : sites->point[end->body];
	int point = add_point(model, skeleton, joined, site < 0 ? -1 : sites->pose[site]);
	skeleton->item[point].bare = joined < 0;
	if (origin)
		return sites->point[site] = point;
	locate(m, end, site < 0, skeleton->item[point].at);
	return point;
}

static void add_struts(rigidc_model *model, struct Skeleton *skeleton, struct Found *sites)
{
	const struct StrutList *struts = &model->model->struts;
	skeleton->strut = ARENA_ARRAY(&model->arena, struct SkeletonStrut, struts->count);
	for (; skeleton->struts < struts->count; skeleton->struts++) {
		const struct Strut *from = &struts->item[skeleton->struts];
		struct SkeletonStrut *strut = &skeleton->strut[skeleton->struts];
		strut->tendon = from->tendon;
		strut->point = ARENA_ARRAY(&model->arena, int, from->points);
		for (int k = 0; k < from->points; k++)
			if (strut_shows(from, k))
				strut->point[strut->points++] = end_of(model, skeleton, sites, &from->point[k]);
	}
}

static void add_loops(rigidc_model *model, struct Skeleton *skeleton, struct Found *sites)
{
	const size_t count = count_loops(model->model);
	skeleton->loop = ARENA_ARRAY(&model->arena, struct SkeletonLoop, count);
	for (; skeleton->loops < count; skeleton->loops++) {
		const struct Loop *from = listed_loop(model->model, skeleton->loops);
		struct SkeletonLoop *loop = &skeleton->loop[skeleton->loops];
		loop->rod = from->kind->length;
		for (int k = 0; k < 2; k++) {
			const struct Point point = loop_point(from, k);
			loop->point[k] = end_of(model, skeleton, sites, &point);
		}
	}
}

/* --- contacts --- */

/* A row of a contact. Its linear rows are along axes of the ground. */
static struct SkeletonRow contact_row(const struct Dag *dag, const struct ConstraintRow *from, const double R[9],
                                      size_t column)
{
	struct SkeletonRow row = { .column = column, .force = !from->angular };
	for (int i = 0; i < 3 && row.force; i++)
		for (int k = 0; k < 3; k++)
			row.t[i] += R[3 * i + k] * dag_default_value(dag, from->t.e[k]);
	return row;
}

/* Contacts whose lambda the motion has. */
static void add_contacts(rigidc_model *model, struct Skeleton *skeleton, struct Found *sites, const struct Sheet *rows)
{
	const struct Model *m = model->model;
	skeleton->contact = ARENA_ARRAY(&model->arena, struct SkeletonContact, m->contacts.count);
	for (size_t i = 0; i < m->contacts.count; i++) {
		const struct Contact *from = &m->contacts.item[i];
		struct SkeletonContact *contact = &skeleton->contact[skeleton->contacts];
		dag_default_values(m->dag, from->ground.R.e[0], 9, contact->R);
		dag_default_values(m->dag, from->ground.p.e, 3, contact->p);
		for (int r = 0; r < from->rows; r++) {
			const char *name =
				text_print(&model->arena, "lambda.%s.%s", from->name.text, from->row[r].name);
			size_t column = columns_place(&rows->column, name);
			if (column < rows->column.count)
				contact->row[contact->rows++] = contact_row(m->dag, &from->row[r], contact->R, column);
		}
		if (!contact->rows)
			continue;
		const size_t closed =
			columns_place(&rows->column, text_print(&model->arena, "contact.%s", from->name.text));
		contact->closed = closed < rows->column.count ? closed : 0; /* the first column is t */
		const struct Point point = contact_point(from);
		contact->number = i;
		contact->point = end_of(model, skeleton, sites, &point);
		skeleton->contacts++;
	}
}

static double weight_of(const struct Model *m)
{
	double mass = 0;
	for (int i = 0; i < m->bodies; i++)
		mass += m->body[i].carrier >= 0 ? dag_default_value(m->dag, m->body[i].mass) : 0;
	return mass * dag_default_length(m->dag, m->gravity.e);
}

struct Skeleton skeleton_points(rigidc_model *model, const struct Sheet *rows)
{
	struct Skeleton skeleton = { .weight = weight_of(model->model) };
	struct Found sites = find_sites(model, &skeleton);
	add_links(model, &skeleton, &sites);
	add_struts(model, &skeleton, &sites);
	add_loops(model, &skeleton, &sites);
	add_contacts(model, &skeleton, &sites, rows);
	return skeleton;
}

/* Positions p + R at of all points. */
static void place(const struct Skeleton *skeleton, double *const *pose, double *position)
{
	static const double upright[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, origin[3];
	for (size_t i = 0; i < skeleton->count; i++) {
		const struct SkeletonPoint *point = &skeleton->item[i];
		bool stands = point->frame < 0;
		const double *R = stands ? upright : pose[2 * point->frame],
			     *p = stands ? origin : pose[2 * point->frame + 1];
		for (int k = 0; k < 3; k++)
			position[3 * i + (size_t)k] = p[k] + R[3 * k] * point->at[0] + R[3 * k + 1] * point->at[1] +
			                              R[3 * k + 2] * point->at[2];
	}
}

/* Forces of all contacts at a row of the motion, and which contacts are closed. */
static void press(const struct Skeleton *skeleton, const double *row, double *force, bool *closed)
{
	for (size_t i = 0; i < skeleton->contacts; i++) {
		const struct SkeletonContact *contact = &skeleton->contact[i];
		closed[i] = contact->closed && row[contact->closed] != 0;
		for (int r = 0; r < contact->rows; r++) {
			double lambda = row[contact->row[r].column];
			closed[i] |= !contact->closed && lambda != 0;
			for (size_t k = 0; k < 3; k++)
				force[3 * i + k] += lambda * contact->row[r].t[k];
		}
	}
}

struct MotionArrays motion_arrays(const struct Model *model, const double *row)
{
	return (struct MotionArrays){ { row + 1, row + 1 + model->nq + 2 * model->nv } };
}

struct SkeletonPostures skeleton_move(rigidc_model *model, const struct Skeleton *skeleton, rigidc_function *poses,
                                      const struct Sheet *rows)
{
	const double apart = 1. / 60; /* s: the eye sees no faster pictures */
	struct Arena *arena = &model->arena;
	struct SkeletonPostures postures = { .points = skeleton->count, .contacts = skeleton->contacts };
	double **pose = ARENA_ARRAY(arena, double *, 2 * skeleton->frames);
	for (int i = 0; i < 2 * skeleton->frames; i++)
		pose[i] = ARENA_ARRAY(arena, double, i % 2 ? 3 : 9);
	postures.time = ARENA_ARRAY(arena, double, rows->count);
	postures.row = ARENA_ARRAY(arena, size_t, rows->count);
	postures.position = ARENA_TABLE(arena, double, rows->count * 3, skeleton->count);
	postures.force = ARENA_TABLE(arena, double, rows->count * 3, skeleton->contacts);
	postures.closed = ARENA_TABLE(arena, bool, rows->count, skeleton->contacts);
	for (size_t row = 0; row < rows->count; row++) {
		double time = rows->item[row][0];
		bool last = row + 1 == rows->count;
		if (postures.count && !last && time - postures.time[postures.count - 1] < apart - 1e-9)
			continue;
		rigidc_call(poses, motion_arrays(model->model, rows->item[row]).array, pose);
		place(skeleton, pose, &postures.position[3 * skeleton->count * postures.count]);
		press(skeleton, rows->item[row], &postures.force[3 * skeleton->contacts * postures.count],
		      &postures.closed[skeleton->contacts * postures.count]);
		postures.row[postures.count] = row;
		postures.time[postures.count++] = time;
	}
	return postures;
}
