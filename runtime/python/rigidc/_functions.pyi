"""The functions of a model, for checkers of types: `make python-types` writes this from `rigidc --list=functions`."""

from typing import Any, List, Literal, Mapping, NamedTuple, Protocol, Sequence, Tuple, Union, overload

from ._types import Numbers
from .function import Function

class HasArray(Protocol):
    """An array of NumPy, PyTorch, JAX or pandas."""

    def __array__(self) -> Any: ...

Given = Union[HasArray, float, List[Any], Tuple[Any, ...], Mapping[str, Any], None]  # a text is no array
Out = Union[Numbers, Sequence[Numbers | None], Mapping[str, Numbers], None]

class Rnea(Function):
    """inverse dynamics: tau = M(q) qdd + h(q, qd)"""

    @overload
    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, qdd: Given, lambda_: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Crba(Function):
    """joint-space inertia matrix M(q)"""

    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Bias(Function):
    """bias forces, inverse dynamics at zero acceleration: h(q, qd) = rnea(q, qd, 0)"""

    def __call__(self, q: Given, qd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Gravity(Function):
    """forces that hold the posture, against springs and passive forces too: g(q) = rnea(q, 0, 0)"""

    def __call__(self, q: Given, u: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Coriolis(Function):
    """Coriolis matrix C(q, qd) from Christoffel symbols: dM/dt = C + C^T; without damping, friction and wrenches C qd = h - g"""

    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Fd(Function):
    """forward dynamics: qdd = M(q)^-1 (tau - h(q, qd))"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Minv(Function):
    """inverse of the joint-space inertia matrix, M(q)^-1"""

    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class FkResult(NamedTuple):
    R: Numbers
    p: Numbers

class Fk(Function):
    """pose of a frame in the world"""

    @overload
    def __call__(self, frame: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> FkResult: ...

    @overload
    def __call__(self, frame: str, seen_from: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> FkResult: ...

class Jac(Function):
    """Jacobian of a frame at its origin, world axes: (v, w) = J(q) qd"""

    @overload
    def __call__(self, frame: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, frame: str, seen_from: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Vel(Function):
    """velocity of a frame at its origin, world axes"""

    @overload
    def __call__(self, frame: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, frame: str, seen_from: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Acc(Function):
    """classical acceleration of a frame at its origin, without gravity, world axes"""

    @overload
    def __call__(self, frame: str, /, q: Given, qd: Given, qdd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, frame: str, seen_from: str, /, q: Given, qd: Given, qdd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Reaction(Function):
    """wrench of the parent on the child, through each joint that moves or has a sensor"""

    @overload
    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, qdd: Given, lambda_: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class EnergyResult(NamedTuple):
    kinetic: Any
    potential: Any

class Energy(Function):
    """kinetic and potential energy; potential is zero at the world's origin"""

    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> EnergyResult: ...

class ComResult(NamedTuple):
    mass: Any
    c: Numbers

class Com(Function):
    """mass of all moving bodies, and their centre of mass in the world"""

    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> ComResult: ...

class Momentum(Function):
    """linear momentum, and angular momentum about the centre of mass, world axes"""

    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Jcom(Function):
    """Jacobian of the centre of mass, world axes: v = J(q) qd"""

    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Cmm(Function):
    """centroidal momentum matrix: momentum = A(q) qd"""

    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Drift(Function):
    """acceleration of a frame at zero joint accelerations: acc = J qdd + drift"""

    @overload
    def __call__(self, frame: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, frame: str, seen_from: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class JacLocal(Function):
    """Jacobian of a frame at its origin, in the frame's own axes"""

    def __call__(self, frame: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class IkResult(NamedTuple):
    q_next: Numbers
    error: Numbers

class Ik(Function):
    """one step of inverse kinematics by damped least squares"""

    def __call__(self, frame: str, /, q: Given, R: Given, p: Given, damping: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> IkResult: ...

class RneaDerivativesResult(NamedTuple):
    dtau_dq: Numbers
    dtau_dqd: Numbers

class RneaDerivatives(Function):
    """derivatives of inverse dynamics; with respect to q along the directions of the velocities"""

    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> RneaDerivativesResult: ...

class FdDerivativesResult(NamedTuple):
    dqdd_dq: Numbers
    dqdd_dqd: Numbers
    dqdd_dtau: Numbers

class FdDerivatives(Function):
    """derivatives of forward dynamics; with respect to q along the directions of the velocities"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> FdDerivativesResult: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> FdDerivativesResult: ...

class BaseRegressor(Function):
    """regressor of the base parameters, with full column rank: Y(q, qd, qdd) beta equals Y pi of regressor"""

    def __call__(self, q: Given, qd: Given, qdd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class BaseParameters(Function):
    """base parameters from the bodies' parameters"""

    def __call__(self, pi: Given, *, sc: Given = ..., out: Out = ...) -> Numbers: ...

class ParamJacobian(Function):
    """derivatives of inverse dynamics with respect to the parameters: d tau / d params"""

    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Regressor(Function):
    """regressor Y of the inertial parameters: tau = Y(q, qd, qdd) pi, without armature, damping, friction, springs and wrenches"""

    def __call__(self, q: Given, qd: Given, qdd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class LengthResult(NamedTuple):
    l: Any
    dl_dq: Numbers

class Length(Function):
    """length of a strut or tendon, and its moment arms"""

    def __call__(self, strut: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> LengthResult: ...

class Lengths(Function):
    """lengths of all struts and tendons"""

    @overload
    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, group: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Arms(Function):
    """moment arms of all struts and tendons: derivatives of their lengths along the velocities"""

    @overload
    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, group: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class LengthRates(Function):
    """rates of the lengths of all struts and tendons: arms qd"""

    @overload
    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, group: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Rates(Function):
    """rates of the states of the model"""

    def __call__(self, q: Given, qd: Given, u: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class WrenchResult(NamedTuple):
    f: Numbers
    n: Numbers
    p: Numbers

class Wrench(Function):
    """force and moment of a wrench with a law, and the origin of its frame"""

    def __call__(self, law: str, /, q: Given, qd: Given, u: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> WrenchResult: ...

class ComDrift(Function):
    """acceleration of the centre of mass at zero joint accelerations: acceleration = J qdd + com_drift"""

    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class CmmDrift(Function):
    """rate of momentum at zero joint accelerations: rate = A qdd + cmm_drift"""

    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Integrate(Function):
    """q moved by a displacement v along the velocities; free joints by the exponential of their body twist"""

    def __call__(self, q: Given, v: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Difference(Function):
    """displacement from q0 to q1 along the velocities: integrate(q0, v) = q1"""

    def __call__(self, q0: Given, q1: Given, *, sc: Given = ..., out: Out = ...) -> Numbers: ...

class Normalize(Function):
    """q with quaternions of length 1"""

    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class StepResult(NamedTuple):
    q_next: Numbers
    qd_next: Numbers
    s_next: Numbers

class Step(Function):
    """a step of time by Euler's semi-implicit method, with tau held"""

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], /, q: Given, qd: Given, tau: Given, dt: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> StepResult: ...

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], phase: str, /, q: Given, qd: Given, tau: Given, dt: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> StepResult: ...

class StepDerivativesResult(NamedTuple):
    A: Numbers
    B: Numbers

class StepDerivatives(Function):
    """derivatives of a step of time by Euler's semi-implicit method; of and by q along the directions of the velocities"""

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], /, q: Given, qd: Given, tau: Given, dt: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> StepDerivativesResult: ...

    @overload
    def __call__(self, method: Literal['euler', 'rk4'], phase: str, /, q: Given, qd: Given, tau: Given, dt: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> StepDerivativesResult: ...

class Closure(Function):
    """how far loops and constraints are open: 0 where they are closed"""

    @overload
    def __call__(self, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, phase: str, /, q: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class Lambda(Function):
    """forces of the contacts in forward dynamics, of the ground on the bodies"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> Numbers: ...

class IdResult(NamedTuple):
    tau: Numbers
    lambda_: Numbers

class Id(Function):
    """inverse dynamics with loops and contacts: tau and lambda, tau = 0 at idle joints and a free root, least weight lambda^2 over contacts"""

    @overload
    def __call__(self, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> IdResult: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, qdd: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> IdResult: ...

class ImpactResult(NamedTuple):
    qd_plus: Numbers
    impulse: Numbers

class Impact(Function):
    """velocities after an impact of the contacts: M (qd_plus - qd) = J^T impulse, J qd_plus = -e J qd"""

    def __call__(self, phase: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> ImpactResult: ...

class LambdaDerivativesResult(NamedTuple):
    dlambda_dq: Numbers
    dlambda_dqd: Numbers
    dlambda_dtau: Numbers

class LambdaDerivatives(Function):
    """derivatives of the forces of the contacts; with respect to q along the directions of the velocities"""

    @overload
    def __call__(self, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> LambdaDerivativesResult: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, tau: Given, u: Given = ..., f_ext: Given = ..., *, ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> LambdaDerivativesResult: ...

class ProjectResult(NamedTuple):
    q_out: Numbers
    qd_out: Numbers

class Project(Function):
    """a step towards closed loops, and velocities under which they stay closed: J qd_out = 0; both nearest in the metric of M"""

    @overload
    def __call__(self, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> ProjectResult: ...

    @overload
    def __call__(self, phase: str, /, q: Given, qd: Given, *, u: Given = ..., ud: Given = ..., udd: Given = ..., s: Given = ..., sc: Given = ..., out: Out = ...) -> ProjectResult: ...

class Operator(Function):
    """Of a function, whose name comes first, and then its frame, phase or method."""

    def __call__(self, function: str, /, *given: Any, out: Out = ..., **named: Given) -> Any: ...

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
