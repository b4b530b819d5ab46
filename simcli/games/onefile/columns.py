"""What plans see of an action of a game in one file: columns made from its actions, tables and fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simcli.engine.header import MAX_CONTEXT, MAX_FEATURES
from simcli.games.onefile.spec import NUMBER, SEAT, Argument, Decision, Shape, Verb
from simcli.games.onefile.words import Cards, Int, said

MOST_ROWS = 24
"""A table with more rows has no column for each of them."""


class Column(NamedTuple):
    """A column of a decision: its name, what it is in words, the action it is of (None: of all), and the code that works it out."""

    name: str
    text: str
    verb: str | None
    code: str


def columns_of(rules: Shape, decision: Decision) -> tuple[list[Column], list[Column]]:
    """Columns of a decision, and those that there is no room for: the least telling come last."""
    every: dict[str, Column] = {}
    for column in _all(rules, decision):
        every.setdefault(column.name, column)
    columns = list(every.values())
    return columns[:MAX_FEATURES], columns[MAX_FEATURES:]


def _all(rules: Shape, decision: Decision) -> Iterator[Column]:
    if len(decision.verbs) > 1:
        for verb in decision.verbs:
            yield Column(verb.name, f"1 for {verb.name}", verb.name, "1")
    yield Column("gain", "points that the action brings at once, what chance decides dealt anew", None, "gain")
    yield Column("lead", "the same, less what the best other seat gains", None, "lead")
    for verb in decision.verbs:
        yield from _of_file(rules, verb)
    for verb in decision.verbs:
        for argument in verb.arguments:
            yield from _of_argument(rules, verb, argument)
    for verb in decision.verbs:
        for name, field in rules.fields.items():
            if isinstance(field, Int) and field.shape == ():
                yield Column(f"{verb.name}_{name}", f"{said(name)}; for {verb.name}", verb.name, f"int64(s.{name})")
            elif isinstance(field, Int) and field.is_by_seat and len(field.shape) == 1:
                yield Column(f"{verb.name}_own_{name}", f"{said(name)} of the seat; for {verb.name}", verb.name, f"int64(s.{name}[p])")
    for verb in decision.verbs:
        for argument in verb.arguments:
            table = rules.by_stem.get(argument.of)
            for k, row in enumerate(table.rows) if table is not None and len(table.rows) <= MOST_ROWS else ():
                name = f"{verb.name}_{argument.name}_{row['id']}" if len(verb.arguments) > 1 else f"{verb.name}_{row['id']}"
                yield Column(name, f"1 for {verb.name} with {said(row['id'])}", verb.name, f"int64({argument.variable} == {k})")


def _of_file(rules: Shape, verb: Verb) -> Iterator[Column]:
    """What the file itself counts, of this action and of the position."""
    for column in rules.own_columns:
        if column.verb == verb.name:
            told = [argument.variable for argument in verb.arguments] if column.takes_arguments else []
            code = f"int64(column_{column.name}({', '.join(['s', 't', *told])}))"
            yield Column(column.name, column.text or said(column.name), verb.name, code)
    for column in rules.contexts:
        text = f"{column.text or said(column.name)}; for {verb.name}"
        yield Column(f"{verb.name}_{column.name}", text, verb.name, f"context_{column.name}")


def context_of(rules: Shape) -> list[Column]:
    """What a player knows of a position (`Game.context`): shared numbers, own ones, the most that another seat has where that is seen by
    all, and how many cards lie before the player."""
    columns = list[Column]()
    for name, field in rules.fields.items():
        if isinstance(field, Int) and field.shape == ():
            columns.append(Column(name, said(name), None, f"int64(s.{name})"))
        elif isinstance(field, Int) and field.is_by_seat and len(field.shape) == 1:
            columns.append(Column(f"own_{name}", f"{said(name)} of the player", None, f"int64(s.{name}[p])"))
            if not field.hidden:
                text = f"most {said(name)} that another player has"
                columns.append(Column(f"most_{name}", text, None, f"most_of_others(s.{name}, p, s.n_players)"))
        elif isinstance(field, Cards) and field.is_by_seat:
            columns.append(Column(f"in_{name}", f"cards of the player in {said(name)}", None, f"total(s.{name}[p])"))
    return columns[:MAX_CONTEXT]


def _of_argument(rules: Shape, verb: Verb, argument: Argument) -> Iterator[Column]:
    name = f"{verb.name}_{argument.name}" if argument.of in (NUMBER, SEAT) or len(verb.arguments) > 1 else verb.name
    a = argument.variable
    if argument.of == NUMBER:
        yield Column(name, f"{said(argument.name)} of {verb.name}", verb.name, a)
    elif argument.of == SEAT:
        yield Column(f"{name}_points", f"points of the seat that {verb.name} names", verb.name, f"total_of(s, t, {a})")
        yield Column(f"{name}_self", f"1 for {verb.name} with the seat itself", verb.name, f"int64({a} == p)")
    else:
        table = rules.by_stem[argument.of]
        for column in table.columns:
            if not table.relation(column) and column != "copies":
                yield Column(f"{name}_{column}", f"{said(column)} of what {verb.name} takes", verb.name, f"int64(t.{column}[{a}])")
        for hand in rules.hands(table):
            yield Column(
                f"{name}_in_{hand}",
                f"how many of these the seat has in {said(hand)}; for {verb.name}",
                verb.name,
                f"int64(s.{hand}[p, {a}])",
            )
