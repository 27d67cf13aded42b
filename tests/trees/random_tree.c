#include "random_tree.h"

#include "random_bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

/* --- names --- */

static const char *const plain_names[RANDOM_BODIES] = { "base", "link1", "link2", "upper", "lower", "wrist",
	                                                "tool", "Link1", "_arm",  "b_8",   "foot",  "L" };

/* words of C, of its library and headers, of the language's tables, and names valid only in quotes */
static const char *const odd_names[] = {
	"int",        "sin",         "I",     "main", "double",   "while",      "return",        "register", "y0",
	"linux",      "errno",       "class", "new",  "q",        "qdd",        "tau",           "revolute", "mass",
	"com",        "rpy",         "diag",  "NAN",  "restrict", "left-arm.2", "left_arm_x2E2", "3rd link", "7",
	"say \"hi\"", "back\\slash", "*/",    "a b",  "%n%s",     "fu\xc3\x9f", "?\?/",          "a\tb"
};

enum { ODD_NAMES = sizeof odd_names / sizeof odd_names[0] };

static void draw_names(uint64_t *rng, struct random_tree *t)
{
	bool used[ODD_NAMES] = { false };
	for (int b = 0; b < t->dense.n; b++) {
		int odd = random_below(rng, ODD_NAMES);
		bool take = random_chance(rng, 25) && !used[odd];
		t->text[b].name = take ? odd_names[odd] : plain_names[b];
		used[odd] |= take;
		if (random_chance(rng, 50))
			snprintf(t->text[b].joint_name, sizeof t->text[b].joint_name, "j%d", b);
	}
}

/* --- numbers --- */

/* short numbers as people write them, or with all digits of a double */
static struct literal draw_literal(uint64_t *rng, enum literal_kind kind, double low, double high)
{
	static const int places[] = { 1, 2, 3, 4, 17 };
	double x = random_between(rng, low, high);
	return literal_near(kind, x, fabs(x) < 10 ? places[random_below(rng, 5)] : 3);
}

/* Replaces some literals by constants, sometimes existing ones. */
static struct literal maybe_constant(uint64_t *rng, struct random_tree *t, struct literal l)
{
	if (t->constants && random_chance(rng, 5)) {
		int k = 1 + random_below(rng, t->constants);
		if (t->constant[k].kind == l.kind) {
			l = t->constant[k];
			l.constant = k;
			if (random_chance(rng, 50))
				l.digits = -l.digits;
			return l;
		}
	}
	if (l.digits && t->constants < RANDOM_CONSTANTS && random_chance(rng, 7)) {
		l.constant = ++t->constants;
		t->constant[l.constant] = l;
		t->constant[l.constant].constant = 0;
		t->constant[l.constant].digits = llabs(l.digits);
	}
	return l;
}

static struct literal draw_length(uint64_t *rng, struct random_tree *t)
{
	return maybe_constant(rng, t, draw_literal(rng, LITERAL_LENGTH, -0.6, 0.6));
}

static struct literal draw_angle(uint64_t *rng, struct random_tree *t)
{
	const real half_pi = 1.57079632679489661923L;
	static const int quarters[] = { 0, 90, -90, 180, 270, -180 };
	struct literal l;
	switch (random_below(rng, 5)) {
	case 0: l = literal_near(LITERAL_DEG, quarters[random_below(rng, 6)], 0); break;
	case 1: /* a quarter turn, to the nearest double */
		l = literal_near(LITERAL_RAD, random_chance(rng, 50) ? half_pi : -half_pi, 17);
		break;
	case 2: l = draw_literal(rng, LITERAL_REV, -0.5, 0.5); break;
	case 3: l = draw_literal(rng, LITERAL_DEG, -180, 180); break;
	default: l = draw_literal(rng, LITERAL_RAD, -3.1, 3.1); break;
	}
	return maybe_constant(rng, t, l);
}

/* a direction: an axis of either sign, or any vector well away from zero */
static void draw_direction(uint64_t *rng, struct literal d[3])
{
	int along = random_below(rng, 3);
	for (int i = 0; i < 3; i++)
		d[i] = literal_near(LITERAL_NUMBER, i == along, 0);
	switch (random_below(rng, 5)) {
	case 0:
		for (int i = 0; i < 3; i++)
			d[i] = draw_literal(rng, LITERAL_NUMBER, -2, 2);
		d[along] = draw_literal(rng, LITERAL_NUMBER, 0.3, 2);
		break;
	case 1: d[along].digits = -1; break;
	case 2: d[along] = draw_literal(rng, LITERAL_NUMBER, -2, -0.2); break;
	default: break;
	}
}

