"""The compiled game and the slow oracle side by side: one deal, the same choices, what is legal compared at every decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from simcli.engine.header import STOPPED
from simcli.engine.kernel import entry
from simcli.games.kings_forge.datafiles import COLOURS
from simcli.games.kings_forge.kernels.chance import DECK_STREAM, cemetery_stream, reroll_stream, roll_stream
from simcli.games.kings_forge.state import BASIC, FACES
from simcli.sim.scenario import Table
from simcli.testing import lockstep
from tests.games.kings_forge.oracle.game import Oracle
from tests.games.oracle_chance import Generator, derive

SEED = 1
LIVELY, PASSING = 0.95, 0.3
"""How often a lively player chooses as one, and passes in a gather turn."""

of_roll, of_reroll, of_cemetery = (cache(entry(stream)) for stream in (roll_stream, reroll_stream, cemetery_stream))


class Chance:
    """What chance gave in a dealt game, in the words of the oracle; counts what it was asked for."""

    def __init__(self, game: Table) -> None:
        s, fields = game.s, game.fields()
        self.key = int(s["key"])
        self.known = game.names.gathers
        self.craft_cards = fields["display"] + fields["queue"]
        self.gather_cards = sorted((card for card in fields["face_up"] + fields["deck"] if card), key=self.known.index)
        self.start = fields["start"]
        self.decks = [self.gather_cards]
        self.seen: Counter[str] = Counter()
        self.cemetery_now: Callable[[], int] = lambda: 0

    def words(self) -> dict[str, Any]:
        """As the oracle takes it; seats from 1."""
        return {
            "craft_cards": self.craft_cards,
            "gather_cards": self.gather_cards,
            "start": self.start,
            "deck": self.deck,
            "roll": self.roll,
            "reroll": self.reroll,
            "cemetery": self.cemetery,
        }

    def deck(self, round_: int) -> list[str]:
        """KF-16: every round shuffles the order of the round before, the first the order of the data."""
        while len(self.decks) <= round_:
            generator = Generator(derive(self.key, DECK_STREAM + len(self.decks)))
            cards = list(self.decks[-1])
            for i in range(len(cards) - 1, 0, -1):
                j = generator.below(i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            self.decks.append(cards)
        return self.decks[round_]

    def roll(self, round_: int, seat: int, colour: str, n: int) -> list[int]:
        """KF-52: the dice of one colour."""
        return self._values(of_roll(round_, seat - 1, COLOURS.index(colour)), n, "roll")

    def reroll(self, round_: int, seat: int, k: int, colour: str, n: int) -> list[int]:
        """KF-66: the dice of one colour in the k-th reroll (from 0) of a craft turn."""
        return self._values(of_reroll(round_, seat - 1, k, COLOURS.index(colour)), n, "reroll")

    def cemetery(self, round_: int, k: int) -> int:
        """KF-G09B: the k-th roll (from 0) of the cemetery die in a round."""
        return self._values(of_cemetery(round_, k), 1, "cemetery")[0]

    def _values(self, stream: int, n: int, what: str) -> list[int]:
        generator = Generator(derive(self.key, stream))
        values = [generator.below(FACES) + 1 for _ in range(n)]
        self.seen[what] += 1
        if what != "cemetery" and self.cemetery_now() in values:
            self.seen[f"{what} cancelled"] += 1
        return values


def play_side_by_side(
    game: Table,
    options: Mapping[str, Any],
    components: Mapping[str, Any],
    deal: int,
    every: int = 1,
    bans: Mapping[int, Sequence[str]] = {},
    lively: bool = False,
) -> Counter[str]:
    """One random game, the views compared at each `every`-th decision (0: at the end only); raises AssertionError at the first difference.

    Lively players craft and steal more often than chance. Returns how often what happened.
    """
    game.deal(deal, SEED)
    chance = Chance(game)
    banned = lockstep.ban(game, bans)
    oracle = Oracle(int(game.t["players"]), dict(options), chance.words(), components, banned)
    chance.cemetery_now = lambda: oracle.table.cemetery
    seen: Counter[str] = Counter()

    def before(game: Table, oracle: Oracle, text: str) -> None:
        seen.update(what_is_chosen(game, text))

    def choose(dice: Random, texts: list[str]) -> str:
        return lively_choice(dice, texts) if lively and dice.random() < LIVELY else dice.choice(texts)

    done = lockstep.play_side_by_side(
        game, oracle, deal, lockstep.Checks(lockstep.compare_all, Oracle.points, every), before=before, choose=choose
    )
    fields = game.fields()
    ends = {
        "stopped": int(game.s["over"] == STOPPED),
        "stolen crafts": sum(map(len, fields["stolen"].values())),
        "fourth craft and more": max(map(len, fields["secured"].values())) // 4,
    }
    return seen + chance.seen + Counter({"games": 1, "decisions": len(done), **ends})


def lively_choice(choose: Random, legal: list[str]) -> str:
    """A choice of a player who keeps dice to roll: no docks, an early pass, steals before crafts, abilities, good dice."""
    for word in ("steal ", "craft ", "use library", "use cemetery bottom", "use tavern top"):
        if found := [text for text in legal if text.startswith(word)]:
            return choose.choice(found)
    if "pass" in legal:
        found = [text for text in legal if not text.startswith("dock ")]
        return "pass" if choose.random() < PASSING else choose.choice(found)
    return choose.choice([text for text in legal if text != "done"] or legal)


def what_is_chosen(game: Table, text: str) -> list[str]:
    """Words for a choice, from the position before it."""
    word = text if text.startswith(("use ", "dock ")) else text.split(" ")[0]
    happened = [word]
    s, t = game.s, game.t
    if text.startswith("steal "):
        i = next(i for i in range(int(s["n_drawn"])) if game.names.cards(t)[s["drawn"][i]] == text.removeprefix("steal "))
        if int(s["theft"]) >> i & 1:
            happened.append("steal from a thief")
        if s["laid_library"][i].any():
            happened.append("steal from library dice")
    if text == "use caravan bottom":
        happened.append(f"caravan, tier {tier_of(int(s['hand'][int(s['actor']), :BASIC].sum()))}")
    if text.startswith("place library"):
        happened.append("library die placed")
    if text.startswith("pass") and s["n_passed"] == 0 and s["deck_next"] == s["n_gather"]:
        happened.append("deck exhausted")
    if text.startswith("pass") and not (s["stock"][:4] > 0).all():
        happened.append("stock exhausted")
    return happened


def tier_of(n: int) -> int:
    """Row of the Caravan's table (KF-G08B), from 1."""
    return min((n + 1) // 2, 5)
