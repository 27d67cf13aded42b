#include "law.h"

#include <string.h>

#include "couple.h"
#include "dag/substitution.h"
#include "model/body.h"
#include "model/expression/mirror.h"
#include "model/joint.h"
#include "model/law.h"
#include "model/part/naming.h"
#include "model/part/property.h"
#include "model/part/unsure.h"
#include "point.h"
#include "seen_frame.h"

/* Law being declared. */
struct Declaring {
	struct Scope *scope;
	struct Points points;
	struct Coupler *coupler;
	struct NameTable names; /* of wrenches */
	const struct Stmt *stmt;
	const struct Env *env;
	struct Law *law;
	struct FrameEnd on, in;
	struct SeenFrame frame;
};

static const char known[] =
	"a law knows p, v, w, ex, ey, ez, inputs, coordinates of joints, and with a d at the end their rates";

/* --- items --- */

/* Makes the names known to the next expression. `reads`: the motion that they mean. A potential has no velocities. */
static void see(const struct Declaring *d, const struct FrameMotion *reads, bool potential,
                struct Local local[SEEN_NAMES])
{
	frame_names(d->scope, reads, d->stmt->span, local);
	struct Locals locals = { .env = d->env };
	if (!potential)
		locals = coordinates_of_state(d->scope, d->coupler, d->env);
	locals.item = local;
	locals.count = potential ? SEEN_POSITIONS : SEEN_NAMES;
	locals.hint = potential ? "a potential knows p, ex, ey and ez" : known;
	scope_see(d->scope, locals);
}

/* Value of an expression of the law; an error may have been said. */
static struct Value value_of(const struct Declaring *d, const struct Expr *expr)
{
	struct Local local[SEEN_NAMES];
	see(d, &d->frame.read, false, local);
	struct Value value = evaluate(d->scope, expr);
	scope_see(d->scope, (struct Locals){ .env = d->env });
	return value;
}

static void add(const struct Declaring *d, struct Vec force, struct Vec moment)
{
	struct Dag *dag = d->scope->dag;
	d->law->f = spatial_add(dag, d->law->f, (struct Spatial){ force, moment });
}

/* `force F [at P]` */
static bool take_force(const struct Declaring *d, const struct Stmt *item)
{
	struct Dag *dag = d->scope->dag;
	struct Diags *diags = d->scope->diags;
	struct Vec F, P, arm = vec_const(dag, 0, 0, 0);
	if (!value_vector(diags, value_of(d, item->value), dim_force, &F))
		return false;
	F = mirror_vector(dag, d->frame.own, F);
	if (item->at.count > 1) {
		diag(diags, CHECK_ARGUMENTS, item->at.item[1].value->span, "a force acts at one point");
		return false;
	}
	if (item->at.count) {
		if (!value_vector(diags, value_of(d, item->at.item[0].value), dim_length, &P))
			return false;
		arm = mirror_vector(dag, d->frame.own, P);
		arm = d->frame.seen ? vec_sub(dag, arm, d->frame.real.p) : arm;
	}
	add(d, F, vec_cross(dag, arm, F));
	d->law->works = true;
	d->law->single = d->stmt->block.count == 1;
	d->law->arm = arm;
	return true;
}

static const struct Dim dim_moment = { 1, 2, -2 };

/* `moment N` */
static bool take_moment(const struct Declaring *d, const struct Stmt *item)
{
	struct Vec N;
	if (!value_vector(d->scope->diags, value_of(d, item->value), dim_moment, &N))
		return false;
	add(d, vec_const(d->scope->dag, 0, 0, 0), mirror_turning(d->scope->dag, d->frame.own, N));
	d->law->works = true;
	return true;
}

/* --- potentials --- */

/* U and its derivatives by the numbers that it reads, at the motion of the law. False after a diagnostic. */
static bool find_potential(const struct Declaring *d, const struct Expr *expr, Ref U[1 + SEEN_NUMBERS])
{
	struct Dag *dag = d->scope->dag;
	const struct FrameMotion free = frame_free(dag);
	struct Local local[SEEN_NAMES];
	see(d, &free, true, local);
	bool good = value_scalar(d->scope->diags, evaluate(d->scope, expr), dim_moment, &U[0]);
	scope_see(d->scope, (struct Locals){ .env = d->env });
	if (!good)
		return false;
	kinks_doubt(&d->scope->kinks, d->scope->diags, dag, U[0], KINK_IN_POTENTIAL);
	frame_slopes(dag, &d->frame, U);
	return true;
}

