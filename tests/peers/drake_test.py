"""Functions of rigidc beside Drake's, for the examples that URDF, SDFormat and MJCF can say, and for the files of the packages with robots, on
fixed and on free bases. TAP; RIGIDC_SEED gives other states. Arguments: files instead of all."""
import logging
import os
import sys
from importlib.metadata import version
from typing import Any, Callable, Iterator, List, Optional, Tuple

import numpy as np
import rigidc
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import JacobianWrtVariable, ModelInstanceIndex, MultibodyForces

import table
from table import Arrays, NoPair, Peer, State, Tap

V = JacobianWrtVariable.kV


class Robot:
    """Joints by names, without damping. A free base has (w, v) in world axes in Drake."""

    def __init__(self, path: str, ours: rigidc.Model) -> None:
        self.ours, self.nv = ours, ours.nv
        self.plant = MultibodyPlant(0.0)
        try:
            parser = Parser(plant=self.plant)
            parser.package_map().PopulateFromFolder(os.path.dirname(os.path.abspath(path)))
            parser.AddModels(path)
            self.bolt()
            self.plant.mutable_gravity_field().set_gravity_vector(ours.info.gravity)  # Drake leaves that of an SDFormat world out
            self.plant.Finalize()
        except RuntimeError as error:
            raise NoPair(f"Drake refuses: {str(error).splitlines()[0]}") from None
        self.leaders = table.mimics(path)
        self.match()
        self.context = self.plant.CreateDefaultContext()
        for number in self.plant.GetJointIndices():
            joint = self.plant.get_joint(number)
            if joint.num_velocities():
                joint.SetDampingVector(self.context, np.zeros(joint.num_velocities()))

    def bolt(self) -> None:
        """Welds the root of a URDF to the world where rigidc has it on a fixed base. Drake lets it float."""
        info = self.ours.info
        if any(joint.kind == "free" for joint in info.joints):
            return
        for number in self.roots():
            self.plant.WeldFrames(self.plant.world_frame(), self.plant.get_body(number).body_frame())

    def roots(self) -> List[Any]:
        """Bodies that no joint carries."""
        carried = {self.plant.get_joint(number).child_body().index() for number in self.plant.GetJointIndices()}
        bodies = [number for i in range(1, self.plant.num_model_instances()) for number in self.plant.GetBodyIndices(ModelInstanceIndex(i))]
        return [number for number in bodies if number not in carried and number != self.plant.world_body().index()]

    def match(self) -> None:
        info, plant = self.ours.info, self.plant
        self.places = []
        try:
            for body, joint in zip(info.bodies, info.joints):
                if joint.kind == "free":
                    there = plant.GetBodyByName(body.name)
                    if not there.is_floating_base_body():
                        raise NoPair(f"{body.name} does not float in Drake")
                    self.places.append((joint, there.floating_positions_start(), there.floating_velocities_start_in_v()))
                elif joint.kind == "spherical":
                    raise NoPair("a ball joint has three angles as coordinates in Drake")
                elif joint.nv or joint.coupled:
                    there = plant.GetJointByName(joint.name)
                    self.places.append((joint, there.position_start(), there.velocity_start()))
        except RuntimeError as error:
            raise NoPair(f"names differ: {error}") from None
        if sum(joint.nv or 1 for joint, _, _ in self.places) != plant.num_velocities():
            raise NoPair(f"{self.nv} velocities, and {plant.num_velocities()} in Drake")
        self.frame = next((body.name for body in reversed(info.bodies) if plant.HasBodyNamed(body.name)), "")
        self.body = plant.GetBodyByName(self.frame) if self.frame else None

    # --- coordinates ---

    def there(self, own: np.ndarray) -> np.ndarray:
        q = np.zeros(self.plant.num_positions())
        for joint, at, _ in self.places:
            if joint.kind == "free":
                x, y, z, *turn = own[joint.q:joint.q + 7]
                q[at:at + 7] = [turn[3], *turn[:3], x, y, z]
            elif joint.nv:
                q[at:at + joint.nq] = own[joint.q:joint.q + joint.nq]
        return table.followed(q, self.places, self.leaders)

    def set(self, s: State) -> None:
        self.q = self.there(s.q)
        self.moved = table.motion_of(self.plant.num_velocities(), self.ours, self.places, self.leaders, s)
        self.plant.SetPositions(self.context, self.q)
        self.plant.SetVelocities(self.context, self.moved.v(s.qd))

    # --- dynamics ---

    def inverse(self, a: np.ndarray) -> np.ndarray:
        forces = MultibodyForces(self.plant)
        self.plant.CalcForceElementsContribution(self.context, forces)
        return self.moved.f(self.plant.CalcInverseDynamics(self.context, a, forces))

    def rnea(self, s: State) -> Arrays:
        return [self.inverse(self.moved.a(s.qdd))]

    def bias(self, _: State) -> Arrays:
        return [self.inverse(self.moved.rest)]

    def gravity(self, s: State) -> Arrays:
        self.plant.SetVelocities(self.context, 0 * self.moved.rest)
        tau = self.inverse(0 * self.moved.rest)
        self.plant.SetVelocities(self.context, self.moved.v(s.qd))
        return [tau]

    def crba(self, _: State) -> Arrays:
        return [self.moved.M(self.plant.CalcMassMatrix(self.context))]

    def fd(self, s: State) -> Optional[Arrays]:
        if self.moved.T.shape[0] != self.nv:  # joints that follow others
            return None
        port = self.plant.get_applied_generalized_force_input_port()
        port.FixValue(self.context, np.linalg.solve(self.moved.T.T, s.tau))
        vdot = self.plant.EvalTimeDerivatives(self.context).CopyToVector()[-self.plant.num_velocities():]
        return [np.linalg.solve(self.moved.T, vdot - self.moved.rest)]

    def energy(self, _: State) -> Arrays:
        """Bodies that do not move have no potential energy in rigidc."""
        plant, still = self.plant, 0.0
        if not any(joint.kind == "free" for joint, _, _ in self.places):
            for body in plant.GetBodiesWeldedTo(plant.world_body()):
                if body.index() != plant.world_body().index():
                    center = body.EvalPoseInWorld(self.context) @ body.CalcCenterOfMassInBodyFrame(self.context)
                    still -= body.get_mass(self.context) * plant.gravity_field().gravity_vector() @ center
        return [np.array([plant.CalcKineticEnergy(self.context)]), np.array([plant.CalcPotentialEnergy(self.context) - still])]

    def is_free(self) -> bool:
        return self.places[0][0].kind == "free"

    def com(self, _: State) -> Optional[Arrays]:
        """Without bodies of the world, which rigidc does not count."""
        if not self.is_free():
            return None
        return [np.array([self.plant.CalcTotalMass(self.context)]), self.plant.CalcCenterOfMassPositionInWorld(self.context)]

    def jcom(self, _: State) -> Optional[Arrays]:
        if not self.is_free():
            return None
        world = self.plant.world_frame()
        return [self.plant.CalcJacobianCenterOfMassTranslationalVelocity(self.context, V, world, world) @ self.moved.T]

    def momentum(self, s: State) -> Arrays:
        center = np.ravel(self.ours.com(s.q)[1])
        momentum = self.plant.CalcSpatialMomentumInWorldAboutPoint(self.context, center)
        return [np.concatenate([momentum.translational(), momentum.rotational()])]

    # --- frames ---

    def fk(self, _: State) -> Arrays:
        pose = self.body.EvalPoseInWorld(self.context)
        return [pose.rotation().matrix(), pose.translation()]

    def jac(self, _: State) -> Arrays:
        world = self.plant.world_frame()
        J = self.plant.CalcJacobianSpatialVelocity(self.context, V, self.body.body_frame(), np.zeros(3), world, world)
        return [np.vstack([J[3:], J[:3]]) @ self.moved.T]

    def vel(self, _: State) -> Arrays:
        twist = self.body.EvalSpatialVelocityInWorld(self.context)
        return [np.concatenate([twist.translational(), twist.rotational()])]

    def acceleration(self, a: np.ndarray) -> Arrays:
        found = self.plant.CalcSpatialAccelerationsFromVdot(self.context, a)[int(self.body.index())]
        return [np.concatenate([found.translational(), found.rotational()])]

    def acc(self, s: State) -> Arrays:
        return self.acceleration(self.moved.a(s.qdd))

    def drift(self, s: State) -> Arrays:
        world = self.plant.world_frame()
        bias = self.plant.CalcBiasSpatialAcceleration(self.context, V, self.body.body_frame(), np.zeros(3), world, world)
        J = self.plant.CalcJacobianSpatialVelocity(self.context, V, self.body.body_frame(), np.zeros(3), world, world)
        return [np.concatenate([bias.translational(), bias.rotational()]) + np.vstack([J[3:], J[:3]]) @ self.moved.rest]


