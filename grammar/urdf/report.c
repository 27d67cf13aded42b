#include "stages.h"

#include <string.h>

#include "losses.h"

/* --- lost masses and springs --- */

/* " of link 'arm'", " of joint 'hinge'": the item around a lost element, or nothing. */
static const char *owner(struct UrdfTree *tree, const struct UrdfLost *lost)
{
	if (!lost->item)
		return "";
	bool link = lost->item->part[URDF_LINK] != NULL;
	const struct UrdfElement *element = lost->item->part[link ? URDF_LINK : URDF_JOINT];
	if (!element || !element->attribute[LINK_NAME].text)
		return "";
	return text_print(tree->r->arena, "%s '%s'", link ? "link" : "joint", element->attribute[LINK_NAME].text);
}

/* Reports a lost mass, unless it is 0. */
static void report_mass(struct UrdfTree *tree, const struct UrdfLost *lost)
{
	struct Arena *arena = tree->r->arena;
	struct Figure mass;
	bool known = figure_alone(tree->r->arena, &lost->figure, &mass);
	const char *where = owner(tree, lost);
	if (known && mass.zero)
		return;
	if (lost->inside)
		where = text_print(arena, "<%s>%s%s", lost->inside, *where ? " of " : "", where);
	where = *where ? text_print(arena, "in %s, not in a link,", where) : "in no link";
	struct Diag *d = diag(tree->diags, CHECK_MASS_LEFT_OUT, lost->span, "an <inertial>%s stands %s and is left out",
	                      known ? text_print(arena, " of %.6g kg", mass.value) : "", where);
	diag_help(tree->diags, d, "put it into the <link> that has this mass");
}

/* Reports a lost spring; its stiffness gets a unit where the joint is known. */
static void report_spring(struct UrdfTree *tree, const struct UrdfLost *lost)
{
	struct Arena *arena = tree->r->arena;
	struct Figure stiffness;
	bool known = figure_alone(tree->r->arena, &lost->figure, &stiffness);
	int found = lost->name ? names_find(&tree->joint_names, lost->name) : NOBODY;
	const struct UrdfJoint *joint = found >= 0 ? &tree->joint[found] : NULL;
	if (known && stiffness.zero)
		return;
	const char *unit = !joint || !joint->type ? "" : joint->type->slides ? " N/m" : " N m/rad";
	const char *which = joint          ? text_print(arena, " of joint '%s'", lost->name)
	                    : lost->end[1] ? text_print(arena, " between '%s' and '%s'", lost->end[0], lost->end[1])
	                                   : "";
	const char *figure = known ? text_print(arena, ": %.6g%s", stiffness.value, unit) : "";
	struct Diag *d =
		diag(tree->diags, CHECK_SPRING_LEFT_OUT, lost->span, "a spring%s is left out%s", which, figure);
	if (joint)
		diag_help(tree->diags, d, "`rigidc import` the robot and write `spring EXPR at REST` into the joint");
}

static void report_lost(struct UrdfTree *tree)
{
	for (size_t i = 0; i < tree->urdf->lost.count; i++) {
		const struct UrdfLost *lost = tree->urdf->lost.item[i];
		switch (lost->loss) {
		case LOST_MASS: report_mass(tree, lost); break;
		case LOST_SPRING: report_spring(tree, lost); break;
		}
	}
}

/* --- what is missing --- */

/* Counts moving links without an <inertial>, neither their own nor in a link fixed to them. */
static void count_massless(struct UrdfTree *tree)
{
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].group == i && !tree->link[i].weighs)
			losses_add(&tree->r->losses, LOSS_NO_INERTIAL, tree->link[i].name.span,
			           tree->link[i].name.text);
}

/* Has the link a mass, and six inertia entries of 0? */
static bool is_point_mass(struct UrdfTree *tree, const struct UrdfLink *link)
{
	const struct UrdfElement *mass = link->item->part[URDF_MASS], *inertia = link->item->part[URDF_INERTIA];
	struct Figure number;
	if (!mass || !inertia || !figure_alone(tree->r->arena, &mass->attribute[MASS_VALUE], &number) || number.zero)
		return false;
	for (int i = INERTIA_XX; i <= INERTIA_ZZ; i++)
		if (!figure_alone(tree->r->arena, &inertia->attribute[i], &number) || !number.zero)
			return false;
	return true;
}

/* Counts moving links with a point mass. */
static void count_point_masses(struct UrdfTree *tree)
{
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].group != NOBODY && is_point_mass(tree, &tree->link[i]))
			losses_add(&tree->r->losses, LOSS_POINT_MASS, tree->link[i].name.span, tree->link[i].name.text);
}

static void count_shapes(struct UrdfTree *tree)
{
	for (size_t i = 0; i < tree->urdf->shape.count; i++) {
		const struct XmlElement *shape = tree->urdf->shape.item[i];
		losses_add(&tree->r->losses, xml_is(shape, "visual") ? LOSS_VISUAL : LOSS_COLLISION, shape->span, NULL);
	}
}

static void report_world(struct UrdfTree *tree)
{
	const struct UrdfElement *mass = tree->on_world ? tree->link[tree->root].item->part[URDF_MASS] : NULL;
	struct Figure number;
	if (mass && urdf_numbers(tree->r, &mass->attribute[MASS_VALUE], 1, &number) && !number.zero)
		diag(tree->diags, CHECK_WORLD_MASS, mass->span,
		     "the link 'world' is the world: its mass has no effect");
}

void urdf_report(struct UrdfTree *tree)
{
	report_world(tree);
	if (tree->ordered) {
		count_massless(tree);
		count_point_masses(tree);
	}
	report_lost(tree);
	count_shapes(tree);
	urdf_rotors_report(tree);
	losses_report(&tree->r->losses);
	urdf_attributes_report(tree);
	urdf_angles_report(tree->r);
}
