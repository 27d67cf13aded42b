/* Forward mode: rates of values along one direction of the inputs. */
#include "sweep.h"

struct Below dag_below(struct Dag *dag, const Ref *value, size_t values)
{
	struct Below below = { .live = dag_live(dag->arena, dag, value, values) };
	for (size_t i = 0; i < values; i++)
		below.count = ref_node(value[i]) >= below.count ? ref_node(value[i]) + 1 : below.count;
	return below;
}

/* A forward sweep. */
struct Forward {
	struct Dag *dag;
	struct Below below;
	Ref *rate;   /* by node */
	bool *given; /* by node: it is an input */
	bool turns_apart;
};

static Ref rate_of(const struct Forward *f, Ref a)
{
	return dag_slope_in(f->dag, f->rate, a);
}

/* n' = s x' + c y' + angle' m */
static Ref turned_rate(const struct Forward *f, struct TurnedPair pair)
{
	struct Dag *dag = f->dag;
	Ref turning = dag_mul(dag, rate_of(f, pair.angle), pair.partner);
	Ref products = dag_add_products(dag, pair.s, rate_of(f, pair.x), pair.c, rate_of(f, pair.y));
	return dag_add(dag, products, turning);
}

/* n' = s (x' - angle' y) + c (y' + angle' x) */
static Ref turned_rate_apart(const struct Forward *f, const struct TurnedPair *pair)
{
	struct Dag *dag = f->dag;
	Ref turning = rate_of(f, pair->angle);
	Ref by_x = dag_mul(dag, turning, pair->x), by_y = dag_mul(dag, turning, pair->y);
	Ref x = dag_sub(dag, rate_of(f, pair->x), by_y), y = dag_add(dag, rate_of(f, pair->y), by_x);
	return dag_add_products(dag, pair->s, x, pair->c, y);
}

/* Do x, y and the angle change? Otherwise the derivatives of s and c take less. */
static bool changes_apart(const struct Forward *f, const struct TurnedPair *pair)
{
	const Ref part[] = { pair->x, pair->y, pair->angle };
	bool all = f->turns_apart;
	for (int i = 0; i < 3; i++)
		all &= !dag_is_zero(f->dag, rate_of(f, part[i]));
	return all;
}

/* (1/b)' = - b'/b^2 by the value y = 1/b, sqrt(a)' = a' (1/y)/2: no division by anything else. */
static bool own_rate(const struct Forward *f, uint32_t n, Ref *rate)
{
	struct Dag *dag = f->dag;
	const struct Node node = dag->item[n];
	Ref y = 2 * n, a = node.operand[0];
	if (node.op == OP_DIV && dag_is(dag, a, 1) && !growth_saturates(dag, &node)) {
		*rate = dag_neg(dag_mul(dag, dag_mul(dag, y, y), rate_of(f, node.operand[1])));
		return true;
	}
	if (node.op == OP_SQRT && !growth_is(dag, a)) {
		Ref half = dag_mul(dag, dag_const(dag, 0.5), rate_of(f, a));
		*rate = dag_mul(dag, dag_over(dag, 1, y), half);
		return true;
	}
	return false;
}

static Ref node_rate(const struct Forward *f, uint32_t n)
{
	struct TurnedPair pair;
	Ref rate;
	if (!dag_operands_change(f->dag, f->rate, n))
		return dag_const(f->dag, 0);
	bool turned = turned_pair(f->dag, &f->below, n, &pair);
	if (turned && !pair.apart)
		return turned_rate(f, pair);
	if (turned && changes_apart(f, &pair))
		return turned_rate_apart(f, &pair);
	bool own = own_rate(f, n, &rate);
	return own ? rate : dag_slope_by(f->dag, f->rate, n);
}

void dag_along(struct Dag *dag, const Ref *value, size_t values, const struct SweepInputs *along, Ref *out)
{
	struct Forward f = { .dag = dag, .below = dag_below(dag, value, values), .turns_apart = along->turns_apart };
	f.rate = ARENA_ARRAY(dag->arena, Ref, f.below.count);
	f.given = ARENA_ARRAY(dag->arena, bool, f.below.count);
	dag_zeros(dag, f.rate, (int)f.below.count);
	for (size_t i = 0; i < along->count; i++) {
		uint32_t n = ref_node(along->input[i]);
		if (n >= f.below.count)
			continue;
		f.given[n] = true;
		f.rate[n] = along->rate[i] ^ (dag_is_zero(dag, along->rate[i]) ? 0 : along->input[i] & 1);
	}
	for (uint32_t n = 0; n < f.below.count; n++)
		if (f.below.live[n] && !f.given[n] && node_arity(&dag->item[n]))
			f.rate[n] = node_rate(&f, n);
	for (size_t i = 0; i < values; i++)
		out[i] = rate_of(&f, value[i]);
}

void dag_share_reciprocals(struct Dag *dag, Ref *value, size_t values)
{
	const struct Below below = dag_below(dag, value, values);
	Ref *made = ARENA_ARRAY(dag->arena, Ref, below.count);
	for (uint32_t n = 0; n < below.count; n++) {
		const struct Node node = dag->item[n];
		Ref operand[OPERANDS] = { 0 };
		made[n] = 2 * n;
		if (!below.live[n] || !node_arity(&node))
			continue;
		for (int k = 0; k < node_arity(&node); k++)
			operand[k] = made[ref_node(node.operand[k])] ^ (node.operand[k] & 1);
		bool quotient = node.op == OP_DIV && !dag_is(dag, operand[0], 1) && !growth_is(dag, operand[1]);
		made[n] = quotient ? dag_mul(dag, operand[0], dag_over(dag, 1, operand[1]))
		                   : dag_op(dag, (enum Op)node.op, operand);
	}
	for (size_t i = 0; i < values; i++)
		value[i] = made[ref_node(value[i])] ^ (value[i] & 1);
}
