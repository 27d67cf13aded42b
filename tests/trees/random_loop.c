/* A loop has the frame A anywhere on one body. The frame B is where the moving frame of a joint of the kind would be, after a
 * random motion; it is written as a placement on the other body, at the state q. */
#include "random_loop.h"

#include "random_bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { TRIALS = 12 };

/* which rows of a sort a kind has, beside an axis n */
enum span { NONE, ALL, BESIDE /* square to n */, ALONG };

enum argument { NOTHING, AXIS, LENGTH };

/* Kinds of loops: their rows, and how B can move while the loop stays closed. */
static const struct kind {
	const char *name;
	enum argument argument;
	enum span linear, angular;
	enum dense_direction direction; /* of one more row, unless DENSE_ALONG_T */
	enum span slides, turns;        /* along or beside n; about n, or about all axes */
	int percent;
} kinds[] = {
	{ "fixed", NOTHING, ALL, ALL, DENSE_ALONG_T, NONE, NONE, 8 },
	{ "revolute", AXIS, ALL, BESIDE, DENSE_ALONG_T, NONE, ALONG, 16 },
	{ "prismatic", AXIS, BESIDE, ALL, DENSE_ALONG_T, ALONG, NONE, 9 },
	{ "cylindrical", AXIS, BESIDE, BESIDE, DENSE_ALONG_T, ALONG, ALONG, 11 },
	{ "universal", NOTHING, ALL, NONE, DENSE_ACROSS, NONE, NONE, 12 },
	{ "spherical", NOTHING, ALL, NONE, DENSE_ALONG_T, NONE, ALL, 11 },
	{ "planar", NOTHING, ALONG, BESIDE, DENSE_ALONG_T, BESIDE, ALONG, 9 },
	{ "slot", AXIS, BESIDE, NONE, DENSE_ALONG_T, ALONG, ALL, 8 },
	{ "face", AXIS, ALONG, NONE, DENSE_ALONG_T, BESIDE, ALL, 7 },
	{ "distance", LENGTH, NONE, NONE, DENSE_BETWEEN, NONE, ALL, 9 },
};

struct closing {
	uint64_t *rng;
	const struct random_tree *tree;
	FILE *out;
	struct random_loops *drawn;
	struct random_states states;
	struct dense_frame pose[RANDOM_BODIES]; /* of all bodies at q */
};

/* Axis of a kind, or z: its numbers, and which coordinate axis it is; -1: none. */
struct axis {
	double n[3];
	int along;
};

static double draw(struct closing *c, double low, double high)
{
	return random_between(c->rng, low, high);
}

static bool chance(struct closing *c, int percent)
{
	return random_chance(c->rng, percent);
}

static bool is_plane(const struct closing *c)
{
	return c->tree->scope == RANDOM_PLANE;
}

static const struct kind *draw_kind(struct closing *c)
{
	int percent = random_below(c->rng, 100), k = 0;
	for (; percent >= kinds[k].percent; k++)
		percent -= kinds[k].percent;
	return &kinds[k];
}

/* --- the rows of a kind --- */

static void add_span(struct random_phase *loop, struct dense_row like, bool angular, enum span span,
                     const struct axis *axis)
{
	real length = hypotl(hypotl(axis->n[0], axis->n[1]), axis->n[2]), unit[3];
	unsigned own = axis->along < 0 ? 0 : 1u << axis->along;
	for (int i = 0; i < 3; i++)
		unit[i] = axis->n[i] / length;
	if (angular && span == BESIDE)
		memcpy(like.n, unit, sizeof like.n);
	if (span == ALL || (own && span != NONE))
		random_rows_add_axes(loop, like, angular,
		                     span == ALL     ? RANDOM_XYZ
		                     : span == ALONG ? own
		                                     : RANDOM_XYZ & ~own);
	else if (span == ALONG)
		random_rows_add(loop, like, angular, unit);
	else if (span == BESIDE)
		random_rows_add_beside(loop, like, angular, axis->n);
}

