/* Models and their diagnostics as structs that grow with the versions: a caller's struct is filled up to its size. */
#include <math.h>
#include <string.h>

#include "library.h"
#include "dag/default_values.h"
#include "dynamics/operator.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/limit.h"
#include "model/loop.h"
#include "model/model_pose.h"
#include "model/strut.h"

#define HAND_OUT(theirs, ours) library_hand_out((theirs), &(ours), sizeof(ours))

static const struct Model *sound_model(const rigidc_model *model)
{
	return model && model->sound ? model->model : NULL;
}

static const struct Body *body_of(const rigidc_model *model, int number)
{
	const struct Model *sound = sound_model(model);
	return sound && number >= 0 && number < sound->bodies ? &sound->body[number] : NULL;
}

/* --- work that takes memory from the model --- */

struct Describing {
	const struct Body *body;
	const struct Placement *at;
	double *R, *p;
	rigidc_body_info *of_body;
	rigidc_model_info *of_model;
	const struct Contact *contact;
	rigidc_contact_info *of_contact;
	const char *text;
	const char *joint, *suffix;
	struct Dim dim;
};

static void put_numbers(const struct Dag *dag, const Ref *ref, int count, double *out)
{
	for (int i = 0; i < count; i++)
		out[i] = dag_default_value(dag, ref[i]);
}

static void describe_place(rigidc_model *model, void *context)
{
	struct Describing *d = context;
	put_numbers(model->model->dag, &d->at->R.e[0][0], 9, d->R);
	put_numbers(model->model->dag, d->at->p.e, 3, d->p);
}

static void describe_body(rigidc_model *model, void *context)
{
	static const int place[6][2] = { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 0, 2 }, { 1, 2 }, { 2, 2 } };
	struct Describing *d = context;
	const struct Dag *dag = model->model->dag;
	describe_place(model, context);
	d->of_body->mass = dag_default_value(dag, d->body->mass);
	put_numbers(dag, d->body->com.e, 3, d->of_body->com);
	for (int i = 0; i < 6; i++)
		d->of_body->inertia[i] = dag_default_value(dag, d->body->inertia.e[place[i][0]][place[i][1]]);
}

static void describe_contact(rigidc_model *model, void *context)
{
	struct Describing *d = context;
	const struct Contact *contact = d->contact;
	const struct Dag *dag = model->model->dag;
	const char **row = ARENA_ARRAY(&model->arena, const char *, contact->rows);
	int *holds = ARENA_ARRAY(&model->arena, int, contact->rows);
	for (int i = 0; i < contact->rows; i++) {
		row[i] = contact->row[i].name;
		holds[i] = contact->row[i].holds;
	}
	d->of_contact->row = row;
	d->of_contact->holds = holds;
	put_numbers(dag, &contact->at.R.e[0][0], 9, d->of_contact->R);
	put_numbers(dag, contact->at.p.e, 3, d->of_contact->p);
	put_numbers(dag, &contact->ground.R.e[0][0], 9, d->of_contact->ground_R);
	put_numbers(dag, contact->ground.p.e, 3, d->of_contact->ground_p);
	d->of_contact->friction = dag_default_value(dag, contact->friction);
	d->of_contact->restitution = dag_default_value(dag, contact->restitution);
	d->of_contact->weight = dag_default_value(dag, contact->weight);
}

static void describe_model(rigidc_model *model, void *context)
{
	struct Describing *d = context;
	put_numbers(model->model->dag, model->model->gravity.e, 3, d->of_model->gravity);
}

static void name_coordinate(rigidc_model *model, void *context)
{
	struct Describing *d = context;
	d->text = text_print(&model->arena, "%s.%s", d->joint, d->suffix);
}

static void name_unit(rigidc_model *model, void *context)
{
	struct Describing *d = context;
	d->text = dim_symbol(&model->arena, d->dim);
}

