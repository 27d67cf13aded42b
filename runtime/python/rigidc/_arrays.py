"""What functions on tensors of PyTorch and on arrays of JAX share."""

from __future__ import annotations

import contextlib
import hashlib
import re
import weakref
from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, TypeVar

import numpy as np

from ._words import without_underscore
from .function import Function
from .model import _QUATERNIONS, Model

POSITIONS = ("q", "q0", "q1")
_LOWER = ((0, 1, 1, 2, 2, 2), (0, 0, 1, 0, 1, 2))  # xx xy yy xz yz zz of a symmetric matrix


class Programs:
    """The models that compiled programs call, by their keys."""

    def __init__(self) -> None:
        self._models: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
        self._traced: Dict[str, Any] = {}  # a program has nothing of a model but its key

    def add(self, model: Any) -> str:
        """The key of a model: the same for the same text and options, also in another process, but different for models that live
        at once."""
        core = model.plain._core
        text = repr((core.source, core.options, core.tier, core.info))
        key = f"{re.sub('[^0-9A-Za-z_]', '_', core.info.name)}-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"
        keys = [key, *(f"{key}-{i}" for i in range(2, 2 + len(self._models)))]
        key = next(each for each in keys if each not in self._models)
        self._models[key] = model
        return key

    def function(self, key: str) -> Any:
        model, _, text = key.partition(":")
        found = self._models.get(model)
        if found is None:
            raise RuntimeError(f"{text}: the model of this program is not loaded: {model}")
        return found.function(text)

    def traced(self, key: str) -> Any:
        """The function. Its model lives from now on, as a program may be of it."""
        function = self.function(key)
        self._traced[function._model._key] = function._model
        return function


class ArrayFunction:
    """A function of a model that a program calls by its key."""

    def __init__(self, model: Any, plain: Function) -> None:
        self._model = model
        self._plain = plain
        self._key = f"{model._key}:{plain.name}"
        self.__name__ = plain.name

    @property
    def name(self) -> str:
        return self._plain.name

    def at(self, frame: str) -> Any:
        """The same function of a frame, phase or contact."""
        return self._model._function(self._plain.at(frame))

    def applied_to(self, name: str) -> Any:
        """An operator of a function: `arm.vjp("fd", ...)`."""
        return self._model.function(f"{self.name}:{name}")

    def _arguments(self, given: Tuple[Any, ...], named: Dict[str, Any]) -> Tuple[List[str], Tuple[Any, ...], Any]:
        """Of a call: names of frames and the like, arrays, parameters."""
        params = named.pop("params", None)
        if named:
            raise TypeError(f"{self.name}: {self._model._arrays} are given by place, and params by name, not {next(iter(named))}")
        names = [each for each in given if isinstance(each, str)]
        return names, given[len(names):], params

    def __repr__(self) -> str:
        return f"<{self._model._arrays} of {self._plain!r}>"

    def _named(self, names: Sequence[str]) -> Any:
        """The function at frames, at a phase, or of an operator's function."""
        function = self
        for name in names:
            function = function.applied_to(name) if function.name in ("jvp", "vjp", "hvp", "hessian") else function.at(name)
        return function

    # --- derivatives ---

    def _parts(self) -> List[Any]:
        """The parts of a fused function, "dyn=crba+bias"; none of others."""
        _, fused, parts = self.name.partition("=") if '"' not in self.name.split("=")[0] else (None, "", "")
        return [self._model.function(each) for each in re.findall(r'(?:"[^"]*"|[^+"])+', parts)] if fused else []

    def _places(self, part: Any) -> List[int]:
        """Where the inputs of a part are among those of the function."""
        names = [each.name for each in self._plain.inputs]
        return [names.index(each.name) for each in part._plain.inputs]

    def _end(self) -> int:
        """Where the directions or weights of an operator are among its inputs: before the wrenches of the function."""
        inputs = self._plain.inputs
        return len(inputs) - (inputs[-1].name == "f_ext")

    def _along(self, cat: Any, given: Sequence[Any], dots: Sequence[Any]) -> List[Any]:
        """Changes of the inputs, those of q along the velocities."""
        return [to_tangent(self._model.plain, cat, of, dot) if array.name in POSITIONS else dot
                for array, of, dot in zip(self._plain.inputs, given, dots)]

    def _takes_params(self) -> bool:
        """Does its `jvp` take a direction of the parameters?"""
        return len(self._model.function(f"jvp:{self.name}")._plain.inputs) > 2 * len(self._plain.inputs)


Called = TypeVar("Called", bound=ArrayFunction)


