#include "course.h"

#include <math.h>
#include <string.h>

#include "cli/complain.h"
#include "pipeline/dead_state.h"
#include "model/loop.h"

/* --- limits --- */

static size_t limits(const struct Course *course)
{
	return course->bounds.count;
}

static void limits_inside(struct Course *course, double time, const double *y, double *inside)
{
	(void)time;
	for (size_t i = 0; i < course->bounds.count; i++)
		inside[i] = course_inside(&course->bounds.item[i], y);
}

/* Bound of a coordinate that begins on its limit and moves beyond it, by its velocity or from rest by its acceleration;
 * -1: none. */
static int leaves_from_bound(const struct Course *course)
{
	const double rest = 1e-9; /* rad/s^2 or m/s^2: smaller accelerations are rounding errors of balanced forces */
	struct Simulation *s = course->simulation;
	double *rate = ARENA_ARRAY(&s->model->arena, double, s->size);
	bool known = false;
	for (size_t i = 0; i < course->bounds.count; i++) {
		const struct Bound *bound = &course->bounds.item[i];
		int v = s->nq + start_velocity(s->model->model, bound->q);
		if (!bound->begun_on)
			continue;
		if (s->y[v] == 0 && !known) {
			simulation_rates(s, course->time, s->y, rate);
			known = true;
		}
		if (bound->outside * s->y[v] > 0 || (s->y[v] == 0 && bound->outside * rate[v] > rest))
			return (int)i;
	}
	return -1;
}

/* The bound that the first state exceeds, or reaches while moving outward; -1: none. */
static int begins_outside(const struct Course *course)
{
	const struct Simulation *s = course->simulation;
	int from = leaves_from_bound(course);
	for (size_t i = 0; i < course->bounds.count && from < 0; i++) {
		const struct Bound *bound = &course->bounds.item[i];
		double inside = course_inside(bound, s->y);
		if (inside < 0 ||
		    (inside == 0 && bound->outside * s->y[s->nq + start_velocity(s->model->model, bound->q)] > 0))
			from = (int)i;
	}
	return from;
}

static void tell_limit(const struct Course *course)
{
	const struct Simulation *s = course->simulation;
	int q = course->bounds.item[course->at].q;
	complain("stopped at %.10g s: '%s' is at %.6g, its limit (--without=limits goes on)", course->time,
	         s->q_name.item[q], s->y[q]);
}

/* --- contacts that come and go --- */

static size_t contacts(const struct Course *course)
{
	return (size_t)course->simulation->contacts.count;
}

static const double *with_unit_quaternions(struct Simulation *s, const double *y)
{
	memcpy(s->unit, y, s->size * sizeof *y);
	simulation_unit_quaternions(s, s->unit);
	return s->unit;
}

static void find_forces(struct Simulation *s, double time, const double *y)
{
	contacts_forces(s, time, with_unit_quaternions(s, y));
}

/* Height of an open contact over the size of the model; of a closed one the force along its normal over the weight, and
 * a rounding more: at 0 it may rest. */
static void contacts_inside(struct Course *course, double time, const double *y, double *inside)
{
	struct Simulation *s = course->simulation;
	contacts_see(s, with_unit_quaternions(s, y));
	find_forces(s, time, y);
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		double force = s->contacts.lambda[contact->row + (size_t)contact->normal];
		inside[i] = contact->closed ? force / s->contacts.weight + contacts_rounding(s)
		                            : contact_height(contact, time) / s->contacts.size;
	}
}

/* Takes the time of a change. True: there are too many. */
static bool is_busy(const struct Course *course)
{
	const double while_of = 1; /* s */
	struct SimulationContacts *all = &course->simulation->contacts;
	double *oldest = &all->changed[all->changes++ % EVENTS_MOST];
	bool busy = all->changes > EVENTS_MOST && course->time - *oldest < while_of;
	*oldest = course->time;
	return busy;
}

static enum Arrival change_contacts(struct Course *course, const bool *happened)
{
	course->jumped = true;
	if (!contacts_change(course->simulation, course->time, happened))
		return ARRIVED_CONTACT;
	return is_busy(course) ? ARRIVED_BUSY : ARRIVED;
}

static void tell_unmade(const struct Course *course)
{
	complain("stopped at %.6g s: there are no functions for the contacts that hold then", course->time);
}

