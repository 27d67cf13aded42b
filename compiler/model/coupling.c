#include "coupling.h"

#include <math.h>

#include "dag/default_values.h"
#include "grammar/print_rig.h"
#include "joint.h"
#include "loop.h"

const char *coupling_text(struct Arena *arena, const struct Joint *joint)
{
	enum { DEEPEST = 60 }; /* each level uses some stack */
	struct Text text;
	if (joint->closed)
		return text_print(arena, "solve %s", joint->closed->loop.name.text);
	if (joint->coupling->depth > DEEPEST)
		return NULL;
	text = text_new(arena);
	print_expr(joint->coupling, &text);
	return text_string(&text);
}

struct Posture coupling_origin(const struct Model *model)
{
	struct Posture origin = posture_begin(model->arena, model->dag);
	posture_move(&origin, ARENA_ARRAY(model->arena, double, model->nq));
	return origin;
}

bool coupling_affine(const struct Model *model, const struct Joint *joint, int k, struct Posture *origin,
                     double *multiplier, double *offset)
{
	struct Dag *dag = model->dag;
	bool finite = true;
	for (int i = 0; i < joint->ons; i++) {
		Ref G = coordinate_slope(dag, joint->on[i], joint->value[k]);
		if (!dag_is_known(dag, G))
			return false;
		multiplier[i] = dag_default_value(dag, G) + 0.0; /* no -0 */
		finite &= isfinite(multiplier[i]);
	}
	*offset = posture_value(origin, joint->value[k]) + 0.0;
	return finite && isfinite(*offset);
}
