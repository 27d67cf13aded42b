"""rigidc.h as ctypes has it, and where the shared library is."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_size_t, c_ssize_t, c_ulong, c_void_p
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

from ._version import __version__

STRINGS = POINTER(c_char_p)
PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, c_char_p, c_double, c_ulong)


class _Sized(Structure):
    """A struct whose first member says how large it is."""

    def __init__(self) -> None:
        super().__init__()
        self.size = ctypes.sizeof(self)


class Options(_Sized):
    _fields_ = [
        ("size", c_size_t),
        ("prefix", c_char_p), ("preset", c_char_p), ("real_float", c_int),
        ("wrench", STRINGS), ("wrenches", c_size_t), ("define", STRINGS), ("defines", c_size_t),
        ("lock", STRINGS), ("locks", c_size_t), ("parametrize", STRINGS), ("parametrizes", c_size_t),
        ("warning", STRINGS), ("warnings", c_size_t),
        ("level", c_int), ("search", c_char_p), ("batch", c_char_p), ("sincos", c_char_p),
        ("fma", c_int), ("matrix", c_char_p), ("zeros_once", c_int), ("contract", c_int),
        ("progress", PROGRESS), ("progress_context", c_void_p),
        ("no_pass", STRINGS), ("no_passes", c_size_t),
        ("from", c_int), ("no_snapping", c_int), ("base", c_char_p), ("keep_damping", c_int), ("keep_rotors", c_int),
        ("sensor", STRINGS), ("sensors", c_size_t), ("snap_angles", c_double),
        ("allocate", c_void_p), ("allocate_context", c_void_p), ("upgrade", c_int), ("cache", c_char_p),
        ("gravity", c_char_p), ("lanes", c_char_p), ("include", STRINGS), ("includes", c_size_t), ("code_size", c_char_p), ("misra", c_int),
        ("contact", STRINGS), ("contacts", c_size_t), ("phase", STRINGS), ("phases", c_size_t), ("idle", STRINGS), ("idles", c_size_t), ("markers", c_int), ("muscles", c_int), ("model", c_char_p),
        ("dh", c_char_p), ("dh_degrees", c_int), ("dh_millimetres", c_int),
        ("without", STRINGS), ("withouts", c_size_t), ("closure", c_double), ("closure_angle", c_double), ("outside", c_int), ("dispatch", c_char_p),
        ("xacro", c_int), ("keep_actuators", c_int), ("keep_forces", c_int),
    ]


class DiagnosticInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("severity", c_int), ("check", c_char_p), ("file", c_char_p),
        ("line", c_int), ("column", c_int), ("length", c_int),
        ("text", c_char_p), ("help", c_char_p), ("note", c_char_p), ("note_file", c_char_p),
        ("note_line", c_int), ("note_column", c_int),
    ]


class ModelInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("doc", c_char_p),
        ("nq", c_int), ("nv", c_int), ("bodies", c_int), ("frames", c_int), ("params", c_size_t), ("gravity", c_double * 3),
        ("poses", c_size_t), ("contacts", c_size_t), ("phases", c_size_t), ("inputs", c_size_t),
        ("states", c_size_t), ("struts", c_size_t), ("groups", c_size_t),
    ]


class BodyInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("parent", c_int), ("R", c_double * 9), ("p", c_double * 3),
        ("mass", c_double), ("com", c_double * 3), ("inertia", c_double * 6),
    ]


class JointInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("kind", c_char_p), ("parent", c_int),
        ("q", c_int), ("nq", c_int), ("v", c_int), ("nv", c_int),
        ("moves", c_int), ("locked", c_int), ("coupled", c_int), ("limited", c_int),
        ("lower", c_double), ("upper", c_double), ("effort", c_double), ("speed", c_double),
    ]


class FrameInfo(_Sized):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("body", c_int), ("R", c_double * 9), ("p", c_double * 3)]


class CoordinateInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("unit", c_char_p), ("joint", c_int), ("element", c_int),
        ("lower", c_double), ("upper", c_double), ("effort", c_double), ("speed", c_double),
    ]


class ParamInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("doc", c_char_p), ("unit", c_char_p),
        ("first", c_int), ("count", c_int), ("usual", POINTER(c_double)), ("moving", c_int),
    ]


class PoseInfo(_Sized):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("doc", c_char_p), ("q", POINTER(c_double))]


class ContactInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("kind", c_char_p), ("body", c_int), ("R", c_double * 9), ("p", c_double * 3),
        ("ground_R", c_double * 9), ("ground_p", c_double * 3), ("rows", c_int), ("row", STRINGS), ("holds", POINTER(c_int)),
        ("friction", c_double), ("restitution", c_double), ("weight", c_double),
    ]


class StrutInfo(_Sized):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("tendon", c_int)]


class GroupInfo(_Sized):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("struts", c_int), ("strut", POINTER(c_int))]


class PhaseInfo(_Sized):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("rows", c_int), ("contacts", c_int), ("contact", POINTER(c_int))]


class ArrayInfo(_Sized):
    _fields_ = [
        ("size", c_size_t), ("name", c_char_p), ("meaning", c_char_p), ("unit", c_char_p),
        ("rows", c_int), ("columns", c_int), ("numbers", c_size_t), ("phase", c_char_p), ("real_float", c_int),
    ]


class LinearRequest(_Sized):
    _fields_ = [
        ("size", c_size_t), ("q", c_void_p), ("qd", c_void_p), ("tau", c_void_p), ("phase", c_char_p), ("all", c_int),
        ("dt", c_double), ("method", c_char_p), ("params", c_void_p), ("u", c_void_p), ("s", c_void_p),
    ]


class LinearSystem(_Sized):
    _fields_ = [
        ("size", c_size_t), ("states", c_int), ("inputs", c_int), ("A", POINTER(c_double)), ("B", POINTER(c_double)),
        ("directions", c_int), ("direction", POINTER(c_int)), ("drive", POINTER(c_int)),
        ("N", POINTER(c_double)), ("E", POINTER(c_double)),
        ("q", POINTER(c_double)), ("qd", POINTER(c_double)), ("tau", POINTER(c_double)), ("qdd", POINTER(c_double)),
        ("drives", c_int), ("u", POINTER(c_double)),
        ("places", c_int), ("place", POINTER(c_int)), ("P", POINTER(c_double)), ("s", POINTER(c_double)),
        ("Q", POINTER(c_double)), ("R", POINTER(c_double)),
    ]


# name, what it returns, what it takes; models, functions and arrays of pointers are void *
_FUNCTIONS: List[Tuple[str, Any, List[Any]]] = [
    ("version", c_char_p, []),
    ("strerror", c_char_p, [c_int]),
    ("format_name", c_char_p, [c_int]),
    ("load", c_int, [c_char_p, POINTER(Options), POINTER(c_void_p)]),
    ("read", c_int, [c_char_p, c_size_t, c_char_p, POINTER(Options), POINTER(c_void_p)]),
    ("model_free", None, [c_void_p]),
    ("messages", c_char_p, [c_void_p]),
    ("diagnostics", c_size_t, [c_void_p]),
    ("get_diagnostic", c_int, [c_void_p, c_size_t, POINTER(DiagnosticInfo)]),
    ("get_model", c_int, [c_void_p, POINTER(ModelInfo)]),
    ("get_body", c_int, [c_void_p, c_int, POINTER(BodyInfo)]),
    ("get_joint", c_int, [c_void_p, c_int, POINTER(JointInfo)]),
    ("get_frame", c_int, [c_void_p, c_int, POINTER(FrameInfo)]),
    ("get_coordinate", c_int, [c_void_p, c_int, POINTER(CoordinateInfo)]),
    ("get_velocity", c_int, [c_void_p, c_int, POINTER(CoordinateInfo)]),
    ("get_param", c_int, [c_void_p, c_size_t, POINTER(ParamInfo)]),
    ("get_declared_input", c_int, [c_void_p, c_size_t, POINTER(ParamInfo)]),
    ("get_state", c_int, [c_void_p, c_size_t, POINTER(ParamInfo)]),
    ("get_pose", c_int, [c_void_p, c_size_t, POINTER(PoseInfo)]),
    ("get_contact", c_int, [c_void_p, c_int, POINTER(ContactInfo)]),
    ("get_phase", c_int, [c_void_p, c_int, POINTER(PhaseInfo)]),
    ("get_strut", c_int, [c_void_p, c_int, POINTER(StrutInfo)]),
    ("get_group", c_int, [c_void_p, c_int, POINTER(GroupInfo)]),
    ("function_name", c_char_p, [c_size_t]),
    ("function_summary", c_char_p, [c_size_t]),
    ("operator_name", c_char_p, [c_size_t]),
    ("operator_summary", c_char_p, [c_size_t]),
    ("fused_name", c_char_p, [c_void_p, c_size_t]),
    ("emit", c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_char_p), POINTER(c_char_p)]),
    ("dump", c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_char_p)]),
    ("function_new", c_int, [c_void_p, c_char_p, c_int, POINTER(c_void_p)]),
    ("function_free", None, [c_void_p]),
    ("function_tier", c_int, [c_void_p]),
    ("upgraded", c_int, [c_void_p, c_int]),
    ("inputs", c_int, [c_void_p]),
    ("outputs", c_int, [c_void_p]),
    ("get_input", c_int, [c_void_p, c_int, POINTER(ArrayInfo)]),
    ("get_output", c_int, [c_void_p, c_int, POINTER(ArrayInfo)]),
    ("assemble", c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_double)]),
    ("linearize", c_int, [c_void_p, POINTER(LinearRequest), POINTER(LinearSystem)]),
    ("linear_method", c_char_p, [c_size_t]),
    ("call_many", c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p]),
    ("call_many_float", c_int, [c_void_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p]),
    ("set_params", c_int, [c_void_p, c_void_p]),
]

ADDRESS = c_void_p
STRIDE = c_ssize_t


def _candidates() -> Iterator[str]:
    """What the loader is asked for, one after the other."""
    soname = "librigidc.so." + ".".join(__version__.split(".")[:2])
    here = Path(__file__).resolve().parent
    for name in (soname, "librigidc.so"):
        if (here / name).exists():
            yield str(here / name)
    found = ctypes.util.find_library("rigidc")
    if found:
        yield found
    yield soname
    yield "librigidc.so"


def _open() -> ctypes.CDLL:
    chosen = os.environ.get("RIGIDC_LIBRARY")
    if chosen:
        return ctypes.CDLL(chosen)
    last: Optional[OSError] = None
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            last = error
    raise OSError(f"librigidc.so is not found: set RIGIDC_LIBRARY to its path, or put it beside {__file__} ({last})")


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The shared library. Its functions are found without rigidc_ in front: library().load."""
    opened = _open()
    for name, returns, takes in _FUNCTIONS:
        try:
            function = opened["rigidc_" + name]
        except AttributeError:
            raise OSError(f"{opened._name} is no librigidc, or an older one: it has no rigidc_{name}") from None
        function.restype, function.argtypes = returns, takes
        setattr(opened, name, function)
    version = opened.version().decode()
    if version.split(".")[:2] != __version__.split(".")[:2]:
        raise OSError(f"{opened._name} is librigidc {version}, this package is of {__version__}")
    return opened


def string(text: Optional[bytes]) -> str:
    """A name, of any bytes: encoded() gives them back."""
    return "" if text is None else text.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Text for the library, which ends it at a NUL."""
    return whole(text.encode("utf-8", "surrogateescape"))


def whole(content: bytes) -> bytes:
    """The bytes of a text for the library, none of them a NUL."""
    if b"\0" in content:
        raise ValueError(f"a NUL in {content!r}")
    return content


def shown(text: Optional[bytes]) -> str:
    """A text to be printed, even where it is no UTF-8."""
    return "" if text is None else text.decode("utf-8", "backslashreplace")


@functools.lru_cache(maxsize=None)
def function_table() -> Dict[str, str]:
    """The functions that can be asked for, and what they are."""
    return _table(library().function_name, library().function_summary)


@functools.lru_cache(maxsize=None)
def operator_table() -> Dict[str, str]:
    """The operators that may stand before a function, and what they are."""
    return _table(library().operator_name, library().operator_summary)


def _table(name_of: Any, summary_of: Any) -> Dict[str, str]:
    table: Dict[str, str] = {}
    number = 0
    while True:
        name = name_of(number)
        if name is None:
            return table
        table.setdefault(string(name), string(summary_of(number)))
        number += 1
