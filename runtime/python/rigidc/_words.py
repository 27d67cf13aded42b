"""Names that Python reserves: they have an underscore behind them as attributes and arguments, `lambda_`."""

from __future__ import annotations

from keyword import iskeyword


def with_underscore(name: str) -> str:
    return name + "_" if iskeyword(name) else name


def without_underscore(name: str) -> str:
    return name[:-1] if name.endswith("_") and iskeyword(name[:-1]) else name
