"""The functions of a model on arrays of JAX. Their types are in _jax_functions.pyi."""


class Functions:
    """What a model has as attributes: its __getattr__ makes them."""

    __slots__ = ()
