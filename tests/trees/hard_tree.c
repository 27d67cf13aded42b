/* Trees that are hard on the compiler's geometry and parameters: axes parallel, perpendicular or nearly so, far and
 * near, bodies of very different mass, without some or all of it. Each seed draws within a theme, a named worst case;
 * the first theme draws from everything. */
#include "random_tree.h"

#include "random_bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

/* Directions of an axis relative to the parent's: so many percent each; the rest is random. */
struct relations {
	int parallel, antiparallel, nearly, perpendicular, nearly_perpendicular;
};

/* Positions of the joint in the parent: so many percent each; the rest is an offset in any direction. */
struct offsets {
	int none, along_parent, along_own, back; /* back: minus the offset of the parent */
};

enum root_force { ANY_GRAVITY, ALMOST_Z };
enum shape { ANY_SHAPE, CHAIN, STAR };

struct theme {
	const char *name;
	enum shape shape;
	int prismatic, compound; /* percent; the rest turns. compound: any kind */
	int coupled;
	struct relations relation;
	double tilt_low, tilt_high;
	struct offsets offset;
	int far, tiny;                  /* percent of lengths */
	int massless, extreme, special; /* percent of bodies: none; huge or tiny; a special shape */
	int along_axis;                 /* percent: centre of mass on the axis, or within 1e-9 m */
	enum root_force gravity;
};

/* clang-format off */
static const struct theme themes[] = {
	{ "anything", ANY_SHAPE, 25, 20, 20,
	  { 20, 10, 20, 15, 10 }, 1e-12, 1e-2, { 15, 15, 15, 5 }, 8, 8, 15, 20, 40, 30, ANY_GRAVITY },
	/* the common normal would be far away, again and again */
	{ "nearly parallel in a row", CHAIN, 0, 0, 0,
	  { 0, 0, 95, 0, 0 }, 1e-12, 1e-2, { 5, 10, 10, 0 }, 0, 0, 0, 0, 20, 10, ANY_GRAVITY },
	{ "just not nearly parallel", ANY_SHAPE, 10, 0, 0,
	  { 0, 0, 90, 0, 0 }, 1.5e-2, 4e-2, { 0, 20, 10, 5 }, 0, 0, 0, 0, 10, 10, ANY_GRAVITY },
	{ "sliding between parallel axes", CHAIN, 50, 0, 30,
	  { 50, 20, 10, 20, 0 }, 1e-12, 1e-2, { 10, 20, 10, 0 }, 0, 5, 20, 0, 20, 20, ANY_GRAVITY },
	{ "nearly parallel, sliding between", CHAIN, 40, 0, 0,
	  { 10, 10, 80, 0, 0 }, 1e-9, 3e-2, { 10, 10, 10, 0 }, 0, 0, 10, 0, 20, 20, ANY_GRAVITY },
	{ "first moments along the axis", ANY_SHAPE, 10, 0, 0,
	  { 20, 10, 20, 30, 0 }, 1e-12, 1e-2, { 10, 10, 10, 0 }, 0, 0, 10, 0, 40, 100, ANY_GRAVITY },
	{ "gravity almost along z", ANY_SHAPE, 20, 0, 0,
	  { 50, 10, 20, 10, 0 }, 1e-12, 1e-2, { 10, 10, 10, 0 }, 0, 0, 10, 0, 20, 30, ALMOST_Z },
	{ "nearly one axis in many branches", STAR, 0, 0, 30,
	  { 10, 10, 80, 0, 0 }, 1e-9, 4e-2, { 5, 10, 10, 0 }, 0, 0, 0, 0, 20, 20, ANY_GRAVITY },
	{ "sliding everywhere", ANY_SHAPE, 95, 0, 0,
	  { 20, 10, 20, 30, 10 }, 1e-12, 1e-2, { 20, 10, 10, 0 }, 5, 5, 30, 0, 20, 20, ANY_GRAVITY },
	{ "every kind of joint", ANY_SHAPE, 0, 100, 60,
	  { 20, 10, 10, 10, 5 }, 1e-9, 1e-2, { 20, 10, 10, 0 }, 0, 0, 20, 0, 30, 20, ANY_GRAVITY },
	{ "masses far apart", ANY_SHAPE, 15, 10, 0,
	  { 20, 10, 10, 10, 5 }, 1e-9, 1e-2, { 10, 10, 10, 0 }, 0, 0, 10, 80, 20, 20, ANY_GRAVITY },
	{ "far and back", CHAIN, 15, 0, 0,
	  { 20, 10, 20, 10, 10 }, 1e-9, 3e-2, { 0, 10, 10, 40 }, 60, 5, 10, 0, 10, 10, ANY_GRAVITY },
	{ "points, rods and plates", ANY_SHAPE, 15, 5, 0,
	  { 20, 10, 10, 30, 5 }, 1e-9, 1e-2, { 20, 20, 10, 0 }, 0, 0, 20, 0, 95, 40, ANY_GRAVITY },
	{ "axes nearly perpendicular", ANY_SHAPE, 20, 0, 0,
	  { 0, 0, 5, 20, 75 }, 1e-15, 1e-2, { 20, 20, 20, 0 }, 5, 5, 10, 0, 20, 20, ANY_GRAVITY },
	{ "inner links without mass", CHAIN, 20, 5, 0,
	  { 20, 10, 10, 20, 5 }, 1e-9, 1e-2, { 30, 20, 10, 0 }, 0, 0, 70, 0, 20, 20, ANY_GRAVITY },
	/* where one frame is far away, the next must not take its distance as a measure */
	{ "nearly parallel, across in branches", ANY_SHAPE, 0, 0, 0,
	  { 0, 0, 50, 0, 50 }, 2e-2, 4e-2, { 0, 10, 10, 0 }, 0, 0, 0, 0, 10, 10, ANY_GRAVITY },
	{ "nearly intersecting", ANY_SHAPE, 10, 0, 0,
	  { 5, 5, 20, 20, 10 }, 1e-6, 3e-2, { 20, 20, 20, 0 }, 0, 60, 10, 0, 20, 20, ANY_GRAVITY },
};
/* clang-format on */

