/* Changes of contacts. Which of the contacts that touch their grounds hold is a complementarity problem, of impulses and velocities
 * at an impact, of forces and accelerations after it: a contact that holds pushes, and one that does not moves away. It is solved
 * by exchanges: the contact that pulls most is opened, and one that moves into its ground is closed again. One that then pulls once
 * more cannot stick, so it slides: it holds along the normal alone. */
#include <math.h>
#include <string.h>

#include "simulation.h"
#include "cli/complain.h"

struct Change {
	struct Simulation *s;
	double time;
	bool *touches;    /* by contact: may hold */
	bool *in, *again; /* by contact: holds; was closed again */
	bool *slides;     /* by contact: holds along its normal alone */
	bool *lifted;     /* by contact: would pull if it stuck */
	bool *passes;     /* by contact: passes below its ground */
	bool *first;      /* by row: along a normal, or of loops */
	bool *chosen, *kept;
	double *force;                    /* by row: impulses, or forces */
	double *motion;                   /* by row: J qd after the impact, or J qdd + drift */
	double *qd;                       /* velocities after the impact, or accelerations */
	double *impulse;                  /* by row: of the impact */
	double least_force, least_motion; /* smaller ones are roundings */
	double energy;                    /* J, before */
	struct HeldSet *set;
	bool (*solve)(struct Change *change);
};

static size_t normal_of(const struct WatchedContact *contact)
{
	return contact->row + (size_t)contact->normal;
}

static struct Change *new_change(struct Simulation *s)
{
	struct Arena *arena = &s->model->arena;
	size_t rows = s->rows.row.count;
	struct Change *change = ARENA_NEW(arena, struct Change);
	bool **by_contact[] = { &change->touches, &change->in,     &change->again,
		                &change->slides,  &change->lifted, &change->passes };
	bool **by_row[] = { &change->first, &change->chosen, &change->kept };
	double **number[] = { &change->force, &change->motion, &change->impulse };
	change->s = s;
	for (size_t i = 0; i < sizeof by_contact / sizeof *by_contact; i++)
		*by_contact[i] = ARENA_ARRAY(arena, bool, s->contacts.count);
	for (size_t i = 0; i < sizeof by_row / sizeof *by_row; i++)
		*by_row[i] = ARENA_ARRAY(arena, bool, rows);
	for (size_t i = 0; i < sizeof number / sizeof *number; i++)
		*number[i] = ARENA_ARRAY(arena, double, rows);
	change->qd = ARENA_ARRAY(arena, double, s->nv);
	for (size_t r = 0; r < s->rows.closures; r++)
		change->first[r] = true;
	for (int i = 0; i < s->contacts.count; i++)
		change->first[normal_of(&s->contacts.item[i])] = true;
	return change;
}

/* The memory of the last change is that of the next. */
static struct Change *begin_change(struct Simulation *s, double time)
{
	if (!s->contacts.change)
		s->contacts.change = new_change(s);
	struct Change *change = s->contacts.change;
	change->time = time;
	memset(change->lifted, 0, (size_t)s->contacts.count * sizeof *change->lifted);
	memset(change->slides, 0, (size_t)s->contacts.count * sizeof *change->slides);
	memset(change->impulse, 0, s->rows.row.count * sizeof *change->impulse);
	return change;
}

/* A velocity with which a contact rises by no more than a rounding before it comes down again. Slower ones are at rest: so bodies that
 * bounce or rock less and less, infinitely often, come to rest. */
static double slow(const struct Simulation *s)
{
	double rise = sqrt(2 * s->contacts.pull * contacts_rounding(s) * s->contacts.size);
	return fmax(rise, 1e3 * contacts_rounding(s) * s->contacts.speed);
}

/* --- the set of contacts that hold --- */

