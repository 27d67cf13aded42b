#include "lowering.h"

/* Levels of nodes: the most sines and cosines nested in each other, on any path to a node. */
static uint32_t *levels(struct Arena *arena, const struct Dag *dag, uint32_t *most)
{
	uint32_t *level = ARENA_ARRAY(arena, uint32_t, dag->count);
	*most = 0;
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		for (int k = 0; k < node_arity(node); k++) {
			uint32_t below = level[ref_node(node->operand[k])];
			level[n] = below > level[n] ? below : level[n];
		}
		level[n] += node_trigonometric(node);
		*most = level[n] > *most ? level[n] : *most;
	}
	return level;
}

static void append(struct Schedule *schedule, bool *done, uint32_t n)
{
	if (!done[n])
		schedule->node[schedule->count++] = n;
	done[n] = true;
}

/* Appends the operands of a group's angles, then the group. */
static void append_group(struct Arena *arena, struct Schedule *schedule, const struct Dag *dag, const bool *live,
                         bool *done, uint32_t group)
{
	bool *needed = ARENA_ARRAY(arena, bool, dag->count);
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		if (live[n] && (needed[n] || schedule->group[n] == group))
			for (int k = 0; k < node_arity(node); k++)
				needed[ref_node(node->operand[k])] = true;
	}
	for (uint32_t n = 0; n < dag->count; n++)
		if (needed[n] && live[n] && node_arity(&dag->item[n]))
			append(schedule, done, n);
	for (uint32_t n = 0; n < dag->count; n++)
		if (live[n] && schedule->group[n] == group)
			append(schedule, done, n);
}

/* Values held at once to compute each node, if nothing were shared (Sethi & Ullman 1970). */
static uint32_t *needs(struct Arena *arena, const struct Dag *dag)
{
	uint32_t *need = ARENA_ARRAY(arena, uint32_t, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		uint32_t of[OPERANDS] = { 0 };
		int arity = node_arity(node);
		for (int k = 0; k < arity; k++)
			of[k] = need[ref_node(node->operand[k])];
		for (int k = 0; k < arity; k++) { /* largest first; k values are held while the k-th is computed */
			int largest = k;
			for (int j = k + 1; j < arity; j++)
				largest = of[j] > of[largest] ? j : largest;
			uint32_t swap = of[k];
			of[k] = of[largest];
			of[largest] = swap;
			need[n] = of[k] + (uint32_t)k > need[n] ? of[k] + (uint32_t)k : need[n];
		}
		need[n] += arity > 0 && need[n] == 0;
	}
	return need;
}

/* Appends the operands of a value, the most demanding first, then the value. */
static void append_below(struct Schedule *schedule, const struct Dag *dag, const uint32_t *need, bool *done,
                         uint32_t *stack, uint32_t root)
{
	size_t depth = 0;
	stack[depth++] = root;
	while (depth) {
		uint32_t n = stack[depth - 1], next = n;
		const struct Node *node = &dag->item[n];
		for (int k = 0; k < node_arity(node); k++) {
			uint32_t below = ref_node(node->operand[k]);
			if (node_arity(&dag->item[below]) && !done[below] && (next == n || need[below] > need[next]))
				next = below;
		}
		if (next != n) {
			stack[depth++] = next;
			continue;
		}
		append(schedule, done, n);
		depth--;
	}
}

static void append_depth_first(struct Arena *arena, struct Schedule *schedule, const struct Dag *dag, bool *done,
                               const struct Result *result, int results, enum ScheduleKind kind)
{
	const uint32_t *need = needs(arena, dag);
	uint32_t *stack = ARENA_ARRAY(arena, uint32_t, dag->count + 1);
	for (int r = 0; r < results; r++)
		for (size_t i = 0; i < result[r].size; i++) {
			size_t at = kind == SCHEDULE_FROM_LAST ? result[r].size - 1 - i : i;
			uint32_t root = ref_node(result[r].value[at]);
			if (node_arity(&dag->item[root]) && !done[root])
				append_below(schedule, dag, need, done, stack, root);
		}
}

