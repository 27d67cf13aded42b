"""Learns the mass of the lower bar of a double pendulum from its motion, by gradients through a simulation of 200 steps.

    RIGIDC_LIBRARY=build/librigidc.so PYTHONPATH=runtime/python python3 examples/learn.py"""

import torch

import rigidc.torch

STEPS, DT = 200, 0.005
arm = rigidc.torch.load("examples/double_pendulum.rig", parametrize="body:lower")
start = torch.tensor([[1.0, 0.5], [-0.4, 1.2], [2.0, -0.3]], dtype=torch.float64)  # three motions at once
at_rest = torch.zeros_like(start)


def motion(mass):
    """Coordinates (STEPS, 3, 2) of a free motion, by semi-implicit Euler."""
    q, qd, rows = start, at_rest, []
    for _ in range(STEPS):
        qd = qd + DT * arm.fd(q, qd, at_rest, params={"lower_mass": mass})
        q = q + DT * qd
        rows.append(q)
    return torch.stack(rows)


measured = motion(torch.tensor(1.7, dtype=torch.float64))
mass = torch.tensor(0.8, dtype=torch.float64, requires_grad=True)
optimiser = torch.optim.LBFGS([mass], line_search_fn="strong_wolfe")


def loss():
    optimiser.zero_grad()
    error = (motion(mass) - measured).square().mean()
    error.backward()
    print(f"mass {mass.item():.6f} kg, error {error.item():.1e} rad^2")
    return error


for _ in range(2):
    optimiser.step(loss)
print(f"learned {mass.item():.6f} kg")
