/* States at which rows of loops, or of a phase, depend on each other, or M is singular: dead points, straight knees, gimbal lock.
 * Accelerations and forces are not unique there, and inverse dynamics has no forces that balance all idle velocities. The first line is
 * told at the end. */
#include <stdio.h>
#include <string.h>

#include "evaluation.h"

/* Entry of a part's phase, NULL of the open tree; a new one if there is none. */
static struct DeadPoints *dead_of(struct OpenStates *open, const struct FunctionPart *part)
{
	struct DeadPoints *dead = open->dead;
	const char *phase = part->phase ? part->phase : "";
	while (dead < open->dead + open->deads && strcmp(dead->part->phase ? dead->part->phase : "", phase) != 0)
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
	for (int i = 0; i < request->parts && eval_takes_q(e); i++) {
		const struct FunctionPart *part = &request->part[i];
		if (!part->info->inverts && !(part->phase && part->info->balances))
			continue;
		struct DeadPoints *dead = dead_of(open, part);
		dead->inverts |= part->info->inverts;
		dead->balances |= part->info->balances;
	}
}

/* Rows of a phase; those of the loops alone are looked at already. */
static struct Assembly *assembly_of_dead(struct Evaluation *e, const struct FunctionPart *part)
{
	struct Arena *arena = &e->model->arena;
	if (part->phase && !part->contacts && e->open.looked)
		return &e->open.assembly;
	struct Assembly *assembly = ARENA_NEW(arena, struct Assembly);
	*assembly = part->phase ? assembly_of_phase(arena, e->model->model, part->contact, part->contacts)
	                        : dead_state_open_tree(arena, e->model->model);
	assembly->at.params = rigidc_params(e->function);
	assembly->at.u = e->open.u;
	return assembly;
}

void eval_dead_begin(struct Evaluation *e)
{
	for (int i = 0; i < e->open.deads; i++) {
		struct DeadPoints *dead = &e->open.dead[i];
		dead_state_begin(&dead->state, assembly_of_dead(e, dead->part), dead->inverts, dead->balances,
		                 dead->inverts);
	}
}

void eval_dead_look(struct Evaluation *e, size_t line)
{
	for (int i = 0; i < e->open.deads; i++) {
		struct DeadPoints *dead = &e->open.dead[i];
		bool known = dead->state.assembly == &e->open.assembly;
		if (!dead_state_look(&dead->state, e->open.q, known) || dead->lines++)
			continue;
		dead->line = line;
		dead->why = dead_state_why(&e->model->arena, e->model->model, &dead->state,
		                           dead->part->contacts ? dead->part->phase : NULL);
	}
}

void eval_dead_say(struct Evaluation *e)
{
	for (int i = 0; i < e->open.deads; i++) {
		const struct DeadPoints *dead = &e->open.dead[i];
		if (!dead->lines)
			continue;
		eval_put_place(dead->line, SEVERITY_WARNING);
		fprintf(stderr, "%s%s", dead->part->phase && !dead->part->contacts ? "a dead point: " : "", dead->why);
		fprintf(stderr, dead->lines > 1 ? ", the first of %zu lines\n" : "\n", dead->lines);
	}
}
