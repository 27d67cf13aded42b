#include "fold_limbs.h"

#include <string.h>

/* --- leaves --- */

enum { BUCKETS = 1024 };

static uint32_t *bucket_of(struct LimbNumbers *numbers, struct Arena *arena, const double *value)
{
	uint64_t hash = 0, bits;
	if (!numbers->bucket)
		numbers->bucket = ARENA_ARRAY(arena, uint32_t, BUCKETS);
	for (int l = 0; l < LIMB_LANES_MOST; l++) {
		memcpy(&bits, &value[l], sizeof bits);
		hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
	}
	return &numbers->bucket[(hash >> 32) % BUCKETS];
}

/* Index of a number in the table, added if new. */
static size_t number_place(struct LimbNumbers *numbers, struct Arena *arena, struct LimbNumber number)
{
	uint32_t *bucket = bucket_of(numbers, arena, number.value);
	for (uint32_t k = *bucket; k; k = numbers->item[k - 1].next)
		if (memcmp(numbers->item[k - 1].value, number.value, sizeof number.value) == 0)
			return k - 1;
	number.next = *bucket;
	*ARENA_PUSH(arena, numbers) = number;
	*bucket = (uint32_t)numbers->count;
	return numbers->count - 1;
}

/* The first nonzero value is made positive, so that x and -x are the same number. */
Ref limb_fold_number(struct LimbFold *lanes, struct Dag *dag, const double *value, int lane)
{
	struct LimbNumber number = { .next = 0 };
	Ref sign = value[0] < 0;
	for (int l = 0; l < lanes->width; l++)
		number.value[l] = sign ? -value[l] : value[l];
	size_t place = number_place(&lanes->number, dag->arena, number);
	return dag_input(dag, INPUT_LIMB_NUMBERS, (uint32_t)(place * (size_t)lanes->width + (size_t)lane)) ^ sign;
}

/* Finds the nodes with lanes. */
static bool *find_laned(const struct Dag *dag)
{
	bool *laned = ARENA_ARRAY(dag->arena, bool, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		if (node->op == OP_INPUT)
			laned[n] = node->operand[0] == INPUT_LIMB_LANES || node->operand[0] == INPUT_LIMB_NUMBERS;
		for (int k = 0; k < node_arity(node) && node->op != OP_PICK; k++)
			laned[n] |= laned[ref_node(node->operand[k])];
	}
	return laned;
}

/* --- sets of corresponding nodes --- */

/* A set of corresponding nodes, one for each limb: an operation on common nodes or on other sets. Nodes of a set may
 * differ in sign: x - y or y - x exists, depending on the operand made first. */
struct Same {
	uint8_t op;
	uint64_t operand[2];
	uint32_t node[LIMB_LANES_MOST]; /* by lane: node + 1, or 0 if not found */
	bool negative[LIMB_LANES_MOST];
	uint32_t slot; /* next set with the same hash, + 1 */
};

struct Folding {
	struct Rewrite r;
	const struct LimbFold *lanes;
	struct ARENA_LIST(struct Same) same;
	uint32_t *bucket;
	uint32_t buckets;
	uint32_t *depth;             /* by node: distance from the leaves */
	uint32_t *set;               /* by node: its set, numbered after the leaves, + 1; 0: none */
	uint8_t *lane;               /* by node: its lane in the set */
	bool *turned;                /* by node: is it the negative of the first lane's? */
	uint32_t *leaf[INPUT_COUNT]; /* by element of an array: input and lane of the limbs, + 1; 0: none */
	uint32_t elements[INPUT_COUNT];
	uint32_t leaves; /* lower numbers of sets are leaves */
	Ref *now;
	bool *made;
};

/* Bits of an operand's key: the operand is a set; the lanes from the node's lane to the operand's. */
enum { OF_A_SET = 32, TURNED_BY = 40 };

static bool may_fold(enum Op op)
{
	return op == OP_ADD || op == OP_MUL || op == OP_DIV || op == OP_SIN || op == OP_COS;
}

