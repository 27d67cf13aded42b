"""Functions of rigidc beside PyBullet's, on fixed bases: for the examples that URDF can say, and for URDF and SDFormat files of the packages
with robots. TAP; RIGIDC_SEED gives other states. Arguments: files instead of all."""
import os
import sys
from importlib.metadata import version
from typing import Any, Callable, Iterator, List, Tuple

import numpy as np
import pybullet as bullet
import rigidc

import table
from table import Arrays, ByInverse, NoPair, Peer, State

KINDS = (bullet.JOINT_REVOLUTE, bullet.JOINT_PRISMATIC)


def body_of(path: str) -> int:
    bullet.resetSimulation()
    try:
        if path.endswith(".sdf"):
            bodies = bullet.loadSDF(path)
            if len(bodies) != 1:
                raise NoPair(f"PyBullet makes {len(bodies)} bodies of it")
            return int(bodies[0])
        flags = bullet.URDF_USE_INERTIA_FROM_FILE | bullet.URDF_IGNORE_VISUAL_SHAPES | bullet.URDF_IGNORE_COLLISION_SHAPES
        return int(bullet.loadURDF(path, useFixedBase=True, flags=flags))
    except bullet.error as error:
        raise NoPair(f"PyBullet refuses: {error}") from None


class Robot(ByInverse):
    """Joints by names. Links without <inertial> get 1 kg in PyBullet, which is taken back. It finds principal
    axes to some per cent."""

    def __init__(self, path: str, ours: rigidc.Model) -> None:
        self.ours = ours
        if any(joint.kind in ("free", "spherical", "planar") for joint in ours.info.joints):
            raise NoPair("a joint of several coordinates")
        self.body = body_of(path)
        self.leaders = table.mimics(path)
        products = (moments.get(name, "0") for moments in table.xml_of(path).iter("inertia") for name in ("ixy", "ixz", "iyz"))
        self.within = 5e-2 if any(float(each) for each in products) else table.WITHIN
        if table.has_impossible_inertia(path):
            raise NoPair("PyBullet changes moments of inertia that no solid body has")
        bullet.setGravity(*ours.info.gravity)
        with_mass = {link.get("name") for link in table.xml_of(path).iter("link") if link.find("inertial") is not None}
        self.match(with_mass)
        try:
            bullet.calculateMassMatrix(self.body, [0.0] * len(self.places))
            bullet.getLinkState(self.body, self.links[self.frame])
        except bullet.error:
            raise NoPair(f"PyBullet has no state of {self.frame}") from None
        except SystemError:
            raise NoPair("PyBullet refuses inertias that its own rounding makes asymmetric") from None

    def match(self, with_mass: Any) -> None:
        joints = {joint.name: joint for joint in self.ours.info.joints}
        self.places, self.links, self.numbers = [], {}, []  # type: List[Any], Any, List[int]
        for number in range(bullet.getNumJoints(self.body)):
            info = bullet.getJointInfo(self.body, number)
            name, kind, link = info[1].decode(), info[2], info[12].decode()
            self.links[link] = number
            if link not in with_mass:
                bullet.changeDynamics(self.body, number, mass=0, localInertiaDiagonal=[0, 0, 0])
            if kind != bullet.JOINT_FIXED:
                if name not in joints or kind not in KINDS:
                    raise NoPair(f"joint {name} is another in PyBullet")
                self.places.append((joints[name], len(self.places), len(self.places)))
                self.numbers.append(number)
        if sum(joint.nv for joint, _, _ in self.places) != self.ours.nv:
            raise NoPair(f"{self.ours.nv} velocities, and {len(self.places)} in PyBullet")
        self.frame = next((body.name for body in reversed(self.ours.info.bodies) if body.name in self.links), "")

    def set(self, s: State) -> None:
        q = np.zeros(len(self.places))
        for joint, at, _ in self.places:
            if joint.nv:
                q[at] = s.q[joint.q]
        self.q = table.followed(q, self.places, self.leaders)
        self.moved = table.motion_of(len(q), self.ours, self.places, self.leaders, s)
        for number, at in zip(self.numbers, self.q):
            bullet.resetJointState(self.body, number, at)

    def inverse(self, qd: np.ndarray, qdd: np.ndarray) -> Arrays:
        tau = bullet.calculateInverseDynamics(self.body, list(self.q), list(self.moved.v(qd)), list(self.moved.a(qdd)))
        return [self.moved.f(np.array(tau))]

    def crba(self, _: State) -> Arrays:
        return [self.moved.M(np.array(bullet.calculateMassMatrix(self.body, list(self.q))))]

    def fk(self, _: State) -> Arrays:
        found = bullet.getLinkState(self.body, self.links[self.frame], computeForwardKinematics=True)
        return [table.rotation(found[5]), np.array(found[4])]

    def jac(self, _: State) -> Arrays:
        zero = [0.0] * len(self.places)
        J = bullet.calculateJacobian(self.body, self.links[self.frame], [0.0] * 3, list(self.q), zero, zero)
        return [np.vstack(J) @ self.moved.T]


def pair_of(path: str) -> Tuple[rigidc.Model, Robot]:
    ours = table.ours_of(path, without=["armature"])
    return ours, Robot(path, ours)


BULLET = Peer("PyBullet", version("pybullet"), within={"fk": 1e-6})  # getLinkState gives floats


def models(folder: str) -> Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Robot]]]]:
    files = sys.argv[1:] or [*table.exported(folder, "urdf"), *table.of_packages("urdf"), *table.of_packages("sdf")]
    for path in files:
        yield os.path.basename(path), lambda path=path: pair_of(path)


if __name__ == "__main__":
    bullet.connect(bullet.DIRECT)
    sys.exit(table.main(BULLET, models))
