#include "stages.h"

#include <math.h>
#include <string.h>

#include "grammar/import/made.h"

/* --- properties --- */

static const struct XmlElement *part(const struct SdfAxis *axis, const char *name)
{
	return xml_child(axis->element, name);
}

static bool is_set(struct Sdf *s, const struct XmlElement *element, const char *name, struct Figure *number)
{
	return sdf_finite(s, element, name, number) && !number->zero;
}

/* Adds `limits` if the file has an end of the range. A missing end has the default of SDFormat. */
static void add_limits(struct Sdf *s, const struct SdfJoint *joint, const struct SdfAxis *axis, struct Stmt *stmt)
{
	const struct XmlElement *limit = part(axis, "limit");
	struct Figure end[2];
	if (!limit || !joint->type->limited)
		return;
	bool lower = sdf_finite(s, limit, "lower", &end[0]), upper = sdf_finite(s, limit, "upper", &end[1]);
	if (!lower && !upper)
		return;
	if (!lower)
		end[0] = figure_of(s->arena, limit->span, -1e16);
	if (!upper)
		end[1] = figure_of(s->arena, limit->span, 1e16);
	if (end[0].value > end[1].value) {
		diag(s->diags, CHECK_LIMITS_UPSIDE_DOWN, end[0].span,
		     "the lower limit is above the upper: none is taken");
		return;
	}
	const char *unit = made_joint_unit(sdf_slides(joint), UNIT_POSITION);
	stmt->block = statements_add(stmt->block, made_property(s->diags, "limits", end[0].span,
	                                                        made_vector(s->diags, end[0].span, end, 2, unit)));
}

/* `effort` and `speed`: a number that is not above 0 is none. */
static void add_most(struct Sdf *s, const struct SdfJoint *joint, const struct SdfAxis *axis, struct Stmt *stmt)
{
	const struct XmlElement *limit = part(axis, "limit");
	struct Figure most;
	if (!limit)
		return;
	if (sdf_finite(s, limit, "effort", &most) && most.value > 0)
		made_scalar_property(s->diags, stmt, "effort", &most, made_joint_unit(sdf_slides(joint), UNIT_FORCE));
	if (sdf_finite(s, limit, "velocity", &most) && most.value > 0)
		made_scalar_property(s->diags, stmt, "speed", &most, made_joint_unit(sdf_slides(joint), UNIT_SPEED));
}

/* The spring; damping and friction, if they are to be kept. */
static void add_dynamics(struct Sdf *s, const struct SdfJoint *joint, const struct SdfAxis *axis, struct Stmt *stmt)
{
	const struct XmlElement *dynamics = part(axis, "dynamics");
	struct Figure stiffness, rest, damping, friction;
	if (!dynamics)
		return;
	bool slides = sdf_slides(joint), keep = s->request->keep_damping;
	if (is_set(s, dynamics, "spring_stiffness", &stiffness)) {
		bool bent = is_set(s, dynamics, "spring_reference", &rest);
		made_spring(s->diags, stmt, slides, &stiffness,
		            bent ? made_scalar(s->diags, &rest, made_joint_unit(slides, UNIT_POSITION)) : NULL);
	}
	bool damps = is_set(s, dynamics, "damping", &damping), rubs = is_set(s, dynamics, "friction", &friction);
	if ((damps || rubs) && !keep)
		losses_add(&s->losses, LOSS_DAMPING, dynamics->span, axis->name.text);
	if (damps && keep)
		made_damping(s->diags, stmt, slides, &damping);
	if (rubs && keep)
		made_friction(s->diags, stmt, slides, &friction);
}

bool sdf_has_properties(struct Sdf *s, const struct SdfJoint *joint)
{
	bool some = false;
	for (int k = 0; k < joint->type->axes; k++) {
		struct Figure number;
		const struct XmlElement *dynamics = part(&joint->axis[k], "dynamics"),
					*limit = part(&joint->axis[k], "limit");
		some |= dynamics &&
		        (is_set(s, dynamics, "spring_stiffness", &number) || is_set(s, dynamics, "damping", &number) ||
		         is_set(s, dynamics, "friction", &number));
		some |= part(&joint->axis[k], "mimic") != NULL;
		some |= limit && joint->type->limited &&
		        (sdf_finite(s, limit, "lower", &number) || sdf_finite(s, limit, "upper", &number));
	}
	return some;
}

/* A spring or damping of a ball joint, in the <axis> that it does not need. */
static void check_ball(struct Sdf *s, const struct SdfJoint *joint)
{
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	const struct XmlElement *axis = xml_child(e->element, "axis");
	const struct XmlElement *dynamics = xml_child(axis, "dynamics");
	struct Figure number;
	if (dynamics && (is_set(s, dynamics, "spring_stiffness", &number) || is_set(s, dynamics, "damping", &number)))
		losses_add(&s->losses, LOSS_BALL_FORCE, dynamics->span, e->name.text);
}

/* --- couplings --- */

struct Expr *sdf_coordinate(struct Sdf *s, const struct SdfAxis *axis, struct Span span)
{
	return expr_name(s->diags, (struct Ident){ .text = axis->name.text, .span = span, .quoted = true });
}

