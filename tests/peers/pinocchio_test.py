"""Functions of rigidc beside Pinocchio's, for the examples that URDF can say, and for every URDF of the packages with robots, on fixed and
on free bases: by the names of joints, at random states, at rest, and at quarter turns. TAP; RIGIDC_SEED gives other states."""
import glob
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Tuple

import numpy as np
import pinocchio as pin
import rigidc

WITHIN = 1e-9  # of the largest number of a result,
LEAST = 1e-3  # or of this: terms of such a size that cancel leave their rounding
LWA = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
LOCAL = pin.ReferenceFrame.LOCAL


@dataclass
class Pair:
    """A robot in both programs. P: velocities of rigidc from those of Pinocchio, by the names of joints."""
    ours: rigidc.Model
    theirs: pin.Model
    P: np.ndarray
    places: List[Tuple[int, int, int, bool]]  # of coordinates: here, there, how many, as cosine and sine there
    bodies: List[int]  # joint there of each of our moving bodies

    def here(self, q: np.ndarray) -> np.ndarray:
        own = np.zeros(self.ours.nq)
        for here, there, count, circle in self.places:
            own[here:here + count] = np.arctan2(q[there + 1], q[there]) if circle else q[there:there + count]
        return own


class NoPair(Exception):
    """Why a robot cannot be compared."""


def pair_of(path: str, free: bool) -> Pair:
    try:
        ours = rigidc.load(path, base="free" if free else None, without=["armature"], no_snapping=True)
    except rigidc.Error as error:
        raise NoPair("refused: " + str(error).splitlines()[0].split(": ", 1)[-1]) from None
    root = (pin.JointModelFreeFlyer(),) if free else ()
    try:
        theirs = pin.buildModelFromUrdf(path, *root, True)
    except (ValueError, RuntimeError) as error:
        raise NoPair(f"Pinocchio refuses: {error}") from None
    joints = {joint.name: joint for joint in ours.info.joints}
    P, places = np.zeros((ours.nv, theirs.nv)), []
    if not theirs.nv:
        raise NoPair("nothing moves")
    if free and theirs.existBodyName("world"):
        raise NoPair("a free root is the link world in Pinocchio, and the body on it here")
    if theirs.nv != ours.nv:
        raise NoPair(f"{ours.nv} velocities, and {theirs.nv} in Pinocchio")
    for i in range(1, theirs.njoints):
        there = theirs.joints[i]
        here = ours.info.joints[0] if free and i == 1 else joints[theirs.names[i]]
        if there.nv:
            P[here.v:here.v + there.nv, there.idx_v:there.idx_v + there.nv] = np.eye(there.nv)
            places.append((here.q, there.idx_q, here.nq, there.nq == here.nq + 1))
    names = [j.name for j in ours.info.joints if j.moves]
    bodies = [1 if free and k == 0 else theirs.getJointId(name) for k, name in enumerate(names)]
    return Pair(ours, theirs, P, places, bodies)


# --- states ---

def states(pair: Pair, rng: np.random.Generator) -> Iterator[Tuple[np.ndarray, ...]]:
    model = pair.theirs
    for kind in ("random", "random", "rest", "quarters"):
        q = pin.integrate(model, pin.neutral(model), rng.uniform(-2, 2, model.nv))
        v, a, tau = (rng.normal(size=model.nv) for _ in range(3))
        if kind == "rest":
            v, a = np.zeros(model.nv), np.zeros(model.nv)
        if kind == "quarters":
            q = pin.integrate(model, pin.neutral(model), rng.integers(-2, 3, model.nv) * np.pi / 2)
        yield q, v, a, tau


# --- functions ---

@dataclass
class State:
    pair: Pair
    data: Any
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    tau: np.ndarray

    def __post_init__(self) -> None:
        P = self.pair.P
        self.own = (self.pair.here(self.q), P @ self.v, P @ self.a, P @ self.tau)


def symmetric(M: np.ndarray) -> np.ndarray:
    return np.triu(M) + np.triu(M, 1).T


def rnea_derivatives(s: State) -> List[np.ndarray]:
    P = s.pair.P
    dq, dv, _ = pin.computeRNEADerivatives(s.pair.theirs, s.data, s.q, s.v, s.a)
    return [P @ dq @ P.T, P @ dv @ P.T]


def fd_derivatives(s: State) -> List[np.ndarray]:
    P = s.pair.P
    dq, dv, dtau = pin.computeABADerivatives(s.pair.theirs, s.data, s.q, s.v, s.tau)
    return [P @ dq @ P.T, P @ dv @ P.T, P @ symmetric(dtau) @ P.T]


