/* Linear dynamics about a state, for callers: of the accelerations' derivatives to A and B, with the torque that holds the state. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"
#include "base/linear.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/loop.h"
#include "numerics/linear_methods.h"
#include "dynamics/measures.h"
#include "pipeline/assemble.h"
#include "pipeline/compile_checks.h"
#include "pipeline/dead_state.h"

struct Linearizing {
	const rigidc_linear_request *request;
	rigidc_linear *out;
	const char *phase;                 /* NULL: no rows */
	rigidc_function *motion;           /* qdd, its derivatives, M and J */
	rigidc_function *hold;             /* torques for given accelerations; NULL: there is no such function here */
	rigidc_function *step;             /* derivatives of a step of time; NULL: not asked for */
	rigidc_function *rates, *by_rates; /* rates of states, and their derivatives; NULL: there are none */
	rigidc_function *bend; /* derivatives of J; NULL: no rows on velocities, or all states are asked for */
	rigidc_function
		*project; /* velocities under which rows hold; NULL: no rows beside inputs that move, or all states */
	int nv, nu, moving, ns, rows; /* nu: numbers of u; moving: of ud and of udd; ns: of s */
	double *q, *qd, *qdd, *tau, *torque, *forces, *u, *f_ext;
	double *s, *sd; /* states and their rates */
	double *still;  /* ud and udd: inputs that move are at rest */
	struct LinearState state;
	struct LinearBasis free; /* of the velocities that rows allow */
	int *drive, drives;
};

const char *rigidc_linear_method(size_t number)
{
	return linear_method_name(number);
}

/* --- functions --- */

/* Has the model constraints on velocities? */
static bool rolls(const struct Model *model)
{
	bool any = false;
	for (size_t i = 0; i < model->constraints.count; i++)
		any |= model->constraints.item[i].on_velocities;
	return any;
}

/* Name of a function of the phase: "fd:stand". */
static const char *of_phase(struct Arena *arena, const char *function, const char *phase)
{
	return phase ? text_print(arena, "%s:%s", function, text_quoted(arena, phase)) : function;
}

struct Names {
	const char *phase, *method, *motion, *hold, *step, *bend,
		*project; /* method, step, bend, project: NULL for none */
	bool rolls;       /* are there rows on velocities, and is `bend` wanted? */
	bool reduced;     /* are the states those that rows leave independent? */
};

/* The torque for a given acceleration is that of inverse dynamics, where all velocities are driven or rows drive the others. */
static void name_functions(rigidc_model *model, void *context)
{
	struct Names *names = context;
	struct Arena *arena = &model->call;
	const char *phase = names->phase;
	const bool *idle = linear_idle(arena, model->model);
	bool all = true;
	for (int v = 0; v < model->model->nv; v++)
		all &= !idle[v];
	names->motion = text_print(arena, "motion=%s+%s+crba%s%s", of_phase(arena, "fd", phase),
	                           of_phase(arena, "fd_derivatives", phase), phase ? "+" : "",
	                           phase ? of_phase(arena, "jac", phase) : "");
	names->hold = phase ? of_phase(arena, "id", phase) : all ? "rnea" : NULL;
	if (names->rolls)
		names->bend = of_phase(arena, "jvp:jac", phase);
	if (names->reduced && phase && model->model->dag->moving.count)
		names->project = of_phase(arena, "project", phase);
	if (names->method)
		names->step = of_phase(arena, text_print(arena, "step_derivatives:%s", names->method), phase);
}

static rigidc_status make_one(rigidc_model *model, const char *name, const double *params, rigidc_function **made)
{
	rigidc_status status = rigidc_function_new(model, name, RIGIDC_EVALUATOR, made);
	return status == RIGIDC_OK && params ? rigidc_set_params(*made, params) : status;
}

/* The torques are optional: without forces that balance every load there is no such function, and the least accelerations are found
 * below. */
static rigidc_status make_all(rigidc_model *model, struct Linearizing *l, const struct Names *names)
{
	const double *params = l->request->params;
	rigidc_status status =
		names->hold && !l->request->tau ? make_one(model, names->hold, params, &l->hold) : RIGIDC_OK;
	if (status == RIGIDC_OK || status == RIGIDC_INVALID)
		status = make_one(model, names->motion, params, &l->motion);
	if (status == RIGIDC_OK && names->bend)
		status = make_one(model, names->bend, params, &l->bend);
	if (status == RIGIDC_OK && names->project)
		status = make_one(model, names->project, params, &l->project);
	if (status == RIGIDC_OK && model->model->states.count)
		status = make_one(model, "rates", params, &l->rates);
	if (status == RIGIDC_OK && model->model->states.count)
		status = make_one(model, "derivatives:rates", params, &l->by_rates);
	return status == RIGIDC_OK && names->step ? make_one(model, names->step, params, &l->step) : status;
}

