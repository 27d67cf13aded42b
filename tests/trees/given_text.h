/* Numbers of a model's text become parameters: the same model with other defaults, to be given the true numbers.
 * Called by the tests that try parameters on random trees. The caller frees the texts. */
#ifndef GIVEN_TEXT_H
#define GIVEN_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct given_text {
	char *sound, *distorted; /* defaults as the numbers were, and others */
	char *body;              /* the text with the names of the parameters, given0, given1, ..., none of them declared */
	size_t sound_length, distorted_length;
	int count;               /* of parameters */
};

/* Each mass, centre, inertia, armature and gravity with so many per cent of chance. Plain numbers of an armature stay:
 * their unit depends on the joint. */
void given_text_free(struct given_text *given);
void given_text_draw(uint64_t *rng, const char *text, int chance, struct given_text *given);

#endif
