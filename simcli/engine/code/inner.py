"""How kernels that only other kernels call are compiled: to intermediate code, once.

numba would optimise every kernel and emit machine code for it, with all kernels it calls linked in, and again for each of its
callers: of a deep rule book that is nine tenths of all compile time. Here an inner kernel stays unoptimised intermediate code; the
entries, the only ones that run as machine code by themselves, are optimised as a whole with everything they reach.

Most of what is left is numba's own Python, some thirty passes for each of 200 to 300 kernels, and a quarter of that is spent on
collecting garbage and on telling timers and listeners that nobody asked for. Kernels go through the same passes without them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba.core import typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_lock import global_compiler_lock, require_global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.types.misc import unliteral

import simcli.engine.code.lean  # noqa: F401
from simcli.engine.code.lower import KernelLower


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A library that is linked into others and never runs by itself. It holds one function; what that calls joins it in the entries."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """As usual, but for the functions that are only declared here, five times as many: numba makes a list of passes for each."""
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def finalize(self) -> None:
        """Linking and optimising are left to the entries; the code was checked when it was added."""
        require_global_compiler_lock()
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The function with all it reaches."""
        module = super()._get_module_for_linking().clone()
        for library in self._reached():
            module.link_in(JITCodeLibrary._get_module_for_linking(library), preserve=True)
        return module

    def _reached(self) -> list[Any]:
        """What this library calls, and what that calls, each once and behind all of its callers.

        The linker leaves out what nobody has called so far, and a call that can never happen has already been removed from its caller.
        """
        libraries: dict[Any, None] = {}
        _find_callees_first(self, libraries)
        return list(reversed(libraries))[1:]


def _find_callees_first(library: Any, libraries: dict[Any, None]) -> None:
    if isinstance(library, InnerLibrary):
        for called in library._linking_libraries:
            if called not in libraries:
                _find_callees_first(called, libraries)
    libraries[library] = None


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A library of one entry and all it reaches, which nobody else calls."""

    def _optimize_final_module(self) -> None:
        """As usual, once the optimiser is told so: what every caller hands over (lengths of arrays, memory that is nobody's) it then knows,
        and leaves out. That makes the games 1.05 to 1.10 times as fast and their code a fifth shorter.
        """
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Lowers to an EntryLibrary."""

    _name = "entry_lowering"
    lowering_class = KernelLower

    def run_pass(self, state: Any) -> bool:
        """Lowers one function."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Lowers to an InnerLibrary and makes the function known to its callers without compiling it."""

    _name = "inner_lowering"
    lowering_class = KernelLower

    def run_pass(self, state: Any) -> bool:
        """Lowers one function."""
        codegen = state.targetctx.codegen()
        state.library = InnerLibrary(codegen, state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        if getattr(state.func_id.func, "is_cold", False):
            state.library._final_module.get_function(lowered.fndesc.llvm_func_name).add_function_attribute("noinline")
        state.library.finalize()
        entry_point: Any = [].append  # a new object each time: numba finds an implementation by what stands for its address
        state.targetctx.insert_user_function(entry_point, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=entry_point)
        return True


class _Passes(PassManager):  # type: ignore[misc]
    """Runs passes. numba's own writes out all argument types, a record of 300 fields among them, for the timers of every pass."""

    def _runPass(self, _: int, step: Any, state: Any) -> None:  # noqa: N802
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


class _Flags(Flags):  # type: ignore[misc]
    """numba's flags, compared by those that are set: they are part of the key of every lookup of an operator, 50,000 in a game."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and bool(self._values == other._values)

    def __hash__(self) -> int:
        return 0  # numba's is made of the names of all flags, the same for any


class InnerCompiler(CompilerBase):  # type: ignore[misc]
    """numba's compiler with the last step replaced."""

    lowering: Any = InnerLowering

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.state.flags = _Flags(self.state.flags)

    def define_pipelines(self) -> list[Any]:
        """The usual passes, but for the lowering."""
        manager = _Passes("kernel")
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(self.lowering, text) if step is typed_passes.NativeLowering else (step, text) for step, text in usual.passes]
        manager.finalize()
        return [manager]


INNER: Any = {"pipeline_class": InnerCompiler, "forceinline": True}
"""Options for numba's `overload`."""


class EntryCompiler(InnerCompiler):
    """The same for entries."""

    lowering = EntryLowering


class InnerDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A dispatcher without a wrapper for the interpreter. numba would enter it as a null pointer; here Python gets an error instead."""

    def compile(self, signature: Any) -> Any:
        """Compiles for these argument types unless that was done; neither looked up in a cache on the disk nor timed."""
        with global_compiler_lock, self._compiling_counter:
            args, return_type = normalize_signature(signature)
            if tuple(args) not in self.overloads:
                self.add_overload(self._compiler.compile(args, return_type))
            return self.overloads[tuple(args)].entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Constants are whole numbers as others are: numba would compile a function anew for each that it is called with."""
        return super().get_call_template([unliteral(a) for a in args], {name: unliteral(a) for name, a in kws.items()})

    def add_overload(self, result: Any) -> None:
        """Notes what was compiled."""
        self.overloads[tuple(result.signature.args)] = result

    def _compile_for_args(self, *_: Any, **__: Any) -> Any:
        raise TypeError(f"{self.py_func.__qualname__} is called by other kernels only; Python calls entry({self.py_func.__qualname__})")


@contextmanager
def collector_off() -> Iterator[None]:
    """Compiles without the garbage collector, which would look many times through what numba still uses."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                # To the oldest generation: switched on, the collector would go through a million objects before the first game.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
