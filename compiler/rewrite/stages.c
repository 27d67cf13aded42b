#include "stages.h"

#include "base/tuning.h"

bool stages_pay(const struct Stages *stages, const struct Dag *function, long saved)
{
	return function->count >= STAGES_NODES && saved >= (stages->in_lanes ? STAGES_WORTH_LANES : STAGES_WORTH);
}

struct Dag *stage_begin(struct Stages *stages)
{
	struct Dag *dag = ARENA_NEW(stages->arena, struct Dag);
	dag_init(dag, stages->arena);
	return dag;
}

Ref stage_shared(struct Stages *stages, const struct Dag *function, struct Dag *member, Ref value)
{
	struct StageValues *shared = &stages->shared;
	Ref sign = value & 1;
	size_t place = 0;
	if (dag_is_const(function, value))
		return dag_const(member, dag_value(function, value));
	while (place < shared->count && shared->item[place] != (value ^ sign))
		place++;
	if (place == shared->count)
		*ARENA_PUSH(stages->arena, shared) = value ^ sign;
	return dag_input(member, INPUT_SHARED, (uint32_t)place) ^ sign;
}

void stage_end(struct Stages *stages, const struct Dag *member, const Ref *result, size_t results, uint32_t owns)
{
	struct Stage stage = { .owns = owns, .own = (uint32_t)stages->own.count, .result = stages->results };
	stage.form.dag = *member;
	stage.form.count = results;
	stage.form.value = ARENA_ARRAY(stages->arena, Ref, results);
	for (size_t k = 0; k < results; k++)
		stage.form.value[k] = result[k];
	*ARENA_PUSH(stages->arena, stages) = stage;
}

void stage_member(struct Stages *stages, struct Dag *function, const Ref *own, Ref *result)
{
	struct Stage *stage = &stages->item[stages->count - 1];
	stage->members++;
	for (uint32_t k = 0; k < stage->owns; k++)
		*ARENA_PUSH(stages->arena, &stages->own) = own[k];
	for (size_t k = 0; k < stage->form.count; k++)
		result[k] = dag_input(function, INPUT_RESULT, stages->results++);
}

void stages_keep(struct Form *form)
{
	const struct Stages *stages = form->stages;
	const struct StageValues *kept[2] = { &stages->shared, &stages->own };
	size_t outputs = form->count;
	Ref *value = ARENA_ARRAY(form->dag.arena, Ref, outputs + kept[0]->count + kept[1]->count);
	for (size_t i = 0; i < outputs; i++)
		value[i] = form->value[i];
	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < kept[k]->count; i++)
			value[form->count++] = kept[k]->item[i];
	form->value = value;
}

/* --- written out --- */

/* The operations of a member, in the DAG of the function. `kept`: the values that members read. */
static void write_member(const struct Stages *stages, const struct Stage *stage, uint32_t number, struct Dag *dag,
                         const Ref *kept, Ref *result)
{
	const struct Form *form = &stage->form;
	const Ref *own = kept + stages->shared.count + stage->own + (size_t)number * stage->owns;
	struct Rewrite r = rewrite_begin(form);
	r.made = *dag;
	for (uint32_t n = 0; n < form->dag.count; n++) {
		const struct Node *node = &form->dag.item[n];
		const Ref *of = node->operand[0] == INPUT_SHARED ? kept : own;
		if (rewrite_live(&r, n))
			rewrite_set(&r, n, node->op == OP_INPUT ? of[node->operand[1]] : rewrite_copy(&r, n));
	}
	for (size_t k = 0; k < form->count; k++)
		result[stage->result + number * form->count + k] = rewrite_now(&r, form->value[k]);
	*dag = r.made;
}

/* Members round as in a loop: constants that are adjacent only here stay apart. */
struct Form stages_written_out(const struct Form *form)
{
	const struct Stages *stages = form->stages;
	size_t outputs = form->count - stages->shared.count - stages->own.count;
	struct Form whole = *form;
	struct Rewrite r = rewrite_begin(form);
	Ref *result = ARENA_ARRAY(form->dag.arena, Ref, stages->results);
	r.made.as_written = true;
	whole.value = ARENA_ARRAY(form->dag.arena, Ref, form->count);
	for (uint32_t n = 0; n < form->dag.count; n++)
		if (rewrite_live(&r, n))
			rewrite_set(&r, n, rewrite_copy(&r, n));
	for (size_t i = outputs; i < form->count; i++)
		whole.value[i] = rewrite_now(&r, form->value[i]);
	for (size_t s = 0; s < stages->count; s++)
		for (uint32_t m = 0; m < stages->item[s].members; m++)
			write_member(stages, &stages->item[s], m, &r.made, whole.value + outputs, result);
	for (size_t i = 0; i < outputs; i++) {
		const struct Node *node = rewrite_node(&r, form->value[i]);
		bool made = node->op == OP_INPUT && node->operand[0] == INPUT_RESULT;
		whole.value[i] =
			made ? result[node->operand[1]] ^ (form->value[i] & 1) : rewrite_now(&r, form->value[i]);
	}
	whole.dag = r.made;
	whole.count = outputs;
	whole.stages = NULL;
	return whole;
}
