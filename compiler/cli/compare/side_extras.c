/* What a model has beside bodies, frames and joints: names, kinds and places. */
#include "compare.h"

#include "model/law.h"
#include "model/body.h"
#include "model/loop.h"
#include "model/strut.h"

const struct ExtraInfo extra_table[EXTRA_SORTS] = {
#define EXTRA(id, word, family, differs, list) [EXTRA_##id] = { word, EXTRA_##family, differs, ONLY_##list },
#include "extras.def"
};

/* Its kind, its first number and their count are set by the caller. */
static struct SideExtra *add(struct Side *side, enum ExtraSort sort, const struct Ident *name)
{
	struct SideExtra *extra = &side->extra[side->extras++];
	*extra = (struct SideExtra){ .sort = sort, .name = name->text, .where = side_place(side, name->span, NULL) };
	return extra;
}

static void add_rows(struct Side *side)
{
	const struct Model *m = side->m;
	for (size_t i = 0; i < m->loops.count; i++) {
		add(side, EXTRA_LOOP, &m->loops.item[i].name);
		if (m->loops.item[i].settles)
			add(side, EXTRA_SETTLE, &m->loops.item[i].name);
	}
	for (size_t i = 0; i < m->constraints.count; i++) {
		const struct Constraint *constraint = &m->constraints.item[i];
		add(side, EXTRA_CONSTRAINT, &constraint->name)->kind =
			constraint->on_velocities ? "of velocities" : "of coordinates";
		if (constraint->settles)
			add(side, EXTRA_SETTLE, &constraint->name);
	}
}

static void add_struts(struct Side *side)
{
	for (size_t i = 0; i < side->m->struts.count; i++) {
		const struct Strut *strut = &side->m->struts.item[i];
		struct SideExtra *extra = add(side, strut->points > 2 ? EXTRA_TENDON : EXTRA_STRUT, &strut->name);
		extra->first = (int)i;
		extra->count = 1;
	}
}

static const char *given_kind(struct Arena *arena, enum ExtraSort sort, const struct Parameter *given)
{
	const char *word = text_print(arena, "%s%s", given->moving ? "moving " : "", extra_table[sort].word);
	return given->count == 1 ? word : text_print(arena, "%s of %d numbers", word, given->count);
}

/* Inputs or states. */
static void add_given(struct Side *side, enum ExtraSort sort, const struct ParameterList *all)
{
	for (size_t i = 0; i < all->count; i++) {
		struct SideExtra *extra = add(side, sort, &all->item[i]->name);
		extra->kind = given_kind(side->m->arena, sort, all->item[i]);
		extra->first = all->item[i]->first;
		extra->count = all->item[i]->count;
	}
}

void side_open_extras(struct Side *side)
{
	const struct Model *m = side->m;
	size_t most = 2 * (m->loops.count + m->constraints.count) + m->struts.count + m->contacts.count +
	              m->inputs.count + m->states.count + m->laws.count + (size_t)m->wrenches;
	side->extra = ARENA_ARRAY(m->arena, struct SideExtra, most + 1);
	add_rows(side);
	add_struts(side);
	for (size_t i = 0; i < m->contacts.count; i++)
		add(side, EXTRA_CONTACT, &m->contacts.item[i].name);
	add_given(side, EXTRA_INPUT, &m->inputs);
	add_given(side, EXTRA_STATE, &m->states);
	for (size_t i = 0; i < m->laws.count; i++)
		add(side, EXTRA_LAW, &m->laws.item[i].name);
	for (int i = 0; i < m->wrenches; i++)
		add(side, EXTRA_WRENCH, &m->wrench[i].name);
}
