#include "stages.h"

#include "grammar/import/loss_rows.h"

static const struct LossRow losses[] = {
#include "left_out.def"
};

static const struct KnownRow known[] = {
#include "known.def"
	{ .inside = NULL },
};

static const struct WordRow words[] = {
#include "words.def"
	{ .name = NULL },
};

/* Names with an effect on numbers. */
static const char counting[] =
	"gravity BodySet JointSet ConstraintSet Body mass mass_center inertia inertia_xx inertia_yy inertia_zz inertia_xy inertia_xz "
	"inertia_yz Joint frames coordinates CoordinateSet socket_parent_frame socket_child_frame parent_body location_in_parent "
	"orientation_in_parent location orientation ab_axis ab_x_ac_axis reverse SpatialTransform TransformAxisSet TransformAxis coordinate is_rotation axis function socket_parent translation "
	"default_value range locked isEnforced isDisabled coupled_coordinates_function independent_coordinate_names "
	"dependent_coordinate_name scale_factor name";

void osim_losses_init(struct Osim *o)
{
	losses_init(&o->losses, o->diags, LOSS_TABLES(.foreign = ":"));
}

void osim_lose(struct Osim *o, enum OsimLossId id, struct Ident name)
{
	losses_add(&o->losses, id, name.span, name.text);
}

/* Is an element one that joints have in versions 3.5.0 to 3.5.4 alone? */
static bool places_child(const struct Osim *o, const struct XmlElement *element)
{
	static const char names[] = "location_in_child orientation_in_child";
	return o->version >= OSIM_CHILD_NAMES && o->version < OSIM_FRAMES && known_among(names, element->name);
}

void osim_check(struct Osim *o, const struct XmlElement *element)
{
	if (!element || !known_names(known, KNOWN_ELEMENTS, element->name))
		return;
	losses_check_attributes(&o->losses, element);
	for (const struct XmlElement *inner = element->first; inner; inner = inner->next)
		if (!places_child(o, inner))
			losses_know(&o->losses, inner);
}
