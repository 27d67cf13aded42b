"""Derivatives of derivatives by CasADi: of external functions of cart_pole.rig beside the same equations in CasADi's own symbols.

casadi_orders.py LIBRARY SECOND HULL: LIBRARY has fd and com with --derivatives=3, SECOND with --derivatives=2, HULL fd of a free body.
"""
import sys

import casadi as ca
import numpy as np
from tap import attempt, near, ok

LETTERS = {'fwd1': lambda f: f.forward(1), 'adj1': lambda f: f.reverse(1), 'jac': lambda f: f.jacobian()}
WORDS = ['fwd1_fwd1', 'adj1_fwd1', 'jac_fwd1', 'fwd1_jac', 'adj1_jac', 'jac_jac', 'adj1_adj1', 'jac_adj1_fwd1', 'jac_fwd1_fwd1',
         'jac_fwd1_adj1', 'jac_adj1_adj1', 'jac_fwd1_jac', 'jac_adj1_jac']
AT = [0.1, 2.0, 0.3, -0.4, 1.5]  # cart, pole, their rates, force


def own_fd(q, qd, tau):
    """Accelerations of examples/cart_pole.rig."""
    cart, pole, half, g = 1, 0.1, 0.5, 9.8
    c, s = ca.cos(q[1]), ca.sin(q[1])
    M = ca.vertcat(ca.horzcat(cart + pole, pole * half * c), ca.horzcat(pole * half * c, pole * half**2 * 4 / 3))
    return ca.solve(M, tau + ca.vertcat(pole * half * s * qd[1]**2, -pole * half * g * s))


def own_com(q):
    """Its centre of mass."""
    return ca.vertcat(q[0] + 0.5 * ca.sin(q[1]) / 11, 0, -0.5 * ca.cos(q[1]) / 11)


def own_free(q, qd, tau):
    """Accelerations of a free body of 2 kg: dv/dt = f/m - w x v + R^T g, I dw/dt = n - w x I w, at q/|q|."""
    x, y, z, w = ca.vertsplit(q[3:] / ca.norm_2(q[3:]))
    up = ca.vertcat(2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y))  # R^T e_z
    v, turn, inertia = qd[:3], qd[3:], ca.DM([0.1, 0.2, 0.25])
    return ca.vertcat(tau[:3] / 2 - ca.cross(turn, v) - 9.81 * up, (tau[3:] - ca.cross(turn, inertia * turn)) / inertia)


def by_quaternion(fd):
    """Values, Jacobian, the Jacobian of a change, and Hessians, for a quaternion of another length than 1."""
    q, qd, tau = ca.MX.sym('q', 7), ca.MX.sym('qd', 6), ca.MX.sym('tau', 6)
    y = fd(q, qd, tau)
    weighted = ca.dot(ca.DM([1, -0.7, 0.3, 0.2, 0.5, -1]), y)
    given = ca.Function('J', [q, qd, tau], [y, *[ca.jacobian(y, each) for each in (q, qd, tau)],
                                            ca.jacobian(ca.jtimes(y, q, ca.sin(q)), q),
                                            *[ca.hessian(weighted, each)[0] for each in (q, qd)]])
    found = given.call([[0.1, 0.2, 0.3, 0.6, -0.3, 0.2, 0.9], [0.3, -0.2, 0.5, 0.7, -0.4, 0.6], [1, 2, 3, 0.1, 0.2, 0.3]])
    return [x for part in found for x in part.full().ravel()]


def function(rule, *sizes):
    x = [ca.SX.sym(f'x{i}', size) for i, size in enumerate(sizes)]
    return ca.Function('own', x, [rule(*x)])


def names(f):
    x = [ca.MX.sym(f.name_in(i), *f.size_in(i)) for i in range(f.n_in())]
    plain = ca.Function('f', x, f.call(x), f.name_in(), f.name_out())
    for word in WORDS:
        found, wanted = ca.external(f'{word}_{f.name()}', sys.argv[1]), plain
        for letter in reversed(word.split('_')):
            wanted = LETTERS[letter](wanted)
        same = found.name_in() == wanted.name_in() and found.name_out() == wanted.name_out()
        ok(f'{found.name()}: names are those of CasADi', same, f'{found} instead of {wanted}')


