/* The file of `rigidc eval -o`: CSV, or a storage of OpenSim. */
#include <string.h>

#include "evaluation.h"
#include "cli/complain.h"
#include "cli/output.h"
#include "cli/recorded_names.h"
#include "model/body.h"
#include "model/joint.h"

int eval_file_check(const char *path)
{
	static const char *const endings[] = { ".csv", ".sto" };
	if (!output_is_file(path) || text_ends(path, endings[0]) || text_ends(path, endings[1]))
		return EXIT_FINE;
	return complain_ending("-o", endings, 2, path);
}

void eval_file_begin(struct Evaluation *e)
{
	if (output_is_stdout(e->options->output))
		return;
	e->file = ARENA_NEW(&e->model->arena, struct EvalFile);
	e->file->storage = text_ends(e->options->output, ".sto");
	e->file->text = text_new(&e->model->arena);
}

const char *eval_file_column(const struct Evaluation *e, const char *name)
{
	const struct Model *model = e->model->model;
	struct Arena *arena = &e->model->arena;
	for (int i = 0; i < model->bodies && strncmp(name, "tau.", 4) == 0; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint_nv(joint) && !kind_has_quaternion(joint->kind); k++)
			if (strcmp(name + 4, column_of_joint(model, joint, k, true)) == 0)
				return text_print(arena, "%s_%s", coordinate_own_name(joint, k),
				                  coordinate_turns(model, joint, k) ? "moment" : "force");
	}
	return name;
}

/* Header of a storage. */
static void put_header(struct Evaluation *e, struct Text *out)
{
	const struct EvalFile *file = e->file;
	const bool forces = e->results.count && strncmp(e->results.item[0].name, "tau.", 4) == 0;
	text_format(out, "%s\nversion=1\nnRows=%zu\nnColumns=%zu\ninDegrees=no\nendheader\ntime",
	            forces ? "Inverse Dynamics Generalized Forces" : e->options->functions, file->rows,
	            1 + e->results.count);
	for (size_t i = 0; i < e->results.count; i++)
		text_format(out, "\t%s", eval_file_column(e, e->results.item[i].name));
	text_char(out, '\n');
}

int eval_file_write(struct Evaluation *e)
{
	struct Text all = text_new(&e->model->arena);
	if (e->file->storage)
		put_header(e, &all);
	text_bytes(&all, e->file->text.item, e->file->text.count);
	return output_write_bytes(e->options->output, all.item, all.count);
}