/* The method of steps that a function has; NULL: none is asked for. */
static const char *method_of_function(const rigidc_linear_request *request)
{
	const struct LinearMethod *step = linear_method_find(request->method);
	return request->dt > 0 && !step->take ? step->name : NULL;
}

/* Functions of full matrices in double, whatever form of code the model was loaded for. */
static rigidc_status make_functions(rigidc_model *model, struct Linearizing *l)
{
	const struct Request before = model->request;
	struct Names names = { .phase = l->phase,
		               .method = method_of_function(l->request),
		               .rolls = !l->request->all && rolls(model->model),
		               .reduced = !l->request->all };
	if (!library_guard(model, name_functions, &names))
		return RIGIDC_NO_MEMORY;
	struct Names kept = { .motion = strdup(names.motion) }; /* calls free their memory */
	kept.hold = names.hold ? strdup(names.hold) : NULL;
	kept.step = names.step ? strdup(names.step) : NULL;
	kept.bend = names.bend ? strdup(names.bend) : NULL;
	kept.project = names.project ? strdup(names.project) : NULL;
	model->request.real_float = model->request.upgrade = false;
	model->request.matrix = MATRIX_FULL;
	model->request.sincos = SINCOS_INLINE;
	model->request.batch = BATCH_NONE;
	bool named = kept.motion && (kept.hold || !names.hold) && (kept.step || !names.step) &&
	             (kept.bend || !names.bend) && (kept.project || !names.project);
	rigidc_status status = named ? make_all(model, l, &kept) : RIGIDC_NO_MEMORY;
	model->request = before;
	free((char *)kept.motion);
	free((char *)kept.hold);
	free((char *)kept.step);
	free((char *)kept.bend);
	free((char *)kept.project);
	return status;
}

static double *copy_of(struct Arena *arena, const double *from, int count)
{
	double *copy = ARENA_ARRAY(arena, double, count);
	for (int i = 0; i < count && from; i++)
		copy[i] = from[i];
	return copy;
}

/* Arrays of the calls. */
static void make_room(struct Arena *arena, struct Linearizing *l, const struct Model *model)
{
	int last = rigidc_outputs(l->motion) - 1, nv = model->nv;
	l->nv = nv;
	l->rows = l->phase && nv ? (int)rigidc_output_size(l->motion, last) / nv : 0;
	l->q = copy_of(arena, l->request->q, model->nq);
	l->qd = copy_of(arena, l->request->qd, nv);
	l->tau = copy_of(arena, l->request->tau, nv);
	l->nu = model->inputs.numbers;
	l->moving = (int)model->dag->moving.count;
	l->still = ARENA_ARRAY(arena, double, l->moving);
	l->ns = model->states.numbers;
	l->s = copy_of(arena, l->request->s ? l->request->s : model->states.value, l->ns);
	l->sd = ARENA_ARRAY(arena, double, l->ns);
	l->u = copy_of(arena, l->request->u ? l->request->u : model->inputs.value, l->nu);
	l->qdd = ARENA_ARRAY(arena, double, nv);
	l->torque = ARENA_ARRAY(arena, double, nv);
	l->forces = ARENA_ARRAY(arena, double, l->rows);
	l->f_ext = ARENA_ARRAY(arena, double, rigidc_input_size(l->motion, library_input(l->motion, INPUT_F_EXT)));
	const bool *idle = linear_idle(arena, model);
	l->drive = ARENA_ARRAY(arena, int, nv);
	for (int v = 0; v < nv; v++)
		if (!idle[v])
			l->drive[l->drives++] = v;
}

/* Calls a function of q, qd and the third array, of dt if there is one, of inputs of the model, their motion, and wrenches. */
static void call(const struct Linearizing *l, rigidc_function *function, const double *third, const double *dt,
                 double *const *output)
{
	const double *input[9] = { l->q, l->qd, third };
	int count = 3;
	if (dt)
		input[count++] = dt;
	if (l->nu)
		input[count++] = l->u;
	for (int order = 0; order < 2 && l->moving; order++)
		input[count++] = l->still;
	if (l->ns)
		input[count++] = l->s;
	input[count] = l->f_ext;
	rigidc_call(function, input, output);
}

