/* Free and spherical joints of OpenSim in recordings. OpenSim has three angles there, about x, the new y and the new
 * z, and of a free joint three shifts; the model has a quaternion, and velocities in axes of the body. With R = Rx(a)
 * Ry(b) Rz(c), the angular velocity is
 *   w = a' (cos b cos c, -cos b sin c, sin b) + b' (sin c, cos c, 0) + c' (0, 0, 1)
 * in axes of the body, and of the place p in the parent the velocity is v = R^T p'. Accelerations are the derivatives
 * of these numbers. */
#include <math.h>
#include <string.h>

#include "evaluation.h"
#include "base/pose.h"
#include "cli/recorded_names.h"
#include "model/body.h"
#include "model/joint.h"

enum { ANGLES = 3 };

/* --- columns --- */

/* Index of the first of an input's numbers for a joint; SIZE_MAX: the function does not take the input. */
static size_t input_of(const struct Evaluation *e, enum Input input, const struct Joint *joint)
{
	const char *name = text_print(&e->model->arena, "%s.%s", input_name[input],
	                              column_of_joint(e->model->model, joint, 0, input != INPUT_Q));
	for (size_t i = 0; i < e->inputs; i++)
		if (strcmp(e->columns.item[i].name, name) == 0)
			return i;
	return SIZE_MAX;
}

static void add_joint(struct Evaluation *e, const struct Joint *joint)
{
	struct Arena *arena = &e->model->arena;
	const size_t count = (size_t)joint_nv(joint);
	*ARENA_PUSH(arena, &e->angle_joints) = (struct AngleJoint){
		.joint = joint,
		.first = e->columns.count,
		.count = count,
		.q = input_of(e, INPUT_Q, joint),
		.qd = input_of(e, INPUT_QD, joint),
		.qdd = input_of(e, INPUT_QDD, joint),
	};
	for (size_t k = 0; k < 3 * count; k++) {
		const char *name = joint->angles[k % count];
		*ARENA_PUSH(arena, &e->columns) = (struct InputColumn){
			.name = k < count ? name : text_print(arena, "%s''%zu of joint", name, k / count),
			.unit = k % count < ANGLES ? "rad" : "m",
			.meaning = text_print(arena, "coordinate of joint %s in OpenSim, in place of its q",
			                      text_shown(arena, joint->name.text)),
			.optional = true,
		};
	}
}

void eval_angles_add(struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	for (int i = 0; i < model->bodies && eval_takes_q(e); i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint->angles && joint_nq(joint))
			add_joint(e, joint);
	}
}

/* The joint of a wanted number; NULL: it is none of an angle. */
static struct AngleJoint *joint_of(const struct Evaluation *e, size_t wanted)
{
	for (size_t i = 0; i < e->angle_joints.count; i++) {
		struct AngleJoint *a = &e->angle_joints.item[i];
		if (wanted >= a->first && wanted < a->first + 3 * a->count)
			return a;
	}
	return NULL;
}

bool eval_angles_hides(const struct Evaluation *e, size_t wanted)
{
	const struct AngleJoint *a = joint_of(e, wanted);
	return a && wanted >= a->first + a->count;
}

bool eval_angles_of(const struct Evaluation *e, const struct Joint *joint)
{
	bool given = false;
	for (size_t i = 0; i < e->angle_joints.count; i++)
		given |= e->angle_joints.item[i].joint == joint && e->angle_joints.item[i].given;
	return given;
}

bool eval_angles_has(const struct Evaluation *e, size_t wanted)
{
	const struct AngleJoint *a = joint_of(e, wanted);
	return a && a->given && wanted < a->first + a->count;
}

size_t eval_angles_rate(const struct Evaluation *e, size_t wanted, int order)
{
	return wanted + (size_t)order * joint_of(e, wanted)->count;
}

/* --- rows --- */

