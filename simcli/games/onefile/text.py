"""A game in one file, in words: names, actions, positions as fields, what happened. The same for all such games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from simcli.game import Components
from simcli.games.fields import (
    Field,
    Path,
    Position,
    get_all,
    read_counts,
    read_list,
    read_name,
    read_seat,
    read_seats,
    read_whole,
    refuse,
    set_all,
)
from simcli.games.onefile.spec import NUMBER, SEAT, Shape, Verb
from simcli.games.onefile.words import Cards, Deck, said
from simcli.games.onefile.words import Field as Kind

Names = dict[str, tuple[str, ...]]
"""Ids of the rows of each table, by its stem."""
LARGEST = 2**31 - 1
NONE = "none"


def make_names(rules: Shape, components: Components) -> Names:
    """Ids of the rows of each table."""
    return {table.stem: tuple(row["id"] for row in components[table.stem][table.stem]) for table in rules.tables}


def action_text(rules: Shape, s: Any, t: Any, names: Names, action: int) -> str:
    """`give fish`, `ask seat 2 fish`, `bid 3`."""
    code, verb = int(action), rules.verbs[0]
    for verb in rules.decisions[int(s["phase"])].verbs:
        if code < rules.first_code(verb) + rules.codes(verb):
            break
    return " ".join([verb.name, *_words_of(rules, verb, code - rules.first_code(verb), names)])


def _words_of(rules: Shape, verb: Verb, rest: int, names: Names) -> list[str]:
    words = []
    for argument in reversed(verb.arguments):
        rest, value = divmod(rest, rules.size(argument))
        if argument.of == NUMBER:
            words.append(str(value + argument.low))
        elif argument.of == SEAT:
            words.append(f"seat {value + 1}")
        else:
            words.append(names[argument.of][value])
    return words[::-1]


def fields_of(rules: Shape) -> tuple[Field[Position], ...]:
    """The named fields of a position."""
    return tuple(_fields(rules))


def _fields(rules: Shape) -> Iterator[Field[Position]]:
    decisions = [decision.name for decision in rules.decisions]
    yield Field("round", lambda x: int(x.s["round"]), partial(_set_number, "round", 1))
    yield Field("phase", lambda x: "over" if x.s["over"] else decisions[int(x.s["phase"])], partial(_set_phase, decisions))
    yield Field("actor", lambda x: 0 if x.s["over"] else int(x.s["actor"]) + 1, _set_actor)
    yield Field("over", lambda x: bool(x.s["over"]))
    for name, field in rules.fields.items():
        if isinstance(field, Deck):
            by_seat = field.is_by_seat
            yield Field(name, partial(_decks, name, field.of, by_seat), partial(_set_decks, name, field.of, by_seat))
        elif isinstance(field, Cards):
            by_seat = field.is_by_seat
            yield Field(name, partial(_cards, name, field.of, by_seat), partial(_set_cards, name, field.of, by_seat))
        elif field.hand:
            of = rules.fields[field.hand].of
            yield Field(name, partial(_choices, name, of), partial(_set_choices, name, of))
        else:
            yield Field(name, partial(_numbers, name, field), partial(_set_numbers, name, field))


def _set_number(name: str, low: int, x: Position, path: Path, value: Any) -> None:
    x.s[name] = read_whole(path, value, low, LARGEST)


def _set_phase(decisions: list[str], x: Position, path: Path, value: Any) -> None:
    x.s["phase"] = read_name(path, value, decisions)


def _set_actor(x: Position, path: Path, value: Any) -> None:
    x.s["actor"] = read_seat(path, value, x.n)


def _decks(name: str, of: str, by_seat: bool, x: Position) -> Any:
    def deck(row: Any) -> list[str]:
        return [x.names[of][card] for card in row[int(row[0]) : int(row[1])]]

    return x.by_seat(lambda p: deck(x.s[name][p])) if by_seat else deck(x.s[name])


def _set_decks(name: str, of: str, by_seat: bool, x: Position, path: Path, value: Any) -> None:
    for row, at, given in _rows(name, by_seat, x, path, value):
        cards = [read_name((*at, i), one, x.names[of]) for i, one in enumerate(read_list(at, given))]
        room = len(row) - 2
        if len(cards) > room:
            refuse(at, f"holds {len(cards)} cards, there is room for {room}")
        row[0], row[1] = len(row) - len(cards), len(row)
        row[int(row[0]) :] = cards


def _rows(name: str, by_seat: bool, x: Position, path: Path, value: Any) -> list[tuple[Any, Path, Any]]:
    """The row of a field, or those of the seats that are given, each with where its value stands."""
    return [(x.s[name][p], *given) for p, given in read_seats(path, value, x.n).items()] if by_seat else [(x.s[name], path, value)]


def _counted(of: str, x: Position, row: Any) -> dict[str, int]:
    return {name: int(count) for name, count in zip(x.names[of], row, strict=False) if count}


def _cards(name: str, of: str, by_seat: bool, x: Position) -> Any:
    return x.by_seat(lambda p: _counted(of, x, x.s[name][p])) if by_seat else _counted(of, x, x.s[name])


def _set_cards(name: str, of: str, by_seat: bool, x: Position, path: Path, value: Any) -> None:
    for row, at, given in _rows(name, by_seat, x, path, value):
        counts = read_counts(at, given, x.names[of], 0, LARGEST)
        row[: len(counts)] = counts


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else int(value)


def _in_play(name: str, field: Kind, x: Position) -> Any:
    """The numbers of a field, without the room for rows that a table may yet get."""
    lengths = [len(x.names[length]) if length in x.names else None for length in field.shape]
    return x.s[name][tuple(map(slice, lengths))] if lengths else x.s[name]


def _numbers(name: str, field: Kind, x: Position) -> Any:
    held = _in_play(name, field, x)
    return x.by_seat(lambda p: _plain(held[p])) if field.is_by_seat else _plain(held)


def _set_numbers(name: str, field: Kind, x: Position, path: Path, value: Any) -> None:
    if field.is_by_seat:
        for p, (at, given) in read_seats(path, value, x.n).items():
            _set_row(_in_play(name, field, x), p, at, given)
    else:
        _set_row({name: _in_play(name, field, x)} if field.shape else x.s, name, path, value)


def _choices(name: str, of: str, x: Position) -> dict[int, str]:
    return x.by_seat(lambda p: x.names[of][int(x.s[name][p])] if x.s[name][p] >= 0 else NONE)


def _set_choices(name: str, of: str, x: Position, path: Path, value: Any) -> None:
    for p, (at, given) in read_seats(path, value, x.n).items():
        x.s[name][p] = read_name(at, given, [NONE, *x.names[of]]) - 1


def _set_row(home: Any, key: Any, path: Path, value: Any) -> None:
    """Sets a number, or a list of numbers as long as the row."""
    old = home[key]
    if not getattr(old, "shape", ()):
        home[key] = read_whole(path, value, -LARGEST, LARGEST)
        return
    given = read_list(path, value)
    if len(given) != len(old):
        refuse(path, f"has {len(given)} entries, expected {len(old)}")
    for i, one in enumerate(given):
        _set_row(old, i, (*path, i), one)


def get_fields(fields: tuple[Field[Position], ...], s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The position as named fields."""
    return get_all(Position(s, t, names), fields)


