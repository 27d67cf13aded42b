#include "law.h"

#include <string.h>

#include "couple.h"
#include "dag/substitution.h"
#include "model/body.h"
#include "model/expression/mirror.h"
#include "model/law.h"
#include "model/part/naming.h"
#include "model/part/property.h"
#include "model/part/unsure.h"
#include "point.h"
#include "way.h"

/* What a law reads: p, v, w, and the axes ex, ey, ez. */
struct Seen {
	struct Vec p, v, w, axis[3];
};

/* Law being declared. */
struct Declaring {
	struct Scope *scope;
	struct Points points;
	struct Coupler *coupler;
	struct NameTable names; /* of wrenches */
	const struct Stmt *stmt;
	const struct Env *env;
	struct Law *law;
	struct Way out, in;  /* from the common ancestor to B and to A */
	unsigned own, other; /* reflections of the frame with the axes of the law, and of the other frame */
	struct Seen real;    /* in the axes of the mirrored frames */
	struct Seen read;    /* as the law reads it */
};

enum { NAMES = 6, POSITIONS = 12 };

static const char known[] =
	"a law knows p, v, w, ex, ey, ez, inputs, coordinates of joints, and with a d at the end their rates";

/* --- motion --- */

static void turn_seen(struct Dag *dag, const struct WayStep *step, struct Seen *s, bool back)
{
	s->p = step_pass(dag, step, s->p, back);
	s->v = step_turn(dag, step, s->v, back);
	s->w = step_turn(dag, step, s->w, back);
	for (int k = 0; k < 3; k++)
		s->axis[k] = step_turn(dag, step, s->axis[k], back);
}

static struct Seen at_rest(struct Dag *dag)
{
	struct Vec none = vec_const(dag, 0, 0, 0);
	struct Seen s = { .p = none, .v = none, .w = none };
	for (int k = 0; k < 3; k++)
		s.axis[k] = vec_unit(dag, k);
	return s;
}

/* Is a step of a way a turn about an axis; about this axis? */
static bool is_turn(const struct WayStep *step, const struct Vec *axis)
{
	return step->motion && step->motion->kind == MOTION_ROTATE &&
	       (!axis || memcmp(&step->motion->axis, axis, sizeof *axis) == 0);
}

/* The turn before turn `i` of a way, about the same axis, with an offset between them or none; -1: there is none. */
static int parallel_turn(const struct Way *way, int i)
{
	const struct Vec *axis = &way->step[i].motion->axis;
	int before = i - 1;
	if (before >= 0 && !way->step[before].motion && mat_is_identity(way->dag, &way->step[before].at.R))
		before--;
	return before >= 0 && is_turn(&way->step[before], axis) ? before : -1;
}

/* Inward through turns about parallel axes, the last of them at step `last`. An offset between two turns is turned once, by the sum
 * of the angles Y before it, and moves by the sum of their rates:
 *   p = sum R(Y_j) b_j,  v = R(Y_0) v + sum Yd_j n x R(Y_j) b_j,  w = R(Y_0) w + Yd_0 n.
 * Returns the first of the turns. */
static int turn_parallel(const struct Way *way, int last, struct Seen *s)
{
	struct Dag *dag = way->dag;
	int first = last, before;
	while ((before = parallel_turn(way, first)) >= 0)
		first = before;
	struct Motion sum = *way->step[last].motion;
	sum.y = dag_const(dag, 0);
	const struct WayStep turn = { .motion = &sum, .joint = way->step[last].joint };
	struct Seen out = { .p = vec_const(dag, 0, 0, 0) };
	struct Vec rate = out.p, v = out.p;
	for (int i = first; i <= last; i++) {
		const struct WayStep *step = &way->step[i];
		if (step->motion) {
			sum.y = dag_add(dag, sum.y, step->motion->y);
			rate = vec_add(dag, rate, step_motion(dag, step, INPUT_QD).ang);
		}
		struct Vec piece = i == last ? s->p : step->motion ? vec_const(dag, 0, 0, 0) : step->at.p;
		piece = step_turn(dag, &turn, piece, false);
		out.p = vec_add(dag, out.p, piece);
		v = vec_add(dag, v, vec_cross(dag, rate, piece));
	}
	out.v = vec_add(dag, step_turn(dag, &turn, s->v, false), v);
	out.w = vec_add(dag, step_turn(dag, &turn, s->w, false), rate);
	for (int k = 0; k < 3; k++)
		out.axis[k] = step_turn(dag, &turn, s->axis[k], false);
	*s = out;
	return first;
}

