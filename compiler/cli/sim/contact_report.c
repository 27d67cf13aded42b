/* Messages about contacts of --contacts: openings, closings, slips. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulation.h"
#include "base/number.h"
#include "cli/output.h"
#include "model/loop.h"

/* --- slipping --- */

static double friction_of(const struct Simulation *s, const struct WatchedContact *contact)
{
	double square = 0;
	for (int k = 0; k < contact->contact->rows; k++)
		if (k != contact->normal && !contact->contact->row[k].angular)
			square += pow(s->contacts.lambda[contact->row + (size_t)k], 2);
	return sqrt(square);
}

void contacts_note_slips(struct Simulation *s, double time)
{
	for (int i = 0; i < s->contacts.count; i++) {
		struct WatchedContact *contact = &s->contacts.item[i];
		double normal = s->contacts.lambda[contact->row + (size_t)contact->normal];
		double ratio = friction_of(s, contact) / normal;
		if (!contact->closed || contact->friction <= 0 || normal <= 0)
			continue;
		if (ratio > contact->friction && isnan(contact->slips_at))
			contact->slips_at = time;
		contact->ratio = fmax(contact->ratio, ratio);
	}
}

double contacts_grip(const struct Simulation *s, const struct WatchedContact *contact)
{
	double normal = s->contacts.lambda[contact->row + (size_t)contact->normal];
	return contact->friction * normal - friction_of(s, contact);
}

static void warn_of_slips(struct Simulation *s)
{
	struct Diags *diags = &s->model->diags;
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		if (!isnan(contact->slips_at))
			diag(diags, CHECK_SIM_SLIP, contact->contact->name.span,
			     "contact '%s' slips at %.6g s: |f_t| / f_n comes to %.3g, above its friction, %.3g",
			     contact->contact->name.text, contact->slips_at, fmax(contact->ratio, contact->friction),
			     contact->friction);
	}
}

/* --- events --- */

static int count_of(const struct Simulation *s, const char *what)
{
	int count = 0;
	for (size_t i = 0; i < s->contacts.events.count; i++)
		count += strcmp(s->contacts.events.item[i].what, what) == 0;
	return count;
}

static void say_times(struct Text *text, const struct WatchedContact *contact, const char *what, int times)
{
	if (times)
		text_format(text, "; '%s' %s, %d time%s", contact->contact->name.text, what, times,
		            times == 1 ? "" : "s");
}

void contacts_report(struct Simulation *s)
{
	static const char *const kinds[] = { "touch-down", "lift-off", "bounce" };
	struct Text text = text_new(&s->model->arena);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		int count = count_of(s, kinds[i]);
		text_format(&text, "%s%d %s%s", i ? ", " : "", count, kinds[i], count == 1 ? "" : "s");
	}
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		say_times(&text, contact, "could not stick and slid", contact->slid);
		say_times(&text, contact, "could not hold and passed below its ground", contact->passes);
	}
	fprintf(stderr, "contacts: %s\n", text_string(&text));
	warn_of_slips(s);
}

int contacts_write(const struct Simulation *s)
{
	struct Text text = text_new(&s->model->arena);
	text_put(&text, "t,contact,event,impulse\n");
	for (size_t i = 0; i < s->contacts.events.count; i++) {
		const struct ContactEvent *event = &s->contacts.events.item[i];
		number_put(&text, event->time);
		text_format(&text, ",%s,%s,", event->contact, event->what);
		number_put(&text, event->impulse);
		text_char(&text, '\n');
	}
	return output_write(s->options->events, text_string(&text));
}
