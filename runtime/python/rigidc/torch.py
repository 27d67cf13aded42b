"""Functions of a model on tensors of PyTorch, with gradients of any order.

    >>> import torch, rigidc.torch
    >>> arm = rigidc.torch.load("scara.rig")
    >>> tau = arm.rnea(q, qd, qdd)                      # tensors (..., 4): leading axes are states
    >>> tau = arm.rnea(q, qd, qdd, params={"payload": mass})
    >>> tau.square().sum().backward()                   # q.grad, qd.grad, qdd.grad, mass.grad
    >>> rotation, position = arm.fk("gripper", q)

Tensors are of float64 or float32, and on the CPU, where they share their memory with the arrays that the library reads. A gradient is one
call of the operator `vjp`, a gradient of a gradient one of `vjp:vjp`, and forward mode one of `jvp`. PyTorch knows the functions as one operator,
rigidc::call, so torch.func, torch.compile and torch.export take them.

The gradient by a quaternion is tangent to the sphere of quaternions of length 1. So normalise a quaternion that is learned before the
call, `q / q.norm()`, and its gradient is right."""

from __future__ import annotations

import inspect
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import torch

from ._arrays import POSITIONS, ArrayFunction, ArrayModel, Programs, flat_parameter, of_tangent
from ._torch_functions import Functions
from .function import Function
from .model import Model as Plain, load as load_plain, read as read_plain

_TYPES = {torch.float64: "Double", torch.float32: "Float"}


def load(path: Union[str, "os.PathLike[str]"], **options: Any) -> Model:
    """Reads a model from a file, as `rigidc.load` does."""
    return Model(load_plain(path, **options))


def read(text: Union[str, bytes], **options: Any) -> Model:
    """Reads a model from a text, as `rigidc.read` does."""
    return Model(read_plain(text, **options))


# --- the operator ---

_programs = Programs()
_library = torch.library.Library("rigidc", "FRAGMENT")
_library.define("call(str function, Tensor? params, Tensor[] given) -> Tensor[]")


