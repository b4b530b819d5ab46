"""Names of components by number, and the words that all texts share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simcli.game import Components
from simcli.games.kings_guild import state as S
from simcli.games.kings_guild.catalogue import treasure_name
from simcli.games.kings_guild.datafiles import RESOURCES
from simcli.games.kings_guild.decisions import DECISIONS
from simcli.games.kings_guild.tables import Heads

PHASES = tuple(decision.name for decision in DECISIONS)
OUTSIDE = "outside"
EVENTS = {S.FUNERAL: "funeral", S.OFFERING: "offering"}
LISTS = (
    ("quests", "quests"),
    ("specialists", "specialists"),
    ("treasures", "treasures"),
    ("guilds", "guilds"),
    ("player_boards", "boards"),
)
"""Component files with the name of their rows."""
MAINS = ("", "gather", "craft", "expand", "offering", "statue")


@dataclass(frozen=True)
class Names:
    """Ids by number; `spaces`: kinds of spaces, `piles`: names of the tiles of a pile, `options`: ids of options by their first row,
    `titles`: what people call a card, tile or board, `ratings`: lowest score of each rating of a player alone."""

    quests: tuple[str, ...]
    specialists: tuple[str, ...]
    treasures: tuple[str, ...]
    rooms: tuple[str, ...]
    guilds: tuple[str, ...]
    boards: tuple[str, ...]
    piles: tuple[str, ...]
    masters: tuple[str, ...]
    options: Mapping[int, str]
    titles: Mapping[str, str]
    ratings: Mapping[str, int]

    @property
    def spaces(self) -> tuple[str, ...]:
        """Kinds of spaces for specialists."""
        return (OUTSIDE, *self.rooms)

    def quest(self, card: Any) -> str:
        """A card of the quest deck, or an event; "" for none."""
        number = int(card)
        return "" if number == S.NO_CARD else EVENTS.get(number) or self.quests[number]

    def rating(self, points: int) -> str:
        """What a player alone is called (KG-V-21)."""
        return max((lowest, name) for name, lowest in self.ratings.items() if lowest <= points)[1]


def make_names(components: Components) -> Names:
    """The names of a game's (patched) components."""
    rooms = components["rooms"]["rooms"]
    ids = {stem: tuple(row["id"] for row in components[stem][rows]) for stem, rows in LISTS}
    return Names(
        quests=ids["quests"],
        specialists=ids["specialists"],
        treasures=ids["treasures"],
        rooms=tuple(row["id"] for row in rooms),
        guilds=ids["guilds"],
        boards=ids["player_boards"],
        piles=tuple(dict.fromkeys(row["tile"] if row["type"] == "chamber" else row["id"] for row in rooms)),
        masters=tuple(row["id"] for row in rooms if row["type"] == "master"),
        options=Heads(components).rows.option,
        titles={
            row["id"]: treasure_name(row) if stem == "treasures" else row["name"]
            for stem, rows in (*LISTS, ("rooms", "rooms"))
            for row in components[stem][rows]
        },
        ratings=components["setup"]["solo"]["ratings"],
    )


def counts_of(word: Any) -> list[int]:
    """Numbers by kind of resource of a word with a byte a kind."""
    return list(int(word).to_bytes(8, "little")[: S.RESOURCES])


def resources_of(word: Any) -> dict[str, int]:
    """The same by name, only kinds that occur."""
    return {id_: n for id_, n in zip(RESOURCES, counts_of(word), strict=True) if n}


def mix_text(resources: Mapping[str, int]) -> str:
    """`1 cloth 2 wood`."""
    return " ".join(f"{n} {id_}" for id_, n in resources.items() if n)
