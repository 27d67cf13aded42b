/* Constants in the Rust of a package: sizes, indices, limits, poses. */
#include "folder.h"

#include <ctype.h>
#include <string.h>

#include "dynamics/customized/base_parameters.h"
#include "model/loop.h"
#include "model/model_pose.h"

struct Constants {
	const struct Folder *folder;
	struct Text *out;
};

/* "/// Joint `elbow`, rad." */
static void put_index(void *context, const struct NamedIndex *index)
{
	struct Constants *constants = context;
	text_format(constants->out, "/// %c%s `%s`, %s.\npub const %s: usize = %d;\n", toupper(*index->owner),
	            index->owner + 1, text_identifier_rest(constants->folder->arena, index->of.text), index->unit,
	            index->name + strlen(constants->folder->upper) + 1, index->index);
}

/* Numbers of an array, and its end. */
static void put_numbers(const struct Folder *folder, struct Text *out, const double *number, int count)
{
	struct NoNumber words = folder_rust_words(folder);
	for (int k = 0; k < count; k++) {
		text_put(out, k ? ", " : "");
		if (!real_put_no_number(folder->printer.real, out, number[k], &words))
			real_put(real_of(false), out, number[k]);
	}
	text_put(out, "];\n");
}

static void put_phases(struct Constants *constants)
{
	const struct Folder *folder = constants->folder;
	const struct Model *model = folder->job.model;
	const struct JobPhases phases = job_phases(folder->arena, &folder->job);
	size_t prefix = strlen(folder->upper) + 1;
	for (int i = 0; i < phases.count; i++) {
		const struct FunctionPart *part = phases.part[i];
		const char *of = text_identifier_rest(folder->arena, part->phase);
		double *friction = ARENA_ARRAY(folder->arena, double, part->contacts);
		text_format(constants->out,
		            "/// Rows of `%s`.\npub const %s: usize = %d;\n"
		            "/// Friction of the contacts of `%s`.\npub const %s: [%s; %d] = [",
		            of, c_rows_name(folder->arena, &folder->job, part) + prefix, part->rows->rows, of,
		            c_friction_name(folder->arena, &folder->job, part) + prefix, folder_rust_real(folder),
		            part->contacts);
		for (int k = 0; k < part->contacts; k++)
			friction[k] = dag_value(model->dag, model->contacts.item[part->contact[k]].friction);
		put_numbers(folder, constants->out, friction, part->contacts);
		c_each_row(folder->arena, &folder->job, part, put_index, constants);
	}
}

static void put_poses(const struct Folder *folder, struct Text *out)
{
	const struct Model *model = folder->job.model;
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		const char *name = c_pose_name(folder->arena, &folder->job, pose) + strlen(folder->upper) + 1;
		text_format(out, "/// A pose of the model.\npub const %s: [%s; NQ] = [", name,
		            folder_rust_real(folder));
		put_numbers(folder, out, pose->q, model->nq);
	}
}

static const char *const limit_of[LIMITS] = {
	[LIMIT_OF_LOWER] = "q from below",
	[LIMIT_OF_UPPER] = "q from above",
	[LIMIT_OF_EFFORT] = "tau either way",
	[LIMIT_OF_SPEED] = "qd either way",
};

static void put_limits(const struct Folder *folder, struct Text *out)
{
	const struct Model *model = folder->job.model;
	double *number = ARENA_ARRAY(folder->arena, double, model->nq + 1); /* nv <= nq */
	for (int limit = 0; limit < LIMITS && model->nq; limit++) {
		bool of_velocities = limit_table[limit].of_velocities;
		model_limits(model, (enum Limit)limit, number);
		text_format(out, "/// Limits of %s; infinite: none.\npub const LIMIT_%s: [%s; %s] = [", limit_of[limit],
		            limit_table[limit].name, folder_rust_real(folder), of_velocities ? "NV" : "NQ");
		put_numbers(folder, out, number, of_velocities ? model->nv : model->nq);
	}
}

void folder_put_rust_constants(struct Folder *folder, struct Text *out)
{
	const struct Job *job = &folder->job;
	struct Constants constants = { folder, out };
	text_format(out,
	            "/// Coordinates.\npub const NQ: usize = %d;\n/// Velocities.\npub const NV: usize = %d;\n"
	            "/// Of the model.\npub const HASH: u64 = 0x%016llx;\n",
	            job->model->nq, job->model->nv, (unsigned long long)model_hash(job->model));
	if (job->tree->base)
		text_format(out, "/// Base parameters.\npub const NBETA: usize = %d;\n", job->tree->base->count);
	c_each_index(folder->arena, job, 'Q', put_index, &constants);
	c_each_index(folder->arena, job, 'V', put_index, &constants);
	c_each_reaction(folder->arena, job, put_index, &constants);
	put_phases(&constants);
	put_limits(folder, out);
	put_poses(folder, out);
}
