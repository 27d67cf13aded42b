/* Components of vectors that turn: s x + c y with s, c of one angle, whose partner c x - s y is a node too. */
#include "sweep.h"

/* The factor of a product that is op(angle), and the other factor with the sign of the product. */
struct TurnedTerm {
	Ref trigonometric, other, angle;
};

static bool turned_term(const struct Dag *dag, Ref product, enum Op op, int which, struct TurnedTerm *term)
{
	const struct Node *node = &dag->item[ref_node(product)];
	if (node->op != OP_MUL)
		return false;
	Ref factor = node->operand[which];
	const struct Node *own = &dag->item[ref_node(factor)];
	if (own->op != op)
		return false;
	Ref sign = (product ^ factor) & 1;
	*term = (struct TurnedTerm){ factor & ~(Ref)1, node->operand[1 - which] ^ sign, own->operand[0] };
	return true;
}

/* Are x and y cosine and sine, in some order, of a second angle? */
static void find_other(const struct Dag *dag, struct TurnedPair *pair)
{
	const struct Node *x = &dag->item[ref_node(pair->x)], *y = &dag->item[ref_node(pair->y)];
	bool cosine_first = x->op == OP_COS && y->op == OP_SIN, sine_first = x->op == OP_SIN && y->op == OP_COS;
	pair->sum = (cosine_first || sine_first) && x->operand[0] == y->operand[0];
	pair->other = pair->sum ? x->operand[0] : pair->angle;
	pair->against = ((pair->x ^ pair->y) & 1) != sine_first;
}

/* Is it made of these two products? */
static bool make_pair(struct Dag *dag, const struct Below *below, const struct TurnedTerm *sine,
                      const struct TurnedTerm *cosine, struct TurnedPair *pair)
{
	if (sine->angle != cosine->angle)
		return false;
	*pair = (struct TurnedPair){ .s = sine->trigonometric,
		                     .c = cosine->trigonometric,
		                     .x = sine->other,
		                     .y = cosine->other,
		                     .angle = sine->angle };
	pair->partner = dag_sub_products(dag, pair->c, pair->x, pair->s, pair->y);
	if (ref_node(pair->partner) >= below->count || !below->live[ref_node(pair->partner)])
		return false;
	find_other(dag, pair);
	return true;
}

bool turned_pair(struct Dag *dag, const struct Below *below, uint32_t n, struct TurnedPair *pair)
{
	const struct Node node = dag->item[n];
	struct TurnedTerm sine, cosine;
	if (node.op != OP_ADD)
		return false;
	for (int way = 0; way < 8; way++) { /* which summand has the sine, and which factors they are */
		Ref first = node.operand[way & 1], second = node.operand[!(way & 1)];
		if (turned_term(dag, first, OP_SIN, way >> 1 & 1, &sine) &&
		    turned_term(dag, second, OP_COS, way >> 2, &cosine) && make_pair(dag, below, &sine, &cosine, pair))
			return true;
	}
	return false;
}
