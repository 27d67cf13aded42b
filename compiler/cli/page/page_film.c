/* The page of a film: the picture of `report` with a motion in place of sliders. Poses are those of the C, in single
 * precision. */
#include "base/digest.h"
#include "base/little_endian.h"
#include "base/pose.h"
#include "cli/text_json.h"
#include "model/body.h"
#include "model/joint.h"
#include "page.h"

/* Outputs of the function: a rotation and a position of each moving body, the mass, the centre of mass. */
struct FilmOutputs {
	double **item;
	int bodies;
};

const char *page_film_function(rigidc_model *model)
{
	const struct Model *m = model->model;
	struct Text out = text_new(&model->arena);
	text_put(&out, "film=");
	for (int i = 0; i < m->bodies; i++)
		if (body_moves(&m->body[i]))
			text_format(&out, "fk:%s+", text_quoted(out.arena, m->body[i].name.text));
	text_put(&out, "com");
	return text_string(&out);
}

/* --- numbers in base64 --- */

struct Singles ARENA_LIST(unsigned char);

static void put_single(struct Arena *arena, struct Singles *out, double number)
{
	unsigned char bytes[4];
	little_endian_put_single(bytes, (float)number);
	for (size_t i = 0; i < sizeof bytes; i++)
		*ARENA_PUSH(arena, out) = bytes[i];
}

static void put_singles(struct Arena *arena, struct Singles *out, const double *number, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put_single(arena, out, number[i]);
}

static json_t *singles_json(struct Arena *arena, const struct Singles *singles)
{
	return json_string(digest_base64(arena, singles->item, singles->count));
}

/* --- postures --- */

static struct FilmOutputs make_outputs(struct Arena *arena, const struct Model *m)
{
	struct FilmOutputs out = { .item = ARENA_ARRAY(arena, double *, 2 * m->bodies + 2) };
	for (int i = 0; i < m->bodies; i++)
		out.bodies += body_moves(&m->body[i]);
	for (int i = 0; i < 2 * out.bodies; i++)
		out.item[i] = ARENA_ARRAY(arena, double, i % 2 ? 3 : 9);
	out.item[2 * out.bodies] = ARENA_ARRAY(arena, double, 1);
	out.item[2 * out.bodies + 1] = ARENA_ARRAY(arena, double, 3);
	return out;
}

static void put_pose(struct Arena *arena, struct Singles *out, const double R[9], const double p[3])
{
	const double by_rows[3][3] = { { R[0], R[1], R[2] }, { R[3], R[4], R[5] }, { R[6], R[7], R[8] } };
	double q[4];
	rotation_quaternion(by_rows, q);
	put_singles(arena, out, p, 3);
	put_singles(arena, out, q, 4);
}

/* Contacts of the motion, in the order of the skeleton. */
static json_t *contacts_json(const struct Model *m, const struct Skeleton *skeleton)
{
	json_t *all = page_contacts(m), *some = json_array();
	for (size_t i = 0; i < skeleton->contacts; i++)
		json_array_append(some, json_array_get(all, skeleton->contact[i].number));
	return some;
}

static json_t *motion_json(rigidc_model *model, const struct PageMotion *motion)
{
	struct Arena *arena = &model->arena;
	const struct SkeletonPostures *postures = motion->postures;
	const struct FilmOutputs out = make_outputs(arena, model->model);
	struct Singles poses = { 0 }, centres = { 0 }, forces = { 0 };
	struct Text closed = text_new(arena);
	for (size_t k = 0; k < postures->count; k++) {
		const double *row = motion->rows->item[postures->row[k]];
		rigidc_call(motion->function, motion_arrays(model->model, row).array, out.item);
		for (int i = 0; i < out.bodies; i++)
			put_pose(arena, &poses, out.item[2 * i], out.item[2 * i + 1]);
		put_singles(arena, &centres, out.item[2 * out.bodies + 1], 3);
	}
	put_singles(arena, &forces, postures->force, 3 * postures->count * postures->contacts);
	for (size_t i = 0; i < postures->count * postures->contacts; i++)
		text_char(&closed, postures->closed[i] ? '1' : '0');
	json_t *all = json_pack("{s:o, s:o, s:o, s:o, s:s, s:i, s:o, s:o}", "times",
	                        text_json_numbers(postures->time, (int)postures->count), "poses",
	                        singles_json(arena, &poses), "centres", singles_json(arena, &centres), "forces",
	                        singles_json(arena, &forces), "closed", text_string(&closed), "contacts",
	                        (int)postures->contacts, "mass", text_json_number(*out.item[2 * out.bodies]), "scale",
	                        text_json_number(arrow_scale(motion->skeleton, postures)));
	if (motion->view >= 0)
		json_object_set_new(all, "view",
		                    json_pack("[i, i]", scene_plane[motion->view].right, scene_plane[motion->view].up));
	return all;
}

const char *page_film(rigidc_model *model, const struct PageMotion *motion, const struct PackageFolders *packages)
{
	const struct Model *m = model->model;
	text_json_memory(&model->arena);
	json_t *all = page_robot(m);
	page_shapes(model, m, packages, all);
	if (!json_object_get(all, "shapes"))
		return NULL;
	json_object_set_new(all, "info", json_pack("{s:o}", "gravity", page_numbers(m, m->gravity.e, 3)));
	if (motion->skeleton->contacts)
		json_object_set_new(all, "contacts", contacts_json(m, motion->skeleton));
	json_object_set_new(all, "film", motion_json(model, motion));
	return page_film_text(&model->arena, m->name.text, text_json_embedded(all));
}
