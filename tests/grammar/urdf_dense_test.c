/* URDF against the textbook: the dense reference, built by an independent reading of the same source
 * (a scan of tags by hand, rotations and inertias in long double). Robots are those of tests/grammar/urdf, random
 * ones, and every .urdf of the folder RIGIDC_ROBOTS. Mimic joints are coordinates of the reference,
 * projected: q = G u + c, tau_u = G^T tau, M_u = G^T M G. */
#include <dirent.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/dense.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { MOST = 300, COORDINATES = 200, STATES = 5, NAME = 300 };

/* --- a small reader --- */

struct link {
	char name[NAME];
	dense_real mass, com[3], rpy[3], inertia[6]; /* xx xy xz yy yz zz */
};

struct joint {
	char name[NAME], type[NAME], parent[NAME], child[NAME], mimic[NAME];
	dense_real xyz[3], rpy[3], axis[3], multiplier, offset;
	bool has_axis;
};

struct robot {
	struct link link[MOST];
	struct joint joint[MOST];
	int links, joints;
};

/* The value of an attribute in the tag from `tag` to `end`; "" if absent. */
static void attribute(const char *tag, const char *end, const char *name, char *value)
{
	size_t length = strlen(name);
	*value = '\0';
	for (const char *at = tag; at < end; at++) {
		const char *equals = at + 1 + length;
		if (!strchr(" \t\r\n", *at) || strncmp(at + 1, name, length) != 0)
			continue;
		equals += strspn(equals, " \t\r\n");
		if (*equals != '=')
			continue;
		const char *quote = equals + 1 + strspn(equals + 1, " \t\r\n"), *close = strchr(quote + 1, *quote);
		snprintf(value, NAME, "%.*s", (int)(close - quote - 1), quote + 1);
		return;
	}
}

static void numbers(const char *tag, const char *end, const char *name, dense_real *out, int count)
{
	char text[NAME], *at = text;
	attribute(tag, end, name, text);
	for (int i = 0; i < count && *text; i++)
		out[i] = strtod(at, &at); /* the compiler's numbers are the nearest doubles */
}

static void take_joint_part(struct joint *joint, const char *tag, const char *end, const char *name)
{
	if (strcmp(name, "origin") == 0) {
		numbers(tag, end, "xyz", joint->xyz, 3);
		numbers(tag, end, "rpy", joint->rpy, 3);
	} else if (strcmp(name, "parent") == 0) {
		attribute(tag, end, "link", joint->parent);
	} else if (strcmp(name, "child") == 0) {
		attribute(tag, end, "link", joint->child);
	} else if (strcmp(name, "axis") == 0) {
		if (!joint->has_axis) /* the first counts */
			numbers(tag, end, "xyz", joint->axis, 3);
		joint->has_axis = true;
	} else if (strcmp(name, "mimic") == 0) {
		attribute(tag, end, "joint", joint->mimic);
		numbers(tag, end, "multiplier", &joint->multiplier, 1);
		numbers(tag, end, "offset", &joint->offset, 1);
	}
}

static void take_inertial_part(struct link *link, const char *tag, const char *end, const char *name)
{
	static const char *const entries[] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };
	if (strcmp(name, "mass") == 0)
		numbers(tag, end, "value", &link->mass, 1);
	if (strcmp(name, "origin") == 0) {
		numbers(tag, end, "xyz", link->com, 3);
		numbers(tag, end, "rpy", link->rpy, 3);
	}
	for (int i = 0; i < 6 && strcmp(name, "inertia") == 0; i++)
		numbers(tag, end, entries[i], &link->inertia[i], 1);
}

