"""What a model and its functions hold in common: the library's model, which lives as long as any of them.

A core knows neither the Model nor the Functions, so that there is no circle and all is freed at once when the last of
them goes."""

from __future__ import annotations

import os
import stat
import threading
import weakref
from contextlib import contextmanager
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np

from ._library import ADDRESS, LinearRequest, LinearSystem, encoded, library, shown, whole
from ._types import Floats, Ints
from .errors import Diagnostic, Error, Status, check, diagnostics_of, of_file
from .info import Info, read_info
from .options import Options, strings

TIERS = {"evaluator": 0, "tcc": 1, "cc": 2, "auto": 3}


class Gate:
    """Calls pass together; who sets parameters waits until none is under way, and passes alone."""

    def __init__(self) -> None:
        self.open()

    def open(self) -> None:
        """As when nobody has come yet."""
        self._changed = threading.Condition()
        self._calls = 0
        self._setting = 0

    def __enter__(self) -> None:
        with self._changed:
            while self._setting:
                self._changed.wait()
            self._calls += 1

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._calls -= 1
            if not self._calls:
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._setting += 1
            try:
                while self._calls:
                    self._changed.wait()
                yield
            finally:
                self._setting -= 1
                self._changed.notify_all()


class _Forks:
    """A fork waits until no thread holds the lock of a model, so that the child can use all of them. Calls that are under way in
    other threads do not end in the child: nobody waits for them there."""

    def __init__(self) -> None:
        self.cores: weakref.WeakSet[Core] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._held: List[Core] = []
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self._before, after_in_parent=self._after, after_in_child=self._in_child)

    def _before(self) -> None:
        self._lock.acquire()
        self._held = list(self.cores)
        for core in self._held:
            core.lock.acquire()

    def _after(self) -> None:
        held, self._held = self._held, []
        for core in held:
            core.lock.release()
        self._lock.release()

    def _in_child(self) -> None:
        for core in self._held:
            if core.gate:
                core.gate.open()
        self._after()


class Handle:
    """A function of the library; its pointer is None when the model is closed."""

    def __init__(self, pointer: Optional[int], diagnostics: Tuple[Diagnostic, ...]) -> None:
        self.pointer = pointer
        self.diagnostics = diagnostics

    @property
    def tier(self) -> str:
        """What runs it at the moment."""
        now = library().function_tier(self.pointer)
        return next(name for name, number in TIERS.items() if number == now)


def _free(pointers: List[int], handles: Dict[str, Handle]) -> None:
    for handle in handles.values():
        library().function_free(handle.pointer)
        handle.pointer = None
    handles.clear()
    while pointers:
        library().model_free(pointers.pop())


@dataclass(frozen=True)
class Source:
    """The text of a model, to be read here or in another process."""

    content: Optional[bytes]  # None: of no regular file
    name: bytes  # in messages
    folders: Tuple[str, ...] = ()  # of included files, beside those of the options

    @classmethod
    def of_file(cls, path: Union[str, os.PathLike[str]]) -> Source:
        name = whole(os.fsencode(path))
        content = None
        try:
            if name != b"-" and stat.S_ISREG(os.stat(name).st_mode):  # a pipe would be empty for the library
                with open(name, "rb") as file:
                    content = file.read()
        except OSError:  # the library says why
            pass
        return cls(content, name, (os.path.dirname(os.path.abspath(os.fsdecode(name))),))

    def read(self, options: Any, made: Any) -> int:
        """The library's status; the model goes to `made`."""
        return int(library().read(self.content, len(self.content or b""), self.name, options, made))

    def load(self, options: Any, made: Any) -> int:
        """From the file itself."""
        return int(library().load(self.name, options, made))


