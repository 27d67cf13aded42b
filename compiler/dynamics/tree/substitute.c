/* Inputs replaced by zero or by other values. For example, `gravity` is rnea without velocities, accelerations and
 * wrenches. The constructors of the DAG recompute the dependent values, so zeros vanish. */
#include "substitute.h"
#include "state_space.h"

static void visit_wrench(struct Replacing *h, struct Spatial *f,
                         void (*visit)(struct Replacing *h, Ref *value, size_t count))
{
	visit(h, f->lin.e, 3);
	visit(h, f->ang.e, 3);
}

/* Visits the values of a tree that depend on velocities or accelerations, range by range. */
static void each_value(struct Tree *tree, struct Replacing *h,
                       void (*visit)(struct Replacing *h, Ref *value, size_t count))
{
	for (int i = 0; i < tree->links; i++) {
		size_t columns = (size_t)link_columns(&tree->link[i]);
		visit(h, tree->link[i].yd, columns);
		visit(h, tree->link[i].ydd, columns);
		if (tree->link[i].lawful) {
			visit_wrench(h, &tree->link[i].f_ext, visit);
			visit_wrench(h, &tree->link[i].law, visit);
			visit_wrench(h, &tree->link[i].known, visit);
		}
	}
	for (int i = 0; i < tree->laws; i++) {
		visit_wrench(h, &tree->law[i].world, visit);
		visit(h, tree->law[i].arm.e, 3);
	}
	for (int i = 0; i < tree->reactions && tree->laws; i++)
		visit_wrench(h, &tree->reaction[i].f_ext, visit);
	for (int i = 0; i < tree->points; i++) {
		struct PointMotion *motion = &tree->point[i].motion;
		size_t axes = tree->point[i].mass ? 3 : 0;
		visit(h, motion->rate.e, axes);
		visit(h, motion->V.e, axes);
		visit(h, &motion->U.e[0][0], axes * axes);
	}
	for (int i = 0; i < tree->terms; i++) {
		visit(h, &tree->term[i].rate, 1);
		visit(h, &tree->term[i].acceleration, 1);
		visit(h, &tree->term[i].resistance, 1);
	}
}

void values_normalize(const struct Tree *tree, Ref *value, size_t count)
{
	struct Dag *dag = tree->dag;
	struct Replacing h = replacing_of(dag, 0);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (input_is_coordinates(i)) {
			Ref *unit = ARENA_ARRAY(dag->arena, Ref, tree->nq);
			tree_normalize(dag, tree, tree_input(dag, (enum Input)i, tree->nq), unit);
			h.inputs |= INPUT_BIT(i);
			h.instead[i] = unit;
		}
	replacing_values(&h, value, count);
}

static struct Tree *computed_anew(const struct Tree *tree, struct Replacing h)
{
	struct Dag *dag = tree->dag;
	struct Tree *held = tree_copy(tree, dag);
	held->term = ARENA_ARRAY(dag->arena, struct JointSpaceTerm, tree->terms);
	held->point = ARENA_ARRAY(dag->arena, struct TreePoint, tree->points);
	for (int i = 0; i < tree->points; i++)
		held->point[i] = tree->point[i];
	for (int i = 0; i < tree->terms; i++)
		held->term[i] = tree->term[i];
	each_value(held, &h, replacing_want);
	replacing_compute(&h);
	each_value(held, &h, replacing_take);
	return held;
}

const struct Tree *tree_substitute(const struct Tree *tree, enum Input array, const Ref *instead)
{
	return computed_anew(tree, replacing_with(tree->dag, array, instead));
}

const struct Tree *tree_zero_inputs(const struct Tree *tree, uint64_t inputs)
{
	if (!inputs)
		return tree;
	struct Dag *dag = tree->dag;
	struct Tree *held = computed_anew(tree, replacing_of(dag, inputs));
	for (int i = 0; i < tree->links && inputs >> INPUT_F_EXT & 1; i++)
		if (!held->link[i].lawful) /* else only the inputs in it are zero */
			held->link[i].f_ext = spatial_zero(dag);
	for (int i = 0; i < tree->reactions && !tree->laws && inputs >> INPUT_F_EXT & 1; i++)
		held->reaction[i].f_ext = spatial_zero(dag);
	return held;
}

struct Tree *tree_weightless(const struct Tree *tree)
{
	struct Tree *copy = tree_copy(tree, tree->dag);
	copy->gravity = vec_const(tree->dag, 0, 0, 0);
	copy->laws = 0;
	for (int i = 0; i < tree->links; i++) {
		copy->link[i].f_ext = spatial_zero(tree->dag);
		copy->link[i].lawful = false;
	}
	return copy;
}
