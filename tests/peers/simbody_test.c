/* Comparison with Simbody: accelerations and forces on contacts, of random trees, of examples and of the robots of a
 * folder. MuJoCo's contacts are soft, and KDL has none.
 *
 *   RIGIDC_LEVEL=l       how many trees: 30, 300 or 1000
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .urdf file there too, with points on its last links */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"
#include "simbody_peer.h"
#include "trees/legged.h"
#include "trees/model_tree.h"
#include "trees/random_bits.h"
#include "trees/random_contact.h"

typedef dense_real real;

enum { NQ = PEER_NQ, NV = PEER_NV, ROWS = RANDOM_PHASE_ROWS, CONTACTS = 8, STATES = 4 };

static struct peer_settings settings;

/* --- errors --- */

struct measure {
	const char *of;
	double tolerance, worst[2]; /* of accelerations, of forces */
	char whose[2][160];
	int compared[4];   /* contacts by their kinds */
	char refusal[512]; /* of Simbody; empty: none */
};

static struct measure of_trees = { .of = "trees", .tolerance = 1e-9 };
static struct measure of_examples = { .of = "examples", .tolerance = 1e-9 };
static struct measure of_robots = { .of = "robots", .tolerance = 1e-9 };

static void print_measure(const struct measure *m)
{
	static const char *const what[] = { "accelerations", "forces" };
	for (int i = 0; i < 2 && m->whose[i][0]; i++)
		printf("# %s of %s: largest relative error %.2g, of %s, allowed %.0e\n", what[i], m->of, m->worst[i],
		       m->whose[i], m->tolerance);
	printf("# contacts of %s: %d points, %d fixed, %d lines, %d slides\n", m->of, m->compared[SIMBODY_POINT],
	       m->compared[SIMBODY_FIXED], m->compared[SIMBODY_LINE], m->compared[SIMBODY_SLIDE]);
}

/* Error of n numbers, relative to the largest of them and of the terms. */
static bool judge(struct measure *m, int what, const double *x, const double *reference, int n, double size,
                  const char *whose)
{
	double error = 0;
	for (int i = 0; i < n; i++) {
		error = isfinite(x[i]) ? fmax(error, fabs(x[i] - reference[i])) : INFINITY;
		size = fmax(size, fabs(reference[i]));
	}
	error = error > 0 ? error / size : 0;
	if (error >= m->worst[what]) {
		m->worst[what] = error;
		snprintf(m->whose[what], sizeof m->whose[what], "%s", whose);
	}
	if (error > m->tolerance)
		printf("# %s: %s differ by %.3g\n", whose, what ? "forces" : "accelerations", error);
	return error <= m->tolerance;
}

/* --- contacts as rows, and as Simbody's constraints --- */

/* Contacts whose rows hold at once. */
struct stand {
	const char *phase; /* as in requests */
	int contacts, first[CONTACTS + 1];
	struct simbody_contact contact[CONTACTS];
	struct dense_constraints rows;
};

static bool same_contact(const struct dense_row *x, const struct dense_row *y)
{
	return x->b.body == y->b.body && memcmp(&x->b.at, &y->b.at, sizeof x->b.at) == 0 && x->angular <= y->angular;
}

static void take_contact(struct simbody_contact *c, const struct dense_row *row, int rows)
{
	c->kind = rows == 1 ? SIMBODY_SLIDE : rows == 3 ? SIMBODY_POINT : rows == 5 ? SIMBODY_LINE : SIMBODY_FIXED;
	c->site = row->b;
	c->ground = row->a.at;
	for (int i = 0; rows == 5 && i < 2; i++)
		for (int k = 0; k < 3; k++)
			c->square[i][k] = row[3 + i].t[k];
}