/* Runs `work`. Answers are cached in the model, which does not change for the caller. */
static rigidc_status work_out(const rigidc_model *model, void (*work)(rigidc_model *model, void *context),
                              struct Describing *d)
{
	return library_guard((rigidc_model *)model, work, d) ? RIGIDC_OK : RIGIDC_NO_MEMORY;
}

/* --- the model --- */

rigidc_status rigidc_get_model(const rigidc_model *model, rigidc_model_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || !info)
		return RIGIDC_USAGE;
	rigidc_model_info own = { .name = sound->name.text,
		                  .doc = sound->doc ? sound->doc : "",
		                  .nq = sound->nq,
		                  .nv = sound->nv,
		                  .bodies = sound->bodies,
		                  .frames = sound->frames,
		                  .params = sound->parameters.count,
		                  .poses = sound->poses.count,
		                  .contacts = sound->contacts.count,
		                  .phases = sound->phases.count,
		                  .inputs = sound->inputs.count,
		                  .states = sound->states.count,
		                  .struts = sound->struts.count,
		                  .groups = sound->groups.count };
	struct Describing d = { .of_model = &own };
	rigidc_status status = work_out(model, describe_model, &d);
	return status == RIGIDC_OK ? HAND_OUT(info, own) : status;
}

rigidc_status rigidc_get_body(const rigidc_model *model, int number, rigidc_body_info *info)
{
	const struct Body *body = body_of(model, number);
	if (!body || !info)
		return RIGIDC_USAGE;
	rigidc_body_info own = { .name = body->name.text, .parent = body->parent };
	struct Describing d = { .body = body, .at = &body->at, .R = own.R, .p = own.p, .of_body = &own };
	rigidc_status status = work_out(model, describe_body, &d);
	return status == RIGIDC_OK ? HAND_OUT(info, own) : status;
}

rigidc_status rigidc_get_frame(const rigidc_model *model, int number, rigidc_frame_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || !info || number < 0 || number >= sound->frames)
		return RIGIDC_USAGE;
	const struct Frame *frame = &sound->frame[number];
	rigidc_frame_info own = { .name = frame->name.text, .body = frame->body };
	struct Describing d = { .at = &frame->at, .R = own.R, .p = own.p };
	rigidc_status status = work_out(model, describe_place, &d);
	return status == RIGIDC_OK ? HAND_OUT(info, own) : status;
}

rigidc_status rigidc_get_joint(const rigidc_model *model, int number, rigidc_joint_info *info)
{
	const struct Body *body = body_of(model, number);
	if (!body || !info)
		return RIGIDC_USAGE;
	const struct Joint *joint = body->joint;
	int nq = joint_nq(joint), nv = joint_nv(joint);
	rigidc_joint_info own = {
		.name = joint->name.text,
		.kind = joint->kind->name,
		.parent = body->parent,
		.q = nq ? joint->q : 0,
		.nq = nq,
		.v = nv ? joint->v : 0,
		.nv = nv,
		.moves = body_moves(body),
		.locked = joint->locked,
		.coupled = joint->coupling && !joint->locked,
		.limited = joint->limited,
	};
	const struct Dag *dag = model->model->dag;
	bool one = joint->kind->nv == 1; /* one velocity */
	own.lower = joint_limit(dag, joint, LIMIT_OF_LOWER, 0);
	own.upper = joint_limit(dag, joint, LIMIT_OF_UPPER, 0);
	own.effort = one ? joint_limit(dag, joint, LIMIT_OF_EFFORT, 0) : INFINITY;
	own.speed = one ? joint_limit(dag, joint, LIMIT_OF_SPEED, 0) : INFINITY;
	return HAND_OUT(info, own);
}

/* The joint of a coordinate, or of a velocity. */
static const struct Joint *joint_with(const struct Model *model, bool velocity, int index, int *number)
{
	for (*number = 0; *number < model->bodies; ++*number) {
		const struct Joint *joint = model->body[*number].joint;
		int first = velocity ? joint->v : joint->q, count = velocity ? joint_nv(joint) : joint_nq(joint);
		if (count && index >= first && index < first + count)
			return joint;
	}
	return NULL;
}