/* Columns by u, by ud, by udd, by s. */
static int given_columns(const struct Linearizing *l, int array)
{
	return array == 0 ? l->nu : array == 3 ? l->ns : l->moving;
}

/* One matrix of the columns by u, ud, udd and s. */
static const double *side_by_side(struct Arena *arena, const struct Linearizing *l, const double *const by[4],
                                  int columns)
{
	double *all = ARENA_TABLE(arena, double, l->nv, columns);
	int at = 0;
	for (int k = 0; k < 4; at += given_columns(l, k++))
		for (int v = 0; v < l->nv; v++)
			for (int c = 0; c < given_columns(l, k); c++)
				all[v * columns + at + c] = by[k][v * given_columns(l, k) + c];
	return all;
}

/* Accelerations and their derivatives under torques tau. */
static void evaluate(struct Arena *arena, struct Linearizing *l, const struct Model *model, const double *tau)
{
	size_t nv = (size_t)l->nv, square = nv * nv;
	double *dq = ARENA_ARRAY(arena, double, square), *dqd = ARENA_ARRAY(arena, double, square);
	double *dtau = ARENA_ARRAY(arena, double, square), *M = ARENA_ARRAY(arena, double, square);
	double *J = ARENA_ARRAY(arena, double, (size_t)l->rows *nv), *by[4] = { NULL };
	double *output[10] = { l->qdd, dq, dqd, dtau };
	int count = 4;
	for (int k = 0; k < 4; k++)
		if (given_columns(l, k))
			output[count++] = by[k] = ARENA_ARRAY(arena, double, nv *(size_t)given_columns(l, k));
	output[count++] = M;
	output[count++] = J;
	call(l, l->motion, tau, NULL, output);
	const int columns = l->nu + 2 * l->moving + l->ns;
	const double *by_given = side_by_side(arena, l, (const double *const *)by, columns);
	l->state = (struct LinearState){ model, l->qd, dq, dqd, dtau, by_given, columns, J, l->rows, M };
}

/* --- states --- */

static bool rows_are_closed(rigidc_model *model, struct Linearizing *l)
{
	const struct Model *of = model->model;
	if (!assemble_rows(of))
		return true;
	struct Assembly a = assembly_of_model(&model->call, of);
	a.at.params = l->request->params;
	a.at.u = l->u;
	const char *remains = assemble_open(&a, of, l->q);
	if (remains)
		diag(&model->diags, CHECK_LOOP_OPEN, of->name.span, "'%s' is open by %s at this state",
		     assembly_most_open_name(&a), remains);
	return !remains;
}

/* Largest |row of J times qd| over the sum of the sizes of its terms. */
static double along_rows(const struct Linearizing *l)
{
	double largest = 0, fastest = assemble_fastest(l->qd, l->nv);
	for (int r = 0; r < l->rows; r++) {
		double sum = 0, size = 0;
		for (int v = 0; v < l->nv; v++) {
			double entry = l->state.J[r * l->nv + v];
			sum += entry * l->qd[v];
			size += assemble_term_size(entry, l->qd[v], fastest);
		}
		largest = size > 0 && !(fabs(sum) <= largest * size) ? fabs(sum) / size : largest;
	}
	return largest;
}

static int count_kept(const struct ConstraintRow *row, int rows)
{
	int kept = 0;
	for (int r = 0; r < rows; r++)
		kept += !row[r].holds;
	return kept;
}

static int count_contact(const struct Model *model, int contact)
{
	return count_kept(model->contacts.item[contact].row, model->contacts.item[contact].rows);
}

/* Rows that neither hold by themselves nor depend on others, of the contacts of a phase, or of a contact. */
static int count_contacts(rigidc_model *model, const char *phase)
{
	int number = rigidc_find_phase(model, phase), contact = rigidc_find_contact(model, phase), rank = 0;
	if (number < 0)
		return contact < 0 ? 0 : count_contact(model->model, contact);
	const struct Phase *of = &model->model->phases.item[number];
	for (int k = 0; k < of->contacts; k++)
		rank += count_contact(model->model, of->contact[k]);
	return rank;
}

