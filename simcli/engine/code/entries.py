"""Entries: the kernels that Python calls. A call finds compiled code for its arguments on the disk, else has it compiled and keeps it.

An entry is called as numba calls kernels among themselves: the addresses of a result and of an exception, then all arguments taken apart
into numbers of 64 bits (an array is seven or more, a named tuple those of its fields). So numba is imported only to compile.
"""

from __future__ import annotations

import ctypes
import hashlib
import pickle
from collections.abc import Callable, Sequence
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from weakref import ref

import numpy as np

from simcli.base.game_sources import KERNELS
from simcli.engine.code import store
from simcli.engine.code.store import ENGINE, JIT, Code, MachineCode

if TYPE_CHECKING:
    from simcli.game import Game

RESULTS: dict[str, Callable[[int], Any]] = {
    "none": lambda _: None,
    "int64": lambda word: word - (1 << 64) if word >> 63 else word,
    "uint64": lambda word: word,
    "bool": lambda word: bool(word & 1),
}
"""What an entry may return, by numba's name of the type, made from the 64 bits where it has written it."""
IN_ROWS, IN_COLUMNS, FLAGS = 0x0001, 0x0002, 0x0501
"""Of an array's flags those that are part of its type: how it lies in memory, whether it is aligned, and may be written to."""
OK, NOTHING = 0, -2
"""What an entry returns that has raised nothing; other numbers say that it has."""
Slot = int | ctypes.c_uint64
"""A number of 64 bits for an entry."""
_finding = RLock()

COMPILER, POINTERS = "simcli.engine.kernel", "simcli.engine.loop.pointers"
"""Modules that load numba: what compiles, and what pointers point to. They are imported by name, when something is compiled."""


class Pointer(NamedTuple):
    """A function behind a pointer, as kernels are handed one.

    kind: what it is for, by which its type is known (`pointers.SIGNATURES`); game: whose, if any game's; plain: address of a function as
    C calls it; direct: as kernels call each other, 0 where there is none.
    """

    kind: str
    game: Game | None
    plain: int = 0
    direct: int = 0


class ExceptionInfo(ctypes.Structure):
    """What numba says of an exception: a pickle of its class and arguments, and whether it has more that numba alone can read."""

    _fields_ = [("pickle", ctypes.c_void_p), ("size", ctypes.c_int32), ("hash", ctypes.c_void_p), ("unwrap", ctypes.c_void_p)]


def take_apart(value: Any, slots: list[Slot], codes: list[Code]) -> Any:
    """Appends the numbers that stand for an argument; returns what is said of its type. Notes the game of records that are a game's."""
    if isinstance(value, np.ndarray):
        apart = _apart.get(id(value)) or _Apart(value)
        slots += apart.slots
        if apart.record is not None and (code := store.code_of_record(apart.record)) is not None:
            codes.append(code)
        return apart.shape
    if isinstance(value, Pointer):
        slots += (value.plain or value.direct, 0, value.direct)
        return value.kind
    if isinstance(value, tuple):
        return (type(value).__name__, *[take_apart(one, slots, codes) for one in value])
    if value is None:
        slots.append(0)
        return None
    if isinstance(value, np.void):
        slots.append(np.frombuffer(value.data, np.uint8).ctypes.data)
        return ("record", _type_of(value.dtype, codes))
    if isinstance(value, bool | np.bool_):
        slots.append(int(value))
        return "?"
    if isinstance(value, int | np.integer):
        slots.append(int(value))
        return value.dtype.char if isinstance(value, np.integer) else "l"
    raise TypeError(f"an entry takes no {type(value).__name__}")


class _Apart(ref[Any]):
    """An array taken apart. That of a game's records is for as long as it lives: steps are asked of the same ones again and again.

    shape: what is said of its type; record: its dtype, if it is a game's.
    """

    __slots__ = ("key", "record", "shape", "slots")

    def __new__(cls, array: Any) -> Self:
        return super().__new__(cls, array, _forget)

    def __init__(self, array: Any) -> None:
        codes: list[Code] = []
        numbers = (0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides)
        self.slots = tuple(map(ctypes.c_uint64, numbers))
        flags = array.flags.num
        kept = flags & (FLAGS if flags & IN_ROWS else FLAGS | IN_COLUMNS)
        self.shape = (_type_of(array.dtype, codes), array.ndim, kept)
        self.record, self.key = (array.dtype if codes else None), id(array)
        if codes:
            _apart[self.key] = self


_apart: dict[int, _Apart] = {}


