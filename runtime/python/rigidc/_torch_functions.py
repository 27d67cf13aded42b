"""The functions of a model on tensors. Their types are in _torch_functions.pyi."""


class Functions:
    """What a model has as attributes: its __getattr__ makes them."""

    __slots__ = ()