/* path[1] is a child of <robot>, path[2] of a link or joint, path[3] of an <inertial> */
static void take_tag(struct robot *robot, char path[][NAME], int depth, const char *tag, const char *end)
{
	if (depth == 1 && strcmp(path[1], "link") == 0) {
		struct link *link = &robot->link[robot->links++];
		*link = (struct link){ .mass = 0 };
		attribute(tag, end, "name", link->name);
	} else if (depth == 1 && strcmp(path[1], "joint") == 0) {
		struct joint *joint = &robot->joint[robot->joints++];
		*joint = (struct joint){ .axis = { 1, 0, 0 }, .multiplier = 1 };
		attribute(tag, end, "name", joint->name);
		attribute(tag, end, "type", joint->type);
	} else if (depth == 2 && strcmp(path[1], "joint") == 0) {
		take_joint_part(&robot->joint[robot->joints - 1], tag, end, path[2]);
	} else if (depth == 3 && strcmp(path[1], "link") == 0 && strcmp(path[2], "inertial") == 0) {
		take_inertial_part(&robot->link[robot->links - 1], tag, end, path[3]);
	}
}

static void scan(struct robot *robot, const char *text)
{
	static char path[8][NAME];
	int depth = 0;
	robot->links = robot->joints = 0;
	for (const char *at = strchr(text, '<'); at; at = strchr(at, '<')) {
		if (strncmp(at, "<!--", 4) == 0) {
			at = strstr(at, "-->");
			continue;
		}
		const char *end = strchr(at, '>');
		if (at[1] == '/') {
			depth--;
		} else if (at[1] != '?') {
			if (depth < 8)
				snprintf(path[depth], NAME, "%.*s", (int)strcspn(at + 1, " \t\r\n/>"), at + 1);
			if (depth < 4)
				take_tag(robot, path, depth, at, end);
			depth += end[-1] != '/';
		}
		at = end;
	}
}

/* --- the reference --- */

/* Sine and cosine, exact for angles that the compiler takes as quarter turns. */
static void sine_cosine(dense_real angle, dense_real *s, dense_real *c)
{
	static const int sine[] = { 0, 1, 0, -1 };
	dense_real quarter = acosl(-1) / 2, turns = roundl(angle / quarter);
	bool exact = fabsl(angle - turns * quarter) <= 1e-10L;
	int k = (int)turns & 3;
	*s = exact ? sine[k] : sinl(angle);
	*c = exact ? sine[(k + 1) & 3] : cosl(angle);
}

/* Rotation about fixed axes, written out: R = Rz(yaw) Ry(pitch) Rx(roll). */
static void rotation(const dense_real rpy[3], dense_real R[3][3])
{
	dense_real sr, cr, sp, cp, sy, cy;
	sine_cosine(rpy[0], &sr, &cr);
	sine_cosine(rpy[1], &sp, &cp);
	sine_cosine(rpy[2], &sy, &cy);
	dense_real rows[3][3] = {
		{ cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr },
		{ sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr },
		{ -sp, cp * sr, cp * cr },
	};
	memcpy(R, rows, sizeof rows);
}

static void product(dense_real A[3][3], dense_real B[3][3], dense_real C[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			C[i][j] = 0;
			for (int k = 0; k < 3; k++)
				C[i][j] += A[i][k] * B[k][j];
		}
}