/* Rank of J at most states. */
static int usual_rank(rigidc_model *model, const char *phase)
{
	const struct Model *of = model->model;
	int rank = count_contacts(model, phase);
	for (size_t i = 0; i < of->loops.count; i++)
		rank += count_kept(of->loops.item[i].row, of->loops.item[i].rows);
	for (size_t i = 0; i < of->constraints.count; i++)
		rank += count_kept(&of->constraints.item[i].row, 1);
	return rank;
}

/* Loops, constraints and the contacts of a phase or of a single contact; without rows the open tree. */
static struct Assembly assembly_of_rows(rigidc_model *model, const char *phase)
{
	struct Arena *arena = &model->call;
	if (!phase)
		return dead_state_open_tree(arena, model->model);
	int number = rigidc_find_phase(model, phase), contact = rigidc_find_contact(model, phase);
	if (number < 0)
		return assembly_of_phase(arena, model->model, &contact, contact >= 0);
	const struct Phase *of = &model->model->phases.item[number];
	return assembly_of_phase(arena, model->model, of->contact, of->contacts);
}

/* Why M is singular here along the rows; NULL: it is not. */
static const char *why_singular(rigidc_model *model, const struct Linearizing *l)
{
	struct Arena *arena = &model->call;
	struct Assembly a = assembly_of_rows(model, l->phase);
	struct DeadState state;
	double *own = ARENA_ARRAY(arena, double, model->model->nq);
	a.at.params = l->request->params;
	a.at.u = l->u;
	for (int i = 0; i < model->model->nq; i++)
		own[i] = l->q[assemble_listed(model->model, i)];
	dead_state_begin(&state, &a, false, false, true);
	if (!dead_state_look(&state, own, false))
		return NULL;
	return dead_state_why(arena, model->model, &state,
	                      l->phase && strcmp(l->phase, "loops") != 0 ? l->phase : NULL);
}

/* Do velocities keep the rows, and have accelerations derivatives here? */
static bool state_is_regular(rigidc_model *model, const struct Linearizing *l)
{
	const double rounding = 1e-9;
	struct Diags *diags = &model->diags;
	struct Span span = model->model->name.span;
	size_t square = (size_t)l->nv * (size_t)l->nv;
	const char *singular = why_singular(model, l);
	if (!(along_rows(l) <= rounding))
		diag(diags, CHECK_LINEARIZE_STATE, span,
		     "rows of '%s' do not hold under these velocities: J qd is not 0", l->phase);
	else if (l->phase && l->nv - l->free.count < usual_rank(model, l->phase))
		diag(diags, CHECK_LINEARIZE_STATE, span,
		     "rows of '%s' depend on each other at this state, a dead point", l->phase);
	else if (singular)
		diag(diags, CHECK_LINEARIZE_STATE, span, "at this state %s", singular);
	else if (!linear_is_finite(l->state.by_q, square) || !linear_is_finite(l->state.by_qd, square) ||
	         !linear_is_finite(l->state.by_tau, square) ||
	         !linear_is_finite(l->state.by_u, (size_t)l->nv * (size_t)l->state.nu))
		diag(diags, CHECK_LINEARIZE_STATE, span, "accelerations have no finite derivatives at this state");
	return !diags->errors;
}

/* --- the torque that holds a state --- */

/* Accelerations of dependent velocities while the independent ones keep their velocities: qdd - N S qdd, whatever torques act. */
static void steady(const struct Linearizing *l, double *out)
{
	for (int v = 0; v < l->nv; v++) {
		long double sum = l->qdd[v];
		for (int k = 0; k < l->free.count; k++)
			sum -= *matrix_at(l->free.N, v, k) * l->qdd[l->free.velocity[k]];
		out[v] = (double)sum;
	}
}

/* By inverse dynamics. False: it has no answer here. */
static bool hold_by_inverse(struct Linearizing *l, const double *wanted)
{
	if (!l->hold)
		return false;
	call(l, l->hold, wanted, NULL, (double *[]){ l->torque, l->forces });
	if (!linear_is_finite(l->torque, (size_t)l->nv))
		return false;
	memcpy(l->tau, l->torque, (size_t)l->nv * sizeof *l->tau);
	return true;
}

/* The least accelerations in the metric of M, a^T M a, with K = dqdd/dtau, K M K = K, and the accelerations a0 under tau = 0: drives do
 * not accelerate, S^T K S tau = -S^T a0. Of several such torques the one with the least sum of squares. */
