#include "dag.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/tuning.h"

const struct OpInfo op_table[OP_COUNT] = {
	[OP_CONST] = { "const", 0, COST_OTHER, "", "", false },
	[OP_INPUT] = { "input", 0, COST_OTHER, "", "", false },
#define INFIX(id, name, cost, symbol) [OP_##id] = { #name, 2, COST_##cost, #symbol, #symbol, true },
#define FUNCTION(id, name, cost, javascript, numpy, slope) \
	[OP_##id] = { #name, 1, COST_##cost, #name, #name "f", false },
#define FUNCTION2(id, name, cost, javascript, numpy) [OP_##id] = { #name, 2, COST_##cost, #name, #name "f", false },
#define FUNCTION3(id, name, cost) [OP_##id] = { #name, 3, COST_##cost, #name, #name "f", false },
#define CHOICE(id, name, cost) [OP_##id] = { #name, 3, COST_##cost, "? :", "? :", true },
#define LANE(id, name, cost) [OP_##id] = { #name, 2, COST_##cost, "", "", false },
#define LANES2(id, name, cost) [OP_##id] = { #name, 3, COST_##cost, "", "", false },
#include "ops.def"
};

const char *const cost_name[COST_COUNT] = { "mul", "add", "div", "sqrt", "sincos", "neg", "other" };
const enum Cost cost_order[COST_COUNT] = { COST_MUL, COST_ADD, COST_SINCOS, COST_DIV, COST_SQRT, COST_NEG, COST_OTHER };

const char *const input_name[INPUT_COUNT] = {
	"q",      "qd",      "qdd",     "tau",    "lambda", "dt",     "q0",      "q1",     "v",      "R",
	"p",      "damping", "u",       "ud",     "udd",    "s",      "seed0",   "seed1",  "seed2",  "seed3",
	"seed4",  "seed5",   "seed6",   "seed7",  "seed8",  "seed9",  "seed10",  "seed11", "seed12", "seed13",
	"seed14", "seed15",  "seed16",  "seed17", "seed18", "seed19", "f_ext",   "sc",     "pi",     "derived",
	"params", "lanes",   "numbers", "shared", "own",    "result", "tangent",
};

double op_folded(enum Op op, const double *x)
{
#define CALL(name) elementary_##name
#include "op_value.def"
}

double op_value(enum Op op, const double *x)
{
#define CALL(name) name
#include "op_value.def"
}

float op_value_float(enum Op op, const float *x)
{
#define CALL(name) name##f
#include "op_value.def"
}

void dag_init(struct Dag *dag, struct Arena *arena)
{
	*dag = (struct Dag){ .arena = arena, .quarter = ANGLE_QUARTER_WITHIN };
}

struct Dag *dag_fork(const struct Dag *dag, struct Arena *arena)
{
	struct Dag *copy = ARENA_NEW(arena, struct Dag);
	*copy = *dag;
	copy->arena = arena;
	copy->item = ARENA_ARRAY(arena, struct Node, dag->capacity);
	copy->slot = ARENA_ARRAY(arena, uint32_t, dag->slots);
	if (dag->count)
		memcpy(copy->item, dag->item, dag->count * sizeof *copy->item);
	if (dag->slots)
		memcpy(copy->slot, dag->slot, dag->slots * sizeof *copy->slot);
	copy->label = NULL;
	copy->named.item = NULL;
	copy->labels = copy->named.count = copy->named.capacity = 0;
	copy->slopes = (struct Slopes){ 0 };
	copy->given.item = ARENA_ARRAY(arena, struct GivenSlope, dag->given.capacity);
	copy->directions.item = ARENA_ARRAY(arena, struct Direction, dag->directions.capacity);
	copy->moving.capacity = dag->moving.count;
	if (dag->given.count)
		memcpy(copy->given.item, dag->given.item, dag->given.count * sizeof *copy->given.item);
	if (dag->directions.count)
		memcpy(copy->directions.item, dag->directions.item,
		       dag->directions.count * sizeof *copy->directions.item);
	copy->default_value = ARENA_NEW(arena, struct DefaultValues);
	*copy->default_value = (struct DefaultValues){ .arena = arena };
	if (dag->default_value) {
		copy->default_value->item = dag->default_value->item;
		copy->default_value->count = copy->default_value->capacity = dag->default_value->count;
	}
	return copy;
}

static uint64_t node_hash(const struct Node *node)
{
	return op_hash((enum Op)node->op, node->operand);
}

double operands_number(const Ref operand[OPERANDS])
{
	uint64_t bits = (uint64_t)operand[0] << 32 | operand[1];
	double number;
	memcpy(&number, &bits, sizeof number);
	return number;
}

void number_operands(double number, Ref operand[OPERANDS])
{
	double size = fabs(number);
	uint64_t bits;
	memcpy(&bits, &size, sizeof bits);
	operand[0] = (Ref)(bits >> 32);
	operand[1] = (Ref)bits;
	operand[2] = 0;
}

void dag_reserve(struct Dag *dag, size_t nodes, bool labels)
{
	size_t slots = 256;
	while (slots < 2 * (nodes + 1))
		slots *= 2;
	dag->item = ARENA_ARRAY(dag->arena, struct Node, nodes);
	dag->slot = ARENA_ARRAY(dag->arena, uint32_t, slots);
	dag->capacity = nodes;
	dag->slots = slots;
	if (labels) {
		dag->label = ARENA_ARRAY(dag->arena, uint32_t, nodes);
		dag->labels = nodes;
	}
}

/* Operands are compared one by one: a new node was written so, and a wider load would wait for the writes. */
static bool same_node(const struct Node *a, const struct Node *b)
{
	return a->op == b->op && a->operand[0] == b->operand[0] && a->operand[1] == b->operand[1] &&
	       a->operand[2] == b->operand[2];
}

/* A slot, if it is free or has the number of an equal node; NULL: it has another node. */
static uint32_t *fitting(const struct Dag *dag, const struct Node *node, size_t at)
{
	uint32_t *slot = &dag->slot[at];
	return !*slot || same_node(&dag->item[*slot - 1], node) ? slot : NULL;
}

/* The slot of an equal node, or the free slot for a new node. A node is mostly made soon after its newest operand. So its slot is
 * searched near the slots that belong to this operand: nodes made one after the other share a cache, where slots of a large DAG at
 * random would not. If many nodes have one newest operand, the slots near it fill up, and the slot is anywhere. */
static uint32_t *find_slot(const struct Dag *dag, const struct Node *node)
{
	uint64_t hash = node_hash(node);
	size_t last = dag->slots - 1, at = hash;
	uint32_t newest = 0, *slot;
	for (int k = 0; k < OPERANDS; k++) /* operands that a node lacks are 0 */
		newest = ref_node(node->operand[k]) > newest ? ref_node(node->operand[k]) : newest;
	if (node->op != OP_CONST && node->op != OP_INPUT)
		at = (size_t)newest * DAG_SLOTS_NODE + hash % DAG_SLOTS_NEAR;
	for (int k = 0; k < DAG_SLOTS_TRIED; k++)
		if ((slot = fitting(dag, node, at++ & last)))
			return slot;
	for (at = (size_t)(hash >> 16); !(slot = fitting(dag, node, at & last)); at += (size_t)(hash >> 8) | 1)
		continue;
	return slot;
}

static void widen_slots(struct Dag *dag)
{
	size_t slots = dag->slots ? 2 * dag->slots : 256;
	arena_release(dag->arena, dag->slot);
	dag->slot = ARENA_ARRAY(dag->arena, uint32_t, slots);
	dag->slots = slots;
	for (uint32_t i = 0; i < dag->count; i++)
		*find_slot(dag, &dag->item[i]) = i + 1;
}

/* Node with the given contents, an existing one if possible. All nodes are made here. */
static Ref intern(struct Dag *dag, const struct Node *node)
{
	dag->asked++;
	if (2 * (dag->count + 1) > dag->slots)
		widen_slots(dag);
	uint32_t *slot = find_slot(dag, node);
	if (*slot)
		return 2 * (*slot - 1);
	MUST(dag->arena, dag->count < UINT32_MAX / 2 - 1);
	if (dag->most && dag->count >= dag->most)
		arena_fault(dag->arena, FAULT_SIZE, __FILE__, __LINE__, "most");
	*ARENA_PUSH(dag->arena, dag) = *node;
	*slot = (uint32_t)dag->count;
	return 2 * (Ref)(dag->count - 1);
}

/* An operation's node. Its value is known when the last of its operands is. */
static Ref intern_op(struct Dag *dag, enum Op op, const Ref *operand)
{
	struct Node node = { .op = (uint8_t)op };
	for (int k = 0; k < op_table[op].arity; k++) {
		uint8_t time = dag->item[ref_node(operand[k])].time;
		node.time = time > node.time ? time : node.time;
		node.operand[k] = operand[k];
	}
	return intern(dag, &node);
}

static Ref intern_two(struct Dag *dag, enum Op op, Ref a, Ref b)
{
	return intern_op(dag, op, (const Ref[]){ a, b });
}

/* Constants are stored without sign and compared by bits. There is a single zero. */
Ref dag_const(struct Dag *dag, double value)
{
	struct Node node = { .op = OP_CONST, .time = TIME_CONST };
	number_operands(value, node.operand);
	uint32_t *recent = &dag->recent[(node.operand[0] * 0x9e3779b1u ^ node.operand[1] * 0x85ebca6bu) >> 26];
	if (*recent && *recent <= dag->count && same_node(&dag->item[*recent - 1], &node))
		dag->asked++;
	else
		*recent = ref_node(intern(dag, &node)) + 1;
	Ref ref = 2 * (*recent - 1);
	return value < 0 ? dag_neg(ref) : ref;
}

void dag_zeros(struct Dag *dag, Ref *value, int count)
{
	for (int i = 0; i < count; i++)
		value[i] = dag_const(dag, 0);
}

size_t dag_moving_number(const struct Dag *dag, uint32_t element)
{
	size_t number = 0;
	while (number < dag->moving.count && dag->moving.item[number] != element)
		number++;
	return number;
}

Ref dag_input(struct Dag *dag, enum Input array, uint32_t element)
{
	return intern(dag, &(struct Node){ OP_INPUT, (uint8_t)input_time(array), { (Ref)array, element } });
}

double dag_value(const struct Dag *dag, Ref a)
{
	const struct Node *node = &dag->item[ref_node(a)];
	MUST(dag->arena, node->op == OP_CONST);
	double value = operands_number(node->operand);
	return ref_negative(a) ? -value : value;
}

bool dag_is(const struct Dag *dag, Ref a, double value)
{
	return dag_is_const(dag, a) && dag_value(dag, a) == value;
}

bool dag_all(const struct Dag *dag, bool (*is)(const struct Dag *dag, Ref a), const Ref *value, int count)
{
	for (int i = 0; i < count; i++)
		if (!is(dag, value[i]))
			return false;
	return true;
}

static bool both_const(const struct Dag *dag, Ref a, Ref b)
{
	return dag_is_const(dag, a) && dag_is_const(dag, b);
}

static void order(Ref *a, Ref *b)
{
	if (*a > *b) {
		Ref swap = *a;
		*a = *b;
		*b = swap;
	}
}

/* True if a value is computed from parameters alone. */
static bool is_setup(const struct Dag *dag, Ref a)
{
	return dag->item[ref_node(a)].time == TIME_SETUP;
}

/* Operand of `late` that can be combined with `setup` before the call; -1: none. `setup` is known before the state,
 * `late` depends on the state. Both are operands of an op, and `late` is itself such an op with a known operand. */
static int known_operand(const struct Dag *dag, enum Op op, Ref setup, Ref late)
{
	const struct Node *node = &dag->item[ref_node(late)];
	bool one = is_setup(dag, setup) || (op == OP_MUL && dag_is_const(dag, setup));
	for (int k = 0; one && !dag->as_written && node->op == op && node->time == TIME_STATE && k < 2; k++)
		if (dag_is_known(dag, node->operand[k]) && (is_setup(dag, setup) || is_setup(dag, node->operand[k])))
			return k;
	return -1;
}

static double sum_of(const struct Dag *dag, double a, double b)
{
	const double rounding = 1e-15; /* as rewrite/annealing.c */
	bool rest = isfinite(a + b) && fabs(a + b) <= rounding * (fabs(a) + fabs(b));
	return rest && dag->drops_rounding ? 0 : a + b;
}

/* Normal form: the first operand is the older node, without sign. p + (r + x) is (p + r) + x if p and r are known at
 * setup time. */
Ref dag_add(struct Dag *dag, Ref a, Ref b)
{
	if (both_const(dag, a, b))
		return dag_const(dag, sum_of(dag, dag_value(dag, a), dag_value(dag, b)));
	if (dag_is_zero(dag, a))
		return b;
	if (dag_is_zero(dag, b))
		return a;
	if (a == dag_neg(b))
		return dag_const(dag, 0);
	for (int k = 0; k < 2; k++) {
		Ref setup = k ? b : a, late = k ? a : b;
		int known = known_operand(dag, OP_ADD, setup, late);
		if (known < 0)
			continue;
		const struct Node inner = dag->item[ref_node(late)];
		Ref sign = late & 1, rest = inner.operand[1 - known] ^ sign;
		return dag_add(dag, dag_add(dag, setup, inner.operand[known] ^ sign), rest);
	}
	order(&a, &b);
	if (ref_negative(a))
		return dag_neg(intern_two(dag, OP_ADD, dag_neg(a), dag_neg(b)));
	return intern_two(dag, OP_ADD, a, b);
}

Ref dag_sub(struct Dag *dag, Ref a, Ref b)
{
	return dag_add(dag, a, dag_neg(b));
}

/* Normal form: both operands without sign. A constant times a constant multiple has a single constant; values known
 * at setup time are combined likewise. */
Ref dag_mul(struct Dag *dag, Ref a, Ref b)
{
	if (both_const(dag, a, b))
		return dag_const(dag, dag_value(dag, a) * dag_value(dag, b));
	Ref sign = (a ^ b) & 1;
	a &= ~(Ref)1;
	b &= ~(Ref)1;
	order(&a, &b);
	Ref c = dag_is_const(dag, a) ? a : b, x = c == a ? b : a;
	if (dag_is_const(dag, c)) {
		const struct Node *inner = &dag->item[ref_node(x)];
		if (dag_is_zero(dag, c))
			return c;
		if (dag_is(dag, c, 1))
			return x ^ sign;
		bool multiple = inner->op == OP_MUL && !dag->as_written;
		if (multiple && dag_is_const(dag, inner->operand[0]))
			return dag_mul(dag, dag_mul(dag, c, inner->operand[0]), inner->operand[1]) ^ sign;
		if (multiple && dag_is_const(dag, inner->operand[1]))
			return dag_mul(dag, dag_mul(dag, c, inner->operand[1]), inner->operand[0]) ^ sign;
	}
	for (int k = 0; k < 2; k++) {
		Ref setup = k ? b : a, late = k ? a : b;
		int known = known_operand(dag, OP_MUL, setup, late);
		if (known < 0)
			continue;
		const struct Node product = dag->item[ref_node(late)];
		return dag_mul(dag, dag_mul(dag, setup, product.operand[known]), product.operand[1 - known]) ^ sign;
	}
	return intern_two(dag, OP_MUL, a, b) ^ sign;
}

Ref dag_div(struct Dag *dag, Ref a, Ref b)
{
	if (both_const(dag, a, b))
		return dag_const(dag, dag_value(dag, a) / dag_value(dag, b));
	if (dag_is_zero(dag, a) || dag_is(dag, b, 1))
		return a;
	if (dag_is(dag, b, -1))
		return dag_neg(a);
	if (is_setup(dag, b) && !dag_is_known(dag, a)) /* moves the division to setup time */
		return dag_mul(dag, dag_over(dag, 1, b), a);
	Ref sign = (a ^ b) & 1;
	return intern_two(dag, OP_DIV, a & ~(Ref)1, b & ~(Ref)1) ^ sign;
}

Ref dag_add_products(struct Dag *dag, Ref a, Ref b, Ref c, Ref d)
{
	Ref last = dag_mul(dag, c, d);
	return dag_add(dag, dag_mul(dag, a, b), last);
}

Ref dag_sub_products(struct Dag *dag, Ref a, Ref b, Ref c, Ref d)
{
	Ref last = dag_mul(dag, c, d);
	return dag_sub(dag, dag_mul(dag, a, b), last);
}

Ref dag_over(struct Dag *dag, double number, Ref a)
{
	return dag_div(dag, dag_const(dag, number), a);
}

/* A function, folded if all operands are constant. Callers take care of symmetries. */
static Ref function(struct Dag *dag, enum Op op, const Ref *operand)
{
	double value[OPERANDS];
	for (int k = 0; k < op_table[op].arity; k++) {
		if (!dag_is_const(dag, operand[k]))
			return intern_op(dag, op, operand);
		value[k] = dag_value(dag, operand[k]);
	}
	return dag_const(dag, op_folded(op, value));
}

static Ref function_of(struct Dag *dag, enum Op op, Ref a)
{
	return function(dag, op, &a);
}

/* NULL: nothing is known of its sine. */
static const struct Direction *direction_of(const struct Dag *dag, Ref a)
{
	bool may = dag->item[ref_node(a)].op == OP_ATAN2;
	for (size_t i = 0; i < dag->directions.count && may; i++)
		if (dag->directions.item[i].node == ref_node(a))
			return &dag->directions.item[i];
	return NULL;
}

Ref dag_direction(struct Dag *dag, Ref sine, Ref cosine)
{
	Ref angle = function(dag, OP_ATAN2, (const Ref[]){ sine, cosine });
	if (!dag_is_const(dag, angle) && !direction_of(dag, angle))
		*ARENA_PUSH(dag->arena, &dag->directions) = (struct Direction){ ref_node(angle), sine, cosine };
	return angle;
}

/* Is the value a sum with a direction in it? Its sine is then that of a sum of angles. */
static bool turns_on(const struct Dag *dag, Ref a, int deep)
{
	const struct Node *node = &dag->item[ref_node(a)];
	bool sum = node->op == OP_ADD && deep > 0;
	return sum ? turns_on(dag, node->operand[0], deep - 1) || turns_on(dag, node->operand[1], deep - 1)
	           : direction_of(dag, a) != NULL;
}

/* Is the value a sum that dag_sin and dag_cos take apart? */
static bool is_turned(const struct Dag *dag, Ref a)
{
	enum { DEEPEST = 8 };
	return dag->directions.count && dag->item[ref_node(a)].op == OP_ADD && turns_on(dag, a, DEEPEST);
}

/* sin(x + y) = sin x cos y + cos x sin y */
static Ref sine_of_sum(struct Dag *dag, Ref x, Ref y)
{
	Ref sx = dag_sin(dag, x), cx = dag_cos(dag, x), sy = dag_sin(dag, y), cy = dag_cos(dag, y);
	return dag_add_products(dag, sx, cy, cx, sy);
}

/* cos(x + y) = cos x cos y - sin x sin y */
static Ref cosine_of_sum(struct Dag *dag, Ref x, Ref y)
{
	Ref sx = dag_sin(dag, x), cx = dag_cos(dag, x), sy = dag_sin(dag, y), cy = dag_cos(dag, y);
	return dag_sub_products(dag, cx, cy, sx, sy);
}

Ref dag_sin(struct Dag *dag, Ref a)
{
	const struct Direction *known = direction_of(dag, a);
	const struct Node sum = dag->item[ref_node(a)];
	if (is_turned(dag, a))
		return sine_of_sum(dag, sum.operand[0], sum.operand[1]) ^ (a & 1);
	return (known ? known->sine : function_of(dag, OP_SIN, a & ~(Ref)1)) ^ (a & 1);
}

Ref dag_cos(struct Dag *dag, Ref a)
{
	const struct Direction *known = direction_of(dag, a);
	const struct Node sum = dag->item[ref_node(a)];
	if (is_turned(dag, a))
		return cosine_of_sum(dag, sum.operand[0], sum.operand[1]);
	return known ? known->cosine : function_of(dag, OP_COS, a & ~(Ref)1);
}

Ref dag_sqrt(struct Dag *dag, Ref a)
{
	return function_of(dag, OP_SQRT, a);
}

Ref dag_select(struct Dag *dag, Ref u, Ref a, Ref b)
{
	a = dag_is_zero(dag, a) ? dag_const(dag, 0) : a; /* zeros without sign */
	b = dag_is_zero(dag, b) ? dag_const(dag, 0) : b;
	if (a == b)
		return a;
	if (dag_is_const(dag, u))
		return dag_value(dag, u) < 0 ? a : b;
	return intern_op(dag, OP_SELECT, (const Ref[]){ u, a, b });
}

/* The lanes of a, then those of b, from a lane on. */
static Ref splice(struct Dag *dag, Ref a, Ref b, Ref from)
{
	Ref sign = a & b & 1;
	return intern_op(dag, OP_SPLICE, (const Ref[]){ a ^ sign, b ^ sign, from }) ^ sign;
}

Ref dag_op(struct Dag *dag, enum Op op, const Ref *x)
{
	switch (op) {
	case OP_ADD: return dag_add(dag, x[0], x[1]);
	case OP_MUL: return dag_mul(dag, x[0], x[1]);
	case OP_DIV: return dag_div(dag, x[0], x[1]);
	case OP_SIN: return dag_sin(dag, x[0]);
	case OP_COS: return dag_cos(dag, x[0]);
	case OP_SELECT: return dag_select(dag, x[0], x[1], x[2]);
	case OP_PICK:
	case OP_TURN: return intern_two(dag, op, x[0] & ~(Ref)1, x[1]) ^ (x[0] & 1);
	case OP_SPLICE: return splice(dag, x[0], x[1], x[2]);
	default: return function(dag, op, x);
	}
}

bool *dag_live(struct Arena *arena, const struct Dag *dag, const Ref *value, size_t count)
{
	bool *live = ARENA_ARRAY(arena, bool, dag->count);
	for (size_t i = 0; i < count; i++)
		live[ref_node(value[i])] = true;
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		for (int k = 0; live[n] && k < node_arity(node); k++)
			live[ref_node(node->operand[k])] = true;
	}
	return live;
}