/* The smallest rotation from z to a: with v = z x a, R = 1 + [v] + [v]^2 / (1 + a_z). */
static void onto_axis(const dense_real axis[3], dense_real R[3][3])
{
	dense_real length = sqrtl(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
	dense_real a[3] = { axis[0] / length, axis[1] / length, axis[2] / length };
	dense_real V[3][3] = { { 0, 0, a[0] }, { 0, 0, a[1] }, { -a[0], -a[1], 0 } }, square[3][3];
	product(V, V, square);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			R[i][j] = a[2] <= -1 ? (i == j ? (i == 0 ? 1 : -1) : 0)
			                     : (i == j) + V[i][j] + square[i][j] / (1 + a[2]);
}

static int find_link(const struct robot *robot, const char *name)
{
	for (int i = 0; i < robot->links; i++)
		if (strcmp(robot->link[i].name, name) == 0)
			return i;
	return -1;
}

static int find_joint(const struct robot *robot, const char *name)
{
	for (int i = 0; i < robot->joints; i++)
		if (strcmp(robot->joint[i].name, name) == 0)
			return i;
	return -1;
}

static void give_weight(struct dense_body *body, const struct link *link)
{
	static const int at[3][3] = { { 0, 1, 2 }, { 1, 3, 4 }, { 2, 4, 5 } };
	dense_real R[3][3], Rt[3][3], J[3][3], RJ[3][3];
	rotation(link->rpy, R);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			J[i][j] = link->inertia[at[i][j]];
			Rt[i][j] = R[j][i];
		}
	product(R, J, RJ);
	product(RJ, Rt, body->inertia);
	body->mass = link->mass;
	memcpy(body->com, link->com, sizeof body->com);
}

static void give_joint(struct dense_body *body, const struct joint *joint)
{
	const char *type = joint->type;
	rotation(joint->rpy, body->at.R);
	memcpy(body->at.p, joint->xyz, sizeof body->at.p);
	memcpy(body->axis, joint->axis, sizeof body->axis);
	body->joint = strcmp(type, "fixed") == 0                                    ? DENSE_FIXED
	              : strcmp(type, "prismatic") == 0                              ? DENSE_PRISMATIC
	              : strcmp(type, "floating") == 0                               ? DENSE_FREE
	              : strcmp(type, "planar") == 0                                 ? DENSE_MOTION
	              : strcmp(type, "spherical") == 0 || strcmp(type, "ball") == 0 ? DENSE_SPHERICAL
	                                                                            : DENSE_REVOLUTE;
	if (body->joint != DENSE_MOTION)
		return;
	dense_real R[3][3], all[3][3];
	onto_axis(joint->axis, R);
	product(body->at.R, R, all);
	memcpy(body->at.R, all, sizeof all);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			body->then.R[i][j] = R[j][i];
	body->pose = dense_planar;
	body->coordinates = 3;
}

static const struct dense_frame identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0, 0, 0 } };

/* A tree, and the joint that moves each of its bodies (-1: the root's). */
struct reference {
	struct dense_tree tree;
	struct dense_body body[MOST];
	int joint[MOST];
	int nu, nq, nv;
	int u_of[MOST]; /* first velocity in u of each uncoupled body */
	int uq_of[MOST];
	dense_real G[COORDINATES][COORDINATES];
};

/* Bodies: the root unless it is the world, then the children of the joints in their order. */
static void build(struct reference *r, const struct robot *robot, bool floating)
{
	static int body_of[MOST];
	r->tree = (struct dense_tree){ .body = r->body, .gravity = { 0, 0, -9.81L } };
	for (int i = 0; i < robot->links; i++) {
		bool child = false;
		for (int k = 0; k < robot->joints; k++)
			child |= strcmp(robot->joint[k].child, robot->link[i].name) == 0;
		body_of[i] = -1;
		if (child || strcmp(robot->link[i].name, "world") == 0)
			continue;
		r->joint[0] = -1;
		r->body[0] = (struct dense_body){ .parent = -1,
			                          .joint = floating ? DENSE_FREE : DENSE_FIXED,
			                          .axis = { 0, 0, 1 },
			                          .at = identity,
			                          .then = identity };
		give_weight(&r->body[0], &robot->link[i]);
		body_of[i] = r->tree.n++;
	}
	for (int k = 0; k < robot->joints; k++) {
		int link = find_link(robot, robot->joint[k].child), n = r->tree.n++;
		r->body[n] = (struct dense_body){ .at = identity, .then = identity };
		r->joint[n] = k;
		give_weight(&r->body[n], &robot->link[link]);
		give_joint(&r->body[n], &robot->joint[k]);
		if (floating && strcmp(robot->joint[k].parent, "world") == 0)
			r->body[n].joint = DENSE_FREE;
		body_of[link] = n;
	}
	for (int n = 0; n < r->tree.n; n++) {
		int parent = r->joint[n] >= 0 ? find_link(robot, robot->joint[r->joint[n]].parent) : -1;
		r->body[n].parent = parent >= 0 ? body_of[parent] : -1; /* a world that is not declared as a link */
	}
}