/* y of either sign to turn about, any direction square to y to slide along */
static void draw_direction_in_plane(uint64_t *rng, bool slides, struct literal d[3])
{
	for (int i = 0; i < 3; i++)
		d[i] = literal_near(LITERAL_NUMBER, !slides && i == 1 ? random_chance(rng, 50) ? 1 : -1 : 0, 0);
	if (!slides)
		return;
	int along = random_chance(rng, 50) ? 0 : 2;
	d[along] = literal_near(LITERAL_NUMBER, 1, 0);
	if (random_chance(rng, 40))
		d[2 - along] = draw_literal(rng, LITERAL_NUMBER, -2, 2);
}

/* --- placements --- */

static void draw_shift(uint64_t *rng, struct random_tree *t, struct place *item)
{
	int along = random_below(rng, 3);
	bool parallel = random_chance(rng, 50);
	for (int i = 0; i < 3; i++)
		item->arg[i] = parallel && i != along ? literal_near(LITERAL_LENGTH, 0, 0) : draw_length(rng, t);
}

/* a matrix with 17 decimals, or of quarter turns */
static void draw_matrix(uint64_t *rng, struct place *item)
{
	static const int cycle[3] = { 1, 2, 0 };
	struct place turn = { .kind = PLACE_QUATERNION };
	struct dense_frame frame = place_identity;
	for (int i = 0; i < 4; i++)
		turn.arg[i] = literal_near(LITERAL_NUMBER, random_between(rng, 0.1, 1), 17);
	place_follow(&frame, &turn, 1);
	bool exact = random_chance(rng, 40);
	for (int k = 0; k < 9; k++)
		item->arg[k] = exact ? literal_near(LITERAL_NUMBER, cycle[k / 3] == k % 3, 0)
		                     : literal_near(LITERAL_NUMBER, frame.R[k / 3][k % 3], 17);
}

static void draw_place(uint64_t *rng, struct random_tree *t, enum place_kind kind, struct place *item)
{
	memset(item, 0, sizeof *item);
	item->kind = kind;
	item->constant = random_chance(rng, 8);
	switch (kind) {
	case PLACE_SHIFT: draw_shift(rng, t, item); break;
	case PLACE_RX:
	case PLACE_RY:
	case PLACE_RZ: item->arg[0] = draw_angle(rng, t); break;
	case PLACE_RPY:
		for (int i = 0; i < 3; i++)
			item->arg[i] = draw_angle(rng, t);
		break;
	case PLACE_AXIS_ANGLE:
		draw_direction(rng, item->arg);
		item->arg[3] = draw_angle(rng, t);
		break;
	case PLACE_QUATERNION:
		for (int i = 0; i < 4; i++)
			item->arg[i] = draw_literal(rng, LITERAL_NUMBER, -1, 1);
		item->arg[random_below(rng, 4)] = draw_literal(rng, LITERAL_NUMBER, 0.3, 1);
		break;
	case PLACE_ROTATION: draw_matrix(rng, item); break;
	case PLACE_MDH:
		item->arg[0] = draw_angle(rng, t);
		item->arg[1] = draw_length(rng, t);
		item->arg[2] = draw_length(rng, t);
		break;
	case PLACE_DH:
		item->arg[0] = draw_angle(rng, t);
		item->arg[1] = draw_length(rng, t);
		item->arg[2] = draw_length(rng, t);
		item->arg[3] = draw_angle(rng, t);
		break;
	}
}

static enum place_kind draw_rotation_kind(uint64_t *rng)
{
	return (enum place_kind)(PLACE_RX + random_below(rng, PLACE_ROTATION - PLACE_RX + 1));
}

/* an empty placement, a shift, a shift and a rotation, or anything; at most `most` items */
static int draw_placement(uint64_t *rng, struct random_tree *t, struct place *item, int most)
{
	int n = 0;
	if (t->scope == RANDOM_PLANE) {
		draw_place(rng, t, PLACE_SHIFT, &item[n++]);
		if (random_chance(rng, 50))
			draw_place(rng, t, PLACE_RY, &item[n++]);
		return n;
	}
	switch (random_below(rng, 5)) {
	case 0: break;
	case 1: draw_place(rng, t, PLACE_SHIFT, &item[n++]); break;
	case 2:
	case 3:
		draw_place(rng, t, PLACE_SHIFT, &item[n++]);
		draw_place(rng, t, draw_rotation_kind(rng), &item[n++]);
		break;
	default:
		do
			draw_place(rng, t, (enum place_kind)random_below(rng, PLACE_DH + 1), &item[n++]);
		while (n < most && random_chance(rng, 40));
		break;
	}
	return n;
}

