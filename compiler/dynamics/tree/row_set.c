/* Rows of a phase on the tree, and their forces as wrenches on links. lambda_r acts along the vector t_r of its row: the
 * force sum lambda_r t_r over linear rows, the moment over angular rows, of A's body on B's, at the origin of B. */
#include "row_set.h"

#include <string.h>

#include "tree_wrench.h"
#include "model/loop.h"

static struct RowBlock *add_block(struct RowSet *set, const struct RowBlock *block)
{
	set->rows += block->rows;
	set->block[set->blocks] = *block;
	return &set->block[set->blocks++];
}

static void add_contact_rows(struct Tree *tree, struct RowSet *set, const struct Contact *contact,
                             struct ContactSites *sites)
{
	struct RowBlock block = { .name = contact->name,
		                  .owner = "contact",
		                  .body = { -1, contact->body },
		                  .frame = { contact->frame[0], contact->frame[1] },
		                  .rows = contact->rows,
		                  .restitution = contact->restitution,
		                  .weight = contact->weight };
	memcpy(block.row, contact->row, sizeof block.row);
	if (sites->b < 0) {
		sites->a = tree_add_site(tree, -1, contact->ground);
		sites->b = tree_add_site(tree, contact->body, contact->at);
	}
	block.a = sites->a;
	block.b = sites->b;
	add_block(set, &block);
}

static void add_loop_rows(struct Tree *tree, struct RowSet *set, const struct Loop *loop)
{
	struct Dag *dag = tree->dag;
	Ref zero = dag_const(dag, 0), one = dag_const(dag, 1);
	struct RowBlock block = { .name = loop->name,
		                  .owner = "loop",
		                  .body = { loop->end[0].body, loop->end[1].body },
		                  .frame = { loop->end[0].frame, loop->end[1].frame },
		                  .rows = loop->rows,
		                  .restitution = zero,
		                  .weight = one,
		                  .kind = loop->kind,
		                  .axis = loop->axis,
		                  .length = loop->length,
		                  .settles = loop->settles,
		                  .settle = loop->settle };
	memcpy(block.row, loop->row, sizeof block.row);
	block.a = tree_add_site(tree, loop->end[0].body, loop->end[0].at);
	block.b = tree_add_site(tree, loop->end[1].body, loop->end[1].at);
	add_block(set, &block);
}

static void add_constraint_row(struct Tree *tree, struct RowSet *set, const struct Constraint *constraint)
{
	struct Dag *dag = tree->dag;
	Ref zero = dag_const(dag, 0), one = dag_const(dag, 1);
	struct RowBlock block = { .name = constraint->name,
		                  .owner = "constraint",
		                  .body = { -1, -1 },
		                  .a = -1,
		                  .b = -1,
		                  .rows = 1,
		                  .restitution = zero,
		                  .weight = one,
		                  .value = constraint->value,
		                  .on_velocities = constraint->on_velocities,
		                  .seen = constraint->seen,
		                  .settles = constraint->settles,
		                  .settle = constraint->settle };
	block.row[0] = constraint->row;
	const struct LawEnd *const end[2] = { &constraint->on, &constraint->in };
	for (int i = 0; i < 2 && constraint->seen; i++)
		block.end[i] =
			(struct RowEnd){ tree_add_site(tree, end[i]->body, end[i]->at), end[i]->body, end[i]->f };
	add_block(set, &block);
}

struct RowSet *tree_add_rows(struct Tree *tree, const struct Model *model, const int *contact, int contacts)
{
	struct RowSet *set = ARENA_NEW(model->arena, struct RowSet);
	size_t blocks = model->loops.count + model->constraints.count + (size_t)contacts;
	set->block = ARENA_ARRAY(model->arena, struct RowBlock, blocks);
	for (size_t i = 0; i < model->loops.count; i++)
		add_loop_rows(tree, set, &model->loops.item[i]);
	for (size_t i = 0; i < model->constraints.count; i++)
		add_constraint_row(tree, set, &model->constraints.item[i]);
	if (contacts && !tree->contact) {
		tree->contact = ARENA_ARRAY(model->arena, struct ContactSites, model->contacts.count);
		for (size_t i = 0; i < model->contacts.count; i++)
			tree->contact[i].b = -1;
	}
	for (int i = 0; i < contacts; i++)
		add_contact_rows(tree, set, &model->contacts.item[contact[i]], &tree->contact[contact[i]]);
	set->found = ARENA_NEW(model->arena, struct RowFindings);
	set->found->row = ARENA_ARRAY(model->arena, bool, set->rows);
	set->found->brace = ARENA_ARRAY(model->arena, bool, set->rows);
	set->found->velocity = ARENA_ARRAY(model->arena, bool, tree->nv);
	return set;
}

