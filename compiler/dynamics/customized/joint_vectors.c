/* Matrix M, the Coriolis matrix and the derivatives of inverse dynamics by composite moments, in three dimensions and
 * without linear velocities.
 *
 * Integrals. Let J_i be the velocity of a mass point for a unit velocity of joint i. Then
 *   M_ij = int J_i . J_j dm,  C_ij = int J_i . dJ_j/dt dm,
 * since J_i . d(J_j)/dq_k are the Christoffel symbols of a mass point. About the origin o of a link, with the axis e
 * of its joint through o, the link's angular velocity w, rho = r - o and psi = de/dt = w x e,
 *   turning  J = e x rho,  dJ/dt = psi x rho + e x rho'
 *   sliding  J = e,        dJ/dt = psi,
 * so only velocities rho' relative to the joint enter. This includes the velocities of a spherical or free joint,
 * about and along the axes of its link: the body-level factorisation of Echeandia & Wensing (2021),
 * dynamics/textbook/coriolis.c.
 *
 * Composites. Beside the moments m, h, D, moments of velocities are summed relative to the link's own rotating frame,
 * in which the link is at rest, rho' = xi' + w x rho:
 *   g = int xi' dm,  K = int rho xi'^T dm.
 * They are turned, moved and added from the tips to the root (flow.h). Moments that dynamics/plan/regroup.c hands to
 * the parent do not change M, so they do not change C.
 *
 * Vectors of a joint, where its link carries the composite; i, j, k are the axes in turn and e is along k:
 *   F = int J        turning  e x h                           sliding  m e
 *   N = int rho x J           (-D_ik, -D_jk, D_ii + D_jj)              h x e
 *   b = int rho' x J          (-K_ik, -K_jk, K_ii + K_jj) + D psi      (g + w x h) x e
 *   f = int dJ/dt             (-g_j - w_k h_i, g_i - w_k h_j,          m psi
 *                              w_i h_i + w_j h_j)
 *   n = int rho x dJ/dt       ((D w)_j - K_ki, -(D w)_i - K_kj,        h x psi
 *                              K_ii + K_jj)
 * after cancellations in f = psi x h + e x (g + w x h) and n = tr(D) psi - D psi + tr(K) e - K^T e - w x D e. With the
 * e, psi and o of an ancestor's joint they give entries of C,
 *   ancestor's row, joint's column:  turning  e . n               sliding  e . f
 *   joint's row, ancestor's column:  turning  psi . N + e . b     sliding  psi . F.
 * F, N and f, n are carried there like wrenches, and b with the velocity u = w x p between the two origins:
 *   N + p x F,  n + p x f,  b + u x F.
 * A quaternion joint needs N x w + b and F x w for all its axes. These two are carried like a wrench, since
 *   u x F + (p x F) x w = p x (F x w),
 * and N itself is not needed.
 *
 * By velocities. A unit velocity of a joint changes the acceleration of a mass point by 2 dJ/dt: dtau/dqd is 2 C, or C
 * with velocities counted twice. A velocity of a quaternion joint, whose link turns by w_J and moves by v relative to
 * its parent, changes it by less, since its rates are in link axes: by 2 dJ/dt - (w_J x e) x rho + e x v about an
 * axis, and by 2 dJ/dt - w_J x e along an axis. With W = 2 w - w_J
 *   about  f = W x (e x h) + e x (2 g + w_J x h + m v)                             along  m W x e
 *          n = (D W) x e - w_J x (D e) + 2 tr(K) e - 2 K^T e + h x (e x v)                h x (W x e)
 * and the entries of descendants in its columns are from 2 b + N x W + v x F and F x W.
 *
 * By coordinates (Singh, Russell & Wensing 2022). A turn about e, while all rates and second rates stay, moves r by
 * e x rho at any time. So it changes the acceleration a of r by e'' x rho + 2 psi x rho' + e x rho'', where e'' = U e
 * (rnea.c), and it turns J_i of every descendant. With the acceleration V of o, a less gravity, and the wrench through
 * the joint, f = int a dm and n about o, the change of tau_i = int J_i . a dm is
 *   for descendants   U e . N_i + 2 psi . b_i + (V x e) . F_i
 *   for ancestors     by the wrench f_q = m V x e + U e x h + 2 psi x (g + w x h) + e x f,
 *                     n_q = h x (V x e) + (tr(D) 1 - D) U e + 2 tr(K) psi - 2 K^T psi - 2 w x D psi + e x n,
 * and for its own joint by either. A slide along e changes a by e'':
 *   for descendants   U e . F_i
 *   for ancestors     f_q = m U e,  n_q = h x U e + e x f.
 * External wrenches fixed to their links turn and move with them; they are in f and n. The axes of a quaternion joint
 * are held by its parent: psi, U and V are the parent's, o is a point of the parent, and rho' includes the link's v. */
#include "joint_vectors.h"