class ArrayModel(Generic[Called]):
    """A model whose functions take arrays of a library. `plain` is the model of numpy: what it is, its poses and limits."""

    _programs: Programs
    _kind: Type[Called]
    _arrays: str  # what its functions are of, in words

    def __init__(self, plain: Model) -> None:
        self.plain = plain
        self._functions: Dict[str, Called] = {}
        self._params = plain.info.params
        self._count = sum(param.count for param in self._params)
        self._key = self._programs.add(self)
        for name in plain._function_names():  # torch.compile reads them as attributes
            self.__dict__[name] = self._function(getattr(plain, name))

    def __reduce__(self) -> Any:
        return type(self), (self.plain,)

    def function(self, text: str) -> Called:
        """A function by its name, "rnea", "fk:tool0", "vjp:fd"."""
        return self._function(self.plain.function(text))

    def _function(self, plain: Function) -> Called:
        found = self._functions.get(plain.name)
        return self._functions.setdefault(plain.name, self._kind(self, plain)) if found is None else found

    if not TYPE_CHECKING:  # a misspelt name is no function

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("_"):
                getattr(self.plain, name)
                raise AttributeError(f"{name!r} is an attribute of the model of numpy: .plain.{name}")
            raise AttributeError(name)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *dir(self.plain)]

    def __repr__(self) -> str:
        return f"<{self._arrays} of {self.plain!r}>"

    # --- parameters ---

    def _parameters(self, values: Optional[Mapping[str, Any]], own: Any) -> Iterator[Tuple[Any, Any, bool]]:
        """Each parameter, its numbers, and whether they are given; else those of `own`, of all parameters."""
        asked = {without_underscore(name): value for name, value in (values or {}).items()}
        for param in self._params:
            value = asked.pop(param.name, None)
            yield param, own[param.first:param.first + param.count] if value is None else value, value is not None
        if asked:
            raise KeyError(self.plain.params._unknown(next(iter(asked))))

    @contextlib.contextmanager
    def _holding(self, params: Any) -> Iterator[None]:
        """The model has these parameters for the time of a call, and then its own again. None: it has none."""
        core = self.plain._core
        if params is None:
            yield
            return
        with core.lock:
            own = core.numbers
            if np.array_equal(own, params):
                yield
                return
            core.set_numbers(np.array(params, float))
            try:
                yield
            finally:
                core.set_numbers(own)


def flat_parameter(param: Any, value: Any) -> Any:
    """The numbers of a parameter (count,) that may be given as a scalar or symmetric matrix. None: of another shape."""
    if param.count == 6 and tuple(value.shape) == (3, 3):
        return (value[_LOWER] + value[_LOWER[1], _LOWER[0]]) / 2
    if tuple(value.shape) == (param.count,) or (param.count == 1 and tuple(value.shape) == ()):
        return value.reshape((param.count,))
    return None


# --- tangents ---


def of_tangent(model: Model, cat: Any, q: Any, bar: Any) -> Any:
    """The gradient (..., nq) by q, of that along the velocities, (..., nv). Along a twist (v, w) in body axes a free joint's position
    moves by R v, and a quaternion (r, s) by (s w + r x w, -r . w)/2."""
    if bar.shape[-1] == q.shape[-1]:
        return bar
    parts: List[Any] = []
    for joint in model.info.joints:
        if joint.kind not in _QUATERNIONS or not joint.nq:
            parts.append(bar[..., joint.v:joint.v + joint.nv])
            continue
        r, s = _quaternion(joint, q)
        w = bar[..., joint.v + joint.nv - 3:joint.v + joint.nv]
        if joint.kind == "free":
            v = bar[..., joint.v:joint.v + 3]
            turned = _cross(cat, r, v)
            parts.append(v + 2 * (s * turned + _cross(cat, r, turned)))
        parts.append(2 * (s * w + _cross(cat, r, w)))
        parts.append(-2 * (r * w).sum(-1)[..., None])
    return cat(parts, -1)


def to_tangent(model: Model, cat: Any, q: Any, dot: Any) -> Any:
    """The change along the velocities, (..., nv), of a change of q, (..., nq): of_tangent transposed."""
    parts: List[Any] = []
    for joint in model.info.joints:
        if joint.kind not in _QUATERNIONS or not joint.nq:
            parts.append(dot[..., joint.q:joint.q + joint.nq])
            continue
        r, s = _quaternion(joint, q)
        r_dot, s_dot = _quaternion(joint, dot)
        if joint.kind == "free":
            p_dot = dot[..., joint.q:joint.q + 3]
            turned = _cross(cat, r, p_dot)
            parts.append(p_dot + 2 * (_cross(cat, r, turned) - s * turned))
        parts.append(2 * (s * r_dot - s_dot * r - _cross(cat, r, r_dot)))
    return cat(parts, -1)


def _quaternion(joint: Any, q: Any) -> Tuple[Any, Any]:
    """Vector (..., 3) and scalar (..., 1) of a joint's quaternion."""
    first = joint.q + _QUATERNIONS[joint.kind]
    return q[..., first:first + 3], q[..., first + 3:first + 4]


def _cross(cat: Any, a: Any, b: Any) -> Any:
    return cat([a[..., i:i + 1] * b[..., k:k + 1] - a[..., k:k + 1] * b[..., i:i + 1]
                for i, k in ((1, 2), (2, 0), (0, 1))], -1)
