"""Component data + options -> the read-only tables record. No card number stands in the code.

`validate` and `check_setup` say what is wrong with (patched) components, `catalogue` what can be counted, `build` fills the record.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, model_validator
from ruamel.yaml import YAML

from simcli.engine.record import described
from simcli.errors import Fault
from simcli.games.components import Id, OptionsFile, Provenance, Sourced, Strict, fill, validate_files
from simcli.games.game import Catalogue, Components, Item
from simcli.games.guildes import state as S

Prizes = Annotated[list[Annotated[int, Field(ge=0, le=1000)]], Field(min_length=1, max_length=S.MAX_PLAYERS)]
Count = Annotated[int, Field(ge=0, le=60)]


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
    votes_per_card: Annotated[int, Field(ge=0, le=1000)] | None = None
    ten_plus: bool

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
    total_cards: int
    majority_guild_types: int
    guilds: Annotated[list[Guild], Field(min_length=1, max_length=S.MAX_GUILDS)]


class EventEffect(Strict):
    """What an event changes; every part may be combined with every other."""

    ties_score_nothing: bool = False
    reveal: Literal["together", "sequential", "delayed"] = "together"
    first_player: Literal["random"] = "random"
    first_player_moves: Literal["clockwise_each_card"] = "clockwise_each_card"
    delay_cards: Annotated[int, Field(ge=0, le=1)] = 0
    redistribute_cards: Annotated[int, Field(ge=0, le=1)] = 0
    batch_pattern: dict[int, list[Annotated[int, Field(ge=1, le=2)]]] = {}
    play_count_delta: Annotated[int, Field(ge=-3, le=3)] = 0


class Event(Sourced):
    """An event card."""

    id: Id
    card_no: int
    direction: Literal["clockwise", "counterclockwise"]
    timing: Literal["scoring", "play", "before_play"]
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
    targets: str
    cost_guilds: list[Id] = []
    guild: Id | None = None
    amounts: list[Literal[1, -1]] = []
    draw: Literal[2] = 2
    play: Literal[1] = 1


class TricksFile(Sourced):
    """tricks.yaml."""

    schema_: Literal["guildes/tricks/1"] = Field(alias="schema")
    tricks: Annotated[list[Trick], Field(min_length=1, max_length=S.MAX_TRICKS)]


class PlayersRow(Sourced):
    """Set-up for one number of players (GU-20)."""

    hand: Annotated[int, Field(ge=2, le=S.MAX_PLAYS)]
    play: Annotated[int, Field(ge=1, le=S.MAX_PLAYS)]
    remove: dict[Id, Literal["all"] | Annotated[int, Field(ge=0)]]
    deck_size: int
    dealt: int
    unseen_cards: int
    final_tableau: int | None = None


class SetupFile(Sourced):
    """setup.yaml."""

    schema_: Literal["guildes/setup/1"] = Field(alias="schema")
    rounds: Annotated[int, Field(ge=1, le=S.MAX_ROUNDS)]
    min_players: Literal[3]
    max_players: Literal[6]
    militia_tie_break: bool
    players: dict[Literal[3, 4, 5, 6], PlayersRow]
    paid_places: dict[str, dict[str, int]]
    component_counts: dict[str, int]


class Profile(Strict):
    """Prizes of rounds 2 and 3 by guild."""

    provenance: Provenance
    round_2: dict[Id, Prizes]
    round_3: dict[Id, Prizes]


class ValueProfilesFile(Sourced):
    """value_profiles.yaml."""

    schema_: Literal["guildes/value_profiles/1"] = Field(alias="schema")
    default: str
    profiles: dict[Literal["halving", "equal_steps"], Profile]


MODELS = {
    "guilds": GuildsFile,
    "events": EventsFile,
    "tricks": TricksFile,
    "setup": SetupFile,
    "value_profiles": ValueProfilesFile,
    "options": OptionsFile,
}

i4, u1, u2, u4 = np.int32, np.uint8, np.uint16, np.uint32

TABLES, TABLES_FIELDS = described(
    [
        # loop bounds, signed so that loop variables are
        ("players", i4, "number of players"),
        ("rounds", i4, "rounds of the game"),
        ("hand", i4, "cards of a pack, and of a hand after the draft"),
        ("n_guilds", i4, "guilds in the data"),
        ("n_source", i4, "entries of source"),
        ("n_deck", i4, "cards of the deck"),
        ("n_events", i4, "event cards in the data"),
        ("n_fixed_events", i4, "events named by the option, drawn in their place; 0 when all may come"),
        ("n_tricks", i4, "dirty tricks in the data"),
        # guilds
        ("majority_mask", u4, "guilds that pay by majority, as a mask"),
        ("flat_mask", u4, "guilds that pay by the card (militia), as a mask"),
        ("scored_mask", u4, "majorities that can pay with this number of players, as a mask"),
        ("cost_mask", u4, "guilds that may pay for trick C, as a mask"),
        ("tie_break", u4, "1 when more militia breaks a tie at the end"),
        ("direction_mode", u4, "passing direction: 0 by the event card, 1 alternating, 2 clockwise"),
        ("events_on", u4, "1 when event cards take effect"),
        ("event_mask", u4, "event cards in the data, as a mask"),
        ("move_up", u4, "1 when lower players move up behind a tied group"),
        ("tricks_on", u4, "1 when dirty tricks are dealt"),
        ("trick_pool", u4, "tricks that may be dealt, as a mask"),
        ("tricks_repeat", u4, "1 when a seat may get the same trick twice"),
        ("swap_both_unprotected", u4, "1 when trick B needs both players unprotected"),
        ("null_tricks", u4, "1 when tricks that change nothing are legal"),
        ("remove_own", u4, "1 when trick C may hit its owner"),
        ("virtual_alone", u4, "1 when the virtual card of tricks E to H scores alone"),
        ("pile_this_round", u4, "1 when trick I draws from this round's discards only"),
        ("discards_public", u4, "1 when unplayed cards are shown"),
        ("source", u1, (S.MAX_DECK,), "guild of each card before the shuffle, NO_CARD where one is taken out"),
        ("copies", u4, (S.MAX_GUILDS,), "cards of each guild in the game"),
        ("prize", u4, (S.MAX_ROUNDS, S.MAX_GUILDS), "first prize in votes, by round from 0 and guild"),
        ("votes_per_card", u4, (S.MAX_GUILDS,), "votes a card of a flat guild pays in each scoring"),
        # two indices, as every index is checked
        (
            "payout",
            u2,
            (S.MAX_ROUNDS * S.MAX_GUILDS, S.MAX_SEATS * S.MAX_SEATS),
            "votes, by round * MAX_GUILDS + guild and players ahead * MAX_SEATS + others tied",
        ),
        ("payout_rest", u2, (S.MAX_ROUNDS * S.MAX_GUILDS, S.MAX_SEATS * S.MAX_SEATS), "the same summed over this and all later rounds"),
        ("fixed_events", u1, (S.MAX_ROUNDS,), "events named by the option"),
        ("event_clockwise", u4, (S.MAX_EVENTS + 1,), "1 when an event card passes clockwise"),
        ("event_ties", u4, (S.MAX_EVENTS + 1,), "1 when ties score nothing under it"),
        ("event_sequential", u4, (S.MAX_EVENTS + 1,), "1 when seats play one by one under it"),
        ("event_redistribute", u4, (S.MAX_EVENTS + 1,), "cards handed in for redistribution under it"),
        ("plays", u4, (S.MAX_EVENTS + 1,), "cards each seat plays under it"),
        ("reveal", u4, (S.MAX_EVENTS + 1, S.MAX_PLAYS), "by event and k: cards of each seat face up once all have placed k + 1"),
        ("trick_kind", u1, (S.MAX_TRICKS,), "kind of effect of each trick: PROTECT, SWAP, ..."),
        ("trick_guild", u1, (S.MAX_TRICKS,), "guild that tricks E to H shift"),
    ]
)


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS)
    if faults:
        return faults
    guilds = [g["id"] for g in components["guilds"]["guilds"]]
    for stem, key in (("guilds", "guilds"), ("events", "events"), ("tricks", "tricks")):
        ids = [row["id"] for row in components[stem][key]]
        faults += [Fault((stem, i), "the id occurs twice") for i in sorted({i for i in ids if ids.count(i) > 1})]
    for trick in components["tricks"]["tricks"]:
        if trick["effect"] == "virtual_count" and trick.get("guild") not in guilds:
            faults.append(Fault(("tricks", trick["id"], "guild"), f"is {trick.get('guild')!r}, which is no guild", ", ".join(guilds)))
        for guild in trick.get("cost_guilds", []):
            if guild not in guilds:
                faults.append(Fault(("tricks", trick["id"], "cost_guilds"), f"names {guild!r}, which is no guild", ", ".join(guilds)))
    letters = [t["letter"] for t in components["tricks"]["tricks"]]
    faults += [
        Fault(("tricks", t["id"], "letter"), "the letter occurs twice")
        for t in components["tricks"]["tricks"]
        if letters.count(t["letter"]) > 1
    ]
    for n, row in components["setup"]["players"].items():
        faults += [Fault(("setup", "players", n, "remove", g), "is no guild", ", ".join(guilds)) for g in row["remove"] if g not in guilds]
        if row["play"] > row["hand"]:
            faults.append(Fault(("setup", "players", n, "play"), f"is {row['play']}, more than the {row['hand']} cards of a hand"))
    return faults


def check_setup(components: Components, options: Any, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players."""
    faults: list[Fault] = []
    if players not in components["setup"]["players"]:
        return [Fault(("setup", "players"), f"has no row for {players} players")]
    row, rounds = components["setup"]["players"][players], components["setup"]["rounds"]
    copies = copies_in_game(components, players)
    need = rounds * players * row["hand"]
    if sum(copies.values()) < need:
        faults.append(
            Fault(
                ("setup", "players", players, "hand"),
                f"{rounds} rounds of {players} packs of {row['hand']} need {need} cards, the deck has {sum(copies.values())}",
            )
        )
    printed = sum(max(copies[g], n) for g, n in printed_copies(players).items() if g in copies)
    if max(printed, sum(copies.values())) > S.MAX_DECK - S.MAX_GUILDS:
        faults.append(Fault(("guilds",), f"the deck has {sum(copies.values())} cards, at most {S.MAX_DECK - S.MAX_GUILDS} are possible"))
    for event in components["events"]["events"]:
        delta = event["effect"].get("play_count_delta", 0)
        if not 1 <= row["play"] + delta <= row["hand"]:
            faults.append(
                Fault(("events", event["id"], "effect"), f"leaves {row['play'] + delta} cards to play from a hand of {row['hand']}")
            )
    if options["tricks"] != "off":
        pool = len(trick_pool(components, options, players))
        need = players + (options["trick_repeat_rule"] != "free")
        if pool < need:
            faults.append(Fault(("options", "tricks"), f"has {pool} usable tricks, {players} players need at least {need}", "GU-303"))
    return faults


