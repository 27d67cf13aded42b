#include "position.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "model/body.h"
#include "model/joint.h"

static const char *coordinate_names(struct Arena *arena, const struct JointKind *kind)
{
	struct Text names = text_new(arena);
	for (int i = 0; i < kind->nq; i++)
		text_format(&names, "%s%s", i ? ", " : "", kind->q[i].name);
	return text_string(&names);
}

/* Is the name JOINT.SUFFIX, as columns of rows have it? */
static bool is_coordinate_of(const struct Joint *joint, const char *name)
{
	size_t length = strlen(joint->name.text);
	for (int i = 0; joint->kind && i < joint->kind->nq; i++)
		if (length && strncmp(name, joint->name.text, length) == 0 && name[length] == '.' &&
		    strcmp(name + length + 1, joint->kind->q[i].name) == 0)
			return true;
	return false;
}

void position_help(struct Diags *diags, struct Diag *unknown, const struct Body *of, const char *name)
{
	const struct Joint *joint = of->joint;
	if (is_coordinate_of(joint, name))
		diag_help(diags, unknown, "joint '%s' takes all its coordinates at once: (%s)", joint->name.text,
		          coordinate_names(diags->arena, joint->kind));
	else if (*joint->name.text && strcmp(of->name.text, name) == 0)
		diag_help(diags, unknown, "the joint of body '%s' is '%s'", name, joint->name.text);
}

/* Reports an unknown joint; suggests the nearest name of a joint with a position. */
static void unknown_joint(const struct Model *model, struct Diags *diags, struct Ident name)
{
	struct Nearest nearest = diags_nearest(diags, name.text);
	struct Diag *d = diag(diags, CHECK_UNKNOWN_LOCK, name.span, "the model has no joint '%s'", name.text);
	for (int i = 0; i < model->bodies; i++)
		if (model->body[i].joint->kind->nq > 0 && !model->body[i].joint->coupling) {
			nearest_try(&nearest, model->body[i].joint->name.text);
			position_help(diags, d, &model->body[i], name.text);
		}
	if (!d->help)
		diag_nearest(diags, d, &nearest);
}

int position_joint(const struct Model *model, struct Diags *diags, const struct NameTable *joints, struct Ident name,
                   enum Check check, const char *what)
{
	int body = names_find(joints, name.text);
	if (body < 0) {
		unknown_joint(model, diags, name);
		return -1;
	}
	const struct Joint *joint = model->body[body].joint;
	bool own = !joint->coupling || (joint->closed && check != CHECK_BAD_ORDER && check != CHECK_CLOSED_FORM);
	if (joint->kind->nq > 0 && own)
		return body;
	diag(diags, check, name.span, "joint '%s' is %s: it has no %s of its own", name.text,
	     joint->coupling ? "coupled to others" : "fixed", what);
	return -1;
}

void position_neutral(struct Dag *dag, const struct JointKind *kind, Ref *position)
{
	for (int i = 0; i < kind->nq; i++) /* identity quaternions end in 1 */
		position[i] = dag_const(dag, kind_has_quaternion(kind) && i == kind->nq - 1);
}

bool position_is_unit(const double quaternion[4])
{
	double square = 0;
	for (int i = 0; i < 4; i++)
		square += elementary_square(quaternion[i]);
	return fabs(square - 1) < 1e-9;
}

static bool is_unit(const struct Dag *dag, const Ref *quaternion)
{
	double number[4];
	for (int i = 0; i < 4; i++)
		number[i] = dag_value(dag, quaternion[i]);
	return position_is_unit(number);
}

bool position_value(const struct Dag *dag, struct Diags *diags, enum Check check, const char *what,
                    const struct Joint *joint, struct Value value, Ref *position)
{
	struct Dim dim[JOINT_Q];
	size_t nq = (size_t)joint->kind->nq;
	if (value.kind == VALUE_ERROR)
		return false;
	if (value.count != nq || value.kind != (nq == 1 ? VALUE_SCALAR : VALUE_VECTOR)) {
		if (nq == 1)
			diag(diags, check, value.span, "joint '%s' takes one number", joint->name.text);
		else
			diag(diags, check, value.span, "joint '%s' takes a vector of %zu numbers: (%s)",
			     joint->name.text, nq, coordinate_names(diags->arena, joint->kind));
		return false;
	}
	for (size_t i = 0; i < nq; i++)
		dim[i] = kind_dim(joint->kind, (int)i);
	if (!value_constant(dag, diags, value, what) || !value_numbers(diags, value, nq, dim, position))
		return false;
	for (size_t i = 0; i < nq && !kind_has_quaternion(joint->kind); i++)
		if (!kind_slides(joint->kind, (int)i))
			value_doubt_angle(dag, diags, value.span, value.item[i]);
	bool good = !kind_has_quaternion(joint->kind) || is_unit(dag, position + nq - 4);
	if (!good)
		diag(diags, check, value.span, "the quaternion (last four numbers) is not of unit length");
	return good;
}