/* B seen from A, by way of their common ancestor. */
static struct Seen seen_from(const struct Way *out, const struct Way *in)
{
	struct Dag *dag = out->dag;
	struct Seen s = at_rest(dag);
	for (int i = out->steps; i-- > 0;) {
		const struct WayStep *step = &out->step[i];
		if (is_turn(step, NULL)) {
			i = turn_parallel(out, i, &s);
			continue;
		}
		if (step->motion) {
			struct Spatial own = step_motion(dag, step, INPUT_QD);
			s.v = vec_add(dag, s.v, vec_add(dag, own.lin, vec_cross(dag, own.ang, s.p)));
			s.w = vec_add(dag, s.w, own.ang);
		}
		turn_seen(dag, step, &s, false);
	}
	for (int i = 0; i < in->steps; i++) {
		const struct WayStep *step = &in->step[i];
		turn_seen(dag, step, &s, true);
		if (step->motion) {
			struct Spatial own = step_motion(dag, step, INPUT_QD);
			s.v = vec_sub(dag, s.v, vec_add(dag, own.lin, vec_cross(dag, own.ang, s.p)));
			s.w = vec_sub(dag, s.w, own.ang);
		}
	}
	return s;
}

/* B seen from the world, in its own axes. */
static struct Seen seen_by_itself(const struct Way *out)
{
	struct Dag *dag = out->dag;
	struct Seen s = at_rest(dag);
	for (int i = out->steps; i-- > 0;)
		s.p = step_pass(dag, &out->step[i], s.p, false);
	s.p = way_turn_in(out, s.p);
	for (int k = 0; k < 3; k++)
		s.axis[k] = way_turn_in(out, s.axis[k]);
	for (int i = 0; i < out->steps; i++) {
		const struct WayStep *step = &out->step[i];
		struct Vec offset = step_pass(dag, step, vec_const(dag, 0, 0, 0), false);
		s.v = step_turn(dag, step, vec_add(dag, s.v, vec_cross(dag, s.w, offset)), true);
		s.w = step_turn(dag, step, s.w, true);
		if (step->motion) {
			struct Spatial own = step_motion(dag, step, INPUT_QD);
			s.v = vec_add(dag, s.v, own.lin);
			s.w = vec_add(dag, s.w, own.ang);
		}
	}
	return s;
}

/* An axis as the law reads it; and back, since a reflection is its own inverse. */
static struct Vec mirrored_axis(const struct Declaring *d, int k, struct Vec axis)
{
	axis = mirror_vector(d->scope->dag, d->own, axis);
	return d->law->seen && (d->other >> k & 1) ? vec_neg(axis) : axis;
}

static struct Seen mirrored(const struct Declaring *d, const struct Seen *real)
{
	const struct Dag *dag = d->scope->dag;
	struct Seen s = { .p = mirror_vector(dag, d->own, real->p),
		          .v = mirror_vector(dag, d->own, real->v),
		          .w = mirror_turning(dag, d->own, real->w) };
	for (int k = 0; k < 3; k++)
		s.axis[k] = mirrored_axis(d, k, real->axis[k]);
	return s;
}

/* In a trial of an unused part: any motion. */
static struct Seen any_motion(struct Dag *dag)
{
	struct Seen s = { .p = { { 0 } } };
	struct Vec *part[NAMES] = { &s.p, &s.v, &s.w, &s.axis[0], &s.axis[1], &s.axis[2] };
	for (int i = 0; i < 3 * NAMES; i++)
		part[i / 3]->e[i % 3] = dag_input(dag, INPUT_Q, (uint32_t)i);
	return s;
}