enum { THEMES = sizeof themes / sizeof *themes };

/* --- numbers --- */

/* 15 significant digits at any size */
static struct literal sharp(enum literal_kind kind, double x)
{
	int places = x == 0 ? 0 : 14 - (int)floor(log10(fabs(x)));
	return literal_near(kind, x, places < 0 ? 0 : places > 30 ? 30 : places);
}

static void sharp_vector(enum literal_kind kind, const double x[3], struct literal l[3])
{
	for (int i = 0; i < 3; i++)
		l[i] = sharp(kind, x[i]);
}

static double log_uniform(uint64_t *rng, double low, double high)
{
	return exp(random_between(rng, log(low), log(high)));
}

static double sign(uint64_t *rng)
{
	return random_chance(rng, 50) ? 1 : -1;
}

static double draw_size(uint64_t *rng, const struct theme *theme)
{
	int p = random_below(rng, 100);
	return sign(rng) * (p < theme->far                 ? random_between(rng, 50, 100)
	                    : p < theme->far + theme->tiny ? log_uniform(rng, 1e-10, 1e-6)
	                                                   : random_between(rng, 0.05, 0.8));
}

/* --- axes --- */

static void unit(double *v)
{
	double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
	for (int i = 0; i < 3; i++)
		v[i] /= length;
}

static void draw_any_axis(uint64_t *rng, double v[3])
{
	bool plain = random_chance(rng, 60);
	int along = random_below(rng, 3);
	for (int i = 0; i < 3; i++)
		v[i] = plain ? 0 : random_between(rng, -1, 1);
	v[along] = sign(rng) * (plain ? 1 : random_between(rng, 0.3, 1));
	if (!plain)
		unit(v);
}

/* a unit vector perpendicular to u: exact if u is a coordinate axis */
static void draw_across(uint64_t *rng, const double u[3], double v[3])
{
	int k = random_below(rng, 3);
	while (fabs(u[k]) > 0.9)
		k = (k + 1) % 3;
	for (int i = 0; i < 3; i++)
		v[i] = (i == k) - u[k] * u[i];
	unit(v);
}

static void draw_axis(uint64_t *rng, const struct theme *theme, const double parent[3], double v[3])
{
	const struct relations *r = &theme->relation;
	double across[3], tilt = log_uniform(rng, theme->tilt_low, theme->tilt_high) * sign(rng);
	int p = random_below(rng, 100);
	draw_across(rng, parent, across);
	if ((p -= r->parallel) < 0)
		memcpy(v, parent, 3 * sizeof *v);
	else if ((p -= r->antiparallel) < 0)
		for (int i = 0; i < 3; i++)
			v[i] = -parent[i];
	else if ((p -= r->nearly) < 0)
		for (int i = 0, s = random_chance(rng, 50); i < 3; i++)
			v[i] = (s ? 1 : -1) * parent[i] + tilt * across[i];
	else if ((p -= r->perpendicular) < 0)
		memcpy(v, across, sizeof across);
	else if ((p -= r->nearly_perpendicular) < 0)
		for (int i = 0; i < 3; i++)
			v[i] = across[i] + tilt * parent[i];
	else
		draw_any_axis(rng, v);
}

