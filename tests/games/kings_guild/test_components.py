"""The components are those RULES.md lists; its tables, worked examples and figures follow from them."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from simcli.games.kings_guild import checks
from simcli.games.kings_guild import datafiles as F  # noqa: N812
from simcli.games.kings_guild.catalogue import catalogue, score_range
from tests.games.kings_guild.data import (
    BOARDS,
    COMPONENTS,
    DEFAULTS,
    GUILDS,
    OPTIONS,
    PLAYERS,
    QUESTS,
    ROOMS,
    RULES,
    SCORING,
    SETUP,
    SPECIALISTS,
    TREASURES,
    card,
    chain,
    chosen,
)

ARCHITECTURE = (Path(__file__).parents[3] / "docs" / "architecture.md").read_text("utf-8")
DECKS = {deck: [quest for quest in QUESTS if quest["deck"] == deck] for deck in F.DECKS}
BASE = [row for row in SPECIALISTS if row["set"] == "base"]


def cells(pattern):
    """Cells of the rows of RULES.md whose first cell matches, by that cell."""
    found = re.findall(rf"^\| ({pattern}) \| (.*) \|$", RULES, re.M)
    assert len({number for number, _ in found}) == len(found)
    return {number: text.split(" | ") for number, text in found}


def line(number):
    """A list entry with the lines that go on."""
    return " ".join(re.search(rf"^- {number} (.*(?:\n  .*)*)", RULES, re.M).group(1).split())


def by_count(path):
    """A number of setup.yaml for 1 to 6 players."""
    rows = [SETUP["players"][n] for n in PLAYERS]
    for key in path:
        rows = [row[key] for row in rows]
    return rows


# The box and the set-up


def test_the_shipped_components_are_right():
    assert checks.validate(COMPONENTS) == []
    for options in (DEFAULTS, chosen(promo_specialists=True), chosen(blue_treasure_maps=0)):
        assert [checks.check_setup(COMPONENTS, options, players) for players in PLAYERS] == [[]] * 6


def test_48_quests():
    """KG-C-04, KG-C-05, KG-C-11."""
    assert {deck: len(quests) for deck, quests in DECKS.items()} == {"age1_common": 12, "age1_rare": 12, "age2": 24}
    for deck, quests in DECKS.items():
        assert Counter(len(quest["items"]) for quest in quests) == {1: len(quests) // 2, 2: len(quests) // 2}
        assert Counter(quest["hero"] for quest in quests) == dict.fromkeys(F.HEROES, len(quests) // 3)
        rare = [any(kind in item["cost"] for item in quest["items"] for kind in F.RARE) for quest in quests]
        assert deck == "age2" or set(rare) == {deck == "age1_rare"}
    assert all(len(set(quest["reward"])) == len(quest["items"]) for quest in QUESTS)
    assert [quest["rule"] for quest in QUESTS] == [f"KG-QC-{n:02}" for n in range(1, 49)]


def test_36_specialists():
    """KG-C-08."""
    assert Counter(row["deck"] for row in BASE) == {"A": 12, "B": 12, "C": 12}
    assert [row["id"] for row in SPECIALISTS if row["set"] == "promo"] == ["carpenter", "pirate", "doppelganger"]
    assert [row["rule"] for row in SPECIALISTS] == [f"KG-SP-{n:02}" for n in range(1, 40)]


def test_84_treasures():
    """KG-C-07, KG-TR-38."""
    found = Counter()
    for row in TREASURES:
        found[row["colour"], row.get("face", row["type"])] += row["count"]
    assert found == {
        **{(colour, type_): n for colour in F.COLOURS for type_, n in (("relic", 7), ("scroll", 6), ("map", 2))},
        ("blue", "resource"): 9,
        ("blue", "contract"): 2,
        ("blue", "potion"): 2,
        ("red", "charm"): 10,
        ("red", "potion"): 3,
        ("yellow", "coin"): 10,
        ("yellow", "potion"): 3,
    }
    assert Counter(row["points"] for row in TREASURES if row["type"] == "charm") == {3: 5, 2: 5}
    assert sorted(row["relic"] for row in TREASURES if row["type"] == "relic") == sorted(F.RELICS)
    assert [row["rule"] for row in TREASURES] == [f"KG-TR-{n:02}" for n in range(1, 36)]


def test_cards_without_a_value():
    """KG-T-07."""
    assert {row["id"] for row in TREASURES if row["sell"] == 0} - {row["id"] for row in TREASURES if row["type"] == "charm"} == {
        "scroll_of_wonders",
        "scroll_of_riches",
    }
    assert {row["id"]: row["sell"] for row in TREASURES if row["sell"] > 2} == {"coin_purse": 3, "bag_of_gold": 4}


def test_rooms_guilds_and_boards():
    """KG-C-06, KG-X-03, KG-GT-07."""
    assert F.tiles_for_sale(COMPONENTS) == {
        "warehouse": 4,
        "library": 4,
        "gem_workshop": 3,
        "magic_arcaenum": 3,
        "bedchamber_kitchen": 6,
        "great_hall_barracks": 6,
    }
    assert len(F.rooms_of(COMPONENTS, "master")) == 14
    assert [row["id"] for row in ROOMS if row["size"] == 2] == ["great_hall", "barracks"]
    assert {row["id"]: row["spaces"] for row in ROOMS if "spaces" in row} == {
        "bedchamber": 1,
        "kitchen": 1,
        "great_hall": 2,
        "barracks": 2,
        "shrine": 1,
    }
    assert [row["rule"] for row in ROOMS] == [f"KG-RM-{n:02}" for n in range(1, 25)]
    assert {row["id"]: row["storage"] for row in GUILDS if row["storage"] != 5} == {"craft_collective": 6}
    assert [row["rule"] for row in GUILDS] == [f"KG-GT-{n:02}" for n in range(1, 7)]


def test_bonus_squares():
    """KG-PB-01 to KG-PB-08: each common resource and coins once, none side by side, as the lines of RULES.md say."""
    for board in BOARDS:
        squares = {(bonus["x"], bonus["y"]) for bonus in board["bonuses"]}
        assert sorted(bonus["what"] for bonus in board["bonuses"]) == sorted((*F.COMMON, "coins"))
        assert not any((x + 1, y) in squares for x, y in squares)
        said = re.findall(r"\((\d),(\d)\) (2 coins|\w+)", line(board["rule"]))
        assert [(int(x), int(y), what.removeprefix("2 ")) for x, y, what in said] == [tuple(b.values()) for b in board["bonuses"]]
    assert COMPONENTS["player_boards"]["coins"] == 2


def test_table_of_the_set_up():
    """KG-U-01 to KG-U-08: section 2 says what setup.yaml and resources.yaml say."""
    stock = COMPONENTS["resources"]["in_play"]
    used = [by_count(("quests", deck)) for deck in F.DECKS]
    expected = {
        "stock of each common resource": list(stock["common"].values()),
        "stock of each rare resource": list(stock["rare"].values()),
        "quests used of age I common, of age I rare": used[0],
        "quests used of age II": used[2],
        "quests used in all": [sum(row) for row in zip(*used, strict=True)],
        "quest slots": by_count(("slots",)),
        "specialists used of each letter": by_count(("specialists",)),
        "master rooms on offer": [n + 3 for n in PLAYERS],
        "Warehouses, Libraries": by_count(("tiles", "warehouse")),
        "Gem Workshops, Magic Arcaenums": by_count(("tiles", "gem_workshop")),
        "Bedchamber/Kitchen tiles, Great Hall/Barracks tiles": by_count(("tiles", "bedchamber_kitchen")),
    }
    table = RULES.split("## 2. Set-up")[1].split("- KG-U-01")[0]
    said = {name: [int(n) for n in cells.split(" | ")] for name, cells in re.findall(r"^\| ([a-zA-Z][^|]*) \| (\d.*) \|$", table, re.M)}
    assert said.pop("players") == list(PLAYERS)
    assert said == expected
    assert used[0] == used[1]
    assert by_count(("masters",)) == [n + 3 for n in PLAYERS]
    assert by_count(("tiles", "warehouse")) == by_count(("tiles", "library"))
    assert by_count(("tiles", "gem_workshop")) == by_count(("tiles", "magic_arcaenum"))
    assert by_count(("tiles", "bedchamber_kitchen")) == by_count(("tiles", "great_hall_barracks"))


def test_starting_coins_and_limits():
    """KG-U-04, KG-U-10, KG-U-11, KG-T-08, KG-X-04, KG-X-06."""
    assert SETUP["coins"] == [3, 4, 5, 5, 6, 6]
    assert (SETUP["row"], SETUP["sigils"], SETUP["hand_limit"], SETUP["one_workshop"]) == (5, 2, 6, [2])
    assert COMPONENTS["player_boards"]["outside_spaces"] == 4


def test_what_is_left_out_alone():
    """KG-V-11."""
    solo = {row["id"] for row in F.specialists_in_play(COMPONENTS, DEFAULTS, 1)}
    assert {row["id"] for row in BASE} - solo == {"recruiter", "thug", "smuggler"}
    one, two = F.copies(COMPONENTS, DEFAULTS, 1), F.copies(COMPONENTS, DEFAULTS, 2)
    assert (sum(one.values()), sum(two.values())) == (82, 84)
    assert one["spoiling_potion"] == 0


def test_options_that_change_what_is_in_play():
    """GO-27, GO-28."""
    assert len(F.specialists_in_play(COMPONENTS, chosen(promo_specialists=True), 4)) == 39
    assert [sum(F.copies(COMPONENTS, chosen(blue_treasure_maps=n), 4).values()) for n in (0, 1, 2)] == [82, 83, 84]


# RULES.md beside the data


def test_lines_of_specialists():
    """KG-SP-01 to KG-SP-39: cost, prestige and every number of the effects."""
    lines = cells(r"KG-SP-\d\d")
    assert list(lines) == [row["rule"] for row in SPECIALISTS]
    for row in SPECIALISTS:
        name, numbers, text = lines[row["rule"]]
        assert name == f"`{row['id']}`" + (" (promo)" if row["set"] == "promo" else "")
        assert numbers == f"{row['cost']} / {row['prestige']}"
        said = set(re.findall(r"\b\d+\b", re.sub(r"KG-\S+|GO-\d+", "", text)))
        asked = {str(step["n"]) for effect in row["effects"].values() for step in chain(effect) if step.get("n", 1) > 1}
        assert asked <= said


def test_lines_of_rooms():
    """KG-RM-01 to KG-RM-24."""
    lines = cells(r"KG-RM-\d\d")
    assert list(lines) == [row["rule"] for row in ROOMS]
    for row in ROOMS:
        name, numbers, text = lines[row["rule"]]
        assert (name, numbers) == (f"`{row['id']}`", f"{row.get('cost', '-')} / {row['prestige']}")
        said = set(re.findall(r"\b\d+\b", text))
        asked = {str(step["n"]) for effect in row["effects"].values() for step in chain(effect) if step.get("n", 1) > 1}
        assert asked <= said
        assert ("two squares" in text.split(";")[0]) is (row["size"] == 2)


def test_lines_of_treasures():
    """KG-TR-01 to KG-TR-35."""
    lines = cells(r"KG-TR-\d\d")
    assert list(lines) == [row["rule"] for row in TREASURES]
    for row in TREASURES:
        name, copies, sell, text = lines[row["rule"]]
        assert (name, copies, sell) == (f"`{row['id']}`", f"{row['colour']}, {row['count']}", str(row["sell"]))
        said = set(re.findall(r"\b\d+\b", text))
        asked = {str(step["n"]) for effect in row.get("effects", {}).values() for step in chain(effect) if "n" in step}
        assert asked | {str(row[key]) for key in ("points",) if key in row} <= said | (
            {"1"} if row["type"] in ("map", "contract") else set()
        )


def test_lines_of_quests():
    """KG-QC-01 to KG-QC-48."""
    lines = cells(r"KG-QC-\d\d")
    assert list(lines) == [quest["rule"] for quest in QUESTS]
    for quest in QUESTS:
        name, hero, items, reward = lines[quest["rule"]]
        assert (name, hero, reward) == (quest["name"], quest["hero"], ", ".join(quest["reward"]))
        for text, item in zip(items.split("; "), quest["items"], strict=True):
            cost = " ".join(f"{n} {kind}" for kind, n in item["cost"].items())
            assert text == f"{item['face']} ({item['kind']}) {cost}, {item['coins']} coins"
            assert list(item["cost"]) == [kind for kind in F.RESOURCES if kind in item["cost"]]


def test_every_option_has_its_line():
    found = re.findall(r"^- (GO-\d+) `(\w+)`", RULES, re.M)
    assert found == [(option.rule, id_) for id_, option in OPTIONS.items()]
    for option in OPTIONS.values():
        assert all(f"`{str(value).lower()}`" in line(option.rule) for value in option.values)
        assert re.search(rf"^- {option.see} ", RULES, re.M)


def test_numbers_of_rules_stand_once():
    """Every number that a text names is that of a line, and no line's number stands twice."""
    lines = re.findall(r"^(?:- |\| )((?:KG-[A-Z]+-\d+)|GO-\d+)\b", RULES, re.M)
    assert len(lines) == len(set(lines)) == 451
    named = set(re.findall(r"KG-[A-Z]+-\d+|GO-\d+", RULES))
    folder = Path(checks.__file__).parent
    for path in (folder / "SOURCES.md", *folder.glob("*.py"), *(folder / "data").glob("*.yaml"), *Path(__file__).parent.glob("*.py")):
        named |= set(re.findall(r"KG-[A-Z]+-\d\d|GO-\d+", path.read_text("utf-8")))
    assert named - set(lines) == set()


