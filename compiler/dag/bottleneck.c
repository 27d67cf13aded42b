/* By the theorem of Menger the fewest nodes between the values and the inputs of the state are as many as there are ways from the
 * values to these inputs that share no node. Ways are found one after the other (Ford & Fulkerson 1956). A way enters a node
 * by its upper side and leaves it by its lower side, once. It may go back along other ways, which then take its rest. */
#include "bottleneck.h"

#include <string.h>

#include "substitution.h"

struct Search {
	struct Dag *dag;
	uint32_t *node; /* the nodes that values need and that depend on the state, operands before users */
	uint32_t nodes;
	uint32_t *place;       /* by node of the DAG: its index in `node`, + 1; 0: it has none */
	bool *used;            /* by index: has it a way through it? */
	unsigned char *passes; /* by index and operand: the number of ways to this operand */
	uint32_t *from;        /* by side, 2 i the upper and 2 i + 1 the lower: the side before, + 1; 0: not met */
	uint32_t *todo;
	size_t todos;
};

static const struct Node *node_at(const struct Search *s, uint32_t i)
{
	return &s->dag->item[s->node[i]];
}

static uint32_t index_of(const struct Search *s, Ref a)
{
	return s->place[ref_node(a)] - 1;
}

static struct Search search_begin(struct Dag *dag, const Ref *value, int values)
{
	struct Search s = { .dag = dag };
	const bool *live = dag_live(dag->arena, dag, value, (size_t)values);
	s.node = ARENA_ARRAY(dag->arena, uint32_t, dag->count);
	s.place = ARENA_ARRAY(dag->arena, uint32_t, dag->count);
	for (uint32_t n = 0; n < dag->count; n++)
		if (live[n] && dag->item[n].time == TIME_STATE) {
			s.node[s.nodes++] = n;
			s.place[n] = s.nodes;
		}
	s.used = ARENA_ARRAY(dag->arena, bool, s.nodes);
	s.passes = ARENA_ARRAY(dag->arena, unsigned char, OPERANDS *s.nodes);
	s.from = ARENA_ARRAY(dag->arena, uint32_t, 2 * s.nodes);
	s.todo = ARENA_ARRAY(dag->arena, uint32_t, 2 * s.nodes);
	return s;
}

static void meet(struct Search *s, uint32_t side, uint32_t from)
{
	if (s->from[side])
		return;
	s->from[side] = from + 1;
	s->todo[s->todos++] = side;
}

/* Back along the ways to a node, to the lower sides of its users. */
static void meet_users(struct Search *s, uint32_t i)
{
	for (uint32_t user = i + 1; user < s->nodes; user++)
		for (int k = 0; k < node_arity(node_at(s, user)); k++)
			if (s->passes[OPERANDS * user + (uint32_t)k] &&
			    ref_node(node_at(s, user)->operand[k]) == s->node[i])
				meet(s, 2 * user + 1, 2 * i);
}

static void follow(struct Search *s, uint32_t side)
{
	uint32_t i = side / 2;
	if (side % 2 == 0 && s->used[i]) {
		meet_users(s, i);
	} else if (side % 2 == 0) {
		meet(s, side + 1, side);
	} else {
		for (int k = 0; k < node_arity(node_at(s, i)); k++)
			if (s->place[ref_node(node_at(s, i)->operand[k])])
				meet(s, 2 * index_of(s, node_at(s, i)->operand[k]), side);
		if (s->used[i])
			meet(s, side - 1, side);
	}
}

/* The number of ways from a node to an operand. */
static unsigned char *passes_to(struct Search *s, uint32_t user, uint32_t i)
{
	int k = 0;
	while (ref_node(node_at(s, user)->operand[k]) != s->node[i])
		k++;
	return &s->passes[OPERANDS * user + (uint32_t)k];
}

/* Looks for one more way, and takes it. False: there is none. */
static bool add_way(struct Search *s, const Ref *value, int values)
{
	const uint32_t begin = 2 * s->nodes;
	memset(s->from, 0, 2 * s->nodes * sizeof *s->from);
	s->todos = 0;
	for (int i = 0; i < values; i++)
		if (s->place[ref_node(value[i])])
			meet(s, 2 * index_of(s, value[i]), begin);
	size_t next = 0;
	while (next < s->todos && node_at(s, s->todo[next] / 2)->op != OP_INPUT)
		follow(s, s->todo[next++]);
	if (next == s->todos)
		return false;
	for (uint32_t side = s->todo[next]; s->from[side] - 1 != begin; side = s->from[side] - 1) {
		uint32_t before = s->from[side] - 1, i = side / 2, j = before / 2;
		if (i == j)
			s->used[i] = side % 2;
		else if (side % 2)
			(*passes_to(s, i, j))--;
		else
			(*passes_to(s, j, i))++;
	}
	return true;
}

struct Bottleneck bottleneck_of(struct Dag *dag, const Ref *value, int values)
{
	struct Bottleneck b = { .nodes = 0 };
	struct Search s = search_begin(dag, value, values);
	int ways = 0;
	while (ways <= BOTTLENECK_MOST && add_way(&s, value, values))
		ways++;
	if (ways > BOTTLENECK_MOST)
		return b;
	for (uint32_t i = 0; i < s.nodes; i++) /* entered, and not left */
		if (s.from[2 * i] && !s.from[2 * i + 1] && s.used[i])
			b.node[b.nodes++] = 2 * s.node[i];
	return b;
}

/* The values with inputs INPUT_SEED in place of the nodes. */
static void replace(struct Dag *dag, const struct Bottleneck *b, Ref *value, int values)
{
	struct Replacing h = replacing_of(dag, 0);
	bool *given = ARENA_ARRAY(dag->arena, bool, h.count);
	h.given = given;
	for (int i = 0; i < b->nodes; i++) {
		given[ref_node(b->node[i])] = true;
		h.now[ref_node(b->node[i])] = dag_input(dag, INPUT_SEED, (uint32_t)i);
	}
	replacing_values(&h, value, (size_t)values);
}

void bottleneck_slopes(struct Dag *dag, const struct Bottleneck *b, const Ref *value, int values, Ref *slope)
{
	Ref *own = ARENA_ARRAY(dag->arena, Ref, values);
	memcpy(own, value, (size_t)values * sizeof *own);
	replace(dag, b, own, values);
	for (int r = 0; r < values; r++)
		for (int i = 0; i < b->nodes; i++)
			slope[r * b->nodes + i] = dag_derivative(dag, own[r], dag_input(dag, INPUT_SEED, (uint32_t)i));
}
