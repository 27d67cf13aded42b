/* Loops, constraints and the contacts of a phase during a motion. fd holds J qdd + drift = 0. Its rounding and the errors of the
 * method let the state drift, so `project` moves it back after each step: c(q) = 0 and J qd = 0. Contacts have no closure: they
 * stay where they are to the errors of the method. */
#include <math.h>
#include <string.h>

#include "simulation.h"
#include "model/model.h"

static const char *phase_of(const struct Simulation *s)
{
	return s->options->held_phase ? s->options->held_phase : "loops";
}

bool simulation_holds(const struct Simulation *s)
{
	return s->options->held_phase || model_has_loops(s->model->model);
}

/* --- functions --- */

const char *simulation_fd(const struct Simulation *s)
{
	return simulation_holds(s) ? text_print(&s->model->arena, "fd:%s", phase_of(s)) : "fd";
}

rigidc_status simulation_make_rows(struct Simulation *s, MakeFunction *make)
{
	struct {
		const char *name;
		rigidc_function **function;
		bool wanted;
	} all[] = {
		{ "lambda", &s->rows.lambda, true },
		{ "project", &s->rows.project, true },
		{ "jac", &s->rows.jac, true },
		{ "closure", &s->rows.closure, model_has_loops(s->model->model) },
	};
	rigidc_status status = RIGIDC_OK;
	for (size_t i = 0; i < sizeof all / sizeof *all && status == RIGIDC_OK && simulation_holds(s); i++)
		if (all[i].wanted)
			status = make(s, text_print(&s->model->arena, "%s:%s", all[i].name, phase_of(s)),
			              all[i].function);
	return status;
}

void simulation_free_rows(struct Simulation *s)
{
	rigidc_function_free(s->rows.lambda);
	rigidc_function_free(s->rows.project);
	rigidc_function_free(s->rows.jac);
	rigidc_function_free(s->rows.closure);
}

/* --- names --- */

static void add_rows(struct Simulation *s, struct Ident owner, const struct ConstraintRow *row, int count)
{
	struct Arena *arena = &s->model->arena;
	for (int r = 0; r < count; r++) {
		*ARENA_PUSH(arena, &s->rows.name) = text_print(arena, "lambda.%s.%s", owner.text, row[r].name);
		*ARENA_PUSH(arena, &s->rows.unit) = row[r].angular ? "N m" : "N";
	}
}

static void add_contact(struct Simulation *s, const struct Contact *contact)
{
	add_rows(s, contact->name, contact->row, contact->rows);
}

/* The phase, or a phase of one contact. */
static void add_contacts(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	for (size_t i = 0; i < model->phases.count; i++) {
		const struct Phase *phase = &model->phases.item[i];
		for (int k = 0; k < phase->contacts && strcmp(phase->name.text, phase_of(s)) == 0; k++)
			add_contact(s, &model->contacts.item[phase->contact[k]]);
	}
	for (size_t i = 0; i < model->contacts.count; i++)
		if (strcmp(model->contacts.item[i].name.text, phase_of(s)) == 0)
			add_contact(s, &model->contacts.item[i]);
}

void simulation_name_rows(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	struct Arena *arena = &s->model->arena;
	struct SimulationRows *rows = &s->rows;
	if (!simulation_holds(s))
		return;
	for (size_t i = 0; i < model->loops.count; i++)
		add_rows(s, model->loops.item[i].name, model->loops.item[i].row, model->loops.item[i].rows);
	for (size_t i = 0; i < model->constraints.count; i++)
		add_rows(s, model->constraints.item[i].name, &model->constraints.item[i].row, 1);
	rows->closures = rows->name.count;
	add_contacts(s);
	rows->J = ARENA_ARRAY(arena, double, rows->name.count *(size_t)s->nv);
	rows->c = ARENA_ARRAY(arena, double, rows->closures);
	rows->q = ARENA_ARRAY(arena, double, s->nq);
	rows->qd = ARENA_ARRAY(arena, double, s->nv);
}

/* --- states --- */

