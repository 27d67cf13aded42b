"""Functions: arrays in, arrays out, leading axes are states."""

from __future__ import annotations

import collections
import ctypes
import functools
import math
import re
from ctypes import byref
from dataclasses import dataclass
from typing import Any, Callable, ContextManager, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _names
from ._core import Core, Handle
from ._library import ADDRESS, STRIDE, ArrayInfo, function_table, library, operator_table, shown, string
from ._types import Numbers, real_array
from ._words import with_underscore
from .errors import Diagnostic, Error, check
from .info import input_defaults

_DOUBLE = np.dtype(np.float64)
_SINGLE = np.dtype(np.float32)

# What the library's rows and columns leave open where a robot has one velocity.
_SCALARS = {"kinetic", "potential", "mass", "l"}
_GIVEN_SCALARS = {"damping", "dt"}
_MATRICES = {"R", "M", "Minv", "C", "J", "A", "B", "H", "Y", "arms"}
_BY_ROWS = _MATRICES | {"w", "dtau", "dqdd"}


@dataclass(frozen=True)
class Array:
    """An input or output of a function."""

    name: str  # "tau"; with an underscore behind a word of Python: "lambda_"
    meaning: str  # "joint forces and torques"
    unit: str  # of all elements, or those that occur: "N, N m"
    shape: Tuple[int, ...]  # of one state: () of a scalar, (nv, nv) of a matrix, (n,) of a packed or sparse one
    numbers: int
    phase: Optional[str] = None  # whose rows its rows are: a phase or contact


def _is_derivative(name: str) -> bool:
    """Is an array a matrix by an input, as dtau_dq, or weights or a change of one? dl_dq, the arms of one strut, is a vector."""
    of = re.sub(r"(_bar\d*|_dot\d*)+$", "", name)
    return of != "dl_dq" and re.fullmatch(r"d\w+_d\w+", of) is not None


def _shape(name: str, info: ArrayInfo) -> Tuple[int, ...]:
    kind = name.split("_")[0]
    if info.numbers != info.rows * info.columns:
        return (info.numbers,)
    if kind == "R":
        return (3, 3)
    if info.columns > 1 or kind in _MATRICES or kind == "w" or _is_derivative(name):
        return (info.rows, info.columns)
    return () if kind in _SCALARS else (info.rows,)


def _is_of_matrix(name: str) -> bool:
    """Is an input a matrix by rows: R, or weights or a direction of a matrix?"""
    return name == "R" or (name.split("_")[0] in _BY_ROWS and re.search("_(bar|dot)", name) is not None)


def _array(info: ArrayInfo, flat: bool) -> Array:
    name = with_underscore(string(info.name))
    shape = (info.numbers,) if flat else _shape(name, info)
    phase = None if info.phase is None else string(info.phase)
    return Array(name, shown(info.meaning), shown(info.unit), shape, info.numbers, phase)


class _Room:
    """Arrays of one state whose places are known to the library: a call need not look for them."""

    __slots__ = ("inputs", "outputs", "arguments")

    def __init__(self, inputs: Sequence[Array], outputs: Sequence[Array], dtype: np.dtype[Any]) -> None:
        self.inputs = [np.empty(each.shape, dtype) for each in inputs]
        self.outputs = [np.empty(each.shape, dtype) for each in outputs]
        self.arguments = (_pointers(self.inputs), None, _pointers(self.outputs), None)


def _pointers(arrays: Sequence[Numbers]) -> ctypes.Array[ctypes.c_void_p]:
    return (ADDRESS * len(arrays))(*(array.ctypes.data for array in arrays))


def _even(array: Numbers, lead: Tuple[int, ...]) -> Tuple[Numbers, int]:
    """The same states one after the other at even distances, copied only if they are not; and the distance in numbers."""
    width, item = array.shape[-1], array.itemsize
    if array.shape[:-1] == lead and array.flags.carray:
        return array, width
    if math.prod(array.shape[:-1]) == 1:
        return np.ascontiguousarray(array), 0
    wide = np.broadcast_to(array, lead + (width,))
    step: Optional[int] = None
    even = wide.flags.aligned and (width == 1 or wide.strides[-1] == item)
    span = 1  # of the axes behind, in states
    for size, stride in zip(reversed(lead), reversed(wide.strides[:-1])):
        if size != 1:
            step = stride if step is None else step
            even = even and stride == step * span
        span *= size
    if step is None or not even or step % item:
        return np.ascontiguousarray(wide), width
    return wide, step // item


