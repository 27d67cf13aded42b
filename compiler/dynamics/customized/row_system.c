#include "row_system.h"

#include <string.h>

/* Do both blocks look at the same frame B, with as many rows? */
static bool same_end(const struct Tree *tree, const struct RowBlock *a, const struct RowBlock *b)
{
	if (!a->kind || !b->kind || a->rows != b->rows)
		return false;
	const struct Site *x = &tree->site[a->b], *y = &tree->site[b->b];
	bool same = x->link == y->link;
	for (int i = 0; i < 3; i++) {
		same &= x->at.p.e[i] == y->at.p.e[i];
		for (int k = 0; k < 3; k++)
			same &= x->at.R.e[i][k] == y->at.R.e[i][k];
	}
	for (int r = 0; r < a->rows; r++)
		same &= a->row[r].holds == b->row[r].holds;
	return same;
}

static bool takes_differences(const struct RowSystem *s, const struct Plan *plan, const struct RowBlock *block)
{
	int link = block->kind ? s->tree->site[block->b].link : -1;
	return link >= 0 && plan->block_pivots && !(s->tree->rows->found->stiffness > 0);
}

/* By row of all: the row of the first block with the same frame B; -1: none. */
static int *earlier_rows(const struct RowSystem *s, const struct Plan *plan)
{
	const struct RowSet *set = s->tree->rows;
	int *earlier = ARENA_ARRAY(s->tree->dag->arena, int, set->rows), first = 0;
	for (int r = 0; r < set->rows; r++)
		earlier[r] = -1;
	for (int i = 0; i < set->blocks; first += set->block[i++].rows) {
		int k = 0, at = 0;
		while (k < i && !same_end(s->tree, &set->block[k], &set->block[i]))
			at += set->block[k++].rows;
		for (int r = 0; k < i && takes_differences(s, plan, &set->block[i]) && r < set->block[i].rows; r++)
			earlier[first + r] = at + r;
	}
	return earlier;
}

/* By kept row; earlier rows are kept too. */
static const int *kept_differences(const struct RowSystem *s, const struct Plan *plan, int rows)
{
	int *less = ARENA_ARRAY(s->tree->dag->arena, int, rows), *earlier = earlier_rows(s, plan);
	for (int r = 0; r < rows; r++) {
		int k = r;
		while (k >= 0 && s->place[k] != earlier[s->place[r]])
			k--;
		less[r] = k;
	}
	return less;
}

static void take_differences(struct Dag *dag, const struct RowSystem *s, int rows, int columns, Ref *row)
{
	for (int r = rows - 1; r >= 0; r--)
		for (int i = 0; i < columns && s->less[r] >= 0; i++)
			row[r * columns + i] = dag_sub(dag, row[r * columns + i], row[s->less[r] * columns + i]);
}

struct RowSystem row_system(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                            struct RowMotion motion, Ref *M)
{
	struct RowSystem s = { .tree = tree, .motion = motion };
	int nv = tree->nv, rows;
	Ref *J = ARENA_TABLE(dag->arena, Ref, tree->rows->rows, nv);
	rows_put_jacobian(dag, tree, &s.motion, J);
	s.place = row_set_kept(dag->arena, tree->rows, &rows);
	for (int r = 0; r < rows; r++)
		memmove(&J[r * nv], &J[s.place[r] * nv], (size_t)nv * sizeof *J);
	s.less = kept_differences(&s, options->plan, rows);
	take_differences(dag, &s, rows, nv, J);
	s.J = J;
	rows_brace_inertia(dag, tree->rows, J, s.place, rows, nv, M);
	s.kkt = kkt_make(dag, tree, options->plan, M, J, rows);
	kkt_log(&s.kkt, s.place, options->pivots);
	return s;
}

void row_system_solve(const struct RowSystem *s, Ref *right, Ref *lambda)
{
	struct Dag *dag = s->kkt.dag;
	Ref *jump = ARENA_ARRAY(dag->arena, Ref, s->kkt.rows);
	take_differences(dag, s, s->kkt.rows, 1, right + s->kkt.nv);
	for (int r = 0; r < s->kkt.rows; r++)
		jump[r] = dag_neg(right[s->kkt.nv + r]);
	rows_brace_force(dag, s->tree->rows, s->J, s->place, s->kkt.rows, s->kkt.nv, jump, right);
	kkt_solve(&s->kkt, right);
	dag_zeros(dag, lambda, s->tree->rows->rows);
	for (int r = 0; r < s->kkt.rows; r++)
		lambda[s->place[r]] = dag_neg(right[s->kkt.nv + r]);
	for (int r = 0; r < s->kkt.rows; r++) {
		Ref *first = s->less[r] < 0 ? NULL : &lambda[s->place[s->less[r]]];
		if (first)
			*first = dag_sub(dag, *first, lambda[s->place[r]]);
	}
	rows_turn_forces(dag, s->tree, &s->motion, lambda);
}