/* Rows of one contact are in sequence, forces before moments. */
static void take_stand(struct stand *stand, const char *phase, struct dense_constraints rows)
{
	memset(stand, 0, sizeof *stand);
	stand->phase = phase;
	stand->rows = rows;
	for (int r = 0; r < rows.n; r++)
		if (r == 0 || !same_contact(&rows.row[r - 1], &rows.row[r]))
			stand->first[stand->contacts++] = r;
	stand->first[stand->contacts] = rows.n;
	for (int i = 0; i < stand->contacts; i++)
		take_contact(&stand->contact[i], rows.row + stand->first[i], stand->first[i + 1] - stand->first[i]);
}

/* Force and moment of each contact in world axes, from forces of rows. */
static void add_up(const struct stand *stand, const real *q, const double *lambda, double *wrench)
{
	for (int i = 0; i < stand->contacts; i++)
		for (int r = stand->first[i]; r < stand->first[i + 1]; r++) {
			const struct dense_row *row = &stand->rows.row[r];
			real R[9], p[3];
			dense_fk(stand->rows.tree, q, row->of_b ? &row->b : &row->a, R, p, NULL);
			for (int k = 0; k < 3; k++)
				wrench[6 * i + 3 * row->angular + k] +=
					(double)(R[3 * k] * row->t[0] + R[3 * k + 1] * row->t[1] +
				                 R[3 * k + 2] * row->t[2]) *
					lambda[r];
		}
}

/* --- comparing --- */

struct state {
	double q[NQ], qd[NV], tau[NV];
	real wide_q[NQ], wide_qd[NV], wide_tau[NV];
};

/* Projects a random velocity onto the velocities that keep the contacts. */
static void draw_state(uint64_t seed, const struct dense_constraints *rows, struct state *s)
{
	static real unused[ROWS], loose[NV], scale[2], none[ROWS];
	double qdd[NV];
	real condition;
	int nv = dense_nv(rows->tree);
	uint64_t random = seed;
	random_state(seed, rows->tree, s->q, s->qd, qdd);
	dense_widen(s->q, dense_nq(rows->tree), s->wide_q);
	dense_widen(s->qd, nv, loose);
	dense_rows_impact(rows, s->wide_q, loose, none, s->wide_qd, unused, &condition, scale);
	for (int i = 0; i < nv; i++) {
		s->qd[i] = (double)s->wide_qd[i];
		s->wide_qd[i] = s->qd[i];
		s->wide_tau[i] = s->tau[i] = random_between(&random, -5, 5);
	}
}

static rigidc_function *make(rigidc_model *model, const char *function, const char *phase)
{
	char name[80];
	rigidc_function *made;
	snprintf(name, sizeof name, "%s:%s", function, phase);
	if (rigidc_function_new(model, name, RIGIDC_EVALUATOR, &made) == RIGIDC_OK)
		return made;
	printf("# %s: %s\n", name, rigidc_messages(model));
	return NULL;
}

/* Sizes of accelerations and forces. Simbody subtracts from the accelerations without contacts those by their forces. */
static void find_sizes(const struct dense_constraints *rows, const struct state *s, double size[2])
{
	static real qdd[NV], lambda[ROWS];
	struct dense_constraints none = *rows;
	real condition, scale[2];
	none.n = 0;
	dense_rows_fd(rows, s->wide_q, s->wide_qd, s->wide_tau, NULL, qdd, lambda, &condition, scale);
	size[0] = (double)scale[0];
	size[1] = (double)scale[1];
	dense_rows_fd(&none, s->wide_q, s->wide_qd, s->wide_tau, NULL, qdd, lambda, &condition, scale);
	for (int i = 0; i < dense_nv(rows->tree); i++)
		size[0] = fmax(size[0], fabs((double)qdd[i]));
}

static bool compare_state(struct measure *m, rigidc_function *const function[2], const struct stand *stand,
                          const struct state *s, const char *whose)
{
	double qdd[NV], lambda[ROWS], wrench[6 * CONTACTS] = { 0 }, their_qdd[NV], their_wrench[6 * CONTACTS], size[2];
	const double *in[] = { s->q, s->qd, s->tau };
	rigidc_call(function[0], in, (double *[]){ qdd });
	rigidc_call(function[1], in, (double *[]){ lambda });
	if (!simbody_fd(stand->rows.tree, stand->contact, stand->contacts, s->q, s->qd, s->tau, their_qdd, their_wrench,
	                m->refusal, sizeof m->refusal)) {
		printf("# %s: %s\n", whose, m->refusal);
		return false;
	}
	find_sizes(&stand->rows, s, size);
	add_up(stand, s->wide_q, lambda, wrench);
	return judge(m, 0, qdd, their_qdd, dense_nv(stand->rows.tree), size[0], whose) &
	       judge(m, 1, wrench, their_wrench, 6 * stand->contacts, size[1], whose);
}