/* `potential U` */
static bool take_potential(const struct Declaring *d, const struct Stmt *item)
{
	struct Dag *dag = d->scope->dag;
	Ref U[1 + SEEN_NUMBERS];
	if (!find_potential(d, item->value, U))
		return false;
	const struct Spatial f = frame_wrench_of_positions(dag, &d->frame, U + 1);
	add(d, vec_neg(f.lin), vec_neg(f.ang));
	d->law->energy = dag_add(dag, d->law->energy, U[0]);
	return true;
}

static const struct {
	const char *property;
	bool (*take)(const struct Declaring *d, const struct Stmt *item);
} items_of_law[] = { { "force", take_force }, { "moment", take_moment }, { "potential", take_potential } };

static bool take_item(const struct Declaring *d, const struct Stmt *item, const struct Stmt **seen)
{
	if (!where_allows(d->scope->diags, item, WHERE_WRENCH))
		return false;
	const struct Property *property = property_of(d->scope->diags, item, WHERE_WRENCH, seen);
	for (size_t i = 0; i < sizeof items_of_law / sizeof *items_of_law && property; i++)
		if (strcmp(items_of_law[i].property, property->name) == 0)
			return items_of_law[i].take(d, item);
	return false;
}

static bool take_items(const struct Declaring *d)
{
	const struct Stmt *seen[PROPERTY_MOST] = { 0 };
	bool good = true;
	for (const struct Stmt *item = d->stmt->block.first; item; item = item->next)
		good &= take_item(d, item, seen);
	return good;
}

/* --- ends --- */

static bool find_ends(struct Declaring *d)
{
	const struct Stmt *stmt = d->stmt;
	struct Law *law = d->law;
	law->seen = stmt->to.text;
	d->in = (struct FrameEnd){ .body = -1, .at = placement_identity(d->scope->dag) };
	if (!stmt->on.text) {
		diag(d->scope->diags, CHECK_UNKNOWN_PARENT, stmt->name.span,
		     "a wrench is on a body or frame: `wrench NAME on BODY`");
		return false;
	}
	bool good = frame_end(d->scope, &d->points, d->env, stmt->on, &d->on);
	good &= !law->seen || frame_end(d->scope, &d->points, d->env, stmt->to, &d->in);
	law->on = frame_law_end(&d->on);
	law->in = frame_law_end(&d->in);
	return good;
}

/* Does --lock hold a joint between the body and the world? */
static bool is_locked(const struct Model *model, int body)
{
	bool any = false;
	for (int i = body; i >= 0; i = model->body[i].parent)
		any |= model->body[i].joint->locked;
	return any;
}

/* Both ends are on one body, or on the world. False: the law has no body to act on, which is an error unless --lock says so. */
static bool ends_move(const struct Declaring *d)
{
	const struct Model *model = d->points.model;
	struct Diags *diags = d->scope->diags;
	int on = frame_carrier(model, d->on.body), in = frame_carrier(model, d->in.body);
	if (model->unsure || on != in)
		return true;
	if (on >= 0) {
		diag(diags, CHECK_IDLE_LAW, d->stmt->span, "both ends of wrench '%s' are on one body",
		     d->law->name.text);
		return true;
	}
	if (is_locked(model, d->on.body) || is_locked(model, d->in.body))
		diag(diags, CHECK_IDLE_LAW, d->stmt->span, "--lock leaves wrench '%s' nothing that moves",
		     d->law->name.text);
	else if (d->law->seen)
		diag(diags, CHECK_STILL_WRENCH, d->stmt->span, "both ends of wrench '%s' are fixed to the world",
		     d->law->name.text);
	else
		diag(diags, CHECK_STILL_WRENCH, d->stmt->on.span, "wrench '%s' is on a body that is fixed to the world",
		     d->law->name.text);
	return false;
}

