/* Methods of SUNDIALS. They choose steps by --tolerance. Rows and events lie within their steps.
 * CVODE and ARKODE have equal functions with different names, listed in a struct Solver for each. */
#include "course.h"

#include "cli/complain.h"

#ifdef WITHOUT_SUNDIALS

static bool is_missing(const char *name)
{
	complain("this rigidc was built without SUNDIALS: there is no --method=%s, but rk4", name);
	return false;
}

bool integrate_cvode(struct Course *course)
{
	(void)course;
	return is_missing("cvode");
}

bool integrate_arkode(struct Course *course)
{
	(void)course;
	return is_missing("arkode");
}

enum Arrival integrate_sundials_go(struct Course *course, double until)
{
	NEVER(&course->simulation->model->arena, "a method that did not begin");
	(void)until;
}

void integrate_sundials_end(struct Course *course)
{
	(void)course;
}

#else

#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "sundials_versions.h"

/* --- both solvers --- */

struct Solver {
	int (*silence)(SUNContext context, void *memory);
	int (*most_warnings)(void *memory, int count);
	int (*context)(void *memory, void *context);
	int (*tolerances)(void *memory, sunrealtype rtol, sunrealtype atol);
	int (*longest)(void *memory, sunrealtype step);
	int (*most_failures)(void *memory, int failures);
	int (*stop)(void *memory, sunrealtype time);
	int (*go)(void *memory, sunrealtype until, N_Vector y, sunrealtype *time, int task);
	int (*within)(void *memory, sunrealtype time, int derivative, N_Vector y);
	int (*steps)(void *memory, long *steps);
	int (*errors)(void *memory, N_Vector errors);
	int (*weights)(void *memory, N_Vector weights);
	int (*anew)(struct Course *course);
	void (*free)(void **memory);
};

/* Maximum number of failed attempts of a step. At a kink of an input a step may have to shrink by a factor of 1e10. */
enum { MOST_FAILURES = 100 };

/* States are tested after STEPS_AT_ONCE steps; the progress is judged after TESTS_JUDGED tests. */
enum { STEPS_AT_ONCE = 1000, TESTS_JUDGED = 100 };
/* Rows that need more steps end the motion (ARRIVED_SLOW). */
static const double most_steps_to_row = 1e8;
/* An end within so many steps after a refused state is caused by this state. */
enum { STEPS_SINCE_LOST = 10 };

struct Sundials {
	const struct Solver *solver;
	SUNContext context;
	void *memory;
	N_Vector y, error, weight; /* current state; vectors for `worst` */
	SUNMatrix matrix;          /* matrix of Newton's method: df/dy, then 1 - gamma df/dy */
	SUNLinearSolver linear;    /* factors the matrix */
	N_Vector between;          /* a state within the last step */
	double to;                 /* s: end of the last step */
	struct Crossing *crossing; /* watched functions within the last step */
	double event;              /* s: time of the first event within the last step; NAN: none */
	long steps_before;         /* before the solver began anew */
	bool stuck;                /* the last step was too short to change the time */
	bool dead;                 /* a state could not be projected */
	bool lost;                 /* a state was refused, the last time after `lost_at` steps */
	long lost_at;
};

static long steps_taken(const struct Sundials *own)
{
	long steps = 0;
	own->solver->steps(own->memory, &steps);
	return own->steps_before + steps;
}

/* Index of the first velocity whose acceleration is not finite; -1: none. */
static int first_lost(const struct Simulation *s, const double *rate)
{
	for (int i = 0; i < s->nv; i++)
		if (!isfinite(rate[s->nq + i]))
			return i;
	return -1;
}

/* Right-hand side dy/dt. A state with an infinite or NaN acceleration is refused (1), so that the solver tries a
 * shorter step. */
static int slope(sunrealtype time, N_Vector y, N_Vector rate, void *context)
{
	struct Course *course = context;
	struct Simulation *s = course->simulation;
	struct Sundials *own = course->own;
	if (course_interrupted())
		return -1;
	simulation_rates(s, time, NV_DATA_S(y), NV_DATA_S(rate));
	int lost = first_lost(s, NV_DATA_S(rate));
	if (lost < 0)
		return 0;
	course->at = lost;
	own->lost = true;
	own->lost_at = steps_taken(own);
	return 1;
}

