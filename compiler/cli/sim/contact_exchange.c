/* The set of touching contacts that hold. This is a complementarity problem: a closed contact pushes, an open contact
 * moves away. Its unknowns are impulses and velocities at an impact, and forces and accelerations after the impact.
 * Exchanges solve the problem: the contact with the largest pull is opened, and a contact that moves into its ground is
 * closed again. If the same contact then pulls once more, sticking is impossible. The contact slides: only its normal
 * holds. */
#include "contact_exchange.h"

#include <math.h>
#include <string.h>

#include "model/loop.h"

size_t change_normal(const struct WatchedContact *contact)
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
		change->first[change_normal(&s->contacts.item[i])] = true;
	return change;
}

struct Change *change_begin(struct Simulation *s, double time)
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

double change_slow(const struct Simulation *s)
{
	double rise = sqrt(2 * s->contacts.pull * contacts_rounding(s) * s->contacts.size);
	return fmax(rise, 1e3 * contacts_rounding(s) * s->contacts.speed);
}

/* --- the set of contacts that hold --- */

bool change_find_set(struct Change *c)
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

double change_largest(const struct Simulation *s, const double *by_row)
{
	double most = 0;
	for (size_t r = s->rows.closures; r < s->rows.row.count; r++)
		most = fmax(most, fabs(by_row[r]));
	return most;
}

/* M (qd_plus - qd) = J^T impulse, J qd_plus = - e J qd */
bool change_impact(struct Change *c)
{
	const double rounding = 1e3; /* impulses of a set have larger errors than forces of a motion */
	struct Simulation *s = c->s;
	if (!change_find_set(c) || !held_set_impact(s, c->set))
		return false;
	memcpy(c->qd, s->y + s->nq, (size_t)s->nv * sizeof *c->qd);
	memset(s->rows.forces, 0, s->rows.row.count * sizeof *s->rows.forces);
	if (c->set->impact)
		rigidc_call(c->set->impact, (const double *[]){ s->y, s->y + s->nq },
		            (double *[]){ c->qd, s->rows.forces });
	scatter(c, c->force);
	for (size_t r = 0; r < s->rows.row.count; r++)
		c->motion[r] = simulation_row_rate(s, r, c->qd);
	c->least_force = rounding * contacts_rounding(s) * change_largest(s, c->force);
	c->least_motion = change_slow(s);
	return true;
}

double change_accelerate(struct Change *c, const struct HeldSet *set)
{
	struct Simulation *s = c->s;
	const struct DynamicsInputs state = simulation_arrays(s, s->y, s->y + s->nq, s->tau_now, s->f_ext);
	rigidc_call(set->fd, state.array, (double *[]){ c->qd });
	rigidc_call(s->contacts.drift, state.array, (double *[]){ c->motion });
	double drift = change_largest(s, c->motion);
	for (size_t r = 0; r < s->rows.row.count; r++)
		c->motion[r] += simulation_row_rate(s, r, c->qd);
	return drift;
}

/* M qdd + h = tau + J^T lambda, J qdd + drift = 0. The weight says which forces are roundings. */
bool change_forces(struct Change *c)
{
	struct Simulation *s = c->s;
	const struct DynamicsInputs state = simulation_arrays(s, s->y, s->y + s->nq, s->tau_now, s->f_ext);
	if (!change_find_set(c))
		return false;
	double drift = change_accelerate(c, c->set);
	memset(s->rows.forces, 0, s->rows.row.count * sizeof *s->rows.forces);
	if (c->set->lambda)
		rigidc_call(c->set->lambda, state.array, (double *[]){ s->rows.forces });
	scatter(c, c->force);
	c->least_force = contacts_rounding(s) * fmax(s->contacts.weight, change_largest(s, c->force));
	c->least_motion = 1e3 * contacts_rounding(s) * fmax(1, fmax(drift, change_largest(s, c->motion)));
	return true;
}

/* Contact that holds and pulls most; -1: none. */
static int find_puller(const struct Change *c)
{
	double most = c->least_force;
	int found = -1;
	for (int i = 0; i < c->s->contacts.count; i++) {
		double pull = -c->force[change_normal(&c->s->contacts.item[i])];
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
		double down = -c->motion[change_normal(&c->s->contacts.item[i])];
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
		c->passes[i] |= c->again[i] && !c->in[i] &&
		                c->motion[change_normal(&c->s->contacts.item[i])] < -c->least_motion;
}

/* Takes a step towards contacts of which none pulls or sinks. False: there are only such. Each is closed again once, so
 * steps end. */
static bool step(struct Change *c)
{
	int pulls = find_puller(c), sinks = pulls < 0 ? find_sinker(c) : -1;
	if (pulls >= 0 && c->again[pulls] && !c->slides[pulls]) {
		c->slides[pulls] = true;
	} else if (pulls >= 0) {
		c->in[pulls] = false;
	} else if (sinks >= 0) {
		c->in[sinks] = c->again[sinks] = true;
		c->slides[sinks] |= c->lifted[sinks];
	}
	return pulls >= 0 || sinks >= 0;
}

bool change_exchange(struct Change *c, SolveChange *solve)
{
	memset(c->again, 0, (size_t)c->s->contacts.count * sizeof *c->again);
	do {
		if (!solve(c))
			return false;
	} while (step(c));
	find_passing(c);
	return true;
}
