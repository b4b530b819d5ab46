"""Compiled code on the disk: what it is made for, where it lies, how it is loaded. Free of numba, which only compiles.

A piece is the object code of one entry of the engine for arguments of certain types. llvmlite loads it, which takes milliseconds where
numba takes a third of a second to be imported. A piece is found by what it was compiled from: the sources of the engine, library versions,
flags and the level of processors name the folder, the digest of the game the folder below, the types of the arguments the file. So nothing
stale is found, an edit of one game compiles that game alone, and pieces made on one machine serve on others: they may come with simcli.
Each file ends in a checksum; what does not match it is compiled again.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import llvmlite.binding as llvm
import numpy as np

from simcli.base.files import SHIPPED, cache_root, delete_unused, read_checked, with_checksum, write_atomically
from simcli.base.game_sources import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from simcli.game import Game

PACKAGE = Path(__file__).parents[2]
LEAVES = (PACKAGE / "base" / "models.py", PACKAGE / "game.py", PACKAGE / "tally_parts.py")
"""Files outside these folders that kernels take constants and the order of named tuples from."""
JIT = os.environ.get("NUMBA_DISABLE_JIT", "") in ("", "0")
"""False under NUMBA_DISABLE_JIT=1: kernels are then plain Python, for a debugger or a comparison."""
BOUNDS_CHECKS = os.environ.get("SIMCLI_FAST", "") != "1"
"""Array accesses are checked unless SIMCLI_FAST=1 (`--fast`); results are the same."""


def let_wrap() -> None:
    """Wrapping 64-bit arithmetic is what the generator is made of; numpy scalars warn of it where machine code does not, in each thread."""
    if not JIT:
        np.seterr(over="ignore")


let_wrap()

VERSIONS = 4
"""Versions of a game whose code is kept: as many clones may take turns without compiling."""
ABOUT = "about.json"
"""File in a folder of pieces that came with simcli: their `FACTS`."""
LEVELS = {"x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")), "aarch64": ("generic", ())}
"""Of each architecture the level of processors that code is compiled for, and the features by which one is known.

Code for a level is the same on all machines that have it, so that it can be shipped; code for one processor is at most 1 % faster.
"""


def _processors() -> str:
    """Which processors are compiled for: NUMBA_CPU_NAME, the level of this one, or this one where it has less."""
    level, needed = LEVELS.get(platform.machine(), ("", ()))
    has = llvm.get_host_cpu_features() if needed else {}
    fits = level and all(has.get(feature) for feature in needed)
    return os.environ.get("NUMBA_CPU_NAME") or (level if fits else llvm.get_host_cpu_name())


def facts_of(machine: str, processors: str) -> dict[str, object]:
    """What compiled code depends on apart from its source: on a machine of this architecture, with processors of this level."""
    return {
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "numba": version("numba"),
        "numpy": np.__version__,
        "llvmlite": version("llvmlite"),
        "system": f"{platform.system()} {machine}",
        "processors": processors,
        "bounds checks": BOUNDS_CHECKS,
        "optimisation": os.environ.get("NUMBA_OPT", "3"),
    }


FACTS = facts_of(platform.machine(), _processors())
"""Those of this machine."""


def kernel_sources() -> list[Path]:
    """All files whose text decides what the compiled code of any game does: the engine's with `LEAVES`, and what games share."""
    games = PACKAGE / "games"
    return sorted([*LEAVES, *(PACKAGE / "engine").rglob("*.py"), *games.glob("*.py"), *(games / "onefile/kernels").glob("*.py")])


def source_hash(sources: list[Path], facts: dict[str, object] = FACTS) -> str:
    """Hash of kernel sources and what else compiled code depends on: 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:16]


def _open_cache_folder(name: str) -> Path:
    folder = cache_root() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        delete_unused(other for other in folder.parent.iterdir() if other != folder and len(other.name) == 16)
    except OSError:
        # A read-only home still runs, it only compiles again in every process.
        folder = Path(tempfile.mkdtemp(prefix="simcli-kernels-"))
    return folder


CACHE_NAME = source_hash(kernel_sources())
CACHE_FOLDER = _open_cache_folder(CACHE_NAME)
SHIPPED_FOLDER = SHIPPED / "kernels" / CACHE_NAME
"""Pieces that came with simcli, if they fit: laid out as the cache folder is, never written to."""


class Code(NamedTuple):
    """What compiled code has of a game: the name of its folder, and the digest of what it is compiled from."""

    game: str
    digest: str


ENGINE = Code("engine", "alone")
"""Of code that has nothing of any game."""

_codes: dict[int, tuple[Any, Code]] = {}


def code_of(folder: Path) -> Code:
    """That of a game's folder."""
    return Code(folder.name, digest_of(folder))


