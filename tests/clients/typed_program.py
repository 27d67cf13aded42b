"""A program of a user, with types: what rigidc gives has types too. mypy --strict and pyright check it, and it runs."""
from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt
import rigidc

Floats = npt.NDArray[np.float64]


def hold(arm: rigidc.Model, states: int) -> Floats:
    """Gravity torques at random postures."""
    q: Floats = np.random.default_rng(1).uniform(-1, 1, (states, arm.nq))
    return np.asarray(arm.gravity(q), np.float64)


def describe(arm: rigidc.Model) -> str:
    joints = [joint for joint in arm.info.joints if joint.moves]
    first: rigidc.Joint = joints[0]
    lowest: float = float(arm.limits.lower.min())
    return f'{first.name}, {len(joints)} joints, from {lowest}'


def mistakes(text: str) -> list[str]:
    try:
        rigidc.read(text)
    except rigidc.Error as error:
        status: rigidc.Status = error.status
        assert status == rigidc.Status.INVALID
        return [f'{each.line}: {each.message} [{each.check}]' for each in error.diagnostics if each.severity == rigidc.Severity.ERROR]
    return []


def linear(path: str) -> Floats:
    cart = rigidc.load(path, idle=['pole'])
    system: rigidc.Linear = cart.linearize([0, np.pi])
    return system.A


arm = rigidc.load(sys.argv[1], upgrade=True, parametrize=['payload:tool0'])
arm.params['tool0_payload_mass'] = 2.0
rotation, position = arm.fk('tool0', np.zeros(arm.nq))
dynamics: rigidc.Function = arm.function('dyn=crba+bias')
M, h = dynamics(np.zeros(arm.nq), np.zeros(arm.nv))
moved: Floats = arm.integrate(np.zeros(arm.nq), np.ones(arm.nv))
later: Floats = arm.step('rk4', np.zeros(arm.nq), np.zeros(arm.nv), arm.gravity(np.zeros(arm.nq)), 0.01).q_next
weighted: Floats = arm.vjp('fk', 'tool0', np.zeros(arm.nq), rotation, position)[0]
assert weighted.shape == later.shape
print(hold(arm, 3).shape, describe(arm), position.shape, M.shape, h.shape, moved.shape)
print(*mistakes('model arm\nbody link on wrld { joint hinge : revolute(z); mass 1 kg }'))
print(linear(sys.argv[2]).shape, np.array(arm.tree()).size)
