#include "dag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

const struct OpInfo op_table[OP_COUNT] = {
	[OP_CONST] = { "const", 0, COST_OTHER, "", "", false },
	[OP_INPUT] = { "input", 0, COST_OTHER, "", "", false },
#define INFIX(id, name, cost, symbol) [OP_##id] = { #name, 2, COST_##cost, #symbol, #symbol, true },
#define FUNCTION(id, name, cost, slope) [OP_##id] = { #name, 1, COST_##cost, #name, #name "f", false },
#define FUNCTION2(id, name, cost) [OP_##id] = { #name, 2, COST_##cost, #name, #name "f", false },
#define FUNCTION3(id, name, cost) [OP_##id] = { #name, 3, COST_##cost, #name, #name "f", false },
#define CHOICE(id, name, cost) [OP_##id] = { #name, 3, COST_##cost, "? :", "? :", true },
#include "ops.def"
};

const char *const input_name[INPUT_COUNT] = { "q", "qd", "qdd", "tau", "f_ext", "sc" };

double op_value(enum Op op, const double *x)
{
#define INFIX(id, name, cost, symbol) case OP_##id: return x[0] symbol x[1];
#define FUNCTION(id, name, cost, slope) case OP_##id: return name(x[0]);
#define FUNCTION2(id, name, cost) case OP_##id: return name(x[0], x[1]);
#define FUNCTION3(id, name, cost) case OP_##id: return name(x[0], x[1], x[2]);
#define CHOICE(id, name, cost) case OP_##id: return x[0] < 0 ? x[1] : x[2];
	switch (op) {
#include "ops.def"
	case OP_CONST: case OP_INPUT: case OP_COUNT: break;
	}
	return NAN;
}

float op_value_float(enum Op op, const float *x)
{
#define INFIX(id, name, cost, symbol) case OP_##id: return x[0] symbol x[1];
#define FUNCTION(id, name, cost, slope) case OP_##id: return name##f(x[0]);
#define FUNCTION2(id, name, cost) case OP_##id: return name##f(x[0], x[1]);
#define FUNCTION3(id, name, cost) case OP_##id: return name##f(x[0], x[1], x[2]);
#define CHOICE(id, name, cost) case OP_##id: return x[0] < 0 ? x[1] : x[2];
	switch (op) {
#include "ops.def"
	case OP_CONST: case OP_INPUT: case OP_COUNT: break;
	}
	return NAN;
}

