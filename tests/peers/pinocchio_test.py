"""Functions of rigidc beside Pinocchio's, for the examples that URDF can say, and for every URDF of the packages with robots, on fixed and
on free bases: by the names of joints. TAP; RIGIDC_SEED gives other states. Arguments: URDF files instead of those of packages."""
import os
import sys
import tempfile
from typing import Any, Callable, Iterator, Sequence, Tuple

import numpy as np
import pinocchio as pin
import rigidc

import table
from table import Arrays, Except, NoPair, Peer, State, Tap, symmetric

LWA = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
LOCAL = pin.ReferenceFrame.LOCAL
STEP = 1e-4  # of differences


class Robot:
    """P: velocities of rigidc from those of Pinocchio, by the names of joints."""

    def __init__(self, path: str, ours: rigidc.Model, free: bool) -> None:
        self.ours, self.free = ours, free
        root = (pin.JointModelFreeFlyer(),) if free else ()
        try:
            self.model = pin.buildModelFromUrdf(path, *root, True)
        except (ValueError, RuntimeError) as error:
            raise NoPair(f"Pinocchio refuses: {error}") from None
        if free and self.model.existBodyName("world"):
            raise NoPair("a free root is the link world in Pinocchio, and the body on it here")
        if self.model.nv != ours.nv:
            raise NoPair(f"{ours.nv} velocities, and {self.model.nv} in Pinocchio")
        self.data = self.model.createData()
        self.match()
        self.frame = next(body.name for body in reversed(ours.info.bodies) if self.model.existBodyName(body.name))
        self.number = self.model.getBodyId(self.frame)
        self.mimics = any(joint.shortname() == "JointModelMimic" for joint in self.model.joints)

    def match(self) -> None:
        """Coordinates by names of joints. Each place: here, there, how many, as cosine and sine there."""
        model, joints = self.model, {joint.name: joint for joint in self.ours.info.joints}
        self.P, self.places = np.zeros((self.ours.nv, model.nv)), []
        for i in range(1, model.njoints):
            there = model.joints[i]
            here = self.ours.info.joints[0] if self.free and i == 1 else joints[model.names[i]]
            if here.kind == "planar":
                raise NoPair("a planar joint has its velocity in body axes in Pinocchio")
            if there.nv:
                self.P[here.v:here.v + there.nv, there.idx_v:there.idx_v + there.nv] = np.eye(there.nv)
                self.places.append((here.q, there.idx_q, here.nq, there.nq == here.nq + 1))
        names = [joint.name for joint in self.ours.info.joints if joint.moves]
        self.bodies = [1 if self.free and k == 0 else model.getJointId(name) for k, name in enumerate(names)]

    def there(self, own: np.ndarray) -> np.ndarray:
        q = pin.neutral(self.model)
        for here, there, count, circle in self.places:
            q[there:there + count + circle] = [np.cos(own[here]), np.sin(own[here])] if circle else own[here:here + count]
        return q

    def here(self, q: np.ndarray) -> np.ndarray:
        own = np.zeros(self.ours.nq)
        for here, there, count, circle in self.places:
            own[here:here + count] = np.arctan2(q[there + 1], q[there]) if circle else q[there:there + count]
        return own

    def set(self, s: State) -> None:
        self.q, self.v, self.a, self.tau = self.there(s.q), self.P.T @ s.qd, self.P.T @ s.qdd, self.P.T @ s.tau

    def both(self, M: np.ndarray) -> np.ndarray:
        return self.P @ M @ self.P.T

    def columns(self, J: np.ndarray) -> np.ndarray:
        """Pinocchio's module gives a matrix with one column as a vector."""
        return J.reshape(-1, self.model.nv) @ self.P.T

    def rnea(self, _: State) -> Arrays:
        return [self.P @ pin.rnea(self.model, self.data, self.q, self.v, self.a)]

    def crba(self, _: State) -> Arrays:
        return [self.both(symmetric(pin.crba(self.model, self.data, self.q)))]

    def bias(self, _: State) -> Arrays:
        return [self.P @ pin.nonLinearEffects(self.model, self.data, self.q, self.v)]

    def gravity(self, _: State) -> Arrays:
        return [self.P @ pin.computeGeneralizedGravity(self.model, self.data, self.q)]

    def fd(self, _: State) -> Arrays:
        return [self.P @ pin.aba(self.model, self.data, self.q, self.v, self.tau)]

    def minv(self, _: State) -> Arrays:
        return [self.both(symmetric(pin.computeMinverse(self.model, self.data, self.q)))]

    def rnea_derivatives(self, _: State) -> Arrays:
        dq, dv, _ = pin.computeRNEADerivatives(self.model, self.data, self.q, self.v, self.a)
        return [self.both(dq), self.both(dv)]

    def fd_derivatives(self, _: State) -> Arrays:
        dq, dv, dtau = pin.computeABADerivatives(self.model, self.data, self.q, self.v, self.tau)
        return [self.both(dq), self.both(dv), self.both(symmetric(dtau))]

    def regressor(self, _: State) -> Arrays:
        Y = pin.computeJointTorqueRegressor(self.model, self.data, self.q, self.v, self.a).reshape(self.model.nv, -1)
        return [np.hstack([self.P @ Y[:, 10 * (i - 1):10 * i] for i in self.bodies])]

    def coriolis_qd(self, _: State) -> Arrays:
        return [self.P @ (pin.computeCoriolisMatrix(self.model, self.data, self.q, self.v) @ self.v)]

    def energy(self, _: State) -> Arrays:
        kinetic = pin.computeKineticEnergy(self.model, self.data, self.q, self.v)
        return [np.array([kinetic]), np.array([pin.computePotentialEnergy(self.model, self.data, self.q)])]

    def com(self, _: State) -> Arrays:
        return [np.array([pin.computeTotalMass(self.model)]), pin.centerOfMass(self.model, self.data, self.q)]

    def jcom(self, _: State) -> Arrays:
        return [self.columns(pin.jacobianCenterOfMass(self.model, self.data, self.q))]

    def momentum(self, _: State) -> Arrays:
        return [pin.computeCentroidalMomentum(self.model, self.data, self.q, self.v).vector]

    def cmm(self, _: State) -> Arrays:
        pin.ccrba(self.model, self.data, self.q, self.v)
        return [self.columns(self.data.Ag)]

    def cmm_drift(self, _: State) -> Arrays:
        pin.dccrba(self.model, self.data, self.q, self.v)
        return [self.data.dAg.reshape(-1, self.model.nv) @ self.v]

    def fk(self, _: State) -> Arrays:
        pin.framesForwardKinematics(self.model, self.data, self.q)
        M = self.data.oMf[self.number]
        return [M.rotation, M.translation]

    def jac(self, _: State, axes: Any = LWA) -> Arrays:
        return [self.columns(pin.computeFrameJacobian(self.model, self.data, self.q, self.number, axes))]

    def jac_local(self, s: State) -> Arrays:
        return self.jac(s, LOCAL)

    def vel(self, _: State) -> Arrays:
        pin.forwardKinematics(self.model, self.data, self.q, self.v)
        return [pin.getFrameVelocity(self.model, self.data, self.number, LWA).vector]

    def acc(self, _: State) -> Arrays:
        pin.forwardKinematics(self.model, self.data, self.q, self.v, self.a)
        return [pin.getFrameClassicalAcceleration(self.model, self.data, self.number, LWA).vector]

    def drift(self, _: State) -> Arrays:
        pin.forwardKinematics(self.model, self.data, self.q, self.v, 0 * self.a)
        return [pin.getFrameClassicalAcceleration(self.model, self.data, self.number, LWA).vector]

    def second_order(self, s: State) -> Arrays:
        """Differences of the first derivatives along a direction."""
        along, sides = [self.P.T @ each for each in table.direction(s)], []
        for h in (STEP, -STEP):
            x = pin.integrate(self.model, self.q, h * along[0]), self.v + h * along[1], self.a + h * along[2]
            dq, dv, _ = pin.computeRNEADerivatives(self.model, self.data, *x)
            sides.append([self.P @ dq.T @ self.tau, self.P @ dv.T @ self.tau])
        return [(up - down) / (2 * STEP) for up, down in zip(*sides)]

    def difference(self, s: State) -> Arrays:
        return [self.P @ pin.difference(self.model, self.q, self.there(table.other(self.ours, s)))]

    def integrate(self, s: State) -> Arrays:
        moved = self.here(pin.integrate(self.model, self.q, self.P.T @ table.little(s)))
        return [table.near_turns(self.ours, moved, table.FUNCTIONS["integrate"].ours(self.ours, s, ""))]


