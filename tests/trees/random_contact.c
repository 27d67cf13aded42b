#include "random_contact.h"

#include "random_bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef dense_real real;

enum { TRIALS = 8 };

/* kinds of contacts, by their rows; those of a line are square to its axis */
static const struct kind {
	const char *name;
	unsigned linear, angular;
	int percent;
} kinds[] = { { "", RANDOM_XYZ, 0, 25 },
	      { "slide", RANDOM_Z, 0, 20 },
	      { "line", RANDOM_XYZ, 0, 30 },
	      { "fixed", RANDOM_XYZ, RANDOM_XYZ, 25 } };

/* What rows are drawn for: states of the tree, and its source. */
struct ground {
	uint64_t *rng;
	const struct random_tree *tree;
	FILE *out;
	struct random_contacts *drawn;
	const struct random_phase *loops; /* their rows come first in all phases; NULL: none */
	struct random_states states;
};

static double draw(struct ground *g, double low, double high)
{
	return random_between(g->rng, low, high);
}

static bool chance(struct ground *g, int percent)
{
	return random_chance(g->rng, percent);
}

/* --- rows that fit --- */

/* Rows of the loops, then those of a phase. */
static void add_loops(const struct ground *g, struct random_phase *phase)
{
	struct random_phase own = *phase;
	phase->rows = 0;
	if (g->loops)
		random_rows_append(phase, g->loops);
	random_rows_append(phase, &own);
}

/* Do the rows of a phase fit, beside those of the loops? */
static bool fits(struct ground *g, const struct random_phase *phase)
{
	static struct random_phase all;
	all = *phase;
	add_loops(g, &all);
	return random_rows_fit(g->tree, &g->states, &all);
}

/* Can forces of these rows balance every idle velocity, at all states? */
static bool is_balanced(struct ground *g, const struct random_phase *phase)
{
	static real J[RANDOM_PHASE_ROWS * RANDOM_NV], B[RANDOM_PHASE_ROWS * RANDOM_NV];
	int nv = random_nv(g->tree), idle = 0;
	for (int i = 0; i < RANDOM_STATES; i++) {
		const real *q = g->states.q[i];
		struct dense_constraints c = random_rows_at(g->tree, &g->drawn->held, phase, q, g->states.qd[i]);
		real gap;
		dense_rows_jac(&c, q, J, NULL);
		idle = 0;
		for (int j = 0; j < nv; j++)
			idle += g->drawn->idle[j];
		for (int r = 0; r < phase->rows; r++)
			for (int j = 0, k = 0; j < nv; j++)
				if (g->drawn->idle[j])
					B[r * idle + k++] = J[r * nv + j];
		if (idle && dense_rank(B, phase->rows, idle, 0.02L, &gap) < idle)
			return false;
	}
	/* free joints elsewhere than on the world are left out */
	for (int b = 0; b < g->tree->dense.n; b++)
		if (g->tree->body[b].joint == DENSE_FREE && g->tree->body[b].parent >= 0)
			return false;
	return true;
}

/* --- one contact --- */

static void draw_name(struct ground *g, const char *word, int number, char name[24])
{
	snprintf(name, 24, chance(g, 25) ? "\"the %s %d\"" : "%s%d", word, number);
}

/* A kind with no more rows than there are velocities, where there is one. */
static const struct kind *draw_kind(struct ground *g)
{
	int percent = random_below(g->rng, 100), k = 0;
	for (; percent >= kinds[k].percent; k++)
		percent -= kinds[k].percent;
	int rows = kinds[k].linear == RANDOM_Z ? 1 : kinds[k].angular ? 6 : k == 2 ? 5 : 3;
	return &kinds[rows > random_nv(g->tree) ? 1 : k];
}

/* Draws the axis of a line, writes it, and adds its rows: the two other axes, or x and y after the smallest turn that
 * takes z to the axis. */
static void add_line(struct ground *g, struct random_phase *c, struct dense_row like)
{
	int along = random_below(g->rng, 3);
	double n[3];
	like.of_b = true;
	if (chance(g, 60)) {
		fprintf(g->out, "(%s%c)", chance(g, 30) ? "-" : "", "xyz"[along]);
		random_rows_add_axes(c, like, true, RANDOM_XYZ & ~(1u << along));
		return;
	}
	for (int i = 0; i < 3; i++)
		n[i] = draw(g, 0.2, 1) * (chance(g, 50) ? 1 : -1);
	fprintf(g->out, "((%.17g, %.17g, %.17g))", n[0], n[1], n[2]);
	random_rows_add_beside(c, like, true, n);
}

/* Writes the items of a contact; restitution acts along the normal alone. */
static void draw_items(struct ground *g, int number, bool sloped, struct random_phase *c)
{
	const char *between = " { ";
	double e = draw(g, 0, 1), weight = draw(g, 0.2, 3);
	if (sloped) {
		fprintf(g->out, "%sground slope%d", between, number);
		between = "; ";
	}
	if (chance(g, 50)) {
		fprintf(g->out, "%sfriction %.2f", between, draw(g, 0.1, 1.2));
		between = "; ";
	}
	if (chance(g, 40)) {
		fprintf(g->out, "%srestitution %.17g", between, e);
		between = "; ";
		for (int r = 0; r < c->rows; r++)
			if (!c->row[r].angular && c->row[r].t[2] == 1)
				c->restitution[r] = e;
	}
	if (chance(g, 40)) {
		fprintf(g->out, "%sweight %.17g", between, weight);
		between = "; ";
		for (int r = 0; r < c->rows; r++)
			c->weight[r] = weight;
	}
	fputs(between[0] == ';' ? " }\n" : "\n", g->out);
}

