#include "random_linkage.h"

#include "random_bits.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { TRIALS = 30 };

struct closing {
	uint64_t *rng;
	const struct random_tree *tree;
	const real *q;
	FILE *out;
	struct random_contacts *drawn;
	struct random_linkage *loops;
	struct dense_frame pose[RANDOM_BODIES];
	int frames;
};

static double draw(struct closing *c, double low, double high)
{
	return random_between(c->rng, low, high);
}

static bool in_plane(const struct closing *c)
{
	return c->tree->scope == RANDOM_PLANE;
}

/* --- frames --- */

static void turn_somehow(struct closing *c, struct dense_frame *at)
{
	if (!in_plane(c))
		dense_turn(at, draw(c, -1, 1), draw(c, -1, 1), draw(c, 0.1, 1), draw(c, -2, 2));
	else
		dense_turn(at, 0, 1, 0, draw(c, -2, 2));
}

static void shift_somehow(struct closing *c, struct dense_frame *at)
{
	dense_shift(at, draw(c, -1, 1), in_plane(c) ? 0 : draw(c, -1, 1), draw(c, -1, 1));
}

/* A then B, as one placement */
static struct dense_frame then(const struct dense_frame *A, const struct dense_frame *B)
{
	struct dense_frame both = *A;
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			both.R[i][j] = 0;
			for (int k = 0; k < 3; k++)
				both.R[i][j] += A->R[i][k] * B->R[k][j];
			both.p[i] += A->R[i][j] * B->p[j];
		}
	}
	return both;
}

static struct dense_frame inverse(const struct dense_frame *A)
{
	struct dense_frame back = { .p = { 0 } };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			back.R[i][j] = A->R[j][i];
			back.p[i] -= A->R[j][i] * A->p[j];
		}
	return back;
}

/* Unit quaternion of R, by the largest of its components */
static void quaternion_of(const struct dense_frame *at, real x[4])
{
	real trace = at->R[0][0] + at->R[1][1] + at->R[2][2], most = trace;
	int largest = 3;
	for (int i = 0; i < 3; i++)
		if (at->R[i][i] > most) {
			most = at->R[i][i];
			largest = i;
		}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		real difference = at->R[k][j] - at->R[j][k];
		x[i] = largest == 3   ? difference
		       : i == largest ? 1 + 2 * most - trace
		                      : at->R[i][largest] + at->R[largest][i];
		if (i == largest)
			x[3] = difference;
	}
	x[3] = largest == 3 ? 1 + trace : x[3];
	real length = sqrtl(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3]);
	for (int i = 0; i < 4; i++)
		x[i] /= length;
}

/* Writes the frame of a site, and returns its number. */
static int write_frame(struct closing *c, const struct dense_site *site)
{
	real x[4];
	quaternion_of(&site->at, x);
	fprintf(c->out,
	        "\nframe end%d on \"%s\" at (%.17Lg m, %.17Lg m, %.17Lg m), quaternion(%.17Lg, %.17Lg, %.17Lg, %.17Lg)\n",
	        c->frames, site->body < 0 ? "world" : c->tree->text[site->body].name, site->at.p[0], site->at.p[1],
	        site->at.p[2], x[0], x[1], x[2], x[3]);
	return c->frames++;
}

/* --- kinds --- */

enum { X = 1, Y = 2, Z = 4, ALL = X | Y | Z, OF_AXIS = 8, SQUARE = 16 };

