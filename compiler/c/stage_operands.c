#include "stage_operands.h"

const char *c_stage_value(const struct Printer *p, enum Input array, uint32_t element)
{
	bool vectors = p->members->lanes > 1;
	if (array == INPUT_SHARED)
		return text_print(p->arena, "%s[%u]", vectors ? STAGES_SPREAD : STAGES_ARRAY, element);
	return text_print(p->arena, vectors ? "own%u" : "at0[%u]", element);
}

const char *c_stage_pointer(const struct Printer *p, uint32_t column, int lane)
{
	return text_print(p->arena, column ? "to%d_%u" : "to%d", lane, column + 1);
}
