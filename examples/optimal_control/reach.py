"""A UR5 reaches a point with the least torque: accelerations are the unknowns, rnea gives the torques, and fk the tool.

    rigidc package examples/ur5.rig --for=casadi -f rnea,fk:tool0 -o reach && make -C reach
    python3 examples/optimal_control/reach.py reach/ur5.so
"""
import sys

import casadi as ca

STEPS, TIME = 12, 0.8  # s
START, TARGET = [0, -1.2, 1.4, -1.8, -1.57, 0], [0.1, 0.4, 0.5]  # rad, m
EFFORT = [150, 150, 150, 28, 28, 28]  # N m

rnea = ca.external('ur5_rnea', sys.argv[1])
fk = ca.external('ur5_fk_tool0', sys.argv[1])
h = TIME / STEPS

opti = ca.Opti()
q, qd, qdd = opti.variable(6, STEPS + 1), opti.variable(6, STEPS + 1), opti.variable(6, STEPS)
cost = 0
for k in range(STEPS):
    opti.subject_to(q[:, k + 1] == q[:, k] + h * qd[:, k] + h * h / 2 * qdd[:, k])
    opti.subject_to(qd[:, k + 1] == qd[:, k] + h * qdd[:, k])
    share = rnea(q[:, k], qd[:, k], qdd[:, k]) / ca.DM(EFFORT)
    opti.subject_to(opti.bounded(-1, share, 1))
    cost = cost + h * ca.sumsqr(share)
R, p = fk(q[:, STEPS])
opti.minimize(cost)
opti.subject_to(q[:, 0] == ca.DM(START))
opti.subject_to(qd[:, 0] == ca.DM([0] * 6))
opti.subject_to(qd[:, STEPS] == ca.DM([0] * 6))
opti.subject_to(p == ca.DM(TARGET))
opti.set_initial(q, ca.DM([[angle] * (STEPS + 1) for angle in START]))
opti.solver('ipopt')
solution = opti.solve()

print('tool at', ' '.join(f'{float(x):.3f}' for x in ca.DM(solution.value(p)).full().ravel()), 'm')
print(f'mean square share of the torque limits {solution.value(cost) / TIME:.4f}')