# Effects


def cards_by_kind():
    """Cards with a row of a kind, copies included: (kind, file, promotional)."""
    found = Counter()
    for stem, rows in (("specialists", SPECIALISTS), ("treasures", TREASURES), ("rooms", ROOMS), ("guilds", GUILDS)):
        for row in rows:
            kinds = {step["kind"] for effect in row.get("effects", {}).values() for step in chain(effect)}
            for kind in kinds:
                found[kind, stem, row.get("set") == "promo"] += row["count"] if stem == "treasures" else 1
    return found


def test_cards_by_kind_of_effect_are_those_of_the_table_of_architecture():
    table = re.findall(r"^\| `(\w+)`(?: \*)? \|.*\| ([^|]*) \|$", ARCHITECTURE, re.M)
    found, seen = cards_by_kind(), set()
    for kind, text in table:
        numbers = [f"{found[kind, stem, False]}" for stem in ("specialists", "treasures", "rooms", "guilds")]
        if found[kind, "specialists", True]:
            numbers[0] += f"+{found[kind, 'specialists', True]}"
        if re.fullmatch(r"\d+(\+\d+)?(, \d+(\+\d+)?){3}", text):
            assert text == ", ".join(numbers), kind
            seen.add(kind)
    single = {kind for kind, _, _ in found} - seen
    assert single == {*F.HIRED, "thug", "warlock", "place_room"}
    assert all(found[kind, "specialists", False] + found[kind, "specialists", True] + found[kind, "guilds", False] == 1 for kind in single)