/* --- joints --- */

static void draw_parents(uint64_t *rng, const struct theme *theme, struct random_tree *t)
{
	enum shape shape = theme->shape;
	bool mixed = shape == ANY_SHAPE && random_chance(rng, 50);
	if (shape == ANY_SHAPE && !mixed)
		shape = random_chance(rng, 50) ? CHAIN : STAR;
	int hub = random_below(rng, 3) - 1; /* -1: a forest */
	t->dense.n = random_chance(rng, 5) ? 1 : 2 + random_below(rng, RANDOM_BODIES - 1);
	t->dense.body = t->body;
	for (int b = 0; b < t->dense.n; b++)
		t->body[b].parent = mixed ? random_below(rng, b + 1) - 1 : shape == CHAIN || b <= hub ? b - 1 : hub;
}

static const struct random_kind *draw_kind(uint64_t *rng, const struct theme *theme, bool at_root)
{
	int p = random_below(rng, 100);
	if (at_root && random_chance(rng, 12))
		return &random_kinds[RANDOM_FREE];
	if ((p -= theme->prismatic) < 0)
		return &random_kinds[RANDOM_PRISMATIC];
	if ((p -= theme->compound) < 0)
		return &random_kinds[random_below(rng, RANDOM_KINDS)];
	return &random_kinds[RANDOM_REVOLUTE];
}

static void draw_offset(uint64_t *rng, const struct theme *theme, const struct random_tree *t, int b,
                        const double parent[3], const double own[3], struct literal shift[3])
{
	const struct offsets *o = &theme->offset;
	int p = random_below(rng, 100), above = t->body[b].parent;
	double v[3] = { 0, 0, 0 }, size = draw_size(rng, theme), across[3];
	bool miss = random_chance(rng, theme->tiny); /* misses the axis by a hair */
	draw_across(rng, own, across);
	if ((p -= o->none) < 0)
		;
	else if ((p -= o->along_parent) < 0)
		for (int i = 0; i < 3; i++)
			v[i] = size * parent[i];
	else if ((p -= o->along_own) < 0)
		for (int i = 0; i < 3; i++)
			v[i] = size * own[i];
	else if ((p -= o->back) < 0 && above >= 0 && t->text[above].at_n) {
		for (int i = 0; i < 3; i++) {
			shift[i] = t->text[above].at[0].arg[i];
			shift[i].digits = -shift[i].digits;
		}
		return;
	} else {
		for (int i = 0; i < 3; i++)
			v[i] = random_chance(rng, 25) ? 0 : draw_size(rng, theme);
	}
	size = log_uniform(rng, 1e-10, 1e-8);
	for (int i = 0; i < 3 && miss; i++)
		v[i] += size * across[i];
	sharp_vector(LITERAL_LENGTH, v, shift);
}

/* rotation about the own axis, which changes no relation; a half turn; or any */
static void draw_turn(uint64_t *rng, const struct theme *theme, const double own[3], struct place *item)
{
	memset(item, 0, sizeof *item);
	switch (random_below(rng, 5)) {
	case 0:
		item->kind = (enum place_kind)(PLACE_RX + random_below(rng, 3));
		item->arg[0] = sharp(LITERAL_RAD, sign(rng) * log_uniform(rng, theme->tilt_low, theme->tilt_high));
		break;
	case 1:
		item->kind = (enum place_kind)(PLACE_RX + random_below(rng, 3));
		item->arg[0] = literal_near(LITERAL_DEG, 90 * (random_below(rng, 4) - 1), 0);
		break;
	default:
		item->kind = PLACE_AXIS_ANGLE;
		sharp_vector(LITERAL_NUMBER, own, item->arg);
		item->arg[3] = sharp(LITERAL_RAD, random_between(rng, -3, 3));
		break;
	}
}

