"""The one `@kernel` decorator and the folder its compiled code is cached in.

numba's disk cache looks only at the file of the kernel itself: an edited callee, other library versions or another bounds-check
flag would run old machine code. The folder is therefore named by a hash of all of these.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba.core import config as numba_config

from simcli.base.files import SHIPPED, cache_root, delete_unused
from simcli.base.game_sources import digest_of
from simcli.engine.checked_cache import GameCache, check_caches
from simcli.engine.inner import EntryDispatcher, InnerCompiler, InnerDispatcher

if TYPE_CHECKING:
    from simcli.game import Game

F = TypeVar("F", bound=Callable[..., Any])


def _load_arrays_without_blas() -> None:
    """Loads numba's array functions without a look for scipy's linear algebra, which would load scipy: a seventh of a short run.

    Only `np.convolve` and `np.correlate` of a user's function go by what is found then, and sum in a loop without it; `np.dot` and all of
    `np.linalg` look again when they are compiled.
    """
    from numba.np import linalg

    def unknown() -> None:
        raise ImportError("not looked for")

    look, linalg.ensure_blas = linalg.ensure_blas, unknown
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = look


_load_arrays_without_blas()

PACKAGE = Path(__file__).parents[1]
LEAVES = (PACKAGE / "game.py", PACKAGE / "tally_parts.py")
"""Files outside these folders that kernels take constants and the order of named tuples from."""
BOUNDS_CHECKS = os.environ.get("SIMCLI_FAST", "") != "1"
"""Array accesses are checked unless SIMCLI_FAST=1 (`--fast`); results are the same."""


def kernel_sources() -> list[Path]:
    """All files whose text decides what the compiled code of any game does: the engine's with `LEAVES`, and what games share.

    The files of a game stand in the keys of its own code (`checked_cache.GameCache`).
    """
    games = PACKAGE / "games"
    return sorted([*LEAVES, *(PACKAGE / "engine").rglob("*.py"), *games.glob("*.py"), *(games / "onefile/kernels").glob("*.py")])


ABOUT = "about.json"
"""File in a folder of compiled code that is shipped: its `FACTS`."""
LEVELS = {"x86_64": ("x86-64-v3", ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")), "aarch64": ("generic", ())}
"""Of each architecture the level of processors that code is compiled for, and the features by which one is known.

Code for a level is the same on all machines that have it, so that it can be shipped; code for one processor is at most 1 % faster.
"""


def choose_level() -> str:
    """Has numba compile for the level of this processor, unless NUMBA_CPU_NAME names another target; returns the target's name."""
    level, needed = LEVELS.get(platform.machine(), ("", ()))
    if numba_config.CPU_NAME is None and level:
        has = llvmlite.binding.get_host_cpu_features() if needed else {}
        if all(has.get(feature) for feature in needed):
            numba_config.CPU_NAME, numba_config.CPU_FEATURES = level, ""
    return str(numba_config.CPU_NAME or llvmlite.binding.get_host_cpu_name())


FACTS: dict[str, object] = {
    "Python": ".".join(platform.python_version_tuple()[:2]),
    "numba": numba.__version__,
    "numpy": np.__version__,
    "llvmlite": llvmlite.__version__,
    "system": platform.system(),
    "processors": choose_level(),
    "bounds checks": BOUNDS_CHECKS,
    "optimisation": str(numba_config.OPT),
}
"""What compiled code depends on apart from its source."""


def source_hash(sources: list[Path]) -> str:
    """Hash of kernel sources and `FACTS`: 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(repr(FACTS).encode())
    return digest.hexdigest()[:16]


def _open_cache_folder(sources: list[Path]) -> Path:
    folder = cache_root() / source_hash(sources)
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


SOURCES = kernel_sources()
CACHE_FOLDER = _open_cache_folder(SOURCES)
SHIPPED_FOLDER = SHIPPED / "kernels" / source_hash(SOURCES)
"""Compiled code that came with simcli, if it fits: laid out as the cache folder is, never written to."""
numba_config.CACHE_DIR = str(CACHE_FOLDER)
check_caches(SOURCES, CACHE_FOLDER, SHIPPED_FOLDER)


def let_wrap() -> None:
    """Wrapping 64-bit arithmetic is what the generator is made of; numpy scalars warn of it where machine code does not, in each thread."""
    if numba_config.DISABLE_JIT:
        np.seterr(over="ignore")


let_wrap()

INNER = {"pipeline_class": InnerCompiler, "forceinline": True}
"""Options for numba's `overload`."""


