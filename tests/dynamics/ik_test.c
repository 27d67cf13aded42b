/* Steps of inverse kinematics: the error at turns of all sizes, near 0 and near pi, in double and in float; loops of steps that
 * reach random poses; what no step can reach. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

static const double pi = 3.14159265358979323846;

/* R of a turn by an angle about a unit vector, times R0. */
static void turn(const double *axis, double angle, const double *R0, double *R)
{
	double K[9], by[9], half = sin(angle / 2);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		K[4 * i] = 0;
		K[3 * i + j] = -axis[k];
		K[3 * j + i] = axis[k];
	}
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			double square = 0;
			for (int n = 0; n < 3; n++)
				square += K[3 * i + n] * K[3 * n + k];
			by[3 * i + k] = (i == k) + sin(angle) * K[3 * i + k] + 2 * half * half * square;
		}
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++) {
			R[3 * i + k] = 0;
			for (int n = 0; n < 3; n++)
				R[3 * i + k] += by[3 * i + n] * R0[3 * n + k];
		}
}

static void draw_axis(uint64_t *random, double *axis)
{
	double square = 0;
	for (int i = 0; i < 3; i++) {
		axis[i] = random_between(random, -1, 1);
		square += axis[i] * axis[i];
	}
	for (int i = 0; i < 3; i++)
		axis[i] /= sqrt(square);
}

static void call_pose(rigidc_model *model, const char *fk, const double *q, double *R, double *p)
{
	rigidc_function *function = run_function(model, fk, RIGIDC_EVALUATOR);
	rigidc_call(function, (const double *[]){ q }, (double *[]){ R, p });
	rigidc_function_free(function);
}

/* The error is the vector of the turn. Near pi its sign is open. */
LOOP_TEST(turns_of_all_sizes, 2)
{
	const double angle[] = {
		0, 1e-300, 1e-12, 1e-7, 1e-3, 0.1, 1, 1.5708, 2, 2.1, 3, 3.1, pi - 1e-6, pi - 1e-12, pi
	};
	static const double q[] = { 0.1, -1.2, 1.4, -0.5, 0.3, 0.7 };
	rigidc_options options = { .real_float = _i };
	rigidc_model *model;
	ck_assert_int_eq(rigidc_load("examples/ur5.rig", &options, &model), RIGIDC_OK);
	rigidc_function *ik = run_function(model, "ik:tool0", RIGIDC_TCC);
	double tolerance = _i ? 2e-6 : 4e-15, R0[9], p[3], R[9], damping = 0.1, next[6], e[6], axis[3];
	uint64_t random = 1;
	call_pose(model, "fk:tool0", q, R0, p);
	for (size_t k = 0; k < 300 * sizeof angle / sizeof *angle; k++) {
		double size = angle[k / 300], sign = 1;
		draw_axis(&random, axis);
		turn(axis, size, R0, R);
		rigidc_call(ik, (const double *[]){ q, R, p, &damping }, (double *[]){ next, e });
		if (size > 3.141 && e[3] * axis[0] + e[4] * axis[1] + e[5] * axis[2] < 0)
			sign = -1;
		for (int i = 0; i < 3; i++) {
			ck_assert_double_le(fabs(e[i]), tolerance);
			ck_assert_msg(fabs(sign * e[3 + i] - size * axis[i]) <= tolerance, "angle %g: %.17g, not %.17g",
			              size, e[3 + i], size * axis[i]);
		}
	}
	rigidc_function_free(ik);
	rigidc_model_free(model);
}

static double length(const double *e)
{
	double square = 0;
	for (int i = 0; i < 6; i++)
		square += e[i] * e[i];
	return sqrt(square);
}

/* Robots with a frame each, and how many loops, each from a random start, may be needed for a random pose. */
static const struct robot {
	const char *path, *frame;
	int loops;
} robots[] = {
	{ "examples/ur5.rig", "tool0", 20 },
	{ "examples/iiwa14.rig", "iiwa_link_ee", 1 },
	{ "examples/scara.rig", "gripper", 20 },
	{ "examples/anymal_b.rig", "LF_FOOT", 1 },
};
enum { ROBOTS = sizeof robots / sizeof *robots, NQ = 32 };

/* Coordinates within the limits, those without between -2 and 2; quaternions of length 1. */
static void draw_coordinates(rigidc_model *model, uint64_t *random, double *q)
{
	rigidc_coordinate_info info = { .size = sizeof info };
	for (int i = 0; i < rigidc_nq(model); i++) {
		ck_assert_int_eq(rigidc_get_coordinate(model, i, &info), RIGIDC_OK);
		q[i] = random_between(random, fmax(info.lower, -2), fmin(info.upper, 2));
	}
	if (rigidc_nq(model) > rigidc_nv(model)) {
		double size = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
		for (int i = 3; i < 7; i++)
			q[i] /= size;
	}
}

/* Does a loop of steps from q end at the pose? */
static bool reaches(rigidc_function *ik, const double *R, const double *p, double *q)
{
	double next[NQ], e[6], damping = 0.05, last = 1;
	for (int step = 0; step < 200 && last > 1e-11; step++) {
		rigidc_call(ik, (const double *[]){ q, R, p, &damping }, (double *[]){ next, e });
		last = length(e);
		damping = 0.05 * fmin(1, last);
		memcpy(q, next, sizeof next);
	}
	return last <= 1e-11;
}

LOOP_TEST(loops_reach_poses, ROBOTS)
{
	const struct robot *robot = &robots[_i];
	rigidc_model *model = run_load(robot->path);
	char fk[64], name[64];
	uint64_t random = 1;
	snprintf(fk, sizeof fk, "fk:%s", robot->frame);
	snprintf(name, sizeof name, "ik:%s", robot->frame);
	rigidc_function *ik = run_function(model, name, RIGIDC_TCC);
	for (int k = 0; k < 100; k++) {
		double q[NQ], R[9], p[3];
		int loops = 0;
		draw_coordinates(model, &random, q);
		call_pose(model, fk, q, R, p);
		do {
			draw_coordinates(model, &random, q);
			loops++;
		} while (!reaches(ik, R, p, q) && loops <= robot->loops);
		ck_assert_msg(loops <= robot->loops, "%s: pose %d is not reached", robot->path, k);
	}
	rigidc_function_free(ik);
	rigidc_model_free(model);
}

/* A hinge turns as far towards the pose as it can: its error is square to its motion. */
TEST(what_is_out_of_reach)
{
	static const char text[] =
		"model t\nbody arm on world { joint hinge : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2\n"
		"  frame tip at (1 m, 0, 0) }\n";
	static const double R[] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, p[] = { 0, 2, 0 };
	rigidc_model *model = run_read("hinge", text, strlen(text), NULL);
	rigidc_function *ik = run_function(model, "ik:tip", RIGIDC_EVALUATOR);
	double q = 0.3, e[6], damping = 0;
	for (int step = 0; step < 100; step++)
		rigidc_call(ik, (const double *[]){ &q, R, p, &damping }, (double *[]){ &q, e });
	ck_assert_double_le(fabs(-e[0] * sin(q) + e[1] * cos(q) + e[5]), 1e-12);
	ck_assert_double_le(fabs(e[2]) + fabs(e[3]) + fabs(e[4]), 0);
	rigidc_function_free(ik);
	rigidc_model_free(model);
}

SUITE("inverse kinematics")
