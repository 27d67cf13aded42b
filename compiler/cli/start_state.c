#include "start_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/body.h"
#include "model/body/pose.h"
#include "model/body/position.h"
#include "model/joint.h"
#include "model/model_pose.h"
#include "pipeline/assemble.h"

static const struct Dim dim_time = { 0, 0, 1 };
static const char no_coordinate[] = "the model has no coordinate";

static struct Dim velocity_dim(struct Dim coordinate)
{
	return dim_times(coordinate, dim_time, -1);
}

/* Names in formulas: time, coordinates, and velocities as the coordinate's name followed by d. */
void state_names(const struct StateReader *r)
{
	const struct Model *model = r->model->model;
	struct Arena *arena = &r->model->arena;
	struct Columns names = { 0 };
	int count = 1 + model->nq + model->nv + model->states.numbers, next = 0;
	struct Dim *dim = ARENA_ARRAY(arena, struct Dim, count);
	*ARENA_PUSH(arena, &names) = "time";
	dim[next++] = dim_time;
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < model->bodies; i++) {
			const struct Joint *joint = model_listed(model, i)->joint;
			int own = pass ? joint_nv(joint) : joint_nq(joint);
			for (int k = 0; k < own; k++) {
				bool quaternion = kind_has_quaternion(joint->kind);
				struct Dim of = pass && quaternion ? (struct Dim){ 0, kind_slides(joint->kind, k), 0 }
				                                   : kind_dim(joint->kind, k);
				dim[next++] = pass ? velocity_dim(of) : of;
				struct Columns *list = pass ? r->v_name : r->q_name;
				const char *element = pass ? joint->kind->v[k].name : joint->kind->q[k].name;
				const char *name = own == 1 ? joint->name.text
				                            : text_print(arena, "%s.%s", joint->name.text, element);
				*ARENA_PUSH(arena, list) = name;
				*ARENA_PUSH(arena, &names) = pass ? text_print(arena, "%sd", name) : name;
			}
		}
	const struct Columns states = columns_of_params(model, &model->states);
	for (size_t i = 0; i < states.count; i++) {
		*ARENA_PUSH(arena, &names) = states.item[i];
		dim[next++] = parameter_at(&model->states, (int)i)->dim;
	}
	formulas_init(r->formulas, arena, &r->model->diags, names, dim);
}

bool state_constant(const struct StateReader *r, struct Value value, struct Dim dim, double *number)
{
	Ref ref;
	if (!value_scalar(&r->model->diags, value, dim, &ref) ||
	    !value_constant(r->formulas->dag, &r->model->diags, value, r->what))
		return false;
	*number = dag_value(r->formulas->dag, ref);
	return true;
}

bool state_time(const struct StateReader *r, const char *option, const char *text, double *time)
{
	struct Value value;
	return formula_value(r->formulas, option, text, &value) && state_constant(r, value, dim_time, time);
}

/* Initial value of a coordinate or velocity. "30" for an angle gets a warning, as in a model. */
static bool begins_with(const struct StateReader *r, struct Value value, int place, double *number)
{
	if (!state_constant(r, value, r->formulas->dim[place], number))
		return false;
	if (place <= r->model->model->nq && dim_equal(r->formulas->dim[place], dim_none))
		value_doubt_angle(r->formulas->dag, &r->model->diags, value.span, value.item[0]);
	return true;
}

/* True if the value at `place` is given for the first time; else false after a message. */
static bool is_first(const struct StateReader *r, bool *given, int place, struct Ident name)
{
	if (given[place])
		diag(&r->model->diags, CHECK_DUPLICATE, name.span, "'%s' is given twice", name.text);
	bool first = !given[place];
	given[place] = true;
	return first;
}

/* Length of a formula, up to the first comma or semicolon outside brackets and quoted names. */
static size_t length_of_formula(const char *text)
{
	const char *at = text, *end;
	for (int depth = 0; *at && (depth || (*at != ',' && *at != ';')); at = end) {
		end = *at == '"' ? text_quoted_end(at) : NULL;
		end = end ? end : at + 1;
		depth += (*at == '(') - (*at == ')');
	}
	return (size_t)(at - text);
}

