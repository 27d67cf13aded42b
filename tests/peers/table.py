"""What comparisons with programs of others share: models, states, functions of rigidc, tolerances, and reports in TAP.

A peer is a file with a class `Robot`, a model in that program. It has a method for each function that the program has, which takes a
State of rigidc and gives results in rigidc's order and axes. Rows of `Except` say where a peer is wrong, or means something else."""
import contextlib
import fnmatch
import glob
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

import numpy as np
import rigidc

WITHIN = 1e-9  # of the largest number of a result,
LEAST = 1e-3  # or of this: terms of such a size that cancel leave their rounding
SINGULAR = 1e13  # a condition of M beyond which its inverse is not compared
QUATERNIONS = {"free": 3, "spherical": 0}  # the first element of the quaternion among the coordinates of a joint
Arrays = List[np.ndarray]


class NoPair(Exception):
    """Why a robot cannot be compared."""


# --- states ---

@dataclass
class State:
    """In coordinates of rigidc."""
    kind: str
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray


KINDS = ("random", "rest", "quarters", "far")


def states(ours: rigidc.Model, rng: np.random.Generator) -> Iterator[State]:
    """At random, at rest, at quarter turns, and fast with angles of many turns."""
    for kind in KINDS:
        size = 40 if kind == "far" else 2
        move = rng.integers(-2, 3, ours.nv) * np.pi / 2 if kind == "quarters" else rng.uniform(-size, size, ours.nv)
        qd, qdd, tau = (rng.normal(size=ours.nv) for _ in range(3))
        if kind == "rest":
            qd, qdd = np.zeros(ours.nv), np.zeros(ours.nv)
        yield State(kind, ours.integrate(ours.neutral(), move), qd * (20 if kind == "far" else 1), qdd, tau)


# --- functions ---

@dataclass(frozen=True)
class Function:
    ours: Callable[[rigidc.Model, State, str], Any]
    inverts: bool = False  # M, so that its condition counts
    of_frame: bool = False


def _frame(function: str, *inputs: str) -> Function:
    return Function(lambda m, s, frame: m.function(f'{function}:"{frame}"')(*(getattr(s, x) for x in inputs)), of_frame=True)


def little(s: State) -> np.ndarray:
    """A move of less than half a turn."""
    return s.qd / max(1.0, np.abs(s.qd).max(initial=0))


def other(m: rigidc.Model, s: State) -> np.ndarray:
    return np.asarray(m.integrate(s.q, s.tau / max(1.0, np.abs(s.tau).max(initial=0))))


SMALL = 12  # velocities of models whose second derivatives are compared


def direction(s: State) -> Arrays:
    """Of q, qd and qdd, for derivatives of second order."""
    return [s.tau[::-1] / 4, s.qdd[::-1] + 0.3, s.tau + 0.1]


def second_order(m: rigidc.Model, s: State) -> Any:
    """The change of (dtau/dq)^T tau and (dtau/dqd)^T tau along a direction."""
    if m.nv > SMALL:
        return None
    return m.function("jvp:vjp:rnea")(s.q, s.qd, s.qdd, s.tau, *direction(s), 0 * s.tau)[:2]