static void add_rows(struct random_phase *loop, struct dense_row like, const struct kind *kind, const struct axis *axis,
                     double length)
{
	add_span(loop, like, false, kind->linear, axis);
	add_span(loop, like, true, kind->angular, axis);
	like.direction = kind->direction;
	like.length = length;
	if (kind->direction != DENSE_ALONG_T)
		random_rows_add(loop, like, kind->direction == DENSE_ACROSS, (const real[3]){ 0 });
}

/* --- the frame B --- */

/* Draws an axis and writes it behind the kind; kinds without one have z. In a plane most axes are square to it, of joints that
 * turn, or in it. */
static struct axis draw_axis(struct closing *c, const struct kind *kind)
{
	struct axis axis = { { 0, 0, 1 }, 2 };
	bool across = is_plane(c) && chance(c, 80), turns = kind->slides == NONE;
	if (kind->argument != AXIS)
		return axis;
	axis.n[2] = 0;
	axis.along = across ? turns ? 1 : 2 * random_below(c->rng, 2) : random_below(c->rng, 3);
	bool negative = chance(c, 25);
	axis.n[axis.along] = negative ? -1 : 1;
	if (across || chance(c, 60)) {
		fprintf(c->out, "(%s%c)", negative ? "-" : "", "xyz"[axis.along]);
		return axis;
	}
	axis.along = -1;
	for (int i = 0; i < 3; i++)
		axis.n[i] = draw(c, 0.2, 1) * (chance(c, 50) ? 1 : -1);
	fprintf(c->out, "((%.17g, %.17g, %.17g))", axis.n[0], axis.n[1], axis.n[2]);
	return axis;
}

/* Turns about the axis, or about any; only about y in a plane. */
static void turn(struct closing *c, const struct kind *kind, const struct axis *axis, struct dense_frame *moved)
{
	real angle = chance(c, 30) ? 0 : draw(c, -2.5, 2.5);
	if (kind->turns == ALL && is_plane(c))
		dense_turn(moved, 0, 1, 0, angle);
	else if (kind->turns == ALL)
		dense_turn(moved, draw(c, -1, 1), draw(c, 0.2, 1), draw(c, -1, 1), angle);
	else if (kind->turns == ALONG)
		dense_turn(moved, axis->n[0], axis->n[1], axis->n[2], angle);
	if (kind->direction == DENSE_ACROSS) {
		dense_turn(moved, 1, 0, 0, is_plane(c) ? 0 : draw(c, -2, 2));
		dense_turn(moved, 0, 1, 0, draw(c, -2, 2));
	}
}

/* Slides along the axis, or square to it. */
static void slide(struct closing *c, const struct kind *kind, const struct axis *axis, struct dense_frame *moved)
{
	const real *n = (const real[3]){ axis->n[0], axis->n[1], axis->n[2] };
	real x[3], squares = n[0] * n[0] + n[1] * n[1] + n[2] * n[2], along;
	for (int i = 0; i < 3; i++)
		x[i] = is_plane(c) && i == 1 ? 0 : draw(c, -0.5, 0.5);
	along = (n[0] * x[0] + n[1] * x[1] + n[2] * x[2]) / squares;
	for (int i = 0; i < 3; i++)
		x[i] = kind->slides == ALONG ? along * n[i] : x[i] - along * n[i];
	if (kind->slides != NONE)
		dense_shift(moved, x[0], x[1], x[2]);
}

/* Moves a frame as the kind allows. */
static void move(struct closing *c, const struct kind *kind, const struct axis *axis, double length,
                 struct dense_frame *moved)
{
	slide(c, kind, axis, moved);
	if (kind->argument == LENGTH) {
		struct dense_frame way = place_identity;
		real around = draw(c, -3, 3);
		dense_turn(&way, 0, 1, 0, around);
		if (!is_plane(c))
			dense_turn(&way, 0, 0, 1, draw(c, -1, 1));
		dense_shift(moved, length * way.R[0][0], length * way.R[1][0], length * way.R[2][0]);
	}
	turn(c, kind, axis, moved);
}

/* frame * at */
static struct dense_frame place_on(const struct dense_frame *frame, const struct dense_frame *at)
{
	struct dense_frame placed = *frame;
	dense_shift(&placed, at->p[0], at->p[1], at->p[2]);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			placed.R[i][j] = 0;
			for (int k = 0; k < 3; k++)
				placed.R[i][j] += frame->R[i][k] * at->R[k][j];
		}
	return placed;
}