static void find_motion(struct Declaring *d)
{
	const struct Model *model = d->points.model;
	const struct LawEnd *on = &d->law->on, *in = &d->law->in;
	if (model->unsure) {
		d->real = d->read = any_motion(model->dag);
		return;
	}
	int common = way_common(model, on->body, in->body);
	d->out = way_to_frame(model, common, on->body, on->at);
	d->in = way_to_frame(model, common, in->body, in->at);
	d->real = d->law->seen ? seen_from(&d->out, &d->in) : seen_by_itself(&d->out);
	d->read = mirrored(d, &d->real);
	d->law->p = d->real.p;
}

/* --- items --- */

static struct Value vector_of(const struct Declaring *d, struct Vec v, struct Dim dim)
{
	struct Scalar *item = value_array(d->scope->arena, 3);
	for (int i = 0; i < 3; i++)
		item[i] = (struct Scalar){ .ref = v.e[i], .dim = dim };
	return value_items(VALUE_VECTOR, d->stmt->span, item, 3);
}

/* Makes the names known to the next expression. `reads`: the motion that they mean. A potential has no velocities. */
static void see(const struct Declaring *d, const struct Seen *reads, bool potential, struct Local local[NAMES])
{
	static const struct Dim velocity = { 0, 1, -1 }, rate = { 0, 0, -1 };
	struct Value p = vector_of(d, reads->p, dim_length);
	local[0] = (struct Local){ "p", p };
	for (int k = 0; k < 3; k++) {
		static const char *const name[] = { "ex", "ey", "ez" };
		local[1 + k] = (struct Local){ name[k], vector_of(d, reads->axis[k], dim_none) };
	}
	struct Locals locals = { .env = d->env };
	if (!potential) {
		local[4] = (struct Local){ "v", vector_of(d, reads->v, velocity) };
		local[5] = (struct Local){ "w", vector_of(d, reads->w, rate) };
		locals = coordinates_of_state(d->scope, d->coupler, d->env);
	}
	locals.item = local;
	locals.count = potential ? 4 : NAMES;
	locals.hint = potential ? "a potential knows p, ex, ey and ez" : known;
	scope_see(d->scope, locals);
}

