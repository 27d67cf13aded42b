#include "strut.h"

#include <math.h>

#include "line.h"
#include "model/body/input.h"
#include "model/part/naming.h"
#include "point.h"
#include "model/part/property.h"

/* Strut or tendon being declared. */
struct Declaring {
	struct Scope *scope;
	struct Points points;
	struct NameTable names; /* to struts */
	const struct Stmt *stmt;
	const struct Env *env;
	struct Strut *strut;
	struct Point *point;
};

/* --- points and properties --- */

static bool find_points(struct Declaring *d)
{
	struct Model *model = d->points.model;
	const struct Arguments *list = &d->stmt->list;
	struct Strut *strut = d->strut;
	bool good = list->count > 1;
	d->point = ARENA_ARRAY(model->arena, struct Point, list->count);
	strut->at = ARENA_ARRAY(model->arena, struct Ident, list->count);
	if (!good)
		diag(d->scope->diags, CHECK_ARGUMENTS, d->stmt->span,
		     "a tendon goes over two points or more: `over A, B, C`");
	for (size_t i = 0; i < list->count; i++)
		good &= point_named(d->scope, &d->points, list->item[i].value->name, &d->point[i], &strut->at[i]);
	return good;
}

static void find_lines(struct Declaring *d)
{
	const struct Model *model = d->points.model;
	struct Strut *strut = d->strut;
	strut->lines = (int)d->stmt->list.count - 1;
	strut->line = ARENA_ARRAY(model->arena, struct Line, strut->lines);
	for (int i = 0; i < strut->lines; i++)
		strut->line[i] = line_make(model, &d->point[i]);
}

/* --- forces --- */

static enum Found look_up_distance(struct Scope *scope, void *context, const struct Expr *const name[2],
                                   struct Span span, struct Value *value)
{
	const struct Declaring *d = context;
	*value = line_distance(scope, &d->points, name, span);
	return FOUND_VALUE;
}

/* Evaluates `force EXPR`, a function of length and rate. */
static void find_force(struct Declaring *d)
{
	static const struct Dim velocity = { 0, 1, -1 };
	struct Strut *strut = d->strut;
	const struct Span span = d->stmt->span;
	struct Local local[2] = { { .name = "length" }, { .name = "rate" } };
	local[0].value = value_number(d->scope->dag, span, strut->length, dim_length, false);
	local[1].value = value_number(d->scope->dag, span, strut->rate, velocity, false);
	scope_see(
		d->scope,
		(struct Locals){
			.item = local,
			.count = 2,
			.distance = look_up_distance,
			.context = d,
			.env = d->env,
			.input = input_named,
			.hint = "the force of a strut knows its `length`, its `rate` and inputs, and no coordinates" });
	value_scalar(d->scope->diags, evaluate(d->scope, strut->force->value), dim_force, &strut->exerted);
}

/* Product of the length and its rate, l dl/dt. */
static Ref swept(struct Dag *dag, const struct Line *line)
{
	Ref sum = dag_const(dag, 0);
	for (int i = 0; i < line->levers; i++) {
		Ref qd = dag_input(dag, INPUT_QD, (uint32_t)line->lever[i].v);
		sum = dag_add(dag, sum, dag_mul(dag, line->lever[i].arm, qd));
	}
	return sum;
}

/* Is its length zero by structure? Then its points are one, whatever the coordinates are. */
static bool has_no_length(const struct Dag *dag, const struct Line *line)
{
	return dag_is_zero(dag, line->square);
}

static Ref over_length(struct Dag *dag, const struct Line *line)
{
	return dag_over(dag, 1, dag_sqrt(dag, line->square));
}

/* A length that is zero by structure stays zero, and its rate is 0; elsewhere the rate of a line that has no length is
 * NaN. */
static void find_length(struct Dag *dag, struct Strut *strut)
{
	strut->length = strut->rate = dag_const(dag, 0);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		if (has_no_length(dag, line))
			continue;
		Ref rate = swept(dag, line), over = over_length(dag, line);
		strut->length = dag_add(dag, strut->length, dag_sqrt(dag, line->square));
		strut->rate = dag_add(dag, strut->rate, dag_mul(dag, rate, over));
	}
}

