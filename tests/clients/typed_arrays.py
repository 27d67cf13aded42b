"""A program of a user with types, on arrays of JAX."""
from __future__ import annotations

import jax
import rigidc.jax
from jax import Array


def effort(arm: rigidc.jax.Model, q: Array, mass: Array) -> Array:
    tau = arm.rnea(q, q, q, params={'payload': mass})
    rotation, position = arm.fk('gripper', q)
    return tau.sum() + position.sum() + rotation.sum() + arm.step('rk4', q, q, tau, mass).q_next.sum()


def gradient(arm: rigidc.jax.Model, q: Array, mass: Array) -> Array:
    return jax.grad(lambda angles: effort(arm, angles, mass))(q)
