/* The mass of two bodies fixed to each other. Called by compare and export. */
#ifndef RIGIDC_CLI_JOINED_MASS_H
#define RIGIDC_CLI_JOINED_MASS_H

#include "base/pose.h"

/* A mass, its centre in the body's frame, and its inertia about that centre in the body's axes. */
struct MassParts {
	double *mass, *com, (*inertia)[3];
};

/* Adds a body at `at` to a body: parallel axes, for both about their common centre. */
void joined_mass_add(struct MassParts to, struct MassParts from, const struct Pose *at);

#endif