def pair_of(path: str, free: bool) -> Tuple[rigidc.Model, Robot]:
    ours = table.ours_of(path, base="free" if free else None, without=["armature"])
    return ours, Robot(path, ours, free)


PINOCCHIO = Peer("Pinocchio", pin.__version__, [
    Except("coriolis_qd", "has no derivative along the followed joint with mimic joints", when=lambda robot: robot.mimics),
], within={"second_order": 1e-5}, lacking={"Joint Mimic": "takes no mimic joints"})


# --- contacts ---

DEPENDENT = 1e7  # a condition of rows beyond which no program tells their forces
FEET = {"solo12": ("FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"), "anymal_b": ("LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT")}


def contacts_of(model: pin.Model, feet: Tuple[str, ...], kind: Any) -> Tuple[Any, Any]:
    rows, data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for foot in feet:
        frame = model.frames[model.getBodyId(foot)]
        rows.append(pin.RigidConstraintModel(kind, model, frame.parentJoint, frame.placement, LOCAL))
        data.append(rows[-1].createData())
    return rows, data


EXACT = pin.ProximalSettings(1e-14, 0.0, 10)


def held_on(robot: Robot, s: State, rows: Any, data: Any) -> np.ndarray:
    """Accelerations with contacts or loops."""
    robot.set(s)
    pin.initConstraintDynamics(robot.model, robot.data, rows, data)
    return robot.P @ pin.constraintDynamics(robot.model, robot.data, robot.q, robot.v, robot.tau, rows, data, EXACT)


