"""Tables of names and conventions beside Pinocchio, MuJoCo and Drake, in compiler/FUNCTIONS.md and examples/legged.md: each name exists, and
each convention that can be called is true. Names of functions whose results are rigidc's are called by the other tests. TAP."""
import re
import sys
import tempfile
from typing import Any, Callable, Dict, Iterator, List, Tuple

import mujoco
import numpy as np
import pinocchio as pin
import rigidc
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import RigidBody

import table
from mujoco_model import FREE, Robot
from table import State, Tap

FUNCTIONS, GUIDE = "compiler/FUNCTIONS.md", "examples/legged.md"
NEAR = 1e-9


# --- names ---

def cells(path: str, heading: str) -> Iterator[Tuple[str, str]]:
    """Headings and cells of the tables in a section."""
    with open(path, encoding="utf-8") as file:
        text = file.read().split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    columns: List[str] = []
    for line in text.split("\n"):
        row = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not row or set(row[0]) <= set("-"):
            columns = columns if row else []
        elif not columns:
            columns = row
        else:
            yield from zip(columns, row)


def has_mujoco(name: str) -> bool:
    enumerations = (getattr(mujoco, kind) for kind in dir(mujoco) if kind.startswith("mjt"))
    return any(hasattr(place, name) for place in (mujoco, mujoco.MjModel, mujoco.MjData, mujoco.MjOption, *enumerations))


PROGRAMS: Dict[str, Callable[[str], bool]] = {
    "Pinocchio": lambda name: any(hasattr(place, name) for place in (pin, pin.Model, pin.Data, pin.ReferenceFrame, pin.ContactType)),
    "MuJoCo": has_mujoco,
    "Drake": lambda name: any(hasattr(place, name) for place in (MultibodyPlant, RigidBody)),
}
# words in the same columns that are none of the program's own
OF_OTHERS = {"RigidConstraintModel", "qM", "force", "torque", "continuous", "planar", "frictionloss", "qdd", "fext", *table.FUNCTIONS}


def names_in(cell: str) -> List[str]:
    """In backticks, without those of another program that the cell names, and of functions of a guide."""
    cell = re.sub(r"(?:Crocoddyl|mink|older|versions with)[^|]*", "", cell)
    found = [name for text in re.findall(r"`([^`]+)`", cell) for name in re.findall(r"^(?:model\.)?([A-Za-z]\w+)", text)]
    return [name for name in found if name not in OF_OTHERS and not name.startswith(("to_mujoco", "from_mujoco"))]


def compare_names(tap: Tap) -> None:
    for path, heading in ((FUNCTIONS, "Names elsewhere"), (GUIDE, "Names and conventions")):
        for program, has in PROGRAMS.items():
            names = {name for column, cell in cells(path, heading) if column.startswith(program) for name in names_in(cell)}
            gone = sorted(name for name in names if not has(name))
            if names:
                tap.line(not gone, f"{len(names)} names of {program} in {path}", ", ".join(gone))


# --- models ---

FLOATING = """<mujoco><option><flag contact="disable"/></option><worldbody><body name="base" pos="0 0 1"><freejoint name="root"/>
<inertial pos=".1 .05 -.02" mass="2" diaginertia=".02 .03 .04"/><body name="leg" pos=".1 0 0"><joint name="hip" axis="0 1 0"/>
<inertial pos="0 .02 -.2" mass=".7" diaginertia=".01 .02 .015"/></body></body></worldbody></mujoco>"""
HINGES = FLOATING.replace('<freejoint name="root"/>', '<joint name="root" axis="1 0 0"/>')


def both(text: str) -> Tuple[rigidc.Model, Robot]:
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(text)
        file.flush()
        ours = rigidc.load(file.name, tier="tcc", no_snapping=True)
        return ours, Robot(file.name, ours)


def drawn(ours: rigidc.Model, seed: int) -> State:
    return next(table.states(ours, np.random.default_rng(seed)))


# --- MuJoCo ---

def stepped(text: str, integrator: int, seed: int) -> Tuple[float, float]:
    """How far mj_step is from `step` of rigidc, in positions and in velocities; tau as at the start."""
    ours, robot = both(text)
    s, m, d, dt = drawn(ours, seed), robot.model, robot.data, 0.01
    m.opt.integrator, m.opt.timestep = integrator, dt
    m.opt.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    method = "rk4" if integrator == mujoco.mjtIntegrator.mjINT_RK4 else "euler"
    q, qd = ours.function(f"step:{method}")(s.q, s.qd, s.tau, dt)
    qpos = robot.there(s.q)
    moved = robot.motion(qpos, s.qd)
    d.qpos[:], d.qvel[:], d.qfrc_applied[:] = qpos, moved.v(s.qd), moved.T @ s.tau
    mujoco.mj_step(m, d)
    then = robot.motion(d.qpos.copy(), qd)
    here = table.near_turns(ours, robot.here(d.qpos.copy()), np.asarray(q))
    return float(np.abs(here - q).max()), float(np.abs(then.T.T @ d.qvel - qd).max())


