"""Functions of a model on tensors of PyTorch, with gradients of any order.

    >>> import torch, rigidc.torch
    >>> arm = rigidc.torch.load("scara.rig")
    >>> tau = arm.rnea(q, qd, qdd)                      # tensors (..., 4): leading axes are states
    >>> tau = arm.rnea(q, qd, qdd, params={"payload": mass})
    >>> tau.square().sum().backward()                   # q.grad, qd.grad, qdd.grad, mass.grad
    >>> rotation, position = arm.fk("gripper", q)

Tensors are of float64 and on the CPU, where they share their memory with the arrays that the library reads. A gradient is one call of
the operator `vjp`, a gradient of a gradient one of `vjp:vjp`.

The gradient by a quaternion is tangent to the sphere of quaternions of length 1. So normalise a quaternion that is learned before the
call, `q / q.norm()`, and its gradient is right."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import weakref
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import torch

from ._torch_functions import Functions
from ._words import without_underscore
from .function import Function
from .model import _QUATERNIONS, Model as Plain, load as load_plain, read as read_plain

_POSITIONS = ("q", "q0", "q1")
_TYPES = {torch.float64: "Double", torch.float32: "Float"}
_LOWER = ((0, 1, 1, 2, 2, 2), (0, 0, 1, 0, 1, 2))  # xx xy yy xz yz zz of a symmetric matrix


def load(path: Union[str, "os.PathLike[str]"], **options: Any) -> Model:
    """Reads a model from a file, as `rigidc.load` does."""
    return Model(load_plain(path, **options))


def read(text: Union[str, bytes], **options: Any) -> Model:
    """Reads a model from a text, as `rigidc.read` does."""
    return Model(read_plain(text, **options))


# --- the operator ---

_models: weakref.WeakValueDictionary[str, Model] = weakref.WeakValueDictionary()
_traced: Dict[str, Model] = {}  # programs of torch.compile and torch.export have nothing of a model but its key


def _function_of(key: str) -> TorchFunction:
    model, _, text = key.partition(":")
    try:
        return _models[model].function(text)
    except KeyError:
        raise RuntimeError(f"{text}: the model of this program is not loaded: {model}") from None


_library = torch.library.Library("rigidc", "FRAGMENT")
_library.define("call(str function, Tensor? params, Tensor[] given) -> Tensor[]")


def _operator(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    """A call of one function: `params` (n,) or None, then the inputs (..., n), all of the same leading axes."""
    result: List[Any] = torch.ops.rigidc.call.default(function, params, given)
    return result


def _compute(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    return _function_of(function)._numbers(params, given)


def _transform(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    return list(_Call.apply(_function_of(function), params, *given))


def _shapes_of(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    found = _function_of(function)
    _traced[found._model._key] = found._model
    return [given[0].new_empty([*given[0].shape[:-1], array.numbers]) for array in found._plain.outputs]


def _remember(ctx: Any, inputs: Any, output: Any) -> None:
    function, params, given = inputs
    ctx.function = _function_of(function)
    ctx.save_for_backward(params, *given)


def _backward(ctx: Any, weights: Any) -> Any:
    _, of_params, *bars = _Call.backward(ctx, *weights)
    return None, of_params, bars


_library.impl("call", _compute, "CPU")
_library.impl("call", _transform, "FuncTorchDynamicLayerFrontMode")  # all transforms of torch.func are those of _Call
torch.library.register_fake("rigidc::call", _shapes_of, lib=_library)
torch.library.register_autograd("rigidc::call", _backward, setup_context=_remember, lib=_library)


class _Call(torch.autograd.Function):
    """The operator under transforms of torch.func, and in forward mode, which operators lack."""

    @staticmethod
    def forward(function: TorchFunction, params: Any, *given: Any) -> Any:
        return tuple(_operator(function._key, params, given))

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.function, *tensors = inputs
        ctx.save_for_backward(*tensors)
        ctx.save_for_forward(*tensors)

    @staticmethod
    def backward(ctx: Any, *weights: Any) -> Any:
        params, *given = ctx.saved_tensors
        return (None, *ctx.function._gradients(params, given, weights))

    @staticmethod
    def jvp(ctx: Any, _: Any, of_params: Any, *dots: Any) -> Any:
        params, *given = ctx.saved_tensors
        return tuple(ctx.function._changes(params, given, of_params, dots))

    @staticmethod
    def vmap(info: Any, axes: Any, function: TorchFunction, params: Any, *given: Any) -> Any:
        """States of all calls at once. If each call has parameters of its own, one call after the other."""
        calls = [each.expand(info.batch_size, *each.shape) if axis is None else each.movedim(axis, 0) for each, axis in zip(given, axes[2:])]
        if axes[1] is None:
            results = tuple(_called(function._key, calls, params))
        else:
            rows = [_called(function._key, [each[i] for each in calls], row) for i, row in enumerate(params.unbind(axes[1]))]
            results = tuple(map(torch.stack, zip(*rows)))
        return results, (0,) * len(results)


# --- tangents ---


def _of_tangent(model: Plain, q: Any, bar: Any) -> Any:
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
            turned = _cross(r, v)
            parts.append(v + 2 * (s * turned + _cross(r, turned)))
        parts.append(2 * (s * w + _cross(r, w)))
        parts.append(-2 * (r * w).sum(-1)[..., None])
    return torch.cat(parts, -1)


def _to_tangent(model: Plain, q: Any, dot: Any) -> Any:
    """The change along the velocities, (..., nv), of a change of q, (..., nq): _of_tangent transposed."""
    parts: List[Any] = []
    for joint in model.info.joints:
        if joint.kind not in _QUATERNIONS or not joint.nq:
            parts.append(dot[..., joint.q:joint.q + joint.nq])
            continue
        r, s = _quaternion(joint, q)
        r_dot, s_dot = _quaternion(joint, dot)
        if joint.kind == "free":
            p_dot = dot[..., joint.q:joint.q + 3]
            turned = _cross(r, p_dot)
            parts.append(p_dot + 2 * (_cross(r, turned) - s * turned))
        parts.append(2 * (s * r_dot - s_dot * r - _cross(r, r_dot)))
    return torch.cat(parts, -1)


def _quaternion(joint: Any, q: Any) -> Tuple[Any, Any]:
    """Vector (..., 3) and scalar (..., 1) of a joint's quaternion."""
    first = joint.q + _QUATERNIONS[joint.kind]
    return q[..., first:first + 3], q[..., first + 3:first + 4]


