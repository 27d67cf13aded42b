"""Functions of rigidc beside OpenSim's, on models without forces: examples/leg.osim, and files of tests/peers/osim and tests/grammar.
TAP; RIGIDC_SEED gives other states. Arguments: .osim files instead of all."""
import glob
import os
import re
import subprocess
import sys
from typing import Any, Callable, Iterator, List, Tuple

import numpy as np
import opensim
import rigidc

import table
from table import Arrays, ByInverse, Except, Motion, NoPair, Peer, State, Tap


def vector_of(vector: opensim.Vector) -> np.ndarray:
    return np.array([vector.get(i) for i in range(vector.size())])


def matrix_of(matrix: opensim.Matrix) -> np.ndarray:
    return np.array([[matrix.get(i, k) for k in range(matrix.ncol())] for i in range(matrix.nrow())])


def three(vector: opensim.Vec3) -> np.ndarray:
    return np.array([vector.get(i) for i in range(3)])


CURVES = {"SimmSpline", "NaturalCubicSpline", "PiecewiseLinearFunction", "PolynomialFunction", "GCVSpline"}


def turns_by_curves(path: str) -> bool:
    """Has a joint several rotations that are curves of one coordinate?"""
    for transform in table.xml_of(path).iter("SpatialTransform"):
        curved = [axis.findtext("coordinates") for axis in transform.iter("TransformAxis")
                  if axis.get("name", "").startswith("rotation") and CURVES & {each.tag for each in axis.iter()}]
        if len(set(curved)) < len(curved):
            return True
    return False


class Robot(ByInverse):
    """Coordinates by names. Locked ones stay at their default; speeds of all are those of rigidc."""

    def __init__(self, path: str, ours: rigidc.Model, forces: bool = False) -> None:
        self.ours, self.curved = ours, turns_by_curves(path)
        if any(joint.kind in ("free", "spherical") for joint in ours.info.joints):
            raise NoPair("a ball or free joint has three angles in OpenSim")
        try:
            self.model = opensim.Model(path)
            if "CoordinateCouplerConstraint" in {each.getConcreteClassName() for each in self.model.getComponentsList()}:
                raise NoPair("a coupled coordinate is a constraint in OpenSim")
            if not forces:
                self.model.updForceSet().clearAndDestroy()
            self.model.updConstraintSet().clearAndDestroy()
            self.model.finalizeConnections()
            self.state = self.model.initSystem()
        except RuntimeError as error:
            raise NoPair(f"OpenSim refuses: {str(error).splitlines()[0]}") from None
        self.matter = self.model.getMatterSubsystem()
        self.match()

    def match(self) -> None:
        here = {coordinate.name.split(".")[-1]: i for i, coordinate in enumerate(self.ours.info.coordinates)}
        coordinates = self.model.getCoordinateSet()
        self.start = vector_of(self.state.getQ())
        self.T, self.places = np.zeros((self.state.getNU(), self.ours.nv)), []  # type: np.ndarray, List[Tuple[int, int]]
        for number in range(coordinates.getSize()):
            coordinate = coordinates.get(number)
            coordinate.setLocked(self.state, False)
            coordinate.setClamped(self.state, False)
            if coordinate.getName() in here:
                own = here[coordinate.getName()]
                at = self.changed(self.state.getQ, lambda value, it=coordinate: it.setValue(self.state, value, False))
                speed = self.changed(self.state.getU, lambda value, it=coordinate: it.setSpeedValue(self.state, value))
                self.T[speed, own] = 1
                self.places.append((own, at))
        if len(self.places) != self.ours.nv:
            raise NoPair(f"{self.ours.nv} velocities, and {len(self.places)} of these names in OpenSim")
        bodies = {self.model.getBodySet().get(i).getName() for i in range(self.model.getBodySet().getSize())}
        self.frame = next((body.name for body in reversed(self.ours.info.bodies) if body.name in bodies), "")
        self.body = self.model.getBodySet().get(self.frame) if self.frame else None
        kinds = {self.model.getJointSet().get(i).getConcreteClassName() for i in range(self.model.getJointSet().getSize())}
        self.rates = not kinds & {"EllipsoidJoint"}
        self.moved = Motion(self.T, np.zeros(self.state.getNU()))

    def changed(self, get: Callable[[], Any], put: Callable[[float], None]) -> int:
        """The element of q or u that belongs to a coordinate."""
        before = vector_of(get())
        put(0.123 + np.abs(before).max(initial=0))
        return int(np.argmax(np.abs(vector_of(get()) - before)))

    def set(self, s: State) -> None:
        q = self.start.copy()
        for here, there in self.places:
            q[there] = s.q[here]
        self.fill(self.state.updQ(), q)
        self.speed(s.qd)

    def fill(self, vector: opensim.Vector, values: np.ndarray) -> None:
        for i, value in enumerate(values):
            vector.set(i, float(value))

    def speed(self, qd: np.ndarray) -> None:
        self.fill(self.state.updU(), self.moved.v(qd))
        self.model.realizeVelocity(self.state)

    # --- dynamics ---

    def inverse(self, qd: np.ndarray, qdd: np.ndarray) -> Arrays:
        self.speed(qd)
        udot = opensim.Vector(self.state.getNU(), 0.0)
        self.fill(udot, self.moved.a(qdd))
        return [self.moved.f(vector_of(opensim.InverseDynamicsSolver(self.model).solve(self.state, udot)))]

    def crba(self, _: State) -> Arrays:
        M = opensim.Matrix()
        self.matter.calcM(self.state, M)
        return [self.moved.M(matrix_of(M))]

    def minv(self, _: State) -> Arrays:
        M = opensim.Matrix()
        self.matter.calcMInv(self.state, M)
        return [self.moved.M(matrix_of(M))] if self.T.shape[0] == self.T.shape[1] else None

    def com(self, _: State) -> Arrays:
        return [np.array([self.matter.calcSystemMass(self.state)]), three(self.matter.calcSystemMassCenterLocationInGround(self.state))]

    def momentum(self, s: State) -> Arrays:
        self.speed(s.qd)
        found = self.matter.calcSystemCentralMomentum(self.state)
        return [np.concatenate([three(found.get(1)), three(found.get(0))])]

    # --- frames ---

    def fk(self, _: State) -> Arrays:
        pose = self.body.getTransformInGround(self.state)
        R = np.array([[pose.R().get(i, k) for k in range(3)] for i in range(3)])
        return [R, three(pose.p())]

    def jac(self, _: State) -> Arrays:
        J = opensim.Matrix()
        self.matter.calcFrameJacobian(self.state, self.body.getMobilizedBodyIndex(), opensim.Vec3(0), J)
        rows = matrix_of(J)
        return [np.vstack([rows[3:], rows[:3]]) @ self.moved.T]

    def drift(self, s: State) -> Arrays:
        self.speed(s.qd)
        found = self.matter.calcBiasForFrameJacobian(self.state, self.body.getMobilizedBodyIndex(), opensim.Vec3(0))
        return [np.concatenate([three(found.get(1)), three(found.get(0))])]

    def vel(self, s: State) -> Arrays:
        self.speed(s.qd)
        found = self.body.getVelocityInGround(self.state)
        return [np.concatenate([three(found.get(1)), three(found.get(0))])]