static int coordinates(const struct dense_body *body, bool velocities)
{
	switch (body->joint) {
	case DENSE_FIXED: return 0;
	case DENSE_FREE: return velocities ? 6 : 7;
	case DENSE_SPHERICAL: return velocities ? 3 : 4;
	case DENSE_MOTION: return body->coordinates;
	case DENSE_REVOLUTE:
	case DENSE_PRISMATIC: break;
	}
	return 1;
}

static bool is_coupled(const struct reference *r, const struct robot *robot, int n)
{
	return r->joint[n] >= 0 && *robot->joint[r->joint[n]].mimic && r->body[n].joint != DENSE_FIXED;
}

/* Leader at the end of a chain of mimics: q_n = *factor q_body + *shift. */
static int follow(const struct reference *r, const struct robot *robot, int n, dense_real *factor, dense_real *shift)
{
	*factor = 1;
	*shift = 0;
	while (is_coupled(r, robot, n)) {
		const struct joint *joint = &robot->joint[r->joint[n]];
		int leader = find_joint(robot, joint->mimic);
		*shift += *factor * joint->offset;
		*factor *= joint->multiplier;
		for (n = 0; r->joint[n] != leader; n++)
			;
	}
	return n;
}

static void project(struct reference *r, const struct robot *robot, int *q_of, int *v_of)
{
	static int order[MOST];
	dense_index(&r->tree, order, q_of, v_of);
	r->nu = r->nq = 0;
	r->nv = dense_nv(&r->tree);
	memset(r->G, 0, sizeof r->G);
	for (int k = 0; k < r->tree.n; k++) {
		int n = order[k];
		if (is_coupled(r, robot, n))
			continue;
		r->u_of[n] = r->nu;
		r->uq_of[n] = r->nq;
		for (int i = 0; i < coordinates(&r->body[n], true); i++)
			r->G[v_of[n] + i][r->nu++] = 1;
		r->nq += coordinates(&r->body[n], false);
	}
	for (int n = 0; n < r->tree.n; n++) {
		dense_real factor, shift;
		if (is_coupled(r, robot, n)) {
			int leader = follow(r, robot, n, &factor, &shift);
			r->G[v_of[n]][r->u_of[leader]] = factor;
		}
	}
}

/* --- the comparison --- */

struct state {
	double q[COORDINATES], qd[COORDINATES], qdd[COORDINATES]; /* of u */
};

static void draw(const struct reference *r, uint64_t *seed, struct state *s)
{
	for (int i = 0; i < r->nq; i++)
		s->q[i] = random_between(seed, -3, 3);
	for (int i = 0; i < r->nu; i++) {
		s->qd[i] = random_between(seed, -2, 2);
		s->qdd[i] = random_between(seed, -5, 5);
	}
	for (int n = 0; n < r->tree.n; n++) {
		bool free = r->body[n].joint == DENSE_FREE;
		double *q = s->q + r->uq_of[n] + (free ? 3 : 0), square = 0;
		if (!free && r->body[n].joint != DENSE_SPHERICAL)
			continue;
		for (int i = 0; i < 4; i++)
			square += q[i] * q[i];
		for (int i = 0; i < 4; i++)
			q[i] /= sqrt(square);
	}
}

static void compare(const char *what, const char *name, const double *found, const dense_real *wanted, int count,
                    dense_real scale)
{
	dense_real worst = 0;
	for (int i = 0; i < count; i++) {
		scale = fmaxl(scale, fabsl(wanted[i]));
		worst = fmaxl(worst, fabsl(found[i] - wanted[i]));
		ck_assert_msg(isfinite(found[i]), "%s of %s is not finite", what, name);
	}
	ck_assert_msg(worst <= 1e-12L * scale, "%s of %s: off by %Lg of %Lg", what, name, worst, scale);
}