def pair_of(path: str, free: bool) -> Tuple[rigidc.Model, Robot]:
    ours = table.ours_of(path, base="free" if free else None, without=["armature"])
    if any(said.check == "limits-upside-down" for said in ours.diagnostics):
        raise NoPair("Drake ends the program at limits that are upside down")
    if table.has_impossible_inertia(path):
        raise NoPair("Drake replaces moments of inertia that no solid body has, and gives moments without a mass 1 kg")
    return ours, Robot(path, ours)


DRAKE = Peer("Drake", version("drake"))


def models(folder: str) -> Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Robot]]]]:
    given = sys.argv[1:]
    for path, free in table.bases(given or [*table.exported(folder, "urdf"), *table.of_packages("urdf")]):
        yield f"{os.path.basename(path)}, {'free' if free else 'as it stands'}", lambda path=path, free=free: pair_of(path, free)
    for path in [] if given else [*table.exported(folder, "sdf"), *table.exported(folder, "mjcf"), *table.of_packages("sdf")]:
        yield os.path.basename(path), lambda path=path: pair_of(path, False)


def compare_bushings(tap: Tap, rng: np.random.Generator) -> None:
    """Inverse dynamics with the bushings of --keep=forces, where no pitch is near 90 deg."""
    path = "tests/grammar/forces/mount.sdf"
    ours = table.ours_of(path, keep_forces=True)
    robot = Robot(path, ours)
    by = 0.0
    for _ in range(4):
        qd, qdd = rng.normal(size=ours.nv), rng.normal(size=ours.nv)
        s = State("random", rng.uniform(-0.6, 0.6, ours.nq), qd, qdd, qdd)
        robot.set(s)
        by = max(by, table.difference([ours.rnea(s.q, s.qd, s.qdd)], robot.rnea(s)))
    tap.line(by <= table.WITHIN, "bushings of an SDFormat file", "" if by <= table.WITHIN else f"by {by:.2g}")


if __name__ == "__main__":
    logging.getLogger("drake").setLevel(logging.ERROR)
    sys.exit(table.main(DRAKE, models, [compare_bushings]))
