#include "losses.h"

static const struct LossRow losses[LOSSES] = {
#define LOSS(id, check, noun, what, help) [LOSS_##id] = { CHECK_##check, noun, what, help },
#include "left_out.def"
#undef LOSS
};

static const struct KnownRow known[] = {
#define KNOWN(inside, names) { inside, names },
#include "known.def"
}, attributes[] = {
#define ATTRIBUTES(element, names) { element, names },
#include "known.def"
};

void sdf_losses_init(struct Sdf *s)
{
	const struct LossTables tables = { .row = losses,
		                           .rows = LOSSES,
		                           .element = known,
		                           .elements = sizeof known / sizeof *known,
		                           .attribute = attributes,
		                           .attributes = sizeof attributes / sizeof *attributes,
		                           .foreign = ":" };
	losses_init(&s->losses, s->diags, tables);
}

void sdf_lose(struct Sdf *s, enum SdfLossId id, struct Span span, const char *name)
{
	losses_add(&s->losses, id, span, name);
}

/* Elements of Drake that change the dynamics. */
static void check_drake(struct Sdf *s, const struct XmlElement *element)
{
	const char *name = xml_attribute(element, "name").text;
	if (known_among("drake:joint drake:ball_constraint drake:linear_bushing_rpy drake:mimic", element->name))
		sdf_lose(s, LOSS_DRAKE_JOINT, element->span, name);
	else if (xml_is(element, "drake:rotor_inertia"))
		sdf_lose(s, LOSS_DRAKE_ROTOR, element->span, xml_attribute(element->parent->parent, "name").text);
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

void sdf_report(struct Sdf *s)
{
	losses_report(&s->losses);
}
