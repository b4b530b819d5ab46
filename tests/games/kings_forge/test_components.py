"""The components are those RULES.md lists, and every check of theirs can fail."""

from __future__ import annotations

import re
from math import comb
from pathlib import Path

import pytest

from simcli.games.components import options_of
from simcli.games.kings_forge import checks
from simcli.games.kings_forge import datafiles as F  # noqa: N812
from simcli.games.kings_forge.catalogue import catalogue
from tests.games.kings_forge.tables import COMPONENTS, all_options, patched

FOLDER = Path(checks.__file__).parent
RULES = (FOLDER / "RULES.md").read_text("utf-8")
SOURCES = (FOLDER / "SOURCES.md").read_text("utf-8")
DEFAULTS = all_options({})
SETUP = COMPONENTS["setup"]
CRAFTS = {row["id"]: row for row in COMPONENTS["craft_cards"]["cards"]}
EARLY = {row["id"]: row for row in COMPONENTS["early_cards"]["cards"]}
GATHER = {row["id"]: row for row in COMPONENTS["gather_cards"]["cards"]}
EXCHANGES = [(dock, row) for dock in COMPONENTS["docks"]["docks"] for row in dock["exchanges"]]
HALVES = {f"{row['rule']}{half[0].upper()}": row[half] for row in GATHER.values() for half in ("top", "bottom")}
COUNTS = {2: 9, 3: 10, 4: 13}


def chosen(**options):
    assert options.keys() <= DEFAULTS.keys()
    return DEFAULTS | options