/* --- shape and joints --- */

static void draw_shape(uint64_t *rng, struct random_tree *t)
{
	int shape = random_below(rng, 4), hub = random_below(rng, 2) - 1;
	if (t->scope == RANDOM_CHAIN)
		shape = 0;
	t->dense.n = random_chance(rng, 5) ? 1 : 2 + random_below(rng, RANDOM_BODIES - 1);
	t->dense.body = t->body;
	for (int b = 0; b < t->dense.n; b++) {
		int chain = b - 1, star = b ? hub : -1, any = random_below(rng, b + 1) - 1;
		int mixture = random_chance(rng, 65) ? chain : any;
		int parent[4] = { chain, star, any, mixture };
		t->body[b].parent = parent[shape];
	}
}

/* a curve out of a plane, with an axis of its own */
static void knee(const real *q, const real *param, struct dense_frame *moving)
{
	dense_shift(moving, 0.1L * sinl(q[0]), 0.05L * q[0] * q[0], 0);
	dense_turn(moving, param[0], param[1], param[2], q[0]);
}

/* two axes parallel to 1e-3, and a prismatic joint across them */
static void bent(const real *q, const real *param, struct dense_frame *moving)
{
	(void)param;
	dense_turn(moving, 0, 0, 1, q[0]);
	dense_shift(moving, q[1], 0, 0);
	dense_turn(moving, 0, 1e-3, 1, q[2]);
}

/* clang-format off */
const struct random_kind random_kinds[RANDOM_KINDS] = {
	[RANDOM_FIXED] = { "fixed", DENSE_FIXED, NULL, 0, { 0 }, false, false, NULL },
	[RANDOM_REVOLUTE] = { "revolute", DENSE_REVOLUTE, NULL, 1, { 0 }, true, false, NULL },
	[RANDOM_PRISMATIC] = { "prismatic", DENSE_PRISMATIC, NULL, 1, { 1 }, true, false, NULL },
	[RANDOM_FREE] = { "free", DENSE_FREE, NULL, 6, { 1, 1, 1 }, false, false, NULL },
	[RANDOM_SPHERICAL] = { "spherical", DENSE_SPHERICAL, NULL, 3, { 0 }, false, false, NULL },
	[RANDOM_HELICAL] = { "helical", DENSE_MOTION, dense_helical, 1, { 0 }, true, true, NULL },
	[RANDOM_CYLINDRICAL] = { "cylindrical", DENSE_MOTION, dense_cylindrical, 2, { 0, 1 }, true, false, NULL },
	[RANDOM_UNIVERSAL] = { "universal", DENSE_MOTION, dense_universal, 2, { 0 }, false, false, NULL },
	[RANDOM_PLANAR] = { "planar", DENSE_MOTION, dense_planar, 3, { 1, 1 }, false, false, NULL },
	[RANDOM_KNEE] = { "knee", DENSE_MOTION, knee, 1, { 0 }, true, false,
		"joint knee(q; axis: axis) { translate (0.1 m * sin(q), 0.05 m * q^2, 0); rotate axis by q }" },
	[RANDOM_BENT] = { "bent", DENSE_MOTION, bent, 3, { 0, 1 }, false, false,
		"joint bent(a, r: m, b) { rotate z by a; translate x by r; rotate (0, 1e-3, 1) by b }" },
};
/* clang-format on */

static const struct random_kind *draw_kind(uint64_t *rng, enum random_scope scope, bool at_root)
{
	int p = random_below(rng, 100);
	bool simple = scope == RANDOM_CHAIN || scope == RANDOM_PLANE;
	if (p < (at_root ? 20 : 3) && !simple)
		return &random_kinds[RANDOM_FREE];
	p = random_below(rng, 100);
	if (p < 20 && !simple)
		return &random_kinds[scope == RANDOM_ANY ? RANDOM_SPHERICAL + p / 4 : RANDOM_SPHERICAL];
	return &random_kinds[p < 64 ? RANDOM_REVOLUTE : p < 84 ? RANDOM_PRISMATIC : RANDOM_FIXED];
}

