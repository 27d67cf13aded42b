#include "assemble.h"

#include <math.h>
#include <string.h>

#include "project.h"
#include "model/loop.h"

int assemble_rows(const struct Model *model)
{
	int rows = 0;
	for (size_t i = 0; i < model->loops.count; i++)
		rows += model->loops.item[i].rows;
	for (size_t i = 0; i < model->constraints.count; i++)
		rows += !model->constraints.item[i].on_velocities;
	return rows;
}

static const struct Tree *tree_with_rows(struct Arena *arena, const struct Model *model, const int *contact,
                                         int contacts)
{
	const struct Model *own = model_fork(model, arena);
	struct Tree *tree = tree_build(own);
	tree->rows = tree_add_rows(tree, own, contact, contacts);
	return tree;
}

struct Assembly assembly_of_phase(struct Arena *arena, const struct Model *model, const int *contact, int contacts)
{
	const struct Tree *tree = tree_with_rows(arena, model, contact, contacts);
	return assembly_of(tree, tree->rows->rows, model->tolerance);
}

struct Assembly assembly_of_model(struct Arena *arena, const struct Model *model)
{
	return assembly_of(tree_with_rows(arena, model, NULL, 0), assemble_rows(model), model->tolerance);
}

static double *in_tree(struct Arena *arena, const struct Model *model, const double *q)
{
	double *own = ARENA_ARRAY(arena, double, model->nq);
	for (int i = 0; i < model->nq; i++)
		own[i] = q[assemble_listed(model, i)];
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
	out->closure = fabs((out->closed ? a->at.c : a->least)[row]);
	out->open = row_set_block(a->at.tree->rows, row, &own)->name;
	out->remains = assembly_remains(a);
	out->size = a->largest;
}

static void put_independent(struct Assembly *a, const struct Model *model, const double *q, struct Assembled *out)
{
	struct LinearPivots pivots = branch_pivots(a, q, LINEAR_DEPENDENT);
	out->mobility = model->nv - (int)pivots.rank;
	for (int v = 0; v < model->nv; v++)
		out->independent[assemble_listed_velocity(model, v)] = !pivots.taken[v];
}

/* Branch of `to` as seen from the reference; *reference: that state closed, or NULL. All velocities are released meanwhile. */
static enum Branch compare(struct Assembly *a, const double *from, const double *to, double **reference)
{
	bool *held = a->held;
	a->held = ARENA_ARRAY(a->tree->dag->arena, bool, a->tree->nv);
	*reference = closed_reference(a, from);
	enum Branch branch = *reference ? branch_of(a, *reference, to) : BRANCH_UNKNOWN;
	a->held = held;
	return branch;
}

static bool holds_any(const struct Assembly *a)
{
	bool any = false;
	for (int v = 0; v < a->tree->nv; v++)
		any |= a->held[v];
	return any;
}

/* Another state with the same held coordinates, in the branch of the reference, if there is a way. */
static void keep_branch(struct Assembly *a, const double *reference, double *own, struct Assembled *out)
{
	double *q = ARENA_ARRAY(a->tree->dag->arena, double, a->tree->nq), *closed;
	memcpy(q, own, (size_t)a->tree->nq * sizeof *q);
	if (!branch_walk(a, reference, q) || !assembly_within_limits(a, q) ||
	    compare(a, reference, q, &closed) != BRANCH_SAME)
		return;
	memcpy(own, q, (size_t)a->tree->nq * sizeof *q);
	out->branch = BRANCH_SAME;
	out->restarts = 0;
}

bool assemble_is_closed(struct Assembly *a, const struct Model *model, const double *q)
{
	return assembly_begin(a, in_tree(a->tree->dag->arena, model, q));
}

const char *assemble_open(struct Assembly *a, const struct Model *model, const double *q)
{
	return assemble_is_closed(a, model, q) || assembly_is_tolerable(a) ? NULL : assembly_remains(a);
}

double assemble_fastest(const double *qd, int count)
{
	double fastest = 1;
	for (int v = 0; v < count; v++)
		fastest = fmax(fastest, fabs(qd[v]));
	return fastest;
}

double assemble_term_size(double entry, double velocity, double fastest)
{
	const double share = 1e-3;
	return fabs(entry) * fmax(fabs(velocity), share * fastest);
}

double assemble_rate(const struct Assembly *a, const struct Model *model, const double *qd, const double *ud)
{
	const int moving = (int)model->dag->moving.count;
	double fastest = assemble_fastest(qd, model->nv);
	double largest = 0;
	for (int r = 0; r < a->rows; r++) {
		double sum = 0, size = 0;
		for (int v = 0; v < model->nv; v++) {
			double entry = a->at.J[r * model->nv + v];
			double velocity = qd[assemble_listed_velocity(model, v)];
			sum += entry * velocity;
			size += assemble_term_size(entry, velocity, fastest);
		}
		for (int m = 0; m < moving; m++) {
			sum += a->at.H[r * moving + m] * ud[m];
			size += fabs(a->at.H[r * moving + m] * ud[m]);
		}
		double rate = size == 0 ? 0 : fabs(sum) / size;
		largest = isnan(largest) || rate <= largest ? largest : rate;
	}
	return largest;
}

/* Name of a coordinate in the model's order. */
static const char *name_of(const struct Model *model, int coordinate)
{
	int i = 0;
	while (assemble_listed(model, i) != coordinate)
		i++;
	return model_coordinates(model->arena, model)[i];
}

/* What is known of a closed state in the tree's order, and q in the model's order. The first try stays in the branch of its start,
 * unless limits turn it away. */
