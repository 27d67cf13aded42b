/* rigidc assemble: coordinates of a state with closed loops and constraints. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "commands.h"
#include "complain.h"
#include "load.h"
#include "output.h"
#include "rows.h"
#include "start_state.h"
#include "base/number.h"
#include "model/body.h"
#include "model/body/position.h"
#include "model/joint.h"
#include "model/model_pose.h"
#include "pipeline/assemble.h"
#include "pipeline/moves.h"

struct Assembling {
	rigidc_model *model;
	const struct Options *options;
	struct Formulas formulas;
	struct Columns q_name, v_name;
	double *q;
	bool *held;
	bool *named, *fixed;          /* by body: --q gives its position; --fix or the pose holds it */
	double *written;              /* q before loops are closed */
	const struct ModelPose *pose; /* NULL: none is given */
	struct Assembled result;
};

/* --- options --- */

/* Holds a joint where the pose has it, before loops are closed. */
static void hold_body(struct Assembling *a, int body)
{
	const struct Joint *joint = a->model->model->body[body].joint;
	a->fixed[body] = true;
	for (int k = 0; k < joint_nv(joint); k++)
		a->held[joint->v + k] = true;
	for (int k = 0; k < joint_nq(joint) && a->pose; k++)
		a->q[joint->q + k] = a->pose->written[joint->q + k];
}

/* Holds the joint that a --fix names. False after a message. */
static bool hold_named(struct Assembling *a, const struct NameTable *joints, const char *name)
{
	const struct Model *model = a->model->model;
	struct Diags *diags = &a->model->diags;
	struct Ident ident = { .text = name, .span = sources_option(diags->sources, "--fix", name) };
	int body = position_joint(model, diags, joints, ident, CHECK_BAD_LOCK, "position");
	if (body >= 0)
		hold_body(a, body);
	return body >= 0;
}

/* The joints of --fix; without it those that the pose holds. False after a message. */
static bool read_holds(struct Assembling *a)
{
	const struct Options *options = a->options;
	const struct NameTable joints = model_joints(a->model->model);
	bool good = true;
	for (size_t i = 0; i < options->fixes; i++)
		good &= hold_named(a, &joints, options->fix[i]);
	for (int i = 0; i < a->model->model->bodies && a->pose && !options->fixes; i++)
		if (a->pose->held[i])
			hold_body(a, i);
	return good;
}

/* Takes --q, and marks the joints whose positions it gives. */
static bool read_q(struct Assembling *a, struct StateReader reader)
{
	const struct Model *model = a->model->model;
	reader.named = ARENA_ARRAY(&a->model->arena, bool, model->nq);
	bool good = state_read(&reader, "--q", a->options->q, false, a->q);
	for (int i = 0; i < model->bodies; i++)
		for (int k = 0; k < joint_nq(model->body[i].joint); k++) {
			int place = model->body[i].joint->q + k;
			a->named[i] |= reader.named[place];
			a->written[place] = reader.named[place] ? a->q[place] : a->written[place];
		}
	return good;
}

static bool read_start(struct Assembling *a)
{
	const struct Model *model = a->model->model;
	const struct Options *options = a->options;
	struct Arena *arena = &a->model->arena;
	const struct StateReader reader = { .model = a->model,
		                            .what = "the start of an assembly",
		                            .formulas = &a->formulas,
		                            .q_name = &a->q_name,
		                            .v_name = &a->v_name };
	size_t nq = (size_t)model->nq;
	bool good = true;
	a->q = ARENA_ARRAY(arena, double, nq);
	a->written = ARENA_ARRAY(arena, double, nq);
	a->held = ARENA_ARRAY(arena, bool, model->nv);
	a->fixed = ARENA_ARRAY(arena, bool, model->bodies);
	a->named = ARENA_ARRAY(arena, bool, model->bodies);
	state_names(&reader);
	state_neutral(model, a->q);
	if (options->pose)
		good = state_pose(&reader, "--pose", options->pose) != NULL;
	a->pose = options->pose ? state_find_pose(arena, model, options->pose) : NULL;
	if (a->pose)
		memcpy(a->q, a->pose->q, nq * sizeof *a->q);
	memcpy(a->written, a->pose ? a->pose->written : a->q, nq * sizeof *a->q);
	good &= read_holds(a);
	return (!options->q || read_q(a, reader)) && good;
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
	int held = 0;
	for (int i = 0; i < a->model->model->bodies; i++)
		if (a->fixed[i])
			text_format(&text, "%s'%s'", held++ ? " and " : ", ",
			            a->model->model->body[i].joint->name.text);
	text_put(&text, held ? " held" : "");
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

/* What moves from the start as it is written. Where joints are held, other positions are where the search begins, so they may move far. A
 * pose alone is told of when the model is read. */
static void tell_moved(struct Assembling *a)
{
	const struct Options *options = a->options;
	const struct Model *model = a->model->model;
	bool holds = false;
	for (int i = 0; i < model->bodies; i++)
		holds |= a->fixed[i];
	const struct Moves moves = moves_of(&a->model->arena, model, a->result.length, a->named, a->written, a->q);
	bool far = moves.named > MOVES_FAR && !holds;
	if (!moves.text || !(options->q || (a->pose && options->fixes)))
		return;
	struct Diag *d = diag(&a->model->diags, far ? CHECK_POSE_MOVED : CHECK_POSE_ASSEMBLED, model->name.span,
	                      "from %s: %s", start_of(a), moves.text);
	if (far)
		diag_help(&a->model->diags, d, "--fix holds joints where they are written, and others move");
}

static void work(rigidc_model *model, void *context)
{
	struct Assembling *a = context;
	const double usual = 1e-12, given = fmin(a->options->library.closure, a->options->library.closure_angle);
	if (!read_start(a))
		return;
	const struct AssembleRequest request = { .held = a->held,
		                                 .reference = a->pose ? a->pose->q : NULL,
		                                 .within = given > 0 ? given : usual };
	a->result = assemble(&model->arena, model->model, &request, a->q);
	if (!a->result.closed) {
		assemble_tell_open(&model->diags, model->model, &a->result, start_of(a));
		return;
	}
	tell_moved(a);
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

/* --- the model --- */

/* Drops what reading the model tells of the pose: where other joints are held, the pose moves in another way. */
static void forget_moves(rigidc_model *model, void *context)
{
	const struct Options *options = context;
	const struct ModelPose *pose = state_find_pose(&model->arena, model->model, options->pose);
	struct Diags *diags = &model->read.diags;
	size_t kept = 0;
	for (size_t i = 0; i < diags->count && pose; i++) {
		const struct Diag *d = &diags->item[i];
		bool moves = d->check == CHECK_POSE_MOVED || d->check == CHECK_POSE_ASSEMBLED;
		bool own = d->span.source == pose->name.span.source && d->span.begin == pose->name.span.begin;
		if (!moves || !own)
			diags->item[kept++] = *d;
	}
	diags->count = pose ? kept : diags->count;
	model->diags.count = diags->count;
}

int command_assemble(const struct Options *options)
{
	int code;
	bool moved_anew = options->pose && (options->fixes || options->q);
	struct Assembling a = { .model = load_for_functions(options, moved_anew ? forget_moves : NULL, &code),
		                .options = options };
	if (!a.model)
		return code;
	if (!assemble_rows(a.model->model)) {
		complain("'%s' has no loops and no constraints of coordinates to close", a.model->model->name.text);
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