static double largest(const double *x, size_t count)
{
	double most = 0;
	for (size_t i = 0; i < count; i++)
		most = isnan(x[i]) ? x[i] : fmax(most, fabs(x[i]));
	return most;
}

/* Largest |closure| and |J qd| of a state. */
static void look(struct Simulation *s, const double *y, double *closure, double *rate)
{
	struct SimulationRows *rows = &s->rows;
	if (rows->closure)
		rigidc_call(rows->closure, (const double *[]){ y }, (double *[]){ rows->c });
	rigidc_call(rows->jac, (const double *[]){ y }, (double *[]){ rows->J });
	*closure = largest(rows->c, rows->closures);
	*rate = 0;
	for (size_t r = 0; r < rows->name.count; r++) {
		double sum = 0;
		for (int v = 0; v < s->nv; v++)
			sum += rows->J[r * (size_t)s->nv + (size_t)v] * y[s->nq + v];
		*rate = fmax(*rate, fabs(sum));
	}
}

static double change_of(const double *from, const double *to, int count)
{
	double most = 0;
	for (int i = 0; i < count; i++)
		most = fabs(to[i] - from[i]) <= most ? most : fabs(to[i] - from[i]);
	return most;
}

/* At a dead point J loses rank, and a small error of the state asks for a large step, which would stop the motion. */
static bool is_dead(struct Simulation *s, const double *y, double moved, double turned)
{
	const double small = 1e-7, gain = 1e5;
	double closure, rate;
	if (moved <= small && turned <= small)
		return false;
	look(s, y, &closure, &rate);
	return !(moved <= small + gain * closure && turned <= small + gain * rate);
}

/* Newton's method. Velocities follow from J at the coordinates before, so there is a step more. */
bool simulation_project(struct Simulation *s, double *y)
{
	enum { STEPS = 5 };
	const double settled = 1e-14;
	struct SimulationRows *rows = &s->rows;
	double moved = INFINITY;
	if (!rows->project)
		return true;
	simulation_unit_quaternions(s, y);
	for (int n = 0; n < STEPS && moved > settled; n++) {
		const double *input[] = { y, y + s->nq };
		rigidc_call(rows->project, input, (double *[]){ rows->q, rows->qd });
		moved = change_of(y, rows->q, s->nq);
		if (is_dead(s, y, moved, change_of(y + s->nq, rows->qd, s->nv))) {
			rows->left_out++;
			return false;
		}
		memcpy(y, rows->q, (size_t)s->nq * sizeof *y);
		memcpy(y + s->nq, rows->qd, (size_t)s->nv * sizeof *y);
	}
	return true;
}

void simulation_measure(struct Simulation *s)
{
	struct SimulationRows *rows = &s->rows;
	double closure, rate;
	if (!rows->project)
		return;
	look(s, s->y, &closure, &rate);
	rows->worst_closure = fmax(rows->worst_closure, closure);
	rows->worst_rate = fmax(rows->worst_rate, rate);
}

void simulation_forces(struct Simulation *s, double *lambda)
{
	const double *input[] = { s->y, s->y + s->nq, s->tau_now, s->f_ext };
	if (s->rows.lambda)
		rigidc_call(s->rows.lambda, input, (double *[]){ lambda });
}

/* --- the start --- */

bool simulation_begin_rows(struct Simulation *s)
{
	double *qd = s->y + s->nq, *from = ARENA_ARRAY(&s->model->arena, double, s->nv);
	if (model_has_loops(s->model->model) && !start_close(&s->rows.start, s->y))
		return false;
	if (!s->rows.project)
		return true;
	memcpy(from, qd, (size_t)s->nv * sizeof *from);
	rigidc_call(s->rows.jac, (const double *[]){ s->y }, (double *[]){ s->rows.J });
	start_follow(&s->rows.start, s->rows.J, s->rows.name.count, qd);
	simulation_project(s, s->y);
	start_say_moved(&s->rows.start, text_print(&s->model->arena, "velocities hold '%s'", phase_of(s)), &s->v_name,
	                from, qd);
	return true;
}
