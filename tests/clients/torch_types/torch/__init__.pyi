"""The types of PyTorch that rigidc.torch uses: PyTorch itself has 200 MB."""

from typing import Any, Sequence, Tuple

from . import autograd as autograd

class dtype: ...

class device:
    type: str

float64: dtype

class Tensor:
    dtype: dtype
    device: device
    shape: Tuple[int, ...]
    requires_grad: bool
    grad: Tensor | None
    def __add__(self, other: Any) -> Tensor: ...
    def backward(self) -> None: ...
    def sum(self, axis: int = ...) -> Tensor: ...

def broadcast_shapes(*shapes: Sequence[int]) -> Tuple[int, ...]: ...
def cat(tensors: Sequence[Tensor], axis: int = ...) -> Tensor: ...
def from_numpy(array: Any) -> Tensor: ...
def zeros(*size: int, dtype: dtype = ...) -> Tensor: ...
