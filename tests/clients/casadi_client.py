"""Functions of a folder for CasADi, by CasADi itself.

casadi_client.py LIBRARY MODEL FN,FN... [OPTION...]: values beside `rigidc eval`, Jacobians beside the differences that CasADi takes of the
function, Hessians of weighted sums beside those of gradients, many states at once by `map`, and a function saved and read again.
"""
import json
import os
import subprocess
import sys

import casadi as ca
import numpy as np
from tap import attempt, near, numbers_of, ok

STATES = 3
# CasADi takes derivatives of functions with these options by central differences.
BY_DIFFERENCES = dict(enable_fd=True, enable_forward=False, enable_reverse=False, enable_jacobian=False, fd_method='central',
                      fd_options=dict(h_iter=0, h=1e-5))
WITHIN = 1e-5  # of derivatives, by the error of differences

library, model, names = sys.argv[1], sys.argv[2], sys.argv[3].split(',')
options = [option for option in sys.argv[4:] if option.startswith('--wrench')]
random = np.random.default_rng(1)
info = json.loads(subprocess.run([os.environ['RIGIDC'], 'info', model, '--json', '-f', sys.argv[3], '--search=none'],
                                 capture_output=True, text=True, check=True).stdout)


def draw(f):
    """Arguments by their names. Quaternions have length 1, parameters their default values."""
    arguments = {f.name_in(i): random.uniform(-1, 1, f.numel_in(i)) for i in range(f.n_in())}
    for joint in info['joints']:
        first, count = joint['q']
        for q in {'q', 'q0', 'q1'} & set(arguments) if count > joint['v'][1] else []:
            turn = random.uniform(0.2, 1, 4)
            arguments[q][first + count - 4:first + count] = turn / np.linalg.norm(turn)
    if 'params' in arguments:
        arguments['params'] = np.array([number for parameter in info['params'] for number in parameter['default']])
    return arguments


def flat(results):
    """Arrays of C: matrices by rows."""
    return np.concatenate([np.asarray(result.full(), float).ravel() for result in results])


def values(name, f):
    found, wanted = [], []
    for _ in range(STATES):
        given = draw(f)
        line = np.concatenate([number for key, number in given.items() if key != 'params'])
        found.append(flat(f.call(list(given.values()))))
        wanted.append(numbers_of(model, name, line, *options))
    near(f'{name}: values are those of rigidc', found, wanted, 1e-12)


def symbols(f):
    return [ca.MX.sym(f.name_in(i), f.numel_in(i)) for i in range(f.n_in())]


def jacobians(name, f, by_differences):
    x = symbols(f)
    point = list(draw(f).values())

    def derivatives(g):
        out = ca.veccat(*g.call(x))
        return ca.Function('J', x, [ca.jacobian(out, each) for each in x]).call(point)
    near(f'{name}: Jacobians are those of differences', flat(derivatives(f)), flat(derivatives(by_differences)), WITHIN)


def hessians(name, f):
    x = symbols(f)
    point = list(draw(f).values())
    out = ca.veccat(*f.call(x))
    weighted = ca.dot(ca.DM(random.uniform(-1, 1, out.numel())), out)
    gradient = [ca.gradient(weighted, each) for each in x]
    exact = ca.Function('H', x, [ca.hessian(weighted, each)[0] for each in x] + [ca.jacobian(g, x[0]) for g in gradient])
    differences = ca.Function('g', x, gradient, BY_DIFFERENCES).call(x)
    wanted = ca.Function('D', x, [ca.jacobian(g, each) for g, each in zip(differences, x)] + [ca.jacobian(g, x[0]) for g in differences])
    near(f'{name}: Hessians are those of differences of gradients', flat(exact.call(point)), flat(wanted.call(point)), WITHIN)


def mapped(name, f):
    """States in two threads, and a function that was saved."""
    states = [draw(f) for _ in range(STATES)]
    single = np.concatenate([flat(f.call(list(state.values()))) for state in states])
    together = f.map(STATES, 'thread', 2).call([np.array([state[key] for state in states]).T for key in states[0]])
    columns = [[result[:, f.size2_out(o) * k:f.size2_out(o) * (k + 1)] for o, result in enumerate(together)] for k in range(STATES)]
    near(f'{name}: map gives the same', np.concatenate([flat(state) for state in columns]), single, 0)
    saved = ca.Function.deserialize(f.wrap().serialize())
    near(f'{name}: a function that was saved gives the same', flat(saved.call(list(states[0].values()))),
         flat(f.call(list(states[0].values()))), 0)


def client(name):
    symbol = os.path.basename(library)[:-3] + '_' + name.replace(':', '_')
    f = ca.external(symbol, library)
    ok(f'{name}: {f}', True)
    values(name, f)
    mapped(name, f)
    if '--derivatives=0' not in sys.argv:
        jacobians(name, f, ca.external(symbol, library, BY_DIFFERENCES))
        hessians(name, f)


for each in names:
    attempt(each, client, each)
