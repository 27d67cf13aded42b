/* Plane of a dyad. The normal n of a link is the axis of a hinge of the tree; the other links have it from their
 * neighbours, by numbers at a random state. The dyad is planar if the bases keep the normal at several states, and each
 * joint turns about n or slides square to n. */
#include "dyad.h"

#include <math.h>

#include "base/elementary.h"
#include "base/pose.h"
#include "base/random.h"
#include "dag/posture.h"

enum { SEED = 2 };

/* --- numbers at some states --- */

void dyad_at(const struct Dyad *dyad, int state, const Ref *value, int count, double *number)
{
	const struct Model *model = dyad->model;
	struct Arena *arena = arena_trial(model->arena);
	struct Posture posture = posture_begin(arena, dyad->dag);
	double *q = ARENA_ARRAY(arena, double, model->nq + 1);
	for (int i = 0; i < model->nq; i++)
		q[i] = random_signed((uint64_t)state, SEED, (uint32_t)i);
	posture.moving = (uint64_t)state + 1;
	posture_move(&posture, q);
	for (int k = 0; k < count; k++)
		number[k] = posture_value(&posture, value[k]);
	arena_empty(arena);
}

static void vector_at(const struct Dyad *dyad, int state, struct Vec v, double number[3])
{
	dyad_at(dyad, state, v.e, 3, number);
}

static double apart(const double a[3], const double b[3])
{
	return sqrt(elementary_square(a[0] - b[0]) + elementary_square(a[1] - b[1]) + elementary_square(a[2] - b[2]));
}

/* --- the plane --- */

struct Vec dyad_across(struct Dag *dag, const struct DyadJoint *joint, int from, struct Vec v)
{
	return mat_vec(dag, joint->frame[!from].R, mat_tvec(dag, joint->frame[from].R, v));
}

/* A direction of link a in the axes of its neighbour b. */
static struct Vec next_sees(const struct Dyad *dyad, int a, int b, struct Vec v)
{
	if (a + b == DYAD_LINKS - 1 && a * b == 0)
		return dyad_see_vector(dyad, a > 0, v, b > 0, true);
	return dyad_across(dyad->dag, &dyad->joint[a < b ? a : b], a > b, v);
}

/* Takes a normal over to the next link around, unless the loop is between them. */
static void hand_on(struct Dyad *dyad, int a, int b)
{
	struct DyadLink *from = &dyad->link[a], *to = &dyad->link[b];
	bool bases = a + b == DYAD_LINKS - 1 && a * b == 0;
	if (!from->found || to->found || (!bases && dyad->joint[a < b ? a : b].body < 0))
		return;
	vector_at(dyad, 0, next_sees(dyad, a, b, dyad_vector(dyad->dag, from->normal)), to->normal);
	to->found = true;
}

struct Vec dyad_axis(struct Dag *dag, const struct DyadJoint *joint, int k)
{
	return mat_vec(dag, joint->frame[k].R, joint->axis);
}

void dyad_round(double v[3])
{
	const double within = 1e-14;
	for (int k = 0; k < 3; k++)
		if (fabs(v[k] - round(v[k])) < within)
			v[k] = round(v[k]) + 0.0;
}

/* The normal from the axis of a hinge of the tree, then from link to link. */
static void find_normals(struct Dyad *dyad)
{
	int hinge = 0;
	while (dyad->joint[hinge].body < 0 || dyad->joint[hinge].slides)
		hinge++;
	vector_at(dyad, 0, dyad_axis(dyad->dag, &dyad->joint[hinge], 0), dyad->link[hinge].normal);
	dyad->link[hinge].found = true;
	for (int round = 0; round < DYAD_LINKS; round++)
		for (int a = 0; a < DYAD_LINKS; a++) {
			hand_on(dyad, a, (a + 1) % DYAD_LINKS);
			hand_on(dyad, (a + 1) % DYAD_LINKS, a);
		}
	for (int a = 0; a < DYAD_LINKS; a++)
		dyad_round(dyad->link[a].normal);
}