static rigidc_status get_coordinate(const rigidc_model *model, bool velocity, int index, rigidc_coordinate_info *info)
{
	const struct Model *sound = sound_model(model);
	int number;
	const struct Joint *joint = sound && index >= 0 ? joint_with(sound, velocity, index, &number) : NULL;
	if (!joint || !info)
		return RIGIDC_USAGE;
	int element = index - (velocity ? joint->v : joint->q);
	const struct JointKind *kind = joint->kind;
	rigidc_coordinate_info own = { .name = joint->name.text,
		                       .joint = number,
		                       .element = element,
		                       .lower = -INFINITY,
		                       .upper = INFINITY,
		                       .effort = INFINITY,
		                       .speed = INFINITY,
		                       .unit = velocity ? kind->v[element].unit : kind->q[element].unit };
	if (!velocity) {
		own.lower = joint_limit(sound->dag, joint, LIMIT_OF_LOWER, element);
		own.upper = joint_limit(sound->dag, joint, LIMIT_OF_UPPER, element);
	} else {
		own.effort = joint_limit(sound->dag, joint, LIMIT_OF_EFFORT, element);
		own.speed = joint_limit(sound->dag, joint, LIMIT_OF_SPEED, element);
	}
	if ((velocity ? kind->nv : kind->nq) > 1) {
		struct Describing d = { .joint = joint->name.text,
			                .suffix = velocity ? kind->v[element].name : kind->q[element].name };
		rigidc_status status = work_out(model, name_coordinate, &d);
		if (status != RIGIDC_OK)
			return status;
		own.name = d.text;
	}
	return HAND_OUT(info, own);
}

rigidc_status rigidc_get_coordinate(const rigidc_model *model, int q, rigidc_coordinate_info *info)
{
	return get_coordinate(model, false, q, info);
}

rigidc_status rigidc_get_velocity(const rigidc_model *model, int v, rigidc_coordinate_info *info)
{
	return get_coordinate(model, true, v, info);
}

/* One of the parameters or of the inputs, with the default values of all. */
static rigidc_status describe_given(const rigidc_model *model, const struct ParameterList *all, const double *usual,
                                    size_t number, rigidc_param_info *info)
{
	const struct Parameter *parameter = all->item[number];
	struct Describing d = { .dim = parameter->dim };
	rigidc_status status = work_out(model, name_unit, &d);
	rigidc_param_info own = { .name = parameter->name.text,
		                  .doc = parameter->doc ? parameter->doc : "",
		                  .unit = d.text,
		                  .first = parameter->first,
		                  .count = parameter->count,
		                  .usual = usual + parameter->first,
		                  .moving = parameter->moving };
	return status == RIGIDC_OK ? HAND_OUT(info, own) : status;
}

rigidc_status rigidc_get_param(const rigidc_model *model, size_t param, rigidc_param_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || !info || param >= sound->parameters.count)
		return RIGIDC_USAGE;
	return describe_given(model, &sound->parameters, sound->dag->default_value->item, param, info);
}

rigidc_status rigidc_get_declared_input(const rigidc_model *model, size_t input, rigidc_param_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || !info || input >= sound->inputs.count)
		return RIGIDC_USAGE;
	return describe_given(model, &sound->inputs, sound->inputs.value, input, info);
}

rigidc_status rigidc_get_state(const rigidc_model *model, size_t state, rigidc_param_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || !info || state >= sound->states.count)
		return RIGIDC_USAGE;
	return describe_given(model, &sound->states, sound->states.value, state, info);
}

rigidc_status rigidc_get_pose(const rigidc_model *model, size_t pose, rigidc_pose_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || !info || pose >= sound->poses.count)
		return RIGIDC_USAGE;
	const struct ModelPose *of = &sound->poses.item[pose];
	rigidc_pose_info own = { .name = of->name.text, .doc = of->doc ? of->doc : "", .q = of->q };
	return HAND_OUT(info, own);
}

