"""MJCF by MuJoCo itself, for mjcf_peer_test.pl: M, bias, tau, forces of springs and dampers, and the poses of bodies at random states, a
line of JSON for each state, in the conventions of rigidc. Arguments: seed, files."""
import json
import sys
from typing import Any, Dict

import numpy as np
import rigidc

import table
from mujoco_model import BODY, Robot
from table import State

STATES = 2


def draw(ours: rigidc.Model, rng: np.random.Generator) -> State:
    q = rng.uniform(-1, 1, ours.nq)
    for joint in ours.info.joints:
        if joint.kind in table.QUATERNIONS and joint.nq:
            turn = slice(joint.q + table.QUATERNIONS[joint.kind], joint.q + table.QUATERNIONS[joint.kind] + 4)
            q[turn] /= np.linalg.norm(q[turn])
    return State("random", q, rng.uniform(-2, 2, ours.nv), rng.uniform(-2, 2, ours.nv), np.zeros(ours.nv))


def numbers(array: np.ndarray) -> list[float]:
    return [float(each) for each in np.ravel(array)]


def tau_of(robot: Robot) -> np.ndarray:
    """With springs and gravcomp, whose forces are given apart; without dampers and other passive forces."""
    return robot.moved.f(robot.data.qfrc_inverse + robot.data.qfrc_passive)


def state_of(robot: Robot, s: State, path: str) -> Dict[str, Any]:
    robot.set(s)
    m, d = robot.model, robot.data
    found = {"file": path, "q": numbers(s.q), "qd": numbers(s.qd), "qdd": numbers(s.qdd), "tau": numbers(tau_of(robot)),
             "spring": numbers(robot.moved.f(d.qfrc_spring)),
             "gravcomp": numbers(robot.moved.f(robot.gravcomp())), "M": numbers(robot.crba(s)[0][np.tril_indices(len(s.qd))])}
    if not any(m.dof_frictionloss) and not any(m.tendon_frictionloss):  # a constraint there, and a smooth force with --keep=damping
        found["damper"] = numbers(robot.moved.f(d.qfrc_damper))
    found["poses"] = {robot.name(BODY, b): numbers(d.xmat[b]) + numbers(d.xpos[b]) for b in range(1, m.nbody)}
    robot.at(robot.qpos, s.qd, 0 * s.qdd)
    found["bias"] = numbers(tau_of(robot))
    if robot.has_plain_loops():
        robot.set(s)
        found["closure"] = robot.openness()
    return found


def main() -> None:
    rng = np.random.default_rng(int(sys.argv[1]))
    for path in sys.argv[2:]:
        ours = rigidc.load(path, tier="tcc")
        robot = Robot(path, ours)
        for _ in range(STATES):
            print(json.dumps(state_of(robot, draw(ours, rng), path)))


main()
