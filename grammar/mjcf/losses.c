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
	"worldbody body frame joint freejoint geom inertial equality connect weld option default tendon spatial site "
	"compiler angle eulerseq autolimits inertiafromgeom inertiagrouprange boundmass boundinertia balanceinertia "
	"settotalmass coordinate meshdir assetdir gravity class childclass type pos quat axisangle xyaxes zaxis euler axis "
	"anchor ref range limited stiffness springref springlength armature damping frictionloss mass density size fromto "
	"mesh scale refpos refquat file diaginertia fullinertia joint1 joint2 polycoef body1 body2 site1 site2 relpose active "
	"qpos gear gravcomp shellinertia";

void mj_losses_init(struct Mjcf *m)
{
	losses_init(&m->losses, m->diags, LOSS_TABLES(.foreign = NULL));
}

void mj_not_expanded(struct Mjcf *m, struct Span span, const char *what)
{
	struct Diag *d = diag(m->diags, CHECK_NOT_EXPANDED, span, "%s stands for elements that MuJoCo makes", what);
	diag_help(m->diags, d,
	          "MuJoCo writes them out: mj_saveLastXML, or its sample `compile` (which rounds to six digits)");
}

bool mj_known(struct Mjcf *m, const struct XmlElement *element)
{
	if (!known_among(known_names(known, KNOWN_EXPANDED, element->parent->name), element->name))
		return losses_know(&m->losses, element);
	mj_not_expanded(m, element->span, text_print(m->arena, "<%s>", element->name));
	return false;
}

void mj_check_inside(struct Mjcf *m, const struct XmlElement *element)
{
	for (const struct XmlElement *inner = element->first; inner; inner = inner->next)
		mj_known(m, inner);
}
