"""A model in MuJoCo beside rigidc's: functions in rigidc's order and axes. For mujoco_test.py and mjcf_peer.py."""
from typing import Dict, Optional, Tuple

import mujoco
import numpy as np
import rigidc
from numpy.polynomial import Polynomial

import table
from table import Arrays, Motion, NoPair, State

FREE, BALL = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)
CONNECT, WELD, COUPLED = (int(kind) for kind in (mujoco.mjtEq.mjEQ_CONNECT, mujoco.mjtEq.mjEQ_WELD, mujoco.mjtEq.mjEQ_JOINT))
NO_CONSTRAINT, NO_EQUALITY = int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT), int(mujoco.mjtDisableBit.mjDSBL_EQUALITY)
NO_CONTACT, NO_LIMIT, NO_FRICTION = (mujoco.mjtDisableBit.mjDSBL_CONTACT, mujoco.mjtDisableBit.mjDSBL_LIMIT,
                                     mujoco.mjtDisableBit.mjDSBL_FRICTIONLOSS)
BODY, JOINT, XBODY = mujoco.mjtObj.mjOBJ_BODY, mujoco.mjtObj.mjOBJ_JOINT, mujoco.mjtObj.mjOBJ_XBODY
TORQUE_SCALE = 10  # the place in eq_data of a weld
STEP = 1e-6  # of differences

mujoco.set_mju_user_warning(lambda text: None)  # it writes a file into the folder at hand

Coupling = Tuple[int, Polynomial]  # the joint that leads, or -1; the position in it


def swap(twist: np.ndarray) -> np.ndarray:
    """Linear part first, of an angular one first."""
    return np.concatenate([twist[3:], twist[:3]])


