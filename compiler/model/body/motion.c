#include "motion.h"

#include <math.h>
#include <string.h>

#include "dag/default_values.h"
#include "input.h"
#include "model/expression/mirror.h"
#include "model/joint.h"
#include "model/joint_rate.h"
#include "model/part/naming.h"
#include "model/part/resolve.h"
#include "model/part/unsure.h"
#include "model/part/velocity.h"

struct MotionList ARENA_LIST(struct Motion);

static void add_motion(struct Arena *arena, struct MotionList *list, enum MotionKind kind, struct Vec axis, Ref y)
{
	*ARENA_PUSH(arena, list) = (struct Motion){ kind, axis, y };
}

/* Reads `rotate AXIS by ANGLE`, `translate AXIS by LENGTH` or `translate VECTOR`. */
static void read_motion(struct Scope *scope, struct MotionList *list, const struct Stmt *stmt)
{
	struct Diags *diags = scope->diags;
	struct Vec axis;
	Ref y;
	bool rotate = strcmp(stmt->name.text, "rotate") == 0;
	if (stmt->by) {
		bool good = value_axis(scope->dag, diags, evaluate(scope, stmt->value), &axis);
		good &= value_scalar(diags, evaluate(scope, stmt->by), rotate ? dim_none : dim_length, &y);
		if (good)
			add_motion(scope->arena, list, rotate ? MOTION_ROTATE : MOTION_TRANSLATE, axis, y);
		return;
	}
	if (rotate) {
		diag(diags, CHECK_ARGUMENTS, stmt->span, "rotate needs an angle: `rotate AXIS by ANGLE`");
		return;
	}
	if (!stmt->value) {
		diag(diags, CHECK_ARGUMENTS, stmt->span,
		     "translate needs an offset: `translate VECTOR` or `translate AXIS by LENGTH`");
		return;
	}
	struct Vec offset;
	if (!value_vector(diags, evaluate(scope, stmt->value), dim_length, &offset))
		return;
	for (int i = 0; i < 3; i++)
		if (!dag_is_zero(scope->dag, offset.e[i]))
			add_motion(scope->arena, list, MOTION_TRANSLATE, vec_unit(scope->dag, i), offset.e[i]);
}

static int add_coordinates(struct Dag *dag, const struct Joint *joint, const Ref *q, struct Local *local)
{
	for (int i = 0; i < joint->kind->nq; i++)
		local[i] = (struct Local){ joint->kind->q[i].name,
			                   value_number(dag, joint->span, q[i], kind_dim(joint->kind, i), false) };
	return joint->kind->nq;
}

/* Motions of a defined kind for given coordinates. */
static struct MotionList define_motions(struct Scope *scope, const struct Joint *joint, const Ref *q)
{
	const struct JointKind *kind = joint->kind;
	struct Span span = joint->span;
	struct Local local[JOINT_V + JOINT_PARAMETERS];
	struct MotionList list = { 0 };
	int locals = add_coordinates(scope->dag, joint, q, local);
	for (int i = 0; i < kind->parameters; i++) {
		struct Scalar *item = value_array(scope->arena, 3);
		for (int k = 0; k < 3; k++)
			item[k].ref = joint->argument[i].axis.e[k];
		const struct JointParameter *parameter = &kind->parameter[i];
		local[locals++] =
			(struct Local){ parameter->name,
			                parameter->axis ? value_items(VALUE_VECTOR, span, item, 3)
			                                : value_number(scope->dag, span, joint->argument[i].number,
			                                               parameter->dim, false) };
	}
	const struct Locals outside = scope->locals;
	scope_see(scope, (struct Locals){ .item = local, .count = locals });
	for (const struct Stmt *stmt = kind->definition->block.first; stmt; stmt = stmt->next)
		read_motion(scope, &list, stmt);
	scope_see(scope, outside);
	mirror_motions(scope->dag, joint->mirror, list.item, (int)list.count);
	return list;
}

void motions_check(const struct JointKinds *kinds, struct Diags *diags)
{
	for (size_t i = 0; i < kinds->count; i++) {
		const struct Stmt *definition = kinds->item[i].definition;
		for (const struct Stmt *s = definition ? definition->block.first : NULL; s; s = s->next)
			if (s->kind != STMT_PROPERTY ||
			    (strcmp(s->name.text, "rotate") != 0 && strcmp(s->name.text, "translate") != 0))
				diag(diags, CHECK_UNKNOWN_PROPERTY, s->span,
				     "the definition of a joint holds `rotate` and `translate`");
	}
}

enum { PLACEMENT_NUMBERS = 12 };

/* Derivative of the placement of the moving frame by coordinate j at q = 0, by the placements a little to both sides.
 * False: an error was reported. */
