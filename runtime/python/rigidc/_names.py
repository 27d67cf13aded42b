"""Inputs as dictionaries: by the name of a coordinate, or of a joint for all of its coordinates."""

from __future__ import annotations

import difflib
from typing import Any, Dict, List, Mapping, Sequence, Tuple

import numpy as np

from ._types import Numbers
from .info import Coordinate, Info, Joint, Param, input_names, rows_of


class Names:
    def __init__(self, what: str, first: Dict[str, int], count: Dict[str, int], elements: List[str]) -> None:
        self._what = what  # "coordinate"
        self._first, self._count = first, count
        self._elements = elements  # the name of each

    @property
    def shown(self) -> str:
        """In the order of the array, as far as a line goes."""
        line = " ".join(self._elements)
        return line if len(line) < 100 else line[:100].rsplit(" ", 1)[0] + " ..."

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self._first, 1)
        return f"there is no {self._what} {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")

    def gather(self, given: Mapping[str, Any]) -> Numbers:
        """(..., n) of {name: (...)}, and (..., k) for a joint of k coordinates; leading axes are broadcast."""
        missing = dict.fromkeys(range(len(self._elements)))
        parts = []
        for name, value in given.items():
            if name not in self._first:
                raise ValueError(self._unknown(name))
            part, first, count = np.asarray(value), self._first[name], self._count[name]
            if count == 1:
                part = part[..., np.newaxis]
            elif part.shape[-1:] != (count,):
                raise ValueError(f"{name} has shape {part.shape}, wanted (..., {count})")
            for element in range(first, first + count):
                if element not in missing:
                    raise ValueError(f"{self._elements[element]!r} is given twice")
                del missing[element]
            parts.append((first, part))
        if missing:
            raise ValueError("missing: " + ", ".join(self._elements[element] for element in missing))
        return _joined(len(self._elements), parts)


def _joined(size: int, parts: List[Any]) -> Numbers:
    lead = np.broadcast_shapes(*(part.shape[:-1] for _, part in parts))
    kind = np.result_type(float, *(part.dtype for _, part in parts))  # what is no number stays for others to refuse
    array = np.empty(lead + (size,), kind)
    for first, part in parts:
        array[..., first:first + part.shape[-1]] = part
    return array


def of_coordinates(what: str, coordinates: Tuple[Coordinate, ...], joints: Tuple[Joint, ...], velocity: bool) -> Names:
    first = {c.name: i for i, c in enumerate(coordinates)}
    count = {c.name: 1 for c in coordinates}
    for joint in joints:
        begin, size = (joint.v, joint.nv) if velocity else (joint.q, joint.nq)
        if size and joint.name not in first:
            first[joint.name], count[joint.name] = begin, size
    return Names(what, first, count, [c.name for c in coordinates])


def of_wrenches(names: List[str]) -> Names:
    """Six numbers each, (f, n)."""
    elements = [f"{name}.{part}" for name in names for part in ("fx", "fy", "fz", "nx", "ny", "nz")]
    first = {element: i for i, element in enumerate(elements)}
    first.update({name: 6 * i for i, name in enumerate(names)})
    count = {name: 6 if name in names else 1 for name in first}
    return Names("wrench", first, count, elements)


def of_rows(phase: str, info: Info) -> Names:
    """Forces of the rows of a phase or contact: by contact, or by row, "lf.fx"."""
    contacts = {contact.name: contact for contact in info.contacts}
    names = next((each.contacts for each in info.phases if each.name == phase), (phase,))
    own = [contacts[name] for name in names]
    elements = list(rows_of(own))
    first = {element: i for i, element in enumerate(elements)}
    count = {element: 1 for element in elements}
    at = 0
    for contact in own:
        if contact.name not in first:
            first[contact.name], count[contact.name] = at, len(contact.rows)
        at += len(contact.rows)
    return Names("row", first, count, elements)


def of_inputs(given: Sequence[Param], moving: bool = False) -> Names:
    """Inputs or states that the model declares, or inputs that move: by name, or by number of a vector, "wind.x"."""
    elements = list(input_names(given, moving))
    first = {element: i for i, element in enumerate(elements)}
    count = {element: 1 for element in elements}
    at = 0
    for each in given:
        if each.moving or not moving:
            first[each.name], count[each.name] = at, each.count
            at += each.count
    return Names("input", first, count, elements)
