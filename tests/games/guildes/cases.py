"""What only Guildes can say: cases for the contract with the engine, and what holds at its table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from simcli.testing.contract import Witness
from simcli.testing.playthrough import Case, Playthrough
from tests.games.guildes.tables import GAME

EVENTS, TRICKS = ("events", "on"), ("tricks", "on")
OTHER_READINGS = (
    EVENTS,
    TRICKS,
    ("value_profile", "equal_steps"),
    ("unplayed_cards_revealed", True),
    ("tied_groups_lower_players_move_up", False),
    ("swap_needs_both_unprotected", False),
    ("null_trick_actions_legal", True),
    ("trick_c_may_hit_owner", False),
    ("virtual_card_scores_alone", False),
    ("discard_pile_scope", "this_round"),
    ("trick_repeat_rule", "free"),
)
HOUSE_RULES = (
    ("tied_players", "full_prize"),
    ("militia_pays", "last_scoring"),
    ("tableaus", "cleared"),
    ("cards_played", "one_by_one"),
    ("draft", False),
)
CASES = [
    Case(GAME, 3),
    Case(GAME, 3, (TRICKS, ("trick_e_three_players", "literal"))),
    Case(GAME, 4, (EVENTS,)),
    Case(GAME, 4, (TRICKS,)),
    Case(GAME, 5),
    Case(GAME, 5, OTHER_READINGS),
    Case(GAME, 6),
    Case(GAME, 6, (EVENTS, TRICKS)),
    Case(GAME, 4, (*HOUSE_RULES, EVENTS, TRICKS)),
]
"""Every number of players twice, and house rules; all numbers with all variants play beside the oracle and the reference in C."""

SCRATCH = frozenset(["before", "judged", "move_own", "move_swing", "kept", "kept_key", "kept_mask"])


def all_places(table: Playthrough) -> dict[str, Counter[str]]:
    """Cards by guild in every place there is; the own ones of a seat end in its number (from 1)."""
    s, t, f, guilds = table.s, table.t, table.fields(), table.names.guilds
    places = {"discards": Counter(f["discards"])}
    for seat in range(1, table.case.players + 1):
        for place in ("packs", "hands", "tableau"):
            places[f"{place} {seat}"] = Counter(f[place][seat])
        places[f"face_down {seat}"] = Counter(f["face_down"][seat])
        places[f"given {seat}"] = Counter([f["given"][seat]] if seat in f["given"] else [])
    places["drawn"] = Counter([guilds[g] for g in s["chain"][:2]] if f["phase"] == "keep" else [])
    dealt = f["round"] * table.case.players * int(t["hand"])
    places["undealt"] = Counter(guilds[g] for g in s["deck"][dealt : int(s["n_deck"])])
    return places


def complete(table: Playthrough) -> bool:
    copies = {g: int(c) for g, c in zip(table.names.guilds, table.t["copies"], strict=False) if c}
    return sum(all_places(table).values(), Counter()) == copies


def seen(table: Playthrough, p: int) -> Any:
    places, f = all_places(table), table.fields()
    own = {k: v for k, v in places.items() if k.startswith("tableau") or k == "drawn" or k.endswith(f" {p + 1}")}
    if table.t["discards_public"]:
        own["discards"] = places["discards"]
    sizes = {k: v.total() for k, v in places.items()}
    hidden_fields = ("packs", "hands", "face_down", "given", "discards", "discards_this_round")
    public = {k: v for k, v in f.items() if k not in hidden_fields}
    r = f["round"]
    past = [table.s[k][:r].tolist() for k in ("events", "trick_deal", "used")]
    return own, sizes, public, past, table.s["chain"].tolist(), int(table.s["decisions"])


def hidden(table: Playthrough, p: int) -> Any:
    places = all_places(table)
    others = {k: v for k, v in places.items() if not k.startswith("tableau") and not k.endswith(f" {p + 1}")}
    return str(others), table.s["deck"].tolist(), table.s["events"].tolist()


def holdable(table: Playthrough, held: np.ndarray) -> bool:
    t = table.t
    guilds = int(t["n_guilds"])
    cards = (held[:, :guilds].sum(0) <= t["copies"][:guilds, None]).all()
    return bool(cards and (held[:, guilds:] <= t["rounds"]).all())


WITNESS = Witness(complete, seen, hidden, holdable, SCRATCH)