static bool placement_slope(struct Scope *scope, const struct Joint *joint, int j, double *slope)
{
	const double step = 1e-5;
	struct Dag *dag = scope->dag;
	for (int side = 1; side >= -1; side -= 2) {
		Ref q[JOINT_Q];
		for (int k = 0; k < joint->kind->nq; k++)
			q[k] = dag_const(dag, k == j ? side * step : 0);
		struct MotionList list = define_motions(scope, joint, q);
		if (scope->diags->errors)
			return false;
		struct Placement at = joint_placement(dag, joint, list.item, (int)list.count);
		for (int e = 0; e < PLACEMENT_NUMBERS; e++) {
			double entry = dag_default_value(dag, e < 9 ? at.R.e[e / 3][e % 3] : at.p.e[e - 9]);
			slope[e] = side > 0 ? entry : (slope[e] - entry) / (2 * step);
		}
	}
	return true;
}

static double dot(const double *a, const double *b)
{
	double sum = 0;
	for (int e = 0; e < PLACEMENT_NUMBERS; e++)
		sum += a[e] * b[e];
	return sum;
}

/* Column j less its parts along the orthonormal columns before it, of length 1 (Gram and Schmidt). False: nothing is
 * left of it. */
static bool make_orthonormal(double (*column)[PLACEMENT_NUMBERS], int j)
{
	const double small = 1e-7;
	double before = dot(column[j], column[j]);
	for (int i = 0; i < j; i++) {
		double part = dot(column[i], column[j]);
		for (int e = 0; e < PLACEMENT_NUMBERS; e++)
			column[j][e] -= part * column[i][e];
	}
	double after = dot(column[j], column[j]);
	for (int e = 0; e < PLACEMENT_NUMBERS; e++)
		column[j][e] /= sqrt(after);
	return after > small * fmax(before, small);
}

/* Do the coordinates move the joint independently at q = 0? */
static bool full_rank(struct Scope *scope, const struct Joint *joint)
{
	double column[JOINT_V][PLACEMENT_NUMBERS];
	for (int j = 0; j < joint->kind->nv; j++)
		if (!placement_slope(scope, joint, j, column[j]) || !make_orthonormal(column, j))
			return false;
	return true;
}

/* Names in a passive force, with the joint's name inside its part. */
struct OwnNames {
	const char *joint;
	const struct Local *local;
	int locals;
};

/* Looks up `elbow.q`, `shoulder.elevationd`: a name of the joint after the joint's name, as in couplings. */
static enum Found look_up_own(struct Scope *scope, void *context, const char *name, struct Span span,
                              struct Value *value)
{
	const struct OwnNames *own = context;
	size_t length = strlen(own->joint);
	(void)scope;
	if (strncmp(name, own->joint, length) != 0 || name[length] != '.')
		return FOUND_NOTHING;
	for (int i = 0; i < own->locals; i++)
		if (strcmp(own->local[i].name, name + length + 1) == 0) {
			*value = own->local[i].value;
			value->span = span;
			return FOUND_VALUE;
		}
	return FOUND_NOTHING;
}

/* Name of the joint inside its part. */
static const char *own_name(const struct Joint *joint)
{
	const struct Instance *in = instance_of(joint->env);
	return joint->name.text + (in ? strlen(in->prefix) : 0);
}

/* Adds the names of velocities: those of the coordinates with a d at the end, or the names that the kind has for
 * them. */
static int add_velocities(struct Scope *scope, const struct Joint *joint, const Ref *qd, struct Local *local)
{
	const struct JointKind *kind = joint->kind;
	for (int i = 0; i < kind->nv; i++) {
		struct Dim rate = dim_times(kind_dim(kind, i), (struct Dim){ 0, 0, 1 }, -1);
		const char *name =
			kind_has_quaternion(kind) ? kind->v[i].name : text_print(scope->arena, "%sd", kind->q[i].name);
		local[i] = (struct Local){ name, value_number(scope->dag, joint->span, qd[i], rate, false) };
	}
	return kind->nv;
}

/* Evaluates a passive force. Names in it are the coordinates and their velocities; of a quaternion joint the velocities
 * alone. A single coordinate may also have the joint's name. */
static void give_passive(struct Scope *scope, struct Joint *joint, const char *name, const Ref *q, const Ref *qd)
{
	struct Local local[2 * JOINT_V + 2];
	int nv = joint->kind->nv, locals = 0;
	if (!kind_has_quaternion(joint->kind))
		locals = add_coordinates(scope->dag, joint, q, local);
	locals += add_velocities(scope, joint, qd, local + locals);
	struct OwnNames own = { name, local, locals };
	for (int i = 0; i < 2 && nv == 1; i++)
		local[locals++] =
			(struct Local){ text_print(scope->arena, "%s%s", own.joint, i ? "d" : ""), local[i].value };
	scope_see(scope, (struct Locals){ .item = local,
	                                  .count = locals,
	                                  .lookup = look_up_own,
	                                  .context = &own,
	                                  .env = joint->env,
	                                  .input = input_named });
	struct Value value = evaluate(scope, joint->passive->value);
	velocity_numbers(scope->diags, joint->kind, "passive force", value, dim_force, 1, joint->exerted);
	scope_see(scope, (struct Locals){ 0 });
}

