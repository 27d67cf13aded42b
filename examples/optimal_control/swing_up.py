"""Swing up of a pole by its cart, with the least force: multiple shooting in CasADi over the function cart_pole_fd.

    rigidc package examples/cart_pole.rig --for=casadi -f fd -o swing_up && make -C swing_up
    python3 examples/optimal_control/swing_up.py swing_up/cart_pole.so
"""
import math
import sys

import casadi as ca

STEPS, TIME, FORCE, TRACK = 40, 2.0, 15.0, 1.0  # s, N, m

fd = ca.external('cart_pole_fd', sys.argv[1])
h = TIME / STEPS


def rate(x, u):
    """Rate of the state (q, qd). Nothing drives the pole."""
    return ca.vertcat(x[2:4], fd(x[0:2], x[2:4], ca.vertcat(u, 0)))


def step(x, u):
    """The state after h, by Runge and Kutta."""
    k1 = rate(x, u)
    k2 = rate(x + h / 2 * k1, u)
    k3 = rate(x + h / 2 * k2, u)
    k4 = rate(x + h * k3, u)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


opti = ca.Opti()
x, u = opti.variable(4, STEPS + 1), opti.variable(1, STEPS)
opti.minimize(h * ca.sumsqr(u))
for k in range(STEPS):
    opti.subject_to(x[:, k + 1] == step(x[:, k], u[:, k]))
opti.subject_to(x[:, 0] == ca.DM([0, 0, 0, 0]))
opti.subject_to(x[:, STEPS] == ca.DM([0, math.pi, 0, 0]))
opti.subject_to(opti.bounded(-TRACK, x[0, :], TRACK))
opti.subject_to(opti.bounded(-FORCE, u, FORCE))
opti.set_initial(x, ca.DM([[0] * (STEPS + 1), [math.pi * k / STEPS for k in range(STEPS + 1)], [0] * (STEPS + 1),
                           [math.pi / TIME] * (STEPS + 1)]))
opti.solver('ipopt')
solution = opti.solve()

for k in range(0, STEPS + 1, STEPS // 8):
    print(f'{k * h:.2f} s  cart {solution.value(x[0, k]):+.3f} m  pole {math.degrees(solution.value(x[1, k])):+.1f} deg')
print(f'mean square force {solution.value(ca.sumsqr(u)) / STEPS:.2f} N^2')