def regressor(s: State) -> List[np.ndarray]:
    Y = pin.computeJointTorqueRegressor(s.pair.theirs, s.data, s.q, s.v, s.a)
    return [np.hstack([s.pair.P @ Y[:, 10 * (i - 1):10 * i] for i in s.pair.bodies])]


def momentum(s: State) -> List[np.ndarray]:
    return [pin.computeCentroidalMomentum(s.pair.theirs, s.data, s.q, s.v).vector]


def cmm(s: State) -> List[np.ndarray]:
    pin.ccrba(s.pair.theirs, s.data, s.q, s.v)
    return [s.data.Ag @ s.pair.P.T]


def cmm_drift(s: State) -> List[np.ndarray]:
    pin.dccrba(s.pair.theirs, s.data, s.q, s.v)
    return [s.data.dAg @ s.v]


def energy(s: State) -> List[np.ndarray]:
    kinetic = pin.computeKineticEnergy(s.pair.theirs, s.data, s.q, s.v)
    pin.computePotentialEnergy(s.pair.theirs, s.data, s.q)
    return [np.array([kinetic]), np.array([s.data.potential_energy])]


def coriolis_qd(s: State) -> List[np.ndarray]:
    return [s.pair.P @ (pin.computeCoriolisMatrix(s.pair.theirs, s.data, s.q, s.v) @ s.v)]


def last_frame(s: State) -> int:
    return s.pair.theirs.getBodyId(frame_name(s.pair))


def frame_name(pair: Pair) -> str:
    return next(body.name for body in reversed(pair.ours.info.bodies) if pair.theirs.existBodyName(body.name))


def jacobian(s: State, axes: Any) -> List[np.ndarray]:
    return [pin.computeFrameJacobian(s.pair.theirs, s.data, s.q, last_frame(s), axes) @ s.pair.P.T]


def pose(s: State) -> List[np.ndarray]:
    pin.framesForwardKinematics(s.pair.theirs, s.data, s.q)
    M = s.data.oMf[last_frame(s)]
    return [M.rotation, M.translation]


def acceleration(s: State) -> List[np.ndarray]:
    pin.forwardKinematics(s.pair.theirs, s.data, s.q, s.v, s.a)
    return [pin.getFrameClassicalAcceleration(s.pair.theirs, s.data, last_frame(s), LWA).vector]


def com(s: State) -> List[np.ndarray]:
    return [np.array([pin.computeTotalMass(s.pair.theirs)]), pin.centerOfMass(s.pair.theirs, s.data, s.q)]


def integrate(s: State) -> List[np.ndarray]:
    """Of a quaternion and its opposite, and of angles a whole turn apart, the one that is nearer to ours."""
    moved = s.pair.here(pin.integrate(s.pair.theirs, s.q, s.v))
    ours = s.pair.ours.integrate(*s.own[:2])
    for here, _, _, circle in s.pair.places:
        if circle:
            moved[here] += 2 * np.pi * np.round((ours[here] - moved[here]) / (2 * np.pi))
    for joint in s.pair.ours.info.joints:
        if joint.kind == "free" and ours[joint.q + 3:joint.q + 7] @ moved[joint.q + 3:joint.q + 7] < 0:
            moved[joint.q + 3:joint.q + 7] *= -1
    return [moved]


@dataclass
class Row:
    name: str
    ours: Callable[[State], Any]
    theirs: Callable[[State], List[np.ndarray]]
    inverts: bool = False  # M