/* Tests the rank without messages; true if the motion has no value near q = 0. */
static bool seems_full_rank(struct Scope *scope, const struct Joint *joint)
{
	struct Diags *diags = scope->diags;
	size_t said = diags->count, errors = diags->errors;
	bool full = full_rank(scope, joint) || diags->errors > errors;
	diags->count = said;
	diags->errors = errors;
	return full;
}

/* Is the joint simple: a single coordinate, and a motion by exactly this coordinate? */
static bool plainly_moves(const struct Joint *joint, Ref q)
{
	for (int i = 0; i < joint->motions && joint->kind->nv == 1; i++)
		if (ref_node(joint->motion[i].y) == ref_node(q))
			return true;
	return false;
}

/* Values of its coordinates: locked, coupled, or inputs. */
static void find_coordinates(struct Dag *dag, const struct Joint *joint, bool moves, Ref q[JOINT_Q])
{
	for (int i = 0; i < joint->kind->nq; i++)
		q[i] = !moves            ? joint->lock[i]
		       : joint->coupling ? joint->value[i]
		                         : dag_input(dag, INPUT_Q, (uint32_t)(joint->tree.q + i));
}

void motions_define(struct Scope *scope, struct Joint *joint, bool moves)
{
	struct Dag *dag = scope->dag;
	struct MotionList list = { 0 };
	Ref q[JOINT_Q];
	if (joint->motion)
		return;
	if (kind_has_quaternion(joint->kind)) {
		enum MotionKind motion = joint->kind->form == JOINT_FREE ? MOTION_FREE : MOTION_SPHERICAL;
		Ref nothing = dag_const(dag, 0);
		add_motion(scope->arena, &list, motion, vec_unit(dag, 2), nothing);
	} else if (joint->kind->form == JOINT_DEFINED) {
		find_coordinates(dag, joint, moves, q);
		list = define_motions(scope, joint, q);
		for (size_t i = 0; i < list.count && moves; i++)
			kinks_doubt(&scope->kinks, scope->diags, dag, list.item[i].y, KINK_IN_MOTION);
	}
	joint->motion = list.item;
	joint->motions = (int)list.count;
}

struct Motions motions_for_any(struct Scope *scope, const struct Joint *joint)
{
	struct Diags *diags = scope->diags;
	size_t said = diags->count, errors = diags->errors;
	Ref q[JOINT_Q];
	for (int k = 0; k < joint->kind->nq; k++) /* inputs that no motion depends on */
		q[k] = dag_input(scope->dag, INPUT_QDD, (uint32_t)k);
	struct MotionList list = define_motions(scope, joint, q);
	struct Motions motions = { list.item, (int)list.count, diags->errors == errors };
	diags->count = said;
	diags->errors = errors;
	return motions;
}

void passive_try(struct Scope *scope, const struct Unsure *unsure, struct Joint *joint)
{
	Ref q[JOINT_Q], qd[JOINT_V];
	if (!joint->passive)
		return;
	for (int i = 0; i < joint->kind->nv; i++) {
		q[i] = dag_input(scope->dag, INPUT_Q, (uint32_t)i);
		qd[i] = dag_input(scope->dag, INPUT_QD, (uint32_t)i);
	}
	give_passive(scope, joint, unsure_written(unsure, own_name(joint)), q, qd);
}

/* Passive force of a quaternion joint, whose velocities are velocities of the model. */
static void give_quaternion_passive(struct Scope *scope, struct Joint *joint)
{
	Ref qd[JOINT_V];
	for (int i = 0; i < joint->kind->nv; i++)
		qd[i] = dag_input(scope->dag, INPUT_QD, (uint32_t)(joint->tree.v + i));
	give_passive(scope, joint, own_name(joint), NULL, qd);
}

void motions_give(struct Scope *scope, struct Joint *joint, bool moves)
{
	struct Dag *dag = scope->dag;
	Ref q[JOINT_Q], qd[JOINT_V];
	motions_define(scope, joint, moves);
	if (kind_has_quaternion(joint->kind) && moves && joint->passive)
		give_quaternion_passive(scope, joint);
	if (joint->kind->form == JOINT_DEFINED && moves) {
		find_coordinates(dag, joint, moves, q);
		for (int i = 0; i < joint->kind->nv && joint->passive; i++)
			qd[i] = joint_rate(dag, joint, q[i]);
		if (joint->passive)
			give_passive(scope, joint, own_name(joint), q, qd);
		if (!scope->diags->errors && !joint->coupling && !plainly_moves(joint, q[0]) &&
		    !seems_full_rank(scope, joint)) {
			joint->told = true;
			diag(scope->diags, CHECK_JOINT_RANK, joint->span,
			     "at q = 0 the coordinates of this joint do not move it independently");
		}
	}
	for (int i = 0; i < joint->motions && !moves; i++)
		if (joint->motion[i].kind == MOTION_ROTATE && !dag_is_const(dag, joint->motion[i].y))
			diag(scope->diags, CHECK_KIND, joint->span,
			     "the angle of a joint that does not move cannot depend on a parameter");
}
