/* The methods of SUNDIALS: its steps are as long as --rtol and --atol allow, and it finds where a bound is reached.
 * CVODE and ARKODE take the same calls under two names: what differs is a row of `solvers`. */
#include "methods.h"

#include "cli/complain.h"

#ifdef WITHOUT_SUNDIALS

static bool is_missing(const char *name)
{
	complain("this rigidc was built without SUNDIALS: there is no --integrator=%s, but fixed", name);
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

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* --- what they have in common --- */

typedef int Slope(realtype time, N_Vector y, N_Vector rate, void *context);
typedef int Roots(realtype time, N_Vector y, realtype *inside, void *context);
typedef void Handler(int code, const char *module, const char *function, char *text, void *context);

struct Solver {
	int (*handler)(void *memory, Handler *handler, void *context);
	int (*context)(void *memory, void *context);
	int (*tolerances)(void *memory, realtype rtol, realtype atol);
	int (*most_steps)(void *memory, long steps);
	int (*longest)(void *memory, realtype step);
	int (*most_failures)(void *memory, int failures);
	int (*roots)(void *memory, int count, Roots *roots);
	int (*directions)(void *memory, int *direction);
	int (*no_warning)(void *memory);
	int (*stop)(void *memory, realtype time);
	int (*go)(void *memory, realtype until, N_Vector y, realtype *time, int task);
	int (*found)(void *memory, int *found);
	int (*steps)(void *memory, long *steps);
	int (*errors)(void *memory, N_Vector errors);
	int (*weights)(void *memory, N_Vector weights);
	void (*free)(void **memory);
};

static const struct Solver solver_cvode = {
	CVodeSetErrHandlerFn, CVodeSetUserData, CVodeSStolerances, CVodeSetMaxNumSteps, CVodeSetMaxStep,
	CVodeSetMaxErrTestFails, CVodeRootInit, CVodeSetRootDirection, CVodeSetNoInactiveRootWarn, CVodeSetStopTime, CVode,
	CVodeGetRootInfo, CVodeGetNumSteps, CVodeGetEstLocalErrors, CVodeGetErrWeights, CVodeFree,
};
static const struct Solver solver_arkode = {
	ERKStepSetErrHandlerFn, ERKStepSetUserData, ERKStepSStolerances, ERKStepSetMaxNumSteps, ERKStepSetMaxStep,
	ERKStepSetMaxErrTestFails, ERKStepRootInit, ERKStepSetRootDirection, ERKStepSetNoInactiveRootWarn, ERKStepSetStopTime,
	ERKStepEvolve, ERKStepGetRootInfo, ERKStepGetNumSteps, ERKStepGetEstLocalErrors, ERKStepGetErrWeights, ERKStepFree,
};

/* At a kink of an input a step may have to become shorter by ten powers of ten. */
enum { MOST_FAILURES = 100 };

struct Sundials {
	const struct Solver *solver;
	SUNContext context;
	void *memory;
	N_Vector y, error, weight; /* the state where it came to; room for what `worst` asks */
	SUNNonlinearSolver corrector;
	int *found;                /* of the bounds */
	bool stuck;                /* a step was too short to change the time */
	unsigned long lost;        /* the evaluation that was no number last */
};

/* What is no number makes it try a shorter step. */
static int slope(realtype time, N_Vector y, N_Vector rate, void *context)
{
	struct Course *course = context;
	struct Simulation *s = course->simulation;
	struct Sundials *own = course->own;
	if (own->stuck || course_interrupted())
		return -1;
	simulation_rates(s, time, NV_DATA_S(y), NV_DATA_S(rate));
	for (int i = 0; i < s->nv; i++)
		if (!isfinite(NV_Ith_S(rate, s->nq + i))) {
			course->at = i;
			own->lost = s->evaluations;
			return 1;
		}
	return 0;
}

static int inside_of(realtype time, N_Vector y, realtype *inside, void *context)
{
	const struct Course *course = context;
	(void)time;
	for (size_t i = 0; i < course->bounds.count; i++)
		inside[i] = course_inside(&course->bounds.item[i], NV_DATA_S(y));
	return 0;
}

/* Its codes tell enough, but of a time that stands still it only warns. */
static void take_warning(int code, const char *module, const char *function, char *text, void *context)
{
	struct Sundials *own = context;
	(void)module, (void)function, (void)text;
	own->stuck |= code == CV_WARNING;
}

/* Only what comes from inside counts: a motion may begin at a limit and leave it. */
static int set_bounds(const struct Course *course, struct Sundials *own)
{
	struct Arena *arena = &course->simulation->model->arena;
	int count = (int)course->bounds.count, *direction = ARENA_ARRAY(arena, int, count);
	own->found = ARENA_ARRAY(arena, int, count);
	for (int i = 0; i < count; i++)
		direction[i] = -1;
	int code = own->solver->roots(own->memory, count, inside_of);
	code = code ? code : own->solver->directions(own->memory, direction);
	return code ? code : own->solver->no_warning(own->memory);
}

static bool set_up(struct Course *course)
{
	struct Sundials *own = course->own;
	const struct Solver *solver = own->solver;
	bool good = solver->handler(own->memory, take_warning, own) == 0 && solver->context(own->memory, course) == 0 &&
	            solver->tolerances(own->memory, course->rtol, course->atol) == 0 &&
	            solver->most_steps(own->memory, SIMULATION_STEPS) == 0 && solver->longest(own->memory, course->step) == 0 &&
	            solver->most_failures(own->memory, MOST_FAILURES) == 0;
	return good && (course->bounds.count == 0 || set_bounds(course, own) == 0);
}

/* The vectors; NULL if there was no memory. */
static struct Sundials *begin(struct Course *course, const struct Solver *solver)
{
	struct Simulation *s = course->simulation;
	struct Sundials *own = course->own = ARENA_NEW(&s->model->arena, struct Sundials);
	own->solver = solver;
	if (SUNContext_Create(NULL, &own->context) != 0)
		return NULL;
	own->y = N_VNew_Serial((sunindextype)s->size, own->context);
	own->error = own->y ? N_VClone(own->y) : NULL;
	own->weight = own->error ? N_VClone(own->y) : NULL;
	if (!own->weight)
		return NULL;
	memcpy(NV_DATA_S(own->y), s->y, s->size * sizeof *s->y);
	return own;
}

static bool say_memory(void)
{
	complain("out of memory");
	return false;
}

/* Without stiffness the corrector is iterated as it is, which needs no matrix. */
bool integrate_cvode(struct Course *course)
{
	struct Sundials *own = begin(course, &solver_cvode);
	own = own && (own->memory = CVodeCreate(CV_ADAMS, own->context)) ? own : NULL;
	if (!own || CVodeInit(own->memory, slope, course->time, own->y) != 0)
		return say_memory();
	own->corrector = SUNNonlinSol_FixedPoint(own->y, 0, own->context);
	if (!own->corrector || CVodeSetNonlinearSolver(own->memory, own->corrector) != 0 ||
	    CVodeSetMaxConvFails(own->memory, MOST_FAILURES) != 0)
		return say_memory();
	return set_up(course) || say_memory();
}

/* Of fifth order, as its interpolation is: rows and limits lie between steps. */
bool integrate_arkode(struct Course *course)
{
	struct Sundials *own = begin(course, &solver_arkode);
	own = own && (own->memory = ERKStepCreate(slope, course->time, own->y, own->context)) ? own : NULL;
	if (!own || ERKStepSetTableNum(own->memory, ARKODE_DORMAND_PRINCE_7_4_5) != 0)
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
	if (own->corrector)
		SUNNonlinSolFree(own->corrector);
	N_Vector vector[] = { own->y, own->error, own->weight };
	for (size_t i = 0; i < sizeof vector / sizeof *vector; i++)
		if (vector[i])
			N_VDestroy(vector[i]);
	if (own->context)
		SUNContext_Free(&own->context);
}

/* --- the way --- */

/* The velocity whose error, or whose coordinate's, is the largest beside what is allowed. */
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
			found = i < s->nq ? simulation_velocity(s, i) : i - s->nq;
		}
	}
	return found;
}

