/* Random inputs of models: parameters, and coordinates of quaternion joints.
 * Called by the tests of base parameters and their rank. Owns nothing. */
#ifndef DRAW_H
#define DRAW_H

#include <check.h>
#include <math.h>
#include <stdbool.h>

#include "rigidc.h"
#include "trees/random_bits.h"

/* Scales the quaternions among the coordinates to length 1; with `small`, after their real parts are set to 1. */
static inline void draw_unit_quaternions(const rigidc_model *model, double *q, bool small)
{
	rigidc_joint_info joint = { .size = sizeof joint };
	for (int j = 0; rigidc_get_joint(model, j, &joint) == RIGIDC_OK; j++) {
		double square = 0, *quaternion = q + joint.q + joint.nq - 4;
		if (joint.nq <= joint.nv)
			continue;
		quaternion[3] = small ? 1 : quaternion[3];
		for (int k = 0; k < 4; k++)
			square += quaternion[k] * quaternion[k];
		for (int k = 0; k < 4; k++)
			quaternion[k] /= sqrt(square);
	}
}

/* Sets parameters of a function, other than the defaults: a default gravity may have a direction that hides some
 * masses. */
static inline void draw_params(uint64_t seed, const rigidc_model *model, rigidc_function *function)
{
	enum { PARAMS = 64 };
	double value[PARAMS];
	rigidc_param_info param = { .size = sizeof param };
	for (size_t i = 0; rigidc_get_param(model, i, &param) == RIGIDC_OK; i++) {
		ck_assert_int_le(param.first + param.count, PARAMS);
		for (int k = 0; k < param.count; k++)
			value[param.first + k] = param.usual[k] + random_between(&seed, 0.2, 1);
	}
	if (rigidc_param_count(model))
		ck_assert_int_eq(rigidc_set_params(function, value), RIGIDC_OK);
}

#endif
