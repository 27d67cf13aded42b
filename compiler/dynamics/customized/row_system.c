#include "row_system.h"

#include <string.h>

struct RowSystem row_system(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                            struct RowMotion motion, Ref *M)
{
	struct RowSystem s = { .tree = tree, .motion = motion };
	int nv = tree->nv, rows;
	Ref *J = ARENA_ARRAY(dag->arena, Ref, tree->rows->rows * nv);
	rows_put_jacobian(dag, tree, &s.motion, J);
	s.place = row_set_kept(dag->arena, tree->rows, &rows);
	for (int r = 0; r < rows; r++)
		memmove(&J[r * nv], &J[s.place[r] * nv], (size_t)nv * sizeof *J);
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
	for (int r = 0; r < s->kkt.rows; r++)
		jump[r] = dag_neg(right[s->kkt.nv + r]);
	rows_brace_force(dag, s->tree->rows, s->J, s->place, s->kkt.rows, s->kkt.nv, jump, right);
	kkt_solve(&s->kkt, right);
	dag_zeros(dag, lambda, s->tree->rows->rows);
	for (int r = 0; r < s->kkt.rows; r++)
		lambda[s->place[r]] = dag_neg(right[s->kkt.nv + r]);
	rows_turn_forces(dag, s->tree, &s->motion, lambda);
}