FUNCTIONS = [
    Row("rnea", lambda s: s.pair.ours.rnea(*s.own[:3]), lambda s: [s.pair.P @ pin.rnea(s.pair.theirs, s.data, s.q, s.v, s.a)]),
    Row("crba", lambda s: s.pair.ours.crba(s.own[0]), lambda s: [s.pair.P @ symmetric(pin.crba(s.pair.theirs, s.data, s.q)) @ s.pair.P.T]),
    Row("bias", lambda s: s.pair.ours.bias(*s.own[:2]), lambda s: [s.pair.P @ pin.nonLinearEffects(s.pair.theirs, s.data, s.q, s.v)]),
    Row("gravity", lambda s: s.pair.ours.gravity(s.own[0]), lambda s: [s.pair.P @ pin.computeGeneralizedGravity(s.pair.theirs, s.data, s.q)]),
    Row("fd", lambda s: s.pair.ours.fd(s.own[0], s.own[1], s.own[3]), lambda s: [s.pair.P @ pin.aba(s.pair.theirs, s.data, s.q, s.v, s.tau)], True),
    Row("minv", lambda s: s.pair.ours.minv(s.own[0]),
        lambda s: [s.pair.P @ symmetric(pin.computeMinverse(s.pair.theirs, s.data, s.q)) @ s.pair.P.T], True),
    Row("rnea_derivatives", lambda s: s.pair.ours.rnea_derivatives(*s.own[:3]), rnea_derivatives),
    Row("fd_derivatives", lambda s: s.pair.ours.fd_derivatives(s.own[0], s.own[1], s.own[3]), fd_derivatives, True),
    Row("regressor", lambda s: s.pair.ours.regressor(*s.own[:3]), regressor),
    Row("coriolis qd", lambda s: s.pair.ours.coriolis(*s.own[:2]) @ s.own[1], coriolis_qd),
    Row("energy", lambda s: s.pair.ours.energy(*s.own[:2]), energy),
    Row("com", lambda s: s.pair.ours.com(s.own[0]), com),
    Row("jcom", lambda s: s.pair.ours.jcom(s.own[0]), lambda s: [pin.jacobianCenterOfMass(s.pair.theirs, s.data, s.q) @ s.pair.P.T]),
    Row("momentum", lambda s: s.pair.ours.momentum(*s.own[:2]), momentum),
    Row("cmm", lambda s: s.pair.ours.cmm(s.own[0]), cmm),
    Row("cmm_drift", lambda s: s.pair.ours.cmm_drift(*s.own[:2]), cmm_drift),
    Row("fk", lambda s: s.pair.ours.function(f"fk:{frame_name(s.pair)}")(s.own[0]), pose),
    Row("jac", lambda s: s.pair.ours.function(f"jac:{frame_name(s.pair)}")(s.own[0]), lambda s: jacobian(s, LWA)),
    Row("jac_local", lambda s: s.pair.ours.function(f"jac_local:{frame_name(s.pair)}")(s.own[0]), lambda s: jacobian(s, LOCAL)),
    Row("acc", lambda s: s.pair.ours.function(f"acc:{frame_name(s.pair)}")(*s.own[:3]), acceleration),
    Row("integrate", lambda s: s.pair.ours.integrate(*s.own[:2]), integrate),
]


# Those of Pinocchio 4.1 with mimic joints have no derivative along the followed joint: its Coriolis matrix times qd is not h - g.
NOT_OF_MIMICS = ("coriolis qd",)


def results(value: Any) -> List[np.ndarray]:
    return [np.asarray(each, float) for each in (value if isinstance(value, tuple) else (value,))]


def worst(row: Row, state: State) -> float:
    """Largest difference, in shares of the largest number of each result; 0 where Pinocchio has no such function of mimic joints."""
    most = 0.0
    try:
        given = row.theirs(state)
    except RuntimeError as error:
        if "Joint Mimic" in str(error):
            return 0.0
        raise
    for ours, theirs in zip(results(row.ours(state)), given, strict=True):
        theirs = np.asarray(theirs, float)
        size = max(np.abs(theirs).max(initial=0), LEAST)
        most = max(most, np.abs(ours.reshape(theirs.shape) - theirs).max(initial=0) / size)
    return most


# --- reports ---

class Tap:
    def __init__(self) -> None:
        self.count, self.failed = 0, 0

    def line(self, good: bool, what: str, why: str = "") -> None:
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {what}{': ' + why if why else ''}", flush=True)

    def skip(self, what: str, why: str) -> None:
        self.count += 1
        print(f"ok {self.count} - {what} # SKIP {why}", flush=True)


# --- names ---

def compare_names(tap: Tap) -> None:
    """Names of Pinocchio in the table of names of compiler/FUNCTIONS.md."""
    with open("compiler/FUNCTIONS.md", encoding="utf-8") as file:
        rows = [line.split("|") for line in file if line.startswith("| `") and line.count("|") == 6]
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row[3].split("Crocoddyl")[0])}
    gone = sorted(name for name in names if not hasattr(pin, name))
    tap.line(bool(names) and not gone, f"{len(names)} names of Pinocchio in the table", ", ".join(gone))


# --- contacts ---

FEET = {"solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"), "anymal_b": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT")}


def contacts_of(model: pin.Model, feet: Tuple[str, ...]) -> Tuple[Any, Any]:
    rows, data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for foot in feet:
        frame = model.frames[model.getBodyId(foot)]
        rows.append(pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, frame.parentJoint, frame.placement, LOCAL))
        data.append(rows[-1].createData())
    return rows, data


