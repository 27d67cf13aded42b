/* Comparison of our functions with another program's: states, sizes of terms, errors.
 * Called by mujoco_test.c and kdl_test.cpp; a table in compare.c has the properties of each function.
 * Arrays are the caller's. */
#ifndef PEER_COMPARE_H
#define PEER_COMPARE_H

#include "peers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum peer_function {
	PEER_RNEA,
	PEER_CRBA,
	PEER_BIAS,
	PEER_GRAVITY,
	PEER_FD,
	PEER_FK,
	PEER_JAC,
	PEER_VEL,
	PEER_ENERGY,
	PEER_COM,
	PEER_MOMENTUM,
	PEER_JCOM,
	PEER_CMM,
	PEER_RNEA_DERIVATIVES,
	PEER_FD_DERIVATIVES,
	PEER_FUNCTIONS
};
enum { PEER_OUTPUTS = 3, PEER_NUMBERS = PEER_NV * PEER_NV, PEER_STATES = 4 };

struct peer_state {
	double q[PEER_NQ], qd[PEER_NV], qdd[PEER_NV], tau[PEER_NV];
	double wrench[6 * RANDOM_BODIES]; /* on each body, in its axes at its origin */
	double f_ext[6 * RANDOM_BODIES];  /* as input of our function */
	bool pushed;                      /* with wrenches */
};

/* The i-th state for a seed, without wrenches: random_state, and forces. */
void peer_draw_state(uint64_t seed, int i, const struct dense_tree *tree, struct peer_state *s);

struct peer_result {
	int outputs, size[PEER_OUTPUTS];
	double value[PEER_OUTPUTS][PEER_NUMBERS];
};

/* Largest error of one function relative to the other program, over all models compared. */
struct peer_measure {
	double worst;
	char whose[64]; /* empty: nothing was compared */
};

struct peer_measures {
	const char *of;   /* " of robots", or "" */
	double tolerance; /* relative to the largest cancelling term */
	/* without wrenches, and with a wrench on every body that moves */
	struct peer_measure of_function[PEER_FUNCTIONS], pushed[PEER_FUNCTIONS];
};

/* The other program with a model. */
struct peer {
	const struct dense_tree *tree;
	unsigned functions; /* available functions, 1 << PEER_RNEA and so on */
	/* Evaluates a function at a state: only the values, in our conventions. theirs has our sizes. body is an
	 * index into the tree for functions of a frame, else -1. False: failed. */
	bool (*say)(void *context, enum peer_function f, const struct peer_state *s, int body,
	            const struct peer_result *ours, struct peer_result *theirs);
	void *context;
};

/* Compares all functions of the peer, at PEER_STATES states of a seed; functions of a frame for every body with a name
 * in body_name (NULL: skipped). Errors beyond the tolerance are printed, and the result is false. */
bool peer_compare(struct peer_measures *measures, const struct peer *peer, const struct peer_model *ours,
                  const char *const *body_name, uint64_t seed, const char *whose);

/* Compares functions of wrenches, where supported, with a wrench on every body that moves. */
bool peer_compare_pushed(struct peer_measures *measures, const struct peer *peer, const struct random_tree *drawn,
                         const char *whose);

/* Compares a function without a frame, at a state of a model without a dense tree, with known values of the other
 * program. */
bool peer_compare_given(struct peer_measures *measures, const struct peer_model *ours, enum peer_function f,
                        const struct peer_state *s, const struct peer_result *theirs, const char *whose);

/* Names of a drawn tree's bodies. */
void peer_body_names(const struct random_tree *drawn, const char *name[RANDOM_BODIES]);

void peer_print(const struct peer_measures *measures);

#ifdef __cplusplus
}
#endif

#endif
