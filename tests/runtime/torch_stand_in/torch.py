"""Stands in for PyTorch where it is not installed: tensors that are arrays of numpy, and functions whose backward a test calls. It has only
what rigidc.torch and generated modules use. Tensors that functions return cannot be written."""

import numpy as np

STAND_IN = True
float64, float32, int64 = np.dtype(np.float64), np.dtype(np.float32), np.dtype(np.int64)


class Device:
    def __init__(self, kind):
        self.type = kind

    def __str__(self):
        return self.type


class Tensor(np.ndarray):
    device = Device("cpu")

    def detach(self):
        return self

    def resolve_neg(self):
        return self

    def to(self, dtype):
        return self.astype(dtype)

    def is_floating_point(self):
        return self.dtype.kind == "f"

    def is_complex(self):
        return self.dtype.kind == "c"

    def numpy(self):
        return self.view(np.ndarray)

    def expand(self, *shape):
        return np.broadcast_to(self, shape[0] if shape and isinstance(shape[0], tuple) else shape, subok=True)

    def new_full(self, shape, value):
        return fixed(np.full(shape, value, self.dtype))

    def new_zeros(self, shape):
        return self.new_full(shape, 0)


def fixed(array):
    """A tensor that cannot be written."""
    result = np.asarray(array).view(Tensor)
    result.flags.writeable = False
    return result


def full_like(like, value):
    return like.new_full(like.shape, value)


def zeros(shape, dtype):
    return fixed(np.zeros(shape, dtype))


def stack(parts, axis):
    return fixed(np.stack(parts, axis))


def where(condition, a, b):
    return fixed(np.where(condition, a, b))


def elementwise(function):
    return lambda *given: fixed(function(*given))


for name in ("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "sqrt", "exp", "log", "tanh", "abs", "floor"):
    globals()[name] = elementwise(getattr(np, name))


def tensor(numbers, dtype=float64):
    return np.array(numbers, dtype=dtype).view(Tensor)


def from_numpy(array):
    return array.view(Tensor)


def cat(parts, axis):
    return np.concatenate(parts, axis).view(Tensor)


def broadcast_shapes(*shapes):
    return np.broadcast_shapes(*shapes)


class Context:
    def save_for_backward(self, *saved):
        self.saved_tensors = saved

    save_for_forward = save_for_backward


class autograd:
    forward_ad = None

    class Function:
        last = None  # the context of the last call

        @classmethod
        def apply(cls, *given):
            ctx = Context()
            result = cls.forward(*given)
            cls.setup_context(ctx, given, result)
            autograd.Function.last = ctx
            return result


class ops:
    """Operators that a library defines: their kernels for the CPU."""


class library:
    class Library:
        def __init__(self, namespace, kind):
            self.operators = type(namespace, (), {})
            setattr(ops, namespace, self.operators)

        def define(self, schema):
            pass

        def impl(self, name, kernel, key):
            if key == "CPU":
                setattr(self.operators, name, type(name, (), {"default": staticmethod(kernel)}))

    @staticmethod
    def register_fake(name, kernel, lib):
        pass

    @staticmethod
    def register_autograd(name, backward, setup_context, lib):
        pass


class compiler:
    @staticmethod
    def assume_constant_result(function):
        return function

    @staticmethod
    def is_compiling():
        return False