def table_of(pattern):
    """Cells of the rows of RULES.md whose first cell matches."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in RULES.splitlines() if line.startswith("|")]
    return {row[0]: row[1:] for row in rows if re.fullmatch(pattern, row[0])}


# What the components are


def test_the_shipped_components_are_right():
    assert checks.validate(COMPONENTS) == []
    for deck in ("base_33", "early_24"):
        assert [checks.check_setup(COMPONENTS, chosen(craft_deck=deck), players) for players in COUNTS] == [[], [], []]


def test_91_dice():
    """KF-01."""
    dice = {row["id"]: row["count"] for row in SETUP["dice"]}
    assert dice == {"metal": 42, "wood": 22, "gem": 14, "magic": 10, "library": 2, "cemetery": 1}
    assert sum(dice.values()) == 91
    assert tuple(dice) == F.COLOURS
    assert F.BASIC == ("metal", "wood", "gem", "magic")


def test_tokens():
    """KF-09."""
    assert [(row["id"], row["count"]) for row in SETUP["tokens"]] == [("auto_six", 2), ("plus_one_plus_one", 2)]


def test_33_craft_cards():
    """KF-06: ranks differ and rise, from 1 to 48."""
    ranks = [row["rank"] for row in CRAFTS.values()]
    assert len(ranks) == 33
    assert ranks == sorted(set(ranks))
    assert (ranks[0], ranks[-1]) == (1, 48)


def test_24_early_cards():
    """KF-92."""
    assert [row["rank"] for row in EARLY.values()] == list(range(1, 25))


def test_18_gather_cards():
    """KF-07."""
    assert [id_ for id_, row in GATHER.items() if row["mandatory"]] == ["north_mine", "south_mine", "east_forest", "west_forest"]
    assert (len(GATHER), len(HALVES)) == (18, 36)
    assert {row["rule"] for row in GATHER.values()} == {f"KF-G{n:02}" for n in range(1, 19)}


def test_four_docks_of_two_exchanges():
    """KF-08."""
    assert [(dock["id"], dock["gain"], len(dock["exchanges"])) for dock in COMPONENTS["docks"]["docks"]] == [
        ("wood_dock", {"wood": 1}, 2),
        ("token_dock", {"token": "auto_six", "count": 1}, 2),
        ("gem_dock", {"gem": 1}, 2),
        ("magic_dock", {"magic": 1}, 2),
    ]


def test_set_up_numbers():
    """KF-11, KF-13 to KF-16, KF-47, KF-80."""
    assert (SETUP["players"]["min"], SETUP["players"]["max"]) == (2, 4)
    assert SETUP["starting_hand"] == {"metal": 5}
    assert SETUP["craft_cards_drawn"] == COUNTS
    assert {key: value for key, value in SETUP.items() if isinstance(value, int)} == {
        "craft_display_size": 3,
        "gather_random_drawn": 7,
        "gather_face_up": 4,
        "crafts_to_end": 4,
    }
    assert [(row["id"], row["gain"]) for row in SETUP["first_pass_bonus"]] == [
        ("metal_die", {"metal": 1}),
        ("plus_token", {"token": "plus_one_plus_one", "count": 1}),
    ]


@pytest.mark.parametrize(("players", "drawn", "metal"), [(2, 9, 32), (3, 10, 27), (4, 13, 22)])
def test_what_depends_on_the_number_of_players(players, drawn, metal):
    """KF-12, KF-13, KF-83: the table of section 2, and no game runs out of craft cards undecided."""
    assert SETUP["craft_cards_drawn"][players] == drawn
    assert SETUP["dice"][0]["count"] - players * SETUP["starting_hand"]["metal"] == metal
    assert table_of(r"[234]")[str(players)] == [str(drawn), str(metal), "22 / 14 / 10", "2 / 1"]
    assert drawn > players * (SETUP["crafts_to_end"] - 1)


# Figures of RULES.md


def test_chance_that_no_card_gives_magic():
    """Section 14: 2 of 14 optional cards give magic at a fixed cost; 3/13 that neither is drawn."""
    optional = [row for row in GATHER.values() if not row["mandatory"]]
    with_magic = [row["id"] for row in optional if any((row[half].get("gain") or {}).get("magic") for half in ("top", "bottom"))]
    assert with_magic == ["alchemist", "enchanter"]
    assert (len(optional), SETUP["gather_random_drawn"]) == (14, 7)
    assert comb(12, 7) / comb(14, 7) == pytest.approx(3 / 13)


def test_bounds_of_decisions():
    """D1, D3, D6, D9, D10."""
    assert SETUP["gather_face_up"] * 2 + len(EXCHANGES) + 1 == 17
    squares = [sum(square["n"] for square in half.get("cost", [])) for half in HALVES.values()]
    assert max(*squares, *(row["dice"] for _, row in EXCHANGES)) == 5
    assert F.pips_kinds(COMPONENTS) == [(1, 1), (1, 3), (2, 1)]
    assert max(COUNTS.values()) + 1 == 14
    assert max(sum(map(len, card["dice"].values())) for card in CRAFTS.values()) == 6


def test_counts_of_what_is_official():
    """Section 15: 36 halves, 33 craft cards, 8 exchanges by certainty."""
    standing = [half["provenance"] for half in HALVES.values()]
    assert [standing.count(kind) for kind in ("official", "derived", "reconstructed")] == [9, 4, 23]  # 22 and the Caravan's table
    standing = [card["provenance"] for card in CRAFTS.values()]
    assert [standing.count(kind) for kind in ("official", "derived", "reconstructed")] == [4, 24, 5]
    assert [card["rank"] for card in CRAFTS.values() if card["provenance"] == "official"] == [6, 16, 20, 48]
    assert [card["rank"] for card in CRAFTS.values() if card["provenance"] == "reconstructed"] == [4, 9, 30, 41, 44]
    for field, ranks in (("rank", [4, 9, 16, 20, 30, 41]), ("name", [4, 9, 16, 30, 41])):
        assert [c["rank"] for c in CRAFTS.values() if c.get("provenance_fields", {}).get(field) == "reconstructed"] == ranks
    assert [row["id"] for row in GATHER.values() if row["provenance_fields"]["name"] == "reconstructed"] == [
        "toolmaker",
        "shrine",
        "armory",
        "jeweler",
        "enchanter",
    ]
    assert {row["provenance_fields"]["dice"] for _, row in EXCHANGES} == {"derived"}
    assert {row["provenance_fields"]["burned"] for _, row in EXCHANGES} == {"reconstructed"}


LETTERS = {"M": "metal", "W": "wood", "G": "gem", "B": "magic"}
SURE = {"official": "O", "derived": "D", "reconstructed": "R"}


def test_craft_cards_are_those_of_the_rules():
    """KF-C01 to KF-C48."""
    rows = table_of(r"KF-C\d\d")
    assert list(rows) == [f"KF-C{card['rank']:02}" for card in CRAFTS.values()]
    for card, (rank, name, needs, sure) in zip(CRAFTS.values(), rows.values(), strict=True):
        fields = card.get("provenance_fields", {})
        assert int(rank.split()[0]) == card["rank"]
        assert ("(rank R)" in rank) is (fields.get("rank") == "reconstructed" and card["provenance"] == "official")
        assert name.split(" (")[0] == card["name"]
        assert ("(" in name) is (fields.get("name") == "reconstructed")
        dice = [part.split() for part in needs.split(", ")]
        assert {LETTERS[letter]: list(map(int, minima)) for letter, *minima in dice} == card["dice"]
        assert sure == SURE[card["provenance"]]


def squares_in_words(half):
    """A cost as RULES.md writes it: burned squares one by one, the others with their number."""
    words = []
    for square in half["cost"]:
        colour = "any" if square["colours"] == "any" else " or ".join(square["colours"])
        plain = colour if square["n"] == 1 else f"{square['n']} {colour}"
        words += [f"{colour} x"] * square["n"] if square["burn"] else [plain]
    return ", ".join(words) or "free"


def gain_in_words(gain):
    return ", ".join(f"{n} {colour}" for colour, n in gain.items())


EFFECTS = {
    "KF-G06B": ({"kind": "roll_workshop"}, "all dice on the player's workshop are rolled too"),
    "KF-G09B": ({"kind": "cemetery"}, "the cemetery die is rolled now"),
    "KF-G10T": ({"kind": "library_dice", "count": 1}, "1 library die from the stock into the hand"),
    "KF-G10B": ({"kind": "library_dice", "count": 2}, "up to 2 library dice from the stock into the hand"),
    "KF-G13T": ({"kind": "reroll"}, "reroll any of the player's rolled dice"),
    "KF-G14T": ({"kind": "add_pips", "pips": 1, "dice": 3}, "+1 to each of up to three different dice"),
    "KF-G15T": ({"kind": "ones_to_sixes"}, "every 1 of the player becomes a 6"),
    "KF-G16B": ({"kind": "add_pips", "pips": 2, "dice": 1}, "ability: +2 to one die"),
}
CARAVAN = "KF-G08B"
PARTS = {"x": "burn"}


@pytest.mark.parametrize("rule", HALVES)
def test_gather_cards_are_those_of_the_rules(rule):
    """KF-G01T to KF-G18B."""
    half, (name, cost, effect, sure) = HALVES[rule], table_of(r"KF-G\d\d[TB]")[rule]
    card = next(row for row in GATHER.values() if row["rule"] == rule[:-1])
    assert name == f"{card['name']}, {'top' if rule[-1] == 'T' else 'bottom'}"
    if sure != SURE[half["provenance"]]:
        parts = {PARTS.get(part, part): letter for part, letter in (words.split() for words in sure.split(", "))}
        assert parts == {part: SURE[half["parts"][part]] for part in parts}
    if rule == CARAVAN:
        return
    assert cost == squares_in_words(half)
    if rule in EFFECTS:
        ability, words = EFFECTS[rule]
        assert half["ability"] == ability
        assert words in effect
    elif "ability" in half:
        assert (half["ability"], effect) == ({"kind": "add_pips", "pips": 1, "dice": 1}, "ability: +1 to one die")
    elif "token" in half["gain"]:
        assert (half["gain"], effect) == ({"token": "auto_six", "count": 1}, "1 Automatic 6 token")
    else:
        assert effect == f"-> {gain_in_words(half['gain'])}"


def test_the_rules_list_every_half():
    assert sorted(table_of(r"KF-G\d\d[TB]")) == sorted(HALVES)


def test_the_caravan_is_that_of_the_rules():
    """KF-G08B."""
    half, (_, cost, effect, sure) = HALVES[CARAVAN], table_of(CARAVAN)[CARAVAN]
    assert (half["cost_special"], half["min_dice"]) == ("all_payable_dice_in_hand", 1)
    assert "at least 1;" in cost
    tiers = half["gain_by_dice_allocated"]
    last = tiers[-1]["dice"][0]
    spans = [f"{first}-{last}" for first, last in (tier["dice"] for tier in tiers[:-1])] + [f"{last} or more"]
    told = [f"{span}: {' + '.join(f'{n} {c}' for c, n in tier['gain'].items())}" for span, tier in zip(spans, tiers, strict=True)]
    assert effect == f"-> by number of dice: {'; '.join(told)}"
    assert (sure, half["parts"]) == ("cost O, table R", {"cost": "official", "table": "reconstructed"})


def test_docks_are_those_of_the_rules():
    """KF-D1a to KF-D4b."""
    rows = list(table_of(r"KF-D\d[ab]").values())
    assert len(rows) == len(EXCHANGES) == 8
    for (dock, exchange), (name, number, dice, burned, gives) in zip(EXCHANGES, rows, strict=True):
        assert exchange["id"] == f"{name}_dock_{number}" == f"{dock['id']}_{number}"
        assert (exchange["dice"], exchange["burned"]) == (int(dice), int(burned))
        assert gives == ("1 Automatic 6 token" if "token" in dock["gain"] else f"-> {gain_in_words(dock['gain'])}")


def test_every_option_has_its_line():
    """GO-01 to GO-12 and the house rules GO-14 to GO-20, in the order of options.yaml; all values but the range are named."""
    lines = dict(re.findall(r"^- (GO-\d\d) (`[a-z_]+`: .*(?:\n  .*)*)", RULES, re.MULTILINE))
    options = options_of(COMPONENTS)
    assert [option.rule for option in options] == list(lines) == [f"GO-{n:02}" for n in range(1, 21) if n != 13]
    for option in options:
        assert lines[option.rule].startswith(f"`{option.id}`")
        assert f"- {option.see} " in RULES or f"| {option.see} " in RULES
        for value in option.values:
            if not isinstance(value, bool):
                assert f"`{value}`" in lines[option.rule]
    assert [(option.id, option.default) for option in options] == [
        ("craft_deck", "base_33"),
        ("victory_order", "most_then_rank"),
        ("plus_pips_distinct", True),
        ("library_dice_payable", False),
        ("dock_capacity", "unlimited"),
        ("burned_dice_return", "cleanup"),
        ("cemetery_die_manipulation", True),
        ("start_player", "random"),
        ("may_stop_crafting", True),
        ("max_rounds", 100),
        ("craft_cards", "random"),
        ("gather_cards", "random"),
        ("stealing", True),
        ("stolen_again", True),
        ("first_pass_bonus", True),
        ("crafts_a_turn", "unlimited"),
        ("burning", True),
        ("unused_tokens", "given_back"),
        ("free_reroll", False),
    ]
    assert [(o.id, o.range) for o in options if o.range] == [("max_rounds", (1, 1000))]
    lists = {o.id: (o.list_of, o.list_min, o.list_max, o.list_repeats) for o in options if o.list_of}
    assert lists == {"craft_cards": ("craft_cards", 1, 32, False), "gather_cards": ("gather_cards", 1, 7, False)}


def test_rules_that_the_files_name_exist():
    named = set()
    for path in (FOLDER / "data").glob("*.yaml"):
        named |= set(re.findall(r"\b(?:KF-[A-Z]?\d+[TB]?|A-\d\d|GO-\d\d)\b", path.read_text("utf-8")))
    for source in ("checks.py", "catalogue.py", "datafiles.py"):
        named |= set(re.findall(r"\b(?:KF-[A-Z]?\d+[TB]?|A-\d\d|GO-\d\d)\b", (FOLDER / source).read_text("utf-8")))
    assert sorted(rule for rule in named if rule not in RULES) == []


# Provenance


def records(node):
    """Mappings with an id or a provenance."""
    if isinstance(node, list):
        return [found for value in node for found in records(value)]
    if not isinstance(node, dict):
        return []
    return [node] * ("id" in node or "provenance" in node) + [found for value in node.values() for found in records(value)]


@pytest.mark.parametrize("stem", COMPONENTS)
def test_every_record_says_where_it_comes_from(stem):
    found = records(COMPONENTS[stem])
    assert found
    for record in found:
        assert record["provenance"] in ("official", "derived", "reconstructed") + ("house rule",) * (stem == "options")
        fields = record.get("provenance_fields", {})
        assert set(fields) <= set(record)
        for key in re.findall(r"S\d+\w?", str(record.get("source", ""))):
            assert f"| {key} |" in SOURCES
        if record["provenance"] == "official" and stem != "options":
            assert record.get("source") or "S" in record["note"]


def test_a_gather_card_is_as_sure_as_its_weakest_part():
    order = ["official", "derived", "reconstructed"]
    for card in GATHER.values():
        fields = card["provenance_fields"]
        assert (fields["top"], fields["bottom"]) == (card["top"]["provenance"], card["bottom"]["provenance"])
        assert card["provenance"] == max(fields.values(), key=order.index)


# What can be counted


def test_items_of_the_catalogue():
    known = catalogue(COMPONENTS, DEFAULTS)
    kinds = [item.kind for item in known.items]
    expected = {"craft_card": 33, "stolen_craft": 33, "gather_action": 36, "dock": 8, "start_player": 1, "situation": 1}
    assert kinds == [kind for kind, n in expected.items() for _ in range(n)]
    ids = [item.id for item in known.items]
    assert len(set(ids)) == len(ids) == 112
    assert ids[:33] == list(CRAFTS)
    assert ids[33:66] == [f"{id_}_stolen" for id_ in CRAFTS]
    assert ids[66:102] == [f"{id_}_{half}" for id_ in GATHER for half in ("top", "bottom")]
    assert ids[102:] == [row["id"] for _, row in EXCHANGES] + ["start_marker", "magic_drought"]
    assert {item.kind for item in known.items if item.bannable} == {"craft_card", "stolen_craft", "gather_action", "dock"}
    assert {item.kind for item in known.items if not item.bannable} == {"start_player", "situation"}
    assert [(item.name, item.provenance) for item in known.items if item.id in ("anvil", "anvil_stolen", "mill_top", "gem_dock_2")] == [
        ("Anvil", "derived"),
        ("Anvil (stolen)", "derived"),
        ("Mill (top)", "derived"),
        ("gem dock 2", "reconstructed"),
    ]
    assert (known.categories, known.score_low, known.score_high) == (("crafted", "stolen"), 0, 13)


def test_items_of_the_other_deck():
    """GO-01."""
    items = catalogue(COMPONENTS, chosen(craft_deck="early_24")).items
    assert [item.id for item in items[:24]] == list(EARLY)
    assert len(items) == 24 + 24 + 36 + 8 + 2


def test_the_range_of_scores_follows_the_cards_drawn():
    data = patched({"setup": {"craft_cards_drawn": {2: 20}}})
    assert catalogue(data, DEFAULTS).score_high == 20