void random_set_kind(struct random_tree *t, int b, const struct random_kind *kind)
{
	t->text[b].kind = kind;
	t->body[b].joint = kind->joint;
	t->body[b].pose = kind->pose;
	t->body[b].coordinates = kind->pose ? kind->velocities : 0;
}

static void draw_armature(uint64_t *rng, struct random_tree *t, int b)
{
	struct random_body *text = &t->text[b];
	text->armature_n = random_chance(rng, 20) ? text->kind->velocities : 0;
	for (int i = 0; i < text->armature_n; i++) {
		enum literal_kind of = text->kind->slides[i] ? LITERAL_MASS : LITERAL_INERTIA;
		text->armature[i] = draw_literal(rng, of, 0.1, 1);
		t->body[b].armature[i] = literal_value(text->armature[i]);
	}
}

static void draw_joints(uint64_t *rng, struct random_tree *t)
{
	for (int b = 0; b < t->dense.n; b++)
		random_set_kind(t, b, draw_kind(rng, t->scope, t->body[b].parent < 0));
	if (!dense_nv(&t->dense))
		random_set_kind(t, t->dense.n - 1, &random_kinds[RANDOM_REVOLUTE]);

	for (int b = 0; b < t->dense.n; b++) {
		struct dense_body *body = &t->body[b];
		struct random_body *text = &t->text[b];
		bool quaternion = body->joint == DENSE_FREE || body->joint == DENSE_SPHERICAL;
		int then_percent = quaternion ? 0 : body->joint == DENSE_FIXED ? 10 : 30;
		if (t->scope == RANDOM_PLANE)
			draw_direction_in_plane(rng, body->joint == DENSE_PRISMATIC, text->axis);
		else
			draw_direction(rng, text->axis);
		for (int i = 0; i < 3; i++)
			body->axis[i] = body->param[i] = literal_value(text->axis[i]);
		if (text->kind->pitch) {
			text->pitch = maybe_constant(rng, t, draw_literal(rng, LITERAL_PITCH, -0.4, 0.4));
			body->param[3] = literal_value(text->pitch);
		}

		text->at_n = draw_placement(rng, t, text->at, RANDOM_AT);
		if (random_chance(rng, then_percent))
			text->then_n = draw_placement(rng, t, text->then, RANDOM_THEN);
		body->at = body->then = place_identity;
		place_follow(&body->at, text->at, text->at_n);
		place_follow(&body->then, text->then, text->then_n);

		text->hub = -1;
		if (body->parent >= 0 && random_chance(rng, 15))
			text->hub = random_below(rng, text->at_n + 1);
		text->hub_inside = random_chance(rng, 50);
		draw_armature(rng, t, b);
	}
}

/* --- masses --- */

/* I += sign m (c.c 1 - c c^T), the parallel axis theorem */
static void add_parallel_axis(real I[3][3], real m, const real c[3], int sign)
{
	real cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			I[i][j] += sign * m * (cc * (i == j) - c[i] * c[j]);
}

/* To = R From R^T */
static void turn_tensor(real R[3][3], real From[3][3], real To[3][3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			To[i][j] = 0;
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++)
					To[i][j] += R[i][k] * From[k][l] * R[j][l];
		}
}

/* a physically possible tensor: diagonal from three spreads of mass, then rotated */
static void draw_tensor(uint64_t *rng, real m, real I[3][3])
{
	real spread[3], D[3][3] = { { 0 } };
	struct place turn = { .kind = PLACE_QUATERNION };
	struct dense_frame frame = place_identity;
	bool turned = random_chance(rng, 60);
	for (int i = 0; i < 3; i++) {
		real r = random_between(rng, 0.03, 0.3);
		spread[i] = m * r * r;
	}
	for (int i = 0; i < 3; i++)
		D[i][i] = spread[(i + 1) % 3] + spread[(i + 2) % 3];
	for (int i = 0; i < 4; i++)
		turn.arg[i] = literal_near(LITERAL_NUMBER, random_between(rng, -1, 1), 17);
	if (turned)
		place_follow(&frame, &turn, 1);
	turn_tensor(frame.R, D, I);
}

