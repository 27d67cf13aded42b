"""Functions of a model on arrays of JAX, with derivatives of any order.

    >>> import jax, rigidc.jax
    >>> jax.config.update("jax_enable_x64", True)
    >>> arm = rigidc.jax.load("scara.rig")
    >>> tau = arm.rnea(q, qd, qdd)                      # arrays (..., 4): leading axes are states
    >>> tau = jax.jit(arm.rnea)(q, qd, qdd, params={"payload": mass})
    >>> jax.grad(lambda q: arm.rnea(q, qd, qdd).sum())(q)
    >>> jax.vmap(jax.hessian(lambda q: arm.energy(q, qd).potential))(qs)

Arrays are of float64 or float32, and on the CPU: a program of XLA calls the library with the memory of its arrays. Forward mode is a call of
the operator `jvp`, a gradient one of `vjp`, and they nest.

Derivatives by a quaternion are tangent to the sphere of quaternions of length 1. So normalise a quaternion that is learned before the
call, `q / jnp.linalg.norm(q)`, and its gradient is right."""

from __future__ import annotations

import math
import os
from functools import partial
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from . import _xla
from ._arrays import ArrayFunction, ArrayModel, Programs, flat_parameter
from ._jax_functions import Functions
from .model import Model as Plain, load as load_plain, read as read_plain
from .params import check_symmetric


def load(path: Union[str, "os.PathLike[str]"], **options: Any) -> Model:
    """Reads a model from a file, as `rigidc.load` does."""
    return Model(load_plain(path, **options))


def read(text: Union[str, bytes], **options: Any) -> Model:
    """Reads a model from a text, as `rigidc.read` does."""
    return Model(read_plain(text, **options))


# --- the primitive ---

# A call of one function. Its arguments are the parameters, if the model has any, and the inputs (..., n), all of the same leading axes. The
# parameters are (n,), or have the first of these axes: so many of the states have the same.
_programs = Programs()
_call = Primitive("rigidc_call")
_call.multiple_results = True


@partial(jax.jit, static_argnames="function")
def _run(*args: Any, function: str) -> Any:
    return _call.bind(*args, function=function)


def _shapes(*args: Any, function: str) -> List[Any]:
    of = args[-1]
    return [of.update(shape=(*of.shape[:-1], array.numbers)) for array in _programs.traced(function)._plain.outputs]


def _batch(args: Sequence[Any], axes: Sequence[Any], *, function: str) -> Tuple[List[Any], List[int]]:
    size = next(each.shape[axis] for each, axis in zip(args, axes) if axis is not None)
    shared = len(_programs.function(function)._split(args)[0]) if axes[0] is None and args[0].ndim == 1 else 0
    moved = [jnp.broadcast_to(each, (size, *each.shape)) if axis is None else jnp.moveaxis(each, axis, 0)
             for each, axis in zip(args[shared:], axes[shared:])]
    results = _call.bind(*args[:shared], *moved, function=function)
    return results, [0] * len(results)


def _jvp(args: Sequence[Any], dots: Sequence[Any], *, function: str) -> Tuple[List[Any], List[Any]]:
    of = _programs.function(function)
    params, given = of._split(args)
    of_params, along = of._split([ad.instantiate_zeros(each) for each in dots])
    return _call.bind(*args, function=function), of._changes(params, given, of_params, along)


def _transpose(weights: Sequence[Any], *args: Any, function: str) -> List[Any]:
    """Of `jvp`, by its directions: `vjp`."""
    operator, _, name = _programs.function(function).name.partition(":")
    if operator != "jvp":
        raise NotImplementedError(f"{_programs.function(function).name} is not linear")
    of = _programs.function(function)._model.function(name)
    params, rest = of._split(args)
    end, count = of._end(), len(of._plain.inputs)
    more = len(rest) - count  # directions
    given = [*rest[:end], *rest[end + more:]]
    bars = of._applied("vjp", params, given, [ad.instantiate_zeros(each) for each in weights])
    of_args = [None] * (len(params) + end) + bars + [None] * (count - end)
    return [bar if ad.is_undefined_primal(arg) else None for bar, arg in zip(of_args, args)]


_call.def_impl(_run)
_call.def_abstract_eval(_shapes)
mlir.register_lowering(_call, jax.ffi.ffi_lowering("rigidc_call"), platform="cpu")
batching.primitive_batchers[_call] = _batch
ad.primitive_jvps[_call] = _jvp
ad.primitive_transposes[_call] = _transpose


# --- functions ---


