/* Loops, constraints and contacts during a motion. fd holds J qdd + drift = 0. Its rounding and the errors of the method let the
 * state drift, so `project` moves it back after each step: c(q) = 0 and J qd = 0. Contacts of a phase have no closure: they stay
 * where they are to the errors of the method. */
#include <math.h>
#include <string.h>

#include "simulation.h"
#include "model/loop.h"
#include "model/model.h"

/* Does --phase name contacts? "loops" is the phase without them. */
static bool holds_contacts(const struct Simulation *s)
{
	return s->options->held_phase && strcmp(s->options->held_phase, "loops") != 0;
}

/* Phase of the rows that hold at first; NULL: there are none. */
static const char *phase_of(const struct Simulation *s)
{
	return holds_contacts(s) ? s->options->held_phase : model_has_loops(s->model->model) ? "loops" : NULL;
}

/* Its name without quotation marks. */
static const char *phase_name(const struct Simulation *s)
{
	const char *behind;
	return text_name(&s->model->arena, phase_of(s), '\0', &behind);
}

bool simulation_holds(const struct Simulation *s)
{
	return phase_of(s) || s->contacts.count;
}

/* --- functions --- */

rigidc_status simulation_make_rows(struct Simulation *s)
{
	struct Arena *arena = &s->model->arena;
	const char *phase = phase_of(s);
	struct HeldSet *first = NULL;
	rigidc_status status = RIGIDC_OK;
	if (holds_contacts(s))
		status = library_find_phase(s->model, phase_name(s));
	if (status != RIGIDC_OK)
		return status;
	if (s->contacts.count)
		status = held_set_all(s);
	else if (phase)
		status = simulation_make(s, text_print(arena, "jac:%s", phase), &s->rows.jac);
	if (status == RIGIDC_OK && model_has_loops(s->model->model))
		status = simulation_make(s, text_print(arena, "closure:%s", phase), &s->rows.closure);
	if (status == RIGIDC_OK)
		status = held_set_plain(s, phase, &first);
	s->rows.held = first;
	return status;
}

void simulation_free_rows(struct Simulation *s)
{
	held_sets_free(s);
	rigidc_function_free(s->rows.jac);
	rigidc_function_free(s->rows.closure);
	rigidc_function_free(s->contacts.poses);
	rigidc_function_free(s->contacts.drift);
}

/* --- names --- */

static void add_rows(struct Simulation *s, struct Ident owner, const struct ConstraintRow *row, int count)
{
	struct Arena *arena = &s->model->arena;
	for (int r = 0; r < count; r++) {
		*ARENA_PUSH(arena, &s->rows.name) = text_print(arena, "lambda.%s.%s", owner.text, row[r].name);
		*ARENA_PUSH(arena, &s->rows.unit) = row[r].angular ? "N m" : "N";
		*ARENA_PUSH(arena, &s->rows.row) = &row[r];
	}
}

static void add_contact(struct Simulation *s, const struct Contact *contact)
{
	add_rows(s, contact->name, contact->row, contact->rows);
}

/* Contacts of the phase of --phase, or the contacts of --contacts, which open and close. */
static void add_contacts(struct Simulation *s)
{
	const struct Model *model = s->model->model;
	for (int i = 0; i < s->contacts.count; i++) {
		s->contacts.item[i].row = s->rows.row.count;
		add_contact(s, s->contacts.item[i].contact);
	}
	if (!holds_contacts(s))
		return;
	for (size_t i = 0; i < model->phases.count; i++) {
		const struct Phase *phase = &model->phases.item[i];
		for (int k = 0; k < phase->contacts && strcmp(phase->name.text, phase_name(s)) == 0; k++)
			add_contact(s, &model->contacts.item[phase->contact[k]]);
	}
	for (size_t i = 0; i < model->contacts.count; i++)
		if (strcmp(model->contacts.item[i].name.text, phase_name(s)) == 0)
			add_contact(s, &model->contacts.item[i]);
}

/* The set of the loops or of the phase: all of its rows. */
static void fill_first_set(struct Simulation *s, struct HeldSet *set)
{
	struct SimulationRows *rows = &s->rows;
	set->forces = s->contacts.count ? rows->closures : rows->name.count;
	set->kept = ARENA_ARRAY(&s->model->arena, bool, rows->name.count);
	set->place = ARENA_ARRAY(&s->model->arena, size_t, set->forces);
	for (size_t r = 0; r < set->forces; r++) {
		set->kept[r] = !rows->row.item[r]->holds;
		set->place[r] = r;
	}
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
	rows->forces = ARENA_ARRAY(arena, double, rows->name.count);
	rows->rest = ARENA_ARRAY(arena, double, s->nv);
	rows->relative = ARENA_ARRAY(arena, double, s->nv);
	rows->basis = linear_qr(arena, rows->name.count, (size_t)s->nv);
	fill_first_set(s, rows->sets.item[0]);
}