static uint64_t cost_at(const struct Dag *dag, const Ref *value, size_t count, enum Time time)
{
	enum { FUNCTION = 10 }; /* a sine takes about as long as 10 products */
	const bool *live = dag_live(dag->arena, dag, value, count);
	uint64_t cost = 0;
	for (size_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		if (live[n] && node->time == time && node_arity(node))
			cost += node_trigonometric(node) ? FUNCTION : 1;
	}
	return cost;
}

uint64_t dag_cost(const struct Dag *dag, const Ref *value, size_t count)
{
	return cost_at(dag, value, count, TIME_STATE);
}

uint64_t dag_setup_cost(const struct Dag *dag, const Ref *value, size_t count)
{
	return cost_at(dag, value, count, TIME_SETUP);
}

uint64_t dag_operations(const struct Dag *dag, const Ref *value, size_t count)
{
	const bool *live = dag_live(dag->arena, dag, value, count);
	uint64_t operations = 0;
	for (size_t n = 0; n < dag->count; n++) {
		enum Op op = (enum Op)dag->item[n].op;
		bool counts = op_table[op].cost == COST_MUL || op_table[op].cost == COST_ADD;
		bool late = dag->item[n].time == TIME_STATE;
		operations += !live[n] || !counts || !late ? 0 : op == OP_FMA ? 2 : 1;
	}
	return operations;
}

void dag_label(struct Dag *dag, Ref a, const char *quantity, uint32_t link, const char *component)
{
	uint32_t node = ref_node(a);
	if (dag->item[node].op == OP_CONST || dag->item[node].op == OP_INPUT)
		return;
	if (dag->labels < dag->count) {
		uint32_t *wider = ARENA_ARRAY(dag->arena, uint32_t, dag->capacity);
		if (dag->labels)
			memcpy(wider, dag->label, dag->labels * sizeof *wider);
		arena_release(dag->arena, dag->label);
		dag->label = wider;
		dag->labels = dag->capacity;
	}
	if (dag->label[node])
		return;
	*ARENA_PUSH(dag->arena, &dag->named) = (struct Label){ quantity, component, link, ref_negative(a) };
	dag->label[node] = (uint32_t)dag->named.count;
}