static void tell_busy(const struct Course *course)
{
	const struct Simulation *s = course->simulation;
	complain(
		"stopped at %.6g s: contacts change more than %d times within a second, '%s' the last (a restitution of 0 lets a contact rest)",
		course->time, EVENTS_MOST, s->contacts.item[course->at].contact->name.text);
}

/* --- contacts below their grounds --- */

static int find_sunk(const struct Course *course, const double *y)
{
	struct Simulation *s = course->simulation;
	return s->contacts.count ? contacts_sunk(s, course->time, with_unit_quaternions(s, y)) : -1;
}

static void tell_sunk(const struct Course *course)
{
	const struct WatchedContact *contact = &course->simulation->contacts.item[course->at];
	complain("stopped at %.6g s: contact '%s' is %.3g m below its ground and moves down", course->time,
	         contact->contact->name.text, -contact->p[2]);
}

/* --- contacts that slip --- */

static size_t grips(const struct Course *course)
{
	const struct SimulationContacts *all = &course->simulation->contacts;
	bool any = false;
	for (int i = 0; i < all->count; i++)
		any |= all->item[i].friction > 0;
	return any ? (size_t)all->count : 0;
}

static void grips_inside(struct Course *course, double time, const double *y, double *inside)
{
	struct Simulation *s = course->simulation;
	find_forces(s, time, y);
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		bool watched = contact->closed && contact->friction > 0 && isnan(contact->slips_at);
		inside[i] = watched ? contacts_grip(s, contact) / s->contacts.weight : 1;
	}
}

/* Contacts stick, so that the motion goes on. */
static enum Arrival note_slips(struct Course *course, const bool *happened)
{
	struct Simulation *s = course->simulation;
	for (int i = 0; i < s->contacts.count; i++)
		if (happened[i])
			s->contacts.item[i].slips_at = course->time;
	return ARRIVED;
}

/* --- motions that cannot go on --- */

/* Velocity that is not finite, or whose coordinate is not; -1: none. */
static int find_lost(const struct Course *course, const double *y)
{
	return simulation_lost(course->simulation, y);
}

/* ": M is singular ..." if the last state has no unique accelerations, else "". */
static const char *why_lost(const struct Simulation *s)
{
	const struct Model *model = s->model->model;
	struct Arena *arena = &s->model->arena;
	double *q = ARENA_ARRAY(arena, double, model->nq);
	bool finite = true;
	for (int i = 0; i < model->nq; i++) {
		q[i] = s->y[assemble_listed(model, i)];
		finite &= isfinite(q[i]) != 0;
	}
	if (!finite || s->contacts.count)
		return "";
	struct Assembly a =
		model_has_loops(model) ? assembly_of_phase(arena, model, NULL, 0) : dead_state_open_tree(arena, model);
	struct DeadState state;
	a.at.params = rigidc_params(s->rows.held->fd);
	dead_state_begin(&state, &a, true, false, true);
	return dead_state_look(&state, q, false) ? text_print(arena, ": %s", dead_state_why(arena, model, &state, NULL))
	                                         : "";
}

static void tell_lost(const struct Course *course)
{
	complain("stopped at %.6g s: the motion of '%s' is not a number%s", course->time,
	         course->simulation->v_name.item[course->at], why_lost(course->simulation));
}

/* Velocity faster than any machine; -1: none. */
static int find_away(const struct Course *course, const double *y)
{
	const double fastest = 1e6; /* rad/s or m/s: ten million turns a minute; a space probe makes 2e5 m/s */
	const struct Simulation *s = course->simulation;
	for (int i = 0; i < s->nv; i++)
		if (fabs(y[s->nq + i]) > fastest)
			return i;
	return -1;
}

/* A diverging motion. Steps of equal length may be the reason if they are too long. */
static void tell_away(const struct Course *course)
{
	const struct Simulation *s = course->simulation;
	int column = 1 + s->nq + course->at;
	complain("stopped at %.6g s: the motion runs away, '%s' is at %.3g %s%s", course->time,
	         s->v_name.item[course->at], s->y[s->nq + course->at], course->sheet->unit[column],
	         course->integrator->adaptive ? "" : " (or the steps are too long: --step)");
}

static void tell_dead(const struct Course *course)
{
	complain("stopped at %.6g s at a dead point, where rows depend on each other%s", course->time,
	         course->integrator->adaptive && course->time > 0 ? " (--method=rk4 steps over it)" : "");
}

