"""jax.numpy of the stand-in."""

import numpy as np

from . import fixed

broadcast_shapes, issubdtype, inexact = np.broadcast_shapes, np.issubdtype, np.inexact


def _elementwise(function):
    return lambda *given: fixed(function(*given))


for _name in ("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "sqrt", "exp", "log", "tanh", "abs", "floor", "where", "array",
              "zeros", "stack", "broadcast_to"):
    globals()[_name] = _elementwise(getattr(np, _name))
