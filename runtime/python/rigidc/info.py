"""What a model is: read once, as dataclasses. Numbers are SI; those that go by parameters are of their defaults."""

from __future__ import annotations

from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, Iterable, List, Sequence, Tuple

import numpy as np

from . import _library
from ._library import library, string
from ._types import Floats

WORLD = -1  # the number of the world, as the parent of a body


@dataclass(frozen=True, eq=False)
class Body:
    name: str
    parent: int  # the number of a body; -1: the world
    R: Floats  # (3, 3) and
    p: Floats  # (3,), m: of the joint's frame in the parent's body frame, x_parent = R x + p
    mass: float  # kg
    com: Floats  # (3,), m, in body axes
    inertia: Floats  # (3, 3), kg m^2, about com in body axes


@dataclass(frozen=True)
class Joint:
    """Joint i carries body i."""

    name: str
    kind: str  # "revolute", ...
    parent: int  # the number of the body it is on; -1: the world
    q: int  # its first coordinate
    nq: int  # how many; none of a fixed, locked or coupled one
    v: int  # its first velocity
    nv: int
    moves: bool
    locked: bool
    coupled: bool
    limited: bool
    lower: float  # infinite without a limit
    upper: float
    effort: float  # of a joint with one velocity, either way; else, or without a limit, infinite
    speed: float


@dataclass(frozen=True, eq=False)
class Frame:
    name: str
    body: int  # the number of a body; -1: the world
    R: Floats  # (3, 3) and
    p: Floats  # (3,), m: in the body frame


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of q or an element of qd."""

    name: str  # "elbow"; of a joint with several "base.qx"
    unit: str
    joint: int
    element: int  # which of its joint's
    lower: float  # of a coordinate; infinite without a limit
    upper: float
    effort: float  # of a velocity, either way: of its force, N or N m, and of itself; infinite without a limit
    speed: float


@dataclass(frozen=True, eq=False)
class Param:
    """A parameter, or an input or state that the model declares."""

    name: str
    doc: str
    unit: str
    first: int  # among the numbers of all; of inputs in u, of states in s
    count: int  # 1, a vector's, or 6 of a symmetric matrix: xx xy yy xz yz zz
    usual_numbers: Floats  # (count,): the defaults
    moving: bool  # of an input: its rate is in ud, its acceleration in udd


@dataclass(frozen=True, eq=False)
class Pose:
    name: str
    doc: str
    q: Floats  # (nq,)


@dataclass(frozen=True, eq=False)
class Contact:
    name: str
    kind: str  # "point", "fixed", "line", "slide"
    body: int  # the number of the body that it holds
    R: Floats  # (3, 3) and
    p: Floats  # (3,), m: in the body frame
    ground_R: Floats  # (3, 3) and
    ground_p: Floats  # (3,), m: of its ground in the world; z is the normal
    rows: Tuple[str, ...]  # "fx", "fy", "fz": the force or moment of each in lambda
    holds: Tuple[bool, ...]  # does the row hold by itself, so that its force is 0?
    friction: float
    restitution: float
    weight: float


@dataclass(frozen=True)
class Phase:
    """Contacts that hold at once."""

    name: str
    contacts: Tuple[str, ...]
    rows: Tuple[str, ...]  # "lf.fx": the entries of lambda, in order


@dataclass(frozen=True)
class Strut:
    """A strut or tendon: a row of lengths, arms and length_rates."""

    name: str
    tendon: bool


@dataclass(frozen=True)
class Group:
    """Struts and tendons: the rows of lengths:NAME."""

    name: str
    struts: Tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Info:
    """Bodies come parents before children."""

    name: str
    doc: str
    nq: int
    nv: int
    gravity: Floats  # (3,), m/s^2
    bodies: Tuple[Body, ...]
    joints: Tuple[Joint, ...]
    frames: Tuple[Frame, ...]
    coordinates: Tuple[Coordinate, ...]  # nq
    velocities: Tuple[Coordinate, ...]  # nv
    params: Tuple[Param, ...]
    poses: Tuple[Pose, ...]
    fused: Tuple[str, ...]  # names of the fused functions of `generate`
    contacts: Tuple[Contact, ...]
    phases: Tuple[Phase, ...]
    inputs: Tuple[Param, ...]  # that the model declares: numbers of u
    states: Tuple[Param, ...]  # inputs with a rate: numbers of s
    struts: Tuple[Strut, ...]
    groups: Tuple[Group, ...]


def constant(numbers: Any, *shape: int) -> Floats:
    array = np.array(numbers, dtype=float).reshape(shape or -1)
    array.flags.writeable = False
    return array


def symmetric(numbers: Any) -> Floats:
    """(3, 3) of xx xy yy xz yz zz."""
    xx, xy, yy, xz, yz, zz = numbers
    return constant([xx, xy, xz, xy, yy, yz, xz, yz, zz], 3, 3)


def _all(get: Callable[..., Any], model: int, kind: Callable[[], Any], build: Callable[[Any], Any]) -> Tuple[Any, ...]:
    """Of number 0, 1, ... as long as there are any."""
    found: List[Any] = []
    info = kind()
    while get(model, len(found), byref(info)) == 0:
        found.append(build(info))
    return tuple(found)


def _fused(model: int) -> Tuple[str, ...]:
    names: List[str] = []
    while (name := library().fused_name(model, len(names))) is not None:
        names.append(string(name))
    return tuple(names)


def _coordinate(c: Any) -> Coordinate:
    return Coordinate(string(c.name), string(c.unit), c.joint, c.element, c.lower, c.upper, c.effort, c.speed)


def _param(p: Any) -> Param:
    return Param(string(p.name), _library.shown(p.doc), string(p.unit), p.first, p.count, constant(p.usual[:p.count]),
                 bool(p.moving))


def _contact(c: Any) -> Contact:
    return Contact(
        string(c.name), string(c.kind), c.body, constant(c.R, 3, 3), constant(c.p), constant(c.ground_R, 3, 3), constant(c.ground_p),
        tuple(string(name) for name in c.row[:c.rows]), tuple(bool(holds) for holds in c.holds[:c.rows]), c.friction, c.restitution,
        c.weight)


def rows_of(contacts: Iterable[Contact]) -> Tuple[str, ...]:
    """"lf.fx" of each row."""
    return tuple(f"{contact.name}.{row}" for contact in contacts for row in contact.rows)


def read_info(model: int) -> Info:
    """Of the library's model, by its pointer."""
    lib, whole = library(), _library.ModelInfo()
    lib.get_model(model, byref(whole))
    contacts = _all(lib.get_contact, model, _library.ContactInfo, _contact)

    struts = _all(lib.get_strut, model, _library.StrutInfo, lambda s: Strut(string(s.name), bool(s.tendon)))

    def phase(p: Any) -> Phase:
        own = [contacts[number] for number in p.contact[:p.contacts]]
        return Phase(string(p.name), tuple(contact.name for contact in own), rows_of(own))

    return Info(
        string(whole.name), _library.shown(whole.doc), whole.nq, whole.nv, constant(whole.gravity),
        _all(lib.get_body, model, _library.BodyInfo, lambda b: Body(
            string(b.name), b.parent, constant(b.R, 3, 3), constant(b.p), b.mass, constant(b.com), symmetric(b.inertia))),
        _all(lib.get_joint, model, _library.JointInfo, lambda j: Joint(
            string(j.name), string(j.kind), j.parent, j.q, j.nq, j.v, j.nv, bool(j.moves), bool(j.locked), bool(j.coupled),
            bool(j.limited), j.lower, j.upper, j.effort, j.speed)),
        _all(lib.get_frame, model, _library.FrameInfo, lambda f: Frame(
            string(f.name), f.body, constant(f.R, 3, 3), constant(f.p))),
        _all(lib.get_coordinate, model, _library.CoordinateInfo, _coordinate),
        _all(lib.get_velocity, model, _library.CoordinateInfo, _coordinate),
        _all(lib.get_param, model, _library.ParamInfo, _param),
        _all(lib.get_pose, model, _library.PoseInfo, lambda p: Pose(
            string(p.name), _library.shown(p.doc), constant(p.q[:whole.nq]))),
        _fused(model),
        contacts,
        _all(lib.get_phase, model, _library.PhaseInfo, phase),
        _all(lib.get_declared_input, model, _library.ParamInfo, _param),
        _all(lib.get_state, model, _library.ParamInfo, _param),
        struts,
        _all(lib.get_group, model, _library.GroupInfo, lambda g: Group(
            string(g.name), tuple(struts[number].name for number in g.strut[:g.struts]))),
    )


