"""Positions and actions as text and as named fields, and back. Texts are those of RULES.md, "How the program asks".

Seats are numbered from 1 in everything a person reads, from 0 in the record. Runs outside the playout loop: plain Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcli.games.fields import (
    Path,
    collect,
    read_counts,
    read_flag,
    read_list,
    read_name,
    read_seat,
    read_seats,
    read_whole,
    refuse,
)
from simcli.games.game import Components
from simcli.games.guildes import GAME
from simcli.games.guildes.state import GIVE, MAX_PLAYERS, NO_EVENT, PICK, PLAY, USE
from simcli.games.sheet import sheet

PHASES = tuple(d.name for d in GAME.decisions)
OVER = "over"
SETTABLE_PHASES = PHASES[: USE + 1]
"""A scenario starts at the beginning of a trick's chain; what lies inside it is reached by action texts."""

_WITH_GUILD = {
    "pick": "pick",
    "give": "give",
    "play": "play",
    "swap_give": "move",
    "swap_take": "for",
    "pay": "pay",
    "remove": "remove",
    "exchange_out": "take back",
    "exchange_in": "put down",
    "keep": "keep",
}
_WITH_SEAT = {"swap_first": "swap with seat", "swap_second": "and seat", "remove_from": "remove from seat", "shift_seat": "shift seat"}


@dataclass(frozen=True)
class Names:
    """Ids in the order of the tables: guilds and events as in their files, tricks by letter."""

    guilds: tuple[str, ...]
    events: tuple[str, ...]
    tricks: tuple[str, ...]
    flat: tuple[str, ...]


def make_names(components: Components) -> Names:
    """The names of a game's (patched) components."""
    guilds = components["guilds"]["guilds"]
    return Names(
        tuple(g["id"] for g in guilds),
        tuple(e["id"] for e in components["events"]["events"]),
        tuple(k["id"] for k in sorted(components["tricks"]["tricks"], key=lambda k: k["letter"])),
        tuple(g["id"] for g in guilds if g["kind"] == "flat"),
    )


# Actions


def action_text(s: Any, t: Any, names: Names, action: int) -> str:
    """One legal choice of the seat to act."""
    phase = PHASES[s["phase"]]
    if phase in _WITH_GUILD:
        return f"{_WITH_GUILD[phase]} {names.guilds[action]}"
    if phase == "use":
        trick = names.tricks[s["trick_deal"][s["round"] - 1, s["actor"]]]
        return f"use {trick}" if action else f"skip {trick}"
    if phase == "shift_by":
        return "one more" if action else "one less"
    return f"{_WITH_SEAT[phase]} {action + 1}"


# The state as named fields


def get_fields(s: Any, t: Any, names: Names) -> dict[str, Any]:
    """The full state in plain data; seats count from 1, numbers of cards leave out zeros.

    `discards_this_round` is there only when the pile of trick I is limited to them (GO-13): the record keeps it for no other purpose.
    During `keep` the two drawn cards lie nowhere but in the legal texts.
    """
    n, phase, over = int(s["players"]), int(s["phase"]), bool(s["over"])
    guilds = names.guilds
    offset = int(s["offset"])
    packs = s["packs"].tolist()
    pile, gone = s["discards"].tolist(), s["gone"].tolist()
    tricks = s["trick_deal"][s["round"] - 1, :n].tolist() if t["tricks_on"] and not over else []
    protected = int(s["protected_mask"])
    fields = {
        "round": int(s["round"]),
        "phase": OVER if over else PHASES[phase],
        "actor": 0 if over else int(s["actor"]) + 1,
        "over": over,
        "event": names.events[s["event_card"]],
        "clockwise": bool(s["clockwise"]),
        "packs": {p + 1: _counted(packs[(p + offset) % n], guilds) for p in range(n)},
        "hands": _by_seat(s["hands"], n, guilds),
        "tableau": _by_seat(tableaus(s), n, guilds),
        "face_down": _face_down(s, t, guilds, n),
        "given": {p + 1: guilds[s["given"][p]] for p in range(int(s["actor"]))} if phase == GIVE and not over else {},
        "votes": _by_seat(s["votes"], n, guilds),
        "tricks": {p + 1: names.tricks[k] for p, k in enumerate(tricks)},
        "protected": [p + 1 for p in range(n) if protected >> p & 1],
        "shifts": {p + 1: _counted(row, guilds) for p, row in enumerate(s["shifts"].tolist()) if any(row)},
        "discards": {g: a + b for g, a, b in zip(guilds, pile, gone, strict=False) if a + b},
        "winners": winners(s, t, names) if over else [],
    }
    if t["pile_this_round"]:
        fields["discards_this_round"] = _counted(pile, guilds)
    return fields