def kernel(function: F) -> F:
    """Compiles a function on first use, cached on disk, free of the interpreter lock.

    Only other kernels may call it: without wrappers for the interpreter compilation takes a third less time.
    """
    return _inner(function, forceinline=False)


def hot(function: F) -> F:
    """A kernel that is always inlined into its callers: for the few small ones on the path of every decision.

    Left to itself the compiler calls them, since each carries its error exits along; inlined, a random playout is 1.4 and balanced play
    1.7 times as fast, for half as much compile time again. Inlining the features of tricks too would double it.
    """
    return _inner(function, forceinline=True)


def hot_in_bounds(function: F) -> F:
    """A hot kernel without bounds checks: for the few loops whose every index is set up beforehand by code that does check."""
    return _inner(function, forceinline=True, boundscheck=False)


def cold(function: F) -> F:
    """A kernel that is never inlined: for the big ones. The compiler would copy them into every caller, each copy to be optimised again."""
    function.is_cold = True  # type: ignore[attr-defined]
    return _inner(function, forceinline=False)


def _inner(function: F, *, forceinline: bool, boundscheck: bool = BOUNDS_CHECKS) -> F:
    if numba_config.DISABLE_JIT:
        return function
    options = {"nogil": True, "boundscheck": boundscheck, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    # Said of every kernel: left unsaid, what a hot kernel calls would be inlined by force as well.
    compiled: Any = numba.njit(**options, forceinline=forceinline, pipeline_class=InnerCompiler)(function)
    compiled.__class__ = InnerDispatcher
    inner: F = compiled
    return inner


def entry(function: F) -> F:
    """A kernel that Python may call: the doors of the playout loop, and any other kernel in a test (`entry(rng.below)`).

    A kernel opened this way is compiled anew in every process: the disk cache would hand out the code without a wrapper.
    """
    if numba_config.DISABLE_JIT:
        return function
    plain = getattr(function, "py_func", function)
    compiled: Any = numba.njit(cache=plain is function, nogil=True, boundscheck=BOUNDS_CHECKS, no_cfunc_wrapper=True)(plain)
    compiled.__class__ = EntryDispatcher
    if plain is function:
        compiled._cache = GameCache(plain)
    opened: F = compiled
    return opened


def for_types_of(function: F, *arguments: Any) -> F:
    """An entry's machine code for arguments of the types of these. Its calls look at no types, so others must not be handed to it.

    For a loop over decisions: numba finds the types of `batch.Strategies` anew in each call, which takes longer than most choices.
    """
    if numba_config.DISABLE_JIT:
        return function
    dispatcher: Any = function
    compiled: F = dispatcher.compile(tuple(map(dispatcher.typeof_pyval, arguments)))
    return compiled


JIT = not numba_config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: kernels are then plain Python, for a debugger or a comparison."""


def is_warm(game: Game, kind: str = "") -> bool:
    """Whether the kernels of a game as it stands, or those of a kind, lie in the current cache folder or came with simcli."""
    mark = _mark_of(game, kind)
    return mark.exists() or (SHIPPED_FOLDER / mark.name).exists()


def why_unfit() -> str:
    """Why the compiled code that came with simcli does not fit, as `they are for numba 0.68.1, not 0.67.0`; nothing when it fits or there
    is none.
    """
    others = sorted(SHIPPED_FOLDER.parent.glob(f"*/{ABOUT}"))
    if SHIPPED_FOLDER.is_dir() or not others:
        return ""
    given = json.loads(others[0].read_text("utf-8"))
    unlike = [(name, given[name], fact) for name, fact in FACTS.items() if given.get(name) != fact]
    return ", ".join(f"for {name} {theirs}, not {ours}" for name, theirs, ours in unlike) or "for other sources"


def mark_warm(game: Game, kind: str = "") -> None:
    """Notes that kernels of a game are in the cache folder; nothing is noted where it has been deleted meanwhile, or takes no more."""
    with suppress(OSError):
        _mark_of(game, kind).touch()


def _mark_of(game: Game, kind: str) -> Path:
    return CACHE_FOLDER / f"{game.id}{kind}-{digest_of(game.folder)}.warm"
