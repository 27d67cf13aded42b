/* States at which rows of loops, or of a phase, depend on each other: dead points, straight knees. Accelerations and forces are not
 * unique there, and inverse dynamics has no forces that balance all idle velocities. The first line is told at the end. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "pipeline/row_numbers.h"

/* Entry of a part's phase, a new one if there is none. */
static struct DeadPoints *dead_of(struct OpenStates *open, const struct FunctionPart *part)
{
	struct DeadPoints *dead = open->dead;
	while (dead < open->dead + open->deads && strcmp(dead->part->phase, part->phase) != 0)
		dead++;
	if (dead == open->dead + open->deads) {
		open->deads++;
		dead->part = part;
	}
	return dead;
}

void eval_dead_choose(struct Evaluation *e, const struct FunctionRequest *request)
{
	struct OpenStates *open = &e->open;
	open->dead = ARENA_ARRAY(&e->model->arena, struct DeadPoints, request->parts);
	for (int i = 0; i < request->parts && eval_takes_q(e) && !open->returned; i++) {
		const struct FunctionPart *part = &request->part[i];
		if (!part->phase || !(part->info->inverts || part->info->balances))
			continue;
		struct DeadPoints *dead = dead_of(open, part);
		dead->rows |= part->info->inverts;
		dead->balance |= part->info->balances;
	}
}

/* Rows of a phase; those of the loops alone are looked at already. */
static struct Assembly *assembly_of_dead(struct Evaluation *e, const struct FunctionPart *part)
{
	struct Arena *arena = &e->model->arena;
	if (!part->contacts)
		return &e->open.assembly;
	struct Assembly *assembly = ARENA_NEW(arena, struct Assembly);
	*assembly = assembly_of_phase(arena, e->model->model, part->contact, part->contacts);
	assembly->at.params = rigidc_params(e->function);
	return assembly;
}

static void begin(struct Evaluation *e, struct DeadPoints *dead)
{
	struct Arena *arena = &e->model->arena;
	dead->assembly = assembly_of_dead(e, dead->part);
	size_t rows = (size_t)dead->assembly->rows, nv = (size_t)e->model->model->nv;
	dead->J = ARENA_TABLE(arena, double, rows, nv);
	dead->B = ARENA_TABLE(arena, double, rows, nv);
	dead->place = ARENA_ARRAY(arena, int, rows);
	dead->order = ARENA_ARRAY(arena, int, rows + nv);
}

void eval_dead_begin(struct Evaluation *e)
{
	for (int i = 0; i < e->open.deads; i++)
		begin(e, &e->open.dead[i]);
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
static bool holds(const struct Assembly *a, int place)
{
	int own;
	return row_set_block(a->tree->rows, place, &own)->row[own].holds;
}

/* Rows that do not hold by themselves, of about length 1 where none is near 0. Returns their number. */
static int gather(const struct Assembly *a, const struct DeadPoints *dead)
{
	int nv = a->tree->nv, count = 0;
	for (int place = 0; place < a->rows; place++) {
		if (holds(a, place))
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

static void look(struct DeadPoints *dead, size_t line)
{
	const double near_singular = 1e-6;
	const struct Assembly *a = dead->assembly;
	int rows = gather(a, dead), idle = dead->balance ? gather_idle(a, dead, rows) : 0;
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

void eval_dead_look(struct Evaluation *e, size_t line)
{
	for (int i = 0; i < e->open.deads; i++) {
		struct DeadPoints *dead = &e->open.dead[i];
		if (dead->part->contacts)
			assembly_begin(dead->assembly, e->open.q);
		look(dead, line);
	}
}

/* "row fz of 'pin' depends on other rows of loops" */
static void put_dependence(struct Evaluation *e, const struct DeadPoints *dead, const char *rows)
{
	int own;
	const struct RowBlock *block = row_set_block(dead->assembly->tree->rows, dead->depends, &own);
	fprintf(stderr, "row %s of '%s' depends on other rows of %s, so forces and accelerations are not unique",
	        block->row[own].name, text_shown(e->line.arena, block->name.text), rows);
}

static void say(struct Evaluation *e, const struct DeadPoints *dead)
{
	const struct FunctionPart *part = dead->part;
	const char *quoted = text_print(e->line.arena, "'%s'", text_shown(e->line.arena, part->phase));
	const char *rows = part->contacts ? quoted : "loops";
	eval_put_place(dead->line, SEVERITY_WARNING);
	fputs(part->contacts ? "" : "a dead point: ", stderr);
	if (dead->depends >= 0)
		put_dependence(e, dead, rows);
	else
		fprintf(stderr, "no forces of %s balance every load of %s", rows,
		        part->contacts ? "idle joints and a free root" : "the idle joints");
	fprintf(stderr, dead->lines > 1 ? ", the first of %zu lines\n" : "\n", dead->lines);
}

void eval_dead_say(struct Evaluation *e)
{
	for (int i = 0; i < e->open.deads; i++)
		if (e->open.dead[i].lines)
			say(e, &e->open.dead[i]);
}
