#include "wrap.h"

#include <string.h>

#include "dag/default_values.h"
#include "model/expression/arguments.h"
#include "model/expression/evaluate.h"
#include "model/expression/mirror.h"
#include "model/part/naming.h"

const struct WrapKind wrap_kinds[] = {
	{ "cylinder", { "radius", "length" }, 2, false, "a cylinder about z, without end or with a length" },
	{ "sphere", { "radius" }, 1, true, "a sphere" },
};
const int wrap_kind_count = sizeof wrap_kinds / sizeof *wrap_kinds;

static const struct WrapKind *find_kind(struct Diags *diags, struct Ident name)
{
	struct Nearest nearest = diags_nearest(diags, name.text);
	for (int i = 0; i < wrap_kind_count; i++) {
		if (strcmp(wrap_kinds[i].name, name.text) == 0)
			return &wrap_kinds[i];
		nearest_try(&nearest, wrap_kinds[i].name);
	}
	struct Diag *said = diag(diags, CHECK_WRAP, name.span, "there is no kind of wraps '%s'", name.text);
	if (nearest.found)
		diag_nearest(diags, said, &nearest);
	else
		diag_help(diags, said, "a wrap is `cylinder(radius)` or `sphere(radius)`");
	return NULL;
}

/* A size above 0. */
static bool read_size(struct Scope *scope, const struct Expr *given, const char *name, Ref *size)
{
	if (!value_scalar(scope->diags, evaluate(scope, given), dim_length, size))
		return false;
	bool good = dag_default_value(scope->dag, *size) > 0;
	if (!good)
		diag(scope->diags, CHECK_WRAP, given->span, "the %s of a wrap is above 0", name);
	return good;
}

static bool read_sizes(struct Scope *scope, const struct Stmt *stmt, struct Wrap *wrap)
{
	const struct WrapKind *kind = wrap->kind;
	const struct Expr *place[2] = { NULL };
	const struct Parameters parameters = { kind->name, kind->size, kind->sizes, 1 };
	Ref *const size[] = { &wrap->radius, &wrap->length };
	bool good = arguments_bind(scope->diags, &parameters, stmt->joint.span, &stmt->list, place);
	for (size_t i = 0; i < kind->sizes && good; i++)
		good = !place[i] || read_size(scope, place[i], kind->size[i], size[i]);
	return good;
}

static bool is_placed(struct Scope *scope, const struct Stmt *stmt)
{
	if (!stmt->on.text)
		diag(scope->diags, CHECK_MISPLACED, stmt->name.span, "wrap '%s' needs `on BODY` (or `on world`)",
		     stmt->name.text);
	return stmt->on.text;
}

static void declare_wrap(struct Scope *scope, struct Model *model, const struct Points *points, const struct Stmt *stmt)
{
	const struct Instance *in = instance_of(scope->locals.env);
	struct Wrap wrap = { .name = name_declared(scope, model, stmt->name), .mirror = in ? in->mirror : 0 };
	struct Ident full;
	int number = (int)model->wraps.count, first = names_add(&model->wrap_names, wrap.name.text, number);
	if (first < number) {
		diag_duplicate(scope->diags, wrap.name.span, model->wraps.item[first].name.span, "wrap '%s'",
		               wrap.name.text);
		return;
	}
	wrap.radius = dag_const(scope->dag, 1); /* after a mistake */
	wrap.length = dag_const(scope->dag, 0);
	wrap.kind = find_kind(scope->diags, stmt->joint);
	wrap.used = !wrap.kind || !read_sizes(scope, stmt, &wrap);
	wrap.used |=
		!is_placed(scope, stmt) || !place_on(scope, points, stmt->on, &stmt->at, &wrap.body, &wrap.at, &full);
	wrap.kind = wrap.kind ? wrap.kind : wrap_kinds;
	*ARENA_PUSH(model->arena, &model->wraps) = wrap;
}

void wraps_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items)
{
	const struct Points points = { model, resolver };
	model->wrap_names = names_new(model->arena);
	for (size_t i = 0; i < items->count; i++) {
		if (items->item[i].stmt->kind != STMT_WRAP)
			continue;
		scope_see(scope, (struct Locals){ .env = items->item[i].env,
		                                  .hint = "figures of a wrap do not depend on motion" });
		declare_wrap(scope, model, &points, items->item[i].stmt);
	}
	scope_see(scope, (struct Locals){ 0 });
}

void wraps_note_unused(const struct Model *model, struct Diags *diags)
{
	for (size_t i = 0; i < model->wraps.count; i++)
		if (!model->wraps.item[i].used)
			diag(diags, CHECK_UNUSED_WRAP, model->wraps.item[i].name.span,
			     "no tendon runs around wrap '%s'", model->wraps.item[i].name.text);
}

/* --- ways around wraps --- */

static struct Wrap *find_wrap(struct Scope *scope, struct Model *model, struct Ident written)
{
	bool root;
	struct Ident name = name_meant(scope, model, written, &root);
	if (!name.text)
		return NULL;
	int found = names_find(&model->wrap_names, name.text);
	if (found >= 0)
		return &model->wraps.item[found];
	struct Nearest nearest = diags_nearest(scope->diags, name.text);
	for (size_t i = 0; i < model->wraps.count; i++)
		nearest_try(&nearest, model->wraps.item[i].name.text);
	diag_nearest(scope->diags,
	             diag(scope->diags, CHECK_UNKNOWN_WRAP, written.span, "there is no wrap '%s'", name.text),
	             &nearest);
	return NULL;
}

/* Reads the direction of a side, across the axis of a cylinder. */
static bool read_direction(struct Scope *scope, const struct Wrap *wrap, const struct Expr *given, struct Vec *side)
{
	struct Dag *dag = scope->dag;
	if (!value_axis(dag, scope->diags, evaluate(scope, given), side))
		return false;
	Ref square = dag_add_products(dag, side->e[0], side->e[0], side->e[1], side->e[1]);
	if (!wrap->kind->round && !(dag_default_value(dag, square) > 1e-12)) {
		diag(scope->diags, CHECK_WRAP, given->span, "the side of a cylinder is not along its axis z");
		return false;
	}
	if (!wrap->kind->round)
		side->e[2] = dag_const(dag, 0);
	*side = mirror_vector(dag, wrap->mirror, *side);
	return true;
}

bool wrap_around(struct Scope *scope, struct Model *model, const struct Expr *around, struct Around *found)
{
	struct Wrap *wrap = find_wrap(scope, model, around->name);
	const struct Expr *side = point_clause(around, "side"), *by = point_clause(around, "by");
	if (!wrap)
		return false;
	wrap->used = true;
	*found = (struct Around){ .wrap = wrap, .side = side ? SIDE_HELD : by ? SIDE_BY : SIDE_ANY };
	return found->side == SIDE_ANY || read_direction(scope, wrap, side ? side : by, &found->direction);
}