def twice(fd):
    v = ca.MX.sym('v', 5)
    y = fd(v[:2], v[2:4], ca.vertcat(v[4], 0))
    return ca.Function('J', [v], [ca.jacobian(ca.jacobian(y, v), v), ca.jacobian(ca.jtimes(y, v, v), v),
                                  ca.jtimes(ca.jtimes(y, v, v), v, v), ca.hessian(ca.dot(ca.jacobian(y, v), ca.DM.ones(2, 5)), v)[0]])


def integrated(fd, method, options):
    """The last state by the first one and the force, and the Hessian of a sum."""
    x, u, v = ca.MX.sym('x', 4), ca.MX.sym('u'), ca.MX.sym('v', 5)
    ode = ca.vertcat(x[2:], fd(x[:2], x[2:], ca.vertcat(u, 0)))
    last = ca.integrator('I', method, {'x': x, 'p': u, 'ode': ode}, 0, 0.3, options)(x0=v[:4], p=v[4])['xf']
    return ca.Function('J', [v], [ca.jacobian(last, v), ca.hessian(ca.dot(ca.DM([1, 0.7, 0.3, -0.2]), last), v)[0]])


def with_limit(com, velocity):
    """IPOPT with the velocity of the centre of mass in limits: status, steps, solution."""
    q, qd = ca.MX.sym('q', 2), ca.MX.sym('qd', 2)
    c, s = com(q), ca.vertcat(q, qd)
    problem = {'x': s, 'f': ca.sumsqr(q - ca.DM([0.3, 0.4])) - ca.sum1(qd) + 0.05 * ca.sumsqr(qd), 'g': velocity(c, q, qd)}
    solver = ca.nlpsol('S', 'ipopt', problem, {'print_time': 0, 'ipopt': {'print_level': 0, 'sb': 'yes'}})
    found = solver(x0=[0, 0, 0, 0], lbg=-0.5, ubg=0.5)['x']
    stats = solver.stats()
    return stats['return_status'], stats['iter_count'], found.full().ravel()


VELOCITIES = {
    'jtimes': lambda c, q, qd: ca.jtimes(c, q, qd),
    'jacobian': lambda c, q, qd: ca.densify(ca.jacobian(c, q) @ qd),
}


def beside(name, found, wanted, within):
    near(name, [x for y in found.call([AT]) for x in y.full().ravel()], [x for y in wanted.call([AT]) for x in y.full().ravel()], within)


def limits(com, own):
    for name, velocity in VELOCITIES.items():
        found, wanted = with_limit(com, velocity), with_limit(own, velocity)
        ok(f'a limit on J qd by {name}: IPOPT takes the same steps', found[:2] == wanted[:2], f'{found[:2]} instead of {wanted[:2]}')
        near(f'a limit on J qd by {name}: the same solution', found[2], wanted[2], 1e-8)


def by_differences(own):
    """The third order of a library that has two."""
    com = ca.external('cart_pole_com', sys.argv[2], {'der_options': {'der_options': {'enable_fd': True}}})
    alone = function_of_com(com)
    found, wanted = with_limit(alone, VELOCITIES['jtimes']), with_limit(own, VELOCITIES['jtimes'])
    ok('enable_fd: IPOPT solves with a third order by differences', found[0] == wanted[0], found[0])
    near('enable_fd: the same solution', found[2], wanted[2], 1e-6)


def function_of_com(com):
    return lambda q: com(q)[1]


fd, com = (ca.external(f'cart_pole_{name}', sys.argv[1]) for name in ('fd', 'com'))
own = function(own_fd, 2, 2, 2)
attempt('names', names, fd)
attempt('names', names, com)
attempt('twice', lambda: beside('derivatives of derivatives', twice(fd), twice(own), 1e-11))
for method, options, within in ('rk', {}, 1e-11), ('collocation', {}, 1e-9), ('cvodes', dict(reltol=1e-11, abstol=1e-12), 1e-7), \
        ('idas', dict(reltol=1e-10, abstol=1e-11), 1e-6):
    attempt(method, lambda: beside(f'{method}: Jacobian and Hessian', integrated(fd, method, options),
                                   integrated(own, method, options), within))
attempt('quaternion', lambda: near('a free body, by its quaternion', by_quaternion(ca.external('hull_fd', sys.argv[3])),
                                   by_quaternion(function(own_free, 7, 6, 6)), 1e-11))
attempt('limits', limits, function_of_com(com), function(own_com, 2))
attempt('differences', by_differences, function(own_com, 2))
