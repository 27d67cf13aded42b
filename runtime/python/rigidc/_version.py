"""The version of rigidc this package is of."""

__version__ = "0.1.0"
