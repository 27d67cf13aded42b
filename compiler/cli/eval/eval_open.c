/* States of a model with loops: do they close the loops, and do velocities keep them closed? The worst line is told at the end. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"

bool eval_open_returns(const struct Generated *function)
{
	for (int i = 0; i < function->request.parts; i++) {
		enum Measure measure = function->request.part[i].info->output[0].measure;
		if (measure != MEASURE_CLOSURE && measure != MEASURE_COORDINATE)
			return false;
	}
	return !generated_takes(function, INPUT_TAU); /* a step of time has a state with closed loops */
}

static void begin_loops(struct Evaluation *e)
{
	struct Arena *arena = &e->model->arena;
	struct OpenStates *open = &e->open;
	open->assembly = assembly_of_phase(arena, e->model->model, NULL, 0);
	open->assembly.at.params = rigidc_params(e->function);
	open->worst = ARENA_ARRAY(arena, double, e->model->model->nq);
	for (int i = 0; i < rigidc_inputs(e->function); i++)
		if (strcmp(rigidc_input_name(e->function, i), input_name[INPUT_QD]) == 0)
			open->qd = e->input[i];
}

void eval_open_begin(struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	struct Arena *arena = &e->model->arena;
	struct OpenStates *open = &e->open;
	open->looked = model_has_loops(model) && eval_takes_q(e) && !open->returned;
	if (!open->looked && !open->deads)
		return;
	open->q = ARENA_ARRAY(arena, double, model->nq);
	if (open->looked)
		begin_loops(e);
	eval_dead_begin(e);
}

/* Notes a line that is beyond the tolerance. */
static void note(struct OpenLine *worst, bool tolerable, double by, size_t line)
{
	if (tolerable)
		return;
	worst->lines++;
	if (isnan(by) ? !isnan(worst->by) : by > worst->by) {
		worst->by = by;
		worst->line = line;
	}
}

/* J of a state that is open by c differs by some c from that of a closed one. */
static void look_at_loops(struct Evaluation *e, size_t line)
{
	const double rounding = 1e-9, share = 10;
	struct OpenStates *open = &e->open;
	const struct Model *model = e->model->model;
	assembly_begin(&open->assembly, open->q);
	note(&open->closure, assembly_is_tolerable(&open->assembly), open->assembly.largest, line);
	if (open->closure.line == line)
		memcpy(open->worst, open->q, (size_t)model->nq * sizeof *open->q);
	if (!open->qd)
		return;
	double rate = assemble_rate(&open->assembly, model, open->qd);
	note(&open->rate, rate <= fmax(rounding, share * open->assembly.largest), rate, line);
}

void eval_open_look(struct Evaluation *e, size_t line)
{
	struct OpenStates *open = &e->open;
	const struct Model *model = e->model->model;
	for (int i = 0; i < model->nq && open->q; i++)
		open->q[i] = e->input[0][assemble_listed(model, i)];
	if (open->looked)
		look_at_loops(e, line);
	if (open->q)
		eval_dead_look(e, line);
}

/* ", the worst of 12 lines" */
static void put_lines(const struct OpenLine *worst)
{
	fprintf(stderr, worst->lines > 1 ? ", the worst of %zu lines\n" : "\n", worst->lines);
}

void eval_open_say(struct Evaluation *e)
{
	struct OpenStates *open = &e->open;
	if (open->closure.lines) {
		assembly_begin(&open->assembly, open->worst);
		eval_put_place(open->closure.line, SEVERITY_WARNING);
		fprintf(stderr, "q leaves '%s' open by %s",
		        text_shown(e->line.arena, assembly_most_open_name(&open->assembly)),
		        assembly_remains(&open->assembly));
		put_lines(&open->closure);
	}
	if (open->rate.lines) {
		eval_put_place(open->rate.line, SEVERITY_WARNING);
		if (isnan(open->rate.by))
			fprintf(stderr, "qd opens the loops: J qd is not a number");
		else
			fprintf(stderr, "qd opens the loops: J qd is %.2g of its terms", open->rate.by);
		put_lines(&open->rate);
	}
	eval_dead_say(e);
}
