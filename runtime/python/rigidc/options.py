"""What shapes a model and its code, as rigidc_options has it."""

from __future__ import annotations

import ctypes
import difflib
import functools
import numbers
from dataclasses import dataclass, fields
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from . import _library
from ._library import encoded

Strings = Union[str, Iterable[str]]
Settings = Union[str, Iterable[str], Mapping[str, Any]]

_LISTS = {
    "wrench": "wrenches", "define": "defines", "lock": "locks", "parametrize": "parametrizes", "warning": "warnings", "no_pass": "no_passes",
    "sensor": "sensors", "include": "includes", "contact": "contacts", "phase": "phases", "idle": "idles", "without": "withouts",
}
_TEXTS = ("prefix", "search", "batch", "sincos", "cache", "lanes", "preset", "matrix", "base", "code_size", "model", "dh", "dispatch")
_NUMBERS = (
    "real_float", "fma", "zeros_once", "contract", "no_snapping", "keep_damping", "keep_rotors", "keep_actuators", "keep_forces", "upgrade", "misra", "markers", "muscles", "dh_degrees", "dh_millimetres",
    "outside", "xacro",
)

# What the command calls otherwise, or says by a word: --real=float is real_float=True.
_COMMAND: Dict[str, Tuple[str, Dict[str, Any]]] = {
    "real": ("real_float", {"double": -1, "float": 1}),
    "fma": ("fma", {"on": 1, "auto": 2, "off": -1}),
    "fp_contract": ("contract", {"off": -1, "allow": 1}),
    "zeros": ("zeros_once", {"always": False, "once": True}),
    "size": ("code_size", {}),
    "warn": ("warning", {}),
    "W": ("warning", {}),
    "D": ("define", {}),
    "I": ("include", {}),
    "O": ("level", {}),
}

# Words of keep=["damping", "actuators"], as of --keep=damping,actuators.
_KEPT = {"damping": "keep_damping", "rotors": "keep_rotors", "actuators": "keep_actuators", "forces": "keep_forces", "markers": "markers"}


@functools.lru_cache(maxsize=None)
def _formats() -> Dict[Optional[str], int]:
    """By its name the number that the library has for a format."""
    numbers_of: Dict[Optional[str], int] = {None: 0}
    name = _library.library().format_name(1)
    while name:
        numbers_of[name.decode()] = len(numbers_of)
        name = _library.library().format_name(len(numbers_of))
    return numbers_of


@dataclass
class Options:
    """Lists of strings may be one string; a dictionary sets NAME=VALUE: `lock={"finger": "20 mm"}`, `define={"length": 1.5}`."""

    prefix: Optional[str] = None  # of names in generated C; else the model's name
    preset: Optional[str] = None  # "portable", "native", "throughput", "microcontroller": values for options that are not given
    real_float: int = 0  # 1: generated code and execution in float; -1: in double, whatever the preset is
    wrench: Strings = ()  # bodies and frames with an external wrench, "[NAME=]BODY[:world][:point]", or "all"
    define: Settings = ()  # "name=expression" of constants, and of parameters that become constants
    lock: Settings = ()  # "joint" or "joint=value": held there
    parametrize: Strings = ()  # given at run time: "inertial", "body:BODY", "payload:FRAME", "geometry", "gravity"; "none": no parameters of the model
    warning: Strings = ()  # "name", "no-name", "error", "error=name"
    level: Optional[int] = None  # of -O: 0 to 3
    search: Optional[str] = None  # "none", "quick", "thorough"; None: quick for text, none for execution
    batch: Optional[str] = None  # "auto", "2", "4", "8", "16": C text, and upgrades, have functions of many states
    sincos: Optional[str] = None  # "inline", "libm", "given"
    fma: int = 0  # 1: fma(a, b, c) where only one sum reads a product; 2: text has either form; -1: off, whatever the preset is
    matrix: Optional[str] = None  # "full", "packed": symmetric ones as their lower triangle, "sparse": without zeros by structure, "packed-sparse"
    zeros_once: bool = False  # C text: an init function writes zeros by structure
    contract: int = 0  # 1: the C compiler may fuse a*b + c; -1: it may not, whatever the preset is
    progress: Optional[Callable[[str, float, int], Any]] = None  # what is true ends a thorough search. Not to use the model
    no_pass: Strings = ()  # passes to leave out
    from_: Optional[str] = None  # a name of `rigidc --list=formats`; None: by content
    no_snapping: bool = False  # angles near a quarter turn stay as they are
    base: Optional[str] = None  # of another format: "fixed", or "free": the root body moves freely; None: as the format has it
    keep_damping: bool = False  # of another format than OpenSim
    keep_rotors: bool = False  # of a URDF
    keep_actuators: bool = False  # of an MJCF file: they are inputs
    keep_forces: bool = False  # of an OpenSim model: forces of coordinates, springs, bushings, smooth contacts
    sensor: Strings = ()  # of a URDF: fixed joints whose wrench `reaction` has
    markers: bool = False  # of an OpenSim model: they are frames
    muscles: bool = False  # of an OpenSim model or an MJCF file: they are tendons
    model: Optional[str] = None  # of an SDFormat file: name of the model that is read; None: the one that is not static
    outside: bool = False  # of an MJCF file: files that it names by "../" may lie outside of its folder and of `include`
    xacro: bool = False  # of a path that ends in .xacro: the program xacro of PATH expands the file
    dh: Optional[str] = None  # of a Denavit-Hartenberg table: "standard", "modified"; None: its comment says it
    dh_degrees: bool = False  # its angles
    dh_millimetres: bool = False  # its lengths
    closure: float = 0.0  # how far closed loops may be open, in shares of the model's own size; 0: 5e-5
    closure_angle: float = 0.0  # the same of angles, rad; 0: 5e-5
    snap_angles: float = 0.0  # of a URDF, rad: angles as near to a quarter turn are that
    upgrade: bool = False  # tier "auto": the C compiler makes faster code in the background, which calls take when it is there
    cache: Optional[str] = None  # a folder, ours alone, where that is kept for the next start
    gravity: Any = None  # instead of the model's: (0, 0, -1.62), or "(0, 0, -1.62 m/s^2)"
    include: Strings = ()  # folders of files that the model includes, beside its own
    lanes: Optional[str] = None  # limbs that are alike side by side: "auto" (the default), "off", "2", "4", "8"
    code_size: Optional[str] = None  # C text: "on": few bytes of machine code, with loops; "off"; "auto": as "off"
    dispatch: Optional[str] = None  # C text: "auto" (the default): it chooses code for AVX2 at run time; "off"
    misra: bool = False  # C text: in the form that MISRA C:2012 asks for
    contact: Settings = ()  # "name=frame" or "name=frame:kind", further contacts: {"sole": "left_sole:fixed"}
    phase: Settings = ()  # "name=contact,contact", further phases: {"stand": "left, right"}
    idle: Strings = ()  # joints that nothing drives
    without: Strings = ()  # of joints, struts and tendons: "friction", "damping", "armature", "limits" are left out

    def wrench_names(self) -> List[str]:
        """Whose wrenches are asked for; [] where that is not said one by one."""
        names = strings(self.wrench)
        plain = not any("=" in name or name.endswith((":world", ":point")) for name in names)
        return names if plain and names != ["all"] else []

    def in_c(self, raised: List[BaseException]) -> _library.Options:
        """The struct; what `progress` raises ends a search and is put into `raised`. The callback lives as long as the struct."""
        options = _library.Options()
        for name, count in _LISTS.items():
            texts = [encoded(text) for text in strings(getattr(self, name))]
            setattr(options, name, (ctypes.c_char_p * len(texts))(*texts))
            setattr(options, count, len(texts))
        for name in _TEXTS:
            text = getattr(self, name)
            setattr(options, name, None if text is None else encoded(str(text)))
        options.gravity = None if self.gravity is None else encoded(_value(self.gravity))
        for name in _NUMBERS:
            setattr(options, name, int(getattr(self, name)))
        if self.from_ not in _formats():
            raise ValueError(f"from_ is {' or '.join(repr(name) for name in _formats() if name)}, not {self.from_!r}")
        setattr(options, "from", _formats()[self.from_])
        options.level = 0 if self.level is None else 1 + self.level
        for name in ("snap_angles", "closure", "closure_angle"):
            setattr(options, name, getattr(self, name))
        if self.progress:
            options.progress = _library.PROGRESS(_callback(self.progress, raised))
        return options