def copies_in_game(components: Components, players: int) -> dict[str, int]:
    """GU-01, GU-20: cards of each guild in the deck for this number of players."""
    remove = components["setup"]["players"][players]["remove"]
    out = {}
    for guild in components["guilds"]["guilds"]:
        gone = remove.get(guild["id"], 0)
        out[guild["id"]] = 0 if gone == "all" else max(0, guild["copies"] - gone)
    return out


@cache
def _printed() -> tuple[dict[str, Any], dict[str, Any]]:
    folder = Path(__file__).parent / "data"
    yaml = YAML(typ="safe", pure=True)
    return yaml.load((folder / "guilds.yaml").read_text("utf-8")), yaml.load((folder / "setup.yaml").read_text("utf-8"))


def printed_copies(players: int) -> dict[str, int]:
    """Cards of each guild in the unpatched deck, in the order of the file."""
    guilds, setup = _printed()
    return copies_in_game({"guilds": guilds, "setup": setup}, players)


def deck_source(components: Components, players: int) -> list[int]:
    """Card types in the order the shuffle takes them: the printed deck (NO_CARD where a patch removes a copy), then added copies."""
    printed = printed_copies(players)
    copies = copies_in_game(components, players)
    index = {g["id"]: i for i, g in enumerate(components["guilds"]["guilds"])}
    source: list[int] = []
    for guild, n in printed.items():
        now = copies.get(guild, 0)
        source += [index[guild] if k < now else S.NO_CARD for k in range(n)]
    for guild, n in copies.items():
        source += [index[guild]] * max(0, n - printed.get(guild, 0))
    return source