/* Are the rows independent, and do the same ones hold by themselves as at another state? */
static bool is_regular(const struct dense_constraints *rows, const struct state *s, const struct state *other)
{
	bool holds[ROWS], elsewhere[ROWS];
	dense_rows_that_hold(rows, s->wide_q, holds);
	dense_rows_that_hold(rows, other->wide_q, elsewhere);
	return memcmp(holds, elsewhere, (size_t)rows->n) == 0 && dense_rows_independence(rows, s->wide_q) > 1e-3L;
}

static bool compare_stand(struct measure *m, rigidc_model *model, const struct stand *stand, uint64_t seed,
                          const char *whose)
{
	char full[160];
	struct state s, other;
	rigidc_function *function[] = { make(model, "fd", stand->phase), make(model, "lambda", stand->phase) };
	bool same = function[0] && function[1];
	snprintf(full, sizeof full, "%s, %s", whose, stand->phase);
	for (int i = 0; i < stand->contacts; i++)
		m->compared[stand->contact[i].kind]++;
	draw_state(~seed, &stand->rows, &other);
	for (int i = 0; same && i < STATES; i++) {
		draw_state(seed + (uint64_t)i * 1000003, &stand->rows, &s);
		if (is_regular(&stand->rows, &s, &other))
			same = compare_state(m, function, stand, &s, full);
	}
	rigidc_function_free(function[0]);
	rigidc_function_free(function[1]);
	return same;
}

/* --- random trees --- */

static void remove_armatures(struct random_tree *tree)
{
	for (int b = 0; b < tree->dense.n; b++) {
		tree->text[b].armature_n = 0;
		memset(tree->body[b].armature, 0, sizeof tree->body[b].armature);
	}
}

/* Draws contacts for a tree; the model's text, which the caller frees. */
static char *draw_contacts(struct random_tree *tree, uint64_t seed, struct random_contacts *drawn, size_t *length)
{
	double q[NQ], qd[NV], qdd[NV];
	real wide[NQ];
	char *text;
	uint64_t random = ~seed;
	FILE *out = open_memstream(&text, length);
	random_state(seed, &tree->dense, q, qd, qdd);
	dense_widen(q, dense_nq(&tree->dense), wide);
	random_tree_write(tree, out);
	random_contacts_declare(&random, tree, NULL, wide, out, drawn);
	fclose(out);
	return text;
}

static bool compare_phase(rigidc_model *model, const struct random_tree *tree, const struct random_phase *phase,
                          uint64_t seed, const char *whose)
{
	struct stand stand;
	take_stand(&stand, phase->name,
	           (struct dense_constraints){ .tree = &tree->dense, .n = phase->rows, .row = phase->row });
	return compare_stand(&of_trees, model, &stand, seed, whose);
}

static void try_tree(uint64_t seed)
{
	static struct random_tree tree;
	static struct random_contacts drawn;
	rigidc_model *model;
	char whose[40];
	size_t length;
	random_tree_in(RANDOM_COMMON, seed, &tree);
	remove_armatures(&tree);
	snprintf(whose, sizeof whose, "tree %llu", (unsigned long long)seed);
	if (!tree.definite || !tree.massive_leaves) {
		tap_skip(whose, "M is singular");
		return;
	}
	char *text = draw_contacts(&tree, seed, &drawn, &length);
	bool same = rigidc_read(text, length, whose, NULL, &model) == RIGIDC_OK;
	if (!same)
		printf("# %s\n", rigidc_messages(model));
	for (int i = 0; same && i < drawn.phases; i++)
		same = compare_phase(model, &tree, &drawn.phase[i], seed, whose);
	for (int i = 0; same && i < drawn.contacts; i++)
		same = compare_phase(model, &tree, &drawn.contact[i], seed, whose);
	tap_ok(same, "%s: %d velocities, %d contacts", whose, dense_nv(&tree.dense), drawn.contacts);
	rigidc_model_free(model);
	free(text);
}