/* Set of the contacts in `in`. Rows that are combinations of others are left out. Requires rows.J. */
static bool find_set(struct Change *c)
{
	struct Simulation *s = c->s;
	for (size_t r = 0; r < s->rows.closures; r++)
		c->chosen[r] = true;
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		for (int k = 0; k < contact->contact->rows; k++)
			c->chosen[contact->row + (size_t)k] = c->in[i] && (!c->slides[i] || k == contact->normal);
	}
	simulation_choose_rows(s, c->chosen, c->first, c->kept);
	c->set = held_set_of(s, c->kept);
	return c->set != NULL;
}

static void scatter(const struct Change *c, double *by_row)
{
	const double *entry = c->s->rows.forces;
	memset(by_row, 0, c->s->rows.row.count * sizeof *by_row);
	for (size_t i = 0; i < c->set->forces; i++)
		by_row[c->set->place[i]] = entry[i];
}

/* Largest size among the rows of contacts. */
static double largest_of(const struct Simulation *s, const double *by_row)
{
	double most = 0;
	for (size_t r = s->rows.closures; r < s->rows.row.count; r++)
		most = fmax(most, fabs(by_row[r]));
	return most;
}

/* M (qd_plus - qd) = J^T impulse, J qd_plus = - e J qd */
static bool solve_impact(struct Change *c)
{
	const double rounding = 1e3; /* impulses of a set have larger errors than forces of a motion */
	struct Simulation *s = c->s;
	if (!find_set(c) || !held_set_impact(s, c->set))
		return false;
	memcpy(c->qd, s->y + s->nq, (size_t)s->nv * sizeof *c->qd);
	memset(s->rows.forces, 0, s->rows.row.count * sizeof *s->rows.forces);
	if (c->set->impact)
		rigidc_call(c->set->impact, (const double *[]){ s->y, s->y + s->nq },
		            (double *[]){ c->qd, s->rows.forces });
	scatter(c, c->force);
	for (size_t r = 0; r < s->rows.row.count; r++)
		c->motion[r] = simulation_row_rate(s, r, c->qd);
	c->least_force = rounding * contacts_rounding(s) * largest_of(s, c->force);
	c->least_motion = slow(s);
	return true;
}

/* M qdd + h = tau + J^T lambda, J qdd + drift = 0. The weight says which forces are roundings. */
static bool solve_forces(struct Change *c)
{
	struct Simulation *s = c->s;
	const double *state[] = { s->y, s->y + s->nq, s->tau_now, s->f_ext };
	if (!find_set(c))
		return false;
	rigidc_call(c->set->fd, state, (double *[]){ c->qd });
	memset(s->rows.forces, 0, s->rows.row.count * sizeof *s->rows.forces);
	if (c->set->lambda)
		rigidc_call(c->set->lambda, state, (double *[]){ s->rows.forces });
	scatter(c, c->force);
	rigidc_call(s->contacts.drift, state, (double *[]){ c->motion });
	double most = largest_of(s, c->motion);
	for (size_t r = 0; r < s->rows.row.count; r++)
		c->motion[r] += simulation_row_rate(s, r, c->qd);
	c->least_force = contacts_rounding(s) * fmax(s->contacts.weight, largest_of(s, c->force));
	c->least_motion = 1e3 * contacts_rounding(s) * fmax(1, fmax(most, largest_of(s, c->motion)));
	return true;
}

/* Contact that holds and pulls most; -1: none. */
static int find_puller(const struct Change *c)
{
	double most = c->least_force;
	int found = -1;
	for (int i = 0; i < c->s->contacts.count; i++) {
		double pull = -c->force[normal_of(&c->s->contacts.item[i])];
		if (!c->in[i] || pull <= most)
			continue;
		most = pull;
		found = i;
	}
	return found;
}

/* Contact that touches, does not hold, and moves into its ground fastest; -1: none. Each is found once. */
static int find_sinker(const struct Change *c)
{
	double most = c->least_motion;
	int found = -1;
	for (int i = 0; i < c->s->contacts.count; i++) {
		double down = -c->motion[normal_of(&c->s->contacts.item[i])];
		if (!c->touches[i] || c->in[i] || c->again[i] || down <= most)
			continue;
		most = down;
		found = i;
	}
	return found;
}

