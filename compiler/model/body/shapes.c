/* Shapes are read last, in a copy of the DAG: no function gets a node by them, so generated code is the same with and
 * without them. Their numbers are those at default parameters. Those of imported files wait until something asks for them:
 * most commands draw nothing. */
#include <string.h>

#include "dag/default_values.h"
#include "model/body.h"
#include "model/expression/arguments.h"
#include "model/expression/evaluate.h"
#include "model/expression/mirror.h"
#include "model/joint.h"
#include "model/part/property.h"
#include "model/shape.h"
#include "stages.h"

enum { MOST_ARGUMENTS = SHAPE_SIZES + 1 };

/* A shape while it is read. */
struct ShapeReading {
	struct Scope *scope;
	const struct Stmt *stmt;
	struct Shape *shape;
};

/* --- sizes --- */

static bool find_kind(const struct ShapeReading *r)
{
	struct Diags *diags = r->scope->diags;
	const struct Ident name = r->stmt->joint;
	struct Nearest nearest = diags_nearest(diags, name.text);
	for (int i = 0; i < SHAPE_KINDS; i++) {
		nearest_try(&nearest, shape_kind_table[i].name);
		r->shape->kind = (enum ShapeKind)i;
		if (strcmp(shape_kind_table[i].name, name.text) == 0)
			return true;
	}
	diag_nearest(diags, diag(diags, CHECK_UNKNOWN_SHAPE, name.span, "there is no shape '%s'", name.text), &nearest);
	return false;
}

/* A size: no length below 0. */
static void read_size(const struct ShapeReading *r, const struct Expr *given, int i)
{
	struct Dag *dag = r->scope->dag;
	Ref number;
	if (!value_scalar(r->scope->diags, evaluate(r->scope, given), dim_length, &number))
		return;
	r->shape->size[i] = dag_default_value(dag, number);
	if (r->shape->size[i] < 0)
		diag(r->scope->diags, CHECK_UNDEFINED, given->span, "the %s of a %s is not negative",
		     shape_kind_table[r->shape->kind].size[i], shape_kind_table[r->shape->kind].name);
}

static void read_axis(const struct ShapeReading *r, const struct Expr *given)
{
	struct Vec axis;
	struct Pose turn = pose_identity;
	double a[3];
	if (!value_axis(r->scope->dag, r->scope->diags, evaluate(r->scope, given), &axis))
		return;
	dag_default_values(r->scope->dag, axis.e, 3, a);
	rotation_from_z(a, turn.R);
	r->shape->at = pose_compose(&r->shape->at, &turn);
}

static void read_sizes(const struct ShapeReading *r)
{
	const struct ShapeKindInfo *kind = &shape_kind_table[r->shape->kind];
	const struct Expr *place[MOST_ARGUMENTS] = { NULL };
	const char *name[MOST_ARGUMENTS] = { kind->size[0], kind->size[1], kind->size[2] };
	const size_t sizes = (size_t)kind->sizes, all = sizes + kind->round;
	name[sizes < SHAPE_SIZES || kind->round ? sizes : SHAPE_SIZES] = "axis";
	const struct Parameters parameters = { kind->name, name, all, sizes };
	if (!arguments_bind(r->scope->diags, &parameters, span_join(r->stmt->joint.span, r->stmt->span), &r->stmt->list,
	                    place))
		return;
	for (int i = 0; i < kind->sizes; i++)
		read_size(r, place[i], i);
	if (kind->round && place[sizes])
		read_axis(r, place[sizes]);
}

/* --- meshes --- */

/* Factors of the coordinates: one for all, or one for each. */
static void read_scale(const struct ShapeReading *r)
{
	struct Diags *diags = r->scope->diags;
	struct Dag *dag = r->scope->dag;
	const struct Expr *given = r->stmt->value;
	Ref factor[3];
	for (int i = 0; i < 3; i++)
		r->shape->size[i] = 1;
	if (!given)
		return;
	const struct Dim plain[3] = { dim_none, dim_none, dim_none };
	struct Value value = evaluate(r->scope, given);
	const bool single = value.kind == VALUE_SCALAR;
	if (!value_numbers(diags, value, single ? 1 : 3, plain, factor))
		return;
	for (int i = 0; i < 3; i++) {
		r->shape->size[i] = dag_default_value(dag, factor[single ? 0 : i]);
		if (r->shape->size[i] == 0) {
			diag(diags, CHECK_UNDEFINED, given->span, "a factor of a mesh is not 0");
			return;
		}
	}
}

