/* Inputs replaced by zero or by other values. For example, `gravity` is rnea without velocities, accelerations and
 * wrenches. The constructors of the DAG recompute the dependent values, so zeros vanish. */
#include "substitute.h"
#include "state_space.h"
#include "tangent.h"

#include <string.h>

struct Holding {
	struct Dag *dag;
	uint64_t inputs;
	const Ref *instead[INPUT_COUNT]; /* values for the elements of `inputs`; NULL: zero */
	bool *wanted;                    /* by node: is it an operand of a wanted node, or a result? */
	Ref *now;
	uint32_t count;
};

static Ref held_node(struct Holding *h, uint32_t n)
{
	const struct Node node = h->dag->item[n];
	if (node.op == OP_CONST)
		return 2 * n;
	if (node.op == OP_INPUT && h->inputs >> node.operand[0] & 1) {
		const Ref *instead = h->instead[node.operand[0]];
		return instead ? instead[node.operand[1]] : dag_const(h->dag, 0);
	}
	if (node.op == OP_INPUT)
		return 2 * n;
	Ref operand[OPERANDS] = { 0 };
	for (int k = 0; k < node_arity(&node); k++)
		operand[k] = h->now[ref_node(node.operand[k])] ^ (node.operand[k] & 1);
	return dag_op(h->dag, (enum Op)node.op, operand);
}

static void want(struct Holding *h, Ref *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		h->wanted[ref_node(value[i])] = true;
}

static void want_operands_of(struct Holding *h, uint32_t n)
{
	for (int k = 0; h->wanted[n] && k < node_arity(&h->dag->item[n]); k++)
		h->wanted[ref_node(h->dag->item[n].operand[k])] = true;
}

/* Operands come before the nodes that read them. */
static void want_operands(struct Holding *h)
{
	for (uint32_t n = h->count; n-- > 0;)
		want_operands_of(h, n);
}

/* Marks the operands of wanted nodes and recomputes these nodes. */
static void compute(struct Holding *h)
{
	want_operands(h);
	for (uint32_t n = 0; n < h->count; n++)
		if (h->wanted[n])
			h->now[n] = held_node(h, n);
}

static void take(struct Holding *h, Ref *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		value[i] = h->now[ref_node(value[i])] ^ (value[i] & 1);
}

static void visit_wrench(struct Holding *h, struct Spatial *f,
                         void (*visit)(struct Holding *h, Ref *value, size_t count))
{
	visit(h, f->lin.e, 3);
	visit(h, f->ang.e, 3);
}

/* Visits the values of a tree that depend on velocities or accelerations, range by range. */
static void each_value(struct Tree *tree, struct Holding *h, void (*visit)(struct Holding *h, Ref *value, size_t count))
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

/* Inputs become zero. */
static struct Holding holding_of(struct Dag *dag, uint64_t inputs)
{
	return (struct Holding){ .dag = dag,
		                 .inputs = inputs,
		                 .count = (uint32_t)dag->count,
		                 .wanted = ARENA_ARRAY(dag->arena, bool, dag->count),
		                 .now = ARENA_ARRAY(dag->arena, Ref, dag->count) };
}

static struct Holding holding_with(struct Dag *dag, enum Input array, const Ref *instead)
{
	struct Holding h = holding_of(dag, INPUT_BIT(array));
	h.instead[array] = instead;
	return h;
}

static void hold_values(struct Holding *h, Ref *value, size_t count)
{
	want(h, value, count);
	compute(h);
	take(h, value, count);
}

void values_substitute(struct Dag *dag, Ref *value, size_t count, enum Input array, const Ref *instead)
{
	struct Holding h = holding_with(dag, array, instead);
	hold_values(&h, value, count);
}