/* Contacts for which the exchanges have found no answer pass below their grounds until they have come up again. */
static void find_passing(struct Change *c)
{
	for (int i = 0; i < c->s->contacts.count; i++)
		c->passes[i] |=
			c->again[i] && !c->in[i] && c->motion[normal_of(&c->s->contacts.item[i])] < -c->least_motion;
}

/* Exchanges until no contact pulls or sinks. A contact is closed again at most once, so this ends. False: a set cannot be made. */
static bool exchange(struct Change *c)
{
	memset(c->again, 0, (size_t)c->s->contacts.count * sizeof *c->again);
	for (;;) {
		if (!c->solve(c))
			return false;
		int pulls = find_puller(c), sinks = pulls < 0 ? find_sinker(c) : -1;
		if (pulls < 0 && sinks < 0)
			break;
		if (pulls >= 0 && c->again[pulls] && !c->slides[pulls]) {
			c->slides[pulls] = true;
		} else if (pulls >= 0) {
			c->in[pulls] = false;
		} else {
			c->in[sinks] = c->again[sinks] = true;
			c->slides[sinks] |= c->lifted[sinks];
		}
	}
	find_passing(c);
	return true;
}

/* --- an impact --- */

/* Largest acceleration of a contact under the forces that act before a change, m/s^2 or rad/s^2, at least that of gravity. */
static double find_pull(struct Change *c)
{
	struct Simulation *s = c->s;
	const double *state[] = { s->y, s->y + s->nq, s->tau_now, s->f_ext };
	rigidc_call(s->rows.held->fd, state, (double *[]){ c->qd });
	rigidc_call(s->contacts.drift, state, (double *[]){ c->motion });
	for (size_t r = 0; r < s->rows.row.count; r++)
		c->motion[r] += simulation_row_rate(s, r, c->qd);
	return fmax(s->contacts.gravity, largest_of(s, c->motion));
}

/* J qd of all rows, and what is small beside them. */
static void find_rates(struct Change *c)
{
	struct Simulation *s = c->s;
	simulation_jacobian(s, s->y);
	contacts_see(s, s->y);
	simulation_inputs(s, c->time, s->y);
	for (size_t r = 0; r < s->rows.row.count; r++)
		s->contacts.rate[r] = simulation_row_rate(s, r, s->y + s->nq);
	s->contacts.speed = fmax(largest_of(s, s->contacts.rate), s->contacts.speed);
	s->contacts.pull = find_pull(c);
}

/* Do the rows of a contact move, that of the normal alone if it slides? */
static bool moves(const struct Change *c, int i)
{
	const struct WatchedContact *contact = &c->s->contacts.item[i];
	bool any = false;
	for (int k = 0; k < contact->contact->rows; k++)
		any |= (!c->slides[i] || k == contact->normal) &&
		       fabs(c->s->contacts.rate[contact->row + (size_t)k]) > slow(c->s);
	return any;
}

/* Contacts that slide stick again once they are at rest. */
static void find_sliding(struct Change *c)
{
	for (int i = 0; i < c->s->contacts.count; i++) {
		c->slides[i] = false;
		c->slides[i] = c->s->contacts.item[i].slides && moves(c, i);
	}
}

/* Velocities after the impact of contacts that touch and move. */
static bool strike(struct Change *c)
{
	struct Simulation *s = c->s;
	bool any = false;
	for (int i = 0; i < s->contacts.count; i++) {
		c->in[i] = c->touches[i];
		any |= c->touches[i] && moves(c, i);
	}
	if (!any)
		return true;
	c->solve = solve_impact;
	if (!exchange(c))
		return false;
	memcpy(c->impulse, c->force, s->rows.row.count * sizeof *c->impulse);
	memcpy(s->y + s->nq, c->qd, (size_t)s->nv * sizeof *c->qd);
	memcpy(s->contacts.rate, c->motion, s->rows.row.count * sizeof *c->motion);
	return true;
}

