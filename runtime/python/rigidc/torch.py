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
import os
import re
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import torch

from ._torch_functions import Functions
from ._words import without_underscore
from .function import Function
from .model import _QUATERNIONS, Model as Plain, load as load_plain, read as read_plain

_LOWER = ((0, 1, 1, 2, 2, 2), (0, 0, 1, 0, 1, 2))  # xx xy yy xz yz zz of a symmetric matrix


def load(path: Union[str, "os.PathLike[str]"], **options: Any) -> Model:
    """Reads a model from a file, as `rigidc.load` does."""
    return Model(load_plain(path, **options))


def read(text: Union[str, bytes], **options: Any) -> Model:
    """Reads a model from a text, as `rigidc.read` does."""
    return Model(read_plain(text, **options))


# --- gradients ---


def _array(tensor: Any) -> Any:
    """The numbers of a tensor, in the same memory; in memory of their own if the tensor is only marked as negative."""
    plain = tensor.detach() if tensor.requires_grad else tensor
    return (plain.resolve_neg() if plain.is_neg() else plain).numpy()


class _Call(torch.autograd.Function):
    """A call of one function: `params` (n,) or None, then the inputs (..., n), all of the same leading axes."""

    @staticmethod
    def forward(ctx: Any, of: TorchFunction, params: Any, *given: Any) -> Any:
        ctx.of = of
        ctx.save_for_backward(params, *given)
        result = of._numbers(None if params is None else _array(params), [_array(each) for each in given])
        return tuple(torch.from_numpy(np.asarray(each)) for each in result)

    @staticmethod
    def backward(ctx: Any, *weights: Any) -> Any:
        params, *given = ctx.saved_tensors
        return (None, *ctx.of._gradients(params, given, weights))


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
        first = joint.q + _QUATERNIONS[joint.kind]
        r, s = q[..., first:first + 3], q[..., first + 3:first + 4]
        w = bar[..., joint.v + joint.nv - 3:joint.v + joint.nv]
        if joint.kind == "free":
            v = bar[..., joint.v:joint.v + 3]
            turned = _cross(r, v)
            parts.append(v + 2 * (s * turned + _cross(r, turned)))
        parts.append(2 * (s * w + _cross(r, w)))
        parts.append(-2 * (r * w).sum(-1)[..., None])
    return torch.cat(parts, -1)


def _cross(a: Any, b: Any) -> Any:
    return torch.cat([a[..., i:i + 1] * b[..., k:k + 1] - a[..., k:k + 1] * b[..., i:i + 1]
                      for i, k in ((1, 2), (2, 0), (0, 1))], -1)


# --- functions ---


class TorchFunction:
    """A function of a model on tensors: inputs (..., n), outputs (..., n), matrices (..., rows, columns), scalars (...,)."""

    def __init__(self, model: Model, plain: Function) -> None:
        self._model = model
        self._plain = plain
        self._vjp: Optional[TorchFunction] = None

    @property
    def name(self) -> str:
        return self._plain.name

    def at(self, frame: str) -> TorchFunction:
        """The same function of a frame, phase or contact."""
        return self._model._function(self._plain.at(frame))

    def __repr__(self) -> str:
        return f"<tensors of {self._plain!r}>"

    def __call__(self, *given: Any, **named: Any) -> Any:
        function, rest = self, list(given)
        params: Optional[Mapping[str, Any]] = named.pop("params", None)
        if named:
            raise TypeError(f"{self.name}: tensors are given by place, and params by name, not {next(iter(named))}")
        while rest and isinstance(rest[0], str):
            name = rest.pop(0)
            function = function.applied_to(name) if function._is_operator() else function.at(name)
        result = function._call(function._checked(rest), self._model._packed(params))
        shaped = [_shaped(each, array.shape) for each, array in zip(result, function._plain.outputs)]
        made = function._plain._ready()
        return shaped[0] if made.result is None else made.result(shaped)

    def _is_operator(self) -> bool:
        return self.name in ("jvp", "vjp", "hvp", "hessian")

    def applied_to(self, name: str) -> TorchFunction:
        """An operator of a function: `arm.vjp("fd", ...)`."""
        return self._model.function(f"{self.name}:{name}")

    def _checked(self, given: Sequence[Any]) -> List[Any]:
        """Tensors (..., n) of the same leading axes. Raises what PyTorch raises."""
        wanted = self._plain._called().inputs
        if len(given) != len(wanted):
            names = ", ".join(each.name for each in wanted)
            raise TypeError(f"{self.name} takes {len(wanted)} tensors ({names}), not {len(given)}")
        for tensor, array in zip(given, wanted):
            _check(tensor, self, array)
            if tensor.shape[-1:] != (array.numbers,):
                raise RuntimeError(f"{self.name}: {array.name} has shape {tuple(tensor.shape)}, wanted (..., {array.numbers})")
        leads = [each.shape[:-1] for each in given]
        if all(lead == leads[0] for lead in leads):
            return list(given)
        lead = torch.broadcast_shapes(*map(tuple, leads))
        return [each.expand(*lead, each.shape[-1]) for each in given]

    def _call(self, given: Sequence[Any], params: Any) -> Tuple[Any, ...]:
        result = _Call.apply(self, params, *given)
        return result if isinstance(result, tuple) else (result,)

    def _numbers(self, params: Any, given: Sequence[Any]) -> Tuple[Any, ...]:
        """The outputs for arrays, each flat along its last axis."""
        lead = given[0].shape[:-1] if given else ()
        if params is None:
            result = self._plain(*given)
        else:
            with self._model._holding(params):
                result = self._plain(*given)
        results = result if isinstance(result, tuple) else (result,)
        return tuple(np.asarray(each).reshape(lead + (array.numbers,)) for each, array in zip(results, self._plain.outputs))

    def _parts(self) -> List[TorchFunction]:
        """The parts of a fused function, "dyn=crba+bias"; none of others."""
        _, fused, parts = self.name.partition("=") if '"' not in self.name.split("=")[0] else (None, "", "")
        return [self._model.function(each) for each in re.findall(r'(?:"[^"]*"|[^+"])+', parts)] if fused else []

    def _gradients(self, params: Any, given: Sequence[Any], weights: Sequence[Any]) -> List[Any]:
        """Gradients by the parameters, summed over the states, and by each input: of a fused function the sums over its parts."""
        parts = self._parts()
        if not parts:
            return self._own_gradients(params, given, weights)
        names = [each.name for each in self._plain.inputs]
        sums: List[Any] = [None] * (1 + len(given))
        for part in parts:
            places = [names.index(each.name) for each in part._plain.inputs]
            own, weights = weights[:len(part._plain.outputs)], weights[len(part._plain.outputs):]
            of_params, *bars = part._gradients(params, [given[place] for place in places], own)
            for place, bar in zip([0] + [1 + place for place in places], [of_params] + bars):
                sums[place] = bar if sums[place] is None else sums[place] if bar is None else sums[place] + bar
        return sums

    def _own_gradients(self, params: Any, given: Sequence[Any], weights: Sequence[Any]) -> List[Any]:
        if self._vjp is None:
            self._vjp = self._model.function(f"vjp:{self.name}")
        bars = list(self._vjp._call([*given, *weights], params))
        of_params = None
        if len(bars) > len(given):
            of_params = bars.pop().reshape(-1, self._model._count).sum(0)
        model = self._model.plain
        names = [each.name for each in self._plain.inputs]
        gradients = [_of_tangent(model, given[i], bar) if names[i] == "q" else bar for i, bar in enumerate(bars)]
        return [None if params is None else of_params, *gradients]