void dag_init(struct Dag *dag, struct Arena *arena)
{
	*dag = (struct Dag){ .arena = arena };
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

static void widen_slots(struct Dag *dag)
{
	size_t slots = dag->slots ? 2 * dag->slots : 256;
	uint32_t *slot = ARENA_ARRAY(dag->arena, uint32_t, slots);
	for (uint32_t i = 0; i < dag->count; i++) {
		size_t at = node_hash(&dag->item[i]) & (slots - 1);
		while (slot[at])
			at = (at + 1) & (slots - 1);
		slot[at] = i + 1;
	}
	dag->slot = slot;
	dag->slots = slots;
}

/* The one place where nodes are made: an equal node if there is one, else a new one. */
static Ref intern(struct Dag *dag, struct Node node)
{
	if (2 * (dag->count + 1) > dag->slots)
		widen_slots(dag);
	size_t at = node_hash(&node) & (dag->slots - 1);
	for (; dag->slot[at]; at = (at + 1) & (dag->slots - 1)) {
		const struct Node *have = &dag->item[dag->slot[at] - 1];
		if (have->op == node.op && memcmp(have->operand, node.operand, sizeof node.operand) == 0)
			return 2 * (dag->slot[at] - 1);
	}
	MUST(dag->arena, dag->count < UINT32_MAX / 2 - 1);
	*ARENA_PUSH(dag->arena, dag) = node;
	dag->slot[at] = (uint32_t)dag->count;
	return 2 * (Ref)(dag->count - 1);
}

/* Known when its last operand is. */
static Ref intern_op(struct Dag *dag, enum Op op, const Ref *operand)
{
	struct Node node = { .op = (uint8_t)op };
	for (int k = 0; k < op_table[op].arity; k++) {
		uint8_t time = dag->item[ref_node(operand[k])].time;
		node.time = time > node.time ? time : node.time;
		node.operand[k] = operand[k];
	}
	return intern(dag, node);
}

static Ref intern_two(struct Dag *dag, enum Op op, Ref a, Ref b)
{
	return intern_op(dag, op, (const Ref[]){ a, b });
}

/* Constants are stored without their sign and compared by bits; there is one zero. */
Ref dag_const(struct Dag *dag, double value)
{
	struct Node node = { .op = OP_CONST, .time = TIME_CONST };
	number_operands(value, node.operand);
	Ref ref = intern(dag, node);
	return value < 0 ? dag_neg(ref) : ref;
}

Ref dag_input(struct Dag *dag, enum Input array, uint32_t element)
{
	return intern(dag, (struct Node){ OP_INPUT, TIME_STATE, { (Ref)array, element } });
}

bool dag_is_const(const struct Dag *dag, Ref a)
{
	return dag->item[ref_node(a)].op == OP_CONST;
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

/* Normal form: the first operand is the older node and positive. */
Ref dag_add(struct Dag *dag, Ref a, Ref b)
{
	if (both_const(dag, a, b))
		return dag_const(dag, dag_value(dag, a) + dag_value(dag, b));
	if (dag_is_zero(dag, a))
		return b;
	if (dag_is_zero(dag, b))
		return a;
	if (a == dag_neg(b))
		return dag_const(dag, 0);
	order(&a, &b);
	if (ref_negative(a))
		return dag_neg(intern_two(dag, OP_ADD, dag_neg(a), dag_neg(b)));
	return intern_two(dag, OP_ADD, a, b);
}

Ref dag_sub(struct Dag *dag, Ref a, Ref b)
{
	return dag_add(dag, a, dag_neg(b));
}

/* Normal form: both operands positive; a constant times a constant multiple is one constant. */
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
		if (inner->op == OP_MUL && dag_is_const(dag, inner->operand[0]))
			return dag_mul(dag, dag_mul(dag, c, inner->operand[0]), inner->operand[1]) ^ sign;
		if (inner->op == OP_MUL && dag_is_const(dag, inner->operand[1]))
			return dag_mul(dag, dag_mul(dag, c, inner->operand[1]), inner->operand[0]) ^ sign;
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
	Ref sign = (a ^ b) & 1;
	return intern_two(dag, OP_DIV, a & ~(Ref)1, b & ~(Ref)1) ^ sign;
}

/* Functions without a symmetry of their own. */
static Ref function(struct Dag *dag, enum Op op, const Ref *operand)
{
	double value[OPERANDS];
	for (int k = 0; k < op_table[op].arity; k++) {
		if (!dag_is_const(dag, operand[k]))
			return intern_op(dag, op, operand);
		value[k] = dag_value(dag, operand[k]);
	}
	return dag_const(dag, op_value(op, value));
}

static Ref function_of(struct Dag *dag, enum Op op, Ref a)
{
	return function(dag, op, &a);
}

Ref dag_sin(struct Dag *dag, Ref a)
{
	return function_of(dag, OP_SIN, a & ~(Ref)1) ^ (a & 1);
}

Ref dag_cos(struct Dag *dag, Ref a)
{
	return function_of(dag, OP_COS, a & ~(Ref)1);
}

Ref dag_sqrt(struct Dag *dag, Ref a)
{
	return function_of(dag, OP_SQRT, a);
}

Ref dag_select(struct Dag *dag, Ref u, Ref a, Ref b)
{
	a = dag_is_zero(dag, a) ? dag_const(dag, 0) : a; /* without its sign */
	b = dag_is_zero(dag, b) ? dag_const(dag, 0) : b;
	if (a == b)
		return a;
	if (dag_is_const(dag, u))
		return dag_value(dag, u) < 0 ? a : b;
	return intern_op(dag, OP_SELECT, (const Ref[]){ u, a, b });
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
	default: return function(dag, op, x);
	}
}

static Ref one_less_square(struct Dag *dag, Ref a)
{
	return dag_sub(dag, dag_const(dag, 1), dag_mul(dag, a, a));
}

/* The derivative of a function by its operand a, where y is its value. */
static Ref slope(struct Dag *dag, enum Op op, Ref a, Ref y)
{
#define FUNCTION(id, name, cost, slope) case OP_##id: return slope;
	switch (op) {
#include "ops.def"
	default: break;
	}
	NEVER(dag->arena, "the slope of an operation of several operands");
}