def hit_on(robot: Robot, rows: Any, data: Any) -> np.ndarray:
    """Velocities after an impact."""
    return robot.P @ pin.impulseDynamics(robot.model, robot.data, robot.q, robot.v, rows, data, 0.0, EXACT)


def derivatives_on(robot: Robot, rows: Any, data: Any) -> Arrays:
    """After held_on, before hit_on, which leaves other numbers in the data."""
    return [robot.both(each) for each in pin.computeConstraintDynamicsDerivatives(robot.model, robot.data, rows, data)[:3]]


def compare_feet(tap: Tap, path: str, feet: Tuple[str, ...], fixed: bool, rng: np.random.Generator) -> None:
    """On points or on soles. CONTACT_6D means another acceleration of a sole that moves, so soles are at rest before `fd`."""
    robot = pair_of(path, False)[1]
    held = {f"c{i}": foot + ":fixed" * fixed for i, foot in enumerate(feet)}
    ours = rigidc.load(path, without=["armature"], no_snapping=True, contact=held, phase={"stand": ", ".join(held)})
    rows, data = contacts_of(robot.model, feet, pin.ContactType.CONTACT_6D if fixed else pin.ContactType.CONTACT_3D)
    most = 0.0
    for s in table.states(ours, rng):
        if np.linalg.cond(ours.function("jac:stand")(s.q)) > DEPENDENT:
            continue
        qdd = held_on(robot, s, rows, data)
        if not fixed or s.kind == "rest":
            most = max(most, table.difference(ours.function("fd:stand")(s.q, s.qd, s.tau), qdd))
        if not fixed:
            own = ours.function("fd_derivatives:stand")(s.q, s.qd, s.tau)
            most = max(most, table.difference(own, derivatives_on(robot, rows, data), table.LEAST * (1 + np.abs(s.qd).max())))
        most = max(most, table.difference(ours.function("impact:stand")(s.q, s.qd)[0], hit_on(robot, rows, data)))
    what = f"{os.path.basename(path)} on {len(feet)} {'soles' if fixed else 'points'}"
    tap.line(most <= table.WITHIN, what, "" if most <= table.WITHIN else f"by {most:.2g}")


def compare_contacts(tap: Tap, rng: np.random.Generator) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = {os.path.basename(path)[:-5]: path for path in table.exported(folder, "urdf")}
        for name, feet in FEET.items():
            for count, fixed in ((1, False), (2, False), (4, False), (1, True)):
                compare_feet(tap, files[name], feet[:count], fixed, rng)


# --- loops ---

def link(name: str, parent: str, joint: str, at: str, axis: str) -> str:
    return (f'<link name="{name}"><inertial><origin xyz=".1 .02 .1"/><mass value="1.5"/>'
            '<inertia ixx=".03" iyy=".04" izz=".05" ixy=".001" ixz="-.002" iyz=".003"/></inertial></link>'
            f'<joint name="{joint}" type="revolute"><parent link="{parent}"/><child link="{name}"/><origin xyz="{at}" rpy=".1 .2 -.1"/>'
            f'<axis xyz="{axis}"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>')