static void check_state(const struct reference *r, const struct robot *robot, const int *q_of, const char *name,
                        rigidc_function *rnea, rigidc_function *crba, const struct state *s)
{
	static dense_real q[COORDINATES], qd[COORDINATES], qdd[COORDINATES], tau[COORDINATES], tau_u[COORDINATES];
	static dense_real M[COORDINATES * COORDINATES], MG[COORDINATES][COORDINATES], M_u[COORDINATES * COORDINATES];
	static double tau_found[COORDINATES], M_found[COORDINATES * COORDINATES];
	dense_real tau_scale, M_scale, largest = 1;
	for (int n = 0; n < r->tree.n; n++) {
		dense_real factor, shift;
		int leader = follow(r, robot, n, &factor, &shift);
		for (int i = 0; i < coordinates(&r->body[n], false); i++)
			q[q_of[n] + i] = factor * s->q[r->uq_of[leader] + i] + shift;
	}
	for (int i = 0; i < r->nv; i++) {
		qd[i] = qdd[i] = 0;
		for (int j = 0; j < r->nu; j++) {
			qd[i] += r->G[i][j] * s->qd[j];
			qdd[i] += r->G[i][j] * s->qdd[j];
			largest = fmaxl(largest, fabsl(r->G[i][j]));
		}
	}
	dense_rnea(&r->tree, q, qd, qdd, NULL, tau, &tau_scale);
	dense_crba(&r->tree, q, M, &M_scale);
	for (int i = 0; i < r->nv; i++)
		for (int j = 0; j < r->nu; j++) {
			MG[i][j] = 0;
			for (int k = 0; k < r->nv; k++)
				MG[i][j] += M[i * r->nv + k] * r->G[k][j];
		}
	for (int j = 0; j < r->nu; j++) {
		tau_u[j] = 0;
		for (int i = 0; i < r->nv; i++)
			tau_u[j] += r->G[i][j] * tau[i];
		for (int k = 0; k < r->nu; k++) {
			M_u[j * r->nu + k] = 0;
			for (int i = 0; i < r->nv; i++)
				M_u[j * r->nu + k] += r->G[i][j] * MG[i][k];
		}
	}
	const double *in[] = { s->q, s->qd, s->qdd };
	double *out = tau_found;
	rigidc_call(rnea, in, &out);
	compare("tau", name, tau_found, tau_u, r->nu, largest * tau_scale);
	out = M_found;
	rigidc_call(crba, in, &out);
	compare("M", name, M_found, M_u, r->nu * r->nu, largest * largest * M_scale);
}

/* Compares a URDF's tau and M; false if the compiler refuses it. */
static bool check_text(const char *text, const char *name, bool floating, uint64_t seed)
{
	static struct robot robot;
	static struct reference reference;
	static int q_of[MOST], v_of[MOST];
	struct reference *r = &reference;
	rigidc_options options = { .base = floating ? "free" : NULL, .from = RIGIDC_URDF };
	rigidc_model *model;
	if (rigidc_read(text, strlen(text), name, &options, &model) != RIGIDC_OK) {
		rigidc_model_free(model);
		return false;
	}
	scan(&robot, text);
	build(r, &robot, floating);
	project(r, &robot, q_of, v_of);
	ck_assert_msg(rigidc_nq(model) == r->nq && rigidc_nv(model) == r->nu, "%s: nq %d and nv %d, not %d and %d",
	              name, rigidc_nq(model), rigidc_nv(model), r->nq, r->nu);
	rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR);
	rigidc_function *crba = run_function(model, "crba", RIGIDC_EVALUATOR);
	for (int i = 0; i < STATES; i++) {
		struct state s;
		draw(r, &seed, &s);
		check_state(r, &robot, q_of, name, rnea, crba, &s);
	}
	rigidc_function_free(rnea);
	rigidc_function_free(crba);
	rigidc_model_free(model);
	return true;
}

