/* The shapes of dyads. A is joint 0, C joint 2, P joint 1; r = C - A in the plane; u a unit vector along a link. Velocities
 * are those by one coordinate of the bases. Each rate has the numerator of implicit differentiation over one denominator,
 * the root of `place`, so no root is differentiated:
 *     w = N / D,  dw/dq = (dN/dq - w dD/dq) / D. */
#include "dyad.h"

#include <string.h>

/* w = N / D by each coordinate, with its derivatives, from those of D. */
static void make_rates(const struct Dyad *dyad, const Ref *N, Ref over, const Ref *D_rate, Ref *w)
{
	struct Dag *dag = dyad->dag;
	for (int i = 0; i < dyad->ons; i++)
		for (int j = 0; j < dyad->ons; j++) {
			Ref by = dag_input(dag, INPUT_Q, (uint32_t)dyad->on[j].q);
			Ref N_slope = dag_derivative(dag, N[i], by);
			Ref less = dag_sub(dag, N_slope, dag_mul(dag, w[i], D_rate[j]));
			dag_give_slope(dag, w[i], by, dag_mul(dag, less, over));
		}
}

static void give_slope(const struct Dyad *dyad, Ref value, int i, Ref slope)
{
	dag_give_slope(dyad->dag, value, dag_input(dyad->dag, INPUT_Q, (uint32_t)dyad->on[i].q), slope);
}

/* Gives a unit vector that turns with w its derivative, i w u. */
static void give_turning(const struct Dyad *dyad, struct Planar unit, int i, Ref w)
{
	struct Planar rate = planar_scale(dyad->dag, w, planar_ahead(unit));
	give_slope(dyad, unit.x, i, rate.x);
	give_slope(dyad, unit.y, i, rate.y);
}

static Ref *by_coordinate(const struct Dyad *dyad)
{
	return ARENA_ARRAY(dyad->dag->arena, Ref, dyad->ons);
}

/* Link k as a vector in its own axes, from the joint of its base to joint 1. */
static struct Planar link_vector(const struct Dyad *dyad, int k)
{
	const struct DyadJoint *outer = &dyad->joint[2 * k], *inner = &dyad->joint[1];
	return planar_sub(dyad->dag, inner->point[k], outer->point[1 - k]);
}

/* Turn that lays link k, a vector in its own axes, along a unit vector. */
static struct Planar laid_along(struct Dag *dag, struct Planar unit, struct Planar link, Ref length)
{
	Ref over = dag_over(dag, 1, length);
	return planar_turn(dag, unit, planar_back(planar_scale(dag, over, link)));
}

/* Takes A in the plane of base 0 and C in that of base 1, and finds r in the axes of both. */
static void place_ends(struct Dyad *dyad, struct Planar A, struct Planar C)
{
	struct Dag *dag = dyad->dag;
	struct DyadValues *v = &dyad->value;
	v->end[0] = A;
	v->end[1] = C;
	v->r[0] = planar_sub(dag, dyad_see(dyad, 1, dyad_lift(dyad, 1, C), 0, false), A);
	v->r[1] = planar_sub(dag, C, dyad_see(dyad, 0, dyad_lift(dyad, 0, A), 1, false));
}

static Ref divided(struct Dag *dag, Ref value, Ref length)
{
	return dag_mul(dag, dag_over(dag, 1, length), value);
}

/* Root of a square, with the sign of the branch. */
static Ref branch_root(const struct Dyad *dyad, Ref square)
{
	Ref root = dag_sqrt(dyad->dag, square);
	return dyad->branch < 0 ? dag_neg(root) : root;
}

/* --- three turns: the four-bar --- */

/* With lengths a, b of the links and s = root a, U2 = a u2 = k r + s i r and U3 = b u3 = U2 - r, where
 *     k = 1/2 + (a^2 - b^2) / (2 r.r),  s^2 = a^2 / r.r - k^2.
 * Between the links U2.U3 = (a^2 + b^2 - r.r) / 2 and U2 x U3 = s r.r. */