def _cross(a: Any, b: Any) -> Any:
    return torch.cat([a[..., i:i + 1] * b[..., k:k + 1] - a[..., k:k + 1] * b[..., i:i + 1]
                      for i, k in ((1, 2), (2, 0), (0, 1))], -1)


# --- functions ---


class _Shapes(NamedTuple):
    """What a call needs of a function."""

    key: str
    name: str
    inputs: Tuple[Tuple[str, int], ...]  # names and numbers
    outputs: Tuple[Tuple[int, ...], ...]
    kind: str  # of the named tuple of several outputs


_kinds: Dict[str, Any] = {}


class TorchFunction:
    """A function of a model on tensors: inputs (..., n), outputs (..., n), matrices (..., rows, columns), scalars (...,)."""

    def __init__(self, model: Model, plain: Function) -> None:
        self._model = model
        self._plain = plain
        self._key = f"{model._key}:{plain.name}"
        self._own: Optional[_Shapes] = None
        self.__name__ = plain.name

    @property
    def name(self) -> str:
        return self._plain.name

    def at(self, frame: str) -> TorchFunction:
        """The same function of a frame, phase or contact."""
        return self._model._function(self._plain.at(frame))

    def applied_to(self, name: str) -> TorchFunction:
        """An operator of a function: `arm.vjp("fd", ...)`."""
        return self._model.function(f"{self.name}:{name}")

    def __repr__(self) -> str:
        return f"<tensors of {self._plain!r}>"

    def __call__(self, *given: Any, **named: Any) -> Any:
        params: Optional[Mapping[str, Any]] = named.pop("params", None)
        if named:
            raise TypeError(f"{self.name}: tensors are given by place, and params by name, not {next(iter(named))}")
        names = [each for each in given if isinstance(each, str)]
        shapes = _shapes(self, *names)
        tensors = _checked(given[len(names):], shapes)
        result = _called(shapes.key, tensors, self._model._packed(params))
        shaped = [flat.reshape(tuple(flat.shape[:-1]) + shape) for flat, shape in zip(result, shapes.outputs)]
        return _kinds[shapes.kind](*shaped) if shapes.kind else shaped[0]

    def _numbers(self, params: Any, given: Sequence[Any]) -> List[Any]:
        """The same, computed: in the memory of the tensors, but of those that are only marked as negative."""
        made = self._plain._ready()
        lead = tuple(given[0].shape[:-1])
        with contextlib.nullcontext() if params is None else self._model._holding(params.numpy()):
            result = made.many([each.resolve_neg().numpy() for each in given], lead)
        results = [result] if made.result is None else result
        return [torch.from_numpy(np.asarray(each)).reshape((*lead, array.numbers)) for each, array in zip(results, made.outputs)]

    # --- derivatives ---

    def _parts(self) -> List[TorchFunction]:
        """The parts of a fused function, "dyn=crba+bias"; none of others."""
        _, fused, parts = self.name.partition("=") if '"' not in self.name.split("=")[0] else (None, "", "")
        return [self._model.function(each) for each in re.findall(r'(?:"[^"]*"|[^+"])+', parts)] if fused else []

    def _places(self, part: TorchFunction) -> List[int]:
        """Where the inputs of a part are among those of the function."""
        names = [each.name for each in self._plain.inputs]
        return [names.index(each.name) for each in part._plain.inputs]

    def _applied(self, operator: str, given: Sequence[Any], more: Sequence[Any], params: Any) -> List[Any]:
        """The outputs of an operator of the function: its directions or weights come after the inputs, but before the wrenches."""
        end = len(given) - (self._plain.inputs[-1].name == "f_ext")
        return list(_called(self._model.function(f"{operator}:{self.name}")._key, [*given[:end], *more, *given[end:]], params))

    def _gradients(self, params: Any, given: Sequence[Any], weights: Sequence[Any]) -> List[Any]:
        """Gradients by the parameters, summed over the states, and by each input: of a fused function the sums over its parts."""
        parts = self._parts()
        if not parts:
            return self._own_gradients(params, given, weights)
        sums: List[Any] = [None] * (1 + len(given))
        for part in parts:
            places = self._places(part)
            own, weights = weights[:len(part._plain.outputs)], weights[len(part._plain.outputs):]
            of_params, *bars = part._gradients(params, [given[place] for place in places], own)
            for place, bar in zip([0] + [1 + place for place in places], [of_params] + bars):
                sums[place] = bar if sums[place] is None else sums[place] if bar is None else sums[place] + bar
        return sums

    def _own_gradients(self, params: Any, given: Sequence[Any], weights: Sequence[Any]) -> List[Any]:
        bars = self._applied("vjp", given, weights, params)
        of_params = None
        if len(bars) > len(given):
            of_params = bars.pop().to(torch.float64).reshape(-1, self._model._count).sum(0)
        gradients = [_of_tangent(self._model.plain, of, bar) if array.name in _POSITIONS else bar
                     for array, of, bar in zip(self._plain.inputs, given, bars)]
        return [None if params is None else of_params, *gradients]

    def _changes(self, params: Any, given: Sequence[Any], of_params: Any, dots: Sequence[Any]) -> List[Any]:
        """Changes of the outputs along directions of the parameters and of each input, None: of none."""
        parts = self._parts()
        if parts:
            places = [self._places(part) for part in parts]
            return [change for part, own in zip(parts, places)
                    for change in part._changes(params, [given[place] for place in own], of_params, [dots[place] for place in own])]
        along = [torch.zeros_like(of) if dot is None else dot for of, dot in zip(given, dots)]
        along = [_to_tangent(self._model.plain, of, dot) if array.name in _POSITIONS else dot
                 for array, of, dot in zip(self._plain.inputs, given, along)]
        inputs = self._model.function(f"jvp:{self.name}")._plain.inputs
        if len(inputs) > 2 * len(given):  # the function depends on parameters
            rest = torch.zeros_like(params) if of_params is None else of_params
            along.append(rest.to(given[0].dtype).expand(*given[0].shape[:-1], self._model._count))
        return self._applied("jvp", given, along, params)