FUNCTIONS: Dict[str, Function] = {
    "rnea": Function(lambda m, s, _: m.rnea(s.q, s.qd, s.qdd)),
    "crba": Function(lambda m, s, _: m.crba(s.q)),
    "bias": Function(lambda m, s, _: m.bias(s.q, s.qd)),
    "gravity": Function(lambda m, s, _: m.gravity(s.q)),
    "fd": Function(lambda m, s, _: m.fd(s.q, s.qd, s.tau), True),
    "minv": Function(lambda m, s, _: m.minv(s.q), True),
    "rnea_derivatives": Function(lambda m, s, _: m.rnea_derivatives(s.q, s.qd, s.qdd)),
    "fd_derivatives": Function(lambda m, s, _: m.fd_derivatives(s.q, s.qd, s.tau), True),
    "regressor": Function(lambda m, s, _: m.regressor(s.q, s.qd, s.qdd)),
    "coriolis_qd": Function(lambda m, s, _: m.coriolis(s.q, s.qd) @ s.qd),
    "energy": Function(lambda m, s, _: m.energy(s.q, s.qd)),
    "com": Function(lambda m, s, _: m.com(s.q)),
    "jcom": Function(lambda m, s, _: m.jcom(s.q)),
    "momentum": Function(lambda m, s, _: m.momentum(s.q, s.qd)),
    "cmm": Function(lambda m, s, _: m.cmm(s.q)),
    "cmm_drift": Function(lambda m, s, _: m.cmm_drift(s.q, s.qd)),
    "fk": _frame("fk", "q"),
    "jac": _frame("jac", "q"),
    "jac_local": _frame("jac_local", "q"),
    "vel": _frame("vel", "q", "qd"),
    "acc": _frame("acc", "q", "qd", "qdd"),
    "drift": _frame("drift", "q", "qd"),
    "second_order": Function(lambda m, s, _: second_order(m, s)),
    "integrate": Function(lambda m, s, _: m.integrate(s.q, little(s))),
    "difference": Function(lambda m, s, _: m.difference(s.q, other(m, s))),
}


def symmetric(M: np.ndarray) -> np.ndarray:
    """Of the upper triangle."""
    return np.triu(M) + np.triu(M, 1).T


