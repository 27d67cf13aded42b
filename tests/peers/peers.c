#include "peers.h"

#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct peer_settings peer_settings_read(void)
{
	const char *trees = getenv("RIGIDC_TREES"), *seed = getenv("RIGIDC_SEED");
	const char *scratch = getenv("RIGIDC_SCRATCH");
	struct peer_settings s = { 300, 1, scratch ? scratch : ".", getenv("RIGIDC_ROBOTS") };
	if (trees)
		s.trees = atoi(trees);
	if (seed)
		s.seed = strtoull(seed, NULL, 10);
	printf("# %d trees from seed %llu\n", s.trees, s.seed);
	return s;
}

/* ---- our side ---- */

static bool make_functions(struct peer_model *m, rigidc_status status)
{
	if (status != RIGIDC_OK)
		return false;
	m->nq = rigidc_nq(m->model);
	m->nv = rigidc_nv(m->model);
	return rigidc_function_new(m->model, "rnea", RIGIDC_EVALUATOR, &m->rnea) == RIGIDC_OK
		&& rigidc_function_new(m->model, "crba", RIGIDC_EVALUATOR, &m->crba) == RIGIDC_OK;
}

bool peer_read_text(struct peer_model *m, const char *text)
{
	memset(m, 0, sizeof *m);
	return make_functions(m, rigidc_read(text, strlen(text), "text.rig", NULL, &m->model));
}

bool peer_read(struct peer_model *m, const struct random_tree *tree, const char *const *wrench, int wrenches)
{
	rigidc_options options = { .wrench = wrench, .wrenches = (size_t)wrenches };
	size_t length;
	char *text = random_tree_text(tree, &length);
	memset(m, 0, sizeof *m);
	bool good = make_functions(m, rigidc_read(text, length, "tree.rig", &options, &m->model));
	free(text);
	return good;
}

void peer_free(struct peer_model *m)
{
	rigidc_function_free(m->rnea);
	rigidc_function_free(m->crba);
	rigidc_model_free(m->model);
}

void peer_rnea(const struct peer_model *m, const double *q, const double *qd, const double *qdd,
               const double *f_ext, double *tau)
{
	const double *in[] = { q, qd, qdd, f_ext };
	rigidc_call(m->rnea, in, &tau);
}

void peer_crba(const struct peer_model *m, const double *q, double *M)
{
	rigidc_call(m->crba, &q, &M);
}

/* ---- robots ---- */

FILE *peer_create(const char *path)
{
	FILE *out = fopen(path, "w");
	if (!out) {
		perror(path);
		exit(2);
	}
	return out;
}

bool peer_load(struct peer_model *m, const struct urdf_robot *robot, const char *path, bool floats,
               const char *copy, const char *whose)
{
	const rigidc_options options = { .floating_base = floats };
	memset(m, 0, sizeof *m);
	if (robot->mimics) {
		FILE *out = peer_create(copy);
		urdf_write(robot, "", out);
		fclose(out);
	}
	if (make_functions(m, rigidc_load(robot->mimics ? copy : path, &options, &m->model)))
		return true;
	printf("# %s: %s\n", whose, rigidc_messages(m->model));
	tap_ok(false, "%s is read", whose);
	peer_free(m);
	return false;
}

int peer_robots(const struct peer_settings *settings, char ***path)
{
	static glob_t found;
	char pattern[512];
	snprintf(pattern, sizeof pattern, "%s/*.urdf", settings->robots ? settings->robots : "");
	if (!settings->robots || glob(pattern, 0, NULL, &found))
		return 0;
	*path = found.gl_pathv;
	return (int)found.gl_pathc;
}

/* ---- states and scales ---- */

static uint64_t state_seed(uint64_t seed, int i)
{
	return seed + (uint64_t)i * 1000003;
}

void peer_state(uint64_t seed, int i, const struct dense_tree *tree, double *q, double *qd, double *qdd)
{
	random_state(state_seed(seed, i), tree, q, qd, qdd);
}

