"""Parameters: what a model leaves to be given while the program runs."""

from __future__ import annotations

import difflib
from typing import Any, Dict, Iterator, List, MutableMapping, Tuple

import numpy as np

from ._core import Core
from ._types import Floats, Numbers, real_array
from ._words import with_underscore, without_underscore
from .info import Param, constant, symmetric

_LOWER = ((0, 1, 1, 2, 2, 2), (0, 0, 1, 0, 1, 2))  # xx xy yy xz yz zz


def check_symmetric(param: Param, array: Numbers) -> None:
    """A matrix that is given for six numbers must be symmetric."""
    if param.count == 6 and array.shape == (3, 3) and not np.array_equal(array, array.T):
        raise ValueError(f"parameter {param.name} is a symmetric matrix; this one is not: {array.tolist()}")


def _numbers(param: Param, value: Any) -> Floats:
    """All numbers of a parameter, of what a caller gives."""
    array = real_array(value, f"parameter {param.name}", param.unit).astype(float)
    check_symmetric(param, array)
    if param.count == 6 and array.shape == (3, 3):
        return array[_LOWER]
    if array.shape == (param.count,) or (param.count == 1 and array.shape == ()):
        return array.reshape(param.count)
    wanted = {1: "one number", 6: "a symmetric matrix (3, 3), or its xx xy yy xz yz zz"}.get(param.count, f"({param.count},)")
    raise ValueError(f"parameter {param.name} has shape {array.shape}, wanted {wanted}, in {param.unit}")


class Params(MutableMapping[str, Any]):
    """The parameters of a model, in SI units, as attributes and by name: numbers, vectors (3,), symmetric matrices (3, 3).
    An attribute that would be a word of Python has an underscore behind it.

    What is set is true of all functions of the model, those made later too. Setting waits for calls that are under way.
    Arrays that are read are copies and cannot be written: set the parameter."""

    _core: Core
    _params: Dict[str, Param]

    def __init__(self, core: Core) -> None:
        object.__setattr__(self, "_core", core)
        object.__setattr__(self, "_params", {param.name: param for param in core.info.params})

    def __reduce__(self) -> Any:
        return Params, (self._core,)

    @property
    def info(self) -> Tuple[Param, ...]:
        """Names, units, documentation and defaults."""
        return self._core.info.params

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self.__dict__.get("_params", ()), 1)
        return f"there is no parameter {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")

    def __getitem__(self, name: str) -> Any:
        param = self._params.get(name)
        if param is None:
            raise KeyError(self._unknown(name))
        numbers = self._core.numbers[param.first:param.first + param.count]
        if param.count == 1:
            return float(numbers[0])
        return symmetric(numbers) if param.count == 6 else constant(numbers)

    def __setitem__(self, name: str, value: Any) -> None:
        self._set({name: value})

    def __delitem__(self, name: str) -> None:
        raise TypeError("parameters cannot be deleted; reset() gives them their defaults")

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def __len__(self) -> int:
        return len(self._params)

    def __getattr__(self, name: str) -> Any:
        asked = without_underscore(name)
        if asked not in self.__dict__.get("_params", ()):  # a copy is asked for names before it has any
            raise AttributeError(self._unknown(asked))
        return self[asked]

    def __setattr__(self, name: str, value: Any) -> None:
        asked = without_underscore(name)
        if asked not in self._params:
            raise AttributeError(self._unknown(asked))
        self[asked] = value

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *map(with_underscore, self._params)]

    def __repr__(self) -> str:
        return "<parameters " + ", ".join(f"{name}={np.asarray(self[name]).tolist()}" for name in self) + ">"

    def _set(self, values: Dict[str, Any]) -> None:
        for name in values:
            if name not in self._params:
                raise KeyError(self._unknown(name))
        with self._core.lock:
            numbers = self._core.numbers.copy()
            for name, value in values.items():
                param = self._params[name]
                numbers[param.first:param.first + param.count] = _numbers(param, value)
            self._core.set_numbers(numbers)

    def update(self, *given: Any, **named: Any) -> None:
        """Several at once: functions see all of them or none."""
        self._set({**dict(*given), **{without_underscore(name): value for name, value in named.items()}})

    def reset(self) -> None:
        """All are what the model says."""
        self._set({param.name: param.usual_numbers for param in self.info})
