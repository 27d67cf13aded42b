/* rigidc assemble: coordinates of a state with closed loops and constraints. */
#include <stdio.h>

#include "columns.h"
#include "commands.h"
#include "complain.h"
#include "load.h"
#include "output.h"
#include "rows.h"
#include "start_state.h"
#include "base/number.h"
#include "model/body/position.h"
#include "pipeline/assemble.h"

struct Assembling {
	rigidc_model *model;
	const struct Options *options;
	struct Formulas formulas;
	struct Columns q_name, v_name;
	double *q;
	bool *held;
	const double *pose; /* its q; NULL: none is given */
	struct Assembled result;
};

/* --- options --- */

/* Marks the velocities of the joint that a --fix names. False after a message. */
static bool hold(struct Assembling *a, const struct NameTable *joints, const char *name)
{
	const struct Model *model = a->model->model;
	struct Diags *diags = &a->model->diags;
	struct Ident ident = { .text = name, .span = sources_option(diags->sources, "--fix", name) };
	int body = position_joint(model, diags, joints, ident, CHECK_BAD_LOCK, "position");
	for (int k = 0; body >= 0 && k < joint_nv(&model->body[body].joint); k++)
		a->held[model->body[body].joint.v + k] = true;
	return body >= 0;
}

static bool read_start(struct Assembling *a)
{
	const struct Model *model = a->model->model;
	const struct Options *options = a->options;
	struct Arena *arena = &a->model->arena;
	const struct StateReader reader = { a->model, "the start of an assembly", &a->formulas, &a->q_name,
		                            &a->v_name };
	const struct NameTable joints = model_joints(model);
	bool good = true;
	a->q = ARENA_ARRAY(arena, double, model->nq);
	a->held = ARENA_ARRAY(arena, bool, model->nv);
	state_names(&reader);
	state_neutral(model, a->q);
	if (options->pose)
		good = (a->pose = state_pose(&reader, "--pose", options->pose)) != NULL;
	for (int i = 0; i < model->nq && a->pose; i++)
		a->q[i] = a->pose[i];
	if (options->q)
		good &= state_read(&reader, "--q", options->q, false, a->q);
	for (size_t i = 0; i < options->fixes; i++)
		good &= hold(a, &joints, options->fix[i]);
	return good;
}

/* --- refusals --- */

/* "pose home, 'motor' held" */
static const char *start_of(const struct Assembling *a)
{
	const struct Options *options = a->options;
	struct Text text = text_new(&a->model->arena);
	if (options->pose)
		text_format(&text, "pose %s%s", options->pose, options->q ? " with --q" : "");
	else
		text_put(&text, options->q ? "--q" : "q = 0");
	for (size_t i = 0; i < options->fixes; i++)
		text_format(&text, "%s'%s'", i ? " and " : ", ", options->fix[i]);
	text_put(&text, options->fixes ? " held" : "");
	return text_string(&text);
}

/* --- answers --- */

static void put_state(struct Assembling *a)
{
	const char *separator = a->options->header ? "," : " ";
	struct Text text = text_new(&a->model->arena);
	for (size_t i = 0; i < a->q_name.count && a->options->header; i++) {
		text_put(&text, i ? separator : "");
		rows_cell(&text, text_print(text.arena, "q.%s", a->q_name.item[i]));
	}
	text_put(&text, a->options->header ? "\n" : "");
	for (size_t i = 0; i < a->q_name.count; i++) {
		text_put(&text, i ? separator : "");
		number_put(&text, a->q[i]);
	}
	printf("%s\n", text_string(&text));
}

static void say_independent(const struct Assembling *a)
{
	int said = 0;
	fprintf(stderr, "mobility %d; independent: ", a->result.mobility);
	for (size_t v = 0; v < a->v_name.count; v++)
		if (a->result.independent[v])
			fprintf(stderr, "%s%s", said++ ? ", " : "", text_shown(&a->model->arena, a->v_name.item[v]));
	fputs(said ? "\n" : "none\n", stderr);
}

static void say_start(const struct Assembling *a)
{
	if (a->result.restarts)
		fprintf(stderr, "closed from another start, number %d of %d around this one\n", a->result.restarts,
		        ASSEMBLY_RESTARTS);
}

static void work(rigidc_model *model, void *context)
{
	struct Assembling *a = context;
	const double usual = 1e-12;
	if (!read_start(a))
		return;
	const struct AssembleRequest request = { .held = a->held,
		                                 .reference = a->pose,
		                                 .within = a->options->closure > 0 ? a->options->closure : usual };
	a->result = assemble(&model->arena, model->model, &request, a->q);
	if (!a->result.closed)
		assemble_tell_open(&model->diags, model->model, &a->result, start_of(a));
	else
		assemble_tell_branch(&model->diags, model->model, &a->result,
		                     a->pose ? text_print(&model->arena, "pose %s", a->options->pose) : "the start");
}

static void answer(rigidc_model *model, void *context)
{
	(void)model;
	put_state(context);
	fflush(stdout); /* before what is said about it */
	say_start(context);
	say_independent(context);
}

int command_assemble(const struct Options *options)
{
	int code;
	struct Assembling a = { .model = load_model(options, &code), .options = options };
	if (!a.model)
		return code;
	if (!assemble_rows(a.model->model)) {
		complain("'%s' has no loops and no constraints to close", a.model->model->name.text);
		rigidc_model_free(a.model);
		return EXIT_MODEL;
	}
	rigidc_status status = library_call(a.model, work, &a);
	if (status == RIGIDC_OK)
		status = load_say(a.model);
	if (status == RIGIDC_OK)
		status = library_protect(a.model, answer, &a);
	if (status != RIGIDC_OK)
		return load_fail(a.model, status);
	rigidc_model_free(a.model);
	return output_finish();
}