/* Value of an expression of the law; an error may have been said. */
static struct Value value_of(const struct Declaring *d, const struct Expr *expr)
{
	struct Local local[NAMES];
	see(d, &d->read, false, local);
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
	F = mirror_vector(dag, d->own, F);
	if (item->at.count > 1) {
		diag(diags, CHECK_ARGUMENTS, item->at.item[1].value->span, "a force acts at one point");
		return false;
	}
	if (item->at.count) {
		if (!value_vector(diags, value_of(d, item->at.item[0].value), dim_length, &P))
			return false;
		arm = mirror_vector(dag, d->own, P);
		arm = d->law->seen ? vec_sub(dag, arm, d->real.p) : arm;
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
	add(d, vec_const(d->scope->dag, 0, 0, 0), mirror_turning(d->scope->dag, d->own, N));
	d->law->works = true;
	return true;
}

/* --- potentials --- */

/* Numbers of p, ex, ey and ez. */
static void positions_of(const struct Seen *s, Ref number[POSITIONS])
{
	for (int i = 0; i < 3; i++) {
		number[i] = s->p.e[i];
		for (int k = 0; k < 3; k++)
			number[3 + 3 * k + i] = s->axis[k].e[i];
	}
}

/* U and its derivatives, at the motion that the law reads. False after a diagnostic. */
static bool find_potential(const struct Declaring *d, const struct Expr *expr, Ref U[1 + POSITIONS])
{
	struct Dag *dag = d->scope->dag;
	struct Seen free = d->read;
	Ref input[POSITIONS], instead[POSITIONS];
	struct Vec *part[] = { &free.p, &free.axis[0], &free.axis[1], &free.axis[2] };
	for (int i = 0; i < POSITIONS; i++)
		part[i / 3]->e[i % 3] = dag_input(dag, INPUT_SEED, (uint32_t)i);
	positions_of(&free, input);
	positions_of(&d->read, instead);
	struct Local local[NAMES];
	see(d, &free, true, local);
	bool good = value_scalar(d->scope->diags, evaluate(d->scope, expr), dim_moment, &U[0]);
	scope_see(d->scope, (struct Locals){ .env = d->env });
	if (!good)
		return false;
	kinks_doubt(&d->scope->kinks, d->scope->diags, dag, U[0], KINK_IN_POTENTIAL);
	for (int i = 0; i < POSITIONS; i++)
		U[1 + i] = dag_derivative(dag, U[0], input[i]);
	values_substitute(dag, U, 1 + POSITIONS, INPUT_SEED, instead);
	return true;
}

static struct Vec three(const Ref *number)
{
	return (struct Vec){ { number[0], number[1], number[2] } };
}

/* `potential U` */
static bool take_potential(const struct Declaring *d, const struct Stmt *item)
{
	struct Dag *dag = d->scope->dag;
	Ref U[1 + POSITIONS];
	if (!find_potential(d, item->value, U))
		return false;
	struct Vec g = mirror_vector(dag, d->own, three(U + 1)), n = vec_const(dag, 0, 0, 0);
	for (int k = 0; k < 3; k++) {
		struct Vec h = mirrored_axis(d, k, three(U + 4 + 3 * k));
		n = vec_add(dag, n, vec_cross(dag, d->real.axis[k], h));
	}
	n = d->law->seen ? vec_neg(n) : vec_add(dag, n, vec_cross(dag, d->real.p, g));
	add(d, vec_neg(g), n);
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

/* Finds the frame at one end, and its reflection. False after a diagnostic. */
static bool find_end(const struct Declaring *d, struct Ident name, struct LawEnd *end, unsigned *mirror)
{
	static const struct Arguments nothing = { 0 };
	const struct Instance *in = instance_of(d->env);
	*mirror = in && !ident_is_world(name) ? in->mirror : 0;
	return place_on(d->scope, &d->points, name, &nothing, &end->body, &end->at, &end->name);
}

static bool find_ends(struct Declaring *d)
{
	const struct Stmt *stmt = d->stmt;
	struct Law *law = d->law;
	unsigned on = 0, in = 0;
	law->seen = stmt->to.text;
	law->in.body = -1;
	law->in.at = placement_identity(d->scope->dag);
	if (!stmt->on.text) {
		diag(d->scope->diags, CHECK_UNKNOWN_PARENT, stmt->name.span,
		     "a wrench is on a body or frame: `wrench NAME on BODY`");
		return false;
	}
	bool good = find_end(d, stmt->on, &law->on, &on);
	good &= !law->seen || find_end(d, stmt->to, &law->in, &in);
	d->own = law->seen ? in : on;
	d->other = law->seen ? on : in;
	return good;
}

static int carrier_of(const struct Model *model, int body)
{
	return body < 0 ? -1 : model->body[body].carrier;
}

/* Both ends are on one body, or on the world. False after an error. */
static bool ends_move(const struct Declaring *d)
{
	const struct Model *model = d->points.model;
	struct Diags *diags = d->scope->diags;
	int on = carrier_of(model, d->law->on.body), in = carrier_of(model, d->law->in.body);
	if (model->unsure || on != in)
		return true;
	if (on >= 0) {
		diag(diags, CHECK_IDLE_LAW, d->stmt->span, "both ends of wrench '%s' are on one body",
		     d->law->name.text);
		return true;
	}
	if (d->law->seen)
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
	if (!law->seen || d->points.model->unsure)
		return;
	law->on.f.lin = way_turn_in(&d->out, way_turn_out(&d->in, law->f.lin));
	law->on.f.ang = way_turn_in(&d->out, way_turn_out(&d->in, law->f.ang));
	law->in.f.lin = vec_neg(law->f.lin);
	law->in.f.ang = vec_neg(vec_add(dag, law->f.ang, vec_cross(dag, law->p, law->f.lin)));
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
	find_motion(d);
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