/* Distance of a node from the leaves: operands are nearer, and nodes of a set have the same distance. */
static uint32_t *depths(const struct Dag *dag, uint32_t *most)
{
	uint32_t *depth = ARENA_ARRAY(dag->arena, uint32_t, dag->count);
	*most = 0;
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		for (int k = 0; k < node_arity(node); k++) {
			uint32_t below = depth[ref_node(node->operand[k])] + 1;
			depth[n] = below > depth[n] ? below : depth[n];
		}
		*most = depth[n] > *most ? depth[n] : *most;
	}
	return depth;
}

/* Finds the input and lane of each element. */
static void place_leaves(struct Folding *f)
{
	const struct LimbInputs *inputs = &f->lanes->input;
	uint32_t width = (uint32_t)f->lanes->width;
	for (size_t k = 0; k < inputs->count; k++)
		for (uint32_t l = 0; l < width; l++) {
			uint32_t *elements = &f->elements[inputs->item[k].array], end = inputs->item[k].element[l] + 1;
			*elements = end > *elements ? end : *elements;
		}
	for (int array = 0; array < INPUT_COUNT; array++)
		f->leaf[array] = ARENA_ARRAY(f->r.old->arena, uint32_t, f->elements[array]);
	for (size_t k = 0; k < inputs->count; k++)
		for (uint32_t l = 0; l < width; l++)
			f->leaf[inputs->item[k].array][inputs->item[k].element[l]] = (uint32_t)k * width + l + 1;
}

static void find_leaf(struct Folding *f, uint32_t n)
{
	const struct Node *node = &f->r.old->item[n];
	uint32_t width = (uint32_t)f->lanes->width, array = node->operand[0], element = node->operand[1];
	bool number = array == INPUT_LIMB_NUMBERS;
	uint32_t leaf = number ? element + 1 : element < f->elements[array] ? f->leaf[array][element] : 0;
	if (!leaf)
		return;
	f->set[n] = (number ? (uint32_t)f->lanes->input.count : 0) + (leaf - 1) / width + 1;
	f->lane[n] = (uint8_t)((leaf - 1) % width);
}

/* Lanes from one to another, counted around. */
static int lanes_between(const struct Folding *f, int from, int to)
{
	return (to - from + f->lanes->width) % f->lanes->width;
}

/* Lane of an operation on nodes a and b of two limbs: that of the deeper, where the results of both limbs meet; -1: an
 * operand is a leaf. */
static int lane_of_two(const struct Folding *f, uint32_t a, uint32_t b)
{
	bool leaf = f->set[a] <= f->leaves || f->set[b] <= f->leaves;
	bool near = 2 * lanes_between(f, f->lane[a], f->lane[b]) < f->lanes->width;
	bool first = f->depth[a] != f->depth[b] ? f->depth[a] > f->depth[b]
	             : f->set[a] != f->set[b]   ? f->set[a] > f->set[b]
	                                        : near;
	return leaf ? -1 : f->lane[first ? a : b];
}

/* Lane of an operation on nodes of one limb or two, and common nodes; -1: no limb. */
static int lane_of(const struct Folding *f, const struct Node *node)
{
	uint32_t of[OPERANDS];
	int count = 0;
	for (int k = 0; k < node_arity(node); k++)
		if (f->set[ref_node(node->operand[k])])
			of[count++] = ref_node(node->operand[k]);
	if (count == 2 && f->lane[of[0]] != f->lane[of[1]])
		return lane_of_two(f, of[0], of[1]);
	return count && count <= 2 ? f->lane[of[0]] : -1;
}

static uint64_t key_of(const struct Folding *f, Ref operand, int lane)
{
	uint32_t n = ref_node(operand), set = f->set[n], sign = (operand & 1) ^ f->turned[n];
	uint64_t by = (uint64_t)lanes_between(f, lane, f->lane[n]);
	return set ? by << TURNED_BY | (uint64_t)1 << OF_A_SET | (2 * set + sign) : operand;
}

