#include "known.h"

static const struct KnownRow known[] = {
#define KNOWN(inside, names) { inside, names },
#include "known.def"
}, attributes[] = {
#define ATTRIBUTES(element, names) { element, names },
#include "known.def"
};

static const struct WordRow words[] = {
#define WORD(inside, name, right, help) { inside, name, right, help, false },
#define LOST(inside, name, right, help) { inside, name, right, help, true },
#include "words.def"
};

/* Names that change numbers. */
static const char counting[] =
	"gravity BodySet JointSet ConstraintSet Body mass mass_center inertia inertia_xx inertia_yy inertia_zz inertia_xy inertia_xz "
	"inertia_yz Joint frames coordinates CoordinateSet socket_parent_frame socket_child_frame parent_body location_in_parent "
	"orientation_in_parent location orientation reverse SpatialTransform TransformAxis axis function socket_parent translation "
	"default_value range locked isEnforced isDisabled coupled_coordinates_function independent_coordinate_names "
	"dependent_coordinate_name scale_factor name";

#define COUNT(table) (sizeof table / sizeof *table)

void osim_known_init(struct Osim *o)
{
	const struct LossTables tables = { .element = known,
		                           .elements = COUNT(known),
		                           .attribute = attributes,
		                           .attributes = COUNT(attributes),
		                           .word = words,
		                           .words = COUNT(words),
		                           .counting = counting,
		                           .foreign = ":" };
	losses_init(&o->losses, o->diags, tables);
}

void osim_check(struct Osim *o, const struct XmlElement *element)
{
	if (!element || !known_names(known, COUNT(known), element->name))
		return;
	losses_check_attributes(&o->losses, element);
	for (const struct XmlElement *inner = element->first; inner; inner = inner->next)
		losses_know(&o->losses, inner);
}

void osim_known_report(struct Osim *o)
{
	losses_report(&o->losses);
}