def _names() -> List[str]:
    """Names of all options as callers write them: those of the command where they are words, else those of the fields."""
    words = {own: name for name, (own, _) in reversed(_COMMAND.items()) if len(name) > 1}
    names = [words.get(field.name, field.name) for field in fields(Options) if field.name not in _KEPT.values()]
    return [*names, "keep"]


def options_of(given: Mapping[str, Any]) -> Options:
    """By their names here, or by those of the command with _ for -."""
    known = [field.name for field in fields(Options)]
    named: Dict[str, Any] = {}
    for name, value in _each(given):
        own, words = _COMMAND.get(name, (name, {}))
        if own not in known:
            near = difflib.get_close_matches(name, [*known, *_COMMAND, "keep"], 1)
            raise TypeError(f"there is no option {name!r}; " + (
                "what runs functions is tier" if name == "jit" else
                f"did you mean {near[0]!r}?" if near else f"there are {', '.join(_names())}"))
        if own in named:
            raise TypeError(f"{own} is given twice, once by another name")
        if words and isinstance(value, str) and value not in words:
            raise ValueError(f"{name} is {' or '.join(map(repr, words))}, not {value!r}")
        named[own] = words.get(value, value) if isinstance(value, str) else value
    return Options(**named)


def _each(given: Mapping[str, Any]) -> Iterator[Tuple[str, Any]]:
    """Names and values, with an option for each word of `keep`."""
    for name, value in given.items():
        if name != "keep":
            yield name, value
            continue
        for word in value.split(",") if isinstance(value, str) else value:
            if word not in _KEPT:
                raise ValueError(f"keep is of {', '.join(_KEPT)}, not {word!r}")
            yield _KEPT[word], True


def _callback(progress: Callable[[str, float, int], Any], raised: List[BaseException]) -> Callable[..., int]:
    def called(_context: Any, function: bytes, part: float, operations: int) -> int:
        try:
            return 1 if progress(_library.string(function), part, operations) else 0
        except BaseException as error:
            raised.append(error)
            return 1

    return called


def _value(value: Any) -> str:
    """As the language writes it: 0.1, (0, 0, -9.81), or the text itself."""
    if isinstance(value, str):
        return value
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, Iterable):
        return "(" + ", ".join(_value(each) for each in value) + ")"
    raise TypeError(f"{value!r} is no number, vector or text")


def strings(given: Settings) -> List[str]:
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping):
        return [name if value is None else f"{name}={_value(value)}" for name, value in given.items()]
    return [str(each) for each in given]
