#include "sparse.h"

struct Result sparse_output(const struct Dag *dag, struct GeneratedOutput *output, const Ref *value)
{
	struct Pattern *pattern = ARENA_NEW(dag->arena, struct Pattern);
	Ref *kept = ARENA_ARRAY(dag->arena, Ref, output->size);
	int count = 0;
	pattern->row = ARENA_ARRAY(dag->arena, int, (size_t)output->rows + 1);
	pattern->column = ARENA_ARRAY(dag->arena, int, output->size);
	for (int i = 0; i < output->rows; i++) {
		int columns = output->packed ? i + 1 : output->columns;
		for (int j = 0; j < columns; j++, value++)
			if (!dag_is_zero(dag, *value)) {
				kept[count] = *value;
				pattern->column[count++] = j;
			}
		pattern->row[i + 1] = count;
	}
	output->size = (size_t)count;
	output->pattern = pattern;
	return (struct Result){ kept, output->size };
}