/* --- files --- */

static char *slurp(const char *path)
{
	FILE *file = fopen(path, "rb");
	ck_assert_ptr_nonnull(file);
	fseek(file, 0, SEEK_END);
	size_t length = (size_t)ftell(file);
	char *text = calloc(1, length + 1);
	rewind(file);
	ck_assert_uint_eq(fread(text, 1, length, file), length);
	fclose(file);
	return text;
}

/* Compares every .urdf of a folder; returns their number. Files with options in the second line stand for other
 * robots. */
static int check_folder(const char *folder, bool all)
{
	DIR *directory = opendir(folder);
	int compared = 0;
	ck_assert_ptr_nonnull(directory);
	for (struct dirent *entry; (entry = readdir(directory));) {
		size_t length = strlen(entry->d_name);
		char path[4096];
		/* the small reader has neither character references nor element names inside names */
		bool simple = !strstr(entry->d_name, "by-reference") && !strstr(entry->d_name, "cdata");
		if (length < 5 || strcmp(entry->d_name + length - 5, ".urdf") != 0 || !simple)
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		char *text = slurp(path);
		if (!strstr(text, "<?options"))
			for (int floating = 0; floating < 2; floating++) {
				bool sound = check_text(text, entry->d_name, floating, 7);
				compared += sound;
				ck_assert_msg(sound || !all || floating, "%s is refused", path);
			}
		free(text);
	}
	closedir(directory);
	return compared;
}

TEST(corpus)
{
	ck_assert_int_ge(check_folder("tests/grammar/urdf", false), 60);
}

TEST(robots)
{
	const char *folder = getenv("RIGIDC_ROBOTS");
	if (folder)
		ck_assert_int_ge(check_folder(folder, true), 1);
}

/* --- random robots --- */

static double between(uint64_t *seed, double low, double high)
{
	return random_between(seed, low, high);
}

struct writer {
	char text[1 << 17];
	size_t length;
};

static void put(struct writer *w, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	w->length += (size_t)vsnprintf(w->text + w->length, sizeof w->text - w->length, format, arguments);
	va_end(arguments);
	ck_assert_uint_lt(w->length, sizeof w->text);
}

static void put_origin(struct writer *w, uint64_t *seed)
{
	static const char *const quarters[] = { "0", "1.5707963267948966", "-1.57079632679", "3.14159265359", "0.0" };
	put(w, "<origin");
	if (random_chance(seed, 80))
		put(w, " xyz=\"%.3f %.17g %.2e\"", between(seed, -1, 1), between(seed, -1, 1), between(seed, -1, 1));
	if (random_chance(seed, 70)) {
		put(w, " rpy=\"");
		for (int i = 0; i < 3; i++)
			if (random_chance(seed, 50))
				put(w, "%s ", quarters[random_below(seed, 5)]);
			else
				put(w, "%.6f ", between(seed, -3, 3));
		put(w, "\"");
	}
	put(w, "/>");
}

static void put_link(struct writer *w, uint64_t *seed, int i)
{
	double a = between(seed, 0.05, 0.5), b = between(seed, 0.05, 0.5), c = between(seed, 0.05, 0.5);
	if (random_chance(seed, 10)) {
		put(w, "<link name=\"l%d\"/>\n", i);
		return;
	}
	put(w, "<link name=\"l%d\"><visual><origin xyz=\"9 9 9\"/></visual><inertial>", i);
	put_origin(w, seed);
	put(w, "<mass value=\"%.4f\"/><inertia ixx=\"%.5f\" iyy=\"%.5f\" izz=\"%.5f\"", between(seed, 0.1, 5), b + c,
	    a + c, a + b);
	put(w, " ixy=\"%.5f\" ixz=\"%.5f\" iyz=\"%.5f\"/>", between(seed, -0.02, 0.02), between(seed, -0.02, 0.02),
	    between(seed, -0.02, 0.02));
	put(w, "</inertial></link>\n");
}

