#include "rolled_operands.h"

#include <stdlib.h>
#include <string.h>

const char *c_product(const struct Printer *p, const char *product)
{
	return p->job->request->misra ? text_print(p->arena, "(%s)", product) : product;
}

static uint32_t offsets_row(struct Printer *p, const struct Offsets *offsets)
{
	for (size_t i = 0; i < p->rolled->offsets.count; i++)
		if (memcmp(&p->rolled->offsets.item[i], offsets, sizeof *offsets) == 0)
			return (uint32_t)i;
	*ARENA_PUSH(p->arena, &p->rolled->offsets) = *offsets;
	return (uint32_t)p->rolled->offsets.count - 1;
}

const char *c_rolled_place(const struct Printer *p, const uint32_t *element, int lane)
{
	struct Printer own = *p;
	struct Offsets offsets = { { 0 } };
	int per_turn = p->rolled->per_turn;
	element += lane;
	int stride = (int)element[per_turn] - (int)element[0], size = abs(stride);
	bool even = true;
	for (int l = 0; l < rolled_turns(p->rolled); l++) {
		offsets.of[l] = (int)element[l * per_turn] - (int)element[0];
		even &= offsets.of[l] == l * stride;
	}
	const char *first = text_print(p->arena, "%u", element[0]);
	if (!even)
		return text_print(p->arena, "%s + place[l][%u]", first, offsets_row(&own, &offsets));
	const char *times = size == 1 ? "l" : c_product(p, text_print(p->arena, "%d*l", size));
	return size == 0         ? first
	       : element[0] == 0 ? times
	                         : text_print(p->arena, "%s %c %s", first, stride < 0 ? '-' : '+', times);
}

const char *c_rolled_leaf(const struct Printer *p, enum Input array, uint32_t element)
{
	struct Rolled *rolled = p->rolled;
	if (array == INPUT_LIMB_LANES) {
		const struct LimbInput *input = &p->limbs->input.item[element];
		return c_element(p, input_name[input->array], c_rolled_place(p, input->element, 0), false);
	}
	if (!rolled->column[element]) {
		*ARENA_PUSH(p->arena, &rolled->own) = element;
		rolled->column[element] = (uint32_t)rolled->own.count;
	}
	return text_print(p->arena, "own[l][%u]", rolled->column[element] - 1);
}

const char *c_rolled_kept(const struct Printer *p, uint32_t index)
{
	const struct Rolled *rolled = p->rolled;
	if (!rolled || !p->function->program.step[index].lanes || rolled->stages.stage[index] == rolled->now)
		return NULL;
	return text_print(p->arena, "limb[l][%u]", rolled->stages.kept[index] - 1);
}

/* "limb[1][2]", or "limb[0][2][1]" with limbs in lanes: the kept value of the limb in a lane of a turn. */
static const char *kept_of(const struct Printer *p, const char *turn, int lane, uint32_t index)
{
	const char *kept = text_print(p->arena, "limb[%s][%u]", turn, p->rolled->stages.kept[index] - 1);
	return p->rolled->per_turn > 1 ? text_print(p->arena, "%s[%d]", kept, lane) : kept;
}

void c_put_rolled_pick(struct Printer *p, const struct Step *pick)
{
	int per_turn = p->rolled->per_turn;
	struct Operand from = pick->operand[0];
	int lane = (int)p->function->program.constant[pick->operand[1].index];
	if (from.kind == OPERAND_STEP)
		text_put(p->out, kept_of(p, text_print(p->arena, "%d", lane / per_turn), lane % per_turn, from.index));
	else if (from.array == INPUT_LIMB_NUMBERS)
		real_put(p->real, p->out, p->limbs->number.item[from.index].value[lane]);
	else
		text_put(p->out,
		         c_element(p, input_name[p->limbs->input.item[from.index].array],
		                   text_print(p->arena, "%u", p->limbs->input.item[from.index].element[lane]), false));
}

/* "limb[(l + 1) % 4][2]"; of limbs in lanes an initializer. */
static void put_turned(struct Printer *p, const struct Step *turn)
{
	int by = (int)p->function->program.constant[turn->operand[1].index], per_turn = p->rolled->per_turn;
	text_put(p->out, per_turn > 1 ? "{ " : "");
	for (int l = by; l < by + per_turn; l++) {
		const char *of = text_print(p->arena, "(l + %d) %% %d", l / per_turn, rolled_turns(p->rolled));
		bool same = l / per_turn % rolled_turns(p->rolled) == 0;
		text_format(p->out, "%s%s", l > by ? ", " : "",
		            kept_of(p, same ? "l" : of, l % per_turn, turn->operand[0].index));
	}
	text_put(p->out, per_turn > 1 ? " }" : "");
}

void c_put_rolled_turn(struct Printer *p, uint32_t index)
{
	if (p->rolled->per_turn > 1)
		text_put(p->out, p->name[index]);
	else
		put_turned(p, &p->function->program.step[index]);
}

/* Recursion is bounded: values used once nest a few operations deep. */
void c_declare_turned(struct Printer *p, uint32_t index)
{
	const struct Program *program = &p->function->program;
	const struct Step *step = &program->step[index];
	if (p->rolled->per_turn == 1 || step->op == OP_PICK)
		return;
	for (int k = 0; k < op_table[step->op].arity; k++) {
		uint32_t i = step->operand[k].index;
		const struct Step *turn = &program->step[i];
		if (step->operand[k].kind != OPERAND_STEP || turn->named)
			continue;
		if (turn->op != OP_TURN)
			c_declare_turned(p, i);
		else if (p->rolled->turned[i] != p->rolled->now + 1) {
			p->rolled->turned[i] = p->rolled->now + 1;
			p->name[i] = text_print(p->arena, "turned%u", ++p->rolled->variables);
			text_format(p->out, "\t%s%s = ", c_declaring(p, &p->type[1]), p->name[i]);
			put_turned(p, turn);
			text_put(p->out, ";\n");
		}
	}
}

static void put_results(struct Printer *p, uint32_t index, const struct LimbStore *store)
{
	const char *array = p->function->output[store->array].name;
	for (int l = 0; l < p->rolled->per_turn; l++) {
		const char *lane = p->rolled->per_turn > 1 ? text_print(p->arena, "[%d]", l) : "";
		text_format(p->out, "\t%s = %s%s%s;\n", c_element(p, array, c_rolled_place(p, store->element, l), true),
		            store->negative ? "-" : "", p->name[index], lane);
	}
}

void c_put_rolled_results(struct Printer *p, uint32_t index)
{
	const struct RolledStages *stages = &p->rolled->stages;
	if (stages->kept[index])
		text_format(p->out, "\tlimb[l][%u] = %s;\n", stages->kept[index] - 1, p->name[index]);
	for (uint32_t i = stages->stores[index]; i; i = stages->store.item[i - 1].next)
		put_results(p, index, &stages->store.item[i - 1]);
}

void c_put_rolled_words(struct Printer *p)
{
	const struct Generated *f = p->function;
	if (!f->limb_programs)
		return;
	int width = f->limbs[0].lanes.width;
	text_format(p->out, " * Limbs of the same structure share code: results are those of --lanes=%d.", width);
	if (p->rolled) {
		size_t numbers = (size_t)width * p->rolled->stages.keeps;
		text_format(p->out, " They keep %zu numbers (%zu bytes).", numbers,
		            numbers * (p->real->narrow ? sizeof(float) : sizeof(double)));
	}
	text_char(p->out, '\n');
}