def trick_pool(components: Components, options: Any, players: int) -> list[int]:
    """GU-302, GO-02, GO-12: tricks (in the order of their letters) that may be dealt."""
    tricks = sorted(components["tricks"]["tricks"], key=lambda t: t["letter"])
    copies = copies_in_game(components, players)
    named = None if options["tricks"] in ("on", "off") else options["tricks"]
    pool = []
    for i, trick in enumerate(tricks):
        if named is not None and trick["id"] not in named:
            continue
        if options["trick_e_three_players"] == "remove_card" and trick["effect"] == "virtual_count" and not copies.get(trick["guild"]):
            continue
        pool.append(i)
    return pool


def prize_rows(components: Components, options: Any, guild: dict[str, Any]) -> list[list[int]]:
    """GU-04, GO-03: prizes of rounds 1 to 3; a patched prize list of the guild always holds."""
    rows = [list(guild["prizes"][f"round_{r}"]) for r in (1, 2, 3)]
    if options["value_profile"] != "custom":
        profile = components["value_profiles"]["profiles"][options["value_profile"]]
        printed = {g["id"]: g for g in _printed()[0]["guilds"]}.get(guild["id"])
        for r in (2, 3):
            in_file = printed and list(printed["prizes"][f"round_{r}"]) == rows[r - 1]
            if in_file and guild["id"] in profile[f"round_{r}"]:
                rows[r - 1] = list(profile[f"round_{r}"][guild["id"]])
    return rows


