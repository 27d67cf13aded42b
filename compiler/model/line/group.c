#include "group.h"

#include "model/model.h"
#include "model/part/naming.h"
#include "model/strut.h"
#include "strut.h"

/* Groups being declared. */
struct Declaring {
	struct Scope *scope;
	struct Model *model;
	struct NameTable names; /* to groups of the model */
};

/* Number of the strut or tendon that a name in a group means; -1 after a diagnostic. */
static int find_member(const struct Declaring *d, struct Ident written)
{
	bool root;
	const char *name = name_meant(d->scope, d->model, written, &root).text;
	return name ? struts_find(d->scope->diags, d->model, name, written.span) : -1;
}

static void find_members(const struct Declaring *d, const struct Arguments *list, struct StrutGroup *group)
{
	const struct Model *model = d->model;
	bool *named = ARENA_ARRAY(model->arena, bool, model->struts.count + 1);
	group->strut = ARENA_ARRAY(model->arena, int, list->count);
	for (size_t i = 0; i < list->count; i++) {
		struct Ident written = list->item[i].value->name;
		int member = find_member(d, written);
		if (member < 0)
			continue;
		if (named[member])
			diag(d->scope->diags, CHECK_DUPLICATE, written.span, "'%s' is twice in group '%s'",
			     model->struts.item[member].name.text, group->name.text);
		named[member] = true;
		group->strut[group->count++] = member;
	}
}

static void declare_group(struct Declaring *d, const struct Stmt *stmt)
{
	struct GroupList *groups = &d->model->groups;
	struct StrutGroup group = { .name = name_declared(d->scope, d->model, stmt->name) };
	int number = (int)groups->count, first = names_add(&d->names, group.name.text, number);
	if (first < number) {
		diag_duplicate(d->scope->diags, group.name.span, groups->item[first].name.span, "group '%s'",
		               group.name.text);
		return;
	}
	find_members(d, &stmt->list, &group);
	*ARENA_PUSH(d->model->arena, groups) = group;
}

void groups_declare(struct Scope *scope, struct Model *model, const struct Items *items)
{
	struct Declaring d = { .scope = scope, .model = model, .names = names_new(model->arena) };
	for (size_t i = 0; i < items->count; i++) {
		if (items->item[i].stmt->kind != STMT_GROUP)
			continue;
		scope_see(scope, (struct Locals){ .env = items->item[i].env });
		declare_group(&d, items->item[i].stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
}