/* The wrenches on both ends, each in the axes of its frame. */
static void load_ends(const struct Declaring *d)
{
	struct Dag *dag = d->scope->dag;
	struct Law *law = d->law;
	law->on.f = law->f;
	law->in.f = spatial_zero(dag);
	if (law->seen && !d->points.model->unsure)
		frame_load(dag, &d->frame, law->f, &law->on.f, &law->in.f);
}

/* Notes a root that is 0 at rest, as that of v . v: its derivative is not a number there. */
static void doubt_roots(const struct Declaring *d)
{
	struct Dag *dag = d->scope->dag;
	Ref value[6];
	bool any = false;
	spatial_put(&d->law->f, value);
	const bool *live = dag_live(dag->arena, dag, value, 6);
	for (uint32_t n = 0, nodes = (uint32_t)dag->count; n < nodes && !any; n++) {
		Ref below = dag->item[n].operand[0];
		if (!live[n] || dag->item[n].op != OP_SQRT || dag_is_known(dag, below))
			continue;
		values_substitute(dag, &below, 1, INPUT_QD, NULL);
		any = dag_is_zero(dag, below);
	}
	if (!any || d->points.model->unsure)
		return;
	struct Diag *said =
		diag(d->scope->diags, CHECK_ROOT_AT_REST, d->stmt->span,
	             "a root in the law of wrench '%s' is 0 at rest: derivatives are NaN there", d->law->name.text);
	diag_help(d->scope->diags, said, "a small number makes it smooth: sqrt(dot(v, v) + 1e-6 m^2/s^2)");
}

static void declare_law(struct Declaring *d)
{
	struct Model *model = d->points.model;
	struct Dag *dag = d->scope->dag;
	struct Diags *diags = d->scope->diags;
	struct Law law = { .f = spatial_zero(dag) };
	law.name = name_declared(d->scope, model, d->stmt->name);
	law.p = law.arm = law.f.lin;
	law.energy = dag_const(dag, 0);
	int number = model->wrenches + (int)model->laws.count, first = names_add(&d->names, law.name.text, number);
	d->law = &law;
	if (first < number) {
		struct Span other = first < model->wrenches ? model->wrench[first].name.span
		                                            : model->laws.item[first - model->wrenches].name.span;
		diag_duplicate(diags, law.name.span, other, "wrench '%s'", law.name.text);
		return;
	}
	if (d->stmt->at.count)
		diag(diags, CHECK_MISPLACED, d->stmt->at.item[0].value->span,
		     "the point of a wrench with a law follows its force: `force EXPR at POINT`");
	if (!find_ends(d) || !ends_move(d))
		return;
	d->frame = frame_seen(model, &d->on, law.seen ? &d->in : NULL);
	law.p = d->frame.real.p;
	if (!take_items(d))
		return;
	load_ends(d);
	if (vec_is_zero(dag, law.f.lin) && vec_is_zero(dag, law.f.ang))
		diag(diags, CHECK_IDLE_LAW, d->stmt->span, "wrench '%s' has neither force nor moment", law.name.text);
	doubt_roots(d);
	*ARENA_PUSH(model->arena, &model->laws) = law;
}

static bool has_law(const struct Stmt *stmt)
{
	return stmt->kind == STMT_WRENCH && stmt->law;
}

bool laws_any(const struct Items *items)
{
	bool any = false;
	for (size_t i = 0; i < items->count; i++)
		any |= has_law(items->item[i].stmt);
	return any;
}

void laws_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver, const struct Items *items)
{
	struct Declaring d = { .scope = scope, .points = { model, resolver } };
	if (!laws_any(items))
		return;
	d.coupler = coordinates_known(scope, model, resolver);
	d.names = names_new(model->arena);
	for (int i = 0; i < model->wrenches; i++)
		names_add(&d.names, model->wrench[i].name.text, i);
	for (size_t i = 0; i < items->count; i++) {
		d.stmt = items->item[i].stmt;
		d.env = items->item[i].env;
		if (!has_law(d.stmt))
			continue;
		scope_see(scope, (struct Locals){ .env = d.env });
		declare_law(&d);
	}
	scope_see(scope, (struct Locals){ 0 });
}
