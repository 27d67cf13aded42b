"""A module for JAX, and rigidc.jax, in JAX.

jax_client.py MODEL FN,FN...: each function of NAME_jax and of rigidc.jax, compiled by `jit`, beside `rigidc eval`; gradients of weighted sums
beside rigidc's operator `vjp`; `vmap` and leading axes beside single states; gradients of gradients beside differences; and all of that in
float32. Then parameters, forward mode, threads, programs and errors of rigidc.jax. Without NAME_jax it is rigidc.jax alone.
"""
import importlib.util
import os
import sys
import threading

import jax
import jax.numpy as jnp
import numpy as np
import rigidc.jax
from drawn import Model
from jax.test_util import check_grads
from tap import attempt, near, numbers_of, ok, raises

jax.config.update('jax_enable_x64', True)
model, functions = sys.argv[1], sys.argv[2].split(',')
name = os.path.basename(model)[:-4]
module = importlib.import_module(name + '_jax') if importlib.util.find_spec(name + '_jax') else None
arm = rigidc.jax.load(model)
drawn = Model(model, sys.argv[2])
WITHIN = {np.float64: 1e-12, np.float32: 1e-4}


def flat(result):
    results = result if isinstance(result, tuple) else (result,)
    return jnp.concatenate([jnp.ravel(jnp.asarray(each)) for each in results])


def of_module(function):
    plain = getattr(module, f"{name}_{function.replace(':', '_')}")
    constants = getattr(module, f'{name}_params_default', None)

    def call(*given):
        """Parameters have their default values, in the type of the inputs."""
        if not constants:
            return plain(*given)
        params = {key: jnp.asarray(value, given[0].dtype) for key, value in constants().items()}
        return plain(*given, getattr(module, f'{name}_prepare')(params))

    return call


def of_library(function):
    return arm.function(function)


def client(function, of):
    call = of(function)
    compiled = jax.jit(call)
    states = [drawn.draw(function) for _ in range(3)]
    wanted = np.array([numbers_of(model, function, np.concatenate(state)) for state in states])
    weights = drawn.random.uniform(-1, 1, wanted.shape[1])

    def weighted(*given):
        return jnp.dot(flat(call(*given)), weights.astype(given[0].dtype))

    for real in np.float64, np.float32:
        title = f'{of.__name__}, {function}, {real.__name__}'
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

    if of is of_library and drawn.on_a_manifold(): # no direction across the quaternions of length 1
        return
    twice = jax.jit(jax.jacfwd(jax.grad(weighted)))
    state, step = [jnp.asarray(array) for array in states[0]], 1e-5
    rows = [(jax.grad(weighted)(state[0] + step * e, *state[1:]) - jax.grad(weighted)(state[0] - step * e, *state[1:])) / (2 * step)
            for e in jnp.eye(state[0].size)]
    near(f'{of.__name__}, {function}: gradients of gradients', twice(*state), jnp.stack(rows).T, 1e-7)


def drawn_for(function, count=3):
    """Arrays (count, n), and the function."""
    states = [drawn.draw(function) for _ in range(count)]
    return [jnp.asarray(np.stack(arrays)) for arrays in zip(*states)], arm.function(function)


def many(result):
    """Results of all states, side by side."""
    return jnp.concatenate([each.reshape(each.shape[0], -1) for each in jax.tree.leaves(result)], -1)


def forward_mode(function):
    """Changes along directions, beside gradients: w . (J d) = (w J) . d."""
    given, call = drawn_for(function)
    ways = [jnp.asarray(drawn.random.uniform(-1, 1, each.shape)) for each in given]

    def of(*arrays):
        return many(call(*arrays))

    values, changes = jax.jit(lambda *arrays: jax.jvp(of, arrays, tuple(ways)))(*given)
    weights = jnp.asarray(drawn.random.uniform(-1, 1, values.shape))
    gradients = jax.vjp(of, *given)[1](weights)
    near(f'{function}: jvp', (changes * weights).sum(), sum((bar * way).sum() for bar, way in zip(gradients, ways)), 1e-10)
    if drawn.on_a_manifold():
        return
    one, every = [each[0] for each in given], tuple(range(len(given)))
    rows, columns = jax.jacrev(call, every)(*one), jax.jit(jax.jacfwd(call, every))(*one)
    near(f'{function}: jacfwd beside jacrev', flat(tuple(jax.tree.leaves(columns))), flat(tuple(jax.tree.leaves(rows))), 1e-10)
    apart = jnp.stack([flat(tuple(jax.tree.leaves(jax.jacfwd(call, every)(*each)))) for each in zip(*given)])
    near(f'{function}: vmap of jacfwd', many(jax.vmap(jax.jacfwd(call, every))(*given)), apart, 1e-14)
    check_grads(of, given, order=2, modes=('fwd', 'rev'), atol=1e-3, rtol=1e-3)
    ok(f'{function}: check_grads', True)
    hessian = jax.hessian(lambda q: flat(call(q, *one[1:])).sum())
    near(f'{function}: vmap of hessian', jax.jit(jax.vmap(hessian))(given[0])[0], hessian(given[0][0]), 1e-14)


