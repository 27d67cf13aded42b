"""A cart balances a pole: gains from A and B about the upright posture, and the motion from 20 degrees beside it."""
from pathlib import Path

import numpy as np
import rigidc

from lqr import feedback, gains, simulate

path = str(Path(__file__).parent.parent / "cart_pole.rig")
cart = rigidc.load(path, idle=["pole"])
linear = cart.linearize([0, np.pi])
print("eigenvalues of A:", *np.sort(np.linalg.eigvals(linear.A).real).round(3))

K = gains(linear, Q=[10, 10, 1, 1], R=[0.1])
for name, gain in zip(linear.states, K[0]):
    print(f"{name:8} {gain:9.4f}")
closed = np.linalg.eigvals(linear.A - linear.B @ K)
print("slowest mode:", round(-1 / closed.real.max(), 3), "s")

rows = simulate(path, ["--time=4", "--dt=1", "--q", "pole = 200 deg", *feedback(cart, linear, K)])
for t, x, angle in zip(rows["t"], rows["q.cart"], rows["q.pole"]):
    print(f"{t:.0f} s  cart {x:+.4f} m  pole {np.degrees(angle) - 180:+.4f} deg")