def near_turns(ours: rigidc.Model, moved: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Of a quaternion and its opposite, and of angles a whole turn apart, the one that is nearer to `wanted`."""
    moved = moved.copy()
    for joint in ours.info.joints:
        if joint.kind in QUATERNIONS and joint.nq:
            turn = slice(joint.q + QUATERNIONS[joint.kind], joint.q + QUATERNIONS[joint.kind] + 4)
            moved[turn] *= np.sign(wanted[turn] @ moved[turn]) or 1
    for i, coordinate in enumerate(ours.info.coordinates):
        if coordinate.unit == "rad":
            moved[i] += 2 * np.pi * np.round((wanted[i] - moved[i]) / (2 * np.pi))
    return moved


# --- motions of other coordinates ---

def rotation(quaternion: Sequence[float]) -> np.ndarray:
    """R of x y z w."""
    x, y, z, w = quaternion
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


@dataclass
class Motion:
    """v of a peer = T qd, and its acceleration = T qdd + rest. So our forces are T^T f, and our M is T^T M T."""
    T: np.ndarray
    rest: np.ndarray

    def v(self, qd: np.ndarray) -> np.ndarray:
        return self.T @ qd

    def a(self, qdd: np.ndarray) -> np.ndarray:
        return self.T @ qdd + self.rest

    def f(self, force: np.ndarray) -> np.ndarray:
        return self.T.T @ force

    def M(self, inertia: np.ndarray) -> np.ndarray:
        return self.T.T @ inertia @ self.T


Place = Tuple[Any, int, int]  # a joint of rigidc, its first coordinate and its first velocity in the peer
Leaders = Dict[str, Tuple[str, float, float]]  # by a joint that follows another: that one, multiplier, offset


def followed(q: np.ndarray, places: Sequence[Place], leaders: Leaders) -> np.ndarray:
    """Coordinates of a peer in which joints follow others."""
    start = {joint.name: at for joint, at, _ in places}
    for name, (leader, multiplier, offset) in leaders.items():
        q[start[name]] = multiplier * q[start[leader]] + offset
    return q


def motion_of(nv: int, ours: rigidc.Model, places: Sequence[Place], leaders: Leaders, s: State) -> Motion:
    """Of a peer with nv velocities, whose joints have those of rigidc. A free joint has (w, v) in world axes there: v is R v of
    rigidc, and its rate is R (vdot + w x v)."""
    T, rest, start = np.zeros((nv, ours.nv)), np.zeros(nv), {joint.name: v for joint, _, v in places}
    for joint, _, v in places:
        if joint.kind == "free":
            R, own = rotation(s.q[joint.q + 3:joint.q + 7]), s.qd[joint.v:joint.v + 6]
            T[v:v + 3, joint.v + 3:joint.v + 6] = T[v + 3:v + 6, joint.v:joint.v + 3] = R
            rest[v + 3:v + 6] = R @ np.cross(own[3:], own[:3])
        else:
            T[v:v + joint.nv, joint.v:joint.v + joint.nv] = np.eye(joint.nv)
    for name, (leader, multiplier, _) in leaders.items():
        T[start[name]] = multiplier * T[start[leader]]
    return Motion(T, rest)


# --- where a peer is wrong, or means something else ---

@dataclass(frozen=True)
class Except:
    """Functions and models that are not compared, by patterns of their names."""
    function: str
    reason: str
    model: str = "*"
    kind: str = "*"  # of states
    when: Callable[[Any], bool] = lambda robot: True  # the robot of the peer

    def takes(self, function: str, model: str, kind: str, robot: Any) -> bool:
        pairs = (function, self.function), (model, self.model), (kind, self.kind)
        return all(fnmatch.fnmatch(*pair) for pair in pairs) and self.when(robot)


@dataclass
class Peer:
    name: str
    version: str
    excepted: Sequence[Except] = ()
    within: Dict[str, float] = field(default_factory=dict)  # of functions whose tolerance is another
    lacking: Dict[str, str] = field(default_factory=dict)  # reasons, by what the program says where it lacks a function
    skipped: Dict[str, Dict[str, Set[str]]] = field(default_factory=dict)  # models by function, by reason


class ByInverse:
    """Torques of a peer by its inverse dynamics: of velocities and accelerations here."""

    def inverse(self, qd: np.ndarray, qdd: np.ndarray) -> Arrays:
        raise NotImplementedError

    def rnea(self, s: State) -> Arrays:
        return self.inverse(s.qd, s.qdd)

    def bias(self, s: State) -> Arrays:
        return self.inverse(s.qd, 0 * s.qdd)

    def gravity(self, s: State) -> Arrays:
        return self.inverse(0 * s.qd, 0 * s.qdd)


# --- reports ---

@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Programs in C++ print while they read a model."""
    sys.stdout.flush()
    kept = [os.dup(number) for number in (1, 2)]
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for number in (1, 2):
            os.dup2(nowhere.fileno(), number)
    try:
        yield
    finally:
        for number, copy in zip((1, 2), kept):
            os.dup2(copy, number)
            os.close(copy)


class Tap:
    def __init__(self) -> None:
        self.count, self.failed = 0, 0

    def line(self, good: bool, what: str, why: str = "") -> None:
        self.count += 1
        self.failed += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {what}{': ' + why if why else ''}", flush=True)

    def skip(self, what: str, why: str) -> None:
        self.count += 1
        print(f"ok {self.count} - {what} # SKIP {' '.join(why.split())[:160]}", flush=True)

    def done(self) -> int:
        print(f"1..{self.count}")
        return self.failed > 0


# --- comparison ---

def results(value: Any) -> Arrays:
    return [np.asarray(each, float) for each in (value if isinstance(value, (tuple, list)) else (value,))]


def difference(ours: Any, theirs: Any, least: float = LEAST) -> float:
    """The largest one, in shares of the largest number of each result, or of `least`. NaN is equal to NaN: a centre of no mass."""
    most = 0.0
    for own, other in zip(results(ours), results(theirs), strict=True):
        if np.isnan(own).all() and np.isnan(other).all():
            continue
        size = max(np.abs(other).max(initial=0), least)
        apart = np.abs(own.reshape(other.shape) - other).max(initial=0) / size
        most = apart if not apart <= most else most
    return most


class Comparison:
    """A model in a peer, at all states."""

    def __init__(self, peer: Peer, model: str, ours: rigidc.Model, robot: Any) -> None:
        self.peer, self.model, self.ours, self.robot = peer, model, ours, robot
        self.differ: List[str] = []
        self.compared = 0
        self.refused: Set[str] = set()
        self.names = [name for name, f in FUNCTIONS.items() if hasattr(robot, name) and (robot.frame or not f.of_frame)]

    def is_excepted(self, function: str, kind: str) -> bool:
        for row in self.peer.excepted:
            if row.takes(function, self.model, kind, self.robot):
                self.skip(function, row.reason)
                return True
        return False

    def skip(self, function: str, reason: str) -> None:
        self.peer.skipped.setdefault(reason, {}).setdefault(function, set()).add(self.model)

    def ours_of(self, name: str, s: State) -> Optional[Any]:
        """None where M of all states is singular, or where the frame has no such function."""
        function = FUNCTIONS[name]
        if name in self.refused:
            return None
        try:
            return function.ours(self.ours, s, self.robot.frame)
        except rigidc.Error as error:
            self.refused.add(name)
            if not function.inverts:
                self.differ.append(f"{name} is refused: {str(error).splitlines()[0]}")
            return None

    def theirs_of(self, name: str, s: State) -> Optional[Any]:
        """None where the peer has no such function of this model."""
        try:
            return getattr(self.robot, name)(s)
        except RuntimeError as error:
            reason = next((reason for words, reason in self.peer.lacking.items() if words in str(error)), None)
            if reason is None:
                raise
            self.skip(name, reason)
            self.names = [other for other in self.names if other != name]
            return None

    def state(self, s: State) -> None:
        self.robot.set(s)
        condition = np.linalg.cond(self.ours.crba(s.q))
        for name in [name for name in self.names if not self.is_excepted(name, s.kind)]:
            own = self.ours_of(name, s)
            if own is None or (FUNCTIONS[name].inverts and condition > SINGULAR):
                continue
            within = self.peer.within.get(name, getattr(self.robot, "within", WITHIN))
            if FUNCTIONS[name].inverts:
                within = max(within, 1e3 * np.finfo(float).eps * condition)
            theirs = self.theirs_of(name, s)
            if theirs is None:
                continue
            if name in self.peer.within:  # differences err in shares of the largest of all results
                own, theirs = (np.concatenate([each.ravel() for each in results(value)]) for value in (own, theirs))
            by = difference(own, theirs, LEAST * (1 + np.abs(s.qd).max() ** 2) * (1 + np.abs(s.q).max()))
            self.compared += 1
            if not by <= within:
                self.differ.append(f"{name} by {by:.2g} at a state that is {s.kind}")


def compare(tap: Tap, peer: Peer, what: str, pair: Callable[[], Tuple[rigidc.Model, Any]], rng: np.random.Generator) -> None:
    """One line of TAP for a robot."""
    try:
        with quiet():
            ours, robot = pair()
    except NoPair as reason:
        tap.skip(what, str(reason))
        return
    c = Comparison(peer, what, ours, robot)
    for s in states(ours, rng):
        c.state(s)
    tap.line(not c.differ and c.compared > 0, f"{what}, {c.compared} results", "; ".join(c.differ[:4]))


def ours_of(path: str, **options: Any) -> rigidc.Model:
    try:
        ours = rigidc.load(path, tier="tcc", no_snapping=True, **options)
    except rigidc.Error as error:
        raise NoPair("refused: " + str(error).splitlines()[0].split(": ", 1)[-1]) from None
    if not ours.nv:
        raise NoPair("nothing moves")
    if not any(body.mass for body in ours.info.bodies):
        raise NoPair("it has no mass")
    return ours


# --- models ---

def xml_of(path: str) -> ElementTree.Element:
    try:
        return ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise NoPair(f"no XML: {error}") from None


def mimics(path: str) -> Leaders:
    """Joints that follow others, of a URDF, of SDFormat, where numbers are elements, or of MJCF. Leaders come before followers."""
    found = {}
    for joint in xml_of(path).iter("joint"):
        if joint.get("joint1"):
            offset, multiplier, *rest = (float(each) for each in joint.get("polycoef", "0 1").split())
            if any(rest):
                raise NoPair("a joint that follows another by a curve")
            found[joint.get("joint1", "")] = joint.get("joint2", ""), multiplier, offset
            continue
        mimic = joint.find("mimic") if joint.find("mimic") is not None else joint.find("axis/mimic")
        if mimic is not None and joint.get("type") != "fixed":
            number = {each.tag: float(each.text or 0) for each in mimic} | {k: float(v) for k, v in mimic.attrib.items() if k != "joint"}
            multiplier = number.get("multiplier", 1.0)
            offset = number.get("offset", 0.0) - multiplier * number.get("reference", 0.0)
            found[joint.get("name", "")] = mimic.get("joint", ""), multiplier, offset
    order: Leaders = {}
    while len(order) < len(found):
        ready = [name for name in found if name not in order and (found[name][0] not in found or found[name][0] in order)]
        if not ready:
            raise NoPair("mimic joints in a circle")
        order.update((name, found[name]) for name in ready)
    return order


def inertia_of(inertial: ElementTree.Element) -> Tuple[float, np.ndarray]:
    """Mass, and the principal moments: attributes in a URDF, elements in SDFormat."""
    mass, moments = inertial.find("mass"), inertial.find("inertia")
    value = {entry: 0.0 for entry in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")}
    if moments is not None:
        value.update((name, float(text)) for name, text in moments.attrib.items() if name in value)
        value.update((each.tag, float(each.text or 0)) for each in moments if each.tag in value)
    xx, yy, zz, xy, xz, yz = value.values()
    return (0.0 if mass is None else float(mass.get("value", mass.text) or 0),
            np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


def has_impossible_inertia(path: str) -> bool:
    """Moments that no solid body has, or without a mass."""
    for inertial in xml_of(path).iter("inertial"):
        mass, moments = inertia_of(inertial)
        if moments[0] < 0 or moments[0] + moments[1] < moments[2] * (1 - 1e-12) or (mass == 0 and moments[2] > 0):
            return True
    return False


def is_long() -> bool:
    return os.environ.get("RIGIDC_LEVEL") == "long"


def bases(paths: Iterable[str]) -> Iterator[Tuple[str, bool]]:
    """Models with a free base or as they stand: both at level long, else by turns, but for the examples."""
    turn = 0
    for path in paths:
        turn += not path.startswith(tempfile.gettempdir())
        for free in (False, True):
            if is_long() or (turn % 2 == 1) == free:
                yield path, free


def command() -> str:
    return os.environ.get("RIGIDC", "build/rigidc")


def exported(folder: str, to: str) -> Iterator[str]:
    """The examples that a format can say, as files of it."""
    for path in sorted(glob.glob("examples/*.rig")):
        file = os.path.join(folder, os.path.basename(path)[:-4] + "." + {"mjcf": "xml"}.get(to, to))
        done = subprocess.run([command(), "export", f"--to={to}", "--lossy", path, "-o", file], capture_output=True, check=False)
        if done.returncode == 0:
            yield file


def of_packages(ending: str) -> Iterator[str]:
    """Files of the packages in this environment: one of each tree of bodies, and none of the 1000 random bodies that do not move. And
    those of the folder RIGIDC_ROBOTS."""
    paths = glob.glob(os.path.join(sys.prefix, "lib*", "**", f"*.{ending}"), recursive=True)
    paths += glob.glob(os.path.join(sys.prefix, "share", "**", f"*.{ending}"), recursive=True)
    if "RIGIDC_ROBOTS" in os.environ:
        paths += glob.glob(os.path.join(os.environ["RIGIDC_ROBOTS"], f"*.{ending}"))
    seen = set()
    for path in sorted(path for path in paths if "random_urdfs" not in path):
        try:
            info = rigidc.load(path, tier="tcc").info
            robot = tuple((body.name, body.parent) for body in info.bodies)
        except rigidc.Error:
            robot = (path,)
        if robot not in seen:
            seen.add(robot)
            yield path


def main(peer: Peer, models: Callable[[str], Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Any]]]]],
         more: Sequence[Callable[[Tap, np.random.Generator], None]] = ()) -> int:
    """Compares models, each a text and what makes the pair of it, and then whatever else a peer has."""
    seed = int(os.environ.get("RIGIDC_SEED", "1"))
    rng, tap = np.random.default_rng(seed), Tap()
    print(f"# {peer.name} {peer.version}, seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        for what, pair in models(folder):
            compare(tap, peer, what, pair, rng)
    for each in more:
        each(tap, rng)
    for reason, skipped in peer.skipped.items():
        of_models = {model for models in skipped.values() for model in models}
        tap.skip(f"{', '.join(skipped)} of {len(of_models)} model{'s' * (len(of_models) > 1)}", reason)
    return tap.done()
