"""The component files: a model each, and the words they may use."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from simcli.games.components import Entries, Id, OptionsFile, Provenance, Sourced, Strict, Unit
from simcli.games.guildes import state as S

Prizes = Annotated[
    list[Annotated[int, Field(ge=0, le=1000)]], Field(min_length=1, max_length=S.MAX_PLAYERS), Unit("votes"), Entries("place")
]
Count = Annotated[int, Field(ge=0, le=60), Unit("cards")]


class PrizeRows(Strict):
    """Votes for place 1, 2, ... in each round's scoring."""

    round_1: Prizes
    round_2: Prizes
    round_3: Prizes


class Guild(Sourced):
    """A card type: majority (scored by comparing counts) or flat (fixed votes a card)."""

    id: Id
    name_en: str
    name_ja: str | None = None
    name_fr: str | None = None
    kind: Literal["majority", "flat"]
    copies: Count
    prizes: PrizeRows | None = None
    votes_per_card: Annotated[int, Field(ge=0, le=1000), Unit("votes")] | None = None

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> Guild:
        if self.kind == "majority" and (self.prizes is None or self.votes_per_card is not None):
            raise ValueError("a majority guild needs prizes and no votes_per_card")
        if self.kind == "flat" and (self.votes_per_card is None or self.prizes is not None):
            raise ValueError("a flat guild needs votes_per_card and no prizes")
        return self


class GuildsFile(Sourced):
    """guilds.yaml."""

    schema_: Literal["guildes/guilds/1"] = Field(alias="schema")
    guilds: Annotated[list[Guild], Field(min_length=1, max_length=S.MAX_GUILDS)]


class EventEffect(Strict):
    """What an event changes; every part may be combined with every other."""

    ties_score_nothing: bool = False
    reveal: Literal["together", "sequential", "delayed"] = "together"
    first_player: Literal["random"] = "random"
    first_player_moves: Literal["clockwise_each_card"] = "clockwise_each_card"
    delay_cards: Annotated[int, Field(ge=0, le=1), Unit("cards")] = 0
    redistribute_cards: Annotated[int, Field(ge=0, le=1), Unit("cards")] = 0
    batch_pattern: Annotated[
        dict[int, Annotated[list[Annotated[int, Field(ge=1, le=2)]], Entries("turn")]], Unit("cards"), Entries("cards")
    ] = {}
    play_count_delta: Annotated[int, Field(ge=-3, le=3), Unit("cards")] = 0


class Event(Sourced):
    """An event card."""

    id: Id
    direction: Literal["clockwise", "counterclockwise"]
    effect: EventEffect


class EventsFile(Sourced):
    """events.yaml."""

    schema_: Literal["guildes/events/1"] = Field(alias="schema")
    events: Annotated[list[Event], Field(min_length=3, max_length=S.MAX_EVENTS)]


TRICK_KINDS = {
    "immunity": S.PROTECT,
    "swap_tableau_cards": S.SWAP,
    "discard_own_ten_plus_then_discard_any": S.COSTLY_REMOVAL,
    "swap_own_tableau_card_with_hand_card": S.EXCHANGE,
    "virtual_count": S.SHIFT,
    "draw_from_discard_play_one": S.DRAW,
}


class Trick(Sourced):
    """A dirty trick card."""

    letter: Annotated[str, Field(pattern="^[A-Z]$")]
    id: Id
    effect: Literal[
        "immunity",
        "swap_tableau_cards",
        "discard_own_ten_plus_then_discard_any",
        "swap_own_tableau_card_with_hand_card",
        "virtual_count",
        "draw_from_discard_play_one",
    ]
    cost_guilds: list[Id] = []
    guild: Id | None = None
    draw: Literal[2] = 2
    play: Literal[1] = 1


class TricksFile(Sourced):
    """tricks.yaml."""

    schema_: Literal["guildes/tricks/1"] = Field(alias="schema")
    tricks: Annotated[list[Trick], Field(min_length=1, max_length=S.MAX_TRICKS)]


class PlayersRow(Sourced):
    """Set-up for one number of players (GU-20)."""

    hand: Annotated[int, Field(ge=2, le=S.MAX_PLAYS), Unit("cards")]
    play: Annotated[int, Field(ge=1, le=S.MAX_PLAYS), Unit("cards")]
    remove: dict[Id, Literal["all"] | Annotated[int, Field(ge=0), Unit("cards")]]


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["guildes/setup/1"] = Field(alias="schema")
    rounds: Annotated[int, Field(ge=1, le=S.MAX_ROUNDS), Unit("rounds")]
    min_players: Literal[3]
    max_players: Literal[6]
    militia_tie_break: bool
    players: dict[Literal[3, 4, 5, 6], PlayersRow]


class Profile(Strict):
    """Prizes of rounds 2 and 3 by guild."""

    provenance: Provenance
    round_2: dict[Id, Prizes]
    round_3: dict[Id, Prizes]


class ValueProfilesFile(Sourced):
    """value_profiles.yaml."""

    schema_: Literal["guildes/value_profiles/1"] = Field(alias="schema")
    profiles: dict[Literal["halving", "equal_steps"], Profile]


MODELS = {
    "guilds": GuildsFile,
    "events": EventsFile,
    "tricks": TricksFile,
    "setup": SetupFile,
    "value_profiles": ValueProfilesFile,
    "options": OptionsFile,
}
