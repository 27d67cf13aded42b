#include "added.h"

#include "model/added.h"
#include "model/body.h"
#include "way.h"

struct Spatial added_momentum(struct Dag *dag, const struct AddedMass *mass, const struct Spatial *v)
{
	struct Spatial P = { .lin = mat_vec(dag, mass->A, v->lin) };
	P.lin = vec_add(dag, P.lin, mat_vec(dag, mass->B, v->ang));
	P.ang = mat_tvec(dag, mass->B, v->lin);
	P.ang = vec_add(dag, P.ang, mat_vec(dag, mass->C, v->ang));
	return P;
}

bool added_any(const struct Model *model)
{
	bool any = false;
	for (int i = 0; i < model->bodies; i++)
		any |= model->body[i].added != NULL;
	return any;
}

/* Through a step of the way: X v for velocities and rates. */
static struct Spatial through(struct Dag *dag, const struct WayStep *step, struct Vec offset, struct Spatial v)
{
	v.lin = step_turn(dag, step, vec_add(dag, v.lin, vec_cross(dag, v.ang, offset)), true);
	v.ang = step_turn(dag, step, v.ang, true);
	return v;
}

/* Velocity and the rate of its components, from the world outward:
 *   v_i = X v + S yd,   d/dt v_i = X dv/dt + S ydd + v_i x S yd   (RBDA, 5.1, without gravity) */
static void find_motion(struct Model *model, struct AddedBody *added)
{
	struct Dag *dag = model->dag;
	const struct Way way = way_to_frame(model, -1, added->body, placement_identity(dag));
	added->v = added->rate = spatial_zero(dag);
	for (int i = 0; i < way.steps; i++) {
		const struct WayStep *step = &way.step[i];
		struct Vec offset = step_pass(dag, step, vec_const(dag, 0, 0, 0), false);
		added->v = through(dag, step, offset, added->v);
		added->rate = through(dag, step, offset, added->rate);
		if (!step->motion)
			continue;
		struct Spatial own = step_motion(dag, step, INPUT_QD);
		added->v = spatial_add(dag, added->v, own);
		added->rate = spatial_add(dag, added->rate, step_motion(dag, step, INPUT_QDD));
		added->rate = spatial_add(dag, added->rate, spatial_cross_motion(dag, added->v, own));
	}
}

/* Kirchhoff's equations: f = dP_v/dt + w x P_v, n = dP_w/dt + w x P_w + v x P_v. */
static void find_wrench(struct Dag *dag, struct AddedBody *added)
{
	struct Spatial P = added_momentum(dag, &added->mass, &added->v);
	struct Spatial rate = added_momentum(dag, &added->mass, &added->rate);
	rate = spatial_add(dag, rate, spatial_cross_force(dag, added->v, P));
	added->f = (struct Spatial){ vec_neg(rate.lin), vec_neg(rate.ang) };
}

void added_declare(struct Model *model, struct Diags *diags)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		if (!body->added)
			continue;
		struct AddedBody added = { .body = i, .mass = *body->added };
		if (body->carrier < 0) {
			diag(diags, CHECK_IDLE_LAW, body->added->span,
			     "'%s' is fixed to the world: its added mass has no effect", body->name.text);
			continue;
		}
		find_motion(model, &added);
		find_wrench(model->dag, &added);
		*ARENA_PUSH(model->arena, &model->added) = added;
	}
}