/* The derivative of a node from those of its operands. */
static Ref node_derivative(struct Dag *dag, uint32_t n, const Ref *slopes)
{
	struct Node node = dag->item[n]; /* a copy: the array moves as nodes are made */
	Ref y = 2 * n, a = node.operand[0], b = node.operand[1], da = slopes[0], db = slopes[1];
	switch (node.op) {
	case OP_ADD:
		return dag_add(dag, da, db);
	case OP_MUL:
		return dag_add(dag, dag_mul(dag, da, b), dag_mul(dag, a, db));
	case OP_DIV: /* (a/b)' = (a' - (a/b) b') / b */
		return dag_div(dag, dag_sub(dag, da, dag_mul(dag, y, db)), b);
	case OP_ATAN2: /* atan2(a, b)' = (b a' - a b') / (a^2 + b^2) */
		return dag_div(dag, dag_sub(dag, dag_mul(dag, b, da), dag_mul(dag, a, db)),
		               dag_add(dag, dag_mul(dag, a, a), dag_mul(dag, b, b)));
	case OP_SELECT: /* on either side; the sides meet smoothly or have no derivative there */
		return dag_select(dag, a, db, slopes[2]);
	default:
		if (dag_is_zero(dag, da))
			return da;
		return dag_mul(dag, slope(dag, (enum Op)node.op, a, y), da);
	}
}

/* The nodes a value is made of, from `first` on, in ascending order: operands before users. */
struct Reached {
	uint32_t *item;
	size_t count, capacity;
	uint32_t *slot; /* open addressing: node + 1 */
	size_t slots;
};

static uint32_t *reached_slot(uint32_t *slot, size_t slots, uint32_t n)
{
	size_t at = (n * 0x9e3779b1u) & (slots - 1);
	while (slot[at] && slot[at] != n + 1)
		at = (at + 1) & (slots - 1);
	return &slot[at];
}

static void reach(struct Arena *arena, struct Reached *reached, uint32_t n)
{
	if (2 * (reached->count + 1) > reached->slots) {
		reached->slots = reached->slots ? 2 * reached->slots : 64;
		reached->slot = ARENA_ARRAY(arena, uint32_t, reached->slots);
		for (size_t i = 0; i < reached->count; i++)
			*reached_slot(reached->slot, reached->slots, reached->item[i]) = reached->item[i] + 1;
	}
	uint32_t *slot = reached_slot(reached->slot, reached->slots, n);
	if (*slot)
		return;
	*slot = n + 1;
	*ARENA_PUSH(arena, reached) = n;
}

static int ascending(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* The derivative that was found of an operand; zero for what comes before the input. */
static Ref found(const struct Reached *reached, const Ref *d, Ref operand, Ref zero)
{
	uint32_t n = ref_node(operand);
	const uint32_t *at = bsearch(&n, reached->item, reached->count, sizeof n, ascending);
	return at ? d[at - reached->item] ^ (operand & 1) : zero;
}

/* Forward through what the value is made of. */
Ref dag_derivative(struct Dag *dag, Ref value, Ref by)
{
	uint32_t first = ref_node(by);
	Ref zero = dag_const(dag, 0);
	struct Reached reached = { 0 };
	if (ref_node(value) < first || dag_is_const(dag, value))
		return zero;
	reach(dag->arena, &reached, ref_node(value));
	for (size_t i = 0; i < reached.count; i++) {
		const struct Node *node = &dag->item[reached.item[i]];
		for (int k = 0; k < node_arity(node); k++)
			if (ref_node(node->operand[k]) >= first)
				reach(dag->arena, &reached, ref_node(node->operand[k]));
	}
	qsort(reached.item, reached.count, sizeof *reached.item, ascending);
	Ref *d = ARENA_ARRAY(dag->arena, Ref, reached.count);
	for (size_t i = 0; i < reached.count; i++) {
		uint32_t n = reached.item[i];
		struct Node node = dag->item[n];
		Ref slopes[OPERANDS];
		bool flat = true;
		for (int k = 0; k < OPERANDS; k++) {
			slopes[k] = k < node_arity(&node) ? found(&reached, d, node.operand[k], zero) : zero;
			flat &= dag_is_zero(dag, slopes[k]);
		}
		d[i] = n == first ? dag_const(dag, 1) : flat ? zero : node_derivative(dag, n, slopes);
	}
	return d[reached.count - 1] ^ (value & 1);
}

uint64_t dag_cost(const struct Dag *dag, const Ref *value, size_t count)
{
	enum { FUNCTION = 10 }; /* a sine takes about as long as so many products */
	bool *live = ARENA_ARRAY(dag->arena, bool, dag->count);
	uint64_t cost = 0;
	for (size_t i = 0; i < count; i++)
		live[ref_node(value[i])] = true;
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		if (live[n] && node_arity(node))
			cost += node_trigonometric(node) ? FUNCTION : 1;
		for (int k = 0; live[n] && k < node_arity(node); k++)
			live[ref_node(node->operand[k])] = true;
	}
	return cost;
}