def pair_of(path: str) -> Tuple[rigidc.Model, Robot]:
    ours = table.ours_of(path)
    return ours, Robot(path, ours)


CURVED = ("velocity terms of joints with several curved rotations of one coordinate are wrong in Simbody, forces by 1e-4: those of "
          "osim_test.cpp are right")
OPENSIM = Peer("OpenSim", opensim.GetVersion().split("-")[0], [
    *(Except(name, "speeds of an ellipsoid joint are angular velocities in OpenSim, and no rates of its angles", when=lambda robot: not robot.rates)
      for name in ("rnea", "crba", "minv", "bias", "gravity", "momentum", "jac", "vel", "drift")),
    *(Except(name, CURVED, when=lambda robot: robot.curved) for name in ("rnea", "bias", "drift")),
])


def models(_: str) -> Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Robot]]]]:
    own = [path for room in ("peers/osim", "grammar/simbody") for path in sorted(glob.glob(f"tests/{room}/*.osim"))]
    files = sys.argv[1:] or ["examples/leg.osim", *own, *(f"tests/grammar/osim/{name}.osim" for name in ("connectors-to-bodies", "stations"))]
    for path in files:
        yield os.path.basename(path), lambda path=path: pair_of(path)


def compare_markers(tap: Tap, rng: np.random.Generator) -> None:
    """Markers are frames with --keep=markers."""
    path = "tests/peers/osim/joints.osim"
    ours = table.ours_of(path, markers=True)
    robot = Robot(path, ours)
    found = robot.model.getMarkerSet()
    names = [found.get(i).getName() for i in range(found.getSize())]
    known = [name for name in names if name in {frame.name for frame in ours.info.frames}]
    by = 0.0
    for s in table.states(ours, rng):
        robot.set(s)
        for name in known:
            by = max(by, table.difference(ours.function(f"fk:{name}")(s.q)[1], three(found.get(name).getLocationInGround(robot.state))))
    tap.line(bool(known) and by <= table.WITHIN, f"{len(known)} of {len(names)} markers", "" if by <= table.WITHIN else f"by {by:.2g}")


