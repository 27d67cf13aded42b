"""Types of arrays, for hints."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intc]
Numbers = NDArray[Any]  # of any kind


def real_array(value: Any, what: str, unit: str = "") -> Numbers:
    """As an array, where nothing would be lost: `what` is said to be of real numbers, all of them there."""
    if np.ma.is_masked(value):
        raise TypeError(f"{what} is masked in part: fill it first, as by numpy.ma.filled")
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{what} is of real numbers{f' in {unit}' if unit else ''}, not of {array.dtype}")
    return array