@torch.compiler.assume_constant_result
def _shapes(function: TorchFunction, *names: str) -> _Shapes:
    """Of the function at frames, at a phase, or of an operator's function. No method: torch.compile asks whether an argument is the same
    object as before, but not whether the owner of a method is."""
    for name in names:
        function = function.applied_to(name) if function.name in ("jvp", "vjp", "hvp", "hessian") else function.at(name)
    if function._own is None:
        made = function._plain._called()
        inputs, outputs = tuple((each.name, each.numbers) for each in made.inputs), tuple(each.shape for each in made.outputs)
        kind = ""
        if made.result is not None:
            kind = " ".join([function.name, *(each.name for each in made.outputs)])
            _kinds[kind] = made.result.__self__
        function._own = _Shapes(function._key, function.name, inputs, outputs, kind)
    return function._own


def _called(function: str, given: Sequence[Any], params: Any) -> Sequence[Any]:
    """The outputs, each flat along its last axis."""
    if getattr(torch.autograd.forward_ad, "_current_level", 0) < 0 or torch.compiler.is_compiling():
        return _operator(function, params, given)
    return _transform(function, params, given)


def _checked(given: Sequence[Any], shapes: _Shapes) -> List[Any]:
    """Tensors (..., n) of the same leading axes. Raises what PyTorch raises."""
    if len(given) != len(shapes.inputs):
        names = ", ".join(name for name, _ in shapes.inputs)
        raise TypeError(f"{shapes.name} takes {len(shapes.inputs)} tensors ({names}), not {len(given)}")
    for tensor, (name, numbers) in zip(given, shapes.inputs):
        _check(tensor, f"{shapes.name}: {name}", given[0].dtype if isinstance(given[0], torch.Tensor) else None)
        if tensor.shape[-1:] != (numbers,):
            raise RuntimeError(f"{shapes.name}: {name} has shape {tuple(tensor.shape)}, wanted (..., {numbers})")
    leads = [each.shape[:-1] for each in given]
    if all(lead == leads[0] for lead in leads):
        return list(given)
    lead = torch.broadcast_shapes(*map(tuple, leads))
    return [each.expand(*lead, each.shape[-1]) for each in given]


