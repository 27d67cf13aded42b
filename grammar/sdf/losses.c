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
	"world model include link joint frame inertial mass inertia ixx ixy ixz iyy iyz izz pose parent child axis axis2 xyz limit "
	"dynamics mimic multiplier offset reference lower upper effort velocity spring_stiffness spring_reference damping friction "
	"gravity kinematic static uri thread_pitch screw_thread_pitch gearbox_ratio gearbox_reference_body "
	"use_parent_model_frame placement_frame relative_to rotation_format degrees expressed_in attached_to merge type joint auto";

void sdf_losses_init(struct Sdf *s)
{
	losses_init(&s->losses, s->diags, LOSS_TABLES(.foreign = ":"));
}

/* Elements of Drake that change the dynamics. */
static void check_drake(struct Sdf *s, const struct XmlElement *element)
{
	const char *name = xml_attribute(element, "name").text;
	if (xml_is(element, "drake:linear_bushing_rpy") && !s->request->keep_forces)
		losses_add(&s->losses, LOSS_DRAKE_BUSHING, element->span, NULL);
	else if (known_among("drake:joint drake:ball_constraint drake:mimic", element->name))
		losses_add(&s->losses, LOSS_DRAKE_JOINT, element->span, name);
	else if (xml_is(element, "drake:rotor_inertia"))
		losses_add(&s->losses, LOSS_DRAKE_ROTOR, element->span,
		           xml_attribute(element->parent->parent, "name").text);
}

void sdf_check(struct Sdf *s, const struct XmlElement *element)
{
	if (!element)
		return;
	losses_check_attributes(&s->losses, element);
	for (const struct XmlElement *inner = element->first; inner; inner = inner->next) {
		losses_know(&s->losses, inner);
		check_drake(s, inner);
	}
}
