#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/dense_functions.h"
#include "trees/random_bits.h"

/* --- states --- */

static uint64_t state_seed(uint64_t seed, int i)
{
	return seed + (uint64_t)i * 1000003;
}

void peer_draw_state(uint64_t seed, int i, const struct dense_tree *tree, struct peer_state *s)
{
	uint64_t random = state_seed(seed, i);
	memset(s, 0, sizeof *s);
	random_state(random, tree, s->q, s->qd, s->qdd);
	for (int k = 0; k < dense_nv(tree); k++)
		s->tau[k] = random_between(&random, -5, 5);
}

/* Draws wrenches on every body that moves relative to the world; returns their number, and the bodies in name[]. */
static int push(const struct random_tree *drawn, struct peer_state *s, const char **name)
{
	int n = 0;
	random_wrenches(drawn->seed, &drawn->dense, s->wrench);
	for (int b = 0; b < drawn->dense.n; b++) {
		double *wrench = s->wrench + 6 * b;
		if (dense_moves(&drawn->dense, b)) {
			memcpy(s->f_ext + 6 * n, wrench, 6 * sizeof *wrench);
			name[n++] = drawn->text[b].name;
		} else {
			memset(wrench, 0, 6 * sizeof *wrench);
		}
	}
	s->pushed = true;
	return n;
}

/* --- properties of functions --- */

/* a state for the reference, and its results */
struct wide {
	const struct dense_tree *tree;
	struct dense_site site;
	dense_real q[PEER_NQ], qd[PEER_NV], qdd[PEER_NV], tau[PEER_NV], wrench[6 * RANDOM_BODIES], zero[PEER_NV];
	const dense_real *f_ext;
	dense_real answer[PEER_NUMBERS], other[PEER_NUMBERS];
};

static void scale_rnea(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_rnea(w->tree, w->q, w->qd, w->qdd, w->f_ext, w->answer, scale);
}

static void scale_crba(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_crba(w->tree, w->q, w->answer, scale);
}

static void scale_bias(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_bias(w->tree, w->q, w->qd, NULL, w->answer, scale);
}

static void scale_gravity(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_gravity(w->tree, w->q, w->answer, scale);
}

static void scale_fd(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_fd(w->tree, w->q, w->qd, w->tau, NULL, w->answer, NULL, scale);
}

static void scale_fk(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	scale[0] = 1;
	dense_fk(w->tree, w->q, &w->site, w->answer, w->other, scale + 1);
}

static void scale_jac(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_jac(w->tree, w->q, &w->site, w->answer, scale);
}

static void scale_vel(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_vel(w->tree, w->q, w->qd, &w->site, w->answer, scale);
}

static void scale_energy(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_energy(w->tree, w->q, w->qd, w->answer, w->other, scale, scale + 1);
}

static void scale_com(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_com(w->tree, w->q, w->answer, w->other, scale + 1);
}

static void scale_momentum(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_momentum(w->tree, w->q, w->qd, w->answer, scale);
}

static void scale_jcom(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_jcom(w->tree, w->q, w->answer, scale);
}

static void scale_cmm(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	dense_cmm(w->tree, w->q, w->answer, scale);
}

static void scale_rnea_derivatives(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	static dense_real size[2][PEER_NUMBERS];
	const struct dense_instant at = { w->q, w->qd, w->qdd, w->f_ext, NULL };
	int nv = dense_nv(w->tree);
	dense_rnea_derivatives(w->tree, &at, w->answer, w->other, size[0], size[1]);
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < nv * nv; i++)
			scale[k] = fmaxl(scale[k], size[k][i]);
}

static void scale_fd_derivatives(struct wide *w, dense_real scale[PEER_OUTPUTS])
{
	static dense_real Minv[PEER_NUMBERS];
	const struct dense_instant at = { .q = w->q, .qd = w->qd, .f_ext = w->f_ext };
	int nv = dense_nv(w->tree);
	dense_real condition = 0;
	dense_fd_derivatives(w->tree, &at, w->tau, w->answer, w->other, Minv, &condition, scale);
	for (int i = 0; i < nv * nv; i++)
		scale[2] = fmaxl(scale[2], condition * fabsl(Minv[i]));
}