def set_fields(fields: tuple[Field[Position], ...], s: Any, t: Any, names: Names, given: Mapping[str, Any]) -> None:
    """Changes named fields of a dealt position; FaultsError with everything that does not fit."""
    set_all(Position(s, t, names, given), fields, given)


def state_text(rules: Shape, fields: tuple[Field[Position], ...], s: Any, t: Any, names: Names) -> str:
    """The whole table: what is common first, then a line a seat."""
    f = get_fields(fields, s, t, names)
    lines = ["the game is over" if f["over"] else f"round {f['round']}, seat {f['actor']} to {f['phase'].replace('_', ' ')}"]
    common = [name for name, field in rules.fields.items() if not field.is_by_seat and not isinstance(field, Deck)]
    piles = [f"{said(name)} {_cards_text(f[name])}" for name in rules.fields_of(Deck, by_seat=False)]
    if told := [*piles, *(f"{said(name)} {_told(f[name])}" for name in common)]:
        lines.append("  " + "; ".join(told))
    own = {name: _cards_text if isinstance(field, Deck) else _told for name, field in rules.fields.items() if field.is_by_seat}
    lines += [
        f"  seat {seat}: " + "; ".join(f"{said(name)} {told_as(f[name][seat])}" for name, told_as in own.items())
        for seat in range(1, int(s["n_players"]) + 1)
        if own
    ]
    return "\n".join(lines)


def score_sheet(rules: Shape, s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Final points and who won."""
    lines = []
    for p in range(int(s["n_players"])):
        by_category = [int(points[p, c]) for c in range(len(rules.categories))]
        parts = [f"{name.removeprefix('points_').replace('_', ' ')} {n}" for name, n in zip(rules.categories, by_category, strict=True)]
        more = f" ({', '.join(parts)})" if len(parts) > 1 else ""
        lines.append(f"seat {p + 1}: {sum(by_category)} points{more}" + (", wins" if share[p] else ""))
    return "\n".join(lines)


def events(rules: Shape, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What changed before each seat and in common, deck and order of play left out."""
    told = []
    for name, field in rules.fields.items():
        if isinstance(field, Deck) or before.get(name) == after.get(name):
            continue
        for seat in after[name] if field.is_by_seat else (None,):
            old, new = (before[name], after[name]) if seat is None else (before[name][seat], after[name][seat])
            if old != new:
                told.append((f"seat {seat}: " if seat else "") + f"{said(name)} {_change(old, new)}")
    return told


def _change(old: Any, new: Any) -> str:
    if isinstance(new, dict):
        moves = {card: new.get(card, 0) - old.get(card, 0) for card in [*old, *(card for card in new if card not in old)]}
        return " ".join(f"{'+' if n > 0 else '-'}{f'{abs(n)} ' if abs(n) > 1 else ''}{card}" for card, n in moves.items() if n)
    if isinstance(new, int):
        return f"{old} -> {new}"
    return _told(new)


def told_at(fields: Mapping[str, Any]) -> Any:
    """A trace tells the position at every round."""
    return fields["round"]


def _cards_text(deck: Sequence[str]) -> str:
    """What is seen of a deck."""
    return f"{len(deck)} cards"


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{n} {name}" if n > 1 else str(name) for name, n in value.items()) or NONE
    return " ".join(map(_told, value)) if isinstance(value, list) else str(value)
