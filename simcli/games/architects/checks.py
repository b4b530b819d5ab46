"""What is wrong with the (patched) components of Architects of the West Kingdom, and what cannot be set up."""

from __future__ import annotations

from collections.abc import Mapping

from simcli.errors import Fault
from simcli.game import Components, Options
from simcli.games.architects import state as S
from simcli.games.architects.catalogue import CAPTIVES, PLACE_ITEMS
from simcli.games.architects.datafiles import BY_PROFILE, GOODS, LEVEL_MIX, MODELS, PLACES, SPACES, in_play
from simcli.games.components import box_faults, id_faults, validate_files

RESERVED = {"cathedral", "debt_taken", "start_player", *CAPTIVES, *PLACE_ITEMS}
"""Ids of items that are no cards."""


def validate(components: Components) -> list[Fault]:
    """What is wrong with the files, each for itself and with each other."""
    faults = validate_files(components, MODELS)
    if faults:
        return faults  # what follows looks things up by id and place
    for check in (_order_faults, _id_faults, _number_faults, _box_faults, _track_faults, _profile_faults):
        faults += check(components)
    return faults


def _order_faults(components: Components) -> list[Fault]:
    """Lists whose order the rules rely on."""
    board, faults = components["board"], []
    lists = (
        (("board", "goods"), tuple(board["goods"]), GOODS),
        (("board", "places"), tuple(row["id"] for row in board["places"]), PLACES),
        (("black_market", "spaces"), tuple(row["id"] for row in components["black_market"]["spaces"]), SPACES),
    )
    for path, given, expected in lists:
        if given != expected:
            faults.append(Fault(path, f"expected {', '.join(expected)}, in this order"))
    levels = board["cathedral"]["levels"]
    if [row["level"] for row in levels] != list(range(1, len(levels) + 1)):
        faults.append(Fault(("board", "cathedral", "levels"), f"expected levels 1 to {len(levels)}, in this order"))
    for i, row in enumerate(levels):
        if row.get("mix") and tuple(row["mix"]["of"]) != LEVEL_MIX:
            faults.append(Fault(("board", "cathedral", "levels", i, "mix", "of"), f"expected {' and '.join(LEVEL_MIX)}, in this order"))
    return faults


def _id_faults(components: Components) -> list[Fault]:
    """Ids that occur twice, or are those of other items."""
    lists = [(stem, stem) for stem in ("apprentices", "buildings", "rewards")]
    faults = id_faults(components, [*lists, ("player_boards", "boards"), ("black_market", "cards")], RESERVED)
    for stem in ("apprentices", "buildings"):
        for row in components[stem][stem]:
            if len(set(row["skills"])) < len(row["skills"]):
                faults.append(Fault((stem, row["id"], "skills"), "names a skill twice"))
    return faults


def _number_faults(components: Components) -> list[Fault]:
    """Numbers that belong together, and that the records have room for."""
    faults = []
    setup, buildings = components["setup"], components["buildings"]["buildings"]
    if setup["draft"]["keep"] > setup["draft"]["deal"]:
        faults.append(Fault(("setup", "draft", "keep"), f"is {setup['draft']['keep']}, of {setup['draft']['deal']} dealt", "AW-S09"))
    for players, row in setup["players"].items():
        if len(row["silver"]) != players:
            faults.append(Fault(("setup", "players", players, "silver"), f"has {len(row['silver'])} entries, expected {players}", "AW-S07"))
    apprentices = components["apprentices"]["apprentices"]
    rewards = sum(row["count"] for row in components["rewards"]["rewards"])
    mixes = sum(_mixes(len(trade["of"]), trade["amount"]) for trade in components["board"]["places"][4]["trades"])
    trades = sum("storehouse" in row["effects"] for row in apprentices)
    ending = sum("end_virtue" in row["effects"] for row in buildings)
    for path, noun, n, most in (
        (("apprentices",), "apprentices", sum(row["count"] for row in apprentices), S.MAX_CARDS),
        (("rewards",), "rewards", rewards, S.MAX_REWARDS),
        (("board", "places", "storehouse", "trades"), "mixes of goods", mixes, S.MAX_MIXES),
        (("apprentices",), "apprentices with a trade", trades, S.MAX_TRADES),
        (("buildings",), "buildings that move virtue at the end", ending, S.MAX_ENDINGS),
    ):
        if n > most:
            faults.append(Fault(path, f"there are {n} {noun}, expected at most {most}"))
    for players, row in setup["players"].items():
        for name, n in row["rewards"].items():
            if n > rewards:
                faults.append(Fault(("setup", "players", players, "rewards", name), f"is {n}, there are {rewards} rewards", "AW-S02"))
    for trade in components["board"]["places"][4]["trades"]:
        if len(set(trade["of"])) < len(trade["of"]) or trade["of"] != [good for good in GOODS if good in trade["of"]]:
            faults.append(Fault(("board", "places", "storehouse", "trades"), f"expected different goods in the order {', '.join(GOODS)}"))
    workers, boards = components["board"]["workers_per_player"], components["player_boards"]
    for where, start in [(("standard",), boards["standard"]), *(((row["id"], "start"), row["start"]) for row in boards["boards"])]:
        if start["prison"] > workers:
            faults.append(Fault(("player_boards", *where, "prison"), f"is {start['prison']}, there are {workers} workers", "AW-G03"))
    return faults