/* --- states --- */

/* Puts qd less velocities with which the rows hold into rows.relative: J times it is J qd + H ud. These velocities are 0 while no
 * input moves; else they are those of a projection from rest. */
static void find_relative(struct Simulation *s, const double *y)
{
	struct SimulationRows *rows = &s->rows;
	const double *qd = y + s->nq;
	if (s->model->model->dag->moving.count && rows->held->project) {
		memset(rows->relative, 0, (size_t)s->nv * sizeof *rows->relative);
		rigidc_call(rows->held->project, simulation_places(s, y, rows->relative).array,
		            (double *[]){ rows->q, rows->rest });
	}
	for (int v = 0; v < s->nv; v++)
		rows->relative[v] = qd[v] - rows->rest[v];
}

/* Largest |closure| and |J qd + H ud| of a state. */
static void look(struct Simulation *s, const double *y, double *closure, double *rate)
{
	struct SimulationRows *rows = &s->rows;
	if (rows->closure)
		rigidc_call(rows->closure, simulation_places(s, y, NULL).array, (double *[]){ rows->c });
	simulation_jacobian(s, y);
	find_relative(s, y);
	*closure = linear_largest(rows->c, rows->closures);
	*rate = 0;
	for (size_t r = 0; r < rows->name.count; r++)
		if (rows->held->kept[r])
			*rate = fmax(*rate, fabs(simulation_row_rate(s, r, rows->relative)));
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
bool simulation_project(struct Simulation *s, double time, double *y)
{
	enum { STEPS = 5 };
	const double settled = 1e-14;
	struct SimulationRows *rows = &s->rows;
	double moved = INFINITY;
	if (!rows->held->project)
		return true;
	simulation_unit_quaternions(s, y);
	if (s->model->model->dag->moving.count)
		simulation_inputs(s, time, y);
	for (int n = 0; n < STEPS && moved > settled; n++) {
		double placed = s->contacts.count ? contacts_place(s, y) : 0;
		rigidc_call(rows->held->project, simulation_places(s, y, y + s->nq).array,
		            (double *[]){ rows->q, rows->qd });
		moved = change_of(y, rows->q, s->nq);
		if (is_dead(s, y, moved, change_of(y + s->nq, rows->qd, s->nv))) {
			rows->left_out++;
			return false;
		}
		memcpy(y, rows->q, (size_t)s->nq * sizeof *y);
		memcpy(y + s->nq, rows->qd, (size_t)s->nv * sizeof *y);
		moved = fmax(moved, placed);
	}
	return true;
}

/* The larger one; not a number if one of them is not. */
static double worse(double a, double b)
{
	return isnan(a) || a >= b ? a : b;
}

void simulation_measure(struct Simulation *s)
{
	struct SimulationRows *rows = &s->rows;
	double closure, rate;
	if (!rows->held->project)
		return;
	look(s, s->y, &closure, &rate);
	rows->worst_closure = worse(rows->worst_closure, closure);
	rows->worst_rate = worse(rows->worst_rate, rate);
}

/* --- the start --- */

void simulation_follow(struct Simulation *s, const char *what)
{
	struct SimulationRows *rows = &s->rows;
	double *qd = s->y + s->nq, *from = ARENA_ARRAY(&s->model->arena, double, s->nv);
	memcpy(from, qd, (size_t)s->nv * sizeof *from);
	simulation_inputs(s, 0, s->y);
	simulation_jacobian(s, s->y);
	find_relative(s, s->y);
	for (size_t r = 0; r < rows->name.count; r++)
		if (!rows->held->kept[r])
			memset(&rows->J[r * (size_t)s->nv], 0, (size_t)s->nv * sizeof *rows->J);
	start_follow(&rows->start, rows->J, rows->name.count, rows->relative);
	for (int v = 0; v < s->nv; v++)
		qd[v] = rows->relative[v] + rows->rest[v];
	simulation_project(s, 0, s->y);
	start_say_moved(&rows->start, text_print(&s->model->arena, "velocities hold %s", what), &s->v_name, from, qd);
}

bool simulation_begin_rows(struct Simulation *s)
{
	simulation_inputs(s, 0, s->y);
	s->rows.start.u = s->u_now;
	if (model_has_loops(s->model->model) && !start_close(&s->rows.start, s->y))
		return false;
	if (s->rows.held->project && !s->contacts.count)
		simulation_follow(s, text_print(&s->model->arena, "'%s'", phase_name(s)));
	return true;
}