def _forget(apart: _Apart) -> None:
    if _apart.get(apart.key) is apart:
        del _apart[apart.key]


def _type_of(dtype: Any, codes: list[Code]) -> Any:
    """Of a game's record its size and number of fields, which tell it from the others of that game; else the type in full."""
    if dtype.names is None:
        return dtype.str
    found = store.code_of_record(dtype)
    if found is None:
        return str(dtype)
    codes.append(found)
    return (dtype.itemsize, len(dtype.names))


class Machine:
    """Compiled code of an entry for arguments of certain types."""

    def __init__(self, piece: MachineCode) -> None:
        if piece.helped:
            _compiler().make_helpers_known()
        self.address = store.load(piece)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, *[ctypes.c_uint64] * piece.slots)(self.address)
        self._result = RESULTS[piece.result]

    def __call__(self, slots: Sequence[Slot], _: Sequence[Any] = ()) -> Any:
        """Calls it with arguments taken apart; raises what it raises."""
        result, raised = ctypes.c_uint64(), ctypes.POINTER(ExceptionInfo)()
        status = self._function(ctypes.addressof(result), ctypes.addressof(raised), *slots)
        if status not in (OK, NOTHING):
            raise _exception(status, raised)
        return self._result(result.value)


def _exception(status: int, raised: Any) -> BaseException:
    if status <= 0 or not raised:
        return SystemError(f"a kernel ended with {status}")
    kind, arguments, *_ = pickle.loads(ctypes.string_at(raised.contents.pickle, raised.contents.size))
    error: BaseException = kind(*(arguments or ()))
    return error


class KernelEntry:
    """A kernel that Python calls, by the module that defines it and its name there; that module is imported only to compile it."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name
        self._function: Any = None
        self._machines: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<entry {self.module}.{self.name}>"

    @property
    def py_func(self) -> Any:
        """The function as it is written."""
        if self._function is None:
            import_module(self.module)  # where `kernel.entry` says which function it is
        return self._function

    def define(self, function: Any) -> None:
        """Says which function it is; another one than before, when a module is loaded again or defines it in a function, is compiled."""
        if function is not self._function:
            self._machines.clear()
        self._function = function
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: Any) -> Any:
        """Calls the entry."""
        if not JIT:
            return self.py_func(*arguments)
        slots: list[Slot] = []
        codes: list[Code] = []
        shape = tuple([take_apart(one, slots, codes) for one in arguments])
        games = tuple(dict.fromkeys(codes))
        machine = self._machines.get((games, shape)) or self._once((games, shape), lambda: self._machine(games, shape, arguments))
        return machine(slots, arguments)

    def pointer(self, kind: str, game: Game | None = None) -> Pointer:
        """This entry behind a pointer, for the types of a kind of pointers and a game, or of the engine's own."""
        if not JIT:
            return self.py_func  # type: ignore[no-any-return]
        code = store.code_of(game.folder) if game else ENGINE

        def find() -> Machine:
            return self._found(code, f"{kind}.piece", lambda: _compiler().compile_pointed(self.py_func, kind, game))

        return Pointer(kind, game, direct=self._once((kind, code), find).address)

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What `make` gives for a key; of threads that come at once, the first compiles."""
        with _finding:
            if key not in self._machines:
                self._machines[key] = make()
            return self._machines[key]

    def _machine(self, codes: tuple[Code, ...], shape: Any, arguments: Sequence[Any]) -> Any:
        if len(codes) > 1 or not self._is_kept(codes):
            return _compiler().unkept(self.py_func, arguments)
        types = hashlib.sha256(repr(shape).encode()).hexdigest()[:16]
        name = f"{self.name}-{types}.piece"
        return self._found(codes[0] if codes else ENGINE, name, lambda: _compiler().compile_called(self.py_func, arguments))

    def _is_kept(self, codes: tuple[Code, ...]) -> bool:
        """Whether folders are named by all it is compiled from: it is the engine's own, or a kernel of the game it is called for."""
        return self.module.startswith("simcli.engine.") or (bool(codes) and KERNELS in self.module.split("."))

    def _found(self, code: Code, name: str, compiled: Callable[[], MachineCode]) -> Machine:
        piece = store.find(code, name)
        if piece is None:
            piece = compiled()
            store.keep(code, name, piece)
        return Machine(piece)


_entries: dict[tuple[str, str], KernelEntry] = {}


def entry_of(module: str, name: str) -> KernelEntry:
    """The entry of a name in a module, one object whoever asks."""
    return _entries.setdefault((module, name), KernelEntry(module, name))


def _compiler() -> Any:
    return import_module(COMPILER)
