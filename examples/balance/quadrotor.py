"""A quadrotor hovers: the four throttles of its propellers are the inputs, from 1 m beside the place and a tilt."""
from pathlib import Path

import numpy as np
import rigidc

from lqr import feedback, gains, simulate

path = str(Path(__file__).parent.parent / "forces" / "quadrotor.rig")
still = {"wind": "(0, 0, 0) m/s"}
craft = rigidc.load(path, define=still)
throttle = 1.2 * 9.81 / (4 * 12)
linear = craft.linearize([0, 0, 2, 0, 0, 0, 1], u=[throttle] * 4)
print("inputs:", *linear.inputs)

K = gains(linear, Q=[10, 10, 10, 1, 1, 1] + [1] * 6, R=[100] * 4)
print("slowest mode:", round(-1 / np.linalg.eigvals(linear.A - linear.B @ K).real.max(), 3), "s")

start = ["-D", f"wind = {still['wind']}", "--q", "1 0 1.5 0.1 0 0.2 0.9746794344808964"]
rows = simulate(path, ["--time=5", "--dt=1", *start, *feedback(craft, linear, K)])
for t, x, z, qx, qz in zip(*(rows[name] for name in ("t", "q.base.x", "q.base.z", "q.base.qx", "q.base.qz"))):
    print(f"{t:.0f} s  x {x:+.4f} m  z {z:+.4f} m  roll {np.degrees(2 * qx):+.4f} deg  yaw {np.degrees(2 * qz):+.4f} deg")