def muscles_of(path: str, states: List[State], ours: rigidc.Model) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lengths, -arms and rates of OpenSim at each state, a row a muscle."""
    model = opensim.Model(path)
    state = model.initSystem()
    names = [coordinate.name.split(".")[-1] for coordinate in ours.info.coordinates]
    coordinates = [model.getCoordinateSet().get(name) for name in names]
    muscles = [model.getMuscles().get(i) for i in range(model.getMuscles().getSize())]
    lengths, arms, rates = [], [], []
    for s in states:
        for coordinate, q, qd in zip(coordinates, s.q, s.qd):
            coordinate.setValue(state, float(q), False)
            coordinate.setSpeedValue(state, float(qd))
        model.realizeVelocity(state)
        lengths.append([muscle.getLength(state) for muscle in muscles])
        rates.append([muscle.getLengtheningSpeed(state) for muscle in muscles])
        arms.append([[-muscle.computeMomentArm(state, coordinate) for coordinate in coordinates] for muscle in muscles])
    return np.array(lengths), np.array(arms), np.array(rates)


def compare_muscles(tap: Tap, rng: np.random.Generator) -> None:
    """Muscles are tendons with --muscles. An arm of OpenSim lacks the motion of a point beside another on its own body."""
    path, lacking = "tests/peers/osim/muscles.osim", 3
    ours = table.ours_of(path, muscles=True)
    lower = np.array([-1.9 if coordinate.name == "knee_angle" else -0.65 for coordinate in ours.info.coordinates])
    upper = np.array([0.19 if coordinate.name == "knee_angle" else 0.65 for coordinate in ours.info.coordinates])
    states = [State(kind=s.kind, q=rng.uniform(lower, upper), qd=s.qd, qdd=s.qdd, tau=s.tau) for s in table.states(ours, rng)]
    lengths, arms, rates = muscles_of(path, states, ours)
    found = [[ours.function(name)(*given) for name, given in (("lengths", (s.q,)), ("arms", (s.q,)), ("length_rates", (s.q, s.qd)))] for s in states]
    for k, (name, wanted) in enumerate((("lengths", lengths), ("moment arms", arms), ("rates of lengths", rates))):
        there = [np.reshape(row[k], wanted[0].shape) for row in found]
        rows = [i for i in range(lengths.shape[1]) if k != 1 or i != lacking]
        by = max(table.difference(here[rows], there[rows]) for here, there in zip(there, wanted))
        tap.line(by <= 1e-9, f"{name} of {len(rows)} muscles", "" if by <= 1e-9 else f"by {by:.2g}")
    by = max(np.abs(there[1].reshape(arms[0].shape)[lacking] - here[lacking]).max() for there, here in zip(found, arms))
    tap.line(by > 1e-3, "OpenSim's arm of a moving point beside another on its body lacks a piece")


def compare_forces(tap: Tap, rng: np.random.Generator) -> None:
    """Inverse dynamics with the forces of --keep=forces, where no angle of a bushing is near 90 deg."""
    path = "tests/grammar/forces/linkers.osim"
    ours = table.ours_of(path, keep_forces=True)
    robot = Robot(path, ours, forces=True)
    by = 0.0
    for _ in range(4):
        qd, qdd = rng.normal(size=ours.nv), rng.normal(size=ours.nv)
        s = State("random", rng.uniform(-0.4, 0.4, ours.nq), qd, qdd, qdd)
        robot.set(s)
        by = max(by, table.difference([ours.rnea(s.q, s.qd, s.qdd)], robot.inverse(s.qd, s.qdd)))
    tap.line(by <= table.WITHIN, "forces between bodies and along coordinates", "" if by <= table.WITHIN else f"by {by:.2g}")


def compare_opening(tap: Tap, _: np.random.Generator) -> None:
    """OpenSim opens our own files that rigidc takes, unless rigidc says that it does not. Files with options are wrong with them alone."""
    files = sorted(path for room in ("examples", "tests/peers/osim", "tests/grammar/osim", "tests/grammar/forces", "tests/grammar/simbody")
                   for path in glob.glob(f"{room}/*.osim"))
    for path in files:
        with open(path, encoding="latin-1") as file:
            text = file.read()
        said = subprocess.run([os.environ["RIGIDC"], "check", path], capture_output=True, text=True, check=False)
        if said.returncode or "<?options" in text or 'Version="1' in text:
            continue
        try:
            opensim.Model(path).initSystem()
            opens = True
        except RuntimeError:
            opens = False
        tap.line(opens != ("[opensim-refuses]" in said.stderr), f"{path} {'opens' if opens else 'is refused'}")


def compare_names(tap: Tap, _: np.random.Generator) -> None:
    """Names of OpenSim in the tables of compiler/FUNCTIONS.md."""
    with open("compiler/FUNCTIONS.md", encoding="utf-8") as file:
        table_of = file.read().split("| function | Drake | OpenSim |", 1)[1].split("\n\n", 1)[0]
    names = {name for row in table_of.split("\n")[2:] for name in re.findall(r"`(\w+)`", row.split("|")[3])}
    places = (opensim.SimbodyMatterSubsystem, opensim.Body, opensim.InverseDynamicsSolver, opensim.GeometryPath, opensim)
    gone = sorted(name for name in names | {"getLength", "computeMomentArm"} if not any(hasattr(place, name) for place in places))
    tap.line(bool(names) and not gone, f"{len(names)} names of OpenSim in the table", ", ".join(gone))


if __name__ == "__main__":
    opensim.Logger.setLevelString("off")
    opensim.Logger.removeFileSink()
    sys.exit(table.main(OPENSIM, models, [compare_markers, compare_muscles, compare_forces, compare_opening, compare_names]))