static void hold_by_least(struct Arena *arena, struct Linearizing *l, const double *wanted)
{
	const long double rounding = 1e-10L;
	int n = l->drives;
	struct Matrix K = matrix_new(arena, n, n);
	long double *right = ARENA_ARRAY(arena, long double, n), *tau = ARENA_ARRAY(arena, long double, n);
	for (int r = 0; r < n; r++) {
		right[r] = (long double)wanted[l->drive[r]] - l->qdd[l->drive[r]];
		for (int c = 0; c < n; c++)
			*matrix_at(K, r, c) = l->state.by_tau[l->drive[r] * l->nv + l->drive[c]];
	}
	matrix_shortest(arena, K, right, rounding, tau);
	for (int r = 0; r < n; r++)
		l->tau[l->drive[r]] = (double)tau[r];
}

/* Warns if independent velocities accelerate, beyond the rounding of what torques do to them. */
static void tell_unheld(rigidc_model *model, const struct Linearizing *l)
{
	const double rounding = 1e-8;
	int worst = -1;
	for (int k = 0; k < l->free.count; k++) {
		int v = l->free.velocity[k];
		double size = 1;
		for (int d = 0; d < l->drives; d++)
			size += fabs(l->state.by_tau[v * l->nv + l->drive[d]] * l->tau[l->drive[d]]);
		bool more = fabs(l->qdd[v]) > rounding * size && (worst < 0 || fabs(l->qdd[v]) > fabs(l->qdd[worst]));
		worst = more ? v : worst;
	}
	rigidc_coordinate_info info = { .size = sizeof info };
	if (worst < 0 || rigidc_get_velocity(model, worst, &info) != RIGIDC_OK)
		return;
	diag(&model->diags, CHECK_LINEARIZE_EQUILIBRIUM, model->model->name.span,
	     "no torques of the drives hold this state: under the best ones '%s' accelerates by %.3g %s", info.name,
	     l->qdd[worst], measure_element_unit(model->model, MEASURE_ACCELERATION, worst));
}

static void hold_state(rigidc_model *model, struct Linearizing *l)
{
	struct Arena *arena = &model->call;
	double *wanted = ARENA_ARRAY(arena, double, l->nv);
	steady(l, wanted);
	if (!hold_by_inverse(l, wanted))
		hold_by_least(arena, l, wanted);
	else if (l->phase)
		check_overdriven(&model->diags, model->model, "the torque that holds this state");
	evaluate(arena, l, model->model, l->tau);
	tell_unheld(model, l);
}

/* --- dry friction --- */

/* Does the joint move so slowly that the derivative of its friction F qd / sqrt(qd^2 + s^2) is near F / s? */
static bool is_stuck(const struct Model *model, const struct Joint *joint, const double *qd, bool rest)
{
	const double near = 3; /* at 3 s the derivative is 3 % of F / s */
	bool stuck = false;
	for (int k = 0; k < joint->kind->nv; k++) {
		double s = dag_default_value(model->dag, joint->number->smoothing[k]);
		bool slow = rest || (joint_nv(joint) && fabs(qd[joint->v + k]) < near * s);
		stuck |= slow && dag_default_value(model->dag, joint->number->friction[k]) > 0;
	}
	return stuck && !joint->locked;
}

/* Warns of joints whose dry friction is damping in A. A coupled joint is at rest if all velocities are 0. */
static void tell_stuck(rigidc_model *model, const struct Linearizing *l)
{
	const struct Model *of = model->model;
	struct Text names = text_new(&model->call);
	bool rest = true;
	int count = 0;
	for (int v = 0; v < l->nv; v++)
		rest &= l->qd[v] == 0;
	for (int i = 0; i < of->bodies; i++)
		if (is_stuck(of, of->body[i].joint, l->qd, rest))
			text_format(&names, "%s'%s'", count++ ? ", " : "", of->body[i].joint->name.text);
	if (!count)
		return;
	struct Diag *d = diag(&model->diags, CHECK_FRICTION_SLOPE, of->name.span,
	                      "dry friction of %s is damping in A: its derivative near rest", text_string(&names));
	diag_help(&model->diags, d, "--without=friction leaves it out");
}

/* --- results --- */

