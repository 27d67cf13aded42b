/* C of a Functional Mock-up Unit: sizes, tables of places, and calls of the functions of the header beside it. */
#include "folder_fmi.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"

/* --- numbers --- */

int folder_fmi_size(struct Folder *folder, enum FmiRole role, enum Input input)
{
	const struct FmiVariables *list = folder_fmi_variables(folder);
	int size = 0;
	for (size_t i = 0; i < list->count; i++)
		size += list->item[i].role == role && list->item[i].input == input ? list->item[i].size : 0;
	return size;
}

static bool has_quaternion(const struct Joint *joint)
{
	return joint_nq(joint) && kind_has_quaternion(joint->kind);
}

int folder_fmi_turns(const struct Folder *folder)
{
	int count = 0;
	for (int i = 0; i < folder->job.model->bodies; i++)
		count += has_quaternion(folder->job.model->body[i].joint);
	return count;
}

int folder_fmi_output_size(const struct Folder *folder, const char *name)
{
	const struct Generated *function = folder_fmi_find(folder, name);
	return function ? (int)function->output[0].size : 0;
}

/* --- tables --- */

static void put_between(struct Text *out, int *count)
{
	enum { A_LINE = 16 };
	text_put(out, !*count ? "" : *count % A_LINE ? ", " : ",\n\t");
	++*count;
}

void folder_put_fmi_sizes(struct Folder *folder, struct Text *out)
{
	const struct FmiVariables *list = folder_fmi_variables(folder);
	bool scalars = folder_fmi_version(folder) == 2;
	int count = 0;
	for (size_t i = 0; i < list->count; i++)
		for (int k = 0; k < list->item[i].size; k++) {
			put_between(out, &count);
			text_format(out, "%d", scalars ? 1 : k ? 0 : list->item[i].size);
		}
}

void folder_put_fmi_start(struct Folder *folder, struct Text *out)
{
	const struct FmiVariables *list = folder_fmi_variables(folder);
	int count = 0;
	for (size_t i = 0; i < list->count; i++)
		for (int k = 0; k < list->item[i].size && list->item[i].start; k++) {
			put_between(out, &count);
			real_put_any(folder->printer.real, out, list->item[i].start[k]);
		}
}

int folder_fmi_rate_of(const struct Joint *joint, int k)
{
	return has_quaternion(joint) ? -1 : joint->v + k;
}

void folder_put_fmi_rate_of(struct Folder *folder, struct Text *out)
{
	const struct Model *model = folder->job.model;
	int *rate = ARENA_ARRAY(folder->arena, int, model->nq), count = 0;
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < joint_nq(model->body[i].joint); k++)
			rate[model->body[i].joint->q + k] = folder_fmi_rate_of(model->body[i].joint, k);
	for (int i = 0; i < model->nq; i++) {
		put_between(out, &count);
		text_format(out, "%d", rate[i]);
	}
}

void folder_put_fmi_turn(struct Folder *folder, struct Text *out)
{
	const struct Model *model = folder->job.model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		bool moves = joint->kind && joint->kind->form == JOINT_FREE;
		if (has_quaternion(joint))
			text_format(out, "{ %d, %d, %d, %d }, ", joint->q + 3 * moves, joint->v + 3 * moves,
			            moves ? joint->q : -1, moves ? joint->v : -1);
	}
	text_put(out, "{ 0, 0, 0, 0 }");
}

/* --- calls --- */

/* A call of a function: what C has for its inputs and, from `direction` on, for their directions. */
struct Call {
	const struct Folder *folder;
	struct Text *out;
	const struct Generated *function;
	const char *input[INPUT_COUNT];
	const char *result; /* array of all of its outputs */
};

static const char *direction_text(const struct Folder *folder, int input)
{
	const char *name = input == INPUT_DERIVED || input == INPUT_PARAMS ? "params" : input_name[input];
	return text_print(folder->arena, "d->%s", name);
}

/* The state and the inputs of an instance, and directions of all. */
static struct Call call_of(const struct Folder *folder, struct Text *out, const struct Generated *function,
                           const char *result)
{
	struct Call call = { .folder = folder, .out = out, .function = function, .result = result };
	call.input[INPUT_Q] = "q";
	call.input[INPUT_QD] = "qd";
	call.input[INPUT_QDD] = "qdd";
	call.input[INPUT_TAU] = "fmu->number + TAU";
	call.input[INPUT_F_EXT] = "fmu->number + F_EXT";
	call.input[INPUT_V] = "v";
	call.input[INPUT_DERIVED] = "&fmu->derived";
	for (int i = 0; i < INPUT_COUNT && function->operates; i++)
		if (!input_is_seed(i) && input_is_seed((int)function->operation->direction[i]))
			call.input[function->operation->direction[i]] = direction_text(folder, i);
	return call;
}