static struct dense_frame inverse(const struct dense_frame *frame)
{
	struct dense_frame back = place_identity;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			back.R[i][j] = frame->R[j][i];
	dense_shift(&back, -frame->p[0], -frame->p[1], -frame->p[2]);
	return back;
}

/* The unit axis e and the angle of a rotation, from R - R^T = 2 sin(angle) [e x] and the trace; any axis for half a turn is wrong. */
static real axis_and_angle(const struct dense_frame *at, real e[3])
{
	real sine = 0, trace = at->R[0][0] + at->R[1][1] + at->R[2][2];
	for (int i = 0; i < 3; i++) {
		e[i] = (at->R[(i + 2) % 3][(i + 1) % 3] - at->R[(i + 1) % 3][(i + 2) % 3]) / 2;
		sine += e[i] * e[i];
	}
	sine = sqrtl(sine);
	for (int i = 0; i < 3; i++)
		e[i] = sine > 0 ? e[i] / sine : i == 1;
	return atan2l(sine, (trace - 1) / 2);
}

/* Writes a placement, and rounds it to the written digits. */
static void write_placement(struct closing *c, struct dense_frame *at)
{
	double p[3], e[3];
	real axis[3];
	double angle = (double)axis_and_angle(at, axis);
	for (int i = 0; i < 3; i++) {
		p[i] = (double)at->p[i];
		e[i] = (double)axis[i];
	}
	*at = place_identity;
	dense_shift(at, p[0], p[1], p[2]);
	fprintf(c->out, " at (%.17g m, %.17g m, %.17g m)", p[0], p[1], p[2]);
	if (angle <= 1e-12)
		return;
	if (is_plane(c)) {
		angle = e[1] < 0 ? -angle : angle;
		dense_turn(at, 0, 1, 0, angle);
		fprintf(c->out, ", ry(%.17g)", angle);
		return;
	}
	dense_turn(at, e[0], e[1], e[2], angle);
	fprintf(c->out, ", axis_angle((%.17g, %.17g, %.17g), %.17g)", e[0], e[1], e[2], angle);
}

/* --- loops --- */

/* Two different bodies that are not both at rest; -1: the world. */
static bool draw_bodies(struct closing *c, int body[2])
{
	for (int trial = 0; trial < 20; trial++) {
		int rest = chance(c, 35) ? random_below(c->rng, 2) : 2;
		for (int i = 0; i < 2; i++)
			body[i] = i == rest ? -1 : random_plain_body(c->rng, c->tree);
		if (body[0] != body[1] && (rest < 2 || (body[0] >= 0 && body[1] >= 0)))
			return true;
	}
	return false;
}

static void begin_frame(struct closing *c, const char *name, int body)
{
	const char *on = body < 0 ? "world" : c->tree->text[body].name;
	fprintf(c->out, body < 0 ? "\nframe %s on %s" : "\nframe %s on \"%s\"", name, on);
}

/* The world placement of a site at q. */
static struct dense_frame in_world(const struct closing *c, const struct dense_site *site)
{
	return place_on(site->body < 0 ? &place_identity : &c->pose[site->body], &site->at);
}

static void draw_loop(struct closing *c, int number, struct random_phase *loop)
{
	const struct kind *kind = draw_kind(c);
	struct dense_row like = { .a.at = place_identity, .b.at = place_identity };
	int body[2];
	char name[2][24];
	double length = draw(c, 0.3, 1.5);
	memset(loop, 0, sizeof *loop);
	if (!draw_bodies(c, body))
		return;
	like.a.body = body[0];
	like.b.body = body[1];
	for (int i = 0; i < 2; i++)
		snprintf(name[i], sizeof name[i], "eye%d%c", number, "ab"[i]);
	begin_frame(c, name[0], body[0]);
	random_placement(c->rng, c->tree, c->out, 70, 40, &like.a.at);
	FILE *out = c->out;
	char *argument;
	size_t size;
	c->out = open_memstream(&argument, &size);
	struct axis axis = draw_axis(c, kind);
	fclose(c->out);
	c->out = out;
	struct dense_frame placed = in_world(c, &like.a),
			   back = inverse(body[1] < 0 ? &place_identity : &c->pose[body[1]]);
	move(c, kind, &axis, length, &placed);
	like.b.at = place_on(&back, &placed);
	begin_frame(c, name[1], body[1]);
	write_placement(c, &like.b.at);
	add_rows(loop, like, kind, &axis, length);
	fprintf(c->out, "\nloop loop%d : %s%s", number, kind->name, argument);
	if (kind->argument == LENGTH)
		fprintf(c->out, "(%.17g m)", length);
	fprintf(c->out, " from %s to %s\n", name[0], name[1]);
	free(argument);
	c->drawn->kind[c->drawn->loops] = kind->name;
}