/* Moves signs from the operands to the result, as far as the operation allows. Returns the sign of the result. */
static uint64_t sign_of(struct Same *same)
{
	uint64_t sign = same->operand[0] & 1;
	if (same->op == OP_ADD) {
		same->operand[0] ^= sign;
		same->operand[1] ^= sign;
		return sign;
	}
	sign ^= same->operand[1] & 1;
	same->operand[0] &= ~(uint64_t)1;
	same->operand[1] &= ~(uint64_t)1;
	return same->op == OP_COS ? 0 : sign;
}

/* Key of a node in a lane: corresponding nodes have the same key. */
static struct Same key(const struct Folding *f, const struct Node *node, int lane)
{
	struct Same same = { .op = node->op };
	for (int k = 0; k < node_arity(node); k++)
		same.operand[k] = key_of(f, node->operand[k], lane);
	bool commutes = node->op == OP_ADD || node->op == OP_MUL;
	if (commutes && same.operand[0] > same.operand[1]) {
		uint64_t swap = same.operand[0];
		same.operand[0] = same.operand[1];
		same.operand[1] = swap;
	}
	same.negative[lane] = sign_of(&same);
	return same;
}

static struct Same *find_same(struct Folding *f, const struct Same *wanted)
{
	const uint64_t mix = 0x9e3779b97f4a7c15u;
	uint64_t hash = ((wanted->operand[0] * mix ^ wanted->operand[1]) * mix ^ wanted->op) * mix;
	uint32_t *at = &f->bucket[(hash >> 32) & (f->buckets - 1)];
	for (uint32_t i = *at; i; i = f->same.item[i - 1].slot) {
		struct Same *have = &f->same.item[i - 1];
		if (have->op == wanted->op && memcmp(have->operand, wanted->operand, sizeof have->operand) == 0)
			return have;
	}
	struct Same *made = ARENA_PUSH(f->r.old->arena, &f->same);
	*made = *wanted;
	made->slot = *at;
	*at = (uint32_t)f->same.count;
	return made;
}

/* Makes a set of nodes found in every lane. */
static void complete(struct Folding *f, size_t from)
{
	for (size_t i = from; i < f->same.count; i++) {
		const struct Same *same = &f->same.item[i];
		bool all = true;
		for (int l = 0; l < f->lanes->width; l++)
			all &= same->node[l] > 0;
		for (int l = 0; l < f->lanes->width && all; l++) {
			uint32_t n = same->node[l] - 1;
			f->set[n] = f->leaves + (uint32_t)i + 1;
			f->lane[n] = (uint8_t)l;
			f->turned[n] = same->negative[l] != same->negative[0];
		}
	}
}

/* Finds sets from the leaves on, for all nodes of a distance at a time. */
static void find_sets(struct Folding *f)
{
	const struct Dag *dag = f->r.old;
	uint32_t most, *depth = f->depth = depths(dag, &most);
	uint32_t *first = ARENA_ARRAY(dag->arena, uint32_t, most + 1),
		 *next = ARENA_ARRAY(dag->arena, uint32_t, dag->count);
	for (uint32_t n = (uint32_t)dag->count; n-- > 0;) {
		next[n] = first[depth[n]];
		first[depth[n]] = n + 1;
	}
	for (uint32_t d = 0; d <= most; d++) {
		size_t from = f->same.count;
		for (uint32_t i = first[d]; i; i = next[i - 1]) {
			const struct Node *node = &dag->item[i - 1];
			int lane = rewrite_live(&f->r, i - 1) ? lane_of(f, node) : -1;
			if (node->op == OP_INPUT)
				find_leaf(f, i - 1);
			if (lane < 0 || !may_fold((enum Op)node->op))
				continue;
			struct Same wanted = key(f, node, lane), *same = find_same(f, &wanted);
			same->node[lane] = i;
			same->negative[lane] = wanted.negative[lane];
		}
		complete(f, from);
	}
}

/* --- the folded form --- */

/* Node of the first lane, which represents its set. */
static uint32_t stands_for(const struct Folding *f, uint32_t n)
{
	return f->set[n] > f->leaves ? f->same.item[f->set[n] - f->leaves - 1].node[0] - 1 : n;
}

