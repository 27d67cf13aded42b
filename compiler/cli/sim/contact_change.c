/* Changes of contacts: touch-down with an impact, lift-off, and the contacts that hold at first. */
#include <math.h>
#include <string.h>

#include "contact_exchange.h"
#include "cli/complain.h"
#include "model/loop.h"

/* --- an impact --- */

/* J qd of all rows, and their tolerances. */
static void find_rates(struct Change *c)
{
	struct Simulation *s = c->s;
	simulation_jacobian(s, s->y);
	contacts_see(s, s->y);
	simulation_inputs(s, c->time, s->y);
	for (size_t r = 0; r < s->rows.row.count; r++)
		s->contacts.rate[r] = simulation_row_rate(s, r, s->y + s->nq);
	s->contacts.speed = fmax(change_largest(s, s->contacts.rate), s->contacts.speed);
	change_accelerate(c, s->rows.held);
	s->contacts.pull = fmax(s->contacts.gravity, change_largest(s, c->motion));
}

/* Do the rows of a contact move? Of a sliding contact, does the row of the normal? */
static bool moves(const struct Change *c, int i)
{
	const struct WatchedContact *contact = &c->s->contacts.item[i];
	bool any = false;
	for (int k = 0; k < contact->contact->rows; k++)
		any |= (!c->slides[i] || k == contact->normal) &&
		       fabs(c->s->contacts.rate[contact->row + (size_t)k]) > change_slow(c->s);
	return any;
}

/* Sliding contacts at rest stick again. */
static void find_sliding(struct Change *c)
{
	for (int i = 0; i < c->s->contacts.count; i++) {
		c->slides[i] = false;
		c->slides[i] = c->s->contacts.item[i].slides && moves(c, i);
	}
}

/* Velocities after the impact of moving contacts. */
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
	if (!change_exchange(c, change_impact))
		return false;
	memcpy(c->impulse, c->force, s->rows.row.count * sizeof *c->impulse);
	memcpy(s->y + s->nq, c->qd, (size_t)s->nv * sizeof *c->qd);
	memcpy(s->contacts.rate, c->motion, s->rows.row.count * sizeof *c->motion);
	return true;
}

/* --- forces after it --- */

/* Contacts at rest on their grounds hold, except lifted ones. Contacts that pull are then opened. */
static bool settle(struct Change *c)
{
	struct Simulation *s = c->s;
	for (int i = 0; i < s->contacts.count; i++) {
		c->touches[i] = c->touches[i] && !moves(c, i);
		c->in[i] = c->touches[i] && !c->lifted[i];
	}
	simulation_inputs(s, c->time, s->y);
	return change_exchange(c, change_forces);
}

/* Do others hold the link of a contact along its normal? */
static bool is_held(struct Simulation *s, const struct WatchedContact *contact)
{
	const double *row = &s->rows.J[change_normal(contact) * (size_t)s->nv];
	return linear_qr_add(&s->rows.basis, row, INFINITY) < simulation_rounding(s);
}

/* A touching contact without a force stays closed if others hold its link. */
static bool is_carried(struct Change *c, int i)
{
	return c->touches[i] && !c->in[i] && is_held(c->s, &c->s->contacts.item[i]);
}

/* Does a row of a contact hold that did not hold before? */
static bool holds_more(const bool *kept, const bool *before, const struct WatchedContact *contact)
{
	bool any = false;
	for (size_t r = contact->row; r < contact->row + (size_t)contact->contact->rows; r++)
		any |= kept[r] && !before[r];
	return any;
}

/* --- the ground after it --- */

/* A contact at -depth rises with v t - a t^2 / 2: v and -a are its velocity and acceleration along its normal. The ground is its place,
 * or the plane if it rises above. At first it is a rounding lower, so that the height is above 0, and it is level after the time
 *     t = v / a,   or before that 2 (depth + rounding) / v
 * Each bounce on a lower ground would add energy, and the contact would not come to rest. */
static void set_bounced(struct Change *c, struct WatchedContact *contact, double rounding)
{
	const double small = 1e-2; /* lower bounces are errors of rounding of a contact at rest */
	const struct Simulation *s = c->s;
	size_t normal = change_normal(contact);
	double v = simulation_row_rate(s, normal, s->y + s->nq), a = -c->motion[normal];
	double depth = -fmin(0, contact->p[2]), straight = 2 * (depth + rounding) / v;
	if (v <= 0 || v * v < 2 * a * small * rounding) {
		contact->floor = -depth - rounding;
		return;
	}
	contact->floor = v * v > 4 * a * depth ? 0 : -depth;
	contact->drop = contact->floor + depth + rounding;
	contact->rise = a > 0 ? fmin(straight, v / a) : straight;
}

/* Height at which a contact on the plane changes. A passing contact changes a rounding above the plane. */
static void set_ground(struct Change *c, struct WatchedContact *contact, bool passes)
{
	const double rounding = contacts_rounding(c->s) * c->s->contacts.size;
	contact->below = passes && !contact->closed;
	contact->since = c->time;
	contact->floor = contact->drop = contact->rise = 0;
	if (fabs(contact->p[2]) > contacts_near(c->s))
		return;
	if (passes)
		contact->floor = fmax(0, contact->p[2]) + rounding;
	else
		set_bounced(c, contact, rounding);
}

