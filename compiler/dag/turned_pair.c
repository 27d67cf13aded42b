/* Components of vectors that turn: s x + c y with s, c of one angle. If the partner c x - s y is a node too, one of x and y
 * may be 0. */
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

static bool is_below(const struct Below *below, Ref a)
{
	return ref_node(a) < below->count && below->live[ref_node(a)];
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
	pair->apart = !is_below(below, pair->partner);
	return true;
}

/* A component s x or c x of a vector along an axis. */
static bool single(struct Dag *dag, const struct Below *below, uint32_t n, struct TurnedPair *pair)
{
	Ref zero = dag_const(dag, 0);
	struct TurnedTerm term;
	for (int way = 0; way < 4; way++) {
		bool sine = way & 1;
		if (!turned_term(dag, 2 * n, sine ? OP_SIN : OP_COS, way >> 1, &term))
			continue;
		Ref other = sine ? dag_cos(dag, term.angle) : dag_sin(dag, term.angle);
		*pair = (struct TurnedPair){ .x = zero, .y = zero, .s = zero, .c = zero, .angle = term.angle };
		*(sine ? &pair->s : &pair->c) = term.trigonometric;
		*(sine ? &pair->x : &pair->y) = term.other;
		pair->partner = dag_mul(dag, sine ? other : dag_neg(other), term.other);
		if (is_below(below, pair->partner))
			return true;
	}
	return false;
}

bool turned_pair(struct Dag *dag, const struct Below *below, uint32_t n, struct TurnedPair *pair)
{
	const struct Node node = dag->item[n];
	struct TurnedTerm sine, cosine;
	if (node.op == OP_MUL)
		return single(dag, below, n, pair);
	if (node.op != OP_ADD)
		return false;
	bool found = false;
	for (int way = 0; way < 8; way++) { /* summand with the sine; places of sine and cosine among their factors */
		Ref first = node.operand[way & 1], second = node.operand[!(way & 1)];
		struct TurnedPair tried;
		if (!turned_term(dag, first, OP_SIN, way >> 1 & 1, &sine) ||
		    !turned_term(dag, second, OP_COS, way >> 2, &cosine) ||
		    !make_pair(dag, below, &sine, &cosine, &tried) || (found && tried.apart))
			continue;
		*pair = tried;
		found = true;
		if (!tried.apart)
			break;
	}
	return found;
}