static void place_turns(struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	struct DyadValues *v = &dyad->value;
	struct Planar link[2];
	for (int k = 0; k < 2; k++)
		link[k] = link_vector(dyad, k);
	place_ends(dyad, dyad->joint[0].point[0], dyad->joint[2].point[1]);
	v->square = dyad_square(dyad);
	for (int k = 0; k < 2; k++)
		v->length[k] = planar_length(dag, link[k]);
	Ref a = v->length[0], b = v->length[1], two = dag_const(dag, 2);
	Ref over = dag_over(dag, 1, v->square), ratio = dag_div(dag, a, b);
	Ref squares = dag_sub_products(dag, a, a, b, b), a2 = dag_mul(dag, two, a), b2 = dag_mul(dag, two, b);
	Ref k = dag_mul(dag, dag_div(dag, squares, a2), over), k3 = dag_mul(dag, dag_div(dag, squares, b2), over);
	k = dag_add(dag, k, dag_over(dag, 1, a2));
	k3 = dag_sub(dag, k3, dag_over(dag, 1, b2));
	v->root = branch_root(dyad, dag_sub(dag, over, dag_mul(dag, k, k)));
	struct Planar across = planar_scale(dag, v->root, planar_ahead(v->r[0]));
	v->unit[0] = planar_add(dag, planar_scale(dag, k, v->r[0]), across);
	across = planar_scale(dag, dag_mul(dag, ratio, v->root), planar_ahead(v->r[1]));
	v->unit[1] = planar_add(dag, planar_scale(dag, k3, v->r[1]), across);
	dyad->joint[0].turn = laid_along(dag, v->unit[0], link[0], a);
	dyad->joint[2].turn = planar_back(laid_along(dag, v->unit[1], link[1], b));
	/* u2 and u3 from each other */
	Ref both = dag_mul(dag, two, dag_mul(dag, a, b)), sum = dag_add_products(dag, a, a, b, b);
	Ref x = divided(dag, dag_sub(dag, sum, v->square), both);
	struct Planar between = { x, divided(dag, dag_mul(dag, v->root, v->square), b) };
	struct Planar first = planar_scale(dag, dag_over(dag, 1, a), link[0]);
	dyad->joint[1].turn = planar_turn(dag, first, laid_along(dag, between, link[1], b));
}

/* u3 in the axes of base 0, from U3 = U2 - r. */
static struct Planar second_in_first(const struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	const struct DyadValues *v = &dyad->value;
	struct Planar all = planar_sub(dag, planar_scale(dag, v->length[0], v->unit[0]), v->r[0]);
	return planar_scale(dag, dag_over(dag, 1, v->length[1]), all);
}

/* r' = w2 i U2 - w3 i U3 gives w2 = r'.U3 / D and w3 = r'.U2 / D with D = U2 x U3, each in the axes of its base. Both
 * are doubled, since the derivative of 2 D is (w3 - w2) 2 U2.U3 without a factor; and D = a root r.r. */
static void move_turns(struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	const struct DyadValues *v = &dyad->value;
	bool last = dyad->joint[2].body < 0; /* then nothing else needs the axes of base 1 */
	Ref a = v->length[0], b = v->length[1], *N2 = by_coordinate(dyad), *N3 = by_coordinate(dyad);
	Ref *w2 = by_coordinate(dyad), *w3 = by_coordinate(dyad), *D_rate = by_coordinate(dyad);
	Ref across = dag_mul(dag, v->root, v->square);
	Ref over = dag_div(dag, dag_over(dag, 0.5, a), across), two = dag_const(dag, 2);
	Ref along = dag_sub(dag, dag_add_products(dag, a, a, b, b), v->square);
	struct Planar second = last ? second_in_first(dyad) : v->unit[1];
	struct Planar C = last ? planar_add(dag, v->end[0], v->r[0]) : v->end[1];
	for (int i = 0; i < dyad->ons; i++) {
		struct Planar seen = dyad_velocity(dyad, i, C, !last);
		Ref dot = planar_dot(dag, seen, second);
		N2[i] = dag_mul(dag, dag_mul(dag, two, b), dot);
		seen = dyad_velocity(dyad, i, v->end[0], 0);
		dot = planar_dot(dag, seen, v->unit[0]);
		N3[i] = dag_mul(dag, dag_mul(dag, two, a), dot);
		w2[i] = dag_mul(dag, N2[i], over);
		w3[i] = dag_mul(dag, N3[i], over);
		Ref between = dag_sub(dag, dag_add(dag, dyad_turning(dyad, i), w3[i]), w2[i]);
		D_rate[i] = dag_mul(dag, between, along);
		give_turning(dyad, v->unit[0], i, w2[i]);
		give_turning(dyad, v->unit[1], i, w3[i]);
		dyad->joint[0].rate[i] = w2[i];
		dyad->joint[1].rate[i] = between;
		dyad->joint[2].rate[i] = dag_neg(w3[i]);
	}
	make_rates(dyad, N2, over, D_rate, w2);
	make_rates(dyad, N3, over, D_rate, w3);
}

