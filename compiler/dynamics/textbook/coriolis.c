/* Joint-space Coriolis matrix by composite bodies in body coordinates (Echeandia & Wensing 2021), over symbolic
 * scalars: C = sum J^T (I Jdot + B J) over the bodies. The columns of Jdot are v x S. The factorisation
 *   B m = 1/2 (v x* I m + m x* I v - I (v x m))
 * gives the Christoffel symbols. A mass point at r moves by u = v + w x r. Its velocity m_v + m_w x r under another
 * motion changes by m_w x u as it moves. The sum of this over the mass is B (by Jacobi's identity):
 *   B (m_v, m_w) = (m_w x P, N m_w),  P = int u dm = m v + w x h,  N = tr(E) 1 - E,
 *   E = int u r^T dm = v h^T + [w x] D.
 * With the origin moved so that r becomes r + p, E becomes E + P p^T. */
#include "textbook.h"

/* B of a body. */
struct Turnover {
	struct Vec P;
	struct Mat N;
};

/* (a . b) 1 - a b^T */
static struct Mat less_product(struct Dag *dag, struct Vec a, struct Vec b)
{
	struct Mat out;
	Ref dot = vec_dot(dag, a, b);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			Ref product = dag_neg(dag_mul(dag, a.e[i], b.e[j]));
			out.e[i][j] = i == j ? dag_add(dag, dot, product) : product;
		}
	return out;
}

static struct Turnover turnover_of(struct Dag *dag, const struct Moments *mass, struct Spatial v)
{
	struct Turnover B;
	struct Vec turned = vec_cross(dag, v.ang, mass->h);
	B.P = vec_add(dag, vec_scale(dag, mass->m, v.lin), turned);
	B.N = less_product(dag, v.lin, mass->h);
	for (int j = 0; j < 3; j++) {
		struct Vec column = { { mass->D.e[0][j], mass->D.e[1][j], mass->D.e[2][j] } };
		column = vec_cross(dag, v.ang, column);
		for (int i = 0; i < 3; i++)
			B.N.e[i][j] = dag_sub(dag, B.N.e[i][j], column.e[i]);
	}
	return B;
}

/* B of a body in frame B, as seen from frame A. */
static struct Turnover turnover_out(struct Dag *dag, const struct Placement *ab, const struct Turnover *B)
{
	struct Turnover out = { .P = mat_vec(dag, ab->R, B->P) };
	struct Mat turned = mat_mul(dag, mat_mul(dag, ab->R, B->N), mat_transpose(ab->R));
	struct Mat shifted = less_product(dag, out.P, ab->p);
	out.N = mat_add(dag, turned, shifted);
	return out;
}

static struct Spatial turnover_times(struct Dag *dag, const struct Turnover *B, struct Spatial m)
{
	struct Spatial f = { .lin = vec_cross(dag, m.ang, B->P) };
	f.ang = mat_vec(dag, B->N, m.ang);
	return f;
}

/* B^T m */
static struct Spatial turnover_transposed_times(struct Dag *dag, const struct Turnover *B, struct Spatial m)
{
	struct Spatial f = spatial_zero(dag);
	struct Vec turned = mat_tvec(dag, B->N, m.ang);
	f.ang = vec_add(dag, vec_cross(dag, B->P, m.lin), turned);
	return f;
}

static Ref power(struct Dag *dag, struct Spatial m, struct Spatial f)
{
	Ref linear = vec_dot(dag, m.lin, f.lin);
	return dag_add(dag, linear, vec_dot(dag, m.ang, f.ang));
}

struct Coriolis {
	struct Dag *dag;
	const struct Tree *tree;
	struct Placement *J;
	struct Spatial *v;
	struct Inertia *I; /* of composite bodies */
	struct Turnover *B;
};

