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
	"link joint inertial mass inertia origin parent child axis limit dynamics mimic name type xyz rpy value ixx ixy ixz "
	"iyy iyz izz lower upper effort velocity damping friction multiplier offset";

void urdf_losses_init(struct UrdfReader *r)
{
	losses_init(&r->losses, r->diags, LOSS_TABLES(.foreign = NULL));
}