struct JointVectors joint_vectors_rotate(struct Dag *dag, const struct Flow *flow, struct Vec w, int k)
{
	const struct Moments *mass = &flow->mass;
	const struct Mat *D = &mass->D, *K = &flow->K;
	int i = (k + 1) % 3, j = (k + 2) % 3;
	struct JointVectors v = { .moved = spatial_zero(dag) };
	Ref sum = dag_add(dag, K->e[i][i], K->e[j][j]);
	struct Vec Dw = mat_vec(dag, *D, w);
	v.row.lin = vec_cross(dag, vec_unit(dag, k), mass->h);
	for (int a = 0; a < 3; a++) {
		Ref swept = dag_sub_products(dag, D->e[a][i], w.e[j], D->e[a][j], w.e[i]);
		v.row.ang.e[a] = a == k ? dag_add(dag, D->e[i][i], D->e[j][j]) : dag_neg(D->e[a][k]);
		v.b.e[a] = dag_add(dag, a == k ? sum : dag_neg(K->e[a][k]), swept);
	}
	v.column.lin.e[i] = dag_neg(dag_add(dag, flow->g.e[j], dag_mul(dag, w.e[k], mass->h.e[i])));
	v.column.lin.e[j] = dag_sub(dag, flow->g.e[i], dag_mul(dag, w.e[k], mass->h.e[j]));
	v.column.lin.e[k] = dag_add_products(dag, w.e[i], mass->h.e[i], w.e[j], mass->h.e[j]);
	v.column.ang.e[i] = dag_sub(dag, Dw.e[j], K->e[k][i]);
	v.column.ang.e[j] = dag_neg(dag_add(dag, Dw.e[i], K->e[k][j]));
	v.column.ang.e[k] = sum;
	return v;
}

struct JointVectors joint_vectors_translate(struct Dag *dag, const struct Flow *flow, struct Vec w, int k)
{
	const struct Moments *mass = &flow->mass;
	struct Vec e = vec_unit(dag, k), psi = vec_cross(dag, w, e), swept = vec_cross(dag, w, mass->h);
	struct JointVectors v = { .moved = spatial_zero(dag) };
	v.row.lin = vec_scale(dag, mass->m, e);
	v.row.ang = vec_cross(dag, mass->h, e);
	v.b = vec_cross(dag, vec_add(dag, flow->g, swept), e);
	v.column.lin = vec_scale(dag, mass->m, psi);
	v.column.ang = vec_cross(dag, mass->h, psi);
	return v;
}

/* tr(X) y - X^T y */
static struct Vec less_transposed(struct Dag *dag, const struct Mat *X, struct Vec y)
{
	struct Vec out;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref sum = dag_add(dag, X->e[j][j], X->e[k][k]);
		Ref across = dag_add_products(dag, X->e[j][i], y.e[j], X->e[k][i], y.e[k]);
		out.e[i] = dag_sub(dag, dag_mul(dag, sum, y.e[i]), across);
	}
	return out;
}

struct Spatial quaternion_joint_column(struct Dag *dag, const struct Flow *flow, const struct QuaternionJoint *link,
                                       int row)
{
	const struct Moments *mass = &flow->mass;
	struct Vec e = vec_unit(dag, row % 3);
	struct Spatial column;
	if (row < 3) {
		struct Vec turned = vec_cross(dag, link->sum, e);
		column.lin = vec_scale(dag, mass->m, turned);
		column.ang = vec_cross(dag, mass->h, turned);
		return column;
	}
	struct Vec F = vec_cross(dag, e, mass->h), DW = mat_vec(dag, mass->D, link->sum);
	struct Vec flowing = vec_add(dag, flow->g, vec_cross(dag, link->w, mass->h));
	flowing = vec_add(dag, flowing, vec_scale(dag, mass->m, link->v));
	flowing = vec_cross(dag, e, flowing);
	column.lin = vec_add(dag, vec_cross(dag, link->sum, F), flowing);
	struct Vec swept = vec_cross(dag, link->w, mat_column(&mass->D, row - 3));
	column.ang = vec_sub(dag, vec_cross(dag, DW, e), swept);
	column.ang = vec_add(dag, column.ang, less_transposed(dag, &flow->K, e));
	struct Vec drawn = vec_cross(dag, e, link->v);
	column.ang = vec_add(dag, column.ang, vec_cross(dag, mass->h, drawn));
	return column;
}

/* Wrench for the acceleration a of the origin and the angular acceleration al: m a + al x h and h x a + tr(D) al - D
 * al. */
static struct Spatial accelerated(struct Dag *dag, const struct Moments *mass, struct Vec a, struct Vec al)
{
	struct Spatial f;
	struct Vec turned = vec_cross(dag, al, mass->h);
	f.lin = vec_add(dag, vec_scale(dag, mass->m, a), turned);
	turned = less_transposed(dag, &mass->D, al);
	f.ang = vec_add(dag, vec_cross(dag, mass->h, a), turned);
	return f;
}

/* Slide along an axis: e x f is the moment of the present wrench. */
static struct Spatial slid(struct Dag *dag, const struct Flow *flow, struct Vec swing, const struct Spatial *through,
                           int k)
{
	struct Spatial f = accelerated(dag, &flow->mass, swing, vec_const(dag, 0, 0, 0));
	f.ang = vec_add(dag, f.ang, vec_cross(dag, vec_unit(dag, k), through->lin));
	return f;
}