/* --- forces after it --- */

/* Contacts at rest on their grounds hold, but those that are lifted; then those that pull open. */
static bool settle(struct Change *c)
{
	struct Simulation *s = c->s;
	for (int i = 0; i < s->contacts.count; i++) {
		c->touches[i] = c->touches[i] && !moves(c, i);
		c->in[i] = c->touches[i] && !c->lifted[i];
	}
	simulation_inputs(s, c->time, s->y);
	c->solve = solve_forces;
	return exchange(c);
}

/* A contact that touches and exerts nothing stays closed if others hold it along its normal: without them it would be open. */
static bool is_carried(struct Change *c, int i)
{
	struct Simulation *s = c->s;
	const double least = s->options->library.real_float > 0 ? 1e-4 : 1e-9;
	const double *row = &s->rows.J[normal_of(&s->contacts.item[i]) * (size_t)s->nv];
	return c->touches[i] && !c->in[i] && row_basis_add(&s->rows.basis, row, INFINITY) < least;
}

/* Does a row of a contact hold that did not hold before? */
static bool holds_more(const bool *kept, const bool *before, const struct WatchedContact *contact)
{
	bool any = false;
	for (size_t r = contact->row; r < contact->row + (size_t)contact->contact->rows; r++)
		any |= kept[r] && !before[r];
	return any;
}

/* A contact no higher than this touches its ground, m. */
static double near_ground(const struct Simulation *s)
{
	return 1e3 * contacts_rounding(s) * s->contacts.size;
}

/* An open contact on the plane closes a rounding below it, so that its height is above 0 at first; one that passes, above it. */
static void set_floors(const struct Change *c)
{
	struct Simulation *s = c->s;
	const double rounding = contacts_rounding(s) * s->contacts.size;
	contacts_see(s, s->y);
	for (int i = 0; i < s->contacts.count; i++) {
		struct WatchedContact *contact = &s->contacts.item[i];
		bool on = fabs(contact->p[2]) <= near_ground(s);
		contact->floor = !on            ? 0
		                 : c->passes[i] ? fmax(0, contact->p[2]) + rounding
		                                : fmin(0, contact->p[2]) - rounding;
		contact->passes += c->passes[i] && !contact->closed && c->again[i];
	}
}

/* --- what it does --- */

static void log_event(struct Change *c, const struct WatchedContact *contact, const char *what, double impulse)
{
	*ARENA_PUSH(&c->s->model->arena, &c->s->contacts.events) =
		(struct ContactEvent){ c->time, contact->contact->name.text, what, impulse };
}

/* Logs what has become of a contact: `hit` by an impulse. */
static void log_contact(struct Change *c, const struct WatchedContact *contact, bool was, bool is)
{
	double impulse = c->impulse[normal_of(contact)];
	if (!was && is)
		log_event(c, contact, "touch-down", impulse);
	else if (was && !is)
		log_event(c, contact, "lift-off", impulse);
	else if (!was && impulse > 0)
		log_event(c, contact, "bounce", impulse);
}

/* A contact that begins to hold does so where it is: on the plane, unless it was below at first. */
static void note_place(struct WatchedContact *contact, double near)
{
	memcpy(contact->R_at, contact->R, sizeof contact->R);
	memcpy(contact->p_at, contact->p, sizeof contact->p);
	if (fabs(contact->p[2]) <= near)
		contact->p_at[2] = 0;
}

static double energy_of(struct Simulation *s)
{
	double kinetic, potential;
	simulation_energy(s, &kinetic, &potential);
	return kinetic + potential;
}