def test_every_kind_word_and_trigger_is_used():
    effects = [effect for rows in (SPECIALISTS, TREASURES, ROOMS, GUILDS) for row in rows for effect in row.get("effects", {}).items()]
    steps = [step for _, effect in effects for step in chain(effect)]
    assert {trigger for trigger, _ in effects} == set(F.TRIGGERS)
    assert {step["kind"] for step in steps} == {kind for kinds in F.KINDS.values() for kind in kinds}
    assert {step["of"] for step in steps if step["kind"] == "count"} | {
        step["other"] for step in steps if "other" in step and step["kind"] == "count"
    } == set(F.COUNTED)
    assert {step["number"] for step in steps if step["kind"] == "standing"} == {*F.AMOUNT_NUMBERS, *F.FLAGS} | {
        "weapon_metal",
        "weapon_wood",
        "armor_leather",
        "armor_cloth",
    }
    assert len(steps) == 147
    assert "147 rows" in ARCHITECTURE


# Worked examples and figures that are arithmetic over the data


def item(quest_id, name):
    return next(i for i in card(QUESTS, quest_id)["items"] if i["face"] == name)


def test_prices_of_worked_examples():
    """KG-EX-02, KG-EX-07, KG-EX-08, KG-EX-10, KG-EX-18."""
    assert item("explore_bluevein_isle", "Cloak")["cost"] == {"cloth": 3}
    assert item("explore_bluevein_isle", "Boots")["cost"] == {"leather": 3, "metal": 1}
    assert [i["coins"] for i in card(QUESTS, "explore_bluevein_isle")["items"]] == [3, 4]
    assert item("crush_the_orc_rebellion", "Dagger")["cost"] == {"metal": 1, "wood": 1}
    vest, shield = (i["coins"] for i in card(QUESTS, "sail_to_bloodsand_beach")["items"])
    assert (vest + shield, 2 * vest + shield, 2 * (vest + shield)) == (10, 16, 20)
    assert card(TREASURES, "bag_of_gold")["sell"] + card(TREASURES, "glowing_charm")["sell"] == 4
    miners = card(QUESTS, "rescue_the_graytop_miners")
    assert (miners["hero"], [i["kind"] for i in miners["items"]]) == ("warrior", ["armor", "armor"])