/* Simplifications: 2 psi x (w x h) = 2 w (psi . h), since psi is across w, and 2 D psi = p. */
struct Spatial joint_vectors_moved(struct Dag *dag, const struct Flow *flow, const struct Carrying *by, struct Vec w,
                                   const struct Spatial *through, int row)
{
	const struct Moments *mass = &flow->mass;
	const struct Mat *D = &mass->D, *K = &flow->K;
	int k = row % 3, i = (k + 1) % 3, j = (k + 2) % 3;
	struct Vec e = vec_unit(dag, k), swing = mat_column(&by->U, k);
	if (row < 3)
		return slid(dag, flow, swing, through, k);
	struct Vec a = vec_cross(dag, by->V, e), psi = vec_cross(dag, by->w, e), p;
	struct Spatial f = accelerated(dag, mass, a, swing);
	struct Vec swept = vec_scale(dag, vec_dot(dag, psi, mass->h), w);
	f.lin = vec_add(dag, f.lin, vec_add(dag, vec_cross(dag, psi, flow->g), swept));
	f.lin = vec_add(dag, f.lin, vec_cross(dag, e, through->lin));
	for (int r = 0; r < 3; r++)
		p.e[r] = dag_sub_products(dag, D->e[r][i], w.e[j], D->e[r][j], w.e[i]);
	Ref rest = dag_sub(dag, K->e[k][k], p.e[k]);
	Ref at_i = dag_mul(dag, dag_add(dag, K->e[j][j], rest), by->w.e[j]);
	Ref at_j = dag_mul(dag, dag_add(dag, K->e[i][i], rest), by->w.e[i]);
	at_i = dag_add(dag, at_i, dag_add_products(dag, K->e[j][i], by->w.e[i], p.e[j], by->w.e[k]));
	at_j = dag_add(dag, at_j, dag_add_products(dag, K->e[i][j], by->w.e[j], p.e[i], by->w.e[k]));
	f.ang.e[i] = dag_add(dag, f.ang.e[i], dag_sub(dag, at_i, through->ang.e[j]));
	f.ang.e[j] = dag_sub(dag, f.ang.e[j], dag_sub(dag, at_j, through->ang.e[i]));
	return f;
}

struct Spatial quaternion_joint_moved(struct Dag *dag, const struct Flow *flow, const struct Carrying *by, struct Vec w,
                                      struct Vec v, const struct Spatial *through, int row)
{
	const struct Moments *mass = &flow->mass;
	int k = row % 3;
	struct Vec e = vec_unit(dag, k), swing = mat_column(&by->U, k);
	if (row < 3)
		return slid(dag, flow, swing, through, k);
	struct Vec a = vec_cross(dag, by->V, e), psi = vec_cross(dag, by->w, e);
	struct Spatial f = accelerated(dag, mass, a, swing);
	struct Vec flowing = vec_add(dag, flow->g, vec_cross(dag, w, mass->h));
	flowing = vec_add(dag, flowing, vec_scale(dag, mass->m, v));
	flowing = vec_cross(dag, psi, flowing);
	f.lin = vec_add(dag, f.lin, vec_add(dag, flowing, vec_cross(dag, e, through->lin)));
	/* the origin's velocity adds h v^T to K, the turn D [w x]^T */
	struct Vec inner = less_transposed(dag, &flow->K, psi), outer = vec_cross(dag, w, mat_vec(dag, mass->D, psi));
	inner = vec_add(dag, inner, vec_scale(dag, vec_dot(dag, mass->h, v), psi));
	inner = vec_sub(dag, inner, vec_scale(dag, vec_dot(dag, mass->h, psi), v));
	f.ang = vec_add(dag, f.ang, vec_sub(dag, inner, outer));
	f.ang = vec_add(dag, f.ang, vec_cross(dag, e, through->ang));
	return f;
}

Ref joint_vectors_slope(struct Dag *dag, const struct JointVectors *v, const struct Carrying *by, int row)
{
	struct Vec e = vec_unit(dag, row % 3), swing = mat_column(&by->U, row % 3);
	if (row < 3)
		return vec_dot(dag, swing, v->row.lin);
	struct Vec psi = vec_cross(dag, by->w, e), a = vec_cross(dag, by->V, e);
	Ref turned = vec_dot(dag, swing, v->row.ang), drawn = vec_dot(dag, a, v->row.lin);
	Ref swept = vec_dot(dag, psi, v->b);
	return dag_add(dag, dag_add(dag, turned, drawn), swept);
}

struct JointVectors joint_vectors_shift(struct Dag *dag, struct Vec p, struct Vec u, struct JointVectors v)
{
	v.row = force_shift(dag, p, v.row);
	v.b = vec_add(dag, v.b, vec_cross(dag, u, v.row.lin));
	v.column = force_shift(dag, p, v.column);
	v.moved = force_shift(dag, p, v.moved);
	return v;
}