static const struct row {
	const char *name;
	void (*scale)(struct wide *w, dense_real scale[PEER_OUTPUTS]); /* the largest terms of each output */
	bool framed;
	bool weighs;        /* no answer without mass */
	bool pushed;        /* compared with wrenches too */
	double differences; /* minimum tolerance where theirs are differences: see mujoco_derivatives.c; else 0 */
} row[PEER_FUNCTIONS] = {
	[PEER_RNEA] = { .name = "rnea", scale_rnea, .pushed = true },
	[PEER_CRBA] = { .name = "crba", scale_crba },
	[PEER_BIAS] = { .name = "bias", scale_bias },
	[PEER_GRAVITY] = { .name = "gravity", scale_gravity },
	[PEER_FD] = { .name = "fd", scale_fd },
	[PEER_FK] = { .name = "fk", scale_fk, .framed = true },
	[PEER_JAC] = { .name = "jac", scale_jac, .framed = true },
	[PEER_VEL] = { .name = "vel", scale_vel, .framed = true },
	[PEER_ENERGY] = { .name = "energy", scale_energy },
	[PEER_COM] = { .name = "com", scale_com, .weighs = true },
	[PEER_MOMENTUM] = { .name = "momentum", scale_momentum },
	[PEER_JCOM] = { .name = "jcom", scale_jcom, .weighs = true },
	[PEER_CMM] = { .name = "cmm", scale_cmm },
	[PEER_RNEA_DERIVATIVES] = { .name = "rnea_derivatives",
	                            scale_rnea_derivatives,
	                            .pushed = true,
	                            .differences = 1e-10 },
	[PEER_FD_DERIVATIVES] = { .name = "fd_derivatives", scale_fd_derivatives, .pushed = true, .differences = 2e-8 },
};

static void widen(const struct dense_tree *tree, const struct peer_state *s, int body, struct wide *w)
{
	int nv = dense_nv(tree);
	memset(w, 0, sizeof *w);
	w->tree = tree;
	w->site = (struct dense_site){ body, { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } } };
	dense_widen(s->q, dense_nq(tree), w->q);
	dense_widen(s->qd, nv, w->qd);
	dense_widen(s->qdd, nv, w->qdd);
	dense_widen(s->tau, nv, w->tau);
	if (s->pushed) {
		dense_widen(s->wrench, 6 * tree->n, w->wrench);
		w->f_ext = w->wrench;
	}
}

static bool has_mass(const struct dense_tree *tree)
{
	for (int b = 0; b < tree->n; b++)
		if (dense_moves(tree, b) && tree->body[b].mass > 0)
			return true;
	return false;
}

/* --- the error --- */

/* Error of n numbers, relative to the largest of theirs and of the terms. NaN stays. */
static double error_of(const double *x, const double *reference, int n, double scale)
{
	double error = 0;
	for (int i = 0; i < n && !isnan(error); i++) {
		double difference = fabs(x[i] - reference[i]);
		error = difference <= error ? error : difference;
		scale = fmax(scale, fabs(reference[i]));
	}
	return error == 0 ? 0 : error / scale;
}

static double error_of_all(const struct peer_result *ours, const struct peer_result *theirs,
                           const dense_real scale[PEER_OUTPUTS])
{
	double worst = 0;
	for (int i = 0; i < ours->outputs && !isnan(worst); i++) {
		double error = error_of(ours->value[i], theirs->value[i], ours->size[i], (double)scale[i]);
		worst = error <= worst ? worst : error;
	}
	return worst;
}

static double allowed(const struct peer_measures *measures, enum peer_function f)
{
	return fmax(measures->tolerance, row[f].differences);
}

static bool note(struct peer_measure *m, double error, double tolerance, const char *what, const char *whose)
{
	if (!m->whose[0] || !(error <= m->worst)) {
		m->worst = error;
		snprintf(m->whose, sizeof m->whose, "%s", whose);
	}
	if (error <= tolerance)
		return true;
	printf("# %s: %s differs by %.3g\n", whose, what, error);
	return false;
}

void peer_print(const struct peer_measures *measures)
{
	for (int f = 0; f < PEER_FUNCTIONS; f++)
		for (int pushed = 0; pushed < 2; pushed++) {
			const struct peer_measure *m = pushed ? &measures->pushed[f] : &measures->of_function[f];
			if (m->whose[0])
				printf("# %s%s%s: largest relative error %.2g, of %s, allowed %.0e\n", row[f].name,
				       pushed ? " with wrenches" : "", measures->of, m->worst, m->whose,
				       allowed(measures, f));
		}
}

/* --- comparing --- */

static void call(rigidc_function *function, const struct peer_state *s, struct peer_result *r)
{
	const struct {
		const char *name;
		const double *array;
	} given[] = {
		{ "q", s->q }, { "qd", s->qd }, { "qdd", s->qdd }, { "tau", s->tau }, { "f_ext", s->f_ext },
	};
	const double *in[8] = { NULL };
	double *out[PEER_OUTPUTS];
	for (int i = 0; i < rigidc_inputs(function); i++)
		for (size_t k = 0; k < sizeof given / sizeof *given; k++)
			if (strcmp(rigidc_input_name(function, i), given[k].name) == 0)
				in[i] = given[k].array;
	r->outputs = rigidc_outputs(function);
	for (int i = 0; i < r->outputs; i++) {
		r->size[i] = (int)rigidc_output_size(function, i);
		out[i] = r->value[i];
	}
	rigidc_call(function, in, out);
}

