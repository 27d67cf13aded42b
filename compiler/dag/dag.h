/* The expression DAG: hash-consed nodes, operands before users, simplified as they are made.
 * Called by all symbolic computations: constants of the model, placements, the algorithms.
 * The nodes are the arena's.
 *
 * A Ref is a node and a sign, so x and -x share one node. By construction no node adds 0, multiplies by 0, 1 or -1,
 * or has only constant operands. Commutative operands are ordered. sin(-x) is -sin(x) and cos(-x) is cos(x).
 *
 * Nodes are numbered as they are made, and generated code follows the numbers. C leaves open the order in which
 * arguments are evaluated, so no call has two arguments that make nodes: one of them is made before, in a statement
 * of its own. */
#ifndef RIGIDC_DAG_H
#define RIGIDC_DAG_H

#include "base/arena.h"
#include "base/text.h"
#include "base/tuning.h"

typedef uint32_t Ref; /* 2 * node + (1 if negated) */

enum Op {
	OP_CONST, /* a number */
	OP_INPUT, /* an element of an input array */
#define INFIX(id, name, cost, symbol) OP_##id,
#define FUNCTION(id, name, cost, javascript, numpy, slope) OP_##id,
#define FUNCTION2(id, name, cost, javascript, numpy) OP_##id,
#define CHOICE(id, name, cost) OP_##id,
#define FUNCTION3(id, name, cost) OP_##id,
#define LANE(id, name, cost) OP_##id,
#define LANES2(id, name, cost) OP_##id,
#include "ops.def"
	OP_COUNT
};

/* Classes of operations in counts. A subtraction is an add. sin, cos or both of the same angle are one sincos. neg
 * is a change of sign that no sum, constant or fma absorbs. */
enum Cost { COST_MUL, COST_ADD, COST_DIV, COST_SQRT, COST_SINCOS, COST_NEG, COST_OTHER, COST_COUNT };

/* Order of classes for readers. The first COST_ALWAYS are listed even if zero. */
enum { COST_ALWAYS = 3 };
extern const enum Cost cost_order[COST_COUNT];

/* "mul", "add", ... */
extern const char *const cost_name[COST_COUNT];

struct OpInfo {
	const char *name;
	int arity;
	enum Cost cost;
	const char *c, *c_float; /* in C: operator, or function for double and for float */
	bool infix;
};
extern const struct OpInfo op_table[OP_COUNT];

enum { OPERANDS = 3 }; /* most operands of an operation */

/* Input arrays of a generated function, in the order of its parameters. */
enum Input {
	INPUT_Q,
	INPUT_QD,
	INPUT_QDD,
	INPUT_TAU,
	INPUT_LAMBDA,
	INPUT_DT, /* the time of a step */
	INPUT_Q0, /* two sets of coordinates, between which is a displacement */
	INPUT_Q1,
	INPUT_V,       /* a displacement along the velocities */
	INPUT_R,       /* of a pose that a frame shall have: its rotation, */
	INPUT_P,       /* its origin, */
	INPUT_DAMPING, /* and the damping of the step to it */
	INPUT_U,       /* inputs that the model declares, */
	INPUT_UD,      /* rates of those that move, */
	INPUT_UDD,     /* and their accelerations */
	INPUT_S,       /* states: inputs with a rate */
	INPUT_SEED,    /* the first of INPUT_SEEDS directions and weights of operators, named by the function */
	INPUT_F_EXT = INPUT_SEED + 20,
	INPUT_SC,
	INPUT_PI,      /* parameters of moving bodies */
	INPUT_DERIVED, /* values computed from parameters at setup time */
	INPUT_PARAMS,  /* parameters, read at setup time only */
	/* Limb lanes (rewrite/fold_limbs.h): elements of the arrays above for several limbs; numbers of the model. */
	INPUT_LIMB_LANES,
	INPUT_LIMB_NUMBERS,
	/* Stages (rewrite/stages.h): values that all members read, values of one, and results. */
	INPUT_SHARED,
	INPUT_OWN,
	INPUT_RESULT,
	INPUT_TANGENT, /* never read: velocities of quaternion joints, by which values are differentiated */
	INPUT_COUNT,
	INPUT_SEEDS = INPUT_F_EXT - INPUT_SEED,
	INPUT_ARRAYS = INPUT_DERIVED /* count of the arrays given by callers */
};

/* Is it a direction or a weight? */
static inline bool input_is_seed(int array)
{
	return array >= INPUT_SEED && array < INPUT_SEED + INPUT_SEEDS;
}

/* Sets of inputs are sums of these. */
#define INPUT_BIT(array) (UINT64_C(1) << (array))

/* Are its numbers coordinates, as those of q? Does it have a number for each velocity? */
static inline bool input_is_coordinates(int array)
{
	return array == INPUT_Q || array == INPUT_Q0 || array == INPUT_Q1;
}
static inline bool input_is_velocities(int array)
{
	return array == INPUT_V || (array >= INPUT_QD && array <= INPUT_TAU);
}

