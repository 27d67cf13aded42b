/* How joints move: the elementary motions of their kinds for their coordinates, coordinates coupled to others,
 * passive forces. */
#include <math.h>
#include <string.h>

#include "check_state.h"

struct MotionList {
	struct Motion *item;
	size_t count, capacity;
};

static void add_motion(struct Checker *c, struct MotionList *list, enum MotionKind kind, struct Vec axis, Ref y)
{
	*ARENA_PUSH(c->arena, list) = (struct Motion){ kind, axis, y };
}

/* `rotate AXIS by ANGLE`, `translate AXIS by LENGTH`, `translate VECTOR` */
static void read_motion(struct Checker *c, struct MotionList *list, const struct Stmt *stmt)
{
	struct Scope *scope = &c->scope;
	struct Vec axis;
	Ref y;
	bool rotate = strcmp(stmt->name.text, "rotate") == 0;
	if (stmt->by) {
		bool good = value_axis(scope, value_of(scope, stmt->value), &axis);
		if (value_scalar(scope, value_of(scope, stmt->by), rotate ? dim_none : dim_length, &y) && good)
			add_motion(c, list, rotate ? MOTION_ROTATE : MOTION_TRANSLATE, axis, y);
		return;
	}
	if (rotate) {
		diag(c->diags, CHECK_ARGUMENTS, stmt->span, "rotate needs an angle: `rotate AXIS by ANGLE`");
		return;
	}
	struct Vec offset;
	if (!value_vector(scope, value_of(scope, stmt->value), dim_length, &offset))
		return;
	for (int i = 0; i < 3; i++)
		if (!dag_is_zero(scope->dag, offset.e[i]))
			add_motion(c, list, MOTION_TRANSLATE, vec_unit(scope->dag, i), offset.e[i]);
}

static int add_coordinates(struct Checker *c, const struct Joint *joint, const Ref *q, struct Local *local)
{
	for (int i = 0; i < joint->kind->nq; i++)
		local[i] = (struct Local){ joint->kind->q[i].name,
			value_number(&c->scope, joint->span, q[i], kind_dim(joint->kind, i), false) };
	return joint->kind->nq;
}

/* The motions of a defined kind for given coordinates. */
static struct MotionList define_motions(struct Checker *c, const struct Joint *joint, const Ref *q)
{
	const struct JointKind *kind = joint->kind;
	struct Scope *scope = &c->scope;
	struct Span span = joint->span;
	struct Local local[JOINT_V + JOINT_PARAMETERS];
	struct MotionList list = { 0 };
	int locals = add_coordinates(c, joint, q, local);
	for (int i = 0; i < kind->parameters; i++) {
		struct Scalar *item = ARENA_ARRAY(c->arena, struct Scalar, 3);
		for (int k = 0; k < 3; k++)
			item[k].ref = joint->argument[i].axis.e[k];
		local[locals++] = (struct Local){ kind->parameter[i].name,
			kind->parameter[i].axis ? value_items(VALUE_VECTOR, span, item, 3)
			: value_number(scope, span, joint->argument[i].number, kind->parameter[i].dim, false) };
	}
	scope->local = local;
	scope->locals = locals;
	for (const struct Stmt *stmt = kind->definition->block.first; stmt; stmt = stmt->next)
		read_motion(c, &list, stmt);
	scope->local = NULL;
	scope->locals = 0;
	return list;
}

void motions_check(struct Checker *c)
{
	for (size_t i = 0; i < c->model->kinds.count; i++) {
		const struct Stmt *definition = c->model->kinds.item[i].definition;
		for (const struct Stmt *s = definition ? definition->block.first : NULL; s; s = s->next)
			if (s->kind != STMT_PROPERTY || (strcmp(s->name.text, "rotate") != 0 &&
			                                 strcmp(s->name.text, "translate") != 0))
				diag(c->diags, CHECK_UNKNOWN_PROPERTY, s->span,
				     "the definition of a joint holds `rotate` and `translate`");
	}
}

/* Do the coordinates move the joint independently at q = 0? Looks at the placement of the moving frame
 * a little to both sides along each coordinate. */