class JaxFunction(ArrayFunction):
    """A function of a model on arrays: inputs (..., n), outputs (..., n), matrices (..., rows, columns), scalars (...,)."""

    def __call__(self, *given: Any, **named: Any) -> Any:
        names, rest, params = self._arguments(given, named)
        function = self._named(names)
        arrays = function._checked(rest)
        result = _call.bind(*self._model._packed(params, arrays[0].dtype), *arrays, function=function._key)
        made = function._plain._ready()
        shaped = [flat.reshape(flat.shape[:-1] + array.shape) for flat, array in zip(result, made.outputs)]
        return shaped[0] if made.result is None else made.result(shaped)

    def _checked(self, given: Sequence[Any]) -> List[Any]:
        """Arrays (..., n) of one type and of the same leading axes. A single number, as dt, may be a float or an array of no axes."""
        inputs = self._plain._called().inputs
        if len(given) != len(inputs):
            raise TypeError(f"{self.name} takes {len(inputs)} arrays ({', '.join(each.name for each in inputs)}), not {len(given)}")
        for array, wanted in zip(given, inputs):
            if wanted.numbers == 1 and isinstance(array, (int, float)):
                continue
            _check(array, f"{self.name}: {wanted.name}")
            if array.shape[-1:] != (wanted.numbers,) and (wanted.numbers != 1 or array.ndim):
                raise ValueError(f"{self.name}: {wanted.name} has shape {array.shape}, wanted (..., {wanted.numbers})")
        dtype = jnp.result_type(*given)
        arrays = [jnp.atleast_1d(jnp.asarray(each, dtype)) for each in given]
        lead = jnp.broadcast_shapes(*(each.shape[:-1] for each in arrays))
        return [jnp.broadcast_to(each, (*lead, each.shape[-1])) for each in arrays]

    def _numbers(self, params: Any, count: int, given: Sequence[int], results: Sequence[int], dtype: Any) -> None:
        """Calls the library for `count` states, arrays at addresses."""
        made = self._plain._ready()
        with self._model._holding(params):
            made.run_at(count, given, results, dtype)

    def _split(self, args: Sequence[Any]) -> Tuple[List[Any], List[Any]]:
        """The parameters, if the model has any, and the inputs."""
        first = 1 if self._model._count else 0
        return list(args[:first]), list(args[first:])

    # --- derivatives ---

    def _applied(self, operator: str, params: Sequence[Any], given: Sequence[Any], more: Sequence[Any]) -> List[Any]:
        """The outputs of an operator of the function."""
        end = self._end()
        operated = self._model.function(f"{operator}:{self.name}")
        result: List[Any] = _call.bind(*params, *given[:end], *more, *given[end:], function=operated._key)
        return result

    def _changes(self, params: Sequence[Any], given: Sequence[Any], of_params: Sequence[Any], dots: Sequence[Any]) -> List[Any]:
        """Changes of the outputs along directions of the parameters and of each input."""
        parts = self._parts()
        if parts:
            places = [self._places(part) for part in parts]
            return [change for part, own in zip(parts, places)
                    for change in part._changes(params, [given[place] for place in own], of_params, [dots[place] for place in own])]
        along = self._along(jnp.concatenate, given, dots)
        if self._takes_params():
            lead = given[0].shape[:-1]
            own = of_params[0].reshape(*of_params[0].shape[:-1], *(1 for _ in lead[of_params[0].ndim - 1:]), self._model._count)
            along.append(jnp.broadcast_to(own, (*lead, self._model._count)))
        return self._applied("jvp", params, given, along)


def _check(array: Any, what: str) -> None:
    """Is it an array of float64 or float32? `what` is its name in errors."""
    if not isinstance(array, (jax.Array, np.ndarray)):
        raise TypeError(f"{what} must be an array, not {type(array).__name__}")
    if array.dtype not in (np.float64, np.float32):
        raise TypeError(f"{what} is of {array.dtype}, wanted float64 or float32")


# --- models ---


class Model(ArrayModel[JaxFunction], Functions):
    """A model whose functions take arrays of JAX. `plain` is the model of numpy: what it is, its poses and limits."""

    _programs, _kind, _arrays = _programs, JaxFunction, "arrays"

    def __init__(self, plain: Plain) -> None:
        super().__init__(plain)

    def _packed(self, values: Optional[Mapping[str, Any]], dtype: Any) -> List[Any]:
        """All parameters as one array (n,): those given, and the model's values of the others. None if the model has none."""
        parts: List[Any] = []
        for param, value, given in self._parameters(values, self.plain._core.numbers):
            number = isinstance(value, (int, float))
            if given and not number:
                _check(value, f"parameter {param.name}")
                if not isinstance(value, jax.core.Tracer):
                    check_symmetric(param, np.asarray(value))
            flat = flat_parameter(param, jnp.asarray(value, dtype))
            if flat is None:
                raise ValueError(f"parameter {param.name} has shape {np.shape(value)}, wanted ({param.count},): parameters are the same for all states")
            parts.append(flat)
        return [jnp.concatenate(parts)] if parts else []


# --- the foreign function ---


def _foreign(function: str, args: Sequence[_xla.Array], results: Sequence[_xla.Array]) -> None:
    of = _programs.function(function)
    params, given = of._split(args)
    count, item, dtype = math.prod(given[0].shape[:-1]), given[0].dtype.itemsize, given[0].dtype
    if not count:
        return
    rows = params[0].numbers().reshape(-1, of._model._count) if params else [None]
    share = count // len(rows)
    for i, row in enumerate(rows):
        of._numbers(row, share, *([each.address + i * share * each.shape[-1] * item for each in arrays] for arrays in (given, results)), dtype)


jax.ffi.register_ffi_target("rigidc_call", jax.ffi.pycapsule(_xla.handler(_foreign)), platform="cpu")
