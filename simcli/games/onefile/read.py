"""Reads the file of a game: what it says, and every mistake that can be seen without playing, at its line."""

from __future__ import annotations

import ast
import builtins
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from simcli.base.files import shown
from simcli.engine.header import HEADER, MAX_ACTIONS, MAX_FEATURES, MAX_SEATS
from simcli.errors import Problem, UserError, Where, counted, nearest
from simcli.games.onefile import fuse
from simcli.games.onefile import source as lines
from simcli.games.onefile.columns import columns_of
from simcli.games.onefile.places import ID
from simcli.games.onefile.spec import NUMBER, SEAT, TURN, Argument, Decision, OwnColumn, Plan, Rules, Switch, Table, Verb
from simcli.games.onefile.tables_text import read_csv, read_text
from simcli.games.onefile.words import EACH, KINDS, Cards, Deck, Field, Int

ACT, LEGAL, POINTS, COLUMN, PLAN = "act_", "legal_", "points", "column_", "PLANS"
TIE_BREAK = "tie_break"
SCORES = (-1000, 2000)
"""The range of final scores where a file names none."""
OWN_FIELDS = ("stream", "stream_is_open")
HOOKS = {"setup": 2, "over": 2, POINTS: 3, TIE_BREAK: 3, "redeal": 3}
"""Functions with a meaning, and how many arguments they have."""
KINDS_SAID = "Int, Cards, Deck or Sealed"
MOST_NUMBER = 1_000_000_000


def read(path: Path, text: str, package: str) -> Rules:
    """The game of a file with this text, its module called `package` with the file's stem behind it. UserError with every problem."""
    where = shown(path)
    tree = lines.parsed(text, where)
    module = _executed(path, text, f"{package}.{path.stem}", where)
    return _Reader(path, where, text, tree, module).rules()


def text_of(path: Path) -> str:
    """The text of a file. UserError where it cannot be read."""
    where = shown(path)
    try:
        return path.read_bytes().decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except OSError as error:
        raise UserError.of(where, f"the file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError.of(where, f"the file is not UTF-8 (byte {error.start})", "save it as UTF-8") from None


def _executed(path: Path, text: str, name: str, where: str) -> ModuleType:
    """The file as a module. UserError with the line where it fails."""
    spec = importlib.util.spec_from_loader(name, None)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(fuse.fused(ast.parse(text)), str(path), "exec", dont_inherit=True), vars(module))
    except Exception as error:
        own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        message, hint = f"{type(error).__name__}: {getattr(error, 'msg', error)}", ""
        if isinstance(error, ImportError) and error.name == "simcli.small":
            missing = re.search(r"import name '(\w+)'", str(error))
            message = f"simcli.small has no '{missing[1] if missing else error}'"
            hint = nearest(missing[1] if missing else "", importlib.import_module("simcli.small").__all__)
        elif own and str(error) == fuse.ENDLESS:
            message, hint = fuse.told(own[-1].line or "")
        elif isinstance(error, ImportError):
            hint = "a game imports from simcli.small, and from what is installed"
        elif isinstance(error, NameError):
            is_field = bool(own) and own[-1].name == "State"
            known = [kind.__name__ for kind in KINDS] if is_field else vars(module)
            message = f"there is no name '{error.name}' here"
            hint = lines.hint_of_name(error.name or "", known, f"fields are {KINDS_SAID}" if is_field else "import it, or define it")
        line = own[-1].lineno if own else getattr(error, "lineno", None)
        raise UserError.of(Where(where, line or 1, 1), message, hint) from error
    return module