/* --- examples --- */

struct foot {
	const char *name, *kind, *frame;
};

static const struct example {
	const char *name, *path, *text; /* a file, or a text */
	const char *base;
	struct foot foot[4];
	const char *phase[8]; /* contacts, with commas */
} examples[] = {
	{ "ANYmal B",
	  "examples/anymal_b.rig",
	  NULL,
	  NULL,
	  { { "lf", "", "LF_FOOT" }, { "rf", "", "RF_FOOT" }, { "lh", "", "LH_FOOT" }, { "rh", "", "RH_FOOT" } },
	  { "lf", "rh", "lf,rh", "lf,rf,lh", "lf,rf,lh,rh" } },
	{ "Solo 12 on ice",
	  "examples/solo12.rig",
	  NULL,
	  NULL,
	  { { "lf", "slide", "FL_FOOT" },
	    { "rf", "", "FR_FOOT" },
	    { "lh", "slide", "HL_FOOT" },
	    { "rh", "", "HR_FOOT" } },
	  { "lf", "lf,rf", "lf,lh", "lf,rf,lh,rh" } },
	{ "spider",
	  NULL,
	  spider,
	  NULL,
	  { { "a", "", "A.foot" }, { "b", "", "B.foot" }, { "c", "slide", "C.foot" }, { "d", "", "D.foot" } },
	  { "a", "b,d", "a,b,c", "a,b,c,d" } },
	{ "walker",
	  NULL,
	  walker,
	  NULL,
	  { { "left", "fixed", "L.sole" },
	    { "right", "fixed", "R.sole" },
	    { "left_toe", "line(y)", "L.tip" },
	    { "right_toe", "line(y)", "R.tip" } },
	  { "left", "left_toe", "left,right", "left,right_toe", "left_toe,right_toe" } },
	{ "hopper in a plane",
	  NULL,
	  hopper,
	  NULL,
	  { { "toe", "", "tip" }, { "flat", "fixed", "foot" }, { "skate", "slide", "tip" } },
	  { "toe", "flat", "skate" } },
	{ "UR5",
	  "examples/ur5.rig",
	  NULL,
	  NULL,
	  { { "tip", "", "ee_link" },
	    { "welded", "fixed", "ee_link" },
	    { "edge", "line(z)", "ee_link" },
	    { "table", "slide", "forearm_link" } },
	  { "tip", "welded", "edge", "table", "tip,table" } },
};

/* Reads a model with a list of contacts and phases p0, p1, ...; false: refused. */
static bool stand_on(const struct example *e, rigidc_model **model)
{
	char contact[4][80], phase[8][80];
	const char *contacts[4], *phases[8];
	rigidc_options options = { .contact = contacts, .phase = phases, .base = e->base };
	for (; options.contacts < 4 && e->foot[options.contacts].name; options.contacts++) {
		const struct foot *f = &e->foot[options.contacts];
		snprintf(contact[options.contacts], sizeof *contact, "%s=\"%s\"%s%s", f->name, f->frame,
		         f->kind[0] ? ":" : "", f->kind);
		contacts[options.contacts] = contact[options.contacts];
	}
	for (; options.phases < 8 && e->phase[options.phases]; options.phases++) {
		snprintf(phase[options.phases], sizeof *phase, "p%d=%s", (int)options.phases, e->phase[options.phases]);
		phases[options.phases] = phase[options.phases];
	}
	rigidc_status status = e->path ? rigidc_load(e->path, &options, model)
	                               : rigidc_read(e->text, strlen(e->text), e->name, &options, model);
	return status == RIGIDC_OK;
}