def _check(tensor: Any, what: str, dtype: Any) -> None:
    """Is it a tensor on the CPU, of this type, or for None of float64 or float32? `what` is its name in errors."""
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{what} must be a Tensor, not {type(tensor).__name__}")
    if tensor.device.type != "cpu":
        raise RuntimeError(f"{what}: expected a tensor on cpu, but it is on {tensor.device}")
    if tensor.dtype not in _TYPES or dtype not in (None, tensor.dtype):
        raise RuntimeError(f"{what}: expected scalar type {_TYPES.get(dtype, 'Double or Float')} but found {tensor.dtype}")


# --- models ---


def _key_of(plain: Plain) -> str:
    """The name of a model in programs: the same for the same text and options, also in another process, but different for models
    that live at once."""
    core = plain._core
    text = repr((core.source, core.options, core.tier, core.info))
    key = f"{re.sub(r'[^0-9A-Za-z_]', '_', plain.name)}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return next(each for each in [key, *(f"{key}-{i}" for i in range(2, 2 + len(_models)))] if each not in _models)


class Model(Functions):
    """A model whose functions take tensors. `plain` is the model of numpy: what it is, its poses and limits."""

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self._functions: Dict[str, TorchFunction] = {}
        self._params = plain.info.params
        self._count = sum(param.count for param in self._params)
        self._key = _key_of(plain)
        _models[self._key] = self
        for name in plain._function_names():  # torch.compile reads them as attributes
            self.__dict__[name] = self._function(getattr(plain, name))

    def __reduce__(self) -> Any:
        return Model, (self.plain,)

    def function(self, text: str) -> TorchFunction:
        """A function by its name, "rnea", "fk:tool0", "vjp:fd"."""
        return self._function(self.plain.function(text))

    def _function(self, plain: Function) -> TorchFunction:
        found = self._functions.get(plain.name)
        return self._functions.setdefault(plain.name, TorchFunction(self, plain)) if found is None else found

    if not TYPE_CHECKING:  # a misspelt name is no function

        def __getattr__(self, name: str) -> Any:
            if not name.startswith("_"):
                getattr(self.plain, name)
                raise AttributeError(f"{name!r} is an attribute of the model of numpy: .plain.{name}")
            raise AttributeError(name)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *dir(self.plain)]

    def __repr__(self) -> str:
        return f"<tensors of {self.plain!r}>"

    # --- parameters ---

    def _packed(self, values: Optional[Mapping[str, Any]]) -> Any:
        """All parameters as one tensor (n,): those given, and the model's values of the others. None: the model has none."""
        if not self._count and not values:
            return None
        asked = {without_underscore(name): value for name, value in (values or {}).items()}
        own = torch.from_numpy(self.plain._core.numbers)
        parts: List[Any] = []
        for param in self._params:
            value = asked.pop(param.name, None)
            if value is None:
                parts.append(own[param.first:param.first + param.count])
                continue
            _check(value, f"parameter {param.name}", None)
            if param.count == 6 and tuple(value.shape) == (3, 3):
                value = (value[_LOWER] + value[_LOWER[1], _LOWER[0]]) / 2
            if tuple(value.shape) != (param.count,) and not (param.count == 1 and tuple(value.shape) == ()):
                raise RuntimeError(f"parameter {param.name} has shape {tuple(value.shape)}, wanted ({param.count},): "
                                   "parameters are the same for all states")
            parts.append(value.reshape(param.count).to(torch.float64))
        if asked:
            raise KeyError(self.plain.params._unknown(next(iter(asked))))
        return torch.cat(parts, 0)

    @contextlib.contextmanager
    def _holding(self, params: Any) -> Iterator[None]:
        """The model has these parameters for the time of a call, and then its own again."""
        core = self.plain._core
        with core.lock:
            own = core.numbers
            if np.array_equal(own, params):
                yield
                return
            core.set_numbers(np.array(params))
            try:
                yield
            finally:
                core.set_numbers(own)