/* --- two turns and a slide on a base: slider and crank --- */

/* Rate of a displacement along u: r'.u + e w, of points e aside of each other that turn with w. */
static Ref advance_along(struct Dag *dag, struct Planar u, struct Planar seen, Ref e, Ref w)
{
	Ref turned = dag_mul(dag, e, w);
	return dag_add(dag, planar_dot(dag, u, seen), turned);
}

/* The slide is along u of base 1, so U2 = r + d u with its displacement d. With e = u x r
 *     d + u.r = a root,  root^2 = 1 - e^2 / a^2,  u2 = root u + e/a i u. */
static void place_slide_last(struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	struct DyadValues *v = &dyad->value;
	struct DyadJoint *joint = dyad->joint;
	struct Planar link = link_vector(dyad, 0), u = joint[2].along[1], turn = planar_back(joint[2].zero);
	struct Planar arm = planar_turn(dag, turn, planar_sub(dag, joint[1].point[1], joint[2].point[0]));
	place_ends(dyad, joint[0].point[0], planar_add(dag, joint[2].point[1], arm));
	Ref a = v->length[0] = planar_length(dag, link), one = dag_const(dag, 1);
	v->aside = divided(dag, planar_cross(dag, u, v->r[1]), a);
	v->root = branch_root(dyad, dag_sub(dag, one, dag_mul(dag, v->aside, v->aside)));
	Ref along = planar_dot(dag, u, v->r[1]);
	v->slide = dag_sub(dag, dag_mul(dag, a, v->root), along);
	const struct Planar axis[2] = { dyad_see(dyad, 1, dyad_lift(dyad, 1, u), 0, true), u };
	for (int base = 0; base < 2; base++) { /* u2 in the axes of both */
		struct Planar across = planar_scale(dag, v->aside, planar_ahead(axis[base]));
		v->unit[base] = planar_add(dag, planar_scale(dag, v->root, axis[base]), across);
	}
	joint[0].turn = laid_along(dag, v->unit[0], link, a);
	joint[1].turn = planar_turn(dag, planar_back(laid_along(dag, v->unit[1], link, a)), turn);
	joint[2].slide = dag_neg(v->slide);
}

/* In base 1, r' + d' u = w i U2 gives w = u x r' / (a root) and d' = -u.r' - e w; and root' = -e/a w. */
static void move_slide_last(struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	const struct DyadValues *v = &dyad->value;
	struct Planar u = dyad->joint[2].along[1], A = planar_sub(dag, v->end[1], v->r[1]);
	Ref *N = by_coordinate(dyad), *w = by_coordinate(dyad), *D_rate = by_coordinate(dyad);
	Ref over = dag_over(dag, 1, v->root), e = planar_cross(dag, u, v->r[1]);
	for (int i = 0; i < dyad->ons; i++) {
		struct Planar seen = dyad_velocity(dyad, i, A, 1);
		N[i] = divided(dag, planar_cross(dag, u, seen), v->length[0]);
		w[i] = dag_mul(dag, N[i], over);
		D_rate[i] = dag_neg(dag_mul(dag, v->aside, w[i]));
		Ref advance = advance_along(dag, u, seen, e, w[i]); /* -d' */
		dyad->joint[0].rate[i] = dag_add(dag, w[i], dyad_turning(dyad, i));
		dyad->joint[1].rate[i] = dag_neg(w[i]);
		dyad->joint[2].rate[i] = advance;
		give_turning(dyad, v->unit[0], i, dyad->joint[0].rate[i]);
		give_turning(dyad, v->unit[1], i, w[i]);
		give_slope(dyad, v->root, i, D_rate[i]);
	}
	make_rates(dyad, N, over, D_rate, w);
}

