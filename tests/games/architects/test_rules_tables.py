"""The tables of RULES.md say what the data files say."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from .oracle.scene import GAME, components
from .oracle.tables import Tables, rows_of, text_of

RULES = (GAME / "RULES.md").read_text("utf-8")
DATA = components()
LETTERS = {"c": "carpentry", "t": "tiling", "m": "masonry"}
BUILDINGS, APPRENTICES = DATA["buildings"]["buildings"], DATA["apprentices"]["apprentices"]


def rows(prefix: str) -> dict[str, list[str]]:
    """Cells of the table rows whose first cell is a number with this prefix."""
    found = re.findall(rf"^\| ({prefix}\d+) \| (.*) \|$", RULES, re.M)
    assert len({number for number, _ in found}) == len(found)
    return {number: cells.split(" | ") for number, cells in found}


def skills(cell: str) -> list[str]:
    return [LETTERS[letter] for letter in cell.split() if letter != "-"]


def test_buildings():
    lines = rows("AW-BL")
    assert list(lines) == [card["rule"] for card in BUILDINGS]
    for card in BUILDINGS:
        name, points, needs, virtue, cost, text = lines[card["rule"]]
        assert name == f"`{card['id']}`" + (" (promo)" if card["set"] == "promo" else "")
        assert (int(points), skills(needs), int(virtue), cost) == (card["points"], card["skills"], card["virtue"], text_of(card["cost"]))
        (trigger, row), *more = card["effects"].items()
        assert more == []
        assert text.startswith("now: " if trigger == "built" else "end: ")
        assert ("may " in text) is bool(row.get("may"))
        numbers = {str(step["n"]) for step in rows_of(row) if step.get("n", 20) < 20} | {
            str(step["every"]) for step in rows_of(row) if step.get("every", 1) > 1
        }
        assert numbers <= set(re.findall(r"\d+", text.replace("one own", "1").replace("one more", "1"))) | {"1"}


def test_apprentices():
    lines = rows("AW-AP")
    assert list(lines) == [card["rule"] for card in APPRENTICES]
    for card in APPRENTICES:
        name, own, virtue, text = lines[card["rule"]]
        marks = (" x2" if card["count"] == 2 else "") + (" (promo)" if card["set"] == "promo" else "")
        assert name == f"`{card['id']}`{marks}"
        assert (skills(own), int(virtue)) == (card["skills"], card["virtue"])
        numbers = [str(step["n"]) for row in card["effects"].values() for step in rows_of(row) if "n" in step]
        assert set(numbers) <= set(re.findall(r"\d+", text)) | {"1"}


def test_market_cards_rewards_and_boards():
    lines = rows("AW-BM")
    for card in DATA["black_market"]["cards"]:
        assert lines[card["rule"]] == [f"`{card['id']}`", f"small {text_of(card['small'])}; large {text_of(card['large'])}"]
    printed = {space["id"]: text_of(space["printed"]) for space in DATA["black_market"]["spaces"] if "printed" in space}
    assert lines["AW-BM11"][1] == f"left {printed['left']}; right {printed['right']}"
    lines = rows("AW-RW")
    words = {"cards": "building into the hand"}
    for card in DATA["rewards"]["rewards"]:
        name, text = lines[card["rule"]]
        assert name.startswith(f"`{card['id']}`, {card['count']} cop")
        assert text == ", ".join(f"{step['n']} {words.get(step['what'], step['what'])}" for step in rows_of(card["effect"]))
    assert [card["rule"] for card in DATA["player_boards"]["boards"]] == list(rows("AW-PB"))


def test_sanity_figures():
    """AW-F01 to AW-F16, all of them; those that follow from the data: AW-F11 to AW-F13."""
    lines = rows("AW-F")
    assert list(lines) == [f"AW-F{n:02}" for n in range(1, 17)]
    players = DATA["setup"]["players"]
    assert f"{', '.join(map(str, players[5]['silver']))} silver" in lines["AW-F11"][1]
    hall = DATA["board"]["guildhall"]
    spaces = [f"{hall['rows'] * hall['columns'][n] / n:.1f}" for n in players]
    assert lines["AW-F12"][1].startswith(f"{', '.join(spaces)} with 2, 3, 4, 5 players")
    points = [card["points"] for card in BUILDINGS if card["set"] == "base"]
    mean = f"{sum(points) / len(points):.3f}"
    assert (mean, lines["AW-F13"][1]) == ("6.975", f"{min(points)} to {max(points)}, mean 6.98, sum {sum(points)}")


def test_every_option_has_its_line():
    ids = re.findall(r"^- (GO-\d+) `(\w+)`", RULES, re.M)
    assert ids == [(option["rule"], option["id"]) for option in DATA["options"]["options"]]
    for option in DATA["options"]["options"]:
        line = re.search(rf"^- {option['rule']} .*(?:\n  .*)*", RULES, re.M).group()
        assert all(f"`{str(value).lower()}`" in line for value in option.get("values", []))


def test_profiles_name_values_of_their_options():
    """GO-01."""
    options = {option["id"]: option["values"] for option in DATA["options"]["options"] if "by_profile" in option.get("values", [])}
    for profile in DATA["setup"]["profiles"].values():
        assert profile.keys() == options.keys()
        assert all(value in options[name] and value != "by_profile" for name, value in profile.items())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_table_of_the_set_up(players):
    """AW-S02, AW-S07, AW-A11b, AW-A11c, AW-E01."""
    tables = Tables(players, {}, DATA)
    row = DATA["setup"]["players"][players]
    line = next(line for line in RULES.splitlines() if line.startswith(f"| {players} | 3 4"))
    seed, published = row["rewards"].values()
    assert line == (
        f"| {players} | {' '.join(map(str, row['silver']))} | {seed} / {published}"
        f" | {tables.board['guildhall']['columns'][players]} | {tables.last_space} | {', '.join(map(str, tables.leaving_spaces))}"
        f" | {', '.join(map(str, tables.reset_spaces))} | {tables.last_space} |"
    )


def test_what_holds_in_the_data():
    """Section 15."""
    base = [card for card in BUILDINGS if card["set"] == "base"]
    assert Counter(len(card["skills"]) for card in base) == {0: 13, 1: 13, 2: 7, 3: 7}
    assert Counter(skill for card in base for skill in card["skills"]) == dict.fromkeys(LETTERS.values(), 16)
    assert Counter(card["virtue"] for card in base) == {0: 25, -2: 5, -1: 4, 1: 6}
    assert Counter(next(iter(card["effects"])) for card in base) == {"built": 19, "end_virtue": 6, "end_points": 15}
    assert sum(card["points"] for card in base) == 279
    people = [card for card in APPRENTICES if card["set"] == "base" for _ in range(card["count"])]
    assert (len(base), len(people), len(BUILDINGS), sum(card["count"] for card in APPRENTICES)) == (40, 40, 43, 43)
    assert Counter(len(card["skills"]) for card in people) == {1: 39, 3: 1}
    assert Counter(card["skills"][0] for card in people if len(card["skills"]) == 1) == dict.fromkeys(LETTERS.values(), 13)
    assert Counter(card["virtue"] for card in people) == {0: 27, -1: 7, 1: 6}
    assert sum(card["count"] for card in DATA["rewards"]["rewards"]) == DATA["components"]["cards"]["reward"] == 11
    assert len(DATA["black_market"]["cards"]) == DATA["components"]["cards"]["black_market"] == 10
