"""Foreign functions of XLA, in Python: the calling convention that xla/ffi/api/c_api.h of jaxlib has, as ctypes has it."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any, Callable, List, NamedTuple, Sequence, Tuple

import numpy as np

_TYPES = {11: np.dtype(np.float32), 12: np.dtype(np.float64)}  # numbers that XLA has for types
_INTERNAL = 13  # of errors
_METADATA = 1  # of extensions


class _Version(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("major", c_int), ("minor", c_int)]


class _ErrorArguments(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("message", c_char_p), ("code", c_int)]


class _Api(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("version", _Version), ("internal", c_void_p),
                ("error", CFUNCTYPE(c_void_p, POINTER(_ErrorArguments)))]


class _Metadata(Structure):
    _fields_ = [("size", c_size_t), ("version", _Version), ("traits", c_uint32)]


class _Extension(Structure):
    _fields_ = [("size", c_size_t), ("kind", c_int), ("next", c_void_p), ("metadata", POINTER(_Metadata))]


class _Buffer(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("dtype", c_int), ("data", c_void_p), ("rank", c_int64), ("dims", POINTER(c_int64))]


class _Arrays(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("count", c_int64), ("kinds", c_void_p), ("buffers", POINTER(POINTER(_Buffer)))]


class _Text(Structure):
    _fields_ = [("text", c_void_p), ("length", c_size_t)]


class _Attributes(Structure):
    _fields_ = [("size", c_size_t), ("extension", c_void_p), ("count", c_int64), ("kinds", c_void_p), ("names", c_void_p),
                ("values", POINTER(POINTER(_Text)))]


class _Frame(Structure):
    _fields_ = [("size", c_size_t), ("extension", POINTER(_Extension)), ("api", POINTER(_Api)), ("context", c_void_p), ("stage", c_int),
                ("arguments", _Arrays), ("results", _Arrays), ("attributes", _Attributes)]


_HANDLER = CFUNCTYPE(c_void_p, POINTER(_Frame))


class Array(NamedTuple):
    """An array of XLA, by rows."""

    address: int
    shape: Tuple[int, ...]
    dtype: Any

    def numbers(self) -> Any:
        kind = ctypes.c_float if self.dtype.itemsize == 4 else ctypes.c_double
        return np.ctypeslib.as_array((kind * int(np.prod(self.shape))).from_address(self.address))


def _arrays(given: _Arrays) -> Sequence[Array]:
    buffers = [given.buffers[i][0] for i in range(given.count)]
    return [Array(each.data or 0, tuple(each.dims[:each.rank]), _TYPES[each.dtype]) for each in buffers]


_kept: List[Any] = []  # XLA keeps addresses of handlers


def handler(call: Callable[[str, Sequence[Array], Sequence[Array]], None]) -> Any:
    """A foreign function with one attribute, a text: call(text, arguments, results). An exception is an error of XLA."""

    def handle(at: Any) -> Any:
        frame = at[0]
        if frame.extension and frame.extension[0].kind == _METADATA:
            version, of_api = frame.extension[0].metadata[0].version, frame.api[0].version
            version.major, version.minor = of_api.major, of_api.minor
            return None
        try:
            text = frame.attributes.values[0][0]
            call(ctypes.string_at(text.text, text.length).decode(), _arrays(frame.arguments), _arrays(frame.results))
        except BaseException as error:
            said = _ErrorArguments(ctypes.sizeof(_ErrorArguments), None, str(error).encode(), _INTERNAL)
            return frame.api[0].error(said)
        return None

    _kept.append(_HANDLER(handle))
    return _kept[-1]
