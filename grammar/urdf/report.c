#include "report.h"

#include <string.h>

#include "attribute.h"
#include "base/hints.h"
#include "rotor.h"

void urdf_tally(struct UrdfTally *tally, struct Span span)
{
	if (tally->count++ == 0)
		tally->span = span;
}

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

/* --- elements without effect --- */

static const char *are(size_t count)
{
	return count == 1 ? "is" : "are";
}

static void report_ignored(struct UrdfTree *tree, const struct UrdfLeftOut *left_out)
{
	const struct Urdf *urdf = tree->urdf;
	struct Diags *diags = tree->diags;
	for (size_t i = 0; i < urdf->ignored.count; i++) {
		const struct UrdfIgnored *ignored = &urdf->ignored.item[i];
		if (!ignored->count)
			continue;
		const char *inside = urdf_part_name(ignored->inside);
		const char *help =
			inside ? hint_word(HINT_ELEMENT, text_print(diags->arena, "%s %s", inside, ignored->name))
			       : NULL;
		struct Diag *d = diag(diags, help ? CHECK_MISNAMED : CHECK_ELEMENT_IGNORED, ignored->span,
		                      "%zu <%s> %s passed over", ignored->count, ignored->name, are(ignored->count));
		struct Nearest nearest = diags_nearest(diags, ignored->name);
		urdf_parts_nearest(ignored->inside, &nearest);
		if (help)
			diag_help(diags, d, "%s", help);
		else if (nearest.found)
			diag_help(diags, d, "did you mean <%s>?", nearest.found);
	}
	if (tree->rotorless)
		diag(diags, CHECK_ELEMENT_IGNORED, urdf->transmission.item[0].part[URDF_TRANSMISSION]->span,
		     "%zu <transmission> %s passed over", tree->rotorless, are(tree->rotorless));
	if (left_out->still.count)
		diag(diags, CHECK_ELEMENT_IGNORED, left_out->still.span, "%zu <mimic> of fixed joints %s passed over",
		     left_out->still.count, are(left_out->still.count));
	if (left_out->nothing.count)
		diag(diags, CHECK_ELEMENT_IGNORED, left_out->nothing.span,
		     "%zu <limit> of effort or velocity %s not above 0: none is taken", left_out->nothing.count,
		     are(left_out->nothing.count));
	if (!left_out->damped.count)
		return;
	struct Diag *d = diag(diags, CHECK_DAMPING_LEFT_OUT, left_out->damped.span,
	                      "the damping and friction of %zu joint%s are left out", left_out->damped.count,
	                      left_out->damped.count == 1 ? "" : "s");
	if (!tree->r->request->keep_damping)
		diag_help(diags, d, "--keep-damping takes them");
}

/* --- what is missing --- */

/* Links with the same lack: how many, the first, and the names of a few. */
enum { SHOWN = 5 };
struct Names {
	struct Text text;
	size_t count;
	struct Span first;
};

static struct Names no_names(const struct UrdfTree *tree)
{
	struct Names names = { .count = 0 };
	text_init(&names.text, tree->r->arena);
	return names;
}

static void add_name(struct Names *names, const struct UrdfLink *link)
{
	if (names->count++ == 0)
		names->first = link->name.span;
	if (names->count <= SHOWN)
		text_format(&names->text, "%s'%s'", names->count > 1 ? ", " : "", link->name.text);
}

/* Reports moving links without an <inertial>, neither their own nor in a link fixed to them. */
static void report_massless(struct UrdfTree *tree)
{
	struct Names names = no_names(tree);
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].group == i && !tree->link[i].weighs)
			add_name(&names, &tree->link[i]);
	if (names.count)
		diag(tree->diags, CHECK_NO_INERTIAL, names.first,
		     "%zu moving link%s no <inertial>, and so no mass: %s%s", names.count,
		     names.count == 1 ? " has" : "s have", text_string(&names.text),
		     names.count > SHOWN ? ", ..." : "");
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

/* Reports moving links with a point mass. */
static void report_point_masses(struct UrdfTree *tree)
{
	struct Names names = no_names(tree);
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].group != NOBODY && is_point_mass(tree, &tree->link[i]))
			add_name(&names, &tree->link[i]);
	if (names.count)
		diag(tree->diags, CHECK_POINT_MASS, names.first, "%zu link%s a mass and no moments of inertia: %s%s",
		     names.count, names.count == 1 ? " has" : "s have", text_string(&names.text),
		     names.count > SHOWN ? ", ..." : "");
}

static void report_world(struct UrdfTree *tree)
{
	const struct UrdfElement *mass = tree->on_world ? tree->link[tree->root].item->part[URDF_MASS] : NULL;
	struct Figure number;
	if (mass && urdf_numbers(tree->r, &mass->attribute[MASS_VALUE], 1, &number) && !number.zero)
		diag(tree->diags, CHECK_WORLD_MASS, mass->span,
		     "the link 'world' is the world: its mass has no effect");
}

void urdf_report(struct UrdfTree *tree, const struct UrdfLeftOut *left_out)
{
	report_world(tree);
	if (tree->ordered) {
		report_massless(tree);
		report_point_masses(tree);
	}
	report_lost(tree);
	urdf_rotors_report(tree);
	report_ignored(tree, left_out);
	urdf_attributes_report(tree);
	urdf_angles_report(tree->r);
}
