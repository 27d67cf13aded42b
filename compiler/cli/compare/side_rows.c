/* J and H of loops and constraints at the states of a model. Inputs have their default values, with which loops were closed. */
#include "compare.h"

#include <string.h>

#include "model/body.h"
#include "pipeline/assemble.h"

/* Gives the loop or constraint of a block the numbers of its rows. */
static void number_block(struct Side *side, const struct RowBlock *block, int first)
{
	for (int i = 0; i < side->extras; i++) {
		struct SideExtra *extra = &side->extra[i];
		if (strcmp(extra_table[extra->sort].word, block->owner) == 0 &&
		    strcmp(extra->name, block->name.text) == 0) {
			extra->first = first;
			extra->count = block->rows;
		}
	}
}

static void open_rows(struct Side *side, const struct Assembly *a)
{
	const struct RowSet *set = a->tree->rows;
	side->rows = a->rows;
	side->row_unit = ARENA_ARRAY(side->m->arena, double, a->rows);
	for (int i = 0, row = 0; i < set->blocks; i++) {
		const struct RowBlock *block = &set->block[i];
		number_block(side, block, row);
		for (int r = 0; r < block->rows; r++)
			side->row_unit[row++] = block->row[r].angular ? 1 : a->at.length;
	}
}

void side_find_rows(struct Side *side)
{
	const struct Model *m = side->m;
	const size_t nv = (size_t)side->nv, moving = m->dag->moving.count;
	if (!model_has_loops(m) || !nv)
		return;
	struct Assembly a = assembly_of_phase(m->arena, m, NULL, 0);
	const size_t rows = (size_t)a.rows;
	open_rows(side, &a);
	side->J = ARENA_TABLE(m->arena, double, COMPARE_STATES *rows, nv);
	side->H = ARENA_TABLE(m->arena, double, COMPARE_STATES *rows, moving);
	for (size_t state = 0; state < COMPARE_STATES; state++) {
		closure_numbers_at(&a.at, side->q + state * (size_t)side->nq);
		double *J = side->J + state * rows * nv;
		for (size_t r = 0; r < rows; r++)
			for (size_t v = 0; v < nv; v++)
				J[r * nv + (size_t)assemble_listed_velocity(m, (int)v)] = a.at.J[r * nv + v];
		memcpy(side->H + state * rows * moving, a.at.H, rows * moving * sizeof *side->H);
	}
}