const struct Tree *tree_of_rows(const struct Tree *tree, const struct RowBlock *block)
{
	struct Tree *own = tree_copy(tree, tree->dag);
	own->asked[0] = block->b;
	own->asked[1] = block->a;
	return own;
}

bool row_block_closes(const struct RowBlock *block)
{
	return block->b < 0 ? !block->on_velocities : block->kind != NULL;
}

bool row_block_is_of_contact(const struct RowBlock *block)
{
	return !block->kind && block->b >= 0;
}

bool row_set_is_of_contacts(const struct RowSet *set)
{
	for (int i = 0; i < set->blocks; i++)
		if (!row_block_is_of_contact(&set->block[i]))
			return false;
	return true;
}

const int *row_set_kept(struct Arena *arena, const struct RowSet *set, int *rows)
{
	int *place = ARENA_ARRAY(arena, int, set->rows), first = 0;
	*rows = 0;
	for (int i = 0; i < set->blocks; first += set->block[i++].rows)
		for (int r = 0; r < set->block[i].rows; r++)
			if (!set->block[i].row[r].holds)
				place[(*rows)++] = first + r;
	return place;
}

bool row_block_is_free(const struct RowBlock *block, bool angular)
{
	int rows = 0;
	for (int i = 0; i < block->rows; i++) {
		const struct ConstraintRow *row = &block->row[i];
		rows += row->angular == angular && !row->holds && row->vector != ROW_OF_B;
	}
	return rows == 3;
}

const struct RowBlock *row_set_block(const struct RowSet *set, int place, int *row)
{
	const struct RowBlock *block = set->block;
	for (; place >= block->rows; block++)
		place -= block->rows;
	*row = place;
	return block;
}

Ref row_set_restitution(struct Dag *dag, const struct RowSet *set, int place)
{
	int number;
	const struct RowBlock *block = row_set_block(set, place, &number);
	const struct ConstraintRow *row = &block->row[number];
	bool normal = !row->angular && row->vector != ROW_OF_B && dag_is(dag, row->t.e[2], 1);
	return normal ? block->restitution : dag_const(dag, 0);
}

/* --- forces --- */

/* Force and moment of a block. `moves`: of the rows that are fixed in B, in the axes of B; else of the others, in the axes of
 * A. */
static struct Spatial force_of(struct Dag *dag, const struct RowBlock *block, const Ref *lambda, bool moves)
{
	struct Spatial f = spatial_zero(dag);
	for (int r = 0; r < block->rows; r++) {
		const struct ConstraintRow *row = &block->row[r];
		struct Vec *sum = row->angular ? &f.ang : &f.lin;
		if ((row->vector == ROW_OF_B) == moves && !row->holds)
			*sum = vec_add(dag, *sum, vec_scale(dag, lambda[r], row->t));
	}
	return f;
}

/* Vector in world axes, seen in the axes of a link. */
static struct Vec seen_from(struct Dag *dag, const struct Tree *tree, int link, struct Vec v)
{
	int links;
	const int *path = tree_path(tree, link, &links);
	for (int n = 0; n < links; n++) {
		const struct Link *on = &tree->link[path[n]];
		v = mat_tvec(dag, on->at.R, v);
		v = mat_tvec(dag, link_joint(dag, on).R, v);
	}
	return v;
}

/* Adds a wrench with constant axes in the world, at the origin of a frame of the link. */
static void add_load(struct Dag *dag, const struct Site *site, struct Spatial f, struct WorldLoad *load)
{
	struct Vec there = mat_vec(dag, site->at.R, f.lin);
	load->f = vec_add(dag, load->f, there);
	load->n = vec_add(dag, load->n, mat_vec(dag, site->at.R, f.ang));
	load->P = mat_add_outer(dag, load->P, site->at.p, there);
}

void tree_press_contact(struct Tree *tree, const struct RowBlock *block, const Ref *lambda)
{
	struct Dag *dag = tree->dag;
	const struct Site *ground = &tree->site[block->a], *site = &tree->site[block->b];
	struct Spatial at_rest = spatial_turn(dag, ground->at.R, force_of(dag, block, lambda, false)), seen;
	seen.lin = mat_tvec(dag, site->at.R, seen_from(dag, tree, site->link, at_rest.lin));
	seen.ang = mat_tvec(dag, site->at.R, seen_from(dag, tree, site->link, at_rest.ang));
	add_load(dag, site, seen, &tree->link[site->link].load);
	seen = spatial_add(dag, seen, force_of(dag, block, lambda, true));
	tree_press(tree, block->b, block->body[1], seen);
}