/* Why it came no farther. The code does not always tell: the solvers have several for what `slope` refuses. */
static enum Arrival arrival(struct Course *course, int code)
{
	struct Sundials *own = course->own;
	switch (code) {
	case CV_SUCCESS:
	case CV_TSTOP_RETURN: return ARRIVED;
	case CV_ROOT_RETURN:
		own->solver->found(own->memory, own->found);
		for (size_t i = course->bounds.count; i-- > 0;)
			course->at = own->found[i] ? course->bounds.item[i].q : course->at;
		return ARRIVED_AT_LIMIT;
	case CV_MEM_FAIL: return ARRIVED_NO_MEMORY;
	}
	if (course_interrupted())
		return ARRIVED_INTERRUPTED;
	if (own->lost && own->lost + 1 >= course->simulation->evaluations)
		return ARRIVED_LOST;
	course->at = worst(course);
	return ARRIVED_STUCK;
}

enum Arrival integrate_sundials_go(struct Course *course, double until)
{
	struct Sundials *own = course->own;
	struct Simulation *s = course->simulation;
	enum Arrival how = ARRIVED;
	while (how == ARRIVED && course->time < until) {
		/* a step across rows of --input would not see what is between them */
		own->solver->stop(own->memory, fmin(course->end, simulation_table_next(s, course->time)));
		how = arrival(course, own->solver->go(own->memory, until, own->y, &course->time, CV_NORMAL));
	}
	long steps = 0;
	own->solver->steps(own->memory, &steps);
	course->steps = (unsigned long)steps;
	memcpy(s->y, NV_DATA_S(own->y), s->size * sizeof *s->y);
	simulation_unit_quaternions(s, s->y);
	return how;
}

#endif
