/* Rotations among the inputs: quaternions of coordinates, and the matrix R of a wanted pose. Functions take them as they
 * are, so results are without meaning where they are no rotations. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "model/body.h"
#include "model/joint.h"

/* Begins a warning about a rotation. False if there were many. */
static bool begin_warning(struct Evaluation *e, size_t line)
{
	return eval_warn(line, &e->not_rotations, "another input is no rotation");
}

static void look_at_quaternion(struct Evaluation *e, size_t line, const struct Joint *joint, const double q[4])
{
	const double allowed = 1e-9; /* rounding of the numbers in a file, and of a motion */
	double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	if (fabs(length - 1) > allowed && begin_warning(e, line))
		fprintf(stderr, "the quaternion of joint '%s' has length %.12g, not 1\n",
		        text_shown(e->line.arena, joint->name.text), length);
}

static void look_at_coordinates(struct Evaluation *e, size_t line, const double *q)
{
	const struct Model *model = e->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint_nq(joint) && kind_has_quaternion(joint->kind))
			look_at_quaternion(e, line, joint, q + joint->q + joint->kind->nq - 4);
	}
}

static double determinant(const double R[9])
{
	return R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) +
	       R[2] * (R[3] * R[7] - R[4] * R[6]);
}

/* Largest entry of R^T R - 1. */
static double away_from_rotation(const double R[9])
{
	double largest = 0;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k <= i; k++)
			largest =
				fmax(largest, fabs(R[i] * R[k] + R[3 + i] * R[3 + k] + R[6 + i] * R[6 + k] - (i == k)));
	return largest;
}

static void look_at_matrix(struct Evaluation *e, size_t line, const double R[9])
{
	const double allowed =
		1e-6; /* matrices are written with few digits, and the error takes the nearest rotation */
	double away = away_from_rotation(R);
	if (away > allowed && begin_warning(e, line))
		fprintf(stderr, "R is no rotation: R^T R differs from the identity by %.3g\n", away);
	else if (away <= allowed && determinant(R) < 0 && begin_warning(e, line))
		fputs("R is no rotation: it is a reflection, with determinant -1\n", stderr);
}

bool eval_normalizes(const struct Generated *function)
{
	return function->request.parts == 1 && strcmp(function->request.part[0].info->name, "normalize") == 0;
}

void eval_look_at_rotations(struct Evaluation *e, size_t line)
{
	for (int i = 0; i < rigidc_inputs(e->function); i++) {
		const char *name = rigidc_input_name(e->function, i);
		for (int array = 0; array < INPUT_COUNT && !e->normalizes; array++)
			if (input_is_coordinates(array) && strcmp(name, input_name[array]) == 0)
				look_at_coordinates(e, line, e->input[i]);
		if (strcmp(name, input_name[INPUT_R]) == 0)
			look_at_matrix(e, line, e->input[i]);
	}
}
