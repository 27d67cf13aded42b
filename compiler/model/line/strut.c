#include "strut.h"

#include <math.h>
#include <string.h>

#include "bend.h"
#include "couple.h"
#include "line.h"
#include "model/body/input.h"
#include "path.h"
#include "model/part/naming.h"
#include "point.h"
#include "model/part/property.h"
#include "seen_point.h"
#include "wrap.h"

/* Struts and tendons without effect: their number, and the first of them. */
struct Idle {
	size_t count;
	struct Span span;
	const char *word, *name;
};

/* Strut or tendon being declared. */
struct Declaring {
	struct Scope *scope;
	struct Points points;
	struct Coupler *coupler; /* NULL: no point needed coordinates so far */
	struct NameTable names;  /* to struts */
	const struct Stmt *stmt;
	const struct Env *env;
	struct Strut *strut;
	struct Idle idle[2]; /* points that do not move against each other; no force */
	struct Bend *bend;   /* of the strut's wraps, by point */
};

/* Names that the numbers of a strut know: no coordinates. */
static void see_alone(const struct Declaring *d)
{
	scope_see(
		d->scope,
		(struct Locals){
			.env = d->env,
			.hint = "figures of a strut do not depend on motion; its `length` and its `rate` are for its `force`" });
}

/* --- points and properties --- */

/* Value of an expression of coordinates. */
static struct Value find_value(struct Declaring *d, const struct Expr *expr, struct NamedCoordinates *named)
{
	if (!d->coupler)
		d->coupler = coordinates_known(d->scope, d->points.model, d->points.resolver);
	struct Value value = coordinates_value(d->scope, d->coupler, d->env, expr, named);
	see_alone(d);
	return value;
}

/* Reads `while VALUE from LOWER to UPPER`. False after a diagnostic. */
static bool find_range(struct Declaring *d, const struct Expr *point, struct PointRange *range)
{
	static const char *const words[] = { "while", "from", "to" };
	struct Dag *dag = d->scope->dag;
	Ref *const number[] = { &range->value, &range->lower, &range->upper };
	struct Dim dim = dim_none;
	for (int i = 0; i < 3; i++) {
		struct NamedCoordinates named = { 0 };
		struct Value value = find_value(d, point_clause(point, words[i]), &named);
		if (value.kind == VALUE_ERROR)
			return false;
		if (i == 0 && value_known(value).kind == VALUE_SCALAR)
			dim = value_known(value).item[0].dim;
		if (!value_scalar(d->scope->diags, value, dim, number[i]))
			return false;
	}
	if (dag_is_const(dag, range->lower) && dag_is_const(dag, range->upper) &&
	    dag_value(dag, range->lower) > dag_value(dag, range->upper)) {
		diag(d->scope->diags, CHECK_BAD_LIMITS, point_clause(point, "from")->span,
		     "the range is empty: its lower end is above its upper end");
		return false;
	}
	Ref above = dag_sub(dag, range->value, range->lower), below = dag_sub(dag, range->upper, range->value);
	range->inside = dag_select(dag, above, above, below);
	range->given = true;
	return true;
}

/* A point with clauses. */
static bool find_station(struct Declaring *d, const struct Expr *expr, int k)
{
	static const struct Dim lengths[] = { { 0, 1, 0 }, { 0, 1, 0 }, { 0, 1, 0 } };
	struct Strut *strut = d->strut;
	struct NamedCoordinates named = { 0 };
	struct Point *point = &strut->point[k];
	struct Vec p = vec_const(d->scope->dag, 0, 0, 0);
	const struct Expr *at = point_clause(expr, "at");
	bool good = !at || value_numbers(d->scope->diags, find_value(d, at, &named), 3, lengths, p.e);
	good &= !point_clause(expr, "while") || find_range(d, expr, &strut->range[k]);
	if (!point_at(d->scope, &d->points, expr->name, p, point, &strut->at[k]))
		return false;
	point->on = coordinates_followed(d->points.model, &named, &point->ons);
	for (int i = 0; i < 3; i++)
		point->moves |= !dag_is_known(d->scope->dag, p.e[i]);
	return good;
}

/* A wrap: as a point it is in its middle. */
static bool find_wrap(struct Declaring *d, const struct Expr *expr, int k)
{
	struct Strut *strut = d->strut;
	strut->at[k] = expr->name;
	if (!wrap_around(d->scope, d->points.model, expr, &strut->around[k]))
		return false;
	const struct Wrap *wrap = strut->around[k].wrap;
	strut->at[k].text = wrap->name.text;
	strut->point[k] = (struct Point){ .body = wrap->body, .p = wrap->at.p };
	strut->range[k].given = strut->wraps = true;
	return true;
}

