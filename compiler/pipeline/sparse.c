#include "sparse.h"

void sparse_find(struct Arena *arena, const struct Dag *dag, struct GeneratedOutput *output, const Ref *value)
{
	struct Pattern *pattern = ARENA_NEW(arena, struct Pattern);
	int count = 0;
	pattern->row = ARENA_ARRAY(arena, int, (size_t)output->rows + 1);
	pattern->column = ARENA_ARRAY(arena, int, output->size);
	for (int i = 0; i < output->rows; i++) {
		int columns = output->packed ? i + 1 : output->columns;
		for (int j = 0; j < columns; j++, value++)
			if (!dag_is_zero(dag, *value))
				pattern->column[count++] = j;
		pattern->row[i + 1] = count;
	}
	output->size = (size_t)count;
	output->pattern = pattern;
}

struct Result sparse_output(struct Arena *arena, const struct GeneratedOutput *output, const Ref *value)
{
	Ref *kept = ARENA_ARRAY(arena, Ref, output->size);
	const struct Pattern *pattern = output->pattern;
	for (int i = 0; i < output->rows; i++) {
		for (int k = pattern->row[i]; k < pattern->row[i + 1]; k++)
			kept[k] = value[pattern->column[k]];
		value += output->packed ? i + 1 : output->columns;
	}
	return (struct Result){ kept, output->size };
}
