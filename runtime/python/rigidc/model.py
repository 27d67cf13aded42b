"""Models: read from a file or text, asked what they are, and their functions."""

from __future__ import annotations

import html
import os
import warnings
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union, overload

import numpy as np

from ._core import Core, Source
from ._functions import Functions
from ._library import ADDRESS, LinearRequest, LinearSystem, encoded, function_table, library, operator_table, string
from ._types import Floats, real_array
from ._words import with_underscore, without_underscore
from .errors import Diagnostic, Error
from .function import Function
from .info import Contact, Info, Phase, draw_tree, headline, input_defaults, input_names
from .options import options_of
from .params import Params

_QUATERNIONS = {"spherical": 0, "free": 3}  # kinds with one, and where it begins


class Limits(NamedTuple):
    """Infinite where there is none; SI."""

    lower: Floats  # (nq,), of q
    upper: Floats  # (nq,)
    effort: Floats  # (nv,), of tau, either way
    speed: Floats  # (nv,), of qd


class Linear(NamedTuple):
    """Linear dynamics about a state: x' = A x + B u, or x[k+1] = A x[k] + B u[k]. `Model.linearize` makes one."""

    A: Floats  # (n, n)
    B: Floats  # (n, m)
    states: Tuple[str, ...]  # n names, "q.elbow", then "qd.elbow", then "s.torque" of states
    inputs: Tuple[str, ...]  # m names, "tau.elbow", then "u.throttle", then "ud.heave", "udd.heave"
    N: Floats  # (nv, velocities): delta q = P y, delta qd = N z + E y for x = (y, z)
    E: Floats  # (nv, coordinates): 0 at rest
    q: Floats  # of the state
    qd: Floats
    tau: Floats
    qdd: Floats
    u: Floats  # (nu,)
    P: Floats  # (nv, coordinates): N but with constraints on velocities
    s: Floats  # (ns,)
    Q: Floats  # (nv, m - drives): delta q = P y + Q u where rows follow inputs that move, else 0
    R: Floats  # (nv, m - drives): delta qd = N z + E y + R u


def _function_words() -> List[str]:
    """What functions begin with: "step" of "step:euler"."""
    return list(dict.fromkeys(name.split(":")[0] for name in function_table()))


def _method(name: str) -> bytes:
    """The name of a step, for the library."""
    methods: List[str] = []
    while (found := library().linear_method(len(methods))) is not None:
        methods.append(string(found))
    if name not in methods:
        raise ValueError(f"method is one of {', '.join(methods)}, not {name!r}")
    return encoded(name)


def load(path: Union[str, os.PathLike[str]], *, tier: str = "auto", **options: Any) -> Model:
    """Reads a model from a file: .rig, URDF, OpenSim, MJCF, SDFormat, or a DH table (.csv).

    tier: what runs its functions. "auto" is ready within milliseconds by libtcc, or where there is none by the evaluator, and with
    `upgrade=True` goes on with code of the C compiler as soon as that is made; "tcc", "cc" (the system's C compiler, ready in
    tenths of a second) and "evaluator" (always there) are these alone.
    options: those of `rigidc.Options`, as `rigidc_options` in rigidc.h; the command's names do too: `real="float"`,
    `parametrize="inertial"`, `fp_contract="allow"`.
    Raises `Error` where the model has errors."""
    return Model(Core(tier, options_of(options), Source.of_file(path), from_file=True))


def read(text: Union[str, bytes], *, name: str = "<text>", tier: str = "auto", **options: Any) -> Model:
    """Reads a model from a text, which messages call `name`. The rest as for `load`."""
    content = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return Model(Core(tier, options_of(options), Source(content, encoded(name))))


