/* States at which rows of loops depend on each other: dead points. Accelerations and forces are not unique there, and inverse dynamics
 * has no forces that balance all idle velocities. The first line is told at the end. */
#include <math.h>
#include <stdio.h>

#include "evaluation.h"
#include "pipeline/row_numbers.h"

void eval_dead_choose(struct DeadPoints *dead, const struct FunctionRequest *request)
{
	for (int i = 0; i < request->parts; i++) {
		const struct FunctionPart *part = &request->part[i];
		dead->rows |= part->phase && part->info->inverts;
		dead->balance |= part->phase && part->info->balances && !part->contacts;
	}
}

void eval_dead_begin(struct Evaluation *e)
{
	struct Arena *arena = &e->model->arena;
	struct DeadPoints *dead = &e->open.dead;
	size_t rows = (size_t)e->open.assembly.rows, nv = (size_t)e->model->model->nv;
	dead->J = ARENA_ARRAY(arena, double, rows *nv);
	dead->B = ARENA_ARRAY(arena, double, rows *nv);
	dead->place = ARENA_ARRAY(arena, int, rows);
	dead->order = ARENA_ARRAY(arena, int, rows + nv);
}

/* Length of a row of J in units of the linkage. */
static double length_of(const struct Assembly *a, int place)
{
	int nv = a->tree->nv;
	double square = 0;
	for (int v = 0; v < nv; v++)
		square += pow(a->at.J[place * nv + v] * a->unit[v], 2);
	return sqrt(square);
}

/* Length of the longest row of its sort, linear or angular, in the block of a row; 1 if there is no other. */
static double longest_beside(const struct Assembly *a, int place)
{
	int own, others = 0;
	const struct RowBlock *block = row_set_block(a->at.tree->rows, place, &own);
	double longest = 0;
	for (int r = 0; r < block->rows; r++)
		if (block->row[r].angular == block->row[own].angular) {
			longest = fmax(longest, length_of(a, place - own + r));
			others += r != own;
		}
	return others && longest > 0 ? longest : 1;
}

/* Does the row at a place in lambda hold by itself? */
static bool holds(const struct Model *model, size_t place)
{
	for (size_t i = 0; i < model->loops.count; i++) {
		const struct Loop *loop = &model->loops.item[i];
		if (place < (size_t)loop->rows)
			return loop->row[place].holds;
		place -= (size_t)loop->rows;
	}
	return model->constraints.item[place].row.holds;
}

/* Rows that do not hold by themselves, of about length 1 where none is near 0. Returns their number. */
static int gather(const struct Model *model, const struct Assembly *a, struct DeadPoints *dead)
{
	int nv = a->tree->nv, count = 0;
	for (int place = 0; place < a->rows; place++) {
		if (holds(model, (size_t)place))
			continue;
		double longest = longest_beside(a, place);
		for (int v = 0; v < nv; v++)
			dead->J[count * nv + v] = a->at.J[place * nv + v] * a->unit[v] / longest;
		dead->place[count++] = place;
	}
	return count;
}

/* Columns of idle velocities, one below the other. Returns their number. */
static int gather_idle(const struct Assembly *a, const struct DeadPoints *dead, int rows)
{
	int nv = a->tree->nv, idle = 0;
	for (int v = 0; v < nv; v++) {
		if (!a->tree->idle[v])
			continue;
		for (int r = 0; r < rows; r++)
			dead->B[idle * rows + r] = dead->J[r * nv + v];
		idle++;
	}
	return idle;
}

void eval_dead_look(struct Evaluation *e, size_t line)
{
	const double near_singular = 1e-6;
	const struct Assembly *a = &e->open.assembly;
	struct DeadPoints *dead = &e->open.dead;
	if (!dead->rows && !dead->balance)
		return;
	int rows = gather(e->model->model, a, dead), idle = dead->balance ? gather_idle(a, dead, rows) : 0;
	int rank = dead->rows ? row_rank_as_scaled(dead->J, rows, a->tree->nv, near_singular, dead->order) : rows;
	int depends = rank < rows ? dead->place[dead->order[rank]] : -1;
	int held = idle ? row_rank(dead->B, idle, rows, near_singular, dead->order) : 0;
	if (depends < 0 && held == idle)
		return;
	if (!dead->lines++) {
		dead->line = line;
		dead->depends = depends;
	}
}

/* "'pin.fz' depends on other rows of loops" */
static void put_dependence(struct Evaluation *e, const struct DeadPoints *dead)
{
	int own;
	const struct RowBlock *block = row_set_block(e->open.assembly.at.tree->rows, dead->depends, &own);
	fprintf(stderr, "row %s of '%s' depends on other rows of loops, so forces and accelerations are not unique",
	        block->row[own].name, text_shown(e->line.arena, block->name.text));
}

void eval_dead_say(struct Evaluation *e)
{
	const struct DeadPoints *dead = &e->open.dead;
	if (!dead->lines)
		return;
	eval_put_place(dead->line, SEVERITY_WARNING);
	fputs("a dead point: ", stderr);
	if (dead->depends >= 0)
		put_dependence(e, dead);
	else
		fputs("no forces of loops balance every load of the idle joints", stderr);
	fprintf(stderr, dead->lines > 1 ? ", the first of %zu lines\n" : "\n", dead->lines);
}
