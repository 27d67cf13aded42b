/* A random tree as a model with a frame, a state of it, and what its functions return there.
 * Called by the tests that compare functions with the reference and with each other.
 * The caller frees the text; a tree points into itself: do not copy a subject. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include "random_tree.h"
#include "random_wrench.h"
#include "reference/dense_functions.h"
#include "run.h"

enum { SUBJECT_NUMBERS = 10 * RANDOM_BODIES * RANDOM_NV /* of a regressor */, SUBJECT_OUTPUTS = 18 /* of fused functions too */ };

struct subject {
	struct random_tree tree;
	char *text;
	size_t length;
	struct dense_site site;     /* of the frame that is called "the probe" */
	int nq, nv;
	double q[RANDOM_NQ], qd[RANDOM_NV], qdd[RANDOM_NV], tau[RANDOM_NV], f_ext[RANDOM_WRENCH_NUMBERS];
	double pi[10 * RANDOM_BODIES]; /* parameters of the bodies that move, which need not be theirs */
	dense_real dense_q[RANDOM_NQ], dense_qd[RANDOM_NV], dense_qdd[RANDOM_NV], dense_tau[RANDOM_NV], wrench[6 * RANDOM_BODIES];
	enum dense_hold hold[RANDOM_BODIES];
	dense_real needle;
	double *params;             /* what functions are given; NULL: nothing */
	char name[100];
};

/* RIGIDC_SEED, where it is set; says what is taken. */
void subject_settings(int trees, uint64_t *seed);

/* Which wrenches there are is drawn too, or there are none. */
void subject_draw(enum random_scope scope, uint64_t seed, bool wrenches, struct subject *s);

/* Numbers of its text become parameters, which have other defaults than they are: functions are given the true ones. What
 * options->param makes parameters has its values. */
void subject_give(uint64_t *rng, const rigidc_options *options, struct subject *s);
void subject_free(struct subject *s);

/* Can a name of the tree stand in a request as it is? */
bool subject_plain(const char *name);

struct outcome {
	int outputs, size[SUBJECT_OUTPUTS];
	double value[SUBJECT_OUTPUTS][SUBJECT_NUMBERS];
};

/* What a function of the subject's model returns at its state. */
void subject_run(const struct subject *s, rigidc_model *model, const char *name, rigidc_tier tier, struct outcome *o);

#endif
