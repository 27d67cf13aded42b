"""A quadruped stands on four feet and takes a push: the twelve states of its base, the twelve torques of its legs."""
from pathlib import Path

import numpy as np
import rigidc

from lqr import feedback, gains, simulate

path = str(Path(__file__).parent.parent / "solo12.rig")
dog = rigidc.load(path)
q = np.array([0, 0, 0.22, 0, 0, 0, 1, *[0, 0.8, -1.6] * 2, *[0, -0.8, 1.6] * 2])
linear = dog.linearize(q, phase="stand")
print("states:", *linear.states[:6], "and their rates")
print("unstable modes:", sum(np.linalg.eigvals(linear.A).real > 1e-6))

K = gains(linear, Q=[100] * 6 + [1] * 6, R=[1] * 12)
print("slowest mode:", round(-1 / np.linalg.eigvals(linear.A - linear.B @ K).real.max(), 3), "s")

push = "base.vx = 0.2 m/s, base.vy = 0.1 m/s, base.vz = 0, base.wx = 0, base.wy = 0, base.wz = 0.5 rad/s"
start = ["--q", " ".join(map(repr, q.tolist())), "--qd", push]
rows = simulate(path, ["--phase=stand", "--time=1", "--dt=0.2", *start, *feedback(dog, linear, K)])
for t, x, y, qz, force in zip(*(rows[name] for name in ("t", "q.base.x", "q.base.y", "q.base.qz", "lambda.FL.fz"))):
    print(f"{t:.1f} s  x {x * 1000:+8.4f} mm  y {y * 1000:+8.4f} mm  yaw {np.degrees(2 * qz):+8.4f} deg  force of foot FL {force:.3f} N")
