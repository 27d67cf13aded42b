/* The link of a statement: by its name, or by its reader. */
#include "by_body.h"

/* Link number of a statement, from its name. 0: a store, a temporary without a name, or a sine or cosine set in a
 * group. */
static uint32_t link_of(const struct Program *program, struct Statement statement)
{
	const struct Step *step = statement.store ? NULL : &program->step[statement.index];
	return step && step->label && !step->group ? step->label->link : 0;
}

/* The link that reads a temporary, and the piece of the reading statement. */
struct Wish {
	uint32_t link, piece;
};

/* Records the reading link for each temporary that a step reads, including reads by the unnamed steps written inside
 * it. */
static void tell_wanted(const struct Program *program, uint32_t index, struct Wish wish, struct Wish *wanted)
{
	const struct Step *step = &program->step[index];
	for (int k = 0; k < op_table[step->op].arity; k++) {
		uint32_t read = step->operand[k].index;
		if (step->operand[k].kind != OPERAND_STEP)
			continue;
		if (program->step[read].named)
			wanted[read] = wish;
		else
			tell_wanted(program, read, wish, wanted);
	}
}

uint32_t *c_links_of(struct Arena *arena, const struct Program *program, const uint32_t *piece)
{
	uint32_t *link = ARENA_ARRAY(arena, uint32_t, program->statements), at = 0, ahead = 0;
	struct Wish *wanted = ARENA_ARRAY(arena, struct Wish, program->steps);
	for (uint32_t s = program->statements; s-- > 0;) {
		struct Statement statement = program->statement[s];
		uint32_t own = link_of(program, statement);
		ahead = piece && piece[s] != at ? 0 : ahead;
		at = piece ? piece[s] : 0;
		ahead = own ? own : statement.store ? 0 : ahead;
		if (statement.store)
			continue;
		struct Wish wish = wanted[statement.index];
		if (!own && (wish.piece == at ? wish.link : 0) != ahead)
			continue;
		link[s] = ahead;
		if (ahead)
			tell_wanted(program, statement.index, (struct Wish){ ahead, at }, wanted);
	}
	return link;
}

/* Multiplications and additions of a step and of the unnamed steps written inside it. */
static uint32_t operations_of(const struct Program *program, uint32_t index)
{
	const struct Step *step = &program->step[index];
	enum Cost cost = op_table[step->op].cost;
	uint32_t count = (uint32_t)(cost == COST_MUL || cost == COST_ADD) + (uint32_t)(step->op == OP_FMA);
	for (int k = 0; k < op_table[step->op].arity; k++)
		if (step->operand[k].kind == OPERAND_STEP && !program->step[step->operand[k].index].named)
			count += operations_of(program, step->operand[k].index);
	return count;
}

void c_count_by_body(const struct Job *job, const struct Generated *function, uint32_t *count)
{
	const struct Program *program = &function->program;
	const uint32_t *link = c_links_of(job->model->arena, program, NULL);
	int body = job->model->bodies;
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		if (link[s])
			body = job->tree->link[link[s] - 1].body;
		if (!statement.store) {
			count[body] += operations_of(program, statement.index);
			continue;
		}
		struct Operand value = program->store[statement.index].value;
		if (value.kind == OPERAND_STEP && !program->step[value.index].named)
			count[body] += operations_of(program, value.index);
	}
}