def batches(cards: int, start: int) -> list[int]:
    """GU-424: alternating batches of two and one, the last cut to what is left."""
    out: list[int] = []
    size = start
    while sum(out) < cards:
        out.append(min(size, cards - sum(out)))
        size = 3 - size
    return out


def reveal_row(effect: dict[str, Any], plays: int, options: Any) -> list[int]:
    """Cards of each seat face up once all have placed 1, 2, ... cards (GU-70, GU-424, GU-425)."""
    if effect.get("reveal") == "delayed":
        delay = effect.get("delay_cards", 1)
        return [max(0, k - delay) for k in range(1, plays)] + [plays]
    if effect.get("batch_pattern"):
        mode = options["one_or_two_start"]
        start = {"always_one": 1, "always_two": 2}.get(mode, 1 if plays % 3 == 1 else 2)
        pattern = effect["batch_pattern"].get(plays) if mode == "exact_fit" else None
        ends = np.cumsum(pattern or batches(plays, start)).tolist()
        return [max([0] + [e for e in ends if e <= k]) for k in range(1, plays + 1)]
    return list(range(1, plays + 1))


def catalogue(components: Components, options: Any) -> Catalogue:
    """Guilds, and the event and trick cards when their variant is on; points are votes by guild."""
    items = [Item(g["id"], "guild", g["name_en"], g["provenance"], bannable=True) for g in components["guilds"]["guilds"]]
    if options["events"] != "off":
        items += [Item(e["id"], "event", e["id"].replace("_", " "), e["provenance"]) for e in components["events"]["events"]]
    if options["tricks"] != "off":
        tricks = sorted(components["tricks"]["tricks"], key=lambda t: t["letter"])
        items += [Item(t["id"], "trick", f"{t['letter']} {t['id'].replace('_', ' ')}", t["provenance"], bannable=True) for t in tricks]
    most = 0
    for guild in components["guilds"]["guilds"]:
        if guild["kind"] == "majority":
            most += sum(sum(row) for row in prize_rows(components, options, guild))
        else:
            most += (guild["copies"] + 1) * guild["votes_per_card"] * S.MAX_ROUNDS
    return Catalogue(tuple(items), tuple(g["id"] for g in components["guilds"]["guilds"]), 0, most)


def build(components: Components, options: Any, players: int) -> np.recarray:
    """The tables record for one number of players (a recarray of one row)."""
    tables = np.zeros(1, TABLES).view(np.recarray)
    t = tables[0]
    setup = components["setup"]
    row = setup["players"][players]
    fill(t, players=players, rounds=setup["rounds"], hand=row["hand"], tie_break=int(setup["militia_tie_break"]))
    _fill_guilds(t, components, options, players)
    _fill_events(t, components, options, row["play"])
    _fill_tricks(t, components, options, players)
    source = deck_source(components, players)
    fill(t, source=source, n_source=len(source), n_deck=sum(c != S.NO_CARD for c in source))
    return tables