static const double *numbers_of(struct Arena *arena, struct Matrix a)
{
	double *number = ARENA_ARRAY(arena, double, (size_t)a.rows *(size_t)a.columns);
	for (int i = 0; i < a.rows * a.columns; i++)
		number[i] = (double)a.item[i] + 0.0; /* 0 for -0 */
	return number;
}

/* The columns by u, ud and udd: those by states are behind them. 0 without columns. */
static const double *numbers_by_inputs(struct Arena *arena, const struct Linearizing *l, struct Matrix a)
{
	const int columns = l->nu + 2 * l->moving;
	double *number = ARENA_TABLE(arena, double, l->nv, columns);
	for (int v = 0; v < l->nv && a.columns; v++)
		for (int c = 0; c < columns; c++)
			number[v * columns + c] = (double)*matrix_at(a, v, c) + 0.0;
	return number;
}

static rigidc_linear result_of(struct Arena *arena, const struct Linearizing *l, struct LinearDynamics dynamics,
                               struct LinearBasis basis)
{
	return (rigidc_linear){ .states = dynamics.A.rows,
		                .inputs = dynamics.B.columns,
		                .A = numbers_of(arena, dynamics.A),
		                .B = numbers_of(arena, dynamics.B),
		                .directions = basis.count,
		                .direction = basis.velocity,
		                .drive = l->drive,
		                .N = numbers_of(arena, basis.N),
		                .E = numbers_of(arena, basis.E),
		                .places = basis.places,
		                .place = basis.place,
		                .P = numbers_of(arena, basis.P),
		                .Q = numbers_by_inputs(arena, l, basis.Q),
		                .R = numbers_by_inputs(arena, l, basis.R),
		                .q = l->q,
		                .qd = l->qd,
		                .tau = l->tau,
		                .qdd = l->qdd,
		                .drives = l->drives,
		                .u = l->u,
		                .s = l->s };
}

static void put_result(rigidc_model *model, struct Linearizing *l, const rigidc_linear *own)
{
	size_t states = (size_t)own->states, inputs = (size_t)own->inputs;
	if (linear_is_finite(own->A, states * states) && linear_is_finite(own->B, states * inputs))
		library_hand_out(l->out, own, sizeof *own);
	else
		diag(&model->diags, CHECK_LINEARIZE_STATE, model->model->name.span,
		     "the matrices of a step of %g s are not finite: it is too long", l->request->dt);
}

/* A and B of a step of time, in the directions of the basis. */
static struct LinearDynamics step_dynamics(struct Arena *arena, const struct Linearizing *l,
                                           const struct LinearBasis *basis)
{
	const size_t nv = (size_t)l->nv, state = 2 * nv + (size_t)l->ns;
	double *A = ARENA_TABLE(arena, double, state, state), *B = ARENA_TABLE(arena, double, state, nv);
	double *B_u = ARENA_TABLE(arena, double, state, l->nu);
	const struct LinearSteps steps = { l->nv, l->nu, l->ns, A, B, B_u };
	call(l, l->step, l->tau, &l->request->dt, (double *[]){ A, B, B_u });
	return linear_step(arena, &steps, basis, l->drive, l->drives);
}

/* J without the rows on velocities, which are behind those that close. */
static const double *closing_rows(struct Arena *arena, const struct Linearizing *l, const struct Model *model)
{
	const int first = assemble_rows(model), nv = l->nv;
	double *J = copy_of(arena, l->state.J, l->rows * nv);
	int rolling = 0;
	for (size_t i = 0; i < model->constraints.count; i++)
		rolling += model->constraints.item[i].on_velocities;
	memset(J + first * nv, 0, (size_t)(rolling * nv) * sizeof *J);
	return J;
}

/* Coordinates and velocities that rows on velocities leave independent: E by changes of J qd. */
static struct LinearBasis rolling_basis(struct Arena *arena, const struct Linearizing *l, const struct Model *model)
{
	struct LinearBasis basis = l->free;
	linear_roll(arena, &l->state, closing_rows(arena, l, model), &basis);
	const int nv = l->nv, places = basis.places;
	double *along = ARENA_ARRAY(arena, double, nv), *J = ARENA_TABLE(arena, double, l->rows, nv);
	double *change = ARENA_TABLE(arena, double, l->rows, places);
	const int inputs = rigidc_inputs(l->bend);
	const double **input = ARENA_ARRAY(arena, const double *, inputs);
	for (int i = 0; i < inputs; i++) /* directions of parameters are 0 */
		input[i] = i == 0 ? l->q : i == 1 ? along : ARENA_ARRAY(arena, double, rigidc_input_size(l->bend, i));
	for (int y = 0; y < places; y++) {
		for (int v = 0; v < nv; v++)
			along[v] = (double)*matrix_at(basis.P, v, y);
		rigidc_call(l->bend, input, (double *[]){ J });
		for (int r = 0; r < l->rows; r++)
			for (int v = 0; v < nv; v++)
				change[r * places + y] += J[r * nv + v] * l->qd[v];
	}
	linear_bend_by(arena, &l->state, change, &basis);
	return basis;
}