/* Reads numbers as eval prints them, "0.1 0.2, 0.3", the first `count` into `out`. Their number; 0: it is something else. */
static size_t read_numbers(const char *text, size_t count, double *out)
{
	size_t read = 0;
	for (const char *at = text; *(at += strspn(at, " \t,")); read++) {
		char *end;
		double value = strtod(at, &end);
		if (end == at || (*end && !strchr(" \t,", *end)))
			return 0;
		if (read < count)
			out[read] = value;
		at = end;
	}
	return read;
}

/* Takes `count` numbers from a vector, or one from a number. `first`: their place among the numbers of formulas. */
static bool take_vector(const struct StateReader *r, struct Value value, size_t count, int first, double *out)
{
	bool good = true;
	if (value.kind != VALUE_SCALAR || count != 1)
		good = value_is_vector(&r->model->diags, value, count);
	for (size_t i = 0; good && i < count; i++) {
		struct Value one = value_items(VALUE_SCALAR, value.span, &value.item[i], 1);
		good = begins_with(r, one, first + (int)i, &out[i]);
	}
	return good;
}

/* All values as one vector. */
static bool read_vector(const struct StateReader *r, const char *option, const char *text, size_t count, int first,
                        double *out)
{
	struct Value value;
	return formula_value(r->formulas, option, text, &value) && take_vector(r, value, count, first, out);
}

/* Numbers with consecutive places: one, or all of a joint. */
struct Places {
	int first, count; /* count 0: none */
};

/* The numbers of a joint with several, by its name: `base` of base.x, base.y, ... */
static struct Places places_of_joint(const struct Model *model, const char *name, bool velocities)
{
	int place = 0;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		int own = velocities ? joint_nv(joint) : joint_nq(joint);
		if (own > 1 && strcmp(joint->name.text, name) == 0)
			return (struct Places){ place, own };
		place += own;
	}
	return (struct Places){ 0 };
}

/* Is it the name of a joint that follows others? Then a message says so. */
static bool follows(const struct StateReader *r, struct Ident name)
{
	const struct Model *model = r->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (!joint->coupling || joint->locked || strcmp(joint->name.text, name.text) != 0)
			continue;
		diag(&r->model->diags, CHECK_UNKNOWN_COLUMN, name.span,
		     "joint '%s' is coupled to others: it has no coordinate of its own", name.text);
		return true;
	}
	return false;
}

/* The number of a coordinate or velocity; -1 after a message. */
static int place_of(const struct StateReader *r, const struct Columns *names, struct Ident name)
{
	return follows(r, name) ? -1 : columns_find(&r->model->diags, names, name, no_coordinate);
}

/* The numbers that a name stands for. None after a message. */
static struct Places places_of(const struct StateReader *r, struct Ident name, bool velocities)
{
	struct Places places = places_of_joint(r->model->model, name.text, velocities);
	if (places.count)
		return places;
	int place = place_of(r, velocities ? r->v_name : r->q_name, name);
	return (struct Places){ place, place >= 0 };
}

/* Reads values by name, those of a joint with several as a vector. */
static bool read_named(const struct StateReader *r, const char *option, const char *text, bool velocities, double *out)
{
	struct Arena *arena = &r->model->arena;
	int first = 1 + (velocities ? r->model->model->nq : 0);
	bool good = true, more = true, *given = ARENA_ARRAY(arena, bool, r->formulas->name.count);
	for (const char *at = text; more;) {
		size_t length = length_of_formula(at);
		struct Formula formula;
		bool read = formula_read(r->formulas, option, arena_copy(arena, at, length), &formula);
		struct Places places = { 0 };
		if (read)
			places = places_of(r, formula.name, velocities);
		good &= places.count > 0;
		for (int k = 0; k < places.count && good; k++)
			good = is_first(r, given, places.first + k, formula.name);
		for (int k = 0; k < places.count && r->named; k++)
			r->named[places.first + k] = true;
		double *to = out + places.first;
		int of = first + places.first;
		if (good)
			good = places.count == 1 ? begins_with(r, formula.value, of, to)
			                         : take_vector(r, formula.value, (size_t)places.count, of, to);
		more = at[length] != '\0';
		at += length + more;
	}
	return good;
}