static Ref fold_leaf(struct Folding *f, uint32_t n)
{
	uint32_t set = f->set[n] - 1, inputs = (uint32_t)f->lanes->input.count;
	return set < inputs ? dag_input(&f->r.made, INPUT_LIMB_LANES, set)
	                    : dag_input(&f->r.made, INPUT_LIMB_NUMBERS, set - inputs);
}

/* Operand of a folded node. `limb`: for a node with lanes, whose first is that of the first limb, so that an operand
 * of another limb is turned; else a single lane is picked. */
static Ref operand_of(struct Folding *f, Ref operand, bool limb)
{
	uint32_t n = ref_node(operand);
	Ref now = f->now[stands_for(f, n)] ^ (operand & 1) ^ f->turned[n];
	if (!f->set[n] || (limb && !f->lane[n]))
		return now;
	Ref lane = dag_const(&f->r.made, f->lane[n]);
	return dag_op(&f->r.made, limb ? OP_TURN : OP_PICK, (const Ref[]){ now, lane });
}

static Ref fold_node(struct Folding *f, uint32_t n)
{
	const struct Node *node = &f->r.old->item[n];
	Ref operand[OPERANDS] = { 0 };
	if (node->op == OP_CONST || node->op == OP_INPUT)
		return f->set[n] ? fold_leaf(f, n) : rewrite_copy(&f->r, n);
	for (int k = 0; k < node_arity(node); k++)
		operand[k] = operand_of(f, node->operand[k], f->set[n] > 0);
	return dag_op(&f->r.made, (enum Op)node->op, operand);
}

/* Folds the operands of a node, then the node. A node may precede its representative in the first limb. */
static void fold_from(struct Folding *f, uint32_t root, uint32_t *stack)
{
	size_t depth = 0;
	stack[depth++] = stands_for(f, root);
	while (depth) {
		uint32_t n = stack[depth - 1];
		const struct Node *node = &f->r.old->item[n];
		size_t before = depth;
		for (int k = node_arity(node); !f->made[n] && k-- > 0;) {
			uint32_t below = stands_for(f, ref_node(node->operand[k]));
			if (!f->made[below])
				stack[depth++] = below;
		}
		if (depth > before)
			continue;
		depth--;
		if (f->made[n])
			continue;
		f->now[n] = fold_node(f, n);
		f->made[n] = true;
		rewrite_set(&f->r, n, f->now[n]);
	}
}

static struct LimbFoldCount count_of(const struct Form *form)
{
	struct LimbFoldCount count = { 0, 0, 0 };
	const bool *laned = find_laned(&form->dag);
	struct Rewrite r = rewrite_begin(form);
	for (uint32_t n = 0; n < form->dag.count; n++) {
		const struct Node *node = &form->dag.item[n];
		if (!rewrite_live(&r, n) || node->time != TIME_STATE)
			continue;
		bool moves = node->op == OP_PICK || node->op == OP_TURN;
		if (moves || (node->op == OP_INPUT && node->operand[0] == INPUT_LIMB_LANES))
			count.between++;
		else if (node_arity(node) && !node_trigonometric(node))
			(*(laned[n] ? &count.together : &count.apart))++;
	}
	return count;
}

struct Form fold_limbs(const struct Form *form, struct LimbFold *lanes, struct LimbFoldCount *count)
{
	const struct Dag *dag = &form->dag;
	struct Arena *arena = dag->arena;
	struct Form folded = *form;
	struct Folding f = {
		.r = rewrite_begin(form),
		.lanes = lanes,
		.buckets = 256,
		.set = ARENA_ARRAY(arena, uint32_t, dag->count),
		.lane = ARENA_ARRAY(arena, uint8_t, dag->count),
		.turned = ARENA_ARRAY(arena, bool, dag->count),
		.now = ARENA_ARRAY(arena, Ref, dag->count),
		.leaves = (uint32_t)(lanes->input.count + lanes->number.count),
		.made = ARENA_ARRAY(arena, bool, dag->count),
	};
	while (f.buckets < dag->count)
		f.buckets *= 2;
	f.bucket = ARENA_ARRAY(arena, uint32_t, f.buckets);
	place_leaves(&f);
	find_sets(&f);
	uint32_t *stack = ARENA_ARRAY(arena, uint32_t, (OPERANDS + 1) * dag->count + 1);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&f.r, n))
			fold_from(&f, n, stack);
	folded.value = ARENA_ARRAY(arena, Ref, form->count);
	for (size_t i = 0; i < form->count; i++)
		folded.value[i] = operand_of(&f, form->value[i], false);
	folded.dag = f.r.made;
	*count = count_of(&folded);
	return folded;
}

