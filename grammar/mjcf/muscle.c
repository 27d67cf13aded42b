/* Muscles of MuJoCo: forces and rates of activations by functions of laws.rig.
 * With the length l and velocity v of what a muscle drives, its scaled length L and velocity V, and its activation a,
 *   L = r0 + (l - l0) / L0,   V = v / (L0 vmax),   L0 = (l1 - l0) / (r1 - r0),
 *   F = -force (FL(L) FV(V) a + FP(L)),            da/dt = (u - a) / tau(u - a, a)      (MuJoCo, "Muscle actuators"). */
#include "stages.h"

#include <string.h>

/* Positions of a muscle's numbers in gainprm and biasprm. */
enum { RANGE, FORCE = 2, SCALE, LOW, HIGH, MOST_SPEED, MOST_PASSIVE, MOST_FORCE };
_Static_assert(MOST_FORCE + 1 == MJ_MUSCLE, "all numbers");

static struct Expr *call(struct Mjcf *m, struct Span span, const char *function, struct Expr *const *argument,
                         size_t count)
{
	m->laws = true;
	return made_call_of(m->diags, span, function, argument, count);
}

static struct Expr *number(struct Mjcf *m, struct Span span, double value, const char *unit)
{
	return made_number(m->diags, span, value, unit);
}

bool mj_is_muscle(const struct MjMuscle *muscle)
{
	const double *prm = muscle->prm, high = prm[HIGH], low = prm[LOW];
	return prm[FORCE] >= 0 && muscle->length[0] != muscle->length[1] && prm[RANGE] != prm[RANGE + 1] && low < 1 &&
	       high > 1 && prm[MOST_SPEED] != 0 && prm[MOST_FORCE] > 1;
}

double mj_muscle_force(const struct MjMuscle *muscle)
{
	return muscle->prm[FORCE];
}

/* L0 / gear, or with `speed` that times vmax. */
static double unit_length(const struct MjMuscle *muscle, double gear, bool speed)
{
	const double *range = muscle->prm + RANGE, *length = muscle->length;
	const double L0 = (length[1] - length[0]) / (range[1] - range[0]);
	return L0 / gear * (speed ? muscle->prm[MOST_SPEED] : 1);
}

/* L */
static struct Expr *scaled_length(struct Mjcf *m, struct Span span, const struct MjMuscle *muscle,
                                  const struct MjDriven *driven)
{
	const double L0 = unit_length(muscle, 1, false), begin = muscle->prm[RANGE] - muscle->length[0] / L0;
	struct Expr *length = expr_binary(m->diags, EXPR_DIV, made_name(m->diags, span, driven->position),
	                                  number(m, span, unit_length(muscle, driven->gear, false),
	                                         made_joint_unit(driven->slides, UNIT_POSITION)));
	return made_sum(m->diags, length, number(m, span, begin, NULL));
}

struct Expr *mj_muscle_active(struct Mjcf *m, struct Span span, const struct MjMuscle *muscle,
                              const struct MjDriven *driven, struct Expr *activation)
{
	const double *prm = muscle->prm;
	struct Expr *V = expr_binary(m->diags, EXPR_DIV, made_name(m->diags, span, driven->velocity),
	                             number(m, span, unit_length(muscle, driven->gear, true),
	                                    made_joint_unit(driven->slides, UNIT_SPEED)));
	struct Expr *length[] = { scaled_length(m, span, muscle, driven), number(m, span, prm[LOW], NULL),
		                  number(m, span, prm[HIGH], NULL) };
	struct Expr *speed[] = { V, number(m, span, prm[MOST_FORCE], NULL) };
	struct Expr *FL = call(m, span, "mujoco_length", length, 3), *FV = call(m, span, "mujoco_speed", speed, 2);
	return expr_binary(m->diags, EXPR_MUL, expr_binary(m->diags, EXPR_MUL, FL, FV), activation);
}

struct Expr *mj_muscle_passive(struct Mjcf *m, struct Span span, const struct MjMuscle *muscle,
                               const struct MjDriven *driven)
{
	struct Expr *argument[] = { scaled_length(m, span, muscle, driven), number(m, span, muscle->prm[HIGH], NULL),
		                    number(m, span, muscle->prm[MOST_PASSIVE], NULL) };
	return call(m, span, "mujoco_passive", argument, 3);
}

struct Expr *mj_muscle_rate(struct Mjcf *m, struct Span span, const double times[3], struct Expr *u, struct Expr *a)
{
	struct Expr *argument[] = { u, a, number(m, span, times[0], "s"), number(m, span, times[1], "s"),
		                    number(m, span, times[2], NULL) };
	return times[2] > 0 ? call(m, span, "mujoco_smooth_rate", argument, 5)
	                    : call(m, span, "mujoco_rate", argument, 4);
}

static const double usual[MJ_MUSCLE] = { 0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2 };
static const double usual_times[3] = { 0.01, 0.04, 0 };

void mj_muscle_defaults(double prm[MJ_MUSCLE], double times[3])
{
	memcpy(prm, usual, sizeof usual);
	memcpy(times, usual_times, sizeof usual_times);
}

void mj_muscle_complete(double prm[MJ_MUSCLE], double times[3])
{
	for (int i = 0; i < MJ_MUSCLE; i++)
		prm[i] = prm[i] < 0 ? usual[i] : prm[i];
	for (int i = 0; i < 2; i++)
		times[i] = times[i] < 0 ? usual_times[i] : times[i];
}
