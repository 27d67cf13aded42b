"""Solo 12 jumps on the spot: torques from rnea of the phase, states on the manifold by integrate and difference.

    rigidc package examples/solo12.rig --for=casadi --search=none -f rnea:stand,integrate,difference,feet=fk:FL_FOOT+fk:FR_FOOT+fk:HL_FOOT+fk:HR_FOOT -o jump
    make -C jump
    python3 examples/optimal_control/jump.py jump/solo12.so
"""
import sys

import casadi as ca

STAND, FLY, STEP = 8, 8, 0.025  # steps on the ground and in the air; s
TORQUE, FRICTION, HEIGHT = 2.5, 0.7, 0.4  # N m; height of the base at the top, m


def load(name):
    return ca.external('solo12_' + name, sys.argv[1])


rnea, integrate, difference, fk = load('rnea_stand'), load('integrate'), load('difference'), load('feet')


def feet(q):
    return ca.vertcat(*fk(q)[1::2])  # rotations and positions take turns


# The posture at the start stands on z = 0.
START = ca.DM([0, 0, 0, 0, 0, 0, 1] + 4 * [0, 0.9, -1.8])
START[2] = -ca.evalf(feet(START))[2]
GROUND = ca.evalf(feet(START))

opti = ca.Opti()
N = STAND + FLY
x = opti.variable(18, N + 1)  # directions from the start: q = integrate(START, x)
qd, qdd, force = opti.variable(18, N + 1), opti.variable(18, N), opti.variable(12, STAND)
q = [integrate(START, x[:, k]) for k in range(N + 1)]
cost = 0
for k in range(N):
    opti.subject_to(qd[:, k + 1] == qd[:, k] + STEP * qdd[:, k])
    opti.subject_to(difference(integrate(q[k], STEP * qd[:, k + 1]), q[k + 1]) == 0)
    tau = rnea(q[k], qd[:, k], qdd[:, k], force[:, k] if k < STAND else ca.DM.zeros(12))
    opti.subject_to(tau[:6] == 0)  # nothing drives the base
    opti.subject_to(opti.bounded(-TORQUE, tau[6:], TORQUE))
    cost = cost + STEP * (ca.sumsqr(tau[6:]) + 1e-4 * ca.sumsqr(qdd[6:, k]))
for k in range(STAND):
    opti.subject_to(feet(q[k + 1]) == GROUND)
    for leg in range(4):
        fx, fy, fz = ca.vertsplit(force[3 * leg:3 * leg + 3, k])
        opti.subject_to(opti.bounded(-FRICTION * fz, ca.vertcat(fx, fy), FRICTION * fz))
opti.subject_to(x[:, 0] == 0)
opti.subject_to(qd[:, 0] == 0)
opti.subject_to(q[N][2] >= HEIGHT)
opti.subject_to(qd[2, N] == 0)
opti.subject_to(x[3:, N] == 0)  # level, with the legs as at the start
opti.minimize(cost)
opti.set_initial(force, ca.repmat(ca.DM([0, 0, 6.1]), 4, STAND))
opti.solver('ipopt', {}, {'max_iter': 300})
solution = opti.solve()

for k in range(0, N + 1, 4):
    height, foot = (float(solution.value(value)) for value in (q[k][2], feet(q[k])[2]))
    push = float(solution.value(ca.sum1(force[2::3, k]))) if k < STAND else 0
    print(f'{k * STEP:.2f} s  base {height:.3f} m  foot {foot:+.3f} m  ground {push:.1f} N')
print(f'mean square torque {solution.value(cost) / N / STEP / 12:.4f} N^2 m^2')
