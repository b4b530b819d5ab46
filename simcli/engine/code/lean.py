"""What numba does over and over while it compiles, done once or not at all. Imported to make it so.

Its intermediate form is looked through after each of thirty passes: for what lives where, which only generators ask for, and for the
variables of an instruction, among the places in the source that stand beside them. Operators of numbers are looked for anew each time, in
the loops of array functions too. Together that was a quarter of the time before the code is optimised.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import ir, transforms, types
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.types.functions import BaseFunction

NO_VARIABLES = frozenset({str, int, bool, float, type(None), ir.Loc})
"""Types of what an instruction holds beside its variables."""
OPERATORS = frozenset(one for one in vars(operator).values() if callable(one))

_post_process = PostProcessor.run
_list_variables = ir.Inst._rec_list_vars
_call_type = BaseFunction.get_call_type


def _run(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    if emit_dels or self.func_ir.is_generator:
        _post_process(self, emit_dels, extend_lifetimes)
        return
    self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
    self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # finds what it is asked for
    self.func_ir.generator_info = None


def _rec_list_vars(self: Any, value: Any) -> list[Any]:
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind in NO_VARIABLES:
        return []
    if kind is not dict and kind is not tuple and kind is not list:
        found: list[Any] = _list_variables(self, value)
        return found
    found = []
    for one in value.values() if kind is dict else value:
        kind = type(one)
        if kind is ir.Var:
            found.append(one)
        elif kind not in NO_VARIABLES:
            found += _rec_list_vars(self, one)
    return found


def _get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    if kws or self.typing_key not in OPERATORS or not all(isinstance(one, types.Number | types.Boolean) for one in args):
        return _call_type(self, context, args, kws)
    known = self.__dict__.setdefault("_known", {})
    if args not in known:
        known[args] = _call_type(self, context, args, kws)
    return known[args]


PostProcessor.run = _run
ir.Inst._rec_list_vars = _rec_list_vars
BaseFunction.get_call_type = _get_call_type  # type: ignore[method-assign]
