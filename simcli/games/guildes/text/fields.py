"""A position as named fields, and named fields back into a position: one row a field, read and set.

Seats are numbered from 1 in everything a person reads, from 0 in the record. What the record repeats of a position (masks, cards
played) is found anew by the kernel `derive` after fields have been set.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import Any

from simcli.games.fields import (
    ABSENT,
    Field,
    Path,
    bits,
    get_all,
    read_counts,
    read_flag,
    read_list,
    read_name,
    read_seat,
    read_seats,
    read_whole,
    refuse,
    set_all,
)
from simcli.games.guildes import state as S
from simcli.games.guildes.text.names import PHASES, Names

OVER = "over"
SETTABLE_PHASES = PHASES[: S.USE + 1]
"""A scenario starts at the beginning of a trick's chain; what lies inside it is reached by action texts."""


class Position:
    """A position that is read, or that `fields` are being set in."""

    def __init__(self, s: Any, t: Any, names: Names, fields: Mapping[str, Any] | None = None) -> None:
        self.s, self.t, self.names = s, t, names
        self.fields = {} if fields is None else fields
        self.n = int(s["n_players"])
        self.r = int(s["round"]) - 1
        self.guilds = names.guilds
        self.over = bool(s["over"])
        self.down: dict[int, list[int]] = {}
        self.wanted_phase = int(s["phase"])
        self.wanted_actor = -1

    def counted(self, counts: Any) -> dict[str, int]:
        """Numbers by guild, zeros left out."""
        return self._named(counts.tolist())

    def by_seat(self, rows: Any) -> dict[int, dict[str, int]]:
        """Numbers by seat and guild."""
        return {p + 1: self._named(row) for p, row in enumerate(rows[: self.n].tolist())}

    def _named(self, counts: list[int]) -> dict[str, int]:
        return dict(zip(compress(self.guilds, counts), filter(None, counts), strict=False))

    def need_tricks(self, path: Path) -> None:
        """A fault when no tricks are dealt."""
        if not self.t["tricks_on"]:
            refuse(path, "needs the dirty tricks", "add `options: {tricks: on}`")

    def held_packs(self) -> list[int]:
        """Number of the pack each seat holds."""
        return [(p + int(self.s["offset"])) % self.n for p in range(self.n)]


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full position in plain data; seats count from 1, numbers of cards leave out zeros.

    `discards_this_round` is there only when the pile of trick I is limited to them (GO-13): the record keeps it for no other purpose.
    During `keep` the two drawn cards lie nowhere but in the legal texts.
    """
    return get_all(Position(s, t, names), FIELDS)


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; counters and the order of tricks follow.

    `round` goes to the start of that round with its own packs, event and tricks. Counts replace those of the seats named (`all` names
    every seat). Beyond the fields of `get_fields`: `events` (the cards of all rounds), `starter`, `redistribution` (giver by seat) and
    `draws` of this round. The position in the phase follows from the numbers of cards. FaultsError for what does not fit.
    """
    position = Position(s, t, names, fields)
    set_all(position, FIELDS, fields)
    place_in_phase(position)


def tableaus(s: Any) -> Any:
    """uint32[seat, guild]: a view of the cards face up, which the record keeps by guild, as the scoring wants them."""
    return s["tableau"].T[: S.MAX_PLAYERS]


# Round, event, tricks