/* Draws the literals, rounded from a physically possible tensor; then computes their values. */
static void draw_inertia(uint64_t *rng, struct random_tree *t, int b)
{
	struct dense_body *body = &t->body[b];
	struct random_body *text = &t->text[b];
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	struct dense_frame in = place_identity;
	real I[3][3], c_in[3] = { 0 };
	int places = random_chance(rng, 50) ? 7 : 17;

	text->inertia_about_origin = random_chance(rng, 20);
	text->inertia_turned = random_chance(rng, 20);
	if (text->inertia_turned) {
		draw_place(rng, t, draw_rotation_kind(rng), &text->inertia_in);
		place_follow(&in, &text->inertia_in, 1);
	}
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			c_in[i] += in.R[j][i] * body->com[j];

	draw_tensor(rng, body->mass, I);
	if (text->inertia_about_origin)
		add_parallel_axis(I, body->mass, c_in, +1);
	for (int k = 0; k < 6; k++) {
		text->inertia[k] = literal_near(LITERAL_INERTIA, I[row[k]][column[k]], places);
		I[row[k]][column[k]] = I[column[k]][row[k]] = literal_value(text->inertia[k]);
	}
	turn_tensor(in.R, I, body->inertia);
	if (text->inertia_about_origin)
		add_parallel_axis(body->inertia, body->mass, body->com, -1);
}

static bool is_leaf(const struct random_tree *t, int b)
{
	for (int i = 0; i < t->dense.n; i++)
		if (t->body[i].parent == b)
			return false;
	return true;
}

static void draw_masses(uint64_t *rng, struct random_tree *t)
{
	for (int b = 0; b < t->dense.n; b++) {
		struct dense_body *body = &t->body[b];
		struct random_body *text = &t->text[b];
		bool leaf = is_leaf(t, b), centred = random_chance(rng, 20);
		bool massive = t->scope != RANDOM_ANY && body->joint != DENSE_FIXED;
		text->mass = literal_near(LITERAL_MASS, 0, 0);
		for (int i = 0; i < 3; i++)
			text->com[i] = literal_near(LITERAL_LENGTH, 0, 0);
		for (int i = 0; i < 6; i++)
			text->inertia[i] = literal_near(LITERAL_INERTIA, 0, 0);
		if (random_chance(rng, leaf ? 3 : 15) && !massive)
			continue;

		text->mass = maybe_constant(rng, t, draw_literal(rng, LITERAL_MASS, 0.1, 9.9));
		text->mass.digits = llabs(text->mass.digits);
		body->mass = literal_value(text->mass);
		for (int i = 0; !centred && i < 3; i++) {
			text->com[i] = draw_length(rng, t);
			body->com[i] = literal_value(text->com[i]);
		}
		if (!random_chance(rng, leaf ? 4 : 10) || massive)
			draw_inertia(rng, t, b);
	}
}

static void draw_gravity(uint64_t *rng, struct random_tree *t)
{
	t->dense.gravity[2] = literal_value(literal_near(LITERAL_ACCELERATION, -9.81L, 2));
	t->gravity_written = random_chance(rng, 35);
	if (!t->gravity_written)
		return;
	bool along_y = random_chance(rng, 30), none = random_chance(rng, 10);
	for (int i = 0; i < 3; i++) {
		t->gravity[i] = none || (along_y && i != 1) ? literal_near(LITERAL_ACCELERATION, 0, 0)
		                                            : draw_literal(rng, LITERAL_ACCELERATION, -9.9, 9.9);
		t->dense.gravity[i] = literal_value(t->gravity[i]);
	}
}

/* --- is M positive definite? --- */

static bool leaves_are_massive(const struct random_tree *t)
{
	int carrier[RANDOM_BODIES]; /* the moving body of which b is a part, or -1 */
	bool inner[RANDOM_BODIES] = { false }, massive[RANDOM_BODIES] = { false };
	for (int b = 0; b < t->dense.n; b++) {
		int parent = t->body[b].parent, above = parent < 0 ? -1 : carrier[parent];
		bool fixed = t->body[b].joint == DENSE_FIXED;
		carrier[b] = fixed ? above : b;
		if (!fixed && above >= 0)
			inner[above] = true;
		if (carrier[b] >= 0 && t->body[b].inertia[0][0] > 0)
			massive[carrier[b]] = true;
	}
	for (int b = 0; b < t->dense.n; b++)
		if (carrier[b] == b && !inner[b] && !massive[b])
			return false;
	return true;
}

