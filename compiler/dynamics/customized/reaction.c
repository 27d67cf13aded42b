/* Wrenches through the joints, with the true masses, in the axes of the body beyond each joint, about the origin of the
 * joint's moving frame (before `then`). That origin is the link's own as built, so most wrenches need no shift. */
#include "customized.h"

#include "rnea.h"

struct Reacting {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Plan *plan;
	struct Loads loads;
};

/* Spatial force from a link's frame to its working frame. */
static struct Spatial into_working(struct Dag *dag, const struct LinkTransform *transform, struct Spatial f)
{
	return transform && transform->unrotated ? spatial_turn(dag, transform->body, f) : f;
}

/* Wrench through a fixed joint: the wrench that moves the bodies fixed beyond it, plus the wrenches through the joints
 * of links that these bodies carry. */
static struct Spatial through_fixed(const struct Reacting *r, const struct Reaction *reaction)
{
	struct Dag *dag = r->dag;
	const struct LinkTransform *transform = reaction->link < 0 ? NULL : &r->loads.transform[reaction->link];
	struct Motion3 rest = rnea_rest(dag, r->tree, plan_length(r->plan));
	const struct Motion3 *m = transform ? &r->loads.motion[reaction->link] : &rest;
	struct Moments mass = reaction->mass;
	if (transform && transform->unrotated)
		mass = moments_turn(dag, transform->body, mass);
	struct Spatial f_ext = into_working(dag, transform, reaction->f_ext);
	struct Spatial f = rnea_load(dag, r->plan, &mass, &f_ext, m);
	for (int i = 0; i < r->tree->links; i++)
		if (reaction_carries(r->tree, reaction, i))
			f = spatial_add(dag, f,
			                to_parent_force(dag, &r->loads.transform[i], &r->tree->link[i], r->loads.f[i]));
	return f;
}

/* Wrench from the link's working frame to the axes R of the body, about the origin p of the joint's moving frame: R^T f
 * and R^T (n - p x f). */
static struct Spatial at_body(const struct Reacting *r, const struct Reaction *reaction, struct Spatial w)
{
	struct Dag *dag = r->dag;
	const struct LinkTransform *transform = reaction->link < 0 ? NULL : &r->loads.transform[reaction->link];
	w.lin = vec_scale(dag, dag_const(dag, 1 / plan_force(r->plan)), w.lin);
	if (transform && transform->unrotated)
		w = spatial_turn(dag, mat_transpose(transform->body), w);
	struct Vec moment = vec_cross(dag, reaction->at.p, w.lin);
	w.ang = mat_tvec(dag, reaction->at.R, vec_sub(dag, w.ang, moment));
	w.lin = mat_tvec(dag, reaction->at.R, w.lin);
	return w;
}

void customized_reaction(struct Dag *dag, const struct Tree *asked, const struct BuildOptions *options, Ref *out)
{
	const struct Tree *tree = tree_with_strut_wrenches(asked);
	struct Reacting r = { .dag = dag, .tree = tree, .plan = options->plan };
	r.loads = rnea_wrenches(dag, tree, options, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	for (int i = 0; i < tree->reactions; i++, out += 6) {
		const struct Reaction *reaction = &tree->reaction[i];
		struct Spatial w = reaction->fixed ? through_fixed(&r, reaction) : r.loads.f[reaction->link];
		w = at_body(&r, reaction, w);
		spatial_put(&w, out);
	}
}
