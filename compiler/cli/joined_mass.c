#include "joined_mass.h"

/* Adds m (|r|^2 1 - r r^T) for the centre at r from the common one. */
static void add_about(double inertia[3][3], double mass, const double r[3])
{
	double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			inertia[i][k] += mass * ((i == k) * square - r[i] * r[k]);
}

void joined_mass_add(struct MassParts to, struct MassParts from, const struct Pose *at)
{
	double com[3], inertia[3][3], common[3], copy[3][3], total = *to.mass + *from.mass;
	pose_point(at, from.com, com);
	for (int i = 0; i < 9; i++)
		copy[i / 3][i % 3] = from.inertia[i / 3][i % 3];
	rotation_congruence(at->R, copy, inertia);
	for (int i = 0; i < 9; i++)
		to.inertia[i / 3][i % 3] += inertia[i / 3][i % 3];
	for (int i = 0; i < 3; i++)
		common[i] = total != 0 ? (*to.mass * to.com[i] + *from.mass * com[i]) / total : to.com[i];
	const double near[3] = { to.com[0] - common[0], to.com[1] - common[1], to.com[2] - common[2] };
	const double far[3] = { com[0] - common[0], com[1] - common[1], com[2] - common[2] };
	add_about(to.inertia, *to.mass, near);
	add_about(to.inertia, *from.mass, far);
	for (int i = 0; i < 3; i++)
		to.com[i] = common[i];
	*to.mass = total;
}
