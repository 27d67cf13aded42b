"""The functions of a model, for checkers of types: `make python-types` writes this from `rigidc --list=functions`."""

from typing import Any, Literal, Mapping, NamedTuple, overload

from torch import Tensor

from .torch import TorchFunction

class Rnea(TorchFunction):
    """inverse dynamics: tau = M(q) qdd + h(q, qd)"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, qdd: Tensor, lambda_: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Crba(TorchFunction):
    """joint-space inertia matrix M(q)"""

    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Bias(TorchFunction):
    """bias forces, inverse dynamics at zero acceleration: h(q, qd) = rnea(q, qd, 0)"""

    def __call__(self, q: Tensor, qd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Gravity(TorchFunction):
    """forces that hold the posture, against springs and passive forces too: g(q) = rnea(q, 0, 0)"""

    def __call__(self, q: Tensor, u: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Coriolis(TorchFunction):
    """Coriolis matrix C(q, qd) from Christoffel symbols: dM/dt = C + C^T; without damping, friction and wrenches C qd = h - g"""

    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Fd(TorchFunction):
    """forward dynamics: qdd = M(q)^-1 (tau - h(q, qd))"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Minv(TorchFunction):
    """inverse of the joint-space inertia matrix, M(q)^-1"""

    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class FkResult(NamedTuple):
    R: Tensor
    p: Tensor