def tableaus(s: Any) -> Any:
    """uint32[seat, guild]: a view of the cards face up, which the record keeps by guild, as the scoring wants them."""
    return s["tableau"].T[:MAX_PLAYERS]


def _counted(counts: list[int], guilds: tuple[str, ...]) -> dict[str, int]:
    return {g: c for g, c in zip(guilds, counts, strict=False) if c}


def _by_seat(counts: Any, n: int, guilds: tuple[str, ...]) -> dict[int, dict[str, int]]:
    rows = counts.tolist()
    return {p + 1: _counted(rows[p], guilds) for p in range(n)}


def _face_down(s: Any, t: Any, guilds: tuple[str, ...], n: int) -> dict[int, list[str]]:
    """Cards each seat has placed that are not turned up yet, oldest first."""
    if s["phase"] != PLAY or s["over"] or t["event_sequential"][s["event"]]:
        return {p + 1: [] for p in range(n)}
    down, revealed, step, actor = s["down"].tolist(), int(s["revealed"]), int(s["step"]), int(s["actor"])
    return {p + 1: [guilds[down[p][k & 3]] for k in range(revealed, step + (p < actor))] for p in range(n)}


def winners(s: Any, t: Any, names: Names) -> list[int]:
    """Seats with the most votes (GU-100), among them those with the most militia (GU-110, GU-111)."""
    flat = [i for i, g in enumerate(names.guilds) if g in names.flat] if t["tie_break"] else []
    votes, tableau = s["votes"].tolist(), tableaus(s).tolist()
    standing = [(sum(votes[p]), sum(tableau[p][g] for g in flat)) for p in range(int(s["players"]))]
    return [p + 1 for p, mine in enumerate(standing) if mine == max(standing)]


# The state as text


def state_text(s: Any, t: Any, names: Names) -> str:
    """The whole table, hidden cards included, one line a seat and kind of place."""
    f = get_fields(s, t, names)
    event = f["event"] if t["events_on"] else f"{f['event']} (direction only)"
    now = "the game is over" if f["over"] else f"seat {f['actor']} is asked to {f['phase']}"
    lines = [f"round {f['round']}, {now}; event {event}, packs go {'clockwise' if f['clockwise'] else 'counterclockwise'}"]
    for seat in range(1, int(s["players"]) + 1):
        trick = f", trick {f['tricks'][seat]}" if seat in f["tricks"] else ""
        protected = ", protected" if seat in f["protected"] else ""
        shift = "".join(f", {guild} {by:+d}" for guild, by in f["shifts"].get(seat, {}).items())
        lines.append(f"  seat {seat}: {sum(f['votes'][seat].values())} votes{trick}{protected}{shift}")
        rows = [
            ("played", cards_text(f["tableau"][seat])),
            ("face down", ", ".join(f["face_down"][seat])),
            ("hand", cards_text(f["hands"][seat])),
            ("handed in", f["given"].get(seat, "")),
            ("pack", cards_text(f["packs"][seat])),
        ]
        lines += [f"    {place:9}  {cards}" for place, cards in rows if cards]
    if f["discards"]:
        lines.append(f"  discards: {cards_text(f['discards'])}")
    return "\n".join(lines)


def cards_text(counts: Mapping[str, int]) -> str:
    """`noble 2, cleric`."""
    return ", ".join(guild if number == 1 else f"{guild} {number}" for guild, number in counts.items())


