"""What can be counted: guilds, event and trick cards, votes by guild."""

from __future__ import annotations

from typing import Any

from simcli.game import Catalogue, Components, Item, Options
from simcli.games.guildes import state as S

USUAL = (40, 180)
"""Usual scores: nothing is published (S-06); the shipped plans end with 44 to 165 votes, 3 to 6 players."""


def catalogue(components: Components, options: Options) -> Catalogue:
    """Guilds, and the event and trick cards when their variant is on; points are votes by guild."""
    items = [
        Item(g["id"], "guild", g["name_en"], g["provenance"], bannable=True, grantable=True, dealt=True, by_strategy=True, in_packs=True)
        for g in components["guilds"]["guilds"]
    ]
    if options["events"] != "off":
        items += [Item(e["id"], "event", e["id"].replace("_", " "), e["provenance"]) for e in components["events"]["events"]]
    if options["tricks"] != "off":
        tricks = sorted(components["tricks"]["tricks"], key=lambda t: t["letter"])
        dealt = "every player is dealt one in each round"
        items += [
            Item(t["id"], "trick", f"{t['letter']} {t['id'].replace('_', ' ')}", t["provenance"], bannable=True, not_granted=dealt)
            for t in tricks
        ]
    most = 0
    for guild in components["guilds"]["guilds"]:
        if guild["kind"] == "majority":
            most += sum(sum(row) for row in prize_rows(components, options, guild))
        else:
            most += (guild["copies"] + 1) * guild["votes_per_card"] * S.MAX_ROUNDS
    return Catalogue(tuple(items), tuple(g["id"] for g in components["guilds"]["guilds"]), 0, most, USUAL)


OF_EVENTS = ("tied_groups_lower_players_move_up", "one_or_two_start")
OF_TRICKS = (
    *("swap_needs_both_unprotected", "null_trick_actions_legal", "trick_c_may_hit_owner", "virtual_card_scores_alone"),
    *("trick_e_three_players", "discard_pile_scope", "trick_repeat_rule"),
)
"""Options that only events or tricks ask for."""


def idle(components: Components, options: Options, players: int) -> dict[tuple[str | int, ...], str]:
    """Events and tricks that are off or not named, with the options they ask for; guilds that a number of players leaves out."""
    parts: dict[tuple[str | int, ...], str] = {}
    for stem, of_variant in (("events", OF_EVENTS), ("tricks", OF_TRICKS)):
        named = options[stem]
        why = f"{stem}: {named if isinstance(named, str) else ', '.join(named)}"
        if named == "off":
            parts |= {(stem, stem, row["id"]): why for row in components[stem][stem]} | {("options", name): why for name in of_variant}
        elif named != "on":
            parts |= {(stem, stem, row["id"]): why for row in components[stem][stem] if row["id"] not in named}
    if options["tricks"] == "off":
        gone = [guild for guild, n in components["setup"]["players"][players]["remove"].items() if n == "all"]
        parts |= {("guilds", "guilds", guild): f"left out with {players} players" for guild in gone}
    return parts


def prize_rows(components: Components, options: Options, guild: dict[str, Any]) -> list[list[int]]:
    """GU-04, GO-03: prizes of rounds 1 to 3; a patched prize list of the guild always holds."""
    rows = [list(guild["prizes"][f"round_{r}"]) for r in (1, 2, 3)]
    if options["value_profile"] != "custom":
        profile = components["value_profiles"]["profiles"][options["value_profile"]]
        printed = {g["id"]: g for g in components.printed["guilds"]["guilds"]}.get(guild["id"])
        for r in (2, 3):
            in_file = printed and list(printed["prizes"][f"round_{r}"]) == rows[r - 1]
            if in_file and guild["id"] in profile[f"round_{r}"]:
                rows[r - 1] = list(profile[f"round_{r}"][guild["id"]])
    return rows