static bool find_place(struct Declaring *d, const struct Expr *expr, int k)
{
	struct Strut *strut = d->strut;
	if (expr->kind == EXPR_AROUND)
		return find_wrap(d, expr, k);
	return expr->kind == EXPR_POINT
	               ? find_station(d, expr, k)
	               : point_named(d->scope, &d->points, expr->name, &strut->point[k], &strut->at[k]);
}

/* Wraps that no point is before or behind, or too many side by side. */
static bool refuse_wraps(const struct Declaring *d)
{
	const struct Strut *strut = d->strut;
	int first = 0, last = strut->points - 1, run = 0, longest = 0;
	while (first <= last && strut->range[first].given)
		first++;
	while (last >= 0 && strut->range[last].given)
		last--;
	for (int i = 0; i < strut->points; i++) {
		bool wraps = strut->around[i].wrap;
		run = wraps ? run + 1 : strut->range[i].given ? run : 0;
		longest = run > longest ? run : longest;
		if (!wraps || (i > first && i < last))
			continue;
		diag(d->scope->diags, CHECK_WRAP, strut->at[i].span,
		     "a wrap is between points of the path that count always");
		return true;
	}
	if (longest > BEND_RUN)
		diag(d->scope->diags, CHECK_WRAP, d->stmt->span, "%d wraps in a row; the most is %d", longest,
		     BEND_RUN);
	return longest > BEND_RUN;
}