/* --- unfolding --- */

/* Part of a node. */
struct Place {
	uint32_t node;
	int part;
};

/* Division of limbs into parts of `width` limbs, each folded; parts of a single limb are numbers. A node has a value
 * in each part. */
struct Unfolding {
	struct Rewrite r;
	const struct LimbFold *lanes;
	int width, parts;
	const bool *laned;
	Ref (*now)[LIMB_LANES_MOST]; /* by part; nodes without lanes have only the first */
	bool (*made)[LIMB_LANES_MOST];
	struct ARENA_LIST(struct Place) stack;
};

/* Lane of a pick; lanes by which a node turns. */
static int lane_at(const struct Unfolding *u, const struct Node *node)
{
	return (int)dag_value(u->r.old, node->operand[1]);
}

/* What a node reads as its operand k in a given part. A node that turns reads the part where its first lane is, and
 * then the next. */
static struct Place place_of(const struct Unfolding *u, const struct Node *node, int k, int part)
{
	if (node->op == OP_TURN)
		return (struct Place){ ref_node(node->operand[0]),
			               (part + lane_at(u, node) / u->width + k) % u->parts };
	uint32_t operand = ref_node(node->operand[k]);
	if (!u->laned[operand])
		return (struct Place){ operand, 0 };
	return (struct Place){ operand, node->op == OP_PICK ? lane_at(u, node) / u->width : part };
}

static Ref unfold_leaf(struct Unfolding *u, uint32_t n, int part)
{
	const struct Node *node = &u->r.old->item[n];
	bool numbers = node->operand[0] == INPUT_LIMB_NUMBERS;
	if (node->op == OP_CONST || !u->laned[n])
		return rewrite_copy(&u->r, n);
	if (u->width > 1)
		return dag_input(&u->r.made, (enum Input)node->operand[0],
		                 node->operand[1] * (uint32_t)u->parts + (uint32_t)part);
	if (numbers)
		return dag_const(&u->r.made, u->lanes->number.item[node->operand[1]].value[part]);
	const struct LimbInput *input = &u->lanes->input.item[node->operand[1]];
	return dag_input(&u->r.made, input->array, input->element[part]);
}

static Ref unfold_node(struct Unfolding *u, uint32_t n, int part)
{
	const struct Node *node = &u->r.old->item[n];
	Ref operand[OPERANDS] = { 0 };
	if (!node_arity(node))
		return unfold_leaf(u, n, part);
	for (int k = 0; k < node_arity(node); k++) {
		struct Place at = place_of(u, node, k, part);
		operand[k] = u->now[at.node][at.part] ^ (node->operand[k] & 1);
	}
	if (node->op != OP_PICK && node->op != OP_TURN)
		return dag_op(&u->r.made, (enum Op)node->op, operand);
	int lane = lane_at(u, node) % u->width;
	if (u->width == 1 || (node->op == OP_TURN && lane == 0))
		return operand[0];
	bool spliced = node->op == OP_TURN && u->parts > 1;
	operand[spliced ? 2 : 1] = dag_const(&u->r.made, lane);
	return dag_op(&u->r.made, spliced ? OP_SPLICE : (enum Op)node->op, operand);
}

/* Labels a part's value with the link of that part. */
static void label_part(struct Unfolding *u, uint32_t n, int part)
{
	const struct Label *label = dag_label_of(u->r.old, n);
	if (!label)
		return;
	uint32_t like_link = label->link ? u->lanes->like_link[label->link - 1][part * u->width] : 0;
	dag_label(&u->r.made, u->now[n][part] ^ label->negative, label->quantity, like_link ? like_link : label->link,
	          label->component);
}