void eval_angles_bind(struct Evaluation *e, bool *optional)
{
	for (size_t i = 0; i < e->angle_joints.count; i++) {
		struct AngleJoint *a = &e->angle_joints.item[i];
		size_t found = 0;
		for (size_t k = 0; k < a->count; k++)
			found += recorded_names_have(&e->rows, a->joint->angles[k]);
		a->given = found > 0 && a->q != SIZE_MAX &&
		           formulas_find(&e->rows.formulas, e->columns.item[a->q].name) < 0;
		for (size_t k = 0; k < a->count && a->given; k++)
			optional[a->first + k] = false; /* one that is missing is an error */
		for (size_t k = 0; k < (size_t)joint_nq(a->joint) && a->given; k++)
			optional[a->q + k] = true;
		for (size_t k = 0; k < a->count && a->given; k++) {
			if (a->qd != SIZE_MAX)
				optional[a->qd + k] = true;
			if (a->qdd != SIZE_MAX)
				optional[a->qdd + k] = true;
		}
	}
}

/* q = q q_x(a) q_y(b) q_z(c), as (x, y, z, w). */
static void quaternion_of(const double angle[ANGLES], double q[4])
{
	static const double identity[4] = { 0, 0, 0, 1 };
	memcpy(q, identity, sizeof identity);
	for (int i = 0; i < ANGLES; i++) {
		const double s = sin(angle[i] / 2), w = cos(angle[i] / 2);
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		const double old[4] = { q[0], q[1], q[2], q[3] };
		q[i] = old[i] * w + old[3] * s;
		q[j] = old[j] * w + old[k] * s;
		q[k] = old[k] * w - old[j] * s;
		q[3] = old[3] * w - old[i] * s;
	}
}

/* Angular velocity and its derivative. */
static void turn_rates(const double *angle, const double *rate, const double *second, double w[3], double wd[3])
{
	const double sb = sin(angle[1]), cb = cos(angle[1]), sc = sin(angle[2]), cc = cos(angle[2]);
	const double axis[3][3] = { { cb * cc, -cb * sc, sb }, { sc, cc, 0 }, { 0, 0, 1 } };
	const double db = rate[1], dc = rate[2];
	const double moved[3][3] = { { -sb * cc * db - cb * sc * dc, sb * sc * db - cb * cc * dc, cb * db },
		                     { cc * dc, -sc * dc, 0 },
		                     { 0, 0, 0 } };
	for (int i = 0; i < 3; i++) {
		w[i] = wd[i] = 0;
		for (int k = 0; k < ANGLES; k++) {
			w[i] += rate[k] * axis[k][i];
			wd[i] += second[k] * axis[k][i] + rate[k] * moved[k][i];
		}
	}
}

/* v = R^T p', v' = R^T p'' - w x v */
static void shift_rates(const double q[4], const double *rate, const double *second, const double w[3], double v[3],
                        double vd[3])
{
	double R[3][3];
	rotation_of_quaternion(q, R);
	for (int i = 0; i < 3; i++)
		v[i] = R[0][i] * rate[0] + R[1][i] * rate[1] + R[2][i] * rate[2];
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		vd[i] = R[0][i] * second[0] + R[1][i] * second[1] + R[2][i] * second[2] - (w[j] * v[k] - w[k] * v[j]);
	}
}

static void put(double *row, size_t at, const double *number, size_t count)
{
	if (at != SIZE_MAX)
		memcpy(row + at, number, count * sizeof *number);
}

void eval_angles_turn(const struct Evaluation *e, double *row)
{
	for (size_t i = 0; i < e->angle_joints.count; i++) {
		const struct AngleJoint *a = &e->angle_joints.item[i];
		const double *angle = row + a->first, *rate = angle + a->count, *second = rate + a->count;
		const size_t shifts = a->count - ANGLES;
		double q[4], velocity[6], acceleration[6];
		if (!a->given)
			continue;
		quaternion_of(angle, q);
		turn_rates(angle, rate, second, velocity + shifts, acceleration + shifts);
		if (shifts)
			shift_rates(q, rate + ANGLES, second + ANGLES, velocity + shifts, velocity, acceleration);
		put(row, a->q, angle + ANGLES, shifts);
		put(row, a->q + shifts, q, 4);
		put(row, a->qd, velocity, a->count);
		put(row, a->qdd, acceleration, a->count);
	}
}
