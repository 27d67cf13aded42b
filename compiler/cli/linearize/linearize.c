/* rigidc linearize: A and B of the motion about a state. */
#include <math.h>
#include <string.h>

#include "linear_format.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/start_rows.h"
#include "cli/start_state.h"
#include "dynamics/measures.h"

struct Linearize {
	rigidc_model *model;
	const struct Options *options;
	struct Formulas formulas;
	struct Columns q_name, v_name;
	struct StartRows start;
	const char *phase; /* NULL: no rows */
	bool contacts;     /* it is a phase or a contact, not "loops" */
	double *y, *tau;   /* q, then qd; torques */
	double *u;         /* inputs of the model, then its states */
	double dt;         /* s; 0: continuous time */
	enum LinearFormatId format;
	rigidc_linear linear;
	const char *text;
};

static struct StateReader reader_of(struct Linearize *l)
{
	return (struct StateReader){ .model = l->model,
		                     .what = "what a state consists of",
		                     .formulas = &l->formulas,
		                     .q_name = &l->q_name,
		                     .v_name = &l->v_name };
}

/* --- options --- */

/* The format by the ending of the file, else JSON. Returns an exit code. */
static int choose_format(struct Linearize *l)
{
	static const char *const ending[] = {
#define LINEAR_FORMAT(id, name, ending, write) ending,
#include "linear_formats.def"
	};
	int format = -1;
	int code = output_choose(l->options->output, ending, LINEAR_FORMATS, &format);
	l->format = format < 0 ? LINEAR_JSON : (enum LinearFormatId)format;
	return code;
}

static bool read_torques(struct Linearize *l)
{
	const struct Options *options = l->options;
	const struct Model *model = l->model->model;
	struct Arena *arena = &l->model->arena;
	const struct StateReader reader = reader_of(l);
	bool good = true, *given = ARENA_ARRAY(arena, bool, model->nv);
	Ref *tau = ARENA_ARRAY(arena, Ref, model->nv);
	for (size_t i = 0; i < options->taus; i++)
		good &= state_read_torque(&reader, options->tau[i], true, given, tau);
	l->tau = options->taus ? ARENA_ARRAY(arena, double, model->nv) : NULL;
	for (int v = 0; v < model->nv && good; v++)
		if (given[v])
			l->tau[v] = dag_value(l->formulas.dag, tau[v]);
	return good;
}

static bool read_inputs(struct Linearize *l)
{
	struct Arena *arena = &l->model->arena;
	const struct StateReader reader = reader_of(l);
	const int nu = rigidc_nu(l->model) + rigidc_ns(l->model);
	Ref *u = ARENA_ARRAY(arena, Ref, nu);
	l->u = ARENA_ARRAY(arena, double, nu);
	if (!state_read_inputs(&reader, l->options, true, ARENA_ARRAY(arena, bool, nu), u))
		return false;
	for (int i = 0; i < nu; i++)
		l->u[i] = dag_value(l->formulas.dag, u[i]);
	return true;
}

/* The pose, as before --q and --qd. False after a message. */
static bool read_pose(struct Linearize *l)
{
	const struct Options *options = l->options;
	const struct Model *model = l->model->model;
	const struct StateReader reader = reader_of(l);
	l->y = ARENA_ARRAY(&l->model->arena, double, model->nq + model->nv);
	state_neutral(model, l->y);
	const double *pose = options->pose ? state_pose(&reader, "--pose", options->pose) : NULL;
	if (pose)
		memcpy(l->y, pose, (size_t)model->nq * sizeof *pose);
	return pose || !options->pose;
}

static bool read_state(struct Linearize *l)
{
	const struct StateReader reader = reader_of(l);
	bool good = read_pose(l);
	return start_read(&l->start, &reader, l->options, l->y) && good;
}

static void read_options(rigidc_model *model, void *context)
{
	struct Linearize *l = context;
	const struct StateReader reader = reader_of(l);
	l->start = (struct StartRows){ .model = model, .q_name = &l->q_name, .v_name = &l->v_name };
	state_names(&reader);
	bool good = read_state(l);
	good &= read_torques(l);
	good &= read_inputs(l);
	if (l->options->every)
		good &= state_time(&reader, "--dt", l->options->every, &l->dt);
	l->start.u = l->u;
	if (good && model_has_loops(model->model))
		start_close(&l->start, l->y);
}

/* --- velocities under which rows hold --- */

struct Following {
	struct Linearize *l;
	rigidc_function *jac;
};

static void follow(rigidc_model *model, void *context)
{
	const struct Following *f = context;
	struct Arena *arena = &model->arena;
	size_t nv = (size_t)model->model->nv, size = rigidc_output_size(f->jac, 0);
	double *qd = f->l->y + model->model->nq, *J = ARENA_ARRAY(arena, double, size);
	double *from = ARENA_ARRAY(arena, double, nv);
	memcpy(from, qd, nv * sizeof *qd);
	rigidc_call(f->jac, (const double *[]){ f->l->y, f->l->u }, (double *[]){ J });
	start_follow(&f->l->start, J, nv ? size / nv : 0, qd);
	start_say_moved(&f->l->start, text_print(arena, "velocities hold '%s'", f->l->phase), &f->l->v_name, from, qd);
}

