"""The version of rigidc this package is of."""

__version__ = "0.2.0"
