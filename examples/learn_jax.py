"""Learns the mass of the lower bar of a double pendulum from its motion, by Gauss-Newton through a simulation of 200 steps in JAX.

    RIGIDC_LIBRARY=build/librigidc.so PYTHONPATH=runtime/python python3 examples/learn_jax.py"""

import jax
import jax.numpy as jnp

import rigidc.jax

jax.config.update("jax_enable_x64", True)
STEPS, DT = 200, 0.005
arm = rigidc.jax.load("examples/double_pendulum.rig", parametrize="body:lower")
start = jnp.array([[1.0, 0.5], [-0.4, 1.2], [2.0, -0.3]])  # three motions at once
at_rest = jnp.zeros_like(start)


def motion(mass):
    """Coordinates (STEPS, 3, 2) of a free motion, by semi-implicit Euler."""
    def step(state, _):
        q, qd = state
        qd = qd + DT * arm.fd(q, qd, at_rest, params={"lower_mass": mass})
        q = q + DT * qd
        return (q, qd), q

    return jax.lax.scan(step, (start, at_rest), length=STEPS)[1]


@jax.jit
def improved(mass):
    """A better mass, and the error of this one."""
    error = (motion(mass) - measured).ravel()
    slope = jax.jacfwd(motion)(mass).ravel()
    return mass - slope @ error / (slope @ slope), (error * error).mean()


measured = motion(1.7)
mass = 0.8
for _ in range(5):
    better, error = improved(mass)
    print(f"mass {mass:.6f} kg, error {error:.1e} rad^2")
    mass = better
print(f"learned {mass:.6f} kg")
