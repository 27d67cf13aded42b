"""Stands in for JAX, which Debian lacks: arrays of numpy that cannot be written. It has only what generated modules use."""

import numpy as np


class Array(np.ndarray):
    pass


def fixed(array):
    result = np.asarray(array).view(Array)
    result.flags.writeable = False
    return result
