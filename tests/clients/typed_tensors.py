"""A program of a user with types, on tensors."""
from __future__ import annotations

import torch
import rigidc.torch
from torch import Tensor


def effort(arm: rigidc.torch.Model, q: Tensor, mass: Tensor) -> Tensor:
    rest = torch.zeros(arm.plain.nv, dtype=torch.float64)
    tau = arm.rnea(q, rest, rest, params={'payload': mass})
    rotation, position = arm.fk('gripper', q)
    return tau.sum() + position.sum() + rotation.sum() + arm.step('rk4', q, rest, tau, rest).q_next.sum()


def gradient(arm: rigidc.torch.Model, q: Tensor) -> Tensor | None:
    effort(arm, q, torch.zeros(1, dtype=torch.float64)).backward()
    return q.grad