/* Cholesky in place; every pivot must keep a fair part of its diagonal entry */
static bool is_definite(real *M, int nv)
{
	for (int j = 0; j < nv; j++) {
		real pivot = M[j * nv + j];
		for (int k = 0; k < j; k++)
			pivot -= M[j * nv + k] * M[j * nv + k];
		if (!(pivot > 1e-5L * M[j * nv + j]))
			return false;
		M[j * nv + j] = sqrtl(pivot);
		for (int i = j + 1; i < nv; i++) {
			for (int k = 0; k < j; k++)
				M[i * nv + j] -= M[i * nv + k] * M[j * nv + k];
			M[i * nv + j] /= M[j * nv + j];
		}
	}
	return true;
}

static bool matrix_is_definite(const struct random_tree *t)
{
	enum { NV = 6 * RANDOM_BODIES, NQ = 7 * RANDOM_BODIES };
	real q[NQ], M[NV * NV];
	double q_drawn[NQ], unused[NV];
	for (int trial = 0; trial < 3; trial++) {
		random_state(t->seed + (uint64_t)trial, &t->dense, q_drawn, unused, unused);
		for (int i = 0; i < dense_nq(&t->dense); i++)
			q[i] = q_drawn[i];
		dense_crba(&t->dense, q, M, NULL);
		if (!is_definite(M, dense_nv(&t->dense)))
			return false;
	}
	return true;
}

/* --- the whole --- */

void random_tree_in(enum random_scope scope, uint64_t seed, struct random_tree *t)
{
	uint64_t rng = seed;
	memset(t, 0, sizeof *t);
	t->seed = seed;
	t->scope = scope;
	if (scope == RANDOM_HARD) {
		random_tree_hard(&rng, t);
	} else {
		draw_shape(&rng, t);
		draw_names(&rng, t);
		draw_joints(&rng, t);
		draw_masses(&rng, t);
		draw_gravity(&rng, t);
	}
	t->massive_leaves = leaves_are_massive(t);
	t->definite = scope != RANDOM_HARD && matrix_is_definite(t); /* rods and points are on the border */
}

void random_tree(uint64_t seed, struct random_tree *t)
{
	random_tree_in(RANDOM_ANY, seed, t);
}

static void draw_unit_quaternion(uint64_t *rng, double q[4])
{
	real x[4], n = 0;
	do {
		n = 0;
		for (int i = 0; i < 4; i++) {
			x[i] = random_between(rng, -1, 1);
			n += x[i] * x[i];
		}
	} while (n < 0.01L || n > 1);
	for (int i = 0; i < 4; i++)
		q[i] = (double)(x[i] / sqrtl(n));
}

void random_state(uint64_t seed, const struct dense_tree *tree, double *q, double *qd, double *qdd)
{
	uint64_t rng = ~seed;
	int nq = dense_nq(tree), nv = dense_nv(tree);
	int *q_of = calloc((size_t)tree->n, sizeof *q_of);
	if (!q_of)
		abort();
	dense_index(tree, NULL, q_of, NULL);
	for (int i = 0; i < nq; i++)
		q[i] = random_chance(&rng, 5) ? 0 : random_between(&rng, -3, 3);
	for (int b = 0; b < tree->n; b++)
		if (tree->body[b].joint == DENSE_FREE || tree->body[b].joint == DENSE_SPHERICAL)
			draw_unit_quaternion(&rng, q + q_of[b] + (tree->body[b].joint == DENSE_FREE ? 3 : 0));
	for (int i = 0; i < nv; i++) {
		qd[i] = random_between(&rng, -2, 2);
		qdd[i] = random_between(&rng, -2, 2);
	}
	free(q_of);
}

void random_wrenches(uint64_t seed, const struct dense_tree *tree, double *f_ext)
{
	uint64_t rng = seed ^ 0x5555555555555555u;
	for (int i = 0; i < 6 * tree->n; i++)
		f_ext[i] = random_between(&rng, -20, 20);
}

bool random_sensor(const struct random_tree *tree, int body)
{
	return tree->dense.body[body].joint == DENSE_FIXED && (tree->seed + (uint64_t)body) % 3 == 0;
}

void random_name_joints(struct random_tree *tree)
{
	for (int b = 0; b < tree->dense.n; b++)
		if (!tree->text[b].joint_name[0] && tree->text[b].kind->velocities)
			snprintf(tree->text[b].joint_name, sizeof tree->text[b].joint_name, "j%d", b);
}
