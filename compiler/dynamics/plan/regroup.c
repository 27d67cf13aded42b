/* Base parameters: mass properties are handed to the parent if they would move in the same way as part of it, from the
 * tips to the root; the root's go to the world (Gautier & Khalil 1990; Khalil & Dombre, ch. 9). For a turning link
 * these are the masses on its axis: D_zz, h_z and m. For a sliding link it is D, since a pure second moment does not
 * depend on the position. For a spherical link it is a mass at the centre. */
#include "regroup.h"

#include <math.h>

#include "dag/default_values.h"

/* Mass properties for the parent, in the joint frame. They leave the link. */
static struct Moments hand_over(struct Dag *dag, struct Link *link)
{
	struct Moments given = moments_zero(dag), *own = &link->mass;
	Ref zero = dag_const(dag, 0);
	int k = link->axis;
	switch (link->motion) {
	case LINK_ROTATE:
		given.m = own->m;
		given.h.e[k] = own->h.e[k];
		given.D.e[k][k] = own->D.e[k][k];
		own->m = own->h.e[k] = own->D.e[k][k] = zero;
		break;
	case LINK_TRANSLATE:
		given.D = own->D;
		own->D = mat_zero(dag);
		break;
	case LINK_SPHERICAL:
		given.m = own->m;
		own->m = zero;
		break;
	case LINK_FREE: break;
	}
	return given;
}

/* Mass retained in a child for a zero in the first moment of its parent. Nothing is retained if the mass would be out
 * of proportion, since the difference of large masses has few digits. */
static void keep_mass(struct Tree *tree, int child, enum RetainedMass retained_mass, double total)
{
	const double most = 10;
	struct Dag *dag = tree->dag;
	struct Link *link = &tree->link[child], *parent = &tree->link[link->parent];
	int k = retained_mass == RETAINED_FOR_X ? 0 : retained_mass == RETAINED_FOR_Y ? 1 : 2;
	if (link->motion != LINK_ROTATE || dag_is_zero(dag, link->at.p.e[k]))
		return;
	if (!dag_is_const(dag, link->at.p.e[k])) /* a parameter: it could be 0 */
		return;
	Ref mass = dag_div(dag, parent->mass.h.e[k], link->at.p.e[k]);
	if (!(fabs(dag_default_value(dag, mass)) <= most * total) || dag_is_zero(dag, mass))
		return;
	struct Moments point = moments_zero(dag);
	point.m = dag_neg(mass);
	parent->mass = moments_add(dag, parent->mass, moments_shift(dag, link->at.p, point));
	parent->mass.h.e[k] = dag_const(dag, 0);
	link->mass.m = mass;
}

static double total_mass(const struct Tree *tree)
{
	double sum = 0;
	for (int i = 0; i < tree->links; i++)
		sum += fabs(dag_default_value(tree->dag, tree->link[i].mass.m));
	return sum;
}

void regroup_moments(struct Tree *tree, const struct Plan *plan)
{
	struct Dag *dag = tree->dag;
	double total = total_mass(tree);
	/* by link: the child with its retained mass, index + 1; 0: none */
	int *keeper = ARENA_ARRAY(dag->arena, int, tree->links);
	for (int i = tree->links - 1; i >= 0; i--) {
		struct Link *link = &tree->link[i];
		link->mass = moments_clean(dag, link->mass);
		if (keeper[i])
			keep_mass(tree, keeper[i] - 1, (enum RetainedMass)plan->link[keeper[i] - 1].retained_mass,
			          total);
		struct Moments given = hand_over(dag, link);
		if (link->parent < 0) {
			tree->ground = moments_add(dag, tree->ground, moments_out(dag, &link->at, &given));
			continue;
		}
		struct Link *parent = &tree->link[link->parent];
		parent->mass = moments_add(dag, parent->mass, moments_out(dag, &link->at, &given));
		if (plan->link[i].retained_mass != RETAINED_NOTHING)
			keeper[link->parent] = i + 1;
	}
}
