#include "row_functions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NV = RANDOM_NV, ROWS = RANDOM_PHASE_ROWS };

/* --- values of the reference --- */

static void expect_jac(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                       struct row_expected *e)
{
	(void)phase;
	dense_rows_jac(c, s->dense_q, e->value[0], &e->scale[0]);
	e->size[0] = c->n * s->nv;
}

static void expect_drift(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                         struct row_expected *e)
{
	(void)phase;
	dense_rows_drift(c, s->dense_q, s->dense_qd, e->value[0], &e->scale[0]);
	e->size[0] = c->n;
}

/* Accelerations without contacts: the range space subtracts what the forces of the contacts undo. */
static dense_real unbound(const struct subject *s, const struct dense_constraints *c)
{
	static dense_real qdd[NV], lambda[ROWS];
	struct dense_constraints none = *c;
	dense_real condition, scale[2], largest = 0;
	none.n = 0;
	dense_rows_fd(&none, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, qdd, lambda, &condition, scale);
	for (int i = 0; i < s->nv; i++)
		largest = fmaxl(largest, fabsl(qdd[i]));
	return largest;
}

static void expect_fd(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                      struct row_expected *e)
{
	(void)phase;
	dense_rows_fd(c, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, e->value[0], e->value[1], &e->condition,
	              e->scale);
	e->scale[0] = fmaxl(e->scale[0], unbound(s, c));
	e->size[0] = s->nv;
}

static void expect_lambda(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                          struct row_expected *e)
{
	(void)phase;
	dense_rows_fd(c, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, e->value[1], e->value[0], &e->condition,
	              e->scale);
	e->scale[0] = e->scale[1];
	e->size[0] = c->n;
}

static void expect_rnea(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                        struct row_expected *e)
{
	dense_real lambda[ROWS];
	(void)phase;
	dense_widen(s->lambda, c->n, lambda);
	dense_rows_rnea(c, s->dense_q, s->dense_qd, s->dense_qdd, lambda, s->wrench, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	e->size[0] = s->nv;
}

static void expect_impact(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                          struct row_expected *e)
{
	dense_rows_impact(c, s->dense_q, s->dense_qd, phase->restitution, e->value[0], e->value[1], &e->condition,
	                  e->scale);
	e->size[0] = s->nv;
	e->size[1] = c->n;
}

static void expect_id(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                      struct row_expected *e)
{
	dense_rows_id(c, s->dense_q, s->dense_qd, s->dense_qdd, s->contacts->idle, phase->weight, s->wrench,
	              e->value[0], e->value[1], &e->condition, e->scale);
	for (int i = 0; i < ROW_OUTPUTS; i++)
		e->scale[i] = fmaxl(e->scale[i], s->needle);
	e->size[0] = s->nv;
	e->size[1] = c->n;
}

static void expect_closure(const struct subject *s, const struct dense_constraints *c, const struct random_phase *phase,
                           struct row_expected *e)
{
	(void)phase;
	dense_rows_closure(c, s->dense_q, e->value[0], &e->scale[0]);
	e->size[0] = c->n;
}

const struct row_function row_functions[ROW_FUNCTIONS] = {
	{ "jac", expect_jac, false, false, false },      { "drift", expect_drift, false, false, false },
	{ "rnea", expect_rnea, false, false, true },     { "fd", expect_fd, true, false, false },
	{ "lambda", expect_lambda, true, false, false }, { "impact", expect_impact, true, false, false },
	{ "id", expect_id, false, true, false },         { "closure", expect_closure, false, false, false },
};

bool row_function_has_answer(const struct subject *s, const struct random_phase *phase, const struct row_function *row)
{
	bool closes = row->expect == expect_closure;
	return (!row->inverts || s->tree.definite) && (!row->balances || phase->balanced) &&
	       (!closes || (s->loops && phase == &s->loops->rows));
}

bool rows_any_hold(struct subject *s, const dense_real *q)
{
	static struct random_held held;
	const struct random_phase *phase;
	bool holds[RANDOM_PHASE_ROWS], any = false;
	for (int k = 0; (phase = row_phase(s, k)); k++) {
		struct dense_constraints c = random_rows_at(&s->tree, &held, phase, q, s->dense_qd);
		dense_rows_that_hold(&c, q, holds);
		for (int r = 0; r < phase->rows; r++)
			any |= holds[r];
	}
	return any;
}

void row_function_expect(struct subject *s, const struct random_phase *phase, const struct row_function *row,
                         struct row_expected *e)
{
	static struct random_held held;
	struct dense_constraints c = random_rows_at(&s->tree, &held, phase, s->dense_q, s->dense_qd);
	memset(e, 0, sizeof *e);
	row->expect(s, &c, phase, e);
}

int row_function_judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int first,
                       const struct row_expected *e)
{
	int outputs = 0;
	for (int i = 0; i < ROW_OUTPUTS && e->size[i]; i++, outputs++)
		subject_judge(s, how, name, o, first + i,
		              (struct answer){ e->value[i], e->size[i], e->scale[i], e->condition });
	return outputs;
}

/* --- phases and names --- */

const struct random_phase *row_phase(const struct subject *s, int number)
{
	const struct random_contacts *c = s->contacts;
	int phase = number - (s->loops != NULL), contact = phase - c->phases;
	return phase < 0               ? &s->loops->rows
	       : phase < c->phases     ? &c->phase[phase]
	       : contact < c->contacts ? &c->contact[contact]
	                               : NULL;
}

void row_function_name(const struct row_function *row, const struct random_phase *phase, bool brief, char name[64])
{
	bool of_loops = row->expect == expect_fd || row->expect == expect_lambda || row->expect == expect_closure;
	bool alone = brief && of_loops && strcmp(phase->name, "loops") == 0;
	snprintf(name, 64, alone ? "%s" : "%s:%s", row->name, phase->name);
}

/* --- all functions --- */

int row_functions_try(struct subject *s, rigidc_model *model, const struct random_phase *phase, bool brief,
                      const char *how)
{
	static struct row_expected expected;
	static struct outcome outcome;
	int values = 0;
	for (int i = 0; i < ROW_FUNCTIONS; i++) {
		char name[64];
		if (!row_function_has_answer(s, phase, &row_functions[i]))
			continue;
		row_function_name(&row_functions[i], phase, brief, name);
		row_function_expect(s, phase, &row_functions[i], &expected);
		subject_run(s, model, name, RIGIDC_EVALUATOR, &outcome);
		row_function_judge(s, how, name, &outcome, 0, &expected);
		values++;
	}
	return values;
}

void row_functions_same_bits(struct subject *s, rigidc_model *model, const struct random_phase *phase, int first)
{
	static const char *const compiler[] = { "gcc", "clang" };
	static struct outcome wanted;
	for (int i = 0; i < ROW_FUNCTIONS; i++) {
		char name[64];
		if (!row_function_has_answer(s, phase, &row_functions[i]))
			continue;
		row_function_name(&row_functions[i], phase, false, name);
		subject_run(s, model, name, RIGIDC_EVALUATOR, &wanted);
		subject_same_bits(s, model, name, RIGIDC_TCC, &wanted);
		if (first < 0)
			continue;
		setenv("CC", compiler[(i + first) % 2], 1);
		subject_same_bits(s, model, name, RIGIDC_CC, &wanted);
	}
}