/* Is the loop closed at q, but for what the digits of its frames leave? */
static bool is_closed(const struct closing *c, const struct random_phase *loop)
{
	static struct random_held held;
	struct dense_constraints rows = random_rows_at(c->tree, &held, loop, c->states.q[0], c->states.qd[0]);
	real open[RANDOM_PHASE_ROWS], scale;
	dense_rows_closure(&rows, c->states.q[0], open, &scale);
	for (int r = 0; r < loop->rows; r++)
		if (!(fabsl(open[r]) < 1e-14L * scale))
			return false;
	return true;
}

/* Draws loops until a loop fits beside the earlier ones, and writes it. */
static bool draw_fitting(struct closing *c, int number)
{
	static struct random_phase loop, all;
	for (int trial = 0; trial < TRIALS; trial++) {
		FILE *out = c->out;
		char *text;
		size_t length;
		c->out = open_memstream(&text, &length);
		draw_loop(c, number, &loop);
		fclose(c->out);
		c->out = out;
		all = c->drawn->rows;
		random_rows_append(&all, &loop);
		bool good = loop.rows && is_closed(c, &loop) && random_rows_fit(c->tree, &c->states, &loop) &&
		            random_rows_fit(c->tree, &c->states, &all);
		if (good) {
			fwrite(text, 1, length, out);
			c->drawn->rows = all;
		}
		free(text);
		if (good)
			return true;
	}
	return false;
}

/* Writes q as a pose, from which the compiler closes the loops. Joints without a name and coupled ones are left out. */
static void write_pose(struct closing *c, const real *q)
{
	const struct random_tree *t = c->tree;
	int q_of[RANDOM_BODIES];
	const char *between = "\npose home { ";
	dense_index(&t->dense, NULL, q_of, NULL);
	for (int b = 0; b < t->dense.n; b++) {
		const struct random_body *text = &t->text[b];
		int quaternion = t->body[b].joint == DENSE_FREE || t->body[b].joint == DENSE_SPHERICAL;
		int numbers = text->kind->velocities + quaternion;
		if (!text->joint_name[0] || text->coupled || !text->kind->velocities)
			continue;
		fprintf(c->out, "%s%s = %s", between, text->joint_name, numbers > 1 ? "(" : "");
		for (int i = 0; i < numbers; i++)
			fprintf(c->out, "%s%.17Lg", i ? ", " : "", q[q_of[b] + i]);
		fputs(numbers > 1 ? ")" : "", c->out);
		between = "; ";
	}
	fputs(between[0] == ';' ? " }\n" : "", c->out);
}

void random_loops_declare(uint64_t *rng, const struct random_tree *tree, const real *q, FILE *out,
                          struct random_loops *drawn)
{
	static struct closing c;
	memset(&c, 0, sizeof c);
	memset(drawn, 0, sizeof *drawn);
	c.rng = rng;
	c.tree = tree;
	c.out = out;
	c.drawn = drawn;
	strcpy(drawn->rows.name, "loops");
	random_states_draw(rng, tree, q, &c.states);
	dense_pose(&tree->dense, q, c.pose);
	int wanted = 1 + random_below(rng, RANDOM_LOOPS);
	for (int i = 0; i < wanted; i++)
		drawn->loops += draw_fitting(&c, i);
	if (drawn->loops)
		write_pose(&c, q);
}