/* Too many points in a row that need not count: their lines are as many as pairs of them. */
static bool refuse_runs(const struct Declaring *d)
{
	const struct Strut *strut = d->strut;
	int run = 0, longest = 0;
	for (int i = 0; i < strut->points; i++) {
		run = strut->range[i].given ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	if (longest > PATH_RUN)
		diag(d->scope->diags, CHECK_ARGUMENTS, d->stmt->span,
		     "%d points in a row count in ranges alone; the most is %d", longest, PATH_RUN);
	return longest > PATH_RUN;
}

static bool find_points(struct Declaring *d)
{
	struct Model *model = d->points.model;
	const struct Arguments *list = &d->stmt->list;
	struct Strut *strut = d->strut;
	bool good = list->count > 1;
	strut->points = (int)list->count;
	strut->point = ARENA_ARRAY(model->arena, struct Point, list->count);
	strut->range = ARENA_ARRAY(model->arena, struct PointRange, list->count);
	strut->around = ARENA_ARRAY(model->arena, struct Around, list->count);
	strut->at = ARENA_ARRAY(model->arena, struct Ident, list->count);
	if (!good)
		diag(d->scope->diags, CHECK_ARGUMENTS, d->stmt->span,
		     "a tendon goes over two points or more: `over A, B, C`");
	for (int i = 0; i < strut->points; i++) {
		good &= find_place(d, list->item[i].value, i);
		strut->varies |= strut->range[i].given;
	}
	return good && !refuse_runs(d) && !(strut->wraps && refuse_wraps(d));
}

/* --- wraps --- */

/* A point, or where the path comes to a wrap (side 0) and leaves it (1). */
static struct Point end_of(const struct Declaring *d, int k, int side)
{
	const struct Strut *strut = d->strut;
	struct Point end = strut->point[k];
	if (strut->around[k].wrap)
		end.p = d->bend[k].touch[side];
	return end;
}

/* The place before wrap k, from `far`, which counts always, on; or the place behind it, from `far` back. In the frame of its body.
 * Wraps that are not `known` do not count. */
static struct Vec neighbour(const struct Declaring *d, int k, int far, const bool *known)
{
	struct Dag *dag = d->scope->dag;
	const struct Strut *strut = d->strut;
	const struct Model *model = d->points.model;
	const int side = far < k, step = far < k ? 1 : -1, by = strut->point[k].body;
	const struct Point start = end_of(d, far, side);
	struct Vec place = point_in(model, &start, by);
	for (int i = far + step; i != k; i += step) {
		if (strut->around[i].wrap && !known[i])
			continue;
		const struct Point end = end_of(d, i, side);
		const struct Vec here = point_in(model, &end, by);
		for (int e = 0; e < 3; e++)
			place.e[e] = dag_select(dag, strut->range[i].inside, place.e[e], here.e[e]);
	}
	return place;
}

/* Where a sequence of points with differences of one ratio goes: c + l/(1 - l) (c - b), l = (c - b) . (b - a) / |b - a|^2, which is
 * at most `most`. */
static struct Vec limit_of(struct Dag *dag, struct Vec a, struct Vec b, struct Vec c)
{
	const double most = 0.9, least = 1e-30;
	struct Vec last = vec_sub(dag, b, a), next = vec_sub(dag, c, b);
	Ref square = vec_dot(dag, last, last);
	square = dag_add(dag, square, dag_const(dag, least));
	Ref ratio = dag_div(dag, vec_dot(dag, next, last), square), bound = dag_const(dag, most);
	ratio = dag_select(dag, dag_sub(dag, ratio, bound), ratio, bound);
	ratio = dag_select(dag, dag_add(dag, ratio, bound), dag_neg(bound), ratio);
	Ref rest = dag_sub(dag, dag_const(dag, 1), ratio);
	return vec_add(dag, c, vec_scale(dag, dag_div(dag, ratio, rest), next));
}

/* Moves the places where the path comes to wraps towards their limits, after every third sweep but the last. */
static void quicken(struct Declaring *d, int first, int last, int sweep, struct Vec (*before)[2])
{
	for (int i = first + 1; i < last; i++) {
		struct Vec *touch = &d->bend[i].touch[0];
		if (d->strut->around[i].wrap && sweep % 3 == 2 && sweep < BEND_SWEEPS - 1)
			*touch = limit_of(d->scope->dag, before[i][0], before[i][1], *touch);
		before[i][0] = before[i][1];
		before[i][1] = *touch;
	}
}

/* What the last sweep changed of the bend at a wrap: whether it bends, by the difference of two numbers 1 and -1, else the place
 * where the path comes to it. */
static Ref change_of(struct Dag *dag, const struct Bend *bend, Ref bent, struct Vec before)
{
	struct Vec moved = vec_sub(dag, bend->touch[0], before);
	Ref turned = dag_sub(dag, bend->bends, bent), none = dag_const(dag, 0);
	Ref place = dag_select(dag, bend->bends, none, vec_dot(dag, moved, moved));
	return dag_add(dag, place, dag_mul(dag, turned, turned));
}

/* The wraps between two points that count always. Several depend on each other: each bends the path between the places where the
 * last sweep left its neighbours. */
static void bend_run(struct Declaring *d, int first, int last)
{
	struct Strut *strut = d->strut;
	bool *known = ARENA_ARRAY(d->scope->arena, bool, strut->points);
	struct Vec(*before)[2] = arena_alloc(d->scope->arena, (size_t)strut->points * sizeof *before);
	int wraps = 0;
	for (int i = first + 1; i < last; i++)
		wraps += strut->around[i].wrap != NULL;
	for (int sweep = 0; sweep < (wraps > 1 ? BEND_SWEEPS : 1); sweep++) {
		for (int i = first + 1; i < last; i++) {
			if (!strut->around[i].wrap)
				continue;
			struct Vec end[2];
			end[0] = neighbour(d, i, first, known);
			end[1] = neighbour(d, i, last, known);
			const Ref bent = d->bend[i].bends;
			d->bend[i] = bend_around(d->scope->dag, &strut->around[i], end);
			strut->around[i].unsettled = sweep > 0
			                                     ? change_of(d->scope->dag, &d->bend[i], bent, before[i][1])
			                                     : dag_const(d->scope->dag, 0);
			strut->range[i].inside = d->bend[i].bends;
			strut->around[i].apart = d->bend[i].apart;
			known[i] = true;
		}
		quicken(d, first, last, sweep, before);
	}
}

static void find_bends(struct Declaring *d)
{
	const struct Strut *strut = d->strut;
	d->bend = ARENA_ARRAY(d->scope->arena, struct Bend, strut->points);
	for (int i = 1, first = -1; i <= strut->points && strut->wraps; i++) {
		if (!strut->range[i - 1].given)
			first = i - 1;
		if (i < strut->points && first >= 0 && !strut->range[i].given)
			bend_run(d, first, i);
	}
}

/* --- lines --- */

/* Adds lines from a point to all that may follow it. */
static void add_lines(struct Declaring *d, int from)
{
	struct Strut *strut = d->strut;
	for (int to = from + 1; to < strut->points; to++) {
		struct Dag *dag = d->scope->dag;
		struct Point end[2] = { end_of(d, from, 1), end_of(d, to, 0) };
		struct Line line = line_make(d->points.model, end);
		line.from = from;
		line.to = to;
		line.bent = strut->around[from].wrap || strut->around[to].wrap;
		line.arc = strut->around[to].wrap ? d->bend[to].arc : dag_const(dag, 0);
		if (line.bent)
			line.square = path_choice(dag, strut, &line, line.square, dag_const(dag, 1));
		strut->line[strut->lines++] = line;
		if (!strut->range[to].given)
			return;
	}
}

static void find_lines(struct Declaring *d)
{
	struct Strut *strut = d->strut;
	int most = strut->points * (strut->varies ? PATH_RUN + 1 : 1);
	strut->line = ARENA_ARRAY(d->points.model->arena, struct Line, most);
	for (int i = 0; i + 1 < strut->points; i++)
		add_lines(d, i);
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
	Ref sum = line->moved;
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
	Ref *length = ARENA_ARRAY(dag->arena, Ref, strut->lines), *rates = ARENA_ARRAY(dag->arena, Ref, strut->lines);
	strut->length = strut->rate = dag_const(dag, 0);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		length[i] = rates[i] = dag_const(dag, 0);
		if (has_no_length(dag, line))
			continue;
		Ref rate = swept(dag, line), over = over_length(dag, line);
		if (strut->varies) {
			length[i] = dag_add(dag, dag_sqrt(dag, line->square), line->arc);
			rates[i] = dag_mul(dag, rate, over);
			continue;
		}
		strut->length = dag_add(dag, strut->length, dag_sqrt(dag, line->square));
		strut->rate = dag_add(dag, strut->rate, dag_mul(dag, rate, over));
	}
	if (strut->varies) {
		strut->length = path_sum(dag, strut, length);
		strut->rate = path_sum(dag, strut, rates);
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
	bool single = strut->lines == 1 && !strut->varies;
	Ref stretch = single ? strut->rest : dag_sub(dag, strut->rest, strut->length);
	Ref resisted = dag_sub(dag, dag_mul(dag, strut->damping, strut->rate), strut->exerted);
	Ref force = dag_sub(dag, resisted, dag_mul(dag, strut->stiffness, stretch));
	strut->pull = ARENA_ARRAY(dag->arena, Ref, strut->lines);
	for (int i = 0; i < strut->lines; i++) {
		const struct Line *line = &strut->line[i];
		Ref zero = dag_const(dag, 0), pull = pull_along(dag, line, single ? strut->stiffness : zero, force);
		strut->pull[i] = path_choice(dag, strut, line, pull, zero);
	}
}

/* --- declarations --- */

static void add_idle(const struct Declaring *d, struct Idle *idle, const char *word)
{
	if (!idle->count++) {
		idle->span = d->stmt->span;
		idle->word = word;
		idle->name = d->strut->name.text;
	}
}

static void check_use(struct Declaring *d)
{
	const struct Strut *strut = d->strut;
	const char *word = strut->tendon ? "tendon" : "strut";
	bool moves = false;
	for (int i = 0; i < strut->lines; i++)
		moves |= strut->line[i].levers > 0 || !dag_is_zero(d->scope->dag, strut->line[i].moved);
	if (!moves || !d->stmt->block.first)
		add_idle(d, &d->idle[moves], word);
}

/* One message for all that are idle for the same reason. */
static void report_idle(const struct Declaring *d)
{
	for (int moves = 0; moves < 2; moves++) {
		const struct Idle *idle = &d->idle[moves];
		if (idle->count == 1)
			diag(d->scope->diags, CHECK_IDLE_STRUT, idle->span,
			     moves ? "%s '%s' exerts no force" : "the points of %s '%s' do not move against each other",
			     idle->word, idle->name);
		else if (idle->count)
			diag(d->scope->diags, CHECK_IDLE_STRUT, idle->span,
			     moves ? "%zu struts and tendons exert no force, '%s' is the first"
			           : "the points of %zu struts and tendons do not move against each other, '%s' is the first",
			     idle->count, idle->name);
	}
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
		find_bends(d);
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
		see_alone(&d);
		declare_strut(&d);
	}
	report_idle(&d);
	scope_see(scope, (struct Locals){ 0 });
}

int struts_find(struct Diags *diags, const struct Model *model, const char *name, struct Span span)
{
	for (size_t i = 0; i < model->struts.count; i++)
		if (strcmp(model->struts.item[i].name.text, name) == 0)
			return (int)i;
	struct Nearest nearest = diags_nearest(diags, name);
	NEAREST_EACH(&nearest, model->struts.item, model->struts.count, name.text);
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_STRUT, span, "the model has no strut or tendon '%s'", name),
	             &nearest);
	return -1;
}
