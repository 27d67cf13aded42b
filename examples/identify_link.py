"""What is in the gripper? Mass, centre of mass and inertia of a payload, from joint torques, by gradients.

    export RIGIDC_LIBRARY=build/librigidc.so PYTHONPATH=runtime/python
    python3 examples/identify_link.py

A UR5 moves with an unknown payload at tool0, and its torques are measured, with noise. The payload's ten numbers are
parameters. The sum of the squares of the torque errors has the gradient `vjp:rnea` by the parameters, with the errors as weights:
the gradient takes one call for all states. BFGS descends along it. Nothing here knows that torques are nearly linear in these numbers,
so the same lines identify lengths, springs or friction."""

import sys

import numpy as np

import rigidc

STATES, NOISE = 400, 0.02  # N m
SCALE = np.array([1, 0.1, 0.1, 0.1, *[0.01] * 6])  # kg, m, kg m^2: what one step may change


def motion(random, states):
    """q, qd, qdd (states, 6) of sums of sines."""
    t = np.linspace(0, 8, states)[:, None, None]
    size, rate, phase = random.uniform(0.1, 0.5, (6, 4)), random.uniform(0.5, 4, (6, 4)), random.uniform(0, 6, (6, 4))
    angle = rate * t + phase
    return [part.sum(axis=-1) for part in (size * np.sin(angle), size * rate * np.cos(angle), -size * rate ** 2 * np.sin(angle))]


class Identification:
    """The mean square of torque errors, by the payload's numbers over SCALE."""

    def __init__(self, arm, states, tau):
        self.arm, self.states, self.tau = arm, states, tau

    def set(self, x):
        self.arm.params.update({param.name: (x * SCALE)[param.first:param.first + param.count] for param in self.arm.params.info})

    def errors(self, x):
        self.set(x)
        return self.arm.rnea(*self.states) - self.tau

    def cost_and_gradient(self, x):
        errors = self.errors(x)
        gradient = self.arm.vjp("rnea", *self.states, errors).params_bar.sum(axis=0)
        return (errors ** 2).sum() / 2 / len(errors), gradient * SCALE / len(errors)


def bfgs(function, x, steps=200, small=1e-9):
    """The least value of function(x), which returns the gradient too, from x on. Returns x and the number of calls."""
    cost, gradient = function(x)
    inverse, calls = np.eye(len(x)) / np.linalg.norm(gradient), 1
    for _ in range(steps):
        if np.linalg.norm(gradient) < small:
            break
        direction, step = -inverse @ gradient, 1.0
        while True:
            new_cost, new_gradient = function(x + step * direction)
            calls += 1
            if new_cost <= cost + 1e-4 * step * gradient @ direction or step < 1e-12:
                break
            step /= 2
        s, y = step * direction, new_gradient - gradient
        x, cost, gradient = x + s, new_cost, new_gradient
        if s @ y > 1e-14:
            turn = np.eye(len(x)) - np.outer(s, y) / (s @ y)
            inverse = turn @ inverse @ turn.T + np.outer(s, s) / (s @ y)
    return x, calls


def main():
    random = np.random.default_rng(1)
    arm = rigidc.load("examples/ur5.rig", parametrize="payload:tool0")
    true = {"tool0_payload_mass": 1.7, "tool0_payload_com": [0.02, -0.01, 0.07], "tool0_payload_inertia": np.diag([4e-3, 5e-3, 3e-3])}
    states, unseen = motion(random, STATES), motion(random, STATES)
    arm.params.update(true)
    measured = arm.rnea(*states) + random.normal(0, NOISE, (STATES, 6))
    wanted = arm.rnea(*unseen)

    arm.params.reset()
    print(f"torque errors without the payload: {np.sqrt(((arm.rnea(*unseen) - wanted) ** 2).mean()):.3f} N m")
    start = np.array([0.5, 0, 0, 0.5, 0.1, 0, 0.1, 0, 0, 0.1])
    task = Identification(arm, states, measured)
    x, calls = bfgs(task.cost_and_gradient, start)
    task.set(x)
    error = np.sqrt(((arm.rnea(*unseen) - wanted) ** 2).mean())
    print(f"{calls} gradients of {STATES} states")
    for name, value in true.items():
        print(f"{name[14:]:8} {np.round(np.ravel(arm.params[name]), 4).tolist()}, in truth {np.ravel(value).tolist()}")
    print(f"torque errors of another motion: {error:.4f} N m, of measurements {NOISE} N m")
    return 0 if error < NOISE / 4 and abs(arm.params.tool0_payload_mass - true["tool0_payload_mass"]) < 0.01 else 1


if __name__ == "__main__":
    sys.exit(main())
