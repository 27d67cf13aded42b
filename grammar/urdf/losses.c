#include "losses.h"

#include "grammar/loss_rows.h"

static const struct LossRow losses[LOSSES] = {
#define LOSS(id, check, noun, what, help) [LOSS_##id] = { CHECK_##check, noun, what, help },
#include "left_out.def"
#undef LOSS
};

static const struct WordRow words[] = {
#include "words.def"
	{ .name = NULL },
};

/* Names with an effect on numbers. */
static const char counting[] =
	"link joint inertial mass inertia origin parent child axis limit dynamics mimic name type xyz rpy value ixx ixy ixz iyy "
	"iyz izz lower upper effort velocity damping friction multiplier offset";

void urdf_losses_init(struct UrdfReader *r)
{
	const struct LossTables tables = {
		.row = losses, .rows = LOSSES, .known = urdf_known(r->arena), .word = words, .counting = counting
	};
	losses_init(&r->losses, r->diags, tables);
}

void urdf_lose(struct UrdfReader *r, enum UrdfLossId id, struct Span span, const char *name)
{
	losses_add(&r->losses, id, span, name);
}