/* Kinds of loops by their rows, and the motions that their joint has. */
static const struct random_linkage_kind {
	const char *name;
	unsigned linear, angular; /* rows */
	bool axis;
	bool turns, slides, rolls; /* about and along the axis; anyhow */
	bool plane;                /* fits a tree in a plane, with the axis y (x and z, if it slides) */
} kinds[] = {
	{ .name = "fixed", .linear = ALL, .angular = ALL, .plane = true },
	{ .name = "revolute", .linear = ALL, .angular = SQUARE, .axis = true, .turns = true, .plane = true },
	{ .name = "prismatic", .linear = SQUARE, .angular = ALL, .axis = true, .slides = true },
	{ .name = "cylindrical", .linear = SQUARE, .angular = SQUARE, .axis = true, .turns = true, .slides = true },
	{ .name = "universal", .linear = ALL },
	{ .name = "spherical", .linear = ALL, .rolls = true, .plane = true },
	{ .name = "planar", .linear = Z, .angular = X | Y },
	{ .name = "slot", .linear = SQUARE, .axis = true, .slides = true, .rolls = true },
	{ .name = "face", .linear = OF_AXIS, .axis = true, .rolls = true },
	{ .name = "distance", .rolls = true, .plane = true },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is(const struct random_linkage_kind *kind, const char *name)
{
	return strcmp(kind->name, name) == 0;
}

/* Displacement of a joint of the kind. */
static struct dense_frame displacement(struct closing *c, const struct random_linkage_kind *kind, int axis)
{
	struct dense_frame moved = place_identity;
	real n[3] = { axis == 0, axis == 1, axis == 2 };
	double turn = draw(c, -2, 2), way = draw(c, -1, 1), other = draw(c, -1, 1);
	if (is(kind, "planar"))
		dense_shift(&moved, way, other, 0);
	if (is(kind, "face"))
		dense_shift(&moved, axis == 0 ? 0 : way, axis == 1 ? 0 : other, axis == 2 ? 0 : axis ? other : way);
	if (is(kind, "distance"))
		shift_somehow(c, &moved);
	if (kind->slides)
		dense_shift(&moved, n[0] * way, n[1] * way, n[2] * way);
	if (kind->turns)
		dense_turn(&moved, n[0], n[1], n[2], turn);
	if (is(kind, "planar"))
		dense_turn(&moved, 0, 0, 1, turn);
	if (is(kind, "universal")) {
		dense_turn(&moved, 1, 0, 0, turn);
		dense_turn(&moved, 0, 1, 0, other);
	}
	if (kind->rolls)
		turn_somehow(c, &moved);
	return moved;
}

static real length_of(const real x[3])
{
	return sqrtl(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static void add_row(struct random_phase *phase, struct dense_row like, bool angular, const real t[3])
{
	if (phase->rows == RANDOM_PHASE_ROWS)
		return;
	like.angular = angular;
	memcpy(like.t, t, sizeof like.t);
	phase->weight[phase->rows] = 0;
	phase->restitution[phase->rows] = 0;
	phase->row[phase->rows++] = like;
}

static void add_axes(struct random_phase *phase, const struct dense_row *like, bool angular, unsigned axes, int axis)
{
	if (axes == SQUARE)
		axes = ALL & ~(1u << axis);
	if (axes == OF_AXIS)
		axes = 1u << axis;
	for (int i = 0; i < 3; i++)
		if (axes >> i & 1)
			add_row(phase, *like, angular, (const real[3]){ i == 0, i == 1, i == 2 });
}

/* The row of the kind that moves with the joint, at its displacement. */
static void add_moving(struct random_phase *phase, const struct dense_row *like, const struct random_linkage_kind *kind,
                       const struct dense_frame *moved)
{
	if (is(kind, "universal")) /* x cross y of B */
		add_row(phase, *like, true, (const real[3]){ 0, -moved->R[2][1], moved->R[1][1] });
	if (is(kind, "distance")) {
		real length = sqrtl(moved->p[0] * moved->p[0] + moved->p[1] * moved->p[1] + moved->p[2] * moved->p[2]),
		     t[3];
		for (int i = 0; i < 3; i++)
			t[i] = moved->p[i] / length;
		add_row(phase, *like, false, t);
	}
}

/* --- one loop --- */

static bool is_plain(const char *name)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

/* A body that moves and whose name needs no escapes; -1: none found. */
static int draw_body(struct closing *c)
{
	for (int trial = 0; trial < 20; trial++) {
		int b = random_below(c->rng, c->tree->dense.n);
		if (dense_moves(&c->tree->dense, b) && is_plain(c->tree->text[b].name))
			return b;
	}
	return -1;
}

/* Writes a loop and adds its rows to the phase. */
static void draw_loop(struct closing *c, int number, struct random_phase *phase)
{
	struct dense_row like = { .a = { random_chance(c->rng, 50) ? -1 : draw_body(c), place_identity } };
	like.b = (struct dense_site){ draw_body(c), place_identity };
	const struct random_linkage_kind *kind = &kinds[random_below(c->rng, KINDS)];
	int axis = in_plane(c) ? 1 : random_below(c->rng, 3);
	if (like.b.body < 0 || like.a.body == like.b.body || (in_plane(c) && !kind->plane))
		return;
	shift_somehow(c, &like.a.at);
	turn_somehow(c, &like.a.at);
	struct dense_frame moved = displacement(c, kind, axis), target = like.a.at;
	if (like.a.body >= 0)
		target = then(&c->pose[like.a.body], &target);
	target = then(&target, &moved);
	struct dense_frame back = inverse(&c->pose[like.b.body]);
	like.b.at = then(&back, &target);
	int from = write_frame(c, &like.a), to = write_frame(c, &like.b);
	fprintf(c->out, "loop close%d : %s", number, kind->name);
	if (kind->axis)
		fprintf(c->out, "(%c)", "xyz"[axis]);
	if (is(kind, "distance"))
		fprintf(c->out, "(%.17Lg m)", length_of(moved.p));
	fprintf(c->out, " from end%d to end%d\n", from, to);
	int first = phase->rows;
	add_axes(phase, &like, false, kind->linear, axis);
	add_axes(phase, &like, true, kind->angular, axis);
	add_moving(phase, &like, kind, &moved);
	c->loops->loop[number] =
		(struct random_linkage_loop){ kind, axis, first, phase->rows - first, length_of(moved.p) };
}

/* Are the rows independent, but for those that hold by themselves, and far from holding if they do not? Rows from `first` on are
 * new, and not all of them hold. */
static bool fits(struct closing *c, const struct random_phase *phase, int first)
{
	static real J[RANDOM_PHASE_ROWS * RANDOM_NV], still[RANDOM_NV];
	static struct random_held held;
	struct dense_constraints rows = random_rows_at(c->tree, &held, phase, c->q, still);
	bool holds[RANDOM_PHASE_ROWS];
	int nv = dense_rows_nv(&rows), acting = 0, added = 0;
	real scale;
	dense_rows_jac(&rows, c->q, J, &scale);
	dense_rows_that_hold(&rows, c->q, holds);
	for (int r = 0; r < rows.n; r++) {
		real most = 0;
		for (int j = 0; j < nv; j++)
			most = fmaxl(most, fabsl(J[r * nv + j]));
		if (most > (holds[r] ? 1e-15L : 0) * scale && most < 1e-3L * scale)
			return false;
		acting += !holds[r];
		added += r >= first && !holds[r];
	}
	return added > 0 && acting < nv && dense_rows_independence(&rows, c->q) > 0.03L;
}

/* Draws into a text of its own, which is kept if the rows fit. */
static bool draw_fitting(struct closing *c, int number, void (*draw_one)(struct closing *, int, struct random_phase *),
                         struct random_phase *phase)
{
	struct random_phase before = *phase;
	int frames = c->frames;
	FILE *out = c->out;
	char *text;
	size_t length;
	c->out = open_memstream(&text, &length);
	draw_one(c, number, phase);
	fclose(c->out);
	c->out = out;
	bool good = phase->rows > before.rows && fits(c, phase, before.rows);
	if (good)
		fwrite(text, 1, length, out);
	free(text);
	if (!good) {
		*phase = before;
		c->frames = frames;
	}
	return good;
}

/* --- other states --- */

/* Rotation vector of R */
static void rotation_vector(real R[3][3], real x[3])
{
	real axis[3] = { (R[2][1] - R[1][2]) / 2, (R[0][2] - R[2][0]) / 2, (R[1][0] - R[0][1]) / 2 };
	real sine = length_of(axis), angle = atan2l(sine, (R[0][0] + R[1][1] + R[2][2] - 1) / 2);
	for (int i = 0; i < 3; i++)
		x[i] = sine > 0 ? axis[i] * angle / sine : 0;
}

/* Closure of a row by the definition of its kind, where frame B is at `seen` in A. */
static real closure_of(const struct random_linkage_loop *loop, const struct dense_row *row, struct dense_frame *seen)
{
	real sum = 0, x[3];
	if (is(loop->kind, "distance"))
		return length_of(seen->p) - loop->length;
	if (row->angular && is(loop->kind, "universal"))
		return -seen->R[0][1];
	if (row->angular && loop->kind->angular == ALL)
		rotation_vector(seen->R, x);
	for (int i = 0; row->angular && loop->kind->angular != ALL && i < 3; i++) { /* n x R n */
		int n = is(loop->kind, "planar") ? 2 : loop->axis, j = (i + 1) % 3, k = (i + 2) % 3;
		x[i] = (j == n) * seen->R[k][n] - (k == n) * seen->R[j][n];
	}
	for (int i = 0; i < 3; i++)
		sum += row->t[i] * (row->angular ? x[i] : seen->p[i]);
	return sum;
}

static struct dense_frame world_of(const struct dense_frame *pose, const struct dense_site *site)
{
	return site->body < 0 ? site->at : then(&pose[site->body], &site->at);
}

void random_linkage_at(const struct random_tree *tree, const struct random_linkage *loops, const real *q,
                       struct random_phase *phase, real *closure)
{
	struct dense_frame pose[RANDOM_BODIES];
	dense_pose(&tree->dense, q, pose);
	memset(closure, 0, sizeof *closure * (size_t)phase->rows);
	for (int i = 0; i < loops->loops; i++) {
		const struct random_linkage_loop *loop = &loops->loop[i];
		struct dense_row *row = &phase->row[loop->first], *last = &row[loop->rows - 1];
		struct dense_frame A = world_of(pose, &row->a), B = world_of(pose, &row->b), back = inverse(&A);
		struct dense_frame seen = then(&back, &B);
		struct random_phase moved = { .rows = 0 };
		add_moving(&moved, row, loop->kind, &seen);
		if (moved.rows)
			memcpy(last->t, moved.row[0].t, sizeof last->t);
		for (int r = 0; r < loop->rows; r++)
			closure[loop->first + r] = closure_of(loop, &row[r], &seen);
	}
}

/* --- a contact --- */

static void draw_contact(struct closing *c, int number, struct random_phase *phase)
{
	static const struct {
		const char *kind;
		unsigned linear, angular;
	} contacts[] = { { "", ALL, 0 }, { " : slide", Z, 0 }, { " : fixed", ALL, ALL } };
	int k = random_below(c->rng, 3), first = phase->rows;
	struct dense_row like = { .a = { -1, place_identity }, .b = { draw_body(c), place_identity } };
	double weight = draw(c, 0.3, 3);
	if (like.b.body < 0)
		return;
	shift_somehow(c, &like.b.at);
	fprintf(c->out, "contact grip%d%s on end%d { weight %.17g }\n", number, contacts[k].kind,
	        write_frame(c, &like.b), weight);
	add_axes(phase, &like, false, contacts[k].linear, 0);
	add_axes(phase, &like, true, contacts[k].angular, 0);
	for (int r = first; r < phase->rows; r++)
		phase->weight[r] = weight;
}

/* --- idle joints --- */

/* Can forces of the rows balance every idle velocity? */
static bool is_balanced(struct closing *c, const struct random_phase *phase)
{
	static real J[RANDOM_PHASE_ROWS * RANDOM_NV], B[RANDOM_PHASE_ROWS * RANDOM_NV], still[RANDOM_NV];
	static struct random_held held;
	struct dense_constraints rows = random_rows_at(c->tree, &held, phase, c->q, still);
	int nv = dense_rows_nv(&rows), idle = 0;
	real gap, scale;
	dense_rows_jac(&rows, c->q, J, &scale);
	for (int j = 0; j < nv; j++)
		idle += c->drawn->idle[j];
	for (int r = 0; r < rows.n; r++)
		for (int j = 0, k = 0; j < nv; j++)
			if (c->drawn->idle[j])
				B[r * idle + k++] = fabsl(J[r * nv + j]) > 1e-12L * scale ? J[r * nv + j] : 0;
	return !idle || dense_rank(B, rows.n, idle, 0.05L, &gap) == idle;
}

/* Marks a body's velocities as idle. */
static void mark(struct closing *c, int body, bool idle)
{
	int v_of[RANDOM_BODIES], of_dense[RANDOM_NV], nv = random_velocities(c->tree, of_dense);
	dense_index(&c->tree->dense, NULL, NULL, v_of);
	for (int j = 0; j < nv; j++)
		if (of_dense[j] >= v_of[body] && of_dense[j] < v_of[body] + c->tree->text[body].kind->velocities)
			c->drawn->idle[j] = idle;
}

static bool may_be_idle(const struct closing *c, int b)
{
	const struct random_tree *t = c->tree;
	bool named = t->text[b].joint_name[0] && t->text[b].kind->velocities == 1 && !t->text[b].coupled;
	for (int m = 0; named && m < t->dense.n; m++)
		named = !(t->text[m].coupled && t->text[m].master == b);
	return named;
}

/* Free roots are idle, and so are joints that rows of the phase can balance, most of them or some. */
static void draw_idle(struct closing *c, const struct random_phase *phase)
{
	const struct random_tree *t = c->tree;
	int percent = random_chance(c->rng, 60) ? 100 : 50, first = random_below(c->rng, t->dense.n);
	for (int b = 0; b < t->dense.n; b++)
		if (t->body[b].joint == DENSE_FREE && t->body[b].parent < 0)
			mark(c, b, true);
	for (int k = 0; k < t->dense.n; k++) {
		int b = (first + k) % t->dense.n;
		if (!may_be_idle(c, b) || !random_chance(c->rng, percent))
			continue;
		mark(c, b, true);
		if (is_balanced(c, phase))
			fprintf(c->out, "\nidle %s\n", t->text[b].joint_name);
		else
			mark(c, b, false);
	}
}

/* free joints elsewhere than on the world are left out */
static bool has_free_branch(const struct random_tree *tree)
{
	for (int b = 0; b < tree->dense.n; b++)
		if (tree->body[b].joint == DENSE_FREE && tree->body[b].parent >= 0)
			return true;
	return false;
}

void random_linkage_declare(uint64_t *rng, const struct random_tree *tree, const real *q, FILE *out,
                            struct random_contacts *drawn, struct random_linkage *of)
{
	static struct closing c;
	memset(drawn, 0, sizeof *drawn);
	memset(of, 0, sizeof *of);
	memset(&c, 0, sizeof c);
	c.rng = rng;
	c.tree = tree;
	c.q = q;
	c.out = out;
	c.drawn = drawn;
	c.loops = of;
	struct random_phase *loops = &drawn->phase[0], *gripped = &drawn->phase[1];
	dense_pose(&tree->dense, q, c.pose);
	int wanted = 1 + random_below(rng, LINKAGE_LOOPS), closed = 0;
	for (int trial = 0; trial < TRIALS && closed < wanted; trial++)
		closed += draw_fitting(&c, closed, draw_loop, loops);
	of->loops = closed;
	if (!closed)
		return;
	drawn->phases = 1;
	strcpy(loops->name, "loops");
	*gripped = *loops;
	for (int trial = 0; trial < TRIALS && drawn->phases == 1; trial++)
		drawn->phases += draw_fitting(&c, 0, draw_contact, gripped);
	strcpy(gripped->name, "grip0");
	draw_idle(&c, &drawn->phase[random_below(rng, drawn->phases)]);
	for (int i = 0; i < drawn->phases; i++)
		drawn->phase[i].balanced = is_balanced(&c, &drawn->phase[i]) && !has_free_branch(tree);
}