/* Does the model declare its numbers? Have they names, as "qd.elbow" has? */
static inline bool input_is_declared(int array)
{
	return array >= INPUT_U && array <= INPUT_S;
}
static inline bool input_has_names(int array)
{
	return array <= INPUT_LAMBDA || input_is_declared(array) || array == INPUT_F_EXT;
}

/* "q", "qd", ...; for directions and weights only in dumps: each function has names of its own */
extern const char *const input_name[INPUT_COUNT];

/* Time at which the value of a node is known. */
enum Time { TIME_CONST, TIME_SETUP, TIME_STATE };

static inline enum Time input_time(enum Input array)
{
	return array == INPUT_PARAMS || array == INPUT_LIMB_NUMBERS ? TIME_SETUP : TIME_STATE;
}

struct Node {
	uint8_t op, time;
	Ref operand[OPERANDS]; /* OP_CONST: the bits of the number; OP_INPUT: array and element; unused: 0 */
};

/* Meaning of a value in the algorithm, for readable names: letter(s), link, component. */
struct Label {
	const char *quantity, *component;
	uint32_t link;
	bool negative; /* the node is the negative of that */
};

/* rad; default distance to a quarter turn within which a constant angle counts as a quarter turn */
#define ANGLE_QUARTER_WITHIN 1e-10

/* Cache of derivatives (derivative.c). */
struct Slopes {
	struct Slope *item; /* open addressing */
	size_t count, slots;
};

/* Derivatives that take the place of the chain rule's (derivative.c). */
struct GivenSlopes ARENA_LIST(struct GivenSlope);

/* Elements of INPUT_U that move. Their rates and accelerations are the elements of INPUT_UD and INPUT_UDD, in this order. */
struct MovingInputs ARENA_LIST(uint32_t);

/* Angles with a known sine and cosine. */
struct Directions ARENA_LIST(struct Direction);

/* Default values of parameters, and the values of nodes with them (default_values.c). */
struct DefaultValues {
	struct Arena *arena;
	double *item; /* of INPUT_PARAMS, by element */
	size_t count, capacity;
	double *value; /* of the first nodes of the DAG, as far as asked for */
	size_t values, room;
};

struct Dag {
	struct Arena *arena;
	struct Node *item;
	size_t count, capacity;
	/* few nodes have one: by node, as far as some have been given, the place in `named`, + 1 */
	uint32_t *label;
	size_t labels;
	struct ARENA_LIST(struct Label) named;
	double quarter; /* rad: constant angles as near to a quarter turn are that (angle_quarter) */
	uint32_t *slot; /* open addressing: node number + 1 */
	size_t slots;
	uint32_t recent[DAG_RECENT]; /* constants asked for last, by a hash of their bits: node number + 1 */
	struct Slopes slopes;
	struct GivenSlopes given;
	struct MovingInputs moving;
	const double *u, *s; /* defaults of INPUT_U and INPUT_S, by element */
	struct Directions directions;
	struct DefaultValues *default_value; /* NULL: no parameters */
	bool drops_rounding; /* a sum of constants that is only their rounding error is 0: for formulas */
	bool as_written;     /* keep known operands of nested sums and products apart: combining changes rounding */
	size_t most;         /* most nodes, one more is FAULT_SIZE; 0: any number */
	size_t asked;        /* count of requests for nodes, new or not: a measure of work */
};

void dag_init(struct Dag *dag, struct Arena *arena);
/* Makes room for nodes in a new DAG, and for their labels. */
void dag_reserve(struct Dag *dag, size_t nodes, bool labels);
/* Copy in another arena, without labels. Refs keep their values. */
struct Dag *dag_fork(const struct Dag *dag, struct Arena *arena);

Ref dag_const(struct Dag *dag, double value);
/* Sets `count` values to zero. */
void dag_zeros(struct Dag *dag, Ref *value, int count);
Ref dag_input(struct Dag *dag, enum Input array, uint32_t element);
/* Number of the moving input that is an element of INPUT_U; their count: it does not move. */
size_t dag_moving_number(const struct Dag *dag, uint32_t element);
Ref dag_add(struct Dag *dag, Ref a, Ref b);
Ref dag_sub(struct Dag *dag, Ref a, Ref b);
Ref dag_mul(struct Dag *dag, Ref a, Ref b);
Ref dag_div(struct Dag *dag, Ref a, Ref b);
/* Sum and difference of products, a b + c d and a b - c d. */
Ref dag_add_products(struct Dag *dag, Ref a, Ref b, Ref c, Ref d);
Ref dag_sub_products(struct Dag *dag, Ref a, Ref b, Ref c, Ref d);
/* number / a */
Ref dag_over(struct Dag *dag, double number, Ref a);
Ref dag_sqrt(struct Dag *dag, Ref a);
Ref dag_sin(struct Dag *dag, Ref a);
Ref dag_cos(struct Dag *dag, Ref a);
/* Angle of the unit vector (cosine, sine): atan2, whose sine and cosine are these values. Those of a sum with such an angle
 * follow by the addition theorems. */
Ref dag_direction(struct Dag *dag, Ref sine, Ref cosine);
/* Makes `slope` the derivative of `a` by the input `by`, as implicit differentiation gives it. It is equal to the chain
 * rule's, with fewer operations. */
