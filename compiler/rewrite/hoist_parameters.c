#include "hoist_parameters.h"

struct Preparing {
	struct Rewrite r;
	struct Hoisted *prepared;
	Ref *setup;     /* by node: its value in the setup DAG */
	bool *read;     /* by node: read by a node that depends on the state, or a result */
	uint32_t *item; /* by node of the setup DAG: index in prepared->item, + 1 */
};

void hoisted_init(struct Hoisted *prepared, struct Arena *arena)
{
	*prepared = (struct Hoisted){ .item = NULL };
	dag_init(&prepared->dag, arena);
}

static bool is_setup(const struct Preparing *p, uint32_t n)
{
	return p->r.old->item[n].time == TIME_SETUP;
}

static Ref now(const struct Preparing *p, Ref ref)
{
	return p->setup[ref_node(ref)] ^ (ref & 1);
}

/* Copy of a node in the setup DAG. */
static Ref copy_setup(struct Preparing *p, uint32_t n)
{
	const struct Node *node = &p->r.old->item[n];
	struct Dag *dag = &p->prepared->dag;
	Ref operand[OPERANDS] = { 0 };
	if (node->op == OP_CONST)
		return dag_const(dag, operands_number(node->operand));
	if (node->op == OP_INPUT)
		return dag_input(dag, (enum Input)node->operand[0], node->operand[1]);
	for (int k = 0; k < node_arity(node); k++)
		operand[k] = now(p, node->operand[k]);
	return dag_op(dag, (enum Op)node->op, operand);
}

static void find_readers(struct Preparing *p, const struct Form *form)
{
	for (uint32_t n = 0; n < p->r.old->count; n++) {
		const struct Node *node = &p->r.old->item[n];
		for (int k = 0; rewrite_live(&p->r, n) && node->time == TIME_STATE && k < node_arity(node); k++)
			p->read[ref_node(node->operand[k])] = true;
	}
	for (size_t i = 0; i < form->count; i++)
		p->read[ref_node(form->value[i])] = true;
}

/* Replacement of a hoisted value: an element of INPUT_DERIVED, or a number if the setup DAG has simplified it to
 * one. */
static Ref element_of(struct Preparing *p, Ref setup)
{
	struct Hoisted *prepared = p->prepared;
	if (dag_is_const(&prepared->dag, setup))
		return dag_const(&p->r.made, dag_value(&prepared->dag, setup));
	uint32_t *item = &p->item[ref_node(setup)];
	if (!*item) {
		*ARENA_PUSH(prepared->dag.arena, prepared) = setup & ~(Ref)1;
		*item = (uint32_t)prepared->count;
	}
	return dag_input(&p->r.made, INPUT_DERIVED, *item - 1) ^ (setup & 1);
}

static void copy_all_setup(struct Preparing *p)
{
	const struct Dag *dag = p->r.old;
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&p->r, n) && dag->item[n].time != TIME_STATE)
			p->setup[n] = copy_setup(p, n);
	p->item = ARENA_ARRAY(dag->arena, uint32_t, p->prepared->dag.count);
	for (size_t i = 0; i < p->prepared->count; i++)
		p->item[ref_node(p->prepared->item[i])] = (uint32_t)i + 1;
}

void hoist_parameters(struct Form *form, struct Hoisted *prepared)
{
	const struct Dag *dag = &form->dag;
	struct Preparing p = { .r = rewrite_begin(form),
		               .prepared = prepared,
		               .setup = ARENA_ARRAY(dag->arena, Ref, dag->count),
		               .read = ARENA_ARRAY(dag->arena, bool, dag->count) };
	find_readers(&p, form);
	copy_all_setup(&p);
	for (uint32_t n = 0; n < dag->count; n++) {
		if (!rewrite_live(&p.r, n) || (is_setup(&p, n) && !p.read[n]))
			continue;
		rewrite_set(&p.r, n, is_setup(&p, n) ? element_of(&p, p.setup[n]) : rewrite_copy(&p.r, n));
	}
	rewrite_end(&p.r, form);
}