/* Backward list scheduling: nodes whose users are all scheduled, and the count of unscheduled users of each node. */
struct Backward {
	const struct Dag *dag;
	const bool *done;
	uint32_t *waiting, *ready, count;
	bool *awaited; /* read by a scheduled node */
};

/* Increase of the number of live values if a node is scheduled. */
static int burden(const struct Backward *b, uint32_t n)
{
	const struct Node *node = &b->dag->item[n];
	int more = -1;
	for (int k = 0; k < node_arity(node); k++) {
		uint32_t below = ref_node(node->operand[k]);
		bool before = false;
		for (int j = 0; j < k; j++)
			before |= ref_node(node->operand[j]) == below;
		more += !before && node_arity(&b->dag->item[below]) && !b->done[below] && !b->awaited[below];
	}
	return more;
}

static uint32_t lightest(struct Backward *b)
{
	uint32_t best = 0;
	int least = burden(b, b->ready[0]);
	for (uint32_t i = 1; i < b->count; i++) {
		int more = burden(b, b->ready[i]);
		if (more < least || (more == least && b->ready[i] > b->ready[best])) {
			least = more;
			best = i;
		}
	}
	uint32_t n = b->ready[best];
	b->ready[best] = b->ready[--b->count];
	return n;
}

static void append_backward(struct Arena *arena, struct Schedule *schedule, const struct Dag *dag, const bool *live,
                            bool *done)
{
	struct Backward b = {
		.dag = dag,
		.done = done,
		.waiting = ARENA_ARRAY(arena, uint32_t, dag->count),
		.ready = ARENA_ARRAY(arena, uint32_t, dag->count),
		.awaited = ARENA_ARRAY(arena, bool, dag->count),
	};
	uint32_t first = schedule->count, last = first;
	for (uint32_t n = 0; n < dag->count; n++)
		for (int k = 0; live[n] && !done[n] && k < node_arity(&dag->item[n]); k++)
			b.waiting[ref_node(dag->item[n].operand[k])]++;
	for (uint32_t n = 0; n < dag->count; n++)
		if (live[n] && !done[n] && node_arity(&dag->item[n])) {
			last++;
			if (!b.waiting[n])
				b.ready[b.count++] = n;
		}
	schedule->count = last;
	while (b.count) {
		uint32_t n = lightest(&b);
		schedule->node[--last] = n;
		for (int k = 0; k < node_arity(&dag->item[n]); k++) {
			uint32_t below = ref_node(dag->item[n].operand[k]);
			b.awaited[below] = true;
			if (--b.waiting[below] == 0 && node_arity(&dag->item[below]) && !done[below])
				b.ready[b.count++] = below;
		}
	}
}

struct Schedule schedule_nodes(struct Arena *arena, const struct Dag *dag, const bool *live,
                               const struct Result *result, int results, enum ScheduleKind kind, bool grouped)
{
	struct Schedule schedule = { .node = ARENA_ARRAY(arena, uint32_t, dag->count) };
	bool *done = ARENA_ARRAY(arena, bool, dag->count);
	if (grouped) {
		uint32_t most;
		schedule.group = levels(arena, dag, &most);
		for (uint32_t n = 0; n < dag->count; n++)
			schedule.group[n] = node_trigonometric(&dag->item[n]) ? schedule.group[n] : 0;
		for (uint32_t group = 1; group <= most; group++)
			append_group(arena, &schedule, dag, live, done, group);
	}
	if (kind == SCHEDULE_FROM_END)
		append_backward(arena, &schedule, dag, live, done);
	else if (kind != SCHEDULE_AS_MADE)
		append_depth_first(arena, &schedule, dag, done, result, results, kind);
	for (uint32_t n = 0; n < dag->count && kind == SCHEDULE_AS_MADE; n++)
		if (live[n] && node_arity(&dag->item[n]))
			append(&schedule, done, n);
	return schedule;
}
