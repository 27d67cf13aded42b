/* Functions of sets of rows. A set of contacts is a phase of a copy of the model, in which rows that are combinations
 * of others hold by themselves. */
#include <stdlib.h>
#include <string.h>

#include "simulation.h"
#include "model/body.h"
#include "model/loop.h"

static const char closed_phase[] = "closed contacts";

static rigidc_status make_on(struct Simulation *s, struct Model *variant, const char *name, rigidc_function **function)
{
	struct Model *own = s->model->model;
	s->model->model = variant;
	rigidc_status status = simulation_make(s, name, function);
	s->model->model = own;
	return status;
}

static struct Model *copy_model(struct Simulation *s)
{
	struct Model *copy = ARENA_NEW(&s->model->arena, struct Model);
	*copy = *s->model->model;
	return copy;
}

/* The model with a phase of those watched contacts that have a row in `kept`; NULL: of all, with all rows. */
static struct Model *with_phase(struct Simulation *s, const bool *kept)
{
	struct Arena *arena = &s->model->arena;
	struct Model *model = copy_model(s);
	size_t contacts = model->contacts.count;
	struct Phase *phase = ARENA_NEW(arena, struct Phase);
	*phase = (struct Phase){ .name = { .text = closed_phase },
		                 .contact = ARENA_ARRAY(arena, int, s->contacts.count) };
	model->contacts.item = ARENA_ARRAY(arena, struct Contact, contacts);
	memcpy(model->contacts.item, s->model->model->contacts.item, contacts * sizeof *model->contacts.item);
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *watched = &s->contacts.item[i];
		struct Contact *contact = &model->contacts.item[watched->number];
		bool any = !kept;
		for (int r = 0; r < contact->rows && kept; r++) {
			contact->row[r].holds = !kept[watched->row + (size_t)r];
			any |= !contact->row[r].holds;
		}
		if (any)
			phase->contact[phase->contacts++] = watched->number;
	}
	model->phases.item = phase;
	model->phases.count = model->phases.capacity = 1;
	return model;
}

static const char *of_closed(struct Simulation *s, const char *function)
{
	return text_print(&s->model->arena, "%s:\"%s\"", function, closed_phase);
}

/* --- a set --- */

static struct HeldSet *add_set(struct Simulation *s)
{
	return *ARENA_PUSH(&s->model->arena, &s->rows.sets) = ARENA_NEW(&s->model->arena, struct HeldSet);
}

rigidc_status held_set_plain(struct Simulation *s, const char *phase, struct HeldSet **made)
{
	struct Arena *arena = &s->model->arena;
	struct HeldSet *set = *made = add_set(s);
	rigidc_status status = RIGIDC_OK;
	if (!phase)
		return simulation_make(s, "fd", &set->fd);
	status = simulation_make(s, text_print(arena, "lambda:%s", phase), &set->lambda);
	if (status == RIGIDC_OK)
		status = simulation_make(s, text_print(arena, "project:%s", phase), &set->project);
	/* fd is made last: only the notes of the last function are shown */
	return status == RIGIDC_OK ? simulation_make(s, text_print(arena, "fd:%s", phase), &set->fd) : status;
}

/* Rows of the entries of lambda: those of loops and constraints, then all of the contacts in the phase. */
static void find_places(struct Simulation *s, const bool *kept, struct HeldSet *set)
{
	const struct SimulationRows *rows = &s->rows;
	set->place = ARENA_ARRAY(&s->model->arena, size_t, rows->row.count);
	for (size_t r = 0; r < rows->closures; r++)
		set->place[set->forces++] = r;
	for (int i = 0; i < s->contacts.count; i++) {
		const struct WatchedContact *contact = &s->contacts.item[i];
		size_t count = (size_t)contact->contact->rows;
		bool any = false;
		for (size_t r = 0; r < count; r++)
			any |= kept[contact->row + r];
		for (size_t r = 0; r < count && any; r++)
			set->place[set->forces++] = contact->row + r;
	}
}

static bool any_contact(const struct Simulation *s, const bool *kept)
{
	for (size_t r = s->rows.closures; r < s->rows.row.count; r++)
		if (kept[r])
			return true;
	return false;
}

static rigidc_status make_set(struct Simulation *s, struct HeldSet *set)
{
	struct Model *model = with_phase(s, set->kept);
	rigidc_status status = make_on(s, model, of_closed(s, "fd"), &set->fd);
	if (status == RIGIDC_OK)
		status = make_on(s, model, of_closed(s, "lambda"), &set->lambda);
	return status == RIGIDC_OK ? make_on(s, model, of_closed(s, "project"), &set->project) : status;
}

struct HeldSet *held_set_of(struct Simulation *s, const bool *kept)
{
	size_t rows = s->rows.row.count;
	if (!any_contact(s, kept))
		return s->rows.sets.item[0];
	for (size_t i = 1; i < s->rows.sets.count; i++)
		if (memcmp(s->rows.sets.item[i]->kept, kept, rows * sizeof *kept) == 0)
			return s->rows.sets.item[i];
	struct HeldSet *set = add_set(s);
	set->kept = ARENA_ARRAY(&s->model->arena, bool, rows);
	memcpy(set->kept, kept, rows * sizeof *kept);
	find_places(s, kept, set);
	return make_set(s, set) == RIGIDC_OK ? set : NULL;
}

bool held_set_impact(struct Simulation *s, struct HeldSet *set)
{
	if (set->impact || set == s->rows.sets.item[0])
		return true;
	return make_on(s, with_phase(s, set->kept), of_closed(s, "impact"), &set->impact) == RIGIDC_OK;
}

void held_sets_free(struct Simulation *s)
{
	for (size_t i = 0; i < s->rows.sets.count; i++) {
		struct HeldSet *set = s->rows.sets.item[i];
		rigidc_function_free(set->fd);
		rigidc_function_free(set->lambda);
		rigidc_function_free(set->project);
		rigidc_function_free(set->impact);
	}
}

/* --- all contacts --- */

/* Poses of the contacts' frames, seen from frames at their grounds. */
static rigidc_status make_poses(struct Simulation *s)
{
	struct Arena *arena = &s->model->arena;
	struct Model *model = copy_model(s);
	int frames = model->frames, contacts = s->contacts.count;
	struct Text name = text_new(arena);
	model->frame = ARENA_ARRAY(arena, struct Frame, frames + 2 * contacts);
	if (frames)
		memcpy(model->frame, s->model->model->frame, (size_t)frames * sizeof *model->frame);
	for (int i = 0; i < contacts; i++) {
		const struct Contact *contact = s->contacts.item[i].contact;
		const char *own = text_print(arena, "contact %s", contact->name.text);
		const char *ground = text_print(arena, "ground of %s", contact->name.text);
		model->frame[model->frames++] = (struct Frame){ { .text = own }, contact->body, contact->at };
		model->frame[model->frames++] = (struct Frame){ { .text = ground }, -1, contact->ground };
		text_format(&name, "%sfk:%s:%s", i ? "+" : "poses=", text_quoted(arena, own),
		            text_quoted(arena, ground));
	}
	return make_on(s, model, text_string(&name), &s->contacts.poses);
}

rigidc_status held_set_all(struct Simulation *s)
{
	struct Model *model = with_phase(s, NULL);
	rigidc_status status = make_poses(s);
	if (status == RIGIDC_OK)
		status = make_on(s, model, of_closed(s, "jac"), &s->rows.jac);
	return status == RIGIDC_OK ? make_on(s, model, of_closed(s, "drift"), &s->contacts.drift) : status;
}
