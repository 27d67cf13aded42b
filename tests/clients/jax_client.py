"""A module for JAX in JAX.

jax_client.py MODEL FN,FN...: each function of NAME_jax, compiled by `jit`, beside `rigidc eval`; gradients of weighted sums beside rigidc's
operator `vjp`; `vmap` and leading axes beside single states; gradients of gradients beside differences; and all of that in float32.
"""
import importlib
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
from drawn import Model
from tap import attempt, near, numbers_of, ok

jax.config.update('jax_enable_x64', True)
model, functions = sys.argv[1], sys.argv[2].split(',')
name = os.path.basename(model)[:-4]
module = importlib.import_module(name + '_jax')
drawn = Model(model, sys.argv[2])
WITHIN = {np.float64: 1e-12, np.float32: 1e-4}


def flat(result):
    results = result if isinstance(result, tuple) else (result,)
    return jnp.concatenate([jnp.ravel(jnp.asarray(each)) for each in results])


def client(function):
    plain = getattr(module, f"{name}_{function.replace(':', '_')}")
    constants = getattr(module, f'{name}_params_default', None)

    def call(*given):
        """Parameters have their default values, in the type of the inputs."""
        if not constants:
            return plain(*given)
        params = {key: jnp.asarray(value, given[0].dtype) for key, value in constants().items()}
        return plain(*given, getattr(module, f'{name}_prepare')(params))

    compiled = jax.jit(call)
    states = [drawn.draw(function) for _ in range(3)]
    wanted = np.array([numbers_of(model, function, np.concatenate(state)) for state in states])
    weights = drawn.random.uniform(-1, 1, wanted.shape[1])

    def weighted(*given):
        return jnp.dot(flat(call(*given)), weights.astype(given[0].dtype))

    for real in np.float64, np.float32:
        title = f'{function}, {real.__name__}'
        given = [[jnp.asarray(array, real) for array in state] for state in states]
        found = [flat(compiled(*state)) for state in given]
        ok(f'{title}: numbers have the type of the inputs', all(each.dtype == real for each in found))
        near(f'{title}: jit', found, wanted, WITHIN[real])
        together = [jnp.stack(arrays) for arrays in zip(*given)]
        rows = jax.tree.map(lambda array: array.reshape(len(states), -1), jax.vmap(compiled)(*together))
        near(f'{title}: vmap', jnp.concatenate(rows, axis=1) if isinstance(rows, tuple) else rows, wanted, WITHIN[real])
        leading = jax.tree.map(lambda array: array.reshape(len(states), -1), compiled(*together))
        near(f'{title}: leading axes', jnp.concatenate(leading, axis=1) if isinstance(leading, tuple) else leading, wanted, WITHIN[real])
        gradient = jax.jit(jax.grad(weighted, argnums=tuple(range(len(together)))))(*given[0])
        if not drawn.on_a_manifold(): # else those of rigidc are along velocities
            exact = numbers_of(model, 'vjp:' + function, np.concatenate([*states[0], weights]))[:sum(array.size for array in states[0])]
            near(f'{title}: grad', flat(gradient), exact, 10 * WITHIN[real])
        ok(f'{title}: gradients have the type of the inputs', all(each.dtype == real for each in gradient))

    twice = jax.jit(jax.jacfwd(jax.grad(weighted)))
    state, step = [jnp.asarray(array) for array in states[0]], 1e-5
    rows = [(jax.grad(weighted)(state[0] + step * e, *state[1:]) - jax.grad(weighted)(state[0] - step * e, *state[1:])) / (2 * step)
            for e in jnp.eye(state[0].size)]
    near(f'{function}: gradients of gradients', twice(*state), jnp.stack(rows).T, 1e-7)


for each in functions:
    attempt(each, client, each)
