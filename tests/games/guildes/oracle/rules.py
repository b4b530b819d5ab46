"""Guildes: the components, the options and the sums that need no table (RULES.md is the authority)."""

from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path

from tests.games.oracles import read_yaml

DATA = Path(__file__).resolve().parents[4] / "simcli" / "games" / "guildes" / "data"
STEMS = ("guilds", "setup", "events", "tricks", "options", "value_profiles")


def load_components() -> dict:
    """The data files as written: file stem -> parsed yaml."""
    return deepcopy(_read_data())


@cache
def _read_data() -> dict:
    return {stem: read_yaml(DATA / f"{stem}.yaml") for stem in STEMS}


def score_guild(
    prizes: list[int],
    counts: list[int],
    ties_score_nothing: bool = False,
    move_up: bool = True,
    tied_players: str = "share",
    shared_prizes: str = "rounded_down",
) -> list[int]:
    """Votes per player for one majority guild in one scoring."""
    votes = [0] * len(counts)
    places_filled = 0
    numbers = sorted({count for count in counts if count >= 1}, reverse=True)  # GU-81, GU-82
    for number in numbers:
        group = [player for player, count in enumerate(counts) if count == number]
        tied = len(group) >= 2
        if ties_score_nothing and tied:  # GU-421
            if not move_up:  # GO-06
                places_filled += len(group)
            continue
        total = sum(prizes[places_filled : places_filled + len(group)])
        each = total // len(group)  # GU-84
        if shared_prizes == "rounded_up" and each * len(group) < total:  # GO-18
            each += 1
        if tied and tied_players == "full_prize":  # GO-17
            each = prizes[places_filled] if places_filled < len(prizes) else 0
        if tied and tied_players == "nothing":  # GO-17
            each = 0
        for player in group:
            votes[player] = each
        places_filled += len(group)
    return votes


def batches(cards_to_play: int, start_option: str) -> list[int]:
    """Event one_or_two: the sizes of the batches in which the cards are played."""
    if start_option == "always_one":  # GO-07
        size = 1
    elif start_option == "always_two":  # GO-07
        size = 2
    elif cards_to_play % 3 == 1:  # GU-424
        size = 1
    else:
        size = 2
    sizes = []
    left = cards_to_play
    while left > 0:
        sizes.append(min(size, left))
        left -= sizes[-1]
        size = 3 - size
    return sizes


def winners(totals: list[int], militia: list[int]) -> list[int]:
    """The winning positions of the two lists, counted from 0; more than one is a shared victory."""
    most_votes = max(totals)
    best = [player for player, votes in enumerate(totals) if votes == most_votes]  # GU-100
    most_militia = max(militia[player] for player in best)
    return [player for player in best if militia[player] == most_militia]  # GU-110, GU-111