/* Takes the new set. */
static void take_set(struct Change *c)
{
	struct Simulation *s = c->s;
	const bool *before = s->rows.held->kept;
	for (int i = 0; i < s->contacts.count; i++) {
		struct WatchedContact *contact = &s->contacts.item[i];
		bool was = contact->closed;
		contact->closed = c->in[i] || is_carried(c, i);
		log_contact(c, contact, was, contact->closed);
		contact->slides = contact->closed && c->slides[i];
		contact->slid += contact->slides;
		if (holds_more(c->kept, before, contact))
			note_place(contact, near_ground(s));
	}
	s->rows.held = c->set;
	s->contacts.weight = fmax(s->contacts.weight, largest_of(s, c->force));
	simulation_project(s, s->y);
	s->contacts.lost += c->energy - energy_of(s);
	set_floors(c);
	contacts_forces(s, c->time, s->y);
	contacts_note_slips(s, c->time);
}

static bool is_retracted(const struct Simulation *s, const struct WatchedContact *contact)
{
	return contact->retracts && formulas_result(&s->formulas, contact->retract) > 0;
}

/* Which contacts touch: those that are closed, and those that come down now or rest on the ground, unless they are retracted. */
static void find_touching(struct Change *c, const bool *happened)
{
	struct Simulation *s = c->s;
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		double down = -s->contacts.rate[normal_of(contact)];
		bool on = contact_height(contact) <= near_ground(s);
		bool comes = happened[i] || (on && (down > slow(s) || !moves(c, i)));
		c->passes[i] = !contact->closed && comes && is_retracted(s, contact);
		c->touches[i] = contact->closed || (comes && !c->passes[i]);
	}
}

bool contacts_change(struct Simulation *s, double time, const bool *happened)
{
	struct Change *c = begin_change(s, time);
	for (int i = 0; i < s->contacts.count; i++)
		c->lifted[i] = s->contacts.item[i].closed && happened[i];
	find_rates(c);
	find_sliding(c);
	c->energy = energy_of(s);
	find_touching(c, happened);
	if (!strike(c) || !settle(c))
		return false;
	take_set(c);
	return true;
}

/* --- the start --- */

/* "contacts 'lf', 'rf'" */
static const char *names_of(struct Simulation *s, const bool *touches)
{
	struct Text text;
	text_init(&text, &s->model->arena);
	for (int i = 0; i < s->contacts.count; i++)
		if (touches[i])
			text_format(&text, "%s'%s'", text.count ? ", " : "contacts ",
			            s->contacts.item[i].contact->name.text);
	return text_string(&text);
}

static void begin_touching(const struct Simulation *s, struct WatchedContact *contact)
{
	note_place(contact, near_ground(s));
	const double deep = 1e-3; /* of the size of the model */
	if (contact->p[2] < -deep * s->contacts.size)
		complain("at first contact '%s' is %.3g m below its ground", contact->contact->name.text,
		         -contact->p[2]);
}

/* Contacts that are at their grounds or below, do not move away and are not retracted. True: there are some. */
static bool find_first(struct Change *c)
{
	struct Simulation *s = c->s;
	bool any = false;
	find_rates(c);
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		bool down = contact->p[2] <= near_ground(s) && s->contacts.rate[normal_of(contact)] <= slow(s);
		c->passes[i] = down && is_retracted(s, contact);
		c->in[i] = c->touches[i] = down && !c->passes[i];
		any |= c->touches[i];
		if (c->touches[i])
			begin_touching(s, &s->contacts.item[i]);
	}
	return any;
}

bool contacts_begin(struct Simulation *s)
{
	struct Change *c = begin_change(s, 0);
	simulation_project(s, s->y);
	bool any = find_first(c);
	if (!find_set(c))
		return false;
	s->rows.held = c->set;
	if (any)
		simulation_follow(s, names_of(s, c->touches));
	find_rates(c);
	c->energy = energy_of(s);
	if (!strike(c) || !settle(c))
		return false;
	s->rows.held = s->rows.sets.item[0];
	take_set(c);
	s->contacts.events.count = 0;
	s->contacts.lost = 0;
	return true;
}