class Model(Functions):
    """A robot; `load` and `read` make one.

    Its functions are its attributes: `arm.rnea(q, qd, qdd)`, `arm.fk("tool0", q)`; dir(arm) has all of them. A fused function
    that the model's `generate` names is one too: `arm.dyn(q, qd)` of `generate dyn = crba + bias`. Operators are, too:
    `arm.vjp("fd", q, qd, tau, weights)`, `arm.jvp("fk", "tool0", q, direction)`. A name that is a word of
    Python has an underscore behind it: `dog.lambda_("stand", q, qd, tau)`. They are made
    once, when they are first called.

    Checkers of types know the functions and operators of the table, with their arguments and results. `arm.function("dyn")` is
    for fused functions, which they cannot know. What the library holds is freed when the model and its functions are gone, or by
    close(), or at the end of `with rigidc.load(...) as arm:`.

    A pickle of a model or of a function has the text, the options and the parameters. Unpickling reads the model again, and
    results are identical. Included files are read again too. copy.copy shares the model and its parameters, copy.deepcopy
    reads it again."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._functions: Dict[str, Function] = {}
        self._params = Params(core)

    def __reduce__(self) -> Any:
        return Model, (self._core,)

    # --- functions ---

    def function(self, text: str) -> Function:
        """A function of the table, "rnea", one of a frame, "fk:tool0", several fused, "dyn=crba+bias", or "dyn" of the model's
        `generate`."""
        with self._core.lock:
            function = self._functions.get(text)
            if function is None:
                function = Function(self._core, text)
                function._ready()
                self._functions[text] = function
            return function

    if not TYPE_CHECKING:  # a misspelt name is no function

        def __getattr__(self, name: str) -> Function:
            asked = without_underscore(name)
            known = any(asked in names for names in (function_table(), _function_words(), operator_table(), self.info.fused))
            if name.startswith("_") or not known:
                instead = "" if name.startswith("_") else self._instead(name)
                raise AttributeError(f"a model has no attribute or function {name!r}{instead}")
            return self.__dict__.setdefault(name, Function(self._core, asked))

    def _instead(self, name: str) -> str:
        """What the library says to those who ask for such a function: ": the mass matrix is 'crba'"."""
        try:
            self._core.make(name)
        except Error as error:
            helps = [d.help for d in error.diagnostics if d.check == "unknown-output" and d.help]
            return f": {helps[0]}" if helps else ""
        except ValueError:  # the model is closed
            pass
        return ""

    def _function_names(self) -> List[str]:
        """As attributes have them."""
        return [*map(with_underscore, _function_words()), *operator_table(), *map(with_underscore, self.info.fused)]

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._function_names()]

    # --- what it is ---

    @property
    def info(self) -> Info:
        """Bodies, joints, frames, coordinates, parameters."""
        return self._core.info

    @property
    def name(self) -> str:
        return self.info.name

    @property
    def nq(self) -> int:
        """The size of q."""
        return self.info.nq

    @property
    def nv(self) -> int:
        """The size of qd."""
        return self.info.nv

    @property
    def q_names(self) -> Tuple[str, ...]:
        """Of the coordinates: "elbow", or "base.qx" of a joint with several."""
        return tuple(c.name for c in self.info.coordinates)

    @property
    def v_names(self) -> Tuple[str, ...]:
        return tuple(c.name for c in self.info.velocities)

    @property
    def nu(self) -> int:
        """The size of u: numbers of the inputs that the model declares."""
        return len(self.u_names)

    @property
    def u_names(self) -> Tuple[str, ...]:
        """Of the inputs: "throttle", or "wind.x" of a vector."""
        return input_names(self.info.inputs)

    @property
    def u_default(self) -> Floats:
        """u (nu,) of the defaults."""
        return input_defaults(self.info.inputs)

    @property
    def ns(self) -> int:
        """The size of s: numbers of the states that the model declares."""
        return len(self.s_names)

    @property
    def s_names(self) -> Tuple[str, ...]:
        return input_names(self.info.states)

    @property
    def s_default(self) -> Floats:
        """s (ns,) of the defaults."""
        return input_defaults(self.info.states)

    @property
    def limits(self) -> Limits:
        """Of q: lower (nq,) and upper (nq,); of tau and qd, either way: effort (nv,) and speed (nv,). Infinite where there
        is none."""
        info = self.info
        return Limits(np.array([c.lower for c in info.coordinates], float), np.array([c.upper for c in info.coordinates], float),
                      np.array([v.effort for v in info.velocities], float), np.array([v.speed for v in info.velocities], float))

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """Warnings and notes of reading it."""
        return self._core.diagnostics

    @property
    def poses(self) -> Dict[str, Floats]:
        """q of each pose that the model names: `arm.gravity(arm.poses["home"])`."""
        return {pose.name: pose.q for pose in self._core.info.poses}

    @property
    def contacts(self) -> Dict[str, Contact]:
        """Where bodies may touch the ground. Each is a phase of its own: `dog.fd("lf", q, qd, tau)`."""
        return {contact.name: contact for contact in self._core.info.contacts}

    @property
    def phases(self) -> Dict[str, Phase]:
        """Contacts that hold at once, with the rows of lambda: `dog.phases["stand"].rows`."""
        return {phase.name: phase for phase in self._core.info.phases}

    @property
    def struts(self) -> Tuple[str, ...]:
        """Names of struts and tendons: the rows of lengths, arms and length_rates."""
        return tuple(strut.name for strut in self._core.info.struts)

    @property
    def groups(self) -> Dict[str, Tuple[str, ...]]:
        """Those of each group: the rows of `leg.function("arms:quadriceps")`."""
        return {group.name: group.struts for group in self._core.info.groups}

    @property
    def params(self) -> Params:
        """What is given at run time: `arm.params.payload = 3`, in SI units."""
        return self._params

    @property
    def tier(self) -> str:
        """What was asked for to run functions; a function's own says what does."""
        return self._core.tier

    def neutral(self) -> Floats:
        """q (nq,) of zeros, with quaternions of length 1."""
        q = np.zeros(self.nq)
        for joint in self.info.joints:
            if joint.nq and joint.kind in _QUATERNIONS:
                q[joint.q + _QUATERNIONS[joint.kind] + 3] = 1
        return q

    def random(self, seed: Optional[int] = None) -> Floats:
        """q (nq,) drawn within the limits, the same for the same seed: uniform, quaternions too. Without limits angles are drawn from a
        whole turn, lengths from -1 m to 1 m. Loops stay open: `assemble` closes them."""
        rng = np.random.default_rng(seed)
        limits = self.limits
        reach = np.array([np.pi if c.unit == "rad" else 1.0 for c in self.info.coordinates], float)
        lower = np.where(np.isfinite(limits.lower), limits.lower, np.where(
            np.isfinite(limits.upper), limits.upper - 2 * reach, -reach))
        upper = np.where(np.isfinite(limits.upper), limits.upper, lower + 2 * reach)
        q: Floats = lower + (upper - lower) * rng.uniform(size=self.nq)
        for joint in self.info.joints:
            if joint.nq and joint.kind in _QUATERNIONS:
                first = joint.q + _QUATERNIONS[joint.kind]
                turn = rng.normal(size=4)
                q[first:first + 4] = turn / np.linalg.norm(turn)
        return q

    # --- loops ---

    def assemble(self, q: Optional[Any] = None, *, fix: Iterable[str] = ()) -> Floats:
        """q (nq,) that closes all loops and constraints, within limits: near `q` (None: neutral), or else near one of 20 states
        around it. Joints in `fix` keep their coordinates. Parameters have their default values.
        Raises `Error` where a loop stays open, with what remains. Warns where q is in another branch than before."""
        start = self.neutral() if q is None else self._state(q, "q", self.nq)
        fixed = np.zeros(self.nv, np.intc)
        for name in [fix] if isinstance(fix, str) else fix:
            joint = next((joint for joint in self.info.joints if joint.name == name), None)
            if joint is None:
                raise ValueError(f"fix: the model has no joint {name!r}")
            fixed[joint.v:joint.v + joint.nv] = 1
        for said in self._core.assemble(start, fixed):
            warnings.warn(said.message, stacklevel=2)
        return start

    # --- linear dynamics ---

    def linearize(self, q: Any, qd: Optional[Any] = None, tau: Optional[Any] = None, *, u: Optional[Any] = None, s: Optional[Any] = None,
                  phase: Optional[str] = None, dt: Optional[float] = None, method: str = "zoh",
                  states: str = "independent") -> Linear:
        """A and B about a state, in continuous time, or with `dt` for a step by `method`, "zoh", "euler" or "rk4".

        qd: None: at rest. tau: None: the torques that hold the state; warns where there are none. u, s: None: the defaults. Loops and constraints hold, and
        the contacts of `phase`; then x has the changes of independent coordinates, or with states="all" of all.
        Raises `Error` where loops are open, qd breaks them, or at a dead point."""
        if states not in ("independent", "all"):
            raise ValueError(f"states is 'independent' or 'all', not {states!r}")
        if dt is not None and not 0 < dt < np.inf:
            raise ValueError(f"dt is a time above 0, not {dt}")
        given = [(name, self._state(value, name, size)) for name, value, size in (
            ("q", q, self.nq), ("qd", qd, self.nv), ("tau", tau, self.nv), ("u", u, self.nu), ("s", s, self.ns)) if value is not None]
        request = LinearRequest()
        for name, array in given:
            setattr(request, name, array.ctypes.data_as(ADDRESS))
        request.phase = None if phase is None else encoded(phase)
        request.all = states == "all"
        request.dt = dt or 0
        request.method = _method(method)
        if dt is None and method != "zoh":
            raise ValueError(f"method is that of a step: dt is missing for {method!r}")
        found, said = self._core.linearize(request, self._linear)
        for each in said:
            warnings.warn(each.message, stacklevel=2)
        linear: Linear = found
        return linear

    def _linear(self, s: LinearSystem) -> Linear:
        """Copies of the library's arrays."""
        def matrix(item: Any, rows: int, columns: int) -> Floats:
            return np.array(item[:rows * columns], float).reshape(rows, columns)

        def vector(item: Any, size: int) -> Floats:
            return np.array(item[:size], float)

        names = self.v_names
        places, moving = [s.place[k] for k in range(s.places)], [s.direction[k] for k in range(s.directions)]
        return Linear(
            matrix(s.A, s.states, s.states), matrix(s.B, s.states, s.inputs),
            tuple(f"{of}.{names[v]}" for of, numbers in (("q", places), ("qd", moving)) for v in numbers)
            + tuple(f"s.{name}" for name in self.s_names),
            (*(f"tau.{names[s.drive[k]]}" for k in range(s.drives)), *(f"u.{name}" for name in self.u_names),
             *(f"{of}.{name}" for of in ("ud", "udd") for name in input_names(self.info.inputs, moving=True))),
            matrix(s.N, self.nv, s.directions), matrix(s.E, self.nv, s.places),
            vector(s.q, self.nq), vector(s.qd, self.nv), vector(s.tau, self.nv), vector(s.qdd, self.nv),
            vector(s.u, self.nu), matrix(s.P, self.nv, s.places), vector(s.s, self.ns),
            matrix(s.Q, self.nv, s.inputs - s.drives), matrix(s.R, self.nv, s.inputs - s.drives))

    @staticmethod
    def _state(value: Any, what: str, numbers: int) -> Floats:
        """A copy as an array of its own."""
        array = np.array(real_array(value, what), float, order="C")
        if array.shape != (numbers,):
            raise ValueError(f"{what} is of shape {array.shape}, not ({numbers},)")
        if not np.isfinite(array).all():
            raise ValueError(f"{what} has a number that is not finite")
        return array

    # --- texts ---

    @overload
    def c_code(self, functions: Optional[str] = None, *, include: None = None) -> str: ...

    @overload
    def c_code(self, functions: Optional[str] = None, *, include: str) -> Tuple[str, str]: ...

    def c_code(self, functions: Optional[str] = None, *, include: Optional[str] = None) -> Union[str, Tuple[str, str]]:
        """C of functions ("rnea,crba"; None: those the model names): a header, complete in itself. With `include`, the name
        a header is included by, it is (header, source)."""
        header, source = self._core.c_code(functions, include)
        return header if source is None else (header, source)

    def dump(self, pass_name: str, functions: Optional[str] = None) -> str:
        """What the compiler knows after a pass: `rigidc --list=passes`."""
        return self._core.dump(functions, pass_name)

    def tree(self) -> str:
        """Bodies, joints, coordinates and masses, drawn as a tree."""
        return draw_tree(self.info)

    def __repr__(self) -> str:
        return f"<rigidc model {headline(self.info)}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.tree())}</pre>"

    # --- the end ---

    def close(self) -> None:
        """Frees what the library holds, functions too. None may be in use by another thread."""
        with self._core.lock:
            self._core.close()

    def __enter__(self) -> Model:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
