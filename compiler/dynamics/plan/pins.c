/* A point mass mu at the pin of a loop may belong to the body of A or to that of B: where the loop is closed, the origins of A and B are one
 * point, with one velocity and one acceleration. The link that gives mu chooses it so that its first moment h about its own joint has no part
 * along the vector p to the pin:
 *   turning about k: mu = h . p / p . p, both square to k   about a point: mu = h . p / p . p   sliding: mu = m.
 * h contains what regrouping hands to the link. A link that is given mass gives later than the giver, so masses of several pins add up. */
#include "pins.h"

#include <math.h>

#include "regroup.h"

/* A mass is not moved if it is out of proportion to the robot, or if it leaves less than this share of the giver's moments: the
 * difference would have few digits. */
static const double most_mass = 10, least_left = 1e-3;

/* --- pins --- */

static bool has_pin(const struct RowBlock *block)
{
	bool pin = block->kind && block->kind->linear == SPAN_ALL && !block->settles;
	for (int r = 0; r < block->rows && pin; r++)
		pin &= block->row[r].angular || !block->row[r].depends;
	return pin;
}

/* End of the block on the link: 0 is A, 1 is B; -1: none, or both. */
static int end_on(const struct Tree *tree, const struct RowBlock *block, int link)
{
	bool a = tree->site[block->a].link == link, b = tree->site[block->b].link == link;
	return a == b ? -1 : b;
}

/* Block of a link's pin, from 1; -1: there is none. */
static int block_of_pin(const struct Tree *tree, const struct RowSet *rows, int link, int pin)
{
	for (int i = 0; i < rows->blocks; i++)
		if (has_pin(&rows->block[i]) && end_on(tree, &rows->block[i], link) >= 0 && --pin == 0)
			return i;
	return -1;
}

int pins_of(const struct Tree *tree, const struct RowSet *rows, int link)
{
	int count = 0;
	while (rows && block_of_pin(tree, rows, link, count + 1) >= 0)
		count++;
	return count;
}

bool pins_chosen(const struct Plan *plan, int links)
{
	bool any = false;
	for (int i = 0; i < links; i++)
		any |= plan->link[i].pin > 0;
	return any;
}

/* --- one mass --- */

struct Giver {
	int link, block;
	int from; /* its end of the block: 0 is A, 1 is B */
	bool done;
};

static const struct Site *end_site(const struct Tree *tree, const struct Giver *giver, bool own)
{
	const struct RowBlock *block = &tree->rows->block[giver->block];
	return &tree->site[(giver->from == 1) == own ? block->b : block->a];
}

/* A vector without its part along the axis of a turning link. */
static struct Vec across(struct Dag *dag, const struct Link *link, struct Vec v)
{
	if (link->motion == LINK_ROTATE)
		v.e[link->axis] = dag_const(dag, 0);
	return v;
}

/* The mass that the link gives, from its regrouped moments. */
static Ref mass_given(struct Dag *dag, const struct Link *link, struct Vec p)
{
	if (link->motion == LINK_TRANSLATE)
		return link->mass.m;
	struct Vec h = across(dag, link, link->mass.h);
	p = across(dag, link, p);
	Ref square = vec_dot(dag, p, p);
	if (link->motion == LINK_FREE || !dag_is_const(dag, square) || dag_is_zero(dag, square))
		return dag_const(dag, 0);
	return dag_div(dag, vec_dot(dag, h, p), square);
}

static struct Moments point_mass(struct Dag *dag, Ref mass, struct Vec at)
{
	struct Moments point = moments_zero(dag);
	point.m = mass;
	return moments_shift(dag, at, point);
}

/* Moment of inertia about a turning link's axis, or about its origin, or the mass of a sliding link; of regrouped moments. */
static double moved_inertia(struct Dag *dag, const struct Link *link, const struct Moments *mass)
{
	Ref sum = link->motion == LINK_TRANSLATE ? mass->m : dag_const(dag, 0);
	for (int i = 0; i < 3 && link->motion != LINK_TRANSLATE; i++)
		if (link->motion != LINK_ROTATE || i != link->axis)
			sum = dag_add(dag, sum, mass->D.e[i][i]);
	return dag_is_const(dag, sum) ? dag_value(dag, sum) : NAN;
}