def _set_round(x: Position, path: Path, value: Any) -> None:
    s, t = x.s, x.t
    s["round"] = read_whole(path, value, 1, int(t["rounds"]))
    x.r = int(s["round"]) - 1
    hand = int(t["hand"])
    for place in ("packs", "hands", "offered"):
        s[place][:] = 0
    for k in range((x.r + 1) * x.n * hand):
        dealt_in, p = divmod(k // hand, x.n)
        s["offered"][p, s["deck"][k]] += 1
        if dealt_in == x.r:
            s["packs"][p, s["deck"][k]] += 1
    for name in ("offset", "step", "turn", "revealed", "actor", "phase"):
        s[name] = 0
    x.wanted_phase = S.PICK
    _turn_up_event(x, int(s["events"][x.r]))
    _order_tricks(x)


def _set_events(x: Position, path: Path, value: Any) -> None:
    rounds = int(x.t["rounds"])
    named = [read_name((*path, i), e, x.names.events) for i, e in enumerate(read_list(path, value))]
    if len(set(named)) != len(named) or len(named) > rounds:
        refuse(path, f"has {len(named)} entries, expected at most {rounds} different ones", "GU-42")
    rest = [e for e in x.s["events"][:rounds].tolist() + list(range(len(x.names.events))) if e not in named]
    x.s["events"][:rounds] = (named + rest)[:rounds]
    _turn_up_event(x, int(x.s["events"][x.r]))


def _set_event(x: Position, path: Path, value: Any) -> None:
    event = read_name(path, value, x.names.events)
    for other in range(int(x.t["rounds"])):
        if x.s["events"][other] == event:
            x.s["events"][other] = x.s["events"][x.r]
    x.s["events"][x.r] = event
    _turn_up_event(x, event)


def _turn_up_event(x: Position, event: int) -> None:
    s, t = x.s, x.t
    s["event_card"] = event
    s["event"] = event if t["events_on"] else S.NO_EVENT
    by_mode = (int(t["event_clockwise"][event]), int(s["round"]) & 1, 1)
    s["clockwise"] = by_mode[int(t["direction_mode"])]


def _set_clockwise(x: Position, path: Path, value: Any) -> None:
    x.s["clockwise"] = read_flag(path, value)


def _get_tricks(x: Position) -> dict[int, str]:
    dealt = x.s["trick_deal"][x.r, : x.n].tolist() if x.t["tricks_on"] and not x.over else []
    return {p + 1: x.names.tricks[k] for p, k in enumerate(dealt)}


def _set_tricks(x: Position, path: Path, value: Any) -> None:
    x.need_tricks(path)
    dealt = x.s["trick_deal"][x.r]
    named = {p: read_name(at, trick, x.names.tricks) for p, (at, trick) in read_seats(path, value, x.n).items()}
    if len(set(named.values())) != len(named):
        refuse(path, "deals a trick twice", "GU-301")
    for p, trick in named.items():
        for q in range(x.n):
            if dealt[q] == trick:
                dealt[q] = dealt[p]
        dealt[p] = trick
    _order_tricks(x)


def _order_tricks(x: Position) -> None:
    """GU-310: tricks are numbered by letter."""
    if x.t["tricks_on"]:
        dealt = x.s["trick_deal"][x.r].tolist()
        x.s["trick_order"][: x.n] = sorted(range(x.n), key=lambda p: dealt[p])
        x.s["trick_turn"] = 0


# Chance


def _set_starter(x: Position, path: Path, value: Any) -> None:
    x.s["starter"][x.r] = read_seat(path, value, x.n)


def _set_redistribution(x: Position, path: Path, value: Any) -> None:
    givers = {p: read_seat(at, giver, x.n) for p, (at, giver) in read_seats(path, value, x.n).items()}
    if sorted(givers.values()) != list(range(x.n)):
        refuse(path, f"must name every seat from 1 to {x.n} as receiver and as giver", "GU-423")
    for p, giver in givers.items():
        x.s["redistribution"][x.r, p] = giver


def _set_draws(x: Position, path: Path, value: Any) -> None:
    numbers = read_list(path, value)
    if len(numbers) != 2:
        refuse(path, f"has {len(numbers)} entries, expected 2")
    for i, number in enumerate(numbers):
        x.s["draws"][x.r, i] = read_whole((*path, i), number, 0, 2**32 - 1)


# Cards and votes


def _set_counts(x: Position, rows: Any, path: Path, value: Any, high: int = S.MAX_DECK) -> None:
    for p, (at, counts) in read_seats(path, value, x.n).items():
        rows[p, : len(x.guilds)] = read_counts(at, counts, x.guilds, high=high)


def _set_packs(x: Position, path: Path, value: Any) -> None:
    x.s["packs"][: x.n] = x.s["packs"][x.held_packs()]
    x.s["offset"] = 0
    _set_counts(x, x.s["packs"], path, value)


def _get_discards(x: Position) -> dict[str, int]:
    return x.counted(x.s["discards"] + x.s["gone"])


def _set_discards(x: Position, path: Path, value: Any) -> None:
    k = len(x.guilds)
    counts = read_counts(path, value, x.guilds, high=S.MAX_DECK)
    x.s["gone"][:k] = counts if x.t["pile_this_round"] else 0
    x.s["discards"][:k] = 0 if x.t["pile_this_round"] else counts


def _set_discards_this_round(x: Position, path: Path, value: Any) -> None:
    if not x.t["pile_this_round"]:
        refuse(path, "is not kept apart", "add `options: {discard_pile_scope: this_round}`")
    for g, number in enumerate(read_counts(path, value, x.guilds, high=S.MAX_DECK)):
        if "discards" in x.fields and number > x.s["gone"][g]:
            refuse((*path, x.guilds[g]), f"is {number}, more than in all discards")
        x.s["gone"][g] -= number if "discards" in x.fields else 0
        x.s["discards"][g] = number


def _set_protected(x: Position, path: Path, value: Any) -> None:
    x.need_tricks(path)
    seats = [read_seat((*path, i), seat, x.n) for i, seat in enumerate(read_list(path, value))]
    x.s["protected_mask"] = sum(1 << p for p in set(seats))


def _set_shifts(x: Position, path: Path, value: Any) -> None:
    x.need_tricks(path)
    for p, (at, changes) in read_seats(path, value, x.n).items():
        x.s["shifts"][p, : len(x.guilds)] = read_counts(at, changes, x.guilds, -1, 1)


def _get_given(x: Position) -> dict[int, str]:
    asked = int(x.s["actor"]) if x.s["phase"] == S.GIVE and not x.over else 0
    return {p + 1: x.guilds[x.s["given"][p]] for p in range(asked)}


def _set_given(x: Position, path: Path, value: Any) -> None:
    for p, (at, guild) in read_seats(path, value, x.n).items():
        x.s["given"][p] = read_name(at, guild, x.guilds)


def _get_face_down(x: Position) -> dict[int, list[str]]:
    """Cards each seat has placed that are not turned up yet, oldest first."""
    s = x.s
    if s["phase"] != S.PLAY or x.over or x.t["event_sequential"][s["event"]]:
        return {p + 1: [] for p in range(x.n)}
    down, revealed, step, actor = s["down"].tolist(), int(s["revealed"]), int(s["step"]), int(s["actor"])
    return {p + 1: [x.guilds[down[p][k & 3]] for k in range(revealed, step + (p < actor))] for p in range(x.n)}


def _set_face_down(x: Position, path: Path, value: Any) -> None:
    for p, (at, guilds) in read_seats(path, value, x.n).items():
        x.down[p] = [read_name((*at, i), g, x.guilds) for i, g in enumerate(read_list(at, guilds))]


# The position in the phase


def _set_phase(x: Position, path: Path, value: Any) -> None:
    if value in PHASES and value not in SETTABLE_PHASES:
        refuse(path, f"is '{value}', which lies inside a trick", "set `phase: use` and give the texts under `do`")
    x.wanted_phase = read_name(path, value, SETTABLE_PHASES)
    if x.wanted_phase == S.USE:
        x.need_tricks(path)
    if x.wanted_phase == S.GIVE and not x.t["event_redistribute"][x.s["event"]]:
        refuse(path, "is 'give', which needs the event redistribution", "add `options: {events: [redistribution]}`")


def _set_actor(x: Position, path: Path, value: Any) -> None:
    x.wanted_actor = read_seat(path, value, x.n)


FIELDS: tuple[Field[Position], ...] = (
    Field("round", lambda x: int(x.s["round"]), _set_round),
    Field("events", set=_set_events),
    Field("event", lambda x: x.names.events[x.s["event_card"]], _set_event),
    Field("clockwise", lambda x: bool(x.s["clockwise"]), _set_clockwise),
    Field("tricks", _get_tricks, _set_tricks),
    Field("starter", set=_set_starter),
    Field("redistribution", set=_set_redistribution),
    Field("draws", set=_set_draws),
    Field("tableau", lambda x: x.by_seat(tableaus(x.s)), lambda x, path, value: _set_counts(x, tableaus(x.s), path, value)),
    Field("votes", lambda x: x.by_seat(x.s["votes"]), lambda x, path, value: _set_counts(x, x.s["votes"], path, value, 10_000)),
    Field("discards", _get_discards, _set_discards),
    Field(
        "discards_this_round",
        lambda x: x.counted(x.s["discards"]) if x.t["pile_this_round"] else ABSENT,
        _set_discards_this_round,
    ),
    Field("protected", lambda x: [p + 1 for p in bits(x.s["protected_mask"])], _set_protected),
    Field("shifts", lambda x: {p: row for p, row in x.by_seat(x.s["shifts"]).items() if row}, _set_shifts),
    Field("packs", lambda x: x.by_seat(x.s["packs"][x.held_packs()]), _set_packs),
    Field("hands", lambda x: x.by_seat(x.s["hands"]), lambda x, path, value: _set_counts(x, x.s["hands"], path, value)),
    Field("given", _get_given, _set_given),
    Field("face_down", _get_face_down, _set_face_down),
    Field("phase", lambda x: OVER if x.over else PHASES[int(x.s["phase"])], _set_phase),
    Field("actor", lambda x: 0 if x.over else int(x.s["actor"]) + 1, _set_actor),
    Field("over", lambda x: x.over),
)
"""In the order in which they are set: a later one may rest on an earlier one."""


# Counters and the acting seat, from the cards that lie where they lie


def place_in_phase(x: Position) -> None:
    """How far the phase has come; FaultsError when the numbers of cards do not fit any point of it."""
    if x.wanted_phase == S.PICK:
        _place_in_draft(x)
    elif x.wanted_phase == S.USE:
        _place_in_tricks(x)
    else:
        _place_in_play(x)
    x.s["phase"] = x.wanted_phase
    if x.wanted_actor >= 0 and x.s["actor"] != x.wanted_actor:
        refuse(("actor",), f"is {x.wanted_actor + 1}, but by the numbers of cards it is seat {int(x.s['actor']) + 1}'s turn")


def _sizes(x: Position, place: str) -> list[int]:
    return [int(n) for n in x.s[place][: x.n].sum(axis=1)]


def _chosen(x: Position, sizes: list[int], place: str, first: int) -> int:
    """How many seats, from `first` on, have chosen in this pass: they hold one card less."""
    most = max(sizes)
    in_order = [sizes[(first + i) % x.n] for i in range(x.n)]
    turn = sum(size == most - 1 for size in in_order)
    if in_order != [most - 1] * turn + [most] * (x.n - turn):
        said = ", ".join(f"seat {p + 1} {size}" for p, size in enumerate(sizes))
        refuse((place,), f"hold different numbers of cards ({said})", "seats that have chosen in this pass hold one less")
    return turn


def _place_in_draft(x: Position) -> None:
    s, hand = x.s, int(x.t["hand"])
    if "packs" not in x.fields:
        s["packs"][: x.n] = s["packs"][x.held_packs()]
    s["offset"] = 0
    sizes, hands = _sizes(x, "packs"), _sizes(x, "hands")
    turn = _chosen(x, sizes, "packs", 0)
    for p in range(x.n):
        if sizes[p] + hands[p] != hand or max(sizes) == 0:
            refuse(("hands", p + 1), f"has {hands[p]} cards and the pack {sizes[p]}, together {hand} are needed", "GU-62")
    s["step"], s["turn"], s["revealed"], s["actor"] = hand - max(sizes), 0, 0, turn


def _place_in_play(x: Position) -> None:
    """Redistribution and play: the number of cards in hand says how many have been placed."""
    s, t, hand = x.s, x.t, int(x.t["hand"])
    if "hands" not in x.fields and s["phase"] == S.PICK:
        s["hands"][: x.n] += s["packs"][x.held_packs()]
    s["packs"][:] = 0
    sequential = x.wanted_phase == S.PLAY and bool(t["event_sequential"][s["event"]])
    sizes = _sizes(x, "hands")
    step = hand - max(sizes)
    last = int(t["plays"][s["event"]]) - 1 if x.wanted_phase == S.PLAY else 0
    if not 0 <= step <= last:
        expected = f"{hand - last} to {hand}" if last else f"{hand}"
        refuse(("hands",), f"are up to {max(sizes)} cards, expected {expected}", "GU-20")
    first = (int(s["starter"][x.r]) + step) % x.n if sequential else 0
    turn = _chosen(x, sizes, "hands", first)
    s["actor"], s["step"] = (first + turn) % x.n, step
    s["turn"] = turn if x.wanted_phase == S.PLAY else 0
    s["revealed"] = step if sequential else int(t["reveal"][s["event"], step - 1]) if step else 0
    if x.wanted_phase == S.PLAY:
        _put_face_down(x, step - int(s["revealed"]), 0 if sequential else turn)


def _put_face_down(x: Position, waiting: int, turn: int) -> None:
    for p in range(x.n):
        needed = waiting + (p < turn)
        cards = x.down.get(p, [])
        if len(cards) != needed:
            message = f"has {len(cards)} cards, expected {needed} at this point of the play phase"
            refuse(("face_down", p + 1), message, "GU-70, GU-424, GU-425")
        for i, guild in enumerate(cards):
            x.s["down"][p, (int(x.s["revealed"]) + i) & 3] = guild


def _place_in_tricks(x: Position) -> None:
    s = x.s
    s["packs"][:] = 0
    order = s["trick_order"][: x.n].tolist()
    s["step"] = s["revealed"] = x.t["plays"][s["event"]]
    s["turn"] = 0
    s["trick_turn"] = order.index(x.wanted_actor) if x.wanted_actor >= 0 else 0
    s["actor"] = order[int(s["trick_turn"])]
    for p in order[: int(s["trick_turn"])]:
        s["hands"][p] = 0  # GU-312