def _mixes(kinds: int, amount: int) -> int:
    """Multisets of so many goods."""
    n = 1
    for i in range(amount):
        n = n * (kinds + i) // (i + 1)
    return n


def _box_faults(components: Components) -> list[Fault]:
    """The list of the box is as printed: nothing in play depends on it (AW-C01, AW-C02)."""
    held = {"apprentice": _base(components.printed, "apprentices"), "building": _base(components.printed, "buildings")}
    held |= {"black_market": len(components.printed["black_market"]["cards"])}
    held |= {"reward": sum(row["count"] for row in components.printed["rewards"]["rewards"])}
    return box_faults(components, {("cards", name): n for name, n in held.items()})


def _base(components: Components, stem: str) -> int:
    return sum(row.get("count", 1) for row in components[stem][stem] if row["set"] == "base")


def _track_faults(components: Components) -> list[Fault]:
    given = components["board"]["virtue_track"]["final_points"]
    if sorted(given) != list(range(S.TRACK)):
        return [Fault(("board", "virtue_track", "final_points"), f"expected points for 0 to {S.TRACK - 1}", "AW-P04")]
    return []


def _profile_faults(components: Components) -> list[Fault]:
    """GO-01: both profiles give every option that goes by them one of its values."""
    options = {row["id"]: row for row in components["options"]["options"]}
    asked = {id_ for id_, row in options.items() if BY_PROFILE in row.get("values", [])}
    faults = []
    for name, profile in components["setup"]["profiles"].items():
        if set(profile) != asked:
            faults.append(Fault(("setup", "profiles", name), f"expected {', '.join(sorted(asked))}", "GO-01"))
        for id_, value in profile.items():
            if id_ in asked and (value == BY_PROFILE or value not in options[id_]["values"]):
                faults.append(Fault(("setup", "profiles", name, id_), f"is {value!r}, no value of the option", "GO-01"))
    return faults


def check_swaps(
    components: Components, _options: Options, _players: int, in_all: Mapping[str, int], at_one: Mapping[str, int]
) -> list[Fault]:
    """GO-31: there is one of each building, and no more are dealt to a seat than a packet has."""
    if twice := [building for building, number in in_all.items() if number > 1]:
        return [Fault((twice[0],), f"deals {in_all[twice[0]]} of '{twice[0]}', there is one")]
    draft = components["setup"]["draft"]
    most = draft["deal"] if draft["keep"] > 0 else 0
    number = sum(at_one.values())
    if number > most:
        return [Fault((list(at_one)[-1],), f"deals {number} buildings to one player, a packet has {most}")]
    return []


def check_setup(components: Components, options: Options, players: int) -> list[Fault]:
    """What cannot be set up with these options and this number of players."""
    faults = []
    buildings = in_play(components, options, "buildings")
    dealt = players * components["setup"]["draft"]["deal"]
    if len(buildings) < dealt:
        faults.append(Fault(("setup", "draft", "deal"), f"asks for {dealt} buildings, there are {len(buildings)}", "AW-S09"))
    apprentices = sum(row["count"] for row in in_play(components, options, "apprentices"))
    if apprentices < S.DISPLAY:
        faults.append(Fault(("apprentices",), f"there are {apprentices}, the display needs {S.DISPLAY}", "AW-S03"))
    if options["player_boards"] == "variable":
        colours = {row["colour"] for row in in_play(components, options, "player_boards", "boards")}
        if len(colours) < players:
            faults.append(Fault(("player_boards",), f"there are boards of {len(colours)} colours for {players} players", "AW-V01"))
    return faults
