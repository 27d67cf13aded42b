"""An acrobot, a double pendulum driven at its elbow alone, balances upright."""
from pathlib import Path

import numpy as np
import rigidc

from lqr import feedback, gains, simulate

path = str(Path(__file__).parent.parent / "double_pendulum.rig")
acrobot = rigidc.load(path, idle=["q1"])
linear = acrobot.linearize([np.pi, 0])
reach = np.hstack([np.linalg.matrix_power(linear.A, k) @ linear.B for k in range(4)])
print("rank of (B, AB, A^2 B, A^3 B):", np.linalg.matrix_rank(reach))

K = gains(linear, Q=[10, 10, 1, 1], R=[1])
print("K:", *K[0].round(3))

rows = simulate(path, ["--time=4", "--dt=1", "--q", "q1 = 182 deg, q2 = -3 deg", *feedback(acrobot, linear, K)])
for t, q1, q2 in zip(rows["t"], rows["q.q1"], rows["q.q2"]):
    print(f"{t:.0f} s  q1 {np.degrees(q1) - 180:+.4f} deg  q2 {np.degrees(q2):+.4f} deg")