/* Unfolds the operands of a part, then the part itself: so limbs follow one another. */
static void unfold_from(struct Unfolding *u, uint32_t root, int part)
{
	struct Arena *arena = u->r.old->arena;
	u->stack.count = 0;
	*ARENA_PUSH(arena, &u->stack) = (struct Place){ root, part };
	while (u->stack.count) {
		struct Place at = u->stack.item[u->stack.count - 1];
		const struct Node *node = &u->r.old->item[at.node];
		size_t before = u->stack.count;
		for (int k = node_arity(node); !u->made[at.node][at.part] && k-- > 0;) {
			struct Place below = place_of(u, node, k, at.part);
			if (!u->made[below.node][below.part])
				*ARENA_PUSH(arena, &u->stack) = below;
		}
		if (u->stack.count > before)
			continue;
		u->stack.count--;
		if (u->made[at.node][at.part])
			continue;
		u->now[at.node][at.part] = unfold_node(u, at.node, at.part);
		u->made[at.node][at.part] = true;
		label_part(u, at.node, at.part);
	}
}

/* Inputs, numbers and links of the parts: leaf k of the fold becomes one leaf for each part, in turn. */
static struct LimbFold divided(const struct Unfolding *u, size_t links)
{
	struct Arena *arena = u->r.old->arena;
	const struct LimbFold *from = u->lanes;
	struct LimbFold lanes = { .width = u->width };
	uint32_t(*like_link)[LIMB_LANES_MOST] = arena_array(arena, links, sizeof *like_link);
	for (size_t k = 0; k < from->input.count * (size_t)u->parts; k++) {
		const struct LimbInput *input = &from->input.item[k / (size_t)u->parts];
		struct LimbInput own = { .array = input->array };
		for (int l = 0; l < u->width; l++)
			own.element[l] = input->element[(int)k % u->parts * u->width + l];
		*ARENA_PUSH(arena, &lanes.input) = own;
	}
	for (size_t k = 0; k < from->number.count * (size_t)u->parts; k++) {
		struct LimbNumber own = { .next = 0 };
		for (int l = 0; l < u->width; l++)
			own.value[l] = from->number.item[k / (size_t)u->parts].value[(int)k % u->parts * u->width + l];
		*ARENA_PUSH(arena, &lanes.number) = own;
	}
	for (size_t i = 0; i < links; i++)
		for (int l = 0; l < from->width && from->like_link[i][0]; l++)
			like_link[from->like_link[i][l / u->width * u->width] - 1][l % u->width] =
				from->like_link[i][l];
	lanes.like_link = like_link;
	lanes.links = links;
	return lanes;
}

struct Form fold_limbs_divide(const struct Form *folded, const struct LimbFold *lanes, int width,
                              struct LimbFold *parts)
{
	const struct Dag *dag = &folded->dag;
	struct Form form = *folded;
	struct Unfolding u = {
		.r = rewrite_begin(folded),
		.lanes = lanes,
		.width = width,
		.parts = lanes->width / width,
		.laned = find_laned(dag),
		.now = arena_array(dag->arena, dag->count, sizeof *u.now),
		.made = arena_array(dag->arena, dag->count, sizeof *u.made),
	};
	/* all forms must round identically: constants adjacent in this form may be separated by lanes in another */
	u.r.made.as_written = true;
	for (int part = 0; part < u.parts; part++)
		for (uint32_t n = 0; n < dag->count; n++)
			if (rewrite_live(&u.r, n) && u.laned[n])
				unfold_from(&u, n, part);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&u.r, n) && !u.laned[n])
			unfold_from(&u, n, 0);
	form.value = ARENA_ARRAY(dag->arena, Ref, form.count);
	for (size_t i = 0; i < form.count; i++)
		form.value[i] = u.now[ref_node(folded->value[i])][0] ^ (folded->value[i] & 1);
	form.dag = u.r.made;
	*parts = divided(&u, lanes->links);
	return form;
}