static const struct Contact *contact_of(const rigidc_model *model, int number)
{
	const struct Model *sound = sound_model(model);
	return sound && number >= 0 && (size_t)number < sound->contacts.count ? &sound->contacts.item[number] : NULL;
}

rigidc_status rigidc_get_contact(const rigidc_model *model, int number, rigidc_contact_info *info)
{
	const struct Contact *contact = contact_of(model, number);
	if (!contact || !info)
		return RIGIDC_USAGE;
	rigidc_contact_info own = {
		.name = contact->name.text, .kind = contact->kind->name, .body = contact->body, .rows = contact->rows
	};
	struct Describing d = { .contact = contact, .of_contact = &own };
	rigidc_status status = work_out(model, describe_contact, &d);
	return status == RIGIDC_OK ? HAND_OUT(info, own) : status;
}

static const struct Phase *phase_of(const rigidc_model *model, int number)
{
	const struct Model *sound = sound_model(model);
	return sound && number >= 0 && (size_t)number < sound->phases.count ? &sound->phases.item[number] : NULL;
}

rigidc_status rigidc_get_phase(const rigidc_model *model, int number, rigidc_phase_info *info)
{
	const struct Phase *phase = phase_of(model, number);
	if (!phase || !info)
		return RIGIDC_USAGE;
	rigidc_phase_info own = { .name = phase->name.text,
		                  .rows = model_phase_rows(model->model, phase),
		                  .contacts = phase->contacts,
		                  .contact = phase->contact };
	return HAND_OUT(info, own);
}

rigidc_status rigidc_get_strut(const rigidc_model *model, int number, rigidc_strut_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || number < 0 || (size_t)number >= sound->struts.count || !info)
		return RIGIDC_USAGE;
	const struct Strut *strut = &sound->struts.item[number];
	rigidc_strut_info own = { .name = strut->name.text, .tendon = strut->tendon };
	return HAND_OUT(info, own);
}

rigidc_status rigidc_get_group(const rigidc_model *model, int number, rigidc_group_info *info)
{
	const struct Model *sound = sound_model(model);
	if (!sound || number < 0 || (size_t)number >= sound->groups.count || !info)
		return RIGIDC_USAGE;
	const struct StrutGroup *group = &sound->groups.item[number];
	rigidc_group_info own = { .name = group->name.text, .struts = group->count, .strut = group->strut };
	return HAND_OUT(info, own);
}

/* --- by name --- */

int rigidc_find_body(const rigidc_model *model, const char *name)
{
	for (int i = 0; name && body_of(model, i); i++)
		if (strcmp(model->model->body[i].name.text, name) == 0)
			return i;
	return -1;
}

int rigidc_find_joint(const rigidc_model *model, const char *name)
{
	for (int i = 0; name && body_of(model, i); i++)
		if (strcmp(model->model->body[i].joint->name.text, name) == 0)
			return i;
	return -1;
}

int rigidc_find_frame(const rigidc_model *model, const char *name)
{
	const struct Model *sound = sound_model(model);
	for (int i = 0; sound && name && i < sound->frames; i++)
		if (strcmp(sound->frame[i].name.text, name) == 0)
			return i;
	return -1;
}

int rigidc_find_contact(const rigidc_model *model, const char *name)
{
	for (int i = 0; name && contact_of(model, i); i++)
		if (strcmp(contact_of(model, i)->name.text, name) == 0)
			return i;
	return -1;
}

int rigidc_find_phase(const rigidc_model *model, const char *name)
{
	for (int i = 0; name && phase_of(model, i); i++)
		if (strcmp(phase_of(model, i)->name.text, name) == 0)
			return i;
	return -1;
}

const char *rigidc_function_name(size_t number)
{
	return number < function_count ? function_table[number].name : NULL;
}

const char *rigidc_function_summary(size_t number)
{
	return number < function_count ? function_table[number].summary : NULL;
}

const char *rigidc_operator_name(size_t number)
{
	return number < operator_count ? operator_table[number].name : NULL;
}

const char *rigidc_operator_summary(size_t number)
{
	return number < operator_count ? operator_table[number].summary : NULL;
}