/* Is the whole text the name of a coordinate, a velocity or a joint? Then a message says that its value is missing. */
static bool lacks_value(const struct StateReader *r, const char *option, const char *text, bool velocities)
{
	const struct Columns *names = velocities ? r->v_name : r->q_name;
	const char *behind, *name = text_name(&r->model->arena, text, '\0', &behind);
	bool known = places_of_joint(r->model->model, name, velocities).count > 0;
	for (size_t i = 0; i < names->count && !known; i++)
		known = strcmp(names->item[i], name) == 0;
	if (known)
		diag(&r->model->diags, CHECK_SYNTAX, sources_option(r->model->diags.sources, option, text),
		     "'%s' has no value: write %s '%s = EXPRESSION'", name, option, name);
	return known;
}

static bool read_state(const struct StateReader *r, const char *option, const char *text, bool velocities, double *out)
{
	const struct Columns *names = velocities ? r->v_name : r->q_name;
	int first = 1 + (velocities ? r->model->model->nq : 0);
	if (strchr(text, '='))
		return read_named(r, option, text, velocities, out);
	for (size_t i = 0; i < names->count && r->named; i++)
		r->named[i] = true;
	size_t numbers = read_numbers(text, names->count, out);
	if (numbers > 1 && numbers != names->count)
		diag(&r->model->diags, CHECK_KIND, sources_option(r->model->diags.sources, option, text),
		     "%zu numbers belong here, these are %zu", names->count, numbers);
	if (numbers > 1)
		return numbers == names->count;
	return !lacks_value(r, option, text, velocities) && read_vector(r, option, text, names->count, first, out);
}

/* True if all quaternions of q have unit length; else false after a message. */
static bool are_unit(const struct StateReader *r, const char *option, const char *text, const double *q)
{
	struct Diags *diags = &r->model->diags;
	const struct Model *model = r->model->model;
	bool unit = true;
	for (int i = 0; i < model->bodies && unit; i++) {
		const struct Joint *joint = model->body[i].joint;
		unit = !joint_nq(joint) || !kind_has_quaternion(joint->kind) ||
		       position_is_unit(q + joint->q + joint->kind->nq - 4);
		if (!unit)
			diag(diags, CHECK_BAD_POSE, sources_option(diags->sources, option, text),
			     "the quaternion of joint '%s' is not of unit length", joint->name.text);
	}
	return unit;
}

bool state_read(const struct StateReader *r, const char *option, const char *text, bool velocities, double *out)
{
	return read_state(r, option, text, velocities, out) && (velocities || are_unit(r, option, text, out));
}

bool state_read_torque(const struct StateReader *r, const char *text, bool constant, bool *given, Ref *tau)
{
	const struct Model *model = r->model->model;
	struct Formula formula;
	if (!formula_read(r->formulas, "--tau", text, &formula))
		return false;
	int place = place_of(r, r->v_name, formula.name), v = place;
	if (place < 0)
		return false;
	int body = 0;
	while (!(joint_nv(model->body[body].joint) && v >= model->body[body].joint->v &&
	         v < model->body[body].joint->v + joint_nv(model->body[body].joint)))
		body++;
	const struct Joint *joint = model->body[body].joint;
	struct Dim dim = dim_force;
	dim.m += !kind_slides(joint->kind, v - joint->v);
	return is_first(r, given, place, formula.name) &&
	       value_scalar(&r->model->diags, formula.value, dim, &tau[place]) &&
	       (!constant || value_constant(r->formulas->dag, &r->model->diags, formula.value, r->what));
}

/* An input, or behind all of them a state. */
static const struct Parameter *given_at(const struct Model *model, int place)
{
	const int nu = model->inputs.numbers;
	return place < nu ? model_input(model, place) : parameter_at(&model->states, place - nu);
}

/* The numbers of an input or state by its name, or one number by the name of its column. None after a message. */
static struct Places places_of_input(const struct StateReader *r, struct Ident name)
{
	const struct Model *model = r->model->model;
	const struct ParameterList *list[] = { &model->inputs, &model->states };
	struct Columns names = columns_of_params(model, &model->inputs);
	const struct Columns states = columns_of_params(model, &model->states);
	for (size_t i = 0; i < states.count; i++)
		*ARENA_PUSH(&r->model->arena, &names) = states.item[i];
	for (int k = 0; k < 2; k++) {
		const struct Parameter *found = parameter_named(list[k], name.text);
		if (found)
			return (struct Places){ found->first + (k ? model->inputs.numbers : 0), found->count };
	}
	int place = columns_find(&r->model->diags, &names, name, "the model has no input");
	return (struct Places){ place, place >= 0 };
}