static void tell_stuck(const struct Course *course)
{
	complain("stopped at %.6g s: no step is short enough for what '%s' does (--tolerance, or --method=rk4)",
	         course->time, course->simulation->v_name.item[course->at]);
}

/* Too many steps to the next row. Explicit methods need short steps in stiff models, so the message suggests cvode. */
static void tell_slow(const struct Course *course)
{
	complain("stopped at %.6g s: '%s' needs steps of %.1g s, too short to come to the next row (--tolerance%s)",
	         course->time, course->simulation->v_name.item[course->at], course->mean_step,
	         course->integrator->implicit ? "" : ", or --method=cvode for a stiff model");
}

/* --- the user and the system --- */

static int find_interrupt(const struct Course *course, const double *y)
{
	(void)course, (void)y;
	return course_interrupted() ? 0 : -1;
}

static void tell_interrupted(const struct Course *course)
{
	complain("interrupted at %.6g s", course->time);
}

static void tell_memory(const struct Course *course)
{
	(void)course;
	complain("out of memory");
}

/* --- the table --- */

const struct Condition condition_table[ARRIVALS] = {
	[ARRIVED_AT_LIMIT] = { .roots = limits,
	                       .inside = limits_inside,
	                       .first = begins_outside,
	                       .row = true,
	                       .tell = tell_limit },
	[ARRIVED_CONTACT] = { .roots = contacts,
	                      .inside = contacts_inside,
	                      .change = change_contacts,
	                      .tell = tell_unmade },
	[ARRIVED_SLIP] = { .roots = grips, .inside = grips_inside, .change = note_slips },
	[ARRIVED_SUNK] = { .test = find_sunk, .tell = tell_sunk },
	[ARRIVED_BUSY] = { .tell = tell_busy },
	[ARRIVED_LOST] = { .test = find_lost, .tell = tell_lost },
	[ARRIVED_AWAY] = { .test = find_away, .tell = tell_away },
	[ARRIVED_DEAD] = { .tell = tell_dead },
	[ARRIVED_STUCK] = { .tell = tell_stuck },
	[ARRIVED_SLOW] = { .tell = tell_slow },
	[ARRIVED_INTERRUPTED] = { .test = find_interrupt, .tell = tell_interrupted },
	[ARRIVED_NO_MEMORY] = { .tell = tell_memory },
};

size_t conditions_roots(const struct Course *course)
{
	size_t count = 0;
	for (int i = 0; i < ARRIVALS; i++)
		count += condition_table[i].roots ? condition_table[i].roots(course) : 0;
	return count;
}

void conditions_inside(struct Course *course, double time, const double *y, double *inside)
{
	for (int i = 0; i < ARRIVALS; i++) {
		size_t count = condition_table[i].roots ? condition_table[i].roots(course) : 0;
		if (count)
			condition_table[i].inside(course, time, y, inside);
		inside += count;
	}
}

enum Arrival conditions_test(struct Course *course, const double *y)
{
	for (int i = 0; i < ARRIVALS; i++) {
		int at = condition_table[i].test ? condition_table[i].test(course, y) : -1;
		course->at = at >= 0 ? at : course->at;
		if (at >= 0)
			return (enum Arrival)i;
	}
	return ARRIVED;
}

enum Arrival conditions_first(struct Course *course)
{
	enum Arrival how = conditions_test(course, course->simulation->y);
	for (int i = 0; i < ARRIVALS && how == ARRIVED; i++) {
		int at = condition_table[i].first ? condition_table[i].first(course) : -1;
		course->at = at >= 0 ? at : course->at;
		how = at >= 0 ? (enum Arrival)i : how;
	}
	return how;
}

/* First of `count` that has happened; -1: none. */
static int first_of(const bool *happened, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (happened[i])
			return (int)i;
	return -1;
}

/* Where a condition ends the motion, the first does. Else each changes it. */
enum Arrival conditions_happened(struct Course *course, const bool *happened)
{
	enum Arrival how = ARRIVED;
	for (int i = 0; i < ARRIVALS && how == ARRIVED; i++) {
		const struct Condition *condition = &condition_table[i];
		size_t count = condition->roots ? condition->roots(course) : 0;
		int at = first_of(happened, count);
		course->at = at >= 0 ? at : course->at;
		if (at >= 0)
			how = condition->change ? condition->change(course, happened) : (enum Arrival)i;
		happened += count;
	}
	return how;
}