static void draw_contact(struct ground *g, int number, struct random_phase *c)
{
	struct dense_row like = { .a = { -1, place_identity },
		                  .b = { random_plain_body(g->rng, g->tree), place_identity } };
	const struct kind *kind = draw_kind(g);
	bool sloped = chance(g, 40), framed = chance(g, 40);
	char on[40];
	memset(c, 0, sizeof *c);
	if (like.b.body < 0)
		return;
	draw_name(g, "grip", number, c->name);
	snprintf(on, sizeof on, "\"%s\"", g->tree->text[like.b.body].name);
	if (sloped) {
		fprintf(g->out, "\nframe slope%d on world", number);
		random_placement(g->rng, g->tree, g->out, 50, 100, &like.a.at);
	}
	if (framed) {
		fprintf(g->out, "\nframe toe%d on %s", number, on);
		random_placement(g->rng, g->tree, g->out, 70, 50, &like.b.at);
		snprintf(on, sizeof on, "toe%d", number);
	}
	fprintf(g->out, "\ncontact %s%s%s", c->name, kind->name[0] ? " : " : "", kind->name);
	random_rows_add_axes(c, like, false, kind->linear);
	random_rows_add_axes(c, like, true, kind->angular);
	if (strcmp(kind->name, "line") == 0)
		add_line(g, c, like);
	fprintf(g->out, " on %s", on);
	random_placement(g->rng, g->tree, g->out, framed ? 20 : 80, framed ? 20 : 50, &like.b.at);
	for (int r = 0; r < c->rows; r++)
		c->row[r].b = like.b; /* with its whole placement */
	draw_items(g, number, sloped, c);
}

/* Draws contacts until a contact fits, and writes it. */
static bool draw_fitting(struct ground *g, int number, struct random_phase *c)
{
	for (int trial = 0; trial < TRIALS; trial++) {
		FILE *out = g->out;
		char *text;
		size_t length;
		g->out = open_memstream(&text, &length);
		draw_contact(g, number, c);
		fclose(g->out);
		g->out = out;
		bool good = c->rows && fits(g, c);
		if (good)
			fwrite(text, 1, length, out);
		free(text);
		if (good)
			return true;
	}
	return false;
}

/* --- phases --- */

/* Takes contacts in random order as long as they fit; a phase has two or more, but now and then one. */
static void draw_phase(struct ground *g)
{
	struct random_contacts *d = g->drawn;
	struct random_phase *phase = &d->phase[d->phases];
	int order[RANDOM_CONTACTS], taken = 0, most = chance(g, 10) ? 1 : 2 + random_below(g->rng, RANDOM_CONTACTS);
	memset(phase, 0, sizeof *phase);
	for (int i = 0; i < d->contacts; i++) {
		int j = random_below(g->rng, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
	for (int i = 0; i < d->contacts && taken < most; i++) {
		int before = phase->rows;
		random_rows_append(phase, &d->contact[order[i]]);
		if (fits(g, phase))
			order[taken++] = order[i];
		else
			phase->rows = before;
	}
	if (taken < 2 && most > 1)
		return;
	draw_name(g, "stance", d->phases, phase->name);
	fprintf(g->out, "\nphase %s = ", phase->name);
	for (int i = 0; i < taken; i++)
		fprintf(g->out, "%s%s", i ? ", " : "", d->contact[order[i]].name);
	fputs("\n", g->out);
	d->phases++;
}

/* --- idle joints --- */

/* Free roots are idle, and so are a few joints with names, which are written. */
static void draw_idle(struct ground *g)
{
	const struct random_tree *t = g->tree;
	int v_of[RANDOM_BODIES], of_dense[RANDOM_NV], nv = random_velocities(t, of_dense);
	bool some = chance(g, 50);
	dense_index(&t->dense, NULL, NULL, v_of);
	for (int b = 0; b < t->dense.n; b++) {
		bool root = t->body[b].joint == DENSE_FREE && t->body[b].parent < 0;
		bool named = t->text[b].joint_name[0] && t->text[b].kind->velocities == 1 && !t->text[b].coupled;
		bool idle = some && named && chance(g, 20);
		for (int m = 0; idle && m < t->dense.n; m++)
			idle = !(t->text[m].coupled && t->text[m].master == b);
		if (idle)
			fprintf(g->out, "\nidle %s\n", t->text[b].joint_name);
		for (int j = 0; j < nv; j++)
			if (of_dense[j] >= v_of[b] && of_dense[j] < v_of[b] + t->text[b].kind->velocities)
				g->drawn->idle[j] = root || idle;
	}
}

void random_contacts_declare(uint64_t *rng, const struct random_tree *tree, const struct random_phase *loops,
                             const real *q, FILE *out, struct random_contacts *drawn)
{
	static struct ground g;
	memset(&g, 0, sizeof g);
	memset(drawn, 0, sizeof *drawn);
	g.rng = rng;
	g.tree = tree;
	g.out = out;
	g.drawn = drawn;
	g.loops = loops;
	random_states_draw(rng, tree, q, &g.states);
	draw_idle(&g);
	int wanted = 1 + random_below(rng, RANDOM_CONTACTS);
	for (int i = 0; i < wanted; i++)
		drawn->contacts += draw_fitting(&g, i, &drawn->contact[drawn->contacts]);
	for (int i = 0; i < RANDOM_PHASES && drawn->contacts; i++)
		draw_phase(&g);
	for (int i = 0; i < drawn->contacts + drawn->phases; i++) {
		struct random_phase *phase =
			i < drawn->contacts ? &drawn->contact[i] : &drawn->phase[i - drawn->contacts];
		add_loops(&g, phase);
		phase->balanced = !loops && is_balanced(&g, phase);
	}
}