class Rules:
    """One game's rules: the data files, with the options chosen, for a number of players."""

    def __init__(self, players: int, options: dict, components: dict | None = None) -> None:
        shipped = _read_data()
        self.data = {**shipped, **(components or {})}
        self.shipped_guilds = {record["id"]: record for record in shipped["guilds"]["guilds"]}
        self.players = players
        self.seats = list(range(1, players + 1))
        self.guilds = {guild["id"]: guild for guild in self.data["guilds"]["guilds"]}
        self.guild_order = list(self.guilds)
        self.events = {event["id"]: event for event in self.data["events"]["events"]}
        self.tricks = {trick["id"]: trick for trick in self.data["tricks"]["tricks"]}
        self.rounds = self.data["setup"]["rounds"]
        self.militia_tie_break = self.data["setup"]["militia_tie_break"]
        self._set_up_table()
        self.options = self._checked_options(options)
        self._set_up_variants()

    def _set_up_table(self) -> None:
        setup = self.data["setup"]
        if self.players not in setup["players"] or not setup["min_players"] <= self.players <= setup["max_players"]:  # GU-20
            raise ValueError(f"no set-up for {self.players} players")
        row = setup["players"][self.players]
        self.hand_size = row["hand"]
        self.play_size = row["play"]
        self.deck = Counter({guild: record["copies"] for guild, record in self.guilds.items()})
        for guild, number in row["remove"].items():
            if number == "all":  # GU-20
                self.deck[guild] = 0
            else:
                self.deck[guild] -= number
        if self.hand_size * self.players * self.rounds > self.deck.total():  # GU-21
            raise ValueError("the deck is too small for all rounds")

    def _checked_options(self, options: dict) -> dict:
        known = {record["id"]: record for record in self.data["options"]["options"]}
        chosen = {name: record["default"] for name, record in known.items()}
        for name, value in options.items():
            if name not in known:
                raise ValueError(f"unknown option {name!r}")
            record = known[name]
            if isinstance(value, (list, tuple)) and "list_of" in record:
                value = self._checked_list(record, list(value))
            elif value not in record["values"]:
                raise ValueError(f"option {name} cannot be {value!r}")
            chosen[name] = value
        return chosen

    def _checked_list(self, record: dict, ids: list) -> list:
        if record["list_of"] == "tricks":  # GO-02
            letters = {trick["letter"]: name for name, trick in self.tricks.items()}
            ids = [letters.get(name, name) for name in ids]
            known = self.tricks
        else:
            known = self.events
        if len(set(ids)) != len(ids) or any(name not in known for name in ids):  # GO-01, GO-02
            raise ValueError(f"option {record['id']} needs different known ids")
        if not record["list_min"] <= len(ids) <= record["list_max"]:  # GO-01, GO-02
            raise ValueError(f"option {record['id']} cannot list {len(ids)} ids")
        return ids

    def _set_up_variants(self) -> None:
        events, tricks = self.options["events"], self.options["tricks"]
        self.events_on = events != "off"  # GU-200
        self.tricks_on = tricks != "off"  # GU-300
        self.first_events = events if isinstance(events, list) else []  # GO-01
        names = tricks if isinstance(tricks, list) else list(self.tricks)  # GO-02
        pool = []
        for name in names:
            guild_gone = "guild" in self.tricks[name] and not self.in_game(self.tricks[name]["guild"])
            if guild_gone and self.options["trick_e_three_players"] == "remove_card":  # GO-12
                continue
            pool.append(name)
        self.trick_pool = sorted(pool, key=lambda name: self.tricks[name]["letter"])
        self.free_repeat = self.options["trick_repeat_rule"] == "free"  # GO-14
        needed = self.players if self.free_repeat else self.players + 1
        if self.tricks_on and len(self.trick_pool) < needed:  # GO-02
            raise ValueError(f"{self.players} players need {needed} tricks in the pool")

    def in_game(self, guild: str) -> bool:
        """Whether set-up leaves cards of this guild in the deck."""
        return self.deck[guild] > 0

    def prizes(self, guild: str, round_number: int) -> list[int]:
        """The prizes of places 1, 2, ... in the scoring of this round."""
        name = f"round_{round_number}"
        written = self.guilds[guild]["prizes"][name]
        patched = guild not in self.shipped_guilds or written != self.shipped_guilds[guild]["prizes"][name]
        profile = self.options["value_profile"]
        if profile == "custom" or round_number == 1 or patched:  # GO-03
            return written
        return self.data["value_profiles"]["profiles"][profile][name][guild]

    def effect(self, event: str) -> dict:
        """What the event in force changes."""
        effect = self.events[event]["effect"] if self.events_on else {}  # GU-22, GU-200
        if self.options["cards_played"] == "one_by_one":  # GO-21
            return {**effect, "reveal": "sequential"}
        return effect

    def clockwise(self, event: str, round_number: int) -> bool:
        """Whether packs pass to the next player in seat order in this round."""
        how = self.options["draft_direction"]
        if how == "alternate":  # GO-04
            return round_number % 2 == 1
        if how == "clockwise":  # GO-04
            return True
        return self.events[event]["direction"] == "clockwise"  # GU-61

    def cards_to_play(self, event: str) -> int:
        """How many cards every player plays in a round with this event."""
        return self.play_size + self.effect(event).get("play_count_delta", 0)  # GU-420

    def batch_sizes(self, event: str) -> list[int]:
        """How many cards are placed before each reveal in a round with this event."""
        number = self.cards_to_play(event)
        pattern = self.effect(event).get("batch_pattern")
        if pattern is None:
            return [1] * number  # GU-70, GU-71
        start = self.options["one_or_two_start"]
        if start == "exact_fit" and number in pattern:  # GU-424
            return list(pattern[number])
        return batches(number, start)