/* Q and R of the basis: rows of coordinates follow inputs that move. */
static void follow_inputs(struct Arena *arena, const struct Linearizing *l, const struct Model *model,
                          struct LinearBasis *basis)
{
	const int nv = l->nv, count = l->moving;
	double *velocity = ARENA_TABLE(arena, double, nv, count), *rate = ARENA_ARRAY(arena, double, count);
	double *rest = ARENA_ARRAY(arena, double, nv), *q = ARENA_ARRAY(arena, double, model->nq);
	double *qd = ARENA_ARRAY(arena, double, nv);
	for (int m = 0; m < count; m++) {
		rate[m] = 1;
		rigidc_call(l->project, (const double *[]){ l->q, rest, l->u, rate }, (double *[]){ q, qd });
		rate[m] = 0;
		for (int v = 0; v < nv; v++)
			velocity[v * count + m] = qd[v];
	}
	const struct LinearMoving moving = { model->dag->moving.item, count, l->nu, velocity };
	linear_follow(arena, &l->state, &moving, basis);
}

static struct LinearBasis basis_of(rigidc_model *model, const struct Linearizing *l)
{
	struct Arena *arena = &model->call;
	struct LinearBasis basis = l->request->all ? linear_all(arena, model->model) : l->free;
	if (l->bend)
		return rolling_basis(arena, l, model->model);
	if (!l->request->all && l->rows)
		linear_bend(arena, &l->state, &basis);
	if (l->project)
		follow_inputs(arena, l, model->model, &basis);
	return basis;
}

/* Calls a function of q, qd, u, ud and s. */
static void call_rates(const struct Linearizing *l, rigidc_function *function, double *const *output)
{
	const double *input[5] = { l->q, l->qd };
	int count = 2;
	if (l->nu)
		input[count++] = l->u;
	if (l->moving)
		input[count++] = l->still;
	input[count] = l->s;
	rigidc_call(function, input, output);
}

/* Dynamics with the states of the model. */
static struct LinearDynamics states_dynamics(struct Arena *arena, const struct Linearizing *l,
                                             const struct LinearDynamics *dynamics, const struct LinearBasis *basis)
{
	const int nv = l->nv, ns = l->ns, given = l->nu + 2 * l->moving;
	double *by_q = ARENA_TABLE(arena, double, ns, nv), *by_qd = ARENA_TABLE(arena, double, ns, nv);
	double *by_u = ARENA_TABLE(arena, double, ns, l->nu), *by_ud = ARENA_TABLE(arena, double, ns, l->moving);
	double *by_s = ARENA_TABLE(arena, double, ns, ns), *by_given = ARENA_TABLE(arena, double, ns, given);
	double *output[6] = { by_q, by_qd };
	int count = 2;
	if (l->nu)
		output[count++] = by_u;
	if (l->moving)
		output[count++] = by_ud;
	output[count++] = by_s;
	if (count < rigidc_outputs(l->by_rates)) /* by parameters: a linear model does not have these */
		output[count] = ARENA_ARRAY(arena, double, rigidc_output_size(l->by_rates, count));
	call_rates(l, l->by_rates, output);
	for (int r = 0; r < ns; r++) {
		for (int c = 0; c < l->nu; c++)
			by_given[r * given + c] = by_u[r * l->nu + c];
		for (int c = 0; c < l->moving; c++)
			by_given[r * given + l->nu + c] = by_ud[r * l->moving + c];
	}
	const struct LinearRates rates = { ns, given, by_q, by_qd, by_given, by_s };
	return linear_with_states(arena, dynamics, basis, nv, &rates);
}