CLOSED = ('<robot name="closed"><link name="base"/>' + link("crank", "base", "j1", "0 0 0", "0 1 0") + link("rod", "crank", "j2", "0 0 .3", "0 0 1") +
          link("tip", "rod", "j3", "0 0 .1", "0 1 0") + link("rocker", "base", "j4", ".5 0 0", "0 1 0") + link("lever", "rocker", "j5", "0 0 .2", "1 0 0") +
          '<loop_joint name="ball" type="spherical"><link1 link="tip" rpy="0 0 0" xyz=".4 0 .1"/>'
          '<link2 link="lever" rpy="0 0 0" xyz="0 .05 .25"/></loop_joint></robot>')


class Mechanism:
    """A mechanism that a ball joint closes, in both programs."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "closed.urdf")
            with open(path, "w", encoding="utf-8") as file:
                file.write(CLOSED)
            self.ours, self.robot = pair_of(path, False)
        model, tips = self.robot.model, (("j3", [0.4, 0, 0.1]), ("j5", [0, 0.05, 0.25]))
        ends = [(model.getJointId(joint), pin.SE3(np.eye(3), np.array(at))) for joint, at in tips]
        self.rows, self.data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
        self.rows.append(pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, *ends[0], *ends[1], LOCAL))
        self.data.append(self.rows[0].createData())
        self.project = self.ours.function("project")

    def closed(self, s: State, q: np.ndarray, qd: np.ndarray) -> State:
        """The state that closes the loop near another one."""
        for _ in range(4):
            q, qd = (np.asarray(each) for each in self.project(q, qd))
        return State(s.kind, q, qd, s.qdd, s.tau)

    def accelerations(self, s: State) -> np.ndarray:
        return held_on(self.robot, s, self.rows, self.data)

    def change(self, by: Sequence[np.ndarray], before: State, after: State) -> np.ndarray:
        """Of accelerations between closed states, from derivatives by q and qd."""
        return (by[0] @ (after.q - before.q) + by[1] @ (after.qd - before.qd)) / (2 * STEP)


def compare_loops(tap: Tap, rng: np.random.Generator) -> None:
    """Accelerations, and their derivatives along the loop beside differences of Pinocchio's accelerations. Its own derivatives are others."""
    closed, apart, off, wrong = Mechanism(), 0.0, 0.0, 0.0
    for s in table.states(closed.ours, rng):
        s = closed.closed(s, closed.ours.assemble(0.1 * s.q), s.qd)
        apart = max(apart, table.difference(closed.ours.fd(s.q, s.qd, s.tau), closed.accelerations(s)))
        before, after = (closed.closed(s, s.q + h * s.qdd, s.qd + h * s.tau) for h in (-STEP, STEP))
        wanted = (closed.accelerations(after) - closed.accelerations(before)) / (2 * STEP)
        off = max(off, table.difference(closed.change(closed.ours.fd_derivatives(s.q, s.qd, s.tau), before, after), wanted))
        closed.accelerations(s)
        theirs = derivatives_on(closed.robot, closed.rows, closed.data)
        wrong = max(wrong, table.difference(closed.change(theirs, before, after), wanted))
    tap.line(apart <= 1e-8, "a mechanism with a closed loop", "" if apart <= 1e-8 else f"by {apart:.2g}")
    tap.line(off <= 1e-4, "derivatives of a mechanism with a closed loop", "" if off <= 1e-4 else f"by {off:.2g}")
    tap.skip("derivatives by computeConstraintDynamicsDerivatives", f"those of loops are not of constraintDynamics: off by {wrong:.2g}")


# --- robots ---

def models(folder: str) -> Iterator[Tuple[str, Callable[[], Tuple[rigidc.Model, Robot]]]]:
    for path, free in table.bases([*table.exported(folder, "urdf"), *(sys.argv[1:] or table.of_packages("urdf"))]):
        what = f"{os.path.basename(path)}, {'free' if free else 'as it stands'}"
        yield what, lambda path=path, free=free: pair_of(path, free)


if __name__ == "__main__":
    sys.exit(table.main(PINOCCHIO, models, [compare_contacts, compare_loops]))