class _Reader:
    """One file being read; `problems` grow."""

    def __init__(self, path: Path, where: str, text: str, tree: Any, module: ModuleType) -> None:
        self.path, self.where, self.text, self.tree, self.module = path, where, text, tree, module
        self.lines = lines.lines_of(tree)
        self.problems: list[Problem] = []
        self.beside: dict[str, bytes] = {}
        self.names: dict[str, Any] = {name: value for name, value in vars(module).items() if not name.startswith("__")}
        self.functions: dict[str, FunctionType] = {
            name: value for name, value in self.names.items() if isinstance(value, FunctionType) and value.__module__ == module.__name__
        }

    def problem(self, line: int | str, what: str, hint: str = "") -> None:
        """Adds one, at a line or where a name is defined."""
        at = line if isinstance(line, int) else self.lines.get(line, 1)
        self.problems.append(Problem(Where(self.where, at, 1), what, hint))

    def stop(self) -> None:
        """UserError if anything was wrong so far."""
        if self.problems:
            raise UserError(sorted(set(self.problems), key=lambda one: (one.where.line, one.what)))

    def rules(self) -> Rules:
        """All of it."""
        players = self._players()
        tables = tuple(self._tables())
        self.stop()
        numbers, options = self._numbers(), self._options()
        self._check_names_of_tables(tables, numbers, options)
        self.stop()
        fields = self._fields(tables)
        self._check_hooks()
        self.stop()
        decisions = self._decisions(tables)
        self.stop()
        own_columns = tuple(self._own_columns([verb for decision in decisions for verb in decision.verbs]))
        known = {name for name, *_ in HEADER} | {*fields, *OWN_FIELDS}
        columns = {table.copies if name == "copies" else name for table in tables for name in table.columns}
        columns |= {table.count for table in tables}
        of_tables = columns | {*numbers, "players"} | {switch.name for switch in options}
        may_be_used, numbered = {**vars(builtins), **vars(self.module)}, dict(one for table in tables for one in table.numbered)
        self.problems += lines.problems_of(self.tree, self.where, may_be_used, (known, of_tables), numbered)
        self.stop()
        rules = Rules(
            id=self.path.stem,
            path=self.path,
            text=self.text,
            module=self.module,
            title=self._word("TITLE", self.path.stem.replace("_", " ").title()),
            about=(self.module.__doc__ or "").strip().split("\n\n")[0].replace("\n", " "),
            players=players,
            scores=self._pair("SCORES", SCORES, (-1_000_000, 1_000_000)),
            numbers=numbers,
            options=options,
            tables=tables,
            fields=fields,
            decisions=decisions,
            categories=tuple(name for name in self.functions if name != TIE_BREAK and _is_of_points(name)),
            together=players[1] > 1 and not any(lines.reads_argument(self.tree, name, 2) for name in self.functions if _is_of_points(name)),
            own_columns=own_columns,
            plans=self._plans(),
            functions=self.functions,
            lines=self.lines,
            taken_from=lines.fields_taken_from(self.tree),
            beside=self.beside,
        )
        for decision in rules.decisions:
            if (count := sum(rules.codes(verb) for verb in decision.verbs)) > MAX_ACTIONS:
                first = decision.verbs[0].name
                self.problem(
                    f"{ACT}{first}", f"the decision '{decision.name}' has room for {count} actions, at most {MAX_ACTIONS} are possible"
                )
        self._check_plans(rules)
        self.stop()
        return rules

    def _word(self, name: str, otherwise: str) -> str:
        value = self.names.get(name, otherwise)
        if not isinstance(value, str) or not value.strip():
            self.problem(name, f"{name} is {value!r}, expected a text")
        return str(value)

    def _players(self) -> tuple[int, int]:
        given = self.names.get("PLAYERS")
        if given is None:
            self.problem(1, "the file says no number of players", "write PLAYERS = 2, or PLAYERS = 2, 4 for two to four")
            return (2, 2)
        return self._pair("PLAYERS", (2, 2), (1, MAX_SEATS))

    def _pair(self, name: str, otherwise: tuple[int, int], within: tuple[int, int]) -> tuple[int, int]:
        """A number, or the lowest and the highest."""
        given = self.names.get(name, otherwise)
        low, high = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
        if not all(_is_whole(one) for one in (low, high)) or not within[0] <= low <= high <= within[1]:
            self.problem(
                name,
                f"{name} is {given!r}, expected a whole number or two, from {within[0]} to {within[1]}",
                f"for example {name} = {otherwise[0]}, {otherwise[1]}",
            )
            return otherwise
        return low, high

    def _tables(self) -> Iterator[Table]:
        for name, value in self.names.items():
            if not name.isupper() or not isinstance(value, str) or name == "TITLE":
                continue
            stem = name.lower()
            if "\n" in value:
                first = self.lines.get(name, 1) + (1 if value.startswith("\n") else 0)
                table, problems = read_text(stem, value.removeprefix("\n"), self.where, first, is_written=value in self.text)
            elif value.endswith(".csv"):
                file = self.path.with_name(value)
                try:
                    self.beside[value] = file.read_bytes()
                    table, problems = read_csv(stem, self.beside[value].decode("utf-8"), shown(file))
                except (OSError, UnicodeDecodeError) as error:
                    why = getattr(error, "strerror", None) or "it is not UTF-8"
                    hint = "save it as CSV UTF-8 in the spreadsheet" if isinstance(error, UnicodeDecodeError) else ""
                    self.problem(name, f"{name}: the file {value} cannot be read: {why}", hint)
                    continue
            else:
                continue
            self.problems += problems
            if table is not None:
                yield table

    def _numbers(self) -> dict[str, int]:
        example = '"hand": 4'
        given, whole = self._entries("NUMBERS", f"NUMBERS = {{{example}}}"), "a whole number"
        return {name: value for name, value in given.items() if self._is_right("NUMBERS", name, _is_whole(value), whole, example)}

    def _options(self) -> tuple[Switch, ...]:
        example = '"open": (False, "are all hands open")'
        made = []
        for name, value in self._entries("OPTIONS", f"OPTIONS = {{{example}}}").items():
            right = isinstance(value, tuple) and [type(one) for one in value] == [bool, str]
            if self._is_right("OPTIONS", name, right, "a default and what it asks", example):
                made.append(Switch(name, *value))
        return tuple(made)

    def _entries(self, name: str, example: str) -> dict[str, Any]:
        """What a name in capitals says, by name; entries with names that cannot be are told and left out."""
        given = self.names.get(name, {})
        if not isinstance(given, dict):
            self.problem(name, f"{name} is {given!r}, expected entries by name", f"write {example}")
            return {}
        right = {key: isinstance(key, str) and ID.fullmatch(key) is not None for key in given}
        for key in (key for key in given if not right[key]):
            line = lines.line_of_key(self.tree, name, key)
            self.problem(line, f"{name}: {key!r} cannot be a name", "lower-case letters, digits and _, a letter first")
        return {key: value for key, value in given.items() if right[key]}

    def _is_right(self, name: str, key: str, right: bool, expected: str, example: str) -> bool:
        """Whether an entry is what it should be; told where it is not."""
        if not right:
            self.problem(
                lines.line_of_key(self.tree, name, key),
                f"{name}: '{key}' is {self.names[name][key]!r}, expected {expected}",
                f"such as {example}",
            )
        return right

    def _check_names_of_tables(self, tables: tuple[Table, ...], numbers: dict[str, int], options: tuple[Switch, ...]) -> None:
        """`t.NAME` means one thing."""
        seen = {"players": "the number of players"}
        told = [(column, table.stem.upper(), f"a column of {table.stem.upper()}") for table in tables for column in table.columns]
        told += [(table.count, table.stem.upper(), f"the number of {table.stem}") for table in tables]
        told += [(name, "NUMBERS", "one of NUMBERS") for name in numbers] + [(one.name, "OPTIONS", "one of OPTIONS") for one in options]
        for name, line, what in told:
            if name == "copies":
                continue
            if name in seen:
                self.problem(line, f"'{name}' is {what} and {seen[name]}", "rename one of them: rules read both as t." + name)
            seen[name] = what
        if {"setup", "options"} & {table.stem for table in tables}:
            self.problem(1, "a table cannot be called SETUP or OPTIONS", "simcli has files of these names")

    def _fields(self, tables: tuple[Table, ...]) -> dict[str, Field]:
        state = self.names.get("State")
        if not isinstance(state, type):
            self.problem(
                1, "the file has no class State", "write `class State:` with a line for every field: `hand: Cards(EACH, hidden=True)`"
            )
            return {}
        fields: dict[str, Field] = {}
        by_stem, cards = {table.stem: table for table in tables}, [table.stem for table in tables if table.has_copies]
        for name, given in state.__annotations__.items():
            field, line = given() if given in (Int, Cards, Deck) else given, lines.line_of_field(self.tree, name)
            if isinstance(given, str):
                self.problem(line, f"State.{name}: annotations are texts here", "remove `from __future__ import annotations`")
                continue
            if not isinstance(field, KINDS):
                self.problem(line, f"State.{name} is {given!r}, expected {KINDS_SAID}", f"write `{name}: Int()`")
                continue
            if name in {header for header, *_ in HEADER} or name in OWN_FIELDS:
                self.problem(line, f"State.{name}: simcli has a field of this name", f"rules read it as s.{name}; choose another name")
            if isinstance(field, Cards | Deck) and not field.of:
                if len(homes := cards or list(by_stem)) != 1:
                    self.problem(
                        line,
                        f"State.{name}: of which table?",
                        f"write of= one of {', '.join(map(repr, by_stem))}" if by_stem else "the file has no table",
                    )
                    continue
                object.__setattr__(field, "of", homes[0])
            if isinstance(field, Cards | Deck) and field.of not in by_stem:
                self.problem(line, f"State.{name}: there is no table '{field.of}'", nearest(field.of, by_stem))
                continue
            if isinstance(field, Deck) and not by_stem[field.of].has_copies:
                self.problem(line, f"State.{name}: the table {field.of.upper()} has no column copies", "a deck holds so many of each row")
            for length in field.shape:
                if length != EACH and length not in by_stem and not (_is_whole(length) and 0 < length <= 10_000):
                    self.problem(line, f"State.{name}: {length!r} is no length", "a whole number, EACH, or the name of a table")
            if isinstance(field, Cards) and field.shape not in ((), (EACH,)):
                self.problem(line, f"State.{name}: cards lie in one pile, or before each seat: Cards() or Cards(EACH)")
            if isinstance(field, Int) and field.hidden and (not isinstance(field.hidden, tuple) or not field.is_by_seat):
                self.problem(line, f"State.{name}: hidden numbers are of each seat and have a range", "write Int(EACH, hidden=(0, 5))")
            fields[name] = field
        self._check_fields_that_others_name(fields)
        for table in tables:
            of_table = [(name, field) for name, field in fields.items() if isinstance(field, Deck) and field.of == table.stem]
            for decks in ([name for name, field in of_table if field.is_by_seat == by_seat] for by_seat in (False, True)):
                if len(decks) > 1:
                    self.problem(
                        lines.line_of_field(self.tree, decks[1]),
                        f"State.{decks[1]}: {table.stem.upper()} has a deck already, {decks[0]}",
                        "a face-up or mixed pile is Cards()",
                    )
        return fields

    def _check_fields_that_others_name(self, fields: dict[str, Field]) -> None:
        """Who has seen a hand, and of which cards a sealed choice is."""
        for name, field in fields.items():
            line = lines.line_of_field(self.tree, name)
            if isinstance(field.hidden, str) and getattr(fields.get(field.hidden), "shape", ()) != (EACH, EACH):
                self.problem(
                    line, f"State.{name}: '{field.hidden}' is no field that says who knows whose", f"{field.hidden}: Int(EACH, EACH)"
                )
            elif isinstance(field.hidden, str) and not field.is_by_seat:
                self.problem(line, f"State.{name}: a pile that lies before no seat is seen by all or by nobody", "hidden=True, or nothing")
            if field.hand and not (isinstance(cards := fields.get(field.hand), Cards) and cards.is_by_seat):
                self.problem(line, f"State.{name}: '{field.hand}' holds no cards of each seat", f"{field.hand}: Cards(EACH, hidden=True)")

    def _check_hooks(self) -> None:
        """Functions with a meaning are there and have their arguments."""
        for name in ("over", POINTS):
            if name not in self.functions and not (name == POINTS and any(one.startswith(f"{POINTS}_") for one in self.functions)):
                example = "def over(s, t): whether the game has ended" if name == "over" else "def points(s, t, p): the points of seat p"
                self.problem(1, f"the file has no function {name}", f"write `{example}`")
        if POINTS in self.functions and any(one.startswith(f"{POINTS}_") for one in self.functions):
            self.problem(
                POINTS,
                "there is a function points, and others that count parts of them",
                "call all of them points_NAME, or one of them points",
            )
        wanted = HOOKS | {name: 3 for name in self.functions if name.startswith(f"{POINTS}_")}
        for name, count in wanted.items():
            if name in self.functions and self.functions[name].__code__.co_argcount != count:
                what = "(s, t, player)" if name == "redeal" else "(s, t)" if count == 2 else "(s, t, p)"
                found = counted(self.functions[name].__code__.co_argcount, "argument")
                self.problem(name, f"{name} has {found}, expected {what}", f"write `def {name}{what}:`")
        for name in self.functions:
            if name.startswith(LEGAL) and f"{ACT}{name.removeprefix(LEGAL)}" not in self.functions:
                actions = [one for one in self.functions if one.startswith(ACT)]
                self.problem(
                    name,
                    f"{name} is of no action: there is no {ACT}{name.removeprefix(LEGAL)}",
                    nearest(f"{ACT}{name.removeprefix(LEGAL)}", actions),
                )
        if not any(name.startswith(ACT) for name in self.functions):
            self.problem(
                1, "the file has no action", "write `def act_play(s, t, card):`, and `def legal_play(s, t, card):` for when it is allowed"
            )

    def _decisions(self, tables: tuple[Table, ...]) -> tuple[Decision, ...]:
        names = [name.removeprefix(ACT) for name in self.functions if name.startswith(ACT)]
        given = self.names.get("DECISIONS", {TURN: names})
        if not isinstance(given, dict) or not all(
            isinstance(k, str) and ID.fullmatch(k) and isinstance(v, list | tuple) for k, v in given.items()
        ):
            self.problem("DECISIONS", "DECISIONS are lists of actions by name", 'write DECISIONS = {"go": ["roll", "stop"]}')
            return ()
        listed = [verb for verbs in given.values() for verb in verbs]
        for verb in listed:
            if verb not in names:
                self.problem("DECISIONS", f"DECISIONS: there is no action '{verb}'", nearest(verb, names))
            elif listed.count(verb) > 1:
                self.problem("DECISIONS", f"DECISIONS: the action '{verb}' stands in two places")
        for verb in names:
            if verb not in listed:
                self.problem(f"{ACT}{verb}", f"the action '{verb}' is of no decision", "add it to DECISIONS")
        if self.problems:
            return ()
        return tuple(Decision(name, tuple(self._verb(verb, d, tables) for verb in verbs)) for d, (name, verbs) in enumerate(given.items()))

    def _verb(self, name: str, decision: int, tables: tuple[Table, ...]) -> Verb:
        act = self.functions[f"{ACT}{name}"]
        names = _arguments_of(act)
        has_legal = f"{LEGAL}{name}" in self.functions
        if has_legal:
            theirs = _arguments_of(self.functions[f"{LEGAL}{name}"])
            if theirs != names:
                self.problem(
                    f"{LEGAL}{name}",
                    f"{LEGAL}{name}({', '.join(theirs)}) and {ACT}{name}({', '.join(names)}) have other arguments",
                    f"both have those of the action, for example ({', '.join(names)})",
                )
        if len(names) < 2:
            self.problem(f"{ACT}{name}", f"{ACT}{name} has {len(names)} arguments, expected (s, t) and what is chosen")
            return Verb(name, decision, (), has_legal, "")
        notes = {**getattr(self.functions.get(f"{LEGAL}{name}"), "__annotations__", {}), **act.__annotations__}
        arguments = tuple(self._argument(name, one, notes.get(one, one), tables) for one in names[2:])
        return Verb(name, decision, arguments, has_legal, " ".join((act.__doc__ or "").split()).strip())

    def _argument(self, verb: str, name: str, note: Any, tables: tuple[Table, ...]) -> Argument:
        if isinstance(note, range):
            if note.step != 1 or not len(note):
                self.problem(f"{ACT}{verb}", f"{ACT}{verb}: {note!r} is no range that goes up by one")
                return Argument(name, NUMBER)
            return Argument(name, NUMBER, note.start, note.stop - 1)
        homes = {table.item: table.stem for table in tables} | {table.stem: table.stem for table in tables}
        if note in homes:
            return Argument(name, homes[note])
        if note in (SEAT, "player", EACH):
            return Argument(name, SEAT)
        known = [*(table.item for table in tables), SEAT]
        hint = f'an argument is called {" or ".join(known)}, or says what it is: `{name}: range(0, 11)`, `{name}: "{known[0]}"`'
        self.problem(f"{ACT}{verb}", f"{ACT}{verb}: what is '{name}'?", hint)
        return Argument(name, NUMBER)

    def _check_plans(self, rules: Rules) -> None:
        """Plans weigh columns that there are, by numbers."""
        game, columns = self.where, [columns_of(rules, decision) for decision in rules.decisions]
        seen = {column.name for some, _ in columns for column in some}
        no_room = {column.name for _, others in columns for column in others} - seen
        for plan in rules.plans:
            for column, weight in plan.weights.items():
                line = lines.line_of_key(self.tree, PLAN, plan.name, column)
                if column in no_room:
                    what = f"the plan '{plan.name}' weighs '{column}', for which there is no room"
                    self.problem(line, what, f"a decision has at most {MAX_FEATURES} columns")
                elif column not in seen:
                    hint = nearest(str(column), seen, f"`simcli games {game} --features` lists them")
                    self.problem(line, f"the plan '{plan.name}' weighs '{column}', and there is no such column", hint)
                elif isinstance(weight, bool) or not isinstance(weight, int | float) or not abs(weight) <= MOST_NUMBER:
                    self.problem(
                        line, f"the plan '{plan.name}' weighs '{column}' by {weight!r}, expected a number", "for example 1, -2 or 0.5"
                    )

    def _own_columns(self, verbs: list[Verb]) -> Iterator[OwnColumn]:
        """`column_NAME`: of an action where NAME begins with it, then with its arguments or without; else of the position."""
        for function in (name for name in self.functions if name.startswith(COLUMN)):
            name, given = function.removeprefix(COLUMN), _arguments_of(self.functions[function])
            homes = [verb for verb in verbs if name.startswith(f"{verb.name}_")]
            verb = max(homes, key=lambda one: len(one.name), default=None)
            wanted = ["s", "t", *(argument.name for argument in verb.arguments)] if verb else ["s", "t"]
            if given not in (["s", "t"], wanted):
                of = f"as the action {verb.name} has, or (s, t)" if verb else "or a name that begins with that of an action"
                self.problem(function, f"{function} has the arguments ({', '.join(given)}), expected ({', '.join(wanted)}) {of}")
            text = " ".join((self.functions[function].__doc__ or "").split()).removesuffix(".")
            yield OwnColumn(name, verb.name if verb else None, len(given) > 2, text)

    def _plans(self) -> tuple[Plan, ...]:
        example = '"greedy": {"gain": 1}'
        plans = []
        for name, weights in self._entries(PLAN, f"{PLAN} = {{{example}}}").items():
            if self._is_right(PLAN, name, isinstance(weights, dict) and bool(weights), "weights by column", example):
                idea = str(weights.get("idea", "as its weights say"))
                plans.append(Plan(name, idea, {column: weight for column, weight in weights.items() if column != "idea"}))
        return tuple(plans)


def _arguments_of(function: FunctionType) -> list[str]:
    return list(function.__code__.co_varnames[: function.__code__.co_argcount])


def _is_of_points(name: str) -> bool:
    """Whether a function counts points, or parts those who have as many."""
    return name in (POINTS, TIE_BREAK) or name.startswith(f"{POINTS}_")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER
