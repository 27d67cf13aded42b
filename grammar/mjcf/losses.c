#include "losses.h"

static const struct LossRow losses[LOSSES] = {
#define LOSS(id, check, noun, what, help) [LOSS_##id] = { CHECK_##check, noun, what, help },
#include "left_out.def"
#undef LOSS
};

static const struct KnownRow known[] = {
#define KNOWN(inside, names) { inside, names },
#include "known.def"
}, expanded[] = {
#define EXPANDED(inside, names) { inside, names },
#include "known.def"
}, attributes[] = {
#define ATTRIBUTES(element, names) { element, names },
#include "known.def"
};

#define COUNT(table) (sizeof table / sizeof *table)

void mj_losses_init(struct Mjcf *m)
{
	const struct LossTables tables = { .row = losses,
		                           .rows = LOSSES,
		                           .element = known,
		                           .elements = COUNT(known),
		                           .attribute = attributes,
		                           .attributes = COUNT(attributes) };
	losses_init(&m->losses, m->diags, tables);
}

void mj_lose(struct Mjcf *m, enum MjLossId id, struct Span span, const char *name)
{
	losses_add(&m->losses, id, span, name);
}

bool mj_known(struct Mjcf *m, const struct XmlElement *element)
{
	if (!known_among(known_names(expanded, COUNT(expanded), element->parent->name), element->name))
		return losses_know(&m->losses, element);
	struct Diag *d = diag(m->diags, CHECK_NOT_EXPANDED, element->span, "<%s> stands for elements that MuJoCo makes",
	                      element->name);
	diag_help(m->diags, d,
	          "MuJoCo writes them out: mj_saveLastXML, or its sample `compile` (which rounds to six digits)");
	return false;
}

void mj_check_attributes(struct Mjcf *m, const struct XmlElement *element)
{
	losses_check_attributes(&m->losses, element);
}

void mj_report(struct Mjcf *m)
{
	losses_report(&m->losses);
}