class Core:
    def __init__(self, tier: str, options: Options, source: Source, from_file: bool = False) -> None:
        if tier not in TIERS:
            raise ValueError(f"tier is one of {', '.join(TIERS)}, not {tier!r}")
        self.lock = threading.RLock()
        self.tier = tier
        self.options = options
        self.source = source
        self._raised: List[BaseException] = []
        own = options if from_file else replace(options, include=(*strings(options.include), *source.folders))
        self._in_c = own.in_c(self._raised)
        self._pointers: List[int] = []
        self._handles: Dict[str, Handle] = {}
        self.close = weakref.finalize(self, _free, self._pointers, self._handles)
        model = c_void_p()
        status = (source.load if from_file else source.read)(byref(self._in_c), byref(model))
        if model.value:
            self._pointers.append(model.value)
        elif status == Status.OK:
            status = Status.NO_MEMORY
        try:
            check(status, model.value)
        except Error as error:
            self.close()
            if from_file and error.status == Status.SYSTEM:
                raise of_file(error, os.fsdecode(source.name)) from None
            raise
        self.diagnostics = diagnostics_of(model.value)
        self.info: Info = read_info(self.pointer)
        self.gate = Gate() if self.info.params else None
        usual = [np.ravel(param.usual_numbers) for param in self.info.params]
        self.numbers = np.concatenate(usual) if usual else np.empty(0)
        self._numbers_set = False
        _forks.cores.add(self)

    def __reduce__(self) -> Any:
        """The text, the options and the numbers of the parameters: whoever unpickles them reads the model again."""
        self.pointer
        if self.source.content is None:
            raise TypeError(f"a model read from {shown(self.source.name)} cannot be pickled: that is no regular file")
        with self.lock:
            numbers = self.numbers if self._numbers_set else None
        return _again, (self.tier, self.options, self.source, numbers)

    @property
    def pointer(self) -> int:
        if not self._pointers:
            raise ValueError("the model is closed")
        return self._pointers[0]

    def check(self, status: int) -> None:
        """After a call that uses the model; the lock is held."""
        if self._raised:
            error = self._raised[0]
            self._raised.clear()
            raise error
        check(status, self.pointer)

    def make(self, text: str) -> Handle:
        """A function, made the first time it is asked for."""
        with self.lock:
            handle = self._handles.get(text)
            if handle is None:
                handle = self._new(text)
                self._handles[text] = handle
            return handle

    def _new(self, text: str) -> Handle:
        made = c_void_p()
        self.check(library().function_new(self.pointer, encoded(text), TIERS[self.tier], byref(made)))
        said = diagnostics_of(self.pointer)
        handle = Handle(made.value, tuple(d for d in said if d not in self.diagnostics))
        if self._numbers_set:
            library().set_params(made, self.numbers.ctypes.data_as(ADDRESS))
        return handle

    def set_numbers(self, numbers: Floats) -> None:
        """All parameters, of all functions at once; the lock is held."""
        if self.gate is None:
            return
        self.pointer
        with self.gate.alone():
            self.numbers, self._numbers_set = numbers, True
            for handle in self._handles.values():
                check(library().set_params(handle.pointer, numbers.ctypes.data_as(ADDRESS)), None)

    def assemble(self, q: Floats, fixed: Ints) -> Tuple[Diagnostic, ...]:
        """Closes the loops: q (nq,) is changed. What was said of it."""
        with self.lock:
            self.check(library().assemble(
                self.pointer, q.ctypes.data_as(ADDRESS), fixed.ctypes.data_as(ADDRESS), None))
            return tuple(d for d in diagnostics_of(self.pointer) if d not in self.diagnostics)

    def linearize(self, request: LinearRequest, take: Callable[[LinearSystem], Any]) -> Tuple[Any, Tuple[Diagnostic, ...]]:
        """What `take` makes of the matrices while they are there, and what was said of them."""
        system = LinearSystem()
        with self.lock:
            if self._numbers_set:
                request.params = self.numbers.ctypes.data_as(ADDRESS)
            self.check(library().linearize(self.pointer, byref(request), byref(system)))
            return take(system), tuple(d for d in diagnostics_of(self.pointer) if d not in self.diagnostics)

    def c_code(self, functions: Optional[str], include: Optional[str]) -> Tuple[str, Optional[str]]:
        header, source = c_char_p(), c_char_p()
        with self.lock:
            self.check(library().emit(
                self.pointer, None if functions is None else encoded(functions),
                None if include is None else encoded(include), byref(header), byref(source)))
            return shown(header.value), None if source.value is None else shown(source.value)

    def dump(self, functions: Optional[str], pass_name: str) -> str:
        text = c_char_p()
        with self.lock:
            self.check(library().dump(
                self.pointer, None if functions is None else encoded(functions), encoded(pass_name), byref(text)))
            return shown(text.value)


def _again(tier: str, options: Options, source: Source, numbers: Optional[Floats]) -> Core:
    core = Core(tier, options, source)
    if numbers is not None:
        core.set_numbers(numbers)
    return core


_forks = _Forks()