def rk4_of_hinges() -> bool:
    return max(stepped(HINGES, int(mujoco.mjtIntegrator.mjINT_RK4), 1)) < NEAR


def rk4_of_free_base_is_another() -> bool:
    return max(stepped(FLOATING, int(mujoco.mjtIntegrator.mjINT_RK4), 1)) > 1e-6


def euler_is_the_same() -> bool:
    return max(max(stepped(text, int(mujoco.mjtIntegrator.mjINT_EULER), 1)) for text in (HINGES, FLOATING)) < NEAR


def tendon_rows_are_sparse() -> bool:
    data = mujoco.MjData(mujoco.MjModel.from_xml_path("tests/peers/mjcf/tendons.xml"))
    return data.ten_J.ndim == 1 and hasattr(mujoco.MjModel, "ten_J_colind")


def qM_is_gone() -> bool:
    return not hasattr(mujoco.MjData, "qM")


def free_displacement_is_of_world() -> bool:
    """Position plus v in world axes, turn by w in body axes."""
    ours, robot = both(FLOATING)
    s = drawn(ours, 2)
    qpos = robot.there(s.q)
    v, before = robot.motion(qpos, s.qd).v(s.qd), qpos.copy()
    mujoco.mj_integratePos(robot.model, qpos, v, 1.0)
    return bool(np.abs(qpos[:3] - before[:3] - v[:3]).max() < NEAR and np.abs(ours.integrate(s.q, s.qd)[:3] - qpos[:3]).max() > 1e-3)


def applied_wrench_is_at_the_centre() -> bool:
    """xfrc_applied, force first, at the centre of mass: its power is f . v + n . w there."""
    ours, robot = both(FLOATING)
    s, force = drawn(ours, 3), np.array([1.0, -2, 3, 0.5, 0.2, -0.7])
    robot.set(s)
    found, J, body = np.zeros(robot.model.nv), np.zeros((6, robot.model.nv)), mujoco.mj_name2id(robot.model, mujoco.mjtObj.mjOBJ_BODY, "leg")
    mujoco.mj_applyFT(robot.model, robot.data, force[:3], force[3:], robot.data.xipos[body], body, found)
    mujoco.mj_jacBodyCom(robot.model, robot.data, J[:3], J[3:], body)
    robot.data.xfrc_applied[body] = force
    mujoco.mj_forward(robot.model, robot.data)
    with_force = robot.data.qacc.copy()
    robot.data.xfrc_applied[body], robot.data.qfrc_applied[:] = 0, found
    mujoco.mj_forward(robot.model, robot.data)
    return bool(np.abs(found - J.T @ force).max() < NEAR and np.abs(robot.data.qacc - with_force).max() < 1e-8)


def zero_acceleration_is_another_motion() -> bool:
    """Where qdd is 0, the base of MuJoCo has R (w x v)."""
    ours, robot = both(FLOATING)
    s = drawn(ours, 4)
    a0, free = robot.motion(robot.there(s.q), s.qd).a(0 * s.qdd), robot.model.jnt_type[0] == FREE
    R = table.rotation(s.q[3:7])
    return bool(free and np.abs(a0[:3] - R @ np.cross(s.qd[3:6], s.qd[:3])).max() < NEAR and np.abs(a0[3:]).max() < NEAR)


# --- Pinocchio ---

URDF = """<robot name="r"><link name="base"><inertial><origin xyz=".1 .05 -.02"/><mass value="2"/>
<inertia ixx=".02" iyy=".03" izz=".04" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="leg"><inertial><origin xyz="0 .02 -.2"/><mass value=".7"/>
<inertia ixx=".01" iyy=".02" izz=".015" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="arm"><inertial><origin xyz=".2 .02 0"/><mass value=".5"/>
<inertia ixx=".01" iyy=".02" izz=".015" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="z_hip" type="continuous"><parent link="base"/><child link="leg"/><origin xyz=".1 0 0"/><axis xyz="0 1 0"/></joint>
<joint name="a_shoulder" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="-.1 0 .1"/><axis xyz="1 0 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"""