def _shaped(flat: Any, shape: Tuple[int, ...]) -> Any:
    return flat.reshape(tuple(flat.shape[:-1]) + tuple(shape))


def _check(tensor: Any, function: Optional[TorchFunction], array: Any) -> None:
    """Of an input of the function; None: of a parameter of the model."""
    if isinstance(tensor, torch.Tensor) and tensor.dtype == torch.float64 and tensor.device.type == "cpu":
        return
    what = f"{function.name}: {array.name}" if function else f"parameter {array.name}"
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{what} must be a Tensor, not {type(tensor).__name__}")
    if tensor.device.type != "cpu":
        raise RuntimeError(f"{what}: expected a tensor on cpu, but it is on {tensor.device}")
    raise RuntimeError(f"{what}: expected scalar type Double but found {tensor.dtype}")


# --- models ---


class Model(Functions):
    """A model whose functions take tensors. `plain` is the model of numpy: what it is, its poses and limits."""

    def __init__(self, plain: Plain) -> None:
        self.plain = plain
        self._functions: Dict[str, TorchFunction] = {}
        self._count = sum(param.count for param in plain.info.params)

    def function(self, text: str) -> TorchFunction:
        """A function by its name, "rnea", "fk:tool0", "vjp:fd"."""
        return self._function(self.plain.function(text))

    def _function(self, plain: Function) -> TorchFunction:
        return self._functions.setdefault(plain.name, TorchFunction(self, plain))

    if not TYPE_CHECKING:  # a misspelt name is no function

        def __getattr__(self, name: str) -> TorchFunction:
            if name.startswith("_"):
                raise AttributeError(name)
            found = getattr(self.plain, name)
            if not isinstance(found, Function):
                raise AttributeError(f"{name!r} is an attribute of the model of numpy: .plain.{name}")
            return self._function(found)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *dir(self.plain)]

    def __repr__(self) -> str:
        return f"<tensors of {self.plain!r}>"

    # --- parameters ---

    def _packed(self, values: Optional[Mapping[str, Any]]) -> Any:
        """All parameters as one tensor (n,): those given, and the model's values of the others. None: the model has none."""
        if not self._count and not values:
            return None
        values = values or {}
        asked = {without_underscore(name): value for name, value in values.items()}
        parts: List[Any] = []
        for param in self.plain.info.params:
            value = asked.pop(param.name, None)
            if value is None:
                numbers = self.plain._core.numbers[param.first:param.first + param.count]
                parts.append(torch.from_numpy(np.array(numbers)))
                continue
            _check(value, None, param)
            if param.count == 6 and tuple(value.shape) == (3, 3):
                value = (value[_LOWER] + value[_LOWER[1], _LOWER[0]]) / 2
            if tuple(value.shape) != (param.count,) and not (param.count == 1 and tuple(value.shape) == ()):
                raise RuntimeError(f"parameter {param.name} has shape {tuple(value.shape)}, wanted ({param.count},): "
                                   "parameters are the same for all states")
            parts.append(value.reshape(param.count))
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