/* Warns of states that change. */
static void tell_changing(rigidc_model *model, struct Linearizing *l)
{
	const double rounding = 1e-8;
	const struct Model *of = model->model;
	call_rates(l, l->rates, (double *[]){ l->sd });
	for (int i = 0; i < l->ns; i++)
		if (fabs(l->sd[i]) > rounding * (1 + fabs(l->s[i]))) {
			diag(&model->diags, CHECK_LINEARIZE_EQUILIBRIUM, of->name.span,
			     "the state '%s' changes by %.3g %s here", parameter_at(&of->states, i)->name.text,
			     l->sd[i], measure_element_unit(of, MEASURE_STATE_RATE, i));
			return;
		}
}

/* A and B of a regular state, at its torques. */
static void make_matrices(rigidc_model *model, struct Linearizing *l)
{
	struct Arena *arena = &model->call;
	const rigidc_linear_request *request = l->request;
	const struct LinearBasis basis = basis_of(model, l);
	struct LinearDynamics dynamics = linear_dynamics(arena, &l->state, &basis, l->drive, l->drives);
	if (l->ns)
		dynamics = states_dynamics(arena, l, &dynamics, &basis);
	if (l->step)
		dynamics = step_dynamics(arena, l, &basis);
	else if (request->dt > 0)
		linear_method_find(request->method)->take(arena, &dynamics, request->dt);
	const rigidc_linear own = result_of(arena, l, dynamics, basis);
	put_result(model, l, &own);
}

static void work(rigidc_model *model, void *context)
{
	struct Linearizing *l = context;
	struct Arena *arena = &model->call;
	make_room(arena, l, model->model);
	if (l->moving && l->bend) {
		const struct Ident input = model_moving(model->model, 0)->name;
		diag(&model->diags, CHECK_LINEARIZE_STATE, input.span,
		     "rows on velocities are not linearized beside a moving input, as '%s'", input.text);
		return;
	}
	if (!rows_are_closed(model, l))
		return;
	evaluate(arena, l, model->model, l->tau);
	l->free = linear_independent(arena, &l->state);
	if (!state_is_regular(model, l))
		return;
	if (!l->request->tau)
		hold_state(model, l);
	tell_stuck(model, l);
	if (l->ns)
		tell_changing(model, l);
	make_matrices(model, l);
}

static bool is_sensible(const struct Model *model, const rigidc_linear_request *request)
{
	const struct {
		const double *item;
		size_t count;
	} given[] = { { request->q, (size_t)model->nq },
		      { request->qd, (size_t)model->nv },
		      { request->tau, (size_t)model->nv },
		      { request->u, (size_t)model->inputs.numbers },
		      { request->s, (size_t)model->states.numbers } };
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (given[i].item && !linear_is_finite(given[i].item, given[i].count))
			return false;
	const struct LinearMethod *step = linear_method_find(request->method);
	return request->q && request->dt >= 0 && request->dt < INFINITY && step &&
	       (request->dt > 0 || step == linear_method_find(NULL));
}

/* The caller's request, who may know fewer fields. False: its size is that of no request. */
static bool take_request(const rigidc_linear_request *given, rigidc_linear_request *own)
{
	size_t size = given->size ? given->size : sizeof *given;
	bool known = size >= sizeof size && size <= sizeof *own;
	if (known)
		memcpy(own, given, size);
	return known;
}

rigidc_status rigidc_linearize(rigidc_model *model, const rigidc_linear_request *request, rigidc_linear *linear)
{
	rigidc_linear_request own = { 0 };
	if (!model || !model->sound || !request || !linear || !take_request(request, &own) ||
	    !is_sensible(model->model, &own))
		return RIGIDC_USAGE;
	bool contacts = own.phase && strcmp(own.phase, "loops") != 0;
	struct Linearizing l = { .request = &own, .out = linear, .phase = contacts ? own.phase : NULL };
	if (!contacts && model_has_loops(model->model))
		l.phase = "loops";
	rigidc_status status = contacts ? library_find_phase(model, l.phase) : RIGIDC_OK;
	if (status == RIGIDC_OK)
		status = make_functions(model, &l);
	if (status == RIGIDC_OK)
		status = library_call(model, work, &l);
	rigidc_function_free(l.motion);
	rigidc_function_free(l.hold);
	rigidc_function_free(l.step);
	rigidc_function_free(l.bend);
	rigidc_function_free(l.project);
	rigidc_function_free(l.rates);
	rigidc_function_free(l.by_rates);
	return status;
}
