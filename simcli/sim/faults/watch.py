"""What is looked at while rules are played without the compiler: what they return, where they lead, and whether they come back."""

from __future__ import annotations

import _thread
import ast
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import unwrap
from threading import Event, Thread
from types import FunctionType
from typing import Any, Literal

import numpy as np

from simcli.engine.header import MAX_ACTIONS
from simcli.game import Game
from simcli.games.onefile.find import known
from simcli.games.onefile.kernels_text import is_called

SECONDS_A_CALL = 4
"""A function of the rules that has not come back after so long, twice as long at most, never does."""
LISTING, APPLYING = "legal_actions", "apply_action"
NUMBER, FLAG = "a number", "True or False"
RETURNS = {"act_": "", "setup": "", "points": NUMBER, "tie_break": NUMBER, "column_": NUMBER, "legal_": FLAG, "over": FLAG}
"""What functions of a file return, by the beginnings of their names; nothing where they change the game."""
WHOLE = 2**31


class WrongAnswer(Exception):  # noqa: N818  (it never leaves this folder)
    """A function of the rules that returned what the engine cannot use, or left it in the position; line: where, 0 for its own."""

    def __init__(self, function: FunctionType, text: str, hint: str = "", line: int = 0) -> None:
        super().__init__(text)
        self.function, self.text, self.hint, self.line = function, text, hint, line


class Watch:
    """A game that is being watched; `is_late` once a function of its rules was interrupted because it did not come back."""

    def __init__(self, game: Game) -> None:
        from simcli.engine.contract import rules_of  # loads numba, which compiles nothing here

        self.game, self.rules = game, rules_of(game)
        self.calls, self.is_late, self._done = 0, False, Event()
        self.overflow: Literal["ignore", "raise"] = "ignore"

    def guard(self) -> None:
        """Interrupts the main thread when no function of the rules is called for long."""
        seen = -1
        while not self._done.wait(SECONDS_A_CALL):
            if seen == self.calls:
                self.is_late = True
                _thread.interrupt_main()
                return
            seen = self.calls

    def end(self) -> None:
        """No more is to be interrupted."""
        self._done.set()

    def look_at_listing(self) -> None:
        """Has what `legal_actions` returns looked at."""
        listing: FunctionType = getattr(self.rules, LISTING)

        @wraps(listing)
        def listed(s: object, t: object, actions: object) -> object:
            self.calls += 1
            n = listing(s, t, actions)
            if isinstance(n, bool | np.bool_) or not isinstance(n, int | np.integer):
                raise WrongAnswer(listing, f"{LISTING} returns {n!r}, expected the number of actions that it has listed")
            if not 0 <= n <= MAX_ACTIONS:
                raise WrongAnswer(listing, f"{LISTING} returns {n}, expected 1 to {MAX_ACTIONS}")
            return n

        setattr(self.rules, LISTING, listed)

    def look_at_applying(self) -> None:
        """Has the seat and the decision looked at that an action leads to."""
        applying: FunctionType = getattr(self.rules, APPLYING)

        @wraps(applying)
        def applied(s: Any, t: object, action: object) -> None:
            self.calls += 1
            applying(s, t, action)
            if not s.over:
                self.check_position(applying, s)

        setattr(self.rules, APPLYING, applied)

    def look_at_file(self) -> None:
        """Has what the functions of a game in one file return looked at, and where its actions lead."""
        applying: FunctionType = getattr(self.rules, APPLYING)
        names = unwrap(applying).__globals__  # of the module whose kernels call those of the file
        for name, function in known(self.game.package).functions.items():
            expected = next((text for start, text in RETURNS.items() if name.startswith(start)), None)
            if expected is not None and is_called(name):
                names[name] = self._answer(function, expected) if expected else self._act(function)

    def _act(self, function: Any) -> Callable[..., None]:
        @wraps(function)
        def acted(s: Any, *others: object) -> None:
            self.calls += 1
            with np.errstate(over=self.overflow):
                function(s, *others)
            self.check_position(function, s)

        return acted

    def _answer(self, function: Any, expected: str) -> Callable[..., object]:
        @wraps(function)
        def answered(*given: object) -> object:
            self.calls += 1
            with np.errstate(over=self.overflow):
                found = function(*given)
            if not isinstance(found, bool | int | np.bool_ | np.integer):
                raise WrongAnswer(function, f"{function.__name__} returns {found!r}, expected {expected}")
            if not -WHOLE <= found < WHOLE:
                raise WrongAnswer(function, f"{function.__name__} returns {found}, more than 32 bits hold", "count in greater units")
            return found

        return answered

    def check_position(self, function: FunctionType, s: Any) -> None:
        """WrongAnswer when a function has left no seat or no decision to ask."""
        for field, most, what in (("actor", int(s.n_players), "seats are"), ("phase", len(self.game.decisions), "decisions are")):
            value = int(s[field])
            if not 0 <= value < most:
                text = f"s.{field} is {value} after {function.__name__}, {what} 0 to {most - 1}"
                raise WrongAnswer(function, text, f"whoever is asked next is written to s.{field}", self._line_that_sets(function, field))

    def _line_that_sets(self, function: FunctionType, field: str) -> int:
        """The last line of a function that sets a field of the game, or the only one of the file; 0 where there is none."""
        if self.game.file is None:
            return 0
        tree = ast.parse(known(self.game.package).text)
        inside = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function.__name__]
        found = [_lines_that_set(node, field) for node in (*inside, tree)]
        return next((lines[-1] for lines in found[:-1] if lines), found[-1][0] if len(found[-1]) == 1 else 0)


def _lines_that_set(tree: ast.AST, field: str) -> list[int]:
    written = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    return sorted(node.lineno for node in written if node.attr == field)


@contextmanager
def watched(game: Game, *, is_strict: bool = False) -> Iterator[Watch]:
    """Has the rules of a loaded game looked at while they are played; is_strict: a number that 32 bits do not hold is a fault too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    watch = Watch(game)
    watch.look_at_listing()
    if game.file is None:
        watch.look_at_applying()
    else:
        watch.look_at_file()
    np.seterr(divide="raise", invalid="raise")  # a division by zero raises in compiled code
    if is_strict and game.file is not None:
        watch.overflow = "raise"
        _let_generator_wrap()
    Thread(target=watch.guard, daemon=True).start()
    try:
        yield watch
    finally:
        watch.end()


def _let_generator_wrap() -> None:
    """The generator is made of arithmetic that wraps: a number of its own that passes 64 bits is no fault."""
    from simcli.engine import rng  # as above

    for name, function in list(vars(rng).items()):
        if isinstance(function, FunctionType) and function.__module__ == rng.__name__:
            setattr(rng, name, np.errstate(over="ignore")(function))


def loop_around(text: str, line: int) -> int:
    """The line of the innermost `while` around a line; 0 where there is none."""
    loops = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.While)]
    around = [node.lineno for node in loops if node.lineno <= line <= (node.end_lineno or node.lineno)]
    return max(around, default=0)