def compare_contacts(tap: Tap, path: str, feet: Tuple[str, ...], rng: np.random.Generator) -> None:
    """Accelerations on point feet, and velocities after an impact of them."""
    pair = pair_of(path, False)
    held = {f"c{i}": foot for i, foot in enumerate(feet)}
    ours = rigidc.load(path, without=["armature"], no_snapping=True, contact=held, phase={"stand": ", ".join(held)})
    most = 0.0
    for q, v, a, tau in states(pair, rng):
        state = State(pair, pair.theirs.createData(), q, v, a, tau)
        rows, data = contacts_of(pair.theirs, feet)
        pin.initConstraintDynamics(pair.theirs, state.data, rows, data)
        exact = pin.ProximalSettings(1e-14, 0.0, 10)
        qdd = pair.P @ pin.constraintDynamics(pair.theirs, state.data, q, v, tau, rows, data, exact)
        after = pair.P @ pin.impulseDynamics(pair.theirs, state.data, q, v, rows, data, 0.0, exact)
        here = ours.function("fd:stand")(state.own[0], state.own[1], state.own[3]), ours.function("impact:stand")(*state.own[:2])[0]
        for own, their in zip(here, (qdd, after)):
            most = max(most, np.abs(own - their).max() / max(np.abs(their).max(), LEAST))
    tap.line(most <= WITHIN, f"{os.path.basename(path)} on {len(feet)} feet", "" if most <= WITHIN else f"by {most:.2g}")


# --- robots ---

def examples(rigidc_command: str, folder: str) -> Iterator[str]:
    """URDF of the examples, which both programs read."""
    for path in sorted(glob.glob("examples/*.rig")):
        file = os.path.join(folder, os.path.basename(path)[:-4] + ".urdf")
        done = subprocess.run([rigidc_command, "export", "--to=urdf", "--lossy", path, "-o", file], capture_output=True, check=False)
        if done.returncode == 0:
            yield file


def packages() -> Iterator[str]:
    """URDF of the packages with robots in this environment."""
    yield from sorted(glob.glob(os.path.join(sys.prefix, "**", "*.urdf"), recursive=True))


def compare(tap: Tap, name: str, path: str, free: bool, rng: np.random.Generator) -> None:
    """One line of TAP for a robot on a base."""
    what = f"{name}, {'free' if free else 'as it stands'}"
    try:
        pair = pair_of(path, free)
    except NoPair as reason:
        tap.skip(what, " ".join(str(reason).split())[:120])
        return
    differ, inverts, mimics = [], True, any(joint.shortname() == "JointModelMimic" for joint in pair.theirs.joints)
    for number, (q, v, a, tau) in enumerate(states(pair, rng)):
        state = State(pair, pair.theirs.createData(), q, v, a, tau)
        condition = np.linalg.cond(symmetric(pin.crba(pair.theirs, state.data, q))) if pair.theirs.nv else 1
        for row in FUNCTIONS:
            if (row.inverts and not inverts) or (mimics and row.name in NOT_OF_MIMICS):
                continue
            try:
                by = worst(row, state)
            except rigidc.Error as error:
                inverts = inverts and not row.inverts
                if not row.inverts:
                    differ.append(f"{row.name} is refused: {str(error).splitlines()[0]}")
                continue
            if not by <= (max(WITHIN, 1e3 * np.finfo(float).eps * condition) if row.inverts else WITHIN):
                differ.append(f"{row.name} by {by:.2g} at state {number}")
    tap.line(not differ, what, "; ".join(differ[:4]))


def main() -> int:
    seed = int(os.environ.get("RIGIDC_SEED", "1"))
    rng, tap = np.random.default_rng(seed), Tap()
    print(f"# Pinocchio {pin.__version__}, seed {seed}")
    compare_names(tap)
    with tempfile.TemporaryDirectory() as folder:
        for path in [*examples(os.environ.get("RIGIDC", "build/rigidc"), folder), *(sys.argv[1:] or packages())]:
            for free in (False, True):
                compare(tap, os.path.basename(path), path, free, rng)
        for name, feet in FEET.items():
            for count in (1, 2, 4):
                compare_contacts(tap, os.path.join(folder, name + ".urdf"), feet[:count], rng)
    print(f"1..{tap.count}")
    return tap.failed > 0


if __name__ == "__main__":
    sys.exit(main())