/* --- a slide between two turns: the cylinder --- */

/* The slide is along u of link 1, and r = L u + t i u with a constant t: L^2 = r.r - t^2, u = r (L - i t) / r.r. */
static void place_slide_between(struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	struct DyadValues *v = &dyad->value;
	struct DyadJoint *joint = dyad->joint;
	struct Planar u = joint[1].along[0];
	struct Planar arm = planar_turn(dag, joint[1].zero, planar_sub(dag, joint[2].point[0], joint[1].point[1]));
	arm = planar_add(dag, planar_sub(dag, joint[1].point[0], joint[0].point[1]), arm);
	place_ends(dyad, joint[0].point[0], joint[2].point[1]);
	v->square = dyad_square(dyad);
	v->aside = planar_cross(dag, u, arm);
	v->root = branch_root(dyad, dag_sub(dag, v->square, dag_mul(dag, v->aside, v->aside)));
	bool centred = dag_is_zero(dag, v->aside);
	Ref over = dag_over(dag, 1, centred ? v->root : v->square);
	struct Planar turn = { v->root, dag_neg(v->aside) };
	for (int base = 0; base < 2; base++) {
		struct Planar ahead = centred ? v->r[base] : planar_turn(dag, turn, v->r[base]);
		v->unit[base] = planar_scale(dag, over, ahead);
	}
	joint[0].turn = planar_turn(dag, v->unit[0], planar_back(u));
	joint[1].slide = dag_sub(dag, v->root, planar_dot(dag, u, arm));
	struct Planar last = planar_turn(dag, planar_turn(dag, v->unit[1], planar_back(u)), joint[1].zero);
	joint[2].turn = planar_back(last);
}

/* r' = L' u + w (L i u - t u) gives w = u x r' / L and L' = u.r' + t w. */
static void move_slide_between(struct Dyad *dyad)
{
	struct Dag *dag = dyad->dag;
	const struct DyadValues *v = &dyad->value;
	struct Planar C = planar_add(dag, v->end[0], v->r[0]);
	Ref *N = by_coordinate(dyad), *w = by_coordinate(dyad), over = dag_over(dag, 1, v->root);
	for (int i = 0; i < dyad->ons; i++) {
		struct Planar seen = dyad_velocity(dyad, i, C, 0);
		N[i] = planar_cross(dag, v->unit[0], seen);
		w[i] = dag_mul(dag, N[i], over);
		Ref advance = advance_along(dag, v->unit[0], seen, v->aside, w[i]);
		dyad->joint[0].rate[i] = w[i];
		dyad->joint[1].rate[i] = advance;
		dyad->joint[2].rate[i] = dag_sub(dag, dyad_turning(dyad, i), w[i]);
		give_turning(dyad, v->unit[0], i, w[i]);
		give_turning(dyad, v->unit[1], i, dag_neg(dyad->joint[2].rate[i]));
		give_slope(dyad, v->root, i, advance);
	}
	make_rates(dyad, N, over, dyad->joint[1].rate, w);
}

static const struct DyadShape shapes[] = {
	{ { false, false, false }, place_turns, move_turns },
	{ { false, false, true }, place_slide_last, move_slide_last },
	{ { false, true, false }, place_slide_between, move_slide_between },
};

const struct DyadShape *dyad_shape_find(const bool slides[DYAD_JOINTS])
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (memcmp(shapes[i].slides, slides, sizeof shapes[i].slides) == 0)
			return &shapes[i];
	return NULL;
}