/* The solver begins at a state after a jump. */
static int begin_cvode_anew(struct Course *course)
{
	struct Sundials *own = course->own;
	return CVodeReInit(own->memory, course->time, own->y);
}

static int begin_arkode_anew(struct Course *course)
{
	struct Sundials *own = course->own;
	return ERKStepReInit(own->memory, slope, course->time, own->y);
}

/* clang-format off */
static const struct Solver solver_cvode = {
	cvode_silence, CVodeSetMaxHnilWarns, CVodeSetUserData, CVodeSStolerances, CVodeSetMaxStep, CVodeSetMaxErrTestFails,
	CVodeSetStopTime, CVode, CVodeGetDky,
	CVodeGetNumSteps, CVodeGetEstLocalErrors, CVodeGetErrWeights, begin_cvode_anew, CVodeFree,
};
/* clang-format on */
/* clang-format off */
static const struct Solver solver_arkode = {
	arkode_silence, ARKodeSetMaxHnilWarns, ARKodeSetUserData, ARKodeSStolerances, ARKodeSetMaxStep, ARKodeSetMaxErrTestFails,
	ARKodeSetStopTime, ARKodeEvolve, ARKodeGetDky,
	ARKodeGetNumSteps, ARKodeGetEstLocalErrors, ARKodeGetErrWeights, begin_arkode_anew, ARKodeFree,
};
/* clang-format on */

/* Bounds the next step: by --step, and so that no event within is missed. */
static bool bound_step(const struct Course *course, double longest)
{
	const struct Sundials *own = course->own;
	double step = course->step > 0 ? fmin(course->step, longest) : longest;
	return own->solver->longest(own->memory, isfinite(step) ? step : 0) == 0;
}

/* The next step begins at the state of the solver. */
static void begin_steps(struct Course *course)
{
	struct Sundials *own = course->own;
	struct Crossing *c = own->crossing;
	own->to = c->from = course->time;
	own->event = NAN;
	if (!c->count)
		return;
	memcpy(c->y[0], NV_DATA_S(own->y), course->simulation->size * sizeof *c->state);
	simulation_rates(course->simulation, course->time, c->y[0], c->rate[0]);
	conditions_inside(course, course->time, c->y[0], c->before);
}

static bool set_up(struct Course *course)
{
	struct Sundials *own = course->own;
	const struct Solver *solver = own->solver;
	/* a solver warns only of steps too short to change the time, which `step` sees */
	bool good = solver->silence(own->context, own->memory) == 0 && solver->most_warnings(own->memory, -1) == 0 &&
	            solver->context(own->memory, course) == 0 &&
	            solver->tolerances(own->memory, course->rtol, course->atol) == 0 &&
	            solver->most_failures(own->memory, MOST_FAILURES) == 0 &&
	            bound_step(course, own->crossing->longest);
	if (good)
		begin_steps(course);
	return good;
}

/* Allocates the vectors. NULL: out of memory. */
static struct Sundials *begin(struct Course *course, const struct Solver *solver)
{
	struct Simulation *s = course->simulation;
	struct Sundials *own = course->own = ARENA_NEW(&s->model->arena, struct Sundials);
	own->solver = solver;
	if (SUNContext_Create(SUN_COMM_NULL, &own->context) != 0)
		return NULL;
	own->y = N_VNew_Serial((sunindextype)s->size, own->context);
	own->error = own->y ? N_VClone(own->y) : NULL;
	own->weight = own->error ? N_VClone(own->y) : NULL;
	own->between = own->weight ? N_VClone(own->y) : NULL;
	if (!own->between)
		return NULL;
	own->crossing = crossing_new(course);
	memcpy(NV_DATA_S(own->y), s->y, s->size * sizeof *s->y);
	return own;
}

static bool say_memory(void)
{
	complain("out of memory");
	return false;
}

/* Column j of df/dy, (f(y + h e_j) - f(y)) / h. The step h balances the errors of rounding and curvature. If f is not
 * finite there, outside the domain of an input, h has the other sign. If f is finite on neither side, the column is 0.
 * Newton's method converges with inexact columns. */