static void set_grounds(struct Change *c)
{
	struct Simulation *s = c->s;
	simulation_jacobian(s, s->y);
	contacts_see(s, s->y);
	for (int i = 0; i < s->contacts.count; i++) {
		struct WatchedContact *contact = &s->contacts.item[i];
		set_ground(c, contact, c->passes[i]);
		contact->passes += contact->below && c->again[i];
	}
}

/* Is an open contact deep in its ground, without passing? Requires contacts_see. */
static bool is_deep(const struct Simulation *s, struct WatchedContact *contact, double time)
{
	double height = contact_height(contact, time);
	contact->below &= height <= 0;
	return !contact->closed && !contact->below && height < -contacts_near(s);
}

int contacts_sunk(struct Simulation *s, double time, const double *y)
{
	bool known = false;
	int sunk = -1;
	contacts_see(s, y);
	for (int i = 0; i < s->contacts.count; i++) {
		struct WatchedContact *contact = &s->contacts.item[i];
		if (!is_deep(s, contact, time))
			continue;
		if (!known)
			simulation_jacobian(s, y);
		known = true;
		if (simulation_row_rate(s, change_normal(contact), y + s->nq) < -change_slow(s))
			sunk = i;
	}
	return sunk;
}

/* --- what it does --- */

static void log_event(struct Change *c, const struct WatchedContact *contact, const char *what, double impulse)
{
	*ARENA_PUSH(&c->s->model->arena, &c->s->contacts.events) =
		(struct ContactEvent){ c->time, contact->contact->name.text, what, impulse };
}

/* Logs what has become of a contact. */
static void log_contact(struct Change *c, const struct WatchedContact *contact, bool was, bool is)
{
	double impulse = c->impulse[change_normal(contact)];
	if (!was && is)
		log_event(c, contact, "touch-down", impulse);
	else if (was && !is)
		log_event(c, contact, "lift-off", impulse);
	else if (!was && impulse > 0)
		log_event(c, contact, "bounce", impulse);
}

/* A new contact holds at its present place: on the plane, unless the motion began below it. */
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

/* A contact that has moved, and lies on its ground now that others hold its link, is closed too: it will not come down again. */
static void close_held(struct Change *c)
{
	struct Simulation *s = c->s;
	contacts_see(s, s->y);
	for (int i = 0; i < s->contacts.count; i++) {
		struct WatchedContact *contact = &s->contacts.item[i];
		if (contact->closed || c->passes[i] || fabs(contact->p[2]) > contacts_near(s) || !is_held(s, contact))
			continue;
		contact->closed = true;
		log_event(c, contact, "touch-down", 0);
	}
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
		contact->slid += contact->closed && c->slides[i] && !contact->slides;
		contact->slides = contact->closed && c->slides[i];
		if (holds_more(c->kept, before, contact))
			note_place(contact, contacts_near(s));
	}
	s->rows.held = c->set;
	s->contacts.weight = fmax(s->contacts.weight, change_largest(s, c->force));
	simulation_project(s, c->time, s->y);
	s->contacts.lost += c->energy - energy_of(s);
	if (s->rows.held->project)
		close_held(c);
	set_grounds(c);
	contacts_forces(s, c->time, s->y);
	contacts_note_slips(s, c->time);
}

static bool is_retracted(const struct Simulation *s, const struct WatchedContact *contact)
{
	return contact->retracts && formulas_result(&s->formulas, contact->retract) > 0;
}

/* Contacts touch if they are closed, come down now or rest on the ground. Retracted contacts never touch. */
static void find_touching(struct Change *c, const bool *happened)
{
	struct Simulation *s = c->s;
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		double down = -s->contacts.rate[change_normal(contact)];
		bool on = contact_height(contact, c->time) <= contacts_near(s);
		bool under = contact->below && !happened[i];
		bool comes = happened[i] || (on && !under && (down > change_slow(s) || !moves(c, i)));
		c->passes[i] = under || (!contact->closed && comes && is_retracted(s, contact));
		c->touches[i] = contact->closed || (comes && !c->passes[i]);
	}
}

bool contacts_change(struct Simulation *s, double time, const bool *happened)
{
	struct Change *c = change_begin(s, time);
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
	struct Text text = text_new(&s->model->arena);
	for (int i = 0; i < s->contacts.count; i++)
		if (touches[i])
			text_format(&text, "%s'%s'", text.count ? ", " : "contacts ",
			            s->contacts.item[i].contact->name.text);
	return text_string(&text);
}

static void begin_touching(const struct Simulation *s, struct WatchedContact *contact)
{
	note_place(contact, contacts_near(s));
	const double deep = 1e-3; /* of the size of the model */
	if (contact->p[2] < -deep * s->contacts.size)
		complain("contact '%s' begins %.3g m below its ground", contact->contact->name.text, -contact->p[2]);
}

/* Contacts that are at their grounds or below, do not move away and are not retracted. True: there are some. */
static bool find_first(struct Change *c)
{
	struct Simulation *s = c->s;
	bool any = false;
	find_rates(c);
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		bool down =
			contact->p[2] <= contacts_near(s) && s->contacts.rate[change_normal(contact)] <= change_slow(s);
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
	struct Change *c = change_begin(s, 0);
	simulation_project(s, 0, s->y);
	bool any = find_first(c);
	if (!change_find_set(c))
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
