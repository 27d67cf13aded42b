#include "assemble.h"

#include <math.h>
#include <string.h>

/* Index in the model's order of a coordinate or velocity of the tree. */
static int listed(const struct Model *model, const int *place, int i)
{
	return model->ordered ? place[i] : i;
}

int assemble_rows(const struct Model *model)
{
	int rows = (int)model->constraints.count;
	for (size_t i = 0; i < model->loops.count; i++)
		rows += model->loops.item[i].rows;
	return rows;
}

static struct Assembly assembly_of_model(struct Arena *arena, const struct Model *model)
{
	const struct Model *own = model_fork(model, arena);
	struct Tree *tree = tree_build(own);
	tree->rows = tree_add_rows(tree, own, NULL, 0);
	return assembly_of(tree, tree->rows->rows);
}

static double *in_tree(struct Arena *arena, const struct Model *model, const double *q)
{
	double *own = ARENA_ARRAY(arena, double, model->nq);
	for (int i = 0; i < model->nq; i++)
		own[i] = q[listed(model, model->q_place, i)];
	return own;
}

/* The state from which branches are seen: the reference closed, else the start closed by short steps; NULL: neither closes. */
static double *closed_reference(struct Assembly *a, const double *from)
{
	const double short_step = 0.1, usual = a->longest;
	double *q = ARENA_ARRAY(a->tree->dag->arena, double, a->tree->nq);
	memcpy(q, from, (size_t)a->tree->nq * sizeof *q);
	a->longest = short_step;
	bool closed = assembly_close(a, q);
	a->longest = usual;
	return closed ? q : NULL;
}

/* Largest closure at q, and whose. */
static void put_closure(struct Assembly *a, const double *q, struct Assembled *out)
{
	int own, row = a->open_row;
	if (out->closed) {
		closure_numbers_at(&a->at, q);
		row = assembly_most_open(a->at.c, a->rows);
	}
	out->closure = (double)fabsl((out->closed ? a->at.c : a->least)[row]);
	out->open = row_set_block(a->at.tree->rows, row, &own)->name;
	out->remains = assembly_remains(a);
}

static void put_independent(struct Assembly *a, const struct Model *model, const double *q, struct Assembled *out)
{
	const double least = 1e-9;
	struct Pivots pivots = branch_pivots(a, q, least);
	out->mobility = model->nv - pivots.rank;
	for (int v = 0; v < model->nv; v++)
		out->independent[listed(model, model->v_place, v)] = !pivots.dependent[v];
}

/* Releases all velocities, puts the reference in the arena's state, and compares. */
static enum Branch compare(struct Assembly *a, const double *from, const double *to)
{
	double *reference;
	bool *held = a->held;
	a->held = ARENA_ARRAY(a->tree->dag->arena, bool, a->tree->nv);
	reference = closed_reference(a, from);
	enum Branch branch = reference ? branch_of(a, reference, to) : BRANCH_UNKNOWN;
	a->held = held;
	return branch;
}

struct Assembled assemble(struct Arena *arena, const struct Model *model, const struct AssembleRequest *request,
                          double *q)
{
	struct Assembly a = assembly_of_model(arena, model);
	struct Assembled out = { .beyond = -1, .independent = ARENA_ARRAY(arena, bool, model->nv) };
	double *start = in_tree(arena, model, q), *own = in_tree(arena, model, q);
	a.limits = true;
	a.within = request->within;
	for (int v = 0; v < model->nv && request->held; v++)
		a.held[v] = request->held[listed(model, model->v_place, v)];
	int restarts = assembly_search(&a, own);
	out.closed = restarts >= 0;
	out.restarts = out.closed ? restarts : ASSEMBLY_RESTARTS;
	out.beyond = out.closed || a.beyond < 0 ? -1 : listed(model, model->q_place, a.beyond);
	out.beyond_at = a.beyond_at;
	put_closure(&a, own, &out);
	if (!out.closed)
		return out;
	const double *from = request->reference ? in_tree(arena, model, request->reference) : start;
	out.branch = compare(&a, from, own);
	put_independent(&a, model, own, &out);
	for (int i = 0; i < model->nq; i++)
		q[listed(model, model->q_place, i)] = own[i];
	return out;
}