/* An input that moves has the derivatives of its formula as rate and acceleration. False after a message. */
static bool is_of_time(const struct StateReader *r, const struct Formula *formula, Ref value)
{
	bool *mark = ARENA_ARRAY(&r->model->arena, bool, r->formulas->name.count);
	formulas_mark(r->formulas, value, mark);
	for (size_t i = 1; i < r->formulas->name.count; i++)
		if (mark[i]) {
			diag(&r->model->diags, CHECK_KIND, formula->value.span,
			     "'%s' moves: its formula reads the time alone, not '%s'", formula->name.text,
			     r->formulas->name.item[i]);
			return false;
		}
	return true;
}

static bool read_input(const struct StateReader *r, const char *text, bool constant, bool *given, Ref *u)
{
	const struct Model *model = r->model->model;
	struct Diags *diags = &r->model->diags;
	struct Formula formula;
	if (!formula_read(r->formulas, "--set", text, &formula))
		return false;
	const struct Places places = places_of_input(r, formula.name);
	struct Value value = formula.value;
	bool good = places.count > 0;
	if (good && places.count > 1)
		good = value_is_vector(diags, value, (size_t)places.count);
	for (int k = 0; k < places.count && good; k++) {
		struct Value one = places.count == 1 ? value : value_items(VALUE_SCALAR, value.span, &value.item[k], 1);
		const struct Parameter *input = given_at(model, places.first + k);
		good = is_first(r, given, places.first + k, formula.name) &&
		       value_scalar(diags, one, input->dim, &u[places.first + k]);
		if (good && input->moving)
			good = is_of_time(r, &formula, u[places.first + k]);
	}
	const bool begins = places.first >= model->inputs.numbers; /* a state, at first */
	return good && ((!constant && !begins) || value_constant(r->formulas->dag, diags, value, r->what));
}

bool state_read_inputs(const struct StateReader *r, const struct Options *options, bool constant, bool *given, Ref *u)
{
	const struct ParameterList *all = &r->model->model->inputs, *states = &r->model->model->states;
	bool good = true;
	for (int i = 0; i < all->numbers; i++)
		u[i] = dag_const(r->formulas->dag, all->value[i]);
	for (int i = 0; i < states->numbers; i++)
		u[all->numbers + i] = dag_const(r->formulas->dag, states->value[i]);
	for (size_t i = 0; i < options->sets; i++)
		good &= read_input(r, options->set[i], constant, given, u);
	return good;
}

void state_neutral(const struct Model *model, double *q)
{
	memset(q, 0, (size_t)model->nq * sizeof *q);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint_nq(joint) && kind_has_quaternion(joint->kind))
			q[joint->q + joint->kind->nq - 1] = 1;
	}
}

const double *state_start(struct Arena *arena, const struct Model *model, const char *name)
{
	const struct AssembleRequest request = { .within = 1e-12 };
	if (strcmp(name, "start") != 0)
		return NULL;
	double *q = ARENA_ARRAY(arena, double, model->nq);
	state_neutral(model, q);
	return !model_has_loops(model) || assemble(arena, model, &request, q).closed ? q : NULL;
}

const struct ModelPose *state_find_pose(struct Arena *arena, const struct Model *model, const char *text)
{
	const char *behind;
	const struct ModelPose *plain = pose_find(model, text);
	return plain ? plain : pose_find(model, text_name(arena, text, '\0', &behind));
}

const double *state_pose(const struct StateReader *r, const char *option, const char *name)
{
	const struct Model *model = r->model->model;
	const struct ModelPose *pose = state_find_pose(&r->model->arena, model, name);
	const double *start = pose ? NULL : state_start(&r->model->arena, model, name);
	if (pose || start)
		return pose ? pose->q : start;
	struct Diags *diags = &r->model->diags;
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, model->poses.item, model->poses.count, name.text);
	struct Span span = sources_option(diags->sources, option, name);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_POSE, span, "the model has no pose '%s'", name), &nearest);
	return NULL;
}