def test_costs_of_worked_examples():
    """KG-EX-03, KG-EX-04, KG-EX-05."""
    cost = {row["id"]: row["cost"] for row in SPECIALISTS}
    assert card(ROOMS, "warehouse")["cost"] + cost["oracle"] == 9
    assert [cost[id_] - 1 for id_ in ("miner", "thug", "builder")] == [3, 4, 4]
    assert [cost[id_] - n for id_, n in (("tanner", 1), ("courier", 3), ("recruiter", 2), ("oracle", 3))] == [3, 0, 1, 0]
    assert (cost["adventurer"] - 3, cost["adventurer"] - 6, cost["courier"] - 2, max(0, cost["courier"] - 4)) == (6, 3, 1, 0)


def test_offerings_of_worked_examples():
    """KG-EX-13, KG-P-06."""
    offering = SCORING["offering"]
    base, coins, resources = offering["base"], 14 // offering["coins_per_point"], 5 // offering["resources_per_point"]
    assert (base + coins + resources, base + resources) == (8, 4)


def test_points():
    """KG-P-01, KG-P-02, KG-P-03, KG-V-21."""
    assert (SCORING["charm_majority"], COMPONENTS["quests"]["prestige"]) == (3, 1)
    assert SCORING["relics"] == [2, 5, 9, 13, 17, 22]
    assert SETUP["solo"]["ratings"] == {"recruit": 0, "member": 50, "leader": 70, "king": 80, "legend": 90}