def know_record(dtype: Any, folder: Path) -> None:
    """Notes that records of this dtype are those of a game: known again by the names of their fields, one object in all views."""
    _codes[id(dtype.names)] = (dtype.names, code_of(folder))


def code_of_record(dtype: Any) -> Code | None:
    """The code that records of a dtype belong to; None where no game has said so."""
    found = _codes.get(id(dtype.names))
    return None if found is None else found[1]


class MachineCode(NamedTuple):
    """Object code of an entry. symbol: its function's; result: what it returns (`entries.RESULTS`); slots: numbers it is called with;
    helped: whether it calls helpers of numba, which is then imported; floats: whether it computes with fractions, as no rules may.
    """

    symbol: str
    result: str
    slots: int
    helped: bool
    floats: bool
    code: bytes


def _folders_of(code: Code) -> tuple[Path, Path]:
    name = "-".join(code)
    return CACHE_FOLDER / name, SHIPPED_FOLDER / name


def files_of(code: Code) -> list[Path]:
    """The files of all pieces of a game."""
    return sorted(path for folder in _folders_of(code) if folder.is_dir() for path in folder.iterdir())


def find(code: Code, name: str) -> MachineCode | None:
    """A piece by its name; None where neither the cache nor what came with simcli has it undamaged."""
    for folder in _folders_of(code):
        if data := read_checked(folder / name):
            head, _, object_code = data.partition(b"\n")
            symbol, result, slots, helped, floats = json.loads(head)
            return MachineCode(symbol, result, slots, helped, floats, object_code)
    return None


def keep(code: Code, name: str, piece: MachineCode) -> None:
    """Keeps a piece, and of its game the latest versions; a disk that takes no more keeps nothing, and the next process compiles again."""
    folder = _folders_of(code)[0]
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
        write_atomically(folder / name, with_checksum(name, json.dumps(piece[:-1]).encode() + b"\n" + piece.code))
        os.utime(folder)
        _drop_old(path for path in CACHE_FOLDER.glob(f"{code.game}-*/") if path.name.rpartition("-")[0] == code.game)


def _drop_old(versions: Iterable[Path]) -> None:
    for old in sorted(versions, key=lambda path: path.stat().st_mtime)[:-VERSIONS]:
        shutil.rmtree(old, ignore_errors=True)


IDLE = ("NRT_MemInfo_call_dtor", "NRT_Free", "numba_gil_ensure", "numba_gil_release", "numba_unpickle")
"""Helpers of numba that are named in code and never called: for arrays of numba's own memory, and for pointers without an address."""

_engines: list[Any] = []


def load(piece: MachineCode) -> int:
    """The address of a piece's function. Each has an engine of its own: two may have functions of the same names."""
    _engines.append(_new_engine())
    _engines[-1].add_object_file(llvm.ObjectFileRef.from_data(piece.code))
    _engines[-1].finalize_object()
    return int(_engines[-1].get_function_address(piece.symbol))


def _new_engine() -> Any:
    if not _engines:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        for name in IDLE:
            if llvm.address_of_symbol(name) is None:
                llvm.add_symbol(name, ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), llvm.Target.from_default_triple().create_target_machine(opt=0))


def is_warm(game: Game, kind: str = "") -> bool:
    """Whether the kernels of a game as it stands, or those of a kind, lie in the current cache folder or came with simcli."""
    mark = _mark_of(game, kind)
    return mark.exists() or (SHIPPED_FOLDER / mark.name).exists()


def mark_warm(game: Game, kind: str = "") -> None:
    """Notes that kernels of a game are in the cache folder; nothing is noted where it has been deleted meanwhile, or takes no more."""
    with contextlib.suppress(OSError):
        _mark_of(game, kind).touch()


def _mark_of(game: Game, kind: str) -> Path:
    return CACHE_FOLDER / f"{game.id}{kind}-{digest_of(game.folder)}.warm"


def why_unfit() -> str:
    """Why the pieces that came with simcli do not fit, as `for numba 0.68.1, not 0.67.0`; nothing when they fit or none came."""
    others = [json.loads(path.read_text("utf-8")) for path in sorted(SHIPPED_FOLDER.parent.glob(f"*/{ABOUT}"))]
    if SHIPPED_FOLDER.is_dir() or not others:
        return ""
    given = max(others, key=lambda given: sum(given.get(name) == fact for name, fact in FACTS.items()))
    unlike = [f"for {name} {given.get(name)}, not {fact}" for name, fact in FACTS.items() if given.get(name) != fact]
    return ", ".join(unlike) or "for other sources"
