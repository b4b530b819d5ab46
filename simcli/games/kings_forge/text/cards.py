"""Named gather and craft cards back into the record: what is named lies there, the rest of the game's cards give way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from simcli.games.fields import Path, bits, read_flag, read_list, read_mapping, read_name, read_seat, read_seats, refuse
from simcli.games.kings_forge import state as S
from simcli.games.kings_forge.datafiles import COLOURS, HALVES
from simcli.games.kings_forge.text.names import Names, die_text

Readers = dict[str, Callable[[Path, Any], None]]
USES = (*HALVES, "given up")
HIGH_BIT = 0x80
OWN = tuple(die_text(c * S.ROW + v) for c in range(S.BASIC) for v in range(1, S.FACES + 1))
LIBRARY_AS = tuple(f"{die_text(S.LIBRARY * S.ROW + v)} as {COLOURS[c]}" for c in range(S.BASIC) for v in range(1, S.FACES + 1))


class GatherCards:
    """`face_up`, `deck`, `used` and `docks`.

    Left out, `face_up` keeps the cards that are not named elsewhere, refilled from the deck; `deck` is what is left of the cards of the
    game, as many as there were, or nothing if `face_up` leaves a place empty.
    """

    def __init__(self, s: Any, t: Any, names: Names) -> None:
        self.s, self.t, self.names, self.n = s, t, names, int(s["players"])
        used = int(s["n_used"])
        columns = (s[column][:used].tolist() for column in ("used_seat", "used_card", "used_half"))
        self.turns: list[tuple[int, int, int]] = list(zip(*columns, strict=True))
        self.face_up: list[int] | None = None
        self.deck: list[int] | None = None
        self.readers: Readers = {"used": self.read_used, "face_up": self.read_face_up, "deck": self.read_deck, "docks": self.read_docks}

    def read_used(self, path: Path, value: Any) -> None:
        """Cards taken, by seat: `mill top`, `tavern given up`."""
        known = [f"{card} {use}" for card in self.names.gathers for use in USES]
        for p, (at, texts) in read_seats(path, value, self.n).items():
            self.turns = [turn for turn in self.turns if turn[0] != p]
            for i, text in enumerate(read_list(at, texts)):
                self.turns.append((p, *divmod(read_name((*at, i), text, known), len(USES))))

    def read_face_up(self, path: Path, value: Any) -> None:
        """KF-16: cards by place, "" for an empty place."""
        places = int(self.t["n_face_up"])
        if len(read_list(path, value)) > places:
            refuse(path, f"has {len(value)} entries, expected at most {places}", "KF-16")
        cards = [S.NONE if card == "" else self._card((*path, i), card) for i, card in enumerate(value)]
        self.face_up = cards + [S.NONE] * (places - len(cards))

    def read_deck(self, path: Path, value: Any) -> None:
        """The face-down cards, the next to be drawn first."""
        self.deck = [self._card((*path, i), card) for i, card in enumerate(read_list(path, value))]

    def _card(self, path: Path, value: Any) -> int:
        return read_name(path, value, self.names.gathers)

    def read_docks(self, path: Path, value: Any) -> None:
        """GO-05: exchanges used this round."""
        exchanges = [read_name((*path, i), exchange, self.names.exchanges) for i, exchange in enumerate(read_list(path, value))]
        if len(exchanges) > S.MAX_IN_PLAY:
            refuse(path, f"has {len(exchanges)} entries, expected at most {S.MAX_IN_PLAY}", "KF-45")
        self.s["used_dock"][:] = 0
        self.s["used_dock"][: len(exchanges)] = exchanges
        self.s["n_docks"], self.s["docks_used"] = len(exchanges), sum(1 << e for e in set(exchanges))

    def settle(self) -> None:
        """Lays out the cards of the game: those taken, those face up, those of the deck."""
        s = self.s
        taken = [card for _, card, _ in self.turns]
        elsewhere = {*taken, *(self.deck or [])}
        rest = [card for card in s["deck"][: int(s["n_gather"])].tolist() if card not in elsewhere]
        face_up = self.face_up
        if face_up is None:
            face_up = [card if card in rest else S.NONE for card in s["face_up"][: int(self.t["n_face_up"])].tolist()]
            rest = [card for card in rest if card not in face_up]
            face_up = [rest.pop(0) if card == S.NONE and rest else card for card in face_up]
        shown = [card for card in face_up if card != S.NONE]
        deck = self.deck
        if deck is None:
            left = int(s["n_gather"]) - len(taken) - len(shown) if len(shown) == len(face_up) else 0
            deck = [card for card in rest if card not in shown][: max(0, left)]
        cards = [*taken, *shown, *deck]
        if len(set(cards)) < len(cards):
            twice = next(card for card in cards if cards.count(card) > 1)
            refuse(("face_up",), f"and the other places hold {self.names.gathers[twice]} twice", "KF-15")
        if len(cards) > S.MAX_IN_PLAY:
            refuse(("deck",), f"and the other places hold {len(cards)} cards, expected at most {S.MAX_IN_PLAY}")
        s["deck"][:] = 0
        s["deck"][: len(cards)] = cards
        s["n_gather"], s["deck_next"] = len(cards), len(cards) - len(deck)
        s["face_up"][: len(face_up)] = face_up
        s["n_used"] = len(self.turns)
        for i, turn in enumerate(self.turns):
            s["used_seat"][i], s["used_card"][i], s["used_half"][i] = turn


class Unsecured(NamedTuple):
    """A craft that can still be stolen; dice by colour and value."""

    seat: int
    dice: list[list[int]]
    libraries: list[list[int]]
    stolen: bool


class CraftCards:
    """`display`, `queue`, `unsecured`, `secured` and `stolen`, as rows of the deck.

    Left out, `display` keeps the cards that are not named elsewhere, refilled from the drawn ones; `queue` is what is left of the drawn
    ones and higher in rank than all others. A craft under `unsecured` may say `stolen: true`.
    """

    def __init__(self, s: Any, t: Any, names: Names) -> None:
        self.s, self.t, self.cards, self.n = s, t, names.cards(t), int(s["players"])
        self.drawn = s["drawn"][: int(s["n_drawn"])].tolist()
        self.theft = {self.drawn[i] for i in bits(s["theft"])}
        self.unsecured = {self.drawn[i]: self._lying(i) for i in bits(s["unsecured"])}
        self.secured = [[self.drawn[i] for i in bits(mask)] for mask in s["secured"][: self.n].tolist()]
        self.display: list[int] | None = None
        self.queue: list[int] | None = None
        self.readers: Readers = {
            "display": self.read_display,
            "queue": self.read_queue,
            "unsecured": self.read_unsecured,
            "secured": self.read_secured,
            "stolen": self.read_stolen,
        }

    def _lying(self, i: int) -> Unsecured:
        stolen = bool(int(self.s["theft"]) >> i & 1)
        return Unsecured(int(self.s["holder"][i]), self.s["laid"][i].tolist(), self.s["laid_library"][i].tolist(), stolen)

    def _rows(self, path: Path, value: Any) -> list[int]:
        return [read_name((*path, i), card, self.cards) for i, card in enumerate(read_list(path, value))]

    def read_display(self, path: Path, value: Any) -> None:
        """KF-14."""
        self.display = self._rows(path, value)
        if len(self.display) > self.t["display_size"]:
            refuse(path, f"has {len(self.display)} entries, expected at most {int(self.t['display_size'])}", "KF-14")

    def read_queue(self, path: Path, value: Any) -> None:
        """KF-14."""
        self.queue = self._rows(path, value)

    def read_unsecured(self, path: Path, value: Any) -> None:
        """By card: its seat, the dice on it, whether it was stolen."""
        self.unsecured = {}
        for card, entry in read_mapping(path, value).items():
            row = read_name((*path, card), card, self.cards)
            self.unsecured[row] = self._craft((*path, card), row, read_mapping((*path, card), entry))

    def _craft(self, path: Path, row: int, entry: Any) -> Unsecured:
        """KF-70: a card with dice that fulfil it."""
        for key in entry:
            read_name((*path, key), key, ("seat", "dice", "stolen"))
        seat = read_seat((*path, "seat"), entry.get("seat"), self.n)
        dice, libraries = ([[0] * S.ROW for _ in range(S.BASIC)] for _ in range(2))
        for i, text in enumerate(read_list((*path, "dice"), entry.get("dice"))):
            die = read_name((*path, "dice", i), text, (*OWN, *LIBRARY_AS))
            colour, value = die % len(OWN) // S.FACES, die % S.FACES + 1
            dice[colour][value] += 1
            libraries[colour][value] += die >= len(OWN)
        for colour, (laid, need) in enumerate(zip(dice, self.t["need"][row].tolist(), strict=True)):
            enough = all(sum(laid[v:]) >= sum(need[v:]) for v in range(1, S.FACES + 1))
            if not enough or sum(laid) != sum(need):
                refuse((*path, "dice"), f"do not make {self.cards[row]}, which needs {self._needs(row, colour)}", "KF-70")
        return Unsecured(seat, dice, libraries, read_flag((*path, "stolen"), entry.get("stolen", False)))

    def _needs(self, row: int, colour: int) -> str:
        minima = [str(v) for v, n in enumerate(self.t["need"][row, colour].tolist()) for _ in range(n)]
        return f"{COLOURS[colour]} {' '.join(minima)}" if minima else f"no {COLOURS[colour]}"

    def read_secured(self, path: Path, value: Any) -> None:
        """By seat."""
        for p, (at, cards) in read_seats(path, value, self.n).items():
            self.secured[p] = self._rows(at, cards)
            self.theft -= set(self.secured[p])

    def read_stolen(self, path: Path, value: Any) -> None:
        """By seat: those of the secured cards that were taken from another player."""
        for p, (at, cards) in read_seats(path, value, self.n).items():
            rows = self._rows(at, cards)
            for i, row in enumerate(rows):
                if row not in self.secured[p]:
                    refuse((*at, i), f"is {cards[i]}, which seat {p + 1} has not secured", "give it under `secured`")
            self.theft = self.theft - set(self.secured[p]) | set(rows)

    def settle(self) -> None:
        """The drawn cards by rank, masks of what they are, the dice on them."""
        s = self.s
        owned = [row for rows in self.secured for row in rows]
        elsewhere = {*owned, *self.unsecured, *(self.queue or [])}
        shown = self.display
        if shown is None:
            rest = [row for row in self.drawn if row not in elsewhere]
            kept = [self.drawn[i] for i in bits(s["display"]) if self.drawn[i] in rest]
            shown = kept + [row for row in rest if row not in kept][: int(self.t["display_size"]) - len(kept)]
        out = [*owned, *self.unsecured, *shown]
        highest = max(out, default=-1)
        queue = self.queue
        if queue is None:
            queue = [row for row in self.drawn if row > highest]
        self._check([*out, *queue], highest, queue)
        self.drawn = sorted([*out, *queue])
        s["drawn"][:] = 0
        s["drawn"][: len(self.drawn)] = self.drawn
        s["n_drawn"], s["queue_next"] = len(self.drawn), len(out)
        s["display"], s["unsecured"] = self._mask(shown), self._mask(self.unsecured)
        s["secured"][: self.n] = [self._mask(rows) for rows in self.secured]
        self.theft = self.theft & set(owned) | {row for row, craft in self.unsecured.items() if craft.stolen}
        s["theft"] = self._mask(self.theft)
        self._lay_dice()

    def _check(self, rows: list[int], highest: int, queue: list[int]) -> None:
        if len(set(rows)) < len(rows):
            twice = next(row for row in rows if rows.count(row) > 1)
            refuse(("display",), f"and the other places hold {self.cards[twice]} twice", "KF-13")
        if queue and min(queue) < highest:
            refuse(("queue",), f"has {self.cards[min(queue)]}, lower in rank than {self.cards[highest]}, which is out already", "KF-73")
        if len(rows) > S.MAX_DRAWN:
            refuse(("queue",), f"and the other places hold {len(rows)} cards, expected at most {S.MAX_DRAWN}")

    def _mask(self, rows: Any) -> int:
        return sum(1 << self.drawn.index(row) for row in rows)

    def _lay_dice(self) -> None:
        s = self.s
        for place in ("holder", "laid", "laid_library", "laid_ge", "laid_room"):
            s[place][:] = 0
        for row, craft in self.unsecured.items():
            i = self.drawn.index(row)
            s["holder"][i], s["laid"][i], s["laid_library"][i] = craft.seat, craft.dice, craft.libraries
            for colour, dice in enumerate(craft.dice):
                up = [sum(dice[value:]) for value in range(1, S.FACES + 1)]
                s["laid_ge"][i, colour] = in_bytes(up)
                s["laid_room"][i, colour] = in_bytes([HIGH_BIT * (number < up[0]) for number in up])

    def laid(self, colour: int) -> int:
        """Dice of a colour on unsecured crafts."""
        s = self.s
        libraries = int(s["laid_library"].sum())
        if colour == S.LIBRARY:
            return libraries
        return int(s["laid"][:, colour].sum()) - int(s["laid_library"][:, colour].sum())


def in_bytes(by_value: Sequence[int]) -> int:
    """Numbers for the values 1 to 6, value v in byte v."""
    return int.from_bytes(bytes([0, *by_value, 0]), "little")