static bool full_rank(struct Checker *c, const struct Joint *joint)
{
	const double step = 1e-5, small = 1e-7;
	struct Dag *dag = c->scope.dag;
	double column[JOINT_V][12];
	for (int j = 0; j < joint->kind->nv; j++) {
		for (int side = 1; side >= -1; side -= 2) {
			Ref q[JOINT_Q];
			for (int k = 0; k < joint->kind->nq; k++)
				q[k] = dag_const(dag, k == j ? side * step : 0);
			struct MotionList list = define_motions(c, joint, q);
			if (c->diags->errors)
				return false;
			struct Placement at = joint_placement(dag, joint, list.item, (int)list.count);
			for (int e = 0; e < 12; e++) {
				double entry = dag_value(dag, e < 9 ? at.R.e[e / 3][e % 3] : at.p.e[e - 9]);
				column[j][e] = side > 0 ? entry : (column[j][e] - entry) / (2 * step);
			}
		}
		/* Gram and Schmidt: what is left of the column beside the earlier ones */
		double before = 0, after = 0;
		for (int e = 0; e < 12; e++)
			before += column[j][e] * column[j][e];
		for (int i = 0; i < j; i++) {
			double dot = 0;
			for (int e = 0; e < 12; e++)
				dot += column[i][e] * column[j][e];
			for (int e = 0; e < 12; e++)
				column[j][e] -= dot * column[i][e];
		}
		for (int e = 0; e < 12; e++)
			after += column[j][e] * column[j][e];
		if (!(after > small * fmax(before, small)))
			return false;
		for (int e = 0; e < 12; e++)
			column[j][e] /= sqrt(after);
	}
	return true;
}

/* --- coupled coordinates --- */

static void depend_on(struct Checker *c, struct Joint *joint, struct Coordinate coordinate)
{
	for (int i = 0; i < joint->ons; i++)
		if (joint->on[i].q == coordinate.q)
			return;
	struct Coordinate *wider = ARENA_ARRAY(c->arena, struct Coordinate, joint->ons + 1);
	for (int i = 0; i < joint->ons; i++)
		wider[i] = joint->on[i];
	wider[joint->ons++] = coordinate;
	joint->on = wider;
}

static void couple(struct Checker *c, int body);

/* The value of a joint in the coupling of another: its coordinate, where it is locked, or what it is coupled to. */
static bool look_up_joint(void *context, const char *name, struct Span span, struct Value *value)
{
	struct Checker *c = context;
	int body = names_find(&c->joints, name);
	if (body < 0)
		return false;
	struct Joint *joint = &c->model->body[body].joint;
	*value = value_error(span);
	if (joint->kind->nq != 1) {
		diag(c->diags, CHECK_COUPLING, span, "joint '%s' has %d coordinates, not one", name, joint->kind->nq);
		return true;
	}
	if (joint->coupling && !joint->locked)
		couple(c, body);
	if (joint->coupling && !joint->locked && c->coupling[body] != COUPLING_DONE)
		return true;
	Ref coordinate = joint->locked ? joint->lock[0] : joint->coupling ? joint->value
	                 : dag_input(c->scope.dag, INPUT_Q, (uint32_t)joint->q);
	*value = value_number(&c->scope, span, coordinate, kind_dim(joint->kind, 0), false);
	if (joint->locked)
		return true;
	struct Joint *user = c->coupled;
	if (!joint->coupling)
		depend_on(c, user, (struct Coordinate){ joint->q, joint->v });
	for (int i = 0; i < joint->ons && joint->coupling; i++)
		depend_on(c, user, joint->on[i]);
	return true;
}

/* Evaluates a coupling; one that leads back to itself is an error. */
static void couple(struct Checker *c, int body)
{
	enum { DEEPEST = 200 };
	struct Joint *joint = &c->model->body[body].joint, *user = c->coupled;
	if (c->coupling[body] == COUPLING_NEW && c->coupling_depth < DEEPEST) {
		struct Scope *scope = &c->scope;
		const struct Scope outside = *scope;
		c->coupling[body] = COUPLING_BUSY;
		c->coupled = joint;
		c->coupling_depth++;
		scope->lookup = look_up_joint;
		scope->context = c;
		bool good = value_scalar(scope, value_of(scope, joint->coupling), kind_dim(joint->kind, 0), &joint->value);
		scope->lookup = outside.lookup;
		scope->context = outside.context;
		c->coupling_depth--;
		c->coupled = user;
		c->coupling[body] = good ? COUPLING_DONE : COUPLING_BAD;
	} else if (c->coupling[body] == COUPLING_BUSY || c->coupling[body] == COUPLING_NEW) {
		diag(c->diags, CHECK_COUPLING, joint->coupling->span, c->coupling[body] == COUPLING_BUSY
		     ? "joint '%s' is coupled to itself" : "joint '%s' is coupled through too many others",
		     joint->name.text);
		c->coupling[body] = COUPLING_BAD;
	}
}

