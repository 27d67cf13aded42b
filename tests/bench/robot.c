#include "robot.h"

#include <stdio.h>
#include <string.h>

#include "runtime/library.h"
#include "trees/random_bits.h"
#include "trees/random_tree.h"
#include "trees/take_constants.h"

/* Contestants get the tree after the compiler's first pass. A robot merged and snapped to quarter
 * turns by other programs would be another robot, and theirs would have more bodies. */

/* 1 or -1 for a coordinate or its negative; 0 for anything else. */
static int sign_of_input(const struct Dag *dag, Ref ref, int coordinate)
{
	const struct Node *node = &dag->item[ref_node(ref)];
	if (node->op != OP_INPUT || node->operand[0] != INPUT_Q || node->operand[1] != (Ref)coordinate)
		return 0;
	return ref_negative(ref) ? -1 : 1;
}

/* Mass, centre of mass and the inertia about it, from moments about the origin: with D = integral of r r^T dm
 * about the centre, the inertia is tr(D) 1 - D. */
static bool take_mass(const struct Dag *dag, const struct Moments *from, struct dense_body *body)
{
	dense_real h[3], D[3][3];
	if (!take_constants(dag, &from->m, 1, &body->mass) || !take_constants(dag, from->h.e, 3, h) ||
	    !take_constants(dag, &from->D.e[0][0], 9, &D[0][0]))
		return false;
	for (int i = 0; i < 3; i++)
		body->com[i] = body->mass > 0 ? h[i] / body->mass : 0;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			D[i][j] -= body->mass * body->com[i] * body->com[j];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			body->inertia[i][j] = (i == j) * (D[0][0] + D[1][1] + D[2][2]) - D[i][j];
	return true;
}

/* Joint of a link. Its coordinates must be its own, from q and v on, without couplings. */
static bool take_joint(const struct Dag *dag, const struct Link *link, struct dense_body *body, int q, int v)
{
	static const enum dense_joint kind[] = {
		[LINK_ROTATE] = DENSE_REVOLUTE,
		[LINK_TRANSLATE] = DENSE_PRISMATIC,
		[LINK_SPHERICAL] = DENSE_SPHERICAL,
		[LINK_FREE] = DENSE_FREE,
	};
	const int columns = link_columns(link), coordinates = columns + (columns > 1);
	const int sign = sign_of_input(dag, link->y[0], q);
	body->joint = kind[link->motion];
	if (columns == 1)
		body->axis[link->axis] = sign;
	for (int k = 0; k < coordinates; k++)
		if (!sign || sign_of_input(dag, link->y[k], q + k) != sign)
			return false;
	for (int k = 0; k < columns; k++)
		if (link->map.entry[k].v != v + k || !dag_is(dag, link->map.entry[k].gain, sign))
			return false;
	return link->map.entries == columns && link->quarters == 0 && link->motion != LINK_SPHERICAL;
}

static const char *take_links(struct robot *robot, const struct Tree *tree)
{
	const struct Dag *dag = tree->dag;
	if (tree->links > ROBOT_BODIES || tree->nq > ROBOT_NQ || tree->nv > ROBOT_NV)
		return "it has too many bodies";
	int q = 0, v = 0;
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		struct dense_body *body = &robot->body[i];
		body->parent = link->parent;
		for (int k = 0; k < 3; k++)
			body->then.R[k][k] = 1;
		if (!take_constants(dag, &link->at.R.e[0][0], 9, &body->at.R[0][0]) ||
		    !take_constants(dag, link->at.p.e, 3, body->at.p) || !take_mass(dag, &link->mass, body))
			return "a number of it is no constant";
		if (!take_joint(dag, link, body, q, v))
			return "a joint is not revolute, prismatic or free";
		q += link_columns(link) + (link_columns(link) > 1);
		v += link_columns(link);
	}
	return take_constants(dag, tree->gravity.e, 3, robot->tree.gravity) ? NULL : "gravity is no constant";
}

static const char *take_declared(struct robot *robot, const struct Tree *tree)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Site *place = &tree->place[tree->link[i].body];
		struct dense_frame *declared = &robot->declared[i];
		if (place->link != i || !take_constants(tree->dag, &place->at.R.e[0][0], 9, &declared->R[0][0]) ||
		    !take_constants(tree->dag, place->at.p.e, 3, declared->p))
			return "the frame of a body is no constant";
	}
	return NULL;
}

