/* Values and DAGs as text, for --dump. */
#include "dag.h"

#include "base/number.h"

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

/* Size of a nested expression, cut off at `limit`. */
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

/* Every needed node once, from the value to its operands. */
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
		if (dag_is_const(dag, ref[i]))
			number_put(out, dag_value(dag, ref[i]));
		else
			dag_put(dag, ref[i], out);
	}
	text_char(out, '\n');
}

void dag_dump(const struct Dag *dag, struct Text *out)
{
	for (uint32_t n = 0; n < dag->count; n++) {
		text_format(out, "@%u = ", n);
		put_node(dag, n, out);
		const struct Label *label = dag_label_of(dag, n);
		if (label)
			text_format(out, "  ; %s%s%u%s", label->negative ? "-" : "", label->quantity, label->link,
			            label->component);
		text_char(out, '\n');
	}
}

void dag_put_refs(const Ref *ref, size_t count, struct Text *out)
{
	for (size_t i = 0; i < count; i++)
		text_format(out, "%x ", ref[i]);
}