/* p + F / l. A line without length has no direction: no number is right for a force along it, but where both ends are
 * one point of one body, and cancel. */
static Ref pull_along(struct Dag *dag, const struct Line *line, Ref p, Ref force)
{
	if (dag_is_zero(dag, force) || (has_no_length(dag, line) && line->end[0].body == line->end[1].body))
		return p;
	return has_no_length(dag, line) ? dag_const(dag, NAN)
	                                : dag_add(dag, p, dag_mul(dag, force, over_length(dag, line)));
}

static void find_pulls(struct Dag *dag, struct Strut *strut)
{
	bool single = strut->lines == 1;
	Ref stretch = single ? strut->rest : dag_sub(dag, strut->rest, strut->length);
	Ref resisted = dag_sub(dag, dag_mul(dag, strut->damping, strut->rate), strut->exerted);
	Ref force = dag_sub(dag, resisted, dag_mul(dag, strut->stiffness, stretch));
	strut->pull = ARENA_ARRAY(dag->arena, Ref, strut->lines);
	for (int i = 0; i < strut->lines; i++)
		strut->pull[i] = pull_along(dag, &strut->line[i], single ? strut->stiffness : dag_const(dag, 0), force);
}

/* --- declarations --- */

static void check_use(const struct Declaring *d)
{
	const struct Strut *strut = d->strut;
	const char *word = strut->tendon ? "tendon" : "strut";
	bool moves = false;
	for (int i = 0; i < strut->lines; i++)
		moves |= strut->line[i].levers > 0;
	if (!moves)
		diag(d->scope->diags, CHECK_IDLE_STRUT, d->stmt->span,
		     "the points of %s '%s' do not move against each other", word, strut->name.text);
	else if (!d->stmt->block.first)
		diag(d->scope->diags, CHECK_IDLE_STRUT, d->stmt->span, "%s '%s' exerts no force", word,
		     strut->name.text);
}

static void declare_strut(struct Declaring *d)
{
	struct Model *model = d->points.model;
	struct Dag *dag = d->scope->dag;
	Ref zero = dag_const(dag, 0);
	struct Strut strut = { .tendon = d->stmt->kind == STMT_TENDON,
		               .stiffness = zero,
		               .rest = zero,
		               .damping = zero,
		               .exerted = zero };
	strut.name = name_declared(d->scope, model, d->stmt->name);
	int number = (int)model->struts.count, first = names_add(&d->names, strut.name.text, number);
	if (first < number) {
		diag_duplicate(d->scope->diags, strut.name.span, model->struts.item[first].name.span,
		               "strut or tendon '%s'", strut.name.text);
		return;
	}
	d->strut = &strut;
	properties_set((struct Assignment){ .scope = d->scope, .model = model, .strut = &strut }, &d->stmt->block,
	               WHERE_STRUT);
	bool good = find_points(d);
	if (model->unsure) {
		strut.length = dag_input(dag, INPUT_Q, 0);
		strut.rate = dag_input(dag, INPUT_QD, 0);
		if (strut.force)
			find_force(d);
	} else if (good) {
		find_lines(d);
		find_length(dag, &strut);
		if (strut.force)
			find_force(d);
		find_pulls(dag, &strut);
		check_use(d);
	}
	*ARENA_PUSH(model->arena, &model->struts) = strut;
}

void struts_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                    const struct Items *items)
{
	struct Declaring d = { .scope = scope, .points = { model, resolver } };
	d.names = names_new(model->arena);
	for (size_t i = 0; i < items->count; i++) {
		d.stmt = items->item[i].stmt;
		d.env = items->item[i].env;
		if (d.stmt->kind != STMT_STRUT && d.stmt->kind != STMT_TENDON)
			continue;
		scope_see(
			scope,
			(struct Locals){
				.env = d.env,
				.hint = "figures of a strut do not depend on motion; its `length` and its `rate` are for its `force`" });
		declare_strut(&d);
	}
	scope_see(scope, (struct Locals){ 0 });
}
