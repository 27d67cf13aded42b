#include "stages.h"

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
	static const char *const entry[] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };
	const struct XmlElement *inertia = xml_child(link->inertial, "inertia");
	struct XmlValue value = xml_attribute(xml_child(link->inertial, "mass"), "value");
	struct Figure number;
	bool point = figure_alone(tree->r->arena, &value, &number) && !number.zero;
	for (int i = 0; i < 6 && point; i++) {
		value = xml_attribute(inertia, entry[i]);
		point = figure_alone(tree->r->arena, &value, &number) && number.zero;
	}
	return point;
}

/* Counts moving links with a point mass. */
static void count_point_masses(struct UrdfTree *tree)
{
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].group != NOBODY && is_point_mass(tree, &tree->link[i]))
			losses_add(&tree->r->losses, LOSS_POINT_MASS, tree->link[i].name.span, tree->link[i].name.text);
}

static void report_world(struct UrdfTree *tree)
{
	const struct XmlElement *mass = tree->on_world ? xml_child(tree->link[tree->root].inertial, "mass") : NULL;
	struct Figure number;
	if (mass && urdf_numbers(tree->r, xml_attribute(mass, "value"), 1, &number) && !number.zero)
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
	urdf_lost_report(tree);
	urdf_rotors_report(tree);
	losses_report(&tree->r->losses);
	urdf_attributes_report(tree);
	urdf_angles_report(tree->r);
}