def input_names(given: Sequence[Param], moving: bool = False) -> Tuple[str, ...]:
    """Of each number of u or s: "throttle", "wind.x" of a vector; of each number of ud and udd."""
    names: List[str] = []
    for each in given:
        if moving and not each.moving:
            continue
        parts = ("x", "y", "z") if each.count == 3 else tuple(str(k + 1) for k in range(each.count))
        names += [each.name] if each.count == 1 else [f"{each.name}.{part}" for part in parts]
    return tuple(names)


def input_defaults(given: Sequence[Param]) -> Floats:
    """Of u or s."""
    return np.concatenate([np.zeros(0), *(np.ravel(each.usual_numbers) for each in given)])


# --- as a tree ---


def _branches(info: Info) -> List[str]:
    """The lines that lead to each body, with its name."""
    last = {body.parent: number for number, body in enumerate(info.bodies)}
    lead = {WORLD: ""}
    lines = []
    for number, body in enumerate(info.bodies):
        ends = last[body.parent] == number
        lines.append(lead[body.parent] + ("└─ " if ends else "├─ ") + body.name)
        lead[number] = lead[body.parent] + ("   " if ends else "│  ")
    return lines


def _range(array: str, first: int, count: int) -> str:
    return f"  {array}[{first}]" if count == 1 else f"  {array}[{first}..{first + count - 1}]"


def _joint(joint: Joint) -> str:
    said = f"{joint.name} : {'locked ' if joint.locked else ''}{joint.kind}"
    if joint.nq:
        return said + _range("q", joint.q, joint.nq) + _range("v", joint.v, joint.nv)
    return said + ("  coupled" if joint.coupled else "")


def headline(info: Info) -> str:
    moving = sum(joint.moves for joint in info.joints)
    return f"{info.name}: {moving} moving {'body' if moving == 1 else 'bodies'}, nq {info.nq}, nv {info.nv}"


def draw_tree(info: Info) -> str:
    branches = _branches(info)
    width = max([8] + [len(line) for line in branches if len(line) < 72])
    gravity = ", ".join(f"{g:.6g}" for g in info.gravity)
    lines = [f"{headline(info)}, gravity ({gravity}) m/s^2", "", "world"]
    for line, body, joint in zip(branches, info.bodies, info.joints):
        mass = f"  {body.mass:.6g} kg" if body.mass else ""
        lines.append(f"{line:{width}}  {_joint(joint)}{mass}")
    if info.frames:
        names = {WORLD: "world", **{number: body.name for number, body in enumerate(info.bodies)}}
        lines += ["", "frames: " + ", ".join(f"{frame.name} on {names[frame.body]}" for frame in info.frames)]
    return "\n".join(lines)