void values_normalize(const struct Tree *tree, Ref *value, size_t count)
{
	struct Dag *dag = tree->dag;
	struct Holding h = holding_of(dag, 0);
	for (int i = 0; i < INPUT_COUNT; i++)
		if (input_is_coordinates(i)) {
			Ref *unit = ARENA_ARRAY(dag->arena, Ref, tree->nq);
			tree_normalize(dag, tree, tree_input(dag, (enum Input)i, tree->nq), unit);
			h.inputs |= INPUT_BIT(i);
			h.instead[i] = unit;
		}
	hold_values(&h, value, count);
}

/* Nodes of `value` that depend on the input, in the order of the DAG: the others keep their places. */
struct Substitution {
	struct Holding h;
	enum Input array;
	Ref *value;
	uint32_t *node;
	size_t nodes;
};

static bool depends(const struct Holding *h, const bool *dependent, const struct Node *node)
{
	bool is = node->op == OP_INPUT && (h->inputs >> node->operand[0] & 1);
	for (int k = 0; k < node_arity(node); k++)
		is |= dependent[ref_node(node->operand[k])];
	return is;
}

/* Enters the wanted nodes that depend on the input, and clears their marks. */
static void enter_dependent(struct Substitution *s)
{
	struct Holding *h = &s->h;
	bool *dependent = ARENA_ARRAY(h->dag->arena, bool, h->count);
	for (uint32_t n = 0; n < h->count; n++) {
		dependent[n] = depends(h, dependent, &h->dag->item[n]);
		h->now[n] = 2 * n;
		if (h->wanted[n] && dependent[n]) {
			s->node[s->nodes++] = n;
			h->wanted[n] = false;
		}
	}
}

struct Substitution *substitution_make(struct Dag *dag, Ref *value, size_t count, enum Input array)
{
	struct Substitution *s = ARENA_NEW(dag->arena, struct Substitution);
	*s = (struct Substitution){ .h = holding_with(dag, array, NULL), .array = array, .value = value };
	s->node = ARENA_ARRAY(dag->arena, uint32_t, s->h.count);
	want(&s->h, value, count);
	want_operands(&s->h);
	enter_dependent(s);
	return s;
}

void substitution_values(struct Substitution *s, const Ref *instead, size_t count, Ref *to)
{
	struct Holding *h = &s->h;
	h->instead[s->array] = instead;
	want(h, s->value, count);
	for (size_t i = s->nodes; i-- > 0;)
		want_operands_of(h, s->node[i]);
	for (size_t i = 0; i < s->nodes; i++) {
		uint32_t n = s->node[i];
		if (h->wanted[n])
			h->now[n] = held_node(h, n);
		h->wanted[n] = false;
	}
	memcpy(to, s->value, count * sizeof *to);
	take(h, to, count);
}

void values_at_state(struct Dag *dag, Ref *value, size_t count, const Ref *q, const Ref *qd)
{
	struct Holding h = holding_of(dag, INPUT_BIT(INPUT_Q) | INPUT_BIT(INPUT_QD));
	h.instead[INPUT_Q] = q;
	h.instead[INPUT_QD] = qd;
	hold_values(&h, value, count);
}

static struct Tree *computed_anew(const struct Tree *tree, struct Holding h)
{
	struct Dag *dag = tree->dag;
	struct Tree *held = tree_copy(tree, dag);
	held->term = ARENA_ARRAY(dag->arena, struct JointSpaceTerm, tree->terms);
	held->point = ARENA_ARRAY(dag->arena, struct TreePoint, tree->points);
	for (int i = 0; i < tree->points; i++)
		held->point[i] = tree->point[i];
	for (int i = 0; i < tree->terms; i++)
		held->term[i] = tree->term[i];
	each_value(held, &h, want);
	compute(&h);
	each_value(held, &h, take);
	return held;
}

const struct Tree *tree_substitute(const struct Tree *tree, enum Input array, const Ref *instead)
{
	return computed_anew(tree, holding_with(tree->dag, array, instead));
}

const struct Tree *tree_zero_inputs(const struct Tree *tree, uint64_t inputs)
{
	if (!inputs)
		return tree;
	struct Dag *dag = tree->dag;
	struct Tree *held = computed_anew(tree, holding_of(dag, inputs));
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