static void put_axis(struct writer *w, uint64_t *seed)
{
	static const char *const axes[] = { "1 0 0",  "0 1 0", "0 0 1",     "-1 0 0", "0 -1 0",
		                            "0 0 -1", "0 0 2", "0.6 0.8 0", "0 1 -1" };
	int choice = random_below(seed, 12);
	if (choice < 9)
		put(w, "<axis xyz=\"%s\"/>", axes[choice]);
	else if (choice < 11)
		put(w, "<axis xyz=\"%.4f %.4f %.4f\"/>", between(seed, -1, 1), between(seed, -1, 1),
		    between(seed, 0.1, 1));
}

static const char *random_type(uint64_t *seed)
{
	static const char *const types[] = { "revolute", "continuous", "prismatic",  "fixed",    "planar",
		                             "floating", "revolute",   "continuous", "prismatic" };
	return types[random_below(seed, 9)];
}

static bool one_coordinate(const char *type)
{
	return strchr("rc", type[0]) || strcmp(type, "prismatic") == 0;
}

/* Joint k carries link k. It may mimic an earlier joint, if both have one coordinate. */
static void put_joint(struct writer *w, uint64_t *seed, int k, const char *const *type)
{
	put(w, "<joint name=\"j%d\" type=\"%s\">", k, type[k]);
	put(w, "<parent link=\"l%d\"/><child link=\"l%d\"/>", random_below(seed, k), k);
	if (random_chance(seed, 90))
		put_origin(w, seed);
	put_axis(w, seed);
	int leader = k > 1 ? 1 + random_below(seed, k - 1) : 0;
	if (leader && one_coordinate(type[k]) && one_coordinate(type[leader]) && random_chance(seed, 30))
		put(w, "<mimic joint=\"j%d\" multiplier=\"%.2f\" offset=\"%.2f\"/>", leader, between(seed, -2, 2),
		    between(seed, -1, 1));
	if (random_chance(seed, 30))
		put(w, "<dynamics damping=\"1\"/><limit lower=\"-1\" upper=\"1\"/>");
	put(w, "</joint>\n");
}

static void shuffle(int *item, int count, uint64_t *seed)
{
	for (int i = count - 1; i > 0; i--) {
		int k = random_below(seed, i + 1), swap = item[i];
		item[i] = item[k];
		item[k] = swap;
	}
}

TEST(random_robots)
{
	enum { ROBOTS = 150, LINKS = 14 };
	static struct writer writer;
	uint64_t seed = 20260101;
	for (int i = 0; i < ROBOTS; i++) {
		struct writer *w = &writer;
		int links = 2 + random_below(&seed, LINKS - 1), link[LINKS + 1], joint[LINKS + 1];
		const char *type[LINKS + 1];
		char name[32];
		w->length = 0;
		for (int k = 0; k < links; k++) {
			link[k] = k;
			joint[k] = k + 1;
			type[k] = random_type(&seed);
		}
		shuffle(link, links, &seed);
		shuffle(joint, links - 1, &seed);
		put(w, "<?xml version=\"1.0\"?>\n<robot name=\"r%d\">\n", i);
		for (int k = 0; k < links; k++)
			put_link(w, &seed, link[k]);
		for (int k = 0; k < links - 1; k++)
			put_joint(w, &seed, joint[k], type);
		put(w, "</robot>\n");
		snprintf(name, sizeof name, "random %d", i);
		ck_assert_msg(check_text(w->text, name, i % 3 == 0, seed), "%s is refused:\n%s", name, w->text);
	}
}

SUITE("urdf_dense")