@pytest.mark.parametrize(("players", "end", "funeral"), [(2, 14, 6), (3, 22, 10), (4, 26, 12), (5, 30, 13), (6, 34, 15)])
def test_quests_that_must_leave_the_board(players, end, funeral):
    """KG-EX-26, KG-SF-13."""
    row = SETUP["players"][players]
    used = row["quests"]
    assert (sum(used.values()) - row["slots"] + 1, used["age1_common"] + used["age1_rare"] - row["slots"] + 1) == (end, funeral)
    said = cells(r"KG-SF-13")["KG-SF-13"][1].split(" with")[0].split(", ")
    assert float(said[players - 2]) == round(end / players, 1)


def test_turns_alone():
    """KG-V-20: 26 quests and two events, 6 laid out, one drawn a turn, one last turn."""
    row = SETUP["players"][1]
    assert sum(row["quests"].values()) + 2 - row["slots"] + 1 == 23


def test_sanity_figures():
    """KG-SF-10 to KG-SF-16."""
    items = {deck: [i for quest in quests for i in quest["items"]] for deck, quests in DECKS.items()}
    sums = [f"{len(i)} / {sum(x['coins'] for x in i)} / {sum(sum(x['cost'].values()) for x in i)}" for i in items.values()]
    assert ", ".join(sums) == cells("KG-SF-10")["KG-SF-10"][1]
    for quests in DECKS.values():
        colours = Counter(colour for quest in quests for colour in quest["reward"])
        assert len(set(colours.values())) == 1
    own = {"mage": "blue", "rogue": "yellow", "warrior": "red"}
    assert all(own[quest["hero"]] in quest["reward"] for quest in QUESTS)
    kinds = [Counter(x["kind"] for x in i) for i in items.values()]
    assert ", ".join(f"{n['weapon']} / {n['armor']}" for n in kinds) == cells("KG-SF-12")["KG-SF-12"][1]
    mean = {deck: Fraction(sum(x["coins"] for x in i), len(DECKS[deck])) for deck, i in items.items()}
    per_player = [round(sum(mean[deck] * n for deck, n in SETUP["players"][p]["quests"].items()) / p) for p in range(2, 7)]
    assert cells("KG-SF-14")["KG-SF-14"][1].startswith(", ".join(map(str, per_player)))
    by_letter = [[row for row in BASE if row["deck"] == letter] for letter in "ABC"]
    sums = [
        f"{letter} {sum(r['cost'] for r in rows)} / {sum(r['prestige'] for r in rows)}"
        for letter, rows in zip("ABC", by_letter, strict=True)
    ]
    assert ", ".join(sums) == cells("KG-SF-15")["KG-SF-15"][1]
    masters = [row["cost"] for row in F.rooms_of(COMPONENTS, "master")]
    assert f"{min(masters)} to {max(masters)}" == cells("KG-SF-16")["KG-SF-16"][1]


# The catalogue


def test_what_is_counted():
    made = catalogue(COMPONENTS, DEFAULTS)
    ids = [item.id for item in made.items]
    assert len(ids) == len(set(ids)) == 6 + 6 + 36 + 24 + 35 + 48 + 7 + 1 + 2 + 12 + 5 + 3 + 1
    assert len(catalogue(COMPONENTS, chosen(promo_specialists=True)).items) == len(ids) + 3
    assert {item.name for item in made.items if item.id.startswith("treasure_map")} == {f"Treasure Map ({c})" for c in F.COLOURS}
    assert not {item.id for item in made.items if item.bannable} & {"shrine", "kings_statue", "craft_collective", "bag_of_gold"}
    assert made.categories == ("charms", "relics", "quests", "specialists", "rooms", "offering")


def test_range_of_scores_holds_every_card_at_its_best():
    low, high = score_range(COMPONENTS, DEFAULTS)
    assert low == 0
    relics = 22 * 21
    assert high > relics + 25 + 3 + 48 + sum(row["prestige"] for row in BASE) + 500
