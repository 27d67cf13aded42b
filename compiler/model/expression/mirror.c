#include "mirror.h"

#include "model/added.h"
#include "model/body.h"
#include "model/joint.h"

enum { ALL_AXES = 7 };

/* Is det(D) = -1? */
static bool is_odd(unsigned mirror)
{
	return (mirror ^ mirror >> 1 ^ mirror >> 2) & 1;
}

static bool flips(unsigned mirror, int axis)
{
	return mirror >> axis & 1;
}

/* Negative of a node; the negative of zero is zero. */
static Ref negated(const struct Dag *dag, Ref a)
{
	return dag_is_zero(dag, a) ? a : dag_neg(a);
}

/* D v */
struct Vec mirror_vector(const struct Dag *dag, unsigned mirror, struct Vec v)
{
	for (int i = 0; i < 3; i++)
		if (flips(mirror, i))
			v.e[i] = negated(dag, v.e[i]);
	return v;
}

/* det(D) D v */
struct Vec mirror_turning(const struct Dag *dag, unsigned mirror, struct Vec v)
{
	return mirror_vector(dag, is_odd(mirror) ? mirror ^ ALL_AXES : mirror, v);
}

/* D A E */
static struct Mat both_sides(const struct Dag *dag, unsigned left, struct Mat A, unsigned right)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			if (flips(left, i) != flips(right, j))
				A.e[i][j] = negated(dag, A.e[i][j]);
	return A;
}

struct Placement mirror_placement(const struct Dag *dag, unsigned mirror, struct Placement at)
{
	return (struct Placement){ both_sides(dag, mirror, at.R, mirror), mirror_vector(dag, mirror, at.p) };
}

void mirror_motions(const struct Dag *dag, unsigned mirror, struct Motion *motion, int motions)
{
	for (int i = 0; i < motions; i++)
		motion[i].axis = motion[i].kind == MOTION_ROTATE ? mirror_turning(dag, mirror, motion[i].axis)
		                                                 : mirror_vector(dag, mirror, motion[i].axis);
}

unsigned mirror_turn(const struct JointKind *kind, unsigned mirror)
{
	if (!kind_has_quaternion(kind))
		return 0;
	return is_odd(mirror) ? mirror ^ ALL_AXES : mirror;
}

bool mirror_has_image(const struct JointKind *kind, unsigned mirror)
{
	return kind->form != JOINT_FREE || !is_odd(mirror);
}

/* The set of points R x becomes (M R M) (M x). */
static void mirror_solid(const struct Dag *dag, unsigned mirror, struct SolidPart *part)
{
	part->R = both_sides(dag, mirror, part->R, mirror);
	part->inertia = both_sides(dag, mirror, part->inertia, mirror);
	part->centre = mirror_vector(dag, mirror, part->centre);
	part->axis = mirror_vector(dag, mirror, part->axis);
}

/* v is reflected, and w turned: A and C are as inertias are, and B changes its sign too with an odd number of axes. */
static void mirror_added(const struct Dag *dag, unsigned own, struct AddedMass *added)
{
	added->A = both_sides(dag, own, added->A, own);
	added->B = both_sides(dag, own, added->B, own);
	added->C = both_sides(dag, own, added->C, own);
	for (int i = 0; i < 9 && is_odd(own); i++)
		added->B.e[i / 3][i % 3] = negated(dag, added->B.e[i / 3][i % 3]);
}

void mirror_body(const struct Dag *dag, unsigned mirror, struct Body *body)
{
	unsigned turn = mirror_turn(body->joint->kind, mirror), own = mirror ^ turn;
	body->joint->mirror = mirror;
	body->at.R = both_sides(dag, 0, body->at.R, turn);
	body->then = mirror_placement(dag, mirror, body->then);
	body->com = mirror_vector(dag, own, body->com);
	if (body->about.text)
		body->about_com = mirror_vector(dag, own, body->about_com);
	body->inertia = both_sides(dag, own, body->inertia, own);
	for (size_t i = 0; i < body->solids.count; i++)
		mirror_solid(dag, own, &body->solids.item[i]);
	if (body->added)
		mirror_added(dag, own, body->added);
}

struct Placement mirror_turned(const struct Dag *dag, unsigned turn, struct Placement at)
{
	return (struct Placement){ both_sides(dag, turn, at.R, 0), mirror_vector(dag, turn, at.p) };
}
