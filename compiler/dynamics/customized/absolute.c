#include "absolute.h"

#include "base/tuning.h"

/* --- differences of sums --- */

struct Terms {
	Ref item[DIFFERENCE_TERMS];
	int count;
};

/* Terms of a sum, each with its sign; a sum beyond the room stays one term. */
static void add_terms(const struct Dag *dag, Ref sum, struct Terms *terms, int room)
{
	const struct Node *node = &dag->item[ref_node(sum)];
	if (node->op != OP_ADD || room < 2) {
		terms->item[terms->count++] = sum;
		return;
	}
	add_terms(dag, node->operand[0] ^ (sum & 1), terms, room / 2);
	add_terms(dag, node->operand[1] ^ (sum & 1), terms, room - room / 2);
}

/* a - b without the terms that both sums have. */
static Ref difference(struct Dag *dag, Ref a, Ref b)
{
	struct Terms left = { .count = 0 }, taken = { .count = 0 };
	add_terms(dag, a, &left, DIFFERENCE_TERMS);
	add_terms(dag, b, &taken, DIFFERENCE_TERMS);
	int kept = 0;
	for (int n = 0; n < taken.count; n++) {
		int same = 0;
		while (same < left.count && left.item[same] != taken.item[n])
			same++;
		if (same == left.count)
			taken.item[kept++] = taken.item[n];
		else
			left.item[same] = left.item[--left.count];
	}
	if (kept == taken.count)
		return dag_sub(dag, a, b);
	Ref sum = dag_const(dag, 0);
	for (int n = 0; n < left.count; n++)
		sum = dag_add(dag, sum, left.item[n]);
	for (int n = 0; n < kept; n++)
		sum = dag_sub(dag, sum, taken.item[n]);
	return sum;
}

/* --- rates --- */

static bool turns_alone(const struct Link *link)
{
	return link->motion == LINK_ROTATE && link->map.entries == 1;
}

/* Can the link's joint be measured by its absolute angle? */
static bool can_be_absolute(const struct Tree *tree, int link)
{
	const struct Link *own = &tree->link[link];
	if (own->parent < 0)
		return false;
	const struct Link *parent = &tree->link[own->parent];
	return turns_alone(own) && turns_alone(parent) && own->axis == parent->axis &&
	       own->map.entry->gain == parent->map.entry->gain && own->map.entry->v > parent->map.entry->v &&
	       mat_is_identity(tree->dag, &own->at.R);
}

int *absolute_bases(struct Dag *dag, const struct Tree *tree, const struct Plan *plan)
{
	int *base = ARENA_ARRAY(dag->arena, int, tree->nv);
	for (int v = 0; v < tree->nv; v++)
		base[v] = -1;
	for (int i = 0; i < tree->links; i++)
		if (plan->link[i].absolute && can_be_absolute(tree, i))
			base[tree->link[i].map.entry->v] = tree->link[tree->link[i].parent].map.entry->v;
	return base;
}

/* Velocities in rising order: since p < v, column v is subtracted from column p before others are subtracted from column v. */
void absolute_take(struct Dag *dag, const int *base, int nv, Ref *column, int stride)
{
	for (int v = 0; v < nv; v++)
		if (base[v] >= 0)
			column[base[v] * stride] = difference(dag, column[base[v] * stride], column[v * stride]);
}

void absolute_return(struct Dag *dag, const int *base, int nv, Ref *rate)
{
	for (int v = nv - 1; v >= 0; v--)
		if (base[v] >= 0)
			rate[v] = dag_sub(dag, rate[v], rate[base[v]]);
}
