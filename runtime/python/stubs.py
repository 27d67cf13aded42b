"""Writes the types of a model's functions, rigidc/_functions.pyi, _torch_functions.pyi and _jax_functions.pyi, from the tables of the compiler.

    python stubs.py RIGIDC            writes them: `make python-types`
    python stubs.py RIGIDC --check    says what differs: exit 1"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Tuple

NAMES = {"FRAME": "frame", "STRUT": "strut", "GROUP": "group", "NAME": "law", "PHASE": "phase"}  # what comes first in a call, as the table has it
SCALARS = ("kinetic", "potential", "mass", "l")  # numbers, or arrays of leading axes alone
ROWS = ("id", "lambda", "closure", "project", "lambda_derivatives")  # loops and constraints have rows without a phase

Arguments = Tuple[Tuple[str, ...], Tuple[str, ...], Tuple[str, ...]]  # names, inputs, outputs


@dataclass
class Word:
    """What a function begins with: "step" of "step:euler"."""

    summary: str
    methods: List[str] = field(default_factory=list)
    calls: List[Arguments] = field(default_factory=list)

    def add(self, names: Tuple[str, ...], inputs: Tuple[str, ...], outputs: Tuple[str, ...]) -> None:
        known = any(len(call[0]) == len(names) and call[1] == inputs and len(call[2]) == len(outputs) for call in self.calls)
        if not known:
            self.calls.append((names, inputs, outputs))


@dataclass
class Arrays:
    """How a call is written for one kind of arrays."""

    head: str
    base: str  # of the class of a function
    array: str  # a result
    given: str  # an argument
    number: str  # an argument of one number
    options: str  # arguments by name alone
    more: str  # arguments by name of operators
    by_name: bool  # may inputs be given by name?


NUMPY = Arrays('''from typing import Any, List, Literal, Mapping, NamedTuple, Protocol, Sequence, Tuple, Union, overload

from ._types import Numbers
from .function import Function

class HasArray(Protocol):
    """An array of NumPy, PyTorch, JAX or pandas."""

    def __array__(self) -> Any: ...

Given = Union[HasArray, float, List[Any], Tuple[Any, ...], Mapping[str, Any], None]  # a text is no array
Out = Union[Numbers, Sequence[Numbers | None], Mapping[str, Numbers], None]
''', "Function", "Numbers", "Given", "Given", "sc: Given = ..., out: Out = ...", "out: Out = ..., **named: Given", True)

PARAMS = "params: Mapping[str, Tensor] | None = ..."

TORCH = Arrays('''from typing import Any, Literal, Mapping, NamedTuple, overload

from torch import Tensor

from .torch import TorchFunction
''', "TorchFunction", "Tensor", "Tensor", "Tensor", PARAMS, PARAMS, False)

JAX_PARAMS = "params: Mapping[str, Given | float] | None = ..."

JAX = Arrays('''from typing import Any, Literal, Mapping, NamedTuple, Union, overload

from jax import Array

from ._types import Numbers
from .jax import JaxFunction

Given = Union[Array, Numbers]
''', "JaxFunction", "Array", "Given", "Given | float", JAX_PARAMS, JAX_PARAMS, False)


def python_name(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def lines_of(rigidc: str, table: str) -> List[str]:
    return subprocess.run([rigidc, f"--list={table}"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()


def words_of(lines: List[str]) -> Dict[str, Word]:
    words: Dict[str, Word] = {}
    for line in lines:
        found = re.fullmatch(r"(\S+) +(.*?) +-> (.*?)  +(.*)", line)
        if not found:
            raise SystemExit(f"stubs.py: what does this line say? {line}")
        name, inputs, outputs, summary = found.groups()
        first, *rest = name.split(":")
        word = words.setdefault(first, Word(summary))
        names = []
        for each in rest:
            if each in NAMES:
                names.append("seen_from" if "frame" in names else NAMES[each])
            else:
                names.append("method")
                word.methods += [each] if each not in word.methods else []
        arguments = tuple(inputs.split()), tuple(outputs.split())
        if names == ["phase"] and first in ROWS:
            word.add((), *arguments)
        word.add(tuple(names), *arguments)
    return words


def class_name(word: str) -> str:
    return "".join(part.capitalize() for part in word.split("_"))


def result_of(word: str, outputs: Tuple[str, ...], arrays: Arrays) -> Tuple[str, str]:
    """The type of a result, and its class, if it has several outputs. Those by u, ud, udd and s are there for models with such inputs alone."""
    outputs = tuple(name for name in outputs if not name.endswith(("_u", "_du", "_dud", "_dudd", "_ds")))
    types = ["Any" if name in SCALARS else arrays.array for name in outputs]
    if len(outputs) == 1:
        return types[0], ""
    name = class_name(word) + "Result"
    return name, f"class {name}(NamedTuple):\n" + "".join(
        f"    {python_name(each)}: {kind}\n" for each, kind in zip(outputs, types)) + "\n"


def call_of(word: Word, call: Arguments, result: str, arrays: Arrays) -> str:
    names, inputs, _ = call
    first = [f"{name}: Literal[{', '.join(map(repr, word.methods))}]" if name == "method" else f"{name}: str" for name in names]
    rest = [f"{python_name(name)}: {arrays.number if name == 'dt' else arrays.given}" + (" = ..." if name in ("u", "f_ext") else "") for name in inputs]
    all_of = [*first, *(["/"] if first else []), *rest] if arrays.by_name else [*first, *rest, "/"]
    moved = [name for name in ("u", "ud", "udd", "s") if arrays.by_name and "q" in inputs and name not in inputs]  # of models with moving inputs
    options = [*(f"{name}: {arrays.given} = ..." for name in moved), arrays.options]
    return f"    def __call__(self, {', '.join(all_of)}, *, {', '.join(options)}) -> {result}: ..."


def text_of(words: Dict[str, Word], operators: List[str], arrays: Arrays) -> str:
    parts = ['"""The functions of a model, for checkers of types: `make python-types` writes this from `rigidc --list=functions`."""\n\n', arrays.head]
    for name, word in words.items():
        results = [result_of(name, call[2], arrays) for call in word.calls]
        parts += ["\n", *dict.fromkeys(text for _, text in results)]
        overload = "    @overload\n" if len(word.calls) > 1 else ""
        calls = [overload + call_of(word, call, result, arrays) + "\n" for call, (result, _) in zip(word.calls, results)]
        parts.append(f'class {class_name(name)}({arrays.base}):\n    """{word.summary}"""\n\n' + "\n".join(calls))
    parts.append(f'\nclass Operator({arrays.base}):\n    """Of a function, whose name comes first, and then its frame, phase or method."""\n\n'
                 f"    def __call__(self, function: str, /, *given: Any, {arrays.more}) -> Any: ...\n")
    parts.append('\nclass Functions:\n    """What a model has as attributes."""\n\n')
    parts += [f"    {python_name(name)}: {class_name(name)}\n" for name in words]
    parts += [f"    {name}: Operator\n" for name in operators]
    return "".join(parts)


def main(rigidc: str, check: bool) -> int:
    words = words_of(lines_of(rigidc, "functions"))
    operators = [line.split(":")[0] for line in lines_of(rigidc, "operators")]
    differs = 0
    for name, arrays in (("_functions.pyi", NUMPY), ("_torch_functions.pyi", TORCH), ("_jax_functions.pyi", JAX)):
        place, text = Path(__file__).parent / "rigidc" / name, text_of(words, operators, arrays)
        if not check:
            place.write_text(text)
        elif not place.exists() or place.read_text() != text:
            print(f"{name} is not what `make python-types` writes")
            differs = 1
    return differs


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--check" in sys.argv))
