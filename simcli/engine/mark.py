"""What a coverage run counts while a game is played: decisions asked, effects fired.

`mark` and `note_asked` dispatch on the type of the state record. In the record of a run they compile to nothing; in a record that has room
for the counts (`observed`) they count. Both kinds of game are compiled from one source, so nothing is paid where nobody counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba
from numba import types
from numba.core.imputils import lower_cast
from numba.core.registry import cpu_target
from numba.extending import overload

from simcli.engine.code.inner import INNER
from simcli.engine.layout import FIELD, observed

if TYPE_CHECKING:
    from simcli.game import Game


def mark(s, p, effect):
    """An effect, by its position in GAME.effects, has fired for seat p."""
    if hasattr(s, FIELD):
        s.came_fired[p, effect] += 1


def counts(s):
    """Whether somebody counts, for what is done only to be marked; a constant, so that in a run nothing is left of it."""
    return hasattr(s, FIELD)


def note_asked(s, n):
    """`s.actor` is asked about n legal actions."""
    if hasattr(s, FIELD):
        s.came_asked[s.actor, s.phase, int(n > 1)] += 1
        s.came_legal[0] += n
        s.came_legal[1] = max(s.came_legal[1], n)


@overload(mark, jit_options=INNER)
def _mark(s, p, effect):
    if isinstance(s, types.Record) and FIELD in s.fields:

        def counted(s, p, effect):
            s.came_fired[p, effect] += 1

        return counted
    return lambda s, p, effect: None  # noqa: ARG005  (numba asks for the same arguments)


@overload(counts, jit_options=INNER)
def _counts(s):
    is_counting = isinstance(s, types.Record) and FIELD in s.fields
    return lambda s: is_counting  # noqa: ARG005


@overload(note_asked, jit_options=INNER)
def _note_asked(s, n):
    if isinstance(s, types.Record) and FIELD in s.fields:

        def counted(s, n):
            s.came_asked[s.actor, s.phase, 1 if n > 1 else 0] += 1
            s.came_legal[0] += n
            s.came_legal[1] = max(s.came_legal[1], n)

        return counted
    return lambda s, n: None  # noqa: ARG005


def let_pass(game: Game) -> None:
    """A function behind a pointer takes the record of a run; one with counts behind it begins in the same way, and may stand for it.

    numba finds that out for itself, field by field, and warns at every call that it has.
    """
    given, taken = numba.from_dtype(observed(game)), numba.from_dtype(game.state.STATE)
    cpu_target.typing_context.tm.set_safe_convert(given, taken)


@lower_cast(types.Record, types.Record)
def _as_the_record_of_a_run(context, builder, _given, taken, value):
    return builder.bitcast(value, context.get_value_type(taken))