/* Does the mass keep the digits of the giver's moments? */
static bool keeps_digits(struct Dag *dag, const struct Link *link, Ref mass, struct Vec p, double total)
{
	if (!dag_is_const(dag, mass) || dag_is_zero(dag, mass) || !(fabs(dag_value(dag, mass)) <= most_mass * total))
		return false;
	struct Moments left = moments_add(dag, link->mass, point_mass(dag, dag_neg(mass), p));
	double before = moved_inertia(dag, link, &link->mass), after = moved_inertia(dag, link, &left);
	return link->motion == LINK_TRANSLATE ? before > 0 : fabs(after) > least_left * fabs(before);
}

static void put_mass(struct Tree *tree, const struct Site *site, Ref mass)
{
	struct Moments *to = site->link < 0 ? &tree->ground : &tree->link[site->link].mass;
	*to = moments_add(tree->dag, *to, point_mass(tree->dag, mass, site->at.p));
}

static void give(struct Tree *tree, const struct Giver *giver, double total)
{
	const struct Plan none = { .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
	struct Dag *dag = tree->dag;
	struct Tree *base = tree_copy(tree, dag);
	regroup_moments(base, &none);
	struct Vec p = end_site(tree, giver, true)->at.p;
	Ref mass = mass_given(dag, &base->link[giver->link], p), *moved = &tree->moved[giver->block];
	if (!keeps_digits(dag, &base->link[giver->link], mass, p, total))
		return;
	put_mass(tree, end_site(tree, giver, true), dag_neg(mass));
	put_mass(tree, end_site(tree, giver, false), mass);
	*moved = dag_add(dag, *moved, giver->from == 0 ? mass : dag_neg(mass));
}

/* --- all masses --- */

/* Masses of articulated joints stay: their pivots are positive for masses of bodies only. So do masses where rows brace M. */
static bool may_move(const struct Tree *tree, const struct Plan *plan)
{
	bool may = tree->rows && !(tree->rows->found->stiffness > 0);
	for (int i = 0; i < tree->links; i++)
		may &= !plan->link[i].articulate;
	return may;
}

static int list_givers(const struct Tree *tree, const struct Plan *plan, struct Giver *giver)
{
	int count = 0;
	for (int i = 0; i < tree->links; i++) {
		int block = plan->link[i].pin ? block_of_pin(tree, tree->rows, i, plan->link[i].pin) : -1;
		if (block >= 0)
			giver[count++] = (struct Giver){ i, block, end_on(tree, &tree->rows->block[block], i), false };
	}
	return count;
}

/* The next giver: a body to which no body left gives mass, if there is any. */
static struct Giver *next_giver(const struct Tree *tree, struct Giver *giver, int count)
{
	struct Giver *first = NULL;
	for (int i = 0; i < count; i++) {
		bool waits = giver[i].done;
		for (int k = 0; k < count && !waits; k++)
			waits = !giver[k].done && k != i && end_site(tree, &giver[k], false)->link == giver[i].link;
		if (!waits)
			return &giver[i];
		if (!first && !giver[i].done)
			first = &giver[i];
	}
	return first;
}

void pins_move(struct Tree *tree, const struct Plan *plan)
{
	struct Giver *giver = ARENA_ARRAY(tree->dag->arena, struct Giver, tree->links), *next;
	int givers = may_move(tree, plan) ? list_givers(tree, plan, giver) : 0;
	double total = regroup_total_mass(tree);
	tree->moved = NULL;
	if (!givers)
		return;
	tree->moved = ARENA_ARRAY(tree->dag->arena, Ref, tree->rows->blocks);
	dag_zeros(tree->dag, tree->moved, tree->rows->blocks);
	while ((next = next_giver(tree, giver, givers))) {
		give(tree, next, total);
		next->done = true;
	}
}
