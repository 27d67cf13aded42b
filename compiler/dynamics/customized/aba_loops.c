/* Rows of loops in the elimination of aba.c. A loop looks at frame B from frame A, so its row acts on two links, by equal and
 * opposite wrenches. Both ends are carried inward as aba_rows.c carries a contact, until they meet at the last link c that
 * carries both frames. There the two wrenches cancel but for what the eliminated joints have left in them. So this part alone is
 * carried: it begins as 0, and at joint j
 *   s_j = J_j + S_j^T w
 * with the entry J_j of the Jacobian. When the joint is eliminated, S_j^T w becomes s_j armature / d - J_j.
 *
 * The joints between the ends are eliminated alone, so
 *   D_rr = sum of s^2 / d over these joints
 * is positive, since M is positive definite. At c the row is eliminated, alone:
 *   lambda_r = -(y_r + w_r . a + sum D_rs lambda_s) / D_rr
 *   I += w_r w_r^T / D_rr    f += w_r y_r / D_rr
 *   w_s -= w_r D_rs / D_rr    y_s -= y_r D_rs / D_rr    D_st -= D_rs D_rt / D_rr.
 * Links from c to the root see a body with another inertia, and no row. Where no link carries both, the rows wait for the world. */
#include "elimination.h"

static int common_of(const struct Tree *tree, const struct RowBlock *block)
{
	return tree_common_link(tree, tree->site[block->a].link, tree->site[block->b].link);
}

static void mark_beyond(struct Elimination *e, int common, int link)
{
	int links;
	const int *path = tree_path(e->tree, link, &links);
	for (int n = 0; n + 1 < links; n++)
		if (path[n] == common || (common < 0 && n == 0))
			e->articulates[path[n + 1]] = true;
}

void loops_mark_links(struct Elimination *e)
{
	const struct RowSet *set = e->tree->rows;
	for (int i = 0; set && i < set->blocks; i++) {
		if (!set->block[i].kind)
			continue;
		int common = common_of(e->tree, &set->block[i]);
		mark_beyond(e, common, e->tree->site[set->block[i].a].link);
		mark_beyond(e, common, e->tree->site[set->block[i].b].link);
	}
}

/* --- rows at their links --- */

/* Levers of a row about the joints, in the units of aba.c: J x' for qdd = scale x'. */
static void put_levers(struct Elimination *e, struct CarriedRow *row, const Ref *J)
{
	struct Dag *dag = e->dag;
	Ref unit = dag_const(dag, row->angular ? 1 : 1 / e->force);
	row->J = ARENA_ARRAY(dag->arena, Ref, e->tree->nv);
	for (int j = 0; j < e->columns; j++) {
		const struct JointColumn *c = &e->column[j];
		row->J[j] = dag_mul(dag, dag_mul(dag, unit, c->scale), J[c->v]);
	}
}

static void begin(struct Elimination *e, int number, int first, const Ref *J, const Ref *y)
{
	struct Dag *dag = e->dag;
	const struct RowBlock *block = &e->tree->rows->block[number];
	for (int i = 0; i < block->rows; i++) {
		if (block->row[i].holds)
			continue;
		bool angular = block->row[i].angular;
		struct CarriedRow *row = carried_new(e, number, first + i, angular);
		row->common = common_of(e->tree, block);
		row->y = dag_mul(dag, dag_const(dag, angular ? 1 : 1 / e->force), y[first + i]);
		row->end[0] = (struct CarriedEnd){ e->tree->site[block->b].link, spatial_zero(dag) };
		row->end[1] = (struct CarriedEnd){ e->tree->site[block->a].link, spatial_zero(dag) };
		put_levers(e, row, &J[(first + i) * e->tree->nv]);
	}
}