static void take_closed(struct Assembly *a, const struct Model *model, const struct AssembleRequest *request,
                        double *own, struct Assembled *out, double *q)
{
	double *reference = NULL;
	const double *from = request->reference ? request->reference : q;
	bool direct = !request->reference && !out->restarts && a->beyond < 0;
	out->branch = direct ? BRANCH_SAME : compare(a, in_tree(a->tree->dag->arena, model, from), own, &reference);
	if (request->reference && reference && holds_any(a) && out->branch != BRANCH_SAME)
		keep_branch(a, reference, own, out);
	put_independent(a, model, own, out);
	for (int i = 0; i < model->nq; i++)
		q[assemble_listed(model, i)] = own[i];
}

struct Assembled assemble_by(struct Assembly *a, const struct Model *model, const struct AssembleRequest *request,
                             double *q)
{
	struct Arena *arena = a->tree->dag->arena;
	struct Assembled out = { .beyond = -1,
		                 .length = a->at.length,
		                 .independent = ARENA_ARRAY(arena, bool, model->nv) };
	double *own = in_tree(arena, model, q);
	a->within = request->within;
	a->restarts = request->once ? 0 : ASSEMBLY_RESTARTS;
	for (int v = 0; v < model->nv; v++)
		a->held[v] = request->held && request->held[assemble_listed_velocity(model, v)];
	assembly_begin(a, own);
	out.restarts = assembly_search(a, own);
	out.closed = out.restarts >= 0;
	out.beyond = out.closed || a->beyond < 0 ? -1 : assemble_listed(model, a->beyond);
	out.beyond_at = a->beyond_at;
	put_closure(a, own, &out);
	if (out.closed)
		take_closed(a, model, request, own, &out, q);
	return out;
}

/* Of a model without a closure. */
static struct Assembled nothing_open(struct Arena *arena, const struct Model *model)
{
	struct Assembled out = { .closed = true,
		                 .branch = BRANCH_SAME,
		                 .beyond = -1,
		                 .length = 1,
		                 .independent = ARENA_ARRAY(arena, bool, model->nv),
		                 .mobility = model->nv };
	for (int v = 0; v < model->nv; v++)
		out.independent[v] = true;
	return out;
}

struct Assembled assemble(struct Arena *arena, const struct Model *model, const struct AssembleRequest *request,
                          double *q)
{
	if (!assemble_rows(model))
		return nothing_open(arena, model);
	struct Assembly a = assembly_of_model(arena, model);
	a.limits = true;
	a.at.u = request->u;
	return assemble_by(&a, model, request, q);
}

/* --- messages --- */

struct Diag *assemble_tell_open(struct Diags *diags, const struct Model *model, const struct Assembled *result,
                                const char *from)
{
	if (result->beyond >= 0)
		return diag(diags, CHECK_LOOP_OPEN, result->open.span,
		            "from %s, the loops close only beyond the limits of '%s', at %.6g", from,
		            name_of(model, result->beyond), result->beyond_at);
	struct Diag *d = diag(diags, CHECK_LOOP_OPEN, result->open.span, "'%s' cannot be closed from %s: %s remain",
	                      result->open.text, from, result->remains);
	assemble_help_open(diags, d, result->size);
	return d;
}

void assemble_soften_open(struct Diags *diags, struct Model *model, struct Diag *d)
{
	if (diag_soften(diags, d))
		*ARENA_PUSH(model->arena, &model->open) = *d;
}

void assemble_help_open(struct Diags *diags, struct Diag *d, double size)
{
	const double rounding = 1e-2, margin = 2;
	int digits = 0;
	double enough = 1;
	if (!(size > 0 && size <= rounding))
		return;
	while (enough / 10 >= margin * size) {
		enough /= 10;
		digits++;
	}
	diag_help(
		diags, d,
		"if its numbers are rounded, --closure=1e-%d takes this as closed; --snap-angles makes quarter turns of a "
		"URDF exact; a kind with fewer rows, such as `slot` or `spherical`, fits loosely",
		digits);
}

void assemble_tell_branch(struct Diags *diags, const struct Model *model, const struct Assembled *result,
                          const char *from)
{
	static const char *const how[] = {
		[BRANCH_BEYOND_DEAD_POINT] = "this is another branch than that of %s: a dead point is between them",
		[BRANCH_APART] =
			"this is perhaps another branch than that of %s: no motion from one to the other was found",
		[BRANCH_UNKNOWN] = "this is perhaps another branch than that of %s, from which the loops do not close",
	};
	if (result->branch != BRANCH_SAME)
		diag(diags, CHECK_LOOP_BRANCH, model->name.span, how[result->branch], from);
}

/* --- projection --- */

bool assemble_project(struct Arena *arena, const struct Model *model, double *q, double *qd, struct Assembled *result)
{
	struct Assembly a = assembly_of_phase(arena, model, NULL, 0);
	struct Projection p = projection_of(&a);
	double *own = in_tree(arena, model, q), *rate = ARENA_ARRAY(arena, double, model->nv);
	for (int v = 0; v < model->nv && qd; v++)
		rate[v] = qd[assemble_listed_velocity(model, v)];
	*result = (struct Assembled){ .closed = project_q(&p, own), .beyond = -1 };
	put_closure(&a, own, result);
	if (!result->closed)
		return false;
	if (qd)
		project_qd(&p, own, rate);
	for (int i = 0; i < model->nq; i++)
		q[assemble_listed(model, i)] = own[i];
	for (int v = 0; v < model->nv && qd; v++)
		qd[assemble_listed_velocity(model, v)] = rate[v];
	return true;
}