static void draw_joint(uint64_t *rng, const struct theme *theme, struct random_tree *t, int b, double axis[][3])
{
	static const double z[3] = { 0, 0, 1 };
	struct dense_body *body = &t->body[b];
	struct random_body *text = &t->text[b];
	const double *above = body->parent < 0 ? z : axis[body->parent];
	if (body->parent < 0)
		draw_any_axis(rng, axis[b]);
	else
		draw_axis(rng, theme, above, axis[b]);
	sharp_vector(LITERAL_NUMBER, axis[b], text->axis);
	for (int i = 0; i < 3; i++)
		body->axis[i] = body->param[i] = literal_value(text->axis[i]);
	if (text->kind->pitch) {
		text->pitch = sharp(LITERAL_PITCH, draw_size(rng, theme));
		body->param[3] = literal_value(text->pitch);
	}
	text->at[0].kind = PLACE_SHIFT;
	draw_offset(rng, theme, t, b, above, axis[b], text->at[0].arg);
	text->at_n = 1;
	if (random_chance(rng, 35))
		draw_turn(rng, theme, axis[b], &text->at[text->at_n++]);
	bool quaternion = body->joint == DENSE_FREE || body->joint == DENSE_SPHERICAL;
	if (!quaternion && random_chance(rng, 10)) {
		text->then[0].kind = PLACE_SHIFT;
		draw_offset(rng, theme, t, b, above, axis[b], text->then[0].arg);
		text->then_n = 1;
	}
	body->at = body->then = place_identity;
	place_follow(&body->at, text->at, text->at_n);
	place_follow(&body->then, text->then, text->then_n);
	text->hub = -1;
}

/* Couples a joint of one coordinate to a joint that turns, anywhere in the tree. */
static void draw_coupling(uint64_t *rng, struct random_tree *t, int b)
{
	struct random_body *text = &t->text[b];
	int master = random_below(rng, t->dense.n);
	if (text->kind->velocities != 1 || master == b || t->text[master].coupled ||
	    t->text[master].kind != &random_kinds[RANDOM_REVOLUTE])
		return;
	for (int i = 0; i < t->dense.n; i++)
		if (t->text[i].coupled && t->text[i].master == b)
			return;
	uint64_t own = *rng; /* the other draws stay */
	text->coupled = true;
	text->coupling = &random_couplings[random_chance(&own, 60) ? random_below(&own, RANDOM_COUPLINGS) : 0];
	text->master = master;
	text->ratio = sharp(text->kind->slides[0] ? LITERAL_LENGTH : LITERAL_NUMBER,
	                    sign(rng) * random_between(rng, 0.05, 2));
}

static void draw_joints(uint64_t *rng, const struct theme *theme, struct random_tree *t)
{
	static const char *const name[RANDOM_BODIES] = { "b0", "b1", "b2", "b3", "b4",  "b5",
		                                         "b6", "b7", "b8", "b9", "b10", "b11" };
	double axis[RANDOM_BODIES][3];
	for (int b = 0; b < t->dense.n; b++)
		random_set_kind(t, b, draw_kind(rng, theme, t->body[b].parent < 0));
	if (!dense_nv(&t->dense))
		random_set_kind(t, t->dense.n - 1, &random_kinds[RANDOM_REVOLUTE]);
	for (int b = 0; b < t->dense.n; b++) {
		t->text[b].name = name[b];
		snprintf(t->text[b].joint_name, sizeof t->text[b].joint_name, "j%d", b);
		draw_joint(rng, theme, t, b, axis);
	}
	for (int b = 0; b < t->dense.n; b++)
		if (random_chance(rng, theme->coupled))
			draw_coupling(rng, t, b);
}

/* --- masses --- */

static void draw_centre(uint64_t *rng, const struct theme *theme, const struct dense_body *body, double c[3])
{
	double size = random_between(rng, -0.5, 0.5);
	bool aside = random_chance(rng, 30);
	for (int i = 0; i < 3; i++)
		c[i] = 0;
	if (random_chance(rng, theme->along_axis)) {
		for (int i = 0; i < 3; i++)
			c[i] = size * (double)body->axis[i] + aside * log_uniform(rng, 1e-12, 1e-7);
	} else if (!random_chance(rng, 20)) {
		for (int i = 0; i < 3; i++)
			c[i] = random_chance(rng, 30) ? 0 : draw_size(rng, theme);
	}
}

/* Spreads of mass along three axes: a ball, a rod, a plate, a tool with an axis, a point; or any body. */
static void draw_spread(uint64_t *rng, const struct theme *theme, double spread[3])
{
	int k = random_below(rng, 3);
	for (int i = 0; i < 3; i++) {
		double r = random_between(rng, 0.03, 0.3);
		spread[i] = r * r;
	}
	if (!random_chance(rng, theme->special))
		return;
	switch (random_below(rng, 5)) {
	case 0: /* point */ spread[0] = spread[1] = spread[2] = 0; break;
	case 1: /* rod */ spread[k] = spread[(k + 1) % 3] = 0; break;
	case 2: /* plate: diag(a, b, a + b) */ spread[k] = 0; break;
	case 3: spread[k] = spread[(k + 1) % 3]; break;
	default: spread[1] = spread[2] = spread[0]; break;
	}
}