/* Is it written as its kind needs: a mesh with a file, others with sizes? Else a diagnostic. */
static bool is_well_formed(const struct ShapeReading *r)
{
	const bool file = r->stmt->name.text, mesh = r->shape->kind == SHAPE_MESH;
	if (file && mesh && !r->stmt->name.quoted) {
		diag(r->scope->diags, CHECK_SYNTAX, r->stmt->name.span,
		     "the name of a file stands in quotes: mesh \"%s\"", r->stmt->name.text);
		return false;
	}
	if (file == mesh)
		return true;
	struct Diag *said = diag(r->scope->diags, CHECK_UNKNOWN_SHAPE, r->stmt->joint.span, "%s",
	                         mesh ? "a mesh has a file" : "a file belongs to a mesh");
	diag_help(r->scope->diags, said, "write: mesh \"FILE\" scale (x, y, z), where the scale may be left out");
	return false;
}

/* --- shapes --- */

static void read_place(const struct ShapeReading *r)
{
	struct Placement at;
	if (!evaluate_placement(r->scope, &r->stmt->at, &at))
		return;
	dag_default_values(r->scope->dag, at.R.e[0], 9, r->shape->at.R[0]);
	dag_default_values(r->scope->dag, at.p.e, 3, r->shape->at.p);
}

/* The mirror image in the body's frame (model/expression/mirror.h): all kinds but meshes are their own image. */
static void reflect(struct Shape *shape, unsigned mirror)
{
	for (int i = 0; i < 3; i++) {
		const double sign = mirror >> i & 1 ? -1 : 1;
		shape->at.p[i] *= sign;
		for (int k = 0; k < 3; k++)
			shape->at.R[i][k] *= mirror >> k & 1 ? -sign : sign;
		if (shape->kind == SHAPE_MESH)
			shape->size[i] *= sign;
	}
}

static void read_shape(struct Scope *scope, const struct Body *body, struct BodyShape *one)
{
	const struct Joint *joint = body->joint;
	const struct ShapeReading r = { scope, one->stmt, &one->shape };
	scope_forget(scope);
	scope_see(scope, (struct Locals){ .env = one->env });
	one->shape = (struct Shape){ .at = pose_identity };
	one->shape.seen = one->stmt->kind == STMT_VISUAL;
	one->shape.touches = !one->shape.seen;
	if (!find_kind(&r) || !is_well_formed(&r))
		return;
	read_place(&r);
	one->shape.file = one->stmt->name.text;
	if (one->shape.kind == SHAPE_MESH)
		read_scale(&r);
	else
		read_sizes(&r);
	reflect(&one->shape, joint->mirror ^ mirror_turn(joint->kind, joint->mirror));
	properties_set((struct Assignment){ .scope = scope, .shape = &one->shape }, &one->stmt->block, WHERE_SHAPE);
}

/* Is it a shape of an imported file, as a reader made it: sound, and not needed before something draws it? */
static bool is_imported(const struct BodyShape *one)
{
	return one->stmt->end == 0;
}

static bool has_shapes(const struct Model *model, bool imported)
{
	for (int i = 0; i < model->bodies; i++)
		for (const struct BodyShape *one = model->body[i].shapes; one; one = one->next)
			if (is_imported(one) == imported)
				return true;
	return false;
}

static void read_all(const struct Scope *scope, const struct Model *model, bool imported)
{
	if (!has_shapes(model, imported))
		return;
	struct Arena *arena = arena_part(scope->arena);
	struct Scope own = *scope;
	own.dag = dag_fork(scope->dag, arena);
	memo_init(&own.functions.known, arena);
	for (int i = 0; i < model->bodies; i++)
		for (struct BodyShape *one = model->body[i].shapes; one; one = one->next)
			if (is_imported(one) == imported)
				read_shape(&own, &model->body[i], one);
	scope_forget(&own);
	scope_see(&own, (struct Locals){ 0 });
	arena_free(arena);
}

void shapes_read(struct Scope *scope, struct Model *model)
{
	read_all(scope, model, false);
}

void model_read_shapes(const struct Model *model)
{
	read_all(model->scope, model, true);
}