/* Puts a call; outputs are one after the other from `at` on. Returns the end of them. */
static size_t put_call(const struct Call *call, size_t at)
{
	const struct Generated *function = call->function;
	int count = 0;
	text_format(call->out, "\t%s_%s(", call->folder->prefix, folder_function(call->folder, function));
	for (int i = 0; i <= INPUT_DERIVED; i++)
		if (generated_takes(function, i))
			text_format(call->out, "%s%s", count++ ? ", " : "", call->input[i]);
	for (int o = 0; o < function->outputs; at += function->output[o++].size)
		text_format(call->out, at ? ", %s + %zu" : ", %s", call->result, at);
	text_put(call->out, ");\n");
	return at;
}

/* A function of an instance around a call. `head` has its arguments after the instance. */
static void put_function(struct Folder *folder, struct Text *out, const char *head, const char *name,
                         const char *result)
{
	const struct Call call = call_of(folder, out, folder_fmi_find(folder, name), result);
	text_format(out, "static inline void %s\n{\n", head);
	put_call(&call, 0);
	text_put(out, "\t(void)fmu;\n}\n\n");
}

static void put_set_up(struct Folder *folder, struct Text *out)
{
	text_put(
		out,
		"/* Computes what functions read of the parameters. */\nstatic inline void fmu_set_up(struct fmu *fmu)\n{\n");
	if (job_prepares(&folder->job))
		text_format(
			out,
			"\tif (!fmu->prepared)\n\t\t%s_prepare((const %s_params *)(fmu->number + PARAMS), &fmu->derived);\n",
			folder->prefix, folder->prefix);
	text_put(out, "\tfmu->prepared = 1;\n}\n\n");
}

/* All outputs, or their derivatives. */
static void put_outputs(struct Folder *folder, struct Text *out, bool dot)
{
	const struct Generated *output;
	size_t at = 0;
	text_format(
		out,
		"static inline void fmu_outputs%s(const struct fmu *fmu, const double *q, const double *qd, const double *qdd,\n"
		"\t%sdouble *out)\n{\n",
		dot ? "_dot" : "", dot ? "const struct fmu_direction *d, " : "");
	for (int k = 0; (output = folder_fmi_output(folder, k)); k++) {
		const struct Call call =
			call_of(folder, out, dot ? folder_fmi_output_dot(folder, output) : output, "out");
		at = put_call(&call, at);
	}
	text_format(out, "\t(void)fmu, (void)q, (void)qd, (void)qdd, (void)out%s;\n}\n", dot ? ", (void)d" : "");
}

/* The functions of the projection on loops and contacts. */
static void put_rows(struct Folder *folder, struct Text *out)
{
	const struct Generated *project = folder_fmi_find(folder, FMI_PROJECT);
	if (!project)
		return;
	struct Call call = call_of(folder, out, project, NULL);
	text_put(
		out,
		"static inline void fmu_projected(const struct fmu *fmu, const double *q, const double *qd, double *q_out, "
		"double *qd_out)\n{\n");
	text_format(out, "\t%s_%s(", folder->prefix, folder_function(folder, project));
	for (int i = 0, count = 0; i <= INPUT_DERIVED; i++)
		if (generated_takes(project, i))
			text_format(out, "%s%s", count++ ? ", " : "", call.input[i]);
	text_put(out, ", q_out, qd_out);\n\t(void)fmu;\n}\n\n");
	put_function(folder, out, "fmu_jacobian(const struct fmu *fmu, const double *q, double *J)", FMI_JACOBIAN, "J");
	if (folder_fmi_find(folder, FMI_CLOSURE))
		put_function(folder, out, "fmu_closure(const struct fmu *fmu, const double *q, double *c)", FMI_CLOSURE,
		             "c");
	else
		text_put(out, "static inline void fmu_closure(const struct fmu *fmu, const double *q, double *c)\n{\n"
		              "\t(void)fmu, (void)q, (void)c;\n}\n\n");
}

void folder_put_fmi_calls(struct Folder *folder, struct Text *out)
{
	put_set_up(folder, out);
	put_function(folder, out,
	             "fmu_accelerations(const struct fmu *fmu, const double *q, const double *qd, double *qdd)",
	             FMI_DYNAMICS, "qdd");
	put_function(folder, out,
	             "fmu_accelerations_dot(const struct fmu *fmu, const double *q, const double *qd,\n"
	             "\tconst struct fmu_direction *d, double *out)",
	             FMI_DYNAMICS_DOT, "out");
	put_function(folder, out, "fmu_integrate(const struct fmu *fmu, const double *q, const double *v, double *out)",
	             FMI_INTEGRATE, "out");
	put_rows(folder, out);
	put_outputs(folder, out, false);
	text_put(out, "\n");
	put_outputs(folder, out, true);
}

void folder_put_fmi_derived(struct Folder *folder, struct Text *out)
{
	if (job_prepares(&folder->job))
		text_format(out, "\t%s_derived derived;\n", folder->prefix);
}
