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

/* "7 + 3*l" */
static const char *place(const struct Printer *p, const uint32_t *element)
{
	struct Printer own = *p;
	struct Offsets offsets = { { 0 } };
	int stride = (int)element[1] - (int)element[0], size = abs(stride);
	bool even = true;
	for (int l = 0; l < p->limbs->width; l++) {
		offsets.of[l] = (int)element[l] - (int)element[0];
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
		return c_element(p, input_name[input->array], place(p, input->element), false);
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

void c_put_rolled_pick(struct Printer *p, const struct Step *pick)
{
	struct Operand from = pick->operand[0];
	int lane = (int)p->function->program.constant[pick->operand[1].index];
	if (from.kind == OPERAND_STEP)
		text_format(p->out, "limb[%d][%u]", lane, p->rolled->stages.kept[from.index] - 1);
	else if (from.array == INPUT_LIMB_NUMBERS)
		real_put(p->real, p->out, p->limbs->number.item[from.index].value[lane]);
	else
		text_put(p->out,
		         c_element(p, input_name[p->limbs->input.item[from.index].array],
		                   text_print(p->arena, "%u", p->limbs->input.item[from.index].element[lane]), false));
}

void c_put_rolled_turn(struct Printer *p, const struct Step *turn)
{
	int by = (int)p->function->program.constant[turn->operand[1].index];
	text_format(p->out, "limb[(l + %d) %% %d][%u]", by, p->limbs->width,
	            p->rolled->stages.kept[turn->operand[0].index] - 1);
}

void c_put_rolled_results(struct Printer *p, uint32_t index)
{
	const struct RolledStages *stages = &p->rolled->stages;
	if (stages->kept[index])
		text_format(p->out, "\tlimb[l][%u] = %s;\n", stages->kept[index] - 1, p->name[index]);
	for (uint32_t i = stages->stores[index]; i; i = stages->store.item[i - 1].next) {
		const struct LimbStore *store = &stages->store.item[i - 1];
		const char *array = p->function->output[store->array].name;
		text_format(p->out, "\t%s = %s%s;\n", c_element(p, array, place(p, store->element), true),
		            store->negative ? "-" : "", p->name[index]);
	}
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
