"""How kernels that only other kernels call are compiled: to intermediate code, once.

numba would optimise every kernel and emit machine code for it, with all kernels it calls linked in, and again for each of its
callers: of a deep rule book that is nine tenths of all compile time. Here an inner kernel stays unoptimised intermediate code; the
entries, the only ones that run as machine code by themselves, are optimised as a whole with everything they reach.
"""

from __future__ import annotations

from typing import Any

from numba.core import typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import require_global_compiler_lock
from numba.core.compiler_machinery import register_pass


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A library that is linked into others and never runs by itself."""

    def finalize(self) -> None:
        """Links what it calls; optimising is left to the entries."""
        require_global_compiler_lock()
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._final_module.verify()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Lowers to an InnerLibrary and makes the function known to its callers without compiling it."""

    _name = "inner_lowering"

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


class InnerCompiler(CompilerBase):  # type: ignore[misc]
    """numba's compiler with the last step replaced."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes, but for the lowering."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(InnerLowering, text) if step is typed_passes.NativeLowering else (step, text) for step, text in manager.passes]
        manager._finalized = False
        manager.finalize()
        return [manager]