static void draw_inertia(uint64_t *rng, const struct theme *theme, double mass, struct random_body *text,
                         struct dense_body *body)
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	struct place turn = { .kind = PLACE_QUATERNION };
	struct dense_frame frame = place_identity;
	double spread[3];
	draw_spread(rng, theme, spread);
	for (int i = 0; i < 4; i++)
		turn.arg[i] = sharp(LITERAL_NUMBER, random_between(rng, 0.1, 1));
	if (random_chance(rng, 35))
		place_follow(&frame, &turn, 1);
	for (int k = 0; k < 6; k++) {
		int i = row[k], j = column[k];
		real x = 0;
		for (int l = 0; l < 3; l++)
			x += frame.R[i][l] * (real)(mass * (spread[(l + 1) % 3] + spread[(l + 2) % 3])) * frame.R[j][l];
		text->inertia[k] = sharp(LITERAL_INERTIA, (double)x);
		body->inertia[i][j] = body->inertia[j][i] = literal_value(text->inertia[k]);
	}
}

static void draw_mass(uint64_t *rng, const struct theme *theme, struct random_tree *t, int b)
{
	struct dense_body *body = &t->body[b];
	struct random_body *text = &t->text[b];
	double centre[3], mass = random_between(rng, 0.1, 5);
	text->mass = sharp(LITERAL_MASS, 0);
	for (int i = 0; i < 3; i++)
		text->com[i] = sharp(LITERAL_LENGTH, 0);
	for (int i = 0; i < 6; i++)
		text->inertia[i] = sharp(LITERAL_INERTIA, 0);
	if (random_chance(rng, theme->massless))
		return;
	if (random_chance(rng, theme->extreme))
		mass = random_chance(rng, 50) ? 1e-9 : 1e4;
	text->mass = sharp(LITERAL_MASS, mass);
	body->mass = literal_value(text->mass);
	draw_centre(rng, theme, body, centre);
	sharp_vector(LITERAL_LENGTH, centre, text->com);
	for (int i = 0; i < 3; i++)
		body->com[i] = literal_value(text->com[i]);
	draw_inertia(rng, theme, mass, text, body);
	if (text->kind->velocities && random_chance(rng, 10)) {
		text->armature_n = text->kind->velocities;
		for (int i = 0; i < text->armature_n; i++) {
			text->armature[i] = sharp(text->kind->slides[i] ? LITERAL_MASS : LITERAL_INERTIA,
			                          random_between(rng, 0.1, 1));
			body->armature[i] = literal_value(text->armature[i]);
		}
	}
}

/* --- gravity: default, none, along the first axis or against it, across, almost along z, any --- */

static void draw_gravity(uint64_t *rng, const struct theme *theme, struct random_tree *t)
{
	double g[3] = { 0, 0, 0 }, first[3], across[3], size = 9.81 * sign(rng);
	int p = theme->gravity == ALMOST_Z ? 4 : random_below(rng, 6);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			g[i] += (double)(t->body[0].at.R[i][j] * t->body[0].axis[j]);
	memcpy(first, g, sizeof g);
	unit(first);
	draw_across(rng, first, across);
	for (int i = 0; i < 3; i++)
		g[i] = p == 1   ? 0
		       : p == 2 ? size * first[i]
		       : p == 3 ? size * across[i]
		       : p == 4 ? size * (i == 2) + (i < 2 ? log_uniform(rng, 1e-14, 1e-3) * sign(rng) : 0)
		                : random_between(rng, -9.9, 9.9);
	t->dense.gravity[2] = literal_value(literal_near(LITERAL_ACCELERATION, -9.81L, 2));
	t->gravity_written = p > 0;
	if (!t->gravity_written)
		return;
	sharp_vector(LITERAL_ACCELERATION, g, t->gravity);
	for (int i = 0; i < 3; i++)
		t->dense.gravity[i] = literal_value(t->gravity[i]);
}

void random_tree_hard(uint64_t *rng, struct random_tree *t)
{
	const struct theme *theme = &themes[t->seed % THEMES];
	t->theme = theme->name;
	draw_parents(rng, theme, t);
	draw_joints(rng, theme, t);
	for (int b = 0; b < t->dense.n; b++)
		draw_mass(rng, theme, t, b);
	draw_gravity(rng, theme, t);
}
