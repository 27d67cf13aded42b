/* Inverse dynamics by the recursive Newton-Euler algorithm in body coordinates (Featherstone, RBDA,
 * table 5.1), over symbolic scalars: zeros of S, X and I, the velocity of the base and whatever is
 * constant vanish in the constructors of the DAG. */
#include "textbook.h"

#include "rnea.h"

/* Values of each link, in its frame. */
struct Passes {
	struct Placement *J;
	struct Spatial *v, *a;
	struct Spatial *f; /* of the link alone, then through its joint */
	bool rest;         /* only weight acts */
};

/* The world: v_0 = 0, a_0 = -a_g */
static struct Spatial world_acceleration(struct Dag *dag, const struct Tree *tree)
{
	return (struct Spatial){ vec_neg(tree->gravity), vec_const(dag, 0, 0, 0) };
}

/* f = I a + v x* I v */
static struct Spatial body_force(struct Dag *dag, const struct Moments *mass, struct Spatial v, struct Spatial a)
{
	struct Inertia I = moments_inertia(dag, mass);
	struct Spatial f = inertia_times(dag, &I, a);
	return spatial_add(dag, f, spatial_cross_force(dag, v, inertia_times(dag, &I, v)));
}

static void go_out(struct Dag *dag, const struct Tree *tree, struct Passes *p, int i)
{
	const struct Link *link = &tree->link[i];
	int parent = link->parent;
	p->J[i] = link_joint(dag, link);
	if (link->motion == LINK_ROTATE) {
		int k = (link->axis + 1) % 3;
		dag_label(dag, p->J[i].R.e[k][k] & ~(Ref)1, "c", (uint32_t)i + 1, "");
		dag_label(dag, p->J[i].R.e[(k + 1) % 3][k] & ~(Ref)1, "s", (uint32_t)i + 1, "");
	}
	/* v_i = X v_lambda + v_J */
	struct Spatial vJ = link_motion(dag, link, link->yd);
	p->v[i] = motion_through(dag, link, &p->J[i], parent < 0 ? spatial_zero(dag) : p->v[parent]);
	p->v[i] = spatial_add(dag, p->v[i], vJ);
	/* a_i = X a_lambda + S qdd + c_J + v_i x v_J; c_J = 0 for elementary motions */
	p->a[i] = motion_through(dag, link, &p->J[i], parent < 0 ? world_acceleration(dag, tree) : p->a[parent]);
	p->a[i] = spatial_add(dag, p->a[i], link_motion(dag, link, link->ydd));
	p->a[i] = spatial_add(dag, p->a[i], spatial_cross_motion(dag, p->v[i], vJ));
	spatial_label(dag, &p->v[i], "v", "w", i);
	spatial_label(dag, &p->a[i], "a", "wd", i);
	p->f[i] = body_force(dag, &link->mass, p->v[i], p->a[i]);
	p->f[i] = spatial_sub(dag, p->f[i], link->f_ext);
}

/* Wrench of a link on its parent: X^T f_i. */
static struct Spatial handed_down(struct Dag *dag, const struct Tree *tree, const struct Passes *p, int i)
{
	return force_through(dag, &tree->link[i], &p->J[i], p->f[i]);
}

static void come_back(struct Dag *dag, const struct Tree *tree, struct Passes *p, int i, Ref *tau)
{
	const struct Link *link = &tree->link[i];
	spatial_label(dag, &p->f[i], "f", "n", i);
	/* tau_y = S^T f_i, tau += G^T tau_y */
	for (int k = 0; k < link_columns(link); k++)
		if (!p->rest || !link_meets_no_weight(dag, link, k, p->a[i].lin))
			tree_assemble_force(dag, link, k, link_force(link, k, &p->f[i]), tau);
	if (link->parent >= 0) /* f_lambda += X^T f_i */
		p->f[link->parent] = spatial_add(dag, p->f[link->parent], handed_down(dag, tree, p, i));
}

static struct Passes run_passes(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	struct Passes p = { ARENA_ARRAY(dag->arena, struct Placement, tree->links),
		            ARENA_ARRAY(dag->arena, struct Spatial, tree->links),
		            ARENA_ARRAY(dag->arena, struct Spatial, tree->links),
		            ARENA_ARRAY(dag->arena, struct Spatial, tree->links), tree_at_rest(tree) };
	dag_zeros(dag, tau, tree->nv);
	for (int i = 0; i < tree->links; i++)
		go_out(dag, tree, &p, i);
	for (int i = tree->links - 1; i >= 0; i--)
		come_back(dag, tree, &p, i, tau);
	return p;
}

struct Spatial textbook_moving_wrench(struct Dag *dag, const struct Tree *tree)
{
	struct Passes p = run_passes(dag, tree, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	struct Spatial all = spatial_zero(dag);
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent < 0)
			all = spatial_add(dag, all, handed_down(dag, tree, &p, i));
	return all;
}

void textbook_rnea(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	run_passes(dag, tree, tau);
	tree_add_terms(dag, tree, tau);
}

/* Wrench through a fixed joint: it moves the bodies fixed beyond it, together with the wrenches on these bodies. */
static struct Spatial fixed_reaction(struct Dag *dag, const struct Tree *tree, const struct Passes *p,
                                     const struct Reaction *r)
{
	struct Spatial v = r->link < 0 ? spatial_zero(dag) : p->v[r->link];
	struct Spatial a = r->link < 0 ? world_acceleration(dag, tree) : p->a[r->link];
	struct Spatial f = body_force(dag, &r->mass, v, a);
	for (int i = 0; i < tree->links; i++)
		if (reaction_carries(tree, r, i))
			f = spatial_add(dag, f, handed_down(dag, tree, p, i));
	return spatial_sub(dag, f, r->f_ext);
}

void textbook_reaction(struct Dag *dag, const struct Tree *asked, Ref *out)
{
	const struct Tree *tree = tree_with_strut_wrenches(asked);
	struct Passes p = run_passes(dag, tree, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	for (int i = 0; i < tree->reactions; i++, out += 6) {
		const struct Reaction *r = &tree->reaction[i];
		struct Placement back = placement_inverse(dag, r->at);
		struct Spatial w = force_out(dag, &back, r->fixed ? fixed_reaction(dag, tree, &p, r) : p.f[r->link]);
		spatial_put(&w, out);
	}
}
