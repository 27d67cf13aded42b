/* bodies MODEL: the bodies of a robot as a table for articulated.h, in C. */
#include <stdio.h>

#include "robot.h"

static void put(const dense_real *x, int count)
{
	printf(" {");
	for (int i = 0; i < count; i++)
		printf(" %.21Lg,", (long double)x[i]);
	printf(" },");
}

static void put_body(const struct dense_body *body)
{
	printf("\t{ %d, %d,", body->parent, body->joint == DENSE_FREE ? 0 : body->joint == DENSE_REVOLUTE ? 1 : 2);
	put(body->axis, 3);
	put(&body->at.R[0][0], 9);
	put(body->at.p, 3);
	put(&body->mass, 1);
	put(body->com, 3);
	put(&body->inertia[0][0], 9);
	put(body->armature, 6);
	puts(" },");
}

int main(int argc, char **argv)
{
	static struct robot robot;
	if (argc != 2 || !robot_read(&robot, argv[1]))
		return 1;
	puts("static const Body body[] = {");
	for (int i = 0; i < robot.tree.n; i++)
		put_body(&robot.body[i]);
	printf("};\nstatic const long double gravity[3] = { %.21Lg, %.21Lg, %.21Lg };\n",
	       (long double)robot.tree.gravity[0], (long double)robot.tree.gravity[1],
	       (long double)robot.tree.gravity[2]);
	return 0;
}