static void difference(const struct Course *course, double time, int j, N_Vector y, N_Vector f, N_Vector moved,
                       N_Vector rate, double *column)
{
	struct Simulation *s = course->simulation;
	double epsilon = s->options->library.real_float > 0 ? (double)FLT_EPSILON : DBL_EPSILON, own = NV_Ith_S(y, j);
	double step = sqrt(epsilon) * fmax(1, fabs(own));
	memcpy(NV_DATA_S(moved), NV_DATA_S(y), s->size * sizeof own);
	for (int side = 0; side < 2; side++, step = -step) {
		NV_Ith_S(moved, j) = own + step;
		simulation_rates(s, time, NV_DATA_S(moved), NV_DATA_S(rate));
		if (first_lost(s, NV_DATA_S(rate)) >= 0)
			continue;
		for (size_t i = 0; i < s->size; i++)
			column[i] = (NV_Ith_S(rate, i) - NV_Ith_S(f, i)) / (NV_Ith_S(moved, j) - own);
		return;
	}
	memset(column, 0, s->size * sizeof *column);
}

/* Jacobian df/dy. The column of the work stays 0, as set by the solver: no rate depends on the work. */
static int jacobian(sunrealtype time, N_Vector y, N_Vector f, SUNMatrix J, void *context, N_Vector moved, N_Vector rate,
                    N_Vector spare)
{
	const struct Course *course = context;
	const struct Simulation *s = course->simulation;
	(void)spare;
	for (int j = 0; j < s->nq + s->nv + s->ns; j++) {
		if (course_interrupted())
			return -1;
		difference(course, time, j, y, f, moved, rate, SM_COLUMN_D(J, j));
	}
	return 0;
}

static int project_step(sunrealtype time, N_Vector y, void *context)
{
	struct Course *course = context;
	struct Sundials *own = course->own;
	own->dead = !simulation_project(course->simulation, time, NV_DATA_S(y));
	return own->dead ? -1 : 0;
}

/* The correction. The error estimate stays as it is. */
static int project_multistep(sunrealtype time, N_Vector y, N_Vector correction, sunrealtype tolerance, N_Vector error,
                             void *context)
{
	struct Course *course = context;
	struct Sundials *own = course->own;
	(void)tolerance, (void)error;
	N_VScale(1, y, correction);
	own->dead = !simulation_project(course->simulation, time, NV_DATA_S(correction));
	N_VLinearSum(1, correction, -1, y, correction);
	return own->dead ? -1 : 0;
}

/* Backward differentiation formulas. Newton's method solves each step, so that stiff models do not need short steps. */
bool integrate_cvode(struct Course *course)
{
	struct Sundials *own = begin(course, &solver_cvode);
	sunindextype size = (sunindextype)course->simulation->size;
	own = own && (own->memory = CVodeCreate(CV_BDF, own->context)) ? own : NULL;
	if (!own || CVodeInit(own->memory, slope, course->time, own->y) != 0)
		return say_memory();
	own->matrix = SUNDenseMatrix(size, size, own->context);
	own->linear = own->matrix ? SUNLinSol_Dense(own->y, own->matrix, own->context) : NULL;
	if (!own->linear || CVodeSetLinearSolver(own->memory, own->linear, own->matrix) != 0 ||
	    CVodeSetJacFn(own->memory, jacobian) != 0 || CVodeSetMaxConvFails(own->memory, MOST_FAILURES) != 0)
		return say_memory();
	if (simulation_holds(course->simulation) &&
	    (CVodeSetProjFn(own->memory, project_multistep) != 0 || CVodeSetProjErrEst(own->memory, SUNFALSE) != 0))
		return say_memory();
	return set_up(course) || say_memory();
}

/* Explicit method of order 5. Its interpolation has order 5 too, needed because rows and limits lie between steps. */
bool integrate_arkode(struct Course *course)
{
	struct Sundials *own = begin(course, &solver_arkode);
	own = own && (own->memory = ERKStepCreate(slope, course->time, own->y, own->context)) ? own : NULL;
	if (!own || ERKStepSetTableNum(own->memory, ARKODE_DORMAND_PRINCE_7_4_5) != 0)
		return say_memory();
	if (simulation_holds(course->simulation) && ARKodeSetPostprocessStepFn(own->memory, project_step) != 0)
		return say_memory();
	return set_up(course) || say_memory();
}

