/* The first state of a Functional Mock-up Unit: has it accelerations? Importers begin there. */
#include "folder_fmi.h"

#include <math.h>

#include "pipeline/dead_state.h"
#include "model/model_pose.h"

/* Why accelerations are not unique at q; NULL: they are, or have no finite value. */
static const char *why_dead(const struct Folder *folder, const struct FunctionPart *part, const double *q)
{
	const struct Model *model = folder->job.model;
	double *own = ARENA_ARRAY(folder->arena, double, model->nq);
	struct Assembly a = part->phase ? assembly_of_phase(folder->arena, model, part->contact, part->contacts)
	                                : dead_state_open_tree(folder->arena, model);
	struct DeadState state;
	for (int i = 0; i < model->nq; i++)
		own[i] = q[assemble_listed(model, i)];
	dead_state_begin(&state, &a, true, false, true);
	return dead_state_look(&state, own, false)
	               ? dead_state_why(folder->arena, model, &state, part->contacts ? part->phase : NULL)
	               : NULL;
}

/* Why forward dynamics has no numbers at q; NULL: it has. */
static const char *why_infinite(const struct Folder *folder, const struct Generated *fd, const double *q)
{
	const struct FolderCall call = folder_call_at(folder, fd, q);
	for (size_t v = 0; v < fd->output[0].size; v++)
		if (!isfinite(call.output[0][v]))
			return "accelerations are not finite there";
	return NULL;
}

/* "'up' and 'down'": the poses of the model but the one that is asked for. */
static const char *other_poses(const struct Folder *folder)
{
	const struct PoseList *poses = &folder->job.model->poses;
	struct Text text = text_new(folder->arena);
	for (size_t i = 0; i < poses->count; i++)
		text_format(&text, "%s'%s'", text_between(i, poses->count, " or "),
		            text_shown(folder->arena, poses->item[i].name.text));
	return poses->count ? text_string(&text) : NULL;
}

void folder_fmi_check_start(struct Folder *folder)
{
	struct Diags *diags = &folder->model->diags;
	const double *q = folder_fmi_variables(folder)->q;
	const struct Generated *fd = folder_fmi_find(folder, FMI_DYNAMICS);
	const char *why = why_dead(folder, fd->request.part, q), *poses = other_poses(folder);
	why = why ? why : why_infinite(folder, fd, q);
	if (!why)
		return;
	struct Diag *d = diag(diags, CHECK_UNIT_START, folder->job.model->name.span,
	                      "the unit fails at its first state: %s", why);
	if (poses)
		diag_help(diags, d, "--pose=NAME begins at a pose of the model: %s", poses);
	else
		diag_help(diags, d, "write a pose of the model, and begin there by --pose=NAME");
}
