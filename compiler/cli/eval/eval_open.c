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

/* An input of the function; NULL: it takes none. */
static const double *given(const struct Evaluation *e, enum Input array)
{
	const int place = library_input(e->function, array);
	return place < 0 ? NULL : e->input[place];
}

static void begin_loops(struct Evaluation *e)
{
	struct Arena *arena = &e->model->arena;
	struct OpenStates *open = &e->open;
	open->assembly = assembly_of_phase(arena, e->model->model, NULL, 0);
	open->assembly.at.params = rigidc_params(e->function);
	open->worst = ARENA_ARRAY(arena, double, e->model->model->nq);
	open->worst_u = ARENA_ARRAY(arena, double, e->model->model->inputs.numbers);
	open->qd = given(e, INPUT_QD);
	open->ud = given(e, INPUT_UD);
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
	open->u = given(e, INPUT_U);
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
	open->assembly.at.u = open->u;
	assembly_begin(&open->assembly, open->q);
	note(&open->closure, assembly_is_tolerable(&open->assembly), open->assembly.largest, line);
	if (open->closure.line == line) {
		memcpy(open->worst, open->q, (size_t)model->nq * sizeof *open->q);
		if (open->u)
			memcpy(open->worst_u, open->u, (size_t)model->inputs.numbers * sizeof *open->u);
	}
	if (!open->qd)
		return;
	double rate = assemble_rate(&open->assembly, model, open->qd, open->ud);
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
	const char *rate = e->model->model->dag->moving.count ? "J qd + H ud" : "J qd";
	if (open->closure.lines) {
		open->assembly.at.u = open->u ? open->worst_u : NULL;
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
			fprintf(stderr, "qd opens the loops: %s is not a number", rate);
		else
			fprintf(stderr, "qd opens the loops: %s is %.2g of its terms", rate, open->rate.by);
		put_lines(&open->rate);
	}
	eval_dead_say(e);
}
