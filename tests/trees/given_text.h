/* Model sources whose numbers become parameters: the same model with other defaults, for tests that set the true
 * numbers.
 * Called by the tests that try parameters on random trees. The caller frees the texts. */
#ifndef GIVEN_TEXT_H
#define GIVEN_TEXT_H

#include <stddef.h>
#include <stdint.h>

struct given_text {
	char *sound, *distorted; /* with the original numbers as defaults, and with others */
	char *body;              /* the source with the parameters given0, given1, ..., which are not declared */
	size_t sound_length, distorted_length;
	int count; /* of parameters */
};

/* Replaces each mass, centre, inertia, armature and gravity with a probability in per cent. Plain numbers of an
 * armature stay: their unit depends on the joint. */
void given_text_free(struct given_text *given);
void given_text_draw(uint64_t *rng, const char *text, int chance, struct given_text *given);

#endif