static bool compare_state(const struct peer *peer, rigidc_function *function, enum peer_function f, int body,
                          const struct peer_state *s, double *error)
{
	static struct peer_result ours, theirs;
	static struct wide w;
	dense_real scale[PEER_OUTPUTS] = { 0 };
	call(function, s, &ours);
	memset(&theirs, 0, sizeof theirs);
	theirs.outputs = ours.outputs;
	memcpy(theirs.size, ours.size, sizeof theirs.size);
	if (!peer->say(peer->context, f, s, body, &ours, &theirs))
		return false;
	widen(peer->tree, s, body, &w);
	row[f].scale(&w, scale);
	*error = error_of_all(&ours, &theirs, scale);
	return true;
}

/* The name of a function for -f, of a body in quotes, or of none (NULL). */
static void spell(const char *function, const char *body_name, char *name)
{
	name += sprintf(name, "%s", function);
	if (!body_name)
		return;
	name += sprintf(name, ":\"");
	for (const char *c = body_name; *c; c++) {
		if (*c == '"' || *c == '\\')
			*name++ = '\\';
		*name++ = *c;
	}
	sprintf(name, "\"");
}

/* Compares a function, named as for -f; of a body, or of none (NULL). */
static bool compare_function(struct peer_measures *measures, const struct peer *peer, const struct peer_model *ours,
                             enum peer_function f, int body, const char *body_name, uint64_t seed, const char *whose)
{
	char name[2 * URDF_NAME + 32];
	struct peer_state s;
	rigidc_function *function;
	spell(row[f].name, body_name, name);
	if (rigidc_function_new(ours->model, name, RIGIDC_EVALUATOR, &function) != RIGIDC_OK) {
		printf("# %s: %s\n", whose, rigidc_messages(ours->model));
		return false;
	}
	bool same = true;
	for (int i = 0; i < PEER_STATES; i++) {
		double error;
		peer_draw_state(seed, i, peer->tree, &s);
		if (compare_state(peer, function, f, body, &s, &error))
			same &= note(&measures->of_function[f], error, allowed(measures, f), name, whose);
		else
			same = false;
	}
	rigidc_function_free(function);
	return same;
}

bool peer_compare(struct peer_measures *measures, const struct peer *peer, const struct peer_model *ours,
                  const char *const *body_name, uint64_t seed, const char *whose)
{
	bool same = true;
	for (int f = 0; f < PEER_FUNCTIONS; f++) {
		if (!(peer->functions >> f & 1) || (row[f].weighs && !has_mass(peer->tree)))
			continue;
		if (!row[f].framed)
			same &= compare_function(measures, peer, ours, f, -1, NULL, seed, whose);
		for (int b = 0; row[f].framed && b < peer->tree->n; b++)
			if (body_name[b])
				same &= compare_function(measures, peer, ours, f, b, body_name[b], seed, whose);
	}
	return same;
}

static bool compare_pushed(struct peer_measures *measures, const struct peer *peer, const struct peer_model *ours,
                           enum peer_function f, const struct peer_state *s, const char *whose)
{
	char what[64];
	rigidc_function *function;
	double error;
	snprintf(what, sizeof what, "%s with wrenches", row[f].name);
	if (rigidc_function_new(ours->model, row[f].name, RIGIDC_EVALUATOR, &function) != RIGIDC_OK)
		return false;
	bool same = compare_state(peer, function, f, -1, s, &error) &&
	            note(&measures->pushed[f], error, allowed(measures, f), what, whose);
	rigidc_function_free(function);
	return same;
}

bool peer_compare_pushed(struct peer_measures *measures, const struct peer *peer, const struct random_tree *drawn,
                         const char *whose)
{
	const char *name[RANDOM_BODIES];
	struct peer_state s;
	struct peer_model ours;
	peer_draw_state(drawn->seed, 0, peer->tree, &s);
	int wrenches = push(drawn, &s, name);
	bool same = peer_read(&ours, drawn, name, wrenches);
	for (int f = 0; same && f < PEER_FUNCTIONS; f++)
		if (row[f].pushed && peer->functions >> f & 1)
			same = compare_pushed(measures, peer, &ours, f, &s, whose);
	peer_free(&ours);
	return same;
}

bool peer_compare_given(struct peer_measures *measures, const struct peer_model *ours, enum peer_function f,
                        const struct peer_state *s, const struct peer_result *theirs, const char *whose)
{
	static struct peer_result result;
	const dense_real scale[PEER_OUTPUTS] = { 0 };
	rigidc_function *function;
	if (rigidc_function_new(ours->model, row[f].name, RIGIDC_EVALUATOR, &function) != RIGIDC_OK)
		return false;
	call(function, s, &result);
	rigidc_function_free(function);
	return note(&measures->of_function[f], error_of_all(&result, theirs, scale), allowed(measures, f), row[f].name,
	            whose);
}

void peer_body_names(const struct random_tree *drawn, const char *name[RANDOM_BODIES])
{
	for (int b = 0; b < drawn->dense.n; b++)
		name[b] = drawn->text[b].name;
}