/* The joint and the axis that a <mimic> follows; NULL: none with one coordinate of its own, or after a diagnostic. */
static const struct SdfJoint *find_leader(struct Sdf *s, const struct SdfJoint *joint, const struct XmlElement *mimic,
                                          int *axis)
{
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	struct XmlValue name = xml_attribute(mimic, "joint"), which = xml_attribute(mimic, "axis");
	if (!name.text) {
		diag(s->diags, CHECK_MISSING_PART, mimic->span, "this <mimic> names no joint: joint=\"...\"");
		return NULL;
	}
	int found = names_find(&s->names[SDF_JOINT],
	                       text_print(s->arena, "%s%s", s->scope.item[e->scope].prefix, name.text));
	if (found < 0) {
		diag(s->diags, CHECK_UNKNOWN_REFERENCE, name.span, "there is no joint '%s'", name.text);
		return NULL;
	}
	const struct SdfJoint *leader = &s->joint.item[s->entity.item[found].joint];
	*axis = which.text && strcmp(which.text, "axis2") == 0;
	bool good = leader->type && leader->carries && *axis < leader->type->axes && leader->type->kind;
	if (!good)
		losses_add(&s->losses, LOSS_MIMIC, mimic->span, e->name.text);
	return good ? leader : NULL;
}

/* factor * of; a factor of 1 or -1 without a unit is not written. */
static struct Expr *times(struct Sdf *s, const struct Figure *factor, const char *unit, struct Expr *of)
{
	if (unit || fabs(factor->value) != 1)
		return expr_binary(s->diags, EXPR_MUL, made_scalar(s->diags, factor, unit), of);
	return factor->negative ? expr_negate(s->diags, factor->span, of) : of;
}

/* multiplier * (leader - reference) + offset */
static struct Expr *mimic_value(struct Sdf *s, const struct SdfJoint *joint, const struct XmlElement *mimic)
{
	int which;
	const struct SdfJoint *leader = find_leader(s, joint, mimic, &which);
	struct Figure factor = figure_of(s->arena, mimic->span, 1), offset = figure_of(s->arena, mimic->span, 0);
	struct Figure reference = offset;
	if (!leader)
		return NULL;
	sdf_numbers(s, mimic, "multiplier", 1, &factor);
	sdf_numbers(s, mimic, "offset", 1, &offset);
	sdf_numbers(s, mimic, "reference", 1, &reference);
	bool slides = sdf_slides(joint), by = sdf_slides(leader);
	struct Expr *value = sdf_coordinate(s, &leader->axis[which], mimic->span);
	if (!reference.zero) {
		reference = figure_negated(reference);
		value = made_sum(s->diags, value,
		                 made_scalar(s->diags, &reference, made_joint_unit(by, UNIT_POSITION)));
	}
	if (factor.zero)
		value = NULL;
	else
		value = times(s, &factor, slides == by ? NULL : slides ? "m/rad" : "rad/m", value);
	if (!offset.zero)
		value = made_sum(s->diags, value,
		                 made_scalar(s->diags, &offset, made_joint_unit(slides, UNIT_POSITION)));
	return value ? value : made_digits(s->diags, mimic->span, "0", false, NULL);
}

/* --- statements --- */

/* Travel in m/rad: screw_thread_pitch is in m per turn, right-handed; thread_pitch in rad/m of a left-handed thread. */
static struct Expr *pitch(struct Sdf *s, const struct SdfJoint *joint)
{
	static const double turn = 6.28318530717958647692;
	const struct XmlElement *element = s->entity.item[joint->entity].element;
	struct Figure number;
	double travel = 1 / turn;
	if (sdf_numbers(s, element, "screw_thread_pitch", 1, &number))
		travel = number.value / turn;
	else if (sdf_numbers(s, element, "thread_pitch", 1, &number) && number.value != 0)
		travel = -1 / number.value;
	return made_number(s->diags, element->span, made_tidy(s->arena, travel), "m/rad");
}

static void add_axis(struct Sdf *s, const struct SdfJoint *joint, int k, struct Stmt *stmt)
{
	const struct SdfAxis *axis = &joint->axis[k];
	const struct XmlElement *mimic = part(axis, "mimic");
	sdf_check(s, axis->element);
	sdf_check(s, part(axis, "xyz"));
	sdf_check(s, part(axis, "limit"));
	sdf_check(s, part(axis, "dynamics"));
	sdf_check(s, mimic);
	made_push(s->diags, &stmt->list, made_axis(s->diags, axis->xyz));
	if (strcmp(joint->type->kind, "helical") == 0)
		made_push(s->diags, &stmt->list, pitch(s, joint));
	stmt->value = mimic ? mimic_value(s, joint, mimic) : NULL;
	add_dynamics(s, joint, axis, stmt);
	add_limits(s, joint, axis, stmt);
	add_most(s, joint, axis, stmt);
}

struct Stmt *sdf_joint(struct Sdf *s, const struct SdfJoint *joint, int k)
{
	const struct SdfEntity *e = &s->entity.item[joint->entity];
	struct Stmt *stmt = stmt_new(s->diags, STMT_JOINT, e->element->span);
	stmt->name = joint->type->axes ? joint->axis[k].name : e->name;
	stmt->joint = (struct Ident){ .text = joint->type->kind, .span = e->element->span };
	if (k == 0) {
		sdf_check(s, e->element);
		sdf_check(s, xml_child(e->element, "pose"));
	}
	if (joint->type->axes)
		add_axis(s, joint, k, stmt);
	else if (strcmp(joint->type->kind, "spherical") == 0)
		check_ball(s, joint);
	return stmt;
}