@functools.lru_cache(maxsize=1000)
def _tuple_kind(name: str, fields: Tuple[str, ...]) -> Callable[..., Any]:
    """What makes named tuples of outputs. A class is a circle of its own: one serves all models."""
    kind = collections.namedtuple("_" + name, fields, rename=True)  # type: ignore[misc]
    kind.__name__ = kind.__qualname__ = name
    setattr(kind, "__reduce__", lambda self: (_tuple_again, (name, fields, tuple(self))))  # to be pickled
    return kind._make


def _tuple_again(name: str, fields: Tuple[str, ...], values: Tuple[Any, ...]) -> Any:
    return _tuple_kind(name, fields)(values)


def _checked(out: Any, shape: Tuple[int, ...], dtype: np.dtype[Any], what: str) -> Numbers:
    """An array for results. Errors are of the kinds that numpy raises."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{what} is an array, not of {type(out).__name__}")
    if out.dtype != dtype:
        raise TypeError(f"{what} is of {out.dtype}, wanted {dtype}")
    if out.shape != shape:
        raise ValueError(f"{what} has shape {out.shape}, wanted {shape}")
    if not out.flags.writeable:
        raise ValueError(f"{what} is read-only")
    if not out.flags.c_contiguous:
        raise ValueError(f"{what} is not C-contiguous")
    if not out.flags.aligned:
        raise ValueError(f"{what} is not aligned: its address is no multiple of {dtype.alignment}")
    return out


class _Made:
    """What calls need of a function that was made."""

    def __init__(self, core: Core, text: str) -> None:
        handle = core.make(text)
        self.handle: Handle = handle
        self.text = text
        info = ArrayInfo()
        with core.lock:
            core.pointer
            self.inputs = tuple(
                _array(info, True) for i in range(library().inputs(handle.pointer))
                if library().get_input(handle.pointer, i, byref(info)) == 0)
            self.outputs = tuple(
                _array(info, False) for i in range(library().outputs(handle.pointer))
                if library().get_output(handle.pointer, i, byref(info)) == 0)
        self.shapes = [each.shape for each in self.inputs]
        self.names = [each.name for each in self.inputs]
        self.guard: Optional[ContextManager[None]] = core.gate
        self.dtype = _SINGLE if info.real_float else _DOUBLE
        self._calls = {_DOUBLE: library().call_many, _SINGLE: library().call_many_float}
        self._rooms: List[_Room] = []  # those that no thread is in
        self.result: Optional[Callable[..., Any]] = None
        if len(self.outputs) != 1:
            name = "_".join(re.findall(r"\w+", text.split("=")[0]))
            self.result = _tuple_kind(name, tuple(each.name for each in self.outputs))

    def _run(self, count: int, arguments: Tuple[Any, ...], dtype: np.dtype[Any]) -> None:
        call = self._calls[dtype]
        if self.guard is None:
            status = call(self.handle.pointer, count, *arguments)
        else:
            with self.guard:
                status = call(self.handle.pointer, count, *arguments)
        if status:
            if self.handle.pointer is None:
                raise ValueError("the model is closed")
            check(status, None)

    def run_at(self, count: int, inputs: Sequence[int], outputs: Sequence[int], dtype: np.dtype[Any]) -> None:
        """Of states that are contiguous, at addresses."""
        self._run(count, ((ADDRESS * len(inputs))(*inputs), None, (ADDRESS * len(outputs))(*outputs), None), dtype)

    def places(self, out: Any, lead: Tuple[int, ...]) -> List[Optional[Numbers]]:
        """The caller's arrays for results; None where there is none."""
        if self.result is None and type(out) is np.ndarray and out.dtype is self.dtype and \
                out.shape == lead + self.outputs[0].shape and out.flags.carray:
            return [out]  # the usual case, at once
        if isinstance(out, Mapping):
            names = [each.name for each in self.outputs]
            unknown = [name for name in out if name not in names]
            if unknown:
                raise ValueError(f"{self.text}: out: there is no {unknown[0]!r}, but {', '.join(names)}")
            out = [out.get(name) for name in names]
        elif not isinstance(out, (tuple, list)):
            out = [out]
        if len(out) != len(self.outputs):
            raise ValueError(f"{self.text}: out is of {len(self.outputs)} arrays, {len(out)} are given")
        what = f"{self.text}: out" if self.result is None else f"{self.text}: out: "
        places = [None if array is None else _checked(
            array, lead + each.shape, self.dtype, what if self.result is None else what + each.name)
            for array, each in zip(out, self.outputs)]
        there = [place for place in places if place is not None]
        if any(np.may_share_memory(one, other) for k, one in enumerate(there) for other in there[:k]):
            raise ValueError(f"{self.text}: out: arrays overlap")
        return places

    def one(self, given: Sequence[Numbers], out: Any = None) -> Any:
        """Of one state, whose arrays have the right shapes and are of the function's numbers."""
        places = None if out is None else self.places(out, ())
        try:
            room = self._rooms.pop()
        except IndexError:
            room = _Room(self.inputs, self.outputs, self.dtype)
        for own, array in zip(room.inputs, given):
            own[:] = array
        self._run(1, room.arguments, self.dtype)
        if places is not None:
            result = self._into(places, room)
        elif self.result is None:
            out = room.outputs[0].copy()
            result = out if out.ndim else out[()]
        else:
            result = self.result([out.copy() if out.ndim else out[()] for out in room.outputs])
        self._rooms.append(room)
        return result

    def _into(self, places: List[Optional[Numbers]], room: _Room) -> Any:
        """Results of one state, in the caller's arrays."""
        results = []
        for place, own in zip(places, room.outputs):
            if place is None:
                place = own.copy()
            else:
                place[...] = own
            results.append(place)
        return results[0] if self.result is None else self.result(results)

    def many(self, given: Sequence[Numbers], lead: Tuple[int, ...], out: Any = None) -> Any:
        """Of arrays (..., n) of float64 or of float32 that can be broadcast to `lead`: one call of the library. Results are of the same type."""
        places = [None] * len(self.outputs) if out is None else self.places(out, lead)
        for place in places:
            if place is not None:
                given = [array.copy() if np.may_share_memory(array, place) else array for array in given]
        dtype = given[0].dtype if given else self.dtype
        even = [_even(array, lead) for array in given]
        inputs = _pointers([array for array, _ in even])
        strides = (STRIDE * len(even))(*(stride for _, stride in even))
        results = [np.empty(lead + each.shape, dtype) if place is None else place
                   for each, place in zip(self.outputs, places)]
        self._run(math.prod(lead), (inputs, strides, _pointers(results), None), dtype)
        return results[0] if self.result is None else self.result(results)