def pinocchio_pair() -> Tuple[rigidc.Model, Any, State, Dict[str, np.ndarray]]:
    """Order of joints: continuous ones have (cos, sin) in Pinocchio, and children of a link come by the names of joints."""
    ours = rigidc.read(URDF, name="r.urdf", tier="tcc", base="free", contact={"foot": "leg:fixed"}, phase={"stand": "foot"})
    theirs, s = pin.buildModelFromXML(URDF, pin.JointModelFreeFlyer()), drawn(ours, 5)
    v_of = {joint.name: joint.v for joint in ours.info.joints}
    q = np.concatenate([s.q[:7], [s.q[7 + v_of["a_shoulder"] - 6]], [f(s.q[7 + v_of["z_hip"] - 6]) for f in (np.cos, np.sin)]])
    order = [*range(6), v_of["a_shoulder"], v_of["z_hip"]]
    return ours, theirs, s, {"q": q, "v": s.qd[order], "tau": s.tau[order], "order": np.array(order)}


def children_by_name() -> bool:
    ours, theirs, _, _ = pinocchio_pair()
    return [*theirs.names][2:] == ["a_shoulder", "z_hip"] and [joint.name for joint in ours.info.joints][1:] == ["z_hip", "a_shoulder"]


def continuous_is_cosine_and_sine() -> bool:
    ours, theirs, s, there = pinocchio_pair()
    M = pin.crba(theirs, theirs.createData(), there["q"])
    M = table.symmetric(M)
    return bool(theirs.nq == 10 and np.abs(M - np.asarray(ours.crba(s.q))[np.ix_(there["order"], there["order"])]).max() < NEAR)


def fixed_contact_has_another_acceleration() -> bool:
    """CONTACT_6D: the spatial acceleration is 0; here the classical one is, and on a body that moves they differ by w x v."""
    ours, theirs, s, there = pinocchio_pair()
    data, foot = theirs.createData(), theirs.frames[theirs.getBodyId("leg")]
    rows, held = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    rows.append(pin.RigidConstraintModel(pin.ContactType.CONTACT_6D, theirs, foot.parentJoint, foot.placement, pin.ReferenceFrame.LOCAL))
    held.append(rows[0].createData())
    pin.initConstraintDynamics(theirs, data, rows, held)
    qdd = pin.constraintDynamics(theirs, data, there["q"], there["v"], there["tau"], rows, held, pin.ProximalSettings(1e-14, 0.0, 10))
    pin.forwardKinematics(theirs, data, there["q"], there["v"], qdd)
    number, axes = theirs.getBodyId("leg"), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    spatial = pin.getFrameAcceleration(theirs, data, number, axes).vector
    own = ours.function("fd:stand")(s.q, s.qd, s.tau)
    classical = ours.function("acc:leg")(s.q, s.qd, own)
    apart = np.abs(own[there["order"]] - qdd).max()
    return bool(np.abs(spatial).max() < 1e-7 and np.abs(classical).max() < 1e-7 and apart > 1e-3)


CLAIMS: List[Tuple[str, Callable[[], bool]]] = [
    ("MuJoCo: mj_step with mjINT_RK4 is step:rk4 for hinges", rk4_of_hinges),
    ("MuJoCo: with mjINT_RK4 a free base moves in another way, as tau and v are of world axes", rk4_of_free_base_is_another),
    ("MuJoCo: mj_step with mjINT_EULER is step:euler", euler_is_the_same),
    ("MuJoCo: ten_J is sparse", tendon_rows_are_sparse),
    ("MuJoCo: qM is gone", qM_is_gone),
    ("MuJoCo: a free joint is displaced along world axes", free_displacement_is_of_world),
    ("MuJoCo: xfrc_applied is linear first, at the centre of mass, in world axes", applied_wrench_is_at_the_centre),
    ("MuJoCo: qdd = 0 is the acceleration a0", zero_acceleration_is_another_motion),
    ("Pinocchio: children of a link by name of joint", children_by_name),
    ("Pinocchio: a continuous joint is (cos, sin), M the upper triangle", continuous_is_cosine_and_sine),
    ("Pinocchio: CONTACT_6D has the spatial acceleration 0", fixed_contact_has_another_acceleration),
]


if __name__ == "__main__":
    report = Tap()
    print(f"# Pinocchio {pin.__version__}, MuJoCo {mujoco.__version__}")
    compare_names(report)
    for text, is_true in CLAIMS:
        report.line(is_true(), text)
    sys.exit(report.done())
