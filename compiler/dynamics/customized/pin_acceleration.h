/* Accelerations of the pins of loops by the outward pass of Newton-Euler. Called by forward dynamics with rows. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_PIN_ACCELERATION_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_PIN_ACCELERATION_H

#include "dynamics/tree/pin_forces.h"

/* `options` are the struct BuildOptions. */
PinAcceleration pin_acceleration;

#endif
