"""The one `@kernel` decorator, and what compiles entries: all of it loads numba."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import numba
from numba.core import config as numba_config
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from simcli.engine.code import rows  # noqa: F401
from simcli.engine.code.entries import POINTERS, RESULTS, KernelEntry, Machine, Pointer, entry_of
from simcli.engine.code.inner import EntryCompiler, InnerCompiler, InnerDispatcher, collector_off
from simcli.engine.code.store import BOUNDS_CHECKS, FACTS, IDLE, JIT, LEVELS, MachineCode

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

if FACTS["processors"] in {level for level, _ in LEVELS.values()}:
    numba_config.CPU_NAME, numba_config.CPU_FEATURES = FACTS["processors"], ""


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


def in_bounds(function: F) -> F:
    """A kernel without bounds checks: for counting by tables that a plan has made, no value of a game's."""
    return _inner(function, forceinline=False, boundscheck=False)


def cold(function: F) -> F:
    """A kernel that is never inlined: for the big ones. The compiler would copy them into every caller, each copy to be optimised again."""
    function.is_cold = True  # type: ignore[attr-defined]
    return _inner(function, forceinline=False)


def _inner(function: F, *, forceinline: bool, boundscheck: bool = BOUNDS_CHECKS) -> F:
    if not JIT:
        return function
    options = {"nogil": True, "boundscheck": boundscheck, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    # Said of every kernel: left unsaid, what a hot kernel calls would be inlined by force as well.
    compiled: Any = numba.njit(**options, forceinline=forceinline, pipeline_class=InnerCompiler)(function)
    compiled.__class__ = InnerDispatcher
    inner: F = compiled
    return inner


def entry(function: F) -> F:
    """A kernel that Python may call: the doors of the loops, and any other kernel in a test (`entry(rng.below)`)."""
    plain: Any = getattr(function, "py_func", function)
    opened: Any = entry_of(plain.__module__, plain.__qualname__)
    opened.define(plain)
    return opened if JIT else function


before_compiling: list[Callable[[], None]] = []
"""What is called before anything is compiled: `contract` has the kernels of all games load."""


def _prepare() -> None:
    for prepare in before_compiling:
        prepare()


class NoNumberError(TypeError):
    """An entry returns something else than a number."""


def unkept(function: Any, arguments: Sequence[object]) -> Any:
    """An entry of a test, compiled in this process alone, for arguments of the types of these; by numba's own way where it returns more
    than a number.
    """
    with suppress(NoNumberError):
        return Machine(compile_called(function, arguments))
    compiled = numba.njit(nogil=True, boundscheck=BOUNDS_CHECKS)(function)
    return lambda _, arguments: compiled(*arguments)


def compile_called(function: Any, arguments: Sequence[object]) -> MachineCode:
    """The object code of an entry for arguments of the types of these."""
    return _compiled(function, [numba.typeof(one) for one in arguments])


def compile_pointed(function: Any, kind: str, game: Game | None) -> MachineCode:
    """The object code of what a pointer of a kind points to."""
    return _compiled(function, pointers_of(kind, game).args)


HELPERS = ("NRT_", "numba_")
"""Beginnings of the names of functions that numba brings along."""
FLOAT = re.compile(r"= (?:fast )?(?:fadd|fsub|fmul|fdiv|frem|fneg|fcmp|sitofp|uitofp|fptosi|fptoui|fpext|fptrunc) ")
"""An instruction of intermediate code that computes with fractions."""


def _compiled(function: Any, types: Sequence[Any]) -> MachineCode:
    options = {"nogil": True, "boundscheck": BOUNDS_CHECKS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    _prepare()
    with collector_off(), global_compiler_lock:
        result = numba.njit(**options, pipeline_class=EntryCompiler)(function)._compiler.compile(tuple(types), None)
    symbol, module = result.fndesc.llvm_func_name, result.library._final_module
    returned = str(result.signature.return_type)
    if returned not in RESULTS:
        raise NoNumberError(f"the entry {function.__name__} returns {returned}, not one of {', '.join(RESULTS)}")
    slots = len(list(module.get_function(symbol).arguments)) - 2
    helped = any(one.is_declaration and one.name.startswith(HELPERS) and one.name not in IDLE for one in module.functions)
    floats = FLOAT.search(str(module)) is not None
    return MachineCode(symbol, returned, slots, helped, floats, result.library._get_compiled_object())


def make_helpers_known() -> None:
    """Lets machine code that is loaded from now on call numba's helpers."""
    cpu_target.target_context.refresh()


@typeof_impl.register(Pointer)  # type: ignore[untyped-decorator]
def _typeof_pointer(pointer: Pointer, _: object) -> Any:
    return numba.types.FunctionType(pointers_of(pointer.kind, pointer.game))


@typeof_impl.register(KernelEntry)  # type: ignore[untyped-decorator]
def _typeof_entry(one: KernelEntry, _: object) -> Any:
    """Another kernel may call an entry as any kernel."""
    called = _called.setdefault(one, kernel(one.py_func))
    return numba.typeof(called)


_called: dict[KernelEntry, Any] = {}


def pointers_of(kind: str, game: Game | None) -> Any:
    """numba signature of the functions behind pointers of a kind, for one game where it is a game's."""
    return import_module(POINTERS).SIGNATURES[kind](game)