static const char *take_term(struct robot *robot, const struct Tree *tree)
{
	int v_of[ROBOT_BODIES];
	dense_index(&robot->tree, NULL, NULL, v_of);
	for (int i = 0; i < tree->terms; i++) {
		const struct JointSpaceTerm *term = &tree->term[i];
		if (!dag_is_zero(tree->dag, term->resistance))
			return "forces act in its joints";
		for (int b = 0; b < robot->tree.n; b++) {
			int k = term->map.entry[0].v - v_of[b];
			if (k >= 0 && k < 6 && (k == 0 || robot->body[b].joint == DENSE_FREE) &&
			    !take_constants(tree->dag, &term->inertia, 1, &robot->body[b].armature[k]))
				return "an armature is no constant";
		}
	}
	return NULL;
}

/* The frame of the functions. Its origin is the link's, so that all contestants only have to place links. */
static const char *take_tip(struct robot *robot, const struct Job *job)
{
	const struct Tree *tree = job->tree;
	const int last = tree->links - 1, body = tree->link[last].body;
	const struct Site *place = &tree->place[body];
	struct dense_frame *at = &robot->tip.at;
	const char *name = model_body_name(job->model, body);
	if (!take_constants(tree->dag, &place->at.R.e[0][0], 9, &at->R[0][0]) ||
	    !take_constants(tree->dag, place->at.p.e, 3, at->p))
		return "the place of its last body is no constant";
	for (int i = 0; i < 3; i++)
		if (at->p[i] != 0)
			return "its last body has its origin elsewhere than its joint";
	if (place->link != last || strchr(name, '"') || strlen(name) >= sizeof robot->tip_name)
		return "its last body cannot be looked at";
	robot->tip.body = last;
	strcpy(robot->tip_name, name);
	return NULL;
}

struct Taking {
	struct robot *robot;
	const char *trouble;
};

static void take_robot(rigidc_model *model, void *context)
{
	struct Taking *taking = context;
	struct robot *robot = taking->robot;
	struct Job job = library_prepare(model, "rnea,crba");
	if (model->diags.errors || job.tree->wrenches) {
		taking->trouble = "wrenches act on it";
		return;
	}
	robot->tree = (struct dense_tree){ .n = job.tree->links, .body = robot->body };
	taking->trouble = take_links(robot, job.tree);
	if (!taking->trouble)
		taking->trouble = take_declared(robot, job.tree);
	if (!taking->trouble)
		taking->trouble = take_term(robot, job.tree);
	if (!taking->trouble)
		taking->trouble = take_tip(robot, &job);
}

bool robot_read(struct robot *robot, const char *path)
{
	rigidc_model *model;
	struct Taking taking = { robot, NULL };
	memset(robot, 0, sizeof *robot);
	rigidc_status status = rigidc_load(path, NULL, &model);
	if (status == RIGIDC_OK)
		status = library_protect(model, take_robot, &taking);
	if (status != RIGIDC_OK || taking.trouble)
		fprintf(stderr, "%s: %s\n", path, status == RIGIDC_OK ? taking.trouble : rigidc_messages(model));
	rigidc_model_free(model);
	if (status != RIGIDC_OK || taking.trouble)
		return false;
	robot->nq = dense_nq(&robot->tree);
	robot->nv = dense_nv(&robot->tree);
	for (int i = 0; i < ROBOT_STATES; i++) {
		uint64_t random = (uint64_t)i + 1;
		robot->q[i] = robot->number + i * robot->nq;
		robot->qd[i] = robot->number + ROBOT_STATES * robot->nq + i * robot->nv;
		robot->qdd[i] = robot->qd[i] + ROBOT_STATES * robot->nv;
		robot->tau[i] = robot->qdd[i] + ROBOT_STATES * robot->nv;
		random_state(random, &robot->tree, robot->q[i], robot->qd[i], robot->qdd[i]);
		for (int k = 0; k < robot->nv; k++)
			robot->tau[i][k] = random_between(&random, -5, 5);
	}
	return true;
}
