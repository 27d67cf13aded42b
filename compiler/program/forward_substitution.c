#include "lowering.h"

#include "base/tuning.h"

/* A statement with the statements moved into it: the count of operations, and the temporaries set inside. */
struct Content {
	struct Temporaries ARENA_LIST(uint32_t) sets;
	int size;
};

/* First and second statement that reads a temporary, in the original order. Both are equal if a statement reads it
 * twice. */
struct Readers {
	uint32_t first, second;
};

static const uint32_t nobody = UINT32_MAX;

struct Moving {
	struct Program *program;
	struct Arena *scratch;
	struct Content *content; /* by statement */
	struct Readers *readers; /* by step */
};

static void note_operand(struct Moving *m, struct Operand value, uint32_t at, bool always);

/* Notes the operands of a step. Alternatives of a choice may not be evaluated, so no temporary can be set inside
 * them: such a read counts twice. */
static void note_operands(struct Moving *m, const struct Step *step, uint32_t at, bool always)
{
	for (int k = 0; k < op_table[step->op].arity; k++)
		note_operand(m, step->operand[k], at, always && (step->op != OP_SELECT || k == 0));
}

static void note_operand(struct Moving *m, struct Operand value, uint32_t at, bool always)
{
	if (value.kind != OPERAND_STEP)
		return;
	const struct Step *step = &m->program->step[value.index];
	if (!step->named) {
		m->content[at].size++;
		note_operands(m, step, at, always);
		return;
	}
	struct Readers *readers = &m->readers[value.index];
	if (readers->second == nobody && (readers->first != nobody || !always))
		readers->second = at;
	if (readers->first == nobody)
		readers->first = at;
}

static void note_all(struct Moving *m)
{
	const struct Program *program = m->program;
	for (uint32_t i = 0; i < program->steps; i++)
		m->readers[i] = (struct Readers){ nobody, nobody };
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		if (statement.store) {
			note_operand(m, program->store[statement.index].value, s, true);
			continue;
		}
		m->content[s].size = 1;
		note_operands(m, &program->step[statement.index], s, true);
	}
}

/* False for sines and cosines, which are set several at a time. */
static bool is_alone(const struct Program *program, struct Statement statement)
{
	return statement.store || op_table[program->step[statement.index].op].cost != COST_SINCOS;
}

/* True if a statement may be evaluated within its first reader. C leaves the order of evaluation open, so the reader
 * must read the temporary only once. Temporaries set inside the moved statement must have no second reader up to
 * this reader. */
static bool may_move(const struct Moving *m, uint32_t from, uint32_t to)
{
	const struct Statement *statement = m->program->statement;
	const struct Content *moved = &m->content[from];
	bool may = is_alone(m->program, statement[from]) && is_alone(m->program, statement[to]) &&
	           m->readers[statement[from].index].second != to &&
	           moved->size + m->content[to].size <= STATEMENT_LARGEST;
	for (size_t k = 0; k < moved->sets.count && may; k++)
		may = m->readers[moved->sets.item[k]].second > to;
	return may;
}

static void move(struct Moving *m, uint32_t from, uint32_t to)
{
	struct Arena *arena = m->scratch;
	const struct Content *moved = &m->content[from];
	struct Content *into = &m->content[to];
	uint32_t index = m->program->statement[from].index;
	m->program->step[index].inside = true;
	*ARENA_PUSH(arena, &into->sets) = index;
	for (size_t k = 0; k < moved->sets.count; k++)
		*ARENA_PUSH(arena, &into->sets) = moved->sets.item[k];
	into->size += moved->size;
}

/* Statements move in order, the first one first: when the turn of a temporary comes, no reader of it has moved. */
void forward_substitute(struct Program *program, struct Arena *scratch)
{
	struct Moving m = { program, scratch, ARENA_ARRAY(scratch, struct Content, program->statements),
		            ARENA_ARRAY(scratch, struct Readers, program->steps) };
	uint32_t left = 0;
	note_all(&m);
	for (uint32_t s = 0; s < program->statements; s++) {
		struct Statement statement = program->statement[s];
		uint32_t first = statement.store ? nobody : m.readers[statement.index].first;
		if (first != nobody && may_move(&m, s, first))
			move(&m, s, first);
		else
			program->statement[left++] = statement;
	}
	program->statements = left;
}
