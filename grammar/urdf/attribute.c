#include "stages.h"

#include <math.h>
#include <string.h>

#include "meaning.h"

const struct UrdfForeign *urdf_foreign(struct UrdfReader *r, const struct UrdfElement *element,
                                       enum UrdfMeaning meaning, struct Figure *number)
{
	size_t row = 0;
	for (const char *name; element && element->foreign && (name = urdf_meant(meaning, &row)) != NULL;)
		for (const struct UrdfForeign *f = element->foreign; f; f = f->next)
			if (strcmp(f->name, name) == 0 && figure_alone(r->arena, &f->value, number) && !number->zero)
				return f;
	return NULL;
}

/* --- figures of <dynamics> --- */

/* Left-out figures of one name: how many, and the largest. */
struct Left {
	const struct UrdfForeign *largest;
	const struct UrdfJoint *joint;
	double value;
	size_t count;
};

/* Messages for the figures of a meaning, with the units of revolute and of prismatic joints. Rotors are in
 * rotor.c. */
static const struct ForeignRow {
	enum UrdfMeaning meaning;
	enum Check check;
	const char *unit[2];
} figures[] = {
	{ MEANS_SPRING, CHECK_SPRING_LEFT_OUT, { "N m/rad", "N/m" } },
	{ MEANS_DAMPING, CHECK_ATTRIBUTE_LEFT_OUT, { "N m s/rad", "N s/m" } },
	{ MEANS_FRICTION, CHECK_ATTRIBUTE_LEFT_OUT, { "N m", "N" } },
};

/* Was the attribute taken as the joint's damping or friction? The first is taken where URDF's own is 0. */
static bool is_taken(struct UrdfTree *tree, const struct UrdfJoint *joint, const struct UrdfForeign *f)
{
	const struct UrdfElement *dynamics = joint->item->part[URDF_DYNAMICS];
	const struct XmlValue *own =
		&dynamics->attribute[f->meaning == MEANS_DAMPING ? DYNAMICS_DAMPING : DYNAMICS_FRICTION];
	struct Figure number;
	bool given = figure_alone(tree->r->arena, own, &number) && !number.zero;
	return f->meaning != MEANS_SPRING && tree->r->request->keep_damping && joint->type->axis && !given &&
	       urdf_foreign(tree->r, dynamics, f->meaning, &number) == f;
}

static void add_left(struct UrdfTree *tree, const struct UrdfJoint *joint, const struct ForeignRow *row,
                     const char *name, struct Left *left)
{
	const struct UrdfElement *dynamics = joint->item->part[URDF_DYNAMICS];
	struct Figure number;
	if (!dynamics || !urdf_moves(joint))
		return;
	for (const struct UrdfForeign *f = dynamics->foreign; f; f = f->next) {
		if (f->meaning != row->meaning || strcmp(f->name, name) != 0 ||
		    !figure_alone(tree->r->arena, &f->value, &number) || number.zero || is_taken(tree, joint, f))
			continue;
		if (left->count++ && fabs(number.value) <= fabs(left->value))
			continue;
		left->largest = f;
		left->joint = joint;
		left->value = number.value;
	}
}

static void report_figure(struct UrdfTree *tree, const struct ForeignRow *row, const char *name)
{
	struct Left left = { NULL };
	for (int i = 0; i < tree->joints; i++)
		add_left(tree, &tree->joint[i], row, name, &left);
	if (!left.count)
		return;
	const char *many = left.count > 1
	                           ? text_print(tree->r->arena, " of %zu joints is left out, the largest:", left.count)
	                           : " of a joint is left out:";
	const char *unit = left.joint->type && left.joint->type->axis ? row->unit[left.joint->type->slides] : NULL;
	struct Diag *d = diag(tree->diags, row->check, left.largest->value.span,
	                      "the attribute %s%s %.6g%s%s at joint '%s'", name, many, left.value, unit ? " " : "",
	                      unit ? unit : "", left.joint->name.text ? left.joint->name.text : "");
	if (row->meaning == MEANS_SPRING)
		diag_help(tree->diags, d, "`rigidc import` the robot and write `spring EXPR at REST` into the joint");
	else if (!tree->r->request->keep_damping)
		diag_help(tree->diags, d, "--keep=damping takes it as %s where the joint has none",
		          row->meaning == MEANS_DAMPING ? "damping" : "friction");
}

/* --- directions, numbers of other elements, products of inertia --- */

static bool is_zero(const char *text)
{
	return !text[strspn(text, " \t\r\n+-0.")];
}

static void report_left_out(struct UrdfTree *tree, enum UrdfPart part, const struct UrdfForeign *f)
{
	const char *name = urdf_part_name(part);
	if (is_zero(f->value.text))
		return;
	struct Diag *d = diag(tree->diags, CHECK_ATTRIBUTE_LEFT_OUT, f->value.span,
	                      "the attribute %s of <%s> is left out", f->name, name);
	diag_help(tree->diags, d, "%s", urdf_meaning_help(part, f->name));
}

/* Checks a product of inertia against its mirror entry: the matrix is symmetric, so iyx must equal ixy. */
static void report_product(struct UrdfTree *tree, const struct UrdfElement *inertia, const struct UrdfForeign *f)
{
	static const struct {
		int entry;
		const char *name;
	} twin[] = { { INERTIA_XY, "ixy" }, { INERTIA_XZ, "ixz" }, { INERTIA_YZ, "iyz" } };
	int k = (int)(f->meaning - MEANS_IXY);
	struct Figure own, other;
	bool known = figure_alone(tree->r->arena, &inertia->attribute[twin[k].entry], &own) &&
	             figure_alone(tree->r->arena, &f->value, &other);
	if (!known || own.value == other.value)
		return;
	struct Diag *d = diag(tree->diags, CHECK_ATTRIBUTE_LEFT_OUT, f->value.span,
	                      "%s = %.6g differs from %s = %.6g; the second one is used", f->name, other.value,
	                      twin[k].name, own.value);
	diag_help(tree->diags, d, "a matrix of inertia is symmetric: one of the two is wrong");
}

static void report_item(struct UrdfTree *tree, const struct UrdfItem *item)
{
	for (int part = URDF_ROBOT; part < URDF_PARTS; part++) {
		const struct UrdfElement *element = item->part[part];
		for (const struct UrdfForeign *f = element ? element->foreign : NULL; f; f = f->next) {
			if (f->meaning == MEANS_DIRECTION || f->meaning == MEANS_ELSEWHERE)
				report_left_out(tree, (enum UrdfPart)part, f);
			else if (f->meaning >= MEANS_IXY)
				report_product(tree, element, f);
		}
	}
}

void urdf_attributes_report(struct UrdfTree *tree)
{
	const struct Urdf *urdf = tree->urdf;
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
		size_t row = 0;
		for (const char *name; (name = urdf_meant(figures[i].meaning, &row)) != NULL;)
			report_figure(tree, &figures[i], name);
	}
	for (size_t i = 0; i < urdf->link.count; i++)
		report_item(tree, &urdf->link.item[i]);
	for (size_t i = 0; i < urdf->joint.count; i++)
		report_item(tree, &urdf->joint.item[i]);
}
