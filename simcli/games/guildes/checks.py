"""What is wrong with (patched) components: each file for itself, the files with each other, and what cannot be set up with them."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.errors import Fault
from simcli.game import Components, Options
from simcli.games.components import validate_files
from simcli.games.guildes import state as S
from simcli.games.guildes.datafiles import MODELS
from simcli.games.guildes.tables import copies_in_game, trick_pool


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


def check_grants(
    components: Components, _options: Options, players: int, in_all: Mapping[str, int], _at_one: Mapping[str, int]
) -> list[Fault]:
    """GO-16: guild cards that seats begin with are in the deck, which needs as many cards more than are dealt."""
    copies, row = copies_in_game(components, players), components["setup"]["players"][players]
    faults = _too_many("gives", in_all, copies, players)
    spare = sum(copies.values()) - components["setup"]["rounds"] * players * row["hand"]
    given = [guild for guild, number in in_all.items() for _ in range(number) if copies.get(guild)]
    if not faults and len(given) > spare:
        message = f"gives {len(given)} cards out of the deck, with {players} players it has {spare} more than are dealt"
        faults.append(Fault((given[spare],), message, f"give at most {spare}, or raise copies of a guild in `patch`"))
    return faults


def check_swaps(
    components: Components, _options: Options, players: int, in_all: Mapping[str, int], at_one: Mapping[str, int]
) -> list[Fault]:
    """GO-24: guild cards that seats are dealt are in the deck, and no more of them than cards of a pack."""
    copies, hand = copies_in_game(components, players), components["setup"]["players"][players]["hand"]
    faults = _too_many("deals", in_all, copies, players)
    if not faults and sum(at_one.values()) > hand:
        faults.append(
            Fault((list(at_one)[-1],), f"deals {sum(at_one.values())} cards to one player, with {players} players a pack has {hand}")
        )
    return faults


def _too_many(verb: str, in_all: Mapping[str, int], copies: Mapping[str, int], players: int) -> list[Fault]:
    """What of the named cards the deck has not."""
    return [
        Fault(
            (guild,), f"{verb} {number} cards of '{guild}', with {players} players the deck has {copies[guild]}", f"at most {copies[guild]}"
        )
        for guild, number in in_all.items()
        if 0 < copies.get(guild, 0) < number
    ]


def check_setup(components: Components, options: Options, players: int) -> list[Fault]:
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
    printed = sum(max(copies[g], n) for g, n in copies_in_game(components.printed, players).items() if g in copies)
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