class Fk(TorchFunction):
    """pose of a frame in the world"""

    @overload
    def __call__(self, frame: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> FkResult: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> FkResult: ...

class Jac(TorchFunction):
    """Jacobian of a frame at its origin, world axes: (v, w) = J(q) qd"""

    @overload
    def __call__(self, frame: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Vel(TorchFunction):
    """velocity of a frame at its origin, world axes"""

    @overload
    def __call__(self, frame: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Acc(TorchFunction):
    """classical acceleration of a frame at its origin, without gravity, world axes"""

    @overload
    def __call__(self, frame: str, q: Tensor, qd: Tensor, qdd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Tensor, qd: Tensor, qdd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Reaction(TorchFunction):
    """wrench of the parent on the child, through each joint that moves or has a sensor"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, qdd: Tensor, lambda_: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class EnergyResult(NamedTuple):
    kinetic: Any
    potential: Any

class Energy(TorchFunction):
    """kinetic and potential energy; potential is zero at the world's origin"""

    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> EnergyResult: ...

class ComResult(NamedTuple):
    mass: Any
    c: Tensor

class Com(TorchFunction):
    """mass of all moving bodies, and their centre of mass in the world"""

    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> ComResult: ...

class Momentum(TorchFunction):
    """linear momentum, and angular momentum about the centre of mass, world axes"""

    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Jcom(TorchFunction):
    """Jacobian of the centre of mass, world axes: v = J(q) qd"""

    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Cmm(TorchFunction):
    """centroidal momentum matrix: momentum = A(q) qd"""

    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Drift(TorchFunction):
    """acceleration of a frame at zero joint accelerations: acc = J qdd + drift"""

    @overload
    def __call__(self, frame: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class JacLocal(TorchFunction):
    """Jacobian of a frame at its origin, in the frame's own axes"""

    def __call__(self, frame: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class IkResult(NamedTuple):
    q_next: Tensor
    error: Tensor

class Ik(TorchFunction):
    """one step of inverse kinematics by damped least squares"""

    def __call__(self, frame: str, q: Tensor, R: Tensor, p: Tensor, damping: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> IkResult: ...

class RneaDerivativesResult(NamedTuple):
    dtau_dq: Tensor
    dtau_dqd: Tensor

class RneaDerivatives(TorchFunction):
    """derivatives of inverse dynamics; with respect to q along the directions of the velocities"""

    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> RneaDerivativesResult: ...

class FdDerivativesResult(NamedTuple):
    dqdd_dq: Tensor
    dqdd_dqd: Tensor
    dqdd_dtau: Tensor

class FdDerivatives(TorchFunction):
    """derivatives of forward dynamics; with respect to q along the directions of the velocities"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> FdDerivativesResult: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> FdDerivativesResult: ...

class BaseRegressor(TorchFunction):
    """regressor of the base parameters, with full column rank: Y(q, qd, qdd) beta equals Y pi of regressor"""

    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class BaseParameters(TorchFunction):
    """base parameters from the bodies' parameters"""

    def __call__(self, pi: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class ParamJacobian(TorchFunction):
    """derivatives of inverse dynamics with respect to the parameters: d tau / d params"""

    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Regressor(TorchFunction):
    """regressor Y of the inertial parameters: tau = Y(q, qd, qdd) pi, without armature, damping, friction, springs and wrenches"""

    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class LengthResult(NamedTuple):
    l: Any
    dl_dq: Tensor

class Length(TorchFunction):
    """length of a strut or tendon, and its moment arms"""

    def __call__(self, strut: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> LengthResult: ...

class Lengths(TorchFunction):
    """lengths of all struts and tendons"""

    @overload
    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, group: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Arms(TorchFunction):
    """moment arms of all struts and tendons: derivatives of their lengths along the velocities"""

    @overload
    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, group: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class LengthRates(TorchFunction):
    """rates of the lengths of all struts and tendons: arms qd"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, group: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Rates(TorchFunction):
    """rates of the states of the model"""

    def __call__(self, q: Tensor, qd: Tensor, u: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class WrenchResult(NamedTuple):
    f: Tensor
    n: Tensor
    p: Tensor

class Wrench(TorchFunction):
    """force and moment of a wrench with a law, and the origin of its frame"""

    def __call__(self, law: str, q: Tensor, qd: Tensor, u: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> WrenchResult: ...

class ComDrift(TorchFunction):
    """acceleration of the centre of mass at zero joint accelerations: acceleration = J qdd + com_drift"""

    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class CmmDrift(TorchFunction):
    """rate of momentum at zero joint accelerations: rate = A qdd + cmm_drift"""

    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Integrate(TorchFunction):
    """q moved by a displacement v along the velocities; free joints by the exponential of their body twist"""

    def __call__(self, q: Tensor, v: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Difference(TorchFunction):
    """displacement from q0 to q1 along the velocities: integrate(q0, v) = q1"""

    def __call__(self, q0: Tensor, q1: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Normalize(TorchFunction):
    """q with quaternions of length 1"""

    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class StepResult(NamedTuple):
    q_next: Tensor
    qd_next: Tensor
    s_next: Tensor

class Step(TorchFunction):
    """a step of time by Euler's semi-implicit method, with tau held"""

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], q: Tensor, qd: Tensor, tau: Tensor, dt: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> StepResult: ...

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], phase: str, q: Tensor, qd: Tensor, tau: Tensor, dt: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> StepResult: ...

class StepDerivativesResult(NamedTuple):
    A: Tensor
    B: Tensor

class StepDerivatives(TorchFunction):
    """derivatives of a step of time by Euler's semi-implicit method; of and by q along the directions of the velocities"""

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], q: Tensor, qd: Tensor, tau: Tensor, dt: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> StepDerivativesResult: ...

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], phase: str, q: Tensor, qd: Tensor, tau: Tensor, dt: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> StepDerivativesResult: ...

class Closure(TorchFunction):
    """how far loops and constraints are open: 0 where they are closed"""

    @overload
    def __call__(self, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, phase: str, q: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class Lambda(TorchFunction):
    """forces of the contacts in forward dynamics, of the ground on the bodies"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> Tensor: ...

class IdResult(NamedTuple):
    tau: Tensor
    lambda_: Tensor

class Id(TorchFunction):
    """inverse dynamics with loops and contacts: tau and lambda, tau = 0 at idle joints and a free root, least weight lambda^2 over contacts"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, qdd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> IdResult: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, qdd: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> IdResult: ...

class ImpactResult(NamedTuple):
    qd_plus: Tensor
    impulse: Tensor

class Impact(TorchFunction):
    """velocities after an impact of the contacts: M (qd_plus - qd) = J^T impulse, J qd_plus = -e J qd"""

    def __call__(self, phase: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> ImpactResult: ...

class LambdaDerivativesResult(NamedTuple):
    dlambda_dq: Tensor
    dlambda_dqd: Tensor
    dlambda_dtau: Tensor

class LambdaDerivatives(TorchFunction):
    """derivatives of the forces of the contacts; with respect to q along the directions of the velocities"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> LambdaDerivativesResult: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, tau: Tensor, u: Tensor = ..., f_ext: Tensor = ..., /, *, params: Mapping[str, Tensor] | None = ...) -> LambdaDerivativesResult: ...

class ProjectResult(NamedTuple):
    q_out: Tensor
    qd_out: Tensor

class Project(TorchFunction):
    """a step towards closed loops, and velocities under which they stay closed: J qd_out = 0; both nearest in the metric of M"""

    @overload
    def __call__(self, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> ProjectResult: ...

    @overload
    def __call__(self, phase: str, q: Tensor, qd: Tensor, /, *, params: Mapping[str, Tensor] | None = ...) -> ProjectResult: ...

class Operator(TorchFunction):
    """Of a function, whose name comes first, and then its frame, phase or method."""

    def __call__(self, function: str, /, *given: Any, params: Mapping[str, Tensor] | None = ...) -> Any: ...

class Functions:
    """What a model has as attributes."""

    rnea: Rnea
    crba: Crba
    bias: Bias
    gravity: Gravity
    coriolis: Coriolis
    fd: Fd
    minv: Minv
    fk: Fk
    jac: Jac
    vel: Vel
    acc: Acc
    reaction: Reaction
    energy: Energy
    com: Com
    momentum: Momentum
    jcom: Jcom
    cmm: Cmm
    drift: Drift
    jac_local: JacLocal
    ik: Ik
    rnea_derivatives: RneaDerivatives
    fd_derivatives: FdDerivatives
    base_regressor: BaseRegressor
    base_parameters: BaseParameters
    param_jacobian: ParamJacobian
    regressor: Regressor
    length: Length
    lengths: Lengths
    arms: Arms
    length_rates: LengthRates
    rates: Rates
    wrench: Wrench
    com_drift: ComDrift
    cmm_drift: CmmDrift
    integrate: Integrate
    difference: Difference
    normalize: Normalize
    step: Step
    step_derivatives: StepDerivatives
    closure: Closure
    lambda_: Lambda
    id: Id
    impact: Impact
    lambda_derivatives: LambdaDerivatives
    project: Project
    jvp: Operator
    vjp: Operator
    hvp: Operator
    hessian: Operator
    derivatives: Operator
