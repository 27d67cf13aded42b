"""The functions of a model, for checkers of types: `make python-types` writes this from `rigidc --list=functions`."""

from typing import Any, Literal, Mapping, NamedTuple, Union, overload

from jax import Array

from ._types import Numbers
from .jax import JaxFunction

Given = Union[Array, Numbers]

class Rnea(JaxFunction):
    """inverse dynamics: tau = M(q) qdd + h(q, qd)"""

    @overload
    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, qdd: Given, lambda_: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Crba(JaxFunction):
    """joint-space inertia matrix M(q)"""

    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Bias(JaxFunction):
    """bias forces, inverse dynamics at zero acceleration: h(q, qd) = rnea(q, qd, 0)"""

    def __call__(self, q: Given, qd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Gravity(JaxFunction):
    """forces that hold the posture, against springs and passive forces too: g(q) = rnea(q, 0, 0)"""

    def __call__(self, q: Given, u: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Coriolis(JaxFunction):
    """Coriolis matrix C(q, qd) from Christoffel symbols: dM/dt = C + C^T; without damping, friction and wrenches C qd = h - g"""

    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Fd(JaxFunction):
    """forward dynamics: qdd = M(q)^-1 (tau - h(q, qd))"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Minv(JaxFunction):
    """inverse of the joint-space inertia matrix, M(q)^-1"""

    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class FkResult(NamedTuple):
    R: Array
    p: Array

class Fk(JaxFunction):
    """pose of a frame in the world"""

    @overload
    def __call__(self, frame: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> FkResult: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> FkResult: ...

class Jac(JaxFunction):
    """Jacobian of a frame at its origin, world axes: (v, w) = J(q) qd"""

    @overload
    def __call__(self, frame: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Vel(JaxFunction):
    """velocity of a frame at its origin, world axes"""

    @overload
    def __call__(self, frame: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Acc(JaxFunction):
    """classical acceleration of a frame at its origin, without gravity, world axes"""

    @overload
    def __call__(self, frame: str, q: Given, qd: Given, qdd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Given, qd: Given, qdd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Reaction(JaxFunction):
    """wrench of the parent on the child, through each joint that moves or has a sensor"""

    @overload
    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, qdd: Given, lambda_: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class EnergyResult(NamedTuple):
    kinetic: Any
    potential: Any

class Energy(JaxFunction):
    """kinetic and potential energy; potential is zero at the world's origin"""

    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> EnergyResult: ...

class ComResult(NamedTuple):
    mass: Any
    c: Array

class Com(JaxFunction):
    """mass of all moving bodies, and their centre of mass in the world"""

    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> ComResult: ...

class Momentum(JaxFunction):
    """linear momentum, and angular momentum about the centre of mass, world axes"""

    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Jcom(JaxFunction):
    """Jacobian of the centre of mass, world axes: v = J(q) qd"""

    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Cmm(JaxFunction):
    """centroidal momentum matrix: momentum = A(q) qd"""

    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Drift(JaxFunction):
    """acceleration of a frame at zero joint accelerations: acc = J qdd + drift"""

    @overload
    def __call__(self, frame: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, frame: str, seen_from: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class JacLocal(JaxFunction):
    """Jacobian of a frame at its origin, in the frame's own axes"""

    def __call__(self, frame: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class IkResult(NamedTuple):
    q_next: Array
    error: Array

class Ik(JaxFunction):
    """one step of inverse kinematics by damped least squares"""

    def __call__(self, frame: str, q: Given, R: Given, p: Given, damping: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> IkResult: ...

class RneaDerivativesResult(NamedTuple):
    dtau_dq: Array
    dtau_dqd: Array

class RneaDerivatives(JaxFunction):
    """derivatives of inverse dynamics; with respect to q along the directions of the velocities"""

    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> RneaDerivativesResult: ...

class FdDerivativesResult(NamedTuple):
    dqdd_dq: Array
    dqdd_dqd: Array
    dqdd_dtau: Array

class FdDerivatives(JaxFunction):
    """derivatives of forward dynamics; with respect to q along the directions of the velocities"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> FdDerivativesResult: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> FdDerivativesResult: ...

class BaseRegressor(JaxFunction):
    """regressor of the base parameters, with full column rank: Y(q, qd, qdd) beta equals Y pi of regressor"""

    def __call__(self, q: Given, qd: Given, qdd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class BaseParameters(JaxFunction):
    """base parameters from the bodies' parameters"""

    def __call__(self, pi: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class ParamJacobian(JaxFunction):
    """derivatives of inverse dynamics with respect to the parameters: d tau / d params"""

    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Regressor(JaxFunction):
    """regressor Y of the inertial parameters: tau = Y(q, qd, qdd) pi, without armature, damping, friction, springs and wrenches"""

    def __call__(self, q: Given, qd: Given, qdd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class LengthResult(NamedTuple):
    l: Any
    dl_dq: Array

class Length(JaxFunction):
    """length of a strut or tendon, and its moment arms"""

    def __call__(self, strut: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> LengthResult: ...

class Lengths(JaxFunction):
    """lengths of all struts and tendons"""

    @overload
    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, group: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Arms(JaxFunction):
    """moment arms of all struts and tendons: derivatives of their lengths along the velocities"""

    @overload
    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, group: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class LengthRates(JaxFunction):
    """rates of the lengths of all struts and tendons: arms qd"""

    @overload
    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, group: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Rates(JaxFunction):
    """rates of the states of the model"""

    def __call__(self, q: Given, qd: Given, u: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class WrenchResult(NamedTuple):
    f: Array
    n: Array
    p: Array

class Wrench(JaxFunction):
    """force and moment of a wrench with a law, and the origin of its frame"""

    def __call__(self, law: str, q: Given, qd: Given, u: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> WrenchResult: ...

class ComDrift(JaxFunction):
    """acceleration of the centre of mass at zero joint accelerations: acceleration = J qdd + com_drift"""

    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class CmmDrift(JaxFunction):
    """rate of momentum at zero joint accelerations: rate = A qdd + cmm_drift"""

    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Integrate(JaxFunction):
    """q moved by a displacement v along the velocities; free joints by the exponential of their body twist"""

    def __call__(self, q: Given, v: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Difference(JaxFunction):
    """displacement from q0 to q1 along the velocities: integrate(q0, v) = q1"""

    def __call__(self, q0: Given, q1: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Normalize(JaxFunction):
    """q with quaternions of length 1"""

    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class StepResult(NamedTuple):
    q_next: Array
    qd_next: Array
    s_next: Array

class Step(JaxFunction):
    """a step of time by Euler's semi-implicit method, with tau held"""

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], q: Given, qd: Given, tau: Given, dt: Given | float, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> StepResult: ...

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], phase: str, q: Given, qd: Given, tau: Given, dt: Given | float, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> StepResult: ...

class StepDerivativesResult(NamedTuple):
    A: Array
    B: Array

class StepDerivatives(JaxFunction):
    """derivatives of a step of time by Euler's semi-implicit method; of and by q along the directions of the velocities"""

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], q: Given, qd: Given, tau: Given, dt: Given | float, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> StepDerivativesResult: ...

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], phase: str, q: Given, qd: Given, tau: Given, dt: Given | float, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> StepDerivativesResult: ...

class Closure(JaxFunction):
    """how far loops and constraints are open: 0 where they are closed"""

    @overload
    def __call__(self, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, phase: str, q: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class Lambda(JaxFunction):
    """forces of the contacts in forward dynamics, of the ground on the bodies"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> Array: ...

class IdResult(NamedTuple):
    tau: Array
    lambda_: Array

class Id(JaxFunction):
    """inverse dynamics with loops and contacts: tau and lambda, tau = 0 at idle joints and a free root, least weight lambda^2 over contacts"""

    @overload
    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> IdResult: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> IdResult: ...

class ImpactResult(NamedTuple):
    qd_plus: Array
    impulse: Array

class Impact(JaxFunction):
    """velocities after an impact of the contacts: M (qd_plus - qd) = J^T impulse, J qd_plus = -e J qd"""

    def __call__(self, phase: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> ImpactResult: ...

class LambdaDerivativesResult(NamedTuple):
    dlambda_dq: Array
    dlambda_dqd: Array
    dlambda_dtau: Array

class LambdaDerivatives(JaxFunction):
    """derivatives of the forces of the contacts; with respect to q along the directions of the velocities"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> LambdaDerivativesResult: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., /, *, params: Mapping[str, Given | float] | None = ...) -> LambdaDerivativesResult: ...

class ProjectResult(NamedTuple):
    q_out: Array
    qd_out: Array

class Project(JaxFunction):
    """a step towards closed loops, and velocities under which they stay closed: J qd_out = 0; both nearest in the metric of M"""

    @overload
    def __call__(self, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> ProjectResult: ...

    @overload
    def __call__(self, phase: str, q: Given, qd: Given, /, *, params: Mapping[str, Given | float] | None = ...) -> ProjectResult: ...

class Operator(JaxFunction):
    """Of a function, whose name comes first, and then its frame, phase or method."""

    def __call__(self, function: str, /, *given: Any, params: Mapping[str, Given | float] | None = ...) -> Any: ...

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
