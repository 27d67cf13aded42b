"""The functions of a model. Their types are in _functions.pyi."""


class Functions:
    """What a model has as attributes: its __getattr__ makes them."""

    __slots__ = ()