const char *rigidc_fused_name(const rigidc_model *model, size_t number)
{
	const struct Model *sound = sound_model(model);
	for (size_t i = 0; sound && i < sound->functions.count; i++) {
		const struct Argument *function = &sound->functions.item[i];
		if (function->value && function->value->kind == EXPR_FUSED && number-- == 0)
			return function->name.text;
	}
	return NULL;
}

/* --- diagnostics --- */

static void sort_diagnostics(rigidc_model *model, void *context)
{
	(void)context;
	sources_index(model->diags.sources);
	model->sorted = diags_sorted(&model->diags, &model->sorted_count);
}

/* Sorts the diagnostics once, as long as the messages are valid. */
static rigidc_status sorted(const rigidc_model *model)
{
	rigidc_model *own = (rigidc_model *)model;
	if (!own || own->guard.fault != FAULT_NONE)
		return RIGIDC_USAGE;
	if (!own->sorted)
		library_guard(own, sort_diagnostics, NULL);
	return own->sorted ? RIGIDC_OK : RIGIDC_NO_MEMORY;
}

size_t rigidc_diagnostics(const rigidc_model *model)
{
	return sorted(model) == RIGIDC_OK ? model->sorted_count : 0;
}

rigidc_status rigidc_get_diagnostic(const rigidc_model *model, size_t number, rigidc_diagnostic *diagnostic)
{
	static const rigidc_severity severities[] = {
		[SEVERITY_NOTE] = RIGIDC_NOTE,
		[SEVERITY_WARNING] = RIGIDC_WARNING,
		[SEVERITY_ERROR] = RIGIDC_ERROR,
	};
	if (!diagnostic || number >= rigidc_diagnostics(model))
		return RIGIDC_USAGE;
	const struct Diag *d = model->sorted[number];
	struct Sources *sources = model->diags.sources; /* the lines are indexed by now */
	struct Place place = sources_place(sources, d->span);
	rigidc_diagnostic own = {
		.severity = severities[d->severity],
		.check = check_table[d->check].name,
		.file = place.name,
		.line = (int)place.line,
		.column = (int)place.column,
		.length = (int)(d->span.end - d->span.begin),
		.text = d->text,
		.help = d->help,
	};
	if (d->note || d->within) {
		struct Place other = sources_place(sources, d->note ? d->note_span : d->within->span);
		own.note = d->note ? d->note : d->within->text;
		own.note_file = other.name;
		own.note_line = (int)other.line;
		own.note_column = (int)other.column;
	}
	return HAND_OUT(diagnostic, own);
}

const char *rigidc_strerror(rigidc_status status)
{
	switch (status) {
	case RIGIDC_OK: return "no error";
	case RIGIDC_INVALID: return "the model has errors";
	case RIGIDC_SYSTEM: return "a file or program could not be read, written or run";
	case RIGIDC_UNAVAILABLE: return "this executor is not to be had here";
	case RIGIDC_NO_MEMORY: return "out of memory";
	case RIGIDC_USAGE: return "arguments that mean nothing";
	case RIGIDC_INTERNAL: return "a fault of the library itself";
	}
	return "no status of rigidc";
}

static void find_phase(rigidc_model *model, void *context)
{
	const char *name = context;
	const struct Model *of = model->model;
	struct Diags *diags = &model->diags;
	if (rigidc_find_phase(model, name) >= 0 || rigidc_find_contact(model, name) >= 0)
		return;
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, of->phases.item, of->phases.count, name.text);
	NEAREST_EACH(&nearest, of->contacts.item, of->contacts.count, name.text);
	diag_nearest(diags,
	             diag(diags, CHECK_UNKNOWN_PHASE,
	                  sources_option(diags->sources, "--phase", library_text(model, name)),
	                  "the model has no phase or contact '%s'", name),
	             &nearest);
}

rigidc_status library_find_phase(rigidc_model *model, const char *name)
{
	return library_call(model, find_phase, (void *)name);
}
