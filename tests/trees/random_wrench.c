#include "random_wrench.h"

#include "random_bits.h"

#include <ctype.h>
#include <string.h>

/* Can the name stand between quotes without escapes? */
static bool plain(const char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

static void rotate_back(dense_real R[3][3], const dense_real *x, dense_real *y)
{
	for (int i = 0; i < 3; i++)
		y[i] = R[0][i] * x[0] + R[1][i] * x[1] + R[2][i] * x[2];
}

static void add_cross(const dense_real *a, const dense_real *b, dense_real *sum)
{
	for (int i = 0; i < 3; i++)
		sum[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The wrench (f, n) at the body's origin in its axes, from the given numbers. */
static void to_body(struct dense_frame *pose, bool in_world, bool at_point, const double *given, dense_real *wrench)
{
	dense_real f[3], n[3], arm[3] = { 0 };
	for (int i = 0; i < 3; i++) {
		f[i] = given[i];
		n[i] = given[3 + i];
		if (at_point)
			arm[i] = given[6 + i] - (in_world ? pose->p[i] : 0);
	}
	add_cross(arm, f, n);
	if (in_world) {
		rotate_back(pose->R, f, wrench);
		rotate_back(pose->R, n, wrench + 3);
	} else {
		memcpy(wrench, f, sizeof f);
		memcpy(wrench + 3, n, sizeof n);
	}
}

size_t random_wrenches_declare(uint64_t *rng, const struct random_tree *tree, const dense_real *q, FILE *out,
                               double f_ext[RANDOM_WRENCH_NUMBERS], dense_real body_wrench[6 * RANDOM_BODIES],
                               enum dense_hold hold[RANDOM_BODIES])
{
	struct dense_frame pose[RANDOM_BODIES];
	bool moves[RANDOM_BODIES];
	size_t numbers = 0;
	dense_pose(&tree->dense, q, pose);
	memset(body_wrench, 0, 6 * RANDOM_BODIES * sizeof *body_wrench);
	for (int i = 0; hold && i < RANDOM_BODIES; i++)
		hold[i] = DENSE_HELD_BY_BODY;
	for (int i = 0; i < tree->dense.n; i++) {
		int parent = tree->dense.body[i].parent;
		moves[i] = tree->dense.body[i].joint != DENSE_FIXED || (parent >= 0 && moves[parent]);
		if (!moves[i] || !plain(tree->text[i].name))
			continue;
		bool in_world = random_chance(rng, 50), at_point = random_chance(rng, 50);
		fprintf(out, "\nwrench w%d on \"%s\"%s%s\n", i, tree->text[i].name, in_world ? " in world" : "",
		        at_point ? " at point" : "");
		if (hold && in_world)
			hold[i] = at_point ? DENSE_HELD_AT_POINT : DENSE_HELD_IN_AXES;
		double *given = f_ext + numbers;
		for (int k = 0; k < (at_point ? 9 : 6); k++)
			f_ext[numbers++] = random_between(rng, -2, 2);
		to_body(&pose[i], in_world, at_point, given, body_wrench + 6 * i);
	}
	return numbers;
}