class Function:
    """A function of a model: of the table, for a frame, or several fused.

        tau = arm.rnea(q, qd, qdd)              arrays, lists, or dictionaries by name
        R, p = arm.fk("tool0", q)               the frame comes first
        R, p = arm.fk("tool0", "camera", q)     the first frame seen from the second
        qdd = dog.fd("stand", q, qd, tau)       the phase or contact comes first
        l, arms = crane.length("hoist", q)      the strut or tendon comes first
        q, qd = arm.step("rk4", q, qd, tau, dt) the method comes first
        q, e = arm.ik("tool0", q, R, p, 0.01)   R is (..., 3, 3) or (..., 9), damping a number
        g = arm.vjp("fd", q, qd, tau, weights)  an operator: the function comes first, then its frame
        M, h = arm.function("dyn=crba+bias")(q, qd)

    Inputs are (..., n) and may be given by position or name; leading axes are states and are broadcast as numpy does, and
    all states are one call of the library. `f_ext` may be left out: no wrench; `u` and `s` too: the
    defaults of the model; `ud` and `udd`: inputs that move are at rest. R, and weights of a matrix, may have the shape of
    the matrix. Outputs are (..., n), matrices (..., rows, columns), scalars (...,); several are a named tuple. Matrices that are packed or sparse are (..., n).

    `out` takes the results: an array, or of several outputs a tuple or dictionary of arrays, None where one is to be made. Arrays
    are C-contiguous and aligned, of the shapes of the results and of `dtype`. They may overlap inputs, but not each other.

    All numbers are float64, or with real="float" float32; other numbers are converted.

    It is made when it is first called or asked about; several threads may call it at once."""

    def __init__(self, core: Core, text: str) -> None:
        self._core = core
        self._text = text
        self._at: Dict[str, Function] = {}  # the same at a frame
        self._by_name: Dict[str, Optional[_names.Names]] = {}  # of inputs that were asked about
        self._made: Optional[_Made] = None

    def __reduce__(self) -> Any:
        return Function, (self._core, self._text)

    # --- what it is ---

    def _ready(self) -> _Made:
        made = self._made
        if made is None:
            with self._core.lock:
                made = self._made = self._made or _Made(self._core, self._text)
        return made

    @property
    def name(self) -> str:
        return self._text

    @property
    def tier(self) -> str:
        """What runs it at the moment: "tcc", "cc" or "evaluator"."""
        return self._ready().handle.tier

    def upgraded(self, wait: bool = False) -> bool:
        """Does it run by the faster code that `upgrade` asks for? With `wait`, once that is made."""
        return bool(library().upgraded(self._ready().handle.pointer, int(wait)) == 1)

    @property
    def inputs(self) -> Tuple[Array, ...]:
        return self._ready().inputs

    @property
    def outputs(self) -> Tuple[Array, ...]:
        return self._ready().outputs

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of all arrays: float64, or float32 with real="float"."""
        return self._ready().dtype

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """What was said of it when it was made, beside what was said of the model."""
        return self._ready().handle.diagnostics

    def describe(self) -> str:
        """What it is, its arrays, their shapes and units."""
        lines = [repr(self)[1:-1]]
        if self._text in function_table():
            lines.append(function_table()[self._text])
        for arrow, arrays in (("in ", self.inputs), ("out", self.outputs)):
            for each in arrays:
                shape = ", ".join(["..."] + [str(size) for size in each.shape])
                lines.append(f"  {arrow} {each.name} ({shape}): {each.meaning}; {each.unit}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        title = f"{self._core.info.name}.{self._text}"
        made = self._made
        if made is None:
            return f"<rigidc function {title}>"
        outputs = ", ".join(each.name for each in made.outputs)
        return f"<rigidc function {title}({', '.join(made.names)}) -> {outputs}, {made.handle.tier}>"

    def at(self, frame: str) -> Function:
        """The same function of a body or frame, `arm.fk.at("tool0")`, of that seen from another,
        `arm.fk.at("tool0").at("camera")`, or of a phase or contact, `dog.fd.at("stand")`."""
        found = self._at.get(frame)
        if found is None:
            if '"' in frame:
                raise ValueError(f"no name with a quote can be asked for: {frame!r}")
            found = self._at.setdefault(frame, Function(self._core, f'{self._text}:"{frame}"'))
        return found

    # --- calling ---

    def _called(self) -> _Made:
        """What a call needs. Where a name is missing, the error shows a call that has one."""
        try:
            return self._ready()
        except Error as error:
            first = self._first(error)
            if first is None:
                raise
            call = f"m.{with_underscore(self._text)}({first!r}, ...)"
            raise Error(error.status, f"{error.message}\n    in Python: {call}", error.diagnostics) from None

    def _first(self, error: Error) -> Optional[str]:
        """What could come first in a call: a method, a function, a name. None: nothing is missing."""
        methods = [name.split(":")[1] for name in function_table() if name.startswith(self._text + ":")]
        if methods:
            return methods[-1]
        if self._text in operator_table():
            return "rnea"
        return "NAME" if f"help: write {self._text}:NAME" in error.message else None

    def __call__(self, *given: Any, **named: Any) -> Any:
        made = self._made
        out = named.pop("out", None) if named else None
        if made is None or named or len(given) != len(made.shapes):
            return self._call(given, named, out)
        for array, shape in zip(given, made.shapes):
            if type(array) is not np.ndarray or array.shape != shape or array.dtype is not made.dtype:
                return self._call(given, named, out)
        return made.one(given, out)

    def _call(self, given: Tuple[Any, ...], named: Mapping[str, Any], out: Any) -> Any:
        if given and isinstance(given[0], str):
            return self.at(given[0])(*given[1:], out=out, **named)
        made = self._called()
        values = self._assigned(made, given, named)
        arrays = [self._converted(each, values.get(each.name), made.dtype) for each in made.inputs]
        leads = {array.shape[:-1] for array in arrays}
        try:
            lead = leads.pop() if len(leads) == 1 else np.broadcast_shapes(*leads)
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(made.names, arrays))
            raise ValueError(f"{self._text}: leading axes do not fit together: {shapes}") from None
        if not lead:
            return made.one(arrays, out)
        return made.many(arrays, lead, out)

    def _assigned(self, made: _Made, given: Tuple[Any, ...], named: Mapping[str, Any]) -> Dict[str, Any]:
        """Each input by its name."""
        usage = f"{self._text}({', '.join(made.names)})"
        if len(given) > len(made.names):
            raise TypeError(f"{usage} takes {len(made.names)} arrays, {len(given)} are given")
        values = dict(zip(made.names, given))
        for name, value in named.items():
            if name in values:
                raise TypeError(f"{usage}: {name} is given twice")
            if name not in made.names:
                raise TypeError(f"{usage} takes no {name}")
            values[name] = value
        missing = [name for name in made.names if values.get(name) is None and name not in ("u", "ud", "udd", "s", "f_ext")]
        if missing:
            raise TypeError(f"{usage}: missing {', '.join(missing)}")
        return values

    def _converted(self, wanted: Array, value: Any, dtype: np.dtype[Any]) -> Numbers:
        """(..., n) of the function's numbers."""
        if value is None:
            info = self._core.info
            given = {"u": info.inputs, "s": info.states}.get(wanted.name)
            return np.zeros(wanted.shape, dtype) if given is None else input_defaults(given).astype(dtype)
        if type(value) is np.ndarray and value.dtype is dtype and value.shape[-1:] == wanted.shape:
            return value
        if isinstance(value, Mapping):
            names = self._names_in(wanted)
            if names is None:
                raise TypeError(f"{self._text}: {wanted.name} is not given by names")
            try:
                value = names.gather(value)
            except ValueError as error:
                raise ValueError(f"{self._text}: {wanted.name}: {error}") from None
        array = real_array(value, f"{self._text}: {wanted.name}")
        by_rows = array.shape[-1:] != wanted.shape and math.prod(array.shape[-2:]) == wanted.numbers
        if by_rows and _is_of_matrix(wanted.name):
            array = array.reshape(array.shape[:-2] + wanted.shape)
        if not array.ndim and wanted.shape == (1,):
            array = array.reshape(1)
        if wanted.name in _GIVEN_SCALARS and array.shape[-1:] != (1,):
            array = array[..., np.newaxis]
        if array.shape[-1:] != wanted.shape:
            names = self._names_in(wanted)
            order = f": {names.shown}" if names else ""
            raise ValueError(f"{self._text}: {wanted.name} has shape {array.shape}, wanted (..., {wanted.numbers}){order}")
        return np.asarray(array, dtype=dtype)

    def _names_in(self, wanted: Array) -> Optional[_names.Names]:
        if wanted.name not in self._by_name:
            self._by_name[wanted.name] = self._names_of(wanted)
        return self._by_name[wanted.name]

    def _names_of(self, wanted: Array) -> Optional[_names.Names]:
        info = self._core.info
        if wanted.name in ("q", "q0", "q1"):
            return _names.of_coordinates("coordinate", info.coordinates, info.joints, False)
        if wanted.name in ("qd", "qdd", "tau", "v"):
            return _names.of_coordinates("velocity", info.velocities, info.joints, True)
        if wanted.phase is not None:
            return _names.of_rows(wanted.phase, info)
        if wanted.name == "u":
            return _names.of_inputs(info.inputs)
        if wanted.name in ("ud", "udd"):
            return _names.of_inputs(info.inputs, moving=True)
        if wanted.name == "s":
            return _names.of_inputs(info.states)
        wrenches = self._core.options.wrench_names()
        if wanted.name == "f_ext" and wrenches and wanted.numbers == 6 * len(wrenches):
            return _names.of_wrenches(wrenches)
        return None