static rigidc_status follow_rows(struct Linearize *l)
{
	struct Following following = { .l = l };
	rigidc_model *model = l->model;
	bool known =
		!l->contacts || rigidc_find_phase(model, l->phase) >= 0 || rigidc_find_contact(model, l->phase) >= 0;
	if (!l->phase || !l->options->qd || !known) /* the library says what is unknown */
		return RIGIDC_OK;
	const char *name = text_print(&model->arena, "jac:%s", text_quoted(&model->arena, l->phase));
	rigidc_status status = rigidc_function_new(model, name, RIGIDC_EVALUATOR, &following.jac);
	if (status == RIGIDC_OK)
		status = library_protect(model, follow, &following);
	rigidc_function_free(following.jac);
	return status;
}

/* --- the answer --- */

static void name_states(struct Linearize *l, struct LinearText *text)
{
	const struct Model *model = l->model->model;
	struct Arena *arena = &l->model->arena;
	const rigidc_linear *linear = &l->linear;
	for (int k = 0; k < linear->places + linear->directions; k++) {
		bool rate = k >= linear->places;
		int v = rate ? linear->direction[k - linear->places] : linear->place[k];
		const char *unit = measure_element_unit(model, MEASURE_VELOCITY, v);
		*ARENA_PUSH(arena, &text->state) = text_print(arena, rate ? "qd.%s" : "q.%s", l->v_name.item[v]);
		*ARENA_PUSH(arena, &text->state_unit) = rate ? unit : *unit == 'm' ? "m" : "rad";
	}
	const struct Columns states = columns_of_params(model, &model->states);
	for (int k = 0; k < model->states.numbers; k++) {
		*ARENA_PUSH(arena, &text->state) = text_print(arena, "s.%s", states.item[k]);
		*ARENA_PUSH(arena, &text->state_unit) = measure_element_unit(model, MEASURE_STATE, k);
	}
	for (int k = 0; k < linear->drives; k++) {
		int v = linear->drive[k];
		*ARENA_PUSH(arena, &text->input) = text_print(arena, "tau.%s", l->v_name.item[v]);
		*ARENA_PUSH(arena, &text->input_unit) = measure_element_unit(model, MEASURE_FORCE, v);
	}
	const struct Columns names = columns_of_params(model, &model->inputs);
	for (int k = 0; k < model->inputs.numbers; k++) {
		*ARENA_PUSH(arena, &text->input) = text_print(arena, "u.%s", names.item[k]);
		*ARENA_PUSH(arena, &text->input_unit) = measure_element_unit(model, MEASURE_INPUT, k);
	}
	const struct Columns moving = columns_of_moving(model);
	for (int k = 0; k < 2 * (int)moving.count; k++) {
		const int m = k % (int)moving.count;
		const bool rate = k < (int)moving.count;
		*ARENA_PUSH(arena, &text->input) = text_print(arena, rate ? "ud.%s" : "udd.%s", moving.item[m]);
		*ARENA_PUSH(arena, &text->input_unit) =
			measure_element_unit(model, rate ? MEASURE_INPUT_RATE : MEASURE_INPUT_ACCELERATION, m);
	}
}

static void answer(rigidc_model *model, void *context)
{
	struct Linearize *l = context;
	struct LinearText text = { .model = model->model->name.text,
		                   .phase = l->phase,
		                   .method = l->options->method ? l->options->method : rigidc_linear_method(0),
		                   .linear = &l->linear,
		                   .nq = model->model->nq,
		                   .nv = model->model->nv,
		                   .nu = rigidc_nu(model),
		                   .ns = rigidc_ns(model),
		                   .dt = l->dt,
		                   .velocity = l->v_name };
	name_states(l, &text);
	l->text = linear_format_write(&model->arena, l->format, &text);
}

static rigidc_status linearize(struct Linearize *l)
{
	const struct Options *options = l->options;
	const rigidc_linear_request request = { .size = sizeof request,
		                                .q = l->y,
		                                .qd = l->y + l->model->model->nq,
		                                .tau = l->tau,
		                                .u = l->u,
		                                .s = l->u + rigidc_nu(l->model),
		                                .phase = options->held_phase,
		                                .all = options->all_states,
		                                .dt = l->dt,
		                                .method = options->method };
	l->linear = (rigidc_linear){ .size = sizeof l->linear };
	return rigidc_linearize(l->model, &request, &l->linear);
}

static rigidc_status read_all(struct Linearize *l)
{
	const char *phase = l->options->held_phase;
	l->contacts = phase && strcmp(phase, "loops") != 0;
	l->phase = l->contacts ? phase : model_has_loops(l->model->model) ? "loops" : NULL;
	rigidc_status status = library_call(l->model, read_options, l);
	return status == RIGIDC_OK ? load_say(l->model) : status;
}

/* Steps from the options to the text. */
static rigidc_status work(struct Linearize *l)
{
	rigidc_status status = follow_rows(l);
	if (status == RIGIDC_OK)
		status = linearize(l);
	if (status == RIGIDC_OK)
		status = load_say(l->model);
	return status == RIGIDC_OK ? library_protect(l->model, answer, l) : status;
}

int command_linearize(const struct Options *options)
{
	struct Linearize l = { .options = options };
	if (options->method && !options->every)
		return complain("--method is that of a step: give --dt too");
	int code = choose_format(&l);
	if (code == EXIT_FINE)
		l.model = load_for_functions(options, NULL, &code);
	if (!l.model)
		return code;
	rigidc_status status = read_all(&l);
	if (status == RIGIDC_OK && options->every && !(l.dt > 0 && l.dt < INFINITY)) {
		rigidc_model_free(l.model);
		return complain("--dt is a time above 0");
	}
	if (status == RIGIDC_OK)
		status = work(&l);
	if (status != RIGIDC_OK)
		return load_fail(l.model, status);
	code = output_write(options->output, l.text);
	rigidc_model_free(l.model);
	return code;
}
