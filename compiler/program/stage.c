#include "stage.h"

#include "lower.h"
#include "lowering.h"

static void order(struct Program *program)
{
	lower_statements(program, program->arena);
	liveness_ranges(program, program->arena);
}

void stage_name_results(struct Program *member)
{
	for (uint32_t s = 0; s < member->stores; s++)
		if (member->store[s].value.kind == OPERAND_STEP)
			member->step[member->store[s].value.index].named = true;
	order(member);
}

/* Notes a store of a result. */
static void note_store(const struct ProgramStages *stages, const struct Store *store)
{
	uint32_t result = store->value.index;
	struct ProgramStage *stage = stages->item;
	while (result >= stage->result + stage->members * stage->results)
		stage++;
	struct StagePlace *place = &stage->place[STAGE_STORES * (result - stage->result)];
	uint32_t number = place[0].stored;
	MUST(stage->body.arena, number < STAGE_STORES && !store->value.negative);
	place[number] = (struct StagePlace){ store->array, store->element, true };
	stage->stores = number < stage->stores ? stage->stores : number + 1;
}

static bool is_result(const struct Store *store)
{
	return store->value.kind == OPERAND_INPUT && store->value.array == INPUT_RESULT;
}

void stages_find_places(const struct ProgramStages *stages, const struct Program *program)
{
	for (uint32_t s = 0; s < program->stores; s++)
		if (is_result(&program->store[s]))
			note_store(stages, &program->store[s]);
}

void stages_leave_results(struct Program *program)
{
	uint32_t left = 0;
	for (uint32_t s = 0; s < program->stores; s++)
		if (!is_result(&program->store[s]))
			program->store[left++] = program->store[s];
	program->stores = left;
	order(program);
}
