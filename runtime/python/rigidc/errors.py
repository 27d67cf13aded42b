"""What goes wrong, and what is said of a model."""

from __future__ import annotations

import enum
import errno
import os
from ctypes import byref
from dataclasses import dataclass
from typing import Optional, Tuple

from ._library import DiagnosticInfo, library, shown


class Status(enum.IntEnum):
    """What a call of the library ended with."""

    OK = 0
    INVALID = 1  # the model has errors
    SYSTEM = 2  # a file or program could not be read, written or run
    UNAVAILABLE = 3  # this executor is not to be had here; another is
    NO_MEMORY = 4
    USAGE = 5  # arguments that mean nothing
    INTERNAL = 70  # a fault of the library itself


class Severity(enum.IntEnum):
    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Diagnostic:
    """Something that is to be said of a place in a model."""

    severity: Severity
    check: str  # its name: "unknown-name"
    file: str  # as the model was called; "-D" and the like for options
    line: int  # from 1
    column: int  # from 1, in characters
    length: int
    message: str  # named as in JSON
    help: Optional[str] = None
    note: Optional[str] = None  # what is to be said of another place
    note_file: Optional[str] = None
    note_line: int = 0
    note_column: int = 0

    @property
    def text(self) -> str:
        """The message, by the name that it has in rigidc.h."""
        return self.message

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.check}]"


class Error(Exception):
    """The library refused. str() is what is wrong, with the lines of the model and carets below them; `diagnostics` has
    warnings and notes too."""

    def __init__(self, status: Status, message: str, diagnostics: Tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(status, message, diagnostics)
        self.status = status
        self.message = message
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        return self.message


class FileError(Error, OSError):
    """A file could not be read."""


class MissingFileError(FileError, FileNotFoundError):
    """There is no such file."""


def of_file(error: Error, path: str) -> FileError:
    """The error of a file as one of Python's own too, with its path."""
    missing = not os.path.lexists(path)
    found = (MissingFileError if missing else FileError)(error.status, error.message, error.diagnostics)
    found.filename = path
    found.errno = errno.ENOENT if missing else None
    return found


def _perhaps(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else shown(text)


def diagnostics_of(model: Optional[int]) -> Tuple[Diagnostic, ...]:
    """All that was said of a model, by its pointer, in the order of the text."""
    found = []
    d = DiagnosticInfo()
    for number in range(library().diagnostics(model)):
        library().get_diagnostic(model, number, byref(d))
        found.append(Diagnostic(
            Severity(d.severity), shown(d.check), shown(d.file), d.line, d.column, d.length, shown(d.text),
            _perhaps(d.help), _perhaps(d.note), _perhaps(d.note_file), d.note_line, d.note_column))
    return tuple(found)


def _without_notes(message: str, diagnostics: Tuple[Diagnostic, ...]) -> str:
    """Of all that was said, in the order of the text, what is an error or of no place; all of it where that is nothing."""
    kept, keep, at = [], True, 0
    for line in message.splitlines(keepends=True):
        d = diagnostics[at] if at < len(diagnostics) else None
        if d and f":{d.line}:{d.column}: {d.severity}: " in line and line.rstrip("\n").endswith(f"[{d.check}]"):
            keep, at = d.severity == Severity.ERROR, at + 1
        elif not line.startswith(" ") and ": note: " not in line:
            keep = True  # "rigidc: ..."
        if keep:
            kept.append(line)
    return "".join(kept) or message


def check(status: int, model: Optional[int]) -> None:
    """Raises what the library says of a model, by its pointer, unless all is well."""
    if status == Status.OK:
        return
    said = diagnostics_of(model)
    message = _without_notes(shown(library().messages(model)), said).rstrip("\n") if model else ""
    raise Error(Status(status), message or shown(library().strerror(status)), said)