/* --- values known at setup time --- */

struct Settling {
	struct Rewrite r;
	double (*value)[LIMB_LANES_MOST]; /* by node: its known value in each lane */
	bool mixed;                       /* some value is 0 in some lanes only */
};

/* Lane of its operands that a node reads in lane l. Beyond the last, it reads the second operand, or the first lanes. */
static int lane_read(const struct Dag *dag, const struct Node *node, int l)
{
	switch (node->op) {
	case OP_PICK: return (int)dag_value(dag, node->operand[1]);
	case OP_TURN: return l + (int)dag_value(dag, node->operand[1]);
	case OP_SPLICE: return l + (int)dag_value(dag, node->operand[2]);
	default: return l;
	}
}

static void compute(struct Settling *s, const struct LimbFold *lanes, uint32_t n)
{
	const struct Node *node = &s->r.old->item[n];
	double operand[OPERANDS] = { 0 };
	int zeros = 0;
	for (int l = 0; l < lanes->width; l++) {
		int from = lane_read(s->r.old, node, l);
		for (int k = 0; k < node_arity(node); k++) {
			bool last =
				node->op == OP_SPLICE && from >= lanes->width; /* the value is in the second operand */
			Ref read = node->operand[last ? 1 : k];
			double x = s->value[ref_node(read)][from % lanes->width];
			operand[k] = ref_negative(read) ? -x : x;
		}
		s->value[n][l] = node->op == OP_CONST   ? operands_number(node->operand)
		                 : node->op == OP_INPUT ? lanes->number.item[node->operand[1]].value[l]
		                                        : op_value((enum Op)node->op, operand);
		zeros += s->value[n][l] == 0;
	}
	s->mixed |= zeros > 0 && zeros < lanes->width;
}

/* A known value: a constant if equal in all lanes, else a number of the limbs. */
static Ref known(struct Settling *s, struct LimbFold *lanes, uint32_t n)
{
	const double *value = s->value[n];
	bool one = true;
	for (int l = 1; l < lanes->width; l++)
		one &= value[l] == value[0];
	if (one)
		return dag_const(&s->r.made, value[0]);
	Ref number = limb_fold_number(lanes, &s->r.made, value, 0);
	uint32_t element = s->r.made.item[ref_node(number)].operand[1] / (uint32_t)lanes->width;
	return dag_input(&s->r.made, INPUT_LIMB_NUMBERS, element) ^ (number & 1);
}

/* Replaces picks from values without lanes by these values. */
static void drop_idle_picks(struct Form *form)
{
	const bool *laned = find_laned(&form->dag);
	struct Rewrite r = rewrite_begin(form);
	for (uint32_t n = 0; n < form->dag.count; n++) {
		const struct Node *node = &form->dag.item[n];
		bool idle = (node->op == OP_PICK || node->op == OP_TURN) && !laned[ref_node(node->operand[0])];
		if (rewrite_live(&r, n))
			rewrite_set(&r, n, idle ? rewrite_now(&r, node->operand[0]) : rewrite_copy(&r, n));
	}
	rewrite_end(&r, form);
}

bool fold_limbs_settle(struct Form *folded, struct LimbFold *lanes)
{
	const struct Dag *dag = &folded->dag;
	struct LimbFold left = *lanes;
	struct Settling s = { .r = rewrite_begin(folded),
		              .value = arena_array(dag->arena, dag->count, sizeof *s.value) };
	left.number = (struct LimbNumbers){ 0 };
	for (uint32_t n = 0; n < dag->count; n++) {
		if (!rewrite_live(&s.r, n))
			continue;
		bool is_known = dag->item[n].time != TIME_STATE;
		if (is_known)
			compute(&s, lanes, n);
		rewrite_set(&s.r, n, is_known ? known(&s, &left, n) : rewrite_copy(&s.r, n));
	}
	rewrite_end(&s.r, folded);
	drop_idle_picks(folded);
	lanes->number = left.number;
	return !s.mixed;
}