void motions_couple(struct Checker *c)
{
	struct Model *model = c->model;
	c->coupling = ARENA_ARRAY(c->arena, enum CouplingState, model->bodies);
	names_init(&c->joints, c->arena);
	for (int i = 0; i < model->bodies; i++)
		names_add(&c->joints, model->body[i].joint.name.text, i);
	for (int i = 0; i < model->bodies; i++) {
		struct Joint *joint = &model->body[i].joint;
		if (joint->coupling && !joint->locked)
			couple(c, i);
		for (int k = 0; k < joint_nv(joint) && joint->kind->form == JOINT_DEFINED; k++)
			depend_on(c, joint, (struct Coordinate){ joint->q + k, joint->v + k });
	}
}

/* An expression in the coordinates and, with a d behind the name, their velocities. */
static void give_passive(struct Checker *c, struct Joint *joint, const Ref *q)
{
	struct Scope *scope = &c->scope;
	struct Local local[2 * JOINT_V];
	int locals = add_coordinates(c, joint, q, local);
	for (int i = 0; i < joint->kind->nv; i++) {
		Ref qd = coordinate_rate(scope->dag, joint->on, joint->ons, q[i]);
		struct Dim rate = dim_times(kind_dim(joint->kind, i), (struct Dim){ 0, 0, 1 }, -1);
		local[locals++] = (struct Local){ text_print(c->arena, "%sd", joint->kind->q[i].name),
			value_number(scope, joint->span, qd, rate, false) };
	}
	scope->local = local;
	scope->locals = locals;
	struct Value value = value_of(scope, joint->passive->value);
	scope->local = NULL;
	scope->locals = 0;
	velocity_numbers(c, joint->kind, "passive force", value, dim_force, 1, joint->exerted);
}

/* The same, without a word where the motion has no value next to q = 0. */
static bool seems_full_rank(struct Checker *c, const struct Joint *joint)
{
	size_t said = c->diags->count, errors = c->diags->errors;
	bool full = full_rank(c, joint) || c->diags->errors > errors;
	c->diags->count = said;
	c->diags->errors = errors;
	return full;
}

/* Most joints: one coordinate, and a motion by just that. */
static bool plainly_moves(const struct Joint *joint, const struct MotionList *list, Ref q)
{
	for (size_t i = 0; i < list->count && joint->kind->nv == 1; i++)
		if (ref_node(list->item[i].y) == ref_node(q))
			return true;
	return false;
}

void motions_give(struct Checker *c, struct Joint *joint, bool moves)
{
	struct Dag *dag = c->scope.dag;
	struct MotionList list = { 0 };
	Ref q[JOINT_Q];
	switch (joint->kind->form) {
	case JOINT_FIXED:
		break;
	case JOINT_SPHERICAL: case JOINT_FREE:
		add_motion(c, &list, joint->kind->form == JOINT_FREE ? MOTION_FREE : MOTION_SPHERICAL,
		           vec_unit(dag, 2), dag_const(dag, 0));
		break;
	case JOINT_DEFINED:
		for (int i = 0; i < joint->kind->nq; i++)
			q[i] = !moves ? joint->lock[i] : joint->coupling ? joint->value
			       : dag_input(dag, INPUT_Q, (uint32_t)(joint->q + i));
		list = define_motions(c, joint, q);
		if (joint->passive && moves)
			give_passive(c, joint, q);
		if (!c->diags->errors && moves && !joint->coupling && !plainly_moves(joint, &list, q[0]) &&
		    !seems_full_rank(c, joint))
			diag(c->diags, CHECK_JOINT_RANK, joint->span,
			     "at q = 0 the coordinates of this joint do not move it independently");
		break;
	}
	joint->motion = list.item;
	joint->motions = (int)list.count;
}