void dag_give_slope(struct Dag *dag, Ref a, Ref by, Ref slope);
/* Derivative of `a` by the input `by` (derivative.c). */
Ref dag_derivative(struct Dag *dag, Ref a, Ref by);
/* Jacobian of values by the first inputs of an array, a row a value. */
void dag_jacobian(struct Dag *dag, const Ref *value, size_t values, enum Input array, size_t inputs, Ref *J);
/* u < 0 ? a : b; simplified if a and b are equal or u is constant. */
Ref dag_select(struct Dag *dag, Ref u, Ref a, Ref b);
/* Constructor of any operation, from all its operands. */
Ref dag_op(struct Dag *dag, enum Op op, const Ref *operand);

static inline int node_arity(const struct Node *node)
{
	return op_table[node->op].arity;
}
static inline bool node_trigonometric(const struct Node *node)
{
	return node->op == OP_SIN || node->op == OP_COS;
}
/* x + x, the form of 2 x. */
static inline bool node_twice(const struct Node *node)
{
	return node->op == OP_ADD && node->operand[0] == node->operand[1];
}

struct GivenSlope {
	uint32_t node, by;
	Ref slope;
};

struct Direction {
	uint32_t node; /* atan2(sine, cosine) */
	Ref sine, cosine;
};

/* Hash of an operation. The products are independent, so that none waits for another. Their upper halves depend on
 * all bits and are folded into the lower halves. */
static inline uint64_t op_hash(enum Op op, const Ref operand[OPERANDS])
{
	uint64_t hash = (operand[0] + ((uint64_t)op << 32)) * 0x9e3779b97f4a7c15u + operand[1] * 0xbf58476d1ce4e5b9u +
	                operand[2] * 0x94d049bb133111ebu;
	return hash ^ hash >> 32;
}

/* Number of a constant's operands; operands of a number, for its absolute value. */
double operands_number(const Ref operand[OPERANDS]);
void number_operands(double number, Ref operand[OPERANDS]);

static inline Ref dag_neg(Ref a)
{
	return a ^ 1;
}
static inline uint32_t ref_node(Ref a)
{
	return a >> 1;
}
static inline bool ref_negative(Ref a)
{
	return a & 1;
}

static inline bool dag_is_const(const struct Dag *dag, Ref a)
{
	return dag->item[ref_node(a)].op == OP_CONST;
}
/* True if a value is known before the state: a constant, or computed from parameters. */
static inline bool dag_is_known(const struct Dag *dag, Ref a)
{
	return dag->item[ref_node(a)].time != TIME_STATE;
}
/* Requires a constant. */
double dag_value(const struct Dag *dag, Ref a);
bool dag_is(const struct Dag *dag, Ref a, double value);
/* The only zero has no bits (number_operands). */
static inline bool dag_is_zero(const struct Dag *dag, Ref a)
{
	const struct Node *node = &dag->item[ref_node(a)];
	return node->op == OP_CONST && !(node->operand[0] | node->operand[1]);
}

/* Does `is` hold for all values? */
bool dag_all(const struct Dag *dag, bool (*is)(const struct Dag *dag, Ref a), const Ref *value, int count);

/* Marks by node: is it needed by values? Memory is the given arena's. */
bool *dag_live(struct Arena *arena, const struct Dag *dag, const Ref *value, size_t count);
/* Cost of values: each operation counts once, a sine or cosine as ten. dag_cost counts operations of a call,
 * dag_setup_cost operations at setup time. */
uint64_t dag_cost(const struct Dag *dag, const Ref *value, size_t count);
uint64_t dag_setup_cost(const struct Dag *dag, const Ref *value, size_t count);
/* Multiplications and additions of a call. */
uint64_t dag_operations(const struct Dag *dag, const Ref *value, size_t count);

/* Names a value for the printers; the first name stays. Constants and inputs have none. */
void dag_label(struct Dag *dag, Ref a, const char *quantity, uint32_t link, const char *component);

/* NULL: it has none. */
static inline const struct Label *dag_label_of(const struct Dag *dag, uint32_t node)
{
	return node < dag->labels && dag->label[node] ? &dag->named.item[dag->label[node] - 1] : NULL;
}

/* One operation on constants of a model, and at states that decide on its code: the same on every machine (base/elementary.h). */
double op_folded(enum Op op, const double *operand);
/* Value of one operation by the functions of <math.h>, as executors compute it. */
double op_value(enum Op op, const double *operand);
float op_value_float(enum Op op, const float *operand);

/* --- DAGs as text (put.c) --- */

/* A value as nested expression, add(q[0], mul(2, sin(q[0]))), or node by node if long. */
void dag_put(const struct Dag *dag, Ref ref, struct Text *out);
/* Values as part of a key: equal numbers are the same node. */
void dag_put_refs(const Ref *ref, size_t count, struct Text *out);
/* A line "  title 1 2 3" with constants or expressions. */
void dag_put_constants(const struct Dag *dag, struct Text *out, const char *title, const Ref *ref, int count);
/* Dump of the DAG, a line a node. */
void dag_dump(const struct Dag *dag, struct Text *out);

#endif