void loops_begin(struct Elimination *e)
{
	const struct RowSet *set = e->tree->rows;
	struct Dag *dag = e->dag;
	if (!set || row_set_is_of_contacts(set))
		return;
	Ref *y = ARENA_ARRAY(dag->arena, Ref, set->rows), *J = ARENA_TABLE(dag->arena, Ref, set->rows, e->tree->nv);
	rows_put_jacobian(dag, e->tree, &e->motion, J);
	(e->impact ? rows_put_velocity : rows_put_drift)(dag, e->tree, &e->motion, y);
	for (int i = 0, first = 0; i < set->blocks; first += set->block[i++].rows)
		if (set->block[i].kind)
			begin(e, i, first, J, y);
}

/* --- where both ends meet --- */

static bool meets_at(const struct CarriedRow *row, int link)
{
	return carried_is_of_loop(row) && row->common == link;
}

static void join_ends(struct Elimination *e, struct CarriedRow *row)
{
	row->end[0].w = spatial_add(e->dag, row->end[0].w, row->end[1].w);
	row->end[1].at = -1;
}

static void take_from_row(struct Elimination *e, int r, int s, int link)
{
	struct Dag *dag = e->dag;
	const struct CarriedRow *row = &e->row[r];
	struct CarriedRow *other = &e->row[s];
	struct Spatial *w = carried_at(other, link);
	Ref share = dag_mul(dag, row->to_rows[s], row->over);
	*w = spatial_sub(dag, *w, spatial_scale(dag, share, row->end[0].w));
	other->y = dag_sub(dag, other->y, dag_mul(dag, share, row->y));
	for (int t = 0; t <= s; t++) {
		Ref *D = elimination_D(e, s, t);
		*D = dag_sub(dag, *D, dag_mul(dag, share, row->to_rows[t]));
		*elimination_D(e, t, s) = *D;
	}
}

static void take_row(struct Elimination *e, int r, int link)
{
	struct Dag *dag = e->dag;
	struct CarriedRow *row = &e->row[r];
	pivot_log_add(e->pivots, -1, row->place);
	row->alone = true;
	row->end[0].at = -1;
	row->over = dag_over(dag, 1, *elimination_D(e, r, r));
	row->to_rows = ARENA_ARRAY(dag->arena, Ref, e->rows);
	for (int s = 0; s < e->rows; s++) {
		row->to_rows[s] = s == r ? dag_const(dag, 0) : *elimination_D(e, r, s);
		*elimination_D(e, r, s) = *elimination_D(e, s, r) = dag_const(dag, 0);
	}
	for (int s = 0; s < e->rows; s++)
		if (!dag_is_zero(dag, row->to_rows[s]))
			take_from_row(e, r, s, link);
	struct Spatial part = spatial_scale(dag, row->over, row->end[0].w);
	e->f[link] = spatial_add(dag, e->f[link], spatial_scale(dag, row->y, part));
	articulated_take(dag, &e->inertia[link], spatial_scale(dag, dag_const(dag, -1), part), row->end[0].w);
	e->gives[link] = true;
}

void loops_close(struct Elimination *e, int link)
{
	for (int r = 0; r < e->rows; r++)
		if (meets_at(&e->row[r], link))
			join_ends(e, &e->row[r]);
	for (int r = 0; r < e->rows; r++)
		if (meets_at(&e->row[r], link))
			take_row(e, r, link);
}

void loops_regain(struct Elimination *e, int link)
{
	struct Dag *dag = e->dag;
	for (int r = e->rows - 1; r >= 0; r--) {
		struct CarriedRow *row = &e->row[r];
		if (!meets_at(row, link))
			continue;
		const struct Spatial *w = &row->end[0].w, *a = &e->a[link];
		Ref turned = vec_dot(dag, w->ang, a->ang);
		Ref moved = dag_add(dag, vec_dot(dag, w->lin, a->lin), turned);
		Ref open = dag_add(dag, row->y, moved);
		for (int s = 0; s < e->rows; s++)
			if (!dag_is_zero(dag, row->to_rows[s]))
				open = dag_add(dag, open, dag_mul(dag, row->to_rows[s], e->row[s].lambda));
		row->lambda = dag_neg(dag_mul(dag, open, row->over));
	}
}