def _operator(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    """A call of one function: `params` (n,) or None, then the inputs (..., n), all of the same leading axes."""
    result: List[Any] = torch.ops.rigidc.call.default(function, params, given)
    return result


def _compute(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    result: List[Any] = _programs.function(function)._numbers(params, given)
    return result


def _transform(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    return list(_Call.apply(_programs.function(function), params, *given))


def _empty(function: str, params: Any, given: Sequence[Any]) -> List[Any]:
    return [given[0].new_empty([*given[0].shape[:-1], array.numbers]) for array in _programs.traced(function)._plain.outputs]


def _remember(ctx: Any, inputs: Any, output: Any) -> None:
    function, params, given = inputs
    ctx.function = _programs.function(function)
    ctx.save_for_backward(params, *given)


def _backward(ctx: Any, weights: Any) -> Any:
    _, of_params, *bars = _Call.backward(ctx, *weights)
    return None, of_params, bars


_library.impl("call", _compute, "CPU")
_library.impl("call", _transform, "FuncTorchDynamicLayerFrontMode")  # all transforms of torch.func are those of _Call
torch.library.register_fake("rigidc::call", _empty, lib=_library)
torch.library.register_autograd("rigidc::call", _backward, setup_context=_remember, lib=_library)


class _Call(torch.autograd.Function):
    """The operator where derivatives are taken but by compiled programs: under transforms of torch.func, and in forward mode, which operators
    lack, and with gradients, which are faster than those of an operator."""

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
            results = tuple(torch.stack(each, 0) for each in zip(*rows))
        return results, (0,) * len(results)


setattr(_Call.forward, "__signature__", inspect.signature(_Call.forward))  # PyTorch asks for it in each call, which takes 20 us


# --- functions ---


class _Shapes(NamedTuple):
    """What a call needs of a function."""

    key: str
    name: str
    inputs: Tuple[Tuple[str, int], ...]  # names and numbers
    outputs: Tuple[Tuple[int, ...], ...]
    kind: str  # of the named tuple of several outputs


_kinds: Dict[str, Any] = {}


class TorchFunction(ArrayFunction):
    """A function of a model on tensors: inputs (..., n), outputs (..., n), matrices (..., rows, columns), scalars (...,)."""

    def __init__(self, model: Model, plain: Function) -> None:
        super().__init__(model, plain)
        self._shapes: Optional[_Shapes] = None

    def __call__(self, *given: Any, **named: Any) -> Any:
        names, rest, params = self._arguments(given, named)
        shapes = _shapes_of(self, *names)
        result = _called(shapes.key, _checked(rest, shapes), self._model._packed(params))
        shaped = [flat.reshape(tuple(flat.shape[:-1]) + shape) for flat, shape in zip(result, shapes.outputs)]
        return _kinds[shapes.kind](*shaped) if shapes.kind else shaped[0]

    def _numbers(self, params: Any, given: Sequence[Any]) -> List[Any]:
        """The outputs, computed in the memory of the tensors, but of those that are only marked as negative."""
        made = self._plain._ready()
        lead = tuple(given[0].shape[:-1])
        with self._model._holding(None if params is None else params.numpy()):
            result = made.many([each.resolve_neg().numpy() for each in given], lead)
        results = [result] if made.result is None else result
        return [torch.from_numpy(np.asarray(each)).reshape((*lead, array.numbers)) for each, array in zip(results, made.outputs)]

    # --- derivatives ---

    def _applied(self, operator: str, given: Sequence[Any], more: Sequence[Any], params: Any) -> List[Any]:
        """The outputs of an operator of the function."""
        end = self._end()
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
        gradients = [of_tangent(self._model.plain, torch.cat, of, bar) if array.name in POSITIONS else bar
                     for array, of, bar in zip(self._plain.inputs, given, bars)]
        return [None if params is None else of_params, *gradients]

    def _changes(self, params: Any, given: Sequence[Any], of_params: Any, dots: Sequence[Any]) -> List[Any]:
        """Changes of the outputs along directions of the parameters and of each input, None: of none."""
        parts = self._parts()
        if parts:
            places = [self._places(part) for part in parts]
            return [change for part, own in zip(parts, places)
                    for change in part._changes(params, [given[place] for place in own], of_params, [dots[place] for place in own])]
        along = self._along(torch.cat, given, [torch.zeros_like(of) if dot is None else dot for of, dot in zip(given, dots)])
        if self._takes_params():
            rest = torch.zeros_like(params) if of_params is None else of_params
            along.append(rest.to(given[0].dtype).expand(*given[0].shape[:-1], self._model._count))
        return self._applied("jvp", given, along, params)


@torch.compiler.assume_constant_result
def _shapes_of(function: TorchFunction, *names: str) -> _Shapes:
    """Of the function at frames, at a phase, or of an operator's function. No method: torch.compile asks whether an argument is the same
    object as before, but not whether the owner of a method is."""
    found: TorchFunction = function._named(names)
    if found._shapes is None:
        made = found._plain._called()
        inputs, outputs = tuple((each.name, each.numbers) for each in made.inputs), tuple(each.shape for each in made.outputs)
        kind = ""
        if made.result is not None:
            kind = " ".join([found.name, *(each.name for each in made.outputs)])
            _kinds[kind] = getattr(made.result, "__self__")
        found._shapes = _Shapes(found._key, found.name, inputs, outputs, kind)
    return found._shapes


def _called(function: str, given: Sequence[Any], params: Any) -> Sequence[Any]:
    """The outputs, each flat along its last axis."""
    if torch.compiler.is_compiling() or not _derives([params, *given]):
        return _operator(function, params, given)
    return _transform(function, params, given)


def _derives(tensors: Sequence[Any]) -> bool:
    """Are there gradients to record, or is forward mode on? Without its private number, which tells, _Call does both."""
    forward: bool = getattr(torch.autograd.forward_ad, "_current_level", 0) >= 0
    return forward or torch.is_grad_enabled() and any(each is not None and each.requires_grad for each in tensors)


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


class Model(ArrayModel[TorchFunction], Functions):
    """A model whose functions take tensors. `plain` is the model of numpy: what it is, its poses and limits."""

    _programs, _kind, _arrays = _programs, TorchFunction, "tensors"

    def __init__(self, plain: Plain) -> None:
        super().__init__(plain)

    def _packed(self, values: Optional[Mapping[str, Any]]) -> Any:
        """All parameters as one tensor (n,): those given, and the model's values of the others. None: the model has none."""
        if not self._count and not values:
            return None
        parts: List[Any] = []
        for param, value, given in self._parameters(values, torch.from_numpy(self.plain._core.numbers)):
            if given:
                _check(value, f"parameter {param.name}", None)
            flat = flat_parameter(param, value)
            if flat is None:
                raise RuntimeError(f"parameter {param.name} has shape {tuple(value.shape)}, wanted ({param.count},): "
                                   "parameters are the same for all states")
            parts.append(flat.to(torch.float64))
        return torch.cat(parts, 0)
