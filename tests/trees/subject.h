/* A random tree as a model with a frame, a state of it, and the outputs of its functions there.
 * Called by the tests that compare functions with the reference and with each other.
 * The caller frees the text; a tree points into itself: do not copy a subject. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include "random_contact.h"
#include "random_linkage.h"
#include "random_loop.h"
#include "random_tree.h"
#include "random_wrench.h"
#include "reference/dense_functions.h"
#include "run.h"

enum {
	SUBJECT_NUMBERS = 10 * RANDOM_BODIES * RANDOM_NV /* of a regressor */,
	SUBJECT_OUTPUTS = 18 /* of fused functions too */
};

struct subject {
	struct random_tree tree;
	char *text;
	size_t length;
	struct dense_site site, other; /* of the frames "the probe" and "the other" */
	int nq, nv;
	double q[RANDOM_NQ], qd[RANDOM_NV], qdd[RANDOM_NV], tau[RANDOM_NV], f_ext[RANDOM_WRENCH_NUMBERS];
	double v[RANDOM_NV], q1[RANDOM_NQ], dt; /* a displacement; other coordinates; the time of a step */
	double R[9], p[3], damping;             /* a pose wanted of a frame; of a step to it */
	double pi[10 * RANDOM_BODIES];          /* any parameters of the moving bodies, not necessarily the true ones */
	dense_real dense_q[RANDOM_NQ], dense_qd[RANDOM_NV], dense_qdd[RANDOM_NV], dense_tau[RANDOM_NV],
		wrench[6 * RANDOM_BODIES];
	enum dense_hold hold[RANDOM_BODIES];
	dense_real needle;
	struct random_contacts *contacts; /* NULL: none were drawn */
	struct random_loops *loops;       /* likewise */
	double lambda[RANDOM_PHASE_ROWS]; /* given forces of rows */
	double *params;                   /* parameters to be set in functions; NULL: none */
	char name[100];
};

/* Takes the seed from RIGIDC_SEED if set, and prints the settings. */
void subject_settings(int trees, uint64_t *seed);

/* Draws a subject. Its wrenches are drawn too, unless `wrenches` is false. */
void subject_draw(enum random_scope scope, uint64_t seed, bool wrenches, struct subject *s);

/* The same with loops, which are closed at its state; false, and nothing to free: none fits the tree. */
bool subject_draw_closed(enum random_scope scope, uint64_t seed, bool wrenches, struct subject *s);
/* Moves the subject to another state, at which loops are open. Requires that no wrenches were drawn. */
void subject_open(uint64_t seed, struct subject *s);
/* The same, to a state of quarter turns, where limbs are straight, folded or square. */
void subject_square(uint64_t seed, struct subject *s);

/* Draws contacts, phases and idle joints for a drawn subject, and adds them to its text. */
void subject_stand(struct subject *s);

/* Draws loops of all kinds for a drawn subject, with idle joints and maybe a contact, and adds them to its text. */
void subject_link(struct subject *s, struct random_linkage *loops);

/* Makes numbers of the source parameters with other defaults; functions get the true values. Parameters from
 * options->parametrize have true values. */
void subject_give(uint64_t *rng, const rigidc_options *options, struct subject *s);
/* The same, after options->parametrize is drawn: none, or some of gravity, geometry and inertial. */
void subject_give_some(uint64_t *rng, rigidc_options *options, struct subject *s);
void subject_free(struct subject *s);

/* Can a name of the tree stand in a request without quotes? */
bool subject_plain(const char *name);

struct outcome {
	int outputs, size[SUBJECT_OUTPUTS];
	double value[SUBJECT_OUTPUTS][SUBJECT_NUMBERS];
};

/* Functions of one model by the evaluator, each compiled when it is first asked. */
struct asked {
	rigidc_model *model;
	struct {
		char name[120];
		rigidc_function *function;
	} item[24];
	int count;
};

/* The value of a function at the subject's state. */
void subject_ask(const struct subject *s, struct asked *asked, const char *name, struct outcome *o);
/* Frees the functions, before their model. */
void asked_free(struct asked *asked);
/* Calls a function of the subject's model at its state, once. */
void subject_run(const struct subject *s, rigidc_model *model, const char *name, rigidc_tier tier, struct outcome *o);

/* An output by the reference. condition: factor by which a sound computation may be worse. */
struct answer {
	const dense_real *value;
	int size;
	dense_real scale, condition;
};
/* Fails unless output `output` of `o` agrees with the answer, to 1e-12 of the largest number. */
void subject_judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int output,
                   struct answer answer);
/* Prints the worst error so far. */
void subject_tell(void);
/* Calls a function by another executor, whose results must be identical to the wanted ones. */
void subject_same_bits(const struct subject *s, rigidc_model *model, const char *name, rigidc_tier tier,
                       const struct outcome *wanted);

#endif