def parameters(function):
    """A parameter of each call, and derivatives by it."""
    given, call = drawn_for(function)
    param = next(each for each in arm.plain.info.params if each.count == 1)

    def of(value, *arrays):
        return flat(call(*(arrays or given), params={param.name: value}))

    values = jnp.asarray([0.5, 1.0, 2.0])
    rows = jnp.stack([of(each) for each in values])
    near(f'{function}: vmap over {param.name}', jax.jit(jax.vmap(of))(values), rows, 0)
    near(f'{function}: vmap over {param.name} and states', jax.vmap(of)(values, *given), jnp.stack(
        [flat(arm.function(function)(*(each[i] for each in given), params={param.name: values[i]})) for i in range(3)]), 0)
    states_first = jax.vmap(lambda *arrays: jax.vmap(lambda value: of(value, *arrays))(values))(*given)
    states_last = jax.vmap(lambda value: jax.vmap(lambda *arrays: of(value, *arrays))(*given))(values)
    near(f'{function}: vmap over states of vmap over {param.name}', states_first, jnp.swapaxes(states_last, 0, 1), 0)
    step = 1e-5
    change = (of(values[0] + step) - of(values[0] - step)) / (2 * step)
    for mode, jacobian in ('jacrev', jax.jacrev), ('jacfwd', jax.jacfwd):
        near(f'{function}: {mode} by {param.name}', jacobian(of)(values[0]), change, 1e-8)
    near(f'{function}: vmap of jacrev by {param.name}', jax.vmap(jax.jacrev(of))(values), jnp.stack([jax.jacrev(of)(each) for each in values]), 1e-14)
    compiled, wrong = jax.jit(of), []

    def work(i):
        for _ in range(100):
            if not (compiled(values[i]) == rows[i]).all():
                wrong.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    ok(f'{function}: threads with parameters of their own', not wrong, wrong)


def programs(function):
    """A program outlives the names of its model, and says when it is closed; there may be no states."""
    given, _ = drawn_for(function)
    other = rigidc.jax.load(model)
    wanted = many(other.function(function)(*given))
    program = jax.jit(other.function(function)).lower(*given).compile()
    plain = other.plain
    del other
    near(f'{function}: a program alone', many(program(*given)), wanted, 0)
    plain.close()
    raises(f'{function}: a program of a closed model', Exception, 'the model is closed', lambda: jax.block_until_ready(program(*given)))
    ok(f'{function}: no states', jax.tree.leaves(arm.function(function)(*(each[:0] for each in given)))[0].shape[0] == 0)


def errors(function):
    given, call = drawn_for(function)
    first, size = arm.plain.function(function).inputs[0].name, given[0].shape[1]
    raises(f'{function}: one array too few', TypeError, 'takes', lambda: call(*given[1:]))
    raises(f'{function}: a list', TypeError, f'{first} must be an array, not list', lambda: call([0.0] * size, *given[1:]))
    raises(f'{function}: a wrong shape', ValueError, f'{first} has shape (3, {size - 1}), wanted (..., {size})', lambda: call(given[0][:, 1:], *given[1:]))
    raises(f'{function}: integers', TypeError, f'{first} is of int64, wanted float64 or float32', lambda: call(given[0].astype(int), *given[1:]))
    raises(f'{function}: a parameter that is none', KeyError, 'parameter', lambda: call(*given, params={'no_such': 1.0}))


def single_numbers():
    """A number such as dt may be a float, and an array without axes. A matrix that is not symmetric is no inertia."""
    bar = rigidc.jax.read('model bar\nbody a on world { joint q : revolute(y); mass 1 kg; com (0, 0, -1 m); inertia diag(1, 1, 1) kg m^2 }\n',
                          parametrize='inertial')
    q, qd, tau = (np.array([[0.1], [0.2]]) * k for k in (1, 2, 3))
    wanted = flat(bar.step('euler', q, qd, tau, np.full((2, 1), 0.01)))
    near('a step of a float', flat(bar.step('euler', q, qd, tau, 0.01)), wanted, 0)
    near('of an array without axes', flat(bar.step('euler', q, qd, tau, jnp.asarray(0.01))), wanted, 0)
    near('in jit', flat(jax.jit(lambda *given: bar.step('euler', *given))(q, qd, tau, 0.01)), wanted, 0)
    low = bar.step('euler', *(each.astype(np.float32) for each in (q, qd, tau)), 0.01)
    ok('a float has the type of the others', all(each.dtype == np.float32 for each in low), low)
    slope = jax.grad(lambda dt: flat(bar.step('euler', q, qd, tau, dt)).sum())(0.01)
    near('a gradient by it', slope, (flat(bar.step('euler', q, qd, tau, 0.01 + 1e-6)) - flat(bar.step('euler', q, qd, tau, 0.01 - 1e-6))).sum() / 2e-6, 1e-7)
    inertia = next(each.name for each in bar.plain.info.params if each.count == 6)
    odd = np.array([[1.0, 0.1, 0], [0, 1, 0], [0, 0, 1]])
    raises('a matrix that is not symmetric', ValueError, f'parameter {inertia} is a symmetric matrix; this one is not',
           lambda: bar.energy(q, qd, params={inertia: odd}))
    near('one that is', flat(bar.energy(q, qd, params={inertia: odd + odd.T})), flat(jax.jit(bar.energy)(q, qd, params={inertia: jnp.asarray(odd + odd.T)})), 0)


for each in functions:
    if module:
        attempt(each, client, each, of_module)
    attempt(each, client, each, of_library)
    attempt(each, forward_mode, each)
attempt('programs', programs, functions[0])
attempt('errors', errors, functions[0])
attempt('single numbers', single_numbers)
if any(each.count == 1 for each in arm.plain.info.params):
    attempt('parameters', parameters, functions[0])