void integrate_sundials_end(struct Course *course)
{
	struct Sundials *own = course->own;
	if (!own)
		return;
	if (own->memory)
		own->solver->free(&own->memory);
	if (own->linear)
		SUNLinSolFree(own->linear);
	if (own->matrix)
		SUNMatDestroy(own->matrix);
	N_Vector vector[] = { own->y, own->error, own->weight, own->between };
	for (size_t i = 0; i < sizeof vector / sizeof *vector; i++)
		if (vector[i])
			N_VDestroy(vector[i]);
	if (own->context)
		SUNContext_Free(&own->context);
}

/* --- the motion --- */

/* Index of the velocity with the largest error relative to its tolerance, of itself or of its coordinate. */
static int worst(const struct Course *course)
{
	const struct Simulation *s = course->simulation;
	const struct Sundials *own = course->own;
	int found = 0;
	double most = -1;
	if (own->solver->errors(own->memory, own->error) != 0 || own->solver->weights(own->memory, own->weight) != 0)
		return 0;
	for (int i = 0; i < s->nq + s->nv; i++) {
		double error = fabs(NV_Ith_S(own->error, i) * NV_Ith_S(own->weight, i));
		if (error > most) {
			most = error;
			found = i < s->nq ? start_velocity(s->model->model, i) : i - s->nq;
		}
	}
	return found;
}

/* State of the solver at a time within its last step. */
static void state_at(const struct Course *course, double time, double *y)
{
	const struct Sundials *own = course->own;
	const struct Simulation *s = course->simulation;
	N_Vector state = own->y;
	if (time < own->to && own->solver->within(own->memory, time, 0, own->between) == 0)
		state = own->between;
	memcpy(y, NV_DATA_S(state), s->size * sizeof *y);
}

static void state_within(struct Course *course, double after, double *y)
{
	const struct Sundials *own = course->own;
	state_at(course, own->crossing->from + after, y);
}

static void take_state(struct Course *course)
{
	struct Simulation *s = course->simulation;
	state_at(course, course->time, s->y);
	simulation_unit_quaternions(s, s->y);
	simulation_project(s, course->time, s->y);
}

/* Goes on from the state of the simulation, which has jumped. */
static enum Arrival begin_anew(struct Course *course)
{
	struct Sundials *own = course->own;
	const struct Simulation *s = course->simulation;
	course->jumped = false;
	own->steps_before = steps_taken(own);
	memcpy(NV_DATA_S(own->y), s->y, s->size * sizeof *s->y);
	begin_steps(course);
	return own->solver->anew(course) == 0 ? ARRIVED : ARRIVED_NO_MEMORY;
}

/* Finds the first event after a time within the last step. */
static void find_event(struct Course *course, double after)
{
	struct Sundials *own = course->own;
	struct Crossing *c = own->crossing;
	own->event = c->count ? c->from + crossing_find(course, c, after - c->from, state_within) : NAN;
}

/* Watched functions fall below 0 now. */
static enum Arrival meet(struct Course *course)
{
	struct Sundials *own = course->own;
	take_state(course);
	enum Arrival how = conditions_happened(course, own->crossing->happened);
	if (how != ARRIVED)
		return how;
	if (course->jumped)
		return begin_anew(course);
	conditions_inside(course, course->time, course->simulation->y, own->crossing->before);
	find_event(course, course->time);
	return ARRIVED;
}

/* Is this next to a dead point? There the error estimate of a multistep method fails before the projection does. */
static bool is_near_dead(struct Course *course)
{
	const double near = 1e-2; /* part of a row that is no combination of others */
	const struct Sundials *own = course->own;
	struct Simulation *s = course->simulation;
	return s->rows.held->project && simulation_independence(s, NV_DATA_S(own->y)) < near;
}

/* Reason for which the solver stopped. The return code is not enough: solvers have several codes for states refused by
 * `slope`. */