class Robot:
    """Places: the joint there by the joint here, where it has coordinates. `within`: MuJoCo finds principal axes of geoms to 1e-7."""

    def __init__(self, path: str, ours: Optional[rigidc.Model] = None, within: float = table.WITHIN) -> None:
        self.within = within
        try:
            self.model = mujoco.MjModel.from_xml_path(path)
        except (ValueError, RuntimeError) as error:
            raise NoPair(f"MuJoCo refuses: {str(error).splitlines()[0]}") from None
        self.data = mujoco.MjData(self.model)
        self.held = not self.model.opt.disableflags & (NO_CONSTRAINT | NO_EQUALITY)
        self.couplings = self.couplings_of() if self.held else {}
        self.model.opt.disableflags |= NO_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
        self.model.opt.integrator, self.model.opt.noslip_iterations = mujoco.mjtIntegrator.mjINT_EULER, 0  # as mjd_inverseFD demands
        self.model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
        self.roots = [b for b in range(1, self.model.nbody) if self.moves(b) and not self.moves(self.model.body_parentid[b])]
        self.frame, self.body = "", 0
        if ours:
            self.match(ours)

    def moves(self, body: int) -> bool:
        return self.model.body_dofnum[self.model.body_weldid[body]] > 0

    def name(self, kind: int, number: int) -> str:
        return mujoco.mj_id2name(self.model, kind, number) or ""

    # --- joints ---

    def couplings_of(self) -> Dict[int, Coupling]:
        """Joints that an equality determines, leaders before followers."""
        m, found, order = self.model, {}, {}
        for i in range(m.neq):
            if m.eq_type[i] == COUPLED and m.eq_active0[i]:
                found[int(m.eq_obj1id[i])] = int(m.eq_obj2id[i]), Polynomial(m.eq_data[i][:5].copy())

        def add(j: int) -> None:
            if j in found and j not in order:
                add(found[j][0])
                order[j] = found[j]
        for j in found:
            add(j)
        return order

    def match(self, ours: rigidc.Model) -> None:
        here = [joint for joint in ours.info.joints if joint.nv]
        there = [j for j in range(self.model.njnt) if j not in self.couplings]
        if sum(joint.nv for joint in here) != sum(self.size(j) for j in there):
            raise NoPair(f"{ours.nv} velocities, and {sum(map(self.size, there))} in MuJoCo")
        named = {self.name(JOINT, j): j for j in there if self.name(JOINT, j)}
        rest = iter([j for j in there if not self.name(JOINT, j) or self.name(JOINT, j) not in {joint.name for joint in here}])
        self.places = [(joint, named[joint.name] if joint.name in named else next(rest)) for joint in here]
        self.nv, self.ours = ours.nv, ours
        names = {body.name for body in ours.info.bodies}
        for b in range(1, self.model.nbody):
            if self.name(BODY, b) in names and self.moves(b):
                self.frame, self.body = self.name(BODY, b), b

    def size(self, joint: int) -> int:
        return {FREE: 6, BALL: 3}.get(int(self.model.jnt_type[joint]), 1)

    def follow(self, joint: int, qpos: np.ndarray) -> Tuple[float, float, float]:
        """The position of a coupled joint, and its first and second derivative by that of its leader."""
        leader, polynomial = self.couplings[joint]
        rest = self.model.qpos0[self.model.jnt_qposadr[joint]]
        if leader < 0:
            return rest + polynomial.coef[0], 0.0, 0.0
        at = self.model.jnt_qposadr[leader]
        x = qpos[at] - self.model.qpos0[at]
        return rest + polynomial(x), polynomial.deriv()(x), polynomial.deriv(2)(x)

    def there(self, q: np.ndarray) -> np.ndarray:
        qpos = self.model.qpos0.copy()
        for joint, j in self.places:
            at, own = self.model.jnt_qposadr[j], q[joint.q:joint.q + joint.nq]
            if len(own) > 1:
                own = np.concatenate([own[:-4], own[-1:], own[-4:-1]])  # the quaternion as w x y z
            qpos[at:at + len(own)] = own
        for j in self.couplings:
            qpos[self.model.jnt_qposadr[j]] = self.follow(j, qpos)[0]
        return qpos

    def here(self, qpos: np.ndarray) -> np.ndarray:
        parts = []
        for joint, j in self.places:
            at = self.model.jnt_qposadr[j]
            own = qpos[at:at + joint.nq]
            parts.append(np.concatenate([own[:-4], own[-3:], own[-4:-3]]) if joint.nq > 1 else own)
        return np.concatenate(parts)

    def motion(self, qpos: np.ndarray, qd: np.ndarray) -> Motion:
        """The linear velocity of a free joint is in world axes there: R v, with the acceleration R (vdot + w x v)."""
        T, rest = np.zeros((self.model.nv, self.nv)), np.zeros(self.model.nv)
        for joint, j in self.places:
            v = self.model.jnt_dofadr[j]
            T[v:v + joint.nv, joint.v:joint.v + joint.nv] = np.eye(joint.nv)
            if self.model.jnt_type[j] == FREE:
                w, x, y, z = qpos[self.model.jnt_qposadr[j] + 3:][:4]
                R, own = table.rotation((x, y, z, w)), qd[joint.v:joint.v + 6]
                T[v:v + 3, joint.v:joint.v + 3] = R
                rest[v:v + 3] = R @ np.cross(own[3:], own[:3])
        for j, (leader, _) in self.couplings.items():
            v, (_, first, second) = self.model.jnt_dofadr[j], self.follow(j, qpos)
            if leader >= 0:
                lead = self.model.jnt_dofadr[leader]
                T[v] = first * T[lead]
                rest[v] = first * rest[lead] + second * (T[lead] @ qd) ** 2
        return Motion(T, rest)

    # --- dynamics ---

    def set(self, s: State) -> None:
        self.at(self.there(s.q), s.qd, s.qdd)

    def at(self, qpos: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> None:
        self.qpos, self.moved = qpos, self.motion(qpos, qd)
        self.data.qpos[:], self.data.qvel[:], self.data.qacc[:] = qpos, self.moved.v(qd), self.moved.a(qdd)
        mujoco.mj_inverse(self.model, self.data)

    def gravcomp(self) -> np.ndarray:
        """Forces against gravity that joints bear, not their actuators."""
        return self.data.qfrc_gravcomp * ~self.model.jnt_actgravcomp.astype(bool)[self.model.dof_jntid]

    def inverse(self) -> np.ndarray:
        """tau of springs and gravcomp, without dampers and other passive forces."""
        d = self.data
        return self.moved.f(d.qfrc_inverse + d.qfrc_passive - d.qfrc_spring - self.gravcomp())

    def rnea(self, s: State) -> Arrays:
        self.set(s)
        return [self.inverse()]

    def bias(self, s: State) -> Arrays:
        self.at(self.qpos, s.qd, 0 * s.qdd)
        return [self.inverse()]

    def gravity(self, s: State) -> Arrays:
        self.at(self.qpos, 0 * s.qd, 0 * s.qdd)
        return [self.inverse()]

    def full(self) -> np.ndarray:
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return M

    def crba(self, _: State) -> Arrays:
        return [self.moved.M(self.full())]

    def minv(self, s: State) -> Optional[Arrays]:
        if self.couplings:
            return None
        self.set(s)
        mujoco.mj_factorM(self.model, self.data)
        inverse = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_solveM(self.model, self.data, inverse, np.eye(self.model.nv))
        return [self.moved.M(inverse)]  # T is orthogonal

    def fd(self, s: State) -> Optional[Arrays]:
        """Of mj_forward, with the passive forces taken back that rigidc leaves out."""
        if self.couplings:
            return None
        self.set(s)
        d = self.data
        d.qfrc_applied[:] = self.moved.T @ s.tau - d.qfrc_passive + d.qfrc_spring + self.gravcomp()
        mujoco.mj_forward(self.model, d)
        d.qfrc_applied[:] = 0
        return [self.moved.T.T @ (d.qacc - self.moved.rest)]

    def rnea_derivatives(self, s: State) -> Optional[Arrays]:
        """Differences by mjd_inverseFD, on the tangent of MuJoCo, so without free joints."""
        m = self.model
        if self.couplings or FREE in m.jnt_type or m.opt.density or m.opt.viscosity or any(m.body_gravcomp):
            return None
        self.set(s)
        flags = m.opt.disableflags
        m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_DAMPER
        by_q, by_v = np.zeros((m.nv, m.nv)), np.zeros((m.nv, m.nv))
        mujoco.mjd_inverseFD(m, self.data, STEP, False, by_q, by_v, None, None, None, None, None)
        m.opt.disableflags = flags
        return [self.moved.M(by_q.T), self.moved.M(by_v.T)]

    # --- mass ---

    def energy(self, s: State) -> Arrays:
        """Bodies that do not move have no potential energy in rigidc."""
        self.set(s)
        m = self.model
        mujoco.mj_energyPos(m, self.data)
        mujoco.mj_energyVel(m, self.data)
        still = sum(-m.body_mass[b] * m.opt.gravity @ self.data.xipos[b] for b in range(m.nbody) if not self.moves(b))
        return [np.array([self.data.energy[1]]), np.array([self.data.energy[0] - still])]

    def mass(self) -> float:
        return float(sum(self.model.body_subtreemass[b] for b in self.roots))

    def com(self, _: State) -> Arrays:
        moments = sum(self.model.body_subtreemass[b] * self.data.subtree_com[b] for b in self.roots)
        return [np.array([self.mass()]), moments / self.mass()]

    def jcom(self, s: State) -> Arrays:
        self.set(s)
        J, one = np.zeros((3, self.model.nv)), np.zeros((3, self.model.nv))
        for b in self.roots:
            mujoco.mj_jacSubtreeCom(self.model, self.data, one, b)
            J += self.model.body_subtreemass[b] * one
        return [J / self.mass() @ self.moved.T]

    def momentum(self, s: State) -> Arrays:
        self.set(s)
        mujoco.mj_subtreeVel(self.model, self.data)
        linear, angular, center = np.zeros(3), np.zeros(3), self.com(s)[1]
        for b in self.roots:
            p = self.model.body_subtreemass[b] * self.data.subtree_linvel[b]
            linear += p
            angular += self.data.subtree_angmom[b] + np.cross(self.data.subtree_com[b] - center, p)
        return [np.concatenate([linear, angular])]

    def cmm(self, s: State) -> Optional[Arrays]:
        if len(self.roots) > 1:
            return None
        self.set(s)
        angular = np.zeros((3, self.model.nv))
        mujoco.mj_angmomMat(self.model, self.data, angular, self.roots[0])
        return [np.vstack([self.mass() * self.jcom(s)[0], angular @ self.moved.T])]

    # --- frames ---

    def fk(self, s: State) -> Arrays:
        self.set(s)
        return [self.data.xmat[self.body].copy(), self.data.xpos[self.body].copy()]

    def jac(self, s: State) -> Arrays:
        self.set(s)
        J = np.zeros((6, self.model.nv))
        mujoco.mj_jacBody(self.model, self.data, J[:3], J[3:], self.body)
        return [J @ self.moved.T]

    def vel(self, s: State) -> Arrays:
        self.set(s)
        twist = np.zeros(6)
        mujoco.mj_objectVelocity(self.model, self.data, XBODY, self.body, twist, 0)
        return [swap(twist)]

    def acceleration(self) -> Arrays:
        mujoco.mj_rnePostConstraint(self.model, self.data)
        twist = np.zeros(6)
        mujoco.mj_objectAcceleration(self.model, self.data, XBODY, self.body, twist, 0)
        falls = not self.model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_GRAVITY
        return [swap(twist) + np.concatenate([falls * self.model.opt.gravity, np.zeros(3)])]

    def acc(self, s: State) -> Arrays:
        self.set(s)
        return self.acceleration()

    def drift(self, s: State) -> Arrays:
        self.at(self.qpos, s.qd, 0 * s.qdd)
        return self.acceleration()

    def integrate(self, s: State) -> Optional[Arrays]:
        """A free joint moves in another way there."""
        if FREE in self.model.jnt_type:
            return None
        qpos = self.there(s.q)
        mujoco.mj_integratePos(self.model, qpos, self.moved.v(table.little(s)), 1.0)
        return [self.here(qpos)]

    def difference(self, s: State) -> Optional[Arrays]:
        if FREE in self.model.jnt_type or self.couplings:
            return None
        v = np.zeros(self.model.nv)
        mujoco.mj_differentiatePos(self.model, v, 1.0, self.there(s.q), self.there(table.other(self.ours, s)))
        return [self.moved.f(v)]  # T is a permutation

    # --- actuators, tendons and loops ---

    def actuation(self, s: State, controls: Dict[str, float], activations: np.ndarray) -> np.ndarray:
        """The generalized force of the actuators with these controls alone, whatever ranges they have. data.act_dot then has the rates of
        the activations."""
        m, d = self.model, self.data
        before = m.opt.disableflags, m.actuator_forcelimited.copy(), m.jnt_actfrclimited.copy()
        m.opt.disableflags = (before[0] & ~int(mujoco.mjtDisableBit.mjDSBL_ACTUATION)) | int(mujoco.mjtDisableBit.mjDSBL_CLAMPCTRL)
        m.actuator_forcelimited[:], m.jnt_actfrclimited[:] = 0, 0
        self.set(s)
        numbers = [mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_ACTUATOR, name) for name in controls]
        d.ctrl[:] = 0
        d.ctrl[numbers] = list(controls.values())
        d.act[:] = activations
        mujoco.mj_forward(m, d)
        moment = np.zeros((m.nu, m.nv))
        mujoco.mju_sparse2dense(moment, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
        m.opt.disableflags, m.actuator_forcelimited[:], m.jnt_actfrclimited[:] = before
        return self.moved.f(moment[numbers].T @ d.actuator_force[numbers])

    def tendon(self, number: int) -> Tuple[float, np.ndarray]:
        """The length, and its derivatives along qd: a row of a sparse matrix there."""
        m, row = self.model, np.zeros(self.model.nv)
        first, count = m.ten_J_rowadr[number], m.ten_J_rownnz[number]
        row[m.ten_J_colind[first:first + count]] = self.data.ten_J[first:first + count]
        return float(self.data.ten_length[number]), row @ self.moved.T

    def has_loops(self) -> bool:
        return self.held and any(kind in (CONNECT, WELD) for kind in self.model.eq_type)

    def has_plain_loops(self) -> bool:
        """Does each <connect> and <weld> hold bodies of its own? Two <connect> of the same bodies are another kind of loop."""
        m = self.model
        pairs = [tuple(sorted((m.eq_obj1id[i], m.eq_obj2id[i]))) for i in range(m.neq)]
        return (self.has_loops() and all(kind <= COUPLED for kind in m.eq_type) and
                all(m.eq_active0) and len(set(pairs)) == len(pairs) and not m.nmocap and mujoco.mjtObj.mjOBJ_SITE not in m.eq_objtype)

    def rows(self) -> Dict[int, Tuple[np.ndarray, np.ndarray]]:
        """By the number of a <connect> or <weld>: how far it is open, and its Jacobian. Angles of a weld are halved there."""
        m, d, flags = self.model, self.data, self.model.opt.disableflags
        m.opt.disableflags = (flags & ~NO_CONSTRAINT) | NO_CONTACT | NO_LIMIT | NO_FRICTION
        m.opt.jacobian = mujoco.mjtJacobian.mjJAC_DENSE
        mujoco.mj_forward(m, d)
        m.opt.disableflags = flags
        J = d.efc_J.reshape(-1, m.nv) if d.nefc else np.zeros((0, m.nv))
        found = {}
        for i in range(m.neq):
            which = [k for k in range(d.nefc) if d.efc_type[k] == mujoco.mjtConstraint.mjCNSTR_EQUALITY and d.efc_id[k] == i]
            if m.eq_type[i] in (CONNECT, WELD):
                found[i] = d.efc_pos[which].copy(), J[which] @ self.moved.T
        return found

    def openness(self) -> float:
        """How far loops are open: the root of the sum of squares of distances and angles."""
        total = 0.0
        for i, (apart, _) in self.rows().items():
            scale = self.model.eq_data[i][TORQUE_SCALE] if self.model.eq_type[i] == WELD else 0
            angle = 2 * np.arcsin(min(1.0, np.linalg.norm(apart[3:]) / scale)) if scale else 0
            total += apart[:3] @ apart[:3] + angle ** 2
        return float(np.sqrt(total))