void dag_label(struct Dag *dag, Ref a, const char *quantity, uint32_t link, const char *component)
{
	uint32_t node = ref_node(a);
	if (dag->item[node].op == OP_CONST || dag->item[node].op == OP_INPUT)
		return;
	if (dag->labels < dag->count) {
		struct Label *wider = ARENA_ARRAY(dag->arena, struct Label, dag->capacity);
		if (dag->labels)
			memcpy(wider, dag->label, dag->labels * sizeof *wider);
		dag->label = wider;
		dag->labels = dag->capacity;
	}
	if (!dag->label[node].quantity)
		dag->label[node] = (struct Label){ quantity, link, component };
}

static void put_ref(struct Text *out, Ref ref)
{
	text_format(out, " %s@%u", ref_negative(ref) ? "-" : "", ref_node(ref));
}

static void put_node(const struct Dag *dag, uint32_t n, struct Text *out)
{
	const struct Node *node = &dag->item[n];
	if (node->op == OP_CONST) {
		number_put(out, dag_value(dag, 2 * n));
	} else if (node->op == OP_INPUT) {
		text_format(out, "%s[%u]", input_name[node->operand[0]], node->operand[1]);
	} else {
		text_put(out, op_table[node->op].name);
		for (int k = 0; k < node_arity(node); k++)
			put_ref(out, node->operand[k]);
	}
}

/* The size of an expression written out, cut off at `limit`. */
static int written_size(const struct Dag *dag, Ref ref, int limit)
{
	const struct Node *node = &dag->item[ref_node(ref)];
	int size = 1;
	for (int k = 0; k < node_arity(node) && size < limit; k++)
		size += written_size(dag, node->operand[k], limit - size);
	return size;
}

static void put_nested(const struct Dag *dag, Ref ref, struct Text *out)
{
	const struct Node *node = &dag->item[ref_node(ref)];
	text_put(out, ref_negative(ref) ? "-" : "");
	if (!node_arity(node)) {
		put_node(dag, ref_node(ref), out);
		return;
	}
	text_put(out, op_table[node->op].name);
	for (int k = 0; k < node_arity(node); k++) {
		text_put(out, k ? ", " : "(");
		put_nested(dag, node->operand[k], out);
	}
	text_char(out, ')');
}

/* Every node once, from the value down. */
static void put_shared(const struct Dag *dag, Ref ref, struct Text *out)
{
	bool *needed = ARENA_ARRAY(dag->arena, bool, (size_t)ref_node(ref) + 1);
	put_ref(out, ref);
	needed[ref_node(ref)] = true;
	for (uint32_t n = ref_node(ref) + 1; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		if (!needed[n])
			continue;
		text_format(out, "; @%u = ", n);
		put_node(dag, n, out);
		for (int k = 0; k < node_arity(node); k++)
			needed[ref_node(node->operand[k])] = true;
	}
}

void dag_put(const struct Dag *dag, Ref ref, struct Text *out)
{
	enum { SHORT = 200 };
	if (written_size(dag, ref, SHORT) < SHORT)
		put_nested(dag, ref, out);
	else
		put_shared(dag, ref, out);
}

void dag_put_constants(const struct Dag *dag, struct Text *out, const char *title, const Ref *ref, int count)
{
	text_format(out, "  %s", title);
	for (int i = 0; i < count; i++) {
		text_char(out, ' ');
		number_put(out, dag_value(dag, ref[i]));
	}
	text_char(out, '\n');
}

void dag_dump(const struct Dag *dag, struct Text *out)
{
	for (uint32_t n = 0; n < dag->count; n++) {
		text_format(out, "@%u = ", n);
		put_node(dag, n, out);
		if (n < dag->labels && dag->label[n].quantity)
			text_format(out, "  ; %s%u%s", dag->label[n].quantity, dag->label[n].link,
			            dag->label[n].component);
		text_char(out, '\n');
	}
}
