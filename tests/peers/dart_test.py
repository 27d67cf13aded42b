"""Functions of rigidc beside DART's, for the examples that URDF can say, and for URDF and SDFormat files of the packages with robots, on
fixed and on free bases. TAP; RIGIDC_SEED gives other states. Arguments: URDF files instead of all."""
import os
import sys
from importlib.metadata import version
from typing import Any, Callable, Iterator, Optional, Tuple

import dartpy as dart
import numpy as np
import rigidc

import table
from table import Arrays, NoPair, Peer, State

SWAP = np.kron([[0, 1], [1, 0]], np.eye(3))  # rows of (v, w) from (w, v)


def skeleton_of(path: str, free: bool) -> Any:
    if path.endswith(".sdf"):
        poses = table.xml_of(path).iterfind(".//inertial/pose")
        if any(np.any(np.array((pose.text or "").split()[3:], float)) for pose in poses):
            raise NoPair("DART leaves the rotation of an <inertial> of SDFormat out")
        found = dart.utils.SdfParser.readSkeleton(os.path.abspath(path))
    else:
        loader, roots = dart.utils.DartLoader(), dart.utils.DartLoaderRootJointType
        options = loader.getOptions()
        options.mDefaultRootJointType = roots.FLOATING if free else roots.FIXED
        options.mDefaultInertia = dart.dynamics.Inertia(0, np.zeros(3), np.zeros((3, 3)))  # of links without <inertial>: 1 kg
        loader.setOptions(options)
        found = loader.parseSkeleton(os.path.abspath(path))
    if found is None:
        raise NoPair("DART refuses")
    return found


class Robot:
    """Joints by names. A free joint has the logarithm of its rotation and its position as coordinates, and (w, v) in world axes."""

    def __init__(self, path: str, ours: rigidc.Model, free: bool) -> None:
        self.ours = ours
        self.skeleton = skeleton_of(path, free)
        self.leaders = table.mimics(path)
        self.match()
        self.skeleton.setTimeStep(1e-14)
        self.skeleton.setGravity(ours.info.gravity)

    def match(self) -> None:
        self.places, info, skeleton = [], self.ours.info, self.skeleton
        for body, joint in zip(info.bodies, info.joints):
            there = skeleton.getBodyNode(body.name) and skeleton.getBodyNode(body.name).getParentJoint() if joint.kind == "free" \
                else skeleton.getJoint(joint.name)
            if joint.nv or joint.coupled:
                if there is None or there.getNumDofs() != (joint.nv or 1):
                    raise NoPair(f"joint {joint.name} is another in DART")
                if joint.kind == "free":
                    there.setTransformFromParentBodyNode(dart.math.Isometry3())  # coordinates of a pose in the world
                self.places.append((joint, there.getIndexInSkeleton(0), there.getIndexInSkeleton(0)))
        if sum(joint.nv or 1 for joint, _, _ in self.places) != skeleton.getNumDofs():
            raise NoPair(f"{self.ours.nv} velocities, and {skeleton.getNumDofs()} in DART")
        self.frame = next((body.name for body in reversed(info.bodies) if skeleton.getBodyNode(body.name)), "")
        self.body = skeleton.getBodyNode(self.frame)
        self.free = self.places[0][0].kind == "free"

    def there(self, own: np.ndarray) -> np.ndarray:
        q = np.zeros(self.skeleton.getNumDofs())
        for joint, at, _ in self.places:
            if joint.kind == "free":
                pose = dart.math.Isometry3()
                pose.set_rotation(table.rotation(own[joint.q + 3:joint.q + 7]))
                pose.set_translation(own[joint.q:joint.q + 3])
                q[at:at + 6] = dart.dynamics.FreeJoint.convertToPositions(pose)
            elif joint.kind == "spherical" and joint.nv:
                q[at:at + 3] = dart.dynamics.BallJoint.convertToPositions(table.rotation(own[joint.q:joint.q + 4]))
            elif joint.nv:
                q[at:at + joint.nq] = own[joint.q:joint.q + joint.nq]
        return table.followed(q, self.places, self.leaders)

    def set(self, s: State) -> None:
        self.skeleton.setPositions(self.there(s.q))
        self.moved = table.motion_of(self.skeleton.getNumDofs(), self.ours, self.places, self.leaders, s)
        self.skeleton.setVelocities(self.moved.v(s.qd))
        self.skeleton.setAccelerations(self.moved.a(s.qdd))

    # --- dynamics ---

    def inverse(self, qd: np.ndarray, a: np.ndarray) -> Arrays:
        """With springs, without dampers. Velocities of springs are implicit in DART, over a time step: see setTimeStep."""
        self.skeleton.setVelocities(self.moved.v(qd))
        self.skeleton.setAccelerations(a)
        self.skeleton.computeInverseDynamics(False, False, True)
        return [self.moved.f(self.skeleton.getForces())]

    def rnea(self, s: State) -> Arrays:
        return self.inverse(s.qd, self.moved.a(s.qdd))

    def bias(self, s: State) -> Arrays:
        return self.inverse(s.qd, self.moved.rest)

    def gravity(self, s: State) -> Arrays:
        return self.inverse(0 * s.qd, 0 * self.moved.rest)

    def crba(self, _: State) -> Arrays:
        return [self.moved.M(self.skeleton.getMassMatrix())]

    def com(self, _: State) -> Optional[Arrays]:
        """Without bodies of the world, which rigidc does not count."""
        return [np.array([self.skeleton.getMass()]), self.skeleton.getCOM()] if self.free else None

    def jcom(self, _: State) -> Optional[Arrays]:
        return [self.skeleton.getCOMLinearJacobian() @ self.moved.T] if self.free else None

    # --- frames ---

    def fk(self, _: State) -> Arrays:
        pose = self.body.getWorldTransform()
        return [pose.rotation(), pose.translation()]

    def jac(self, _: State) -> Arrays:
        J = np.zeros((6, self.skeleton.getNumDofs()))
        columns = [self.body.getDependentGenCoordIndex(k) for k in range(self.body.getNumDependentGenCoords())]
        J[:, columns] = SWAP @ self.body.getWorldJacobian(np.zeros(3))
        return [J @ self.moved.T]

    def vel(self, s: State) -> Arrays:
        self.set(s)
        return [np.concatenate([self.body.getLinearVelocity(), self.body.getAngularVelocity()])]

    def acc(self, s: State) -> Arrays:
        self.set(s)
        return [np.concatenate([self.body.getLinearAcceleration(), self.body.getAngularAcceleration()])]


def pair_of(path: str, free: bool) -> Tuple[rigidc.Model, Robot]:
    ours = table.ours_of(path, base="free" if free else None, without=["armature"])
    return ours, Robot(path, ours, free)


DART = Peer("DART", version("dartpy"))


def models(folder: str) -> Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Robot]]]]:
    given = sys.argv[1:]
    for path, free in table.bases(given or [*table.exported(folder, "urdf"), *table.of_packages("urdf")]):
        yield f"{os.path.basename(path)}, {'free' if free else 'as it stands'}", lambda path=path, free=free: pair_of(path, free)
    for path in [] if given else table.of_packages("sdf"):
        yield os.path.basename(path), lambda path=path: pair_of(path, False)


if __name__ == "__main__":
    sys.exit(table.main(DART, models))