def _mask(flags: list[bool]) -> int:
    return sum(1 << i for i, f in enumerate(flags) if f)


def _fill_guilds(t: Any, components: Components, options: Any, players: int) -> None:
    guilds = components["guilds"]["guilds"]
    copies = copies_in_game(components, players)
    majority = [g["kind"] == "majority" for g in guilds]
    literal = options["trick_e_three_players"] == "literal"
    scored = [m and (copies[g["id"]] > 0 or literal) for g, m in zip(guilds, majority, strict=True)]
    fill(
        t,
        n_guilds=len(guilds),
        majority_mask=_mask(majority),
        flat_mask=_mask([not m for m in majority]),
        scored_mask=_mask(scored),
        copies=[copies[g["id"]] for g in guilds],
        votes_per_card=[g.get("votes_per_card") or 0 for g in guilds],
    )
    shape = (S.MAX_ROUNDS, S.MAX_GUILDS, S.MAX_SEATS, S.MAX_SEATS)
    payout, rest = (t[name].reshape(shape) for name in ("payout", "payout_rest"))
    for i, guild in enumerate(guilds):
        if guild["kind"] != "majority":
            continue
        rows = prize_rows(components, options, guild)[: int(t["rounds"])]
        for r, prizes in enumerate(rows):
            t["prize"][r, i] = prizes[0]
            for ahead in range(players if scored[i] else 0):
                for tied in range(players - ahead):
                    payout[r, i, ahead, tied] = sum(prizes[ahead : ahead + tied + 1]) // (tied + 1)  # GU-82 to GU-85
    for r in range(int(t["rounds"])):
        rest[r] = payout[r : int(t["rounds"])].sum(axis=0)


def _fill_events(t: Any, components: Components, options: Any, play: int) -> None:
    events = components["events"]["events"]
    mode = {"event_card": 0, "alternate": 1, "clockwise": 2}[options["draft_direction"]]
    effects = [e["effect"] for e in events]
    fill(
        t,
        events_on=int(options["events"] != "off"),
        n_events=len(events),
        event_mask=_mask([True] * len(events)),
        direction_mode=mode,
        move_up=int(options["tied_groups_lower_players_move_up"]),
        event_clockwise=[e["direction"] == "clockwise" for e in events],
        event_ties=[e.get("ties_score_nothing", False) for e in effects],
        event_sequential=[e.get("reveal") == "sequential" for e in effects],
        event_redistribute=[e.get("redistribute_cards", 0) for e in effects],
    )
    if options["events"] not in ("off", "on"):
        fixed = [[e["id"] for e in events].index(i) for i in options["events"]]
        fill(t, n_fixed_events=len(fixed), fixed_events=fixed)
    for i, effect in [*enumerate(effects), (S.NO_EVENT, {})]:
        plays = play + effect.get("play_count_delta", 0)
        t["plays"][i] = plays
        t["reveal"][i, :plays] = reveal_row(effect, plays, options)


def _fill_tricks(t: Any, components: Components, options: Any, players: int) -> None:
    tricks = sorted(components["tricks"]["tricks"], key=lambda k: k["letter"])
    guilds = [g["id"] for g in components["guilds"]["guilds"]]
    pool = trick_pool(components, options, players)
    fill(
        t,
        tricks_on=int(options["tricks"] != "off"),
        trick_pool=sum(1 << i for i in pool),
        n_tricks=len(tricks),
        tricks_repeat=int(options["trick_repeat_rule"] == "free"),
        cost_mask=_mask([any(g in k.get("cost_guilds", []) for k in tricks) for g in guilds]),  # GU-410, A-22
        swap_both_unprotected=int(options["swap_needs_both_unprotected"]),
        null_tricks=int(options["null_trick_actions_legal"]),
        remove_own=int(options["trick_c_may_hit_owner"]),
        virtual_alone=int(options["virtual_card_scores_alone"]),
        pile_this_round=int(options["discard_pile_scope"] == "this_round"),
        discards_public=int(options["unplayed_cards_revealed"]),
        trick_kind=[TRICK_KINDS[k["effect"]] for k in tricks],
        trick_guild=[guilds.index(k["guild"]) if k.get("guild") else 0 for k in tricks],  # GU-440
    )