int peer_wrenches(const struct random_tree *tree, int i, double *body_wrench, double *f_ext, const char **name)
{
	bool moves[RANDOM_BODIES];
	int n = 0;
	random_wrenches(state_seed(tree->seed, i), &tree->dense, body_wrench);
	for (int b = 0; b < tree->dense.n; b++) {
		const struct dense_body *body = &tree->body[b];
		moves[b] = body->joint != DENSE_FIXED || (body->parent >= 0 && moves[body->parent]);
		if (moves[b]) {
			memcpy(f_ext + 6 * n, body_wrench + 6 * b, 6 * sizeof *f_ext);
			name[n++] = tree->text[b].name;
		} else {
			memset(body_wrench + 6 * b, 0, 6 * sizeof *body_wrench);
		}
	}
	return n;
}

double peer_rnea_scale(const struct dense_tree *tree, const double *q, const double *qd, const double *qdd,
                       const double *body_wrench)
{
	dense_real wide_q[PEER_NQ], wide_qd[PEER_NV], wide_qdd[PEER_NV], tau[PEER_NV];
	dense_real f[6 * RANDOM_BODIES], scale;
	dense_widen(q, dense_nq(tree), wide_q);
	dense_widen(qd, dense_nv(tree), wide_qd);
	dense_widen(qdd, dense_nv(tree), wide_qdd);
	if (body_wrench)
		dense_widen(body_wrench, 6 * tree->n, f);
	dense_rnea(tree, wide_q, wide_qd, wide_qdd, body_wrench ? f : NULL, tau, &scale);
	return (double)scale;
}

double peer_crba_scale(const struct dense_tree *tree, const double *q)
{
	static dense_real M[PEER_NV * PEER_NV];
	dense_real wide_q[PEER_NQ], scale;
	dense_widen(q, dense_nq(tree), wide_q);
	dense_crba(tree, wide_q, M, &scale);
	return (double)scale;
}

/* ---- the measure ---- */

bool peer_agrees(struct peer_measure *m, const char *whose, const double *x, const double *reference, int n,
                 double scale)
{
	double error = 0, largest = scale;
	for (int i = 0; i < n && !isnan(error); i++) {
		double difference = fabs(x[i] - reference[i]);
		error = difference <= error ? error : difference;       /* NaN stays */
		largest = fmax(largest, fabs(reference[i]));
	}
	error = error == 0 ? 0 : error / largest;
	if (!m->whose[0] || !(error <= m->worst)) {
		m->worst = error;
		snprintf(m->whose, sizeof m->whose, "%s", whose);
	}
	if (error <= m->tolerance)
		return true;
	printf("# %s: %s differs by %.3g of %.3g\n", whose, m->what, error * largest, largest);
	return false;
}

void peer_print(const struct peer_measure *m)
{
	if (!m->whose[0])
		return;
	printf("# %s: largest relative error %.2g, of %s, allowed %.0e\n", m->what, m->worst, m->whose,
	       m->tolerance);
}

/* ---- TAP ---- */

static int tests, failed;

void tap_ok(bool ok, const char *name, ...)
{
	va_list arguments;
	va_start(arguments, name);
	printf("%sok %d - ", ok ? "" : "not ", ++tests);
	vprintf(name, arguments);
	printf("\n");
	fflush(stdout);
	va_end(arguments);
	failed += !ok;
}

void tap_skip(const char *name, const char *reason)
{
	printf("ok %d - %s # SKIP ", ++tests, name);
	for (const char *c = reason; *c; c++) {
		bool space = isspace((unsigned char)*c);
		if (!space)
			putchar(*c);
		else if (c[1] && !isspace((unsigned char)c[1]))
			putchar(' ');
	}
	printf("\n");
	fflush(stdout);
}

int tap_done(void)
{
	printf("1..%d\n", tests);
	return failed != 0;
}