def news(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What happened beyond the choice just made, from the fields before and after it: cards turned up, scorings, the end of a round."""
    lines = []
    if before["phase"] == "give" and after["phase"] == "play":
        received = {seat: _gained(before["hands"][seat], hand) for seat, hand in after["hands"].items()}
        shown = [f"seat {seat} {cards_text(cards) or 'the same card'}" for seat, cards in received.items()]
        lines.append(f"dealt back: {'; '.join(shown)}")
    turned = {seat: _gained(before["tableau"][seat], after["tableau"][seat]) for seat in after["tableau"]}
    if before["phase"] == "play" and any(turned.values()):
        shown = [f"seat {seat} {cards_text(cards)}" for seat, cards in turned.items() if cards]
        lines.append(f"turned up: {'; '.join(shown)}")
    voted = {seat: _gained(before["votes"][seat], after["votes"][seat]) for seat in after["votes"]}
    if any(voted.values()):
        lines.append(f"scoring of round {before['round']}:")
        for seat, gains in voted.items():
            total = sum(after["votes"][seat].values())
            parts = ", ".join(f"{guild} {votes}" for guild, votes in gains.items()) or "nothing"
            lines.append(f"  seat {seat} +{sum(gains.values())} = {total} votes ({parts})")
    return lines


def _gained(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    return {guild: number - before.get(guild, 0) for guild, number in after.items() if number > before.get(guild, 0)}


def score_sheet(s: Any, t: Any, names: Names, points: Any, share: Any) -> str:
    """Votes by guild and seat (points int[players, guilds]), totals, militia for the tie-break, win shares in sixtieths."""
    n = int(s["players"])
    rows = [(guild, [str(int(points[p, g])) for p in range(n)]) for g, guild in enumerate(names.guilds) if points[:n, g].any()]
    rows.append(("total", [str(int(points[p, : len(names.guilds)].sum())) for p in range(n)]))
    if t["tie_break"] and names.flat:
        militia = [sum(int(tableaus(s)[p, names.guilds.index(g)]) for g in names.flat) for p in range(n)]
        rows.append(("tie-break", [f"{cards} {'card' if cards == 1 else 'cards'}" for cards in militia]))
    return sheet(rows, share)


# Named fields back into the state


def set_fields(s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
    """Sets named fields of a dealt game; masks, counters and the order of tricks follow.

    `round` goes to the start of that round with its own packs, event and tricks. Counts replace those of the seats named (`all` names
    every seat). Beyond the fields of `get_fields`: `events` (the cards of all rounds), `starter`, `redistribution` (giver by seat) and
    `draws` of this round. The position in the phase follows from the numbers of cards. FaultsError for what does not fit.
    """
    setter = _Setter(s, t, names, fields)
    collect(
        fields,
        {
            "round": setter.round,
            "events": setter.events,
            "event": setter.event,
            "clockwise": setter.clockwise,
            "tricks": setter.tricks,
            "starter": setter.starter,
            "redistribution": setter.redistribution,
            "draws": setter.draws,
            "tableau": setter.cards("tableau"),
            "votes": setter.cards("votes"),
            "discards": setter.discards,
            "discards_this_round": setter.discards_this_round,
            "protected": setter.protected,
            "shifts": setter.shifts,
            "packs": setter.packs,
            "hands": setter.cards("hands"),
            "given": setter.given,
            "face_down": setter.face_down,
            "phase": setter.phase,
            "actor": setter.actor,
        },
    )
    setter.settle()


class _Setter:
    """One call of `set_fields`."""

    def __init__(self, s: Any, t: Any, names: Names, fields: Mapping[str, Any]) -> None:
        self.s, self.t, self.names, self.fields = s, t, names, fields
        self.n = int(s["players"])
        self.down: dict[int, list[int]] = {}
        self.wanted_phase = int(s["phase"])
        self.wanted_actor = -1

    # Round, event, tricks

    def round(self, path: Path, value: Any) -> None:
        s, t = self.s, self.t
        s["round"] = read_whole(path, value, 1, int(t["rounds"]))
        hand, r = int(t["hand"]), int(s["round"])
        for place in ("packs", "hands", "offered"):
            s[place][:] = 0
        for k in range(r * self.n * hand):
            dealt_in, p = divmod(k // hand, self.n)
            s["offered"][p, s["deck"][k]] += 1
            if dealt_in == r - 1:
                s["packs"][p, s["deck"][k]] += 1
        for name in ("offset", "step", "turn", "revealed", "actor", "phase"):
            s[name] = 0
        self.wanted_phase = PICK
        self._turn_up_event(int(s["events"][r - 1]))
        self._order_tricks()

    def events(self, path: Path, value: Any) -> None:
        rounds = int(self.t["rounds"])
        named = [read_name((*path, i), e, self.names.events) for i, e in enumerate(read_list(path, value))]
        if len(set(named)) != len(named) or len(named) > rounds:
            refuse(path, f"has {len(named)} entries, expected at most {rounds} different ones", "GU-42")
        rest = [e for e in self.s["events"][:rounds].tolist() + list(range(len(self.names.events))) if e not in named]
        self.s["events"][:rounds] = (named + rest)[:rounds]
        self._turn_up_event(int(self.s["events"][self.s["round"] - 1]))

    def event(self, path: Path, value: Any) -> None:
        s, r = self.s, int(self.s["round"]) - 1
        event = read_name(path, value, self.names.events)
        for other in range(int(self.t["rounds"])):
            if s["events"][other] == event:
                s["events"][other] = s["events"][r]
        s["events"][r] = event
        self._turn_up_event(event)

    def _turn_up_event(self, event: int) -> None:
        s, t = self.s, self.t
        s["event_card"] = event
        s["event"] = event if t["events_on"] else NO_EVENT
        by_mode = (int(t["event_clockwise"][event]), int(s["round"]) & 1, 1)
        s["clockwise"] = by_mode[int(t["direction_mode"])]

    def clockwise(self, path: Path, value: Any) -> None:
        self.s["clockwise"] = read_flag(path, value)

    def tricks(self, path: Path, value: Any) -> None:
        self._need_tricks(path)
        dealt = self.s["trick_deal"][int(self.s["round"]) - 1]
        named = {p: read_name(at, trick, self.names.tricks) for p, (at, trick) in read_seats(path, value, self.n).items()}
        if len(set(named.values())) != len(named):
            refuse(path, "deals a trick twice", "GU-301")
        for p, trick in named.items():
            for q in range(self.n):
                if dealt[q] == trick:
                    dealt[q] = dealt[p]
            dealt[p] = trick
        self._order_tricks()

    def _order_tricks(self) -> None:
        """GU-310: tricks are numbered by letter."""
        if self.t["tricks_on"]:
            dealt = self.s["trick_deal"][int(self.s["round"]) - 1].tolist()
            self.s["trick_order"][: self.n] = sorted(range(self.n), key=lambda p: dealt[p])
            self.s["trick_turn"] = 0

    def _need_tricks(self, path: Path) -> None:
        if not self.t["tricks_on"]:
            refuse(path, "needs the dirty tricks", "add `options: {tricks: on}`")

    # Chance

    def starter(self, path: Path, value: Any) -> None:
        self.s["starter"][int(self.s["round"]) - 1] = read_seat(path, value, self.n)

    def redistribution(self, path: Path, value: Any) -> None:
        givers = {p: read_seat(at, giver, self.n) for p, (at, giver) in read_seats(path, value, self.n).items()}
        if sorted(givers.values()) != list(range(self.n)):
            refuse(path, f"must name every seat from 1 to {self.n} as receiver and as giver", "GU-423")
        for p, giver in givers.items():
            self.s["redistribution"][int(self.s["round"]) - 1, p] = giver

    def draws(self, path: Path, value: Any) -> None:
        numbers = read_list(path, value)
        if len(numbers) != 2:
            refuse(path, f"has {len(numbers)} entries, expected 2")
        for i, number in enumerate(numbers):
            self.s["draws"][int(self.s["round"]) - 1, i] = read_whole((*path, i), number, 0, 2**32 - 1)

    # Cards and votes

    def cards(self, place: str) -> Any:
        def read(path: Path, value: Any) -> None:
            for p, (at, counts) in read_seats(path, value, self.n).items():
                high = 255 if place != "votes" else 10_000
                rows = tableaus(self.s) if place == "tableau" else self.s[place]
                rows[p, : len(self.names.guilds)] = read_counts(at, counts, self.names.guilds, high=high)

        return read

    def packs(self, path: Path, value: Any) -> None:
        held = [(p + int(self.s["offset"])) % self.n for p in range(self.n)]
        self.s["packs"][: self.n] = self.s["packs"][held]
        self.s["offset"] = 0
        self.cards("packs")(path, value)

    def discards(self, path: Path, value: Any) -> None:
        k = len(self.names.guilds)
        counts = read_counts(path, value, self.names.guilds)
        self.s["gone"][:k] = counts if self.t["pile_this_round"] else 0
        self.s["discards"][:k] = 0 if self.t["pile_this_round"] else counts

    def discards_this_round(self, path: Path, value: Any) -> None:
        if not self.t["pile_this_round"]:
            refuse(path, "is not kept apart", "add `options: {discard_pile_scope: this_round}`")
        k = len(self.names.guilds)
        for g, number in enumerate(read_counts(path, value, self.names.guilds)):
            if "discards" in self.fields and number > self.s["gone"][g]:
                refuse((*path, self.names.guilds[g]), f"is {number}, more than in all discards")
            self.s["gone"][g] -= number if "discards" in self.fields else 0
            self.s["discards"][:k][g] = number

    def protected(self, path: Path, value: Any) -> None:
        self._need_tricks(path)
        seats = [read_seat((*path, i), seat, self.n) for i, seat in enumerate(read_list(path, value))]
        self.s["protected_mask"] = sum(1 << p for p in set(seats))

    def shifts(self, path: Path, value: Any) -> None:
        self._need_tricks(path)
        for p, (at, changes) in read_seats(path, value, self.n).items():
            self.s["shifts"][p, : len(self.names.guilds)] = read_counts(at, changes, self.names.guilds, -1, 1)
        self.s["shifted"] = sum(1 << g for g in range(len(self.names.guilds)) if self.s["shifts"][:, g].any())

    def given(self, path: Path, value: Any) -> None:
        for p, (at, guild) in read_seats(path, value, self.n).items():
            self.s["given"][p] = read_name(at, guild, self.names.guilds)

    def face_down(self, path: Path, value: Any) -> None:
        for p, (at, guilds) in read_seats(path, value, self.n).items():
            self.down[p] = [read_name((*at, i), g, self.names.guilds) for i, g in enumerate(read_list(at, guilds))]

    # The position in the phase

    def phase(self, path: Path, value: Any) -> None:
        if value in PHASES and value not in SETTABLE_PHASES:
            refuse(path, f"is '{value}', which lies inside a trick", "set `phase: use` and give the texts under `do`")
        self.wanted_phase = read_name(path, value, SETTABLE_PHASES)
        if self.wanted_phase == USE:
            self._need_tricks(path)
        if self.wanted_phase == GIVE and not self.t["event_redistribute"][self.s["event"]]:
            refuse(path, "is 'give', which needs the event redistribution", "add `options: {events: [redistribution]}`")

    def actor(self, path: Path, value: Any) -> None:
        self.wanted_actor = read_seat(path, value, self.n)

    def settle(self) -> None:
        """Counters, masks and the acting seat from the cards that lie where they lie."""
        s = self.s
        if self.wanted_phase == PICK:
            self._settle_pick()
        elif self.wanted_phase == USE:
            self._settle_use()
        else:
            self._settle_hands()
        s["phase"] = self.wanted_phase
        if self.wanted_actor >= 0 and s["actor"] != self.wanted_actor:
            refuse(("actor",), f"is {self.wanted_actor + 1}, but by the numbers of cards it is seat {int(s['actor']) + 1}'s turn")
        s["played"][:] = tableaus(s)
        s["shown_ge"][:] = [_shown_ge(row) for row in s["tableau"]]
        for p in range(self.n):
            s["pack_mask"][p] = _mask(s["packs"][p])
            s["hand_mask"][p] = _mask(s["hands"][p])
            for guild in self.down.get(p, []):
                s["played"][p, guild] += 1
        s["chain"][:] = 0
        s["judged"] = 0

    def _sizes(self, place: str) -> list[int]:
        return [int(x) for x in self.s[place][: self.n].sum(axis=1)]

    def _chosen(self, sizes: list[int], place: str, first: int) -> int:
        """How many seats, from `first` on, have chosen in this pass: they hold one card less."""
        most = max(sizes)
        in_order = [sizes[(first + i) % self.n] for i in range(self.n)]
        turn = sum(size == most - 1 for size in in_order)
        if in_order != [most - 1] * turn + [most] * (self.n - turn):
            said = ", ".join(f"seat {p + 1} {size}" for p, size in enumerate(sizes))
            refuse((place,), f"hold different numbers of cards ({said})", "seats that have chosen in this pass hold one less")
        return turn

    def _settle_pick(self) -> None:
        s, hand = self.s, int(self.t["hand"])
        if "packs" not in self.fields:
            held = [(p + int(s["offset"])) % self.n for p in range(self.n)]
            s["packs"][: self.n] = s["packs"][held]
        s["offset"] = 0
        sizes, hands = self._sizes("packs"), self._sizes("hands")
        turn = self._chosen(sizes, "packs", 0)
        for p in range(self.n):
            if sizes[p] + hands[p] != hand or max(sizes) == 0:
                refuse(("hands", p + 1), f"has {hands[p]} cards and the pack {sizes[p]}, together {hand} are needed", "GU-62")
        s["step"], s["turn"], s["revealed"], s["actor"] = hand - max(sizes), 0, 0, turn

    def _settle_hands(self) -> None:
        """Redistribution and play: the number of cards in hand says how many have been placed."""
        s, t, hand = self.s, self.t, int(self.t["hand"])
        if "hands" not in self.fields and s["phase"] == PICK:
            held = [(p + int(s["offset"])) % self.n for p in range(self.n)]
            s["hands"][: self.n] += s["packs"][held]
        s["packs"][:] = 0
        sequential = self.wanted_phase == PLAY and bool(t["event_sequential"][s["event"]])
        sizes = self._sizes("hands")
        step = hand - max(sizes)
        last = int(t["plays"][s["event"]]) - 1 if self.wanted_phase == PLAY else 0
        if not 0 <= step <= last:
            what = (
                f"are up to {max(sizes)} cards, expected {hand - last} to {hand}"
                if last
                else f"are up to {max(sizes)} cards, expected {hand}"
            )
            refuse(("hands",), what, "GU-20")
        first = (int(s["starter"][s["round"] - 1]) + step) % self.n if sequential else 0
        turn = self._chosen(sizes, "hands", first)
        s["actor"], s["step"] = (first + turn) % self.n, step
        s["turn"] = turn if self.wanted_phase == PLAY else 0
        s["revealed"] = step if sequential else int(t["reveal"][s["event"], step - 1]) if step else 0
        if self.wanted_phase == PLAY:
            self._put_face_down(step - int(s["revealed"]), 0 if sequential else turn)

    def _put_face_down(self, waiting: int, turn: int) -> None:
        for p in range(self.n):
            needed = waiting + (p < turn)
            cards = self.down.get(p, [])
            if len(cards) != needed:
                refuse(
                    ("face_down", p + 1),
                    f"has {len(cards)} cards, expected {needed} at this point of the play phase",
                    "GU-70, GU-424, GU-425",
                )
            for i, guild in enumerate(cards):
                self.s["down"][p, (int(self.s["revealed"]) + i) & 3] = guild

    def _settle_use(self) -> None:
        s = self.s
        s["packs"][:] = 0
        order = s["trick_order"][: self.n].tolist()
        s["step"] = s["revealed"] = self.t["plays"][s["event"]]
        s["turn"] = 0
        s["trick_turn"] = order.index(self.wanted_actor) if self.wanted_actor >= 0 else 0
        s["actor"] = order[int(s["trick_turn"])]
        for p in order[: int(s["trick_turn"])]:
            s["hands"][p] = 0  # GU-312


def _shown_ge(row: Any) -> int:
    return sum(int((row > k).sum()) << 4 * k for k in range(16))


def _mask(counts: Any) -> int:
    return sum(1 << g for g, number in enumerate(counts.tolist()) if number)