/* v = X v_lambda + S yd */
static void move(struct Coriolis *c, int i)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[i];
	c->J[i] = link_joint(dag, link);
	struct Spatial v = spatial_zero(dag);
	if (link->parent >= 0)
		v = motion_through(dag, link, &c->J[i], c->v[link->parent]);
	v = spatial_add(dag, v, link_motion(dag, link, link->yd));
	spatial_label(dag, &v, "v", "w", i);
	c->v[i] = v;
	c->I[i] = moments_inertia(dag, &link->mass);
	c->B[i] = turnover_of(dag, &link->mass, v);
}

/* I_lambda += X^T I X, and B likewise. */
static void hand_down(struct Coriolis *c, int i)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[i];
	if (link->parent < 0)
		return;
	struct Inertia *I = &c->I[link->parent], mass = inertia_out(dag, &c->J[i], &c->I[i]);
	struct Turnover *B = &c->B[link->parent], factor = turnover_out(dag, &c->J[i], &c->B[i]);
	mass = inertia_out(dag, &link->at, &mass);
	factor = turnover_out(dag, &link->at, &factor);
	*I = inertia_add(dag, *I, mass);
	B->P = vec_add(dag, B->P, factor.P);
	B->N = mat_add(dag, B->N, factor.N);
}

/* Column l of link i, carried to the root. The entries of the column come from f = B S + I Sdot. The entries of the
 * row come from g = I S and h = B^T S: S^T (B S_j + I Sdot_j) = Sdot_j^T g + S_j^T h. */
static void add_column(struct Coriolis *c, int i, int l, Ref *C)
{
	struct Dag *dag = c->dag;
	const struct Tree *tree = c->tree;
	struct Spatial S = link_subspace(dag, &tree->link[i], l);
	struct Spatial Sdot = spatial_cross_motion(dag, c->v[i], S);
	struct Spatial f = turnover_times(dag, &c->B[i], S), g = inertia_times(dag, &c->I[i], S);
	f = spatial_add(dag, f, inertia_times(dag, &c->I[i], Sdot));
	struct Spatial h = turnover_transposed_times(dag, &c->B[i], S);
	for (int k = 0; k < link_columns(&tree->link[i]); k++)
		tree_assemble_coriolis(dag, tree, i, k, i, l, link_force(&tree->link[i], k, &f),
		                       link_force(&tree->link[i], k, &g), C);
	for (int j = i; tree->link[j].parent >= 0;) {
		f = force_through(dag, &tree->link[j], &c->J[j], f);
		g = force_through(dag, &tree->link[j], &c->J[j], g);
		h = force_through(dag, &tree->link[j], &c->J[j], h);
		j = tree->link[j].parent;
		for (int k = 0; k < link_columns(&tree->link[j]); k++) {
			struct Spatial moved = link_subspace(dag, &tree->link[j], k);
			Ref M = link_force(&tree->link[j], k, &g), along = power(dag, moved, h);
			moved = spatial_cross_motion(dag, c->v[j], moved);
			along = dag_add(dag, along, power(dag, moved, g));
			tree_assemble_coriolis(dag, tree, j, k, i, l, link_force(&tree->link[j], k, &f), M, C);
			tree_assemble_coriolis(dag, tree, i, l, j, k, along, M, C);
		}
	}
}

void textbook_coriolis(struct Dag *dag, const struct Tree *tree, Ref *C)
{
	struct Coriolis c = {
		.dag = dag,
		.tree = tree,
		.J = ARENA_ARRAY(dag->arena, struct Placement, tree->links + 1),
		.v = ARENA_ARRAY(dag->arena, struct Spatial, tree->links + 1),
		.I = ARENA_ARRAY(dag->arena, struct Inertia, tree->links + 1),
		.B = ARENA_ARRAY(dag->arena, struct Turnover, tree->links + 1),
	};
	dag_zeros(dag, C, tree->nv * tree->nv);
	for (int i = 0; i < tree->links; i++)
		move(&c, i);
	for (int i = tree->links - 1; i >= 0; i--) {
		hand_down(&c, i);
		for (int l = 0; l < link_columns(&tree->link[i]); l++)
			add_column(&c, i, l, C);
	}
	tree_add_terms_coriolis(dag, tree, C);
}