static enum Arrival arrival(struct Course *course, int code)
{
	struct Sundials *own = course->own;
	if ((code == CV_SUCCESS || code == CV_TSTOP_RETURN) && !own->stuck)
		return ARRIVED;
	if (code == CV_MEM_FAIL)
		return ARRIVED_NO_MEMORY;
	if (course_interrupted())
		return ARRIVED_INTERRUPTED;
	if (own->dead)
		return ARRIVED_DEAD;
	if (is_near_dead(course))
		return ARRIVED_DEAD;
	if (own->lost && steps_taken(own) - own->lost_at <= STEPS_SINCE_LOST)
		return ARRIVED_LOST;
	course->at = worst(course);
	return ARRIVED_STUCK;
}

/* Time since which the steps to a row are judged, the numbers of steps and tests since. */
struct Pace {
	double from;
	int steps, tests;
};

/* Checks before a step, after every few, that the motion does not diverge, and that the next row can be reached in
 * time. */
static enum Arrival judge(struct Course *course, double until, struct Pace *pace)
{
	struct Sundials *own = course->own;
	if (++pace->steps < STEPS_AT_ONCE)
		return ARRIVED;
	pace->steps = 0;
	course_show_rows();
	enum Arrival how = conditions_test(course, NV_DATA_S(own->y));
	if (how != ARRIVED || ++pace->tests < TESTS_JUDGED)
		return how;
	course->mean_step = (own->to - pace->from) / TESTS_JUDGED / STEPS_AT_ONCE;
	*pace = (struct Pace){ .from = own->to };
	if (course->mean_step * most_steps_to_row >= until - own->to && steps_taken(own) < SIMULATION_STEPS)
		return ARRIVED;
	course->at = worst(course);
	return ARRIVED_SLOW;
}

/* Takes a step of the solver, and finds the first event within. The state of the course stays where it is. */
static enum Arrival step(struct Course *course, double until)
{
	struct Sundials *own = course->own;
	struct Simulation *s = course->simulation;
	struct Crossing *c = own->crossing;
	double from = own->to;
	/* no step crosses a row of --input: inputs between rows would be missed */
	own->solver->stop(own->memory, fmin(course->end, simulation_table_next(s, from)));
	int code = own->solver->go(own->memory, until, own->y, &own->to, CV_ONE_STEP);
	own->stuck = own->to <= from;
	enum Arrival how = arrival(course, code);
	if (how != ARRIVED || !c->count)
		return how;
	c->from = from;
	c->step = own->to - from;
	memcpy(c->y[1], NV_DATA_S(own->y), s->size * sizeof *c->state);
	simulation_rates(s, own->to, c->y[1], c->rate[1]);
	find_event(course, from);
	return bound_step(course, c->longest) ? ARRIVED : ARRIVED_NO_MEMORY;
}

/* The end of the last step is the begin of the next. */
static void end_step(struct Course *course)
{
	struct Sundials *own = course->own;
	struct Crossing *c = own->crossing;
	if (!c->count || !(own->to > c->from))
		return;
	double *y = c->y[0], *rate = c->rate[0], *before = c->before;
	c->y[0] = c->y[1], c->y[1] = y;
	c->rate[0] = c->rate[1], c->rate[1] = rate;
	c->before = c->inside, c->inside = before;
}

/* Goes to the next event or the end of the last step, and no farther than a time. */
static enum Arrival go_within(struct Course *course, double until)
{
	struct Sundials *own = course->own;
	if (own->event <= until) {
		course->time = own->event;
		return meet(course);
	}
	course->time = fmin(own->to, until);
	return ARRIVED;
}

enum Arrival integrate_sundials_go(struct Course *course, double until)
{
	struct Sundials *own = course->own;
	struct Simulation *s = course->simulation;
	struct Pace pace = { .from = course->time };
	enum Arrival how = ARRIVED;
	while (how == ARRIVED && course->time < until) {
		if (course->time >= own->to) {
			end_step(course);
			how = judge(course, until, &pace);
			how = how == ARRIVED ? step(course, until) : how;
		}
		how = how == ARRIVED ? go_within(course, until) : how;
	}
	course->steps = (unsigned long)steps_taken(own);
	if (!course->jumped)
		take_state(course);
	/* a diverging motion may end because no step is short enough */
	enum Arrival seen = how == ARRIVED || how == ARRIVED_STUCK ? conditions_test(course, s->y) : ARRIVED;
	return seen == ARRIVED ? how : seen;
}

#endif
