/* What may hold the robot on the page: contacts, phases, and the rows of both and of loops. */
#include "page.h"

#include <string.h>

#include "cli/columns.h"
#include "cli/text_json.h"
#include "pipeline/compile_checks.h"
#include "model/loop.h"

/* --- rows and contacts --- */

static const char *const vector_name[] = {
	[ROW_OF_A] = "A", [ROW_OF_B] = "B", [ROW_ACROSS] = "across", [ROW_ALONG] = "along"
};

json_t *page_rows(const struct Model *model, const struct RowBlock *block)
{
	json_t *all = json_array();
	for (int r = 0; r < block->rows; r++) {
		const struct ConstraintRow *row = &block->row[r];
		const char *direction = row_direction_words(model, block, r, ROW_FORCE);
		json_array_append_new(all, json_pack("{s:s, s:o, s:b, s:s, s:o}", "name", row->name, "direction",
		                                     text_json(direction), "angular", row->angular, "vector",
		                                     vector_name[row->vector], "t", page_numbers(model, row->t.e, 3)));
	}
	return all;
}

static json_t *contact_rows_json(const struct Model *model, const struct Contact *contact)
{
	struct RowBlock block = { .name = contact->name,
		                  .body = { -1, contact->body },
		                  .frame = { contact->frame[0], contact->frame[1] },
		                  .rows = contact->rows };
	memcpy(block.row, contact->row, sizeof block.row);
	return page_rows(model, &block);
}

json_t *page_contacts(const struct Model *model)
{
	json_t *all = json_array();
	for (size_t i = 0; i < model->contacts.count; i++) {
		const struct Contact *contact = &model->contacts.item[i];
		json_array_append_new(all, json_pack("{s:o, s:s, s:i, s:o, s:o, s:o, s:o}", "name",
		                                     text_json(contact->name.text), "kind", contact->kind->name, "body",
		                                     contact->body, "at", page_placement(model, &contact->at), "ground",
		                                     page_placement(model, &contact->ground), "friction",
		                                     page_number(model, contact->friction), "rows",
		                                     contact_rows_json(model, contact)));
	}
	return all;
}

/* --- holds --- */

/* Why a function cannot be made, the text of its first error; NULL: it can. */
static const char *why_not(rigidc_model *model, const char *function)
{
	const struct Request request = { .search_given = true, .search = SEARCH_NONE };
	struct Diags tried;
	size_t count;
	diags_init(&tried, &model->call, &model->sources);
	compile_functions(&tried, model_fork(model->model, &model->call), &request, function,
	                  &target_table[TARGET_JAVASCRIPT], NULL, NULL);
	const struct Diag **sorted = diags_sorted(&tried, &count);
	for (size_t i = 0; i < count; i++)
		if (sorted[i]->severity == SEVERITY_ERROR)
			return sorted[i]->text;
	return NULL;
}

static void add_hold(rigidc_model *model, struct PageHolds *holds, const char *phase, const int *contact, int contacts)
{
	struct Arena *arena = &model->call;
	struct PageHold *hold = ARENA_PUSH(arena, holds);
	const char *name = phase ? text_quoted(arena, phase) : "loops";
	*hold = (struct PageHold){ phase, text_print(arena, "id:%s", name), contact, contacts, NULL };
	hold->why = why_not(model, hold->function);
}

/* Adds a phase for each contact, for a model without phases. */
static void add_single(rigidc_model *model, struct PageHolds *holds)
{
	const struct Model *m = model->model;
	int *contact = ARENA_ARRAY(&model->call, int, m->contacts.count);
	for (size_t i = 0; i < m->contacts.count; i++) {
		contact[i] = (int)i;
		add_hold(model, holds, m->contacts.item[i].name.text, &contact[i], 1);
	}
}

struct PageHolds page_holds(rigidc_model *model)
{
	const struct Model *m = model->model;
	struct PageHolds holds = { 0 };
	if (model_has_loops(m)) {
		add_hold(model, &holds, NULL, NULL, 0);
		if (!holds.item[0].why)
			check_overdriven(&model->diags, m, "torques of this page");
	}
	for (size_t i = 0; i < m->phases.count; i++)
		add_hold(model, &holds, m->phases.item[i].name.text, m->phases.item[i].contact,
		         m->phases.item[i].contacts);
	if (!m->phases.count)
		add_single(model, &holds);
	return holds;
}

json_t *page_holds_json(const struct PageHolds *holds)
{
	json_t *all = json_array();
	for (size_t i = 0; i < holds->count; i++) {
		const struct PageHold *hold = &holds->item[i];
		json_t *contacts = text_json_integers(hold->contact, (size_t)hold->contacts);
		json_array_append_new(all, json_pack("{s:o, s:o, s:o}", "phase",
		                                     hold->phase ? text_json(hold->phase) : json_null(), "contacts",
		                                     contacts, "why", hold->why ? text_json(hold->why) : json_null()));
	}
	return all;
}