void dyad_lay_axes(struct Dag *dag, struct DyadLink *link)
{
	const double *n = link->normal;
	double e[2][3] = { { 0 } };
	int most = fabs(n[0]) > fabs(n[1]) ? 0 : 1;
	most = fabs(n[2]) > fabs(n[most]) ? 2 : most;
	int next = (most + 1) % 3, last = (most + 2) % 3;
	e[0][next] = n[most];
	e[0][most] = -n[next];
	double length = vector_length(e[0]) * (n[most] < 0 ? -1 : 1);
	for (int k = 0; k < 3; k++)
		e[0][k] = e[0][k] / length + 0.0;
	e[1][next] = n[last] * e[0][most] - n[most] * e[0][last];
	e[1][last] = n[most] * e[0][next] - n[next] * e[0][most];
	e[1][most] = n[next] * e[0][last] - n[last] * e[0][next];
	for (int i = 0; i < 2; i++) {
		dyad_round(e[i]);
		link->e[i] = dyad_vector(dag, e[i]);
	}
}

/* Turns the second frame of a cylindrical loop about its axis, which lies in the plane, so that both frames have one
 * normal: the turn about the axis is free. False: it is no such loop. */
static bool turn_cylinder(struct Dyad *dyad, int j)
{
	struct Dag *dag = dyad->dag;
	struct DyadJoint *joint = &dyad->joint[j];
	double axis[3], n[2][3], across[3], turn[3] = { 0 };
	if (!joint->cylinder)
		return false;
	vector_at(dyad, 0, joint->axis, axis);
	for (int k = 0; k < 2; k++) {
		struct Vec normal = dyad_vector(dag, dyad->link[j + k].normal);
		vector_at(dyad, 0, mat_tvec(dag, joint->frame[k].R, normal), n[k]);
		if (!closed_tilt(dyad->model, &dyad->rounding, fabs(vector_dot(axis, n[k]))))
			return false;
	}
	for (int k = 0; k < 3; k++)
		across[k] = axis[(k + 1) % 3] * n[0][(k + 2) % 3] - axis[(k + 2) % 3] * n[0][(k + 1) % 3];
	turn[0] = vector_dot(n[0], n[1]);
	turn[1] = vector_dot(across, n[1]);
	dyad_round(turn);
	Ref cosine = dag_const(dag, turn[0]), sine = dag_const(dag, turn[1]);
	joint->frame[1].R = mat_mul(dag, joint->frame[1].R, mat_axis_angle(dag, joint->axis, sine, cosine));
	return true;
}

/* Angle between an axis and the normal, or between a slide and the plane. */
static double tilt_of(const double axis[3], const double n[3], bool slides)
{
	double along = vector_dot(axis, n), opposite[3] = { -n[0], -n[1], -n[2] };
	return slides ? fabs(along) : apart(axis, along < 0 ? opposite : n);
}

/* Does the joint keep the plane? It turns about the normal, or slides square to it. */
static bool keeps_plane(struct Dyad *dyad, int j)
{
	struct DyadJoint *joint = &dyad->joint[j];
	double axis[3], carried[3];
	const double *n = dyad->link[j].normal;
	vector_at(dyad, 0, dyad_axis(dyad->dag, joint, 0), axis);
	joint->sense = vector_dot(axis, n) < 0 ? -1 : 1;
	if (joint->ball)
		return true;
	vector_at(dyad, 0, dyad_across(dyad->dag, joint, 0, dyad_vector(dyad->dag, n)), carried);
	double tilt = apart(carried, dyad->link[j + 1].normal);
	if (!(tilt < 1 && closed_tilt(dyad->model, &dyad->rounding, tilt)) && !turn_cylinder(dyad, j))
		return false;
	if (joint->cylinder)
		joint->slides = fabs(vector_dot(axis, n)) < 0.5;
	return closed_tilt(dyad->model, &dyad->rounding, tilt_of(axis, n, joint->slides));
}

/* Do the bases keep the plane against each other? */
static bool bases_keep_plane(struct Dyad *dyad)
{
	struct Vec normal = dyad_see_vector(dyad, 0, dyad_vector(dyad->dag, dyad->link[0].normal), 1, true);
	for (int state = 0; state < DYAD_STATES; state++) {
		double seen[3];
		vector_at(dyad, state, normal, seen);
		if (!closed_tilt(dyad->model, &dyad->rounding, apart(seen, dyad->link[3].normal)))
			return false;
	}
	return true;
}

bool dyad_find_plane(struct Diags *diags, struct Dyad *dyad)
{
	find_normals(dyad);
	if (!bases_keep_plane(dyad))
		return closed_refuse(diags, dyad->form, "the joints before it do not keep its plane");
	for (int j = 0; j < DYAD_JOINTS; j++)
		if (!keeps_plane(dyad, j))
			return closed_refuse(diags, dyad->form,
			                     "its axes are not parallel, nor its slides square to them");
	return true;
}
