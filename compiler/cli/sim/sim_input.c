/* Options of `rigidc sim` that need the model: state at the start, forces, gains, times, contacts. */
#include <string.h>

#include "simulation.h"
#include "cli/start_state.h"
#include "pipeline/compile_checks.h"
#include "model/loop.h"

static struct StateReader reader_of(struct Simulation *s)
{
	return (struct StateReader){ .model = s->model,
		                     .what = "what a motion begins with",
		                     .formulas = &s->formulas,
		                     .q_name = &s->q_name,
		                     .v_name = &s->v_name };
}

bool simulation_time(struct Simulation *s, const char *option, const char *text, double *time)
{
	const struct StateReader reader = reader_of(s);
	return state_time(&reader, option, text, time);
}

/* Contact of --contacts with this name; NULL after a message. */
static struct WatchedContact *find_watched(struct Simulation *s, struct Ident name)
{
	struct Diags *diags = &s->model->diags;
	for (int i = 0; i < s->contacts.count; i++)
		if (strcmp(s->contacts.item[i].contact->name.text, name.text) == 0)
			return &s->contacts.item[i];
	struct Nearest nearest = diags_nearest(diags, name.text);
	for (int i = 0; i < s->contacts.count; i++)
		nearest_try(&nearest, s->contacts.item[i].contact->name.text);
	struct Diag *unknown =
		diag(diags, CHECK_UNKNOWN_CONTACT, name.span, "--contacts names no contact '%s'", name.text);
	diag_nearest(diags, unknown, &nearest);
	return NULL;
}

/* Reads a formula of --retract, a number of any unit: "rf = right_hip". */
static bool read_retract(struct Simulation *s, const char *text)
{
	struct Formula formula;
	if (!formula_read(&s->formulas, "--retract", text, &formula))
		return false;
	struct WatchedContact *contact = find_watched(s, formula.name);
	if (!contact)
		return false;
	if (contact->retracts) {
		diag(&s->model->diags, CHECK_DUPLICATE, formula.name.span, "contact '%s' is given twice",
		     formula.name.text);
		return false;
	}
	const struct Value *value = &formula.value;
	contact->retracts = true;
	return value_scalar(&s->model->diags, *value, value->count == 1 ? value->item->dim : (struct Dim){ 0 },
	                    &contact->retract);
}

/* Initial coordinates from --pose. --q may change some of them. */
static bool begin_at_pose(struct Simulation *s, const char *name)
{
	const struct StateReader reader = reader_of(s);
	const double *q = state_pose(&reader, "--pose", name);
	if (q)
		memcpy(s->y, q, (size_t)s->nq * sizeof *q);
	return q != NULL;
}

/* Reads --pd: "home,100,20". */
static bool read_pd(struct Simulation *s, const char *text)
{
	const struct Dim plain = { 0, 0, 0 };
	struct Arena *arena = &s->model->arena;
	const char *behind, *pose = text_name(arena, text, ',', &behind);
	const char *first = strchr(behind, ','), *second = first ? strchr(first + 1, ',') : NULL;
	const struct StateReader reader = reader_of(s);
	struct Value kp, kd;
	if (!second) {
		struct Diags *diags = &s->model->diags;
		diag(diags, CHECK_ARGUMENTS, sources_option(diags->sources, "--pd", text),
		     "a pose and two numbers belong here: home,100,20");
		return false;
	}
	s->held = state_pose(&reader, "--pd", pose);
	check_overdriven(&s->model->diags, s->model->model, "torques of --pd");
	return s->held &&
	       formula_value(&s->formulas, "--pd", arena_copy(arena, first + 1, (size_t)(second - first - 1)), &kp) &&
	       state_constant(&reader, kp, plain, &s->kp) && formula_value(&s->formulas, "--pd", second + 1, &kd) &&
	       state_constant(&reader, kd, plain, &s->kd);
}

/* Rates and accelerations of moving inputs, whose formulas are functions of the time. */
static void find_rates(struct Simulation *s)
{
	const struct Dag *of = s->model->model->dag;
	const Ref time = formulas_number(&s->formulas, 0);
	for (size_t m = 0; m < of->moving.count; m++)
		kinks_doubt(&s->formulas.kinks, &s->model->diags, s->formulas.dag, s->set[of->moving.item[m]],
		            KINK_IN_INPUT);
	for (int order = 0; order < 2; order++) {
		s->rate[order] = ARENA_ARRAY(&s->model->arena, Ref, of->moving.count);
		for (size_t m = 0; m < of->moving.count; m++)
			s->rate[order][m] = dag_derivative(s->formulas.dag,
			                                   order ? s->rate[0][m] : s->set[of->moving.item[m]], time);
	}
}

/* Contacts open and close on ground that no input moves. False after a message. */
static bool ground_is_still(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	if (!model->dag->moving.count || !s->contacts.count)
		return true;
	const struct Ident input = model_moving(model, 0)->name;
	diag(&s->model->diags, CHECK_KIND, input.span,
	     "--contacts is not for a model with a moving input, as '%s'; --phase holds contacts", input.text);
	return false;
}

bool simulation_read(struct Simulation *s)
{
	struct Arena *arena = &s->model->arena;
	const struct Options *options = s->options;
	const struct StateReader reader = reader_of(s);
	s->nq = rigidc_nq(s->model);
	s->nv = rigidc_nv(s->model);
	s->ns = rigidc_ns(s->model);
	s->size = (size_t)(s->nq + s->nv + s->ns + 1);
	s->tau = ARENA_ARRAY(arena, Ref, s->nv);
	s->given = ARENA_ARRAY(arena, bool, s->nv);
	s->number = ARENA_ARRAY(arena, double, s->size);
	s->tau_now = ARENA_ARRAY(arena, double, s->nv);
	s->nu = rigidc_nu(s->model);
	s->set = ARENA_ARRAY(arena, Ref, s->nu + s->ns);
	s->is_set = ARENA_ARRAY(arena, bool, s->nu + s->ns);
	s->u_now = ARENA_ARRAY(arena, double, s->nu);
	for (int order = 0; order < 2; order++)
		s->rate_now[order] = ARENA_ARRAY(arena, double, s->model->model->dag->moving.count);
	s->y = ARENA_ARRAY(arena, double, s->size);
	s->unit = ARENA_ARRAY(arena, double, s->size);
	state_names(&reader);
	state_neutral(s->model->model, s->y);
	bool good = true;
	if (options->pose)
		good &= begin_at_pose(s, options->pose);
	s->rows.start = (struct StartRows){ .model = s->model, .q_name = &s->q_name, .v_name = &s->v_name };
	good &= start_read(&s->rows.start, &reader, options, s->y);
	if (options->pd)
		good &= read_pd(s, options->pd);
	for (size_t i = 0; i < options->taus; i++)
		good &= state_read_torque(&reader, options->tau[i], false, s->given, s->tau);
	good &= state_read_inputs(&reader, options, false, s->is_set, s->set);
	for (int i = 0; i < s->ns && good; i++)
		s->y[s->nq + s->nv + i] = dag_value(s->formulas.dag, s->set[s->nu + i]);
	find_rates(s);
	good &= ground_is_still(s);
	for (size_t i = 0; i < options->retracts; i++)
		good &= read_retract(s, options->retract[i]);
	return good;
}