/* Rows of the named contacts, in their sequence; -1: a frame is missing. */
static int write_rows(const struct example *e, const struct model_tree *tree, const char *names, struct dense_row *row)
{
	int rows = 0;
	for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',')
		for (int i = 0; i < 4 && e->foot[i].name; i++) {
			struct dense_site site;
			size_t length = strcspn(at, ",");
			if (strlen(e->foot[i].name) != length || memcmp(e->foot[i].name, at, length) != 0)
				continue;
			if (!model_tree_site(tree, e->foot[i].frame, &site))
				return -1;
			rows += contact_rows_write(e->foot[i].kind, &site, row + rows);
		}
	return rows;
}

static void try_example(struct measure *m, const struct example *e)
{
	static struct model_tree tree;
	rigidc_model *model;
	bool same = stand_on(e, &model);
	const char *trouble = same ? model_tree_take(model, &tree) : rigidc_messages(model);
	int phases = 0;
	m->refusal[0] = '\0';
	for (; same && !trouble && phases < 8 && e->phase[phases]; phases++) {
		struct dense_row row[ROWS];
		struct stand stand;
		char phase[16];
		int rows = write_rows(e, &tree, e->phase[phases], row);
		snprintf(phase, sizeof phase, "p%d", phases);
		take_stand(&stand, phase, (struct dense_constraints){ .tree = &tree.dense, .n = rows, .row = row });
		same = rows > 0 && compare_stand(m, model, &stand, settings.seed, e->name);
	}
	if (m->refusal[0])
		trouble = m->refusal;
	if (trouble && m == &of_robots)
		tap_skip(e->name, trouble);
	else
		tap_ok(same, "%s: %d phases%s", e->name, phases, trouble ? trouble : "");
	rigidc_model_free(model);
}

/* --- robots --- */

/* Points on the last four moving links that carry no others, a free base. */
static void try_robot(const char *path)
{
	static struct model_tree tree;
	static char name[4][8] = { "a", "b", "c", "d" }, frame[4][128];
	const char *slash = strrchr(path, '/'), *whose = slash ? slash + 1 : path;
	struct example e = { .name = whose, .path = path, .base = "free", .phase = { "a", "a,b", "a,b,c", "a,b,c,d" } };
	rigidc_model *model;
	bool parent[MODEL_TREE_BODIES] = { false };
	int feet = 0;
	rigidc_status status = rigidc_load(path, &(rigidc_options){ .base = "free" }, &model);
	const char *trouble = status == RIGIDC_OK ? model_tree_take(model, &tree) : "it is refused";
	for (int b = trouble ? 0 : tree.dense.n - 1; b > 0; b--) {
		rigidc_body_info info = { .size = 0 };
		bool last = tree.body[b].joint != DENSE_FIXED && !parent[b];
		for (int up = tree.body[b].parent; up >= 0 && tree.body[b].joint != DENSE_FIXED;
		     up = tree.body[up].parent)
			parent[up] = true;
		if (!last || feet == 4 || tree.body[b].mass <= 0)
			continue;
		rigidc_get_body(model, b, &info);
		snprintf(frame[feet], sizeof *frame, "%s", info.name);
		e.foot[feet] = (struct foot){ name[feet], "", frame[feet] };
		feet++;
	}
	for (int i = feet; i < 4; i++)
		e.phase[i] = NULL;
	rigidc_model_free(model);
	if (trouble || !feet)
		tap_skip(whose, trouble ? trouble : "nothing moves");
	else
		try_example(&of_robots, &e);
}

int main(void)
{
	char **path;
	settings = peer_settings_read();
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		try_example(&of_examples, &examples[i]);
	for (int i = 0; i < settings.trees; i++)
		try_tree(settings.seed + (unsigned)i);
	int robots = peer_robots(&settings, &path);
	for (int i = 0; i < robots; i++)
		try_robot(path[i]);
	print_measure(&of_trees);
	print_measure(&of_examples);
	print_measure(&of_robots);
	return tap_done();
}
